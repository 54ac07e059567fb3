/* tables_guns.c — the charts of artillery, aircraft and weather: 7.0, 17, 18, 26. Most of them are our own work; each
 * table says so in its first line. */
#include <string.h>

#include "systems/tcs/load/load.h"

const char *const nation_words[NATIONS + 1] = {"US", "CW", "GE", "SU", "OT", NULL};
const char *const weather_words[WEATHERS + 1] = {"clear", "haze", "overcast", "rain", NULL};

/* ---- artillery_adjustment.tsv (17.4a) ---- */

static const char *const bands[SPOTTER_BANDS] = {"0-6", "7-14", "15+"};

static void read_adjustment(Loader *loader, Document *table, int row)
{
    static const char *const results[] = {"NO", "SCATTER", "BAD", "GOOD", NULL};
    Book *data = loader->data;
    Field band = cell_under(table, row, "range_band");
    int at = find_word(&band, bands, SPOTTER_BANDS), roll = (row - 1) % ROLLS;
    uint16_t high;
    if (at < 0 || at != (row - 1) / ROLLS || number_under(table, row, "roll", 11, 66) != roll_value(roll)) {
        mistake(table, &band, "bands follow each other, each with the rolls from 11 to 66");
        return;
    }
    read_band(table, &band, &data->band_low[at], &high);
    for (int nation = 0; nation < NATIONS; nation++)
        data->adjustment[at][roll][nation] = (uint8_t)word_under(table, row, nation_words[nation], results);
}

/* ---- artillery_barrage_values.tsv (17.5), artillery_point_fire.tsv (18) ---- */

static void read_barrage(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    if (data->calibre_rows == BANDS) {
        mistake(table, NULL, "there are more than %d rows", BANDS);
        return;
    }
    int at = data->calibre_rows++;
    data->barrage[at].low = (uint16_t)number_under(table, row, "caliber_min_mm", 0, 999);
    data->barrage[at].high = (uint16_t)number_under(table, row, "caliber_max_mm", 0, 999);
    data->barrage[at].battery[true] = (uint8_t)number_under(table, row, "battery_good", 1, 99);
    data->barrage[at].battery[false] = (uint8_t)number_under(table, row, "battery_bad", 1, 99);
    data->barrage[at].battalion[true] = (uint8_t)number_under(table, row, "battalion_good", 1, 99);
    data->barrage[at].battalion[false] = (uint8_t)number_under(table, row, "battalion_bad", 1, 99);
}

static void read_kill(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    if (data->kill_rows == BANDS) {
        mistake(table, NULL, "there are more than %d rows", BANDS);
        return;
    }
    data->kill[data->kill_rows++] = (Band){(uint16_t)number_under(table, row, "caliber_min_mm", 0, 999),
                                           (uint16_t)number_under(table, row, "caliber_max_mm", 0, 999),
                                           (int8_t)number_under(table, row, "kill", 2, 12)};
}

static void read_shell_modifier(Loader *loader, Document *table, int row)
{
    static const char *const keys[] = {
        "bad_shoot",   "fast_fire", "target_hex_protective", "target_hex_billiard", "target_defense_0_or_1",
        "night_unlit", NULL};
    loader->data->shell_modifier[word_under(table, row, "key", keys)] = signed_under(table, row, "value");
}

static void read_rocket(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field name = cell_under(table, row, "type");
    if (data->rockets == TCS_ROCKETS) {
        mistake(table, &name, "there are more than %d kinds of rocket", TCS_ROCKETS);
        return;
    }
    int at = data->rockets++;
    field_copy(table, &name, data->rocket[at].name, sizeof data->rocket[at].name);
    data->rocket[at].radius = (uint8_t)number_under(table, row, "radius_hexes", 1, 20);
    data->rocket[at].firepower = (uint8_t)number_under(table, row, "firepower", 1, 60);
}

/* ---- sortie_ratings.tsv, sortie_success.tsv, sortie_point_modifiers.tsv (26) ---- */

static void read_aircraft(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field name = cell_under(table, row, "aircraft");
    if (data->aircraft_kinds == TCS_AIRCRAFT) {
        mistake(table, &name, "there are more than %d kinds of aircraft", TCS_AIRCRAFT);
        return;
    }
    Aircraft *aircraft = &data->aircraft[data->aircraft_kinds++];
    field_copy(table, &name, aircraft->name, sizeof aircraft->name);
    for (size_t i = 0; i < sizeof aircraft->title; i++)
        aircraft->title[i] = aircraft->name[i] == '_' ? '-' : aircraft->name[i];
    aircraft->firepower = (uint8_t)number_under(table, row, "area_firepower", 1, 99);
    aircraft->kill = (uint8_t)number_under(table, row, "point_kill", 2, 12);
}

static void read_success(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field name = cell_under(table, row, "aircraft");
    for (int i = 0; i < data->aircraft_kinds; i++)
        if (field_is(&name, data->aircraft[i].name)) {
            data->aircraft[i].success[FLYING] = (uint8_t)number_under(table, row, "day_clear", 0, 6);
            data->aircraft[i].success[FLYING_LOW] = (uint8_t)number_under(table, row, "day_overcast", 0, 6);
            return;
        }
    mistake(table, &name, "sortie_ratings.tsv knows no such aircraft");
}

static void read_bomb_modifier(Loader *loader, Document *table, int row)
{
    static const char *const keys[] = {
        "billiard", "open", "partly", "protective", "target_move_mode_on_road", "target_gun", "smoke_marker_in_hex",
        NULL};
    loader->data->bomb_modifier[word_under(table, row, "key", keys)] = signed_under(table, row, "value");
}

/* ---- weather.tsv (7.0b) ---- */

static void read_weather(Loader *loader, Document *table, int row)
{
    static const char *const flying[] = {"no", "yes", "overcast column", NULL};
    Book *data = loader->data;
    Field sorties = cell_under(table, row, "sorties");
    int weather = word_under(table, row, "weather", weather_words), flies = find_word(&sorties, flying, 3);
    if (flies < 0)
        mistake(table, &sorties, "expected yes, no or overcast column");
    data->weather_sight[weather] = (uint8_t)number_under(table, row, "visibility_hexes", 1, 99);
    data->weather_flying[weather] = (uint8_t)(flies < 0 ? NO_FLYING : flies);
    for (long die = number_under(table, row, "die_min", 1, 6); die <= number_under(table, row, "die_max", 1, 6); die++)
        data->weather_die[die - 1] = (uint8_t)weather;
}

void load_gun_charts(Loader *loader)
{
    load_rows(loader, "artillery_adjustment", SPOTTER_BANDS * ROLLS, read_adjustment);
    load_rows(loader, "artillery_barrage_values", 0, read_barrage);
    load_rows(loader, "artillery_point_fire", 0, read_kill);
    load_rows(loader, "artillery_point_fire_modifiers", SHELL_MODIFIERS, read_shell_modifier);
    load_rows(loader, "rocket_artillery", 0, read_rocket);
    load_rows(loader, "sortie_ratings", 0, read_aircraft);
    load_rows(loader, "sortie_success", 0, read_success);
    load_rows(loader, "sortie_point_modifiers", BOMB_MODIFIERS, read_bomb_modifier);
    load_rows(loader, "weather", WEATHERS, read_weather);
}
