/* talk.c — a client's messages and their answers; docs/protocol.md lists them.
 *
 * A message is judged in this order: is it JSON, is its kind known, may this client send it (its seat, its turn), has
 * it seen what happened last, and only then whether the order itself is legal. Every answer is computed from the view
 * of the side the client sits behind. */
#include <stdio.h>
#include <stdlib.h>

#include "server/moderation.h"
#include "server/talk.h"

/* ---- answers ---- */

Buffer *begin_answer(const Message *message, const char *kind)
{
    Buffer *out = &message->client->server->scratch;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"");
    buffer_text(out, kind);
    buffer_char(out, '"');
    if (message->numbered) {
        buffer_literal(out, ",\"n\":");
        buffer_number(out, message->number);
    }
    return out;
}

void end_answer(const Message *message, Buffer *out)
{
    buffer_char(out, '}');
    client_send(message->client, out);
}

void answer_ok(const Message *message)
{
    Buffer *out = begin_answer(message, "answer");
    buffer_literal(out, ",\"ok\":true");
    end_answer(message, out);
}

static void add_words(Buffer *out, const Message *message, const char *words)
{
    const System *system = message->table ? message->table->scenario->system : NULL;
    buffer_literal(out, ",\"text\":");
    buffer_quote(out,
                 translation_words(translation_of(message->client->server, message->client->language, system), words));
}

void answer_error(const Message *message, const char *words)
{
    Buffer *out = begin_answer(message, "error");
    add_words(out, message, words);
    end_answer(message, out);
}

void answer_refused(const Message *message, const char *words)
{
    Buffer *out = begin_answer(message, "refused");
    add_words(out, message, words);
    buffer_literal(out, ",\"rule\":null,\"hexes\":[],\"pieces\":[]");
    end_answer(message, out);
    message->client->server->metrics.refusals++;
}

void answer_refusal(const Message *message, const Refusal *refusal)
{
    Buffer *out = begin_answer(message, "refused");
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    buffer_char(out, ',');
    json_sentence(out, &showing, &refusal->why);
    end_answer(message, out);
}

/* ---- whether a client may send it ---- */

const char *text_of(const Message *message, const char *key, size_t *length)
{
    const json_t *value = json_object_get(message->object, key);
    *length = json_string_length(value);
    return json_string_value(value);
}

bool may_answer(const Message *message)
{
    int side = table_side(message->table);
    if (side == NO_SIDE) {
        answer_refused(message, "server.game-over");
        return false;
    }
    if (message->client->as == side && message->client->held[side] && !message->table->row.seat[side].stand_in[0])
        return true;
    Refusal refusal = refuse(0, "server.not-your-turn-must-answer", side);
    if (message->client->as == SPECTATOR)
        refusal = refuse(0, "server.you-watching-must-answer", side);
    else if (side < SIDES && message->client->held[side] && message->client->as == side)
        refusal = refuse(0, "server.computer-plays-for-you");
    else if (side < SIDES && message->client->held[side])
        refusal = refuse(0, "server.you-sit-behind-curtain-change", message->client->as);
    answer_refusal(message, &refusal);
    message->client->server->metrics.refusals++;
    return false;
}

bool read_order(const Message *message, const char *key, bool whole, Order *order)
{
    const Scenario *scenario = message->table->scenario;
    const Translation *translation =
        translation_of(message->client->server, message->client->language, scenario->system);
    char why[ORDER_MISTAKE];
    size_t length;
    int column;
    const char *text = text_of(message, key, &length);
    if (!text) {
        answer_error(message, "server.order-text");
        return false;
    }
    if (order_read(scenario, translation, whole, text, length, order, why, &column))
        return true;
    answer_refused(message, why);
    return false;
}

int side_named(const Scenario *scenario, const char *word)
{
    for (int side = 0; word && side < scenario->sides; side++)
        if (!strcmp(scenario->side_word[side], word))
            return side;
    return -1;
}

uint16_t number_of(const Message *message, const char *key, int end, uint16_t none)
{
    const json_t *value = json_object_get(message->object, key);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    return number >= 0 && number < end ? (uint16_t)number : none;
}

/* ---- orders ---- */

static void say_order(Message *message)
{
    Order order;
    const json_t *seq = json_object_get(message->object, "seq");
    if (!may_answer(message))
        return;
    if (!json_is_integer(seq) ||
        json_integer_value(seq) != (json_int_t)message->table->deliveries.count[message->client->as]) {
        answer_refused(message, "server.something-happened-before-order-came");
        return;
    }
    if (!read_order(message, "text", true, &order))
        return;
    Refusal refusal = table_order(message->table, message->client->as, &order);
    if (refused(refusal)) {
        answer_refusal(message, &refusal);
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    buffer_text(out, game_announced(message->table->game) ? ",\"ok\":true,\"rolling\":true" : ",\"ok\":true");
    end_answer(message, out);
}

/* An answer in advance; the player who gives it need not be the one who must answer now. */
static void say_standing(Message *message)
{
    size_t length;
    char why[200];
    int side = message->client->as;
    const char *text = text_of(message, "text", &length);
    if (side == SPECTATOR || !message->client->held[side])
        answer_refused(message, "server.you-watching");
    else if (!text)
        answer_error(message, "server.standing-answer-text");
    else if (standing_wish(message->table, side, text, length, why))
        answer_ok(message);
    else
        answer_refused(message, why);
}

/* ---- chat and notes ---- */

/* A latecomer gets the latest lines of the chat. */
static void remember_chat(Table *table, const ChatLine *said)
{
    size_t place = 0, second = 0;
    int lines = 0;
    ChatLine line;
    chat_line_add(&table->chat, said);
    while (chat_line_next(&table->chat, &place, &line))
        second = lines++ ? second : place;
    if (lines <= CHAT_KEPT)
        return;
    table->chat.length -= second;
    memmove(table->chat.bytes, table->chat.bytes + second, table->chat.length);
}

static void say_chat(Message *message)
{
    Table *table = message->table;
    Server *server = table->server;
    Buffer *out = &server->scratch;
    size_t length;
    const char *text = text_of(message, "text", &length);
    int64_t now = now_seconds();
    if (!text || !length || length > CHAT_MAX) {
        answer_error(message, "server.message-1-1000-bytes");
        return;
    }
    if (!limit_take(server, LIMIT_CHAT, (uint64_t)message->client->user)) {
        answer_error(message, "server.too-much-chat");
        return;
    }
    int64_t user = message->client->user;
    if (is_banned(server, BAN_CHAT, (uint64_t)user)) {
        answer_refused(message, SAID("server.moderator-muted-you"));
        return;
    }
    if (table_bars(table, user, BARRED_CHAT)) {
        answer_refused(message, SAID("server.host-muted-you"));
        return;
    }
    write_chat(table_entry(table), table->row.number, message->client->name, text, now, user);
    if (table->pending.writes.failed) {
        answer_error(message, "server.message-could-not-kept");
        return;
    }
    remember_chat(table, &(ChatLine){now, user, message->client->name, text});
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"chat\",\"name\":");
    buffer_quote(out, message->client->name);
    buffer_literal(out, ",\"text\":");
    buffer_quote_bytes(out, text, length);
    buffer_format(out, ",\"at\":%lld,\"user\":%lld}", (long long)now, (long long)user);
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (!client_blocks(client, user))
            client_send(client, out);
}

/* Sends the note to all browsers of the user at this table. */
static bool write_own_note(const Message *message, const char *text, size_t length)
{
    Table *table = message->table;
    write_note(table_entry(table), table->row.number, message->client->user, text);
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (client->user == message->client->user) {
            buffer_clear(&client->note);
            buffer_add(&client->note, text, length);
        }
    return !table->pending.writes.failed;
}

/* A note to oneself, or beside the plan that the player has in hand. */
static void say_note(Message *message)
{
    size_t length;
    const char *text = text_of(message, "text", &length);
    int plan = number_of(message, "plan", UINT16_MAX, 0);
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    if (!limit_take(message->client->server, LIMIT_NOTE, (uint64_t)message->client->user)) {
        answer_error(message, "server.too-many-notes");
        return;
    }
    bool kept = text && (plan ? plan_note_write(message->table, &showing, plan, text)
                              : length <= NOTE_MAX && write_own_note(message, text, length));
    if (!kept) {
        answer_error(message, "server.note-could-not-kept");
        return;
    }
    if (message->numbered)
        answer_ok(message);
}

/* A client that hears nothing for a while asks whether the connection is still there. */
static void say_ping(Message *message) { answer_ok(message); }

/* ---- all of them ---- */

static const struct Word {
    const char *word;
    void (*say)(Message *message);
    bool asks; /* changes nothing: a user who has spent his budget asks it later */
} words_known[] = {
    {"order", say_order, false},        {"choices", say_choices, true},   {"reach", say_reach, true},
    {"forecast", say_forecast, true},   {"why", say_why, true},           {"undo", say_undo, false},
    {"agree", say_agree, false},        {"resign", say_resign, false},    {"overlay", say_overlay, true},
    {"panels", say_panels, true},       {"aims", say_aims, true},         {"look", say_look, true},
    {"history", say_history, true},     {"events", say_events, true},     {"record", say_record, true},
    {"ways", say_ways, true},           {"chat", say_chat, false},        {"note", say_note, false},
    {"curtain", say_curtain, false},    {"language", say_language, true}, {"ping", say_ping, false},
    {"additions", say_additions, true}, {"around", say_around, true},     {"standing", say_standing, false},
    {"openings", say_openings, true},   {"profile", say_profile, true},   {"chain", say_chain, false},
    {"link", say_link, false},          {"claim", say_claim, false},      {"hint", say_hint, true},
    {"thinking", say_thinking, true},   {"hasten", say_hasten, false},    {"reasons", say_reasons, true},
    {"draft", say_draft, true},         {"transfer", say_transfer, true},
};

typedef struct Saying {
    const struct Word *word;
    Message *message;
} Saying;

static void say_word(void *context)
{
    const Saying *saying = context;
    working_on(saying->message->table->row.id);
    saying->word->say(saying->message);
}

void talk(Client *client, const char *text, size_t length)
{
    char what[FAULT_TEXT];
    int64_t before = thread_microseconds();
    json_error_t mistake;
    Message message = {.client = client, .table = client->table};
    message.object = json_loadb(text, length, JSON_REJECT_DUPLICATES, &mistake);
    const char *word = json_string_value(json_object_get(message.object, "t"));
    const json_t *number = json_object_get(message.object, "n");
    message.numbered = json_is_integer(number);
    message.number = json_integer_value(number);
    if (message.numbered)
        buffer_add(&client->asked, &message.number, sizeof message.number);
    const struct Word *known = NULL;
    for (size_t i = 0; word && i < sizeof words_known / sizeof *words_known; i++)
        if (!strcmp(word, words_known[i].word))
            known = &words_known[i];
    if (!client_within_rate(client))
        answer_error(&message, "server.too-many-messages-slow-down");
    else if (!json_is_object(message.object))
        answer_error(&message, "server.message-json-object");
    else if (!known)
        answer_error(&message, "server.no-such-message");
    else if (!message.table || !message.table->game)
        answer_error(&message, "server.game-not");
    else if (known->asks && cost_is_spent(client->server, client->user, client->address))
        answer_error(&message, "server.too-much-asked-wait");
    else if (!guarded(say_word, &(Saying){known, &message}, what))
        table_failed(message.table, what);
    json_decref(message.object);
    cost_debit(client->server, client->user, client->address, thread_microseconds() - before);
}
