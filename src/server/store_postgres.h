/* store_postgres.h — shared by the files of the PostgreSQL engine and private to them. */
#ifndef SANDTABLE_STORE_POSTGRES_H
#define SANDTABLE_STORE_POSTGRES_H

#include "server/store_sql.h"

/* Two numbers of ours, under which advisory locks are taken: nodes share the first one, and a program that needs the
 * store for itself alone holds it alone. */
#define LOCK_SERVING "727436, 1"
#define LOCK_TABLES "727436, 2"

extern const char *const postgres_statements[STATEMENTS];
/* Lines of many games at once: four arrays, of games, of where each begins, of where it ends, and of lines; and the
 * node that holds them. */
extern const char postgres_append[];
/* Makes of the tables of version N those of the one after; NULL: there is nothing to do. Version 0 has none. */
extern const char *const postgres_steps[STORE_VERSION];

#endif
