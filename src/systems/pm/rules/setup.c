/* setup.c — Proud Monster 3: the players set up, the Soviet completely first (3.1).
 *
 * The player who sets up has his starting counters in the box of turn 1 and puts them where section 3 allows, in any
 * order; `ready` is refused until every duty is met. Of the Soviet units only type and zone matter: the place of a
 * rifle division says nothing about its strength (3.2-3). `recommended` puts all of them where a table does.
 *
 * A scenario that gives the place of every counter asks no side. */
#include <string.h>

#include "core/room.h"
#include "systems/pm/pm.h"

enum { FRONTIER, INTERIOR, SOVIET_ZONES, EACH_COLUMN = 4 };
enum { DIVISIONS_IN_ROMANIA = 7, GUNS_IN_ROMANIA = 1 }; /* 3.7-3 */

/* ---- the beginning --------------------------------------------------------------------------- */

static void begin_unit(Play *play, Piece piece)
{
    const Book *data = play->data;
    const Kind *kind = &data->kind[data->kind_of[piece]];
    play->state->unit[piece] = (Unit){.at = {NO_HEX, NO_PIECE},
                                      .kind = data->kind_of[piece],
                                      .start = NO_HEX,
                                      .steps = (unsigned)kind->steps & 7, /* 3.8 */
                                      .side = (unsigned)kind->side & 1};
}

void setup_state(Play *play)
{
    State *state = play->state;
    const Book *data = play->data;
    memset(state->top, 0xFF, sizeof state->top);
    for (Piece piece = 0; piece < PM_SLOTS; piece++)
        state->unit[piece] = (Unit){.at = {NO_HEX, NO_PIECE}, .start = NO_HEX};
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        begin_unit(play, piece);
    for (int piece = play->scenario->pieces; piece-- > 0;) /* the first is on top */
        place(play->scenario, state, (Piece)piece, data->home[piece]);
    for (int line = 0; line < data->lines; line++)
        state->pool_left[line] = data->line[line].count;
    for (int side = 0; !data->free_setup && side < PLAYERS; side++)
        for (int i = data->starts[side]; i-- > 0;) { /* of a hex too */
            lift(play->scenario, state, data->start[side][i].piece);
            place(play->scenario, state, data->start[side][i].piece, data->start[side][i].hex);
        }
    memset(state->corps, 0xFF, sizeof state->corps);
    memset(state->airlift, 0xFF, sizeof state->airlift);
    state->soviet_corps = state->invasion = state->invasion_sea = state->parent = NO_HEX;
    state->battle.target = state->battle.launch = state->battle.sea = NO_HEX;
    state->phasing = NO_SIDE;
    state->replacements = (uint8_t)data->replacements;
}

/* ---- which counter may be where -------------------------------------------------------------- */

static bool is_starter(const Book *data, const State *view, Piece piece, int side)
{
    return view->unit[piece].side == side && data->home[piece] == box_of(data, BOX_TURN);
}

/* How much of each allotment is used already, not counting the pieces of an order. */
typedef struct Deployment {
    int soviet[SOVIET_ZONES][POOLS];
    int divisions, guns; /* Germans in Romania */
} Deployment;

static bool in_romania(const Book *data, Hex hex)
{
    return data->zomo[hex] == ZOMO_ROMANIA || hex == box_of(data, BOX_OKH_SOUTH);
}

static void deploy(const Scenario *scenario, const State *view, Piece piece, Hex hex, int sign, Deployment *out)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    if (kind->pool != NO_POOL && hex < scenario->map->hexes)
        out->soviet[in_frontier(scenario, hex) ? FRONTIER : INTERIOR][kind->pool] += sign;
    if (as_german(kind) && in_romania(data, hex)) {
        out->divisions += sign * (kind->size == DIVISION);
        out->guns += sign * (kind->type == ASSAULT_GUN);
    }
}

/* What was counted last, and of what. */
typedef struct Counted {
    unsigned ground; /* Book.ways_stamp then; 0: nothing was */
    int side, pieces;
    Unit unit[PM_PIECES];
    Deployment deployment;
} Counted;

/* A list of what can be placed needs it for each counter and each hex, all in one position. */
static Deployment deployment_of(const Scenario *scenario, const State *view, int side)
{
    ROOM(Counted, counted);
    const Book *data = data_of(scenario);
    size_t size = (size_t)scenario->pieces * sizeof *view->unit;
    if (counted->ground == data->ways_stamp && counted->side == side && counted->pieces == scenario->pieces &&
        !memcmp(counted->unit, view->unit, size))
        return counted->deployment;
    counted->ground = data->ways_stamp;
    counted->side = side;
    counted->pieces = scenario->pieces;
    memcpy(counted->unit, view->unit, size);
    counted->deployment = (Deployment){0};
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_starter(data, view, piece, side))
            deploy(scenario, view, piece, view->unit[piece].at.hex, 1, &counted->deployment);
    return counted->deployment;
}

static Deployment without(const Scenario *scenario, const State *view, const Order *order, Deployment deployment)
{
    int count, first = order_slot(order, 0, &count);
    for (int i = 0; i < count; i++)
        deploy(scenario, view, order->value[first + i], view->unit[order->value[first + i]].at.hex, -1, &deployment);
    return deployment;
}

/* 3.3, 3.4 */
static Refusal soviet_may_stand(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    (void)view;
    const Book *data = data_of(scenario);
    if (hex >= scenario->map->hexes || !is_land(data, hex) || data->zomo[hex])
        return refuse(in_frontier(scenario, hex) && hex < scenario->map->hexes ? PM_3_3_1 : PM_3_4_1,
                      "pm.set-up-soviet-ground-none", piece, hex);
    return LEGAL;
}

/* 3.7 */
static Refusal german_may_stand(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    int country = data->zomo[hex];
    bool south = hex == box_of(data, BOX_OKH_SOUTH);
    if (kind->nation == HUNGARIAN)
        return (country == ZOMO_HUNGARY && (data->beginners || !has_bit(data->north_sheet, hex))) || south
                   ? LEGAL
                   : refuse(PM_3_7_1, "pm.starts-hungary-south-sheet-okh", piece, hex);
    if (country == ZOMO_HUNGARY)
        return refuse(PM_3_7_1, "pm.only-hungarian-corps-starts-hungary", hex);
    if (kind->nation == ROMANIAN)
        return in_romania(data, hex) ? LEGAL : refuse(PM_3_7_2, "pm.starts-romanian-zone-okh-south", piece, hex);
    if (country == ZOMO_GERMANY || hex == box_of(data, BOX_OKH_NORTH))
        return LEGAL;
    if (!in_romania(data, hex))
        return refuse(PM_3_7_4, "pm.starts-german-zone-okh-north", piece, hex);
    if (kind->type == ASSAULT_GUN || (!(kind->is & MECH) && kind->size == DIVISION))
        return LEGAL;
    return refuse(PM_3_7_3, "pm.germans-only-non-mech-divisions", piece);
}

static Refusal within_allotment(const Scenario *scenario, const State *view, int side, const Deployment *deployment)
{
    (void)view;
    const Book *data = data_of(scenario);
    for (int zone = 0; side == SOVIET_SIDE && zone < SOVIET_ZONES; zone++)
        for (int pool = 0; pool < POOLS; pool++)
            if (deployment->soviet[zone][pool] > data->starting[zone][pool])
                return zone == FRONTIER ? refuse(PM_3_2_1, "pm.frontier-zone-gets-units-called",
                                                 data->starting[zone][pool], WORD_POOL + pool)
                                        : refuse(PM_3_2_1, "pm.interior-zone-gets-units-called",
                                                 data->starting[zone][pool], WORD_POOL + pool);
    if (deployment->divisions > DIVISIONS_IN_ROMANIA)
        return refuse(PM_3_7_3, "pm.no-more-german-divisions-start", DIVISIONS_IN_ROMANIA);
    if (deployment->guns > GUNS_IN_ROMANIA)
        return refuse(PM_3_7_3, "pm.no-more-assault-gun-battalion");
    return LEGAL;
}

/* ---- place COUNTER… HEX ---------------------------------------------------------------------- */

static int setting_up(const State *view) { return question(&view->head)->side; }

/* The pieces of the order may all be there, if the others are as `deployment` says. */
static Refusal may_lie(const Scenario *scenario, const State *view, const Order *order, Hex hex, Deployment deployment)
{
    int count, first = order_slot(order, 0, &count), side = setting_up(view);
    if (hex == box_of(data_of(scenario), BOX_TURN)) {
        for (int i = 0; i < count; i++)
            if (view->unit[order->value[first + i]].at.hex == hex)
                return refuse(PM_3_1, "pm.not-set-up-yet", order->value[first + i]);
        return LEGAL;
    }
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal refusal = side == SOVIET_SIDE ? soviet_may_stand(scenario, view, piece, hex)
                                              : german_may_stand(scenario, view, piece, hex);
        if (refused(refusal))
            return refusal;
        deploy(scenario, view, piece, hex, 1, &deployment);
    }
    Refusal refusal = within_allotment(scenario, view, side, &deployment);
    return refused(refusal) ? refusal : stacking_holds(scenario, view, side, hex, &order->value[first], count);
}

Refusal place_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), side = setting_up(view);
    for (int i = 0; i < count; i++)
        if (!is_starter(data_of(scenario), view, order->value[first + i], side))
            return view->unit[order->value[first + i]].side != side
                       ? refuse(PM_3_1, "pm.not-yours-set-up-now", order->value[first + i])
                       : refuse(PM_3_6, "pm.not-start-game-comes-later", order->value[first + i]);
    return may_lie(scenario, view, order, order_value(order, 1, NO_HEX),
                   without(scenario, view, order, deployment_of(scenario, view, side)));
}

static bool lies_somewhere(const Scenario *scenario, const State *view, const Order *order, Deployment all)
{
    Deployment deployment = without(scenario, view, order, all);
    for (int hex = scenario->map->spots; hex-- > 0;) /* boxes first, where nearly every counter may be */
        if (!refused(may_lie(scenario, view, order, (Hex)hex, deployment)))
            return true;
    return false;
}

/* The kind of place it is in, as far as that matters for other places it could take. */
enum { FRESH, LIMITED, ELSEWHERE, LIES };
static int where_it_lies(const Scenario *scenario, const State *view, Piece piece)
{
    Hex hex = view->unit[piece].at.hex;
    if (hex == box_of(data_of(scenario), BOX_TURN))
        return FRESH;
    if (view->unit[piece].side == GERMAN_SIDE)
        return in_romania(data_of(scenario), hex) ? LIMITED : ELSEWHERE;
    return in_frontier(scenario, hex) ? LIMITED : ELSEWHERE;
}

/* Counters that could still join. One of a kind and place is tried for all: five find an empty hex anywhere, so that
 * only allotments can forbid it. */
static void list_joining(const Scenario *scenario, const State *view, const Order *prefix, int after, Choices *out)
{
    static _Thread_local uint8_t tried[LIES][PM_KINDS]; /* 1 may, 2 may not */
    Deployment all = deployment_of(scenario, view, setting_up(view));
    memset(tried, 0, sizeof tried);
    for (int piece = after + 1; piece < scenario->pieces; piece++) {
        if (!is_starter(data_of(scenario), view, (Piece)piece, setting_up(view)))
            continue;
        uint8_t *may = &tried[where_it_lies(scenario, view, (Piece)piece)][view->unit[piece].kind];
        if (!*may) {
            Order with = *prefix;
            *may = order_add(&with, 0, (uint16_t)piece) && lies_somewhere(scenario, view, &with, all) ? 1 : 2;
        }
        if (*may == 1)
            choose(out, 0, piece);
    }
}

void place_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, 0, &count);
    if (order_value(prefix, 1, NO_HEX) != NO_HEX) {
        out->complete = true;
        return;
    }
    if (count < SETUP_TOGETHER)
        list_joining(scenario, view, prefix, count ? prefix->value[first + count - 1] : -1, out);
    if (!count)
        return;
    Deployment deployment = without(scenario, view, prefix, deployment_of(scenario, view, setting_up(view)));
    for (int hex = 0; hex < scenario->map->spots; hex++)
        if (!refused(may_lie(scenario, view, prefix, (Hex)hex, deployment)))
            choose(out, 1, hex);
}

/* Ground of the side and its boxes. */
static bool is_setup_spot(const Scenario *scenario, int side, int spot)
{
    const Book *data = data_of(scenario);
    if (side == SOVIET_SIDE || spot == box_of(data, BOX_TURN))
        return spot == box_of(data, BOX_TURN) || (is_land(data, (Hex)spot) && !data->zomo[spot]);
    return data->zomo[spot] || spot == box_of(data, BOX_OKH_NORTH) || spot == box_of(data, BOX_OKH_SOUTH);
}

void place_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    int side = setting_up(view);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_starter(data_of(scenario), view, piece, side) && !order_has(part, 0, piece))
            choose(out, 0, piece);
    for (int spot = 0; order_value(part, 1, NO_HEX) == NO_HEX && spot < scenario->map->spots; spot++)
        if (is_setup_spot(scenario, side, spot))
            choose(out, 1, spot);
}

/* A counter that may be there; of those alike in kind and place one is tried. */
static void demand_somebody(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    static _Thread_local bool tried[LIES][PM_KINDS];
    Hex hex = order_value(part, 1, NO_HEX);
    Deployment all = deployment_of(scenario, view, setting_up(view));
    memset(tried, 0, sizeof tried);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!is_starter(data_of(scenario), view, piece, setting_up(view)))
            continue;
        bool *before = &tried[where_it_lies(scenario, view, piece)][view->unit[piece].kind];
        if (*before)
            continue;
        Order with = *part;
        if (!order_put(&scenario->system->orders[part->verb], &with, 0, piece))
            continue;
        *before = true;
        if (hex == NO_HEX || !refused(may_lie(scenario, view, &with, hex, without(scenario, view, &with, all)))) {
            demand_either(out, 0, piece);
            return;
        }
    }
}

Refusal place_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    int count, side = setting_up(view);
    order_slot(part, 0, &count);
    if (count && order_value(part, 1, NO_HEX) != NO_HEX)
        return place_check(scenario, view, part);
    if (!count)
        demand_somebody(scenario, view, part, out);
    Deployment deployment = without(scenario, view, part, deployment_of(scenario, view, side));
    for (int spot = scenario->map->spots; count && !out->either && spot-- > 0;) /* boxes first, as lies_somewhere() */
        if (is_setup_spot(scenario, side, spot) && !refused(may_lie(scenario, view, part, (Hex)spot, deployment)))
            demand_either(out, 1, spot);
    return out->either ? LEGAL : refuse(PM_3_1, "pm.none-your-counters-can-set");
}

void place_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    Hex hex = order_value(order, 1, NO_HEX);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        lift(play->scenario, play->state, piece);
        place(play->scenario, play->state, piece, hex);
        tell(play->events, EVENT_PLACED, 0, sentence(PM_3_1, "pm.set-up", piece, hex));
    }
}

/* ---- recommended ----------------------------------------------------------------------------- */

Refusal recommended_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    return data_of(scenario)->starts[setting_up(view)] ? LEGAL
                                                       : refuse(PM_3_1, "pm.nothing-recommended", setting_up(view));
}

/* The next starter of a pool that is not set up, from that counter on. */
static Piece next_starter(const Play *play, int pool, Piece from)
{
    for (Piece piece = from; piece < play->scenario->pieces; piece++)
        if (kind_of(play->data, play->state, piece)->pool == pool &&
            is_starter(play->data, play->state, piece, SOVIET_SIDE) && in_box(play->data, play->state, piece, BOX_TURN))
            return piece;
    return NO_PIECE;
}

static void put_starter(Play *play, Piece piece, Hex hex)
{
    lift(play->scenario, play->state, piece);
    place(play->scenario, play->state, piece, hex);
}

void recommended_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    int side = setting_up(state);
    Piece next[POOLS] = {0}; /* those before are set up */
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_starter(play->data, state, piece, side) && !in_box(play->data, state, piece, BOX_TURN))
            put_starter(play, piece, box_of(play->data, BOX_TURN));
    for (int i = play->data->starts[side]; i-- > 0;) /* the first named of a hex is on top */
        if (play->data->start[side][i].piece != NO_PIECE)
            put_starter(play, play->data->start[side][i].piece, play->data->start[side][i].hex);
    for (int i = 0; i < play->data->starts[side]; i++) {
        const Start *start = &play->data->start[side][i];
        for (int j = 0; start->piece == NO_PIECE && j < start->count; j++) {
            next[start->pool] = next_starter(play, start->pool, next[start->pool]);
            put_starter(play, next[start->pool], start->hex);
        }
    }
    tell(play->events, EVENT_PLACED, 0, sentence(PM_3_1, "pm.takes-recommended-set-up", side));
}

/* ---- ready ----------------------------------------------------------------------------------- */

static Refusal border_is_held(const Scenario *scenario, const State *view)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    EACH_BIT(hex, data->border[0], PM_WORDS)
        if (!friend_in(view, SOVIET_SIDE, (Hex)hex))
            return refuse(PM_3_3_2, "pm.border-hex-needs-unit", hex);
    int area = map_area(map, AREA_BORDER, "every-other");
    for (int i = 1; area >= 0 && i < map->area_list[area].count; i++) { /* pm.r.27 */
        Hex one = map->list[map->area_list[area].first + i - 1], other = map->list[map->area_list[area].first + i];
        if (!friend_in(view, SOVIET_SIDE, one) && !friend_in(view, SOVIET_SIDE, other))
            return refuse(PM_3_3_3, "pm.border-hexes-needs-unit", one, other);
    }
    return LEGAL;
}

static Refusal towns_are_held(const Scenario *scenario, const State *view)
{
    const Book *data = data_of(scenario);
    EACH_BIT(hex, data->scoring_hex, PM_WORDS)
        if (!friend_in(view, SOVIET_SIDE, (Hex)hex))
            return in_frontier(scenario, (Hex)hex) ? refuse(PM_3_3_4, "pm.large-town-needs-unit", hex)
                                                   : refuse(PM_3_4_2, "pm.town-needs-unit", hex);
    return LEGAL;
}

static Refusal columns_are_held(const Scenario *scenario, const State *view)
{
    const Grid *grid = &scenario->map->grid;
    int units[100] = {0};
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (friend_in(view, SOVIET_SIDE, (Hex)hex))
            units[hex_column(grid, (Hex)hex)] += count_in(view, (Hex)hex);
    for (int column = 0; column < grid->columns; column++)
        if (grid->first_column + column >= data_of(scenario)->first_column && units[column] < EACH_COLUMN)
            return refuse(PM_3_4_3, "pm.column-units-needs-four", grid->first_column + column, units[column]);
    return LEGAL;
}

Refusal ready_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    int side = setting_up(view);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_starter(data_of(scenario), view, piece, side) && in_box(data_of(scenario), view, piece, BOX_TURN))
            return refuse(PM_3_1, "pm.not-set-up-yet", piece);
    if (side == GERMAN_SIDE)
        return LEGAL;
    Refusal refusal = border_is_held(scenario, view);
    if (!refused(refusal))
        refusal = towns_are_held(scenario, view);
    return refused(refusal) ? refusal : columns_are_held(scenario, view);
}

void ready_apply(Play *play, const Order *order)
{
    (void)order;
    tell(play->events, EVENT_NOTE, 0, sentence(PM_3_1, "pm.set-up-2", setting_up(play->state)));
    answered(play->state);
}

Sentence setup_prompt(const Scenario *scenario, const State *view)
{
    int left = 0, side = setting_up(view);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        left += is_starter(data_of(scenario), view, piece, side) && in_box(data_of(scenario), view, piece, BOX_TURN);
    return left ? sentence(PM_3_1, "pm.place-counter-take-recommended-set", side, left)
                : sentence(PM_3_1, "pm.all-counters-placed-move-some", side);
}
