/* assault.c — TCS 22: the Assault, and the course that it and an Overrun take.
 *
 * When the fire that their approach has drawn is over, attackers announce the hex (22.0-4), the defender stands or
 * flees, the attackers enter, and then round after round the defender fires, the attackers check, the attackers fire,
 * the defender checks (2.3, 2.3.4, 2.4.2), until one side is alone (22.0-6, 22.1, 22.1f). Neither modes nor Fired
 * markers matter (4.2-3, 22.0b, 22.0i, 23.0f), but mortars on the move and towed units do not fire; only the enemy is
 * hurt (22.0f). Suppressed units fight on in Fire Mode (22.1b, 22.1e), Paralyzed defenders have one shot (22.1d).
 * Nothing of it is a trigger (2.3.8, 14.2d-3). Units that are left may go on with their MPs (22.0k), and the hex be
 * assaulted again (22.0d). Each fire step is an attack of its own (attack.c) that ends in one check (2.3.9) at twice
 * the Morale. The combat is a procedure; State.combat says which. */
#include <string.h>

#include "systems/tcs/tcs.h"

enum { SLOT_HEX, SLOT_BY };

/* ---- assault HEX by COUNTER… ----------------------------------------------------------------------------- */

static Refusal may_assault(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal no = may_move(scenario, view, piece);
    if (refused(no))
        return no;
    return kind_of(scenario, piece)->category == INFANTRY
               ? LEGAL
               : refuse(TCS_22_0A, "tcs.not-infantry-not-attack-assault", piece);
}

/* 22.0-2: what entering costs must be left; the one hex that may always be entered does not help. */
Refusal can_enter(const Scenario *scenario, const State *view, Piece piece, Hex hex, bool singly, CombatKind combat,
                  int *grains)
{
    Hex from = view->unit[piece].at.hex;
    Edge edge = edge_between(&scenario->map->grid, from, hex);
    if (view->unit[piece].now & IN_LANE && !is_lane(view, from, edge))
        return refuse(TCS_21_3B, "tcs.not-leave-lane", piece, hex);
    if (view->unit[piece].now & IN_LANE && !singly)
        return refuse(TCS_20_1C_3, "tcs.units-leave-lane-fight");
    Refusal no =
        can_fight_into(scenario, view, piece, from, hex, singly, combat, mp_left(scenario, view, piece), grains);
    return refused(no) ? no : riders_can(scenario, view, piece, *grains);
}

Refusal can_fight_into(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex hex, bool singly,
                       CombatKind combat, int left, int *grains)
{
    bool road;
    Edge edge = edge_between(&scenario->map->grid, from, hex);
    int cost = step_cost(scenario, view, piece, from, edge, !singly, &road);
    if (cost == PROHIBITED)
        return singly ? refuse(TCS_20_1E, "tcs.cannot-enter", piece, hex)
                      : refuse(TCS_20_1C_3, "tcs.entered-road-bridge-only-fought", hex);
    *grains = cost == ALL_OF_IT ? allowance(scenario, piece) : cost * SIXTH;
    *grains += combat == OVERRUN ? data_of(scenario)->overrun_cost * SIXTH : 0; /* 2.4.1 */
    *grains +=
        has_bit(view->mined, hex) ? data_of(scenario)->mine_cost * SIXTH : 0; /* by force: no lane if a unit stays */
    return *grains > left ? refuse(combat == OVERRUN ? TCS_23_0A : TCS_22_0_2, "tcs.costs-mps-left", hex, piece,
                                   sixths_of(*grains), sixths_of(left > 0 ? left : 0))
                          : LEGAL;
}

/* 20.0i, R-62: one stack now, and when the phase began. */
Refusal are_together(const State *view, Piece first, Piece piece)
{
    if (view->unit[first].at.hex != view->unit[piece].at.hex)
        return refuse(TCS_20_0I, "tcs.not-stand-others", piece);
    if (view->unit[first].start != view->unit[piece].start)
        return refuse(TCS_20_0I, "tcs.not-stand-others-when-phase", piece);
    return LEGAL;
}

Refusal assault_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    int count, first = order_slot(order, SLOT_BY, &count), side = question(&view->head)->side, steps = 0, grains;
    if (!enemy_in(view, side, hex))
        return refuse(TCS_2_3_1, "tcs.no-enemy-stands", hex);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Refusal no = may_assault(scenario, view, piece);
        if (!refused(no))
            no = are_together(view, order->value[first], piece);
        if (refused(no))
            return no;
        if (edge_between(&scenario->map->grid, view->unit[piece].at.hex, hex) == EDGES)
            return refuse(TCS_2_3_1, "tcs.not-next", piece, hex);
        no = can_enter(scenario, view, piece, hex, count == 1, ASSAULT, &grains);
        if (!refused(no))
            no = may_fight_at(scenario, view, piece, hex);
        if (refused(no))
            return no;
        steps += view->unit[piece].steps;
    }
    return steps > STEP_LIMIT ? refuse(TCS_5_0_3, "tcs.no-more-30-steps-assault") : LEGAL;
}

/* Counters of the side that is asked, from that one on, with an enemy in their hex or next to it; how many. */
static int find_near(const Scenario *scenario, const State *view, int from, Piece out[TCS_PIECES])
{
    int side = question(&view->head)->side, count = 0;
    for (int piece = from; piece < scenario->pieces; piece++) {
        Hex hex = view->unit[piece].at.hex;
        if (is_on_map(view, (Piece)piece) && view->unit[piece].side == side && hex < scenario->map->hexes &&
            (enemy_in(view, side, hex) || touches_enemy(scenario, view, side, hex)))
            out[count++] = (Piece)piece;
    }
    return count;
}

void list_beside(const Scenario *scenario, const State *view, const Order *prefix, int most, MayJoin *may, Choices *out)
{
    int side = question(&view->head)->side, count, first = order_slot(prefix, SLOT_BY, &count);
    int last = count ? prefix->value[first + count - 1] : -1;
    Piece near[TCS_PIECES];
    int nearby = count < most ? find_near(scenario, view, last + 1, near) : 0;
    EACH_BIT(hex, view->occupied[enemy_of(side)], TCS_WORDS) {
        bool listed = false;
        if (!nearby || (prefix->count && prefix->value[0] != hex))
            continue;
        for (int i = 0; i < nearby && !listed; i++) {
            Piece piece = near[i];
            if (map_distance(scenario->map, view->unit[piece].at.hex, (Hex)hex) > 1)
                continue;
            Order order = *prefix;
            if (!prefix->count)
                order_add(&order, SLOT_HEX, (uint16_t)hex);
            order_add(&order, SLOT_BY, piece);
            if (!may(scenario, view, &order))
                continue;
            listed = !prefix->count;
            choose(out, prefix->count ? SLOT_BY : SLOT_HEX, prefix->count ? piece : hex);
        }
    }
}

static bool may_assault_so(const Scenario *scenario, const State *view, const Order *order)
{
    return !refused(assault_check(scenario, view, order));
}

void assault_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 1;
    list_beside(scenario, view, prefix, STACK, may_assault_so, out);
}

/* Units that ride on an attacker attack with it. */
void combat_begin(Play *play, CombatKind kind, Hex hex, const Piece *pieces, int count)
{
    State *state = play->state;
    int side = asked(state)->side;
    Hex from = state->unit[pieces[0]].at.hex;
    state->combat = (Combat){.hex = hex,
                             .from = from,
                             .kind = (uint8_t)kind,
                             .side = (uint8_t)side,
                             .sides = kind == OVERRUN,
                             .edge = edge_between(&play->scenario->map->grid, hex, from)};
    for (int i = 0; i < count; i++) {
        note_breaches(play, pieces[i], hex, BY_FIGHTING);
        set_bit(state->combat.attackers, pieces[i]);
        EACH_IN(rider, state, from)
            if (is_riding(state, rider) && state->unit[rider].carrier[0] == pieces[i])
                set_bit(state->combat.attackers, rider);
        tell(play->events, EVENT_NOTE, 0,
             kind == ASSAULT   ? sentence(TCS_2_3_1, "tcs.assaults", pieces[i], hex)
             : kind == OVERRUN ? sentence(TCS_23_0_2, "tcs.overruns", pieces[i], hex)
                               : sentence(TCS_24_0_1, "tcs.goes-consolidated-assault", pieces[i], hex));
    }
    ask(state, ASK_COMBAT, side);
}

void assault_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, SLOT_BY, &count);
    if (!finishes_first(play, order))
        combat_begin(play, ASSAULT, order->value[0], &order->value[first], count);
}

/* ---- units that are left --------------------------------------------------------------------------------- */

int attackers_left(const State *state, Piece out[STACK])
{
    int count = 0;
    EACH_BIT(piece, state->combat.attackers, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && count < STACK &&
            (state->unit[piece].at.hex == state->combat.hex || !state->combat.round))
            out[count++] = (Piece)piece;
    return count;
}

static bool is_attacked(const State *state) { return enemy_in(state, state->combat.side, state->combat.hex); }

/* 22.0-8: a defender that could roll; 16.4f: and is not Paralyzed. */
static Refusal may_flee(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (!is_on_map(view, piece) || unit->side == view->combat.side || unit->at.hex != view->combat.hex)
        return refuse(TCS_22_0_5, "tcs.not-assaulted", piece);
    if (!has_morale(kind_of(scenario, piece)))
        return refuse(TCS_22_0_8, "tcs.no-morale-roll", piece);
    return unit->spirit == IS_PARALYZED ? refuse(TCS_16_4F, "tcs.paralyzed", piece) : LEGAL;
}

/* ---- stand, flee by COUNTER ------------------------------------------------------------------------------ */

Refusal flee_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_flee(scenario, view, order->value[0]);
}

void flee_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++)
        if (!refused(may_flee(scenario, view, piece)))
            choose(out, 0, piece);
}

void stand_apply(Play *play, const Order *order)
{
    (void)order;
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_2_3_2, "tcs.stands", asked(play->state)->side));
    answered(play->state);
}

void flee_apply(Play *play, const Order *order)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    Piece checker = order->value[0];
    int side = asked(state)->side;
    uint64_t who[PIECE_WORDS] = {0};
    EACH_IN(piece, state, combat->hex)
        if (state->unit[piece].side == side)
            set_bit(who, piece);
    answered(state);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_22_0_5, "tcs.flees", side, combat->hex));
    retreat_begin(play, who, combat->hex, side, checker, lost_steps(play->scenario, state, checker), SYR_FLIGHT,
                  1u << (combat->edge + 3) % EDGES);
}

Sentence stand_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_2_3_2, "tcs.assaulted-stand-flee", question(&view->head)->side, view->combat.hex,
                    view->combat.from);
}

/* ---- enter, stay: R-57 ----------------------------------------------------------------------------------- */

static const uint16_t entry_rule[] = {[ASSAULT] = TCS_2_3_3, [OVERRUN] = TCS_2_4_1, [CONSOLIDATED] = TCS_2_5_1};

/* They pay and come in, and mines and barrages on the hex strike them before any unit fires (22.0-3, 22.0-7). */
static void come_in(Play *play)
{
    State *state = play->state;
    Piece left[STACK];
    int count = attackers_left(state, left), grains = 0;
    int going = 0;
    for (int i = 0; i < count; i++)
        going += !is_riding(state, left[i]);
    for (int i = 0; i < count; i++) {
        if (is_riding(state, left[i]))
            continue;
        bool drives = state->combat.kind != ASSAULT && is_vehicle(kind_of(play->scenario, left[i])); /* 2.5.1 */
        can_enter(play->scenario, state, left[i], state->combat.hex, going == 1, drives ? OVERRUN : ASSAULT, &grains);
        spend(play->scenario, state, left[i], grains);
    }
    state->combat.round = 1;
    for (int i = 0; i < count; i++) {
        if (is_riding(state, left[i]))
            continue;
        move_to(play, left[i], state->combat.hex);
        tell(play->events, EVENT_MOVED, 0,
             sentence(entry_rule[state->combat.kind], "tcs.enters", left[i], state->combat.hex, state->combat.from));
    }
    if (entry_attack(play, left, count, state->combat.hex, ALL_RESULTS))
        attack_on_top(state)->away = (uint8_t)(1u << state->combat.edge);
}

void enter_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
    come_in(play);
}

void stay_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}

Sentence enter_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_2_3_2, "tcs.empty-enter-stay", question(&view->head)->side, view->combat.hex);
}

/* ---- go-on, quit COUNTER… by COUNTER: 22.1c -------------------------------------------------------------- */

static bool is_attacker(const State *view, Piece piece)
{
    return has_bit(view->combat.attackers, piece) && is_on_map(view, piece) &&
           view->unit[piece].at.hex == view->combat.hex;
}

enum { SLOT_QUITTERS, SLOT_ROLLER };

Refusal quit_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_QUITTERS, &count);
    Piece roller = order_value(order, SLOT_ROLLER, NO_PIECE);
    bool among = false;
    for (int i = 0; i < count; i++) {
        if (!is_attacker(view, order->value[first + i]))
            return refuse(TCS_22_1C, "tcs.not-attack", order->value[first + i]);
        among |= order->value[first + i] == roller;
    }
    bool alone = roller == NO_PIECE && view->combat.kind == CONSOLIDATED;
    if (!alone && (!among || !has_morale(kind_of(scenario, roller))))
        return refuse(TCS_16_5_2, "tcs.leave-must-roll");
    return quitters_allow(scenario, view, order, !alone);
}

/* Whether these, with more that come behind them, can leave. */
static bool can_quit(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_QUITTERS, &count);
    bool can = !refused(quit_check(scenario, view, order));
    for (int i = 0; i < count && !can; i++) {
        Order with = *order;
        order_add(&with, SLOT_ROLLER, order->value[first + i]);
        can = !refused(quit_check(scenario, view, &with));
    }
    for (int piece = order->value[first + count - 1] + 1; !can && piece < scenario->pieces; piece++) {
        Order with = *order;
        if (!is_attacker(view, (Piece)piece))
            continue;
        order_add(&with, SLOT_QUITTERS, (uint16_t)piece);
        can = can_quit(scenario, view, &with);
    }
    return can;
}

void quit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SLOT_QUITTERS, &count), last = count ? prefix->value[first + count - 1] : -1;
    out->complete = count && !refused(quit_check(scenario, view, prefix));
    if (prefix->count > count)
        return;
    for (int piece = last + 1; piece < scenario->pieces; piece++) {
        Order order = *prefix;
        order_add(&order, SLOT_QUITTERS, (uint16_t)piece);
        if (is_attacker(view, (Piece)piece) && can_quit(scenario, view, &order))
            choose(out, SLOT_QUITTERS, piece);
    }
    for (int i = 0; i < count; i++) {
        Order order = *prefix;
        order_add(&order, SLOT_ROLLER, prefix->value[first + i]);
        if (!refused(quit_check(scenario, view, &order)))
            choose(out, SLOT_ROLLER, prefix->value[first + i]);
    }
}

/* 22.1c: attackers go back the way they came. */
void quit_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, SLOT_QUITTERS, &count), side = asked(state)->side;
    Piece roller = order_value(order, SLOT_ROLLER, NO_PIECE);
    uint64_t who[PIECE_WORDS] = {0};
    for (int i = 0; i < count; i++)
        set_bit(who, order->value[first + i]);
    answered(state);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_22_1C, "tcs.leaves-assault", side, state->combat.hex));
    retreat_begin(play, who, state->combat.hex, side, roller,
                  roller == NO_PIECE ? 0 : lost_steps(play->scenario, state, roller), SYR_QUIT,
                  1u << state->combat.edge);
}

void go_on_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}

Sentence go_on_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_2_3_6, "tcs.round-over-go-leaves", question(&view->head)->side, view->combat.round,
                    view->combat.hex);
}

/* ---- the rounds ------------------------------------------------------------------------------------------ */

enum {
    TO_STAND,
    TO_ENTER,
    MEETS_MINES,
    JUMPING_OFF,
    TO_DISMOUNT,
    TO_THIN_OUT,
    DEFENDER_FIRES,
    DEFENDER_FIRED,
    ATTACKER_FIRES,
    ROUND_ENDS,
    NEXT_ROUND,
};

/* One fire step: each unit may fire, and then the other side checks at twice its Morale (2.3.5, R-69). */
static void fire_step(Play *play, int side)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    Attack *attack = attack_begin(state, combat->hex, FIRE_ASSAULT, side);
    attack->forced = true;
    attack->doubled =
        combat->kind != OVERRUN || class_at(play->scenario, state, combat->hex, FIRE_ASSAULT) <= CLASS_OPEN;
    attack->away = (uint8_t)(side == combat->side ? 1u << (combat->edge + 3) % EDGES : 1u << combat->edge);
    ask(state, ASK_VOLLEY, side);
}

/* 22.0c, R-18: they have had their shot, and the enemy is still there. */
static void destroy_paralyzed(Play *play)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_on_map(state, piece) && state->unit[piece].at.hex == state->combat.hex &&
            state->unit[piece].side != state->combat.side && state->unit[piece].spirit == IS_PARALYZED)
            bury(play, piece, TCS_22_0C);
}

void combat_ends(Play *play)
{
    State *state = play->state;
    Hex hex = state->combat.hex;
    int side = side_in(state, hex);
    clear_states(state, LAST_SHOT, NO_SIDE);
    state->combat = (Combat){.hex = NO_HEX, .from = NO_HEX};
    if (side != NO_SIDE) {
        take_control(play->data, state, side, hex);
        tell(play->events, EVENT_GROUND, 0, sentence(TCS_22_0_1, "tcs.holds", side, hex));
    }
    answered(state);
}

static void ask_to_stand(Play *play)
{
    State *state = play->state;
    bool can_flee = false;
    EACH_IN(piece, state, state->combat.hex)
        can_flee |= !refused(may_flee(play->scenario, state, piece));
    if (can_flee)
        ask(state, ASK_STAND, enemy_of(state->combat.side));
}

/* 22.0e, 22.0e-2: defenders against an Assault or a Consolidated one, not against an Overrun; 2.5.1: attackers that
 * ride into a Consolidated one. */
static void ask_to_dismount(Play *play, int side)
{
    State *state = play->state;
    bool rides = false;
    EACH_IN(piece, state, state->combat.hex)
        rides |= !refused(may_jump_off(state, piece, side));
    if (rides && state->combat.kind != OVERRUN)
        ask(state, ASK_DISMOUNT, side);
}

Sentence dismount_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_22_0E, "tcs.gets-off-before-fight", question(&view->head)->side, view->combat.hex);
}

/* 5.0-3, R-61: a defender above the limits, because others have retreated into his hex. */
static void thin_out(Play *play)
{
    State *state = play->state;
    int side = enemy_of(state->combat.side);
    if (is_overstacked(play->scenario, state, side, state->combat.hex))
        ask(state, ASK_EXCESS, side);
}

static void next_round(Play *play)
{
    Piece left[STACK];
    int count = attackers_left(play->state, left);
    play->state->combat.round++;
    for (int i = 0; i < count; i++)
        if (!is_riding(play->state, left[i])) /* 22.0j */
            force_mode(play, left[i], FIRE_MODE, TCS_2_3_7);
}

/* An Overrun goes on to its exit though no unit is left to fight (23.0-1). */
static bool one_is_alone(const State *state)
{
    Piece left[STACK];
    return !attackers_left(state, left) || (state->combat.kind != OVERRUN && !is_attacked(state));
}

static void meet_mines(Play *play)
{
    Piece left[STACK];
    int count = attackers_left(play->state, left);
    mine_attack(play, left, count, play->state->combat.hex, NO_STOPPING, 1u << play->state->combat.edge);
}

void combat_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    const Combat *combat = &state->combat;
    int stage = frame->stage++;
    if (stage == DEFENDER_FIRED || stage == ROUND_ENDS || stage == NEXT_ROUND)
        consolidated_changes(play);
    bool overrun = combat->kind == OVERRUN;
    if (stage == TO_STAND && combat->kind != ASSAULT)
        return; /* 2.4, 24.0-1: neither side is asked to flee */
    if (stage == TO_STAND)
        ask_to_stand(play);
    else if (stage == TO_ENTER && is_attacked(state))
        come_in(play);
    else if (stage == TO_ENTER)
        ask(state, ASK_ENTER, combat->side);
    else if (stage == MEETS_MINES && combat->round)
        meet_mines(play);
    else if (one_is_alone(state))
        combat_ends(play);
    else if (stage == JUMPING_OFF)
        ask_to_dismount(play, combat->side);
    else if (stage == TO_DISMOUNT)
        ask_to_dismount(play, enemy_of(combat->side));
    else if (stage == TO_THIN_OUT)
        thin_out(play);
    else if (stage == DEFENDER_FIRES)
        fire_step(play, enemy_of(combat->side));
    else if (stage == DEFENDER_FIRED && !overrun) /* 23.0e */
        destroy_paralyzed(play);
    else if (stage == DEFENDER_FIRED)
        return;
    else if (stage == ATTACKER_FIRES)
        fire_step(play, combat->side);
    else if (overrun)
        overrun_leaves(play);
    else if (stage == ROUND_ENDS)
        ask(state, ASK_GO_ON, combat->side);
    else {
        next_round(play);
        frame->stage = DEFENDER_FIRES;
    }
}
