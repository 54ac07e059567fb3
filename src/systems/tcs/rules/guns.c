/* guns.c — TCS 25.5: on-map artillery that fires at what it sees itself.
 *
 * Such a fire is no mission: it is Suppressive Fire or an answer to a trigger. Each gun spends one Battery Fire of
 * HE, never of smoke or light (25.5d) nor three (25.5g), and puts a Battery marker of a Good Shoot on the hex, which
 * strikes and stays like any other (25.5c, R-46). A battery fires directly or by missions in a turn, as its first act
 * has it (25.5a). */
#include "core/room.h"
#include "systems/tcs/tcs.h"

static int stock_of_gun(const Scenario *scenario, Piece piece)
{
    return stock_of(data_of(scenario), counter_of(scenario, piece)->side, kind_of(scenario, piece)->calibre, HE);
}

/* Those of the same stock that the open volley fires already count too. */
static Refusal has_shells(const Scenario *scenario, const State *view, const Attack *attack, Piece piece)
{
    int stock = stock_of_gun(scenario, piece), needed = 1;
    for (int i = 0; i < attack->shots; i++)
        needed += attack->shot[i].how == SHOT_GUN && stock_of_gun(scenario, attack->shot[i].piece) == stock;
    return stock >= 0 && view->stock[stock] >= needed
               ? LEGAL
               : refuse(TCS_17_3A, "tcs.no-mm-left", kind_of(scenario, piece)->calibre);
}

Refusal gun_allows(const Scenario *scenario, const State *view, Piece piece, Fire fire)
{
    const Unit *unit = &view->unit[piece];
    int battery = counter_of(scenario, piece)->battery - 1;
    if (fire == FIRE_ASSAULT)
        return refuse(TCS_25_5B, "tcs.fires-not-own-hex", piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_25_5F, "tcs.is", piece, WORD_RESULT + unit->spirit);
    if (battery >= 0 && view->battery[battery] & BATTERY_MISSION)
        return refuse(TCS_25_5A_1, "tcs.battery-fired-mission-turn", piece);
    return view->barrages == TCS_BARRAGES ? refuse(TCS_17_5_1, "tcs.no-marker-left") : LEGAL;
}

/* ---- direct COUNTER at HEX ------------------------------------------------------------------------------- */

static Refusal direct_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    Piece piece = order->value[0];
    Refusal no = attack_at(view, order->value[1], out);
    if (!refused(no))
        no = has_shells(scenario, view, out, piece);
    return refused(no) ? no : fire_join(scenario, view, out, piece, NO_PIECE, SHOT_GUN);
}

Refusal direct_check(const Scenario *scenario, const State *view, const Order *order)
{
    ROOM(Attack, attack);
    if (kind_of(scenario, order->value[0])->class != HOWITZER)
        return refuse(TCS_25_5_1, "tcs.not-map-artillery", order->value[0]);
    Refusal no = direct_build(scenario, view, order, attack);
    return refused(no) ? no : volley_reaches(scenario, view, attack);
}

void direct_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        bool named = prefix->count && prefix->value[0] == piece, listed = false;
        if (!is_on_map(view, piece) || view->unit[piece].side != side || (prefix->count && !named) ||
            kind_of(scenario, piece)->class != HOWITZER)
            continue;
        EACH_BIT(hex, view->occupied[enemy_of(side)], TCS_WORDS) {
            Order order = order_of(DO_DIRECT);
            order_add(&order, 0, piece);
            order_add(&order, 1, (uint16_t)hex);
            if (listed || refused(direct_check(scenario, view, &order)))
                continue;
            listed = !named;
            choose(out, named, named ? hex : piece);
        }
    }
}

/* whether a gun could answer the trigger, for all that both sides see of it: as if no battery had fired a
 * mission and there were shells for all. */
bool guns_may_watch(const Scenario *scenario, const State *view)
{
    ROOM(State, seen);
    ROOM(Choices, found);
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    bool guns = false;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        guns |= is_on_map(view, piece) && view->unit[piece].side == side && kind_of(scenario, piece)->class == HOWITZER;
    if (!guns || attack_seen(view)->fire == FIRE_ASSAULT)
        return false;
    *seen = *view;
    for (int i = 0; i < data->batteries; i++)
        seen->battery[i] &= BATTERY_DIRECT;
    for (int i = 0; i < data->stocks; i++)
        seen->stock[i] = SHOTS;
    Order prefix = order_of(DO_DIRECT);
    found->count = 0;
    direct_list(scenario, seen, &prefix, found);
    return found->count > 0;
}

void direct_apply(Play *play, const Order *order)
{
    ROOM(Attack, attack);
    State *state = play->state;
    Hex hex = order->value[1];
    if (question(&state->head)->kind != ASK_VOLLEY && state->sfa != NO_HEX && state->sfa != hex &&
        finishes_first(play, order))
        return;
    direct_build(play->scenario, state, order, attack);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_25_5B, "tcs.fires-directly", order->value[0], hex));
    fire_declared(play, attack, true);
}

static Barrage shells_of(const Scenario *scenario, const State *state, Piece piece, Hex hex)
{
    int calibre = kind_of(scenario, piece)->calibre;
    return (Barrage){.hex = hex,
                     .side = state->unit[piece].side,
                     .kind = BATTERY_ZONE,
                     .good = true,
                     .firepower = (uint8_t)barrage_firepower(data_of(scenario), calibre, false, true),
                     .calibre = (uint16_t)calibre};
}

/* The shot of a volley or of an SFA, when its turn comes. */
void gun_resolve(Play *play, const Attack *attack, const Shot *shot)
{
    State *state = play->state;
    int battery = counter_of(play->scenario, shot->piece)->battery - 1,
        stock = stock_of_gun(play->scenario, shot->piece);
    Barrage barrage = shells_of(play->scenario, state, shot->piece, attack->hex);
    if (state->barrages == TCS_BARRAGES || stock < 0 || !state->stock[stock])
        return;
    state->stock[stock]--;
    state->unit[shot->piece].now |= DIRECT;
    if (battery >= 0)
        state->battery[battery] |= BATTERY_DIRECT;
    tell_result(play, sentence(TCS_25_5C, "%w", WORD_ADJUSTMENT + GOOD_SHOOT));
    add_barrage(play, &barrage);
    tell(play->events, EVENT_GROUND, 0, sentence(TCS_25_5C, "tcs.barrage-lies", barrage.firepower, barrage.hex));
    landing_begins(play, &barrage, 0, state->unit[shot->piece].at.hex);
}

bool direct_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    if (refused(direct_check(scenario, view, order)) || follows_others(view))
        return false;
    Barrage barrage = shells_of(scenario, view, order->value[0], order->value[1]), shoots[2] = {barrage, barrage};
    Weight rolls[2] = {0, 1};
    forecast_clear(out);
    out->gainer = view->unit[order->value[0]].side;
    out->payer = (uint8_t)enemy_of(out->gainer);
    out->title = sentence(0, "tcs.battery-marker-firepower", barrage.firepower);
    out->total = 1;
    forecast_line(out, sentence(0, "%w", WORD_ADJUSTMENT + GOOD_SHOOT), 0, (Sentence){0})->weight = 1;
    weigh_target_hex(scenario, view, shoots, rolls, out);
    return true;
}
