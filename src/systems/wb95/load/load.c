/* load.c — a scenario's text becomes Wb95: its sides, its options, and control of the ground (docs/data.md).
 *
 * The core has read sides, options, dates (nysa.1-1, stars.1-1) and map. Here the nations of the sides come first, then
 * tables, counters and what the map implies (ground.c), then every other entry in the order of the file: set-up and
 * reinforcements (load_setup.c), and features (feature_text.c). At the end the whole is checked against the rules
 * (load_check.c). */
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/load/load.h"

/* ---- the head -------------------------------------------------------------------------------- */

enum { SIDE_HEAD = 5 }; /* words of a `side` line that are the core's */

/* side WORD "NAME" colour RRGGBB nations N… */
static void read_side(Loader *loader, const Entry *entry, int *side)
{
    Wb95 *data = loader->data;
    LabLine line = {loader->document, &loader->document->field[entry->first], entry->count, false};
    if (!scenario_when(loader->scenario, loader->document, line.word, &line.count))
        return;
    Words words = words_of(loader->scenario, &line);
    words.at = SIDE_HEAD;
    words_keyword(&words, "nations");
    while (words_more(&words)) {
        const Field *field = words_next(&words);
        int nation = take_nation(&words);
        if (words.wrong)
            break;
        if (data->owner[nation] != NO_SIDE)
            words_wrong(&words, field, "%s sit on another side already", nation_words[nation]);
        data->owner[nation] = (uint8_t)*side;
        data->nations[*side] = (uint8_t)(data->nations[*side] | 1u << nation);
    }
    data->order[*side] = (uint8_t)*side;
    ++*side;
}

static void read_sides(Loader *loader)
{
    int side = 0;
    memset(loader->data->owner, NO_SIDE, sizeof loader->data->owner);
    for (int i = 0; i < loader->document->entries; i++)
        if (field_is(&loader->document->field[loader->document->entry[i].first], "side") && side < SIDES)
            read_side(loader, &loader->document->entry[i], &side);
    loader->data->players = side;
    for (int one = 0; one < side; one++)
        loader->data->enemies[one] = (uint8_t)(((1 << side) - 1) & ~(1 << one));
    if (side > SIDES - 1)
        mistake(loader->document, NULL, "a scenario of this system has at most %d sides", SIDES - 1);
}

/* Options the rules ask for: chapters 12 to 16, R37 and R108. */
enum { FIRST_CHAPTER = 12, CHAPTERS = 5 };
static const char *const option_words[] = {"strategic-movement",
                                           "tactical-concentration",
                                           "bridges",
                                           "special-units",
                                           "masking",
                                           "passive-oos",
                                           "bridge-till",
                                           NULL};

static void read_options(Loader *loader)
{
    for (int i = 0; i < CHAPTERS; i++)
        loader->data->chapter[FIRST_CHAPTER + i] = option_is(loader->scenario, option_words[i], "on");
    loader->data->passive_oos = option_is(loader->scenario, option_words[CHAPTERS], "on");
    loader->data->bridge_till_by = option_is(loader->scenario, option_words[CHAPTERS + 1], "by");
}

/* The rules ask for it, cells of a table change with it, or a line holds `when` it is so. */
static bool is_heeded(const Document *document, const Field *name)
{
    if (field_among(name, option_words) >= 0)
        return true;
    for (int i = 0; i < document->entries; i++)
        if (name == &document->field[document->entry[i].first + 1] && document->entry[i].body_lines)
            return true;
    for (int i = 0; i + 1 < document->fields; i++)
        if (field_is(&document->field[i], "when") && document->field[i + 1].length == name->length &&
            !memcmp(document->field[i + 1].text, name->text, name->length))
            return true;
    return false;
}

static void read_counters(Loader *loader, Words *words)
{
    char file[80];
    if (words_string(words, "the file of the counters", file, sizeof file))
        load_counters(loader, file);
}

/* 1945-04-16 */
static void read_first_day(Loader *loader, Words *words)
{
    static const uint8_t days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    Field field = words_text(words, "a date");
    Field month = field, day = field;
    long number;
    if (field.length != 10 || field.text[4] != '-' || field.text[7] != '-') {
        words_wrong(words, &field, "expected a date such as 1945-04-16");
        return;
    }
    month.text += 5;
    day.text += 8;
    month.length = day.length = 2;
    if (!field_number(loader->document, &month, 1, 12, &number))
        return;
    loader->data->first_month = (int)number;
    if (field_number(loader->document, &day, 1, days[number - 1], &number))
        loader->data->first_day = (int)number;
}

/* ---- ground ---------------------------------------------------------------------------------- */

/* control NATION AREA… | rest */
static void read_control(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    uint64_t bits[WB95_HEXES / 64] = {0};
    int nation = take_nation(words);
    bool rest = words_if(words, "rest");
    while (!rest && words_more(words))
        take_area(words, bits);
    for (int hex = 0; !words->wrong && hex < loader->scenario->map->hexes; hex++)
        if (rest ? data->start_control[hex] == NO_SIDE : has_bit(bits, hex)) {
            data->start_control[hex] = data->owner[nation];
            data->start_nation[hex] = (uint8_t)nation;
        }
}

/* supply RULE nations N… from AREA… */
static void read_supply(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    uint64_t bits[WB95_HEXES / 64] = {0};
    bool entered = false;
    words_own_rule(words);
    words_keyword(words, "nations");
    unsigned nations = take_nations(words);
    words_keyword(words, "from");
    while (words_more(words))
        if (words_if(words, "entry-hexes"))
            entered = true;
        else
            take_area(words, bits);
    for (int nation = 0; !words->wrong && nation < NATIONS; nation++) {
        if (!(nations >> nation & 1) || data->owner[nation] == NO_SIDE)
            continue;
        data->base_entered[nation] |= entered;
        for (int word = 0; word < loader->scenario->map->words; word++)
            data->base[data->owner[nation]][nation][word] |= bits[word];
    }
}

/* position NAME CM: the modifier of a group of Fixed Positions (7.2.3) */
static void read_position(Loader *loader, Words *words)
{
    int area = words_area(words, AREA_POSITION);
    long cm = words_number(words, "a modifier", 1, 9);
    if (area >= (int)sizeof loader->data->position_value)
        words_wrong(words, NULL, "the map has too many areas");
    if (!words->wrong)
        loader->data->position_value[area] = (uint8_t)cm;
}

/* ---- entries --------------------------------------------------------------------------------- */

/* Counters first, on which all the rest builds. */
static const EntryKind entries[] = {
    {"counters", .read = read_counters},
    {"first-day", .read = read_first_day},
    {"control", .read = read_control, .pass = 1},
    {"supply", .read = read_supply, .pass = 1},
    {"position", .read = read_position, .pass = 1},
    {"where", .block = read_where, .pass = 1},
    {"setup", .block = read_setup, .pass = 1},
    {"overstack", .read = read_overstack, .pass = 1},
    {"cut-off", .read = read_cut_off, .pass = 1},
    {"losses", .block = read_losses, .pass = 1},
    {"garrison", .read = read_garrison, .pass = 1},
    {"arrive", .read = read_arrive, .pass = 1},
    {"feature", .block = read_feature, .pass = 1},
    {.word = NULL},
};

bool wb95_load(Scenario *scenario, Loading *loading)
{
    Wb95 *data = calloc(1, sizeof *data);
    Loader *loader = calloc(1, sizeof *loader);
    scenario->own = data;
    if (!data || !loader || scenario->map->hexes > WB95_HEXES) {
        mistake(loading->document, NULL, "the map has more than %d hexes, or there is not enough memory", WB95_HEXES);
        free(loader);
        return false;
    }
    *loader = (Loader){.scenario = scenario, .loading = loading, .data = data, .document = loading->document};
    int before = loading->log->count;
    memset(data->start_control, NO_SIDE, sizeof data->start_control);
    memset(data->start_hex, 0xFF, sizeof data->start_hex);
    data->turns = scenario->turns ? scenario->turns : 1;
    if (scenario->turns > WB95_TURNS)
        mistake(loading->document, NULL, "a game lasts %d turns at most", WB95_TURNS);
    read_sides(loader);
    read_options(loader);
    load_tables(loader);
    check_options_of(loader->document, is_heeded);
    read_entries_of(scenario, loader->document, entries, 0, loader);
    derive(scenario, data);
    read_entries_of(scenario, loader->document, entries, 1, loader);
    if (loading->log->count == before) {
        derive(scenario, data);
        check_scenario(loader);
        make_anonymous(scenario, data);
    }
    free(loader);
    return loading->log->count == before;
}

void wb95_unload(Scenario *scenario)
{
    free(scenario->own);
    scenario->own = NULL;
}
