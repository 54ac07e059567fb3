/* results.c — the results of games between accounts, and the ratings that follow from them.
 *
 * When a game is over and that is kept, the store is asked about both players; the result goes into it once, however
 * often that is tried, and one result after the other, for each changes the ratings that the next begins with. If
 * another node has changed one of them meanwhile, the store is asked again. A game is rated if it was made so. One that
 * was given up before both sides had given an order is not. Rated games over without a result, since a server ended
 * before it was there, are looked for at the start and from time to time. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/glicko.h"
#include "server/node.h"

struct Recording {
    RatingAsk ask;
    Recording *next;
    Server *server;
    char game[GAME_ID];
    int winner; /* NO_SIDE: a draw */
    bool rated;
};

/* The entry of a recording. */
typedef struct Recorded {
    WriteSet entry;
    Recording *recording;
} Recorded;

static Rating rating_of(const RatingRow *row)
{
    if (!row->games)
        return RATING_NEW;
    return (Rating){(double)row->rating / 100, (double)row->deviation / 100, (double)row->volatility / 1000000};
}

static void write_one_result(WriteSet *entry, const Recording *recording, int i, int64_t now)
{
    const RatingAsk *ask = &recording->ask;
    RatingRow own = ask->rating[i], before = own;
    int outcome = recording->winner == NO_SIDE ? 1 : recording->winner == i ? 2 : 0;
    if (recording->rated) {
        Rating after = rating_after(rating_of(&own), rating_of(&ask->rating[!i]), outcome / 2.0,
                                    own.games ? (double)(now - own.at) / DAY : 0);
        own.rating = llround(after.rating * 100);
        own.deviation = llround(after.deviation * 100);
        own.volatility = llround(after.volatility * 1000000);
        own.games++;
        own.at = now;
    }
    Rating known = rating_of(&before);
    ResultRow result = {.user = ask->user[i].id,
                        .opponent = ask->user[!i].id,
                        .outcome = outcome,
                        .rated = recording->rated,
                        .before = llround(known.rating * 100),
                        .after = recording->rated ? own.rating : llround(known.rating * 100),
                        .at = now};
    snprintf(result.game, sizeof result.game, "%s", recording->game);
    snprintf(result.scenario, sizeof result.scenario, "%s", ask->scenario);
    snprintf(result.side, sizeof result.side, "%s", ask->side[i]);
    write_result(entry, &result);
    if (recording->rated)
        write_rating(entry, ask->user[i].id, ask->scenario, ask->side[i], &own, before.games);
}

static void players_are_known(Ask *ask);

static void ask_for_players(Recording *recording)
{
    RatingAsk *ask = &recording->ask;
    memset(ask->user, 0, sizeof ask->user);
    memset(ask->rating, 0, sizeof ask->rating);
    ask->ask = (Ask){.kind = ASK_RATING, .done = players_are_known};
    store_ask(recording->server->store, &ask->ask);
}

/* The first of the waiting results is done, and the next one begins. One that failed may be tried again. */
static void recording_ends(Recording *recording, bool failed)
{
    Server *server = recording->server;
    Table *table = failed ? table_find(server, recording->game) : NULL;
    if (table)
        table->recorded = false;
    server->recordings = recording->next;
    free(recording);
    if (server->recordings)
        ask_for_players(server->recordings);
}

static void result_is_kept(WriteSet *entry)
{
    Recorded *recorded = (Recorded *)entry;
    Recording *recording = recorded->recording;
    bool lost = entry->verdict == VERDICT_LOST, failed = entry->verdict != VERDICT_KEPT && !lost;
    if (failed)
        log_line(LEVEL_ERROR, "result", "game=%s note=\"%s\"", recording->game, entry->trouble);
    entry_clear(entry);
    free(recorded);
    if (lost && !recording->server->stopping) /* the result is there, or it follows from another rating now */
        ask_for_players(recording);
    else
        recording_ends(recording, failed);
}

static void players_are_known(Ask *ask)
{
    Recording *recording = (Recording *)ask;
    const RatingAsk *rating = &recording->ask;
    Server *server = recording->server;
    bool accounts = rating->user[0].password[0] && rating->user[1].password[0];
    if (!ask->failed && (rating->recorded || !accounts)) {
        recording_ends(recording, false);
        return;
    }
    Recorded *recorded = ask->failed || server->disk_trouble ? NULL : calloc(1, sizeof *recorded);
    if (!recorded) {
        recording_ends(recording, true);
        return;
    }
    *recorded = (Recorded){{.done = result_is_kept}, recording};
    int64_t now = now_seconds();
    for (int i = 0; i < 2; i++)
        write_one_result(&recorded->entry, recording, i, now);
    store_add(server->store, &recorded->entry);
}

void results_close(Server *server)
{
    while (server->recordings) {
        Recording *next = server->recordings->next;
        free(server->recordings);
        server->recordings = next;
    }
}

/* ---- results that are missing ---- */

typedef struct Missing {
    DueAsk due;
    Server *server;
} Missing;

static void missing_are_known(Ask *ask)
{
    Missing *missing = (Missing *)ask;
    Server *server = missing->server;
    DueRow row;
    for (size_t i = 0; !server->stopping && buffer_row(&missing->due.rows, i, &row, sizeof row); i++) {
        Table *table = table_find(server, row.id);
        if (table)
            result_record(table);
        else
            table_wake(server, row.id);
    }
    buffer_free(&missing->due.rows);
    free(missing);
}

void results_look(Server *server)
{
    Missing *missing = server->disk_trouble || !node_leads(server) ? NULL : calloc(1, sizeof *missing);
    if (!missing)
        return;
    missing->due.ask = (Ask){.kind = ASK_UNRECORDED, .done = missing_are_known};
    missing->server = server;
    store_ask(server->store, &missing->due.ask);
}

void result_record(Table *table)
{
    const GameRow *row = &table->row;
    const SeatRow *seat = row->seat;
    if (table->recorded || !row->over || !table->game || row->branch_length || row->sides != 2 ||
        seat[0].kind != SEAT_HUMAN || seat[1].kind != SEAT_HUMAN || seat[0].user == seat[1].user)
        return;
    Recording *recording = calloc(1, sizeof *recording);
    if (!recording)
        return;
    table->recorded = true;
    bool played = game_resigned(table->game) == NO_SIDE || table->deliveries.gave == 3;
    recording->server = table->server;
    recording->winner = game_position(table->game)->winner;
    recording->rated = row->terms.rated && played;
    memcpy(recording->game, row->id, sizeof recording->game);
    memcpy(recording->ask.game, row->id, sizeof recording->ask.game);
    memcpy(recording->ask.scenario, row->scenario, sizeof recording->ask.scenario);
    for (int side = 0; side < 2; side++) {
        recording->ask.id[side] = seat[side].user;
        memcpy(recording->ask.side[side], seat[side].side, sizeof recording->ask.side[side]);
    }
    Recording **last = &table->server->recordings;
    while (*last)
        last = &(*last)->next;
    *last = recording;
    if (table->server->recordings == recording)
        ask_for_players(recording);
}

/* ---- the profile of an account ---- */

typedef struct ProfileRequest {
    ProfileAsk profile;
    Request *request;
} ProfileRequest;

static const char *title_of(const Request *request, const char *scenario)
{
    const Known *known = scenario_known(request->server, scenario);
    if (!known)
        return scenario;
    return translation_words(translation_of(request->server, request->language, known->scenario->system),
                             known->scenario->title);
}

static const char *side_of(const Request *request, const char *scenario, const char *word)
{
    const Known *known = scenario_known(request->server, scenario);
    for (int side = 0; known && side < known->scenario->sides; side++)
        if (!strcmp(known->scenario->side_word[side], word))
            return translation_words(translation_of(request->server, request->language, known->scenario->system),
                                     known->scenario->side_name[side]);
    return word;
}

static void add_place(Buffer *out, const Request *request, const char *scenario, const char *side)
{
    buffer_literal(out, "\"scenario\":");
    buffer_quote(out, scenario);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, title_of(request, scenario));
    buffer_literal(out, ",\"side\":");
    buffer_quote(out, side_of(request, scenario, side));
}

static void add_ratings(Buffer *out, const Request *request, const Buffer *rows)
{
    buffer_literal(out, ",\"ratings\":[");
    for (size_t at = 0; at < rows->length; at += sizeof(RatedRow)) {
        RatedRow row;
        memcpy(&row, rows->bytes + at, sizeof row);
        buffer_text(out, at ? ",{" : "{");
        add_place(out, request, row.scenario, row.side);
        buffer_format(out, ",\"rating\":%lld,\"deviation\":%lld,\"games\":%lld}",
                      (long long)(row.rating.rating + 50) / 100, (long long)(row.rating.deviation + 50) / 100,
                      (long long)row.rating.games);
    }
    buffer_char(out, ']');
}

static void add_results(Buffer *out, const Request *request, const Buffer *rows)
{
    static const char *const words[] = {"lost", "drawn", "won"};
    buffer_literal(out, ",\"results\":[");
    for (size_t at = 0; at < rows->length; at += sizeof(ResultRow)) {
        ResultRow row;
        memcpy(&row, rows->bytes + at, sizeof row);
        buffer_text(out, at ? ",{\"game\":" : "{\"game\":");
        buffer_quote(out, row.game);
        buffer_char(out, ',');
        add_place(out, request, row.scenario, row.side);
        buffer_literal(out, ",\"opponent\":");
        buffer_quote(out, row.name);
        buffer_format(out, ",\"result\":\"%s\",\"rated\":%s,\"before\":%lld,\"after\":%lld,\"at\":%lld}",
                      words[row.outcome % 3], row.rated ? "true" : "false", (long long)(row.before + 50) / 100,
                      (long long)(row.after + 50) / 100, (long long)row.at);
    }
    buffer_char(out, ']');
}

static unsigned answer_profile(const ProfileRequest *work, Buffer *out)
{
    const UserRow *user = &work->profile.user;
    if (work->profile.ask.failed)
        return error_answer(out, 503, work->profile.ask.trouble);
    if (!user->id)
        return error_answer(out, 404, "server.no-such-account");
    buffer_format(out, "{\"user\":%lld,\"name\":", (long long)user->id);
    buffer_quote(out, user->name);
    buffer_format(out, ",\"since\":%lld,\"you\":%s", (long long)user->created,
                  user->id == work->request->user.id ? "true" : "false");
    add_ratings(out, work->request, &work->profile.ratings);
    add_results(out, work->request, &work->profile.results);
    buffer_char(out, '}');
    return 200;
}

static void profile_is_read(Ask *ask)
{
    ProfileRequest *work = (ProfileRequest *)ask;
    Request *request = work->request;
    cost_debit(request->server, request->user.id, request->address, ask->spent);
    http_resume(request, answer_profile(work, &request->answer), "application/json");
    buffer_free(&work->profile.ratings);
    buffer_free(&work->profile.results);
    free(work);
}

unsigned profile_answer(Request *request, const char *name, Buffer *out)
{
    ProfileRequest *work = calloc(1, sizeof *work);
    if (!work || strlen(name) >= USER_NAME) {
        free(work);
        return error_answer(out, 404, "server.no-such-account");
    }
    work->profile.ask = (Ask){.kind = ASK_PROFILE, .done = profile_is_read};
    snprintf(work->profile.name, sizeof work->profile.name, "%s", name);
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->profile.ask);
    return LATER;
}
