/* Loading when memory runs out: every allocation fails once. Each time the scenario either is refused with a
 * mistake or, where only a convenience failed, is whole; nothing leaks (the sanitizer sees to that). The
 * allocator is wrapped by the linker (CMakeLists.txt). */
#include "data.h"

#include "core/system.h"

static const char *const terrain_words[] = {"clear", "forest", "hills", "swamp", "lake", NULL};
static const char *const edge_words[] = {"stream", "nysa", "elbe", "fixed", NULL};
static const char *const road_words[] = {"secondary", "main", "motorway", NULL};
static const char *const place_words[] = {"town", NULL};
static const char *const area_words[] = {"zone", "region", "edge", "position", NULL};
static const MapSchema schema = {.terrain = terrain_words,
                                 .edges = edge_words,
                                 .roads = road_words,
                                 .places = place_words,
                                 .areas = area_words,
                                 .barred = 16};

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);

static long until_failure = -1; /* allocations that still succeed; -1: all do */

static bool fails(void) { return until_failure >= 0 && until_failure-- == 0; }

void *__wrap_malloc(size_t size) { return fails() ? NULL : __real_malloc(size); }
void *__wrap_calloc(size_t count, size_t size) { return fails() ? NULL : __real_calloc(count, size); }
void *__wrap_realloc(void *old, size_t size) { return fails() ? NULL : __real_realloc(old, size); }

static bool load_own(Scenario *scenario, Loading *loading)
{
    Document *table = loading_table(loading, "tables/combat.tsv");
    bool good = table != NULL;
    document_free(table);
    for (int i = 0; good && i < 600; i++) {
        char id[PIECE_TEXT];
        snprintf(id, sizeof id, "p%d", i);
        good = scenario_name_piece(scenario, (Piece)i, id);
    }
    return good;
}

static const System system_ = {
    .name = "wb95", .title = "WB-95", .map_schema = &schema, .position_size = sizeof(Position), .load = load_own};

static char *read_file(void *context, const char *name, size_t *length)
{
    (void)context;
    char path[1024];
    long kept = until_failure;
    until_failure = -1; /* the reader is not what is tested */
    snprintf(path, sizeof path, DATA_DIR "/%s", name);
    char *bytes = test_read(path, length);
    until_failure = kept;
    return bytes;
}

static const Source source = {NULL, read_file};
static Log log_;

static Scenario *load_printed(void) { return scenario_load(&system_, "wb95/nysa", "masking=off", &source, &log_); }

static Scenario *load_blank(void) { return scenario_blank(&system_, 10, 10, NULL, &source, &log_); }

static void every_allocation_may_fail(Scenario *(*load)(void))
{
    int refused = 0;
    for (long point = 0;; point++) {
        log_.count = 0;
        until_failure = point;
        Scenario *scenario = load();
        bool reached = until_failure < 0;
        until_failure = -1;
        assert_int_equal(scenario == NULL, log_.count > 0);
        if (scenario)
            assert_int_equal(scenario->pieces, 600);
        else
            refused++;
        scenario_free(scenario);
        if (!reached)
            break;
    }
    assert_true(refused >= 20);
}

static void a_scenario(void **state)
{
    (void)state;
    every_allocation_may_fail(load_printed);
}

static void an_empty_map(void **state)
{
    (void)state;
    every_allocation_may_fail(load_blank);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_scenario),
        cmocka_unit_test(an_empty_map),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
