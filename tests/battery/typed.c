/* typed.c — a client's text, however senseless, does no harm and is judged alike everywhere.
 *
 * A client may send any text. So parts of orders are made from the descriptions of the orders (OrderKind): any verb,
 * any counter, hex, number or word, in any slot, as many as fit. Some values are taken from a legal order, because what
 * is almost right goes deepest. Each part is put to every function that a client can reach. The sanitizers watch for
 * harm; the trial compares the answers:
 *
 *     complete by the lists     =>  accepted by the check
 *     accepted by the check     =>  listed part by part, complete, and every counter is one that its slot may name
 *     can be added to a part    =>  the part fits its description
 *     the order around a part   =>  accepted */
#include <string.h>

#include "ai/foreclose.h"
#include "battery.h"
#include "core/parts.h"

enum { LOOK_EVERY = 16, TYPED = 24, DEAR_EVERY = 6, SKETCHES = 8 };

static Choices choices;

/* Whether the verb answers the open question. */
static bool answers(const Subject *subject, const Position *view, int verb)
{
    return order_answers(&subject->scenario->system->orders[verb], question(view)->kind);
}

static int draw_verb(const Subject *subject, const Position *view, Random *random)
{
    uint32_t kinds = (uint32_t)subject->scenario->system->order_kinds;
    int verb = (int)random_below(random, kinds);
    for (int tries = 0; tries < 200 && !answers(subject, view, verb) && random_below(random, 20); tries++)
        verb = (int)random_below(random, kinds);
    return verb;
}

/* A value from the legal order, of the slot's type; else any. */
static uint16_t likely_value(const Subject *subject, const Slot *slot, Random *random, const Order *legal)
{
    const OrderKind *kind = &subject->scenario->system->orders[legal->verb];
    for (int tries = 0; legal->count && tries < 8 && random_below(random, 3); tries++) {
        int at = (int)random_below(random, legal->count);
        ArgType type = kind->slot[legal->slot[at]].type;
        bool hexes = (type == ARG_HEX || type == ARG_PATH) && (slot->type == ARG_HEX || slot->type == ARG_PATH);
        if (hexes || type == slot->type)
            return legal->value[at];
    }
    return draw_value(subject, slot, random);
}

/* Each slot empty, filled as it must be, or with any number of things. */
static Order draw_part(const Subject *subject, const Position *view, Random *random, const Order *legal)
{
    Order part = order_of(draw_verb(subject, view, random));
    const OrderKind *kind = &subject->scenario->system->orders[part.verb];
    for (int slot = 0; slot < kind->slots; slot++) {
        const Slot *is = &kind->slot[slot];
        int count =
            (int)random_below(random, 3) ? is->least : (int)random_below(random, 2u + (is->most < 5 ? is->most : 5));
        if (!random_below(random, 5))
            count = 0;
        for (int i = 0; i < count && i < is->most; i++)
            order_put(kind, &part, slot, likely_value(subject, is, random, legal));
    }
    return part;
}

/* Functions that only must not do harm. */
static void look_on(const Subject *subject, Game *game, const Order *part)
{
    static Reach reach;
    static uint8_t exposed[HEXES_MAX];
    const Scenario *scenario = subject->scenario;
    const Position *view = subject_view(game);
    reach.count = 0;
    if (scenario->system->reach)
        scenario->system->reach(scenario, view, part, &reach);
    list_exposure(scenario, view, part, &reach, exposed);
}

static bool complete_is_legal(const Subject *subject, Game *game, const Order *part, const char *list)
{
    char words[SAY_TEXT];
    if (!choices.complete)
        return true;
    Refusal refusal = game_check(game, part);
    if (!refused(refusal))
        return true;
    say(subject->scenario, NULL, subject_view(game), &refusal.why, words, sizeof words);
    return broken(subject, "after %d orders \"%s\" is complete by %s but refused: %s", game_orders(game),
                  order_words(subject->scenario, part), list, words);
}

static bool lists_agree(const Subject *subject, Game *game, const Order *part, bool dear)
{
    const Scenario *scenario = subject->scenario;
    const Position *view = subject_view(game);
    static Around around;
    choices.count = 0;
    choices.complete = false;
    scenario->system->choices(scenario, view, part, &choices);
    if (!complete_is_legal(subject, game, part, "the choices"))
        return false;
    if (!dear)
        return true;
    list_additions(scenario, view, part, &choices);
    if (!complete_is_legal(subject, game, part, "the additions"))
        return false;
    if (choices.count && !part_fits(scenario, view, part))
        return broken(subject, "after %d orders something can be added to \"%s\", which fits no order",
                      game_orders(game), order_words(scenario, part));
    Refusal refusal = order_around(scenario, view, part, &around);
    if (!refused(refusal) && refused(game_check(game, &around.order)))
        return broken(subject, "after %d orders \"%s\" is called the order around \"%s\", and refused",
                      game_orders(game), order_words(scenario, &around.order), order_words(scenario, part));
    return true;
}

/* What is accepted though a person typed it. */
static bool typed_order_holds(const Subject *subject, Game *game, const Order *order)
{
    static Forecast forecast;
    static Foreclosures foreclosures;
    static uint64_t room[1 << 17];
    static Sketch sketches[SKETCHES];
    const Scenario *scenario = subject->scenario;
    const System *system = scenario->system;
    const Position *view = subject_view(game);
    if (!names_fit(scenario, view, order))
        return broken(subject, "after %d orders \"%s\" is accepted, but names a counter that its slot may not name",
                      game_orders(game), order_words(scenario, order));
    if (!order_is_listed(subject, game, order))
        return false;
    memset(&forecast, 0, sizeof forecast);
    if (system->forecast)
        system->forecast(scenario, view, order, &forecast);
    if (system->preview)
        system->preview(scenario, view, order, sketches, SKETCHES);
    if (foreclose_room(scenario) <= sizeof room)
        foreclose(scenario, view, game_side(game), NULL, order, room, &foreclosures);
    ++*subject->shown;
    return true;
}

static bool typing_holds(const Subject *subject, Game *game, Random *random)
{
    const Position *view = subject_view(game);
    Order legal;
    if (!subject_order(subject, view, random, &legal))
        return broken(subject, "after %d orders the random player finds none", game_orders(game));
    for (int i = 0; i < TYPED; i++) {
        Order part = draw_part(subject, view, random, &legal);
        look_on(subject, game, &part);
        if (!lists_agree(subject, game, &part, !random_below(random, DEAR_EVERY)))
            return false;
        if (!refused(game_check(game, &part)) && !typed_order_holds(subject, game, &part))
            return false;
    }
    return true;
}

bool trial_typed(const Subject *subject) { return look_through(subject, LOOK_EVERY, typing_holds); }
