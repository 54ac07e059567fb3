/* maps.h — the maps of tests/maps, of data/tcs, and the words of the rulebooks they are for. */
#ifndef SANDTABLE_TEST_MAPS_H
#define SANDTABLE_TEST_MAPS_H

#include "data.h"

#include "core/map.h"

#define MAPS_DIR DATA_DIR "/../tests/maps"

static const char *const tcs_terrain[] = {"open", "woods", "orchard", "village", "buildings", "marsh", NULL};
static const char *const tcs_edges[] = {"river", "deep-stream", "stream", "ford", "bridge", "hedgerow", "wall", NULL};
static const char *const tcs_roads[] = {"track", "road-secondary", "road-primary", "railway", NULL};
static const char *const tcs_places[] = {"site", NULL};
static const char *const no_words[] = {NULL};
static const uint8_t tcs_layers[] = {0, 0, 0, 1};
enum { TCS_WOODS = 2, TCS_HEDGEROW = 1 << 5 };
static const Grid tcs_blank = {
    .first_column = 1, .first_row = 1, .parity = ODD_DOWN, .numbering = COLUMN_DOT_ROW, .from_bottom = true};
static const MapSchema tcs_schema = {.terrain = tcs_terrain,
                                     .edges = tcs_edges,
                                     .roads = tcs_roads,
                                     .places = tcs_places,
                                     .areas = no_words,
                                     .road_layer = tcs_layers,
                                     .railways = 1 << 1,
                                     .covering = 1 << 1 | 1 << 2 | 1 << 3 | 1 << 4,
                                     .hedges = TCS_HEDGEROW,
                                     .cover_height = 20,
                                     .height_step = 5,
                                     .flat_tops = true,
                                     .blank = &tcs_blank};

static const char *const ocs_terrain[] = {"open", "woods", "hills", "forest", "swamp", "sea", NULL};
static const char *const ocs_edges[] = {"minor", "major", NULL};
static const char *const ocs_roads[] = {"secondary", "primary", "rail-low", "rail-single", "rail-multi", NULL};
static const uint8_t ocs_layers[] = {0, 0, 1, 1, 1};
static const char *const ocs_places[] = {"village", "minor-city", "major-city", "metropolis", NULL};
static const char *const ocs_areas[] = {"port", "fortification", "beach", "channel", NULL};
static const MapSchema ocs_schema = {.terrain = ocs_terrain,
                                     .edges = ocs_edges,
                                     .roads = ocs_roads,
                                     .places = ocs_places,
                                     .areas = ocs_areas,
                                     .barred = 1 << 5,
                                     .road_layer = ocs_layers,
                                     .railways = 1 << 1};

static const char *const pm_terrain[] = {"clear", "forest", "hills", "marsh", "lake", "sea", "none", NULL};
static const char *const pm_edges[] = {"river", "lake", "sea", "sivash", "kerch", "gas", NULL};
static const char *const pm_roads[] = {"highway", NULL};
static const char *const pm_places[] = {"town", "large-town", "city", NULL};
static const char *const pm_areas[] = {"zomo",  "okh",    "barred",  "border",   "district", "port", "line",
                                       "works", "source", "weather", "invasion", "beyond",   NULL};
static const MapSchema pm_schema = {
    .terrain = pm_terrain, .edges = pm_edges, .roads = pm_roads, .places = pm_places, .areas = pm_areas};

static Log maps_log;

static inline Map *map_of_text(const MapSchema *schema, const char *name, const char *bytes, size_t length)
{
    maps_log.count = 0;
    Document *document = document_parse(name, bytes, length, &maps_log);
    assert_non_null(document);
    Map *map = map_load(document, schema);
    document_free(document);
    if (!map)
        fail_msg("%s, line %d: %s", name, maps_log.mistake[0].line, maps_log.mistake[0].words);
    return map;
}

/* "ocs/don-gate" of tests/maps, "tcs/dieulouard" of the data */
static inline Map *map_of_tests(const MapSchema *schema, const char *name)
{
    char path[1024];
    size_t length = 0;
    snprintf(path, sizeof path, MAPS_DIR "/%s.map", name);
    if (!strncmp(name, "tcs/", 4))
        snprintf(path, sizeof path, DATA_DIR "/tcs/maps/%s.map", name + 4);
    char *bytes = test_read(path, &length);
    if (!bytes)
        fail_msg("there is no %s", path);
    Map *map = map_of_text(schema, path, bytes, length);
    free(bytes);
    return map;
}

static inline Hex hex_named(const Map *map, const char *text)
{
    Hex hex = NO_HEX;
    if (!hex_parse(&map->grid, text, strlen(text), &hex))
        fail_msg("%s is no hex", text);
    return hex;
}

#endif
