/* feature_arrivals.c — features of a scenario about counters that come or change camp by a rule, from text to
 * Special. */
#include "systems/wb95/load/feature_text.h"

#include "kit/cells.h"

/* ---- counters that come by a rule ------------------------------------------------------------ */

/* lost HQ NATION */
static void read_lost_hq(Reader *reader)
{
    words_keyword(reader->words, "HQ");
    reader->special->replacement_lost = (uint8_t)take_nation(reader->words);
}

/* place town own */
static void read_replacement_place(Reader *reader)
{
    words_keyword(reader->words, "town");
    words_keyword(reader->words, "own");
}

static void read_replacements(Reader *reader)
{
    Special *special = reader->special;
    enum { MOST = sizeof special->replacement / sizeof *special->replacement };
    do {
        Piece piece = words_piece(reader->words);
        if (special->replacements == MOST)
            words_wrong(reader->words, NULL, "at most %d counters are replaced", MOST);
        if (!reader->words->wrong)
            special->replacement[special->replacements++] = piece;
    } while (words_more(reader->words));
}

const Parameter replacement_words[] = {
    {"side", ONE_SIDE(replacement_side)},
    {"lost", .read = read_lost_hq},
    {"units", .read = read_replacements},
    {"place", .read = read_replacement_place},
    {.word = NULL},
};

static void read_zones(Reader *reader)
{
    do {
        int zone = take_zone(reader->words);
        if (reader->zones == sizeof reader->zone)
            words_wrong(reader->words, NULL, "at most %zu zones stand here", sizeof reader->zone);
        if (!reader->words->wrong)
            reader->zone[reader->zones++] = (uint8_t)zone;
    } while (words_more(reader->words));
}

static void add_arrivals(Reader *reader, int feature)
{
    do {
        Piece piece = words_piece(reader->words);
        add_arrival(reader->loader, reader->words, (Arrival){.piece = piece, .feature = (uint8_t)feature});
        if (!reader->words->wrong)
            reader->special->comes_by[piece] = (uint8_t)feature;
    } while (words_more(reader->words));
}

/* crossed ARMY edge EDGE region REGION */
static void read_crossed(Reader *reader)
{
    static const uint8_t order[3] = {INF, ART, HQ};
    Special *special = reader->special;
    special->release_army = (uint8_t)take_army(reader);
    words_keyword(reader->words, "edge");
    take_edges(reader);
    words_keyword(reader->words, "region");
    take_area_of(reader->words, AREA_REGION, special->release_region);
    for (int i = 0; i < 3; i++)
        special->release_type[i] = order[i];
}

/* type TYPE ID… */
static void read_released(Reader *reader)
{
    words_word(reader->words, "a type of counter", type_words);
    add_arrivals(reader, FEATURE_RELEASE);
}

static void read_regiments(Reader *reader) { add_arrivals(reader, FEATURE_DAILY_REGIMENT); }

const Parameter release_words[] = {
    {"crossed", .read = read_crossed},
    {"zone", .read = read_zones},
    {"type", .read = read_released},
    {.word = NULL},
};
const Parameter regiment_words[] = {
    {"side", ONE_SIDE(regiment_side)},
    {"from-turn", ONE_NUMBER(regiment_from, 1, WB95_TURNS)},
    {"each-turn", ONE_NUMBER(regiment_each, 1, 1)},
    {"zone", .read = read_zones},
    {"units", .read = read_regiments},
    {.word = NULL},
};

/* ---- counters that change camp --------------------------------------------------------------- */

static void read_loyalty(Reader *reader)
{
    static const char *const camps[] = {"Allied", "Soviet", NULL}, *const yes_or_no[] = {"yes", "no", NULL};
    Document *table = take_table(reader);
    unsigned long seen = 0;
    for (int row = 1; table && row < table->entries; row++) {
        long pips = row_number(table, row, "k6", 1, 6, &seen);
        reader->special->loyalty[pips] =
            (struct Loyalty){.leaves = word_under(table, row, "side", camps) == 0,
                             .disorganised = word_under(table, row, "disorganised", yes_or_no) == 0,
                             .cel_loss = (uint8_t)number_under(table, row, "cel_loss", 0, 2)};
    }
    for (int pips = 1; table && pips <= 6; pips++)
        if (!(seen >> pips & 1))
            mistake(table, NULL, "no row is for %d", pips);
    document_free(table);
}

static void read_joins(Reader *reader)
{
    int nation;
    take_commander(reader, &nation);
    reader->special->joins = (uint8_t)nation;
}

/* with HQ NATION adjacent */
static void read_with(Reader *reader)
{
    words_keyword(reader->words, "HQ");
    take_nation(reader->words);
    words_keyword(reader->words, "adjacent");
}

const Parameter defection_words[] = {
    {"nations", SET_OF_NATIONS(defecting)},
    {"table", .read = read_loyalty},
    {"joins", .read = read_joins},
    {"with", .read = read_with},
    {.word = NULL},
};
