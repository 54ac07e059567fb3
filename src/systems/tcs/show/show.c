/* show.c — what a side asks the table: lines of sight (8), how its battalions bear up (16.1), what it plays for. */
#include "systems/tcs/tcs.h"

const OverlayKind tcs_overlays[] = {
    {"sight",
     SAID("tcs.line-sight"),
     ABOUT_HEX | ABOUT_CUT,
     {{SAID("tcs.seen-sees"), 0x3F7FBF, TINT_DOTTED, false},
      {SAID("tcs.lit-seen-alone"), 0xD08A1E, TINT_LEANING, false},
      {SAID("tcs.sees-not-seen"), 0xB0563F, TINT_UPRIGHT, false}},
     NULL,
     NULL,
     NULL},
    {0},
};

/* Before the first turn the light is not known yet: then only the ground counts. */
static Seeing looking(const Scenario *scenario, const State *state)
{
    Seeing seeing = seeing_of(scenario, state);
    if (!seeing.visibility)
        seeing.visibility = seeing.lit_visibility = INT16_MAX;
    return seeing;
}

bool tcs_overlay(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about, OverlayMarks *out)
{
    enum { BOTH_WAYS = 1, SEEN, SEES };
    const SightGround *ground = data_of(scenario)->sight;
    Seeing seeing = looking(scenario, state_of(view));
    (void)kind;
    if (about->hex >= scenario->map->hexes)
        return false;
    for (Hex hex = 0; hex < scenario->map->hexes; hex++) {
        bool seen = sight_clear(ground, about->hex, hex, &seeing);
        bool sees =
            seeing.lit ? sight_clear(ground, hex, about->hex, &seeing) : seen; /* only light makes them differ */
        out->tint[hex] = (uint8_t)(seen && sees ? BOTH_WAYS : seen ? SEEN : sees ? SEES : 0);
    }
    return true;
}

bool tcs_profile(const Scenario *scenario, const Position *view, Hex from, Hex to, Profile *out)
{
    Seeing seeing = looking(scenario, state_of(view));
    return profile_sight(scenario->map, data_of(scenario)->sight, &seeing, from, to, out);
}

/* The owner of the guns knows what they have left (1.4-1). */
static void panel_of_guns(const Book *data, const State *state, int side, Panels *out)
{
    static const char *const names[PLAYERS] = {"guns-a", "guns-b"};
    bool any = false;
    for (int i = 0; i < data->batteries; i++)
        any |= data->battery[i].side == side;
    if (!any)
        return;
    panel_begin(out, names[side], side, sentence(TCS_17_3A, "tcs.artillery", side));
    for (int i = 0; i < data->stocks; i++)
        if (data->stock[i].side == side)
            panel_row(out, sentence(0, "tcs.mm", WORD_SHELL + data->stock[i].kind, data->stock[i].calibre),
                      sentence(0, "tcs.battery-fire", state->stock[i]));
    for (int i = 0; i < data->batteries; i++)
        if (data->battery[i].side == side)
            panel_row(out, sentence(0, "tcs.mm-2", battery_text(i), data->battery[i].calibre),
                      state->battery[i] & BATTERY_DIRECT    ? sentence(TCS_25_5A_1, "tcs.fires-directly-2")
                      : state->battery[i] & BATTERY_MISSION ? sentence(TCS_17_1A, "tcs.fired-mission")
                                                            : sentence(TCS_17_1A, "tcs.ready"));
}

/* Of the enemy's battalions the range that their losses allow. */
void tcs_panels(const Scenario *scenario, const Position *view, int viewer, Panels *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    plan_panels(scenario, state, viewer, out);
    panel_begin(out, "battalions", NO_SIDE, sentence(TCS_16_1_1, "tcs.battalion-morale"));
    for (int i = 0; i < data->battalions; i++) {
        const Nerve *nerve = &state->nerve[i];
        if (!data->battalion[i].box)
            continue;
        Sentence value =
            nerve->known ? sentence(0, "%n", nerve->morale) : sentence(TCS_1_4_3, "tcs.to-2", nerve->low, nerve->high);
        if (!panel_row(out, sentence(0, "%s: %d", data->battalion[i].side, i), value))
            return;
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (counter_of(scenario, piece)->box == i + 1 && is_on_map(state, piece))
                panel_piece(out, piece);
    }
    panel_begin(out, "losses", NO_SIDE, sentence(TCS_10_0C, "tcs.losses"));
    for (int side = 0; side < PLAYERS; side++)
        panel_row(out, sentence(0, "%s", side),
                  sentence(0, "tcs.step-vehicle", state->lost_steps[side], state->lost_vehicles[side]));
    for (int side = 0; side < PLAYERS; side++)
        if (sides_of(viewer) >> side & 1)
            panel_of_guns(data, state, side, out);
}

enum { WORTH_OF_A_HEX = 800, WORTH_OF_A_POINT = 300 }; /* a step is 100 */

/* Points go to the side that was last alone in a hex. */
static void aim_at_points(const Book *data, const State *state, int side, Aims *out)
{
    for (int i = 0; i < 16 && data->hold[i] != NO_HEX; i++) {
        bool held = state->control[i] == side;
        Aim *aim = aim_begin(out, held ? AIM_HOLD : AIM_TAKE, side, sentence(TCS_6_4, "tcs.last-alone", data->hold[i]));
        if (!aim)
            return;
        aim->points = data->hold_points[i];
        aim->met = held;
        aim->times = held;
        aim->worth = data->hold_points[i] * WORTH_OF_A_POINT;
        aim_hex(out, data->hold[i]);
    }
}

static Sentence aim_words(const Win *win, bool mine)
{
    static const char *const one[2][2] = {{SAID("tcs.not-let-enemy-alone-end"), SAID("tcs.never-let-enemy-alone")},
                                          {SAID("tcs.alone-end"), SAID("tcs.alone-wins-once")}};
    if (win->hexes == 1 && win->vehicles)
        return mine ? sentence(TCS_6_4, "tcs.alone-end-vehicles-left", win->hex[0], win->vehicles)
                    : sentence(TCS_6_4, "tcs.not-let-enemy-alone-end-2", win->hex[0], win->vehicles);
    if (win->hexes == 1)
        return (Sentence){.words = one[mine][win->at_once], .rule = TCS_6_4, .arg = {(int16_t)win->hex[0]}};
    return mine ? sentence(TCS_6_4, "tcs.alone-hexes-end", win->least)
                : sentence(TCS_6_4, "tcs.let-enemy-alone-fewer-hexes", win->least);
}

/* A hex that one side must be alone in is the other's to hold. */
void tcs_aims(const Scenario *scenario, const Position *view, int side, Aims *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    aim_at_points(data, state, side, out);
    for (int i = 0; i < data->wins; i++) {
        const Win *win = &data->win[i];
        bool mine = win->side == side;
        if (!win->hexes || win->winner == NO_SIDE)
            continue;
        Aim *aim = aim_begin(out, mine ? AIM_TAKE : AIM_HOLD, side, aim_words(win, mine));
        if (!aim)
            return;
        aim->worth = WORTH_OF_A_HEX;
        for (int j = 0; j < win->hexes; j++) {
            bool alone = friend_in(state, win->side, win->hex[j]) && !enemy_in(state, win->side, win->hex[j]);
            aim_hex(out, win->hex[j]);
            aim->times = (int16_t)(aim->times + (alone == mine));
        }
        aim->met = mine ? aim->times >= win->least : win->hexes - aim->times < win->least;
    }
}

/* ---- the scale ----------------------------------------------------------------------------------- */

static Sentence verdict_of(const Win *win)
{
    return win->winner == NO_SIDE         ? sentence(TCS_2_2_20, "tcs.draw")
           : win->how == VICTORY_DECISIVE ? sentence(TCS_6_4, "tcs.wins-decisively", win->winner)
           : win->how == VICTORY_MARGINAL ? sentence(TCS_6_4, "tcs.wins-little", win->winner)
                                          : sentence(TCS_2_2_20, "tcs.wins", win->winner);
}

static bool has_condition(const Win *win) { return win->points || win->hexes || win->alone || win->vehicles; }

/* A line that counts on a scale: points, or hexes of several. */
static bool is_band(const Win *win) { return !win->at_once && (win->points || (win->hexes > 1 && !win->vehicles)); }

static int hexes_alone(const State *state, const Win *win)
{
    int alone = 0;
    for (int i = 0; i < win->hexes; i++)
        alone += friend_in(state, win->side, win->hex[i]) && !enemy_in(state, win->side, win->hex[i]);
    return alone;
}

/* The lines that count the same, from the last, which asks for nothing, up. */
static void scale_bands(const Book *data, const State *state, Scale *out)
{
    const Win *first = NULL;
    for (int i = 0; i < data->wins && !first; i++)
        first = is_band(&data->win[i]) ? &data->win[i] : NULL;
    if (!first)
        return;
    out->side = first->side;
    out->points = first->points > 0;
    out->now = first->points ? control_points(data, state, first->side) : hexes_alone(state, first);
    out->counted = first->points ? sentence(TCS_6_4, "tcs.scale-points", first->side)
                                 : sentence(TCS_6_4, "tcs.scale-hexes", first->side, first->hexes);
    for (int i = data->wins - 1; i >= 0; i--) {
        const Win *win = &data->win[i];
        if (is_band(win) || !has_condition(win))
            scale_band(out,
                       !has_condition(win) ? INT16_MIN
                       : win->points       ? win->points
                                           : win->least,
                       win->winner, verdict_of(win));
    }
}

static Sentence line_words(const Scenario *scenario, const State *state, const Win *win)
{
    if (win->alone)
        return sentence(TCS_6_4, "tcs.scale-alone", win->side, enemy_of(win->side));
    if (!has_condition(win))
        return sentence(TCS_6_4, "tcs.scale-else", win->winner);
    if (win->vehicles)
        return sentence(TCS_6_4, "tcs.scale-hex-vehicles", win->side, win->hex[0], win->vehicles,
                        vehicles_left(scenario, state, win->side));
    return sentence(TCS_6_4, win->at_once ? "tcs.scale-hex-once" : "tcs.scale-hex", win->side, win->hex[0]);
}

void tcs_scale(const Scenario *scenario, const Position *view, Scale *out)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(view);
    Score score;
    victory_score(scenario, state, &score);
    out->turn = (uint16_t)data->turns;
    out->points = data->hold[0] != NO_HEX;
    scale_bands(data, state, out);
    for (int i = 0; i < data->wins; i++) {
        const Win *win = &data->win[i];
        if (is_band(win) || (out->bands && !has_condition(win)))
            continue;
        ScaleLine *line = scale_line(out, win->winner, has_condition(win) && win_holds(scenario, state, win),
                                     line_words(scenario, state, win));
        line->at_once = win->at_once;
    }
    if (out->lines && !out->bands) /* what is left when nothing else holds */
        out->line[out->lines - 1].met |= score.winner == out->line[out->lines - 1].winner;
    out->winner = score.winner;
    out->verdict = score.verdict;
}

static PointsLine tally_of(int side, int points, const char *words, int about)
{
    return (PointsLine){(uint8_t)side, (int16_t)points,
                        (Sentence){.words = words, .rule = TCS_6_4, .arg = {0, 0, 0, (int16_t)about}}};
}

/* For the hexes it was the last to be alone in, and for losses if they count. */
int tcs_tallies(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX])
{
    const Book *data = data_of(scenario);
    const State *state = state_of(position);
    int count = 0;
    if (data->hold[0] == NO_HEX)
        return 0;
    for (int side = 0; side < PLAYERS; side++) {
        for (int i = 0; i < 16 && data->hold[i] != NO_HEX; i++)
            out[count++] = tally_of(side, state->control[i] == side ? data->hold_points[i] : 0, SAID("tcs.tally-hold"),
                                    data->hold[i]);
        out[count++] = tally_of(side, points_of_losses(data, state, enemy_of(side)), SAID("tcs.tally-enemy-losses"), 0);
        out[count++] = tally_of(side, -points_of_losses(data, state, side), SAID("tcs.tally-own-losses"), 0);
    }
    return count;
}
