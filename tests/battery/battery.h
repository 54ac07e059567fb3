/* battery.h — tests that every rulebook must pass, whatever its rules.
 *
 * A subject is a scenario with a seed. Each trial plays games of it and watches one promise of the design:
 * that what is listed is accepted and the reverse, that a game is the same when it is replayed or undone,
 * that a view hides what it must, that forecasts say how often things happen. A trial stops at the first
 * broken promise and says what was found and with which seed. */
#ifndef SANDTABLE_BATTERY_H
#define SANDTABLE_BATTERY_H

#include <time.h>

#include "ai/ai.h"
#include "core/game.h"
#include "core/journal.h"
#include "core/translation.h"

typedef struct Subject {
    const char *name; /* "wb95/nysa", with the options when they are not its own */
    Scenario *scenario;
    uint64_t seed;
    bool fair;          /* fair dice; else fast ones */
    int most;           /* orders that are played */
    clock_t until;      /* of the processor's time: what only looks at a game need not look longer; 0: to its end */
    bool cut;           /* the game need not end by then */
    uint32_t haste;     /* one order in so many is the shortest there is, which ends phases; 0: none */
    const char *golden; /* folder of the golden games */
    bool write_golden;
    const Translation *translation; /* everything must be sayable in it; NULL: in English alone */
    bool silent;                    /* print nothing: the failure is expected */
    int *shown;                     /* counts what the trial found to look at; none at all is a failure */
} Subject;

/* Says what is wrong; always false, so that a trial can return it. */
bool broken(const Subject *subject, const char *format, ...) __attribute__((format(printf, 2, 3)));

Game *subject_game(const Subject *subject);
/* What the side that must answer may know. */
const Position *subject_view(Game *game);
/* The order that says least: the first verb that needs nothing more. False if there is none such. */
bool least_order(const Scenario *scenario, const Position *view, Order *out);
/* The order for this step: the random player's, or in haste the least. False if there is none. */
bool subject_order(const Subject *subject, const Position *view, Random *random, Order *out);
/* Finds and gives one order. False if there is none or it is refused. */
bool subject_step(const Subject *subject, Game *game, Random *random, Order *order);

/* Rare questions are looked at each time they come up, common ones once in so many times. */
typedef struct Looks {
    Random random;
    int seen[64]; /* by question */
} Looks;
bool worth_a_look(Game *game, Looks *looks, uint32_t every);

/* Plays a game and looks at its positions: at rare questions each time, at common ones once in `every` times. */
bool look_through(const Subject *subject, uint32_t every,
                  bool (*holds)(const Subject *subject, Game *game, Random *random));

#define ORDERS_MOST 60000 /* no game of random orders lasts longer */
/* Neither over nor as long as it is to be played. */
bool game_goes_on(const Subject *subject, const Game *game);
/* The same, as long as there is time to look. */
bool game_is_looked_at(const Subject *subject, const Game *game);

/* Prints an order into one of a few buffers that take turns, for messages. */
const char *order_words(const Scenario *scenario, const Order *order);

/* games.c: the subject's language knows the sentence, and the system's words in it. */
bool translated(const Subject *subject, const Sentence *what);
/* To the end, with every position sound and every order the same after print and parse. */
bool trial_playout(const Subject *subject);
/* The journal replays to the same bytes and the same position, whole and up to any line. */
bool trial_replay(const Subject *subject);
/* Back to each barrier and forth again, through the same positions. */
bool trial_undo(const Subject *subject);
/* One game, orders and events as text, compared with the file kept. */
bool trial_golden(const Subject *subject);

/* lists.c: whatever part is listed leads to an order that is accepted. */
bool trial_listed(const Subject *subject);
/* Whatever order is accepted is listed part by part. */
bool trial_accepted(const Subject *subject);

/* Every part of that order is in the list made after those before it, and the whole is called complete. */
bool order_is_listed(const Subject *subject, Game *game, const Order *order);
/* Any value that the slot's type has, legal or not. */
uint16_t draw_value(const Subject *subject, const Slot *slot, Random *random);

/* typed.c: orders, prefixes and parts that a client may type, however senseless, do no harm and are judged alike. */
bool trial_typed(const Subject *subject);

/* parts.c: a legal order can be built in any order of its parts, and contains all that is forced. */
bool trial_parts(const Subject *subject);

/* secrets.c: positions that differ in what a side cannot know look the same to it. */
bool trial_secrets(const Subject *subject);

/* answers.c: orders that show nothing hidden reveal nothing hidden, not by questions and answers either. */
bool trial_answers(const Subject *subject);

/* twins.c: the machine's players answer by the view, their seed and their budget alone. */
bool trial_twins(const Subject *subject);

/* odds.c: forecasts against how often it happened. */
bool trial_forecast(const Subject *subject);

/* shown.c: what is seen is declared, has words, and its stamps show every change. */
bool trial_shown(const Subject *subject);

/* standing.c: what is answered in advance is legal, and found from the view alone. */
bool trial_standing(const Subject *subject);

/* toys.c: runs the trials on the toy rulebook, and on toys broken on purpose, which they must notice. */
void try_toys(int *passed, int *failed);

#endif
