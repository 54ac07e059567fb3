/* artillery.c — TCS 17: Artillery Missions.
 *
 * A mission is one battery's or three batteries' of a battalion, with one kind of ammunition, at a hex that a spotter
 * sees. It is announced and carried out at once, and not taken back (17.0d): ammunition is spent, the Adjustment Table
 * says how the shells fall (2.6.2), a marker is placed where they do, and barrage.c strikes the units there. Rockets
 * scatter always and leave no marker (17.7a); smoke strikes no unit and lays one marker (17.7b, 19.3, 19.3a); Illum
 * takes neither spotter nor dice and is no battery's mission (17.7c). */
#include <string.h>

#include "systems/tcs/artillery.h"

enum { FAST_TIMES = 3 }; /* 17.3c */

/* ---- which guns may -------------------------------------------------------------------------------------- */

/* 25.5a-2, 25.5e, 25.5f, R-114: two guns in play, none of them in Move Mode, and one that can fire. */
static Refusal on_map_allows(const Scenario *scenario, const State *view, int battery)
{
    if (!data_of(scenario)->battery[battery].guns)
        return LEGAL;
    int guns = 0, steady = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (counter_of(scenario, piece)->battery != battery + 1 || !is_on_map(view, piece))
            continue;
        if (view->unit[piece].mode != FIRE_MODE)
            return refuse(TCS_25_5E, "tcs.move-mode", piece);
        guns++;
        steady += view->unit[piece].spirit == STEADFAST;
    }
    if (guns < 2)
        return refuse(TCS_25_5A_2, "tcs.fewer-two-guns-play", battery_text(battery));
    return steady ? LEGAL : refuse(TCS_25_5F, "tcs.no-gun-steady", battery_text(battery));
}

static Refusal battery_allows(const Scenario *scenario, const State *view, int battery, int shell)
{
    const Battery *guns = &data_of(scenario)->battery[battery];
    if (guns->side != question(&view->head)->side)
        return refuse(TCS_17_0_1, "tcs.not-yours", battery_text(battery));
    if (view->battery[battery] & BATTERY_DIRECT && shell != ILLUM_SHELL) /* */
        return refuse(TCS_25_5A_1, "tcs.guns-fired-directly-turn", battery_text(battery));
    if (view->battery[battery] & BATTERY_MISSION && shell != ILLUM_SHELL) /* 17.7c */
        return refuse(TCS_17_1A, "tcs.fired-mission-turn", battery_text(battery));
    return on_map_allows(scenario, view, battery);
}

/* 17.1b-1 */
static Refusal battalion_allows(const Book *data, const Guns *guns)
{
    if (guns->count == 1)
        return LEGAL;
    if (guns->count != IN_A_BATTALION)
        return refuse(TCS_17_1B_1, "tcs.battery-fires-three-battalion");
    for (int i = 0; i < guns->count; i++)
        if (!*data->battery[guns->battery[i]].battalion) /* */
            return refuse(TCS_17_1B_1, "tcs.belongs-no-battalion", battery_text(guns->battery[i]));
    for (int i = 1; i < guns->count; i++)
        if (strcmp(data->battery[guns->battery[i]].battalion, data->battery[guns->battery[0]].battalion))
            return refuse(TCS_17_1B_1, "tcs.not-battalion", battery_text(guns->battery[0]),
                          battery_text(guns->battery[i]));
    return LEGAL;
}

static int largest_calibre(const Book *data, const Guns *guns)
{
    int largest = 0;
    for (int i = 0; i < guns->count; i++)
        largest = data->battery[guns->battery[i]].calibre > largest ? data->battery[guns->battery[i]].calibre : largest;
    return largest;
}

/* 17.7: what a mission is, it is alone: standard, rockets, smoke, Illum or Fast Fire. */
static Refusal kind_allows(const Book *data, const State *view, const Guns *guns)
{
    bool rockets = false;
    for (int i = 0; i < guns->count; i++)
        rockets |= data->battery[guns->battery[i]].rocket;
    if (guns->fast && (rockets || guns->shell != HE))
        return refuse(TCS_17_7, "tcs.only-guns-fired-fast");
    if (guns->fast && largest_calibre(data, guns) > FAST_CALIBRE) /* 17.1b-2 */
        return refuse(TCS_17_7D_1, "tcs.guns-more-122-mm-not");
    if (rockets && (guns->shell != HE || guns->count > 1))
        return refuse(TCS_17_7A_1, "tcs.rockets-fired-battery-battery");
    if (guns->shell != HE && guns->count > 1)
        return guns->shell == SMOKE_SHELL ? refuse(TCS_17_7B_2, "tcs.battalions-fire-no-smoke")
                                          : refuse(TCS_17_7C, "tcs.battery-fires-illum");
    return guns->shell == ILLUM_SHELL ? illum_allows(view) : LEGAL;
}

/* ---- ammunition: 17.3 ------------------------------------------------------------------------------------ */

int stock_of(const Book *data, int side, int calibre, int shell)
{
    for (int i = 0; i < data->stocks; i++)
        if (data->stock[i].side == side && data->stock[i].calibre == calibre && data->stock[i].kind == shell)
            return i;
    return -1;
}

static int fires_each(const Guns *guns) { return guns->fast ? FAST_TIMES : 1; }

static int stock_for(const Book *data, const Guns *guns, int index)
{
    const Battery *battery = &data->battery[guns->battery[index]];
    return stock_of(data, battery->side, battery->calibre, guns->shell);
}

static Refusal ammunition_allows(const Book *data, const State *view, const Guns *guns)
{
    for (int i = 0; i < guns->count; i++) {
        int stock = stock_for(data, guns, i), needed = 0;
        for (int j = 0; j < guns->count; j++)
            needed += stock_for(data, guns, j) == stock ? fires_each(guns) : 0;
        int left = stock < 0 ? 0 : view->stock[stock];
        if (left < needed)
            return refuse(TCS_17_3A, "tcs.takes-battery-fire-mm-left", needed, WORD_SHELL + guns->shell,
                          data->battery[guns->battery[i]].calibre, left);
    }
    return LEGAL;
}

Refusal guns_allow(const Scenario *scenario, const State *view, const Guns *guns)
{
    const Book *data = data_of(scenario);
    Refusal no = battalion_allows(data, guns);
    for (int i = 0; i < guns->count && !refused(no); i++)
        no = battery_allows(scenario, view, guns->battery[i], guns->shell);
    if (!refused(no))
        no = kind_allows(data, view, guns);
    if (!refused(no) && guns->shell != ILLUM_SHELL && view->barrages == TCS_BARRAGES)
        no = refuse(TCS_17_5_1, "tcs.no-marker-left");
    return refused(no) ? no : ammunition_allows(data, view, guns);
}

/* ---- spotters: 17.2 -------------------------------------------------------------------------------------- */

Refusal may_spot_for_guns(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return unit->side != question(&view->head)->side ? refuse(TCS_17_2A, "tcs.not-yours-2", piece)
                                                         : refuse(TCS_17_2A, "tcs.not-map-2", piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_17_2B, "tcs.spots-nobody", piece, WORD_RESULT + unit->spirit);
    if (unit->now & BUTTONED)
        return refuse(TCS_17_2B, "tcs.buttoned-up-spots-nobody", piece);
    if (has_bit(view->zone, unit->at.hex))
        return refuse(TCS_17_2B, "tcs.attack-zone", piece);
    if (unit->mode != FIRE_MODE || !(unit->now & STEADY))
        return refuse(TCS_17_2B, "tcs.not-fire-mode-since-phase", piece);
    return LEGAL;
}

static bool has_spotter(const Scenario *scenario, const State *view)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (!refused(may_spot_for_guns(view, piece)))
            return true;
    return false;
}

/* ---- mission BATTERY… SHELL [fast] [spotter COUNTER] at HEX ---------------------------------------------- */

Guns guns_of(const Order *order)
{
    int count, first = order_slot(order, SLOT_BATTERIES, &count), words;
    Guns guns = {.count = count < IN_A_BATTALION ? count : IN_A_BATTALION, .shell = order_value(order, SLOT_SHELL, HE)};
    for (int i = 0; i < guns.count; i++)
        guns.battery[i] = (uint8_t)order->value[first + i];
    order_slot(order, SLOT_FAST, &words);
    guns.fast = words > 0;
    return guns;
}

Refusal mission_check(const Scenario *scenario, const State *view, const Order *order)
{
    Guns guns = guns_of(order);
    Piece spotter = order_value(order, SLOT_SPOTTER, NO_PIECE);
    Hex hex = order_value(order, SLOT_AT, NO_HEX);
    Refusal no = guns_allow(scenario, view, &guns);
    if (refused(no))
        return no;
    if (hex >= scenario->map->hexes)
        return refuse(TCS_17_0A, "tcs.not-map", hex);
    if (guns.shell == SMOKE_SHELL && is_sea(scenario, hex))
        return refuse(TCS_19_1B, "tcs.open-sea", hex);
    if (guns.shell == ILLUM_SHELL)
        return spotter == NO_PIECE ? LEGAL : refuse(TCS_17_2C, "tcs.illum-takes-no-spotter");
    if (spotter == NO_PIECE)
        return refuse(TCS_17_2_1, "tcs.mission-needs-spotter");
    no = may_spot_for_guns(view, spotter);
    if (refused(no))
        return no;
    return sees(scenario, view, view->unit[spotter].at.hex, hex)
               ? LEGAL
               : refuse(TCS_17_2_1, "tcs.no-line", spotter, view->unit[spotter].at.hex, hex);
}

/* Whether these guns, or more of their battalion that come behind them, can fire something. */
static bool can_go_on(const Scenario *scenario, const State *view, const Guns *guns)
{
    Guns more = *guns;
    if (guns->count != 1 && guns->count != IN_A_BATTALION) {
        for (int next = guns->battery[guns->count - 1] + 1; next < data_of(scenario)->batteries; next++) {
            more.battery[guns->count] = (uint8_t)next;
            more.count = guns->count + 1;
            if (can_go_on(scenario, view, &more))
                return true;
        }
        return false;
    }
    for (more.shell = HE; more.shell < AMMUNITIONS; more.shell++)
        if (!refused(guns_allow(scenario, view, &more)) && (more.shell == ILLUM_SHELL || has_spotter(scenario, view)))
            return true;
    return false;
}

static void list_batteries(const Scenario *scenario, const State *view, const Guns *guns, Choices *out)
{
    Guns more = *guns;
    int next = guns->count ? guns->battery[guns->count - 1] + 1 : 0;
    more.count = guns->count + 1;
    for (; guns->count < IN_A_BATTALION && next < data_of(scenario)->batteries; next++) {
        more.battery[guns->count] = (uint8_t)next;
        if (can_go_on(scenario, view, &more))
            choose(out, SLOT_BATTERIES, next);
    }
}

static void list_shells(const Scenario *scenario, const State *view, const Guns *guns, Choices *out)
{
    Guns with = *guns;
    for (with.shell = HE; with.shell < AMMUNITIONS; with.shell++)
        if (!refused(guns_allow(scenario, view, &with)) && (with.shell == ILLUM_SHELL || has_spotter(scenario, view)))
            choose(out, SLOT_SHELL, with.shell);
}

static void list_targets(const Scenario *scenario, const State *view, Piece spotter, int shell, Choices *out)
{
    uint64_t seen[TCS_WORDS];
    Seeing seeing = seeing_of(scenario, view);
    memset(seen, spotter == NO_PIECE ? 0xFF : 0, sizeof seen);
    if (spotter != NO_PIECE)
        sight_field(data_of(scenario)->sight, view->unit[spotter].at.hex, &seeing, seen);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (has_bit(seen, hex) && (shell != SMOKE_SHELL || !is_sea(scenario, (Hex)hex)))
            choose(out, SLOT_AT, hex);
}

void mission_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Guns guns = guns_of(prefix);
    int last = prefix->count ? prefix->slot[prefix->count - 1] : SLOT_BATTERIES;
    out->complete = last == SLOT_AT;
    if (last == SLOT_BATTERIES) {
        list_batteries(scenario, view, &guns, out);
        if (guns.count == 1 || guns.count == IN_A_BATTALION)
            list_shells(scenario, view, &guns, out);
        return;
    }
    Guns fast = guns;
    fast.fast = true;
    if (last == SLOT_SHELL && !refused(guns_allow(scenario, view, &fast)))
        choose(out, SLOT_FAST, 0);
    for (Piece piece = 0; last < SLOT_SPOTTER && guns.shell != ILLUM_SHELL && piece < scenario->pieces; piece++)
        if (!refused(may_spot_for_guns(view, piece)))
            choose(out, SLOT_SPOTTER, piece);
    if (last == SLOT_SPOTTER || (guns.shell == ILLUM_SHELL && last == SLOT_SHELL))
        list_targets(scenario, view, order_value(prefix, SLOT_SPOTTER, NO_PIECE), guns.shell, out);
}

/* ---- it is fired ----------------------------------------------------------------------------------------- */

int smallest_calibre(const Book *data, const uint8_t *battery, int count)
{
    int smallest = data->battery[battery[0]].calibre;
    for (int i = 1; i < count; i++)
        smallest = data->battery[battery[i]].calibre < smallest ? data->battery[battery[i]].calibre : smallest;
    return smallest;
}

/* The enemy learns what is announced: the hex, the size of the guns, the shells, the spotter (17.1-2); which battery it
 * was and what it has left is its owner's secret (1.4-1). */
static void announce(Play *play, const Guns *guns, Hex hex, Piece spotter)
{
    int side = asked(play->state)->side, calibre = smallest_calibre(play->data, guns->battery, guns->count);
    Sentence what;
    if (guns->shell == ILLUM_SHELL)
        what = sentence(TCS_17_7C, "tcs.fires-illum-mm", side, calibre, hex);
    else if (guns->fast && guns->count > 1)
        what = sentence(TCS_17_7D_1, "tcs.fires-fast-battalion-mm-spots", side, calibre, hex, spotter);
    else if (guns->fast)
        what = sentence(TCS_17_7D_1, "tcs.fires-fast-battery-mm-spots", side, calibre, hex, spotter);
    else if (guns->count > 1)
        what =
            sentence(TCS_2_6_1, "tcs.fires-battalion-mm-spots", side, WORD_SHELL + guns->shell, calibre, hex, spotter);
    else
        what = sentence(TCS_2_6_1, "tcs.fires-battery-mm-spots", side, WORD_SHELL + guns->shell, calibre, hex, spotter);
    tell(play->events, EVENT_NOTE, 0, what);
}

/* Back with a refund. */
static void spend_shells(Play *play, const Guns *guns, bool back)
{
    for (int i = 0; i < guns->count; i++) {
        int stock = stock_for(play->data, guns, i);
        uint16_t *left = &play->state->stock[stock];
        *left = (uint16_t)(back ? *left + fires_each(guns) : *left - fires_each(guns));
        tell(play->events, EVENT_NOTE, 1u << enemy_of(play->data->stock[stock].side),
             sentence(TCS_17_3A, "tcs.battery-fire-mm-left", battery_text(guns->battery[i]), *left,
                      WORD_SHELL + guns->shell, play->data->stock[stock].calibre));
    }
}

int spotter_band(const Book *data, const State *state, int range)
{
    int band = SPOTTER_BANDS - 1;
    while (band && !is_night(state) && range < data->band_low[band]) /* 27.1e-2 */
        band--;
    return band;
}

static const uint8_t (*adjustment_of(const Scenario *scenario, const State *state, Piece spotter, Hex hex))[NATIONS]
{
    int range = map_distance(scenario->map, state->unit[spotter].at.hex, hex);
    return data_of(scenario)->adjustment[spotter_band(data_of(scenario), state, range)];
}

/* One die for the direction, one for the distance; beyond the map all of it is lost. */
static Hex scattered(Play *play, Hex hex)
{
    int way = play->data->scatter[dice_roll(play->dice) - 1], distance = dice_roll(play->dice);
    tell(play->events, EVENT_ROLLED, 0, sentence(TCS_17_4A_3, "tcs.scatters-hex", distance, WORD_EDGE + way));
    for (int i = 0; i < distance && hex != NO_HEX; i++)
        hex = play->scenario->map->next[hex][way];
    if (hex == NO_HEX)
        tell(play->events, EVENT_NOTE, 0, sentence(TCS_I_C_2, "tcs.shells-fall-beyond-map"));
    return hex;
}

void add_barrage(Play *play, const Barrage *barrage)
{
    State *state = play->state;
    state->barrage[state->barrages++] = *barrage;
    marks_changed(play->scenario, state);
}

/* 2.6.3, 2.6.4 */
static void fall(Play *play, const Guns *guns, Hex hex, bool good, int side)
{
    int calibre = smallest_calibre(play->data, guns->battery, guns->count);
    bool battalion = guns->count > 1;
    Barrage barrage = {.hex = hex,
                       .side = (uint8_t)side,
                       .kind = battalion ? BATTALION_ZONE : BATTERY_ZONE,
                       .good = good,
                       .fast = guns->fast,
                       .firepower = (uint8_t)barrage_firepower(play->data, calibre, battalion, good),
                       .calibre = (uint16_t)calibre};
    if (guns->shell == SMOKE_SHELL && is_sea(play->scenario, hex)) { /* 19.1b */
        tell(play->events, EVENT_NOTE, 0, sentence(TCS_I_C_2, "tcs.smoke-drifts-away"));
        return;
    }
    if (guns->shell == SMOKE_SHELL) {
        add_barrage(play, &(Barrage){.hex = hex, .side = (uint8_t)side, .kind = SMOKE_BARRAGE, .level = 2});
        tell(play->events, EVENT_GROUND, 0, sentence(TCS_17_6_4, "tcs.smoke-lies-around", hex));
        return;
    }
    add_barrage(play, &barrage);
    tell(play->events, EVENT_GROUND, 0, sentence(TCS_2_6_3, "tcs.barrage-lies", barrage.firepower, hex));
    landing_begins(play, &barrage, battalion, NO_HEX);
}

/* 17.4-2, R-45: Good Shoot, scattered, and nothing stays on the map. */
static void rockets_fall(Play *play, int battery, Hex hex, int side)
{
    const Battery *guns = &play->data->battery[battery];
    tell_result(play, sentence(TCS_17_4_2, "tcs.rockets-scatter"));
    hex = scattered(play, hex);
    if (hex == NO_HEX)
        return;
    Barrage barrage = {.hex = hex,
                       .side = (uint8_t)side,
                       .kind = BATTALION_ZONE,
                       .good = true,
                       .firepower = play->data->rocket[guns->rocket - 1].firepower,
                       .calibre = guns->calibre};
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_17_7A_1, "tcs.rockets-fall-around", barrage.firepower, hex));
    landing_begins(play, &barrage, play->data->rocket[guns->rocket - 1].radius, NO_HEX);
}

void light_up(Play *play, Hex hex)
{
    State *state = play->state;
    if (state->flares < TCS_FLARES)
        state->flare[state->flares++] = hex;
    marks_changed(play->scenario, state);
    tell(play->events, EVENT_GROUND, 0, sentence(TCS_27_2A, "tcs.illum-marker-lies", hex));
}

void mission_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Guns guns = guns_of(order);
    int side = asked(state)->side;
    Piece spotter = order_value(order, SLOT_SPOTTER, NO_PIECE);
    Hex hex = order_value(order, SLOT_AT, NO_HEX);
    if (finishes_first(play, order))
        return;
    announce(play, &guns, hex, spotter);
    spend_shells(play, &guns, false);
    if (guns.shell == ILLUM_SHELL) {
        light_up(play, hex);
        return;
    }
    for (int i = 0; i < guns.count; i++)
        state->battery[guns.battery[i]] |= BATTERY_MISSION;
    if (play->data->battery[guns.battery[0]].rocket) {
        rockets_fall(play, guns.battery[0], hex, side);
        return;
    }
    int tens = dice_roll(play->dice), units = dice_roll(play->dice);
    int nation = play->data->battery[guns.battery[0]].nationality;
    int result = adjustment_of(play->scenario, state, spotter, hex)[roll_index(tens, units)][nation];
    tell(play->events, EVENT_ROLLED, 0, sentence(TCS_17_4A_1, "tcs.adjustment-rolled", tens, units));
    tell_result(play, sentence(TCS_17_4_1, "%w", WORD_ADJUSTMENT + result));
    if (result == SCATTER)
        hex = scattered(play, hex);
    if (result == NO_SHOOT)
        spend_shells(play, &guns, true);
    else if (hex != NO_HEX)
        fall(play, &guns, hex, result == GOOD_SHOOT, side);
}

/* ---- odds ------------------------------------------------------------------------------------------------ */

/* The barrage on the target hex, by whether the shoot is good. */
static Barrage barrage_for(const Book *data, const Guns *guns, Hex hex, bool good, int side)
{
    int calibre = smallest_calibre(data, guns->battery, guns->count);
    return (Barrage){.hex = hex,
                     .side = (uint8_t)side,
                     .good = good,
                     .fast = guns->fast,
                     .firepower = (uint8_t)barrage_firepower(data, calibre, guns->count > 1, good),
                     .calibre = (uint16_t)calibre};
}

bool mission_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Guns guns = guns_of(order);
    const Book *data = data_of(scenario);
    if (refused(mission_check(scenario, view, order)) || guns.shell == ILLUM_SHELL)
        return false;
    int side = question(&view->head)->side, nation = data->battery[guns.battery[0]].nationality;
    Hex hex = order_value(order, SLOT_AT, NO_HEX);
    Weight rolls[ADJUSTMENTS] = {0};
    forecast_clear(out);
    out->gainer = (uint8_t)side;
    out->payer = (uint8_t)enemy_of(side);
    if (data->battery[guns.battery[0]].rocket) {
        out->title = sentence(0, "tcs.rockets-always-good-shoot-always");
        out->total = 1;
        forecast_line(out, sentence(0, "tcs.rockets-scatter"), 0, (Sentence){0})->weight = 1;
        return true;
    }
    const uint8_t(*table)[NATIONS] = adjustment_of(scenario, view, order_value(order, SLOT_SPOTTER, NO_PIECE), hex);
    for (int roll = 0; roll < ROLLS; roll++)
        rolls[table[roll][nation]]++;
    Barrage shoot[2] = {barrage_for(data, &guns, hex, false, side), barrage_for(data, &guns, hex, true, side)};
    out->title = sentence(0, "tcs.firepower-good-shoot-bad", shoot[1].firepower * (guns.fast ? 2 : 1),
                          shoot[0].firepower * (guns.fast ? 2 : 1));
    out->total = ROLLS;
    for (int result = NO_SHOOT; result < ADJUSTMENTS; result++)
        if (rolls[result])
            forecast_line(out, sentence(0, "%w", WORD_ADJUSTMENT + result), result, (Sentence){0})->weight =
                rolls[result];
    if (guns.shell == HE)
        weigh_target_hex(scenario, view, shoot, &rolls[BAD_SHOOT], out);
    return true;
}

/* ---- when the phase begins: 17.3-1 ----------------------------------------------------------------------- */

void ammunition_arrives(Play *play, int side)
{
    for (int i = 0; i < play->data->deliveries; i++) {
        const Delivery *delivery = &play->data->delivery[i];
        const Stock *stock = &play->data->stock[delivery->stock];
        if (delivery->turn != play->state->head.turn || stock->side != side || !delivery->turn)
            continue;
        uint16_t *left = &play->state->stock[delivery->stock];
        *left = (uint16_t)(*left + delivery->fires);
        tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
             sentence(TCS_17_3_1, "tcs.battery-fire-mm-arrive", delivery->fires, WORD_SHELL + stock->kind,
                      stock->calibre));
    }
}

void batteries_clean_up(State *state) { memset(state->battery, 0, sizeof state->battery); }
