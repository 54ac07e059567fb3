/* aims.c — nysa.8 and stars.8 as a player reads them: the goals of his side, and their state.
 *
 * Each row of points that the scenario lists is an aim (victory.c counts them); leaving the map is one for the side
 * that wins by it, and keeping it from that is one for the others. What an aim is worth to a player that weighs orders
 * follows judgement.c: a point is about a step killed. */
#include "systems/wb95/fight.h"

enum { POINT_WORTH = 100, EXIT_WORTH = 5000 };

/* The nations of a set in the words for one, for two, or for more, which are not named. */
static Sentence of_nations(uint16_t rule, unsigned nations, const char *one, const char *two, const char *more)
{
    int first = nations ? __builtin_ctz(nations) : 0;
    unsigned rest = nations & ~(1u << first);
    if (!rest)
        return sentence(rule, one, nation_word(first));
    if (rest & (rest - 1))
        return sentence(rule, more);
    return sentence(rule, two, nation_word(first), nation_word(__builtin_ctz(rest)));
}

static Sentence town_words(const Points *row)
{
    if (row->whole_towns)
        return of_nations(row->rule, row->nations, SAID("wb95.each-town-held-whole-units"),
                          SAID("wb95.each-town-held-whole-units-2"), SAID("wb95.each-town-held-whole"));
    return of_nations(row->rule, row->nations, SAID("wb95.each-town-hex-held-units"),
                      SAID("wb95.each-town-hex-held-units-2"), SAID("wb95.each-town-hex-held"));
}

static Sentence region_words(const Points *row)
{
    if (row->once)
        return of_nations(row->rule, row->nations, SAID("wb95.supplied-unit-region-once"),
                          SAID("wb95.supplied-unit-region-once-2"), SAID("wb95.supplied-unit-region-once-3"));
    return of_nations(row->rule, row->nations, SAID("wb95.each-hex-region-supplied-unit"),
                      SAID("wb95.each-hex-region-supplied-unit-2"), SAID("wb95.each-hex-region-supplied-unit-3"));
}

static Sentence kill_words(const Points *row)
{
    int nation = row->against ? __builtin_ctz(row->against) : 0;
    if (row->killer && row->joined)
        return sentence(row->rule, "wb95.each-counter-changed-sides-side", nation_word(nation));
    if (row->killer && !(row->nations & (row->nations - 1)))
        return sentence(row->rule, "wb95.each-counter-units-destroy", nation_word(nation),
                        nation_word(__builtin_ctz(row->nations)));
    if (row->killer)
        return sentence(row->rule, "wb95.each-counter-side-destroys", nation_word(nation));
    return row->joined ? sentence(row->rule, "wb95.each-counter-destroyed-changed-sides", nation_word(nation))
                       : sentence(row->rule, "wb95.each-counter-destroyed", nation_word(nation));
}

static Sentence column_words(const Points *row)
{
    int nation = row->against ? __builtin_ctz(row->against) : 0;
    return sentence(row->rule,
                    row->east ? "wb95.each-column-easternmost-supplied-unit"
                              : "wb95.each-column-easternmost-supplied-unit-2",
                    nation_word(nation), row->column);
}

static Sentence words_of(const Points *row)
{
    switch (row->kind) {
    case POINTS_TOWN:
        return town_words(row);
    case POINTS_REGION:
        return region_words(row);
    case POINTS_ROAD:
        return of_nations(row->rule, row->nations, SAID("wb95.each-road-off-map-held"),
                          SAID("wb95.each-road-off-map-held-2"), SAID("wb95.each-road-off-map-held-3"));
    case POINTS_KILL:
        return kill_words(row);
    case POINTS_COLUMN:
        return column_words(row);
    case POINTS_EDGE:
        return of_nations(row->rule, row->against, SAID("wb95.no-unit-edge-none-held"),
                          SAID("wb95.no-unit-edge-none-held-2"), SAID("wb95.no-enemy-edge-none-held"));
    case POINTS_PLACE:
        return of_nations(row->rule, row->nations, SAID("wb95.all-place-held-units"),
                          SAID("wb95.all-place-held-units-2"), SAID("wb95.all-place-held"));
    default:
        return of_nations(row->rule, row->nations, SAID("wb95.each-town-hex-units-took"),
                          SAID("wb95.each-town-hex-units-took-2"), SAID("wb95.each-town-hex-taken-back"));
    }
}

static AimKind aim_of(const Points *row)
{
    static const AimKind kinds[] = {
        [POINTS_TOWN] = AIM_HOLD,   [POINTS_REGION] = AIM_TAKE, [POINTS_ROAD] = AIM_CUT,   [POINTS_KILL] = AIM_KILL,
        [POINTS_COLUMN] = AIM_TAKE, [POINTS_EDGE] = AIM_KEEP,   [POINTS_PLACE] = AIM_HOLD, [POINTS_RETAKEN] = AIM_TAKE};
    return kinds[row->kind];
}

/* The hexes that count in a row, if it counts hexes. */
bool aim_covers(const Scenario *scenario, const State *view, const Points *row, Hex hex)
{
    bool town = data_of(scenario)->town[hex] != NO_TOWN;
    switch (row->kind) {
    case POINTS_TOWN:
        return town;
    case POINTS_RETAKEN:
        return town && has_bit(view->fallen, hex);
    case POINTS_ROAD:
        return has_bit(row->bits, hex) && road_off_map(scenario, hex) != NO_ROAD;
    case POINTS_REGION:
    case POINTS_EDGE:
    case POINTS_PLACE:
        return has_bit(row->bits, hex);
    default:
        return false;
    }
}

static void add_points(const Scenario *scenario, const State *view, const Points *row, Aims *out)
{
    Aim *aim = aim_begin(out, aim_of(row), row->side, words_of(row));
    if (!aim)
        return;
    aim->points = row->points;
    aim->times = (int16_t)points_met(scenario, view, row);
    aim->met = aim->times > 0;
    aim->worth = POINT_WORTH * row->points;
    aim->together = row->once || row->kind == POINTS_EDGE || row->kind == POINTS_PLACE;
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (aim_covers(scenario, view, row, (Hex)hex))
            aim_hex(out, (Hex)hex);
}

/* nysa.8-1: enough armour off the map ends the game at once. */
static void add_exit(const Scenario *scenario, const State *view, int side, Aims *out)
{
    const Special *special = &data_of(scenario)->special;
    bool own = special->exit_side == side;
    const char *words = own ? SAID("wb95.cel-armour-leave-map-game") : SAID("wb95.fewer-cel-armour-leave-map");
    Sentence what = sentence(special->rule[FEATURE_EXIT_VICTORY], words, special->exit_cel, view->exited_cel);
    Aim *aim = aim_begin(out, own ? AIM_EXIT : AIM_CUT, side, what);
    if (!aim || special->exit_zone >= scenario->map->areas)
        return;
    aim->met = own == (view->exited_cel >= special->exit_cel);
    aim->worth = EXIT_WORTH;
    aim->together = true;
    const Area *zone = &scenario->map->area_list[special->exit_zone];
    for (int i = 0; i < zone->count; i++)
        aim_hex(out, scenario->map->list[zone->first + i]);
}

void wb95_aims(const Scenario *scenario, const Position *position, int side, Aims *out)
{
    const Wb95 *data = data_of(scenario);
    const State *view = state_of(position);
    if (data->feature[FEATURE_EXIT_VICTORY])
        add_exit(scenario, view, side, out);
    for (int i = 0; i < data->special.rows; i++)
        if (data->special.points[i].side == side)
            add_points(scenario, view, &data->special.points[i], out);
}

/* ---- the scale ----------------------------------------------------------------------------------- */

static void scale_exit(const Wb95 *data, const State *view, Scale *out)
{
    const Special *special = &data->special;
    bool left = view->exited_cel >= special->exit_cel;
    ScaleLine *line = scale_line(out, special->exit_side, left,
                                 sentence(special->rule[FEATURE_EXIT_VICTORY], "wb95.scale-exit", special->exit_side,
                                          special->exit_cel, view->exited_cel));
    line->at_once = true;
    if (!left)
        return;
    out->winner = special->exit_side;
    out->verdict = sentence(0, "wb95.wins", special->exit_side);
}

/* The most points win: what each of the others lacks. */
static void scale_lead(const Scenario *scenario, const Score *score, Scale *out)
{
    int most = 0;
    for (int side = 0; side < scenario->sides; side++)
        most = score->points[side] > most ? score->points[side] : most;
    for (int side = 0; side < scenario->sides; side++)
        if (side != score->winner)
            scale_line(out, side, false, sentence(0, "wb95.scale-behind", side, most - score->points[side] + 1));
    out->winner = score->winner;
    out->verdict = score->winner == NO_SIDE ? sentence(0, "wb95.scale-draw") : sentence(0, "wb95.wins", score->winner);
}

void wb95_scale(const Scenario *scenario, const Position *position, Scale *out)
{
    const Wb95 *data = data_of(scenario);
    const Special *special = &data->special;
    Score score;
    victory_score(scenario, state_of(position), &score);
    out->turn = (uint16_t)scenario->turns;
    out->points = special->rows > 0;
    out->winner = NO_SIDE;
    if (data->victory_grades) {
        out->side = special->scale_first;
        out->now = score.points[special->scale_first] - score.points[special->scale_second];
        out->counted = sentence(special->rule[FEATURE_TOWN_VICTORY], "wb95.scale-counted", special->scale_first,
                                special->scale_second);
        for (int i = 0; i < data->victory_grades; i++)
            scale_band(out, data->victory_low[i], i ? special->scale_first : special->scale_second,
                       sentence(0, "%d", i));
        scale_read(out);
    } else if (data->feature[FEATURE_STARS_VICTORY]) {
        scale_lead(scenario, &score, out);
    }
    if (data->feature[FEATURE_EXIT_VICTORY])
        scale_exit(data, state_of(position), out);
}

static const char *tally_words(const Points *row)
{
    static const char *const words[] = {
        [POINTS_TOWN] = SAID("wb95.tally-town"),     [POINTS_REGION] = SAID("wb95.tally-region"),
        [POINTS_ROAD] = SAID("wb95.tally-road"),     [POINTS_KILL] = SAID("wb95.tally-kill"),
        [POINTS_COLUMN] = SAID("wb95.tally-column"), [POINTS_EDGE] = SAID("wb95.tally-edge"),
        [POINTS_PLACE] = SAID("wb95.tally-place"),   [POINTS_RETAKEN] = SAID("wb95.tally-retaken")};
    return words[row->kind];
}

int wb95_tallies(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX])
{
    const Special *special = &data_of(scenario)->special;
    int times[WB95_POINTS];
    all_points_met(scenario, state_of(position), times);
    for (int i = 0; i < special->rows; i++) {
        const Points *row = &special->points[i];
        int nation = row->kind == POINTS_KILL && row->against ? __builtin_ctz(row->against) : 0;
        Sentence words = {.words = tally_words(row), .rule = row->rule, .arg = {0, 0, 0, (int16_t)nation_word(nation)}};
        out[i] = (PointsLine){row->side, (int16_t)(row->points * times[i]), words};
    }
    return special->rows;
}
