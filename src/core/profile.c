/* profile.c — cuts through the ground.
 *
 * A point of the way has slanted coordinates that are whole numbers over the number of steps. Between the centres of
 * three hexes that meet the ground is even; the hex a point lies in is that of the nearest centre, and its sextant that
 * of the edge it is nearest to. */
#include "core/profile.h"

#include <string.h>

static const int8_t across_by[EDGES] = {0, 1, 1, 0, -1, -1}, down_by[EDGES] = {-1, -1, 0, 1, 1, 0};

static int clamped(int number, int end) { return number < 0 ? 0 : number >= end ? end - 1 : number; }

static int floor_of(int number, int by) { return number >= 0 ? number / by : -((by - 1 - number) / by); }

/* The hex at slanted coordinates, beyond the map the nearest of its column. */
static Hex hex_at(const Map *map, int across, int down)
{
    int column = clamped(across - map->slant[0].across, map->grid.columns);
    return (Hex)(clamped(down - map->slant[column].down, map->grid.rows) * map->grid.columns + column);
}

/* A place on the way: coordinates times `scale`. */
typedef struct Way {
    int across, down, scale;
} Way;

static int32_t ground_at(const Map *map, Way at)
{
    int a = floor_of(at.across, at.scale), d = floor_of(at.down, at.scale), n = at.scale;
    int right = at.across - a * n, below = at.down - d * n;
    int32_t one = map->height[hex_at(map, a + 1, d)], two = map->height[hex_at(map, a, d + 1)];
    int32_t sum = right + below <= n ? (n - right - below) * map->height[hex_at(map, a, d)] + right * one + below * two
                                     : (right + below - n) * map->height[hex_at(map, a + 1, d + 1)] +
                                           (n - below) * one + (n - right) * two;
    return (int32_t)((int64_t)sum * 10 / n);
}

/* Twice what a step over the edge goes along with the way from the hex's centre to the place. */
static int along(Way from_centre, Edge edge)
{
    int a = across_by[edge], d = down_by[edge];
    return 2 * a * from_centre.across + 2 * d * from_centre.down + a * from_centre.down + d * from_centre.across;
}

/* The hex the place lies in, and the edge of it that is nearest. */
static Hex nearest(const Map *map, Way at, Edge *edge)
{
    int a = floor_of(at.across, at.scale), d = floor_of(at.down, at.scale), least = 0;
    Hex hex = NO_HEX;
    for (int i = 0; i < 4; i++) {
        Way off = {at.across - (a + (i & 1)) * at.scale, at.down - (d + (i >> 1)) * at.scale, at.scale};
        int away = off.across * off.across + off.down * off.down + off.across * off.down;
        if (hex != NO_HEX && away >= least)
            continue;
        least = away;
        hex = hex_at(map, a + (i & 1), d + (i >> 1));
        *edge = NORTH;
        for (Edge other = 1; other < EDGES; other++)
            if (along(off, other) > along(off, *edge))
                *edge = other;
    }
    return hex;
}

bool profile_cut(const Map *map, Hex from, Hex to, Profile *out)
{
    memset(out, 0, sizeof *out);
    if (from >= map->hexes || to >= map->hexes || from == to)
        return false;
    Slant begin = map->slant[from], end = map->slant[to];
    int hexes = slant_distance(begin, end), per_hex = PROFILE_PER_HEX;
    while (hexes * per_hex + 1 > PROFILE_POINTS)
        per_hex--;
    int steps = hexes * (per_hex > 0 ? per_hex : 1);
    *out = (Profile){.from = from, .to = to, .at = NO_HEX};
    for (int i = 0; i <= steps && i < PROFILE_POINTS; i++) {
        Way at = {begin.across * steps + i * (end.across - begin.across),
                  begin.down * steps + i * (end.down - begin.down), steps};
        ProfilePoint *point = &out->point[out->points++], *before = i ? point - 1 : NULL;
        Edge edge = NORTH, between;
        point->hex = nearest(map, at, &edge);
        point->ground = ground_at(map, at);
        bool covered = map->cover[point->hex] >> edge & 1;
        if (before && before->hex != point->hex &&
            (between = edge_between(&map->grid, before->hex, point->hex)) < EDGES)
            covered |= (map->edge[before->hex][between] & map->schema->hedges) != 0;
        point->cover = covered ? 10 * map->schema->cover_height : 0;
    }
    return true;
}

/* ---- what can be seen ---- */

static Sentence contended(const char *words, const Profile *profile)
{
    return sentence(0, words, profile->at, profile->top / 10, profile->top % 10, profile->line / 10,
                    profile->line % 10);
}

static Sentence verdict(const SightLine *line, const Seeing *seeing, const Profile *profile)
{
    switch (line->answer) {
    case SIGHT_TOO_FAR:
        return sentence(0, "core.too-far-sees-no-farther", seeing->visibility);
    case SIGHT_VEILED:
        return sentence(0, "core.nothing-seen-through", line->veil);
    case SIGHT_BLOCKED:
        return contended(
            line->covered ? SAID("core.not-seen-stands-reaches-m") : SAID("core.not-seen-ground-reaches-m"), profile);
    default:
        return line->contended ? contended(SAID("core.seen-nearest-line-comes-m"), profile)
                               : sentence(0, "core.seen-nothing-lies-between");
    }
}

bool profile_sight(const Map *map, const SightGround *ground, const Seeing *seeing, Hex from, Hex to, Profile *out)
{
    if (!profile_cut(map, from, to, out))
        return false;
    SightLine line = sight_line(ground, from, to, seeing);
    out->seen = line.answer == SIGHT_CLEAR;
    out->contended = line.contended;
    if (line.contended) {
        out->permille = (int32_t)((int64_t)line.part * 1000 / line.parts);
        out->top = (int32_t)((int64_t)line.top * 10 / line.scale);
        out->line = (int32_t)((int64_t)line.line * 10 / line.scale);
        out->at = sight_hex(ground, from, to, &line);
    }
    out->verdict = verdict(&line, seeing, out);
    return true;
}
