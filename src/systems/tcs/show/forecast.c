/* forecast.c — the exact odds of a fire before the dice: 11, 12, 15, 16.
 *
 * Of Area Fire the outcomes are what the table takes; the measures, what the check after it makes of the stack. For
 * these each side's share of the losses falls where that side would put it. The enemy's Battalion Morale is
 * known within bounds only, and perhaps not whether he is Dug In: the first weighing takes the least
 * Morale and has him Dug In, the second takes the most and has him not. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"
#include "systems/tcs/reference.h"

enum { DICE_WAYS = 6 * 6 * 6, LOSSES = 10 }; /* no result takes more than nine steps */

/* In how many of the ways of three dice each number of steps is taken. */
static void steps_of(int result, int ways[LOSSES])
{
    int dice = result >= AREA_D1 ? result - AREA_D1 + 1 : 0;
    for (int i = 0; i < LOSSES; i++)
        ways[i] = 0;
    if (!dice) {
        ways[result == AREA_STEP] = DICE_WAYS;
        return;
    }
    for (int way = 0; way < DICE_WAYS; way++) {
        int sum = way % 6 + 1 + (dice > 1 ? way / 6 % 6 + 1 : 0) + (dice > 2 ? way / 36 + 1 : 0);
        ways[(sum + 1) / 2]++;
    }
}

/* The copy of the position that losses are tried on; only the units of the attack differ, and are put back. */
static State *trial_of(const State *view)
{
    ROOM(State, trial);
    memcpy(trial, view, sizeof *trial);
    return trial;
}

static void put_back(const State *view, State *trial, const Attack *attack)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        trial->unit[piece] = view->unit[piece];
}

/* ---- where losses fall: R-117 ------------------------------------------------------------------------------ */

/* Steps that ride on it and die with it. */
static int load_on(const State *state, const Attack *attack, Piece carrier)
{
    int steps = 0;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        for (int i = 0; is_riding(state, (Piece)piece) && i < CARRIERS; i++)
            steps += state->unit[piece].carrier[i] == carrier ? state->unit[piece].share[i] : 0;
    return steps;
}

static void dies(State *state, const Attack *attack, Piece piece)
{
    state->unit[piece].steps = 0;
    state->unit[piece].standing = DEAD;
    EACH_BIT(rider, attack->who, PIECE_WORDS)
        for (int i = 0; is_riding(state, (Piece)rider) && i < CARRIERS; i++) {
            Unit *unit = &state->unit[rider];
            if (unit->carrier[i] != piece || !unit->steps)
                continue;
            unit->ridden_off = (uint8_t)(unit->ridden_off + unit->share[i]);
            unit->steps = (uint8_t)(unit->steps - unit->share[i]);
            unit->share[i] = 0;
            if (!unit->steps)
                unit->standing = DEAD;
        }
}

/* What a step of it destroys, with what dies with it. */
static int destroys(const State *state, const Attack *attack, Piece piece)
{
    return 1 + (state->unit[piece].steps == 1 ? load_on(state, attack, piece) : 0);
}

/* The unit that loses the next step: of the first the largest, of the owner's share the one that leaves most, of the
 * firer's the one that takes most along; -1 no unit is left. */
static int next_to_lose(const Scenario *scenario, const State *state, const Attack *attack, int share)
{
    int best = -1;
    long price = 0;
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        const Unit *unit = &state->unit[piece];
        if (!is_susceptible(kind_of(scenario, (Piece)piece)) || !unit->steps)
            continue;
        int worth = destroys(state, attack, (Piece)piece);
        long own = share == SHARE_FIRER   ? 100L * worth - unit->steps
                   : share == SHARE_OWNER ? unit->steps - 100L * worth
                                          : 1000L * unit->steps - worth;
        if (best >= 0 && own <= price)
            continue;
        best = piece;
        price = own;
    }
    return best;
}

/* So many steps, each side's share where that side would put it; how many were taken. */
static int with_losses(const Scenario *scenario, State *state, const Attack *attack, int steps)
{
    int owner = steps / 2; /* of what follows the first, half and rounded up */
    for (int taken = 0; taken < steps; taken++) {
        int share = !taken ? SHARE_FIRST : taken <= owner ? SHARE_OWNER : SHARE_FIRER;
        int piece = next_to_lose(scenario, state, attack, share);
        if (piece < 0)
            return taken;
        Unit *unit = &state->unit[piece];
        if (unit->steps == 1) {
            dies(state, attack, (Piece)piece);
            continue;
        }
        unit->steps--;
        for (int i = 0, fullest = 0; is_riding(state, (Piece)piece) && i < CARRIERS; i++) {
            fullest = unit->share[i] > unit->share[fullest] ? i : fullest;
            unit->share[fullest] = (uint8_t)(unit->share[fullest] - (i == CARRIERS - 1));
        }
    }
    return steps;
}

static int addition_for(const Book *data, int taken)
{
    for (int i = 0; i < data->addition_bands; i++)
        if (taken >= data->addition[i].low && taken <= data->addition[i].high)
            return data->addition[i].value;
    return 0;
}

/* The effect of a fire, in as many ways as its forecast has. */
typedef struct Weighing {
    Weight result[MORALE_RESULTS];
    Weight destroyed; /* all that shells do not roll for */
} Weighing;

/* What the check does to the units left in the trial, `ways` times; `taken`: steps lost to the table. */
static void weigh_left(const Scenario *scenario, const State *view, const State *trial, const Attack *attack, int taken,
                       bool worst, Weight ways, Weighing *out)
{
    Piece checkers[STACK];
    int count = checkers_of(scenario, trial, attack, checkers, STACK), column = 0;
    int felt[MORALE_RESULTS];
    bool left = false;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        left |= is_on_map(trial, (Piece)piece) && !(attack->kill && kind_of(scenario, (Piece)piece)->target == CODE_P);
    for (int result = 0; result < MORALE_RESULTS; result++)
        felt[result] = result_felt(scenario, trial, attack, result);
    if (count) {
        int box = counter_of(scenario, checkers[0])->box - 1, battalion = battalion_morale(scenario, view, checkers[0]);
        if (box >= 0 && data_of(scenario)->battalion[box].box)
            battalion = (worst && !view->nerve[box].known ? view->nerve[box].high : battalion) +
                        addition_for(data_of(scenario), taken);
        column = morale_column(morale_total(scenario, trial, attack, checkers[0], battalion));
    }
    out->destroyed += left ? 0 : ways * ROLLS;
    out->result[NO_EFFECT] += left && !count ? ways * ROLLS : 0;
    for (int roll = 0; count && roll < ROLLS; roll++)
        out->result[felt[data_of(scenario)->morale[roll][column]]] += ways;
}

/* The same if the table has taken so many steps. */
static void weigh_check(const Scenario *scenario, const State *view, State *trial, const Attack *attack, int steps,
                        bool worst, Weight ways, Weighing *out)
{
    int taken = with_losses(scenario, trial, attack, steps);
    weigh_left(scenario, view, trial, attack, taken, worst, ways, out);
    put_back(view, trial, attack);
}

static bool is_unsure(const Scenario *scenario, const State *view, const Attack *attack)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        int box = counter_of(scenario, (Piece)piece)->box - 1;
        if (box >= 0 && !view->nerve[box].known)
            return true;
    }
    return false;
}

static void add_measures(Forecast *out, const Weighing *least, const Weighing *most)
{
    for (int result = SUPPRESSED; result < MORALE_RESULTS; result++) {
        forecast_measure(out, sentence(0, "%w", WORD_RESULT + result), TCS_16_2_3, least->result[result]);
        out->measure[out->measures - 1].opposed = most->result[result];
    }
}

static void add_destroyed(Forecast *out, Weight least, Weight most)
{
    forecast_measure(out, sentence(0, "tcs.all-destroyed"), TCS_10_0C, least);
    out->measure[out->measures - 1].opposed = most;
}

/* How often the table asks for a check after so many steps; the last is that it asks for none. */
static void steps_in_column(const Scenario *scenario, const State *view, const Attack *attack, int column,
                            Weight ways[LOSSES + 1])
{
    bool susceptible = has_susceptible(scenario, view, attack);
    for (int i = 0; i <= LOSSES; i++)
        ways[i] = 0;
    for (int roll = 0; roll < ROLLS; roll++) {
        int result = column == AREA_COLUMNS ? AREA_NONE : data_of(scenario)->area[roll][column], of[LOSSES];
        steps_of(result, of);
        for (int steps = 0; steps < LOSSES; steps++)
            ways[result == AREA_NONE && !attack->forced ? LOSSES : susceptible ? steps : 0] += (Weight)of[steps];
    }
}

/* What the checks come to, in ROLLS * DICE_WAYS * ROLLS ways. */
static void weigh_checks(const Scenario *scenario, const State *view, const Attack *attack, int column, bool worst,
                         Weighing *out)
{
    Weight ways[LOSSES + 1];
    State *trial = trial_of(view);
    steps_in_column(scenario, view, attack, column, ways);
    for (int steps = 0; steps < LOSSES; steps++)
        if (ways[steps])
            weigh_check(scenario, view, trial, attack, steps, worst, ways[steps], out);
    /* the shelled units may be all there are, though nothing calls for a check */
    Weighing none = {{0}, 0};
    if (ways[LOSSES])
        weigh_left(scenario, view, trial, attack, 0, worst, ways[LOSSES], &none);
    out->destroyed += none.destroyed;
}

/* What is not known: the enemy's Battalion Morale, and whether he is Dug In. The first weighing has him
 * as steady and as well covered as he can be, the second as little. */
static void say_unsure(const Scenario *scenario, const State *view, const Attack *attack, bool perhaps, Forecast *out)
{
    bool nerve = is_unsure(scenario, view, attack);
    out->assumes = sentence(TCS_10_0F_2, "tcs.each-side-places-share-losses");
    if (!nerve && !perhaps)
        return;
    if (!out->opposed.words)
        out->opposed = out->title;
    out->opposed_assumes = !perhaps ? sentence(TCS_1_4_3, "tcs.enemys-battalion-morale-bad-can")
                           : nerve  ? sentence(TCS_6_16C, "tcs.not-dug-battalion-morale-bad")
                                    : sentence(TCS_6_16C, "tcs.not-dug");
    out->opposed_total = out->total;
    out->either = perhaps;
}

static void forecast_begin(const Attack *attack, Forecast *out)
{
    forecast_clear(out);
    out->gainer = attack->side;
    out->payer = attack->victim;
}

/* The view as it is if no unit has dug in that may have. */
static const State *bare_view(const State *view, const Attack *attack)
{
    ROOM(State, bare);
    *bare = *view;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        bare->unit[piece].now &= ~(uint32_t)MAYBE_DUG_IN;
    return bare;
}

static int sums_from(int needed)
{
    int ways = 0;
    for (int roll = 0; roll < ROLLS; roll++)
        ways += roll / 6 + roll % 6 + 2 >= needed;
    return ways;
}

/* 18.0c: each vehicle's own chance to be hit by shells of that kill number, out of ROLLS; what all are hit by, out of
 * ROLLS a vehicle. */
static Weight shelled_ways(const Scenario *scenario, const State *view, const Attack *attack, int *vehicles)
{
    Weight ways = 1;
    *vehicles = 0;
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        if (attack->kill && kind_of(scenario, (Piece)piece)->target == CODE_P) {
            ways *= (Weight)sums_from(shell_needed(scenario, view, attack, (Piece)piece));
            ++*vehicles;
        }
    return ways;
}

static Weight rolls_of(int dice)
{
    Weight ways = 1;
    while (dice-- > 0)
        ways *= ROLLS;
    return ways;
}

static void add_shelled(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        if (!attack->kill || kind_of(scenario, (Piece)piece)->target != CODE_P || out->measures == FORECAST_LINES)
            continue;
        Weight hits = out->total / ROLLS * (Weight)sums_from(shell_needed(scenario, view, attack, (Piece)piece));
        forecast_measure(out, sentence(0, "tcs.destroyed-2", piece), TCS_18_0_1, hits);
        out->measure[out->measures - 1].opposed = hits;
    }
}

/* The results in a column of the table, each in so many ways: steps, a check, nothing; of vehicles alone that they
 * Button Up. */
static void add_column(const Scenario *scenario, const State *view, const Attack *attack, int column, bool opposed,
                       Weight each, Forecast *out)
{
    bool susceptible = has_susceptible(scenario, view, attack);
    for (int roll = 0; roll < ROLLS; roll++) {
        int result = column == AREA_COLUMNS ? AREA_NONE : data_of(scenario)->area[roll][column], ways[LOSSES];
        steps_of(result, ways);
        for (int steps = 0; steps < LOSSES; steps++) {
            if (!ways[steps])
                continue;
            int lost = susceptible ? steps : 0;
            ForecastLine *line =
                forecast_line(out,
                              lost                  ? sentence(0, "tcs.step", lost, attack->hex)
                              : result >= AREA_STEP ? sentence(0, "tcs.vehicles-button-up", attack->hex)
                                                    : sentence(0, "%w", WORD_AREA + result),
                              lost, (Sentence){0});
            if (line)
                *(opposed ? &line->opposed : &line->weight) += (Weight)ways[steps] * each;
        }
    }
}

static Sentence area_title(const AreaSheet *sheet)
{
    return sheet->shifted == AREA_COLUMNS
               ? sentence(0, "tcs.firepower-left-table", sheet->rounded)
               : sentence(0, "tcs.firepower-column-shifted-2", sheet->rounded, column_text(sheet->column),
                          sheet->shifts.sum, column_text(sheet->shifted));
}

static Sentence area_column_words(const AreaSheet *sheet)
{
    return sheet->shifted == AREA_COLUMNS ? sentence(0, "tcs.left-table")
                                          : sentence(0, "%d", column_text(sheet->shifted));
}

void weigh_area(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    AreaSheet sheet, other;
    Weighing least = {{0}, 0}, most = {{0}, 0};
    int vehicles;
    Weight all = shelled_ways(scenario, view, attack, &vehicles), rolls = rolls_of(vehicles);
    forecast_begin(attack, out);
    area_sheet(scenario, view, attack, &sheet);
    const State *bare = sheet.perhaps ? bare_view(view, attack) : view;
    area_sheet(scenario, bare, attack, &other);
    forecast_sheet(out, &sheet.shifts);
    out->total = (Weight)ROLLS * DICE_WAYS * ROLLS * rolls;
    out->title = area_title(&sheet);
    if (sheet.perhaps) {
        out->opposed = area_title(&other);
        out->best = area_column_words(&other);
        out->worst = area_column_words(&sheet);
    } else if (sheet.shifted < AREA_COLUMNS) {
        out->column = area_column_words(&sheet);
        out->cell = area_cell(sheet.shifted);
    }
    add_column(scenario, view, attack, sheet.shifted, false, ROLLS * rolls, out);
    add_column(scenario, view, attack, other.shifted, true, ROLLS * rolls, out);
    add_shelled(scenario, view, attack, out);
    if (sheet.shifted < AREA_COLUMNS || other.shifted < AREA_COLUMNS || attack->forced) {
        weigh_checks(scenario, view, attack, sheet.shifted, false, &least);
        weigh_checks(scenario, bare, attack, other.shifted, true, &most);
        for (int result = 0; result < MORALE_RESULTS; result++) {
            least.result[result] *= rolls;
            most.result[result] *= rolls;
        }
        add_measures(out, &least, &most);
        add_destroyed(out, least.destroyed * all, most.destroyed * all);
        say_unsure(scenario, view, attack, sheet.perhaps, out);
    }
    forecast_reduce(out);
}

/* ---- Point Fire and AT Rolls ----------------------------------------------------------------------------- */

static void hit_or_miss(Forecast *out, int hits)
{
    out->total = ROLLS;
    if (hits)
        forecast_line(out, sentence(0, "tcs.hit"), 1, (Sentence){0})->weight = (Weight)hits;
    if (hits < ROLLS)
        forecast_line(out, sentence(0, "tcs.miss"), 0, (Sentence){0})->weight = (Weight)(ROLLS - hits);
    forecast_reduce(out);
}

/* A hit or a miss on two dice. */
void weigh_dice(const Attack *attack, int needed, Forecast *out)
{
    forecast_begin(attack, out);
    out->title = sentence(0, "tcs.more-two-dice", needed);
    hit_or_miss(out, sums_from(needed));
}

/* A barrage on one hex: of vehicles alone in its zone the first of them is shown. */
void weigh_barrage(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out)
{
    if (attack->power) {
        weigh_area(scenario, view, attack, out);
        return;
    }
    int vehicles;
    Weight all = shelled_ways(scenario, view, attack, &vehicles), others = rolls_of(vehicles - 1);
    forecast_begin(attack, out);
    out->total = rolls_of(vehicles);
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        if (kind_of(scenario, (Piece)piece)->target != CODE_P)
            continue;
        int needed = shell_needed(scenario, view, attack, (Piece)piece);
        Weight hits = (Weight)sums_from(needed) * others;
        if (!out->outcomes) {
            out->title = sentence(0, "tcs.shells-more-two-dice", needed);
            forecast_line(out, sentence(0, "tcs.hit"), 1, (Sentence){0})->weight = hits;
            forecast_line(out, sentence(0, "tcs.miss"), 0, (Sentence){0})->weight = out->total - hits;
        }
        forecast_measure(out, sentence(0, "tcs.destroyed-2", piece), TCS_18_0_1, hits);
    }
    add_destroyed(out, all, all);
    forecast_reduce(out);
}

/* What its shells do to each vehicle there, in as many ways as the checks are weighed in. */
static void add_bombarded(const Scenario *scenario, const State *view, const Barrage *shoots, const Weight *rolls,
                          Attack *attack, Weight each, Forecast *out)
{
    EACH_BIT(piece, attack->who, PIECE_WORDS) {
        Weight hits = 0;
        if (kind_of(scenario, (Piece)piece)->target != CODE_P || out->measures == FORECAST_LINES)
            continue;
        for (int good = 0; good < 2; good++) {
            attack->kill = (uint8_t)barrage_kill(data_of(scenario), &shoots[good]);
            hits += rolls[good] * (Weight)sums_from(shell_needed(scenario, view, attack, (Piece)piece));
        }
        forecast_measure(out, sentence(0, "tcs.destroyed-2", piece), TCS_18_0_1, hits * each / ROLLS);
        out->measure[out->measures - 1].opposed = hits * each / ROLLS;
    }
}

static void add_weighing(Weighing *sum, const Weighing *some, Weight rolls, Weight all, Weight shelled)
{
    for (int result = 0; result < MORALE_RESULTS; result++)
        sum->result[result] += some->result[result] * rolls * all;
    sum->destroyed += some->destroyed * rolls * shelled;
}

/* What a mission would do to its target hex: `shoots` are a Bad one and a Good one, `rolls` how many lead to each. */
void weigh_target_hex(const Scenario *scenario, const State *view, const Barrage *shoots, const Weight *rolls,
                      Forecast *out)
{
    ROOM(Attack, attack);
    Weighing least = {{0}, 0}, most = {{0}, 0};
    Hex hex = shoots[0].hex;
    int victim = side_in(view, hex), vehicles = 0;
    bool perhaps = false;
    if (victim == NO_SIDE)
        return;
    for (int good = 0; good < 2; good++) {
        AreaSheet sheet, other;
        Weighing some = {{0}, 0}, worse = {{0}, 0};
        *attack = attack_new(hex, FIRE_ZONE, enemy_of(victim));
        attack->power = (uint16_t)barrage_power(&shoots[good], 0);
        attack->kill = (uint8_t)barrage_kill(data_of(scenario), &shoots[good]);
        EACH_IN(piece, view, hex)
            set_bit(attack->who, piece);
        area_sheet(scenario, view, attack, &sheet);
        const State *bare = bare_view(view, attack);
        area_sheet(scenario, bare, attack, &other);
        perhaps |= sheet.perhaps;
        Weight shelled = shelled_ways(scenario, view, attack, &vehicles);
        weigh_checks(scenario, view, attack, sheet.shifted, false, &some);
        weigh_checks(scenario, bare, attack, other.shifted, true, &worse);
        add_weighing(&least, &some, rolls[good], rolls_of(vehicles), shelled);
        add_weighing(&most, &worse, rolls[good], rolls_of(vehicles), shelled);
    }
    Weight each = (Weight)ROLLS * DICE_WAYS * ROLLS * rolls_of(vehicles);
    for (int i = 0; i < out->outcomes; i++) {
        out->outcome[i].weight *= each;
        out->outcome[i].opposed = out->outcome[i].weight;
    }
    out->total *= each;
    add_measures(out, &least, &most);
    add_destroyed(out, least.destroyed, most.destroyed);
    add_bombarded(scenario, view, shoots, rolls, attack, each, out);
    say_unsure(scenario, view, attack, perhaps, out);
    forecast_reduce(out);
}

/* ---- the check after a fire step of a combat: R-69 ---------------------------------------------------------- */

enum { AIMS = 6 }; /* of one order: a platoon has no more steps to roll with */

/* What is shot at, each with its chance out of ROLLS. */
typedef struct ShotAims {
    int count;
    Piece piece[AIMS];
    int hits[AIMS];
} ShotAims;

/* The measures of the check, in ROLLS ways for each aim and for the check itself. */
static void add_check_after(const Scenario *scenario, const State *view, const Attack *attack, const ShotAims *aims,
                            Forecast *out)
{
    Weighing least = {{0}, 0}, most = {{0}, 0};
    State *trial = trial_of(view);
    for (int way = 0; way < 1 << aims->count; way++) {
        Weight ways = 1;
        for (int i = 0; i < aims->count; i++) {
            ways *= (Weight)(way >> i & 1 ? aims->hits[i] : ROLLS - aims->hits[i]);
            if (way >> i & 1)
                dies(trial, attack, aims->piece[i]);
        }
        weigh_left(scenario, view, trial, attack, 0, false, ways, &least);
        weigh_left(scenario, view, trial, attack, 0, true, ways, &most);
        put_back(view, trial, attack);
    }
    add_measures(out, &least, &most);
    if (!is_unsure(scenario, view, attack))
        return;
    out->opposed = out->title;
    out->opposed_assumes = sentence(TCS_1_4_3, "tcs.enemys-battalion-morale-bad-can");
    out->opposed_total = out->total;
}

/* A hit or a miss, each in so many further ways; `other`: hits in the second weighing. */
static void hits_and_misses(Forecast *out, int hits, int other, Weight each)
{
    const Weight ways[2] = {(Weight)(ROLLS - hits), (Weight)hits}, others[2] = {(Weight)(ROLLS - other), (Weight)other};
    for (int hit = 1; hit >= 0; hit--) {
        if (!ways[hit] && !others[hit])
            continue;
        ForecastLine *line =
            forecast_line(out, hit ? sentence(0, "tcs.hit") : sentence(0, "tcs.miss"), hit, (Sentence){0});
        line->weight = ways[hit] * each;
        line->opposed = others[hit] * each;
    }
}

static int point_hits(const PointSheet *sheet)
{
    int hits = 0;
    for (int roll = 0; sheet->kill && roll < ROLLS; roll++)
        hits += roll_value(roll) >= sheet->kill;
    return hits;
}

static Sentence point_title(const PointSheet *sheet)
{
    return sheet->kill ? sentence(0, "tcs.net-differential-range-more", sheet->net.sum, sheet->differential,
                                  WORD_RANGE + sheet->range, sheet->kill)
                       : sentence(0, "tcs.net-differential-range-cannot-kill", sheet->net.sum, sheet->differential,
                                  WORD_RANGE + sheet->range);
}

void weigh_point(const Scenario *scenario, const State *view, const Attack *attack, const Shot *shot, Forecast *out)
{
    PointSheet sheet, other;
    bool perhaps = view->unit[shot->aim].now & MAYBE_DUG_IN && is_gun(kind_of(scenario, shot->aim));
    forecast_begin(attack, out);
    point_sheet(scenario, view, attack, shot->piece, shot->aim, &sheet);
    point_sheet(scenario, bare_view(view, attack), attack, shot->piece, shot->aim, &other);
    out->cell = point_cell(sheet.net.sum, sheet.differential, sheet.range);
    forecast_sheet(out, &sheet.net);
    out->title = point_title(&sheet);
    if (perhaps) {
        out->opposed = point_title(&other);
        out->opposed_assumes = sentence(TCS_6_16C, "tcs.not-dug-2");
        out->either = true;
    }
    ShotAims aims = {.count = 1, .piece = {shot->aim}, .hits = {point_hits(&sheet)}};
    out->total = ROLLS * (attack->forced ? ROLLS : 1);
    out->opposed_total = perhaps ? out->total : 0;
    if (!sheet.kill && !other.kill)
        forecast_line(out, sentence(0, "tcs.cannot-destroyed-way", shot->aim), 0, (Sentence){0})->weight = out->total;
    else
        hits_and_misses(out, aims.hits[0], point_hits(&other), attack->forced ? ROLLS : 1);
    if (attack->forced)
        add_check_after(scenario, view, attack, &aims, out);
    forecast_reduce(out);
}

/* Of several rolls each target's chance by itself; a raw 3 or less costs the attacker a step (15.1f). */
void weigh_at_rolls(const Scenario *scenario, const State *view, const Attack *attack, int first, Forecast *out)
{
    enum { SAFE = ROLLS - 3 };
    ShotAims aims = {0};
    Weight safe = 1;
    bool same_hex;
    forecast_begin(attack, out);
    for (int i = first; i < attack->shots && aims.count < AIMS; i++) {
        const Shot *shot = &attack->shot[i];
        aims.piece[aims.count] = shot->aim;
        aims.hits[aims.count++] = sums_from(at_needed(scenario, view, shot->piece, shot->aim));
        safe *= SAFE;
    }
    const Shot *shot = &attack->shot[first];
    int class = at_class(scenario, view, shot->piece, shot->aim, &same_hex);
    Weight each = rolls_of(aims.count - 1) * (attack->forced ? ROLLS : 1);
    out->cell = at_cell(same_hex, class);
    out->total = ROLLS * each;
    if (aims.count == 1) {
        out->title = sentence(0, "tcs.more-two-dice", at_needed(scenario, view, shot->piece, shot->aim));
        hits_and_misses(out, aims.hits[0], aims.hits[0], each);
    } else {
        out->title = sentence(0, "tcs.rolls-each-itself", aims.count);
        for (int i = 0; i < aims.count; i++)
            forecast_measure(out, sentence(0, "tcs.destroyed-2", aims.piece[i]), TCS_15_0_3,
                             (Weight)aims.hits[i] * each);
    }
    forecast_measure(out, sentence(0, "tcs.loses-step-2", shot->piece), TCS_15_1F,
                     out->total - safe * (attack->forced ? ROLLS : 1));
    if (attack->forced)
        add_check_after(scenario, view, attack, &aims, out);
    for (int i = 0; out->opposed_total && i < out->measures; i++)
        if (!out->measure[i].opposed && out->measure[i].rule != TCS_16_2_3)
            out->measure[i].opposed = out->measure[i].weight;
    forecast_reduce(out);
}
