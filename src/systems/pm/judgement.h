/* judgement.h — what the files that weigh orders share: judgement.c (marches and battles), judgement_turn.c (all that
 * comes before them) and judgement_sea.c (ships). Worths are in hundredths of a division. */
#ifndef SANDTABLE_PM_JUDGEMENT_H
#define SANDTABLE_PM_JUDGEMENT_H

#include "systems/pm/memo.h"

enum {
    HOPELESS = -100000,
    STARVES = 100,
    EACH_MORE = 2, /* counters named beyond what is needed */
    BEFORE_MARCHES = 1500
};

/* Who weighs, and what he has found. */
typedef struct Eye {
    const Scenario *scenario;
    const Book *data;
    const Map *map;
    const State *view;
    const Outlook *found;
    int side;
} Eye;

static inline const Unit *unit_of(const Eye *eye, Piece piece) { return &eye->view->unit[piece]; }
static inline const Kind *kind_at(const Eye *eye, Piece piece) { return kind_of(eye->data, eye->view, piece); }

/* ---- judgement.c ------------------------------------------------------------------------------ */

extern const int16_t step_worth[PLAYERS]; /* of a step of each side */
/* What there is to win with a hex, besides whoever stands in it. */
int prize_of(const Eye *eye, Hex hex);
/* The column of so many tenths of attack on the hex, with what shelters its defenders. */
int column_against(const Eye *eye, Hex target, int attack, bool mobile);
/* All that counts about a hex for a counter that stays there; and that one more of the side stands in a place. */
int standing_worth(const Eye *eye, Piece piece, Hex hex);
int garrison_worth(const Eye *eye, Hex hex, int others);

/* ---- a verb each: what the order is worth ------------------------------------------------------ */

/* judgement_turn.c */
int32_t recommended_value(const Eye *eye, const Order *order);
int32_t bring_value(const Eye *eye, const Order *order);
int32_t reserve_value(const Eye *eye, const Order *order);
int32_t rebuild_value(const Eye *eye, const Order *order);
int32_t convert_value(const Eye *eye, const Order *order);
int32_t arko_value(const Eye *eye, const Order *order);
int32_t airlift_value(const Eye *eye, const Order *order);
int32_t concentrate_value(const Eye *eye, const Order *order);
int32_t replace_value(const Eye *eye, const Order *order);
int32_t refit_value(const Eye *eye, const Order *order);
int32_t withdraw_value(const Eye *eye, const Order *order);
int32_t support_value(const Eye *eye, const Order *order);
int32_t hedgehog_value(const Eye *eye, const Order *order);
int32_t pause_value(const Eye *eye, const Order *order);
int32_t abort_value(const Eye *eye, const Order *order);
/* judgement_sea.c */
int32_t harbour_value(const Eye *eye, const Order *order);
int32_t sail_value(const Eye *eye, const Order *order);
int32_t invade_value(const Eye *eye, const Order *order);

#endif
