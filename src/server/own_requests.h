/* own_requests.h — a part of own.h: HTTP: requests, their answers and what they call. */
#ifndef SANDTABLE_OWN_REQUESTS_H
#define SANDTABLE_OWN_REQUESTS_H

#include "server/own_people.h"

/* ---- http.c ---- */
/* An answer of only {"error": words}; returns the status. */
unsigned error_answer(Buffer *out, unsigned status, const char *words);

struct Request {
    Server *server;
    struct MHD_Connection *connection;
    Buffer body;
    bool begun, odd_path, refused, suspended, upgraded;
    bool uploads; /* has one of the places for long bodies */
    unsigned status;
    char why[120];
    uint64_t address;
    char cookie[80];     /* as it came */
    char new_cookie[80]; /* to be set */
    bool drop_cookie;
    Arrival *arrival;      /* of a WebSocket, until the handshake is over */
    struct Coming *coming; /* what the store knows of the visitor; NULL: it was not asked */
    UserRow user;          /* id 0: unknown yet */
    int language;
    /* the answer of a job */
    Buffer answer;
    const char *type;
    char node[NODE_ADDRESS]; /* that has its game; empty: not known */
    int waited;              /* so many times for its game to be taken */
    int lease_waits;         /* and for another node's lease to end */
};

#define LATER 0u /* an answer comes from a job, or when the store has answered */

/* What is asked of the store about a request. */
typedef struct Coming {
    VisitAsk visit;
    Request *request;
    uint32_t ended; /* sessions that had ended when it was asked */
} Coming;

/* An entry by whose verdict a request is answered; what else that takes follows in a larger structure. */
typedef struct Settling Settling;
struct Settling {
    WriteSet entry;
    Request *request;
    unsigned (*kept)(Settling *settling); /* writes the answer; its status */
    unsigned lost;                        /* status if another process was first, */
    const char *words;                    /* and its text */
    bool again;                           /* if it is lost, the request begins again, and finds what was first */
    bool text;                            /* what is answered when it is kept is no JSON */
    void (*ended)(Settling *settling);    /* frees what else it holds; NULL: nothing */
};

bool http_start(Server *server);
/* From now on the JSON library does not run out of memory (reserve.c). */
void reserve_open(void);
/* The request waits for what `http_resume` says. */
void http_suspend(Request *request);
void http_resume(Request *request, unsigned status, const char *type);
/* What is known of a suspended request may have changed: it begins again. */
void http_ask_again(Request *request);
enum MHD_Result http_error(Request *request, unsigned status, const char *words);
/* nginx asks the node at that address in our place; or opens a socket there. */
enum MHD_Result http_elsewhere(Request *request, const char *address, bool socket);
/* The game is at this host, at another port. */
enum MHD_Result http_moved(Request *request, int port);
/* Sends the entry with the next round; it was made by calloc. */
unsigned http_settle(Settling *settling, Request *request, unsigned (*kept)(Settling *settling));
/* Answers only {"ok":true}. */
unsigned settled_ok(Settling *settling);
/* An entry that no request waits for; NULL without memory. Give it to store_add(). */
WriteSet *entry_alone(void);
const char *http_header(const Request *request, const char *name); /* NULL if it has none */

/* ---- routes.c ---- */
typedef struct Call {
    Server *server;
    Request *request;
    const char *rest; /* of the path, after what was matched */
    json_t *body;
    Buffer *out;
    const char *type;
} Call;

/* nobody: the user is not even looked up; key: the same, and what the address holds is proof enough for a post, too. */
typedef enum Needs { NEEDS_NOBODY, NEEDS_KEY, NEEDS_ANYBODY, NEEDS_USER } Needs;

typedef struct Route {
    const char *method, *path;
    bool below; /* the path goes on */
    Needs needs;
    unsigned (*answer)(Call *call); /* the status; LATER if a job answers */
} Route;

const Route *route_of(const char *method, const char *url); /* NULL: there is nothing there */

/* ---- visits.c: connections that take their time ---- */

#define REQUEST_SECONDS 30

typedef struct Visit Visit;
/* For libmicrohttpd: a connection was made, or is gone. */
void visit_notice(void *context, struct MHD_Connection *connection, void **slot,
                  enum MHD_ConnectionNotificationCode what);
/* From now on the connection's next request is waited for, or not: there is a whole one, or it is a WebSocket. */
void visit_waits(struct MHD_Connection *connection, bool waits);
/* Drops connections that took too long. */
void visits_sweep(Server *server);

/* ---- push.c: notices by way of the browser's push service ---- */

enum { PUSH_ADDRESS = 512 };
typedef struct PushKey PushKey;
bool push_open(Server *server); /* reads or makes the key, if the operator wants push at all; false: it logged why */
void push_close(Server *server);
/* To all browsers of the user that want it: addresses, each with its NUL. */
void push_send(Server *server, int64_t user, const Buffer *endpoints, const TurnCall *call);
unsigned push_key(Server *server, Buffer *out);
unsigned push_subscribe(Request *request, const json_t *body, Buffer *out);

/* ---- picture.c, webhook.c ---- */

/* Pictures that were drawn lately, the last one asked for first. */
typedef struct Drawn Drawn;
typedef struct DrawnPictures {
    Drawn *first;
    size_t bytes;
    struct PictureJob *asked; /* those that workers have */
} DrawnPictures;
void pictures_forget(Server *server);
/* Of the position, or of one plan in it (draw.h); comes later. */
bool picture_job(Request *request, Table *table, int as, uint16_t plan, const char *format);
/* The contents of a call: whose turn it is, and where. */
struct TurnCall {
    const char *event; /* "your-turn", "time-runs-out" */
    const char *id, *title, *side;
    int64_t left;     /* seconds until time is out; 0: the call is about something else */
    const char *call; /* its id */
    struct Sending *sending;
    const char *user; /* to the operator's address alone; NULL: to the user's own */
    int64_t whose;    /* turn it is */
};
void webhook_send(Server *server, const char *url, const TurnCall *call);

/* ---- assets: generated ---- */

typedef struct Asset {
    const char *path, *type, *tag;
    const unsigned char *bytes, *bytes_end, *gzip, *gzip_end;
} Asset;
extern const Asset assets[];
extern const int asset_count;

/* ---- serve.c ---- */

#define TABLE_BUCKETS 4096

#endif
