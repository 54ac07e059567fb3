/* answers.c — an order whose events show nothing hidden reveals nothing hidden.
 *
 * The same order, with the same dice, is carried out in the true position and in one that a side imagines. Where the
 * two go on differently, the side has learned something. That may be: dice fall, stacks are turned up. But
 *
 *   - a player who can take his order back has learned nothing by it: all he sees and reads is the same in both. So he
 *     cannot scout by undo, and no answer is given for him, and no question left out, because of what he does not know;
 *   - if a side is asked something in one of them, then it is asked in the other one too, if all its events until then
 *     are the same: an answer that is given by itself because of something hidden would reveal it. It may well get more
 *     events before the same question where more is struck. */
#include <stdlib.h>
#include <string.h>

#include "battery.h"

enum { LOOK_EVERY = 6 };

/* What came of the order in one of the two positions. */
typedef struct Outcome {
    Position *position, *view; /* of the side at hand */
    Dice dice;
    Events events;
    uint64_t *facts;
    bool final; /* it could not be taken back */
} Outcome;

typedef struct Two {
    Position *imagined, *view;
    uint64_t *facts;
    bool ventured; /* the order itself says that it shows something */
    Outcome outcome[2];
} Two;

static void find_facts(const Subject *subject, const Position *view, uint64_t *out)
{
    const System *system = subject->scenario->system;
    memset(out, 0, (size_t)system->facts * sizeof *out);
    if (system->facts)
        system->learned(subject->scenario, view, out);
}

static bool shown_something(const Subject *subject, const Outcome *outcome, const uint64_t *before)
{
    bool shown = outcome->events.count > EVENTS_MAX;
    for (int i = 0; i < outcome->events.count && !shown; i++)
        shown = outcome->events.event[i].kind == EVENT_REVEALED;
    for (int i = 0; i < subject->scenario->system->facts; i++)
        shown |= (outcome->facts[i] & ~before[i]) != 0;
    return shown;
}

static void carry_out(const Subject *subject, const Position *from, const Order *order, int side, Two *two,
                      Outcome *out)
{
    static const uint8_t context[SHA256_BYTES];
    const System *system = subject->scenario->system;
    int giver = question(from)->side;
    memcpy(out->position, from, system->position_size);
    dice_fast(&out->dice, subject->seed);
    dice_context(&out->dice, context);
    out->events.count = 0;
    system->apply(subject->scenario, out->position, order, &out->dice, &out->events);
    system->mask(subject->scenario, out->position, side, out->view);
    find_facts(subject, out->view, out->facts);
    const Frame *next = out->position->over ? NULL : question(out->position);
    out->final = out->dice.recorded || !next || next->side != giver || two->ventured ||
                 shown_something(subject, out, two->facts);
}

/* All the sentences that the side reads. */
typedef struct Heard {
    int count;
    char words[EVENTS_MAX][SAY_TEXT];
} Heard;

static void hear(const Subject *subject, const Outcome *outcome, int side, Heard *out)
{
    out->count = 0;
    for (int i = 0; i < outcome->events.count && i < EVENTS_MAX; i++) {
        const Event *event = &outcome->events.event[i];
        if (!(event->hidden_from >> side & 1))
            say(subject->scenario, NULL, outcome->view, &event->what, out->words[out->count++], SAY_TEXT);
    }
}

static int by_words(const void *one, const void *other) { return strcmp(one, other); }

/* Events at the same time come in the order of counters that may be hidden. */
static void sort_heard(Heard *heard) { qsort(heard->words, (size_t)heard->count, sizeof *heard->words, by_words); }

static bool begins_so(const Heard *heard, const Heard *beginning)
{
    for (int i = 0; i < beginning->count; i++)
        if (i >= heard->count || strcmp(heard->words[i], beginning->words[i]))
            return false;
    return true;
}

static bool longer(const Heard *heard, const Heard *beginning)
{
    return heard->count > beginning->count && begins_so(heard, beginning);
}

static bool asked_of(const Outcome *outcome, int side)
{
    return !outcome->position->over && question(outcome->position)->side == side;
}

/* The very same question, whatever the events before it. */
static bool asked_alike(const Outcome *one, const Outcome *other, int side)
{
    return asked_of(one, side) && asked_of(other, side) &&
           !memcmp(question(one->position), question(other->position), sizeof(Frame));
}

/* Whether the side sees the counters of others in the same places, and has learned the same: one that is turned up by
 * the order, or lost, here or there, reveals something without a word. */
static bool others_stand_alike(const Subject *subject, const Outcome *one, const Outcome *other, int side)
{
    const Scenario *scenario = subject->scenario;
    Look look;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        scenario->system->look(scenario, one->view, piece, &look);
        if (look.side != side && scenario->system->where(scenario, one->view, piece) !=
                                     scenario->system->where(scenario, other->view, piece))
            return false;
    }
    return !memcmp(one->facts, other->facts, (size_t)scenario->system->facts * sizeof *one->facts);
}

static bool tells_nothing(const Subject *subject, Game *game, const Order *order, int side, const Two *two)
{
    static Heard heard, other_heard;
    const Outcome *one = &two->outcome[0], *other = &two->outcome[1];
    hear(subject, one, side, &heard);
    hear(subject, other, side, &other_heard);
    bool left_out = (asked_of(one, side) && longer(&other_heard, &heard)) ||
                    (asked_of(other, side) && longer(&heard, &other_heard));
    if (left_out && !asked_alike(one, other, side) && others_stand_alike(subject, one, other, side))
        return broken(subject, "after %d orders \"%s\": whether side %d is asked hangs on what it does not know",
                      game_orders(game), order_words(subject->scenario, order), side);
    *subject->shown += !(one->final && other->final) || asked_of(one, side);
    if (side != game_side(game) || (one->final && other->final))
        return true;
    sort_heard(&heard);
    sort_heard(&other_heard);
    if (one->final == other->final && heard.count == other_heard.count && begins_so(&heard, &other_heard) &&
        !memcmp(one->view, other->view, subject->scenario->system->position_size))
        return true;
    return broken(subject, "after %d orders \"%s\" can be taken back, and shows side %d something hidden",
                  game_orders(game), order_words(subject->scenario, order), side);
}

/* Whether it could be given there, too. */
static bool legal(const Subject *subject, const Position *position, const Order *order, Position *view)
{
    const System *system = subject->scenario->system;
    system->mask(subject->scenario, position, question(position)->side, view);
    return !refused(order_fits(subject->scenario, view, order)) &&
           !refused(system->check(subject->scenario, view, order));
}

static bool try_order(const Subject *subject, Game *game, const Order *order, int side, Two *two, Random *random)
{
    const System *system = subject->scenario->system;
    system->mask(subject->scenario, game_position(game), side, two->view);
    find_facts(subject, two->view, two->facts);
    two->ventured = side == game_side(game) && system->reveals && system->reveals(subject->scenario, two->view, order);
    system->imagine(subject->scenario, two->view, side, random, two->imagined);
    if (!legal(subject, two->imagined, order, two->view))
        return true;
    carry_out(subject, game_position(game), order, side, two, &two->outcome[0]);
    carry_out(subject, two->imagined, order, side, two, &two->outcome[1]);
    return tells_nothing(subject, game, order, side, two);
}

static bool answers_hold(const Subject *subject, Game *game, Two *two)
{
    Random random = {subject->seed};
    Looks looks = {.random = {subject->seed + 4}};
    Order order;
    bool held = true;
    while (held && game_is_looked_at(subject, game)) {
        bool look = worth_a_look(game, &looks, LOOK_EVERY);
        Random again = random;
        if (look && subject_order(subject, subject_view(game), &again, &order))
            for (int side = 0; side < subject->scenario->sides && held; side++)
                held = try_order(subject, game, &order, side, two, &looks.random);
        held = held && subject_step(subject, game, &random, &order);
    }
    return held;
}

bool trial_answers(const Subject *subject)
{
    const System *system = subject->scenario->system;
    size_t size = system->position_size, facts = (size_t)system->facts + 1;
    static Two two;
    if (!system->imagine) {
        ++*subject->shown; /* the rulebook says that nothing is hidden, or trial_secrets says that this lacks */
        return true;
    }
    two.imagined = calloc(1, size);
    two.view = calloc(1, size);
    two.facts = calloc(facts, sizeof *two.facts);
    for (int i = 0; i < 2; i++) {
        two.outcome[i].position = calloc(1, size);
        two.outcome[i].view = calloc(1, size);
        two.outcome[i].facts = calloc(facts, sizeof *two.facts);
    }
    Game *game = subject_game(subject);
    bool held = answers_hold(subject, game, &two);
    game_free(game);
    for (int i = 0; i < 2; i++) {
        free(two.outcome[i].position);
        free(two.outcome[i].view);
        free(two.outcome[i].facts);
    }
    free(two.imagined);
    free(two.view);
    free(two.facts);
    return held;
}
