/* judgement.c — what an order is worth to its giver, for greedy players: 100 is about a step killed.
 *
 * Not a rule of the book but advice: how a sensible beginner would weigh orders, from the side's view alone. For each
 * question a few whole orders are planned and weighed (plan_fire.c, plan_move.c, and below); the value of an unfinished
 * order is that of the best plan that begins so. An order in no plan is not given.
 *
 * A unit with a goal to take goes for it from cover to cover, brings fire to bear on its defenders, and assaults when
 * that promises more than it costs; a unit with a goal to hold stands there in Fire Mode and spares its fire for
 * enemies who come. */
#include "core/room.h"
#include "systems/tcs/play/outlook.h"

enum { LEFT_ALONE = -1000000, STANDS = 30 };

Plan *plan_add(Outlook *found, const Order *order, int32_t value)
{
    Plan *plan = &found->plan[found->plans];
    if (found->plans == PLANS) { /* the worst makes room */
        plan = &found->plan[0];
        for (int i = 1; i < PLANS; i++)
            plan = found->plan[i].value < plan->value ? &found->plan[i] : plan;
        if (plan->value >= value)
            return NULL;
    } else {
        found->plans++;
    }
    *plan = (Plan){*order, value};
    kind_add(&found->verbs, order->verb);
    return plan;
}

static void plan_verb(const Eye *eye, int verb, int32_t value)
{
    Order order = order_of(verb);
    plan_add(eye->found, &order, value);
}

static void plan_one(const Eye *eye, int verb, int value_of_slot, int32_t value)
{
    Order order = order_of(verb);
    order_add(&order, 0, (uint16_t)value_of_slot);
    plan_add(eye->found, &order, value);
}

/* ---- the Action Phase ------------------------------------------------------------------------------------ */

/* A unit on the way to the rear must come nearer before the phase ends. */
static void plan_duties(const Eye *eye)
{
    Order order;
    for (Piece piece = 0; is_commanded(eye->data) && piece < eye->scenario->pieces; piece++)
        if (owes_march(eye->scenario, eye->view, piece, &order))
            plan_add(eye->found, &order, MARCH_FIRST);
}

void judge_action(const Eye *eye)
{
    int32_t busy[TCS_PIECES] = {0};
    plan_marches(eye, busy);
    /* A unit that fires in its phase does not answer in the enemy's, if that is still to come. */
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (eye->found->acts_first && eye->view->unit[piece].side == eye->side)
            busy[piece] += area_firepower(eye->scenario, eye->view, piece) / FOURTHS * (eye->found->attacks ? 1 : 3);
    plan_missions(eye);
    if (eye->found->attacks)
        plan_smoke(eye);
    plan_fires(eye, busy);
    plan_declarations(eye);
    plan_duties(eye);
    plan_verb(eye, DO_END, 0);
}

/* ---- losses, checks, retreats ---------------------------------------------------------------------------- */

/* What a step of it is worth: of a gun's crew more than of a platoon, of the unit that checks for all a little more. */
static int step_price(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    const Unit *unit = &eye->view->unit[piece];
    int price = worth_of(eye, piece) / (unit->steps ? unit->steps : 1);
    if (kind->category == WEAPONS)
        price += STEP_WORTH / 2;
    if (unit->steps == 1)
        price += STEP_WORTH / 4;
    return price + 5 * (kind->morale == NO_MORALE ? 0 : kind->morale + lost_steps(eye->scenario, eye->view, piece));
}

void judge_loss(const Eye *eye)
{
    const Frame *frame = question(&eye->view->head);
    bool firer = frame->data[LOSS_SHARE] == SHARE_FIRER;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        Order order = order_of(DO_LOSE);
        order_add(&order, 0, piece);
        if (is_on_map(eye->view, piece) && !refused(lose_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order, firer ? step_price(eye, piece) : 1000 - step_price(eye, piece));
    }
}

void judge_checker(const Eye *eye)
{
    Piece checkers[STACK];
    int count = checkers_of(eye->scenario, eye->view, attack_seen(eye->view), checkers, STACK);
    for (int i = 0; i < count; i++)
        plan_one(eye, DO_NAME, checkers[i],
                 100 - 4 * battalion_morale(eye->scenario, eye->view, checkers[i]) -
                     kind_of(eye->scenario, checkers[i])->morale);
}

void judge_path(const Eye *eye)
{
    ROOM(Reach, reach);
    Order order = order_of(DO_RETREAT);
    reach->count = 0;
    path_reach(eye->scenario, eye->view, &order, reach);
    int first = next_bit(eye->view->retreat.who, PIECE_WORDS, 0);
    while (first >= 0 && !is_on_map(eye->view, (Piece)first))
        first = next_bit(eye->view->retreat.who, PIECE_WORDS, first + 1);
    for (int i = 0; first >= 0 && i < reach->count; i++)
        plan_one(eye, DO_RETREAT, reach->hex[i],
                 standing_at(eye, (Piece)first, reach->hex[i]) -
                     entry_firepower(eye->scenario, eye->view, reach->hex[i]));
}

void judge_excess(const Eye *eye)
{
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        Order order = order_of(DO_DESTROY);
        order_add(&order, 0, piece);
        if (is_on_map(eye->view, piece) && !refused(destroy_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order,
                     is_vehicle(kind_of(eye->scenario, piece)) ? -worth_of(eye, piece) : -step_price(eye, piece));
    }
}

/* ---- combats --------------------------------------------------------------------------------------------- */

/* To stand costs what the attackers gain; to flee, the ground held and some of the units that run. */
void judge_stand(const Eye *eye)
{
    Piece attackers[STACK];
    int count = attackers_left(eye->view, attackers), flight = eye->found->goal[eye->view->combat.hex] * 2 / 3 + 60;
    plan_verb(eye, DO_STAND,
              STANDS - (count ? assault_price(eye, eye->view, eye->view->combat.hex, attackers, count, false) : 0));
    EACH_IN(piece, eye->view, eye->view->combat.hex) {
        Order order = order_of(DO_FLEE);
        order_add(&order, 0, piece);
        if (!refused(flee_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order,
                     -flight - 10 * lost_steps(eye->scenario, eye->view, piece) -
                         kind_of(eye->scenario, piece)->morale);
    }
}

void judge_enter(const Eye *eye)
{
    Piece attackers[STACK];
    int count = attackers_left(eye->view, attackers), value = 0;
    for (int i = 0; i < count; i++)
        value += standing_at(eye, attackers[i], eye->view->combat.hex) -
                 standing_at(eye, attackers[i], eye->view->combat.from);
    plan_verb(eye, DO_ENTER, value);
    plan_verb(eye, DO_STAY, 0);
}

void judge_dismount(const Eye *eye)
{
    plan_verb(eye, DO_STAY, 0);
    EACH_IN(piece, eye->view, eye->view->combat.hex)
        if (!refused(may_jump_off(eye->view, piece, eye->side)))
            plan_one(eye, DO_DISMOUNT, piece, STEP_WORTH);
}

void judge_go_on(const Eye *eye)
{
    Piece attackers[STACK];
    int count = attackers_left(eye->view, attackers);
    Order quit = order_of(DO_QUIT);
    Piece roller = NO_PIECE;
    plan_verb(eye, DO_GO_ON, STANDS + assault_price(eye, eye->view, eye->view->combat.hex, attackers, count, true));
    for (int i = 0; i < count; i++) {
        order_add(&quit, 0, attackers[i]);
        if (has_morale(kind_of(eye->scenario, attackers[i])))
            roller = attackers[i];
    }
    if (roller == NO_PIECE)
        return;
    order_add(&quit, 1, roller);
    plan_add(eye->found, &quit, -100);
}

void judge_exit(const Eye *eye)
{
    Piece attackers[STACK];
    int count = attackers_left(eye->view, attackers);
    for (Edge edge = 0; count && edge < EDGES; edge++) {
        Order order = order_of(DO_EXIT);
        Hex hex = eye->map->next[eye->view->combat.hex][edge];
        order_add(&order, 0, hex);
        if (hex != NO_HEX && !refused(exit_check(eye->scenario, eye->view, &order)))
            plan_add(eye->found, &order, standing_at(eye, attackers[0], hex) - entry_risk(eye, attackers, count, hex));
    }
}

/* The second player may fire without a thought for the enemy's phase, and has the last word. */
void judge_first(const Eye *eye)
{
    plan_verb(eye, DO_FOLLOW, 1);
    plan_verb(eye, DO_LEAD, 0);
}

void judge_setup(const Eye *eye) { plan_verb(eye, DO_READY, 1); }

/* ---- all questions --------------------------------------------------------------------------------------- */

void tcs_judge(const Scenario *scenario, const Position *view, Memo *memo)
{
    if (!view->depth)
        return;
    const Frame *frame = question(view);
    Eye eye = {.scenario = scenario,
               .data = data_of(scenario),
               .map = scenario->map,
               .view = state_of(view),
               .memo = memo,
               .found = &memo->outlook[frame->side],
               .side = frame->side};
    const Planning *planning = &tcs_plannings[frame->kind];
    look_over(&eye, (Needs)planning->needs);
    if (planning->plan)
        planning->plan(&eye);
}

/* How much of the plan the order lacks; -1 if the plan does not begin so. A path, in that slot, counts by its end. */
static int lacks(const Order *plan, const Order *order, int path)
{
    int count = order->count;
    while (count > 1 && order->slot[count - 1] == path && order->slot[count - 2] == path)
        count--;
    if (count > plan->count)
        return -1;
    for (int i = 0; i < count; i++) {
        bool walks = order->slot[i] == path;
        if (plan->slot[i] != order->slot[i] || plan->value[i] != order->value[walks ? order->count - 1 : i])
            return -1;
    }
    return plan->count - count;
}

/* A prefix is worth a little less than the whole, so that it is finished. */
int32_t tcs_value(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order)
{
    const Outlook *found = &memo->outlook[question(view)->side];
    int32_t best = LEFT_ALONE;
    if (!kind_in(&found->verbs, order->verb))
        return best;
    int path = order_path_slot(&scenario->system->orders[order->verb]);
    for (int i = 0; i < found->plans; i++) {
        const Plan *plan = &found->plan[i];
        int lacking = plan->order.verb == order->verb ? lacks(&plan->order, order, path) : -1;
        if (lacking >= 0 && plan->value - lacking > best)
            best = plan->value - lacking;
    }
    return best;
}

const Order *tcs_proposal(const Scenario *scenario, const Position *view, const Memo *memo, int number, int32_t *value)
{
    const Outlook *found = &memo->outlook[question(view)->side];
    (void)scenario;
    if (number >= found->plans)
        return NULL;
    *value = found->plan[number].value;
    return &found->plan[number].order;
}
