/* server.h — the server without its wires: HTTP comes from a buffer, workers are the loop itself, the store
 * forgets after each input, and chance and passwords cost nothing. Everything else is the real thing. */
#ifndef SANDTABLE_FUZZ_SERVER_H
#define SANDTABLE_FUZZ_SERVER_H

#include "server/own.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { PEOPLE = 3, TABLES = 2 };

typedef struct World {
    Server *server;
    UserRow user[PEOPLE];    /* Soviet, German, and one who watches */
    char cookie[PEOPLE][80]; /* "AAAA…", "BBBB…", "CCCC…" */
    Table *table[TABLES];    /* a game of two, under way; a hot seat of the first */
    GameRow row[TABLES];     /* as they were at the beginning */
    char *text[TABLES];      /* their journals */
    size_t length[TABLES];
} World;

typedef struct Answer {
    unsigned status;
    char type[80];
    Buffer body;
    int answers;
} Answer;

extern World world;

/* How a stored password begins. */
#define PASSWORD_MARK "$fake$"

void require(bool holds);
void world_begin(void);
/* Everything as it was at the beginning. */
void world_again(void);
/* What workers have to do, until nothing is left. */
void world_work(void);
/* One request: the line `METHOD PATH`, lines of headers, an empty line, the body. False if it is none. */
bool world_request(const char *text, size_t length, Answer *answer);
/* A socket of that user at that table; `early` came with the handshake. */
Client *world_socket(int user, int table, const void *early, size_t size);
/* Calls for each message that waits for the client, and forgets them. */
void world_heard(Client *client, void (*heard)(void *context, json_t *message), void *context);

#endif
