/* server.h — `sandtable serve` and `sandtable admin` as the program calls them. */
#ifndef SANDTABLE_SERVER_H
#define SANDTABLE_SERVER_H

#include "core/system.h"

/* After how many seconds without use they are forgotten; 0: never. */
typedef struct Ages {
    int64_t guests;   /* of guests who sit at no game */
    int64_t sessions; /* of any user */
    int64_t games;    /* without an order */
} Ages;

#define DAY 86400
#define AGES_USUAL ((Ages){.guests = 30 * DAY, .sessions = 365 * DAY, .games = 30 * DAY})

#define LINES_USUAL 250000
#define LEASE_USUAL 12
#define WORK_LEASE_USUAL 180
#define CALL_AGAIN_USUAL 5

typedef struct ServerConfig {
    const char *bind, *store;
    int port;
    const char *data;          /* the data directory, for listing scenarios */
    const Source *source;      /* and for reading them */
    const char *origin;        /* "https://games.example" when a proxy stands in front; NULL: the Host header */
    bool proxy;                /* the client's address is the last one of X-Forwarded-For */
    int share;                 /* of a processor, in percent, that one user's questions may take */
    bool limits;               /* rates are limited; off for load tests only */
    const char *same_dice;     /* every game rolls from this word; for tests only, NULL: each from its own secret */
    bool test_clock;           /* games' clocks stand until a test says how far they go */
    const char *fault;         /* this order fails an assertion; for tests only, NULL: none does */
    const char *notify;        /* the operator's address that is called at the turn of every account; NULL: none */
    const char *push;          /* file of the key that signs notices by push; NULL: none are sent */
    const char *contact;       /* "mailto:…" or "https:…": how push services reach the operator */
    const char *smtp;          /* smtp://host:port: mail goes by it; NULL: none is sent */
    const char *smtp_password; /* "user:password" for it; NULL: it wants none */
    const char *mail_from;     /* the address that mail comes from */
    int64_t call_again;        /* seconds until a webhook, push call or mail that failed is made again */
    bool webhooks_home;        /* webhooks may call this machine and private networks; for tests only */
    const char *metrics_key;   /* the bearer's token for reading /metrics; NULL: it cannot be read */
    uint32_t lines_most;       /* lines of orders and take-backs a game may have */
    const char *node;          /* "address:port" at which nginx reaches this one of several; NULL: bind and port */
    int64_t lease;             /* seconds that a node among several lives without renewing its lease */
    int64_t work_lease;        /* seconds that a worker has its units without renewing its lease */
    const char *editions;      /* a folder of older programs, for games that this edition cannot play on; NULL: none */
    int editions_port;         /* the first port for them; 0: any that are free */
    int home;                  /* this is such a program: the port of the server that keeps its games; 0: it is not */
    bool quiet;                /* log warnings and errors alone */
    Ages ages;
    /* Lists the files of a folder, sorted; as in the program's own files. */
    bool (*files_below)(const char *path, const char *ending, void (*found)(void *context, const char *path),
                        void *context);
} ServerConfig;

/* Serves until SIGINT or SIGTERM. Returns the program's status. */
int server_run(const ServerConfig *config);

/* Writes the client and all that it reads into a folder: a site that plays without a server. The program's status. */
int site_write(const ServerConfig *config, const char *folder);

typedef struct AdminCall {
    const char *store;
    const Source *source;
    char *(*file_read)(const char *path, size_t *length);
    Ages ages;    /* for `prune` */
    bool dry_run; /* `prune` only says what would go */
    int argc;
    char **argv; /* `prune` only prints what it would remove */
} AdminCall;

/* users, games, remove-user, remove-game, prune, backup, restore, export, import. 2 when it was called wrongly. */
int admin_run(const AdminCall *call);

#endif
