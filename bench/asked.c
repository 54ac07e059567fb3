/* asked.c — what the browser asks, verb by verb, without a server: asked SCENARIO [ORDERS [GAMES [PLAYER]]].
 *
 * Random players play, or those that are named. Before each order its side's openings are listed as the server lists
 * them, every verb is drafted alone, and the order is drafted with its first thing and whole, as bench/load.c does. If
 * it has a forecast, what it rules out is found too.
 * Prints processor time by verb, dearest first, and digests of all answers, so that two programs can be compared: a
 * change that only saves time leaves the digests alone. Status 1 if a list or a draft took longer than the bar. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ai/ai.h"
#include "ai/foreclose.h"
#include "cli/files.h"
#include "core/game.h"
#include "core/lists.h"
#include "core/parts.h"
#include "systems/systems.h"

enum { ACTORS, BARE, FIRST, WHOLE, RULED_OUT, KINDS, VERBS = 256, BAR = 5000000 /* ns */ };
static const char *const kind_words[KINDS] = {"actors", "alone", "first", "whole", "out"};

typedef struct Cost {
    int64_t total, most;
    int count;
} Cost;

static Cost cost[VERBS][KINDS], verbs_cost;
static Lists *lists;
static uint64_t digest = 14695981039346656037u, alone = 14695981039346656037u, /* alone: of drafts of verbs */
    out = 14695981039346656037u;                                               /* of what is ruled out */

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

/* As the server has them: openings where the rulebook keeps them, and the lists of the view. */
static ListedBefore listed_of(const Scenario *scenario, const Position *view, Memo *memo)
{
    static Openings openings;
    ListedBefore listed = {NULL, lists};
    lists_for(lists, scenario, view);
    if (scenario->system->openings_kept(scenario, view)) {
        list_openings(scenario, view, memo, &openings);
        listed.known = &openings;
    }
    return listed;
}

static void ask_openings_of(const Scenario *scenario, const Position *view, Memo *memo)
{
    static Choices verbs, actors;
    int64_t start = now();
    ListedBefore known = listed_of(scenario, view, memo);
    list_verbs(scenario, view, known, &verbs);
    note(&verbs_cost, now() - start);
    mix_choices(&verbs);
    for (int i = 0; i < verbs.count; i++) {
        start = now();
        list_actors(scenario, view, known, verbs.choice[i].value, &actors);
        note(&cost[verbs.choice[i].value][ACTORS], now() - start);
        mix_choices(&actors);
    }
}

static void ask_draft(const Scenario *scenario, const Position *view, Memo *memo, const Order *part, int kind)
{
    static Drafted draft;
    int64_t start = now();
    draft_order(scenario, view, listed_of(scenario, view, memo), part, &draft);
    note(&cost[part->verb][kind], now() - start);
    mix_choices(&draft.additions);
    mix(draft.whole);
    mix(refused(draft.refusal) ? (uint64_t)draft.refusal.why.rule + 1 : 0);
    if (!refused(draft.refusal))
        mix_order(&draft.around.order);
}

static void draft_verbs(const Scenario *scenario, const Position *view, Memo *memo)
{
    static Choices verbs;
    list_verbs(scenario, view, listed_of(scenario, view, memo), &verbs);
    uint64_t before = digest;
    digest = alone;
    for (int i = 0; i < verbs.count; i++) {
        Order bare = order_of(verbs.choice[i].value);
        ask_draft(scenario, view, memo, &bare, BARE);
    }
    alone = digest;
    digest = before;
}

/* As the server does with a draft of the whole order. */
static void rule_out(const Scenario *scenario, const Position *view, int side, Memo *memo, const Order *order)
{
    static Foreclosures all;
    static Forecast forecast;
    static void *room;
    memset(&forecast, 0, sizeof forecast);
    if (!scenario->system->forecast || !scenario->system->forecast(scenario, view, order, &forecast))
        return;
    room = room ? room : aligned_alloc(64, foreclose_room(scenario));
    uint64_t before = digest;
    digest = out;
    int64_t start = now();
    foreclose(scenario, view, side, listed_of(scenario, view, memo).known, order, room, &all);
    note(&cost[order->verb][RULED_OUT], now() - start);
    for (int i = 0; i < all.count; i++) {
        mix((uint64_t)all.it[i].verb << 24 | (uint64_t)all.it[i].slot << 16 | all.it[i].value);
        mix((uint64_t)all.it[i].why.rule);
    }
    mix((uint64_t)all.count);
    out = digest;
    digest = before;
}

static void play(Scenario *scenario, const Player *player, void *mind, int game_number, int orders)
{
    GameStart start = {.fast_dice = true, .fast_seed = (uint64_t)game_number};
    Game *game = game_new(scenario, &start);
    Random random = {(uint64_t)game_number};
    for (int i = 0; i < orders && game_side(game) != NO_SIDE; i++) {
        const Position *view = game_view(game, game_side(game));
        uint64_t listed = 0;
        Order order;
        if (!player_order(player, scenario, view, game_memo(game), mind, NULL, &random, &order, &listed))
            break;
        ask_openings_of(scenario, view, game_memo(game));
        draft_verbs(scenario, view, game_memo(game));
        Order first = order;
        first.count = order.count ? 1 : 0;
        if (first.count)
            ask_draft(scenario, view, game_memo(game), &first, FIRST);
        if (first.count < order.count && order_path_slot(&scenario->system->orders[order.verb]) < 0)
            ask_draft(scenario, view, game_memo(game), &order, WHOLE);
        rule_out(scenario, view, game_side(game), game_memo(game), &order);
        if (refused(game_do(game, &order)))
            break;
    }
    game_free(game);
}

/* False if it took longer than it may. */
static bool print_longest(const Scenario *scenario)
{
    int longest = 0;
    for (int i = 0; i < VERBS * KINDS; i++)
        if (cost[i / KINDS][i % KINDS].most > cost[longest / KINDS][longest % KINDS].most)
            longest = i;
    int64_t most = cost[longest / KINDS][longest % KINDS].most;
    printf("%-16s %-7s took longest: %8.1f us%s\n", scenario->system->orders[longest / KINDS].verb,
           kind_words[longest % KINDS], (double)most / 1000, most > BAR ? "  OVER THE BAR" : "");
    return most <= BAR;
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
    const Player *player = count > 4 ? player_named(word[4]) : &random_player;
    if (count < 2 || !player) {
        fputs("asked SCENARIO [ORDERS [GAMES [PLAYER]]]\n", stderr);
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
    void *mind = malloc(player_room(player, scenario) + 1);
    lists = calloc(1, lists_room(scenario));
    for (int i = 0; i < games && mind && lists; i++)
        play(scenario, player, mind, i + 1, orders);
    free(mind);
    free(lists);
    double total = (double)verbs_cost.total;
    for (int i = 0; i < VERBS * KINDS; i++)
        total += (double)cost[i / KINDS][i % KINDS].total;
    printf("%s: %d orders, %.1f us an order, digest %016llx, of verbs alone %016llx, of what is ruled out %016llx\n",
           word[1], verbs_cost.count, total / 1000 / verbs_cost.count, (unsigned long long)digest,
           (unsigned long long)alone, (unsigned long long)out);
    bool held = print_longest(scenario);
    print_dearest(scenario, verbs_cost.count);
    return !held;
}
