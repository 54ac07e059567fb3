/* outlook.h — what a player who weighs orders knows of the whole map (outlook.c), what fire is worth to him (prices.c,
 * combat_price.c), and his plans (plan_fire.c and the like, judgement.c). All of it is advice and no rule, found from a
 * view; expensive results keep what they were made of and are made again only when that differs. */
#ifndef SANDTABLE_TCS_OUTLOOK_H
#define SANDTABLE_TCS_OUTLOOK_H

#include "systems/tcs/tcs.h"

enum {
    STEP_WORTH = 100, /* a step of infantry or weapons */
    GOAL_WORTH = 700, /* a hex that decides */
    NO_WAY = 0xFFFF,
    NO_STEP = 0xFF,
    THIRDS = 3, /* of an MP, in which paths are counted */
    PLANS = 48,
    FOES = 96, /* stacks of one side that are looked at */
    FOE_WORDS = (FOES + 63) / 64,
    NEAR = 24, /* hexes up to which prices of fire are kept */
    UNPRICED = -1
};

/* What each hex of the map sees, found when it is asked for. While light and weather are the same, smoke only takes
 * away from what is seen without it, and sights found with other smoke are brought up to date. */
typedef struct Fields {
    const SightGround *ground; /* NULL: holds nothing */
    uint32_t times;            /* that anything changed */
    int visibility, lit_visibility, light;
    uint64_t veils[TCS_WORDS], lit[TCS_WORDS], known[TCS_WORDS];
    uint64_t bare[TCS_SPOTS][TCS_WORDS];  /* without smoke */
    uint64_t field[TCS_SPOTS][TCS_WORDS]; /* with the smoke of … */
    uint64_t veiled[TCS_SPOTS][TCS_WORDS];
} Fields;

/* How far it is from everywhere to the nearest of some goals for a unit that moves so, in THIRDS of an MP; NO_WAY. */
#define GOALS 24
typedef struct Course {
    uint8_t move, goals;
    uint16_t unused;
    uint32_t held; /* bits: goals that are ours already, where units are needed less */
    Hex goal[GOALS];
    uint16_t way[TCS_SPOTS];
} Course;

/* The courses that were asked for, as long as enemies and mines stay where they are. */
#define COURSES 64
#define SINGLES 64
typedef struct Courses {
    const Book *data; /* NULL: holds nothing */
    uint32_t times;   /* that they were begun again */
    uint8_t side, mines, unused[2];
    uint16_t count, singles;
    uint64_t foes[TCS_WORDS];
    Minefield mine[TCS_MINES];
    uint8_t step[MOVES][TCS_SPOTS][EDGES]; /* THIRDS that the step into a hex from across an edge costs; NO_STEP */
    uint8_t barred[TCS_SPOTS];             /* … and more for the obstacles there */
    Course course[COURSES];                /* of units */
    Course single[SINGLES];                /* that a caller asked for besides: to one hex */
} Courses;

/* The charts as price lists: of each column the steps it takes (hundredths) and how often it forces a check, of each
 * total how often the check has each result; out of ROLLS. */
typedef struct Charts {
    const Book *data; /* NULL: holds nothing */
    int16_t steps[AREA_COLUMNS], checks[AREA_COLUMNS];
    uint8_t morale[MORALE_COLUMNS][MORALE_RESULTS];
} Charts;

/* The units fired at in a hex, as far as a price depends on them. */
typedef struct Target {
    int steps;   /* that Area Fire can take */
    int subject; /* steps that a check binds */
    int total;   /* what it checks with; -1: no unit checks */
    int spirit;  /* of the best of them */
    int prize;   /* the worth of their leaving */
} Target;

typedef struct Foe {
    Hex hex;
    bool watches;    /* a unit in it may answer a move */
    uint16_t volley; /* FOURTHS of Area firepower, mortars not counted */
    Target target;
    int bears;           /* FOURTHS that the side has near enough to bring to bear on it before long; UNPRICED */
    int32_t price[NEAR]; /* of an attack with all of that, by range; UNPRICED */
} Foe;

typedef struct Plan {
    Order order; /* of a path only the end */
    int32_t value;
} Plan;

/* The march that would be worth most without enemy fire. */
#define RUSH 16
typedef struct Rush {
    int32_t value;
    int count, steps;
    Piece piece[STACK];
    Hex path[RUSH]; /* the end first */
} Rush;

typedef struct Outlook {
    uint8_t side;
    bool attacks; /* it has something to take */
    bool acts_first;
    bool last[PLAYERS];    /* of a side: its vehicles are the last that it needs to win */
    uint8_t care;          /* hundredths: how much a danger counts; less for a side short of time */
    const Book *data;      /* NULL: holds nothing */
    uint32_t looks;        /* times that the enemy was looked at again */
    uint32_t fields;       /* Fields.times with which the enemy was found */
    Unit unit[TCS_PIECES]; /* … and the enemy as he was */
    int foes;
    Foe foe[FOES];
    uint64_t by[TCS_SPOTS][FOE_WORDS]; /* stacks of his that see the hex */
    int16_t goal[TCS_SPOTS];           /* the worth of standing there alone at the end, or of keeping others from it */
    uint64_t goal_set[TCS_WORDS];
    int goals; /* hexes where that is above 0 */
    Hex goal_hex[GOALS];
    uint32_t ours;              /* bits of them that are ours */
    uint8_t course[TCS_PIECES]; /* of our own: the path to the goals its orders let it take, a row of Courses */
    uint16_t threat[TCS_SPOTS]; /* FOURTHS that the enemy can bring on infantry there in his phase */
    uint16_t watch[TCS_SPOTS];  /* … the strongest stack that may answer a move into it */
    uint8_t near[TCS_SPOTS];    /* hexes to the nearest enemy who can fire there; NOWHERE */
    uint64_t seen[TCS_WORDS];   /* from where the enemy stands */
    uint64_t beside[TCS_WORDS]; /* hexes next to him */
    uint8_t shells;             /* firepower that a battalion of his guns brings on targets he sees; 0 */
    Rush rush;
    bool imagined; /* plan_move.c has copied the view */
    int plans;
    KindSet verbs; /* of plans */
    Plan plan[PLANS];
} Outlook;

/* The best actions of a stack, or of part of it (thoughts.c). */
#define THINKERS 8
typedef struct Thought {
    uint8_t count;           /* of the units in it; 0: holds nothing */
    bool aimed_at;           /* some of them may be shot at one by one */
    bool switched;           /* as if they had gone into Move Mode */
    uint8_t fight, fighters; /* DO_ASSAULT or DO_OVERRUN */
    Piece piece[THINKERS], by[STACK];
    uint8_t course[THINKERS];
    Hex end, at; /* of the march that gains most, NO_HEX; of the fight that promises most */
    int32_t gain, price;
    int32_t rush; /* value of the march without enemy fire */
    int steps;
    Hex path[RUSH];
    Hex from;
    uint8_t vehicles, strength;  /* of those on foot: steps */
    uint64_t touched[TCS_WORDS]; /* hexes that it depends on */
    uint64_t minds[TCS_WORDS];   /* … and on our units there */
} Thought;

/* The view that thoughts were had in. */
typedef struct Basis {
    const Book *data; /* NULL: holds nothing */
    uint32_t looks, courses;
    int turn, phase;
    bool attacks, last[PLAYERS];
    uint8_t care, mines, barrages;
    Minefield mine[TCS_MINES];
    uint64_t lit[TCS_WORDS];
    Plans plans;
    Unit unit[TCS_PIECES];
    Nerve nerve[TCS_BATTALIONS];
    Barrage barrage[TCS_BARRAGES];
    int foes;
    Hex foe[FOES];
    uint64_t field[FOES][TCS_WORDS];
    uint16_t threat[TCS_SPOTS], watch[TCS_SPOTS];
    uint8_t near[TCS_SPOTS];
    uint64_t seen[TCS_WORDS];
} Basis;

struct Memo {
    Fields fields;
    Charts charts;
    Courses courses[PLAYERS];
    Outlook outlook[PLAYERS];
    Basis basis[PLAYERS];
    Thought thought[TCS_PIECES][2]; /* by the first of them: alone, with others */
};

struct Eye {
    const Scenario *scenario;
    const Book *data;
    const Map *map;
    const State *view;
    Memo *memo;
    Outlook *found;
    int side;
};

/* ---- outlook.c ---- */

const uint64_t *field_of(const Eye *eye, Hex hex); /* what is seen from there */
/* Finds what a question needs: only the worth of a counter, the goals, the enemy and distances. */
typedef enum Needs { NEEDS_LITTLE, NEEDS_GOALS, NEEDS_FOES, NEEDS_ALL } Needs;
void look_over(Eye *eye, Needs needs);
/* What is in Outlook.watch and .near of a hex, found for that one alone; it needs little. */
void watch_over(const Eye *eye, Hex hex, int *watch, int *near);
static inline bool in_sight(const Eye *eye, Hex from, Hex to) { return has_bit(field_of(eye, from), to); }
/* Whether a stack of the enemy is seen from there: its own sight is known, and in unlit hexes sight is mutual. */
static inline bool foe_in_sight(const Eye *eye, Hex from, Hex foe)
{
    bool lit = eye->view->light == NIGHT && (has_bit(eye->view->lit, from) || has_bit(eye->view->lit, foe));
    return lit ? in_sight(eye, from, foe) : in_sight(eye, foe, from);
}
/* The farthest that a unit of that kind fires so. */
static inline int fire_reach(const Kind *kind, ShotHow how)
{
    return how == SHOT_AREA && kind->firer != CODE_P ? kind->range : 2 * kind->range;
}

/* Whether an enemy has changed in anything that is weighed, but for having fired. */
static inline bool foe_differs(const Unit *before, const Unit *now)
{
    return before->at.hex != now->at.hex || before->steps != now->steps || before->spirit != now->spirit ||
           before->mode != now->mode || before->standing != now->standing || before->riding != now->riding ||
           before->carrier[0] != now->carrier[0] || before->ridden_off != now->ridden_off ||
           (before->now ^ now->now) & (BUTTONED | DUG_IN | LAST_SHOT);
}

/* ---- courses.c ---- */

void find_courses(const Eye *eye); /* of each unit, behind goals and enemies */
static inline const uint16_t *way_of(const Eye *eye, Piece piece)
{
    return eye->memo->courses[eye->side].course[eye->found->course[piece]].way;
}
/* Goals that orders of that kind let a unit take and that are not ours; bits of Outlook.goal_hex. */
uint32_t goals_open_to(const Eye *eye, Piece piece);
/* The cheapest path from one hex to another for a unit that moves so, both ends included; its hexes, or 0. */
int trace_way(const Eye *eye, int move, Hex from, Hex to, Hex *out, int room);
int way_between(const Eye *eye, int move, Hex from, Hex to); /* THIRDS; NO_WAY */

/* ---- prices.c ---- */

bool are_the_last(const Eye *eye, int side); /* vehicles of a side that needs so many to win */
int worth_of(const Eye *eye, Piece piece);   /* of all of it, with its riders */
Target target_in(const Eye *eye, const State *state, int side, Hex hex);
/* An Area attack on that column, with a certain check if it is forced. */
int area_price(const Eye *eye, int column, const Target *target, bool forced);
/* … of the units there, which may be dug in or in the dark. */
int sheltered_price(const Eye *eye, int column, const Target *target, int side, Hex hex);
int column_of(const Eye *eye, int firepower, int class, int steps, int range, bool moving);
/* Point Fire at a unit of that kind: how often of ROLLS it kills. */
int kill_chance(const Eye *eye, const Kind *by, const Kind *aim, int class, int range, int net);
/* What enemies may cost a unit that stands in the hex until its next phase, and one that walks into it now. */
int danger_at(const Eye *eye, Piece piece, Hex hex);
int entry_risk(const Eye *eye, const Piece *pieces, int count, Hex hex);
/* A unit's fire from the hex at enemies in sight. */
int chance_at(const Eye *eye, Piece piece, Hex hex);

/* Whether it has that stack near enough to bring fire to bear on it before long. */
bool is_near_support(const Eye *eye, const Unit *unit, const Kind *kind, Hex target);

/* ---- thoughts.c ---- */

void thoughts_renew(const Eye *eye); /* before any is asked for */
/* The thought of those units; if it was not kept it is empty, and must be found. */
Thought *thought_of(const Eye *eye, const Piece *pieces, int count, bool switched, bool *kept);
/* What else it depends on; the hexes that they may come to are in `touched` already. */
void thought_touches(const Eye *eye, Thought *thought, const Piece *pieces, int count);

/* ---- combat_price.c ---- */

/* An Assault on the hex by those, from the attacker's side: 100 is a step. */
int assault_price(const Eye *eye, const State *state, Hex hex, const Piece *pieces, int count, bool begun);
int overrun_price(const Eye *eye, Hex hex, const Piece *pieces, int count);
int consolidated_price(const Eye *eye, Hex hex, const Piece *pieces, int count);

/* ---- plan_fire.c, plan_move.c, judgement.c ---- */

/* The order of actions in an Action Phase. */
enum {
    ASSAULT_FIRST = 2500,
    MARCH_FIRST = 1500,
    SWITCH_FIRST = 1200,
    GET_OFF_FIRST = 1100,
    FIRE_MODE_LAST = 600,
    DECLARE_LAST = 500
};

Plan *plan_add(Outlook *found, const Order *order, int32_t value); /* kept if there is room */
void plan_fires(const Eye *eye, const int32_t *busy);              /* busy: by unit, what it gives up by firing */
/* The first order of the answer most likely to have an effect, perhaps only at vehicles; it needs no outlook. */
bool best_answer(const Eye *eye, bool vehicles, Order *out);
void plan_smoke(const Eye *eye);    /* plan_smoke.c */
void plan_missions(const Eye *eye); /* plan_guns.c */
void plan_marches(const Eye *eye, int32_t *busy);
int standing_at(const Eye *eye, Piece piece, Hex hex);
int near_enough(const Eye *eye, Piece piece); /* THIRDS from its goal within which it need not come nearer */
int nearest_foe(const Eye *eye, Hex hex);     /* hexes */
bool can_switch(const Eye *eye, Piece piece, int mode);
void plan_rides(const Eye *eye); /* plan_ride.c: units that get on and off */
void plan_breaches(const Eye *eye);

void tcs_judge(const Scenario *scenario, const Position *view, Memo *memo);
int32_t tcs_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);
const Order *tcs_proposal(const Scenario *scenario, const Position *view, const Memo *memo, int number, int32_t *value);

/* ---- plan_command.c ---- */
int from_enemy(const Eye *eye, Hex hex); /* how many hexes away the nearest enemy is */
void plan_declarations(const Eye *eye);  /* success and failure, in the side's own phase */

/* ---- plan_sheets.c ---- */
void plan_sheet(const Eye *eye); /* the next order of a sheet, if one is wanted */
/* The goal that is nearest to the hex for what it is worth, of those that are ours or not, less some; -1. */
int nearest_goal(const Eye *eye, int move, Hex from, bool ours, uint32_t but);
/* Waypoints by the cheapest way from a hex to goal after goal, behind what the order has. */
void write_axis(const Eye *eye, int move, Hex from, const Hex *goal, int goals, int slot, Order *order);

#endif
