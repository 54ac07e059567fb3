/* admin_work.h — keys of workers, from the command line. */
#ifndef SANDTABLE_SERVER_ADMIN_WORK_H
#define SANDTABLE_SERVER_ADMIN_WORK_H

#include "server/own.h"

/* worker-key, worker-keys, end-worker-key: the status, 2 when it was called wrongly. */
int admin_work(const AdminCall *call, Store *store);

#endif
