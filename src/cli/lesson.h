/* lesson.h — a position made by the lines of a script, and played on: what lessons and puzzles are checked with. */
#ifndef SANDTABLE_LESSON_H
#define SANDTABLE_LESSON_H

#include "core/game.h"
#include "kit/words.h"

typedef struct Stage {
    Document *script;
    Scenario *scenario;
    Game *game;
    Random random; /* of the machine's side */
} Stage;

/* Does one line of the script that makes the position: lab, do, dice, or one of the system's. False with a mistake. */
bool stage_line(Stage *stage, const Field *word, int count);
/* Gives the order written there; a refusal is a mistake. */
bool stage_order(Stage *stage, const Field *at);
/* The greedy player gives one order for the side that must answer. */
bool stage_think(Stage *stage);
/* Whether `[no] EXPECTATION` holds, from that word on. */
bool stage_holds(const Stage *stage, const Field *word, int count);
/* Gives back what it holds; the script is the caller's. */
void stage_close(Stage *stage);

#endif
