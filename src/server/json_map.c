/* json_map.c — what does not change during play: maps and scenarios. */
#include <stdio.h>

#include "server/json_own.h"

static const char *word_at(const char *const *words, int index)
{
    for (int i = 0; words && words[i]; i++)
        if (i == index)
            return words[i];
    return "?";
}

static void add_listed(Buffer *out, const Map *map, const char *key, int first, int count)
{
    buffer_format(out, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_number(out, map->list[first + i]);
    }
    buffer_literal(out, "]}");
}

static void add_feature(Buffer *out, const char *kind, const char *name, int provenance)
{
    buffer_literal(out, "{\"kind\":");
    buffer_quote(out, kind);
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, name);
    buffer_format(out, ",\"provenance\":\"%s\"", provenance_words[provenance]);
}

static void add_bridges(Buffer *out, const Map *map)
{
    bool first = true;
    buffer_literal(out, ",\"bridges\":[");
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++)
            if (map->bridge[hex][edge] && hexside_of(&map->grid, (Hex)hex, (Edge)edge) == hex * EDGES + edge) {
                json_comma(out, &first);
                buffer_number(out, hex * EDGES + edge);
            }
    buffer_char(out, ']');
}

/* A number of each hex under that key; nothing where all are 0. */
static void add_cover(Buffer *out, const Map *map)
{
    bool any = false;
    for (int hex = 0; hex < map->hexes && !any; hex++)
        any = map->cover[hex] != 0;
    for (int hex = 0; any && hex < map->hexes; hex++) {
        buffer_text(out, hex ? "," : ",\"cover\":[");
        buffer_number(out, map->cover[hex]);
    }
    if (any)
        buffer_char(out, ']');
}

/* Boxes are hexes beyond the grid: the first has the number after the last hex. Places are in hexes' heights. */
static void add_boxes(Buffer *out, const Translation *translation, const Map *map)
{
    buffer_literal(out, ",\"boxes\":[");
    for (int i = 0; i < map->boxes; i++) {
        const MapBox *box = &map->box[i];
        buffer_text(out, i ? ",{\"name\":" : "{\"name\":");
        buffer_quote(out, map->box_name[i]);
        buffer_literal(out, ",\"title\":");
        json_translated(out, translation, box->title);
        buffer_format(out, ",\"provenance\":\"%s\",\"left\":%.1f,\"top\":%.1f,\"width\":%.1f,\"height\":%.1f",
                      provenance_words[box->provenance], box->left / 10.0, box->top / 10.0, box->width / 10.0,
                      box->height / 10.0);
        add_listed(out, map, "links", box->first, box->count);
    }
    buffer_char(out, ']');
}

static void add_ground(Buffer *out, const Map *map)
{
    buffer_format(out, ",\"terrainProvenance\":\"%s\",\"terrain\":[", provenance_words[map->terrain_provenance]);
    for (int hex = 0; hex < map->hexes; hex++) {
        if (hex)
            buffer_char(out, ',');
        buffer_number(out, map->terrain[hex]);
    }
    buffer_char(out, ']');
    for (int hex = 0; map->has_heights && hex < map->hexes; hex++) {
        buffer_text(out, hex ? "," : ",\"height\":[");
        buffer_number(out, map->height[hex]);
    }
    if (map->has_heights)
        buffer_char(out, ']');
    if (map->contour)
        buffer_format(out, ",\"contour\":%d,\"contourBase\":%d", map->contour, map->contour_base);
    add_cover(out, map);
}

static void add_lines_of_map(Buffer *out, const Map *map)
{
    const MapSchema *schema = map->schema;
    buffer_literal(out, ",\"edges\":[");
    for (int i = 0; i < map->edge_lines; i++) {
        const Line *line = &map->edge_line[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->edges, line->kind), line->name, line->provenance);
        if (edge_look(schema, line->kind) != DRAWN_AS_NAMED)
            buffer_format(out, ",\"look\":\"%s\"", edge_looks[edge_look(schema, line->kind)]);
        add_listed(out, map, "sides", line->first, line->count);
    }
    buffer_literal(out, "],\"roads\":[");
    for (int i = 0; i < map->road_lines; i++) {
        const Line *line = &map->road_line[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->roads, line->kind), line->name, line->provenance);
        int layer = road_layer(schema, line->kind + 1);
        buffer_format(out, ",\"rank\":%d,\"layer\":%d,\"rail\":%s", line->kind + 1, layer,
                      schema->railways >> layer & 1 ? "true" : "false");
        add_listed(out, map, "hexes", line->first, line->count);
    }
    buffer_literal(out, "],\"places\":[");
    for (int i = 0; i < map->places; i++) {
        const Place *place = &map->place_list[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->places, place->kind), place->name, place->provenance);
        buffer_format(out, ",\"look\":\"%s\"", place_looks[place_look(schema, place)]);
        add_listed(out, map, "hexes", place->first, place->count);
    }
    buffer_literal(out, "],\"areas\":[");
    for (int i = 0; i < map->areas; i++) {
        const Area *area = &map->area_list[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->areas, area->kind), area->name, area->provenance);
        buffer_format(out, ",\"look\":\"%s\"", area_looks[area_look(schema, area)]);
        add_listed(out, map, "hexes", area->first, area->count);
    }
    buffer_char(out, ']');
}

void json_map(Buffer *out, const Translation *translation, const Scenario *scenario)
{
    const Map *map = scenario->map;
    const Grid *grid = &map->grid;
    char number[HEX_TEXT];
    size_t start = out->length;
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, map->name);
    buffer_literal(out, ",\"title\":");
    json_translated(out, translation, map->title);
    buffer_literal(out, ",\"source\":");
    json_translated(out, translation, map->source ? map->source : "");
    buffer_format(out, ",\"columns\":%d,\"rows\":%d,\"firstColumn\":%d,\"firstRow\":%d,\"parity\":\"%s\"",
                  grid->columns, grid->rows, grid->first_column, grid->first_row,
                  grid->parity == ODD_DOWN ? "odd-down" : "even-down");
    buffer_format(out, ",\"numbering\":\"%s\",\"scale\":%d,\"terrainWords\":",
                  grid->numbering == COLUMN_ROW ? "ccrr" : "cc.rr", map->scale);
    json_names(out, NULL, map->schema->terrain);
    if (map->schema->number_rows > 1)
        buffer_format(out, ",\"numberRows\":%d", map->schema->number_rows);
    buffer_literal(out, ",\"terrainNames\":");
    json_names(out, translation, map->schema->terrain);
    add_ground(out, map);
    add_lines_of_map(out, map);
    add_bridges(out, map);
    add_boxes(out, translation, map);
    buffer_literal(out, ",\"numbers\":[");
    for (int hex = 0; hex < map->spots; hex++) {
        if (hex)
            buffer_char(out, ',');
        buffer_quote(out, hex_print(grid, (Hex)hex, number));
    }
    buffer_literal(out, "]}");
    if (out->failed)
        return;
    char head[40];
    int length = snprintf(head, sizeof head, "{\"hash\":\"%016llx\"",
                          (unsigned long long)quick_hash(out->bytes + start, out->length - start));
    if (!buffer_room(out, (size_t)length))
        return;
    memmove(out->bytes + start + length, out->bytes + start, out->length - start);
    memcpy(out->bytes + start, head, (size_t)length);
    out->length += (size_t)length;
}

void json_sides(Buffer *out, const Translation *translation, const Scenario *scenario)
{
    buffer_char(out, '[');
    for (int side = 0; side < scenario->sides; side++) {
        buffer_text(out, side ? ",{\"word\":" : "{\"word\":");
        buffer_quote(out, scenario->side_word[side]);
        buffer_literal(out, ",\"name\":");
        json_translated(out, translation, scenario->side_name[side]);
        buffer_literal(out, ",\"colour\":");
        json_colour(out, scenario->side_colour[side]);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

void json_scenario(Buffer *out, const Translation *translation, const Scenario *scenario, bool teaching)
{
    buffer_literal(out, "{\"id\":");
    buffer_quote(out, scenario->id);
    buffer_literal(out, ",\"title\":");
    json_translated(out, translation, scenario->title);
    buffer_literal(out, ",\"system\":");
    buffer_quote(out, scenario->system->name);
    buffer_literal(out, ",\"systemTitle\":");
    buffer_quote(out, scenario->system->title);
    if (scenario->system->about) {
        buffer_literal(out, ",\"systemAbout\":");
        json_translated(out, translation, scenario->system->about);
    }
    buffer_format(out, ",\"turns\":%d,\"counters\":%d,\"source\":", scenario->turns,
                  scenario->taking_part ? scenario->taking_part : scenario->pieces);
    json_translated(out, translation, scenario->source);
    buffer_literal(out, ",\"about\":");
    json_translated(out, translation, scenario->about);
    if (scenario->growing[0]) {
        buffer_literal(out, ",\"growing\":");
        json_translated(out, translation, scenario->growing);
    }
    buffer_literal(out, ",\"teaching\":");
    json_bool(out, teaching);
    buffer_literal(out, ",\"sides\":");
    json_sides(out, translation, scenario);
    buffer_literal(out, ",\"options\":[");
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        buffer_text(out, i ? ",{\"name\":" : "{\"name\":");
        buffer_quote(out, option->name);
        buffer_literal(out, ",\"value\":");
        buffer_quote(out, option->value);
        buffer_literal(out, ",\"values\":");
        json_words(out, option->values, " ");
        buffer_literal(out, ",\"rule\":");
        buffer_quote(out, option->rule);
        buffer_literal(out, ",\"help\":");
        json_translated(out, translation, option->help);
        buffer_char(out, '}');
    }
    buffer_literal(out, "]}");
}
