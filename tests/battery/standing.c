/* standing.c — answers given in advance: what is declared makes sense, and whatever a side wants, what is given in its
 * name is a legal order found from its view alone. */
#include <stdlib.h>
#include <string.h>

#include "battery.h"

enum { LOOK_EVERY = 6 };

static bool answers_question(const System *system, int verb, int question)
{
    return verb < system->order_kinds && question < system->question_kinds &&
           order_answers(&system->orders[verb], question);
}

static bool row_makes_sense(const Subject *subject, const StandingKind *kind)
{
    const System *system = subject->scenario->system;
    Sentence said = {.words = kind->sentence};
    if (kind->question >= STANDING_QUESTIONS || !answers_question(system, kind->verb, kind->question))
        return broken(subject, "the standing answer %s has a verb that does not answer its question", kind->name);
    for (int slot = 0; kind->plain && slot < system->orders[kind->verb].slots; slot++)
        if (system->orders[kind->verb].slot[slot].least)
            return broken(subject, "the standing answer %s is plain, and its verb is not", kind->name);
    if (kind->measure != STANDING_ALWAYS &&
        (kind->least > kind->usual || kind->usual > kind->most ||
         (kind->otherwise != STANDING_ASK && !answers_question(system, kind->otherwise, kind->question))))
        return broken(subject, "the standing answer %s has a condition that makes no sense", kind->name);
    for (const StandingKind *other = system->standing; other < kind; other++)
        if (other->question == kind->question && !strcmp(other->name, kind->name))
            return broken(subject, "there are two standing answers %s to one question", kind->name);
    return translated(subject, &said);
}

/* Any of the answers to the open question, with any number, or that the only legal order is given. */
static void wish(const Scenario *scenario, int question, Random *random, StandingSet *set)
{
    uint32_t found = 0;
    memset(set, 0, sizeof *set);
    set->only = !random_below(random, 2);
    for (const StandingKind *kind = scenario->system->standing; kind && kind->name; kind++)
        if (kind->question == question && !random_below(random, ++found)) {
            set->kind[question] = (uint8_t)(1 + (kind - scenario->system->standing));
            set->number[question] =
                (uint8_t)(kind->least + random_below(random, (uint32_t)(kind->most - kind->least + 1)));
        }
}

static bool answer_holds(const Subject *subject, Game *game, Random *random, Position *other, Position *view)
{
    const Scenario *scenario = subject->scenario;
    const System *system = scenario->system;
    const Frame *asked = question(game_position(game));
    StandingSet set;
    Order order, same;
    wish(scenario, asked->kind, random, &set);
    StandingFound found = standing_find(scenario, subject_view(game), &set, &order);
    ++*subject->shown;
    if (found == STANDING_GIVEN && refused(game_check(game, &order)))
        return broken(subject, "after %d orders \"%s\" is answered in advance and refused", game_orders(game),
                      order_words(scenario, &order));
    memcpy(other, game_position(game), system->position_size);
    if (!system->shuffle_hidden || !system->shuffle_hidden(scenario, other, asked->side, random))
        return true;
    system->mask(scenario, other, asked->side, view);
    view->orders = 0;
    if (standing_find(scenario, view, &set, &same) != found || (found == STANDING_GIVEN && !order_same(&order, &same)))
        return broken(subject, "after %d orders an answer in advance tells what the view hides", game_orders(game));
    return true;
}

bool trial_standing(const Subject *subject)
{
    const System *system = subject->scenario->system;
    Random random = {subject->seed};
    Looks looks = {.random = {subject->seed + 7}};
    Position *other = calloc(1, system->position_size), *view = calloc(1, system->position_size);
    Game *game = subject_game(subject);
    Order order;
    bool held = true;
    for (const StandingKind *kind = system->standing; held && kind && kind->name; kind++)
        held = row_makes_sense(subject, kind);
    while (held && game_is_looked_at(subject, game)) {
        if (worth_a_look(game, &looks, LOOK_EVERY))
            held = answer_holds(subject, game, &looks.random, other, view);
        held = held && subject_step(subject, game, &random, &order);
    }
    *subject->shown += !system->standing;
    game_free(game);
    free(other);
    free(view);
    return held;
}
