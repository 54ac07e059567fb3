/* load.c — a scenario's text becomes Book: its options, what it leaves out, its set-up and its victory conditions
 * (docs/data.md).
 *
 * The core has read sides, options and map. Charts and kinds of unit are the same for every scenario, and apart from
 * the rules (II); the units there are come from tables of setup/. A part of the rules that is not built must be left
 * out: no phase is passed over silently. */
#include "systems/tcs/load/load.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells of set-up tables -------------------------------------------------------------------------- */

Document *open_setup(Loader *loader, const char *name)
{
    char path[2 * NAME_TEXT];
    snprintf(path, sizeof path, "setup/%s.tsv", name);
    return loading_table(loader->loading, path);
}

bool is_own_row(Loader *loader, Document *table, int row)
{
    Field field = cell_under(table, row, "scenario");
    return field_is(&field, loader->setup);
}

/* "GE" of "german" */
static bool begins_so(const char *word, const Field *field)
{
    uint32_t at = 0;
    while (at < field->length && word[at] == tolower((unsigned char)field->text[at]))
        at++;
    return at && at == field->length;
}

int side_under(Loader *loader, Document *table, int row, const char *column)
{
    Field field = cell_under(table, row, column);
    for (int side = 0; side < loader->scenario->sides; side++)
        if (begins_so(loader->scenario->side_word[side], &field))
            return side;
    mistake(table, &field, "the scenario has no such side");
    return 0;
}

int turn_under(Loader *loader, Document *table, int row, const char *column)
{
    const Book *data = loader->data;
    Field field = cell_under(table, row, column);
    long time = 0;
    if (field_is(&field, "start") || !field_number(table, &field, 0, 2359, &time))
        return 0;
    for (int turn = 1; turn <= data->turns; turn++)
        if (data->turn[turn - 1].time == time)
            return turn;
    mistake(table, &field, "no turn of the scenario begins then");
    return 0;
}

/* ---- options ------------------------------------------------------------------------------------------- */

static const char *const option_words[] = {"los-tie",    "syr-enemy-radius", "command",
                                           "line-entry", "unassigned-clock", "zone-smoke",
                                           "dug-in",     "riding-weapons",   NULL};

static const char *const command_levels[] = {"off", "warn", "strict", NULL};

static void read_options(Loader *loader)
{
    loader->data->ties_block = option_is(loader->scenario, "los-tie", "literal");
    loader->data->all_enemies = option_is(loader->scenario, "syr-enemy-radius", "all");
    loader->data->line_entry = option_is(loader->scenario, "line-entry", "on");
    loader->data->zones_smoke = option_is(loader->scenario, "zone-smoke", "full");
    loader->data->riders_fire = option_is(loader->scenario, "riding-weapons", "fire");
    loader->data->dug_in_open = option_is(loader->scenario, "dug-in", "open");
    loader->data->clock_always = option_is(loader->scenario, "unassigned-clock", "always");
    for (int level = COMMAND_OFF; level <= COMMAND_STRICT; level++)
        if (option_is(loader->scenario, "command", command_levels[level]))
            loader->data->command = (uint8_t)level;
}

static bool is_heeded(const Document *document, const Field *name)
{
    (void)document;
    return field_among(name, option_words) >= 0;
}

/* ---- entries --------------------------------------------------------------------------------------------- */

static void read_without(Loader *loader, Words *words)
{
    do {
        int part = words_word(words, "a part of the rules", part_words);
        if (part >= 0)
            loader->data->without[part] = true;
    } while (words_more(words));
}

/* setup NAME [fixed] */
static void read_setup(Loader *loader, Words *words)
{
    if (!words_string(words, "a set-up", loader->setup, sizeof loader->setup))
        return;
    loader->data->fixed = words_if(words, "fixed");
    load_clock(loader);
    load_forces(loader);
}

/* clock TURNS TIME VISIBILITY: that many turns of daylight, without a table of setup/ */
static void read_clock(Loader *loader, Words *words)
{
    Book *data = loader->data;
    long turns = words_number(words, "the number of turns", 1, TCS_TURNS);
    long time = words_number(words, "when the first one begins", 0, 2359);
    long visibility = words_number(words, "how far one sees", 1, 99);
    if (words->wrong)
        return;
    for (data->turns = 0; data->turns < turns; data->turns++) {
        data->turn[data->turns] = (TurnRow){.time = (uint16_t)time,
                                            .visibility = (uint8_t)visibility,
                                            .lit_visibility = (uint8_t)visibility,
                                            .recovers = true};
        time = time % 100 < 40 ? time + 20 : time + 60; /* 1.1-1: a day turn is 20 minutes */
    }
    loader->scenario->turns = data->turns;
}

/* command off|warn|strict (6.1, R-20), where no option gives it */
static void read_command(Loader *loader, Words *words)
{
    int level = words_word(words, "whether Op Sheets bind", command_levels);
    loader->data->command = (uint8_t)(level < 0 ? 0 : level);
}

/* sheets NAME [pending]: those of the start; some may be in preparation */
static void read_sheets(Loader *loader, Words *words)
{
    char name[NAME_TEXT];
    if (!words_string(words, "the name of a file of sheets", name, sizeof name))
        return;
    loader->data->pending_start = words_if(words, "pending");
    load_sheets(loader, name);
}

static void read_ratings(Loader *loader, Words *words)
{
    do {
        int side = words_side(words);
        long rating = words_number(words, "a Command Prep Rating", 0, 12);
        if (!words->wrong)
            loader->data->rating[side] = (uint8_t)rating;
    } while (words_more(words));
}

/* order SIDE SIDE: the side that sets up first */
static void read_order(Loader *loader, Words *words)
{
    for (int i = 0; i < PLAYERS; i++)
        loader->data->setup_order[i] = (uint8_t)words_side(words);
    if (!words->wrong && loader->data->setup_order[0] == loader->data->setup_order[1])
        words_wrong(words, &words->word[2], "each side sets up once");
}

/* air SIDE AIRCRAFT [less N] [runs N] [sure]: one die less N sorties of N runs each (26.0) */
static void read_air(Loader *loader, Words *words)
{
    Book *data = loader->data;
    int side = words_side(words), kind = 0;
    Field name = words_text(words, "a kind of aircraft");
    while (kind < data->aircraft_kinds && !field_is(&name, data->aircraft[kind].name))
        kind++;
    if (kind == data->aircraft_kinds)
        words_wrong(words, &name, "sortie_ratings.tsv knows no such aircraft");
    long less = words_if(words, "less") ? words_number(words, "what is taken off the die", 0, 5) : 0;
    long runs = words_if(words, "runs") ? words_number(words, "attacks of each", 1, 4) : 1;
    bool sure = words_if(words, "sure");
    if (!words->wrong) {
        data->air[side].aircraft = (uint8_t)kind;
        data->air[side].less = (uint8_t)less;
        data->air[side].runs = (uint8_t)runs;
        data->air[side].sure = sure;
    }
}

/* mines SIDE HEX… [of BATTALION] [from COLUMN]: minefields at the start, and what they may be laid near (21.1) */
static void read_mines_laid(Loader *loader, Words *words)
{
    Book *data = loader->data;
    int side = words_side(words), count = 0;
    while (words_next_is_hex(words) && count < 4)
        data->laid[side < PLAYERS ? side : 0].hex[count++] = words_hex(words);
    if (words_if(words, "of")) {
        Field name = words_text(words, "a battalion");
        data->laid[side < PLAYERS ? side : 0].formation = (uint8_t)formation_of(data, words->script, &name);
    }
    if (words_if(words, "from"))
        data->laid[side < PLAYERS ? side : 0].first_column = (uint8_t)words_number(words, "a column", 1, 99);
}

/* hold HEX POINTS SIDE: points for the side that was last alone there; at the start that is this side */
static void read_hold(Loader *loader, Words *words)
{
    enum { HOLDS = sizeof((Book *)0)->hold / sizeof(Hex) - 1 };
    Book *data = loader->data;
    int at = 0;
    while (data->hold[at] != NO_HEX)
        at++;
    Hex hex = words_hex(words);
    long points = words_number(words, "points", 1, 99);
    int owner = words_side(words);
    if (at == HOLDS)
        words_wrong(words, NULL, "there is no room for another such hex");
    if (words->wrong)
        return;
    data->hold[at] = hex;
    data->hold_points[at] = (uint8_t)points;
    data->hold_owner[at] = (uint8_t)owner;
    data->hold[at + 1] = NO_HEX;
}

/* loss-points STEPS VEHICLES: so many lost are a point less for their side and one more for the enemy */
static void read_loss_points(Loader *loader, Words *words)
{
    loader->data->steps_a_point = (uint8_t)words_number(words, "steps that make a point", 1, 99);
    loader->data->vehicles_a_point = (uint8_t)words_number(words, "vehicles that make a point", 1, 99);
}

/* prepared SIDE NAME…: units that must begin on a sheet in a Prepared Defense (III.6-1) */
static void read_prepared(Loader *loader, Words *words)
{
    int side = words_side(words);
    while (words_more(words)) {
        Field name = words_text(words, "a formation");
        int formation = formation_of(loader->data, words->script, &name);
        if (!formation || !formation_units(loader->scenario, side, formation - 1, loader->data->prepared))
            words_wrong(words, &name, "the side has no such formation");
    }
}

/* win SIDE|nobody [if SIDE] [at-once] [decisive|marginal] [alone] [points N] [vehicles N] [N of HEX…]; the first line
 * that holds decides, none is a draw */
static void read_win(Loader *loader, Words *words)
{
    enum { HEXES = sizeof((Win *)0)->hex / sizeof(Hex) };
    Book *data = loader->data;
    bool nobody = words_if(words, "nobody");
    Win win = {.winner = NO_SIDE};
    if (!nobody)
        win.winner = win.side = (uint8_t)words_side(words);
    if (words_if(words, "if"))
        win.side = (uint8_t)words_side(words);
    win.at_once = words_if(words, "at-once");
    win.how = words_if(words, "decisive")   ? VICTORY_DECISIVE
              : words_if(words, "marginal") ? VICTORY_MARGINAL
                                            : VICTORY_PLAIN;
    win.at_once |= win.alone = words_if(words, "alone");
    if (words_if(words, "points"))
        win.points = (uint8_t)words_number(words, "points of the hexes it controls", 1, 99);
    if (words_if(words, "vehicles"))
        win.vehicles = (uint8_t)words_number(words, "vehicles it must have left", 1, 99);
    if (words_more(words)) {
        win.least = (uint8_t)words_number(words, "how many of the hexes", 1, HEXES);
        words_keyword(words, "of");
        while (words_more(words) && win.hexes < HEXES)
            win.hex[win.hexes++] = words_hex(words);
        if (win.least > win.hexes)
            words_wrong(words, NULL, "there are not so many hexes");
    }
    if (data->wins == TCS_WINS)
        words_wrong(words, NULL, "there is no room for another way to win");
    else if (!words->wrong)
        data->win[data->wins++] = win;
}

static const EntryKind entries[] = {
    {"without", .read = read_without},
    {"setup", .read = read_setup},
    {"command", .read = read_command},
    {"ratings", .read = read_ratings},
    {"clock", .read = read_clock},
    {"order", .read = read_order},
    {"win", .read = read_win},
    {"air", .read = read_air},
    {"mines", .read = read_mines_laid},
    {"losses", .read = read_losses},
    {"company-morale", .read = read_company_morale},
    {"old-ammunition", .read = read_old_ammunition},
    {"modern", .read = read_modern},
    {"sheets", .read = read_sheets},
    {"hold", .read = read_hold},
    {"loss-points", .read = read_loss_points},
    {"prepared", .read = read_prepared},
    {.word = NULL},
};

/* ---- the whole ------------------------------------------------------------------------------------------- */

/* What of the set-up needs the part. */
static bool needs(const Book *data, Part part)
{
    if (part == PART_COMMAND)
        return data->command != COMMAND_OFF;
    if (part == PART_ARTILLERY)
        return data->batteries;
    if (part == PART_MINES)
        return data->laid[0].hex[0] != NO_HEX || data->laid[1].hex[0] != NO_HEX;
    for (int turn = 0; turn < data->turns; turn++)
        if ((part == PART_AIR && data->turn[turn].sorties) || (part == PART_WEATHER && data->turn[turn].weather) ||
            (part == PART_NIGHT && data->turn[turn].light == NIGHT))
            return true;
    for (int i = 0; i < data->counters; i++)
        if (part == PART_TRANSPORT && data->counter[i].on != NO_PIECE)
            return true;
    return false;
}

static void check_whole(Loader *loader)
{
    Book *data = loader->data;
    if (loader->scenario->sides != PLAYERS)
        mistake(loader->document, NULL, "a game of this system has two sides");
    if (!loader->scenario->map->has_heights && data->counters)
        mistake(loader->document, NULL, "a map of this system has heights");
    for (int part = 0; part < RULE_PARTS; part++)
        if (data->without[part] && needs(data, part))
            mistake(loader->document, NULL, "the set-up needs the rules of %s", part_words[part]);
}

static void read_all(Loader *loader)
{
    loader->data->setup_order[1] = 1;
    loader->data->hold[0] = NO_HEX;
    for (int side = 0; side < PLAYERS; side++) {
        loader->data->air[side].runs = 1;
        memset(loader->data->laid[side].hex, 0xFF, sizeof loader->data->laid[side].hex);
    }
    read_options(loader);
    check_options_of(loader->document, is_heeded);
    load_charts(loader);
    load_command_charts(loader);
    load_kinds(loader);
    derive(loader->scenario, loader->data);
    read_entries_of(loader->scenario, loader->document, entries, 0, loader);
    check_whole(loader);
}

bool tcs_load(Scenario *scenario, Loading *loading)
{
    Book *data = calloc(1, sizeof *data);
    scenario->own = data;
    if (!data || scenario->map->spots > TCS_SPOTS) {
        mistake(loading->document, NULL, "the map has more than %d hexes and boxes, or there is not enough memory",
                TCS_SPOTS);
        return false;
    }
    Loader loader = {scenario, loading, data, loading->document, ""};
    int before = loading->log->count;
    read_all(&loader);
    return loading->log->count == before;
}

void tcs_unload(Scenario *scenario)
{
    Book *data = scenario->own;
    if (data)
        sight_free(data->sight);
    free(data);
    scenario->own = NULL;
}
