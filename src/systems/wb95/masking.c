/* masking.c — WB-95 16: what a side may know, and the orders that cover and turn up stacks (R54).
 *
 * A view is a copy of the position in which enemies are replaced as far as they are hidden:
 *
 *   - the top counter of a stack shows, unless the owner has covered it (16.1.1, 16.1.2);
 *   - counters that fought show until the Combat Phase ends (16.1.3);
 *   - of a stack next to one's own units the type of every counter is told, and its CELs if it is not
 *     fortified (16.1.4);
 *   - of all others only that they are there. Each is taken for a foot unit with a zone of control, the worst
 *     that could stand there, so that a way found legal in a view is legal in truth.
 *
 * Nothing about the order of hidden counters may leak: anonymous slots are handed out hex by hex, sorted by
 * what is known of them, and the slots of the real ones are wiped. Zones of control are counted anew for
 * those whose stand-in projects another. Air missions are secret until both sides have planned (8.1.7), plans
 * for bridges until they are built (14.3.2-1); these stay hidden when chapter 16 is switched off.
 *
 * A spectator is told what every enemy of a counter's owner knows. */
#include <string.h>

#include "systems/wb95/wb95.h"

enum { KNOWS_NOTHING, KNOWS_TYPE, KNOWS_CEL };

#define SPECTATOR_SIDE SIDES
/* What a visible enemy shows: markers on it, and what everybody saw it do. */
#define PUBLIC_STATES                                                                                         \
    (DISORGANISED | TRANSPORT | FOUGHT | FIRED | SHELLED | BARRAGED | RETREATED | STRATEGIC | OPEN | MASKED | \
     DEFECTED | ROLLED_LOYALTY)

typedef struct Masking {
    const Scenario *scenario;
    const Wb95 *data;
    const State *truth;
    State *view;
    int side;
    Piece next;                 /* first anonymous slot not yet used */
    Piece stand_in[WB95_SLOTS]; /* for counters that are UNSEEN */
} Masking;

/* ---- who knows what -------------------------------------------------------------------------- */

static bool beside(const Masking *masking, int side, Hex hex)
{
    const Hex *next = masking->scenario->map->next[hex];
    for (int edge = 0; edge < EDGES; edge++) {
        if (next[edge] == NO_HEX)
            continue;
        Piece top = masking->truth->top[next[edge]];
        if (top != NO_PIECE && masking->truth->unit[top].side == side)
            return true;
    }
    return false;
}

static int knowledge(const Masking *masking, Hex hex, int owner)
{
    int told = fortified(masking->truth, hex) || masking->data->position_cm[hex] ? KNOWS_TYPE : KNOWS_CEL;
    if (masking->side != SPECTATOR_SIDE)
        return beside(masking, masking->side, hex) ? told : KNOWS_NOTHING;
    for (int side = 0; side < masking->data->players; side++)
        if (is_enemy(masking->data, side, owner) && !beside(masking, side, hex))
            return KNOWS_NOTHING;
    return told;
}

/* Sides whose counters are masked, as bits. */
static unsigned hidden_sides(const Masking *masking)
{
    return masking->side == SPECTATOR_SIDE ? (1u << SIDES) - 1 : masking->data->enemies[masking->side];
}

/* ---- stacks ---------------------------------------------------------------------------------- */

static void shift_zone(Masking *masking, int side, Hex hex, uint8_t edges, int by)
{
    const Hex *next = masking->scenario->map->next[hex];
    uint8_t *zone = masking->view->zoc[side];
    for (; edges; edges &= (uint8_t)(edges - 1)) {
        Hex to = next[__builtin_ctz(edges)];
        zone[to] = (uint8_t)(zone[to] + by);
    }
}

static uint8_t zone_edges(const Wb95 *data, int kind, Hex hex)
{
    int class = data->zone_class[kind];
    return class < CLASSES ? data->zoc_edges[class][hex] : 0;
}

/* What stands for a hidden counter, packed so that it sorts: kind, CELs, states, and last the counter itself. Two
 * that look the same differ in nothing but that. */
typedef uint64_t Disguise;

static Disguise disguise(const Wb95 *data, const Unit *unit, int known, Piece piece)
{
    uint64_t kind = known == KNOWS_NOTHING ? data->unknown_kind[unit->side]
                                           : data->anonymous_kind[unit->side][data->group[unit->kind]];
    uint64_t cel = known == KNOWS_CEL ? unit->cel : data->full_cel[kind];
    uint64_t marks = (unsigned)((unit->now & SHELLED) != 0) | (unsigned)((unit->now & DISORGANISED) != 0)
                                                                  << 1; /* 5.6.6 */
    return kind << 48 | cel << 40 | marks << 16 | piece;
}

/* Wipes the real counter; its zone becomes that of its stand-in. */
static void hide(Masking *masking, Unit *unit, int shown_kind, Hex hex)
{
    const Wb95 *data = masking->data;
    uint8_t real = zone_edges(data, unit->kind, hex), shown = zone_edges(data, shown_kind, hex);
    if (real != shown) {
        shift_zone(masking, unit->side, hex, real & (uint8_t)~shown, -1);
        shift_zone(masking, unit->side, hex, shown & (uint8_t)~real, +1);
    }
    *unit = (Unit){.hex = NO_HEX,
                   .below = NO_PIECE,
                   .kind = unit->kind,
                   .now = unit->now & (DEFECTED | ROLLED_LOYALTY),
                   .side = unit->side,
                   .cel = data->full_cel[unit->kind],
                   .place = UNSEEN};
}

static void sort(Disguise *disguises, int count)
{
    for (int i = 1; i < count; i++) {
        Disguise moving = disguises[i];
        int at = i;
        for (; at > 0 && disguises[at - 1] > moving; at--)
            disguises[at] = disguises[at - 1];
        disguises[at] = moving;
    }
}

static void show(Unit *unit)
{
    unit->now &= PUBLIC_STATES;
    unit->mp = 0;
}

static void put_stand_in(Masking *masking, Disguise as, int side, Hex hex, int known)
{
    Piece slot = masking->next++;
    masking->stand_in[(Piece)as] = slot;
    masking->view->unit[slot] = (Unit){.hex = hex,
                                       .below = NO_PIECE,
                                       .kind = (uint16_t)(as >> 48),
                                       .now = (as >> 16 & 1 ? SHELLED : 0) | (as >> 17 & 1 ? DISORGANISED : 0) |
                                              (known == KNOWS_CEL ? CEL_KNOWN : 0),
                                       .side = (uint8_t)side,
                                       .cel = (uint8_t)(as >> 40),
                                       .place = ON_MAP};
}

static uint32_t states_in(const State *state, Hex hex)
{
    uint32_t states = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        states |= state->unit[piece].now;
    return states;
}

/* Rebuilds one enemy stack: those who show, in their order, then the hidden ones, sorted. */
static void mask_stack(Masking *masking, Hex hex)
{
    State *view = masking->view;
    Piece piece = view->top[hex], *end = &view->top[hex];
    Unit *unit = &view->unit[piece];
    int side = unit->side, hidden = 0;
    bool top_shows = !(states_in(view, hex) & MASKED);
    Disguise disguises[STACK];
    int known = knowledge(masking, hex, side);
    for (bool top = true; piece != NO_PIECE && hidden < STACK; top = false) {
        unit = &view->unit[piece];
        Piece below = unit->below;
        if (unit->now & OPEN || (top && top_shows)) {
            show(unit);
            *end = piece;
            end = &unit->below;
        } else {
            disguises[hidden] = disguise(masking->data, unit, known, piece);
            hide(masking, unit, (int)(disguises[hidden++] >> 48), hex);
        }
        piece = below;
    }
    sort(disguises, hidden);
    for (int i = 0; i < hidden; i++) {
        *end = masking->next;
        end = &view->unit[masking->next].below;
        put_stand_in(masking, disguises[i], side, hex, known);
    }
    *end = NO_PIECE;
}

/* Every stack. A lone counter that shows needs no stand-in; the others are rebuilt in the order of hexes. */
static void mask_stacks(Masking *masking)
{
    const unsigned hidden = hidden_sides(masking);
    const int pieces = masking->scenario->pieces;
    State *view = masking->view;
    uint64_t stacks[WB95_HEXES / 64] = {0};
    for (int piece = 0; piece < pieces; piece++) {
        Unit *unit = &view->unit[piece];
        if (unit->place != ON_MAP || !(hidden >> unit->side & 1) || view->top[unit->hex] != piece)
            continue;
        if (unit->below == NO_PIECE && !(unit->now & MASKED))
            show(unit);
        else
            stacks[unit->hex >> 6] |= 1ull << (unit->hex & 63);
    }
    for (int word = 0; word < WB95_HEXES / 64; word++)
        for (uint64_t bits = stacks[word]; bits; bits &= bits - 1)
            mask_stack(masking, (Hex)(word * 64 + __builtin_ctzll(bits)));
}

/* Without chapter 16 every counter lies open, but what it has in mind is still its owner's. */
static void show_all(Masking *masking)
{
    for (int piece = 0; piece < masking->scenario->pieces; piece++)
        if (hidden_sides(masking) >> masking->view->unit[piece].side & 1)
            show(&masking->view->unit[piece]);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static bool asks(const State *state, unsigned kinds)
{
    for (int i = 0; i < state->head.depth; i++)
        if (kinds >> state->head.frame[i].kind & 1)
            return true;
    return false;
}

/* 8.1.7: what the others have planned is not known before all have committed. */
static void hide_missions(State *view, int side)
{
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (view->air[i].sp && view->air[i].side != side && !view->air[i].revealed)
            memset(&view->air[i], 0, sizeof view->air[i]);
}

/* 14.3.2-1: an HQ's plan is its owner's secret. One's own plans close up, so that their slots tell nothing. */
static void hide_bridge_plans(const State *truth, State *view, int side)
{
    int own = 0;
    memset(view->bridge_turn, 0, sizeof view->bridge_turn);
    memset(view->bridge_plan, 0, sizeof view->bridge_plan);
    memset(view->bridge_hq, 0, sizeof view->bridge_hq);
    for (int i = 0; i < WB95_PLANS; i++) {
        Piece hq = truth->bridge_hq[i];
        if (!truth->bridge_turn[i] || truth->unit[hq].side != side)
            continue;
        view->bridge_hq[own] = hq;
        view->bridge_plan[own] = truth->bridge_plan[i];
        view->bridge_turn[own++] = truth->bridge_turn[i];
    }
}

static void hide_losses(const Wb95 *data, State *view, int side)
{
    for (int group = 0; group < data->loss_groups; group++)
        if (data->loss_group[group].side != side)
            view->loss_left[group] = 0;
}

/* The combat at hand names counters; a finished one is nobody's business. */
static void mask_combat(Masking *masking)
{
    Combat *combat = &masking->view->combat;
    const unsigned fights =
        1u << ASK_DEFENCE | 1u << ASK_COMMIT | 1u << ASK_LOSSES | 1u << ASK_RETREAT | 1u << ASK_PURSUIT;
    if (!asks(masking->view, fights)) {
        memset(combat, 0, sizeof *combat);
        return;
    }
    for (int force = ATTACK; force <= DEFENCE; force++) {
        Force *own = &combat->force[force];
        for (int i = 0; i < own->units; i++)
            if (masking->view->unit[own->unit[i]].place == UNSEEN)
                own->unit[i] = masking->stand_in[own->unit[i]];
        for (int i = 0; i < own->guns; i++)
            if (masking->view->unit[own->gun[i]].place == UNSEEN)
                own->gun[i] = masking->stand_in[own->gun[i]];
    }
}

void wb95_mask(const Scenario *scenario, const Position *position, int side, Position *view)
{
    Masking masking;
    masking.scenario = scenario;
    masking.data = data_of(scenario);
    masking.truth = state_of(position);
    masking.view = (State *)view;
    masking.side = side;
    masking.next = (Piece)scenario->pieces;
    memcpy(masking.view, masking.truth, sizeof(State));
    hide_missions(masking.view, side);
    hide_bridge_plans(masking.truth, masking.view, side);
    hide_losses(masking.data, masking.view, side);
    if (masking.data->chapter[16])
        mask_stacks(&masking);
    else
        show_all(&masking);
    mask_combat(&masking);
}

/* ---- the orders cover and top ---------------------------------------------------------------- */

static int asked_side(const State *view) { return question(&view->head)->side; }

static Refusal check_cover(const Scenario *scenario, const State *view, Hex hex)
{
    if (!data_of(scenario)->chapter[16])
        return refuse(WB95_16_1_2, "stacks are not hidden in this game");
    if (!friend_at(view, asked_side(view), hex))
        return refuse(WB95_16_1_2, "you have no stack in %h to cover", hex);
    return LEGAL;
}

static Refusal check_top(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (!data_of(scenario)->chapter[16])
        return refuse(WB95_16_1_1, "stacks are not hidden in this game");
    if (unit->side != asked_side(view) || unit->place != ON_MAP)
        return refuse(WB95_16_1_1, "%p is not in one of your stacks", piece);
    if (view->top[unit->hex] == piece)
        return refuse(WB95_16_1_1, "%p is on top already", piece);
    return LEGAL;
}

Refusal masking_check(const Scenario *scenario, const State *view, const Order *order)
{
    if (order->verb == DO_COVER)
        return check_cover(scenario, view, order_value(order, 0, NO_HEX));
    return check_top(scenario, view, order_value(order, 0, NO_PIECE));
}

static void cover(Play *play, Hex hex)
{
    Piece stack[STACK];
    int count = stack_of(play->state, hex, stack);
    bool covered = false;
    for (int i = 0; i < count; i++)
        covered |= (play->state->unit[stack[i]].now & MASKED) != 0;
    for (int i = 0; i < count; i++)
        if (covered)
            play->state->unit[stack[i]].now &= ~(uint32_t)MASKED;
        else
            play->state->unit[stack[i]].now |= MASKED;
    tell(play->events, EVENT_STATE, 0,
         covered ? sentence(WB95_16_1_2, "the stack in %h is uncovered", hex)
                 : sentence(WB95_16_1_2, "the stack in %h is covered", hex));
}

void masking_apply(Play *play, const Order *order)
{
    if (order->verb == DO_COVER) {
        cover(play, order_value(order, 0, NO_HEX));
        return;
    }
    Piece piece = order_value(order, 0, NO_PIECE);
    Hex hex = play->state->unit[piece].hex;
    lift(play->data, play->scenario, play->state, piece);
    place(play->data, play->scenario, play->state, piece, hex);
    tell(play->events, EVENT_STATE, 0, sentence(WB95_16_1_1, "%p is put on top in %h", piece, hex));
}

static void list_verbs(const Scenario *scenario, const State *view, Choices *out)
{
    bool stands = false;
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->place != ON_MAP || unit->side != asked_side(view))
            continue;
        if (!stands)
            choose(out, SLOT_VERB, DO_COVER);
        stands = true;
        if (view->top[unit->hex] != piece) {
            choose(out, SLOT_VERB, DO_TOP);
            return;
        }
    }
}

void masking_choices(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!data_of(scenario)->chapter[16])
        return;
    if (prefix->verb == NO_VERB) {
        list_verbs(scenario, view, out);
    } else if (prefix->count) {
        out->complete = !refused(masking_check(scenario, view, prefix));
    } else if (prefix->verb == DO_COVER) {
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            if (view->top[hex] != NO_PIECE && friend_at(view, asked_side(view), (Hex)hex))
                choose(out, 0, hex);
    } else if (prefix->verb == DO_TOP) {
        for (int piece = 0; piece < scenario->pieces; piece++)
            if (!refused(check_top(scenario, view, (Piece)piece)))
                choose(out, 0, piece);
    }
}
