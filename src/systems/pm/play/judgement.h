/* judgement.h — what the files that weigh orders share: judgement.c (marches and battles), judgement_turn.c (all orders
 * before them) and judgement_sea.c (ships); orders.def says which function weighs which order. Worths are in hundredths
 * of a division. */
#ifndef SANDTABLE_PM_JUDGEMENT_H
#define SANDTABLE_PM_JUDGEMENT_H

#include "systems/pm/memo.h"

enum {
    HOPELESS = -100000,
    STARVES = 100,
    EACH_MORE = 2, /* counters named beyond what is needed */
    BEFORE_MARCHES = 1500
};

static inline const Unit *unit_of(const Eye *eye, Piece piece) { return &eye->view->unit[piece]; }
static inline const Kind *kind_at(const Eye *eye, Piece piece) { return kind_of(eye->data, eye->view, piece); }

/* ---- judgement.c ------------------------------------------------------------------------------ */

extern const int16_t step_worth[PLAYERS]; /* of a step of each side */
/* What there is to win with a hex, besides the units in it. */
int prize_of(const Eye *eye, Hex hex);
/* The column of so many tenths of attack on the hex, with its defenders' shelter. */
int column_against(const Eye *eye, Hex target, int attack, bool mobile);
/* Everything that counts about a hex for a counter that stays there; and one more unit of the side in a place. */
int standing_worth(const Eye *eye, Piece piece, Hex hex);
int garrison_worth(const Eye *eye, Hex hex, int others);

#endif
