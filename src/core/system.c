/* system.c — what all rulebooks share: how orders begin, walking a reach, weights of forecasts, and the form an order
 * must have. */
#include "core/system.h"

#include <stdio.h>
#include <string.h>

int rule_named(const System *system, const char *text, size_t length)
{
    size_t name = strlen(system->name);
    if (length > name && !memcmp(text, system->name, name) && text[name] == '.') {
        text += name + 1;
        length -= name + 1;
    }
    for (int rule = 1; rule < system->rule_count; rule++)
        if (strlen(system->rules[rule].id) == length && !memcmp(system->rules[rule].id, text, length))
            return rule;
    return 0;
}

const char *rule_book(const System *system, int rule, const char **number)
{
    *number = system->rules[rule].id;
    for (const Edition *edition = system->editions; edition && edition->name; edition++) {
        size_t name = strlen(edition->name);
        if (!strncmp(*number, edition->name, name) && (*number)[name] == '.') {
            *number += name + 1;
            return edition->title;
        }
    }
    return system->title;
}

const char *rule_print(const System *system, int rule, char out[RULE_TEXT])
{
    const char *number;
    bool own = rule_book(system, rule, &number) == system->title;
    snprintf(out, RULE_TEXT, "%s%s%s", own ? system->name : "", own ? "." : "", system->rules[rule].id);
    return out;
}

/* Bit by bit where 64 bits do not hold it: the compiler's own division is a helper that not every target has. */
static Weight divide(Weight over, Weight under, Weight *rest)
{
    if (!((over | under) >> 64)) {
        *rest = (uint64_t)over % (uint64_t)under;
        return (uint64_t)over / (uint64_t)under;
    }
    Weight quotient = 0;
    *rest = 0;
    for (int bit = 127; bit >= 0; bit--) {
        *rest = *rest << 1 | (over >> bit & 1);
        if (*rest >= under) {
            *rest -= under;
            quotient |= (Weight)1 << bit;
        }
    }
    return quotient;
}

const char *weight_print(Weight weight, char out[WEIGHT_TEXT])
{
    char *at = out + WEIGHT_TEXT - 1;
    *at = '\0';
    do {
        Weight last;
        weight = divide(weight, 10, &last);
        *--at = (char)('0' + (int)last);
    } while (weight);
    return at;
}

/* Both are cut to what a multiplication by `whole` leaves room for; shares are far coarser than that. */
int weight_share(Weight weight, Weight total, int whole)
{
    Weight rest;
    while (total >> 96) {
        weight >>= 1;
        total >>= 1;
    }
    return total ? (int)divide(weight * (unsigned)whole + (total >> 1), total, &rest) : 0;
}

static Weight common_divisor(Weight a, Weight b)
{
    while (b) {
        Weight rest;
        divide(a, b, &rest);
        a = b;
        b = rest;
    }
    return a;
}

static Weight *weight_in(ForecastLine *line, bool opposed) { return opposed ? &line->opposed : &line->weight; }

static Weight divisor_of_lines(ForecastLine *line, int lines, bool opposed, Weight by)
{
    for (int i = 0; i < lines; i++)
        by = common_divisor(*weight_in(&line[i], opposed), by);
    return by;
}

static void divide_lines(ForecastLine *line, int lines, bool opposed, Weight by)
{
    Weight rest;
    for (int i = 0; i < lines; i++)
        *weight_in(&line[i], opposed) = divide(*weight_in(&line[i], opposed), by, &rest);
}

static void reduce(Forecast *forecast, bool opposed, Weight *total)
{
    Weight by = divisor_of_lines(forecast->outcome, forecast->outcomes, opposed, *total), rest;
    by = divisor_of_lines(forecast->measure, forecast->measures, opposed, by);
    if (by < 2)
        return;
    divide_lines(forecast->outcome, forecast->outcomes, opposed, by);
    divide_lines(forecast->measure, forecast->measures, opposed, by);
    *total = divide(*total, by, &rest);
}

void forecast_reduce(Forecast *forecast)
{
    reduce(forecast, false, &forecast->total);
    reduce(forecast, true, &forecast->opposed_total);
}

int reach_back(const Reach *reach, Hex start, Hex end, Hex *way, int most)
{
    const Hex *before = reach->from;
    int steps = 0;
    for (Hex hex = end; hex != start;) {
        if (hex >= HEXES_MAX || steps == most)
            return -1;
        way[steps++] = hex;
        hex = before[hex];
        if (before == reach->from && hex != NO_HEX && hex & SECOND_WAY) {
            before = reach->second;
            hex = (Hex)(hex & ~SECOND_WAY);
        }
    }
    return steps;
}

bool reach_path(const Reach *reach, Hex start, Hex end, Order *order, int slot)
{
    Hex way[ORDER_ARGS];
    int steps = reach_back(reach, start, end, way, ORDER_ARGS - order->count);
    if (steps < 0)
        return false;
    while (steps)
        order_add(order, slot, way[--steps]);
    return true;
}

int forecast_outcome(const Scenario *scenario, const Forecast *forecast, const Event *event)
{
    Fact fact = event->fact;
    char result[SAY_TEXT] = "", label[SAY_TEXT];
    if (fact.kind != FACT_RESULT)
        return -1;
    say(scenario, NULL, NULL, &fact.what, result, sizeof result);
    for (int i = 0; i < forecast->outcomes; i++) {
        say(scenario, NULL, NULL, &forecast->outcome[i].label, label, sizeof label);
        if (!strcmp(result, label))
            return i;
    }
    return -1;
}

static void open_verb(const Scenario *scenario, const Position *view, int verb, Openings *out)
{
    Choices parts;
    Order prefix = order_of(verb);
    parts.count = 0;
    parts.complete = false;
    scenario->system->choices(scenario, view, &prefix, &parts);
    if (parts.complete)
        open_with(out, verb, SLOT_VERB, 0);
    open_with_all(out, verb, &parts);
}

void list_openings(const Scenario *scenario, const Position *view, Memo *memo, Openings *out)
{
    const System *system = scenario->system;
    Order nothing = order_of(NO_VERB);
    Choices verbs;
    out->count = 0;
    if (system->openings && system->openings(scenario, view, memo, out))
        return;
    verbs.count = 0;
    system->choices(scenario, view, &nothing, &verbs);
    for (int i = 0; i < verbs.count; i++)
        if (!system->orders[verbs.choice[i].value].arranging && !system->orders[verbs.choice[i].value].by_hand)
            open_verb(scenario, view, verbs.choice[i].value, out);
}

Hex walk_from(const Scenario *scenario, const Position *view, const Order *prefix, int slot)
{
    const OrderKind *kind = &scenario->system->orders[prefix->verb];
    int count, first = order_slot(prefix, slot, &count);
    if (count)
        return prefix->value[first + count - 1];
    for (int i = first - 1; i >= 0; i--) {
        ArgType type = kind->slot[prefix->slot[i]].type;
        if (type == ARG_PIECE)
            return scenario->system->where(scenario, view, prefix->value[i]);
        if (type == ARG_HEX)
            return prefix->value[i];
    }
    return NO_HEX;
}

static Refusal value_fits(const Scenario *scenario, const Slot *slot, uint16_t value)
{
    const Map *map = scenario->map;
    switch (slot->type) {
    case ARG_PIECE:
        if (value >= scenario->pieces)
            return refuse(0, "core.no-such-counter");
        break;
    case ARG_HEX:
    case ARG_PATH:
        if (value >= map->spots)
            return refuse(0, "core.no-such-hex-map");
        break;
    case ARG_HEXSIDE:
        if (hexside_hex(value) >= map->hexes ||
            hexside_of(&map->grid, hexside_hex(value), hexside_edge(value)) != value)
            return refuse(0, "core.no-such-hexside-map");
        break;
    case ARG_NUMBER:
        if (value == UINT16_MAX)
            return refuse(0, "core.number-too-large");
        break;
    case ARG_WORD:
    case ARG_NAME:
        if (!slot_word(scenario, slot, value))
            return refuse(0, "core.no-such-word-order");
        break;
    }
    return LEGAL;
}

static bool stands_somewhere(const Scenario *scenario, const Position *view, const Slot *slot, uint16_t value)
{
    return slot->type != ARG_PIECE || slot->means & MEANS_OFF_MAP ||
           scenario->system->where(scenario, view, value) < scenario->map->spots;
}

static bool is_of_that_side(const Scenario *scenario, const Position *view, const Slot *slot, uint16_t value)
{
    const System *system = scenario->system;
    if (slot->type != ARG_PIECE || slot->means & MEANS_ANY_SIDE || !system->owner)
        return true;
    bool own = system->owner(scenario, view, value) == question(view)->side;
    return own != !!(slot->means & MEANS_ENEMY);
}

bool names_fit(const Scenario *scenario, const Position *view, const Order *order)
{
    const OrderKind *kind = &scenario->system->orders[order->verb];
    for (int i = 0; i < order->count; i++) {
        const Slot *slot = &kind->slot[order->slot[i]];
        if (!stands_somewhere(scenario, view, slot, order->value[i]) ||
            !is_of_that_side(scenario, view, slot, order->value[i]))
            return false;
    }
    return true;
}

/* Every argument in a slot of the verb, slots in order, each with its least and most. */
static Refusal form_fits(const Scenario *scenario, const Order *order)
{
    const OrderKind *kind = &scenario->system->orders[order->verb];
    int count[ORDER_SLOTS] = {0};
    if (order->count > ORDER_ARGS)
        return refuse(0, "core.order-holds-more-order-can");
    for (int i = 0; i < order->count; i++) {
        int slot = order->slot[i];
        if (slot >= kind->slots || (i && slot < order->slot[i - 1]))
            return refuse(0, "core.parts-not-places", order->verb);
        Refusal refusal = value_fits(scenario, &kind->slot[slot], order->value[i]);
        if (refused(refusal))
            return refusal;
        count[slot]++;
    }
    for (int slot = 0; slot < kind->slots; slot++) {
        if (count[slot] < kind->slot[slot].least)
            return refuse(0, "core.part-needs-least-not", slot + 1, order->verb, kind->slot[slot].least, count[slot]);
        if (count[slot] > kind->slot[slot].most)
            return refuse(0, "core.part-takes-most-not", slot + 1, order->verb, kind->slot[slot].most, count[slot]);
    }
    return LEGAL;
}

/* Whether each slot before that one holds what an order needs there. */
static bool filled_before(const Scenario *scenario, const Order *part, int slot)
{
    const OrderKind *kind = &scenario->system->orders[part->verb];
    for (int before = 0; before < slot; before++) {
        int count;
        order_slot(part, before, &count);
        if (count < kind->slot[before].least)
            return false;
    }
    return true;
}

/* A path can be given once its walker is named (parts.h). */
static bool path_has_walker(const Scenario *scenario, const Order *part)
{
    int slot = order_path_slot(&scenario->system->orders[part->verb]), steps = 0;
    if (slot >= 0)
        order_slot(part, slot, &steps);
    return !steps || filled_before(scenario, part, slot);
}

bool part_fits(const Scenario *scenario, const Position *view, const Order *part)
{
    const Frame *asked = question(view);
    if (!asked || view->over || part->verb >= scenario->system->order_kinds || part->count > ORDER_ARGS)
        return false;
    const OrderKind *kind = &scenario->system->orders[part->verb];
    int count[ORDER_SLOTS] = {0};
    for (int i = 0; i < part->count; i++) {
        int slot = part->slot[i];
        if (slot >= kind->slots || (i && slot < part->slot[i - 1]) ||
            refused(value_fits(scenario, &kind->slot[slot], part->value[i])) || ++count[slot] > kind->slot[slot].most)
            return false;
    }
    return order_answers(kind, asked->kind) && !refused(order_repeats(scenario, part)) &&
           names_fit(scenario, view, part) && path_has_walker(scenario, part);
}

bool walk_fits(const Scenario *scenario, const Position *view, const Order *prefix)
{
    if (prefix->verb >= scenario->system->order_kinds)
        return false;
    int slot = order_path_slot(&scenario->system->orders[prefix->verb]);
    return slot >= 0 && prefix_fits(scenario, view, prefix) && filled_before(scenario, prefix, slot);
}

bool list_exposure(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach,
                   uint8_t *out)
{
    const System *system = scenario->system;
    memset(out, 0, (size_t)scenario->map->hexes);
    if (!system->exposure || !walk_fits(scenario, view, prefix))
        return false;
    system->exposure(scenario, view, prefix, reach, out);
    return true;
}

bool prefix_fits(const Scenario *scenario, const Position *view, const Order *prefix)
{
    if (prefix->verb == NO_VERB)
        return question(view) && !view->over && !prefix->count;
    return part_fits(scenario, view, prefix) &&
           filled_before(scenario, prefix, prefix->count ? prefix->slot[prefix->count - 1] : 0);
}

Refusal order_repeats(const Scenario *scenario, const Order *order)
{
    const OrderKind *kind = &scenario->system->orders[order->verb];
    for (int i = 1; i < order->count; i++) {
        const Slot *slot = &kind->slot[order->slot[i]];
        for (int j = i - 1; j >= 0 && order->slot[j] == order->slot[i] && slot_is_set(slot) && !slot->repeats; j--)
            if (order->value[i] == order->value[j])
                return refuse(scenario->system->once, "core.names-same-thing-twice", order->verb);
    }
    return LEGAL;
}

/* The paragraph that speaks of the order, for what is refused before its rulebook looks at it. */
static int first_rule(const Scenario *scenario, int verb)
{
    const char *rules = scenario->system->orders[verb].rules;
    return rules ? rule_named(scenario->system, rules, strcspn(rules, " ")) : 0;
}

Refusal order_fits(const Scenario *scenario, const Position *view, const Order *order)
{
    const Frame *asked = question(view);
    if (!asked || view->over)
        return refuse(0, "core.game-over");
    if (order->verb >= scenario->system->order_kinds)
        return refuse(0, "core.no-such-order");
    const System *system = scenario->system;
    if (!order_answers(&system->orders[order->verb], asked->kind)) {
        uint16_t rule = system->when ? system->when(scenario, order->verb) : 0;
        return refuse(rule ? rule : system->out_of_turn, "core.asked-about-not-answer", asked->side, asked->kind,
                      order->verb);
    }
    Refusal refusal = form_fits(scenario, order);
    for (int i = 0; !refused(refusal) && i < order->count; i++)
        if (!stands_somewhere(scenario, view, &system->orders[order->verb].slot[order->slot[i]], order->value[i]))
            refusal = refuse(first_rule(scenario, order->verb), "core.not-map", order->value[i]);
    return refusal;
}
