/* editions.c — programs for older games, and which games are theirs; see editions.h. */
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include "server/editions_own.h"

/* ---- which program plays which game ---- */

static int program_for(const Editions *editions, const char *scenario, const char *edition)
{
    EditionRow row;
    for (int i = 0; i < editions->programs; i++)
        for (size_t at = 0; buffer_row(&editions->program[i].plays, at, &row, sizeof row); at++)
            if (!strcmp(row.scenario, scenario) && !strcmp(row.edition, edition))
                return editions->program[i].starts < STARTS_MOST ? i : -1;
    return -1;
}

int game_moved_to(const Editions *editions, const char *id)
{
    Moved row;
    for (size_t at = 0; editions && buffer_row(&editions->moved, at, &row, sizeof row); at++)
        if (!strcmp(row.id, id))
            return row.program;
    return -1;
}

bool editions_have(const Server *server, const char *id) { return game_moved_to(server->editions, id) >= 0; }

void game_moves(Editions *editions, const char *id, int program)
{
    Moved row = {.program = program};
    if (game_moved_to(editions, id) >= 0)
        return;
    snprintf(row.id, sizeof row.id, "%s", id);
    buffer_add(&editions->moved, &row, sizeof row);
}

/* It cannot be started: its games are here again, as far as this edition can show them. */
static void bring_back(Editions *editions, int program)
{
    Moved row;
    size_t kept = 0;
    for (size_t at = 0; buffer_row(&editions->moved, at, &row, sizeof row); at++)
        if (row.program != program) {
            memcpy(editions->moved.bytes + kept, &row, sizeof row);
            kept += sizeof row;
        }
    editions->moved.length = kept;
}

bool program_holds(const Program *program, int64_t number)
{
    int64_t held;
    for (size_t at = 0; buffer_row(&program->held, at, &held, sizeof held); at++)
        if (held == number)
            return true;
    return false;
}

void program_hold(Program *program, int64_t number)
{
    if (!program_holds(program, number))
        buffer_add(&program->held, &number, sizeof number);
}

void program_lets_go(Program *program, int64_t number)
{
    int64_t held;
    size_t kept = 0;
    for (size_t at = 0; buffer_row(&program->held, at, &held, sizeof held); at++)
        if (held != number) {
            memcpy(program->held.bytes + kept, &held, sizeof held);
            kept += sizeof held;
        }
    program->held.length = kept;
}

void program_forget(Program *program) { program->held.length = program->changes.length = program->here.length = 0; }

void program_tells(Program *program, const Here *here)
{
    Here row;
    size_t at = 0;
    while (buffer_row(&program->here, at, &row, sizeof row) && row.number != here->number)
        at++;
    if (at * sizeof row < program->here.length)
        memcpy(program->here.bytes + at * sizeof row, here, sizeof *here);
    else
        buffer_add(&program->here, here, sizeof *here);
}

void editions_presence(const Server *server, GameRow *row)
{
    int which = game_moved_to(server->editions, row->id);
    Here here;
    for (size_t at = 0; which >= 0 && buffer_row(&server->editions->program[which].here, at, &here, sizeof here); at++)
        if (here.number == row->number && program_holds(&server->editions->program[which], here.number)) {
            row->online = (unsigned)here.online;
            row->spectators = (int)here.spectators;
        }
}

/* ---- starting and ending ---- */

static void add_word(const char **words, int *count, const char *word)
{
    if (*count < WORDS_MOST - 1)
        words[(*count)++] = word;
}

static void add_option(const char **words, int *count, const char *name, const char *value)
{
    if (!value)
        return;
    add_word(words, count, name);
    add_word(words, count, value);
}

/* The public address with another port; empty if there is none. */
static void origin_at(const char *origin, int port, char *out, size_t room)
{
    const char *host = origin ? strstr(origin, "://") : NULL;
    const char *colon = host ? strrchr(host + 3, ':') : NULL;
    bool six = colon && strchr(colon, ']');
    out[0] = '\0';
    if (host)
        snprintf(out, room, "%.*s:%d", (int)((colon && !six ? (size_t)(colon - origin) : strlen(origin))), origin,
                 port);
}

/* The port by which browsers reach this server. */
static int home_port(const Server *server)
{
    const char *origin = server->config->origin, *host = origin ? strstr(origin, "://") : NULL;
    const char *colon = host ? strrchr(host + 3, ':') : NULL;
    if (!host)
        return server->port;
    return colon && !strchr(colon, ']') ? atoi(colon + 1) : strncmp(origin, "https:", 6) ? 80 : 443;
}

/* In the new process: nothing of this one stays open, and it ends when this one does. */
static void become(const char *path, const char *const *words)
{
    sigset_t none;
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    int nowhere = open("/dev/null", O_RDWR);
    dup2(nowhere, 0);
    dup2(nowhere, 1);
    close_range(3, ~0u, 0);
    execv(path, (char *const *)(uintptr_t)words);
    _exit(127);
}

static void start(Editions *editions, int which)
{
    Program *program = &editions->program[which];
    const ServerConfig *config = editions->server->config;
    const char *words[WORDS_MOST] = {0};
    char store[140], port[12], home[12], share[12], lines[16], origin[300];
    int count = 0, own = config->editions_port ? config->editions_port + which : 0;
    if (program->pid || editions->stopping)
        return;
    snprintf(store, sizeof store, "pipe:%s#%d", editions->path, which);
    snprintf(port, sizeof port, "%d", own);
    snprintf(home, sizeof home, "%d", home_port(editions->server));
    snprintf(share, sizeof share, "%d", config->share);
    snprintf(lines, sizeof lines, "%u", config->lines_most);
    origin_at(config->origin, own, origin, sizeof origin);
    add_word(words, &count, program->path);
    add_word(words, &count, "serve");
    add_option(words, &count, "--store", store);
    add_option(words, &count, "--bind", config->bind);
    add_option(words, &count, "--port", port);
    add_option(words, &count, "--home", home);
    add_option(words, &count, "--share", share);
    add_option(words, &count, "--most-lines", lines);
    add_option(words, &count, "--origin", origin[0] ? origin : NULL);
    add_option(words, &count, "--push", config->push);
    add_option(words, &count, "--contact", config->contact);
    add_option(words, &count, "--notify", config->notify);
    if (config->proxy)
        add_word(words, &count, "--proxy");
    if (config->quiet)
        add_word(words, &count, "--quiet");
    if (!config->limits)
        add_word(words, &count, "--no-limits");
    if (config->webhooks_home)
        add_word(words, &count, "--webhooks-home");
    program->since = steady_seconds();
    program->starts++;
    program->pid = fork();
    if (!program->pid)
        become(program->path, words);
    if (program->pid < 0)
        program->pid = 0;
    log_line(LEVEL_INFO, "edition", "program=%s pid=%d note=\"started for older games\"", program->path, program->pid);
}

void editions_wake(Server *server, const char *id)
{
    int which = game_moved_to(server->editions, id);
    if (which >= 0)
        start(server->editions, which);
}

/* Requests and tables that waited are sent to the program, or served here if it did not start. */
void program_wakes(Editions *editions, Program *program, bool there)
{
    Waiting *waiting = program->waiting;
    program->waiting = NULL;
    while (waiting) {
        Waiting *next = waiting->next;
        if (waiting->job)
            table_moved(editions->server, waiting->job, there ? program->port : 0);
        else
            http_ask_again(waiting->request);
        free(waiting);
        waiting = next;
    }
}

static bool wait_for(Program *program, Job *job, Request *request)
{
    Waiting *waiting = calloc(1, sizeof *waiting);
    if (!waiting)
        return false;
    *waiting = (Waiting){program->waiting, job, request};
    program->waiting = waiting;
    return true;
}

static void ended(Editions *editions, int which)
{
    Program *program = &editions->program[which];
    bool joined = program->joined;
    program->pid = 0;
    program->joined = false;
    program_forget(program);
    if (editions->stopping)
        return;
    log_line(joined ? LEVEL_INFO : LEVEL_ERROR, "edition", "program=%s note=\"ended\"", program->path);
    if (!program->waiting)
        return;
    if (program->starts < STARTS_MOST) {
        start(editions, which);
        return;
    }
    bring_back(editions, which);
    program_wakes(editions, program, false);
}

static void look_after(Editions *editions, int which)
{
    Program *program = &editions->program[which];
    int64_t now = steady_seconds();
    if (!program->pid)
        return;
    if (waitpid(program->pid, NULL, WNOHANG) == program->pid) {
        ended(editions, which);
        return;
    }
    if (!program->joined && now - program->since > START_SECONDS)
        kill(program->pid, SIGKILL);
    if (program->held.length || program->waiting || !program->joined)
        program->idle_since = now;
    else if (now - program->idle_since > IDLE_SECONDS)
        kill(program->pid, SIGTERM);
}

void editions_tick(Server *server)
{
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        look_after(server->editions, i);
}

bool editions_starting(const Server *server)
{
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        if (server->editions->program[i].pid && !server->editions->program[i].joined)
            return true;
    return false;
}

void editions_stop(Server *server)
{
    Editions *editions = server->editions;
    if (!editions)
        return;
    editions->stopping = true;
    for (int i = 0; i < editions->programs; i++)
        program_wakes(editions, &editions->program[i], false);
    for (int i = 0; i < editions->programs; i++)
        if (editions->program[i].pid)
            kill(editions->program[i].pid, SIGTERM);
}

bool editions_run(Server *server)
{
    bool any = false;
    editions_tick(server);
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        any = any || server->editions->program[i].pid;
    return any;
}

/* ---- games ---- */

bool editions_take(Table *table, const Buffer *journal, Job *job)
{
    Editions *editions = table->server->editions;
    char edition[EDITION_TEXT];
    if (!editions || table->server->stopping)
        return false;
    edition_of_journal(journal, edition);
    int which = program_for(editions, table->row.scenario, edition);
    if (which < 0 || !wait_for(&editions->program[which], job, NULL))
        return false;
    log_line(LEVEL_INFO, "edition", "game=%s program=%s note=\"goes on under its own program\"", table->row.id,
             editions->program[which].path);
    game_moves(editions, table->row.id, which);
    if (editions->program[which].joined)
        program_wakes(editions, &editions->program[which], true);
    else
        start(editions, which);
    return true;
}

/* Requests about a player's own list of games need no program that plays them. */
static bool is_of_list(const char *url)
{
    const char *slash = strrchr(url, '/');
    return slash && (!strcmp(slash, "/name") || !strcmp(slash, "/forget"));
}

bool editions_intervene(Request *request, const char *url, enum MHD_Result *result)
{
    Editions *editions = request->server->editions;
    const char *game = request->coming ? request->coming->visit.game : "";
    int which = game[0] ? game_moved_to(editions, game) : -1;
    if (which < 0 || is_of_list(url))
        return false;
    Program *program = &editions->program[which];
    if (program->joined) {
        *result = http_moved(request, program->port);
        return true;
    }
    if (!wait_for(program, NULL, request)) {
        *result = http_error(request, 503, SAID("server.no-memory-left"));
        return true;
    }
    http_suspend(request);
    start(editions, which);
    *result = MHD_YES;
    return true;
}

void editions_tell(const Server *server, const ChangeRow *row)
{
    for (int i = 0; server->editions && i < server->editions->programs; i++)
        if (server->editions->program[i].joined && row->epoch != OWN_EPOCH + 1 + i)
            buffer_add(&server->editions->program[i].changes, row, sizeof *row);
}

/* ---- opening ---- */

/* Lines `wb95/muskau 5 0123…`. */
static void read_plays(Program *program, FILE *lines)
{
    char line[256], scenario[48], hash[80];
    int edition;
    while (fgets(line, sizeof line, lines))
        if (sscanf(line, "%47s %d %79s", scenario, &edition, hash) == 3) {
            EditionRow row = {0};
            snprintf(row.scenario, sizeof row.scenario, "%s", scenario);
            snprintf(row.edition, sizeof row.edition, "%d %s", edition, hash);
            buffer_add(&program->plays, &row, sizeof row);
        }
}

static void ask_program(Editions *editions, const char *folder, const char *name)
{
    Program *program = &editions->program[editions->programs];
    char command[4200];
    struct stat status;
    *program = (Program){0};
    snprintf(program->path, sizeof program->path, "%s/%s", folder, name);
    if (name[0] == '.' || strchr(program->path, '\'') || stat(program->path, &status) || !S_ISREG(status.st_mode) ||
        access(program->path, X_OK))
        return;
    snprintf(command, sizeof command, "'%s' list --editions </dev/null 2>/dev/null", program->path);
    FILE *lines = popen(command, "r");
    if (lines) {
        read_plays(program, lines);
        pclose(lines);
    }
    if (!program->plays.length) {
        log_line(LEVEL_ERROR, "edition", "program=%s note=\"does not say which editions it plays\"", program->path);
        return;
    }
    log_line(LEVEL_INFO, "edition", "program=%s scenarios=%zu", program->path,
             program->plays.length / sizeof(EditionRow));
    editions->programs++;
}

static int by_name(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

static bool ask_programs(Editions *editions, const char *folder, char why[TROUBLE])
{
    struct dirent **list;
    int count = scandir(folder, &list, NULL, by_name);
    if (count < 0) {
        snprintf(why, TROUBLE, "%.200s: %s", folder, strerror(errno));
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (editions->programs < PROGRAMS_MOST)
            ask_program(editions, folder, list[i]->d_name);
        free(list[i]);
    }
    free(list);
    return true;
}

/* A socket in a folder of our own, which no other user may look into. */
static bool listen_here(Editions *editions, char why[TROUBLE])
{
    const char *place = getenv("XDG_RUNTIME_DIR");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!place || !*place || strlen(place) > sizeof editions->folder - 32)
        place = "/tmp";
    snprintf(editions->folder, sizeof editions->folder, "%.30s/sandtable-XXXXXX", place);
    bool good = mkdtemp(editions->folder) != NULL;
    snprintf(editions->path, sizeof editions->path, "%s/store", editions->folder);
    memcpy(address.sun_path, editions->path, strlen(editions->path) + 1);
    editions->listening = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    editions->epoll = epoll_create1(EPOLL_CLOEXEC);
    struct epoll_event event = {.events = EPOLLIN, .data.ptr = NULL};
    good = good && editions->listening >= 0 && editions->epoll >= 0 &&
           !bind(editions->listening, (struct sockaddr *)&address, sizeof address) &&
           !listen(editions->listening, 64) && !epoll_ctl(editions->epoll, EPOLL_CTL_ADD, editions->listening, &event);
    if (!good)
        snprintf(why, TROUBLE, "%.100s: %s", editions->path, strerror(errno));
    return good;
}

bool editions_open(Server *server, char why[TROUBLE])
{
    const char *folder = server->config->editions;
    if (!folder)
        return true;
    if (!store_file(server->config->store)) {
        snprintf(why, TROUBLE, "--editions is for a store in a file: on PostgreSQL start the older program as a node");
        return false;
    }
    Editions *editions = server->editions = calloc(1, sizeof *editions);
    if (!editions) {
        snprintf(why, TROUBLE, "there is no memory left");
        return false;
    }
    editions->server = server;
    return ask_programs(editions, folder, why) && listen_here(editions, why);
}

void editions_close(Server *server)
{
    Editions *editions = server->editions;
    if (!editions)
        return;
    while (editions->links) {
        link_drop(editions->links);
        link_end(editions, editions->links);
    }
    for (int i = 0; i < editions->programs; i++) {
        buffer_free(&editions->program[i].plays);
        buffer_free(&editions->program[i].held);
        buffer_free(&editions->program[i].changes);
        buffer_free(&editions->program[i].here);
    }
    buffer_free(&editions->moved);
    close(editions->listening);
    close(editions->epoll);
    unlink(editions->path);
    rmdir(editions->folder);
    free(editions);
    server->editions = NULL;
}
