/* victory.c — how a scenario ends.
 *
 * Either its `win` lines in turn, the first that holds decides; or points, and the side with the margin wins. Points of
 * a line are counted once, or for each thing it names. Else a draw. */
#include "systems/ocs/ocs.h"

static bool has_unit_near(const Scenario *scenario, const State *state, int side, Hex hex, int range)
{
    EACH_BIT(at, state->occupied[side], OCS_WORDS)
        if (map_distance(scenario->map, (Hex)at, hex) <= range)
            return true;
    return false;
}

bool win_holds(const Scenario *scenario, const State *state, const Win *win)
{
    return (win->holds == NO_HEX || has_bit(state->control[win->side], win->holds)) &&
           (win->near == NO_HEX || has_unit_near(scenario, state, win->side, win->near, win->near_range)) &&
           (!win->lost_below || state->lost_steps[win->side] < win->lost_below);
}

/* Destroyed, and not rebuilt: divisions, or brigades too (Break-Down Regiments are neither). */
static int dead_units(const Scenario *scenario, const State *state, int side, bool brigades)
{
    const Book *data = data_of(scenario);
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        count += state->unit[piece].side == side && state->unit[piece].standing == DEAD &&
                 (data->kind[piece].size == DIVISION || (brigades && data->kind[piece].size == BRIGADE)) &&
                 !(data->kind[piece].is & BREAKDOWN);
    return count;
}

/* How often a line of points is met. */
int times_met(const Scenario *scenario, const State *state, const Points *line)
{
    int count;
    switch (line->what) {
    case POINTS_HOLDS:
        return has_bit(state->control[line->side], line->hex) &&
               (line->with == NO_HEX || has_bit(state->control[line->side], line->with));
    case POINTS_LOST:
        return !has_bit(state->control[line->side], line->hex);
    case POINTS_ONCE:
        return state->held_once[line->side] >> line->number & 1;
    case POINTS_NEAR:
        return has_unit_near(scenario, state, line->side, line->hex, line->number);
    case POINTS_STEPS:
        return state->lost_steps[line->of] / line->number;
    case POINTS_MOBILE:
        return state->lost_mobile[line->of];
    default:
        count = dead_units(scenario, state, line->of, line->what == POINTS_BRIGADES) - line->number;
        return count > 0 ? count : 0;
    }
}

/* The week ends: a hex held now counts if it was ever held (POINTS_ONCE). */
void note_held(const Scenario *scenario, State *state)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->points; i++) {
        const Points *line = &data->point[i];
        if (line->what == POINTS_ONCE && has_bit(state->control[line->side], line->hex))
            state->held_once[line->side] |= (uint8_t)(1u << line->number);
    }
}

static void score_points(const Scenario *scenario, const State *state, Score *out)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->points; i++)
        out->points[data->point[i].side] += data->point[i].points * times_met(scenario, state, &data->point[i]);
    for (int i = 0; i < data->grades; i++)
        if (out->points[data->graded] >= data->grade[i].least) {
            out->winner = data->grade[i].winner;
            out->verdict = out->winner == NO_SIDE    ? sentence(OCS_2_3_IV, "ocs.draw")
                           : data->grade[i].decisive ? sentence(OCS_2_3_IV, "ocs.decisive-victory", out->winner)
                                                     : sentence(OCS_2_3_IV, "ocs.marginal-victory", out->winner);
            return;
        }
    int ahead = out->points[0] - out->points[1];
    if (ahead >= data->margin || -ahead >= data->margin) {
        out->winner = ahead < 0;
        out->verdict = sentence(OCS_2_3_IV, "ocs.wins", out->winner);
    }
}

/* Without points of the scenario's own each side's are the steps the other has lost: they describe a drawn game. */
void victory_score(const Scenario *scenario, const State *state, Score *out)
{
    const Book *data = data_of(scenario);
    *out = (Score){.over = state->head.over, .winner = NO_SIDE, .verdict = sentence(OCS_2_3_IV, "ocs.draw")};
    if (data->points) {
        score_points(scenario, state, out);
        if (state->head.over && state->sudden) { /* whatever the points are */
            out->winner = state->head.winner;
            out->verdict = sentence(OCS_2_3_IV, "ocs.decisive-victory", out->winner);
        }
        return;
    }
    for (int side = 0; side < PLAYERS; side++)
        out->points[side] = state->lost_steps[enemy_of(side)];
    for (int i = 0; i < data->wins; i++)
        if (win_holds(scenario, state, &data->win[i])) {
            out->winner = data->win[i].side;
            out->verdict = sentence(OCS_2_3_IV, "ocs.wins", out->winner);
            return;
        }
}

/* ---- sudden death ------------------------------------------------------------------------------------------- */

/* A counter of a mobile division that is not starving; its formation + 1, with single-counter divisions behind them. */
static int mobile_in(const Scenario *scenario, const State *state, int side, Hex hex, int other_than)
{
    const Book *data = data_of(scenario);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        int division = division_of(data, piece);
        if (state->unit[piece].side == side && is_mobile_division(scenario, state, piece) &&
            state->unit[piece].level != NO_SUPPLY && division != other_than)
            return division;
    }
    return 0;
}

/* Two mobile divisions of the side, one in each of two hexes. */
static bool both_taken(const Scenario *scenario, const State *state, const Sudden *sudden)
{
    const Book *data = data_of(scenario);
    for (Piece piece = state->top[sudden->hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == sudden->side && is_mobile_division(scenario, state, piece) &&
            state->unit[piece].level != NO_SUPPLY &&
            mobile_in(scenario, state, sudden->side, sudden->other, division_of(data, piece)))
            return true;
    return false;
}

/* Every mobile division of the enemy has lost more than half of the steps it began with. */
static bool all_broken(const Scenario *scenario, const State *state, int enemy)
{
    const Book *data = data_of(scenario);
    int begun[OCS_PIECES + OCS_FORMATIONS + 1] = {0}, left[OCS_PIECES + OCS_FORMATIONS + 1] = {0};
    bool any = false;
    for (int i = 0; i < data->starts; i++) {
        Piece piece = data->start[i].piece;
        if (data->kind[piece].side != enemy || !is_mobile_division(scenario, state, piece))
            continue;
        begun[division_of(data, piece)] += data->kind[piece].steps - data->start[i].lost;
        left[division_of(data, piece)] += state->unit[piece].standing == DEAD ? 0 : state->unit[piece].steps;
        any = true;
    }
    for (int i = 0; i <= OCS_PIECES + OCS_FORMATIONS; i++)
        if (begun[i] && 2 * (begun[i] - left[i]) <= begun[i])
            return false;
    return any;
}

static int sudden_winner(const Scenario *scenario, const State *state)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->suddens; i++) {
        const Sudden *sudden = &data->sudden[i];
        if (sudden->hex != NO_HEX ? both_taken(scenario, state, sudden)
                                  : all_broken(scenario, state, enemy_of(sudden->side)))
            return sudden->side;
    }
    return NO_SIDE;
}

static void end_game(Play *play, int winner, Sentence verdict)
{
    play->state->head.over = 1;
    play->state->head.winner = (uint8_t)winner;
    tell(play->events, EVENT_OVER, 0, verdict);
}

void victory_check(Play *play)
{
    State *state = play->state;
    Score score;
    bool week_ends = !second_edition(play->data) || state->head.turn % 2 == 0;
    if (week_ends)
        note_held(play->scenario, state);
    int sudden = week_ends ? sudden_winner(play->scenario, state) : NO_SIDE;
    if (sudden != NO_SIDE) {
        state->sudden = 1;
        end_game(play, sudden, sentence(OCS_2_3_IV, "ocs.decisive-victory", sudden));
        return;
    }
    if (state->head.turn < play->data->turns)
        return;
    victory_score(play->scenario, state, &score);
    end_game(play, score.winner, score.verdict);
}
