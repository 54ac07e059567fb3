/* ask.h — questions, the orders that answer them, and what happens after an answer.
 *
 * A rulebook is a table of questions, and each question is a table of orders with one row per verb. A row lists the
 * arguments of the order, checks it, carries it out, and optionally gives its reach and its odds. The functions of
 * struct System that depend on questions are then the same for every rulebook, and are here.
 *
 * The open questions are a stack of frames (Position.frame). A frame is a *question*, if its kind has orders, or a
 * *procedure*: a turn, a battle, a march, which itself asks no one. After each order the stack is settled: the frame on
 * top continues from its stage (`resume`), until a side must be asked. So a march can stop at each hex, let the enemy
 * fire, and go on; a battle is a list of stages; and no other code needs to know which frame called it.
 *
 *     order ──► row.apply ──► settle: ┌─► procedure on top? resume: it pushes, pops or raises its stage ─┐
 *                                     ├─► question just come up? resume; perhaps idle, or forced ────────┤
 *                                     └─► ask                                                            └─► again
 *
 * A side gets an event when its question was skipped because it could do nothing, and when its only possible answer was
 * given automatically. The other sides do not, because that may reveal what it has.
 *
 * Whether a side can do nothing, or has only one answer, is decided from that side's view: an automatic answer that
 * depended on something hidden would reveal it. */
#ifndef SANDTABLE_KIT_ASK_H
#define SANDTABLE_KIT_ASK_H

#include <stddef.h>

#include "core/system.h"

/* Each system has its own of these: State begins with a Position, Book is what Scenario.own points to. */
typedef struct State State;
typedef struct Book Book;

/* What apply and resume work on. */
typedef struct Play {
    const Scenario *scenario;
    const Book *data;
    State *state;
    Dice *dice;
    Events *events;
} Play;

/* The functions of a verb in one question, and of a question. The build declares the functions that orders.def names
 * with these types (tools/orders.awk). */
typedef bool OpenOrder(const Scenario *scenario, const State *view);
typedef void ListOrder(const Scenario *scenario, const State *view, const Order *prefix, Choices *out);
typedef Refusal CheckOrder(const Scenario *scenario, const State *view, const Order *order);
typedef void ApplyOrder(Play *play, const Order *order);
typedef void ReachOrder(const Scenario *scenario, const State *view, const Order *prefix, Reach *out);
typedef Refusal BeyondOrder(const Scenario *scenario, const State *view, const Order *prefix, Hex hex);
typedef bool ForecastOrder(const Scenario *scenario, const State *view, const Order *order, Forecast *out);
typedef Refusal DemandOrder(const Scenario *scenario, const State *view, const Order *part, Demands *out);
typedef Sentence PromptQuestion(const Scenario *scenario, const State *view);
typedef int DueOfQuestion(const Scenario *scenario, const State *view);
typedef KindSet VerbsOfQuestion(const Scenario *scenario, const State *view);
typedef void OpeningsOfQuestion(const Scenario *scenario, const State *view, Memo *memo, Openings *out);
typedef void GoOn(Play *play);
typedef bool StaysOfQuestion(const Scenario *scenario, const State *state);

/* For an order with one value in each slot: lists all values below `values` that pass the check. */
static inline void list_allowed(const Scenario *scenario, const State *view, const Order *prefix, int slots, int values,
                                CheckOrder *check, Choices *out)
{
    int slot = prefix->count;
    out->complete = slot == slots;
    Order order = *prefix;
    if (slot == slots || !order_add(&order, slot, 0))
        return;
    for (int value = 0; value < values; value++) {
        order.value[slot] = (uint16_t)value;
        if (!refused(check(scenario, view, &order)))
            choose(out, slot, value);
    }
}

/* One verb in one question. Members that may be NULL say so. */
typedef struct OrderRow {
    uint8_t verb;
    bool trifle; /* a side that can do nothing else need not be asked (Asking.skip) */
    /* Whether an order may begin with this verb, if that is faster than listing; NULL: if something is listed. */
    OpenOrder *open;
    /* What may follow the prefix, which has this verb; sets `complete` if nothing more is needed, and the check decides
     * whether it is then legal. NULL: it takes no arguments. */
    ListOrder *list;
    CheckOrder *check; /* NULL: always legal */
    ApplyOrder *apply;
    ReachOrder *reach;       /* NULL: it takes no path */
    BeyondOrder *beyond;     /* see System.beyond; NULL: nothing more is known */
    ForecastOrder *forecast; /* of a legal order; NULL: it rolls no dice */
    /* For a verb that takes free sets, see System.parts and System.demands; NULL: `list` is searched. */
    ListOrder *parts;
    DemandOrder *demands;
    /* See System.actors, with the bare verb as the prefix; NULL: they are searched for. */
    ListOrder *actors;
    const struct FreeSet *set;   /* instead of both, see kit/sets.h */
    const struct Paying *paying; /* instead of both, `list` and `check`, see kit/paying.h */
} OrderRow;

/* One kind of frame. */
typedef struct Asking {
    const OrderRow *row; /* NULL: a procedure */
    int rows;
    PromptQuestion *prompt;
    DueOfQuestion *due; /* or NULL */
    /* Of a procedure: continues it; must push, pop or change its frame. Of a question: runs whenever it comes to the
     * top, before the side is asked; may answer it. NULL: nothing. */
    GoOn *resume;
    /* The verbs that an order may begin with, if that is faster than row by row; NULL: it is not. */
    VerbsOfQuestion *verbs;
    /* Beginnings of all orders at once, if that is faster than verb by verb; NULL: it is not. */
    OpeningsOfQuestion *openings;
    /* Called instead of asking a side that can do nothing but trifles; NULL: it is asked anyway. */
    GoOn *skip;
    const char *idle;   /* the message to a side that has nothing to do: "%s has nothing to rebuild"; NULL: a general
                           one, "": none */
    uint16_t idle_rule; /* its paragraph; 0: that of the question */
    /* Whether the side is asked although it can do nothing, because skipping it would reveal something hidden to the
     * enemy; NULL: never. It gets the true position, and may use only what both sides see of it. */
    StaysOfQuestion *stays;
    /* Not skipped after an order that can be undone, because the turn may pass: the player must end the question. */
    bool lasts;
    bool forced; /* the only possible answer is given automatically */
} Asking;

#define ASKING(rows_) .row = (rows_), .rows = (int)(sizeof(rows_) / sizeof *(rows_))

/* ---- the stack ------------------------------------------------------------------------------- */

static inline Position *head_of(State *state) { return (Position *)state; }

/* Pushes a question or a procedure. The frame stays until answered(). */
Frame *ask(State *state, int kind, int side);
Frame *asked(State *state);  /* the top */
void answered(State *state); /* pops it */
/* The nearest frame of that kind below the top or on it; NULL if there is none. */
Frame *asked_below(State *state, int kind);
/* Call it after a change that is not an order: the start of a game, a lab's change of phase. */
void settle(Play *play);
void ask_skip(Play *play); /* an Asking.skip that only answers the question */
/* Whether the side to be asked now can do nothing but trifles, by its own view: for a question that is skipped only
 * when it first comes up (Asking.skip skips it whenever that becomes true). */
bool ask_idle(const Play *play);
/* Whether no order but trifles and those of that verb can be begun in the view's open question. */
bool ask_only(const Scenario *scenario, const Position *view, int verb);

/* Starts a game: sets up the state, then puts only its sequence of play on the stack. */
void ask_begin(Play play, void (*set_up)(Play *play), int sequence);
/* Clears the stack and the winner, in that turn: for a lab's change of phase. */
void ask_nothing(State *state, int turn);
/* Both sides roll that many dice until one has more, with an event in those words: side, roll, side, roll. Winner. */
int roll_off(Play *play, int dice, Sentence words);

/* ---- for struct System ----------------------------------------------------------------------- */

Play ask_play(const Scenario *scenario, Position *position, Dice *dice, Events *events);
void ask_choices(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out);
bool ask_openings(const Scenario *scenario, const Position *view, Memo *memo, Openings *out);
bool ask_openings_kept(const Scenario *scenario, const Position *view);
void ask_verbs(const Scenario *scenario, const Position *view, ListedBefore listed, Choices *out);
void ask_reach(const Scenario *scenario, const Position *view, const Order *prefix, Reach *out);
Refusal ask_beyond(const Scenario *scenario, const Position *view, const Order *prefix, Hex hex);
bool ask_parts(const Scenario *scenario, const Position *view, const Order *part, Choices *out);
bool ask_actors(const Scenario *scenario, const Position *view, int verb, Choices *out);
Refusal ask_demands(const Scenario *scenario, const Position *view, const Order *part, Demands *out);
Refusal ask_check(const Scenario *scenario, const Position *view, const Order *order);
void ask_apply(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events);
bool ask_forecast(const Scenario *scenario, const Position *view, const Order *order, Forecast *out);
Sentence ask_prompt(const Scenario *scenario, const Position *view);
int ask_due(const Scenario *scenario, const Position *view);

/* The size of a position; checks that it begins with the core's head. */
#define STATE_SIZE                                                                                           \
    (sizeof(State) + 0 * sizeof(struct {                                                                     \
                         char unused;                                                                        \
                         _Static_assert(offsetof(State, head) == 0, "a State begins with a Position, head"); \
                     }))

/* These members of a System, except `apply`, to which some rulebooks add. */
#define ASK_MEMBERS                                                                                           \
    .choices = ask_choices, .openings = ask_openings, .openings_kept = ask_openings_kept, .verbs = ask_verbs, \
    .parts = ask_parts, .demands = ask_demands, .reach = ask_reach, .actors = ask_actors, .check = ask_check, \
    .forecast = ask_forecast, .prompt = ask_prompt, .due = ask_due
/* What every rulebook has: each member by its name with the book's prefix, and without prefix the table `map_schema`
 * and the functions `score`, `stamps`, `control`, `where`, `owner`, `stack` and `text`. */
#define BOOK_MEMBERS(book, BOOK)                                                                                       \
    .name = #book, .map_schema = &map_schema, .position_size = STATE_SIZE, .orders = book##_orders,                    \
    .order_kinds = DOS, .questions = book##_questions, .question_kinds = ASKS, .rules = book##_rules,                  \
    .rule_count = BOOK##_RULES, .words = book##_words, .asking = book##_asking, .standing = book##_standing,           \
    .branches = book##_branches, .signs = book##_signs, .mark_kinds = book##_mark_kinds, .overlays = book##_overlays,  \
    .tables = book##_tables, .load = book##_load, .unload = book##_unload, .begin = book##_begin, .mask = book##_mask, \
    .look = book##_look, .marks = book##_marks, .track = book##_track, .phases = book##_phases,                        \
    .panels = book##_panels, .aims = book##_aims, .scale = book##_scale, .memo_size = sizeof(Memo),                    \
    .judge = book##_judge, .value = book##_value, .invariants = book##_invariants, .lab = book##_lab,                  \
    .lab_holds = book##_lab_holds, .text = text, .stamps = stamps, .where = where, .owner = owner, .stack = stack,     \
    .control = control, .score = score

#endif
