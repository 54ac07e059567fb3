/* queue.c — "find me an opponent": the users who wait, and which of them fits a newcomer.
 *
 * The queue is in memory: a waiting user's browser asks again every few seconds whether an opponent came, and the user
 * is forgotten when it no longer does. The user who completes a pair begins the game; the other learns of it the next
 * time he asks. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

#define WAIT_SECONDS 90
#define WAITING_MOST 1000
enum { SCENARIOS_WANTED = 16 };

struct Seeker {
    Seeker *next;
    int64_t user, heard;
    bool account;
    char name[USER_NAME];
    char scenario[SCENARIOS_WANTED][48];
    int scenarios;
    char side[16]; /* empty: either */
    Terms terms;
    Buffer blocks;
    bool paired;        /* a game is being begun for him, */
    char game[GAME_ID]; /* or was */
};

static void forget(Server *server, Seeker **at)
{
    Seeker *gone = *at;
    *at = gone->next;
    server->seekers_count--;
    buffer_free(&gone->blocks);
    free(gone);
}

static Seeker **seeker_of(Server *server, int64_t user)
{
    Seeker **at = &server->seekers;
    while (*at && (*at)->user != user)
        at = &(*at)->next;
    return at;
}

static void drop_silent(Server *server)
{
    int64_t now = steady_seconds();
    for (Seeker **at = &server->seekers; *at;)
        if (now - (*at)->heard > WAIT_SECONDS)
            forget(server, at);
        else
            at = &(*at)->next;
}

void queue_close(Server *server)
{
    while (server->seekers)
        forget(server, &server->seekers);
}

/* ---- pairs ---- */

static bool same_terms(const Terms *one, const Terms *other)
{
    char a[TERMS_TEXT], b[TERMS_TEXT];
    terms_print(one, a);
    terms_print(other, b);
    return !strcmp(a, b);
}

/* The scenario both want, with sides that suit them; NULL: there is none. `first`: the side of `one`. */
static const Known *common(const Server *server, const Seeker *one, const Seeker *other, int *first)
{
    for (int i = 0; i < one->scenarios; i++)
        for (int k = 0; k < other->scenarios; k++) {
            const Known *known =
                strcmp(one->scenario[i], other->scenario[k]) ? NULL : scenario_known(server, one->scenario[i]);
            for (int side = 0; known && known->scenario->sides == 2 && side < 2; side++) {
                bool suits = !one->side[0] || !strcmp(one->side, known->scenario->side_word[side]);
                bool suits_other = !other->side[0] || !strcmp(other->side, known->scenario->side_word[!side]);
                if (suits && suits_other) {
                    *first = side;
                    return known;
                }
            }
        }
    return NULL;
}

static Seeker *opponent_of(const Server *server, const Seeker *one, const Known **known, int *side)
{
    for (Seeker *other = server->seekers; other; other = other->next)
        if (other->user != one->user && !other->paired && same_terms(&one->terms, &other->terms) &&
            !block_in(&one->blocks, other->user) && !block_in(&other->blocks, one->user) &&
            (*known = common(server, one, other, side)))
            return other;
    return NULL;
}

/* ---- requests ---- */

static bool read_wishes(const Request *request, const json_t *body, Seeker *out)
{
    const json_t *list = json_object_get(body, "scenarios");
    const char *side = json_string_value(json_object_get(body, "side"));
    for (size_t i = 0; i < json_array_size(list) && i < SCENARIOS_WANTED; i++) {
        const char *id = json_string_value(json_array_get(list, i));
        if (!id || !scenario_known(request->server, id))
            return false;
        snprintf(out->scenario[out->scenarios++], sizeof out->scenario[0], "%s", id);
    }
    snprintf(out->side, sizeof out->side, "%s", side ? side : "");
    out->user = request->user.id;
    out->account = request->user.password[0];
    snprintf(out->name, sizeof out->name, "%s", request->user.name);
    if (!terms_wanted(json_object_get(body, "clock"), &out->terms) || (out->terms.rated && !out->account))
        return false;
    if (request->coming)
        buffer_add(&out->blocks, request->coming->visit.blocks.bytes, request->coming->visit.blocks.length);
    return out->scenarios > 0;
}

static unsigned answer_waiting(const Server *server, Buffer *out)
{
    buffer_format(out, "{\"waiting\":%d}", server->seekers_count);
    return 200;
}

/* He learns of a game that was begun for him. */
static unsigned answer_begun(Server *server, Seeker **at, const char *key, Buffer *out)
{
    buffer_format(out, "{\"%s\":", key);
    buffer_quote(out, (*at)->game);
    buffer_char(out, '}');
    forget(server, at);
    return 200;
}

unsigned queue_look(Request *request, Buffer *out)
{
    Server *server = request->server;
    Seeker **at = seeker_of(server, request->user.id);
    drop_silent(server);
    at = seeker_of(server, request->user.id);
    if (!*at) {
        buffer_literal(out, "{\"waiting\":0}");
        return 200;
    }
    (*at)->heard = steady_seconds();
    if (!(*at)->game[0])
        return answer_waiting(server, out);
    return answer_begun(server, at, "game", out);
}

void queue_begun(Server *server, int64_t user, const char *game)
{
    Seeker **at = seeker_of(server, user);
    if (!*at)
        return;
    (*at)->paired = game;
    snprintf((*at)->game, sizeof(*at)->game, "%s", game ? game : "");
}

void queue_forget(Server *server, int64_t user)
{
    Seeker **at = seeker_of(server, user);
    if (*at)
        forget(server, at);
}

void queue_block(Server *server, int64_t user, int64_t blocked, bool on)
{
    Seeker **at = seeker_of(server, user);
    if (*at)
        block_note(&(*at)->blocks, blocked, on);
}

unsigned queue_join(Request *request, const json_t *body, Buffer *out)
{
    Server *server = request->server;
    const Known *known = NULL;
    int side = 0;
    Seeker **before = seeker_of(server, request->user.id);
    if (*before && (*before)->game[0])
        return answer_begun(server, before, "id", out);
    if (*before && (*before)->paired) /* too late to want something else */
        return answer_waiting(server, out);
    if (*before)
        forget(server, before);
    if (json_is_true(json_object_get(body, "leave"))) {
        buffer_literal(out, "{\"waiting\":0}");
        return 200;
    }
    drop_silent(server);
    Seeker *seeker = server->seekers_count < WAITING_MOST ? calloc(1, sizeof *seeker) : NULL;
    if (!seeker)
        return error_answer(out, 503, "server.too-much-asked-wait");
    if (!read_wishes(request, body, seeker) || seeker->blocks.failed) {
        buffer_free(&seeker->blocks);
        free(seeker);
        return error_answer(out, 400, SAID("server.say-what-you-would-play"));
    }
    Seeker *other = opponent_of(server, seeker, &known, &side);
    if (other) {
        Pairing pairing = {.side = side, .other = other->user, .terms = seeker->terms};
        snprintf(pairing.name, sizeof pairing.name, "%s", other->name);
        buffer_free(&seeker->blocks);
        free(seeker);
        other->paired = true;
        unsigned status = lobby_pair(request, known, &pairing, out);
        if (status != LATER)
            queue_begun(server, pairing.other, NULL);
        return status;
    }
    seeker->heard = steady_seconds();
    seeker->next = server->seekers;
    server->seekers = seeker;
    server->seekers_count++;
    return answer_waiting(server, out);
}
