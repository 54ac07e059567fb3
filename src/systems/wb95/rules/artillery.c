/* artillery.c — WB-95 6.1 to 6.4: guns that may fire, and ranged attacks; barrage.c has 6.5, shelling.c fire at
 * bridges.
 *
 * Artillery (towed guns in combat setup, self-propelled guns always, with their printed values: 6.6.5) reaches three
 * hexes and fires once in a Combat Phase, as support, at units at least two hexes away, or at a bridge (6.1–6.4).
 * Firing is its fight of the phase (R85), but shields it from nothing (R93). The target of a ranged attack may not be
 * assaulted afterwards, so a unit may not be shelled if it must be assaulted (6.4.5), or if it is the only one a unit
 * with that duty could attack. The SP of guns and air, less twice the terrain CM of the hex (R14), give the row; with
 * nothing left no dice are rolled. The stacks that fired and the one fired at are open until the Combat Phase ends
 * (16.1.3, R116); fire at a bridge and barrages open none. Guns that were shot at may still support a defence (6.4.6);
 * those beside the hex attacked need no regular unit with them (6.6.2). */
#include "systems/wb95/reference.h"
#include "systems/wb95/artillery.h"

/* ---- guns that may fire ---- */

Refusal gun_ready(const Scenario *scenario, const State *view, Piece gun, int side)
{
    const Unit *unit = &view->unit[gun];
    if (unit->side != side)
        return refuse(WB95_6_1_1, "wb95.not-yours-order", gun);
    if (unit->place != ON_MAP || !(kind_of(data_of(scenario), view, gun)->is & ARTILLERY))
        return refuse(WB95_6_1_1, "wb95.no-artillery-map", gun);
    if (is_limbered(data_of(scenario), view, gun))
        return refuse(WB95_6_1_3, "wb95.transport-setup-cannot-fire", gun);
    return LEGAL;
}

static Refusal gun_unspent(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_ready(scenario, view, gun, side);
    if (refused(refusal))
        return refusal;
    if (view->unit[gun].now & FIRED)
        return refuse(WB95_6_1_4, "wb95.fired-combat-phase", gun);
    if (view->unit[gun].now & FOUGHT)
        return refuse(WB95_5_1_1, "wb95.fought-combat-phase", gun);
    return LEGAL;
}

Refusal support_refusal(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_unspent(scenario, view, gun, side);
    if (refused(refusal))
        return refusal;
    if (view->unit[gun].now & BARRAGED)
        return refuse(WB95_6_5_6, "wb95.fired-barrage-supports-nobody-combat", gun);
    return LEGAL;
}

Refusal shooter(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_unspent(scenario, view, gun, side);
    return refused(refusal) ? refusal : feature_may_act(scenario, view, gun);
}

/* ---- range ---- */

int stacks_in_range(const Scenario *scenario, const State *view, Hex hex, Hex out[RANGE_HEXES])
{
    const Grid *grid = &scenario->map->grid;
    int column = hex_column(grid, hex), row = hex_row(grid, hex), count = 0;
    for (int down = row - ARTILLERY_RANGE; down <= row + ARTILLERY_RANGE; down++)
        for (int across = column - ARTILLERY_RANGE; across <= column + ARTILLERY_RANGE; across++) {
            if (across < 0 || across >= grid->columns || down < 0 || down >= grid->rows)
                continue;
            Hex at = (Hex)(down * grid->columns + across);
            if (view->top[at] != NO_PIECE && map_distance(scenario->map, hex, at) <= ARTILLERY_RANGE)
                out[count++] = at;
        }
    return count;
}

Piece shelled_at(const Wb95 *data, const State *view, int side, Hex hex, bool barrage)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (is_enemy(data, side, view->unit[piece].side) && (barrage || !(view->unit[piece].now & (FOUGHT | SHELLED))))
            return piece;
    return NO_PIECE;
}

Refusal in_reach(const Scenario *scenario, const State *view, Piece gun, Hex hex)
{
    int distance = map_distance(scenario->map, view->unit[gun].hex, hex);
    if (distance > ARTILLERY_RANGE)
        return refuse(WB95_6_4_2_1, "wb95.hex-guns-reach", hex, distance, gun, ARTILLERY_RANGE);
    if (distance < 2)
        return refuse(WB95_6_4_3, "wb95.beside-ranged-attacks-need-distance", hex, gun);
    return LEGAL;
}

/* ---- 6.4: ranged attacks ---- */

static Refusal fire_duties(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex)
{
    Plan plan = {.hexes = 1, .hex = {hex}};
    for (int i = 0; i < count && i < GUNS; i++)
        plan.gun[plan.guns++] = guns[i];
    Piece owed = must_be_attacked(scenario, view, view->phasing, hex);
    if (owed != NO_PIECE)
        return refuse(WB95_6_4_5_2, "wb95.must-assaulted-phase-may-not", owed, hex);
    return plan_strands(scenario, view, &plan, false);
}

Refusal fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    if (!enemy_at(data, view, view->phasing, hex))
        return refuse(WB95_6_4_1, "wb95.no-enemy", hex);
    if (shelled_at(data, view, view->phasing, hex, false) == NO_PIECE)
        return refuse(WB95_5_1_1, "wb95.attacked-combat-phase", hex);
    for (int i = 0; i < count; i++) {
        Refusal refusal = in_reach(scenario, view, guns[i], hex);
        if (refused(refusal))
            return refusal;
    }
    return fire_duties(scenario, view, guns, count, hex);
}

Refusal fire_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, FIRE_GUNS, &count);
    Refusal refusal = LEGAL;
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = shooter(scenario, view, order->value[first + i], view->phasing);
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    if (!refused(refusal))
        refusal = fire_at(scenario, view, order->value + first, count, hex);
    Support support = {view->phasing, 1, &hex, true};
    if (!refused(refusal))
        refusal = flights_refusal(view, order, FIRE_AIR, &support, WB95_8_2_3);
    return refused(refusal) ? refusal : full_refusal(view, order, FIRE_FULL, 1u << FIRE_GUNS);
}

bool each_target(const Scenario *scenario, const State *view, const Piece *guns, int count, Target *found,
                 void *context)
{
    Hex hex[RANGE_HEXES];
    int hexes = stacks_in_range(scenario, view, view->unit[guns[0]].hex, hex);
    for (int i = 0; i < hexes; i++)
        if (found(scenario, view, guns, count, hex[i], context))
            return true;
    return false;
}

static bool can_fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex,
                        void *context)
{
    (void)context;
    return !refused(fire_at(scenario, view, guns, count, hex));
}

bool list_fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex, void *context)
{
    if (!refused(fire_at(scenario, view, guns, count, hex)))
        choose(context, FIRE_AT, hex);
    return false;
}

bool may_shoot(const Scenario *scenario, const State *view, Piece piece, int side)
{
    const Unit *unit = &view->unit[piece];
    return unit->place == ON_MAP && unit->side == side && kind_of(data_of(scenario), view, piece)->is & ARTILLERY &&
           !refused(shooter(scenario, view, piece, side));
}

bool fire_open(const Scenario *scenario, const State *view)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (may_shoot(scenario, view, piece, view->phasing) &&
            each_target(scenario, view, &piece, 1, can_fire_at, NULL))
            return true;
    return false;
}

void fire_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, FIRE_GUNS, &count);
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : FIRE_GUNS;
    Piece guns[GUNS + 1];
    for (int i = 0; i < count && i < GUNS; i++)
        guns[i] = prefix->value[first + i];
    if (slot == FIRE_GUNS && count < GUNS)
        for (Piece piece = count ? (Piece)(guns[count - 1] + 1) : 0; piece < scenario->pieces; piece++) {
            guns[count] = piece;
            if (may_shoot(scenario, view, piece, view->phasing) &&
                each_target(scenario, view, guns, count + 1, can_fire_at, NULL))
                choose(out, FIRE_GUNS, piece);
        }
    if (slot == FIRE_GUNS && count)
        each_target(scenario, view, guns, count, list_fire_at, out);
    if (slot < FIRE_AT || refused(fire_check(scenario, view, prefix)))
        return;
    out->complete = true;
    Hex hex = order_value(prefix, FIRE_AT, NO_HEX);
    Support support = {view->phasing, 1, &hex, true};
    if (slot <= FIRE_AIR)
        list_flights(view, prefix, FIRE_AIR, &support, out);
    list_full(view, prefix, FIRE_FULL, 1u << FIRE_GUNS, out);
}

int fire_row(int sp)
{
    static const uint8_t least[6] = {1, 3, 6, 9, 13, 17};
    int row = -1;
    while (row + 1 < 6 && sp >= least[row + 1])
        row++;
    return row;
}

static void fire_note(const State *view, OddsSheet *lines, Sentence what)
{
    if (lines)
        odds_note(lines, question(&view->head)->side, 0, what);
}

int full_slot(int verb) { return verb == DO_FIRE ? FIRE_FULL : verb == DO_SHELL ? SHELL_FULL : BARRAGE_FULL; }

void pay_for_full(Play *play, const Order *order)
{
    int count, first = order_slot(order, full_slot(order->verb), &count);
    for (int i = first; i < first + count; i++)
        pay_for_strength(play, order->value[i]);
}

int fire_strength(const Scenario *scenario, const State *view, const Order *order, OddsSheet *lines)
{
    const Wb95 *data = data_of(scenario);
    int count, first = order_slot(order, FIRE_GUNS, &count), sp = 0;
    for (int i = 0; i < count; i++)
        sp += attack_strength(data, view, order->value[first + i],
                              order_has(order, full_slot(order->verb), order->value[first + i]));
    if (order->verb == DO_BARRAGE) {
        sp *= 2;
        fire_note(view, lines, sentence(WB95_6_5_3, "wb95.barrage-doubles-guns-sp", sp));
    }
    if (order->verb == DO_SHELL)
        return sp;
    int air = flights_sp(view, order, FIRE_AIR, view->phasing);
    if (air)
        fire_note(view, lines, sentence(order->verb == DO_FIRE ? WB95_6_4_4 : WB95_6_5_3, "wb95.air-sp-join", air));
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    int ground = 2 * ground_cm(data, hex);
    if (ground)
        fire_note(view, lines, sentence(WB95_6_4_2_2, "wb95.ground-takes-off-sp", hex, ground));
    return sp + air - ground;
}

/* The nation that does most of the fire (R90). */
static int firing_nation(const Wb95 *data, const State *view, const Order *order)
{
    int count, first = order_slot(order, FIRE_GUNS, &count), sp[NATIONS] = {0};
    for (int i = first; i < first + count; i++)
        sp[nation_of(data, view, order->value[i])] +=
            attack_strength(data, view, order->value[i], order_has(order, full_slot(order->verb), order->value[i]));
    if (order->verb != DO_SHELL)
        sp[air_nation(data, view->phasing)] += flights_sp(view, order, FIRE_AIR, view->phasing);
    return strongest_nation(sp);
}

void roll_fire(Play *play, const Order *order, Hex hex)
{
    int sp = fire_strength(play->scenario, play->state, order, NULL);
    int by = firing_nation(play->data, play->state, order);
    flights_used(play->state, order, FIRE_AIR, play->state->phasing);
    int row = fire_row(sp);
    if (row < 0) {
        tell_fact(play->events, EVENT_RESULT, sentence(WB95_6_4_2_2, "wb95.ground-swallows-fire-no-effect", hex),
                  fact_result(sentence(0, "wb95.no-effect")));
        return;
    }
    int roll = dice_sum(play->dice, 2);
    Result result = play->data->artillery_fire[row][roll - 2];
    tell_fact(play->events, EVENT_ROLLED, sentence(WB95_TABLE_ARTILLERY, "wb95.sp-fall-dice-show", sp, hex, roll),
              fact_roll(roll, roll, fire_cell(BOOK_FIRE, sp, roll)));
    tell_fact(play->events, EVENT_RESULT,
              sentence(WB95_TABLE_ARTILLERY, harms(result) ? "wb95.fire-target" : "wb95.fire", hex, fire_word(result),
                       spoken_word(result)),
              fact_result(sentence(0, "%w", fire_word(result))));
    fire_result(play, hex, result, by, WB95_TABLE_ARTILLERY);
}

void fire_guns(Play *play, const Order *order)
{
    int count, first = order_slot(order, FIRE_GUNS, &count);
    for (int i = 0; i < count; i++) {
        play->state->unit[order->value[first + i]].now |= FIRED;
        disturb(play->state, order->value[first + i]);
    }
    pay_for_full(play, order);
}

/* Sends which guns fire at which hex: their stacks are open from now on, like that of the target (16.1.3, R116). */
static void tell_fire(Play *play, const Order *order, Hex hex)
{
    State *state = play->state;
    int count, first = order_slot(order, FIRE_GUNS, &count);
    for (int i = first; i < first + count; i++) {
        Piece gun = order->value[i];
        int sp = attack_strength(play->data, state, gun, order_has(order, FIRE_FULL, gun));
        open_stack(state, state->unit[gun].hex);
        tell(play->events, EVENT_NOTE, 0, sentence(WB95_6_4_1, "wb95.fires-sp", state->phasing, hex, gun, sp));
    }
    open_stack(state, hex);
}

void fire_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    tell_fire(play, order, hex);
    fire_guns(play, order);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below) {
        if (state->unit[piece].now & FOUGHT)
            continue; /* it is not hit (R85) */
        state->unit[piece].now |= SHELLED;
        disturb(state, piece);
    }
    roll_fire(play, order, hex);
}
