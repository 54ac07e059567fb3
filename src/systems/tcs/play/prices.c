/* prices.c — what fire is worth to a player who weighs orders: 100 is a step killed.
 *
 * The charts are read as price lists. A column of Area Fire costs the mean of its steps and the effect of the check
 * after it on the units bound by it; a Point shot costs its target as often as it kills. If no unit has fired yet, only
 * the sums count: how much firepower could be brought to bear on a hex, and how good the cover is there. */
#include "systems/tcs/play/outlook.h"

enum {
    VEHICLE_WORTH = 320,
    CARRIER_WORTH = 90,
    GUN_WORTH = 260,
    LAST_VEHICLES = 900, /* of a side that needs them to win */
    ROLLS_AGAIN = 6      /* an AT Roll costs the firer nothing: each hex that is entered gives another */
};

/* ---- what a counter is worth ----------------------------------------------------------------------------- */

bool are_the_last(const Eye *eye, int side)
{
    int left = 0, needed = 0;
    for (int i = 0; i < eye->data->wins; i++)
        if (eye->data->win[i].side == side && eye->data->win[i].vehicles > needed)
            needed = eye->data->win[i].vehicles;
    for (Piece piece = 0; needed && piece < eye->scenario->pieces; piece++)
        left += is_on_map(eye->view, piece) && eye->view->unit[piece].side == side &&
                kind_of(eye->scenario, piece)->category == VEHICLE;
    return needed && left <= needed + 1;
}

static int own_worth(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    const Unit *unit = &eye->view->unit[piece];
    if (kind->category == VEHICLE)
        return eye->found && eye->found->last[unit->side] ? LAST_VEHICLES : VEHICLE_WORTH;
    if (kind->category == CARRIER)
        return CARRIER_WORTH;
    return is_gun(kind) ? GUN_WORTH : unit->steps * STEP_WORTH + (kind->category == WEAPONS ? STEP_WORTH / 2 : 0);
}

int worth_of(const Eye *eye, Piece piece)
{
    int worth = own_worth(eye, piece);
    EACH_IN(rider, eye->view, eye->view->unit[piece].at.hex)
        if (is_riding(eye->view, rider) && eye->view->unit[rider].carrier[0] == piece)
            worth += own_worth(eye, rider);
    return worth;
}

/* ---- Area Fire ------------------------------------------------------------------------------------------- */

static int prize_of(const Eye *eye, int side, Hex hex) { return side == eye->side ? 0 : eye->found->goal[hex] / 2; }

static void count_target(const Eye *eye, const State *state, Piece piece, Target *out)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    const Unit *unit = &state->unit[piece];
    if (is_susceptible(kind))
        out->steps += unit->steps;
    if (!has_morale(kind) || is_riding(state, piece))
        return;
    int total = kind->morale + lost_steps(eye->scenario, state, piece) + battalion_morale(eye->scenario, state, piece);
    out->subject += unit->steps;
    out->total = total > out->total ? total : out->total;
    out->spirit = unit->spirit < out->spirit ? unit->spirit : out->spirit;
}

Target target_in(const Eye *eye, const State *state, int side, Hex hex)
{
    Target target = {.total = -1, .spirit = IS_PARALYZED, .prize = prize_of(eye, side, hex)};
    EACH_IN(piece, state, hex)
        if (state->unit[piece].side == side)
            count_target(eye, state, piece, &target);
    return target;
}

/* The worth of those units' ending up so. */
static int morale_worth(const Target *target, int result)
{
    static const struct {
        int16_t fixed, step;
    } worth[MORALE_RESULTS] = {
        [SUPPRESSED] = {25, 12}, [PARALYZED] = {50, 40}, [RETREATS] = {70, 45}, [SURRENDERS] = {0, STEP_WORTH}};
    int sum = worth[result].fixed + worth[result].step * target->subject;
    if (result >= RETREATS)
        return sum + target->prize;
    if (result == PARALYZED)
        sum += target->prize / 4;
    if (result == NO_EFFECT || result <= target->spirit)
        return 0;
    return target->spirit == STEADFAST ? sum : sum - worth[target->spirit].fixed - worth[target->spirit].step;
}

int area_price(const Eye *eye, int column, const Target *target, bool forced)
{
    const Charts *charts = &eye->memo->charts;
    int steps = column < 0 ? 0 : charts->steps[column], checks = forced       ? ROLLS
                                                                 : column < 0 ? 0
                                                                              : charts->checks[column];
    if (steps > 100 * target->steps)
        steps = 100 * target->steps;
    int sum = steps * STEP_WORTH / 100, morale = 0;
    if (target->total < 0 || !checks || !target->subject)
        return sum;
    int total = morale_column(target->total + (steps + 50) / 100);
    for (int result = 0; result < MORALE_RESULTS; result++)
        morale += charts->morale[total][result] * morale_worth(target, result);
    return sum + morale / ROLLS * checks / ROLLS;
}

/* Lowers the column for the units there: all of them are dug in, and it is dark. */
static int shelter_of(const Eye *eye, int side, Hex hex)
{
    bool dug_in = true;
    EACH_IN(piece, eye->view, hex)
        if (eye->view->unit[piece].side == side && is_susceptible(kind_of(eye->scenario, piece)))
            dug_in &= (eye->view->unit[piece].now & DUG_IN) != 0;
    return (dug_in ? eye->data->area_shift[SHIFT_DUG_IN] : 0) +
           (is_lit(eye->view, hex) ? 0 : eye->data->area_shift[SHIFT_NIGHT]);
}

int sheltered_price(const Eye *eye, int column, const Target *target, int side, Hex hex)
{
    column = column < 0 ? -1 : column + shelter_of(eye, side, hex);
    return area_price(eye, column < 0 ? -1 : column, target, false);
}

static int band_of(const Band *bands, int count, int number)
{
    for (int i = 0; i < count; i++)
        if (number >= bands[i].low && number <= bands[i].high)
            return bands[i].value;
    return 0;
}

int column_of(const Eye *eye, int firepower, int class, int steps, int range, bool moving)
{
    const Book *data = eye->data;
    int column = area_column(data, (firepower + FOURTHS / 2) / FOURTHS);
    if (column < 0)
        return -1;
    column += data->area_class[class] + (moving ? data->area_shift[SHIFT_MOVE_MODE] : 0) +
              band_of(data->stack_band, data->stack_bands, steps) + band_of(data->range_band, data->range_bands, range);
    return column < 0 ? -1 : column < AREA_COLUMNS ? column : AREA_COLUMNS - 1;
}

/* ---- Point Fire ------------------------------------------------------------------------------------------ */

static int bounded(int number, int low, int high) { return number < low ? low : number > high ? high : number; }

int kill_chance(const Eye *eye, const Kind *by, const Kind *aim, int class, int range, int net)
{
    if (by->firer != CODE_P || aim->target == CODE_A || range > 2 * by->range)
        return 0;
    int at = range <= by->range / 2 ? CLOSE_RANGE : range <= by->range ? NOMINAL_RANGE : LONG_RANGE;
    int row = bounded(net + eye->data->point_class[class] + (is_gun(aim) ? eye->data->point_shift[SHIFT_GUN] : 0),
                      NET_LOW, NET_HIGH);
    int column = bounded(by->attack - aim->defense, DIFF_LOW, DIFF_HIGH);
    int needed = eye->data->point[row - NET_LOW][column - DIFF_LOW][at];
    if (!needed)
        return 0;
    return (6 - needed / 10) * 6 + 7 - needed % 10;
}

/* ---- standing somewhere ---------------------------------------------------------------------------------- */

/* The unit itself as a target in another hex, with the units there already. */
static Target alone(const Eye *eye, Piece piece)
{
    Target target = {.total = -1, .spirit = IS_PARALYZED};
    count_target(eye, eye->view, piece, &target);
    return target;
}

static int steps_in(const Eye *eye, Hex hex, Piece but)
{
    int steps = 0;
    EACH_IN(piece, eye->view, hex)
        if (piece != but && eye->view->unit[piece].side == eye->side && is_susceptible(kind_of(eye->scenario, piece)))
            steps += eye->view->unit[piece].steps;
    return steps;
}

/* An AT Roll of infantry beside that hex (15.0): how often of ROLLS it kills. */
static int roll_chance(const Eye *eye, Piece by, Hex hex)
{
    const Unit *unit = &eye->view->unit[by];
    int needed = eye->data->at_roll[1][eye->data->class[hex]], ways = 0;
    if (kind_of(eye->scenario, by)->category != INFANTRY || is_riding(eye->view, by))
        return 0;
    needed -= (unit->spirit != STEADFAST ? eye->data->at_modifier[AT_SUPPRESSED] : 0) +
              (is_lit(eye->view, hex) ? 0 : eye->data->at_modifier[AT_NIGHT]);
    for (int roll = 0; roll < ROLLS; roll++)
        ways += roll / 6 + roll % 6 + 2 >= needed;
    return ways;
}

/* Point shots and AT Rolls that enemies in sight may have at it; out of ROLLS, all of them, or the best stack's. */
static int kills_at(const Eye *eye, Piece piece, Hex hex, Fire fire, bool moving)
{
    const Kind *aim = kind_of(eye->scenario, piece);
    const Book *data = eye->data;
    int all = 0, most = 0, class = data->class[hex];
    int net = (fire == FIRE_SFA ? data->point_shift[SHIFT_SFA] : 0) +
              data->point_shift[moving ? SHIFT_MOVE_MODE : SHIFT_FIRE_MODE];
    if (aim->target == CODE_A)
        return 0;
    EACH_BIT(i, eye->found->by[hex], FOE_WORDS) {
        const Foe *foe = &eye->found->foe[i];
        int away = map_distance(eye->map, foe->hex, hex), here = 0;
        if (fire == FIRE_OWM && !foe->watches)
            continue;
        EACH_IN(other, eye->view, foe->hex) {
            const Unit *unit = &eye->view->unit[other];
            bool ready =
                fire == FIRE_SFA ? unit->spirit != IS_PARALYZED : unit->mode == FIRE_MODE && !(unit->now & FIRED);
            if (ready && (away <= 1 || away <= data->spotting[fire][aim->target][1][class]))
                here += kill_chance(eye, kind_of(eye->scenario, other), aim, class, away, net);
            if (ready && away == 1 && is_vehicle(aim))
                here += ROLLS_AGAIN * roll_chance(eye, other, hex);
        }
        all += here;
        most = here > most ? here : most;
    }
    return fire == FIRE_OWM ? most : all;
}

static int at_least_once(int kills) { return kills > ROLLS * 9 / 10 ? ROLLS * 9 / 10 : kills; }

/* Shells that may come down on a unit seen there: his guns have many targets to choose from. */
static int shell_danger(const Eye *eye, const Target *target, Piece piece, Hex hex)
{
    enum { HOW_OFTEN = 4 };
    if (!eye->found->shells || !target->steps || !has_bit(eye->found->seen, hex))
        return 0;
    int steps = target->steps + steps_in(eye, hex, piece), power = eye->found->shells * FOURTHS;
    return area_price(eye, column_of(eye, power, eye->data->class[hex], steps, 4, false), target, false) / HOW_OFTEN;
}

int danger_at(const Eye *eye, Piece piece, Hex hex)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    Target target = alone(eye, piece);
    const Unit *unit = &eye->view->unit[piece];
    int threat = eye->found->threat[hex], sum = shell_danger(eye, &target, piece, hex);
    if (threat && target.steps) {
        int column = column_of(eye, threat, eye->data->class[hex], target.steps + steps_in(eye, hex, piece),
                               eye->found->near[hex], false);
        if (unit->now & DUG_IN && unit->at.hex == hex)
            column += eye->data->area_shift[SHIFT_DUG_IN];
        sum += area_price(eye, column < 0 ? -1 : column, &target, false);
    }
    if (kind->target != CODE_A)
        sum += at_least_once(kills_at(eye, piece, hex, FIRE_SFA, false)) * worth_of(eye, piece) / ROLLS;
    return sum;
}

/* A barrage on the hex strikes units that come in (11.1h). */
static int barrage_risk(const Eye *eye, const Target *target, Hex hex)
{
    int power = entry_firepower(eye->scenario, eye->view, hex);
    return power && target->steps
               ? area_price(eye, column_of(eye, power, eye->data->class[hex], target -> steps, 4, true), target, false)
               : 0;
}

int entry_risk(const Eye *eye, const Piece *pieces, int count, Hex hex)
{
    Target target = {.total = -1, .spirit = IS_PARALYZED};
    int kills = 0;
    for (int i = 0; i < count; i++) {
        int here = at_least_once(kills_at(eye, pieces[i], hex, FIRE_OWM, true)) * worth_of(eye, pieces[i]) / ROLLS;
        kills = here > kills ? here : kills;
        count_target(eye, eye->view, pieces[i], &target);
    }
    int barrage = 4 * barrage_risk(eye, &target, hex); /* a unit does not walk into shells without need */
    if (!eye->found->watch[hex] || !target.steps)
        return kills + barrage;
    int area = area_price(
        eye, column_of(eye, eye->found->watch[hex], eye->data->class[hex], target.steps, eye->found->near[hex], true),
        &target, false);
    return (kills > area ? kills : area) + barrage;
}

/* ---- firing from somewhere ------------------------------------------------------------------------------- */

bool is_near_support(const Eye *eye, const Unit *unit, const Kind *kind, Hex target)
{
    enum { BEFORE_LONG = 7 };
    Hex from = unit->start != NO_HEX ? unit->start : unit->at.hex;
    return unit->side == eye->side && unit->standing == ON_MAP && kind->firer != CODE_NONE &&
           map_distance(eye->map, from, target) <= (kind->indirect ? kind->range : BEFORE_LONG);
}

/* What the side had near enough, when the phase began, to bring to bear on that stack before long. */
static int could_bear(const Eye *eye, Hex target)
{
    int sum = 0;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (is_near_support(eye, &eye->view->unit[piece], kind_of(eye->scenario, piece), target))
            sum += kind_of(eye->scenario, piece)->firepower * FOURTHS; /* as printed: a shaken unit recovers */
    return sum;
}

static int volley_price(const Eye *eye, const Foe *foe, int firepower, int away)
{
    int column = column_of(eye, firepower, eye->data->class[foe->hex], foe -> target.steps, away, false);
    return sheltered_price(eye, column, &foe->target, enemy_of(eye->side), foe->hex);
}

static int area_chance(const Eye *eye, Piece piece, Hex hex, Foe *foe)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    int away = map_distance(eye->map, hex, foe->hex), class = eye->data->class[foe->hex];
    if (kind->firer == CODE_NONE || !kind->firepower || away > fire_reach(kind, SHOT_AREA) ||
        (away > 1 && away > eye->data->spotting[FIRE_SFA][CODE_A][is_point_type(kind)][class]))
        return 0;
    if (!foe->target.steps)
        return 0;
    if (foe->bears == UNPRICED) {
        foe->bears = could_bear(eye, foe->hex);
        for (int i = 0; i < NEAR; i++)
            foe->price[i] = UNPRICED;
    }
    int own = area_firepower(eye->scenario, eye->view, piece), all = foe->bears > own ? foe->bears : own;
    if (!all)
        return 0;
    if (all > foe->bears || away >= NEAR)
        return volley_price(eye, foe, all, away) * own / all;
    if (foe->price[away] == UNPRICED)
        foe->price[away] = volley_price(eye, foe, all, away);
    return foe->price[away] * own / all;
}

static int point_chance(const Eye *eye, Piece piece, Hex hex, const Foe *foe)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    int away = map_distance(eye->map, hex, foe->hex), class = eye->data->class[foe->hex], best = 0;
    EACH_IN(aim, eye->view, foe->hex) {
        const Kind *target = kind_of(eye->scenario, aim);
        if (eye->view->unit[aim].side == eye->side || target->target == CODE_A ||
            (away > 1 && away > eye->data->spotting[FIRE_SFA][target->target][1][class]))
            continue;
        int mode = eye->view->unit[aim].mode == FIRE_MODE ? SHIFT_FIRE_MODE : SHIFT_MOVE_MODE;
        int net = eye->data->point_shift[SHIFT_SFA] + eye->data->point_shift[mode];
        int price = kill_chance(eye, kind, target, class, away, net) * worth_of(eye, aim) / ROLLS;
        best = price > best ? price : best;
    }
    return best;
}

int chance_at(const Eye *eye, Piece piece, Hex hex)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    int best = 0;
    if (kind->indirect || kind->firer == CODE_NONE)
        return 0;
    EACH_BIT(i, eye->found->by[hex], FOE_WORDS) {
        Foe *foe = &eye->found->foe[i];
        if (map_distance(eye->map, hex, foe->hex) > 2 * kind->range)
            continue;
        int price = area_chance(eye, piece, hex, foe);
        if (kind->firer == CODE_P) {
            int point = point_chance(eye, piece, hex, foe);
            price = point > price ? point : price;
        }
        best = price > best ? price : best;
    }
    return best;
}
