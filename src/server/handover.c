/* handover.c — a game that was begun in the browser goes on here.
 *
 * The browser sends the journal and the seed that its dice come from. A worker replays the journal, and one that does
 * not follow from the rules is refused. The player has had the seed in his hands, so he could foresee every roll. That
 * harms no other player while he plays against the computer or himself: no seat of such a game is ever open to another
 * person. */
#include <sodium.h>
#include <stdlib.h>

#include "server/own.h"

/* Stands where a what-if names the game it comes from. */
static const char in_a_browser[] = "browser";

bool is_handed_over(const GameRow *row) { return !row->branch_length && !strcmp(row->origin, in_a_browser); }

typedef struct HandoverJob {
    Job job;
    Request *request;
    GameRow row;
    Scenario *scenario;
    Buffer text, note;
    Game *game;
    Deliveries deliveries;
    char why[300];
} HandoverJob;

static void run_handover(Job *job)
{
    HandoverJob *handover = (HandoverJob *)job;
    handover->game = game_retell(handover->scenario, &handover->row, handover->text.bytes, handover->text.length, -1,
                                 deliveries_see, &handover->deliveries, handover->why);
}

static void free_handover(HandoverJob *handover)
{
    game_free(handover->game);
    deliveries_free(&handover->deliveries);
    if (handover->scenario)
        scenario_leave(handover->request->server, handover->scenario);
    buffer_free(&handover->text);
    buffer_free(&handover->note);
    free(handover);
}

/* 0 if the game can go on here; else the answer. */
static unsigned look_at_game(const HandoverJob *handover, Buffer *out)
{
    const Server *server = handover->request->server;
    if (server->stopping)
        return error_answer(out, 503, "server.server-stops");
    if (!handover->game)
        return error_answer(out, 400, handover->why[0] ? handover->why : SAID("server.journal-cannot-be-replayed"));
    if (game_side(handover->game) == NO_SIDE)
        return error_answer(out, 409, "server.game-over");
    return 0;
}

static void done_handover(Server *server, Job *job)
{
    HandoverJob *handover = (HandoverJob *)job;
    Request *request = handover->request;
    Buffer *out = &request->answer;
    if (job->fault[0])
        fault_report(server, handover->row.scenario, 0, job->fault);
    unsigned status = look_at_game(handover, out);
    if (!status) {
        status = lobby_take_over(request, &handover->row, handover->scenario, handover->game, &handover->deliveries,
                                 handover->note.length ? handover->note.bytes : NULL, out);
        handover->scenario = NULL;
        handover->game = NULL;
        handover->deliveries = (Deliveries){0};
    }
    free_handover(handover);
    if (status != LATER)
        http_resume(request, status, "application/json");
}

static bool read_seed(const json_t *value, uint8_t seed[SHA256_BYTES])
{
    size_t size = 0, length = json_string_length(value);
    return length == 2 * SHA256_BYTES &&
           !sodium_hex2bin(seed, SHA256_BYTES, json_string_value(value), length, NULL, &size, NULL) &&
           size == SHA256_BYTES;
}

static bool has_open_seat(const GameRow *row)
{
    for (int side = 0; side < row->sides; side++)
        if (row->seat[side].kind == SEAT_OPEN)
            return true;
    return false;
}

/* What the body says, as far as it can be checked before the game is played. 0, or the answer. */
static unsigned read_handover(HandoverJob *handover, json_t *body, Buffer *out)
{
    Server *server = handover->request->server;
    const json_t *journal = json_object_get(body, "journal"), *note = json_object_get(body, "note");
    const char *text = json_string_value(journal);
    JournalHead head;
    GameRow *row = &handover->row;
    char why[300] = "";
    int line;
    if (!text || !read_seed(json_object_get(body, "seed"), row->seed))
        return error_answer(out, 400, SAID("server.handover-needs-journal-seed"));
    buffer_add(&handover->text, text, json_string_length(journal));
    if (!journal_head(handover->text.bytes, handover->text.length, &head, why, &line))
        return error_answer(out, 400, why);
    if (!scenario_known(server, head.scenario))
        return error_answer(out, 400, "server.no-such-scenario");
    if (head.fast)
        return error_answer(out, 400, SAID("server.handover-needs-journal-seed"));
    handover->scenario = scenario_share(server, head.scenario, head.options, why);
    if (!handover->scenario)
        return error_answer(out, 400, why);
    snprintf(row->scenario, sizeof row->scenario, "%s", handover->scenario->id);
    scenario_options(handover->scenario, row->options, sizeof row->options);
    if (!lobby_read_seats(handover->scenario, json_object_get(body, "seats"), &handover->request->user, row, why))
        return error_answer(out, 400, why);
    if (has_open_seat(row))
        return error_answer(out, 400, SAID("server.dice-came-from-a-browser"));
    memcpy(row->origin, in_a_browser, sizeof in_a_browser);
    try_name(body, row);
    if (json_string_length(note) <= NOTE_MAX && json_is_string(note))
        buffer_add(&handover->note, json_string_value(note), json_string_length(note) + 1);
    return 0;
}

unsigned handover_take(Request *request, json_t *body, Buffer *out)
{
    HandoverJob *handover = calloc(1, sizeof *handover);
    if (!handover)
        return error_answer(out, 500, "server.no-memory-left");
    handover->request = request;
    handover->row.owner = request->user.id;
    unsigned status = may_have_more(request, false) ? read_handover(handover, body, out)
                                                    : error_answer(out, 429, "server.too-many-games-of-yours");
    Pool *pool = pool_of_past(request->server, handover->text.length);
    if (!status && pool_refuses(pool, request->user.id))
        status = error_answer(out, 429, "server.too-much-asked-wait");
    if (status) {
        free_handover(handover);
        return status;
    }
    handover->job = (Job){.run = run_handover, .done = done_handover, .user = request->user.id};
    http_suspend(request);
    pool_add(pool, &handover->job);
    return LATER;
}
