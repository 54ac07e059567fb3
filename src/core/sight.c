/* sight.c — lines of sight, exactly.
 *
 * Turned and mirrored, every line goes from (0, 0) to (p/2, q/2) with p >= q >= 0, counted in steps of two
 * neighbouring directions, `ahead` and `aside`; p and q are even when it ends in a centre and not both when it ends in
 * the middle of a hexside. Six families of straight lines cut it, and between cuts ground and line are even and the
 * cover is the same:
 *
 *     u, v, u + v whole            sides of triangles: here the ground bends
 *     2u + v, u + 2v, u - v whole  hexsides, and the borders of sextants inside hexes: here cover begins and ends
 *
 * Member k of a family cuts the line at t = 2k / n, where n is what the family makes of (p, q). So a point is a pair
 * (k, n), and what the ground has above the line there is a whole number over n: each family is walked by additions
 * alone, and only the best points of the families are compared across.
 *
 * What counts is what lies strictly between the edges of the two end hexes. Their edges themselves do not, but the
 * points beside them do: those are the two limits, taken with the cover just beyond. Sextants, hexes and hexsides
 * contain their borders: a line that touches a wood meets it. Bare ground in the line blocks only as an isolated
 * crest. */
#include "core/sight.h"

#include <stdlib.h>
#include <string.h>

#define MARGIN 2 /* hexes around the map, so that no corner of a triangle is ever outside */
#define ALL_SEXTANTS 0x3Fu
#define LOWEST (-20000) /* below any ground */
#define HEDGES 8        /* where the bits of hexsides begin, above those of sextants */

/* Cells are hexes in slanted coordinates, so that a step in one direction is the same number everywhere. */
struct SightGround {
    const Map *map;
    int cells;
    int step[EDGES]; /* to the neighbour's cell */
    int32_t cover_height;
    int *cell;            /* by hex */
    Hex *hex;             /* by cell, NO_HEX beyond the map */
    int16_t *height;      /* by cell; beyond the map that of its nearest row in its nearest column */
    uint16_t *stand;      /* by cell: bits of covered sextants, and of hedgerows above them */
    uint8_t *side[EDGES]; /* by cell: bits by SidePoint, where the side of a triangle over that edge is covered */
    /* By cell, of the line from its centre between the edge and the next: what could at most stand on the hexside
     * there, and on the borders of sextants at both its ends, in metres; LOWEST where nothing does. */
    int16_t (*glance[EDGES])[2];
};

/* Where on the side of a triangle a point lies: nearer to its first end, in the middle, nearer to the other, or in the
 * first end itself. */
typedef enum SidePoint { SIDE_NEAR, SIDE_MIDDLE, SIDE_FAR, SIDE_CENTRE } SidePoint;

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
    ground->stand[cell] = map->cover[near];
    for (Edge edge = 0; edge < EDGES; edge++)
        if (map->edge[near][edge] & map->schema->hedges)
            ground->stand[cell] |= (uint16_t)(1u << (HEDGES + edge));
}

static bool partly_covered(const SightGround *ground, int cell)
{
    unsigned sextants = ground->stand[cell] & ALL_SEXTANTS;
    return sextants != 0 && sextants != ALL_SEXTANTS;
}

/* Inside a hex that is covered all over nothing begins or ends at the borders of sextants. The corners, where a hexside
 * begins, count as the hexside. */
static void fill_glance(SightGround *ground, Edge edge, int cell)
{
    int one = cell + ground->step[edge], two = cell + ground->step[(edge + 1) % EDGES], beyond = one + two - cell;
    if (one < 0 || two < 0 || beyond < 0 || one >= ground->cells || two >= ground->cells || beyond >= ground->cells)
        return;
    int highest = ground->height[cell];
    highest = ground->height[one] > highest ? ground->height[one] : highest;
    highest = ground->height[two] > highest ? ground->height[two] : highest;
    highest = ground->height[beyond] > highest ? ground->height[beyond] : highest;
    highest += ground->cover_height;
    unsigned across = 1u << (edge + 5) % EDGES,
             back = 1u << (edge + 2) % EDGES; /* from two to one, and from one to two */
    unsigned around = 1u << edge | 1u << (edge + 1) % EDGES, opposite = (around << 3 | around >> 3) & ALL_SEXTANTS;
    unsigned bits = (ground->stand[two] & (across | across << HEDGES)) | (ground->stand[one] & back);
    bits |= ground->stand[cell] & (around | around << HEDGES);
    bits |= ground->stand[beyond] & (opposite | opposite << HEDGES);
    if (bits)
        ground->glance[edge][cell][0] = (int16_t)highest;
    if (partly_covered(ground, cell) || partly_covered(ground, beyond))
        ground->glance[edge][cell][1] = (int16_t)highest;
}

static void fill_side(SightGround *ground, Edge edge, int cell)
{
    int other = cell + ground->step[edge];
    if (other < 0 || other >= ground->cells)
        return;
    unsigned here = ground->stand[cell], there = ground->stand[other];
    unsigned near = here >> edge & 1, far = there >> edge_opposite(edge) & 1, hedge = here >> (HEDGES + edge) & 1;
    ground->side[edge][cell] = (uint8_t)(near << SIDE_NEAR | (near | far | hedge) << SIDE_MIDDLE | far << SIDE_FAR |
                                         (unsigned)((here & ALL_SEXTANTS) != 0) << SIDE_CENTRE);
}

static void fill_edges(SightGround *ground)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        ground->side[edge] = ground->side[0] + edge * ground->cells;
        ground->glance[edge] = ground->glance[0] + edge * ground->cells;
        for (int cell = 0; cell < ground->cells; cell++) {
            ground->glance[edge][cell][0] = ground->glance[edge][cell][1] = LOWEST;
            fill_glance(ground, edge, cell);
            fill_side(ground, edge, cell);
        }
    }
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
    ground->stand = calloc(cells, sizeof *ground->stand);
    ground->glance[0] = malloc(cells * EDGES * sizeof *ground->glance[0]);
    ground->side[0] = calloc(cells, EDGES);
    if (!ground->cell || !ground->hex || !ground->height || !ground->stand || !ground->glance[0] || !ground->side[0]) {
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
    fill_edges(ground);
    return ground;
}

void sight_free(SightGround *ground)
{
    if (!ground)
        return;
    free(ground->cell);
    free(ground->hex);
    free(ground->height);
    free(ground->stand);
    free(ground->glance[0]); /* one block for all edges, and so are the sides */
    free(ground->side[0]);
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

static inline int edge_turned(int edge) { return edge < 0 ? edge + EDGES : edge >= EDGES ? edge - EDGES : edge; }

/* (across, down) is twice the way in slanted coordinates. The signs of the three coordinates tell between which two
 * directions it lies, and which coordinates count the steps in the first and in the second; tables, because jumps on
 * them could not be foretold. */
static void set_course(Course *course, int across, int down)
{
    static const uint8_t between[8][3] = {[2] = {NORTH, 2, 0}, [6] = {NORTH_EAST, 1, 2}, [4] = {SOUTH_EAST, 0, 1},
                                          [5] = {SOUTH, 2, 0}, [1] = {SOUTH_WEST, 1, 2}, [3] = {NORTH_WEST, 0, 1}};
    static const uint8_t edges[2][EDGES + 1] = {{0, 1, 2, 3, 4, 5, 0}, {1, 2, 3, 4, 5, 0, 1}};
    int third = -across - down, steps[3] = {abs(across), abs(down), abs(third)};
    const uint8_t *sector = between[(across < 0) | (down < 0) << 1 | (third < 0) << 2];
    int p = steps[sector[1]], q = steps[sector[2]], mirrored = q > p;
    course->p = p > q ? p : q;
    course->q = p > q ? q : p;
    course->d = edges[mirrored][sector[0]];
    course->turn = 1 - 2 * mirrored;
    course->ahead = course->ground->step[course->d];
    course->aside = course->ground->step[edges[!mirrored][sector[0]]];
}

/* It runs along a hexside wherever it runs along one at all; the last one when it ends on that. */
static bool along_hexsides(const Course *course) { return course->p == course->q; }

/* ---- points ---- */

/* Where a family cuts the line, one cut after the other. The cell moves by `move` from each to the next, and by `carry`
 * more whenever `left`, what is missing until the next whole number, runs out. Masks instead of jumps: when that is
 * cannot be foretold. */
typedef struct Steps {
    int n, left, cell;
    int less, move, carry;
} Steps;

/* At cut k the cell is to be k steps away, and as many carries more as n goes into `along` times k, rounded up. */
static Steps steps_along(const Course *course, int n, int along, int step, int carry)
{
    int whole = along / n;
    return (Steps){
        .n = n, .cell = course->from, .less = along - whole * n, .move = step + whole * carry, .carry = carry};
}

static inline void step_on(Steps *steps)
{
    steps->left -= steps->less;
    int over = -(steps->left < 0); /* all bits or none */
    steps->left += steps->n & over;
    steps->cell += steps->move + (steps->carry & over);
}

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

/* A family of them. A cut lies on the side that comes to the cell, `left` / n away from it. */
typedef struct Sides {
    Steps steps;
    int side;             /* cell step along the side, away from the cell */
    const uint8_t *cover; /* by cell, see SidePoint */
} Sides;

/* The sides run in the direction of `edge`. */
static Sides sides_along(const Course *course, int n, int along, int step, int carry, int edge)
{
    int back = edge_turned(edge + 3);
    return (Sides){steps_along(course, n, along, step, carry), course->ground->step[back], course->ground->side[back]};
}

/* Fills in the families that have points of their own; returns how many. */
static int sides_of(const Course *course, Sides out[3])
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside, d = course->d, turn = course->turn;
    out[0] = sides_along(course, p + q, p, aside, ahead - aside, d - turn);
    if (!q || p == q)
        return 1;
    out[1] = sides_along(course, p, q, ahead, aside, d + turn);
    out[2] = sides_along(course, q, p, aside, ahead, d);
    return 3;
}

/* What the cut tops the line by, times n. `line` is the line's height there, times n. */
static inline int32_t side_value(const SightGround *ground, const Sides *sides, int32_t line, int *covered)
{
    int n = sides->steps.n, left = sides->steps.left, cell = sides->steps.cell;
    int32_t here = ground->height[cell], there = ground->height[cell + sides->side];
    int point = ((2 * left >= n) + (2 * left > n)) | (-(left == 0) & SIDE_CENTRE);
    *covered = sides->cover[cell] >> point & 1;
    return n * here + left * (there - here) - line + (n * ground->cover_height & -*covered);
}

static inline void raise_sides(const Course *course, Sides sides, Peak *peak)
{
    const SightGround *ground = course->ground;
    int n = sides.steps.n, best_k = 0, covered;
    int32_t best = INT32_MIN, line = n * course->low;
    for (int k = 1; 2 * k < n; k++) {
        step_on(&sides.steps);
        line += course->rise;
        int32_t value = 2 * side_value(ground, &sides, line, &covered) + covered; /* one number for both */
        best_k = value > best ? k : best_k;
        best = value > best ? value : best;
    }
    if (best_k)
        heighten(peak, &(Peak){(best - (best & 1)) / 2, n, best_k, n, best & 1});
}

static inline bool sides_block(const Course *course, Sides sides)
{
    int n = sides.steps.n, covered;
    int32_t line = n * course->low;
    for (int k = 1; 2 * k < n; k++) {
        step_on(&sides.steps);
        line += course->rise;
        int32_t value = side_value(course->ground, &sides, line, &covered);
        if (value >= 0 && blocks(course, value, covered, k, n))
            return true;
    }
    return false;
}

/* ---- hexsides and the borders of sextants ---- */

/* A family of them. Along a member centres are two apart and between them lie, in turn, a border of two sextants of the
 * one, a hexside, and a border of two sextants of the other. The cut is twice `left` / n away from the cell, along the
 * border that leaves its centre between the edges `one` and `two`. */
typedef struct Borders {
    Steps steps;
    int k, first, last;           /* which member, and which of them count */
    int one, two, to_one, to_two; /* edges and cell steps */
    int hexside;                  /* edge from the cell at `two` to the cell at `one` */
    const int16_t (*glance)[2];
} Borders;

static bool border_covered(const Course *course, const Borders *borders)
{
    const uint16_t *stand = course->ground->stand;
    int thrice = 3 * borders->steps.left, n = borders->steps.n, cell = borders->steps.cell;
    unsigned pair = 1u << borders->one | 1u << borders->two, bits = 0;
    if (thrice <= n)
        bits = stand[cell] & (thrice == n ? pair | pair << HEDGES : pair);
    if (thrice >= 2 * n) {
        pair = (pair << 3 | pair >> 3) & ALL_SEXTANTS;
        bits = stand[cell + borders->to_one + borders->to_two] & (thrice == 2 * n ? pair | pair << HEDGES : pair);
    }
    if (thrice < n || thrice > 2 * n)
        return bits != 0;
    unsigned hexside = 1u << borders->hexside;
    bits |= stand[cell + borders->to_two] & (hexside | hexside << HEDGES);
    return bits || stand[cell + borders->to_one] >> edge_turned(borders->hexside + 3) & 1;
}

/* How much cover there tops the line, times n. */
static int32_t border_value(const Course *course, const Borders *borders)
{
    const SightGround *ground = course->ground;
    int n = borders->steps.n, left = borders->steps.left;
    int one = borders->steps.cell + borders->to_one, two = borders->steps.cell + borders->to_two;
    bool nearer = 2 * left <= n;
    int centre = nearer ? borders->steps.cell : one + borders->to_two;
    int away = nearer ? left : n - left;
    return (n - 2 * away) * ground->height[centre] + away * (ground->height[one] + ground->height[two]) +
           n * (ground->cover_height - course->low) - course->rise * borders->k;
}

/* The last member of a family that is met before the end; where the line ends along a hexside, before that begins. */
static int last_before_end(const Course *course, int n)
{
    return course->crossing && along_hexsides(course) && n == 3 * course->p ? (n - 1) / 2 - 1 : (n - 1) / 2;
}

/* The border leaves the centre between two edges; the second is a turn on from the first. */
static Borders borders_along(const Course *course, Steps steps, int edge, int turn)
{
    int one = edge_turned(edge), two = edge_turned(edge + turn);
    return (Borders){.steps = steps,
                     .first = 1,
                     .last = last_before_end(course, steps.n),
                     .one = one,
                     .two = two,
                     .to_one = course->ground->step[one],
                     .to_two = course->ground->step[two],
                     .hexside = edge_turned(edge - turn),
                     .glance = (const int16_t(*)[2])course->ground->glance[turn > 0 ? one : two]};
}

static int borders_of(const Course *course, Borders out[3])
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside, d = course->d, turn = course->turn;
    Steps steep = steps_along(course, 2 * p + q, p, aside, ahead - 2 * aside);
    Steps flat = steps_along(course, p + 2 * q, q, ahead, aside - 2 * ahead);
    out[0] = borders_along(course, steep, d + turn, turn);
    out[1] = borders_along(course, flat, d, -turn);
    int own = !course->crossing; /* there is an end hex at the other end too */
    out[0].first = 2;            /* the first is the edge of the viewer's hex */
    out[0].last -= own;
    if (along_hexsides(course)) { /* then both meet the end hexes in their corners, and u - v is always the same */
        out[1].first = 2;
        out[1].last -= own;
        return 2;
    }
    out[2] = borders_along(course, steps_along(course, p - q, q, ahead, ahead + aside), d + 3, turn);
    return 3;
}

/* Goes on to the next member whose cut is covered, if the ground could come up to what is looked for there: `enough`,
 * times n. Most are passed over by a glance at what could stand there. */
static inline bool next_border(const Course *course, Borders *borders, int32_t enough)
{
    Steps steps = borders->steps;
    int n = steps.n, third = (n + 2) / 3, width = 2 * n / 3 - third, last = borders->last;
    const int16_t(*glance)[2] = borders->glance;
    int32_t rise = course->rise, line = n * course->low + enough + rise * borders->k;
    for (int k = borders->k + 1; k <= last; k++) {
        step_on(&steps);
        line += rise;
        int inside = (unsigned)(steps.left - third) > (unsigned)width; /* not in the third that is a hexside */
        if (n * glance[steps.cell][inside] < line)
            continue;
        borders->k = k;
        borders->steps.left = steps.left;
        borders->steps.cell = steps.cell;
        if (k >= borders->first && border_covered(course, borders))
            return true;
    }
    return false;
}

/* What a point must top the line by, times n, to be higher than the peak. */
static int32_t above_peak(const Peak *peak, int n)
{
    int64_t top = (int64_t)peak->value * n;
    return (int32_t)(top / peak->scale + (top >= 0 || top % peak->scale == 0));
}

static void raise_borders(const Course *course, Borders *borders, Peak *peak)
{
    int n = borders->steps.n;
    int32_t enough = above_peak(peak, n);
    while (next_border(course, borders, enough)) {
        int32_t value = border_value(course, borders);
        if (value < enough)
            continue;
        *peak = (Peak){value, n, borders->k, n, true};
        enough = value + 1;
    }
}

static bool borders_block(const Course *course, Borders *borders)
{
    while (next_border(course, borders, 0)) {
        int32_t value = border_value(course, borders);
        if (value >= 0 && blocks(course, value, true, borders->k, borders->steps.n))
            return true;
    }
    return false;
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
        unsigned bits = ground->stand[cell + ahead] | ground->stand[cell + ahead] >> HEDGES;
        limit.covered = (bits >> across | ground->stand[cell + aside] >> edge_turned(across + 3)) & 1;
    } else {
        limit.covered = ground->stand[cell + ahead] >> edge_turned(edge + 3) & 1;
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
        limit.covered = (ground->stand[cell] & pair) != 0;
        return limit;
    }
    Peak limit = {.scale = 2, .k = 1, .n = 2}; /* the ground meets the line there */
    if (p % 2 && q % 2)
        limit.covered = ground->stand[cell + course->aside] >> edge_turned(d - turn) & 1;
    else
        limit.covered = ground->stand[cell] >> (p % 2 ? d : edge_turned(d + turn)) & 1;
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

/* The point of contention. A limit is it only where no point comes up to it. */
static Peak summit(const Course *course)
{
    Sides sides[3];
    Borders borders[3];
    Peak peak = NO_PEAK, limit = NO_PEAK;
    for (int i = 0, count = sides_of(course, sides); i < count; i++)
        raise_sides(course, sides[i], &peak);
    for (int i = 0, count = borders_of(course, borders); i < count; i++)
        raise_borders(course, &borders[i], &peak);
    limits_block(course, &limit);
    return (int64_t)limit.value * peak.scale > (int64_t)peak.value * limit.scale ? limit : peak;
}

static bool ground_blocks(const Course *course)
{
    Sides sides[3];
    Borders borders[3];
    Peak limit = NO_PEAK;
    if (limits_block(course, &limit))
        return true;
    for (int i = 0, count = sides_of(course, sides); i < count; i++)
        if (sides_block(course, sides[i]))
            return true;
    for (int i = 0, count = borders_of(course, borders); i < count; i++)
        if (borders_block(course, &borders[i]))
            return true;
    return false;
}

/* ---- veils ---- */

static bool in_set(const uint64_t *set, Hex hex) { return set && hex != NO_HEX && (set[hex >> 6] >> (hex & 63) & 1); }

static Hex veil_at(const Course *course, const uint64_t *veils, int cell)
{
    Hex hex = course->ground->hex[cell];
    return cell != course->from && cell != course->to && in_set(veils, hex) ? hex : NO_HEX;
}

/* The veil that the line meets where it cuts this border; a hex is come upon over a hexside or in a corner. */
static Hex border_veil(const Course *course, const Borders *borders, const uint64_t *veils)
{
    int thrice = 3 * borders->steps.left, n = borders->steps.n, cell = borders->steps.cell;
    if (thrice < n || thrice > 2 * n)
        return NO_HEX;
    Hex veil = veil_at(course, veils, cell + borders->to_one);
    if (veil == NO_HEX)
        veil = veil_at(course, veils, cell + borders->to_two);
    if (veil == NO_HEX && thrice == n)
        veil = veil_at(course, veils, cell);
    if (veil == NO_HEX && thrice == 2 * n)
        veil = veil_at(course, veils, cell + borders->to_one + borders->to_two);
    return veil;
}

static Hex veil_between(const Course *course, const uint64_t *veils)
{
    Borders borders[3];
    Hex veil = NO_HEX;
    for (int i = 0, count = borders_of(course, borders); i < count && veil == NO_HEX; i++)
        for (int k = 1; k <= last_before_end(course, borders[i].steps.n) && veil == NO_HEX; k++) {
            step_on(&borders[i].steps);
            veil = border_veil(course, &borders[i], veils);
        }
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

static void tell_contention(const Course *course, const Peak *peak, SightLine *line)
{
    line->contended = true;
    line->covered = peak->covered;
    line->part = 2 * peak->k;
    line->parts = peak->n;
    line->scale = peak->scale;
    line->line = peak->scale * course->low + course->rise * peak->k * (peak->scale / peak->n);
    line->top = line->line + peak->value;
}

static SightLine answer(const Course *course, const Seeing *seeing)
{
    SightLine line = {.answer = SIGHT_CLEAR, .veil = NO_HEX};
    if (seeing->veils && (line.veil = veil_between(course, seeing->veils)) != NO_HEX) {
        line.answer = SIGHT_VEILED;
        return line;
    }
    Peak peak = summit(course);
    if (peak.value > 0 || (peak.value == 0 && ground_blocks(course)))
        line.answer = SIGHT_BLOCKED;
    tell_contention(course, &peak, &line);
    return line;
}

static bool clear(const Course *course, const Seeing *seeing)
{
    return !(seeing->veils && veil_between(course, seeing->veils) != NO_HEX) && !ground_blocks(course);
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
        return (SightLine){.answer = first, .veil = NO_HEX};
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

Hex sight_hex(const SightGround *ground, Hex viewer, Hex target, const SightLine *line)
{
    static const Seeing any = {0};
    Course course;
    if (line->answer == SIGHT_VEILED || !line->contended)
        return line->veil;
    begin(&course, ground, viewer, target, &any);
    int k = line->part / 2, n = line->parts, u = course.p * k / n, v = course.q * k / n;
    int right = course.p * k - u * n, left = course.q * k - v * n; /* how far past (u, v), times n */
    int corner = course.from + u * course.ahead + v * course.aside, best = corner, most = -1;
    bool upper = right + left > n;
    const int cell[3] = {corner + course.ahead, corner + course.aside,
                         upper ? corner + course.ahead + course.aside : corner};
    const int weight[3] = {upper ? n - left : right, upper ? n - right : left,
                           upper ? right + left - n : n - right - left};
    for (int i = 0; i < 3; i++) {
        bool end = cell[i] == course.from || cell[i] == course.to;
        int nearness = 4 * weight[i] + 2 * !end + (ground->stand[cell[i]] != 0);
        if (nearness > most && ground->hex[cell[i]] != NO_HEX) {
            most = nearness;
            best = cell[i];
        }
    }
    return ground->hex[best];
}

SightLine sight_crossing(const SightGround *ground, Hex viewer, Hex entered, Edge edge, const Seeing *seeing)
{
    SightAnswer first = by_distance(ground, viewer, entered, seeing);
    if (first != SIGHT_BLOCKED || ground->map->next[entered][edge] == NO_HEX)
        return (SightLine){.answer = first, .veil = NO_HEX};
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
