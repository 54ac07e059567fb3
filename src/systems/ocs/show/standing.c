/* standing.c — answers that a player of OCS may give in advance (core/standing.h): to everything that the enemy's
 * phases ask him, and to what a combat asks either side.
 *
 * The cheapest of an order's forms is the one of the least price. A prefix costs no more than any order that begins so:
 * what is not named yet is taken as well as can be. */
#include "core/room.h"
#include "systems/ocs/air.h"

enum { PER_QUARTER = 8, TOGETHER = 1000 };

/* The REs that go with the step, and among equals the strength. */
static int32_t loss_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const State *view = state_of(position);
    const Book *data = data_of(scenario);
    if (!order->count)
        return 0;
    Piece piece = order->value[0];
    if (is_aircraft(data, view, piece))
        return air_rating(data, view, piece) + air_support(data, view, piece);
    return PER_QUARTER * re_of(data, view, piece) + face_of(data, view, piece)->strength;
}

/* The best rating; among equals the one whose step is the cheapest, for it loses the first (9.9-3). */
static int32_t rating_price(const Scenario *scenario, const Position *position, const Order *order)
{
    if (!order->count)
        return INT32_MIN / 2;
    return loss_price(scenario, position, order) -
           TOGETHER * rating_of(data_of(scenario), state_of(position), order->value[0]);
}

/* From the largest store, from the ground before vehicles, and as much as that store gives. */
static int32_t pay_price(const Scenario *scenario, const Position *position, const Order *order)
{
    enum { MOST = 64, STORE = 1 << 20 };
    const State *view = state_of(position);
    (void)scenario;
    if (!order->count)
        return INT32_MIN / 2;
    const Pile *pile = pile_in(view, view->bill.side, order->value[0]);
    int32_t price = -MOST * (pile ? tokens_of(pile) : 0);
    price -= order->count < 2 || order->value[1] == ON_GROUND ? STORE : 0;
    return price - (order->count < 3 ? MOST : order->value[2] < MOST ? order->value[2] : MOST);
}

static int nearest_of(const Scenario *scenario, const uint64_t *set, Hex hex)
{
    int least = 99;
    EACH_BIT(at, set, OCS_WORDS)
        if (at < scenario->map->hexes && map_distance(scenario->map, (Hex)at, hex) < least)
            least = map_distance(scenario->map, (Hex)at, hex);
    return least;
}

static int nearest_headquarters(const Scenario *scenario, const State *view, Hex hex)
{
    uint64_t hexes[OCS_WORDS] = {0};
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_asked_for(view, piece) && kind_of(data_of(scenario), view, piece)->class == HEADQUARTERS)
            set_bit(hexes, view->unit[piece].at.hex);
    return nearest_of(scenario, hexes, hex);
}

/* As many as can go together; not next to the enemy; then nearer to an HQ. */
static int32_t withdraw_price(const Scenario *scenario, const Position *position, const Order *order)
{
    enum { NEXT_TO_HIM = 200 };
    const State *view = state_of(position);
    int count, side = question(position)->side;
    order_slot(order, 0, &count);
    Hex to = order_value(order, 1, NO_HEX);
    if (to == NO_HEX)
        return -TOGETHER * FORCE;
    return nearest_headquarters(scenario, view, to) - TOGETHER * count +
           (is_contact(scenario, view, side, to) ? NEXT_TO_HIM : 0);
}

/* All together to the nearest base. */
static int32_t home_price(const Scenario *scenario, const Position *position, const Order *order)
{
    int count;
    order_slot(order, 0, &count);
    Hex to = order_value(order, 1, NO_HEX);
    if (to == NO_HEX)
        return -TOGETHER * STACK;
    return map_distance(scenario->map, state_of(position)->unit[order->value[0]].at.hex, to) - TOGETHER * count;
}

/* As far from the enemy as can be. */
static int32_t displace_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const State *view = state_of(position);
    return order->count ? -nearest_of(scenario, view->occupied[enemy_of(question(position)->side)], order->value[0])
                        : -TOGETHER;
}

/* As near to the enemy as can be. */
static int32_t unmark_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const State *view = state_of(position);
    return order->count ? nearest_of(scenario, view->occupied[enemy_of(question(position)->side)], order->value[0]) : 0;
}

/* One fighter, the best. */
static int32_t engage_price(const Scenario *scenario, const Position *position, const Order *order)
{
    if (!order->count)
        return INT32_MIN / 2;
    return TOGETHER * (order->count - 1) - air_rating(data_of(scenario), state_of(position), order->value[0]);
}

/* The roll that is read higher. */
static int32_t roll_price(const Scenario *scenario, const Position *position, const Order *order)
{
    const Dogfight *fight = &state_of(position)->dogfight;
    if (!order->count)
        return INT32_MIN / 2;
    return -fight->dice[order->value[0]] -
           air_rating(data_of(scenario), state_of(position), fight->pick[0][order->value[0]]);
}

/* As strong as can be. */
static int32_t answer_price(const Scenario *scenario, const Position *position, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    return -(int32_t)barrage_sum(scenario, state_of(position), &order->value[first], count);
}

/* ---- the whole of a supply phase ---- */

/* Edition 2: the next division, or the rest of a group, that can be paid for. */
static bool find_unsustained(const Scenario *scenario, const State *view, int side, Order *out)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (view->unit[piece].side != side || group_of(view, piece) == NO_SOURCE)
            continue;
        *out = order_of(DO_SUSTAIN);
        order_add(out, 0, piece);
        if (!refused(sustain_check(scenario, view, out)))
            return true;
    }
    return false;
}

/* The next group that can be fed so: through its HQ, else from its dump. */
static bool find_hungry(const Scenario *scenario, const Position *position, int level, Order *out)
{
    const State *view = state_of(position);
    int side = question(position)->side;
    if (second_edition(data_of(scenario)))
        return level == FULL_SUPPLY && find_unsustained(scenario, view, side, out);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int source = view->source[piece];
        if (view->unit[piece].side != side || !is_on_map(view, piece) || source == NO_SOURCE ||
            view->unit[piece].now & FED)
            continue;
        bool dump = source & SOURCE_DUMP;
        *out = order_of(dump ? DO_ISSUE : DO_FEED);
        order_add(out, 0, (uint16_t)(source & ~(SOURCE_DUMP | SOURCE_LOW)));
        order_add(out, 1, (uint16_t)level);
        if (!refused(dump ? issue_check(scenario, view, out) : feed_check(scenario, view, out)))
            return true;
    }
    return false;
}

static bool find_full(const Scenario *scenario, const Position *view, Order *out)
{
    return find_hungry(scenario, view, FULL_SUPPLY, out);
}

static bool find_low(const Scenario *scenario, const Position *view, Order *out)
{
    return find_hungry(scenario, view, LOW_SUPPLY, out);
}

/* What it costs to feed everybody who can be fed so, one after the other, and how many get none. */
typedef struct Meal {
    int cost, left_out;
} Meal;

/* Out of what lies fullest. */
static void eat_from(const Scenario *scenario, State *state, int side, int group, int tokens)
{
    uint64_t sources[OCS_WORDS];
    group_sources(scenario, state, group, sources);
    while (tokens > 0) {
        const Pile *fullest = NULL;
        for (int i = 0; i < state->piles; i++)
            if (state->pile[i].side == side && has_bit(sources, state->pile[i].hex) &&
                (!fullest || tokens_of(&state->pile[i]) > tokens_of(fullest)))
                fullest = &state->pile[i];
        int store = 0;
        while (fullest && store < STORES && !stored(fullest, store))
            store++;
        if (!fullest || store == STORES)
            return; /* the rest is afloat */
        int eaten = stored(fullest, store) < tokens ? stored(fullest, store) : tokens;
        eat_supply(state, side, fullest->hex, store, eaten);
        tokens -= eaten;
    }
}

static Meal meal_of(const Scenario *scenario, const State *view, int level)
{
    ROOM(State, plan);
    Meal meal = {0, 0};
    Order order;
    int side = question(&view->head)->side;
    *plan = *view;
    while (find_hungry(scenario, &plan->head, level, &order)) {
        bool alone = order.verb == DO_SUSTAIN;
        int group = alone                    ? group_of(plan, order.value[0])
                    : order.verb == DO_ISSUE ? SOURCE_DUMP | order.value[0]
                                             : order.value[0];
        int cost = alone ? ration_of(scenario, plan, order.value[0]) : group_cost(scenario, plan, side, group, level);
        bool fed[OCS_PIECES];
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            fed[piece] = alone ? shares_with(scenario, plan, order.value[0], piece)
                               : is_hungry(scenario, plan, side, group, piece);
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (fed[piece]) {
                plan->unit[piece].now |= FED;
                plan->unit[piece].level = (uint8_t)level;
            }
        meal.cost += cost;
        eat_from(scenario, plan, side, group, cost);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        meal.left_out += eats(scenario, plan, side, piece) && !(plan->unit[piece].now & FED);
    return meal;
}

static bool offer_full(const Scenario *scenario, const Position *position, Sentence *out)
{
    const State *view = state_of(position);
    bool second = second_edition(data_of(scenario));
    Meal meal = meal_of(scenario, view, FULL_SUPPLY);
    *out = sentence(second ? OCS2_SUPPLY_2 : OCS_11_4B,
                    second          ? meal.left_out ? "ocs.offer-all-but" : "ocs.offer-all"
                    : meal.left_out ? "ocs.offer-full-but"
                                    : "ocs.offer-full",
                    meal.cost, due_of(scenario, view, question(position)->side).there, meal.left_out);
    return true;
}

static bool offer_low(const Scenario *scenario, const Position *position, Sentence *out)
{
    const State *view = state_of(position);
    Meal meal = meal_of(scenario, view, LOW_SUPPLY);
    *out = sentence(OCS_11_4B, meal.left_out ? "ocs.offer-low-but" : "ocs.offer-low", meal.cost,
                    due_of(scenario, view, question(position)->side).there, meal.left_out);
    return !second_edition(data_of(scenario));
}

static bool offer_pay(const Scenario *scenario, const Position *view, Sentence *out)
{
    (void)scenario;
    (void)view;
    *out = sentence(OCS_9_5_2, "ocs.pay-where-most-lies-ground");
    return true;
}

/* In a movement in which the side cannot do anything else, and has not moved: an order could still be undone. */
static bool could_only_blow(const Scenario *scenario, const Position *position)
{
    const State *view = state_of(position);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == question(position)->side && view->unit[piece].now & MOVED)
            return false;
    return ask_only(scenario, position, DO_BLOW);
}

/* All that are over the same base. */
static bool find_landing(const Scenario *scenario, const Position *position, Order *out)
{
    const State *view = state_of(position);
    *out = order_of(DO_LAND);
    for (Piece piece = 0; piece < scenario->pieces && out->count < STACK; piece++) {
        Order more = *out;
        if (is_aircraft(data_of(scenario), view, piece) && is_on_map(view, piece) && order_add(&more, 0, piece) &&
            !refused(land_check(scenario, view, &more)))
            *out = more;
    }
    return out->count > 0;
}

static bool offer_landing(const Scenario *scenario, const Position *view, Sentence *out)
{
    Order order;
    *out = sentence(OCS_14_6A_1, "ocs.land-where-they-are");
    return find_landing(scenario, view, &order);
}

static bool offer_home(const Scenario *scenario, const Position *view, Sentence *out)
{
    Order order;
    *out = sentence(OCS_14_6A_1, "ocs.all-home-nearest-bases");
    return !find_landing(scenario, view, &order);
}

#define NEVER(question_, verb_, said_)                                                                 \
    {                                                                                                  \
        .name = "never", .sentence = (said_), .question = (question_), .verb = (verb_), .plain = true, \
    }
#define CHEAPEST(question_, said_)                                                                              \
    {                                                                                                           \
        .name = "cheapest", .sentence = (said_), .question = (question_), .verb = DO_LOSE, .price = loss_price, \
    }

const StandingKind ocs_standing[] = {
    {.name = "best",
     .sentence = SAID("ocs.name-best-rating-equals-smallest"),
     .question = ASK_RATING,
     .verb = DO_NAME,
     .price = rating_price},
    CHEAPEST(ASK_LOSS, SAID("ocs.lose-step-smallest-weakest")),
    {.name = "steps",
     .sentence = SAID("ocs.take-option-steps-smallest-weakest"),
     .question = ASK_OPTION,
     .verb = DO_LOSE,
     .price = loss_price},
    {.name = "retreat",
     .sentence = SAID("ocs.take-option-retreat"),
     .question = ASK_OPTION,
     .verb = DO_RETREAT,
     .plain = true},
    {.name = "back",
     .sentence = SAID("ocs.retreat-together-away-enemy-towards"),
     .question = ASK_WITHDRAW,
     .verb = DO_WITHDRAW,
     .price = withdraw_price},
    NEVER(ASK_ADVANCE, DO_STAY, SAID("ocs.never-advance")),
    NEVER(ASK_EXPLOIT, DO_STAY, SAID("ocs.never-exploit")),
    {.name = "fullest",
     .sentence = SAID("ocs.pay-where-most-lies-ground"),
     .question = ASK_PAY,
     .verb = DO_PAY,
     .price = pay_price,
     .offer = offer_pay},
    {.name = "full",
     .sentence = SAID("ocs.feed-all-full"),
     .question = ASK_SUPPLY,
     .verb = DO_FEED,
     .otherwise = STANDING_ASK,
     .find = find_full,
     .offer = offer_full},
    {.name = "low",
     .sentence = SAID("ocs.feed-all-low"),
     .question = ASK_SUPPLY,
     .verb = DO_FEED,
     .otherwise = STANDING_ASK,
     .find = find_low,
     .offer = offer_low},
    {.name = "rear",
     .sentence = SAID("ocs.gets-away-goes-far-enemy"),
     .question = ASK_DISPLACE,
     .verb = DO_DISPLACE,
     .price = displace_price},
    CHEAPEST(ASK_ATTRITION, SAID("ocs.attrition-takes-step-smallest-weakest")),
    CHEAPEST(ASK_HIT, SAID("ocs.barrage-takes-step-smallest-weakest")),
    {.name = "cheapest",
     .sentence = SAID("ocs.give-up-smallest-weakest"),
     .question = ASK_EXCESS,
     .verb = DO_DESTROY,
     .price = loss_price},
    {.name = "front",
     .sentence = SAID("ocs.nearest-enemy-gives-reserve-marker"),
     .question = ASK_UNMARK,
     .verb = DO_UNMARK,
     .price = unmark_price},
    {.name = "idle",
     .sentence = SAID("ocs.end-movement-only-blow"),
     .question = ASK_MOVEMENT,
     .verb = DO_END,
     .plain = true,
     .meant = could_only_blow},
    NEVER(ASK_RELEASE, DO_END, SAID("ocs.release-nobody")),
    NEVER(ASK_ANNOUNCE, DO_STAY, SAID("ocs.never-answer-overrun-barrage")),
    {.name = "always",
     .sentence = SAID("ocs.always-announce-barrage-against"),
     .question = ASK_ANNOUNCE,
     .verb = DO_ANNOUNCE,
     .plain = true},
    {.name = "strongest",
     .sentence = SAID("ocs.answer-overrun-strongest-barrage"),
     .question = ASK_ANSWER,
     .verb = DO_BARRAGE,
     .price = answer_price},
    NEVER(ASK_INTERCEPT, DO_STAY, SAID("ocs.never-intercept")),
    NEVER(ASK_DECLINE, DO_STAY, SAID("ocs.nobody-stays-out-fight-over")),
    {.name = "best",
     .sentence = SAID("ocs.best-rating-fights-alone-without"),
     .question = ASK_ENGAGE,
     .verb = DO_ENGAGE,
     .price = engage_price},
    {.name = "higher",
     .sentence = SAID("ocs.take-roll-read-higher"),
     .question = ASK_ROLLS,
     .verb = DO_ACCEPT,
     .price = roll_price},
    CHEAPEST(ASK_VICTIM, SAID("ocs.two-aircraft-weaker-loses-step")),
    CHEAPEST(ASK_CARGO, SAID("ocs.units-aboard-smallest-weakest-lost")),
    {.name = "land",
     .sentence = SAID("ocs.land-where-they-are"),
     .question = ASK_HOME,
     .verb = DO_LAND,
     .otherwise = STANDING_ASK,
     .find = find_landing,
     .offer = offer_landing},
    {.name = "nearest",
     .sentence = SAID("ocs.fly-home-nearest-base"),
     .question = ASK_HOME,
     .verb = DO_HOME,
     .price = home_price,
     .offer = offer_home},
    {.name = "nearest",
     .sentence = SAID("ocs.leave-lost-base-nearest-other"),
     .question = ASK_EVACUATE,
     .verb = DO_HOME,
     .price = home_price},
    {0},
};
