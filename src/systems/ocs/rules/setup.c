/* setup.c — section 3C of the components: set-up.
 *
 * Every unit is in its default hex from the beginning, with all its steps unless the scenario takes some (gc.3C5). A
 * side may shift those units that have a zone, choose any voluntary mode (3C2, the order `mode`), and says when it is
 * ready. */
#include <string.h>

#include "systems/ocs/air.h"

static const Start *start_of(const Book *data, Piece piece)
{
    for (int i = 0; i < data->starts; i++)
        if (data->start[i].piece == piece)
            return &data->start[i];
    return NULL;
}

void place_stock(State *state, const Stock *stock)
{
    if (stock->kind == STOCK_SUPPLY)
        make_supply(state, stock->side, stock->hex, stock->amount);
    else if (stock->kind == STOCK_TRUCKS)
        pile_at(state, stock->side, stock->hex)->trucks += (uint8_t)stock->amount;
    else if (stock->kind == STOCK_WAGONS)
        pile_at(state, stock->side, stock->hex)->wagons += (uint8_t)stock->amount;
    else
        state->hedgehog[state->hedgehogs++] =
            (Hedgehog){.hex = stock->hex, .side = stock->side, .level = (uint8_t)stock->amount};
}

void setup_state(Play *play)
{
    State *state = play->state;
    const Book *data = play->data;
    memset(state->top, 0xFF, sizeof state->top);
    state->first = state->phasing = NO_SIDE;
    state->flying = true;
    state->barrage.target = state->dogfight.hex = NO_HEX;
    state->combat = (Combat){.target = NO_HEX, .launch = NO_HEX, .rating = {NO_PIECE, NO_PIECE}};
    for (Piece piece = 0; piece < OCS_SLOTS; piece++)
        state->unit[piece] = (Unit){.at = {NO_HEX, NO_PIECE}, .start = NO_HEX, .carrier = NO_PIECE};
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        unit->kind = piece;
        unit->side = data->kind[piece].side;
        unit->steps = data->kind[piece].steps;
        unit->face = data->kind[piece].face[COMBAT_SIDE].there ? COMBAT_SIDE : MOVE_SIDE;
        if (data->kind[piece].is & DEAD_AT_FIRST) {
            unit->standing = DEAD;
            unit->steps = 0;
        }
    }
    for (int piece = 0; piece < OCS_PIECES; piece++) {
        state->source[piece] = NO_SOURCE;
        state->parent[piece] = NO_PIECE;
    }
    memcpy(state->control, data->held, sizeof state->control);
    memcpy(state->gauge, data->gauge, sizeof state->gauge);
    for (int i = 0; i < data->stocks; i++)
        if (!data->stock[i].turn)
            place_stock(state, &data->stock[i]);
    state->bases = (uint8_t)data->start_bases;
    memcpy(state->base, data->start_base, sizeof state->base);
    for (int i = 0; i < state->bases; i++) /* a side has the hex of its base (D56) */
        take_control(state, state->base[i].side, state->base[i].hex);
    for (int i = 0; i < data->starts; i++) {
        const Start *start = &data->start[i];
        Unit *unit = &state->unit[start->piece];
        unit->level = data->start_level;
        if (start->turn) {
            unit->standing = DUE;
            continue;
        }
        unit->steps = (uint8_t)(unit->steps - start->lost);
        unit->marker = start->marker;
        place(play->scenario, state, start->piece, start->hex);
        if (is_aircraft(data, state, start->piece))
            unit->now |= ACTIVE; /* gc.3C4 */
        else
            take_control(state, unit->side, start->hex);
    }
}

/* ---- place COUNTER HEX ------------------------------------------------------------------------------------ */

static Refusal may_stand(const Scenario *scenario, const State *view, Piece piece, const Start *start, Hex hex)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !start || start->turn)
        return refuse(OCS_GC_3C1, "ocs.not-yours-set-up", piece);
    if (start->centre == NO_HEX)
        return refuse(OCS_GC_3C1, "ocs.stands-where-stands", piece);
    if (hex == unit->at.hex)
        return refuse(OCS_GC_3C1, "ocs.stands-already", piece);
    if (start->within == ANY_BASE)
        return has_base(view, unit->side, hex) ? LEGAL : refuse(OCS_14_1G, "ocs.no-air-base-yours", hex);
    if (map_distance(scenario->map, start->centre, hex) > start->within)
        return refuse(OCS_GC_3C1, "ocs.not-within", hex, start->within, start->centre);
    if (!is_land(data, hex) || enemy_in(view, unit->side, hex))
        return refuse(OCS_GC_3C1, "ocs.sea-held-enemy", hex);
    if (unit->marker == STRATEGIC && is_contact(scenario, view, unit->side, hex))
        return refuse(OCS_4_1_14, "ocs.next-enemy-no-strategic-move", piece);
    if (unit->marker == RESERVE &&
        reserve_hexes_if(scenario, view, unit->side, &piece, 1, hex) > data->reserves[unit->side])
        return refuse(OCS_5_7_1, "ocs.no-reserve-marker-another-hex");
    int room = kind_of(data, view, piece)->class == HEADQUARTERS ? 0 : re_of(data, view, piece);
    if (room && stacked_re(scenario, view, hex) + room > STACK_LIMIT)
        return refuse(OCS_GC_3C3, "ocs.more-10-res-stand", hex);
    return LEGAL;
}

Refusal setup_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    return may_stand(scenario, view, piece, start_of(data_of(scenario), piece), order->value[1]);
}

static void find_zone(const Scenario *scenario, const State *view, const Start *start, uint64_t out[OCS_WORDS])
{
    if (start->within != ANY_BASE) {
        map_within(scenario->map, start->centre, start->within, out);
        return;
    }
    for (int i = 0; i < view->bases; i++)
        set_bit(out, view->base[i].hex);
}

/* Whether the counter may stand at the centre of its zone or next to it: most may, and their zone is not needed. */
static bool stands_near_centre(const Scenario *scenario, const State *view, const Start *start)
{
    if (start->within == ANY_BASE)
        return false;
    const Hex *next = scenario->map->next[start->centre];
    bool stands = !refused(may_stand(scenario, view, start->piece, start, start->centre));
    for (int edge = 0; edge < EDGES && !stands; edge++)
        stands = next[edge] != NO_HEX && !refused(may_stand(scenario, view, start->piece, start, next[edge]));
    return stands;
}

void setup_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Book *data = data_of(scenario);
    out->complete = prefix->count == 2;
    for (int i = 0; prefix->count < 2 && i < data->starts; i++) {
        const Start *start = &data->start[i];
        bool named = prefix->count && prefix->value[0] == start->piece;
        uint64_t zone[OCS_WORDS] = {0};
        if (start->centre == NO_HEX || start->turn || (prefix->count && !named) || !is_asked_for(view, start->piece))
            continue;
        if (!named && stands_near_centre(scenario, view, start)) {
            choose(out, 0, start->piece);
            continue;
        }
        find_zone(scenario, view, start, zone);
        EACH_BIT(hex, zone, OCS_WORDS) {
            if (refused(may_stand(scenario, view, start->piece, start, (Hex)hex)))
                continue;
            choose(out, named, named ? hex : start->piece);
            if (!named)
                break;
        }
    }
}

void setup_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex from = state->unit[piece].at.hex;
    move_to(play, piece, order->value[1]);
    for (int side = 0; !friend_in(state, state->unit[piece].side, from) && side < PLAYERS; side++)
        (has_bit(play->data->held[side], from) ? set_bit : clear_bit)(state->control[side], from); /* as it was (D56) */
    tell(play->events, EVENT_PLACED, 0, sentence(OCS_GC_3C1, "ocs.set-up", piece, order->value[1]));
}

void ready_apply(Play *play, const Order *order)
{
    (void)order;
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_GC_3C1, "ocs.set-up-2", asked(play->state)->side));
    answered(play->state);
}

Sentence setup_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_GC_3C1, "ocs.sets-up-place-counters-within", question(&view->head)->side);
}
