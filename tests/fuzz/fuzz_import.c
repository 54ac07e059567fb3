/* fuzz_import.c — a journal that the operator imports is taken whole and comes out again as it went in, or is refused
 * and leaves nothing behind. An input that begins with `~` is changes to a journal that is good: two bytes where, one
 * byte what; because a journal names the data it was played with, that one is made when the fuzzer starts. */
#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli/files.h"
#include "server/own.h"
#include "systems/systems.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const uint8_t *bytes;
static size_t length;
static char good[16384], changed[16384];
static size_t good_length;

/* A few orders of a small game, then a side gives up: over, and with its seed. */
static void make_good(void)
{
    static Log log;
    Random random = {1945};
    char why[200];
    GameStart start = {.seed = {19, 45}};
    Scenario *scenario = scenario_load(system_named("wb95/muskau"), "wb95/muskau", NULL, data_source(), &log);
    Game *game = scenario ? game_new(scenario, &start) : NULL;
    for (int i = 0; game && i < 12; i++) {
        Order order;
        uint64_t listed = 0;
        if (!random_player.order(scenario, game_view(game, game_side(game)), NULL, &random, &order, &listed) ||
            refused(game_do(game, &order)))
            abort();
    }
    if (!game || !game_resign(game, 0, why) || !game_close(game))
        abort();
    const char *text = game_journal(game, &good_length);
    if (good_length > sizeof good)
        abort();
    memcpy(good, text, good_length);
    game_free(game);
    scenario_free(scenario);
}

static void change_good(const uint8_t *data, size_t size)
{
    memcpy(changed, good, good_length);
    for (size_t at = 0; at + 3 <= size; at += 3)
        changed[(size_t)(data[at] << 8 | data[at + 1]) % good_length] = (char)data[at + 2];
    bytes = (const uint8_t *)changed;
    length = good_length;
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    if (!argc || !argv)
        abort();
    make_good();
    stderr = fopen("/dev/null", "w"); /* what it refuses, it says */
    return stderr ? 0 : 1;
}

static char *read_input(const char *path, size_t *size)
{
    char *copy = path ? malloc(length + 1) : NULL;
    if (!copy)
        abort();
    memcpy(copy, bytes, length);
    copy[length] = '\0';
    *size = length;
    return copy;
}

/* Runs a verb; what it printed is the caller's. */
static int run(const char *store, const char *verb, const char *argument, char **printed, size_t *size)
{
    char *words[] = {(char *)(uintptr_t)verb, (char *)(uintptr_t)argument};
    AdminCall call = {
        .store = store, .source = data_source(), .file_read = read_input, .argc = argument ? 2 : 1, .argv = words};
    FILE *before = stdout;
    stdout = open_memstream(printed, size);
    int status = admin_run(&call);
    fclose(stdout);
    stdout = before;
    return status;
}

static void import(const char *store, bool must)
{
    char *printed = NULL, *again = NULL;
    size_t said = 0, out = 0;
    int status = run(store, "import", "x", &printed, &said);
    if (status == 0) {
        printed[strcspn(printed, "\n")] = '\0';
        if (run(store, "export", printed, &again, &out) || out < length || memcmp(again, bytes, length))
            abort();
    } else if (must || said || run(store, "games", NULL, &again, &out) || out) {
        abort();
    }
    free(printed);
    free(again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char folder[] = "/dev/shm/sandtable-fuzz-XXXXXX", store[64], file[64];
    if (!mkdtemp(folder))
        abort();
    snprintf(store, sizeof store, "sqlite:%s/games.db", folder);
    snprintf(file, sizeof file, "%s/games.db", folder);
    bytes = data;
    length = size;
    if (size && *data == '~')
        change_good(data + 1, size - 1);
    import(store, size == 1 && *data == '~'); /* unchanged it must be taken */
    remove(file);
    if (rmdir(folder))
        abort(); /* something was left behind */
    return 0;
}
