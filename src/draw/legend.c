/* legend.c — title, scale, and what every sign means and where it comes from.
 *
 * The legend lists only what the map and the position use. Beside each row stand up to three discs: full
 * for what is printed in the rules, half for what follows from them, hollow for our own reconstruction. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "draw/canvas.h"

static const uint32_t TEXT_INK = 0x1E1A14, SOFT_INK = 0x5A5244, RULE_INK = 0x8A7F68;

typedef struct Pen {
    Canvas *canvas;
    double x, y, top, limit; /* a column ends where `limit` is passed */
    double deepest;
    bool measure;
} Pen;

static void next_column(Pen *pen)
{
    pen->x += LEGEND_WIDTH + LEGEND_GAP;
    pen->y = pen->top;
}

static void advance(Pen *pen, double height)
{
    pen->y += height;
    if (pen->y > pen->deepest)
        pen->deepest = pen->y;
}

static void room_for(Pen *pen, double height)
{
    if (pen->y + height > pen->limit && pen->y > pen->top)
        next_column(pen);
}

static void heading(Pen *pen, const char *words)
{
    room_for(pen, 4.6); /* never alone at the foot of a column */
    cairo_t *cairo = pen->canvas->cairo;
    if (!pen->measure) {
        text_face(cairo, SERIF_BOLD, 0.62);
        ink(cairo, TEXT_INK, 1);
        text_left(cairo, pen->x, pen->y + 0.75, words);
        cairo_new_path(cairo);
        cairo_move_to(cairo, pen->x, pen->y + 0.98);
        cairo_line_to(cairo, pen->x + LEGEND_WIDTH, pen->y + 0.98);
        ink(cairo, RULE_INK, 1);
        cairo_set_line_width(cairo, 0.04);
        cairo_stroke(cairo);
    }
    advance(pen, 1.25);
}

/* ---- provenance ---- */

static void disc(cairo_t *cairo, double x, double y, Provenance provenance)
{
    cairo_new_path(cairo);
    cairo_arc(cairo, x, y, 0.19, 0, 2 * PI);
    ink(cairo, 0xFFFFFF, 1);
    cairo_fill_preserve(cairo);
    ink(cairo, TEXT_INK, 1);
    cairo_set_line_width(cairo, 0.05);
    cairo_stroke(cairo);
    if (provenance == OURS)
        return;
    cairo_arc(cairo, x, y, 0.19, provenance == PRINTED ? 0 : PI / 2, provenance == PRINTED ? 2 * PI : PI * 3 / 2);
    cairo_fill(cairo);
}

/* A row: a sample drawn by the caller left of the words; the discs at the right. Returns the sample's place. */
static Point row(Pen *pen, double height, const char *words, unsigned provenances)
{
    cairo_t *cairo = pen->canvas->cairo;
    room_for(pen, height);
    Point at = {pen->x + 1.1, pen->y + height / 2};
    if (!pen->measure) {
        text_face(cairo, SANS, 0.42);
        double room = LEGEND_WIDTH - 2.5 - 1.5, wide = text_width(cairo, words);
        if (wide > room)
            text_face(cairo, SANS, 0.42 * room / wide);
        ink(cairo, TEXT_INK, 1);
        text_left(cairo, pen->x + 2.5, at.y + 0.15, words);
        double right = pen->x + LEGEND_WIDTH - 0.25;
        for (int provenance = OURS; provenance >= PRINTED; provenance--)
            if (provenances & 1u << provenance) {
                disc(cairo, right, at.y, (Provenance)provenance);
                right -= 0.48;
            }
    }
    advance(pen, height);
    return at;
}

/* ---- ground ---- */

static void terrain_words(const Map *map, uint32_t terrain, char out[120])
{
    out[0] = '\0';
    for (int i = 0; map->schema->terrain[i]; i++)
        if (terrain & 1u << i)
            snprintf(out + strlen(out), 120 - strlen(out), "%s%s", out[0] ? " and " : "", map->schema->terrain[i]);
    if (out[0] >= 'a' && out[0] <= 'z')
        out[0] = (char)(out[0] - 'a' + 'A');
}

static void ground_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    uint32_t seen[64];
    int count = 0;
    for (int hex = 0; hex < map->hexes && count < 64; hex++) {
        int i = 0;
        while (i < count && seen[i] != map->terrain[hex])
            i++;
        if (i == count)
            seen[count++] = map->terrain[hex];
    }
    for (int i = 1; i < count; i++) /* few: sort by value, so that the order does not hang on the map */
        for (int j = i; j > 0 && seen[j - 1] > seen[j]; j--) {
            uint32_t swap = seen[j];
            seen[j] = seen[j - 1];
            seen[j - 1] = swap;
        }
    heading(pen, "Ground");
    for (int i = 0; i < count; i++) {
        char words[120];
        terrain_words(map, seen[i], words);
        Point at = row(pen, 2.0, words, 1u << map->terrain_provenance);
        if (!pen->measure)
            draw_ground_sample(pen->canvas, at, seen[i]);
    }
}

static unsigned line_provenances(const Line *line, int count, int kind)
{
    unsigned provenances = 0;
    for (int i = 0; i < count; i++)
        if (line[i].kind == kind)
            provenances |= 1u << line[i].provenance;
    return provenances;
}

static void capital(char *words)
{
    if (words[0] >= 'a' && words[0] <= 'z')
        words[0] = (char)(words[0] - 'a' + 'A');
}

static void wavy_sample(cairo_t *cairo, Point at)
{
    cairo_new_path(cairo);
    cairo_move_to(cairo, at.x - 0.9, at.y + 0.1);
    cairo_curve_to(cairo, at.x - 0.3, at.y - 0.5, at.x + 0.3, at.y + 0.5, at.x + 0.9, at.y - 0.1);
}

static void line_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    heading(pen, "Waters and roads");
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_BUTT);
    for (int kind = 0; map->schema->edges[kind]; kind++) {
        unsigned provenances = line_provenances(map->edge_line, map->edge_lines, kind);
        Water water = water_named(map->schema->edges[kind]);
        if (!provenances || water == WATER_NONE)
            continue;
        char words[64];
        bool named = water == WATER_RIVER && !strstr(map->schema->edges[kind], "river");
        snprintf(words, sizeof words, named ? "River %s" : "%s", map->schema->edges[kind]);
        capital(words);
        if (named)
            capital(words + 6);
        Point at = row(pen, 0.95, words, provenances);
        for (int pass = 0; pass < 2 && !pen->measure; pass++) {
            wavy_sample(cairo, at);
            draw_water_stroke(cairo, water, pass, 1);
        }
    }
    int classes = 0;
    while (map->schema->roads[classes])
        classes++;
    for (int road = classes; road > 0; road--) {
        unsigned provenances = line_provenances(map->road_line, map->road_lines, road - 1);
        if (!provenances)
            continue;
        char words[64];
        const char *word = map->schema->roads[road - 1];
        bool railway = is_railway(map, road),
             said = strstr(word, "way") || strstr(word, "road") || strstr(word, "track");
        snprintf(words, sizeof words, said ? "%s" : railway ? "%s railway" : "%s road", word);
        capital(words);
        Point at = row(pen, 0.95, words, provenances);
        if (railway && !pen->measure) {
            cairo_new_path(cairo);
            cairo_move_to(cairo, at.x - 0.9, at.y);
            cairo_line_to(cairo, at.x + 0.9, at.y);
            draw_rail_stroke(cairo, road_rank(map, road));
            continue;
        }
        for (int pass = 0; pass < 3 && !pen->measure; pass++) {
            cairo_new_path(cairo);
            cairo_move_to(cairo, at.x - 0.9, at.y);
            cairo_line_to(cairo, at.x + 0.9, at.y);
            draw_road_stroke(cairo, road_rank(map, road), pass);
        }
    }
}

static void bridge_row(Pen *pen, const char *words, Span span, unsigned provenances)
{
    cairo_t *cairo = pen->canvas->cairo;
    Point at = row(pen, 1.1, words, provenances);
    if (pen->measure)
        return;
    for (int pass = 0; pass < 2; pass++) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x, at.y - 0.5);
        cairo_line_to(cairo, at.x, at.y + 0.5);
        draw_water_stroke(cairo, WATER_RIVER, pass, 1);
    }
    for (int pass = 0; pass < 2 && span != SPAN_PONTOON; pass++) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, at.x - 0.9, at.y);
        cairo_line_to(cairo, at.x + 0.9, at.y);
        draw_road_stroke(cairo, 1, pass);
    }
    draw_span(cairo, at, 0, 0.25, span);
}

/* A name of the map to show how such names are written; NULL if it has none. */
static const char *name_of(const Map *map, bool ours)
{
    const char *shortest = NULL;
    for (int i = 0; i < map->places; i++) {
        const Place *place = &map->place_list[i];
        if ((place->provenance == OURS) == ours && (!shortest || strlen(place->name) < strlen(shortest)))
            shortest = place->name;
    }
    return shortest;
}

static void name_row(Pen *pen, bool ours)
{
    cairo_t *cairo = pen->canvas->cairo;
    const char *name = name_of(pen->canvas->map, ours);
    if (!name)
        return;
    Point at = row(pen, 0.9, ours ? "Name that we placed" : "Name that the rules fix",
                   ours ? 1u << OURS : 1u << PRINTED | 1u << DERIVED);
    if (pen->measure)
        return;
    text_face(cairo, ours ? SERIF_ITALIC : SERIF_BOLD, 0.42);
    text_centred(cairo, at.x, at.y + 0.14, name);
}

static void place_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    bool game = pen->canvas->picture->view != NULL;
    unsigned towns = 0, cities = 0, zones = 0, countries = 0;
    const char *zone = "";
    for (int i = 0; i < map->places; i++)
        *(map->place_list[i].count > 1 ? &cities : &towns) |= 1u << map->place_list[i].provenance;
    for (int i = 0; i < map->areas; i++) {
        const char *word = map->schema->areas[map->area_list[i].kind];
        if (!strcmp(word, "zone")) {
            zones |= 1u << map->area_list[i].provenance;
            zone = map->area_list[i].name;
        }
        if (!strcmp(word, "region") && !strchr(map->area_list[i].name, '-'))
            countries |= 1u << map->area_list[i].provenance;
    }
    bridge_row(pen, game ? "Bridge, standing" : "Bridge", SPAN_STANDING, 1u << OURS);
    if (game) {
        bridge_row(pen, "Bridge, destroyed", SPAN_DOWN, 0);
        bridge_row(pen, "Pontoon bridge", SPAN_PONTOON, 0);
    }
    heading(pen, "Places and lines");
    if (towns) {
        Point at = row(pen, 1.2, "Town", towns);
        if (!pen->measure)
            draw_town_sample(cairo, at, false);
    }
    if (cities) {
        Point at = row(pen, 1.6, "City, of several hexes", cities);
        if (!pen->measure)
            draw_town_sample(cairo, at, true);
    }
    name_row(pen, false);
    name_row(pen, true);
    if (countries) {
        Point at = row(pen, 0.9, "Border; the tint is abroad", countries);
        if (!pen->measure) {
            cairo_new_path(cairo);
            cairo_move_to(cairo, at.x - 0.9, at.y);
            cairo_line_to(cairo, at.x + 0.9, at.y);
            ink(cairo, 0x6A2C74, 1);
            cairo_set_line_width(cairo, 0.075);
            cairo_set_dash(cairo, (double[]){0.3, 0.1, 0.08, 0.1}, 4, 0);
            cairo_stroke(cairo);
            cairo_set_dash(cairo, NULL, 0, 0);
            cairo_move_to(cairo, at.x - 0.9, at.y + 0.13);
            cairo_line_to(cairo, at.x + 0.9, at.y + 0.13);
            ink(cairo, 0x6A2C74, 0.22);
            cairo_set_line_width(cairo, 0.22);
            cairo_stroke(cairo);
        }
    }
    if (zones) {
        Point at = row(pen, 1.3, "Entry zone and its hexes", zones);
        if (!pen->measure) {
            cairo_new_path(cairo);
            cairo_arc(cairo, at.x, at.y, 0.5, 0, 2 * PI);
            ink(cairo, 0x3C3426, 1);
            cairo_set_line_width(cairo, 0.07);
            cairo_stroke(cairo);
            text_face(cairo, SANS_BOLD, 0.6);
            text_centred(cairo, at.x, at.y + 0.21, zone);
        }
    }
}

/* ---- counters ---- */

static const char *const known_symbols[][2] = {
    {"INF", "Infantry"},       {"ARM", "Armour"},
    {"MECH", "Mechanized"},    {"MOT", "Motorized"},
    {"CAV", "Cavalry"},        {"AG", "Assault guns"},
    {"AT", "Anti-tank guns"},  {"AA", "Anti-aircraft guns"},
    {"ART", "Artillery"},      {"SPG", "Armoured artillery"},
    {"REC", "Reconnaissance"}, {"ENG", "Engineers"},
    {"HQ", "Headquarters"},    {"RG", "Resistance group"},
    {"VS", "Volkssturm"},      {"AIR", "Air"},
    {"?", "Not known"},
};

/* Its place in the list above; the number of those for a symbol that is not there. */
static size_t symbol_rank(const char *symbol)
{
    size_t i = 0;
    while (i < sizeof known_symbols / sizeof *known_symbols && strcmp(known_symbols[i][0], symbol))
        i++;
    return i;
}

#define SYMBOLS 24

static void sort_symbols(char symbol[SYMBOLS][12], int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && symbol_rank(symbol[j - 1]) > symbol_rank(symbol[j]); j--) {
            char swap[12];
            memcpy(swap, symbol[j], sizeof swap);
            memcpy(symbol[j], symbol[j - 1], sizeof swap);
            memcpy(symbol[j - 1], swap, sizeof swap);
        }
}

/* The symbols that stand on the map, and one counter of each side to show. */
static int symbols_used(const Picture *picture, char symbol[SYMBOLS][12], Look example[SIDES])
{
    const System *system = picture->scenario->system;
    int count = 0;
    memset(example, 0, SIDES * sizeof *example);
    for (int hex = 0; hex < picture->map->hexes; hex++) {
        Piece piece[64];
        int pieces = system->stack(picture->scenario, picture->view, (Hex)hex, piece, 64);
        for (int i = 0; i < pieces; i++) {
            Look look;
            memset(&look, 0, sizeof look);
            system->look(picture->scenario, picture->view, piece[i], &look);
            if (look.side < SIDES && look.known && look.full_steps >= example[look.side].full_steps &&
                strlen(look.values) > strlen(example[look.side].values))
                example[look.side] = look;
            int at = 0;
            while (at < count && strcmp(symbol[at], look.symbol))
                at++;
            if (at == count && count < SYMBOLS)
                memcpy(symbol[count++], look.symbol, sizeof symbol[0]);
        }
    }
    sort_symbols(symbol, count);
    return count;
}

static void anatomy(Pen *pen, const Look *look, const char *side)
{
    cairo_t *cairo = pen->canvas->cairo;
    room_for(pen, 3.2);
    if (!pen->measure) {
        Point at = {pen->x + 1.5, pen->y + 1.5};
        draw_counter(cairo, at.x, at.y, 2.6, look);
        static const struct {
            double y;
            const char *words;
        } part[] = {{-0.85, "nation, name, star"}, {-0.2, "size over branch"}, {0.45, "strength and movement"}};
        ink(cairo, TEXT_INK, 1);
        text_face(cairo, SANS_BOLD, 0.4);
        text_left(cairo, pen->x + 3.2, at.y - 1.3 + 0.35, side);
        text_face(cairo, SANS, 0.36);
        ink(cairo, SOFT_INK, 1);
        for (size_t i = 0; i < sizeof part / sizeof *part; i++)
            text_left(cairo, pen->x + 3.2, at.y + part[i].y + 0.45, part[i].words);
    }
    advance(pen, 3.2);
}

static void counter_rows(Pen *pen)
{
    const Picture *picture = pen->canvas->picture;
    cairo_t *cairo = pen->canvas->cairo;
    if (!picture->view)
        return;
    char symbol[SYMBOLS][12];
    Look example[SIDES];
    int count = symbols_used(picture, symbol, example);
    heading(pen, "Counters");
    for (int side = 0; side < picture->scenario->sides; side++)
        if (example[side].symbol[0])
            anatomy(pen, &example[side], picture->scenario->side_name[side]);
    for (int i = 0; i < count; i++) {
        size_t rank = symbol_rank(symbol[i]), known = sizeof known_symbols / sizeof *known_symbols;
        Point at = row(pen, 0.95, rank < known ? known_symbols[rank][1] : symbol[i], 0);
        if (!pen->measure)
            draw_symbol(cairo, at.x, at.y, 1.05, 0.68, symbol[i], 0x141414);
    }
    static const char *const star[] = {"Black star", "White star", "Yellow star", "Blue star"};
    for (int i = 0; i < 4; i++) {
        Point at = row(pen, 0.75, star[i], 0);
        if (!pen->measure)
            draw_star(cairo, at.x, at.y, 0.24, i);
    }
    static const struct {
        const char *words, *told;
        int level;
    } state[] = {{"disorganised", "Disorganised", 0},
                 {"out of supply", "Out of supply, and its level", 2},
                 {"transport", "Guns in transport setup", 0}};
    for (int i = 0; i < 3; i++) {
        Point at = row(pen, 0.85, state[i].told, 0);
        if (!pen->measure)
            draw_badge(cairo, at.x, at.y, 0.26, state[i].words, state[i].level);
    }
    Point at = row(pen, 1.3, "Field fortification", 0);
    if (!pen->measure)
        draw_works_ring(cairo, at, 0.6);
    if (picture->control)
        for (int side = 0; side < picture->scenario->sides; side++) {
            char words[64];
            snprintf(words, sizeof words, "Held by the %s side", picture->scenario->side_name[side]);
            at = row(pen, 0.8, words, 0);
            if (pen->measure)
                continue;
            cairo_new_path(cairo);
            cairo_move_to(cairo, at.x - 0.8, at.y + 0.1);
            cairo_line_to(cairo, at.x + 0.8, at.y + 0.1);
            for (int tick = 0; tick <= side; tick++) {
                double x = at.x - 0.8 + 1.6 * (tick + 1) / (side + 2.0);
                cairo_move_to(cairo, x, at.y + 0.1);
                cairo_line_to(cairo, x, at.y - 0.1);
            }
            ink(cairo, picture->scenario->side_colour[side], 1);
            cairo_set_line_width(cairo, 0.08);
            cairo_stroke(cairo);
        }
}

static void provenance_rows(Pen *pen)
{
    const Map *map = pen->canvas->map;
    cairo_t *cairo = pen->canvas->cairo;
    heading(pen, "Where this comes from");
    static const char *const words[] = {"printed in the rules", "derived from what is printed",
                                        "ours, a reconstruction"};
    for (int i = PRINTED; i <= OURS; i++) {
        Point at = row(pen, 0.65, words[i], 0);
        if (!pen->measure)
            disc(cairo, at.x, at.y, (Provenance)i);
    }
    if (!map->source)
        return;
    text_face(cairo, SANS, 0.37);
    double height = text_block(cairo, 0, 0, LEGEND_WIDTH, 0.55, map->source, true) + 0.3;
    room_for(pen, height);
    if (!pen->measure) {
        text_face(cairo, SANS, 0.37);
        ink(cairo, SOFT_INK, 1);
        text_block(cairo, pen->x, pen->y + 0.55, LEGEND_WIDTH, 0.55, map->source, false);
    }
    advance(pen, height);
}

static double write_legend(Canvas *canvas, double x, double y, double limit, bool measure)
{
    Pen pen = {canvas, x, y, y, limit, y, measure};
    ground_rows(&pen);
    line_rows(&pen);
    place_rows(&pen);
    counter_rows(&pen);
    provenance_rows(&pen);
    return pen.deepest - y;
}

/* The column height that spreads the legend over so many columns. */
double legend_height(Canvas *canvas, int columns)
{
    double whole = write_legend(canvas, 0, 0, 1e9, true);
    if (columns < 2)
        return whole;
    double limit = whole / columns + 2.2;
    return write_legend(canvas, 0, 0, limit, true);
}

void draw_legend(Canvas *canvas, double x, double y, int columns)
{
    double limit = 1e9;
    if (columns > 1)
        limit = y + write_legend(canvas, 0, 0, 1e9, true) / columns + 2.2;
    write_legend(canvas, x, y, limit, false);
}

/* ---- title and scale ---- */

static void scale_bar(Canvas *canvas, double right, double y)
{
    cairo_t *cairo = canvas->cairo;
    if (canvas->map->scale <= 0)
        return;
    static const int metres[] = {50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000, 200000};
    enum { STEPS = sizeof metres / sizeof *metres };
    int unit = 0;
    while (unit + 1 < STEPS && metres[unit] * ROOT3 / canvas->map->scale < 2)
        unit++;
    bool kilometres = metres[unit] >= 1000;
    double part = metres[unit] * ROOT3 / canvas->map->scale, left = right - 4 * part;
    char words[32];
    for (int i = 0; i < 4; i++) {
        cairo_new_path(cairo);
        cairo_rectangle(cairo, left + i * part, y, part, 0.22);
        ink(cairo, i & 1 ? 0xFFFFFF : TEXT_INK, 1);
        cairo_fill_preserve(cairo);
        ink(cairo, TEXT_INK, 1);
        cairo_set_line_width(cairo, 0.04);
        cairo_stroke(cairo);
    }
    text_face(cairo, SANS, 0.42);
    for (int i = 0; i <= 4; i += 2) {
        snprintf(words, sizeof words, "%d%s", metres[unit] * i / (kilometres ? 1000 : 1),
                 i < 4        ? ""
                 : kilometres ? " km"
                              : " m");
        text_centred(cairo, left + i * part, y - 0.15, words);
    }
    snprintf(words, sizeof words, "one hex = %.3g km", canvas->map->scale / 1000.0);
    text_centred(cairo, left + 2 * part, y + 0.75, words);
}

static void north_arrow(cairo_t *cairo, double x, double y)
{
    for (int half = -1; half <= 1; half += 2) {
        cairo_new_path(cairo);
        cairo_move_to(cairo, x, y - 1);
        cairo_line_to(cairo, x + half * 0.42, y + 0.7);
        cairo_line_to(cairo, x, y + 0.4);
        cairo_close_path(cairo);
        ink(cairo, half < 0 ? TEXT_INK : 0xFFFFFF, 1);
        cairo_fill_preserve(cairo);
        ink(cairo, TEXT_INK, 1);
        cairo_set_line_width(cairo, 0.05);
        cairo_stroke(cairo);
    }
    text_face(cairo, SERIF_BOLD, 0.62);
    text_centred(cairo, x, y - 1.12, "N");
}

void draw_title(Canvas *canvas, double x, double y, double width)
{
    const Picture *picture = canvas->picture;
    cairo_t *cairo = canvas->cairo;
    char second[400] = "";
    if (picture->view) {
        Sentence track[TRACK_PARTS];
        int parts = picture->scenario->system->track(picture->scenario, picture->view, track, TRACK_PARTS);
        say_all(picture->scenario, picture->tongue, picture->view, track, parts, second, sizeof second);
    }
    const char *title =
        tongue_words(picture->tongue, picture->scenario ? picture->scenario->title : canvas->map->title);
    bool narrow = width < 34;
    ink(cairo, TEXT_INK, 1);
    double room = width - (narrow ? 0 : 24);
    text_face(cairo, SERIF_BOLD, 1.9);
    double wide = text_width(cairo, title);
    if (wide > room)
        text_face(cairo, SERIF_BOLD, 1.9 * room / wide);
    text_left(cairo, x, y + 1.9, title);
    text_face(cairo, SERIF_ITALIC, 0.78);
    ink(cairo, SOFT_INK, 1);
    char line[600];
    snprintf(line, sizeof line, "%s%s%s", picture->scenario ? tongue_words(picture->tongue, canvas->map->title) : "",
             second[0] ? "  \u00b7  " : "", second);
    if (!line[0] && picture->map->schema)
        snprintf(line, sizeof line, "%d by %d hexes", canvas->map->grid.columns, canvas->map->grid.rows);
    wide = text_width(cairo, line);
    if (wide > room)
        text_face(cairo, SERIF_ITALIC, 0.78 * room / wide);
    text_left(cairo, x, y + 3.1, line);
    if (narrow)
        return;
    scale_bar(canvas, x + width - 3.4, y + 1.4);
    north_arrow(cairo, x + width - 1.1, y + 1.9);
}
