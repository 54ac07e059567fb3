/* sight.c — queries of lines of sight: which line it is, what was found of it before, and the answer. The ground is in
 * sight_ground.c, what stands in a line's way in sight_cuts.c. */
#include "core/sight_own.h"

#include <stdlib.h>
#include <string.h>

/* (across, down) is twice the way in slanted coordinates. The signs of the three coordinates show between which two
 * directions it lies, and which coordinates count the steps in the first and in the second. Tables, because the
 * processor could not predict branches on the signs. */
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
    if (course->p + course->q <= 2 * NEAR && !course->crossing)
        course->pattern = &course->ground->pattern[course->p / 2][course->q / 2];
}

static bool in_set(const uint64_t *set, Hex hex) { return set && hex != NO_HEX && (set[hex >> 6] >> (hex & 63) & 1); }

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
    if (seeing->veils && (line.veil = course_veil(course, seeing->veils)) != NO_HEX) {
        line.answer = SIGHT_VEILED;
        return line;
    }
    Peak peak = course_summit(course);
    if (peak.value > 0 || (peak.value == 0 && course_blocked(course)))
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

/* The answer that distance alone gives; SIGHT_BLOCKED where the ground must be examined. */
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
        found = remember(lines, line, course_blocked(&course));
    return found & LINE_CLEAR && !(seeing->veils && course_veil(&course, seeing->veils) != NO_HEX);
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
        found = remember(lines, line, course_blocked(&course));
    return found & LINE_CLEAR && !(seeing->veils && course_veil(&course, seeing->veils) != NO_HEX);
}

void sight_field(const SightGround *ground, Hex viewer, const Seeing *seeing, uint64_t *out)
{
    const Map *map = ground->map;
    memset(out, 0, (size_t)map->words * sizeof *out);
    for (int hex = 0; hex < map->hexes; hex++)
        if (sight_clear(ground, viewer, (Hex)hex, seeing))
            out[hex >> 6] |= (uint64_t)1 << (hex & 63);
}
