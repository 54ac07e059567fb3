/* wire.c — what goes between a server and its program for older games: nothing is lost on the way, unknown fields are
 * left out, and damaged bytes are refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "core/dice.h"
#include "server/store_wire.h"

static Random chance_of = {.state = 20250621};
static uint32_t chance(uint32_t below) { return random_below(&chance_of, below); }

static void every_write_comes_through(void **state)
{
    (void)state;
    for (int kind = 0; kind < WRITES; kind++) {
        WriteSet sent = {0}, got = {0};
        Buffer wire = {0};
        const Value values[] = {
            {VALUE_NUMBER, -7 - kind, NULL}, {VALUE_TEXT, 5, "Zgorz"}, {VALUE_BYTES, 3, "\0\1\2"}, {VALUE_TEXT, 0, ""}};
        entry_add(&sent, (WriteKind)kind, values, 4);
        entry_add(&sent, WRITE_PROBE, NULL, 0);
        writes_to_wire(&wire, &sent);
        assert_true(writes_from_wire(&wire, &got));
        assert_int_equal(sent.writes.length, got.writes.length);
        assert_memory_equal(sent.writes.bytes, got.writes.bytes, sent.writes.length);
        entry_clear(&sent);
        entry_clear(&got);
        buffer_free(&wire);
    }
}

static void fill_game(GameRow *row)
{
    *row = (GameRow){.number = 1 << 20, .id = "abc", .scenario = "wb95/nysa", .over = true, .turn = 3, .sides = 2};
    snprintf(row->verdict, sizeof row->verdict, "Soviet victory\tx");
    row->seed[31] = 255;
    row->seat[1] = (SeatRow){.kind = SEAT_HUMAN, .user = 77, .name = "Łucja", .curtain = 200, .offered = true};
    row->terms = (Terms){.clock = CLOCK_DAYS, .time = 86400, .rated = true};
    row->clock = (Clock){.running = 1, .since = 5, .left = {10, 20}, .due = 99};
}

static void questions_come_through(void **state)
{
    (void)state;
    const Shape *shape = shape_named("take");
    TakeAsk sent = {.id = "abc", .chat_kept = 200, .found = true, .edition = "5 00ff"}, got = {0};
    BarredRow barred[2] = {{5, 1}, {-6, 2}};
    Buffer wire = {0};
    fill_game(&sent.row);
    buffer_text(&sent.journal, "sandtable journal 3\nbegin\n");
    buffer_text(&sent.standing[1], "losses cheapest");
    buffer_add(&sent.barred, barred, sizeof barred);
    assert_ptr_equal(shape, shape_of(ASK_TAKE));
    wire_write(&wire, shape->fields, &sent);
    assert_true(wire_read(wire.bytes, wire.length, shape->fields, &got));
    assert_string_equal(got.row.seat[1].name, "Łucja");
    assert_int_equal(got.row.seat[1].curtain, 200);
    assert_int_equal(got.row.number, 1 << 20);
    assert_int_equal(got.row.seed[31], 255);
    assert_int_equal(got.row.terms.time, 86400);
    assert_int_equal(got.row.clock.left[1], 20);
    assert_string_equal(got.edition, "5 00ff");
    assert_string_equal(buffer_string(&got.journal), "sandtable journal 3\nbegin\n");
    assert_string_equal(buffer_string(&got.standing[1]), "losses cheapest");
    assert_int_equal(got.barred.length, sizeof barred);
    assert_memory_equal(got.barred.bytes, barred, sizeof barred);
    wire_free(shape->fields, &sent);
    wire_free(shape->fields, &got);
    buffer_free(&wire);
}

/* A program of another edition knows other fields. */
static void what_is_not_known_is_left_out(void **state)
{
    typedef struct Two {
        int64_t old;
        char added[8];
    } Two;
    static const WireField newer[] = {{"old", FIELD_INTEGER, offsetof(Two, old), 8, 1, NULL},
                                      {"added", FIELD_TEXT, offsetof(Two, added), 8, 1, NULL},
                                      {NULL, FIELD_INTEGER, 0, 0, 0, NULL}};
    Two two = {5, "new"}, back = {0};
    Buffer wire = {0};
    (void)state;
    wire_write(&wire, newer, &two);
    assert_true(wire_read(wire.bytes, wire.length, &newer[1], &back)); /* it does not know the first */
    assert_int_equal(back.old, 0);
    assert_string_equal(back.added, "new");
    assert_false(wire_read(wire.bytes, wire.length - 1, newer, &back));
    buffer_free(&wire);
}

static void damaged_bytes_are_refused(void **state)
{
    (void)state;
    Buffer whole = {0};
    Letter letter = {.kind = "round"}, got;
    WireEntry entry = {0};
    WriteSet set = {0};
    write_gone(&set, "abc", GONE_REMOVED, 5);
    write_probe(&set);
    writes_to_wire(&entry.writes, &set);
    buffer_add(&letter.entries, &entry, sizeof entry);
    buffer_text(&letter.body, "body");
    letter_write(&whole, &letter);
    for (int i = 0; i < 4000; i++) {
        size_t length = whole.length - 4;
        char *copy = malloc(length + 1);
        memcpy(copy, whole.bytes + 4, length);
        if (i % 3)
            for (uint32_t n = 1 + chance(3); n; n--)
                copy[chance((uint32_t)length)] = (char)chance(256);
        else
            length = chance((uint32_t)length);
        if (letter_read(copy, length, &got)) {
            WireEntry one;
            WriteSet writes = {0};
            if (buffer_row(&got.entries, 0, &one, sizeof one))
                writes_from_wire(&one.writes, &writes);
            entry_clear(&writes);
        }
        letter_free(&got);
        free(copy);
    }
    letter_free(&letter);
    entry_clear(&set);
    buffer_free(&whole);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_write_comes_through),
        cmocka_unit_test(questions_come_through),
        cmocka_unit_test(what_is_not_known_is_left_out),
        cmocka_unit_test(damaged_bytes_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
