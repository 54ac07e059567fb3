/* ai.h — players that answer questions.
 *
 * A player is given a view, never the position, and returns an order for the open question. It knows no
 * rule: it asks the System what may be ordered. Chance comes from the Random it is given, so that a game of
 * seeded players is the same every time. */
#ifndef SANDTABLE_AI_H
#define SANDTABLE_AI_H

#include "core/system.h"

typedef struct Player Player;

/* An order that was tried out, and its results. */
typedef struct Tried {
    Order order;
    int16_t chance, chance_error; /* of winning, in thousandths, and its standard error; a draw counts half */
    int32_t margin, margin_error; /* of points over the best of the others, in hundredths, and its standard error */
} Tried;

enum { TRIED = 4 };

/* Why an order was given: what its player found out by trying orders out. */
typedef struct Why {
    int count;          /* 0: no order was tried out */
    int worlds;         /* imagined positions in which all of them were tried */
    bool better;        /* the second is better than the first by more than chance: of an order asked about alone */
    bool tells_chance;  /* games were played to their end, or their last positions are appraised; else the chance means
                         * nothing, and the margin is that of the last positions */
    Tried tried[TRIED]; /* the order given, then the greedy player's if it is another, then the next best */
} Why;

/* What the caller keeps of a player that thinks, from one order to the next. All 0 at first. */
typedef struct Thinking {
    uint16_t turn; /* of the game; what is spent counts from its beginning */
    bool begun;
    uint8_t side;
    int64_t spent;
    int64_t rollout;          /* work that the last rollout of the turn took; 0: none yet */
    const _Atomic bool *stop; /* may be set by another thread: it gives the best order found so far. May be NULL */
    _Atomic int done;         /* hundredths of this question's budget that are spent, while it thinks */
    Why why;                  /* of the last order */
} Thinking;

struct Player {
    const char *name;
    /* Finds an order for the view's open question; adds how many choices were listed on the way. False if it
     * found none. The memo is the game's (game_memo): it only saves time. NULL: it thinks. */
    bool (*order)(const Scenario *scenario, const Position *view, Memo *memo, Random *random, Order *out,
                  uint64_t *choices_listed);
    /* The same for a player that tries orders out before it gives one. `mind` is a block of room() bytes that the
     * caller lends; what it holds before and after means nothing. */
    bool (*think)(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *mind,
                  Thinking *thinking, Random *random, Order *out, uint64_t *choices_listed);
    size_t (*room)(const Scenario *scenario);
    uint32_t budget; /* orders of a small battle that it may simulate in a turn; its level */
};

extern const Player random_player, novice_player, greedy_player, search_quick_player, search_player, search_deep_player;

extern const Player *const players[]; /* NULL-ended */
/* NULL if there is none of that name. */
const Player *player_named(const char *name);

/* How many bytes the player needs to find an order; 0: none. */
size_t player_room(const Player *player, const Scenario *scenario);
/* Any player's order. `mind` may be NULL if the player needs no room, `thinking` if every order may cost a whole turn's
 * budget. The same view, random state, player and thinking give the same order, whatever the memo and the mind held
 * before, unless it is stopped. */
bool player_order(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *mind,
                  Thinking *thinking, Random *random, Order *out, uint64_t *choices_listed);

#endif
