/* air.c — TCS 26: sorties.
 *
 * In the Aircraft Fire Phase a side places all of its sorties, any number on a hex, and they cannot be moved any more;
 * the enemy does not see where they fly before the last is placed. Then one after the other is named with its attack,
 * Area or at one target (26.1), and rolls to come through; a sortie that does not harms no unit. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

static int flying(const Book *data, const State *state)
{
    return data->without[PART_WEATHER] ? FLYING : data->weather_flying[state->weather];
}

void air_begins(Play *play, int side)
{
    if (!play->state->sorties_left[side])
        return;
    tell(play->events, EVENT_PHASE, 0, sentence(TCS_2_2_7, "tcs.sorties", side, play->state->sorties_left[side]));
    ask(play->state, ASK_SORTIES, side);
}

/* ---- sortie HEX ------------------------------------------------------------------------------------------ */

Refusal sortie_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    if (hex >= scenario->map->hexes)
        return refuse(TCS_26_0_2, "tcs.not-map", hex);
    return friend_in(view, question(&view->head)->side, hex) ? refuse(TCS_26_0_2, "tcs.your-own-units-stand", hex)
                                                             : LEGAL;
}

void sortie_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (int hex = 0; !prefix->count && hex < scenario->map->hexes; hex++)
        if (!friend_in(view, question(&view->head)->side, (Hex)hex))
            choose(out, 0, hex);
}

void sortie_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side;
    state->sortie[state->sorties++] = (Sortie){
        .hex = order->value[0], .target = NO_PIECE, .side = (uint8_t)side, .aircraft = play->data->air[side].aircraft};
    tell(play->events, EVENT_PLACED, 1u << enemy_of(side), sentence(TCS_26_0_2, "tcs.sortie-flies", order->value[0]));
    if (--state->sorties_left[side])
        return;
    for (int i = 0; i < state->sorties; i++)
        tell(play->events, EVENT_PLACED, 1u << side, sentence(TCS_26_0_2, "tcs.sortie-flies", state->sortie[i].hex));
    answered(state);
    ask(state, ASK_STRIKE, side);
}

Sentence sorties_prompt(const Scenario *scenario, const State *view)
{
    int side = question(&view->head)->side;
    (void)scenario;
    return sentence(TCS_26_2, "tcs.where-sorties-fly-place", side, view->sorties_left[side]);
}

/* ---- strike HEX [at COUNTER] ----------------------------------------------------------------------------- */

static int waiting_at(const State *view, Hex hex)
{
    for (int i = 0; i < view->sorties; i++)
        if (view->sortie[i].hex == hex && !view->sortie[i].done)
            return i;
    return -1;
}

static Refusal may_be_bombed(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    if (!is_on_map(view, piece) || view->unit[piece].at.hex != hex ||
        view->unit[piece].side == question(&view->head)->side)
        return refuse(TCS_26_1A, "tcs.not-enemy", piece, hex);
    return kind_of(scenario, piece)->target == CODE_A ? refuse(TCS_26_1A, "tcs.area-target", piece) : LEGAL;
}

Refusal strike_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    Piece target = order_value(order, 1, NO_PIECE);
    if (waiting_at(view, hex) < 0)
        return refuse(TCS_26_2, "tcs.no-sortie-waits", hex);
    return target == NO_PIECE ? LEGAL : may_be_bombed(scenario, view, target, hex);
}

void strike_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    uint64_t listed[TCS_WORDS] = {0};
    out->complete = prefix->count > 0;
    for (int i = 0; !prefix->count && i < view->sorties; i++)
        if (!view->sortie[i].done && !has_bit(listed, view->sortie[i].hex)) {
            set_bit(listed, view->sortie[i].hex);
            choose(out, 0, view->sortie[i].hex);
        }
    for (Piece piece = 0; prefix->count == 1 && piece < scenario->pieces; piece++)
        if (!refused(may_be_bombed(scenario, view, piece, prefix->value[0])))
            choose(out, 1, piece);
}

static Attack strike_attack(const Scenario *scenario, const State *state, const Sortie *sortie)
{
    Attack attack = attack_new(sortie->hex, FIRE_SORTIE, sortie->side);
    EACH_IN(piece, state, sortie->hex)
        if (state->unit[piece].side != sortie->side)
            set_bit(attack.who, piece);
    attack.power = (uint16_t)(data_of(scenario)->aircraft[sortie->aircraft].firepower * FOURTHS);
    return attack;
}

/* ---- the Point ability: two dice with the Sortie Point Fire Modifications Chart (26.1b) ---- */

static bool is_on_road(const Scenario *scenario, Hex hex)
{
    for (Edge edge = 0; edge < EDGES; edge++)
        if (scenario->map->layer[ROAD_LAYER] && scenario->map->layer[ROAD_LAYER][hex][edge])
            return true;
    return false;
}

static int bomb_needed(const Scenario *scenario, const State *state, int aircraft, Piece target)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &state->unit[target];
    Hex hex = unit->at.hex;
    int needed = data->aircraft[aircraft].kill - data->bomb_modifier[class_at(scenario, state, hex, FIRE_SORTIE)];
    if (unit->mode == MOVE_MODE && is_on_road(scenario, hex))
        needed -= data->bomb_modifier[BOMB_ROAD];
    if (is_gun(kind_of(scenario, target)))
        needed -= data->bomb_modifier[BOMB_GUN];
    if (has_bit(state->smoked, hex))
        needed -= data->bomb_modifier[BOMB_SMOKE];
    return needed;
}

static void bomb(Play *play, const Sortie *sortie, Piece target)
{
    State *state = play->state;
    Attack attack = strike_attack(play->scenario, state, sortie);
    int roll = dice_sum(play->dice, 2);
    int needed = bomb_needed(play->scenario, state, sortie->aircraft, target);
    tell(play->events, EVENT_ROLLED, 0, sentence(TCS_26_1B, "tcs.bombs-against-more-rolled", target, needed, roll));
    if (roll >= needed) {
        tell_result(play, sentence(TCS_26_1B, "tcs.hit"));
        bury(play, target, TCS_26_1B);
    } else {
        tell_result(play, sentence(TCS_26_1B, "tcs.miss"));
    }
    button_up(play, &attack, TCS_16_7A_4, NO_PIECE);
}

static bool comes_through(Play *play, const Sortie *sortie)
{
    int least = play->data->aircraft[sortie->aircraft].success[flying(play->data, play->state)];
    if (play->data->air[sortie->side].sure) /* 26.1d */
        return true;
    int die = dice_roll(play->dice);
    tell(play->events, EVENT_ROLLED, 0,
         sentence(TCS_26_2, "tcs.less-comes-through-rolled", aircraft_text(sortie->aircraft), least, die));
    if (die > least)
        tell_result(play, sentence(TCS_26_2, "tcs.sortie-makes-no-attack"));
    return die <= least;
}

void strike_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0];
    Piece target = order_value(order, 1, NO_PIECE);
    Sortie *sortie = &state->sortie[waiting_at(state, hex)];
    sortie->done = true;
    sortie->target = target;
    sortie->point = target != NO_PIECE;
    tell(play->events, EVENT_NOTE, 0,
         target == NO_PIECE ? sentence(TCS_26_1A, "tcs.strafes", aircraft_text(sortie->aircraft), hex)
                            : sentence(TCS_26_1A, "tcs.bombs", aircraft_text(sortie->aircraft), target));
    if (comes_through(play, sortie)) {
        if (target != NO_PIECE) {
            bomb(play, sortie, target);
        } else if (!enemy_in(state, sortie->side, hex)) {
            tell_result(play, sentence(TCS_26_1B, "tcs.nobody"));
        } else {
            *attack_begin(state, hex, FIRE_SORTIE, sortie->side) = strike_attack(play->scenario, state, sortie);
            ask(state, ASK_ATTACK, sortie->side);
            return;
        }
    }
    strike_resume(play);
}

/* Whenever one is over: the next, or all have struck. */
void strike_resume(Play *play)
{
    State *state = play->state;
    for (int i = 0; i < state->sorties; i++)
        if (!state->sortie[i].done)
            return;
    memset(state->sortie, 0, sizeof state->sortie);
    state->sorties = 0;
    answered(state);
}

Sentence strike_prompt(const Scenario *scenario, const State *view)
{
    int left = 0;
    (void)scenario;
    for (int i = 0; i < view->sorties; i++)
        left += !view->sortie[i].done;
    return sentence(TCS_26_2, "tcs.sortie-strikes-next-how-left", question(&view->head)->side, left);
}

/* ---- odds ------------------------------------------------------------------------------------------------ */

/* The same, if only `through` of six come through. */
static void with_success(Forecast *out, int through)
{
    Weight before = out->total;
    out->total *= 6;
    for (int i = 0; i < out->outcomes; i++) {
        out->outcome[i].weight *= (Weight)through;
        out->outcome[i].opposed *= (Weight)through;
    }
    for (int i = 0; i < out->measures; i++) {
        out->measure[i].weight *= (Weight)through;
        out->measure[i].opposed *= (Weight)through;
    }
    if (through < 6) {
        ForecastLine *line = forecast_line(out, sentence(0, "tcs.sortie-makes-no-attack"), 0, (Sentence){0});
        line->weight = line->opposed = before * (Weight)(6 - through);
    }
    if (out->opposed.words)
        out->opposed_total = out->total;
    forecast_reduce(out);
}

bool strike_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    ROOM(Attack, attack);
    const Book *data = data_of(scenario);
    if (refused(strike_check(scenario, view, order)))
        return false;
    const Sortie *sortie = &view->sortie[waiting_at(view, order->value[0])];
    Piece target = order_value(order, 1, NO_PIECE);
    *attack = strike_attack(scenario, view, sortie);
    if (target != NO_PIECE) {
        weigh_dice(attack, bomb_needed(scenario, view, sortie->aircraft, target), out);
    } else if (!enemy_in(view, sortie->side, sortie->hex)) {
        forecast_clear(out);
        out->title = sentence(0, "tcs.nobody");
        out->total = 1;
        forecast_line(out, sentence(0, "tcs.nobody"), 0, (Sentence){0})->weight = 1;
    } else {
        weigh_area(scenario, view, attack, out);
    }
    with_success(out, data->air[sortie->side].sure ? 6 : data->aircraft[sortie->aircraft].success[flying(data, view)]);
    return true;
}
