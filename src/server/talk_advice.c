/* talk_advice.c — what the searching player would do, or thinks of an order, at a person's request; how far a player of
 * the machine is, and its reasons for its last order.
 *
 * Advice is found by a worker from the asker's view alone. It is for those who play against the machine: where another
 * person sits at the table it is refused. A machine's reasons name its counters and what it could have done with them:
 * they are sent only to a user who may know all that, or once the game is over. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/weigh.h"
#include "server/talk.h"

typedef struct AdviceJob {
    Job job;
    Table *table;
    uint64_t serial; /* of the client that asked */
    char mark[32];
    int language;
    Position *view;
    Memo *memo;
    void *mind;
    Thinking thinking;
    Random random;
    bool weighs; /* the order; else it proposes one */
    bool found;
    Order order;
} AdviceJob;

/* ---- the job ---- */

static void run_advice(Job *job)
{
    AdviceJob *advice = (AdviceJob *)job;
    working_on(advice->table->row.id);
    advice->found = weigh_order(&search_quick_player, advice->table->scenario, advice->view, advice->memo, advice->mind,
                                &advice->thinking, &advice->random, advice->weighs ? &advice->order : NULL);
}

static void write_advice(const AdviceJob *advice, Buffer *out)
{
    const Scenario *scenario = advice->table->scenario;
    buffer_clear(out);
    if (!advice->found) {
        const Translation *translation = translation_of(advice->table->server, advice->language, scenario->system);
        buffer_format(out, "{\"t\":\"error\"%s,\"text\":", advice->mark);
        buffer_quote(out, translation_words(translation, SAID("server.no-advice-here")));
        buffer_char(out, '}');
        return;
    }
    buffer_format(out, "{\"t\":\"answer\"%s,", advice->mark);
    json_why(out, scenario, &advice->thinking.why);
    buffer_char(out, '}');
}

static void free_advice(AdviceJob *advice)
{
    free(advice->view);
    free(advice->memo);
    free(advice->mind);
    free(advice);
}

static void done_advice(Server *server, Job *job)
{
    AdviceJob *advice = (AdviceJob *)job;
    advice->table->jobs--;
    if (job->fault[0]) {
        table_fault(advice->table, job->fault);
        advice->found = false;
    }
    write_advice(advice, &server->scratch);
    for (Client *client = server->clients; client; client = client->next)
        if (client->serial == advice->serial) {
            client->questions--;
            client_send(client, &server->scratch);
        }
    free_advice(advice);
}

/* ---- who may ask ---- */

/* Whether a person other than the asker sits behind a side. */
static bool plays_people(const Message *message)
{
    const GameRow *row = &message->table->row;
    for (int side = 0; side < row->sides; side++)
        if (row->seat[side].kind != SEAT_PLAYER && row->seat[side].user != message->client->user)
            return true;
    return false;
}

/* Whether the asker may know all there is. */
static bool knows_all(const Message *message)
{
    const Table *table = message->table;
    const System *system = table->scenario->system;
    if (table->row.over || !system->shuffle_hidden)
        return true;
    if (message->client->as == SPECTATOR)
        return false;
    Position *copy = table_plan(message->table);
    if (!copy)
        return false;
    memcpy(copy, game_position(table->game), system->position_size);
    return !system->shuffle_hidden(table->scenario, copy, message->client->as, &(Random){1});
}

static AdviceJob *advice_job(const Message *message)
{
    enum { QUESTIONS_MAX = 2 };
    Table *table = message->table;
    const Scenario *scenario = table->scenario;
    AdviceJob *advice = message->client->questions < QUESTIONS_MAX ? calloc(1, sizeof *advice) : NULL;
    if (!advice)
        return NULL;
    advice->view = position_room(scenario);
    advice->memo = calloc(1, scenario->system->memo_size + 1);
    advice->mind = malloc(player_room(&search_player, scenario) + 1);
    if (!advice->view || !advice->memo || !advice->mind || !table_view(table, message->client->as, advice->view)) {
        free_advice(advice);
        return NULL;
    }
    advice->job = (Job){.run = run_advice, .done = done_advice, .user = message->client->user};
    advice->table = table;
    advice->serial = message->client->serial;
    advice->language = message->client->language;
    advice->random = (Random){position_hash(scenario, advice->view)};
    if (message->numbered)
        snprintf(advice->mark, sizeof advice->mark, ",\"n\":%lld", (long long)message->number);
    return advice;
}

void say_hint(Message *message)
{
    Table *table = message->table;
    Order order = {0};
    bool weighs = json_object_get(message->object, "order") != NULL;
    if (plays_people(message)) {
        answer_refused(message, "server.advice-against-machine-only");
        return;
    }
    if (!may_answer(message) || (weighs && !read_order(message, "order", true, &order)))
        return;
    Refusal refusal = weighs ? game_check(table->game, &order) : LEGAL;
    if (refused(refusal)) {
        answer_refusal(message, &refusal);
        return;
    }
    Pool *pool = &message->client->server->thinking;
    if (pool_refuses(pool, message->client->user)) {
        answer_error(message, "server.too-much-asked-wait");
        return;
    }
    AdviceJob *advice = advice_job(message);
    if (!advice) {
        answer_error(message, "server.too-many-questions-about-past");
        return;
    }
    advice->weighs = weighs;
    advice->order = order;
    message->client->questions++;
    table->jobs++;
    pool_add(pool, &advice->job);
}

/* ---- the machine's own thoughts ---- */

/* How far the player of the machine is that must answer now. */
void say_thinking(Message *message)
{
    const Table *table = message->table;
    Buffer *out = begin_answer(message, "answer");
    if (table->thinking && table->thought_done)
        buffer_format(out, ",\"side\":\"%s\",\"done\":%d", table->scenario->side_word[table_side(message->table)],
                      *table->thought_done);
    end_answer(message, out);
}

/* A player at the table may have it give the best order it has found so far. */
void say_hasten(Message *message)
{
    if (message->client->as == SPECTATOR) {
        answer_refused(message, "server.you-watching");
        return;
    }
    message->table->stop_thinking = true;
    answer_ok(message);
}

/* Why the machine gave the last order of that side. */
void say_reasons(Message *message)
{
    const Table *table = message->table;
    size_t length;
    int side = side_named(table->scenario, text_of(message, "side", &length));
    if (side < 0 || table->row.seat[side].kind != SEAT_PLAYER) {
        answer_error(message, "server.no-machine-plays-that-side");
        return;
    }
    if (!knows_all(message)) {
        answer_refused(message, "server.reasons-when-nothing-hidden");
        return;
    }
    Buffer *out = begin_answer(message, "answer");
    buffer_char(out, ',');
    json_why(out, table->scenario, &table->machine[side].why);
    end_answer(message, out);
}
