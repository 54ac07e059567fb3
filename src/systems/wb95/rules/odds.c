/* odds.c — WB-95 1.5 to 1.7 and 5.5: strengths, modifiers and the column of a combat.
 *
 * Strength over strength gives the first column, the attacker's CMs shift it right, the defender's left, and after
 * every step it is held within the table (R05, R06). The sheet of a combat lists all that goes into it, each with its
 * paragraph.
 *
 * CMs of hex and hexside add up (5.5.2). Of several defending hexes the one with most SP counts for every CM of ground
 * and works (5.5.3); with equal SP the one that is better for the defender. Watercourses are counted by the assaulting
 * regulars, each on its own (R87); a unit named among the guns supports, and does not assault from beside the enemy
 * either (R118). Fixed Positions compare unhalved assault strength (7.2.4-1), then halve what comes through them, guns
 * and air once, rounding up (R32); a swamp halves the whole. A hex of HQs or limbered guns alone is attacked at 10:1
 * whatever the sheet says, but HQs still turn the dice (5.1.9, 6.6.4, R24); with others attacked in the same combat it
 * is still read there, by the same dice, and the others on their own column (R101). */
#include <stddef.h>
#include <string.h>

#include "systems/wb95/fight.h"

const uint8_t column_attack[COLUMNS] = {1, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10};
const uint8_t column_defence[COLUMNS] = {4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1};

enum { EVEN = 3 };           /* the column 1:1 */
enum { FIELD_WORKS_CM = 2 }; /* 7.1.10 */

static int half(int number) { return (number + 1) / 2; } /* 1.7 */

/* ---- 1.5–1.7: strengths and columns ---- */

int attack_strength(const Wb95 *data, const State *view, Piece piece, bool full_strength)
{
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    int sp = kind->attack[unit->cel < kind->cel];
    if (unit->now & DISORGANISED)
        sp = half(sp);
    if (unit->oos && !full_strength)
        sp = half(sp);
    return sp;
}

int defence_strength(const Wb95 *data, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    int sp = kind->defence[unit->cel < kind->cel];
    return unit->now & DISORGANISED ? half(sp) : sp;
}

static int clamp_column(int column) { return column < 0 ? 0 : column > HIGHEST_COLUMN ? HIGHEST_COLUMN : column; }

/* Below even the inverse is rounded (R05). */
int column_of_ratio(int attack, int defence)
{
    if (defence <= 0)
        return HIGHEST_COLUMN;
    if (attack <= 0)
        return 0;
    return clamp_column(EVEN + column_of_strengths(attack, defence, TO_THE_NEAREST));
}

/* The limits hold after each step (R06). */
int shift_column(int column, int attack_cm, int defence_cm)
{
    return clamp_column(clamp_column(column + attack_cm) - defence_cm);
}

/* ---- 5.2.1 b–d: the sheet ---- */

static void sheet_write(Battle *sheet, int force, int value, Sentence what)
{
    odds_note(&sheet->sheet, sheet->side[force], value, what);
}

/* A CM of one force; the line shows it as columns to the right. */
void sheet_line(Battle *sheet, int force, int value, Sentence what)
{
    sheet->cm[force] += value;
    sheet_write(sheet, force, force == ATTACK ? value : -value, what);
}

static bool regular_at(const Wb95 *data, const State *view, int side, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (view->unit[piece].side == side && kind_of(data, view, piece)->is & REGULAR)
            return true;
    return false;
}

static bool counts_in_defence(const Wb95 *data, const State *view, const Combat *combat, int i)
{
    const Force *defence = &combat->force[DEFENCE];
    Piece piece = defence->unit[i];
    if (is_limbered(data, view, piece) || defence->spent >> i & 1)
        return false;
    return !is_emplaced(data, view, piece) || (!(view->unit[piece].now & BARRAGED) && /* 6.5.6 */
                                               regular_at(data, view, view->unit[piece].side, defence->fought_at[i]));
}

/* SP of the defenders in one attacked hex; guns in position without a regular are worth 1 in all (6.6.3). */
int ground_strength(const Wb95 *data, const State *view, const Combat *combat, Hex hex)
{
    const Force *defence = &combat->force[DEFENCE];
    bool guns = false;
    int sp = 0;
    for (int i = 0; i < defence->units; i++) {
        if (defence->fought_at[i] != hex)
            continue;
        guns |= is_emplaced(data, view, defence->unit[i]);
        if (counts_in_defence(data, view, combat, i))
            sp += defence_strength(data, view, defence->unit[i]);
    }
    return guns && sp < 1 ? 1 : sp;
}

static int works_cm(const Wb95 *data, const State *view, Hex hex)
{
    return data->position_cm[hex] ? data->position_cm[hex] : fortified(view, hex) ? FIELD_WORKS_CM : 0;
}

int choose_ground(const Wb95 *data, const State *view, const Combat *combat, const int sp[TARGETS])
{
    int best = 0, most = -1, cover = -1;
    for (int i = 0; i < combat->targets; i++) {
        int cm = data->hex_cm[combat->target[i]] + works_cm(data, view, combat->target[i]);
        if (sp[i] > most || (sp[i] == most && cm > cover)) {
            most = sp[i];
            cover = cm;
            best = i;
        }
    }
    return best;
}

static bool is_target(const Combat *combat, Hex hex)
{
    for (int i = 0; i < combat->targets; i++)
        if (combat->target[i] == hex)
            return true;
    return false;
}

static void count_defence(const Scenario *scenario, const State *view, const Combat *combat, Battle *sheet)
{
    const Wb95 *data = data_of(scenario);
    const Force *defence = &combat->force[DEFENCE];
    int sp = half(defence->air);
    for (int i = 0; i < combat->targets; i++)
        sp += ground_strength(data, view, combat, combat->target[i]);
    for (int i = 0; i < defence->units; i++)
        if (!is_target(combat, defence->fought_at[i]))
            sp += defence_strength(data, view, defence->unit[i]);
    for (int i = 0; i < defence->guns; i++)
        sp += defence_strength(data, view, defence->gun[i]);
    sheet->sp[DEFENCE] = sp;
    if (defence->air)
        sheet_write(sheet, DEFENCE, 0,
                    sentence(WB95_8_2_4, "wb95.air-sp-defence-add", defence->air, half(defence->air)));
}

/* The hexside from an attacker into the hex that counts. */
static int hexside_bits(const Scenario *scenario, Hex from, Hex ground)
{
    Edge edge = edge_between(&scenario->map->grid, from, ground);
    return edge < EDGES ? scenario->map->edge[from][edge] : 0;
}

/* A Fixed Position without a drawn front is one all round (7.2.1). */
static bool has_front(const Scenario *scenario, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (scenario->map->edge[hex][edge] & FIXED)
            return true;
    return false;
}

typedef struct Assault { /* SP of the assaulting regulars, by the way they come */
    int all, frontal, stream, river;
    int support; /* guns and air */
} Assault;

static Assault count_assault(const Scenario *scenario, const State *view, const Combat *combat, Hex ground)
{
    const Wb95 *data = data_of(scenario);
    const Force *attack = &combat->force[ATTACK];
    bool front = has_front(scenario, ground);
    Assault sum = {.support = attack->air};
    for (int i = 0; i < attack->units; i++) {
        int sp = attack_strength(data, view, attack->unit[i], attack->full >> i & 1);
        if (attack->supporting >> i & 1) {
            sum.support += sp;
            continue;
        }
        int bits = hexside_bits(scenario, attack->fought_at[i], ground);
        sum.all += sp;
        sum.stream += bits & STREAM ? sp : 0;
        sum.river += bits & BIG_RIVER ? sp : 0;
        sum.frontal += bits & FIXED || !front ? sp : 0;
    }
    for (int i = 0; i < attack->guns; i++)
        sum.support += attack_strength(data, view, attack->gun[i], attack->gun_full >> i & 1);
    return sum;
}

/* 7.2.4: a position through whose front less than half of the assault comes is taken from behind. */
static bool position_holds(const Wb95 *data, const Assault *sum, Hex hex)
{
    return data->position_cm[hex] && 2 * sum->frontal >= sum->all;
}

uint8_t positions_held(const Scenario *scenario, const State *view, const Combat *combat)
{
    unsigned held = 0;
    for (int i = 0; i < combat->targets; i++) {
        Assault sum = count_assault(scenario, view, combat, combat->target[i]);
        held |= (unsigned)position_holds(data_of(scenario), &sum, combat->target[i]) << i;
    }
    return (uint8_t)held;
}

static void count_attack(const Scenario *scenario, const State *view, const Combat *combat, const Assault *sum,
                         Battle *sheet)
{
    const Wb95 *data = data_of(scenario);
    const Force *attack = &combat->force[ATTACK];
    int sp = sum->all + sum->support;
    if (attack->air)
        sheet_write(sheet, ATTACK, 0, sentence(WB95_8_2_2, "wb95.air-sp-support", attack->air));
    for (int i = 0; i < attack->units; i++)
        if (view->unit[attack->unit[i]].oos)
            sheet_write(sheet, ATTACK, 0,
                        attack->full >> i & 1
                            ? sentence(WB95_10_2_3_2, "wb95.attacks-all-strength-out-supply", attack->unit[i])
                            : sentence(WB95_10_2_2_2, "wb95.out-supply-half-strength", attack->unit[i]));
    if (data->position_cm[sheet->ground]) {
        sp = half(sum->frontal + sum->support) + sum->all - sum->frontal;
        sheet_write(sheet, ATTACK, 0, sentence(WB95_7_2_2_1, "wb95.fixed-positions-halve-comes-through", sp));
    }
    if (scenario->map->terrain[sheet->ground] & SWAMP) {
        sp = half(sp);
        sheet_write(sheet, ATTACK, 0, sentence(WB95_TABLE_TERRAIN_FN2, "wb95.swamp-halves-attack", sheet->ground));
    }
    sheet->sp[ATTACK] = sp;
}

/* 5.5: ground, water and works. */
static void ground_lines(const Scenario *scenario, const State *view, const Assault *sum, Battle *sheet)
{
    static const char *const ground_words[4][3] = {
        {SAID("wb95.ground"), SAID("wb95.town"), SAID("wb95.city")},
        {SAID("wb95.forest"), SAID("wb95.forest-town"), SAID("wb95.forest-city")},
        {SAID("wb95.hills"), SAID("wb95.hills-town"), SAID("wb95.hills-city")},
        {SAID("wb95.forest-hills"), SAID("wb95.forest-hills-town"), SAID("wb95.forest-hills-city")},
    };
    const Wb95 *data = data_of(scenario);
    Hex hex = sheet->ground;
    uint32_t terrain = scenario->map->terrain[hex];
    if (data->hex_cm[hex])
        sheet_line(sheet, DEFENCE, data->hex_cm[hex],
                   sentence(WB95_5_5_1,
                            ground_words[(terrain & FOREST ? 1 : 0) + (terrain & HILLS ? 2 : 0)][data->town[hex]],
                            hex));
    if (2 * sum->stream > sum->all)
        sheet_line(sheet, DEFENCE, data->ground_cm[GROUND_STREAM],
                   sentence(WB95_5_5_4, "wb95.sp-come-across-stream", sum->stream, sum->all));
    if (2 * sum->river > sum->all)
        sheet_line(sheet, DEFENCE, data->ground_cm[GROUND_BIG_RIVER],
                   sentence(WB95_5_5_4, "wb95.sp-come-across-big-river", sum->river, sum->all));
    if (position_holds(data, sum, hex))
        sheet_line(sheet, DEFENCE, data->position_cm[hex], sentence(WB95_7_2_2_2, "wb95.fixed-positions", hex));
    else if (data->position_cm[hex])
        sheet_line(sheet, DEFENCE, FIELD_WORKS_CM,
                   sentence(WB95_7_2_4_2, "wb95.fixed-positions-turned-field-works", hex));
    else if (fortified(view, hex))
        sheet_line(sheet, DEFENCE, FIELD_WORKS_CM, sentence(WB95_7_1_10, "wb95.field-fortifications", hex));
}

static void concentration_lines(const Wb95 *data, const State *view, const Combat *combat, Battle *sheet)
{
    for (int which = 0; which < 2; which++) {
        int cm = concentration_cm(data, view, &combat->force[which]);
        if (cm)
            sheet_line(sheet, which, cm, sentence(WB95_13_1_2, "wb95.tactical-concentration"));
    }
}

/* stars.2-7: nations that get in each other's way. */
static void joint_line(const Wb95 *data, const State *view, const Combat *combat, Battle *sheet)
{
    const Force *attack = &combat->force[ATTACK];
    int nations = 0;
    if (!data->feature[FEATURE_JOINT_ATTACK])
        return;
    for (int i = 0; i < attack->units; i++)
        nations |= 1 << nation_of(data, view, attack->unit[i]);
    for (int i = 0; i < attack->guns; i++)
        nations |= 1 << nation_of(data, view, attack->gun[i]);
    if ((nations & data->special.joint) == data->special.joint)
        sheet_line(sheet, DEFENCE, data->special.joint_cm,
                   sentence(WB95_STARS_2_7, "wb95.americans-germans-attack-together"));
}

static void disorganised_line(const State *view, int which, Piece piece, int sp, Battle *sheet)
{
    if (view->unit[piece].now & DISORGANISED && sp)
        sheet_write(sheet, which, 0, sentence(WB95_5_6_4, "wb95.disorganised-half-strength", piece));
}

/* 5.6.4: lines of units already halved in the sums. */
static void disorganised_lines(const Wb95 *data, const State *view, const Combat *combat, Battle *sheet)
{
    const Force *attack = &combat->force[ATTACK], *defence = &combat->force[DEFENCE];
    for (int i = 0; i < attack->units; i++)
        disorganised_line(view, ATTACK, attack->unit[i],
                          attack_strength(data, view, attack->unit[i], attack->full >> i & 1), sheet);
    for (int i = 0; i < attack->guns; i++)
        disorganised_line(view, ATTACK, attack->gun[i],
                          attack_strength(data, view, attack->gun[i], attack->gun_full >> i & 1), sheet);
    for (int i = 0; i < defence->units; i++)
        if (!is_target(combat, defence->fought_at[i]) || counts_in_defence(data, view, combat, i))
            disorganised_line(view, DEFENCE, defence->unit[i], defence_strength(data, view, defence->unit[i]), sheet);
    for (int i = 0; i < defence->guns; i++)
        disorganised_line(view, DEFENCE, defence->gun[i], defence_strength(data, view, defence->gun[i]), sheet);
}

static void dice_lines(const Scenario *scenario, const State *view, const Combat *combat, Battle *sheet)
{
    static const int pips[2] = {-1, 1};
    static const int rule[2] = {WB95_9_2_1_1, WB95_9_2_1_2};
    for (int which = 0; which < 2; which++) {
        sheet->covered[which] = force_covered(scenario, view, combat, which);
        if (!sheet->covered[which] || combat->force[which].waived)
            continue;
        sheet->dice[which] = pips[which];
        sheet_write(sheet, which, pips[which],
                    sentence(rule[which], "wb95.dice-headquarters", combat->force[which].side));
    }
}

void battle_column(Battle *sheet)
{
    sheet->initial = sheet->lone ? HIGHEST_COLUMN : column_of_ratio(sheet->sp[ATTACK], sheet->sp[DEFENCE]);
    sheet->column = sheet->lone ? HIGHEST_COLUMN : shift_column(sheet->initial, sheet->cm[ATTACK], sheet->cm[DEFENCE]);
}

/* Hexes that are read at 10:1 by themselves (R101). */
static void alone_lines(const Wb95 *data, const State *view, const Combat *combat, Battle *sheet)
{
    for (int i = 0; i < combat->targets; i++) {
        bool hq = false;
        if (!(combat->alone >> i & 1))
            continue;
        for (Piece piece = view->top[combat->target[i]]; piece != NO_PIECE; piece = view->unit[piece].below)
            hq |= kind_of(data, view, piece)->type == HQ;
        sheet_write(sheet, ATTACK, 0,
                    hq ? sentence(WB95_5_1_9_1, "wb95.headquarters-alone-always-10-1", combat->target[i])
                       : sentence(WB95_6_6_4, "wb95.limbered-guns-alone-always-10", combat->target[i]));
    }
}

void battle_sheet_on(const Scenario *scenario, const State *view, const Combat *combat, Hex ground, Battle *out)
{
    const Wb95 *data = data_of(scenario);
    memset(out, 0, offsetof(Battle, sheet));
    odds_begin(&out->sheet);
    for (int which = 0; which < 2; which++)
        out->side[which] = combat->force[which].side;
    out->lone = combat->lone;
    out->ground = ground;
    Assault sum = count_assault(scenario, view, combat, out->ground);
    count_attack(scenario, view, combat, &sum, out);
    count_defence(scenario, view, combat, out);
    alone_lines(data, view, combat, out);
    if (!combat->lone) {
        ground_lines(scenario, view, &sum, out);
        concentration_lines(data, view, combat, out);
        special_lines(scenario, view, combat, out);
        joint_line(data, view, combat, out);
        for (int which = 0; which < 2; which++)
            if (combat->force[which].cms)
                sheet_line(out, which, combat->force[which].cms, sentence(WB95_9_1_6, "wb95.spent-lost-enemy-hq"));
        disorganised_lines(data, view, combat, out);
    }
    dice_lines(scenario, view, combat, out);
    battle_column(out);
}

void battle_sheet(const Scenario *scenario, const State *view, const Combat *combat, Battle *out)
{
    const Wb95 *data = data_of(scenario);
    int sp[TARGETS];
    for (int i = 0; i < combat->targets; i++)
        sp[i] = ground_strength(data, view, combat, combat->target[i]);
    battle_sheet_on(scenario, view, combat, combat->target[choose_ground(data, view, combat, sp)], out);
}
