/* past.c — questions about the past, answered by a worker (past_write.c) from a copy of the journal.
 *
 * A client has only so many of these questions under way, because each costs a replay. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

#define QUESTIONS_MAX 4
/* All questions together copy no more of their journals than this, but always one journal. */
#define COPIED_MAX (64u << 20)

typedef struct PastJob {
    Job job;
    Table *table;
    uint64_t serial; /* of the client that asked */
    GameRow row;
    char *text;
    char mark[32];
    bool (*write)(Past *past);
    Past past;
    Buffer out;
} PastJob;

static void fail(PastJob *job)
{
    buffer_clear(&job->out);
    buffer_format(&job->out, "{\"t\":\"error\"%s,\"text\":", job->mark);
    buffer_quote(&job->out, translation_words(job->past.translation, SAID("server.game-cannot-replayed")));
    buffer_char(&job->out, '}');
}

static void run_past(Job *job)
{
    PastJob *past = (PastJob *)job;
    buffer_format(&past->out, "{\"t\":\"answer\"%s", past->mark);
    bool written = past->write(&past->past);
    buffer_char(&past->out, '}');
    if (!written)
        fail(past);
}

static void done_past(Server *server, Job *job)
{
    PastJob *past = (PastJob *)job;
    past->table->jobs--;
    server->past_bytes -= past->past.length;
    if (job->fault[0]) {
        table_fault(past->table, job->fault);
        fail(past);
    }
    for (Client *client = server->clients; client; client = client->next)
        if (client->serial == past->serial) {
            client->questions--;
            if (past->out.length)
                client_send(client, &past->out);
        }
    buffer_free(&past->out);
    past_forget(&past->past);
    free(past->text);
    free(past);
}

static PastJob *past_job(Client *client, const char *mark, bool (*write)(Past *past), int as)
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
    past->job = (Job){.run = run_past, .done = done_past, .user = client->user};
    past->write = write;
    past->table = table;
    past->serial = client->serial;
    past->row = table->row;
    past->past = (Past){.scenario = table->scenario,
                        .translation = translation_of(server, client->language, table->scenario->system),
                        .row = &past->row,
                        .text = past->text,
                        .length = length,
                        .as = as,
                        .out = &past->out};
    snprintf(past->mark, sizeof past->mark, "%s", mark);
    client->questions++;
    server->past_bytes += length;
    table->jobs++;
    return past;
}

static bool ask(Client *client, PastJob *past)
{
    if (past)
        pool_add(pool_of_past(client->server, past->past.length), &past->job);
    return past;
}

bool past_history(Client *client, const char *mark, int lines, int as)
{
    PastJob *past = past_job(client, mark, past_write_history, as);
    if (past)
        past->past.lines = lines;
    return ask(client, past);
}

bool past_events(Client *client, const char *mark, uint32_t from, uint32_t count, bool seen)
{
    PastJob *job = past_job(client, mark, past_write_events, client->as);
    const Deliveries *deliveries = &client->table->deliveries;
    if (!job)
        return false;
    Past *past = &job->past;
    past->now = deliveries->count[past->as];
    past->from = from;
    past->seen = seen && count == 1;
    past->lines = (int)deliveries_until(deliveries, past->as, count <= past->now - from ? from + count - 1 : past->now);
    return ask(client, job);
}

bool past_record(Client *client, const char *mark)
{
    return ask(client, past_job(client, mark, past_write_record, client->as));
}

bool past_ways(Client *client, const char *mark, unsigned sides)
{
    PastJob *past = past_job(client, mark, past_write_ways, client->as);
    if (past)
        past->past.sides = sides;
    return ask(client, past);
}
