/* load.c — a scenario's text becomes Book: its tables, its set-up and its victory conditions (docs/data.md).
 *
 * The core has read sides, options and map. Options and the charts of section 17 come first, then the counters, and
 * then every other entry in the order of the file; at the end the whole is checked (load_check.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/pm/load/load.h"

/* ---- options --------------------------------------------------------------------------------- */

static const char *const switch_words[SWITCHES] = {
    [TURN_5_BRIGADES] = "turn-5-brigades",
    [REBUILD_CHOICE] = "rebuild-choice",
    [ENTRY_CAP] = "entry-cap",
    [OKH_STACKS] = "okh-stacks",
    [STRAIT_MECH] = "strait-mech",
    [STRAIT_ADVANCE] = "strait-advance",
    [ARKO_AFTER] = "arko-after",
    [FLAK_VP] = "flak-vp",
    [BEGINNERS_CITIES] = "beginners-cities",
    [SECURITY_ATTENUATED] = "security-attenuated",
};
static const bool switch_default[SWITCHES] = {[ENTRY_CAP] = true, [OKH_STACKS] = true, [FLAK_VP] = true};

static void read_options(Loader *loader)
{
    loader->data->beginners = option_is(loader->scenario, "game", "beginners");
    for (int i = 0; i < SWITCHES; i++)
        loader->data->on[i] = switch_default[i] ? !option_is(loader->scenario, switch_words[i], "off")
                                                : option_is(loader->scenario, switch_words[i], "on");
}

static bool is_heeded(const Document *document, const Field *name)
{
    (void)document;
    for (int i = 0; i < SWITCHES; i++)
        if (field_is(name, switch_words[i]))
            return true;
    return field_is(name, "game");
}

static void check_sides(Loader *loader)
{
    const Scenario *scenario = loader->scenario;
    if (scenario->sides != PLAYERS || strcmp(scenario->side_word[GERMAN_SIDE], "german") ||
        strcmp(scenario->side_word[SOVIET_SIDE], "soviet"))
        mistake(loader->document, NULL, "a scenario of this system has two sides, german first and soviet second");
}

/* ---- entries --------------------------------------------------------------------------------- */

static void take_table(Words *words, char out[NAME_TEXT])
{
    words_string(words, "the name of a table", out, NAME_TEXT);
}

static void read_setup(Loader *loader, Words *words)
{
    static const char *const kinds[] = {"free", "given", "none", NULL};
    int kind = words_word(words, "how the counters are set up", kinds);
    loader->setup = kind < 0 ? SETUP_NONE : (SetupKind)kind;
    loader->data->free_setup = kind == SETUP_FREE;
}

/* need TABLE | TURN POINTS */
static void read_need(Loader *loader, Words *words)
{
    const Field *next = words_next(words);
    char name[NAME_TEXT];
    if (next && next->text[0] >= '0' && next->text[0] <= '9') {
        long turn = words_number(words, "a turn", 1, PM_TURNS);
        loader->data->need[turn] = (uint8_t)words_number(words, "points", 1, 99);
        return;
    }
    take_table(words, name);
    if (!words->wrong)
        load_need(loader, name);
}

/* points TABLE | "PLACE" N */
static void read_points(Loader *loader, Words *words)
{
    char name[NAME_TEXT];
    if (words->count == 2) {
        take_table(words, name);
        if (!words->wrong)
            load_points(loader, name);
        return;
    }
    int found = words_place(words);
    long points = words_number(words, "points", 0, 99);
    if (words->wrong)
        return;
    if (loader->data->scorings == PM_PLACES)
        words_wrong(words, NULL, "there is no room for another place that scores");
    else
        loader->data->scoring[loader->data->scorings++] = (Scoring){(uint8_t)found, (int8_t)points};
}

/* beyond NAME each N most N: divisions in supply in that area at the end */
static void read_beyond(Loader *loader, Words *words)
{
    words_area(words, AREA_BEYOND);
    words_keyword(words, "each");
    loader->data->beyond_each = (int)words_number(words, "points", 1, 99);
    words_keyword(words, "most");
    loader->data->beyond_most = (int)words_number(words, "points", 1, 99);
}

/* aviation CORPS [eighth N] */
static void read_aviation(Loader *loader, Words *words)
{
    loader->data->corps = (int)words_number(words, "the number of aviation corps", 0, PM_CORPS);
    loader->data->eighth = -1;
    if (words_if(words, "eighth"))
        loader->data->eighth = (int)words_number(words, "which of them it is", 1, loader->data->corps) - 1;
}

static void read_replacements(Loader *loader, Words *words)
{
    loader->data->replacements = (int)words_number(words, "replacement steps", 0, 255);
}

static int take_line(Loader *loader, Words *words)
{
    char name[NAME_TEXT];
    const Book *data = loader->data;
    words_string(words, "the name of a line of works", name, sizeof name);
    for (int i = 0; i < data->work_lines; i++)
        if (!words->wrong && !strcmp(data->line_of_works[i].name, name))
            return i;
    words_wrong(words, &words->word[words->at - 1], "there is no line of works of this name");
    return 0;
}

/* aborts LINE LINE…: with the first fall the others (14.25-2) */
static void read_aborts(Loader *loader, Words *words)
{
    int first = take_line(loader, words);
    do {
        int other = take_line(loader, words);
        loader->data->line_of_works[first].aborts |= (uint8_t)(1u << other);
    } while (words_more(words));
}

/* The place of two hexes whose fall may end the war (4.3, 4.6). */
static void read_capital(Loader *loader, Words *words)
{
    const Map *map = loader->scenario->map;
    int found = words_place(words);
    if (found < 0)
        return;
    if (map->place_list[found].count != 2)
        words_wrong(words, &words->word[1], "the capital has two hexes (4.3)");
    else
        for (int i = 0; i < 2; i++)
            loader->data->moscow[i] = map->list[map->place_list[found].first + i];
}

/* lakeside "CITY" "TOWN": the city that may live by the lake, and the town that shares its supply (9.13, 9.16) */
static void read_lakeside(Loader *loader, Words *words)
{
    const Map *map = loader->scenario->map;
    int city = words_place(words), town = words_place(words);
    if (city < 0 || town < 0)
        return;
    loader->data->leningrad = map->list[map->place_list[city].first];
    loader->data->oranienbaum = map->list[map->place_list[town].first];
}

static void read_interior(Loader *loader, Words *words)
{
    loader->data->first_column = (int)words_number(words, "the first column of the interior zone", 0, 99);
}

/* without STEP…: steps that cannot occur in the scenario ask no question */
static void read_without(Loader *loader, Words *words)
{
    static const char *const known[] = {"concentration", "airlift", "pause", "calls", NULL};
    static const uint8_t step[] = {STEP_CONCENTRATION, STEP_AIRLIFT, STEP_PAUSE, STEP_CALLS};
    do {
        int word = words_word(words, "what does not occur", known);
        if (word >= 0)
            loader->data->without |= 1u << step[word];
    } while (words_more(words));
}

static void read_recommended(Loader *loader, Words *words)
{
    char name[NAME_TEXT];
    int side = words_side(words);
    take_table(words, name);
    if (!words->wrong)
        load_recommended(loader, side, name);
}

static void add_start(Loader *loader, Words *words, Start start, int side)
{
    Book *data = loader->data;
    if (data->starts[side] == PM_STARTS) {
        words_wrong(words, NULL, "there is no room for another counter");
        return;
    }
    loader->started[side][data->starts[side]] = &words->word[words->at - 1];
    data->start[side][data->starts[side]++] = start;
}

/* Counters of the order of battle, and numbers of untried units: pz1 RD 2. They begin in that box. */
static void take_counters(Loader *loader, Words *words, Hex at, Hex home)
{
    Book *data = loader->data;
    do {
        Field field = words_text(words, "a counter, or a type and a number");
        int pool = 0;
        while (!words->wrong && pool < POOLS && !field_is(&field, pool_words[pool]))
            pool++;
        if (words->wrong)
            return;
        int count = pool < POOLS ? (int)words_number(words, "how many there are", 1, 99) : 1;
        for (int i = 0; i < count && !words->wrong; i++) {
            Piece piece = pool < POOLS ? add_untried(loader, loader->document, &field, pool, home)
                                       : add_german(loader, loader->document, &field, home);
            words->wrong |= piece == NO_PIECE;
            if (at != NO_HEX && !words->wrong)
                add_start(loader, words, (Start){at, piece, NO_POOL, 1}, data->kind[data->kind_of[piece]].side);
        }
    } while (words_more(words));
}

static void read_at(Loader *loader, Words *words)
{
    Hex hex = words_hex(words);
    if (loader->setup != SETUP_GIVEN)
        words_wrong(words, words->word, "only a scenario with `setup given` says who stands where");
    take_counters(loader, words, hex, loader->data->box[BOX_TURN]);
}

static void read_arrive(Loader *loader, Words *words)
{
    long turn = words_number(words, "the turn of arrival", 1, loader->data->turns);
    if (loader->setup != SETUP_GIVEN)
        words_wrong(words, words->word, "only a scenario with `setup given` says who comes when");
    take_counters(loader, words, NO_HEX, loader->data->box[BOX_TURN + turn - 1]);
}

/* Kinds of counters first, then counters and all the rest, then what they are called. */
static const EntryKind entries[] = {
    {"setup", .read = read_setup},
    {"counters", .table = load_kinds},
    {"pool", .table = load_pool},
    {"names", .table = load_designations, .pass = 2},
    {"manifest", .table = load_manifest, .pass = 2},
    {"schedule", .table = load_schedule, .pass = 1},
    {"need", .read = read_need, .pass = 1},
    {"points", .read = read_points, .pass = 1},
    {"beyond", .read = read_beyond, .pass = 1},
    {"aviation", .read = read_aviation, .pass = 1},
    {"replacements", .read = read_replacements, .pass = 1},
    {"withdrawals", .table = load_withdrawals, .pass = 1},
    {"works", .table = load_works, .pass = 1},
    {"aborts", .read = read_aborts, .pass = 1},
    {"capital", .read = read_capital, .pass = 1},
    {"lakeside", .read = read_lakeside, .pass = 1},
    {"interior", .read = read_interior, .pass = 1},
    {"without", .read = read_without, .pass = 1},
    {"at", .read = read_at, .pass = 1},
    {"arrive", .read = read_arrive, .pass = 1},
    {"recommended", .read = read_recommended, .pass = 1},
    {.word = NULL},
};

static void read_entries(Loader *loader, int pass)
{
    read_entries_of(loader->scenario, loader->document, entries, pass, loader);
}

/* Boxes of the map by their names; those it lacks get numbers behind its last spot, where no player sees them. */
static void find_boxes(Loader *loader)
{
    const Map *map = loader->scenario->map;
    for (int box = 0; box < BOXES; box++) {
        loader->data->box[box] = (Hex)(map->spots + box);
        for (int i = 0; i < map->boxes; i++)
            if (!strcmp(map->box_name[i], box_words[box]))
                loader->data->box[box] = (Hex)(map->hexes + i);
    }
}

static void check_turns(Loader *loader)
{
    loader->data->turns = loader->scenario->turns;
    if (loader->data->turns < 1 || loader->data->turns > PM_TURNS)
        mistake(loader->document, NULL, "a game of this system has 1 to %d turns", PM_TURNS);
}

static void read_all(Loader *loader)
{
    Book *data = loader->data;
    data->eighth = -1;
    data->moscow[0] = data->moscow[1] = data->leningrad = data->oranienbaum = NO_HEX;
    find_boxes(loader);
    read_options(loader);
    check_options_of(loader->document, is_heeded);
    load_charts(loader);
    read_entries(loader, 0);
    finish_kinds(loader);
    read_entries(loader, 1);
    read_entries(loader, 2);
}

bool pm_load(Scenario *scenario, Loading *loading)
{
    Book *data = calloc(1, sizeof *data);
    Loader *loader = calloc(1, sizeof *loader);
    scenario->own = data;
    if (!data || !loader || scenario->map->spots + BOXES > PM_SPOTS) {
        mistake(loading->document, NULL, "the map has more than %d hexes and boxes, or there is not enough memory",
                PM_SPOTS - BOXES);
        free(loader);
        return false;
    }
    *loader = (Loader){.scenario = scenario, .loading = loading, .data = data, .document = loading->document};
    int before = loading->log->count;
    check_turns(loader);
    check_sides(loader);
    if (loading->log->count == before)
        read_all(loader);
    if (loading->log->count == before) {
        derive(scenario, data);
        check_scenario(loader);
    }
    free(loader);
    return loading->log->count == before;
}

void pm_unload(Scenario *scenario)
{
    free(scenario->own);
    scenario->own = NULL;
}
