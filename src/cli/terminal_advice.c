/* terminal_advice.c — what the searching player would do in the person's place, and what it thinks of an order. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/weigh.h"
#include "cli/terminal.h"

static void tell_tried(const Terminal *terminal, const Tried *tried, const Why *why)
{
    char text[ORDER_TEXT + 64], order[ORDER_TEXT];
    order_print(terminal->scenario, &tried->order, order);
    if (!why->worlds)
        snprintf(text, sizeof text, "  %s", order);
    else if (why->tells_chance)
        snprintf(text, sizeof text, "  %3d %% +- %2d  %s", (tried->chance + 5) / 10, (tried->chance_error + 5) / 10,
                 order);
    else
        snprintf(text, sizeof text, "  %+6.1f +- %.1f  %s", tried->margin / 100.0, tried->margin_error / 100.0, order);
    tell_wrapped(terminal, 14, text);
}

static void tell_why(const Terminal *terminal, const Why *why)
{
    tell_line(terminal, !why->worlds        ? SAID("cli.battle-too-large-to-try-out")
                        : why->tells_chance ? SAID("cli.chance-winning-each-order")
                                            : SAID("cli.points-ahead-each-order"));
    for (int i = 0; i < why->count; i++)
        tell_tried(terminal, &why->tried[i], why);
}

void tell_advice(Terminal *terminal, const Order *asked)
{
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    Memo *memo = game_memo(terminal->game);
    Thinking thinking = {0};
    void *mind = malloc(player_room(&search_player, scenario) + 1);
    bool found = mind && weigh_order(&search_player, scenario, view, memo, mind, &thinking, &terminal->random, asked);
    free(mind);
    if (!found)
        tell_line(terminal, SAID("cli.machine-finds-no-order"));
    else
        tell_why(terminal, &thinking.why);
}
