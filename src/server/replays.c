/* replays.c — one unit in so many is played again here, by a process of our own program (`sandtable worker --replay`).
 *
 * A process, because a game of searching players takes minutes, and no fault of it touches the server. It reads its
 * task, and prints the result; one at a time, and at the lowest priority. If it has another program than the campaign
 * asks for, the unit is left unchecked, and the log says so. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/work.h"

extern char **environ;

typedef struct Replay {
    Job job;
    Server *server;
    CampaignRow row;
    int64_t unit;
    VisitAsk game; /* of an analysis: the game, */
    JournalAsk journal;
    Buffer task, answer; /* what the process reads, and prints */
    bool ran;
} Replay;

struct Replays {
    Pool pool; /* of one thread, which waits for the process */
    Replay *replay;
    bool asked, looked, idle; /* idle: there was nothing to play */
    _Atomic pid_t process;
    _Atomic bool stopping;
};

static void checked(Server *server, WorkCall *call)
{
    if (call->failed)
        log_line(LEVEL_ERROR, "replay", "note=\"%s\"", call->trouble);
    else if (call->item.differs)
        log_line(LEVEL_WARNING, "replay", "campaign=%lld unit=%lld key=%lld result=differs note=\"the key is refused\"",
                 (long long)call->item.campaign, (long long)call->item.unit, (long long)call->item.key);
    server->metrics.work_replays++;
    free((void *)(uintptr_t)call->item.result);
    free(call);
}

/* ---- the process ---- */

static bool spawn(Replay *replay, int in, int out, pid_t *process)
{
    const char *data = replay->server->config->data;
    bool named = data && strncmp(data, "inside:", strlen("inside:"));
    char *arguments[] = {(char *)(uintptr_t) "sandtable",        (char *)(uintptr_t) "worker",
                         (char *)(uintptr_t) "--replay",         named ? (char *)(uintptr_t) "--data" : NULL,
                         named ? (char *)(uintptr_t)data : NULL, NULL};
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in, 0);
    posix_spawn_file_actions_adddup2(&actions, out, 1);
    posix_spawnattr_t attributes;
    sigset_t none;
    sigemptyset(&none);
    posix_spawnattr_init(&attributes);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK);
    int status = posix_spawn(process, "/proc/self/exe", &actions, &attributes, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    posix_spawnattr_destroy(&attributes);
    return !status;
}

static void give_task(int out, const Buffer *task)
{
    for (size_t at = 0; at < task->length;) {
        ssize_t written = write(out, task->bytes + at, task->length - at);
        if (written < 0 && errno != EINTR)
            return;
        at += written > 0 ? (size_t)written : 0;
    }
}

static void take_answer(int in, Buffer *out)
{
    char bytes[4096];
    ssize_t got;
    while ((got = read(in, bytes, sizeof bytes)) > 0 || (got < 0 && errno == EINTR))
        if (got > 0 && out->length < 2 * ANALYSIS_MOST)
            buffer_add(out, bytes, (size_t)got);
}

/* By the thread that waits. The process reads all of its task before it prints anything. */
static void run_replay(Job *job)
{
    Replay *replay = (Replay *)job;
    Replays *replays = replay->server->replays;
    int to[2] = {-1, -1}, from[2] = {-1, -1}, status = 0;
    pid_t process = 0;
    bool begun = !replays->stopping && !pipe2(to, O_CLOEXEC) && !pipe2(from, O_CLOEXEC) &&
                 spawn(replay, to[0], from[1], &process);
    close(to[0]);
    close(from[1]);
    if (begun) {
        replays->process = process;
        if (replays->stopping)
            kill(process, SIGKILL);
        give_task(to[1], &replay->task);
    }
    close(to[1]);
    if (begun) {
        take_answer(from[0], &replay->answer);
        while (waitpid(process, &status, 0) < 0 && errno == EINTR)
            continue;
        replays->process = 0;
        replay->ran = WIFEXITED(status) && !WEXITSTATUS(status);
    }
    close(from[0]);
}

static void free_replay(Replay *replay)
{
    replay->server->replays->replay = NULL;
    buffer_free(&replay->task);
    buffer_free(&replay->answer);
    buffer_free(&replay->game.note);
    buffer_free(&replay->game.blocks);
    buffer_free(&replay->journal.text);
    free(replay);
}

/* What the process printed: {"program":…,"result":…}; NULL if it cannot be read. */
static char *result_of(const Replay *replay)
{
    json_error_t mistake;
    json_t *said = replay->ran ? json_loadb(replay->answer.bytes, replay->answer.length, 0, &mistake) : NULL;
    const char *program = json_string_value(json_object_get(said, "program"));
    const char *result = json_string_value(json_object_get(said, "result"));
    bool ours = program && result && !strcmp(program, replay->row.program);
    char *copy = ours ? strdup(result) : NULL;
    if (!copy)
        log_line(LEVEL_WARNING, "replay", "campaign=%lld unit=%lld note=\"%s\"", (long long)replay->row.number,
                 (long long)replay->unit, program && !ours ? "it is another program's" : "it could not be played");
    json_decref(said);
    return copy;
}

static void tell_result(Replay *replay)
{
    Server *server = replay->server;
    WorkCall *call = server->stopping ? NULL : calloc(1, sizeof *call);
    if (call) {
        *call = (WorkCall){.done = checked,
                           .item = {.kind = WORK_CHECKED,
                                    .campaign = replay->row.number,
                                    .unit = replay->unit,
                                    .now = now_seconds(),
                                    .result = result_of(replay)}};
        work_send(server, call);
    }
    free_replay(replay);
}

static void ran_replay(Server *server, Job *job)
{
    (void)server;
    tell_result((Replay *)job);
}

/* ---- tasks ---- */

static void play(Replay *replay)
{
    buffer_format(&replay->task, "{\"unit\":%lld,", (long long)replay->unit);
    json_campaign_task(&replay->task, &replay->row);
    if (replay->row.kind == CAMPAIGN_ANALYSE) {
        buffer_literal(&replay->task, ",\"journal\":");
        buffer_quote_bytes(&replay->task, replay->journal.text.bytes, replay->journal.text.length);
    }
    buffer_char(&replay->task, '}');
    replay->job = (Job){.run = run_replay, .done = ran_replay, .free = true};
    pool_add(&replay->server->replays->pool, &replay->job);
}

static void journal_is_read(Ask *ask)
{
    Replay *replay = (Replay *)(void *)((char *)ask - offsetof(Replay, journal.ask));
    if (ask->failed || !replay->journal.text.length || replay->server->stopping)
        tell_result(replay);
    else
        play(replay);
}

static void game_is_known(Ask *ask)
{
    Replay *replay = (Replay *)(void *)((char *)ask - offsetof(Replay, game.ask));
    if (ask->failed || !replay->game.found || !replay->game.row.over || replay->server->stopping) {
        tell_result(replay);
        return;
    }
    replay->journal =
        (JournalAsk){.ask = {.kind = ASK_JOURNAL, .done = journal_is_read}, .number = replay->game.row.number};
    store_ask(replay->server->store, &replay->journal.ask);
}

static void unit_is_known(Server *server, WorkCall *call)
{
    Replays *replays = server->replays;
    replays->asked = false;
    replays->idle = !call->item.given;
    if (call->failed || !call->item.given || server->stopping) {
        free(call);
        return;
    }
    Replay *replay = calloc(1, sizeof *replay);
    if (replay) {
        replays->replay = replay;
        replay->server = server;
        replay->row = call->item.row;
        replay->unit = call->item.unit;
        if (replay->row.kind == CAMPAIGN_ANALYSE) {
            replay->game = (VisitAsk){.ask = {.kind = ASK_VISIT, .done = game_is_known}};
            memcpy(replay->game.game, replay->row.game, sizeof replay->game.game);
            store_ask(server->store, &replay->game.ask);
        } else {
            play(replay);
        }
    }
    free(call);
}

bool replays_tick(Server *server)
{
    Replays *replays = server->replays;
    if (!replays) {
        replays = server->replays = calloc(1, sizeof *replays);
        if (!replays)
            return false;
        pool_open(&replays->pool, server, 1);
    }
    if (replays->idle)
        return replays->idle = false;
    WorkCall *call = replays->replay || replays->asked ? NULL : calloc(1, sizeof *call);
    if (!call)
        return true;
    *call = (WorkCall){.done = unit_is_known,
                       .item = {.kind = WORK_TAKE_CHECK, .wants = !replays->looked, .now = now_seconds()}};
    replays->asked = replays->looked = true;
    work_send(server, call);
    return true;
}

void replays_close(Server *server)
{
    Replays *replays = server->replays;
    if (!replays)
        return;
    replays->stopping = true;
    if (replays->process)
        kill(replays->process, SIGKILL);
    pool_stop(&replays->pool);
}
