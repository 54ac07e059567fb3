/* talk.h — a message of a client and the ways to answer it, for the files that handle each: talk.c (orders, words to
 * each other), talk_think.c (what may be ordered), talk_advice.c (what the machine thinks), talk_back.c (taking back),
 * talk_look.c and talk_past.c. */
#ifndef SANDTABLE_SERVER_TALK_H
#define SANDTABLE_SERVER_TALK_H

#include "server/own.h"

typedef struct Message {
    Client *client;
    Table *table;
    json_t *object;
    json_int_t number;
    bool numbered;
} Message;

/* An answer is begun in the server's scratch, written to, and sent when it ends. */
Buffer *begin_answer(const Message *message, const char *kind);
void end_answer(const Message *message, Buffer *out);
void answer_ok(const Message *message);
void answer_error(const Message *message, const char *words);
void answer_refused(const Message *message, const char *words);
void answer_refusal(const Message *message, const Refusal *refusal);

/* The text under that key; NULL if there is none. */
const char *text_of(const Message *message, const char *key, size_t *length);
/* A number below `end` under that key, else `none`. */
uint16_t number_of(const Message *message, const char *key, int end, uint16_t none);
int side_named(const Scenario *scenario, const char *word); /* -1 */
/* The order under that key; false if it is none; the client has its answer then. */
bool read_order(const Message *message, const char *key, bool whole, Order *order);
/* True when the client sits behind the side that must answer; else it gets the reason. */
bool may_answer(const Message *message);

/* ---- talk_think.c ---- */
void say_choices(Message *message);
void say_reach(Message *message);
void say_forecast(Message *message);
void say_why(Message *message);
void say_additions(Message *message);
void say_around(Message *message);
void say_openings(Message *message);
void say_draft(Message *message);

/* ---- talk_advice.c ---- */
void say_hint(Message *message);
void say_thinking(Message *message);
void say_hasten(Message *message);
void say_reasons(Message *message);

/* ---- clocks.c ---- */
void say_claim(Message *message);

/* ---- witness.c ---- */
void say_chain(Message *message);
void say_link(Message *message);

/* ---- talk_back.c ---- */
void say_undo(Message *message);
void say_agree(Message *message);
void say_resign(Message *message);

/* ---- talk_look.c ---- */
void say_overlay(Message *message);
void say_panels(Message *message);
void say_transfer(Message *message);
void say_aims(Message *message);
void say_look(Message *message);
void say_curtain(Message *message);
void say_language(Message *message);
void say_profile(Message *message);

/* ---- talk_past.c ---- */
void say_history(Message *message);
void say_events(Message *message);
void say_record(Message *message);
void say_ways(Message *message);

#endif
