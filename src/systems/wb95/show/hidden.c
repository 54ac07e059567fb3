/* hidden.c — WB-95 16.1 in the odds: every way in which the hidden counters of a defence may turn out.
 *
 * A hidden place holds one of the counters of that type not seen anywhere, each as likely as any other, at any CEL it
 * may have, guns in position or on their trucks. That is: each way to deal all hidden counters to all hidden places is
 * as likely as any other (imagine.c); those elsewhere have their CELs there, so here a counter with but one counts
 * twice. A combat cares for few things of them: their SP in each hex attacked, the CMs of formations they complete
 * together with known counters (13.1), the stars and fortification units they might use, the lowest morale limit among
 * them, and whether the HQs in sight serve their nation. So the ways are counted by these: candidate after candidate is
 * offered to every place it fits, and a table holds in how many ways the places filled so far come to each combination.
 * Ways with more CELs in a hex than may stack there (3.2.1) are left out.
 *
 * A row of the table is one state of: places filled, counters taken of the formation at hand, CMs, morale limit,
 * coverage. Within a row the index is a sum of what adds up: SP and CELs by hex, CMs of abilities, each with its own
 * stride; of CELs only those beyond the one that each counter has. Types that share no formation worth counting are
 * counted one after the other, the rest together. More places, or more states, than the table holds are not counted:
 * the caller falls back on averages. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/room.h"
#include "systems/wb95/fight.h"

enum { PLACES = 24, STATES = 1 << 18, ROWS = 1 << 14, LIMITS = 8, TOGETHER = 3 /* 13.1.2 */ };
/* Types are separate by side, since a defence may have several owners (R106); then what is of no known type. */
enum { SIDED_GROUPS = GROUPS * (SIDES - 1), ANY_OF = SIDED_GROUPS };

typedef struct Spot { /* places that look the same */
    uint8_t group, target, cel, count;
    bool disorganised, gun;
    int stride; /* of the number filled, among rows */
} Spot;

typedef struct Candidate {
    const Kind *kind;
    uint8_t group, formation; /* formation: 0 unless it may complete three */
    uint8_t ability, limit;   /* CMs; index of its morale limit */
    uint8_t foreign;          /* bit per target: no HQ in sight serves it there */
} Candidate;

typedef struct Row {
    int filled, taken, cm, limit, foreign;
} Row;

typedef struct Count {
    const Scenario *scenario;
    const State *view;
    const Combat *combat;
    int places, candidates;
    Spot place[PLACES];
    Candidate candidate[WB95_SLOTS];
    uint8_t of_formation[256]; /* counters in sight */
    bool tied[256];            /* by formation: hidden counters may complete three */
    int known[TARGETS];        /* SP in sight */
    int room[TARGETS];         /* CELs that may hide there beyond one a counter; below 0 nothing stacks */
    bool guns_count[TARGETS];  /* a regular stands by them (6.6.1) */
    bool token[TARGETS];       /* guns alone: 1 SP however many (6.6.3) */
    bool assault;              /* else fire: strength does not matter */
    bool covered, all_covered; /* HQs in sight serve the units in sight that add strength; all units (5.1.9, 6.6.4) */
    bool lone;                 /* only HQs and guns fight there */
    int limits, limit[LIMITS];
    int sum_of[TARGETS]; /* the target under which a target's SP are added up */
    int sp_stride[TARGETS], cel_stride[TARGETS], ability_stride, inner;
    int tight;                         /* the target whose CELs are counted with the widest stride, -1 none */
    int filled, takens, cms, foreigns; /* sizes of a row's parts */
} Count;

/* STATES of them, in room of this thread; and by row: indices below it may hold ways. */
static _Thread_local Weight *ways;
static _Thread_local uint16_t *used;

/* ---- places and candidates ------------------------------------------------------------------------------- */

static bool is_anonymous(const Count *count, Piece piece)
{
    return kind_of(data_of(count->scenario), count->view, piece)->is & ANONYMOUS;
}

static int target_of(const Combat *combat, Hex hex)
{
    for (int i = 0; i < combat->targets; i++)
        if (combat->target[i] == hex)
            return i;
    return 0;
}

static int sided_group(const Wb95 *data, const Unit *unit) { return unit->side * GROUPS + data->group[unit->kind]; }

static bool fits_group(const Spot *place, int group)
{
    return place->group == group || place->group == ANY_OF + group / GROUPS;
}

static bool add_place(Count *count, int i)
{
    const Wb95 *data = data_of(count->scenario);
    const Force *defence = &count->combat->force[DEFENCE];
    const Unit *unit = &count->view->unit[defence->unit[i]];
    const Kind *kind = &data->kind[unit->kind];
    Spot like = {.group = (uint8_t)(kind->type == UNKNOWN ? ANY_OF + unit->side : sided_group(data, unit)),
                 .target = (uint8_t)target_of(count->combat, defence->fought_at[i]),
                 .cel = unit->now & CEL_KNOWN ? unit->cel : 0,
                 .disorganised = unit->now & DISORGANISED,
                 .gun = kind->is & GUN};
    for (int at = 0; at < count->places; at++) {
        Spot *place = &count->place[at];
        if (place->group == like.group && place->target == like.target && place->cel == like.cel &&
            place->disorganised == like.disorganised) {
            place->count++;
            return true;
        }
    }
    if (count->places == PLACES)
        return false;
    like.count = 1;
    count->place[count->places++] = like;
    return true;
}

static int places_of(const Count *count, int group)
{
    int places = 0;
    for (int i = 0; i < count->places; i++)
        places += fits_group(&count->place[i], group) ? count->place[i].count : 0;
    return places;
}

/* CMs the defender could make of it: stars (15.1.2), or being a fortification unit (15.4.1). */
static int ability_of(const Count *count, const Kind *kind)
{
    const Wb95 *data = data_of(count->scenario);
    if (!data->chapter[15] || !count->assault)
        return 0;
    int stars = kind->stars & data->star_defence, cms = 0;
    if (!has_armour(data, count->view, &count->combat->force[ATTACK]))
        stars &= ~WHITE;
    for (; stars; stars &= stars - 1)
        cms++;
    bool works = false;
    for (int i = 0; i < count->combat->targets; i++)
        works |= dug_in(data, count->view, count->combat->target[i]);
    return cms + (kind->is & FORTIFIER && works ? FORTIFIER_CM : 0);
}

static int limit_index(Count *count, int limit)
{
    int at = 0;
    while (at < count->limits && count->limit[at] < limit)
        at++;
    if (at < count->limits && count->limit[at] == limit)
        return at;
    if (count->limits == LIMITS)
        return at < LIMITS ? at : LIMITS - 1;
    for (int i = count->limits++; i > at; i--)
        count->limit[i] = count->limit[i - 1];
    count->limit[at] = limit;
    return at;
}

static void add_candidates(Count *count, int known_limit)
{
    const Wb95 *data = data_of(count->scenario);
    const State *view = count->view;
    for (Piece piece = 0; piece < count->scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        const Kind *kind = &data->kind[unit->kind];
        if (unit->place != UNSEEN || !places_of(count, sided_group(data, unit)))
            continue;
        Candidate *candidate = &count->candidate[count->candidates++];
        *candidate =
            (Candidate){.kind = kind,
                        .group = (uint8_t)sided_group(data, unit),
                        .formation = count->assault && data->chapter[13] && concentrates(kind) ? kind->formation : 0,
                        .ability = (uint8_t)ability_of(count, kind)};
        limit_index(count, kind->morale < known_limit ? kind->morale : known_limit);
        for (int i = 0; i < count->combat->targets && count->covered; i++)
            if (!hq_serves(count->scenario, view, unit->side, kind->nation, count->combat->target[i]))
                candidate->foreign |= (uint8_t)(1u << i);
    }
    for (int i = 0; i < count->candidates; i++) {
        Candidate *candidate = &count->candidate[i];
        candidate->limit =
            (uint8_t)limit_index(count, candidate->kind->morale < known_limit ? candidate->kind->morale : known_limit);
    }
}

/* Which formations hidden counters may bring to three, or from one three to the next. */
static void tie_formations(Count *count)
{
    uint8_t most[256] = {0};
    for (int group = 0; group < SIDED_GROUPS; group++) {
        uint8_t here[256] = {0};
        int places = places_of(count, group);
        for (int i = 0; i < count->candidates && places; i++)
            if (count->candidate[i].group == group && here[count->candidate[i].formation] < places)
                here[count->candidate[i].formation]++;
        for (int i = 1; i < 256 && places; i++)
            most[i] = (uint8_t)(most[i] + here[i]);
    }
    for (int i = 1; i < 256; i++)
        count->tied[i] = count->of_formation[i] % TOGETHER + most[i] >= TOGETHER;
    for (int i = 0; i < count->candidates; i++)
        if (!count->tied[count->candidate[i].formation])
            count->candidate[i].formation = 0;
}

/* ---- what is in sight ------------------------------------------------------------------------------------ */

static int lowest_known(const Count *count)
{
    const Force *defence = &count->combat->force[DEFENCE];
    int lowest = 13;
    for (int i = 0; i < defence->units; i++) {
        const Wb95 *data = data_of(count->scenario);
        int morale = kind_of(data, count->view, defence->unit[i])->morale;
        bool idle = count->assault && is_limbered(data, count->view, defence->unit[i]); /* 5.6.3 */
        if (!is_anonymous(count, defence->unit[i]) && !idle && morale < lowest)
            lowest = morale;
    }
    return lowest;
}

static int hidden_at(const Count *count, int target)
{
    int hidden = 0;
    for (int i = 0; i < count->places; i++)
        hidden += count->place[i].target == target ? count->place[i].count : 0;
    return hidden;
}

/* The side whose counters are attacked there. */
static int side_at(const Count *count, Hex hex)
{
    const Force *defence = &count->combat->force[DEFENCE];
    for (int i = 0; i < defence->units; i++)
        if (defence->fought_at[i] == hex)
            return count->view->unit[defence->unit[i]].side;
    return defence->side;
}

static void look_at_target(Count *count, const Combat *in_sight, int target)
{
    const Wb95 *data = data_of(count->scenario);
    const State *view = count->view;
    Hex hex = count->combat->target[target];
    int side = side_at(count, hex), cels = 0;
    bool solid = false;
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below) {
        const Kind *kind = kind_of(data, view, piece);
        if (view->unit[piece].side != side)
            continue;
        count->guns_count[target] |= kind->is & REGULAR;
        solid |= !(kind->is & GUN) && kind->type != HQ;
        if (!(kind->is & ANONYMOUS))
            cels += view->unit[piece].cel;
        else if (force_index(&count->combat->force[DEFENCE], piece) < 0)
            cels++; /* hidden, but not in this fight: at least so much */
    }
    bool too_high = view->head.turn <= 1 && data->overstacked[hex >> 6] >> (hex & 63) & 1; /* R66 */
    count->known[target] = ground_strength(data, view, in_sight, hex);
    count->room[target] = too_high ? PLACES : STACKING_LIMIT - cels - hidden_at(count, target);
    count->token[target] = !solid && !count->known[target];
    count->lone &= count->token[target];
}

/* The defence without its hidden counters. */
static void look(Count *count)
{
    const Wb95 *data = data_of(count->scenario);
    const Force *all = &count->combat->force[DEFENCE];
    Combat in_sight = *count->combat;
    Force *defence = &in_sight.force[DEFENCE];
    defence->units = 0;
    defence->spent = 0;
    count->covered = count->all_covered = count->assault && !all->waived;
    for (int i = 0; i < all->units; i++) {
        const Kind *kind = kind_of(data, count->view, all->unit[i]);
        if (kind->is & ANONYMOUS)
            continue;
        if (concentrates(kind) && !is_limbered(data, count->view, all->unit[i]))
            count->of_formation[kind->formation]++;
        if (!hq_serves(count->scenario, count->view, count->view->unit[all->unit[i]].side, kind->nation,
                       all->fought_at[i])) {
            count->all_covered = false;
            count->covered &= !adds_strength(data, count->view, all->unit[i]);
        }
        if (all->spent >> i & 1)
            defence->spent |= 1ull << defence->units;
        force_add(count->view, defence, all->unit[i]);
    }
    for (int i = 0; i < all->guns; i++)
        if (kind_of(data, count->view, all->gun[i])->is & ORGANIC &&
            concentrates(kind_of(data, count->view, all->gun[i])))
            count->of_formation[kind_of(data, count->view, all->gun[i])->formation]++;
    for (int i = 0; i < all->guns; i++)
        count->covered &=
            hq_serves(count->scenario, count->view, count->view->unit[all->gun[i]].side,
                      kind_of(data, count->view, all->gun[i])->nation, count->view->unit[all->gun[i]].hex);
    count->lone = true;
    for (int i = 0; i < count->combat->targets; i++)
        look_at_target(count, &in_sight, i);
}

/* ---- the table --------------------------------------------------------------------------------------------- */

/* What a candidate may be in a place; how many, at most two. */
typedef struct Guise {
    int sp, cel;
    bool strong;
    bool idle; /* on its trucks: no part of a formation, no star (R102), and no test in an assault (R114) */
} Guise;

static int guises(const Count *count, const Candidate *candidate, const Spot *place, Guise out[2])
{
    const Kind *kind = candidate->kind;
    int number = 0;
    if (!fits_group(place, candidate->group))
        return 0;
    if (kind->is & GUN) {
        int sp = place->disorganised ? (kind->defence[0] + 1) / 2 : kind->defence[0];
        if (!count->guns_count[place->target])
            sp = count->token[place->target];
        out[number++] = (Guise){count->assault ? sp : 0, 1, true, false};
        out[number++] = (Guise){0, 1, count->lone, true};
        return number;
    }
    for (int cel = kind->cel; cel > 0; cel--) {
        int sp = count->assault ? kind->defence[cel < kind->cel] : 0;
        if ((!place->cel || place->cel == cel) && number < 2)
            out[number++] = (Guise){place->disorganised ? (sp + 1) / 2 : sp, cel, kind->type != HQ, false};
    }
    return number;
}

/* The most that hidden counters can bring to a target, place by place. */
static void measure_places(const Count *count, int most_sp[TARGETS], int most_cel[TARGETS], int *most_ability)
{
    *most_ability = 0;
    for (int i = 0; i < count->places; i++) {
        const Spot *place = &count->place[i];
        int sp = 0, cel = 0, ability = 0;
        for (int j = 0; j < count->candidates; j++) {
            Guise guise[2];
            int number = guises(count, &count->candidate[j], place, guise);
            for (int k = 0; k < number; k++) {
                sp = guise[k].sp > sp ? guise[k].sp : sp;
                cel = guise[k].cel - 1 > cel ? guise[k].cel - 1 : cel;
            }
            if (number && count->candidate[j].ability > ability)
                ability = count->candidate[j].ability;
        }
        most_sp[place->target] += place->count * sp;
        most_cel[place->target] += place->count * cel;
        *most_ability += place->count * ability;
    }
}

/* So many hidden counters complete most threes where fewest are missing. */
static int most_cms(const Count *count, int hidden)
{
    int missing[TOGETHER + 1] = {0}, cms = 0;
    for (int i = 1; i < 256; i++)
        if (count->tied[i])
            missing[TOGETHER - count->of_formation[i] % TOGETHER]++;
    for (int few = 1; few <= TOGETHER; few++)
        for (; missing[few] && hidden >= few; hidden -= few, missing[few]--)
            cms++;
    return cms + hidden / TOGETHER;
}

static bool shape_table(Count *count, bool limited)
{
    int most_sp[TARGETS] = {0}, most_cel[TARGETS] = {0}, most_ability, hidden = 0, foreign = 0;
    measure_places(count, most_sp, most_cel, &most_ability);
    count->inner = 1;
    for (int i = 0; i < count->combat->targets; i++) {
        int sum = 0;
        for (int j = 0; j < count->combat->targets; j++)
            sum += count->sum_of[j] == i ? most_sp[j] : 0;
        count->sp_stride[i] = count->sum_of[i] == i ? count->inner : count->sp_stride[count->sum_of[i]];
        count->inner *= sum + 1;
        if (count->inner > UINT16_MAX)
            return false;
    }
    count->ability_stride = count->inner;
    count->inner *= most_ability + 1;
    count->tight = -1;
    for (int i = 0; i < count->combat->targets; i++) {
        if (count->inner > UINT16_MAX)
            return false;
        count->cel_stride[i] = limited && most_cel[i] > count->room[i] ? count->inner : 0;
        if (!count->cel_stride[i])
            continue;
        count->tight = i;
        count->inner *= most_cel[i] + 1;
    }
    if (count->tight >= 0) /* the last of them is cut where the stack is full: what goes beyond falls off the table */
        count->inner = count->cel_stride[count->tight] * (count->room[count->tight] + 1);
    for (int i = 0; i < count->places; i++)
        hidden += count->place[i].count;
    for (int i = 0; i < count->candidates; i++)
        foreign |= count->candidate[i].foreign;
    count->cms = 1 + most_cms(count, hidden);
    count->foreigns = foreign ? 2 : 1;
    return hidden <= PLACES && count->inner < UINT16_MAX;
}

static int row_of(const Count *count, Row row)
{
    return (((row.filled * count->takens + row.taken) * count->cms + row.cm) * count->limits + row.limit) *
               count->foreigns +
           row.foreign;
}

static void add_ways(const Count *count, int from, int to, int shift, unsigned times)
{
    const Weight *source = &ways[from * count->inner];
    Weight *sink = &ways[to * count->inner + shift];
    int many = used[from] < count->inner - shift ? used[from] : count->inner - shift;
    if (many <= 0)
        return;
    for (int i = 0; i < many; i++)
        sink[i] += source[i] * times;
    if (many + shift > used[to])
        used[to] = (uint16_t)(many + shift);
}

/* All rows with these places filled, each with one more place filled by the candidate. */
static void fill_place(const Count *count, const Candidate *candidate, const Spot *place, int filled)
{
    Guise guise[2];
    int number = guises(count, candidate, place, guise);
    unsigned times = candidate->kind->is & GUN || candidate->kind->cel > 1 ? 1 : 2;
    for (int g = 0; g < number; g++) {
        int together = candidate->formation > 0 && !guise[g].idle;
        int shift = guise[g].sp * count->sp_stride[place->target] +
                    (guise[g].cel - 1) * count->cel_stride[place->target] +
                    (guise[g].idle ? 0 : candidate->ability) * count->ability_stride;
        bool foreign = guise[g].strong && candidate->foreign >> place->target & 1;
        bool untested = count->assault && guise[g].idle; /* 5.6.3 */
        Row row = {.filled = filled};
        for (row.taken = 0; row.taken + together < count->takens; row.taken++)
            for (row.cm = 0; row.cm < count->cms; row.cm++)
                for (row.limit = 0; row.limit < count->limits; row.limit++)
                    for (row.foreign = 0; row.foreign < count->foreigns; row.foreign++) {
                        Row to = row;
                        to.filled += place->stride;
                        to.taken += together;
                        to.limit = candidate->limit < row.limit && !untested ? candidate->limit : row.limit;
                        to.foreign |= foreign;
                        add_ways(count, row_of(count, row), row_of(count, to), shift, times);
                    }
    }
}

/* Rows are taken from the fullest down, so that no counter is offered two places. */
static void offer(const Count *count, const Candidate *candidate, unsigned batch)
{
    for (int filled = count->filled - 1; filled >= 0; filled--)
        for (int i = 0; i < count->places; i++) {
            const Spot *place = &count->place[i];
            if (batch >> i & 1 && filled / place->stride % (place->count + 1))
                fill_place(count, candidate, place, filled - place->stride);
        }
}

/* Formation by formation: what was taken of it becomes CMs. */
static void settle_formation(const Count *count, int formation)
{
    int before = count->of_formation[formation];
    for (Row row = {0}; row.filled < count->filled; row.filled++)
        for (row.taken = 1; row.taken < count->takens; row.taken++)
            for (row.cm = 0; row.cm < count->cms; row.cm++)
                for (row.limit = 0; row.limit < count->limits; row.limit++)
                    for (row.foreign = 0; row.foreign < count->foreigns; row.foreign++) {
                        Row to = row;
                        int from = row_of(count, row);
                        to.taken = 0;
                        to.cm += (before + row.taken) / TOGETHER - before / TOGETHER;
                        if (!used[from])
                            continue;
                        add_ways(count, from, row_of(count, to), 0, 1);
                        memset(&ways[from * count->inner], 0, used[from] * sizeof(Weight));
                        used[from] = 0;
                    }
}

static int rows_of(const Count *count) { return count->takens * count->cms * count->limits * count->foreigns; }

/* The most counters of one formation that so many places can hold. */
static int largest_formation(const Count *count, int places)
{
    uint8_t many[256] = {0};
    int most = 0;
    for (int i = 0; i < count->candidates; i++)
        if (count->candidate[i].formation && ++many[count->candidate[i].formation] > most)
            most = many[count->candidate[i].formation];
    return most < places ? most : places;
}

/* Lays the places of the batch out; false if the table has no room for them. */
static bool shape_batch(Count *count, unsigned batch, bool tied)
{
    int places = 0;
    count->filled = 1;
    for (int i = 0; i < count->places; i++) {
        if (!(batch >> i & 1))
            continue;
        count->place[i].stride = count->filled;
        count->filled *= count->place[i].count + 1;
        places += count->place[i].count;
        if (count->filled > STATES)
            return false;
    }
    count->takens = tied ? 1 + largest_formation(count, places) : 1;
    long rows = (long)count->filled * rows_of(count);
    return rows <= ROWS && rows * count->inner <= STATES;
}

/* None of the places is filled yet; the first rows hold what the batches before came to. */
static void open_batch(const Count *count)
{
    size_t first = (size_t)(count->cms * count->limits * count->foreigns);
    size_t rows = (size_t)(count->filled * rows_of(count));
    memset(&ways[first * (size_t)count->inner], 0, (rows - first) * (size_t)count->inner * sizeof(Weight));
    memset(&used[first], 0, (rows - first) * sizeof used[0]);
}

/* The rows in which every place is filled become the first ones. */
static void close_batch(const Count *count)
{
    size_t rows = (size_t)rows_of(count), last = (size_t)(count->filled - 1) * rows;
    memmove(ways, &ways[last * (size_t)count->inner], rows * (size_t)count->inner * sizeof(Weight));
    memmove(used, &used[last], rows * sizeof used[0]);
}

static bool fits_batch(const Count *count, const Candidate *candidate, unsigned batch)
{
    for (int i = 0; i < count->places; i++)
        if (batch >> i & 1 && fits_group(&count->place[i], candidate->group))
            return true;
    return false;
}

static void count_batch(Count *count, unsigned batch, bool tied)
{
    shape_batch(count, batch, tied);
    open_batch(count);
    for (int formation = 0; formation < 256; formation++) {
        if (formation && !count->tied[formation])
            continue;
        for (int i = 0; i < count->candidates; i++)
            if (count->candidate[i].formation == formation && fits_batch(count, &count->candidate[i], batch))
                offer(count, &count->candidate[i], batch);
        if (formation && tied)
            settle_formation(count, formation);
    }
    close_batch(count);
}

/* Places of a type whose candidates share formations with those of others wait for each other and come last. */
static int share_out(const Count *count, unsigned batch[PLACES + 1])
{
    unsigned joined = 0, done = 0;
    int batches = 0;
    for (int i = 0; i < count->places; i++)
        for (int j = 0; j < count->candidates; j++)
            if (count->candidate[j].formation && count->candidate[j].group == count->place[i].group)
                joined |= 1u << i;
    for (int i = 0; i < count->places; i++) {
        unsigned one = 0;
        for (int j = i; j < count->places; j++)
            if (count->place[j].group == count->place[i].group && !((joined | done) >> j & 1))
                one |= 1u << j;
        done |= one;
        if (one)
            batch[batches++] = one;
    }
    batch[batches] = joined;
    return batches;
}

/* Nothing is counted unless all of it can be. */
static bool count_ways(Count *count)
{
    unsigned batch[PLACES + 1];
    int batches = share_out(count, batch);
    for (int i = 0; i <= batches; i++)
        if (!shape_batch(count, batch[i], i == batches))
            return false;
    count->takens = 1;
    Row start = {.limit = count->limits - 1};
    memset(ways, 0, (size_t)(rows_of(count) * count->inner) * sizeof(Weight));
    memset(used, 0, (size_t)rows_of(count) * sizeof used[0]);
    ways[row_of(count, start) * count->inner] = 1;
    used[row_of(count, start)] = 1;
    for (int i = 0; i < batches; i++)
        count_batch(count, batch[i], false);
    if (batch[batches])
        count_batch(count, batch[batches], true);
    return true;
}

/* ---- results ------------------------------------------------------------------------------------------------ */

static int digit(int index, int stride, int next) { return index % next / stride; }

/* One entry of the table as a stand; false if it would not stack (3.2.1). */
static bool read_stand(const Count *count, Row row, int index, Stand *out)
{
    int next = count->inner;
    for (int i = count->combat->targets - 1; i >= 0; i--) {
        if (!count->cel_stride[i])
            continue;
        if (digit(index, count->cel_stride[i], next) > count->room[i])
            return false;
        next = count->cel_stride[i];
    }
    out->ability = digit(index, count->ability_stride, next);
    next = count->ability_stride;
    for (int i = count->combat->targets - 1; i >= 0; i--) {
        out->sp[i] = 0;
        if (count->sum_of[i] != i)
            continue;
        int sp = digit(index, count->sp_stride[i], next);
        for (int j = 0; j < count->combat->targets; j++)
            out->sp[i] += count->sum_of[j] == i ? count->known[j] : 0;
        out->sp[i] = count->token[i] ? sp > 0 : out->sp[i] + sp;
        next = count->sp_stride[i];
    }
    out->cms = row.cm;
    out->limit = count->limit[row.limit];
    out->lone = count->lone;
    out->pays = false;
    for (int i = 0; i < count->combat->targets; i++) {
        out->lone &= !out->sp[i];
        out->pays |= count->token[i] && !out->sp[i];
    }
    out->covered = (out->lone ? count->all_covered : count->covered) && !row.foreign;
    return true;
}

static Weight tell_stands(const Count *count, StandUse *use, void *context)
{
    Weight total = 0;
    Row row = {0};
    for (row.cm = 0; row.cm < count->cms; row.cm++)
        for (row.limit = 0; row.limit < count->limits; row.limit++)
            for (row.foreign = 0; row.foreign < count->foreigns; row.foreign++) {
                int at = row_of(count, row);
                for (int index = 0; index < used[at]; index++) {
                    Stand stand;
                    stand.ways = ways[at * count->inner + index];
                    if (!stand.ways || !read_stand(count, row, index, &stand))
                        continue;
                    use(context, &stand);
                    total += stand.ways;
                }
            }
    return total;
}

/* Where it does not matter which ground counts, one sum does for all targets; guns alone are a matter of each hex. */
static void choose_sums(Count *count, bool one_ground)
{
    for (int i = 0; i < count->combat->targets; i++)
        one_ground &= !count->token[i];
    for (int i = 0; i < count->combat->targets; i++)
        count->sum_of[i] = one_ground ? 0 : i;
}

static bool stacks(const Count *count)
{
    for (int i = 0; i < count->combat->targets; i++)
        if (count->room[i] < 0)
            return false;
    return true;
}

bool each_stand(const Scenario *scenario, const State *view, const Combat *combat, bool one_ground, StandUse *use,
                void *context)
{
    ROOM(Count, count);
    const Force *defence = &combat->force[DEFENCE];
    static _Thread_local Room ways_room, used_room;
    ways = room_open(&ways_room, STATES * sizeof *ways);
    used = room_open(&used_room, ROWS * sizeof *used);
    memset(count, 0, offsetof(Count, candidate));
    memset(count->of_formation, 0, sizeof *count - offsetof(Count, of_formation));
    count->scenario = scenario;
    count->view = view;
    count->combat = combat;
    count->assault = combat->force[ATTACK].units > 0;
    for (int i = 0; i < defence->units; i++)
        if (is_anonymous(count, defence->unit[i]) && !add_place(count, i))
            return false;
    look(count);
    choose_sums(count, one_ground);
    int known_limit = lowest_known(count);
    limit_index(count, known_limit);
    if (count->places) {
        add_candidates(count, known_limit);
        tie_formations(count);
    }
    for (int limited = stacks(count); limited >= 0; limited--) /* one that is too high after all shows what it can */
        if (!shape_table(count, limited) || !count_ways(count))
            return false;
        else if (tell_stands(count, use, context))
            return true;
    return false;
}
