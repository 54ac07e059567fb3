/* lab.h — the lines of a lab script that make a position: a word, and what is done at it. */
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

#endif
