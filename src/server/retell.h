/* retell.h — a journal played again, and all messages about a game's past. It uses the core and nothing of the server,
 * so that the engine in the browser (src/wasm) sends the same. */
#ifndef SANDTABLE_RETELL_H
#define SANDTABLE_RETELL_H

#include "core/journal.h"
#include "server/json.h"
#include "server/store.h"

/* ---- for programs with a guard: nothing to do for those that have none ---- */

/* The game that is being made within the guard, which frees it if the rules fail; NULL once it has an owner. */
void guard_game(Game *game);
/* The game that this thread works on within the next guard. */
void working_on(const char *game);

/* ---- retell.c: a journal played again, and which of its lines each viewer is sent ---- */

typedef enum LineKind {
    LINE_ORDER,
    LINE_UNDO,
    LINE_BACK,
    LINE_IMAGINE,
    LINE_RESIGN,
    LINE_CARRY,
    LINE_BEGIN,
    LINE_EDITION,
    LINE_WITNESS,
    LINE_CLOSING
} LineKind;

typedef struct Deliveries {
    uint8_t *line; /* of each line of orders and take-backs: a bit a viewer that was sent it */
    uint32_t lines, room;
    uint8_t *standing; /* the same of each order that stands */
    uint32_t stand;
    uint32_t count[SIDES + 1]; /* lines each viewer was sent: his `seq` */
    int giver;                 /* of the next line: the side that must answer */
    unsigned gave;             /* a bit each side that has given an order */
} Deliveries;

LineKind line_kind(const char *text, size_t length);
/* Whether it counts among the lines of orders, take-backs and the like. */
static inline bool line_counts(LineKind kind) { return kind < LINE_BEGIN; }
/* Whether the line takes the order before it back. */
static inline bool line_goes_back(LineKind kind) { return kind == LINE_UNDO || kind == LINE_BACK; }
/* After an order, a take-back or a resignation; a bit a viewer that is sent it. */
unsigned deliveries_line(Deliveries *deliveries, const Game *game, LineKind kind);
/* Lines up to that one no longer count: they are sent to no viewer. */
void deliveries_pass(Deliveries *deliveries, uint32_t lines);
/* The same as a JournalSeen, whose context is a Deliveries. */
void deliveries_see(void *context, Game *game, int line, const char *text, size_t length);
/* How many lines it took until a viewer had been sent so many. */
uint32_t deliveries_until(const Deliveries *deliveries, int as, uint32_t seq);
void deliveries_free(Deliveries *deliveries);
/* Makes the fault that was planted, if this order is the one. */
void fault_meet(const char *text, size_t length);
bool fault_is_planted(void);

/* How a journal begins again: what-ifs roll with two seeds. */
Game *game_resume(const Scenario *scenario, const GameRow *row, const char *text, size_t length, int stop_after,
                  char why[300]);
/* The same, and calls `seen` after the set-up and after each line, as journal_watch does. */
Game *game_retell(const Scenario *scenario, const GameRow *row, const char *text, size_t length, int stop_after,
                  JournalSeen *seen, void *context, char why[300]);
/* All of it, with its deliveries. If it was begun with another edition and does not hold to its end under this one, as
 * far as it does: `*held` lines, and `why` says what does not; -1: it holds, or nothing can be made of it. */
Game *game_reopen(const Scenario *scenario, const GameRow *row, const char *text, size_t length, Deliveries *deliveries,
                  int *held, char why[300]);
/* Room for a position of the scenario, aligned as systems want it; free() gives it back. */
Position *position_room(const Scenario *scenario);
/* How many lines of orders and take-backs a journal has. */
uint32_t journal_lines(const char *text, size_t length);
/* How many lines of the journal lead to its Nth order that stands; -1 if there are not so many. */
int journal_lines_to(const char *text, size_t length, int orders);

/* For tests: giving or reading this order causes a fault: "end", or "read:end" for another kind (fault.h). */
void fault_plant(const char *order);

/* ---- record.c: a game in numbers ---- */

typedef struct Record Record;
Record *record_new(const Scenario *scenario, int as, bool over); /* over: nothing is hidden any more */
void record_free(Record *record);
/* After the set-up and after each line of the journal; `seq` counts the lines the viewer was sent. */
void record_line(Record *record, Game *game, uint32_t seq);
void record_write(Record *record, Game *game, Buffer *out);

/* ---- ways.c: what was planned, and where the counters it bound went ---- */

typedef struct Ways Ways;
Ways *ways_new(const Scenario *scenario, unsigned sides);
void ways_free(Ways *ways);
/* After the set-up and after each line of the journal. */
void ways_line(Ways *ways, Game *game);
void ways_write(Ways *ways, Game *game, const Showing *showing, Buffer *out);

/* ---- past_write.c: answers to a question about the past ---- */

typedef struct Past {
    const Scenario *scenario;
    const Translation *translation;
    const GameRow *row;
    const char *text; /* the journal */
    size_t length;
    int as;
    int lines; /* to be played; -1: all */
    /* Of a page of events: the viewer's `seq` so far, the first and the last that is written, and all. */
    uint32_t seq, from, last, now;
    Deliveries deliveries; /* of the lines played so far */
    bool any;              /* is written */
    bool seen;             /* the position after the page is wanted too */
    unsigned sides;        /* whose plans are written: a bit each */
    Record *record;
    Ways *ways;
    Buffer *out;
} Past;

/* Each plays the journal again and writes the keys of the answer, with a comma before each; false if that fails. */
bool past_write_history(Past *past);
bool past_write_events(Past *past);
bool past_write_record(Past *past);
bool past_write_ways(Past *past);
/* Frees what it keeps, but not what it was given. */
void past_forget(Past *past);

#endif
