/* load.c — a scenario's text becomes Book: its options, what it leaves out, its set-up and its victory conditions
 * (docs/data.md).
 *
 * The core has read sides, options and map. Charts and counters are the same for every scenario; set-ups are rows of
 * one table, picked by name. */
#include "systems/ocs/load/load.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* ---- cells of tables --------------------------------------------------------------------------------- */

Document *open_table(Loader *loader, const char *name) { return open_table_of(loader->loading, name); }

int parts_of(Loader *loader, Document *table, const Field *field, int whole)
{
    Words words = {.scenario = loader->scenario, .script = table};
    Fraction fraction = words_read_fraction(&words, field, "a number or a fraction");
    if (words.wrong || !fraction.under || fraction.over * whole % fraction.under)
        return 0;
    return (int)(fraction.over * whole / fraction.under);
}

/* ---- options ------------------------------------------------------------------------------------------- */

/* Those that are on or off, and what of the Book they set. */
static const struct Switch {
    const char *name;
    size_t at;
} switches[] = {
    {"surprise", offsetof(Book, surprise)},
    {"mode-before-move", offsetof(Book, mode_before_move)},
    {"retreat-cover", offsetof(Book, retreat_cover)},
    {"hidden-stations", offsetof(Book, hidden_stations)},
    {"easy-detraining", offsetof(Book, easy_detraining)},
    {"all-costs", offsetof(Book, all_costs)},
    {"overrun-by-road", offsetof(Book, overrun_by_road)},
    {"overrun-ends-reserve", offsetof(Book, overrun_ends_reserve)},
    {"revival", offsetof(Book, revival)},
    {"truck-stations", offsetof(Book, truck_stations)},
    {"paper-dumps", offsetof(Book, paper_dumps)},
    {"division-markers", offsetof(Book, division_markers)},
    {"reserve-apart", offsetof(Book, reserve_apart)},
    {"half-exploitation", offsetof(Book, half_exploitation)},
    {"safe-abort", offsetof(Book, safe_abort)},
    {"charted-drops", offsetof(Book, charted_drops)},
    {"no-early-building", offsetof(Book, no_early_building)},
    {"eats-by-size", offsetof(Book, eats_by_size)},
    {"base-mending", offsetof(Book, base_mending)},
    {"still-headquarters", offsetof(Book, still_headquarters)},
    {"rail-riders", offsetof(Book, rail_riders)},
    {NULL, 0},
};
/* The last decides which lines of a scenario hold. */
static const char *const option_words[] = {"edition", "supply", "weather", "air-table", "broken-divisions", NULL};

static void read_options(Loader *loader)
{
    loader->data->edition = option_is(loader->scenario, "edition", "2") ? 2 : 1;
    for (const struct Switch *it = switches; it->name; it++)
        *(bool *)((char *)loader->data + it->at) = option_is(loader->scenario, it->name, "on");
}

static bool is_heeded(const Document *document, const Field *name)
{
    (void)document;
    for (int i = 0; switches[i].name; i++)
        if (field_is(name, switches[i].name))
            return true;
    return field_among(name, option_words) >= 0;
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
        if (part == PART_SUPPLY)
            loader->data->without[PART_SUSTAINMENT] = loader->data->without[PART_FUEL] = true;
    } while (words_more(words));
}

static void read_setup(Loader *loader, Words *words)
{
    Field name = words_text(words, "a scenario of the set-up table");
    if (!words->wrong)
        load_setup(loader, &name);
}

/* first SIDE|rolled [then-rolled]: the side that leads the turns, or only the first of them */
static void read_first(Loader *loader, Words *words)
{
    loader->data->first = words_if(words, "rolled") ? NO_SIDE : (uint8_t)words_side(words);
    loader->data->then_rolled = words_if(words, "then-rolled");
}

/* order SIDE SIDE: the side that sets up first */
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

/* points SIDE N holds HEX [with HEX] | lost HEX | once HEX | near HEX N
 * points SIDE N per SIDE steps N | mobile | divisions [beyond N] | brigades [beyond N] */
static void read_points(Loader *loader, Words *words)
{
    static const char *const hexes[] = {"holds", "lost", "once", "near", "per", NULL};
    static const char *const losses[] = {"steps", "mobile", "divisions", "brigades", NULL};
    Book *data = loader->data;
    Points line = {.side = (uint8_t)words_side(words), .hex = NO_HEX, .with = NO_HEX};
    line.points = (int8_t)words_number(words, "points", -99, 99);
    int kind = words_word(words, "what they are for", hexes);
    line.what = (uint8_t)kind;
    if (kind == 4) {
        line.of = (uint8_t)words_side(words);
        line.what = (uint8_t)(POINTS_STEPS + words_word(words, "what was lost", losses));
        if (line.what == POINTS_STEPS || words_if(words, "beyond"))
            line.number = (uint8_t)words_number(words, "how many", 1, 99);
    } else {
        line.hex = words_hex(words);
        if (kind == POINTS_NEAR)
            line.number = (uint8_t)words_number(words, "a distance", 0, 99);
        if (words_if(words, "with"))
            line.with = words_hex(words);
        for (int i = 0; kind == POINTS_ONCE && i < data->points; i++)
            line.number = (uint8_t)(line.number + (data->point[i].what == POINTS_ONCE));
    }
    if (data->points == OCS_POINTS || line.number > 99 || (kind == POINTS_ONCE && line.number > 7))
        words_wrong(words, NULL, "there is no room for another line of points");
    else if (!words->wrong)
        data->point[data->points++] = line;
}

/* margin N: points ahead that win */
static void read_margin(Loader *loader, Words *words)
{
    loader->data->margin = (int)words_number(words, "points", 1, 99);
}

/* grade SIDE N [decisive|marginal SIDE]: from so many points of the side on; the highest first, the last takes all */
static void read_grade(Loader *loader, Words *words)
{
    static const char *const kinds[] = {"marginal", "decisive", "draw", NULL};
    Book *data = loader->data;
    data->graded = (uint8_t)words_side(words);
    Grade grade = {.least = (int16_t)words_number(words, "points", -999, 999), .winner = NO_SIDE};
    int kind = words_word(words, "a grade", kinds);
    grade.decisive = kind == 1;
    if (kind < 2)
        grade.winner = (uint8_t)words_side(words);
    if (data->grades == OCS_GRADES || (data->grades && data->grade[data->grades - 1].least <= grade.least))
        words_wrong(words, NULL, "there is no room for another grade, or it stands behind a lower one");
    else if (!words->wrong)
        data->grade[data->grades++] = grade;
}

/* sudden SIDE takes HEX HEX | sudden SIDE breaks */
static void read_sudden(Loader *loader, Words *words)
{
    Book *data = loader->data;
    Sudden sudden = {.side = (uint8_t)words_side(words), .hex = NO_HEX, .other = NO_HEX};
    if (!words_if(words, "breaks")) {
        words_keyword(words, "takes");
        sudden.hex = words_hex(words);
        sudden.other = words_hex(words);
    }
    if (data->suddens == OCS_SUDDENS)
        words_wrong(words, NULL, "there is no room for another sudden end");
    else if (!words->wrong)
        data->sudden[data->suddens++] = sudden;
}

/* rail SIDE N [from WEEK N]: capacity of a player turn (12.3-1) */
static void read_rail(Loader *loader, Words *words)
{
    int side = words_side(words);
    long first = words_number(words, "SPs", 0, 99), from = 0, later = 0;
    if (words_if(words, "from")) {
        from = words_number(words, "a week", 1, OCS_TURNS);
        later = words_number(words, "SPs", 1, 99);
    }
    if (words->wrong)
        return;
    loader->data->trains[side].first = (uint8_t)first;
    loader->data->trains[side].from = (uint8_t)from;
    loader->data->trains[side].later = (uint8_t)later;
}

static void read_hedgehogs(Loader *loader, Words *words)
{
    do {
        int side = words_side(words);
        long count = words_number(words, "hedgehogs", 0, OCS_HEDGEHOGS / 2);
        if (!words->wrong)
            loader->data->hedgehogs[side] = (uint8_t)count;
    } while (words_more(words));
}

/* dead COUNTER…: among the lost from the beginning */
static void read_dead(Loader *loader, Words *words)
{
    do {
        Piece piece = words_piece(words);
        if (!words->wrong)
            loader->data->kind[piece].is |= DEAD_AT_FIRST;
    } while (words_more(words));
}

/* variable SIDE HEX…: it rolls for reinforcements, which arrive there (2.3.I.3-3) */
static void read_variable(Loader *loader, Words *words)
{
    Book *data = loader->data;
    int side = words_side(words);
    while (words_more(words) && !words->wrong) {
        Hex hex = words_hex(words);
        if (words->wrong)
            return;
        if (data->gift_hexes[side] == OCS_GIFT_HEXES)
            words_wrong(words, NULL, "there is no room for another hex");
        else
            data->gift_hex[side][data->gift_hexes[side]++] = hex;
    }
    data->variable = true;
}

/* level full|low|no-supply: of every unit before the first supply */
static void read_level(Loader *loader, Words *words)
{
    static const char *const levels[] = {"full", "low", "no-supply", NULL};
    int level = words_word(words, "a level of supply", levels);
    if (level >= 0)
        loader->data->start_level = (uint8_t)level;
}

/* dse SIDE TYPE… HALVES: what those types count for (11.2-2) */
static void read_dse(Loader *loader, Words *words)
{
    Book *data = loader->data;
    int side = words_side(words);
    Field type[16];
    int count = 0;
    while (words_more(words) && !words_next_is(words, "halves") && count < 16)
        type[count++] = words_text(words, "a type of counter");
    words_keyword(words, "halves");
    long halves = words_number(words, "halves of a DSE", 1, 9);
    for (int i = 0; i < count && !words->wrong; i++) {
        bool found = false;
        for (int j = 0; j < data->kinds; j++)
            if (data->kind[j].side == side && field_is(&type[i], data->kind[j].type)) {
                data->kind[j].dse = (uint8_t)halves;
                found = true;
            }
        if (!found)
            words_wrong(words, &type[i], "no counter of that side is of this type");
    }
}

/* gauge SIDE: of all railroads but the railheads of the other side (12.3d) */
static void read_gauge(Loader *loader, Words *words)
{
    int side = words_side(words);
    memcpy(loader->data->railhead, loader->railhead, sizeof loader->railhead);
    for (int word = 0; word < OCS_WORDS && !words->wrong; word++)
        loader->data->gauge[word] = side ? loader->data->rail[word] & ~loader->railhead[0][word]
                                         : loader->railhead[1][word] & loader->data->rail[word];
}

/* begins "12 Oct": the day of the first turn, for the weather (18.0) */
static void read_begins(Loader *loader, Words *words)
{
    Field day = words_text(words, "a day, as \"12 Oct\"");
    if (!words->wrong)
        loader->data->first_day = (uint16_t)read_day(loader->document, &day);
}

/* hip-shoots SIDE…: the sides that make them (14.12d) */
static void read_hip_shoots(Loader *loader, Words *words)
{
    do {
        int side = words_side(words);
        if (!words->wrong)
            loader->data->hip_shoots |= (uint8_t)(1u << side);
    } while (words_more(words));
}

/* weather-only SIDE: the side that the weather hinders (18.0b) */
static void read_weather_only(Loader *loader, Words *words) { loader->data->weather_only = (uint8_t)words_side(words); }

/* shipping SIDE SPs: what it may send by sea in a player turn (19.4) */
static void read_shipping(Loader *loader, Words *words)
{
    int side = words_side(words);
    long points = words_number(words, "SPs", 1, 99);
    if (!words->wrong)
        loader->data->shipping[side] = (uint8_t)points;
}

/* sea-supply SIDE: its ports are supply sources (C7) */
static void read_sea_supply(Loader *loader, Words *words)
{
    int side = words_side(words);
    if (!words->wrong)
        loader->data->sea_supply |= (uint8_t)(1u << side);
}

/* sea-closes "1 Nov": the first frost from that day on closes it */
static void read_sea_closes(Loader *loader, Words *words)
{
    Field day = words_text(words, "a day, as \"1 Nov\"");
    if (!words->wrong)
        loader->data->sea_closes = (uint16_t)read_day(loader->document, &day);
}

/* box BOX SIDE MPs: its side, and how far ships have to it | box BOX is HEX: it stands for that hex (gc.1G) */
static void read_box(Loader *loader, Words *words)
{
    const Map *map = loader->scenario->map;
    Hex hex = words_hex(words);
    int box = words->wrong ? -1 : map_box(map, hex);
    if (box < 0 || box >= OCS_BOXES) {
        words_wrong(words, NULL, "this is no box of the map");
        return;
    }
    Box *out = &loader->data->box[box];
    if (words_if(words, "is")) {
        out->stands_for = words_hex(words);
        return;
    }
    out->side = (uint8_t)words_side(words);
    out->sea_mps = (uint8_t)words_number(words, "sea MPs", 1, 99);
}

/* timid NATION N: its units do not attack at a rating below N */
static void read_timid(Loader *loader, Words *words)
{
    static const char *const nations[] = {"German", "Italian", "Slovak", "Soviet", NULL};
    int nation = words_word(words, "a nation", nations);
    long least = words_number(words, "a rating", 1, 5);
    if (!words->wrong)
        loader->data->least_rating[nation] = (uint8_t)least;
}

static void read_drops_once(Loader *loader, Words *words)
{
    (void)words;
    loader->data->drops_once = true;
}

static const EntryKind entries[] = {
    {"weeks", .read = read_weeks},
    {"without", .read = read_without},
    {"setup", .read = read_setup},
    {"first", .read = read_first},
    {"order", .read = read_order},
    {"reserves", .read = read_reserves},
    {"win", .read = read_win},
    {"level", .read = read_level},
    {"dse", .read = read_dse},
    {"gauge", .read = read_gauge},
    {"points", .read = read_points},
    {"margin", .read = read_margin},
    {"grade", .read = read_grade},
    {"sudden", .read = read_sudden},
    {"begins", .read = read_begins},
    {"hip-shoots", .read = read_hip_shoots},
    {"weather-only", .read = read_weather_only},
    {"rail", .read = read_rail},
    {"hedgehogs", .read = read_hedgehogs},
    {"variable", .read = read_variable},
    {"dead", .read = read_dead},
    {"shipping", .read = read_shipping},
    {"sea-supply", .read = read_sea_supply},
    {"sea-closes", .read = read_sea_closes},
    {"box", .read = read_box},
    {"timid", .read = read_timid},
    {"drops-once", .read = read_drops_once},
    {.word = NULL},
};

/* ---- the whole ---------------------------------------------------------------------------------------------- */

enum { LEAST_SCALE = 4020, MOST_SCALE = 8050 }; /* metres */

static void check_whole(Loader *loader)
{
    Book *data = loader->data;
    if (loader->scenario->sides != PLAYERS)
        mistake(loader->document, NULL, "a game of this system has two sides");
    if (!data->weeks)
        mistake(loader->document, NULL, "the scenario does not say how many weeks it lasts");
    int scale = loader->scenario->map->scale; /* 1.0-2; the lab's empty map has none */
    if (scale && (scale < LEAST_SCALE || scale > MOST_SCALE))
        mistake(loader->document, NULL, "a hex of this system is two and a half to five miles across, not %d metres",
                scale);
    if (!data->without[PART_WEATHER] && !data->first_day)
        mistake(loader->document, NULL, "the scenario does not say on which day it begins, and has weather");
    check_setup(loader);
}

static void read_all(Loader *loader)
{
    loader->data->first = loader->data->weather_only = NO_SIDE;
    loader->data->setup_order[1] = 1;
    for (int box = 0; box < OCS_BOXES; box++)
        loader->data->box[box] = (Box){.stands_for = NO_HEX, .side = NO_SIDE};
    read_options(loader);
    check_options_of(loader->document, is_heeded);
    load_charts(loader);
    load_counters(loader);
    load_aircraft(loader);
    for (int piece = 0; piece < loader->data->kinds; piece++)
        sort_counter(loader->data, (Piece)piece);
    each_row(loader, "rebuild", read_rebuild);
    derive(loader->scenario, loader->data);
    read_entries_of(loader->scenario, loader->document, entries, 0, loader);
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
    Loader loader = {.scenario = scenario, .loading = loading, .data = data, .document = loading->document};
    int before = loading->log->count;
    read_all(&loader);
    return loading->log->count == before;
}

void ocs_unload(Scenario *scenario)
{
    free(scenario->own);
    scenario->own = NULL;
}
