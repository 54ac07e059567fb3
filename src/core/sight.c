/* sight.c — lines of sight, exactly.
 *
 * Turned and mirrored, every line goes from (0, 0) to (p/2, q/2) with p >= q >= 0, counted in steps of two neighbouring
 * directions, `ahead` and `aside`; p and q are even when it ends in a centre and not both when it ends in the middle of a
 * hexside. Six families of straight lines cut it, and between cuts ground and line are even and the cover is the same:
 *
 *     u, v, u + v whole           sides of triangles: here the ground bends
 *     2u + v, u + 2v, u - v whole  hexsides, and the borders of sextants inside hexes: here cover begins and ends
 *
 * Member k of a family cuts the line at t = 2k / n, where n is what the family makes of (p, q). So a point is a pair
 * (k, n), and what the ground has above the line there is a whole number over n or 2n: each family is walked by
 * additions alone, and only the best points of the families are compared across.
 *
 * What counts is what lies strictly between the edges of the two end hexes. Their edges themselves do not, but the points
 * beside them do: those are the two limits, taken with the cover just beyond. Sextants, hexes and hexsides contain their
 * borders: a line that touches a wood meets it. Bare ground in the line blocks only as an isolated crest. */
#include "core/sight.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN 2 /* hexes around the map, so that no corner of a triangle is ever outside */
#define ALL_SEXTANTS 0x3F

/* Cells are hexes in slanted coordinates, so that a step in one direction is the same number everywhere. */
struct SightGround {
    const Map *map;
    int cells;
    int step[EDGES]; /* to the neighbour's cell */
    int32_t cover_height;
    int *cell;       /* by hex */
    Hex *hex;        /* by cell, NO_HEX beyond the map */
    int16_t *height; /* by cell; beyond the map that of its nearest row in its nearest column */
    uint8_t *cover;  /* by cell: sextants */
    uint8_t *hedge;  /* by cell: hexsides */
};

static int half_down(int number) { return number >= 0 ? number / 2 : -((1 - number) / 2); }

static int clamped(int number, int end) { return number < 0 ? 0 : number >= end ? end - 1 : number; }

static void fill_cell(SightGround *ground, int cell, int column, int row)
{
    const Map *map = ground->map;
    const Grid *grid = &map->grid;
    int near = clamped(row, grid->rows) * grid->columns + clamped(column, grid->columns);
    bool inside = column >= 0 && column < grid->columns && row >= 0 && row < grid->rows;
    ground->height[cell] = map->height[near];
    ground->hex[cell] = inside ? (Hex)near : NO_HEX;
    if (!inside)
        return;
    ground->cell[near] = cell;
    ground->cover[cell] = map->cover[near];
    for (Edge edge = 0; edge < EDGES; edge++)
        if (map->edge[near][edge] & map->schema->hedges)
            ground->hedge[cell] |= (uint8_t)(1u << edge);
}

SightGround *sight_make(const Map *map)
{
    SightGround *ground = calloc(1, sizeof *ground);
    if (!ground)
        return NULL;
    const Grid *grid = &map->grid;
    int shift = (grid->first_column & 1) ^ (grid->parity == EVEN_DOWN); /* as in hex_slant */
    int stride = grid->columns + 2 * MARGIN;
    int top = -MARGIN - half_down(grid->columns - 1 + MARGIN + shift);
    int bottom = grid->rows - 1 + MARGIN - half_down(shift - MARGIN);
    ground->map = map;
    ground->cells = stride * (bottom - top + 1);
    ground->cover_height = map->schema->cover_height;
    size_t cells = (size_t)ground->cells;
    ground->cell = malloc((size_t)map->hexes * sizeof *ground->cell);
    ground->hex = malloc(cells * sizeof *ground->hex);
    ground->height = malloc(cells * sizeof *ground->height);
    ground->cover = calloc(cells, 1);
    ground->hedge = calloc(cells, 1);
    if (!ground->cell || !ground->hex || !ground->height || !ground->cover || !ground->hedge) {
        sight_free(ground);
        return NULL;
    }
    for (int cell = 0; cell < ground->cells; cell++) {
        int column = cell % stride - MARGIN, slanted = cell / stride + top;
        fill_cell(ground, cell, column, slanted + half_down(column + shift));
    }
    static const int8_t across[EDGES] = {0, 1, 1, 0, -1, -1}, down[EDGES] = {-1, -1, 0, 1, 1, 0};
    for (Edge edge = 0; edge < EDGES; edge++)
        ground->step[edge] = down[edge] * stride + across[edge];
    return ground;
}

void sight_free(SightGround *ground)
{
    if (!ground)
        return;
    free(ground->cell);
    free(ground->hex);
    free(ground->height);
    free(ground->cover);
    free(ground->hedge);
    free(ground);
}

/* ---- a line, turned and mirrored ---- */

typedef struct Course {
    const SightGround *ground;
    int p, q;
    int from, to;      /* cells of the end hexes; `to` is the hex entered where the line ends on its edge */
    int ahead, aside;  /* cell steps in the two directions */
    int d, turn;       /* edge of `ahead`; that of `aside` is d + turn */
    int32_t low, rise; /* height at the start; twice what the end is higher */
    bool crossing;     /* it ends on a hexside */
    bool ties_block;
} Course;

static int edge_turned(int edge) { return (edge + 2 * EDGES) % EDGES; }

/* (across, down) is twice the way in slanted coordinates. */
static void set_course(Course *course, int across, int down)
{
    int third = -across - down, edge, p, q;
    if (across >= 0 && third >= 0)
        edge = NORTH, p = third, q = across;
    else if (down <= 0 && third <= 0)
        edge = NORTH_EAST, p = -down, q = -third;
    else if (across >= 0 && down >= 0)
        edge = SOUTH_EAST, p = across, q = down;
    else if (third <= 0 && across <= 0)
        edge = SOUTH, p = -third, q = -across;
    else if (down >= 0 && third >= 0)
        edge = SOUTH_WEST, p = down, q = third;
    else
        edge = NORTH_WEST, p = -across, q = -down;
    int next = edge == NORTH_WEST ? NORTH : edge + 1;
    bool mirrored = q > p;
    course->p = mirrored ? q : p;
    course->q = mirrored ? p : q;
    course->d = mirrored ? next : edge;
    course->turn = mirrored ? -1 : 1;
    course->ahead = course->ground->step[mirrored ? next : edge];
    course->aside = course->ground->step[mirrored ? edge : next];
}

/* It runs along a hexside wherever it runs along one at all; the last one when it ends on that. */
static bool along_hexsides(const Course *course) { return course->p == course->q; }

/* ---- points ---- */

/* What tops the line most so far: value / scale metres, at t = 2k / n. */
typedef struct Peak {
    int32_t value, scale, k, n;
    bool covered;
} Peak;

#define NO_PEAK ((Peak){INT32_MIN, 1, 0, 1, false})

static void heighten(Peak *peak, const Peak *other)
{
    int64_t mine = (int64_t)peak->value * other->scale, theirs = (int64_t)other->value * peak->scale;
    if (theirs > mine || (theirs == mine && (int64_t)other->k * peak->n < (int64_t)peak->k * other->n))
        *peak = *other;
}

/* How much higher the bare ground is than the line at (k, n), times n. */
static int32_t bare_value(const Course *course, int k, int n)
{
    const int16_t *height = course->ground->height;
    int u = course->p * k / n, v = course->q * k / n;
    int right = course->p * k - u * n, left = course->q * k - v * n; /* how far past (u, v), times n */
    int cell = course->from + u * course->ahead + v * course->aside;
    int32_t top;
    if (right + left <= n)
        top = (n - right - left) * height[cell] + right * height[cell + course->ahead] +
              left * height[cell + course->aside];
    else
        top = (right + left - n) * height[cell + course->ahead + course->aside] +
              (n - left) * height[cell + course->ahead] + (n - right) * height[cell + course->aside];
    return top - n * course->low - course->rise * k;
}

/* Whether bare ground that touches the line at (k, n) lies below it just before and just behind: the ground is even up
 * to the nearest sides of triangles. */
static bool isolated(const Course *course, int k, int n)
{
    int family[3] = {course->p, course->q, course->p + course->q};
    int before_k = 0, before_n = 1, after_k = 1, after_n = 2; /* the ends of the line */
    for (int i = 0; i < 3; i++) {
        int m = family[i];
        if (!m)
            continue;
        int before = (k * m - 1) / n, after = k * m / n + 1;
        if (before * before_n > before_k * m)
            before_k = before, before_n = m;
        if (after * after_n < after_k * m)
            after_k = after, after_n = m;
    }
    /* at the ends themselves the ground meets the line, where a stretch that lies in it would end too */
    return bare_value(course, before_k, before_n) < 0 && bare_value(course, after_k, after_n) < 0;
}

static inline bool blocks(const Course *course, int32_t value, bool covered, int k, int n)
{
    if (value != 0)
        return value > 0;
    if (course->ties_block)
        return course->rise != 0;
    return covered || (course->rise != 0 && isolated(course, k, n));
}

/* ---- the sides of triangles ---- */

/* A family of them: where its first member lies, how the cell moves from one to the next, and which way its sides run. */
typedef struct Sides {
    int n, step, rest, carry; /* the cell moves by `step`, and by `carry` more when `rest` has summed up to n */
    int side;                 /* cell step along a side of a triangle */
    int edge;
} Sides;

/* True when something blocks; then the rest is only looked at if the peak is wanted. */
static inline bool walk_sides(const Course *course, const Sides *sides, Peak *peak, bool wanted)
{
    const int16_t *height = course->ground->height;
    const uint8_t *cover = course->ground->cover, *hedge = course->ground->hedge;
    int n = sides->n, cell = course->from, rest = 0, edge = sides->edge, back = edge_turned(edge + 3);
    int32_t line = n * course->low, cover_height = n * course->ground->cover_height;
    bool blocked = false;
    for (int k = 1; 2 * k < n; k++) {
        cell += sides->step;
        rest += sides->rest;
        if (rest >= n) {
            rest -= n;
            cell += sides->carry;
        }
        line += course->rise;
        int other = cell + sides->side;
        int32_t value = (n - rest) * height[cell] + rest * height[other] - line;
        unsigned bits = 2 * rest <= n ? cover[cell] >> edge : 0;
        if (2 * rest >= n)
            bits |= cover[other] >> back;
        if (2 * rest == n)
            bits |= hedge[cell] >> edge;
        bool covered = rest ? bits & 1 : cover[cell] != 0;
        value += covered ? cover_height : 0;
        if (value > peak->value)
            *peak = (Peak){value, n, k, n, covered};
        if (value >= 0 && blocks(course, value, covered, k, n)) {
            if (!wanted)
                return true;
            blocked = true;
        }
    }
    return blocked;
}

/* ---- hexsides and the borders of sextants ---- */

/* A family of them. Along a member centres are two apart and between them lie, in turn, a border of two sextants of the
 * one, a hexside, and a border of two sextants of the other; `place` / n is how far the cut is past the first centre, the
 * cell. The border leaves that centre between the edges `one` and `two`. */
typedef struct Borders {
    int n, place, cell;
    int k, last;
    int one, two;       /* edges */
    int to_one, to_two; /* cell steps */
    int hexside;        /* edge from the cell at `two` to the cell at `one` */
} Borders;

/* What covers the point, as bits; 0 nothing. Inside a hex all of whose sextants are covered nothing begins or ends. */
static inline unsigned border_cover(const Course *course, const Borders *borders)
{
    const uint8_t *cover = course->ground->cover, *hedge = course->ground->hedge;
    int thrice = 3 * borders->place, n = borders->n;
    unsigned pair = 1u << borders->one | 1u << borders->two;
    bool near = thrice <= 2 * n, far = thrice >= 4 * n;
    unsigned bits = 0;
    if (far) {
        int centre = borders->cell + borders->to_one + borders->to_two;
        pair = (pair << 3 | pair >> 3) & ALL_SEXTANTS;
        bits = cover[centre] & pair;
        if (thrice > 4 * n)
            return cover[centre] == ALL_SEXTANTS ? 0 : bits;
        bits |= hedge[centre] & pair;
    } else if (near) {
        bits = cover[borders->cell] & pair;
        if (thrice < 2 * n)
            return cover[borders->cell] == ALL_SEXTANTS ? 0 : bits;
        bits |= hedge[borders->cell] & pair;
    }
    int cell = borders->cell + borders->to_two;
    bits |= (cover[cell] | hedge[cell]) >> borders->hexside & 1;
    return bits | (cover[borders->cell + borders->to_one] >> edge_turned(borders->hexside + 3) & 1);
}

/* Times 2n. */
static inline int32_t border_value(const Course *course, const Borders *borders)
{
    const int16_t *height = course->ground->height;
    int one = borders->cell + borders->to_one, two = borders->cell + borders->to_two;
    bool nearer = borders->place <= borders->n;
    int centre = nearer ? borders->cell : one + borders->to_two;
    int away = nearer ? borders->place : 2 * borders->n - borders->place;
    return 2 * (borders->n - away) * height[centre] + away * (height[one] + height[two]) -
           2 * (borders->n * course->low + course->rise * borders->k);
}

static inline bool meet_border(const Course *course, const Borders *borders, Peak *peak)
{
    if (!border_cover(course, borders))
        return false;
    int32_t value = border_value(course, borders) + 2 * borders->n * course->ground->cover_height;
    if (value > peak->value)
        *peak = (Peak){value, 2 * borders->n, borders->k, borders->n, true};
    return value >= 0 && blocks(course, value, true, borders->k, borders->n);
}

/* 2u + v, and mirrored u + 2v: the centres of neighbouring members are set off against each other. */
static inline void next_slanted(Borders *borders, int along, int up, int down)
{
    borders->k++;
    borders->place += along;
    if (borders->place >= borders->n) {
        borders->place -= borders->n;
        borders->cell += up;
    } else {
        borders->place += borders->n;
        borders->cell += down;
    }
}

/* The three families; each is walked from the viewer's own centre on. */
static Borders steep_borders(const Course *course)
{
    int aside = edge_turned(course->d + course->turn), beyond = edge_turned(course->d + 2 * course->turn);
    return (Borders){.n = 2 * course->p + course->q,
                     .cell = course->from,
                     .one = aside,
                     .two = beyond,
                     .to_one = course->aside,
                     .to_two = course->aside - course->ahead,
                     .hexside = course->d};
}

static Borders flat_borders(const Course *course)
{
    int before = edge_turned(course->d - course->turn);
    return (Borders){.n = course->p + 2 * course->q,
                     .cell = course->from,
                     .one = course->d,
                     .two = before,
                     .to_one = course->ahead,
                     .to_two = course->ahead - course->aside,
                     .hexside = edge_turned(course->d + course->turn)};
}

static Borders level_borders(const Course *course)
{
    return (Borders){.n = course->p - course->q,
                     .cell = course->from,
                     .one = course->d,
                     .two = edge_turned(course->d + course->turn),
                     .to_one = course->ahead,
                     .to_two = course->aside,
                     .hexside = edge_turned(course->d - course->turn)};
}

static inline bool walk_slanted(const Course *course, Borders borders, int along, int up, int down, int first, int last,
                                Peak *peak, bool wanted)
{
    bool blocked = false;
    while (borders.k < last) {
        next_slanted(&borders, along, up, down);
        if (borders.k >= first && meet_border(course, &borders, peak)) {
            if (!wanted)
                return true;
            blocked = true;
        }
    }
    return blocked;
}

static inline bool walk_level(const Course *course, Borders borders, int last, Peak *peak, bool wanted)
{
    bool blocked = false;
    int both = course->ahead + course->aside, rest = 0;
    int whole = course->q / borders.n, part = course->q % borders.n;
    while (borders.k < last) {
        borders.k++;
        borders.cell += course->ahead + whole * both;
        rest += part;
        if (rest >= borders.n) {
            rest -= borders.n;
            borders.cell += both;
        }
        borders.place = 2 * rest;
        if (meet_border(course, &borders, peak)) {
            if (!wanted)
                return true;
            blocked = true;
        }
    }
    return blocked;
}

/* The last member of a family that is met before the end; where the line ends along a hexside, before that begins. */
static int last_before_end(const Course *course, int n)
{
    return course->crossing && along_hexsides(course) && n == 3 * course->p ? (n - 1) / 2 - 1 : (n - 1) / 2;
}

static bool walk_borders(const Course *course, Peak *peak, bool wanted)
{
    int ahead = course->ahead, aside = course->aside, p = course->p, q = course->q;
    int edge = along_hexsides(course); /* then both slanted families meet the end hexes in their corners */
    int own = !course->crossing;       /* at the other end there is such a hex too */
    Peak best[3] = {NO_PEAK, NO_PEAK, NO_PEAK};
    bool blocked = walk_slanted(course, steep_borders(course), q, aside, ahead - aside, 2,
                                last_before_end(course, 2 * p + q) - own, &best[0], wanted);
    if (blocked && !wanted)
        return true;
    blocked |= walk_slanted(course, flat_borders(course), p, ahead, aside - ahead, 1 + edge,
                            last_before_end(course, p + 2 * q) - (own & edge), &best[1], wanted);
    if (blocked && !wanted)
        return true;
    if (p > q)
        blocked |= walk_level(course, level_borders(course), last_before_end(course, p - q), &best[2], wanted);
    for (int i = 0; wanted && i < 3; i++)
        heighten(peak, &best[i]);
    return blocked;
}

/* ---- the limits ---- */

/* Beside the edge of an end hex, coming from its centre by `ahead` and `aside`; `rise` as seen from there. The first
 * stretch beyond lies in the hex ahead, or along the hexside between the hexes ahead and aside. */
static Peak end_limit(const Course *course, int cell, int ahead, int aside, int edge, int32_t rise, int k)
{
    const SightGround *ground = course->ground;
    int n = 2 * course->p + course->q, here = ground->height[cell];
    Peak limit = {.scale = n, .k = k, .n = n};
    limit.value =
        course->p * (ground->height[cell + ahead] - here) + course->q * (ground->height[cell + aside] - here) - rise;
    if (along_hexsides(course)) {
        int across = edge_turned(edge + 2 * course->turn);
        limit.covered = ((ground->cover[cell + ahead] | ground->hedge[cell + ahead]) >> across |
                         ground->cover[cell + aside] >> edge_turned(across + 3)) &
                        1;
    } else {
        limit.covered = ground->cover[cell + ahead] >> edge_turned(edge + 3) & 1;
    }
    return limit;
}

/* Before the middle of the hexside where the line ends, or before that hexside if it runs along it. */
static Peak crossing_limit(const Course *course)
{
    const SightGround *ground = course->ground;
    int p = course->p, q = course->q, d = course->d, turn = course->turn;
    int cell = course->from + p / 2 * course->ahead + q / 2 * course->aside;
    if (along_hexsides(course)) {
        Peak limit = {.scale = 3 * p, .k = (3 * p - 1) / 2, .n = 3 * p};
        unsigned pair = 1u << d | 1u << edge_turned(d + turn);
        limit.value = bare_value(course, limit.k, limit.n);
        limit.covered = (ground->cover[cell] & pair) != 0;
        return limit;
    }
    Peak limit = {.scale = 2, .k = 1, .n = 2}; /* the ground meets the line there */
    if (p % 2 && q % 2)
        limit.covered = ground->cover[cell + course->aside] >> edge_turned(d - turn) & 1;
    else
        limit.covered = ground->cover[cell] >> (p % 2 ? d : edge_turned(d + turn)) & 1;
    return limit;
}

static bool meet_limit(const Course *course, Peak limit, Peak *peak)
{
    limit.value += limit.covered ? limit.scale * course->ground->cover_height : 0;
    heighten(peak, &limit);
    return limit.value > 0;
}

/* ---- the line ---- */

static bool limits_block(const Course *course, Peak *peak)
{
    int n = 2 * course->p + course->q, ahead = course->ahead, aside = course->aside, back = edge_turned(course->d + 3);
    bool blocked = meet_limit(course, end_limit(course, course->from, ahead, aside, course->d, course->rise, 1), peak);
    Peak other = course->crossing ? crossing_limit(course)
                                  : end_limit(course, course->to, -ahead, -aside, back, -course->rise, n / 2 - 1);
    return meet_limit(course, other, peak) || blocked;
}

static bool sides_block(const Course *course, Peak *peak, bool wanted)
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside;
    int d = course->d, d_aside = edge_turned(d + course->turn);
    Peak best[3] = {NO_PEAK, NO_PEAK, NO_PEAK};
    Sides sum = {p + q, aside, p, ahead - aside, ahead - aside, edge_turned(d - course->turn)};
    bool blocked = walk_sides(course, &sum, &best[0], wanted);
    if (q && p != q && (wanted || !blocked)) { /* else the others have nothing of their own */
        Sides one = {p, ahead, q, aside, aside, d_aside}, two = {q, aside + p / q * ahead, p % q, ahead, ahead, d};
        blocked |= walk_sides(course, &one, &best[1], wanted);
        if (wanted || !blocked)
            blocked |= walk_sides(course, &two, &best[2], wanted);
    }
    for (int i = 0; wanted && i < 3; i++)
        heighten(peak, &best[i]);
    return blocked;
}

/* A limit is the point of contention only where no point comes up to it. */
static bool ground_blocks(const Course *course, Peak *peak, bool wanted)
{
    Peak limit = NO_PEAK;
    *peak = NO_PEAK;
    bool blocked = limits_block(course, &limit);
    if (wanted || !blocked)
        blocked |= sides_block(course, peak, wanted);
    if (wanted || !blocked)
        blocked |= walk_borders(course, peak, wanted);
    if ((int64_t)limit.value * peak->scale > (int64_t)peak->value * limit.scale)
        *peak = limit;
    return blocked;
}

/* ---- veils ---- */

static bool in_set(const uint64_t *set, Hex hex) { return set && hex != NO_HEX && (set[hex >> 6] >> (hex & 63) & 1); }

static Hex veil_at(const Course *course, const uint64_t *veils, int cell)
{
    Hex hex = course->ground->hex[cell];
    return cell != course->from && cell != course->to && in_set(veils, hex) ? hex : NO_HEX;
}

/* The veil that the line meets where it cuts this border: a hex is come upon over one of its hexsides, or in a corner. */
static Hex border_veil(const Course *course, const Borders *borders, const uint64_t *veils)
{
    int thrice = 3 * borders->place, n = borders->n;
    if (thrice < 2 * n || thrice > 4 * n)
        return NO_HEX;
    Hex veil = veil_at(course, veils, borders->cell + borders->to_one);
    if (veil == NO_HEX)
        veil = veil_at(course, veils, borders->cell + borders->to_two);
    if (veil == NO_HEX && thrice == 2 * n)
        veil = veil_at(course, veils, borders->cell);
    if (veil == NO_HEX && thrice == 4 * n)
        veil = veil_at(course, veils, borders->cell + borders->to_one + borders->to_two);
    return veil;
}

static Hex slanted_veil(const Course *course, Borders borders, int along, int up, int down, const uint64_t *veils)
{
    Hex veil = NO_HEX;
    for (int last = last_before_end(course, borders.n); borders.k < last && veil == NO_HEX;) {
        next_slanted(&borders, along, up, down);
        veil = border_veil(course, &borders, veils);
    }
    return veil;
}

static Hex level_veil(const Course *course, Borders borders, const uint64_t *veils)
{
    Hex veil = NO_HEX;
    int n = borders.n;
    for (int last = last_before_end(course, n); borders.k < last && veil == NO_HEX;) {
        int v = course->q * ++borders.k / n;
        borders.cell = course->from + (borders.k + v) * course->ahead + v * course->aside;
        borders.place = 2 * (course->q * borders.k - v * n);
        veil = border_veil(course, &borders, veils);
    }
    return veil;
}

static Hex veil_between(const Course *course, const uint64_t *veils)
{
    int ahead = course->ahead, aside = course->aside;
    Hex veil = slanted_veil(course, steep_borders(course), course->q, aside, ahead - aside, veils);
    if (veil == NO_HEX)
        veil = slanted_veil(course, flat_borders(course), course->p, ahead, aside - ahead, veils);
    if (veil == NO_HEX && !along_hexsides(course))
        veil = level_veil(course, level_borders(course), veils);
    return veil;
}

/* ---- what is asked ---- */

static int seen_from(const Seeing *seeing, Hex target)
{
    return in_set(seeing->lit, target) ? seeing->lit_visibility : seeing->visibility;
}

static void begin(Course *course, const SightGround *ground, Hex viewer, Hex target, const Seeing *seeing)
{
    const Slant *from = &ground->map->slant[viewer], *to = &ground->map->slant[target];
    *course = (Course){.ground = ground, .from = ground->cell[viewer], .to = ground->cell[target]};
    course->ties_block = seeing->ties_block;
    course->low = ground->height[course->from];
    course->rise = 2 * (ground->height[course->to] - course->low);
    set_course(course, 2 * (to->across - from->across), 2 * (to->down - from->down));
}

static void begin_crossing(Course *course, const SightGround *ground, Hex viewer, Hex entered, Edge edge,
                           const Seeing *seeing)
{
    const Map *map = ground->map;
    const Slant *from = &map->slant[viewer], *to = &map->slant[entered], *left = &map->slant[map->next[entered][edge]];
    *course = (Course){.ground = ground, .from = ground->cell[viewer], .to = ground->cell[entered], .crossing = true};
    course->ties_block = seeing->ties_block;
    course->low = ground->height[course->from];
    course->rise = map->height[entered] + map->height[map->next[entered][edge]] - 2 * course->low;
    set_course(course, to->across + left->across - 2 * from->across, to->down + left->down - 2 * from->down);
}

/* The hex of the point; on a border not an end hex, and rather one with cover. */
static Hex hex_of_point(const Course *course, int k, int n)
{
    int u = course->p * k / n, v = course->q * k / n;
    int right = course->p * k - u * n, left = course->q * k - v * n;
    int corner = course->from + u * course->ahead + v * course->aside, best = corner, most = -1;
    bool upper = right + left > n;
    const int cell[3] = {corner + course->ahead, corner + course->aside,
                         upper ? corner + course->ahead + course->aside : corner};
    const int weight[3] = {upper ? n - left : right, upper ? n - right : left,
                           upper ? right + left - n : n - right - left};
    for (int i = 0; i < 3; i++) {
        bool end = cell[i] == course->from || (cell[i] == course->to && !course->crossing);
        int nearness = 4 * weight[i] + 2 * !end + (course->ground->cover[cell[i]] != 0);
        if (nearness > most && course->ground->hex[cell[i]] != NO_HEX) {
            most = nearness;
            best = cell[i];
        }
    }
    return course->ground->hex[best];
}

static void tell_contention(const Course *course, const Peak *peak, SightLine *line)
{
    int part = 2 * peak->k, parts = peak->n, common = part, rest = parts;
    while (rest) {
        int next = common % rest;
        common = rest;
        rest = next;
    }
    line->contended = true;
    line->covered = peak->covered;
    line->part = part / common;
    line->parts = parts / common;
    line->scale = peak->scale;
    line->line = peak->scale * course->low + course->rise * peak->k * (peak->scale / peak->n);
    line->top = line->line + peak->value;
    line->hex = hex_of_point(course, peak->k, peak->n);
}

static SightLine answer(const Course *course, const Seeing *seeing)
{
    SightLine line = {.answer = SIGHT_CLEAR, .hex = NO_HEX};
    if (seeing->veils && (line.hex = veil_between(course, seeing->veils)) != NO_HEX) {
        line.answer = SIGHT_VEILED;
        return line;
    }
    Peak peak;
    if (ground_blocks(course, &peak, true))
        line.answer = SIGHT_BLOCKED;
    tell_contention(course, &peak, &line);
    return line;
}

static bool clear(const Course *course, const Seeing *seeing)
{
    Peak peak;
    return !(seeing->veils && veil_between(course, seeing->veils) != NO_HEX) && !ground_blocks(course, &peak, false);
}

/* The answer that distance alone gives; SIGHT_BLOCKED where the ground must be asked. */
static SightAnswer by_distance(const SightGround *ground, Hex viewer, Hex target, const Seeing *seeing)
{
    int distance = map_distance(ground->map, viewer, target);
    if (distance > seen_from(seeing, target))
        return SIGHT_TOO_FAR;
    return distance <= 1 ? SIGHT_CLEAR : SIGHT_BLOCKED;
}

SightLine sight_line(const SightGround *ground, Hex viewer, Hex target, const Seeing *seeing)
{
    SightAnswer first = by_distance(ground, viewer, target, seeing);
    if (first != SIGHT_BLOCKED)
        return (SightLine){.answer = first, .hex = NO_HEX};
    Course course;
    begin(&course, ground, viewer, target, seeing);
    return answer(&course, seeing);
}

bool sight_clear(const SightGround *ground, Hex viewer, Hex target, const Seeing *seeing)
{
    SightAnswer first = by_distance(ground, viewer, target, seeing);
    if (first != SIGHT_BLOCKED)
        return first == SIGHT_CLEAR;
    Course course;
    begin(&course, ground, viewer, target, seeing);
    return clear(&course, seeing);
}

SightLine sight_crossing(const SightGround *ground, Hex viewer, Hex entered, Edge edge, const Seeing *seeing)
{
    SightAnswer first = by_distance(ground, viewer, entered, seeing);
    if (first != SIGHT_BLOCKED || ground->map->next[entered][edge] == NO_HEX)
        return (SightLine){.answer = first, .hex = NO_HEX};
    Course course;
    begin_crossing(&course, ground, viewer, entered, edge, seeing);
    return answer(&course, seeing);
}

bool sight_crossing_clear(const SightGround *ground, Hex viewer, Hex entered, Edge edge, const Seeing *seeing)
{
    SightAnswer first = by_distance(ground, viewer, entered, seeing);
    if (first != SIGHT_BLOCKED || ground->map->next[entered][edge] == NO_HEX)
        return first == SIGHT_CLEAR;
    Course course;
    begin_crossing(&course, ground, viewer, entered, edge, seeing);
    return clear(&course, seeing);
}

void sight_field(const SightGround *ground, Hex viewer, const Seeing *seeing, uint64_t *out)
{
    const Map *map = ground->map;
    memset(out, 0, (size_t)map->words * sizeof *out);
    for (int hex = 0; hex < map->hexes; hex++)
        if (sight_clear(ground, viewer, (Hex)hex, seeing))
            out[hex >> 6] |= (uint64_t)1 << (hex & 63);
}
