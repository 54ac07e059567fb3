/* fight.h — what the files of sections 14 and 15 share.
 *
 * A battle, ordered, under way or only imagined, is laid out as a Battle. muster() adds up what each side brings, part
 * by part, with the units of unknown strength left open; weigh_ground() lists the shifts. The roll and the forecast
 * read the same two. */
#ifndef SANDTABLE_PM_FIGHT_H
#define SANDTABLE_PM_FIGHT_H

#include "kit/odds.h"
#include "kit/paying.h"
#include "systems/pm/pm.h"

enum { ATTACK, DEFENCE };

/* Slots of the orders, as system.c describes them. */
enum { ATTACK_UNITS, ATTACK_AT, ATTACK_CORPS };
enum { ASSAULT_UNITS, ASSAULT_AT, ASSAULT_WITH };
enum { ADVANCE_UNITS, ADVANCE_CORPS, ADVANCE_WITH };
/* Number of an aviation corps in an order, from 1, as the bit it has in battles. */
static inline int corps_bit(int side, int number) { return side == SOVIET_SIDE ? SOVIET_CORPS : number - 1; }

/* ---- odds.c: 14.8–14.23, pm.r.49 ------------------------------------------------------------------------- */

/* What halves the factors of a unit; those that suffer the same are halved together (9.7-2, 14.12, pm.r.49). */
enum { HALVED_SUPPLY = 1, HALVED_MARSH = 2, HALVED_FLAK = 4, HALVINGS = 8 };
enum { PARTS = 48 };

typedef struct Part {
    uint8_t halvings;
    int8_t corps; /* aircraft of the stack, -1 none that helps */
    int known;    /* factors; what every unit has over its unknown strength is in it */
    int unknown;  /* units whose strength is still to be drawn */
} Part;

typedef struct Muster {
    int parts;
    Part part[PARTS];
    uint8_t part_of[FORCE]; /* by member of the force */
    bool drawn[FORCE];      /* its strength is still to be drawn */
    int points[8];          /* of each aircraft that helps */
} Muster;

enum { FLAK_AS_SEEN, FLAK_HELPS, FLAK_IDLES };

/* Everything the odds depend on, as far as the view shows. */
typedef struct Fray {
    const Scenario *scenario;
    const Book *data;
    const State *view;
    const Battle *battle;
    int weather;
    uint8_t flak; /* FLAK_AS_SEEN, or the assumption about unseen defenders */
    Supplies supplies[PLAYERS];
} Fray;

void fray_begin(Fray *fray, const Scenario *scenario, const State *view, const Battle *battle);
/* Adds up both sides; `open` says which parts depend on draws. */
void muster(const Fray *fray, int which, Muster *out);
/* The part of units that suffer those halvings and have that aircraft; a new one if there is none. */
int part_at(Muster *muster, unsigned halvings, int corps);
/* The strength, when the unknown units of each part bring that much. */
int strength_of(const Muster *muster, const int drawn[PARTS]);
/* Shifts of ground, geometry, aircraft and weather: 14.11. */
void weigh_ground(const Fray *fray, OddsSheet *out);
/* What is in the factors already, as entries without columns: halvings, aircraft, works, what changes the result. */
void factor_lines(const Fray *fray, int which, const Muster *muster, OddsSheet *out);
/* 9.6: whether a die of the GAST is rolled, and what is added to it (17.10-2). */
bool is_attenuated(const Fray *fray);
int gast_bonus(const Fray *fray);
int gast_shift(const Book *data, int made); /* columns left */
static inline bool is_mobile(const Battle *battle) { return battle->launch != NO_HEX; }
/* What the table's result comes to: the ArKo, then the city (14.41-2, 14.23-2, pm.r.54, pm.r.55). */
Result final_result(const Book *data, const Battle *battle, Result table);

/* ---- battle.c --------------------------------------------------------------------------------------------- */

void lay_out_battle(const Scenario *scenario, const State *view, int side, Hex target, Hex launch,
                    const Piece *attacker, int attackers, Battle *out);
/* The battle begins: the procedure goes on by itself. */
void begin_battle(Play *play, const Battle *battle);
void fight_again(Play *play); /* 15.6-1: another round of the mobile assault, at fresh odds */
void forget_battle(Play *play);
bool is_alive(const State *state, Piece piece); /* steps are left */
static inline Hex origin_of(const Book *data, const State *view, const Battle *battle, Piece piece)
{
    Hex hex = view->unit[piece].at.hex;
    return hex == box_of(data, BOX_AT_SEA) ? battle->sea : hex;
}

/* ---- assault.c: 14.1–14.7 ---------------------------------------------------------------------------------- */

/* Why a unit does not attack that hex at all in this player turn, however: 5.3, 9.19, 9.20, 10.1, 14.40, pm.r.94. */
Refusal may_fight(const Scenario *scenario, const State *view, Piece piece, Hex target);

void attack_battle(const Scenario *scenario, const State *view, const Order *order, Battle *out);
bool invasion_waits(const State *view); /* 14.5: it is still to be fought */
/* Hexes that all the named may attack; all units named must have one in common with each other. */
int common_targets(const Scenario *scenario, const State *view, const Piece *piece, int count, Hex out[EDGES]);

/* ---- losses.c, retreat.c: 14.32–14.36 ----------------------------------------------------------------------- */

/* Parts of a point: half ones (14.36). */
enum { POINT = 2 };
int worth_of(const Book *data, const State *view, Piece piece);           /* of a step, in halves */
bool anyone_pays(const Scenario *scenario, const State *view, int which); /* points are due, and a unit is left */
/* Whether some hex is open to those defenders of the battle; NULL: to all that are left now. */
bool may_retreat(const Scenario *scenario, const State *view, const Piece *left, int count);

/* ---- mobile.c: 15 ------------------------------------------------------------------------------------------- */
/* Whether they may assault the hex, but perhaps for an escort (15.1-1). */
Refusal could_assault(const Scenario *scenario, const State *view, const Piece *piece, int count, Hex target);
void assault_battle(const Scenario *scenario, const State *view, const Order *order, Battle *out);
void mobile_ends(Play *play); /* won, thrown back, or another round is possible; pops the battle unless it goes on */

/* ---- forecast.c --------------------------------------------------------------------------------------------- */
/* Unseen tried units by line of the pool: all that were drawn, less the dead and those in sight. */
void count_tried(const Scenario *scenario, const State *view, int hidden[PM_LINES]);

/* ---- hedgehog.c: 14.40 ----------------------------------------------------------------------------------------- */
static inline bool is_hedgehog(const Book *data, const State *view, Hex hex)
{
    return !data->beginners && has_bit(view->hedgehog, hex);
}
/* pm.r.99: where no German nationality unit is left there is none any more. */
void hedgehogs_end(const Scenario *scenario, State *state);

#endif
