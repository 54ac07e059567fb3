/* Lines of sight: the checks given with the maps, the same both ways, and every answer compared with a slow reading of
 * the rules that shares nothing with the quick one but the map. */
#include "maps.h"

#include "core/dice.h"
#include "core/profile.h"

static const Seeing day = {.visibility = 99};

/* ---- the slow reading: points with whole-number coordinates over one denominator ---- */

typedef struct Slow {
    const Map *map;
    const Seeing *seeing;
    int64_t from[3], way[3]; /* cube coordinates of the viewer; twice the way */
    int64_t low, rise;       /* height there; twice what the end is higher */
    Hex viewer, target, left;
    bool crossing;
} Slow;

typedef struct Spot {
    int64_t at[3], scale; /* cube coordinates, times scale */
    int64_t t, parts;     /* how far along */
} Spot;

static int64_t floor_of(int64_t number, int64_t by)
{
    int64_t part = number / by;
    return part * by > number ? part - 1 : part;
}

/* Column 1 is the first, row 1 the lowest; even columns sit higher. */
static void cube_of(const Map *map, Hex hex, int64_t out[3])
{
    int64_t column = hex % map->grid.columns + 1, row = map->grid.rows - hex / map->grid.columns;
    out[0] = column;
    out[1] = row - floor_of(column - 1, 2);
    out[2] = -out[0] - out[1];
}

static Hex hex_of_cube(const Map *map, const int64_t cube[3], bool clamp)
{
    int64_t columns = map->grid.columns, rows = map->grid.rows;
    int64_t column = cube[0], row = cube[1] + floor_of(cube[0] - 1, 2);
    if (!clamp && (column < 1 || column > columns || row < 1 || row > rows))
        return NO_HEX;
    column = column < 1 ? 1 : column > columns ? columns : column;
    row = row < 1 ? 1 : row > rows ? rows : row;
    return (Hex)((rows - row) * columns + column - 1);
}

static Spot spot_at(const Slow *slow, int64_t t, int64_t parts)
{
    Spot spot = {.scale = 2 * parts, .t = t, .parts = parts};
    for (int i = 0; i < 3; i++)
        spot.at[i] = slow->from[i] * 2 * parts + t * slow->way[i];
    return spot;
}

/* Times the scale. */
static int64_t ground_at(const Slow *slow, const Spot *spot)
{
    int64_t low[3], rest[3], sum = 0, height = 0;
    for (int i = 0; i < 3; i++) {
        low[i] = floor_of(spot->at[i], spot->scale);
        rest[i] = spot->at[i] - low[i] * spot->scale;
        sum += rest[i];
    }
    if (!sum)
        return slow->map->height[hex_of_cube(slow->map, low, true)] * spot->scale;
    for (int i = 0; i < 3; i++) {
        int64_t corner[3] = {low[0], low[1], low[2]};
        bool upper = sum == 2 * spot->scale;
        for (int j = 0; j < 3; j++)
            corner[j] += upper ? j != i : j == i;
        height += (upper ? spot->scale - rest[i] : rest[i]) * slow->map->height[hex_of_cube(slow->map, corner, true)];
    }
    return height;
}

static int64_t line_at(const Slow *slow, const Spot *spot) /* times the scale, which is twice the parts */
{
    return slow->low * spot->scale + spot->t * slow->rise;
}

/* The hexes that hold the spot, and for each the sextants and hexsides. */
typedef struct Holder {
    Hex hex;
    uint8_t sextants, hexsides;
} Holder;

static int holders_of(const Slow *slow, const Spot *spot, Holder out[3])
{
    int count = 0;
    for (int64_t dx = -1; dx <= 2; dx++)
        for (int64_t dy = -1; dy <= 2; dy++) {
            int64_t cube[3] = {floor_of(spot->at[0], spot->scale) + dx, floor_of(spot->at[1], spot->scale) + dy, 0};
            cube[2] = -cube[0] - cube[1];
            int64_t a = spot->at[0] - cube[0] * spot->scale, b = spot->at[1] - cube[1] * spot->scale;
            int64_t c = spot->at[2] - cube[2] * spot->scale;
            int64_t toward[EDGES] = {b - c, a - c, a - b, c - b, c - a, b - a}, most = 0;
            for (int edge = 0; edge < EDGES; edge++)
                most = toward[edge] > most ? toward[edge] : most;
            if (most > spot->scale)
                continue;
            Holder holder = {hex_of_cube(slow->map, cube, false), 0, 0};
            for (int edge = 0; edge < EDGES; edge++) {
                holder.sextants |= (uint8_t)((toward[edge] == most) << edge);
                holder.hexsides |= (uint8_t)((toward[edge] == spot->scale) << edge);
            }
            assert_true(count < 3);
            out[count++] = holder;
        }
    return count;
}

static bool cover_at(const Slow *slow, const Spot *spot)
{
    Holder holder[3];
    bool covered = false;
    for (int count = holders_of(slow, spot, holder), i = 0; i < count; i++) {
        if (holder[i].hex == NO_HEX)
            continue;
        covered |= (slow->map->cover[holder[i].hex] & holder[i].sextants) != 0;
        for (int edge = 0; edge < EDGES; edge++)
            covered |= (holder[i].hexsides >> edge & 1) && (slow->map->edge[holder[i].hex][edge] & TCS_HEDGEROW);
    }
    return covered;
}

static bool holds(const Slow *slow, const Spot *spot, Hex hex)
{
    Holder holder[3];
    bool found = false;
    for (int count = holders_of(slow, spot, holder), i = 0; i < count; i++)
        found |= holder[i].hex == hex;
    return found;
}

static bool on_trigger(const Slow *slow, const Spot *spot)
{
    return slow->crossing && holds(slow, spot, slow->target) && holds(slow, spot, slow->left);
}

static bool eligible(const Slow *slow, const Spot *spot)
{
    if (holds(slow, spot, slow->viewer))
        return false;
    return slow->crossing ? !on_trigger(slow, spot) : !holds(slow, spot, slow->target);
}

static bool veiled_at(const Slow *slow, const Spot *spot)
{
    Holder holder[3];
    if (!slow->seeing->veils || on_trigger(slow, spot))
        return false;
    for (int count = holders_of(slow, spot, holder), i = 0; i < count; i++) {
        Hex hex = holder[i].hex;
        if (hex != NO_HEX && hex != slow->viewer && hex != slow->target &&
            slow->seeing->veils[hex >> 6] >> (hex & 63) & 1)
            return true;
    }
    return false;
}

#define CUTS 4000

/* Every t in (0, 1) at which a coordinate or a difference of two is whole, in order, with both ends. */
static int cuts_of(const Slow *slow, int64_t (*cut)[2])
{
    int count = 0;
    const int64_t *way = slow->way;
    int64_t family[6] = {way[0], way[1], way[2], way[0] - way[1], way[1] - way[2], way[2] - way[0]};
    cut[count][0] = 0, cut[count++][1] = 1;
    for (int i = 0; i < 6; i++) {
        int64_t n = family[i] < 0 ? -family[i] : family[i];
        for (int64_t k = 1; 2 * k < n; k++)
            cut[count][0] = 2 * k, cut[count++][1] = n;
    }
    cut[count][0] = 1, cut[count++][1] = 1;
    assert_true(count < CUTS);
    for (int i = 1; i < count; i++) /* by insertion */
        for (int j = i; j > 0 && cut[j][0] * cut[j - 1][1] < cut[j - 1][0] * cut[j][1]; j--)
            for (int part = 0; part < 2; part++) {
                int64_t other = cut[j][part];
                cut[j][part] = cut[j - 1][part];
                cut[j - 1][part] = other;
            }
    int kept = 1;
    for (int i = 1; i < count; i++)
        if (cut[i][0] * cut[kept - 1][1] != cut[kept - 1][0] * cut[i][1])
            cut[kept][0] = cut[i][0], cut[kept++][1] = cut[i][1];
    return kept;
}

typedef struct SlowAnswer {
    SightAnswer answer;
    bool contended;
    int64_t value, scale; /* of the point of contention: how much it tops the line */
} SlowAnswer;

static void consider(SlowAnswer *answer, int64_t value, int64_t scale)
{
    if (!answer->contended || value * answer->scale > answer->value * scale) {
        answer->value = value;
        answer->scale = scale;
    }
    answer->contended = true;
}

static SlowAnswer slow_walk(const Slow *slow)
{
    static int64_t cut[CUTS][2];
    SlowAnswer answer = {.answer = SIGHT_CLEAR};
    int count = cuts_of(slow, cut);
    Spot spot[2], middle;
    for (int i = 0; i + 1 < count; i++) {
        for (int end = 0; end < 2; end++) {
            spot[end] = spot_at(slow, cut[i + end][0], cut[i + end][1]);
            if (veiled_at(slow, &spot[end]))
                answer.answer = SIGHT_VEILED;
        }
        middle = spot_at(slow, cut[i][0] * cut[i + 1][1] + cut[i + 1][0] * cut[i][1], 2 * cut[i][1] * cut[i + 1][1]);
        if (veiled_at(slow, &middle))
            answer.answer = SIGHT_VEILED;
    }
    if (answer.answer == SIGHT_VEILED)
        return answer;
    int64_t lower = slow->rise < 0 ? 2 * slow->low + slow->rise : 2 * slow->low; /* twice the lower end */
    bool dips_before = false;
    for (int i = 0; i + 1 < count; i++) {
        int64_t value[2], covered = 0;
        for (int end = 0; end < 2; end++) {
            spot[end] = spot_at(slow, cut[i + end][0], cut[i + end][1]);
            value[end] = ground_at(slow, &spot[end]) - line_at(slow, &spot[end]);
        }
        middle = spot_at(slow, cut[i][0] * cut[i + 1][1] + cut[i + 1][0] * cut[i][1], 2 * cut[i][1] * cut[i + 1][1]);
        covered = cover_at(slow, &middle) ? 20 : 0;
        int64_t inside = ground_at(slow, &middle) + covered * middle.scale - line_at(slow, &middle);
        if (eligible(slow, &spot[0])) {
            bool here = cover_at(slow, &spot[0]);
            int64_t top = ground_at(slow, &spot[0]) + (here ? 20 : 0) * spot[0].scale;
            int64_t over = top - line_at(slow, &spot[0]);
            consider(&answer, over, spot[0].scale);
            bool higher = 2 * top > lower * spot[0].scale;
            bool tie = slow->seeing->ties_block ? higher : here || (higher && dips_before && inside < 0);
            if (over > 0 || (over == 0 && tie))
                answer.answer = SIGHT_BLOCKED;
        }
        dips_before = inside < 0;
        if (!eligible(slow, &middle))
            continue;
        for (int end = 0; end < 2; end++) {
            consider(&answer, value[end] + covered * spot[end].scale, spot[end].scale);
            if (value[end] + covered * spot[end].scale > 0)
                answer.answer = SIGHT_BLOCKED;
        }
        bool higher = 2 * (ground_at(slow, &middle) + covered * middle.scale) > lower * middle.scale;
        if (covered && (!slow->seeing->ties_block || higher) && value[0] + covered * spot[0].scale == 0 &&
            value[1] + covered * spot[1].scale == 0)
            answer.answer = SIGHT_BLOCKED;
    }
    return answer;
}

/* Edge EDGES: to the centre. */
static SlowAnswer slow_line(const Map *map, Hex viewer, Hex target, Edge edge, const Seeing *seeing)
{
    Slow slow = {.map = map, .seeing = seeing, .viewer = viewer, .target = target, .left = NO_HEX};
    int64_t to[3], other[3], range = 0;
    cube_of(map, viewer, slow.from);
    cube_of(map, target, to);
    for (int i = 0; i < 3; i++)
        range = llabs(to[i] - slow.from[i]) > range ? llabs(to[i] - slow.from[i]) : range;
    bool lit = seeing->lit && seeing->lit[target >> 6] >> (target & 63) & 1;
    if (range > (lit ? seeing->lit_visibility : seeing->visibility))
        return (SlowAnswer){.answer = SIGHT_TOO_FAR};
    if (range <= 1)
        return (SlowAnswer){.answer = SIGHT_CLEAR};
    slow.crossing = edge < EDGES;
    slow.left = slow.crossing ? hex_across(&map->grid, target, edge) : target;
    cube_of(map, slow.left, other);
    for (int i = 0; i < 3; i++)
        slow.way[i] = to[i] + other[i] - 2 * slow.from[i];
    slow.low = map->height[viewer];
    slow.rise = map->height[target] + map->height[slow.left] - 2 * slow.low;
    return slow_walk(&slow);
}

static void compare(const Map *map, const SightGround *ground, Hex viewer, Hex target, Edge edge, const Seeing *seeing)
{
    SlowAnswer slow = slow_line(map, viewer, target, edge, seeing);
    bool crossing = edge < EDGES;
    SightLine line =
        crossing ? sight_crossing(ground, viewer, target, edge, seeing) : sight_line(ground, viewer, target, seeing);
    bool clear = crossing ? sight_crossing_clear(ground, viewer, target, edge, seeing)
                          : sight_clear(ground, viewer, target, seeing);
    char one[HEX_TEXT], two[HEX_TEXT];
    hex_print(&map->grid, viewer, one);
    hex_print(&map->grid, target, two);
    if (line.answer != slow.answer || clear != (slow.answer == SIGHT_CLEAR))
        fail_msg("%s to %s edge %d: %d (%d), but slowly %d", one, two, edge, line.answer, clear, slow.answer);
    assert_int_equal(line.contended, slow.contended);
    if (line.contended && (int64_t)(line.top - line.line) * slow.scale != slow.value * line.scale)
        fail_msg("%s to %s edge %d: tops by %d/%d at %d/%d, but slowly by %lld/%lld", one, two, edge,
                 line.top - line.line, line.scale, line.part, line.parts, (long long)slow.value, (long long)slow.scale);
}

/* ---- tests ---- */

static const struct {
    const char *map, *viewer, *target;
    SightAnswer answer;
    int part, parts;   /* 0: not given */
    int top, line, of; /* metres, over `of` */
} given[] = {
    {"tcs/t1-fire-and-overwatch", "11.06", "06.06", SIGHT_CLEAR, 1, 8, 5375, 5500, 100},
    {"tcs/t1-fire-and-overwatch", "12.06", "06.06", SIGHT_BLOCKED, 1, 6, 180, 160, 3},
    {"tcs/t1-fire-and-overwatch", "11.06", "05.06", SIGHT_BLOCKED, 8, 9, 360, 220, 9},
    {"tcs/t1-fire-and-overwatch", "07.04", "05.06", SIGHT_CLEAR, 0, 0, 0, 0, 0},
    {"tcs/t1-fire-and-overwatch", "06.08", "10.07", SIGHT_CLEAR, 0, 0, 0, 0, 0},
    {"tcs/t1-fire-and-overwatch", "07.09", "09.08", SIGHT_BLOCKED, 0, 0, 50, 30, 1},
    {"tcs/t2-armour-and-sight", "10.08", "15.08", SIGHT_CLEAR, 1, 8, 90625, 92500, 1000},
    {"tcs/t2-armour-and-sight", "11.08", "15.08", SIGHT_BLOCKED, 5, 6, 600, 475, 10},
    {"tcs/t2-armour-and-sight", "18.11", "15.08", SIGHT_BLOCKED, 1, 5, 80, 72, 1},
    {"tcs/t2-armour-and-sight", "17.10", "15.08", SIGHT_CLEAR, 0, 0, 0, 0, 0},
    {"tcs/t3-orders-and-guns", "06.06", "16.09", SIGHT_CLEAR, 0, 0, 0, 0, 0},
    {"tcs/t3-orders-and-guns", "16.09", "11.06", SIGHT_BLOCKED, 0, 0, 1040, 940, 7},
};

static void the_lines_given_with_the_maps(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof given / sizeof given[0]; i++) {
        Map *map = map_of_tests(&tcs_schema, given[i].map);
        SightGround *ground = sight_make(map);
        SightLine line = sight_line(ground, hex_named(map, given[i].viewer), hex_named(map, given[i].target), &day);
        if (line.answer != given[i].answer)
            fail_msg("%s %s to %s: %d", given[i].map, given[i].viewer, given[i].target, line.answer);
        if (given[i].parts)
            assert_int_equal(line.part * given[i].parts, given[i].part * line.parts);
        if (given[i].of) {
            assert_int_equal((int64_t)line.top * given[i].of, (int64_t)given[i].top * line.scale);
            assert_int_equal((int64_t)line.line * given[i].of, (int64_t)given[i].line * line.scale);
        }
        sight_free(ground);
        map_free(map);
    }
}

/* The example that is printed with the formula: 15 hexes from 20 to 125 metres, trees 6 hexes from the lower end; the
 * line is 62 metres high there. */
static void the_formula_that_is_printed(void **state)
{
    (void)state;
    Grid grid = tcs_blank;
    grid.columns = 1;
    grid.rows = 16;
    for (int ground_height = 40; ground_height <= 42; ground_height += 2) {
        Map *map = map_blank(&tcs_schema, &grid);
        Hex low = hex_named(map, "01.01"), high = hex_named(map, "01.16"), trees = hex_named(map, "01.07");
        map->height[low] = 20;
        map->height[high] = 125;
        map->height[trees] = (int16_t)ground_height;
        map->cover[trees] = 63;
        SightGround *ground = sight_make(map);
        SightLine line = sight_line(ground, low, high, &day);
        assert_int_equal(line.answer, ground_height == 40 ? SIGHT_CLEAR : SIGHT_BLOCKED);
        assert_true(line.covered);
        assert_int_equal(line.top, (ground_height + 20) * line.scale);
        assert_int_equal(line.line, 62 * line.scale);
        assert_int_equal(line.part * 15, 6 * line.parts);
        assert_int_equal(sight_hex(ground, low, high, &line), trees);
        sight_free(ground);
        map_free(map);
    }
}

static void the_same_both_ways(void **state)
{
    (void)state;
    Map *map = map_of_tests(&tcs_schema, "tcs/dieulouard");
    SightGround *ground = sight_make(map);
    int clear = 0, lines = 0;
    for (Hex from = 0; from < map->hexes; from++)
        for (Hex to = (Hex)(from + 1); to < map->hexes; to++, lines++) {
            bool there = sight_clear(ground, from, to, &day);
            if (there != sight_clear(ground, to, from, &day))
                fail_msg("%d sees %d, but not back", there ? from : to, there ? to : from);
            clear += there;
        }
    assert_in_range(clear, lines / 100, lines / 2); /* it is a hilly map */
    sight_free(ground);
    map_free(map);
}

static void the_slow_reading_agrees_on_the_maps(void **state)
{
    (void)state;
    static const char *const names[] = {"tcs/t1-fire-and-overwatch", "tcs/t2-armour-and-sight",
                                        "tcs/t3-orders-and-guns", "tcs/dieulouard"};
    Random random = {8};
    for (int i = 0; i < 4; i++) {
        Map *map = map_of_tests(&tcs_schema, names[i]);
        SightGround *ground = sight_make(map);
        for (int line = 0; line < 4000; line++) {
            Hex viewer = (Hex)random_below(&random, (uint32_t)map->hexes);
            Hex target = (Hex)random_below(&random, (uint32_t)map->hexes);
            Edge edge = (Edge)random_below(&random, 2 * EDGES);
            if (edge > EDGES || (edge < EDGES && map->next[target][edge] == NO_HEX))
                edge = EDGES;
            compare(map, ground, viewer, target, edge, &day);
        }
        sight_free(ground);
        map_free(map);
    }
}

/* A map of few heights, so that ties are common, with cover by sextants and hedgerows strewn over it. */
static Map *strewn_map(Random *random, const MapSchema *schema, Grid *grid)
{
    Map *map = map_blank(schema, grid);
    assert_non_null(map);
    int most = 1 + (int)random_below(random, 5);
    bool bare = random_below(random, 3) == 0;
    for (Hex hex = 0; hex < map->hexes; hex++) {
        map->height[hex] = (int16_t)(random_below(random, (uint32_t)most) * 10);
        if (bare)
            continue;
        if (random_below(random, 5) == 0)
            map->cover[hex] = (uint8_t)(random_below(random, 3) ? random_below(random, 64) : 63);
        for (Edge edge = 0; edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX && random_below(random, 30) == 0) {
                map->edge[hex][edge] |= TCS_HEDGEROW;
                map->edge[map->next[hex][edge]][edge_opposite(edge)] |= TCS_HEDGEROW;
            }
    }
    return map;
}

static void the_slow_reading_agrees_on_strewn_maps(void **state)
{
    (void)state;
    Random random = {1944};
    int veiled = 0, blocked = 0, clear = 0;
    for (int round = 0; round < 24; round++) {
        Grid grid = tcs_blank;
        grid.columns = (uint16_t)(3 + random_below(&random, 8));
        grid.rows = (uint16_t)(3 + random_below(&random, 7));
        Map *map = strewn_map(&random, &tcs_schema, &grid);
        SightGround *ground = sight_make(map);
        uint64_t veils[4] = {0}, lit[4] = {0};
        Seeing seeing = day;
        for (int i = 0; i < 3; i++) {
            Hex hex = (Hex)random_below(&random, (uint32_t)map->hexes);
            veils[hex >> 6] |= (uint64_t)1 << (hex & 63);
            hex = (Hex)random_below(&random, (uint32_t)map->hexes);
            lit[hex >> 6] |= (uint64_t)1 << (hex & 63);
        }
        seeing.veils = round % 2 ? veils : NULL;
        seeing.ties_block = round % 3 == 2;
        if (round % 8 == 7)
            seeing.visibility = 2, seeing.lit = lit, seeing.lit_visibility = 5;
        for (Hex viewer = 0; viewer < map->hexes; viewer++)
            for (Hex target = 0; target < map->hexes; target++)
                for (Edge edge = 0; edge <= EDGES; edge++) {
                    if (edge < EDGES && map->next[target][edge] == NO_HEX)
                        continue;
                    compare(map, ground, viewer, target, edge, &seeing);
                    SightAnswer answer = sight_line(ground, viewer, target, &seeing).answer;
                    veiled += answer == SIGHT_VEILED;
                    blocked += answer == SIGHT_BLOCKED;
                    clear += answer == SIGHT_CLEAR;
                }
        sight_free(ground);
        map_free(map);
    }
    assert_true(veiled > 1000 && blocked > 1000 && clear > 1000);
}

/* The same ground on a grid numbered the other way about. */
static void any_numbering_will_do(void **state)
{
    (void)state;
    Map *map = map_of_tests(&tcs_schema, "tcs/t2-armour-and-sight");
    Grid grid = {.columns = map->grid.columns, .rows = map->grid.rows, .first_column = 2, .parity = EVEN_DOWN};
    Map *other = map_blank(&tcs_schema, &grid);
    memcpy(other->height, map->height, (size_t)map->hexes * sizeof *map->height);
    memcpy(other->cover, map->cover, (size_t)map->hexes);
    SightGround *ground = sight_make(map), *twin = sight_make(other);
    for (Hex from = 0; from < map->hexes; from += 7)
        for (Hex to = 0; to < map->hexes; to++)
            assert_int_equal(sight_clear(ground, from, to, &day), sight_clear(twin, from, to, &day));
    sight_free(ground);
    sight_free(twin);
    map_free(map);
    map_free(other);
}

static void a_field_is_all_that_is_seen(void **state)
{
    (void)state;
    Map *map = map_of_tests(&tcs_schema, "tcs/t3-orders-and-guns");
    SightGround *ground = sight_make(map);
    uint64_t seen[8];
    Seeing haze = {.visibility = 6};
    Hex viewer = hex_named(map, "06.06");
    assert_int_equal(map->words, 6);
    sight_field(ground, viewer, &haze, seen);
    int count = 0;
    for (Hex hex = 0; hex < map->hexes; hex++) {
        bool in = seen[hex >> 6] >> (hex & 63) & 1;
        assert_int_equal(in, sight_clear(ground, viewer, hex, &haze));
        assert_false(in && map_distance(map, viewer, hex) > 6);
        count += in;
    }
    assert_true(count > 7 && seen[viewer >> 6] >> (viewer & 63) & 1);
    sight_free(ground);
    map_free(map);
}

/* The point of contention is in the hex that is named, and where it is said to be. */
static void where_the_point_lies(void **state)
{
    (void)state;
    Map *map = map_of_tests(&tcs_schema, "tcs/t1-fire-and-overwatch");
    SightGround *ground = sight_make(map);
    SightLine line = sight_line(ground, hex_named(map, "11.06"), hex_named(map, "05.06"), &day);
    assert_true(line.covered);
    Hex target = hex_named(map, "05.06");
    assert_int_equal(sight_hex(ground, hex_named(map, "11.06"), target, &line), hex_named(map, "06.06"));
    uint64_t smoke[3] = {0};
    Hex veil = hex_named(map, "08.06");
    smoke[veil >> 6] |= (uint64_t)1 << (veil & 63);
    Seeing smoky = {.visibility = 99, .veils = smoke};
    line = sight_line(ground, hex_named(map, "10.07"), hex_named(map, "06.05"), &smoky);
    assert_int_equal(line.answer, SIGHT_VEILED);
    assert_int_equal(line.veil, veil);
    assert_false(line.contended);
    assert_int_equal(sight_hex(ground, hex_named(map, "10.07"), hex_named(map, "06.05"), &line), veil);
    assert_int_equal(sight_line(ground, veil, hex_named(map, "06.05"), &smoky).answer, SIGHT_CLEAR);
    sight_free(ground);
    map_free(map);
}

/* A cut meets the ground of both centres, passes the hexes between them, and agrees with the line. */
static void a_cut_through_the_ground(void **state)
{
    (void)state;
    static Profile cut;
    Map *map = map_of_tests(&tcs_schema, "tcs/t1-fire-and-overwatch");
    SightGround *ground = sight_make(map);
    for (Hex from = 0; from < map->hexes; from++)
        for (Hex to = 0; to < map->hexes; to++) {
            SightLine line = sight_line(ground, from, to, &day);
            assert_int_equal(profile_sight(map, ground, &day, from, to, &cut), from != to);
            if (from == to)
                continue;
            assert_int_equal(cut.seen, line.answer == SIGHT_CLEAR);
            assert_int_equal(cut.points, map_distance(map, from, to) * PROFILE_PER_HEX + 1);
            assert_int_equal(cut.point[0].ground, 10 * map->height[from]);
            assert_int_equal(cut.point[cut.points - 1].ground, 10 * map->height[to]);
            assert_int_equal(cut.point[cut.points - 1].hex, to);
            for (int i = 1; i < cut.points; i++)
                assert_true(map_distance(map, cut.point[i - 1].hex, cut.point[i].hex) <= 1);
        }
    profile_sight(map, ground, &day, hex_named(map, "11.06"), hex_named(map, "05.06"), &cut);
    assert_int_equal(cut.at, hex_named(map, "06.06"));
    assert_true(cut.contended && !cut.seen && cut.top >= cut.line && cut.permille > 500);
    int covered = 0;
    for (int i = 0; i < cut.points; i++)
        covered += cut.point[i].hex == cut.at && cut.point[i].cover == 200;
    assert_true(covered > 0);
    sight_free(ground);
    map_free(map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_lines_given_with_the_maps),
        cmocka_unit_test(the_formula_that_is_printed),
        cmocka_unit_test(the_same_both_ways),
        cmocka_unit_test(the_slow_reading_agrees_on_the_maps),
        cmocka_unit_test(the_slow_reading_agrees_on_strewn_maps),
        cmocka_unit_test(any_numbering_will_do),
        cmocka_unit_test(a_field_is_all_that_is_seen),
        cmocka_unit_test(where_the_point_lies),
        cmocka_unit_test(a_cut_through_the_ground),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
