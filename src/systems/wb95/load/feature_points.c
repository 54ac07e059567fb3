/* feature_points.c — features of a scenario about victory, from text to Special: what scores, and what scores mean. */
#include "systems/wb95/load/feature_text.h"

#include "kit/cells.h"

/* ---- leaving the map ------------------------------------------------------------------------- */

static void read_exit_zone(Reader *reader)
{
    int area = words_area(reader->words, AREA_ZONE);
    reader->special->exit_zone = (uint16_t)(area < 0 ? 0xFFFF : area);
}

static void read_exit_types(Reader *reader)
{
    do {
        int type = words_word(reader->words, "a type of counter", type_words);
        reader->special->exit_types |= type < 0 ? 0 : 1u << type;
    } while (words_more(reader->words));
}

const Parameter exit_words[] = {
    {"side", ONE_SIDE(exit_side)},         {"zone", .read = read_exit_zone},
    {"cel", ONE_NUMBER(exit_cel, 1, 200)}, {"nations", SET_OF_NATIONS(exit_nations)},
    {"types", .read = read_exit_types},    {.word = NULL},
};

/* ---- grades of victory ----------------------------------------------------------------------- */

enum { DIFFERENCE_MOST = 1000 };

/* A difference, or the word for no end of it. */
static long bound_under(Document *table, int row, const char *column, const char *endless, long end)
{
    Field field = cell_under(table, row, column);
    return field_is(&field, endless) ? end : number_under(table, row, column, -DIFFERENCE_MOST, DIFFERENCE_MOST);
}

/* Grades from the lowest difference to the highest, each beginning where the one before ends. */
static void read_grades(Reader *reader)
{
    Wb95 *data = reader->data;
    Document *table = take_table(reader);
    long next = -DIFFERENCE_MOST;
    for (int row = 1; table && row < table->entries; row++) {
        Field from = cell_under(table, row, "d_min"), text = cell_under(table, row, "result");
        long least = bound_under(table, row, "d_min", "-inf", -DIFFERENCE_MOST);
        long most = bound_under(table, row, "d_max", "+inf", DIFFERENCE_MOST);
        if (least != next || most < least)
            mistake(table, &from,
                    "a grade begins where the one before ends, the first at -inf, and the last ends at +inf");
        next = most + 1;
        if (data->victory_grades == WB95_GRADES) {
            mistake(table, &from, "there are at most %d grades", WB95_GRADES);
            break;
        }
        int grade = data->victory_grades++;
        data->victory_low[grade] = (int)least;
        field_copy(table, &text, data->victory_scale[grade], sizeof data->victory_scale[grade]);
    }
    if (table && next != DIFFERENCE_MOST + 1)
        mistake(table, NULL, "the last grade does not end at +inf");
    document_free(table);
}

const Parameter scale_words[] = {
    {"first", ONE_SIDE(scale_first)},
    {"second", ONE_SIDE(scale_second)},
    {"table", .read = read_grades},
    {.word = NULL},
};

static void read_halved(Reader *reader)
{
    int side = words_side(reader->words);
    reader->special->halved |= (uint8_t)(side == NO_SIDE ? 0 : 1u << side);
}

const Parameter most_words[] = {{"halve", .read = read_halved}, {.word = NULL}};

/* ---- points ---------------------------------------------------------------------------------- */

static Points *new_points(Reader *reader, int kind)
{
    static Points spare;
    Special *special = reader->special;
    if (special->rows == WB95_POINTS) {
        words_wrong(reader->words, reader->words->word, "no more than %d ways to score", WB95_POINTS);
        return &spare;
    }
    Points *points = &special->points[special->rows++];
    *points = (Points){.kind = (uint8_t)kind, .rule = reader->rule};
    return points;
}

static uint8_t take_points(Reader *reader)
{
    words_keyword(reader->words, "points");
    return (uint8_t)words_number(reader->words, "points", 0, 100);
}

/* for N… [points P [once]]; a feature may have several such lines. */
static void read_for(Reader *reader)
{
    Words *words = reader->words;
    Points *points = new_points(reader, reader->kind);
    int nation;
    points->side = (uint8_t)take_commander(reader, &nation);
    points->nations = (uint8_t)(1u << nation);
    while (words_more(words) && !words_next_is(words, "points"))
        points->nations |= (uint8_t)(1u << take_nation(words));
    if (words_more(words))
        points->points = take_points(reader);
    points->once = words_if(words, "once");
}

/* The row of the first `for`; one that counts for nothing, with a mistake, before there is one. */
static Points *own_points(Reader *reader)
{
    static Points spare;
    if (reader->special->rows > reader->points)
        return &reader->special->points[reader->points];
    words_wrong(reader->words, reader->words->word, "`for` comes first, so that it is known whose points these are");
    return &spare;
}

/* lost N [joined M] points P: each line is a way to score of its own; the first fills the row of `for`. */
static void read_lost(Reader *reader)
{
    Points *points = own_points(reader);
    if (points->against) {
        Points *next = new_points(reader, POINTS_KILL);
        next->nations = points->nations;
        next->side = points->side;
        next->killer = points->killer;
        points = next;
    }
    points->against = (uint8_t)(1u << take_nation(reader->words));
    points->joined = words_if(reader->words, "joined");
    if (points->joined)
        take_nation(reader->words);
    points->points = take_points(reader);
}

/* Of all ways to score of this feature. */
static void read_killed_by_them(Reader *reader)
{
    own_points(reader)->killer = true;
    for (int i = reader->points; i < reader->special->rows; i++)
        reader->special->points[i].killer = true;
}

/* count hexes | towns */
static void read_count(Reader *reader)
{
    static const char *const units[] = {"hexes", "towns", NULL};
    own_points(reader)->whole_towns = words_word(reader->words, "what is counted", units) == 1;
}

/* column N west-to|east-to N… */
static void read_column(Reader *reader)
{
    static const char *const ways[] = {"west-to", "east-to", NULL};
    Points *points = own_points(reader);
    points->column = (uint8_t)words_number(reader->words, "a column", 0, 99);
    points->east = words_word(reader->words, "which way it is counted", ways) == 1;
    points->against = (uint8_t)take_nations(reader->words);
}

static void read_supplied(Reader *reader) { own_points(reader)->supplied = true; }
static void read_from(Reader *reader) { own_points(reader)->against = (uint8_t)take_nations(reader->words); }
static void read_place(Reader *reader) { take_place(reader->words, own_points(reader)->bits); }
static void read_region(Reader *reader) { take_area_of(reader->words, AREA_REGION, own_points(reader)->bits); }
static void read_edge(Reader *reader) { take_area_of(reader->words, AREA_EDGE, own_points(reader)->bits); }

const Parameter points_words[] = {
    {"for", .read = read_for},
    {"supplied", .read = read_supplied},
    {"count", .read = read_count},
    {"region", .read = read_region},
    {"edge", .read = read_edge},
    {"against", .read = read_from},
    {"from", .read = read_from},
    {"lost", .read = read_lost},
    {"killed-by-them", .read = read_killed_by_them},
    {"column", .read = read_column},
    {"place", .read = read_place},
    {.word = NULL},
};
