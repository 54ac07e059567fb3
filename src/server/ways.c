/* ways.c — what was planned, and where the counters it bound went: for a look at both together.
 *
 * The journal is played again. Whenever a phase begins, and at the end, each side's own view says which plans it has,
 * as they are drawn then, and where each counter stands and which plan binds it. Of a plan the last drawing is kept, of
 * a counter every new hex that it was found in. A side's plans are read from its own view and sent to no viewer who may
 * not look through it. Orders taken back are left out. */
#include <stdlib.h>

#include "core/room.h"
#include "server/retell.h"

enum { SKETCHES_ROOM = 256 };

typedef struct Plan {
    uint16_t id;
    uint8_t side;
    int orders;   /* when it was first seen */
    int from, to; /* turns in which it bound a counter; 0 never */
    Sentence title;
    Sketch *sketch;
    int sketches;
} Plan;

typedef struct Step {
    int orders;
    int16_t turn;
    Piece piece;
    Hex hex;
    uint16_t plan;
} Step;

struct Ways {
    unsigned sides; /* a bit each: whose plans are sent */
    int turn, phase, orders;
    Plan *plan;
    Step *step;
    int plans, steps, plan_room, step_room;
    int *last; /* of each counter: its last step + 1 */
};

Ways *ways_new(const Scenario *scenario, unsigned sides)
{
    Ways *ways = calloc(1, sizeof *ways);
    if (!ways)
        return NULL;
    ways->sides = sides;
    ways->turn = ways->phase = ways->orders = -1;
    ways->last = calloc((size_t)scenario->pieces + 1, sizeof *ways->last);
    if (ways->last)
        return ways;
    ways_free(ways);
    return NULL;
}

void ways_free(Ways *ways)
{
    if (!ways)
        return;
    for (int i = 0; i < ways->plans; i++)
        free(ways->plan[i].sketch);
    free(ways->plan);
    free(ways->step);
    free(ways->last);
    free(ways);
}

static bool has_room(void **list, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int more = *room ? 2 * *room : 32;
    void *grown = realloc(*list, (size_t)more * size);
    if (!grown)
        return false;
    *list = grown;
    *room = more;
    return true;
}

/* ---- what there is ---- */

static Plan *plan_with(Ways *ways, uint16_t id)
{
    for (int i = 0; i < ways->plans; i++)
        if (ways->plan[i].id == id)
            return &ways->plan[i];
    return NULL;
}

static Plan *plan_seen(Ways *ways, uint16_t id, int side, int orders)
{
    Plan *plan = plan_with(ways, id);
    if (plan || !has_room((void **)&ways->plan, ways->plans, &ways->plan_room, sizeof *plan))
        return plan;
    plan = &ways->plan[ways->plans++];
    *plan = (Plan){.id = id, .side = (uint8_t)side, .orders = orders};
    return plan;
}

/* All sketches of one plan, in the place of those it had. */
static void keep_sketches(Plan *plan, const Sketch *sketches, int count)
{
    int own = 0;
    for (int i = 0; i < count; i++)
        own += sketches[i].plan == plan->id;
    Sketch *kept = realloc(plan->sketch, (size_t)(own ? own : 1) * sizeof *kept);
    if (!kept)
        return;
    plan->sketch = kept;
    plan->sketches = 0;
    for (int i = 0; i < count; i++)
        if (sketches[i].plan == plan->id)
            kept[plan->sketches++] = sketches[i];
}

static void see_sketches(Ways *ways, const Scenario *scenario, const Position *view, int side, int orders)
{
    ROOMS(Sketch, sketches, SKETCHES_ROOM);
    uint16_t before = 0;
    int count = scenario->system->sketches ? scenario->system->sketches(scenario, view, sketches, SKETCHES_ROOM) : 0;
    for (int i = 0; i < count; i++) {
        if (!sketches[i].plan || sketches[i].side != side || sketches[i].plan == before)
            continue;
        Plan *plan = plan_seen(ways, before = sketches[i].plan, side, orders);
        if (plan)
            keep_sketches(plan, sketches, count);
    }
}

/* A plan takes its name from the first row about it. */
static void see_titles(Ways *ways, const Scenario *scenario, const Position *view, int side)
{
    ROOM(Panels, panels);
    panels->panels = panels->rows = panels->refs = 0;
    if (scenario->system->panels)
        scenario->system->panels(scenario, view, side, panels);
    for (int i = panels->rows - 1; i >= 0; i--) {
        Plan *plan = panels->row[i].plan ? plan_with(ways, panels->row[i].plan) : NULL;
        if (plan)
            plan->title = panels->row[i].label;
    }
}

/* ---- counters' ways ---- */

static void see_counter(Ways *ways, const Scenario *scenario, const Position *view, Piece piece, int orders)
{
    Step now = {.orders = orders,
                .turn = (int16_t)view->turn,
                .piece = piece,
                .hex = scenario->system->where(scenario, view, piece),
                .plan = scenario->system->plan_of(scenario, view, piece)};
    Plan *plan = now.plan ? plan_with(ways, now.plan) : NULL;
    if (plan) {
        plan->from = plan->from ? plan->from : view->turn ? view->turn : 1;
        plan->to = view->turn ? view->turn : 1;
    }
    const Step *last = ways->last[piece] ? &ways->step[ways->last[piece] - 1] : NULL;
    if ((last ? last->hex == now.hex && last->plan == now.plan : !now.plan) ||
        !has_room((void **)&ways->step, ways->steps, &ways->step_room, sizeof now))
        return;
    ways->step[ways->steps++] = now;
    ways->last[piece] = ways->steps;
}

static void see(Ways *ways, Game *game)
{
    const Scenario *scenario = game_scenario(game);
    int orders = game_orders(game);
    for (int side = 0; side < scenario->sides && scenario->system->plan_of; side++) {
        if (!(ways->sides >> side & 1))
            continue;
        const Position *view = game_view(game, side);
        see_sketches(ways, scenario, view, side, orders);
        see_titles(ways, scenario, view, side);
        for (Piece piece = 0; piece < scenario->pieces; piece++) {
            Look look;
            look_clear(&look);
            scenario->system->look(scenario, view, piece, &look);
            if (look.known && look.side == side)
                see_counter(ways, scenario, view, piece, orders);
        }
    }
    ways->orders = orders;
}

/* Drops what was seen after order `orders` and has been taken back. */
static void forget(Ways *ways, const Scenario *scenario, int orders)
{
    while (ways->plans && ways->plan[ways->plans - 1].orders > orders)
        free(ways->plan[--ways->plans].sketch);
    while (ways->steps && ways->step[ways->steps - 1].orders > orders)
        ways->steps--;
    memset(ways->last, 0, ((size_t)scenario->pieces + 1) * sizeof *ways->last);
    for (int i = 0; i < ways->steps; i++)
        ways->last[ways->step[i].piece] = i + 1;
    ways->turn = -1; /* to be seen again */
}

void ways_line(Ways *ways, Game *game)
{
    const Position *truth = game_position(game);
    if (game_orders(game) < ways->orders)
        forget(ways, game_scenario(game), game_orders(game));
    if (truth->turn == ways->turn && truth->phase == ways->phase)
        return;
    see(ways, game);
    ways->turn = truth->turn;
    ways->phase = truth->phase;
}

/* ---- writing ---- */

static void write_plan(Buffer *out, const Showing *showing, const Plan *plan)
{
    Sentence title = plan->title;
    title.rule = 0;
    buffer_format(out, "{\"plan\":%d,\"side\":", plan->id);
    json_side(out, showing->scenario, plan->side);
    buffer_format(out, ",\"from\":%d,\"to\":%d,\"title\":{", plan->from, plan->to);
    json_sentence(out, showing, &title);
    buffer_char(out, '}');
    json_sketches(out, showing, plan->sketch, plan->sketches);
    buffer_char(out, '}');
}

static void write_way(Buffer *out, const Ways *ways, const Scenario *scenario, const Position *view, Piece piece)
{
    Look look;
    look_clear(&look);
    scenario->system->look(scenario, view, piece, &look);
    buffer_format(out, "{\"piece\":%d,\"name\":", piece);
    buffer_quote(out, look.name);
    buffer_literal(out, ",\"side\":");
    json_side(out, scenario, look.side);
    buffer_literal(out, ",\"steps\":[");
    bool first = true;
    for (int i = 0; i < ways->steps; i++) {
        const Step *step = &ways->step[i];
        if (step->piece != piece)
            continue;
        buffer_format(out, "%s[%d,%d,%d]", first ? "" : ",", step->turn, step->hex == NO_HEX ? -1 : step->hex,
                      step->plan);
        first = false;
    }
    buffer_literal(out, "]}");
}

void ways_write(Ways *ways, Game *game, const Showing *showing, Buffer *out)
{
    const Scenario *scenario = game_scenario(game);
    bool first = true;
    see(ways, game);
    buffer_literal(out, ",\"plans\":[");
    for (int i = 0; i < ways->plans; i++) {
        if (i)
            buffer_char(out, ',');
        write_plan(out, showing, &ways->plan[i]);
    }
    buffer_literal(out, "],\"ways\":[");
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (ways->last[piece]) {
            if (!first)
                buffer_char(out, ',');
            first = false;
            write_way(out, ways, scenario, showing->view, piece);
        }
    buffer_char(out, ']');
}
