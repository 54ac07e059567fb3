/* admin_people.h — the part of `sandtable admin` that decides about people. */
#ifndef SANDTABLE_SERVER_ADMIN_PEOPLE_H
#define SANDTABLE_SERVER_ADMIN_PEOPLE_H

#include "server/own.h"

/* The program's status; 2 if the call has no verb of these. */
int admin_people(const AdminCall *call, Store *store);

#endif
