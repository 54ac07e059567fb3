/* counters.c — 2.6–2.11, 3.2, 3.5: the counters, from the tables of forces.
 *
 * The German side is an order of battle, a row a unit. The Soviet side is a schedule by types and a pool of values by
 * types: its units are alike until they are tried, the n-th of a type bears the n-th name (2.9). */
#include <stdio.h>
#include <string.h>

#include "systems/pm/load/load.h"

const char *const pool_words[] = {"RD", "CD", "TD", "MRD", "RB", "MRB", "TB", NULL};

/* ---- cells ----------------------------------------------------------------------------------- */

const Field *cell_under(Document *table, int row, const char *column)
{
    int place = table_column(table, column, true);
    const Field *cell = place < 0 ? NULL : table_cell(table, row, place);
    if (place >= 0 && !cell)
        mistake(table, table_cell(table, row, 0), "the row has no cell under %s", column);
    return cell;
}

long number_under(Document *table, int row, const char *column, long low, long high)
{
    const Field *cell = cell_under(table, row, column);
    long number = low;
    if (cell)
        field_number(table, cell, low, high, &number);
    return number;
}

/* "10-8-12" */
static bool read_triple(const char *text, size_t length, Values *out)
{
    uint8_t *const number[3] = {&out->attack, &out->defence, &out->movement};
    size_t at = 0;
    for (int i = 0; i < 3; i++) {
        int value = 0, digits = 0;
        for (; at < length && text[at] >= '0' && text[at] <= '9' && digits < 2; at++, digits++)
            value = value * 10 + text[at] - '0';
        if (!digits || (i < 2 && (at == length || text[at++] != '-')))
            return false;
        *number[i] = (uint8_t)value;
    }
    return at == length;
}

int read_values(Document *table, const Field *field, Values out[STEPS_MOST])
{
    size_t at = 0;
    int count = 0;
    while (field && at < field->length) {
        const char *text = field->text + at, *blank = memchr(text, ' ', field->length - at);
        size_t length = blank ? (size_t)(blank - text) : field->length - at;
        if (count == STEPS_MOST || !read_triple(text, length, &out[count++])) {
            mistake(table, field, "expected attack-defence-movement for each step, such as 7-7-6 4-4-5");
            return 0;
        }
        at += length + (blank != NULL);
    }
    return count;
}

/* ---- the German side ------------------------------------------------------------------------- */

static const char *const nation_words[] = {"German", "Romanian", "Italian", "Hungarian", "Croat",
                                           "French", "Spanish",  "Soviet",  NULL};

static const struct Formation {
    const char *words;
    uint8_t type, size, is;
} formations[] = {
    {"panzer division", TANK, DIVISION, 0},
    {"tank division", TANK, DIVISION, 0},
    {"motorized infantry division", MOTORIZED, DIVISION, 0},
    {"SS motorized infantry division", MOTORIZED, DIVISION, SS},
    {"motorized infantry brigade", MOTORIZED, BRIGADE, 0},
    {"motorized infantry regiment", MOTORIZED, REGIMENT, 0},
    {"assault gun battalion", ASSAULT_GUN, BATTALION, 0},
    {"motorized flak corps", FLAK, CORPS, 0},
    {"fast corps", FAST, CORPS, 0},
    {"infantry division", INFANTRY, DIVISION, 0},
    {"infantry regiment", INFANTRY, REGIMENT, 0},
    {"infantry battalion", INFANTRY, BATTALION, 0},
    {"air landing infantry division", AIR_LANDING, DIVISION, 0},
    {"light infantry (Jaeger) division", JAEGER, DIVISION, 0},
    {"mountain infantry division", MOUNTAIN, DIVISION, 0},
    {"mountain infantry brigade", MOUNTAIN, BRIGADE, 0},
    {"paratroop division", PARATROOP, DIVISION, 0},
    {"static infantry division", STATIC, DIVISION, 0},
    {"security division", SECURITY, DIVISION, 0},
    {"cavalry division", CAVALRY, DIVISION, 0},
    {"cavalry brigade", CAVALRY, BRIGADE, 0},
    {"fortress infantry brigade", FORTRESS, BRIGADE, 0},
    {"naval infantry regiment", NAVAL, REGIMENT, 0},
    {"siege artillery", SIEGE, REGIMENT, 0},
    {NULL, 0, 0, 0},
};

/* 6.3: quarters of a unit; corps and the ArKo count one (6.3-3, 14.41-2). */
static uint8_t quarters_of(const Kind *kind)
{
    static const uint8_t by_size[SIZES] = {[CORPS] = 4, [DIVISION] = 4, [BRIGADE] = 2, [REGIMENT] = 1, [BATTALION] = 1};
    return kind->side == SOVIET_SIDE || kind->type == SIEGE ? QUARTERS : by_size[kind->size];
}

static void read_formation(Document *table, const Field *field, Kind *kind)
{
    const struct Formation *formation = formations;
    while (field && formation->words && !field_is(field, formation->words))
        formation++;
    if (!field || !formation->words) {
        mistake(table, field, "this is no type of unit");
        return;
    }
    kind->type = formation->type;
    kind->size = formation->size;
    kind->is |= formation->is;
}

/* The army it belonged to when the war began, for lists; none if the table does not say. */
static uint8_t read_army(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    const Field *field = cell_under(table, row, "formation");
    if (!field || !field->length)
        return 0;
    for (int army = 0; army < data->armies; army++)
        if (field_is(field, data->army[army]))
            return (uint8_t)(army + 1);
    if (data->armies == PM_ARMIES) {
        mistake(table, field, "there are more than %d formations", PM_ARMIES);
        return 0;
    }
    return field_copy(table, field, data->army[data->armies], sizeof data->army[0]) ? (uint8_t)++data->armies : 0;
}

static uint8_t read_entry_turn(Document *table, int row)
{
    const Field *field = cell_under(table, row, "entry");
    if (!field || field_is(field, "start"))
        return 0;
    return field_is(field, "call") ? NOT_BY_DATE : (uint8_t)number_under(table, row, "entry", 1, PM_TURNS);
}

static void read_class(Document *table, int row, Kind *kind)
{
    static const char *const classes[] = {"non-mech", "mech", NULL};
    const Field *field = cell_under(table, row, "class");
    if (field && field_word(table, field, classes) == 1)
        kind->is |= MECH;
    bool mech_type = kind->type <= FAST;
    if (field && mech_type != !!(kind->is & MECH))
        mistake(table, field, "by its type it is otherwise (2.11)");
}

/* A row of the order of battle. The values run from full strength down; Kind counts from the last step up. */
static void read_kind(Loader *loader, Document *table, int row)
{
    Kind *kind = &loader->data->kind[loader->codes];
    Values value[STEPS_MOST] = {{0}};
    const Field *nation = cell_under(table, row, "nation"), *name = cell_under(table, row, "id");
    const Field *code = cell_under(table, row, "code");
    int found = nation ? field_word(table, nation, nation_words) : -1;
    *kind = (Kind){.side = GERMAN_SIDE, .nation = (uint8_t)(found < 0 ? 0 : found), .pool = NO_POOL};
    read_formation(table, cell_under(table, row, "type"), kind);
    read_class(table, row, kind);
    kind->entry = read_entry_turn(table, row);
    kind->army = read_army(loader, table, row);
    kind->steps = (uint8_t)read_values(table, cell_under(table, row, "values"), value);
    if (kind->steps != number_under(table, row, "steps", 1, STEPS_MOST))
        mistake(table, cell_under(table, row, "values"), "there are not as many values as steps");
    for (int i = 0; i < kind->steps; i++)
        kind->value[i] = value[kind->steps - 1 - i];
    if (name)
        field_copy(table, name, kind->name, sizeof kind->name);
    if (code)
        field_copy(table, code, loader->code[loader->codes], PIECE_TEXT);
    kind->quarters = quarters_of(kind);
    /* 8.18 takes out the divisions that come late, fresh from the west */
    if (kind->type == TANK && kind->entry)
        kind->is |= NO_REFIT;
    loader->codes++;
}

void load_kinds(Loader *loader, const char *name)
{
    Document *table = open_table(loader, name);
    if (!table)
        return;
    for (int row = 1; row < table->entries; row++)
        if (loader->codes == PM_KINDS - 32)
            mistake(table, table_cell(table, row, 0), "there is no room for another kind of counter");
        else
            read_kind(loader, table, row);
    document_free(table);
    loader->data->kinds = loader->codes;
}

/* ---- counters -------------------------------------------------------------------------------- */

static Piece add_piece(Loader *loader, Document *document, const Field *at, const char *id, int kind, Hex home)
{
    Scenario *scenario = loader->scenario;
    Piece piece = (Piece)scenario->pieces;
    if (piece >= PM_PIECES || !scenario_name_piece(scenario, piece, id)) {
        mistake(document, at, "%s is taken, or no id a player could type, or one counter too many", id);
        return NO_PIECE;
    }
    loader->data->kind_of[piece] = (uint16_t)kind;
    Range *range = &loader->data->pieces_of[loader->data->kind[kind].side];
    *range = (Range){range->end ? range->first : piece, (Piece)(piece + 1)};
    loader->data->home[piece] = loader->setup == SETUP_NONE ? loader->data->box[BOX_GONE] : home;
    return piece;
}

Piece add_german(Loader *loader, Document *document, const Field *code, Hex home)
{
    for (int kind = 0; kind < loader->codes; kind++)
        if (field_is(code, loader->code[kind])) {
            Piece piece = add_piece(loader, document, code, loader->code[kind], kind, home);
            if (piece != NO_PIECE)
                memcpy(loader->data->designation[piece], loader->data->kind[kind].name,
                       sizeof loader->data->designation[0]);
            return piece;
        }
    mistake(document, code, "there is no counter %.*s", (int)code->length, code->text);
    return NO_PIECE;
}

/* "rd17" */
static void soviet_id(int pool, int number, bool guards, char out[PIECE_TEXT])
{
    char word[8] = "";
    for (int i = 0; pool_words[pool][i]; i++)
        word[i] = (char)(pool_words[pool][i] - 'A' + 'a');
    snprintf(out, PIECE_TEXT, "%s%s%d", guards ? "g" : "", word, number);
}

Piece add_untried(Loader *loader, Document *document, const Field *at, int pool, Hex home)
{
    char id[PIECE_TEXT];
    soviet_id(pool, ++loader->made[pool], false, id);
    return add_piece(loader, document, at, id, loader->data->pool_kind[pool], home);
}

/* ---- the Soviet side ------------------------------------------------------------------------- */

static const struct SovietType {
    uint8_t type, size, movement, is;
} soviet_types[POOLS] = {
    [POOL_RD] = {INFANTRY, DIVISION, 0, 0},
    [POOL_CD] = {CAVALRY, DIVISION, 0, HALF_POINT},
    [POOL_TD] = {TANK, DIVISION, 0, MECH},
    [POOL_MRD] = {MOTORIZED, DIVISION, 0, MECH},
    [POOL_RB] = {INFANTRY, BRIGADE, 0, HALF_POINT},
    [POOL_MRB] = {MOTORIZED, BRIGADE, 0, MECH | HALF_POINT},
    [POOL_TB] = {TANK, BRIGADE, 0, MECH | HALF_POINT},
};

static Kind soviet_kind(int pool)
{
    const struct SovietType *type = &soviet_types[pool];
    Kind kind = {.side = SOVIET_SIDE,
                 .nation = SOVIET,
                 .type = type->type,
                 .size = type->size,
                 .is = type->is,
                 .steps = 1,
                 .pool = (uint8_t)pool,
                 .entry = NOT_BY_DATE};
    kind.quarters = quarters_of(&kind);
    return kind;
}

static void add_line(Loader *loader, Document *table, const Field *at, int pool, Values value, int count)
{
    Book *data = loader->data;
    if (data->lines == PM_LINES) {
        mistake(table, at, "there is no room for another line of the pools");
        return;
    }
    data->line[data->lines++] = (PoolLine){(uint8_t)pool, (uint16_t)count, value};
}

static void add_guards(Loader *loader, Document *table, int row, int pool, const Values *value, int steps, int count)
{
    Book *data = loader->data;
    if (steps != 2 || loader->guard_kinds == 16 || data->kinds >= PM_KINDS - POOLS - PLAYERS) {
        mistake(table, table_cell(table, row, 0), "Guards have two steps, and there are no more than 16 kinds of them");
        return;
    }
    Kind *kind = &data->kind[data->kinds];
    *kind = soviet_kind(pool);
    kind->is |= GUARDS;
    kind->steps = 2;
    kind->pool = NO_POOL;
    kind->value[1] = value[0];
    kind->value[0] = value[1];
    int at = loader->guard_kinds++;
    loader->guard_kind[at] = (uint16_t)data->kinds++;
    loader->guard_pool[at] = (uint8_t)pool;
    loader->guard_count[at] = (uint8_t)count;
}

/* RD, or GdsRD; false if it is neither. */
static bool read_pool_word(const Field *field, int *pool, bool *guards)
{
    Field word = *field;
    *guards = word.length > 3 && !memcmp(word.text, "Gds", 3);
    if (*guards) {
        word.text += 3;
        word.length -= 3;
    }
    for (*pool = 0; *pool < POOLS; ++*pool)
        if (field_is(&word, pool_words[*pool]))
            return true;
    return false;
}

void load_pool(Loader *loader, const char *name)
{
    Document *table = open_table(loader, name);
    if (!table)
        return;
    for (int row = 1; row < table->entries; row++) {
        const Field *type = cell_under(table, row, "type");
        Values value[STEPS_MOST] = {{0}};
        int pool, steps = read_values(table, cell_under(table, row, "values"), value);
        int count = (int)number_under(table, row, "count", 1, 999);
        bool guards;
        if (!type || !read_pool_word(type, &pool, &guards))
            mistake(table, type, "this is no type of Soviet unit");
        else if (guards)
            add_guards(loader, table, row, pool, value, steps, count);
        else
            add_line(loader, table, type, pool, value[0], count);
    }
    if (loader->data->on[TURN_5_BRIGADES]) { /* pm.r.1 */
        add_line(loader, table, NULL, POOL_MRB, (Values){2, 2, 7}, 2);
        add_line(loader, table, NULL, POOL_TB, (Values){2, 1, 7}, 2);
    }
    document_free(table);
}

/* Lines of a pool lie together; a unit that is untried shows the movement of its type (2.15). */
static void sort_lines(Book *data)
{
    PoolLine sorted[PM_LINES];
    int count = 0;
    for (int pool = 0; pool < POOLS; pool++) {
        data->first_line[pool] = (uint8_t)count;
        for (int i = 0; i < data->lines; i++)
            if (data->line[i].pool == pool)
                sorted[count++] = data->line[i];
    }
    data->first_line[POOLS] = (uint8_t)count;
    memcpy(data->line, sorted, (size_t)count * sizeof *sorted);
}

static void check_movement(Loader *loader, int pool)
{
    const Book *data = loader->data;
    for (int i = data->first_line[pool]; i < data->first_line[pool + 1]; i++)
        if (data->line[i].value.movement != data->line[data->first_line[pool]].value.movement)
            mistake(loader->document, NULL, "%s of the pool differ in movement, which untried units show (2.15)",
                    pool_words[pool]);
}

void finish_kinds(Loader *loader)
{
    Book *data = loader->data;
    sort_lines(data);
    for (int pool = 0; pool < POOLS; pool++) {
        check_movement(loader, pool);
        Kind *kind = &data->kind[data->kinds];
        *kind = soviet_kind(pool);
        if (data->first_line[pool] < data->first_line[pool + 1])
            kind->value[0].movement = data->line[data->first_line[pool]].value.movement;
        memcpy(kind->name, pool_words[pool], strlen(pool_words[pool]) + 1);
        data->pool_kind[pool] = (uint16_t)data->kinds++;
    }
    for (int side = 0; side < PLAYERS; side++) {
        data->kind[data->kinds] = (Kind){.side = (uint8_t)side,
                                         .nation = side == GERMAN_SIDE ? GERMAN : SOVIET,
                                         .type = UNKNOWN,
                                         .size = DIVISION,
                                         .is = ANONYMOUS,
                                         .pool = NO_POOL,
                                         .quarters = QUARTERS,
                                         .name = "?"};
        data->unknown_kind[side] = (uint16_t)data->kinds++;
    }
}

/* ---- the schedule ---------------------------------------------------------------------------- */

/* Those of a row, into that box; the tank brigades that come by dice into theirs (8.9). */
static void add_row(Loader *loader, Document *table, int row, int turn, int zone)
{
    Book *data = loader->data;
    for (int pool = 0; pool < POOLS; pool++) {
        int count = (int)number_under(table, row, pool_words[pool], 0, 999);
        bool diced = pool == POOL_TB && turn == 3 && !data->beginners; /* pm.r.13 */
        if (zone >= 0)
            data->starting[zone][pool] = (uint16_t)count;
        if (turn == 5 && data->on[TURN_5_BRIGADES] && (pool == POOL_MRB || pool == POOL_TB))
            count += 2;
        for (int i = 0; i < count; i++)
            add_untried(loader, table, table_cell(table, row, 0), pool,
                        diced ? data->box[BOX_BRIGADES] : data->box[BOX_TURN + turn - 1]);
    }
}

static void read_conversions(Loader *loader, Document *table, int row, int turn)
{
    static const char *const columns[POOLS] = {
        [POOL_RD] = "GdsRD", [POOL_CD] = "GdsCD", [POOL_MRD] = "GdsMRD", [POOL_TB] = "GdsTB"};
    for (int pool = 0; pool < POOLS; pool++)
        if (columns[pool])
            loader->data->conversions[turn][pool] = (uint8_t)number_under(table, row, columns[pool], 0, 99);
    loader->data->soviet_aircraft[turn] = number_under(table, row, "GSA", 0, 1) == 1;
}

static void add_guard_counters(Loader *loader, Document *table)
{
    for (int i = 0; i < loader->guard_kinds; i++)
        for (int j = 0; j < loader->guard_count[i]; j++) {
            char id[PIECE_TEXT];
            soviet_id(loader->guard_pool[i], ++loader->guards[loader->guard_pool[i]], true, id);
            add_piece(loader, table, NULL, id, loader->guard_kind[i], loader->data->box[BOX_CALLS]);
        }
}

/* The German side by its entry numbers (3.6); those without one that are called out come with the calls (3.7-6). */
static void add_order_of_battle(Loader *loader, Document *table)
{
    Book *data = loader->data;
    for (int kind = 0; kind < loader->codes; kind++) {
        int entry = data->kind[kind].entry;
        Field code = {.text = loader->code[kind], .length = (uint32_t)strlen(loader->code[kind])};
        add_german(loader, table, &code,
                   entry == NOT_BY_DATE ? data->box[BOX_CALLS] : data->box[BOX_TURN + (entry ? entry - 1 : 0)]);
    }
}

void load_schedule(Loader *loader, const char *name)
{
    static const char *const rows[] = {"FZ",  "IZ",  "GT1", "GT2",  "GT3",  "GT4",  "GT5",   "GT6",
                                       "GT7", "GT8", "GT9", "GT10", "GT11", "GT12", "total", NULL};
    Document *table = open_table(loader, name);
    if (!table)
        return;
    add_order_of_battle(loader, table);
    for (int row = 1; row < table->entries; row++) {
        const Field *word = table_cell(table, row, 0);
        int found = word ? field_word(table, word, rows) : -1;
        if (found < 0 || found > 13)
            continue;
        int turn = found < 2 ? 1 : found - 1;
        add_row(loader, table, row, turn, found < 2 ? found : -1);
        if (found >= 2)
            read_conversions(loader, table, row, turn);
    }
    add_guard_counters(loader, table);
    document_free(table);
}

/* ---- names ----------------------------------------------------------------------------------- */

typedef struct Run { /* "230-341", "61N-75N", "STM" */
    char text[16];
    int first, last; /* first > last: only the text */
    char letter;
} Run;

static bool read_run(const char *text, size_t length, Run *run)
{
    size_t at = 0;
    *run = (Run){.first = 1};
    if (!length || length >= sizeof run->text)
        return false;
    memcpy(run->text, text, length);
    const char *dash = memchr(text, '-', length);
    if (!dash || text[0] < '0' || text[0] > '9')
        return true;
    for (run->first = 0; at < length && text[at] >= '0' && text[at] <= '9'; at++)
        run->first = run->first * 10 + text[at] - '0';
    if (text[at] != '-')
        run->letter = text[at++];
    for (at++; at < length && text[at] >= '0' && text[at] <= '9'; at++)
        run->last = run->last * 10 + text[at] - '0';
    return run->first <= run->last && (at == length || (at + 1 == length && text[at] == run->letter));
}

/* Counters of a type are called rd1, rd2 … or grd1, grd2 …: the n-th bears the n-th name. */
static void give_name(Loader *loader, const Field *type, int *number, const char *name)
{
    Scenario *scenario = loader->scenario;
    int pool;
    bool guards;
    char id[PIECE_TEXT];
    if (!read_pool_word(type, &pool, &guards))
        return;
    soviet_id(pool, ++*number, guards, id);
    Piece piece = piece_named(scenario, id, strlen(id));
    if (piece != NO_PIECE)
        snprintf(loader->data->designation[piece], sizeof loader->data->designation[0], "%.7s%s", name,
                 guards ? " Gds" : "");
}

static void name_type(Loader *loader, Document *table, int row)
{
    const Field *type = cell_under(table, row, "type"), *names = cell_under(table, row, "names");
    int number = 0;
    size_t at = 0;
    while (type && names && at < names->length) {
        const char *text = names->text + at, *blank = memchr(text, ' ', names->length - at);
        size_t length = blank ? (size_t)(blank - text) : names->length - at;
        Run run;
        if (!read_run(text, length, &run)) {
            mistake(table, names, "%.*s is neither a name nor a run of numbers", (int)length, text);
            return;
        }
        for (int i = run.first; i <= run.last; i++) {
            char name[16];
            snprintf(name, sizeof name, "%d%.1s", i % 10000, run.letter ? (char[]){run.letter, '\0'} : "");
            give_name(loader, type, &number, name);
        }
        if (run.first > run.last)
            give_name(loader, type, &number, run.text);
        at += length + (blank != NULL);
    }
    if (type && names && number != number_under(table, row, "count", 1, 999))
        mistake(table, names, "these are %d names, not as many as counted", number);
}

void load_designations(Loader *loader, const char *name)
{
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++)
        name_type(loader, table, row);
    document_free(table);
}
