/* stacking.c — Proud Monster 6 and 7: how many units fit in a hex, and which may stack together.
 *
 * A division is a unit; German-side brigades count a half, regiments and battalions a quarter, and of those no hex
 * holds more than four (6.3). Five units of a side fit in a hex, ten in a city (6.1, 6.5). Italians and Romanians stack
 * with their own and one German, the Hungarian corps with Germans, and no two of the three together (7.1–7.4). Units
 * that count as Germans are in HONORARY_GERMANS (7.5). In the beginners' game every counter is one unit and every hex
 * holds five, by a switch cities ten (pm.r.85). Aircraft and markers are no counters in a stack (6.6). */
#include "systems/pm/pm.h"

enum { UNITS = 5, UNITS_IN_CITY = 10, SMALL_UNITS = 4, GERMANS_WITH_SATELLITES = 1 };

int stacking_limit(const Book *data, Hex hex)
{
    bool city = data->town[hex] == CITY && (!data->beginners || data->on[BEGINNERS_CITIES]);
    return QUARTERS * (city ? UNITS_IN_CITY : UNITS);
}

static int quarters_of(const Book *data, const Kind *kind) { return data->beginners ? QUARTERS : kind->quarters; }

int stack_quarters(const Scenario *scenario, const State *view, int side, Hex hex)
{
    const Book *data = data_of(scenario);
    int quarters = 0;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (view->unit[piece].side == side)
            quarters += quarters_of(data, kind_of(data, view, piece));
    return quarters;
}

/* What is counted of a stack. */
typedef struct Load {
    int quarters, small, germans, others;
    int of[NATIONS];
} Load;

static void add_to_load(const Book *data, const State *view, Piece piece, Load *load)
{
    const Kind *kind = kind_of(data, view, piece);
    load->quarters += quarters_of(data, kind);
    load->small += kind->side == GERMAN_SIDE && kind->type != SIEGE && kind->size >= REGIMENT;
    load->of[kind->nation]++;
    load->germans += as_german(kind);
}

static bool is_among(Piece piece, const Piece *pieces, int count)
{
    for (int i = 0; i < count; i++)
        if (pieces[i] == piece)
            return true;
    return false;
}

static Load load_with(const Book *data, const State *view, int side, Hex hex, const Piece *coming, int count)
{
    Load load = {0};
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (view->unit[piece].side == side && !is_among(piece, coming, count))
            add_to_load(data, view, piece, &load);
    for (int i = 0; i < count; i++)
        add_to_load(data, view, coming[i], &load);
    return load;
}

/* 7.1–7.4 */
static Refusal nations_hold(const Load *load, Hex hex)
{
    int italians = load->of[ITALIAN], romanians = load->of[ROMANIAN], hungarians = load->of[HUNGARIAN];
    if (!!italians + !!romanians + !!hungarians > 1)
        return refuse(PM_7_1, "pm.romanians-hungarians-italians-never", hex);
    if (italians && load->germans > GERMANS_WITH_SATELLITES)
        return refuse(PM_7_2_1, "pm.beside-italians-room-german-unit", hex);
    if (romanians && load->germans > GERMANS_WITH_SATELLITES)
        return refuse(PM_7_3_1, "pm.beside-romanians-room-german-unit", hex);
    return LEGAL;
}

Refusal stacking_holds(const Scenario *scenario, const State *view, int side, Hex hex, const Piece *coming, int count)
{
    const Book *data = data_of(scenario);
    if (hex >= scenario->map->hexes)
        return LEGAL;
    Load load = load_with(data, view, side, hex, coming, count);
    int limit = stacking_limit(data, hex);
    if (load.quarters > limit)
        return limit > UNITS * QUARTERS ? refuse(PM_6_5_1, "pm.city-holds-ten-units-side", hex)
                                        : refuse(PM_6_1, "pm.holds-five-units-side", hex);
    if (data->beginners)
        return LEGAL;
    if (load.small > SMALL_UNITS)
        return refuse(PM_6_3_2, "pm.holds-no-more-four-battalions", hex);
    return nations_hold(&load, hex);
}

Refusal nation_may_enter(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Book *data = data_of(scenario);
    int nation = kind_of(data, view, piece)->nation, country = data->zomo[hex];
    if (nation == ROMANIAN && country == ZOMO_HUNGARY)
        return refuse(PM_8_5_2, "pm.romanians-not-enter-hungary-where", hex);
    if (nation == HUNGARIAN && country == ZOMO_ROMANIA)
        return refuse(PM_8_5_2, "pm.hungarians-not-enter-romania-where", hex);
    if (data->beginners || !has_bit(data->north_sheet, hex))
        return LEGAL;
    if (nation == ITALIAN)
        return refuse(PM_7_2_2, "pm.italians-stay-south-sheet-north", hex);
    if (nation == ROMANIAN)
        return refuse(PM_7_3_2, "pm.romanians-stay-south-sheet-north", hex);
    if (nation == HUNGARIAN)
        return refuse(PM_7_4_2, "pm.hungarian-corps-stays-south-sheet", hex);
    return LEGAL;
}

Refusal nations_may_join(const Scenario *scenario, const State *view, const Piece *pieces, int count)
{
    static const struct {
        uint8_t nation;
        uint16_t rule;
    } alone[] = {{ITALIAN, PM_7_2_3}, {ROMANIAN, PM_7_3_3}, {HUNGARIAN, PM_7_4_2}};
    const Book *data = data_of(scenario);
    unsigned nations = 0;
    for (int i = 0; i < count; i++)
        nations |= 1u << kind_of(data, view, pieces[i])->nation;
    for (int i = 0; !data->beginners && i < 3; i++)
        if (nations >> alone[i].nation & 1 && nations & ~(HONORARY_GERMANS | 1u << alone[i].nation))
            return refuse(alone[i].rule, "pm.units-attack-alone-germans", WORD_NATION + alone[i].nation);
    return LEGAL;
}
