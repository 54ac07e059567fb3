/* clocks.c — the clocks of games as the server keeps them: which side is charged, what comes due, and the events sent.
 *
 * Time is the server's uptime, all its runs together, which the store keeps: no side is charged for a stopped server,
 * for a wall clock that jumps, or for the time that a roll waits for another player's browser. For games that are not
 * open, the store says which come due; they are opened then. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/ai.h"
#include "server/node.h"
#include "server/talk.h"

#define LOOK_SECONDS 10 /* how often the store is asked */
#define NOTE_SECONDS 60 /* how often uptime is kept */
#define OPENED_AT_ONCE 20
#define TIME_LEAST 60     /* no player answers within a few seconds */
#define OTHERS_SECONDS 30 /* after that the leading node does not open the game: its edition may be another */

int64_t uptime(const Server *server)
{
    int64_t run = server->config->test_clock ? server->test_seconds : steady_seconds() - server->started_steady;
    return server->uptime_before + run;
}

/* ---- events sent ---- */

static void add_sides(Buffer *out, const GameRow *row, const char *key, int64_t (*value)(const GameRow *, int, int64_t),
                      int64_t now)
{
    buffer_format(out, ",\"%s\":{", key);
    for (int side = 0; side < row->sides; side++) {
        buffer_text(out, side ? "," : "");
        buffer_quote(out, row->seat[side].side);
        buffer_format(out, ":%lld", (long long)value(row, side, now));
    }
    buffer_char(out, '}');
}

static int64_t time_left(const GameRow *row, int side, int64_t now)
{
    return clock_left(&row->terms, &row->clock, side, now);
}

static int64_t vacation_left(const GameRow *row, int side, int64_t now)
{
    return clock_vacation_left(&row->clock, side, now);
}

static void add_away(Buffer *out, const GameRow *row)
{
    bool first = true;
    buffer_literal(out, ",\"away\":[");
    for (int side = 0; side < row->sides; side++)
        if (row->clock.away >> side & 1) {
            buffer_text(out, first ? "" : ",");
            buffer_quote(out, row->seat[side].side);
            first = false;
        }
    buffer_char(out, ']');
}

static const char *const clock_words[CLOCK_KINDS] = {"none", "days", "bank", "live"};
static const char *const out_words[TIME_OUTS] = {"loses", "machine", "claim"};
static const char *const claim_words[CLAIMS] = {"win", "machine"};

void json_clock(Buffer *out, const Server *server, const GameRow *row)
{
    const Terms *terms = &row->terms;
    const Clock *clock = &row->clock;
    int64_t now = uptime(server);
    buffer_format(out, "{\"kind\":\"%s\",\"time\":%lld,\"gain\":%lld,\"vacation\":%lld,\"absent\":%lld",
                  clock_words[terms->clock], (long long)terms->time, (long long)terms->gain, (long long)terms->vacation,
                  (long long)terms->absent);
    buffer_format(out, ",\"out\":\"%s\",\"claim\":\"%s\",\"rated\":%s,\"running\":", out_words[terms->out],
                  claim_words[terms->claim], terms->rated ? "true" : "false");
    if (clock->running < row->sides)
        buffer_quote(out, row->seat[clock->running].side);
    else
        buffer_literal(out, "null");
    if (terms->clock != CLOCK_NONE)
        add_sides(out, row, "left", time_left, now);
    if (terms->vacation)
        add_sides(out, row, "vacationLeft", vacation_left, now);
    add_away(out, row);
    buffer_format(out, ",\"idle\":%lld,\"claimable\":%s}",
                  (long long)(clock->running == NO_SIDE || now < clock->acted ? 0 : now - clock->acted),
                  clock_may_claim(terms, clock, now) ? "true" : "false");
}

/* `what`: the reason for the event, besides the change; NULL. */
static void tell_clock(Table *table, const char *what)
{
    Buffer *out = &table->server->scratch;
    buffer_clear(out);
    buffer_literal(out, "{\"t\":\"clock\",\"clock\":");
    json_clock(out, table->server, &table->row);
    if (what)
        buffer_format(out, ",\"what\":\"%s\"", what);
    buffer_char(out, '}');
    for (Client *client = table->clients; client; client = client->next_at_table)
        if (!client->paused)
            client_send(client, out);
}

/* ---- which side is charged ---- */

/* The side that must answer. Until every seat has been taken once, none. */
static int side_asked(const GameRow *row)
{
    int asked = NO_SIDE;
    for (int side = 0; side < row->sides && !row->over; side++) {
        if (row->seat[side].kind == SEAT_OPEN && row->clock.asked == NO_SIDE)
            return NO_SIDE;
        if (!strcmp(row->seat[side].side, row->asked))
            asked = side;
    }
    return asked;
}

/* A side's time runs, with or without a player in the seat, unless the seat is the machine's. A player who lets the
 * computer play for him spends his own time; when it is out, the clock stands only if nothing can be lost by it any
 * more. */
static bool time_runs(const GameRow *row, int side, int64_t now)
{
    const Terms *terms = &row->terms;
    if (side == NO_SIDE || row->seat[side].kind == SEAT_PLAYER)
        return false;
    if (!seat_machine(&row->seat[side]))
        return true;
    bool loses = (terms->out == OUT_LOSES && row->sides == 2) || (terms->out == OUT_CLAIM && terms->claim == CLAIM_WIN);
    return terms->clock != CLOCK_NONE && (loses || clock_left(terms, &row->clock, side, now) > 0);
}

static void keep_clock(Table *table, const char *what)
{
    write_clock(table_entry(table), table->row.number, &table->row.clock);
    write_uptime(table_entry(table), uptime(table->server));
    tell_clock(table, what);
}

/* The time as the players at the table see it: it stands while a roll waits for a player's browser. */
static int64_t clock_now(const Table *table)
{
    return table->roll_since ? table->roll_since - 1 : uptime(table->server);
}

void clock_follow(Table *table, bool ordered)
{
    GameRow *row = &table->row;
    int64_t now = clock_now(table);
    if (!terms_count(&row->terms))
        return;
    bool acted = ordered && clock_acts(&row->terms, &row->clock, now);
    int side = side_asked(row);
    if (clock_asks(&row->terms, &row->clock, side, time_runs(row, side, now), row->turn, now) || acted)
        keep_clock(table, NULL);
}

void clock_excuse_wait(Table *table)
{
    bool waits = table->roll_since;
    int64_t waited = uptime(table->server) - clock_now(table);
    table->roll_since = 0;
    if (waits && clock_excuse(&table->row.terms, &table->row.clock, waited > 0 ? waited : 0))
        keep_clock(table, NULL);
}

void clock_waits(Table *table)
{
    Clock *clock = &table->row.clock;
    if (!table->roll_since || !clock->due)
        return;
    clock->due = uptime(table->server) + game_wait(table->game) + 1;
    keep_clock(table, NULL);
}

bool clock_vacation(Table *table, int side, bool away)
{
    if (!clock_set_away(&table->row.terms, &table->row.clock, side, away, clock_now(table)))
        return false;
    keep_clock(table, NULL);
    return true;
}

/* ---- what comes due ---- */

typedef struct Expiry {
    Table *table;
    int side;
    Defeat defeat;
} Expiry;

/* The game's own rule; with three players none wins by it. */
static void lose_game(void *context)
{
    const Expiry *out = context;
    char why[200];
    working_on(out->table->row.id);
    if (out->table->row.sides == 2)
        table_lose(out->table, out->side, out->defeat, why);
    else
        seat_stand_in(out->table, out->side, greedy_player.name);
}

static void forfeit(Table *table, int side, bool machine, Defeat defeat)
{
    char what[FAULT_TEXT];
    Expiry out = {table, side, defeat};
    if (machine)
        seat_stand_in(table, side, greedy_player.name);
    else if (!guarded(lose_game, &out, what))
        table_failed(table, what);
}

static void ring(Table *table)
{
    GameRow *row = &table->row;
    int side = row->clock.running;
    int64_t now = uptime(table->server);
    ClockEvent event = clock_event(&row->terms, &row->clock, now);
    if (event == CLOCK_WAITS) {
        keep_clock(table, NULL);
        return;
    }
    keep_clock(table, event == CLOCK_REMINDS ? "reminder" : event == CLOCK_RUNS_OUT ? "out" : "claim");
    log_line(LEVEL_INFO, "clock", "game=%s side=%s event=%s", row->id, row->seat[side].side,
             event == CLOCK_REMINDS    ? "reminder"
             : event == CLOCK_RUNS_OUT ? "out"
                                       : "claim");
    if (event == CLOCK_REMINDS)
        notice_time(table, side, clock_left(&row->terms, &row->clock, side, now));
    else if (event == CLOCK_RUNS_OUT)
        forfeit(table, side, row->terms.out == OUT_MACHINE, DEFEAT_TIME);
}

/* A game that is not open. */
typedef struct Waking {
    VisitAsk visit;
    Server *server;
} Waking;

static void woken(Ask *ask)
{
    Waking *waking = (Waking *)ask;
    Server *server = waking->server;
    if (!ask->failed && waking->visit.found && !waking->visit.node[0] && !server->stopping) {
        Table *table = table_lay(server, &waking->visit.row);
        if (table)
            table_load(table);
    }
    free(waking);
}

void table_wake(Server *server, const char *id)
{
    Waking *waking = calloc(1, sizeof *waking);
    if (!waking)
        return;
    waking->visit.ask = (Ask){.kind = ASK_VISIT, .done = woken};
    snprintf(waking->visit.game, sizeof waking->visit.game, "%s", id);
    waking->server = server;
    store_ask(server->store, &waking->visit.ask);
}

typedef struct Looking {
    DueAsk due;
    Server *server;
} Looking;

static void due_are_known(Ask *ask)
{
    Looking *looking = (Looking *)ask;
    Server *server = looking->server;
    const Buffer *rows = &looking->due.rows;
    int64_t now = uptime(server);
    int opened = 0;
    server->clocks_asked = false;
    server->clocks_run = rows->length > 0;
    DueRow row;
    for (size_t i = 0; !server->stopping && opened < OPENED_AT_ONCE && buffer_row(rows, i, &row, sizeof row); i++) {
        if (row.due > now - (node_leads(server) ? 0 : OTHERS_SECONDS))
            break;
        if (!table_find(server, row.id)) {
            table_wake(server, row.id);
            opened++;
        }
    }
    buffer_free(&looking->due.rows);
    free(looking);
}

static void look_for_due(Server *server)
{
    Looking *looking = server->clocks_asked ? NULL : calloc(1, sizeof *looking);
    if (!looking)
        return;
    looking->due.ask = (Ask){.kind = ASK_DUE, .done = due_are_known};
    looking->server = server;
    server->clocks_asked = true;
    store_ask(server->store, &looking->due.ask);
}

static void note_uptime(Server *server)
{
    WriteSet *entry = server->disk_trouble ? NULL : entry_alone();
    if (!entry)
        return;
    write_uptime(entry, uptime(server));
    store_add(server->store, entry);
}

bool clocks_open(Server *server, char why[TROUBLE])
{
    DueAsk due = {.ask = {.kind = ASK_DUE}};
    bool good = store_answer_now(server->store, &due.ask);
    snprintf(why, TROUBLE, "%s", due.ask.trouble);
    buffer_free(&due.rows);
    server->uptime_before = due.uptime;
    server->started_steady = steady_seconds();
    return good;
}

void clocks_close(Server *server) { note_uptime(server); }

void clocks_tick(Server *server)
{
    int64_t now = uptime(server), steady = steady_seconds();
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i], *next; table; table = next) {
            next = table->next;
            if (!table->row.clock.due || table->row.clock.due > now || table->gone || server->disk_trouble ||
                table->roll_since)
                continue;
            if (!table->game)
                table_load(table);
            else if (!table_is_held(table))
                ring(table);
        }
    if (steady - server->clocks_looked >= (server->config->test_clock ? 1 : LOOK_SECONDS)) {
        server->clocks_looked = steady;
        look_for_due(server);
    }
    if (server->clocks_run && now - server->uptime_noted >= NOTE_SECONDS) {
        server->uptime_noted = now;
        note_uptime(server);
    }
}

/* ---- claims ---- */

static bool someone_else(const Client *client, int side)
{
    if (client->held[side])
        return false;
    for (int own = 0; own < SIDES; own++)
        if (client->held[own])
            return true;
    return false;
}

void say_claim(Message *message)
{
    Table *table = message->table;
    const GameRow *row = &table->row;
    int side = row->clock.running;
    if (side == NO_SIDE || !someone_else(message->client, side) ||
        !clock_may_claim(&row->terms, &row->clock, clock_now(table))) {
        answer_refused(message, SAID("server.nothing-to-claim"));
        return;
    }
    bool out = row->terms.clock != CLOCK_NONE && clock_left(&row->terms, &row->clock, side, clock_now(table)) <= 0;
    answer_ok(message);
    log_line(LEVEL_INFO, "clock", "game=%s side=%s event=claimed", row->id, row->seat[side].side);
    forfeit(table, side, row->terms.claim == CLAIM_MACHINE, out ? DEFEAT_TIME : DEFEAT_ABSENT);
}

/* ---- terms that a player asks for ---- */

static bool word_of(const json_t *object, const char *key, const char *const *words, int count, int *out)
{
    const json_t *value = json_object_get(object, key);
    const char *word = json_string_value(value);
    if (!value)
        return true;
    for (int i = 0; word && i < count; i++)
        if (!strcmp(word, words[i])) {
            *out = i;
            return true;
        }
    return false;
}

static bool seconds_of(const json_t *object, const char *key, int64_t *out)
{
    const json_t *value = json_object_get(object, key);
    *out = json_integer_value(value);
    return !value || json_is_integer(value);
}

bool terms_wanted(const json_t *object, Terms *out)
{
    int clock = CLOCK_NONE, timeout = OUT_CLAIM, claim = CLAIM_WIN;
    *out = (Terms){0};
    if (!object)
        return true;
    if (!json_is_object(object) || !word_of(object, "kind", clock_words, CLOCK_KINDS, &clock) ||
        !word_of(object, "out", out_words, TIME_OUTS, &timeout) ||
        !word_of(object, "claim", claim_words, CLAIMS, &claim) || !seconds_of(object, "time", &out->time) ||
        !seconds_of(object, "gain", &out->gain) || !seconds_of(object, "vacation", &out->vacation) ||
        !seconds_of(object, "absent", &out->absent))
        return false;
    out->clock = (ClockKind)clock;
    out->out = (TimeOut)timeout;
    out->claim = (Claim)claim;
    out->rated = json_is_true(json_object_get(object, "rated"));
    bool short_time = (out->clock != CLOCK_NONE && out->time < TIME_LEAST) || (out->absent && out->absent < TIME_LEAST);
    return !short_time && terms_are_good(out);
}
