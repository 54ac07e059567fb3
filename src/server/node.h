/* node.h — this server among others that share its store (PostgreSQL). With a file there is no node, and these
 * functions do nothing.
 *
 * A node has a number, its epoch, and a lease that it renews each second. A game that is on a table here is held: its
 * row in the store names the epoch, and every round compares it (store_nodes.c). So a table is `ours` only between the
 * answer to its take and the moment we learn that another node has it; only such a table is found by table_find().
 *
 *   request for a game ── ours ──────────────► answered here
 *                      ├─ another node's ────► X-Accel-Redirect, by which nginx asks that one
 *                      └─ no node's ─────────► taken first, if a user wants to sit or play; else read from the store
 *
 * Past its lease a node does not know which games it holds: it sends nothing of any table until the store has
 * answered. */
#ifndef SANDTABLE_NODE_H
#define SANDTABLE_NODE_H

#include "server/own.h"

/* Joins the others, once the port is taken; false with a sentence. */
bool node_open(Server *server, char why[TROUBLE]);
/* Gives up every game; the store is drained. */
void node_close(Server *server);
/* About once a second: the lease, and the players present. While the store is in trouble it is tried more often; true
 * when it is time for that. */
bool node_tick(Server *server);

/* Whether this server does what only one of them does; one that is alone always does. */
bool node_leads(const Server *server);
bool node_is_past(const Server *server);
/* 0: there are no nodes. */
int64_t node_epoch(const Server *server);

/* Whether the request is not, or not yet, answered here: it was sent elsewhere, refused, or waits. */
bool node_intervenes(Request *request, const char *url, bool post, bool socket, enum MHD_Result *result);

/* A game was just begun here. */
void node_begun(Table *table);
/* The store has answered a take. False if the game is not ours: then the clients at the table are gone, or wait until
 * the store answers. */
bool node_has_taken(Table *table, const TakeAsk *take);
/* The table is freed: others may have the game. */
void node_release(Table *table);
/* Whether the game is being given back, so that it cannot be taken yet; requests that wait for it are served after
 * that. */
bool node_releases(const Server *server, const char *id);
/* What the store is asked for when a game is taken. */
void node_wants(const Table *table, TakeAsk *take);

/* The server stops: nobody waits for another node any more. */
void node_stop(Server *server);
/* Whether something waits for the store or a lease: then the loop does not sleep for long. */
bool node_waits(const Server *server);

#define CLOSE_RESTARTED 1012 /* RFC 6455: come again */

/* A change from another node, or from a program for older games. */
void node_take_change(Server *server, const ChangeRow *row);
/* Others learn of it when the entry is kept. */
void node_tell(const Server *server, WriteSet *entry, ChangeRow row);
/* Changes from others, each for the file it concerns. */
void people_changed(Server *server, const ChangeRow *row);
void blocks_changed(Server *server, const ChangeRow *row);
void moderation_changed(Server *server, const ChangeRow *row);

#endif
