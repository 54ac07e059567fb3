/* sight_cuts.c — where a line of sight is cut, and what stands there above it.
 *
 * Turned and mirrored, every line goes from (0, 0) to (p/2, q/2) with p >= q >= 0, counted in steps of two neighbouring
 * directions, `ahead` and `aside`; p and q are even when it ends in a centre and not both when it ends in the middle of
 * a hexside. Six families of straight lines cut it, and between cuts ground and line are even and the cover is the
 * same:
 *
 *     u, v, u + v whole            sides of triangles: here the ground bends
 *     2u + v, u + 2v, u - v whole  hexsides, and the borders of sextants inside hexes: here cover begins and ends
 *
 * Member k of a family cuts the line at t = 2k / n, where n is what the family makes of (p, q). So a point is a pair
 * (k, n), and what the ground has above the line there is a whole number over n: only the best points of the families
 * are compared across. Which cells they are depends on (p, q) alone, so for all lines up to NEAR hexes they are found
 * once, when the ground is made ready (Pattern); longer ones and those that end on a hexside are walked.
 *
 * What counts is what lies strictly between the edges of the two end hexes. Their edges themselves do not, but the
 * points beside them do: those are the two limits, taken with the cover just beyond. Sextants, hexes and hexsides
 * contain their borders: a line that touches a wood meets it. Bare ground in the line blocks only as an isolated
 * crest. */
#include "core/sight_own.h"

#include <stdlib.h>

/* It runs along a hexside wherever it runs along one at all; the last one when it ends on that. */
static bool along_hexsides(const Course *course) { return course->p == course->q; }

#define NO_PEAK ((Peak){INT32_MIN, 1, 0, 1, false})

static bool higher(const Peak *one, const Peak *two)
{
    return (int64_t)one->value * two->scale > (int64_t)two->value * one->scale;
}

/* Of equally high ones it is the first on the way. */
static void heighten(Peak *peak, const Peak *other)
{
    if (higher(other, peak) || (!higher(peak, other) && other->k * peak->n < peak->k * other->n))
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

/* ---- the families ---- */

/* A family, as it is met one cut after the other. The cell moves by `move` from each to the next, and by `carry` more
 * whenever `left`, what is missing until the next whole number, runs out. A cut on the side of a triangle is `left` / n
 * away from the cell; along a member of a family of borders centres are two apart, and a cut is twice `left` / n away
 * from the cell. */
typedef struct Family {
    int n, end;      /* the last member before the end of the line */
    int first, last; /* those that count; without any, last < first */
    bool border, mirrored;
    int edge;       /* of the cell: the side leads over it, the border between it and the next */
    int points, on; /* in `heights`: where those of that side or border begin, from the cell's, and how they go on */
    int left, cell;
    int less, move, carry;
} Family;

/* At cut k the cell is to be k steps away, and as many carries more as n goes into `along` times k, rounded up. */
static Family family_along(const Course *course, int n, int along, int step, int carry)
{
    int whole = n ? along / n : 0;
    return (Family){.n = n,
                    .end = (n - 1) / 2,
                    .first = 1,
                    .last = (n - 1) / 2,
                    .cell = course->from,
                    .less = along - whole * n,
                    .move = step + whole * carry,
                    .carry = carry};
}

static Family sides_of(const Course *course, int which)
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside, d = course->d, turn = course->turn;
    Family family = which == SUM_WHOLE     ? family_along(course, p + q, p, aside, ahead - aside)
                    : which == AHEAD_WHOLE ? family_along(course, p, q, ahead, aside)
                                           : family_along(course, q, p, aside, ahead);
    int along = which == SUM_WHOLE ? d - turn : which == AHEAD_WHOLE ? d + turn : d;
    family.edge = edge_turned(along + 3); /* they run the other way */
    family.points = family.edge * SIDE_POINTS;
    family.on = 1;
    if (which != SUM_WHOLE && (!q || p == q)) /* its points are others' too */
        family.last = 0;
    return family;
}

/* A border is kept once, with the one of its two centres from which it leads over the first edges. */
static void look_up_border(const SightGround *ground, Family *family)
{
    int edge = family->edge, next = edge_turned(edge + 1), kept = BORDERS_AT + edge % BORDERS * BORDER_POINTS;
    family->on = edge < BORDERS ? 1 : -1;
    family->points =
        edge < BORDERS ? kept : kept + BORDER_POINTS - 1 + (ground->step[edge] + ground->step[next]) * POINTS;
}

static Family borders_of(const Course *course, int which)
{
    int p = course->p, q = course->q, ahead = course->ahead, aside = course->aside, d = course->d, turn = course->turn;
    Family family = which == STEEP  ? family_along(course, 2 * p + q, p, aside, ahead - 2 * aside)
                    : which == FLAT ? family_along(course, p + 2 * q, q, ahead, aside - 2 * ahead)
                                    : family_along(course, p - q, q, ahead, ahead + aside);
    int edge = which == STEEP ? d + turn : which == FLAT ? d : d + 3, on = which == FLAT ? -turn : turn;
    family.border = true;
    family.mirrored = on < 0;
    family.edge = edge_turned(family.mirrored ? edge - 1 : edge);
    look_up_border(course->ground, &family);
    if (which == ACROSS)
        return family;
    if (course->crossing && along_hexsides(course)) /* it ends along a hexside, and so before that begins */
        family.end--;
    family.last = family.end;
    if (which == STEEP || along_hexsides(course)) { /* the first is the edge of the viewer's hex, or its corner */
        family.first = 2;
        family.last -= !course->crossing; /* and there is an end hex at the other end too */
    }
    return family;
}

static Family family_of(const Course *course, int which)
{
    return which < STEEP ? sides_of(course, which) : borders_of(course, which);
}

/* Masks instead of jumps: when something is left over cannot be foretold. */
static inline void step_on(Family *family)
{
    family->left -= family->less;
    int over = -(family->left < 0); /* all bits or none */
    family->left += family->n & over;
    family->cell += family->move + (family->carry & over);
}

/* Where on its side or border the cut lies, as seen from the cell. */
static inline int place_of(const Family *family)
{
    int left = family->left, n = family->n, thrice = 3 * left;
    if (!family->border)
        return (left > 0) + (2 * left >= n) + (2 * left > n);
    return (thrice >= n) + (thrice > n) + (2 * left > n) + (thrice >= 2 * n) + (thrice > 2 * n);
}

/* Where in `heights` those of the cut are. */
static inline int point_at(const Family *family, int place)
{
    return family->cell * POINTS + family->points + family->on * place;
}

static inline void weights_at(const Family *family, int *first, int *second)
{
    int left = family->left, n = family->n;
    *second = family->border && 2 * left > n ? n - left : left;
    *first = family->border ? n - 2 * *second : n - left;
}

/* What the cut tops the line by, times n; false if nothing can block there. */
static inline bool tops(const Course *course, const Family *family, int k, int32_t *value, bool *covered)
{
    uint64_t heights = course->ground->heights[point_at(family, place_of(family))];
    int32_t one = (int32_t)heights, two = (int32_t)(heights >> 32), first, second;
    weights_at(family, &first, &second);
    *covered = family->border || one % PARTS;
    if (!family->border) {
        one /= PARTS;
        two /= PARTS;
    }
    *value = first * one + second * two - family->n * (SEA_LEVEL + course->low) - course->rise * k;
    return heights != 0;
}

/* ---- lines that are walked ---- */

/* The highest cut of the family; of equal ones rather one with cover, and the first. */
static Peak walk_highest(const Course *course, Family family)
{
    Peak best = NO_PEAK;
    for (int k = 1; k <= family.last; k++) {
        int32_t value;
        bool covered;
        step_on(&family);
        if (k >= family.first && tops(course, &family, k, &value, &covered) &&
            (value > best.value || (value == best.value && covered > best.covered)))
            best = (Peak){value, family.n, k, family.n, covered};
    }
    return best;
}

static Peak walk_summit(const Course *course)
{
    Peak peak = NO_PEAK, best;
    for (int which = SUM_WHOLE; which < FAMILIES; which++) {
        best = walk_highest(course, family_of(course, which));
        if (which >= STEEP ? higher(&best, &peak) : best.n > 1)
            heighten(&peak, &best);
    }
    return peak;
}

static bool walk_blocks(const Course *course, int which)
{
    Family family = family_of(course, which);
    for (int k = 1; k <= family.last; k++) {
        int32_t value;
        bool covered;
        step_on(&family);
        if (k >= family.first && tops(course, &family, k, &value, &covered) && value >= 0 &&
            blocks(course, value, covered, k, family.n))
            return true;
    }
    return false;
}

static bool walk_blocked(const Course *course)
{
    for (int which = 0; which < FAMILIES; which++)
        if (walk_blocks(course, which))
            return true;
    return false;
}

/* ---- lines that have a pattern ---- */

enum { AHEAD = 1 << 16 /* a step ahead where one aside is 1: both can be read off a sum of them */ };

/* The cell of a cut: so many steps ahead and aside from the viewer's, whatever way the line is turned. */
typedef struct Away {
    int16_t ahead, aside;
} Away;

/* Notes what is the same for all ways: the weights of the family's cuts from that place on, where on its border each
 * lies, and how far away. */
static void note_family(SightGround *ground, Family family, uint32_t at, Away *away)
{
    for (int k = 1; k <= family.last; k++) {
        int first, second;
        step_on(&family);
        if (k < family.first)
            continue;
        weights_at(&family, &first, &second);
        ground->weights[at] = (uint32_t)second | (uint64_t)(uint32_t)first << 32;
        ground->place[at] = (uint8_t)place_of(&family);
        away[at].aside = (int16_t)(family.cell & 0xFFFF);
        away[at].ahead = (int16_t)((family.cell - away[at].aside) / AHEAD);
        at++;
    }
}

/* As point_at() has it, many at a time. */
static void note_points(const SightGround *ground, const Course *course, const Family *family, int way,
                        const Stretch *stretch, const Away *away)
{
    const int ahead = course->ahead * POINTS, aside = course->aside * POINTS, points = family->points, on = family->on;
    const int count = stretch->count;
    const uint8_t *restrict place = ground->place + stretch->at;
    int32_t *restrict point = ground->point[way] + stretch->at;
    away += stretch->at;
    for (int i = 0; i < count; i++)
        point[i] = away[i].ahead * ahead + away[i].aside * aside + points + on * place[i];
}

/* The cuts of one pattern, turned that way; how many there are. Without `away` they are only counted. */
static uint32_t note_pattern(SightGround *ground, int p, int q, int way, uint32_t at, Away *away)
{
    int d = way / 2, turn = way % 2 ? -1 : 1;
    Course course = {.ground = ground, .p = p, .q = q, .d = d, .turn = turn}, steps = course;
    course.ahead = ground->step[d];
    course.aside = ground->step[edge_turned(d + turn)];
    steps.ahead = AHEAD;
    steps.aside = 1;
    uint32_t begun = at;
    for (int which = 0; which < FAMILIES; which++) {
        Family family = family_of(&course, which);
        int count = family.last < family.first ? 0 : family.last - family.first + 1;
        Stretch *stretch = &ground->pattern[p / 2][q / 2].stretch[which];
        *stretch = (Stretch){at, (uint8_t)family.n, (uint8_t)family.first, (uint8_t)count};
        if (away && !way)
            note_family(ground, family_of(&steps, which), at, away);
        if (away)
            note_points(ground, &course, &family, way, stretch, away);
        at += (uint32_t)count + (count & 1); /* they are looked at in pairs; one that is none weighs nothing */
    }
    return at - begun;
}

/* No line of a small map is as long as those that have patterns. */
static int longest_pattern(const Map *map)
{
    int corners = map->grid.rows + (map->grid.columns + 1) / 2, sides = map->grid.columns;
    int longest = corners > sides ? corners : sides;
    return longest < NEAR ? longest : NEAR;
}

static uint32_t note_way(SightGround *ground, int way, Away *away)
{
    uint32_t count = 0;
    int longest = longest_pattern(ground->map);
    for (int ahead = 1; ahead <= longest; ahead++)
        for (int aside = 0; aside <= ahead && ahead + aside <= longest; aside++)
            count += note_pattern(ground, 2 * ahead, 2 * aside, way, count, away);
    return count;
}

bool note_patterns(SightGround *ground)
{
    uint32_t count = note_way(ground, 0, NULL);
    int32_t *point = calloc(2 * EDGES * count, sizeof *point);
    Away *away = calloc(count, sizeof *away);
    ground->weights = calloc(count, sizeof *ground->weights);
    ground->place = calloc(count, sizeof *ground->place);
    ground->point[0] = point;
    bool room = ground->weights && ground->place && point && away;
    for (int way = 0; room && way < 2 * EDGES; way++) {
        ground->point[way] = point + (size_t)way * count;
        note_way(ground, way, away);
    }
    free(away);
    return room;
}

/* What is the same for all families of a line. */
typedef struct Look {
    const uint64_t *heights; /* those of the viewer's cell */
    const uint64_t *weights;
    const int32_t *point;
    int32_t level, rise;
} Look;

static inline Look look_along(const Course *course)
{
    const SightGround *ground = course->ground;
    return (Look){.heights = &ground->heights[(ptrdiff_t)course->from * POINTS],
                  .weights = ground->weights,
                  .point = ground->point[2 * course->d + (course->turn < 0)],
                  .level = SEA_LEVEL + course->low,
                  .rise = course->rise};
}

/* The highest cut: in the upper half of the number what it tops the line by, times n and `parts`; in the lower half k,
 * counted down or up by `tie`, so that of equal ones the first or the last is the highest. Two at a time, as neither
 * waits for the other. */
static inline int64_t highest(const Look *look, const Stretch *stretch, int parts, int tie)
{
    const uint64_t *heights = look->heights, *weights = look->weights + stretch->at;
    const int32_t *point = look->point + stretch->at;
    int first = stretch->first, count = stretch->count;
    int32_t line = parts * (stretch->n * look->level + first * look->rise);
    int64_t step = parts * look->rise * UPPER_HALF - tie, below = line * UPPER_HALF - tie * first;
    int64_t best = INT64_MIN / 2, other = best; /* lower than all */
    for (int i = 0; i < count; i += 2, below += 2 * step) {
        int64_t top = (int64_t)(heights[point[i]] * weights[i] & (uint64_t)-UPPER_HALF) - below;
        int64_t second = (int64_t)(heights[point[i + 1]] * weights[i + 1] & (uint64_t)-UPPER_HALF) - below;
        best = top > best ? top : best;
        other = second > other ? second : other;
    }
    other -= step;
    return best > other ? best : other;
}

static inline Peak highest_side(const Look *look, const Stretch *stretch)
{
    int64_t top = highest(look, stretch, PARTS, -1);
    int32_t k = (int32_t)-top, value = (int32_t)((top + k) >> 32);
    return (Peak){value >> PART_BITS, stretch->n, k, stretch->n, (value & (PARTS - 1)) != 0};
}

static inline Peak highest_border(const Look *look, const Stretch *stretch)
{
    int64_t top = highest(look, stretch, 1, 1);
    int32_t k = (int32_t)top;
    return (Peak){(int32_t)((top - k) >> 32), stretch->n, k, stretch->n, true};
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

/* Whether one of the limits blocks; the peak becomes the higher one. */
static bool limits_block(const Course *course, Peak *peak)
{
    int n = 2 * course->p + course->q, ahead = course->ahead, aside = course->aside, back = edge_turned(course->d + 3);
    Peak limit[2] = {end_limit(course, course->from, ahead, aside, course->d, course->rise, 1),
                     course->crossing ? crossing_limit(course)
                                      : end_limit(course, course->to, -ahead, -aside, back, -course->rise, n / 2 - 1)};
    bool blocked = false;
    for (int i = 0; i < 2; i++) {
        limit[i].value += limit[i].covered ? limit[i].scale * course->ground->cover_height : 0;
        heighten(peak, &limit[i]);
        blocked |= limit[i].value > 0;
    }
    return blocked;
}

/* ---- the line ---- */

static Peak pattern_summit(const Course *course)
{
    const Stretch *stretch = course->pattern->stretch;
    Look look = look_along(course);
    Peak peak = NO_PEAK, best;
    for (int which = SUM_WHOLE; which < STEEP; which++)
        if (stretch[which].count) {
            best = highest_side(&look, &stretch[which]);
            heighten(&peak, &best);
        }
    for (int which = STEEP; which < FAMILIES; which++)
        if (stretch[which].count && (best = highest_border(&look, &stretch[which]), higher(&best, &peak)))
            peak = best;
    return peak;
}

/* A border is it only where no side of a triangle comes up to it, a limit only where neither does. */
Peak course_summit(const Course *course)
{
    Peak limit = NO_PEAK, peak = course->pattern ? pattern_summit(course) : walk_summit(course);
    limits_block(course, &limit);
    return higher(&limit, &peak) ? limit : peak;
}

/* What lies in the line is examined point by point. */
bool course_blocked(const Course *course)
{
    Peak limit = NO_PEAK;
    bool touched = false;
    if (limits_block(course, &limit))
        return true;
    Look look = look_along(course);
    for (int which = SUM_WHOLE; course->pattern && which < FAMILIES; which++) {
        const Stretch *stretch = &course->pattern->stretch[which];
        int64_t top = which < STEEP ? highest(&look, stretch, PARTS, 0) : highest(&look, stretch, 1, 0);
        int32_t value = (int32_t)(top / UPPER_HALF);
        if (value >= (which < STEEP ? PARTS : 1))
            return true;
        touched |= value >= 0;
    }
    return (touched || !course->pattern) && walk_blocked(course);
}

/* ---- veils ---- */

static Hex veil_at(const Course *course, const uint64_t *veils, int cell)
{
    Hex hex = course->ground->hex[cell];
    return cell != course->from && cell != course->to && hex != NO_HEX && (veils[hex >> 6] >> (hex & 63) & 1) ? hex
                                                                                                              : NO_HEX;
}

/* The veil that the line meets where it cuts this border; a hex is come upon over a hexside or in a corner. */
static Hex border_veil(const Course *course, const Family *family, const uint64_t *veils)
{
    int thrice = 3 * family->left, n = family->n, cell = family->cell;
    if (thrice < n || thrice > 2 * n)
        return NO_HEX;
    int one = course->ground->step[family->edge], two = course->ground->step[edge_turned(family->edge + 1)];
    Hex veil = veil_at(course, veils, cell + (family->mirrored ? two : one));
    if (veil == NO_HEX)
        veil = veil_at(course, veils, cell + (family->mirrored ? one : two));
    if (veil == NO_HEX && thrice == n)
        veil = veil_at(course, veils, cell);
    if (veil == NO_HEX && thrice == 2 * n)
        veil = veil_at(course, veils, cell + one + two);
    return veil;
}

Hex course_veil(const Course *course, const uint64_t *veils)
{
    Hex veil = NO_HEX;
    for (int which = STEEP; which < FAMILIES && veil == NO_HEX; which++) {
        Family family = family_of(course, which);
        for (int k = 1; k <= family.end && veil == NO_HEX; k++) {
            step_on(&family);
            veil = border_veil(course, &family, veils);
        }
    }
    return veil;
}
