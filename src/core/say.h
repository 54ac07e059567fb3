/* say.h — sentences with holes, shared by refusals, events, prompts and forecasts.
 *
 * The rulebooks' code states a sentence once, as a constant with holes, and the numbers that fill it.
 * Nothing is formatted until somebody reads it, so refusing an order or telling an event costs a few
 * stores. Holes: %p piece, %h hex, %e hexside, %n number, %i number with its sign, %t parts of a point
 * (System.fraction) as a mixed number, %s side, %w a word of the system's own list (System.words), %d a text of the
 * scenario's data (System.text), %v an order's verb as it is typed, %q a question's title, %% itself; %+ is an s and
 * %* an es unless the number before it is 1. Pieces a reader may not know are printed as "a counter". The reader may
 * want another language: tongue.h. */
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

/* refuse(rule, "words", args…) with up to seven numbers. Whatever literal stands in there is a sentence to be
 * translated; one that is kept in a table stands in SAID(). */
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
    EVENT_RESULT,     /* what a table said */
    EVENT_LOST,       /* piece, steps */
    EVENT_ELIMINATED, /* piece, hex */
    EVENT_RETREATED,  /* piece, from, to */
    EVENT_ADVANCED,   /* piece, from, to: after a fight */
    EVENT_STATE,      /* a piece changed state */
    EVENT_GROUND,     /* control, fortification, bridge */
    EVENT_REVEALED,
    EVENT_SCORE,
    EVENT_ASIDE, /* to one side alone: what was decided without asking it. It makes no secret of the order */
    EVENT_OVER
} EventKind;
extern const char *const event_words[EVENT_OVER + 1]; /* what programs are told them by: "moved" */

/* A place in one of the tables that players may look up, all counted from 1: number in System.tables, column, row below
 * the head. No row or no column (0): the whole column or row; no table: nothing. Up to `last` it may be any column; 0:
 * it is this one. */
typedef struct TableRef {
    uint8_t table, column, last;
    uint16_t row;
} TableRef;

/* What an event tells in figures, besides its words: whoever lights a cell, counts luck or checks a case reads this. */
typedef enum FactKind {
    FACT_NONE,
    FACT_COLUMN, /* the column that a table is read in */
    FACT_ROLL,   /* what the dice showed, and the row that they lead to */
    FACT_RESULT, /* what the table said */
    FACT_TEST    /* the same as a roll, of a test beside the fight */
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
    uint8_t hidden_from; /* bit per side that is not told at all */
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
/* To everybody. */
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

/* What each of the sentence's numbers stands for, as the letter of its hole; 0: nothing. */
void sentence_holes(const Sentence *sentence, char letters[SAY_ARGS]);

struct Position;
struct Scenario;
struct Tongue;

bool sentence_same(const Sentence *one, const Sentence *other);

/* Writes the sentence in that tongue (NULL: English) as the holder of `view` may read it (NULL: everything is known),
 * followed by " (WB-95 4.2.1)" when it has a rule. Returns the length. */
size_t say(const struct Scenario *scenario, const struct Tongue *tongue, const struct Position *view,
           const Sentence *sentence, char *out, size_t room);
/* Several of them, with "; " between. */
size_t say_all(const struct Scenario *scenario, const struct Tongue *tongue, const struct Position *view,
               const Sentence *sentences, int count, char *out, size_t room);

#endif
