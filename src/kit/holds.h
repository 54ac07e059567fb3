/* holds.h — what a lab script expects, held against what is so.
 *
 * A line of expectation is pairs of a key and a value; all must hold. Each function reads the next word and compares
 * it. A line is read to its end whatever it says, so that a mistake in it is told even when it would not hold;
 * `found` says what the first thing that differs is instead. */
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
/* The verdict, when all is read. */
bool holds_end(Holds *holds);
void holds_differ(Holds *holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Another pair of a key and its value follows; the second that `no` would deny is a mistake. */
bool holds_next(Holds *holds);

void holds_number(Holds *holds, const char *what, long number);
void holds_text(Holds *holds, const char *what, const char *text);
void holds_word(Holds *holds, const char *what, const char *const *known, int index);
void holds_yes(Holds *holds, const char *what, bool yes);
void holds_side(Holds *holds, const char *what, int side); /* NO_SIDE: `nobody` */
void holds_hex(Holds *holds, const char *what, Hex hex);   /* NO_HEX: `-` */
/* Points of which `whole` parts make one. */
void holds_points(Holds *holds, const char *what, long parts, long whole);

#endif
