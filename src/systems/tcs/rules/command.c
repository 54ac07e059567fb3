/* command.c — TCS 6.0, 6.2, 6.3, 6.10 and 6.16: what Op Sheets let a unit do.
 *
 * Fire is free (6.2), but for the unassigned, which make no Suppressive Fire (6.3b). Orders bind where units end their
 * own phases, at what pace they like (6.10b): of an attack or a move near its axis, at an objective or where
 * they began; of a defence in its area; unassigned within five hexes of their centre; on the way to a rear hex no
 * farther from it than they were (rear.c). A unit thrown out by the enemy may only come nearer. With the command rules
 * off units are free (6.1-1); under `warn` a breach is written down and no unit is stopped. */
#include <string.h>

#include "systems/tcs/tcs.h"

/* ---- the orders of a unit --------------------------------------------------------------------------------- */

int mission_of(const Group *group) { return group->committed ? group->committed : group->mission; }

const Group *group_of(const State *state, Piece piece, Ordered *out)
{
    const Plans *plans = &state->plans[state->unit[piece].side];
    for (int i = 0; i < LISTED; i++) {
        Listed listed = plans->listed[piece][i];
        if (!listed.sheet || plans->sheet[listed.sheet - 1].state != SHEET_IMPLEMENTED)
            continue;
        const Group *group = &plans->sheet[listed.sheet - 1].group[listed.group];
        if (mission_of(group) == MISSION_RESERVE) /* 6.14b-1 */
            continue;
        if (out)
            *out = (Ordered){listed.sheet - 1, listed.group};
        return group;
    }
    return NULL;
}

bool is_commanded(const Book *data) { return !data->without[PART_COMMAND] && data->command != COMMAND_OFF; }

bool is_unassigned(const Scenario *scenario, const State *state, Piece piece)
{
    return is_commanded(data_of(scenario)) && !group_of(state, piece, NULL);
}

bool touches_enemy(const Scenario *scenario, const State *state, int side, Hex hex)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex next = scenario->map->next[hex][edge];
        if (next != NO_HEX && enemy_in(state, side, next))
            return true;
    }
    return false;
}

/* */
bool in_contact(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    return is_on_map(state, piece) &&
           (unit->now & (UNDER_FIRE | FIRED_UPON) || touches_enemy(scenario, state, unit->side, unit->at.hex));
}

const Camp *camp_of(const State *state, Piece piece)
{
    const Plans *plans = &state->plans[state->unit[piece].side];
    return plans->camp_of[piece] ? &plans->camp[plans->camp_of[piece] - 1] : NULL;
}

/* ---- what is kept ----------------------------------------------------------------------------------------- */

/* `out`: how many hexes it would be outside. */
static Refusal strays(const State *state, Piece piece, int out)
{
    Ordered at;
    const Group *group = group_of(state, piece, &at);
    const Plans *plans = &state->plans[state->unit[piece].side];
    const Camp *camp = camp_of(state, piece);
    if (group && (mission_of(group) == MISSION_ATTACK || mission_of(group) == MISSION_MOVE))
        return refuse(TCS_6_10, "tcs.end-hex-off-axis-sheet", piece, out, plans->sheet[at.sheet].number);
    if (group)
        return refuse(TCS_6_10, "tcs.end-hex-outside-area-sheet", piece, out, plans->sheet[at.sheet].number);
    if (camp->doing == CAMP_RESTS)
        return refuse(TCS_6_3A_1, "tcs.unassigned-stays-within-hexes", piece, LEASH, camp->centre);
    return refuse(rule_of_way(camp), "tcs.way-ends-no-farther-began", piece, camp->centre);
}

static Refusal keeps_orders(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    Ordered at;
    Bounds bounds = bounds_of(scenario, view, piece);
    int turn;
    if (outside(scenario, &bounds, hex) > bounds.most)
        return strays(view, piece, outside(scenario, &bounds, hex));
    if (comes_too_near(scenario, &bounds, hex))
        return refuse(TCS_6_12A_2, "tcs.failing-ends-no-nearer-enemy", piece, bounds.near);
    if (bounds.lines && (turn = held_until(scenario, view, piece, hex)) && group_of(view, piece, &at))
        return refuse(TCS_6_10, "tcs.sheet-not-pass-phase-line",
                      view->plans[view->unit[piece].side].sheet[at.sheet].number, piece, turn);
    return LEGAL;
}

/* A test of one of them, made of it and of all that rides on it: orders bind a unit whatever it rides on. */
typedef Refusal OrdersAllow(const Scenario *scenario, const State *view, Piece piece, Hex hex);

static Refusal with_load(const Scenario *scenario, const State *view, Piece piece, Hex hex, OrdersAllow *allow)
{
    Refusal no = allow(scenario, view, piece, hex);
    EACH_IN(rider, view, view->unit[piece].at.hex)
        if (!refused(no) && is_riding(view, rider) && view->unit[rider].carrier[0] == piece)
            no = allow(scenario, view, rider, hex);
    return no;
}

static bool is_strict(const Book *data) { return is_commanded(data) && data->command == COMMAND_STRICT; }

Refusal orders_let_end(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    return with_load(scenario, view, piece, hex, keeps_orders);
}

Refusal may_end_at(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    return is_strict(data_of(scenario)) ? orders_let_end(scenario, view, piece, hex) : LEGAL;
}

/* 6.12a-1, 6.14a-1, 6.3c-2 */
static uint16_t contact_rule(const Camp *camp) { return camp->doing == CAMP_FAILS ? TCS_6_12A_1 : rule_of_way(camp); }

/* 6.12a-1, 6.14a-1, 6.3c-2: a unit on the way to the rear avoids contact. */
static Refusal avoids_contact(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Camp *camp = camp_of(view, piece);
    if (!is_going_back(view, piece) || !touches_enemy(scenario, view, view->unit[piece].side, hex))
        return LEGAL;
    return refuse(contact_rule(camp), "tcs.way-keeps-away-enemy-lies", piece, camp->centre, hex);
}

Refusal may_enter_hex(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    return is_strict(data_of(scenario)) ? with_load(scenario, view, piece, hex, avoids_contact) : LEGAL;
}

/* 6.2 leaves Assault-style attacks to the player, but they take their units somewhere. */
static Refusal fights_by_orders(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    Ordered at;
    const Group *group = group_of(view, piece, &at);
    const Camp *camp = camp_of(view, piece);
    (void)scenario;
    (void)hex;
    if (group && mission_of(group) == MISSION_MOVE)
        return refuse(TCS_6_6D, "tcs.under-move-orders-sheet-no", piece,
                      view->plans[view->unit[piece].side].sheet[at.sheet].number);
    if (!group && camp && camp->doing != CAMP_RESTS)
        return refuse(contact_rule(camp), "tcs.way-avoids-contact", piece, camp->centre);
    return LEGAL;
}

Refusal may_fight(const Scenario *scenario, const State *view, Piece piece)
{
    return is_strict(data_of(scenario)) ? with_load(scenario, view, piece, NO_HEX, fights_by_orders) : LEGAL;
}

Refusal may_fight_at(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    Refusal no = may_fight(scenario, view, piece);
    return refused(no) ? no : may_end_at(scenario, view, piece, hex);
}

/* Under `warn` an order that would be refused is allowed, and the owner reads at once what the enemy reads when the
 * game is over: on the way, that it goes beside the enemy or into a fight that its orders do not give; when the
 * phase ends, where it is. */
void write_breach(Play *play, Piece piece, Hex hex, Refusal no)
{
    State *state = play->state;
    int side = state->unit[piece].side;
    Plans *plans = &state->plans[side];
    Ordered at;
    tell_own(play, side, EVENT_NOTE, no.why);
    if (plans->breaches < BREACHES)
        plans->breach[plans->breaches++] =
            (Breach){piece, hex, (uint8_t)state->head.turn,
                     (uint8_t)(group_of(state, piece, &at) ? plans->sheet[at.sheet].number : 0)};
}

static void note_breach(Play *play, Piece piece, Hex hex, BreachOf what)
{
    OrdersAllow *allow = what == BY_STOPPING ? keeps_orders : what == BY_ENTERING ? avoids_contact : fights_by_orders;
    Refusal no = allow(play->scenario, play->state, piece, hex);
    if (refused(no))
        write_breach(play, piece, hex, no);
}

/* A unit that rides along breaks its own orders. */
void note_breaches(Play *play, Piece piece, Hex hex, BreachOf what)
{
    State *state = play->state;
    if (!is_commanded(play->data) || play->data->command != COMMAND_WARN || !is_on_map(state, piece))
        return;
    note_breach(play, piece, hex, what);
    EACH_IN(rider, state, state->unit[piece].at.hex)
        if (what != BY_STOPPING && is_riding(state, rider) && state->unit[rider].carrier[0] == piece)
            note_breach(play, rider, hex, what);
}

/* ---- in the course of a turn ------------------------------------------------------------------------------ */

/* The effects of changes to sheets: an assigned unit has no centre, a unit that does not defend a prepared position is
 * not Dug In (6.16e), a sheet without units is over. */
void settle_plans(Play *play, int side)
{
    State *state = play->state;
    Plans *plans = &state->plans[side];
    Piece units[TCS_PIECES];
    for (int i = 0; i < TCS_SHEETS; i++)
        if ((plans->sheet[i].state == SHEET_PENDING || plans->sheet[i].state == SHEET_IMPLEMENTED) &&
            !units_on(play->scenario, state, side, i, -1, units))
            sheet_close(plans, i, state->head.turn);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (state->unit[piece].side != side)
            continue;
        const Group *group = group_of(state, piece, NULL);
        if (!group || mission_of(group) != MISSION_PREPARED)
            state->unit[piece].now &= ~(uint32_t)DUG_IN;
        if (group || state->unit[piece].standing == DEAD)
            plans->camp_of[piece] = 0;
    }
    free_camps(plans);
}

/* of a Move only what happened since it began counts. */
static bool makes_contact(const Scenario *scenario, const State *state, const Group *group, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    uint32_t fire = UNDER_FIRE | (state->head.turn > group->since ? FIRED_UPON : 0);
    return is_on_map(state, piece) && (unit->now & fire || touches_enemy(scenario, state, unit->side, unit->at.hex));
}

/* 6.6d: a Move that has met the enemy by the end of a phase goes to its failure instructions in the next of its own. */
static void move_meets_enemy(Play *play, int side, int sheet, int index)
{
    Group *group = &play->state->plans[side].sheet[sheet].group[index];
    Piece units[TCS_PIECES];
    if (mission_of(group) != MISSION_MOVE || play->state->plans[side].sheet[sheet].state != SHEET_IMPLEMENTED)
        return;
    int count = units_on(play->scenario, play->state, side, sheet, index, units);
    for (int i = 0; i < count && !group->contact; i++)
        group->contact = makes_contact(play->scenario, play->state, group, units[i]);
}

/* A unit thrown out by a retreat is not in breach. */
static void note_strays(Play *play, int side)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_on_map(state, piece) && state->unit[piece].side == side && !(state->unit[piece].now & RETREATED))
            note_breaches(play, piece, state->unit[piece].at.hex, BY_STOPPING);
}

void command_phase_ends(Play *play, int phasing)
{
    if (!is_commanded(play->data))
        return;
    note_strays(play, phasing);
    for (int side = 0; side < PLAYERS; side++)
        for (int sheet = 0; sheet < TCS_SHEETS; sheet++)
            for (int group = 0; group < play->state->plans[side].sheet[sheet].groups; group++)
                move_meets_enemy(play, side, sheet, group);
    propose_success(play, phasing);
}

void command_phase_begins(Play *play, int side)
{
    Plans *plans = &play->state->plans[side];
    note_starts(play->scenario, play->state, side);
    for (int sheet = 0; sheet < TCS_SHEETS && is_commanded(play->data); sheet++)
        for (int group = 0; group < plans->sheet[sheet].groups; group++)
            if (plans->sheet[sheet].state == SHEET_IMPLEMENTED && plans->sheet[sheet].group[group].contact) {
                tell_own(
                    play, side, EVENT_NOTE,
                    sentence(TCS_6_6D, "tcs.sheet-group-met-enemy-failure", plans->sheet[sheet].number, group + 1));
                fail_group(play, side, sheet, group);
            }
}
