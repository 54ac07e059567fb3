/* calling.h — calls to other machines: webhooks, push services, mail.
 *
 * An errand is one call. It is sent by the loop, made by a thread of its own with libcurl (caller.c), and comes back to
 * the loop as a job that is done. Each user has a queue: one call of his is under way at a time, so a user whose
 * address never answers keeps no other user waiting. */
#ifndef SANDTABLE_SERVER_CALLING_H
#define SANDTABLE_SERVER_CALLING_H

#include "server/own.h"

enum { ERRAND_URL = 1024 };

/* ---- calling.c: where an address leads ---- */

typedef struct Address {
    bool secure; /* over TLS */
    char host[200], port[8];
} Address;
bool address_split(const char *url, Address *out); /* false: it is none */
/* Whether the address may be called, as far as it shows; `home`: this machine and private networks, too. */
bool address_is_good(const char *url, bool home);
/* Whether it belongs neither to this machine nor to a private network. */
struct sockaddr;
bool address_is_public(const struct sockaddr *address);

/* ---- caller.c: the calls ---- */

typedef struct Errand {
    Job job; /* `user`: in whose queue it waits; `done` frees it with errand_free() */
    char url[ERRAND_URL];
    bool home;      /* may lead to this machine and to private networks */
    Buffer headers; /* of a post: lines, each with its NUL */
    Buffer text;    /* what is posted; or a whole mail, with its head, */
    char to[MAIL_ADDRESS];
    const char *from, *password; /* the sender of a mail; "user:password", NULL: none is needed */
    int status;                  /* of the answer; 0: there was none */
    const char *result;          /* in a word; NULL: it was not tried */
    char trouble[TROUBLE];
    struct Sending *sending; /* of which it is one call; NULL: of none */
    int failures;            /* how often it failed so far */
    int64_t again;           /* then it is made again, by a steady clock */
} Errand;

/* Whether everything the operator asked for is there; else it has logged what is missing. */
bool calling_open(Server *server);
/* Calls under way end; all errands are handed over. */
void calling_stop(Server *server);
/* From here on it is the caller's. */
void errand_send(Server *server, Errand *errand);
void errand_free(Errand *errand);

/* ---- outbox.c: calls that must not get lost before they are made ---- */

/* A call of the row being sent has begun, has ended; called by the sender, before the errand is freed. */
void sending_calls(struct Sending *sending, Errand *errand);
void sending_called(Server *server, const Errand *errand);
/* Whether the ended call is made once more, the same in every byte: then it is the outbox's. If it should have been and
 * is not, that is counted. */
bool outbox_retries(Server *server, Errand *errand);

#endif
