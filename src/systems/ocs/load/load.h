/* load.h — what the files of the loader share: load.c (the scenario's text), counters.c (the counters and their
 * places), tables.c, tables_supply.c and tables_air.c (the charts). */
#ifndef SANDTABLE_OCS_LOAD_H
#define SANDTABLE_OCS_LOAD_H

#include "kit/cells.h"
#include "kit/words.h"
#include "kit/entries.h"
#include "systems/ocs/ocs.h"

struct Loader {
    Scenario *scenario;
    Loading *loading;
    Book *data;
    Document *document;                    /* the scenario's text */
    uint64_t railhead[PLAYERS][OCS_WORDS]; /* hexes of that side's gauge */
};

/* A table of tables/; NULL with a mistake. */
Document *open_table(Loader *loader, const char *name);
/* "3", "1/2": in parts of which `whole` make one; 0 with a mistake. */
int parts_of(Loader *loader, Document *table, const Field *field, int whole);

/* Reads the rows of a table one by one. */
void each_row(Loader *loader, const char *name, void (*read)(Loader *loader, Document *table, int row));
void load_charts(Loader *loader);
void load_supply_charts(Loader *loader);                     /* tables_supply.c */
void load_air_charts(Loader *loader);                        /* tables_air.c */
bool says(const Field *field, const char *words);            /* whether they are somewhere in it */
int read_day(Document *table, const Field *field);           /* "26 Oct": the day of the year, 0 with a mistake */
void read_rebuild(Loader *loader, Document *table, int row); /* when the counters are known */
void load_counters(Loader *loader);
void load_aircraft(Loader *loader);
void load_setup(Loader *loader, const Field *scenario); /* the rows of that scenario */
void check_setup(Loader *loader);

#endif
