/* panels.c — the supply sheet: what every HQ and dump has, the units that draw with it, what that costs, the units that
 * go hungry now and those that would without an HQ or a dump. All of it is read from the view of its own side. */
#include "core/flood.h"
#include "core/room.h"
#include "systems/ocs/air.h"

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

/* Units that would find nothing without that dump or HQ, and find something now. */
static void add_loss(const Scenario *scenario, const State *view, const State *without, int side, Sentence lost,
                     Panels *out)
{
    Piece starving[OCS_PIECES];
    int count = list_starving(scenario, view, without, side, starving);
    if (!count)
        return;
    panel_row(out, lost, sentence(0, "ocs.unit", count));
    for (int i = 0; i < count; i++)
        panel_piece(out, starving[i]);
}

static void add_losses(const Scenario *scenario, const State *view, int side, Panels *out)
{
    ROOM(State, without);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side && tokens_of(&view->pile[i])) {
            *without = *view;
            without->pile[i].dump = without->pile[i].truck_load = without->pile[i].wagon_load = 0;
            add_loss(scenario, view, without, side, sentence(OCS_11_4E_1, "ocs.starve-without-dump", view->pile[i].hex),
                     out);
        }
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_mine(scenario, view, side, piece) && kind_of(data_of(scenario), view, piece)->class == HEADQUARTERS) {
            *without = *view;
            lift(scenario, without, piece);
            add_loss(scenario, view, without, side, sentence(OCS_11_4E_1, "ocs.starve-without-hq", piece), out);
        }
}

static void add_hungry(const Scenario *scenario, const State *view, int side, Panels *out)
{
    Piece hungry[OCS_PIECES];
    int count = list_hungry(scenario, view, side, hungry);
    PanelRow *row = panel_row(out, sentence(OCS_11_4E_1, "ocs.out-reach-supply"), sentence(0, "ocs.unit", count));
    if (row)
        row->strong = count > 0;
    for (int i = 0; i < count; i++)
        panel_piece(out, hungry[i]);
    add_losses(scenario, view, side, out);
}

static int tokens_of_side(const State *view, int side)
{
    int there = 0;
    for (int i = 0; i < view->piles; i++)
        there += view->pile[i].side == side ? tokens_of(&view->pile[i]) : 0;
    return there;
}

/* What there is, and what has become of the rest (invariants.c). */
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

/* ---- reinforcements by turn ----------------------------------------------------------------------------------- */

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

/* A row for all that come to one place in one turn, written when the first of them is met. */
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
    PanelRow *row = panel_row(out, sentence(OCS_12_6_1, "ocs.turn-2", first->turn), place_words(first, count));
    if (row)
        row->turn = (uint8_t)first->turn;
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
    PanelRow *row = panel_row(out, sentence(OCS_2_3_I_3_2, "ocs.turn-2", stock->turn),
                              sentence(0, words[stock->kind], stock->amount, stock->hex));
    if (row)
        row->turn = (uint8_t)stock->turn;
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
