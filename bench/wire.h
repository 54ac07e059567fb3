/* wire.h — what the load driver needs of HTTP and WebSocket, and no more. Whatever goes wrong ends the program. */
#ifndef SANDTABLE_WIRE_H
#define SANDTABLE_WIRE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define WIRE_ROOM (1 << 20)

/* A guest with a game of his own, all of whose seats he holds, and the socket at its table. */
typedef struct Wire {
    int socket;
    char cookie[200], game[24];
    char *in; /* what came and was not taken yet */
    size_t length;
} Wire;

extern int wire_port;

_Noreturn void stop(const char *what);
int64_t now(void); /* nanoseconds */

int connected(void);
void send_all(int file, const char *bytes, size_t length);
/* One request on a connection of its own; the whole answer. */
void request(const char *text, char *answer, size_t room);
/* The text behind a mark, up to any of the letters `ends`. */
void copy_after(const char *text, const char *mark, const char *ends, char *out, size_t room);

/* Makes the guest, the game and the socket, and takes the first state. `seats` is the JSON of who sits where. */
void wire_open(Wire *wire, const char *scenario, const char *seats);
void wire_close(Wire *wire);
void wire_send(const Wire *wire, const char *text);
/* Reads what there is; false if there is nothing. */
bool wire_receive(Wire *wire);
/* Hands over every whole message that came; true if `take` said so of any. */
bool wire_take(Wire *wire, bool (*take)(void *context, const char *message, size_t size), void *context);
/* Waits for a message that begins so; a copy of it. */
void wire_wait(Wire *wire, const char *start, char *out, size_t room);

#endif
