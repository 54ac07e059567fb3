/* moderation.c — people report messages and persons; moderators mute and ban; an append-only log says what they did.
 *
 * What is in force is in memory, read from the store at the start and every few seconds. A banned account can read
 * nothing and do nothing; every request from a banned address is refused. A muted account plays, and cannot chat
 * anywhere. */
#include "server/moderation.h"
#include "server/node.h"

#include <stddef.h>
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

static const BanRow *find_ban(const Buffer *bans, const BanRow *wanted)
{
    size_t count = bans->length / sizeof *wanted;
    return count ? bsearch(wanted, bans->bytes, count, sizeof *wanted, compare_bans) : NULL;
}

/* Bans end by the time of day, as it is judged after a jump. A ban that begins in the future was given under a wrong
 * clock: from now on it lasts no longer than its full term. */
static bool is_over(const Server *server, const BanRow *row)
{
    int64_t steady = steady_seconds();
    return row->until && (row->until <= clock_judges(&server->clock, steady) ||
                          (row->seen && steady - row->seen >= row->until - row->at));
}

bool is_banned(const Server *server, BanKind kind, uint64_t who)
{
    BanRow wanted = {.kind = kind, .who = (int64_t)who};
    const BanRow *row = find_ban(&server->bans, &wanted);
    return row && !is_over(server, row);
}

bool is_moderator(const Server *server, int64_t user)
{
    int64_t other;
    for (size_t i = 0; user && buffer_row(&server->moderators, i, &other, sizeof other); i++)
        if (other == user)
            return true;
    return false;
}

/* Closes the connections of users and addresses banned meanwhile. */
static void close_banned(Server *server)
{
    for (Client *client = server->clients; client; client = client->next)
        if (!client->closing &&
            (is_banned(server, BAN_ACCOUNT, (uint64_t)client->user) || is_banned(server, BAN_ADDRESS, client->address)))
            client_close(client, WSLAY_CODE_POLICY_VIOLATION, "banned");
}

void bans_follow(const Server *server, Buffer *bans)
{
    int64_t steady = steady_seconds(), now = clock_judges(&server->clock, steady);
    BanRow row;
    qsort(bans->bytes, bans->length / sizeof row, sizeof row, compare_bans);
    for (size_t i = 0; buffer_row(bans, i, &row, sizeof row); i++) {
        const BanRow *before = find_ban(&server->bans, &row);
        bool same = before && before->at == row.at && before->until == row.until;
        row.seen = same && before->seen ? before->seen : row.at > now + CLOCK_JUMP ? steady : 0;
        memcpy(bans->bytes + i * sizeof row, &row, sizeof row);
    }
}

static void take_bans(Server *server, BansAsk *ask)
{
    if (ask->bans.length)
        bans_follow(server, &ask->bans);
    buffer_free(&server->bans);
    buffer_free(&server->moderators);
    server->bans = ask->bans;
    server->moderators = ask->moderators;
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
    look->ask.now = clock_judges(&server->clock, steady_seconds());
    look->server = server;
    server->bans_asked = true;
    server->bans_looked = steady_seconds();
    store_ask(server->store, &look->ask.ask);
}

bool moderation_open(Server *server, char why[TROUBLE])
{
    BansAsk ask = {.ask = {.kind = ASK_BANS}, .now = clock_judges(&server->clock, steady_seconds())};
    bool good = store_answer_now(server->store, &ask.ask);
    snprintf(why, TROUBLE, "%s", ask.ask.trouble);
    take_bans(server, &ask);
    server->bans_looked = steady_seconds();
    return good;
}

void moderation_tick(Server *server)
{
    clock_holds(&server->clock, now_seconds(), steady_seconds());
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

/* A reported message must be in the chat: then the line of the chat itself is kept. What is not in the chat is the
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

static const char *const list_words[] = {"all", "reports", "bans", "log", "users"};
static const char *const ban_words[] = {"account", "address", "mute"};

static void add_report(Buffer *out, const void *bytes)
{
    const ReportRow *row = bytes;
    buffer_format(out, "{\"id\":%lld,\"at\":%lld,\"user\":%lld,\"name\":", (long long)row->id, (long long)row->at,
                  (long long)row->user);
    buffer_quote(out, row->name);
    buffer_literal(out, ",\"reporter\":");
    buffer_quote(out, row->reporter_name);
    buffer_literal(out, ",\"game\":");
    buffer_quote(out, row->game);
    buffer_literal(out, ",\"text\":");
    buffer_quote(out, row->text);
    buffer_literal(out, ",\"words\":");
    buffer_quote(out, row->words);
    buffer_char(out, '}');
}

static void add_ban(Buffer *out, const void *bytes)
{
    const BanRow *row = bytes;
    buffer_format(out, "{\"kind\":\"%s\",\"who\":\"%lld\",\"until\":%lld,\"name\":", ban_words[row->kind % 3],
                  (long long)row->who, (long long)row->until);
    buffer_quote(out, row->name);
    buffer_char(out, '}');
}

static void add_decision(Buffer *out, const void *bytes)
{
    const ModLogRow *row = bytes;
    buffer_format(out, "{\"at\":%lld,\"who\":", (long long)row->at);
    buffer_quote(out, row->who);
    buffer_literal(out, ",\"what\":");
    buffer_quote(out, row->what);
    buffer_char(out, '}');
}

static void add_user(Buffer *out, const void *bytes)
{
    const UserRow *row = bytes;
    buffer_format(out, "{\"user\":%lld,\"since\":%lld,\"name\":", (long long)row->id, (long long)row->created);
    buffer_quote(out, row->name);
    buffer_char(out, '}');
}

/* Marks of rows: the next page is requested by the mark of the last row. */
static void print_report_mark(Buffer *out, const void *bytes)
{
    buffer_format(out, "%lld", (long long)((const ReportRow *)bytes)->id);
}

static void print_ban_mark(Buffer *out, const void *bytes)
{
    const BanRow *row = bytes;
    buffer_format(out, "%lld.%d.%lld", (long long)row->at, (int)row->kind, (long long)row->who);
}

static void print_log_mark(Buffer *out, const void *bytes)
{
    buffer_format(out, "%lld", (long long)((const ModLogRow *)bytes)->id);
}

static void print_user_mark(Buffer *out, const void *bytes)
{
    buffer_format(out, "%lld", (long long)((const UserRow *)bytes)->id);
}

typedef struct Listing {
    ModerationList list;
    size_t offset, size; /* of the rows in the answer, and of one */
    void (*add)(Buffer *out, const void *row);
    void (*mark)(Buffer *out, const void *row);
} Listing;

static const Listing listings[] = {
    {MODERATION_REPORTS, offsetof(ModerationAsk, reports), sizeof(ReportRow), add_report, print_report_mark},
    {MODERATION_BANS, offsetof(ModerationAsk, bans), sizeof(BanRow), add_ban, print_ban_mark},
    {MODERATION_LOG, offsetof(ModerationAsk, log), sizeof(ModLogRow), add_decision, print_log_mark},
    {MODERATION_USERS, offsetof(ModerationAsk, users), sizeof(UserRow), add_user, print_user_mark}};
enum { LISTINGS = sizeof listings / sizeof *listings };

static const Buffer *rows_of(const ModerationAsk *ask, const Listing *listing)
{
    return (const Buffer *)(const void *)((const char *)ask + listing->offset);
}

static void add_rows(Buffer *out, const ModerationAsk *ask, const Listing *listing)
{
    const Buffer *rows = rows_of(ask, listing);
    buffer_format(out, "\"%s\":[", list_words[listing->list]);
    for (size_t at = 0; at < rows->length; at += listing->size) {
        if (at)
            buffer_char(out, ',');
        listing->add(out, rows->bytes + at);
    }
    buffer_literal(out, "],");
}

/* A full page may be followed by another one; the selection of reports is not. */
static void add_marks(Buffer *out, const ModerationAsk *ask)
{
    bool first = true;
    buffer_literal(out, "\"more\":{");
    for (int i = 0; i < LISTINGS; i++) {
        const Listing *listing = &listings[i];
        const Buffer *rows = rows_of(ask, listing);
        bool sample = ask->list == MODERATION_ALL && listing->list == MODERATION_REPORTS;
        if (sample || !rows->length || rows->length / listing->size < (size_t)ask->limit)
            continue;
        buffer_format(out, "%s\"%s\":\"", first ? "" : ",", list_words[listing->list]);
        listing->mark(out, rows->bytes + rows->length - listing->size);
        buffer_char(out, '"');
        first = false;
    }
    buffer_char(out, '}');
}

static void free_lists(ModerationAsk *ask)
{
    buffer_free(&ask->reports);
    buffer_free(&ask->bans);
    buffer_free(&ask->log);
    buffer_free(&ask->users);
}

static void list_is_read(Ask *ask)
{
    ListRequest *work = (ListRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    if (!ask->failed) {
        buffer_char(out, '{');
        for (int i = 0; i < LISTINGS; i++)
            if (work->ask.list == listings[i].list ||
                (work->ask.list == MODERATION_ALL && listings[i].list != MODERATION_USERS))
                add_rows(out, &work->ask, &listings[i]);
        if (work->ask.list == MODERATION_ALL)
            buffer_format(out, "\"open\":%lld,", (long long)work->ask.open);
        add_marks(out, &work->ask);
        buffer_char(out, '}');
    }
    http_resume(request, ask->failed ? error_answer(out, 503, ask->trouble) : 200, "application/json");
    free_lists(&work->ask);
    free(work);
}

/* Reads from the query which page of which list is wanted; false if there is no such list or page. */
static bool read_wish(Request *request, ModerationAsk *ask)
{
    enum { USUAL = 100, MOST = 500 };
    static const char *const keys[] = {"list", "before", "limit"};
    const char *value[3];
    char more;
    for (int i = 0; i < 3; i++)
        value[i] = MHD_lookup_connection_value(request->connection, MHD_GET_ARGUMENT_KIND, keys[i]);
    while (value[0] && strcmp(value[0], list_words[ask->list]))
        if (++ask->list > MODERATION_USERS)
            return false;
    ask->limit = value[2] ? atoi(value[2]) : USUAL;
    bool ban = ask->list == MODERATION_BANS;
    long long at = 0, kind = 0, who = 0;
    if (value[1] && (ban ? sscanf(value[1], "%18lld.%1lld.%20lld%c", &at, &kind, &who, &more) != 3
                         : sscanf(value[1], "%18lld%c", &at, &more) != 1))
        return false;
    ask->before = at;
    ask->before_kind = kind;
    ask->before_who = who;
    return ask->limit >= 1 && ask->limit <= MOST && (!value[1] || ask->list != MODERATION_ALL);
}

unsigned moderation_list(Request *request, Buffer *out)
{
    ListRequest *work = is_moderator(request->server, request->user.id) ? calloc(1, sizeof *work) : NULL;
    if (!work)
        return error_answer(out, 404, "server.nothing");
    work->ask.ask = (Ask){.kind = ASK_MODERATION, .done = list_is_read};
    work->ask.now = clock_judges(&request->server->clock, steady_seconds());
    work->request = request;
    if (!read_wish(request, &work->ask)) {
        free(work);
        return error_answer(out, 400, SAID("server.no-such-list"));
    }
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
