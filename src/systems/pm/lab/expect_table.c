/* expect_table.c — what a lab script may expect of the printed charts (17), as they were read:
 *
 *     table combat 6 1:3 4/1     table weather 9 2 1 R     table victory 4 17     table aviation 3 9
 *     table refit 5 2     table gast 6 3     table works luga-north 3     table withdrawal 9 Jaeger 1
 *     table terrain hills mech 3 foot 2 prepared 1 mobile 1     table pool RD 343     table arrivals 10 CD 2
 *     table guards 7 RD 7     table starting frontier CD 5     table aircraft 12 yes     table points "Minsk" 1
 *     table strength RD weakest 1-1-5     table strength RD strongest 6-7-5 */
#include <stdio.h>
#include <string.h>

#include "systems/pm/lab/lab.h"

static const char *const pools[] = {"RD", "CD", "TD", "MRD", "RB", "MRB", "TB", NULL};

static const Book *data_in(const Holds *holds) { return data_of(holds->scenario); }

static int take_turn(Holds *holds) { return (int)words_number(&holds->words, "a turn", 1, PM_TURNS); }
static int take_die(Holds *holds) { return (int)words_number(&holds->words, "a die", 1, DIE); }

static void combat_holds(Holds *holds)
{
    static const char *const columns[] = {"below", "1:3", "1:2", "1:1", "2:1",   "3:1",
                                          "4:1",   "5:1", "6:1", "7:1", "above", NULL};
    const Book *data = data_in(holds);
    int die = take_die(holds), column = words_word(&holds->words, "a column", columns);
    if (column < 0)
        return;
    Result result = !column ? data->below : column > DICE_COLUMNS ? data->above : data->combat[die - 1][column - 1];
    char text[16];
    if (result.defender == ELIMINATES)
        snprintf(text, sizeof text, "%d/E", result.attacker);
    else
        snprintf(text, sizeof text, "%d/%d", result.attacker, result.defender);
    holds_text(holds, "the result", text);
}

static void weather_holds(Holds *holds)
{
    int turn = take_turn(holds), couplet = (int)words_number(&holds->words, "a couplet", 1, 2);
    int die = (int)words_number(&holds->words, "a die", -1, DIE);
    holds_word(holds, "the weather", lab_weathers, data_in(holds)->weather[turn][couplet][die + 1]);
}

static void victory_holds(Holds *holds)
{
    int turn = take_turn(holds);
    holds_number(holds, "the points that win", data_in(holds)->need[turn]);
}

static void aviation_holds(Holds *holds)
{
    int turn = take_turn(holds);
    holds_number(holds, "the points of a corps", data_in(holds)->aviation[turn]);
}

static void refit_holds(Holds *holds)
{
    int die = take_die(holds);
    holds_number(holds, "the steps", data_in(holds)->refit[die - 1]);
}

static void gast_holds(Holds *holds)
{
    int die = take_die(holds);
    holds_number(holds, "the columns", data_in(holds)->gast[die - 1]);
}

static void works_hold(Holds *holds)
{
    const Book *data = data_in(holds);
    char name[NAME_TEXT];
    int number = 0;
    words_string(&holds->words, "the name of a line of works", name, sizeof name);
    while (number < data->work_lines && strcmp(data->line_of_works[number].name, name))
        number++;
    if (number == data->work_lines)
        words_wrong(&holds->words, &holds->words.word[2], "there is no line of works of this name");
    holds_number(holds, "its turn", number < data->work_lines ? data->line_of_works[number].turn : 0);
}

/* Units that leave on a turn, of a type or of all. */
static void withdrawal_holds(Holds *holds)
{
    const Book *data = data_in(holds);
    int turn = take_turn(holds), count = 0;
    const Field *type = words_next(&holds->words);
    bool all = words_if(&holds->words, "all");
    if (type && !all)
        words_any(&holds->words, "a type of unit, or all");
    for (int i = 0; type && i < data->withdrawals; i++)
        if (data->withdrawal[i].turn == turn && (all || field_is(type, pm_words[WORD_TYPE + data->withdrawal[i].type])))
            count += data->withdrawal[i].count;
    holds_number(holds, "the units that leave", count);
}

static void terrain_holds(Holds *holds)
{
    static const char *const rows[] = {"clear",      "forest", "hills", "marsh",      "river", "strait",
                                       "large-town", "city",   "fort",  "heavy-fort", NULL};
    static const char *const keys[] = {"mech", "foot", "prepared", "mobile", "no-mobile", NULL};
    int row = words_word(&holds->words, "a kind of ground", rows);
    while (holds_next(holds) && row >= 0 && !holds->words.wrong) {
        const Ground *ground = &data_in(holds)->ground[row];
        int key = words_word(&holds->words, "a column", keys);
        if (key == 4)
            holds_yes(holds, "whether mobile assaults are barred", ground->no_mobile);
        else
            holds_number(holds, keys[key < 0 ? 0 : key],
                         key == 0   ? ground->mech
                         : key == 1 ? ground->foot
                         : key == 2 ? ground->prepared
                                    : ground->mobile);
    }
}

static int take_pool(Holds *holds) { return words_word(&holds->words, "a type", pools); }

static void pool_holds(Holds *holds)
{
    const Book *data = data_in(holds);
    int pool = take_pool(holds), count = 0;
    for (int i = 0; i < data->lines; i++)
        count += data->line[i].pool == pool ? data->line[i].count : 0;
    holds_number(holds, "the strengths in the pool", count);
}

static void strength_holds(Holds *holds)
{
    static const char *const ends[] = {"weakest", "strongest", NULL};
    const Book *data = data_in(holds);
    int pool = take_pool(holds), end = words_word(&holds->words, "an end of the pool", ends);
    const Values *found = NULL;
    for (int i = 0; i < data->lines; i++) {
        const Values *value = &data->line[i].value;
        int more = found ? value->attack + value->defence - found->attack - found->defence : 0;
        if (data->line[i].pool == pool && (!found || (end == 1 ? more > 0 : more < 0)))
            found = value;
    }
    char text[16] = "none";
    if (found)
        snprintf(text, sizeof text, "%d-%d-%d", found->attack, found->defence, found->movement);
    holds_text(holds, "the values", text);
}

/* Those whose home is the box of that turn; on turn 1 those that are set up. */
static void arrivals_hold(Holds *holds)
{
    const Book *data = data_in(holds);
    int turn = take_turn(holds), pool = take_pool(holds), count = 0;
    for (Piece piece = 0; piece < holds->scenario->pieces; piece++)
        count +=
            data->kind[data->kind_of[piece]].pool == pool && data->home[piece] == box_of(data, BOX_TURN + turn - 1);
    holds_number(holds, "the arrivals", count);
}

static void guards_hold(Holds *holds)
{
    int turn = take_turn(holds), pool = take_pool(holds);
    holds_number(holds, "the conversions", pool < 0 ? 0 : data_in(holds)->conversions[turn][pool]);
}

static void starting_holds(Holds *holds)
{
    static const char *const zones[] = {"frontier", "interior", NULL};
    int zone = words_word(&holds->words, "a zone", zones), pool = take_pool(holds);
    holds_number(holds, "how many start there", zone < 0 || pool < 0 ? 0 : data_in(holds)->starting[zone][pool]);
}

static void aircraft_holds(Holds *holds)
{
    int turn = take_turn(holds);
    holds_yes(holds, "whether Soviet aircraft arrive", data_in(holds)->soviet_aircraft[turn]);
}

static void points_hold(Holds *holds)
{
    const Book *data = data_in(holds);
    char name[NAME_TEXT];
    words_string(&holds->words, "the name of a place", name, sizeof name);
    int found = map_place(holds->scenario->map, name), points = 0;
    if (found < 0)
        words_wrong(&holds->words, &holds->words.word[2], "the map has no such place");
    for (int i = 0; i < data->scorings; i++)
        points += data->scoring[i].place == found ? data->scoring[i].points : 0;
    holds_number(holds, "its points", points);
}

void table_holds(Holds *holds)
{
    static const char *const words[] = {"combat",   "weather",    "victory", "aviation", "refit",    "gast",
                                        "works",    "withdrawal", "terrain", "pool",     "arrivals", "guards",
                                        "starting", "aircraft",   "points",  "strength", NULL};
    static void (*const checks[])(Holds *) = {combat_holds,   weather_holds,  victory_holds, aviation_holds,
                                              refit_holds,    gast_holds,     works_hold,    withdrawal_holds,
                                              terrain_holds,  pool_holds,     arrivals_hold, guards_hold,
                                              starting_holds, aircraft_holds, points_hold,   strength_holds};
    int table = words_word(&holds->words, "a table", words);
    if (table >= 0)
        checks[table](holds);
}
