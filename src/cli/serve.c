/* serve.c — `sandtable serve`: web play; and `sandtable admin`: its store from the command line. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "server/server.h"
#include "server/store.h"

static const char serve_usage[] =
    "sandtable serve [--port N] [--bind ADDRESS] [--store sqlite:FILE] [--origin URL] [--proxy] [--quiet]\n"
    "Serves games to browsers and prints the address to open.\n"
    "  --port N            8345; 0 takes a free one\n"
    "  --bind ADDRESS      127.0.0.1, so that only this machine can play\n"
    "  --store sqlite:FILE where games live; $XDG_DATA_HOME/sandtable/sandtable.db\n"
    "  --origin URL        the address in public, https://games.example, when a proxy stands in front\n"
    "  --proxy             believe the proxy's X-Forwarded-For\n"
    "  --quiet             log trouble only\n"
    "  --no-limits         no limits on rates, for load tests\n"
    "  --webhooks-home     webhooks may call this machine and private networks, for tests\n"
    "docs/server.md tells how to run it at home and in public.\n";

/* Where games live when nobody says: the user's data folder. */
static void default_store(char *out, size_t room)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && *data)
        snprintf(out, room, "sqlite:%s/sandtable/sandtable.db", data);
    else
        snprintf(out, room, "sqlite:%s/.local/share/sandtable/sandtable.db", home && *home ? home : ".");
}

/* Makes the folder of a store that is a file; what is wrong with the address is the server's to say. */
static bool store_folder(const char *store)
{
    const char *file = store_file(store);
    if (!file || folders_make(file))
        return true;
    fprintf(stderr, "sandtable: the folder of %s cannot be made: %s\n", file, strerror(errno));
    return false;
}

/* Takes `--name VALUE` or `--name=VALUE` at argv[*i]; NULL if it is another argument. */
static const char *value_of(int argc, char **argv, int *i, const char *name)
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

int command_serve(int argc, char **argv)
{
    static char store[4200];
    default_store(store, sizeof store);
    ServerConfig config = {
        .bind = "127.0.0.1", .port = 8345, .store = store, .limits = true, .files_below = files_below};
    for (int i = 1; i < argc; i++) {
        const char *value;
        if (!strcmp(argv[i], "--help")) {
            fputs(serve_usage, stdout);
            return 0;
        } else if ((value = value_of(argc, argv, &i, "--port"))) {
            char *end;
            long port = strtol(value, &end, 10);
            if (*end || !*value || port < 0 || port > 65535) {
                fprintf(stderr, "sandtable serve: %s is no port\n", value);
                return 2;
            }
            config.port = (int)port;
        } else if ((value = value_of(argc, argv, &i, "--bind"))) {
            config.bind = value;
        } else if ((value = value_of(argc, argv, &i, "--store"))) {
            config.store = value;
        } else if ((value = value_of(argc, argv, &i, "--origin"))) {
            config.origin = value;
        } else if (!strcmp(argv[i], "--proxy")) {
            config.proxy = true;
        } else if (!strcmp(argv[i], "--quiet")) {
            config.quiet = true;
        } else if (!strcmp(argv[i], "--no-limits")) {
            config.limits = false;
        } else if (!strcmp(argv[i], "--webhooks-home")) {
            config.webhooks_home = true;
        } else {
            fputs(serve_usage, stderr);
            return 2;
        }
    }
    config.data = data_directory();
    config.source = data_source();
    return store_folder(config.store) ? server_run(&config) : 1;
}

static const char admin_usage[] =
    "sandtable admin [--store sqlite:FILE] VERB\n"
    "  users               every user: number, name, guest or account, since when\n"
    "  games               every game: id, scenario, turn, who sits where\n"
    "  remove-user NUMBER  with his sessions; his seats become open\n"
    "  remove-game ID\n"
    "  backup FILE         a copy of the whole store, while it is served or not\n"
    "  restore FILE        puts a backup in the store's place; nobody may be serving it\n"
    "  export ID [FILE]    a game as a journal; once it is over the seed is in it\n"
    "  import FILE [SEED]  a journal as a game; one that is not over needs the file of its seed\n";

int command_admin(int argc, char **argv)
{
    static char store[4200];
    default_store(store, sizeof store);
    AdminCall call = {.store = store, .file_read = file_read};
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        const char *value;
        if (!strcmp(argv[i], "--help")) {
            fputs(admin_usage, stdout);
            return 0;
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
