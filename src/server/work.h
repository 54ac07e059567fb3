/* work.h — campaigns as the server answers for them: workers, units played again, the page. */
#ifndef SANDTABLE_SERVER_WORK_H
#define SANDTABLE_SERVER_WORK_H

#include "server/own.h"

/* ---- work.c: what workers ask for ---- */

unsigned work_answer(Request *request, const json_t *body, Buffer *out);
/* About once a second. */
void work_tick(Server *server);
void work_close(Server *server);
/* The hash by which a key is known; false: it is none. */
bool work_key_hash(const char *key, uint8_t hash[TOKEN_BYTES]);

/* A question to the queue; it waits until the one before is answered. */
typedef struct WorkCall WorkCall;
struct WorkCall {
    WorkItem item;
    void (*done)(Server *server, WorkCall *call); /* frees it; `failed` with the trouble */
    bool failed;
    char trouble[TROUBLE];
    WorkCall *next;
};
void work_send(Server *server, WorkCall *call);

/* ---- replays.c: one unit in so many is played again ---- */

/* About once a second; false: there is nothing to be played. */
bool replays_tick(Server *server);
void replays_close(Server *server);

/* ---- campaigns.c: the page ---- */

unsigned campaigns_list(Request *request, Buffer *out);
unsigned campaign_show(Request *request, const char *number, Buffer *out);
/* A user's request to analyse a game that is over and that he may watch. */
unsigned campaign_ask(Request *request, const GameRow *game, Buffer *out);

#endif
