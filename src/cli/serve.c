/* serve.c — `sandtable serve`: web play; and `sandtable admin`: its store from the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/serve.h"
#include "server/server.h"
#include "server/store.h"

const char serve_usage[] =
    "sandtable serve [--port N] [--bind ADDRESS] [--store sqlite:FILE] [--origin URL] [--proxy] [--quiet]\n"
    "Serves games to browsers and prints the address to open.\n"
    "  --port N            8345; 0 takes a free one\n"
    "  --bind ADDRESS      127.0.0.1, so that only this machine can play\n"
    "  --store sqlite:FILE where games are kept; $XDG_DATA_HOME/sandtable/sandtable.db\n"
    "  --store postgres://…  the same in a PostgreSQL database, or as libpq's 'host=… dbname=…'\n"
    "  --origin URL        the public address, https://games.example, when a proxy stands in front\n"
    "  --proxy             believe the proxy's X-Forwarded-For\n"
    "  --metrics-key FILE  show /metrics to anyone with the token in this file; without it, the page is closed\n"
    "  --push FILE         the key that signs calls to wake browsers that asked for them; made when there is none\n"
    "  --contact ADDRESS   mailto:… or https://…: how push services reach you; --push needs it\n"
    "  --smtp URL          smtp://host:port or smtps://…: the server for mail to users who want it; needs --mail-from\n"
    "  --mail-from ADDRESS the sender of that mail\n"
    "  --smtp-password FILE  user:password for it, over TLS only\n"
    "  --notify URL        http://…: called when it is the turn of a user with an account who is away\n"
    "  --call-again SECONDS  5: a notice that could not be delivered is sent again after that time, then after four\n"
    "                      times as long, and so on: five times in all\n"
    "  --most-lines N      250000: orders and take-backs a game may have\n"
    "  --quiet             log warnings and errors only\n"
    "  --keep-guests AGE   30d: guests without a game are removed this long after their last visit\n"
    "  --keep-sessions AGE 365d: a session expires this long after its last use\n"
    "  --keep-unplayed AGE 30d: games without an order; AGE is 30d, 12h, 90s, or never\n"
    "  --share PERCENT     20: of a processor that one user's questions may take in the long run\n"
    "  --node HOST:PORT    of several servers on one PostgreSQL: how nginx reaches this one; usually bind and port\n"
    "  --lease SECONDS     12: after so long without a renewal the others take its games\n"
    "  --work-lease SECONDS 180: a worker of a campaign that is silent for so long loses its units\n"
    "  --editions DIR      older programs, for games that this edition cannot play on\n"
    "  --editions-port N   the first port for them, one each; without it any that are free\n"
    "  --home PORT         given to such a program: the port of the server that keeps its games\n"
    "  --no-limits         no limits on rates, for load tests\n"
    "  --same-dice WORD    every game rolls from this word, so that dice can be foreseen, for tests\n"
    "  --fault [KIND:]ORDER  giving or reading this order causes a fault, for tests; KIND is assertion, read, write,\n"
    "                      divide, loop or stack\n"
    "  --test-clock        games' clocks stand, and go on as POST /api/test/clock says, for tests\n"
    "  --webhooks-home     webhooks may call this machine and private networks, for tests\n"
    "docs/server.md explains how to run it at home and in public.\n";

/* Where games are stored by default: the user's data folder. */
void default_store(char *out, size_t room)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data)
        snprintf(out, room, "sqlite:%s/sandtable/sandtable.db", data);
    else
        snprintf(out, room, "sqlite:%s/.local/share/sandtable/sandtable.db", home && *home ? home : ".");
}

/* Makes the folder of a store that is a file; the server reports what is wrong with the address. */
bool store_folder(const char *store)
{
    const char *file = store_file(store);
    if (!file || folders_make(file))
        return true;
    fprintf(stderr, "sandtable: the folder of %s cannot be made: %s\n", file, strerror(errno));
    return false;
}

/* An origin as browsers write it: a scheme, a host and perhaps a port, and nothing behind them. */
static bool is_origin(const char *text)
{
    size_t scheme = !strncmp(text, "https://", 8) ? 8 : !strncmp(text, "http://", 7) ? 7 : 0;
    return scheme && text[scheme] && !strpbrk(text + scheme, "/?# ");
}

/* Takes `--name VALUE` or `--name=VALUE` at argv[*i]; NULL if it is another argument. */
const char *value_of(int argc, char **argv, int *i, const char *name)
{
    size_t length = strlen(name);
    if (strncmp(argv[*i], name, length))
        return NULL;
    if (argv[*i][length] == '=')
        return argv[*i] + length + 1;
    if (argv[*i][length] || *i + 1 >= argc)
        return NULL;
    return argv[++*i];
}

/* `30d`, `12h`, `90s`, `never`; false if it is none of them. */
static bool read_age(const char *text, int64_t *out)
{
    static const struct {
        char letter;
        int64_t seconds;
    } units[] = {{'d', DAY}, {'h', 3600}, {'s', 1}};
    char *end;
    long number = strtol(text, &end, 10);
    *out = 0;
    if (!strcmp(text, "never"))
        return true;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (end != text && *end == units[i].letter && !end[1] && number > 0 && number <= 100000)
            *out = number * units[i].seconds;
    return *out > 0;
}

/* Takes an option that says how long something is kept: 1 if it was one, 0 if not, -1 if it was a wrong one. */
static int take_age(int argc, char **argv, int *i, Ages *ages)
{
    const struct {
        const char *name;
        int64_t *age;
    } known[] = {
        {"--keep-guests", &ages->guests}, {"--keep-sessions", &ages->sessions}, {"--keep-unplayed", &ages->games}};
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const char *value = value_of(argc, argv, i, known[k].name);
        if (value && read_age(value, known[k].age))
            return 1;
        if (value) {
            fprintf(stderr, "sandtable: %s is no age: write 30d, 12h, 90s or never\n", value);
            return -1;
        }
    }
    return 0;
}

/* A number from 0 on; -1 if the text is none, or more than that. */
static long read_count(const char *text, long most)
{
    char *end;
    long number = strtol(text, &end, 10);
    return *end || !*text || number < 0 || number > most ? -1 : number;
}

#define KEY_LEAST 16

/* The word in a file, without the blanks around it; NULL, after printing why, if it could not be kept secret. */
static const char *read_word(const char *path, char key[256], size_t least)
{
    char more;
    size_t length;
    char *text = file_read(path, &length);
    if (!text) {
        fprintf(stderr, "sandtable serve: %s cannot be read\n", path);
        return NULL;
    }
    bool one = sscanf(text, "%255s %c", key, &more) == 1 && strlen(key) >= least;
    free(text);
    if (one)
        return key;
    fprintf(stderr, "sandtable serve: %s should hold one word of %zu to 255 letters\n", path, least);
    return NULL;
}

int command_serve(int argc, char **argv)
{
    static char store[4200];
    default_store(store, sizeof store);
    ServerConfig config = {.bind = "127.0.0.1",
                           .port = 8345,
                           .store = store,
                           .share = 20,
                           .limits = true,
                           .lines_most = LINES_USUAL,
                           .lease = LEASE_USUAL,
                           .call_again = CALL_AGAIN_USUAL,
                           .work_lease = WORK_LEASE_USUAL,
                           .ages = AGES_USUAL,
                           .files_below = files_below};
    for (int i = 1; i < argc; i++) {
        const char *value;
        int age = take_age(argc, argv, &i, &config.ages);
        if (age < 0)
            return 2;
        if (age)
            continue;
        if ((value = value_of(argc, argv, &i, "--port"))) {
            long port = read_count(value, 65535);
            if (port < 0) {
                fprintf(stderr, "sandtable serve: %s is no port\n", value);
                return 2;
            }
            config.port = (int)port;
        } else if ((value = value_of(argc, argv, &i, "--most-lines"))) {
            long lines = read_count(value, 1 << 24);
            if (lines < 1) {
                fprintf(stderr, "sandtable serve: %s is no number of lines\n", value);
                return 2;
            }
            config.lines_most = (uint32_t)lines;
        } else if ((value = value_of(argc, argv, &i, "--bind"))) {
            config.bind = value;
        } else if ((value = value_of(argc, argv, &i, "--store"))) {
            config.store = value;
        } else if ((value = value_of(argc, argv, &i, "--origin"))) {
            config.origin = value;
            if (!is_origin(value)) {
                fprintf(stderr, "sandtable serve: %s is no origin: write it as https://games.example\n", value);
                return 2;
            }
        } else if ((value = value_of(argc, argv, &i, "--metrics-key"))) {
            static char key[256];
            config.metrics_key = read_word(value, key, KEY_LEAST);
            if (!config.metrics_key)
                return 2;
        } else if (!strcmp(argv[i], "--proxy")) {
            config.proxy = true;
        } else if (!strcmp(argv[i], "--quiet")) {
            config.quiet = true;
        } else if ((value = value_of(argc, argv, &i, "--share"))) {
            long share = read_count(value, 100);
            if (share < 1) {
                fprintf(stderr, "sandtable serve: %s is no share in percent\n", value);
                return 2;
            }
            config.share = (int)share;
        } else if ((value = value_of(argc, argv, &i, "--editions-port"))) {
            config.editions_port = (int)read_count(value, 65000);
            if (config.editions_port < 1) {
                fprintf(stderr, "sandtable serve: %s is no port\n", value);
                return 2;
            }
        } else if ((value = value_of(argc, argv, &i, "--editions"))) {
            config.editions = value;
        } else if ((value = value_of(argc, argv, &i, "--home"))) {
            config.home = (int)read_count(value, 65535);
            if (config.home < 1) {
                fprintf(stderr, "sandtable serve: %s is no port\n", value);
                return 2;
            }
        } else if (!strcmp(argv[i], "--no-limits")) {
            config.limits = false;
        } else if ((value = value_of(argc, argv, &i, "--node"))) {
            config.node = value;
        } else if ((value = value_of(argc, argv, &i, "--lease"))) {
            config.lease = read_count(value, 3600);
            if (config.lease < 2) {
                fprintf(stderr, "sandtable serve: %s is no lease: write it in seconds, 2 or more\n", value);
                return 2;
            }
        } else if ((value = value_of(argc, argv, &i, "--work-lease"))) {
            config.work_lease = read_count(value, 86400);
            if (config.work_lease < 2) {
                fprintf(stderr, "sandtable serve: %s is no lease: write it in seconds, 2 or more\n", value);
                return 2;
            }
        } else if ((value = value_of(argc, argv, &i, "--same-dice"))) {
            config.same_dice = value;
        } else if (!strcmp(argv[i], "--test-clock")) {
            config.test_clock = true;
        } else if ((value = value_of(argc, argv, &i, "--fault"))) {
            config.fault = value;
        } else if ((value = value_of(argc, argv, &i, "--notify"))) {
            config.notify = value;
            if (strncmp(value, "http://", strlen("http://")) != 0) {
                fprintf(stderr, "sandtable serve: --notify takes an address that begins with http://\n");
                return 2;
            }
        } else if ((value = value_of(argc, argv, &i, "--call-again"))) {
            config.call_again = read_count(value, 3600);
            if (config.call_again < 0) {
                fprintf(stderr, "sandtable serve: %s is no time: write it in seconds\n", value);
                return 2;
            }
        } else if ((value = value_of(argc, argv, &i, "--push"))) {
            config.push = value;
        } else if ((value = value_of(argc, argv, &i, "--contact"))) {
            config.contact = value;
        } else if ((value = value_of(argc, argv, &i, "--smtp-password"))) {
            static char password[256];
            const char *word = read_word(value, password, 3);
            if (!word)
                return 2;
            config.smtp_password = word;
        } else if ((value = value_of(argc, argv, &i, "--smtp"))) {
            config.smtp = value;
        } else if ((value = value_of(argc, argv, &i, "--mail-from"))) {
            config.mail_from = value;
        } else if (!strcmp(argv[i], "--webhooks-home")) {
            config.webhooks_home = true;
        } else {
            fputs(serve_usage, stderr);
            return 2;
        }
    }
    if (config.push &&
        (!config.contact || (strncmp(config.contact, "mailto:", 7) && strncmp(config.contact, "https:", 6)))) {
        fprintf(stderr, "sandtable serve: --push needs --contact with an address that begins with mailto: or https:\n");
        return 2;
    }
    if (config.smtp && (!config.mail_from || !strchr(config.mail_from, '@') || strpbrk(config.mail_from, "<>\r\n ") ||
                        (strncmp(config.smtp, "smtp://", 7) && strncmp(config.smtp, "smtps://", 8)))) {
        fprintf(stderr, "sandtable serve: --smtp takes smtp://… or smtps://… and needs --mail-from ADDRESS\n");
        return 2;
    }
    if (config.editions && config.origin && !config.editions_port) {
        fprintf(stderr,
                "sandtable serve: --editions with --origin needs --editions-port: the proxy must know the ports\n");
        return 2;
    }
    config.data = data_directory();
    config.source = data_source();
    return store_folder(config.store) ? server_run(&config) : 1;
}

const char admin_usage[] =
    "sandtable admin [--store sqlite:FILE|postgres://…] VERB\n"
    "  users               every user: number, name, guest or account, since when\n"
    "  games               every game: id, scenario, turn, players\n"
    "  remove-user NUMBER  with his notes and sessions; his seats become open; no server may be using the store\n"
    "  remove-game ID      a game; no server may be using the store\n"
    "  prune               removes now what the server removes by itself, see serve --keep-…; --dry-run only counts;\n"
    "                      takes the same --keep-… options before it\n"
    "  copy STORE          everything into another store, which must be empty; no server may be using either\n"
    "  backup FILE         a copy of the whole store, while it is served or not; of PostgreSQL with its own tools\n"
    "  restore FILE        puts a backup in the store's place; no server may be using it\n"
    "  export ID [FILE]    a game as a journal; once it is over the seed is in it\n"
    "  moderator NAME [off]  the account may moderate, or no longer\n"
    "  reports             open reports\n"
    "  ban NAME [DAYS]     the account can do nothing; unban NAME ends it\n"
    "  mute NAME [DAYS]    the account cannot chat; unmute NAME ends it\n"
    "  ban-address ADDRESS [DAYS]  refuses every request from there; unban-address ADDRESS ends it\n"
    "  moderation-log      every decision, and who made it\n"
    "  worker-key NAME     makes a key for workers of campaigns and prints it once; the store has its hash\n"
    "  worker-keys         every key: its name, since when, units it brought, whether it is good\n"
    "  end-worker-key NAME makes the key invalid\n"
    "  import FILE [SEED]  a journal as a game; one that is not over needs the file of its seed\n";

int command_admin(int argc, char **argv)
{
    static char store[4200];
    default_store(store, sizeof store);
    AdminCall call = {.store = store, .file_read = file_read, .ages = AGES_USUAL};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *value;
        int age = take_age(argc, argv, &i, &call.ages);
        if (age < 0)
            return 2;
        if (age)
            continue;
        if (!strcmp(argv[i], "--dry-run")) {
            call.dry_run = true;
            continue;
        }
        if (!(value = value_of(argc, argv, &i, "--store"))) {
            fputs(admin_usage, stderr);
            return 2;
        }
        call.store = value;
    }
    call.argc = argc - i;
    call.argv = argv + i;
    call.source = data_source();
    int status = store_folder(call.store) ? admin_run(&call) : 1;
    if (status == 2)
        fputs(admin_usage, stderr);
    return status;
}
