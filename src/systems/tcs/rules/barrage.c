/* barrage.c — TCS 17.5, 17.6 and 18: what a barrage does when it comes down, and what shells do to vehicles.
 *
 * All units in the zone or beside it when the marker lands are struck once, hex by hex, in the order that the firing
 * side likes; a unit that leaves by a retreat before escapes. Each hex is an Area attack (attack.c), at half
 * firepower beside the zone, and inside it one roll of Artillery Point Fire for each vehicle, whatever its Defense
 * (18.0a). What a marker does to units that enter later is in zones.c. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

/* ---- values of the charts -------------------------------------------------------------------------------- */

int barrage_firepower(const Book *data, int calibre, bool battalion, bool good)
{
    for (int i = 0; i < data->calibre_rows; i++)
        if (calibre >= data->barrage[i].low && calibre <= data->barrage[i].high)
            return battalion ? data->barrage[i].battalion[good] : data->barrage[i].battery[good];
    return 0;
}

int shell_kill(const Book *data, int calibre)
{
    for (int i = 0; i < data->kill_rows; i++)
        if (calibre >= data->kill[i].low && calibre <= data->kill[i].high)
            return data->kill[i].value;
    return 0;
}

int barrage_kill(const Book *data, const Barrage *barrage)
{
    return shell_kill(data, barrage->calibre) - (barrage->good ? 0 : data->shell_modifier[SHELL_BAD_SHOOT]) -
           (barrage->fast ? data->shell_modifier[SHELL_FAST] : 0);
}

/* FOURTHS, in the zone or, half of it, beside it (17.5-2). */
int barrage_power(const Barrage *barrage, int beyond)
{
    int power = barrage->firepower * (barrage->fast ? 2 : 1) * FOURTHS;
    return beyond <= 0 ? power : beyond == 1 ? power / 2 : 0;
}

/* ---- Artillery Point Fire: 18 ---------------------------------------------------------------------------- */

static bool is_shelled(const Scenario *scenario, const State *state, const Attack *attack, Piece piece)
{
    return has_bit(attack->who, piece) && is_on_map(state, piece) && state->unit[piece].at.hex == attack->hex &&
           kind_of(scenario, piece)->target == CODE_P; /* never a B target (3.1c-2) */
}

/* What two dice must show. */
int shell_needed(const Scenario *scenario, const State *state, const Attack *attack, Piece piece)
{
    const int8_t *modifier = data_of(scenario)->shell_modifier;
    int class = class_at(scenario, state, attack->hex, (Fire)attack->fire), needed = attack->kill;
    if (class == CLASS_PROTECTIVE)
        needed -= modifier[SHELL_PROTECTIVE];
    if (class == CLASS_BILLIARD)
        needed -= modifier[SHELL_BILLIARD];
    if (kind_of(scenario, piece)->defense <= 1)
        needed -= modifier[SHELL_SOFT];
    if (!is_lit(state, attack->hex))
        needed -= modifier[SHELL_NIGHT];
    return needed;
}

void shell_vehicles(Play *play, Attack *attack)
{
    State *state = play->state;
    bool any = false;
    if (!attack->kill)
        return;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!is_shelled(play->scenario, state, attack, piece))
            continue;
        int needed = shell_needed(play->scenario, state, attack, piece), roll = dice_sum(play->dice, 2);
        any = true;
        tell(play->events, EVENT_ROLLED, 0,
             sentence(TCS_18_0_1, "tcs.shells-against-more-rolled", piece, needed, roll));
        if (roll >= needed) {
            tell_result(play, sentence(TCS_18_0_1, "tcs.hit"));
            bury(play, piece, TCS_18_0_1);
        } else {
            tell_result(play, sentence(TCS_18_0B, "tcs.miss"));
        }
    }
    if (any)
        button_up(play, attack, TCS_16_7A_2, NO_PIECE);
}

/* ---- it lands -------------------------------------------------------------------------------------------- */

void landing_begins(Play *play, const Barrage *barrage, int radius, Hex from)
{
    State *state = play->state;
    Landing *landing = &state->landing;
    *landing = (Landing){.barrage = *barrage, .open = true, .radius = (uint8_t)radius, .from = from};
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_on_map(state, piece) &&
            map_distance(play->scenario->map, barrage->hex, state->unit[piece].at.hex) <= radius + 1)
            set_bit(landing->who, piece);
    ask(state, ASK_MISSION, barrage->side);
}

static bool is_struck_in(const State *state, Hex hex)
{
    EACH_IN(piece, state, hex)
        if (has_bit(state->landing.who, piece))
            return true;
    return false;
}

void mission_resume(Play *play)
{
    State *state = play->state;
    bool left = false;
    EACH_BIT(piece, state->landing.who, PIECE_WORDS)
        left |= is_on_map(state, (Piece)piece);
    if (left) {
        ask(state, ASK_HEXES, state->landing.barrage.side);
        return;
    }
    state->landing = (Landing){.barrage = {.hex = NO_HEX}, .from = NO_HEX};
    answered(state);
}

/* The attack on units in that hex: on vehicles alone in the zone no Area roll is made. The enemy of the units it
 * strikes places the attacker's share of their losses, whichever side fired. */
Attack landing_attack(const Scenario *scenario, const State *state, Hex hex)
{
    const Landing *landing = &state->landing;
    int beyond = map_distance(scenario->map, landing->barrage.hex, hex) - landing->radius;
    Attack attack = attack_new(hex, FIRE_ZONE, enemy_of(side_in(state, hex)));
    bool susceptible = false;
    EACH_IN(piece, state, hex)
        if (has_bit(landing->who, piece)) {
            set_bit(attack.who, piece);
            susceptible |= is_susceptible(kind_of(scenario, piece));
        }
    attack.kill = (uint8_t)(beyond <= 0 ? barrage_kill(data_of(scenario), &landing->barrage) : 0);
    if (susceptible || !attack.kill)
        attack.power = (uint16_t)barrage_power(&landing->barrage, beyond);
    if (landing->from != NO_HEX) /* */
        attack.away = (uint8_t)edges_from(scenario, hex, landing->from);
    else if (landing->barrage.hex != hex)
        add_origin(&attack, landing->barrage.hex);
    return attack;
}

/* ---- resolve HEX ----------------------------------------------------------------------------------------- */

Refusal resolve_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    (void)scenario;
    return hex < scenario->map->hexes && is_struck_in(view, hex) ? LEGAL
                                                                 : refuse(TCS_17_6_6, "tcs.nobody-still-struck", hex);
}

void resolve_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    if (prefix->count)
        return;
    for (int side = 0; side < PLAYERS; side++) {
        EACH_BIT(hex, view->occupied[side], TCS_WORDS)
            if (is_struck_in(view, (Hex)hex))
                choose(out, 0, hex);
    }
    (void)scenario;
}

void resolve_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0];
    answered(state);
    assert(state->attacks < ATTACKS);
    Attack *attack = &state->attack[state->attacks++];
    *attack = landing_attack(play->scenario, state, hex);
    for (int word = 0; word < PIECE_WORDS; word++)
        state->landing.who[word] &= ~attack->who[word];
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_17_6_3, "tcs.barrage-strikes", hex));
    ask(state, ASK_ATTACK, attack->side);
}

bool resolve_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    if (refused(resolve_check(scenario, view, order)))
        return false;
    ROOM(Attack, attack);
    *attack = landing_attack(scenario, view, order->value[0]);
    weigh_barrage(scenario, view, attack, out);
    return true;
}

Sentence hexes_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_17_6_6, "tcs.hex-barrage-strike-next", question(&view->head)->side, view->landing.barrage.hex);
}
