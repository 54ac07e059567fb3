/* talk_back.c — take-backs, alone or by agreement, and resignations. */
#include "server/talk.h"

/* Whether another player sits at the table who could agree. */
static bool others_sit(const Table *table, const Client *client)
{
    for (int side = 0; side < table->row.sides; side++)
        if (table->row.seat[side].kind == SEAT_HUMAN && !client->held[side])
            return true;
    return false;
}

static bool whole_table(const Table *table, const Client *client)
{
    for (int side = 0; side < table->row.sides; side++)
        if (!client->held[side])
            return false;
    return true;
}

/* The client's sides agree to the request, whichever side agrees first; true when all who sit here have agreed. */
static bool all_agree(Table *table, const Client *client)
{
    bool all = true;
    for (int side = 0; side < table->row.sides; side++) {
        if (client->held[side])
            table->agreed |= 1u << side;
        all &= table->row.seat[side].kind != SEAT_HUMAN || table->agreed >> side & 1;
    }
    return all;
}

static void ask_for_take_back(Message *message)
{
    Table *table = message->table;
    Buffer *out = &table->server->scratch;
    table->asking = message->client->as;
    table->agreed = 0;
    all_agree(table, message->client);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"asks\",\"what\":\"take-back\",\"side\":");
    buffer_quote(out, table->scenario->side_word[table->asking]);
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        client_send(client, out);
    answer_ok(message);
}

/* One more yes; the last one takes back. */
static void agree(Message *message)
{
    Table *table = message->table;
    char why[200];
    if (!all_agree(table, message->client)) {
        answer_ok(message);
        return;
    }
    table->asking = -1;
    if (table->halted[0] ? table_carry_on(table, why) : table_take_back(table, why))
        answer_ok(message);
    else
        answer_refused(message, why);
}

void say_undo(Message *message)
{
    Table *table = message->table;
    Client *client = message->client;
    char why[200];
    bool done;
    if (client->as == SPECTATOR || game_side(table->game) == NO_SIDE) {
        answer_refused(message, client->as == SPECTATOR ? "server.you-watching" : "server.game-over");
        return;
    }
    if (game_announced(table->game)) {
        answer_refused(message, "core.dice-are-being-rolled");
        return;
    }
    if (table->halted[0]) { /* the players are asked whether to continue: a yes to that must not be taken for another */
        answer_refused(message, "server.game-begun-another-edition-rules");
        return;
    }
    if (game_can_undo(table->game) && table_side(table) == client->as) {
        done = table_undo(table, why);
    } else if (whole_table(table, client)) {
        done = table_take_back(table, why);
    } else if (!others_sit(table, client)) {
        answer_refused(message, "server.dice-reveal-change-side-stand");
        return;
    } else if (table->asking >= 0) { /* asking for what is asked already counts as agreeing to it */
        agree(message);
        return;
    } else {
        ask_for_take_back(message);
        return;
    }
    if (done)
        answer_ok(message);
    else
        answer_refused(message, why);
}

void say_agree(Message *message)
{
    Table *table = message->table;
    if ((table->asking < 0 && !table->halted[0]) || message->client->as == SPECTATOR) {
        answer_refused(message, "server.nobody-asks-anything");
        return;
    }
    if (!json_is_true(json_object_get(message->object, "yes"))) {
        Buffer *out = &table->server->scratch;
        table->asking = -1;
        buffer_clear(out);
        buffer_literal(out, "{\"t\":\"asks\",\"what\":\"refused\",\"side\":");
        buffer_quote(out, table->scenario->side_word[message->client->as]);
        buffer_char(out, '}');
        for (Client *client = table->clients; client; client = client->next_at_table)
            client_send(client, out);
        answer_ok(message);
        return;
    }
    agree(message);
}

void say_resign(Message *message)
{
    char why[200];
    int side = message->client->as;
    if (side == SPECTATOR || !message->client->held[side] || table_side(message->table) == NO_SIDE) {
        answer_refused(message, side == SPECTATOR ? "server.you-watching" : "server.game-over");
        return;
    }
    if (table_resign(message->table, side, why))
        answer_ok(message);
    else
        answer_refused(message, why);
}
