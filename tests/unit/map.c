/* Maps: what is read, and every mistake that is refused, with its place. */
#include "maps.h"

static const char *const terrain_words[] = {"clear", "forest", "hills", "swamp", "lake", NULL};
static const char *const edge_words[] = {"stream", "nysa", "elbe", "fixed", NULL};
static const char *const road_words[] = {"secondary", "main", "motorway", NULL};
static const char *const place_words[] = {"town", NULL};
static const char *const area_words[] = {"zone", "region", "edge", "position", NULL};
enum { CLEAR = 1, FOREST = 2, HILLS = 4, LAKE = 16 };
enum { ZONE, REGION };
static const MapSchema schema = {.terrain = terrain_words,
                                 .edges = edge_words,
                                 .roads = road_words,
                                 .places = place_words,
                                 .areas = area_words,
                                 .barred = LAKE};

static Log log_;

static Map *load(const char *name, const char *bytes, size_t length)
{
    log_.count = 0;
    Document *document = document_parse(name, bytes, length, &log_);
    assert_non_null(document);
    Map *map = map_load(document, &schema);
    document_free(document);
    return map;
}

static Map *load_text(const char *text)
{
    Map *map = load("small.map", text, strlen(text));
    if (!map)
        fail_msg("line %d: %s", log_.mistake[0].line, log_.mistake[0].words);
    return map;
}

static Edge across(const Map *map, const char *from, const char *to)
{
    Edge edge = edge_between(&map->grid, hex_named(map, from), hex_named(map, to));
    assert_true(edge < EDGES);
    return edge;
}

#define HEAD "map small\ntitle \"A small map\"\nsystem wb95\nscale 3000\nsource \"Made up.\"\n"

static const char small[] = HEAD "chain zone B A\n" /* the order of entries is free */
                                 "grid 4 3 first 0199 parity odd-down\n"
                                 "legend\n  . clear\n  F forest hills\n  L lake\n"
                                 "terrain derived\n  00 .F..\n  99 ....\n  01 ...L\n"
                                 "height ours\n  99 1 2 3 4\n  00 -5 6 7 8\n  01 9 10 11 12\n"
                                 "place town \"Ost\" ours 0301\n"
                                 "place town \"West\" printed 0199 0100\n"
                                 "edge nysa \"Nysa\" derived\n  0100/0200 0200/0199\n"
                                 "edge stream \"Bach\" ours 0100/0200\n"
                                 "road secondary \"Weg\" ours\n  0100 0200\n  0300\n"
                                 "road motorway \"Bahn\" derived 0200 0300\n"
                                 "road main \"Strasse\" ours 0399..0301\n"
                                 "bridge ours 0200/0199\n"
                                 "area zone A ours 0199..0499\n"
                                 "area zone B printed 0401\n"
                                 "  0301\n"
                                 "area region A ours 0200\n";

static void all_that_a_map_says(void **state)
{
    (void)state;
    Map *map = load_text(small);
    assert_string_equal(map->name, "small");
    assert_string_equal(map->title, "A small map");
    assert_string_equal(map->source, "Made up.");
    assert_int_equal(map->scale, 3000);
    assert_int_equal(map->hexes, 12);
    assert_int_equal(map->words, 1);
    assert_int_equal(map->terrain_provenance, DERIVED);
    assert_int_equal(map->terrain[hex_named(map, "0200")], FOREST | HILLS);
    assert_int_equal(map->terrain[hex_named(map, "0401")], LAKE);
    assert_int_equal(map->terrain[hex_named(map, "0199")], CLEAR);
    assert_int_equal(map->height[hex_named(map, "0100")], -5);
    assert_int_equal(map->height[hex_named(map, "0401")], 12);
    for (Hex hex = 0; hex < map->hexes; hex++)
        for (Edge edge = 0; edge < EDGES; edge++)
            assert_int_equal(map->next[hex][edge], hex_across(&map->grid, hex, edge));
    map_free(map);
}

static void hexsides_roads_and_bridges_lie_on_both_sides(void **state)
{
    (void)state;
    Map *map = load_text(small);
    Edge edge = across(map, "0100", "0200");
    assert_int_equal(map->edge[hex_named(map, "0100")][edge], 1 << 0 | 1 << 1);
    assert_int_equal(map->edge[hex_named(map, "0200")][edge_opposite(edge)], 1 << 0 | 1 << 1);
    assert_int_equal(map->road[hex_named(map, "0100")][edge], 1);
    assert_int_equal(map->road[hex_named(map, "0200")][edge_opposite(edge)], 1);
    edge = across(map, "0200", "0300");
    assert_int_equal(map->road[hex_named(map, "0200")][edge], 3); /* the better road wins */
    assert_int_equal(map->road[hex_named(map, "0300")][edge_opposite(edge)], 3);
    assert_int_equal(map->road[hex_named(map, "0399")][SOUTH], 2);
    assert_int_equal(map->road[hex_named(map, "0301")][NORTH], 2);
    edge = across(map, "0200", "0199");
    assert_int_equal(map->bridge[hex_named(map, "0200")][edge], 1);
    assert_int_equal(map->bridge[hex_named(map, "0199")][edge_opposite(edge)], 1);
    int roads = 0, edges = 0, bridges = 0;
    for (Hex hex = 0; hex < map->hexes; hex++)
        for (edge = 0; edge < EDGES; edge++) {
            roads += map->road[hex][edge] != 0;
            edges += map->edge[hex][edge] != 0;
            bridges += map->bridge[hex][edge] != 0;
        }
    assert_int_equal(roads, 8);
    assert_int_equal(edges, 4);
    assert_int_equal(bridges, 2);
    assert_int_equal(map->edge_lines, 2);
    assert_string_equal(map->edge_line[0].name, "Nysa");
    assert_int_equal(map->edge_line[0].kind, 1);
    assert_int_equal(map->edge_line[0].provenance, DERIVED);
    assert_int_equal(map->edge_line[0].count, 2);
    assert_int_equal(map->list[map->edge_line[0].first],
                     hexside_of(&map->grid, hex_named(map, "0100"), across(map, "0100", "0200")));
    assert_int_equal(map->road_lines, 3);
    assert_int_equal(map->road_line[2].count, 3);
    assert_int_equal(map->list[map->road_line[2].first + 2], hex_named(map, "0301"));
    map_free(map);
}

static void places_areas_and_chains(void **state)
{
    (void)state;
    Map *map = load_text(small);
    int west = map_place(map, "West");
    assert_int_equal(west, 1);
    assert_int_equal(map_place(map, "Nord"), -1);
    assert_int_equal(map->place[hex_named(map, "0100")], west);
    assert_int_equal(map->place[hex_named(map, "0200")], -1);
    assert_int_equal(map->place_list[west].count, 2);
    assert_int_equal(map->place_list[west].provenance, PRINTED);
    assert_int_equal(map->list[map->place_list[west].first + 1], hex_named(map, "0100"));
    int a = map_area(map, ZONE, "A"), b = map_area(map, ZONE, "B"), other = map_area(map, REGION, "A");
    assert_int_equal(a, 0);
    assert_int_equal(b, 1);
    assert_int_equal(other, 2);
    assert_int_equal(map_area(map, REGION, "B"), -1);
    assert_int_equal(map->area_list[a].count, 4);
    assert_true(area_has(&map->area_list[a], hex_named(map, "0499")));
    assert_false(area_has(&map->area_list[a], hex_named(map, "0400")));
    assert_int_equal(map->list[map->area_list[b].first], hex_named(map, "0401")); /* in the order written */
    assert_true(area_has(&map->area_list[b], hex_named(map, "0301")));
    assert_int_equal(map->chains, 1);
    assert_int_equal(map->chain[0].kind, ZONE);
    assert_int_equal(map->chain[0].count, 2);
    assert_int_equal(map->chain[0].area[0], b);
    assert_int_equal(map->chain[0].area[1], a);
    map_free(map);
}

static void numbers_from_the_bottom(void **state)
{
    (void)state;
    Map *map = load_text(HEAD "grid 3 2 first 09.01 bottom parity even-down\nlegend\n  . clear\n  f forest\n"
                              "terrain ours\n  02 f..\n  01 ...\nplace town \"Ost\" ours 09.02..11.02\n");
    assert_int_equal(map->terrain[0], FOREST);
    assert_int_equal(hex_named(map, "09.02"), 0);
    assert_int_equal(hex_named(map, "11.01"), 5);
    assert_int_equal(map->place_list[0].count, 3);
    assert_int_equal(map->next[hex_named(map, "10.01")][NORTH_EAST], hex_named(map, "11.01")); /* column 10 sits low */
    map_free(map);
}

static void sheets_number_their_rows_afresh(void **state)
{
    (void)state;
    Map *map =
        load_text(HEAD "grid 2 4 first 1024N parity odd-down\nsheet S 3 01\nlegend\n  . clear\n  f forest\n"
                       "terrain ours\n  24N ..\n  25N ..\n  01S ff\n  02S ..\nroad main \"Down\" ours 1025N 1001S\n");
    assert_int_equal(hex_named(map, "1001S"), 4);
    assert_int_equal(map->terrain[hex_named(map, "1101S")], FOREST);
    assert_int_equal(map->road[hex_named(map, "1025N")][SOUTH], 2);
    map_free(map);
    map = load_text(HEAD "grid 2 4 first 10.01A bottom parity odd-down\nsheet B 3 21\nlegend\n  . clear\n  f forest\n"
                         "terrain ours\n  22B f.\n  21B ..\n  02A ..\n  01A ..\n");
    assert_int_equal(map->terrain[0], FOREST);
    assert_int_equal(hex_named(map, "10.21B"), 2);
    map_free(map);
}

static void a_blank_map(void **state)
{
    (void)state;
    Grid grid = {.columns = 10, .rows = 8, .first_column = 1, .first_row = 1};
    Map *map = map_blank(&schema, &grid);
    assert_non_null(map);
    for (Hex hex = 0; hex < map->hexes; hex++) {
        assert_int_equal(map->terrain[hex], CLEAR);
        assert_int_equal(map->place[hex], -1);
        for (Edge edge = 0; edge < EDGES; edge++)
            assert_int_equal(map->next[hex][edge], hex_across(&grid, hex, edge));
    }
    assert_int_equal(map_place(map, "Ost"), -1);
    assert_int_equal(map_area(map, ZONE, "A"), -1);
    map_free(map);
    map_free(NULL);
}

/* Each bound that the structures have is a mistake in the file, not a crash. */
static void bounds_are_told(void **state)
{
    (void)state;
    static char text[400000];
    static const char ground[] =
        HEAD "grid 9 1 first 0101 parity odd-down\nlegend\n  . clear\nterrain ours\n  01 .........\n";
    size_t used = (size_t)sprintf(text, "%s", ground);
    for (int i = 0; i < 300; i++)
        used += (size_t)sprintf(text + used, "area zone Z%d ours 0101\n", i);
    assert_null(load("small.map", text, used));
    assert_int_equal(log_.count, 45);
    assert_string_equal(log_.mistake[0].words, "a map has at most 255 areas");

    used = (size_t)sprintf(text, "%schain zone", ground);
    for (int i = 0; i < 40; i++)
        used += (size_t)sprintf(text + used, " Z%d", i);
    text[used++] = '\n';
    for (int i = 0; i < 40; i++)
        used += (size_t)sprintf(text + used, "area zone Z%d ours 0101\n", i);
    assert_null(load("small.map", text, used));
    assert_int_equal(log_.count, 1);
    assert_string_equal(log_.mistake[0].words, "a chain has at most 32 areas");

    used = (size_t)sprintf(text, "%sroad main \"To and fro\" ours 0101", ground);
    for (int i = 0; i < 4100; i++)
        used += (size_t)sprintf(text + used, " 0201..0901 0801..0101");
    text[used++] = '\n';
    assert_null(load("small.map", text, used));
    assert_int_equal(log_.count, 1);
    assert_string_equal(log_.mistake[0].words, "the map lists more than 65535 hexes and hexsides");

    static const char huge[] = HEAD "grid 99 100 first 0100 parity odd-down\nlegend\n  . clear\nterrain ours\n";
    assert_null(load("small.map", huge, sizeof huge - 1));
    assert_int_equal(log_.count, 1);
    assert_string_equal(log_.mistake[0].words, "9900 hexes are too many: at most 8192");
}

static int broken;

static void expect_refused(const char *path)
{
    if (!test_ends(path, ".map"))
        return;
    const char *name = strrchr(path, '/') + 1;
    size_t length = 0;
    char *bytes = test_read(path, &length);
    assert_non_null(bytes);
    assert_null(load(name, bytes, length));
    free(bytes);
    test_expect(&log_, name);
    broken++;
}

static void broken_maps_are_refused_line_by_line(void **state)
{
    (void)state;
    test_walk(BROKEN_DIR, expect_refused);
    assert_int_equal(broken, 15);
}

static void the_maps_we_ship_load(void **state)
{
    (void)state;
    size_t length = 0;
    char *bytes = test_read(DATA_DIR "/wb95/maps/bautzen.map", &length);
    assert_non_null(bytes);
    Map *map = load("bautzen.map", bytes, length);
    if (!map)
        fail_msg("line %d: %s", log_.mistake[0].line, log_.mistake[0].words);
    assert_int_equal(map->hexes, 65 * 40);
    assert_int_equal(map->place[hex_named(map, "4329")], map_place(map, "Bautzen"));
    map_free(map);
    free(bytes);
}

/* ---- what further rulebooks need ---- */

static Hex hex_and_edge(const Map *map, const char *from, const char *to, Edge *edge)
{
    *edge = edge_between(&map->grid, hex_named(map, from), hex_named(map, to));
    assert_true(*edge < EDGES);
    return hex_named(map, from);
}

/* OCS: a railway, a road and a river on one step. */
static void a_step_carries_a_road_of_each_layer(void **state)
{
    (void)state;
    Map *map = map_of_tests(&ocs_schema, "ocs/don-gate");
    Edge edge;
    Hex hex = hex_and_edge(map, "32.06", "32.05", &edge);
    assert_ptr_equal(map->road, map->layer[0]);
    assert_string_equal(ocs_roads[map->layer[0][hex][edge] - 1], "primary");
    assert_string_equal(ocs_roads[map->layer[1][hex][edge] - 1], "rail-multi");
    assert_string_equal(ocs_edges[1], "major");
    assert_int_equal(map->edge[hex][edge], 1 << 1);
    assert_int_equal(map->layer[1][map->next[hex][edge]][edge_opposite(edge)], map->layer[1][hex][edge]);
    hex = hex_and_edge(map, "37.20", "38.20", &edge);
    assert_int_equal(map->layer[0][hex][edge], 0); /* a railway alone */
    assert_string_equal(ocs_roads[map->layer[1][hex][edge] - 1], "rail-multi");
    assert_true(any_road(map, hex, edge));
    hex = hex_and_edge(map, "09.05", "10.05", &edge);
    assert_string_equal(ocs_roads[map->layer[0][hex][edge] - 1], "primary");
    assert_int_equal(map->layer[1][hex][edge], 0);
    assert_null(map->layer[2]);
    assert_int_equal(map_distance(map, hex_named(map, "29.17"), hex_named(map, "29.15")), 2);
    map_free(map);
}

static void the_seam_of_two_sheets(void **state)
{
    (void)state;
    Map *map = map_of_tests(&pm_schema, "pm/barbarossa");
    char text[HEX_TEXT];
    assert_int_equal(hex_named(map, "2028N"), hex_named(map, "2000S"));
    assert_string_equal(hex_print(&map->grid, hex_named(map, "2000S"), text), "2028N");
    assert_int_equal(map->place[hex_named(map, "1800S")], map_place(map, "Tarnopol"));
    assert_int_equal(map->place[hex_named(map, "2512S")], map_place(map, "Odessa"));
    assert_true(area_has(&map->area_list[map_area(map, 8, "soviet")], hex_named(map, "6000S")));
    map_free(map);
    map = map_of_tests(&pm_schema, "pm/dvina");
    assert_int_equal(map->place[hex_named(map, "2705N")], map_place(map, "Riga"));
    map_free(map);
}

static void heights_contours_and_cover(void **state)
{
    (void)state;
    Map *map = map_of_tests(&tcs_schema, "tcs/t1-fire-and-overwatch");
    assert_true(map->has_heights);
    assert_int_equal(map->contour, 20);
    assert_int_equal(map->contour_base, 0);
    assert_int_equal(map->height[hex_named(map, "12.06")], 60);
    assert_int_equal(map->height[hex_named(map, "14.10")], 20);
    assert_int_equal(map->cover[hex_named(map, "08.08")], 1 << NORTH | 1 << NORTH_EAST | 1 << NORTH_WEST);
    assert_int_equal(map->cover[hex_named(map, "06.06")], 63);
    assert_int_equal(map->cover[hex_named(map, "01.01")], 0);
    map_free(map);
    map = map_of_tests(&tcs_schema, "tcs/dieulouard");
    Edge edge;
    Hex hex = hex_and_edge(map, "03.13", "04.13", &edge);
    assert_int_equal(edge, NORTH_EAST);
    assert_int_equal(map->edge[hex][edge], 1 << 0 | 1 << 4); /* river and bridge */
    assert_string_equal(tcs_roads[map->road[hex][edge] - 1], "road-primary");
    map_free(map);
}

/* The first mistake of a small map for tactical rules with that relief. */
static const char *relief_mistake(const char *relief)
{
    static char text[2000];
    snprintf(text, sizeof text,
             "map small\ntitle \"S\"\nsystem tcs\nscale 100\nsource \"Made up.\"\n"
             "grid 4 3 first 01.01 bottom parity odd-down\n"
             "legend\n  . open\n  w woods\nterrain ours\n  03 ....\n  02 .ww.\n  01 ....\n%s",
             relief);
    maps_log.count = 0;
    Document *document = document_parse("small.map", text, strlen(text), &maps_log);
    Map *map = map_load(document, &tcs_schema);
    document_free(document);
    assert_int_equal(map == NULL, maps_log.count > 0);
    map_free(map);
    return maps_log.count ? maps_log.mistake[0].words : "";
}

static void relief_that_cannot_be(void **state)
{
    (void)state;
    assert_string_equal(relief_mistake("contour 20\nheight ours\n  03 20 20 20 20\n  02 20 40 40 30\n  01 20 20 30 20\n"
                                       "cover ours\n  02.02 N,SE\n"),
                        "");
    assert_string_equal(
        relief_mistake("contour 20\nheight ours\n  03 20 20 20 20\n  02 20 42 40 30\n  01 20 20 30 20\n"),
        "heights are multiples of 5");
    assert_string_equal(
        relief_mistake("contour 20\nheight ours\n  03 20 20 20 20\n  02 20 45 40 30\n  01 20 20 30 20\n"),
        "02.02 lies on a top or in a bottom at the contour of 40 metres, and is not level with it");
    assert_string_equal(
        relief_mistake("contour 20\nheight ours\n  03 40 40 40 40\n  02 40 30 40 40\n  01 40 40 40 40\n"),
        "02.02 lies on a top or in a bottom at the contour of 40 metres, and is not level with it");
    assert_string_equal(
        relief_mistake("contour 20 10\nheight ours\n  03 30 30 30 30\n  02 30 30 30 30\n  01 30 30 30 30\n"), "");
    assert_string_equal(relief_mistake("height ours\n  03 20 20 20 20\n  02 20 20 20 20\n  01 20 20 20 20\n"),
                        "say how far apart the contours are: contour METRES");
    assert_string_equal(relief_mistake("cover ours\n  02.02 N\n  02.02 S\n"), "the cover of 02.02 was given already");
    assert_string_equal(relief_mistake("cover ours\n  01.02 N\n"), "nothing covers 01.02");
}

#define BOXED \
    HEAD "grid 4 3 first 0101 parity odd-down\nlegend\n  . clear\nterrain ours\n  01 ....\n  02 ....\n  03 ....\n"

static void boxes_beside_the_grid(void **state)
{
    (void)state;
    Map *map = load_text(BOXED "box East \"Beyond the edge\" ours 60 0 20 35 0402..0403 Pool\n"
                               "box Pool \"Reserves\" printed -40 -5 25 20\n  East\n"
                               "area region A ours 0101 Pool\n");
    assert_int_equal(map->hexes, 12);
    assert_int_equal(map->spots, 14);
    assert_int_equal(map->boxes, 2);
    Hex east = hex_named(map, "East"), pool = hex_named(map, "Pool");
    assert_int_equal(east, 12);
    assert_int_equal(map_box(map, pool), 1);
    assert_int_equal(map_box(map, 11), -1);
    assert_true(is_box(map, east) && !is_box(map, 11) && !is_box(map, 14) && !is_box(map, NO_HEX));
    assert_string_equal(map->box[0].title, "Beyond the edge");
    assert_int_equal(map->box[1].left, -40);
    assert_int_equal(map->box[1].height, 20);
    assert_int_equal(map->box[1].provenance, PRINTED);
    assert_int_equal(map->box[0].count, 3);
    assert_int_equal(map->list[map->box[0].first + 1], hex_named(map, "0403"));
    assert_int_equal(map->list[map->box[0].first + 2], pool);
    assert_int_equal(map->list[map->box[1].first], east);
    assert_true(area_has(&map->area_list[0], pool) && !area_has(&map->area_list[0], east));
    for (Edge edge = 0; edge < EDGES; edge++)
        assert_int_equal(map->next[pool][edge], NO_HEX);
    assert_int_equal(map_distance(map, pool, 0), INT16_MAX);
    assert_int_equal(map_distance(map, pool, east), INT16_MAX);
    map_free(map);
}

/* Every hex of the part is the hex of that number on the whole map; what leads out is gone. */
static void a_part_of_a_map(void **state)
{
    (void)state;
    Map *whole = map_of_tests(&ocs_schema, "ocs/don-gate");
    Map *part = map_cut(whole, hex_named(whole, "27.05"), hex_named(whole, "17.14"));
    assert_non_null(part);
    assert_int_equal(part->hexes, 11 * 10);
    for (int hex = 0; hex < part->hexes; hex++) {
        char text[HEX_TEXT];
        Hex was = hex_named(whole, hex_print(&part->grid, (Hex)hex, text));
        assert_int_equal(part->terrain[hex], whole->terrain[was]);
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex next = part->next[hex][edge];
            bool leads = next != NO_HEX;
            char there[HEX_TEXT];
            if (leads)
                assert_int_equal(hex_named(whole, hex_print(&part->grid, next, there)), whole->next[was][edge]);
            assert_int_equal(part->edge[hex][edge], leads ? whole->edge[was][edge] : 0);
            for (int layer = 0; layer < 2; layer++)
                assert_int_equal(part->layer[layer][hex][edge], leads ? whole->layer[layer][was][edge] : 0);
        }
    }
    assert_int_equal(part->place[hex_named(part, "23.07")], map_place(part, "Taganrog"));
    assert_int_equal(map_place(part, "Rostov"), -1);
    int beach = map_area(part, 2, "azov-coast");
    assert_int_equal(part->area_list[beach].count, 1);
    assert_true(area_has(&part->area_list[beach], hex_named(part, "24.06")));
    for (int i = 0; i < part->road_lines; i++)
        for (int j = 1; j < part->road_line[i].count; j++)
            assert_true(edge_between(&part->grid, part->list[part->road_line[i].first + j - 1],
                                     part->list[part->road_line[i].first + j]) < EDGES);
    map_free(part);
    map_free(whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_that_a_map_says),
        cmocka_unit_test(a_step_carries_a_road_of_each_layer),
        cmocka_unit_test(the_seam_of_two_sheets),
        cmocka_unit_test(heights_contours_and_cover),
        cmocka_unit_test(relief_that_cannot_be),
        cmocka_unit_test(boxes_beside_the_grid),
        cmocka_unit_test(a_part_of_a_map),
        cmocka_unit_test(hexsides_roads_and_bridges_lie_on_both_sides),
        cmocka_unit_test(places_areas_and_chains),
        cmocka_unit_test(numbers_from_the_bottom),
        cmocka_unit_test(sheets_number_their_rows_afresh),
        cmocka_unit_test(a_blank_map),
        cmocka_unit_test(bounds_are_told),
        cmocka_unit_test(broken_maps_are_refused_line_by_line),
        cmocka_unit_test(the_maps_we_ship_load),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
