/* fog.c — 14.7, 8.1-6 and pm.r.89: what a side may know.
 *
 * Of an enemy stack a side sees how many counters lie there and the top one; markers, turn boxes, losses and what waits
 * in an OKH area are open, the RVGK is hidden wholly, its number too. In a view the hidden counters of a stack are
 * anonymous slots, handed out hex by hex, so that nothing but their number shows; their own slots lie nowhere and say
 * only whose they are. In the beginners' game all stacks are open (pm.r.87). What an untried unit is worth nobody
 * knows, and no position holds it.
 *
 * A spectator is told what both sides know. */
#include <string.h>

#include "systems/pm/pm.h"

/* What a visible enemy shows of what it did and has: markers, and what everybody saw. */
#define PUBLIC_STATES \
    (ATTACKED | RETREATED | RESTING | LANDED | HEDGED | SHIFTING | CALLED | IN_PORT | MARKED | REFITTED | REBUILT)

typedef struct Masking {
    const Scenario *scenario;
    const Book *data;
    State *view;
    int side; /* who looks; anything but a player is a spectator */
    Piece next;
    uint64_t fights[PM_SLOTS / 64]; /* counters turned up in the battle that goes on (pm.r.71) */
} Masking;

static void show(Unit *unit)
{
    unit->now &= PUBLIC_STATES;
    unit->mp = unit->spent = 0;
    unit->supply = 0;
    unit->start = NO_HEX;
}

static void hide(const Masking *masking, Piece piece)
{
    Unit *unit = &masking->view->unit[piece];
    *unit =
        (Unit){.at = {NO_HEX, NO_PIECE}, .kind = masking->data->kind_of[piece], .start = NO_HEX, .side = unit->side};
}

static Piece stand_in(Masking *masking, int side, Hex hex)
{
    Piece slot = masking->next++;
    masking->view->unit[slot] = (Unit){.at = {hex, NO_PIECE},
                                       .kind = masking->data->unknown_kind[side],
                                       .start = NO_HEX,
                                       .steps = 1,
                                       .side = (unsigned)side & 1};
    return slot;
}

/* The top counter stays, and those that fight; below them as many stand-ins as there were others. */
static void mask_stack(Masking *masking, Hex hex)
{
    State *view = masking->view;
    Piece top = view->top[hex], piece = view->unit[top].at.below, *end = &view->unit[top].at.below;
    int side = view->unit[top].side, hidden = 0;
    while (piece != NO_PIECE) {
        Piece below = view->unit[piece].at.below;
        if (has_bit(masking->fights, piece)) {
            *end = piece;
            end = &view->unit[piece].at.below;
        } else {
            hide(masking, piece);
            hidden++;
        }
        piece = below;
    }
    for (; hidden > 0; hidden--) {
        *end = stand_in(masking, side, hex);
        end = &view->unit[*end].at.below;
    }
    *end = NO_PIECE;
}

static void empty_box(Masking *masking, Hex hex)
{
    State *view = masking->view;
    for (Piece piece = view->top[hex]; piece != NO_PIECE;) {
        Piece below = view->unit[piece].at.below;
        hide(masking, piece);
        piece = below;
    }
    view->top[hex] = NO_PIECE;
}

/* Enemies in the open show no more than what everybody saw. */
static void show_all(Masking *masking, int side)
{
    for (Piece piece = 0; piece < masking->scenario->pieces; piece++)
        if (masking->view->unit[piece].side == side)
            show(&masking->view->unit[piece]);
}

/* 6.2-2: who removes from a stack that is too high sees it. */
static bool is_shown(const State *state, int viewer, Hex hex)
{
    const Frame *frame = question(&state->head);
    return frame && frame->kind == ASK_OVERSTACK && frame->side == viewer && frame->data[0] == hex;
}

static void mask_side(Masking *masking, int side)
{
    const Map *map = masking->scenario->map;
    if (side == SOVIET_SIDE)
        empty_box(masking, box_of(masking->data, BOX_RVGK));
    show_all(masking, side);
    for (int word = 0; !masking->data->beginners && word < PM_WORDS; word++)
        for (uint64_t bits = masking->view->occupied[side][word]; bits; bits &= bits - 1) {
            Hex hex = (Hex)(word * 64 + __builtin_ctzll(bits));
            if (hex < map->hexes && !is_shown(masking->view, masking->side, hex))
                mask_stack(masking, hex);
        }
}

void pm_mask(const Scenario *scenario, const Position *position, int side, Position *view)
{
    memcpy(view, position, sizeof(State));
    Masking masking = {scenario, data_of(scenario), (State *)view, side, (Piece)scenario->pieces, {0}};
    const Battle *battle = &state_of(position)->battle;
    for (int i = 0; battle->target != NO_HEX && i < battle->attackers; i++)
        set_bit(masking.fights, battle->attacker[i]);
    for (int i = 0; battle->target != NO_HEX && i < battle->defenders; i++)
        set_bit(masking.fights, battle->defender[i]);
    for (int other = 0; other < PLAYERS; other++)
        if (other != side)
            mask_side(&masking, other);
}

/* ---- another truth that looks the same, for tests and what-ifs ------------------------------- */

static bool is_fighting(const State *state, Piece piece)
{
    const Battle *battle = &state->battle;
    for (int i = 0; battle->target != NO_HEX && i < battle->attackers; i++)
        if (battle->attacker[i] == piece)
            return true;
    for (int i = 0; battle->target != NO_HEX && i < battle->defenders; i++)
        if (battle->defender[i] == piece)
            return true;
    return false;
}

/* Hidden counters of a side: where they lie, below the top of stacks and in the RVGK. */
static int hidden_of(const Scenario *scenario, const State *state, int side, Piece out[PM_PIECES])
{
    const Book *data = data_of(scenario);
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        bool reserve = side == SOVIET_SIDE && unit->at.hex == box_of(data, BOX_RVGK);
        bool below = !data->beginners && unit->at.hex < scenario->map->hexes && state->top[unit->at.hex] != piece;
        below &= !is_fighting(state, piece) && !is_shown(state, enemy_of(side), unit->at.hex);
        if (unit->side == side && (reserve || below))
            out[count++] = piece;
    }
    return count;
}

/* Two counters of one side change places and lie in each other's stead. */
static void swap_places(State *state, Piece one, Piece other)
{
    Unit *a = &state->unit[one], *b = &state->unit[other];
    Piece *to_a = &state->top[a->at.hex], *to_b = &state->top[b->at.hex];
    while (*to_a != one)
        to_a = &state->unit[*to_a].at.below;
    while (*to_b != other)
        to_b = &state->unit[*to_b].at.below;
    if (to_a == &b->at.below || to_b == &a->at.below)
        return; /* they lie on each other: no matter in which order */
    *to_a = other;
    *to_b = one;
    Lying at = a->at;
    a->at = b->at;
    b->at = at;
}

/* Stacks must stay legal: only counters of one kind, tried or not, or Soviet units, which all count one. */
static bool may_swap(const Book *data, const State *state, Piece one, Piece other)
{
    const Kind *a = kind_of(data, state, one), *b = kind_of(data, state, other);
    return state->unit[one].at.hex != state->unit[other].at.hex &&
           ((a->side == SOVIET_SIDE && is_untried(data, state, one) == is_untried(data, state, other)) ||
            (a->nation == b->nation && a->size == b->size && a->type == b->type));
}

static bool mix(const Scenario *scenario, State *state, int side, Random *random)
{
    static _Thread_local Piece hidden[PM_PIECES];
    int count = hidden_of(scenario, state, side, hidden);
    bool changed = false;
    for (int i = 0; count > 1 && i < count; i++) {
        Piece one = hidden[i], other = hidden[random_below(random, (uint32_t)count)];
        if (one != other && may_swap(data_of(scenario), state, one, other)) {
            swap_places(state, one, other);
            changed = true;
        }
    }
    return changed;
}

bool pm_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random)
{
    State *state = (State *)position;
    bool changed = false;
    for (int other = 0; other < PLAYERS; other++)
        if (other != side)
            changed |= mix(scenario, state, other, random);
    return changed;
}

void pm_redeal_hidden(const Scenario *scenario, Position *position, unsigned sides, Random *random)
{
    for (int side = 0; side < PLAYERS; side++)
        if (!(sides >> side & 1))
            mix(scenario, (State *)position, side, random);
}

/* ---- top COUNTER ----------------------------------------------------------------------------- */

Refusal top_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_known(data_of(scenario), view, piece))
        return refuse(PM_14_7, "%p is not yours to arrange", piece);
    if (!on_map(scenario, view, piece))
        return refuse(PM_14_7, "%p is on no hex", piece);
    return view->top[unit->at.hex] == piece ? refuse(PM_14_7, "%p lies on top already", piece) : LEGAL;
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
         sentence(PM_14_7, "%p lies on top at %h", piece, hex));
}
