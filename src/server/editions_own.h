/* editions_own.h — the inside of programs for older games: editions.c has the programs and their games, editions_link.c
 * what they ask of the store and write to it. */
#ifndef SANDTABLE_SERVER_EDITIONS_OWN_H
#define SANDTABLE_SERVER_EDITIONS_OWN_H

#include <sys/types.h>

#include "server/editions.h"
#include "server/node.h"
#include "server/store_wire.h"

enum {
    PROGRAMS_MOST = 16,
    START_SECONDS = 20, /* so long a program may take until it is there */
    IDLE_SECONDS = 600, /* and stay when none of its games is open */
    STARTS_MOST = 3,    /* so often in a row it may end before it was there */
    NUMBERS_GIVEN = 32,
    OWN_EPOCH = 1,
    WORDS_MOST = 48
};

/* A table, or a request, that waits until a program is there. */
typedef struct Waiting Waiting;
struct Waiting {
    Waiting *next;
    Job *job; /* of a table that was read, or else … */
    Request *request;
};

/* Players and spectators at a game of the program: a bit each side, and a count. */
typedef struct Here {
    int64_t number, online, spectators;
} Here;

typedef struct Program {
    char path[4096];
    Buffer plays; /* EditionRow */
    pid_t pid;    /* 0: it does not run */
    int64_t since, idle_since;
    int starts, port;
    bool joined;
    Buffer held;    /* int64_t: numbers of games that it may write */
    Buffer changes; /* ChangeRow, not yet sent to it */
    Buffer here;    /* Here, of its games */
    Waiting *waiting;
} Program;

typedef struct Moved {
    char id[GAME_ID];
    int program;
} Moved;

/* A connection of a program: one of its lanes. */
typedef struct Link Link;
struct Link {
    Link *next;
    Editions *editions;
    int socket; /* -1: it is gone, and what is under way for it still comes */
    int program, under_way;
    Buffer in, out;
    size_t sent;
    Letter answer; /* to the round that is under way */
};

struct Editions {
    Server *server;
    Program program[PROGRAMS_MOST];
    int programs;
    Buffer moved; /* Moved */
    Link *links;
    char folder[64], path[96];
    int listening, epoll;
    bool stopping;
};

/* ---- editions.c ---- */

/* The program that a game was moved to; -1: none. From now on it is at that one. */
int game_moved_to(const Editions *editions, const char *id);
void game_moves(Editions *editions, const char *id, int program);
/* Whether the program may write the journal of that game; from now on, and no more. */
bool program_holds(const Program *program, int64_t number);
void program_hold(Program *program, int64_t number);
void program_lets_go(Program *program, int64_t number);
/* Nothing of it is known any more. */
void program_forget(Program *program);
/* Notes the players and spectators at one of its games. */
void program_tells(Program *program, const Here *here);
/* The program has started, or could not: requests and tables that waited for it go on. */
void program_wakes(Editions *editions, Program *program, bool there);

/* ---- editions_link.c ---- */

/* The connection is closed; it is forgotten when nothing is under way for it any more. */
void link_drop(Link *link);
void link_end(Editions *editions, Link *link);

#endif
