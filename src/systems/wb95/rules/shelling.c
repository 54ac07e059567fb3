/* shelling.c — WB-95 6.4.7: guns fire at a bridge, where the chapter of bridges is played. */
#include "systems/wb95/reference.h"
#include "systems/wb95/artillery.h"

/* The bridge of a hexside, or 0xFFFF. */
static uint16_t site_of(const Wb95 *data, Hexside hexside)
{
    return data->site[hexside_hex(hexside)][hexside_edge(hexside)];
}

static bool reaches_bridge(const Scenario *scenario, const State *view, Piece gun, Hexside hexside)
{
    Hex from = view->unit[gun].hex, near = hexside_hex(hexside);
    Hex far = scenario->map->next[near][hexside_edge(hexside)];
    return map_distance(scenario->map, from, near) <= ARTILLERY_RANGE ||
           (far != NO_HEX && map_distance(scenario->map, from, far) <= ARTILLERY_RANGE);
}

Refusal shell_at(const Scenario *scenario, const State *view, const Piece *guns, int count, Hexside hexside)
{
    const Wb95 *data = data_of(scenario);
    uint16_t site = hexside_hex(hexside) < scenario->map->hexes ? site_of(data, hexside) : 0xFFFF;
    if (!data->chapter[14] || site == 0xFFFF || !(view->site[site] & SITE_STANDING))
        return refuse(WB95_6_4_7, "wb95.no-bridge-stands", hexside);
    Plan plan = {0};
    for (int i = 0; i < count && i < GUNS; i++) {
        if (!reaches_bridge(scenario, view, guns[i], hexside))
            return refuse(WB95_6_1_2, "wb95.bridge-out-range", hexside, guns[i]);
        plan.gun[plan.guns++] = guns[i];
    }
    return plan_strands(scenario, view, &plan, false);
}

Refusal shell_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SHELL_GUNS, &count);
    Refusal refusal = LEGAL;
    for (int i = 0; i < count && !refused(refusal); i++)
        refusal = shooter(scenario, view, order->value[first + i], view->phasing);
    if (!refused(refusal))
        refusal = shell_at(scenario, view, order->value + first, count, order_value(order, SHELL_BRIDGE, NO_HEXSIDE));
    return refused(refusal) ? refusal : full_refusal(view, order, SHELL_FULL, 1u << SHELL_GUNS);
}

/* The first site of a bridge at that hex or beyond it: they lie in the order of hexes. */
static int first_site(const Wb95 *data, int hex)
{
    int low = 0, high = data->sites;
    while (low < high) {
        int middle = (low + high) / 2;
        if (hexside_hex(data->site_hexside[middle]) < hex)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool each_bridge(const Scenario *scenario, const State *view, const Piece *guns, int count, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    const int rows = (ARTILLERY_RANGE + 2) * scenario->map->grid.columns, from = view->unit[guns[0]].hex;
    for (int site = first_site(data, from - rows); site < data->sites; site++) {
        Hexside hexside = data->site_hexside[site];
        if (hexside_hex(hexside) > from + rows)
            break;
        if (!(view->site[site] & SITE_STANDING))
            continue;
        if (!reaches_bridge(scenario, view, guns[0], hexside) ||
            refused(shell_at(scenario, view, guns, count, hexside)))
            continue;
        if (!out)
            return true;
        choose(out, SHELL_BRIDGE, hexside);
    }
    return false;
}

bool shell_open(const Scenario *scenario, const State *view)
{
    if (!data_of(scenario)->chapter[14])
        return false;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (may_shoot(scenario, view, piece, view->phasing) && each_bridge(scenario, view, &piece, 1, NULL))
            return true;
    return false;
}

void shell_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SHELL_GUNS, &count);
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : SHELL_GUNS;
    Piece guns[GUNS + 1];
    if (slot >= SHELL_BRIDGE) {
        out->complete = !refused(shell_check(scenario, view, prefix));
        if (out->complete)
            list_full(view, prefix, SHELL_FULL, 1u << SHELL_GUNS, out);
        return;
    }
    for (int i = 0; i < count && i < GUNS; i++)
        guns[i] = prefix->value[first + i];
    for (Piece piece = count ? (Piece)(guns[count - 1] + 1) : 0; piece < scenario->pieces && count < GUNS; piece++) {
        guns[count] = piece;
        if (may_shoot(scenario, view, piece, view->phasing) && each_bridge(scenario, view, guns, count + 1, NULL))
            choose(out, SHELL_GUNS, piece);
    }
    if (count)
        each_bridge(scenario, view, guns, count, out);
}

void shell_apply(Play *play, const Order *order)
{
    Hexside hexside = order_value(order, SHELL_BRIDGE, NO_HEXSIDE);
    uint16_t site = site_of(play->data, hexside);
    fire_guns(play, order);
    int sp = fire_strength(play->scenario, play->state, order, NULL), row = fire_row(sp);
    int roll = dice_sum(play->dice, 2);
    tell_fact(play->events, EVENT_ROLLED,
              sentence(WB95_TABLE_OBJECTS, "wb95.sp-fall-bridge-dice-show", sp, hexside, roll),
              fact_roll(roll, roll, fire_cell(BOOK_OBJECTS, sp, roll)));
    if (row < 0 || !play->data->objects[row][roll - 2]) {
        tell_fact(play->events, EVENT_RESULT, sentence(WB95_TABLE_OBJECTS, "wb95.bridge-stands-3", hexside),
                  fact_result(sentence(0, "wb95.stands")));
        return;
    }
    tell_fact(play->events, EVENT_RESULT, sentence(WB95_TABLE_OBJECTS, "wb95.bridge-hit-destroyed", hexside),
              fact_result(sentence(0, "wb95.destroyed")));
    set_site(play->scenario, play->state, site, play->state->site[site] & ~(unsigned)(SITE_STANDING | SITE_PONTOON));
    tell(play->events, EVENT_GROUND, 0, sentence(WB95_6_4_7, "wb95.bridge-destroyed-2", hexside));
}
