/* asked.c — what the browser asks, verb by verb, without a server: asked SCENARIO [ORDERS [GAMES]].
 *
 * Random players play. Before each order its side's openings are listed as the server lists them, and the order is drafted
 * with its first thing and whole, as bench/load.c does. Prints processor time by verb, dearest first, and a digest of all
 * answers, so that two programs can be compared: a change that only saves time leaves the digest alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ai/ai.h"
#include "cli/files.h"
#include "core/game.h"
#include "core/parts.h"
#include "systems/systems.h"

enum { ACTORS, FIRST, WHOLE, KINDS, VERBS = 256 };
static const char *const kind_words[KINDS] = {"actors", "first", "whole"};

typedef struct Cost {
    int64_t total, most;
    int count;
} Cost;

static Cost cost[VERBS][KINDS], verbs_cost;
static uint64_t digest = 14695981039346656037u;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * 1000000000ll + time.tv_nsec;
}

static void note(Cost *row, int64_t took)
{
    row->total += took;
    row->count++;
    if (took > row->most)
        row->most = took;
}

static void mix(uint64_t value) { digest = (digest ^ value) * 1099511628211u; }

static void mix_choices(const Choices *list)
{
    mix((uint64_t)list->count << 1 | list->complete);
    for (int i = 0; i < list->count; i++)
        mix((uint64_t)list->choice[i].slot << 16 | list->choice[i].value);
}

static void mix_order(const Order *order)
{
    mix(order->verb);
    for (int i = 0; i < order->count; i++)
        mix((uint64_t)order->slot[i] << 16 | order->value[i]);
}

static void ask_openings_of(const Scenario *scenario, const Position *view)
{
    static Choices verbs, actors;
    Order nothing = order_of(NO_VERB);
    int64_t start = now();
    list_additions(scenario, view, &nothing, &verbs);
    note(&verbs_cost, now() - start);
    mix_choices(&verbs);
    for (int i = 0; i < verbs.count; i++) {
        start = now();
        list_actors(scenario, view, verbs.choice[i].value, &actors);
        note(&cost[verbs.choice[i].value][ACTORS], now() - start);
        mix_choices(&actors);
    }
}

static void ask_draft(const Scenario *scenario, const Position *view, const Order *part, int kind)
{
    static Drafted draft;
    int64_t start = now();
    draft_order(scenario, view, part, &draft);
    note(&cost[part->verb][kind], now() - start);
    mix_choices(&draft.additions);
    mix(draft.whole);
    mix(refused(draft.refusal) ? (uint64_t)draft.refusal.why.rule + 1 : 0);
    if (!refused(draft.refusal))
        mix_order(&draft.around.order);
}

static void play(Scenario *scenario, int game_number, int orders)
{
    GameStart start = {.fast_dice = true, .fast_seed = (uint64_t)game_number};
    Game *game = game_new(scenario, &start);
    Random random = {(uint64_t)game_number};
    for (int i = 0; i < orders && game_side(game) != NO_SIDE; i++) {
        const Position *view = game_view(game, game_side(game));
        uint64_t listed = 0;
        Order order;
        if (!random_player.order(scenario, view, game_memo(game), &random, &order, &listed))
            break;
        ask_openings_of(scenario, view);
        Order first = order;
        first.count = order.count ? 1 : 0;
        if (first.count)
            ask_draft(scenario, view, &first, FIRST);
        if (first.count < order.count && order_path_slot(&scenario->system->orders[order.verb]) < 0)
            ask_draft(scenario, view, &order, WHOLE);
        if (refused(game_do(game, &order)))
            break;
    }
    game_free(game);
}

static void print_longest(const Scenario *scenario)
{
    int longest = 0;
    for (int i = 0; i < VERBS * KINDS; i++)
        if (cost[i / KINDS][i % KINDS].most > cost[longest / KINDS][longest % KINDS].most)
            longest = i;
    printf("%-16s %-7s took longest: %8.1f us\n", scenario->system->orders[longest / KINDS].verb,
           kind_words[longest % KINDS], (double)cost[longest / KINDS][longest % KINDS].most / 1000);
}

static void print_dearest(const Scenario *scenario, int steps)
{
    printf("%-24s %8.1f us an order, longest %8.1f us\n", "which verbs", (double)verbs_cost.total / 1000 / steps,
           (double)verbs_cost.most / 1000);
    for (int shown = 0; shown < 24; shown++) {
        Cost *best = NULL;
        for (int i = 0; i < VERBS * KINDS; i++)
            if (!best || cost[i / KINDS][i % KINDS].total > best->total)
                best = &cost[i / KINDS][i % KINDS];
        if (!best || !best->total)
            return;
        int at = (int)(best - &cost[0][0]);
        printf("%-16s %-7s %8.1f us an order, %8.1f us each, longest %8.1f us\n",
               scenario->system->orders[at / KINDS].verb, kind_words[at % KINDS], (double)best->total / 1000 / steps,
               (double)best->total / 1000 / best->count, (double)best->most / 1000);
        best->total = 0;
    }
}

int main(int count, char **word)
{
    if (count < 2) {
        fputs("asked SCENARIO [ORDERS [GAMES]]\n", stderr);
        return 2;
    }
    int orders = count > 2 ? atoi(word[2]) : 1000, games = count > 3 ? atoi(word[3]) : 4;
    static Log log;
    const System *system = system_named(word[1]);
    Scenario *scenario = system ? scenario_load(system, word[1], NULL, data_source(), &log) : NULL;
    if (!scenario) {
        fprintf(stderr, "asked: there is no scenario %s\n", word[1]);
        return 1;
    }
    for (int i = 0; i < games; i++)
        play(scenario, i + 1, orders);
    double total = (double)verbs_cost.total;
    for (int i = 0; i < VERBS * KINDS; i++)
        total += (double)cost[i / KINDS][i % KINDS].total;
    printf("%s: %d orders, %.1f us an order, digest %016llx\n", word[1], verbs_cost.count,
           total / 1000 / verbs_cost.count, (unsigned long long)digest);
    print_longest(scenario);
    print_dearest(scenario, verbs_cost.count);
    return 0;
}
