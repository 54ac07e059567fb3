/* selfplay.c — `sandtable selfplay`: many games between players of the machine.
 *
 * Game number g of seed S is always the same game, however many jobs share the work: its dice and its players'
 * chance follow from S and g alone. Jobs are processes; each plays every J-th game and sends its sums
 * through a pipe, so one that dies takes only its own games with it, and they are counted as errors.
 *
 * With --pairs every start is played twice, the players swapping sides (pairs.h). Pairs are counted in order of their
 * number, so a sequential test stops at the same pair however many jobs there are. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ai/ai.h"
#include "cli/commands.h"
#include "cli/local.h"
#include "cli/rival.h"
#include "cli/selfplay.h"
#include "server/pairs.h"

const char selfplay_usage[] =
    "sandtable selfplay SCENARIO [--games N] [--seed S] [--players A,B] [--jobs J] [--options \"NAME=VALUE …\"]\n"
    "                   [--pairs N [--test LOW,HIGH]] [--journal DIR] [--turns FILE] [--fair] [--invariants]\n"
    "                   [--limit N] [--json]\n"
    "Plays games between players of the machine and prints results and speed.\n"
    "  --games N      how many (1)\n"
    "  --seed S       a number; the same seed gives the same games (1)\n"
    "  --players A,B  one for each side in playing order; a single one plays all sides (random);\n"
    "                 PLAYER@PROGRAM is that of another version, asked over its `engine`; PLAYER:BUDGET is one\n"
    "                 that thinks, with so many orders to simulate in a turn\n"
    "  --pairs N      instead of --games: N starts, each played twice with the players' sides swapped; prints\n"
    "                 the first player's results with 95 % intervals, margins and CPU seconds a turn\n"
    "  --test LOW,HIGH  with --pairs: stops as soon as the first player's share of wins is shown to be\n"
    "                 nearer HIGH than LOW, in percent, or the other way round (sequential test, errors 5 %)\n"
    "  --jobs J       processes to share the work (1)\n"
    "  --options …    options of the scenario\n"
    "  --journal DIR  writes each game to DIR\n"
    "  --turns FILE   writes the points at the end of each turn, a line a turn: game, turn, points of\n"
    "                 each side, the winner, or - while they play\n"
    "  --fair         dice with a committed seed, as in real games, instead of fast ones\n"
    "  --invariants   checks the invariants of the position after each order\n"
    "  --limit N      a game of more orders is an error (200000)\n"
    "  --json         prints one JSON object\n"
    "Status 1 if a game met an error.\n";

#define JOBS 64
#define WHY_TEXT (SAY_TEXT + ORDER_TEXT + RIVAL_WHY)
#define PLAYER_TEXT 256

struct Selfplay {
    const char *scenario_id, *options, *journal, *turns;
    int turns_out; /* descriptor */
    long games, jobs, limit, pairs;
    long low, high; /* percent; of the sequential test, 0 without one */
    uint64_t seed;
    bool fair, invariants, json;
    char names[SIDES][PLAYER_TEXT]; /* as they are written */
    int named;
    Scenario *scenario;
    const Player *player[SIDES];
    const char *program[SIDES]; /* the program of its player; NULL: ours */
    Player budgeted[SIDES];     /* PLAYER:BUDGET, that thinks as long as it is written */
    void *mind;                 /* lent to players that think */
};

typedef struct Sums {
    uint64_t games, finished, orders, choices, errors;
    uint64_t wins[SIDES + 1]; /* the last is the draws */
} Sums;

/* What a job sends back after each game. */
typedef struct Report {
    long number;
    Sums sums;
    PairGame pair;
    PlayerTime time[2];
    PlayedGame played;
} Report;

/* All that was reported. */
typedef struct Tally {
    Sums sums;
    PairGame *game; /* by number, of pairs */
    PairSums pairs;
    long counted; /* pairs looked at, in order */
    double ratio;
    PairVerdict verdict;
} Tally;

/* ---- one game ---- */

/* What start the game has. */
static long start_of(const Selfplay *selfplay, long number) { return selfplay->pairs ? number / 2 : number; }

/* Which of the named players has the side in that game. */
static int seat_of(const Selfplay *selfplay, long number, int side)
{
    return selfplay->pairs && number % 2 ? 1 - side : side;
}

static uint64_t game_seed(const Selfplay *selfplay, long number)
{
    Random random = {selfplay->seed * 0x9e3779b97f4a7c15u + (uint64_t)start_of(selfplay, number)};
    return random_next(&random);
}

static Game *begin_game(const Selfplay *selfplay, long number)
{
    GameStart start = {.quiet = !selfplay->journal};
    if (selfplay->fair) {
        char text[48];
        snprintf(text, sizeof text, "selfplay %" PRIu64 " %ld", selfplay->seed, start_of(selfplay, number));
        bool quiet = start.quiet;
        game_start(text, &start);
        start.quiet = quiet;
    } else {
        start.fast_dice = true;
        start.fast_seed = game_seed(selfplay, number);
    }
    return game_new(selfplay->scenario, &start);
}

static bool write_journal(const Selfplay *selfplay, Game *game, long number)
{
    char path[4096];
    size_t length;
    game_close(game);
    const char *text = game_journal(game, &length), *slash = strchr(selfplay->scenario->id, '/');
    int written = snprintf(path, sizeof path, "%s/%s-%" PRIu64 "-%ld.journal", selfplay->journal,
                           slash ? slash + 1 : selfplay->scenario->id, selfplay->seed, number);
    FILE *file = written > 0 && (size_t)written < sizeof path ? fopen(path, "w") : NULL;
    if (!file)
        return false;
    bool good = fwrite(text, 1, length, file) == length;
    return !fclose(file) && good;
}

static double cpu_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

/* Adds the turn that ends to each player's time. */
static void end_turn(PlayerTime time[2], double spent[SIDES])
{
    for (int seat = 0; seat < 2; seat++) {
        if (spent[seat] > 0)
            player_time_add(&time[seat], &(PlayerTime){1, spent[seat], spent[seat]});
        spent[seat] = 0;
    }
}

/* What a game needs in addition to its position. */
typedef struct Chairs {
    Random random;
    Thinking thinking[SIDES];
    Rival *rival; /* NULL: no side is played by another program */
} Chairs;

/* The order of the player who has the side. */
static bool find_order(const Selfplay *selfplay, Game *game, Chairs *chairs, int seat, Order *order, Sums *sums,
                       char why[WHY_TEXT])
{
    const Scenario *scenario = selfplay->scenario;
    int side = game_side(game);
    if (selfplay->program[seat])
        return rival_suggest(chairs->rival, selfplay->player[seat]->name, order, why);
    if (player_order(selfplay->player[seat], scenario, game_view(game, side), game_memo(game), selfplay->mind,
                     &chairs->thinking[side], &chairs->random, order, &sums->choices))
        return true;
    snprintf(why, WHY_TEXT, "%s found no order for %s (%s)", selfplay->player[seat]->name, scenario->side_word[side],
             scenario->system->questions[question(game_position(game))->kind].name);
    return false;
}

/* One order of the side to answer; false with a sentence if anything is not as it should be. */
static bool step(const Selfplay *selfplay, Game *game, Chairs *chairs, Report *report, double spent[SIDES],
                 char why[WHY_TEXT])
{
    const Scenario *scenario = selfplay->scenario;
    int side = game_side(game), seat = seat_of(selfplay, report->number, side);
    Sums *sums = &report->sums;
    Order order;
    double begun = selfplay->pairs ? cpu_seconds() : 0;
    if (!find_order(selfplay, game, chairs, seat, &order, sums, why))
        return false;
    if (selfplay->pairs)
        spent[seat] += cpu_seconds() - begun;
    Refusal refusal = game_do(game, &order);
    if (refused(refusal)) {
        char said[SAY_TEXT], text[ORDER_TEXT];
        say(scenario, NULL, game_view(game, side), &refusal.why, said, sizeof said);
        order_print(scenario, &order, text);
        snprintf(why, WHY_TEXT, "\"%s\" was listed and refused: %s", text, said);
        return false;
    }
    sums->orders++;
    if (chairs->rival && !rival_do(chairs->rival, &order, why))
        return false;
    char unsound[200];
    if (selfplay->invariants && scenario->system->invariants &&
        !scenario->system->invariants(scenario, game_position(game), unsound)) {
        char text[ORDER_TEXT];
        order_print(scenario, &order, text);
        snprintf(why, WHY_TEXT, "after \"%s\": %s", text, unsound);
        return false;
    }
    return true;
}

/* What a game came to turn by turn. Written in one go when it is over, so that the lines of jobs never mix. */
typedef struct Turns {
    int length;
    char text[8192];
} Turns;

static void tell_turn(const Selfplay *selfplay, Game *game, long number, int turn, Turns *turns)
{
    const Scenario *scenario = selfplay->scenario;
    const Position *position = game_position(game);
    Score score = {0};
    char line[160];
    if (scenario->system->score)
        scenario->system->score(scenario, position, &score);
    int length = snprintf(line, sizeof line, "%ld\t%d", number, turn);
    for (int side = 0; side < scenario->sides; side++)
        length += snprintf(line + length, sizeof line - (size_t)length, "\t%d", score.points[side]);
    bool won = position->over && position->winner < SIDES;
    length += snprintf(line + length, sizeof line - (size_t)length, "\t%s\n",
                       won              ? scenario->side_word[position->winner]
                       : position->over ? "draw"
                                        : "-");
    if (turns->length + length >= (int)sizeof turns->text)
        return;
    memcpy(turns->text + turns->length, line, (size_t)length);
    turns->length += length;
}

/* The first player's result. */
static PairGame pair_game(const Selfplay *selfplay, const Game *game, long number)
{
    Score score = {0};
    int winner = game_position(game)->winner, side = seat_of(selfplay, number, 0);
    game_score(game, &score);
    return (PairGame){.played = true,
                      .result = winner >= SIDES  ? RESULT_DRAWN
                                : winner == side ? RESULT_WON
                                                 : RESULT_LOST,
                      .margin = score.points[side] - score.points[1 - side]};
}

/* Starts the other program, if a player of it is in the game. */
static bool call_rival(const Selfplay *selfplay, long number, Chairs *chairs, char why[WHY_TEXT])
{
    const char *program = NULL;
    for (int side = 0; side < selfplay->scenario->sides; side++)
        program = selfplay->program[side] ? selfplay->program[side] : program;
    if (program)
        chairs->rival = rival_new(program, selfplay->scenario, selfplay->options, game_seed(selfplay, number), why);
    return !program || chairs->rival;
}

static PlayedGame played_game(const Selfplay *selfplay, const Game *game, uint64_t orders)
{
    const Scenario *scenario = selfplay->scenario;
    const Position *position = game_position(game);
    PlayedGame played = {.winner = position->winner < SIDES ? position->winner : -1,
                         .sides = scenario->sides,
                         .orders = orders,
                         .hash = position_hash(scenario, position)};
    Score score = {0};
    game_score(game, &score);
    for (int side = 0; side < scenario->sides; side++)
        played.points[side] = score.points[side];
    return played;
}

static void play_game(const Selfplay *selfplay, long number, Report *report)
{
    *report = (Report){.number = number};
    Sums *sums = &report->sums;
    double spent[SIDES] = {0};
    Game *game = begin_game(selfplay, number);
    Chairs chairs = {.random = {~game_seed(selfplay, number)}};
    char why[WHY_TEXT];
    bool good = game != NULL;
    long orders = 0;
    Turns turns = {0};
    snprintf(why, sizeof why, "there is no memory left");
    good = good && call_rival(selfplay, number, &chairs, why);
    while (good && game_side(game) != NO_SIDE && orders < selfplay->limit) {
        int turn = game_position(game)->turn;
        good = step(selfplay, game, &chairs, report, spent, why);
        orders++;
        if (turn && (game_position(game)->turn != turn || game_position(game)->over))
            tell_turn(selfplay, game, number, turn, &turns);
        if (selfplay->pairs && (game_position(game)->turn != turn || game_position(game)->over))
            end_turn(report->time, spent);
    }
    if (selfplay->turns && write(selfplay->turns_out, turns.text, (size_t)turns.length) != turns.length)
        good = false;
    sums->games++;
    if (good && game_side(game) == NO_SIDE) {
        const Position *position = game_position(game);
        sums->finished++;
        sums->wins[position->winner < SIDES ? position->winner : SIDES]++;
        report->played = played_game(selfplay, game, sums->orders);
        if (selfplay->pairs)
            report->pair = pair_game(selfplay, game, number);
    } else {
        sums->errors++;
        fprintf(stderr, "game %ld, order %ld: %s\n", number, orders, good ? "the game does not end" : why);
    }
    if (game && selfplay->journal && !write_journal(selfplay, game, number)) {
        sums->errors++;
        fprintf(stderr, "game %ld: its journal cannot be written to %s\n", number, selfplay->journal);
    }
    game_free(game);
    rival_free(chairs.rival);
}

/* ---- jobs ---- */

static void add_sums(Sums *total, const Sums *more)
{
    total->games += more->games;
    total->finished += more->finished;
    total->orders += more->orders;
    total->choices += more->choices;
    total->errors += more->errors;
    for (int i = 0; i <= SIDES; i++)
        total->wins[i] += more->wins[i];
}

static void show_progress(const Selfplay *selfplay, const Sums *sums)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%" PRIu64 " of %ld games", sums->games, selfplay->games);
}

static void end_progress(void)
{
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%40s\r", "");
}

/* Counts the pairs that are whole, in order, until the test has its verdict. */
static void count_pairs(const Selfplay *selfplay, Tally *tally)
{
    while (tally->counted < selfplay->pairs && tally->verdict == PAIRS_OPEN) {
        const PairGame *game = tally->game + 2 * tally->counted;
        if (!game[0].played || !game[1].played)
            return;
        tally->counted++;
        pairs_add(&tally->pairs, game);
        if (selfplay->high) {
            tally->ratio = pairs_ratio(tally->pairs.outcome, (double)selfplay->low / 100, (double)selfplay->high / 100);
            tally->verdict = pairs_verdict(tally->ratio);
        }
    }
}

static void take_report(const Selfplay *selfplay, Tally *tally, const Report *report)
{
    add_sums(&tally->sums, &report->sums);
    if (selfplay->pairs) {
        for (int seat = 0; seat < 2; seat++)
            player_time_add(&tally->pairs.time[seat], &report->time[seat]);
        tally->game[report->number] = report->pair;
        count_pairs(selfplay, tally);
    }
    show_progress(selfplay, &tally->sums);
}

/* A job's own loop: after each game its report goes down the pipe. */
static void run_job(const Selfplay *selfplay, long job, int pipe_in)
{
    for (long number = job; number < selfplay->games; number += selfplay->jobs) {
        Report report;
        play_game(selfplay, number, &report);
        if (write(pipe_in, &report, sizeof report) != (ssize_t)sizeof report)
            _exit(1);
    }
    _exit(0);
}

static void play_in_jobs(const Selfplay *selfplay, Tally *tally)
{
    Sums *total = &tally->sums;
    int ends[2];
    pid_t child[JOBS];
    if (pipe(ends)) {
        perror("sandtable selfplay");
        exit(1);
    }
    fflush(NULL);
    for (long job = 0; job < selfplay->jobs; job++) {
        child[job] = fork();
        if (!child[job]) {
            close(ends[0]);
            run_job(selfplay, job, ends[1]);
        }
    }
    close(ends[1]);
    Report report; /* smaller than PIPE_BUF, so the reports of different jobs never mix */
    while (tally->verdict == PAIRS_OPEN) {
        ssize_t got = read(ends[0], &report, sizeof report);
        if (got < 0 && errno == EINTR)
            continue;
        if (got != (ssize_t)sizeof report)
            break;
        take_report(selfplay, tally, &report);
    }
    close(ends[0]);
    for (long job = 0; job < selfplay->jobs && tally->verdict != PAIRS_OPEN; job++)
        if (child[job] > 0)
            kill(child[job], SIGTERM);
    for (long job = 0; job < selfplay->jobs; job++)
        if (child[job] > 0)
            waitpid(child[job], NULL, 0);
    uint64_t missing = (uint64_t)selfplay->games - total->games;
    if (missing && tally->verdict == PAIRS_OPEN) {
        fprintf(stderr, "%" PRIu64 " games were lost with the jobs that played them\n", missing);
        total->games += missing;
        total->errors += missing;
    }
}

static void play_alone(const Selfplay *selfplay, Tally *tally)
{
    for (long number = 0; number < selfplay->games && tally->verdict == PAIRS_OPEN; number++) {
        Report report;
        play_game(selfplay, number, &report);
        take_report(selfplay, tally, &report);
    }
}

/* ---- results ---- */

static long halves_of(const SideSums *side) { return 2 * side->result[RESULT_WON] + side->result[RESULT_DRAWN]; }

/* JSON knows no infinity: an interval of fewer than two pairs has no ends. */
static void print_interval(const char *name, Interval it)
{
    printf("\"%s\":{\"mean\":%.4f", name, it.mean);
    if (isfinite(it.low))
        printf(",\"low\":%.4f,\"high\":%.4f", it.low, it.high);
    putchar('}');
}

static void print_json_pairs(const Selfplay *selfplay, const Tally *tally)
{
    const PairSums *pairs = &tally->pairs;
    const SideSums *side = pairs->side;
    printf(",\"pairs\":{\"counted\":%ld,\"outcomes\":[", pairs->pairs);
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        printf("%s%ld", i ? "," : "", pairs->outcome[i]);
    printf("],");
    print_interval("share", wilson(halves_of(&side[0]) + halves_of(&side[1]), 2 * pairs->pairs));
    putchar(',');
    print_interval("margin", pairs_margin(pairs));
    printf(",\"sides\":[");
    for (int i = 0; i < 2; i++) {
        printf("%s{\"side\":\"%s\",\"won\":%ld,\"drawn\":%ld,\"lost\":%ld,\"margin\":%.4f,", i ? "," : "",
               selfplay->scenario->side_word[i], side[i].result[RESULT_WON], side[i].result[RESULT_DRAWN],
               side[i].result[RESULT_LOST], side[i].games ? side[i].margin / (double)side[i].games : 0);
        print_interval("share", wilson(halves_of(&side[i]), side[i].games));
        putchar('}');
    }
    printf("],\"cpu\":[");
    for (int i = 0; i < 2; i++)
        printf("%s{\"player\":\"%s\",\"turns\":%ld,\"mean\":%.4f,\"worst\":%.4f}", i ? "," : "",
               selfplay->player[i]->name, pairs->time[i].turns,
               pairs->time[i].turns ? pairs->time[i].seconds / (double)pairs->time[i].turns : 0, pairs->time[i].worst);
    printf("]");
    if (selfplay->high)
        printf(",\"test\":{\"low\":%ld,\"high\":%ld,\"ratio\":%.4f,\"verdict\":\"%s\"}", selfplay->low, selfplay->high,
               tally->ratio, pair_verdict_word[tally->verdict]);
    printf("}");
}

static void print_words_pairs(const Selfplay *selfplay, const Tally *tally)
{
    const PairSums *pairs = &tally->pairs;
    const SideSums *side = pairs->side;
    Interval share = wilson(halves_of(&side[0]) + halves_of(&side[1]), 2 * pairs->pairs), margin = pairs_margin(pairs);
    printf("%s against %s, %ld pairs: %.1f %% of wins, draws half (%.1f to %.1f)\n", selfplay->player[0]->name,
           selfplay->player[1]->name, pairs->pairs, share.mean * 100, share.low * 100, share.high * 100);
    for (int i = 0; i < 2; i++) {
        share = wilson(halves_of(&side[i]), side[i].games);
        printf("  as %s: %ld won, %ld drawn, %ld lost: %.1f %% (%.1f to %.1f), mean margin %+.2f\n",
               selfplay->scenario->side_name[i], side[i].result[RESULT_WON], side[i].result[RESULT_DRAWN],
               side[i].result[RESULT_LOST], share.mean * 100, share.low * 100, share.high * 100,
               side[i].games ? side[i].margin / (double)side[i].games : 0);
    }
    printf("  margin of a pair %+.2f", margin.mean);
    if (isfinite(margin.low))
        printf(" (%+.2f to %+.2f)", margin.low, margin.high);
    putchar('\n');
    for (int i = 0; i < 2; i++)
        printf("  %s: %.3f s of CPU a turn, at worst %.3f s\n", selfplay->player[i]->name,
               pairs->time[i].turns ? pairs->time[i].seconds / (double)pairs->time[i].turns : 0, pairs->time[i].worst);
    if (selfplay->high)
        printf("  test of %ld %% against %ld %%: %s (log ratio %.2f)\n", selfplay->low, selfplay->high,
               pair_verdict_word[tally->verdict], tally->ratio);
}

static void print_json(const Selfplay *selfplay, const Tally *tally, double seconds)
{
    const Sums *sums = &tally->sums;
    printf("{\"scenario\":\"%s\",\"seed\":%" PRIu64 ",\"jobs\":%ld,\"players\":[", selfplay->scenario->id,
           selfplay->seed, selfplay->jobs);
    for (int side = 0; side < selfplay->scenario->sides; side++)
        printf("%s\"%s\"", side ? "," : "", selfplay->player[side]->name);
    printf("],\"games\":%" PRIu64 ",\"finished\":%" PRIu64 ",\"orders\":%" PRIu64 ",\"choices\":%" PRIu64
           ",\"seconds\":%.3f,\"orders_per_second\":%.0f,\"choices_per_second\":%.0f,\"wins\":{",
           sums->games, sums->finished, sums->orders, sums->choices, seconds, (double)sums->orders / seconds,
           (double)sums->choices / seconds);
    for (int side = 0; side < selfplay->scenario->sides; side++)
        printf("\"%s\":%" PRIu64 ",", selfplay->scenario->side_word[side], sums->wins[side]);
    printf("\"draw\":%" PRIu64 "},\"errors\":%" PRIu64, sums->wins[SIDES], sums->errors);
    if (selfplay->pairs)
        print_json_pairs(selfplay, tally);
    puts("}");
}

static void print_words(const Selfplay *selfplay, const Tally *tally, double seconds)
{
    const Sums *sums = &tally->sums;
    printf("%s: %" PRIu64 " games, %" PRIu64 " finished, %" PRIu64 " errors\n", selfplay->scenario->id, sums->games,
           sums->finished, sums->errors);
    if (selfplay->pairs)
        print_words_pairs(selfplay, tally);
    for (int side = 0; side < selfplay->scenario->sides && !selfplay->pairs; side++)
        printf("  %s (%s) won %" PRIu64 "\n", selfplay->scenario->side_name[side], selfplay->player[side]->name,
               sums->wins[side]);
    if (!selfplay->pairs)
        printf("  %" PRIu64 " were drawn\n", sums->wins[SIDES]);
    printf("%" PRIu64 " orders in %.2f s: %.0f a second, %.1f choices listed for each\n", sums->orders, seconds,
           (double)sums->orders / seconds, sums->orders ? (double)sums->choices / (double)sums->orders : 0);
}

/* ---- arguments ---- */

static bool read_number(const char *text, long least, long most, long *out)
{
    char *end;
    errno = 0;
    *out = strtol(text, &end, 10);
    return end != text && !*end && !errno && *out >= least && *out <= most;
}

/* "50,55" */
static bool read_shares(Selfplay *selfplay, const char *text)
{
    char low[8];
    size_t length = strcspn(text, ",");
    if (length >= sizeof low || text[length] != ',')
        return false;
    snprintf(low, sizeof low, "%.*s", (int)length, text);
    return read_number(low, 1, 98, &selfplay->low) && read_number(text + length + 1, 2, 99, &selfplay->high) &&
           selfplay->low < selfplay->high;
}

static bool read_names(Selfplay *selfplay, const char *text)
{
    while (selfplay->named < SIDES) {
        size_t length = strcspn(text, ",");
        if (!length || length >= sizeof selfplay->names[0])
            return false;
        snprintf(selfplay->names[selfplay->named++], sizeof selfplay->names[0], "%.*s", (int)length, text);
        if (!text[length])
            return true;
        text += length + 1;
    }
    return false;
}

static bool read_option(Selfplay *selfplay, const char *name, const char *value)
{
    long seed;
    if (!strcmp(name, "--games"))
        return read_number(value, 1, 100000000, &selfplay->games);
    if (!strcmp(name, "--pairs"))
        return read_number(value, 1, 50000000, &selfplay->pairs);
    if (!strcmp(name, "--test"))
        return read_shares(selfplay, value);
    if (!strcmp(name, "--jobs"))
        return read_number(value, 1, JOBS, &selfplay->jobs);
    if (!strcmp(name, "--limit"))
        return read_number(value, 1, 1000000000, &selfplay->limit);
    if (!strcmp(name, "--players"))
        return read_names(selfplay, value);
    if (!strcmp(name, "--seed") && read_number(value, 0, __LONG_MAX__, &seed)) {
        selfplay->seed = (uint64_t)seed;
        return true;
    }
    if (!strcmp(name, "--options"))
        return (selfplay->options = value) != NULL;
    if (!strcmp(name, "--turns"))
        return (selfplay->turns = value) != NULL;
    if (!strcmp(name, "--journal"))
        return (selfplay->journal = value) != NULL;
    return false;
}

static bool read_arguments(Selfplay *selfplay, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            selfplay->json = true;
        else if (!strcmp(argv[i], "--fair"))
            selfplay->fair = true;
        else if (!strcmp(argv[i], "--invariants"))
            selfplay->invariants = true;
        else if (argv[i][0] != '-' && !selfplay->scenario_id)
            selfplay->scenario_id = argv[i];
        else if (i + 1 < argc && read_option(selfplay, argv[i], argv[i + 1]))
            i++;
        else
            return false;
    }
    if (selfplay->pairs)
        selfplay->games = 2 * selfplay->pairs;
    return selfplay->scenario_id != NULL && (selfplay->pairs || !selfplay->high);
}

/* Cuts PLAYER@PROGRAM in two. */
static const char *cut_name(Selfplay *selfplay, int side)
{
    char *name = selfplay->names[side];
    if (selfplay->named == 1 && side)
        memcpy(name, selfplay->names[0], sizeof selfplay->names[0]);
    char *at = strchr(name, '@');
    if (at)
        *at = 0;
    selfplay->program[side] = at ? at + 1 : selfplay->named == 1 && side ? selfplay->program[0] : NULL;
    return name;
}

/* One other program at most, which rolls our plain dice. */
static bool programs_fit(const Selfplay *selfplay)
{
    const char *first = NULL;
    for (int side = 0; side < selfplay->scenario->sides; side++) {
        const char *program = selfplay->program[side];
        if (program && (selfplay->fair || (first && strcmp(first, program)))) {
            fprintf(stderr, "sandtable selfplay: PLAYER@PROGRAM may name one program, and not with --fair\n");
            return false;
        }
        first = program ? program : first;
    }
    return true;
}

/* PLAYER or PLAYER:BUDGET; NULL if there is none. */
static const Player *find_player(Selfplay *selfplay, int side, char *name)
{
    char *colon = strchr(name, ':');
    long budget;
    if (!colon)
        return player_named(name);
    *colon = '\0';
    const Player *player = player_named(name);
    *colon = ':'; /* of one name for all sides the next one is a copy */
    if (!player || !player->think || !read_number(colon + 1, 1, 1000000000, &budget))
        return NULL;
    selfplay->budgeted[side] = *player;
    selfplay->budgeted[side].budget = (uint32_t)budget;
    return &selfplay->budgeted[side];
}

static bool find_players(Selfplay *selfplay)
{
    int sides = selfplay->scenario->sides;
    if (!selfplay->named)
        read_names(selfplay, "random");
    if (selfplay->pairs && (sides != 2 || selfplay->named != 2)) {
        fprintf(stderr, "sandtable selfplay: --pairs compares two players in a game of two sides: --players A,B\n");
        return false;
    }
    if (selfplay->named != 1 && selfplay->named != sides) {
        fprintf(stderr, "sandtable selfplay: %s has %d sides; name one player or %d\n", selfplay->scenario->id, sides,
                sides);
        return false;
    }
    for (int side = 0; side < sides; side++) {
        const char *name = cut_name(selfplay, side);
        selfplay->player[side] = find_player(selfplay, side, selfplay->names[side]);
        if (!selfplay->player[side]) {
            fprintf(stderr, "sandtable selfplay: there is no player \"%s\"; there are", name);
            for (int i = 0; players[i]; i++)
                fprintf(stderr, " %s", players[i]->name);
            fputc('\n', stderr);
            return false;
        }
    }
    return programs_fit(selfplay);
}

/* Room for the player that needs most; false if there is none. */
static bool lend_room(Selfplay *selfplay)
{
    size_t most = 1;
    for (int side = 0; side < selfplay->scenario->sides; side++) {
        size_t room = player_room(selfplay->player[side], selfplay->scenario);
        most = room > most ? room : most;
    }
    return (selfplay->mind = malloc(most)) != NULL;
}

Selfplay *selfplay_new(int argc, char **argv)
{
    char why[200];
    Selfplay *selfplay = calloc(1, sizeof *selfplay);
    if (!selfplay)
        return NULL;
    *selfplay = (Selfplay){.games = 1, .jobs = 1, .limit = 200000, .seed = 1};
    bool good = read_arguments(selfplay, argc, argv);
    if (good)
        selfplay->scenario = scenario_open(selfplay->scenario_id, selfplay->options, true, why);
    if (good && selfplay->scenario && find_players(selfplay) && lend_room(selfplay))
        return selfplay;
    selfplay_free(selfplay);
    return NULL;
}

void selfplay_free(Selfplay *selfplay)
{
    if (!selfplay)
        return;
    if (selfplay->scenario)
        scenario_free(selfplay->scenario);
    free(selfplay->mind);
    free(selfplay);
}

bool selfplay_game(const Selfplay *selfplay, long number, PlayedGame *out)
{
    Report report;
    play_game(selfplay, number, &report);
    *out = report.played;
    return report.sums.finished && !report.sums.errors;
}

static int run(Selfplay *selfplay)
{
    Tally tally = {0};
    struct timespec begin, end;
    if (selfplay->journal && mkdir(selfplay->journal, 0755) && errno != EEXIST) {
        fprintf(stderr, "sandtable selfplay: %s: %s\n", selfplay->journal, strerror(errno));
        return 2;
    }
    if (selfplay->turns && (selfplay->turns_out = creat(selfplay->turns, 0644)) < 0) {
        fprintf(stderr, "sandtable selfplay: %s: %s\n", selfplay->turns, strerror(errno));
        return 2;
    }
    tally.game = calloc((size_t)selfplay->pairs * 2 + 1, sizeof *tally.game);
    if (!tally.game || !lend_room(selfplay)) {
        fputs("sandtable selfplay: there is no memory left\n", stderr);
        return 2;
    }
    clock_gettime(CLOCK_MONOTONIC, &begin);
    if (selfplay->jobs > 1)
        play_in_jobs(selfplay, &tally);
    else
        play_alone(selfplay, &tally);
    clock_gettime(CLOCK_MONOTONIC, &end);
    end_progress();
    double seconds = (double)(end.tv_sec - begin.tv_sec) + (double)(end.tv_nsec - begin.tv_nsec) * 1e-9;
    (selfplay->json ? print_json : print_words)(selfplay, &tally, seconds > 0 ? seconds : 1e-9);
    free(tally.game);
    free(selfplay->mind);
    return tally.sums.errors ? 1 : 0;
}

int command_selfplay(int argc, char **argv)
{
    Selfplay selfplay = {.games = 1, .jobs = 1, .limit = 200000, .seed = 1};
    char why[200];
    if (!read_arguments(&selfplay, argc, argv)) {
        fputs(selfplay_usage, stderr);
        return 2;
    }
    selfplay.scenario = scenario_open(selfplay.scenario_id, selfplay.options, true, why);
    if (!selfplay.scenario) {
        fprintf(stderr, "sandtable selfplay: %s\n", why);
        return 2;
    }
    int status = find_players(&selfplay) ? run(&selfplay) : 2;
    scenario_free(selfplay.scenario);
    return status;
}
