/* bench.c — `sandtable bench`: what the machine does per second, against what we set out to reach.
 *
 * Every scenario of the data is measured in the same rows, in the order of the table of aims (docs/performance.md).
 * Games are played as they are played by people: views masked, undo kept, journal written. The rounds of all
 * measurements are interleaved, and a row shows the median of its rounds, because a shared machine drifts.
 *
 * `--signature` plays seeded games of every scenario and prints one number made of their orders, dice and events:
 * it changes when behaviour does, and only then. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ai/ai.h"
#include "cli/bench_sight.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "core/game.h"
#include "core/parts.h"
#include "systems/systems.h"

enum { SCENARIOS = 32, ROUNDS_MOST = 99, SNAPSHOTS = 24, PREFIXES = 4096, ATTACKS = 64 };
#define PLAYOUT_SECONDS 0.4
#define PROBE_SECONDS 0.02

typedef enum RowName {
    ROW_ORDERS,
    ROW_CHOICES,
    ROW_REACH,
    ROW_REACH_LONGEST,
    ROW_EXPOSED,
    ROW_TRACE,
    ROW_PROBE,
    ROW_FORECAST,
    ROW_ADDITIONS,
    ROW_ADDITIONS_LONGEST,
    ROW_AROUND,
    ROW_MASK,
    ROW_SIZE,
    ROW_COPY,
    ROW_HASH,
    ROW_JOURNAL,
    ROW_START,
    ROW_TURN,
    ROW_LINE,
    ROW_FIELD,
    ROWS
} RowName;

static const struct Row {
    const char *name, *unit;
    double bar, stretch; /* 0: none set */
    bool more_is_better;
} rows[ROWS] = {
    [ROW_ORDERS] = {"random playout, every choice listed", "orders/s", 100e3, 225e3, true},
    [ROW_CHOICES] = {"choices listed", "/s", 12e6, 27e6, true},
    [ROW_REACH] = {"one unit's destinations, median unit", "us", 25, 8, false},
    [ROW_REACH_LONGEST] = {"one unit's destinations, longest", "us", 25, 8, false},
    [ROW_EXPOSED] = {"one unit's destinations, with their exposure", "us", 50, 25, false},
    [ROW_TRACE] = {"supply of the whole map", "us", 80, 30, false},
    [ROW_PROBE] = {"what the rulebook names", "us", 0, 0, false}, /* System.probe */
    [ROW_FORECAST] = {"exact forecast of an attack", "us", 100, 20, false},
    [ROW_ADDITIONS] = {"what can be added to an order, in any order", "us", 3000, 300, false},
    [ROW_ADDITIONS_LONGEST] = {"what can be added to an order, longest", "us", 10000, 3000, false},
    [ROW_AROUND] = {"the smallest order round one part", "us", 3000, 100, false},
    [ROW_MASK] = {"a side's view masked", "us", 0, 0, false},
    [ROW_SIZE] = {"position", "bytes", 65536, 24576, false},
    [ROW_COPY] = {"position copied", "us", 0, 0, false},
    [ROW_HASH] = {"position hashed", "us", 0, 0, false},
    [ROW_JOURNAL] = {"journal per order", "bytes", 64, 24, false},
    [ROW_START] = {"process start to first question, processor", "ms", 30, 10, false},
    [ROW_TURN] = {"a machine player's longest turn", "s", 5, 2, false},
    [ROW_LINE] = {"line of sight, 20 hexes, with its contention", "ns", 400, 150, false},
    [ROW_FIELD] = {"all that a hex sees", "us", 100, 30, false},
};

/* One scenario being measured, with positions and orders picked from a seeded game; or a made map to look over. */
typedef struct Measured {
    char id[100];
    Scenario *scenario; /* NULL of the map */
    SightBench *sight;  /* NULL of a scenario */
    Position *snapshot[SNAPSHOTS], *view[SNAPSHOTS];
    int snapshots;
    struct Prefix {
        int at; /* snapshot */
        Order order;
    } prefix[PREFIXES];
    int prefixes;
    Position *attack_view[ATTACKS];
    Order attack[ATTACKS];
    int attacks;
    double value[ROWS][ROUNDS_MOST]; /* negative: there is nothing to measure */
} Measured;

static const char *options; /* of every scenario, NULL: its own */
static Measured *measured[SCENARIOS];
static int scenarios;
static Choices choices;
static Reach reach;
static Forecast forecast;

/* Processor time: what others do on a shared machine does not count, except that they slow it down. */
static double now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static int by_size(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, by_size);
    return count % 2 ? values[count / 2] : (values[count / 2 - 1] + values[count / 2]) / 2;
}

/* ---- loading ---- */

static Scenario *load(const char *id)
{
    static Log log;
    log.count = 0;
    Scenario *scenario = scenario_load(system_named(id), id, options, data_source(), &log);
    if (!scenario)
        log_print(&log, stderr);
    return scenario;
}

/* ".../wb95/scenarios/nysa.scenario" is "wb95/nysa"; the lab's blank ground is no game. */
static void found(void *context, const char *path)
{
    (void)context;
    char id[100];
    const char *folder = strstr(path, "/scenarios/"), *from = folder;
    if (!folder || scenarios == SCENARIOS)
        return;
    while (from > path && from[-1] != '/')
        from--;
    const char *name = folder + strlen("/scenarios/");
    snprintf(id, sizeof id, "%.*s/%.*s", (int)(folder - from), from, (int)strcspn(name, "."), name);
    if (!strncmp(name, "lab.", 4) || !system_named(id))
        return;
    Measured *one = calloc(1, sizeof *one);
    snprintf(one->id, sizeof one->id, "%s", id);
    one->scenario = load(id);
    if (one->scenario)
        measured[scenarios++] = one;
    else
        free(one);
}

static Position *copy_of(const Measured *one, const Position *position)
{
    Position *copy = malloc(one->scenario->system->position_size);
    memcpy(copy, position, one->scenario->system->position_size);
    return copy;
}

/* ---- samples: units that could move, attacks that could be made ---- */

static bool has_path(const OrderKind *kind)
{
    for (int slot = 0; slot < kind->slots; slot++)
        if (kind->slot[slot].type == ARG_PATH)
            return true;
    return false;
}

/* Every `verb COUNTER` after which a path follows. */
static void take_walkers(Measured *one, int at)
{
    const System *system = one->scenario->system;
    Order prefix = order_of(NO_VERB);
    bool walks[256] = {false};
    system->choices(one->scenario, one->view[at], &prefix, &choices);
    for (int i = 0; i < choices.count; i++)
        walks[choices.choice[i].value & 255] = has_path(&system->orders[choices.choice[i].value]);
    for (int verb = 0; verb < system->order_kinds && verb < 256; verb++) {
        if (!walks[verb] || system->orders[verb].slot[0].type != ARG_PIECE)
            continue;
        prefix = order_of(verb);
        system->choices(one->scenario, one->view[at], &prefix, &choices);
        for (int i = 0; i < choices.count && one->prefixes < PREFIXES; i++) {
            struct Prefix *walker = &one->prefix[one->prefixes++];
            *walker = (struct Prefix){at, prefix};
            order_add(&walker->order, choices.choice[i].slot, choices.choice[i].value);
        }
    }
}

/* A quiet game with a snapshot every so often, and every order that has a forecast. */
static void take_samples(Measured *one)
{
    const System *system = one->scenario->system;
    GameStart start = {.fast_dice = true, .fast_seed = 1945, .quiet = true};
    Game *game = game_new(one->scenario, &start);
    Random random = {1945};
    while (game_side(game) != NO_SIDE) {
        Order order;
        uint64_t listed = 0;
        const Position *view = game_view(game, game_side(game));
        bool goes_on = game_position(game)->turn > 0; /* in set-up no unit moves */
        if (goes_on && game_orders(game) % 16 == 8 && one->snapshots < SNAPSHOTS) {
            one->snapshot[one->snapshots] = copy_of(one, game_position(game));
            one->view[one->snapshots++] = copy_of(one, view);
            take_walkers(one, one->snapshots - 1);
        }
        if (!random_player.order(one->scenario, view, game_memo(game), &random, &order, &listed))
            break;
        if (one->attacks < ATTACKS && system->forecast && system->forecast(one->scenario, view, &order, &forecast)) {
            one->attack_view[one->attacks] = copy_of(one, view);
            one->attack[one->attacks++] = order;
        }
        if (refused(game_do(game, &order)))
            break;
    }
    game_free(game);
}

/* ---- measuring: each fills its rows for one round ---- */

static void measure_playout(Measured *one, int round)
{
    double begin = now(), seconds;
    uint64_t listed = 0, orders = 0, bytes = 0;
    Random random = {(uint64_t)round + 1};
    do {
        GameStart start = {.fast_dice = true, .fast_seed = random_next(&random)};
        Game *game = game_new(one->scenario, &start);
        size_t head, length;
        game_journal(game, &head);
        Order order;
        while (game_side(game) != NO_SIDE) {
            const Position *view = game_view(game, game_side(game));
            if (!random_player.order(one->scenario, view, game_memo(game), &random, &order, &listed) ||
                refused(game_do(game, &order)))
                break;
        }
        game_journal(game, &length);
        bytes += length - head;
        orders += (uint64_t)game_orders(game);
        game_free(game);
        seconds = now() - begin;
    } while (seconds < PLAYOUT_SECONDS && orders);
    one->value[ROW_ORDERS][round] = (double)orders / seconds;
    one->value[ROW_CHOICES][round] = (double)listed / seconds;
    one->value[ROW_JOURNAL][round] = orders ? (double)bytes / (double)orders : -1;
}

static void measure_reach(Measured *one, int round)
{
    static double took[PREFIXES];
    for (int i = 0; i < one->prefixes; i++) {
        const struct Prefix *walker = &one->prefix[i];
        double begin = now();
        one->scenario->system->reach(one->scenario, one->view[walker->at], &walker->order, &reach);
        took[i] = (now() - begin) * 1e6;
    }
    one->value[ROW_REACH][round] = one->prefixes ? median(took, one->prefixes) : -1;
    /* of the sorted times, that of the unit at the last hundredth: beyond it are interruptions */
    one->value[ROW_REACH_LONGEST][round] = one->prefixes ? took[one->prefixes - 1 - one->prefixes / 100] : -1;
}

/* The median unit's, where walkers are fired at. */
static void measure_exposure(Measured *one, int round)
{
    static double took[PREFIXES];
    static uint8_t exposed[HEXES_MAX];
    const System *system = one->scenario->system;
    for (int i = 0; system->exposure && i < one->prefixes; i++) {
        const struct Prefix *walker = &one->prefix[i];
        double begin = now();
        reach.count = 0;
        system->reach(one->scenario, one->view[walker->at], &walker->order, &reach);
        memset(exposed, 0, sizeof exposed);
        system->exposure(one->scenario, one->view[walker->at], &walker->order, &reach, exposed);
        took[i] = (now() - begin) * 1e6;
    }
    one->value[ROW_EXPOSED][round] = system->exposure && one->prefixes ? median(took, one->prefixes) : -1;
}

static void measure_forecast(Measured *one, int round)
{
    static double took[ATTACKS];
    for (int i = 0; i < one->attacks; i++) {
        double begin = now();
        one->scenario->system->forecast(one->scenario, one->attack_view[i], &one->attack[i], &forecast);
        took[i] = (now() - begin) * 1e6;
    }
    one->value[ROW_FORECAST][round] = one->attacks ? median(took, one->attacks) : -1;
}

/* Of the orders that have a forecast: with nothing picked, where most can be added, and round each of their parts. */
static void measure_parts(Measured *one, int round)
{
    static double listed[ATTACKS], found[ATTACKS];
    static Around around;
    for (int i = 0; i < one->attacks; i++) {
        Order part = order_of(one->attack[i].verb);
        double begin = now();
        list_additions(one->scenario, one->attack_view[i], &part, &choices);
        listed[i] = (now() - begin) * 1e6;
        begin = now();
        for (int at = 0; at < one->attack[i].count; at++) {
            part = order_of(one->attack[i].verb);
            order_add(&part, one->attack[i].slot[at], one->attack[i].value[at]);
            order_around(one->scenario, one->attack_view[i], &part, &around);
        }
        found[i] = (now() - begin) * 1e6 / (one->attack[i].count ? one->attack[i].count : 1);
    }
    one->value[ROW_ADDITIONS][round] = one->attacks ? median(listed, one->attacks) : -1;
    one->value[ROW_ADDITIONS_LONGEST][round] = one->attacks ? listed[one->attacks - 1] : -1;
    one->value[ROW_AROUND][round] = one->attacks ? median(found, one->attacks) : -1;
}

typedef struct Work {
    Measured *one;
    Position *to;
    uint64_t sink; /* keeps results from being thrown away */
} Work;

static void work_mask(Work *work, int at)
{
    const Position *from = work->one->snapshot[at];
    work->one->scenario->system->mask(work->one->scenario, from, at % work->one->scenario->sides, work->to);
}

static void work_copy(Work *work, int at)
{
    memcpy(work->to, work->one->snapshot[at], work->one->scenario->system->position_size);
    __asm__ volatile("" : : "r"(work->to) : "memory");
}

static void work_hash(Work *work, int at) { work->sink += position_hash(work->one->scenario, work->one->snapshot[at]); }

static void work_trace(Work *work, int at)
{
    work->one->scenario->system->trace(work->one->scenario, work->one->snapshot[at]);
}

/* Microseconds of one call, over all snapshots again and again. */
static double repeat(Measured *one, void (*run)(Work *work, int at))
{
    Work work = {one, malloc(one->scenario->system->position_size), 0};
    int calls = 0;
    if (!one->snapshots || !work.to) {
        free(work.to);
        return -1;
    }
    run(&work, 0);
    double begin = now(), seconds;
    do {
        for (int at = 0; at < one->snapshots; at++, calls++)
            run(&work, at);
        seconds = now() - begin;
    } while (seconds < PROBE_SECONDS);
    free(work.to);
    return seconds * 1e6 / calls;
}

/* Microseconds of one, as often as the positions give occasion for it; nothing if they never do. */
static double repeat_probe(Measured *one)
{
    const Probe *probe = one->scenario->system->probe;
    double begin = now(), seconds = 0;
    long times = 0;
    while (probe && one->snapshots && seconds < PROBE_SECONDS) {
        for (int at = 0; at < one->snapshots; at++)
            times += probe->run(one->scenario, one->snapshot[at]);
        seconds = now() - begin;
    }
    return times ? seconds * 1e6 / (double)times : -1;
}

/* Starts this program again, up to its first question. */
static double measure_start(const Measured *one)
{
    char program[4096];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    if (length <= 0)
        return -1;
    program[length] = '\0';
    int status = 1;
    struct rusage used;
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, "bench", "--data", data_directory(), "--options", options ? options : "",
              "--first-question", one->id, (char *)NULL);
        _exit(127);
    }
    if (child < 0 || wait4(child, &status, 0, &used) != child || status)
        return -1;
    return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e3 +
           (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) * 1e-3;
}

/* The longest turn of one side in the first turns of a game between two of the same player. */
static double measure_turn(const Measured *one, const Player *player)
{
    enum { TURNS = 2 };
    GameStart start = {.fast_dice = true, .fast_seed = 1945, .quiet = true};
    Game *game = game_new(one->scenario, &start);
    Random random = {1945};
    double spent[TURNS + 1][SIDES] = {{0}}, longest = 0;
    while (game_side(game) != NO_SIDE && game_position(game)->turn <= TURNS) {
        Order order;
        uint64_t listed = 0;
        int turn = game_position(game)->turn, side = game_side(game);
        double begin = now();
        if (!player->order(one->scenario, game_view(game, side), game_memo(game), &random, &order, &listed))
            break;
        spent[turn][side] += now() - begin;
        if (spent[turn][side] > longest)
            longest = spent[turn][side];
        if (refused(game_do(game, &order)))
            break;
    }
    game_free(game);
    return longest;
}

/* Seconds of one call, over and over. */
static double repeat_sight(SightBench *sight, void (*run)(SightBench *sight))
{
    int calls = 0;
    double begin = now(), seconds;
    do {
        for (int i = 0; i < 64; i++, calls++)
            run(sight);
        seconds = now() - begin;
    } while (seconds < PROBE_SECONDS);
    return seconds / calls;
}

static void measure_sight(Measured *one, int round)
{
    for (int row = 0; row < ROWS; row++)
        one->value[row][round] = -1;
    one->value[ROW_LINE][round] = repeat_sight(one->sight, sight_bench_line) * 1e9;
    one->value[ROW_FIELD][round] = repeat_sight(one->sight, sight_bench_field) * 1e6;
}

/* The map is no scenario, so it is measured beside them when all are. */
static void add_made_map(void)
{
    Measured *one = scenarios < SCENARIOS ? calloc(1, sizeof *one) : NULL;
    if (!one)
        return;
    snprintf(one->id, sizeof one->id, "a made map of 40 by 30 hexes");
    one->sight = sight_bench_make();
    if (one->sight)
        measured[scenarios++] = one;
    else
        free(one);
}

static void measure_round(Measured *one, int round)
{
    one->value[ROW_LINE][round] = one->value[ROW_FIELD][round] = -1;
    const System *system = one->scenario->system;
    measure_playout(one, round);
    measure_reach(one, round);
    measure_exposure(one, round);
    measure_forecast(one, round);
    measure_parts(one, round);
    one->value[ROW_TRACE][round] = system->trace ? repeat(one, work_trace) : -1;
    one->value[ROW_PROBE][round] = repeat_probe(one);
    one->value[ROW_MASK][round] = repeat(one, work_mask);
    one->value[ROW_SIZE][round] = (double)system->position_size;
    one->value[ROW_COPY][round] = repeat(one, work_copy);
    one->value[ROW_HASH][round] = repeat(one, work_hash);
    one->value[ROW_START][round] = measure_start(one);
    one->value[ROW_TURN][round] = -1;
    for (int i = 0; players[i] && round == 0; i++)
        if (players[i] != &random_player && !players[i]->think) {
            double turn = measure_turn(one, players[i]);
            if (turn > one->value[ROW_TURN][0])
                one->value[ROW_TURN][0] = turn;
        }
    if (round)
        one->value[ROW_TURN][round] = one->value[ROW_TURN][0];
}

/* ---- telling ---- */

/* A row as printed for one scenario. */
static struct Row row_of(const Measured *one, int number)
{
    struct Row row = rows[number];
    const Probe *probe = number == ROW_PROBE && one->scenario ? one->scenario->system->probe : NULL;
    if (probe) {
        row.name = probe->name;
        row.bar = probe->bar;
        row.stretch = probe->stretch;
    }
    return row;
}

static const char *verdict(const struct Row *row, double value)
{
    if (row->bar <= 0)
        return "";
    bool bar = row->more_is_better ? value >= row->bar : value <= row->bar;
    bool stretch = row->more_is_better ? value >= row->stretch : value <= row->stretch;
    return stretch ? "stretch" : bar ? "bar" : "short";
}

/* 123456 as 123.5 k: four digits are all that a measurement holds. */
static const char *figure(double value, char out[24])
{
    if (value >= 1e6)
        snprintf(out, 24, "%.1f M", value / 1e6);
    else if (value >= 1e4)
        snprintf(out, 24, "%.1f k", value / 1e3);
    else
        snprintf(out, 24, value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%.0f", value);
    return out;
}

static void print_text(int rounds)
{
    char value[24], low[24], high[24], bar[24], stretch[24];
    for (int i = 0; i < scenarios; i++) {
        printf("%s%s (median of %d rounds, lowest to highest)\n", i ? "\n" : "", measured[i]->id, rounds);
        for (int number = 0; number < ROWS; number++) {
            struct Row row = row_of(measured[i], number);
            double *values = measured[i]->value[number];
            double middle = median(values, rounds);
            if (middle < 0)
                continue;
            printf("  %-43s %10s %-9s %9s .. %-9s", row.name, figure(middle, value), row.unit, figure(values[0], low),
                   figure(values[rounds - 1], high));
            if (row.bar > 0)
                printf(" bar %9s  stretch %9s  %s", figure(row.bar, bar), figure(row.stretch, stretch),
                       verdict(&row, middle));
            putchar('\n');
        }
    }
}

static void print_json(int rounds)
{
    printf("{\"rounds\":%d,\"scenarios\":[", rounds);
    for (int i = 0; i < scenarios; i++) {
        bool first = true;
        printf("%s{\"id\":\"%s\",\"rows\":[", i ? "," : "", measured[i]->id);
        for (int number = 0; number < ROWS; number++) {
            struct Row row = row_of(measured[i], number);
            double *values = measured[i]->value[number];
            double middle = median(values, rounds);
            if (middle < 0)
                continue;
            printf("%s{\"name\":\"%s\",\"unit\":\"%s\",\"median\":%.6g,\"low\":%.6g,\"high\":%.6g,"
                   "\"bar\":%.6g,\"stretch\":%.6g,\"verdict\":\"%s\"}",
                   first ? "" : ",", row.name, row.unit, middle, values[0], values[rounds - 1], row.bar, row.stretch,
                   verdict(&row, middle));
            first = false;
        }
        printf("]}");
    }
    printf("]}\n");
}

/* ---- the signature ---- */

static uint64_t fold(uint64_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *at = bytes; length--; at++)
        hash = (hash ^ *at) * 0x100000001b3u;
    return hash;
}

static uint64_t fold_dice(uint64_t hash, const Dice *dice)
{
    for (int i = 0; i < dice->recorded; i++) {
        uint8_t pips = (uint8_t)dice->record[i].shows;
        hash = dice->record[i].of == DIE ? fold(hash, &pips, 1) : fold(hash, &dice->record[i], sizeof(Cast));
    }
    return hash;
}

/* A message by its id and what fills it, so that other words for it change nothing. */
static uint64_t fold_sentence(uint64_t hash, const System *system, const Sentence *what)
{
    const char *rule = what->rule ? system->rules[what->rule].id : "";
    hash = fold(hash, what->words, strlen(what->words) + 1);
    hash = fold(hash, what->arg, sizeof what->arg);
    return fold(hash, rule, strlen(rule) + 1);
}

/* Hashes orders as text, dice and events: nothing that depends on the layout of memory. */
static uint64_t fold_game(uint64_t hash, const Scenario *scenario, uint64_t seed)
{
    GameStart start = {.fast_dice = true, .fast_seed = seed, .quiet = true};
    Game *game = game_new(scenario, &start);
    Random random = {seed};
    Order order;
    uint64_t listed = 0;
    while (game_side(game) != NO_SIDE &&
           random_player.order(scenario, game_view(game, game_side(game)), game_memo(game), &random, &order, &listed) &&
           !refused(game_do(game, &order))) {
        char text[ORDER_TEXT];
        hash = fold(hash, text, order_print(scenario, &order, text));
        hash = fold_dice(hash, game_dice(game));
        const Events *events = game_events(game);
        for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
            hash = fold_sentence(hash, scenario->system, &events->event[i].what);
    }
    hash = fold(hash, &listed, sizeof listed);
    game_free(game);
    return hash;
}

static int print_signature(void)
{
    enum { GAMES = 3 };
    uint64_t hash = 0xcbf29ce484222325u;
    for (int i = 0; i < scenarios; i++) {
        hash = fold(hash, measured[i]->id, strlen(measured[i]->id));
        for (uint64_t seed = 1; seed <= GAMES; seed++)
            hash = fold_game(hash, measured[i]->scenario, seed);
    }
    printf("%016llx\n", (unsigned long long)hash);
    return 0;
}

/* ---- the command ---- */

const char bench_usage[] =
    "sandtable bench [--options \"NAME=VALUE …\"] [--rounds N] [--json] [SCENARIO…]\n"
    "sandtable bench --signature [--options \"NAME=VALUE …\"] [SCENARIO…]\n"
    "Measures every scenario, or those named, and prints medians against the bar and the stretch.\n"
    "  --options …    options of the scenarios, before their names\n"
    "  --rounds N     how many interleaved rounds (5)\n"
    "  --json         for programs\n"
    "  --signature    one number that changes only when behaviour does\n";

/* What measure_start times: load, begin, list what may be ordered first. */
static int first_question(const char *id)
{
    Scenario *scenario = system_named(id) ? load(id) : NULL;
    if (!scenario)
        return 1;
    GameStart start = {.fast_dice = true};
    Game *game = game_new(scenario, &start);
    Order prefix = order_of(NO_VERB);
    scenario->system->choices(scenario, game_view(game, game_side(game)), &prefix, &choices);
    game_free(game);
    scenario_free(scenario);
    return choices.count ? 0 : 1;
}

static void forget(Measured *one)
{
    for (int i = 0; i < one->snapshots; i++) {
        free(one->snapshot[i]);
        free(one->view[i]);
    }
    for (int i = 0; i < one->attacks; i++)
        free(one->attack_view[i]);
    scenario_free(one->scenario);
    sight_bench_free(one->sight);
    free(one);
}

static void measure_all(int rounds)
{
    bool progress = isatty(STDERR_FILENO);
    for (int i = 0; i < scenarios; i++)
        if (measured[i]->scenario)
            take_samples(measured[i]);
    for (int round = 0; round < rounds; round++)
        for (int i = 0; i < scenarios; i++) {
            if (progress)
                fprintf(stderr, "\rround %d of %d: %-40s", round + 1, rounds, measured[i]->id);
            (measured[i]->scenario ? measure_round : measure_sight)(measured[i], round);
        }
    if (progress)
        fprintf(stderr, "\r%60s\r", "");
}

int command_bench(int argc, char **argv)
{
    int rounds = 5, named = 0;
    bool json = false, signature = false;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--json")) {
            json = true;
        } else if (!strcmp(argv[i], "--signature")) {
            signature = true;
        } else if (!strcmp(argv[i], "--rounds") && more && atoi(argv[i + 1]) > 0 && atoi(argv[i + 1]) <= ROUNDS_MOST) {
            rounds = atoi(argv[++i]);
        } else if (!strcmp(argv[i], "--options") && more) {
            options = argv[++i];
        } else if (!strcmp(argv[i], "--first-question") && more) {
            return first_question(argv[i + 1]);
        } else if (argv[i][0] != '-' && strchr(argv[i], '/') && system_named(argv[i])) {
            char path[140];
            const char *slash = strchr(argv[i], '/');
            snprintf(path, sizeof path, "/%.*s/scenarios/%.80s.scenario", (int)(slash - argv[i]), argv[i], slash + 1);
            found(NULL, path);
            named++;
        } else {
            if (argv[i][0] != '-')
                fprintf(stderr, "sandtable bench: there is no scenario \"%s\"\n", argv[i]);
            fputs(bench_usage, stderr);
            return 2;
        }
    }
    if (!named)
        files_below(data_directory(), ".scenario", found, NULL);
    if (!scenarios) {
        fprintf(stderr, "sandtable bench: there is no scenario to measure\n");
        return 1;
    }
    int status = 0;
    if (signature) {
        status = print_signature();
    } else {
        if (!named)
            add_made_map();
        measure_all(rounds);
        json ? print_json(rounds) : print_text(rounds);
    }
    while (scenarios)
        forget(measured[--scenarios]);
    return status;
}
