/* load.h — what the files of the loader share: load.c (the scenario's text), counters.c (who there is and where),
 * tables.c (the charts). */
#ifndef SANDTABLE_TCS_LOAD_H
#define SANDTABLE_TCS_LOAD_H

#include "kit/cells.h"
#include "kit/words.h"
#include "kit/entries.h"
#include "systems/tcs/tcs.h"

struct Loader {
    Scenario *scenario;
    Loading *loading;
    Book *data;
    Document *document;    /* the scenario's text */
    char setup[NAME_TEXT]; /* which rows of setup/ are its own */
};

/* A table of setup/; NULL with a mistake. */
Document *open_setup(Loader *loader, const char *name);
/* Whether the row of a table of setup/ is this scenario's. */
bool is_own_row(Loader *loader, Document *table, int row);
/* The tables say US and GE: a side whose word begins so. A mistake if there is none. */
int side_under(Loader *loader, Document *table, int row, const char *column);
/* "0920" among the clock's times: its turn, from 1; 0 for `start`, and with a mistake. */
int turn_under(Loader *loader, Document *table, int row, const char *column);

void load_charts(Loader *loader);
void load_kinds(Loader *loader);
void load_clock(Loader *loader);
void load_forces(Loader *loader); /* battalions, units, batteries, ammunition of the set-up */
/* The number + 1 of a formation's name, new or known; 0 for a dash and with a mistake. */
int formation_of(Book *data, Document *document, const Field *name);
void join_battalions(Book *data); /* each counter's box, by its battalion's name */

#endif
