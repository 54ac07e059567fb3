/* samples.c — `sandtable samples`: positions of games in numbers, and how the games ended.
 *
 * tools/appraisal.mjs fits the weights of an appraisal to them (core/appraisal.h). A player of the machine plays every
 * side. So that positions differ more than its own games do, each side gives some random orders up to some turn, both
 * drawn by lot; only what comes after that turn is printed, because from there on no side plays at random, and the
 * result follows from the position and the dice. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/ai.h"
#include "cli/commands.h"
#include "cli/local.h"
#include "core/appraisal.h"
#include "core/game.h"

const char samples_usage[] =
    "sandtable samples SCENARIO [--games N] [--seed S] [--player PLAYER] [--stray PERCENT] [--options \"NAME=VALUE "
    "…\"]\n"
    "Prints how the sides stand at the end of each phase in games of the machine, a line each, as\n"
    "tab-separated values: game, turn, turns left, features of each side, its lead in points at the end, and 1 if\n"
    "the first side won, 0 if not, 0.5 for a draw.\n"
    "  --games N      how many (100)\n"
    "  --seed S       a number; the same seed gives the same games (1)\n"
    "  --player P     the player of all sides (greedy)\n"
    "  --stray N      random orders at most, in percent, before the positions that are printed (20)\n"
    "  --options …    options of the scenario\n";

enum { LONGEST = 200000, LINE = SIDES * FEATURES_MAX * 12 + 64 };

typedef struct Sampler {
    const char *id, *options;
    const Player *player;
    long games, stray;
    uint64_t seed;
    Scenario *scenario;
    void *mind;
    int features;
    /* of the game at hand */
    Random random;
    int stray_of[SIDES], stray_until;
    char *lines;
    size_t length, size;
} Sampler;

/* ---- lines ---- */

static void print_head(const Sampler *sampler)
{
    const Scenario *scenario = sampler->scenario;
    printf("game\tturn\tleft");
    for (int side = 0; side < scenario->sides; side++)
        for (int i = 0; i < sampler->features; i++)
            printf("\t%s:%s", scenario->side_word[side], scenario->system->feature_names[i]);
    printf("\tmargin\twon\n");
}

/* Remembers the position until it is known how the game ends. */
static bool add_line(Sampler *sampler, const Position *position, long number)
{
    int32_t feature[SIDES][FEATURES_MAX] = {{0}};
    if (sampler->length + LINE > sampler->size) {
        size_t size = 2 * sampler->size + LINE;
        char *lines = realloc(sampler->lines, size);
        if (!lines)
            return false;
        sampler->lines = lines;
        sampler->size = size;
    }
    char *at = sampler->lines + sampler->length;
    sampler->scenario->system->features(sampler->scenario, position, feature);
    at += sprintf(at, "%ld\t%d\t%d", number, position->turn, turns_left(sampler->scenario, position));
    for (int side = 0; side < sampler->scenario->sides; side++)
        for (int i = 0; i < sampler->features; i++)
            at += sprintf(at, "\t%d", (int)feature[side][i]);
    *at++ = '\0';
    sampler->length = (size_t)(at - sampler->lines);
    return true;
}

static void print_lines(const Sampler *sampler, const Game *game)
{
    Score score = {0};
    int winner = game_position(game)->winner;
    game_score(game, &score);
    for (const char *at = sampler->lines; at < sampler->lines + sampler->length; at += strlen(at) + 1)
        printf("%s\t%d\t%s\n", at, score.points[0] - score.points[1], winner >= SIDES ? "0.5" : winner ? "0" : "1");
}

/* ---- games ---- */

static bool find_order(Sampler *sampler, Game *game, Thinking *thinking, Order *order)
{
    uint64_t listed = 0;
    int side = game_side(game);
    bool strays = game_position(game)->turn <= sampler->stray_until &&
                  (int)random_below(&sampler->random, 100) < sampler->stray_of[side];
    return player_order(strays ? &random_player : sampler->player, sampler->scenario, game_view(game, side),
                        game_memo(game), sampler->mind, strays ? NULL : thinking, &sampler->random, order, &listed);
}

static bool play_on(Sampler *sampler, Game *game, long number)
{
    Thinking thinking[SIDES] = {0};
    for (int orders = 0; game_side(game) != NO_SIDE; orders++) {
        const Position *position = game_position(game);
        int turn = position->turn, phase = position->phase;
        Order order;
        if (orders == LONGEST || !find_order(sampler, game, &thinking[game_side(game)], &order) ||
            refused(game_do(game, &order)))
            return false;
        position = game_position(game);
        if (!position->over && turn > sampler->stray_until && (position->turn != turn || position->phase != phase) &&
            !add_line(sampler, position, number))
            return false;
    }
    return true;
}

static bool play_game(Sampler *sampler, long number)
{
    Random random = {sampler->seed * 0x9e3779b97f4a7c15u + (uint64_t)number};
    GameStart start = {.quiet = true, .fast_dice = true, .fast_seed = random_next(&random)};
    Game *game = game_new(sampler->scenario, &start);
    sampler->random.state = random_next(&random);
    sampler->length = 0;
    sampler->stray_until = (int)random_below(&random, (uint32_t)(sampler->scenario->turns / 2 + 1));
    for (int side = 0; side < sampler->scenario->sides; side++)
        sampler->stray_of[side] = (int)random_below(&random, (uint32_t)sampler->stray + 1);
    bool good = game && play_on(sampler, game, number);
    if (good)
        print_lines(sampler, game);
    else
        fprintf(stderr, "game %ld did not end\n", number);
    game_free(game);
    return good;
}

/* ---- arguments ---- */

static bool read_number(const char *text, long least, long most, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return end != text && !*end && *out >= least && *out <= most;
}

static bool read_arguments(Sampler *sampler, int argc, char **argv)
{
    long seed;
    for (int i = 1; i < argc; i++) {
        const char *name = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        bool good = true;
        if (*name != '-' && !sampler->id) {
            sampler->id = name;
            continue;
        }
        if (!strcmp(name, "--games"))
            good = read_number(value, 1, 1000000, &sampler->games);
        else if (!strcmp(name, "--stray"))
            good = read_number(value, 0, 100, &sampler->stray);
        else if (!strcmp(name, "--seed")) {
            good = read_number(value, 0, INT32_MAX, &seed);
            sampler->seed = (uint64_t)seed;
        } else if (!strcmp(name, "--player"))
            good = (sampler->player = player_named(value));
        else if (!strcmp(name, "--options"))
            sampler->options = value;
        else
            return false;
        if (!good)
            return false;
        i++;
    }
    return sampler->id;
}

int command_samples(int argc, char **argv)
{
    Sampler sampler = {.games = 100, .seed = 1, .stray = 20, .player = &greedy_player};
    char why[200];
    if (!read_arguments(&sampler, argc, argv)) {
        fputs(samples_usage, stderr);
        return 2;
    }
    sampler.scenario = scenario_open(sampler.id, sampler.options, true, why);
    if (!sampler.scenario)
        return 1;
    const System *system = sampler.scenario->system;
    bool good = system->features && sampler.scenario->sides == 2;
    if (!good)
        fprintf(stderr, "%s has no features, or not two sides\n", sampler.id);
    while (good && system->feature_names[sampler.features])
        sampler.features++;
    size_t room = player_room(sampler.player, sampler.scenario);
    sampler.mind = room ? malloc(room) : NULL;
    if (good)
        print_head(&sampler);
    for (long number = 0; good && number < sampler.games; number++)
        good = play_game(&sampler, number);
    free(sampler.mind);
    free(sampler.lines);
    scenario_free(sampler.scenario);
    return good ? 0 : 1;
}
