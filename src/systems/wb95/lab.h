/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_WB95_LAB_H
#define SANDTABLE_WB95_LAB_H

#include "kit/words.h"
#include "systems/wb95/wb95.h"

extern const struct LabState {
    const char *word;
    uint32_t state;
} lab_states[]; /* ended by NULL */
extern const char *const lab_places[], *const lab_phases[], *const lab_bridges[], *const lab_answers[];

/* A line that does something. */
typedef struct Script {
    Scenario *scenario;
    Wb95 *data;
    State *state;
    Words words;
} Script;

int take_state(Words *words);                           /* index in lab_states; -1 */
int take_nation(Script *line);                          /* one that somebody plays; -1 */
int zone_named(const Script *line, const Field *field); /* -1 */
bool lab_ground(Script *line);                          /* the lines of lab_ground.c; any other is a mistake */

/* What an expecting line is held against; `found` has what is otherwise, as soon as something is. */
typedef struct Holds {
    const Scenario *scenario;
    const Wb95 *data;
    const State *state;
    Words words;
    bool denied, differs;
    int pairs;
    char *found;
} Holds;

/* Each reads the next word, and compares it with what is so. */
void number_is(Holds *holds, const char *what, long number);
void text_is(Holds *holds, const char *what, const char *text);
void word_is(Holds *holds, const char *what, const char *const *known, int index);
void side_is(Holds *holds, const char *what, int side); /* NO_SIDE: `nobody` */
void hex_is(Holds *holds, const char *what, Hex hex);   /* NO_HEX: `-` */
void points_are(Holds *holds, const char *what, int twelfths);
void differs(Holds *holds, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Another pair of a key and its value follows; the second that `no` would deny is a mistake. */
bool next_pair(Holds *holds);

/* ---- lab_air.c ---- */
void mission_holds(Holds *holds);
void missions_hold(Holds *holds);

/* ---- lab_table.c ---- */
void table_holds(Holds *holds);
void row_holds(Holds *holds);

#endif
