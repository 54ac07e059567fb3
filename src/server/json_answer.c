/* json_answer.c — answers to a client's questions before it orders: choices, reach, forecasts, overlays. */
#include <stdlib.h>

#include "core/room.h"
#include "ai/foreclose.h"
#include "core/lists.h"
#include "core/parts.h"
#include "server/json_own.h"

enum { PREVIEW_ROOM = 8 };

static void add_slot(Buffer *out, int index, const Slot *slot)
{
    buffer_literal(out, "{\"slot\":");
    buffer_number(out, index);
    buffer_char(out, ',');
    json_slot(out, slot);
}

/* One choice, without its closing brace. */
static void add_thing(Buffer *out, const Showing *showing, int verb, Choice choice)
{
    const Scenario *scenario = showing->scenario;
    const Slot *slot = &scenario->system->orders[verb].slot[choice.slot];
    const Grid *grid = &scenario->map->grid;
    char text[EDGE_TEXT];
    Hex hex = NO_HEX;
    add_slot(out, choice.slot, slot);
    buffer_literal(out, ",\"text\":");
    switch (slot->type) {
    case ARG_PIECE:
        buffer_quote(out, choice.value < scenario->pieces ? scenario->piece_id[choice.value] : "?");
        hex = scenario->system->where(scenario, showing->view, choice.value);
        break;
    case ARG_HEX:
    case ARG_PATH:
        buffer_quote(out, hex_print(grid, choice.value, text));
        hex = choice.value;
        break;
    case ARG_HEXSIDE:
        buffer_quote(out, hexside_print(grid, choice.value, text));
        hex = hexside_hex(choice.value);
        break;
    case ARG_NUMBER:
        buffer_format(out, "\"%d\"", choice.value);
        break;
    case ARG_WORD:
    case ARG_NAME:
        buffer_quote(out, slot_word(scenario, slot, choice.value));
        break;
    }
    buffer_literal(out, ",\"value\":");
    buffer_number(out, choice.value);
    if (hex != NO_HEX) {
        buffer_literal(out, ",\"hex\":");
        buffer_number(out, hex);
    }
}

/* Numbers that rise by the same step are written as one run: the first, the last, the step. Returns how many. */
static int add_numbers(Buffer *out, const Slot *slot, const Choice *choice, int count)
{
    int run = 1, step = 1;
    if (count > 1 && choice[1].slot == choice->slot && choice[1].value > choice->value)
        step = choice[1].value - choice->value;
    while (run < count && choice[run].slot == choice->slot && choice[run].value == choice[run - 1].value + step)
        run++;
    add_slot(out, choice->slot, slot);
    buffer_format(out, ",\"from\":%d,\"to\":%d", choice->value, choice[run - 1].value);
    if (step > 1 && run > 1)
        buffer_format(out, ",\"step\":%d", step);
    return run;
}

/* Whether the client knows the value by its number: a hex of the map, or a counter that it sees there. */
static bool is_known_thing(const Showing *showing, const Slot *slot, uint16_t value)
{
    const Scenario *scenario = showing->scenario;
    Look look;
    if (slot->type == ARG_HEX || slot->type == ARG_PATH)
        return value < scenario->map->hexes;
    if (slot->type != ARG_PIECE || scenario->system->where(scenario, showing->view, value) == NO_HEX)
        return false;
    look_clear(&look);
    scenario->system->look(scenario, showing->view, value, &look);
    return look.known;
}

/* Values of one slot that the client knows, written as pairs of the first and the last number. Returns how many. */
static int add_ranges(Buffer *out, const Showing *showing, const Slot *slot, const Choice *choice, int count)
{
    int told = 0;
    add_slot(out, choice->slot, slot);
    buffer_literal(out, ",\"ranges\":[");
    while (told < count && choice[told].slot == choice->slot && is_known_thing(showing, slot, choice[told].value)) {
        int last = told;
        while (last + 1 < count && choice[last + 1].slot == choice->slot &&
               choice[last + 1].value == choice[last].value + 1 &&
               is_known_thing(showing, slot, choice[last + 1].value))
            last++;
        if (told)
            buffer_char(out, ',');
        buffer_number(out, choice[told].value);
        buffer_char(out, ',');
        buffer_number(out, choice[last].value);
        told = last + 1;
    }
    buffer_char(out, ']');
    return told;
}

/* With `ranges`, values that the client knows by number are written as ranges. */
static void write_choices(Buffer *out, const Showing *showing, int verb, const Choices *choices, bool ranges)
{
    const System *system = showing->scenario->system;
    buffer_literal(out, "\"complete\":");
    json_bool(out, choices->complete);
    buffer_literal(out, ",\"choices\":[");
    for (int i = 0, told = 1; i < choices->count; i += told) {
        const Choice *choice = &choices->choice[i];
        told = 1;
        if (i)
            buffer_char(out, ',');
        if (choice->slot == SLOT_VERB) {
            buffer_literal(out, "{\"slot\":null,\"keyword\":null,\"type\":\"verb\",\"text\":");
            buffer_quote(out, choice->value < system->order_kinds ? system->orders[choice->value].verb : "?");
            buffer_format(out, ",\"value\":%d", choice->value);
        } else if (system->orders[verb].slot[choice->slot].type == ARG_NUMBER) {
            told = add_numbers(out, &system->orders[verb].slot[choice->slot], choice, choices->count - i);
        } else if (ranges && is_known_thing(showing, &system->orders[verb].slot[choice->slot], choice->value)) {
            told = add_ranges(out, showing, &system->orders[verb].slot[choice->slot], choice, choices->count - i);
        } else {
            add_thing(out, showing, verb, *choice);
        }
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

void json_choices(Buffer *out, const Showing *showing, const Order *prefix)
{
    ROOM(Choices, choices);
    choices->count = 0;
    choices->complete = false;
    showing->scenario->system->choices(showing->scenario, showing->view, prefix, choices);
    write_choices(out, showing, prefix->verb, choices, false);
}

void json_additions(Buffer *out, const Showing *showing, const Order *part)
{
    ROOM(Choices, choices);
    list_additions(showing->scenario, showing->view, part, choices);
    write_choices(out, showing, part->verb, choices, false);
}

/* The counters of each slot, as pairs of the first and the last of those that follow each other. */
static void add_actors(Buffer *out, const Choices *actors)
{
    const Choice *choice = actors->choice;
    buffer_literal(out, ",\"pieces\":{");
    for (int i = 0, last; i < actors->count; i = last + 1) {
        bool first = !i || choice[i - 1].slot != choice[i].slot;
        if (first) {
            buffer_text(out, i ? "],\"" : "\"");
            buffer_number(out, choice[i].slot);
            buffer_literal(out, "\":[");
        }
        for (last = i; last + 1 < actors->count && choice[last + 1].slot == choice[i].slot &&
                       choice[last + 1].value == choice[last].value + 1;)
            last++;
        if (!first)
            buffer_char(out, ',');
        buffer_number(out, choice[i].value);
        buffer_char(out, ',');
        buffer_number(out, choice[last].value);
    }
    buffer_text(out, actors->count ? "]}" : "}");
}

/* All openings of the view if the rulebook keeps them up, NULL if it would search for them. */
static const Openings *openings_of(const Showing *showing)
{
    ROOM(Openings, openings);
    const System *system = showing->scenario->system;
    if (!system->openings_kept || !system->openings_kept(showing->scenario, showing->view))
        return NULL;
    list_openings(showing->scenario, showing->view, showing->memo, openings);
    return openings;
}

/* All that was listed of the view. */
static ListedBefore listed_of(const Showing *showing)
{
    if (showing->lists)
        lists_for(showing->lists, showing->scenario, showing->view);
    return (ListedBefore){openings_of(showing), showing->lists};
}

void json_openings(Buffer *out, const Showing *showing)
{
    ROOM(Choices, verbs);
    ROOM(Choices, actors);
    const System *system = showing->scenario->system;
    ListedBefore listed = listed_of(showing);
    list_verbs(showing->scenario, showing->view, listed, verbs);
    buffer_literal(out, "\"openings\":[");
    for (int i = 0; i < verbs->count; i++) {
        int verb = verbs->choice[i].value;
        buffer_text(out, i ? ",{\"verb\":" : "{\"verb\":");
        buffer_quote(out, system->orders[verb].verb);
        list_actors(showing->scenario, showing->view, listed, verb, actors);
        if (actors->count)
            add_actors(out, actors);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* What the order would draw, if it would draw anything. */
static void add_preview(Buffer *out, const Showing *showing, const Order *order)
{
    ROOMS(Sketch, sketches, PREVIEW_ROOM);
    const System *system = showing->scenario->system;
    int count = system->preview ? system->preview(showing->scenario, showing->view, order, sketches, PREVIEW_ROOM) : 0;
    if (count)
        json_sketches(out, showing, sketches, count);
}

static void add_around(Buffer *out, const Showing *showing, const Around *around)
{
    char text[ORDER_TEXT];
    order_print(showing->scenario, &around->order, text);
    buffer_literal(out, "\"order\":");
    buffer_quote(out, text);
    buffer_literal(out, ",\"added\":[");
    for (int i = 0; i < around->added; i++) {
        const Added *added = &around->part[i];
        if (i)
            buffer_char(out, ',');
        add_thing(out, showing, around->order.verb, (Choice){added->slot, added->value});
        buffer_literal(out, ",\"forced\":");
        json_bool(out, added->forced);
        if (added->why.words) {
            buffer_literal(out, ",\"why\":{");
            json_sentence(out, showing, &added->why);
            buffer_char(out, '}');
        }
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
    add_preview(out, showing, &around->order);
}

Refusal json_around(Buffer *out, const Showing *showing, const Order *part)
{
    ROOM(Around, around);
    Refusal refusal = order_around(showing->scenario, showing->view, part, around);
    if (!refused(refusal))
        add_around(out, showing, around);
    return refusal;
}

/* Costs are in the system's units; the system says how players read them. */
static void add_cost(Buffer *out, const Showing *showing, const Order *prefix, int units, int most)
{
    const Scenario *scenario = showing->scenario;
    Sentence cost = scenario->system->cost ? scenario->system->cost(scenario, prefix, units, most)
                    : units == most        ? sentence(0, "%n", units)
                                           : sentence(0, "server.to", units, most);
    json_said(out, showing, &cost);
}

/* Many ends cost the same: where in the answer such a cost stands already. */
enum { COSTS_KEPT = 128 };
typedef struct WrittenCost {
    int units, most;
    size_t at, length; /* 0: none yet */
} WrittenCost;

static void add_cost_again(Buffer *out, const Showing *showing, const Order *prefix, int units, int most,
                           WrittenCost kept[COSTS_KEPT])
{
    WrittenCost *cost = &kept[(unsigned)units % COSTS_KEPT];
    if (cost->length && cost->units == units && cost->most == most) {
        if (buffer_room(out, cost->length))
            buffer_add(out, out->bytes + cost->at, cost->length);
        return;
    }
    size_t before = out->length;
    add_cost(out, showing, prefix, units, most);
    *cost = (WrittenCost){units, most, before, out->failed ? 0 : out->length - before};
}

/* The steps to an end that is not reached by the cheapest ways. */
static void add_way(Buffer *out, const Reach *reach, Hex start, Hex end)
{
    Hex way[ORDER_ARGS];
    buffer_literal(out, ",\"way\":[");
    for (int i = reach_back(reach, start, end, way, ORDER_ARGS) - 1; i >= 0; i--) {
        buffer_number(out, way[i]);
        if (i)
            buffer_char(out, ',');
    }
    buffer_char(out, ']');
}

/* Where on the paths an enemy may fire at the moving units, and how many times. */
static void add_exposure(Buffer *out, const Showing *showing, const Order *prefix, const Reach *reach,
                         const uint64_t *on_way)
{
    ROOMS(uint8_t, exposed, HEXES_MAX);
    const Scenario *scenario = showing->scenario;
    bool first = true;
    if (!list_exposure(scenario, showing->view, prefix, reach, exposed))
        return;
    buffer_literal(out, ",\"exposed\":{");
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        if (!(on_way[hex >> 6] >> (hex & 63) & 1) || !exposed[hex])
            continue;
        json_comma(out, &first);
        buffer_char(out, '"');
        buffer_number(out, hex);
        buffer_literal(out, "\":");
        buffer_number(out, exposed[hex]);
    }
    buffer_char(out, '}');
}

bool json_reach(Buffer *out, const Showing *showing, const Order *prefix)
{
    ROOM(Reach, reach);
    ROOMS(uint64_t, on_way, HEXES_MAX / 64);
    const Scenario *scenario = showing->scenario;
    int slot = prefix->verb == NO_VERB ? -1 : order_path_slot(&scenario->system->orders[prefix->verb]);
    if (slot < 0 || !scenario->system->reach)
        return false;
    reach->count = 0;
    scenario->system->reach(scenario, showing->view, prefix, reach);
    Hex start = walk_from(showing->scenario, showing->view, prefix, slot);
    WrittenCost kept[COSTS_KEPT] = {{0}};
    memset(on_way, 0, (HEXES_MAX / 64) * sizeof *on_way);
    buffer_literal(out, "\"start\":");
    buffer_number(out, start == NO_HEX ? -1 : start);
    buffer_literal(out, ",\"ends\":[");
    for (int i = 0; i < reach->count; i++) {
        Hex hex = reach->hex[i];
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"hex\":");
        buffer_number(out, hex);
        buffer_literal(out, ",\"cost\":");
        add_cost_again(out, showing, prefix, reach->cost[hex], reach->most[hex], kept);
        buffer_literal(out, ",\"units\":");
        buffer_number(out, reach->cost[hex]);
        if (by_second_way(reach, hex))
            add_way(out, reach, start, hex);
        buffer_char(out, '}');
    }
    buffer_literal(out, "],\"from\":{");
    bool first = true;
    for (int i = 0; i < reach->count; i++)
        for (Hex hex = reach->hex[i]; hex < HEXES_MAX && hex != start && !by_second_way(reach, hex);
             hex = reach->from[hex]) {
            if (on_way[hex >> 6] >> (hex & 63) & 1)
                break;
            on_way[hex >> 6] |= (uint64_t)1 << (hex & 63);
            json_comma(out, &first);
            buffer_char(out, '"');
            buffer_number(out, hex);
            buffer_literal(out, "\":");
            buffer_number(out, reach->from[hex] == NO_HEX ? -1 : reach->from[hex]);
        }
    buffer_char(out, '}');
    add_exposure(out, showing, prefix, reach, on_way);
    return true;
}

static void json_weight(Buffer *out, Weight weight)
{
    char text[WEIGHT_TEXT];
    buffer_format(out, "%s", weight_print(weight, text));
}

static void add_lines(Buffer *out, const Showing *showing, const char *name, const ForecastLine *lines, int count,
                      bool opposed)
{
    buffer_format(out, ",\"%s\":[", name);
    for (int i = 0; i < count && i < FORECAST_LINES; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"label\":");
        json_said(out, showing, &lines[i].label);
        buffer_literal(out, ",\"weight\":");
        json_weight(out, lines[i].weight);
        if (opposed) {
            buffer_literal(out, ",\"opposed\":");
            json_weight(out, lines[i].opposed);
        }
        buffer_literal(out, ",\"rule\":");
        json_rule(out, showing->scenario, lines[i].rule);
        if (lines[i].meaning.words) {
            buffer_literal(out, ",\"meaning\":");
            json_said(out, showing, &lines[i].meaning);
        }
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_weighing(Buffer *out, const Showing *showing, const Sentence *title, const Sentence *assumes,
                         Weight total)
{
    buffer_literal(out, "\"title\":");
    json_said(out, showing, title);
    buffer_literal(out, ",\"assumes\":");
    json_said(out, showing, assumes);
    buffer_literal(out, ",\"total\":");
    json_weight(out, total);
}

/* The two odds in words. */
static void add_titles(Buffer *out, const Showing *showing, const Forecast *forecast)
{
    add_weighing(out, showing, &forecast->title, &forecast->assumes, forecast->total);
    if (!forecast->opposed.words)
        return;
    buffer_literal(out, ",\"opposed\":{");
    add_weighing(out, showing, &forecast->opposed, &forecast->opposed_assumes, forecast->opposed_total);
    buffer_char(out, '}');
}

bool json_forecast(Buffer *out, const Showing *showing, const Order *order)
{
    ROOM(Forecast, forecast);
    const Scenario *scenario = showing->scenario;
    memset(forecast, 0, sizeof *forecast);
    if (!scenario->system->forecast || !scenario->system->forecast(scenario, showing->view, order, forecast))
        return false;
    add_titles(out, showing, forecast);
    buffer_literal(out, ",\"best\":");
    json_said(out, showing, &forecast->best);
    buffer_literal(out, ",\"worst\":");
    json_said(out, showing, &forecast->worst);
    buffer_literal(out, ",\"likely\":");
    json_said(out, showing, &forecast->likely);
    json_cell(out, scenario->system, forecast->cell);
    buffer_literal(out, ",\"modifiers\":[");
    for (int i = 0; i < forecast->modifiers && i < FORECAST_LINES; i++) {
        const ForecastModifier *modifier = &forecast->modifier[i];
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"side\":");
        json_side(out, scenario, modifier->side);
        buffer_literal(out, ",\"value\":");
        buffer_number(out, modifier->value);
        buffer_char(out, ',');
        json_sentence(out, showing, &modifier->what);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
    add_lines(out, showing, "outcomes", forecast->outcome, forecast->outcomes, forecast->opposed.words);
    add_lines(out, showing, "measures", forecast->measure, forecast->measures, forecast->opposed.words);
    return true;
}

/* Of openings that cannot be ordered for the same reason only the first states it. */
static bool same_reason(const Foreclosed *a, const Foreclosed *b)
{
    return a->verb == b->verb && a->why.rule == b->why.rule && a->slot == b->slot;
}

static void add_foreclosed(Buffer *out, const Showing *showing, const Foreclosures *all, int first)
{
    const Foreclosed *it = &all->it[first];
    const OrderKind *kind = &showing->scenario->system->orders[it->verb];
    bool pieces = kind->slot[it->slot].type == ARG_PIECE, none = true;
    buffer_literal(out, "{\"verb\":");
    buffer_quote(out, kind->verb);
    buffer_literal(out, ",\"name\":");
    json_translated(out, showing->translation, order_name(kind));
    buffer_text(out, pieces ? ",\"pieces\":[" : ",\"hexes\":[");
    for (int i = first; i < all->count; i++)
        if (same_reason(it, &all->it[i])) {
            json_comma(out, &none);
            buffer_number(out, all->it[i].value);
        }
    buffer_literal(out, "],\"why\":{");
    json_sentence(out, showing, &it->why);
    buffer_literal(out, "}}");
}

void json_forecloses(Buffer *out, const Showing *showing, const Order *order)
{
    ROOM(Foreclosures, all);
    void *room = aligned_alloc(64, foreclose_room(showing->scenario));
    bool none = true;
    if (!room)
        return;
    foreclose(showing->scenario, showing->view, showing->as, openings_of(showing), order, room, all);
    free(room);
    buffer_literal(out, ",\"forecloses\":[");
    for (int i = 0; i < all->count; i++) {
        int before = 0;
        while (!same_reason(&all->it[before], &all->it[i]))
            before++;
        if (before < i)
            continue;
        json_comma(out, &none);
        add_foreclosed(out, showing, all, i);
    }
    buffer_char(out, ']');
}

/* Own counters that the order would take off the map, weaken or lead elsewhere with any dice. */
void json_harmed(Buffer *out, const Showing *showing, const Order *order)
{
    enum { NAMED = 256 };
    const System *system = showing->scenario->system;
    Harm harm[NAMED];
    bool first = true;
    void *room = aligned_alloc(64, foreclose_room(showing->scenario));
    int count = room ? harmed_by(showing->scenario, showing->view, showing->as, order, room, harm, NAMED) : 0;
    free(room);
    buffer_literal(out, ",\"ok\":true,\"harmed\":[");
    for (int i = 0; i < count; i++) {
        json_comma(out, &first);
        buffer_format(out, "{\"piece\":%d", harm[i].piece);
        if (harm[i].gone)
            buffer_literal(out, ",\"gone\":true");
        if (harm[i].steps)
            buffer_format(out, ",\"steps\":%d", harm[i].steps);
        if (harm[i].sign)
            buffer_format(out, ",\"sign\":\"%s\"", system->signs[harm[i].sign - 1].name);
        if (harm[i].to != NO_HEX)
            buffer_format(out, ",\"to\":%d", harm[i].to);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* Whether the order names the moving units, as far as a client can see: something stands before the path. */
static bool wants_path(const Showing *showing, const Order *part)
{
    int slot = order_path_slot(&showing->scenario->system->orders[part->verb]);
    return !slot || (slot > 0 && part->count && part->slot[0] < slot);
}

void json_draft(Buffer *out, const Showing *showing, const Order *part, bool forecloses)
{
    ROOM(Drafted, draft);
    draft_order(showing->scenario, showing->view, listed_of(showing), part, draft);
    write_choices(out, showing, part->verb, &draft->additions, true);
    if (part->verb == NO_VERB)
        return;
    if (refused(draft->refusal)) {
        buffer_literal(out, ",\"refused\":{");
        json_sentence(out, showing, &draft->refusal.why);
    } else {
        buffer_literal(out, ",\"around\":{");
        add_around(out, showing, &draft->around);
    }
    buffer_char(out, '}');
    size_t before = out->length;
    buffer_literal(out, ",\"reach\":{");
    if (wants_path(showing, part) && json_reach(out, showing, part))
        buffer_char(out, '}');
    else
        out->length = before;
    before = out->length;
    buffer_literal(out, ",\"forecast\":{");
    if (draft->whole && json_forecast(out, showing, &draft->around.order)) {
        if (forecloses)
            json_forecloses(out, showing, &draft->around.order);
        buffer_char(out, '}');
    } else {
        out->length = before;
    }
}

/* The numbers of the hexes with a byte other than 0. */
static void add_marked(Buffer *out, const char *key, const uint8_t *byte, int hexes)
{
    bool first = true;
    buffer_format(out, ",\"%s\":[", key);
    for (int hex = 0; hex < hexes; hex++)
        if (byte[hex]) {
            json_comma(out, &first);
            buffer_number(out, hex);
        }
    buffer_char(out, ']');
}

static void add_links(Buffer *out, const uint8_t *line, int hexes)
{
    bool first = true;
    buffer_literal(out, ",\"links\":[");
    for (int hex = 0; hex < hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++)
            if (line[hex] >> edge & 1) {
                json_comma(out, &first);
                buffer_number(out, hex * EDGES + edge);
            }
    buffer_char(out, ']');
}

static void add_tints(Buffer *out, const OverlayKind *kind, const uint8_t *tint, int hexes)
{
    buffer_literal(out, ",\"tints\":[");
    for (int i = 0; i < OVERLAY_TINTS && kind->tint[i].meaning; i++) {
        bool first = true;
        buffer_text(out, i ? ",[" : "[");
        for (int hex = 0; hex < hexes; hex++)
            if (tint[hex] == i + 1) {
                json_comma(out, &first);
                buffer_number(out, hex);
            }
        buffer_char(out, ']');
    }
    buffer_char(out, ']');
}

void json_overlay(Buffer *out, const Showing *showing, const OverlayKind *kind, const OverlayMarks *marks)
{
    int hexes = showing->scenario->map->hexes;
    add_tints(out, kind, marks->tint, hexes);
    add_marked(out, "cut", marks->cut, hexes);
    add_links(out, marks->line, hexes);
    if (marks->sum.words) {
        buffer_literal(out, ",\"sum\":");
        json_said(out, showing, &marks->sum);
    }
    buffer_literal(out, ",\"notes\":[");
    for (int i = 0; i < marks->notes; i++) {
        buffer_format(out, "%s{\"hex\":%d,\"text\":", i ? "," : "", marks->note[i].hex);
        json_said(out, showing, &marks->note[i].words);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}
