/* game_back.c — actions that are not orders: undo, shuffling hidden units for a branch, resigning. Each is a line of
 * the journal; if it cannot be written, nothing changes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game_own.h"
#include "core/journal.h"

/* ---- back ---- */

bool game_can_undo(const Game *game)
{
    return !game->announced && !game->barrier_due && game->orders > game->barrier_orders;
}

/* Queues the dice of the line that begins there. Without lines nothing goes back beyond the last die. */
static void queue_written(Game *game, size_t from)
{
    game->events->count = 0;
    if (game->quiet) {
        dice_context(&game->dice, game->chain);
        return;
    }
    const char *at = game->text + from, *end = memchr(at, '\n', game->length - from);
    Cast dice[DICE_RECORD];
    int count = 0;
    while (at + 1 < end && (at[0] != ' ' || at[1] != '='))
        at++;
    for (at += 2; at + 1 < end && count < DICE_RECORD; count++)
        at += 1 + cast_read(at + 1, (size_t)(end - at - 1), &dice[count]);
    game->dice.forced_count = game->dice.forced_used = 0;
    dice_force(&game->dice, dice, count);
    dice_context(&game->dice, game->chain);
}

/* Restores the latest position kept with at most so many orders; how many it has. */
static int restore_kept(Game *game, int orders)
{
    const Scenario *scenario = game->scenario;
    const Snapshot *snapshot = snapshots_until(&game->snapshots, orders);
    const Position *latest = game->imagined;
    int stood = game->imagined_orders;
    if (snapshot && snapshot->orders >= stood) {
        latest = snapshot->position;
        stood = snapshot->orders;
    }
    if (game->barrier_kept && game->barrier_orders <= orders && game->barrier_orders > stood) {
        latest = game->barrier;
        stood = game->barrier_orders;
    }
    if (latest) {
        memcpy(game->position, latest, scenario->system->position_size);
        return stood;
    }
    if (game->barrier_kept && !game->barrier_orders) { /* which is how the game began */
        memcpy(game->position, game->barrier, scenario->system->position_size);
        return 0;
    }
    memset(game->position, 0, scenario->system->position_size);
    game->position->winner = NO_SIDE;
    queue_written(game, game->begin_at);
    scenario->system->begin(scenario, game->position, &game->dice, game->events);
    return 0;
}

/* All orders but the last, with the dice they rolled, applied again to what is kept. */
static void step_back(Game *game)
{
    size_t size = game->scenario->system->position_size;
    snapshots_forget(&game->snapshots, game->orders - 1);
    for (int i = restore_kept(game, game->orders - 1); i < game->orders - 1; i++) {
        Order order = game_order(game, i);
        snapshots_keep(&game->snapshots, i, game->position, size);
        if (i == game->orders - 1 - SNAPSHOT_NEAR)
            snapshots_keep_near(&game->snapshots, i, game->position, size);
        queue_written(game, game->order[i].line);
        game_apply(game, &order);
    }
    game->dice.forced_count = game->dice.forced_used = 0;
    dice_context(&game->dice, game->chain);
}

bool game_undo(Game *game, char why[200])
{
    size_t size = game->scenario->system->position_size;
    if (!game_can_undo(game)) {
        snprintf(why, 200, "%s",
                 game->orders ? SAID("core.last-order-stands-rolled-dice") : SAID("core.no-order-take-back"));
        return false;
    }
    memcpy(game->spare, game->position, size);
    step_back(game);
    if (!game->quiet && !game_write_line(game, "undo")) {
        memcpy(game->position, game->spare, size);
        snprintf(why, 200, SAID("core.journal-could-not-written"));
        return false;
    }
    game_drop_order(game);
    game->events->count = 0;
    tell(game->events, EVENT_NOTE, 0, sentence(0, "core.last-order-taken-back"));
    game_drop_standing(game); /* a player who takes an answer back wants to give another */
    game_forget_views(game);
    return true;
}

bool game_take_back(Game *game, char why[200])
{
    size_t size = game->scenario->system->position_size;
    bool any = game->orders > game->imagined_orders;
    if (!any || game->quiet || game->closed || game->announced || game->resigned != NO_SIDE || game->position->lab) {
        snprintf(why, 200, "%s", any ? SAID("core.game-nothing-can-taken-back") : SAID("core.no-order-take-back"));
        return false;
    }
    memcpy(game->spare, game->position, size);
    step_back(game);
    if (!game_write_line(game, "back")) {
        memcpy(game->position, game->spare, size);
        snprintf(why, 200, SAID("core.journal-could-not-written"));
        return false;
    }
    game_drop_order(game);
    game->barrier_due = true;
    game->events->count = 0;
    tell(game->events, EVENT_NOTE, 0, sentence(0, "core.all-agree-last-order-taken"));
    game_drop_standing(game);
    game_forget_views(game);
    return true;
}

/* ---- what is hidden, shuffled ---- */

/* `imagine SIDE… SEED`: with the orders before it the line says all that follows. */
static bool journal_imagine(Game *game, unsigned sides, uint64_t seed)
{
    char words[SIDES * 32] = "imagine";
    for (int side = 0; side < game->scenario->sides; side++) {
        size_t length = strlen(words);
        if (sides >> side & 1)
            snprintf(words + length, sizeof words - length, " %s", game->scenario->side_word[side]);
    }
    size_t length = strlen(words);
    snprintf(words + length, sizeof words - length, " %016llx", (unsigned long long)seed);
    return game_write_line(game, words);
}

/* The view takes the place of the truth, and then what may be there that of the view. */
static void forget_truth(Game *game, unsigned sides, uint64_t seed)
{
    const System *system = game->scenario->system;
    Random random = {seed};
    uint32_t orders = game->position->orders;
    system->mask(game->scenario, game->position, viewer_for(sides), game->imagined);
    game->imagined->orders = 0;
    system->imagine(game->scenario, game->imagined, viewer_for(sides), &random, game->position);
    game->position->orders = orders;
}

bool game_imagine(Game *game, unsigned sides, uint64_t seed, char why[200])
{
    const System *system = game->scenario->system;
    size_t size = (system->position_size + 63) / 64 * 64;
    if (!system->imagine || game->quiet || game->imagined || game_side(game) == NO_SIDE ||
        !(game->imagined = aligned_alloc(64, size))) {
        snprintf(why, 200, SAID("core.hidden-cannot-dealt-anew"));
        return false;
    }
    memcpy(game->spare, game->position, system->position_size);
    forget_truth(game, sides, seed);
    if (!journal_imagine(game, sides, seed)) {
        memcpy(game->position, game->spare, system->position_size);
        free(game->imagined);
        game->imagined = NULL;
        snprintf(why, 200, SAID("core.journal-could-not-written"));
        return false;
    }
    memcpy(game->imagined, game->position, system->position_size);
    game->imagined_orders = game->orders;
    game->barrier_due = true;
    dice_context(&game->dice, game->chain); /* nothing was rolled for it */
    snapshots_forget(&game->snapshots, 0);
    game->events->count = 0;
    tell(game->events, EVENT_NOTE, 0, sentence(0, "core.hidden-dealt-anew-try-tells"));
    game_drop_views(game);
    return true;
}

/* ---- giving up ---- */

bool game_resign(Game *game, int side, char why[200]) { return game_lose(game, side, DEFEAT_RESIGNED, why); }

static Sentence defeat_told(Defeat defeat, int side)
{
    return defeat == DEFEAT_TIME     ? sentence(0, "core.runs-out-of-time", side)
           : defeat == DEFEAT_ABSENT ? sentence(0, "core.stays-away", side)
                                     : sentence(0, "core.gives-game-up", side);
}

bool game_lose(Game *game, int side, Defeat defeat, char why[200])
{
    char words[40];
    if (side < 0 || side >= game->scenario->sides || game_side(game) == NO_SIDE || game->quiet) {
        snprintf(why, 200, SAID("core.nothing-give-up"));
        return false;
    }
    snprintf(words, sizeof words, "resign %s%s", game->scenario->side_word[side], journal_defeats[defeat]);
    memcpy(game->spare, game->position, game->scenario->system->position_size);
    game->position->over = 1;
    game->position->winner = game->scenario->sides == 2 ? (uint8_t)!side : NO_SIDE;
    if (!game_write_line(game, words)) {
        memcpy(game->position, game->spare, game->scenario->system->position_size);
        snprintf(why, 200, SAID("core.journal-could-not-written"));
        return false;
    }
    game->resigned = (uint8_t)side;
    game->defeat = (uint8_t)defeat;
    game->announced = false;
    game->barrier_due = true;
    dice_context(&game->dice, game->chain); /* nothing was rolled for it */
    game->events->count = 0;
    tell(game->events, EVENT_OVER, 0, defeat_told(defeat, side));
    game_forget_views(game);
    return true;
}

int game_resigned(const Game *game) { return game->resigned; }

Sentence game_given_up(const Game *game)
{
    if (game->resigned == NO_SIDE)
        return (Sentence){0};
    int winner = game->position->winner, loser = game->resigned;
    if (winner == NO_SIDE)
        return game->defeat == DEFEAT_TIME     ? sentence(0, "core.ran-out-of-time", loser)
               : game->defeat == DEFEAT_ABSENT ? sentence(0, "core.stayed-away", loser)
                                               : sentence(0, "core.gave-game-up", loser);
    return game->defeat == DEFEAT_TIME     ? sentence(0, "core.victory-ran-out-of-time", winner, loser)
           : game->defeat == DEFEAT_ABSENT ? sentence(0, "core.victory-stayed-away", winner, loser)
                                           : sentence(0, "core.victory-gave-game-up", winner, loser);
}
