/* prep.c — TCS 6.9 and 6.10: Command Prep: how large a sheet is, how it ripens, and what happens when it implements:
 * the later sheet has the unit (6.10a), a Prepared Defense digs in and may lay mines (6.6a, 6.16a-2, 6.16b), a Hasty
 * Defense does neither (6.6c).
 *
 * Each turn a pending sheet gains 3, 2 or 1 weighted turns by the lot of those it names. Its owner may then roll two
 * dice against the Command Prep Table: the type and the weighted turns give the column, the side's rating and the
 * sheet's size the row. Dice and results are his alone. */
#include <string.h>

#include "systems/tcs/tcs.h"

enum { ROLL_WAYS = 36, QUIET_AWAY = 3, QUIET = 2, FIRED_ON = 1 };

/* ---- 6.9c, 6.9d: size ------------------------------------------------------------------------------------- */

/* every unit of it that the scenario has and that is not dead. */
static bool is_whole(const Scenario *scenario, const State *state, int side, int sheet, int box)
{
    int listed = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (counter_of(scenario, piece)->box != box + 1 || state->unit[piece].standing == DEAD)
            continue;
        if (listing_on(&state->plans[side], piece, sheet) < 0)
            return false;
        listed++;
    }
    return listed > 0;
}

bool has_element(const Scenario *scenario, const State *state, int side, int sheet, int box)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (counter_of(scenario, piece)->box == box + 1 && state->unit[piece].standing != DEAD &&
            listing_on(&state->plans[side], piece, sheet) >= 0)
            return true;
    return false;
}

int elements_on(const Scenario *scenario, const State *state, int side, int sheet)
{
    int count = 0;
    for (int box = 0; box < data_of(scenario)->battalions; box++)
        count += has_element(scenario, state, side, sheet, box); /* 6.9c-2: others have no battalion */
    return count;
}

bool has_staff(const Scenario *scenario, const State *state, int side, int sheet)
{
    for (int box = 0; box < data_of(scenario)->battalions; box++)
        if (data_of(scenario)->battalion[box].side == side && is_whole(scenario, state, side, sheet, box))
            return true;
    return false;
}

/* 6.13c: additions have the staff of the sheet they join. */
int sheet_size(const Scenario *scenario, const State *state, int side, int sheet)
{
    int gaining = state->plans[side].sheet[sheet].gaining;
    int staffed = gaining ? gaining - 1 : sheet;
    return elements_on(scenario, state, side, sheet) - has_staff(scenario, state, side, staffed);
}

/* ---- 6.9f: the table -------------------------------------------------------------------------------------- */

int prep_needed(const Book *data, int type, int rating, int weighted)
{
    int column = -1, row = rating < 0 ? 0 : rating > PREP_ROWS - 1 ? PREP_ROWS - 1 : rating;
    while (column + 1 < PREP_COLUMNS && data->prep_low[type][column + 1] <= weighted)
        column++;
    return column < 0 ? NO_NUMBER : data->prep[row][column];
}

int sheet_needs(const Scenario *scenario, const State *state, int side, int sheet, int more)
{
    const Book *data = data_of(scenario);
    const OpSheet *pending = &state->plans[side].sheet[sheet];
    int size = pending->state == SHEET_DRAFT ? sheet_size(scenario, state, side, sheet) : pending->size;
    return prep_needed(data, sheet_type(pending), data->rating[side] + size, pending->weighted + more);
}

int ways_to_roll(int least)
{
    int ways = 0;
    for (int one = 1; one <= 6; one++)
        for (int two = 1; two <= 6; two++)
            ways += one + two >= least;
    return ways;
}

/* ---- 6.9e: weighted turns --------------------------------------------------------------------------------- */

/* 6.13e-2: a unit still to arrive counts as in a quiet rear. */
int turns_gained(const Scenario *scenario, const State *state, int side, int sheet)
{
    Piece units[TCS_PIECES];
    int count = units_on(scenario, state, side, sheet, -1, units), gained = QUIET_AWAY;
    for (int i = 0; i < count; i++) {
        int own = !is_on_map(state, units[i])                ? QUIET_AWAY
                  : state->unit[units[i]].now & FIRED_UPON   ? FIRED_ON
                  : is_unassigned(scenario, state, units[i]) ? QUIET_AWAY
                                                             : QUIET;
        gained = own < gained ? own : gained;
    }
    return is_night(state) && gained > QUIET ? QUIET : gained; /* 27.1a, R-23 */
}

static void accrue(Play *play, int side, int sheet)
{
    OpSheet *pending = &play->state->plans[side].sheet[sheet];
    int gained = turns_gained(play->scenario, play->state, side, sheet);
    pending->weighted = (uint16_t)(pending->weighted + gained);
    tell_own(play, side, EVENT_NOTE,
             sentence(gained == QUIET_AWAY ? TCS_6_9E_1
                      : gained == QUIET    ? TCS_6_9E_2
                                           : TCS_6_9E_3,
                      "tcs.sheet-weighted-turn-all", pending->number, gained, pending->weighted));
}

void prep_turn_begins(Play *play)
{
    clear_states(play->state, SHOWN_BARE, NO_SIDE); /* from now on it may dig in */
    for (int side = 0; side < PLAYERS; side++) {
        Plans *plans = &play->state->plans[side];
        settle_plans(play, side);
        for (int i = 0; i < TCS_SHEETS; i++) {
            plans->sheet[i].tried = 0;
            for (int group = 0; group < plans->sheet[i].groups; group++)
                plans->sheet[i].group[group].tried = 0;
            if (plans->sheet[i].state == SHEET_PENDING)
                accrue(play, side, i);
        }
    }
}

/* ---- 6.8, 6.13: a sheet is written ------------------------------------------------------------------------ */

/* 6.14a-2: a unit with preliminary instructions leaves the sheet it is under and goes. */
static void gather(Play *play, int side, int sheet)
{
    State *state = play->state;
    Plans *plans = &state->plans[side];
    Piece units[TCS_PIECES];
    for (int group = 0; group < plans->sheet[sheet].groups; group++) {
        const Drawing *drawing = drawing_of(plans, sheet, group, DRAWN_PRELIMINARY, 0, 0);
        int count = drawing ? units_on(play->scenario, state, side, sheet, group, units) : 0;
        for (int i = 0; i < count; i++) {
            for (int other = 0; other < TCS_SHEETS; other++)
                if (plans->sheet[other].state == SHEET_IMPLEMENTED)
                    strike_off(plans, units[i], other);
            send_to(play, units[i], CAMP_GATHERS, drawing->hex[0]);
        }
    }
    camps_arrive(play, side); /* units that need not move */
}

void note_elements(const Scenario *scenario, State *state, int side, int sheet)
{
    OpSheet *written = &state->plans[side].sheet[sheet];
    for (int box = 0; box < data_of(scenario)->battalions; box++)
        written->boxes |= has_element(scenario, state, side, sheet, box) ? 1u << box : 0;
    written->staffed |= has_staff(scenario, state, side, sheet);
}

/* 6.13d, R-27: what the addition brings: one more for each battalion that was never on it, which costs three weighted
 * turns; one less for a staff. */
static void join_pending(Play *play, int side, int from, int into)
{
    State *state = play->state;
    OpSheet *gaining = &state->plans[side].sheet[into];
    note_elements(play->scenario, state, side, from);
    note_elements(play->scenario, state, side, into);
    int new = __builtin_popcount(state->plans[side].sheet[from].boxes & ~gaining->boxes), lost = new *QUIET_AWAY;
    bool staffed = gaining->staffed;
    gather(play, side, from);
    sheet_merge(&state->plans[side], from, into);
    note_elements(play->scenario, state, side, into);
    gaining->weighted = (uint16_t)(gaining->weighted > lost ? gaining->weighted - lost : 0);
    gaining->size = (int8_t)(gaining->size + new - (gaining->staffed && !staffed));
    tell_own(
        play, side, EVENT_NOTE,
        sentence(TCS_6_13D, "tcs.sheet-added-size-weighted-turn", gaining->number, gaining->size, gaining->weighted));
}

void sheet_issued(Play *play, int side)
{
    State *state = play->state;
    Plans *plans = &state->plans[side];
    int sheet = plans->draft - 1;
    OpSheet *written = &plans->sheet[sheet];
    plans->draft = 0;
    if (written->gaining && plans->sheet[written->gaining - 1].state == SHEET_PENDING) {
        join_pending(play, side, sheet, written->gaining - 1);
    } else {
        plans->numbered = written->number;
        written->created = (uint8_t)state->head.turn;
        written->size = (int8_t)sheet_size(play->scenario, state, side, sheet);
        written->state = SHEET_PENDING;
        note_elements(play->scenario, state, side, sheet);
        tell_own(play, side, EVENT_NOTE,
                 sentence(TCS_6_8_2, "tcs.sheet-written-size", written->number, WORD_MISSION + sheet_type(written),
                          written->size));
        if (at_setup(state))
            written->state = SHEET_IMPLEMENTED; /* III.6-1; units that dig in are seen when all are set up */
        else
            gather(play, side, sheet);
    }
    settle_plans(play, side);
    want_camps(play);
}

/* ---- 6.10: it is implemented ------------------------------------------------------------------------------- */

static bool digs_in(const Scenario *scenario, const State *state, Piece piece)
{
    return is_on_map(state, piece) && !is_vehicle(kind_of(scenario, piece)) && !is_riding(state, piece); /* */
}

/* The unit is the sheet's from now on: older ones lose it (6.13a-1), and a Prepared Defense digs it in (6.16). */
static void take_over(Play *play, int side, int sheet, Piece piece)
{
    State *state = play->state;
    Plans *plans = &state->plans[side];
    for (int other = 0; other < TCS_SHEETS; other++)
        if (other != sheet && plans->sheet[other].state == SHEET_IMPLEMENTED)
            strike_off(plans, piece, other);
    plans->stood[piece] = is_on_map(state, piece) ? state->unit[piece].at.hex : NO_HEX;
    note_reached(play->scenario, state, piece);
    const Group *group = group_of(state, piece, NULL);
    if (group && mission_of(group) == MISSION_PREPARED && digs_in(play->scenario, state, piece)) {
        state->unit[piece].now |= DUG_IN;
        tell_own(play, side, EVENT_STATE, sentence(TCS_6_16_1, "tcs.digs", piece)); /* */
    }
}

void sheet_implements(Play *play, int side, int sheet)
{
    State *state = play->state;
    Plans *plans = &state->plans[side];
    OpSheet *now = &plans->sheet[sheet];
    Piece units[TCS_PIECES];
    int count = units_on(play->scenario, state, side, sheet, -1, units), gaining = now->gaining;
    now->state = SHEET_IMPLEMENTED;
    now->implemented = (uint8_t)state->head.turn;
    for (int i = 0; i < now->groups; i++)
        now->group[i].since = (uint8_t)state->head.turn;
    if (gaining) {
        sheet_merge(plans, sheet, gaining - 1); /* */
        sheet = gaining - 1;
    }
    for (int i = 0; i < count; i++)
        take_over(play, side, sheet, units[i]);
    settle_plans(play, side);
}

/* 21.1-2: of a Prepared Defense all platoons on the sheet are parents, whatever the mission of their group. */
static bool lay_mines(Play *play, int side, const Piece *units, int count)
{
    uint64_t who[PIECE_WORDS] = {0};
    for (int i = 0; i < count; i++)
        set_bit(who, units[i]);
    if (play->data->without[PART_MINES])
        return false;
    mines_begin(play, side, who);
    return true;
}

/* ---- implement NUMBER --------------------------------------------------------------------------------------- */

Refusal implement_check(const Scenario *scenario, const State *view, const Order *order)
{
    int side = question(&view->head)->side, number = order_value(order, 0, 0);
    const Plans *plans = &view->plans[side];
    int sheet = sheet_numbered(plans, number);
    if (sheet < 0 || plans->sheet[sheet].state != SHEET_PENDING)
        return refuse(TCS_6_9F_1, "tcs.no-sheet-preparation", number);
    if (plans->sheet[sheet].tried)
        return refuse(TCS_6_9F_1, "tcs.sheet-tried-turn", number);
    if (sheet_needs(scenario, view, side, sheet, 0) == NO_NUMBER)
        return refuse(TCS_6_9F_2, "tcs.sheet-cannot-implemented-weighted", number, plans->sheet[sheet].weighted,
                      data_of(scenario)->rating[side] + plans->sheet[sheet].size);
    return LEGAL;
}

void implement_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 0;
    if (!prefix->count)
        list_sheets(scenario, view, prefix, implement_check, out);
}

void implement_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side, sheet = sheet_numbered(&state->plans[side], order->value[0]);
    int needed = sheet_needs(play->scenario, state, side, sheet, 0);
    int one = dice_roll_hidden(play->dice, 1u << enemy_of(side));
    int roll = one + dice_roll_hidden(play->dice, 1u << enemy_of(side));
    state->plans[side].sheet[sheet].tried = 1;
    tell_own(play, side, EVENT_ROLLED,
             sentence(TCS_6_9F_2, "tcs.sheet-needs-more-rolls", order->value[0], needed, roll));
    tell_fact_to(play->events, EVENT_RESULT, 1u << enemy_of(side),
                 sentence(TCS_6_9F_2, "tcs.sheet", order->value[0], WORD_PREP + (roll >= needed)),
                 fact_result(sentence(0, "%w", WORD_PREP + (roll >= needed))));
    if (roll < needed)
        return;
    Piece units[TCS_PIECES];
    int count = units_on(play->scenario, state, side, sheet, -1, units);
    bool prepared = sheet_type(&state->plans[side].sheet[sheet]) == MISSION_PREPARED;
    sheet_implements(play, side, sheet);
    if (!prepared || !lay_mines(play, side, units, count)) /* else when that is answered */
        want_camps(play);
}

bool implement_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    int side = question(&view->head)->side, sheet = sheet_numbered(&view->plans[side], order->value[0]);
    const OpSheet *pending = &view->plans[side].sheet[sheet];
    int needed = sheet_needs(scenario, view, side, sheet, 0), ways = ways_to_roll(needed);
    memset(out, 0, sizeof *out);
    out->gainer = out->payer = NO_SIDE;
    out->title = sentence(TCS_6_9F_2, "tcs.sheet-weighted-turn-more", pending->number,
                          WORD_MISSION + sheet_type(pending), pending->weighted, needed);
    forecast_modifier(out, sentence(TCS_6_9B, "tcs.command-prep-rating"), data_of(scenario)->rating[side], side);
    forecast_modifier(out, sentence(TCS_6_9C_1, "tcs.size"), pending->size, side);
    out->total = ROLL_WAYS;
    out->outcome[out->outcomes++] =
        (ForecastLine){.label = sentence(0, "%w", WORD_PREP), .rule = TCS_6_9F_2, .weight = (Weight)(ROLL_WAYS - ways)};
    out->outcome[out->outcomes++] =
        (ForecastLine){.label = sentence(0, "%w", WORD_PREP + 1), .rule = TCS_6_10, .weight = (Weight)ways};
    forecast_reduce(out);
    return true;
}

/* How likely it is, in parts of 10000, that the sheet has implemented so many turns from now, if it is tried each turn
 * and gains as much in each as it would now. The first is this turn's, if it was not tried yet. */
void prep_chances(const Scenario *scenario, const State *state, int side, int sheet, int turns, int *out)
{
    const OpSheet *pending = &state->plans[side].sheet[sheet];
    int gained = turns_gained(scenario, state, side, sheet);
    long long left = 1000000000;
    for (int i = 0; i < turns; i++) {
        int needed = sheet_needs(scenario, state, side, sheet, i * gained);
        if (needed != NO_NUMBER && (i || !pending->tried))
            left = left * (ROLL_WAYS - ways_to_roll(needed)) / ROLL_WAYS;
        out[i] = 10000 - (int)(left / 100000);
    }
}

Sentence implement_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_6_9F_1, "tcs.try-implement-op-sheets-say", question(&view->head)->side);
}
