/* load.c — a scenario's text becomes Book: options, what is left out, who stands where, what wins (docs/data.md).
 *
 * The core has read sides, options and map. Charts and counters are the same for every scenario; set-ups are rows of
 * one table, picked by name. A part of the rules that is not built must be left out: no phase is passed over
 * silently. */
#include "systems/ocs/load.h"

#include <stdlib.h>
#include <string.h>

/* ---- cells of tables --------------------------------------------------------------------------------- */

Document *open_table(Loader *loader, const char *name)
{
    char path[NAME_TEXT + 16] = "tables/";
    strcat(path, name);
    strcat(path, ".tsv");
    return loading_table(loader->loading, path);
}

Field cell_under(Document *table, int row, const char *column)
{
    int at = table_column(table, column, true);
    const Field *cell = at < 0 ? NULL : table_cell(table, row, at);
    if (cell)
        return *cell;
    if (at >= 0)
        mistake(table, &table->field[table->entry[row].first], "this row has nothing under %s", column);
    return (Field){.text = ""};
}

long number_under(Document *table, int row, const char *column, long low, long high)
{
    Field field = cell_under(table, row, column);
    long number = low;
    if (field.length)
        field_number(table, &field, low, high, &number);
    return number;
}

int word_under(Document *table, int row, const char *column, const char *const *words)
{
    Field field = cell_under(table, row, column);
    int word = field.length ? field_word(table, &field, words) : 0;
    return word < 0 ? 0 : word;
}

int parts_of(Loader *loader, Document *table, const Field *field, int whole)
{
    Words words = {.scenario = loader->scenario, .script = table};
    Fraction fraction = words_read_fraction(&words, field, "a number or a fraction");
    if (words.wrong || !fraction.under || fraction.over * whole % fraction.under)
        return 0;
    return (int)(fraction.over * whole / fraction.under);
}

bool is_side(const Scenario *scenario, const Field *field, int *side)
{
    for (*side = 0; *side < scenario->sides; ++*side)
        if (field_is(field, scenario->side_word[*side]))
            return true;
    return false;
}

/* ---- options ------------------------------------------------------------------------------------------- */

static const char *const option_words[] = {"edition", "surprise", "mode-before-move", "retreat-cover", NULL};

static bool is_on(const Loader *loader, const char *name)
{
    const Option *option = scenario_option(loader->scenario, name);
    return option && !strcmp(option->value, "on");
}

static void read_options(Loader *loader)
{
    const Option *edition = scenario_option(loader->scenario, "edition");
    loader->data->edition = edition && !strcmp(edition->value, "2") ? 2 : 1;
    loader->data->surprise = is_on(loader, "surprise");
    loader->data->mode_before_move = is_on(loader, "mode-before-move");
    loader->data->retreat_cover = is_on(loader, "retreat-cover");
}

/* Every option does something. */
static void check_options(Loader *loader)
{
    for (int i = 0; i < loader->document->entries; i++) {
        const Entry *entry = &loader->document->entry[i];
        const Field *word = &loader->document->field[entry->first];
        bool known = !field_is(word, "option") || entry->count < 2;
        for (int j = 0; !known && option_words[j]; j++)
            known = field_is(word + 1, option_words[j]);
        if (!known)
            mistake(loader->document, word + 1, "nothing hangs on this option");
    }
}

/* ---- entries --------------------------------------------------------------------------------------------- */

/* weeks N: as many turns in edition 1, twice as many in edition 2 (C3) */
static void read_weeks(Loader *loader, Words *words)
{
    Book *data = loader->data;
    data->weeks = (int)words_number(words, "the number of weeks", 1, OCS_TURNS / 2);
    data->turns = second_edition(data) ? 2 * data->weeks : data->weeks;
    loader->scenario->turns = data->turns;
}

static void read_without(Loader *loader, Words *words)
{
    do {
        int part = words_word(words, "a part of the rules", part_words);
        if (part >= 0)
            loader->data->without[part] = true;
    } while (words_more(words));
}

static void read_setup(Loader *loader, Words *words)
{
    Field name = words_text(words, "a scenario of the set-up table");
    if (!words->wrong)
        load_setup(loader, &name);
}

/* first SIDE|rolled: who leads the turns */
static void read_first(Loader *loader, Words *words)
{
    loader->data->first = words_if(words, "rolled") ? NO_SIDE : (uint8_t)words_side(words);
}

/* order SIDE SIDE: who sets up first */
static void read_order(Loader *loader, Words *words)
{
    for (int i = 0; i < PLAYERS; i++)
        loader->data->setup_order[i] = (uint8_t)words_side(words);
    if (!words->wrong && loader->data->setup_order[0] == loader->data->setup_order[1])
        words_wrong(words, &words->word[2], "each side sets up once");
}

static void read_reserves(Loader *loader, Words *words)
{
    do {
        int side = words_side(words);
        long count = words_number(words, "Reserve markers", 0, 99);
        if (!words->wrong)
            loader->data->reserves[side] = (uint8_t)count;
    } while (words_more(words));
}

/* win SIDE [holds HEX] [near HEX N] [lost-below N]; the first line that holds decides, none is a draw */
static void read_win(Loader *loader, Words *words)
{
    Book *data = loader->data;
    Win win = {.side = (uint8_t)words_side(words), .holds = NO_HEX, .near = NO_HEX};
    while (words_more(words)) {
        if (words_if(words, "holds")) {
            win.holds = words_hex(words);
        } else if (words_if(words, "near")) {
            win.near = words_hex(words);
            win.near_range = (uint8_t)words_number(words, "a distance", 0, 99);
        } else {
            words_keyword(words, "lost-below");
            win.lost_below = (uint8_t)words_number(words, "steps lost", 1, 255);
        }
    }
    if (data->wins == OCS_WINS)
        words_wrong(words, NULL, "there is no room for another way to win");
    else if (!words->wrong)
        data->win[data->wins++] = win;
}

static const struct EntryKind {
    const char *word;
    void (*read)(Loader *loader, Words *words);
} entries[] = {
    {"weeks", read_weeks}, {"without", read_without},   {"setup", read_setup}, {"first", read_first},
    {"order", read_order}, {"reserves", read_reserves}, {"win", read_win},     {NULL, NULL},
};

static void read_entry(Loader *loader, const Entry *entry, const struct EntryKind *kind)
{
    LabLine line = {loader->document, &loader->document->field[entry->first], entry->count, false};
    if (!scenario_when(loader->scenario, loader->document, line.word, &line.count))
        return;
    Words words = words_of(loader->scenario, &line);
    kind->read(loader, &words);
    words_end(&words);
}

static void read_entries(Loader *loader)
{
    const char *known[sizeof entries / sizeof *entries];
    for (size_t i = 0; i < sizeof entries / sizeof *entries; i++)
        known[i] = entries[i].word;
    for (int i = 0; i < loader->document->entries; i++) {
        const Entry *entry = &loader->document->entry[i];
        const Field *word = &loader->document->field[entry->first];
        int at = scenario_keyword(word) ? -1 : field_word(loader->document, word, known);
        if (at >= 0)
            read_entry(loader, entry, &entries[at]);
    }
}

/* ---- the whole ---------------------------------------------------------------------------------------------- */

static void check_whole(Loader *loader)
{
    Book *data = loader->data;
    if (loader->scenario->sides != PLAYERS)
        mistake(loader->document, NULL, "a game of this system has two sides");
    if (!data->weeks)
        mistake(loader->document, NULL, "the scenario does not say how many weeks it lasts");
    for (int part = 0; part < RULE_PARTS; part++)
        if (!data->without[part])
            mistake(loader->document, NULL, "the rules of %s are still to be written: leave them out (`without`)",
                    part_words[part]);
    check_setup(loader);
}

static void read_all(Loader *loader)
{
    loader->data->first = NO_SIDE;
    loader->data->setup_order[1] = 1;
    read_options(loader);
    check_options(loader);
    load_charts(loader);
    load_counters(loader);
    load_aircraft(loader);
    derive(loader->scenario, loader->data);
    read_entries(loader);
    check_whole(loader);
}

bool ocs_load(Scenario *scenario, Loading *loading)
{
    Book *data = calloc(1, sizeof *data);
    scenario->own = data;
    if (!data || scenario->map->spots > OCS_SPOTS) {
        mistake(loading->document, NULL, "the map has more than %d hexes and boxes, or there is not enough memory",
                OCS_SPOTS);
        return false;
    }
    Loader loader = {scenario, loading, data, loading->document};
    int before = loading->log->count;
    read_all(&loader);
    return loading->log->count == before;
}

void ocs_unload(Scenario *scenario)
{
    free(scenario->own);
    scenario->own = NULL;
}
