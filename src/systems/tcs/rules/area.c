/* area.c — TCS 11: Area Fire: firepower, column, shifts, the roll and what it costs (11.1). Firers of both kinds add
 * up (11.0-2), Buttoned Up ones at half (16.7b-1), losses do not lessen them (10.0b-1); mines take no shift for
 * terrain (9.3b). Crossfire is for Suppressive Fire from two sides alone (11.2, 13.1i), a line through a corner
 * counted as the firer likes once (11.2a-2). */
#include "systems/tcs/reference.h"
#include "systems/tcs/tcs.h"

/* ---- firepower ------------------------------------------------------------------------------------------- */

/* 9.1e, 10.0b-2: a unit's own halvings add up; losses lower no other unit's. */
int area_firepower(const Scenario *scenario, const State *state, Piece piece)
{
    const Kind *kind = kind_of(scenario, piece);
    const Unit *unit = &state->unit[piece];
    int firepower = kind->firepower * FOURTHS;
    if (unit->spirit != STEADFAST || unit->now & BUTTONED)
        firepower /= 2;
    if (is_mortar(kind) && unit->steps < kind->steps)
        firepower /= 2;
    return firepower;
}

int area_column(const Book *data, int firepower)
{
    int column = -1;
    while (column + 1 < AREA_COLUMNS && firepower >= data->area_low[column + 1])
        column++;
    return column;
}

/* ---- shifts ---------------------------------------------------------------------------------------------- */

/* 11.1a-2, R-34: not P targets, nor units that ride half-tracks. */
static bool is_counted(const Scenario *scenario, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    if (!is_on_map(state, piece) || !is_susceptible(kind_of(scenario, piece)))
        return false;
    return unit->riding != CARRIED || kind_of(scenario, unit->carrier[0])->class != HALF_TRACK;
}

int counted_steps(const Scenario *scenario, const State *state, const Attack *attack)
{
    int steps = 0;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_counted(scenario, state, (Piece)piece))
            steps += state->unit[piece].steps;
    return steps;
}

/* else it can only Button Up. */
bool has_susceptible(const Scenario *scenario, const State *state, const Attack *attack)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && is_susceptible(kind_of(scenario, (Piece)piece)))
            return true;
    return false;
}

static int band_value(const Band *bands, int count, int number)
{
    for (int i = 0; i < count; i++)
        if (number >= bands[i].low && number <= bands[i].high)
            return bands[i].value;
    return 0;
}

static void shift(AreaSheet *sheet, int value, int side, Sentence what)
{
    if (value)
        odds_add(&sheet->shifts, side, value, what);
}

/* 11.1e: of the firer, or a mortar's spotter, that is farthest away. */
static int longest_range(const Scenario *scenario, const State *state, const Attack *attack)
{
    int longest = 0;
    for (int i = 0; i < attack->shots; i++) {
        Piece piece = attack->shot[i].piece;
        if (!fires_area(state, &attack->shot[i]))
            continue;
        Piece looks = kind_of(scenario, piece)->indirect && attack->fire != FIRE_ASSAULT
                          ? spotter_of(scenario, state, attack, piece)
                          : piece;
        int range = looks == NO_PIECE ? 0 : map_distance(scenario->map, state->unit[looks].at.hex, attack->hex);
        longest = range > longest ? range : longest;
    }
    return longest;
}

static void target_shifts(const Scenario *scenario, const State *state, const Attack *attack, AreaSheet *out)
{
    const Book *data = data_of(scenario);
    bool moving = false, dug_in = true;
    int class = class_at(scenario, state, attack->hex, (Fire)attack->fire);
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_counted(scenario, state, (Piece)piece)) {
            moving |= state->unit[piece].mode == MOVE_MODE;
            dug_in &= (state->unit[piece].now & (DUG_IN | MAYBE_DUG_IN)) != 0;
            out->perhaps |= (state->unit[piece].now & MAYBE_DUG_IN) != 0;
        }
    shift(out, data->area_class[class], attack->victim, sentence(TCS_9_3A, "tcs.terrain", WORD_CLASS + class));
    if (moving)
        shift(out, data->area_shift[SHIFT_MOVE_MODE], attack->side, sentence(TCS_11_0_3, "tcs.target-move-mode"));
    if (out->steps && dug_in)
        shift(out, data->area_shift[SHIFT_DUG_IN], attack->victim,
              out->perhaps ? sentence(TCS_6_16_1, "tcs.perhaps-all-dug") : sentence(TCS_6_16_1, "tcs.all-dug"));
    else
        out->perhaps = false;
    if (!is_lit(state, attack->hex))
        shift(out, data->area_shift[SHIFT_NIGHT], attack->victim, sentence(TCS_27_1F, "tcs.night"));
}

bool is_smoked(const Scenario *scenario, const State *state, Hex hex)
{
    return has_bit(state->smoked, hex) || (data_of(scenario)->zones_smoke && has_bit(state->zone, hex));
}

static bool smoke_matters(const Scenario *scenario, const State *state, const Attack *attack)
{
    bool smoked = is_smoked(scenario, state, attack->hex);
    for (int i = 0; i < attack->shots; i++)
        smoked |= fires_area(state, &attack->shot[i]) &&
                  is_smoked(scenario, state, state->unit[attack->shot[i].piece].at.hex);
    return smoked;
}

static void fire_shifts(const Scenario *scenario, const State *state, const Attack *attack, AreaSheet *out)
{
    const Book *data = data_of(scenario);
    out->range = longest_range(scenario, state, attack);
    shift(out, band_value(data->range_band, data->range_bands, out->range), attack->side,
          sentence(TCS_11_1E_1, "tcs.range", out->range));
    if (attack->crossfire)
        shift(out, data->area_shift[SHIFT_CROSSFIRE], attack->side, sentence(TCS_11_2A_1, "tcs.crossfire"));
    if (attack->road)
        shift(out, data->area_shift[SHIFT_ROAD], attack->side, sentence(TCS_20_1D_2, "tcs.mover-road"));
    if (attack->mined)
        shift(out, data->area_shift[SHIFT_MINEFIELD], attack->side, sentence(TCS_21_0D_2, "tcs.mover-minefield"));
    if (smoke_matters(scenario, state, attack))
        shift(out, data->area_shift[SHIFT_SMOKE], attack->victim, sentence(TCS_19_0, "tcs.smoke"));
}

void area_sheet(const Scenario *scenario, const State *state, const Attack *attack, AreaSheet *out)
{
    const Book *data = data_of(scenario);
    memset(out, 0, offsetof(AreaSheet, shifts));
    odds_begin(&out->shifts);
    out->firepower = attack->power;
    out->steps = counted_steps(scenario, state, attack);
    for (int i = 0; i < attack->shots; i++)
        if (fires_area(state, &attack->shot[i]))
            out->firepower += area_firepower(scenario, state, attack->shot[i].piece);
    out->rounded = (out->firepower + FOURTHS / 2) / FOURTHS; /* once, at the end (1.3-2) */
    out->column = area_column(data, out->rounded);
    if (attack->fire != FIRE_MINES) /* 21.0b-2 */
        target_shifts(scenario, state, attack, out);
    shift(out, band_value(data->stack_band, data->stack_bands, out->steps), attack->side,
          sentence(TCS_11_1A_2, "tcs.step-hex", out->steps));
    if (attack->fire < FIRE_ZONE)
        fire_shifts(scenario, state, attack, out);
    int column = out->column + out->shifts.sum;
    out->shifted = out->column < 0 || column < 0 ? AREA_COLUMNS : column < AREA_COLUMNS ? column : AREA_COLUMNS - 1;
}

/* ---- units seen to be Dug In: R-105 ------------------------------------------------------------------------ */

static void show(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    if (!(unit->now & SHOWN_DUG_IN) && !play->data->dug_in_open)
        tell(play->events, EVENT_STATE, 1u << unit->side, sentence(TCS_6_16C, "tcs.seen-dug", piece));
    unit->now = (unit->now & ~(uint32_t)SHOWN_BARE) | SHOWN_DUG_IN;
}

/* The shift shows that all units that count are Dug In. Without it one of them is not: if only one of them can be
 * meant, it is known; if all were thought to be, nothing is known any more. */
static void show_area(Play *play, const Attack *attack)
{
    State *state = play->state;
    int counted = 0, dug_in = 0, shown = 0, open = 0, last = -1;
    bool bare = false;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_counted(play->scenario, state, (Piece)piece)) {
            const Unit *unit = &state->unit[piece];
            counted++;
            dug_in += (unit->now & DUG_IN) != 0;
            shown += (unit->now & SHOWN_DUG_IN) != 0;
            bare |= !may_be_dug_in(play->scenario, state, (Piece)piece) && !(unit->now & SHOWN_DUG_IN);
            if (!(unit->now & SHOWN_DUG_IN)) {
                open++;
                last = piece;
            }
        }
    if (!counted || attack->fire == FIRE_MINES)
        return;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (is_counted(play->scenario, state, (Piece)piece)) {
            if (dug_in == counted)
                show(play, (Piece)piece);
            else if (shown == counted)
                state->unit[piece].now &= ~(uint32_t)SHOWN_DUG_IN;
        }
    if (dug_in < counted && !bare && open == 1)
        state->unit[last].now |= SHOWN_BARE;
}

void show_gun(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    if (unit->now & DUG_IN)
        show(play, piece);
    else
        unit->now = (unit->now & ~(uint32_t)SHOWN_DUG_IN) | SHOWN_BARE;
}

/* ---- the roll -------------------------------------------------------------------------------------------- */

void area_resolve(Play *play, Attack *attack)
{
    AreaSheet sheet;
    area_sheet(play->scenario, play->state, attack, &sheet);
    attack->column = (uint8_t)sheet.shifted;
    attack->result = AREA_NONE;
    attack->taken = attack->due = attack->rest = 0;
    if (sheet.shifted == AREA_COLUMNS) { /* 11.0-4 */
        tell_fact(play->events, EVENT_RESULT, sentence(TCS_11_0_4, "tcs.no-effect-left-table"),
                  fact_result(sentence(0, "%w", WORD_AREA + AREA_NONE)));
        return;
    }
    show_area(play, attack);
    tell_fact(play->events, EVENT_NOTE,
              sentence(TCS_11_0_3, "tcs.firepower-column-shifted", sheet.rounded, attack->hex,
                       column_text(sheet.column), sheet.shifts.sum, column_text(sheet.shifted)),
              fact_column(sentence(0, "%d", column_text(sheet.shifted)), area_cell(sheet.shifted)));
    int tens = dice_roll(play->dice), units = dice_roll(play->dice);
    attack->result = play->data->area[roll_index(tens, units)][sheet.shifted];
    tell_fact(play->events, EVENT_ROLLED, sentence(TCS_1_5, "tcs.rolled", tens, units),
              fact_roll(tens * 10 + units, tens * 10 + units, rolled_cell(BOOK_AREA, tens, units)));
    if (attack->result >= AREA_STEP && !has_susceptible(play->scenario, play->state, attack)) {
        tell_result(play, sentence(TCS_11_1C, "tcs.vehicles-button-up", attack->hex));
        return;
    }
    int steps = attack->result == AREA_STEP;
    if (attack->result >= AREA_D1) {
        int dice = attack->result - AREA_D1 + 1, sum = dice_sum(play->dice, dice);
        steps = (sum + 1) / 2; /* 11.1f-1 */
        tell(play->events, EVENT_ROLLED, 0, sentence(TCS_11_1F_1, "%w: %n", WORD_AREA + attack->result, sum));
    }
    if (steps)
        tell_result(play, sentence(TCS_11_1F_1, "tcs.step", steps, attack->hex));
    else
        tell_result(play, sentence(TCS_11_0_3, "%w", WORD_AREA + attack->result));
    losses_begin(play, attack, steps);
}

/* ---- effects other than losses of steps ------------------------------------------------------------------ */

/* The units that it struck. Fire strikes a hex, but mines and barrages that wait for units that enter strike them alone
 * (R-82). */
void button_up(Play *play, const Attack *attack, uint16_t rule, Piece spared)
{
    EACH_IN(piece, play->state, attack->hex) {
        Unit *unit = &play->state->unit[piece];
        if (unit->side != attack->victim || !has_bit(attack->who, piece) || unit->now & BUTTONED || piece == spared ||
            !kind_of(play->scenario, piece)->buttons_up)
            continue;
        unit->now |= BUTTONED;
        tell(play->events, EVENT_STATE, 0, sentence(rule, "tcs.buttoned-up", piece));
    }
}

/* 16.1d: every battalion that was in the hex, for the steps that this result took. */
void battalion_additions(Play *play, const Attack *attack)
{
    const Book *data = play->data;
    uint32_t added = 0;
    int addition = band_value(data->addition, data->addition_bands, attack->taken);
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        int box = data->counter[piece].box - 1;
        if (!addition || box < 0 || !data->battalion[box].box || added >> box & 1)
            continue;
        Nerve *nerve = &play->state->nerve[box];
        added |= 1u << box;
        nerve->morale = (uint8_t)(nerve->morale + addition);
        nerve->low = (uint8_t)(nerve->low + addition);
        nerve->high = (uint8_t)(nerve->high + addition);
        tell(play->events, EVENT_STATE, 0, sentence(TCS_11_1F_2, "tcs.battalion-morale-worse", box, addition));
    }
}
