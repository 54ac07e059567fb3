/* routes.c — which part of the server answers a path, and with which question. http.c has checked the request, and
 * whose it is. */
#define _GNU_SOURCE
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/mail.h"
#include "server/moderation.h"
#include "server/work.h"

static unsigned get_health(Call *call)
{
    call->type = "text/plain; charset=utf-8";
    buffer_text(call->out, call->server->disk_trouble ? "the store cannot be written\n" : "ok\n");
    return call->server->disk_trouble ? 503 : 200;
}

/* A user who could read them would count his enemy's secret orders: they are the operator's, who has the key. */
static bool is_operator(const Call *call)
{
    static const char scheme[] = "Bearer ";
    const char *key = call->server->config->metrics_key, *said = http_header(call->request, "Authorization");
    uint8_t wanted[crypto_hash_sha256_BYTES], given[crypto_hash_sha256_BYTES];
    if (!key || !said || strncasecmp(said, scheme, strlen(scheme)))
        return false;
    said += strlen(scheme);
    crypto_hash_sha256(wanted, (const uint8_t *)key, strlen(key));
    crypto_hash_sha256(given, (const uint8_t *)said, strlen(said));
    return !sodium_memcmp(wanted, given, sizeof wanted);
}

static unsigned get_metrics(Call *call)
{
    if (!is_operator(call))
        return error_answer(call->out, 404, "server.nothing");
    call->type = "text/plain; version=0.0.4; charset=utf-8";
    metrics_print(call->server, call->out);
    return 200;
}

static unsigned get_session(Call *call)
{
    Request *request = call->request;
    if (!request->user.id) {
        if (!limit_take(call->server, LIMIT_GUEST, request->address))
            return error_answer(call->out, 429, "server.too-many-guests-your-address");
        return people_guest(request, call->out);
    }
    json_session(call->out, call->server, &request->user);
    return 200;
}

static unsigned post_register(Call *call)
{
    return people_register(call->server, call->request, call->body, call->out);
}
static unsigned post_login(Call *call) { return people_login(call->server, call->request, call->body, call->out); }

static unsigned post_password(Call *call) { return people_change_password(call->request, call->body, call->out); }
static unsigned post_recover(Call *call) { return people_recover(call->request, call->body, call->out); }
static unsigned post_remove(Call *call) { return people_remove_account(call->request, call->body, call->out); }
static unsigned get_sessions(Call *call) { return people_sessions(call->request, call->out); }

/* {"everywhere":true}: every other browser of his, too. */
static unsigned post_logout(Call *call)
{
    return people_log_out(call->request, json_is_true(json_object_get(call->body, "everywhere")), call->out);
}

static unsigned post_settings(Call *call) { return people_settings(call->request, call->body, call->out); }

static unsigned get_push(Call *call) { return push_key(call->server, call->out); }
static unsigned post_push(Call *call) { return push_subscribe(call->request, call->body, call->out); }

static unsigned get_games(Call *call) { return lobby_games(call->request, call->out); }

static unsigned post_games(Call *call)
{
    if (!limit_take(call->server, LIMIT_CREATE, call->request->address))
        return error_answer(call->out, 429, "server.too-many-new-games-wait");
    return lobby_create(call->request, call->body, call->out);
}

static bool read_row(Call *call, const char *id, GameRow *row)
{
    const char *invite = MHD_lookup_connection_value(call->request->connection, MHD_GET_ARGUMENT_KIND, "invite");
    const Table *table = table_find(call->server, id);
    const VisitAsk *visit = &call->request->coming->visit;
    if (table)
        table_kept_row(table, row);
    else if (visit->found)
        *row = visit->row;
    else
        return false;
    return may_watch(row, call->request->user.id, invite);
}

/* A link outlives its game: it shows what became of it. */
static unsigned no_game(Call *call, const char *id)
{
    const VisitAsk *visit = &call->request->coming->visit;
    char words[200], date[16];
    if (table_find(call->server, id) || !visit->gone)
        return error_answer(call->out, 404, "server.no-such-game");
    time_t when = (time_t)visit->gone_at;
    struct tm parts;
    gmtime_r(&when, &parts);
    strftime(date, sizeof date, "%Y-%m-%d", &parts);
    const char *format =
        visit->why == GONE_UNPLAYED ? SAID("server.nobody-gave-order-game-cleared") : SAID("server.game-removed");
    snprintf(words, sizeof words, translation_words(call->out->translation, format), date);
    return error_answer(call->out, 410, words);
}

static unsigned get_game(Call *call, const GameRow *row)
{
    json_game(call->server, call->out, row, call->request->user.id, call->request->language, true);
    return 200;
}

typedef struct JournalRequest {
    JournalAsk journal;
    Request *request;
    VisitAsk origin; /* of a what-if: the game it comes from */
} JournalRequest;

static void journal_is_read(Ask *ask)
{
    JournalRequest *work = (JournalRequest *)ask;
    Request *request = work->request;
    cost_debit(request->server, request->user.id, request->address, ask->spent);
    if (ask->failed) {
        http_resume(request, error_answer(&request->answer, 500, "server.journal-cannot-read"), "application/json");
        buffer_free(&work->journal.text);
    } else {
        buffer_free(&request->answer);
        request->answer = work->journal.text;
        http_resume(request, 200, "text/plain; charset=utf-8");
    }
    free(work);
}

static JournalRequest *journal_request(Call *call, const GameRow *row)
{
    JournalRequest *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    work->journal = (JournalAsk){.ask = {.kind = ASK_JOURNAL, .done = journal_is_read}, .number = row->number};
    work->request = call->request;
    return work;
}

static unsigned get_journal(Call *call, const GameRow *row)
{
    if (!row->over)
        return error_answer(call->out, 403, "server.journal-shown-when-game-over");
    if (row->branch_length)
        return error_answer(call->out, 403, "server.no-journal-own-take-game");
    JournalRequest *work = journal_request(call, row);
    if (!work)
        return error_answer(call->out, 500, "server.journal-cannot-read");
    http_suspend(call->request);
    store_ask(call->server->store, &work->journal.ask);
    return LATER;
}

/* While the game that a what-if comes from goes on, its lines would reveal what the others hid there. */
static void origin_is_known(Ask *ask)
{
    JournalRequest *work = (JournalRequest *)(void *)((char *)ask - offsetof(JournalRequest, origin.ask));
    Request *request = work->request;
    const Table *table = table_find(request->server, work->origin.game);
    bool over = table ? table->shown.over : !work->origin.found || work->origin.row.over;
    buffer_free(&work->origin.note);
    buffer_free(&work->origin.blocks);
    if (!ask->failed && !request->server->stopping && over) {
        store_ask(request->server->store, &work->journal.ask);
        return;
    }
    http_resume(request,
                ask->failed ? error_answer(&request->answer, 500, "server.journal-cannot-read")
                            : error_answer(&request->answer, 403, SAID("server.origin-of-branch-goes-on")),
                "application/json");
    free(work);
}

/* All lines of a what-if, for its owner's board. They are rolled with two seeds, so they are no journal that could be
 * audited. */
static unsigned get_moves(Call *call, const GameRow *row)
{
    if (!row->branch_length || row->owner != call->request->user.id)
        return error_answer(call->out, 404, "server.nothing");
    JournalRequest *work = journal_request(call, row);
    if (!work)
        return error_answer(call->out, 500, "server.journal-cannot-read");
    work->origin.ask = (Ask){.kind = ASK_VISIT, .done = origin_is_known};
    memcpy(work->origin.game, row->origin, sizeof work->origin.game);
    http_suspend(call->request);
    store_ask(call->server->store, &work->origin.ask);
    return LATER;
}

/* A picture's viewer: a seat of the asker's, with several the one whose curtain he sits behind; else a spectator. */
static int viewer_of(const GameRow *row, int64_t user)
{
    for (int side = 0; side < row->sides; side++) {
        if (!held_by(&row->seat[side], user))
            continue;
        int behind = row->seat[side].curtain - 1;
        return behind >= 0 && behind < row->sides && held_by(&row->seat[behind], user) ? behind : side;
    }
    return SPECTATOR;
}

static unsigned get_picture(Call *call, const GameRow *row, uint16_t plan, const char *format)
{
    if (!limit_take(call->server, LIMIT_CREATE, call->request->address))
        return error_answer(call->out, 429, "server.too-many-pictures-wait-minute");
    Table *table = table_lay(call->server, row);
    if (pool_refuses(&call->server->pictures, call->request->user.id))
        return error_answer(call->out, 429, "server.too-many-pictures-wait-minute");
    if (!table || !picture_job(call->request, table, viewer_of(row, call->request->user.id), plan, format))
        return error_answer(call->out, 500, "server.picture-cannot-drawn");
    return LATER;
}

/* "/plan-12.pdf": its number and what stands behind the dot; 0 of anything else. */
static int plan_named(const char *path, const char **format)
{
    char *end;
    if (strncmp(path, "/plan-", strlen("/plan-")))
        return 0;
    long plan = strtol(path + strlen("/plan-"), &end, 10);
    *format = end + 1;
    bool known = *end == '.' && (!strcmp(end + 1, "svg") || !strcmp(end + 1, "png") || !strcmp(end + 1, "pdf"));
    return known && plan > 0 && plan <= UINT16_MAX ? (int)plan : 0;
}

/* /api/games/ID and everything below it. */
static unsigned get_below_game(Call *call)
{
    char id[GAME_ID];
    const char *slash = strchr(call->rest, '/');
    size_t length = slash ? (size_t)(slash - call->rest) : strlen(call->rest);
    GameRow row;
    if (!length || length >= sizeof id || !call->request->coming)
        return error_answer(call->out, 404, "server.no-such-game");
    memcpy(id, call->rest, length);
    id[length] = '\0';
    if (!read_row(call, id, &row))
        return no_game(call, id);
    if (!slash)
        return get_game(call, &row);
    if (!strcmp(slash, "/journal"))
        return get_journal(call, &row);
    if (!strcmp(slash, "/moves"))
        return get_moves(call, &row);
    if (!strcmp(slash, "/picture.svg") || !strcmp(slash, "/picture.png") || !strcmp(slash, "/picture.pdf"))
        return get_picture(call, &row, 0, slash + strlen("/picture."));
    const char *format;
    int plan = plan_named(slash, &format);
    if (plan)
        return get_picture(call, &row, (uint16_t)plan, format);
    return error_answer(call->out, 404, "server.nothing");
}

static const struct BelowGame {
    const char *path;
    unsigned (*answer)(Request *request, const char *id, json_t *body, Buffer *out);
} below_game[] = {
    {"/join", seat_join},         {"/leave", seat_leave},  {"/offer", seat_offer},
    {"/kick", seat_kick},         {"/mute", seat_mute},    {"/computer", seat_machine_plays},
    {"/vacation", seat_vacation}, {"/name", archive_name},
};

static unsigned post_below_game(Call *call)
{
    char id[GAME_ID];
    const char *slash = strchr(call->rest, '/');
    size_t length = slash ? (size_t)(slash - call->rest) : 0;
    if (!length || length >= sizeof id)
        return error_answer(call->out, 404, "server.nothing");
    memcpy(id, call->rest, length);
    id[length] = '\0';
    for (size_t i = 0; i < sizeof below_game / sizeof *below_game; i++)
        if (!strcmp(slash, below_game[i].path))
            return below_game[i].answer(call->request, id, call->body, call->out);
    if (!strcmp(slash, "/forget"))
        return archive_forget(call->request, id, call->out);
    if (!strcmp(slash, "/analyse")) {
        GameRow row;
        if (!limit_take(call->server, LIMIT_CREATE, call->request->address))
            return error_answer(call->out, 429, "server.too-many-new-games-wait");
        return read_row(call, id, &row) ? campaign_ask(call->request, &row, call->out) : no_game(call, id);
    }
    bool again = !strcmp(slash, "/rematch");
    if (again || !strcmp(slash, "/branch")) {
        if (!limit_take(call->server, LIMIT_CREATE, call->request->address))
            return error_answer(call->out, 429, "server.too-many-new-games-wait");
        return (again ? lobby_rematch : lobby_branch)(call->request, id, call->body, call->out);
    }
    return error_answer(call->out, 404, "server.nothing");
}

static unsigned get_profile(Call *call)
{
    const char *name = MHD_lookup_connection_value(call->request->connection, MHD_GET_ARGUMENT_KIND, "name");
    return profile_answer(call->request, name ? name : call->request->user.name, call->out);
}

static unsigned get_queue(Call *call) { return queue_look(call->request, call->out); }

static unsigned post_queue(Call *call)
{
    if (!limit_take(call->server, LIMIT_CREATE, call->request->address))
        return error_answer(call->out, 429, "server.too-many-new-games-wait");
    return queue_join(call->request, call->body, call->out);
}

static unsigned get_mail(Call *call) { return mail_settings(call->request, call->out); }
static unsigned post_mail(Call *call) { return mail_change(call->request, call->body, call->out); }

static const char *key_of(const Call *call)
{
    return MHD_lookup_connection_value(call->request->connection, MHD_GET_ARGUMENT_KIND, "key");
}

static unsigned mail_question(Call *call, bool stop)
{
    unsigned status = mail_page(call->request, key_of(call), stop, call->out);
    if (status == 200)
        call->type = "text/html; charset=utf-8";
    return status;
}

static unsigned ask_to_confirm(Call *call) { return mail_question(call, false); }
static unsigned ask_to_stop(Call *call) { return mail_question(call, true); }
static unsigned confirm_mail(Call *call) { return mail_confirm(call->request, key_of(call), call->out); }
static unsigned stop_mail(Call *call) { return mail_stop(call->request, key_of(call), call->out); }

static unsigned post_report(Call *call) { return moderation_report(call->request, call->body, call->out); }
static unsigned get_moderation(Call *call) { return moderation_list(call->request, call->out); }
static unsigned post_moderation(Call *call) { return moderation_act(call->request, call->body, call->out); }

static unsigned get_blocks(Call *call) { return blocks_list(call->request, call->out); }
static unsigned post_blocks(Call *call) { return blocks_set(call->request, call->body, call->out); }

static unsigned post_handover(Call *call)
{
    if (!limit_take(call->server, LIMIT_CREATE, call->request->address))
        return error_answer(call->out, 429, "server.too-many-new-games-wait");
    return handover_take(call->request, call->body, call->out);
}

/* For tests alone: so many seconds pass for the clocks of games. */
static unsigned post_clock(Call *call)
{
    if (!call->server->config->test_clock)
        return error_answer(call->out, 404, "server.nothing");
    call->server->test_seconds += json_integer_value(json_object_get(call->body, "seconds"));
    buffer_format(call->out, "{\"uptime\":%lld}", (long long)uptime(call->server));
    return 200;
}

static unsigned post_work(Call *call) { return work_answer(call->request, call->body, call->out); }
static unsigned get_campaigns(Call *call) { return campaigns_list(call->request, call->out); }
static unsigned get_campaign(Call *call) { return campaign_show(call->request, call->rest, call->out); }

static const Route routes[] = {
    {"GET", "/healthz", false, NEEDS_NOBODY, get_health},
    {"GET", "/metrics", false, NEEDS_NOBODY, get_metrics},
    {"GET", "/api/session", false, NEEDS_ANYBODY, get_session},
    {"GET", "/api/games", false, NEEDS_ANYBODY, get_games},
    {"GET", "/api/games/", true, NEEDS_ANYBODY, get_below_game},
    {"POST", "/api/register", false, NEEDS_USER, post_register},
    {"POST", "/api/login", false, NEEDS_ANYBODY, post_login},
    {"POST", "/api/logout", false, NEEDS_USER, post_logout},
    {"POST", "/api/password", false, NEEDS_USER, post_password},
    {"POST", "/api/recover", false, NEEDS_ANYBODY, post_recover},
    {"POST", "/api/account/remove", false, NEEDS_USER, post_remove},
    {"GET", "/api/sessions", false, NEEDS_USER, get_sessions},
    {"POST", "/api/settings", false, NEEDS_USER, post_settings},
    {"GET", "/api/profile", false, NEEDS_ANYBODY, get_profile},
    {"GET", "/api/queue", false, NEEDS_USER, get_queue},
    {"POST", "/api/queue", false, NEEDS_USER, post_queue},
    {"GET", "/api/mail", false, NEEDS_USER, get_mail},
    {"POST", "/api/mail", false, NEEDS_USER, post_mail},
    {"GET", "/api/mail/confirm", false, NEEDS_KEY, ask_to_confirm},
    {"POST", "/api/mail/confirm", false, NEEDS_KEY, confirm_mail},
    {"GET", "/api/mail/stop", false, NEEDS_KEY, ask_to_stop},
    {"POST", "/api/mail/stop", false, NEEDS_KEY, stop_mail},
    {"POST", "/api/reports", false, NEEDS_USER, post_report},
    {"GET", "/api/moderation", false, NEEDS_USER, get_moderation},
    {"POST", "/api/moderation", false, NEEDS_USER, post_moderation},
    {"GET", "/api/blocks", false, NEEDS_USER, get_blocks},
    {"POST", "/api/blocks", false, NEEDS_USER, post_blocks},
    {"POST", "/api/test/clock", false, NEEDS_USER, post_clock},
    {"GET", "/api/push", false, NEEDS_NOBODY, get_push},
    {"POST", "/api/push", false, NEEDS_USER, post_push},
    {"POST", "/api/work", false, NEEDS_NOBODY, post_work},
    {"GET", "/api/campaigns", false, NEEDS_ANYBODY, get_campaigns},
    {"GET", "/api/campaigns/", true, NEEDS_ANYBODY, get_campaign},
    {"POST", "/api/handover", false, NEEDS_USER, post_handover},
    {"POST", "/api/games", false, NEEDS_USER, post_games},
    {"POST", "/api/games/", true, NEEDS_USER, post_below_game},
};

const Route *route_of(const char *method, const char *url)
{
    for (size_t i = 0; i < sizeof routes / sizeof *routes; i++) {
        const Route *route = &routes[i];
        bool matches = route->below ? !strncmp(url, route->path, strlen(route->path)) && url[strlen(route->path)]
                                    : !strcmp(url, route->path);
        if (matches && !strcmp(route->method, method))
            return route;
    }
    return NULL;
}
