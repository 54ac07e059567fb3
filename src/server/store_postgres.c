/* store_postgres.c — the store in a PostgreSQL database, over libpq.
 *
 * A round is one pipeline: its statements are sent together and answered together, and PostgreSQL keeps all of
 * them or none. New lines of all journals are one statement (postgres_append), which compares where each journal
 * ends with where its lines begin. If a statement fails because its entry lost to another node, or breaks a rule of the
 * tables, that entry is judged, and the round is tried again without it. If the connection is lost on the way, it is
 * unclear what was kept: the entries are UNKNOWN, and the games are read again. A caller that finds the connection gone
 * connects again. */
#define _GNU_SOURCE
#include <endian.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/store_libpq.h"
#include "server/store_postgres.h"

/* Types of PostgreSQL. */
enum { OID_BYTES = 17, OID_NUMBER = 20, OID_TEXT = 25, OID_TEXTS = 1009, OID_NUMBERS = 1016 };
#define APPEND "append"
#define LOCKED "55P03" /* the code of a lock that was waited for too long */

enum { PATIENCE_MILLISECONDS = 5000, IMPATIENT_MILLISECONDS = 250 };

typedef struct Postgres {
    Sql sql; /* first */
    PGconn *connection;
    bool prepared[STATEMENTS], append_prepared;
    char text[900]; /* of NO_STATEMENT, the one that is run by its text */
    int holes[STATEMENTS];
    int patience; /* milliseconds that a round waits for a lock; 0: it is not the writer's */
    bool warned;  /* PostgreSQL sent something that makes a commit doubtful */
    char code[6]; /* of what failed last */
} Postgres;

static Postgres *own(Sql *sql) { return (Postgres *)(void *)sql; }

static bool fail(Postgres *postgres, const PGresult *result)
{
    const char *code = result ? PQresultErrorField(result, PG_DIAG_SQLSTATE) : NULL;
    const char *words = result ? PQresultErrorField(result, PG_DIAG_MESSAGE_PRIMARY) : NULL;
    if (!words)
        words = PQerrorMessage(postgres->connection);
    snprintf(postgres->code, sizeof postgres->code, "%s", code ? code : "");
    if (!strcmp(postgres->code, LOCKED))
        words = SAID("server.store-locked");
    snprintf(postgres->sql.trouble, sizeof postgres->sql.trouble, "%.*s", (int)strcspn(words, "\n"), words);
    return false;
}

/* A commit whose wait for a standby was cut short is reported as done, with a warning: it may be lost all the same. */
static void note_warning(void *context, const PGresult *result)
{
    const char *level = PQresultErrorField(result, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *by = PQresultErrorField(result, PG_DIAG_SOURCE_FUNCTION);
    bool ended = by && !strcmp(by, "pg_signal_backend"); /* a dead node's session that went by itself meanwhile */
    if (level && !strcmp(level, "WARNING") && !ended)
        ((Postgres *)context)->warned = true;
}

/* A database that restarts announces it on the idle connection, and hangs up. */
static void listen_first(Postgres *postgres)
{
    struct pollfd one = {.fd = PQsocket(postgres->connection), .events = POLLIN};
    while (PQstatus(postgres->connection) == CONNECTION_OK &&
           PQtransactionStatus(postgres->connection) == PQTRANS_IDLE && poll(&one, 1, 0) > 0)
        if (!PQconsumeInput(postgres->connection))
            return;
}

/* So that a node that is dead by its lease can be kept from committing what it had under way. */
static void name_session(Postgres *postgres)
{
    char text[80];
    if (!postgres->sql.engine.epoch)
        return;
    snprintf(text, sizeof text, "SET application_name = 'sandtable node %lld'", (long long)postgres->sql.engine.epoch);
    PQclear(PQexec(postgres->connection, text));
}

/* Of the writer: another session's lock holds up no write for longer than that. */
static void say_patience(Postgres *postgres)
{
    char text[60];
    if (!postgres->patience)
        return;
    snprintf(text, sizeof text, "SET lock_timeout = %d", postgres->patience);
    PQclear(PQexec(postgres->connection, text));
}

static void postgres_become(Engine *engine, int64_t epoch)
{
    engine->epoch = epoch;
    name_session(own((Sql *)(void *)engine));
}

/* The connection is there, or is there again. */
static bool is_connected(Postgres *postgres)
{
    listen_first(postgres);
    if (PQstatus(postgres->connection) == CONNECTION_OK)
        return true;
    memset(postgres->prepared, 0, sizeof postgres->prepared);
    postgres->append_prepared = false;
    PQreset(postgres->connection);
    if (PQstatus(postgres->connection) != CONNECTION_OK)
        return fail(postgres, NULL);
    name_session(postgres);
    say_patience(postgres);
    return true;
}

/* ---- values ---- */

/* libpq's parameters for the holes of a statement. */
typedef struct Given {
    const char *value[VALUES_MOST];
    int length[VALUES_MOST], format[VALUES_MOST];
    int64_t number[VALUES_MOST]; /* as they are sent */
    int count;
} Given;

static void give(Given *given, const Value *values, int count)
{
    given->count = count;
    for (int i = 0; i < count; i++) {
        const Value *value = &values[i];
        bool number = value->kind == VALUE_NUMBER;
        given->number[i] = (int64_t)htobe64((uint64_t)value->number);
        given->value[i] = number ? (const char *)&given->number[i] : value->bytes ? value->bytes : "";
        given->length[i] = number ? (int)sizeof given->number[i] : (int)value->number;
        given->format[i] = 1;
    }
}

static int count_holes(const char *text)
{
    int most = 0;
    for (const char *at = strchr(text, '$'); at; at = strchr(at + 1, '$')) {
        int hole = atoi(at + 1);
        most = hole > most ? hole : most;
    }
    return most;
}

static void name_of(Statement which, char name[16]) { snprintf(name, 16, "s%d", (int)which); }

static bool prepare(Postgres *postgres, Statement which, const Value *values, int count)
{
    static const Oid types[] = {[VALUE_NUMBER] = OID_NUMBER, [VALUE_TEXT] = OID_TEXT, [VALUE_BYTES] = OID_BYTES};
    Oid type[VALUES_MOST];
    char name[16];
    if (postgres->prepared[which])
        return true;
    const char *text = which == NO_STATEMENT ? postgres->text : postgres_statements[which];
    int holes = postgres->holes[which] = count_holes(text);
    for (int i = 0; i < holes && i < count; i++)
        type[i] = types[values[i].kind];
    name_of(which, name);
    PGresult *result = PQprepare(postgres->connection, name, text, holes, type);
    postgres->prepared[which] = PQresultStatus(result) == PGRES_COMMAND_OK || fail(postgres, result);
    PQclear(result);
    return postgres->prepared[which];
}

/* ---- one statement ---- */

static bool is_good(const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    return status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK;
}

static PGresult *execute(Postgres *postgres, Statement which, const Value *values, int count)
{
    char name[16];
    Given given;
    if (!is_connected(postgres) || !prepare(postgres, which, values, count))
        return NULL;
    give(&given, values, postgres->holes[which]);
    name_of(which, name);
    PGresult *result =
        PQexecPrepared(postgres->connection, name, given.count, given.value, given.length, given.format, 1);
    if (is_good(result))
        return result;
    fail(postgres, result);
    PQclear(result);
    return NULL;
}

static bool postgres_run(Sql *sql, Statement which, const Value *values, int count)
{
    PGresult *result = execute(own(sql), which, values, count);
    PQclear(result);
    return result != NULL;
}

static void postgres_read(Rows *rows, Statement which, const Value *values, int count)
{
    rows->cursor = execute(own(rows->sql), which, values, count);
    rows->failed = !rows->cursor;
}

static bool postgres_next(Rows *rows) { return rows->row < PQntuples(rows->cursor); }
static void postgres_end(Rows *rows) { PQclear(rows->cursor); }

static int64_t postgres_number(Rows *rows)
{
    uint64_t number = 0;
    uint32_t small = 0;
    const char *bytes = PQgetvalue(rows->cursor, rows->row, rows->column);
    switch (PQgetlength(rows->cursor, rows->row, rows->column)) {
    case sizeof number:
        memcpy(&number, bytes, sizeof number);
        return (int64_t)be64toh(number);
    case sizeof small:
        memcpy(&small, bytes, sizeof small);
        return (int32_t)be32toh(small);
    default:
        return 0;
    }
}

static const char *postgres_bytes(Rows *rows, size_t *length)
{
    *length = (size_t)PQgetlength(rows->cursor, rows->row, rows->column);
    return PQgetvalue(rows->cursor, rows->row, rows->column);
}

/* The statement that was run last by its text is at hand: a table is filled with many rows by one. */
static bool postgres_run_text(Sql *sql, const char *text, const Value *values, int count)
{
    Postgres *postgres = own(sql);
    if (!is_connected(postgres))
        return false;
    if (!postgres->prepared[NO_STATEMENT] || strcmp(postgres->text, text)) {
        PGresult *gone = PQexec(postgres->connection, "DEALLOCATE ALL");
        PQclear(gone);
        memset(postgres->prepared, 0, sizeof postgres->prepared);
        postgres->append_prepared = false;
        snprintf(postgres->text, sizeof postgres->text, "%s", text);
    }
    return postgres_run(sql, NO_STATEMENT, values, count);
}

static void postgres_read_text(Rows *rows, const char *text)
{
    Postgres *postgres = own(rows->sql);
    PGresult *result = PQexecParams(postgres->connection, text, 0, NULL, NULL, NULL, NULL, 1);
    if (is_good(result)) {
        rows->cursor = result;
        return;
    }
    rows->failed = !fail(postgres, result);
    PQclear(result);
}

static const Driver driver = {
    .run = postgres_run,
    .read = postgres_read,
    .next = postgres_next,
    .end = postgres_end,
    .number = postgres_number,
    .bytes = postgres_bytes,
    .run_text = postgres_run_text,
    .read_text = postgres_read_text,
    .journals = "journal",
    .copied =
        "SELECT setval(pg_get_serial_sequence('chat', 'id'), 1 + coalesce((SELECT "
        "max(id) FROM chat), 0), false), setval(pg_get_serial_sequence('reports', "
        "'id'), 1 + coalesce((SELECT max(id) FROM reports), 0), false), "
        "setval(pg_get_serial_sequence('moderation', 'id'), 1 + coalesce((SELECT "
        "max(id) FROM moderation), 0), false), "
        "setval(pg_get_serial_sequence('outbox', 'number'), 1 + coalesce((SELECT max(number) FROM outbox), 0), false), "
        "setval(pg_get_serial_sequence('work_keys', 'number'), 1 + coalesce((SELECT "
        "max(number) FROM work_keys), 0), false), "
        "setval(pg_get_serial_sequence('campaigns', 'number'), 1 + coalesce((SELECT "
        "max(number) FROM campaigns), 0), false), "
        "setval(pg_get_serial_sequence('leases', 'number'), 1 + coalesce((SELECT "
        "max(number) FROM leases), 0), false)"};

static void postgres_answer(Engine *engine, Ask *ask)
{
    Postgres *postgres = own((Sql *)(void *)engine);
    if (!is_connected(postgres)) {
        ask->failed = true;
        snprintf(ask->trouble, sizeof ask->trouble, "%s", postgres->sql.trouble);
        return;
    }
    if (PQtransactionStatus(postgres->connection) != PQTRANS_IDLE)
        PQclear(PQexec(postgres->connection, "ROLLBACK"));
    postgres->warned = false;
    sql_answer(engine, ask);
    if (postgres->warned && (ask->kind == ASK_TAKE || ask->kind == ASK_WORK) && !ask->failed) {
        ask->failed = true;
        snprintf(ask->trouble, sizeof ask->trouble, "the standby may not have it");
    }
    if (PQtransactionStatus(postgres->connection) == PQTRANS_INERROR)
        PQclear(PQexec(postgres->connection, "ROLLBACK"));
}

/* ---- rounds ---- */

/* What was sent in a pipeline, so that an answer is known by what it answers. */
typedef struct Sent {
    WriteSet *entry; /* NULL: the lines of many games, or the numbers */
    bool first;      /* it is the entry's first write */
    int numbers;     /* a kind of numbers was reserved, + 1 */
} Sent;

typedef struct Pipeline {
    Postgres *postgres;
    Buffer sent; /* Sent */
    bool good;
} Pipeline;

static void note_sent(Pipeline *pipeline, Sent sent) { buffer_add(&pipeline->sent, &sent, sizeof sent); }

static void send_statement(Pipeline *pipeline, Statement which, const Value *values, Sent sent)
{
    Postgres *postgres = pipeline->postgres;
    char name[16];
    Given given;
    give(&given, values, postgres->holes[which]);
    name_of(which, name);
    pipeline->good = pipeline->good && PQsendQueryPrepared(postgres->connection, name, given.count, given.value,
                                                           given.length, given.format, 1);
    note_sent(pipeline, sent);
}

/* Where lines of a journal begin with the entry, they go with those of other games. */
static bool is_appended(const WriteSet *entry, WriteKind kind, const Value *values, bool first)
{
    return first && kind == WRITE_JOURNAL && values[1].number > 0 && entry->verdict == VERDICT_KEPT;
}

/* Lines of a journal are written by the node that holds the game. */
static bool next_write(const Postgres *postgres, const WriteSet *entry, size_t *at, WriteKind *kind,
                       Value values[VALUES_MOST], int *count)
{
    if (!entry_next(entry, at, kind, values, count))
        return false;
    if (*kind == WRITE_JOURNAL)
        values[(*count)++] = as_number(postgres->sql.engine.epoch);
    return true;
}

/* The statements that a write consists of; 0 when there are no more. */
static Statement statement_of(WriteKind kind, const Value *values, int index)
{
    if (kind == WRITE_JOURNAL)
        return index == 0 ? (values[1].number ? LENGTH_GROW : LENGTH_BEGIN) : index == 1 ? JOURNAL_ADD : NO_STATEMENT;
    return index < STATEMENTS_A_WRITE ? statements_of[kind][index] : NO_STATEMENT;
}

/* Within a pipeline nothing can be prepared that is not yet. */
static bool prepare_round(Postgres *postgres, const Round *round)
{
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    for (const WriteSet *entry = round->first; entry; entry = entry->next)
        for (size_t at = 0; !entry->writes.failed && next_write(postgres, entry, &at, &kind, values, &count);)
            for (int i = 0; statement_of(kind, values, i); i++)
                if (!prepare(postgres, statement_of(kind, values, i), values, count))
                    return false;
    const Value block[] = {as_number(0), as_number(0)};
    if (!prepare(postgres, RESERVE, block, 2) || postgres->append_prepared)
        return postgres->append_prepared || false;
    const Oid types[] = {OID_NUMBERS, OID_NUMBERS, OID_NUMBERS, OID_TEXTS, OID_NUMBER};
    PGresult *result = PQprepare(postgres->connection, APPEND, postgres_append, 5, types);
    postgres->append_prepared = PQresultStatus(result) == PGRES_COMMAND_OK || fail(postgres, result);
    PQclear(result);
    return postgres->append_prepared;
}

/* ---- arrays, as PostgreSQL sends them ---- */

static void add_word(Buffer *out, uint32_t word)
{
    word = htobe32(word);
    buffer_add(out, &word, sizeof word);
}

static void begin_array(Buffer *out, uint32_t type, uint32_t count)
{
    add_word(out, 1);
    add_word(out, 0);
    add_word(out, type);
    add_word(out, count);
    add_word(out, 1);
}

static void add_element(Buffer *out, const Value *value)
{
    uint64_t number = htobe64((uint64_t)value->number);
    bool is_number = value->kind == VALUE_NUMBER;
    add_word(out, is_number ? (uint32_t)sizeof number : (uint32_t)value->number);
    buffer_add(out, is_number ? (const void *)&number : value->bytes,
               is_number ? sizeof number : (size_t)value->number);
}

/* The lines of all games with which entries begin, as one statement. */
static void send_lines(Pipeline *pipeline, const Round *round)
{
    static const int columns[] = {0, 1, 3, 2}; /* of WRITE_JOURNAL: the game, from, to, the lines */
    Buffer array[4] = {{0}};
    int64_t holder = (int64_t)htobe64((uint64_t)pipeline->postgres->sql.engine.epoch);
    const char *value[5] = {[4] = (const char *)&holder};
    int length[5] = {[4] = (int)sizeof holder}, format[5] = {1, 1, 1, 1, 1};
    uint32_t lines = 0;
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; pass && i < 4; i++)
            begin_array(&array[i], columns[i] == 2 ? OID_TEXT : OID_NUMBER, lines);
        for (const WriteSet *entry = round->first; entry; entry = entry->next) {
            size_t at = 0;
            if (entry->writes.failed || !entry_next(entry, &at, &kind, values, &count) ||
                !is_appended(entry, kind, values, true))
                continue;
            lines += !pass;
            for (int i = 0; pass && i < 4; i++)
                add_element(&array[i], &values[columns[i]]);
        }
    }
    for (int i = 0; i < 4; i++) {
        value[i] = array[i].bytes;
        length[i] = (int)array[i].length;
        pipeline->good = pipeline->good && !array[i].failed;
    }
    if (lines) {
        pipeline->good =
            pipeline->good && PQsendQueryPrepared(pipeline->postgres->connection, APPEND, 5, value, length, format, 1);
        note_sent(pipeline, (Sent){0});
    }
    for (int i = 0; i < 4; i++)
        buffer_free(&array[i]);
}

static void send_entry(Pipeline *pipeline, WriteSet *entry)
{
    size_t at = 0;
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    entry->changed = 0;
    for (bool first = true; next_write(pipeline->postgres, entry, &at, &kind, values, &count); first = false) {
        if (is_appended(entry, kind, values, first))
            continue;
        for (int i = 0; statement_of(kind, values, i); i++)
            send_statement(pipeline, statement_of(kind, values, i), values, (Sent){entry, first && !i, 0});
    }
}

static void judge(Postgres *postgres, WriteSet *entry, Verdict verdict)
{
    entry->verdict = verdict;
    snprintf(entry->trouble, sizeof entry->trouble, "%s", verdict == VERDICT_KEPT ? "" : postgres->sql.trouble);
}

/* Journals that do not end where these lines begin, or are held elsewhere, belong to another node now. */
static bool find_lost(Postgres *postgres, Round *round)
{
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    bool any = false;
    for (WriteSet *entry = round->first; entry; entry = entry->next) {
        size_t at = 0;
        if (entry->writes.failed || !entry_next(entry, &at, &kind, values, &count) ||
            !is_appended(entry, kind, values, true))
            continue;
        Rows rows =
            read_rows(&postgres->sql, FENCE_GET, VALUES(values[0], values[1], as_number(postgres->sql.engine.epoch)));
        bool there = next_row(&rows);
        if (!end_rows(&rows) || there) /* next_row() ended them when there was none */
            continue;
        snprintf(postgres->sql.trouble, sizeof postgres->sql.trouble,
                 "the journal of game number %lld was written to by somebody else", (long long)values[0].number);
        judge(postgres, entry, VERDICT_LOST);
        any = true;
    }
    return any;
}

typedef enum Attempt { ATTEMPT_KEPT, ATTEMPT_AGAIN, ATTEMPT_FAILED, ATTEMPT_UNKNOWN } Attempt;

static void take_result(Round *round, const Sent *sent, const PGresult *result)
{
    if (sent->entry && sent->first) {
        const char *changed = PQcmdTuples((PGresult *)(uintptr_t)result);
        sent->entry->changed = *changed ? atoll(changed) : 0;
    }
    if (sent->numbers && PQntuples(result) == 1) {
        uint64_t number;
        memcpy(&number, PQgetvalue(result, 0, 0), sizeof number);
        round->reserved[sent->numbers - 1] = (int64_t)be64toh(number);
    }
}

/* Reads all answers. The one that failed decides the verdict of the round. */
static Attempt take_results(Pipeline *pipeline, Round *round)
{
    Postgres *postgres = pipeline->postgres;
    size_t count = pipeline->sent.length / sizeof(Sent);
    bool failed = false, synced = false;
    Sent culprit = {0};
    for (size_t i = 0; !synced; i++) {
        PGresult *result = PQgetResult(postgres->connection);
        if (!result && PQstatus(postgres->connection) != CONNECTION_OK)
            break;
        if (PQresultStatus(result) == PGRES_PIPELINE_SYNC) {
            synced = true;
        } else if (i < count) {
            Sent sent;
            memcpy(&sent, pipeline->sent.bytes + i * sizeof sent, sizeof sent);
            if (is_good(result)) {
                take_result(round, &sent, result);
            } else if (!failed) {
                fail(postgres, result);
                failed = true;
                culprit = sent;
            }
        } else if (result && !is_good(result) && !failed) { /* the commit itself */
            fail(postgres, result);
            failed = true;
        }
        PQclear(result);
        if (!synced && i < count)
            PQclear(PQgetResult(postgres->connection)); /* the end of one statement */
    }
    if (!synced)
        return ATTEMPT_UNKNOWN;
    if (!failed)
        return postgres->warned ? ATTEMPT_UNKNOWN : ATTEMPT_KEPT;
    if (!strcmp(postgres->code, "40P01") || !strcmp(postgres->code, "40001"))
        return ATTEMPT_AGAIN; /* another node's round went before it */
    bool divided = !strcmp(postgres->code, "22012"), breaks = !strncmp(postgres->code, "23", 2);
    if (divided && !culprit.entry)
        return ATTEMPT_AGAIN; /* find_lost() finds the entry */
    if (culprit.entry && (divided || breaks)) {
        if (divided)
            snprintf(postgres->sql.trouble, sizeof postgres->sql.trouble, "somebody else was first");
        judge(postgres, culprit.entry, divided ? VERDICT_LOST : VERDICT_REFUSED);
        return ATTEMPT_AGAIN;
    }
    return ATTEMPT_FAILED;
}

static Attempt attempt(Postgres *postgres, Round *round)
{
    Pipeline pipeline = {postgres, {0}, true};
    if (!is_connected(postgres) || !prepare_round(postgres, round))
        return ATTEMPT_FAILED;
    postgres->warned = false;
    postgres->code[0] = '\0';
    if (round->dry && !postgres_run(&postgres->sql, BEGIN, NO_VALUES))
        return ATTEMPT_FAILED;
    PQenterPipelineMode(postgres->connection);
    send_lines(&pipeline, round);
    for (WriteSet *entry = round->first; entry; entry = entry->next)
        if (entry->verdict == VERDICT_KEPT)
            send_entry(&pipeline, entry);
    for (int kind = 0; kind < NUMBER_KINDS && !round->dry; kind++) {
        const Value block[] = {as_number(kind), as_number(round->wanted[kind])};
        if (round->wanted[kind])
            send_statement(&pipeline, RESERVE, block, (Sent){.numbers = kind + 1});
    }
    pipeline.good = PQpipelineSync(postgres->connection) && pipeline.good && !pipeline.sent.failed;
    Attempt came = take_results(&pipeline, round);
    PQexitPipelineMode(postgres->connection);
    if (!pipeline.good && came == ATTEMPT_KEPT) /* something was not sent, and the rest was kept */
        came = ATTEMPT_UNKNOWN;
    buffer_free(&pipeline.sent);
    if (PQstatus(postgres->connection) == CONNECTION_OK && PQtransactionStatus(postgres->connection) != PQTRANS_IDLE)
        PQclear(PQexec(postgres->connection, "ROLLBACK"));
    if (came == ATTEMPT_AGAIN && !strcmp(postgres->code, "22012"))
        find_lost(postgres, round);
    return came;
}

/* What gathered behind a round that waited in vain has waited as long: the next wait briefly, until one is kept. */
static void set_patience(Postgres *postgres, Attempt came)
{
    int patience =
        came == ATTEMPT_FAILED && !strcmp(postgres->code, LOCKED) ? IMPATIENT_MILLISECONDS : PATIENCE_MILLISECONDS;
    if (!postgres->patience || patience == postgres->patience)
        return;
    postgres->patience = patience;
    if (PQstatus(postgres->connection) == CONNECTION_OK)
        say_patience(postgres);
}

static void postgres_keep(Engine *engine, Round *round)
{
    Postgres *postgres = own((Sql *)(void *)engine);
    Attempt came;
    int tries = 2;
    for (WriteSet *entry = round->first; entry; entry = entry->next, tries++) {
        entry->verdict = entry->writes.failed ? VERDICT_REFUSED : VERDICT_KEPT;
        snprintf(entry->trouble, sizeof entry->trouble, "%s", entry->writes.failed ? "there is no memory left" : "");
    }
    do
        came = attempt(postgres, round);
    while (came == ATTEMPT_AGAIN && tries-- > 0); /* each costs an entry */
    set_patience(postgres, came);
    if (came == ATTEMPT_KEPT)
        return;
    memset(round->reserved, 0, sizeof round->reserved);
    for (WriteSet *entry = round->first; entry; entry = entry->next)
        if (entry->verdict == VERDICT_KEPT)
            judge(postgres, entry, came == ATTEMPT_UNKNOWN ? VERDICT_UNKNOWN : VERDICT_REFUSED);
}

/* ---- opening ---- */

static void postgres_close(Engine *engine)
{
    Postgres *postgres = own((Sql *)(void *)engine);
    PQfinish(postgres->connection);
    free(postgres);
}

static bool postgres_backup(Engine *engine, const char *file, char why[TROUBLE])
{
    (void)engine;
    (void)file;
    snprintf(why, TROUBLE, "a store in PostgreSQL is backed up with its own tools: pg_dump, pgBackRest");
    return false;
}

static PGconn *connect_to(const char *address)
{
    const char *const keys[] = {"dbname",          "connect_timeout",           "tcp_user_timeout",
                                "keepalives_idle", "keepalives_interval",       "keepalives_count",
                                "client_encoding", "fallback_application_name", NULL};
    const char *const values[] = {address, "5", "10000", "5", "2", "3", "UTF8", "sandtable", NULL};
    return PQconnectdbParams(keys, values, 1);
}

static bool run_plain(Postgres *postgres, const char *text)
{
    PGresult *result = PQexec(postgres->connection, text);
    bool good = is_good(result) || fail(postgres, result);
    PQclear(result);
    return good;
}

/* -1 if it cannot be read. */
static int version_of(Postgres *postgres)
{
    PGresult *result = PQexec(postgres->connection, "SELECT version FROM meta");
    int version = PQresultStatus(result) == PGRES_TUPLES_OK && PQntuples(result) ? atoi(PQgetvalue(result, 0, 0)) : -1;
    if (version < 0)
        fail(postgres, result);
    PQclear(result);
    return version;
}

/* A server that comes at the same time waits for the lock, and then finds the tables made. */
static bool bring_up(Postgres *postgres)
{
    if (!run_plain(postgres, "BEGIN") || !run_plain(postgres, "SELECT pg_advisory_xact_lock(" LOCK_TABLES ")") ||
        !run_plain(postgres,
                   "SET LOCAL client_min_messages = error; CREATE TABLE IF NOT EXISTS meta (version bigint NOT "
                   "NULL); INSERT INTO meta SELECT 0 WHERE NOT EXISTS (SELECT 1 FROM meta)"))
        return false;
    int begun = version_of(postgres);
    if (begun > STORE_VERSION) {
        snprintf(postgres->sql.trouble, sizeof postgres->sql.trouble,
                 "it was written by a newer Sandtable: its tables have version %d, this program knows %d", begun,
                 STORE_VERSION);
        return false;
    }
    for (int version = begun; version >= 0 && version < STORE_VERSION; version++)
        if (postgres_steps[version] && !run_plain(postgres, postgres_steps[version]))
            return false;
    return begun >= 0 && run_plain(postgres, "COMMIT");
}

Engine *postgres_open(const char *address, bool writes, char why[TROUBLE])
{
    if (!libpq_loads(why))
        return NULL;
    Postgres *postgres = calloc(1, sizeof *postgres);
    if (!postgres) {
        snprintf(why, TROUBLE, "there is no memory left");
        return NULL;
    }
    postgres->sql.driver = &driver;
    postgres->sql.engine = (Engine){.close = postgres_close,
                                    .answer = postgres_answer,
                                    .keep = postgres_keep,
                                    .backup = postgres_backup,
                                    .become = postgres_become};
    postgres->connection = connect_to(address);
    bool opened = PQstatus(postgres->connection) == CONNECTION_OK || fail(postgres, NULL);
    if (opened)
        PQsetNoticeReceiver(postgres->connection, note_warning, postgres);
    if (opened && (!writes || bring_up(postgres))) {
        postgres->patience = writes ? PATIENCE_MILLISECONDS : 0;
        say_patience(postgres);
        return &postgres->sql.engine;
    }
    snprintf(why, TROUBLE, "%s", postgres->sql.trouble);
    postgres_close(&postgres->sql.engine);
    return NULL;
}

/* ---- the lock ---- */

static PGconn *serving;

bool postgres_lock(const char *address, char why[TROUBLE])
{
    if (!libpq_loads(why))
        return false;
    if (serving) {
        snprintf(why, TROUBLE, "one of two stores must be a file");
        return false;
    }
    serving = connect_to(address);
    PGresult *result = PQexec(serving, "SELECT pg_try_advisory_lock(" LOCK_SERVING ")::int");
    bool told = PQresultStatus(result) == PGRES_TUPLES_OK, taken = told && PQgetvalue(result, 0, 0)[0] == '1';
    const char *words = told ? "the store is being served by another process" : PQerrorMessage(serving);
    if (!taken)
        snprintf(why, TROUBLE, "%.*s", (int)strcspn(words, "\n"), words);
    PQclear(result);
    if (!taken)
        postgres_unlock();
    return taken;
}

void postgres_unlock(void)
{
    if (serving)
        PQfinish(serving);
    serving = NULL;
}
