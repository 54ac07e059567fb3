/* engine.h — what the files of `sandtable engine` share: the game that is open, the words of a line, and the requests.
 *
 * A request reads its words, prints any number of lines and ends with exactly one that begins with `ok`, `refused` or
 * `error`. */
#ifndef SANDTABLE_CLI_ENGINE_H
#define SANDTABLE_CLI_ENGINE_H

#include "ai/ai.h"
#include "cli/local.h"
#include "core/translation.h"

typedef struct Engine {
    Local place[2]; /* the game that is open, and room for opening another */
    Local *local;   /* one of them; local->game is NULL while no game is open */
    const char *folder;
    Translation *translation; /* NULL: English */
    Random random;
    Thinking thinking[SIDES]; /* of the players of the machine that were asked */
    Choices choices;
    Reach reach;
} Engine;

typedef struct Words { /* what is left of the line being read */
    const char *text;
    size_t length;
} Words;

/* engine.c: answers that end a request, and arguments. The readers answer themselves where they return false. */
void engine_error(const char *format, ...) __attribute__((format(printf, 1, 2)));
void engine_refused(Engine *engine, const Refusal *refusal);
const char *engine_say(const Engine *engine, const Position *view, const Sentence *sentence, char out[SAY_TEXT]);
Words engine_word(Words *line);
bool engine_is(Words word, const char *text);
bool engine_copy(Words word, char *out, size_t room); /* false if there is not room enough */
bool engine_side(Engine *engine, Words *line, int *side);
bool engine_order(Engine *engine, Words line, bool whole, Order *order);

/* engine_games.c */
void request_new(Engine *engine, Words line);
void request_load(Engine *engine, Words line);
void engine_forget(Engine *engine); /* closes the game that is open, if any */
/* engine_ask.c */
void request_language(Engine *engine, Words line);
void request_options(Engine *engine, Words line);
void request_question(Engine *engine, Words line);
void request_choices(Engine *engine, Words line);
void request_additions(Engine *engine, Words line);
void request_around(Engine *engine, Words line);
void request_reach(Engine *engine, Words line);
void request_check(Engine *engine, Words line);
void request_forecast(Engine *engine, Words line);
void request_tables(Engine *engine, Words line);
/* engine_give.c */
void request_order(Engine *engine, Words line);
void request_standing(Engine *engine, Words line);
void request_events(Engine *engine, Words line);
/* engine_view.c */
void engine_score(const Engine *engine, const Position *view);
void request_view(Engine *engine, Words line);
void request_overlay(Engine *engine, Words line);

#endif
