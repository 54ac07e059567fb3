/* ask.c — see ask.h. */
#include "core/lists.h"
#include "core/room.h"
#include "kit/ask.h"

#include "kit/paying.h"
#include "kit/sets.h"

#include <assert.h>
#include <string.h>

enum { SETTLING = 100000 }; /* more steps than any order takes: a procedure that never ends */

/* ---- the stack ------------------------------------------------------------------------------- */

Frame *ask(State *state, int kind, int side)
{
    Position *head = head_of(state);
    assert(head->depth < QUESTION_DEPTH);
    Frame *frame = &head->frame[head->depth++];
    *frame = (Frame){.kind = (uint8_t)kind, .side = (uint8_t)side, .fresh = 1};
    return frame;
}

Frame *asked(State *state)
{
    assert(head_of(state)->depth);
    return &head_of(state)->frame[head_of(state)->depth - 1];
}

void answered(State *state)
{
    *asked(state) = (Frame){0};
    if (--head_of(state)->depth)
        asked(state)->fresh = 1;
}

Frame *asked_below(State *state, int kind)
{
    Position *head = head_of(state);
    for (int i = head->depth; i--;)
        if (head->frame[i].kind == kind)
            return &head->frame[i];
    return NULL;
}

/* ---- looking rows up ------------------------------------------------------------------------- */

static const Asking *asking_of(const Scenario *scenario, const Position *position)
{
    return &scenario->system->asking[question(position)->kind];
}

static const OrderRow *row_of(const Asking *asking, int verb)
{
    for (int i = 0; i < asking->rows; i++)
        if (asking->row[i].verb == verb)
            return &asking->row[i];
    return NULL;
}

static const State *state_in(const Position *position) { return (const State *)position; }

static Refusal check_row(const Scenario *scenario, const Position *view, const OrderRow *row, const Order *order)
{
    if (row->check)
        return row->check(scenario, state_in(view), order);
    return row->paying ? paying_check(row->paying, scenario, state_in(view), order) : LEGAL;
}

Refusal ask_check(const Scenario *scenario, const Position *view, const Order *order)
{
    Refusal refusal = order_fits(scenario, view, order);
    if (refused(refusal))
        return refusal;
    const OrderRow *row = row_of(asking_of(scenario, view), order->verb);
    assert(row); /* the orders' description says which questions take which order, once for both tables */
    if (refused(refusal = order_repeats(scenario, order)))
        return refusal;
    return check_row(scenario, view, row, order);
}

static void list_row(const Scenario *scenario, const Position *view, const OrderRow *row, const Order *prefix,
                     Choices *out)
{
    out->count = 0;
    out->complete = false;
    if (row->list)
        row->list(scenario, state_in(view), prefix, out);
    else if (row->paying)
        paying_list(row->paying, scenario, state_in(view), prefix, out);
    else
        out->complete = !refused(check_row(scenario, view, row, prefix));
}

/* Whether an order may begin with the row's verb. `out` is room to list in; `lists`, if there are any, keep what the
 * verb's first argument may be. */
static bool begins(const Scenario *scenario, const Position *view, const OrderRow *row, Lists *lists, Choices *out)
{
    if (row->open)
        return row->open(scenario, state_in(view));
    Order prefix = order_of(row->verb);
    if (lists && scenario->system->orders[row->verb].slots)
        list_choices(lists, scenario, view, &prefix, out);
    else
        list_row(scenario, view, row, &prefix, out);
    return out->complete || out->count;
}

static void list_verbs(const Scenario *scenario, const Position *view, Lists *lists, Choices *out)
{
    ROOM(Choices, parts);
    const Asking *asking = asking_of(scenario, view);
    out->count = 0;
    out->complete = false;
    KindSet verbs = asking->verbs ? asking->verbs(scenario, state_in(view)) : (KindSet){0};
    for (int i = 0; i < asking->rows; i++)
        if (asking->verbs ? kind_in(&verbs, asking->row[i].verb)
                          : begins(scenario, view, &asking->row[i], lists, parts))
            choose(out, SLOT_VERB, asking->row[i].verb);
}

void ask_choices(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out)
{
    out->count = 0;
    out->complete = false;
    if (!view->depth || !prefix_fits(scenario, view, prefix))
        return;
    if (prefix->verb == NO_VERB) {
        list_verbs(scenario, view, NULL, out);
        return;
    }
    const OrderRow *row = row_of(asking_of(scenario, view), prefix->verb);
    if (row)
        list_row(scenario, view, row, prefix, out);
    if (out->complete && refused(ask_check(scenario, view, prefix))) /* typed, not made of listed parts */
        out->complete = false;
}

/* Every row is listed once: asking for the verbs first would list each of them twice. */
bool ask_openings(const Scenario *scenario, const Position *view, Memo *memo, Openings *out)
{
    ROOM(Choices, parts);
    if (!view->depth)
        return false;
    const Asking *asking = asking_of(scenario, view);
    if (asking->openings) {
        asking->openings(scenario, state_in(view), memo, out);
        return true;
    }
    Order prefix = order_of(NO_VERB);
    for (int i = 0; i < asking->rows; i++) {
        const OrderRow *row = &asking->row[i];
        const OrderKind *kind = &scenario->system->orders[row->verb];
        prefix.verb = row->verb;
        if (kind->arranging || kind->by_hand || (row->open && !row->open(scenario, state_in(view))))
            continue;
        list_row(scenario, view, row, &prefix, parts);
        if (parts->complete)
            open_with(out, row->verb, SLOT_VERB, 0);
        open_with_all(out, row->verb, parts);
    }
    return true;
}

bool ask_openings_kept(const Scenario *scenario, const Position *view)
{
    return view->depth && asking_of(scenario, view)->openings;
}

void ask_verbs(const Scenario *scenario, const Position *view, ListedBefore listed, Choices *out)
{
    ROOM(Choices, parts);
    const Asking *asking = view->depth ? asking_of(scenario, view) : NULL;
    KindSet begun = {0};
    out->count = 0;
    out->complete = false;
    if (!asking)
        return;
    if (!listed.known) {
        list_verbs(scenario, view, listed.lists, out);
        return;
    }
    for (int i = 0; i < listed.known->count; i++)
        kind_add(&begun, listed.known->opening[i].verb);
    for (int i = 0; i < asking->rows; i++) {
        const OrderRow *row = &asking->row[i];
        const OrderKind *kind = &scenario->system->orders[row->verb];
        bool told = !kind->arranging && !kind->by_hand; /* those alone are among the openings */
        if (told ? kind_in(&begun, row->verb) : begins(scenario, view, row, listed.lists, parts))
            choose(out, SLOT_VERB, row->verb);
    }
}

bool ask_parts(const Scenario *scenario, const Position *view, const Order *part, Choices *out)
{
    const OrderRow *row = row_of(asking_of(scenario, view), part->verb);
    if (!row || !(row->parts || row->set || row->paying))
        return false;
    if (row->set)
        free_parts(row->set, scenario, state_in(view), part, out);
    else if (row->paying)
        paying_parts(row->paying, scenario, state_in(view), part, out);
    else
        row->parts(scenario, state_in(view), part, out);
    return true;
}

bool ask_actors(const Scenario *scenario, const Position *view, int verb, Choices *out)
{
    const OrderRow *row = row_of(asking_of(scenario, view), verb);
    Order prefix = order_of(verb);
    if (!row || !row->actors)
        return false;
    row->actors(scenario, state_in(view), &prefix, out);
    return true;
}

Refusal ask_demands(const Scenario *scenario, const Position *view, const Order *part, Demands *out)
{
    Refusal refusal = order_repeats(scenario, part);
    if (refused(refusal))
        return refusal;
    const OrderRow *row = row_of(asking_of(scenario, view), part->verb);
    if (row->set)
        return free_demands(row->set, scenario, state_in(view), part, out);
    if (row->paying)
        return paying_demands(row->paying, scenario, state_in(view), part, out);
    return row->demands(scenario, state_in(view), part, out);
}

void ask_reach(const Scenario *scenario, const Position *view, const Order *prefix, Reach *out)
{
    out->count = 0;
    if (!view->depth || !walk_fits(scenario, view, prefix))
        return;
    const OrderRow *row = row_of(asking_of(scenario, view), prefix->verb);
    if (row && row->reach)
        row->reach(scenario, state_in(view), prefix, out);
}

Refusal ask_beyond(const Scenario *scenario, const Position *view, const Order *prefix, Hex hex)
{
    if (!walk_fits(scenario, view, prefix))
        return LEGAL;
    const OrderRow *row = row_of(asking_of(scenario, view), prefix->verb);
    return row && row->beyond ? row->beyond(scenario, state_in(view), prefix, hex) : LEGAL;
}

bool ask_forecast(const Scenario *scenario, const Position *view, const Order *order, Forecast *out)
{
    if (!view->depth)
        return false;
    const OrderRow *row = row_of(asking_of(scenario, view), order->verb);
    return row && row->forecast && !refused(ask_check(scenario, view, order)) &&
           row->forecast(scenario, state_in(view), order, out);
}

Sentence ask_prompt(const Scenario *scenario, const Position *view)
{
    return asking_of(scenario, view)->prompt(scenario, state_in(view));
}

int ask_due(const Scenario *scenario, const Position *view)
{
    const Asking *asking = asking_of(scenario, view);
    return asking->due ? asking->due(scenario, state_in(view)) : 0;
}

/* ---- going on -------------------------------------------------------------------------------- */

enum { POSITION_ROOM = 64 * 1024, SIGHT_ROOM = 32 * 1024 };

/* The view of the side that would be asked now. */
static const Position *view_of_asked(const Play *play)
{
    ROOMS(char, block, POSITION_ROOM);
    ROOMS(char, sight, SIGHT_ROOM);
    Position *room = (Position *)(void *)block;
    const System *system = play->scenario->system;
    int side = asked(play->state)->side;
    assert(system->position_size <= POSITION_ROOM);
    if (system->mask_again && system->sight_lasts && system->sight_size <= SIGHT_ROOM)
        system->mask_again(play->scenario, head_of(play->state), side, room, (Sight *)(void *)sight);
    else
        system->mask(play->scenario, head_of(play->state), side, room);
    return room;
}

/* Whether no order but trifles can be begun. One that can is enough, whichever it is: what could be begun when the
 * question was examined last is tried first. */
static bool nothing_begins(const Scenario *scenario, const Position *view, const Asking *asking)
{
    enum { KEPT = 64 };
    static _Thread_local uint8_t kept[KEPT]; /* rows, by question */
    ROOM(Choices, parts);
    uint8_t *last = &kept[question(view)->kind % KEPT];
    for (int i = -1; i < asking->rows; i++) {
        int at = i < 0 ? *last : i;
        if (at >= asking->rows || i == *last || asking->row[at].trifle)
            continue;
        if (begins(scenario, view, &asking->row[at], NULL, parts)) {
            *last = (uint8_t)at;
            return false;
        }
    }
    return true;
}

bool ask_idle(const Play *play)
{
    const Position *view = view_of_asked(play);
    const Asking *asking = asking_of(play->scenario, view);
    if (!asking->verbs)
        return nothing_begins(play->scenario, view, asking);
    KindSet verbs = asking->verbs(play->scenario, state_in(view));
    for (int i = 0; i < asking->rows; i++)
        if (!asking->row[i].trifle && kind_in(&verbs, asking->row[i].verb))
            return false;
    return true;
}

bool ask_only(const Scenario *scenario, const Position *view, int verb)
{
    ROOM(Choices, parts);
    const Asking *asking = asking_of(scenario, view);
    KindSet verbs = asking->verbs ? asking->verbs(scenario, state_in(view)) : (KindSet){0};
    for (int i = 0; i < asking->rows; i++) {
        const OrderRow *row = &asking->row[i];
        if (row->trifle || row->verb == verb)
            continue;
        if (asking->verbs ? kind_in(&verbs, row->verb) : begins(scenario, view, row, NULL, parts))
            return false;
    }
    return true;
}

/* The only order there is, found by its parts; false if there are several. */
static bool only_order(const Play *play, Order *out)
{
    ROOM(Choices, parts);
    const Position *view = view_of_asked(play);
    *out = order_of(NO_VERB);
    for (;;) {
        ask_choices(play->scenario, view, out, parts);
        if (parts->complete)
            return !parts->count;
        if (parts->count != 1)
            return false;
        if (out->verb == NO_VERB)
            *out = order_of(parts->choice[0].value);
        else if (!order_add(out, parts->choice[0].slot, parts->choice[0].value))
            return false;
    }
}

/* Sent only to the side that was skipped. */
static void tell_unasked(Play *play, const Frame *top, const char *words, int rule)
{
    const System *system = play->scenario->system;
    const char *rules = system->questions[top->kind].rules;
    if (!*words)
        return;
    if (!rule && rules)
        rule = rule_named(system, rules, strcspn(rules, " "));
    tell(play->events, EVENT_ASIDE, ~(1u << top->side) & 0xFF, sentence(rule, words, top->side, top->kind));
}

/* Continues the frame on top; false when it waits for an answer. */
static bool go_on(Play *play)
{
    Frame *top = asked(play->state);
    const Asking *asking = &play->scenario->system->asking[top->kind];
    if (!asking->row) {
        asking->resume(play);
        return true;
    }
    bool came_up = top->fresh;
    if (came_up) {
        top->fresh = 0;
        if (asking->resume) {
            asking->resume(play);
            return true;
        }
    }
    bool may_skip = came_up || play->dice->recorded || !asking->lasts;
    if (asking->skip && may_skip && ask_idle(play) && !(asking->stays && asking->stays(play->scenario, play->state))) {
        if (came_up)
            tell_unasked(play, top, asking->idle ? asking->idle : SAID("kit.no-possible-order-not-asked"),
                         asking->idle_rule);
        asking->skip(play);
        return true;
    }
    Order only;
    if (asking->forced && only_order(play, &only)) {
        tell_unasked(play, top, SAID("kit.only-possible-answer-given"), 0);
        row_of(asking, only.verb)->apply(play, &only);
        return true;
    }
    return false;
}

void settle(Play *play)
{
    Position *head = head_of(play->state);
    for (int steps = 0; !head->over && go_on(play); steps++)
        assert(steps < SETTLING);
    if (head->over)
        while (head->depth)
            answered(play->state);
}

void ask_skip(Play *play) { answered(play->state); }

Play ask_play(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    return (Play){scenario, scenario->own, (State *)position, dice, events};
}

void ask_apply(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events)
{
    Play play = ask_play(scenario, position, dice, events);
    position->orders++;
    row_of(asking_of(scenario, position), order->verb)->apply(&play, order);
    settle(&play);
}

void ask_begin(Play play, void (*set_up)(Play *play), int sequence)
{
    head_of(play.state)->winner = NO_SIDE;
    set_up(&play);
    ask(play.state, sequence, NO_SIDE);
    settle(&play);
}

void ask_nothing(State *state, int turn)
{
    Position *head = head_of(state);
    while (head->depth)
        answered(state);
    head->over = 0;
    head->winner = NO_SIDE;
    head->turn = (uint16_t)turn;
}

int roll_off(Play *play, int dice, Sentence words)
{
    enum { FIRST_ROLL = 1, SECOND_ROLL = 3 };
    do {
        words.arg[FIRST_ROLL] = (int16_t)dice_sum(play->dice, dice);
        words.arg[SECOND_ROLL] = (int16_t)dice_sum(play->dice, dice);
        tell(play->events, EVENT_ROLLED, 0, words);
    } while (words.arg[FIRST_ROLL] == words.arg[SECOND_ROLL]);
    return words.arg[SECOND_ROLL] > words.arg[FIRST_ROLL];
}
