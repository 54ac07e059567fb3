/* fog.c — OCS 4.9: of an enemy hex only the top item is seen, and whether anything lies beneath (D41).
 *
 * The order of items is that of tables/stacking_order.tsv: hedgehogs above mode markers above HQs above combat units.
 * So a stack with a marker on it shows the marker and nothing else. In a view the seen unit is itself; all that lies
 * beneath is one anonymous counter, which carries the marker that is seen. The hexes of a combat are open to both
 * until it is over (4.9-2), and who fights or retreats is known wherever he is. */
#include <string.h>

#include "systems/ocs/ocs.h"

static bool is_attacking(const State *state, Piece piece)
{
    for (int i = 0; i < state->combat.count[0]; i++)
        if (state->combat.piece[0][i] == piece)
            return true;
    return false;
}

static bool is_fighting(const State *state, Piece piece)
{
    if (state->combat.target == NO_HEX)
        return false;
    for (int i = 0; i < state->combat.count[1]; i++)
        if (state->combat.piece[1][i] == piece)
            return true;
    for (int i = 0; i < state->retreat.count; i++)
        if (state->retreat.piece[i] == piece)
            return true;
    return is_attacking(state, piece);
}

bool is_open(const State *state, Hex hex)
{
    if (state->combat.target == NO_HEX)
        return false;
    if (hex == state->combat.target || hex == state->combat.launch)
        return true;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (is_attacking(state, piece))
            return true;
    return false;
}

bool all_known(const Scenario *scenario, const State *view, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (!is_known(data_of(scenario), view, piece))
            return false;
    return true;
}

/* The unit that is seen, or NO_PIECE where a marker or a hedgehog covers all; *marker is what is seen then. */
static Piece seen_in(const Book *data, const State *state, int side, Hex hex, int *marker)
{
    Piece headquarters = NO_PIECE;
    *marker = NO_MARKER;
    if (hedgehog_at(state, side, hex))
        return NO_PIECE;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        if (state->unit[piece].marker != NO_MARKER) {
            *marker = state->unit[piece].marker;
            return NO_PIECE;
        }
        if (headquarters == NO_PIECE && kind_of(data, state, piece)->class == HEADQUARTERS)
            headquarters = piece;
    }
    return headquarters != NO_PIECE ? headquarters : state->top[hex];
}

/* ---- views --------------------------------------------------------------------------------------------------- */

typedef struct Masking {
    const Scenario *scenario;
    const Book *data;
    const State *state;
    State *view;
    Piece next; /* anonymous slot */
} Masking;

static void hide(const Masking *masking, Piece piece)
{
    const Kind *kind = &masking->data->kind[piece];
    masking->view->unit[piece] = (Unit){.at = {NO_HEX, NO_PIECE},
                                        .kind = piece,
                                        .start = NO_HEX,
                                        .steps = kind->steps,
                                        .side = kind->side,
                                        .standing = UNSEEN,
                                        .carrier = NO_PIECE};
}

static void mask_hex(Masking *masking, int side, Hex hex)
{
    const State *state = masking->state;
    State *view = masking->view;
    Piece kept[OCS_SLOTS];
    int marker, keeping = 0, beneath = 0;
    bool defended = true;
    Piece seen = seen_in(masking->data, state, side, hex, &marker);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        if (piece == seen || is_fighting(state, piece)) {
            kept[keeping++] = piece;
            continue;
        }
        beneath++;
        defended &= (state->unit[piece].now & DEFENDED) != 0;
        hide(masking, piece);
    }
    if (!beneath)
        return;
    view->top[hex] = NO_PIECE;
    Piece cover = masking->next++;
    view->unit[cover] = (Unit){.at = {NO_HEX, NO_PIECE},
                               .kind = (uint16_t)(OCS_PIECES + side),
                               .start = NO_HEX,
                               .now = defended ? DEFENDED : 0,
                               .steps = 1,
                               .side = (uint8_t)side,
                               .marker = (uint8_t)marker,
                               .standing = ON_MAP,
                               .carrier = NO_PIECE};
    stack_put(view->top, view->unit, sizeof *view->unit, cover, hex);
    while (keeping--)
        stack_put(view->top, view->unit, sizeof *view->unit, kept[keeping], hex);
}

void ocs_mask(const Scenario *scenario, const Position *position, int side, Position *view)
{
    memcpy(view, position, sizeof(State));
    Masking masking = {scenario, data_of(scenario), state_of(position), (State *)view, (Piece)scenario->pieces};
    for (int other = 0; other < PLAYERS; other++) {
        if (other == side)
            continue;
        EACH_BIT(hex, state_of(position)->occupied[other], OCS_WORDS)
        if (!is_open(state_of(position), (Hex)hex))
            mask_hex(&masking, other, (Hex)hex);
    }
}

/* ---- another truth that looks the same, for tests and what-ifs -------------------------------------------- */

static bool is_hidden(const Scenario *scenario, const State *state, Piece piece)
{
    int marker;
    Hex hex = state->unit[piece].at.hex;
    return is_on_map(state, piece) && is_unit(kind_of(data_of(scenario), state, piece)) && !is_open(state, hex) &&
           !is_fighting(state, piece) &&
           seen_in(data_of(scenario), state, state->unit[piece].side, hex, &marker) != piece;
}

/* Stacks stay legal and HQs where they would be seen: as many REs, both of them or none an HQ, both with modes. */
static bool may_swap(const Scenario *scenario, const State *state, Piece one, Piece other)
{
    const Book *data = data_of(scenario);
    const Kind *a = kind_of(data, state, one), *b = kind_of(data, state, other);
    return a->side == b->side && re_of(data, state, one) == re_of(data, state, other) &&
           (a->class == HEADQUARTERS) == (b->class == HEADQUARTERS) && has_modes(a) && has_modes(b);
}

/* Each stands in the other's stead, in his mode and with what he has done. */
static void swap(State *state, Piece one, Piece other)
{
    Unit *a = &state->unit[one], *b = &state->unit[other];
    Piece *to_a = &state->top[a->at.hex], *to_b = &state->top[b->at.hex];
    while (*to_a != one)
        to_a = &state->unit[*to_a].at.below;
    while (*to_b != other)
        to_b = &state->unit[*to_b].at.below;
    if (to_a == &b->at.below || to_b == &a->at.below || a->at.hex == b->at.hex)
        return;
    *to_a = other;
    *to_b = one;
    Unit was = *a;
    *a = *b;
    *b = was;
    a->kind = was.kind;
    b->kind = (uint16_t)other;
    uint8_t steps = a->steps;
    a->steps = b->steps;
    b->steps = steps;
}

static bool mix(const Scenario *scenario, State *state, int side, Random *random)
{
    Piece hidden[OCS_PIECES];
    int count = 0;
    bool changed = false;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].side == side && is_hidden(scenario, state, piece))
            hidden[count++] = piece;
    for (int i = 0; count > 1 && i < count; i++) {
        Piece one = hidden[i], other = hidden[random_below(random, (uint32_t)count)];
        if (one == other || state->unit[one].at.hex == state->unit[other].at.hex ||
            !may_swap(scenario, state, one, other))
            continue;
        swap(state, one, other);
        changed = true;
    }
    return changed;
}

bool ocs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random)
{
    bool changed = false;
    for (int other = 0; other < PLAYERS; other++)
        if (other != side)
            changed |= mix(scenario, (State *)position, other, random);
    return changed;
}

void ocs_redeal_hidden(const Scenario *scenario, Position *position, unsigned sides, Random *random)
{
    for (int side = 0; side < PLAYERS; side++)
        if (!(sides >> side & 1))
            mix(scenario, (State *)position, side, random);
}

/* ---- top COUNTER ------------------------------------------------------------------------------------------ */

Refusal top_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
        !is_known(data_of(scenario), view, piece))
        return refuse(OCS_4_9, "%p is not yours to arrange", piece);
    return view->top[unit->at.hex] == piece ? refuse(OCS_4_9, "%p lies on top already", piece) : LEGAL;
}

void top_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    for (Piece piece = 0; !prefix->count && piece < scenario->pieces; piece++) {
        Order order = *prefix;
        order_add(&order, 0, piece);
        if (!refused(top_check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

void top_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex hex = state->unit[piece].at.hex;
    stack_take(state->top, state->unit, sizeof *state->unit, piece);
    stack_put(state->top, state->unit, sizeof *state->unit, piece, hex);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(state->unit[piece].side),
         sentence(OCS_4_9, "%p lies on top at %h", piece, hex));
}
