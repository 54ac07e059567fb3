/* holds.c — what a lab script expects, held against what is so. */
#include "kit/holds.h"

#include <stdarg.h>
#include <stdio.h>

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

void holds_points(Holds *holds, const char *what, long parts, long whole)
{
    if (!fraction_is(words_fraction(&holds->words, what), parts, whole))
        holds_differ(holds, "%s is %ld and %ld/%ld", what, parts / whole, parts % whole, whole);
}
