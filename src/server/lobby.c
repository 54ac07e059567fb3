/* lobby.c — the games that are offered, begun, joined and branched. */
#define _GNU_SOURCE
#include <ctype.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "server/editions.h"
#include "server/node.h"
#include "systems/systems.h"

#define LISTED 100

void random_name(char *out, size_t letters)
{
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (size_t i = 0; i < letters; i++)
        out[i] = alphabet[randombytes_uniform(32)];
    out[letters] = '\0';
}

void game_secret(const Server *server, const char *use, void *out, size_t size)
{
    uint8_t foreseen[SHA256_BYTES];
    const char *word = server->config->same_dice;
    if (!word) {
        randombytes_buf(out, size);
        return;
    }
    hmac_sha256(word, strlen(word), use, strlen(use), foreseen);
    for (size_t i = 0; i < size; i++)
        ((uint8_t *)out)[i] = foreseen[i % sizeof foreseen];
}

/* ---- games ---- */

bool seated(const GameRow *row, int64_t user)
{
    for (int side = 0; side < row->sides; side++)
        if (held_by(&row->seat[side], user))
            return true;
    return false;
}

/* A user who is offered a seat may see the game. */
static bool is_asked_in(const SeatRow *seat, int64_t user)
{
    return held_by(seat, user) ||
           (seat->kind != SEAT_PLAYER && seat->offered && seat->offered_to && seat->offered_to == user);
}

bool concerns(const GameRow *row, int64_t user)
{
    for (int side = 0; side < row->sides; side++)
        if (is_asked_in(&row->seat[side], user))
            return true;
    return false;
}

bool may_watch(const GameRow *row, int64_t user, const char *invite)
{
    return row->is_public || concerns(row, user) ||
           (invite && strlen(invite) == strlen(row->invite) &&
            !sodium_memcmp(invite, row->invite, strlen(row->invite)));
}

bool table_may_watch(const Table *table, int64_t user, const char *invite)
{
    for (int side = 0; side < table->row.sides; side++)
        if (is_asked_in(&table->shown.seat[side], user))
            return true;
    GameRow nobody = {.is_public = table->row.is_public};
    memcpy(nobody.invite, table->row.invite, sizeof nobody.invite);
    return may_watch(&nobody, user, invite);
}

bool may_replay(const GameRow *row, int64_t user)
{
    if (row->over)
        return true;
    for (int side = 0; side < row->sides; side++)
        if (row->seat[side].kind != SEAT_PLAYER && !held_by(&row->seat[side], user))
            return false;
    return seated(row, user);
}

static bool is_online(const Table *table, int side)
{
    for (const Client *client = table ? table->clients : NULL; client; client = client->next_at_table)
        if (client->held[side] && !client->dead)
            return true;
    return false;
}

/* What is known of the player in a seat besides his name. */
static void add_person(Buffer *out, const SeatRow *seat, int64_t user, bool host)
{
    if (seat->kind == SEAT_PLAYER)
        return;
    if (seat->kind == SEAT_HUMAN)
        buffer_format(out, ",\"user\":%lld", (long long)seat->user);
    if (seat->stand_in[0]) {
        buffer_literal(out, ",\"computer\":");
        buffer_quote(out, seat->stand_in);
    }
    if (seat->offered && seat->offered_to && seat->offered_to == user)
        buffer_literal(out, ",\"offer\":\"yours\"");
    if (seat->offered && (held_by(seat, user) || (host && seat->kind == SEAT_OPEN && seat->offered_to != user))) {
        buffer_literal(out, ",\"offer\":");
        buffer_quote(out, seat->offered_to ? "made" : seat->secret);
    }
}

void json_seats(Server *server, Buffer *out, const GameRow *row, int64_t user)
{
    const Table *table = table_find(server, row->id);
    buffer_char(out, '[');
    for (int side = 0; side < row->sides; side++) {
        const SeatRow *seat = &row->seat[side];
        buffer_text(out, side ? ",{\"side\":" : "{\"side\":");
        buffer_quote(out, seat->side);
        buffer_literal(out, ",\"kind\":");
        buffer_quote(out, seat->kind == SEAT_PLAYER ? seat->name : seat->kind == SEAT_HUMAN ? "human" : "open");
        buffer_literal(out, ",\"name\":");
        buffer_quote(out, seat->name);
        buffer_text(out, seat->kind == SEAT_PLAYER || (table ? is_online(table, side) : row->online >> side & 1)
                             ? ",\"online\":true"
                             : ",\"online\":false");
        buffer_text(out, held_by(seat, user) ? ",\"you\":true" : ",\"you\":false");
        add_person(out, seat, user, user && row->owner == user);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* ---- how a game ended ---- */

void keep_verdict(const Game *game, GameRow *row)
{
    Score score;
    game_score(game, &score);
    size_t room = sizeof row->verdict,
           length = say(game_scenario(game), NULL, NULL, &score.verdict, row->verdict, room);
    if (!score.verdict.words)
        return;
    length += (size_t)snprintf(row->verdict + length, room - length, "\t%s", score.verdict.words);
    for (int i = 0; i < SAY_ARGS && length < room; i++)
        length += (size_t)snprintf(row->verdict + length, room - length, "\t%d", score.verdict.arg[i]);
}

/* In another language if the sentence is there and the scenario at hand has the sides it names. */
static void add_verdict(Buffer *out, const GameRow *row, const Scenario *scenario, const Translation *translation)
{
    char stored[sizeof row->verdict], words[SAY_TEXT], *rest = stored;
    snprintf(stored, sizeof stored, "%s", row->verdict);
    const char *english = strtok_r(rest, "\t", &rest), *pattern = english ? strtok_r(NULL, "\t", &rest) : NULL;
    Sentence verdict = {.words = pattern};
    for (int i = 0; pattern && i < SAY_ARGS; i++) {
        const char *arg = strtok_r(NULL, "\t", &rest);
        verdict.arg[i] = (int16_t)(arg ? atoi(arg) : 0);
    }
    if (pattern && translation && scenario && scenario->sides == row->sides)
        buffer_quote_bytes(out, words, say(scenario, translation, NULL, &verdict, words, sizeof words));
    else
        buffer_quote(out, english ? english : "");
}

/* Where its map is: below /api/map/. */
static void add_map(Buffer *out, const Known *known, const GameRow *row)
{
    int map = known ? scenario_map_for(known->scenario, row->options) : 0;
    char path[120];
    snprintf(path, sizeof path, "%.60s%s%s", row->scenario, map ? "/" : "",
             map ? known->scenario->other_map[map - 1] : "");
    buffer_literal(out, ",\"map\":");
    buffer_quote(out, path);
}

void json_game(Server *server, Buffer *out, const GameRow *row, int64_t user, int language, bool whole)
{
    const Known *known = scenario_known(server, row->scenario);
    const Table *table = table_find(server, row->id);
    const Scenario *scenario = table ? table->scenario : known ? known->scenario : NULL;
    const Translation *translation = scenario ? translation_of(server, language, scenario->system) : NULL;
    int spectators = table ? 0 : row->spectators;
    for (const Client *client = table ? table->clients : NULL; client; client = client->next_at_table)
        spectators += client->as == SPECTATOR;
    buffer_literal(out, "{\"id\":");
    buffer_quote(out, row->id);
    buffer_literal(out, ",\"scenario\":");
    buffer_quote(out, row->scenario);
    add_map(out, known, row);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, scenario ? translation_words(translation, scenario->title) : row->scenario);
    buffer_literal(out, ",\"options\":");
    buffer_quote(out, row->options);
    buffer_format(out, ",\"created\":%lld,\"changed\":%lld,\"over\":%s,\"verdict\":", (long long)row->created,
                  (long long)row->changed, row->over ? "true" : "false");
    add_verdict(out, row, scenario, translation);
    buffer_format(out, ",\"turn\":%d,\"turns\":%d,\"asked\":", row->turn, known ? known->scenario->turns : 0);
    if (row->asked[0])
        buffer_quote(out, row->asked);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"seats\":");
    json_seats(server, out, row, user);
    buffer_format(out, ",\"spectators\":%d,\"public\":%s,\"whatIf\":%s,\"replay\":%s", spectators,
                  row->is_public ? "true" : "false", row->branch_length ? "true" : "false",
                  may_replay(row, user) ? "true" : "false");
    if (row->owner == user)
        buffer_literal(out, ",\"host\":true");
    if (terms_say(&row->terms)) {
        buffer_literal(out, ",\"clock\":");
        json_clock(out, server, row);
    }
    if (is_handed_over(row)) {
        buffer_literal(out, ",\"handedOver\":true,\"name\":");
        buffer_quote(out, row->name);
    } else if (row->origin[0]) {
        buffer_literal(out, ",\"origin\":");
        buffer_quote(out, row->origin);
        buffer_format(out, ",\"originOrder\":%d,\"name\":", row->origin_order);
        buffer_quote(out, row->name);
    }
    if (seated(row, user)) {
        buffer_literal(out, ",\"invite\":");
        buffer_quote(out, row->invite);
    }
    if (whole && known && known->hints) {
        buffer_literal(out, ",\"hints\":");
        buffer_text(out, known->hints);
    }
    buffer_char(out, '}');
}

typedef struct LobbyRequest {
    LobbyAsk lobby;
    Request *request;
} LobbyRequest;

static void list_games(const Request *request, Buffer *out, const Buffer *rows)
{
    GameRow *row = malloc(sizeof *row);
    for (size_t at = 0; row && at < rows->length; at += sizeof *row) {
        memcpy(row, rows->bytes + at, sizeof *row);
        const Table *table = table_find(request->server, row->id);
        if (table)
            table_kept_row(table, row);
        else
            editions_presence(request->server, row);
        if (at)
            buffer_char(out, ',');
        json_game(request->server, out, row, request->user.id, request->language, false);
    }
    free(row);
}

/* Whether the list would contain the game. */
static bool is_listed(const GameRow *row, int64_t user, int list)
{
    bool open = false, offered = false, mine = seated(row, user);
    for (int side = 0; side < row->sides; side++) {
        open |= row->seat[side].kind == SEAT_OPEN;
        offered |= row->seat[side].offered && row->seat[side].offered_to == user && user;
    }
    bool others = row->is_public && !row->over && !mine;
    return list == LIST_MINE     ? mine
           : list == LIST_OPEN   ? others && open
           : list == LIST_PUBLIC ? others && !open
                                 : offered && !row->over;
}

/* The store does not answer: only games on the tables here can be listed. */
static void list_tables_here(LobbyRequest *work)
{
    Server *server = work->request->server;
    GameRow row;
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (const Table *table = server->table[i]; table; table = table->next)
            for (int list = 0; list < LISTS; list++) {
                Buffer *rows = &work->lobby.rows[list];
                if (!table_find(server, table->row.id) || rows->length >= LISTED * sizeof row)
                    continue;
                table_kept_row(table, &row);
                if (is_listed(&row, work->request->user.id, list))
                    buffer_add(rows, &row, sizeof row);
            }
}

static void lobby_is_read(Ask *ask)
{
    static const char *const words[LISTS] = {"{\"mine\":[", "],\"open\":[", "],\"public\":[", "],\"offered\":["};
    LobbyRequest *work = (LobbyRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    int64_t before = thread_microseconds();
    bool here = ask->failed && request->server->node && !node_is_past(request->server);
    for (int i = 0; here && i < LISTS; i++)
        buffer_clear(&work->lobby.rows[i]);
    if (here)
        list_tables_here(work);
    for (int i = 0; i < LISTS; i++) {
        buffer_text(out, words[i]);
        list_games(request, out, &work->lobby.rows[i]);
        buffer_free(&work->lobby.rows[i]);
    }
    buffer_text(out, here ? "],\"partial\":true}" : "]}");
    cost_debit(request->server, request->user.id, request->address, thread_microseconds() - before + ask->spent);
    http_resume(request, ask->failed && !here ? error_answer(out, 503, ask->trouble) : 200, "application/json");
    free(work);
}

unsigned lobby_games(Request *request, Buffer *out)
{
    LobbyRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->lobby =
        (LobbyAsk){.ask = {.kind = ASK_LOBBY, .done = lobby_is_read}, .user = request->user.id, .limit = LISTED};
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->lobby.ask);
    return LATER;
}

/* "name=value …" of a JSON object; false if it is none. */
static bool read_options(const Scenario *usual, json_t *object, char *out, size_t room)
{
    const char *key;
    json_t *value;
    size_t used = 0;
    out[0] = '\0';
    if (!object)
        return true;
    if (!json_is_object(object))
        return false;
    json_object_foreach(object, key, value)
    {
        const char *text = json_string_value(value);
        if (!text || !*text || !scenario_option(usual, key) || strpbrk(text, " =\n\t\""))
            return false;
        int length = snprintf(out + used, room - used, "%s%s=%s", used ? " " : "", key, text);
        if (length < 0 || (size_t)length >= room - used)
            return false;
        used += (size_t)length;
    }
    return true;
}

bool lobby_read_seats(const Scenario *scenario, json_t *seats, const UserRow *user, GameRow *row, char why[200])
{
    bool somebody = false;
    const char *key;
    json_t *value;
    if (!json_is_object(seats)) {
        snprintf(why, 200, SAID("server.say-sits-where-side-me"));
        return false;
    }
    json_object_foreach(seats, key, value)
    {
        bool found = false;
        for (int side = 0; side < scenario->sides; side++)
            found |= !strcmp(scenario->side_word[side], key);
        if (!found) {
            snprintf(why, 200, "there is no side \"%.20s\"", key);
            return false;
        }
    }
    row->sides = scenario->sides;
    for (int side = 0; side < scenario->sides; side++) {
        SeatRow *seat = &row->seat[side];
        const char *who = json_string_value(json_object_get(seats, scenario->side_word[side]));
        snprintf(seat->side, sizeof seat->side, "%s", scenario->side_word[side]);
        if (!who || !strcmp(who, "open")) {
            seat->kind = SEAT_OPEN;
        } else if (!strcmp(who, "me")) {
            seat->kind = SEAT_HUMAN;
            seat->user = user->id;
            snprintf(seat->name, sizeof seat->name, "%s", user->name);
        } else if (player_named(who)) {
            seat->kind = SEAT_PLAYER;
            snprintf(seat->name, sizeof seat->name, "%s", who);
        } else {
            snprintf(why, 200, "a seat is me, open or a player of the machine, not \"%.20s\"", who);
            return false;
        }
        somebody |= seat->kind != SEAT_PLAYER;
    }
    if (!somebody)
        snprintf(why, 200, SAID("server.somebody-must-play-least-seat"));
    return somebody;
}

/* Which players take part in the dice: between people every roll is witnessed, unless the request says otherwise. */
static bool read_dice(const json_t *body, const GameRow *row, GameStart *start, char why[200])
{
    enum { USUAL_WAIT = 10, SHORTEST_WAIT = 2 };
    const char *word = json_string_value(json_object_get(body, "dice"));
    const json_t *wait = json_object_get(body, "wait");
    json_int_t seconds = wait ? json_integer_value(wait) : USUAL_WAIT;
    int people = 0, mine = 0;
    for (int side = 0; side < row->sides; side++) {
        people += row->seat[side].kind == SEAT_OPEN;
        mine |= row->seat[side].kind == SEAT_HUMAN;
    }
    start->trust = people + mine > 1 ? TRUST_WITNESSED : TRUST_NONCES;
    if (word)
        start->trust = !strcmp(word, "witnessed") ? TRUST_WITNESSED : TRUST_NONCES;
    start->wait = (int)seconds;
    if ((!word || start->trust == TRUST_WITNESSED || !strcmp(word, "nonces")) && (!wait || json_is_integer(wait)) &&
        seconds >= SHORTEST_WAIT && seconds <= WITNESS_WAIT_MAX)
        return true;
    snprintf(why, 200, SAID("server.dice-witnessed-or-nonces"));
    return false;
}

bool may_have_more(const Request *request, bool what_if)
{
    enum { GUESTS_GAMES = 40, GAMES = 200, GUESTS_TRIES = 40, TRIES = 200 };
    if (!request->server->config->limits || !request->coming)
        return true;
    bool guest = !request->user.password[0];
    const VisitAsk *visit = &request->coming->visit;
    return what_if ? visit->tries < (guest ? GUESTS_TRIES : TRIES) : visit->games < (guest ? GUESTS_GAMES : GAMES);
}

/* A game that is being put into the store. */
typedef struct BeginningGame {
    Settling settling;
    GameRow row;
    int64_t paired;           /* the opponent in the queue who waits for this game; 0: none does */
    char rematch_of[GAME_ID]; /* the game whose table gets a message; empty: none */
    Scenario *scenario;       /* NULL, and so with the rest, once they are a table's */
    Game *game;
    Deliveries deliveries;
} BeginningGame;

static void end_beginning(Settling *settling)
{
    BeginningGame *begun = (BeginningGame *)settling;
    if (begun->paired) /* it was not begun */
        queue_begun(settling->request->server, begun->paired, NULL);
    if (!begun->scenario)
        return;
    game_free(begun->game);
    deliveries_free(&begun->deliveries);
    scenario_leave(settling->request->server, begun->scenario);
}

/* Clients still at the game before get a message saying where it goes on. */
static void tell_rematch(Server *server, const char *id, const GameRow *row)
{
    Buffer *out = &server->scratch;
    Table *table = table_find(server, id);
    if (!table)
        return;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"rematch\",\"id\":");
    buffer_quote(out, row->id);
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (client->as != SPECTATOR)
            client_send(client, out);
}

static unsigned game_is_kept(Settling *settling)
{
    BeginningGame *begun = (BeginningGame *)settling;
    Request *request = settling->request;
    Server *server = request->server;
    const GameRow *row = &begun->row;
    Buffer *out = &request->answer;
    Table *table = table_new(server, row, begun->scenario);
    if (!table)
        return error_answer(out, 500, "server.no-memory-left");
    begun->scenario = NULL;
    node_begun(table);
    table_ready(table, begun->game, &begun->deliveries);
    clock_follow(table, false);
    server->metrics.games_created++;
    if (begun->paired)
        queue_begun(server, begun->paired, row->id);
    begun->paired = 0;
    if (begun->rematch_of[0])
        tell_rematch(server, begun->rematch_of, row);
    table_think(table);
    log_line(LEVEL_INFO, "game", "id=%s scenario=%s user=%lld", row->id, row->scenario, (long long)row->owner);
    buffer_literal(out, "{\"id\":");
    buffer_quote(out, row->id);
    buffer_literal(out, ",\"invite\":");
    buffer_quote(out, row->invite);
    buffer_char(out, '}');
    return 200;
}

/* The rest of a new game, besides its row. */
typedef struct NewGame {
    Scenario *scenario;
    GameStart start;
    int64_t paired;
    const char *rematch_of; /* a game; NULL: it is no rematch */
    int64_t rematch_number; /* of that game */
    const char *note;       /* its owner's own; NULL: none */
} NewGame;

/* Puts the game into the store, and when it is kept, onto a table. Takes scenario, game and deliveries over. */
static unsigned settle_game(Request *request, GameRow *row, NewGame *wanted, Game *game, Deliveries *deliveries,
                            Buffer *out)
{
    Scenario *scenario = wanted->scenario;
    Server *server = request->server;
    BeginningGame *begun = calloc(1, sizeof *begun);
    size_t length;
    row->number = store_number(server->store, NUMBER_GAME);
    if (!begun || !row->number) {
        free(begun);
        game_free(game);
        deliveries_free(deliveries);
        scenario_leave(server, scenario);
        return error_answer(out, 503, "server.too-much-asked-wait");
    }
    random_name(row->id, 10);
    random_name(row->invite, 20);
    row->created = row->changed = now_seconds();
    const char *text = game_journal(game, &length);
    int side = game_side(game);
    snprintf(row->asked, sizeof row->asked, "%s", side == NO_SIDE ? "" : scenario->side_word[side]);
    row->turn = game_position(game)->turn;
    row->over = side == NO_SIDE;
    clock_start(&row->terms, &row->clock, uptime(server));
    begun->row = *row;
    begun->scenario = scenario;
    begun->game = game;
    begun->deliveries = *deliveries;
    begun->settling.ended = end_beginning;
    begun->paired = wanted->paired;
    snprintf(begun->rematch_of, sizeof begun->rematch_of, "%s", wanted->rematch_of ? wanted->rematch_of : "");
    if (wanted->rematch_of) {
        write_rematch(&begun->settling.entry, wanted->rematch_number, row->id);
        begun->settling.again = true;
    }
    write_game_add(&begun->settling.entry, row);
    for (int i = 0; i < row->sides; i++)
        if (row->seat[i].offered)
            write_offer(&begun->settling.entry, row->number, i, row->seat[i].offered_to, "");
    write_journal(&begun->settling.entry, row->number, 0, text, length);
    if (wanted->note)
        write_note(&begun->settling.entry, row->number, row->owner, wanted->note);
    return http_settle(&begun->settling, request, game_is_kept);
}

unsigned lobby_take_over(Request *request, GameRow *row, Scenario *scenario, Game *game, Deliveries *deliveries,
                         const char *note, Buffer *out)
{
    NewGame wanted = {.scenario = scenario, .note = note};
    return settle_game(request, row, &wanted, game, deliveries, out);
}

typedef struct Beginning {
    const Scenario *scenario;
    const GameStart *start;
    Game *game;
} Beginning;

static void begin_guarded(void *context)
{
    Beginning *beginning = context;
    beginning->game = game_new(beginning->scenario, beginning->start);
}

static unsigned held_sides(const GameRow *row, int64_t user)
{
    unsigned sides = 0;
    for (int side = 0; side < row->sides; side++)
        sides |= (unsigned)held_by(&row->seat[side], user) << side;
    return sides;
}

/* Sets the game up by the rules and puts it into the store. */
static unsigned start_game(Request *request, GameRow *row, NewGame *wanted, Buffer *out)
{
    Server *server = request->server;
    Scenario *scenario = wanted->scenario;
    char what[FAULT_TEXT] = "";
    Deliveries deliveries = {0};
    snprintf(row->scenario, sizeof row->scenario, "%s", scenario->id);
    scenario_options(scenario, row->options, sizeof row->options);
    game_secret(server, "seed", wanted->start.seed, sizeof wanted->start.seed);
    memcpy(row->seed, wanted->start.seed, sizeof row->seed);
    Beginning beginning = {scenario, &wanted->start, NULL};
    if (!guarded(begin_guarded, &beginning, what))
        fault_report(server, scenario->id, 0, what);
    sodium_memzero(&wanted->start, sizeof wanted->start);
    if (beginning.game)
        return settle_game(request, row, wanted, beginning.game, &deliveries, out);
    scenario_leave(server, scenario);
    return error_answer(out, 500, what[0] ? "server.game-cannot-begun" : "server.no-memory-left");
}

unsigned lobby_create(Request *request, json_t *body, Buffer *out)
{
    Server *server = request->server;
    const UserRow *user = &request->user;
    const char *id = json_string_value(json_object_get(body, "scenario"));
    const Known *known = id ? scenario_known(server, id) : NULL;
    char options[OPTIONS_MAX * 48], why[200] = "";
    GameRow row = {.owner = user->id, .is_public = json_is_true(json_object_get(body, "public"))};
    GameStart start = {.quiet = false};
    if (!known)
        return error_answer(out, 400, "server.no-such-scenario");
    if (!may_have_more(request, false))
        return error_answer(out, 429, "server.too-many-games-of-yours");
    if (!read_options(known->scenario, json_object_get(body, "options"), options, sizeof options))
        return error_answer(out, 400, "server.options-name-value-scenario");
    Scenario *scenario = scenario_share(server, id, options, why);
    if (!scenario)
        return error_answer(out, 400, why);
    bool timed = terms_wanted(json_object_get(body, "clock"), &row.terms);
    if (!timed)
        snprintf(why, sizeof why, SAID("server.clock-kind-and-seconds"));
    if (!timed || !lobby_read_seats(scenario, json_object_get(body, "seats"), user, &row, why) ||
        !read_dice(body, &row, &start, why)) {
        scenario_leave(server, scenario);
        return error_answer(out, 400, why);
    }
    if (row.terms.rated && (!user->password[0] || row.sides != 2 || held_sides(&row, user->id) == 3)) {
        scenario_leave(server, scenario);
        return error_answer(out, 400, SAID("server.rated-between-accounts"));
    }
    NewGame wanted = {.scenario = scenario, .start = start};
    return start_game(request, &row, &wanted, out);
}

/* A game for two players from the queue. */
unsigned lobby_pair(Request *request, const Known *known, const Pairing *pairing, Buffer *out)
{
    Server *server = request->server;
    char why[200];
    GameRow row = {.owner = request->user.id, .sides = 2, .terms = pairing->terms};
    NewGame wanted = {.start = {.trust = TRUST_WITNESSED, .wait = 10}, .paired = pairing->other};
    if (!may_have_more(request, false))
        return error_answer(out, 429, "server.too-many-games-of-yours");
    wanted.scenario = scenario_share(server, known->scenario->id, "", why);
    if (!wanted.scenario)
        return error_answer(out, 400, why);
    for (int side = 0; side < 2; side++) {
        SeatRow *seat = &row.seat[side];
        bool own = side == pairing->side;
        seat->kind = SEAT_HUMAN;
        seat->user = own ? request->user.id : pairing->other;
        snprintf(seat->side, sizeof seat->side, "%s", wanted.scenario->side_word[side]);
        snprintf(seat->name, sizeof seat->name, "%s", own ? request->user.name : pairing->name);
    }
    return start_game(request, &row, &wanted, out);
}

/* Two people, with the sides swapped; the other one's seat is offered to him. */
static bool swap_seats(const GameRow *from, int64_t user, GameRow *row)
{
    int other = held_by(&from->seat[0], user);
    if (from->sides != 2 || !held_by(&from->seat[!other], user))
        return false;
    for (int side = 0; side < 2; side++) {
        SeatRow *seat = &row->seat[side];
        const SeatRow *before = &from->seat[!side];
        *seat = (SeatRow){.kind = before->kind, .user = before->user};
        memcpy(seat->side, from->seat[side].side, sizeof seat->side);
        memcpy(seat->name, before->name, sizeof seat->name);
        if (before->kind == SEAT_HUMAN && before->user != user) {
            seat->kind = SEAT_OPEN;
            seat->offered = true;
            seat->offered_to = before->user;
            seat->user = 0;
            seat->name[0] = '\0';
        }
    }
    return true;
}

unsigned lobby_rematch(Request *request, const char *id, json_t *body, Buffer *out)
{
    Server *server = request->server;
    const Table *table = table_find(server, id);
    GameRow from = {0};
    char why[200];
    (void)body;
    if (table)
        table_kept_row(table, &from);
    else if (request->coming && request->coming->visit.found)
        from = request->coming->visit.row;
    GameRow row = {.owner = request->user.id, .sides = 2, .terms = from.terms};
    if (!from.number || !from.over || from.branch_length || !swap_seats(&from, request->user.id, &row))
        return error_answer(out, 409, SAID("server.no-rematch-of-this"));
    if (request->coming && request->coming->visit.rematch[0]) {
        buffer_literal(out, "{\"id\":");
        buffer_quote(out, request->coming->visit.rematch);
        buffer_char(out, '}');
        return 200;
    }
    if (request->coming && request->coming->visit.blockers.length)
        return error_answer(out, 403, "server.player-blocked-you");
    if (!may_have_more(request, false))
        return error_answer(out, 429, "server.too-many-games-of-yours");
    NewGame wanted = {.rematch_of = from.id, .rematch_number = from.number};
    read_dice(NULL, &row, &wanted.start, why);
    wanted.scenario = scenario_share(server, from.scenario, from.options, why);
    return wanted.scenario ? start_game(request, &row, &wanted, out) : error_answer(out, 400, why);
}

/* Whether any side but the user's may have secrets; a rulebook that cannot imagine them has no what-ifs then. Whether a
 * side has any now does not count: that would reveal it. */
static bool may_hide_something(const Game *game, const GameRow *row, int64_t user)
{
    return game_scenario(game)->system->shuffle_hidden && held_sides(row, user) + 1 != 1u << row->sides;
}

/* Every seat is the user's, the machine's aside; he sits behind the same curtain as at the game itself. */
static void take_seats(GameRow *row, const GameRow *from, const UserRow *user)
{
    for (int side = 0; side < row->sides; side++) {
        row->seat[side] = from->seat[side];
        if (row->seat[side].kind == SEAT_PLAYER)
            continue;
        row->seat[side].kind = SEAT_HUMAN;
        row->seat[side].user = user->id;
        snprintf(row->seat[side].name, sizeof row->seat[side].name, "%s", user->name);
    }
}

/* From the what-if's own secret, so that no player can foresee what will be imagined. */
static uint64_t imagining_seed(const uint8_t secret[SHA256_BYTES])
{
    static const char word[] = "imagine";
    uint8_t hash[SHA256_BYTES];
    uint64_t seed = 0;
    hmac_sha256(secret, SHA256_BYTES, word, strlen(word), hash);
    memcpy(&seed, hash, sizeof seed);
    return seed;
}

/* The rolls of a what-if and, while the game it comes from goes on, its hidden units are its own: no player learns here
 * what would happen there. */
static bool part_ways(Game *game, const GameRow *from, GameRow *row, int64_t user, Deliveries *deliveries)
{
    size_t length;
    char why[200];
    dice_fair(game_dice(game), row->seed);
    game_journal(game, &length);
    row->branch_length = (int64_t)length;
    if (!game_end_witness(game))
        return false;
    if (from->over || !may_hide_something(game, from, user))
        return true;
    if (!game_imagine(game, held_sides(from, user), imagining_seed(row->seed), why))
        return false;
    deliveries_line(deliveries, game, LINE_IMAGINE);
    return true;
}

typedef struct BranchJob {
    Job job;
    JournalAsk journal; /* of a game that is not open */
    Request *request;
    GameRow from, row; /* the game, and its outcome */
    Scenario *scenario;
    Buffer text;
    json_int_t orders;
    int lines;
    Game *game;
    Deliveries deliveries;
} BranchJob;

static void run_branch(Job *job)
{
    BranchJob *branch = (BranchJob *)job;
    char why[300];
    Game *game = game_retell(branch->scenario, &branch->from, branch->text.bytes, branch->text.length, branch->lines,
                             deliveries_see, &branch->deliveries, why);
    guard_game(game);
    bool parted = game && part_ways(game, &branch->from, &branch->row, branch->row.owner, &branch->deliveries);
    guard_game(NULL);
    if (parted)
        branch->game = game;
    else
        game_free(game);
}

static void done_branch(Server *server, Job *job)
{
    BranchJob *branch = (BranchJob *)job;
    Request *request = branch->request;
    Buffer *out = &request->answer;
    unsigned status;
    if (job->fault[0])
        fault_report(server, branch->from.id, (uint32_t)branch->lines, job->fault);
    if (branch->game && !server->stopping) {
        status = lobby_take_over(request, &branch->row, branch->scenario, branch->game, &branch->deliveries, NULL, out);
    } else {
        status = server->stopping ? error_answer(out, 503, "server.server-stops")
                                  : error_answer(out, 500, "server.point-game-cannot-reached");
        game_free(branch->game);
        deliveries_free(&branch->deliveries);
        scenario_leave(server, branch->scenario);
    }
    buffer_free(&branch->text);
    free(branch);
    if (status != LATER)
        http_resume(request, status, "application/json");
}

/* Everything about the what-if that is known before it is played. */
static void prepare_branch(Server *server, const UserRow *user, const json_t *body, BranchJob *branch)
{
    GameRow *row = &branch->row;
    *row = (GameRow){.owner = user->id, .sides = branch->from.sides};
    memcpy(row->scenario, branch->from.scenario, sizeof row->scenario);
    memcpy(row->options, branch->from.options, sizeof row->options);
    memcpy(row->branch_seed, branch->from.seed, sizeof row->branch_seed);
    game_secret(server, "what-if", row->seed, sizeof row->seed);
    take_seats(row, &branch->from, user);
    memcpy(row->origin, branch->from.id, sizeof row->origin);
    row->origin_order = (int)branch->orders;
    try_name(body, row);
}

/* 0 when the journal can be looked at; else the answer. */
static unsigned look_at_branch(Request *request, const char *id, json_t *body, BranchJob *branch, Buffer *out)
{
    const UserRow *user = &request->user;
    const json_t *to = json_object_get(body, "to");
    const Table *table = table_find(request->server, id);
    branch->orders = json_is_integer(to) ? json_integer_value(to) : -1;
    if (table)
        table_kept_row(table, &branch->from);
    else if (request->coming->visit.found)
        branch->from = request->coming->visit.row;
    if (!branch->from.number || !may_watch(&branch->from, user->id, json_string_value(json_object_get(body, "invite"))))
        return error_answer(out, 404, "server.no-such-game");
    if (!may_replay(&branch->from, user->id))
        return error_answer(out, 403, "server.game-among-people-can-branched");
    if (!may_have_more(request, true))
        return error_answer(out, 429, "server.too-many-what-ifs");
    return branch->from.branch_length ? error_answer(out, 409, "server.already-branch-game-comes") : 0;
}

/* The journal is there: a worker plays it. 0, or the answer. */
static unsigned play_branch(BranchJob *branch, Buffer *out)
{
    Request *request = branch->request;
    Server *server = request->server;
    int orders = branch->orders >= 0 && branch->orders < 1 << 24 ? (int)branch->orders : -1;
    char why[200];
    branch->lines = journal_lines_to(branch->text.bytes, branch->text.length, orders);
    if (branch->lines < 0)
        return error_answer(out, 400, "server.no-such-order");
    if (pool_refuses(pool_of_past(server, branch->text.length), request->user.id))
        return error_answer(out, 429, "server.too-much-asked-wait");
    branch->scenario = scenario_share(server, branch->from.scenario, branch->from.options, why);
    if (!branch->scenario)
        return error_answer(out, 500, "server.point-game-cannot-reached");
    branch->job = (Job){.run = run_branch, .done = done_branch, .user = request->user.id};
    http_suspend(request);
    pool_add(pool_of_past(server, branch->text.length), &branch->job);
    return 0;
}

static void journal_of_branch(Ask *ask)
{
    BranchJob *branch = (BranchJob *)(void *)((char *)ask - offsetof(BranchJob, journal.ask));
    Request *request = branch->request;
    Buffer *out = &request->answer;
    branch->text = branch->journal.text;
    unsigned status = request->server->stopping ? error_answer(out, 503, "server.server-stops")
                      : ask->failed             ? error_answer(out, 500, "server.point-game-cannot-reached")
                                                : play_branch(branch, out);
    if (!status)
        return;
    buffer_free(&branch->text);
    free(branch);
    http_resume(request, status, "application/json");
}

unsigned lobby_branch(Request *request, const char *id, json_t *body, Buffer *out)
{
    Server *server = request->server;
    BranchJob *branch = calloc(1, sizeof *branch);
    size_t length;
    if (!branch)
        return error_answer(out, 500, "server.no-memory-left");
    branch->request = request;
    const Table *table = table_find(server, id);
    unsigned status = look_at_branch(request, id, body, branch, out);
    if (!status)
        prepare_branch(server, &request->user, body, branch);
    if (!status && table && table->game) { /* as far as it is kept */
        buffer_add(&branch->text, game_journal(table->game, &length), table->stored);
        status = play_branch(branch, out);
    } else if (!status) {
        branch->journal =
            (JournalAsk){.ask = {.kind = ASK_JOURNAL, .done = journal_of_branch}, .number = branch->from.number};
        http_suspend(request);
        store_ask(server->store, &branch->journal.ask);
    }
    if (!status)
        return LATER;
    buffer_free(&branch->text);
    free(branch);
    return status;
}
