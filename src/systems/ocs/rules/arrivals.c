/* arrivals.c — OCS 2.3.I.3 and 12.6: reinforcements and supply by turn.
 *
 *     enter sRD317 36.09     receive 01.10     end
 *
 * Supply that is due is on the map at once. Units enter at their hex, or in their zone, without overstacking; if the
 * enemy occupies all of it, at the nearest hex that takes them (12.6-2). A unit that finds no room waits for the next
 * turn (D39); one that could enter and is kept out by its owner never comes (12.6-1). A port takes no more REs than its
 * capacity in a turn (12.6-4). Aircraft come to any supplied base of their side (14.1g), and wait while there is none
 * (D15). The variable table gives each side something once a week (2.3.I.3-3); its replacements must be placed before
 * the segment ends (12.5-1). */
#include <string.h>

#include "systems/ocs/air.h"

/* ---- supply ------------------------------------------------------------------------------------------------ */

/* Where arrivals due there come in: the hex, or if it is lost the nearest station still linked to a source; NO_HEX. */
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
                 sentence(OCS_2_3_I_3_2, "ocs.supply-finds-no-way-map", side));
            continue;
        }
        place_stock(state, &stock);
        tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
             sentence(OCS_2_3_I_3_2, "ocs.t-supply-arrive", stock.amount, stock.hex));
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
    tell(play->events, EVENT_ROLLED, 0, sentence(OCS_2_3_I_3_3, "ocs.rolls-reinforcements", side, dice));
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

/* A station inland to which the side's supply comes by rail: its units come with it. */
static bool is_terminus(const Scenario *scenario, int side, Hex hex)
{
    const Book *data = data_of(scenario);
    const Grid *grid = &scenario->map->grid;
    int column = hex_column(grid, hex), row = hex_row(grid, hex);
    if (!has_bit(data->station, hex) || !column || !row || column == grid->columns - 1 || row == grid->rows - 1)
        return false;
    for (int i = 0; i < data->stocks; i++)
        if (data->stock[i].side == side && data->stock[i].turn && data->stock[i].hex == hex)
            return true;
    return false;
}

/* The hexes it may enter by, if no unit were there. */
static void find_entries(const Scenario *scenario, const State *view, Piece piece, uint64_t out[OCS_WORDS])
{
    const Book *data = data_of(scenario);
    const Grid *grid = &scenario->map->grid;
    const Start *start = start_of(data, piece);
    uint64_t zone[OCS_WORDS] = {0};
    int side = view->unit[piece].side;
    if (data->kind[piece].class == REPLACEMENTS) {
        for (int i = 0; i < data->gift_hexes[side]; i++)
            if (!has_bit(view->control[enemy_of(side)], data->gift_hex[side][i]))
                set_bit(out, data->gift_hex[side][i]);
        return;
    }
    if (!start)
        return;
    if (start->within == ANY_BASE) {
        for (int i = 0; i < view->bases; i++)
            if (has_supplied_base(view, side, view->base[i].hex))
                set_bit(out, view->base[i].hex);
        return;
    }
    if (start->centre == NO_HEX) {
        Hex hex = is_terminus(scenario, side, start->hex) ? entry_for(scenario, view, side, start->hex) : start->hex;
        if (hex != NO_HEX)
            set_bit(out, hex);
        return;
    }
    map_within(scenario->map, start->centre, start->within, zone); /* both ends belong to it: gc.3C6 */
    EACH_BIT(hex, zone, OCS_WORDS)
        if (start->last == NO_HEX || (hex_column(grid, (Hex)hex) == hex_column(grid, start->centre) &&
                                      map_distance(scenario->map, start->last, (Hex)hex) <= start->within))
            set_bit(out, hex);
}

static int room_of(const Book *data, const State *view, Piece piece)
{
    return is_unit(&data->kind[piece]) && data->kind[piece].class != HEADQUARTERS ? re_of(data, view, piece) : 0;
}

static bool has_room(const Scenario *scenario, const State *view, Piece piece, Hex hex, int re)
{
    const Book *data = data_of(scenario);
    if (data->kind[piece].class == AIRCRAFT || data->kind[piece].class == SHIP)
        return true;
    if (is_box(scenario->map, hex)) /* 4.2-5, gc.1G-3 */
        return data->box[map_box(scenario->map, hex)].side == view->unit[piece].side;
    return is_land(data, hex) && !enemy_in(view, view->unit[piece].side, hex) &&
           (!re || stacked_re(scenario, view, hex) + re <= STACK_LIMIT);
}

/* 12.6-4, D39: what else a port takes in this segment, in eighths of an SP (13.0d). */
static bool port_takes(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    int weight = rail_weight(data_of(scenario), view, piece);
    return port_at(scenario, hex) < 0 || !is_unit(kind_of(data_of(scenario), view, piece)) ||
           !refused(may_unload(scenario, view, hex, weight, false));
}

/* D39: all units that were to enter there in this segment, whether they have or not. */
static int company_of(const Scenario *scenario, const State *view, int side, const uint64_t entries[OCS_WORDS],
                      Piece out[OCS_PIECES])
{
    int count = 0;
    for (Piece other = 0; other < scenario->pieces; other++) {
        uint64_t theirs[OCS_WORDS] = {0};
        bool came = is_on_map(view, other) && view->unit[other].now & ARRIVED;
        if ((view->unit[other].standing != WAITING && !came) || view->unit[other].side != side)
            continue;
        find_entries(scenario, view, other, theirs);
        if (!memcmp(theirs, entries, sizeof theirs))
            out[count++] = other;
    }
    return count;
}

/* REs of those that are not in the hex yet. */
static int room_for(const Scenario *scenario, const State *view, const Piece *pieces, int count, Hex hex)
{
    int sum = 0;
    for (int i = 0; i < count; i++)
        if (!is_on_map(view, pieces[i]) || view->unit[pieces[i]].at.hex != hex)
            sum += room_of(data_of(scenario), view, pieces[i]);
    return sum;
}

/* The hexes with room for all of those that are nearest to one of the entries. */
static void find_detours(const Scenario *scenario, const State *view, Piece piece, const uint64_t entries[OCS_WORDS],
                         const Piece *company, int count, uint64_t out[OCS_WORDS])
{
    int best = 0;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        int re = room_for(scenario, view, company, count, (Hex)hex);
        if (!has_room(scenario, view, piece, (Hex)hex, re) || !port_takes(scenario, view, piece, (Hex)hex))
            continue;
        EACH_BIT(entry, entries, OCS_WORDS) {
            int distance = map_distance(scenario->map, (Hex)entry, (Hex)hex);
            if (best && distance > best)
                continue;
            if (distance < best || !best)
                memset(out, 0, OCS_WORDS * sizeof *out);
            best = distance;
            set_bit(out, hex);
        }
    }
}

/* Where it may enter now: its entries that have room; if the enemy occupies all of them, the nearest hexes that take
 * all units that wait there, or it alone if none does. */
static void find_ways_in(const Scenario *scenario, const State *view, Piece piece, uint64_t out[OCS_WORDS])
{
    uint64_t entries[OCS_WORDS] = {0};
    int side = view->unit[piece].side, re = room_of(data_of(scenario), view, piece);
    bool barred = data_of(scenario)->kind[piece].class != AIRCRAFT;
    find_entries(scenario, view, piece, entries);
    EACH_BIT(entry, entries, OCS_WORDS) {
        barred &= enemy_in(view, side, (Hex)entry);
        if (has_room(scenario, view, piece, (Hex)entry, re) && port_takes(scenario, view, piece, (Hex)entry))
            set_bit(out, entry);
    }
    if (!barred)
        return;
    Piece company[OCS_PIECES];
    int count = company_of(scenario, view, side, entries, company);
    find_detours(scenario, view, piece, entries, company, count, out);
    if (next_bit(out, OCS_WORDS, 0) < 0)
        find_detours(scenario, view, piece, entries, &piece, 1, out);
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
        return refuse(OCS_2_3_I_3_1, "ocs.not-due", piece);
    uint64_t ways_in[OCS_WORDS] = {0}, entries[OCS_WORDS] = {0};
    find_ways_in(scenario, view, piece, ways_in);
    find_entries(scenario, view, piece, entries);
    if (has_bit(entries, hex) && !port_takes(scenario, view, piece, hex))
        return refuse(OCS_12_6_4, "ocs.port-takes-no-more-turn", hex);
    if (data_of(scenario)->kind[piece].class == AIRCRAFT && !has_bit(entries, hex))
        return refuse(OCS_14_1G, "ocs.no-supplied-air-base-yours", hex);
    if (!has_bit(ways_in, hex))
        return refuse(OCS_12_6_2, "ocs.not-enter", piece, hex);
    return LEGAL;
}

void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        if (!is_waiting(view, piece) || (prefix->count && prefix->value[0] != piece))
            continue;
        uint64_t ways_in[OCS_WORDS] = {0};
        find_ways_in(scenario, view, piece, ways_in);
        EACH_BIT(hex, ways_in, OCS_WORDS) {
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
        tell(play->events, EVENT_PLACED, 0, sentence(OCS_14_1G, "ocs.arrives", piece, hex));
        return;
    }
    take_control(state, unit->side, hex);
    if (port_at(play->scenario, hex) >= 0)
        unload_at(play->scenario, state, hex, rail_weight(play->data, state, piece));
    unit->level = FULL_SUPPLY; /* 12.6-3 */
    unit->start = hex;
    unit->now = second_edition(play->data) ? REINFORCED | ARRIVED : ARRIVED;
    tell(play->events, EVENT_PLACED, 0, sentence(OCS_12_6_2, "ocs.arrives", piece, hex));
    come_into(play, unit->side, hex);
}

/* ---- receive HEX ------------------------------------------------------------------------------------------------ */

Refusal receive_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    if (!view->gift_trucks[side] && !view->gift_points[side])
        return refuse(OCS_2_3_I_3_3, "ocs.nothing-waits-received");
    for (int i = 0; i < data->gift_hexes[side]; i++)
        if (data->gift_hex[side][i] == order->value[0])
            return enemy_in(view, side, order->value[0]) ? refuse(OCS_12_6_2, "ocs.enemy-stands", order->value[0])
                                                         : LEGAL;
    return refuse(OCS_2_3_I_3_3, "ocs.not-where-such-things-arrive", order->value[0]);
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
    tell(
        play->events, EVENT_NOTE, 1u << enemy_of(side),
        sentence(OCS_2_3_I_3_3, "ocs.truck-points-sp-arrive", state->gift_trucks[side], state->gift_points[side], hex));
    state->gift_trucks[side] = state->gift_points[side] = 0;
}

/* ---- the segment ------------------------------------------------------------------------------------------------ */

static bool can_enter(const Scenario *scenario, const State *view, Piece piece)
{
    uint64_t ways_in[OCS_WORDS] = {0};
    find_ways_in(scenario, view, piece, ways_in);
    return next_bit(ways_in, OCS_WORDS, 0) >= 0;
}

Refusal arrivals_end_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_waiting(view, piece) && kind_of(data_of(scenario), view, piece)->class == REPLACEMENTS &&
            can_enter(scenario, view, piece))
            return refuse(OCS_12_5_1, "ocs.must-placed", piece);
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
                 sentence(OCS_12_6_1, "ocs.not-taken-never-comes", piece));
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
    return sentence(OCS_2_3_I_3_1, "ocs.enters-where", question(&view->head)->side);
}
