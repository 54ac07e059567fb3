/* memo.c — what the last listing found out about each counter, for the next one.
 *
 * Between two orders of a Movement Phase little changes: a counter has walked, dug in, changed its setup. What any
 * other counter may be ordered to do depends on itself, on the units within two hexes of it (its neighbours, and the
 * zones that reach them), on bridges and works there, and on a few things that concern all counters. So a memo keeps
 * the view it was made for; the next listing compares, and forgets the counters around every difference. It depends on
 * nothing but the two views: a caller that passes a memo of another game loses time, never truth.
 *
 * Counters whose answers came from farther off (a flood, an HQ in range) are examined each time. Those beyond the edge
 * depend on their entry hexes: all are forgotten together. */
#include <string.h>

#include "systems/wb95/memo.h"
#include "systems/wb95/walk.h"

enum { CHUNK = 32 }; /* counters compared at a time */
_Static_assert(WB95_SLOTS % CHUNK == 0, "chunks cover all counters");

typedef struct Changes {
    uint64_t hex[WB95_HEXES / 64];
    bool entries;
} Changes;

/* Whether hidden regular units may be about is as before: whether a counter may be trapped depends on it (7.1.3). */
static bool same_doubts(const State *last, const State *view)
{
    bool same = true;
    for (int side = 0; side < SIDES - 1; side++)
        same &= !last->unseen[side][HIDDEN_REGULAR] == !view->unseen[side][HIDDEN_REGULAR];
    return same;
}

/* What concerns every counter is the same: the question, the day, the air, the plans for bridges. */
static bool same_moment(const Memo *memo, const Scenario *scenario, const State *view)
{
    const State *last = &memo->last;
    const Frame *then = question(&last->head), *now = question(&view->head);
    return memo->scenario == scenario && memo->derivations == data_of(scenario)->derivations && then &&
           then->kind == now->kind && then->side == now->side && last->head.turn == view->head.turn &&
           last->head.phase == view->head.phase && last->german_moved == view->german_moved &&
           last->disruptions == view->disruptions && same_doubts(last, view) &&
           (!view->disruptions || !memcmp(last->air, view->air, sizeof view->air)) &&
           !memcmp(last->bridge_turn, view->bridge_turn, sizeof view->bridge_turn) &&
           !memcmp(last->bridge_plan, view->bridge_plan, sizeof view->bridge_plan);
}

/* What counters beyond the edge depend on apart from the hexes near it. */
static bool same_entries(const State *last, const State *view)
{
    return last->regiment_turn == view->regiment_turn && !memcmp(last->queue, view->queue, sizeof view->queue) &&
           !memcmp(last->control, view->control, sizeof view->control) &&
           !memcmp(last->released, view->released, sizeof view->released) &&
           !memcmp(last->entered, view->entered, sizeof view->entered) &&
           !memcmp(last->unseen, view->unseen, sizeof view->unseen);
}

static void forget(Memo *memo, int piece) { memo->known.look[piece >> 6] |= 1ull << (piece & 63); }

static void note_hex(Changes *changes, Hex hex)
{
    if (hex != NO_HEX)
        changes->hex[hex >> 6] |= 1ull << (hex & 63);
}

static void note_place(Changes *changes, const Unit *unit)
{
    if (unit->place == ON_MAP)
        note_hex(changes, unit->hex);
}

/* The first slot beyond the counters and their stand-ins, which fill theirs from below. */
static int slots_used(const Scenario *scenario, const State *view)
{
    int low = scenario->pieces, high = WB95_SLOTS;
    while (low < high) {
        int middle = (low + high) / 2;
        if (view->unit[middle].place == SPARE)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

static void compare_units(Memo *memo, const Scenario *scenario, const State *view, Changes *changes)
{
    int before = slots_used(scenario, &memo->last), used = slots_used(scenario, view);
    for (int first = 0; first < used || first < before; first += CHUNK) {
        if (!memcmp(&memo->last.unit[first], &view->unit[first], CHUNK * sizeof(Unit)))
            continue;
        for (int piece = first; piece < first + CHUNK; piece++) {
            Unit *last = &memo->last.unit[piece];
            const Unit *now = &view->unit[piece];
            if (!memcmp(last, now, sizeof *now))
                continue;
            note_place(changes, last);
            note_place(changes, now);
            if (piece < scenario->pieces)
                forget(memo, piece);
            *last = *now;
        }
    }
}

static void compare_bridges(Memo *memo, const Scenario *scenario, const State *view, Changes *changes)
{
    const Wb95 *data = data_of(scenario);
    uint8_t *last = memo->last.site;
    for (int site = 0; site < data->sites; site++)
        if (last[site] != view->site[site]) {
            Hexside hexside = data->site_hexside[site];
            note_hex(changes, hexside_hex(hexside));
            note_hex(changes, scenario->map->next[hexside_hex(hexside)][hexside_edge(hexside)]);
            last[site] = view->site[site];
        }
}

static void compare_bits(uint64_t *last, const uint64_t *now, Changes *changes)
{
    if (!memcmp(last, now, WB95_HEXES / 8))
        return;
    for (int word = 0; word < WB95_HEXES / 64; word++) {
        changes->hex[word] |= last[word] ^ now[word];
        last[word] = now[word];
    }
}

static void forget_stack(Memo *memo, const State *view, Hex hex)
{
    if (hex == NO_HEX)
        return;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (view->unit[piece].side == answering_side(view))
            forget(memo, piece);
}

/* Within two hexes. */
static void forget_around(Memo *memo, const Map *map, const State *view, Hex hex)
{
    forget_stack(memo, view, hex);
    for (int edge = 0; edge < EDGES; edge++) {
        int left = edge ? edge - 1 : EDGES - 1, right = edge < EDGES - 1 ? edge + 1 : 0;
        Hex near = map->next[hex][edge];
        if (near == NO_HEX)
            continue;
        forget_stack(memo, view, near);
        forget_stack(memo, view, map->next[near][edge]);
        forget_stack(memo, view, map->next[near][right]);
        if (map->next[hex][left] == NO_HEX) /* else it is to the right of that one */
            forget_stack(memo, view, map->next[near][left]);
    }
}

static bool any_outside(const Known *known)
{
    uint64_t any = 0;
    for (int word = 0; word < WB95_SLOTS / 64; word++)
        any |= known->outside[word];
    return any;
}

static void forget_outside(Memo *memo, const State *view)
{
    for (int word = 0; word < WB95_SLOTS / 64; word++)
        memo->known.look[word] |= memo->known.outside[word];
    memcpy(memo->last.queue, view->queue, sizeof view->queue);
    memcpy(memo->last.control, view->control, sizeof view->control);
    memcpy(memo->last.released, view->released, sizeof view->released);
    memcpy(memo->last.entered, view->entered, sizeof view->entered);
    memcpy(memo->last.unseen, view->unseen, sizeof view->unseen);
    memo->last.regiment_turn = view->regiment_turn;
}

void know_nothing(const Scenario *scenario, Known *known)
{
    memset(known->look, 0, sizeof known->look);
    memset(known->listed, 0, sizeof known->listed);
    memset(known->outside, 0, sizeof known->outside);
    for (int piece = 0; piece < scenario->pieces; piece++)
        known->look[piece >> 6] |= 1ull << (piece & 63);
}

static void forget_all(Memo *memo, const Scenario *scenario, const State *view)
{
    memo->scenario = scenario;
    memo->derivations = data_of(scenario)->derivations;
    know_nothing(scenario, &memo->known);
    memcpy(&memo->last, view, sizeof *view);
}

Known *memo_renew(Memo *memo, const Scenario *scenario, const State *view)
{
    const Wb95 *data = data_of(scenario);
    Changes changes = {.entries = any_outside(&memo->known) && !same_entries(&memo->last, view)};
    if (!same_moment(memo, scenario, view)) {
        forget_all(memo, scenario, view);
        return &memo->known;
    }
    compare_units(memo, scenario, view, &changes);
    if (memcmp(memo->last.site, view->site, sizeof view->site))
        compare_bridges(memo, scenario, view, &changes);
    compare_bits(memo->last.fortified, view->fortified, &changes);
    compare_bits(memo->last.told_zone, view->told_zone, &changes);
    compare_bits(memo->last.told_held, view->told_held, &changes);
    for (int i = 0; i < 2; i++)
        compare_bits(memo->last.emptied_by[i], view->emptied_by[i], &changes);
    for (int word = 0; word < WB95_HEXES / 64; word++) {
        if (!changes.hex[word])
            continue;
        changes.entries |= (changes.hex[word] & data->near_entry[word]) != 0;
        for (uint64_t bits = changes.hex[word]; bits; bits &= bits - 1)
            forget_around(memo, scenario->map, view, (Hex)(word * 64 + __builtin_ctzll(bits)));
    }
    if (changes.entries && any_outside(&memo->known))
        forget_outside(memo, view);
    return &memo->known;
}
