/* fuzz.h — what the fuzzers of orders and journals speak about: the toy rulebook and every scenario of the data,
 * each with positions picked from a random game so that every kind of question comes up. */
#ifndef SANDTABLE_FUZZ_H
#define SANDTABLE_FUZZ_H

#include "ai/ai.h"
#include "cli/files.h"
#include "core/game.h"
#include "systems/systems.h"
#include "unit/toy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

#define SUBJECTS 16
#define SNAPSHOTS 64

typedef struct Subject {
    Scenario *scenario;
    Position *view[SNAPSHOTS]; /* each of the side that must answer */
    int views;
} Subject;

static Subject subject[SUBJECTS];
static int subjects;

static inline void require(bool holds)
{
    if (!holds)
        abort();
}

/* Two views at most of each kind of question, the second from later in the game. */
static inline void take_snapshots(Subject *out)
{
    const System *system = out->scenario->system;
    GameStart start = {.fast_dice = true, .fast_seed = 1945, .quiet = true};
    Game *game = game_new(out->scenario, &start);
    Random random = {1945};
    int seen[64] = {0};
    while (game && game_side(game) != NO_SIDE && game_orders(game) < 2000) {
        Order order;
        uint64_t listed = 0;
        const Position *view = game_view(game, game_side(game));
        int kind = question(view)->kind % 64;
        bool late = game_orders(game) > 200;
        if (out->views < SNAPSHOTS && seen[kind] < (late ? 2 : 1)) {
            Position *copy = malloc(system->position_size);
            memcpy(copy, view, system->position_size);
            out->view[out->views++] = copy;
            seen[kind]++;
        }
        if (!random_player.order(out->scenario, view, game_memo(game), &random, &order, &listed) ||
            refused(game_do(game, &order)))
            break;
    }
    game_free(game);
}

static inline void add_subject(void *context, const char *path)
{
    static Log log;
    const char *folder = strstr(path, "/scenarios/"), *from = folder;
    char id[140];
    (void)context;
    if (!folder || subjects == SUBJECTS)
        return;
    while (from > path && from[-1] != '/')
        from--;
    const char *name = folder + strlen("/scenarios/");
    snprintf(id, sizeof id, "%.*s/%.*s", (int)(folder - from), from, (int)strcspn(name, "."), name);
    log.count = 0;
    if (system_named(id) && strncmp(name, "lab.", 4)) {
        Scenario *scenario = scenario_load(system_named(id), id, NULL, data_source(), &log);
        require(scenario != NULL);
        subject[subjects++].scenario = scenario;
    }
}

static inline void load_subjects(void)
{
    subject[subjects++].scenario = toy_scenario();
    files_below(data_directory(), ".scenario", add_subject, NULL);
    for (int i = 0; i < subjects; i++)
        take_snapshots(&subject[i]);
}

#endif
