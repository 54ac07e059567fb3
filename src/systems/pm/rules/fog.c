/* fog.c — 14.7, 8.1-6 and pm.r.89: what a side may know.
 *
 * Of an enemy stack a side sees how many counters it has and the top one; markers, turn boxes, losses and what waits in
 * an OKH area are open, the RVGK is hidden wholly, its number too. In a view the hidden counters of a stack are
 * anonymous slots, handed out hex by hex, so that nothing but their number shows; their own slots are in no place and
 * say only which side they belong to. In the beginners' game all stacks are open (pm.r.87). Neither side knows the
 * strength of an untried unit, and no position holds it.
 *
 * A spectator sees what both sides know. */
#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "core/room.h"
#include "kit/fog.h"
#include "systems/pm/fight.h"

/* What a visible enemy shows of what it did and has: markers, and what both sides saw. */
#define PUBLIC_STATES \
    (ATTACKED | RETREATED | RESTING | LANDED | HEDGED | SHIFTING | CALLED | IN_PORT | MARKED | REFITTED | REBUILT)

typedef struct Masking {
    const Scenario *scenario;
    const Book *data;
    State *view;
    unsigned sides; /* that look, none of a spectator's */
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

/* Both sides have seen whether it fell back there in this phase (14.34). */
static Piece stand_in(Masking *masking, int side, Hex hex, bool refugee)
{
    Piece slot = masking->next++;
    masking->view->unit[slot] = (Unit){.at = {hex, NO_PIECE},
                                       .kind = masking->data->unknown_kind[side],
                                       .start = NO_HEX,
                                       .now = refugee ? RETREATED : 0,
                                       .steps = 1,
                                       .side = (unsigned)side & 1};
    return slot;
}

/* The top counter stays, and those that fight; below them as many stand-ins as there were others. */
static void mask_stack(Masking *masking, Hex hex)
{
    State *view = masking->view;
    Piece top = view->top[hex], piece = view->unit[top].at.below, *end = &view->unit[top].at.below;
    int side = view->unit[top].side, hidden = 0, refugees = 0;
    while (piece != NO_PIECE) {
        Piece below = view->unit[piece].at.below;
        if (has_bit(masking->fights, piece)) {
            *end = piece;
            end = &view->unit[piece].at.below;
        } else {
            refugees += (view->unit[piece].now & RETREATED) != 0;
            hide(masking, piece);
            hidden++;
        }
        piece = below;
    }
    for (; hidden > 0; hidden--) {
        *end = stand_in(masking, side, hex, hidden <= refugees);
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

/* Enemies in the open show no more than what both sides saw. */
static void show_all(Masking *masking, int side)
{
    Range range = masking->data->pieces_of[side];
    for (Piece piece = range.first; piece < range.end; piece++)
        if (masking->view->unit[piece].side == side)
            show(&masking->view->unit[piece]);
}

/* 6.2-2: the side that removes counters from a stack that is too high sees it. */
static bool is_shown(const State *state, unsigned sides, Hex hex)
{
    const Frame *frame = question(&state->head);
    return frame && frame->kind == ASK_OVERSTACK && sides >> frame->side & 1 && frame->data[OVERSTACK_HEX] == hex;
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
            if (hex < map->hexes && !is_shown(masking->view, masking->sides, hex))
                mask_stack(masking, hex);
        }
}

void pm_mask(const Scenario *scenario, const Position *position, int viewer, Position *view)
{
    memcpy(view, position, sizeof(State));
    Masking masking = {scenario, data_of(scenario), (State *)view, sides_of(viewer), (Piece)scenario->pieces, {0}};
    const Battle *battle = &state_of(position)->battle;
    for (int i = 0; battle->target != NO_HEX && i < battle->attackers; i++)
        set_bit(masking.fights, battle->attacker[i]);
    for (int i = 0; battle->target != NO_HEX && i < battle->defenders; i++)
        set_bit(masking.fights, battle->defender[i]);
    for (int other = 0; other < PLAYERS; other++)
        if (!(masking.sides >> other & 1))
            mask_side(&masking, other);
}

/* ---- the same again ---------------------------------------------------------------------------
 *
 * What a side sees of the enemy's counters depends on them alone while there is no battle and no stack is too high. So
 * as long as they are as they were, the view keeps what it has in their slots and in those of the stand-ins. */

struct Sight {
    uint8_t kept; /* 1 + the side whose counters were masked; 0: nothing is kept */
    Unit truth[PM_PIECES];
};

_Static_assert(sizeof(Sight) <= PM_SIGHT, "pm.h says so much");

/* The one side that is hidden, if what is seen of its counters depends on them alone; else NO_SIDE. */
static int hidden_by_itself(const Book *data, const State *state, int viewer)
{
    const Frame *frame = question(&state->head);
    unsigned sides = sides_of(viewer);
    const Range *first = &data->pieces_of[0], *second = &data->pieces_of[1];
    bool apart = first->end <= second->first || second->end <= first->first;
    bool plain = state->battle.target == NO_HEX && !(frame && frame->kind == ASK_OVERSTACK);
    _Static_assert(PLAYERS == 2, "there is one enemy");
    return !apart || !plain || sides == 0 || sides == 3 ? NO_SIDE : enemy_of(sides == 2);
}

/* All but the slots of the hidden side and of the stand-ins. */
static void copy_around(const Scenario *scenario, const State *state, int hidden, State *view)
{
    const Book *data = data_of(scenario);
    Range range = data->pieces_of[hidden];
    memcpy(view, state, offsetof(State, unit) + range.first * sizeof(Unit));
    memcpy(&view->unit[range.end], &state->unit[range.end], (size_t)(scenario->pieces - range.end) * sizeof(Unit));
    memcpy(view->top, state->top, sizeof *state - offsetof(State, top));
    if (hidden == SOVIET_SIDE)
        view->top[box_of(data, BOX_RVGK)] = NO_PIECE;
}

void pm_mask_again(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight)
{
    const Book *data = data_of(scenario);
    const State *state = state_of(position);
    int hidden = hidden_by_itself(data, state, viewer);
    if (hidden == NO_SIDE) {
        sight->kept = 0;
        pm_mask(scenario, position, viewer, view);
        return;
    }
    Range range = data->pieces_of[hidden];
    const Unit *truth = &state->unit[range.first];
    size_t bytes = (size_t)(range.end - range.first) * sizeof *truth;
    if (sight->kept == hidden + 1 && !memcmp(sight->truth, truth, bytes)) {
        copy_around(scenario, state, hidden, (State *)view);
        return;
    }
    pm_mask(scenario, position, viewer, view);
    memcpy(sight->truth, truth, bytes);
    sight->kept = (uint8_t)(hidden + 1);
}

/* An attack shows the units beneath the top counter even where no die is rolled and no unit is turned up (14.7). */
bool pm_reveals(const Scenario *scenario, const Position *view, const Order *order)
{
    const State *state = state_of(view);
    Hex target = order->verb == DO_ATTACK    ? order_value(order, ATTACK_AT, NO_HEX)
                 : order->verb == DO_ASSAULT ? order_value(order, ASSAULT_AT, NO_HEX)
                 : order->verb == DO_AGAIN   ? state->battle.target
                                             : NO_HEX;
    if (target == NO_HEX)
        return false;
    for (Piece piece = state->top[target]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (!is_known(data_of(scenario), state, piece))
            return true;
    return false;
}

/* ---- another truth that looks the same, for tests --------------------------------------------- */

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

/* Hidden counters of a side: below the top of stacks and in the RVGK. */
static int hidden_of(const Scenario *scenario, const State *state, int side, Piece out[PM_PIECES])
{
    const Book *data = data_of(scenario);
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &state->unit[piece];
        bool reserve = side == SOVIET_SIDE && unit->at.hex == box_of(data, BOX_RVGK);
        bool below = !data->beginners && unit->at.hex < scenario->map->hexes && state->top[unit->at.hex] != piece;
        below &= !is_fighting(state, piece) && !is_shown(state, 1u << enemy_of(side), unit->at.hex);
        if (unit->side == side && (reserve || below))
            out[count++] = piece;
    }
    return count;
}

/* Two counters of one side trade places. */
static void swap_places(State *state, Piece one, Piece other)
{
    Unit *a = &state->unit[one], *b = &state->unit[other];
    Piece *to_a = &state->top[a->at.hex], *to_b = &state->top[b->at.hex];
    while (*to_a != one)
        to_a = &state->unit[*to_a].at.below;
    while (*to_b != other)
        to_b = &state->unit[*to_b].at.below;
    if (to_a == &b->at.below || to_b == &a->at.below)
        return; /* they are in one stack: their order does not matter */
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
           !((state->unit[one].now ^ state->unit[other].now) & RETREATED) &&
           ((a->side == SOVIET_SIDE && is_untried(data, state, one) == is_untried(data, state, other)) ||
            (a->nation == b->nation && a->size == b->size && a->type == b->type));
}

static bool mix(const Scenario *scenario, State *state, int side, Random *random)
{
    ROOMS(Piece, hidden, PM_PIECES);
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

/* ---- a whole position that a view may be of -------------------------------------------------- */

typedef struct Imagining {
    const Scenario *scenario;
    const Book *data;
    State *out;
    Random *random;
    Deal deal;
    Piece slot[FOG_MOST]; /* by place: the stand-in there, NO_PIECE in the RVGK */
} Imagining;

/* Every unseen counter of the side, and the places for them: those of the stand-ins, and the RVGK for the rest. */
static void find_pool(Imagining *imagining, int side)
{
    Deal *deal = &imagining->deal;
    deal->counters = deal->places = 0;
    deal->stacks = 1;
    deal->room[0] = FOG_ENDLESS;
    for (Piece piece = 0; piece < imagining->scenario->pieces; piece++)
        if (imagining->out->unit[piece].side == side && imagining->out->unit[piece].at.hex == NO_HEX)
            deal->counter[deal->counters++] = (FogCounter){.piece = piece, .guises = 1, .size = {1}};
    for (Piece slot = (Piece)imagining->scenario->pieces; slot < PM_SLOTS; slot++)
        if (imagining->out->unit[slot].steps && imagining->out->unit[slot].side == side)
            imagining->slot[deal->places++] = slot;
    while (deal->places < deal->counters)
        imagining->slot[deal->places++] = NO_PIECE;
    for (int i = 0; i < deal->places; i++)
        deal->place[i] = (FogPlace){.type = FOG_ANY};
}

/* In the place of its stand-in, at full strength. */
static void put_counter(Imagining *imagining, int at)
{
    State *out = imagining->out;
    Piece piece = imagining->deal.counter[imagining->deal.place[at].counter].piece, slot = imagining->slot[at];
    Unit *unit = &out->unit[piece];
    unit->steps = (unsigned)imagining->data->kind[unit->kind].steps & 7;
    if (slot == NO_PIECE) {
        place(imagining->scenario, out, piece, box_of(imagining->data, BOX_RVGK));
        return;
    }
    Piece *link = &out->top[out->unit[slot].at.hex];
    while (*link != slot)
        link = &out->unit[*link].at.below;
    unit->at = out->unit[slot].at;
    unit->now = out->unit[slot].now;
    *link = piece;
}

/* Strengths that were drawn and are nowhere in sight belong to some of them; what the fresh pool cannot give the rest
 * must come from the dead (pm.r.88), as forecasts take it. */
static void give_values(Imagining *imagining)
{
    const Book *data = imagining->data;
    State *out = imagining->out;
    Deal *deal = &imagining->deal;
    int tried[PM_LINES], fresh = 0;
    count_tried(imagining->scenario, out, tried);
    for (int line = data->first_line[POOL_RD]; line < data->first_line[POOL_RD + 1]; line++)
        fresh += out->pool_left[line];
    for (int i = deal->counters - 1; i > 0; i--) { /* by lot, whatever their places */
        int other = (int)random_below(imagining->random, (uint32_t)i + 1);
        FogCounter moving = deal->counter[i];
        deal->counter[i] = deal->counter[other];
        deal->counter[other] = moving;
    }
    for (int i = 0; i < deal->counters; i++) {
        Unit *unit = &out->unit[deal->counter[i].piece];
        int pool = data->kind[unit->kind].pool;
        for (int line = 0; pool != NO_POOL && line < data->lines && !unit->value; line++)
            if (data->line[line].pool == pool && tried[line] > 0) {
                tried[line]--;
                unit->value = (uint8_t)(line + 1);
            }
    }
    for (Piece piece = 0; piece < imagining->scenario->pieces; piece++)
        fresh -= kind_of(data, out, piece)->pool == POOL_RD && is_untried(data, out, piece) &&
                 !(out->unit[piece].now & REBUILT);
    for (int i = 0; i < deal->counters && fresh < 0; i++) {
        Unit *unit = &out->unit[deal->counter[i].piece];
        if (data->kind[unit->kind].pool == POOL_RD && !unit->value) {
            unit->now |= REBUILT;
            fresh++;
        }
    }
}

void pm_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    ROOM(Imagining, imagining);
    imagining->scenario = scenario;
    imagining->data = data_of(scenario);
    imagining->out = (State *)out;
    imagining->random = random;
    memcpy(out, view, sizeof(State));
    for (int side = 0; side < PLAYERS; side++) {
        if (sides_of(viewer) >> side & 1)
            continue;
        find_pool(imagining, side);
        bool possible = fog_deal(&imagining->deal, random);
        assert(possible); /* there is no stand-in without a counter */
        for (int i = 0; possible && i < imagining->deal.places; i++)
            put_counter(imagining, i);
        if (side == SOVIET_SIDE)
            give_values(imagining);
    }
    for (int slot = scenario->pieces; slot < PM_SLOTS; slot++)
        imagining->out->unit[slot] = (Unit){.at = {NO_HEX, NO_PIECE}, .start = NO_HEX};
}

/* Counters in sight. */
void pm_learned(const Scenario *scenario, const Position *view, uint64_t *bits)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state_of(view)->unit[piece].at.hex != NO_HEX)
            set_bit(bits, piece);
}

/* ---- top COUNTER ----------------------------------------------------------------------------- */

Refusal top_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_known(data_of(scenario), view, piece))
        return refuse(PM_14_7, "pm.not-yours-arrange", piece);
    if (!on_map(scenario, view, piece))
        return refuse(PM_14_7, "pm.no-hex", piece);
    return view->top[unit->at.hex] == piece ? refuse(PM_14_7, "pm.lies-top-already", piece) : LEGAL;
}

void top_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->pieces, top_check, out);
}

void top_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Hex hex = state->unit[piece].at.hex;
    stack_raise(state->top, state->unit, sizeof *state->unit, piece);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(state->unit[piece].side),
         sentence(PM_14_7, "pm.lies-top", piece, hex));
}
