/* aims.c — a side's goals, from the scenario's lines of victory (victory.c counts them).
 *
 * A place is worth the same to either side: points that one gains by it the other wants to keep from him. For players
 * that weigh orders each is a *stake*; for people System.aims shows the lines one by one, and their state. */
#include <string.h>

#include "systems/ocs/memo.h"

/* ---- stakes -------------------------------------------------------------------------------------- */

static void add_stake(const Scenario *scenario, Outlook *outlook, Hex hex, int within, int wanted_by, int worth)
{
    if (outlook->stakes == STAKES || hex >= scenario->map->hexes)
        return;
    outlook->stake[outlook->stakes++] = (Stake){hex, (uint8_t)within, (uint8_t)wanted_by, (int16_t)worth};
    if (!within)
        outlook->stake_at[hex] = (int16_t)(outlook->stake_at[hex] + worth);
}

static void add_line(const Scenario *scenario, const Points *line, Outlook *outlook)
{
    int worth = POINT_WORTH * (line->points < 0 ? -line->points : line->points);
    switch (line->what) {
    case POINTS_HOLDS:
    case POINTS_LOST:
    case POINTS_ONCE:
        add_stake(scenario, outlook, line->hex, 0, NO_SIDE, worth);
        return;
    case POINTS_NEAR:
        add_stake(scenario, outlook, line->hex, line->number, line->side, worth);
        return;
    case POINTS_STEPS:
        outlook->step_price[line->of] = (int16_t)(outlook->step_price[line->of] + worth / line->number);
        return;
    case POINTS_MOBILE:
        outlook->step_price[line->of] = (int16_t)(outlook->step_price[line->of] + worth / 2);
        return;
    default: /* divisions have three steps or so */
        outlook->step_price[line->of] = (int16_t)(outlook->step_price[line->of] + worth / 3);
    }
}

void find_stakes(const Scenario *scenario, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->points; i++)
        add_line(scenario, &data->point[i], outlook);
    for (int i = 0; i < data->wins; i++) {
        const Win *win = &data->win[i];
        if (win->holds != NO_HEX)
            add_stake(scenario, outlook, win->holds, 0, NO_SIDE, WIN_WORTH);
        if (win->near != NO_HEX)
            add_stake(scenario, outlook, win->near, win->near_range, win->side, WIN_WORTH);
    }
}

/* If the side loses when every mobile division is broken, one is kept out of harm: the most whole, of such the
 * smallest. */
int division_kept(const Scenario *scenario, const State *view, int side)
{
    enum { WHOLE = 64 };
    const Book *data = data_of(scenario);
    int begun[OCS_PIECES + OCS_FORMATIONS + 1] = {0}, left[OCS_PIECES + OCS_FORMATIONS + 1] = {0}, best = 0, most = 0;
    bool dooms = false;
    for (int i = 0; i < data->suddens; i++)
        dooms |= data->sudden[i].hex == NO_HEX && data->sudden[i].side == enemy_of(side);
    for (int i = 0; dooms && i < data->starts; i++) {
        Piece piece = data->start[i].piece;
        if (data->kind[piece].side != side || !is_mobile_division(scenario, view, piece))
            continue;
        begun[division_of(data, piece)] += data->kind[piece].steps - data->start[i].lost;
        left[division_of(data, piece)] += is_on_map(view, piece) ? view->unit[piece].steps : 0;
    }
    for (int i = 1; dooms && i <= OCS_PIECES + OCS_FORMATIONS; i++) {
        int whole = begun[i] ? WHOLE * WHOLE * left[i] / begun[i] + WHOLE - begun[i] : 0;
        if (whole > most) {
            most = whole;
            best = i;
        }
    }
    return best;
}

int care_for_steps(const Scenario *scenario, const State *view, int side)
{
    enum { CAREFUL = 240 };
    const Book *data = data_of(scenario);
    int care = 0;
    for (int i = 0; i < data->wins; i++) {
        int left = data->win[i].lost_below - view->lost_steps[side];
        if (data->win[i].side == side && left > 0)
            care = CAREFUL / left;
    }
    return care;
}

/* ---- for people ---------------------------------------------------------------------------------- */

static bool holds_now(const State *view, int side, Hex hex) { return has_bit(view->control[side], hex); }

/* The side that has the place is to keep it, the other is to take it, whichever side's points they are. */
static Aim *begin_place(const State *view, int side, int of, Hex hex, int kind, Aims *out)
{
    bool own = side == of, has = holds_now(view, side, hex);
    const char *once = own ? SAID("ocs.hold-when-any-week-ends") : SAID("ocs.keep-ever-enemys-when-week");
    const char *take = own ? SAID("ocs.take-hold") : SAID("ocs.take-enemy");
    const char *words = kind == POINTS_ONCE ? once : has ? SAID("ocs.hold-against-enemy") : take;
    Sentence what = {.words = words, .rule = OCS_2_3_IV, .arg = {(int16_t)hex}};
    Aim *aim = aim_begin(out, has ? AIM_HOLD : AIM_TAKE, side, what);
    if (aim) {
        aim->met = has;
        aim_hex(out, hex);
    }
    return aim;
}

static Aim *begin_near(int side, int of, Hex hex, int range, bool met, Aims *out)
{
    bool own = side == of;
    Aim *aim = aim_begin(out, own ? AIM_TAKE : AIM_HOLD, side,
                         own ? sentence(OCS_2_3_IV, "ocs.unit-within-hex-end", range, hex)
                             : sentence(OCS_2_3_IV, "ocs.no-enemy-unit-within-hex", range, hex));
    if (aim)
        aim->met = met == own;
    if (aim)
        aim_hex(out, hex);
    return aim;
}

static Sentence losses_words(const Points *line)
{
    switch (line->what) {
    case POINTS_STEPS:
        return sentence(OCS_2_3_IV, "ocs.each-steps-loses", line->number, line->of);
    case POINTS_MOBILE:
        return sentence(OCS_2_3_IV, "ocs.each-counter-1-re-mobile", line->of);
    case POINTS_BRIGADES:
        return line->number ? sentence(OCS_2_3_IV, "ocs.each-division-brigade-destroyed", line->of, line->number)
                            : sentence(OCS_2_3_IV, "ocs.each-division-brigade-destroyed-2", line->of);
    default:
        return line->number ? sentence(OCS_2_3_IV, "ocs.each-division-destroyed-beyond", line->of, line->number)
                            : sentence(OCS_2_3_IV, "ocs.each-division-destroyed", line->of);
    }
}

/* Whether the side has points of its own for a place that also brings the enemy some: then it is listed once. */
static bool has_own_line(const Book *data, int side, const Points *line)
{
    for (int i = 0; line->side != side && line->what == POINTS_HOLDS && i < data->points; i++)
        if (data->point[i].side == side && data->point[i].what == POINTS_HOLDS && data->point[i].hex == line->hex)
            return true;
    return false;
}

static void add_points(const Scenario *scenario, const State *view, int side, const Points *line, Aims *out)
{
    int times = times_met(scenario, view, line);
    Aim *aim;
    if (has_own_line(data_of(scenario), side, line))
        return;
    if (line->what <= POINTS_ONCE)
        aim = begin_place(view, side, line->side, line->hex, line->what, out);
    else if (line->what == POINTS_NEAR)
        aim = begin_near(side, line->side, line->hex, line->number, times > 0, out);
    else
        aim = aim_begin(out, line->of == side ? AIM_KEEP : AIM_KILL, side, losses_words(line));
    if (!aim)
        return;
    if (line->what > POINTS_NEAR)
        aim->met = !times == (line->of == side);
    aim->times = (int16_t)times;
    aim->points = (int16_t)(line->side == side ? line->points : -line->points);
    aim->worth = POINT_WORTH * (line->points < 0 ? -line->points : line->points);
}

static bool is_near(const Scenario *scenario, const State *view, int side, Hex hex, int range)
{
    EACH_BIT(at, view->occupied[side], OCS_WORDS)
        if (map_distance(scenario->map, (Hex)at, hex) <= range)
            return true;
    return false;
}

static void add_win(const Scenario *scenario, const State *view, int side, const Win *win, Aims *out)
{
    Aim *aim = NULL;
    if (win->holds != NO_HEX && (aim = begin_place(view, side, win->side, win->holds, POINTS_HOLDS, out)))
        aim->worth = WIN_WORTH;
    if (win->near != NO_HEX && (aim = begin_near(side, win->side, win->near, win->near_range,
                                                 is_near(scenario, view, win->side, win->near, win->near_range), out)))
        aim->worth = WIN_WORTH;
    if (!win->lost_below)
        return;
    bool own = win->side == side, few = view->lost_steps[win->side] < win->lost_below;
    aim = aim_begin(
        out, own ? AIM_KEEP : AIM_KILL, side,
        own ? sentence(OCS_2_3_IV, "ocs.lose-fewer-steps-far", win->lost_below, view->lost_steps[side])
            : sentence(OCS_2_3_IV, "ocs.destroy-steps-far", win->lost_below, win->side, view->lost_steps[win->side]));
    if (!aim)
        return;
    aim->met = few == own;
    aim->worth = WIN_WORTH;
}

static void add_sudden(const State *view, int side, const Sudden *sudden, Aims *out)
{
    bool own = sudden->side == side, places = sudden->hex != NO_HEX;
    Sentence what =
        places ? own ? sentence(OCS_2_3_IV, "ocs.supplied-mobile-divisions-weeks-end", sudden->hex, sudden->other)
                     : sentence(OCS_2_3_IV, "ocs.keep-two-supplied-mobile-divisions", sudden->hex, sudden->other)
        : own ? sentence(OCS_2_3_IV, "ocs.break-every-mobile-division-enemy")
               : sentence(OCS_2_3_IV, "ocs.keep-mobile-division-half-steps");
    Aim *aim = aim_begin(out, places ? own ? AIM_TAKE : AIM_HOLD : own ? AIM_KILL : AIM_KEEP, side, what);
    if (!aim)
        return;
    aim->together = places;
    aim->worth = WIN_WORTH;
    aim->met = places ? holds_now(view, side, sudden->hex) && holds_now(view, side, sudden->other) : !own;
    if (!places)
        return;
    aim_hex(out, sudden->hex);
    aim_hex(out, sudden->other);
}

void ocs_aims(const Scenario *scenario, const Position *position, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    const State *view = state_of(position);
    if (side < 0 || side >= PLAYERS)
        return;
    for (int i = 0; i < data->wins; i++)
        add_win(scenario, view, side, &data->win[i], out);
    for (int i = 0; i < data->points; i++)
        add_points(scenario, view, side, &data->point[i], out);
    for (int i = 0; i < data->suddens; i++)
        add_sudden(view, side, &data->sudden[i], out);
}

/* ---- the scale ----------------------------------------------------------------------------------- */

static Sentence verdict_of(int winner, bool graded, bool decisive)
{
    return winner == NO_SIDE ? sentence(OCS_2_3_IV, "ocs.draw")
           : !graded         ? sentence(OCS_2_3_IV, "ocs.wins", winner)
           : decisive        ? sentence(OCS_2_3_IV, "ocs.decisive-victory", winner)
                             : sentence(OCS_2_3_IV, "ocs.marginal-victory", winner);
}

static void scale_points(const Book *data, const Score *score, Scale *out)
{
    out->points = true;
    if (data->grades) {
        out->side = data->graded;
        out->now = score->points[data->graded];
        out->counted = sentence(OCS_2_3_IV, "ocs.scale-points", data->graded);
        for (int i = data->grades - 1; i >= 0; i--) /* the file has the best first */
            scale_band(out, data->grade[i].least, data->grade[i].winner,
                       verdict_of(data->grade[i].winner, true, data->grade[i].decisive));
    } else {
        out->side = 0;
        out->now = score->points[0] - score->points[1];
        out->counted = sentence(OCS_2_3_IV, "ocs.scale-margin", 0, 1);
        scale_band(out, INT16_MIN, 1, verdict_of(1, false, false));
        if (data->margin > 0)
            scale_band(out, 1 - data->margin, NO_SIDE, verdict_of(NO_SIDE, false, false));
        scale_band(out, data->margin, 0, verdict_of(0, false, false));
    }
    scale_read(out);
}

static Sentence win_words(const State *view, const Win *win)
{
    if (win->holds != NO_HEX)
        return sentence(OCS_2_3_IV, "ocs.scale-holds", win->side, win->holds);
    if (win->lost_below)
        return sentence(OCS_2_3_IV, "ocs.scale-near-steps", win->side, win->near_range, win->near, win->lost_below,
                        view->lost_steps[win->side]);
    return sentence(OCS_2_3_IV, "ocs.scale-near", win->side, win->near_range, win->near);
}

static void scale_wins(const Scenario *scenario, const State *view, const Score *score, Scale *out)
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->wins; i++)
        scale_line(out, data->win[i].side, win_holds(scenario, view, &data->win[i]), win_words(view, &data->win[i]));
    scale_line(out, NO_SIDE, score->winner == NO_SIDE, sentence(OCS_2_3_IV, "ocs.scale-else-draw"));
    out->winner = score->winner;
    out->verdict = verdict_of(score->winner, false, false);
}

void ocs_scale(const Scenario *scenario, const Position *position, Scale *out)
{
    const Book *data = data_of(scenario);
    const State *view = state_of(position);
    Score score;
    victory_score(scenario, view, &score);
    out->turn = (uint16_t)data->turns;
    if (data->points)
        scale_points(data, &score, out);
    else
        scale_wins(scenario, view, &score, out);
    for (int i = 0; i < data->suddens; i++) {
        const Sudden *sudden = &data->sudden[i];
        Sentence words = sudden->hex != NO_HEX
                             ? sentence(OCS_2_3_IV, "ocs.scale-sudden-takes", sudden->side, sudden->hex, sudden->other)
                             : sentence(OCS_2_3_IV, "ocs.scale-sudden-breaks", sudden->side);
        scale_line(out, sudden->side, view->head.over && view->sudden && view->head.winner == sudden->side, words)
            ->at_once = true;
    }
    if (view->head.over && view->sudden) {
        out->winner = score.winner;
        out->verdict = score.verdict;
    }
}

static Sentence tally_words(const Points *line)
{
    static const char *const words[] = {
        [POINTS_HOLDS] = SAID("ocs.tally-holds"),         [POINTS_LOST] = SAID("ocs.tally-lost"),
        [POINTS_ONCE] = SAID("ocs.tally-once"),           [POINTS_NEAR] = SAID("ocs.tally-near"),
        [POINTS_STEPS] = SAID("ocs.tally-steps"),         [POINTS_MOBILE] = SAID("ocs.tally-mobile"),
        [POINTS_DIVISIONS] = SAID("ocs.tally-divisions"), [POINTS_BRIGADES] = SAID("ocs.tally-brigades")};
    int about = line->what <= POINTS_NEAR ? line->hex : line->of;
    return (Sentence){.words = words[line->what], .rule = OCS_2_3_IV, .arg = {0, 0, 0, (int16_t)about}};
}

int ocs_tallies(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX])
{
    const Book *data = data_of(scenario);
    for (int i = 0; i < data->points; i++) {
        const Points *line = &data->point[i];
        int points = line->points * times_met(scenario, state_of(position), line);
        out[i] = (PointsLine){line->side, (int16_t)points, tally_words(line)};
    }
    return data->points;
}
