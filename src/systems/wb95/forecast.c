/* forecast.c — exact odds of assaults, ranged fire, barrage and fire at bridges, before the order that rolls.
 *
 * The forecast reads the same battle sheet as the roll. It assumes what will surely happen: HQs help whoever
 * they cover, mandatory CMs count, the defender throws nothing else in, and who must retreat goes all the way.
 * Stars, fortification units and CMs that either side may still add are listed with the value 0.
 *
 * Where counters of the defence are not known, every counter that may stand there (candidates(), each with
 * any CEL it may have) is as likely as any other: the sums of SP are counted combination by combination, type
 * by type, and the columns weighed by them. An HQ that may hide near the defenders leaves the dice open too.
 * What is never known here, and so not counted: formations of hidden counters (13.1) and their stars.
 *
 * Weights are whole numbers out of counted sums × 36 × 36^4: two dice for the result, and up to four tests. */
#include <stdio.h>
#include <string.h>

#include "systems/wb95/fight.h"

enum { SUMS = 160, SLOTS_MOST = 9, TESTS_MOST = 4, DICE_ALL = 36 };

static const uint8_t ways_2k6[13] = {0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1};

/* ---- writing ------------------------------------------------------------------------------------- */

static void forecast_begin(Forecast *out)
{
    out->modifiers = out->outcomes = out->measures = 0;
    out->total = 0;
    out->title[0] = out->best[0] = out->worst[0] = out->likely[0] = '\0';
    out->gainer = out->payer = NO_SIDE;
}

static void add_modifier(Forecast *out, Sentence what, int value, int side)
{
    if (out->modifiers < FORECAST_LINES)
        out->modifier[out->modifiers++] = (ForecastModifier){what, (int16_t)value, (uint8_t)side};
}

static void write_line(ForecastLine *line, const char *label, int rule, uint64_t weight)
{
    *line = (ForecastLine){.rule = (uint16_t)rule, .weight = weight};
    snprintf(line->label, sizeof line->label, "%s", label);
}

static void add_outcome(Forecast *out, const char *label, int gain, Sentence meaning, uint64_t weight)
{
    for (int i = 0; i < out->outcomes; i++)
        if (!strcmp(out->outcome[i].label, label)) {
            out->outcome[i].weight += weight;
            return;
        }
    if (out->outcomes == FORECAST_LINES)
        return;
    ForecastLine *line = &out->outcome[out->outcomes++];
    write_line(line, label, meaning.rule, weight);
    line->gain = (int16_t)gain;
    line->meaning = meaning;
    line->meaning.rule = 0;
}

/* What a result costs: its CELs, and a CEL for each hex of retreat, which is the price of standing (5.3.7). */
static int toll(Result result) { return result.loss + result.retreat; }

static void add_measure(Forecast *out, const char *label, int rule, uint64_t weight)
{
    write_line(&out->measure[out->measures++], label, rule, weight);
}

/* ---- tests of disorganisation ------------------------------------------------------------------------ */

static uint64_t power(uint64_t base, int exponent)
{
    uint64_t result = 1;
    while (exponent--)
        result *= base;
    return result;
}

/* Of 36^4: that one of so many tests against this limit fails somebody. */
static uint64_t fails(int limit, int tests)
{
    int pass = 0;
    for (int roll = 2; roll < limit && roll <= 12; roll++)
        pass += ways_2k6[roll];
    if (tests > TESTS_MOST)
        tests = TESTS_MOST;
    return power(DICE_ALL, TESTS_MOST) - power((uint64_t)pass, tests) * power(DICE_ALL, TESTS_MOST - tests);
}

static int lowest_morale(const Wb95 *data, const State *view, const Piece *piece, int count)
{
    int lowest = 13;
    for (int i = 0; i < count; i++)
        if (kind_of(data, view, piece[i])->morale < lowest)
            lowest = kind_of(data, view, piece[i])->morale;
    return lowest;
}

static uint64_t disorganised(Result result, int limit)
{
    if (result.disorganised)
        return power(DICE_ALL, TESTS_MOST);
    return fails(limit, result.test + (result.retreat > 1 ? result.retreat - 1 : 0));
}

/* ---- hidden counters ------------------------------------------------------------------------------------ */

/* How many ways there are to each sum of SP. */
typedef struct Sums {
    int most;
    uint64_t ways[SUMS];
} Sums;

/* Keeps the products of several types within 64 bits; the smallest chances are rounded then. */
static void sums_scale(Sums *sums)
{
    uint64_t total = 0;
    for (int i = 0; i <= sums->most; i++)
        total += sums->ways[i];
    for (; total >> 30; total >>= 1)
        for (int i = 0; i <= sums->most; i++)
            sums->ways[i] = (sums->ways[i] + 1) / 2;
}

static void sums_multiply(Sums *sums, const Sums *with)
{
    Sums product = {.most = sums->most + with->most < SUMS ? sums->most + with->most : SUMS - 1};
    for (int i = 0; i <= sums->most; i++)
        for (int j = 0; j <= with->most; j++)
            if (i + j < SUMS)
                product.ways[i + j] += sums->ways[i] * with->ways[j];
    sums_scale(&product);
    *sums = product;
}

/* Counters of one type that are not known: how many of unknown CEL, of one CEL, of two. */
typedef struct Hidden {
    uint16_t kind;
    bool disorganised; /* marked so (5.6.6): half strength */
    Piece sample;
    int count[3];
} Hidden;

/* Every choice of distinct candidates for the open places, each with every CEL it may have there. */
static void count_sums(const Scenario *scenario, const State *view, const Hidden *hidden, Sums *out)
{
    static _Thread_local uint64_t ways[SLOTS_MOST][SLOTS_MOST][SLOTS_MOST][SUMS];
    const Wb95 *data = data_of(scenario);
    Piece candidate[WB95_SLOTS];
    int many = candidates(scenario, view, hidden->sample, candidate);
    int a = hidden->count[0], b = hidden->count[1], c = hidden->count[2], most = 0;
    for (int n = 0; n < many; n++)
        if (data->kind[view->unit[candidate[n]].kind].defence[0] > most)
            most = data->kind[view->unit[candidate[n]].kind].defence[0];
    most = most * (a + b + c) < SUMS ? most * (a + b + c) : SUMS - 1;
    for (int i = 0; i <= a; i++)
        for (int j = 0; j <= b; j++)
            for (int k = 0; k <= c; k++)
                memset(ways[i][j][k], 0, sizeof ways[i][j][k]);
    ways[0][0][0][0] = 1;
    for (int n = 0; n < many; n++) {
        const Kind *kind = &data->kind[view->unit[candidate[n]].kind];
        int full = kind->defence[0], low = kind->defence[kind->cel > 1];
        if (hidden->disorganised) {
            full = (full + 1) / 2;
            low = (low + 1) / 2;
        }
        for (int i = a; i >= 0; i--)
            for (int j = b; j >= 0; j--)
                for (int k = c; k >= 0; k--)
                    for (int sum = most; sum >= 0; sum--) {
                        uint64_t more = 0;
                        if (i && sum >= full)
                            more += ways[i - 1][j][k][sum - full];
                        if (i && kind->cel > 1 && sum >= low)
                            more += ways[i - 1][j][k][sum - low];
                        if (j && sum >= low)
                            more += ways[i][j - 1][k][sum - low];
                        if (k && kind->cel > 1 && sum >= full)
                            more += ways[i][j][k - 1][sum - full];
                        ways[i][j][k][sum] += more;
                    }
    }
    out->most = most;
    memcpy(out->ways, ways[a][b][c], sizeof out->ways);
    sums_scale(out);
}

static void add_hidden(const State *view, Hidden *hidden, int *count, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    bool disorganised = unit->now & DISORGANISED;
    int at = 0;
    while (at < *count && (hidden[at].kind != unit->kind || hidden[at].disorganised != disorganised))
        at++;
    if (at == *count)
        hidden[(*count)++] = (Hidden){.kind = unit->kind, .disorganised = disorganised, .sample = piece};
    int cel = unit->now & CEL_KNOWN ? unit->cel : 0;
    if (hidden[at].count[cel] + 1 < SLOTS_MOST)
        hidden[at].count[cel]++;
    if (!cel)
        hidden[at].sample = piece; /* the widest choice of candidates */
}

/* The sums of the hidden defenders, and in *known the SP of everybody else. */
static bool hidden_sums(const Scenario *scenario, const State *view, const Combat *combat, int *known, Sums *sums)
{
    const Wb95 *data = data_of(scenario);
    const Force *defence = &combat->force[DEFENCE];
    Hidden hidden[FORCE];
    int count = 0;
    *sums = (Sums){.ways = {1}};
    for (int i = 0; i < defence->units; i++) {
        if (!(kind_of(data, view, defence->unit[i])->is & ANONYMOUS) || !counts_in_defence(data, view, combat, i))
            continue;
        *known -= defence_strength(data, view, defence->unit[i]);
        add_hidden(view, hidden, &count, defence->unit[i]);
    }
    for (int i = 0; i < count; i++) {
        Sums one;
        count_sums(scenario, view, &hidden[i], &one);
        sums_multiply(sums, &one);
    }
    return count > 0;
}

/* An HQ of the force may stand unseen where it would cover the first of its counters. */
static bool hq_may_hide(const Scenario *scenario, const State *view, const Force *force)
{
    const Wb95 *data = data_of(scenario);
    bool unseen = false, place = false;
    for (Piece piece = 0; piece < scenario->pieces && !unseen; piece++)
        unseen = view->unit[piece].place == UNSEEN && view->unit[piece].side == force->side &&
                 data->kind[view->unit[piece].kind].type == HQ;
    for (Piece piece = (Piece)scenario->pieces; unseen && piece < WB95_SLOTS && !place; piece++) {
        const Unit *unit = &view->unit[piece];
        place = unit->place == ON_MAP && unit->side == force->side && kind_of(data, view, piece)->type == UNKNOWN &&
                hex_distance(&scenario->map->grid, unit->hex, force->fought_at[0]) <= 4;
    }
    return place;
}

/* ---- assaults ---------------------------------------------------------------------------------------------- */

static void may_add_lines(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                          Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    static const char *const words = "may still add: star of %p";
    for (int which = 0; which < 2; which++) {
        const Force *force = &combat->force[which];
        for (int i = 0; i < force->units; i++)
            if (stars_usable(scenario, view, combat, sheet, which, i))
                add_modifier(out, sentence(WB95_15_1_6, words, force->unit[i]), 0, force->side);
        int cms = pool_cms(scenario, view, combat, force->side);
        if (cms)
            add_modifier(out, sentence(WB95_9_1_6, "may still add: %n CMs for lost HQs", cms), 0, force->side);
    }
    const Force *defence = &combat->force[DEFENCE];
    for (int i = 0; i < defence->units; i++)
        if (fu_usable(data, view, combat, sheet, i))
            add_modifier(out, sentence(WB95_15_4_2, "may still add: fortification unit %p", defence->unit[i]), 0,
                         defence->side);
}

static void title_of(const Battle *sheet, int least, int most, bool hidden, Forecast *out)
{
    static const char assumed[] = "HQs used, no stars, guns or CMs added later, retreats in full";
    if (sheet->lone)
        snprintf(out->title, sizeof out->title, "alone: always %s (%s)", column_name[sheet->column], assumed);
    else if (hidden)
        snprintf(out->title, sizeof out->title, "%d against %d to %d (%s)", sheet->sp[ATTACK], least, most, assumed);
    else if (sheet->initial == sheet->column)
        snprintf(out->title, sizeof out->title, "%d against %d: %s (%s)", sheet->sp[ATTACK], least,
                 column_name[sheet->column], assumed);
    else
        snprintf(out->title, sizeof out->title, "%d against %d: %s, shifted to %s (%s)", sheet->sp[ATTACK], least,
                 column_name[sheet->initial], column_name[sheet->column], assumed);
}

enum { LOSE_1, LOSE_2, HIT, GO, BACK, SHAKEN, BROKEN_UP, MEASURES };

static void weigh_cells(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                        const uint64_t by_column[COLUMNS], Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    const Force *attack = &combat->force[ATTACK], *defence = &combat->force[DEFENCE];
    int limit[2] = {lowest_morale(data, view, attack->unit, attack->units),
                    lowest_morale(data, view, defence->unit, defence->units)};
    uint64_t tests = power(DICE_ALL, TESTS_MOST), measure[MEASURES] = {0};
    for (int column = 0; column < COLUMNS; column++)
        for (int roll = 2; by_column[column] && roll <= 12; roll++) {
            int row = roll + sheet->dice[ATTACK] + sheet->dice[DEFENCE];
            row = row < 2 ? 2 : row > 12 ? 12 : row;
            const Result *cell = data->combat[row - 2][column];
            uint64_t weight = by_column[column] * ways_2k6[roll];
            char label[40];
            snprintf(label, sizeof label, "%s / %s", wb95_words[result_word(ATTACK, cell[ATTACK])],
                     wb95_words[result_word(DEFENCE, cell[DEFENCE])]);
            add_outcome(out, label, toll(cell[DEFENCE]) - toll(cell[ATTACK]),
                        sentence(WB95_TABLE_COMBAT, "attacker %w; defender %w", spoken_word(cell[ATTACK]),
                                 spoken_word(cell[DEFENCE])),
                        weight * tests);
            out->total += weight * tests;
            measure[LOSE_1] += cell[ATTACK].loss > 0 ? weight * tests : 0;
            measure[LOSE_2] += cell[ATTACK].loss > 1 ? weight * tests : 0;
            measure[HIT] += cell[DEFENCE].loss > 0 ? weight * tests : 0;
            measure[GO] += cell[DEFENCE].retreat > 0 ? weight * tests : 0;
            measure[BACK] += cell[ATTACK].retreat > 0 ? weight * tests : 0;
            measure[SHAKEN] += weight * disorganised(cell[ATTACK], limit[ATTACK]);
            measure[BROKEN_UP] += weight * disorganised(cell[DEFENCE], limit[DEFENCE]);
        }
    add_measure(out, "attacker loses a CEL", WB95_5_1_8, measure[LOSE_1]);
    add_measure(out, "attacker loses 2 CEL", WB95_5_1_8, measure[LOSE_2]);
    add_measure(out, "defender loses a CEL", WB95_5_1_8, measure[HIT]);
    add_measure(out, "defender retreats", WB95_5_3_1, measure[GO]);
    add_measure(out, "attacker retreats", WB95_5_3_1, measure[BACK]);
    add_measure(out, "attacker disorganised", WB95_5_6_2, measure[SHAKEN]);
    add_measure(out, "defender disorganised", WB95_5_6_2, measure[BROKEN_UP]);
}

/* What an HQ that may hide would do to the dice; false when there is none. */
static bool hidden_hq_lines(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                            Forecast *out)
{
    static const Sentence may[2] = {
        [ATTACK] = {"may still take 1 off the dice: a headquarters hidden near by", WB95_9_2_1_1, {0}},
        [DEFENCE] = {"may still add 1 to the dice: a headquarters hidden near by", WB95_9_2_1_2, {0}},
    };
    bool any = false;
    for (int which = 0; which < 2; which++) {
        if (sheet->covered[which] || !hq_may_hide(scenario, view, &combat->force[which]))
            continue;
        add_modifier(out, may[which], 0, combat->force[which].side);
        any = true;
    }
    return any;
}

static int likeliest(const uint64_t by_column[COLUMNS])
{
    int best = 0;
    for (int column = 1; column < COLUMNS; column++)
        best = by_column[column] > by_column[best] ? column : best;
    return best;
}

void assault_forecast(const Scenario *scenario, const State *view, const Combat *combat, Forecast *out)
{
    Battle sheet;
    Sums sums;
    forecast_begin(out);
    out->gainer = combat->force[ATTACK].side;
    out->payer = combat->force[DEFENCE].side;
    battle_sheet(scenario, view, combat, &sheet);
    for (int i = 0; i < sheet.lines; i++)
        add_modifier(out, sheet.line[i].what, sheet.line[i].value, combat->force[sheet.line[i].force].side);
    may_add_lines(scenario, view, combat, &sheet, out);

    uint64_t by_column[COLUMNS] = {0};
    int known = sheet.sp[DEFENCE], least = -1, most = 0, best = -1, worst = COLUMNS;
    bool hidden = hidden_sums(scenario, view, combat, &known, &sums) && !sheet.lone;
    if (!hidden)
        sums = (Sums){.ways = {1}};
    if (!hidden)
        known = sheet.sp[DEFENCE];
    for (int sum = 0; sum <= sums.most; sum++) {
        if (!sums.ways[sum])
            continue;
        battle_column(&sheet, known + sum);
        by_column[sheet.column] += sums.ways[sum];
        least = least < 0 ? known + sum : least;
        most = known + sum;
        best = sheet.column > best ? sheet.column : best;
        worst = sheet.column < worst ? sheet.column : worst;
    }
    title_of(&sheet, least, most, hidden, out);
    bool dice_open = hidden_hq_lines(scenario, view, combat, &sheet, out);
    if (hidden || dice_open) {
        snprintf(out->best, sizeof out->best, "%s", column_name[best]);
        snprintf(out->worst, sizeof out->worst, "%s", column_name[worst]);
        snprintf(out->likely, sizeof out->likely, "%s", column_name[likeliest(by_column)]);
    }
    weigh_cells(scenario, view, combat, &sheet, by_column, out);
}

/* ---- fire ---------------------------------------------------------------------------------------------------- */

static void fire_lines(const Scenario *scenario, const State *view, const Order *order, Forecast *out, int *sp)
{
    Battle lines;
    lines.lines = 0;
    *sp = fire_strength(scenario, view, order, &lines);
    for (int i = 0; i < lines.lines; i++)
        add_modifier(out, lines.line[i].what, lines.line[i].value, question(&view->head)->side);
}

static void fire_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    Hex hex = order_value(order, FIRE_AT, NO_HEX);
    Piece there[STACK];
    int sp, count = stack_of(view, hex, there), limit = lowest_morale(data, view, there, count);
    uint64_t tests = power(DICE_ALL, TESTS_MOST), measure[3] = {0};
    fire_lines(scenario, view, order, out, &sp);
    int row = fire_row(sp);
    out->gainer = question(&view->head)->side;
    out->payer = count ? view->unit[there[0]].side : NO_SIDE;
    snprintf(out->title, sizeof out->title, "%d SP of fire", sp > 0 ? sp : 0);
    for (int roll = 2; roll <= 12; roll++) {
        Result result = row < 0 ? (Result){0} : data->artillery_fire[row][roll - 2];
        uint64_t weight = ways_2k6[roll];
        add_outcome(out, wb95_words[fire_word(result)], toll(result),
                    sentence(WB95_TABLE_ARTILLERY, "target %w", spoken_word(result)), weight * tests);
        out->total += weight * tests;
        measure[0] += result.loss > 0 ? weight * tests : 0;
        measure[1] += result.loss > 1 ? weight * tests : 0;
        measure[2] += weight * disorganised(result, limit);
    }
    add_measure(out, "target loses a CEL", WB95_TABLE_ARTILLERY, measure[0]);
    add_measure(out, "target loses 2 CEL", WB95_TABLE_ARTILLERY, measure[1]);
    add_measure(out, "target disorganised", WB95_5_6_1, measure[2]);
}

static void shell_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Wb95 *data = data_of(scenario);
    int sp;
    uint64_t hit = 0;
    fire_lines(scenario, view, order, out, &sp);
    int row = fire_row(sp);
    for (int roll = 2; row >= 0 && roll <= 12; roll++)
        hit += data->objects[row][roll - 2] ? ways_2k6[roll] : 0;
    snprintf(out->title, sizeof out->title, "%d SP at the bridge", sp);
    add_outcome(out, "destroyed", 0, sentence(WB95_TABLE_OBJECTS, NULL), hit);
    add_outcome(out, "stands", 0, sentence(WB95_TABLE_OBJECTS, NULL), DICE_ALL - hit);
    out->total = DICE_ALL;
    add_measure(out, "bridge destroyed", WB95_6_4_7, hit);
}

/* ---- the hooks --------------------------------------------------------------------------------------------------- */

static bool forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Combat combat;
    forecast_begin(out);
    switch (order->verb) {
    case DO_ATTACK:
        combat_declare(scenario, view, order, &combat);
        assault_forecast(scenario, view, &combat, out);
        return true;
    case DO_FIRE:
    case DO_BARRAGE:
        fire_forecast(scenario, view, order, out);
        return true;
    case DO_SHELL:
        shell_forecast(scenario, view, order, out);
        return true;
    default:
        return false;
    }
}

bool combat_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    return !refused(order_fits(scenario, &view->head, order)) &&
           !refused(combat_handler.check(scenario, view, order)) && forecast(scenario, view, order, out);
}

bool barrage_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    return !refused(order_fits(scenario, &view->head, order)) &&
           !refused(barrage_handler.check(scenario, view, order)) && forecast(scenario, view, order, out);
}
