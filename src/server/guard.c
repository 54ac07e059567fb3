/* guard.c — what fails an assertion ends the one thing that was being done, and not the server with every game.
 *
 * The rules are C that asserts what it relies on. Here a failed assertion is no abort() but a way out: it leaves all
 * calls up to the guard, as longjmp does, and the guard's owner throws away what was half done. It can: the core and
 * the systems hold no lock and no file, a game's blocks are its own, and what the rules keep for a thread is given back
 * (thread_forget). Whoever holds something while he plays a game names it (guard_game) or holds it outside the guard.
 *
 * Without a guard, in the command line's own commands, an assertion ends the program as it always does. */
#include <assert.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

typedef struct Guard {
    jmp_buf out;
    char *what;
    Game *game;
    struct Guard *around;
} Guard;

static _Thread_local Guard *innermost;

/* In the place of the C library's. */
void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    Guard *guard = innermost;
    if (guard) {
        snprintf(guard->what, FAULT_TEXT, "%s:%u: %s: %s", file, line, function, assertion);
        longjmp(guard->out, 1);
    }
    fprintf(stderr, "%s:%u: %s: Assertion `%s' failed.\n", file, line, function, assertion);
    abort();
}

bool guarded(void (*run)(void *context), void *context, char what[FAULT_TEXT])
{
    Guard guard = {.what = what, .around = innermost};
    what[0] = '\0';
    innermost = &guard;
    bool whole = !setjmp(guard.out);
    if (whole)
        run(context);
    innermost = guard.around;
    if (whole)
        return true;
    game_free(guard.game);
    thread_forget();
    return false;
}

void guard_game(Game *game)
{
    if (innermost)
        innermost->game = game;
}
