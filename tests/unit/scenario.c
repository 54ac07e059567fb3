/* Scenarios: what the core reads of them, options, sides, names of counters, the hash of data and positions. */
#include "data.h"

#include "core/system.h"

static const char *const terrain_words[] = {"clear", "forest", NULL};
static const char *const other_words[] = {"thing", NULL};
static const MapSchema schema = {.terrain = terrain_words,
                                 .edges = other_words,
                                 .roads = other_words,
                                 .places = other_words,
                                 .areas = other_words,
                                 .barred = 0};

/* A system that knows one entry, `counter ID`, and refuses all others. */
static int loaded, unloaded;

static bool load_own(Scenario *scenario, Loading *loading)
{
    Document *document = loading->document;
    loaded++;
    for (int i = 0; i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *field = &document->field[entry->first];
        char id[40];
        int count = entry->count;
        if (scenario_keyword(field))
            continue;
        if (field_is(field, "table")) {
            document_free(loading_table(loading, "tables/some.tsv"));
        } else if (!field_is(field, "counter")) {
            mistake(document, field, "unknown entry");
        } else if (scenario_when(scenario, document, field, &count)) {
            assert_int_equal(count, 2);
            field_copy(document, field + 1, id, sizeof id);
            if (!scenario_name_piece(scenario, (Piece)scenario->pieces, id))
                mistake(document, field + 1, "taken or malformed");
        }
    }
    return !document->mistakes;
}

static void unload_own(Scenario *scenario)
{
    (void)scenario;
    unloaded++;
}

#define ROOM 437 /* bytes of a position, not a whole number of words */
_Static_assert(ROOM >= sizeof(Position), "a position begins with the common head");

static const Rule rules[] = {{"", "", ""}, {"1.1", "", ""}, {"1.2", "", ""}, {"16.1.1", "", ""}, {"stars.2-1", "", ""}};

static const System system_ = {.name = "wb95",
                               .title = "WB-95",
                               .rules = rules,
                               .rule_count = sizeof rules / sizeof *rules,
                               .map_schema = &schema,
                               .position_size = ROOM,
                               .load = load_own,
                               .unload = unload_own};

/* Files in memory. */
#define FILES 6
static struct {
    const char *name, *text;
} files[FILES];

static char *read_memory(void *context, const char *name, size_t *length)
{
    (void)context;
    for (int i = 0; i < FILES; i++)
        if (files[i].name && !strcmp(files[i].name, name)) {
            *length = strlen(files[i].text);
            return strdup(files[i].text);
        }
    return NULL;
}

static const Source memory = {NULL, read_memory};
static Log log_;

static const char map_text[] =
    "map field\ntitle \"A field\"\nsystem wb95\nscale 1000\nsource \"Made up.\"\n"
    "grid 3 2 first 0101 parity odd-down\nlegend\n  . clear\nterrain ours\n  01 ...\n  02 ...\n";

static const char scenario_text[] = "scenario two\ntitle \"Two or three\"\nsystem wb95\nmap field\n"
                                    "side red \"Red\" colour c00000 of no concern\n"
                                    "side blue \"Blue\" colour 0000c0 when players 2\n"
                                    "side blue \"Dark blue\" colour 000080 when players 3\n"
                                    "side green \"Green\" colour 00c000 when players 3\n"
                                    "option players 2 1.2 \"How many play.\" values 2 3\n"
                                    "option masking on 16.1.1 \"Hidden stacks.\"\n"
                                    "  a body that is the system's\n"
                                    "counter r1\n"
                                    "counter g1 when players 3\n";

static void put(int index, const char *name, const char *text)
{
    files[index].name = name;
    files[index].text = text;
}

static int prepare(void **state)
{
    (void)state;
    memset(files, 0, sizeof files);
    put(0, "wb95/maps/field.map", map_text);
    put(1, "wb95/scenarios/two.scenario", scenario_text);
    log_.count = 0;
    loaded = unloaded = 0;
    return 0;
}

static Scenario *load(const char *options) { return scenario_load(&system_, "wb95/two", options, &memory, &log_); }

static Scenario *load_well(const char *options)
{
    Scenario *scenario = load(options);
    if (!scenario)
        fail_msg("%s:%d: %s", log_.mistake[0].file, log_.mistake[0].line, log_.mistake[0].words);
    return scenario;
}

static void expect_mistake(const char *file, int line, int column, const char *words)
{
    assert_int_equal(log_.count, 1);
    assert_string_equal(log_.mistake[0].file, file);
    assert_int_equal(log_.mistake[0].line, line);
    assert_int_equal(log_.mistake[0].column, column);
    if (!strstr(log_.mistake[0].words, words))
        fail_msg("found \"%s\" instead of \"%s\"", log_.mistake[0].words, words);
    log_.count = 0;
}

static void what_the_core_reads(void **state)
{
    (void)state;
    Scenario *scenario = load_well(NULL);
    assert_string_equal(scenario->id, "wb95/two");
    assert_string_equal(scenario->title, "Two or three");
    assert_ptr_equal(scenario->system, &system_);
    assert_string_equal(scenario->map->name, "field");
    assert_int_equal(scenario->sides, 2);
    assert_string_equal(scenario->side_word[0], "red");
    assert_string_equal(scenario->side_name[1], "Blue");
    assert_int_equal(scenario->side_colour[0], 0xc00000);
    assert_int_equal(scenario->options, 2);
    assert_string_equal(scenario_option(scenario, "masking")->value, "on");
    assert_string_equal(scenario_option(scenario, "masking")->values, "on off");
    assert_string_equal(scenario_option(scenario, "masking")->rule, "16.1.1");
    assert_string_equal(scenario_option(scenario, "players")->help, "How many play.");
    assert_null(scenario_option(scenario, "weather"));
    assert_int_equal(scenario->pieces, 1);
    assert_int_equal(loaded, 1);
    scenario_free(scenario);
    assert_int_equal(unloaded, 1);
    scenario_free(NULL);
}

static void options_given_replace_defaults(void **state)
{
    (void)state;
    Scenario *scenario = load_well("players=3  masking=off");
    assert_string_equal(scenario_option(scenario, "players")->value, "3");
    assert_string_equal(scenario_option(scenario, "masking")->value, "off");
    assert_int_equal(scenario->sides, 3);
    assert_string_equal(scenario->side_name[1], "Dark blue");
    assert_string_equal(scenario->side_name[2], "Green");
    assert_int_equal(piece_named(scenario, "g1", 2), 1);
    scenario_free(scenario);
    scenario = load_well("");
    assert_int_equal(scenario->sides, 2);
    scenario_free(scenario);
}

static void wrong_options_are_mistakes(void **state)
{
    (void)state;
    assert_null(load("mask=off"));
    expect_mistake("options", 1, 1, "unknown option mask; known here: players, masking");
    assert_null(load("masking=off players=4"));
    expect_mistake("options", 1, 21, "option players cannot be 4; it may be: 2 3");
    assert_null(load("masking"));
    expect_mistake("options", 1, 1, "name=value");
    assert_null(load("masking=off masking=on"));
    expect_mistake("options", 1, 13, "given twice");
    assert_null(load("players="));
    expect_mistake("options", 1, 9, "cannot be");
}

static void broken_head(void **state)
{
    (void)state;
    size_t length = 0;
    char *text = test_read(BROKEN_DIR "/wb95/scenarios/heads.scenario", &length);
    assert_non_null(text);
    put(2, "wb95/scenarios/heads.scenario", text);
    assert_null(scenario_load(&system_, "wb95/heads", NULL, &memory, &log_));
    test_expect(&log_, "wb95/scenarios/heads.scenario");
    assert_int_equal(loaded, 0); /* without a map there is nothing to load on */
    free(text);
}

static void what_is_missing(void **state)
{
    (void)state;
    assert_null(scenario_load(&system_, "wb95/three", NULL, &memory, &log_));
    expect_mistake("wb95/scenarios/three.scenario", 0, 0, "no such file");
    assert_null(scenario_load(&system_, "ocs/two", NULL, &memory, &log_));
    expect_mistake("ocs/two", 0, 0, "SYSTEM/NAME");
    assert_null(scenario_load(&system_, "wb95/../two", NULL, &memory, &log_));
    expect_mistake("wb95/../two", 0, 0, "SYSTEM/NAME");
    assert_null(scenario_load(&system_, "wb95", NULL, &memory, &log_));
    expect_mistake("wb95", 0, 0, "SYSTEM/NAME");
    put(0, NULL, NULL);
    assert_null(load(NULL));
    expect_mistake("wb95/scenarios/two.scenario", 4, 5, "there is no map wb95/maps/field.map");
    put(1, "wb95/scenarios/two.scenario", "");
    assert_null(load(NULL));
    assert_int_equal(log_.count, 5); /* scenario, title, system, side, map */
}

static void mistakes_below_are_the_scenarios_too(void **state)
{
    (void)state;
    char text[2000];
    snprintf(text, sizeof text, "%sweather fine\n", scenario_text);
    put(1, "wb95/scenarios/two.scenario", text);
    assert_null(load(NULL));
    expect_mistake("wb95/scenarios/two.scenario", 14, 1, "unknown entry");
    snprintf(text, sizeof text, "%scounter r1\n", scenario_text);
    assert_null(load(NULL));
    expect_mistake("wb95/scenarios/two.scenario", 14, 9, "taken or malformed");
    snprintf(text, sizeof text, "%stable\n", scenario_text);
    assert_null(load(NULL));
    expect_mistake("wb95/tables/some.tsv", 0, 0, "no such file");
    put(2, "wb95/tables/some.tsv", "a\tb\n1\t2\t3\n");
    assert_null(load(NULL));
    expect_mistake("wb95/tables/some.tsv", 2, 5, "the row has 3 cells");
    put(1, "wb95/scenarios/two.scenario", scenario_text);
    char map[1000];
    snprintf(map, sizeof map, "%splace thing \"Ost\" ours 0901\n", map_text);
    put(0, "wb95/maps/field.map", map);
    assert_null(load(NULL));
    expect_mistake("wb95/maps/field.map", 12, 24, "no hex of this map");
    *strstr(strcpy(map, map_text), "wb95") = 'x';
    assert_null(load(NULL));
    expect_mistake("wb95/maps/field.map", 3, 8, "loaded for system wb95");
}

static void an_option_chooses_the_map(void **state)
{
    (void)state;
    char text[2000], even[1000], *name;
    snprintf(text, sizeof text, "%smap even when masking off\n", scenario_text);
    snprintf(even, sizeof even, "map even%s", map_text + strlen("map field"));
    name = strstr(even, "odd-down");
    memmove(name + strlen("even"), name + strlen("odd"), strlen(name + strlen("odd")) + 1);
    memcpy(name, "even", strlen("even"));
    put(1, "wb95/scenarios/two.scenario", text);
    Scenario *scenario = load_well(NULL); /* the other map is not even looked for */
    assert_int_equal(scenario->map->grid.parity, ODD_DOWN);
    assert_int_equal(scenario->other_maps, 1);
    assert_string_equal(scenario->other_map[0], "masking=off");
    scenario_free(scenario);
    assert_null(load("masking=off"));
    expect_mistake("wb95/scenarios/two.scenario", 14, 5, "there is no map wb95/maps/even.map");
    put(2, "wb95/maps/even.map", even);
    scenario = load_well("masking=off");
    assert_int_equal(scenario->map->grid.parity, EVEN_DOWN);
    scenario_free(scenario);
}

static void maps_that_no_option_chooses(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        int column;
        const char *words;
    } wrong[] = {
        {"map even when fog off", 15, "unknown option fog"},
        {"map even when masking no", 23, "cannot be no"},
        {"map even odd west when masking off", 1, "expected: map NAME [HEX..HEX] [when OPTION VALUE]"},
        {"map even", 1, "line 4 names the map already"},
        {"map even when masking on\nmap odd when players 2", 0, "line 14 names the map already"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        char text[2000];
        snprintf(text, sizeof text, "%s%s\n", scenario_text, wrong[i].line);
        put(1, "wb95/scenarios/two.scenario", text);
        put(2, "wb95/maps/even.map", "");
        log_.count = 0;
        assert_null(load(NULL));
        assert_int_equal(log_.mistake[0].line, wrong[i].column ? 14 : 15);
        assert_int_equal(log_.mistake[0].column, wrong[i].column ? wrong[i].column : 1);
        assert_non_null(strstr(log_.mistake[0].words, wrong[i].words));
    }
}

static void an_empty_map(void **state)
{
    (void)state;
    Scenario *scenario = scenario_blank(&system_, 10, 8, NULL, &memory, &log_);
    assert_non_null(scenario);
    assert_int_equal(scenario->map->hexes, 80);
    char text[HEX_TEXT];
    assert_string_equal(hex_print(&scenario->map->grid, 0, text), "0101");
    assert_int_equal(scenario->map->grid.parity, ODD_DOWN);
    assert_int_equal(scenario->sides, 2);
    scenario_free(scenario);

    /* numbered as the system's schema says */
    static const Grid dotted = {.first_column = 1, .first_row = 1, .numbering = COLUMN_DOT_ROW, .from_bottom = true};
    static const Grid sheet = {.first_column = 10, .parity = EVEN_DOWN, .sheets = 1, .sheet = {{.letter = 'N'}}};
    static const struct {
        const Grid *blank;
        const char *first, *last;
    } habits[] = {{&dotted, "01.08", "10.01"}, {&sheet, "1000N", "1907N"}};
    for (int i = 0; i < 2; i++) {
        MapSchema numbered = schema;
        System like = system_;
        numbered.blank = habits[i].blank;
        like.map_schema = &numbered;
        scenario = scenario_blank(&like, 10, 8, NULL, &memory, &log_);
        assert_string_equal(hex_print(&scenario->map->grid, 0, text), habits[i].first);
        assert_string_equal(hex_print(&scenario->map->grid, 79, text), habits[i].last);
        assert_int_equal(scenario->map->grid.parity, habits[i].blank->parity);
        scenario_free(scenario);
    }

    put(2, "wb95/scenarios/lab.scenario",
        "scenario lab\ntitle \"Lab\"\nsystem wb95\nside red \"Red\" colour c00000\n"
        "option masking on 16.1.1 \"Hidden.\"\ncounter x1\n");
    scenario = scenario_blank(&system_, 5, 5, "masking=off", &memory, &log_);
    assert_non_null(scenario);
    assert_string_equal(scenario->id, "wb95/lab");
    assert_int_equal(scenario->sides, 1);
    assert_string_equal(scenario_option(scenario, "masking")->value, "off");
    assert_int_equal(piece_named(scenario, "x1", 2), 0);
    scenario_free(scenario);

    put(2, "wb95/scenarios/lab.scenario",
        "scenario lab\ntitle \"Lab\"\nsystem wb95\nside red \"Red\" colour c00000\nmap field\n");
    assert_null(scenario_blank(&system_, 5, 5, NULL, &memory, &log_));
    expect_mistake("wb95/scenarios/lab.scenario", 5, 5, "cannot name another");
    assert_null(scenario_blank(&system_, 100, 5, NULL, &memory, &log_));
    assert_null(scenario_blank(&system_, 5, 0, NULL, &memory, &log_));
    assert_null(scenario_blank(&system_, 99, 99, NULL, &memory, &log_));
    assert_int_equal(log_.count, 3);
}

static void names_of_counters(void **state)
{
    (void)state;
    Scenario *scenario = load_well(NULL);
    static const char *const wrong[] = {"",   "1r",        "r 1", "r=1", "r\"1", "#r", "abcdefghijklmnop",
                                        "-r", "r\xC3\xB6", "r1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(scenario_name_piece(scenario, 9, wrong[i]));
    assert_false(scenario_name_piece(scenario, 0, "again"));
    assert_false(scenario_name_piece(scenario, NO_PIECE, "none"));
    assert_int_equal(scenario->pieces, 1);
    assert_true(scenario_name_piece(scenario, 5, "s124/52A"));
    assert_int_equal(scenario->pieces, 6);
    for (int i = 6; i < 3000; i++) {
        char id[PIECE_TEXT + 8];
        snprintf(id, sizeof id, "s%d.ART", i);
        assert_true(scenario_name_piece(scenario, (Piece)i, id));
    }
    assert_int_equal(scenario->pieces, 3000);
    for (int i = 6; i < 3000; i++) {
        char id[PIECE_TEXT + 1];
        int length = snprintf(id, sizeof id, "s%d.ARTx", i);
        assert_int_equal(piece_named(scenario, id, (size_t)length - 1), i);
        assert_int_equal(piece_named(scenario, id, (size_t)length), NO_PIECE);
    }
    assert_int_equal(piece_named(scenario, "r1", 2), 0);
    assert_int_equal(piece_named(scenario, "s124/52A", 8), 5);
    assert_int_equal(piece_named(scenario, "", 0), NO_PIECE);
    assert_string_equal(scenario->piece_id[3], "");
    scenario_free(scenario);
}

static void the_hash_of_the_data_changes_with_what_rules_read(void **state)
{
    (void)state;
    Scenario *first = load_well(NULL), *again = load_well("masking=off");
    assert_memory_equal(first->data_hash, again->data_hash, sizeof first->data_hash); /* options are no data */
    scenario_free(again);
    char map[1000];
    snprintf(map, sizeof map, "%s# seen by nobody\n", map_text);
    put(0, "wb95/maps/field.map", map);
    again = load_well(NULL);
    assert_memory_equal(first->data_hash, again->data_hash, sizeof first->data_hash);
    scenario_free(again);
    snprintf(map, sizeof map, "%s", map_text);
    memcpy(strstr(map, "scale 1000"), "scale 2000", 10);
    put(0, "wb95/maps/field.map", map);
    again = load_well(NULL);
    assert_memory_not_equal(first->data_hash, again->data_hash, sizeof first->data_hash);
    scenario_free(again);
    scenario_free(first);
}

static void the_hash_of_a_position(void **state)
{
    (void)state;
    Scenario *scenario = load_well(NULL);
    union {
        Position head;
        uint8_t byte[ROOM];
    } room, other;
    for (int i = 0; i < ROOM; i++)
        room.byte[i] = (uint8_t)(i * 7);
    /* Computed apart from this code. Journals carry such numbers, so they must never change. */
    uint64_t hash = position_hash(scenario, &room.head);
    assert_true(hash == UINT64_C(0xffca536336a97339));
    for (int i = 0; i < ROOM; i++)
        for (int bit = 0; bit < 8; bit++) {
            memcpy(&other, &room, sizeof room);
            other.byte[i] ^= (uint8_t)(1 << bit);
            assert_true(position_hash(scenario, &other.head) != hash);
        }
    scenario_free(scenario);
}

/* "undo", "back" and the like begin other lines of a journal. */
static void verbs_that_journals_need(void **state)
{
    static const char *const reserved[] = {"undo", "back", "resign", "imagine", "result", "seed", "lab"};
    OrderKind orders[] = {{.verb = "move"}, {.verb = "undone"}};
    System like = system_;
    like.orders = orders;
    like.order_kinds = 2;
    (void)state;
    Scenario *scenario = scenario_load(&like, "wb95/two", NULL, &memory, &log_);
    assert_non_null(scenario);
    scenario_free(scenario);
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        orders[1].verb = reserved[i];
        log_.count = 0;
        assert_null(scenario_load(&like, "wb95/two", NULL, &memory, &log_));
        assert_int_equal(log_.count, 1);
        assert_null(scenario_blank(&like, 5, 5, NULL, &memory, &log_));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(what_the_core_reads, prepare),
        cmocka_unit_test_setup(options_given_replace_defaults, prepare),
        cmocka_unit_test_setup(wrong_options_are_mistakes, prepare),
        cmocka_unit_test_setup(broken_head, prepare),
        cmocka_unit_test_setup(what_is_missing, prepare),
        cmocka_unit_test_setup(mistakes_below_are_the_scenarios_too, prepare),
        cmocka_unit_test_setup(an_option_chooses_the_map, prepare),
        cmocka_unit_test_setup(maps_that_no_option_chooses, prepare),
        cmocka_unit_test_setup(an_empty_map, prepare),
        cmocka_unit_test_setup(names_of_counters, prepare),
        cmocka_unit_test_setup(the_hash_of_the_data_changes_with_what_rules_read, prepare),
        cmocka_unit_test_setup(the_hash_of_a_position, prepare),
        cmocka_unit_test_setup(verbs_that_journals_need, prepare),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
