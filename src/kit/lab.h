/* lab.h — the lines of a lab script that make a position: a word, and what is done at it.
 *
 * Lines that put counters down, change or remove them are alike in all rulebooks but for what there is to change:
 *
 *     place COUNTER… HEX CHANGES     state COUNTER… CHANGES     remove COUNTER… [dead]
 *
 * They are read to their end, and tried on every counter, before anything is changed. */
#ifndef SANDTABLE_KIT_LAB_H
#define SANDTABLE_KIT_LAB_H

#include "kit/ask.h"
#include "kit/lab_map.h"

/* A line that does something. */
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

/* Runs the statement of that word, ended by one without, or a line that changes the map, after which all that follows
 * from it is to be derived again. False with a mistake. */
bool lab_line(Scenario *scenario, Position *position, const LabLine *words, const Statement *own,
              void (*derive_again)(Script *line));
/* Whether the list has a statement of that word: for a system whose lines stand in several files. */
bool lab_knows(const Statement *list, const Field *word);

/* What the end of such a line makes of a counter: each system has its own. */
typedef struct Changes Changes;

typedef struct LabCounters {
    bool (*take)(Words *words, Changes *out); /* the changes, to the end of the line */
    Hex (*spot)(Script *line);                /* where to; NULL: a hex */
    /* Whether it can be so, or stand there; each false with a mistake. The second NULL: anywhere. */
    bool (*fits)(Script *line, const Changes *changes, Piece piece);
    bool (*may_stand)(Script *line, Piece piece, Hex hex);
    void (*put)(Script *line, Piece piece, Hex hex);
    void (*change)(Script *line, const Changes *changes, Piece piece);
    bool changed_first; /* before it is put down: what it is decides where in the stack it comes to lie */
    bool (*is_on_map)(const State *state, Piece piece);
    void (*remove)(Script *line, Piece piece, bool dead);
} LabCounters;

/* The three lines; `changes` is room for them. */
bool lab_place(Script *line, const LabCounters *counters, Changes *changes);
bool lab_state(Script *line, const LabCounters *counters, Changes *changes);
bool lab_remove(Script *line, const LabCounters *counters);

/* Whatever a line sets going rolls the dice that wait, or else dice of its own, and tells it to whoever listens. */
Play lab_play(Script *line);
/* Names the counter that a line adds; false with a mistake: no room, or a name that is taken or not well formed. */
bool lab_name(Script *line, const Field *id, Piece piece, int room, char name[PIECE_TEXT]);

#endif
