/* fight.h — 7 and 9: overruns and combats, their odds, supply, losses, retreats and advances. */
#ifndef SANDTABLE_OCS_FIGHT_H
#define SANDTABLE_OCS_FIGHT_H

#include "systems/ocs/questions.h"

typedef struct Manner { /* of an attack */
    bool overrun, all_costs;
} Manner;

/* ---- overrun.c: 7 ---------------------------------------------------------------------------------------------- */

void bind_tags(Play *play); /* the overrun is over */

/* ---- combat.c: 9.1, 9.2, 9.9–9.11 ------------------------------------------------------------------------- */

/* The odds of an attack or overrun; false where the viewer does not know all units in the hex. */
bool forecast_order(const Scenario *scenario, const State *view, const Order *order, Manner manner, Forecast *out);
/* Why the unit may not attack at all (9.1e); overruns use it too. */
Refusal bars_attack(const Scenario *scenario, const State *view, Piece piece);
/* Begins the combat; `launch` is NO_HEX unless it is an overrun. */
void combat_begin(Play *play, const Piece *attackers, int count, Hex target, Hex launch, bool all_costs);
extern const char *const costs_words[];     /* words.c */
Refusal may_at_all_costs(const Book *data); /* 9.8, C8 */
/* Defenders that count: those not attacked before in this segment (D27). */
int defenders_of(const Scenario *scenario, const State *state, int side, Hex hex, Piece out[FORCE]);
bool has_units_left(const State *state, int which); /* of the combat: 0 attacker, 1 defender */

/* ---- odds.c: 9.3–9.7, 9.9, 9.17 --------------------------------------------------------------------------- */

/* What a combat is made of before the dice. */
typedef struct Odds {
    int attack, defence; /* in PARTS */
    int terrain;
    int over, under; /* rounded: 3:1, 1:2 */
    int column;      /* index, before surprise */
    int difference;  /* of the ratings */
    int hedgehog;
    int drm; /* difference less the hedgehog */
} Odds;
int class_row(const Kind *kind); /* ARMOR, MECH, OTHER: of the tables by class (9.4) */
int attack_strength(const Scenario *scenario, const State *state, Piece piece, Hex target);
int defence_strength(const Scenario *scenario, const State *state, Piece piece);
Odds odds_of(const Scenario *scenario, const State *state, const Piece *attackers, int count, const Piece *defenders,
             int defending, Hex target, Piece attacker_rating, Piece defender_rating, bool unpaid);
int odds_column(const Book *data, int terrain, int attack, int defence, int *over, int *under);
int shifted(const Book *data, int column, int shift); /* within the table (9.1f, 9.17-4) */
int result_at(const Book *data, int column, int roll);
bool has_surprise(const Book *data);
int surprise_roll(const Book *data, const Odds *odds, int dice);           /* the modified roll */
int surprised(const Book *data, const Odds *odds, bool overrun, int dice); /* 0, 1 attacker's, 2 defender's */

/* ---- combat_supply.c: 9.5, 11.6 ----------------------------------------------------------------------------- */

int attack_cost(const Scenario *scenario, const State *state, const Piece *attackers, int count,
                bool all_costs);                                                                   /* tokens */
int defence_cost(const Scenario *scenario, const State *state, const Piece *defenders, int count); /* the same */
/* 9.5b, D28 */
/* The hexes beside the first of its counters that they may attack this way, if they can pay for it; how many. With no
 * list they are only counted. */
typedef Refusal CheckAt(const Scenario *scenario, const State *view, const Order *order, Hex target);
int list_attacked(const Scenario *scenario, const State *view, const Order *order, CheckAt *check, Choices *out);
Refusal attack_supply(const Scenario *scenario, const State *view, const Piece *attackers, int count, bool all_costs);
bool finds_supply(const Scenario *scenario, const State *state, const Piece *defenders, int count); /* of the defence */
void pay_for_combat(Play *play, int which);
/* Of an attack on a hex whose supply the viewer does not see: it may be halved, and the forecast shows that. */
void forecast_unsure(const Scenario *scenario, const Odds *supplied, const Odds *halved, Forecast *out);
void forecast_supply(const Scenario *scenario, const State *view, const Piece *attackers, int count,
                     const Piece *defenders, int defending, bool all_costs, Forecast *out);

/* ---- forecast.c ------------------------------------------------------------------------------------------- */

enum { SECOND_ROLL = 4 }; /* 9.8c-1: so much less */
bool weigh_combat(const Scenario *scenario, const Odds *odds, int side, Manner manner, Forecast *out);

/* ---- fogged.c: what the viewer does not see all of -------------------------------------------------------------- */

/* Weighs a fight in a position in which all is known, and gives its column; false if that cannot be done. */
typedef bool WeighIn(const Scenario *scenario, const State *world, const void *about, Forecast *out);
/* Outcomes and measures over all that may be hidden, and the range of columns; the rest is the caller's. */
bool weigh_hidden(const Scenario *scenario, const State *view, int side, WeighIn *weigh, const void *about,
                  Forecast *out);
/* Each unit that counts as more or less than is printed on it (9.3b, 9.5). */
void forecast_factors(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex target,
                      Forecast *out);

/* ---- losses.c: 9.11, 9.12 --------------------------------------------------------------------------------- */

enum { LOSS_COMBAT, LOSS_OPTION, LOSS_RETREAT }; /* causes of a loss */
enum { LOSS_CAUSE, ASKED_FORCE };                /* Frame.data of the questions of a combat */
bool may_lose(const Scenario *scenario, const State *view, int which, Piece piece); /* 9.9-3, 9.12c */
void take_loss(Play *play, int which, Piece piece);
int side_in_combat(const State *state, int which);

/* ---- retreat.c: 4.6, 9.13 --------------------------------------------------------------------------------- */

void retreat_begin(Play *play, int which, int hexes);

#endif
