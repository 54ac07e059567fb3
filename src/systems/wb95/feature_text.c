/* feature_text.c — the `feature` entries of a scenario, from text to Special.
 *
 * Each feature has a word, the flag it sets and a function that reads one line of its body. A line may end
 * in `when OPTION VALUE` and then holds only with that value. What a feature means is written in features.c,
 * victory.c and the rooms of the rulebook it changes; docs/data.md lists the words. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/load.h"

typedef struct Reader {
    Scenario *scenario;
    Wb95 *data;
    Special *special;
    Loading *loading;
    Document *document;
    const Field *name; /* of the feature */
    uint16_t rule;
    uint8_t side;     /* of the `side` line, for features that have one */
    int points;       /* first row of Special.points this feature made */
    int arrivals;     /* first arrival it made */
    uint8_t zones[5]; /* how many, then which */
    Field word[32];
    int words; /* of the line being read, keyword included */
} Reader;

/* ---- words ----------------------------------------------------------------------------------- */

static unsigned read_nations(Reader *reader, int from, int to)
{
    unsigned nations = 0;
    for (int i = from; i < to; i++) {
        int nation = field_word(reader->document, &reader->word[i], nation_words);
        if (nation >= 0)
            nations |= 1u << nation;
    }
    if (to <= from)
        mistake(reader->document, &reader->word[0], "a nation is expected here");
    return nations;
}

static int read_nation(Reader *reader, int at)
{
    int nation = at < reader->words ? field_word(reader->document, &reader->word[at], nation_words) : -1;
    if (at >= reader->words)
        mistake(reader->document, &reader->word[0], "a nation is expected here");
    return nation < 0 ? 0 : nation;
}

/* The side that commands the nation named there: what a feature gives to a nation, it gives to somebody who plays. */
static int commander(Reader *reader, int at, int nation)
{
    int side = reader->data->owner[nation];
    if (side < reader->scenario->sides)
        return side;
    mistake(reader->document, &reader->word[at < reader->words ? at : 0],
            "no side of this scenario commands this nation");
    return 0;
}

static long read_number(Reader *reader, int at, long low, long high)
{
    long number = low;
    if (at >= reader->words)
        mistake(reader->document, &reader->word[0], "a number from %ld to %ld is expected here", low, high);
    else
        field_number(reader->document, &reader->word[at], low, high, &number);
    return number;
}

static uint8_t read_side(Reader *reader, int at)
{
    for (int side = 0; at < reader->words && side < reader->scenario->sides; side++)
        if (field_is(&reader->word[at], reader->scenario->side_word[side]))
            return (uint8_t)side;
    mistake(reader->document, &reader->word[at < reader->words ? at : 0], "a side of this scenario is expected here");
    return 0;
}

static bool has_word(const Reader *reader, const char *word)
{
    for (int i = 1; i < reader->words; i++)
        if (field_is(&reader->word[i], word))
            return true;
    return false;
}

/* Index of a word of the line, or the end of the line. */
static int word_at(const Reader *reader, const char *word)
{
    int i = 0;
    while (i < reader->words && !field_is(&reader->word[i], word))
        i++;
    return i;
}

static uint16_t read_edges(Reader *reader, int at)
{
    int edge =
        at < reader->words ? field_word(reader->document, &reader->word[at], reader->scenario->map->schema->edges) : 0;
    return (uint16_t)(edge < 0 ? 0 : 1u << edge);
}

static int read_area(Reader *reader, int kind, int at)
{
    char name[NAME_TEXT];
    if (at >= reader->words || !field_copy(reader->document, &reader->word[at], name, sizeof name))
        return -1;
    int area = map_area(reader->scenario->map, kind, name);
    if (area < 0)
        mistake(reader->document, &reader->word[at], "the map has no such area");
    return area;
}

static void copy_area(Reader *reader, int kind, int at, uint64_t *bits)
{
    int area = read_area(reader, kind, at);
    for (int hex = 0; area >= 0 && hex < reader->scenario->map->hexes; hex++)
        if (area_has(&reader->scenario->map->area_list[area], (Hex)hex))
            set_bit(bits, hex);
}

static Piece read_piece(Reader *reader, int at)
{
    Piece piece = piece_named(reader->scenario, reader->word[at].text, reader->word[at].length);
    if (piece == NO_PIECE)
        mistake(reader->document, &reader->word[at], "no counter has this id");
    return piece;
}

/* An army as the counters name it. */
static int read_army(Reader *reader, int at)
{
    for (int piece = 0; at < reader->words && piece < reader->scenario->pieces; piece++)
        if (field_is(&reader->word[at], reader->data->army[reader->data->kind[piece].army]))
            return reader->data->kind[piece].army;
    mistake(reader->document, &reader->word[at < reader->words ? at : 0], "no counter belongs to such an army");
    return 0;
}

static Document *read_table(Reader *reader, int at)
{
    char path[64];
    snprintf(path, sizeof path, "tables/%.*s.tsv", (int)reader->word[at].length, reader->word[at].text);
    return loading_table(reader->loading, path);
}

/* ---- air and barrage ------------------------------------------------------------------------- */

static const char *const mission_names[] = {
    "offensive-support",   "defensive-support", "air-attack", "object-destruction",
    "movement-disruption", "crossing-attack",   "supply",     NULL};

static void read_missions(Reader *reader)
{
    uint32_t missions = 0;
    for (int i = 1; i < reader->words; i++) {
        int mission = has_word(reader, "all") ? -2 : field_word(reader->document, &reader->word[i], mission_names);
        if (mission >= 0)
            missions |= 1u << mission;
    }
    reader->data->air_missions[reader->side] = has_word(reader, "all") ? (1u << MISSIONS) - 1 : missions;
}

/* A cell that the row must have; NULL with a mistake when it is too short. */
static const Field *needed_cell(Document *table, int row, int column)
{
    const Field *cell = table_cell(table, row, column);
    if (!cell)
        mistake(table, table_cell(table, row, 0), "the row has too few cells");
    return cell;
}

/* Marks a number that one row alone may be for; false with a mistake when another has it. */
static bool first_row_for(Document *table, const Field *field, long number, unsigned long *seen)
{
    if (*seen >> number & 1) {
        mistake(table, field, "another row is for %ld already", number);
        return false;
    }
    *seen |= 1ul << number;
    return true;
}

/* The day's SP by turn; where the table counts unmarked counters, their worth in SP (8.1.1-2). */
static void read_air_table(Reader *reader)
{
    Document *table = read_table(reader, 1);
    if (!table)
        return;
    int turn_column = table_column(table, "turn", true), sp = table_column(table, "sp", false);
    int counters = sp < 0 ? table_column(table, "counters", true) : -1;
    int side = reader->side, worth = air_counter_worth(reader->data, side);
    unsigned long seen = 0;
    if (sp < 0)
        reader->special->air_counter[side] = (uint8_t)worth;
    for (int row = 1; row < table->entries && turn_column >= 0 && (sp >= 0 || counters >= 0); row++) {
        long turn = 1, number = 0;
        const Field *when = needed_cell(table, row, turn_column),
                    *what = needed_cell(table, row, sp >= 0 ? sp : counters);
        if (!when || !what || !field_number(table, when, 1, WB95_TURNS, &turn) ||
            !field_number(table, what, 0, 50, &number) || !first_row_for(table, when, turn, &seen))
            continue;
        reader->data->air_sp[side][turn] = (uint8_t)(sp >= 0 ? number : number * worth);
    }
    document_free(table);
}

static int first_nation(const Reader *reader, int side)
{
    static const uint8_t rank[] = {SOVIET, AMERICAN, BRITISH, GERMAN, POLISH, GERMAN_ALLY};
    for (int i = 0; i < NATIONS; i++)
        if (reader->data->owner[rank[i]] == side)
            return rank[i];
    return GERMAN;
}

static bool line_air(Reader *reader)
{
    const Field *key = &reader->word[0];
    Special *special = reader->special;
    if (field_is(key, "side")) {
        reader->side = read_side(reader, 1);
        special->air_rule[reader->side] = special->air_limit_rule[reader->side] = reader->rule;
        special->air_nation[reader->side] = (uint8_t)first_nation(reader, reader->side);
        special->air_nation_set |= (uint8_t)(1u << reader->side);
    } else if (field_is(key, "nation")) {
        special->air_nation[reader->side] = (uint8_t)read_nation(reader, 1);
    } else if (field_is(key, "table")) {
        read_air_table(reader);
    } else if (field_is(key, "missions")) {
        read_missions(reader);
    } else if (field_is(key, "against")) {
        special->air_against[reader->side] = (uint8_t)read_nations(reader, 1, reader->words);
    } else if (field_is(key, "carry")) {
        special->air_carry[reader->side] = (uint8_t)read_number(reader, 1, 0, 100);
    } else if (field_is(key, "reserve-per-turn")) {
        special->air_reserve_turn[reader->side] = (uint8_t)read_number(reader, 1, 0, 100);
        reader->data->feature[FEATURE_AIR_RESERVE] = true;
        special->rule[FEATURE_AIR_RESERVE] = reader->rule;
    } else if (field_is(key, "restriction")) {
        special->air_limit_rule[reader->side] =
            (uint16_t)rule_named(&wb95_system, reader->word[1].text, reader->word[1].length);
    } else if (field_is(key, "allotments")) {
        special->air_days_side = reader->side;
        for (int i = 0; i < 3; i++)
            special->air_allotment[i] = (uint8_t)read_number(reader, 1 + i, 1, 50);
    } else {
        return false;
    }
    return true;
}

static bool line_barrage(Reader *reader)
{
    const Field *key = &reader->word[0];
    if (field_is(key, "side"))
        reader->side = read_side(reader, 1);
    else if (field_is(key, "turn"))
        reader->data->barrage_turn[reader->side] = (uint8_t)read_number(reader, 1, 1, WB95_TURNS);
    else if (field_is(key, "ammunition"))
        reader->data->barrage_units[reader->side] = (uint8_t)read_number(reader, 1, 1, 200);
    else
        return false;
    return true;
}

/* ---- bridges, supply, HQs, lines ------------------------------------------------------------- */

static bool line_bridges_down(Reader *reader)
{
    if (!field_is(&reader->word[0], "edge"))
        return false;
    reader->special->bridges_down |= read_edges(reader, 1);
    return true;
}

static bool line_pontoons(Reader *reader)
{
    if (field_is(&reader->word[0], "each")) {
        read_number(reader, 1, 1, 1);
        return true;
    }
    if (!field_is(&reader->word[0], "armies"))
        return false;
    for (int i = 1; i < reader->words; i++)
        reader->special->pontoon_armies |= 1u << read_army(reader, i);
    return true;
}

static bool line_town_block(Reader *reader)
{
    if (field_is(&reader->word[0], "nations"))
        reader->special->block_nations = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(&reader->word[0], "towns"))
        reader->special->block_towns = (uint8_t)read_nations(reader, 1, reader->words);
    else
        return false;
    return true;
}

static bool line_hq_nation(Reader *reader)
{
    if (!field_is(&reader->word[0], "nations"))
        return false;
    reader->special->hq_nations = (uint8_t)read_nations(reader, 1, reader->words);
    return true;
}

static bool line_hq_own_hex(Reader *reader)
{
    if (!field_is(&reader->word[0], "nations"))
        return false;
    reader->special->hq_own_hex = (uint8_t)read_nations(reader, 1, reader->words);
    return true;
}

static bool line_closed_line(Reader *reader)
{
    if (field_is(&reader->word[0], "nations"))
        reader->special->line_nations = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(&reader->word[0], "column"))
        reader->special->line_column = (uint8_t)read_number(reader, 1, 0, 99);
    else if (field_is(&reader->word[0], "edge"))
        reader->special->line_edges |= read_edges(reader, 1);
    else
        return false;
    return true;
}

/* ---- counters that come by a rule ------------------------------------------------------------ */

static bool line_replacement(Reader *reader)
{
    const Field *key = &reader->word[0];
    Special *special = reader->special;
    if (field_is(key, "side")) {
        special->replacement_side = read_side(reader, 1);
    } else if (field_is(key, "lost")) {
        special->replacement_lost = (uint8_t)read_nation(reader, 2);
    } else if (field_is(key, "units")) {
        for (int i = 1; i < reader->words && special->replacements < 4; i++)
            special->replacement[special->replacements++] = read_piece(reader, i);
    } else {
        return field_is(key, "place");
    }
    return true;
}

static void add_arrivals(Reader *reader, int from, int feature)
{
    Wb95 *data = reader->data;
    for (int i = from; i < reader->words; i++) {
        Piece piece = read_piece(reader, i);
        if (piece == NO_PIECE || data->arrivals == WB95_SLOTS)
            continue;
        data->arrival[data->arrivals++] = (Arrival){.piece = piece, .feature = (uint8_t)feature};
        data->special.comes_by[piece] = (uint8_t)feature;
    }
}

/* Index into Wb95.zone_area. */
static int read_zone(Reader *reader, int at)
{
    int area = read_area(reader, AREA_ZONE, at);
    for (int zone = 0; area >= 0 && zone < reader->data->zones; zone++)
        if (reader->data->zone_area[zone] == area)
            return zone;
    return 0;
}

static void read_zones(Reader *reader)
{
    for (int i = 1; i < reader->words && reader->zones[0] < 4; i++)
        reader->zones[++reader->zones[0]] = (uint8_t)read_zone(reader, i);
}

/* Zones may stand above or below the units. */
static void give_zones(Reader *reader)
{
    for (int i = reader->arrivals; i < reader->data->arrivals; i++) {
        reader->data->arrival[i].zones = reader->zones[0];
        memcpy(reader->data->arrival[i].zone, reader->zones + 1, 4);
    }
}

static bool line_release(Reader *reader)
{
    static const uint8_t order[3] = {INF, ART, HQ};
    const Field *key = &reader->word[0];
    Special *special = reader->special;
    if (field_is(key, "crossed")) {
        special->release_army = (uint8_t)read_army(reader, 1);
        copy_area(reader, AREA_REGION, word_at(reader, "region") + 1, special->release_region);
        memcpy(special->release_type, order, sizeof order);
    } else if (field_is(key, "zone")) {
        read_zones(reader);
    } else if (field_is(key, "type")) {
        add_arrivals(reader, 2, FEATURE_RELEASE);
    } else {
        return false;
    }
    return true;
}

static bool line_regiment(Reader *reader)
{
    const Field *key = &reader->word[0];
    Special *special = reader->special;
    if (field_is(key, "side"))
        special->regiment_side = read_side(reader, 1);
    else if (field_is(key, "from-turn"))
        special->regiment_from = (uint8_t)read_number(reader, 1, 1, WB95_TURNS);
    else if (field_is(key, "each-turn"))
        special->regiment_each = (uint8_t)read_number(reader, 1, 1, 1);
    else if (field_is(key, "zone"))
        read_zones(reader);
    else if (field_is(key, "units"))
        add_arrivals(reader, 1, FEATURE_DAILY_REGIMENT);
    else
        return false;
    return true;
}

static void read_loyalty(Reader *reader)
{
    static const char *const camps[] = {"Allied", "Soviet", NULL}, *const yes_or_no[] = {"yes", "no", NULL};
    Document *table = read_table(reader, 1);
    if (!table)
        return;
    int die = table_column(table, "k6", true), side = table_column(table, "side", true);
    int loss = table_column(table, "cel_loss", true), hurt = table_column(table, "disorganised", true);
    unsigned long seen = 0;
    for (int row = 1; row < table->entries && die >= 0 && side >= 0 && loss >= 0 && hurt >= 0; row++) {
        long pips = 1, cels = 0;
        const Field *roll = needed_cell(table, row, die), *who = needed_cell(table, row, side),
                    *lost = needed_cell(table, row, loss), *shaken = needed_cell(table, row, hurt);
        if (!roll || !who || !lost || !shaken || !field_number(table, roll, 1, 6, &pips) ||
            !field_number(table, lost, 0, 2, &cels) || !first_row_for(table, roll, pips, &seen))
            continue;
        reader->special->loyalty[pips] = (struct Loyalty){.leaves = field_word(table, who, camps) == 0,
                                                          .disorganised = field_word(table, shaken, yes_or_no) == 0,
                                                          .cel_loss = (uint8_t)cels};
    }
    for (int pips = 1; pips <= 6; pips++)
        if (!(seen >> pips & 1))
            mistake(table, NULL, "no row is for %d", pips);
    document_free(table);
}

static bool line_defection(Reader *reader)
{
    const Field *key = &reader->word[0];
    if (field_is(key, "nations"))
        reader->special->defecting = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(key, "table"))
        read_loyalty(reader);
    else if (field_is(key, "joins"))
        commander(reader, 1, reader->special->joins = (uint8_t)read_nation(reader, 1));
    else
        return field_is(key, "with");
    return true;
}

/* ---- two nations in one camp ----------------------------------------------------------------- */

static bool line_peace(Reader *reader)
{
    if (!field_is(&reader->word[0], "nations"))
        return false;
    unsigned sides = 0;
    for (int i = 1; i < reader->words; i++)
        sides |= 1u << commander(reader, i, read_nation(reader, i));
    for (int side = 0; side < reader->scenario->sides && side < SIDES; side++)
        if (sides >> side & 1)
            reader->data->enemies[side] &= (uint8_t)~sides;
    return true;
}

static bool line_mixed(Reader *reader)
{
    if (!field_is(&reader->word[0], "nations"))
        return false;
    reader->special->mixed = (uint8_t)read_nations(reader, 1, reader->words);
    return true;
}

static bool line_passage(Reader *reader)
{
    if (!field_is(&reader->word[0], "through"))
        return false;
    int by = word_at(reader, "by");
    reader->special->through = (uint8_t)read_nations(reader, 1, by);
    reader->special->passing = (uint8_t)read_nations(reader, by + 1, reader->words);
    return true;
}

static bool line_must_attack(Reader *reader)
{
    if (field_is(&reader->word[0], "nation"))
        reader->special->attacking = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(&reader->word[0], "target"))
        reader->special->attacked = (uint8_t)read_nations(reader, 1, reader->words);
    else
        return field_is(&reader->word[0], "joined");
    return true;
}

static bool line_idle(Reader *reader)
{
    if (field_is(&reader->word[0], "nation"))
        reader->special->idle_nations = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(&reader->word[0], "turn"))
        reader->special->idle_turn = (uint8_t)read_number(reader, 1, 1, WB95_TURNS);
    else
        return false;
    return true;
}

static bool line_movement_order(Reader *reader)
{
    if (field_is(&reader->word[0], "nations")) {
        reader->special->first_nation = (uint8_t)read_nation(reader, 1);
        reader->special->second_nation = (uint8_t)read_nation(reader, 2);
    } else if (field_is(&reader->word[0], "from-turn")) {
        reader->special->order_from = (uint8_t)read_number(reader, 1, 1, WB95_TURNS);
    } else {
        return false;
    }
    return true;
}

static bool line_joint(Reader *reader)
{
    if (field_is(&reader->word[0], "nations"))
        reader->special->joint = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(&reader->word[0], "defender-cm"))
        reader->special->joint_cm = (uint8_t)read_number(reader, 1, 0, 12);
    else
        return false;
    return true;
}

/* ---- victory --------------------------------------------------------------------------------- */

static bool line_exit(Reader *reader)
{
    const Field *key = &reader->word[0];
    Special *special = reader->special;
    if (field_is(key, "side")) {
        special->exit_side = read_side(reader, 1);
    } else if (field_is(key, "zone")) {
        int area = read_area(reader, AREA_ZONE, 1);
        special->exit_zone = (uint16_t)(area < 0 ? 0xFFFF : area);
    } else if (field_is(key, "cel")) {
        special->exit_cel = (uint8_t)read_number(reader, 1, 1, 200);
    } else if (field_is(key, "nations")) {
        special->exit_nations = (uint8_t)read_nations(reader, 1, reader->words);
    } else if (field_is(key, "types")) {
        for (int i = 1; i < reader->words; i++) {
            int type = field_word(reader->document, &reader->word[i], type_words);
            special->exit_types |= type < 0 ? 0 : 1u << type;
        }
    } else {
        return false;
    }
    return true;
}

enum { DIFFERENCE_MOST = 1000 };

/* Grades from the lowest difference to the highest, each beginning where the one before ends. */
static void read_scale(Wb95 *data, Document *table)
{
    int low = table_column(table, "d_min", true), high = table_column(table, "d_max", true);
    int result = table_column(table, "result", true);
    long next = -DIFFERENCE_MOST;
    if (low < 0 || high < 0 || result < 0)
        return;
    for (int row = 1; row < table->entries && data->victory_grades < WB95_GRADES; row++) {
        long least = -DIFFERENCE_MOST, most = DIFFERENCE_MOST;
        const Field *from = needed_cell(table, row, low), *to = needed_cell(table, row, high);
        const Field *text = needed_cell(table, row, result);
        if (!from || !to || !text ||
            (!field_is(from, "-inf") && !field_number(table, from, -DIFFERENCE_MOST, DIFFERENCE_MOST, &least)) ||
            (!field_is(to, "+inf") && !field_number(table, to, -DIFFERENCE_MOST, DIFFERENCE_MOST, &most)))
            continue;
        if (least != next || most < least)
            mistake(table, from,
                    "a grade begins where the one before ends, the first at -inf, and the last ends at +inf");
        next = most + 1;
        int grade = data->victory_grades++;
        data->victory_low[grade] = (int)least;
        field_copy(table, text, data->victory_scale[grade], sizeof data->victory_scale[grade]);
    }
    if (next != DIFFERENCE_MOST + 1)
        mistake(table, NULL, "the last grade does not end at +inf");
}

static bool line_scale(Reader *reader)
{
    const Field *key = &reader->word[0];
    if (field_is(key, "first")) {
        reader->special->scale_first = read_side(reader, 1);
    } else if (field_is(key, "second")) {
        reader->special->scale_second = read_side(reader, 1);
    } else if (field_is(key, "table")) {
        Document *table = read_table(reader, 1);
        if (table)
            read_scale(reader->data, table);
        document_free(table);
    } else {
        return false;
    }
    return true;
}

static bool line_most(Reader *reader)
{
    if (!field_is(&reader->word[0], "halve"))
        return false;
    reader->special->halved |= (uint8_t)(1u << read_side(reader, 1));
    return true;
}

static Points *new_points(Reader *reader, int kind)
{
    static Points spare;
    Special *special = reader->special;
    if (special->rows == WB95_POINTS) {
        mistake(reader->document, reader->name, "no more than %d ways to score", WB95_POINTS);
        return &spare;
    }
    Points *points = &special->points[special->rows++];
    *points = (Points){.kind = (uint8_t)kind, .rule = reader->rule};
    return points;
}

/* `for N… points P once`; a feature may have several such lines. */
static void read_for(Reader *reader, int kind)
{
    int at = word_at(reader, "points");
    Points *points = new_points(reader, kind);
    points->nations = (uint8_t)read_nations(reader, 1, at);
    points->side = (uint8_t)commander(reader, 1, read_nation(reader, 1));
    points->once = has_word(reader, "once");
    if (at < reader->words)
        points->points = (uint8_t)read_number(reader, at + 1, 0, 100);
}

/* `lost N [joined M] points P`: each line is a way to score of its own; the first fills the row of `for`. */
static void read_lost(Reader *reader)
{
    Points *points = &reader->special->points[reader->points];
    if (points->against) {
        Points *next = new_points(reader, POINTS_KILL);
        next->nations = points->nations;
        next->side = points->side;
        next->killer = points->killer;
        points = next;
    }
    points->against = (uint8_t)read_nations(reader, 1, 2);
    points->joined = has_word(reader, "joined");
    points->points = (uint8_t)read_number(reader, word_at(reader, "points") + 1, 0, 100);
}

static bool line_points(Reader *reader, int kind)
{
    const Field *key = &reader->word[0];
    if (field_is(key, "for")) {
        read_for(reader, kind);
        return true;
    }
    if (reader->special->rows == reader->points) {
        mistake(reader->document, key, "`for` comes first, so that it is known whose points these are");
        return true;
    }
    Points *points = &reader->special->points[reader->points];
    if (field_is(key, "supplied"))
        points->supplied = true;
    else if (field_is(key, "count"))
        points->whole_towns = has_word(reader, "towns");
    else if (field_is(key, "region"))
        copy_area(reader, AREA_REGION, 1, points->bits);
    else if (field_is(key, "edge"))
        copy_area(reader, AREA_EDGE, 1, points->bits);
    else if (field_is(key, "against") || field_is(key, "from"))
        points->against = (uint8_t)read_nations(reader, 1, reader->words);
    else if (field_is(key, "lost"))
        read_lost(reader);
    else if (field_is(key, "killed-by-them"))
        for (int i = reader->points; i < reader->special->rows; i++)
            reader->special->points[i].killer = true;
    else if (field_is(key, "column")) {
        points->column = (uint8_t)read_number(reader, 1, 0, 99);
        points->east = has_word(reader, "east-to");
        points->against = (uint8_t)read_nations(reader, 3, reader->words);
    } else if (field_is(key, "place")) {
        char name[NAME_TEXT];
        int place = field_copy(reader->document, &reader->word[1], name, sizeof name)
                        ? map_place(reader->scenario->map, name)
                        : -1;
        const Map *map = reader->scenario->map;
        if (place < 0)
            mistake(reader->document, &reader->word[1], "the map has no such place");
        for (int i = 0; place >= 0 && i < map->place_list[place].count; i++)
            set_bit(points->bits, map->list[map->place_list[place].first + i]);
    } else {
        return false;
    }
    return true;
}

static bool line_town_points(Reader *reader) { return line_points(reader, POINTS_TOWN); }
static bool line_region_points(Reader *reader) { return line_points(reader, POINTS_REGION); }
static bool line_road_points(Reader *reader) { return line_points(reader, POINTS_ROAD); }
static bool line_kill_points(Reader *reader) { return line_points(reader, POINTS_KILL); }
static bool line_column_points(Reader *reader) { return line_points(reader, POINTS_COLUMN); }
static bool line_edge_kept(Reader *reader) { return line_points(reader, POINTS_EDGE); }
static bool line_place_kept(Reader *reader) { return line_points(reader, POINTS_PLACE); }
static bool line_retaken(Reader *reader) { return line_points(reader, POINTS_RETAKEN); }

/* ---- the list -------------------------------------------------------------------------------- */

static const struct FeatureWord {
    const char *word;
    int feature; /* FEATURE_NONE: only its parameters count */
    bool (*line)(Reader *reader);
} features[] = {
    {"bridges-down", FEATURE_NONE, line_bridges_down},
    {"barrage", FEATURE_NONE, line_barrage},
    {"air", FEATURE_NONE, line_air},
    {"air-days", FEATURE_AIR_DAYS, line_air},
    {"pontoons", FEATURE_PONTOONS, line_pontoons},
    {"town-supply-block", FEATURE_TOWN_BLOCK, line_town_block},
    {"hq-own-nation", FEATURE_HQ_NATION, line_hq_nation},
    {"hq-own-hex", FEATURE_HQ_OWN_HEX, line_hq_own_hex},
    {"closed-line", FEATURE_AMERICAN_LINE, line_closed_line},
    {"replacement-hq", FEATURE_REPLACEMENT_HQ, line_replacement},
    {"release-28-army", FEATURE_RELEASE, line_release},
    {"american-regiment", FEATURE_DAILY_REGIMENT, line_regiment},
    {"polish-defection", FEATURE_DEFECTION, line_defection},
    {"peace", FEATURE_PEACE, line_peace},
    {"no-mixed-stacks", FEATURE_NO_MIXED_STACKS, line_mixed},
    {"passage", FEATURE_PASSAGE, line_passage},
    {"must-attack", FEATURE_MUST_ATTACK, line_must_attack},
    {"idle-nation", FEATURE_IDLE_NATION, line_idle},
    {"movement-order", FEATURE_MOVEMENT_ORDER, line_movement_order},
    {"joint-attack", FEATURE_JOINT_ATTACK, line_joint},
    {"exit-victory", FEATURE_EXIT_VICTORY, line_exit},
    {"victory-scale", FEATURE_TOWN_VICTORY, line_scale},
    {"most-points", FEATURE_STARS_VICTORY, line_most},
    {"town-points", FEATURE_NONE, line_town_points},
    {"region-points", FEATURE_NONE, line_region_points},
    {"road-points", FEATURE_NONE, line_road_points},
    {"kill-points", FEATURE_NONE, line_kill_points},
    {"column-points", FEATURE_NONE, line_column_points},
    {"edge-kept", FEATURE_NONE, line_edge_kept},
    {"place-kept", FEATURE_NONE, line_place_kept},
    {"town-recaptured", FEATURE_NONE, line_retaken},
};

/* Takes `when OPTION VALUE` off the line's end; false if the option has another value. */
static bool line_holds(Reader *reader)
{
    int at = word_at(reader, "when");
    if (at + 2 >= reader->words)
        return true;
    char name[32];
    const Option *option = field_copy(reader->document, &reader->word[at + 1], name, sizeof name)
                               ? scenario_option(reader->scenario, name)
                               : NULL;
    if (!option)
        mistake(reader->document, &reader->word[at + 1], "the scenario has no such option");
    bool holds = option && field_is(&reader->word[at + 2], option->value);
    reader->words = at;
    return holds;
}

static void read_body(Reader *reader, const Entry *entry, const struct FeatureWord *feature)
{
    for (int line = 0; line < entry->body_lines; line++) {
        const Body *body = &reader->document->body[entry->body_first + line];
        reader->words = body->count < 32 ? body->count : 32;
        memcpy(reader->word, &reader->document->field[body->first], (size_t)reader->words * sizeof reader->word[0]);
        if (line_holds(reader) && !feature->line(reader))
            mistake(reader->document, &reader->word[0], "the feature %s knows no such word", feature->word);
    }
}

bool feature_load(Scenario *scenario, Loading *loading, const Entry *entry)
{
    Wb95 *data = scenario->own;
    Reader reader = {.scenario = scenario,
                     .data = data,
                     .special = &data->special,
                     .loading = loading,
                     .document = loading->document,
                     .name = &loading->document->field[entry->first + 1],
                     .points = data->special.rows,
                     .arrivals = data->arrivals};
    int before = loading->log->count;
    if (entry->count < 3) {
        mistake(reader.document, &reader.document->field[entry->first], "a feature has a name and a rule");
        return false;
    }
    reader.rule = (uint16_t)rule_named(&wb95_system, reader.name[1].text, reader.name[1].length);
    if (!reader.rule)
        mistake(reader.document, &reader.name[1], "the ledger has no such row");
    for (size_t i = 0; i < sizeof features / sizeof *features; i++) {
        if (!field_is(reader.name, features[i].word))
            continue;
        data->feature[features[i].feature] = features[i].feature != FEATURE_NONE;
        data->special.rule[features[i].feature] = reader.rule;
        read_body(&reader, entry, &features[i]);
        give_zones(&reader);
        return loading->log->count == before;
    }
    mistake(reader.document, reader.name, "there is no feature of that name");
    return false;
}
