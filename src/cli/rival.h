/* rival.h — a player of another program: `sandtable engine` of another version, asked over its line protocol.
 *
 * The other program plays the same game beside ours, with the same plain dice: it is sent every order, and asked for
 * one (`suggest`) where its player must answer. So two versions of one judgement can be compared. The rules of both
 * must be the same; where the other program refuses what ours allows, the game is an error. */
#ifndef SANDTABLE_CLI_RIVAL_H
#define SANDTABLE_CLI_RIVAL_H

#include "core/system.h"

#define RIVAL_WHY 600

typedef struct Rival Rival;

/* Starts the program and begins the game; NULL with a sentence. `options` may be NULL. */
Rival *rival_new(const char *program, const Scenario *scenario, const char *options, uint64_t seed,
                 char why[RIVAL_WHY]);
void rival_free(Rival *rival); /* may be NULL */

/* The order of that player of the program for the side to answer. */
bool rival_suggest(Rival *rival, const char *player, Order *out, char why[RIVAL_WHY]);
/* Sends it an order that was given. */
bool rival_do(Rival *rival, const Order *order, char why[RIVAL_WHY]);

#endif
