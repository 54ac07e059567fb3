/* counters.c — the pool of counters, of HQs with their throw (3.4), and the place of each at the beginning, aircraft on
 * their stations too (14.0-2): tables/counters.tsv, air_units.tsv, setup.tsv. */
#include <string.h>

#include "systems/ocs/air.h"
#include "systems/ocs/load/load.h"

static const char *const class_words[] = {"armor", "mech",        "other", "artillery", "rocket",
                                          "hq",    "rail-repair", "repl",  "ship",      NULL};
static const char *const size_words[] = {"div", "bde",     "regt",          "bn", "hq", "pax",
                                         "eq",  "gunboat", "landing-craft", NULL};
static const char *const nation_words[] = {"German", "Italian", "Slovak", "Soviet", NULL};
static const char *const motor_names[] = {"none", "semi", "full", "-", NULL};
static const char *const mp_words[] = {"T", "t", "L", "S", NULL};

/* ---- one counter ----------------------------------------------------------------------------------------- */

/* "10", "(2)", "b18", "5d" */
static void read_strength(Document *table, const Field *field, Face *out)
{
    Field number = *field;
    char first = field->length ? field->text[0] : '0', last = field->length ? field->text[field->length - 1] : '0';
    out->how = PLAIN;
    if (first == '(' && last == ')') {
        out->how = DEFENCE_ONLY;
        number.text++;
        number.length -= 2;
    } else if (first == 'b') {
        out->how = BARRAGES;
        number.text++;
        number.length--;
    } else if (last == 'd') {
        out->how = NEVER_ATTACKS;
        number.length--;
    }
    long strength = 0;
    if (field_number(table, &number, 0, 99, &strength))
        out->strength = (uint8_t)strength;
}

static int number_or_dash(Document *table, int row, const char *column, long high)
{
    return (int)number_or(table, row, column, 0, high, 0);
}

static Face read_face(Document *table, int row, const char *const column[5])
{
    Face face = {0};
    Field movement = cell_under(table, row, column[2]), strength = cell_under(table, row, column[0]);
    if (!movement.length || is_dash(&movement))
        return face;
    face.there = true;
    if (!is_dash(&strength))
        read_strength(table, &strength, &face);
    face.rating = (uint8_t)number_or_dash(table, row, column[1], 5); /* 3.1d */
    face.ma = (uint8_t)number_under(table, row, column[2], 0, 99);
    face.mp = (uint8_t)word_under(table, row, column[3], mp_words);
    face.reach = (uint8_t)number_or_dash(table, row, column[4], 99);
    if (face.how == BARRAGES && !face.reach)
        mistake(table, &strength, "guns must have a range (3.1)");
    return face;
}

static void read_marks(Document *table, int row, Kind *kind)
{
    static const struct {
        const char *word;
        uint16_t is;
    } marks[] = {{"E", ENGINEER},
                 {"A", AIR_DROPS},
                 {"eq", NEEDS_EQ},
                 {"nobd", NO_BREAKDOWN},
                 {"breakdown", BREAKDOWN},
                 {"one-side", ONE_SIDED},
                 {"move-only", MOVE_ONLY},
                 {"carries 1 RE or 1 SP", CARRIES},
                 {"-", 0}};
    Field field = cell_under(table, row, "marks");
    for (uint32_t at = 0; at < field.length;) {
        Field word = {field.text + at, 0, field.line, field.column + at};
        while (at + word.length < field.length && word.text[word.length] != ',')
            word.length++;
        at += word.length + 1;
        size_t i = 0;
        while (i < sizeof marks / sizeof *marks && !field_is(&word, marks[i].word))
            i++;
        if (i == sizeof marks / sizeof *marks)
            mistake(table, &word, "this is no mark of a counter");
        else
            kind->is |= marks[i].is;
    }
}

static void read_formation(Loader *loader, Document *table, int row, Kind *kind)
{
    Book *data = loader->data;
    Field field = cell_under(table, row, "formation");
    if (is_dash(&field) || kind->class == HEADQUARTERS)
        return;
    int at = 0;
    while (at < data->formations && !field_is(&field, data->formation[at]))
        at++;
    if (at == OCS_FORMATIONS) {
        mistake(table, &field, "there are more than %d formations", OCS_FORMATIONS);
        return;
    }
    if (at == data->formations && field_copy(table, &field, data->formation[at], sizeof data->formation[at]))
        data->formations++;
    kind->formation = (uint8_t)(at + 1);
}

/* start, pool, "week N" */
static int read_entry(Document *table, int row)
{
    Field field = cell_under(table, row, "entry");
    if (field_is(&field, "start") || field_is(&field, "pool"))
        return 0;
    Field number = {field.text + 5, field.length - 5, field.line, field.column + 5};
    long week = 0;
    if (field.length < 6 || memcmp(field.text, "week ", 5))
        mistake(table, &field, "expected start, pool, or week and a number");
    else
        field_number(table, &number, 1, OCS_TURNS / 2, &week);
    return (int)week;
}

/* The slot of one more counter of that row; NULL with a mistake. */
static Kind *next_kind(Loader *loader, Document *table, int row)
{
    Scenario *scenario = loader->scenario;
    Book *data = loader->data;
    char id[PIECE_TEXT];
    Field field = cell_under(table, row, "id"), side = cell_under(table, row, "side");
    int owner;
    if (!is_side(scenario, &side, &owner)) {
        mistake(table, &side, "the scenario has no such side");
        return NULL;
    }
    if (data->kinds == OCS_PIECES || !field_copy(table, &field, id, sizeof id) ||
        !scenario_name_piece(scenario, (Piece)data->kinds, id)) {
        mistake(table, &field, "there is no room for this counter, or its name is taken or not well formed");
        return NULL;
    }
    Kind *kind = &data->kind[data->kinds++];
    kind->side = (uint8_t)owner;
    Field name = cell_under(table, row, "name"), type = cell_under(table, row, "type");
    field_copy(table, &name, kind->name, sizeof kind->name);
    field_copy(table, &type, kind->type, sizeof kind->type);
    kind->entry = (uint8_t)read_entry(table, row);
    return kind;
}

/* 1.0-1, 3.1e, 3.5: what the book demands of a counter. */
static void check_kind(Document *table, int row, const Kind *kind)
{
    const Field *at = &table->field[table->entry[row].first];
    if (kind->class != SHIP && kind->size == DIVISION && kind->steps * QUARTERS != kind->re)
        mistake(table, at, "a division has as many steps as REs (3.1e)");
    if (kind->class != SHIP && kind->size != DIVISION && kind->steps != 1)
        mistake(table, at, "all but divisions have one step (4.7)");
    if (!(kind->is & (ONE_SIDED | MOVE_ONLY)) && !(kind->face[0].there && kind->face[1].there))
        mistake(table, at, "a counter with modes has two sides (3.1)");
}

static void read_counter(Loader *loader, Document *table, int row)
{
    static const char *const combat[5] = {"c_str", "c_ar", "c_ma", "c_mp", "c_reach"};
    static const char *const move[5] = {"m_str", "m_ar", "m_ma", "m_mp", "m_reach"};
    static const uint8_t sizes[] = {DIVISION, BRIGADE, REGIMENT, BATTALION, NO_SIZE,
                                    NO_SIZE,  NO_SIZE, NO_SIZE,  NO_SIZE};
    static const uint8_t motors[] = {NOT_MOTORIZED, SEMI_MOTORIZED, FULLY_MOTORIZED, NOT_MOTORIZED};
    Kind *kind = next_kind(loader, table, row);
    if (!kind)
        return;
    Field re = cell_under(table, row, "re");
    kind->nation = (uint8_t)word_under(table, row, "nation", nation_words);
    kind->class = (uint8_t)word_under(table, row, "class", class_words);
    kind->size = sizes[word_under(table, row, "size", size_words)];
    kind->re = is_dash(&re) ? 0 : (uint8_t)parts_of(loader, table, &re, QUARTERS);
    kind->steps = (uint8_t)number_under(table, row, "steps", 0, 9);
    kind->motor = motors[word_under(table, row, "motor", motor_names)];
    kind->face[COMBAT_SIDE] = read_face(table, row, combat);
    kind->face[MOVE_SIDE] = read_face(table, row, move);
    read_marks(table, row, kind);
    read_formation(loader, table, row, kind);
    check_kind(table, row, kind);
}

void load_counters(Loader *loader)
{
    Document *table = open_table(loader, "counters");
    for (int row = 1; table && row < table->entries; row++)
        read_counter(loader, table, row);
    document_free(table);
}

/* ---- aircraft ---------------------------------------------------------------------------------------------- */

static int read_rating(Document *table, int row, const char *column, bool *defensive)
{
    Face face = {0};
    Field field = cell_under(table, row, column);
    read_strength(table, &field, &face);
    *defensive = face.how == DEFENCE_ONLY;
    return face.strength;
}

static void read_aircraft(Loader *loader, Document *table, int row)
{
    static const char *const columns[3][2] = {
        {"aa_full", "aa_reduced"}, {"gs_full", "gs_reduced"}, {"cap_full", "cap_reduced"}};
    Book *data = loader->data;
    Kind *kind = next_kind(loader, table, row);
    if (!kind)
        return;
    kind->class = AIRCRAFT;
    kind->size = NO_SIZE;
    kind->steps = 2;
    kind->is = ONE_SIDED;
    kind->aircraft = (uint8_t)data->air_kinds;
    AirKind *air = &data->air_kind[data->air_kinds++];
    Field type = cell_under(table, row, "type");
    field_copy(table, &type, air->type, sizeof air->type);
    air->types = (uint8_t)read_air_types(air->type);
    if (!air->types)
        mistake(table, &type, "aircraft are F, T, S or Tpt, or two of them with a comma (14.4)");
    air->range = (uint8_t)number_under(table, row, "range", 1, 99);
    for (int reduced = 0; reduced < 2; reduced++) {
        air->rating[reduced] = (uint8_t)read_rating(table, row, columns[0][reduced], &air->defensive);
        air->support[reduced] = (uint8_t)number_under(table, row, columns[1][reduced], 0, 99);
        air->capacity[reduced] = (uint8_t)number_or_dash(table, row, columns[2][reduced], 99);
    }
    if (air->types & AIR_TPT && !air->capacity[0])
        mistake(table, &type, "a transport carries something (3.5)");
}

void load_aircraft(Loader *loader)
{
    Document *table = open_table(loader, "air_units");
    for (int row = 1; table && row < table->entries; row++)
        read_aircraft(loader, table, row);
    document_free(table);
    Book *data = loader->data;
    for (int side = 0; side < PLAYERS; side++)
        data->kind[OCS_PIECES + side] = (Kind){.side = (uint8_t)side,
                                               .class = UNKNOWN,
                                               .size = NO_SIZE,
                                               .is = ANONYMOUS,
                                               .steps = 1,
                                               .face = {{.there = true}, {.there = true}}};
}

/* ---- set-up --------------------------------------------------------------------------------------------------- */

static Hex read_hex(Loader *loader, Document *table, const Field *field)
{
    Hex hex;
    if (hex_parse(&loader->scenario->map->grid, field->text, field->length, &hex))
        return hex;
    mistake(table, field, "the scenario's map has no such hex");
    return NO_HEX;
}

/* "01.26..01.29": any of those hexes, all of one column */
static void read_row(Loader *loader, Document *table, const Field *field, uint32_t dots, Start *start)
{
    Field first = {field->text, dots, field->line, field->column};
    Field last = {field->text + dots + 2, field->length - dots - 2, field->line, field->column + dots + 2};
    start->centre = read_hex(loader, table, &first);
    start->last = read_hex(loader, table, &last);
    if (start->centre == NO_HEX || start->last == NO_HEX)
        return;
    start->within = (uint8_t)map_distance(loader->scenario->map, start->centre, start->last);
    const Grid *grid = &loader->scenario->map->grid;
    if (hex_column(grid, start->centre) != hex_column(grid, start->last))
        mistake(table, field, "a row of hexes lies in one column");
}

/* "20.08+1", or "-": its place is fixed */
static void read_zone(Loader *loader, Document *table, int row, Start *start)
{
    Field field = cell_under(table, row, "zone");
    start->centre = start->last = NO_HEX;
    if (is_dash(&field))
        return;
    if (field_is(&field, "own base")) { /* aircraft: any supplied base of their side */
        start->centre = start->hex;
        start->within = ANY_BASE;
        return;
    }
    for (uint32_t i = 0; i + 2 < field.length; i++)
        if (field.text[i] == '.' && field.text[i + 1] == '.') {
            read_row(loader, table, &field, i, start);
            return;
        }
    uint32_t plus = 0;
    while (plus < field.length && field.text[plus] != '+')
        plus++;
    Field centre = {field.text, plus, field.line, field.column};
    Field within = {field.text + plus + 1, field.length - plus - 1, field.line, field.column + plus + 1};
    long hexes = 0;
    if (plus == field.length)
        mistake(table, &field, "expected a zone as 20.08+1, or -");
    else if (field_number(table, &within, 0, 9, &hexes))
        start->centre = read_hex(loader, table, &centre);
    start->within = (uint8_t)hexes;
}

static void read_note(Document *table, int row, Start *start)
{
    static const char *const notes[] = {"-", "steps lost 1", "steps lost 2", "mode Reserve", NULL};
    int note = word_under(table, row, "note", notes);
    start->lost = note == 1 || note == 2 ? (uint8_t)note : 0;
    start->marker = note == 3 ? RESERVE : NO_MARKER;
}

/* start, or "week N": turn N in edition 1, the first of its two in edition 2 (C3); 0 at the start */
static int read_turn(Loader *loader, Document *table, int row)
{
    Field when = cell_under(table, row, "when");
    if (field_is(&when, "start"))
        return 0;
    Field number = {when.text + 5, when.length - 5, when.line, when.column + 5};
    long week = 0;
    if (when.length < 6 || memcmp(when.text, "week ", 5))
        mistake(table, &when, "expected start, or week and a number");
    else
        field_number(table, &number, 1, OCS_TURNS / 2, &week);
    return second_edition(loader->data) ? (int)week * 2 - 1 : (int)week;
}

static void read_unit(Loader *loader, Document *table, int row, int turn)
{
    Book *data = loader->data;
    Field what = cell_under(table, row, "what"), hex = cell_under(table, row, "hex");
    Start start = {.piece = piece_named(loader->scenario, what.text, what.length), .turn = (uint8_t)turn};
    if (start.piece == NO_PIECE || data->starts == OCS_STARTS) {
        mistake(table, &what, "there is no such counter, or no room for it");
        return;
    }
    if (data->kind[start.piece].class == SHIP && data->without[PART_AIR])
        return; /* ships are left out with aircraft: no unit could answer them */
    start.hex = is_dash(&hex) ? NO_HEX : read_hex(loader, table, &hex); /* aircraft come to any base */
    read_zone(loader, table, row, &start);
    if (start.hex == NO_HEX && start.within != ANY_BASE && !loader->loading->log->count)
        mistake(table, &hex, "only aircraft come without a hex");
    read_note(table, row, &start);
    if (start.lost && start.lost >= data->kind[start.piece].steps)
        mistake(table, &what, "it would have no step left");
    data->start[data->starts++] = start;
}

static void add_stock(Loader *loader, Document *table, int row, Stock stock)
{
    Field hex = cell_under(table, row, "hex");
    if (loader->data->stocks == OCS_STOCKS) {
        mistake(table, &hex, "there is no room for more than %d rows of supply, vehicles and works", OCS_STOCKS);
        return;
    }
    stock.hex = read_hex(loader, table, &hex);
    loader->data->stock[loader->data->stocks++] = stock;
}

/* In edition 2 the supply of a week comes in two halves, the larger first (C3). */
static void read_stock(Loader *loader, Document *table, int row, int side, StockKind kind, int turn)
{
    int amount = (int)number_under(table, row, "amount", 1, 99);
    Stock stock = {.side = (uint8_t)side, .kind = (uint8_t)kind, .turn = (uint8_t)turn, .amount = (uint16_t)amount};
    bool split = kind == STOCK_SUPPLY && turn && second_edition(loader->data);
    if (split)
        stock.amount = (uint16_t)((amount + 1) / 2);
    if (kind == STOCK_SUPPLY)
        stock.amount = (uint16_t)(stock.amount * TOKENS);
    add_stock(loader, table, row, stock);
    if (split && amount > 1) {
        stock.amount = (uint16_t)(amount / 2 * TOKENS);
        stock.turn++;
        add_stock(loader, table, row, stock);
    }
}

/* The hexes of a cell, blank-separated. */
static void read_hexes(Loader *loader, Document *table, int row, uint64_t out[OCS_WORDS])
{
    Field field = cell_under(table, row, "hex");
    for (uint32_t at = 0; at < field.length;) {
        Field word = {field.text + at, 0, field.line, field.column + at};
        while (at + word.length < field.length && word.text[word.length] != ' ')
            word.length++;
        at += word.length + 1;
        Hex hex = read_hex(loader, table, &word);
        if (hex != NO_HEX)
            set_bit(out, hex);
    }
}

static void read_source(Loader *loader, Document *table, int row, int side)
{
    Book *data = loader->data;
    Field hex = cell_under(table, row, "hex");
    if (data->supply_sources[side] == OCS_SUPPLY_SOURCES)
        mistake(table, &hex, "there is no room for more than %d supply sources", OCS_SUPPLY_SOURCES);
    else
        data->supply_source[side][data->supply_sources[side]++] = read_hex(loader, table, &hex);
}

/* What a side does not hold by the table the other does. */
static void read_control(Loader *loader, Document *table, int row, int side)
{
    Book *data = loader->data;
    read_hexes(loader, table, row, data->held[side]);
    for (int word = 0; word < OCS_WORDS; word++)
        data->held[enemy_of(side)][word] = data->land[word] & ~data->held[side][word];
}

/* 15.0a, 3.7c: one a hex, of level 1 to 3 */
static void read_base(Loader *loader, Document *table, int row, int side)
{
    Book *data = loader->data;
    Field field = cell_under(table, row, "hex");
    Base base = {.hex = read_hex(loader, table, &field), .side = (uint8_t)side};
    base.level = base.usable = (uint8_t)number_under(table, row, "amount", 1, 3);
    for (int i = 0; i < data->start_bases; i++)
        if (data->start_base[i].hex == base.hex) {
            mistake(table, &field, "a base is there already (15.0a)");
            return;
        }
    if (data->start_bases == OCS_BASES)
        mistake(table, &field, "there are more than %d bases", OCS_BASES);
    else
        data->start_base[data->start_bases++] = base;
}

static void read_start(Loader *loader, Document *table, int row)
{
    static const char *const kinds[] = {"unit", "sp",     "trucks",  "wagons",   "hedgehog", "air",
                                        "base", "source", "control", "railhead", NULL};
    Field name = cell_under(table, row, "side");
    int side, kind = word_under(table, row, "kind", kinds), turn = read_turn(loader, table, row);
    if (!is_side(loader->scenario, &name, &side)) {
        mistake(table, &name, "the scenario has no such side");
        return;
    }
    bool flies = kind == 5 || kind == 6;
    if (flies && loader->data->without[PART_AIR])
        return;
    if (kind == 0 || kind == 5)
        read_unit(loader, table, row, turn);
    else if (kind <= 4)
        read_stock(loader, table, row, side, (StockKind)(kind - 1), turn);
    else if (kind == 7)
        read_source(loader, table, row, side);
    else if (kind == 8)
        read_control(loader, table, row, side);
    else if (kind == 9)
        read_hexes(loader, table, row, loader->railhead[side]);
    else
        read_base(loader, table, row, side);
}

void load_setup(Loader *loader, const Field *scenario)
{
    Document *table = open_table(loader, "setup");
    int before = loader->data->starts;
    char name[NAME_TEXT];
    if (!field_copy(loader->document, scenario, name, sizeof name))
        return;
    for (int row = 1; table && row < table->entries; row++) {
        Field of = cell_under(table, row, "scenario");
        if (field_is(&of, name))
            read_start(loader, table, row);
    }
    if (loader->data->starts == before)
        mistake(loader->document, scenario, "the set-up table has no rows of this scenario");
    loader->scenario->taking_part = loader->data->starts;
    document_free(table);
}

/* gc.3C3 and D24: land, one side a hex, at most 10 REs. */
void check_setup(Loader *loader)
{
    const Book *data = loader->data;
    for (int i = 0; i < data->starts; i++) {
        const Start *start = &data->start[i];
        const char *id = loader->scenario->piece_id[start->piece];
        int re = 0;
        if (start->hex == NO_HEX || start->turn || data->kind[start->piece].class == SHIP)
            continue;
        if (!is_land(data, start->hex))
            mistake(loader->document, NULL, "%s is set up at sea", id);
        if (start->centre != NO_HEX && map_distance(loader->scenario->map, start->centre, start->hex) > start->within)
            mistake(loader->document, NULL, "%s is set up outside of its own zone", id);
        for (int j = 0; j < data->starts; j++)
            if (data->start[j].hex == start->hex && !data->start[j].turn) {
                re += data->kind[data->start[j].piece].re;
                if (data->kind[data->start[j].piece].side != data->kind[start->piece].side ||
                    data->start[j].piece == (i == j ? NO_PIECE : start->piece))
                    mistake(loader->document, NULL, "%s shares its hex with the enemy, or is set up twice", id);
            }
        if (re > STACK_LIMIT)
            mistake(loader->document, NULL, "more than 10 REs are set up with %s (3C3)", id);
    }
}
