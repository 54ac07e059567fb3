/* sight_ground.c — the ground of lines of sight made ready: heights and cover of every place where one can be cut. */
#include "core/sight_own.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define MARGIN 2 /* hexes around the map, so that no corner of a triangle is ever outside */

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

static uint64_t pair_of(int32_t first, int32_t second) { return (uint32_t)first | (uint64_t)(uint32_t)second << 32; }

static void fill_side(SightGround *ground, Edge edge, int cell)
{
    int other = cell + ground->step[edge];
    if (other < 0 || other >= ground->cells)
        return;
    unsigned here = ground->stand[cell], there = ground->stand[other];
    bool near = here >> edge & 1, far = there >> edge_opposite(edge) & 1, hedge = here >> (HEDGES + edge) & 1;
    const bool covered[SIDE_POINTS] = {[SIDE_CENTRE] = (here & ALL_SEXTANTS) != 0,
                                       [SIDE_NEAR] = near,
                                       [SIDE_MIDDLE] = near || far || hedge,
                                       [SIDE_FAR] = far};
    uint64_t *heights = &ground->heights[(size_t)cell * POINTS + edge * SIDE_POINTS];
    for (int i = 0; i < SIDE_POINTS; i++) {
        int32_t more = PARTS * (SEA_LEVEL + (covered[i] ? ground->cover_height : 0)) + covered[i];
        heights[i] = pair_of(PARTS * ground->height[cell] + more, PARTS * ground->height[other] + more);
    }
}

/* Of the two heights the first is that of the nearer centre, the other that of both ends of the hexside together. */
static void fill_border(SightGround *ground, Edge edge, int cell)
{
    int one = cell + ground->step[edge], two = cell + ground->step[(edge + 1) % EDGES], beyond = one + two - cell;
    if (one < 0 || two < 0 || beyond < 0 || one >= ground->cells || two >= ground->cells || beyond >= ground->cells)
        return;
    unsigned across = 1u << (edge + 5) % EDGES, back = 1u << (edge + 2) % EDGES; /* from two to one, from one to two */
    unsigned around = 1u << edge | 1u << (edge + 1) % EDGES, opposite = (around << 3 | around >> 3) & ALL_SEXTANTS;
    unsigned here = ground->stand[cell], there = ground->stand[beyond];
    bool hexside = ground->stand[two] & (across | across << HEDGES) || ground->stand[one] & (back | back << HEDGES);
    const bool covered[BORDER_POINTS] = {[BORDER_NEAR] = (here & around) != 0,
                                         [CORNER_NEAR] = hexside || here & (around | around << HEDGES),
                                         [HEXSIDE_NEAR] = hexside,
                                         [HEXSIDE_FAR] = hexside,
                                         [CORNER_FAR] = hexside || there & (opposite | opposite << HEDGES),
                                         [BORDER_FAR] = (there & opposite) != 0};
    int32_t more = SEA_LEVEL + ground->cover_height, pair = ground->height[one] + ground->height[two] + 2 * more;
    uint64_t *heights = &ground->heights[(size_t)cell * POINTS + BORDERS_AT + edge * BORDER_POINTS];
    for (int i = 0; i < BORDER_POINTS; i++)
        if (covered[i])
            heights[i] = pair_of(ground->height[i < HEXSIDE_FAR ? cell : beyond] + more, pair);
}

static void fill_edges(SightGround *ground)
{
    for (int cell = 0; cell < ground->cells; cell++)
        for (Edge edge = 0; edge < EDGES; edge++) {
            fill_side(ground, edge, cell);
            if (edge < BORDERS)
                fill_border(ground, edge, cell);
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
    assert(ground->cover_height >= 0 && ground->cover_height <= HIGHEST_COVER);
    size_t cells = (size_t)ground->cells;
    ground->cell = malloc((size_t)map->hexes * sizeof *ground->cell);
    ground->hex = malloc(cells * sizeof *ground->hex);
    ground->height = malloc(cells * sizeof *ground->height);
    ground->stand = calloc(cells, sizeof *ground->stand);
    ground->heights = calloc(cells * POINTS, sizeof *ground->heights);
    if (!ground->cell || !ground->hex || !ground->height || !ground->stand || !ground->heights) {
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
    free(ground->heights);
    free(ground->weights);
    free(ground->place);
    free(ground->point[0]); /* one block for all ways */
    free((void *)ground->centre);
    free((void *)ground->crossing);
    free(ground);
}

/* Room to remember lines by. It is only touched when a line of sight is looked up. */
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
