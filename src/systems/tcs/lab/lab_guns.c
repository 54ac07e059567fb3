/* lab_guns.c — lines of a lab script about artillery, aircraft, weather and reinforcements (docs/lab.md).
 *
 *     battery us 313A [battalion=313 calibre=105 nation=US rocket=nebelwerfer_150]
 *     ammunition us 105 he 12 [turn=3]
 *     air us fighter_bomber [less=3 runs=1 sure]     sorties us 3     weather rain
 *     lay-mines us a b c d     arrive a b HEX TURN [on=ID]
 *     clock TURN [light=night time=2100 visibility=weather|N weather=roll|keep|haze sorties=us] */
#include <string.h>

#include "systems/tcs/lab/lab.h"
#include "systems/tcs/load/load.h"

static void copy_name(Script *line, const Field *name, char *out, size_t room)
{
    if (name->length >= room)
        words_wrong(&line->words, name, "this name is too long");
    else
        memcpy(out, name->text, name->length);
}

static int rocket_named(Script *line, const Setting *rocket)
{
    for (int i = 0; rocket->given && i < line->data->rockets; i++)
        if (field_is(&rocket->text, line->data->rocket[i].name))
            return i + 1;
    if (rocket->given)
        words_wrong(&line->words, &rocket->text, "there are no such rockets");
    return 0;
}

bool lab_battery(Script *line)
{
    enum { SETTINGS = 4 };
    Setting settings[SETTINGS] = {
        {.name = "battalion"}, {.name = "calibre", .low = 1, .high = 999}, {.name = "nation"}, {.name = "rocket"}};
    Book *data = line->data;
    Battery battery = {.calibre = 105};
    battery.side = (uint8_t)words_side(&line->words);
    Field name = words_text(&line->words, "a battery");
    copy_name(line, &name, battery.name, sizeof battery.name);
    while (words_more(&line->words) && words_setting(&line->words, settings, SETTINGS))
        ;
    if (settings[0].given)
        copy_name(line, &settings[0].text, battery.battalion, sizeof battery.battalion);
    battery.calibre = (uint16_t)setting_or(&settings[1], 105);
    battery.rocket = (uint8_t)rocket_named(line, &settings[3]);
    int nation = settings[2].given ? find_word(&settings[2].text, nation_words, NATIONS) : 0;
    if (nation < 0 || data->batteries == TCS_BATTERIES)
        words_wrong(&line->words, &name, "there is no such nation, or no room for another battery");
    if (!words_end(&line->words))
        return false;
    battery.nationality = (uint8_t)nation;
    data->battery[data->batteries++] = battery;
    join_batteries(data);
    return true;
}

static const char *const battery_words[] = {"ready", "spent", "direct", NULL};

/* battery-is NAME ready|spent|direct: what it has done in this turn */
bool lab_battery_is(Script *line)
{
    static const uint8_t done[] = {0, BATTERY_MISSION, BATTERY_DIRECT};
    Field name = words_text(&line->words, "a battery");
    int what = words_word(&line->words, "ready, spent or direct", battery_words);
    int at = 0;
    while (at < line->data->batteries && !field_is(&name, line->data->battery[at].name))
        at++;
    if (at == line->data->batteries)
        words_wrong(&line->words, &name, "there is no such battery");
    if (!words_end(&line->words))
        return false;
    line->state->battery[at] = done[what];
    return true;
}

bool lab_ammunition(Script *line)
{
    Setting turn = {.name = "turn", .low = 1, .high = TCS_TURNS};
    Book *data = line->data;
    int side = words_side(&line->words);
    long calibre = words_number(&line->words, "a calibre", 1, 999);
    int kind = words_word(&line->words, "he, smoke or illum", shell_words);
    long fires = words_number(&line->words, "Battery Fires", 0, 999);
    while (words_more(&line->words) && words_setting(&line->words, &turn, 1))
        ;
    if (data->stocks == TCS_STOCKS || data->deliveries == TCS_ARRIVALS)
        words_wrong(&line->words, line->words.word, "there is no room for more ammunition");
    if (!words_end(&line->words))
        return false;
    int stock = stock_of(data, side, (int)calibre, kind);
    if (stock < 0) {
        stock = data->stocks++;
        data->stock[stock] = (Stock){.side = (uint8_t)side, .kind = (uint8_t)kind, .calibre = (uint16_t)calibre};
        line->state->stock[stock] = 0;
    }
    data->delivery[data->deliveries++] =
        (Delivery){.stock = (uint8_t)stock, .turn = (uint8_t)setting_or(&turn, 0), .fires = (uint16_t)fires};
    if (!turn.given)
        line->state->stock[stock] = (uint16_t)fires;
    return true;
}

bool lab_air(Script *line)
{
    enum { SETTINGS = 2 };
    Setting settings[SETTINGS] = {{.name = "less", .low = 0, .high = 5}, {.name = "runs", .low = 1, .high = 4}};
    Book *data = line->data;
    int side = words_side(&line->words), kind = 0;
    Field name = words_text(&line->words, "a kind of aircraft");
    bool sure = words_if(&line->words, "sure");
    while (kind < data->aircraft_kinds && !field_is(&name, data->aircraft[kind].name))
        kind++;
    while (words_more(&line->words) && words_setting(&line->words, settings, SETTINGS))
        ;
    if (kind == data->aircraft_kinds)
        words_wrong(&line->words, &name, "there are no such aircraft");
    if (!words_end(&line->words))
        return false;
    data->air[side].aircraft = (uint8_t)kind;
    data->air[side].less = (uint8_t)setting_or(&settings[0], 0);
    data->air[side].runs = (uint8_t)setting_or(&settings[1], 1);
    data->air[side].sure = sure;
    return true;
}

bool lab_sorties(Script *line)
{
    int side = words_side(&line->words);
    long count = words_number(&line->words, "how many", 0, TCS_SORTIES);
    if (!words_end(&line->words))
        return false;
    line->state->sorties_left[side] = (uint8_t)count;
    return true;
}

bool lab_weather(Script *line)
{
    int weather = words_word(&line->words, "a weather", weather_words);
    if (!words_end(&line->words))
        return false;
    line->state->weather = (uint8_t)weather;
    return true;
}

static int take_word(Script *line, const Setting *setting, const char *const *words, int count)
{
    int at = find_word(&setting->text, words, count);
    if (at < 0)
        words_wrong(&line->words, &setting->text, "there is no such word here");
    return at < 0 ? 0 : at;
}

static uint8_t take_weather(Script *line, const Setting *setting)
{
    if (field_is(&setting->text, "roll"))
        return WEATHER_ROLLED;
    return field_is(&setting->text, "keep")
               ? WEATHER_KEPT
               : (uint8_t)(WEATHER_GIVEN + take_word(line, setting, weather_words, WEATHERS));
}

bool lab_clock(Script *line)
{
    enum { LIGHT, TIME, SIGHT, WEATHER, FLIES, SETTINGS };
    Setting set[SETTINGS] = {{.name = "light"},
                             {.name = "time", .low = 0, .high = 2359},
                             {.name = "visibility"},
                             {.name = "weather"},
                             {.name = "sorties"}};
    long turn = words_number(&line->words, "a turn", 1, line->data->turns);
    while (words_more(&line->words) && words_setting(&line->words, set, SETTINGS))
        ;
    TurnRow row = line->data->turn[line->words.wrong ? 0 : turn - 1];
    if (set[LIGHT].given)
        row.light = (uint8_t)take_word(line, &set[LIGHT], lab_lights, LIGHTS);
    row.time = (uint16_t)setting_or(&set[TIME], row.time);
    if (set[SIGHT].given)
        row.visibility = field_is(&set[SIGHT].text, "weather")
                             ? VISIBILITY_BY_WEATHER
                             : (uint8_t)words_read_fraction(&line->words, &set[SIGHT].text, "how far one sees").over;
    if (set[WEATHER].given)
        row.weather = take_weather(line, &set[WEATHER]);
    for (int side = 0; set[FLIES].given && side < PLAYERS; side++)
        if (field_is(&set[FLIES].text, line->scenario->side_word[side]))
            row.sorties = (uint8_t)(1u << side);
        else if (field_is(&set[FLIES].text, "both"))
            row.sorties = 3;
    row.recovers = row.light != NIGHT || row.time / 100 % 2 == 0;
    if (!words_end(&line->words))
        return false;
    line->data->turn[turn - 1] = row;
    return true;
}

/* ---- what can be expected --------------------------------------------------------------------------------- */

/* ammunition SIDE CALIBRE SHELL N: what is left */
void ammunition_holds(Holds *holds)
{
    const Book *data = data_of(holds->scenario);
    int side = words_side(&holds->words);
    long calibre = words_number(&holds->words, "a calibre", 1, 999);
    int kind = words_word(&holds->words, "he, smoke or illum", shell_words);
    int stock = holds->words.wrong ? -1 : stock_of(data, side, (int)calibre, kind);
    if (stock < 0)
        words_wrong(&holds->words, NULL, "there is no such ammunition");
    else
        holds_number(holds, "what is left", state_of(holds->position)->stock[stock]);
}

/* battery NAME ready|spent|direct */
void battery_holds(Holds *holds)
{
    const Book *data = data_of(holds->scenario);
    Field name = words_text(&holds->words, "a battery");
    int at = 0;
    while (at < data->batteries && !field_is(&name, data->battery[at].name))
        at++;
    if (at == data->batteries)
        words_wrong(&holds->words, &name, "there is no such battery");
    else
        holds_word(holds, "what it has done", battery_words, state_of(holds->position)->battery[at]);
}

/* adjustment RANGE NATION ROLL RESULT */
void adjustment_holds(Holds *holds)
{
    static const char *const results[] = {"no", "scatter", "bad", "good", NULL};
    const Book *data = data_of(holds->scenario);
    long range = words_number(&holds->words, "hexes to the target", 0, 99);
    int nation = words_word(&holds->words, "a nation", nation_words);
    long roll = words_number(&holds->words, "a sequential roll", 11, 66);
    if (roll % 10 < 1 || roll % 10 > 6)
        words_wrong(&holds->words, NULL, "no two dice show that");
    if (holds->words.wrong)
        return;
    int band = spotter_band(data, state_of(holds->position), (int)range);
    holds_word(holds, "the result", results,
               data->adjustment[band][roll_index((int)roll / 10, (int)roll % 10)][nation]);
}

/* barrage CALIBRE good|bad battery|battalion FIREPOWER [kill N] */
void barrage_holds(Holds *holds)
{
    static const char *const shoots[] = {"bad", "good", NULL}, *const sizes[] = {"battery", "battalion", NULL};
    const Book *data = data_of(holds->scenario);
    long calibre = words_number(&holds->words, "a calibre", 1, 999);
    int good = words_word(&holds->words, "a shoot", shoots), size = words_word(&holds->words, "a size", sizes);
    if (holds->words.wrong)
        return;
    holds_number(holds, "the firepower", barrage_firepower(data, (int)calibre, size, good));
    if (words_if(&holds->words, "kill"))
        holds_number(holds, "the number", shell_kill(data, (int)calibre));
}

/* markers N: Battery, Battalion and Smoke markers on the map */
void markers_holds(Holds *holds) { holds_number(holds, "how many lie there", state_of(holds->position)->barrages); }

/* sorties SIDE N: still to be placed; weather WORD; visibility N */
void sorties_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "how many are left", state_of(holds->position)->sorties_left[side]);
}

void weather_holds(Holds *holds)
{
    holds_word(holds, "the weather", weather_words, state_of(holds->position)->weather);
}

void visibility_holds(Holds *holds) { holds_number(holds, "how far one sees", state_of(holds->position)->visibility); }

/* arrive ID… HEX TURN [on=ID]: they are due */
bool lab_arrive(Script *line)
{
    Setting on = {.name = "on"};
    Piece piece[TCS_PIECES];
    int count = 0;
    do
        piece[count++] = words_piece(&line->words);
    while (count < TCS_PIECES && words_next_is_piece(&line->words) && !words_next_is_hex(&line->words));
    Hex hex = words_hex(&line->words);
    long turn = words_number(&line->words, "a turn", 1, TCS_TURNS);
    while (words_more(&line->words) && words_setting(&line->words, &on, 1))
        ;
    Piece carrier = on.given ? piece_named(line->scenario, on.text.text, on.text.length) : NO_PIECE;
    if (on.given && carrier == NO_PIECE)
        words_wrong(&line->words, &on.text, "there is no such counter");
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++) {
        Counter *counter = &line->data->counter[piece[i]];
        counter->turn = (uint8_t)turn;
        counter->hex = hex;
        counter->zone = ZONE_ENTRY;
        counter->mode = MOVE_MODE;
        counter->on = carrier;
        find_zone(line->scenario, line->data, piece[i]);
        line->state->unit[piece[i]].standing = DUE;
    }
    return true;
}

/* ---- mines ------------------------------------------------------------------------------------------------ */

/* lay-mines SIDE ID…: a Prepared Defense of these units has just implemented */
bool lab_lay_mines(Script *line)
{
    uint64_t who[PIECE_WORDS] = {0};
    int side = words_side(&line->words);
    while (words_more(&line->words) && !line->words.wrong) {
        Piece piece = words_piece(&line->words);
        if (!line->words.wrong)
            set_bit(who, piece);
    }
    if (!words_end(&line->words))
        return false;
    Play play = lab_play(line);
    mines_begin(&play, side, who);
    settle(&play);
    return true;
}

/* mines-at HEX none|whole|N|NE|…: whether there are mines, and where their lane begins */
void mines_holds(Holds *holds)
{
    static const char *const lanes[] = {"N", "NE", "SE", "S", "SW", "NW", "whole", "none", NULL};
    const State *state = state_of(holds->position);
    Hex hex = words_hex(&holds->words);
    int found = EDGES + 1;
    for (int i = 0; i < state->mines; i++)
        if (state->mine[i].hex == hex)
            found = state->mine[i].lane;
    holds_word(holds, "its mines", lanes, found);
}
