/* editions.h — games that this edition cannot play on, under a program of their own edition (`--editions DIR`).
 *
 * DIR holds older programs. Each is asked once by which editions it plays. A game is read here first. If a line of it
 * does not hold any more, and a program of its edition is there, the game is moved: that program serves it on a port of
 * its own, and a request for the game here is answered with the port.
 *
 *     browser ──► this server ── "moved", port ──► browser ──► older program ──► its port
 *                      │                                            │
 *                      └── the store, gathered ◄── pipe:SOCKET ◄────┘ questions and rounds (store_wire.h)
 *
 * The older program is a node (node.h) whose store is this server. It never touches the file. It may write the journals
 * of games that were moved to it, and of what-ifs begun there. It is started when it is first needed, ends when none of
 * its games is open for a while, and ends with this server. */
#ifndef SANDTABLE_SERVER_EDITIONS_H
#define SANDTABLE_SERVER_EDITIONS_H

#include "server/own.h"

/* Asks the programs in the folder which editions they play; false with a sentence. Without `--editions` it does
 * nothing. */
bool editions_open(Server *server, char why[TROUBLE]);
void editions_close(Server *server);
/* Readable when a program has sent something; -1: there are none. */
int editions_event(const Server *server);
void editions_pump(Server *server);
/* About once a second: programs that have ended, that do not start, that are no longer needed. */
void editions_tick(Server *server);
/* Whether one was started and is not up yet: then it is looked after more often. */
bool editions_starting(const Server *server);
/* All get the signal to end; whether any still runs. */
void editions_stop(Server *server);
bool editions_run(Server *server);

/* Whether a program takes the game, whose journal this is. Then the job waits until the program is there, and
 * goes to table_moved(). */
bool editions_take(Table *table, const Buffer *journal, Job *job);
/* Whether the game is at another program. */
bool editions_have(const Server *server, const char *id);
/* A request concerns the game: the program is started if it does not run. */
void editions_wake(Server *server, const char *id);
/* Whether the request is about such a game: it is answered with the port, or waits for the program. */
bool editions_intervene(Request *request, const char *url, enum MHD_Result *result);
/* Sets the players and spectators of a game that another program has. */
void editions_presence(const Server *server, GameRow *row);
/* The other programs learn of it as well. */
void editions_tell(const Server *server, const ChangeRow *row);

#endif
