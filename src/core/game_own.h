/* game_own.h — the inside of a Game, shared by game.c, game_back.c and journal.c and by nobody else. */
#ifndef SANDTABLE_GAME_OWN_H
#define SANDTABLE_GAME_OWN_H

#include "core/game.h"
#include "core/snapshots.h"

/* An order that stands: where it is packed, and where its line begins in the journal (not kept when quiet). */
typedef struct Standing {
    uint32_t packed, line;
} Standing;

struct Game {
    const Scenario *scenario;
    Position *position;
    Position *barrier;         /* where undo ends */
    Position *spare;           /* what a failing sink falls back on */
    Position *view[SIDES + 1]; /* the last one is the spectator's */
    bool view_fresh[SIDES + 1];
    Sight *sight[SIDES + 1]; /* of each view, where the system has one */
    Memo *memo;
    uint64_t *facts;  /* what the giver of an order knew of hidden things before and after it, where the system says */
    bool barrier_due; /* the position becomes the barrier before the next order */
    bool quiet, closed;
    int format;  /* of the journal: JOURNAL_FORMAT, or an older one that it was begun in */
    int edition; /* of the rules, and of the data, that the journal says it is played with since its last line */
    uint8_t data_hash[SHA256_BYTES];
    bool seed_known; /* false: read from a journal without its seed */
    bool reading;    /* a journal is being replayed: its dice are queued */
    uint8_t resigned;

    Standing *order;
    uint8_t *packed; /* verb, count, slots and values of each order, one behind the other: an Order is mostly room */
    size_t packed_length, packed_room;
    size_t begin_at; /* where the line `begin` begins */
    int orders, order_room;
    int barrier_orders; /* orders that stood at the barrier */
    Snapshots snapshots;
    Position *imagined;  /* how the game went on when what is hidden was dealt anew, NULL if it never was */
    int imagined_orders; /* and how many orders stood then */

    Dice dice;
    uint8_t chain[SHA256_BYTES];
    uint32_t lines; /* orders and undos written */
    char *text;
    size_t length, room;
    bool (*sink)(void *context, const char *line, size_t length);
    void *sink_context;

    DiceTrust trust;
    int wait; /* seconds that a roll waits for a link */
    Witness witness[SIDES];
    bool announced; /* an order is given and waits for its dice */
    Order roll;
    unsigned links_due; /* bit per side whose link it still waits for */

    StandingSet standing[SIDES];
    Events events;
};

/* A game whose head is taken from a journal: its bytes up to, not including, the line `begin`, and the dice
 * written in that line. Without the seed those dice are taken for the set-up's. */
typedef struct GameHead {
    int format, edition;
    const uint8_t *data_hash;
    const char *bytes;
    size_t length;
    const Cast *dice;
    int dice_count;
    bool seed_known;
    DiceTrust trust;
    int wait;
} GameHead;

Game *game_raise(const Scenario *scenario, const GameStart *start, const GameHead *head);

/* ---- for journal.c ---- */
/* A line `edition N HASH`: from here on the game is played with those rules and data. */
bool game_write_edition(Game *game, int edition, const uint8_t data_hash[SHA256_BYTES]);
/* Writes a line that is part of the chain and counts as no order: `edition`, and those of witness.h. */
bool game_write_aside(Game *game, const char *words);
/* Takes lines over as they stand: they are part of the text and the chain, and nothing is played. */
bool game_pass_over(Game *game, const char *bytes, size_t length);

/* ---- game_witness.c, for game.c ---- */
/* Whether the order rolls dice that need links of other sides. */
bool game_needs_links(Game *game, const Order *order);
/* Writes that the order is given; false if the sink failed. */
bool game_announce(Game *game, const Order *order);
/* A line that is taken over: what it says of the chains holds. */
void game_pass_witness(Game *game, const char *line, size_t length);

/* ---- for game_back.c ---- */
/* Writes a line that is no order: `undo`, `back`, `imagine SIDE… SEED`, `resign SIDE`. False if the sink failed. */
bool game_write_line(Game *game, const char *words);
void game_apply(Game *game, const Order *order);
void game_drop_order(Game *game);    /* the last one stands no more */
void game_drop_standing(Game *game); /* the open question is its side's own again */
void game_forget_views(Game *game);  /* they are to be brought up to date */
void game_drop_views(Game *game);    /* nothing of them is kept: the scenario itself may change */

#endif
