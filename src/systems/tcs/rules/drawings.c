/* drawings.c — TCS 6.5a: the graphic of an Op Sheet: axes, objectives, areas, phase lines, and where a group gathers or
 * falls back to.
 *
 * All are drawn by the same orders' functions, a pencil each: hexes, then an extent (a width, a radius, a turn, or the
 * way there), then perhaps the number of an alternate. What is drawn belongs to the group that was assigned last. */
#include "core/room.h"
#include "systems/tcs/tcs.h"

static int side_asked(const State *view) { return question(&view->head)->side; }
static const Plans *own_plans(const State *view) { return &view->plans[side_asked(view)]; }
static const OpSheet *draft_of(const Plans *plans) { return plans->draft ? &plans->sheet[plans->draft - 1] : NULL; }

/* ---- axis, objective, area, phase-line, preliminary, failure --------------------------------------------- */

enum { SLOT_HEXES, SLOT_EXTENT, SLOT_ALTERNATE };

typedef struct Pencil {
    uint8_t verb, kind, most; /* most of the kind that a group's plan has */
    bool has_alternates, has_way;
    unsigned missions; /* bits */
} Pencil;

#define ALL_MISSIONS ((1u << MISSIONS) - 1)
static const Pencil pencils[] = {
    {DO_AXIS, DRAWN_AXIS, 1, true, false, 1u << MISSION_ATTACK | 1u << MISSION_MOVE},
    {DO_OBJECTIVE, DRAWN_OBJECTIVE, OBJECTIVES_MOST, true, false, 1u << MISSION_ATTACK},
    {DO_AREA, DRAWN_AREA, AREAS_MOST, false, false,
     1u << MISSION_PREPARED | 1u << MISSION_HASTY | 1u << MISSION_RESERVE},
    {DO_PHASE_LINE, DRAWN_PHASE_LINE, LINES_MOST, false, false, 1u << MISSION_ATTACK | 1u << MISSION_MOVE},
    {DO_PRELIMINARY, DRAWN_PRELIMINARY, 1, false, true, ALL_MISSIONS},
    {DO_FAILURE, DRAWN_FAILURE, 1, false, true, ALL_MISSIONS},
};
enum { PENCILS = sizeof pencils / sizeof *pencils };

static const Pencil *pencil_for(int verb)
{
    for (int i = 0; i < PENCILS; i++)
        if (pencils[i].verb == verb)
            return &pencils[i];
    return NULL;
}

static const Pencil *pencil_of(int kind)
{
    for (int i = 0; i < PENCILS; i++)
        if (pencils[i].kind == kind)
            return &pencils[i];
    return NULL;
}

/* Whether the group that was assigned last can have such a thing drawn, whatever hexes it takes and however many it has
 * already. */
static Refusal kind_fits(const State *view, const Plans *plans, int kind)
{
    const OpSheet *draft = draft_of(plans);
    const Pencil *pencil = pencil_of(kind);
    if (!draft || !draft->groups)
        return refuse(TCS_6_8_2, draft ? "tcs.first-assign-group" : "tcs.no-sheet-written");
    int sheet = plans->draft - 1, group = draft->groups - 1, mission = draft->group[group].mission;
    if (!(pencil->missions >> mission & 1))
        return refuse(TCS_6_5A_1, "tcs.not-drawn-mission", WORD_MISSION + mission);
    if (kind == DRAWN_PHASE_LINE && !drawing_of(plans, sheet, group, DRAWN_AXIS, 0, 0))
        return refuse(TCS_6_5A_1, "tcs.phase-line-lies-across-axis");
    if (kind == DRAWN_PRELIMINARY && at_setup(view))
        return refuse(TCS_III_6_2, "tcs.sheets-written-before-game");
    return LEGAL;
}

/* The same with all that counts. */
static Refusal place_fits(const State *view, const Plans *plans, int kind, int alternate)
{
    Refusal no = kind_fits(view, plans, kind);
    if (refused(no))
        return no;
    int sheet = plans->draft - 1, group = draft_of(plans)->groups - 1;
    if (drawings_of(plans, sheet, group, kind, alternate) >= pencil_of(kind)->most)
        return refuse(TCS_6_5A_1, "tcs.group-already", group + 1);
    return drawing_has_room(plans, 1) ? LEGAL : refuse(0, "tcs.program-keeps-no-more-drawings", TCS_DRAWINGS);
}

/* a phase line and its axis have a hex in common. */
static bool crosses_axis(const Scenario *scenario, const Plans *plans, const Drawing *line)
{
    const Drawing *axis = drawing_of(plans, line->sheet, line->group, DRAWN_AXIS, 0, 0);
    int count = 0, others = 0;
    const Hex *chain = axis ? axis_chain(scenario, axis, &count) : NULL;
    const Hex *across = line_chain(scenario, line, &others);
    uint64_t along[TCS_WORDS] = {0};
    for (int i = 0; i < count; i++)
        set_bit(along, chain[i]);
    for (int i = 0; i < others; i++)
        if (has_bit(along, across[i]))
            return true;
    return false;
}

static Refusal hexes_fit(const Scenario *scenario, const Drawing *drawing)
{
    for (int i = 0; i < drawing->hexes; i++) {
        if (drawing->hex[i] >= scenario->map->hexes)
            return refuse(TCS_6_5A_1, "tcs.only-hexes-map-drawn");
        if (i && drawing->hex[i] == drawing->hex[i - 1])
            return refuse(TCS_6_5A_1, "tcs.named-twice-after-other", drawing->hex[i]);
    }
    return LEGAL;
}

static Refusal extent_fits(const Scenario *scenario, const State *view, const Drawing *drawing)
{
    if (drawing->kind == DRAWN_PHASE_LINE)
        return drawing->extent > view->head.turn && drawing->extent <= data_of(scenario)->turns
                   ? LEGAL
                   : refuse(TCS_6_5A_1, "tcs.phase-line-holds-until-turn");
    return drawing->extent <= EXTENT_MOST ? LEGAL : refuse(TCS_6_5A_1, "tcs.no-more-hexes-either-side", EXTENT_MOST);
}

Refusal drawing_fits(const Scenario *scenario, const State *view, const Plans *plans, const Drawing *drawing)
{
    Refusal no = place_fits(view, plans, drawing->kind, drawing->alternate);
    if (!refused(no))
        no = hexes_fit(scenario, drawing);
    if (!refused(no))
        no = extent_fits(scenario, view, drawing);
    if (!refused(no) && drawing->kind == DRAWN_PHASE_LINE && !crosses_axis(scenario, plans, drawing))
        no = refuse(TCS_6_5A_1, "tcs.phase-line-not-cross-axis");
    return no;
}

int usual_width(const State *state) { return is_night(state) ? NIGHT_WIDTH : DAY_WIDTH; }

/* What the order draws on the group that was assigned last. */
static Drawing drawing_from(const State *view, const Plans *plans, const Order *order)
{
    const Pencil *pencil = pencil_for(order->verb);
    Drawing drawing = {.kind = pencil->kind};
    if (plans->draft) {
        drawing.sheet = (uint8_t)(plans->draft - 1);
        drawing.group = (uint8_t)(draft_of(plans)->groups - 1);
    }
    int most = pencil->has_way ? SLOT_EXTENT : SLOT_HEXES;
    for (int i = 0; i < order->count; i++)
        if (order->slot[i] <= most && drawing.hexes < DRAWING_HEXES)
            drawing.hex[drawing.hexes++] = order->value[i];
    int usual = pencil->kind == DRAWN_AXIS ? usual_width(view) : 0, extent = usual;
    if (!pencil->has_way)
        extent = order_value(order, SLOT_EXTENT, (uint16_t)usual);
    drawing.extent = (uint8_t)(extent < UINT8_MAX ? extent : UINT8_MAX);
    drawing.alternate = (uint8_t)(pencil->has_alternates ? order_value(order, SLOT_ALTERNATE, 0) & 0xFF : 0);
    return drawing;
}

Refusal draw_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Plans *plans = own_plans(view);
    int alternates, first = order_slot(order, SLOT_ALTERNATE, &alternates);
    if (alternates && (order->value[first] < 1 || order->value[first] > ALTERNATES))
        return refuse(TCS_6_14C, "tcs.group-most-alternates-numbered-1", ALTERNATES);
    Drawing drawing = drawing_from(view, plans, order);
    return drawing_fits(scenario, view, plans, &drawing);
}

bool drawing_ordered(const Scenario *scenario, const State *view, const Order *order, Drawing *out)
{
    if (!pencil_for(order->verb) || refused(draw_check(scenario, view, order)))
        return false;
    *out = drawing_from(view, own_plans(view), order);
    return true;
}

/* Numbers of alternates for which something of the kind can still be drawn, as bits; 0 is the first plan. */
static unsigned open_alternates(const State *view, const Pencil *pencil)
{
    const Plans *plans = own_plans(view);
    int drawn[ALTERNATES + 1] = {0};
    unsigned open = 0;
    if (refused(kind_fits(view, plans, pencil->kind)) || !drawing_has_room(plans, 1))
        return 0;
    int sheet = plans->draft - 1, group = draft_of(plans)->groups - 1;
    for (int i = 0; i < TCS_DRAWINGS; i++) {
        const Drawing *drawing = &plans->drawing[i];
        if (drawing->sheet == sheet && drawing->group == group && drawing->kind == pencil->kind &&
            drawing->alternate <= ALTERNATES)
            drawn[drawing->alternate]++;
    }
    for (int i = 0; i <= (pencil->has_alternates ? ALTERNATES : 0); i++)
        if (drawn[i] < pencil->most)
            open |= 1u << i;
    return open;
}

static void set_axis(const Scenario *scenario, const Plans *plans, const Drawing *line, uint64_t *out)
{
    const Drawing *axis = drawing_of(plans, line->sheet, line->group, DRAWN_AXIS, 0, 0);
    int count = 0;
    const Hex *chain = axis ? axis_chain(scenario, axis, &count) : NULL;
    for (int i = 0; i < count; i++)
        set_bit(out, chain[i]);
}

/* The hexes of an axis as places, and how far each is from where a stretch begins. */
typedef struct Passing {
    int count;
    int16_t across[TCS_SPOTS], down[TCS_SPOTS], away[TCS_SPOTS];
} Passing;

static void passing_from(const Map *map, Hex from, const uint64_t *axis, Passing *out)
{
    out->count = 0;
    EACH_BIT(hex, axis, TCS_WORDS) {
        out->across[out->count] = map->slant[hex].across;
        out->down[out->count] = map->slant[hex].down;
        out->away[out->count++] = (int16_t)map_distance(map, from, (Hex)hex);
    }
}

/* A straight line is a shortest way, so one to the hex meets nothing that lies on none. */
static bool may_pass(const Map *map, const Passing *passing, Hex from, Hex to)
{
    int16_t whole = (int16_t)map_distance(map, from, to), across = map->slant[to].across, down = map->slant[to].down;
    int16_t on_way = 0;
    for (int i = 0; i < passing->count; i++) {
        int16_t sideways = (int16_t)(passing->across[i] - across), along = (int16_t)(passing->down[i] - down);
        int16_t both = (int16_t)(sideways + along), rest = (int16_t)(sideways < 0 ? -sideways : sideways);
        along = (int16_t)(along < 0 ? -along : along);
        both = (int16_t)(both < 0 ? -both : both);
        rest = rest > along ? rest : along;
        rest = rest > both ? rest : both;
        on_way |= (int16_t)(passing->away[i] + rest) == whole;
    }
    return on_way;
}

/* The hexes to which a stretch from there meets the axis. `room`: a chain has no more hexes. */
static void list_crossings(const Map *map, Hex from, const uint64_t *axis, int room, int slot, Choices *out)
{
    ROOM(Passing, passing);
    int most = room < CHAIN - 1 ? room : CHAIN - 1;
    if (from != NO_HEX)
        passing_from(map, from, axis, passing);
    for (int hex = 0; hex < map->hexes; hex++)
        if (from == NO_HEX
                ? has_bit(axis, hex)
                : hex != from && may_pass(map, passing, from, (Hex)hex) && line_meets(map, from, (Hex)hex, axis, most))
            choose(out, slot, hex);
}

/* Of a phase line that has not crossed its axis yet the last hex must make it do so. */
static bool goes_on(const Scenario *scenario, const State *view, const Order *prefix, int slot, Hex hex, bool last)
{
    Order order = *prefix;
    order_add(&order, slot, hex);
    Drawing drawing = drawing_from(view, own_plans(view), &order);
    if (refused(hexes_fit(scenario, &drawing)))
        return false;
    return drawing.kind != DRAWN_PHASE_LINE || !last || crosses_axis(scenario, own_plans(view), &drawing);
}

/* The answer of goes_on() for every hex, with the common part found once: only the last stretch differs. */
static void list_hexes(const Scenario *scenario, const State *view, const Order *prefix, int slot, Choices *out)
{
    const Slot *description = &scenario->system->orders[prefix->verb].slot[slot];
    Drawing drawing = drawing_from(view, own_plans(view), prefix);
    uint64_t axis[TCS_WORDS] = {0};
    int count;
    order_slot(prefix, slot, &count);
    bool must_cross = drawing.kind == DRAWN_PHASE_LINE && count + 1 == description->most &&
                      !crosses_axis(scenario, own_plans(view), &drawing);
    if (must_cross)
        set_axis(scenario, own_plans(view), &drawing, axis);
    int room = 0;
    if (must_cross)
        line_chain(scenario, &drawing, &room);
    room = CHAIN - room;
    Hex before = drawing.hexes ? drawing.hex[drawing.hexes - 1] : NO_HEX;
    int hexes = count < description->most ? scenario->map->hexes : 0;
    if (must_cross) {
        list_crossings(scenario->map, before, axis, room, slot, out);
        return;
    }
    choose_range(out, slot, 0, before < hexes ? before : hexes);
    choose_range(out, slot, before < hexes ? before + 1 : hexes, hexes);
}

static void list_extents(const Scenario *scenario, const State *view, const Pencil *pencil, Choices *out)
{
    bool line = pencil->kind == DRAWN_PHASE_LINE;
    int last = line ? data_of(scenario)->turns : EXTENT_MOST;
    for (int extent = line ? view->head.turn + 1 : 0; extent <= last; extent++)
        choose(out, SLOT_EXTENT, extent);
}

void draw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Pencil *pencil = pencil_for(prefix->verb);
    const OrderKind *kind = &scenario->system->orders[prefix->verb];
    unsigned open = open_alternates(view, pencil);
    int hexes, extents, alternates;
    order_slot(prefix, SLOT_HEXES, &hexes);
    order_slot(prefix, SLOT_EXTENT, &extents);
    order_slot(prefix, SLOT_ALTERNATE, &alternates);
    if (!open || (pencil->kind == DRAWN_PHASE_LINE && view->head.turn >= data_of(scenario)->turns))
        return;
    if (!extents && !alternates)
        list_hexes(scenario, view, prefix, SLOT_HEXES, out);
    if (hexes < kind->slot[SLOT_HEXES].least)
        return;
    Drawing drawing = drawing_from(view, own_plans(view), prefix);
    bool crosses = pencil->kind != DRAWN_PHASE_LINE || crosses_axis(scenario, own_plans(view), &drawing);
    if (pencil->has_way)
        list_hexes(scenario, view, prefix, SLOT_EXTENT, out);
    else if (!extents && !alternates && crosses)
        list_extents(scenario, view, pencil, out);
    bool filled = pencil->has_way || extents >= kind->slot[SLOT_EXTENT].least;
    for (int i = 1; i <= ALTERNATES && pencil->has_alternates && filled && !alternates; i++)
        if (open >> i & 1)
            choose(out, SLOT_ALTERNATE, i);
    out->complete = filled && crosses;
}

/* ---- the same, its parts in any order ---- */

/* Where something is drawn, and the way there: any hex will do but one that would be beside itself. */
static void list_ends(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    int ends, ways, hexes = scenario->map->hexes;
    order_slot(part, SLOT_HEXES, &ends);
    int first = order_slot(part, SLOT_EXTENT, &ways), next = ways ? part->value[first] : hexes;
    if (!ends) {
        choose_range(out, SLOT_HEXES, 0, next);
        choose_range(out, SLOT_HEXES, next < hexes ? next + 1 : hexes, hexes);
    }
    list_hexes(scenario, view, part, SLOT_EXTENT, out);
}

/* Hexes of a slot differ in nothing that matters to the rest of the order, once those that cannot be are left out. */
void draw_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    const Pencil *pencil = pencil_for(part->verb);
    unsigned open = open_alternates(view, pencil);
    int extents, alternates;
    order_slot(part, SLOT_EXTENT, &extents);
    order_slot(part, SLOT_ALTERNATE, &alternates);
    out->alike = pencil->has_way ? 1u << SLOT_HEXES | 1u << SLOT_EXTENT : 1u << SLOT_HEXES;
    if (pencil->has_way && open)
        list_ends(scenario, view, part, out);
    else if (open)
        list_hexes(scenario, view, part, SLOT_HEXES, out);
    if (!pencil->has_way && !extents && open)
        list_extents(scenario, view, pencil, out);
    for (int i = 1; i <= ALTERNATES && pencil->has_alternates && !alternates; i++)
        if (open >> i & 1)
            choose(out, SLOT_ALTERNATE, i);
}

static void demand_hexes(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    enum { ENOUGH = 8 }; /* each of them will do */
    for (int hex = 0; hex < scenario->map->hexes && out->either < ENOUGH; hex++)
        if (goes_on(scenario, view, part, SLOT_HEXES, (Hex)hex, false))
            demand_either(out, SLOT_HEXES, hex);
}

/* A hex of the axis makes a phase line cross it. */
static void demand_crossing(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    Drawing line = drawing_from(view, own_plans(view), part);
    const Drawing *axis = drawing_of(own_plans(view), line.sheet, line.group, DRAWN_AXIS, 0, 0);
    Hex chain[CHAIN];
    int count = chain_of(scenario->map, axis->hex, axis->hexes, chain);
    for (int i = 0; i < count; i++)
        if (goes_on(scenario, view, part, SLOT_HEXES, chain[i], false))
            demand_either(out, SLOT_HEXES, chain[i]);
}

static void demand_listed(const Choices *choices, Demands *out)
{
    for (int i = 0; i < choices->count; i++)
        demand_either(out, choices->choice[i].slot, choices->choice[i].value);
}

Refusal draw_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    ROOM(Choices, extents_there);
    const Pencil *pencil = pencil_for(part->verb);
    const OrderKind *kind = &scenario->system->orders[part->verb];
    unsigned open = open_alternates(view, pencil);
    int hexes, extents, alternates;
    order_slot(part, SLOT_HEXES, &hexes);
    order_slot(part, SLOT_EXTENT, &extents);
    order_slot(part, SLOT_ALTERNATE, &alternates);
    Drawing drawing = drawing_from(view, own_plans(view), part);
    Refusal no = open ? hexes_fit(scenario, &drawing) : place_fits(view, own_plans(view), pencil->kind, 0);
    if (refused(no))
        return no;
    bool crosses = pencil->kind != DRAWN_PHASE_LINE || crosses_axis(scenario, own_plans(view), &drawing);
    if (hexes < kind->slot[SLOT_HEXES].least)
        demand_hexes(scenario, view, part, out);
    else if (!crosses && hexes < kind->slot[SLOT_HEXES].most)
        demand_crossing(scenario, view, part, out);
    else if (!pencil->has_way && extents < kind->slot[SLOT_EXTENT].least) {
        extents_there->count = 0;
        list_extents(scenario, view, pencil, extents_there);
        demand_listed(extents_there, out);
    } else if (!alternates && !(open & 1)) {
        for (int i = 1; i <= ALTERNATES; i++)
            if (open >> i & 1)
                demand_either(out, SLOT_ALTERNATE, i);
    } else
        return draw_check(scenario, view, part);
    return out->either ? LEGAL : refuse(TCS_6_5A_1, "tcs.cannot-drawn-any-more");
}

void draw_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side;
    Plans *plans = &play->state->plans[side];
    Drawing drawing = drawing_from(play->state, plans, order);
    static const char *const drawn[] = {
        [DRAWN_AXIS] = SAID("tcs.sheet-group-axis-drawn"),
        [DRAWN_OBJECTIVE] = SAID("tcs.sheet-group-objective-set"),
        [DRAWN_AREA] = SAID("tcs.sheet-group-area-drawn"),
        [DRAWN_PHASE_LINE] = SAID("tcs.sheet-group-phase-line-drawn"),
        [DRAWN_FAILURE] = SAID("tcs.sheet-group-failure-instructions"),
        [DRAWN_PRELIMINARY] = SAID("tcs.sheet-group-preliminary-instructions"),
    };
    draw_on(plans, &drawing);
    tell_own(play, side, EVENT_NOTE,
             sentence(TCS_6_5A_1, drawn[drawing.kind], draft_of(plans)->number, draft_of(plans)->groups));
}
