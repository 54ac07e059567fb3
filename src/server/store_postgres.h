/* store_postgres.h — shared by the files of the PostgreSQL engine and by nobody else. */
#ifndef SANDTABLE_STORE_POSTGRES_H
#define SANDTABLE_STORE_POSTGRES_H

#include "server/store_sql.h"

extern const char *const postgres_statements[STATEMENTS];
/* Lines of many games at once: four arrays, of games, of where each begins, of where it ends, and of lines. */
extern const char postgres_append[];
/* Makes of the tables of version N those of the one after; NULL: there is nothing to do. Version 0 has none. */
extern const char *const postgres_steps[STORE_VERSION];

#endif
