/* standing.c — answers given in advance at a table: kept with the seat, sent to the player who sits there, and given in
 * the same round as the order that raised the question, so that no player waits for another. */
#include <stdio.h>

#include "server/own.h"

/* In one round; a chain of questions that is longer goes on with the next order. */
#define ANSWERS_MOST 256

/* Calls `each` with every wish of the side, as text. */
static void each_wish(Table *table, int side, void (*each)(Buffer *out, const char *text, bool first), Buffer *out)
{
    char text[STANDING_TEXT];
    bool first = true;
    for (int question = -1; question < table->scenario->system->question_kinds; question++)
        if (standing_print(table->scenario, game_standing(table->game, side), question, text)) {
            each(out, text, first);
            first = false;
        }
}

/* ---- kept ---- */

static void add_line(Buffer *out, const char *text, bool first)
{
    buffer_text(out, first ? "" : "\n");
    buffer_text(out, text);
}

static bool keep(Table *table, int side)
{
    Buffer text = {0};
    each_wish(table, side, add_line, &text);
    buffer_char(&text, '\0');
    if (!text.failed)
        write_standing(table_entry(table), table->row.number, side, text.bytes);
    bool kept = !text.failed && !table->pending.writes.failed;
    buffer_free(&text);
    return kept;
}

void standing_load(Table *table, int side, const Buffer *text)
{
    char why[200];
    for (size_t at = 0, end; at < text->length; at = end + 1) {
        const char *line = memchr(text->bytes + at, '\n', text->length - at);
        end = line ? (size_t)(line - text->bytes) : text->length;
        standing_read(table->scenario, text->bytes + at, end - at, game_standing(table->game, side), why);
    }
}

/* ---- sent ---- */

static void add_item(Buffer *out, const char *text, bool first)
{
    buffer_text(out, first ? "" : ",");
    buffer_quote(out, text);
}

void json_standing(Buffer *out, Table *table, int side)
{
    buffer_char(out, '[');
    each_wish(table, side, add_item, out);
    buffer_char(out, ']');
}

static void tell_standing(Table *table, int side, const char *dropped)
{
    Buffer *out = &table->server->scratch;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"standing\",\"set\":");
    json_standing(out, table, side);
    if (dropped) {
        buffer_literal(out, ",\"dropped\":");
        buffer_quote(out, dropped);
    }
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (client->as == side && client->held[side] && !client->paused)
            client_send(client, out);
}

void standing_changed(Table *table, int side, const char *dropped)
{
    if (side >= table->row.sides || !table->game || !keep(table, side))
        return;
    tell_standing(table, side, dropped);
}

/* ---- given ---- */

void standing_answer(Table *table)
{
    Order given;
    for (int i = 0; i < ANSWERS_MOST; i++) {
        int side = table_side(table);
        if (side >= table->row.sides || seat_machine(&table->row.seat[side]) ||
            table->row.seat[side].kind != SEAT_HUMAN || table_is_full(table) || table->server->disk_trouble)
            return;
        int kind = question(game_position(table->game))->kind;
        StandingFound found = game_answer(table->game, &given);
        if (found == STANDING_DROPPED)
            standing_changed(table, side, table->scenario->system->questions[kind].name);
        if (found != STANDING_GIVEN)
            return;
        if (game_announced(table->game)) {
            if (witness_wait(table, true))
                continue;
            clock_waits(table);
            return;
        }
        table->server->metrics.orders++;
        table->answering = true;
        table_advanced(table, LINE_ORDER, side, &given);
        table->answering = false;
    }
}

bool standing_wish(Table *table, int side, const char *text, size_t length, char why[200])
{
    StandingSet before = *game_standing(table->game, side);
    if (!standing_read(table->scenario, text, length, game_standing(table->game, side), why))
        return false;
    if (!keep(table, side)) {
        *game_standing(table->game, side) = before;
        snprintf(why, 200, SAID("server.standing-answer-could-not-kept"));
        return false;
    }
    tell_standing(table, side, NULL);
    standing_answer(table);
    return true;
}
