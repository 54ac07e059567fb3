/* counters.c — WB-95 1.2 and 1.3: counters.tsv, and what their print makes of them.
 *
 * Ids follow the notation of the lists (table.setup_aid). A counter is one kind and one piece of the same number. Only
 * counters that the scenario's text names are loaded. What a counter is for the rules follows from type, class and
 * marks: self-propelled artillery is a regular unit (1.2-4), towed artillery proper is a gun with one CEL that moves on
 * trucks (6.1.6, 6.2.1), towed anti-tank and anti-aircraft units are regular units that never attack (R30), Volkssturm
 * is a type, whatever the unit is called (R104), and pioneers that the lists print as infantry are marked so (R99).
 *
 * The real counters are followed by the anonymous kinds, which a view shows in place of what its holder may not know
 * (masking.c): one for each side and group of kinds that look alike, one for each side about which nothing is known.
 * Their strengths are the averages of what they stand for, so that a player without better knowledge reckons with
 * likely figures. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/load/load.h"

const char *const nation_words[] = {"German", "Soviet", "Polish", "American", "British", "German-ally", NULL};
const char *const type_words[] = {"INF", "ARM", "MECH", "MOT", "CAV", "AG", "AT", "AA",
                                  "ART", "SPG", "REC",  "ENG", "HQ",  "RG", "VS", NULL};
const char *const class_words[] = {"trucked", "tracked", "foot", "none", NULL};
static const char *const size_words[] = {"D", "BR", "R", "B", "C", "HQ", "-", NULL};
static const char *const mark_words[] = {"towed", "guards", "ss", "fu", "armoured-car", "organic", "infantry", NULL};
static const uint16_t mark_bits[] = {TOWED, GUARDS, SS, FORTIFIER, ARMOURED_CAR, ORGANIC, INFANTRY};

/* ---- what a kind is -------------------------------------------------------------------------- */

static int morale_row(const Kind *kind)
{
    switch (kind->nation) {
    case GERMAN:
        return kind->type == VS ? MORALE_VOLKSSTURM : kind->is & SS ? MORALE_SS : MORALE_WEHRMACHT;
    case SOVIET:
        return kind->is & GUARDS ? MORALE_GUARDS : MORALE_SOVIET;
    case POLISH:
        return MORALE_POLISH;
    case AMERICAN:
        return MORALE_AMERICAN;
    case BRITISH:
        return MORALE_BRITISH;
    default:
        return MORALE_GERMAN_ALLY;
    }
}

void finish_kind(const Wb95 *data, Kind *kind)
{
    bool artillery = kind->type == ART || kind->type == SPG;
    if (artillery)
        kind->is |= ARTILLERY;
    if (kind->type == ART && kind->is & TOWED)
        kind->is |= GUN;
    if (kind->type != HQ && kind->type != RG && !(kind->is & GUN))
        kind->is |= REGULAR;
    if (kind->type == INF)
        kind->is |= INFANTRY;
    kind->morale = data->morale_limit[morale_row(kind)];
}

/* ---- the file -------------------------------------------------------------------------------- */

enum {
    COLUMN_ID,
    COLUMN_NAME,
    COLUMN_FORMATION,
    COLUMN_ARMY,
    COLUMN_NATION,
    COLUMN_TYPE,
    COLUMN_SIZE,
    COLUMN_CLASS,
    COLUMN_SP,
    COLUMN_DEF,
    COLUMN_SP2,
    COLUMN_DEF2,
    COLUMN_MP,
    COLUMN_CEL,
    COLUMN_STARS,
    COLUMN_MARKS,
    COLUMN_PROVENANCE,
    COUNTER_COLUMNS
};
static const char *const column_names[COUNTER_COLUMNS] = {"id",   "name",  "formation", "army",  "nation",    "type",
                                                          "size", "class", "sp",        "def",   "sp2",       "def2",
                                                          "mp",   "cel",   "stars",     "marks", "provenance"};

typedef struct Row {
    Document *document;
    const Field *field[COUNTER_COLUMNS];
} Row;

/* The number of a name in a list that grows; 0 for "-". */
static uint8_t name_index(Row *row, int column, char *names, size_t size, int *count, int most)
{
    const Field *field = row->field[column];
    if (field_is(field, "-"))
        return 0;
    for (int i = 1; i <= *count; i++)
        if (field_is(field, names + (size_t)i * size))
            return (uint8_t)i;
    if (*count + 1 >= most) {
        mistake(row->document, field, "there are more than %d different names in this column", most - 1);
        return 0;
    }
    ++*count;
    field_copy(row->document, field, names + (size_t)*count * size, size);
    return (uint8_t)*count;
}

static uint8_t number(Row *row, int column, int high)
{
    long value = 0;
    field_number(row->document, row->field[column], 0, high, &value);
    return (uint8_t)value;
}

static uint8_t read_stars(Row *row)
{
    static const char letters[] = "BWYU";
    const Field *field = row->field[COLUMN_STARS];
    uint8_t stars = 0;
    for (uint32_t i = 0; i < field->length && !field_is(field, "-"); i++) {
        const char *letter = memchr(letters, field->text[i], 4);
        if (letter)
            stars |= (uint8_t)(1 << (letter - letters));
        else
            mistake(row->document, field, "stars are B black, W white, Y yellow, U blue, or -");
    }
    return stars;
}

static uint16_t read_marks(Row *row)
{
    Field word = *row->field[COLUMN_MARKS];
    uint16_t is = 0;
    uint32_t left = word.length;
    while (left && !field_is(row->field[COLUMN_MARKS], "-")) {
        const char *comma = memchr(word.text, ',', left);
        word.length = comma ? (uint32_t)(comma - word.text) : left;
        int mark = field_word(row->document, &word, mark_words);
        if (mark >= 0)
            is |= mark_bits[mark];
        left -= word.length + (comma != NULL);
        word.column += word.length + 1;
        word.text += word.length + 1;
    }
    return is;
}

static void read_size(Row *row, Kind *kind)
{
    static const char *const bars[] = {"XX", "X", "III", "II", "I", "", ""};
    int size = field_word(row->document, row->field[COLUMN_SIZE], size_words);
    if (size >= 0)
        memcpy(kind->size, bars[size], strlen(bars[size]) + 1);
}

/* 1.2-2, 1.2-3, 1.3-2, 9.1.2, 9.1.4, 15.2.1: what the print of a counter must be. */
static void check_kind(Row *row, const Kind *kind, bool reverse)
{
    Document *document = row->document;
    if (kind->cel < 1 || kind->cel > 2)
        mistake(document, row->field[COLUMN_CEL], "a counter has 1 or 2 steps");
    if (reverse != (kind->cel == 2))
        mistake(document, row->field[COLUMN_SP2], "values after a loss stand with two steps, - with one");
    if (kind->type == ART && kind->is & TOWED && kind->cel != 1)
        mistake(document, row->field[COLUMN_CEL], "towed artillery has one step (1.2-3)");
    if (kind->is & TOWED && kind->class != TRUCKED)
        mistake(document, row->field[COLUMN_CLASS], "towed units move on trucks (1.3-2)");
    if (kind->type == HQ && (kind->cel != 1 || kind->mp != 10 || kind->class != TRUCKED))
        mistake(document, row->field[COLUMN_TYPE], "an HQ has one step and 10 MP and moves on trucks (9.1.2, 9.1.4)");
    if ((kind->type == RG) != (kind->class == IMMOBILE))
        mistake(document, row->field[COLUMN_CLASS], "resistance groups, and they alone, never move (15.2.1)");
    if (kind->attack[1] > kind->attack[0] || kind->defence[1] > kind->defence[0])
        mistake(document, row->field[COLUMN_SP2], "a reduced counter is not stronger than a full one (1.2-5)");
}

static void read_kind(Loader *loader, Row *row, Piece piece)
{
    Wb95 *data = loader->data;
    Kind *kind = &data->kind[piece];
    *kind = (Kind){0};
    field_copy(row->document, row->field[COLUMN_NAME], data->kind_name[piece], sizeof data->kind_name[piece]);
    int nation = field_word(row->document, row->field[COLUMN_NATION], nation_words);
    int type = field_word(row->document, row->field[COLUMN_TYPE], type_words);
    int class = field_word(row->document, row->field[COLUMN_CLASS], class_words);
    kind->nation = (uint8_t)(nation < 0 ? 0 : nation);
    kind->type = (uint8_t)(type < 0 ? 0 : type);
    kind->class = (uint8_t)(class < 0 ? FOOT : class);
    read_size(row, kind);
    bool reverse = !field_is(row->field[COLUMN_SP2], "-");
    kind->attack[0] = number(row, COLUMN_SP, 30);
    kind->defence[0] = number(row, COLUMN_DEF, 30);
    kind->attack[1] = reverse ? number(row, COLUMN_SP2, 30) : 0;
    kind->defence[1] = reverse ? number(row, COLUMN_DEF2, 30) : 0;
    kind->mp = number(row, COLUMN_MP, 30);
    kind->cel = number(row, COLUMN_CEL, 2);
    kind->stars = read_stars(row);
    kind->is = read_marks(row);
    kind->formation =
        name_index(row, COLUMN_FORMATION, data->formation[0], sizeof data->formation[0], &data->formations, 64);
    kind->army = name_index(row, COLUMN_ARMY, data->army[0], sizeof data->army[0], &data->armies, 32);
    check_kind(row, kind, reverse);
    finish_kind(data, kind);
}

/* ---- which counters the scenario names ------------------------------------------------------- */

static int compare_fields(const void *one, const void *other)
{
    const Field *a = *(const Field *const *)one, *b = *(const Field *const *)other;
    uint32_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, shorter);
    return order ? order : (a->length > b->length) - (a->length < b->length);
}

/* All fields of the scenario's text, sorted; NULL without memory. */
static const Field **sorted_fields(const Document *document)
{
    const Field **sorted = malloc((size_t)(document->fields + 1) * sizeof *sorted);
    if (!sorted)
        return NULL;
    for (int i = 0; i < document->fields; i++)
        sorted[i] = &document->field[i];
    qsort(sorted, (size_t)document->fields, sizeof *sorted, compare_fields);
    return sorted;
}

static bool read_row(Document *document, const int columns[COUNTER_COLUMNS], int at, Row *row)
{
    row->document = document;
    for (int i = 0; i < COUNTER_COLUMNS; i++) {
        row->field[i] = table_cell(document, at, columns[i]);
        if (!row->field[i]) {
            mistake(document, table_cell(document, at, 0), "the row is too short: no cell under %s", column_names[i]);
            return false;
        }
    }
    return true;
}

static void add_counter(Loader *loader, Row *row)
{
    Scenario *scenario = loader->scenario;
    char id[PIECE_TEXT];
    if (scenario->pieces == WB95_SLOTS / 2) {
        mistake(row->document, row->field[0], "a scenario has at most %d counters", WB95_SLOTS / 2);
        return;
    }
    Piece piece = (Piece)scenario->pieces;
    if (!field_copy(row->document, row->field[0], id, sizeof id))
        return;
    if (!scenario_name_piece(scenario, piece, id)) {
        mistake(row->document, row->field[0], "%s is taken, or no id a player could type", id);
        return;
    }
    read_kind(loader, row, piece);
}

void load_counters(Loader *loader, const char *file)
{
    Document *document = loading_table(loader->loading, file);
    if (!document)
        return;
    int columns[COUNTER_COLUMNS];
    bool whole = true;
    for (int i = 0; i < COUNTER_COLUMNS; i++)
        whole &= (columns[i] = table_column(document, column_names[i], true)) >= 0;
    const Field **named = sorted_fields(loader->document);
    if (!named)
        mistake(document, NULL, "there is not enough memory to read the counters");
    for (int at = 1; whole && named && at < document->entries; at++) {
        Row row;
        if (!read_row(document, columns, at, &row))
            continue;
        if (bsearch(&row.field[0], named, (size_t)loader->document->fields, sizeof *named, compare_fields))
            add_counter(loader, &row);
    }
    free(named);
    document_free(document);
}

/* ---- anonymous kinds ------------------------------------------------------------------------- */

/* What can be seen of a counter whose type is disclosed. */
static const uint16_t seen_bits = TOWED | REGULAR | GUN | ARTILLERY;

static bool look_alike(const Kind *a, const Kind *b)
{
    return a->type == b->type && a->class == b->class && (a->is & seen_bits) == (b->is & seen_bits);
}

/* Averages over the counters of a side (or of all, when it has none) that the filter admits. */
static void average(const Scenario *scenario, const Wb95 *data, int side, int group, Kind *out)
{
    int sums[7] = {0}, count = 0;
    for (int pass = 0; pass < 2 && !count; pass++)
        for (int piece = 0; piece < scenario->pieces; piece++) {
            const Kind *kind = &data->kind[piece];
            if ((pass == 0 && data->owner[kind->nation] != side) || (group >= 0 && data->group[piece] != group))
                continue;
            const int values[7] = {kind->attack[0], kind->attack[1], kind->defence[0], kind->defence[1],
                                   kind->mp,        kind->cel,       kind->morale};
            for (int i = 0; i < 7; i++)
                sums[i] += values[i];
            count++;
        }
    for (int i = 0; count && i < 7; i++)
        sums[i] = (2 * sums[i] + count) / (2 * count);
    out->attack[0] = (uint8_t)sums[0];
    out->attack[1] = (uint8_t)sums[1];
    out->defence[0] = (uint8_t)sums[2];
    out->defence[1] = (uint8_t)sums[3];
    out->mp = (uint8_t)sums[4];
    out->cel = (uint8_t)(sums[5] ? sums[5] : 1);
    out->morale = (uint8_t)sums[6];
}

/* The nation of a side's anonymous counters: the first of its own. It does not reveal the real counter's nation. */
static uint8_t first_nation(const Wb95 *data, int side)
{
    for (int nation = 0; nation < NATIONS; nation++)
        if (data->owner[nation] == side)
            return (uint8_t)nation;
    return GERMAN;
}

static uint16_t add_anonymous(const Scenario *scenario, Wb95 *data, int side, int group, Kind kind, const char *name)
{
    kind.is = (uint16_t)((kind.is & seen_bits) | ANONYMOUS);
    kind.nation = first_nation(data, side);
    kind.stars = kind.formation = kind.army = 0;
    kind.size[0] = '\0';
    average(scenario, data, side, group, &kind);
    data->kind[data->kinds] = kind;
    snprintf(data->kind_name[data->kinds], sizeof data->kind_name[0], "%s", name);
    return (uint16_t)data->kinds++;
}

void make_anonymous(Scenario *scenario, Wb95 *data)
{
    Piece sample[GROUPS];
    int groups = 0;
    for (int piece = 0; piece < scenario->pieces; piece++) {
        int group = 0;
        while (group < groups && !look_alike(&data->kind[piece], &data->kind[sample[group]]))
            group++;
        if (group == groups && groups < GROUPS)
            sample[groups++] = (Piece)piece;
        data->group[piece] = (uint8_t)(group < GROUPS ? group : GROUPS - 1);
    }
    data->headquarters = 0;
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (data->kind[piece].type == HQ)
            data->headquarter[data->headquarters++] = (Piece)piece;
    data->kinds = WB95_SLOTS;
    for (int side = 0; side < scenario->sides; side++) {
        Kind unknown = {.type = UNKNOWN, .class = FOOT, .is = REGULAR};
        data->unknown_kind[side] = add_anonymous(scenario, data, side, -1, unknown, "?");
        data->unknown_regular[side] = add_anonymous(scenario, data, side, -1, unknown, "?");
        for (int group = 0; group < groups; group++) {
            Kind kind = data->kind[sample[group]];
            data->anonymous_kind[side][group] = add_anonymous(scenario, data, side, group, kind, type_words[kind.type]);
            data->group[data->kinds - 1] = (uint8_t)group;
        }
    }
    for (int kind = 0; kind < WB95_KINDS; kind++) {
        data->zone_class[kind] = data->kind[kind].is & REGULAR ? data->kind[kind].class : 0xFF;
        data->full_cel[kind] = data->kind[kind].cel;
    }
    for (int side = 0; side < scenario->sides; side++) {
        data->zone_class[data->unknown_kind[side]] = 0xFF;
        data->zone_class[data->unknown_regular[side]] = LEAST_ZONE;
    }
}
