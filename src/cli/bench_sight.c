/* bench_sight.c — the ground that `sandtable bench` looks over, and what it looks at. */
#include "cli/bench_sight.h"

#include <stdlib.h>

#include "core/dice.h"
#include "core/sight.h"

enum { COLUMNS = 40, ROWS = 30, HILLS = 12, WOODS = 60, LINES = 4096, LENGTH = 20, INTERVAL = 5 };

struct SightBench {
    Map *map;
    SightGround *ground;
    Hex from[LINES], to[LINES];
    int lines, next_line, next_hex;
    uint64_t field[(COLUMNS * ROWS + 63) / 64];
    uint64_t sink; /* keeps results from being thrown away */
};

static const char *const words[] = {"open", NULL};
static const MapSchema schema = {
    .terrain = words, .edges = words, .roads = words, .places = words, .areas = words, .hedges = 1, .cover_height = 20};

/* Cones of different steepness; the highest at a hex counts. */
static void raise_hills(Map *map, Random *random)
{
    for (int hill = 0; hill < HILLS; hill++) {
        Hex top = (Hex)random_below(random, (uint32_t)map->hexes);
        int height = 60 + (int)random_below(random, 25) * INTERVAL, slope = 2 + (int)random_below(random, 3);
        for (Hex hex = 0; hex < map->hexes; hex++) {
            int here = height - slope * INTERVAL * map_distance(map, top, hex);
            if (here > map->height[hex])
                map->height[hex] = (int16_t)here;
        }
    }
}

/* Woods of some hexes each, whose borders are wooded in part; and hedgerows. */
static void plant(Map *map, Random *random)
{
    for (int wood = 0; wood < WOODS; wood++) {
        Hex middle = (Hex)random_below(random, (uint32_t)map->hexes);
        int size = 1 + (int)random_below(random, 2);
        for (Hex hex = 0; hex < map->hexes; hex++)
            if (map_distance(map, middle, hex) < size)
                map->cover[hex] = 0x3F;
            else if (map_distance(map, middle, hex) == size && random_below(random, 8) == 0)
                map->cover[hex] |= (uint8_t)random_below(random, 0x40);
    }
    for (Hex hex = 0; hex < map->hexes; hex++) {
        Edge edge = (Edge)random_below(random, EDGES);
        if (random_below(random, 20) == 0 && map->next[hex][edge] != NO_HEX) {
            map->edge[hex][edge] = 1;
            map->edge[map->next[hex][edge]][edge_opposite(edge)] = 1;
        }
    }
}

SightBench *sight_bench_make(void)
{
    SightBench *bench = calloc(1, sizeof *bench);
    Grid grid = {.columns = COLUMNS, .rows = ROWS, .first_column = 1, .first_row = 1};
    if (!bench || !(bench->map = map_blank(&schema, &grid))) {
        free(bench);
        return NULL;
    }
    Random random = {1944};
    raise_hills(bench->map, &random);
    plant(bench->map, &random);
    bench->ground = sight_make(bench->map);
    if (!bench->ground) {
        sight_bench_free(bench);
        return NULL;
    }
    while (bench->lines < LINES) {
        Hex from = (Hex)random_below(&random, COLUMNS * ROWS), to = (Hex)random_below(&random, COLUMNS * ROWS);
        if (map_distance(bench->map, from, to) != LENGTH)
            continue;
        bench->from[bench->lines] = from;
        bench->to[bench->lines++] = to;
    }
    return bench;
}

void sight_bench_free(SightBench *bench)
{
    if (!bench)
        return;
    sight_free(bench->ground);
    map_free(bench->map);
    free(bench);
}

static const Seeing day = {.visibility = COLUMNS + ROWS};

void sight_bench_line(SightBench *bench)
{
    int i = bench->next_line++ % LINES;
    SightLine line = sight_line(bench->ground, bench->from[i], bench->to[i], &day);
    bench->sink += (uint64_t)line.top + line.answer;
}

void sight_bench_field(SightBench *bench)
{
    bench->next_hex = (bench->next_hex + 337) % (COLUMNS * ROWS); /* all of them in turn, far apart */
    sight_field(bench->ground, (Hex)bench->next_hex, &day, bench->field);
    bench->sink += bench->field[0];
}
