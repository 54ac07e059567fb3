/* counters.c — the pool of counters and who of them stands where: tables/counters.tsv, air_units.tsv, setup.tsv. */
#include <string.h>

#include "systems/ocs/load.h"

static const char *const class_words[] = {"armor", "mech",        "other", "artillery", "rocket",
                                          "hq",    "rail-repair", "repl",  "ship",      NULL};
static const char *const size_words[] = {"div", "bde",     "regt",          "bn", "hq", "pax",
                                         "eq",  "gunboat", "landing-craft", NULL};
static const char *const nation_words[] = {"German", "Italian", "Slovak", "Soviet", NULL};
static const char *const motor_words[] = {"none", "semi", "full", "-", NULL};
static const char *const mp_words[] = {"T", "t", "L", "S", NULL};

/* ---- one counter ----------------------------------------------------------------------------------------- */

static bool is_dash(const Field *field) { return field_is(field, "-"); }

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
    Field field = cell_under(table, row, column);
    return !field.length || is_dash(&field) ? 0 : (int)number_under(table, row, column, 0, high);
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
    kind->motor = motors[word_under(table, row, "motor", motor_words)];
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
    air->range = (uint8_t)number_under(table, row, "range", 1, 99);
    for (int reduced = 0; reduced < 2; reduced++) {
        air->rating[reduced] = (uint8_t)read_rating(table, row, columns[0][reduced], &air->defensive);
        air->support[reduced] = (uint8_t)number_under(table, row, columns[1][reduced], 0, 99);
        air->capacity[reduced] = (uint8_t)number_or_dash(table, row, columns[2][reduced], 99);
    }
    if (field_is(&type, "Tpt") && !air->capacity[0])
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

/* "20.08+1", or "-": it stands where it stands */
static void read_zone(Loader *loader, Document *table, int row, Start *start)
{
    Field field = cell_under(table, row, "zone");
    start->centre = NO_HEX;
    if (is_dash(&field))
        return;
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

static void read_start(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field when = cell_under(table, row, "when"), kind = cell_under(table, row, "kind");
    Field what = cell_under(table, row, "what"), hex = cell_under(table, row, "hex");
    if (!field_is(&when, "start") || !field_is(&kind, "unit")) {
        mistake(table, &kind, "only units that are there from the start can be set up as yet");
        return;
    }
    Start start = {.piece = piece_named(loader->scenario, what.text, what.length)};
    if (start.piece == NO_PIECE || data->starts == OCS_STARTS) {
        mistake(table, &what, "there is no such counter, or no room for it");
        return;
    }
    start.hex = read_hex(loader, table, &hex);
    read_zone(loader, table, row, &start);
    read_note(table, row, &start);
    if (start.lost >= data->kind[start.piece].steps)
        mistake(table, &what, "it would have no step left");
    data->start[data->starts++] = start;
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
        if (start->hex == NO_HEX)
            continue;
        if (!is_land(data, start->hex))
            mistake(loader->document, NULL, "%s is set up at sea", id);
        if (start->centre != NO_HEX && map_distance(loader->scenario->map, start->centre, start->hex) > start->within)
            mistake(loader->document, NULL, "%s is set up outside of its own zone", id);
        for (int j = 0; j < data->starts; j++)
            if (data->start[j].hex == start->hex) {
                re += data->kind[data->start[j].piece].re;
                if (data->kind[data->start[j].piece].side != data->kind[start->piece].side ||
                    data->start[j].piece == (i == j ? NO_PIECE : start->piece))
                    mistake(loader->document, NULL, "%s shares its hex with the enemy, or is set up twice", id);
            }
        if (re > STACK_LIMIT)
            mistake(loader->document, NULL, "more than 10 REs are set up with %s (3C3)", id);
    }
}
