/* campaigns.c — campaigns as a browser sees them: the list, and one with its curve. And the analysis that a player asks
 * for. */
#define _GNU_SOURCE
#include <math.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/pairs.h"
#include "server/work.h"

/* ---- a campaign as JSON ---- */

static void add_quoted(Buffer *out, const char *name, const char *text)
{
    buffer_format(out, ",\"%s\":", name);
    buffer_quote(out, text);
}

static void add_campaign(Server *server, Buffer *out, const CampaignRow *row)
{
    const Known *known = scenario_known(server, row->scenario);
    buffer_format(out,
                  "{\"number\":%lld,\"kind\":\"%s\",\"state\":\"%s\",\"created\":%lld,\"ended\":%lld,\"units\":%lld,"
                  "\"counted\":%lld,\"low\":%lld,\"high\":%lld,\"milliseconds\":%lld,\"timed\":%lld,\"player\":%s",
                  (long long)row->number, campaign_kind_word[row->kind], campaign_state_word[row->state],
                  (long long)row->created, (long long)row->ended, (long long)row->units, (long long)row->counted,
                  (long long)row->low, (long long)row->high, (long long)row->milliseconds, (long long)row->timed,
                  row->priority == PRIORITY_PLAYER ? "true" : "false");
    add_quoted(out, "name", row->name);
    add_quoted(out, "scenario", row->scenario);
    add_quoted(out, "title", known ? translation_words(out->translation, known->scenario->title) : row->scenario);
    add_quoted(out, "players", row->players);
    add_quoted(out, "options", row->options);
    add_quoted(out, "verdict", row->verdict);
    add_quoted(out, "game", row->game);
    buffer_char(out, '}');
}

/* A campaign that one user asked for is visible to him alone. */
static bool may_see(const CampaignRow *row, int64_t user) { return !row->owner || row->owner == user; }

typedef struct ListRequest {
    CampaignsAsk ask;
    Request *request;
} ListRequest;

static void list_is_read(Ask *ask)
{
    ListRequest *work = (ListRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    CampaignRow row;
    unsigned status = 200;
    cost_debit(request->server, request->user.id, request->address, ask->spent);
    buffer_clear(out);
    buffer_literal(out, "{\"campaigns\":[");
    for (size_t i = 0; buffer_row(&work->ask.rows, i, &row, sizeof row); i++) {
        if (i)
            buffer_char(out, ',');
        add_campaign(request->server, out, &row);
    }
    buffer_literal(out, "]}");
    if (ask->failed || work->ask.rows.failed)
        status = error_answer(out, 503, SAID("server.work-store-trouble"));
    buffer_free(&work->ask.rows);
    free(work);
    http_resume(request, status, "application/json");
}

unsigned campaigns_list(Request *request, Buffer *out)
{
    ListRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->ask = (CampaignsAsk){.ask = {.kind = ASK_CAMPAIGNS, .done = list_is_read}, .user = request->user.id};
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->ask.ask);
    return LATER;
}

/* ---- one of them ---- */

/* JSON knows neither infinity nor NaN. */
static void add_real(Buffer *out, const char *name, double number)
{
    buffer_format(out, "\"%s\":", name);
    if (isfinite(number))
        buffer_format(out, "%.5f", number);
    else
        buffer_literal(out, "null");
}

static void add_interval(Buffer *out, Interval interval)
{
    add_real(out, "share", interval.mean);
    buffer_char(out, ',');
    add_real(out, "low", interval.low);
    buffer_char(out, ',');
    add_real(out, "high", interval.high);
}

static long pairs_of(const Tally *tally, int player, long *halves)
{
    long pairs = 0;
    *halves = 0;
    for (int i = 0; i < PAIR_OUTCOMES; i++) {
        pairs += (long)tally->outcome[player][i];
        *halves += (long)tally->outcome[player][i] * i;
    }
    return pairs;
}

/* The share whose course is drawn: of a match the first player's, of balance the first side's. */
static Interval drawn_share(const CampaignRow *row, const Tally *tally)
{
    long halves, pairs = pairs_of(tally, 0, &halves);
    if (row->kind == CAMPAIGN_BALANCE)
        return wilson((long)(2 * tally->wins[0] + tally->wins[SIDES]), (long)(tally->units - tally->failed));
    return wilson(halves, 2 * pairs);
}

static double ratio_of(const CampaignRow *row, const Tally *tally)
{
    long outcome[PAIR_OUTCOMES];
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        outcome[i] = (long)tally->outcome[0][i];
    return pairs_ratio(outcome, (double)row->low / 100, (double)row->high / 100);
}

static void add_point(Buffer *out, const CampaignRow *row, const Tally *tally, bool first)
{
    buffer_format(out, "%s{\"units\":%lld,", first ? "" : ",", (long long)tally->units);
    add_interval(out, drawn_share(row, tally));
    if (row->high) {
        buffer_char(out, ',');
        add_real(out, "ratio", ratio_of(row, tally));
    }
    buffer_char(out, '}');
}

static void add_curve(Buffer *out, const CampaignAsk *asked)
{
    Tally tally;
    buffer_literal(out, ",\"curve\":[");
    for (size_t at = 0; buffer_row(&asked->curve, at, &tally, sizeof tally); at++)
        add_point(out, &asked->row, &tally, !at);
    buffer_char(out, ']');
}

/* One player's share against the first one. */
static void add_player(Buffer *out, const char *name, size_t length, long halves, long pairs)
{
    buffer_literal(out, "{\"player\":");
    buffer_quote_bytes(out, name, length);
    buffer_format(out, ",\"pairs\":%ld,", pairs);
    add_interval(out, wilson(halves, 2 * pairs));
    buffer_char(out, '}');
}

static void add_players(Buffer *out, const CampaignRow *row, const Tally *tally)
{
    const char *at = row->players;
    buffer_literal(out, ",\"shares\":[");
    for (int i = 0; i < campaign_tuned(row) && at; i++) {
        long halves, pairs = pairs_of(tally, i, &halves);
        if (row->kind == CAMPAIGN_TUNE) {
            at = strchr(at, ',');
            at += at != NULL;
        }
        if (at) {
            buffer_text(out, i ? "," : "");
            add_player(out, at, strcspn(at, ","), halves, pairs);
        }
    }
    buffer_char(out, ']');
}

static void add_sides(Server *server, Buffer *out, const CampaignRow *row, const Tally *tally)
{
    const Known *known = scenario_known(server, row->scenario);
    long games = (long)(tally->units - tally->failed) * (row->kind == CAMPAIGN_BALANCE ? 1 : 2);
    buffer_literal(out, ",\"sides\":[");
    for (int side = 0; known && side < known->scenario->sides; side++) {
        buffer_text(out, side ? ",{\"name\":" : "{\"name\":");
        buffer_quote(out, translation_words(out->translation, known->scenario->side_name[side]));
        buffer_format(out, ",\"won\":%lld,", (long long)tally->wins[side]);
        add_real(out, "points", games ? (double)tally->points[side] / (double)games : 0);
        buffer_char(out, ',');
        add_interval(out, wilson((long)(2 * tally->wins[side] + tally->wins[SIDES]), games));
        buffer_char(out, '}');
    }
    buffer_format(out, "],\"drawn\":%lld,\"games\":%ld", (long long)tally->wins[SIDES], games);
}

/* The server takes the worker's text as it is: the browser reads it, if it can. */
static void add_analysis(Buffer *out, const CampaignAsk *asked)
{
    if (!asked->analysis.length)
        return;
    buffer_literal(out, ",\"analysis\":");
    buffer_quote_bytes(out, asked->analysis.bytes, asked->analysis.length);
}

static void add_whole(Server *server, Buffer *out, const CampaignAsk *asked)
{
    const CampaignRow *row = &asked->row;
    Tally tally;
    tally_read(row->tally, &tally);
    buffer_literal(out, "{\"campaign\":");
    add_campaign(server, out, row);
    buffer_format(out, ",\"waiting\":%lld,\"leased\":%lld,\"failed\":%lld,\"orders\":%lld", (long long)asked->waiting,
                  (long long)asked->leased, (long long)tally.failed, (long long)tally.orders);
    if (row->kind == CAMPAIGN_ANALYSE) {
        add_analysis(out, asked);
    } else {
        add_sides(server, out, row, &tally);
        if (row->kind != CAMPAIGN_BALANCE)
            add_players(out, row, &tally);
        if (row->kind != CAMPAIGN_TUNE)
            add_curve(out, asked);
        if (row->high) {
            buffer_char(out, ',');
            add_real(out, "ratio", ratio_of(row, &tally));
        }
    }
    buffer_char(out, '}');
}

typedef struct ShowRequest {
    CampaignAsk ask;
    Request *request;
} ShowRequest;

static void campaign_is_read(Ask *ask)
{
    ShowRequest *work = (ShowRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    unsigned status = 200;
    cost_debit(request->server, request->user.id, request->address, ask->spent);
    buffer_clear(out);
    if (ask->failed || work->ask.curve.failed || work->ask.analysis.failed)
        status = error_answer(out, 503, SAID("server.work-store-trouble"));
    else if (!work->ask.found || !may_see(&work->ask.row, request->user.id))
        status = error_answer(out, 404, SAID("server.no-such-campaign"));
    else
        add_whole(request->server, out, &work->ask);
    buffer_free(&work->ask.curve);
    buffer_free(&work->ask.analysis);
    free(work);
    http_resume(request, status, "application/json");
}

unsigned campaign_show(Request *request, const char *number, Buffer *out)
{
    char *end;
    ShowRequest *work = NULL;
    long long wanted = strtoll(number, &end, 10);
    if (*end || end - number > 15 || wanted < 1)
        return error_answer(out, 404, SAID("server.no-such-campaign"));
    work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->ask = (CampaignAsk){.ask = {.kind = ASK_CAMPAIGN, .done = campaign_is_read}, .number = wanted};
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->ask.ask);
    return LATER;
}

/* ---- a player's request for an analysis ---- */

typedef struct AnalysisRequest {
    CampaignsAsk ask;
    Request *request;
    CampaignRow row;
} AnalysisRequest;

static unsigned analysis_is_asked(Settling *settling)
{
    buffer_literal(&settling->request->answer, "{\"ok\":true}");
    return 200;
}

static void others_are_known(Ask *ask)
{
    AnalysisRequest *work = (AnalysisRequest *)ask;
    Request *request = work->request;
    CampaignRow row;
    bool runs = false;
    for (size_t i = 0; buffer_row(&work->ask.rows, i, &row, sizeof row); i++)
        runs |= row.state == CAMPAIGN_RUNS;
    Settling *settling = ask->failed || runs ? NULL : calloc(1, sizeof *settling);
    if (settling) {
        write_campaign(&settling->entry, &work->row);
        http_settle(settling, request, analysis_is_asked);
    } else {
        unsigned status = runs ? error_answer(&request->answer, 429, SAID("server.analysis-runs"))
                               : error_answer(&request->answer, 503, SAID("server.work-store-trouble"));
        http_resume(request, status, "application/json");
    }
    buffer_free(&work->ask.rows);
    free(work);
}

/* The program id as workers with our program send it. */
static void own_program(const Server *server, char out[PROGRAM_ID])
{
    const Scenario *all[KNOWN_MAX];
    for (int i = 0; i < server->known_count; i++)
        all[i] = server->known[i].scenario;
    program_print(all, server->known_count, out);
}

unsigned campaign_ask(Request *request, const GameRow *game, Buffer *out)
{
    if (!game->over)
        return error_answer(out, 403, SAID("server.journal-shown-when-game-over"));
    if (game->branch_length)
        return error_answer(out, 403, SAID("server.no-journal-own-take-game"));
    AnalysisRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->ask =
        (CampaignsAsk){.ask = {.kind = ASK_CAMPAIGNS, .done = others_are_known}, .user = request->user.id, .own = true};
    work->request = request;
    CampaignRow *row = &work->row;
    *row = (CampaignRow){.kind = CAMPAIGN_ANALYSE,
                         .priority = PRIORITY_PLAYER,
                         .owner = request->user.id,
                         .created = now_seconds(),
                         .units = 1,
                         .one_in = CHECK_USUAL};
    random_name(row->token, CAMPAIGN_TOKEN - 1);
    randombytes_buf(row->secret, sizeof row->secret);
    snprintf(row->scenario, sizeof row->scenario, "%s", game->scenario);
    snprintf(row->game, sizeof row->game, "%s", game->id);
    own_program(request->server, row->program);
    http_suspend(request);
    store_ask(request->server->store, &work->ask.ask);
    return LATER;
}
