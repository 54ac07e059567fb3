/* arrivals.c — OCS 2.3.I.3 and 12.6: who and what comes when.
 *
 *     enter sRD317 36.09     receive 01.10     end
 *
 * Supply that is due lies on the map at once. Units enter at their hex, or in their zone, without overstacking; where
 * the enemy stands in all of it, at the nearest hex that takes them (12.6-2). Who finds no room waits for the next turn
 * (D39); who could enter and is not let in never comes (12.6-1). A port takes no more REs than its capacity in a turn
 * (12.6-4). Aircraft come to any supplied base of their side (14.1g), and wait while there is none (D15). The variable
 * table gives each side something once a week (2.3.I.3-3); its replacements must be placed before the segment ends
 * (12.5-1). */
#include "systems/ocs/air.h"

/* ---- supply ------------------------------------------------------------------------------------------------ */

/* Where what is due there comes: the hex, or if it is lost the nearest station still linked to a source; NO_HEX. */
static Hex entry_for(const Scenario *scenario, const State *state, int side, Hex hex)
{
    Tracing tracing;
    Hex best = NO_HEX;
    if (!enemy_in(state, side, hex) && !has_bit(state->control[enemy_of(side)], hex))
        return hex;
    trace_begin(scenario, state, side, &tracing);
    EACH_BIT(at, tracing.point, OCS_WORDS)
    if (has_bit(data_of(scenario)->station, at) &&
        (best == NO_HEX || map_distance(scenario->map, hex, (Hex)at) < map_distance(scenario->map, hex, best)))
        best = (Hex)at;
    return best;
}

static void supply_arrives(Play *play, int side)
{
    State *state = play->state;
    for (int i = 0; i < play->data->stocks; i++) {
        Stock stock = play->data->stock[i];
        if (stock.side != side || stock.turn != state->head.turn)
            continue;
        stock.hex = entry_for(play->scenario, state, side, stock.hex);
        if (stock.hex == NO_HEX) {
            tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
                 sentence(OCS_2_3_I_3_2, "supply of %s finds no way to the map and is lost", side));
            continue;
        }
        place_stock(state, &stock);
        tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
             sentence(OCS_2_3_I_3_2, "%nT of supply arrive at %h", stock.amount, stock.hex));
    }
}

/* ---- the variable table --------------------------------------------------------------------------------------- */

static void take_replacements(Play *play, int side, const char *type, int count)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces && count; piece++) {
        const Kind *kind = kind_of(play->data, state, piece);
        bool here = state->unit[piece].standing == IN_POOL || state->unit[piece].standing == DEAD;
        if (kind->side != side || kind->class != REPLACEMENTS || !here || !is_type(kind, type))
            continue;
        state->unit[piece].standing = WAITING;
        state->unit[piece].steps = 1;
        count--;
    }
}

static void roll_variable(Play *play, int side)
{
    State *state = play->state;
    const Book *data = play->data;
    if (!data->variable || (second_edition(data) && state->head.turn % 2 == 0))
        return;
    int dice = dice_sum(play->dice, 2);
    const Price *gift = &data->gift[side][dice - 2];
    tell(play->events, EVENT_ROLLED, 0, sentence(OCS_2_3_I_3_3, "%s rolls %n for reinforcements", side, dice));
    take_replacements(play, side, "Pax", gift->pax);
    take_replacements(play, side, "Eq", gift->eq);
    state->gift_trucks[side] = gift->trucks;
    state->gift_points[side] = gift->points;
}

/* ---- enter COUNTER HEX ------------------------------------------------------------------------------------------ */

static const Start *start_of(const Book *data, Piece piece)
{
    for (int i = 0; i < data->starts; i++)
        if (data->start[i].piece == piece)
            return &data->start[i];
    return NULL;
}

/* The hexes it may enter by, if nobody stood there. */
static bool is_entry(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Book *data = data_of(scenario);
    const Start *start = start_of(data, piece);
    int side = view->unit[piece].side;
    if (data->kind[piece].class == REPLACEMENTS) {
        for (int i = 0; i < data->gift_hexes[side]; i++)
            if (data->gift_hex[side][i] == hex)
                return !has_bit(view->control[enemy_of(side)], hex);
        return false;
    }
    if (!start)
        return false;
    if (start->within == ANY_BASE)
        return has_supplied_base(view, side, hex);
    if (start->centre == NO_HEX)
        return hex == start->hex;
    bool within = map_distance(scenario->map, start->centre, hex) <= start->within;
    const Grid *grid = &scenario->map->grid;
    return start->last == NO_HEX ? within
                                 : within && hex_column(grid, hex) == hex_column(grid, start->centre) &&
                                       map_distance(scenario->map, start->last, hex) <= start->within;
}

static bool has_room(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Book *data = data_of(scenario);
    int re = data->kind[piece].class == HEADQUARTERS ? 0 : re_of(data, view, piece);
    if (data->kind[piece].class == AIRCRAFT || data->kind[piece].class == SHIP)
        return true;
    if (is_box(scenario->map, hex)) /* 4.2-5, gc.1G-3 */
        return data->box[map_box(scenario->map, hex)].side == view->unit[piece].side;
    return is_land(data, hex) && !enemy_in(view, view->unit[piece].side, hex) &&
           (!re || stacked_re(scenario, view, hex) + re <= STACK_LIMIT);
}

/* How near a hex must be to an entry that the enemy bars; 0: an entry is open, or at least not his. */
static int bars_distance(const Scenario *scenario, const State *view, Piece piece)
{
    if (data_of(scenario)->kind[piece].class == AIRCRAFT)
        return 0;
    int side = view->unit[piece].side, best = 0;
    for (int hex = 0; hex < scenario->map->spots; hex++)
        if (is_entry(scenario, view, piece, (Hex)hex) && !enemy_in(view, side, (Hex)hex))
            return 0;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (!has_room(scenario, view, piece, (Hex)hex))
            continue;
        for (int entry = 0; entry < scenario->map->hexes; entry++)
            if (is_entry(scenario, view, piece, (Hex)entry)) {
                int distance = map_distance(scenario->map, (Hex)entry, (Hex)hex);
                best = !best || distance < best ? distance : best;
            }
    }
    return best;
}

/* 12.6-4, D39: what else a port takes in this segment, in eighths of an SP (13.0d). */
static bool port_takes(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    int weight = rail_weight(data_of(scenario), view, piece);
    return port_at(scenario, hex) < 0 || !is_unit(kind_of(data_of(scenario), view, piece)) ||
           !refused(may_unload(scenario, view, hex, weight, false));
}

static bool may_enter_at(const Scenario *scenario, const State *view, Piece piece, Hex hex, int barred)
{
    if (!has_room(scenario, view, piece, hex) || !port_takes(scenario, view, piece, hex))
        return false;
    if (!barred)
        return is_entry(scenario, view, piece, hex);
    for (int entry = 0; entry < scenario->map->hexes; entry++)
        if (is_entry(scenario, view, piece, (Hex)entry) && map_distance(scenario->map, (Hex)entry, hex) == barred)
            return true;
    return false;
}

static bool is_waiting(const State *view, Piece piece)
{
    return view->unit[piece].standing == WAITING && view->unit[piece].side == question(&view->head)->side;
}

Refusal enter_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    if (!is_waiting(view, piece))
        return refuse(OCS_2_3_I_3_1, "%p is not due", piece);
    if (is_entry(scenario, view, piece, hex) && !port_takes(scenario, view, piece, hex))
        return refuse(OCS_12_6_4, "the port at %h takes no more in this turn", hex);
    if (data_of(scenario)->kind[piece].class == AIRCRAFT && !is_entry(scenario, view, piece, hex))
        return refuse(OCS_14_1G, "%h has no supplied air base of yours", hex);
    if (!may_enter_at(scenario, view, piece, hex, bars_distance(scenario, view, piece)))
        return refuse(OCS_12_6_2, "%p does not enter at %h", piece, hex);
    return LEGAL;
}

void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        if (!is_waiting(view, piece) || (prefix->count && prefix->value[0] != piece))
            continue;
        int barred = bars_distance(scenario, view, piece);
        for (int hex = 0; hex < scenario->map->spots; hex++) {
            if (!may_enter_at(scenario, view, piece, (Hex)hex, barred))
                continue;
            choose(out, prefix->count, prefix->count ? hex : piece);
            if (!prefix->count)
                break;
        }
    }
}

void enter_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Unit *unit = &state->unit[piece];
    Hex hex = spot_of(play->scenario, order->value[1]);
    place(play->scenario, state, piece, hex);
    if (!is_unit(&play->data->kind[piece])) {
        unit->now = is_aircraft(play->data, state, piece) ? ACTIVE : 0;
        tell(play->events, EVENT_PLACED, 0, sentence(OCS_14_1G, "%p arrives at %h", piece, hex));
        return;
    }
    take_control(state, unit->side, hex);
    if (port_at(play->scenario, hex) >= 0)
        unload_at(play->scenario, state, hex, rail_weight(play->data, state, piece));
    unit->level = FULL_SUPPLY; /* 12.6-3 */
    unit->start = hex;
    unit->now = second_edition(play->data) ? REINFORCED | ARRIVED : ARRIVED;
    tell(play->events, EVENT_PLACED, 0, sentence(OCS_12_6_2, "%p arrives at %h", piece, hex));
    come_into(play, unit->side, hex);
}

/* ---- receive HEX ------------------------------------------------------------------------------------------------ */

Refusal receive_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    if (!view->gift_trucks[side] && !view->gift_points[side])
        return refuse(OCS_2_3_I_3_3, "nothing waits to be received");
    for (int i = 0; i < data->gift_hexes[side]; i++)
        if (data->gift_hex[side][i] == order->value[0])
            return enemy_in(view, side, order->value[0]) ? refuse(OCS_12_6_2, "the enemy stands in %h", order->value[0])
                                                         : LEGAL;
    return refuse(OCS_2_3_I_3_3, "%h is not where such things arrive", order->value[0]);
}

void receive_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    out->complete = prefix->count == 1;
    for (int i = 0; !prefix->count && i < data->gift_hexes[side]; i++) {
        Order order = *prefix;
        order_add(&order, 0, data->gift_hex[side][i]);
        if (!refused(receive_check(scenario, view, &order)))
            choose(out, 0, data->gift_hex[side][i]);
    }
}

void receive_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side;
    Hex hex = order->value[0];
    if (state->gift_trucks[side])
        pile_at(state, side, hex)->trucks += state->gift_trucks[side];
    if (state->gift_points[side])
        make_supply(state, side, hex, state->gift_points[side] * TOKENS);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
         sentence(OCS_2_3_I_3_3, "%n truck points and %n SP arrive at %h", state->gift_trucks[side],
                  state->gift_points[side], hex));
    state->gift_trucks[side] = state->gift_points[side] = 0;
}

/* ---- the segment ------------------------------------------------------------------------------------------------ */

static bool can_enter(const Scenario *scenario, const State *view, Piece piece)
{
    int barred = bars_distance(scenario, view, piece);
    for (int hex = 0; hex < scenario->map->spots; hex++)
        if (may_enter_at(scenario, view, piece, (Hex)hex, barred))
            return true;
    return false;
}

Refusal arrivals_end_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_waiting(view, piece) && kind_of(data_of(scenario), view, piece)->class == REPLACEMENTS &&
            can_enter(scenario, view, piece))
            return refuse(OCS_12_5_1, "%p must be placed", piece);
    return LEGAL;
}

void arrivals_end_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    int side = asked(state)->side;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_waiting(state, piece) && can_enter(play->scenario, state, piece)) {
            state->unit[piece].standing = IN_POOL;
            tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
                 sentence(OCS_12_6_1, "%p is not taken and never comes", piece));
        }
    state->gift_trucks[side] = state->gift_points[side] = 0;
    answered(state);
}

void arrivals_skip(Play *play) { arrivals_end_apply(play, NULL); }

void arrivals_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    if (frame->stage)
        return;
    frame->stage = 1;
    supply_arrives(play, frame->side);
    roll_variable(play, frame->side);
    for (int i = 0; i < play->data->starts; i++) {
        const Start *start = &play->data->start[i];
        Unit *unit = &state->unit[start->piece];
        if (unit->side == frame->side && unit->standing == DUE && start->turn <= state->head.turn)
            unit->standing = WAITING;
    }
}

Sentence arrivals_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_2_3_I_3_1, "%s: who enters where?", question(&view->head)->side);
}
