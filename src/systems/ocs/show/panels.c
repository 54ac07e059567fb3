/* panels.c — the supply sheet: what every HQ and dump has, who draws with it, what that costs, who goes hungry; and the
 * reach of it on the map. All of it is read from the view of the side that holds it. */
#include "core/flood.h"
#include "core/room.h"
#include "systems/ocs/air.h"

const OverlayKind ocs_overlays[] = {
    [OVERLAY_SUPPLY] = {"supply",
                        SAID("ocs.supply"),
                        ABOUT_OWN_SIDE,
                        {{SAID("ocs.supply-can-drawn-combat-too"), 0x1F7A43, TINT_UPRIGHT, false},
                         {SAID("ocs.supply-can-drawn-but-none"), 0xB58A00, TINT_DOTTED, false}},
                        NULL,
                        NULL,
                        SAID("ocs.stands-out-reach-supply")},
    [OVERLAY_THROW] = {"throw",
                       SAID("ocs.throw-hq"),
                       ABOUT_PIECE,
                       {{SAID("ocs.within-throw"), 0x1F7A43, TINT_UPRIGHT, false},
                        {SAID("ocs.next-not-combat"), 0xB58A00, TINT_DOTTED, false},
                        {SAID("ocs.within-throw-dumps-serve"), 0x1D4ED8, TINT_CROSSED, false}},
                       NULL,
                       NULL,
                       NULL},
    [OVERLAY_DUMP] = {"dump",
                      SAID("ocs.reach-dump"),
                      ABOUT_HEX,
                      {{SAID("ocs.stands-draws-directly"), 0x1F7A43, TINT_UPRIGHT, false}},
                      NULL,
                      NULL,
                      NULL},
    [OVERLAY_RAIL] = {"rail",
                      SAID("ocs.railroads"),
                      ABOUT_OWN_SIDE,
                      {{SAID("ocs.rail-multi"), 0x1F7A43, TINT_UPRIGHT, false},
                       {SAID("ocs.rail-single"), 0x1D4ED8, TINT_LEANING, false},
                       {SAID("ocs.rail-low"), 0xB58A00, TINT_DOTTED, false},
                       {SAID("ocs.rail-barred"), 0xA81616, TINT_CROSSED, false}},
                      NULL,
                      NULL,
                      NULL},
    {0},
};

/* ---- overlays ------------------------------------------------------------------------------------------------ */

/* Its throw, then the hexes next to that. */
static void tint_throw(const Scenario *scenario, const State *view, Piece headquarters, OverlayMarks *out)
{
    uint64_t into[OCS_WORDS] = {0}, beside[OCS_WORDS] = {0};
    thrown_by(scenario, view, headquarters, true, into);
    thrown_by(scenario, view, headquarters, false, beside);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (has_bit(into, hex))
            out->tint[hex] = 1;
        else if (has_bit(beside, hex) && is_land(data_of(scenario), (Hex)hex) && !out->tint[hex])
            out->tint[hex] = 2;
}

/* What lies within an HQ's draw. */
static void tint_draw(const Scenario *scenario, const State *view, Piece headquarters, OverlayMarks *out)
{
    const Unit *unit = &view->unit[headquarters];
    const Flood *ways = ways_from(scenario, view, unit->side, unit->at.hex, DRAW_RANGE);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (ways->cost[hex] != FLOOD_FAR)
            out->tint[hex] = 3;
}

/* Who draws on a dump directly. A dump next to the enemy serves nobody but a friend in its hex (11.5a-4, D35). */
static void tint_dump(const Scenario *scenario, const State *view, int side, Hex dump, OverlayMarks *out)
{
    uint64_t from[OCS_WORDS] = {0}, served[OCS_WORDS] = {0};
    set_bit(from, dump);
    served_by(scenario, view, side, from, served);
    if (has_bit(view->occupied[side], dump))
        set_bit(served, dump);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (has_bit(served, hex))
            out->tint[hex] = 1;
}

/* HQs that have something to throw, and dumps themselves. */
static void tint_side(const Scenario *scenario, const State *view, int side, OverlayMarks *out)
{
    const Book *data = data_of(scenario);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        uint64_t drawn[OCS_WORDS] = {0};
        if (view->unit[piece].side != side || !is_on_map(view, piece) ||
            kind_of(data, view, piece)->class != HEADQUARTERS)
            continue;
        drawn_by(scenario, view, piece, drawn);
        if (tokens_at(view, side, drawn))
            tint_throw(scenario, view, piece, out);
    }
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side && tokens_of(&view->pile[i]))
            tint_dump(scenario, view, side, view->pile[i].hex, out);
    EACH_BIT(hex, view->occupied[side], OCS_WORDS)
        if (hex < scenario->map->hexes && !out->tint[hex])
            out->cut[hex] = true;
}

/* Where trains go, by what a trip costs there, and the railroads that none can use (12.3a-3). */
static void tint_rail(const Scenario *scenario, const State *view, int side, OverlayMarks *out)
{
    enum { MULTI = 1, SINGLE, LOW, BARRED };
    const Map *map = scenario->map;
    uint64_t passes[OCS_WORDS];
    rail_passes(scenario, view, side, passes);
    EACH_BIT(hex, data_of(scenario)->rail, OCS_WORDS) {
        int best = RAIL_LOW;
        for (Edge edge = 0; edge < EDGES && map->layer[RAILS]; edge++)
            best = map->layer[RAILS][hex][edge] > best ? map->layer[RAILS][hex][edge] : best;
        out->tint[hex] = (uint8_t)(!has_bit(passes, hex) ? BARRED
                                   : best == RAIL_MULTI  ? MULTI
                                   : best == RAIL_SINGLE ? SINGLE
                                                         : LOW);
    }
}

bool ocs_overlay(const Scenario *scenario, const Position *position, int kind, const OverlayAbout *about,
                 OverlayMarks *out)
{
    const State *view = state_of(position);
    const Book *data = data_of(scenario);
    if (data->without[PART_SUPPLY])
        return kind == OVERLAY_SUPPLY; /* nobody is cut off where nothing is needed */
    if (kind == OVERLAY_SUPPLY) {
        tint_side(scenario, view, about->side, out);
        return true;
    }
    if (kind == OVERLAY_RAIL) {
        tint_rail(scenario, view, about->side, out);
        return true;
    }
    if (kind == OVERLAY_THROW) {
        if (about->piece >= scenario->pieces || !is_on_map(view, about->piece) ||
            kind_of(data, view, about->piece)->class != HEADQUARTERS)
            return false;
        tint_throw(scenario, view, about->piece, out);
        tint_draw(scenario, view, about->piece, out);
        return true;
    }
    for (int side = 0; side < PLAYERS; side++)
        if (about->hex < scenario->map->hexes && pile_in(view, side, about->hex)) {
            tint_dump(scenario, view, side, about->hex, out);
            return true;
        }
    return false;
}

/* ---- the sheet ------------------------------------------------------------------------------------------------- */

static bool is_mine(const Scenario *scenario, const State *view, int side, Piece piece)
{
    return view->unit[piece].side == side && is_on_map(view, piece) && is_unit(kind_of(data_of(scenario), view, piece));
}

static void add_members(const Scenario *scenario, const State *view, int side, int group, Panels *out)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_mine(scenario, view, side, piece) && view->source[piece] != NO_SOURCE &&
            (view->source[piece] & ~SOURCE_LOW) == group)
            panel_piece(out, piece);
}

/* An HQ: what it can draw, what all that are counted with it cost. */
static void add_headquarters(const Scenario *scenario, const State *view, int side, Piece piece, Panels *out)
{
    uint64_t drawn[OCS_WORDS] = {0};
    drawn_by(scenario, view, piece, drawn);
    int there = tokens_at(view, side, drawn), full = group_cost(scenario, view, side, piece, FULL_SUPPLY);
    int low = group_cost(scenario, view, side, piece, LOW_SUPPLY);
    bool levels = !second_edition(data_of(scenario)) && full;
    PanelRow *row = panel_row(out, sentence(OCS_11_4D, "%p", piece),
                              levels ? sentence(OCS_11_4B, "ocs.sp-reach-full-costs-low", there, full, low)
                                     : sentence(OCS_11_5A_2, "ocs.sp-reach", there));
    if (row)
        row->strong = levels && there < low;
    add_members(scenario, view, side, piece, out);
    EACH_BIT(hex, drawn, OCS_WORDS)
        panel_hex(out, (Hex)hex);
}

static void add_pile(const Scenario *scenario, const State *view, const Pile *pile, Panels *out)
{
    panel_row(out, sentence(OCS_11_8_1, "%h", pile->hex), pile_label(pile));
    add_members(scenario, view, pile->side, SOURCE_DUMP | pile->hex, out);
    panel_hex(out, pile->hex);
}

/* Who finds nothing, whatever it is for: they go hungry if nothing changes. */
static int find_hungry(const Scenario *scenario, const State *view, int side, Piece hungry[OCS_PIECES])
{
    enum { NOT_ASKED, FINDS, STARVES };
    uint8_t found[OCS_SPOTS] = {NOT_ASKED};
    int count = 0;
    Tracing tracing;
    bool second = second_edition(data_of(scenario));
    if (second)
        trace_begin(scenario, view, side, &tracing);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!is_mine(scenario, view, side, piece))
            continue;
        Hex hex = view->unit[piece].at.hex;
        if (found[hex] == NOT_ASKED)
            found[hex] =
                tokens_in_reach(scenario, view, side, &hex, 1, PAY_SUSTAINMENT) || (second && can_trace(&tracing, hex))
                    ? FINDS
                    : STARVES;
        if (found[hex] == STARVES)
            hungry[count++] = piece;
    }
    return count;
}

/* Who would find nothing if the enemy took the dump, and finds something now. */
static void add_loss(const Scenario *scenario, const State *view, int index, const Piece *hungry, int already,
                     Panels *out)
{
    ROOM(State, without);
    Piece then[OCS_PIECES];
    const Pile *pile = &view->pile[index];
    bool now[OCS_PIECES] = {false};
    if (!tokens_of(pile))
        return;
    *without = *view;
    without->pile[index].dump = without->pile[index].truck_load = without->pile[index].wagon_load = 0;
    int count = find_hungry(scenario, without, pile->side, then);
    if (count <= already)
        return;
    for (int i = 0; i < already; i++)
        now[hungry[i]] = true;
    panel_row(out, sentence(OCS_11_4E_1, "ocs.starve-without-dump", pile->hex),
              sentence(0, "ocs.unit", count - already));
    for (int i = 0; i < count; i++)
        if (!now[then[i]])
            panel_piece(out, then[i]);
}

static void add_hungry(const Scenario *scenario, const State *view, int side, Panels *out)
{
    Piece hungry[OCS_PIECES];
    int count = find_hungry(scenario, view, side, hungry);
    PanelRow *row = panel_row(out, sentence(OCS_11_4E_1, "ocs.out-reach-supply"), sentence(0, "ocs.unit", count));
    if (row)
        row->strong = count > 0;
    for (int i = 0; i < count; i++)
        panel_piece(out, hungry[i]);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side)
            add_loss(scenario, view, i, hungry, count, out);
}

static int tokens_of_side(const State *view, int side)
{
    int there = 0;
    for (int i = 0; i < view->piles; i++)
        there += view->pile[i].side == side ? tokens_of(&view->pile[i]) : 0;
    return there;
}

/* What there is, and what has become of the rest (sound.c). */
static void add_account(const State *view, int side, Panels *out)
{
    const Account *account = &view->account[side];
    int there = tokens_of_side(view, side);
    PanelRow *row = panel_row(out, sentence(OCS_11_1B, "ocs.map"), sentence(0, "%t SP", there));
    if (row)
        row->strong = true;
    panel_row(out, sentence(OCS_11_0_1, "ocs.spent-far"), sentence(0, "%t SP", (int)account->eaten));
    panel_row(out, sentence(OCS_11_8A_4, "ocs.destroyed-taken-enemy"),
              sentence(0, "%t SP, %t SP", (int)account->destroyed, (int)account->yielded));
}

/* What trains may still carry in this player turn (12.3a, D47). */
static void add_trains(const Book *data, const State *view, int side, Panels *out)
{
    int capacity = rail_capacity(data, view, side), used = view->rail_used[side];
    if (capacity)
        panel_row(out, sentence(OCS_12_3A_3, "ocs.rail-capacity"),
                  sentence(0, "ocs.rail-left", tokens_left(capacity * EIGHTHS - used), capacity));
}

/* ---- who and what comes later --------------------------------------------------------------------------------- */

static bool is_to_come(const State *view, const Start *start, int side, int turn)
{
    const Unit *unit = &view->unit[start->piece];
    return start->turn == turn && unit->side == side && (unit->standing == DUE || unit->standing == WAITING);
}

static bool same_place(const Start *one, const Start *other)
{
    bool zone = one->centre != NO_HEX || one->within == ANY_BASE;
    return (zone || one->hex == other->hex) && one->centre == other->centre && one->within == other->within;
}

static Sentence place_words(const Start *start, int count)
{
    if (start->within == ANY_BASE)
        return sentence(0, "ocs.arrive-base", count);
    return start->centre == NO_HEX ? sentence(0, "ocs.arrive-at", count, start->hex)
                                   : sentence(0, "ocs.arrive-zone", count, start->within, start->centre);
}

/* A row for all who come to one place in one turn, written when the first of them is met. */
static void add_arrival(const Book *data, const State *view, int side, int which, Panels *out)
{
    const Start *first = &data->start[which];
    int count = 0;
    for (int i = 0; i < data->starts; i++) {
        if (!is_to_come(view, &data->start[i], side, first->turn) || !same_place(&data->start[i], first))
            continue;
        if (i < which)
            return;
        count++;
    }
    panel_row(out, sentence(OCS_12_6_1, "ocs.turn-2", first->turn), place_words(first, count));
    for (int i = which; i < data->starts; i++)
        if (is_to_come(view, &data->start[i], side, first->turn) && same_place(&data->start[i], first))
            panel_piece(out, data->start[i].piece);
    if (first->within != ANY_BASE)
        panel_hex(out, first->centre == NO_HEX ? first->hex : first->centre);
}

static void add_stock(const Stock *stock, Panels *out)
{
    static const char *const words[] = {[STOCK_SUPPLY] = SAID("ocs.supply-due"),
                                        [STOCK_TRUCKS] = SAID("ocs.trucks-due"),
                                        [STOCK_WAGONS] = SAID("ocs.wagons-due")};
    if (stock->kind == STOCK_HEDGEHOG)
        return;
    panel_row(out, sentence(OCS_2_3_I_3_2, "ocs.turn-2", stock->turn),
              sentence(0, words[stock->kind], stock->amount, stock->hex));
    panel_hex(out, stock->hex);
}

/* 12.6: turn by turn, with the place where each arrives. */
static void panel_arrivals(const Scenario *scenario, const State *view, int side, Panels *out)
{
    const Book *data = data_of(scenario);
    int before = out->rows;
    panel_begin(out, "arrivals", side, sentence(OCS_12_6_1, "ocs.arrivals-of", side));
    for (int turn = view->head.turn; turn <= data->turns; turn++) {
        for (int i = 0; turn && i < data->starts; i++)
            if (is_to_come(view, &data->start[i], side, turn))
                add_arrival(data, view, side, i, out);
        for (int i = 0; i < data->stocks; i++)
            if (data->stock[i].side == side && data->stock[i].turn == turn && turn > view->head.turn)
                add_stock(&data->stock[i], out);
    }
    if (out->rows == before)
        out->panels--;
}

/* Edition 2: what divisions and the rest of each group cost together. */
static int rations_of(const Scenario *scenario, const State *view, int side)
{
    bool counted[OCS_PIECES] = {false};
    int tokens = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int group = group_of(view, piece);
        if (counted[piece] || group == NO_SOURCE || !is_hungry(scenario, view, side, group, piece))
            continue;
        tokens += ration_of(scenario, view, piece);
        for (Piece other = piece; other < scenario->pieces; other++)
            counted[other] |= shares_with(scenario, view, piece, other);
    }
    return tokens;
}

/* What it costs to feed all that is still to be fed, and what there is. Edition 2 has one level. */
Due due_of(const Scenario *scenario, const State *view, int side)
{
    Due due = {0, 0, tokens_of_side(view, side)};
    if (second_edition(data_of(scenario))) {
        due.full = due.low = rations_of(scenario, view, side);
        return due;
    }
    uint8_t counted[OCS_SPOTS + OCS_PIECES] = {0};
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int source = view->source[piece];
        if (!is_mine(scenario, view, side, piece) || source == NO_SOURCE || view->unit[piece].now & FED)
            continue;
        int group = source & ~SOURCE_LOW, index = group & SOURCE_DUMP ? OCS_PIECES + (group & ~SOURCE_DUMP) : group;
        if (counted[index]++)
            continue;
        due.full += group_cost(scenario, view, side, group, group & SOURCE_DUMP ? NO_SUPPLY : FULL_SUPPLY);
        due.low += group_cost(scenario, view, side, group, LOW_SUPPLY);
    }
    return due;
}

/* What is still to be fed costs so much, and leaves so much for attacks and barrages. */
static void add_due(const Scenario *scenario, const State *view, int side, Panels *out)
{
    Due due = due_of(scenario, view, side);
    bool second = second_edition(data_of(scenario));
    PanelRow *row =
        panel_row(out, sentence(second ? OCS2_SUPPLY_2 : OCS_11_4B, "ocs.still-supplied"),
                  second ? sentence(0, "%t SP", due.full) : sentence(0, "ocs.full-costs-sp-low-sp", due.full, due.low));
    if (row)
        row->strong = true;
    if (second) {
        panel_row(out, sentence(OCS_9_5A_1, "ocs.left-for-attacks"),
                  sentence(0, "%t SP", due.there > due.full ? due.there - due.full : 0));
        return;
    }
    panel_row(out, sentence(OCS_9_5A_1, "ocs.left-for-attacks"),
              sentence(0, "ocs.left-after-full-low", due.there > due.full ? due.there - due.full : 0,
                       due.there > due.low ? due.there - due.low : 0));
}

void ocs_panels(const Scenario *scenario, const Position *position, int viewer, Panels *out)
{
    const State *view = state_of(position);
    const Book *data = data_of(scenario);
    if (viewer >= 0 && viewer < PLAYERS)
        panel_air(scenario, view, viewer, out);
    panel_bases(scenario, view, out);
    if (data->without[PART_SUPPLY] || viewer < 0 || viewer >= PLAYERS)
        return;
    panel_begin(out, "supply", viewer, sentence(OCS_11_0_1, "ocs.supply-2", viewer));
    if (question(position) && question(position)->kind == ASK_SUPPLY && question(position)->side == viewer) {
        out->panel[out->panels - 1].at_hand = true;
        add_due(scenario, view, viewer, out);
    }
    add_account(view, viewer, out);
    add_trains(data, view, viewer, out);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_mine(scenario, view, viewer, piece) && kind_of(data, view, piece)->class == HEADQUARTERS)
            add_headquarters(scenario, view, viewer, piece, out);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == viewer)
            add_pile(scenario, view, &view->pile[i], out);
    add_hungry(scenario, view, viewer, out);
    panel_arrivals(scenario, view, viewer, out);
}

/* For the bench: what every unit of the side that acts could draw. */
void ocs_trace(const Scenario *scenario, const Position *position)
{
    const State *state = state_of(position);
    int side = position->depth && question(position)->side < PLAYERS ? question(position)->side : 0;
    EACH_BIT(hex, state->occupied[side], OCS_WORDS) {
        Hex at = (Hex)hex;
        tokens_in_reach(scenario, state, side, &at, 1, PAY_SUSTAINMENT);
    }
}
