/* own_clients.h — a part of own.h: WebSocket clients and what they ask. */
#ifndef SANDTABLE_OWN_CLIENTS_H
#define SANDTABLE_OWN_CLIENTS_H

#include "server/own_tables.h"

/* ---- socket.c: WebSocket clients ---- */

typedef struct Bucket {
    double tokens;
    int64_t at;
} Bucket;

struct Client {
    int socket;
    Server *server;
    struct MHD_UpgradeResponseHandle *handle;
    wslay_event_context_ptr frames;
    Table *table;
    int64_t user;
    uint8_t token[TOKEN_BYTES]; /* of the session it was opened by: it ends with it */
    char name[USER_NAME];
    uint8_t held[SIDES];
    unsigned chains; /* bit a side whose chain this browser has */
    int as, language;
    uint32_t left[SIDES + 1]; /* by viewer: the telling of its Seen after which the client changed places; 0 never */
    Buffer out;
    size_t sent, safe, mark; /* of out: sent; may be sent; may be when the round that is under way is kept */
    Buffer asked;            /* numbers of the requests since the last round that was kept */
    size_t asked_mark;       /* of them: before the round that is under way */
    Buffer note;             /* the user's own at this table */
    Buffer blocks;           /* users he has blocked, int64_t each */
    Buffer early;            /* came with the handshake */
    size_t early_used;
    Buffer later; /* messages that wait for their turn: length and text of each */
    size_t later_used;
    Client *next_later;
    bool is_later;
    uint64_t address;
    int64_t heard; /* when the last bytes came */
    bool closing, spoiled, dead, writable_wanted, paused, drained, deaf;
    size_t read; /* in this round */
    int64_t closing_since;
    Bucket messages;
    int warnings, questions; /* how often it was warned to slow down; questions about the past under way */
    uint64_t serial;         /* distinguishes it from an earlier client in its place */
    Client *next, *previous, *next_at_table;
    Client *next_touched;
    bool touched; /* there may be something to send, or it is gone: looked at by the next sockets_flush() */
};

enum MHD_Result socket_upgrade(Request *request, Table *table);
/* The request has ended: what was known of its client, if no client has it. */
void socket_forget_arrival(Request *request);
void socket_event(Client *client, uint32_t events);
/* Queues a message: the text of one JSON object. */
void client_send(Client *client, const Buffer *message);
/* A message of only a kind ("error") and a text, in the client's language. */
void client_tell(Client *client, const char *kind, const char *words);
void client_close(Client *client, uint16_t code, const char *reason);
/* One message more; false when the client sends too many, and if it goes on, it is closed. */
bool client_within_rate(Client *client);
void client_seats(Client *client);
void client_resume(Client *client); /* its game is loaded: it may send */
void client_pause(Client *client);  /* its game is read again: its messages wait */
/* Something of the client changed that sockets_flush() should see. */
void client_touch(Client *client);
/* Sends everything that may go to clients that were touched; frees those that are gone. */
void sockets_flush(Server *server);
void sockets_shut(Server *server, const char *words);
/* Messages that waited for a round in which their sender has not had his share yet. */
void sockets_later(Server *server);
/* Pings sockets that have been silent, and drops those that did not answer. */
/* Pings every socket, so that nginx can tell that this node lives. */
void sockets_beat(Server *server);
void sockets_sweep(Server *server);
/* Why no further socket is opened for the request; NULL: it may be. */
const char *socket_refused(const Server *server, const Request *request, const Table *table);

/* ---- talk.c: clients' messages; talk.h has the rest ---- */

void talk(Client *client, const char *text, size_t length);

/* ---- past.c: the game as it was ---- */

#define PAST_PAGE 200

/* Both answer later; `mark` is the key by which the asker knows the answer. False when he asks too much at once. */
bool past_history(Client *client, const char *mark, int lines, int as);
/* What the client's side was sent at the lines from `from` on, which the game has. */
bool past_events(Client *client, const char *mark, uint32_t from, uint32_t count, bool seen);
bool past_record(Client *client, const char *mark);
/* `sides`: a bit each whose plans the client may see. */
bool past_ways(Client *client, const char *mark, unsigned sides);

/* ---- plan_notes.c: a side's notes beside its plans ---- */

/* `,"notes":[{"plan":3,"text":"…"},…]` of the plans that the viewer's panels show. */
void json_plan_notes(Buffer *out, Table *table, const Showing *showing);
/* Only while the plan is being written, by its writer; false: it may not be, or could not be kept. */
bool plan_note_write(Table *table, const Showing *showing, int plan, const char *text);
/* The note beside one plan; empty: none. */
void plan_note_read(const Buffer *plans, int wanted, Buffer *out);

#endif
