/* admin_own.h — shared by the files of `sandtable admin`. */
#ifndef SANDTABLE_SERVER_ADMIN_OWN_H
#define SANDTABLE_SERVER_ADMIN_OWN_H

#include "server/own.h"

/* Prints the mistake; 1, the status of the command. */
int admin_fail(const char *words);
/* Prints a date and time; 0 is "never". */
void admin_date(int64_t seconds);

#endif
