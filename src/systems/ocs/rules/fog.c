/* fog.c — OCS 4.9: of an enemy hex only the top item is seen, and whether anything is beneath (D41).
 *
 * The order of items is that of tables/stacking_order.tsv: hedgehogs above mode markers above HQs above combat units
 * (ocs2.stack-2). So a stack with a marker on it shows the marker and nothing else. In a view the seen unit is itself;
 * all that is beneath is one anonymous counter, which carries the marker that is seen. The hexes of a combat are open
 * to both until it is over (4.9-2), and units that fight or retreat are known wherever they are.
 *
 * Supply and vehicles are beneath units and works (ocs2.stack-3), bases and damage at the bottom (ocs2.stack-4). Where
 * there is nothing else, the topmost is seen: supply on the ground, else trucks, else wagons, and whether there is more
 * (PILE_COVERS). The dumps a side pays from are its secret. */
#include <string.h>

#include "systems/ocs/air.h"

static bool is_attacking(const State *state, Piece piece)
{
    for (int i = 0; i < state->combat.count[0]; i++)
        if (state->combat.piece[0][i] == piece)
            return true;
    return false;
}

/* Units that fire a barrage, and all aircraft where it strikes or where there is air combat. */
static bool is_striking(const State *state, Piece piece)
{
    for (int i = 0; state->barrage.target != NO_HEX && i < state->barrage.count; i++)
        if (state->barrage.piece[i] == piece)
            return true;
    return false;
}

static bool is_fighting(const State *state, Piece piece)
{
    if (is_striking(state, piece))
        return true;
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
    if (state->barrage.target != NO_HEX && hex == state->barrage.target)
        return true;
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

/* Active aircraft are on top of all (ocs2.stack-1) and are seen, whatever else is not; with hidden stations (14.8d)
 * only those under way or in a fight are. */
static bool is_seen_aloft(const Book *data, const State *state, Piece piece)
{
    uint32_t now = state->unit[piece].now;
    if (!is_aircraft(data, state, piece) || !(now & (ACTIVE | RETURNING)))
        return false;
    if (!data->hidden_stations || now & (FOUGHT | RETURNING | SPOTTED))
        return true;
    for (int i = 0; i < state->flight.count; i++)
        if (state->flight.piece[i] == piece)
            return true;
    return is_striking(state, piece);
}

/* Aircraft are on top of all else the side has there. */
static bool is_overflown(const Book *data, const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side == side && is_seen_aloft(data, state, piece))
            return true;
    return false;
}

/* What covers a hex in which no unit is seen. */
typedef struct Covering {
    uint8_t marker, formation; /* the mode marker; the division's (12.7) */
} Covering;

/* The unit that is seen, or NO_PIECE where aircraft, a marker or a hedgehog covers all; *cover is what is seen then. */
static Piece seen_in(const Book *data, const State *state, int side, Hex hex, Covering *cover)
{
    Piece headquarters = NO_PIECE, first = NO_PIECE;
    *cover = (Covering){NO_MARKER, 0};
    if (hedgehog_at(state, side, hex) || is_overflown(data, state, side, hex))
        return NO_PIECE;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        if (state->unit[piece].side != side || !is_unit(kind_of(data, state, piece)))
            continue;
        first = first == NO_PIECE ? piece : first;
        if (state->unit[piece].marker != NO_MARKER) {
            cover->marker = state->unit[piece].marker;
            return NO_PIECE;
        }
        if (headquarters == NO_PIECE && kind_of(data, state, piece)->class == HEADQUARTERS)
            headquarters = piece;
    }
    if (headquarters == NO_PIECE && first != NO_PIECE && state->unit[first].now & MASKED) {
        cover->formation = kind_of(data, state, first)->formation;
        return NO_PIECE;
    }
    return headquarters != NO_PIECE ? headquarters : first;
}

/* Units or works cover what is there. */
static bool is_covered(const State *state, int side, Hex hex)
{
    return has_bit(state->occupied[side], hex) || hedgehog_at(state, side, hex);
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

/* Whether supply is seen there; dumps on paper are not (11.8-2). */
static bool lies_beneath(const Book *data, const State *state, int side, Hex hex)
{
    const Pile *pile = pile_in(state, side, hex);
    return pile && (!data->paper_dumps || pile->trucks || pile->wagons);
}

static void mask_hex(Masking *masking, int side, Hex hex)
{
    const State *state = masking->state;
    State *view = masking->view;
    Piece kept[OCS_SLOTS];
    Covering covering;
    int keeping = 0, units = 0, beneath = lies_beneath(masking->data, state, side, hex);
    bool defended = true;
    Piece seen = seen_in(masking->data, state, side, hex, &covering);
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below) {
        if (view->unit[piece].standing == UNSEEN)
            continue; /* aircraft of the other side over it, hidden already */
        if (piece == seen || state->unit[piece].side != side || is_fighting(state, piece) ||
            !is_unit(kind_of(masking->data, state, piece))) {
            kept[keeping++] = piece;
            continue;
        }
        units++;
        beneath++;
        defended &= (state->unit[piece].now & DEFENDED) != 0;
        hide(masking, piece);
    }
    if (!beneath)
        return;
    for (int i = 0; !units && i < keeping; i++) /* supply alone can no more be attacked than what is on it */
        if (is_unit(kind_of(masking->data, state, kept[i])))
            defended &= (state->unit[kept[i]].now & DEFENDED) != 0;
    view->top[hex] = NO_PIECE;
    Piece cover = masking->next++;
    view->unit[cover] = (Unit){.at = {NO_HEX, NO_PIECE},
                               .kind = (uint16_t)(OCS_PIECES + side),
                               .start = NO_HEX,
                               .now = defended ? DEFENDED : 0,
                               .steps = 1,
                               .side = (uint8_t)side,
                               .marker = covering.marker,
                               .repairs = covering.formation,
                               .standing = ON_MAP,
                               .carrier = NO_PIECE};
    stack_put(view->top, view->unit, sizeof *view->unit, cover, hex);
    while (keeping--)
        stack_put(view->top, view->unit, sizeof *view->unit, kept[keeping], hex);
}

/* D71: something of the groups above a base covers it. */
static bool is_base_covered(const Book *data, const State *state, int side, Hex hex)
{
    return is_covered(state, side, hex) || is_overflown(data, state, side, hex) || lies_beneath(data, state, side, hex);
}

/* Its levels are seen only where nothing covers it; that there is one always. 0: unknown. */
static void mask_bases(const Book *data, const State *state, int side, State *view)
{
    for (int i = 0; i < state->bases; i++) {
        Base *base = &view->base[i];
        if (base->side == side && !is_open(state, base->hex) && is_base_covered(data, state, side, base->hex))
            *base = (Base){.hex = base->hex, .side = base->side};
    }
}

/* Inactive aircraft are beneath their base, and with hidden stations in no hex. */
static void mask_aircraft(const Masking *masking, int side)
{
    const State *state = masking->state;
    State *view = masking->view;
    EACH_BIT(piece, masking->data->aircraft[side], COUNTER_WORDS)
        if (view->unit[piece].standing != UNSEEN && is_on_map(state, (Piece)piece) &&
            !is_seen_aloft(masking->data, state, (Piece)piece) && !is_open(state, state->unit[piece].at.hex) &&
            (state->unit[piece].now & (ACTIVE | RETURNING) ||
             is_base_covered(masking->data, state, side, state->unit[piece].at.hex))) {
            stack_take(view->top, view->unit, sizeof *view->unit, (Piece)piece);
            hide(masking, (Piece)piece);
        }
}

/* Of a pile that nothing covers the topmost, of others nothing. */
static bool mask_pile(const Book *data, const State *state, const uint64_t covered[OCS_WORDS], Pile *pile)
{
    Pile all = *pile;
    if (is_open(state, pile->hex))
        return true;
    if (data->paper_dumps) {
        all.dump = all.truck_load = all.wagon_load = 0;
        if (!all.trucks && !all.wagons)
            return false;
    }
    if (has_bit(covered, pile->hex))
        return false;
    bool ground = all.dump, trucks = !ground && all.trucks;
    *pile = (Pile){.hex = all.hex,
                   .side = all.side,
                   .dump = all.dump,
                   .trucks = trucks ? all.trucks : 0,
                   .truck_load = trucks ? all.truck_load : 0,
                   .wagons = ground || trucks ? 0 : all.wagons,
                   .wagon_load = ground || trucks ? 0 : all.wagon_load};
    if (pile->trucks != all.trucks || pile->wagons != all.wagons)
        pile->is = PILE_COVERS;
    return true;
}

static void mask_supply(const Book *data, const State *state, int viewer, State *view)
{
    int kept = 0;
    uint64_t covered[PLAYERS][OCS_WORDS]; /* units or works cover what is there */
    memcpy(covered, state->occupied, sizeof covered);
    for (int i = 0; i < state->hedgehogs; i++)
        set_bit(covered[state->hedgehog[i].side], state->hedgehog[i].hex);
    for (int i = 0; i < state->piles; i++) {
        int side = state->pile[i].side;
        view->pile[kept] = state->pile[i];
        kept += sides_of(viewer) >> side & 1 || mask_pile(data, state, covered[side], &view->pile[kept]);
    }
    memset(&view->pile[kept], 0, (size_t)(state->piles - kept) * sizeof *view->pile);
    view->piles = (uint8_t)kept;
}

/* The cargo of ships is their owner's secret until it attacks; a unit's source of supply and its division always
 * are. */
static void mask_loads(const Masking *masking, int side)
{
    EACH_BIT(ship, masking->data->ships[side], COUNTER_WORDS)
        masking->view->unit[ship].trucks = 0;
    EACH_BIT(transport, masking->data->aircraft[side], COUNTER_WORDS)
        masking->view->unit[transport].trucks = 0;
    EACH_BIT(piece, masking->data->owned[side], COUNTER_WORDS) {
        if (masking->state->unit[piece].standing == ABOARD && !is_fighting(masking->state, (Piece)piece))
            hide(masking, (Piece)piece);
        masking->view->source[piece] = masking->view->parent[piece] = NO_SOURCE;
        masking->view->band[piece] = 0;
    }
}

/* Hexes with works or supply of the side, on which or beneath which something may be hidden. */
static void find_laden(const State *state, int side, uint64_t out[OCS_WORDS])
{
    for (int i = 0; i < state->hedgehogs; i++)
        if (state->hedgehog[i].side == side)
            set_bit(out, state->hedgehog[i].hex);
    for (int i = 0; i < state->piles; i++)
        if (state->pile[i].side == side)
            set_bit(out, state->pile[i].hex);
}

/* A unit by itself, with nothing on it, is seen. */
static bool is_bare(const State *state, Hex hex)
{
    const Unit *unit = &state->unit[state->top[hex]];
    return unit->at.below == NO_PIECE && unit->marker == NO_MARKER && !(unit->now & MASKED);
}

/* Counters and their hexes. */
static void mask_counters(Masking *masking, int side)
{
    const State *state = masking->state;
    uint64_t laden[OCS_WORDS] = {0};
    find_laden(state, side, laden);
    EACH_BIT(hex, state->occupied[side], OCS_WORDS)
        if ((has_bit(laden, hex) || !is_bare(state, (Hex)hex)) && !is_open(state, (Hex)hex))
            mask_hex(masking, side, (Hex)hex);
    mask_aircraft(masking, side);
    mask_loads(masking, side);
}

/* All else that is a side's own affair. */
static void mask_affairs(State *view, int side)
{
    view->account[side] = (Account){0};
    view->gift_trucks[side] = view->gift_points[side] = 0;
    for (int i = 0; i < view->hedgehogs; i++) /* whether a unit has left it */
        if (view->hedgehog[i].side == side)
            clear_bit(view->vacated, view->hedgehog[i].hex);
    if (view->flight.side == side) { /* what it carries (D70) */
        view->flight.cargo = view->flight.perished = 0;
        view->flight.tokens = view->flight.gone = view->flight.lift = view->flight.shot = 0;
        memset(view->flight.load, 0, sizeof view->flight.load);
    }
    if (view->convoys && view->convoy[0].side == side)
        convoys_end(view); /* only one side has any */
    if (view->bill.due && view->bill.side == side)
        view->bill = (Bill){.side = (uint8_t)side, .purpose = view->bill.purpose, .due = view->bill.due};
}

static Masking masking_begin(const Scenario *scenario, const Position *position, Position *view)
{
    memcpy(view, position, sizeof(State));
    return (Masking){scenario, data_of(scenario), state_of(position), (State *)view, (Piece)scenario->pieces};
}

void ocs_mask(const Scenario *scenario, const Position *position, int viewer, Position *view)
{
    Masking masking = masking_begin(scenario, position, view);
    for (int side = 0; side < PLAYERS; side++)
        if (!(sides_of(viewer) >> side & 1)) {
            mask_counters(&masking, side);
            mask_bases(masking.data, masking.state, side, masking.view);
            mask_affairs(masking.view, side);
        }
    mask_supply(masking.data, masking.state, viewer, masking.view);
}

/* ---- the same again -------------------------------------------------------------------------------------------
 *
 * What a player sees of the enemy's counters depends on them, on the enemy's works and on where he has supply, and
 * while neither fights, strikes or flies on nothing else. A Sight keeps all that with what was made of it, so that as
 * long as the enemy is as he was it need only be copied; the player's own counters may go where they like, but for
 * hexes whose stack was hidden (aircraft over it). */

typedef struct Topped {
    Hex hex;
    Piece truth, shown;
} Topped;

typedef struct Heap { /* of supply: no more of it bears on counters */
    Hex hex;
    uint8_t trucks, wagons;
} Heap;

struct Sight {
    unsigned derivations;    /* 0: nothing is kept */
    uint16_t pieces, covers; /* covers: anonymous slots used */
    uint16_t viewer, tops;
    uint8_t hedgehogs, heaps;
    Hedgehog hedgehog[OCS_HEDGEHOGS];
    Heap heap[OCS_PILES];
    Topped top[OCS_SLOTS];  /* stacks in which something is hidden */
    Unit truth[OCS_PIECES]; /* the enemy's counters */
    Unit shown[OCS_SLOTS];  /* what the view has in their slots, and the anonymous ones */
};

_Static_assert(sizeof(Sight) <= OCS_SIGHT, "ocs.h says so much");

static bool is_quiet(const State *state)
{
    return state->combat.target == NO_HEX && state->barrage.target == NO_HEX && !state->flight.count;
}

/* The enemy's supply as it is; whether it was the same before. */
static bool compare_heaps(Sight *sight, const State *state, int side)
{
    int count = 0;
    bool same = true;
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        if (pile->side != side)
            continue;
        Heap heap = {pile->hex, pile->trucks, pile->wagons};
        same &= count < sight->heaps && !memcmp(&sight->heap[count], &heap, sizeof heap);
        sight->heap[count++] = heap;
    }
    same &= count == sight->heaps;
    sight->heaps = (uint8_t)count;
    return same;
}

static bool compare_works(Sight *sight, const State *state)
{
    bool same = sight->hedgehogs == state->hedgehogs &&
                !memcmp(sight->hedgehog, state->hedgehog, state->hedgehogs * sizeof *state->hedgehog);
    sight->hedgehogs = state->hedgehogs;
    memcpy(sight->hedgehog, state->hedgehog, state->hedgehogs * sizeof *state->hedgehog);
    return same;
}

static bool compare_counters(const Sight *sight, const Masking *masking, int side)
{
    const uint64_t *owned = masking->data->owned[side];
    int end;
    for (int from = next_run(owned, COUNTER_WORDS, 0, &end); from >= 0;
         from = next_run(owned, COUNTER_WORDS, end, &end))
        if (memcmp(&sight->truth[from], &masking->state->unit[from], (size_t)(end - from) * sizeof(Unit)))
            return false;
    for (int i = 0; i < sight->tops; i++)
        if (masking->state->top[sight->top[i].hex] != sight->top[i].truth)
            return false;
    return true;
}

static bool is_as_it_was(Sight *sight, const Masking *masking, int viewer, int side)
{
    bool known = sight->derivations == masking->data->derivations && sight->pieces == masking->scenario->pieces &&
                 sight->viewer == viewer;
    bool heaps = compare_heaps(sight, masking->state, side), works = compare_works(sight, masking->state);
    return known && heaps && works && is_quiet(masking->state) && compare_counters(sight, masking, side);
}

static void show_again(const Sight *sight, const Masking *masking, int side)
{
    State *view = masking->view;
    const uint64_t *owned = masking->data->owned[side];
    int end;
    for (int from = next_run(owned, COUNTER_WORDS, 0, &end); from >= 0;
         from = next_run(owned, COUNTER_WORDS, end, &end)) {
        size_t count = (size_t)(end - from);
        memcpy(&view->unit[from], &sight->shown[from], count * sizeof(Unit));
        memset(&view->source[from], 0xFF, count * sizeof *view->source);
        memset(&view->band[from], 0, count);
        memset(&view->parent[from], 0xFF, count * sizeof *view->parent);
    }
    memcpy(&view->unit[sight->pieces], &sight->shown[sight->pieces], sight->covers * sizeof(Unit));
    for (int i = 0; i < sight->tops; i++)
        view->top[sight->top[i].hex] = sight->top[i].shown;
}
_Static_assert(NO_SOURCE == 0xFFFF, "all its bytes are the same");

/* Whether only that side's counters are there. */
static bool is_alone(const State *state, int side, Hex hex)
{
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].at.below)
        if (state->unit[piece].side != side)
            return false;
    return true;
}

/* Keeps how the enemy was hidden; nothing where another side's aircraft are among his counters. */
static void keep_sight(Sight *sight, const Masking *masking, int viewer, int side)
{
    const State *state = masking->state, *view = masking->view;
    sight->derivations = 0;
    sight->tops = 0;
    if (!is_quiet(state))
        return;
    uint64_t hidden[OCS_WORDS] = {0};
    EACH_BIT(piece, masking->data->owned[side], COUNTER_WORDS)
        if (is_on_map(state, (Piece)piece) && !is_on_map(view, (Piece)piece))
            set_bit(hidden, state->unit[piece].at.hex);
    for (Piece cover = (Piece)masking->scenario->pieces; cover < masking->next; cover++)
        set_bit(hidden, view->unit[cover].at.hex);
    EACH_BIT(hex, hidden, OCS_WORDS) {
        if (!is_alone(state, side, (Hex)hex) || sight->tops == OCS_SLOTS)
            return;
        sight->top[sight->tops++] = (Topped){(Hex)hex, state->top[hex], view->top[hex]};
    }
    EACH_BIT(piece, masking->data->owned[side], COUNTER_WORDS) {
        sight->truth[piece] = state->unit[piece];
        sight->shown[piece] = view->unit[piece];
    }
    sight->pieces = (uint16_t)masking->scenario->pieces;
    sight->covers = (uint16_t)(masking->next - sight->pieces);
    memcpy(&sight->shown[sight->pieces], &view->unit[sight->pieces], sight->covers * sizeof(Unit));
    sight->viewer = (uint16_t)viewer;
    sight->derivations = masking->data->derivations;
}

void ocs_mask_again(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight)
{
    if (viewer < 0 || viewer >= PLAYERS) {
        ocs_mask(scenario, position, viewer, view);
        return;
    }
    Masking masking = masking_begin(scenario, position, view);
    int side = enemy_of(viewer);
    if (is_as_it_was(sight, &masking, viewer, side)) {
        show_again(sight, &masking, side);
    } else {
        mask_counters(&masking, side);
        keep_sight(sight, &masking, viewer, side);
    }
    mask_bases(masking.data, masking.state, side, masking.view);
    mask_affairs(masking.view, side);
    mask_supply(masking.data, masking.state, viewer, masking.view);
}

/* ---- another truth that looks the same, for tests --------------------------------------------------------- */

static bool is_hidden(const Scenario *scenario, const State *state, Piece piece)
{
    Covering cover;
    Hex hex = state->unit[piece].at.hex;
    return is_on_map(state, piece) && !(state->unit[piece].now & MASKED) &&
           is_unit(kind_of(data_of(scenario), state, piece)) && !is_open(state, hex) && !is_fighting(state, piece) &&
           seen_in(data_of(scenario), state, state->unit[piece].side, hex, &cover) != piece;
}

/* Stacks stay legal and HQs where they would be seen: as many REs, both of them or none an HQ, both with modes. */
static bool may_swap(const Scenario *scenario, const State *state, Piece one, Piece other)
{
    const Book *data = data_of(scenario);
    const Kind *a = kind_of(data, state, one), *b = kind_of(data, state, other);
    return a->side == b->side && re_of(data, state, one) == re_of(data, state, other) &&
           (a->class == HEADQUARTERS) == (b->class == HEADQUARTERS) && has_modes(a) && has_modes(b);
}

/* Each takes the other's place, his mode and what he has done. */
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

/* Adds supply where its amount is not seen. */
static bool add_hidden(State *state, int side, Random *random)
{
    bool changed = false;
    for (int i = 0; i < state->piles; i++) {
        Pile *pile = &state->pile[i];
        int more = (int)random_below(random, 2 * TOKENS);
        if (pile->side != side || !more || is_open(state, pile->hex) || !is_covered(state, side, pile->hex))
            continue;
        pile->dump = (uint16_t)(pile->dump + more);
        state->account[side].made += (uint32_t)more;
        changed = true;
    }
    return changed;
}

/* Bases that something covers may be of any level. */
static bool change_bases(const Book *data, State *state, int side, Random *random)
{
    bool changed = false;
    for (int i = 0; i < state->bases; i++) {
        Base *base = &state->base[i];
        if (base->side != side || is_open(state, base->hex) || !is_base_covered(data, state, side, base->hex))
            continue;
        base->level = base->usable = (uint8_t)(1 + random_below(random, 3));
        changed = true;
    }
    return changed;
}

bool ocs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random)
{
    bool changed = false;
    for (int other = 0; other < PLAYERS; other++)
        if (other != side) {
            changed |= mix(scenario, (State *)position, other, random);
            changed |= add_hidden((State *)position, other, random);
            changed |= change_bases(data_of(scenario), (State *)position, other, random);
        }
    return changed;
}

/* Counters in sight, or known to be lost; piles in sight; and what covers the rest: a marker may be lost without a
 * word, and aircraft that leave uncover it. */
void ocs_learned(const Scenario *scenario, const Position *view, uint64_t *bits)
{
    const State *state = state_of(view);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].at.hex != NO_HEX || state->unit[piece].standing == DEAD)
            set_bit(bits, piece);
    for (int i = 0; i < state->piles; i++)
        if (!is_covered(state, state->pile[i].side, state->pile[i].hex) || is_open(state, state->pile[i].hex))
            set_bit(bits, OCS_PIECES + state->pile[i].hex);
    for (int slot = scenario->pieces; slot < OCS_SLOTS; slot++) {
        const Unit *cover = &state->unit[slot];
        int marker = cover->repairs ? MARKERS : cover->marker; /* a division's (12.7) */
        if (cover->at.hex != NO_HEX)
            set_bit(bits, OCS_PIECES + (1 + marker) * OCS_SPOTS + cover->at.hex);
    }
}

/* Dumps on paper may be in any hex that a unit enters (11.8-2). */
bool ocs_reveals(const Scenario *scenario, const Position *view, const Order *order)
{
    static const uint8_t entering[] = {DO_MOVE, DO_ADVANCE, DO_ENTRAIN, DO_ENTER, DO_LAND};
    (void)view;
    return data_of(scenario)->paper_dumps && memchr(entering, order->verb, sizeof entering);
}

/* ---- top COUNTER ------------------------------------------------------------------------------------------ */

Refusal top_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) ||
        !is_known(data_of(scenario), view, piece))
        return refuse(OCS_4_9, "ocs.not-yours-arrange", piece);
    return view->top[unit->at.hex] == piece ? refuse(OCS_4_9, "ocs.lies-top-already", piece) : LEGAL;
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
         sentence(OCS_4_9, "ocs.lies-top", piece, hex));
}
