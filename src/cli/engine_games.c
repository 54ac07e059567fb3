/* engine_games.c — requests of `sandtable engine` that open a game: a new one, or one that has a name. */
#include <stdio.h>
#include <string.h>

#include "cli/engine.h"

/* A game's name becomes a file in the folder of games, and nowhere else. */
static bool game_path(const Engine *engine, Words name, char out[LOCAL_PATH])
{
    char text[128];
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (!name.length || name.text[0] == '.' || !engine_copy(name, text, sizeof text) ||
        strspn(text, letters) != strlen(text)) {
        engine_error("a game's name is made of letters, digits, - _ and .");
        return false;
    }
    if (snprintf(out, LOCAL_PATH, "%s/%s", engine->folder, text) >= LOCAL_PATH - 32) {
        engine_error("that name is too long for a file");
        return false;
    }
    return true;
}

void engine_forget(Engine *engine)
{
    if (engine->local->game)
        local_close(engine->local);
}

/* Where a game is opened, so that the one before it is kept until that has succeeded. */
static Local *other_place(Engine *engine) { return &engine->place[engine->local == engine->place]; }

static void change_places(Engine *engine)
{
    Local *opened = other_place(engine);
    engine_forget(engine);
    engine->local = opened;
}

typedef struct NewGame {
    char id[64], options[1024], seed[128], path[LOCAL_PATH];
    bool has_seed, has_path, fast;
} NewGame;

static bool read_new(Engine *engine, Words *line, NewGame *out)
{
    Words word = engine_word(line);
    if (!word.length || !engine_copy(word, out->id, sizeof out->id)) {
        engine_error("write: new SCENARIO [OPTION=VALUE ...] [seed TEXT] [game NAME] [fast]");
        return false;
    }
    while ((word = engine_word(line)).length) {
        size_t used = strlen(out->options);
        if (memchr(word.text, '=', word.length)) {
            if (used + word.length + 2 > sizeof out->options) {
                engine_error("the options are too long");
                return false;
            }
            snprintf(out->options + used, sizeof out->options - used, "%s%.*s", used ? " " : "", (int)word.length,
                     word.text);
        } else if (engine_is(word, "seed") && !out->has_seed) {
            word = engine_word(line);
            out->has_seed = word.length && engine_copy(word, out->seed, sizeof out->seed);
            if (!out->has_seed) {
                engine_error("after \"seed\" a word of at most 127 bytes is expected");
                return false;
            }
        } else if (engine_is(word, "game") && !out->has_path) {
            if (!game_path(engine, engine_word(line), out->path))
                return false;
            out->has_path = true;
        } else if (engine_is(word, "fast")) {
            out->fast = true;
        } else {
            engine_error("\"%.*s\" is not what is expected here: OPTION=VALUE, seed TEXT, game NAME or fast",
                         (int)(word.length < 40 ? word.length : 40), word.text);
            return false;
        }
    }
    return true;
}

void request_new(Engine *engine, Words line)
{
    NewGame wanted = {0};
    GameStart start;
    char why[300];
    if (!read_new(engine, &line, &wanted))
        return;
    Scenario *scenario = scenario_open(wanted.id, wanted.options, false, why);
    if (!scenario) {
        engine_error("%s", why);
        return;
    }
    if (!game_start(wanted.has_seed ? wanted.seed : NULL, &start)) {
        scenario_free(scenario);
        engine_error("the machine gives no random numbers for a seed");
        return;
    }
    start.fast_dice = wanted.fast;
    memcpy(&start.fast_seed, start.seed, sizeof start.fast_seed);
    if (!local_new(other_place(engine), wanted.has_path ? wanted.path : NULL, scenario, &start, why)) {
        engine_error("%s", why);
        return;
    }
    if (wanted.has_seed) /* suggestions then repeat too; the nonce is no secret, the seed is */
        memcpy(&engine->random.state, start.nonce[0], sizeof engine->random.state);
    change_places(engine);
    printf("ok %s\n", scenario->id);
}

void request_load(Engine *engine, Words line)
{
    char path[LOCAL_PATH], why[300];
    bool lost;
    Local *opened = other_place(engine);
    Words name = engine_word(&line);
    if (!game_path(engine, name, path))
        return;
    if (engine->local->file >= 0 && local_paths(path, opened) && !strcmp(opened->journal, engine->local->journal))
        engine_forget(engine); /* it is the same one, and it is locked */
    if (!local_load(opened, path, false, &lost, why)) {
        engine_error("%s", why);
        return;
    }
    change_places(engine);
    if (lost)
        puts("note the last line was torn and is gone");
    printf("ok %s %d\n", engine->local->scenario->id, game_orders(engine->local->game));
}
