/* holds.c — compares the expectations of a lab script with the position. */
#include "core/room.h"
#include "kit/holds.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NUMBER_MOST = 99999, FOUND_TEXT = 200 };

Holds holds_of(const Scenario *scenario, const Position *position, const LabLine *line, char found[200])
{
    return (Holds){.scenario = scenario,
                   .position = position,
                   .words = words_of(scenario, line),
                   .denied = line->denied,
                   .found = found};
}

bool holds_end(Holds *holds) { return words_end(&holds->words) && !holds->differs; }

void holds_differ(Holds *holds, const char *format, ...)
{
    va_list arguments;
    if (holds->differs || holds->words.wrong)
        return;
    holds->differs = true;
    va_start(arguments, format);
    vsnprintf(holds->found, FOUND_TEXT, format, arguments);
    va_end(arguments);
}

bool holds_next(Holds *holds)
{
    if (holds->pairs++ && holds->denied && words_more(&holds->words))
        words_wrong(&holds->words, words_next(&holds->words), "`no` denies one thing: write a line for each");
    return words_more(&holds->words) || (holds->pairs == 1 && !holds->words.wrong);
}

void holds_number(Holds *holds, const char *what, long number)
{
    if (words_number(&holds->words, what, -NUMBER_MOST, NUMBER_MOST) != number)
        holds_differ(holds, "%s is %ld", what, number);
}

void holds_text(Holds *holds, const char *what, const char *text)
{
    Field wanted = words_any(&holds->words, what);
    if (!field_is(&wanted, text))
        holds_differ(holds, "%s is %s", what, text);
}

void holds_word(Holds *holds, const char *what, const char *const *known, int index)
{
    if (words_word(&holds->words, what, known) != index)
        holds_differ(holds, "%s is %s", what, known[index]);
}

void holds_yes(Holds *holds, const char *what, bool yes)
{
    static const char *const answers[] = {"no", "yes", NULL};
    holds_word(holds, what, answers, yes);
}

void holds_side(Holds *holds, const char *what, int side)
{
    int wanted = words_if(&holds->words, "nobody") ? NO_SIDE : words_side(&holds->words);
    if (wanted != side)
        holds_differ(holds, "%s is %s", what,
                     side < holds->scenario->sides ? holds->scenario->side_word[side] : "nobody");
}

void holds_hex(Holds *holds, const char *what, Hex hex)
{
    char text[HEX_TEXT];
    Hex wanted = words_if(&holds->words, "-") ? NO_HEX : words_hex(&holds->words);
    if (wanted != hex)
        holds_differ(holds, "%s is %s", what, hex_print(&holds->scenario->map->grid, hex, text));
}

void holds_top(Holds *holds, Piece top)
{
    Piece wanted = words_piece(&holds->words);
    if (wanted != top)
        holds_differ(holds, "on top lies %s",
                     top < holds->scenario->pieces ? holds->scenario->piece_id[top] : "another");
}

void holds_points(Holds *holds, const char *what, long parts, long whole)
{
    if (!fraction_is(words_fraction(&holds->words, what), parts, whole))
        holds_differ(holds, "%s is %ld and %ld/%ld", what, parts / whole, parts % whole, whole);
}

void holds_state(Holds *holds, const LabState *states, uint32_t now)
{
    Field word = words_more(&holds->words) ? *words_next(&holds->words) : (Field){0};
    uint32_t state = words_state(&holds->words, states);
    if (state && !(now & state))
        holds_differ(holds, "it is not %.*s", (int)word.length, word.text);
}

void holds_says(Holds *holds, const char *what, const char *text)
{
    char wanted[200] = "";
    words_string(&holds->words, what, wanted, sizeof wanted);
    if (!strstr(text, wanted))
        holds_differ(holds, "%s is \"%.150s\"", what, text);
}

/* ---- what every system has ------------------------------------------------------------------- */

static void turn_holds(Holds *holds) { holds_number(holds, "the turn", holds->position->turn); }
static void over_holds(Holds *holds) { holds_yes(holds, "whether the game is over", holds->position->over); }
static void winner_holds(Holds *holds) { holds_side(holds, "the winner", holds->position->winner); }
static void scale_holds(Holds *holds) { holds_number(holds, "the metres of a hex", holds->scenario->map->scale); }
static void counters_hold(Holds *holds) { holds_number(holds, "the number of counters", holds->scenario->pieces); }

static void score_holds(Holds *holds)
{
    ROOM(Score, score);
    int side = words_side(&holds->words);
    holds->scenario->system->score(holds->scenario, holds->position, score);
    holds_number(holds, "the score", side == NO_SIDE ? 0 : score->points[side]);
}

static void verdict_holds(Holds *holds)
{
    ROOM(Score, score);
    char verdict[SAY_TEXT];
    holds->scenario->system->score(holds->scenario, holds->position, score);
    say(holds->scenario, NULL, NULL, &score->verdict, verdict, sizeof verdict);
    holds_says(holds, "the verdict", verdict);
}

static void track_holds(Holds *holds)
{
    char track[SAY_TEXT];
    Sentence parts[TRACK_PARTS];
    int count = holds->scenario->system->track(holds->scenario, holds->position, parts, TRACK_PARTS);
    say_all(holds->scenario, NULL, NULL, parts, count, track, sizeof track);
    holds_says(holds, "the track", track);
}

static void neighbours_hold(Holds *holds)
{
    const Map *map = holds->scenario->map;
    Hex hex = words_hex(&holds->words);
    int count = 0, real = 0;
    for (int edge = 0; edge < EDGES && !holds->words.wrong; edge++)
        real += map->next[hex][edge] != NO_HEX;
    for (; words_more(&holds->words); count++) {
        Hex other = words_hex(&holds->words);
        if (!holds->words.wrong && edge_between(&map->grid, hex, other) == EDGES)
            holds_differ(holds, "one of them does not touch it");
    }
    if (count != real)
        holds_differ(holds, "it has %d neighbours", real);
}

static void invariants_hold(Holds *holds)
{
    char why[200] = "";
    if (!holds->scenario->system->invariants(holds->scenario, holds->position, why))
        holds_differ(holds, "%s", why);
}

static const Expectation common[] = {
    {"turn", turn_holds},
    {"over", over_holds},
    {"winner", winner_holds},
    {"score", score_holds},
    {"verdict", verdict_holds},
    {"track", track_holds},
    {"counters", counters_hold},
    {"scale", scale_holds},
    {"neighbours", neighbours_hold},
    {"invariants", invariants_hold},
    {NULL, NULL},
};

static const Expectation *expected(const Expectation *list, const Field *word)
{
    while (list->word && !field_is(word, list->word))
        list++;
    return list->word ? list : NULL;
}

bool holds_knows(const Expectation *list, const Field *word) { return expected(list, word); }

bool holds_line(const Scenario *scenario, const Position *position, const LabLine *line, char found[200],
                const Expectation *own)
{
    Holds holds = holds_of(scenario, position, line, found);
    const Expectation *expectation = expected(own, line->word);
    if (!expectation)
        expectation = expected(common, line->word);
    if (expectation)
        expectation->check(&holds);
    else
        words_wrong(&holds.words, line->word, "this is nothing that can be expected");
    return holds_end(&holds);
}
