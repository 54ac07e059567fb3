/* analyse.c — `sandtable analyse`: which side was winning when, and which orders cost most.
 *
 * The game is played again from its journal. At the beginning of each turn greedy players play the true position to the
 * end a few times: their results are the curve. Each order is weighed by the searching player from the view of the side
 * that gave it (weigh.h), so no player is blamed for what he could not know; the orders that another beat by most are
 * printed. Where a battle is too large to try orders out, only the curve is printed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/weigh.h"
#include "cli/commands.h"
#include "cli/files.h"
#include "cli/local.h"

const char analyse_usage[] =
    "sandtable analyse FILE [--playouts N] [--worst N] [--level PLAYER] [--json]\n"
    "Plays a journal again and prints each side's chances turn by turn, and the orders that cost most.\n"
    "  --playouts N    games played on from the beginning of each turn (12)\n"
    "  --worst N       how many orders are printed (5); 0: no order is weighed\n"
    "  --level PLAYER  the player that weighs them: search-quick, search or search-deep (search-quick)\n"
    "  --json          prints one JSON object\n"
    "Status 1 if the journal is wrong.\n";

enum { PLAYOUT_ORDERS = 200000, WORST_MOST = 50 };

/* An order that another beat. */
typedef struct Lapse {
    int number, turn, side;
    Why why;
    int cost; /* thousandths of a game, or hundredths of a point where the end is too far off, less its error */
} Lapse;

typedef struct Analysis {
    const char *path;
    long playouts, worst;
    bool json;
    const Player *player;
    Scenario *scenario;
    Position *view; /* before the order that comes next */
    Memo *memo;
    void *mind;
    int orders, side, turn, turns; /* seen so far; the side to answer, NO_SIDE none */
    Random random;
    int mistakes;
    Lapse mistake[WORST_MOST + 1]; /* the worst first */
} Analysis;

/* ---- the curve ---- */

static void print_curve(const Analysis *analysis, int turn, const int chance[SIDES])
{
    const Scenario *scenario = analysis->scenario;
    if (analysis->json) {
        printf("%s{\"turn\":%d,\"order\":%d,\"chances\":[", analysis->turns ? "," : "", turn, analysis->orders);
        for (int side = 0; side < scenario->sides; side++)
            printf("%s%d.%03d", side ? "," : "", chance[side] / 1000, chance[side] % 1000);
        printf("]}");
        return;
    }
    printf("  turn %2d, order %5d:", turn, analysis->orders);
    for (int side = 0; side < scenario->sides; side++)
        printf("  %s %3d %%", scenario->side_name[side], (chance[side] + 5) / 10);
    putchar('\n');
}

static void add_to_curve(Analysis *analysis, const Position *position)
{
    int sum[SIDES] = {0};
    for (long i = 0; i < analysis->playouts; i++) {
        int chance[SIDES];
        play_out(analysis->scenario, position, analysis->mind, random_next(&analysis->random), PLAYOUT_ORDERS, chance);
        for (int side = 0; side < analysis->scenario->sides; side++)
            sum[side] += chance[side];
    }
    for (int side = 0; side < analysis->scenario->sides && analysis->playouts; side++)
        sum[side] /= (int)analysis->playouts;
    print_curve(analysis, position->turn, sum);
    analysis->turns++;
    fflush(stdout);
}

/* ---- mistakes ---- */

static void keep_mistake(Analysis *analysis, const Lapse *mistake)
{
    int at = analysis->mistakes;
    for (; at > 0 && analysis->mistake[at - 1].cost < mistake->cost; at--)
        analysis->mistake[at] = analysis->mistake[at - 1];
    analysis->mistake[at] = *mistake;
    if (analysis->mistakes < analysis->worst)
        analysis->mistakes++;
}

static void weigh(Analysis *analysis, const Order *order)
{
    Thinking thinking = {0};
    const Why *why = &thinking.why;
    if (!analysis->worst || !weigh_order(analysis->player, analysis->scenario, analysis->view, analysis->memo,
                                         analysis->mind, &thinking, &analysis->random, order))
        return;
    if (!why->better)
        return;
    const Tried *one = &why->tried[0], *two = &why->tried[1]; /* what is sure of the difference, by and large */
    int cost = why->tells_chance ? two->chance - one->chance - (two->chance_error + one->chance_error) / 2
                                 : two->margin - one->margin - (two->margin_error + one->margin_error) / 2;
    keep_mistake(analysis, &(Lapse){.number = analysis->orders + 1,
                                    .turn = analysis->view->turn,
                                    .side = analysis->side,
                                    .why = *why,
                                    .cost = cost});
}

static void print_mistake(const Analysis *analysis, const Lapse *mistake, bool first)
{
    char given[ORDER_TEXT], other[ORDER_TEXT];
    const Tried *one = &mistake->why.tried[0], *two = &mistake->why.tried[1];
    const char *name = analysis->scenario->side_name[mistake->side];
    order_print(analysis->scenario, &one->order, given);
    order_print(analysis->scenario, &two->order, other);
    if (analysis->json) {
        printf(
            "%s{\"order\":%d,\"turn\":%d,\"side\":\"%s\",\"end\":%s,\"given\":\"%s\",\"chance\":%.3f,\"margin\":%.2f,"
            "\"better\":\"%s\",\"betterChance\":%.3f,\"betterMargin\":%.2f}",
            first ? "" : ",", mistake->number, mistake->turn, analysis->scenario->side_word[mistake->side],
            mistake->why.tells_chance ? "true" : "false", given, one->chance / 1000.0, one->margin / 100.0, other,
            two->chance / 1000.0, two->margin / 100.0);
        return;
    }
    printf("  order %d, turn %d, %s: %s\n", mistake->number, mistake->turn, name, given);
    if (mistake->why.tells_chance)
        printf("    %d %% +- %d; better, %d %% +- %d: %s\n", (one->chance + 5) / 10, (one->chance_error + 5) / 10,
               (two->chance + 5) / 10, (two->chance_error + 5) / 10, other);
    else
        printf("    %+.1f points +- %.1f; better, %+.1f +- %.1f: %s\n", one->margin / 100.0, one->margin_error / 100.0,
               two->margin / 100.0, two->margin_error / 100.0, other);
}

/* ---- the game ---- */

/* After the set-up and after each line: weighs the order that was given, then looks at what comes next. */
static void see_line(void *context, Game *game, int line, const char *text, size_t length)
{
    Analysis *analysis = context;
    int orders = game_orders(game);
    (void)line;
    (void)text;
    (void)length;
    if (orders == analysis->orders + 1 && analysis->side != NO_SIDE) {
        Order order = game_order(game, orders - 1);
        weigh(analysis, &order);
    }
    analysis->orders = orders;
    analysis->side = game_side(game);
    if (analysis->side == NO_SIDE)
        return;
    memcpy(analysis->view, game_view(game, analysis->side), analysis->scenario->system->position_size);
    if (game_position(game)->turn != analysis->turn) {
        analysis->turn = game_position(game)->turn;
        add_to_curve(analysis, game_position(game));
    }
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%d orders ", orders);
}

static void print_end(const Analysis *analysis)
{
    if (analysis->json)
        printf("],\"worst\":[");
    else if (analysis->mistakes)
        printf("Orders that another beat by most, as their side could see it:\n");
    for (int i = 0; i < analysis->mistakes; i++)
        print_mistake(analysis, &analysis->mistake[i], !i);
    if (analysis->json)
        puts("]}");
}

static int analyse(Analysis *analysis, const char *text, size_t length)
{
    JournalHead head;
    char why[300];
    int line;
    Local beside;
    Game *game = NULL;
    uint8_t seed[SHA256_BYTES];
    if (!journal_head(text, length, &head, why, &line) ||
        !(analysis->scenario = scenario_of_journal(&head, true, why))) {
        printf("%s: %s\n", analysis->path, why);
        return 1;
    }
    const System *system = analysis->scenario->system;
    analysis->view = calloc(1, system->position_size);
    analysis->memo = calloc(1, system->memo_size + 1);
    analysis->mind = malloc(player_room(analysis->player, analysis->scenario) + 1);
    if (!analysis->view || !analysis->memo || !analysis->mind) {
        fputs("sandtable analyse: there is no memory left\n", stderr);
        return 2;
    }
    if (analysis->json)
        printf("{\"scenario\":\"%s\",\"playouts\":%ld,\"turns\":[", analysis->scenario->id, analysis->playouts);
    else
        printf("%s: chance of winning, %ld games played on from each turn\n", analysis->scenario->id,
               analysis->playouts);
    bool given = local_paths(analysis->path, &beside) && local_seed(&beside, seed);
    Resume resume =
        journal_watch(analysis->scenario, text, length, given ? seed : NULL, -1, see_line, analysis, &game, why, &line);
    game_free(game);
    print_end(analysis);
    if (resume != RESUME_WRONG)
        return 0;
    fprintf(stderr, "%s:%d: %s\n", analysis->path, line, why);
    return 1;
}

static bool read_number(const char *text, long most, long *out)
{
    char *end;
    *out = strtol(text, &end, 10);
    return end != text && !*end && *out >= 0 && *out <= most;
}

static bool read_arguments(Analysis *analysis, int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--json"))
            analysis->json = true;
        else if (!strcmp(argv[i], "--playouts") && i + 1 < argc && read_number(argv[i + 1], 10000, &analysis->playouts))
            i++;
        else if (!strcmp(argv[i], "--worst") && i + 1 < argc && read_number(argv[i + 1], WORST_MOST, &analysis->worst))
            i++;
        else if (!strcmp(argv[i], "--level") && i + 1 < argc)
            analysis->player = player_named(argv[++i]);
        else if (argv[i][0] != '-' && !analysis->path)
            analysis->path = argv[i];
        else
            return false;
    }
    return analysis->path && analysis->player && analysis->player->think;
}

int command_analyse(int argc, char **argv)
{
    Analysis analysis = {.playouts = 12,
                         .worst = 5,
                         .player = &search_quick_player,
                         .orders = -1,
                         .side = NO_SIDE,
                         .turn = -1,
                         .random = {1}};
    size_t length;
    if (!read_arguments(&analysis, argc, argv)) {
        fputs(analyse_usage, stderr);
        return 2;
    }
    char *text = file_read(analysis.path, &length);
    if (!text) {
        fprintf(stderr, "sandtable analyse: %s cannot be read\n", analysis.path);
        return 2;
    }
    int status = analyse(&analysis, text, length);
    scenario_free(analysis.scenario);
    free(analysis.view);
    free(analysis.memo);
    free(analysis.mind);
    free(text);
    return status;
}
