/* load.h — what the files of the loader share: load.c (the scenario's text), load_check.c, counters.c, tables.c and
 * ground.c. */
#ifndef SANDTABLE_WB95_LOAD_H
#define SANDTABLE_WB95_LOAD_H

#include "systems/wb95/wb95.h"

#define LOADER_TABLES 11

typedef struct Loader {
    Scenario *scenario;
    Loading *loading;
    Wb95 *data;
    Document *document; /* the scenario's text */
    Document *table[LOADER_TABLES];
    const Field *used[WB95_SLOTS]; /* where the text gives a counter its place */
} Loader;

extern const char *const nation_words[]; /* by Nation */
extern const char *const type_words[];   /* by Type */
extern const char *const class_words[];  /* by Class */

/* Every table of tables/, with the cells that options replace. */
void load_tables(Loader *loader);
/* The counters that the scenario's text names, from the file it gives. */
void load_counters(Loader *loader, const char *file);
/* What a kind can do and stand, from its type, class and marks: zone, guns, morale. */
void finish_kind(const Wb95 *data, Kind *kind);
/* Groups of kinds that look alike from outside, and what stands for them in views. */
void make_anonymous(Scenario *scenario, Wb95 *data);

/* Tells every rule that the scenario as read would break. */
void check_scenario(Loader *loader);

/* Whether a counter's choice of hexes admits this one, the others standing where `hexes` says. */
bool setup_allows(const Scenario *scenario, const Hex hexes[WB95_SLOTS], Piece piece, Hex hex);

#endif
