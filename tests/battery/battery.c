/* battery.c — runs every trial over every scenario found in the data, and over the toys.
 *
 *     battery [--games N] [--seconds N] [--seed N] [--trial NAME] [--golden DIR] [--write-golden] [--bare]
 *             [--data DIR] [SCENARIO…]
 *
 * The first game of a trial is played with the scenario's own options, the further ones with options drawn at
 * random, so that every switch of a rulebook is tried in company. `--games 100` is a long run. With `--seconds N` a
 * scenario gets so much of the processor's time: the first game of each trial is played whole, the others only to their
 * four hundredth order and as long as there is time; each line says how many were. `--bare` tries the systems without
 * all that they may leave out. */
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
    {"playout", trial_playout, false}, {"listed", trial_listed, false},     {"accepted", trial_accepted, false},
    {"replay", trial_replay, false},   {"undo", trial_undo, false},         {"secrets", trial_secrets, false},
    {"answers", trial_answers, false}, {"forecast", trial_forecast, false}, {"shown", trial_shown, false},
    {"golden", trial_golden, true},    {"parts", trial_parts, false},       {"standing", trial_standing, false},
    {"typed", trial_typed, false},     {"twins", trial_twins, false},
};

enum { CUT_ORDERS = 400, CUT_HASTE = 4 };
enum { LOOKERS = 3 }; /* no trial that only looks takes more than such a part of the budget for a game */

typedef struct Run {
    uint64_t seed;
    int games;
    double seconds; /* of the processor's time that the games of one scenario may take; 0: as long as they take */
    const char *trial, *golden;
    bool write_golden, bare;
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

bool game_goes_on(const Subject *subject, const Game *game)
{
    return game_side(game) != NO_SIDE && game_orders(game) < subject->most;
}

bool game_is_looked_at(const Subject *subject, const Game *game)
{
    return game_goes_on(subject, game) && (!subject->until || clock() < subject->until);
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

bool look_through(const Subject *subject, uint32_t every,
                  bool (*holds)(const Subject *subject, Game *game, Random *random))
{
    Random random = {subject->seed};
    Looks looks = {.random = {subject->seed + 1}};
    Game *game = subject_game(subject);
    Order order;
    bool held = true;
    while (held && game_is_looked_at(subject, game)) {
        if (worth_a_look(game, &looks, every))
            held = holds(subject, game, &looks.random);
        held = held && subject_step(subject, game, &random, &order);
    }
    game_free(game);
    return held;
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

/* The system without everything that System allows to be left out. */
static const System *bare(const System *whole)
{
    static System system;
    system = *whole;
    system.standing = NULL;
    system.when = NULL;
    system.branches = NULL;
    system.openings = NULL;
    system.memo_size = system.sight_size = 0;
    system.parts = NULL;
    system.demands = NULL;
    system.reach = NULL;
    system.beyond = NULL;
    system.cost = NULL;
    system.mask_again = NULL;
    system.forecast = NULL;
    system.due = NULL;
    system.foresee = NULL;
    system.stamps = NULL;
    system.overlay = NULL;
    system.overlays = NULL;
    system.panels = NULL;
    system.sketches = NULL;
    system.preview = NULL;
    system.plan_of = NULL;
    system.aims = NULL;
    system.group_name = NULL;
    system.judge = NULL;
    system.value = NULL;
    system.invariants = NULL;
    system.lab = NULL;
    system.lab_holds = NULL;
    system.lab_show = NULL;
    system.shuffle_hidden = NULL;
    system.imagine = NULL;
    system.learned = NULL;
    system.facts = 0;
    system.reveals = NULL;
    system.trace = NULL;
    system.probe = NULL;
    return &system;
}

static void note_language(void *context, const char *path)
{
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    snprintf(context, 16, "%.*s", (int)strcspn(name, "."), name);
}

/* The last of the languages that the data has besides English. */
static Translation *other_language(const System *system)
{
    static Log log;
    char folder[4096], name[16] = "";
    log.count = 0;
    snprintf(folder, sizeof folder, "%s/translation", data_directory());
    files_below(folder, ".tsv", note_language, name);
    return translation_load(name, system->name, data_source(), &log);
}

/* A game's own seed also draws its options, so that `--games 1 --seed N` of a failure shows it again. Where time is
 * short only the first game is played to its end; the others go fast through their phases and are cut. */
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
    bool cut = run->seconds > 0 && game;
    Subject subject = {.name = name,
                       .scenario = scenario,
                       .seed = seed,
                       .fair = !trial->own_options && seed % 2 == 0,
                       .most = cut ? CUT_ORDERS : ORDERS_MOST,
                       .until = run->seconds > 0 ? clock() + (clock_t)(run->seconds / LOOKERS * CLOCKS_PER_SEC) : 0,
                       .cut = cut,
                       .haste = cut        ? CUT_HASTE
                                : seed % 4 ? 12
                                           : 30,
                       .golden = run->golden,
                       .write_golden = run->write_golden,
                       .shown = shown};
    const System *whole = scenario->system;
    if (run->bare)
        scenario->system = bare(whole);
    Translation *translation = other_language(whole);
    subject.translation =
        scenario->growing[0] ? NULL : translation; /* an unfinished system need not be translated into every language */
    bool held = translation ? trial->run(&subject) : broken(&subject, "the data has no other language");
    run->growing = scenario->growing[0] != 0;
    translation_free(translation);
    scenario->system = whole;
    scenario_free(scenario);
    return held;
}

/* What came of one trial over the games of a scenario. */
typedef struct Outcome {
    bool wanted, failed;
    int games, shown;
    clock_t time;
} Outcome;

enum { TRIALS = sizeof trials / sizeof *trials };

static void try_one(Run *run, const char *id, int number, int game, Outcome *outcome)
{
    clock_t begin = clock();
    outcome->failed = !try_game(run, &trials[number], id, game, &outcome->shown);
    outcome->games++;
    outcome->time += clock() - begin;
}

static void tell_outcome(Run *run, const char *id, const char *trial, int games, const Outcome *outcome)
{
    bool nothing = !outcome->failed && !outcome->shown;
    if (nothing)
        printf("    %s: there was nothing to look at\n", id);
    bool held = !outcome->failed && !nothing;
    bool forgiven = !held && run->growing; /* an unfinished system sees what fails, and spoils nothing */
    printf("%s %s %s: %d looked at in %d of %d games (%.1f s)\n",
           held       ? "ok    "
           : forgiven ? "GROWS "
                      : "FAILED",
           id, trial, outcome->shown, outcome->games, games, (double)outcome->time / CLOCKS_PER_SEC);
    fflush(stdout);
    run->passed += held;
    run->failed += !held && !forgiven;
}

/* Every trial has its first game before any has its second, so that a budget that runs out takes from all alike. */
static void try_all(Run *run, const char *id)
{
    Outcome outcome[TRIALS] = {0};
    clock_t spent = 0, most = (clock_t)(run->seconds * CLOCKS_PER_SEC);
    for (int game = 0; game < run->games && !(game && run->growing); game++) /* of what grows one is enough */
        for (int i = 0; i < TRIALS; i++) {
            outcome[i].wanted =
                !(run->trial && strcmp(run->trial, trials[i].name)) &&
                !(run->bare && trials[i].own_options); /* without a reach the golden game goes otherwise */
            bool more = !game || (!trials[i].own_options && (most <= 0 || spent < most));
            if (!outcome[i].wanted || outcome[i].failed || !more)
                continue;
            clock_t before = outcome[i].time;
            try_one(run, id, i, game, &outcome[i]);
            spent += outcome[i].time - before;
        }
    for (int i = 0; i < TRIALS; i++)
        if (outcome[i].wanted)
            tell_outcome(run, id, trials[i].name, trials[i].own_options || run->growing ? 1 : run->games, &outcome[i]);
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
    fputs("battery [--games N] [--seconds N] [--seed N] [--trial NAME] [--golden DIR] [--write-golden] [--bare] "
          "[--data DIR] "
          "[SCENARIO…]\n",
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
        else if (!strcmp(argv[i], "--seconds") && more)
            run.seconds = strtod(argv[++i], NULL);
        else if (!strcmp(argv[i], "--seed") && more)
            run.seed = strtoull(argv[++i], NULL, 10);
        else if (!strcmp(argv[i], "--trial") && more)
            run.trial = argv[++i];
        else if (!strcmp(argv[i], "--golden") && more)
            run.golden = argv[++i];
        else if (!strcmp(argv[i], "--write-golden"))
            run.write_golden = true;
        else if (!strcmp(argv[i], "--bare"))
            run.bare = true;
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
