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
 * alone, and only the best points of the families are compared across. Which cells they are hangs on (p, q) alone, so
 * that of all lines up to NEAR hexes they are found once, when the ground is made ready (Cut).
 *
 * What counts is what lies strictly between the edges of the two end hexes. Their edges themselves do not, but the
 * points beside them do: those are the two limits, taken with the cover just beyond. Sextants, hexes and hexsides
 * contain their borders: a line that touches a wood meets it. Bare ground in the line blocks only as an isolated
 * crest. */
#include "core/sight.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 2 /* hexes around the map, so that no corner of a triangle is ever outside */
/* Functions that are called with a family the compiler knows, and are half as long for it. */
#define KNOWN static inline __attribute__((always_inline))
#define ALL_SEXTANTS 0x3Fu
#define NEAR 32 /* hexes: lines up to that length have their cuts found beforehand */
#define FAMILIES 6
#define HEDGES 8 /* where the bits of hexsides begin, above those of sextants */

/* The side of a triangle from a cell over an edge: heights of its ends, and bits by SidePoint where it is covered. */
typedef struct Side {
    int16_t here, there;
    uint8_t covered;
} Side;

/* Where on the side of a triangle a point lies: nearer to its first end, in the middle, nearer to the other, or in the
 * first end itself. */
typedef enum SidePoint { SIDE_NEAR, SIDE_MIDDLE, SIDE_FAR, SIDE_CENTRE } SidePoint;

/* The way from a cell between an edge and the next to the centre beyond: along a border of two sextants, a hexside, and
 * again a border. Heights of the two centres, and together those at the ends of the hexside. */
typedef struct Border {
    int16_t near, far;
    int32_t pair;
} Border;

/* On the first border, in the corner where the hexside begins, on it, in its other corner, on the second border. */
typedef enum BorderPoint { BORDER_NEAR, CORNER_NEAR, ON_HEXSIDE, CORNER_FAR, BORDER_FAR } BorderPoint;
enum { BORDER_POINTS = BORDER_FAR + 1 };

/* What most points of a line ask about a cell, by edge, in one piece so that it comes from memory at once. */
typedef struct Spot {
    Side side[EDGES];
    int16_t glance[EDGES]; /* of the Border: what could at most stand anywhere on it, in metres */
    uint32_t covered;      /* of the Borders: bits by edge and BorderPoint */
    uint8_t unused[12];
} Spot;
_Static_assert(sizeof(Spot) == 64, "a line of the processor's memory");

/* Where a family cuts a line: what is left there, and SidePoint or BorderPoint. */
typedef struct Cut {
    uint8_t left, point;
} Cut;

/* Of all lines that go so many hexes ahead and so many aside: where their cuts begin, family by family. */
typedef struct Pattern {
    uint32_t first[FAMILIES];
} Pattern;

/* Cells are hexes in slanted coordinates, so that a step in one direction is the same number everywhere. */
struct SightGround {
    const Map *map;
    int cells;
    int step[EDGES]; /* to the neighbour's cell */
    int32_t cover_height;
    int *cell;             /* by hex */
    Hex *hex;              /* by cell, NO_HEX beyond the map */
    int16_t *height;       /* by cell; beyond the map that of its nearest row in its nearest column */
    uint16_t *stand;       /* by cell: bits of covered sextants, and of hedgerows above them */
    Spot *spot;            /* by cell */
    Border *border[EDGES]; /* by cell: between that edge and the next */
    Cut *cut;
    int16_t *offset[2 * EDGES]; /* the cell of each cut from that of the viewer, by the way the line is turned */
    Pattern pattern[NEAR + 1][NEAR / 2 + 1]; /* by steps ahead and aside, which are no more */
    _Atomic uint64_t *centre, *crossing;     /* what was found before of each line: LINE_BITS; NULL of great maps */
};

/* What the ground says of a line never changes, so that it is looked along once. Threads that share the ground may both
 * look, and find the same. */
enum { LINE_KNOWN = 1, LINE_CLEAR = 2, LINE_BITS = 2, LINES_A_WORD = 64 / LINE_BITS, REMEMBERED_HEXES = 2048 };

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

/* What cover on the ground between four cells could at most come up to. */
static int16_t highest_of(const SightGround *ground, int a, int b, int c, int d)
{
    const int16_t *height = ground->height;
    int one = height[a] > height[b] ? height[a] : height[b], two = height[c] > height[d] ? height[c] : height[d];
    return (int16_t)((one > two ? one : two) + ground->cover_height);
}

static void fill_border(SightGround *ground, Edge edge, int cell)
{
    int one = cell + ground->step[edge], two = cell + ground->step[(edge + 1) % EDGES], beyond = one + two - cell;
    if (one < 0 || two < 0 || beyond < 0 || one >= ground->cells || two >= ground->cells || beyond >= ground->cells)
        return;
    unsigned across = 1u << (edge + 5) % EDGES, back = 1u << (edge + 2) % EDGES; /* from two to one, from one to two */
    unsigned around = 1u << edge | 1u << (edge + 1) % EDGES, opposite = (around << 3 | around >> 3) & ALL_SEXTANTS;
    unsigned here = ground->stand[cell], there = ground->stand[beyond];
    bool hexside = ground->stand[two] & (across | across << HEDGES) || ground->stand[one] & back;
    unsigned near = (here & around) != 0, far = (there & opposite) != 0;
    unsigned near_corner = hexside || here & (around | around << HEDGES);
    unsigned far_corner = hexside || there & (opposite | opposite << HEDGES);
    unsigned covered = near << BORDER_NEAR | near_corner << CORNER_NEAR | (unsigned)hexside << ON_HEXSIDE |
                       far_corner << CORNER_FAR | far << BORDER_FAR;
    ground->spot[cell].glance[edge] = highest_of(ground, cell, one, two, beyond);
    ground->spot[cell].covered |= covered << BORDER_POINTS * edge;
    ground->border[edge][cell] = (Border){
        .near = ground->height[cell], .far = ground->height[beyond], .pair = ground->height[one] + ground->height[two]};
}

static void fill_side(SightGround *ground, Edge edge, int cell)
{
    int other = cell + ground->step[edge];
    if (other < 0 || other >= ground->cells)
        return;
    unsigned here = ground->stand[cell], there = ground->stand[other];
    unsigned near = here >> edge & 1, far = there >> edge_opposite(edge) & 1, hedge = here >> (HEDGES + edge) & 1;
    ground->spot[cell].side[edge] =
        (Side){.here = ground->height[cell],
               .there = ground->height[other],
               .covered = (uint8_t)(near << SIDE_NEAR | (near | far | hedge) << SIDE_MIDDLE | far << SIDE_FAR |
                                    (unsigned)((here & ALL_SEXTANTS) != 0) << SIDE_CENTRE)};
}

static void fill_edges(SightGround *ground)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        ground->border[edge] = ground->border[0] + edge * ground->cells;
        for (int cell = 0; cell < ground->cells; cell++) {
            fill_border(ground, edge, cell);
            fill_side(ground, edge, cell);
        }
    }
}

/* NULL when there is no memory. */
static SightGround *lay_ground(const Map *map)
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
    ground->border[0] = calloc(cells * EDGES, sizeof *ground->border[0]);
    ground->spot = aligned_alloc(sizeof *ground->spot, cells * sizeof *ground->spot);
    if (!ground->cell || !ground->hex || !ground->height || !ground->stand || !ground->border[0] || !ground->spot) {
        sight_free(ground);
        return NULL;
    }
    memset(ground->spot, 0, cells * sizeof *ground->spot);
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
    free(ground->border[0]); /* one block for all edges */
    free(ground->spot);
    free(ground->cut);
    free(ground->offset[0]); /* one block for all */
    free((void *)ground->centre);
    free((void *)ground->crossing);
    free(ground);
}

/* ---- a line, turned and mirrored ---- */

typedef struct Course {
    const SightGround *ground;
    const Pattern *pattern; /* NULL: it is walked */
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
    if (course->p + course->q <= 2 * NEAR && !course->crossing && course->ground->cut)
        course->pattern = &course->ground->pattern[course->p / 2][course->q / 2];
}

/* It runs along a hexside wherever it runs along one at all; the last one when it ends on that. */
static bool along_hexsides(const Course *course) { return course->p == course->q; }

/* ---- points ---- */

/* Where a family cuts the line, one cut after the other. The cell moves by `move` from each to the next, and by `carry`
 * more whenever `left`, what is missing until the next whole number, runs out. Masks instead of jumps: when that is
 * cannot be foretold. */
typedef struct Steps {
    int n, left, cell, point;
    int less, move, carry;
    const Cut *cut;        /* where they are known beforehand: of the first cut; else NULL */
    const int16_t *offset; /* and how far their cells are */
} Steps;

/* Which of the twelve ways the line is turned and mirrored. */
static inline int way_of(const Course *course) { return 2 * course->d + (course->turn < 0); }

/* The families of sides, then those of borders. */
enum { SUM_WHOLE, AHEAD_WHOLE, ASIDE_WHOLE, STEEP, FLAT, ACROSS };

/* At cut k the cell is to be k steps away, and as many carries more as n goes into `along` times k, rounded up. */
KNOWN Steps steps_along(const Course *course, int family, int n, int along, int step, int carry)
{
    if (course->pattern)
        return (Steps){.n = n,
                       .cell = course->from,
                       .cut = course->ground->cut + course->pattern->first[family],
                       .offset = course->ground->offset[way_of(course)] + course->pattern->first[family]};
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

/* Goes to cut k, which is the one after the last unless the cuts are known: then no cut waits for the one before it. */
static inline void step_to(const Course *course, Steps *steps, int k, int (*point_of)(int left, int n))
{
    if (!steps->cut) {
        step_on(steps);
        steps->point = point_of(steps->left, steps->n);
        return;
    }
    Cut cut = steps->cut[k - 1];
    steps->left = cut.left;
    steps->point = cut.point;
    steps->cell = course->from + steps->offset[k - 1];
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
    const Side *side; /* of the first cell: the one that leads that way from it */
} Sides;

/* The sides run in the direction of `edge`. */
static inline Sides sides_along(const Course *course, Steps steps, int edge)
{
    int back = edge_turned(edge + 3);
    return (Sides){steps, &course->ground->spot->side[back]};
}

/* How many families have points of their own. */
static inline int side_families(const Course *course) { return course->q && course->p != course->q ? 3 : 1; }

KNOWN Sides sides_of(const Course *course, int family)
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside, d = course->d, turn = course->turn;
    if (family == SUM_WHOLE)
        return sides_along(course, steps_along(course, family, p + q, p, aside, ahead - aside), d - turn);
    if (family == AHEAD_WHOLE)
        return sides_along(course, steps_along(course, family, p, q, ahead, aside), d + turn);
    return sides_along(course, steps_along(course, family, q, p, aside, ahead), d);
}

static inline int side_point(int left, int n) { return left ? (2 * left >= n) + (2 * left > n) : SIDE_CENTRE; }

/* What the cut tops the line by, times n. `line` is the line's height there, times n. */
static inline int32_t side_value(const SightGround *ground, const Sides *sides, int32_t line, int *covered)
{
    int n = sides->steps.n, left = sides->steps.left;
    Side side = *(const Side *)((const char *)sides->side + (size_t)sides->steps.cell * sizeof(Spot));
    *covered = side.covered >> sides->steps.point & 1;
    return n * side.here + left * (side.there - side.here) - line + (n * ground->cover_height & -*covered);
}

/* The highest cut of a line that has a pattern, as in raise_sides. */
static inline int highest_side(const Course *course, const Sides *sides, int32_t *best)
{
    const Cut *cut = sides->steps.cut - 1;
    const int16_t *offset = sides->steps.offset - 1;
    const char *side = (const char *)sides->side + (ptrdiff_t)course->from * (ptrdiff_t)sizeof(Spot);
    int n = sides->steps.n, best_k = 0, last = (n - 1) / 2;
    int32_t rise = course->rise, line = n * course->low + rise, cover = 2 * n * course->ground->cover_height + 1;
    int32_t highest = INT32_MIN;
    for (int k = 1; k <= last; k++, line += rise) {
        const Side *at = (const Side *)(side + offset[k] * (ptrdiff_t)sizeof(Spot));
        int32_t here = at->here, covered = -(at->covered >> cut[k].point & 1); /* all bits or none */
        int32_t value = 2 * (n * here + cut[k].left * (at->there - here) - line) + (cover & covered);
        best_k = value > highest ? k : best_k;
        highest = value > highest ? value : highest;
    }
    *best = highest;
    return best_k;
}

static inline void raise_sides(const Course *course, Sides sides, Peak *peak)
{
    const SightGround *ground = course->ground;
    int n = sides.steps.n, best_k = 0, covered;
    int32_t best = INT32_MIN, line = n * course->low;
    if (sides.steps.cut)
        best_k = highest_side(course, &sides, &best);
    for (int k = 1; !sides.steps.cut && 2 * k < n; k++) {
        step_to(course, &sides.steps, k, side_point);
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
        step_to(course, &sides.steps, k, side_point);
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
    int first, last;      /* which members count */
    int to_one, to_two;   /* cell steps */
    const Border *border; /* by cell */
    int edge;             /* which of a cell's borders */
} Borders;

static inline int border_point(int left, int n)
{
    int thrice = 3 * left;
    return (thrice >= n) + (thrice > n) + (thrice >= 2 * n) + (thrice > 2 * n);
}

/* How much cover there tops the line at cut k, times n. */
static inline int32_t border_value(const Course *course, const Borders *borders, int k)
{
    int n = borders->steps.n, left = borders->steps.left;
    const Border *border = &borders->border[borders->steps.cell];
    bool nearer = 2 * left <= n;
    int away = nearer ? left : n - left;
    return (n - 2 * away) * (nearer ? border->near : border->far) + away * border->pair +
           n * (course->ground->cover_height - course->low) - course->rise * k;
}

/* The last member of a family that is met before the end; where the line ends along a hexside, before that begins. */
static inline int last_before_end(const Course *course, int n)
{
    return course->crossing && along_hexsides(course) && n == 3 * course->p ? (n - 1) / 2 - 1 : (n - 1) / 2;
}

/* The border leaves the centre between two edges; the second is a turn on from the first. */
KNOWN Borders borders_along(const Course *course, Steps steps, int edge, int turn)
{
    int one = edge_turned(edge), two = edge_turned(edge + turn);
    return (Borders){.steps = steps,
                     .first = 1,
                     .last = last_before_end(course, steps.n),
                     .to_one = course->ground->step[one],
                     .to_two = course->ground->step[two],
                     .border = course->ground->border[turn > 0 ? one : two],
                     .edge = turn > 0 ? one : two};
}

/* Along hexsides u - v is always the same. */
static inline int border_families(const Course *course) { return along_hexsides(course) ? 2 : 3; }

KNOWN Borders borders_of(const Course *course, int family)
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside, d = course->d, turn = course->turn;
    int own = !course->crossing; /* there is an end hex at the other end too */
    if (family == ACROSS)
        return borders_along(course, steps_along(course, family, p - q, q, ahead, ahead + aside), d + 3, turn);
    Borders borders =
        family == STEEP
            ? borders_along(course, steps_along(course, family, 2 * p + q, p, aside, ahead - 2 * aside), d + turn, turn)
            : borders_along(course, steps_along(course, family, p + 2 * q, q, ahead, aside - 2 * ahead), d, -turn);
    if (family == STEEP || along_hexsides(course)) { /* the first is the edge of the viewer's hex, or its corner */
        borders.first = 2;
        borders.last -= own;
    }
    return borders;
}

/* What a point must top the line by, times n, to be higher than the peak. */
static int32_t above_peak(const Peak *peak, int n)
{
    int64_t top = (int64_t)peak->value * n;
    if (top == (int32_t)top) /* as nearly always, and that is divided by much sooner */
        return (int32_t)top / peak->scale + (top >= 0 || (int32_t)top % peak->scale == 0);
    return (int32_t)(top / peak->scale + (top >= 0 || top % peak->scale == 0));
}

static inline int covered_at(const SightGround *ground, const Borders *borders)
{
    return ground->spot[borders->steps.cell].covered >> (BORDER_POINTS * borders->edge + borders->steps.point) & 1;
}

/* The cuts that are covered, and where the ground could come up to `enough` above the line, times n. As bits, the last
 * one lowest: there are fewer than 64 on a line that has a pattern. Nothing here hangs on what was found before, so
 * that no jump has to be foretold. */
static inline uint64_t cuts_to_look_at(const Course *course, const Borders *borders, int32_t enough)
{
    const Spot *spot = course->ground->spot + course->from;
    const Cut *cut = borders->steps.cut - 1;
    const int16_t *offset = borders->steps.offset - 1;
    int n = borders->steps.n, edge = borders->edge, bit = BORDER_POINTS * edge;
    int32_t rise = course->rise, line = n * course->low + enough + borders->first * rise;
    uint64_t bits = 0;
    for (int k = borders->first; k <= borders->last; k++, line += rise) {
        const Spot *at = spot + offset[k];
        bits = 2 * bits + ((unsigned)(n * at->glance[edge] >= line) & at->covered >> (bit + cut[k].point));
    }
    return bits;
}

static inline void raise_border(const Course *course, const Borders *borders, int k, int32_t *enough, Peak *peak)
{
    int32_t value = border_value(course, borders, k);
    if (value < *enough)
        return;
    *peak = (Peak){value, borders->steps.n, k, borders->steps.n, true};
    *enough = value + 1;
}

KNOWN void raise_borders(const Course *course, Borders borders, Peak *peak)
{
    int32_t enough = above_peak(peak, borders.steps.n);
    if (borders.steps.cut) {
        for (uint64_t bits = cuts_to_look_at(course, &borders, enough); bits; bits &= bits - 1) {
            int k = borders.last - __builtin_ctzll(bits);
            step_to(course, &borders.steps, k, border_point);
            raise_border(course, &borders, k, &enough, peak);
        }
        return;
    }
    for (int k = 1; k <= borders.last; k++) {
        step_to(course, &borders.steps, k, border_point);
        if (k >= borders.first && covered_at(course->ground, &borders))
            raise_border(course, &borders, k, &enough, peak);
    }
}

static inline bool borders_block(const Course *course, Borders borders)
{
    int n = borders.steps.n;
    int32_t line = n * course->low;
    for (int k = 1; k <= borders.last; k++) {
        step_to(course, &borders.steps, k, border_point);
        line += course->rise;
        if (n * course->ground->spot[borders.steps.cell].glance[borders.edge] < line || k < borders.first ||
            !covered_at(course->ground, &borders))
            continue;
        int32_t value = border_value(course, &borders, k);
        if (value >= 0 && blocks(course, value, true, k, n))
            return true;
    }
    return false;
}

/* ---- what is found beforehand ---- */

/* Walks a family of the course, which has no pattern, and notes its cuts. How many there are; without room they are
 * only counted. */
static uint32_t note_cuts(Steps steps, int (*point_of)(int left, int n), Cut *cut, int16_t *offset)
{
    uint32_t count = 0;
    for (int k = 1; 2 * k < steps.n; k++, count++) {
        step_on(&steps);
        if (!cut)
            continue;
        cut[count] = (Cut){(uint8_t)steps.left, (uint8_t)point_of(steps.left, steps.n)};
        offset[count] = (int16_t)steps.cell;
    }
    return count;
}

/* The cuts of all families of one pattern turned that way, from that place on; how many there are. */
static uint32_t note_pattern(SightGround *ground, int p, int q, int way, uint32_t at)
{
    int d = way / 2, turn = way % 2 ? -1 : 1;
    Course course = {.ground = ground, .p = p, .q = q, .d = d, .turn = turn};
    course.ahead = ground->step[d];
    course.aside = ground->step[edge_turned(d + turn)];
    uint32_t begun = at;
    Pattern *pattern = &ground->pattern[p / 2][q / 2];
    Cut *cut = ground->cut;
    int16_t *offset = ground->offset[way];
    for (int i = 0; i < side_families(&course); i++) {
        pattern->first[SUM_WHOLE + i] = at;
        at += note_cuts(sides_of(&course, SUM_WHOLE + i).steps, side_point, cut ? cut + at : NULL, offset + at);
    }
    for (int i = 0; i < border_families(&course); i++) {
        pattern->first[STEEP + i] = at;
        at += note_cuts(borders_of(&course, STEEP + i).steps, border_point, cut ? cut + at : NULL, offset + at);
    }
    return at - begun;
}

static uint32_t note_way(SightGround *ground, int way)
{
    uint32_t count = 0;
    for (int ahead = 1; ahead <= NEAR; ahead++)
        for (int aside = 0; aside <= ahead && ahead + aside <= NEAR; aside++)
            count += note_pattern(ground, 2 * ahead, 2 * aside, way, count);
    return count;
}

/* False when there is no memory. Maps that are so wide that a cut could be too far for an offset do without. */
static bool note_patterns(SightGround *ground)
{
    if (2 * NEAR * ground->step[SOUTH] > INT16_MAX)
        return true;
    uint32_t count = note_way(ground, 0);
    Cut *cut = malloc(count * sizeof *cut);
    int16_t *offset = malloc(2 * EDGES * count * sizeof *offset);
    ground->cut = cut;
    ground->offset[0] = offset;
    if (!cut || !offset)
        return false;
    for (int way = 0; way < 2 * EDGES; way++) {
        ground->offset[way] = offset + (size_t)way * count;
        note_way(ground, way);
    }
    return true;
}

/* Room to remember lines by. It is only touched where somebody looks. */
static bool make_memory(SightGround *ground)
{
    size_t lines = (size_t)ground->map->hexes * (size_t)ground->map->hexes;
    if (ground->map->hexes > REMEMBERED_HEXES)
        return true;
    ground->centre = calloc(lines / LINES_A_WORD + 1, sizeof *ground->centre);
    ground->crossing = calloc(EDGES * lines / LINES_A_WORD + 1, sizeof *ground->crossing);
    return ground->centre && ground->crossing;
}

SightGround *sight_make(const Map *map)
{
    SightGround *ground = lay_ground(map);
    if (ground && (!note_patterns(ground) || !make_memory(ground))) {
        sight_free(ground);
        return NULL;
    }
    return ground;
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

/* The point of contention. A limit is it only where no point comes up to it. The families are called one by one, so
 * that the compiler knows each. */
static Peak summit(const Course *course)
{
    Peak peak = NO_PEAK, limit = NO_PEAK;
    raise_sides(course, sides_of(course, SUM_WHOLE), &peak);
    if (side_families(course) > 1) {
        raise_sides(course, sides_of(course, AHEAD_WHOLE), &peak);
        raise_sides(course, sides_of(course, ASIDE_WHOLE), &peak);
    }
    raise_borders(course, borders_of(course, STEEP), &peak);
    raise_borders(course, borders_of(course, FLAT), &peak);
    if (border_families(course) > 2)
        raise_borders(course, borders_of(course, ACROSS), &peak);
    limits_block(course, &limit);
    return (int64_t)limit.value * peak.scale > (int64_t)peak.value * limit.scale ? limit : peak;
}

static bool ground_blocks(const Course *course)
{
    Peak limit = NO_PEAK;
    if (limits_block(course, &limit))
        return true;
    for (int i = 0; i < side_families(course); i++)
        if (sides_block(course, sides_of(course, SUM_WHOLE + i)))
            return true;
    for (int i = 0; i < border_families(course); i++)
        if (borders_block(course, borders_of(course, STEEP + i)))
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
    Hex veil = NO_HEX;
    for (int i = 0; i < border_families(course) && veil == NO_HEX; i++) {
        Borders borders = borders_of(course, STEEP + i);
        for (int k = 1; k <= last_before_end(course, borders.steps.n) && veil == NO_HEX; k++) {
            step_to(course, &borders.steps, k, border_point);
            veil = border_veil(course, &borders, veils);
        }
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
    line->line = peak->scale * course->low + course->rise * peak->k; /* the scale of a point is its n */
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

/* What is remembered of a line, LINE_KNOWN and LINE_CLEAR; 0 nothing. */
static inline unsigned recall(const _Atomic uint64_t *lines, size_t line)
{
    uint64_t word = lines ? atomic_load_explicit(&lines[line / LINES_A_WORD], memory_order_relaxed) : 0;
    return word >> line % LINES_A_WORD * LINE_BITS & (LINE_KNOWN | LINE_CLEAR);
}

static unsigned remember(_Atomic uint64_t *lines, size_t line, bool blocked)
{
    unsigned found = LINE_KNOWN | (blocked ? 0 : LINE_CLEAR);
    if (lines)
        atomic_fetch_or_explicit(&lines[line / LINES_A_WORD], (uint64_t)found << line % LINES_A_WORD * LINE_BITS,
                                 memory_order_relaxed);
    return found;
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
    _Atomic uint64_t *lines = seeing->ties_block ? NULL : ground->centre;
    size_t line = (size_t)(viewer < target ? viewer : target) * (size_t)ground->map->hexes +
                  (viewer < target ? target : viewer); /* the same both ways */
    unsigned found = recall(lines, line);
    if (found == LINE_KNOWN || (found && !seeing->veils))
        return found & LINE_CLEAR;
    Course course;
    begin(&course, ground, viewer, target, seeing);
    if (!found)
        found = remember(lines, line, ground_blocks(&course));
    return found & LINE_CLEAR && !(seeing->veils && veil_between(&course, seeing->veils) != NO_HEX);
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
    _Atomic uint64_t *lines = seeing->ties_block ? NULL : ground->crossing;
    size_t line = ((size_t)viewer * (size_t)ground->map->hexes + entered) * EDGES + edge;
    unsigned found = recall(lines, line);
    if (found == LINE_KNOWN || (found && !seeing->veils))
        return found & LINE_CLEAR;
    Course course;
    begin_crossing(&course, ground, viewer, entered, edge, seeing);
    if (!found)
        found = remember(lines, line, ground_blocks(&course));
    return found & LINE_CLEAR && !(seeing->veils && veil_between(&course, seeing->veils) != NO_HEX);
}

void sight_field(const SightGround *ground, Hex viewer, const Seeing *seeing, uint64_t *out)
{
    const Map *map = ground->map;
    memset(out, 0, (size_t)map->words * sizeof *out);
    for (int hex = 0; hex < map->hexes; hex++)
        if (sight_clear(ground, viewer, (Hex)hex, seeing))
            out[hex >> 6] |= (uint64_t)1 << (hex & 63);
}
