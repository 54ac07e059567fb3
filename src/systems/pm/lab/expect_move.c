/* expect_move.c — what a lab script may expect of supply and movement (docs/lab.md).
 *
 *     supply pz1 attenuated     supply german 4101N attenuated     path german 2412S 5|no     starves soviet 2412S 3
 *     step pz1 2608N 2707N 3|no|all     airlift 1 HEX     soviet-corps HEX */
#include "core/room.h"
#include "systems/pm/lab/lab.h"

static const State *state_in(const Holds *holds) { return state_of(holds->position); }

void supply_holds(Holds *holds)
{
    Supplies supplies;
    if (words_next_is_piece(&holds->words)) {
        Piece piece = words_piece(&holds->words);
        int side = piece == NO_PIECE ? GERMAN_SIDE : state_in(holds)->unit[piece].side;
        trace_supply(holds->scenario, state_in(holds), side, &supplies);
        Supply supply =
            piece == NO_PIECE ? OUT_OF_SUPPLY : supply_of(holds->scenario, state_in(holds), &supplies, piece);
        holds_word(holds, "its supply", lab_supplies, (int)supply);
        return;
    }
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    if (side == NO_SIDE || hex == NO_HEX)
        return;
    trace_supply(holds->scenario, state_in(holds), side, &supplies);
    holds_word(holds, "its supply", lab_supplies,
               (int)supply_of_hex(holds->scenario, state_in(holds), &supplies, side, hex));
}

void path_holds(Holds *holds)
{
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    ROOM(Paths, paths);
    if (side != NO_SIDE)
        trace_paths(holds->scenario, state_in(holds), side, NO_ZOMO, paths);
    int far = side == NO_SIDE || hex == NO_HEX ? -1 : path_from(holds->scenario, state_in(holds), side, paths, hex);
    if (!words_if(&holds->words, "no"))
        holds_number(holds, "the length of its path", far);
    else if (far >= 0)
        holds_differ(holds, "there is a path of %d", far);
}

void starves_holds(Holds *holds)
{
    ROOM(OverlayMarks, marks);
    int side = words_side(&holds->words);
    Hex hex = words_hex(&holds->words);
    int count =
        side == NO_SIDE || hex == NO_HEX ? -1 : show_starving(holds->scenario, state_in(holds), side, hex, marks);
    holds_number(holds, "how many would starve", count);
}

/* Beginning at the first hex, which the second must touch. */
void step_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    Hex from = words_hex(&holds->words), to = words_hex(&holds->words);
    if (piece == NO_PIECE || from == NO_HEX || to == NO_HEX)
        return;
    Edge edge = edge_between(&holds->scenario->map->grid, from, to);
    if (edge == EDGES) {
        words_wrong(&holds->words, NULL, "the hexes do not touch");
        return;
    }
    const Kind *kind = kind_of(data_of(holds->scenario), state_in(holds), piece);
    int cost = step_cost(holds->scenario, state_in(holds), kind, from, edge);
    if (words_if(&holds->words, "no")) {
        if (cost >= 0)
            holds_differ(holds, "it costs %d", cost);
    } else if (words_if(&holds->words, "all")) {
        if (cost != ALL_POINTS)
            holds_differ(holds, "it costs %d", cost);
    } else {
        holds_number(holds, "its cost", cost);
    }
}

void airlift_holds(Holds *holds)
{
    long number = words_number(&holds->words, "which of them", 1, 2);
    holds_hex(holds, "where it is", state_in(holds)->airlift[number == 2]);
}

void soviet_corps_holds(Holds *holds) { holds_hex(holds, "where it is", state_in(holds)->soviet_corps); }
