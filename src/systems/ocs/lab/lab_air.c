/* lab_air.c — lines of a lab script about aircraft, bases, stocks, ports and weather.
 *
 *     aircraft a axis F range=12 rating=4 [weak=3 support=2 less=1 capacity=2 defensive]     (weak, less: reduced)
 *     base axis HEX 2 [usable=1]
 *     weather mud [no-fly]     begins "12 Oct"     hip-shoots axis     hits HEX 2
 *     shipping axis 3     sea-supply axis     sea-closes "1 Nov"     box BOX axis 3     box BOX is HEX
 *     vehicle trucks 45     craft a axis 10
 *     load CRAFT 4     aboard COUNTER… CRAFT     timid Italian 2     drops-once */
#include <string.h>

#include "systems/ocs/air.h"
#include "systems/ocs/lab/lab.h"
#include "systems/ocs/load/load.h"

static bool do_aircraft(Script *line)
{
    enum { RANGE, RATING, WEAK, SUPPORT, LESS, CAPACITY, SETTINGS };
    Setting settings[SETTINGS] = {{.name = "range", .low = 1, .high = 99}, {.name = "rating", .low = 0, .high = 9},
                                  {.name = "weak", .low = 0, .high = 9},   {.name = "support", .low = 0, .high = 99},
                                  {.name = "less", .low = 0, .high = 99},  {.name = "capacity", .low = 0, .high = 99}};
    bool defensive = false;
    Field id = words_text(&line->words, "the counter's name");
    int side = words_side(&line->words);
    Field type = words_text(&line->words, "its type: F, T, S, Tpt");
    while (words_more(&line->words))
        if (!words_setting(&line->words, settings, SETTINGS)) {
            words_keyword(&line->words, "defensive");
            defensive = true;
        }
    if (!words_end(&line->words))
        return false;
    AirKind air = {.range = (uint8_t)setting_or(&settings[RANGE], 12), .defensive = defensive};
    memcpy(air.type, type.text, type.length < sizeof air.type ? type.length : sizeof air.type - 1);
    air.types = (uint8_t)read_air_types(air.type);
    if (!air.types) {
        words_wrong(&line->words, &type, "this is no type of aircraft");
        return false;
    }
    air.rating[0] = (uint8_t)setting_or(&settings[RATING], 0);
    air.rating[1] = (uint8_t)setting_or(&settings[WEAK], air.rating[0] ? air.rating[0] - 1 : 0);
    air.support[0] = (uint8_t)setting_or(&settings[SUPPORT], 0);
    air.support[1] = (uint8_t)setting_or(&settings[LESS], air.support[0] / 2);
    air.capacity[0] = (uint8_t)setting_or(&settings[CAPACITY], 0);
    air.capacity[1] = (uint8_t)(air.capacity[0] / 2);
    Kind kind = {.side = (uint8_t)side, .class = AIRCRAFT, .size = NO_SIZE, .steps = 2, .is = ONE_SIDED};
    kind.nation = side ? SOVIET : GERMAN;
    kind.aircraft = (uint8_t)line->data->air_kinds;
    if (!lab_add(line, &id, &kind))
        return false;
    line->data->air_kind[line->data->air_kinds++] = air;
    return true;
}

static bool do_base(Script *line)
{
    State *state = line->state;
    int side = words_side(&line->words);
    Hex hex = words_hex(&line->words);
    long level = words_number(&line->words, "its level", 1, 3);
    Setting usable = {.name = "usable", .low = 0, .high = 3};
    if (words_more(&line->words))
        words_setting(&line->words, &usable, 1);
    if (!words_end(&line->words))
        return false;
    if (state->bases == OCS_BASES || base_at(state, hex)) {
        words_wrong(&line->words, line->words.word, "there is a base already, or no room for another (15.0a)");
        return false;
    }
    int paid = setting_or(&usable, (int)level);
    state->base[state->bases++] = (Base){
        .hex = hex, .side = (uint8_t)side, .level = (uint8_t)level, .usable = (uint8_t)paid, .supplied = paid > 0};
    take_control(state, side, hex);
    return true;
}

static bool do_weather(Script *line)
{
    static const char *const words[] = {"dry", "mud", "frost", "snow", NULL};
    int weather = words_word(&line->words, "a kind of weather", words);
    bool grounded = words_if(&line->words, "no-fly");
    if (!words_end(&line->words))
        return false;
    line->state->weather = (uint8_t)weather;
    line->state->flying = !grounded;
    return true;
}

static bool do_weather_only(Script *line)
{
    int side = words_side(&line->words);
    if (!words_end(&line->words))
        return false;
    line->data->weather_only = (uint8_t)side;
    return true;
}

static bool do_begins(Script *line)
{
    Field day = words_text(&line->words, "a day, as \"12 Oct\"");
    if (!words_end(&line->words))
        return false;
    line->data->first_day = (uint16_t)read_day(line->words.script, &day);
    return line->data->first_day > 0;
}

static bool do_hip_shoots(Script *line)
{
    int side = words_side(&line->words);
    if (!words_end(&line->words))
        return false;
    line->data->hip_shoots |= (uint8_t)(1u << side);
    return true;
}

static bool do_hits(Script *line)
{
    Hex hex = words_hex(&line->words);
    long hits = words_number(&line->words, "hits on a port", 0, 4);
    if (!words_end(&line->words))
        return false;
    int port = port_at(line->scenario, hex);
    if (port < 0) {
        words_wrong(&line->words, line->words.word, "no port is there");
        return false;
    }
    line->state->port_hits[port] = (uint8_t)hits;
    return true;
}

static bool do_shipping(Script *line)
{
    int side = words_side(&line->words);
    long points = words_number(&line->words, "SPs", 0, 99);
    if (!words_end(&line->words))
        return false;
    line->data->shipping[side] = (uint8_t)points;
    return true;
}

static bool do_sea_supply(Script *line)
{
    int side = words_side(&line->words);
    if (!words_end(&line->words))
        return false;
    line->data->sea_supply |= (uint8_t)(1u << side);
    return true;
}

static bool do_sea_closes(Script *line)
{
    Field day = words_text(&line->words, "a day, as \"1 Nov\"");
    if (!words_end(&line->words))
        return false;
    line->data->sea_closes = (uint16_t)read_day(line->words.script, &day);
    return line->data->sea_closes > 0;
}

/* box BOX SIDE MPs | box BOX is HEX */
static bool do_box(Script *line)
{
    int box = map_box(line->scenario->map, words_hex(&line->words)), side = NO_SIDE;
    Hex hex = NO_HEX;
    long points = 0;
    if (words_if(&line->words, "is")) {
        hex = words_hex(&line->words);
    } else {
        side = words_side(&line->words);
        points = words_number(&line->words, "sea MPs", 1, 99);
    }
    if (!words_end(&line->words))
        return false;
    if (box < 0 || box >= OCS_BOXES) {
        words_wrong(&line->words, line->words.word, "this is no box of the map");
        return false;
    }
    line->data->box[box] = (Box){.stands_for = hex, .side = (uint8_t)side, .sea_mps = (uint8_t)points};
    return true;
}

static bool do_vehicle(Script *line)
{
    int store = ON_TRUCKS + words_word(&line->words, "a kind of vehicles", vehicle_words);
    long ma = words_number(&line->words, "its MA", 1, 60);
    if (!words_end(&line->words))
        return false;
    line->data->vehicle[store].ma = (uint8_t)(ma * QUARTERS);
    return true;
}

/* load CRAFT TOKENS: aboard of it, from nowhere */
static bool do_load(Script *line)
{
    Piece piece = words_piece(&line->words);
    long tokens = words_number(&line->words, "tokens", 0, 99);
    if (!words_end(&line->words))
        return false;
    Unit *unit = &line->state->unit[piece];
    line->state->account[unit->side].made += (uint32_t)(tokens - unit->trucks);
    unit->trucks = (uint8_t)tokens;
    return true;
}

/* aboard COUNTER… CRAFT */
static bool do_aboard(Script *line)
{
    Piece piece[STACK];
    int count = 0;
    do
        piece[count++] = words_piece(&line->words);
    while (count < STACK && words_more(&line->words));
    if (!words_end(&line->words) || count < 2)
        return false;
    for (int i = 0; i + 1 < count; i++) {
        Unit *unit = &line->state->unit[piece[i]];
        lift(line->scenario, line->state, piece[i]);
        unit->standing = ABOARD;
        unit->carrier = piece[count - 1];
    }
    return true;
}

/* craft ID SIDE MA: one more landing craft */
static bool do_craft(Script *line)
{
    Field id = words_text(&line->words, "the counter's name");
    int side = words_side(&line->words);
    long ma = words_number(&line->words, "its MA", 1, 99);
    if (!words_end(&line->words))
        return false;
    Kind kind = {.side = (uint8_t)side, .class = SHIP, .size = NO_SIZE, .is = ONE_SIDED | CARRIES};
    kind.nation = side ? SOVIET : GERMAN;
    kind.face[COMBAT_SIDE] = (Face){.ma = (uint8_t)ma, .mp = SEA_MPS, .there = true};
    return lab_add(line, &id, &kind);
}

static bool do_timid(Script *line)
{
    static const char *const nations[] = {"German", "Italian", "Slovak", "Soviet", NULL};
    int nation = words_word(&line->words, "a nation", nations);
    long least = words_number(&line->words, "a rating", 1, 5);
    if (!words_end(&line->words))
        return false;
    line->data->least_rating[nation] = (uint8_t)least;
    return true;
}

static bool do_drops_once(Script *line)
{
    line->data->drops_once = true;
    return words_end(&line->words);
}

const Statement air_statements[] = {
    {"shipping", do_shipping},
    {"sea-supply", do_sea_supply},
    {"sea-closes", do_sea_closes},
    {"box", do_box},
    {"vehicle", do_vehicle},
    {"load", do_load},
    {"aboard", do_aboard},
    {"craft", do_craft},
    {"timid", do_timid},
    {"drops-once", do_drops_once},
    {"aircraft", do_aircraft},
    {"base", do_base},
    {"weather", do_weather},
    {"begins", do_begins},
    {"hip-shoots", do_hip_shoots},
    {"hits", do_hits},
    {"weather-only", do_weather_only},
    {NULL, NULL},
};
