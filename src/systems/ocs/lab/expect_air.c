/* expect_air.c — what a lab script may expect of barrages, aircraft, bases and weather.
 *
 *     base HEX owner axis level 2 usable 1 active 3 inactive 4
 *     flak axis HEX 3     chart barrage|dump|facility|flak COLUMN DICE RESULT     air-table ROLL RESULT
 *     strength a 9     cost a 2     shift axis HEX units -4     weather mud     flying yes
 *     going axis truck HEX HEX 4|no
 *     edges 8 3 3     port HEX capacity 6 hits 1     interdicted HEX yes     types a F     range a 12 */
#include <string.h>

#include "systems/ocs/air.h"
#include "systems/ocs/lab/lab.h"
#include "systems/ocs/load/load.h"

static const State *state_in(const Holds *holds) { return state_of(holds->position); }
static const Book *data_in(const Holds *holds) { return data_of(holds->scenario); }

static int aircraft_at(const Holds *holds, int side, Hex hex, bool active)
{
    const State *state = state_in(holds);
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        count += state->unit[piece].side == side && is_aircraft(data_in(holds), state, piece) &&
                 is_active(state, piece) == active;
    return count;
}

static void base_holds(Holds *holds)
{
    static const char *const keys[] = {"owner", "level", "usable", "active", "inactive", NULL};
    Hex hex = words_hex(&holds->words);
    const Base *base = holds->words.wrong ? NULL : base_at(state_in(holds), hex);
    while (holds_next(holds) && !holds->words.wrong)
        switch (words_word(&holds->words, "what can be expected of a base", keys)) {
        case 0:
            holds_side(holds, "its owner", base ? base->side : NO_SIDE);
            break;
        case 1:
            holds_number(holds, "its level", base ? base->level : 0);
            break;
        case 2:
            holds_number(holds, "its usable level", base ? usable_level(base) : 0);
            break;
        case 3:
            holds_number(holds, "its active aircraft", base ? aircraft_at(holds, base->side, hex, true) : 0);
            break;
        case 4:
            holds_number(holds, "its inactive aircraft", base ? aircraft_at(holds, base->side, hex, false) : 0);
            break;
        default:
            break;
        }
}

static void flak_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "its flak", flak_rating(holds->scenario, state_in(holds), side, hex));
}

static void chart_holds(Holds *holds)
{
    static const char *const charts[] = {"barrage", "dump", "facility", "flak", NULL};
    int number = words_word(&holds->words, "a chart", charts), column = 0;
    Field text = words_text(&holds->words, "a column");
    long dice = words_number(&holds->words, "a roll", 1, TWO_DICE);
    if (holds->words.wrong)
        return;
    const Chart *chart = &data_in(holds)->chart[number];
    while (column < chart->columns && !field_is(&text, chart->text[column]))
        column++;
    if (column == chart->columns)
        words_wrong(&holds->words, &text, "the chart has no such column");
    else
        holds_text(holds, "the result", chart_words(number)[chart->cell[dice][column]]);
}

static void air_table_holds(Holds *holds)
{
    long roll = words_number(&holds->words, "a modified roll", -20, 30);
    if (!holds->words.wrong)
        holds_text(holds, "the result", chart_words(CHART_AIR)[air_result(data_in(holds), (int)roll)]);
}

static void strength_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    if (!holds->words.wrong)
        holds_points(holds, "its barrage", barrage_strength(holds->scenario, state_in(holds), piece), PARTS);
}

static void cost_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "its cost", barrage_cost(data_in(holds), state_in(holds), piece));
}

static void shift_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    int target = words_word(&holds->words, "a kind of target", target_words);
    Shelling shelling;
    if (holds->words.wrong)
        return;
    shelling_of(holds->scenario, state_in(holds), side, hex, target, &shelling);
    holds_number(holds, "the shift", shelling.shifts.sum);
}

static void weather_holds(Holds *holds)
{
    static const char *const words[] = {"dry", "mud", "frost", "snow", NULL};
    holds_word(holds, "the weather", words, state_in(holds)->weather);
}

static void flying_holds(Holds *holds) { holds_yes(holds, "whether anybody flies", can_fly(state_in(holds))); }

static void going_holds(Holds *holds)
{
    static const char *const mps[] = {"track", "truck", "leg", NULL};
    int side = words_side(&holds->words), mp = words_word(&holds->words, "a kind of MPs", mps);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    bool closed = words_if(&holds->words, "no");
    if (holds->words.wrong)
        return;
    int cost =
        going(holds->scenario, state_in(holds), side, mp, from, edge_between(&holds->scenario->map->grid, from, to));
    if (closed ? cost != PROHIBITED : cost == PROHIBITED)
        holds_differ(holds, closed ? "it is open" : "it is prohibited");
    if (!closed)
        holds_points(holds, "the cost", cost, QUARTERS);
}

/* edges 8 3 3: F steps of both, and the doublings of the first */
static void edges_hold(Holds *holds)
{
    long mine = words_number(&holds->words, "steps of F units", 0, 99);
    long theirs = words_number(&holds->words, "steps of F units", 0, 99);
    if (!holds->words.wrong)
        holds_number(holds, "the doublings", edges_of((int)mine, (int)theirs));
}

static void port_holds(Holds *holds)
{
    static const char *const keys[] = {"capacity", "hits", "landed", NULL};
    Hex hex = words_hex(&holds->words);
    int port = holds->words.wrong ? -1 : port_at(holds->scenario, hex);
    while (holds_next(holds) && !holds->words.wrong) {
        int key = words_word(&holds->words, "what can be expected of a port", keys);
        holds_number(holds, keys[key < 0 ? 0 : key],
                     port < 0   ? 0
                     : key == 2 ? state_in(holds)->unloaded[port] / EIGHTHS
                     : key      ? state_in(holds)->port_hits[port]
                                : port_capacity(holds->scenario, state_in(holds), port));
    }
}

static void interdicted_holds(Holds *holds)
{
    Hex hex = words_hex(&holds->words);
    if (!holds->words.wrong)
        holds_yes(holds, "whether its railroad is interdicted", has_bit(state_in(holds)->interdicted, hex));
}

/* date "19 Oct": when the turn begins */
static void date_holds(Holds *holds)
{
    Field day = words_text(&holds->words, "a day, as \"12 Oct\"");
    if (!holds->words.wrong && read_day(holds->words.script, &day) != day_of(data_in(holds), holds->position->turn))
        holds_differ(holds, "it is day %d of the year", day_of(data_in(holds), holds->position->turn));
}

static void shipping_used_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    if (!holds->words.wrong)
        holds_points(holds, "the shipping used", state_in(holds)->shipping_used[side], EIGHTHS);
}

static void sea_holds(Holds *holds) { holds_yes(holds, "whether the sea is closed", state_in(holds)->sea_closed); }

const Expectation air_expectations[] = {
    {"date", date_holds},
    {"shipping-used", shipping_used_holds},
    {"sea-closed", sea_holds},
    {"base", base_holds},
    {"flak", flak_holds},
    {"chart", chart_holds},
    {"air-table", air_table_holds},
    {"strength", strength_holds},
    {"cost", cost_holds},
    {"shift", shift_holds},
    {"weather", weather_holds},
    {"flying", flying_holds},
    {"going", going_holds},
    {"edges", edges_hold},
    {"port", port_holds},
    {"interdicted", interdicted_holds},
    {NULL, NULL},
};
