/* terminal_standing.c — answers given in advance, at the terminal: the list, a new wish, and giving them. */
#include <stdio.h>
#include <string.h>

#include "cli/terminal.h"

/* The sentence of one kind with its number, after the words that choose it. */
static void tell_kind(Terminal *terminal, const StandingKind *kind, const StandingSet *set)
{
    const Scenario *scenario = terminal->scenario;
    bool chosen = standing_kind(scenario, set, kind->question) == kind;
    int number = chosen ? set->number[kind->question] : kind->usual;
    Sentence sentence = sentence(0, kind->sentence, number);
    char words[SAY_TEXT], line[SAY_TEXT + STANDING_TEXT + 16], range[16] = "";
    if (kind->measure != STANDING_ALWAYS)
        snprintf(range, sizeof range, " %d-%d", kind->least, kind->most);
    snprintf(line, sizeof line, "%s %s %s%s: %s", chosen ? "*" : " ", scenario->system->questions[kind->question].name,
             kind->name, range, terminal_say(terminal, &sentence, words));
    printf("  ");
    tell_wrapped(terminal, 6, line);
}

void tell_standing(Terminal *terminal)
{
    const StandingSet *set = game_standing(terminal->game, terminal->viewer);
    char line[SAY_TEXT];
    for (const StandingKind *kind = terminal->scenario->system->standing; kind && kind->name; kind++)
        tell_kind(terminal, kind, set);
    snprintf(line, sizeof line, "%s any only: %s", set->only ? "*" : " ",
             translation_words(terminal->translation, SAID("cli.give-answer-where-only-legal")));
    printf("  ");
    tell_wrapped(terminal, 6, line);
    tell_wrapped(terminal, 2,
                 translation_words(terminal->translation, SAID("cli.standing-question-name-number-chooses")));
}

void wish_standing(Terminal *terminal, const char *text)
{
    char why[200];
    if (standing_read(terminal->scenario, text, strlen(text), game_standing(terminal->game, terminal->viewer), why))
        tell_standing(terminal);
    else
        tell_wrapped(terminal, 2, translation_words(terminal->translation, why));
}

bool answer_standing(Terminal *terminal)
{
    Order order;
    char words[ORDER_TEXT];
    int side = game_side(terminal->game);
    if (side == NO_SIDE || terminal->machine[side])
        return false;
    StandingFound found = game_answer(terminal->game, &order);
    if (found == STANDING_DROPPED && side == terminal->viewer)
        tell_note(terminal, translation_words(terminal->translation, SAID("cli.no-standing-answer-fits-dropped")));
    if (found != STANDING_GIVEN)
        return false;
    if (side == terminal->viewer) {
        order_print(terminal->scenario, &order, words);
        printf("* ");
        tell_wrapped(terminal, 4, words);
    }
    tell_events(terminal, false);
    return true;
}
