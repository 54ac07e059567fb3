/* battle.c — 14.31–14.39: one battle from the first look to the advance.
 *
 * A battle is a procedure: its frame waits below the questions it asks and goes on, stage by stage, when they are
 * answered. A mobile assault goes the same way (15.14). Untried units are turned up (2.15-2, pm.r.71), the odds are
 * fixed, Soviet cavalry pays for a mobile assault before the die (15.12-2), the dice fall, then the defender settles
 * his result and the attacker his (14.32-2); in a prepared assault the victors may advance. From the first look on
 * there is no way back (14.7). */
#include <string.h>

#include "kit/sets.h"
#include "systems/pm/reference.h"
#include "systems/pm/fight.h"

enum { STAGE_REVEAL, STAGE_ODDS, STAGE_ROLL, STAGE_DEFENDER, STAGE_ATTACKER, STAGE_ADVANCE, STAGE_OVER };

bool is_alive(const State *state, Piece piece) { return state->unit[piece].steps > 0; }

/* ---- laying it out ---------------------------------------------------------------------------------------- */

/* 14.41-2: the siege artillery of a hex that attacks, against what it is for. */
static bool arko_helps(const Scenario *scenario, const State *view, const Battle *battle)
{
    const Book *data = data_of(scenario);
    if (is_mobile(battle) || battle->side != GERMAN_SIDE ||
        (data->town[battle->target] < LARGE_TOWN && work_at(data, view, battle->target) < FORT))
        return false;
    for (int i = 0; i < battle->attackers; i++) {
        Hex hex = view->unit[battle->attacker[i]].at.hex;
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (kind_of(data, view, piece)->type == SIEGE)
                return true;
    }
    return false;
}

/* A unit that fell back into the hex in this phase adds nothing (14.34). */
static void add_defenders(const State *view, Battle *out)
{
    for (Piece piece = view->top[out->target]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (!(view->unit[piece].now & RETREATED) && out->defenders < FORCE)
            out->defender[out->defenders++] = piece;
}

void lay_out_battle(const Scenario *scenario, const State *view, int side, Hex target, Hex launch,
                    const Piece *attacker, int attackers, Battle *out)
{
    const Book *data = data_of(scenario);
    *out = (Battle){.target = target, .launch = launch, .sea = NO_HEX, .side = (uint8_t)side};
    for (int i = 0; i < attackers; i++) {
        out->attacker[out->attackers++] = attacker[i];
        if (view->unit[attacker[i]].at.hex == box_of(data, BOX_AT_SEA))
            out->sea = view->invasion_sea;
    }
    add_defenders(view, out);
    out->arko = arko_helps(scenario, view, out);
}

void begin_battle(Play *play, const Battle *battle)
{
    play->state->battle = *battle;
    ask(play->state, ASK_BATTLE, NO_SIDE);
}

/* ---- 2.15-2: the first look ---------------------------------------------------------------------------------- */

static void turn_up_all(Play *play)
{
    const Battle *battle = &play->state->battle;
    for (int i = 0; i < battle->attackers; i++)
        reveal(play, battle->attacker[i]);
    for (int i = 0; i < battle->defenders; i++)
        reveal(play, battle->defender[i]);
}

/* ---- the odds ------------------------------------------------------------------------------------------------- */

/* The column that the result will be read in, as it is now. */
static void tell_column(Play *play, int rule)
{
    int column = play->state->battle.column;
    Sentence ratio = ratio_said(column);
    tell_fact(play->events, EVENT_NOTE, sentence(rule, "pm.column", ratio.arg[0], ratio.arg[1]),
              fact_column(sentence(0, "%n:%n", ratio.arg[0], ratio.arg[1]), combat_cell(column, column)));
}

static void tell_odds(Play *play, const OddsSheet *sheet, int initial)
{
    const Battle *battle = &play->state->battle;
    Sentence from = ratio_said(initial);
    for (int i = 0; i < sheet->lines; i++)
        tell(play->events, EVENT_NOTE, 0, sheet->line[i].what);
    tell(play->events, EVENT_NOTE, 0,
         sentence(PM_14_8, "pm.against", battle->attack, battle->defence, battle->target, from.arg[0], from.arg[1]));
    tell_column(play, PM_14_11);
}

static void fix_odds(Play *play)
{
    static const int nothing[PARTS];
    Battle *battle = &play->state->battle;
    Fray fray;
    Muster force[2];
    OddsSheet sheet;
    fray_begin(&fray, play->scenario, play->state, battle);
    muster(&fray, ATTACK, &force[ATTACK]);
    muster(&fray, DEFENCE, &force[DEFENCE]);
    weigh_ground(&fray, &sheet);
    factor_lines(&fray, ATTACK, &force[ATTACK], &sheet);
    factor_lines(&fray, DEFENCE, &force[DEFENCE], &sheet);
    battle->attack = (int16_t)strength_of(&force[ATTACK], nothing);
    battle->defence = (int16_t)strength_of(&force[DEFENCE], nothing);
    int initial = column_of_odds(battle->attack, battle->defence);
    battle->column = (int16_t)(initial + sheet.sum);
    tell_odds(play, &sheet, initial);
    if (!is_attenuated(&fray))
        return;
    int die = dice_roll(play->dice), made = die + gast_bonus(&fray), left = gast_shift(play->data, made);
    battle->gast_die = (uint8_t)die;
    battle->column = (int16_t)(battle->column - left);
    enum { GAST_ROWS = 6 };
    tell_fact(
        play->events, EVENT_ROLLED, sentence(PM_17_10_1, "pm.attenuated-supply-die-shows-modified", die, made, left),
        fact_test(die, made, (TableRef){.table = BOOK_GAST, .row = (uint16_t)(made > GAST_ROWS ? GAST_ROWS : made)}));
    tell_column(play, PM_9_6_1);
}

/* 15.12: cavalry that rides a mobile assault is spent in it, Guards lose a step. */
static void cavalry_pays(Play *play)
{
    const Battle *battle = &play->state->battle;
    for (int i = 0; is_mobile(battle) && battle->side == SOVIET_SIDE && i < battle->attackers; i++)
        if (kind_of(play->data, play->state, battle->attacker[i])->type == CAVALRY)
            lose_steps(play, battle->attacker[i], 1, PM_15_12);
}

/* ---- the result ------------------------------------------------------------------------------------------------ */

/* 14.34: a unit that fell back into this hex dies with any result but 0, and pays nothing by it. */
static void refugees_die(Play *play)
{
    const State *state = play->state;
    Piece stack[STACK];
    int count = stack_of(state, state->battle.target, stack, STACK);
    for (int i = 0; i < count; i++)
        if (state->unit[stack[i]].now & RETREATED)
            eliminate(play, stack[i], PM_14_34);
}

static void all_defenders_die(Play *play)
{
    const Battle *battle = &play->state->battle;
    for (int i = 0; i < battle->defenders; i++)
        eliminate(play, battle->defender[i], PM_14_38);
}

static void take_result(Play *play, Result result)
{
    Battle *battle = &play->state->battle;
    bool all = result.defender == ELIMINATES;
    battle->lost_attacker = result.attacker;
    battle->lost_defender = result.defender;
    battle->due[ATTACK] = (uint8_t)(POINT * result.attacker);
    battle->due[DEFENCE] = (uint8_t)(all ? 0 : POINT * result.defender);
    if (all)
        tell_fact(play->events, EVENT_RESULT,
                  sentence(PM_14_38, "pm.e-attacker-loses-point-every", result.attacker, result.attacker),
                  fact_result(sentence(0, "%n/E", result.attacker)));
    else
        tell_fact(play->events, EVENT_RESULT,
                  sentence(PM_14_32_1, "pm.attacker-loses-point-defender", result.attacker, result.defender,
                           result.attacker, result.defender),
                  fact_result(sentence(0, "%n/%n", result.attacker, result.defender)));
    if (result.defender)
        refugees_die(play);
    if (all)
        all_defenders_die(play);
}

/* 14.10: off the table no die is rolled. */
static void roll(Play *play)
{
    Battle *battle = &play->state->battle;
    bool on_table = battle->column >= FIRST_COLUMN && battle->column < FIRST_COLUMN + DICE_COLUMNS;
    if (on_table) {
        battle->die = (uint8_t)dice_roll(play->dice);
        tell_fact(play->events, EVENT_ROLLED, sentence(PM_14_31_1, "pm.die-shows", battle->die),
                  fact_roll(battle->die, battle->die, (TableRef){.table = BOOK_COMBAT, .row = battle->die}));
    }
    take_result(play, final_result(play->data, battle, result_in(play->data, battle->column, battle->die)));
}

/* ---- 14.39: the advance ---------------------------------------------------------------------------------------- */

static bool is_cleared(const State *state) { return !enemy_in(state, state->battle.side, state->battle.target); }

/* Normal terrain bans hold: lakes and the sea; straits unless it snows (pm.r.92). */
static Refusal may_advance(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Battle *battle = &view->battle;
    Hex hex = view->unit[piece].at.hex;
    bool fought = false;
    for (int i = 0; i < battle->attackers; i++)
        fought |= battle->attacker[i] == piece;
    if (!fought || !is_alive(view, piece) || hex >= scenario->map->hexes)
        return refuse(PM_14_39_1, "pm.not-attack-land", piece, battle->target);
    Edge edge = edge_between(&scenario->map->grid, hex, battle->target);
    unsigned bits = scenario->map->edge[hex][edge];
    if (bits & STRAIT && !straits_frozen(view) && !data->on[STRAIT_ADVANCE])
        return refuse(PM_14_39_1, "pm.not-advance-across-strait-unless", piece);
    return nation_may_enter(scenario, view, piece, battle->target);
}

Sentence advance_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(PM_14_39_1, "pm.empty-name-attackers-advance-end", view->battle.target);
}

/* 6.2-3: the units that advance and those that land must find room together. */
static Refusal all_find_room(const Scenario *scenario, const State *view, const Piece *piece, int count)
{
    const Battle *battle = &view->battle;
    Piece coming[2 * FORCE];
    memcpy(coming, piece, (size_t)count * sizeof *coming);
    for (int i = 0; i < battle->attackers; i++)
        if (in_box(data_of(scenario), view, battle->attacker[i], BOX_AT_SEA))
            coming[count++] = battle->attacker[i];
    return stacking_holds(scenario, view, battle->side, battle->target, coming, count);
}

/* 10.2-4: the corps supports a stack that advances, or a part of it. */
static Refusal corps_may_advance(const Scenario *scenario, const State *view, int number, const Piece *piece, int count)
{
    int side = view->battle.side, bit = corps_bit(side, number);
    if (number < 1 || number > (side == SOVIET_SIDE ? 1 : data_of(scenario)->corps) || data_of(scenario)->beginners)
        return refuse(PM_10_2_1, "pm.no-aviation-corps", number);
    for (int i = 0; i < count; i++)
        if (corps_at(view, side, view->unit[piece[i]].at.hex) == bit)
            return LEGAL;
    return refuse(PM_10_2_4, "pm.corps-nobody-advances", number);
}

/* 9.18-2, pm.r.121: the hex whose marker of aerial supply may go with them. */
static Hex flown_from(const Scenario *scenario, const State *view, const Piece *piece, int count)
{
    bool may = view->battle.side == GERMAN_SIDE && !data_of(scenario)->beginners;
    for (int i = 0; i < count && may; i++)
        if (is_airlifted(view, view->unit[piece[i]].at.hex))
            return view->unit[piece[i]].at.hex;
    return NO_HEX;
}

Refusal advance_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, ADVANCE_UNITS, &count), corps = order_value(order, ADVANCE_CORPS, NO_PIECE);
    for (int i = 0; i < count; i++) {
        Refusal refusal = may_advance(scenario, view, order->value[first + i]);
        if (refused(refusal))
            return refusal;
    }
    Refusal refusal = all_find_room(scenario, view, &order->value[first], count);
    if (!refused(refusal) && corps != NO_PIECE)
        refusal = corps_may_advance(scenario, view, corps, &order->value[first], count);
    if (refused(refusal) || order_value(order, ADVANCE_WITH, NO_PIECE) == NO_PIECE)
        return refusal;
    return flown_from(scenario, view, &order->value[first], count) == NO_HEX
               ? refuse(PM_9_18_2, "pm.nobody-advances-supplied-air")
               : LEGAL;
}

/* Units that fit with those named already, then the aircraft, then aerial supply. */
void advance_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, ADVANCE_UNITS, &count);
    Order order = *prefix;
    out->complete = prefix->count > 0;
    if (order_value(prefix, ADVANCE_WITH, NO_PIECE) != NO_PIECE)
        return;
    if (count && flown_from(scenario, view, &prefix->value[first], count) != NO_HEX)
        choose(out, ADVANCE_WITH, 0);
    if (order_value(prefix, ADVANCE_CORPS, NO_PIECE) != NO_PIECE)
        return;
    for (int i = 0; i < view->battle.attackers; i++) {
        Piece piece = view->battle.attacker[i];
        if (count && piece <= prefix->value[first + count - 1])
            continue;
        order.count = prefix->count;
        if (order_add(&order, ADVANCE_UNITS, piece) && !refused(advance_check(scenario, view, &order)))
            choose(out, ADVANCE_UNITS, piece);
    }
    for (int number = 1; count && number <= PM_CORPS; number++)
        if (!refused(corps_may_advance(scenario, view, number, &prefix->value[first], count)))
            choose(out, ADVANCE_CORPS, number);
}

static void fighters(const Scenario *scenario, const State *view, Choices *out)
{
    for (int i = 0; i < view->battle.attackers; i++)
        if (!refused(may_advance(scenario, view, view->battle.attacker[i])))
            choose(out, ADVANCE_UNITS, view->battle.attacker[i]);
}

static const FreeSet advancing = {fighters, NULL, advance_check};
void advance_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    free_parts(&advancing, scenario, view, part, out);
    for (int number = 1; order_value(part, ADVANCE_CORPS, NO_PIECE) == NO_PIECE && number <= PM_CORPS; number++)
        choose(out, ADVANCE_CORPS, number);
    if (order_value(part, ADVANCE_WITH, NO_PIECE) == NO_PIECE)
        choose(out, ADVANCE_WITH, 0);
}

/* The aircraft, or the marker, may need a unit of their own stack with those named. */
Refusal advance_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    int count;
    order_slot(part, ADVANCE_UNITS, &count);
    Refusal refusal = count ? advance_check(scenario, view, part) : LEGAL;
    return count && !refused(refusal) ? LEGAL : free_another(&advancing, scenario, view, part, out);
}

/* Aircraft that are named come along, and the markers of a stack that leaves its hex whole (9.18-2, 10.2-4). */
static void markers_advance(Play *play, const Hex *from, int count, int corps)
{
    State *state = play->state;
    int side = state->battle.side;
    Hex target = state->battle.target;
    for (int i = 0; corps >= 0 && i < count; i++)
        if (corps_at(state, side, from[i]) == corps)
            aircraft_follow(play, side, from[i], target);
    for (int i = 0; i < count; i++)
        if (!friend_in(state, side, from[i])) {
            aircraft_follow(play, side, from[i], target);
            airlift_follows(play, side, from[i], target);
        }
}

/* The units of one hex advance in the order of their stack, hex after hex; notes where each came from. */
static void all_advance(Play *play, const Piece *piece, int count, Hex *from)
{
    State *state = play->state;
    Hex target = state->battle.target;
    for (int i = 0; i < count; i++)
        from[i] = state->unit[piece[i]].at.hex;
    for (int i = 0; i < count; i++) {
        Piece together[STACK];
        int stack = 0;
        for (int j = 0; state->unit[piece[i]].at.hex != target && j < count; j++)
            if (from[j] == from[i])
                together[stack++] = piece[j];
        order_as_stacked(state, together, stack);
        for (int j = 0; j < stack; j++) {
            move_to(play, together[j], target);
            tell(play->events, EVENT_MOVED, 0, sentence(PM_14_39_1, "pm.advances", together[j], from[i], target));
        }
    }
}

void advance_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, ADVANCE_UNITS, &count), number = order_value(order, ADVANCE_CORPS, NO_PIECE);
    Hex from[FORCE], flown = order_value(order, ADVANCE_WITH, NO_PIECE) == NO_PIECE
                                 ? NO_HEX
                                 : flown_from(play->scenario, play->state, &order->value[first], count);
    answered(play->state);
    all_advance(play, &order->value[first], count, from);
    if (flown != NO_HEX)
        airlift_follows(play, GERMAN_SIDE, flown, play->state->battle.target);
    markers_advance(play, from, count, number == NO_PIECE ? -1 : corps_bit(play->state->battle.side, number));
}

/* 14.39-2: now or never. */
void hold_apply(Play *play, const Order *order)
{
    (void)order;
    tell(play->events, EVENT_NOTE, 0, sentence(PM_14_39_2, "pm.nobody-advances", play->state->battle.target));
    answered(play->state);
}

/* ---- the procedure --------------------------------------------------------------------------------------------- */

static void ask_loss(Play *play, int which, int question, int side)
{
    if (anyone_pays(play->scenario, play->state, which))
        ask(play->state, question, side);
}

static void ask_advance(Play *play)
{
    const State *state = play->state;
    if (!is_mobile(&state->battle) && is_cleared(state))
        ask(play->state, ASK_ADVANCE, state->battle.side);
}

void forget_battle(Play *play)
{
    play->state->battle = (Battle){.target = NO_HEX, .launch = NO_HEX, .sea = NO_HEX};
    markers_left(play);
    hedgehogs_end(play->scenario, play->state);
}

static void prepared_ends(Play *play)
{
    State *state = play->state;
    bool invasion = state->battle.sea != NO_HEX, cleared = is_cleared(state);
    answered(state);
    if (invasion)
        invasion_ends(play, cleared);
    forget_battle(play);
}

void battle_resume(Play *play)
{
    State *state = play->state;
    Battle *battle = &state->battle;
    switch (asked(state)->stage++) {
    case STAGE_REVEAL:
        turn_up_all(play);
        break;
    case STAGE_ODDS:
        fix_odds(play);
        cavalry_pays(play);
        break;
    case STAGE_ROLL:
        roll(play);
        break;
    case STAGE_DEFENDER:
        ask_loss(play, DEFENCE, ASK_DEFENDER, enemy_of(battle->side));
        break;
    case STAGE_ATTACKER:
        ask_loss(play, ATTACK, ASK_ATTACKER, battle->side);
        break;
    case STAGE_ADVANCE:
        ask_advance(play);
        break;
    default:
        if (is_mobile(battle))
            mobile_ends(play);
        else
            prepared_ends(play);
        break;
    }
}

/* Another round: the same force, at new odds (15.6-1, pm.r.96). */
void fight_again(Play *play)
{
    Battle *battle = &play->state->battle, next;
    Piece alive[FORCE];
    int count = 0;
    for (int i = 0; i < battle->attackers; i++)
        if (is_alive(play->state, battle->attacker[i]))
            alive[count++] = battle->attacker[i];
    lay_out_battle(play->scenario, play->state, battle->side, battle->target, battle->launch, alive, count, &next);
    next.corps = battle->corps;
    next.airlift = battle->airlift;
    next.round = (uint8_t)(battle->round + 1);
    *battle = next;
    asked_below(play->state, ASK_BATTLE)->stage = STAGE_REVEAL;
}
