/* seats.c — the seats of a game: sitting down, leaving, handing a seat over, and what the host of a game may do.
 *
 * A seat changes at its table and in the store at once; the request is answered when that is kept. The game itself
 * takes no notice: its journal knows sides, not people. */
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

enum { MUTED_MOST = 500 };

bool held_by(const SeatRow *seat, int64_t user) { return seat->kind == SEAT_HUMAN && seat->user == user; }

const char *seat_machine(const SeatRow *seat)
{
    if (seat->kind == SEAT_PLAYER)
        return seat->name;
    return seat->kind == SEAT_HUMAN && seat->stand_in[0] ? seat->stand_in : NULL;
}

bool table_bars(const Table *table, int64_t user, unsigned what)
{
    for (size_t at = 0; at < table->barred.length; at += sizeof(BarredRow)) {
        BarredRow row;
        memcpy(&row, table->barred.bytes + at, sizeof row);
        if (row.user == user && row.what == (int64_t)what)
            return true;
    }
    return false;
}

/* ---- answers ---- */

/* A request that waits until what it did at a table is kept. */
typedef struct Waiting {
    Waiter waiter;
    Request *request;
    Table *table;
} Waiting;

static unsigned answer_game(const Request *request, const Table *table, Buffer *out)
{
    GameRow row;
    table_kept_row(table, &row);
    buffer_clear(out);
    json_game(request->server, out, &row, request->user.id, request->language, true);
    return 200;
}

static void table_is_kept(Waiter *waiter, Verdict verdict, const char *trouble)
{
    Waiting *waiting = (Waiting *)waiter;
    Request *request = waiting->request;
    waiting->table->jobs--;
    http_resume(request,
                verdict == VERDICT_KEPT ? answer_game(request, waiting->table, &request->answer)
                                        : error_answer(&request->answer, 507, trouble),
                "application/json");
    free(waiting);
}

/* Answers with the game when what is now written at the table is kept. */
static unsigned answer_when_kept(Request *request, Table *table, Waiting *waiting)
{
    *waiting = (Waiting){{.done = table_is_kept, .next = table->waiters}, request, table};
    table->waiters = &waiting->waiter;
    table->jobs++;
    http_suspend(request);
    return LATER;
}

/* ---- the request ---- */

/* A game and one of its seats, as a request names them. */
typedef struct Chair {
    Table *table;
    int side;
    SeatRow *seat;
} Chair;

static Table *table_asked(Request *request, const char *id)
{
    Table *table = table_find(request->server, id);
    if (!table && request->coming && request->coming->visit.found)
        table = table_lay(request->server, &request->coming->visit.row);
    return table;
}

static int side_of_word(const Table *table, const char *word)
{
    for (int side = 0; word && side < table->row.sides; side++)
        if (!strcmp(table->row.seat[side].side, word))
            return side;
    return -1;
}

/* A rated game must be played to its end, and a game with dice that its player could foresee is for him alone. */
static unsigned may_give_up(const Table *table, Buffer *answer)
{
    if (is_handed_over(&table->row))
        return error_answer(answer, 409, "server.dice-came-from-a-browser");
    return table->row.terms.rated ? error_answer(answer, 409, SAID("server.rated-game-is-played-out")) : 0;
}

/* The user's own seat; with one seat he need not say which. 0, or the answer. */
static unsigned find_own(Request *request, const char *id, const json_t *body, Chair *out, Buffer *answer)
{
    const json_t *word = json_object_get(body, "side");
    out->table = table_asked(request, id);
    if (!out->table || !table_may_watch(out->table, request->user.id, NULL))
        return error_answer(answer, 404, "server.no-such-game");
    out->side = side_of_word(out->table, json_string_value(word));
    for (int side = 0; !word && side < out->table->row.sides; side++)
        if (held_by(&out->table->row.seat[side], request->user.id))
            out->side = side;
    if (out->side < 0)
        return error_answer(answer, 400, "server.no-such-side");
    out->seat = &out->table->row.seat[out->side];
    if (!held_by(out->seat, request->user.id))
        return error_answer(answer, 403, SAID("server.not-your-seat"));
    if (out->table->row.over)
        return error_answer(answer, 409, "server.game-over");
    return 0;
}

/* A seat that the user may give away: his own, or an open one of a game that he hosts; that is a challenge. */
static unsigned find_to_offer(Request *request, const char *id, const json_t *body, Chair *out, Buffer *answer)
{
    Table *table = table_asked(request, id);
    int side = table ? side_of_word(table, json_string_value(json_object_get(body, "side"))) : -1;
    if (side >= 0 && table->row.seat[side].kind == SEAT_OPEN && table->row.owner == request->user.id &&
        !table->row.over) {
        *out = (Chair){table, side, &table->row.seat[side]};
        return 0;
    }
    unsigned status = find_own(request, id, body, out, answer);
    return status ? status : may_give_up(out->table, answer);
}

static void end_offer(Chair *chair)
{
    if (!chair->seat->offered)
        return;
    chair->seat->offered = false;
    chair->seat->secret[0] = '\0';
    write_offer_end(table_entry(chair->table), chair->table->row.number, chair->side);
}

static void bar(Table *table, int64_t user, unsigned what, bool on)
{
    BarredRow row = {user, what};
    Buffer kept = {0};
    for (size_t at = 0; at < table->barred.length; at += sizeof row) {
        BarredRow other;
        memcpy(&other, table->barred.bytes + at, sizeof other);
        if (other.user != user || other.what != (int64_t)what)
            buffer_add(&kept, &other, sizeof other);
    }
    if (on)
        buffer_add(&kept, &row, sizeof row);
    buffer_free(&table->barred);
    table->barred = kept;
    write_bar(table_entry(table), table->row.number, user, what, on);
}

/* A player who has seen what a side sees does not sit on another one later: it is noted for a player who gets up, and
 * for the players who sit elsewhere while he does. As long as no other player sat there and no order was given, there
 * was nothing to see. */
static void note_sides_seen(const Chair *chair)
{
    Table *table = chair->table;
    const GameRow *row = &table->row;
    bool alone = row->changed <= row->created;
    for (int side = 0; side < row->sides; side++)
        alone &= row->seat[side].kind != SEAT_HUMAN || row->seat[side].user == chair->seat->user;
    for (int side = 0; side < row->sides && chair->seat->kind == SEAT_HUMAN && !alone; side++)
        if (row->seat[side].kind == SEAT_HUMAN)
            bar(table, row->seat[side].user, SAT_THERE + (unsigned)side, true);
}

/* Another player sits here from now on, or none: what the player before him agreed to or answered in advance does not
 * bind him. */
static void change_seat(Chair *chair, SeatKind kind, const UserRow *user)
{
    Table *table = chair->table;
    SeatRow *seat = chair->seat;
    end_offer(chair);
    note_sides_seen(chair);
    table->agreed &= ~(1u << chair->side);
    seat->kind = kind;
    seat->user = user ? user->id : 0;
    seat->stand_in[0] = '\0';
    snprintf(seat->name, sizeof seat->name, "%s", user ? user->name : "");
    write_seat(table_entry(table), table->row.number, chair->side, seat);
    write_standing(table_entry(table), table->row.number, chair->side, "");
    if (table->game)
        *game_standing(table->game, chair->side) = (StandingSet){0};
    table_reseat(table);
}

/* The clients at the table are sent what happened to a seat. */
static void tell_seat(Table *table, int side, const char *what, const char *name)
{
    Buffer *out = &table->server->scratch;
    buffer_clear(out);
    buffer_format(out, "{\"t\":\"seat\",\"what\":\"%s\",\"side\":", what);
    buffer_quote(out, table->row.seat[side].side);
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, name);
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (!client->paused)
            client_send(client, out);
}

/* ---- sitting down and getting up ---- */

static bool brings_secret(const SeatRow *seat, const char *secret)
{
    return secret && seat->offered && !seat->offered_to && seat->secret[0] && strlen(secret) == strlen(seat->secret) &&
           !sodium_memcmp(secret, seat->secret, strlen(secret));
}

static bool is_offered(const SeatRow *seat, int64_t user, const char *secret)
{
    return seat->kind != SEAT_PLAYER &&
           ((seat->offered && seat->offered_to && seat->offered_to == user) || brings_secret(seat, secret));
}

/* Whether a player at the game has blocked him. A player who offers him the seat wants him, but speaks
 * for himself alone. */
static bool is_blocked(const Request *request, const Table *table, const SeatRow *seat, bool offered)
{
    int64_t blocker, offerer = seat->kind == SEAT_HUMAN ? seat->user : table->row.owner;
    for (size_t i = 0; request->coming && buffer_row(&request->coming->visit.blockers, i, &blocker, sizeof blocker);
         i++)
        if (!offered || blocker != offerer)
            return true;
    return false;
}

/* Whether he knows what another side of the game sees, and has never sat on this one. */
static bool knows_other_side(const Request *request, const Table *table, int wanted)
{
    unsigned barred = request->coming ? request->coming->visit.barred : 0;
    for (int side = 0; side < table->row.sides; side++)
        if (table_bars(table, request->user.id, SAT_THERE + (unsigned)side))
            barred |= 1u << (SAT_THERE + side);
    return barred >> SAT_THERE && !(barred >> (SAT_THERE + wanted) & 1);
}

/* Why the user may not sit down there; 0: he may. */
static unsigned may_sit(Request *request, const Table *table, const SeatRow *seat, const char *secret, Buffer *out)
{
    Server *server = request->server;
    const UserRow *user = &request->user;
    unsigned barred = request->coming ? request->coming->visit.barred : 0;
    if (table->row.over || (seat->kind != SEAT_OPEN && !is_offered(seat, user->id, secret)))
        return error_answer(out, 409, "server.seat-taken");
    if (is_handed_over(&table->row))
        return error_answer(out, 403, "server.dice-came-from-a-browser");
    if (table->row.terms.rated && (!user->password[0] || seated(&table->row, user->id)))
        return error_answer(out, 403, SAID("server.rated-between-accounts"));
    if (barred & (1u << BARRED_SEATS) || table_bars(table, user->id, BARRED_SEATS))
        return error_answer(out, 403, SAID("server.host-removed-you"));
    if (knows_other_side(request, table, (int)(seat - table->row.seat)))
        return error_answer(out, 403, SAID("server.you-know-other-side"));
    if (is_blocked(request, table, seat, is_offered(seat, user->id, secret)))
        return error_answer(out, 403, SAID("server.player-blocked-you"));
    if (!may_have_more(request, false))
        return error_answer(out, 429, "server.too-many-games-of-yours");
    if (!seated(&table->row, user->id) && (!limit_take(server, LIMIT_JOIN, (uint64_t)user->id) ||
                                           !limit_take(server, LIMIT_JOIN_ADDRESS, request->address)))
        return error_answer(out, 429, "server.too-many-seats-wait");
    return 0;
}

unsigned seat_join(Request *request, const char *id, json_t *body, Buffer *out)
{
    const UserRow *user = &request->user;
    const char *word = json_string_value(json_object_get(body, "side"));
    const char *invite = json_string_value(json_object_get(body, "invite"));
    const char *secret = json_string_value(json_object_get(body, "offer"));
    Table *table = table_asked(request, id);
    int side = table ? side_of_word(table, word) : -1;
    bool known = table && (table_may_watch(table, user->id, invite) ||
                           (side >= 0 && is_offered(&table->row.seat[side], user->id, secret)));
    if (!known)
        return error_answer(out, 404, "server.no-such-game");
    table_load(table);
    if (!word)
        return error_answer(out, 400, "server.say-side");
    if (side < 0)
        return error_answer(out, 400, "server.no-such-side");
    Chair chair = {table, side, &table->row.seat[side]};
    if (held_by(chair.seat, user->id))
        return answer_game(request, table, out);
    unsigned status = may_sit(request, table, chair.seat, secret, out);
    Waiting *waiting = status ? NULL : malloc(sizeof *waiting);
    if (!waiting)
        return status ? status : error_answer(out, 500, "server.no-memory-left");
    if (chair.seat->kind == SEAT_HUMAN)
        tell_seat(table, side, "handed", user->name);
    change_seat(&chair, SEAT_HUMAN, user);
    return answer_when_kept(request, table, waiting);
}

unsigned seat_leave(Request *request, const char *id, json_t *body, Buffer *out)
{
    Chair chair;
    unsigned status = find_own(request, id, body, &chair, out);
    if (!status)
        status = may_give_up(chair.table, out);
    Waiting *waiting = status ? NULL : malloc(sizeof *waiting);
    if (!waiting)
        return status ? status : error_answer(out, 500, "server.no-memory-left");
    tell_seat(chair.table, chair.side, "left", request->user.name);
    change_seat(&chair, SEAT_OPEN, NULL);
    return answer_when_kept(request, chair.table, waiting);
}

/* ---- handing over ---- */

typedef struct Offering {
    AccountAsk account;
    Request *request;
    Waiting *waiting;
    char id[GAME_ID];
    int side;
} Offering;

static unsigned offer_to(Chair *chair, Request *request, Waiting *waiting, int64_t user, const char *secret)
{
    SeatRow *seat = chair->seat;
    seat->offered = true;
    seat->offered_to = user;
    snprintf(seat->secret, sizeof seat->secret, "%s", secret);
    write_offer(table_entry(chair->table), chair->table->row.number, chair->side, user, secret);
    table_presence(chair->table);
    return answer_when_kept(request, chair->table, waiting);
}

static unsigned offer_to_account(Offering *offering, Buffer *out)
{
    Request *request = offering->request;
    const UserRow *account = &offering->account.user;
    json_t *body = json_object();
    Chair chair;
    if (!account->id || account->id == request->user.id) {
        json_decref(body);
        return error_answer(out, 404, SAID("server.no-such-account"));
    }
    if (offering->account.blocked) {
        json_decref(body);
        return error_answer(out, 403, SAID("server.player-does-not-want-this"));
    }
    Table *table = table_asked(request, offering->id);
    json_object_set_new(body, "side", json_string(table ? table->row.seat[offering->side].side : ""));
    unsigned status = find_to_offer(request, offering->id, body, &chair, out);
    json_decref(body);
    if (status)
        return status;
    status = offer_to(&chair, request, offering->waiting, account->id, "");
    offering->waiting = NULL;
    return status;
}

static void account_is_found(Ask *ask)
{
    Offering *offering = (Offering *)ask;
    Request *request = offering->request;
    unsigned status = ask->failed || request->server->stopping ? error_answer(&request->answer, 503, ask->trouble)
                                                               : offer_to_account(offering, &request->answer);
    if (status != LATER)
        http_resume(request, status, "application/json");
    free(offering->waiting);
    free(offering);
}

static unsigned ask_for_account(Request *request, const Chair *chair, const char *name, Waiting *waiting, Buffer *out)
{
    Offering *offering = calloc(1, sizeof *offering);
    if (!offering || strlen(name) >= USER_NAME) {
        free(offering);
        free(waiting);
        return error_answer(out, 404, "server.no-such-account");
    }
    offering->account.ask = (Ask){.kind = ASK_ACCOUNT, .done = account_is_found};
    snprintf(offering->account.name, sizeof offering->account.name, "%s", name);
    offering->account.asker = request->user.id;
    offering->request = request;
    offering->waiting = waiting;
    offering->side = chair->side;
    memcpy(offering->id, chair->table->row.id, sizeof offering->id);
    http_suspend(request);
    store_ask(request->server->store, &offering->account.ask);
    return LATER;
}

/* The user declines a seat that is offered to him. */
static unsigned decline(Request *request, const char *id, Buffer *out)
{
    Table *table = table_asked(request, id);
    for (int side = 0; table && side < table->row.sides; side++) {
        Chair chair = {table, side, &table->row.seat[side]};
        if (!is_offered(chair.seat, request->user.id, NULL))
            continue;
        end_offer(&chair);
        table_presence(table);
        buffer_literal(out, "{\"ok\":true}");
        return 200;
    }
    return error_answer(out, 404, "server.no-such-game");
}

unsigned seat_offer(Request *request, const char *id, json_t *body, Buffer *out)
{
    char secret[INVITE];
    const char *name = json_string_value(json_object_get(body, "to"));
    Chair chair;
    if (json_is_true(json_object_get(body, "decline")))
        return decline(request, id, out);
    unsigned status = find_to_offer(request, id, body, &chair, out);
    Waiting *waiting = status ? NULL : malloc(sizeof *waiting);
    if (!waiting)
        return status ? status : error_answer(out, 500, "server.no-memory-left");
    if (name)
        return ask_for_account(request, &chair, name, waiting, out);
    if (json_is_true(json_object_get(body, "link"))) {
        random_name(secret, 20);
        return offer_to(&chair, request, waiting, 0, secret);
    }
    end_offer(&chair);
    table_written(chair.table);
    table_presence(chair.table);
    return answer_when_kept(request, chair.table, waiting);
}

/* ---- the host ---- */

static unsigned find_as_host(Request *request, const char *id, Table **out, Buffer *answer)
{
    Table *table = *out = table_asked(request, id);
    if (!table || !request->user.id || !table_may_watch(table, request->user.id, NULL))
        return error_answer(answer, 404, "server.no-such-game");
    return table->row.owner == request->user.id ? 0 : error_answer(answer, 403, SAID("server.host-alone-may"));
}

unsigned seat_kick(Request *request, const char *id, json_t *body, Buffer *out)
{
    Table *table;
    unsigned status = find_as_host(request, id, &table, out);
    if (status)
        return status;
    int side = side_of_word(table, json_string_value(json_object_get(body, "side")));
    Chair chair = {table, side, side < 0 ? NULL : &table->row.seat[side]};
    if (side < 0 || chair.seat->kind != SEAT_HUMAN || chair.seat->user == request->user.id || table->row.over)
        return error_answer(out, 409, SAID("server.nobody-to-remove"));
    status = may_give_up(table, out);
    if (status)
        return status;
    Waiting *waiting = malloc(sizeof *waiting);
    if (!waiting)
        return error_answer(out, 500, "server.no-memory-left");
    int64_t user = chair.seat->user;
    bar(table, user, BARRED_SEATS, true);
    tell_seat(table, side, "removed", chair.seat->name);
    change_seat(&chair, SEAT_OPEN, NULL);
    for (Client *client = table->clients; client && !may_watch(&table->row, user, NULL); client = client->next_at_table)
        if (client->user == user)
            client_close(client, WSLAY_CODE_POLICY_VIOLATION, "removed");
    return answer_when_kept(request, table, waiting);
}

/* A user who sits at the table, looks on or has chatted there lately. */
static bool was_seen(const Table *table, int64_t user)
{
    ChatLine line;
    if (seated(&table->row, user))
        return true;
    for (const Client *client = table->clients; client; client = client->next_at_table)
        if (client->user == user)
            return true;
    for (size_t at = 0; chat_line_next(&table->chat, &at, &line);)
        if (line.user == user)
            return true;
    return false;
}

static bool may_mute_more(const Table *table)
{
    BarredRow row;
    int muted = 0;
    for (size_t i = 0; buffer_row(&table->barred, i, &row, sizeof row); i++)
        muted += row.what == BARRED_CHAT;
    return muted < MUTED_MOST;
}

unsigned seat_mute(Request *request, const char *id, json_t *body, Buffer *out)
{
    Table *table;
    unsigned status = find_as_host(request, id, &table, out);
    int64_t user = json_integer_value(json_object_get(body, "user"));
    bool on = !json_is_false(json_object_get(body, "on"));
    if (!status && (user <= 0 || user == request->user.id ||
                    (on && !table_bars(table, user, BARRED_CHAT) && !was_seen(table, user))))
        status = error_answer(out, 404, "server.no-such-account");
    if (!status && on && !may_mute_more(table))
        status = error_answer(out, 409, SAID("server.too-many-muted"));
    Waiting *waiting = status ? NULL : malloc(sizeof *waiting);
    if (!waiting)
        return status ? status : error_answer(out, 500, "server.no-memory-left");
    bar(table, user, BARRED_CHAT, on);
    return answer_when_kept(request, table, waiting);
}

/* ---- the computer in a person's chair, and vacations ---- */

void seat_stand_in(Table *table, int side, const char *player)
{
    SeatRow *seat = &table->row.seat[side];
    if (seat->kind == SEAT_HUMAN) {
        snprintf(seat->stand_in, sizeof seat->stand_in, "%s", player ? player : "");
    } else { /* the player who sat there has left */
        end_offer(&(Chair){table, side, seat});
        seat->kind = SEAT_PLAYER;
        snprintf(seat->name, sizeof seat->name, "%s", player);
    }
    write_seat(table_entry(table), table->row.number, side, seat);
    tell_seat(table, side, player ? "computer" : "back", seat->name);
    table_reseat(table);
}

unsigned seat_machine_plays(Request *request, const char *id, json_t *body, Buffer *out)
{
    const json_t *wanted = json_object_get(body, "player");
    const char *player = json_string_value(wanted);
    Chair chair;
    unsigned status = find_own(request, id, body, &chair, out);
    if (!status && player && (!player_named(player) || strlen(player) >= sizeof chair.seat->stand_in))
        status = error_answer(out, 400, SAID("server.no-such-computer-player"));
    Waiting *waiting = status ? NULL : malloc(sizeof *waiting);
    if (!waiting)
        return status ? status : error_answer(out, 500, "server.no-memory-left");
    table_load(chair.table);
    seat_stand_in(chair.table, chair.side, player);
    return answer_when_kept(request, chair.table, waiting);
}

unsigned seat_vacation(Request *request, const char *id, json_t *body, Buffer *out)
{
    Chair chair;
    unsigned status = find_own(request, id, body, &chair, out);
    Waiting *waiting = status ? NULL : malloc(sizeof *waiting);
    if (!waiting)
        return status ? status : error_answer(out, 500, "server.no-memory-left");
    if (clock_vacation(chair.table, chair.side, !json_is_false(json_object_get(body, "on"))))
        return answer_when_kept(request, chair.table, waiting);
    free(waiting);
    return error_answer(out, 409, SAID("server.no-vacation-left"));
}
