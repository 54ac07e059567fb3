/* load.h — what the files of the loader share: load.c (the scenario's text), counters.c (who there is and where),
 * tables.c (the charts). */
#ifndef SANDTABLE_OCS_LOAD_H
#define SANDTABLE_OCS_LOAD_H

#include "kit/words.h"
#include "systems/ocs/ocs.h"

typedef struct Loader {
    Scenario *scenario;
    Loading *loading;
    Book *data;
    Document *document; /* the scenario's text */
} Loader;

/* A table of tables/; NULL with a mistake. */
Document *open_table(Loader *loader, const char *name);
/* What stands under that column in that row; an empty field with a mistake if there is nothing. */
Field cell_under(Document *table, int row, const char *column);
long number_under(Document *table, int row, const char *column, long low, long high);
int word_under(Document *table, int row, const char *column, const char *const *words); /* 0 with a mistake */
/* "3", "1/2": in parts of which `whole` make one; 0 with a mistake. */
int parts_of(Loader *loader, Document *table, const Field *field, int whole);
bool is_side(const Scenario *scenario, const Field *field, int *side);

void load_charts(Loader *loader);
void load_counters(Loader *loader);
void load_aircraft(Loader *loader);
void load_setup(Loader *loader, const Field *scenario); /* the rows of that scenario */
void check_setup(Loader *loader);

#endif
