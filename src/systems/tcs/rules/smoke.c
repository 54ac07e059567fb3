/* smoke.c — TCS 19.4, 25.2c and 25.4a: smoke fired by a mortar or an Infantry Gun, and light by a mortar: each a
 * Suppressive Fire of its own. */
#include "systems/tcs/tcs.h"

enum { SLOT_WHO, SLOT_AT, SLOT_SPOTTER };

/* 19.4-1: mortars of 80 mm and more, Infantry Guns of 100 mm and more. */
static Refusal has_smoke(const Scenario *scenario, Piece piece)
{
    const Kind *kind = kind_of(scenario, piece);
    if ((is_mortar(kind) && kind->calibre >= MORTAR_SMOKE) ||
        (kind->class == INFANTRY_GUN && kind->calibre >= GUN_SMOKE))
        return LEGAL;
    return refuse(TCS_19_4_1, "tcs.no-smoke", piece);
}

Refusal smoke_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0], spotter = order_value(order, SLOT_SPOTTER, piece);
    Hex hex = order_value(order, SLOT_AT, NO_HEX);
    const Kind *kind = kind_of(scenario, piece);
    Refusal no = may_fire(scenario, view, piece, FIRE_SFA, SHOT_AREA);
    if (!refused(no))
        no = has_smoke(scenario, piece);
    if (refused(no))
        return no;
    int range = map_distance(scenario->map, view->unit[piece].at.hex, hex);
    if (range > kind->range)
        return refuse(TCS_19_4_1, "tcs.hexes-away-reaches", hex, range, piece, kind->range);
    if (is_sea(scenario, hex))
        return refuse(TCS_19_1B, "tcs.open-sea", hex);
    if (order->count > 2 && spotter == piece)
        return refuse(TCS_25_2D, "tcs.needs-no-spotter-see-itself", piece);
    if (!kind->indirect && spotter != piece)
        return refuse(TCS_25_4A, "tcs.sees-itself", piece);
    if (!kind->indirect) /* its own line, and it spots for no other unit */
        return sees(scenario, view, view->unit[piece].at.hex, hex)
                   ? LEGAL
                   : refuse(TCS_9_1D, "tcs.no-line", piece, view->unit[piece].at.hex, hex);
    Attack attack = attack_new(hex, FIRE_SFA, view->unit[piece].side);
    return may_spot(scenario, view, &attack, piece, spotter);
}

/* Hexes that a unit which may fire smoke can reach with some spotter. */
static void list_hexes(const Scenario *scenario, const State *view, Piece piece, Choices *out, bool one)
{
    Hex lookout[TCS_PIECES] = {view->unit[piece].at.hex};
    int range = kind_of(scenario, piece)->range;
    int lookouts = kind_of(scenario, piece)->indirect ? find_lookouts(scenario, view, piece, lookout) : 1;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (map_distance(scenario->map, view->unit[piece].at.hex, (Hex)hex) > range || is_sea(scenario, (Hex)hex) ||
            !is_seen_from(scenario, view, lookout, lookouts, (Hex)hex))
            continue;
        choose(out, one ? SLOT_WHO : SLOT_AT, one ? piece : hex);
        if (one)
            return;
    }
}

/* Others who can spot for it; what else is asked of the order is the same for all of them. */
static void list_spotters(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece piece = prefix->value[0];
    Attack attack = attack_new(prefix->value[1], FIRE_SFA, view->unit[piece].side);
    bool asked = false;
    for (Piece spotter = 0; spotter < scenario->pieces; spotter++) {
        if (!is_on_map(view, spotter) || spotter == piece || refused(may_spot(scenario, view, &attack, piece, spotter)))
            continue;
        Order order = *prefix;
        order_add(&order, SLOT_SPOTTER, spotter);
        if (!asked && refused(smoke_check(scenario, view, &order)))
            return;
        asked = true;
        choose(out, SLOT_SPOTTER, spotter);
    }
}

void smoke_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    if (!prefix->count) {
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (is_on_map(view, piece) && view->unit[piece].side == side && !refused(has_smoke(scenario, piece)) &&
                !refused(may_fire(scenario, view, piece, FIRE_SFA, SHOT_AREA)))
                list_hexes(scenario, view, piece, out, true);
    } else if (prefix->count == 1) {
        if (!refused(has_smoke(scenario, prefix->value[0])) &&
            !refused(may_fire(scenario, view, prefix->value[0], FIRE_SFA, SHOT_AREA)))
            list_hexes(scenario, view, prefix->value[0], out, false);
    } else {
        out->complete = !refused(smoke_check(scenario, view, prefix));
        if (prefix->count == 2)
            list_spotters(scenario, view, prefix, out);
    }
}

static void lay_smoke(Play *play, Hex hex, int side)
{
    State *state = play->state;
    if (hex == NO_HEX || is_sea(play->scenario, hex) || state->barrages == TCS_BARRAGES) {
        tell(play->events, EVENT_NOTE, 0, sentence(TCS_I_C_2, "tcs.smoke-drifts-away"));
        return;
    }
    state->barrage[state->barrages++] = (Barrage){.hex = hex, .side = (uint8_t)side, .kind = PLAIN_SMOKE};
    marks_changed(play->scenario, state);
    tell(play->events, EVENT_GROUND, 0, sentence(TCS_19_1A_1, "tcs.smoke-lies", hex));
}

/* What a unit that fires smoke or light may not do any more. */
static void mark_fired(Play *play, Piece piece, Hex hex)
{
    Unit *unit = &play->state->unit[piece];
    unit->now |= FIRED | SFA_DONE | (is_mortar(kind_of(play->scenario, piece)) ? SHOT : 0);
    note_sfa(play->state, hex, unit->at.hex);
}

/* 19.4a */
void smoke_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    Unit *unit = &state->unit[piece];
    if (state->sfa != NO_HEX && state->sfa != hex && finishes_first(play, order))
        return;
    mark_fired(play, piece, hex);
    int die = dice_roll(play->dice), result = play->data->smoke_die[die - 1];
    tell(play->events, EVENT_ROLLED, 0, sentence(TCS_19_4A, "tcs.fires-smoke", piece, hex, die));
    if (result == SMOKE_NONE) {
        tell_result(play, sentence(TCS_19_4A, "tcs.no-smoke-2"));
    } else if (result == SMOKE_SCATTERS) {
        int way = play->data->scatter[dice_roll(play->dice) - 1];
        tell_result(play, sentence(TCS_19_4A, "tcs.smoke-scatters", WORD_EDGE + way));
        lay_smoke(play, play->scenario->map->next[hex][way], unit->side);
    } else {
        tell_result(play, sentence(TCS_19_4A, "tcs.target"));
        lay_smoke(play, hex, unit->side);
    }
}

bool smoke_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Book *data = data_of(scenario);
    if (refused(smoke_check(scenario, view, order)))
        return false;
    forecast_clear(out);
    out->gainer = out->payer = NO_SIDE;
    out->title = sentence(0, "tcs.die");
    out->total = 36;
    for (int die = 0; die < 6; die++)
        for (int way = 0; way < 6; way++) {
            int result = data->smoke_die[die];
            Sentence label = result == SMOKE_NONE ? sentence(0, "tcs.no-smoke-2")
                             : result == SMOKE_ON_TARGET
                                 ? sentence(0, "tcs.target")
                                 : sentence(0, "tcs.smoke-scatters", WORD_EDGE + data->scatter[way]);
            forecast_line(out, label, 0, (Sentence){0})->weight++;
        }
    forecast_reduce(out);
    return true;
}

/* ---- illum COUNTER at HEX: 25.2c ------------------------------------------------------------------------- */

Refusal illum_allows(const State *view)
{
    if (view->light == NIGHT)
        return view->flares < TCS_FLARES ? LEGAL : refuse(TCS_27_2A, "tcs.no-illum-marker-left");
    return view->light == DAY ? refuse(TCS_27_2_1, "tcs.illum-lights-ground-night")
                              : refuse(TCS_27_2B_2, "tcs.dusk-dawn-illum-no-use");
}

static Refusal may_light(const Scenario *scenario, const State *view, Piece piece)
{
    const Kind *kind = kind_of(scenario, piece);
    Refusal no = illum_allows(view);
    if (!refused(no))
        no = may_fire(scenario, view, piece, FIRE_SFA, SHOT_AREA);
    if (!refused(no) && (!is_mortar(kind) || kind->calibre < MORTAR_SMOKE))
        no = refuse(TCS_25_2C_1, "tcs.no-illum", piece);
    return no;
}

Refusal illum_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    Refusal no = may_light(scenario, view, piece);
    if (refused(no))
        return no;
    int range = map_distance(scenario->map, view->unit[piece].at.hex, hex);
    return range <= kind_of(scenario, piece)->range
               ? LEGAL
               : refuse(TCS_25_2C_1, "tcs.hexes-away-reaches", hex, range, piece, kind_of(scenario, piece)->range);
}

void illum_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++)
        if (!refused(may_light(scenario, view, piece)))
            choose(out, 0, piece);
    if (prefix->count)
        list_allowed(scenario, view, prefix, 2, scenario->map->hexes, illum_check, out);
}

void illum_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[1];
    if (state->sfa != NO_HEX && state->sfa != hex && finishes_first(play, order))
        return;
    mark_fired(play, order->value[0], hex);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_25_2C_1, "tcs.fires-illum", order->value[0], hex));
    light_up(play, hex);
}
