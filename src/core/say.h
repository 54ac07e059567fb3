/* say.h — sentences with holes, shared by refusals, events, prompts and forecasts.
 *
 * The code of a rulebook names a sentence by its message id and gives the numbers that fill its holes.
 * Nothing is formatted until someone reads it, so a refusal or an event costs only a few stores.
 * Holes: %p piece, %h hex, %e hexside, %n number, %i number with its sign, %t parts of a point
 * (System.fraction) as a mixed number, %s side, %w a word of the system's own list (System.words), %d a text of the
 * scenario's data (System.text), %v an order's verb as it is typed, %q a question's title, %% itself; %+ is an s and
 * %* an es unless the number before it is 1. Pieces that a reader may not know are printed as "a counter". For other
 * languages see translation.h. */
#ifndef SANDTABLE_SAY_H
#define SANDTABLE_SAY_H

#include "core/order.h"

#define SAY_ARGS 7 /* fills the struct: sentences are compared and hashed as bytes */
#define SAY_TEXT 512

typedef struct Sentence {
    const char *words; /* NULL: nothing to say */
    uint16_t rule;     /* index into the system's rules, 0 none */
    int16_t arg[SAY_ARGS];
} Sentence;

/* Why an order is not legal; `why.words` is NULL when it is. */
typedef struct Refusal {
    Sentence why;
} Refusal;

#define LEGAL ((Refusal){{0}})
static inline bool refused(Refusal refusal) { return refusal.why.words != NULL; }

/* refuse(rule, "id", args…) with up to seven numbers. The build collects every literal in these macros as a message
 * to be translated; write a message in a table as SAID("id"). */
#define refuse(rule_, ...) ((Refusal){sentence(rule_, __VA_ARGS__)})
#define sentence(rule_, ...) SENTENCE_(rule_, __VA_ARGS__, 0, 0, 0, 0, 0, 0, 0, 0)
#define SENTENCE_(rule_, words_, a_, b_, c_, d_, e_, f_, g_, ...)                                                 \
    ((Sentence){.words = (words_),                                                                                \
                .rule = (uint16_t)(rule_),                                                                        \
                .arg = {(int16_t)(a_), (int16_t)(b_), (int16_t)(c_), (int16_t)(d_), (int16_t)(e_), (int16_t)(f_), \
                        (int16_t)(g_)}})
#define SAID(words_) words_

typedef enum EventKind {
    EVENT_NOTE,
    EVENT_TURN,
    EVENT_PHASE,
    EVENT_MOVED,      /* piece, from, to */
    EVENT_PLACED,     /* piece, hex: set-up and arrivals */
    EVENT_ROLLED,     /* dice */
    EVENT_RESULT,     /* of a table */
    EVENT_LOST,       /* piece, steps */
    EVENT_ELIMINATED, /* piece, hex */
    EVENT_RETREATED,  /* piece, from, to */
    EVENT_ADVANCED,   /* piece, from, to: after a fight */
    EVENT_STATE,      /* a piece changed state */
    EVENT_GROUND,     /* control, fortification, bridge */
    EVENT_REVEALED,
    EVENT_SCORE,
    EVENT_ASIDE, /* to one side only: a decision made without asking it. It does not make the order secret */
    EVENT_OVER
} EventKind;
extern const char *const event_words[EVENT_OVER + 1]; /* their names in the protocol: "moved" */

/* A place in one of the tables that players may look up, all counted from 1: number in System.tables, column, row below
 * the head. No row or no column (0): the whole column or row; no table: nothing. Up to `last` it may be any column; 0:
 * it is this one. */
typedef struct TableRef {
    uint8_t table, column, last;
    uint16_t row;
} TableRef;

/* The figures of an event, in addition to its words: for highlighting table cells, counting luck and checking lab
 * cases. */
typedef enum FactKind {
    FACT_NONE,
    FACT_COLUMN, /* the column that a table is read in */
    FACT_ROLL,   /* the dice, and the row that they lead to */
    FACT_RESULT, /* the result of the table */
    FACT_TEST    /* like a roll, for a test outside the combat itself */
} FactKind;

typedef struct Fact {
    uint8_t kind;
    TableRef cell;
    int16_t roll, row;
    Sentence what; /* the column or the result, as the table prints it */
} Fact;

typedef struct Event {
    Sentence what;
    uint8_t kind;
    uint8_t hidden_from; /* bit per side that does not get the event */
    Fact fact;
} Event;

#define EVENTS_MAX 1024

typedef struct Events {
    int count; /* events beyond the room are counted, not kept */
    Event event[EVENTS_MAX];
} Events;

static inline void tell_fact_to(Events *events, EventKind kind, unsigned hidden_from, Sentence what, Fact fact)
{
    if (events->count < EVENTS_MAX)
        events->event[events->count] = (Event){what, (uint8_t)kind, (uint8_t)hidden_from, fact};
    events->count++;
}
/* To all sides. */
static inline void tell_fact(Events *events, EventKind kind, Sentence what, Fact fact)
{
    tell_fact_to(events, kind, 0, what, fact);
}
static inline void tell(Events *events, EventKind kind, unsigned hidden_from, Sentence what)
{
    tell_fact_to(events, kind, hidden_from, what, (Fact){0});
}

static inline Fact fact_column(Sentence column, TableRef cell)
{
    return (Fact){.kind = FACT_COLUMN, .cell = cell, .what = column};
}
static inline Fact fact_roll(int roll, int row, TableRef cell)
{
    return (Fact){.kind = FACT_ROLL, .cell = cell, .roll = (int16_t)roll, .row = (int16_t)row};
}
static inline Fact fact_result(Sentence result) { return (Fact){.kind = FACT_RESULT, .what = result}; }
static inline Fact fact_test(int roll, int row, TableRef cell)
{
    return (Fact){.kind = FACT_TEST, .cell = cell, .roll = (int16_t)roll, .row = (int16_t)row};
}

/* The meaning of each of the sentence's numbers, as the letter of its hole; 0: unused. */
void sentence_holes(const Sentence *sentence, char letters[SAY_ARGS]);

struct Position;
struct Scenario;
struct Translation;

bool sentence_same(const Sentence *one, const Sentence *other);

/* Writes the sentence in that language (NULL: English) as the holder of `view` may read it (NULL: everything is known),
 * followed by " (WB-95 4.2.1)" if it has a rule. Returns the length. */
size_t say(const struct Scenario *scenario, const struct Translation *translation, const struct Position *view,
           const Sentence *sentence, char *out, size_t room);
/* Several of them, with "; " between. */
size_t say_all(const struct Scenario *scenario, const struct Translation *translation, const struct Position *view,
               const Sentence *sentences, int count, char *out, size_t room);

#endif
