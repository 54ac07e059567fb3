/* victory.c — nysa.8 and stars.8: the winner, and by how much he wins.
 *
 * A scenario lists its ways to score (Special.points); each is counted from the position as it is, so the same function
 * gives the score during play and decides at the end. Nysa ends at once when enough armour has left for Berlin (8-1,
 * R88), else the difference of town hexes is read on a scale (8-2, 8-3, R68, R74). In Two Stars the most points win;
 * one player with two nations halves his sum (8-1).
 *
 * A unit is supplied if its last Supply Phase found a line for it (10.1.2), or if it has never lacked one. A counter
 * counts as killed when it was eliminated in play, by whatever cause, and for every side that scores for its nation;
 * where the scenario says so, only for the nation that killed it (R90). Points for columns run to the map's western
 * edge when no unit is left to count to. A town hex is retaken when the Soviets have held it and the nation holds it at
 * the end. */
#include <stdio.h>
#include <string.h>

#include "core/room.h"
#include "systems/wb95/load/load.h"

static bool in_supply(const Unit *unit) { return !unit->oos || unit->now & SUPPLIED; }

/* What all rows need of all counters, found in one pass: the dead by nation, by whether they had changed camp and by
 * the nation that killed them, and the easternmost column of each nation, of all and of those in supply. */
typedef struct Tally {
    bool done; /* when a row first asked */
    uint16_t dead[NATIONS][2][NOBODY + 1];
    int16_t east[NATIONS][2];
} Tally;

static const Tally *tally(const Scenario *scenario, const State *state, Tally *out)
{
    if (out->done)
        return out;
    const Wb95 *data = data_of(scenario);
    const Grid *grid = &scenario->map->grid;
    memset(out, 0, sizeof *out);
    out->done = true;
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &state->unit[piece];
        if (unit->place == ELIMINATED) {
            int by = unit->zone < NOBODY ? unit->zone : NOBODY;
            out->dead[data->kind[piece].nation][(unit->now & DEFECTED) != 0][by]++;
        } else if (unit->place == ON_MAP) {
            int16_t *east = out->east[nation_of(data, state, (Piece)piece)];
            int16_t column = (int16_t)(hex_column(grid, unit->hex) + grid->first_column);
            east[0] = column > east[0] ? column : east[0];
            if (in_supply(unit))
                east[1] = column > east[1] ? column : east[1];
        }
    }
    return out;
}

static int towns_held(const Scenario *scenario, const State *state, const Points *points)
{
    const Wb95 *data = data_of(scenario);
    const Map *map = scenario->map;
    int count = 0;
    for (int i = 0; i < map->places; i++) {
        int held = 0;
        for (int j = 0; j < map->place_list[i].count; j++)
            held += held_by(data, state, map->list[map->place_list[i].first + j], points->nations);
        count += points->whole_towns ? held == map->place_list[i].count : held;
    }
    return count;
}

/* Whether a counter that counts is there; `nations` of which. */
static bool somebody_at(const Wb95 *data, const State *state, const Points *points, Hex hex, unsigned nations)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        if (nations >> nation_of(data, state, piece) & 1 && (!points->supplied || in_supply(&state->unit[piece])))
            return true;
    return false;
}

static int region_hexes(const Scenario *scenario, const State *state, const Points *points)
{
    int count = 0;
    EACH_BIT(hex, points->bits, WB95_HEXES / 64) {
        count += somebody_at(data_of(scenario), state, points, (Hex)hex, points->nations);
    }
    return points->once && count ? 1 : count;
}

/* stars.8-3: a line of supply of any of these nations must reach the hex where the road leaves, each nation under its
 * own limits (R112). */
static int roads_held(const Scenario *scenario, const State *state, const Points *points)
{
    ROOM(Lines, lines);
    ROOM(Sought, sought);
    Hex held[WB95_SLOTS];
    int count = 0, cut;
    EACH_BIT(hex, points->bits, WB95_HEXES / 64) {
        if (count < WB95_SLOTS && held_by(data_of(scenario), state, (Hex)hex, points->nations) &&
            road_off_map(scenario, (Hex)hex) != NO_ROAD)
            held[count++] = (Hex)hex;
    }
    cut = points->supplied ? count : 0;
    for (unsigned nations = points->nations; cut && nations; nations &= nations - 1) {
        int left = 0;
        sought->count = cut;
        memcpy(sought->hex, held, (size_t)cut * sizeof *held);
        supply_lines(scenario, state, points->side, __builtin_ctz(nations), lines, sought);
        for (int i = 0; i < cut; i++)
            if (!line_reaches(lines, held[i]))
                held[left++] = held[i];
        cut = left;
    }
    return count - cut;
}

static int kills(const Tally *tally, const Points *points)
{
    int count = 0;
    for (int nation = 0; nation < NATIONS; nation++)
        for (int by = 0; by <= NOBODY && points->against >> nation & 1; by++)
            if (!points->killer || (by < NOBODY && points->nations >> by & 1))
                count += tally->dead[nation][points->joined][by];
    return count;
}

static int columns(const Scenario *scenario, const Tally *tally, const Points *points)
{
    int east = scenario->map->grid.first_column;
    for (int nation = 0; nation < NATIONS; nation++)
        if (points->against >> nation & 1 && tally->east[nation][points->supplied] > east)
            east = tally->east[nation][points->supplied];
    int difference = points->east ? east - points->column : points->column - east;
    return difference > 0 ? difference : 0;
}

static bool edge_kept(const Scenario *scenario, const State *state, const Points *points)
{
    static const Points anybody;
    EACH_BIT(hex, points->bits, WB95_HEXES / 64) {
        if (somebody_at(data_of(scenario), state, &anybody, (Hex)hex, points->against) ||
            held_by(data_of(scenario), state, (Hex)hex, points->against))
            return false;
    }
    return true;
}

static bool place_kept(const Scenario *scenario, const State *state, const Points *points)
{
    EACH_BIT(hex, points->bits, WB95_HEXES / 64) {
        if (!held_by(data_of(scenario), state, (Hex)hex, points->nations))
            return false;
    }
    return true;
}

static int retaken(const Scenario *scenario, const State *state, const Points *points)
{
    int count = 0;
    EACH_BIT(hex, state->fallen, WB95_HEXES / 64) {
        count +=
            data_of(scenario)->town[hex] != NO_TOWN && held_by(data_of(scenario), state, (Hex)hex, points->nations);
    }
    return count;
}

static int met(const Scenario *scenario, const State *state, Tally *all, const Points *points)
{
    switch (points->kind) {
    case POINTS_TOWN:
        return towns_held(scenario, state, points);
    case POINTS_REGION:
        return region_hexes(scenario, state, points);
    case POINTS_ROAD:
        return roads_held(scenario, state, points);
    case POINTS_KILL:
        return kills(tally(scenario, state, all), points);
    case POINTS_COLUMN:
        return columns(scenario, tally(scenario, state, all), points);
    case POINTS_EDGE:
        return edge_kept(scenario, state, points);
    case POINTS_PLACE:
        return place_kept(scenario, state, points);
    default:
        return retaken(scenario, state, points);
    }
}

int points_met(const Scenario *scenario, const State *state, const Points *points)
{
    Tally all;
    all.done = false;
    return met(scenario, state, &all, points);
}

/* The count that this thread made last, and of what: a position that is told is counted for its score, and again for
 * the scale. */
typedef struct Counted {
    unsigned scenario, derivations;
    int times[WB95_POINTS];
    State state;
} Counted;

void all_points_met(const Scenario *scenario, const State *state, int times[WB95_POINTS])
{
    ROOM(Counted, last);
    const Special *special = &data_of(scenario)->special;
    uint32_t derivations = data_of(scenario)->derivations;
    Tally all;
    if (last->scenario != scenario->serial || last->derivations != derivations ||
        memcmp(&last->state, state, sizeof *state) != 0) {
        all.done = false;
        last->scenario = 0; /* until all are counted */
        for (int i = 0; i < special->rows; i++)
            last->times[i] = met(scenario, state, &all, &special->points[i]);
        last->derivations = derivations;
        last->state = *state;
        last->scenario = scenario->serial;
    }
    memcpy(times, last->times, (size_t)special->rows * sizeof *times);
}

bool score_counts_standing(const Scenario *scenario)
{
    const Special *special = &data_of(scenario)->special;
    for (int i = 0; i < special->rows; i++) {
        const Points *row = &special->points[i];
        if (row->kind == POINTS_REGION || row->kind == POINTS_COLUMN || row->kind == POINTS_EDGE || row->supplied)
            return true;
    }
    return false;
}

static int grade_of(const Wb95 *data, int difference)
{
    int grade = 0;
    while (grade + 1 < data->victory_grades && difference >= data->victory_low[grade + 1])
        grade++;
    return grade;
}

static void count_points(const Scenario *scenario, const State *state, int32_t points[SIDES])
{
    const Special *special = &data_of(scenario)->special;
    int times[WB95_POINTS];
    all_points_met(scenario, state, times);
    memset(points, 0, SIDES * sizeof *points);
    for (int i = 0; i < special->rows; i++)
        points[special->points[i].side] += special->points[i].points * times[i];
    for (int side = 0; side < SIDES; side++)
        if (special->halved >> side & 1)
            points[side] /= 2;
}

static bool has_left(const Wb95 *data, const State *state)
{
    return data->feature[FEATURE_EXIT_VICTORY] && state->exited_cel >= data->special.exit_cel;
}

static uint8_t leader(const Scenario *scenario, const int32_t points[SIDES])
{
    uint8_t best = 0;
    bool tied = false;
    for (int side = 1; side < scenario->sides; side++) {
        tied = points[side] > points[best] ? false : tied || points[side] == points[best];
        if (points[side] > points[best])
            best = (uint8_t)side;
    }
    return tied ? NO_SIDE : best;
}

void victory_score(const Scenario *scenario, const State *state, Score *out)
{
    const Wb95 *data = data_of(scenario);
    memset(out, 0, sizeof *out);
    out->over = state->head.over;
    out->winner = NO_SIDE;
    count_points(scenario, state, out->points);
    if (has_left(data, state)) {
        out->winner = data->special.exit_side;
        out->verdict = sentence(0, "wb95.victory-cel-left-berlin", out->winner, state->exited_cel);
    } else if (data->victory_grades) {
        int difference = out->points[data->special.scale_first] - out->points[data->special.scale_second];
        int grade = grade_of(data, difference);
        out->winner = grade ? data->special.scale_first : data->special.scale_second;
        out->verdict = sentence(0, "wb95.difference-2", grade, difference);
    } else if (data->feature[FEATURE_STARS_VICTORY]) {
        out->winner = leader(scenario, out->points);
        out->verdict =
            out->winner == NO_SIDE ? sentence(0, "wb95.nobody-ahead") : sentence(0, "wb95.most-points", out->winner);
    }
}

static void tell_points(Play *play)
{
    const Special *special = &play->data->special;
    for (int i = 0; i < special->rows; i++) {
        const Points *row = &special->points[i];
        int count = points_met(play->scenario, play->state, row);
        if (count)
            tell(play->events, EVENT_SCORE, 0,
                 sentence(row->rule, "wb95.scores-point", row->side, count * row->points));
    }
}

void victory_check(Play *play, bool end_of_game)
{
    State *state = play->state;
    const Special *special = &play->data->special;
    bool left = has_left(play->data, state);
    if (state->head.over || (!left && !end_of_game))
        return;
    Score score;
    victory_score(play->scenario, state, &score);
    state->head.over = true;
    state->head.winner = score.winner;
    if (left) {
        tell(play->events, EVENT_OVER, 0,
             sentence(special->rule[FEATURE_EXIT_VICTORY], "wb95.wins-cel-armour-left-map", special->exit_side,
                      state->exited_cel));
        return;
    }
    tell_points(play);
    for (int side = 0; side < play->scenario->sides; side++)
        tell(play->events, EVENT_SCORE, 0,
             sentence(special->rule[FEATURE_STARS_VICTORY], "wb95.point", side, score.points[side]));
    if (play->data->victory_grades)
        tell(play->events, EVENT_OVER, 0,
             sentence(special->rule[FEATURE_TOWN_VICTORY], "%d",
                      grade_of(play->data, score.points[special->scale_first] - score.points[special->scale_second])));
    else if (score.winner == NO_SIDE)
        tell(play->events, EVENT_OVER, 0, sentence(special->rule[FEATURE_STARS_VICTORY], "wb95.nobody-wins"));
    else
        tell(play->events, EVENT_OVER, 0, sentence(special->rule[FEATURE_STARS_VICTORY], "wb95.wins", score.winner));
}
