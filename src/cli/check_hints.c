/* check_hints.c — the hints of a first game (NAME.hints, docs/client.md): a hint whose words the game does not know
 * would never be shown, or point nowhere, without a sign of it. An empty cell means any. */

#include <string.h>

#include "cli/check.h"

#define WORDS_MAX 256

static void check_side(Document *table, const Field *cell, const Scenario *scenario)
{
    const char *words[SIDES + 1] = {0};
    for (int side = 0; side < scenario->sides; side++)
        words[side] = scenario->side_word[side];
    field_word(table, cell, words);
}

static void check_turn(Document *table, const Field *cell, const Scenario *scenario)
{
    long turn;
    (void)scenario;
    field_number(table, cell, 1, 999, &turn);
}

static void check_question(Document *table, const Field *cell, const Scenario *scenario)
{
    const char *words[WORDS_MAX] = {0};
    for (int i = 0; i < scenario->system->question_kinds && i < WORDS_MAX - 1; i++)
        words[i] = scenario->system->questions[i].name;
    field_word(table, cell, words);
}

static void check_verb(Document *table, const Field *cell, const Scenario *scenario)
{
    const char *words[WORDS_MAX] = {0};
    for (int i = 0; i < scenario->system->order_kinds && i < WORDS_MAX - 1; i++)
        words[i] = scenario->system->orders[i].verb;
    field_word(table, cell, words);
}

static void check_piece(Document *table, const Field *cell, const Scenario *scenario)
{
    if (piece_named(scenario, cell->text, cell->length) == NO_PIECE)
        mistake(table, cell, "there is no counter %.*s", (int)cell->length, cell->text);
}

static void check_hex(Document *table, const Field *cell, const Scenario *scenario)
{
    Hex hex;
    if (!hex_parse(&scenario->map->grid, cell->text, cell->length, &hex))
        mistake(table, cell, "%.*s is no hex of this map", (int)cell->length, cell->text);
}

/* The fact that an order of the verb is open, VERB, also for a counter, VERB:COUNTER. */
static void check_can(Document *table, const Field *cell, const Scenario *scenario, const char *fact, size_t length)
{
    const char *colon = memchr(fact, ':', length);
    Field verb = *cell, piece = *cell;
    verb.text = fact;
    verb.length = (uint32_t)(colon ? (size_t)(colon - fact) : length);
    check_verb(table, &verb, scenario);
    if (!colon)
        return;
    piece.text = colon + 1;
    piece.length = (uint32_t)(fact + length - piece.text);
    check_piece(table, &piece, scenario);
}

/* One fact, HEX:WHAT, can:VERB or can:VERB:COUNTER, as web/src/model/hints.ts reads it. */
static void check_fact(Document *table, const Field *cell, const Scenario *scenario, const char *fact, size_t length)
{
    static const char *const states[] = {"nobody", "weakened", "whole"};
    const char *colon = memchr(fact, ':', length);
    Hex hex;
    if (colon == fact + 3 && !memcmp(fact, "can", 3)) {
        check_can(table, cell, scenario, colon + 1, (size_t)(fact + length - (colon + 1)));
        return;
    }
    if (!colon || !hex_parse(&scenario->map->grid, fact, (size_t)(colon - fact), &hex)) {
        mistake(table, cell, "expected HEX:WHO, with a hex of this map, found %.*s", (int)length, fact);
        return;
    }
    const Field who = {.text = colon + 1, .length = (uint32_t)(fact + length - (colon + 1))};
    for (size_t i = 0; i < sizeof states / sizeof *states; i++)
        if (field_is(&who, states[i]))
            return;
    for (int side = 0; side < scenario->sides; side++)
        if (field_is(&who, scenario->side_word[side]))
            return;
    if (piece_named(scenario, who.text, who.length) == NO_PIECE)
        mistake(table, cell, "%.*s is no side, no counter, and none of nobody, weakened, whole", (int)who.length,
                who.text);
}

static void check_when(Document *table, const Field *cell, const Scenario *scenario)
{
    for (size_t at = 0; at < cell->length;) {
        const char *space = memchr(cell->text + at, ' ', cell->length - at);
        size_t length = space ? (size_t)(space - (cell->text + at)) : cell->length - at;
        check_fact(table, cell, scenario, cell->text + at, length);
        at += length + 1;
    }
}

static void check_rule(Document *table, const Field *cell, const Scenario *scenario)
{
    for (int rule = 1; rule < scenario->system->rule_count; rule++)
        if (field_is(cell, scenario->system->rules[rule].id))
            return;
    mistake(table, cell, "the ledger has no rule %.*s", (int)cell->length, cell->text);
}

static const struct {
    const char *name;
    void (*check)(Document *table, const Field *cell, const Scenario *scenario);
} columns[] = {{"side", check_side},   {"turn", check_turn}, {"question", check_question}, {"when", check_when},
               {"piece", check_piece}, {"verb", check_verb}, {"hex", check_hex},           {"rule", check_rule}};

void check_hints(Document *table, const Scenario *scenario)
{
    int text = table_column(table, "text.en", true);
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        int column = table_column(table, columns[i].name, true);
        for (int row = 1; column >= 0 && row < table->entries; row++) {
            const Field *cell = table_cell(table, row, column);
            if (cell && cell->length)
                columns[i].check(table, cell, scenario);
        }
    }
    for (int row = 1; text >= 0 && row < table->entries; row++) {
        const Field *cell = table_cell(table, row, text);
        if (!cell || !cell->length)
            mistake(table, table_cell(table, row, 0), "the hint says nothing");
    }
}
