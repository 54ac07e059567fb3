/* own.h — what the files of the engine in the browser share. There is one scenario and one game at a time. */
#ifndef SANDTABLE_WASM_OWN_H
#define SANDTABLE_WASM_OWN_H

#include "server/retell.h"
#include "wasm/wasm.h"

/* How a request was answered; the text of the answer is in `engine.out`. */
typedef enum Answer { ANSWER_OK, ANSWER_REFUSED, ANSWER_ERROR } Answer;

typedef struct Module {
    Scenario *scenario;
    Game *game;
    Translation *translation; /* NULL: English */
    Buffer out;               /* the answer to the last call */
} Module;

extern Module engine;

/* Reads a file that was handed in; malloc'ed, NULL if there is none of that name. */
char *engine_read_file(void *context, const char *name, size_t *length);
/* An answer that is one message, by its id. */
Answer answer_error(const char *words);
Answer answer_refused(const char *words);
Answer answer_refusal(const Showing *showing, const Refusal *refusal);
/* NO_SIDE: there is none of that name. */
int side_of(const char *word);

/* ---- table.c ---- */

typedef struct Table {
    GameRow row;
    Deliveries deliveries;
    Seen seen;    /* what the viewer was shown last */
    int as;       /* whose view is shown */
    Buffer said;  /* messages not fetched yet, one a line */
    bool answers; /* the order just carried out was given in advance */
    const Player *player[SIDES];
    Thinking thinking[SIDES];
    Random random;
} Table;

extern Table table;

Showing table_showing(void);
/* The table is laid with a game, which is its own from then on; it is cleared. */
void table_take(Game *game, const Deliveries *deliveries);
void table_clear(void);
/* After a line of the journal: sends what it did. */
void table_advanced(LineKind kind, int giver, const Order *order);
/* The person sits behind that side. */
bool table_holds(int side);
/* The side that must answer, if the person sits there; else the answer says why not. */
bool table_may_answer(Answer *answer);

#endif
