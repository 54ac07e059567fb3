/* load.h — what the files of the loader share: load.c (the scenario's text), load_setup.c, load_words.c, load_check.c,
 * counters.c, tables.c and ground.c. */
#ifndef SANDTABLE_WB95_LOAD_H
#define SANDTABLE_WB95_LOAD_H

#include "kit/entries.h"
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

/* ---- load_words.c: each reports a mistake that says what was expected ---- */

int take_nation(Words *words);                                /* 0 with a mistake */
unsigned take_nations(Words *words);                          /* bits; one at least, as far as they go */
int zone_named(const Scenario *scenario, const Field *field); /* index into Wb95.zone_area; -1 */
int take_zone(Words *words);                                  /* the same */
void take_hexes(Words *words, uint64_t *bits);                /* one at least, as far as they go */
void take_place(Words *words, uint64_t *bits);
void take_area_of(Words *words, int kind, uint64_t *bits);
/* A word that says what kind of area it is, and its name: `place Cottbus`, `hex 4204 4205`. */
void take_area(Words *words, uint64_t *bits);

/* ---- load_setup.c, feature_text.c: entries of a scenario ---- */

void read_where(Loader *loader, Words *words, const Entry *entry);
void read_setup(Loader *loader, Words *words, const Entry *entry);
void read_overstack(Loader *loader, Words *words);
void read_cut_off(Loader *loader, Words *words);
void read_losses(Loader *loader, Words *words, const Entry *entry);
void read_garrison(Loader *loader, Words *words);
void read_arrive(Loader *loader, Words *words);
/* One that comes by date or by a feature; a mistake at the last word if there is no room. */
void add_arrival(Loader *loader, Words *words, Arrival arrival);
/* Arrivals of features come behind those by date, with turn 0. */
void read_feature(Loader *loader, Words *words, const Entry *entry);

/* Every table of tables/, with the cells that options replace. */
void load_tables(Loader *loader);
/* The counters that the scenario's text names, from the file it gives. */
void load_counters(Loader *loader, const char *file);
/* What a kind can do, from its type, class and marks: zone, guns, morale. */
void finish_kind(const Wb95 *data, Kind *kind);
/* Groups of kinds that look alike from outside, and the kinds that views show for them. */
void make_anonymous(Scenario *scenario, Wb95 *data);

/* Reports every rule that the scenario as read would break. */
void check_scenario(Loader *loader);

/* Whether a counter's choice of hexes admits this one, the others standing where `hexes` says. */
bool setup_allows(const Scenario *scenario, const Hex hexes[WB95_SLOTS], Piece piece, Hex hex);

#endif
