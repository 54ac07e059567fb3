/* map_load.c — reading a map file, and refusing it with every mistake it has.
 *
 * Entries may come in any sequence in the file; they are read in the sequence of the table `keywords`, so that
 * dependencies come first: the grid before hexes, sheets before boxes, the legend before terrain, contours before
 * heights, terrain before cover and roads, hexsides and roads before bridges, areas before chains. An entry with a
 * mistake is read as far as possible, and what could not be read is then ignored silently: no mistake is reported
 * twice. */
#include "core/map_own.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    bool once, required, body, needs_grid;
    void (*read)(Loader *loader, const Entry *entry);
} entries[KEYWORDS] = {
    [KEY_MAP] = {true, true, false, false, read_map},         [KEY_TITLE] = {true, true, false, false, read_title},
    [KEY_SYSTEM] = {true, true, false, false, read_system},   [KEY_SCALE] = {true, true, false, false, read_scale},
    [KEY_SOURCE] = {true, true, false, false, read_source},   [KEY_GRID] = {true, true, false, false, read_grid},
    [KEY_SHEET] = {false, false, false, true, read_sheet},    [KEY_BOX] = {false, false, true, true, read_box},
    [KEY_LEGEND] = {true, true, true, false, read_legend},    [KEY_TERRAIN] = {true, true, true, true, read_terrain},
    [KEY_CONTOUR] = {true, false, false, true, read_contour}, [KEY_HEIGHT] = {true, false, true, true, read_height},
    [KEY_COVER] = {true, false, true, true, read_cover},      [KEY_PLACE] = {false, false, true, true, read_place},
    [KEY_EDGE] = {false, false, true, true, read_edge},       [KEY_ROAD] = {false, false, true, true, read_road},
    [KEY_BRIDGE] = {false, false, true, true, read_bridge},   [KEY_AREA] = {false, false, true, true, read_area},
    [KEY_CHAIN] = {false, false, true, true, read_chain},
};

static const char *const keywords[KEYWORDS + 1] = {"map",  "title",  "system",  "scale",   "source", "grid",  "sheet",
                                                   "box",  "legend", "terrain", "contour", "height", "cover", "place",
                                                   "edge", "road",   "bridge",  "area",    "chain",  NULL};

/* Says which keyword each entry has; entries that are not to be read get KEYWORDS. */
static void sort_entries(Loader *loader)
{
    Document *document = loader->document;
    uint32_t first_line[KEYWORDS] = {0};
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *word = &document->field[entry->first];
        int keyword = field_word(document, word, keywords);
        loader->keyword[i] = KEYWORDS;
        if (keyword < 0)
            continue;
        if (entries[keyword].once && loader->count[keyword]) {
            mistake(document, word, "%s was given on line %u already", keywords[keyword], first_line[keyword]);
            continue;
        }
        if (!entries[keyword].body)
            has_no_body(loader, entry);
        first_line[keyword] = word->line;
        loader->count[keyword]++;
        loader->keyword[i] = (uint8_t)keyword;
    }
    for (int keyword = 0; keyword < KEYWORDS; keyword++)
        if (entries[keyword].required && !loader->count[keyword])
            mistake(document, NULL, "the map has no entry `%s`", keywords[keyword]);
}

/* Rooms for all that the entries may bring, once the grid is known. */
static bool make_lists(Loader *loader)
{
    Map *map = loader->map;
    const int *count = loader->count;
    int areas = count[KEY_AREA] < AREAS_MAX ? count[KEY_AREA] : AREAS_MAX;
    map->list = malloc(LIST_MAX * sizeof *map->list);
    map->place_list = calloc((size_t)count[KEY_PLACE] + 1, sizeof *map->place_list);
    map->area_list = calloc((size_t)areas + 1, sizeof *map->area_list);
    map->edge_line = calloc((size_t)count[KEY_EDGE] + 1, sizeof *map->edge_line);
    map->road_line = calloc((size_t)count[KEY_ROAD] + 1, sizeof *map->road_line);
    uint64_t *bits = calloc((size_t)(areas + 1) * (size_t)map->words, sizeof *bits);
    if (map->area_list && bits)
        for (int i = 0; i <= areas; i++)
            map->area_list[i].bits = bits + (size_t)i * (size_t)map->words;
    else
        free(bits);
    return map->list && map->place_list && map->area_list && bits && map->edge_line && map->road_line &&
           names_make(&loader->place_names, count[KEY_PLACE]) && names_make(&loader->area_names, areas);
}

static void read_entries(Loader *loader)
{
    Document *document = loader->document;
    for (int keyword = 0; keyword < KEYWORDS && !loader->no_memory; keyword++) {
        if (keyword == KEY_SHEET && loader->map && !make_lists(loader))
            loader->no_memory = true;
        if (keyword == KEY_BOX && loader->map)
            check_sheets(loader);
        if (keyword == KEY_BOX + 1 && loader->map)
            read_links(loader);
        if (keyword == KEY_COVER && loader->map)
            cover_terrain(loader);
        if (!loader->count[keyword] || (entries[keyword].needs_grid && !loader->map))
            continue;
        for (int i = 0; i < document->entries && !loader->no_memory; i++)
            if (loader->keyword[i] == keyword)
                entries[keyword].read(loader, &document->entry[i]);
    }
}

Map *map_load(Document *document, const MapSchema *schema)
{
    Loader *loader = calloc(1, sizeof *loader);
    if (loader) {
        loader->document = document;
        loader->schema = schema;
        loader->keyword = malloc((size_t)document->entries + 1);
    }
    if (!loader || !loader->keyword) {
        mistake(document, NULL, "there is not enough memory to read the map");
        free(loader);
        return NULL;
    }
    sort_entries(loader);
    read_entries(loader);
    if (loader->no_memory)
        mistake(document, NULL, "there is not enough memory to read the map");
    Map *map = loader->map;
    if (document->mistakes) {
        map_free(map);
        free(loader->source);
        map = NULL;
    } else {
        memcpy(map->name, loader->name, sizeof map->name);
        memcpy(map->title, loader->title, sizeof map->title);
        map->source = loader->source;
        map->scale = loader->scale;
        uint16_t *list = realloc(map->list, ((size_t)map->listed + 1) * sizeof *list);
        if (list)
            map->list = list;
    }
    free(loader->keyword);
    free(loader->place_names.slot);
    free(loader->area_names.slot);
    free(loader);
    return map;
}
