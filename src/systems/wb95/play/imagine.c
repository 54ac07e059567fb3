/* imagine.c — WB-95 16 turned round: a whole position that a view may be of, made of the view and nothing else.
 *
 * The counters that are nowhere in sight are dealt to the places where hidden counters are (kit/fog.h): each where its
 * type fits what is shown (16.1.4), at a CEL that is shown or possible, guns in position or on their trucks, no stack
 * higher than it may be (3.2.1). These are the ways that hidden.c counts, and each is as likely as any other.
 *
 * What else a view does not show is made up so that the game can go on: hidden counters are in supply where a line
 * reaches them, those whose owner moves just now have moved already or not, by lot. Other sides' secret plans (8.1.7,
 * 14.3.2-1) are left out.
 *
 * Masked again for the same viewer the position is the view, byte for byte: stand-ins that look the same in one stack
 * stand for counters in the order of their numbers, as masking.c hands them out. */
#include <assert.h>
#include <string.h>

#include "core/room.h"
#include "kit/fog.h"
#include "systems/wb95/wb95.h"

_Static_assert(WB95_SLOTS <= FOG_MOST, "all counters can be dealt");

typedef struct Imagining {
    const Scenario *scenario;
    const Wb95 *data;
    const State *view;
    State *out;
    unsigned hidden; /* sides, as bits */
    Random *random;
    Deal deal;
    Piece slot[WB95_SLOTS];     /* by place of the deal: the stand-in there */
    Piece dealt[WB95_SLOTS];    /* by stand-in: the counter it stands for */
    uint16_t stack[WB95_HEXES]; /* by hex with hidden counters: its number in the deal, and one */
} Imagining;

/* ---- the deal -------------------------------------------------------------------------------- */

/* Guise 0 is the full counter, guns in position; guise 1 the reduced one, guns on their trucks. */
static void add_counter(Imagining *imagining, Piece piece)
{
    const Unit *unit = &imagining->view->unit[piece];
    const Kind *kind = &imagining->data->kind[unit->kind];
    imagining->deal.counter[imagining->deal.counters++] = (FogCounter){.piece = piece,
                                                                       .side = unit->side,
                                                                       .type = imagining->data->group[unit->kind],
                                                                       .guises = kind->is & GUN ? 2 : kind->cel,
                                                                       .size = {kind->cel, 1}};
}

/* CELs that may be hidden in a stack. */
static int room_in(const Imagining *imagining, int side, Hex hex)
{
    const State *view = imagining->view;
    int room = STACKING_LIMIT;
    if (view->head.turn <= 1 && has_bit(imagining->data->overstacked, hex)) /* R66 */
        return FOG_ENDLESS;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (piece < imagining->scenario->pieces && view->unit[piece].side == side)
            room -= view->unit[piece].cel;
    return room;
}

static void add_place(Imagining *imagining, Piece slot)
{
    const Unit *unit = &imagining->view->unit[slot];
    Deal *deal = &imagining->deal;
    bool unknown = imagining->data->kind[unit->kind].type == UNKNOWN;
    if (!imagining->stack[unit->hex]) {
        deal->room[deal->stacks] = room_in(imagining, unit->side, unit->hex);
        imagining->stack[unit->hex] = (uint16_t)++deal->stacks;
    }
    imagining->slot[deal->places] = slot;
    deal->place[deal->places++] = (FogPlace){.side = unit->side,
                                             .type = unknown ? FOG_ANY : imagining->data->group[unit->kind],
                                             .size = unit->now & CEL_KNOWN ? (uint8_t)unit->cel : 0,
                                             .stack = (uint16_t)(imagining->stack[unit->hex] - 1)};
}

static void find_pool(Imagining *imagining)
{
    const Unit *unit = imagining->view->unit;
    imagining->deal.counters = imagining->deal.places = imagining->deal.stacks = 0;
    memset(imagining->stack, 0, sizeof imagining->stack);
    for (int side = 0; side < SIDES - 1; side++) {
        for (Piece piece = 0; piece < imagining->scenario->pieces; piece++)
            if (unit[piece].place == UNSEEN && unit[piece].side == side)
                add_counter(imagining, piece);
        for (Piece slot = (Piece)imagining->scenario->pieces; slot < WB95_SLOTS; slot++)
            if (unit[slot].place == ON_MAP && unit[slot].side == side)
                add_place(imagining, slot);
    }
}

/* While armies are set up, a counter that its owner has not moved stands where the scenario puts it: counters without a
 * choice, and those whose block comes at that stage or later. Such a counter and its place are a type of their own. One
 * that has lost a CEL may be any. */
static void keep_set_up(Imagining *imagining, int stage)
{
    const Wb95 *data = imagining->data;
    bool chosen[WB95_SLOTS] = {false};
    for (int i = 0; i < data->frees; i++)
        chosen[data->free[i].piece] = data->free[i].block < stage;
    for (int i = 0; i < imagining->deal.counters; i++) {
        FogCounter *counter = &imagining->deal.counter[i];
        for (int at = 0; at < imagining->deal.places && !chosen[counter->piece]; at++) {
            FogPlace *place = &imagining->deal.place[at];
            if (imagining->view->unit[imagining->slot[at]].hex != data->start_hex[counter->piece] ||
                place->side != counter->side || (place->type != counter->type && place->type != FOG_ANY) ||
                (place->size && place->size != data->kind[counter->piece].cel))
                continue;
            counter->type = place->type = (uint16_t)(GROUPS + counter->piece);
            break;
        }
    }
}

/* Counters being set up stand where they began, unless that cannot be: then they have been moved. */
static void deal_counters(Imagining *imagining)
{
    const Frame *asked = question(&imagining->view->head);
    int stage = asked && asked->kind == ASK_SETUP ? asked->stage : -1;
    bool possible = false;
    for (int moved = 0; moved < 2 && !possible; moved++) {
        find_pool(imagining);
        if (stage >= 0)
            keep_set_up(imagining, stage + moved);
        possible = fog_deal(&imagining->deal, imagining->random);
    }
    assert(possible); /* a view is always that of some position */
}

/* ---- counters put where they were dealt -------------------------------------------------------- */

static bool look_the_same(const Imagining *imagining, Piece slot, Piece other)
{
    const Unit *a = &imagining->view->unit[slot], *b = &imagining->view->unit[other];
    const Kind *kind = imagining->data->kind;
    return a->hex == b->hex && a->now == b->now && a->cel == b->cel && a->hurt_turn == b->hurt_turn &&
           a->hurt_phase == b->hurt_phase &&
           (a->kind == b->kind || (kind[a->kind].type == UNKNOWN && kind[b->kind].type == UNKNOWN));
}

/* Among counters that look the same they go by their numbers. */
static void order_alike(Imagining *imagining)
{
    FogPlace *place = imagining->deal.place;
    const FogCounter *counter = imagining->deal.counter;
    for (int i = 1; i < imagining->deal.places; i++)
        for (int at = i; at > 0 && look_the_same(imagining, imagining->slot[at - 1], imagining->slot[at]) &&
                         counter[place[at - 1].counter].piece > counter[place[at].counter].piece;
             at--) {
            FogPlace moving = place[at];
            place[at] = place[at - 1];
            place[at - 1] = moving;
        }
}

static void put_counter(Imagining *imagining, int at)
{
    const FogPlace *place = &imagining->deal.place[at];
    const FogCounter *counter = &imagining->deal.counter[place->counter];
    const Unit *stands = &imagining->view->unit[imagining->slot[at]];
    Unit *unit = &imagining->out->unit[counter->piece];
    unit->hex = stands->hex;
    unit->place = ON_MAP;
    unit->now |= stands->now & (SHELLED | DISORGANISED | IDLE_BROKEN);
    if (imagining->data->kind[unit->kind].is & GUN)
        unit->now |= place->guise ? TRANSPORT : 0;
    else
        set_cel(unit, counter->size[place->guise]);
    set_hurt(unit, stands->hurt_turn, stands->hurt_phase);
    imagining->dealt[imagining->slot[at]] = counter->piece;
}

/* Below the counters that show are the others; if none shows they are covered (16.1.2). */
static void rebuild_stack(Imagining *imagining, Hex hex)
{
    State *out = imagining->out;
    bool covered = out->top[hex] >= imagining->scenario->pieces;
    for (Piece *link = &out->top[hex]; *link != NO_PIECE; link = &out->unit[*link].below) {
        if (*link < imagining->scenario->pieces)
            continue;
        Piece piece = imagining->dealt[*link];
        out->unit[piece].below = out->unit[*link].below;
        out->unit[piece].now |= covered ? MASKED : 0;
        *link = piece;
    }
}

static void name_fighters(Imagining *imagining)
{
    Combat *combat = &imagining->out->combat;
    for (int force = ATTACK; force <= DEFENCE && in_combat(imagining->view); force++) {
        Force *own = &combat->force[force];
        for (int i = 0; i < own->units; i++)
            if (own->unit[i] >= imagining->scenario->pieces)
                own->unit[i] = imagining->dealt[own->unit[i]];
        for (int i = 0; i < own->guns; i++)
            if (own->gun[i] >= imagining->scenario->pieces)
                own->gun[i] = imagining->dealt[own->gun[i]];
    }
}

static void put_counters(Imagining *imagining)
{
    State *out = imagining->out;
    order_alike(imagining);
    for (int i = 0; i < imagining->deal.places; i++)
        put_counter(imagining, i);
    for (int hex = 0; hex < imagining->scenario->map->hexes; hex++)
        if (imagining->stack[hex])
            rebuild_stack(imagining, (Hex)hex);
    name_fighters(imagining);
    for (int slot = imagining->scenario->pieces; slot < WB95_SLOTS; slot++)
        out->unit[slot] = (Unit){.hex = NO_HEX, .below = NO_PIECE, .place = SPARE, .side = NO_SIDE & 3};
    memset(out->unseen, 0, sizeof out->unseen);
    project_zones(imagining->scenario, out, out->zoc);
}

/* ---- state that only the owner can know -------------------------------------------------------- */

/* 10: levels of counters in sight are marked on them. Lines are sought for all hexes that the side holds, whoever was
 * dealt to them: so they are the same for most deals, and need not be traced again (supply.c). */
static void supply(Imagining *imagining, int side)
{
    ROOM(Lines, lines);
    State *out = imagining->out;
    Piece units[NATIONS][WB95_SLOTS];
    int count[NATIONS] = {0};
    Sought all = {.count = 0};
    uint64_t held[WB95_HEXES / 64] = {0};
    for (Piece piece = 0; piece < imagining->scenario->pieces; piece++) {
        const Unit *unit = &out->unit[piece];
        if (unit->place != ON_MAP || unit->side != side)
            continue;
        int nation = nation_of(imagining->data, out, piece);
        units[nation][count[nation]++] = piece;
        set_bit(held, unit->hex);
    }
    EACH_BIT(hex, held, WB95_HEXES / 64)
        all.hex[all.count++] = (Hex)hex;
    for (int nation = 0; nation < NATIONS; nation++) {
        Sought sought = all;
        if (count[nation])
            supply_lines(imagining->scenario, out, side, nation, lines, &sought);
        for (int i = 0; i < count[nation]; i++) {
            Unit *unit = &out->unit[units[nation][i]];
            bool reached = line_reaches(lines, unit->hex);
            unit->now |= reached ? SUPPLIED : 0;
            if (imagining->view->unit[units[nation][i]].place == UNSEEN)
                unit->oos = !reached;
        }
    }
}

static int moves_now(const State *state, int side)
{
    for (int i = 0; i < state->head.depth; i++) {
        const Frame *frame = &state->head.frame[i];
        if (frame->side == side && (frame->kind == ASK_MOVEMENT || frame->kind == ASK_STRATEGIC))
            return frame->kind;
    }
    return -1;
}

static void make_up(Imagining *imagining, Piece piece, int moving)
{
    const Special *special = &imagining->data->special;
    State *out = imagining->out;
    Unit *unit = &out->unit[piece];
    if (moving >= 0 && random_below(imagining->random, 2))
        unit->mp = (int16_t)allowance(imagining->scenario, out, piece, moving == ASK_STRATEGIC);
    else if (moving >= 0)
        unit->now |= ACTED;
    if (special->comes_by[piece] != FEATURE_NONE)
        unit->now |= RELEASED;
    if (imagining->data->feature[FEATURE_RELEASE] && has_bit(special->release_region, unit->hex) &&
        imagining->data->kind[unit->kind].army == special->release_army)
        unit->now |= CROSSED; /* R76: it has been counted */
    if (stack_cel(out, unit->side, unit->hex) > STACKING_LIMIT)
        unit->now |= CROWDED; /* R94 */
}

/* Starting losses not yet taken: the counters that do not show. */
static void owe_losses(Imagining *imagining)
{
    State *out = imagining->out;
    const Frame *asked = question(&out->head);
    for (int i = 0; asked && asked->kind == ASK_SETUP && i < imagining->data->loss_groups; i++) {
        const struct LossGroup *group = &imagining->data->loss_group[i];
        int left = group->losses;
        if (!(imagining->hidden >> group->side & 1))
            continue;
        for (int j = 0; j < group->count; j++)
            left -= imagining->data->kind[group->piece[j]].cel - out->unit[group->piece[j]].cel;
        out->loss_left[i] = (uint8_t)(left > 0 ? left : 0);
    }
}

void wb95_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    ROOM(Imagining, imagining);
    imagining->scenario = scenario;
    imagining->data = data_of(scenario);
    imagining->view = state_of(view);
    imagining->out = (State *)out;
    imagining->hidden = sides_hidden(imagining->data, viewer);
    imagining->random = random;
    memcpy(out, view, sizeof(State));
    deal_counters(imagining);
    put_counters(imagining);
    for (int side = 0; side < scenario->sides; side++) {
        int moving = moves_now(imagining->out, side);
        if (!(imagining->hidden >> side & 1))
            continue;
        supply(imagining, side);
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (imagining->out->unit[piece].place == ON_MAP && imagining->out->unit[piece].side == side)
                make_up(imagining, piece, moving);
    }
    owe_losses(imagining);
}

/* ---- known facts -------------------------------------------------------------------------------- */

/* Counters in sight; then hexes in which the types of hidden ones are shown, then those in which their CELs are; last
 * the Supply Phases that are over, for control then depends on zones that no viewer sees (4.3), and the Air Phases in
 * which all have committed: then it is also known which missions no side has planned (8.1.7). */
void wb95_learned(const Scenario *scenario, const Position *view, uint64_t *bits)
{
    const State *state = state_of(view);
    int over = (state->head.turn - 1) * data_of(scenario)->players + (state->head.phase - 1) / 6;
    bool planning = false;
    for (int i = 0; i < state->head.depth; i++)
        planning |= state->head.frame[i].kind == ASK_AIR;
    bits[WB95_FACTS - 2] = state->head.turn ? (1ull << over) - 1 : 0;
    bits[WB95_FACTS - 1] = state->head.turn ? (1ull << (over + !planning)) - 1 : 0;
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].place != UNSEEN)
            set_bit(bits, piece);
    for (int slot = scenario->pieces; slot < WB95_SLOTS && state->unit[slot].place == ON_MAP; slot++) {
        const Unit *unit = &state->unit[slot];
        if (kind_of(data_of(scenario), state, (Piece)slot)->type != UNKNOWN)
            set_bit(bits, WB95_SLOTS + unit->hex);
        if (unit->now & CEL_KNOWN)
            set_bit(bits, WB95_SLOTS + WB95_HEXES + unit->hex);
    }
}

/* R105: a unit that walks or builds where a hidden counter may have a zone learns whether one has. */
bool wb95_reveals(const Scenario *scenario, const Position *view, const Order *order)
{
    const State *state = state_of(view);
    const OrderKind *kind = &scenario->system->orders[order->verb];
    unsigned enemies = data_of(scenario)->enemies[question(view)->side];
    bool goes = false, doubtful = false;
    for (int i = 0; i < order->count; i++) {
        int type = kind->slot[order->slot[i]].type;
        Hex hex = type == ARG_PIECE     ? state->unit[order->value[i]].hex
                  : type == ARG_PATH    ? order->value[i]
                  : type == ARG_HEXSIDE ? hexside_hex(order->value[i])
                                        : NO_HEX;
        goes |= type == ARG_PATH || type == ARG_HEXSIDE;
        doubtful |= hex != NO_HEX && perhaps_zoc(scenario, state, enemies, hex);
        if (type == ARG_HEXSIDE)
            doubtful |= perhaps_zoc(scenario, state, enemies, scenario->map->next[hex][hexside_edge(order->value[i])]);
    }
    return goes && doubtful;
}
