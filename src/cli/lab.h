/* lab.h — `sandtable lab` inside: one case being run, and what its parts share.
 *
 * lab.c runs scripts case by case, lab_expect.c holds what a script expects against the game, lab_forecast.c does that
 * with odds, lab_best.c with the machine's order, lab_show.c prints for people. Every line is read with a cursor
 * (kit/words.h). A line that cannot be read is a mistake at its place; a line that does not come true is an unmet
 * expectation. A case goes on after either, unless the line was to do something that the rest of the case needs. */
#ifndef SANDTABLE_LAB_H
#define SANDTABLE_LAB_H

#include <stdio.h>

#include "ai/ai.h"
#include "core/game.h"
#include "kit/words.h"

#define PROVES 3 /* with more it would be unclear which of them the case tests */

typedef enum Latest { LATEST_NOTHING, LATEST_ORDER, LATEST_FORECAST } Latest;

typedef struct Lab {
    const char *file;
    Document *document;
    Log *log;
    FILE *proofs;
    bool verbose;
    const Player *level; /* who is asked for the best order; NULL: the usual one */
    int cases, failed;
    bool *used; /* by entry of the document: a set-up that some case uses */

    bool open, bad, ended; /* a case is being run; something of it is wrong; it cannot go on */
    bool begun;            /* an order was given or a phase opened: time has begun to pass */
    bool ordered;          /* an order was given since, and not taken back: its events are not stale */
    char name[160];
    int line;
    int claims; /* lines that would fail if the game were otherwise */
    int proves;
    char rule[PROVES][40];
    Scenario *scenario;
    Game *game;
    Latest latest; /* what `expect column` is about */
    Forecast forecast;
    Words words;       /* the line at hand */
    const Field *from; /* the `use` that this line comes from, NULL none */
} Lab;

/* What did not come true, under the line that expected it. */
void unmet(Lab *lab, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* What the side that must answer may know. */
const Position *lab_view(Lab *lab);
/* Reads the next word as an order, or as the beginning of one. */
bool take_order(Lab *lab, Order *out);
bool take_prefix(Lab *lab, Order *out);
/* The scenario that a `lab` line names; NULL with a mistake. */
Scenario *lab_scenario(Words *words, Log *log);
/* SIDE, or `spectator`; NO_SIDE with a mistake. */
int take_viewer(Words *words, const Scenario *scenario);
/* A die as `3`, a draw as `17/343`. */
Cast take_cast(Words *words);
/* The sentence with all that is true. */
const char *lab_say(const Lab *lab, const Sentence *sentence, char out[SAY_TEXT]);
/* Whether the event was sent to that side; NO_SIDE: to any side. */
bool was_told(const Event *event, int side);
void print_events(const Lab *lab, int side);

/* ---- lab_expect.c ---- */
void expect_refusal(Lab *lab);
void expect(Lab *lab);
void sees(Lab *lab);
/* A part of an order as an order would write it. */
void print_choice(const Lab *lab, const Order *prefix, const Choice *choice, char *out, size_t room);

/* ---- lab_best.c ---- */
/* [no] best [level PLAYER] "ORDER" ["ORDER"…]: what the machine would order. */
void expect_best(Lab *lab, bool wanted);
/* [level PLAYER] ["ORDER"]: what it would order, or what it thinks of this order, and what else it tried. */
void show_best(Lab *lab);

/* ---- lab_event.c ---- */
enum { WORDING_VALUES = SAY_ARGS };
typedef struct Wording {
    const Field *at;
    bool message;    /* `words` are the id of a message, and `value` what fills it */
    char words[200]; /* else some of the sentence's */
    int values;
    char value[WORDING_VALUES][80];
} Wording;
/* MESSAGE [VALUE…], or "WORDS". */
bool take_wording(Lab *lab, const char *what, Wording *out);
/* Whether the sentence is that; its words as the holder of the view reads them, NULL: all is known. */
bool wording_fits(const Lab *lab, const Sentence *sentence, const Position *reader, const Wording *wording);

/* ---- lab_said.c ---- */
/* A mistake at the phrase if it has a word that the program never says. */
void check_said(const Lab *lab, Words *words, const Field *phrase);

/* ---- lab_forecast.c ---- */
void expect_forecast(Lab *lab);
/* The odds of the order as shown to the side that must answer; false with the reason if there are none. */
bool make_forecast(Lab *lab, const Order *order, char why[SAY_TEXT]);
void print_forecast(const Lab *lab, const Forecast *forecast);

/* ---- lab_show.c ---- */
void show(Lab *lab);
void show_end(void); /* gives back what drawing has taken */

#endif
