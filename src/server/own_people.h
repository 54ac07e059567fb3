/* own_people.h — a part of own.h: users and what they may do. */
#ifndef SANDTABLE_OWN_PEOPLE_H
#define SANDTABLE_OWN_PEOPLE_H

#include "server/own_clients.h"

/* ---- limits.c: how much a user or an address may ask for ---- */

typedef enum Limit {
    LIMIT_REQUEST, /* by address */
    LIMIT_GUEST,
    LIMIT_PASSWORD,
    LIMIT_CREATE,
    LIMIT_MESSAGE, /* by user, of all his sockets */
    LIMIT_CHAT,    /* by user */
    LIMIT_NOTE,
    LIMIT_JOIN,
    LIMIT_JOIN_ADDRESS,
    LIMIT_MAIL,      /* by user */
    LIMIT_MAIL_FROM, /* mails that ask an owner: by the asker's address */
    LIMIT_MAIL_TO,   /* and by the mailbox */
    LIMIT_REPORT,
    LIMIT_CHAIN,   /* by user: chains brought */
    LIMIT_ACCOUNT, /* passwords tried, by the account's name, from addresses without a login to it */
    LIMIT_AT_HOME, /* the same, by account and address, from addresses that had one */
    LIMIT_REPORT_ADDRESS,
    LIMIT_COST_USER,
    LIMIT_COST_ADDRESS,
    LIMIT_WORK, /* processor time of workers, by user */
    LIMITS
} Limit;

#define ADDRESS_UNKNOWN 1

typedef struct Limits Limits;
Limits *limits_open(int share); /* of a processor, in percent, that one user may take */
void limits_close(Limits *all);
/* Whether he may do one more of these now: an address, a user, an account. */
bool limit_take(Server *server, Limit limit, uint64_t who);
void limit_give_back(Server *server, Limit limit, uint64_t who);
bool bucket_take(Bucket *bucket, double rate, double burst);
/* Processor time of this thread; debits what was spent for a user, user 0 for an unknown one. */
int64_t thread_microseconds(void);
void cost_debit(Server *server, int64_t user, uint64_t address, int64_t microseconds);
/* Whether his budget is spent: he is to ask again later. */
bool cost_is_spent(Server *server, int64_t user, uint64_t address);
/* The same of what workers did for a user. */
void work_debit(Server *server, int64_t user, int64_t microseconds);
bool work_is_spent(Server *server, int64_t user);
/* Whether he has had his share of this round while others wait. */
bool cost_must_wait(Server *server, int64_t user, uint64_t address);
/* The key under which an address counts; one that cannot be read is ADDRESS_UNKNOWN. */
struct in6_addr;
uint64_t address_of_six(const struct in6_addr *six);
uint64_t address_of_text(const char *text, size_t length);
uint64_t account_of(const char *name);
/* A session of the account was used at that address; whether lately one was. */
void home_note(Server *server, uint64_t account, uint64_t address);
bool home_is(const Server *server, uint64_t account, uint64_t address);

/* ---- people.c ---- */

/* Who the visitor is, once the store has answered; a session that is used stays. */
void people_came(Request *request);
/* Makes a guest and its session. */
unsigned people_guest(Request *request, Buffer *out);
/* Ends the session with the sockets that were opened by it; or all of them, and the notices to his browsers. */
unsigned people_log_out(Request *request, bool everywhere, Buffer *out);
/* What the store keeps of a cookie; false, and zeros, if it is none. */
bool people_token(const char *cookie, uint8_t token[TOKEN_BYTES]);
void json_session(Buffer *out, const Server *server, const UserRow *user);
unsigned people_settings(Request *request, json_t *body, Buffer *out);
unsigned people_sessions(Request *request, Buffer *out);

/* ---- names.c ---- */

enum { RECOVERY_CODE = 24 };
/* False with a message: too short, hidden or mixed letters, a name that is not to be had. */
bool name_is_good(const char *name, char why[200]);
/* What stays of a name when look-alikes are taken for each other: as it is written, and in small letters. */
void name_likeness(const char *name, char out[NAME_LIKENESS]);
void name_small_likeness(const char *name, char out[NAME_LIKENESS]);

/* Password work is a job: these suspend the request and answer it later. */
unsigned people_register(Server *server, Request *request, json_t *body, Buffer *out);
unsigned people_login(Server *server, Request *request, json_t *body, Buffer *out);
unsigned people_change_password(Request *request, json_t *body, Buffer *out);
unsigned people_recover(Request *request, json_t *body, Buffer *out);
unsigned people_remove_account(Request *request, json_t *body, Buffer *out);

/* His account is: its sockets are closed and its seats open. */
unsigned people_gone(Request *request);

/* ---- recall.c: recent visitors, for when the database of several nodes does not answer ---- */

void recall_note(Server *server, const VisitAsk *visit);
/* The user who has that token, if he is in the cache. */
bool recall_user(const Server *server, const VisitAsk *visit, UserRow *out);
/* The session has ended; token NULL: all of the user's. */
void recall_forget(Server *server, const uint8_t *token, int64_t user);
void recall_close(Server *server);

/* ---- removal.c: the end of an account ---- */

/* The password was right; `resigns`: he knows that his rated games are resigned. Answers the request, which waits. */
void removal_begin(Request *request, bool resigns);
/* The same at another node: the games of his that are here are resigned. */
void removal_elsewhere(Server *server, int64_t user);
/* About once a second. */
void removals_tick(Server *server);
/* The server stops: the requests that wait are answered. */
void removals_stop(Server *server);

#endif
