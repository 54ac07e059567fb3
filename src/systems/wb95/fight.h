/* fight.h — what the files of sections 5, 6, 9, 13 and 15 share.
 *
 * A declared order is laid out as a Combat (two forces, the hexes attacked); battle_sheet() turns any Combat,
 * finished or only imagined, into strengths, modifiers and a column. The refusals, the lists of choices, the
 * forecast and the roll all read the same sheet. */
#ifndef SANDTABLE_WB95_FIGHT_H
#define SANDTABLE_WB95_FIGHT_H

#include "kit/odds.h"
#include "systems/wb95/wb95.h"

enum { ARTILLERY_RANGE = 3, HIGHEST_COLUMN = COLUMNS - 1 };

/* Slots of the orders, as system.c describes them. */
enum { ATTACK_UNITS, ATTACK_AT, ATTACK_GUNS, ATTACK_FULL, ATTACK_AIR, ATTACK_WAIVE };
enum { FIRE_GUNS, FIRE_AT, FIRE_AIR, FIRE_FULL };
enum { SHELL_GUNS, SHELL_BRIDGE, SHELL_FULL };
enum { BARRAGE_GUNS, BARRAGE_AT, BARRAGE_AIR, BARRAGE_FULL }; /* as those of fire */
enum { DEFEND_GUNS, DEFEND_STARS, DEFEND_FU, DEFEND_AIR, DEFEND_CMS, DEFEND_OF, DEFEND_WAIVE };
enum { COMMIT_STARS, COMMIT_CMS, COMMIT_OF };
enum { POOL_NAMES = 20 }; /* of lost HQs, one a CM (9.1.6) */

/* ---- what a counter may do ---- */

/* Regular units assault; what is towed does not (5.1.10, R30). */
static inline bool can_assault(const Kind *kind) { return (kind->is & (REGULAR | TOWED)) == REGULAR; }
static inline bool is_limbered(const Wb95 *data, const State *view, Piece piece)
{
    return kind_of(data, view, piece)->is & GUN && view->unit[piece].now & TRANSPORT;
}
/* Towed artillery in position: fires, cannot move (6.2.3). */
static inline bool is_emplaced(const Wb95 *data, const State *view, Piece piece)
{
    return kind_of(data, view, piece)->is & GUN && !(view->unit[piece].now & TRANSPORT);
}
/* In field fortifications or Fixed Positions. */
static inline bool dug_in(const Wb95 *data, const State *view, Hex hex)
{
    return fortified(view, hex) || data->position_cm[hex];
}
/* Must this counter fight that one when it can? Enemies, and for Poles who changed sides the Germans (stars.2-8). */
bool hostile(const Wb95 *data, const State *view, Piece piece, Piece other);
/* Whether this counter attacks a kind it hates, in its own camp. */
bool hates(const Wb95 *data, const State *view, Piece piece, Piece other);

/* ---- combat.c: the declaration; odds.c: the sheet ---- */

typedef struct Battle {
    int sp[2];
    int cm[2];
    int dice[2];     /* pips the HQs move the roll: attack -1, defence +1 */
    bool covered[2]; /* an HQ would, if not waived */
    int initial, column;
    Hex ground; /* the defending hex whose CMs count (5.5.3) */
    bool lone;
    uint64_t active[2]; /* stars that count, after silencing */
    uint8_t side[2];    /* of the forces */
    OddsSheet sheet;    /* all that goes into it; only CMs are columns */
} Battle;

/* The counters of a hex that an attack by `attacker` would hit: not yet fought, not shelled. */
int defenders_at(const Wb95 *data, const State *view, Piece attacker, Hex hex, Piece out[STACK]);
bool attackable(const Wb95 *data, const State *view, Piece attacker, Hex hex);
/* 10.2.3: the slot of an order that names the buyers of full strength, among those its slots `fighters` (bits)
 * name. */
Refusal full_refusal(const State *view, const Order *order, int full, unsigned fighters);
void list_full(const State *view, const Order *prefix, int full, unsigned fighters, Choices *out);
void pay_for_strength(Play *play, Piece piece);
/* Lays a DO_ATTACK out. Everything in it must be legal by itself. */
void combat_declare(const Scenario *scenario, const State *view, const Order *order, Combat *out);
void battle_sheet(const Scenario *scenario, const State *view, const Combat *combat, Battle *out);
/* The same with the ground that counts given; and the columns again after strengths or CMs have changed. */
void battle_sheet_on(const Scenario *scenario, const State *view, const Combat *combat, Hex ground, Battle *out);
void battle_column(Battle *sheet);
/* Which target's ground counts (5.5.3), with so much SP in each. */
int choose_ground(const Wb95 *data, const State *view, const Combat *combat, const int sp[TARGETS]);
int ground_strength(const Wb95 *data, const State *view, const Combat *combat, Hex hex);
/* Targets whose Fixed Positions the assault does not take from behind (7.2.4), as bits. */
uint8_t positions_held(const Scenario *scenario, const State *view, const Combat *combat);
void sheet_line(Battle *sheet, int force, int value, Sentence what);
enum {
    STAGE_NONE,
    STAGE_DEFENCE,
    STAGE_COMMIT,
    STAGE_ROLL,
    STAGE_ATTACK_LOSSES,
    STAGE_DEFENCE_LOSSES,
    STAGE_ALONE_LOSSES,
    STAGE_RETREAT,
    STAGE_STAND,
    STAGE_ATTACK_PURSUES,
    STAGE_DEFENCE_PURSUES,
    STAGE_TESTS,
    STAGE_DONE
};

static inline bool alive(const State *view, const Force *force, int i)
{
    return view->unit[force->unit[i]].place == ON_MAP;
}
int force_index(const Force *force, Piece piece); /* -1 if it is not in it */
/* An HQ or limbered gun with no other unit in its hex (5.1.9, 6.6.4): whatever else is attacked in the same combat, its
 * hex is read at 10:1, pays for itself and does not retreat (R101). */
bool stands_alone(const Combat *combat, int which, int i);
/* Whether the player whose turn it is decides for this counter (R106). */
static inline bool decides_for(const State *view, const Force *force, int i)
{
    return view->unit[force->unit[i]].side == force->side;
}
/* Number of the owner of the defence whose turn it is. */
static inline int owner_at_hand(const Combat *combat)
{
    int at = 0;
    while (at + 1 < combat->owners && combat->owner[at] != combat->force[DEFENCE].side)
        at++;
    return at;
}
void force_add(const State *view, Force *force, Piece piece);
bool beside_any(const Scenario *scenario, Hex hex, const Hex *others, int count);
/* A unit that fights is exposed to the result. A gun that fires has had its fight, but has no shield (R93). A gun
 * beside the enemy does both (6.3.5). */
void mark_fighter(State *state, Piece piece);
void open_stack(State *state, Hex hex); /* all sides see it until the Combat Phase ends (16.1.3) */
void mark_gun(State *state, Piece piece);
/* Which force must fall back, or -1. */
int beaten_force(const Combat *combat);

/* ---- duty.c: 5.1.3, 5.1.4, stars.2-8 ---- */

/* Units that fight (S), hexes attacked (T) of a plan, complete or not. */
typedef struct Plan {
    int units, hexes, guns;
    Piece unit[FORCE];
    Hex hex[TARGETS];
    Piece gun[GUNS];
    bool units_open, hexes_open; /* more may be added, in ascending order */
} Plan;

/* Whether the plan can be completed to an attack that strands no duty. */
bool plan_possible(const Scenario *scenario, const State *view, const Plan *plan);
/* Refuses an attack (or fire: `assault` false) that would leave a duty no unit could fulfil any more. */
Refusal plan_strands(const Scenario *scenario, const State *view, const Plan *plan, bool assault);
/* The same, and what would be left so: a hex, a unit, or nothing that could be taken in. */
typedef struct Stranded {
    Hex hex;
    Piece unit;
} Stranded;
Refusal plan_leaves_out(const Scenario *scenario, const State *view, const Plan *plan, bool assault, Stranded *out);
/* The hexes this unit may attack now; only the hated ones if it is beside any. */
int targets_of(const Scenario *scenario, const State *view, Piece piece, Hex out[EDGES]);
/* Whether the unit must attack in this phase. */
bool must_attack(const Scenario *scenario, const State *view, Piece piece);
/* An enemy counter of the hex that must be attacked by `side`, or NO_PIECE. */
Piece must_be_attacked(const Scenario *scenario, const State *view, int side, Hex hex);

/* DO_ATTACK, for attack_parts.c: whether a unit has an enemy beside it to attack; what forbids it to attack a hex, its
 * units and hexes together, a gun (its range is ignored), the whole; what it is made of. */
bool may_start(const Scenario *scenario, const State *view, Piece piece);
Refusal pair_refusal(const Scenario *scenario, const State *view, Piece piece, Hex hex);
Refusal attack_shape(const Scenario *scenario, const State *view, const Order *order, int side);
Refusal target_refusal(const Scenario *scenario, const State *view, Piece attacker, Hex hex);
Refusal gun_joins_attack(const Scenario *scenario, const State *view, const Order *order, Piece gun, int side);
void plan_of(const Order *order, Plan *plan);

/* ---- commitment.c: 5.2.1 b ---- */
void tell_attack_support(Play *play, const Order *order); /* guns and air of a DO_ATTACK, an HQ done without */
/* What the defence may throw in as far as the view knows of it: guns within range, air SP over the hexes attacked. */
int guns_for_defence(const Scenario *scenario, const State *view, const Combat *combat, Piece out[GUNS]);
int defence_air(const State *view, const Combat *combat);
bool regulars_attacked(const Wb95 *data, const State *view,
                       const Combat *combat); /* guns support only regulars (6.3.1) */
/* Lays all that the force may throw in after the declaration over the combat; false when there is nothing. */
bool force_in_full(const Scenario *scenario, const State *view, const Battle *sheet, int which, Combat *combat);

/* ---- losses.c: 5.1.8 ---- */
void combat_losses(Play *play, int which, int losses);
/* Losses of units alone in a hex; false when no owner is left to ask. */
bool alone_losses(Play *play);
/* What their hex suffers on that row. */
static inline Result alone_result(const Wb95 *data, const Combat *combat)
{
    return data->combat[combat->row - 2][HIGHEST_COLUMN][DEFENCE];
}
/* A user of a star or a fortification unit has lost a CEL (15.1.7, 15.4.3). */
void user_paid(const State *state, Force *force, int i);
/* Those of the combat table, and which owner of a defence bears how many (R109). */
void share_losses(const Play *play, Combat *combat);
void table_losses(Play *play, int which);
/* A counter on a hex that is shelled or bombed: hit, unless it has had its fight of this Combat Phase (R85). */
bool under_fire(const State *view, Piece piece, int side);

/* ---- retreat.c: 5.3; pursuit.c: 5.4 ---- */
enum { WALK_PIECE, WALK_PATH, WALK_WITH }; /* slots */
enum { MAYBE_COST = 10, CEL_COST = 100 };  /* of a CEL that may be lost on a retreat's way, that is; beside a hex */
/* Whether a counter could go at all: guns in position, RG, building HQs and lone HQs cannot. */
bool can_retreat(const Wb95 *data, const State *view, int which, int i);
int shortfall(const Wb95 *data, const State *view);

/* ---- artillery.c: 6 ---- */
Refusal support_refusal(const Scenario *scenario, const State *view, Piece gun, int side);
/* SP of a ranged order after doubling and terrain; adds a line for each part. */
int fire_strength(const Scenario *scenario, const State *view, const Order *order, OddsSheet *lines);

/* ---- air.c: 8 ---- */
enum { MISSION_KIND, MISSION_AT, MISSION_BRIDGE, MISSION_AIR, MISSION_ATTACKS }; /* slots */
enum { DUEL_FLIGHTS, DUEL_OF };                                                  /* slots */
/* What a mission needs to be planned at all, and against one hex. */
bool mission_possible(const Scenario *scenario, const State *view, int side, int mission);
bool mission_open_at(const Scenario *scenario, const State *view, int side, int mission, Hex hex);
int air_available(const Scenario *scenario, const State *view, int side); /* SP */
int counter_sp(const Wb95 *data, int side);                               /* missions are multiples of it */
int smallest_mission(const Wb95 *data, int side, int mission);

/* ---- headquarters.c: 9 ---- */
/* CMs for lost enemy HQs that a side may spend in this combat. */
int pool_cms(const Scenario *scenario, const State *view, const Combat *combat, int side);
int pool_all(const State *view, int side); /* … in any combat, wherever it is */
/* The same of HQs lost at a hex; 0 unless HQs lost elsewhere serve the combat too, for else there is no choice. */
int pool_cms_at(const Scenario *scenario, const State *view, const Combat *combat, int side, Hex hex);
/* One for each hex named, the rest of what lapses first. */
void pool_spend(Play *play, const Combat *combat, int side, int cms, const uint16_t *named, int count);
void pools_expire(State *state);
/* Whether a counter adds strength, and so must be covered (R35). */
bool adds_strength(const Wb95 *data, const State *view, Piece piece);
/* Whether an HQ of the side would help a defender of that nation there. */
bool hq_serves(const Scenario *scenario, const State *view, int side, int nation, Hex hex);
/* Range of the HQ die modifier for a whole force. */
bool hq_covers(const Scenario *scenario, const State *view, const Piece *force, int count, bool defending);
bool force_covered(const Scenario *scenario, const State *view, const Combat *combat, int which);

/* ---- concentration.c: 13; special.c: 15 ---- */
enum { FORTIFIER_CM = 2 }; /* 15.4.1 */
bool concentrates(const Kind *kind);
int concentration_cm(const Wb95 *data, const State *view, const Force *force);
/* Mechanized units or armoured cars: what white stars are for (15.1.2-2). */
bool has_armour(const Wb95 *data, const State *view, const Force *force);
/* Stars this counter could use, as bits, given the fighters. */
int stars_usable(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet, int which,
                 int i);
void star_lines(const Scenario *scenario, const State *view, const Combat *combat, Battle *sheet);
void tell_silenced(Play *play, const Battle *sheet); /* stars declared in the combat at hand that the enemy's silence */
bool fu_usable(const Wb95 *data, const State *view, const Combat *combat, const Battle *sheet, int i);
void special_lines(const Scenario *scenario, const State *view, const Combat *combat, Battle *sheet);

/* ---- hidden.c: 16.1 ---- */

/* One way in which the defence may turn out once its hidden counters are seen. */
typedef struct Stand {
    int sp[TARGETS];    /* by target, all the defenders there */
    int cms;            /* for formations that hidden counters complete */
    int ability;        /* CMs they could add by stars or as fortification units */
    int limit;          /* lowest morale limit of the defenders, 13 without any */
    bool covered, lone; /* by an HQ in sight (9.2.1); only HQs and limbered guns there (5.1.9, 6.6.4) */
    bool pays;          /* that is so in one of the hexes at least, which is read at 10:1 (R101) */
    Weight ways;
} Stand;

typedef void StandUse(void *context, const Stand *stand);
/* Calls `use` for each of them; false, without a call, if there are more than can be counted. With `one_ground` it does
 * not matter how the SP are spread over the targets: they may be reported in one sum, under any target. */
bool each_stand(const Scenario *scenario, const State *view, const Combat *combat, bool one_ground, StandUse *use,
                void *context);

/* ---- hideouts.c: 6.3.3 and 16.1 ---- */
typedef struct UnseenGuns {
    int most;   /* SP */
    int chance; /* of 100, that any gun in position is among them */
} UnseenGuns;
/* Guns of the defence's owner at hand that may stand unseen within range of a hex attacked; all 0 if none can. */
void find_unseen_guns(const Scenario *scenario, const State *view, const Combat *combat, UnseenGuns *out);

/* ---- forecast.c ---- */
/* One more way to come to an outcome, worth so much to the gainer; those with the same label are one line. */
void add_outcome(Forecast *out, Sentence label, int gain, Sentence meaning, Weight weight);
/* The odds of a combat in which both sides have said what is in it. */
void assault_forecast(const Scenario *scenario, const State *view, const Combat *combat, Forecast *out);

#endif
