/* battery.c — runs every trial over every scenario found in the data, and over the toys.
 *
 *     battery [--games N] [--seed N] [--trial NAME] [--golden DIR] [--write-golden] [--data DIR] [SCENARIO…]
 *
 * The first game of a trial is played with the scenario's own options, the further ones with options drawn at
 * random, so that every switch of a rulebook is tried in company. `--games 100` is a long run. */
#include "battery.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/files.h"
#include "systems/systems.h"

static const struct Trial {
    const char *name;
    bool (*run)(const Subject *subject);
    bool own_options; /* only with the scenario's own options */
} trials[] = {
    {"playout", trial_playout, false},   {"listed", trial_listed, false}, {"accepted", trial_accepted, false},
    {"replay", trial_replay, false},     {"undo", trial_undo, false},     {"secrets", trial_secrets, false},
    {"forecast", trial_forecast, false}, {"shown", trial_shown, false},   {"golden", trial_golden, true},
    {"parts", trial_parts, false},
};

typedef struct Run {
    uint64_t seed;
    int games;
    const char *trial, *golden;
    bool write_golden;
    bool growing; /* the system of the game tried last */
    int passed, failed;
} Run;

bool broken(const Subject *subject, const char *format, ...)
{
    if (subject->silent)
        return false;
    va_list args;
    printf("    %s, seed %llu: ", subject->name, (unsigned long long)subject->seed);
    va_start(args, format);
    vprintf(format, args);
    va_end(args);
    putchar('\n');
    return false;
}

const char *order_words(const Scenario *scenario, const Order *order)
{
    static char text[4][ORDER_TEXT];
    static int turn;
    turn = (turn + 1) % 4;
    order_print(scenario, order, text[turn]);
    return text[turn];
}

Game *subject_game(const Subject *subject)
{
    GameStart start = {.fast_dice = !subject->fair, .fast_seed = subject->seed};
    for (int i = 0; i < SHA256_BYTES; i++)
        start.seed[i] = (uint8_t)(subject->seed >> i % 8 * 8);
    return game_new(subject->scenario, &start);
}

const Position *subject_view(Game *game) { return game_view(game, game_side(game)); }

bool least_order(const Scenario *scenario, const Position *view, Order *out)
{
    static Choices verbs, parts;
    Order prefix = order_of(NO_VERB);
    verbs.count = 0;
    scenario->system->choices(scenario, view, &prefix, &verbs);
    for (int i = 0; i < verbs.count; i++) {
        *out = order_of(verbs.choice[i].value);
        parts.count = 0;
        parts.complete = false;
        scenario->system->choices(scenario, view, out, &parts);
        if (parts.complete)
            return true;
    }
    return false;
}

bool subject_order(const Subject *subject, const Position *view, Random *random, Order *out)
{
    uint64_t listed = 0;
    if (subject->haste && !random_below(random, subject->haste) && least_order(subject->scenario, view, out))
        return true;
    return random_player.order(subject->scenario, view, NULL, random, out, &listed);
}

bool subject_step(const Subject *subject, Game *game, Random *random, Order *order)
{
    char words[SAY_TEXT];
    const Position *view = subject_view(game);
    if (!subject_order(subject, view, random, order))
        return broken(subject, "after %d orders the random player finds none: question %s", game_orders(game),
                      subject->scenario->system->questions[question(view)->kind].name);
    Refusal refusal = game_do(game, order);
    if (!refused(refusal))
        return true;
    say(subject->scenario, NULL, subject_view(game), &refusal.why, words, sizeof words);
    return broken(subject, "after %d orders \"%s\" was listed and is refused: %s", game_orders(game),
                  order_words(subject->scenario, order), words);
}

bool worth_a_look(Game *game, Looks *looks, uint32_t every)
{
    enum { ALWAYS = 12 };
    int *seen = &looks->seen[question(game_position(game))->kind % 64];
    return ++*seen <= ALWAYS || !random_below(&looks->random, every);
}

/* "masking=off players=3": every option with a value drawn from those it may have. */
static void draw_options(const Scenario *scenario, Random *random, char *out, size_t room)
{
    *out = '\0';
    for (int i = 0; i < scenario->options; i++) {
        char values[64], *word[16], *rest = NULL;
        int count = 0;
        snprintf(values, sizeof values, "%s", scenario->option[i].values);
        for (char *at = strtok_r(values, " ", &rest); at && count < 16; at = strtok_r(NULL, " ", &rest))
            word[count++] = at;
        if (!count)
            continue;
        size_t end = strlen(out);
        snprintf(out + end, room - end, "%s%s=%s", end ? " " : "", scenario->option[i].name,
                 word[random_below(random, (uint32_t)count)]);
    }
}

static Scenario *load(const char *id, const char *options)
{
    static Log log;
    log.count = 0;
    Scenario *scenario = scenario_load(system_named(id), id, options, data_source(), &log);
    if (!scenario)
        log_print(&log, stdout);
    return scenario;
}

static void note_language(void *context, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(context, 16, "%.*s", (int)strcspn(name, "."), name);
}

/* The last of the languages that the data has besides English. */
static Tongue *other_language(const System *system)
{
    static Log log;
    char folder[4096], name[16] = "";
    log.count = 0;
    snprintf(folder, sizeof folder, "%s/tongue", data_directory());
    files_below(folder, ".tsv", note_language, name);
    return tongue_load(name, system->name, data_source(), &log);
}

/* A game's own seed also draws its options, so that `--games 1 --seed N` of a failure shows it again. */
static bool try_game(Run *run, const struct Trial *trial, const char *id, int game, int *shown)
{
    char options[1024] = "", name[1200];
    uint64_t seed = run->seed + (uint64_t)game;
    Random random = {seed};
    Scenario *scenario = load(id, NULL);
    if (scenario && !trial->own_options && seed % 3) {
        draw_options(scenario, &random, options, sizeof options);
        scenario_free(scenario);
        scenario = load(id, options);
    }
    snprintf(name, sizeof name, "%s%s%s", id, *options ? " " : "", options);
    if (!scenario) {
        printf("    %s does not load\n", name);
        return false;
    }
    Subject subject = {.name = name,
                       .scenario = scenario,
                       .seed = seed,
                       .fair = !trial->own_options && seed % 2 == 0,
                       .haste = seed % 4 ? 12 : 30,
                       .golden = run->golden,
                       .write_golden = run->write_golden,
                       .shown = shown};
    Tongue *tongue = other_language(scenario->system);
    subject.tongue = scenario->growing[0] ? NULL : tongue; /* what still grows need not be said in every language */
    bool held = tongue ? trial->run(&subject) : broken(&subject, "the data has no other language");
    run->growing = scenario->growing[0] != 0;
    tongue_free(tongue);
    scenario_free(scenario);
    return held;
}

static void try_all(Run *run, const char *id)
{
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        if (run->trial && strcmp(run->trial, trials[i].name))
            continue;
        clock_t begin = clock();
        bool held = true;
        int shown = 0;
        int games = trials[i].own_options ? 1 : run->games;
        for (int game = 0; held && game < games && !(game && run->growing); game++) /* of what grows one is enough */
            held = try_game(run, &trials[i], id, game, &shown);
        if (held && !shown) {
            printf("    %s: there was nothing to look at\n", id);
            held = false;
        }
        bool forgiven = !held && run->growing; /* a system that still grows is told what fails, and spoils nothing */
        printf("%s %s %s: %d looked at (%.1f s)\n",
               held       ? "ok    "
               : forgiven ? "GROWS "
                          : "FAILED",
               id, trials[i].name, shown, (double)(clock() - begin) / CLOCKS_PER_SEC);
        fflush(stdout);
        run->passed += held;
        run->failed += !held && !forgiven;
    }
}

/* ".../wb95/scenarios/nysa.scenario" is "wb95/nysa"; the lab's blank ground is no game. */
static void found(void *context, const char *path)
{
    char id[140];
    const char *folder = strstr(path, "/scenarios/"), *from = folder;
    if (!folder)
        return;
    while (from > path && from[-1] != '/')
        from--;
    const char *name = folder + strlen("/scenarios/");
    snprintf(id, sizeof id, "%.*s/%.*s", (int)(folder - from), from, (int)strcspn(name, "."), name);
    if (strncmp(name, "lab.", 4) && system_named(id))
        try_all(context, id);
}

static int usage(void)
{
    fputs("battery [--games N] [--seed N] [--trial NAME] [--golden DIR] [--write-golden] [--data DIR] [SCENARIO…]\n",
          stderr);
    return 2;
}

int main(int argc, char **argv)
{
    Run run = {.seed = 1944, .games = 3, .golden = "tests/golden"}; /* 1944: the first game has its own options */
    int named = 0;
    data_choose(&argc, argv);
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--games") && more)
            run.games = atoi(argv[++i]);
        else if (!strcmp(argv[i], "--seed") && more)
            run.seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--trial") && more)
            run.trial = argv[++i];
        else if (!strcmp(argv[i], "--golden") && more)
            run.golden = argv[++i];
        else if (!strcmp(argv[i], "--write-golden"))
            run.write_golden = true;
        else if (argv[i][0] == '-')
            return usage();
        else if (!strcmp(argv[i], "toys") && ++named)
            try_toys(&run.passed, &run.failed);
        else if (system_named(argv[i]) && ++named)
            try_all(&run, argv[i]);
        else
            return usage();
    }
    if (!named) {
        try_toys(&run.passed, &run.failed);
        files_below(data_directory(), ".scenario", found, &run);
    }
    printf("battery: %d passed, %d failed\n", run.passed, run.failed);
    return run.failed || !run.passed ? 1 : 0;
}
