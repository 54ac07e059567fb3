/* imagine.c — a whole position that may be true, made from a side's view (4.9, D41).
 *
 * In a view each hex where anything is hidden holds something anonymous: one unit, several, or supply. The units that
 * are seen nowhere are dealt to those hexes: first one to each that must have one, fit for the marker that is seen on
 * it, then the rest where there is room. No HQ is dealt to a hex where it would be seen. Hexes that get no unit hide
 * supply, and accounts are made to fit. */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/air.h"

enum { HIDDEN_SUPPLY = 2 * TOKENS };

typedef struct Cover {
    Hex hex;
    bool must;         /* a unit must be there: none is seen */
    bool headquarters; /* an HQ may */
    bool defended;
    bool starves;                       /* attrition is being taken there, and no unit that is seen can take it */
    int marker, formation, units, room; /* formation: of the division's marker that is seen (12.7) */
} Cover;

typedef struct Imagining {
    const Scenario *scenario;
    const Book *data;
    State *out;
    Random *random;
    int side, covers, pieces;
    Cover cover[OCS_SLOTS];
    Piece piece[OCS_PIECES]; /* the units in the hexes */
} Imagining;

/* Whether the side is asked which units attrition takes in that hex, and some unit must be there for it. */
static bool hunger_is_at(const Imagining *it, Hex hex)
{
    const Position *head = &it->out->head;
    const Frame *frame = head->depth ? &head->frame[head->depth - 1] : NULL;
    if (!frame || frame->kind != ASK_ATTRITION || frame->side != it->side || frame->data[ATTRITION_HEX] != hex)
        return false;
    for (Piece piece = it->out->top[hex]; piece != NO_PIECE; piece = it->out->unit[piece].at.below)
        if (starves(it->scenario, it->out, it->side, piece) && !(it->out->unit[piece].now & WORN))
            return false;
    return true;
}

static void find_cover(Imagining *it, Piece slot)
{
    const State *state = it->out;
    const Unit *unit = &state->unit[slot];
    Cover cover = {.hex = unit->at.hex,
                   .marker = unit->marker,
                   .formation = unit->repairs,
                   .defended = (unit->now & DEFENDED) != 0};
    bool seen = false, attacked = true;
    cover.room = STACK_LIMIT;
    for (Piece piece = state->top[cover.hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (piece != slot && state->unit[piece].side == it->side && is_unit(kind_of(it->data, state, piece))) {
            seen = true;
            attacked &= (state->unit[piece].now & DEFENDED) != 0;
            cover.headquarters |= kind_of(it->data, state, piece)->class == HEADQUARTERS;
        }
    cover.headquarters |= !seen || cover.marker != NO_MARKER; /* the counter above it */
    /* Guns that fire are seen beside a marker; beneath the units attacked is one that was not attacked. */
    cover.starves = hunger_is_at(it, cover.hex);
    cover.must = !seen || cover.starves || cover.marker != NO_MARKER || (attacked && !cover.defended);
    it->cover[it->covers++] = cover;
}

/* The stand-ins are removed, and the counts they stood for are noted. */
static void find_covers(Imagining *it)
{
    State *state = it->out;
    it->covers = it->pieces = 0;
    for (Piece slot = (Piece)it->scenario->pieces; slot < OCS_SLOTS; slot++)
        if (state->unit[slot].at.hex != NO_HEX && state->unit[slot].side == it->side &&
            state->unit[slot].standing == ON_MAP)
            find_cover(it, slot);
    for (Piece slot = (Piece)it->scenario->pieces; slot < OCS_SLOTS; slot++)
        if (state->unit[slot].at.hex != NO_HEX && state->unit[slot].side == it->side &&
            state->unit[slot].standing == ON_MAP)
            stack_take(state->top, state->unit, sizeof *state->unit, slot);
    for (int i = 0; i < it->covers; i++)
        it->cover[i].room -= stacked_re(it->scenario, state, it->cover[i].hex);
    for (Piece piece = 0; piece < it->scenario->pieces; piece++)
        if (state->unit[piece].side == it->side && state->unit[piece].standing == UNSEEN &&
            is_unit(&it->data->kind[piece]))
            it->piece[it->pieces++] = piece;
    for (int i = it->pieces; i > 1; i--) {
        int other = (int)random_below(it->random, (uint32_t)i);
        Piece was = it->piece[i - 1];
        it->piece[i - 1] = it->piece[other];
        it->piece[other] = was;
    }
}

static bool fits_under(const Imagining *it, const Cover *cover, Piece piece, bool first)
{
    const Kind *kind = &it->data->kind[piece];
    if (kind->class == HEADQUARTERS && (!cover->headquarters || (first && cover->starves)))
        return false;
    if (first && cover->formation)
        return kind->formation == cover->formation && kind->size != DIVISION;
    if (!first || cover->marker == NO_MARKER)
        return true;
    if (cover->marker == STRATEGIC)
        return has_mode(kind, MODE_STRATEGIC) && kind->face[MOVE_SIDE].there;
    return has_modes(kind) && (cover->marker != DISORGANIZED || kind->class != HEADQUARTERS);
}

static int size_of(const Imagining *it, Piece piece)
{
    return it->data->kind[piece].class == HEADQUARTERS ? 0 : it->data->kind[piece].re;
}

/* Beneath the units seen there, so that they are still seen. */
static void put_under(Imagining *it, Cover *cover, int index)
{
    State *state = it->out;
    Piece piece = it->piece[index], lowest = state->top[cover->hex];
    const Kind *kind = &it->data->kind[piece];
    bool marked = !cover->units && cover->marker != NO_MARKER;
    int face = kind->face[COMBAT_SIDE].there && !(marked && cover->marker == STRATEGIC) ? COMBAT_SIDE : MOVE_SIDE;
    state->unit[piece] =
        (Unit){.at = {NO_HEX, NO_PIECE},
               .kind = piece,
               .start = NO_HEX,
               .now = (cover->defended ? DEFENDED : 0) | (!cover->units && cover->formation ? MASKED : 0),
               .steps = kind->steps,
               .side = kind->side,
               .face = (uint8_t)face,
               .marker = (uint8_t)(marked ? cover->marker : NO_MARKER),
               .level = cover->starves ? NO_SUPPLY : FULL_SUPPLY,
               .standing = ON_MAP,
               .carrier = NO_PIECE};
    while (lowest != NO_PIECE && state->unit[lowest].at.below != NO_PIECE)
        lowest = state->unit[lowest].at.below;
    if (lowest == NO_PIECE)
        stack_put(state->top, state->unit, sizeof *state->unit, piece, cover->hex);
    else
        stack_put_below(state->unit, sizeof *state->unit, piece, lowest);
    cover->units++;
    cover->room -= size_of(it, piece);
    it->piece[index] = it->piece[--it->pieces];
}

/* How well a unit serves as the one that must be there: HQs only if no other unit is left, for they fit in few places;
 * in a hex without a marker, or with that of Strategic Move, rather units that cannot have another. */
static int fitness(const Imagining *it, const Cover *cover, Piece piece)
{
    const Kind *kind = &it->data->kind[piece];
    if (!fits_under(it, cover, piece, true))
        return 0;
    return 1 + 4 * (kind->class != HEADQUARTERS) + 2 * (size_of(it, piece) <= cover->room) +
           ((cover->marker == NO_MARKER || cover->marker == STRATEGIC) && !has_modes(kind));
}

typedef enum Need { NEED_STARVING, NEED_FORMATION, NEED_DISORGANIZED, NEED_MARKED, NEED_MARCHING, NEED_ANY } Need;

static Need need_of(const Cover *cover)
{
    if (cover->starves || cover->formation)
        return cover->starves ? NEED_STARVING : NEED_FORMATION;
    return cover->marker == DISORGANIZED ? NEED_DISORGANIZED
           : cover->marker == STRATEGIC  ? NEED_MARCHING
           : cover->marker != NO_MARKER  ? NEED_MARKED
                                         : NEED_ANY;
}

/* The hardest to please come first: a unit that starves, one of a division, one that is disorganized, then one with
 * another marker, then one in Strategic Move, which replacements may be too, then any. */
static void fill_needs(Imagining *it, Need need, bool all)
{
    for (int i = 0; i < it->covers; i++) {
        Cover *cover = &it->cover[i];
        if (cover->units || !(cover->must || all) || need_of(cover) != need)
            continue;
        int found = -1, best = 0;
        for (int j = 0; j < it->pieces; j++) {
            int fit = fitness(it, cover, it->piece[j]);
            if (fit > best) {
                best = fit;
                found = j;
            }
        }
        if (found >= 0)
            put_under(it, cover, found);
    }
}

/* A cover at random among those with room; if there is none, among all it fits. */
static Cover *cover_for(Imagining *it, Piece piece)
{
    for (int tight = 1; tight >= 0; tight--) {
        int fitting[OCS_SLOTS], count = 0;
        for (int i = 0; i < it->covers; i++)
            if (fits_under(it, &it->cover[i], piece, false) && (!tight || size_of(it, piece) <= it->cover[i].room) &&
                (it->cover[i].units || (!it->cover[i].marker && !it->cover[i].formation)))
                fitting[count++] = i;
        if (count)
            return &it->cover[fitting[random_below(it->random, (uint32_t)count)]];
    }
    return NULL;
}

/* HQs go first: they fit in few places. */
static void deal_rest(Imagining *it)
{
    for (int headquarters = 1; headquarters >= 0; headquarters--)
        for (int i = it->pieces; i--;) {
            Piece piece = it->piece[i];
            if ((it->data->kind[piece].class == HEADQUARTERS) != headquarters)
                continue;
            Cover *cover = cover_for(it, piece);
            if (cover)
                put_under(it, cover, i);
        }
}

static uint32_t tokens_of_side(const Scenario *scenario, const State *state, int side)
{
    uint32_t sum = 0;
    for (int i = 0; i < state->piles; i++)
        sum += state->pile[i].side == side ? (uint32_t)tokens_of(&state->pile[i]) : 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) /* aboard transports */
        if (state->unit[piece].side == side && is_on_map(state, piece) &&
            !is_unit(kind_of(data_of(scenario), state, piece)))
            sum += state->unit[piece].trucks;
    return sum;
}

/* Bases that something covers are of any level (D71). Aircraft that are not seen are inactive there; if stations are
 * hidden and all bases are open they are aloft (14.8d). */
static void base_aircraft(Imagining *it)
{
    State *state = it->out;
    Hex bases[OCS_BASES];
    int count = 0;
    for (int i = 0; i < state->bases; i++) {
        Base *base = &state->base[i];
        if (base->side != it->side || base->level)
            continue;
        base->level = base->usable = (uint8_t)(1 + random_below(it->random, 3));
        bases[count++] = base->hex;
    }
    bool aloft = !count && it->data->hidden_stations;
    for (int i = 0; aloft && i < state->bases; i++)
        if (state->base[i].side == it->side && !is_open(state, state->base[i].hex))
            bases[count++] = state->base[i].hex;
    for (Piece piece = 0; count && piece < it->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (unit->side != it->side || unit->standing != UNSEEN || it->data->kind[piece].class != AIRCRAFT)
            continue;
        Hex hex = bases[random_below(it->random, (uint32_t)count)];
        Piece lowest = state->top[hex];
        while (lowest != NO_PIECE && state->unit[lowest].at.below != NO_PIECE)
            lowest = state->unit[lowest].at.below;
        unit->standing = ON_MAP;
        unit->now |= aloft ? ACTIVE : 0;
        if (lowest == NO_PIECE)
            stack_put(state->top, state->unit, sizeof *state->unit, piece, hex);
        else
            stack_put_below(state->unit, sizeof *state->unit, piece, lowest);
    }
}

/* What is beneath a pile that is seen: vehicles, of the kind that is not seen there. */
static void fill_piles(Imagining *it)
{
    State *state = it->out;
    for (int i = 0; i < state->piles; i++) {
        Pile *pile = &state->pile[i];
        if (pile->side != it->side || !(pile->is & PILE_COVERS))
            continue;
        *(pile->trucks ? &pile->wagons : &pile->trucks) = 1;
        pile->is = 0;
    }
    for (int i = 0; i < it->covers; i++)
        if (!it->cover[i].units) {
            Pile *pile = pile_at(state, it->side, it->cover[i].hex);
            if (it->data->paper_dumps)
                pile->trucks = 1; /* vehicles alone are seen there (11.8-2) */
            else
                pile->dump = HIDDEN_SUPPLY;
        }
}

/* A side that is asked where something gets away to has it: what was taken is open, what it covered is not. */
static void fit_escapes(Imagining *it)
{
    State *state = it->out;
    for (int i = 0; i < state->head.depth; i++) {
        const Frame *frame = &state->head.frame[i];
        if (frame->kind != ASK_DISPLACE || frame->side != it->side)
            continue;
        Pile *pile = pile_at(state, it->side, frame->data[DISPLACE_HEX]);
        if (frame->data[DISPLACE_STORE] == ON_GROUND && !pile->dump)
            pile->dump = HIDDEN_SUPPLY;
        else if (frame->data[DISPLACE_STORE] == ON_TRUCKS && !pile->trucks)
            pile->trucks = 1;
        else if (frame->data[DISPLACE_STORE] == ON_WAGONS && !pile->wagons)
            pile->wagons = 1;
    }
}

/* A side that is asked to pay can: from all it has, and if that is too little there is more in some hidden place. */
static void fit_bill(Imagining *it)
{
    State *state = it->out;
    if (!state->bill.due || state->bill.side != it->side)
        return;
    state->bill.way = WAY_ALL;
    uint32_t there = tokens_of_side(it->scenario, state, it->side);
    if (there < state->bill.due && it->covers)
        pile_at(state, it->side, it->cover[0].hex)->dump += (uint16_t)(state->bill.due - there);
}

/* The sums of both sides agree with the supply on the map, and with each other. */
static void fit_account(Imagining *it, bool other_known)
{
    State *state = it->out;
    Account *account = &state->account[it->side];
    const Account *other = &state->account[enemy_of(it->side)];
    uint32_t there = tokens_of_side(it->scenario, state, it->side);
    account->yielded = other_known ? other->taken : 0;
    account->taken = other_known ? other->yielded : 0;
    if (account->taken > there + account->yielded)
        account->eaten = account->taken - there - account->yielded;
    account->made = there + account->eaten + account->yielded - account->taken;
}

void ocs_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    ROOM(Imagining, it);
    it->scenario = scenario;
    it->data = data_of(scenario);
    it->out = (State *)out;
    it->random = random;
    memcpy(out, view, sizeof(State));
    for (int side = 0; side < PLAYERS; side++) {
        if (sides_of(viewer) >> side & 1)
            continue;
        it->side = side;
        find_covers(it);
        for (int need = NEED_STARVING; need <= NEED_ANY; need++)
            fill_needs(it, (Need)need, false);
        if (it->data->without[PART_SUPPLY])
            fill_needs(it, NEED_ANY, true); /* only units can be there */
        deal_rest(it);
        base_aircraft(it);
        fill_piles(it);
        fit_escapes(it);
        fit_bill(it);
        fit_account(it, sides_of(viewer) >> enemy_of(side) & 1);
    }
    for (int slot = scenario->pieces; slot < OCS_SLOTS; slot++)
        it->out->unit[slot] = (Unit){.at = {NO_HEX, NO_PIECE}, .start = NO_HEX, .carrier = NO_PIECE};
}
