/* feature_text.c — the `feature` entries of a scenario, from text to Special.
 *
 * Each feature has a word, the flag it sets and the list of its parameters. A line may end in `when OPTION VALUE` and
 * then holds only with that value. What a feature means is written in features.c, victory.c and the rooms of the
 * rulebook it changes; docs/data.md lists the words. */
#include "systems/wb95/load/feature_text.h"

#include <string.h>

#include "kit/cells.h"

/* ---- words ----------------------------------------------------------------------------------- */

int take_commander(Reader *reader, int *nation)
{
    *nation = take_nation(reader->words);
    int side = reader->data->owner[*nation];
    if (side < reader->scenario->sides)
        return side;
    words_wrong(reader->words, &reader->words->word[reader->words->at - 1],
                "no side of this scenario commands this nation");
    return 0;
}

uint16_t take_edges(Reader *reader)
{
    int edge = words_word(reader->words, "a kind of hexside", reader->scenario->map->schema->edges);
    return (uint16_t)(edge < 0 ? 0 : 1u << edge);
}

int take_army(Reader *reader)
{
    Field field = words_any(reader->words, "an army");
    for (int piece = 0; !reader->words->wrong && piece < reader->scenario->pieces; piece++)
        if (field_is(&field, reader->data->army[reader->data->kind[piece].army]))
            return reader->data->kind[piece].army;
    words_wrong(reader->words, &field, "no counter belongs to such an army");
    return 0;
}

Document *take_table(Reader *reader)
{
    char name[NAME_TEXT];
    return words_string(reader->words, "the name of a table", name, sizeof name)
               ? open_table_of(reader->loader->loading, name)
               : NULL;
}

long row_number(Document *table, int row, const char *column, long low, long high, unsigned long *seen)
{
    Field field = cell_under(table, row, column);
    long number;
    if (!field.length || !field_number(table, &field, low, high, &number))
        return 0;
    if (*seen >> number & 1) {
        mistake(table, &field, "another row is for %ld already", number);
        return 0;
    }
    *seen |= 1ul << number;
    return number;
}

/* ---- bridges, supply, HQs, lines ------------------------------------------------------------- */

static void read_bridges_down(Reader *reader) { reader->special->bridges_down |= take_edges(reader); }
static void read_line_edge(Reader *reader) { reader->special->line_edges |= take_edges(reader); }

static void read_pontoon_armies(Reader *reader)
{
    do
        reader->special->pontoon_armies |= 1u << take_army(reader);
    while (words_more(reader->words));
}

/* each 1: no army has more than one */
static void read_pontoons_each(Reader *reader) { words_number(reader->words, "pontoon bridges", 1, 1); }

static const Parameter bridges_down_words[] = {{"edge", .read = read_bridges_down}, {.word = NULL}};
static const Parameter pontoon_words[] = {
    {"armies", .read = read_pontoon_armies}, {"each", .read = read_pontoons_each}, {.word = NULL}};
static const Parameter town_block_words[] = {
    {"nations", SET_OF_NATIONS(block_nations)}, {"towns", SET_OF_NATIONS(block_towns)}, {.word = NULL}};
static const Parameter hq_nation_words[] = {{"nations", SET_OF_NATIONS(hq_nations)}, {.word = NULL}};
static const Parameter hq_own_hex_words[] = {{"nations", SET_OF_NATIONS(hq_own_hex)}, {.word = NULL}};
static const Parameter closed_line_words[] = {
    {"nations", SET_OF_NATIONS(line_nations)},
    {"column", ONE_NUMBER(line_column, 0, 99)},
    {"edge", .read = read_line_edge},
    {.word = NULL},
};

/* ---- two nations in one camp ----------------------------------------------------------------- */

static void read_peace(Reader *reader)
{
    unsigned sides = 0;
    int nation;
    do
        sides |= 1u << take_commander(reader, &nation);
    while (words_more(reader->words));
    for (int side = 0; side < reader->scenario->sides && side < SIDES; side++)
        if (sides >> side & 1)
            reader->data->enemies[side] &= (uint8_t)~sides;
}

/* through N… by N… */
static void read_through(Reader *reader)
{
    reader->special->through = (uint8_t)take_nations(reader->words);
    words_keyword(reader->words, "by");
    reader->special->passing = (uint8_t)take_nations(reader->words);
}

/* joined N: only counters that went over to them */
static void read_joined(Reader *reader) { take_nation(reader->words); }

/* nations FIRST SECOND */
static void read_movement_order(Reader *reader)
{
    reader->special->first_nation = (uint8_t)take_nation(reader->words);
    reader->special->second_nation = (uint8_t)take_nation(reader->words);
}

static const Parameter peace_words[] = {{"nations", .read = read_peace}, {.word = NULL}};
static const Parameter mixed_words[] = {{"nations", SET_OF_NATIONS(mixed)}, {.word = NULL}};
static const Parameter passage_words[] = {{"through", .read = read_through}, {.word = NULL}};
static const Parameter must_attack_words[] = {
    {"nation", SET_OF_NATIONS(attacking)},
    {"target", SET_OF_NATIONS(attacked)},
    {"joined", .read = read_joined},
    {.word = NULL},
};
static const Parameter idle_words[] = {
    {"nation", SET_OF_NATIONS(idle_nations)},
    {"turn", ONE_NUMBER(idle_turn, 1, WB95_TURNS)},
    {.word = NULL},
};
static const Parameter order_words[] = {
    {"nations", .read = read_movement_order},
    {"from-turn", ONE_NUMBER(order_from, 1, WB95_TURNS)},
    {.word = NULL},
};
static const Parameter joint_words[] = {
    {"nations", SET_OF_NATIONS(joint)},
    {"defender-cm", ONE_NUMBER(joint_cm, 0, 12)},
    {.word = NULL},
};

/* ---- the list -------------------------------------------------------------------------------- */

static const struct FeatureWord {
    const char *word;
    int feature; /* FEATURE_NONE: only its parameters count */
    const Parameter *parameters;
    int points; /* POINTS_… */
} features[] = {
    {"bridges-down", FEATURE_NONE, bridges_down_words, 0},
    {"barrage", FEATURE_NONE, barrage_words, 0},
    {"air", FEATURE_NONE, air_words, 0},
    {"air-days", FEATURE_AIR_DAYS, air_words, 0},
    {"pontoons", FEATURE_PONTOONS, pontoon_words, 0},
    {"town-supply-block", FEATURE_TOWN_BLOCK, town_block_words, 0},
    {"hq-own-nation", FEATURE_HQ_NATION, hq_nation_words, 0},
    {"hq-own-hex", FEATURE_HQ_OWN_HEX, hq_own_hex_words, 0},
    {"closed-line", FEATURE_AMERICAN_LINE, closed_line_words, 0},
    {"replacement-hq", FEATURE_REPLACEMENT_HQ, replacement_words, 0},
    {"release-28-army", FEATURE_RELEASE, release_words, 0},
    {"american-regiment", FEATURE_DAILY_REGIMENT, regiment_words, 0},
    {"polish-defection", FEATURE_DEFECTION, defection_words, 0},
    {"peace", FEATURE_PEACE, peace_words, 0},
    {"no-mixed-stacks", FEATURE_NO_MIXED_STACKS, mixed_words, 0},
    {"passage", FEATURE_PASSAGE, passage_words, 0},
    {"must-attack", FEATURE_MUST_ATTACK, must_attack_words, 0},
    {"idle-nation", FEATURE_IDLE_NATION, idle_words, 0},
    {"movement-order", FEATURE_MOVEMENT_ORDER, order_words, 0},
    {"joint-attack", FEATURE_JOINT_ATTACK, joint_words, 0},
    {"exit-victory", FEATURE_EXIT_VICTORY, exit_words, 0},
    {"victory-scale", FEATURE_TOWN_VICTORY, scale_words, 0},
    {"most-points", FEATURE_STARS_VICTORY, most_words, 0},
    {"town-points", FEATURE_NONE, points_words, POINTS_TOWN},
    {"region-points", FEATURE_NONE, points_words, POINTS_REGION},
    {"road-points", FEATURE_NONE, points_words, POINTS_ROAD},
    {"kill-points", FEATURE_NONE, points_words, POINTS_KILL},
    {"column-points", FEATURE_NONE, points_words, POINTS_COLUMN},
    {"edge-kept", FEATURE_NONE, points_words, POINTS_EDGE},
    {"place-kept", FEATURE_NONE, points_words, POINTS_PLACE},
    {"town-recaptured", FEATURE_NONE, points_words, POINTS_RETAKEN},
};
enum { FEATURE_WORDS = sizeof features / sizeof *features };

static uint8_t value_of(Words *words, const Parameter *parameter)
{
    switch (parameter->taking) {
    case TAKE_NATION:
        return (uint8_t)take_nation(words);
    case TAKE_NATIONS:
        return (uint8_t)take_nations(words);
    case TAKE_SIDE:
        return (uint8_t)words_side(words);
    default:
        return (uint8_t)words_number(words, "a number", parameter->low, parameter->high);
    }
}

/* A line of its body: a word that the feature knows, and what that word takes. */
static void read_line(Reader *reader, const struct FeatureWord *feature)
{
    Words *words = reader->words;
    Field key = words_any(words, "a word of the feature");
    const Parameter *parameter = feature->parameters;
    while (parameter->word && !field_is(&key, parameter->word))
        parameter++;
    if (!parameter->word)
        words_wrong(words, &key, "the feature %s knows no such word", feature->word);
    else if (parameter->read)
        parameter->read(reader);
    else
        ((uint8_t *)reader->special)[parameter->at] = value_of(words, parameter);
    words_end(words);
}

/* Zones may stand above or below the counters. */
static void give_zones(Reader *reader)
{
    for (int i = reader->arrivals; i < reader->data->arrivals; i++) {
        reader->data->arrival[i].zones = reader->zones;
        memcpy(reader->data->arrival[i].zone, reader->zone, sizeof reader->zone);
    }
}

static void read_body(Reader *reader, const Entry *entry, const struct FeatureWord *feature)
{
    for (int line = 0; line < entry->body_lines; line++) {
        Words words;
        if (!body_words(reader->scenario, reader->loader->document, entry, line, &words))
            continue;
        reader->words = &words;
        read_line(reader, feature);
    }
    give_zones(reader);
}

/* feature NAME RULE, and its body */
void read_feature(Loader *loader, Words *words, const Entry *entry)
{
    Wb95 *data = loader->data;
    Field name = words_any(words, "the name of a feature");
    const struct FeatureWord *feature = features;
    while (feature < features + FEATURE_WORDS && !field_is(&name, feature->word))
        feature++;
    if (feature == features + FEATURE_WORDS)
        words_wrong(words, &name, "there is no feature of that name");
    int rule = words_own_rule(words);
    if (words->wrong)
        return;
    data->feature[feature->feature] = feature->feature != FEATURE_NONE;
    data->special.rule[feature->feature] = (uint16_t)rule;
    Reader reader = {.loader = loader,
                     .scenario = loader->scenario,
                     .data = data,
                     .special = &data->special,
                     .rule = (uint16_t)rule,
                     .kind = feature->points,
                     .points = data->special.rows,
                     .arrivals = data->arrivals};
    read_body(&reader, entry, feature);
}
