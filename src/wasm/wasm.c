/* wasm.c — the engine as a library without files; see wasm.h. */
#include "wasm/wasm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/ai.h"
#include "core/game.h"
#include "systems/systems.h"

#define FILES 256
#define TEXT 65536

static struct File {
    char *name, *bytes;
    size_t length;
} file[FILES];
static int files;
static char text[TEXT];
static Scenario *scenario;
static Game *game;
static Log mistakes;

void *engine_allocate(size_t bytes) { return malloc(bytes); }
void engine_release(void *room) { free(room); }
const char *engine_text(void) { return text; }

int engine_add_file(char *name, char *bytes, size_t length)
{
    if (files == FILES)
        return 0;
    file[files++] = (struct File){name, bytes, length};
    return 1;
}

static char *read_file(void *context, const char *name, size_t *length)
{
    (void)context;
    for (int i = 0; i < files; i++)
        if (!strcmp(file[i].name, name)) {
            char *copy = malloc(file[i].length + 1);
            if (!copy)
                return NULL;
            memcpy(copy, file[i].bytes, file[i].length);
            copy[file[i].length] = '\0';
            *length = file[i].length;
            return copy;
        }
    return NULL;
}

static void tell_mistakes(void)
{
    size_t used = 0;
    for (int i = 0; i < mistakes.count && i < LOG_MISTAKES && used < TEXT - 2048; i++)
        used += mistake_print(&mistakes.mistake[i], text + used, TEXT - used);
}

int engine_load(const char *id, const char *options)
{
    static const Source source = {NULL, read_file};
    const System *system = system_named(id);
    text[0] = '\0';
    game_free(game);
    game = NULL;
    if (scenario)
        scenario_free(scenario);
    scenario = NULL;
    mistakes.count = 0;
    if (!system) {
        snprintf(text, TEXT, "no system is called \"%s\"", id);
        return 0;
    }
    scenario = scenario_load(system, id, *options ? options : NULL, &source, &mistakes);
    if (!scenario)
        tell_mistakes();
    return scenario != NULL;
}

int engine_begin(uint64_t seed)
{
    GameStart start = {.fast_dice = true, .fast_seed = seed};
    game_free(game);
    game = scenario ? game_new(scenario, &start) : NULL;
    return game != NULL;
}

int engine_over(void) { return !game || game_side(game) == NO_SIDE; }

uint64_t engine_hash(void) { return game ? position_hash(scenario, game_position(game)) : 0; }

static int do_order(const Order *order)
{
    Refusal refusal = game_do(game, order);
    text[0] = '\0';
    if (refused(refusal))
        say(scenario, NULL, game_view(game, game_side(game)), &refusal.why, text, TEXT);
    return !refused(refusal);
}

int engine_play_random(uint64_t seed, int orders)
{
    Random random = {seed};
    int given = 0;
    while (given < orders && !engine_over()) {
        Order order;
        uint64_t listed = 0;
        if (!random_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order,
                                 &listed) ||
            !do_order(&order))
            break;
        given++;
    }
    return given;
}

int engine_order(const char *words)
{
    Order order;
    int column;
    if (engine_over()) {
        snprintf(text, TEXT, "no game is being played");
        return 0;
    }
    if (!order_parse(scenario, words, strlen(words), &order, text, &column))
        return 0;
    return do_order(&order);
}
