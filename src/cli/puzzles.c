/* puzzles.c — `sandtable puzzles`: positions in which one order is clearly better than all others.
 *
 * Players of the machine play games. At some of their questions the orders that come to mind are tried out against
 * each other, in the same imagined worlds with the same dice, to the end of the game (ai/contest.h). A position is kept
 * where one idea wins clearly more often than everything else: the best order, with those that say the same in other
 * words, leads by MARGIN, and that is more than SURE standard errors. An order behind which the best one can still be
 * given is weighed with it, so the best order must not wait; if that is as good as the best alone, it is no rival. A
 * position is tried again and again with fresh worlds, and with more of them each time, so that what only seemed better
 * by luck falls through.
 *
 * A puzzle is a block of lines: `puzzle NAME`, what was measured, the lab lines that lead there, and the orders with
 * the chance that each wins. docs/learn.md describes them. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/contest.h"
#include "ai/thoughts.h"
#include "cli/commands.h"
#include "cli/local.h"
#include "core/game.h"

const char puzzles_usage[] =
    "sandtable puzzles SCENARIO [--games N] [--seed S] [--most N] [--options \"NAME=VALUE …\"]\n"
    "Finds positions in games of the machine in which one order is clearly better, and prints them as puzzles.\n"
    "  --games N      how many games are searched (20)\n"
    "  --seed S       a number; the same seed gives the same puzzles (1)\n"
    "  --most N       stops after so many puzzles (50)\n"
    "  --options …    options of the scenario\n";

enum {
    BY_VALUE = 28,
    WILD = 8, /* candidates at random */
    CANDIDATES = BY_VALUE + WILD,
    FEWEST = 4,  /* candidates that make a choice */
    GLANCE = 12, /* of them, at which a first look is taken … */
    BLINK = 2,   /* … and before that another, in so many worlds */
    FIRST = 6,   /* worlds of a first look */
    SECOND = 16,
    THIRD = 64,
    LAST = 240,
    WORLDS = LAST /* … and of each trial behind it */
};
enum {
    MARGIN = 150, /* thousandths of a game by which the best idea must lead */
    SAME = 50,    /* … within which another order of the same idea is as good */
    SURE = 3,     /* standard errors that the lead must exceed */
    RIVALS_LEAST = 2,
    RIVALS = 4,    /* of the others, that are tried last */
    ACCEPTED = 6,  /* orders that are as good, at most */
    ALIKE = 2,     /* puzzles with the same best order */
    A_GAME = 2,    /* puzzles of one game */
    LONGEST = 1500 /* orders of a game */
};

typedef struct Candidate {
    Order order;
    bool best;    /* as good as the best */
    bool neutral; /* the best can follow, and loses nothing by it */
    int16_t result[WORLDS], followed[WORLDS];
} Candidate;

typedef struct Finder {
    const char *id, *options;
    long games, most;
    uint64_t seed;
    Scenario *scenario;
    void *room;
    Random random;
    int found;
    long passed[5]; /* questions examined, and how many of them passed each trial */
    int of_game;
    char best[1000][200]; /* the best orders of those found, to see what is alike */
    int count;
    Candidate candidate[CANDIDATES];
    char *lines; /* the game so far, as lab lines */
    size_t length, size;
} Finder;

/* ---- the game so far ---- */

static bool add_text(Finder *finder, const char *text)
{
    size_t more = strlen(text);
    if (finder->length + more + 1 > finder->size) {
        size_t size = 2 * (finder->length + more) + 4096;
        char *lines = realloc(finder->lines, size);
        if (!lines)
            return false;
        finder->lines = lines;
        finder->size = size;
    }
    memcpy(finder->lines + finder->length, text, more + 1);
    finder->length += more;
    return true;
}

/* The order that was just given, with the dice it rolled. */
static bool add_order(Finder *finder, Game *game, const Order *order)
{
    char text[ORDER_TEXT], cast[CAST_TEXT];
    const Dice *dice = game_dice(game);
    bool good = true;
    for (int i = 0; i < dice->recorded; i++) {
        cast[cast_print(dice->record[i], cast)] = '\0';
        good = good && add_text(finder, i ? " " : "dice ") && add_text(finder, cast);
    }
    good = good && (!dice->recorded || add_text(finder, "\n"));
    order_print(finder->scenario, order, text);
    return good && add_text(finder, "do \"") && add_text(finder, text) && add_text(finder, "\"\n");
}

/* ---- orders ---- */

/* Where its path ends; of any other slot its only value. */
static uint16_t end_of(const Order *order, int slot)
{
    int count, first = order_slot(order, slot, &count);
    return count ? order->value[first + count - 1] : UINT16_MAX;
}

/* Whether two orders do the same thing with other helpers or on another way: sets may differ, targets may not. */
static bool same_idea(const Scenario *scenario, const Order *one, const Order *other)
{
    const OrderKind *kind = &scenario->system->orders[one->verb];
    if (one->verb != other->verb)
        return false;
    for (int slot = 0; slot < kind->slots; slot++)
        if (!slot_is_set(&kind->slot[slot]) && end_of(one, slot) != end_of(other, slot))
            return false;
    return true;
}

static void add_candidate(Finder *finder, const Order *order)
{
    for (int i = 0; i < finder->count; i++)
        if (orders_agree(finder->scenario, &finder->candidate[i].order, order))
            return;
    if (finder->count < CANDIDATES)
        finder->candidate[finder->count++] = (Candidate){.order = *order};
}

/* What comes to mind: the greedy player's order first. */
static void list_candidates(Finder *finder, const Position *view, Memo *memo)
{
    Order order[BY_VALUE];
    uint64_t listed = 0;
    finder->count = 0;
    if (!greedy_player.order(finder->scenario, view, memo, &finder->random, &order[0], &listed))
        return;
    int count = greedy_thoughts(finder->scenario, view, memo, &finder->random, order, NULL, 1, BY_VALUE, &listed);
    for (int i = 0; i < count; i++)
        add_candidate(finder, &order[i]);
    for (int i = 0; i < WILD; i++)
        if (random_player.order(finder->scenario, view, memo, &finder->random, &order[0], &listed))
            add_candidate(finder, &order[0]);
}

/* ---- trials ---- */

/* In fresh worlds: each order alone, and if `follow` each with the best of the last trial behind it. */
static bool try_out(Finder *finder, const Position *view, int worlds, bool follow)
{
    Contest *contest = contest_in(finder->room, finder->scenario, view);
    Order orders[CANDIDATES], best = finder->candidate[0].order;
    int16_t results[CANDIDATES];
    for (int i = 0; i < finder->count; i++)
        orders[i] = finder->candidate[i].order;
    for (int world = 0; world < worlds; world++) {
        uint64_t seed = random_next(&finder->random);
        if (!contest_world(contest, world, seed, orders, finder->count, NULL, results))
            return false;
        for (int i = 0; i < finder->count; i++)
            finder->candidate[i].result[world] = finder->candidate[i].followed[world] = results[i];
        if (!follow)
            continue;
        if (!contest_world(contest, world, seed, orders, finder->count, &best, results))
            return false;
        for (int i = 1; i < finder->count; i++)
            finder->candidate[i].followed[world] = results[i];
    }
    return true;
}

/* The best first. */
static void sort(Finder *finder, int worlds)
{
    for (int i = 1; i < finder->count; i++) {
        Candidate one = finder->candidate[i];
        int at = i, mean = contest_mean(one.result, worlds);
        for (; at > 0 && contest_mean(finder->candidate[at - 1].result, worlds) < mean; at--)
            finder->candidate[at] = finder->candidate[at - 1];
        finder->candidate[at] = one;
    }
}

/* What is compared with the best one: the order alone or with the best behind it, whichever is better. */
static const int16_t *row_of(const Candidate *one, int worlds)
{
    return contest_mean(one->followed, worlds) > contest_mean(one->result, worlds) ? one->followed : one->result;
}

/* Marks those of the best one's idea that are as good; whether all others are worse by `margin` and `sure` errors. */
static bool is_clear(Finder *finder, int worlds, int margin, int sure)
{
    const Candidate *best = &finder->candidate[0];
    int accepted = 0, rivals = 0;
    sort(finder, worlds);
    for (int i = 0; i < finder->count; i++) {
        Candidate *one = &finder->candidate[i];
        int error, lead = contest_difference(best->result, one->result, worlds, &error);
        one->best = same_idea(finder->scenario, &best->order, &one->order) && lead <= SAME;
        lead = contest_difference(best->result, row_of(one, worlds), worlds, &error);
        one->neutral = !one->best && lead <= SAME && row_of(one, worlds) == one->followed;
        accepted += one->best;
        if (one->best || one->neutral)
            continue;
        rivals++;
        if (lead < margin || lead <= sure * error)
            return false;
    }
    return rivals >= RIVALS_LEAST && accepted <= ACCEPTED;
}

/* Drops what cannot matter any more: of those that are not as good only the first few stay. */
static void keep_rivals(Finder *finder)
{
    int kept = 0, rivals = 0;
    for (int i = 0; i < finder->count; i++)
        if (finder->candidate[i].best || (!finder->candidate[i].neutral && rivals++ < RIVALS))
            finder->candidate[kept++] = finder->candidate[i];
    finder->count = kept;
}

/* Whether it leads by half as much at least in the worlds of either player. */
static bool is_clear_twice(const Finder *finder)
{
    const Candidate *best = &finder->candidate[0];
    for (int i = 0; i < finder->count; i++)
        for (int half = 0; half < 2 && !finder->candidate[i].best; half++) {
            int lead = 0;
            for (int world = half; world < LAST; world += 2)
                lead += best->result[world] - row_of(&finder->candidate[i], LAST)[world];
            if (lead / (LAST / 2) < MARGIN / 2)
                return false;
        }
    return true;
}

/* Whether it makes any difference what is ordered. */
static bool matters(const Finder *finder, int worlds)
{
    for (int i = 1; i < finder->count; i++)
        if (memcmp(finder->candidate[i].result, finder->candidate[0].result,
                   (size_t)worlds * sizeof finder->candidate[0].result[0]) != 0)
            return true;
    return false;
}

static bool is_puzzle(Finder *finder, const Position *view)
{
    int all = finder->count;
    finder->passed[0]++;
    finder->count = all < GLANCE ? all : GLANCE;
    bool promises = try_out(finder, view, BLINK, false) && matters(finder, BLINK) &&
                    try_out(finder, view, FIRST, false) && is_clear(finder, FIRST, MARGIN, 1);
    finder->count = all;
    if (!promises)
        return false;
    finder->passed[1]++;
    if (!try_out(finder, view, SECOND, true) || !is_clear(finder, SECOND, MARGIN, 1))
        return false;
    finder->passed[2]++;
    if (!try_out(finder, view, THIRD, true) || !is_clear(finder, THIRD, MARGIN, SURE))
        return false;
    finder->passed[3]++;
    keep_rivals(finder);
    bool good = try_out(finder, view, LAST, true) && is_clear(finder, LAST, MARGIN, SURE) && is_clear_twice(finder);
    finder->passed[4] += good;
    return good;
}

/* ---- printing ---- */

static bool is_alike(const Finder *finder, const char *best)
{
    int alike = 0;
    for (int i = 0; i < finder->found && i < 1000; i++)
        alike += !strcmp(finder->best[i], best);
    return alike >= ALIKE;
}

static const Candidate *first_rival(const Finder *finder)
{
    const Candidate *rival = NULL;
    for (int i = finder->count - 1; i > 0; i--)
        if (!finder->candidate[i].best)
            rival = &finder->candidate[i];
    return rival;
}

static void print_puzzle(Finder *finder, const Position *view, const Order *greedy)
{
    char text[ORDER_TEXT], short_text[200];
    const Scenario *scenario = finder->scenario;
    const char *name = strchr(scenario->id, '/');
    const Candidate *best = &finder->candidate[0], *rival = first_rival(finder);
    int error, lead = contest_difference(best->result, row_of(rival, LAST), LAST, &error);
    bool easy = false;
    order_print(scenario, &best->order, text);
    snprintf(short_text, sizeof short_text, "%.199s", text);
    if (is_alike(finder, short_text))
        return;
    if (finder->found < 1000)
        strcpy(finder->best[finder->found], short_text);
    for (int i = 0; i < finder->count; i++)
        easy |= finder->candidate[i].best && orders_agree(scenario, greedy, &finder->candidate[i].order);
    printf("puzzle %s-%" PRIu64 "-%d\n", name + 1, finder->seed, ++finder->found);
    printf("side %s\n", scenario->side_word[question(view)->side]);
    printf("measured lead=%d error=%d worlds=%d greedy=%s\n", lead, error, LAST, easy ? "finds" : "misses");
    printf("%s", finder->lines);
    for (int i = 0; i < finder->count; i++) {
        const Candidate *one = &finder->candidate[i];
        order_print(scenario, &one->order, text);
        printf("%s \"%s\" %d\n", one->best ? "best" : "other", text, contest_mean(row_of(one, LAST), LAST));
    }
    putchar('\n');
    fflush(stdout);
    finder->of_game++;
}

/* ---- games ---- */

static void look_at(Finder *finder, Game *game)
{
    const Position *view = game_view(game, game_side(game));
    if (!view->turn || 2 * view->turn < finder->scenario->turns || finder->of_game >= A_GAME)
        return; /* early on no single order decides much, and games take longest to play out */
    list_candidates(finder, view, game_memo(game));
    if (finder->count < FEWEST)
        return;
    Order greedy = finder->candidate[0].order;
    if (is_puzzle(finder, view))
        print_puzzle(finder, view, &greedy);
}

/* One player is less sure of itself than the other, in turns, so that games go many ways. */
static bool step(Finder *finder, Game *game, long number)
{
    int side = game_side(game);
    bool rash = number % 3 && (number + side) % 2;
    const Player *player = rash ? &novice_player : &greedy_player;
    Order order;
    uint64_t listed = 0;
    return player->order(finder->scenario, game_view(game, side), game_memo(game), &finder->random, &order, &listed) &&
           !refused(game_do(game, &order)) && add_order(finder, game, &order);
}

static bool play_game(Finder *finder, long number)
{
    Random seed = {finder->seed * 0x9e3779b97f4a7c15u + (uint64_t)number};
    GameStart start = {.quiet = true, .fast_dice = true, .fast_seed = random_next(&seed)};
    Game *game = game_new(finder->scenario, &start);
    char head[600];
    bool good = game != NULL;
    if (good && game_dice(game)->recorded) {
        fprintf(stderr, "sandtable puzzles: the set-up of %s rolls dice, which no lab line can give\n", finder->id);
        good = false;
    }
    finder->random = (Random){~random_next(&seed)};
    finder->length = 0;
    finder->of_game = 0;
    snprintf(head, sizeof head, "lab %s%s%s\n", finder->id, finder->options ? " " : "",
             finder->options ? finder->options : "");
    good = good && add_text(finder, head);
    for (int orders = 0; good && orders < LONGEST && game_side(game) != NO_SIDE && finder->found < finder->most;
         orders++) {
        look_at(finder, game);
        good = step(finder, game, number);
    }
    game_free(game);
    return good;
}

static bool read_number(const char *text, long most, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return end != text && !*end && *out >= 1 && *out <= most;
}

static bool read_arguments(Finder *finder, int argc, char **argv)
{
    long seed = 1;
    for (int i = 1; i < argc; i++) {
        bool more = i + 1 < argc;
        if (!strcmp(argv[i], "--games") && more && read_number(argv[i + 1], 1000000, &finder->games))
            i++;
        else if (!strcmp(argv[i], "--seed") && more && read_number(argv[i + 1], 1000000000, &seed))
            i++;
        else if (!strcmp(argv[i], "--most") && more && read_number(argv[i + 1], 1000, &finder->most))
            i++;
        else if (!strcmp(argv[i], "--options") && more)
            finder->options = argv[++i];
        else if (argv[i][0] != '-' && !finder->id)
            finder->id = argv[i];
        else
            return false;
    }
    finder->seed = (uint64_t)seed;
    return finder->id;
}

int command_puzzles(int argc, char **argv)
{
    static Finder finder = {.games = 20, .most = 50};
    char why[200];
    if (!read_arguments(&finder, argc, argv)) {
        fputs(puzzles_usage, stderr);
        return 2;
    }
    finder.scenario = scenario_open(finder.id, finder.options, true, why);
    finder.room = finder.scenario ? malloc(contest_room(finder.scenario)) : NULL;
    bool good = finder.room;
    for (long number = 0; good && number < finder.games && finder.found < finder.most; number++)
        good = play_game(&finder, number);
    fprintf(stderr, "%ld questions looked at; %ld, %ld, %ld, %ld stood each trial; %d puzzles\n", finder.passed[0],
            finder.passed[1], finder.passed[2], finder.passed[3], finder.passed[4], finder.found);
    free(finder.room);
    free(finder.lines);
    if (finder.scenario)
        scenario_free(finder.scenario);
    return good ? 0 : 1;
}
