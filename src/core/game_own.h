/* game_own.h — the internals of a Game, private to game.c, game_back.c and journal.c. */
#ifndef SANDTABLE_GAME_OWN_H
#define SANDTABLE_GAME_OWN_H

#include "core/game.h"
#include "core/snapshots.h"

/* An order in force: its offset in the packed orders, and of its line in the journal (not kept if quiet). */
typedef struct Standing {
    uint32_t packed, line;
} Standing;

struct Game {
    const Scenario *scenario;
    Position *position;
    Position *barrier;         /* where undo ends, if no journal leads there (barrier_kept) */
    Position *spare;           /* restored if the sink fails */
    Position *view[SIDES + 1]; /* the last one is the spectator's */
    bool view_fresh[SIDES + 1];
    Sight *sight[SIDES + 1]; /* of each view, where the system has one */
    int tallied;             /* lines of `tally`, which tell the position as it is; 0: not counted yet */
    PointsLine tally[TALLIES_MAX];
    Memo *memo;
    uint64_t *facts;   /* what the player knew of hidden things before and after an order (System.learned) */
    bool barrier_due;  /* the position becomes the barrier before the next order */
    bool barrier_kept; /* `barrier` holds it */
    bool quiet, closed;
    int format;  /* of the journal: JOURNAL_FORMAT, or the older one it was started in */
    int edition; /* of rules and data, according to the journal's last line about it */
    uint8_t data_hash[SHA256_BYTES];
    bool seed_known;          /* false: read from a journal without its seed */
    bool reading;             /* a journal is being replayed: its dice are queued */
    uint8_t resigned, defeat; /* the side, and how it lost (Defeat) */

    Standing *order;
    uint8_t *packed; /* verb, count, slots and values of each order, consecutive: most of an Order is unused */
    size_t packed_length, packed_room;
    size_t begin_at; /* where the line `begin` begins */
    int orders, order_room;
    int barrier_orders; /* orders in force at the barrier */
    Snapshots snapshots;
    Position *imagined;  /* the position after hidden units were shuffled for a branch, NULL if they never were */
    int imagined_orders; /* and the orders in force then */

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
    bool announced;                     /* an order is given and waits for its dice */
    uint8_t roll_context[SHA256_BYTES]; /* the journal up to there */
    Order roll;
    unsigned links_due; /* bit per side whose link it still waits for */

    StandingSet standing[SIDES];
    Events *events;
};

/* A game whose head comes from a journal: its bytes up to, not including, the line `begin`, and the dice
 * written in that line. Without the seed these are used as the dice of the set-up. */
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
/* Writes `edition N HASH`: from here on the game uses those rules and data. */
bool game_write_edition(Game *game, int edition, const uint8_t data_hash[SHA256_BYTES]);
/* Writes a line that is part of the chain and counts as no order: `edition`, and those of witness.h. */
bool game_write_aside(Game *game, const char *words);
/* Copies lines unchanged: they become part of the text and the chain, but are not played. */
bool game_pass_over(Game *game, const char *bytes, size_t length);

/* ---- game_witness.c, for game.c ---- */
/* Whether the order rolls dice that need links of other sides. */
bool game_needs_links(Game *game, const Order *order);
/* Writes that the order is given; false if the sink failed. */
bool game_announce(Game *game, const Order *order);
/* For a copied line: applies what it says about dice chains. */
void game_pass_witness(Game *game, const char *line, size_t length);

/* ---- for game_back.c ---- */
/* Writes a line that is no order: `undo`, `back`, `imagine SIDE… SEED`, `resign SIDE`. False if the sink failed. */
bool game_write_line(Game *game, const char *words);
void game_apply(Game *game, const Order *order);
void game_drop_order(Game *game);    /* removes the last order in force */
void game_drop_standing(Game *game); /* clears the standing answer to the open question */
void game_forget_views(Game *game);  /* the position is another: marks them and the tally to be updated */
void game_drop_views(Game *game);    /* discards them: the scenario itself may change */

#endif
