/* features.c — the special rules that scenarios switch on.
 *
 * Nysa 1945: army pontoons (1-7, R52), the American line (1-11, R89, R103), the release of 28 Army (6-2, R76), a
 * regiment a day (7, R75) and exits towards Berlin (8-1, R88). Two Stars: days of Soviet air (1-3), the air reserve
 * (7-2, R73), two nations in one camp (2-2 … 2-6, R70; in the same phases: stars.2-4) and garrisons (4-2, 4-3).
 * Counters that change sides or are replaced are in feature_counters.c, the town block of supply lines in supply.c, HQs
 * by nation in headquarters.c, the duty of 2-8 in duty.c and the penalty of 2-7 in combat.c.
 *
 * Germans control zones K and L from the start, and 11.1.4 would keep the American regiments of Nysa out for good. So
 * control alone does not close a zone to them.
 *
 * Code here knows what a rule means, never which units it is about: nations, armies, units, columns and turns come from
 * the scenario's text (feature_text.c). */
#include <string.h>

#include "systems/wb95/load/load.h"
#include "systems/wb95/wb95.h"

enum { EVERY_NATION = (1 << NATIONS) - 1 };

static unsigned bit_of_nation(const Wb95 *data, const State *state, Piece piece)
{
    return 1u << nation_of(data, state, piece);
}

/* ---- the start of a game, of a turn, of play ------------------------------------------------- */

void feature_begin(Play *play)
{
    State *state = play->state;
    for (int hex = 0; hex < play->scenario->map->hexes; hex++) {
        if (controller(state, (Hex)hex) != NO_SIDE && play->data->start_nation[hex] == GERMAN)
            set_bit(state->held_german, hex);
        if (play->data->town[hex] != NO_TOWN && controller(state, (Hex)hex) == play->data->owner[SOVIET])
            set_bit(state->fallen, hex);
    }
}

/* stars.7-2: what the day before left over is saved up to a limit; elsewhere it is lost (nysa.1-5, stars.1-4). */
static void allot_air(Play *play, int side)
{
    const Special *special = &play->data->special;
    State *state = play->state;
    int saved = state->air_left[side] < special->air_carry[side] ? state->air_left[side] : special->air_carry[side];
    int today = play->data->air_sp[side][state->head.turn];
    state->air_reserve[side] = (uint8_t)(state->air_reserve[side] + saved);
    state->air_reserve_used[side] = 0;
    if (play->data->feature[FEATURE_AIR_DAYS] && side == special->air_days_side)
        for (int i = 0; i < 3; i++)
            if (state->air_days[i] == state->head.turn)
                today += special->air_allotment[i];
    state->air_left[side] = (uint8_t)today;
    if (saved)
        tell(play->events, EVENT_STATE, 0,
             sentence(special->rule[FEATURE_AIR_RESERVE], "wb95.saves-air-sp-reserve", side, saved,
                      state->air_reserve[side]));
    if (today)
        tell(play->events, EVENT_STATE, 0, sentence(special->air_rule[side], "wb95.air-sp-today", side, today));
}

void feature_turn_begin(Play *play)
{
    for (int side = 0; side < play->scenario->sides; side++)
        allot_air(play, side);
}

/* ---- stars.1-3: days of air ------------------------------------------------------------------ */

static bool day_taken(const Order *order, int before, int day)
{
    for (int i = 0; i < before; i++)
        if (order->value[i] == day)
            return true;
    return false;
}

Refusal days_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Wb95 *data = data_of(scenario);
    (void)view;
    for (int i = 0; i < order->count; i++) {
        if (order->value[i] < 1 || order->value[i] > data->turns)
            return refuse(data->special.rule[FEATURE_AIR_DAYS], "wb95.turn-not-game", order->value[i], data->turns);
        if (day_taken(order, i, order->value[i]))
            return refuse(data->special.rule[FEATURE_AIR_DAYS], "wb95.turn-picked-twice-each-allotment",
                          order->value[i]);
    }
    return LEGAL;
}

void days_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)view;
    out->complete = prefix->count == 3;
    for (int day = 1; day <= data_of(scenario)->turns && !out->complete; day++)
        if (!day_taken(prefix, prefix->count, day))
            choose(out, 0, day);
}

void days_apply(Play *play, const Order *order)
{
    for (int i = 0; i < 3; i++)
        play->state->air_days[i] = (uint8_t)order->value[i];
    tell(play->events, EVENT_STATE, 0,
         sentence(play->data->special.rule[FEATURE_AIR_DAYS], "wb95.air-turns", question(&play->state->head)->side,
                  order->value[0], order->value[1], order->value[2]));
    answered(play->state);
}

Sentence days_prompt(const Scenario *scenario, const State *view)
{
    const Special *special = &data_of(scenario)->special;
    return sentence(special->rule[FEATURE_AIR_DAYS], "wb95.picks-turns-air-sp", question(&view->head)->side,
                    special->air_allotment[0], special->air_allotment[1], special->air_allotment[2]);
}

/* ---- nysa.1-7: pontoons (R52) ---------------------------------------------------------------- */

enum { PONTOONS_ASKED = 31 };

static bool army_has_pontoon(const Wb95 *data, const State *view, int army)
{
    return army && data->special.pontoon_armies >> army & 1 && !(view->pontoon_used >> army & 1);
}

/* The far bank: free of enemies, and an enemy zone on it answered by a friendly unit standing there. */
static bool bank_is_free(const Scenario *scenario, const State *view, int side, Hex far)
{
    const Wb95 *data = data_of(scenario);
    if (enemy_at(data, view, side, far))
        return false;
    return !enemy_zoc(data, view, side, far) || friend_at(view, side, far);
}

static bool pontoon_possible(const Scenario *scenario, const State *view, Piece piece, Hex near, int edge)
{
    const Map *map = scenario->map;
    Hex far = map->next[near][edge];
    uint16_t site = far == NO_HEX ? 0xFFFF : data_of(scenario)->site[near][edge];
    return far != NO_HEX && map->edge[near][edge] & BIG_RIVER && site != 0xFFFF &&
           !(view->site[site] & (SITE_STANDING | SITE_TRIED)) &&
           bank_is_free(scenario, view, view->unit[piece].side, far);
}

static bool is_pontonier(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    return unit->place == ON_MAP && unit->side == view->phasing &&
           army_has_pontoon(data, view, data->kind[unit->kind].army);
}

static bool can_lay(const Scenario *scenario, const State *view, Piece piece)
{
    if (!is_pontonier(scenario, view, piece))
        return false;
    for (int edge = 0; edge < EDGES; edge++)
        if (pontoon_possible(scenario, view, piece, view->unit[piece].hex, edge))
            return true;
    return false;
}

bool feature_after_combat(Play *play)
{
    State *state = play->state;
    if (!play->data->feature[FEATURE_PONTOONS] || state->pontoon_used >> PONTOONS_ASKED & 1)
        return false;
    state->pontoon_used |= 1u << PONTOONS_ASKED;
    for (int site = 0; site < play->data->sites; site++)
        state->site[site] &= (uint8_t)~SITE_TRIED;
    ask(state, ASK_PONTOON, state->phasing);
    return true;
}

/* The edge of the unit's hex that is this hexside, or EDGES. */
static int edge_of(const Map *map, Hex hex, Hexside hexside)
{
    Hex near = hexside_hex(hexside), far = map->next[near][hexside_edge(hexside)];
    if (near == hex)
        return hexside_edge(hexside);
    return far == hex ? edge_opposite(hexside_edge(hexside)) : EDGES;
}

Refusal pontoon_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Wb95 *data = data_of(scenario);
    int rule = data->special.rule[FEATURE_PONTOONS];
    Piece piece = order_value(order, 0, NO_PIECE);
    Hexside hexside = order_value(order, 1, NO_HEXSIDE);
    const Unit *unit = &view->unit[piece];
    if (unit->place != ON_MAP || unit->side != view->phasing)
        return refuse(rule, "wb95.not-your-units-map", piece);
    int army = data->kind[unit->kind].army;
    if (!(data->special.pontoon_armies >> army & 1))
        return refuse(rule, "wb95.belongs-no-army-pontoon", piece);
    if (!army_has_pontoon(data, view, army))
        return refuse(rule, "wb95.army-already-laid-only-pontoon", piece);
    int edge = edge_of(scenario->map, unit->hex, hexside);
    if (edge == EDGES || !(scenario->map->edge[unit->hex][edge] & BIG_RIVER))
        return refuse(rule, "wb95.no-big-river-beside", hexside, piece);
    if (!pontoon_possible(scenario, view, piece, unit->hex, edge)) {
        if (bridged(data, view, unit->hex, (Edge)edge))
            return refuse(rule, "wb95.bridge-stands-already", hexside);
        return refuse(rule, "wb95.far-end-not-free-no", hexside);
    }
    return LEGAL;
}

void pontoon_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (int piece = 0; piece < scenario->pieces && !prefix->count; piece++)
        if (can_lay(scenario, view, (Piece)piece))
            choose(out, 0, piece);
    if (prefix->count != 1)
        return;
    Hex hex = view->unit[prefix->value[0]].hex;
    for (int edge = 0; edge < EDGES && is_pontonier(scenario, view, prefix->value[0]); edge++)
        if (pontoon_possible(scenario, view, prefix->value[0], hex, edge))
            choose(out, 1, hexside_of(&scenario->map->grid, hex, (Edge)edge));
}

/* nysa.1-13: from now on a bridge like any other. */
void pontoon_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order_value(order, 0, NO_PIECE);
    Hexside hexside = order_value(order, 1, NO_HEXSIDE);
    const Unit *unit = &state->unit[piece];
    uint16_t site = play->data->site[hexside_hex(hexside)][hexside_edge(hexside)];
    Refusal why = pontoon_check(play->scenario, state, order);
    if (refused(why)) { /* an unseen zone covers the far bank (R105) */
        tell(play->events, EVENT_REVEALED, 0, why.why);
        state->site[site] |= SITE_TRIED;
    } else {
        state->pontoon_used |= 1u << play->data->kind[unit->kind].army;
        set_site(play->scenario, state, site, SITE_STANDING | SITE_PONTOON | (unit->side + 1u) << SITE_OWNER_SHIFT);
        tell(play->events, EVENT_GROUND, 0,
             sentence(play->data->special.rule[FEATURE_PONTOONS], "wb95.army-lays-pontoon", piece, hexside));
    }
}

Sentence pontoon_prompt(const Scenario *scenario, const State *view)
{
    return sentence(data_of(scenario)->special.rule[FEATURE_PONTOONS], "wb95.lay-army-pontoon-end-phase",
                    question(&view->head)->side);
}

/* ---- what every phase leaves behind ---------------------------------------------------------- */

static int release_index(const Special *special, int type)
{
    for (int i = 0; i < 3; i++)
        if (special->release_type[i] == type)
            return i;
    return -1;
}

/* nysa.6-2: each unit of the army counts once, when it first ends a phase over the river (R76). */
static void count_releases(Play *play)
{
    const Special *special = &play->data->special;
    State *state = play->state;
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        const Kind *kind = &play->data->kind[unit->kind];
        if (unit->place != ON_MAP || unit->now & CROSSED || kind->army != special->release_army ||
            !has_bit(special->release_region, unit->hex))
            continue;
        unit->now |= CROSSED;
        if (release_index(special, kind->type) >= 0)
            tell(play->events, EVENT_STATE, (uint8_t) ~(1u << unit->side), /* only its owner knows the unit */
                 sentence(special->rule[FEATURE_RELEASE], "wb95.over-river-unit-type-released", piece));
    }
}

/* Units that crossed count from the next Movement Phase on, whatever happened to them since. */
void feature_movement_begin(Play *play)
{
    const Special *special = &play->data->special;
    State *state = play->state;
    if (!play->data->feature[FEATURE_RELEASE])
        return;
    memset(state->released, 0, sizeof state->released);
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        int index = release_index(special, play->data->kind[piece].type);
        if (state->unit[piece].now & CROSSED && index >= 0)
            state->released[index]++;
    }
}

static void note_lost_hq(Play *play)
{
    State *state = play->state;
    for (int piece = 0; piece < play->scenario->pieces && !state->hq_lost; piece++) {
        const Kind *kind = &play->data->kind[state->unit[piece].kind];
        state->hq_lost = state->unit[piece].place == ELIMINATED && kind->type == HQ &&
                         kind->nation == play->data->special.replacement_lost;
    }
}

void feature_phase_end(Play *play)
{
    play->state->pontoon_used &= ~(1u << PONTOONS_ASKED);
    play->state->german_moved = false;
    if (play->data->feature[FEATURE_RELEASE])
        count_releases(play);
    if (play->data->feature[FEATURE_REPLACEMENT_HQ])
        note_lost_hq(play);
}

/* ---- units that may come, and units that have gone ------------------------------------------- */

Refusal feature_arrival(const Scenario *scenario, const State *view, const Arrival *arrival)
{
    const Wb95 *data = data_of(scenario);
    const Special *special = &data->special;
    if (arrival->feature == FEATURE_RELEASE) {
        int index = release_index(special, data->kind[arrival->piece].type);
        if (index < 0 || view->entered[index] >= view->released[index])
            return refuse(special->rule[FEATURE_RELEASE], "wb95.waits-until-another-unit-type", arrival->piece);
    } else if (arrival->feature == FEATURE_DAILY_REGIMENT) {
        if (view->head.turn < special->regiment_from)
            return refuse(special->rule[FEATURE_DAILY_REGIMENT], "wb95.may-come-turn", arrival->piece,
                          special->regiment_from);
        if (view->regiment_turn == view->head.turn)
            return refuse(special->rule[FEATURE_DAILY_REGIMENT], "wb95.regiment-come-today-waits-another",
                          arrival->piece);
    }
    return LEGAL;
}

bool feature_forces_entry(const Wb95 *data, Piece piece)
{
    return data->special.comes_by[piece] == FEATURE_DAILY_REGIMENT;
}

void feature_let_in(Play *play, Piece piece)
{
    int feature = play->data->special.comes_by[piece];
    State *state = play->state;
    if (feature == FEATURE_NONE || state->unit[piece].now & RELEASED)
        return; /* it comes by date, or was let in before */
    state->unit[piece].now |= RELEASED;
    if (feature == FEATURE_RELEASE)
        state->entered[release_index(&play->data->special, play->data->kind[piece].type)]++;
    else if (feature == FEATURE_DAILY_REGIMENT)
        state->regiment_turn = (uint8_t)state->head.turn;
}

void feature_arrived(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    if (hex != NO_HEX && play->data->base_entered[nation_of(play->data, state, piece)]) {
        set_bit(state->entry_base, play->data->hex_entry[hex]);
        set_controller(state, hex, state->unit[piece].side); /* a base is nothing in the hands of the enemy (R42) */
    }
    feature_let_in(play, piece);
}

bool feature_exited(Play *play, Piece piece, int zone_area)
{
    const Special *special = &play->data->special;
    State *state = play->state;
    const Unit *unit = &state->unit[piece];
    const Kind *kind = &play->data->kind[unit->kind];
    if (!play->data->feature[FEATURE_EXIT_VICTORY] || zone_area != special->exit_zone ||
        unit->side != special->exit_side || !(special->exit_nations >> kind->nation & 1) ||
        !(special->exit_types >> kind->type & 1))
        return false;
    state->exited_cel = (uint8_t)(state->exited_cel + unit->cel);
    tell(play->events, EVENT_SCORE, 0,
         sentence(special->rule[FEATURE_EXIT_VICTORY], "wb95.leaves-good-cel-out", piece, state->exited_cel,
                  special->exit_cel));
    victory_check(play, false);
    return true;
}

/* ---- units that may act, and where to -------------------------------------------------------- */

static unsigned idle_nations(const Wb95 *data, const State *view)
{
    bool idle = data->feature[FEATURE_IDLE_NATION] && view->head.turn == data->special.idle_turn;
    return idle ? data->special.idle_nations : 0;
}

static unsigned late_nations(const Wb95 *data, const State *view)
{
    bool late =
        data->feature[FEATURE_MOVEMENT_ORDER] && view->german_moved && view->head.turn >= data->special.order_from;
    return late ? EVERY_NATION & ~(1u << data->special.second_nation) : 0;
}

unsigned feature_resting(const Wb95 *data, const State *view)
{
    return idle_nations(data, view) | late_nations(data, view);
}

Refusal feature_may_act(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    const Special *special = &data->special;
    unsigned nation = bit_of_nation(data, view, piece);
    if (idle_nations(data, view) & nation)
        return refuse(special->rule[FEATURE_IDLE_NATION], "wb95.takes-no-orders-turn-only", piece, special->idle_turn);
    if (late_nations(data, view) & nation)
        return refuse(special->rule[FEATURE_MOVEMENT_ORDER], "wb95.may-not-move-any-more", piece);
    return LEGAL;
}

void feature_acted(Play *play, Piece piece)
{
    if (play->data->feature[FEATURE_MOVEMENT_ORDER] &&
        nation_of(play->data, play->state, piece) == play->data->special.second_nation)
        play->state->german_moved = true;
}

static unsigned nations_at(const Wb95 *data, const State *view, Hex hex)
{
    unsigned nations = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        nations |= bit_of_nation(data, view, piece);
    return nations;
}

bool feature_apart(const Wb95 *data, const State *view, Piece piece, Hex hex)
{
    unsigned own = bit_of_nation(data, view, piece), mixed = data->special.mixed;
    return data->feature[FEATURE_NO_MIXED_STACKS] && own & mixed && nations_at(data, view, hex) & mixed & ~own;
}

static bool beyond_column(const Map *map, const Wb95 *data, Hex hex)
{
    return hex_column(&map->grid, hex) + map->grid.first_column > data->special.line_column;
}

/* R103: what can be reached from the zones where such units are due without ever crossing the closed line. */
void derive_closed_line(const Map *map, Wb95 *data)
{
    Hex found[WB95_HEXES];
    int count = 0;
    memset(data->this_side, 0, sizeof data->this_side);
    for (int i = 0; i < data->arrivals && data->feature[FEATURE_AMERICAN_LINE]; i++) {
        const Arrival *arrival = &data->arrival[i];
        for (int j = 0; j < arrival->zones && data->special.line_nations >> data->kind[arrival->piece].nation & 1; j++)
            for (int at = data->zone_first[arrival->zone[j]]; at < data->zone_first[arrival->zone[j] + 1]; at++)
                if (!has_bit(data->this_side, data->zone_hex[at])) {
                    set_bit(data->this_side, data->zone_hex[at]);
                    found[count++] = data->zone_hex[at];
                }
    }
    for (int i = 0; i < count; i++)
        for (int edge = 0; edge < EDGES; edge++) {
            Hex next = map->next[found[i]][edge];
            if (next == NO_HEX || map->edge[found[i]][edge] & data->special.line_edges ||
                beyond_column(map, data, next) || has_bit(data->this_side, next))
                continue;
            set_bit(data->this_side, next);
            found[count++] = next;
        }
}

Refusal feature_appears(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    if (!data->feature[FEATURE_AMERICAN_LINE] || !(data->special.line_nations & bit_of_nation(data, view, piece)) ||
        has_bit(data->this_side, hex))
        return LEGAL;
    return refuse(data->special.rule[FEATURE_AMERICAN_LINE], "wb95.may-not-appear-beyond-line", piece, hex);
}

/* nysa.1-11: neither past the column nor over the river. */
static Refusal line_legal(const Scenario *scenario, Piece piece, Hex from, Hex to)
{
    const Special *special = &data_of(scenario)->special;
    const Map *map = scenario->map;
    int rule = special->rule[FEATURE_AMERICAN_LINE];
    if (beyond_column(map, data_of(scenario), to))
        return refuse(rule, "wb95.may-not-go-column-far", piece, to, special->line_column);
    Edge edge = edge_between(&map->grid, from, to);
    if (edge < EDGES && map->edge[from][edge] & special->line_edges)
        return refuse(rule, "wb95.may-not-cross-river", piece, to);
    return LEGAL;
}

unsigned feature_fenced(const Wb95 *data)
{
    return data->feature[FEATURE_AMERICAN_LINE] ? data->special.line_nations : 0u;
}

unsigned feature_bound(const Wb95 *data)
{
    return feature_fenced(data) | (data->feature[FEATURE_PASSAGE] ? data->special.through : 0u);
}

Refusal feature_step(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex to)
{
    const Wb95 *data = data_of(scenario);
    const Special *special = &data->special;
    const Kind *kind = &data->kind[view->unit[piece].kind];
    if (kind->is & GARRISON && !has_bit(data->garrison_area, to))
        return refuse(data->garrison_rule[piece], "wb95.garrison-may-not-leave", piece, to);
    if (data->feature[FEATURE_AMERICAN_LINE] && special->line_nations & bit_of_nation(data, view, piece)) {
        Refusal refusal = line_legal(scenario, piece, from, to);
        if (refused(refusal))
            return refusal;
    }
    if (data->feature[FEATURE_PASSAGE] && view->top[to] != NO_PIECE) {
        unsigned own = bit_of_nation(data, view, piece), there = nations_at(data, view, to);
        if (own & special->through && there & special->passing)
            return refuse(special->rule[FEATURE_PASSAGE], "wb95.may-not-pass-through-americans", piece, to);
    }
    return LEGAL;
}
