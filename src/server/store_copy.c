/* store_copy.c — a whole store from one database to another, table by table, and whether it arrived.
 *
 * Every row of the source goes into an empty target, in one transaction of each. Then the target is read again: of each
 * table as many rows must be there, and the sums over all their values must be the same. */
#include <stdio.h>

#include "server/own.h"
#include "server/store_sql.h"

/* The tables in an order in which none refers to a later one. Of each column: n a number, t a text, b bytes. */
static const struct Copied {
    const char *table, *columns, *kinds;
} copied[] = {
    {"users", "id, name, password, webhook, language, theme, created", "ntttttn"},
    {"sessions", "token, \"user\", created", "bnn"},
    {"likenesses", "likeness, \"user\"", "tn"},
    {"recoveries", "\"user\", hash", "nb"},
    {"pushes", "endpoint, \"user\", session", "tnb"},
    {"games",
     "number, id, scenario, options, seed, branch_length, branch_seed, invite, public, owner, created, changed, over, "
     "verdict, turn, asked",
     "ntttbnbtnnnnntnt"},
    {"gone", "id, why, at", "tnn"},
    {"seats", "game, side, word, kind, \"user\", name", "nntnnt"},
    {"tries", "game, origin, origin_order, name", "ntnt"},
    {"rematches", "game, id", "nt"},
    {"rolls", "game, bytes, until", "nnn"},
    {"shelved", "game, \"user\"", "nn"},
    {"curtains", "game, side, curtain", "nnn"},
    {"journal", "game, at, text", "nnt"},
    {"lengths", "game, bytes", "nn"},
    {"chat", "id, game, name, text, at, \"user\"", "nnttnn"},
    {"terms", "game, text", "nt"},
    {"clocks", "game, due, text", "nnt"},
    {"offers", "game, side, \"user\", secret", "nnnt"},
    {"barred", "game, \"user\", what", "nnn"},
    {"blocks", "\"user\", blocked", "nn"},
    {"notes", "game, \"user\", text", "nnt"},
    {"plan_notes", "game, plan, text", "nnt"},
    {"standing", "game, side, text", "nnt"},
    {"ratings", "\"user\", scenario, side, rating, deviation, volatility, games, at", "nttnnnnn"},
    {"results", "game, side, \"user\", opponent, scenario, outcome, rated, before, after, at", "ttnntnnnnn"},
    {"mails", "\"user\", address, confirmed, wants, secret, digested", "ntnntn"},
    {"reports", "id, at, reporter, \"user\", game, text, words, closed", "nnnntttn"},
    {"bans", "kind, who, until, at", "nnnn"},
    {"moderators", "\"user\"", "n"},
    {"moderation", "id, at, who, what", "nntt"},
    {"outbox", "number, id, person, event, game, scenario, side, seconds, at, address, text", "ntnttttnntt"},
    {"work_keys", "number, name, hash, created, seen, ended, why, units, milliseconds", "ntbnnntnn"},
    {"campaigns",
     "number, token, name, kind, scenario, options, players, seed, low, high, game, program, priority, owner, created, "
     "units, one_in, secret, state, ended, counted, milliseconds, timed, verdict, tally",
     "nttntttnnnttnnnnnbnnnnntt"},
    {"units", "campaign, unit, state, tries, lease, worker, result, checked", "nnnnnntn"},
    {"leases", "number, token, worker, machine, campaign, units, begun, until", "ntntnnnn"},
    {"numbers", "kind, next", "nn"},
    {"uptime", "seconds", "n"},
};
enum { TABLES_COPIED = sizeof copied / sizeof *copied };

typedef struct Sum {
    int64_t rows;
    uint64_t sum; /* of the hashes of all rows, so that their order does not matter */
} Sum;

static bool trouble_of(Sql *sql, char why[TROUBLE])
{
    snprintf(why, TROUBLE, "%s", sql->trouble);
    return false;
}

static void select_from(const Sql *sql, const struct Copied *what, char text[900])
{
    bool journal = !strcmp(what->table, "journal");
    snprintf(text, 900, "SELECT %s FROM %s", what->columns, journal ? sql->driver->journals : what->table);
}

static int take_values(Rows *rows, const char *kinds, Value values[VALUES_MOST], Sum *sum)
{
    int count = 0;
    uint64_t hash = 0;
    for (; kinds[count]; count++) {
        Value *value = &values[count];
        if (kinds[count] == 'n') {
            *value = as_number(take_number(rows));
            hash = hash * 31 + quick_hash(&value->number, sizeof value->number);
        } else {
            size_t length;
            const char *bytes = take_long_text(rows, &length);
            *value = kinds[count] == 't' ? as_long_text(bytes, length) : as_bytes(bytes, length);
            hash = hash * 31 + quick_hash(bytes, length);
        }
    }
    sum->rows++;
    sum->sum += quick_hash(&hash, sizeof hash);
    return count;
}

static Rows rows_of(Sql *sql, const struct Copied *what)
{
    char text[900];
    Rows rows = {.sql = sql, .row = -1};
    select_from(sql, what, text);
    sql->driver->read_text(&rows, text);
    return rows;
}

static bool copy_table(Sql *from, Sql *to, const struct Copied *what, Sum *sum, char why[TROUBLE])
{
    char text[900];
    Value values[VALUES_MOST];
    Rows rows = rows_of(from, what);
    int length = snprintf(text, sizeof text, "INSERT INTO %s (%s) VALUES (", what->table, what->columns);
    for (int i = 0; what->kinds[i]; i++)
        length += snprintf(text + length, sizeof text - (size_t)length, "%s$%d", i ? "," : "", i + 1);
    snprintf(text + length, sizeof text - (size_t)length, ")");
    while (next_row(&rows)) {
        int count = take_values(&rows, what->kinds, values, sum);
        if (!to->driver->run_text(to, text, values, count)) {
            end_rows(&rows);
            return trouble_of(to, why);
        }
    }
    return end_rows(&rows) || trouble_of(from, why);
}

static bool sum_table(Sql *sql, const struct Copied *what, Sum *sum, char why[TROUBLE])
{
    Value values[VALUES_MOST];
    Rows rows = rows_of(sql, what);
    while (next_row(&rows))
        take_values(&rows, what->kinds, values, sum);
    return end_rows(&rows) || trouble_of(sql, why);
}

/* Rows that every store has from the beginning: those of the other one take their place. */
static bool is_always_there(const struct Copied *what)
{
    return !strcmp(what->table, "numbers") || !strcmp(what->table, "uptime");
}

static bool is_empty(Sql *sql, char why[TROUBLE])
{
    for (int i = 0; i < TABLES_COPIED; i++) {
        Sum sum = {0};
        if (is_always_there(&copied[i]))
            continue;
        if (!sum_table(sql, &copied[i], &sum, why))
            return false;
        if (sum.rows) {
            snprintf(why, TROUBLE, "the store to copy to has %lld rows of %s: it must be empty", (long long)sum.rows,
                     copied[i].table);
            return false;
        }
    }
    return true;
}

static bool copy_all(Sql *from, Sql *to, Sum sums[TABLES_COPIED], char why[TROUBLE])
{
    if (!to->driver->run_text(to, "DELETE FROM numbers", NO_VALUES) ||
        !to->driver->run_text(to, "DELETE FROM uptime", NO_VALUES))
        return trouble_of(to, why);
    for (int i = 0; i < TABLES_COPIED; i++)
        if (!copy_table(from, to, &copied[i], &sums[i], why))
            return false;
    return !to->driver->copied || to->driver->run_text(to, to->driver->copied, NO_VALUES) || trouble_of(to, why);
}

bool sql_copy(Engine *source, Engine *target, int64_t *rows, char why[TROUBLE])
{
    Sql *from = (Sql *)(void *)source, *to = (Sql *)(void *)target;
    Sum sums[TABLES_COPIED] = {{0}};
    if (!is_empty(to, why))
        return false;
    if (!run_statement(from, BEGIN_READING, NO_VALUES) || !run_statement(to, BEGIN, NO_VALUES))
        return trouble_of(from->trouble[0] ? from : to, why);
    bool good = copy_all(from, to, sums, why);
    run_statement(from, COMMIT, NO_VALUES);
    if (!good || !run_statement(to, COMMIT, NO_VALUES)) {
        run_statement(to, ROLLBACK, NO_VALUES);
        return good ? trouble_of(to, why) : false;
    }
    *rows = 0;
    for (int i = 0; i < TABLES_COPIED; i++) {
        Sum arrived = {0};
        if (!sum_table(to, &copied[i], &arrived, why))
            return false;
        if (arrived.rows != sums[i].rows || arrived.sum != sums[i].sum) {
            snprintf(why, TROUBLE, "the rows of %s did not arrive as they are", copied[i].table);
            return false;
        }
        *rows += arrived.rows;
    }
    return true;
}
