/* removal.c — the end of an account.
 *
 * A rated game is played to its end, so a user who removes his account resigns the rated games he still plays, and
 * confirms that he knows it. Each is resigned at the table that has it, here or at another node, by the game's own
 * rule. Their results are written while both players are known. Only then does the account go. */
#include <stdio.h>
#include <stdlib.h>

#include "server/node.h"

/* A proxy in front waits for ten seconds at most. A user who has to try again has fewer games left to resign. */
enum { PATIENCE_SECONDS = 8 };

typedef struct Removal {
    RatedAsk rated;
    Server *server;
    Request *request; /* NULL: it is another node's; here the games are only looked after */
    int64_t user, until;
    bool resigns, asked;
    struct Removal *next;
} Removal;

static unsigned account_is_gone(Settling *settling) { return people_gone(settling->request); }

static void end_removal(Removal *removal)
{
    for (Removal **at = &removal->server->removals; *at; at = &(*at)->next)
        if (*at == removal) {
            *at = removal->next;
            break;
        }
    buffer_free(&removal->rated.rows);
    free(removal);
}

static void answer_removal(Removal *removal, unsigned status, const char *words)
{
    Request *request = removal->request;
    http_resume(request, error_answer(&request->answer, status, words), "application/json");
    end_removal(removal);
}

/* ---- the games ---- */

typedef struct Resigning {
    Table *table;
    int side;
} Resigning;

/* A game that waits for its players' agreement has this user's: it ends at the last line that holds. */
static void resign(void *context)
{
    const Resigning *resigning = context;
    Table *table = resigning->table;
    char why[200];
    working_on(table->row.id);
    if (table->halted[0] && !table_carry_on(table, why))
        return;
    table_resign(table, resigning->side, why);
}

static void resign_at(Table *table, int64_t user)
{
    char what[FAULT_TEXT];
    for (int side = 0; side < table->row.sides; side++) {
        Resigning resigning = {table, side};
        if (held_by(&table->row.seat[side], user) && !table->row.over && !table_is_held(table) &&
            !guarded(resign, &resigning, what)) {
            table_failed(table, what);
            return;
        }
    }
}

/* Games that go on are resigned, and games that are over get their results; another node's are that node's. */
static void look_after(Server *server, int64_t user, const Buffer *rows)
{
    DueRow row;
    for (size_t i = 0; buffer_row(rows, i, &row, sizeof row); i++) {
        Table *table = table_find(server, row.id);
        if (!table)
            table_wake(server, row.id);
        else if (!table->game)
            table_load(table);
        else if (table->row.over)
            result_record(table);
        else if (!server->disk_trouble)
            resign_at(table, user);
    }
}

static void tell_others(Server *server, int64_t user)
{
    WriteSet *entry = entry_alone();
    if (!entry)
        return;
    node_tell(server, entry, (ChangeRow){.kind = CHANGE_RESIGN, .first = user});
    store_add(server->store, entry);
}

/* ---- one account ---- */

static void remove_account(Removal *removal)
{
    Request *request = removal->request;
    Settling *settling = calloc(1, sizeof *settling);
    if (!settling) {
        answer_removal(removal, 500, "server.no-memory-left");
        return;
    }
    write_user_free(&settling->entry, removal->user);
    write_user_remove(&settling->entry, removal->user);
    node_tell(removal->server, &settling->entry, (ChangeRow){.kind = CHANGE_GONE, .first = removal->user});
    settling->lost = 409;
    settling->words = SAID("server.rated-games-go-on");
    end_removal(removal);
    http_settle(settling, request, account_is_gone);
}

/* How many games he would resign. */
static void say_games(Removal *removal, int count)
{
    Request *request = removal->request;
    Buffer *out = &request->answer;
    error_answer(out, 409, "server.rated-games-go-on");
    out->length--; /* the brace */
    buffer_format(out, ",\"rated\":%d}", count);
    http_resume(request, 409, "application/json");
    end_removal(removal);
}

static void games_are_known(Ask *ask)
{
    Removal *removal = (Removal *)ask;
    Server *server = removal->server;
    int count = (int)(removal->rated.rows.length / sizeof(DueRow));
    removal->asked = false;
    if (!removal->request) {
        if (!ask->failed && !server->stopping)
            look_after(server, removal->user, &removal->rated.rows);
        end_removal(removal);
    } else if (ask->failed || server->stopping) {
        answer_removal(removal, 503, ask->failed ? ask->trouble : "server.server-stops");
    } else if (!count) {
        remove_account(removal);
    } else if (!removal->resigns) {
        say_games(removal, count);
    } else if (steady_seconds() >= removal->until) {
        answer_removal(removal, 503, SAID("server.games-not-resigned"));
    } else {
        look_after(server, removal->user, &removal->rated.rows);
        tell_others(server, removal->user);
        buffer_clear(&removal->rated.rows);
    }
}

static void look(Removal *removal)
{
    removal->asked = true;
    removal->rated.ask = (Ask){.kind = ASK_RATED, .done = games_are_known};
    removal->rated.user = removal->user;
    store_ask(removal->server->store, &removal->rated.ask);
}

static bool begin(Server *server, int64_t user, Request *request, bool resigns)
{
    Removal *removal = calloc(1, sizeof *removal);
    if (!removal)
        return false;
    removal->server = server;
    removal->request = request;
    removal->user = user;
    removal->resigns = resigns;
    removal->until = steady_seconds() + PATIENCE_SECONDS;
    removal->next = server->removals;
    server->removals = removal;
    look(removal);
    return true;
}

void removal_begin(Request *request, bool resigns)
{
    if (!begin(request->server, request->user.id, request, resigns))
        http_resume(request, error_answer(&request->answer, 500, "server.no-memory-left"), "application/json");
}

void removal_elsewhere(Server *server, int64_t user) { begin(server, user, NULL, true); }

void removals_tick(Server *server)
{
    for (Removal *removal = server->removals; removal; removal = removal->next)
        if (!removal->asked)
            look(removal);
}

void removals_stop(Server *server)
{
    for (Removal *removal = server->removals, *next; removal; removal = next) {
        next = removal->next;
        if (!removal->asked)
            answer_removal(removal, 503, "server.server-stops");
    }
}
