/* counters.c — the units: kinds of unit (tables/unit_types.tsv: 1.1-2; infantry, weapons, vehicles and carriers with
 * what each is, 3.0a-1, 3.0b, 3.0c, 3.0d, 3.0e, 25.0, 25.3), and the tables of setup/: battalions, units, the clock,
 * batteries and ammunition. */
#include <string.h>

#include "systems/tcs/load/load.h"

/* ---- tables/unit_types.tsv (3, 25) ---------------------------------------------------------------------- */

static const char *const category_words[] = {"I", "W", "V", "C", NULL};
static const char *const class_words[] = {
    "infantry_platoon", "infantry_section", "mg",      "mortar_platoon", "at_gun", "infantry_gun",
    "onmap_artillery",  "vehicle",          "carrier", "truck",          NULL};
static const char *const code_words[] = {"A", "P", "B", "-", NULL};
static const char *const fire_words[] = {"direct", "indirect", "none", NULL};
static const char *const move_words[] = {"foot", "tracked", "wheeled", "tow", NULL};
static const char *const level_words[] = {"-", "company", "battalion", "regiment", NULL};
static const char *const yes_words[] = {"no", "yes", NULL};

/* "3", "(3)" of guns that print none (16.0c-2), "-" */
static uint8_t read_morale(Document *table, int row)
{
    Field field = cell_under(table, row, "morale");
    long morale = NO_MORALE;
    if (is_dash(&field))
        return NO_MORALE;
    if (field.length > 2 && field.text[0] == '(') {
        field.text++;
        field.length -= 2;
    }
    field_number(table, &field, 0, 9, &morale);
    return (uint8_t)morale;
}

/* What riders spend must be a whole number of grains. */
static void check_kind(Document *table, int row, const Kind *kind)
{
    const Field *at = &table->field[table->entry[row].first];
    if (is_vehicle(kind) && (!kind->ma || GRAINS % (SIXTHS * kind->ma)))
        mistake(table, at, "riders cannot spend exact shares of this allowance");
    if (is_vehicle(kind) != (kind->morale == NO_MORALE))
        mistake(table, at, "infantry and weapons have Morale, vehicles and carriers none (3.0)");
    if (kind->class == MORTAR && !kind->echelon)
        mistake(table, at, "a mortar belongs to a company, a battalion or a regiment (25.2a)");
}

static void read_kind(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field code = cell_under(table, row, "code"), name = cell_under(table, row, "name"),
          ma = cell_under(table, row, "ma");
    if (data->kinds == TCS_KINDS) {
        mistake(table, &code, "there are more than %d kinds of unit", TCS_KINDS);
        return;
    }
    Kind *kind = &data->kind[data->kinds++];
    field_copy(table, &code, kind->code, sizeof kind->code);
    field_copy(table, &name, kind->name, sizeof kind->name);
    kind->side = (uint8_t)side_under(loader, table, row, "side");
    kind->category = (uint8_t)word_under(table, row, "category", category_words);
    kind->class = (uint8_t)word_under(table, row, "class", class_words);
    kind->target = (uint8_t)word_under(table, row, "target", code_words);
    kind->firer = (uint8_t)word_under(table, row, "firer", code_words);
    kind->indirect = word_under(table, row, "fire_kind", fire_words) == 1;
    kind->attack = (uint8_t)number_or(table, row, "attack", 0, 20, 0);
    kind->defense = (uint8_t)number_or(table, row, "defense", 0, 20, 0);
    kind->range = (uint8_t)number_or(table, row, "range", 1, 99, 0);
    kind->firepower = (uint8_t)number_or(table, row, "firepower", 1, 99, 0);
    kind->morale = read_morale(table, row);
    kind->tow_only = field_is(&ma, "TO");
    kind->ma = kind->tow_only ? TOW_ALLOWANCE : (uint8_t)number_under(table, row, "ma", 1, 40);
    kind->move = (uint8_t)word_under(table, row, "move", move_words);
    kind->steps = (uint8_t)number_under(table, row, "steps", 1, 9);
    kind->calibre = (uint16_t)number_or(table, row, "caliber", 1, 999, 0);
    kind->echelon = (uint8_t)word_under(table, row, "level", level_words);
    kind->buttons_up = word_under(table, row, "buttons_up", yes_words);
    kind->carry_steps = (uint8_t)number_or(table, row, "carry_steps", 0, 9, 0);
    kind->tow_units = (uint8_t)number_or(table, row, "tow_units", 0, 9, 0);
    check_kind(table, row, kind);
}

void load_kinds(Loader *loader)
{
    Document *table = open_table_of(loader->loading, "unit_types");
    for (int row = 1; table && row < table->entries; row++)
        read_kind(loader, table, row);
    document_free(table);
}

int class_named(const Field *word) { return find_word(word, class_words, UNIT_CLASSES); }

/* ---- setup/clock.tsv ------------------------------------------------------------------------------------- */

static const char *const light_words[] = {"day", "dawn", "dusk", "night", NULL};

static void read_turn(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field visibility = cell_under(table, row, "visibility"), weather = cell_under(table, row, "weather");
    Field sorties = cell_under(table, row, "sorties");
    if (data->turns == TCS_TURNS || number_under(table, row, "turn", 1, TCS_TURNS) != data->turns + 1) {
        mistake(table, &visibility, "turns follow each other, and there are at most %d", TCS_TURNS);
        return;
    }
    TurnRow *turn = &data->turn[data->turns++];
    turn->time = (uint16_t)number_under(table, row, "time", 0, 2359);
    turn->light = (uint8_t)word_under(table, row, "light", light_words);
    turn->visibility = field_is(&visibility, "weather") ? VISIBILITY_BY_WEATHER
                                                        : (uint8_t)number_under(table, row, "visibility", 1, 99);
    turn->lit_visibility = (uint8_t)number_or(table, row, "lit_visibility", 1, 99, turn->visibility);
    turn->weather = field_is(&weather, "roll")   ? WEATHER_ROLLED
                    : field_is(&weather, "keep") ? WEATHER_KEPT
                    : is_dash(&weather)          ? WEATHER_NONE
                                        : (uint8_t)(WEATHER_GIVEN + word_under(table, row, "weather", weather_words));
    if (!field_is(&sorties, "no"))
        turn->sorties = (uint8_t)(1u << side_under(loader, table, row, "sorties"));
    turn->recovers = turn->light != NIGHT || turn->time / 100 % 2 == 0;
}

void load_clock(Loader *loader)
{
    Document *table = open_setup(loader, "clock");
    for (int row = 1; table && row < table->entries; row++)
        if (is_own_row(loader, table, row))
            read_turn(loader, table, row);
    loader->scenario->turns = loader->data->turns;
    if (table && !loader->data->turns)
        mistake(table, NULL, "no turn of %s stands there", loader->setup);
    document_free(table);
}

/* ---- setup/battalions.tsv -------------------------------------------------------------------------------- */

int formation_of(Book *data, Document *document, const Field *name)
{
    int at = 0;
    if (is_dash(name))
        return 0;
    while (at < data->formations && !field_is(name, data->formation[at]))
        at++;
    if (at < data->formations)
        return at + 1;
    if (at == TCS_FORMATIONS) {
        mistake(document, name, "there are more than %d formations", TCS_FORMATIONS);
        return 0;
    }
    return field_copy(document, name, data->formation[at], sizeof *data->formation) ? ++data->formations : 0;
}

static void read_battalion(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field name = cell_under(table, row, "battalion");
    if (data->battalions == TCS_BATTALIONS) {
        mistake(table, &name, "there are more than %d battalions", TCS_BATTALIONS);
        return;
    }
    Battalion *battalion = &data->battalion[data->battalions++];
    field_copy(table, &name, battalion->name, sizeof battalion->name);
    battalion->side = (uint8_t)side_under(loader, table, row, "side");
    battalion->formation = (uint8_t)formation_of(data, table, &name);
    battalion->box = (uint8_t)word_under(table, row, "box", yes_words);
}

void join_battalions(Book *data)
{
    for (int i = 0; i < data->counters; i++)
        for (int j = 0; j < data->battalions; j++)
            if (data->counter[i].battalion && data->battalion[j].formation == data->counter[i].battalion &&
                data->battalion[j].side == data->counter[i].side)
                data->counter[i].box = (uint8_t)(j + 1);
}

/* ---- setup/NAME_units.tsv -------------------------------------------------------------------------------- */

/* "w/i 2 of 12.06", "w/i 2 of 12.06, 14.08 or 15.02", "cols 1-4", "entry", or hexes with blanks between */
static void read_zone(Loader *loader, Document *table, int row, Counter *counter)
{
    Field field = cell_under(table, row, "zone"), word[8];
    int count = 0;
    for (uint32_t at = 0; at < field.length && count < 8; count++) {
        word[count] = (Field){field.text + at, 0, field.line, field.column + at};
        while (at < field.length && field.text[at] != ' ' && field.text[at] != ',')
            at++, word[count].length++;
        while (at < field.length && (field.text[at] == ' ' || field.text[at] == ','))
            at++;
    }
    Words words = {.scenario = loader->scenario, .script = table, .word = word, .count = count};
    if (words_if(&words, "w/i")) {
        counter->zone = ZONE_WITHIN;
        counter->within = (uint8_t)words_number(&words, "a distance", 0, 99);
        words_keyword(&words, "of");
        counter->centre = words_hex(&words);
        while (words_more(&words) && counter->centres < 6) {
            words_if(&words, "or");
            counter->hexes[counter->centres++] = words_hex(&words);
        }
    } else if (words_if(&words, "cols")) {
        const Field *columns = words_next(&words);
        int low = 0, high = 0;
        words_any(&words, "columns");
        for (uint32_t i = 0; columns && i < columns->length; i++)
            if (columns->text[i] == '-')
                low = high, high = 0;
            else
                high = high * 10 + (columns->text[i] - '0');
        counter->zone = ZONE_COLUMNS;
        counter->first_column = (uint8_t)(low ? low : high);
        counter->last_column = (uint8_t)high;
    } else if (words_if(&words, "entry")) {
        counter->zone = ZONE_ENTRY;
        counter->centre = words_more(&words) ? words_hex(&words) : counter->hex;
    } else {
        int hexes = 0;
        memset(counter->hexes, 0xFF, sizeof counter->hexes);
        while (words_more(&words) && hexes < 6)
            counter->hexes[hexes++] = words_hex(&words);
        counter->zone = hexes == 1 ? ZONE_HEX : ZONE_HEXES;
    }
    words_end(&words);
}

static int kind_named(const Book *data, const Field *code)
{
    for (int i = 0; i < data->kinds; i++)
        if (field_is(code, data->kind[i].code))
            return i;
    return -1;
}

static void read_unit(Loader *loader, Document *table, int row)
{
    static const char *const modes[] = {"F", "M", NULL};
    Book *data = loader->data;
    Field id = cell_under(table, row, "unit"), code = cell_under(table, row, "type"), on = cell_under(table, row, "on");
    Field company = cell_under(table, row, "company"), battalion = cell_under(table, row, "battalion");
    Field regiment = cell_under(table, row, "regiment"), hex = cell_under(table, row, "hex");
    char name[PIECE_TEXT];
    int kind = kind_named(data, &code);
    if (kind < 0)
        mistake(table, &code, "there is no such kind of unit");
    if (kind < 0 || data->counters == TCS_PIECES || !field_copy(table, &id, name, sizeof name) ||
        !scenario_name_piece(loader->scenario, (Piece)data->counters, name)) {
        mistake(table, &id, "there is no room for this unit, or its name is taken or not well formed");
        return;
    }
    Counter *counter = &data->counter[data->counters++];
    *counter = (Counter){.kind = (uint8_t)kind, .centre = NO_HEX, .on = NO_PIECE};
    counter->side = (uint8_t)side_under(loader, table, row, "side");
    counter->company = (uint8_t)formation_of(data, table, &company);
    counter->battalion = (uint8_t)formation_of(data, table, &battalion);
    counter->regiment = (uint8_t)formation_of(data, table, &regiment);
    counter->mode = (uint8_t)word_under(table, row, "mode", modes);
    counter->turn = (uint8_t)turn_under(loader, table, row, "turn");
    Words words = {.scenario = loader->scenario, .script = table, .word = &hex, .count = 1};
    counter->hex = words_hex(&words);
    read_zone(loader, table, row, counter);
    join_formations(data, (Piece)(data->counters - 1));
    find_zone(loader->scenario, data, (Piece)(data->counters - 1));
    if (!is_dash(&on) && (counter->on = piece_named(loader->scenario, on.text, on.length)) == NO_PIECE)
        mistake(table, &on, "what carries a unit stands in a row before it");
    if (data->kind[kind].side != counter->side)
        mistake(table, &code, "the other side has units of this kind");
}

/* An on-map gun's battery is called like its company (25.5). */
void join_batteries(Book *data)
{
    for (int i = 0; i < data->batteries; i++)
        data->battery[i].guns = 0;
    for (int i = 0; i < data->counters; i++) {
        Counter *counter = &data->counter[i];
        counter->battery = 0;
        for (int j = 0; counter->company && data->kind[counter->kind].class == HOWITZER && j < data->batteries; j++)
            if (data->battery[j].side == counter->side &&
                !strcmp(data->battery[j].name, data->formation[counter->company - 1])) {
                counter->battery = (uint8_t)(j + 1);
                data->battery[j].guns++;
            }
    }
}

/* ---- setup/artillery.tsv, ammunition.tsv ----------------------------------------------------------------- */

static void read_battery(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field name = cell_under(table, row, "battery"), battalion = cell_under(table, row, "battalion");
    Field rocket = cell_under(table, row, "rocket");
    if (data->batteries == TCS_BATTERIES) {
        mistake(table, &name, "there are more than %d batteries", TCS_BATTERIES);
        return;
    }
    Battery *battery = &data->battery[data->batteries++];
    field_copy(table, &name, battery->name, sizeof battery->name);
    if (!field_is(&battalion, "-"))
        field_copy(table, &battalion, battery->battalion, sizeof battery->battalion);
    battery->side = (uint8_t)side_under(loader, table, row, "side");
    battery->calibre = (uint16_t)number_under(table, row, "caliber_mm", 1, 999);
    battery->nationality = (uint8_t)word_under(table, row, "nationality", nation_words);
    for (int i = 0; i < data->rockets; i++)
        if (field_is(&rocket, data->rocket[i].name))
            battery->rocket = (uint8_t)(i + 1);
    if (!is_dash(&rocket) && !battery->rocket)
        mistake(table, &rocket, "rocket_artillery.tsv knows no such rockets");
}

static void read_ammunition(Loader *loader, Document *table, int row)
{
    static const char *const kinds[] = {"HE", "Smoke", "Illum", NULL};
    Book *data = loader->data;
    Stock stock = {.side = (uint8_t)side_under(loader, table, row, "side"),
                   .kind = (uint8_t)word_under(table, row, "kind", kinds),
                   .calibre = (uint16_t)number_under(table, row, "caliber_mm", 1, 999)};
    int at = 0;
    while (at < data->stocks && memcmp(&data->stock[at], &stock, sizeof stock))
        at++;
    if (at == TCS_STOCKS || data->deliveries == TCS_ARRIVALS) {
        mistake(table, NULL, "there are more than %d kinds of ammunition", TCS_STOCKS);
        return;
    }
    if (at == data->stocks)
        data->stock[data->stocks++] = stock;
    data->delivery[data->deliveries++] =
        (Delivery){.stock = (uint8_t)at,
                   .turn = (uint8_t)turn_under(loader, table, row, "turn"),
                   .fires = (uint16_t)number_under(table, row, "battery_fires", 1, 999)};
}

static void read_rows(Loader *loader, const char *name, void (*read)(Loader *loader, Document *table, int row))
{
    Document *table = open_setup(loader, name);
    for (int row = 1; table && row < table->entries; row++)
        if (is_own_row(loader, table, row))
            read(loader, table, row);
    document_free(table);
}

void load_forces(Loader *loader)
{
    char name[NAME_TEXT + 8];
    read_rows(loader, "battalions", read_battalion);
    strcat(strcpy(name, loader->setup), "_units");
    Document *table = open_setup(loader, name);
    for (int row = 1; table && row < table->entries; row++)
        read_unit(loader, table, row);
    document_free(table);
    join_battalions(loader->data);
    if (loader->data->without[PART_ARTILLERY])
        return; /* left out before the set-up was named: its guns are left out too */
    read_rows(loader, "artillery", read_battery);
    read_rows(loader, "ammunition", read_ammunition);
    join_batteries(loader->data);
}
