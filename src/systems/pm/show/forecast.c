/* forecast.c — exact odds of a battle, before the order that fights it.
 *
 * The forecast reads the same sums and shifts as the roll. Where strengths are not known it counts every way in which
 * they may be drawn from the pools as they are, without replacement (kit/odds.h): untried units of the attacker, part
 * by part as they are halved, and of the defender, where not even the type of a hidden counter may be known: it is then
 * as likely any of the unseen counters, each with its own type and supply. Ways in which hidden flak helps, or is alone
 * and does not, are weighed apart. Each way has its column; then come the six faces of the die for attenuated supply
 * and the six of the battle.
 *
 * The assumptions are shown: German defenders stand, hidden German counters are at full strength, a hidden Soviet one
 * costs a point. */
#include "core/room.h"
#include "systems/pm/fight.h"
#include "systems/pm/reference.h"

/* ---- pools ---------------------------------------------------------------------------------------------------- */

/* One lot for each pool, one for the values of dead rifle divisions (pm.r.88), one for counters of known strength in
 * unknown places. */
enum { LOT_REBUILT = POOLS, LOT_TRIED, LOTS };

static int factor(Values values, int which) { return which == ATTACK ? values.attack : values.defence; }

static void fill_bag(const Book *data, const State *view, int lot, int which, Bag *out)
{
    int pool = lot == LOT_REBUILT ? POOL_RD : lot;
    const uint16_t *left = lot == LOT_REBUILT ? view->dead_left : view->pool_left;
    out->kinds = 0;
    for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++)
        bag_put(out, factor(data->line[line].value, which), left[line]);
}

static int lot_of(const Book *data, const State *view, Piece piece)
{
    return view->unit[piece].now & REBUILT ? LOT_REBUILT : kind_of(data, view, piece)->pool;
}

void count_tried(const Scenario *scenario, const State *view, int hidden[PM_LINES])
{
    const Book *data = data_of(scenario);
    for (int line = 0; line < data->lines; line++)
        hidden[line] = data->line[line].count - view->pool_left[line] - view->dead_left[line];
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        bool dead_rifles = data->kind[unit->kind].pool == POOL_RD && in_box(data, view, piece, BOX_LOSSES);
        if (unit->value && unit->at.hex != NO_HEX && !dead_rifles)
            hidden[unit->value - 1]--;
    }
}

/* Soviet counters that are somewhere out of sight: so many untried of each pool, the rest by their strengths. Hidden
 * rifle divisions that were rebuilt look like any other: as many of the untried as the fresh pool cannot be are. */
static void hide_soviets(const Scenario *scenario, const State *view, Lot lots[LOTS])
{
    const Book *data = data_of(scenario);
    int tried[PM_LINES];
    count_tried(scenario, view, tried);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        const Kind *kind = &data->kind[unit->kind];
        if (unit->side != SOVIET_SIDE || unit->at.hex != NO_HEX)
            continue;
        if (kind->pool == NO_POOL)
            bag_put(&lots[LOT_TRIED].bag, kind->value[kind->steps - 1].defence, 1);
        else
            lots[kind->pool].hidden++;
    }
    for (int line = 0; line < data->lines; line++) {
        Lot *lot = &lots[data->line[line].pool];
        int known = tried[line] < lot->hidden ? tried[line] : lot->hidden;
        if (known <= 0)
            continue;
        lot->hidden -= known;
        bag_put(&lots[LOT_TRIED].bag, data->line[line].value.defence, known);
    }
    int fresh = bag_total(&lots[POOL_RD].bag) - lots[POOL_RD].seen;
    if (lots[POOL_RD].hidden > fresh) {
        lots[LOT_REBUILT].hidden = lots[POOL_RD].hidden - fresh;
        lots[POOL_RD].hidden = fresh;
    }
    lots[LOT_TRIED].hidden = bag_total(&lots[LOT_TRIED].bag);
}

/* What a German counter out of sight would be at the target: in supply there or not, by its nation (9.11-2), and flak
 * or not (10.1-2). */
enum { FED, STARVED, FED_FLAK, STARVED_FLAK, GUISES };
typedef struct Hidden {
    int count;                   /* such defenders */
    Bag bag[GUISES];             /* what they may be, with the defence of each */
    bool flak, other;            /* in sight: flak in supply, and a unit that is no flak */
    bool flak_helps, flak_idles; /* in some way of what is hidden */
} Hidden;

static void hide_germans(const Fray *fray, Hidden *out)
{
    const State *view = fray->view;
    for (Piece piece = 0; piece < fray->scenario->pieces; piece++) {
        const Kind *kind = &fray->data->kind[view->unit[piece].kind];
        if (view->unit[piece].side != GERMAN_SIDE || view->unit[piece].at.hex != NO_HEX)
            continue;
        bool fed =
            would_be_supplied(fray->scenario, view, &fray->supplies[GERMAN_SIDE], kind->nation, fray->battle->target);
        int guise = kind->type == FLAK ? (fed ? FED_FLAK : STARVED_FLAK) : fed ? FED : STARVED;
        bag_put(&out->bag[guise], kind->value[kind->steps - 1].defence, 1);
    }
}

/* Whether Soviet tanks are halved if so many of each guise are hidden there (10.1-2, 10.1-3). */
static bool guises_halve(const Hidden *hidden, const int take[GUISES])
{
    return (hidden->flak || take[FED_FLAK]) && (hidden->other || take[FED] + take[STARVED]);
}

static bool can_be(const Hidden *hidden, const int take[GUISES])
{
    for (int guise = 0; guise < GUISES; guise++)
        if (take[guise] < 0 || take[guise] > bag_total(&hidden->bag[guise]))
            return false;
    return true;
}

/* The next way to make up what is hidden, so many of each guise, if it can be; false after the last. It begins with
 * every counter of the first guise. */
static bool next_guises(const Hidden *hidden, int take[GUISES])
{
    int guise = FED + 1;
    for (; guise < GUISES; take[guise++] = 0) {
        int most = bag_total(&hidden->bag[guise]);
        if (take[guise] < (most < hidden->count ? most : hidden->count))
            break;
    }
    if (guise == GUISES)
        return false;
    take[guise]++;
    take[FED] = hidden->count - take[STARVED] - take[FED_FLAK] - take[STARVED_FLAK];
    return true;
}

static void find_hidden(const Fray *fray, Hidden *out)
{
    const Battle *battle = fray->battle;
    memset(out, 0, sizeof *out);
    for (int i = 0; i < battle->defenders && battle->side == SOVIET_SIDE; i++) {
        Piece piece = battle->defender[i];
        bool flak = kind_of(fray->data, fray->view, piece)->type == FLAK;
        if (!is_known(fray->data, fray->view, piece)) {
            out->count++;
            continue;
        }
        out->other |= !flak;
        out->flak |=
            flak && supply_of(fray->scenario, fray->view, &fray->supplies[GERMAN_SIDE], piece) != OUT_OF_SUPPLY;
    }
    int take[GUISES] = {out->count};
    if (!out->count)
        return;
    hide_germans(fray, out);
    do {
        out->flak_helps |= can_be(out, take) && guises_halve(out, take);
        out->flak_idles |= can_be(out, take) && !guises_halve(out, take);
    } while (next_guises(out, take));
}

/* ---- spreads of strength ----------------------------------------------------------------------------------------- */

/* The part whose unknown units each axis sums up; -1 none. */
typedef struct Axes {
    int part[SPREAD_AXES];
} Axes;

static bool find_axes(const Muster *muster, Axes *out)
{
    int axes = 0;
    for (int i = 0; i < SPREAD_AXES; i++)
        out->part[i] = -1;
    for (int i = 0; i < muster->parts; i++)
        if (muster->part[i].unknown) {
            if (axes == SPREAD_AXES)
                return false;
            out->part[axes++] = i;
        }
    return true;
}

/* Attackers are known to the side that asks, except for their strength. */
static bool spread_attack(const Fray *fray, const Muster *muster, int number, Spread *out, Axes *axes)
{
    int draws[LOTS][SPREAD_AXES] = {{0}};
    if (!find_axes(muster, axes))
        return false;
    for (int i = 0; i < fray->battle->attackers; i++)
        for (int axis = 0; axis < SPREAD_AXES; axis++) {
            Piece piece = fray->battle->attacker[i];
            if (axes->part[axis] == muster->part_of[i] && muster->drawn[i])
                draws[lot_of(fray->data, fray->view, piece)][axis]++;
        }
    spread_begin(out, number);
    for (int lot = 0; lot < LOT_TRIED; lot++) {
        Bag bag;
        if (!(draws[lot][0] | draws[lot][1] | draws[lot][2]))
            continue;
        fill_bag(fray->data, fray->view, lot, ATTACK, &bag);
        if (!spread_draw(out, &bag, draws[lot]))
            return false;
    }
    return true;
}

static int count_unknown(const Fray *fray)
{
    int unknown = 0;
    for (int i = 0; i < fray->battle->defenders; i++)
        unknown += !is_known(fray->data, fray->view, fray->battle->defender[i]);
    return unknown;
}

static bool spread_soviets(const Fray *fray, int unknown, Spread *out)
{
    ROOMS(Lot, lots, LOTS);
    memset(lots, 0, LOTS * sizeof *lots);
    for (int i = 0; i < fray->battle->defenders; i++) {
        Piece piece = fray->battle->defender[i];
        if (is_known(fray->data, fray->view, piece) && is_untried(fray->data, fray->view, piece))
            lots[lot_of(fray->data, fray->view, piece)].seen++;
    }
    for (int lot = 0; lot < LOT_TRIED; lot++)
        if (unknown || lots[lot].seen)
            fill_bag(fray->data, fray->view, lot, DEFENCE, &lots[lot].bag);
    if (unknown)
        hide_soviets(fray->scenario, fray->view, lots);
    return spread_lots(out, lots, LOTS, unknown);
}

static bool spread_defence(const Fray *fray, const Muster *muster, Spread *out, Axes *axes)
{
    if (!find_axes(muster, axes) || axes->part[1] >= 0)
        return false;
    spread_begin(out, DEFENCE);
    return fray->battle->side == SOVIET_SIDE || spread_soviets(fray, count_unknown(fray), out);
}

/* ---- columns --------------------------------------------------------------------------------------------------- */

/* Columns that matter: the table, one below it, and as many above as attenuated supply can take back. */
enum { LOWEST = FIRST_COLUMN - 1, HIGHEST = FIRST_COLUMN + DICE_COLUMNS + 9, COLUMNS_WEIGHED = HIGHEST - LOWEST + 1 };

typedef struct Odds {
    Fray fray;
    Hidden hidden; /* of German defenders */
    Muster muster[2];
    OddsSheet sheet;
    bool gast;
    Weight by[COLUMNS_WEIGHED], total;
    int least[2], most[2];       /* strengths */
    int lowest, highest, likely; /* columns, true ones */
} Odds;

static int strength_at(const Muster *muster, const Spread *spread, const Axes *axes, int cell)
{
    int sum[SPREAD_AXES], drawn[PARTS] = {0};
    spread_sums(spread, cell, sum);
    for (int axis = 0; axis < SPREAD_AXES; axis++)
        if (axes->part[axis] >= 0)
            drawn[axes->part[axis]] = sum[axis];
    return strength_of(muster, drawn);
}

static void weigh_pair(Odds *odds, int attack, int defence, Weight ways)
{
    int column = column_of_odds(attack, defence) + odds->sheet.sum;
    int within = column < LOWEST ? LOWEST : column > HIGHEST ? HIGHEST : column;
    odds->by[within - LOWEST] += ways;
    odds->lowest = column < odds->lowest ? column : odds->lowest;
    odds->highest = column > odds->highest ? column : odds->highest;
    odds->total += ways;
}

static void note_strength(Odds *odds, int which, int strength)
{
    if (!odds->most[which] || strength < odds->least[which])
        odds->least[which] = strength;
    if (strength > odds->most[which])
        odds->most[which] = strength;
}

/* All pairs of what the attack and the defence may come to. */
static void weigh_pairs(Odds *odds, const Muster *attackers, const Spread spread[2], const Axes axes[2])
{
    for (int mine = 0; mine < spread[ATTACK].cells; mine++) {
        if (!spread[ATTACK].weight[mine])
            continue;
        int attack = strength_at(attackers, &spread[ATTACK], &axes[ATTACK], mine);
        for (int theirs = 0; theirs < spread[DEFENCE].cells; theirs++) {
            if (!spread[DEFENCE].weight[theirs])
                continue;
            int defence = strength_at(&odds->muster[DEFENCE], &spread[DEFENCE], &axes[DEFENCE], theirs);
            note_strength(odds, ATTACK, attack);
            note_strength(odds, DEFENCE, defence);
            weigh_pair(odds, attack, defence, spread[ATTACK].weight[mine] * spread[DEFENCE].weight[theirs]);
        }
    }
}

/* Bits that the ways of the attack may have beside those of what is hidden and of the dice. */
static int bits_for_attack(const Hidden *hidden)
{
    enum { WEIGHT_BITS = 127, FEW = 8 };
    Weight ways = DIE * DIE;
    int all = 0, bits = 0;
    for (int guise = 0; guise < GUISES; guise++)
        all += bag_total(&hidden->bag[guise]);
    for (int i = 0; i < hidden->count; i++)
        ways = ways * (Weight)(all - i) / (Weight)(i + 1);
    while (bits < WEIGHT_BITS && ways >> bits)
        bits++;
    return bits < WEIGHT_BITS - FEW ? WEIGHT_BITS - bits : FEW;
}

/* The attack as it is with flak that helps, or without. */
static bool spread_against(Odds *odds, bool flak, int number, Muster *muster_out, Spread *spread, Axes *axes)
{
    odds->fray.flak = flak ? FLAK_HELPS : FLAK_IDLES;
    muster(&odds->fray, ATTACK, muster_out);
    if (!spread_attack(&odds->fray, muster_out, number, spread, axes))
        return false;
    spread_shorten(spread, bits_for_attack(&odds->hidden));
    return true;
}

/* Every way in which the hidden Germans may be made up: those in supply on the first axis, the others on the second,
 * against the attackers as flak leaves them. */
static bool weigh_hidden(Odds *odds)
{
    ROOMS(Muster, against, 2);
    enum { WAY = 2 }; /* number of the spread */
    static const uint8_t axis_of[GUISES] = {[STARVED] = 1, [STARVED_FLAK] = 1};
    Spread attack[2], pair[2];
    Axes attack_axes[2], axes[2];
    int take[GUISES] = {odds->hidden.count};
    int corps = corps_at(odds->fray.view, GERMAN_SIDE, odds->fray.battle->target);
    for (int flak = 0; flak < 2; flak++)
        if (!spread_against(odds, flak, flak, &against[flak], &attack[flak], &attack_axes[flak]))
            return false;
    find_axes(&(Muster){0}, &axes[DEFENCE]);
    axes[DEFENCE].part[0] = part_at(&odds->muster[DEFENCE], 0, corps);
    axes[DEFENCE].part[1] = part_at(&odds->muster[DEFENCE], HALVED_SUPPLY, corps);
    do {
        int flak = guises_halve(&odds->hidden, take);
        if (!can_be(&odds->hidden, take))
            continue;
        pair[ATTACK] = attack[flak];
        axes[ATTACK] = attack_axes[flak];
        spread_begin(&pair[DEFENCE], WAY);
        for (int guise = 0; guise < GUISES; guise++) {
            int draws[SPREAD_AXES] = {0};
            draws[axis_of[guise]] = take[guise];
            if (take[guise] && !spread_draw(&pair[DEFENCE], &odds->hidden.bag[guise], draws))
                return false;
        }
        weigh_pairs(odds, &against[flak], pair, axes);
    } while (next_guises(&odds->hidden, take));
    return true;
}

/* False when there are too many ways to count. */
static bool weigh_columns(Odds *odds)
{
    Spread spread[2];
    Axes axes[2];
    odds->lowest = INT16_MAX;
    odds->highest = INT16_MIN;
    if (odds->hidden.count) {
        if (!weigh_hidden(odds))
            return false;
    } else {
        if (!spread_attack(&odds->fray, &odds->muster[ATTACK], ATTACK, &spread[ATTACK], &axes[ATTACK]) ||
            !spread_defence(&odds->fray, &odds->muster[DEFENCE], &spread[DEFENCE], &axes[DEFENCE]))
            return false;
        spreads_meet(&spread[ATTACK], &spread[DEFENCE], DIE * DIE);
        weigh_pairs(odds, &odds->muster[ATTACK], spread, axes);
    }
    for (int i = 0; i < COLUMNS_WEIGHED; i++)
        if (odds->by[i] > odds->by[odds->likely - LOWEST])
            odds->likely = i + LOWEST;
    return true;
}

/* ---- outcomes -------------------------------------------------------------------------------------------------- */

enum { CLEARED, HIT, LOSES_1, LOSES_2, MEASURES };

/* Halves that the defenders can pay at most, and their steps. */
static int capacity(const Odds *odds, int *steps)
{
    int halves = 0;
    *steps = 0;
    for (int i = 0; i < odds->fray.battle->defenders; i++) {
        Piece piece = odds->fray.battle->defender[i];
        int has = odds->fray.view->unit[piece].steps;
        *steps += has;
        halves += has * worth_of(odds->fray.data, odds->fray.view, piece);
    }
    return halves;
}

static void weigh_result(const Odds *odds, Result result, Weight ways, Weight measure[MEASURES], Forecast *out)
{
    int steps, halves = capacity(odds, &steps);
    bool all = result.defender == ELIMINATES;
    Sentence label =
        all ? sentence(0, "%n/E", result.attacker) : sentence(0, "%n/%n", result.attacker, result.defender);
    Sentence meaning = all ? sentence(PM_14_38, "pm.attacker-loses-every-defender", result.attacker)
                           : sentence(PM_14_32_1, "pm.attacker-loses-defender", result.attacker, result.defender);
    ForecastLine *line = forecast_line(out, label, (all ? steps : result.defender) - result.attacker, meaning);
    if (line)
        line->weight += ways;
    measure[CLEARED] += all || POINT * result.defender >= halves ? ways : 0;
    measure[HIT] += result.defender ? ways : 0;
    measure[LOSES_1] += result.attacker > 0 ? ways : 0;
    measure[LOSES_2] += result.attacker > 1 ? ways : 0;
}

static void weigh_dice(const Odds *odds, Forecast *out)
{
    static const struct {
        const char *words;
        int rule;
    } line[MEASURES] = {
        [CLEARED] = {SAID("pm.hex-cleared"), PM_14_39_1},
        [HIT] = {SAID("pm.defender-loses-something"), PM_14_32_1},
        [LOSES_1] = {SAID("pm.attacker-loses-point"), PM_14_32_1},
        [LOSES_2] = {SAID("pm.attacker-loses-two-points"), PM_14_32_1},
    };
    const Book *data = odds->fray.data;
    Weight measure[MEASURES] = {0};
    for (int i = 0; i < COLUMNS_WEIGHED; i++)
        for (int gast = 1; odds->by[i] && gast <= DIE; gast++) {
            int left = odds->gast ? gast_shift(data, gast + gast_bonus(&odds->fray)) : 0;
            for (int die = 1; die <= DIE; die++)
                weigh_result(odds, final_result(data, odds->fray.battle, result_in(data, i + LOWEST - left, die)),
                             odds->by[i], measure, out);
        }
    out->total = odds->total * (DIE * DIE);
    for (int i = 0; i < MEASURES; i++)
        forecast_measure(out, sentence(0, line[i].words), line[i].rule, measure[i]);
}

/* ---- words ----------------------------------------------------------------------------------------------------- */

static Sentence title_of(const Odds *odds)
{
    int attack = odds->least[ATTACK], defence = odds->least[DEFENCE];
    bool sure[2] = {attack == odds->most[ATTACK], defence == odds->most[DEFENCE]};
    if (!sure[ATTACK] && !sure[DEFENCE])
        return sentence(0, "pm.against-2", attack, odds->most[ATTACK], defence, odds->most[DEFENCE]);
    if (!sure[ATTACK])
        return sentence(0, "pm.against-3", attack, odds->most[ATTACK], defence);
    if (!sure[DEFENCE])
        return sentence(0, "pm.against-4", attack, defence, odds->most[DEFENCE]);
    Sentence from = ratio_said(column_of_odds(attack, defence)), to = ratio_said(odds->highest);
    if (!odds->sheet.sum)
        return sentence(0, "pm.against-5", attack, defence, to.arg[0], to.arg[1]);
    return sentence(0, "pm.against-shifted", attack, defence, from.arg[0], from.arg[1], to.arg[0], to.arg[1]);
}

static void tell_columns(const Odds *odds, Forecast *out)
{
    int bonus = odds->gast ? gast_bonus(&odds->fray) : 0;
    int least = odds->gast ? gast_shift(odds->fray.data, 1 + bonus) : 0;
    int most = odds->gast ? gast_shift(odds->fray.data, DIE + bonus) : 0;
    out->cell = combat_cell(odds->lowest - most, odds->highest - least);
    if (odds->lowest == odds->highest && least == most)
        out->column = ratio_said(odds->highest - least);
    out->best = ratio_said(odds->highest - least);
    out->worst = ratio_said(odds->lowest - most);
    if (odds->lowest != odds->highest)
        out->likely = ratio_said(odds->likely);
}

/* pm.r.65: aircraft of attackers that have no part in the battle, and why. */
static void left_out_lines(const Fray *fray, OddsSheet *out)
{
    const Battle *battle = fray->battle;
    unsigned told = battle->corps;
    for (int i = 0; i < battle->attackers && !fray->data->beginners; i++) {
        Hex hex = fray->view->unit[battle->attacker[i]].at.hex;
        int corps = hex < fray->scenario->map->hexes ? corps_at(fray->view, battle->side, hex) : -1;
        int number = corps == SOVIET_CORPS ? 1 : corps + 1;
        if (corps < 0 || told >> corps & 1)
            continue;
        told |= 1u << corps;
        odds_add(out, battle->side, 0,
                 is_mobile(battle)                     ? sentence(PM_15_5, "pm.left-out-corps-stays-rest", number)
                 : fray->view->corps_used >> corps & 1 ? sentence(PM_10_2_2, "pm.left-out-corps-helped-phase", number)
                                                       : sentence(PM_10_2_2, "pm.left-out-corps-not-named", number));
    }
}

static void price_lines(const Odds *odds, Forecast *out)
{
    const Battle *battle = odds->fray.battle;
    OddsSheet more;
    odds_begin(&more);
    if (odds->gast)
        odds_add(&more, battle->side, 0,
                 sentence(PM_9_6_1, "pm.attenuated-supply-die-takes-columns",
                          gast_shift(odds->fray.data, 1 + gast_bonus(&odds->fray)),
                          gast_shift(odds->fray.data, DIE + gast_bonus(&odds->fray))));
    for (int i = 0; is_mobile(battle) && battle->side == SOVIET_SIDE && i < battle->attackers; i++)
        if (kind_of(odds->fray.data, odds->fray.view, battle->attacker[i])->type == CAVALRY) {
            odds_add(&more, battle->side, 0, sentence(PM_15_12, "pm.cavalry-spent-assault-whatever-comes"));
            break;
        }
    if (odds->hidden.flak_helps && odds->hidden.flak_idles)
        odds_add(&more, GERMAN_SIDE, 0, sentence(PM_10_1_2, "pm.counted-flak-may-hidden", battle->target));
    if (odds->hidden.count && bag_total(&odds->hidden.bag[STARVED]) + bag_total(&odds->hidden.bag[STARVED_FLAK]))
        odds_add(&more, GERMAN_SIDE, 0, sentence(PM_9_11_2, "pm.counted-hidden-units-may-out", battle->target));
    left_out_lines(&odds->fray, &more);
    forecast_sheet(out, &more);
}

static bool weigh(const Scenario *scenario, const State *view, const Battle *battle, Forecast *out)
{
    ROOM(Odds, odds);
    memset(odds, 0, sizeof *odds);
    odds->likely = LOWEST;
    forecast_clear(out);
    fray_begin(&odds->fray, scenario, view, battle);
    find_hidden(&odds->fray, &odds->hidden);
    if (odds->hidden.count)
        odds->fray.flak = odds->hidden.flak_idles ? FLAK_IDLES : FLAK_HELPS;
    muster(&odds->fray, ATTACK, &odds->muster[ATTACK]);
    muster(&odds->fray, DEFENCE, &odds->muster[DEFENCE]);
    weigh_ground(&odds->fray, &odds->sheet);
    factor_lines(&odds->fray, ATTACK, &odds->muster[ATTACK], &odds->sheet);
    factor_lines(&odds->fray, DEFENCE, &odds->muster[DEFENCE], &odds->sheet);
    odds->gast = is_attenuated(&odds->fray);
    if (!weigh_columns(odds))
        return false;
    out->gainer = battle->side;
    out->payer = (uint8_t)enemy_of(battle->side);
    out->title = title_of(odds);
    out->assumes = sentence(0, "pm.nobody-falls-back-hidden-counter");
    forecast_sheet(out, &odds->sheet);
    price_lines(odds, out);
    tell_columns(odds, out);
    weigh_dice(odds, out);
    forecast_reduce(out);
    return true;
}

bool attack_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Battle battle;
    attack_battle(scenario, view, order, &battle);
    return weigh(scenario, view, &battle, out);
}

bool assault_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Battle battle;
    assault_battle(scenario, view, order, &battle);
    return weigh(scenario, view, &battle, out);
}

/* 15.6-1: the next round is fought by the units that are left. */
bool again_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    (void)order;
    const Battle *last = &view->battle;
    Battle battle;
    Piece alive[FORCE];
    int count = 0;
    for (int i = 0; i < last->attackers; i++)
        if (is_alive(view, last->attacker[i]))
            alive[count++] = last->attacker[i];
    lay_out_battle(scenario, view, last->side, last->target, last->launch, alive, count, &battle);
    battle.corps = last->corps;
    return weigh(scenario, view, &battle, out);
}
