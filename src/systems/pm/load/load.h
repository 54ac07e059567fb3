/* load.h — what the files of the loader share: load.c (the scenario's text), counters.c (the counters), tables.c (the
 * printed charts), load_check.c (whether the whole can be played) and ground.c. */
#ifndef SANDTABLE_PM_LOAD_H
#define SANDTABLE_PM_LOAD_H

#include "kit/entries.h"
#include "systems/pm/pm.h"

typedef enum SetupKind { SETUP_FREE, SETUP_GIVEN, SETUP_NONE } SetupKind;

struct Loader {
    Scenario *scenario;
    Loading *loading;
    Book *data;
    Document *document; /* the scenario's text */
    SetupKind setup;
    int codes; /* kinds read from the order of battle: their numbers are the same */
    char code[PM_KINDS][PIECE_TEXT];
    bool used[PM_KINDS];                      /* stands on the map or will */
    int made[POOLS];                          /* untried units so far */
    const Field *started[PLAYERS][PM_STARTS]; /* where the text gives them their hex */
    int guards[POOLS];                        /* kinds of Guards, in the order of the table */
    int guard_kinds;
    uint16_t guard_kind[16];
    uint8_t guard_pool[16], guard_count[16];
};

extern const char *const pool_words[]; /* by Pool, as the tables write them */

/* A table of tables/; NULL with a mistake. */
Document *open_table(Loader *loader, const char *name);
/* A number under that column in that row; `low` with a mistake. */
long number_under(Document *table, int row, const char *column, long low, long high);
const Field *cell_under(Document *table, int row, const char *column);
/* "10-8-12 8-6-12": how many there are, 0 with a mistake. */
int read_values(Document *table, const Field *field, Values out[STEPS_MOST]);

/* ---- tables.c: 17 ---------------------------------------------------------------------------- */
void load_charts(Loader *loader); /* those every scenario has */
void load_need(Loader *loader, const char *name);
void load_points(Loader *loader, const char *name);
void load_works(Loader *loader, const char *name);
void load_withdrawals(Loader *loader, const char *name);
void load_manifest(Loader *loader, const char *name); /* after the counters */
void load_recommended(Loader *loader, int side, const char *name);

/* ---- counters.c ------------------------------------------------------------------------------ */
void load_kinds(Loader *loader, const char *name); /* the German side */
void load_pool(Loader *loader, const char *name);
void load_schedule(Loader *loader, const char *name); /* makes all counters */
void load_designations(Loader *loader, const char *name);
/* One more counter; NO_PIECE with a mistake at the field. */
Piece add_german(Loader *loader, Document *document, const Field *code, Hex home);
Piece add_untried(Loader *loader, Document *document, const Field *at, int pool, Hex home);
void finish_kinds(Loader *loader); /* untried and unknown kinds */

/* ---- load_check.c ---------------------------------------------------------------------------- */
void check_scenario(Loader *loader);

#endif
