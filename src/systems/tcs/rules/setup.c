/* setup.c — TCS III: set-up.
 *
 * Every unit is in the hex the scenario offers, with all its steps unless it says otherwise (III.4). Unless the set-up
 * is given, a side may shift its units within their zones and choose their modes (III.2), and says when it is ready. */
#include <string.h>

#include "systems/tcs/tcs.h"

static Unit nobody(void)
{
    Unit unit = {.at = {NO_HEX, NO_PIECE}, .start = NO_HEX, .came_from = NO_HEX};
    for (int i = 0; i < CARRIERS; i++)
        unit.carrier[i] = NO_PIECE;
    return unit;
}

static void setup_unit(Play *play, Piece piece)
{
    const Counter *counter = counter_of(play->scenario, piece);
    Unit *unit = &play->state->unit[piece];
    unit->side = counter->side;
    unit->steps = (uint8_t)(kind_of(play->scenario, piece)->steps - counter->lost);
    unit->mode = counter->mode;
    unit->standing = !unit->steps ? DEAD : counter->turn ? DUE : OFF_MAP;
    if (counter->turn || counter->hex == NO_HEX || !unit->steps)
        return;
    place(play->state, piece, counter->hex);
    take_control(play->data, play->state, counter->side, counter->hex);
    if (counter->on == NO_PIECE)
        return;
    get_on(play, piece, counter->on);
}

void setup_state(Play *play)
{
    State *state = play->state;
    const Book *data = play->data;
    memset(state->top, 0xFF, sizeof state->top);
    state->first = state->phasing = NO_SIDE;
    state->sfa = state->retreat.from = state->retreat.now = state->combat.hex = state->combat.from = NO_HEX;
    state->landing.barrage.hex = NO_HEX;
    state->cycle.answered = NO_HEX;
    state->waiting = order_of(NO_VERB);
    for (Piece piece = 0; piece < TCS_PIECES; piece++)
        state->unit[piece] = nobody();
    for (int i = 0; i < 16; i++)
        state->control[i] = data->hold_owner[i];
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        setup_unit(play, piece);
    for (int side = 0; side < PLAYERS; side++)
        for (int i = 0; i < 4 && data->laid[side].hex[i] != NO_HEX; i++)
            lay_mine(play, data->laid[side].hex[i], side);
    for (int side = 0; side < PLAYERS && is_commanded(data); side++)
        state->plans[side] = data->start[side];
    for (int i = 0; i < data->battalions; i++) {
        uint8_t start = data->battalion[i].start;
        state->nerve[i] = (Nerve){start, start, start, true};
    }
    for (int i = 0; i < data->deliveries; i++)
        if (!data->delivery[i].turn)
            state->stock[data->delivery[i].stock] =
                (uint16_t)(state->stock[data->delivery[i].stock] + data->delivery[i].fires);
}

/* ---- place COUNTER HEX ----------------------------------------------------------------------------------- */

void find_zone(const Scenario *scenario, Book *data, Piece piece)
{
    const Map *map = scenario->map;
    const Counter *counter = &data->counter[piece];
    uint64_t *zone = data->zone[piece];
    memset(zone, 0, sizeof data->zone[piece]);
    if (counter->zone == ZONE_WITHIN && counter->centre < map->hexes) /* III.1 */
        map_within(map, counter->centre, counter->within, zone);
    for (int i = 0; counter->zone == ZONE_WITHIN && i < counter->centres; i++)
        if (counter->hexes[i] < map->hexes)
            map_within(map, counter->hexes[i], counter->within, zone);
    for (int hex = 0; counter->zone == ZONE_COLUMNS && hex < map->hexes; hex++) {
        int column = hex_column(&map->grid, (Hex)hex) + map->grid.first_column;
        if (column >= counter->first_column && column <= counter->last_column)
            set_bit(zone, hex);
    }
    for (size_t i = 0; counter->zone == ZONE_HEXES && i < sizeof counter->hexes / sizeof *counter->hexes; i++)
        if (counter->hexes[i] < map->hexes)
            set_bit(zone, counter->hexes[i]);
    if ((counter->zone == ZONE_HEX || counter->zone == ZONE_ENTRY) && counter->hex < map->hexes)
        set_bit(zone, counter->hex);
}

/* A platoon that is shared out over several vehicles keeps them together. */
static bool shares_load(const State *view, Piece piece)
{
    EACH_IN(other, view, view->unit[piece].at.hex)
        for (int i = 0; is_riding(view, other) && view->unit[other].carrier[1] != NO_PIECE && i < CARRIERS; i++)
            if (view->unit[other].carrier[i] == piece)
                return true;
    return false;
}

static Refusal may_place(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_III_1, "tcs.not-yours-set-up", piece);
    if (is_riding(view, piece))
        return refuse(TCS_25_1_1, "tcs.goes-carries-tows", piece);
    if (shares_load(view, piece))
        return refuse(TCS_25_1_1, "tcs.shares-load-others-let-get", piece);
    return LEGAL;
}

/* `minded` does not depend on the hex. */
static Refusal may_stand(const Scenario *scenario, const State *view, Piece piece, const Minded *minded, Hex hex)
{
    const Unit *unit = &view->unit[piece];
    if (hex == unit->at.hex)
        return refuse(TCS_III_1, "tcs.stands-already", piece);
    if (hex >= scenario->map->hexes || !has_bit(data_of(scenario)->zone[piece], hex))
        return refuse(TCS_III_1, "tcs.not-zone-where-may-set", hex, piece);
    if (enemy_in(view, unit->side, hex))
        return refuse(TCS_5_2C_1, "tcs.enemy-stands", hex);
    Hex field = mines_left_alone(scenario, minded, hex);
    if (field != NO_HEX)
        return refuse(TCS_21_1_3, "tcs.minefield-no-two-platoons-near", field);
    return is_open_to(scenario, view, piece, hex) ? LEGAL : refuse(TCS_20_1E, "tcs.closed", hex, piece);
}

Refusal setup_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Refusal no = may_place(view, piece);
    Minded minded;
    if (refused(no))
        return no;
    find_minded(scenario, view, piece, &minded);
    return may_stand(scenario, view, piece, &minded, order->value[1]);
}

void setup_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        bool named = prefix->count && prefix->value[0] == piece;
        if ((prefix->count && !named) || refused(may_place(view, piece)))
            continue;
        Minded minded;
        find_minded(scenario, view, piece, &minded);
        EACH_BIT(hex, data_of(scenario)->zone[piece], TCS_WORDS) {
            if (refused(may_stand(scenario, view, piece, &minded, (Hex)hex)))
                continue;
            choose(out, named, named ? hex : piece);
            if (!named)
                break;
        }
    }
}

void setup_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    move_to(play, piece, order->value[1]);
    play->state->unit[piece].came_from = NO_HEX;
    tell(play->events, EVENT_PLACED, 0, sentence(TCS_III_1, "tcs.set-up", piece, order->value[1]));
}

/* III.3 */
Refusal ready_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    Hex hex = overstacked(scenario, view, question(&view->head)->side, 0);
    return hex == NO_HEX ? LEGAL : refuse(TCS_III_3, "tcs.more-5-vehicles-30-steps", hex);
}

void ready_apply(Play *play, const Order *order)
{
    (void)order;
    int side = asked(play->state)->side;
    tell(play->events, EVENT_PHASE, 0, sentence(TCS_III_2, "tcs.set-up-2", side));
    answered(play->state);
    if (is_commanded(play->data))
        ask(play->state, ASK_CREATE, side);
}

Sentence setup_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_III_1, "tcs.sets-up-place-counters-within", question(&view->head)->side);
}
