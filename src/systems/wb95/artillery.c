/* artillery.c — WB-95 section 6: support, ranged attacks, barrage, fire at bridges.
 *
 * Artillery (towed guns in combat setup, self-propelled guns always, with their printed values: 6.6.5) reaches three
 * hexes and fires once in a Combat Phase, as support, at units at least two hexes away, or at a bridge (6.1–6.4).
 * Firing is its fight of the phase (R85), but shields it from nothing (R93). The target of a ranged attack may not be
 * assaulted afterwards, so nobody may be shelled who must be assaulted (6.4.5), or who is the only one a unit with
 * that duty could attack. The SP of guns and air, less twice the terrain CM of the hex (R14), give the row; with
 * nothing left no dice are rolled. Guns that were shot at may still support a defence (6.4.6); those beside the hex
 * attacked need no regular unit with them (6.6.2).
 *
 * Barrage, where the scenario has it (6.5.1) and as far as its owner likes (6.5.8), is the same in its own phase,
 * flights included (R97), with the guns' SP doubled, at least two guns to a hex and a round of the scenario's
 * ammunition for each. Guns that fired it support nobody in the next two Combat Phases; the rule does not keep them
 * from ranged attacks of their own. */
#include <stdlib.h>

#include "systems/wb95/fight.h"
#include "systems/wb95/questions.h"

/* ---- who may fire ---- */

static Refusal gun_ready(const Scenario *scenario, const State *view, Piece gun, int side)
{
    const Unit *unit = &view->unit[gun];
    if (unit->side != side)
        return refuse(WB95_6_1_1, "%p is not yours to order", gun);
    if (unit->place != ON_MAP || !(kind_of(data_of(scenario), view, gun)->is & ARTILLERY))
        return refuse(WB95_6_1_1, "%p is no artillery on the map", gun);
    if (is_limbered(data_of(scenario), view, gun))
        return refuse(WB95_6_1_3, "%p is in transport setup and cannot fire", gun);
    return LEGAL;
}

static Refusal gun_unspent(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_ready(scenario, view, gun, side);
    if (refused(refusal))
        return refusal;
    if (view->unit[gun].now & FIRED)
        return refuse(WB95_6_1_4, "%p has fired in this Combat Phase", gun);
    if (view->unit[gun].now & FOUGHT)
        return refuse(WB95_5_1_1, "%p has fought in this Combat Phase", gun);
    return LEGAL;
}

Refusal support_refusal(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_unspent(scenario, view, gun, side);
    if (refused(refusal))
        return refusal;
    if (view->unit[gun].now & BARRAGED)
        return refuse(WB95_6_5_6, "%p fired the barrage and supports nobody in this Combat Phase", gun);
    return LEGAL;
}

static Refusal shooter(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_unspent(scenario, view, gun, side);
    return refused(refusal) ? refusal : feature_may_act(scenario, view, gun);
}

/* ---- range ---- */

#define RANGE_HEXES 37 /* at most three away */

/* Those where anybody stands, in map order. */
static int stacks_in_range(const Scenario *scenario, const State *view, Hex hex, Hex out[RANGE_HEXES])
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

/* Enemies there who may be shelled: nobody who fought or was shelled already (R85). */
static Piece shelled_at(const Wb95 *data, const State *view, int side, Hex hex, bool barrage)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (is_enemy(data, side, view->unit[piece].side) && (barrage || !(view->unit[piece].now & (FOUGHT | SHELLED))))
            return piece;
    return NO_PIECE;
}

/* Distance rules of one gun and target (6.1.2, 6.4.3). */
static Refusal in_reach(const Scenario *scenario, const State *view, Piece gun, Hex hex)
{
    int distance = map_distance(scenario->map, view->unit[gun].hex, hex);
    if (distance > ARTILLERY_RANGE)
        return refuse(WB95_6_4_2_1, "%h is %n hex%* from %p, and guns reach %n", hex, distance, gun, ARTILLERY_RANGE);
    if (distance < 2)
        return refuse(WB95_6_4_3, "%h is beside %p: ranged attacks need a distance of two", hex, gun);
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
        return refuse(WB95_6_4_5_2, "%p at %h must be assaulted in this phase and so may not be shelled", owed, hex);
    return plan_strands(scenario, view, &plan, false);
}

static Refusal fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    if (!enemy_at(data, view, view->phasing, hex))
        return refuse(WB95_6_4_1, "there is no enemy at %h", hex);
    if (shelled_at(data, view, view->phasing, hex, false) == NO_PIECE)
        return refuse(WB95_5_1_1, "those at %h have been attacked in this Combat Phase", hex);
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

/* Calls `found` for every hex all these guns may fire at; stops when it returns true. */
typedef bool Target(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex, void *context);

static bool each_target(const Scenario *scenario, const State *view, const Piece *guns, int count, Target *found,
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

static bool list_fire_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex,
                         void *context)
{
    if (!refused(fire_at(scenario, view, guns, count, hex)))
        choose(context, FIRE_AT, hex);
    return false;
}

static bool may_shoot(const Scenario *scenario, const State *view, Piece piece, int side)
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

/* 10.2.3: guns out of supply may buy their full strength for any fire of their own. */
static int full_slot(int verb) { return verb == DO_FIRE ? FIRE_FULL : verb == DO_SHELL ? SHELL_FULL : BARRAGE_FULL; }

static void pay_for_full(Play *play, const Order *order)
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
        fire_note(view, lines, sentence(WB95_6_5_3, "barrage doubles the guns: %n SP", sp));
    }
    if (order->verb == DO_SHELL)
        return sp;
    int air = flights_sp(view, order, FIRE_AIR);
    if (air)
        fire_note(view, lines, sentence(order->verb == DO_FIRE ? WB95_6_4_4 : WB95_6_5_3, "%n air SP join in", air));
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    int ground = 2 * ground_cm(data, hex);
    if (ground)
        fire_note(view, lines, sentence(WB95_6_4_2_2, "the ground at %h takes off %n SP", hex, ground));
    return sp + air - ground;
}

/* Whose fire it mostly is (R90). */
static int firing_nation(const Wb95 *data, const State *view, const Order *order)
{
    int count, first = order_slot(order, FIRE_GUNS, &count), sp[NATIONS] = {0};
    for (int i = first; i < first + count; i++)
        sp[nation_of(data, view, order->value[i])] +=
            attack_strength(data, view, order->value[i], order_has(order, full_slot(order->verb), order->value[i]));
    if (order->verb != DO_SHELL)
        sp[air_nation(data, view->phasing)] += flights_sp(view, order, FIRE_AIR);
    return strongest_nation(sp);
}

/* Rolls on ARTILLERY FIRE; the flights that join in are used up. */
static void roll_fire(Play *play, const Order *order, Hex hex)
{
    int sp = fire_strength(play->scenario, play->state, order, NULL);
    int by = firing_nation(play->data, play->state, order);
    flights_used(play->state, order, FIRE_AIR);
    int row = fire_row(sp);
    if (row < 0) {
        tell(play->events, EVENT_RESULT, 0,
             sentence(WB95_6_4_2_2, "the ground at %h swallows the fire: no effect", hex));
        return;
    }
    int roll = dice_sum(play->dice, 2);
    Result result = play->data->artillery_fire[row][roll - 2];
    tell(play->events, EVENT_ROLLED, 0,
         sentence(WB95_TABLE_ARTILLERY, "%n SP fall on %h, the dice show %n", sp, hex, roll));
    tell(play->events, EVENT_RESULT, 0,
         sentence(WB95_TABLE_ARTILLERY, harms(result) ? "fire on %h: %w (the target %w)" : "fire on %h: %w", hex,
                  fire_word(result), spoken_word(result)));
    fire_result(play, hex, result, by, WB95_TABLE_ARTILLERY);
}

static void fire_guns(Play *play, const Order *order)
{
    int count, first = order_slot(order, FIRE_GUNS, &count);
    for (int i = 0; i < count; i++) {
        play->state->unit[order->value[first + i]].now |= FIRED;
        disturb(play->state, order->value[first + i]);
    }
    pay_for_full(play, order);
}

void fire_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    fire_guns(play, order);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below) {
        if (state->unit[piece].now & FOUGHT)
            continue; /* it is not hit (R85) */
        state->unit[piece].now |= SHELLED;
        disturb(state, piece);
    }
    roll_fire(play, order, hex);
}

/* ---- 6.4.7: bridges ---- */

/* The bridge of a hexside, or 0xFFFF. */
static uint16_t site_of(const Wb95 *data, Hexside hexside)
{
    return data->site[hexside_hex(hexside)][hexside_edge(hexside)];
}

static bool reaches_bridge(const Scenario *scenario, const State *view, Piece gun, Hexside hexside)
{
    Hex from = view->unit[gun].hex, near = hexside_hex(hexside);
    Hex far = scenario->map->next[near][hexside_edge(hexside)];
    return map_distance(scenario->map, from, near) <= ARTILLERY_RANGE ||
           (far != NO_HEX && map_distance(scenario->map, from, far) <= ARTILLERY_RANGE);
}

static Refusal shell_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hexside hexside)
{
    const Wb95 *data = data_of(scenario);
    uint16_t site = hexside_hex(hexside) < scenario->map->hexes ? site_of(data, hexside) : 0xFFFF;
    if (!data->chapter[14] || site == 0xFFFF || !(view->site[site] & SITE_STANDING))
        return refuse(WB95_6_4_7, "no bridge stands at %e", hexside);
    Plan plan = {0};
    for (int i = 0; i < count && i < GUNS; i++) {
        if (!reaches_bridge(scenario, view, guns[i], hexside))
            return refuse(WB95_6_1_2, "the bridge at %e is out of range of %p", hexside, guns[i]);
        plan.gun[plan.guns++] = guns[i];
    }
    return plan_strands(scenario, view, &plan, false);
}

Refusal shell_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SHELL_GUNS, &count);
    Refusal refusal = LEGAL;
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = shooter(scenario, view, order->value[first + i], view->phasing);
    if (!refused(refusal))
        refusal = shell_at(scenario, view, order->value + first, count, order_value(order, SHELL_BRIDGE, NO_HEXSIDE));
    return refused(refusal) ? refusal : full_refusal(view, order, SHELL_FULL, 1u << SHELL_GUNS);
}

/* The first site of a bridge at that hex or beyond it: they lie in the order of hexes. */
static int first_site(const Wb95 *data, int hex)
{
    int low = 0, high = data->sites;
    while (low < high) {
        int middle = (low + high) / 2;
        if (hexside_hex(data->site_hexside[middle]) < hex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Lists the bridges all these guns reach, or with no list only says whether there is one. */
static bool each_bridge(const Scenario *scenario, const State *view, const Piece *guns, int count, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    const int rows = (ARTILLERY_RANGE + 2) * scenario->map->grid.columns, from = view->unit[guns[0]].hex;
    for (int site = first_site(data, from - rows); site < data->sites; site++) {
        Hexside hexside = data->site_hexside[site];
        if (hexside_hex(hexside) > from + rows)
            break;
        if (!(view->site[site] & SITE_STANDING))
            continue;
        if (!reaches_bridge(scenario, view, guns[0], hexside) ||
            refused(shell_at(scenario, view, guns, count, hexside)))
            continue;
        if (!out)
            return true;
        choose(out, SHELL_BRIDGE, hexside);
    }
    return false;
}

bool shell_open(const Scenario *scenario, const State *view)
{
    if (!data_of(scenario)->chapter[14])
        return false;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (may_shoot(scenario, view, piece, view->phasing) && each_bridge(scenario, view, &piece, 1, NULL))
            return true;
    return false;
}

void shell_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SHELL_GUNS, &count);
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : SHELL_GUNS;
    Piece guns[GUNS + 1];
    if (slot >= SHELL_BRIDGE) {
        out->complete = !refused(shell_check(scenario, view, prefix));
        if (out->complete)
            list_full(view, prefix, SHELL_FULL, 1u << SHELL_GUNS, out);
        return;
    }
    for (int i = 0; i < count && i < GUNS; i++)
        guns[i] = prefix->value[first + i];
    for (Piece piece = count ? (Piece)(guns[count - 1] + 1) : 0; piece < scenario->pieces && count < GUNS; piece++) {
        guns[count] = piece;
        if (may_shoot(scenario, view, piece, view->phasing) && each_bridge(scenario, view, guns, count + 1, NULL))
            choose(out, SHELL_GUNS, piece);
    }
    if (count)
        each_bridge(scenario, view, guns, count, out);
}

void shell_apply(Play *play, const Order *order)
{
    Hexside hexside = order_value(order, SHELL_BRIDGE, NO_HEXSIDE);
    uint16_t site = site_of(play->data, hexside);
    fire_guns(play, order);
    int sp = fire_strength(play->scenario, play->state, order, NULL), row = fire_row(sp);
    int roll = dice_sum(play->dice, 2);
    tell(play->events, EVENT_ROLLED, 0,
         sentence(WB95_TABLE_OBJECTS, "%n SP fall on the bridge at %e, the dice show %n", sp, hexside, roll));
    if (row < 0 || !play->data->objects[row][roll - 2]) {
        tell(play->events, EVENT_RESULT, 0, sentence(WB95_TABLE_OBJECTS, "the bridge at %e stands", hexside));
        return;
    }
    tell(play->events, EVENT_RESULT, 0, sentence(WB95_TABLE_OBJECTS, "the bridge at %e is hit: destroyed", hexside));
    set_site(play->scenario, play->state, site, play->state->site[site] & ~(unsigned)(SITE_STANDING | SITE_PONTOON));
    tell(play->events, EVENT_GROUND, 0, sentence(WB95_6_4_7, "the bridge at %e is destroyed", hexside));
}

/* ---- 6.5: barrage ---- */

static Refusal barrage_gun(const Scenario *scenario, const State *view, Piece gun, int side)
{
    Refusal refusal = gun_ready(scenario, view, gun, side);
    if (refused(refusal))
        return refusal;
    if (view->unit[gun].now & BARRAGED)
        return refuse(WB95_6_5_7, "%p has fired its round of the barrage", gun);
    return feature_may_act(scenario, view, gun);
}

static Refusal barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex)
{
    int side = question(&view->head)->side;
    if (shelled_at(data_of(scenario), view, side, hex, true) == NO_PIECE)
        return refuse(WB95_6_5_3, "there is no enemy at %h", hex);
    for (int i = 0; i < count; i++) {
        Refusal refusal = in_reach(scenario, view, guns[i], hex);
        if (refused(refusal))
            return refusal;
    }
    return LEGAL;
}

static Refusal barrage_rounds(const State *view, int guns)
{
    int left = view->barrage_left[question(&view->head)->side];
    return guns <= left ? LEGAL : refuse(WB95_6_5_7, "%n guns want to fire and ammunition is left for %n", guns, left);
}

Refusal barrage_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side;
    int count, first = order_slot(order, BARRAGE_GUNS, &count);
    if (count < 2)
        return refuse(WB95_6_5_4, "a barrage needs two guns at least");
    Refusal refusal = barrage_rounds(view, count);
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = barrage_gun(scenario, view, order->value[first + i], side);
    Hex hex = order_value(order, BARRAGE_AT, NO_HEX);
    Support support = {side, 1, &hex, true};
    if (!refused(refusal))
        refusal = barrage_at(scenario, view, order->value + first, count, hex);
    if (!refused(refusal))
        refusal = flights_refusal(view, order, BARRAGE_AIR, &support, WB95_6_5_3);
    return refused(refusal) ? refusal : full_refusal(view, order, BARRAGE_FULL, 1u << BARRAGE_GUNS);
}

static bool barrage_ready(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    return unit->place == ON_MAP && unit->side == question(&view->head)->side &&
           kind_of(data_of(scenario), view, piece)->is & ARTILLERY &&
           !refused(barrage_gun(scenario, view, piece, unit->side));
}

/* Whether the hex is in reach of the guns and, if there is only one, of another one. */
static bool can_barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex,
                           void *context)
{
    (void)context;
    if (refused(barrage_at(scenario, view, guns, count, hex)))
        return false;
    if (count > 1)
        return true;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (piece != guns[0] && barrage_ready(scenario, view, piece) && !refused(in_reach(scenario, view, piece, hex)))
            return true;
    return false;
}

static bool list_barrage_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hex hex,
                            void *context)
{
    if (!refused(barrage_at(scenario, view, guns, count, hex)))
        choose(context, BARRAGE_AT, hex);
    return false;
}

/* The guns that may be named after these, the second in any order, as none fires alone (6.5.4); with no list, whether
 * there is any. */
static bool list_barrage_guns(const Scenario *scenario, const State *view, Piece *guns, int count, Choices *out)
{
    int left = view->barrage_left[question(&view->head)->side];
    if (left < 2 || count >= left || count >= GUNS)
        return false;
    for (Piece piece = count > 1 ? (Piece)(guns[count - 1] + 1) : 0; piece < scenario->pieces; piece++) {
        guns[count] = piece;
        if ((count && piece == guns[0]) || !barrage_ready(scenario, view, piece) ||
            !each_target(scenario, view, guns, count + 1, can_barrage_at, NULL))
            continue;
        if (!out)
            return true;
        choose(out, BARRAGE_GUNS, piece);
    }
    return false;
}

bool barrage_open(const Scenario *scenario, const State *view)
{
    Piece guns[GUNS + 1];
    return list_barrage_guns(scenario, view, guns, 0, NULL);
}

void barrage_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece guns[GUNS + 1];
    int count, first = order_slot(prefix, BARRAGE_GUNS, &count);
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : BARRAGE_GUNS;
    if (slot >= BARRAGE_AT) {
        Hex hex = order_value(prefix, BARRAGE_AT, NO_HEX);
        Support support = {question(&view->head)->side, 1, &hex, true};
        out->complete = !refused(barrage_check(scenario, view, prefix));
        if (out->complete && slot <= BARRAGE_AIR)
            list_flights(view, prefix, BARRAGE_AIR, &support, out);
        if (out->complete)
            list_full(view, prefix, BARRAGE_FULL, 1u << BARRAGE_GUNS, out);
        return;
    }
    for (int i = 0; i < count && i < GUNS; i++)
        guns[i] = prefix->value[first + i];
    list_barrage_guns(scenario, view, guns, count, out);
    if (count > 1)
        each_target(scenario, view, guns, count, list_barrage_at, out);
}

/* ---- fire of any kind built in any order (core/parts.h): guns, a target, air SP, who buys full strength ---- */

typedef struct Fire {
    const Scenario *scenario;
    const State *view;
    const Order *part;
    int guns, targets;
    const uint16_t *gun;
    uint16_t target; /* a hex, or a bridge's hexside */
    int side;
} Fire;

static Fire fire_of(const Scenario *scenario, const State *view, const Order *part)
{
    Fire fire = {.scenario = scenario, .view = view, .part = part, .target = order_value(part, FIRE_AT, NO_HEX)};
    fire.gun = &part->value[order_slot(part, FIRE_GUNS, &fire.guns)];
    order_slot(part, FIRE_AT, &fire.targets);
    fire.side = question(&view->head)->side;
    return fire;
}

static Refusal gun_refused(const Fire *fire, Piece gun)
{
    return fire->part->verb == DO_BARRAGE ? barrage_gun(fire->scenario, fire->view, gun, fire->side)
                                          : shooter(fire->scenario, fire->view, gun, fire->side);
}

static bool is_ready(const Fire *fire, Piece gun)
{
    return fire->part->verb == DO_BARRAGE ? barrage_ready(fire->scenario, fire->view, gun)
                                          : may_shoot(fire->scenario, fire->view, gun, fire->side);
}

static Refusal aim_refused(const Fire *fire, const Piece *guns, int count, uint16_t target)
{
    return (fire->part->verb == DO_FIRE    ? fire_at
            : fire->part->verb == DO_SHELL ? shell_at
                                           : barrage_at)(fire->scenario, fire->view, guns, count, target);
}

/* Whether a gun that is not named yet could fire at the target, if one is. */
static bool could_fire(const Fire *fire, Piece gun)
{
    return is_ready(fire, gun) && !order_has(fire->part, FIRE_GUNS, gun) &&
           (!fire->targets || !refused(aim_refused(fire, &gun, 1, fire->target)));
}

/* What these guns may fire at. */
static void list_aims(const Fire *fire, const Piece *guns, int count, Choices *out)
{
    if (fire->part->verb == DO_SHELL)
        each_bridge(fire->scenario, fire->view, guns, count, out);
    else
        each_target(fire->scenario, fire->view, guns, count,
                    fire->part->verb == DO_FIRE ? list_fire_at : list_barrage_at, out);
}

/* The target out of reach of the gun nearest to it; that nobody stands there; that there are no guns. */
static Refusal nobody_fires(const Fire *fire)
{
    Piece nearest = NO_PIECE;
    Hex hex = fire->part->verb == DO_SHELL ? hexside_hex(fire->target) : fire->target;
    for (Piece gun = 0; gun < fire->scenario->pieces && fire->targets; gun++)
        if (is_ready(fire, gun) && !order_has(fire->part, FIRE_GUNS, gun) &&
            (nearest == NO_PIECE || map_distance(fire->scenario->map, fire->view->unit[gun].hex, hex) <
                                        map_distance(fire->scenario->map, fire->view->unit[nearest].hex, hex)))
            nearest = gun;
    Refusal refusal = nearest == NO_PIECE ? LEGAL : aim_refused(fire, &nearest, 1, fire->target);
    return refused(refusal) ? refusal : refuse(WB95_6_1_1, "no other gun is ready to fire");
}

static Refusal demand_guns(const Fire *fire, Demands *out)
{
    for (Piece gun = 0; gun < fire->scenario->pieces; gun++)
        if (could_fire(fire, gun))
            demand_either(out, FIRE_GUNS, gun);
    return out->either ? LEGAL : nobody_fires(fire);
}

static Refusal demand_target(const Fire *fire, Demands *out)
{
    static _Thread_local Choices aims;
    aims.count = 0;
    list_aims(fire, fire->gun, fire->guns, &aims);
    for (int i = 0; i < aims.count; i++)
        demand_either(out, FIRE_AT, aims.choice[i].value);
    if (out->either)
        return LEGAL;
    Hex hex[RANGE_HEXES];
    int hexes = stacks_in_range(fire->scenario, fire->view, fire->view->unit[fire->gun[0]].hex, hex);
    for (int i = 0; i < hexes && fire->part->verb != DO_SHELL; i++)
        if (enemy_at(data_of(fire->scenario), fire->view, fire->view->unit[fire->gun[0]].side, hex[i]))
            return aim_refused(fire, fire->gun, fire->guns, hex[i]);
    return refuse(WB95_6_4_2_1, "nothing that %p could fire at so is within its reach of %n hexes", fire->gun[0],
                  ARTILLERY_RANGE);
}

/* 8.2.3, R97: whoever names a flight fires where it waits. */
static Refusal demand_flown_over(const Fire *fire, Demands *out)
{
    int count = 0, first = fire->part->verb == DO_SHELL ? 0 : order_slot(fire->part, FIRE_AIR, &count);
    Hex hex =
        count && !fire->targets ? flight_over(fire->view, fire->part->value[first], fire->side, true) : fire->target;
    Support support = {fire->side, 1, &hex, true};
    Refusal refusal = count ? flights_refusal(fire->view, fire->part, FIRE_AIR, &support, WB95_8_2_3) : LEGAL;
    if (count && !fire->targets && !refused(refusal))
        demand(out, FIRE_AT, hex, sentence(WB95_8_2_3, "flight %n waits over %h", fire->part->value[first], hex));
    return refusal;
}

/* 10.2.3-2 */
static Refusal demand_full_guns(const Fire *fire, Demands *out)
{
    int slot = full_slot(fire->part->verb), count, first = order_slot(fire->part, slot, &count);
    for (int i = first; i < first + count; i++) {
        Piece gun = fire->part->value[i];
        Order alone = order_of(fire->part->verb);
        order_add(&alone, FIRE_GUNS, gun);
        order_add(&alone, slot, gun);
        Refusal refusal = full_refusal(fire->view, &alone, slot, 1u << FIRE_GUNS);
        if (refused(refusal))
            return refusal;
        if (!order_has(fire->part, FIRE_GUNS, gun))
            demand(out, FIRE_GUNS, gun, sentence(WB95_10_2_3_2, "%p buys its full strength and so takes part", gun));
    }
    return LEGAL;
}

Refusal fire_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Fire fire = fire_of(scenario, view, part);
    Refusal refusal = LEGAL;
    for (int i = 0; i < fire.guns && !refused(refusal); i++)
        refusal = gun_refused(&fire, fire.gun[i]);
    if (!refused(refusal) && part->verb == DO_BARRAGE)
        refusal = barrage_rounds(view, fire.guns);
    if (!refused(refusal))
        refusal = demand_full_guns(&fire, out);
    if (!refused(refusal) && !out->all)
        refusal = demand_flown_over(&fire, out);
    if (refused(refusal) || out->all)
        return refusal;
    if (!fire.guns)
        return demand_guns(&fire, out);
    if (!fire.targets)
        return demand_target(&fire, out);
    refusal = aim_refused(&fire, fire.gun, fire.guns, fire.target);
    if (refused(refusal))
        return refusal;
    if (part->verb == DO_BARRAGE && fire.guns < 2)
        return demand_guns(&fire, out);
    return part->verb == DO_FIRE    ? fire_check(scenario, view, part)
           : part->verb == DO_SHELL ? shell_check(scenario, view, part)
                                    : barrage_check(scenario, view, part);
}

/* Targets of the guns named, or of every gun there is. */
static void list_all_aims(const Fire *fire, Choices *out)
{
    if (fire->guns)
        list_aims(fire, fire->gun, fire->guns, out);
    for (Piece gun = 0; gun < fire->scenario->pieces && !fire->guns; gun++)
        if (is_ready(fire, gun))
            list_aims(fire, &gun, 1, out);
}

void fire_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Fire fire = fire_of(scenario, view, part);
    int full = full_slot(part->verb);
    if (!fire.targets)
        list_all_aims(&fire, out);
    for (int flight = 0; flight < AIR_MISSIONS && part->verb != DO_SHELL; flight++) {
        Hex over = flight_over(view, flight, fire.side, true);
        if (over != NO_HEX && (!fire.targets || over == fire.target) && !order_has(part, FIRE_AIR, (uint16_t)flight))
            choose(out, FIRE_AIR, flight);
    }
    for (Piece gun = 0; gun < scenario->pieces; gun++) {
        if (could_fire(&fire, gun))
            choose(out, FIRE_GUNS, gun);
        if (view->unit[gun].oos && is_ready(&fire, gun) && !order_has(part, full, gun))
            choose(out, full, gun);
    }
}

void barrage_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, BARRAGE_GUNS, &count);
    Hex hex = order_value(order, BARRAGE_AT, NO_HEX);
    for (int i = 0; i < count; i++) {
        state->unit[order->value[first + i]].now |= BARRAGED;
        disturb(state, order->value[first + i]);
    }
    int side = asked(state)->side;
    state->barrage_left[side] = (uint8_t)(state->barrage_left[side] - count);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        disturb(state, piece);
    tell(play->events, EVENT_NOTE, 0,
         sentence(WB95_6_5_7,
                  state->barrage_left[side] ? "%n guns fire a barrage on %h; ammunition is left for %n"
                                            : "%n guns fire a barrage on %h with the last ammunition",
                  count, hex, state->barrage_left[side]));
    pay_for_full(play, order);
    roll_fire(play, order, hex);
}

Sentence barrage_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    int side = question(&view->head)->side;
    if (view->barrage_left[side] < 2)
        return sentence(WB95_6_5_4, "%s: no ammunition is left for another barrage: end the phase", side);
    return sentence(WB95_6_5_7, "%s: fire a barrage (ammunition for %n guns is left), or end the phase", side,
                    view->barrage_left[side]);
}
