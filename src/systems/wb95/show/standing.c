/* standing.c — answers that a player of WB-95 may give in advance (core/standing.h). */
#include "systems/wb95/fight.h"

/* What a CEL costs in addition to the strength that goes with it: a counter that is gone counts for more, and an HQ for
 * more than any other. */
enum { COUNTER_GONE = 4, HQ_GONE = 100 };

/* The strength, attack and defence, that goes with the CELs named so far. */
static int32_t loss_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const State *view = state_of(position);
    int32_t price = 0;
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        const Kind *kind = kind_of(data_of(scenario), view, piece);
        int left = view->unit[piece].cel;
        for (int j = 0; j < i; j++)
            left -= order->value[j] == piece;
        int face = kind->cel > 1 && left <= 1;
        int strength = kind->attack[face] + kind->defence[face];
        if (left > 1)
            price += strength - kind->attack[1] - kind->defence[1];
        else
            price += strength + (kind->type == HQ ? HQ_GONE : COUNTER_GONE);
    }
    return price;
}

/* A CEL for each hex of the retreat that is not gone (5.3.7); the way's own CELs are in its cost. */
static int32_t stay_price(const Scenario *scenario, const Position *position, const Order *order)
{
    (void)scenario;
    const Combat *combat = &state_of(position)->combat;
    int hexes, beaten = beaten_force(combat);
    order_slot(order, 1, &hexes);
    if (beaten < 0 || !hexes)
        return 0;
    const Force *force = &combat->force[beaten];
    int before = force->retreated[force_index(force, order->value[0])];
    return CEL_COST * (combat->result[beaten].retreat - before - hexes);
}

const StandingKind wb95_standing[] = {
    {.name = "cheapest",
     .sentence = SAID("wb95.lose-cels-least-strength-goes"),
     .question = ASK_LOSSES,
     .verb = DO_LOSE,
     .price = loss_price},
    {.name = "way",
     .sentence = SAID("wb95.fall-back-where-costs-fewest"),
     .question = ASK_RETREAT,
     .verb = DO_RETREAT,
     .price = stay_price},
    {.name = "stand",
     .sentence = SAID("wb95.nobody-falls-back-pay"),
     .question = ASK_RETREAT,
     .verb = DO_STAND,
     .plain = true},
    {.name = "never", .sentence = SAID("wb95.never-pursue"), .question = ASK_PURSUIT, .verb = DO_HALT, .plain = true},
    {.name = "nothing",
     .sentence = SAID("wb95.throw-nothing-defence"),
     .question = ASK_DEFENCE,
     .verb = DO_DEFEND,
     .plain = true},
    {.name = "nothing",
     .sentence = SAID("wb95.add-nothing-assault"),
     .question = ASK_COMMIT,
     .verb = DO_COMMIT,
     .plain = true},
    {.name = "chance",
     .sentence = SAID("wb95.add-nothing-assault-gains-something"),
     .question = ASK_COMMIT,
     .verb = DO_COMMIT,
     .plain = true,
     .otherwise = STANDING_ASK,
     .measure = STANDING_PERCENT,
     .least = 5,
     .most = 100,
     .usual = 60},
    {.name = "any",
     .sentence = SAID("wb95.let-whichever-missions-come-first"),
     .question = ASK_AIR_FIGHT,
     .verb = DO_DUEL},
    {.name = "never",
     .sentence = SAID("wb95.plan-no-air-missions"),
     .question = ASK_AIR,
     .verb = DO_FLY,
     .plain = true},
    {.name = "never",
     .sentence = SAID("wb95.never-fire-barrage"),
     .question = ASK_BARRAGE,
     .verb = DO_END,
     .plain = true},
    {.name = "never",
     .sentence = SAID("wb95.never-lay-pontoon"),
     .question = ASK_PONTOON,
     .verb = DO_END,
     .plain = true},
    {0},
};
