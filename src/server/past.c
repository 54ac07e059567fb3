/* past.c — the game as it was: a position of the past, and what a viewer was told before he came.
 *
 * Nothing of it is kept: a worker replays a copy of the journal, and writes what was asked for with the same words and
 * under the same view as when it was played. So whoever comes late reads what his side read, and no more. A client has
 * only so many of these questions under way, because each costs a replay. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

#define QUESTIONS_MAX 4
/* All questions together copy no more of their journals than this, but always one. */
#define COPIED_MAX (64u << 20)
/* Once a page has so many bytes, no line is added to it; the first always is. */
#define PAGE_BYTES (512u << 10)

typedef struct PastJob {
    Job job;
    Table *table;
    uint64_t serial; /* of the client that asked */
    GameRow row;
    char *text;
    size_t length;
    char mark[32];
    int as, language, lines;
    /* Of a page of events: what the viewer has been told so far, the first and the last that is written, and all. */
    uint32_t seq, from, last, now;
    Told told; /* of the lines played so far */
    bool any;  /* is written */
    bool seen; /* the position after the page is wanted too */
    Record *record;
    Ways *ways;
    unsigned sides; /* whose plans are told: a bit each */
    Buffer out;
} PastJob;

static const Tongue *tongue_of_past(const PastJob *past)
{
    return tongue_of(past->table->server, past->language, past->table->scenario->system);
}

/* ---- a position ---- */

static Showing showing_then(const PastJob *past, Game *game)
{
    return (Showing){.scenario = game_scenario(game),
                     .view = game_view(game, past->as),
                     .tongue = tongue_of_past(past),
                     .as = past->as,
                     .asked = game_side(game),
                     .over = game_side(game) == NO_SIDE};
}

static void write_history(PastJob *past, Game *game)
{
    Seen seen = {0};
    Showing showing = showing_then(past, game);
    buffer_format(&past->out, ",\"orders\":%d,\"last\":{", game_orders(game));
    Order last = {0};
    if (game_orders(game))
        last = game_order(game, game_orders(game) - 1);
    json_events(&past->out, &showing, game_events(game), game_dice(game), NO_SIDE, game_orders(game) ? &last : NULL);
    buffer_format(&past->out, "},\"state\":{\"orders\":%d", game_orders(game));
    json_whole(&past->out, &showing, &seen);
    buffer_char(&past->out, '}');
    seen_free(&seen);
}

/* ---- a page of events ---- */

static void tell_line(PastJob *past, Game *game, LineKind kind, int giver)
{
    bool ordered = kind == LINE_ORDER;
    Order order = {0};
    if (ordered)
        order = game_order(game, game_orders(game) - 1);
    Showing showing = {.scenario = game_scenario(game),
                       .view = game_view(game, past->as),
                       .tongue = tongue_of_past(past),
                       .as = past->as};
    buffer_format(&past->out, "%s{\"seq\":%u,\"turn\":%d,%s", past->any ? "," : "", past->seq, showing.view->turn,
                  line_goes_back(kind) ? "\"back\":true," : "");
    json_events(&past->out, &showing, game_events(game), ordered ? game_dice(game) : NULL,
                kind == LINE_RESIGN ? game_resigned(game) : giver, ordered ? &order : NULL);
    buffer_char(&past->out, '}');
    past->any = true;
    past->last = past->seq;
}

/* After the set-up, of which everybody was told first, and after each line. */
static void see_line(void *context, Game *game, int line, const char *text, size_t length)
{
    PastJob *past = context;
    LineKind kind = line_kind(text, length);
    int giver = kind == LINE_BEGIN ? NO_SIDE : past->told.giver;
    uint32_t before = past->told.count[past->as];
    told_see(&past->told, game, line, text, length);
    past->seq = past->told.count[past->as];
    if ((kind == LINE_BEGIN || past->seq > before) && past->seq >= past->from &&
        (!past->any || past->out.length < PAGE_BYTES))
        tell_line(past, game, kind, giver);
}

/* ---- the job ---- */

static void fail(PastJob *past)
{
    buffer_clear(&past->out);
    buffer_format(&past->out, "{\"t\":\"error\"%s,\"text\":", past->mark);
    buffer_quote(&past->out, tongue_words(tongue_of_past(past), SAID("server.game-cannot-replayed")));
    buffer_char(&past->out, '}');
}

/* Writes the answer, if the journal could be played again so far. */
static void answer_from(PastJob *past, Game *game, void (*write)(PastJob *past, Game *game))
{
    guard_game(game);
    if (game) {
        buffer_format(&past->out, "{\"t\":\"answer\"%s", past->mark);
        write(past, game);
        buffer_char(&past->out, '}');
    } else {
        fail(past);
    }
    guard_game(NULL);
    game_free(game);
}

/* The game played again up to so many lines, all of them if there are none, each seen; NULL if that fails. */
static Game *retold(PastJob *past, int lines, JournalSeen *see)
{
    char why[300];
    return game_retell(past->table->scenario, &past->row, past->text, past->length, lines, see, past, why);
}

static void run_history(Job *job)
{
    PastJob *past = (PastJob *)job;
    char why[300];
    Game *game = game_resume(past->table->scenario, &past->row, past->text, past->length, past->lines, why);
    answer_from(past, game, write_history);
}

/* What the viewer saw when he had been told the last line of the page: the same view that he was sent then. */
static void write_sight(PastJob *past, Game *game)
{
    Seen seen = {0};
    Showing showing = showing_then(past, game);
    buffer_format(&past->out, ",\"state\":{\"seq\":%u", past->last);
    json_whole(&past->out, &showing, &seen);
    buffer_char(&past->out, '}');
    seen_free(&seen);
}

static void run_events(Job *job)
{
    PastJob *past = (PastJob *)job;
    buffer_format(&past->out, "{\"t\":\"answer\"%s,\"past\":[", past->mark);
    Game *game = retold(past, past->lines, see_line);
    buffer_format(&past->out, "],\"from\":%u,\"next\":", past->from);
    if (past->any && past->last < past->now)
        buffer_number(&past->out, past->last + 1);
    else
        buffer_literal(&past->out, "null");
    guard_game(game);
    if (game && past->seen)
        write_sight(past, game);
    guard_game(NULL);
    buffer_char(&past->out, '}');
    if (!game)
        fail(past);
    game_free(game);
}

static void see_record(void *context, Game *game, int line, const char *text, size_t length)
{
    PastJob *past = context;
    told_see(&past->told, game, line, text, length);
    if (line_counts(line_kind(text, length)) || line_kind(text, length) == LINE_BEGIN)
        record_line(past->record, game, past->told.count[past->as]);
}

static void write_record(PastJob *past, Game *game) { record_write(past->record, game, &past->out); }

static void run_record(Job *job)
{
    PastJob *past = (PastJob *)job;
    past->record = record_new(past->table->scenario, past->as, past->row.over);
    answer_from(past, past->record ? retold(past, -1, see_record) : NULL, write_record);
}

static void see_ways(void *context, Game *game, int line, const char *text, size_t length)
{
    PastJob *past = context;
    (void)line;
    if (line_counts(line_kind(text, length)) || line_kind(text, length) == LINE_BEGIN)
        ways_line(past->ways, game);
}

static void write_ways(PastJob *past, Game *game)
{
    Showing showing = showing_then(past, game);
    ways_write(past->ways, game, &showing, &past->out);
}

static void run_ways(Job *job)
{
    PastJob *past = (PastJob *)job;
    past->ways = ways_new(past->table->scenario, past->sides);
    answer_from(past, past->ways ? retold(past, -1, see_ways) : NULL, write_ways);
}

static void done_past(Server *server, Job *job)
{
    PastJob *past = (PastJob *)job;
    past->table->jobs--;
    server->past_bytes -= past->length;
    record_free(past->record);
    ways_free(past->ways);
    if (job->fault[0]) {
        table_fault(past->table, job->fault);
        fail(past);
    }
    for (Client *client = server->clients; client; client = client->next)
        if (client->serial == past->serial) {
            client->questions--;
            if (past->out.length)
                client_send(client, past->out.bytes, past->out.length);
        }
    buffer_free(&past->out);
    told_free(&past->told);
    free(past->text);
    free(past);
}

static PastJob *past_job(Client *client, const char *mark, void (*run)(Job *job))
{
    Table *table = client->table;
    size_t length;
    const char *text = game_journal(table->game, &length);
    Server *server = client->server;
    bool many = client->questions >= QUESTIONS_MAX ||
                (server->past_bytes && server->past_bytes + length > COPIED_MAX) ||
                pool_refuses(pool_of_past(server, length), client->user);
    PastJob *past = many ? NULL : calloc(1, sizeof *past);
    if (!past || !(past->text = malloc(length + 1))) {
        free(past);
        return NULL;
    }
    memcpy(past->text, text, length);
    past->job = (Job){.run = run, .done = done_past, .user = client->user};
    past->table = table;
    past->serial = client->serial;
    past->row = table->row;
    past->length = length;
    past->language = client->language;
    snprintf(past->mark, sizeof past->mark, "%s", mark);
    client->questions++;
    server->past_bytes += length;
    table->jobs++;
    return past;
}

bool past_history(Client *client, const char *mark, int lines, int as)
{
    PastJob *past = past_job(client, mark, run_history);
    if (!past)
        return false;
    past->lines = lines;
    past->as = as;
    pool_add(pool_of_past(client->server, past->length), &past->job);
    return true;
}

bool past_events(Client *client, const char *mark, uint32_t from, uint32_t count, bool seen)
{
    PastJob *past = past_job(client, mark, run_events);
    if (!past)
        return false;
    const Told *told = &client->table->told;
    past->as = client->as;
    past->now = told->count[past->as];
    past->from = from;
    past->seen = seen && count == 1;
    past->lines = (int)told_until(told, past->as, count <= past->now - from ? from + count - 1 : past->now);
    pool_add(pool_of_past(client->server, past->length), &past->job);
    return true;
}

bool past_record(Client *client, const char *mark)
{
    PastJob *past = past_job(client, mark, run_record);
    if (!past)
        return false;
    past->as = client->as;
    pool_add(pool_of_past(client->server, past->length), &past->job);
    return true;
}

bool past_ways(Client *client, const char *mark, unsigned sides)
{
    PastJob *past = past_job(client, mark, run_ways);
    if (!past)
        return false;
    past->as = client->as;
    past->sides = sides;
    pool_add(pool_of_past(client->server, past->length), &past->job);
    return true;
}
