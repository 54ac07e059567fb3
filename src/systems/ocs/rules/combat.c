/* combat.c — OCS 9.1, 9.2, 9.9–9.11: declaring attacks, and the steps of a combat.
 *
 *     attack gSSR1/LAH gSSR2/LAH at 23.07
 *
 * No unit must attack (9.1b), but all units attacked defend (9.0-2), the whole hex at once (9.1d). At All Costs is part
 * of the order (9.8e). A combat is a procedure (ASK_COMBAT) in the order of 9.2 and ocs2.combatseq-1: the attacker
 * names the unit whose rating counts, then the defender; odds, surprise, roll (9.0-3); step losses of both (9.11a-1,
 * 9.12b), then the attacker's option, then the defender's, which lapses when the attacker has retreated (9.11,
 * ocs2.combat-5); at last the hex that was emptied is entered and exploiters are marked. An overrun goes the same way
 * (7.0-5). */
#include <limits.h>
#include <string.h>

#include "core/room.h"
#include "systems/ocs/reference.h"
#include "systems/ocs/air.h"

/* ---- units that may attack ------------------------------------------------------------------------------- */

Refusal bars_attack(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    const Unit *unit = &view->unit[piece];
    if (kind->class == HEADQUARTERS)
        return refuse(OCS_9_16E_1, "ocs.headquarters-never-attacks", piece);
    if (!is_unit(kind) || face_of(data, view, piece)->how == BARRAGES)
        return refuse(OCS_9_6, "ocs.takes-part-combat-barrages-only", piece);
    if (face_of(data, view, piece)->how == DEFENCE_ONLY)
        return refuse(OCS_3_1C, "ocs.strength-counts-defence-only", piece);
    if (unit->marker == STRATEGIC || unit->marker == RESERVE)
        return refuse(OCS_9_1E, "ocs.not-attack-mode", piece);
    if (data->least_rating[kind->nation] && rating_of(data, view, piece) < data->least_rating[kind->nation])
        return refuse(OCS_9_1E, "ocs.not-attack-rating-below", piece, data->least_rating[kind->nation]);
    if (unit->level == NO_SUPPLY && !second_edition(data))
        return refuse(OCS_9_1E, "ocs.no-supply-not-attack", piece);
    return LEGAL;
}

static Refusal may_attack(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_there(view, piece) ||
        !is_known(data_of(scenario), view, piece))
        return refuse(OCS_9_1A_1, "ocs.not-yours-attack-now", piece);
    Refusal no = may_act(scenario, view, piece);
    if (!refused(no))
        no = bars_attack(scenario, view, piece);
    if (!refused(no) && unit->now & LANDED)
        no = refuse(OCS_19_3_4, "ocs.came-ashore-player-turn-not", piece);
    if (!refused(no) && unit->now & ATTACKED)
        no = refuse(OCS_9_1C_1, "ocs.attacked-segment", piece);
    return no;
}

int defenders_of(const Scenario *scenario, const State *state, int side, Hex hex, Piece out[FORCE])
{
    int count = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE && count < FORCE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_unit(kind_of(data_of(scenario), state, piece)) &&
            !(state->unit[piece].now & DEFENDED))
            out[count++] = piece;
    return count;
}

static Refusal may_target(const Scenario *scenario, const State *view, Piece piece, Hex target)
{
    Piece defenders[FORCE];
    int side = view->unit[piece].side;
    const Map *map = scenario->map;
    if (target >= map->hexes || hex_of(view, piece) >= map->hexes ||
        edge_between(&map->grid, hex_of(view, piece), target) == EDGES)
        return refuse(OCS_9_0_1, "ocs.not-next", target, piece);
    if (!enemy_in(view, side, target))
        return refuse(OCS_9_0_1, "ocs.no-enemy-unit-stands", target);
    if (!defenders_of(scenario, view, enemy_of(side), target, defenders))
        return refuse(OCS_9_1C_2, "ocs.all-stand-attacked-segment", target);
    if (is_aboard(view, piece) && !is_beach(scenario, target))
        return refuse(OCS_19_3_1, "ocs.no-beach-cannot-attack-sea", target, piece);
    return LEGAL;
}

/* ---- attack COUNTER… at HEX ---------------------------------------------------------------------------------- */

static Refusal check_at(const Scenario *scenario, const State *view, const Order *order, Hex target)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = LEGAL;
    for (int i = 0; i < count && !refused(no); i++) {
        no = may_attack(scenario, view, order->value[first + i]);
        if (!refused(no))
            no = may_target(scenario, view, order->value[first + i], target);
    }
    return no;
}

Refusal may_at_all_costs(const Book *data)
{
    return second_edition(data) && !data->all_costs ? refuse(OCS_9_8, "ocs.edition-2-knows-no-attacks") : LEGAL;
}

static bool is_at_all_costs(const Order *order) { return order_value(order, 2, NO_HEX) != NO_HEX; }

Refusal attack_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = check_at(scenario, view, order, order_value(order, 1, NO_HEX));
    if (!refused(no) && is_at_all_costs(order))
        no = may_at_all_costs(data_of(scenario));
    return refused(no) ? no : attack_supply(scenario, view, &order->value[first], count, is_at_all_costs(order));
}

int list_attacked(const Scenario *scenario, const State *view, const Order *order, CheckAt *check, Choices *out)
{
    int count = 0;
    Hex from = hex_of(view, order->value[0]), targets[EDGES];
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex target = scenario->map->next[from][edge];
        if (target != NO_HEX && !refused(check(scenario, view, order, target)))
            targets[count++] = target;
    }
    if (!count || refused(attack_supply(scenario, view, order->value, order->count, false)))
        return 0;
    for (int i = 0; out && i < count; i++)
        choose(out, 1, targets[i]);
    return count;
}

static int list_targets(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    return refused(may_attack(scenario, view, order->value[0])) ? 0
                                                                : list_attacked(scenario, view, order, check_at, out);
}

void attack_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int targets, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 1, &targets);
    if (targets) {
        Order order = *prefix;
        out->complete = !refused(attack_check(scenario, view, prefix));
        if (!is_at_all_costs(prefix) && order_add(&order, 2, 0) && !refused(attack_check(scenario, view, &order)))
            choose(out, 2, 0);
        return;
    }
    for (int piece = last + 1; prefix->count < FORCE && piece < scenario->pieces; piece++) {
        if (!is_there(view, (Piece)piece) || view->unit[piece].side != question(&view->head)->side)
            continue;
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && list_targets(scenario, view, &order, NULL))
            choose(out, 0, piece);
    }
    if (prefix->count)
        list_targets(scenario, view, prefix, out);
}

/* ---- its parts: whoever can attack with others can attack alone ----------------------------------------------- */

void attack_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, 0) {
        Order order = *prefix;
        if (is_there(view, (Piece)piece) && order_add(&order, 0, (uint16_t)piece) &&
            list_targets(scenario, view, &order, NULL))
            choose(out, 0, piece);
    }
}

static void add_targets(const Scenario *scenario, const State *view, Piece piece, uint64_t *out)
{
    Hex from = hex_of(view, piece);
    for (Edge edge = 0; from < scenario->map->hexes && edge < EDGES; edge++) {
        Hex to = scenario->map->next[from][edge];
        if (to != NO_HEX && !refused(may_target(scenario, view, piece, to)))
            set_bit(out, to);
    }
}

void attack_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    uint64_t targets[OCS_WORDS] = {0};
    bool aimed = order_value(part, 1, NO_HEX) != NO_HEX;
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, 0) {
        if (!is_there(view, (Piece)piece) || refused(may_attack(scenario, view, (Piece)piece)))
            continue;
        if (!order_has(part, 0, (uint16_t)piece))
            choose(out, 0, piece);
        if (!aimed)
            add_targets(scenario, view, (Piece)piece, targets);
    }
    EACH_BIT(hex, targets, OCS_WORDS)
        choose(out, 1, hex);
    if (!is_at_all_costs(part) && !refused(may_at_all_costs(data_of(scenario))))
        choose(out, 2, 0);
}

static bool is_attack_with(const Scenario *scenario, const State *view, const Order *part, int slot, int value)
{
    Order with = *part;
    return order_put(&scenario->system->orders[DO_ATTACK], &with, slot, (uint16_t)value) &&
           !refused(attack_check(scenario, view, &with));
}

/* Somebody who can attack that hex; a hex that the named can attack. */
static void demand_other_half(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    int count, first = order_slot(part, 0, &count);
    Hex from = count ? hex_of(view, part->value[first]) : NO_HEX;
    for (Edge edge = 0; count && from < scenario->map->hexes && edge < EDGES && !out->either; edge++) {
        Hex to = scenario->map->next[from][edge];
        if (to != NO_HEX && is_attack_with(scenario, view, part, 1, to))
            demand_either(out, 1, to);
    }
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, 0)
        if (!count && !out->either && is_there(view, (Piece)piece) && is_attack_with(scenario, view, part, 0, piece))
            demand_either(out, 0, piece);
}

Refusal attack_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    int count;
    bool aimed = order_value(part, 1, NO_HEX) != NO_HEX;
    order_slot(part, 0, &count);
    if (count && aimed)
        return attack_check(scenario, view, part);
    if (count || aimed) {
        demand_other_half(scenario, view, part, out);
    } else {
        ROOM(Choices, attackers);
        Order nobody = order_of(DO_ATTACK);
        attackers->count = 0;
        attack_actors(scenario, view, &nobody, attackers);
        for (int i = 0; i < attackers->count; i++)
            demand_either(out, 0, attackers->choice[i].value);
    }
    Refusal no = out->either ? LEGAL : order_fits(scenario, &view->head, part);
    return out->either || refused(no) ? no : attack_check(scenario, view, part);
}

void attack_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    combat_begin(play, &order->value[first], count, order_value(order, 1, NO_HEX), NO_HEX, is_at_all_costs(order));
    const Combat *combat = &play->state->combat;
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < combat->count[which]; i++)
            play->state->unit[combat->piece[which][i]].now |= which ? DEFENDED : ATTACKED;
}

static Piece best_rated(const Book *data, const State *view, const Piece *pieces, int count)
{
    Piece best = pieces[0];
    for (int i = 1; i < count; i++)
        if (rating_of(data, view, pieces[i]) > rating_of(data, view, best))
            best = pieces[i];
    return best;
}

/* Where ratings differ the owner chooses the unit that counts, and no weighing has that. */
static void leave_ratings_open(const Book *data, const State *view, const Odds *odds, const Piece *pieces, int count,
                               Forecast *out)
{
    bool differ = false;
    for (int i = 1; i < count; i++)
        differ |= rating_of(data, view, pieces[i]) != rating_of(data, view, pieces[0]);
    if (!differ)
        return;
    out->open = true;
    if (!out->likely.words)
        out->likely = sentence(0, "%d", column_text(odds->terrain, odds->column));
}

/* An attack, to be weighed in positions of which all is known, and how strong the defence was in them. */
typedef struct Assault {
    const Piece *attackers;
    int count, side;
    Hex target;
    Manner manner;
    int *attack, *least, *most;
} Assault;

static bool weigh_assault(const Scenario *scenario, const State *world, const void *about, Forecast *out)
{
    const Assault *it = about;
    const Book *data = data_of(scenario);
    Piece defenders[FORCE];
    int defending = defenders_of(scenario, world, enemy_of(it->side), it->target, defenders);
    if (!defending)
        return false;
    Odds odds = odds_of(scenario, world, it->attackers, it->count, defenders, defending, it->target,
                        best_rated(data, world, it->attackers, it->count),
                        best_rated(data, world, defenders, defending), false);
    *it->attack = odds.attack;
    *it->least = odds.defence < *it->least ? odds.defence : *it->least;
    *it->most = odds.defence > *it->most ? odds.defence : *it->most;
    if (!weigh_combat(scenario, &odds, it->side, it->manner, out))
        return false;
    out->column = sentence(0, "%d", column_text(odds.terrain, odds.column));
    return true;
}

/* If not all is seen: the certain part, and the range of the rest (4.9). */
static bool forecast_assault(const Scenario *scenario, const State *view, Assault *it, Forecast *out)
{
    int attack = 0, least = INT_MAX, most = 0;
    int terrain = terrain_at(scenario, view, it->target), foe = enemy_of(it->side);
    int hedgehog = hedgehog_at(view, foe, it->target);
    Piece seen[FORCE];
    it->attack = &attack;
    it->least = &least;
    it->most = &most;
    if (!weigh_hidden(scenario, view, it->side, weigh_assault, it, out))
        return false;
    out->title = sentence(OCS_4_9, "ocs.hidden-odds", whole_strength(attack), whole_strength(least),
                          whole_strength(most), WORD_TERRAIN + terrain, out->likely.arg[0]);
    out->assumes = sentence(OCS_4_9, "ocs.hidden-sampled", it->target);
    if (hedgehog)
        forecast_modifier(out, sentence(OCS_17_0B, "ocs.hedgehog-level", hedgehog), -hedgehog, foe);
    forecast_supply(scenario, view, it->attackers, it->count, NULL, 0, it->manner.all_costs, out);
    forecast_factors(scenario, view, it->attackers, it->count, it->target, out);
    forecast_factors(scenario, view, seen, defenders_of(scenario, view, foe, it->target, seen), it->target, out);
    return true;
}

bool forecast_order(const Scenario *scenario, const State *view, const Order *order, Manner manner, Forecast *out)
{
    const Book *data = data_of(scenario);
    Piece defenders[FORCE];
    int count, first = order_slot(order, 0, &count);
    const Piece *attackers = &order->value[first];
    int side = view->unit[attackers[0]].side;
    Hex target = order_value(order, 1, NO_HEX);
    Assault assault = {.attackers = attackers, .count = count, .side = side, .target = target, .manner = manner};
    if (!all_known(scenario, view, target))
        return forecast_assault(scenario, view, &assault, out);
    int defending = defenders_of(scenario, view, enemy_of(side), target, defenders);
    Odds odds = odds_of(scenario, view, attackers, count, defenders, defending, target,
                        best_rated(data, view, attackers, count), best_rated(data, view, defenders, defending), false);
    if (!weigh_combat(scenario, &odds, side, manner, out))
        return false;
    forecast_supply(scenario, view, attackers, count, defenders, defending, manner.all_costs, out);
    forecast_factors(scenario, view, attackers, count, target, out);
    forecast_factors(scenario, view, defenders, defending, target, out);
    if (!finds_supply(scenario, view, defenders, defending)) { /* nothing that is seen would do */
        Odds halved =
            odds_of(scenario, view, attackers, count, defenders, defending, target,
                    best_rated(data, view, attackers, count), best_rated(data, view, defenders, defending), true);
        forecast_unsure(scenario, &odds, &halved, out);
    }
    leave_ratings_open(data, view, &odds, attackers, count, out);
    leave_ratings_open(data, view, &odds, defenders, defending, out);
    out->assumes = data->without[PART_SUPPLY] ? sentence(OCS_9_9_1, "ocs.each-side-names-best-rating")
                                              : sentence(OCS_9_9_1, "ocs.each-side-names-best-rating-2");
    return true;
}

bool attack_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Manner manner = {.all_costs = is_at_all_costs(order)};
    return !refused(attack_check(scenario, view, order)) && forecast_order(scenario, view, order, manner, out);
}

/* ---- the procedure -------------------------------------------------------------------------------------------- */

/* 9.2 pays before the ratings are named. The answer to an overrun is announced blind, before ratings and surprise, and
 * fired after them; the overrun pays when that barrage has failed (7.2a, B4). */
enum {
    ATTACKER_PAYS,
    DEFENDER_PAYS,
    ANNOUNCE,
    NAME_ATTACKER,
    NAME_DEFENDER,
    SURPRISE,
    ANSWER,
    ANSWERED,
    OVERRUNNER_PAYS,
    OVERRUN_PAYS,
    RESOLVE,
    ATTACKER_LOSES,
    DEFENDER_LOSES,
    RESULTS,
    ATTACKER_OPTION,
    ATTACKER_RETREATS,
    DEFENDER_OPTION,
    DEFENDER_RETREATS,
    ENTER,
    EXPLOIT,
    DONE
};

int side_in_combat(const State *state, int which) { return which ? enemy_of(state->combat.side) : state->combat.side; }

bool has_units_left(const State *state, int which)
{
    for (int i = 0; i < state->combat.count[which]; i++)
        if (is_there(state, state->combat.piece[which][i]))
            return true;
    return false;
}

static void note_origin(Combat *combat, Hex hex)
{
    for (int i = 0; i < combat->hexes; i++)
        if (combat->from[i] == hex)
            return;
    combat->from[combat->hexes++] = hex;
}

void combat_begin(Play *play, const Piece *attackers, int count, Hex target, Hex launch, bool all_costs)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    *combat = (Combat){.target = target,
                       .launch = launch,
                       .side = state->unit[attackers[0]].side,
                       .overrun = launch != NO_HEX,
                       .all_costs = all_costs,
                       .rating = {NO_PIECE, NO_PIECE}};
    combat->count[0] = (uint8_t)count;
    memcpy(combat->piece[0], attackers, (size_t)count * sizeof *attackers);
    for (int i = 0; i < count; i++) {
        combat->afloat |= is_aboard(state, attackers[i]);
        note_origin(combat, hex_of(state, attackers[i]));
    }
    combat->count[1] = (uint8_t)defenders_of(play->scenario, state, enemy_of(combat->side), target, combat->piece[1]);
    tell(play->events, EVENT_NOTE, 0,
         combat->overrun ? sentence(OCS_7_0_4, "ocs.overruns", combat->side, target, launch)
                         : sentence(OCS_9_2_1, "ocs.attacks", combat->side, target));
    if (all_costs)
        tell(play->events, EVENT_NOTE, 0, sentence(OCS_9_8, "ocs.all-costs"));
    ask(state, ASK_COMBAT, combat->side);
}

static Odds present_odds(const Play *play)
{
    const Combat *combat = &play->state->combat;
    return odds_of(play->scenario, play->state, combat->piece[0], combat->count[0], combat->piece[1], combat->count[1],
                   combat->target, combat->rating[0], combat->rating[1], combat->unpaid);
}

static void tell_odds(Play *play, const Odds *odds, int column)
{
    int text = column_text(odds->terrain, column);
    tell_fact(play->events, EVENT_NOTE, sentence(OCS_9_7A, "ocs.column", odds->over, odds->under, text),
              fact_column(sentence(0, "%d", text), combat_cell(column, 0)));
}

/* 9.17, ocs2.surprise-5: a roll, and if a side has surprise a die of columns. */
static void roll_surprise(Play *play)
{
    Combat *combat = &play->state->combat;
    Odds odds = present_odds(play);
    if (!combat->overrun) /* 9.2: the odds are known before; those of an overrun when it is paid for (B4) */
        tell_odds(play, &odds, odds.column);
    int dice = dice_sum(play->dice, 2);
    combat->surprise = (uint8_t)surprised(play->data, &odds, combat->overrun, dice);
    uint16_t rule = second_edition(play->data) ? OCS2_SURPRISE_1 : OCS_9_17_1;
    tell(play->events, EVENT_NOTE, 0,
         sentence(rule, "ocs.surprise-rolled-ratings", dice, surprise_roll(play->data, &odds, dice)));
    if (!combat->surprise)
        return;
    int die = dice_roll(play->dice);
    combat->shift = (int8_t)(combat->surprise == 1 ? die : -die);
    tell(play->events, EVENT_NOTE, 0,
         combat->surprise == 1 ? sentence(OCS_9_17_2, "ocs.attacker-surprise-column-right", die)
                               : sentence(OCS_9_17_3, "ocs.defender-surprise-column-left", die));
}

/* 7.2: the defender says whether a barrage will answer the overrun before ratings and surprise are known (B4). */
static void ask_announcement(Play *play)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    if (combat->overrun && !play->data->without[PART_BARRAGE] &&
        may_answer(play->scenario, state, enemy_of(combat->side)))
        ask(state, ASK_ANNOUNCE, enemy_of(combat->side));
}

/* It is fired before supply and odds, unless the overrun came as a surprise (7.2d). */
static void ask_answer(Play *play)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    if (combat->announced && combat->surprise != 1)
        ask(state, ASK_ANSWER, enemy_of(combat->side));
}

/* 7.2b-4: disorganized overrunners stay where they are, and move no more. */
static bool is_cancelled(const Play *play)
{
    const Combat *combat = &play->state->combat;
    bool left = false;
    for (int i = 0; i < combat->count[0]; i++) {
        if (!is_there(play->state, combat->piece[0][i]))
            continue;
        left = true;
        if (play->state->unit[combat->piece[0][i]].marker == DISORGANIZED)
            return combat->overrun;
    }
    return !left;
}

static void cancel(Play *play)
{
    const Combat *combat = &play->state->combat;
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_7_2B_4, "ocs.overrun-cancelled", combat->target));
    for (int i = 0; i < combat->count[0]; i++)
        if (is_on_map(play->state, combat->piece[0][i]))
            halt_unit(play, combat->piece[0][i]);
    for (int i = 0; i < combat->tags; i++)
        if (is_on_map(play->state, combat->tag[i]))
            halt_unit(play, combat->tag[i]);
    for (int i = 0; i < OCS_CONVOYS; i++)
        if (combat->convoys >> i & 1)
            play->state->convoy[i].mp = 0;
}

/* 9.8b–d: once more on the same column, 4 less; both results are one. */
static void roll_again(Play *play, const Odds *odds)
{
    Combat *combat = &play->state->combat;
    int dice = dice_sum(play->dice, 2), roll = dice + odds->drm - SECOND_ROLL;
    int again = result_at(play->data, combat->column, roll);
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_9_8C_1, "ocs.second-time-rolled-read-beside", dice, roll, result_text(again),
                  result_text(combat->result)));
    combat->result = play->data->both[combat->result][again];
}

static void resolve(Play *play)
{
    Combat *combat = &play->state->combat;
    Odds odds = present_odds(play);
    combat->column = (uint8_t)shifted(play->data, odds.column, combat->shift);
    combat->drm = (int8_t)odds.drm;
    int dice = dice_sum(play->dice, 2);
    combat->result = (uint8_t)result_at(play->data, combat->column, dice + odds.drm);
    if (combat->overrun || combat->shift || !has_surprise(play->data))
        tell_odds(play, &odds, combat->column);
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_9_9_2, "ocs.roll-modified", odds.drm));
    int row = dice + odds.drm;
    tell_fact(play->events, EVENT_ROLLED, sentence(OCS_9_10, "ocs.rolled-read", dice, row),
              fact_roll(dice, row, combat_cell(-1, row ? row : ROLL_LOW)));
    if (combat->all_costs)
        roll_again(play, &odds);
    const Result *result = &play->data->result[combat->result];
    tell_fact(play->events, EVENT_RESULT, sentence(OCS_9_10, "ocs.result", result_text(combat->result)),
              fact_result(sentence(0, "%d", result_text(combat->result))));
    combat->due[0] = result->attacker_loss;
    combat->due[1] = result->defender_loss;
    combat->option[0] = result->attacker_option;
    combat->option[1] = result->defender_option;
    combat->exploit = result->exploit;
}

/* 9.11a-2, ocs2.combat-6; 9.15, 5.10a-2, 2.3.II.1.F-2: the whole stack is disorganized, retreating or not. */
static void apply_results(Play *play)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    if (!has_units_left(state, 0) || !has_units_left(state, 1))
        combat->option[0] = combat->option[1] = 0;
    if (!play->data->result[combat->result].disorganized)
        return;
    for (Piece piece = state->top[combat->target]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        disorganize(play, piece, OCS_9_15_1);
}

static bool is_empty(const State *state) { return !enemy_in(state, state->combat.side, state->combat.target); }

/* 9.13c-2, 7.0-7: overrunners must. */
static void overrunners_enter(Play *play)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    Piece entering[FORCE];
    int count = 0;
    for (int i = 0; i < combat->count[0]; i++) {
        Piece piece = combat->piece[0][i];
        if (!is_on_map(state, piece) || state->unit[piece].at.hex != combat->launch)
            continue;
        entering[count++] = piece;
        leave_works(state, combat->side, combat->launch);
        move_to(play, piece, combat->target);
        tell(play->events, EVENT_ADVANCED, 0, sentence(OCS_7_0_7, "ocs.enters", piece, combat->target, combat->launch));
    }
    if (!count)
        return;
    arrive_in(play, entering, count, combat->target);
    come_into(play, combat->side, combat->target);
    if (combat->tags || combat->convoys) /* 7.1g-4: they may */
        ask(state, ASK_ADVANCE, combat->side);
}

static void enter(Play *play)
{
    State *state = play->state;
    if (!is_empty(state) || state->combat.retreated[0] || !has_units_left(state, 0))
        return;
    if (state->combat.overrun)
        overrunners_enter(play);
    else
        ask(state, ASK_ADVANCE, state->combat.side);
}

/* 9.14d, 9.11c, 10.0b, 5.9a-1, 5.9a-3, 7.1d, ocs2.combat-8: only a regular attack of the Combat Phase marks. */
static void exploit(Play *play)
{
    State *state = play->state;
    const Combat *combat = &state->combat;
    if (combat->exploit && !combat->overrun && !combat->retreated[0] && state->head.phase == STEP_COMBAT &&
        has_units_left(state, 0))
        ask(state, ASK_EXPLOIT, combat->side);
}

static void finish(Play *play)
{
    if (play->state->combat.overrun)
        bind_tags(play);
    play->state->combat = (Combat){.target = NO_HEX, .launch = NO_HEX, .rating = {NO_PIECE, NO_PIECE}};
    answered(play->state);
}

/* One of the steps that ask for one thing until it is done; true when it has asked. */
static bool asks_on(Play *play, int stage)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    int which = stage == NAME_DEFENDER || stage == DEFENDER_LOSES || stage == DEFENDER_OPTION;
    bool naming = stage == NAME_ATTACKER || stage == NAME_DEFENDER,
         losing = stage == ATTACKER_LOSES || stage == DEFENDER_LOSES;
    uint8_t *left = losing ? &combat->due[which] : &combat->option[which];
    if (naming ? combat->rating[which] != NO_PIECE : !*left)
        return false;
    if (!naming && !has_units_left(state, which)) {
        *left = 0; /* 9.12c-2 */
        return false;
    }
    Frame *frame = ask(state, naming ? ASK_RATING : losing ? ASK_LOSS : ASK_OPTION, side_in_combat(state, which));
    frame->data[LOSS_CAUSE] = LOSS_COMBAT; /* read of losses alone */
    frame->data[ASKED_FORCE] = (uint16_t)which;
    return true;
}

void combat_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int stage = frame->stage;
    switch (stage) {
    case ATTACKER_PAYS:
    case DEFENDER_PAYS:
    case OVERRUNNER_PAYS:
    case OVERRUN_PAYS:
        frame->stage++;
        if ((stage >= OVERRUNNER_PAYS) == state->combat.overrun)
            pay_for_combat(play, stage == DEFENDER_PAYS || stage == OVERRUN_PAYS);
        return;
    case SURPRISE:
        if (has_surprise(play->data))
            roll_surprise(play);
        break;
    case ANNOUNCE:
    case ANSWER:
        frame->stage++;
        (stage == ANNOUNCE ? ask_announcement : ask_answer)(play);
        return;
    case ANSWERED:
        if (!is_cancelled(play))
            break;
        cancel(play);
        frame->stage = DONE;
        return;
    case RESOLVE:
        resolve(play);
        break;
    case RESULTS:
        apply_results(play);
        break;
    case ATTACKER_RETREATS:
    case DEFENDER_RETREATS:
        frame->stage++;
        if (state->combat.retreat[stage == DEFENDER_RETREATS])
            retreat_begin(play, stage == DEFENDER_RETREATS, state->combat.retreat[stage == DEFENDER_RETREATS]);
        return;
    case ENTER:
    case EXPLOIT:
        frame->stage++;
        (stage == ENTER ? enter : exploit)(play);
        return;
    case DONE:
        finish(play);
        return;
    default:
        if (asks_on(play, stage))
            return;
        break;
    }
    frame->stage++;
}

/* ---- name COUNTER: the unit whose rating counts (9.9) ----------------------------------------------------- */

static int which_side(const State *view) { return question(&view->head)->side != view->combat.side; }

Refusal name_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    const Combat *combat = &view->combat;
    int which = which_side(view);
    for (int i = 0; i < combat->count[which]; i++)
        if (combat->piece[which][i] == order->value[0])
            return LEGAL;
    return refuse(OCS_9_9_1, "ocs.takes-no-part-combat-your", order->value[0]);
}

void name_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Combat *combat = &view->combat;
    int which = which_side(view);
    out->complete = prefix->count == 1;
    for (int rating = 5; !prefix->count && rating >= -1; rating--) /* the best first, as forecasts assume */
        for (int i = 0; i < combat->count[which]; i++)
            if (rating_of(data_of(scenario), view, combat->piece[which][i]) == rating)
                choose(out, 0, combat->piece[which][i]);
}

void name_apply(Play *play, const Order *order)
{
    int which = which_side(play->state);
    play->state->combat.rating[which] = order->value[0];
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_9_9_1, "ocs.gives-rating", order->value[0], rating_of(play->data, play->state, order->value[0])));
    answered(play->state);
}

bool name_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Combat *combat = &view->combat;
    const Book *data = data_of(scenario);
    int which = which_side(view);
    Piece rating[2] = {combat->rating[0], combat->rating[1]};
    if (refused(name_check(scenario, view, order)))
        return false;
    rating[which] = order->value[0];
    if (!which)
        rating[1] = best_rated(data, view, combat->piece[1], combat->count[1]);
    /* An overrun is paid for later (B4): the defender knows what he has, the attacker what he sees. */
    bool poor = combat->overrun && !finds_supply(scenario, view, combat->piece[1], combat->count[1]);
    Odds odds = odds_of(scenario, view, combat->piece[0], combat->count[0], combat->piece[1], combat->count[1],
                        combat->target, rating[0], rating[1], combat->unpaid || (poor && which));
    Manner manner = {combat->overrun, combat->all_costs};
    if (!weigh_combat(scenario, &odds, combat->side, manner, out))
        return false;
    if (poor && !which) {
        Odds halved = odds_of(scenario, view, combat->piece[0], combat->count[0], combat->piece[1], combat->count[1],
                              combat->target, rating[0], rating[1], true);
        forecast_unsure(scenario, &odds, &halved, out);
    }
    if (!which) {
        leave_ratings_open(data, view, &odds, combat->piece[1], combat->count[1], out);
        out->assumes = sentence(OCS_9_9_1, "ocs.defender-names-best-rating");
    }
    forecast_modifier(out, sentence(OCS_9_9_3, "ocs.loses-first", rating[which]), 0, side_in_combat(view, which));
    return true;
}

Sentence rating_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_9_1, "ocs.whose-action-rating-counts", question(&view->head)->side, view->combat.target);
}
