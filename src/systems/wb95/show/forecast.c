/* forecast.c — exact odds of assaults, ranged fire, barrage and fire at bridges, before the order that rolls.
 *
 * The forecast reads the same battle sheet as the roll. It assumes what will surely happen: HQs help the units they
 * cover, mandatory CMs count, neither side adds anything else, and units that must retreat go all the way. Guns,
 * aircraft, stars, fortification units and CMs that either side may add after the order are listed with the value 0,
 * each until its moment has passed (5.2.1 b). A second weighing has the other side throw in all of its own.
 *
 * Where counters of the defence are not known, hidden.c counts every way in which they may turn out, and the columns,
 * the dice and the morale limits are weighed by these ways; in the second weighing every hidden star and fortification
 * unit is used. Guns that may hide in other stacks within range are in neither: how likely they are and how much they
 * could add at most is shown (hideouts.c), and the worst column has it. An HQ that may hide near the defenders leaves
 * the dice open too.
 *
 * Weights are whole numbers out of counted ways × 36 × 36^4: two dice for the result, and up to four tests; in the end
 * they are divided by what they have in common. */
#include <limits.h>
#include <string.h>

#include "core/room.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/reference.h"

enum { TESTS_MOST = 4, DICE_ALL = 36, LIMITS = 14 /* of 2K6, and one no roll reaches */ };

static const uint8_t ways_2k6[13] = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};

/* ---- writing ------------------------------------------------------------------------------------- */

void add_outcome(Forecast *out, Sentence label, int gain, Sentence meaning, Weight weight)
{
    ForecastLine *line = forecast_line(out, label, gain, meaning);
    if (line)
        line->weight += weight;
}

/* What a result costs: its CELs, and a CEL for each hex of retreat, which is the price of standing (5.3.7). */
static int toll(Result result) { return result.loss + result.retreat; }

/* ---- tests of disorganisation ------------------------------------------------------------------------ */

static uint64_t power(uint64_t base, int exponent)
{
    uint64_t result = 1;
    while (exponent--)
        result *= base;
    return result;
}

/* Of 36^4: that some unit fails one of so many tests against this limit. */
static uint64_t fails(int limit, int tests)
{
    int pass = 0;
    for (int roll = 2; roll < limit && roll <= 12; roll++)
        pass += ways_2k6[roll];
    if (tests > TESTS_MOST)
        tests = TESTS_MOST;
    return power(DICE_ALL, TESTS_MOST) - power((uint64_t)pass, tests) * power(DICE_ALL, TESTS_MOST - tests);
}

enum { NOBODY_TESTED = LIMITS - 1 };

/* Among the units that the result can disorganise: in an assault not guns on their trucks (5.6.3, R114). */
static int lowest_morale(const Wb95 *data, const State *view, const Force *force, bool assault)
{
    int lowest = NOBODY_TESTED;
    for (int i = 0; i < force->units; i++) {
        int morale = kind_of(data, view, force->unit[i])->morale;
        if (morale < lowest && !(assault && is_limbered(data, view, force->unit[i])))
            lowest = morale;
    }
    return lowest;
}

static uint64_t disorganised(Result result, int limit)
{
    if (result.disorganised && limit < NOBODY_TESTED)
        return power(DICE_ALL, TESTS_MOST);
    return fails(limit, result.test + (result.retreat > 1 ? result.retreat - 1 : 0));
}

/* ---- hidden headquarters ------------------------------------------------------------------------------------ */

/* An HQ of the side may be hidden where it would cover the first of its counters in the force. */
static bool hq_may_hide(const Scenario *scenario, const State *view, const Force *force, int side)
{
    const Wb95 *data = data_of(scenario);
    bool unseen = false, place = false;
    int first = 0;
    while (first + 1 < force->units && view->unit[force->unit[first]].side != side)
        first++;
    for (Piece piece = 0; piece < scenario->pieces && !unseen; piece++)
        unseen = view->unit[piece].place == UNSEEN && view->unit[piece].side == side &&
                 data->kind[view->unit[piece].kind].type == HQ;
    for (Piece piece = (Piece)scenario->pieces; unseen && piece < WB95_SLOTS && !place; piece++) {
        const Unit *unit = &view->unit[piece];
        place = unit->place == ON_MAP && unit->side == side && kind_of(data, view, piece)->type == UNKNOWN &&
                map_distance(scenario->map, unit->hex, force->fought_at[first]) <= 4;
    }
    return place;
}

/* ---- assaults ---------------------------------------------------------------------------------------------- */

/* The first owner of the defence who has not answered yet once the order at hand is given (R106). */
static int next_to_speak(const Combat *combat)
{
    return combat->stage <= STAGE_DEFENCE  ? 0
           : combat->stage == STAGE_COMMIT ? owner_at_hand(combat) + 1
                                           : combat->owners;
}

/* Whether a force may still throw something in once the order at hand is given (5.2.1 b). */
static bool may_still_add(const Combat *combat, int which)
{
    return !combat->lone && (which == DEFENCE ? next_to_speak(combat) < combat->owners : combat->stage <= STAGE_COMMIT);
}

/* The force of the side that does not give the order at hand. */
static int other_force(const Combat *combat) { return combat->stage == STAGE_COMMIT ? ATTACK : DEFENCE; }

static void star_and_cm_lines(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                              int which, Forecast *out)
{
    const Force *force = &combat->force[which];
    for (int i = 0; i < force->units; i++)
        if (stars_usable(scenario, view, combat, sheet, which, i) && decides_for(view, force, i))
            forecast_modifier(out, sentence(WB95_15_1_6, "wb95.may-still-add-star", force->unit[i]), 0, force->side);
    int cms = pool_cms(scenario, view, combat, force->side);
    if (cms)
        forecast_modifier(out, sentence(WB95_9_1_6, "wb95.may-still-add-cms-lost", cms), 0, force->side);
}

static void defence_lines(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                          Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    const Force *defence = &combat->force[DEFENCE];
    Piece gun[GUNS];
    int guns = guns_for_defence(scenario, view, combat, gun), air = defence_air(view, combat);
    for (int i = 0; i < guns; i++)
        forecast_modifier(out,
                          sentence(WB95_6_3_3, "wb95.may-still-add-sp", defence_strength(data, view, gun[i]), gun[i],
                                   view->unit[gun[i]].hex),
                          0, defence->side);
    if (air)
        forecast_modifier(out, sentence(WB95_8_2_4, "wb95.may-still-add-sp-half", (air + 1) / 2, air), 0,
                          defence->side);
    for (int i = 0; i < defence->units; i++)
        if (fu_usable(data, view, combat, sheet, i) && decides_for(view, defence, i))
            forecast_modifier(out, sentence(WB95_15_4_2, "wb95.may-still-add-fortification-unit", defence->unit[i]), 0,
                              defence->side);
}

static void may_add_lines(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                          Forecast *out)
{
    Combat asked = *combat;
    if (may_still_add(combat, ATTACK))
        star_and_cm_lines(scenario, view, combat, sheet, ATTACK, out);
    for (int i = next_to_speak(combat); i < combat->owners && may_still_add(combat, DEFENCE); i++) {
        asked.force[DEFENCE].side = combat->owner[i];
        star_and_cm_lines(scenario, view, &asked, sheet, DEFENCE, out);
        defence_lines(scenario, view, &asked, sheet, out);
    }
}

/* Guns out of sight, of all owners who have not answered yet. */
static void unseen_of_all(const Scenario *scenario, const State *view, const Combat *combat, UnseenGuns *out)
{
    Combat asked = *combat;
    int none = 100;
    *out = (UnseenGuns){0};
    for (int i = next_to_speak(combat); i < combat->owners; i++) {
        UnseenGuns his;
        asked.force[DEFENCE].side = combat->owner[i];
        find_unseen_guns(scenario, view, &asked, &his);
        out->most += his.most;
        none = none * (100 - his.chance) / 100;
    }
    out->chance = 100 - none;
}

enum { HELPED = 1, PAYS = 2, STANDS = 4 }; /* the defender's HQ helps; a unit alone in its hex pays at 10:1 (R101) */

/* What the ways of the defence come to. */
typedef struct Odds {
    const Scenario *scenario;
    const State *view;
    const Combat *combat;
    struct Odds *also;                  /* weighed with the same ways, or NULL */
    bool opposed;                       /* hidden stars and fortification units are used */
    Battle sheet[TARGETS];              /* by the target whose ground counts */
    const Battle *seen;                 /* that of them which the view leads to */
    Weight by[COLUMNS][STANDS][LIMITS]; /* column, HELPED and PAYS, lowest morale limit */
    Weight total, able, covered;        /* ways: all, with hidden stars or the like, with that HQ's help */
    unsigned grounds;                   /* bit per target whose ground may count */
    int added;                          /* SP of the defence from outside the hexes attacked */
    UnseenGuns unseen;                  /* what guns out of sight might also add */
    int least, most;                    /* SP of the defence */
    int highest, lowest;                /* columns */
    int worst;                          /* the lowest if all that is hidden is used too */
    int cms, ability;                   /* most there may be */
} Odds;

static int column_with(const Battle *sheet, const Stand *stand, int sp, int extra)
{
    if (stand->lone)
        return HIGHEST_COLUMN;
    return shift_column(column_of_ratio(sheet->sp[ATTACK], sp), sheet->cm[ATTACK],
                        sheet->cm[DEFENCE] + stand->cms + extra);
}

static int smaller(int one, int other) { return one < other ? one : other; }
static int larger(int one, int other) { return one > other ? one : other; }

static void weigh_one(Odds *odds, const Stand *stand)
{
    int ground = choose_ground(data_of(odds->scenario), odds->view, odds->combat, stand->sp);
    int sp = odds->added;
    const Battle *sheet = &odds->sheet[ground];
    for (int i = 0; i < odds->combat->targets; i++)
        sp += stand->sp[i];
    int column = column_with(sheet, stand, sp, odds->opposed ? stand->ability : 0);
    odds->by[column][(stand->covered ? HELPED : 0) | (stand->pays ? PAYS : 0)][stand->limit] += stand->ways;
    odds->total += stand->ways;
    odds->able += stand->ability ? stand->ways : 0;
    odds->covered += stand->covered ? stand->ways : 0;
    odds->grounds |= 1u << ground;
    odds->least = smaller(sp, odds->least);
    odds->most = larger(sp, odds->most);
    odds->highest = larger(column, odds->highest);
    odds->lowest = smaller(column, odds->lowest);
    odds->worst = smaller(column_with(sheet, stand, sp + odds->unseen.most, stand->ability), odds->worst);
    odds->cms = larger(stand->cms, odds->cms);
    odds->ability = larger(stand->ability, odds->ability);
}

static void weigh_stand(void *context, const Stand *stand)
{
    for (Odds *odds = context; odds; odds = odds->also)
        weigh_one(odds, stand);
}

/* Hidden counters beyond counting are taken as averages, as the view shows them. */
static void weigh_average(Odds *odds)
{
    const Wb95 *data = data_of(odds->scenario);
    const Force *defence = &odds->combat->force[DEFENCE];
    Stand stand = {.limit = lowest_morale(data, odds->view, defence, true),
                   .covered = odds->sheet[0].covered[DEFENCE],
                   .lone = odds->combat->lone,
                   .pays = odds->combat->alone,
                   .ways = 1};
    for (int i = 0; i < odds->combat->targets; i++)
        stand.sp[i] = ground_strength(data, odds->view, odds->combat, odds->combat->target[i]);
    weigh_one(odds, &stand);
}

static Sentence column_said(int column) { return sentence(0, "%n:%n", column_attack[column], column_defence[column]); }

static Sentence title_of(const Odds *odds)
{
    const Battle *sheet = odds->seen;
    int attack = sheet->sp[ATTACK], initial = column_of_ratio(attack, odds->least), column = odds->highest;
    if (sheet->lone)
        return sentence(0, "wb95.alone-always", column_attack[HIGHEST_COLUMN], column_defence[HIGHEST_COLUMN]);
    if (odds->least < odds->most)
        return sentence(0, "wb95.against", attack, odds->least, odds->most);
    if (column > odds->lowest)
        return sentence(0, "wb95.against-2", attack, odds->least);
    if (initial == column)
        return sentence(0, "wb95.against-3", attack, odds->least, column_attack[column], column_defence[column]);
    return sentence(0, "wb95.against-shifted", attack, odds->least, column_attack[initial], column_defence[initial],
                    column_attack[column], column_defence[column]);
}

static void hidden_lines(const Odds *odds, Forecast *out)
{
    int side = odds->combat->force[DEFENCE].side;
    if (odds->covered && odds->covered == odds->total)
        forecast_modifier(out, sentence(WB95_9_2_1_2, "wb95.dice-headquarters", side), 1, side);
    else if (odds->covered)
        forecast_modifier(out, sentence(WB95_9_2_1_2, "wb95.dice-counted-headquarters-may-serve"), 0, side);
    if (odds->cms)
        forecast_modifier(out, sentence(WB95_13_1_2, "wb95.counted-hidden-counters-formation-up", odds->cms), 0, side);
    if (odds->ability)
        forecast_modifier(out, sentence(WB95_15_1_6, "wb95.may-still-add-up-cms", odds->ability), 0, side);
    if (odds->unseen.most)
        forecast_modifier(
            out, sentence(WB95_6_3_3, "wb95.may-still-add-not-weighed", odds->unseen.chance, odds->unseen.most), 0,
            side);
    if (odds->grounds & (odds->grounds - 1))
        forecast_modifier(out, sentence(WB95_5_5_3, "wb95.counted-ground-counts-hangs-hidden"), 0, side);
}

/* One row of one column of the table. */
static void weigh_result(const Result *cell, Weight weight, bool opposed, Forecast *out)
{
    ForecastLine *line = forecast_line(
        out, sentence(0, "%w / %w", result_word(ATTACK, cell[ATTACK]), result_word(DEFENCE, cell[DEFENCE])),
        toll(cell[DEFENCE]) - toll(cell[ATTACK]),
        sentence(WB95_TABLE_COMBAT, "wb95.attacker-defender", spoken_word(cell[ATTACK]), spoken_word(cell[DEFENCE])));
    if (line)
        *(opposed ? &line->opposed : &line->weight) += weight * power(DICE_ALL, TESTS_MOST);
}

enum { LOSE_1, LOSE_2, HIT, GO, BACK, SHAKEN, BROKEN_UP, ABLE, MEASURES };

/* The effect on the defence with that morale limit; with `pays`, a unit alone in its hex loses a CEL. */
static void measure_result(const Result *cell, bool pays, const int limit[2], Weight weight, Weight measure[MEASURES])
{
    const uint64_t tests = power(DICE_ALL, TESTS_MOST);
    measure[LOSE_1] += cell[ATTACK].loss > 0 ? weight * tests : 0;
    measure[LOSE_2] += cell[ATTACK].loss > 1 ? weight * tests : 0;
    measure[HIT] += cell[DEFENCE].loss > 0 || pays ? weight * tests : 0;
    measure[GO] += cell[DEFENCE].retreat > 0 ? weight * tests : 0;
    measure[BACK] += cell[ATTACK].retreat > 0 ? weight * tests : 0;
    measure[SHAKEN] += weight * disorganised(cell[ATTACK], limit[ATTACK]);
    measure[BROKEN_UP] += weight * disorganised(cell[DEFENCE], limit[DEFENCE]);
}

static void measure_lines(const Weight measure[MEASURES], bool opposed, Forecast *out)
{
    static const struct {
        const char *words;
        int rule;
    } line[MEASURES] = {
        [LOSE_1] = {SAID("wb95.attacker-loses-cel"), WB95_5_1_8},
        [LOSE_2] = {SAID("wb95.attacker-loses-2-cel"), WB95_5_1_8},
        [HIT] = {SAID("wb95.defender-loses-cel"), WB95_5_1_8},
        [GO] = {SAID("wb95.defender-retreats"), WB95_5_3_1},
        [BACK] = {SAID("wb95.attacker-retreats"), WB95_5_3_1},
        [SHAKEN] = {SAID("wb95.attacker-disorganised"), WB95_5_6_2},
        [BROKEN_UP] = {SAID("wb95.defender-disorganised"), WB95_5_6_2},
        [ABLE] = {SAID("wb95.defender-hidden-star"), WB95_15_1_6},
    };
    for (int i = 0; i < MEASURES && !opposed; i++)
        if (i != ABLE || measure[ABLE])
            forecast_measure(out, sentence(0, line[i].words), line[i].rule, measure[i]);
    for (int i = 0; i < out->measures && opposed; i++)
        out->measure[i].opposed = measure[i];
}

static void weigh_cells(const Odds *odds, Forecast *out)
{
    const Wb95 *data = data_of(odds->scenario);
    const Force *attack = &odds->combat->force[ATTACK];
    int limit[2] = {lowest_morale(data, odds->view, attack, true)};
    Weight measure[MEASURES] = {[ABLE] = odds->able * power(DICE_ALL, TESTS_MOST + 1)};
    for (int column = odds->lowest; column <= odds->highest; column++) {
        Weight row[ROWS_2K6] = {0};
        for (int stand = 0; stand < STANDS; stand++)
            for (limit[DEFENCE] = 0; limit[DEFENCE] < LIMITS; limit[DEFENCE]++) {
                Weight ways = odds->by[column][stand][limit[DEFENCE]];
                for (int roll = 2; ways && roll <= 12; roll++) {
                    int at = larger(2, smaller(12, roll + odds->seen->dice[ATTACK] + (stand & HELPED))) - 2;
                    bool pays = stand & PAYS && toll(data->combat[at][HIGHEST_COLUMN][DEFENCE]);
                    row[at] += ways * ways_2k6[roll];
                    measure_result(data->combat[at][column], pays, limit, ways * ways_2k6[roll], measure);
                }
            }
        for (int at = 0; at < ROWS_2K6; at++)
            if (row[at])
                weigh_result(data->combat[at][column], row[at], odds->opposed, out);
    }
    *(odds->opposed ? &out->opposed_total : &out->total) = odds->total * power(DICE_ALL, TESTS_MOST + 1);
    measure_lines(measure, odds->opposed, out);
}

/* What an HQ that may hide would do to the dice; false when there is none. */
static bool hidden_hq_lines(const Odds *odds, Forecast *out)
{
    static const Sentence may[2] = {
        [ATTACK] = {SAID("wb95.may-still-take-1-off"), WB95_9_2_1_1, {0}},
        [DEFENCE] = {SAID("wb95.may-still-add-1-dice"), WB95_9_2_1_2, {0}},
    };
    const bool covered[2] = {odds->seen->covered[ATTACK], odds->covered == odds->total};
    bool any = false;
    for (int which = 0; which < 2; which++) {
        const Force *force = &odds->combat->force[which];
        if (covered[which] || force->waived)
            continue;
        for (int i = 0; i < (which == DEFENCE ? odds->combat->owners : 1); i++) {
            int side = which == DEFENCE ? odds->combat->owner[i] : force->side;
            if (!hq_may_hide(odds->scenario, odds->view, force, side))
                continue;
            forecast_modifier(out, may[which], 0, side);
            out->open = any = true;
        }
    }
    return any;
}

static int likeliest(const Odds *odds)
{
    Weight most = 0;
    int best = 0;
    for (int column = 0; column < COLUMNS; column++) {
        Weight weight = 0;
        for (int stand = 0; stand < STANDS; stand++)
            for (int limit = 0; limit < LIMITS; limit++)
                weight += odds->by[column][stand][limit];
        if (weight > most) {
            most = weight;
            best = column;
        }
    }
    return best;
}

static bool any_hidden(const Odds *odds)
{
    const Force *defence = &odds->combat->force[DEFENCE];
    for (int i = 0; i < defence->units; i++)
        if (kind_of(data_of(odds->scenario), odds->view, defence->unit[i])->is & ANONYMOUS)
            return true;
    return false;
}

/* Whether two grounds come to the same, whatever the defence is worth. */
static bool same_for_all(const Battle *one, const Battle *other)
{
    return one->sp[ATTACK] == other->sp[ATTACK] && one->cm[ATTACK] == other->cm[ATTACK] &&
           one->cm[DEFENCE] == other->cm[DEFENCE];
}

/* Odds in which nothing is weighed yet. */
static void lay_out(Odds *odds, const Scenario *scenario, const State *view, const Combat *combat,
                    const UnseenGuns *unseen)
{
    const Wb95 *data = data_of(scenario);
    int sp[TARGETS];
    memset(odds, 0, sizeof *odds);
    odds->scenario = scenario;
    odds->view = view;
    odds->combat = combat;
    odds->unseen = *unseen;
    odds->least = INT_MAX;
    odds->highest = -1;
    odds->lowest = odds->worst = COLUMNS;
    for (int i = 0; i < combat->targets; i++) {
        battle_sheet_on(scenario, view, combat, combat->target[i], &odds->sheet[i]);
        sp[i] = ground_strength(data, view, combat, combat->target[i]);
        odds->added -= sp[i];
    }
    odds->seen = &odds->sheet[choose_ground(data, view, combat, sp)];
    odds->added += odds->seen->sp[DEFENCE];
}

/* Every way of the defence, weighed; false if they are too many and averages had to do. */
static bool weigh_ways(Odds *odds)
{
    bool one_ground = true;
    for (const Odds *each = odds; each; each = each->also)
        for (int i = 1; i < each->combat->targets; i++)
            one_ground &= same_for_all(&each->sheet[0], &each->sheet[i]);
    if (each_stand(odds->scenario, odds->view, odds->combat, one_ground, weigh_stand, odds))
        return true;
    for (Odds *each = odds; each; each = each->also)
        weigh_average(each);
    return false;
}

/* The columns between which it stays open, for the side that asks. */
static void tell_bounds(const Odds *plain, const Odds *opposed, bool hidden, Forecast *out)
{
    if (other_force(plain->combat) == ATTACK && out->opposed.words) {
        out->best = column_said(plain->lowest);
        out->worst = column_said(opposed->highest);
    } else if (hidden || out->opposed.words || plain->unseen.most) {
        out->best = column_said(plain->highest);
        out->worst = column_said(out->opposed.words ? smaller(plain->worst, opposed->worst) : plain->worst);
    }
    if (hidden)
        out->likely = column_said(likeliest(plain));
}

static void gun_line(const State *view, const Force *force, int rule, Piece gun, int sp, Forecast *out)
{
    forecast_modifier(out, sentence(rule, "wb95.sp-support", sp, gun, view->unit[gun].hex), 0, force->side);
}

/* Guns of the order, those beside the enemy too: their strength is in the sums already. */
static void gun_lines(const Wb95 *data, const State *view, const Combat *combat, Forecast *out)
{
    static const int rule[2] = {[ATTACK] = WB95_6_3_2, [DEFENCE] = WB95_6_3_3};
    const Force *attack = &combat->force[ATTACK];
    for (int i = 0; i < attack->units; i++)
        if (attack->supporting >> i & 1)
            gun_line(view, attack, rule[ATTACK], attack->unit[i],
                     attack_strength(data, view, attack->unit[i], attack->full >> i & 1), out);
    for (int which = 0; which < 2; which++) {
        const Force *force = &combat->force[which];
        for (int i = 0; i < force->guns; i++) {
            Piece gun = force->gun[i];
            int sp = which == ATTACK ? attack_strength(data, view, gun, force->gun_full >> i & 1)
                                     : defence_strength(data, view, gun);
            gun_line(view, force, rule[which], gun, sp, out);
        }
    }
}

static void modifier_lines(const Odds *odds, bool counted, Forecast *out)
{
    const Combat *combat = odds->combat;
    const OddsSheet *sheet = &odds->seen->sheet;
    for (int i = 0; i < sheet->lines; i++)
        if (sheet->line[i].what.rule != WB95_9_2_1_2)
            forecast_modifier(out, sheet->line[i].what, sheet->line[i].value, sheet->line[i].side);
    gun_lines(data_of(odds->scenario), odds->view, combat, out);
    may_add_lines(odds->scenario, odds->view, combat, odds->seen, out);
    hidden_lines(odds, out);
    if (!counted)
        forecast_modifier(out, sentence(WB95_16_1_1, "wb95.too-much-hidden-counted-averages"), 0,
                          combat->force[DEFENCE].side);
}

static void tell_plain(const Odds *odds, Forecast *out)
{
    out->title = title_of(odds);
    out->cell = combat_cell(odds->lowest, odds->highest);
    if (odds->highest == odds->lowest)
        out->column = column_said(odds->highest);
    out->assumes = may_still_add(odds->combat, ATTACK) ? sentence(0, "wb95.hqs-used-no-stars-guns")
                                                       : sentence(0, "wb95.hqs-used-retreats-full");
    weigh_cells(odds, out);
}

static void tell_opposed(const Odds *odds, int other, Forecast *out)
{
    out->opposed = title_of(odds);
    out->opposed_assumes = sentence(0, "wb95.throws-all-listed-hqs-used", odds->combat->force[other].side);
    weigh_cells(odds, out);
}

/* Both odds are weighed by the same ways of the defence unless guns join in. */
static bool weigh_both(Odds *plain, Odds *opposed)
{
    const Force *before = &plain->combat->force[DEFENCE], *after = &opposed->combat->force[DEFENCE];
    opposed->opposed = true;
    if (before->units == after->units && before->guns == after->guns) {
        plain->also = opposed;
        return weigh_ways(plain);
    }
    weigh_ways(opposed);
    return weigh_ways(plain);
}

void assault_forecast(const Scenario *scenario, const State *view, const Combat *combat, Forecast *out)
{
    ROOM(Odds, plain);
    ROOM(Odds, opposed);
    Combat full = *combat;
    int other = other_force(combat);
    UnseenGuns unseen = {0};
    if (may_still_add(combat, DEFENCE))
        unseen_of_all(scenario, view, combat, &unseen);
    forecast_clear(out);
    out->gainer = combat->force[ATTACK].side;
    out->payer = combat->owners > 1 ? NO_SIDE : combat->force[DEFENCE].side;
    lay_out(plain, scenario, view, combat, &unseen);
    bool hidden = any_hidden(plain);
    bool more = may_still_add(combat, other) && force_in_full(scenario, view, plain->seen, other, &full);
    bool both = more || (hidden && may_still_add(combat, other));
    if (both)
        lay_out(opposed, scenario, view, &full, &unseen);
    bool counted = both ? weigh_both(plain, opposed) : weigh_ways(plain);
    modifier_lines(plain, counted, out);
    hidden |= hidden_hq_lines(plain, out);
    tell_plain(plain, out);
    if (more || (both && plain->ability))
        tell_opposed(opposed, other, out);
    tell_bounds(plain, opposed, hidden, out);
    forecast_reduce(out);
}

bool attack_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Combat combat;
    combat_declare(scenario, view, order, &combat);
    assault_forecast(scenario, view, &combat, out);
    return true;
}

/* ---- fire ---------------------------------------------------------------------------------------------------- */

static void fire_lines(const Scenario *scenario, const State *view, const Order *order, Forecast *out, int *sp)
{
    OddsSheet lines;
    odds_begin(&lines);
    *sp = fire_strength(scenario, view, order, &lines);
    forecast_sheet(out, &lines);
}

/* Ways by the lowest morale limit of the target. */
typedef struct Limits {
    Weight by[LIMITS], total;
} Limits;

static void weigh_limit(void *context, const Stand *stand)
{
    Limits *limits = context;
    limits->by[stand->limit] += stand->ways;
    limits->total += stand->ways;
}

static void limits_at(const Scenario *scenario, const State *view, Hex hex, Limits *out)
{
    Combat combat = {.targets = 1, .target = {hex}};
    Force *defence = &combat.force[DEFENCE];
    Piece there[STACK];
    int count = stack_of(view, hex, there);
    for (int i = 0; i < count; i++) {
        defence->side = view->unit[there[i]].side;
        if (under_fire(view, there[i], defence->side))
            force_add(view, defence, there[i]);
    }
    *out = (Limits){0};
    if (!each_stand(scenario, view, &combat, true, weigh_limit, out))
        out->total = out->by[lowest_morale(data_of(scenario), view, defence, false)] = 1;
}

bool fire_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    Limits limits;
    int sp;
    uint64_t tests = power(DICE_ALL, TESTS_MOST);
    Weight measure[3] = {0};
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    forecast_clear(out);
    limits_at(scenario, view, hex, &limits);
    fire_lines(scenario, view, order, out, &sp);
    int row = fire_row(sp);
    out->gainer = question(&view->head)->side;
    out->payer = view->top[hex] == NO_PIECE ? NO_SIDE : view->unit[view->top[hex]].side;
    out->title = sentence(0, "wb95.sp-fire", sp > 0 ? sp : 0);
    out->cell = fire_cell(BOOK_FIRE, sp, 0);
    for (int roll = 2; roll <= 12; roll++) {
        Result result = row < 0 ? (Result){0} : data->artillery_fire[row][roll - 2];
        Weight weight = limits.total * ways_2k6[roll];
        add_outcome(out, sentence(0, "%w", fire_word(result)), toll(result),
                    sentence(WB95_TABLE_ARTILLERY, "wb95.target", spoken_word(result)), weight * tests);
        out->total += weight * tests;
        measure[0] += result.loss > 0 ? weight * tests : 0;
        measure[1] += result.loss > 1 ? weight * tests : 0;
        for (int limit = 0; limit < LIMITS; limit++)
            measure[2] += limits.by[limit] * ways_2k6[roll] * disorganised(result, limit);
    }
    forecast_measure(out, sentence(0, "wb95.target-loses-cel"), WB95_TABLE_ARTILLERY, measure[0]);
    forecast_measure(out, sentence(0, "wb95.target-loses-2-cel"), WB95_TABLE_ARTILLERY, measure[1]);
    forecast_measure(out, sentence(0, "wb95.target-disorganised"), WB95_5_6_1, measure[2]);
    forecast_reduce(out);
    return true;
}

bool shell_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    int sp;
    Weight hit = 0;
    forecast_clear(out);
    fire_lines(scenario, view, order, out, &sp);
    int row = fire_row(sp);
    for (int roll = 2; row >= 0 && roll <= 12; roll++)
        hit += data->objects[row][roll - 2] ? ways_2k6[roll] : 0;
    out->title = sentence(0, "wb95.sp-bridge", sp);
    out->cell = fire_cell(BOOK_OBJECTS, sp, 0);
    add_outcome(out, sentence(0, "wb95.destroyed"), 0, sentence(WB95_TABLE_OBJECTS, NULL), hit);
    add_outcome(out, sentence(0, "wb95.stands"), 0, sentence(WB95_TABLE_OBJECTS, NULL), DICE_ALL - hit);
    out->total = DICE_ALL;
    forecast_measure(out, sentence(0, "wb95.bridge-destroyed"), WB95_6_4_7, hit);
    forecast_reduce(out);
    return true;
}
