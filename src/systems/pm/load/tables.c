/* tables.c — Proud Monster 17: the printed charts, from text to the arrays the rules read.
 *
 * Cells are looked up by the names of row and column, never by place, so that a table with a row missing is a mistake
 * that says which. Every table says in its first line which of its cells are printed and which are ours. */
#include <stdio.h>
#include <string.h>

#include "systems/pm/load/load.h"

Document *open_table(Loader *loader, const char *name)
{
    char file[NAME_TEXT + 16];
    snprintf(file, sizeof file, "tables/%s.tsv", name);
    return loading_table(loader->loading, file);
}

/* The row whose first cell is that word; -1 with a mistake. */
static int row_named(Document *table, const char *name)
{
    for (int row = 1; row < table->entries; row++) {
        const Field *first = table_cell(table, row, 0);
        if (first && field_is(first, name))
            return row;
    }
    mistake(table, NULL, "the table has no row %s", name);
    return -1;
}

static int row_numbered(Document *table, int number)
{
    char name[16];
    snprintf(name, sizeof name, "%d", number);
    return row_named(table, name);
}

/* ---- combat: 17.7, 17.10, 17.5 --------------------------------------------------------------- */

/* "1/2", "0/E" */
static Result read_result(Document *table, const Field *cell)
{
    Result result = {0, 0};
    const char *text = cell->text;
    if (cell->length != 3 || text[0] < '0' || text[0] > '9' || text[1] != '/' ||
        !((text[2] >= '0' && text[2] <= '9') || text[2] == 'E')) {
        mistake(table, cell, "expected a result such as 1/2 or 0/E");
        return result;
    }
    result.attacker = (uint8_t)(text[0] - '0');
    result.defender = text[2] == 'E' ? ELIMINATES : (uint8_t)(text[2] - '0');
    return result;
}

static void load_combat(Loader *loader)
{
    static const char *const columns[DICE_COLUMNS] = {"1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1", "7:1"};
    Document *table = open_table(loader, "crt");
    for (int die = 1; table && die <= DIE; die++) {
        int row = row_numbered(table, die);
        for (int column = 0; row > 0 && column < DICE_COLUMNS; column++) {
            const Field *cell = cell_under(table, row, columns[column]);
            if (cell)
                loader->data->combat[die - 1][column] = read_result(table, cell);
        }
    }
    loader->data->below = (Result){4, 0}; /* 14.10 */
    loader->data->above = (Result){0, ELIMINATES};
    document_free(table);
}

static void load_gast(Loader *loader)
{
    static const char *const rows[DIE] = {"1", "2", "3", "4", "5", "6+"};
    Document *table = open_table(loader, "gast");
    for (int die = 0; table && die < DIE; die++) {
        int row = row_named(table, rows[die]);
        if (row > 0)
            loader->data->gast[die] = (uint8_t)number_under(table, row, "shift_left", 0, 9);
    }
    document_free(table);
}

static void load_refit(Loader *loader)
{
    Document *table = open_table(loader, "refit");
    for (int die = 1; table && die <= DIE; die++) {
        int row = row_numbered(table, die);
        if (row > 0)
            loader->data->refit[die - 1] = (uint8_t)number_under(table, row, "steps", 0, STEPS_MOST);
    }
    document_free(table);
}

/* ---- the calendar: 17.1, 17.2, 17.8 ---------------------------------------------------------- */

static void load_weather(Loader *loader)
{
    static const char *const columns[8] = {"m1", "d0", "d1", "d2", "d3", "d4", "d5", "d6"};
    static const char *const letters[] = {"D", "R", "M", "F", "S", NULL};
    Document *table = open_table(loader, "weather");
    bool seen[PM_TURNS + 1][3] = {{false}};
    for (int row = 1; table && row < table->entries; row++) {
        long turn = number_under(table, row, "gt", 1, PM_TURNS), couplet = number_under(table, row, "couplet", 1, 2);
        if (seen[turn][couplet])
            mistake(table, table_cell(table, row, 0), "the table has this couplet already");
        seen[turn][couplet] = true;
        for (int i = 0; i < 8; i++) {
            const Field *cell = cell_under(table, row, columns[i]);
            int letter = cell ? field_word(table, cell, letters) : -1;
            loader->data->weather[turn][couplet][i] = (uint8_t)(letter < 0 ? DRY : letter);
        }
    }
    for (int turn = 7; table && turn <= PM_TURNS; turn++) /* 13.2-2: from turn 7 on */
        if (!seen[turn][1] || !seen[turn][2])
            mistake(table, NULL, "the table lacks a couplet of turn %d", turn);
    document_free(table);
}

static void by_turn(Loader *loader, const char *name, const char *column, uint8_t out[PM_TURNS + 1])
{
    Document *table = open_table(loader, name);
    for (int turn = 1; table && turn <= PM_TURNS; turn++) {
        int row = row_numbered(table, turn);
        if (row > 0)
            out[turn] = (uint8_t)number_under(table, row, column, 0, 99);
    }
    document_free(table);
}

void load_need(Loader *loader, const char *name) { by_turn(loader, name, "german_vp_needed", loader->data->need); }

/* ---- ground: 17.9 ---------------------------------------------------------------------------- */

static const char *const ground_rows[GROUNDS] = {
    [GROUND_CLEAR] = "clear",           [GROUND_FOREST] = "forest",
    [GROUND_HILLS] = "hills",           [GROUND_MARSH] = "marsh",
    [GROUND_RIVER] = "river",           [GROUND_STRAIT] = "Sivash/Kerch",
    [GROUND_LARGE_TOWN] = "large town", [GROUND_CITY] = "city",
    [GROUND_FORT] = "fortification",    [GROUND_HEAVY_FORT] = "heavy fortification",
};

/* A number, "+2", or a word where other rules say the cost: 0. */
static uint8_t read_cost(Document *table, int row, const char *column)
{
    const Field *cell = cell_under(table, row, column);
    Field number = cell ? *cell : (Field){.text = "", .length = 0};
    long cost = 0;
    if (!cell || field_is(cell, "other") || field_is(cell, "all"))
        return 0;
    if (number.text[0] == '+') {
        number.text++;
        number.length--;
        number.column++;
    }
    field_number(table, &number, 0, 20, &cost);
    return (uint8_t)cost;
}

static void load_ground(Loader *loader)
{
    Document *table = open_table(loader, "terrain");
    for (int i = 0; table && i < GROUNDS; i++) {
        int row = row_named(table, ground_rows[i]);
        if (row < 0)
            continue;
        Ground *ground = &loader->data->ground[i];
        const Field *mobile = cell_under(table, row, "shift_ma");
        ground->mech = read_cost(table, row, "mp_mech");
        ground->foot = read_cost(table, row, "mp_nonmech");
        ground->prepared = (uint8_t)number_under(table, row, "shift_pa", 0, 9);
        ground->no_mobile = mobile && field_is(mobile, "no MA");
        ground->mobile = ground->no_mobile ? 0 : (uint8_t)number_under(table, row, "shift_ma", 0, 9);
    }
    document_free(table);
}

void load_charts(Loader *loader)
{
    load_combat(loader);
    load_gast(loader);
    load_refit(loader);
    load_weather(loader);
    by_turn(loader, "aviation", "points", loader->data->aviation);
    load_ground(loader);
}

/* ---- what a scenario names ------------------------------------------------------------------- */

/* Points of a place by one of its hexes; the rows of a place of two hexes add up (4.3). */
void load_points(Loader *loader, const char *name)
{
    Book *data = loader->data;
    const Map *map = loader->scenario->map;
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++) {
        const Field *cell = cell_under(table, row, "hex");
        int points = (int)number_under(table, row, "vp", 0, 99), at = 0;
        Hex hex;
        if (!cell || !points)
            continue;
        if (!hex_parse(&map->grid, cell->text, cell->length, &hex) || map->place[hex] < 0) {
            mistake(table, cell, "there is no place of the map in this hex");
            continue;
        }
        while (at < data->scorings && data->scoring[at].place != map->place[hex])
            at++;
        if (at == PM_PLACES) {
            mistake(table, cell, "there is no room for another place that scores");
            continue;
        }
        if (at == data->scorings)
            data->scoring[data->scorings++] = (Scoring){(uint8_t)map->place[hex], 0};
        data->scoring[at].points = (int8_t)(data->scoring[at].points + points);
    }
    document_free(table);
}

/* "Luga north" is the map's line luga-north; the map says where it is. */
void load_works(Loader *loader, const char *name)
{
    Book *data = loader->data;
    const Map *map = loader->scenario->map;
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++) {
        const Field *cell = cell_under(table, row, "line");
        char word[NAME_TEXT] = "";
        if (!cell || !field_copy(table, cell, word, sizeof word))
            continue;
        for (char *at = word; *at; at++)
            *at = *at == ' ' ? '-' : *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at;
        int area = map_area(map, AREA_LINE, word);
        if (area < 0 || data->work_lines == PM_WORK_LINES) {
            mistake(table, cell, "the map has no line %s, or there are more than %d", word, PM_WORK_LINES);
            continue;
        }
        WorkLine *line = &data->line_of_works[data->work_lines];
        memcpy(line->name, word, sizeof word);
        line->turn = (uint8_t)number_under(table, row, "activates_start_of_gt", 1, PM_TURNS);
        line->aborts = (uint8_t)(1u << data->work_lines++);
        memcpy(line->bits, map->area_list[area].bits, (size_t)map->words * sizeof *line->bits);
    }
    document_free(table);
}

void load_withdrawals(Loader *loader, const char *name)
{
    static const struct {
        const char *words;
        Withdrawal what;
    } types[] = {
        {"Jaeger (light infantry) division", {.type = JAEGER, .size = DIVISION, .nation = GERMAN}},
        {"infantry division", {.type = INFANTRY, .size = DIVISION, .nation = GERMAN}},
        {"cavalry division", {.type = CAVALRY, .size = DIVISION, .nation = GERMAN}},
        {"HF Corps", {.type = FAST, .size = CORPS, .nation = HUNGARIAN}},
        {"flak corps", {.type = FLAK, .size = CORPS, .nation = GERMAN}},
    };
    static const char *const answers[] = {"no", "yes", NULL};
    Book *data = loader->data;
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++) {
        const Field *type = cell_under(table, row, "type"), *declinable = cell_under(table, row, "declinable");
        size_t at = 0, known = sizeof types / sizeof *types;
        if (!type || !declinable || field_is(type, "aviation corps")) /* those end with their points (17.8) */
            continue;
        while (at < known && !field_is(type, types[at].words))
            at++;
        if (at == known || data->withdrawals == PM_WITHDRAWALS) {
            mistake(table, type, "no such units are withdrawn, or there are too many rows");
            continue;
        }
        Withdrawal *withdrawal = &data->withdrawal[data->withdrawals++];
        *withdrawal = types[at].what;
        withdrawal->turn = (uint8_t)number_under(table, row, "gt", 1, PM_TURNS);
        withdrawal->count = (uint8_t)number_under(table, row, "count", 1, 99);
        withdrawal->declinable = field_word(table, declinable, answers) == 1;
    }
    document_free(table);
}

/* Number of counters of the kind that the manifest counts; -1 for markers, which are not moved. */
static int counters_of(const Loader *loader, int kind)
{
    enum { UNTRIED, GUARDS_KIND, UNITS, STEPS_KIND, MARKERS };
    const Book *data = loader->data;
    int count = 0;
    for (int piece = 0; piece < loader->scenario->pieces; piece++) {
        const Kind *it = &data->kind[data->kind_of[piece]];
        count += (kind == UNTRIED && it->pool != NO_POOL) || (kind == GUARDS_KIND && it->is & GUARDS) ||
                 (kind == UNITS && it->side == GERMAN_SIDE) || (kind == STEPS_KIND && it->steps == STEPS_MOST);
    }
    return kind == MARKERS ? -1 : count;
}

/* 2.1: the counters are those of the manifest, but for four that an option adds (pm.r.1). */
void load_manifest(Loader *loader, const char *name)
{
    static const char *const kinds[] = {"untried", "guards", "units", "steps", "marker", NULL};
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++) {
        const Field *cell = cell_under(table, row, "kind");
        int kind = cell ? field_word(table, cell, kinds) : -1;
        int printed = (int)number_under(table, row, "counters", 1, 999),
            found = kind < 0 ? -1 : counters_of(loader, kind);
        int more = kind == 0 && loader->data->on[TURN_5_BRIGADES] ? 4 : 0;
        if (found >= 0 && found != printed + more)
            mistake(table, cell, "the manifest counts %d of these, and there are %d", printed, found);
        loader->data->manifest += printed;
    }
    document_free(table);
}

/* ---- recommended set-ups --------------------------------------------------------------------- */

static void add_start(Loader *loader, Document *table, const Field *at, int side, Start start)
{
    Book *data = loader->data;
    if (data->starts[side] == PM_STARTS)
        mistake(table, at, "there is no room for another counter");
    else
        data->start[side][data->starts[side]++] = start;
}

/* Codes with blanks between. */
static void recommend_counters(Loader *loader, Document *table, const Field *cell, Hex hex)
{
    size_t at = 0;
    while (at < cell->length) {
        const char *text = cell->text + at, *blank = memchr(text, ' ', cell->length - at);
        size_t length = blank ? (size_t)(blank - text) : cell->length - at;
        Piece piece = piece_named(loader->scenario, text, length);
        if (piece == NO_PIECE)
            mistake(table, cell, "there is no counter %.*s", (int)length, text);
        else
            add_start(loader, table, cell, GERMAN_SIDE, (Start){hex, piece, NO_POOL, 1});
        at += length + (blank != NULL);
    }
}

void load_recommended(Loader *loader, int side, const char *name)
{
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++) {
        const Field *cell = cell_under(table, row, "hex");
        Hex hex;
        if (!cell || !hex_parse(&loader->scenario->map->grid, cell->text, cell->length, &hex)) {
            mistake(table, cell, "this is no hex of the map");
            continue;
        }
        const Field *units = side == GERMAN_SIDE ? cell_under(table, row, "units") : NULL;
        if (units)
            recommend_counters(loader, table, units, hex);
        for (int pool = 0; side == SOVIET_SIDE && pool <= POOL_RB; pool++) {
            int count = (int)number_under(table, row, pool_words[pool], 0, 99);
            if (count)
                add_start(loader, table, cell, side, (Start){hex, NO_PIECE, (uint8_t)pool, (uint8_t)count});
        }
    }
    document_free(table);
}
