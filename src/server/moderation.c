/* moderation.c — people report messages and persons; moderators mute and ban; a log that only grows says what they did.
 *
 * What is in force is in memory, read from the store at the start and every few seconds. A banned account can read
 * nothing and do nothing; a banned address is answered with a refusal whoever comes from it. A muted account plays, and
 * cannot chat anywhere. */
#include "server/moderation.h"
#include "server/node.h"

#include <stdio.h>
#include <stdlib.h>

#define LOOK_SECONDS 2
#define WORDS_MOST 500
#define DAYS_MOST 36500

/* ---- what is in force ---- */

/* Bans are kept in this order. */
static int compare_bans(const void *a, const void *b)
{
    const BanRow *one = a, *other = b;
    if (one->kind != other->kind)
        return one->kind < other->kind ? -1 : 1;
    return (one->who > other->who) - (one->who < other->who);
}

bool is_banned(const Server *server, BanKind kind, uint64_t who)
{
    BanRow wanted = {.kind = kind, .who = (int64_t)who};
    size_t count = server->bans.length / sizeof wanted;
    const BanRow *row = count ? bsearch(&wanted, server->bans.bytes, count, sizeof wanted, compare_bans) : NULL;
    return row && (!row->until || row->until > now_seconds());
}

bool is_moderator(const Server *server, int64_t user)
{
    int64_t other;
    for (size_t i = 0; user && buffer_row(&server->moderators, i, &other, sizeof other); i++)
        if (other == user)
            return true;
    return false;
}

/* Whoever was banned meanwhile gets up. */
static void close_banned(Server *server)
{
    for (Client *client = server->clients; client; client = client->next)
        if (!client->closing &&
            (is_banned(server, BAN_ACCOUNT, (uint64_t)client->user) || is_banned(server, BAN_ADDRESS, client->address)))
            client_close(client, WSLAY_CODE_POLICY_VIOLATION, "banned");
}

static void take_bans(Server *server, BansAsk *ask)
{
    buffer_free(&server->bans);
    buffer_free(&server->moderators);
    server->bans = ask->bans;
    server->moderators = ask->moderators;
    if (!server->bans.length)
        return;
    qsort(server->bans.bytes, server->bans.length / sizeof(BanRow), sizeof(BanRow), compare_bans);
    close_banned(server);
}

typedef struct BansLook {
    BansAsk ask;
    Server *server;
} BansLook;

static void bans_are_read(Ask *ask)
{
    BansLook *look = (BansLook *)ask;
    Server *server = look->server;
    server->bans_asked = false;
    if (ask->failed || server->stopping) {
        buffer_free(&look->ask.bans);
        buffer_free(&look->ask.moderators);
    } else {
        take_bans(server, &look->ask);
    }
    free(look);
}

static void look_again(Server *server)
{
    BansLook *look = server->bans_asked ? NULL : calloc(1, sizeof *look);
    if (!look)
        return;
    look->ask.ask = (Ask){.kind = ASK_BANS, .done = bans_are_read};
    look->server = server;
    server->bans_asked = true;
    server->bans_looked = steady_seconds();
    store_ask(server->store, &look->ask.ask);
}

bool moderation_open(Server *server, char why[TROUBLE])
{
    BansAsk ask = {.ask = {.kind = ASK_BANS}};
    bool good = store_answer_now(server->store, &ask.ask);
    snprintf(why, TROUBLE, "%s", ask.ask.trouble);
    take_bans(server, &ask);
    server->bans_looked = steady_seconds();
    return good;
}

void moderation_tick(Server *server)
{
    if (steady_seconds() - server->bans_looked >= LOOK_SECONDS)
        look_again(server);
}

void moderation_close(Server *server)
{
    buffer_free(&server->bans);
    buffer_free(&server->moderators);
}

/* ---- reports ---- */

static unsigned decided(Settling *settling)
{
    look_again(settling->request->server);
    return settled_ok(settling);
}

static void copy_words(const json_t *body, const char *key, char *out, size_t room)
{
    const char *words = json_string_value(json_object_get(body, key));
    snprintf(out, room, "%s", words ? words : "");
}

/* What is said to have been said must stand in the chat: then the line of the chat itself is kept. What does not is the
 * reporter's word. */
static void check_line(const Request *request, ReportRow *row)
{
    const Table *table = table_find(request->server, row->game);
    ChatLine line;
    char words[sizeof row->words];
    bool may_read = table && table_may_watch(table, request->user.id, NULL);
    for (size_t at = 0; may_read && row->text[0] && chat_line_next(&table->chat, &at, &line);)
        if (line.user == row->user && !strcmp(line.text, row->text))
            return;
    if (row->text[0]) {
        snprintf(words, sizeof words, "\"%.300s\" %.200s", row->text, row->words);
        snprintf(row->words, sizeof row->words, "%s", words);
    }
    row->text[0] = '\0';
}

static unsigned report(Request *request, const json_t *body, Buffer *out)
{
    ReportRow row = {.at = now_seconds(), .reporter = request->user.id};
    row.user = json_integer_value(json_object_get(body, "user"));
    copy_words(body, "game", row.game, sizeof row.game);
    copy_words(body, "text", row.text, sizeof row.text);
    copy_words(body, "words", row.words, sizeof row.words);
    check_line(request, &row);
    Settling *settling = calloc(1, sizeof *settling);
    if (!settling)
        return error_answer(out, 500, "server.no-memory-left");
    write_report(&settling->entry, &row);
    log_line(LEVEL_INFO, "report", "user=%lld of=%lld", (long long)row.reporter, (long long)row.user);
    return http_settle(settling, request, settled_ok);
}

unsigned moderation_report(Request *request, json_t *body, Buffer *out)
{
    Server *server = request->server;
    if (!limit_take(server, LIMIT_REPORT, (uint64_t)request->user.id) ||
        !limit_take(server, LIMIT_REPORT_ADDRESS, request->address))
        return error_answer(out, 429, SAID("server.too-many-reports"));
    return person_wanted(request, body, report, out);
}

/* ---- the moderators' page ---- */

typedef struct ListRequest {
    ModerationAsk ask;
    Request *request;
} ListRequest;

static void add_reports(Buffer *out, const Buffer *rows)
{
    ReportRow row;
    buffer_literal(out, "{\"reports\":[");
    for (size_t i = 0; buffer_row(rows, i, &row, sizeof row); i++) {
        buffer_format(out, "%s{\"id\":%lld,\"at\":%lld,\"user\":%lld,\"name\":", i ? "," : "", (long long)row.id,
                      (long long)row.at, (long long)row.user);
        buffer_quote(out, row.name);
        buffer_literal(out, ",\"reporter\":");
        buffer_quote(out, row.reporter_name);
        buffer_literal(out, ",\"game\":");
        buffer_quote(out, row.game);
        buffer_literal(out, ",\"text\":");
        buffer_quote(out, row.text);
        buffer_literal(out, ",\"words\":");
        buffer_quote(out, row.words);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_bans(Buffer *out, const Buffer *rows)
{
    static const char *const words[] = {"account", "address", "mute"};
    BanRow row;
    buffer_literal(out, ",\"bans\":[");
    for (size_t i = 0; buffer_row(rows, i, &row, sizeof row); i++) {
        buffer_format(out, "%s{\"kind\":\"%s\",\"who\":\"%lld\",\"until\":%lld,\"name\":", i ? "," : "",
                      words[row.kind % 3], (long long)row.who, (long long)row.until);
        buffer_quote(out, row.name);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_log(Buffer *out, const Buffer *rows)
{
    ModLogRow row;
    buffer_literal(out, ",\"log\":[");
    for (size_t i = 0; buffer_row(rows, i, &row, sizeof row); i++) {
        buffer_format(out, "%s{\"at\":%lld,\"who\":", i ? "," : "", (long long)row.at);
        buffer_quote(out, row.who);
        buffer_literal(out, ",\"what\":");
        buffer_quote(out, row.what);
        buffer_char(out, '}');
    }
    buffer_literal(out, "]}");
}

static void list_is_read(Ask *ask)
{
    ListRequest *work = (ListRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    if (!ask->failed) {
        add_reports(out, &work->ask.reports);
        add_bans(out, &work->ask.bans);
        add_log(out, &work->ask.log);
    }
    http_resume(request, ask->failed ? error_answer(out, 503, ask->trouble) : 200, "application/json");
    buffer_free(&work->ask.reports);
    buffer_free(&work->ask.bans);
    buffer_free(&work->ask.log);
    free(work);
}

unsigned moderation_list(Request *request, Buffer *out)
{
    ListRequest *work = is_moderator(request->server, request->user.id) ? calloc(1, sizeof *work) : NULL;
    if (!work)
        return error_answer(out, 404, "server.nothing");
    work->ask.ask = (Ask){.kind = ASK_MODERATION, .done = list_is_read};
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->ask.ask);
    return LATER;
}

/* ---- decisions ---- */

/* The addresses from which the user's browsers are connected now. */
static void ban_addresses(Server *server, WriteSet *entry, int64_t user, const BanRow *like)
{
    BanRow row = *like;
    row.kind = BAN_ADDRESS;
    for (const Client *client = server->clients; client; client = client->next)
        if (client->user == user && client->address != ADDRESS_UNKNOWN) {
            row.who = (int64_t)client->address;
            write_ban(entry, &row);
        }
}

void moderation_changed(Server *server, const ChangeRow *row)
{
    WriteSet *entry = entry_alone();
    if (!entry)
        return;
    ban_addresses(server, entry, row->first, &(BanRow){.until = row->second, .at = now_seconds()});
    store_add(server->store, entry);
}

static bool write_decision(Request *request, const json_t *body, WriteSet *entry, char what[200])
{
    const char *act = json_string_value(json_object_get(body, "do"));
    int64_t user = json_integer_value(json_object_get(body, "user")), days = 0,
            report = json_integer_value(json_object_get(body, "report"));
    const json_t *wanted = json_object_get(body, "days");
    if (json_is_integer(wanted))
        days = json_integer_value(wanted);
    if (!act || days < 0 || days > DAYS_MOST)
        return false;
    snprintf(what, 200, "%.20s user %lld, %lld days", act, (long long)user, (long long)days);
    if (!strcmp(act, "close")) {
        snprintf(what, 200, "close report %lld", (long long)report);
        write_report_close(entry, report);
        return report > 0;
    }
    BanRow row = {.kind = BAN_ACCOUNT, .who = user, .at = now_seconds()};
    row.until = days ? row.at + days * DAY : 0;
    if (!strcmp(act, "unban-address")) {
        const char *who = json_string_value(json_object_get(body, "who"));
        row.who = who ? strtoll(who, NULL, 10) : 0;
        snprintf(what, 200, "unban address %lld", (long long)row.who);
        write_ban_end(entry, BAN_ADDRESS, row.who);
        return row.who != 0;
    }
    if (user <= 0 || user == request->user.id || is_moderator(request->server, user))
        return false;
    bool mute = !strcmp(act, "mute") || !strcmp(act, "unmute");
    row.kind = mute ? BAN_CHAT : BAN_ACCOUNT;
    if (!strcmp(act, "unban") || !strcmp(act, "unmute")) {
        write_ban_end(entry, row.kind, user);
        return true;
    }
    write_ban(entry, &row);
    if (!mute && json_is_true(json_object_get(body, "addresses"))) {
        ban_addresses(request->server, entry, user, &row);
        node_tell(request->server, entry, (ChangeRow){.kind = CHANGE_BAN, .first = user, .second = row.until});
    }
    return mute || !strcmp(act, "ban");
}

unsigned moderation_act(Request *request, const json_t *body, Buffer *out)
{
    char what[200];
    if (!is_moderator(request->server, request->user.id))
        return error_answer(out, 404, "server.nothing");
    Settling *settling = calloc(1, sizeof *settling);
    if (!settling)
        return error_answer(out, 500, "server.no-memory-left");
    if (!write_decision(request, body, &settling->entry, what)) {
        entry_clear(&settling->entry);
        free(settling);
        return error_answer(out, 400, SAID("server.no-such-decision"));
    }
    write_mod_log(&settling->entry, now_seconds(), request->user.name, what);
    log_line(LEVEL_INFO, "moderation", "by=%lld what=\"%s\"", (long long)request->user.id, what);
    return http_settle(settling, request, decided);
}
