/* lab.h — the lines of a lab script that set up a position, by their first word.
 *
 * Lines that place, change or remove counters are alike in all rulebooks except for what there is to change:
 *
 *     place COUNTER… HEX CHANGES     state COUNTER… CHANGES     remove COUNTER… [dead]
 *
 * They are read to the end, and checked for every counter, before anything changes. */
#ifndef SANDTABLE_KIT_LAB_H
#define SANDTABLE_KIT_LAB_H

#include "kit/ask.h"
#include "kit/lab_map.h"

/* A line that changes the position. */
typedef struct Script {
    Scenario *scenario;
    Book *data;
    State *state;
    Words words;
} Script;

typedef struct Statement {
    const char *word;
    bool (*run)(Script *line); /* false with a mistake of the script */
} Statement;

/* Runs the statement of that word (the list ends with one without a word), or a line that changes the map, after which
 * derived data is computed again. False with a mistake. */
bool lab_line(Scenario *scenario, Position *position, const LabLine *words, const Statement *own,
              void (*derive_again)(Script *line));
/* Whether the list has a statement of that word: for a system with lines in several files. */
bool lab_knows(const Statement *list, const Field *word);

/* The changes at the end of such a line: each system has its own. */
typedef struct Changes Changes;

typedef struct LabCounters {
    bool (*take)(Words *words, Changes *out); /* the changes, to the end of the line */
    Hex (*spot)(Script *line);                /* where to; NULL: a hex */
    /* Whether it can have these changes, or be there; each false with a mistake. The second NULL: anywhere. */
    bool (*fits)(Script *line, const Changes *changes, Piece piece);
    bool (*may_stand)(Script *line, Piece piece, Hex hex);
    void (*put)(Script *line, Piece piece, Hex hex);
    void (*change)(Script *line, const Changes *changes, Piece piece);
    bool changed_first; /* before it is placed: its state decides its place in the stack */
    bool (*is_on_map)(const State *state, Piece piece);
    void (*remove)(Script *line, Piece piece, bool dead);
} LabCounters;

/* The three lines; `changes` is room for them. */
bool lab_place(Script *line, const LabCounters *counters, Changes *changes);
bool lab_state(Script *line, const LabCounters *counters, Changes *changes);
bool lab_remove(Script *line, const LabCounters *counters);

/* For a line that plays something: it rolls the queued dice, otherwise its own; its events go to the listener. */
Play lab_play(Script *line);
/* Names the counter that a line adds; false with a mistake: no room, or a name that is taken or not well formed. */
bool lab_name(Script *line, const Field *id, Piece piece, int room, char name[PIECE_TEXT]);

#endif
