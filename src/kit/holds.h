/* holds.h — compares the expectations of a lab script with the position.
 *
 * An expectation is a line of key and value pairs; all must hold. Each function reads the next word and compares. A
 * line is always read to its end, so that a mistake in it is reported even if the expectation fails; `found` describes
 * the first difference. */
#ifndef SANDTABLE_KIT_HOLDS_H
#define SANDTABLE_KIT_HOLDS_H

#include "kit/words.h"

typedef struct Holds {
    const Scenario *scenario;
    const Position *position;
    Words words;
    bool denied, differs;
    int pairs;
    char *found; /* 200 characters */
} Holds;

Holds holds_of(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
/* The verdict, after everything is read. */
bool holds_end(Holds *holds);
void holds_differ(Holds *holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Whether another pair follows; a second pair after `no` is a mistake. */
bool holds_next(Holds *holds);

void holds_number(Holds *holds, const char *what, long number);
void holds_text(Holds *holds, const char *what, const char *text);
void holds_word(Holds *holds, const char *what, const char *const *known, int index);
void holds_yes(Holds *holds, const char *what, bool yes);
void holds_side(Holds *holds, const char *what, int side); /* NO_SIDE: the word `nobody` */
void holds_hex(Holds *holds, const char *what, Hex hex);   /* NO_HEX: `-` */
void holds_top(Holds *holds, Piece top);                   /* of a stack: which counter it is */
/* Points of which `whole` parts make one. */
void holds_points(Holds *holds, const char *what, long parts, long whole);
void holds_state(Holds *holds, const LabState *states, uint32_t now); /* bits of the states it is in */
void holds_says(Holds *holds, const char *what, const char *text);    /* the words are in it somewhere */

/* The expectation for a word. */
typedef struct Expectation {
    const char *word;
    void (*check)(Holds *holds);
} Expectation;
/* Whether a line holds that begins with one of the system's own words (the list ends with an entry without a word) or
 * with one that every system has:
 *
 *     turn 3   over yes   winner soviet   score soviet 12   verdict "…"   track "…"   counters 300   scale 3000
 *     invariants   neighbours 0505 0405 … (all that touch it) */
bool holds_line(const Scenario *scenario, const Position *position, const LabLine *line, char found[200],
                const Expectation *own);
/* Whether the list has that word: for a system with expectations in several files. */
bool holds_knows(const Expectation *list, const Field *word);

#endif
