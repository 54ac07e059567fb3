/* wasm.c — the engine as a library without files; see wasm.h. */
#include <stdio.h>
#include <stdlib.h>

#include "systems/systems.h"
#include "wasm/own.h"

#define FILES 512

static struct File {
    char *name, *bytes;
    size_t length;
} file[FILES];
static int files;
static Log mistakes;

Module engine;

/* ---- of programs that have a guard ---- */

void guard_game(Game *game) { (void)game; }
void working_on(const char *game) { (void)game; }

/* ---- memory and text ---- */

void *engine_allocate(size_t bytes) { return malloc(bytes); }
void engine_release(void *room) { free(room); }
const char *engine_text(void) { return buffer_string(&engine.out); }

int engine_add_file(char *name, char *bytes, size_t length)
{
    for (int i = 0; i < files; i++)
        if (!strcmp(file[i].name, name)) {
            free(file[i].name);
            free(file[i].bytes);
            file[i] = (struct File){name, bytes, length};
            return 1;
        }
    if (files == FILES)
        return 0;
    file[files++] = (struct File){name, bytes, length};
    return 1;
}

char *engine_read_file(void *context, const char *name, size_t *length)
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
    for (int i = 0; i < mistakes.count && i < LOG_MISTAKES; i++) {
        char line[2048];
        buffer_add(&engine.out, line, mistake_print(&mistakes.mistake[i], line, sizeof line));
    }
}

/* ---- a scenario, a game ---- */

int engine_load(const char *id, const char *options)
{
    static const Source source = {NULL, engine_read_file};
    const System *system = system_named(id);
    buffer_clear(&engine.out);
    game_free(engine.game);
    engine.game = NULL;
    json_forget();
    if (engine.scenario)
        scenario_free(engine.scenario);
    engine.scenario = NULL;
    mistakes.count = 0;
    if (!system) {
        buffer_format(&engine.out, "no system is called \"%s\"", id);
        return 0;
    }
    engine.scenario = scenario_load(system, id, *options ? options : NULL, &source, &mistakes);
    if (!engine.scenario)
        tell_mistakes();
    return engine.scenario != NULL;
}

int engine_begin(uint64_t seed)
{
    GameStart start = {.fast_dice = true, .fast_seed = seed};
    game_free(engine.game);
    engine.game = engine.scenario ? game_new(engine.scenario, &start) : NULL;
    return engine.game != NULL;
}

int engine_over(void) { return !engine.game || game_side(engine.game) == NO_SIDE; }

uint64_t engine_hash(void) { return engine.game ? position_hash(engine.scenario, game_position(engine.game)) : 0; }

static int do_order(const Order *order)
{
    char words[SAY_TEXT];
    Refusal refusal = game_do(engine.game, order);
    buffer_clear(&engine.out);
    if (refused(refusal))
        buffer_add(&engine.out, words,
                   say(engine.scenario, NULL, game_view(engine.game, game_side(engine.game)), &refusal.why, words,
                       sizeof words));
    return !refused(refusal);
}

int engine_play(const char *name, uint64_t seed, int orders)
{
    Random random = {seed};
    const Player *player = player_named(name);
    int given = 0;
    while (player && player->order && given < orders && !engine_over()) {
        Order order;
        uint64_t listed = 0;
        if (!player->order(engine.scenario, game_view(engine.game, game_side(engine.game)), game_memo(engine.game),
                           &random, &order, &listed) ||
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
    char why[ORDER_MISTAKE];
    buffer_clear(&engine.out);
    if (engine_over()) {
        buffer_text(&engine.out, "no game is being played");
        return 0;
    }
    if (order_parse(engine.scenario, words, strlen(words), &order, why, &column))
        return do_order(&order);
    buffer_text(&engine.out, why);
    return 0;
}

/* ---- answers ---- */

static void answer_words(const char *words)
{
    buffer_clear(&engine.out);
    buffer_literal(&engine.out, "\"text\":");
    buffer_quote(&engine.out, translation_words(engine.translation, words));
}

Answer answer_error(const char *words)
{
    answer_words(words);
    return ANSWER_ERROR;
}

Answer answer_refused(const char *words)
{
    answer_words(words);
    buffer_literal(&engine.out, ",\"rule\":null,\"hexes\":[],\"pieces\":[]");
    return ANSWER_REFUSED;
}

Answer answer_refusal(const Showing *showing, const Refusal *refusal)
{
    buffer_clear(&engine.out);
    json_sentence(&engine.out, showing, &refusal->why);
    return ANSWER_REFUSED;
}

int side_of(const char *word)
{
    for (int side = 0; side < engine.scenario->sides; side++)
        if (!strcmp(engine.scenario->side_word[side], word))
            return side;
    return NO_SIDE;
}

int engine_side(const char *word)
{
    int side = side_of(word);
    return side == NO_SIDE ? -1 : side;
}

void engine_speak(const char *language)
{
    static const Source source = {NULL, engine_read_file};
    char folder[32];
    translation_free(engine.translation);
    engine.translation = NULL;
    mistakes.count = 0;
    if (!engine.scenario || !strcmp(language, "en"))
        return;
    snprintf(folder, sizeof folder, "%s", engine.scenario->system->name);
    engine.translation = translation_load(language, folder, &source, &mistakes);
}
