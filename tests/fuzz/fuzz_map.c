/* fuzz_map.c — a map is either refused with a mistake or sound: neighbours, edges, roads and bridges agree
 * from both hexes, lists stay in their bounds, areas and chains point at what there is. */
#include <stdlib.h>
#include <string.h>

#include "core/map.h"

static const char *const terrain_words[] = {"clear", "forest", "hills", "swamp", "lake", NULL};
static const char *const edge_words[] = {"stream", "nysa", "elbe", "fixed", NULL};
static const char *const road_words[] = {"secondary", "main", "motorway", NULL};
static const char *const place_words[] = {"town", NULL};
static const char *const area_words[] = {"zone", "region", "edge", "position", NULL};
static const MapSchema schema = {.terrain = terrain_words,
                                 .edges = edge_words,
                                 .roads = road_words,
                                 .places = place_words,
                                 .areas = area_words,
                                 .barred = 16};

static void require(bool holds)
{
    if (!holds)
        abort();
}

static void require_hex(const Map *map, Hex hex)
{
    char text[HEX_TEXT];
    Hex again;
    hex_print(&map->grid, hex, text);
    require(hex_parse(&map->grid, text, strlen(text), &again) && again == hex);
    require(map->terrain[hex] != 0);
    require(map->place[hex] >= -1 && map->place[hex] < map->places);
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex next = map->next[hex][edge];
        Edge back = edge_opposite(edge);
        if (next == NO_HEX) {
            require(!map->edge[hex][edge] && !map->road[hex][edge] && !map->bridge[hex][edge]);
            continue;
        }
        require(map->next[next][back] == hex && map_distance(map, hex, next) == 1);
        require(map->edge[hex][edge] == map->edge[next][back]);
        require(map->road[hex][edge] == map->road[next][back] && map->road[hex][edge] <= 3);
        require(map->bridge[hex][edge] == map->bridge[next][back]);
        require(!map->road[hex][edge] || !(map->terrain[hex] & schema.barred));
    }
}

static void require_sound(const Map *map)
{
    require(map->hexes > 0 && map->source && map->name[0] && map->scale > 0);
    for (int hex = 0; hex < map->hexes; hex++)
        require_hex(map, (Hex)hex);
    for (int i = 0; i < map->places; i++) {
        const Place *place = &map->place_list[i];
        require(place->count > 0 && place->first + place->count <= map->listed && map_place(map, place->name) == i);
        for (int k = 0; k < place->count; k++)
            require(map->place[map->list[place->first + k]] == i);
    }
    for (int i = 0; i < map->areas; i++) {
        const Area *area = &map->area_list[i];
        int bits = 0;
        require(area->count > 0 && area->first + area->count <= map->listed);
        require(map_area(map, area->kind, area->name) == i);
        for (int hex = 0; hex < map->hexes; hex++)
            bits += area_has(area, (Hex)hex);
        require(bits == area->count);
    }
    for (int i = 0; i < map->edge_lines; i++)
        require(map->edge_line[i].count > 0 && map->edge_line[i].first + map->edge_line[i].count <= map->listed);
    for (int i = 0; i < map->road_lines; i++)
        require(map->road_line[i].count > 1 && map->road_line[i].first + map->road_line[i].count <= map->listed);
    for (int i = 0; i < map->chains; i++)
        for (int k = 0; k < map->chain[i].count; k++)
            require(map->area_list[map->chain[i].area[k]].kind == map->chain[i].kind);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static Log log;
    log.count = 0;
    Document *document = document_parse("fuzz", (const char *)data, size, &log);
    if (!document)
        return 0;
    Map *map = map_load(document, &schema);
    require((map == NULL) == (log.count > 0));
    if (map)
        require_sound(map);
    map_free(map);
    document_free(document);
    return 0;
}
