/* twins.c — the machine never peeks: the same view, seed and budget give the same order.
 *
 * The rulebook's shuffle_hidden makes a twin of the true position, which the side that must answer cannot tell from it.
 * Each player gives an order in both, from a new view and with a memory of other contents. Whatever it imagines behind
 * the view, it must imagine from the view and its seed alone. */
#include <stdlib.h>
#include <string.h>

#include "battery.h"

enum {
    LOOK_EVERY = 40,
    BUDGET = 4000, /* enough for search to try orders out in every scenario of the rulebooks, … */
    BUDGET_OF_TOY = 500,
    TOY = 10 /* … and in one of fewer counters */
};

/* One of the twins, and what the player works in. */
typedef struct Twin {
    Position *truth, *view;
    Memo *memo;
    void *mind;
    Order order;
} Twin;

static void twin_begin(const Scenario *scenario, Twin *twin, int fill)
{
    const System *system = scenario->system;
    size_t room = player_room(&search_player, scenario);
    *twin = (Twin){.truth = calloc(1, system->position_size),
                   .view = calloc(1, system->position_size),
                   .memo = calloc(1, system->memo_size + 1),
                   .mind = malloc(room)};
    memset(twin->mind, fill, room);
}

static void twin_end(Twin *twin)
{
    free(twin->truth);
    free(twin->view);
    free(twin->memo);
    free(twin->mind);
}

static bool find_order(const Subject *subject, const Player *player, int side, uint64_t seed, Twin *twin)
{
    uint64_t listed = 0;
    Random random = {seed};
    Thinking thinking = {0};
    subject->scenario->system->mask(subject->scenario, twin->truth, side, twin->view);
    twin->view->orders = 0;
    return player_order(player, subject->scenario, twin->view, twin->memo, twin->mind, &thinking, &random, &twin->order,
                        &listed);
}

static bool players_agree(const Subject *subject, const Game *game, int side, Twin twin[2], Random *random)
{
    Player search = search_player;
    search.budget = subject->scenario->pieces < TOY ? BUDGET_OF_TOY : BUDGET;
    const Player *const asked[] = {&random_player, &novice_player, &greedy_player, &search};
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        uint64_t seed = random_next(random);
        bool first = find_order(subject, asked[i], side, seed, &twin[0]);
        bool second = find_order(subject, asked[i], side, seed, &twin[1]);
        if (first != second || (first && !order_same(&twin[0].order, &twin[1].order)))
            return broken(subject, "after %d orders %s would \"%s\", and \"%s\" if what it cannot see were otherwise",
                          game_orders(game), asked[i]->name, order_words(subject->scenario, &twin[0].order),
                          order_words(subject->scenario, &twin[1].order));
        ++*subject->shown;
    }
    return true;
}

static bool twins_agree(const Subject *subject, Game *game, Random *random)
{
    const System *system = subject->scenario->system;
    int side = game_side(game);
    Twin twin[2];
    twin_begin(subject->scenario, &twin[0], 0);
    twin_begin(subject->scenario, &twin[1], 0xAA);
    memcpy(twin[0].truth, game_position(game), system->position_size);
    memcpy(twin[1].truth, game_position(game), system->position_size);
    if (system->shuffle_hidden)
        system->shuffle_hidden(subject->scenario, twin[1].truth, side, random);
    bool held = players_agree(subject, game, side, twin, random);
    twin_end(&twin[0]);
    twin_end(&twin[1]);
    return held;
}

bool trial_twins(const Subject *subject) { return look_through(subject, LOOK_EVERY, twins_agree); }
