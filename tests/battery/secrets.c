/* secrets.c — two positions that differ only in what a side cannot know look the same to it.
 *
 * The rulebook's shuffle_hidden makes the second position of each pair. Views must then be the same bytes;
 * and because a cache might remember what the view does not hold, the answers made from them are compared too:
 * the question's words, the choices, the forecast of an order. Spectators are tried like sides. What is imagined from
 * a view must look the same again, and somewhere the game goes on from there. */
#include <stdlib.h>
#include <string.h>

#include "battery.h"

enum { LOOK_EVERY = 10, PARTING_MOST = 500 };

typedef struct Answers {
    Choices first, later; /* after no prefix, and after an order's first parts */
    Forecast forecast;
    bool forecast_made;
    char prompt[SAY_TEXT];
} Answers;

/* What this view says to a side about the open question and this order of its own. */
static void answer(const Subject *subject, const Position *view, const Order *order, Answers *out)
{
    const System *system = subject->scenario->system;
    memset(out, 0, sizeof *out);
    Order prefix = order_of(NO_VERB);
    system->choices(subject->scenario, view, &prefix, &out->first);
    prefix = *order;
    prefix.count = (uint8_t)(prefix.count / 2);
    system->choices(subject->scenario, view, &prefix, &out->later);
    out->forecast_made = system->forecast && system->forecast(subject->scenario, view, order, &out->forecast);
    Sentence prompt = system->prompt(subject->scenario, view);
    say(subject->scenario, NULL, view, &prompt, out->prompt, sizeof out->prompt);
}

static bool same_choices(const Choices *a, const Choices *b)
{
    if (a->complete != b->complete || a->count != b->count)
        return false;
    for (int i = 0; i < a->count; i++)
        if (a->choice[i].slot != b->choice[i].slot || a->choice[i].value != b->choice[i].value)
            return false;
    return true;
}

static bool same_lines(const ForecastLine *a, const ForecastLine *b, int count)
{
    for (int i = 0; i < count; i++)
        if (!sentence_same(&a[i].label, &b[i].label) || a[i].weight != b[i].weight || a[i].opposed != b[i].opposed ||
            a[i].rule != b[i].rule)
            return false;
    return true;
}

static bool same_modifiers(const Forecast *x, const Forecast *y)
{
    if (x->modifiers != y->modifiers)
        return false;
    for (int i = 0; i < x->modifiers; i++)
        if (!sentence_same(&x->modifier[i].what, &y->modifier[i].what) || x->modifier[i].value != y->modifier[i].value)
            return false;
    return true;
}

static bool same_forecast(const Answers *a, const Answers *b)
{
    const Forecast *x = &a->forecast, *y = &b->forecast;
    if (a->forecast_made != b->forecast_made)
        return false;
    return !a->forecast_made ||
           (sentence_same(&x->title, &y->title) && sentence_same(&x->opposed, &y->opposed) &&
            sentence_same(&x->best, &y->best) && sentence_same(&x->worst, &y->worst) &&
            sentence_same(&x->likely, &y->likely) && x->total == y->total && x->opposed_total == y->opposed_total &&
            x->outcomes == y->outcomes && x->measures == y->measures && same_modifiers(x, y) &&
            same_lines(x->outcome, y->outcome, x->outcomes) && same_lines(x->measure, y->measure, x->measures));
}

static size_t first_difference(const void *a, const void *b, size_t length)
{
    const unsigned char *x = a, *y = b;
    size_t at = 0;
    while (at < length && x[at] == y[at])
        at++;
    return at;
}

typedef struct Pair {
    Position *other;   /* the shuffled position */
    Position *view[2]; /* of the true and of the shuffled one */
    Position *imagined[2];
    Answers *answers; /* two */
} Pair;

/* A cache filled while the view was made would not show in the view: each view is made again before the questions. */
static bool answers_same(const Subject *subject, Game *game, int side, Pair *pair, Random random)
{
    const System *system = subject->scenario->system;
    Order order;
    uint64_t listed = 0;
    if (!random_player.order(subject->scenario, pair->view[1], NULL, &random, &order, &listed))
        return true;
    system->mask(subject->scenario, game_position(game), side, pair->view[0]);
    answer(subject, pair->view[0], &order, &pair->answers[0]);
    system->mask(subject->scenario, pair->other, side, pair->view[1]);
    answer(subject, pair->view[1], &order, &pair->answers[1]);
    if (!same_choices(&pair->answers[0].first, &pair->answers[1].first) ||
        !same_choices(&pair->answers[0].later, &pair->answers[1].later))
        return broken(subject, "after %d orders the choices of side %d tell what its view hides", game_orders(game),
                      side);
    if (strcmp(pair->answers[0].prompt, pair->answers[1].prompt))
        return broken(subject, "after %d orders the question tells side %d what its view hides", game_orders(game),
                      side);
    if (!same_forecast(&pair->answers[0], &pair->answers[1]))
        return broken(subject, "after %d orders the forecast of \"%s\" tells what the view hides", game_orders(game),
                      order_words(subject->scenario, &order));
    return true;
}

static bool looks_same(const Subject *subject, Game *game, int side, Pair *pair, Random *random)
{
    const System *system = subject->scenario->system;
    const Position *position = game_position(game);
    memcpy(pair->other, position, system->position_size);
    if (!system->shuffle_hidden(subject->scenario, pair->other, side, random)) {
        ++*subject->shown; /* by its own word the side knows everything here */
        return true;
    }
    *subject->shown += memcmp(pair->other, position, system->position_size) != 0;
    system->mask(subject->scenario, position, side, pair->view[0]);
    system->mask(subject->scenario, pair->other, side, pair->view[1]);
    size_t at = first_difference(pair->view[0], pair->view[1], system->position_size);
    if (at < system->position_size)
        return broken(subject,
                      "after %d orders side %d can tell two positions apart that it must not: byte %zu of its view",
                      game_orders(game), side, at);
    return side == game_side(game) ? answers_same(subject, game, side, pair, *random) : true;
}

/* A position imagined from a view is sound, and looks the same; from the view of another truth it is the same one. */
static bool imagined_same(const Subject *subject, Game *game, int viewer, Pair *pair, Random *random)
{
    const System *system = subject->scenario->system;
    uint64_t seed = random_next(random);
    char why[200];
    if (!system->imagine)
        return subject->scenario->growing[0] || broken(subject, "something is hidden, and cannot be imagined");
    for (int truth = 1; truth >= 0; truth--) {
        Random same = {seed};
        memcpy(pair->other, game_position(game), system->position_size);
        if (truth && viewer <= SPECTATOR)
            system->shuffle_hidden(subject->scenario, pair->other, viewer, random);
        system->mask(subject->scenario, pair->other, viewer, pair->view[0]);
        system->imagine(subject->scenario, pair->view[0], viewer, &same, pair->imagined[truth]);
    }
    size_t at = first_difference(pair->imagined[0], pair->imagined[1], system->position_size);
    if (at < system->position_size)
        return broken(subject, "after %d orders byte %zu of what viewer %d imagines tells of the truth",
                      game_orders(game), at, viewer);
    if (system->invariants && !system->invariants(subject->scenario, pair->imagined[0], why))
        return broken(subject, "after %d orders viewer %d imagines an unsound position: %s", game_orders(game), viewer,
                      why);
    system->mask(subject->scenario, pair->imagined[0], viewer, pair->view[1]);
    at = first_difference(pair->view[0], pair->view[1], system->position_size);
    if (at < system->position_size)
        return broken(subject,
                      "after %d orders viewer %d imagines what it can tell from the truth: byte %zu of its view",
                      game_orders(game), viewer, at);
    return true;
}

/* A side, a spectator, or all sides but one. */
static int some_viewer(const Scenario *scenario, Random *random)
{
    unsigned all = (1u << scenario->sides) - 1;
    int drawn = (int)random_below(random, 2 * (uint32_t)scenario->sides + 1);
    return drawn <= scenario->sides ? viewer_for(1u << drawn & all)
                                    : viewer_for(all & ~(1u << (drawn - scenario->sides - 1)));
}

/* Somewhere in the game it goes on from another truth, as a what-if does, and must come to its end all the same. */
static bool other_truth(const Subject *subject, Game *game, Random random)
{
    char why[200];
    unsigned sides = sides_of(some_viewer(subject->scenario, &random));
    if (!subject->scenario->system->imagine || game_imagine(game, sides, random_next(&random), why))
        return true;
    return broken(subject, "after %d orders nothing could be imagined: %s", game_orders(game), why);
}

static bool secrets_hold(const Subject *subject, Game *game, Pair *pair)
{
    Random chance = {subject->seed + 5};
    int parting = (int)random_below(&chance, PARTING_MOST);
    Random random = {subject->seed};
    Looks looks = {.random = {subject->seed + 3}};
    Order order;
    bool held = true;
    while (held && game_is_looked_at(subject, game)) {
        if (worth_a_look(game, &looks, LOOK_EVERY)) {
            for (int side = 0; side < subject->scenario->sides && held; side++)
                held = looks_same(subject, game, side, pair, &looks.random);
            held = held && looks_same(subject, game, SPECTATOR, pair, &looks.random) &&
                   imagined_same(subject, game, some_viewer(subject->scenario, &looks.random), pair, &looks.random);
        }
        if (held && game_orders(game) == parting)
            held = other_truth(subject, game, chance);
        held = held && subject_step(subject, game, &random, &order);
    }
    return held;
}

bool trial_secrets(const Subject *subject)
{
    size_t size = subject->scenario->system->position_size;
    if (!subject->scenario->system->shuffle_hidden) {
        ++*subject->shown; /* the rulebook says that nothing is hidden */
        return true;
    }
    Pair pair = {calloc(1, size),
                 {calloc(1, size), calloc(1, size)},
                 {calloc(1, size), calloc(1, size)},
                 calloc(2, sizeof *pair.answers)};
    Game *game = subject_game(subject);
    bool held = secrets_hold(subject, game, &pair);
    game_free(game);
    free(pair.other);
    free(pair.view[0]);
    free(pair.view[1]);
    free(pair.imagined[0]);
    free(pair.imagined[1]);
    free(pair.answers);
    return held;
}
