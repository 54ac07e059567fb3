/* wasm.h — the engine behind a few plain functions, for a caller that has only memory and numbers: a browser, a script,
 * another language. Files are handed in as bytes; text comes back as a pointer to bytes that end with a NUL and stay
 * until the next call.
 *
 * The second half is a table for one person: the same messages as the server's (docs/protocol.md), without the server.
 * The caller takes the JSON of a message apart, and puts the text it gets between the braces of the answer. */
#ifndef SANDTABLE_WASM_H
#define SANDTABLE_WASM_H

#include <stddef.h>
#include <stdint.h>

/* Room in the engine's memory; the caller fills it. NULL when there is none. */
void *engine_allocate(size_t bytes);
void engine_release(void *room);

/* Adds a file of the data, "wb95/rules.tsv", or puts it in the place of one with that name. Name and bytes must come
 * from engine_allocate; the engine keeps them. False when too many are added. */
int engine_add_file(char *name, char *bytes, size_t length);

/* Loads "wb95/nysa" with options ("" for its own). False with engine_text saying every mistake. */
int engine_load(const char *id, const char *options);

/* Begins a game with fast dice of that seed. */
int engine_begin(uint64_t seed);
/* Lets a player of the machine, with its own seed, give up to `orders` orders; returns how many were given. */
int engine_play(const char *player, uint64_t seed, int orders);
/* Gives an order in the order language. False with engine_text saying why not. */
int engine_order(const char *text);
/* Whether the game is over. */
int engine_over(void);
uint64_t engine_hash(void);

const char *engine_text(void);

/* ---- a table ---- */

/* The language that is spoken from now on: "pl" if its tables were handed in, else English. */
void engine_speak(const char *language);
/* Begins a game with fair dice of that seed (32 bytes). */
int engine_table_begin(const uint8_t *seed);
/* Goes on with a game. A what-if has two seeds: the first so many bytes of its journal are rolled with `origin`; of any
 * other game the length is 0. False with engine_text saying why not. */
int engine_table_open(const char *journal, size_t length, const uint8_t *seed, const uint8_t *origin,
                      size_t origin_length);
/* Goes on from that order of the game with other dice, and with other hidden things if any are: a what-if. Returns
 * how many bytes of the journal are the other game's, 0 if it cannot be. */
size_t engine_table_branch(int order, const uint8_t *seed);
/* The player of the side: one of the machine by its name, "" for the person. */
void engine_table_seat(int side, const char *player);
/* What the players of the machine roll for themselves. */
void engine_table_random(uint64_t seed);
/* From now on that side's view is shown; anything else is a spectator's. */
void engine_table_sit(int side);
/* The number of a side by its word; -1: there is none. */
int engine_side(const char *word);

/* The keys of a whole state, from "seq" on. */
void engine_state(void);
/* `"asked":…,"turn":…,"over":…,"verdict":…,"orders":…,"machine":…` of the game as it is now. */
void engine_status(void);
/* The hints of a teaching game as a list. */
void engine_hints(void);
/* The journal so far: a pointer to its bytes, and how many. */
const char *engine_journal(void);
size_t engine_journal_length(void);
/* Messages that resulted from the calls so far, one a line; each is returned once. */
const char *engine_said(void);

/* Each returns 0 with the keys of an answer (perhaps a comma before them), 1 with those of a refusal, 2 with those
 * of an error. `plan` as in the protocol. The words are those of messages: choices, additions, draft, openings,
 * around, reach, forecast, why. */
int engine_ask(const char *word, const char *text, int plan);
int engine_give(const char *order);
int engine_undo(void);
int engine_resign(void);
int engine_standing(const char *text);
int engine_overlay(const char *kind, int side, int piece, int hex);
int engine_profile(int from, int to);
int engine_panels(void);
int engine_transfer(int from, int to, int amount);
int engine_aims(void);
int engine_look(int hex);
int engine_history(int order, int side);
int engine_events(int from, int count, int state);
int engine_record(void);
int engine_ways(void);
/* What the machine would do, or thinks of an order. */
int engine_hint(const char *order);
int engine_reasons(int side);
/* The player of the machine that must answer gives an order. False: none must, or it found none. */
int engine_think(void);

/* ---- a case of a lab script (docs/lab.md) ---- */

/* Begins it: "wb95/empty" of that size, or a scenario. These return 0, 1 with a refusal, 2 with an error, too. */
int engine_lab_begin(const char *id, int columns, int rows, const char *options);
/* A line of the system's own: a counter, a place, a phase. */
int engine_lab_line(const char *text);
/* What the next dice show: "3 5 17/343". */
int engine_lab_dice(const char *text);
/* An order of the side that must answer: given, only checked, or its odds. */
int engine_lab_give(const char *order);
int engine_lab_check(const char *order);
int engine_lab_odds(const char *order);
/* The last order is taken back. */
int engine_lab_undo(void);
/* What is answered in advance to the open question. */
int engine_lab_answer(void);
/* Whether a line of expectation holds, "piece a hex 0505" or "no piece …": 1 it does, 0 it does not, 2 an error. */
int engine_lab_holds(const char *text);
/* Tries two orders out against each other in so many worlds: `"one":…,"other":…,"lead":…,"error":…`, in thousandths of
 * a won game. Of the side that must answer. */
int engine_contest(const char *one, const char *other, int worlds, uint64_t seed);
/* Whether two orders are the same apart from the sequence in which they name things: 1, 0. */
int engine_same_order(const char *one, const char *other);
/* The map as the game has it. */
void engine_map(void);

#endif
