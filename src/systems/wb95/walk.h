/* walk.h — a unit on its way, and what the files of the movement phases share.
 *
 * A Walker is a unit as an order would leave it after some steps: where it is, what it has left, which
 * flags it carries. It is made from a view, goes step by step, and changes nothing. check() walks the
 * ordered path, choices() try the next steps, reach() floods from it, and apply() walks the same way over the
 * true position. */
#ifndef SANDTABLE_WB95_WALK_H
#define SANDTABLE_WB95_WALK_H

#include "systems/wb95/wb95.h"

#define PATH_MOST 48 /* as DO_MOVE and DO_ENTER describe it */

typedef struct Walker {
    const Scenario *scenario;
    const Wb95 *data;
    const State *view;
    const Kind *kind;
    Piece piece;
    uint8_t side, nation;
    uint8_t resting;        /* nations that take no orders now */
    uint8_t slowed_nations; /* see disrupted, bound, fenced */
    uint8_t bound_nations, fenced_nations;
    bool strategic;
    bool disrupted;          /* it is Soviet and movement-disruption missions are flown (8.2.11) */
    bool bound;              /* a rule of the scenario may forbid it steps: ask feature_step() */
    bool fenced;             /* … into empty hexes too */
    const uint64_t *zone[3]; /* zones of control of its enemies, one perhaps twice, and learned ones (R110) */
    Hex hex;
    int mp; /* twelfths left */
    uint32_t now;
} Walker;

static inline bool in_strategic_phase(const State *view) { return question(&view->head)->kind == ASK_STRATEGIC; }
static inline int answering_side(const State *view) { return question(&view->head)->side; }

/* What all units of a side share; then the walker becomes one of them after the other. */
Walker walker_begin(const Scenario *scenario, const State *view, int side);
static inline void walker_take(Walker *walker, Piece piece)
{
    const Unit *unit = &walker->view->unit[piece];
    walker->kind = &walker->data->kind[unit->kind];
    walker->piece = piece;
    walker->nation = unit->now & DEFECTED ? walker->data->special.joins : walker->kind->nation;
    walker->disrupted = walker->slowed_nations >> walker->nation & 1;
    walker->fenced = (walker->kind->is & GARRISON) | (walker->fenced_nations >> walker->nation & 1);
    walker->bound = walker->fenced | (walker->bound_nations >> walker->nation & 1);
    walker->hex = unit->hex;
    walker->mp = unit->mp;
    walker->now = unit->now;
}
Walker walker_of(const Scenario *scenario, const State *view, Piece piece);

/* Questions about a unit that has not moved yet answer no, with the reason in `why` if the caller wants it: lists do
 * not. */
#define DENY(why_, ...)                    \
    do {                                   \
        if (why_)                          \
            *(why_) = refuse(__VA_ARGS__); \
        return false;                      \
    } while (0)

/* What every order to a unit on the map presupposes: it is the player's, there, free to act, and neither marked,
 * stopped nor bound to a bridge. */
bool may_act(const Walker *unit, Refusal *why);
/* That, and whether it may move at all: class, setup, barrage, replacements. */
bool may_move(const Walker *unit, Refusal *why);
/* Whether it stands in a stack over the limit (3.2.1), and whether it can leave its hex. */
bool is_crowded(const Walker *unit);
bool can_leave(const Walker *unit);
/* Whether it may do something else than leave: not if its stack is over the limit, it can leave, and the others that
 * can would not make room enough (R111). */
bool room_to_stay(const Walker *unit, Refusal *why);
/* What these orders ask of a unit beyond that. */
bool entrench_open(const Walker *unit, Refusal *why);
bool exit_open(const Walker *unit, Refusal *why);
bool work_open(const Walker *unit, int verb, bool *far); /* demolish, repair, build: at any site */
bool renew_open(const Walker *unit);
/* Of a counter beyond the edge: 1 it may enter, 2 it may shift, or both. */
unsigned reinforcement_open(const Walker *outside, bool *far);
/* Puts a walker from beyond the edge on an entry hex, paid for, or says why not (11.1, 11.2.1). */
bool enter_by(Walker *outside, Hex hex, Refusal *why);
/* `far`, if it is not NULL, is set when the answer depends on more than the units within two hexes (memo.c). */
/* Spends MPs on something other than a step; the unit then has not moved on secondary route only. */
void spend(State *state, Piece piece, int twelfths);

/* Twelfths for the ground, the water and the road of one step, zones and everything else left aside; or NEVER. */
int march_cost(const Scenario *scenario, const State *view, Piece piece, Hex from, Edge edge);
/* edge_between() without reckoning. */
static inline Edge edge_towards(const Map *map, Hex from, Hex to)
{
    Edge edge = 0;
    while (edge < EDGES && map->next[from][edge] != to)
        edge++;
    return edge;
}
/* One step, or why not; the walker is unchanged if refused. */
Refusal walker_step(Walker *walker, Edge edge);
Refusal walker_step_to(Walker *walker, Hex to);
/* Overrun of the units in a hex (6.1.7, 9.1.5): its extra cost in twelfths, or no. It may depend on what is hidden. */
typedef struct Overrun {
    int least, most;
} Overrun;
bool overrun_cost(const Walker *walker, Hex hex, Overrun *cost, Refusal *why);
/* Whether the order may end where the walker is. */
Refusal walker_stop(const Walker *walker);
bool walker_may_stop(const Walker *walker);
/* Whether further steps lead to a hex where it may stop. */
bool walker_can_go_on(const Walker *walker, bool *far);
/* Adds the next steps that lead anywhere to the choices. */
void walker_choices(const Walker *walker, Choices *out, int slot);
void walker_reach(const Walker *walker, Reach *out);
/* Twelfths of the cheapest way to a hex, whether the walker has them or not; NEVER if nothing but points would do. */
int walker_cost_to(const Walker *walker, Hex hex);
/* The same from several hexes at once (11.1): ways begin at NO_HEX. */
typedef struct Start {
    Hex hex;
    uint16_t spent; /* twelfths, to get there */
    bool secondary; /* on secondary route */
} Start;
void walker_reach_from(const Walker *walker, const Start *start, int count, Reach *out);
/* Walks the true unit along hexes [first, first + count) of the order's values, as far as the truth lets it; so many
 * steps. */
int walk(Play *play, Piece piece, const Order *order, int first, int count);
/* What a counter that came into a hex does there: overruns, enemy FF. Before it is placed. */
void clear_the_way(Play *play, Piece piece, Hex hex);

#endif
