/* data.c — what the book demands of maps, counters, aircraft and bases is refused where the data says otherwise (OCS
 * 1.0, 3.1, 3.5, 3.7); and which hex numbers are drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "systems/ocs/air.h"
#include "systems/systems.h"
#include "files.h"
#include "proof.h"

/* One change of one file, while it is read. */
static struct {
    const char *file, *from, *to;
} change;

static char *read_changed(void *context, const char *name, size_t *length)
{
    char *bytes = read_file(context, name, length);
    if (!bytes || !change.file || strcmp(name, change.file))
        return bytes;
    char *at = strstr(bytes, change.from);
    assert_non_null(at);
    size_t before = (size_t)(at - bytes), old = strlen(change.from), more = strlen(change.to);
    char *out = malloc(*length + more + 1);
    memcpy(out, bytes, before);
    memcpy(out + before, change.to, more);
    memcpy(out + before + more, at + old, *length - before - old + 1);
    *length += more - old;
    free(bytes);
    return out;
}

static Scenario *load(Log *log)
{
    const Source source = {NULL, read_changed};
    return scenario_load(system_named("ocs"), "ocs/don-gate", NULL, &source, log);
}

/* The campaign does not load with that change, and some mistake says the words. */
static void expect_refused(const char *file, const char *from, const char *to, const char *words)
{
    static Log log;
    bool said = false;
    log = (Log){0};
    change.file = file;
    change.from = from;
    change.to = to;
    Scenario *scenario = load(&log);
    change.file = NULL;
    assert_null(scenario);
    for (int i = 0; i < log.count; i++)
        said |= strstr(log.mistake[i].words, words) != NULL;
    if (!said)
        fail_msg("no mistake says \"%s\"", words);
}

static void the_campaign_loads(void **unused)
{
    (void)unused;
    static Log log;
    Scenario *scenario = load(&log);
    assert_non_null(scenario);
    scenario_free(scenario);
}

static void nothing_but_headquarters_is_larger_than_a_division(void **unused)
{
    (void)unused;
    PROVES("ocs.1.0-1");
    expect_refused("ocs/tables/counters.tsv", "\tID\tother\tdiv\t", "\tID\tother\tcorps\t", "corps");
}

static void a_hex_is_two_and_a_half_to_five_miles(void **unused)
{
    (void)unused;
    PROVES("ocs.1.0-2");
    expect_refused("ocs/maps/don-gate.map", "scale    8047", "scale    12875", "miles across");
}

static void ratings_end_at_five(void **unused)
{
    (void)unused;
    PROVES("ocs.3.1d");
    expect_refused("ocs/tables/counters.tsv", "\t10\t4\t6\tT\t", "\t10\t6\t6\tT\t", "5");
}

static void a_division_has_as_many_steps_as_res(void **unused)
{
    (void)unused;
    PROVES("ocs.3.1e");
    expect_refused("ocs/tables/counters.tsv", "\tID\tother\tdiv\t3\t3\t", "\tID\tother\tdiv\t4\t3\t",
                   "as many steps as REs");
}

static void a_transport_carries_something(void **unused)
{
    (void)unused;
    PROVES("ocs.3.5");
    expect_refused("ocs/tables/air_units.tsv", "\t0\t0\t2\t1\t", "\t0\t0\t0\t0\t", "carries something");
}

static void bases_have_levels_of_one_to_three(void **unused)
{
    (void)unused;
    PROVES("ocs.3.7c");
    expect_refused("ocs/tables/setup.tsv", "base\tA1\t10.07\t-\t2", "base\tA1\t10.07\t-\t4", "3");
}

/* gc.1A-2: every fifth row, counted from the bottom. */
static void numbers_are_drawn_in_every_fifth_row(void **unused)
{
    (void)unused;
    PROVES("ocs.gc.1A-2");
    static Log log;
    Scenario *scenario = load(&log);
    const Map *map = scenario->map;
    int labels = 0;
    for (int hex = 0; hex < map->hexes; hex++)
        labels += map->grid.first_column + hex_column(&map->grid, (Hex)hex) == 29 && hex_is_numbered(map, (Hex)hex);
    assert_int_equal(labels, 6);
    Hex hex;
    assert_true(hex_parse(&map->grid, "29.15", 5, &hex));
    assert_true(hex_is_numbered(map, hex));
    assert_true(hex_parse(&map->grid, "29.17", 5, &hex));
    assert_false(hex_is_numbered(map, hex));
    scenario_free(scenario);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_campaign_loads),
        cmocka_unit_test(nothing_but_headquarters_is_larger_than_a_division),
        cmocka_unit_test(a_hex_is_two_and_a_half_to_five_miles),
        cmocka_unit_test(ratings_end_at_five),
        cmocka_unit_test(a_division_has_as_many_steps_as_res),
        cmocka_unit_test(a_transport_carries_something),
        cmocka_unit_test(bases_have_levels_of_one_to_three),
        cmocka_unit_test(numbers_are_drawn_in_every_fifth_row),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
