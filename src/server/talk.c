/* talk.c — what a client may say, and what it is answered; docs/protocol.md lists it.
 *
 * A message is judged in this order: is it JSON, is it a word we know, may this client say it (its seat, its turn),
 * has it seen what happened last, and only then whether the order itself is legal. Every answer is computed from
 * the view of the side the client sits behind. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

typedef struct Message {
    Client *client;
    Table *table;
    json_t *object;
    json_int_t number;
    bool numbered;
} Message;

/* ---- answers ---- */

static Buffer *begin_answer(const Message *message, const char *kind)
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

static void end_answer(const Message *message, Buffer *out)
{
    buffer_char(out, '}');
    client_send(message->client, out->bytes, out->length);
}

static void answer_ok(const Message *message)
{
    Buffer *out = begin_answer(message, "answer");
    buffer_literal(out, ",\"ok\":true");
    end_answer(message, out);
}

static void add_words(Buffer *out, const Message *message, const char *words)
{
    const System *system = message->table ? message->table->scenario->system : NULL;
    buffer_literal(out, ",\"text\":");
    buffer_quote(out, tongue_words(tongue_of(message->client->server, message->client->language, system), words));
}

static void answer_error(const Message *message, const char *words)
{
    Buffer *out = begin_answer(message, "error");
    add_words(out, message, words);
    end_answer(message, out);
}

static void answer_refused(const Message *message, const char *words)
{
    Buffer *out = begin_answer(message, "refused");
    add_words(out, message, words);
    buffer_literal(out, ",\"rule\":null,\"hexes\":[],\"pieces\":[]");
    end_answer(message, out);
    message->client->server->metrics.refusals++;
}

static void answer_refusal(const Message *message, const Refusal *refusal)
{
    Buffer *out = begin_answer(message, "refused");
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    buffer_char(out, ',');
    json_sentence(out, &showing, &refusal->why);
    end_answer(message, out);
}

/* ---- what may be said ---- */

static const char *text_of(const Message *message, const char *key, size_t *length)
{
    const json_t *value = json_object_get(message->object, key);
    *length = json_string_length(value);
    return json_string_value(value);
}

/* True when the client sits behind the side that must answer; else it is told why not. */
static bool may_answer(const Message *message)
{
    int side = table_side(message->table);
    if (side == NO_SIDE) {
        answer_refused(message, "the game is over");
        return false;
    }
    if (message->client->as == side && message->client->held[side])
        return true;
    Refusal refusal = refuse(0, "it is not your turn: %s must answer", side);
    if (message->client->as == SPECTATOR)
        refusal = refuse(0, "you are watching: %s must answer", side);
    else if (side < SIDES && message->client->held[side])
        refusal = refuse(0, "you sit behind the curtain of %s: change places first", message->client->as);
    answer_refusal(message, &refusal);
    message->client->server->metrics.refusals++;
    return false;
}

static bool read_order(const Message *message, const char *key, bool whole, Order *order)
{
    const Scenario *scenario = message->table->scenario;
    const Tongue *tongue = tongue_of(message->client->server, message->client->language, scenario->system);
    char why[ORDER_MISTAKE];
    size_t length;
    int column;
    const char *text = text_of(message, key, &length);
    if (!text) {
        answer_error(message, "an order is a text");
        return false;
    }
    if (order_read(scenario, tongue, whole, text, length, order, why, &column))
        return true;
    answer_refused(message, why);
    return false;
}

/* ---- orders ---- */

static void say_order(Message *message)
{
    Order order;
    const json_t *seq = json_object_get(message->object, "seq");
    if (!may_answer(message))
        return;
    if (!json_is_integer(seq) ||
        json_integer_value(seq) != (json_int_t)message->table->told.count[message->client->as]) {
        answer_refused(message, "something happened before this order came: look again and give it anew");
        return;
    }
    if (!read_order(message, "text", true, &order))
        return;
    Refusal refusal = table_order(message->table, message->client->as, &order);
    if (refused(refusal))
        answer_refusal(message, &refusal);
    else
        answer_ok(message);
}

/* An answer in advance; the one who gives it need not be asked now. */
static void say_standing(Message *message)
{
    size_t length;
    char why[200];
    int side = message->client->as;
    const char *text = text_of(message, "text", &length);
    if (side == SPECTATOR || !message->client->held[side])
        answer_refused(message, "you are watching");
    else if (!text)
        answer_error(message, "a standing answer is a text");
    else if (standing_wish(message->table, side, text, length, why))
        answer_ok(message);
    else
        answer_refused(message, why);
}

/* ---- what may be ordered ---- */

/* The view in which an order is thought of: that of the open question, for the one who must answer it; or, with
 * `"plan":true`, for anybody else who sits here, what he could order if it were his turn. False: he is told why not. */
static bool thinks_in(const Message *message, Showing *out)
{
    Table *table = message->table;
    const System *system = table->scenario->system;
    int side = message->client->as;
    if (!json_is_true(json_object_get(message->object, "plan"))) {
        if (!may_answer(message))
            return false;
        *out = table_showing(table, side, message->client->language);
        return true;
    }
    if (side == SPECTATOR || !message->client->held[side]) {
        answer_refused(message, "you are watching");
        return false;
    }
    Position *plan = table_plan(table);
    *out = table_showing(table, side, message->client->language);
    if (plan)
        memcpy(plan, out->view, system->position_size);
    if (!plan || out->over || !system->foresee || !system->foresee(table->scenario, plan, side)) {
        answer_refused(message, "nothing can be planned here now");
        return false;
    }
    out->view = plan;
    out->asked = side;
    return true;
}

static Refusal check_in(const Showing *showing, const Order *order)
{
    Refusal refusal = order_fits(showing->scenario, showing->view, order);
    return refused(refusal) ? refusal : showing->scenario->system->check(showing->scenario, showing->view, order);
}

static void say_why(Message *message)
{
    Order order;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "order", true, &order))
        return;
    Refusal refusal = check_in(&showing, &order);
    if (refused(refusal))
        answer_refusal(message, &refusal);
    else
        answer_ok(message);
}

static void say_choices(Message *message)
{
    Order prefix;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "prefix", false, &prefix))
        return;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_choices(out, &showing, &prefix);
    end_answer(message, out);
}

static void say_additions(Message *message)
{
    Order part;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "part", false, &part))
        return;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_additions(out, &showing, &part);
    end_answer(message, out);
}

/* All that can be begun, in one answer; of a plan also what is then asked. */
static void say_openings(Message *message)
{
    Showing showing;
    if (!thinks_in(message, &showing))
        return;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_openings(out, &showing);
    if (json_is_true(json_object_get(message->object, "plan")))
        json_question(out, &showing);
    end_answer(message, out);
}

static void say_around(Message *message)
{
    Order part;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "part", false, &part))
        return;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    Refusal refusal = json_around(out, &showing, &part);
    if (refused(refusal))
        answer_refusal(message, &refusal);
    else
        end_answer(message, out);
}

static void say_reach(Message *message)
{
    Order prefix;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "prefix", false, &prefix))
        return;
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    if (json_reach(out, &showing, &prefix))
        end_answer(message, out);
    else
        answer_error(message, "this order walks no path");
}

static void say_forecast(Message *message)
{
    Order order;
    Showing showing;
    if (!thinks_in(message, &showing) || !read_order(message, "order", true, &order))
        return;
    Refusal refusal = check_in(&showing, &order);
    if (refused(refusal)) {
        answer_refusal(message, &refusal);
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    if (json_forecast(out, &showing, &order)) {
        if (!json_is_true(json_object_get(message->object, "plan")))
            json_forecloses(out, &showing, &order);
        end_answer(message, out);
    } else {
        answer_error(message, "nothing hangs on dice in this order");
    }
}

/* ---- taking back, giving up ---- */

/* Whether somebody else sits at the table who could agree. */
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

/* The client's sides say yes to what is asked, whoever says it first; true when now all have who sit here. */
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
        client_send(client, out->bytes, out->length);
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
    if (table_take_back(table, why))
        answer_ok(message);
    else
        answer_refused(message, why);
}

static void say_undo(Message *message)
{
    Table *table = message->table;
    Client *client = message->client;
    char why[200];
    bool done;
    if (client->as == SPECTATOR || game_side(table->game) == NO_SIDE) {
        answer_refused(message, client->as == SPECTATOR ? "you are watching" : "the game is over");
        return;
    }
    if (game_can_undo(table->game) && table_side(table) == client->as) {
        done = table_undo(table, why);
    } else if (whole_table(table, client)) {
        done = table_take_back(table, why);
    } else if (!others_sit(table, client)) {
        answer_refused(message,
                       "dice, a reveal or a change of side stand between: nobody is here who could agree to take "
                       "them back");
        return;
    } else if (table->asking >= 0) { /* who asks for what is asked already says yes to it */
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

static void say_agree(Message *message)
{
    Table *table = message->table;
    if (table->asking < 0 || message->client->as == SPECTATOR) {
        answer_refused(message, "nobody asks for anything");
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
            client_send(client, out->bytes, out->length);
        answer_ok(message);
        return;
    }
    agree(message);
}

static void say_resign(Message *message)
{
    char why[200];
    int side = message->client->as;
    if (side == SPECTATOR || !message->client->held[side] || table_side(message->table) == NO_SIDE) {
        answer_refused(message, side == SPECTATOR ? "you are watching" : "the game is over");
        return;
    }
    if (table_resign(message->table, side, why))
        answer_ok(message);
    else
        answer_refused(message, why);
}

/* ---- looking ---- */

static int side_named(const Scenario *scenario, const char *word)
{
    for (int side = 0; word && side < scenario->sides; side++)
        if (!strcmp(scenario->side_word[side], word))
            return side;
    return -1;
}

/* The overlay that is called so; NULL if the system declares none. */
static const OverlayKind *overlay_named(const System *system, const char *word)
{
    for (const OverlayKind *kind = system->overlays; word && kind && kind->name; kind++)
        if (!strcmp(kind->name, word))
            return kind;
    return NULL;
}

/* A number below `end` under that key, else `none`. */
static uint16_t number_of(const Message *message, const char *key, int end, uint16_t none)
{
    const json_t *value = json_object_get(message->object, key);
    json_int_t number = json_is_integer(value) ? json_integer_value(value) : -1;
    return number >= 0 && number < end ? (uint16_t)number : none;
}

static void say_overlay(Message *message)
{
    static OverlayMarks marks;
    size_t length;
    const Scenario *scenario = message->table->scenario;
    const System *system = scenario->system;
    const OverlayKind *kind = overlay_named(system, text_of(message, "kind", &length));
    OverlayAbout about = {.side = side_named(scenario, text_of(message, "side", &length)),
                          .piece =
                              number_of(message, "piece", system->slots ? system->slots : scenario->pieces, NO_PIECE),
                          .hex = number_of(message, "hex", scenario->map->spots, NO_HEX)};
    if (!kind || !system->overlay) {
        answer_error(message, "there is no such overlay here");
        return;
    }
    if ((kind->about & (ABOUT_SIDE | ABOUT_OWN_SIDE) && about.side < 0) ||
        (kind->about & ABOUT_PIECE && about.piece == NO_PIECE) || (kind->about & ABOUT_HEX && about.hex == NO_HEX)) {
        answer_error(message, "it is not said what the overlay is to be about");
        return;
    }
    memset(&marks, 0, sizeof marks);
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    if (!system->overlay(scenario, showing.view, (int)(kind - system->overlays), &about, &marks)) {
        answer_error(message, "there is no such overlay here");
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    json_overlay(out, &showing, kind, &marks);
    end_answer(message, out);
}

static void say_profile(Message *message)
{
    static Profile profile;
    const Scenario *scenario = message->table->scenario;
    Hex from = number_of(message, "from", scenario->map->hexes, NO_HEX);
    Hex to = number_of(message, "to", scenario->map->hexes, NO_HEX);
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    if (!scenario->system->profile || from == NO_HEX || to == NO_HEX ||
        !scenario->system->profile(scenario, showing.view, from, to, &profile)) {
        answer_error(message, "there is no such overlay here");
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    json_profile(out, &showing, &profile);
    end_answer(message, out);
}

static void say_panels(Message *message)
{
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    json_panels(out, &showing);
    end_answer(message, out);
}

static void say_aims(Message *message)
{
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    json_aims(out, &showing);
    end_answer(message, out);
}

static void say_look(Message *message)
{
    const json_t *hex = json_object_get(message->object, "hex");
    if (!json_is_integer(hex) || json_integer_value(hex) < 0 ||
        json_integer_value(hex) >= message->table->scenario->map->spots) {
        answer_error(message, "there is no such hex");
        return;
    }
    Showing showing = table_showing(message->table, message->client->as, message->client->language);
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_stack(out, &showing, (Hex)json_integer_value(hex));
    end_answer(message, out);
}

static void say_curtain(Message *message)
{
    size_t length;
    Client *client = message->client;
    int side = side_named(message->table->scenario, text_of(message, "side", &length));
    if (side < 0 || !client->held[side]) {
        answer_error(message, "that is not a seat of yours");
        return;
    }
    table_change_places(message->table, client, side, json_is_true(json_object_get(message->object, "kept")));
}

/* From now on the client is spoken to in another language, beginning with the whole state. */
static void say_language(Message *message)
{
    size_t length;
    const char *name = text_of(message, "language", &length);
    int language = name ? language_named(message->client->server, name, length) : -1;
    if (language < 0) {
        answer_error(message, "that language is not spoken here");
        return;
    }
    message->client->language = language;
    memset(message->client->left, 0, sizeof message->client->left);
    table_state(message->table, message->client);
}

/* ---- the past ---- */

/* Whose eyes the past is seen with: the client's; once the game is over anybody's. The end of a what-if is not that of
 * the game it comes from: there only the sides he sits behind are his to look through. */
static int history_viewer(const Message *message)
{
    size_t length;
    const GameRow *row = &message->table->row;
    int side = side_named(message->table->scenario, text_of(message, "side", &length));
    if (side >= 0 && row->over && (!row->branch_length || row->seat[side].user == message->client->user))
        return side;
    return message->client->as;
}

/* The key by which the asker knows the answer; empty when he gave none. */
static void mark_of(const Message *message, char mark[32])
{
    mark[0] = '\0';
    if (message->numbered)
        snprintf(mark, 32, ",\"n\":%lld", (long long)message->number);
}

static const char too_many_questions[] = SAID("too many questions about the past at once: wait for their answers");

static void say_history(Message *message)
{
    Table *table = message->table;
    const json_t *to = json_object_get(message->object, "to");
    size_t length;
    char mark[32];
    if (!may_replay(&table->row, message->client->user)) {
        answer_refused(message, "the game can be stepped through when it is over");
        return;
    }
    const char *text = game_journal(table->game, &length);
    int lines = json_is_integer(to) && json_integer_value(to) >= 0 && json_integer_value(to) < 1 << 24
                    ? journal_lines_to(text, length, (int)json_integer_value(to))
                    : -1;
    mark_of(message, mark);
    if (lines < 0)
        answer_error(message, "there is no such order");
    else if (!past_history(message->client, mark, lines, history_viewer(message)))
        answer_error(message, too_many_questions);
}

static void say_events(Message *message)
{
    const json_t *from = json_object_get(message->object, "from"), *count = json_object_get(message->object, "count");
    char mark[32];
    mark_of(message, mark);
    if (!json_is_integer(from) || json_integer_value(from) < 0 ||
        json_integer_value(from) > (json_int_t)message->table->told.count[message->client->as])
        answer_error(message, "there is no such line of the game");
    else if (!json_is_integer(count) || json_integer_value(count) < 1 || json_integer_value(count) > PAST_PAGE)
        answer_error(message, "a page of the past has 1 to 200 lines");
    else if (!past_events(message->client, mark, (uint32_t)json_integer_value(from),
                          (uint32_t)json_integer_value(count), json_is_true(json_object_get(message->object, "state"))))
        answer_error(message, too_many_questions);
}

static void say_record(Message *message)
{
    char mark[32];
    mark_of(message, mark);
    if (!past_record(message->client, mark))
        answer_error(message, too_many_questions);
}

/* Plans are told to whom they are open: one's own, and all of them once the game is over. */
static void say_ways(Message *message)
{
    const GameRow *row = &message->table->row;
    unsigned sides = 0;
    char mark[32];
    for (int side = 0; side < row->sides; side++)
        if (side == message->client->as ||
            (row->over && (!row->branch_length || row->seat[side].user == message->client->user)))
            sides |= 1u << side;
    mark_of(message, mark);
    if (!past_ways(message->client, mark, sides))
        answer_error(message, too_many_questions);
}

/* ---- words to each other ---- */

static void say_chat(Message *message)
{
    Table *table = message->table;
    Server *server = table->server;
    Buffer *out = &server->scratch;
    size_t length;
    const char *text = text_of(message, "text", &length);
    int64_t now = now_seconds();
    if (!text || !length || length > CHAT_MAX) {
        answer_error(message, "a message has 1 to 1000 bytes");
        return;
    }
    if (!server->store->chat_add(server->store, table->row.number, message->client->name, text, now)) {
        answer_error(message, "the message could not be kept");
        return;
    }
    table_written(table);
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"chat\",\"name\":");
    buffer_quote(out, message->client->name);
    buffer_literal(out, ",\"text\":");
    buffer_quote_bytes(out, text, length);
    buffer_format(out, ",\"at\":%lld}", (long long)now);
    for (Client *client = table->clients; client; client = client->next_at_table)
        client_send(client, out->bytes, out->length);
}

static void say_note(Message *message)
{
    Store *store = message->client->server->store;
    size_t length;
    const char *text = text_of(message, "text", &length);
    if (!text || length > NOTE_MAX ||
        !store->note_set(store, message->table->row.number, message->client->user, text)) {
        answer_error(message, "the note could not be kept");
        return;
    }
    table_written(message->table);
    if (message->numbered)
        answer_ok(message);
}

/* A client that hears nothing for a while asks whether the line is still there. */
static void say_ping(Message *message) { answer_ok(message); }

/* ---- all of them ---- */

static const struct Word {
    const char *word;
    void (*say)(Message *message);
} words_known[] = {
    {"order", say_order},       {"choices", say_choices},     {"reach", say_reach},     {"forecast", say_forecast},
    {"why", say_why},           {"undo", say_undo},           {"agree", say_agree},     {"resign", say_resign},
    {"overlay", say_overlay},   {"panels", say_panels},       {"aims", say_aims},       {"look", say_look},
    {"history", say_history},   {"events", say_events},       {"record", say_record},   {"ways", say_ways},
    {"chat", say_chat},         {"note", say_note},           {"curtain", say_curtain}, {"language", say_language},
    {"ping", say_ping},         {"additions", say_additions}, {"around", say_around},   {"standing", say_standing},
    {"openings", say_openings}, {"profile", say_profile},
};

typedef struct Saying {
    const struct Word *word;
    Message *message;
} Saying;

static void say_word(void *context)
{
    const Saying *saying = context;
    saying->word->say(saying->message);
}

void talk(Client *client, const char *text, size_t length)
{
    char what[FAULT_TEXT];
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
        answer_error(&message, "too many messages: slow down");
    else if (!json_is_object(message.object))
        answer_error(&message, "a message is one JSON object");
    else if (!known)
        answer_error(&message, "there is no such message");
    else if (!message.table || !message.table->game)
        answer_error(&message, "the game is not there");
    else if (!guarded(say_word, &(Saying){known, &message}, what))
        table_failed(message.table, what);
    json_decref(message.object);
}
