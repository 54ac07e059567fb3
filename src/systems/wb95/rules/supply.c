/* supply.c — WB-95 section 10: lines of supply, being out of supply, surrender.
 *
 * A line is the cheapest path from a base (R40): steps along a road (10.1.5) and steps between neighbouring hexes that
 * both hold friends (10.1.9) are free, every other step costs what a truck pays, and the sum must stay within the
 * nation's supply MPs (10.1.6, 10.1.7). So one flood from all bases serves every unit of a nation (10.1.3: lines never
 * compete).
 *
 * No line runs into a hex with enemies, nor into an enemy zone unless a friendly regular unit holds the hex (10.1.10).
 * For tracing, guns in combat setup and resistance groups have zones like all other units; HQs and limbered guns have
 * none (10.1.11). Where the scenario says so, enemy towns without a friend in them are closed and count as having a
 * zone on all six hexes around them (nysa.1-8, stars.1-6, R41).
 *
 * A free link crosses whatever lies between two friends: no supply MPs are spent on it, so the ban on ground closed to
 * trucks, which is a matter of spending them (10.1.8), does not bear on it.
 *
 * An edge hex is a base while no enemy controls it (R42); a base inland, such as Dresden, must be controlled.
 *
 * Levels come before surrender (2.2-6); control and bridging HQs follow (sequence.c). A unit that traces a line is not
 * tested (R38). A level changes at once (10.2.5); it rises only by what the unit does or suffers (R37) unless the
 * variant is on. */
#include <string.h>

#include "core/room.h"
#include "systems/wb95/wb95.h"

enum { HAS_ENEMY = 1, IN_ZONE = 2, HAS_FRIEND = 4, HAS_REGULAR = 8, SHUT = 16, CLOSED = 32 };

/* What a view does not know is against the line, or for it: zones that hidden counters may have, the setup of guns. */
typedef enum Doubt { AGAINST_THE_LINE, FOR_THE_LINE } Doubt;

/* 10.1.11: units other than regulars that have a zone for tracing. */
static bool extra_zone(const Kind *kind, const Unit *unit, Doubt doubt)
{
    if (kind->type == UNKNOWN)
        return doubt == AGAINST_THE_LINE;
    if (kind->is & REGULAR || kind->type == HQ)
        return false;
    return !(kind->is & GUN && (unit->now & TRANSPORT || (kind->is & ANONYMOUS && doubt == FOR_THE_LINE)));
}

static void mark_around(const Scenario *scenario, const State *view, const Kind *kind, Hex hex, uint8_t *mark)
{
    int class = kind->type == UNKNOWN ? MOST_ZONE : kind->class == IMMOBILE ? FOOT : kind->class;
    unsigned edges = class_zone(data_of(scenario), view, class, hex);
    for (int edge = 0; edge < EDGES; edge++)
        if (edges >> edge & 1)
            mark[scenario->map->next[hex][edge]] |= IN_ZONE;
}

static void mark_units(const Scenario *scenario, const State *view, int side, Doubt doubt, uint8_t *mark)
{
    const Wb95 *data = data_of(scenario);
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->place != ON_MAP)
            continue;
        const Kind *kind = &data->kind[unit->kind];
        if (unit->side == side) {
            mark[unit->hex] |= kind->is & REGULAR ? HAS_FRIEND | HAS_REGULAR : HAS_FRIEND;
        } else if (is_enemy(data, side, unit->side)) {
            mark[unit->hex] |= HAS_ENEMY;
            if (extra_zone(kind, unit, doubt))
                mark_around(scenario, view, kind, unit->hex, mark);
        }
    }
}

/* R41. Every town hex counts by itself, also in a city. */
static void mark_towns(const Scenario *scenario, const State *view, int side, uint8_t *mark)
{
    const Wb95 *data = data_of(scenario);
    const Map *map = scenario->map;
    for (int hex = 0; hex < map->hexes; hex++) {
        if (data->town[hex] == NO_TOWN || controller(view, (Hex)hex) == side || mark[hex] & HAS_FRIEND ||
            !held_by(data, view, (Hex)hex, data->special.block_towns))
            continue;
        mark[hex] |= SHUT;
        for (int edge = 0; edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                mark[map->next[hex][edge]] |= IN_ZONE;
    }
}

/* Zones of regular units are read from the state's own sets; the rest is whole arrays, without a branch, so that many
 * hexes are done at a time. */
static void mark_closed(const Wb95 *data, const State *view, int side, uint8_t *mark)
{
    for (int word = 0; word < WB95_HEXES / 64; word++) {
        uint64_t bits = 0;
        for (int other = 0; other < SIDES - 1; other++)
            bits |= is_enemy(data, side, other) ? view->zoc[other][word] : 0;
        for (; bits; bits &= bits - 1)
            mark[word * 64 + __builtin_ctzll(bits)] |= IN_ZONE;
    }
    for (int hex = 0; hex < WB95_HEXES; hex++) {
        uint8_t barred = mark[hex] & (HAS_ENEMY | SHUT);
        uint8_t covered = (mark[hex] & (IN_ZONE | HAS_REGULAR)) == IN_ZONE ? 1 : 0;
        mark[hex] = (uint8_t)(mark[hex] | (barred | covered ? CLOSED : 0));
    }
}

/* What a flood works on. */
typedef struct Tracing {
    const Scenario *scenario;
    const Wb95 *data;
    const State *view;
    const uint8_t *mark;
    Lines *lines;
} Tracing;

static bool at_edge(const Map *map, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++)
        if (map->next[hex][edge] == NO_HEX)
            return true;
    return false;
}

static bool base_serves(const Tracing *tracing, int side, Hex hex)
{
    int holder = controller(tracing->view, hex);
    if (tracing->mark[hex] & CLOSED)
        return false;
    if (tracing->mark[hex] & HAS_FRIEND || holder == side)
        return true;
    return at_edge(tracing->scenario->map, hex) && (holder == NO_SIDE || !is_enemy(tracing->data, side, holder));
}

/* The queue is a list of hexes for each rest of supply MPs. A hex that is reached for less is put in again, and passed
 * over where it was. */
static inline void reach(Lines *lines, Hex hex, int left, Hex from)
{
    lines->left[hex] = (uint16_t)left;
    lines->from[hex] = from;
    lines->node[lines->used].hex = hex;
    lines->node[lines->used].next = lines->head[left];
    lines->head[left] = lines->used++;
}

static void find_bases(const Tracing *tracing, int side, int nation, uint64_t bases[WB95_HEXES / 64])
{
    memcpy(bases, tracing->data->base[side][nation], WB95_HEXES / 64 * sizeof *bases);
    for (int entry = 0; tracing->data->base_entered[nation] && entry < WB95_ENTRIES; entry++)
        if (has_bit(tracing->view->entry_base, entry))
            set_bit(bases, tracing->data->zone_hex[entry]);
    EACH_BIT(hex, bases, WB95_HEXES / 64)
        if (!base_serves(tracing, side, (Hex)hex))
            clear_bit(bases, hex);
}

/* Twelfths of supply MPs for a step, or NEVER. */
static int line_step(const Wb95 *data, const Map *map, Hex from, int edge, bool bridge)
{
    int step = data->step[TRUCKED][from][edge];
    unsigned wet = map->edge[from][edge] & (STREAM | BIG_RIVER);
    if (wet && !bridge)
        return step;
    if (map->road[from][edge])
        return 0;
    return step == NEVER || !wet ? step : step - data->crossing[TRUCKED][__builtin_ctz(wet)];
}

/* The same for each hex, bridges standing. */
void derive_lines(const Scenario *scenario, Wb95 *data)
{
    const Map *map = scenario->map;
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++) {
            LineAround *around = &data->line_around[hex];
            bool site = data->site_edges[hex] >> edge & 1;
            int least = map->next[hex][edge] == NO_HEX ? NEVER : line_step(data, map, (Hex)hex, edge, site);
            around->next[edge] = least == NEVER ? (Hex)hex : map->next[hex][edge];
            around->least[edge] = (uint8_t)(least == NEVER ? 0 : least < UINT8_MAX ? least : UINT8_MAX);
            bool ask = least != NEVER && (site || least > UINT8_MAX);
            around->ask = (uint8_t)((around->ask & ~(1u << edge)) | (unsigned)ask << edge);
        }
}

/* Free links between friends (R40). */
static void link_friends(const Tracing *tracing, Hex hex, int left)
{
    const Hex *next = tracing->scenario->map->next[hex];
    for (int edge = 0; edge < EDGES; edge++)
        if (next[edge] != NO_HEX && tracing->mark[next[edge]] & HAS_FRIEND && left > tracing->lines->left[next[edge]])
            reach(tracing->lines, next[edge], left, hex);
}

/* Hexes closed to the line have more left than any way could bring, and edges without a step lead back: neither is
 * ever improved. */
static inline void spread(const Tracing *tracing, Hex hex, int left)
{
    const LineAround *around = &tracing->data->line_around[hex];
    Lines *lines = tracing->lines;
    unsigned better = 0;
    if (tracing->mark[hex] & HAS_FRIEND)
        link_friends(tracing, hex, left);
    for (int edge = 0; edge < EDGES; edge++)
        better |= (unsigned)(left - around->least[edge] > lines->left[around->next[edge]]) << edge;
    for (; better; better &= better - 1) {
        int edge = __builtin_ctz(better), step = around->least[edge];
        __builtin_prefetch(&tracing->data->line_around[around->next[edge]]); /* its turn comes soon */
        if (around->ask >> edge & 1) {
            bool bridge = bridged(tracing->data, tracing->view, hex, (Edge)edge);
            step = line_step(tracing->data, tracing->scenario->map, hex, edge, bridge);
            if (left - step <= lines->left[around->next[edge]])
                continue;
        }
        reach(lines, around->next[edge], left - step, hex);
    }
}

/* Whether a line has come to all of them or never will; those are taken off the list. */
static bool all_found(const Lines *lines, Sought *sought)
{
    while (sought->count && lines->left[sought->hex[sought->count - 1]])
        sought->count--;
    return !sought->count;
}

static void flood(const Tracing *tracing, const uint64_t bases[WB95_HEXES / 64], int most, Sought *sought)
{
    Lines *lines = tracing->lines;
    for (int hex = 0; hex < WB95_HEXES; hex++)
        lines->left[hex] = tracing->mark[hex] & CLOSED ? NO_LINE : 0;
    lines->used = 0;
    memset(lines->head, 0xFF, (size_t)(most + 1) * sizeof *lines->head);
    EACH_BIT(hex, bases, WB95_HEXES / 64)
        reach(lines, (Hex)hex, most, NO_HEX);
    for (int left = most; left > 0; left--) {
        if (lines->head[left] != 0xFFFF && sought && all_found(lines, sought))
            return;
        while (lines->head[left] != 0xFFFF) {
            Hex hex = lines->node[lines->head[left]].hex;
            lines->head[left] = lines->node[lines->head[left]].next;
            if (lines->left[hex] == left)
                spread(tracing, hex, left);
        }
    }
}

/* ---- lines traced before ----
 *
 * Positions that are told or imagined one after the other have the same lines most of the time. What was found for the
 * hexes sought is kept with all that a flood depends on: ground, bases that serve, closed hexes, friends, bridges. */

enum { TRACED_KEPT = 32 };

typedef struct Traced {
    unsigned scenario; /* its serial number; 0: nothing is kept here */
    uint32_t derivations;
    int most;
    uint64_t bases[WB95_HEXES / 64], closed[WB95_HEXES / 64], friends[WB95_HEXES / 64], sought[WB95_HEXES / 64];
    uint8_t standing[WB95_SITES];
    uint64_t reached[WB95_HEXES / 64]; /* the answer: of the hexes sought */
} Traced;

/* One bit of each of eight marks, together; which comes first does not matter to a comparison. */
static uint64_t marks_of_eight(uint64_t marks, int bit)
{
    return (marks / (unsigned)bit & 0x0101010101010101u) * 0x0102040810204080u >> 56;
}

static void note_marks(const uint8_t *mark, Traced *out)
{
    for (int word = 0; word < WB95_HEXES / 64; word++)
        for (int at = 0; at < 64; at += 8) {
            uint64_t marks;
            memcpy(&marks, mark + word * 64 + at, sizeof marks);
            out->closed[word] |= marks_of_eight(marks, CLOSED) << at;
            out->friends[word] |= marks_of_eight(marks, HAS_FRIEND) << at;
        }
}

static void trace_sought(const Tracing *tracing, const uint64_t bases[WB95_HEXES / 64], int most, Sought *sought)
{
    ROOMS(Traced, kept, TRACED_KEPT);
    static _Thread_local unsigned next;
    Lines *lines = tracing->lines;
    Traced now;
    memset(&now, 0, sizeof now);
    now.scenario = tracing->scenario->serial;
    now.derivations = tracing->data->derivations;
    now.most = most;
    memcpy(now.bases, bases, sizeof now.bases);
    note_marks(tracing->mark, &now);
    for (int i = 0; i < sought->count; i++)
        set_bit(now.sought, sought->hex[i]);
    for (int site = 0; site < WB95_SITES; site++)
        now.standing[site] = tracing->view->site[site] & SITE_STANDING;
    for (int i = 0; i < TRACED_KEPT; i++) {
        if (memcmp(&kept[i], &now, offsetof(Traced, reached)) != 0)
            continue;
        for (int at = 0; at < sought->count; at++)
            lines->left[sought->hex[at]] = has_bit(kept[i].reached, sought->hex[at]);
        return;
    }
    flood(tracing, bases, most, sought);
    EACH_BIT(hex, now.sought, WB95_HEXES / 64)
        if (line_reaches(lines, (Hex)hex))
            set_bit(now.reached, hex);
    memcpy(&kept[next++ % TRACED_KEPT], &now, sizeof now); /* padding too, for it is compared */
}

static void trace(const Scenario *scenario, const State *view, int side, int nation, Doubt doubt, Lines *lines,
                  Sought *sought)
{
    ROOMS(uint8_t, mark, WB95_HEXES);
    const Wb95 *data = data_of(scenario);
    const int most = data->supply_mp[nation] * MP + 1;
    uint64_t bases[WB95_HEXES / 64];
    memset(mark, 0, WB95_HEXES * sizeof *mark);
    mark_units(scenario, view, side, doubt, mark);
    if (data->feature[FEATURE_TOWN_BLOCK] && data->special.block_nations >> nation & 1)
        mark_towns(scenario, view, side, mark);
    mark_closed(data, view, side, mark);
    Tracing tracing = {scenario, data, view, mark, lines};
    find_bases(&tracing, side, nation, bases);
    if (sought)
        trace_sought(&tracing, bases, most, sought);
    else
        flood(&tracing, bases, most, NULL);
}

void supply_lines(const Scenario *scenario, const State *view, int side, int nation, Lines *lines, Sought *sought)
{
    trace(scenario, view, side, nation, AGAINST_THE_LINE, lines, sought);
}

/* The way back from a unit to its base, as far as no other line has marked it. */
static void show_line(const Grid *grid, const Lines *lines, Hex hex, OverlayMarks *out)
{
    while (lines->from[hex] != NO_HEX) {
        uint8_t bit = (uint8_t)(1 << edge_between(grid, hex, lines->from[hex]));
        if (out->line[hex] & bit)
            return;
        out->line[hex] |= bit;
        hex = lines->from[hex];
    }
}

void show_supply(const Scenario *scenario, const State *view, int side, OverlayMarks *out)
{
    ROOM(Lines, lines);
    ROOM(Lines, hoped);
    const Wb95 *data = data_of(scenario);
    for (int nation = 0; nation < NATIONS; nation++) {
        if (data->owner[nation] != side)
            continue;
        supply_lines(scenario, view, side, nation, lines, NULL);
        trace(scenario, view, side, nation, FOR_THE_LINE, hoped, NULL);
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            out->tint[hex] |= line_reaches(lines, (Hex)hex);
        for (int piece = 0; piece < WB95_SLOTS; piece++) {
            const Unit *unit = &view->unit[piece];
            if (unit->place != ON_MAP || unit->side != side || nation_of(data, view, (Piece)piece) != nation)
                continue;
            if (!line_reaches(hoped, unit->hex))
                out->cut[unit->hex] = 1;
            else if (line_reaches(lines, unit->hex))
                show_line(&scenario->map->grid, lines, unit->hex, out);
        }
    }
}

static void regain(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    unit->now |= SUPPLIED;
    if (!unit->oos)
        return;
    unit->oos = (uint8_t)(unit->oos > 4 ? unit->oos - 4 : 0);
    tell(play->events, EVENT_STATE, 0,
         unit->oos ? sentence(WB95_10_2_7, "wb95.line-supply-again-recovers-level", piece, unit->oos)
                   : sentence(WB95_10_2_8, "wb95.line-supply-again-back-normal", piece));
}

static void run_dry(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    unit->now &= ~(uint32_t)SUPPLIED;
    if (unit->oos && !play->data->passive_oos)
        return;
    if (unit->oos < 99)
        unit->oos++;
    tell(play->events, EVENT_STATE, 0, sentence(WB95_10_2_1, "wb95.out-supply-level", piece, unit->oos));
}

/* Step 1: every unit of the side, a flood a nation. */
static void trace_lines(Play *play, int side)
{
    ROOM(Lines, lines);
    State *state = play->state;
    for (int nation = 0; nation < NATIONS; nation++) {
        Piece units[WB95_SLOTS];
        Sought sought = {.count = 0};
        for (int piece = 0; piece < play->scenario->pieces; piece++) {
            const Unit *unit = &state->unit[piece];
            if (unit->place != ON_MAP || unit->side != side || nation_of(play->data, state, (Piece)piece) != nation)
                continue;
            units[sought.count] = (Piece)piece;
            sought.hex[sought.count++] = unit->hex;
        }
        int count = sought.count;
        if (count)
            supply_lines(play->scenario, state, side, nation, lines, &sought);
        for (int i = 0; i < count; i++)
            if (line_reaches(lines, state->unit[units[i]].hex))
                regain(play, units[i]);
            else
                run_dry(play, units[i]);
    }
}

/* Step 2 (10.2.6). Two dice never fall short of 2, so a level up to that needs no roll. */
static void test_surrender(Play *play, int side)
{
    for (int piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &play->state->unit[piece];
        if (unit->place != ON_MAP || unit->side != side || unit->now & SUPPLIED || unit->oos <= 2)
            continue;
        int roll = dice_sum(play->dice, 2);
        tell(
            play->events, EVENT_ROLLED, 0,
            sentence(WB95_10_2_6,
                     unit->oos > roll ? "wb95.out-supply-level-rolls-surrenders" : "wb95.out-supply-level-rolls-fights",
                     piece, unit->oos, roll));
        if (unit->oos - roll > 0)
            eliminate(play, (Piece)piece, NOBODY, WB95_10_2_6);
    }
}

void supply_phase(Play *play, int side)
{
    trace_lines(play, side);
    test_surrender(play, side);
}
