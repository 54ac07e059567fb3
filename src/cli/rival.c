/* rival.c — a player of another program; see rival.h. */
#define _GNU_SOURCE
#include "cli/rival.h"

#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

struct Rival {
    const Scenario *scenario;
    pid_t process;
    FILE *to, *from;
    char *line; /* the last that was read */
    size_t room;
};

/* Reads the answer up to its last line, which is then in rival->line; the order among it goes to `found`. */
static bool read_answer(Rival *rival, char found[ORDER_TEXT], char why[RIVAL_WHY])
{
    ssize_t length;
    while ((length = getline(&rival->line, &rival->room, rival->from)) > 0) {
        rival->line[strcspn(rival->line, "\n")] = 0;
        if (!strncmp(rival->line, "ok", 2))
            return true;
        if (!strncmp(rival->line, "refused", 7) || !strncmp(rival->line, "error", 5)) {
            snprintf(why, RIVAL_WHY, "the other program says: %.500s", rival->line);
            return false;
        }
        if (found && !strncmp(rival->line, "order ", 6))
            snprintf(found, ORDER_TEXT, "%s", rival->line + 6);
    }
    snprintf(why, RIVAL_WHY, "the other program has ended");
    return false;
}

__attribute__((format(printf, 4, 5))) static bool ask(Rival *rival, char found[ORDER_TEXT], char why[RIVAL_WHY],
                                                      const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vfprintf(rival->to, format, arguments);
    va_end(arguments);
    fputc('\n', rival->to);
    fflush(rival->to);
    return read_answer(rival, found, why);
}

static bool start(Rival *rival, const char *program)
{
    int down[2], up[2];
    if (pipe2(down, O_CLOEXEC) || pipe2(up, O_CLOEXEC))
        return false;
    fflush(NULL);
    rival->process = fork();
    if (!rival->process) {
        dup2(down[0], STDIN_FILENO);
        dup2(up[1], STDOUT_FILENO);
        execlp(program, program, "engine", (char *)NULL);
        _exit(127);
    }
    close(down[0]);
    close(up[1]);
    rival->to = fdopen(down[1], "w");
    rival->from = fdopen(up[0], "r");
    return rival->process > 0 && rival->to && rival->from;
}

/* Our plain dice begin with eight bytes of the seed. */
static void seed_words(uint64_t seed, char out[2 * SHA256_BYTES + 1])
{
    uint8_t bytes[SHA256_BYTES] = {0};
    memcpy(bytes, &seed, sizeof seed);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

Rival *rival_new(const char *program, const Scenario *scenario, const char *options, uint64_t seed, char why[RIVAL_WHY])
{
    Rival *rival = calloc(1, sizeof *rival);
    char words[2 * SHA256_BYTES + 1];
    signal(SIGPIPE, SIG_IGN);
    seed_words(seed, words);
    if (!rival || !start(rival, program)) {
        snprintf(why, RIVAL_WHY, "%s cannot be started", program);
        rival_free(rival);
        return NULL;
    }
    rival->scenario = scenario;
    if (!ask(rival, NULL, why, "new %s %s seed %s fast", scenario->id, options ? options : "", words)) {
        rival_free(rival);
        return NULL;
    }
    return rival;
}

void rival_free(Rival *rival)
{
    if (!rival)
        return;
    if (rival->to)
        fclose(rival->to);
    if (rival->from)
        fclose(rival->from);
    if (rival->process > 0)
        waitpid(rival->process, NULL, 0);
    free(rival->line);
    free(rival);
}

bool rival_suggest(Rival *rival, const char *player, Order *out, char why[RIVAL_WHY])
{
    char text[ORDER_TEXT] = "";
    char mistake[ORDER_MISTAKE];
    int column;
    if (!ask(rival, text, why, "suggest %s", player))
        return false;
    if (order_parse(rival->scenario, text, strlen(text), out, mistake, &column))
        return true;
    snprintf(why, RIVAL_WHY, "the other program's order cannot be read: %.400s", text);
    return false;
}

bool rival_do(Rival *rival, const Order *order, char why[RIVAL_WHY])
{
    char text[ORDER_TEXT];
    order_print(rival->scenario, order, text);
    return ask(rival, NULL, why, "do %s", text);
}
