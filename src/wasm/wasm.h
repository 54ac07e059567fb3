/* wasm.h — the engine behind a few plain functions, for whoever holds only memory and numbers: a browser, a
 * script, another language. Files are handed in as bytes; text comes back as a pointer to bytes that end with a
 * NUL and stay until the next call. */
#ifndef SANDTABLE_WASM_H
#define SANDTABLE_WASM_H

#include <stddef.h>
#include <stdint.h>

/* Room in the engine's memory; the caller fills it. NULL when there is none. */
void *engine_allocate(size_t bytes);
void engine_release(void *room);

/* Adds a file of the data, "wb95/rules.tsv". Name and bytes must come from engine_allocate; the engine keeps
 * them. False when too many are added. */
int engine_add_file(char *name, char *bytes, size_t length);

/* Loads "wb95/nysa" with options ("" for its own). False with engine_text saying every mistake. */
int engine_load(const char *id, const char *options);

/* Begins a game with fast dice of that seed. */
int engine_begin(uint64_t seed);
/* Lets the random player, with its own seed, give up to `orders` orders; returns how many were given. */
int engine_play_random(uint64_t seed, int orders);
/* Gives an order in the order language. False with engine_text saying why not. */
int engine_order(const char *text);
/* Whether the game is over. */
int engine_over(void);
uint64_t engine_hash(void);

const char *engine_text(void);

#endif
