/* ask.h — questions, the orders that answer them, and what goes on when an answer is in.
 *
 * A rulebook is a table of questions, and each question a table of orders: one row a verb, which lists what it may be
 * given, checks it, carries it out, and perhaps says where it leads and what its odds are. The functions of struct
 * System that go by questions are then the same for every rulebook, and stand here.
 *
 * What is open is a stack of frames (Position.frame). A frame is a *question*, if its kind has orders, or a
 * *procedure*: a turn, a battle, a march, which asks nobody itself. After each order the stack is settled: whatever
 * has come to the top goes on from where it stood (`resume`), until somebody must be asked. So a march can stop at
 * each hex, let the enemy shoot, and go on; a battle is a list of stages; and nothing else needs to know who called it.
 *
 *     order ──► row.apply ──► settle: ┌─► procedure on top? resume: it pushes, pops or raises its stage ─┐
 *                                     ├─► question just come up? resume; perhaps idle, or forced ────────┤
 *                                     └─► ask                                                            └─► again
 *
 * A side is told when its question was passed over because nothing could be done, and when the only possible answer was
 * given for it. Nobody else is told, since that may show what it has.
 *
 * What hangs on what a side may know (nothing to be done, only one answer) is found from that side's view: an answer
 * that is given by itself because of something hidden would tell it. */
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

/* What is done for a verb, in one question, and for a question. The functions that orders.def names are declared with
 * these types by the build (tools/orders.awk). */
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

/* Of an order that takes one thing for each of its slots: everything up to `values` that the check lets come next. */
static inline void list_allowed(const Scenario *scenario, const State *view, const Order *prefix, int slots, int values,
                                CheckOrder *check, Choices *out)
{
    int slot = prefix->count;
    out->complete = slot == slots;
    for (int value = 0; slot < slots && value < values; value++) {
        Order order = *prefix;
        order_add(&order, slot, (uint16_t)value);
        if (!refused(check(scenario, view, &order)))
            choose(out, slot, value);
    }
}

/* One verb in one question. What may be NULL says so. */
typedef struct OrderRow {
    uint8_t verb;
    bool trifle; /* somebody who can do nothing else need not be asked (Asking.skip) */
    /* Whether an order may begin so, where that is quicker than listing; NULL: if something is listed. */
    OpenOrder *open;
    /* What may follow the prefix, which has this verb; sets `complete` where nothing need follow, and the check says
     * whether it is an order then. NULL: it takes nothing. */
    ListOrder *list;
    CheckOrder *check; /* NULL: always legal */
    ApplyOrder *apply;
    ReachOrder *reach;       /* NULL: it takes no path */
    BeyondOrder *beyond;     /* see System.beyond; NULL: nothing more is known */
    ForecastOrder *forecast; /* of a legal order; NULL: nothing to weigh */
    /* Of a verb that takes free sets, see System.parts and System.demands; NULL: `list` is searched. */
    ListOrder *parts;
    DemandOrder *demands;
    /* See System.actors, with the bare verb for a prefix; NULL: they are searched for. */
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
    /* Of a procedure: goes on; must push, pop or change its frame. Of a question: what is done whenever it comes to the
     * top, before anybody is asked; may answer it. NULL: nothing. */
    GoOn *resume;
    /* The verbs that an order may begin with, where that is quicker than row by row; NULL: it is not. */
    VerbsOfQuestion *verbs;
    /* Beginnings of all orders at once, where that is quicker than verb by verb; NULL: it is not. */
    OpeningsOfQuestion *openings;
    /* Called instead of asking somebody who can do nothing but trifles; NULL: he is asked all the same. */
    GoOn *skip;
    const char *idle;   /* why there is nothing to do, told to that side: "%s has nothing to rebuild"; NULL: just that,
                           "": nothing is told */
    uint16_t idle_rule; /* with the paragraph; 0: that of the question */
    /* Whether the side is asked though it can do nothing, because not to ask it would tell the enemy something that is
     * hidden; NULL: never. It is given the true position, and looks at what both sides see of it. */
    StaysOfQuestion *stays;
    /* Not skipped after an order that can be taken back, as the turn may pass: who gave it ends the question. */
    bool lasts;
    bool forced; /* the only possible answer is given by itself */
} Asking;

#define ASKING(rows_) .row = (rows_), .rows = (int)(sizeof(rows_) / sizeof *(rows_))

/* ---- the stack ------------------------------------------------------------------------------- */

static inline Position *head_of(State *state) { return (Position *)state; }

/* Pushes a question or a procedure. The frame lies until answered(). */
Frame *ask(State *state, int kind, int side);
Frame *asked(State *state);  /* the top */
void answered(State *state); /* pops it */
/* The nearest frame of that kind below the top or on it; NULL if there is none. */
Frame *asked_below(State *state, int kind);
/* After something that is no order: the beginning of a game, a lab's change of phase. */
void settle(Play *play);
void ask_skip(Play *play); /* an Asking.skip: the question is answered, and that is all */
/* Whether the side that would be asked now could do nothing but trifles, by what it knows: for a question that is left
 * out only when it would first be asked (Asking.skip leaves it out whenever that comes to be so). */
bool ask_idle(const Play *play);

/* A game begins: the state is set up, then its sequence of play is all there is on the stack. */
void ask_begin(Play play, void (*set_up)(Play *play), int sequence);
/* Nothing is asked any more and nobody has won, in that turn: for a lab's change of phase. */
void ask_nothing(State *state, int turn);
/* Both sides roll so many dice until one has more, told in those words: side, roll, side, roll. Who won. */
int roll_off(Play *play, int dice, Sentence words);

/* ---- for struct System ----------------------------------------------------------------------- */

Play ask_play(const Scenario *scenario, Position *position, Dice *dice, Events *events);
void ask_choices(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out);
bool ask_openings(const Scenario *scenario, const Position *view, Memo *memo, Openings *out);
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

/* A position's size, if it begins with what the core reads of it. */
#define STATE_SIZE                                                                                           \
    (sizeof(State) + 0 * sizeof(struct {                                                                     \
                         char unused;                                                                        \
                         _Static_assert(offsetof(State, head) == 0, "a State begins with a Position, head"); \
                     }))

/* Those members of a System, but for `apply`, which some rulebooks do more at. */
#define ASK_MEMBERS                                                                                                   \
    .choices = ask_choices, .openings = ask_openings, .parts = ask_parts, .demands = ask_demands, .reach = ask_reach, \
    .actors = ask_actors, .check = ask_check, .forecast = ask_forecast, .prompt = ask_prompt, .due = ask_due
/* What every rulebook has, each by the name that its prefix makes of the member's, besides its own table `map_schema`
 * and its functions `score`, `stamps`, `control`, `where`, `owner`, `stack` and `text`. */
#define BOOK_MEMBERS(book, BOOK)                                                                                       \
    .name = #book, .map_schema = &map_schema, .position_size = STATE_SIZE, .orders = book##_orders,                    \
    .order_kinds = DOS, .questions = book##_questions, .question_kinds = ASKS, .rules = book##_rules,                  \
    .rule_count = BOOK##_RULES, .words = book##_words, .asking = book##_asking, .standing = book##_standing,           \
    .branches = book##_branches, .signs = book##_signs, .mark_kinds = book##_mark_kinds, .overlays = book##_overlays,  \
    .tables = book##_tables, .load = book##_load, .unload = book##_unload, .begin = book##_begin, .mask = book##_mask, \
    .look = book##_look, .marks = book##_marks, .track = book##_track, .panels = book##_panels, .aims = book##_aims,   \
    .scale = book##_scale, .memo_size = sizeof(Memo), .judge = book##_judge, .value = book##_value,                    \
    .sound = book##_sound, .lab = book##_lab, .lab_holds = book##_lab_holds, .text = text, .stamps = stamps,           \
    .where = where, .owner = owner, .stack = stack, .control = control, .score = score

#endif
