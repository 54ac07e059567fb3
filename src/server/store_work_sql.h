/* store_work_sql.h — statements of campaigns, their queue and the outbox, which both dialects of SQL understand.
 *
 * PostgreSQL locks what it reads to change (LOCKS), and passes over what another server holds (SKIPS); in SQLite a
 * writer is alone. Holes are numbered in the order in which they first appear. */
#ifndef SANDTABLE_STORE_WORK_SQL_H
#define SANDTABLE_STORE_WORK_SQL_H

#define CAMPAIGN_COLUMNS                                                                                       \
    "number, token, name, kind, scenario, options, players, seed, low, high, game, program, priority, owner, " \
    "created, "                                                                                                \
    "units, one_in, secret, state, ended, counted, milliseconds, timed, verdict, tally"
#define OUTBOX_COLUMNS "id, person, event, game, scenario, side, seconds, at, address, text"
#define WORK_KEY_COLUMNS "number, name, created, seen, ended, why, units, milliseconds"

#define WORK_STATEMENTS(LOCKS, SKIPS)                                                                                  \
    [OUTBOX_ADD] = "INSERT INTO outbox (" OUTBOX_COLUMNS ") VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10)",                  \
    [OUTBOX_DONE] = "DELETE FROM outbox WHERE number = $1",                                                            \
    [OUTBOX_GET] = "SELECT number, " OUTBOX_COLUMNS " FROM outbox ORDER BY number LIMIT 1024",                         \
    [WORK_KEY_ADD] = "INSERT INTO work_keys (name, hash, created, seen, ended, why, units, milliseconds) VALUES "      \
                     "($1,$2,$3,0,0,'',0,0)",                                                                          \
    [WORK_KEY_END] = "UPDATE work_keys SET ended = $1, why = $2 WHERE name = $3 AND ended = 0",                        \
    [WORK_KEY_GET] = "SELECT " WORK_KEY_COLUMNS " FROM work_keys WHERE hash = $1",                                     \
    [WORK_KEYS_ALL] = "SELECT " WORK_KEY_COLUMNS " FROM work_keys ORDER BY number",                                    \
    [WORK_KEY_USED] = "UPDATE work_keys SET seen = $1 WHERE number = $2 AND ended = 0 RETURNING number",               \
    [WORK_KEY_EARNED] = "UPDATE work_keys SET units = units + $1, milliseconds = milliseconds + $2 WHERE number = $3", \
    [WORK_KEY_REFUSE] = "UPDATE work_keys SET ended = $1, why = $2 WHERE number = $3 AND ended = 0",                   \
    [CAMPAIGN_ADD] = "INSERT INTO campaigns (token, units, name, kind, scenario, options, players, seed, low, high, "  \
                     "game, program, priority, owner, created, one_in, secret, state, ended, counted, milliseconds, "  \
                     "timed, verdict, tally) VALUES ($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16,$17,"      \
                     "0,0,0,0,0,'','')",                                                                               \
    [CAMPAIGN_UNITS] =                                                                                                 \
        "INSERT INTO units (campaign, unit, state, tries, lease, worker, result, checked) WITH RECURSIVE "             \
        "c (number, units) AS (SELECT number, units FROM campaigns WHERE token = $1), n (i) AS (SELECT "               \
        "CAST(0 AS bigint) UNION ALL SELECT n.i + 1 FROM n, c WHERE n.i + 1 < c.units) SELECT c.number, "              \
        "n.i, 0, 0, 0, 0, '', 0 FROM c, n",                                                                            \
    [CAMPAIGN_STOP] = "UPDATE campaigns SET state = 2, ended = $1 WHERE number = $2 AND state = 0",                    \
    [CAMPAIGNS_ORPHANED] = "DELETE FROM campaigns WHERE owner > 0 AND owner NOT IN (SELECT id FROM users)",            \
    [CAMPAIGNS_SEEN] =                                                                                                 \
        "SELECT " CAMPAIGN_COLUMNS " FROM campaigns WHERE owner = $1 OR owner = $2 OR CAST($3 AS bigint) = 1 "         \
        "ORDER BY CASE WHEN state = 0 THEN 0 ELSE 1 END, CASE "                                                        \
        "WHEN state = 0 THEN priority ELSE 0 END, CASE WHEN state = 0 THEN number ELSE -number END LIMIT 200",         \
    [CAMPAIGN_NAMED] = "SELECT " CAMPAIGN_COLUMNS " FROM campaigns WHERE token = $1",                                  \
    [CAMPAIGN_GET] = "SELECT " CAMPAIGN_COLUMNS " FROM campaigns WHERE number = $1",                                   \
    [CAMPAIGN_LOCK] = "SELECT " CAMPAIGN_COLUMNS " FROM campaigns WHERE number = $1" LOCKS,                            \
    [CAMPAIGN_SET] =                                                                                                   \
        "UPDATE campaigns SET counted = $1, tally = $2, state = $3, ended = $4, verdict = $5 WHERE number = "          \
        "$6",                                                                                                          \
    [CAMPAIGN_TIMED] = "UPDATE campaigns SET milliseconds = milliseconds + $1, timed = timed + $2 WHERE number = $3",  \
    [CAMPAIGN_NEXT] =                                                                                                  \
        "SELECT " CAMPAIGN_COLUMNS " FROM campaigns c WHERE c.state = 0 AND c.program = $1 AND EXISTS "                \
        "(SELECT 1 FROM units u WHERE u.campaign = c.number AND u.state = 0) ORDER BY c.priority, c.number "           \
        "LIMIT 1 OFFSET $2",                                                                                           \
    [CAMPAIGN_OTHERS] = "SELECT count(*) FROM campaigns WHERE state = 0 AND program <> $1",                            \
    [UNITS_TAKE] =                                                                                                     \
        "WITH w (u) AS (SELECT unit FROM units WHERE campaign = $1 AND state = 0 ORDER BY unit LIMIT $2" SKIPS         \
        ") UPDATE units SET state = 1, lease = $3 FROM w WHERE campaign = $1 AND unit = w.u RETURNING unit",           \
    [UNITS_COUNT] = "SELECT CAST(coalesce(sum(CASE WHEN state = 0 THEN 1 ELSE 0 END), 0) AS bigint), CAST(coalesce("   \
                    "sum(CASE WHEN state = 1 THEN 1 ELSE 0 END), 0) AS bigint) FROM units WHERE campaign = $1",        \
    [UNITS_DONE] =                                                                                                     \
        "SELECT unit, state, result FROM units WHERE campaign = $1 AND unit >= $2 AND unit < $3 ORDER BY unit",        \
    [UNITS_RESULTS] = "SELECT unit, state, result FROM units WHERE campaign = $1 AND state > 1 ORDER BY unit",         \
    [UNIT_DONE] =                                                                                                      \
        "UPDATE units SET state = 2, result = $1, worker = $2, checked = $3 WHERE campaign = $4 AND unit = $5 "        \
        "AND state = 1 AND lease = $6 RETURNING unit",                                                                 \
    [UNITS_FREE] =                                                                                                     \
        "UPDATE units SET state = CASE WHEN tries >= 2 THEN 3 ELSE 0 END, tries = tries + 1, lease = 0 WHERE "         \
        "lease = $1 AND state = 1",                                                                                    \
    [LEASE_ADD] = "INSERT INTO leases (token, worker, machine, campaign, units, begun, until) VALUES "                 \
                  "($1,$2,$3,$4,0,$5,$6) RETURNING number",                                                            \
    [LEASE_GET] = "SELECT number, campaign, until, (SELECT count(*) FROM units u WHERE u.lease = leases.number AND "   \
                  "u.state = 1) FROM leases WHERE token = $1 AND worker = $2",                                         \
    [LEASE_RENEW] = "UPDATE leases SET until = $1 WHERE number = $2",                                                  \
    [LEASE_END] = "DELETE FROM leases WHERE number = $1",                                                              \
    [LEASES_FREE] =                                                                                                    \
        "UPDATE units SET state = CASE WHEN tries >= 2 THEN 3 ELSE 0 END, tries = tries + 1, lease = 0 WHERE "         \
        "state = 1 AND lease IN (SELECT number FROM leases WHERE until < $1) RETURNING campaign",                      \
    [LEASES_END] = "DELETE FROM leases WHERE until < $1",                                                              \
    [WORKER_FREES] =                                                                                                   \
        "UPDATE units SET state = 0, lease = 0 WHERE state = 1 AND lease IN (SELECT number FROM leases WHERE "         \
        "worker = $1)",                                                                                                \
    [WORKER_LEASES_END] = "DELETE FROM leases WHERE worker = $1",                                                      \
    [CHECK_TAKE] =                                                                                                     \
        "UPDATE units SET checked = 2 WHERE campaign = (SELECT u.campaign FROM units u WHERE u.checked = 1 "           \
        "ORDER BY u.campaign LIMIT 1) AND checked = 1 AND unit = (SELECT u.unit FROM units u WHERE u.checked = "       \
        "1 ORDER BY u.campaign, u.unit LIMIT 1) RETURNING campaign, unit",                                             \
    [CHECK_GET] = "SELECT state, worker, result FROM units WHERE campaign = $1 AND unit = $2 AND checked = 2",         \
    [CHECK_DONE] = "UPDATE units SET checked = $1 WHERE campaign = $2 AND unit = $3",                                  \
    [CHECKS_AGAIN] = "UPDATE units SET checked = 1 WHERE checked = 2",                                                 \
    [RESULTS_DROP] =                                                                                                   \
        "UPDATE units SET state = 0, lease = 0, worker = 0, result = '', checked = 0, tries = 0 WHERE worker "         \
        "= $1 AND state = 2 AND campaign IN (SELECT number FROM campaigns WHERE state < 2)",                           \
    [CAMPAIGNS_HURT] =                                                                                                 \
        "SELECT DISTINCT u.campaign FROM units u JOIN campaigns c ON c.number = u.campaign WHERE u.worker = "          \
        "$1 AND u.state = 2 AND c.state < 2",                                                                          \
    [CAMPAIGNS_RECOUNT] =                                                                                              \
        "UPDATE campaigns SET state = 0, ended = 0, counted = 0, verdict = '', tally = '' WHERE number = "             \
        "$1 AND state < 2"

#define OUTBOX_TABLES(KEY, NUMBER, END)                                                                               \
    "CREATE TABLE outbox (number " KEY ", id text NOT NULL UNIQUE, person " NUMBER " NOT NULL, event text NOT NULL, " \
    "game text NOT NULL, scenario text NOT NULL, side text NOT NULL, seconds " NUMBER " NOT NULL, at " NUMBER         \
    " NOT NULL, address text NOT NULL, text text NOT NULL)" END ";UPDATE meta SET version = 10;"

#define WORK_TABLES(KEY, NUMBER, BYTES, END)                                                                           \
    "CREATE TABLE work_keys (number " KEY ", name text NOT NULL UNIQUE, hash " BYTES " NOT NULL UNIQUE, created "      \
    "" NUMBER " NOT NULL, seen " NUMBER " NOT NULL, ended " NUMBER " NOT NULL, why text NOT NULL, units " NUMBER       \
    " NOT NULL, "                                                                                                      \
    "milliseconds " NUMBER " NOT NULL)" END ";"                                                                        \
    "CREATE TABLE campaigns (number " KEY ", token text NOT NULL UNIQUE, name text NOT NULL, kind " NUMBER             \
    " NOT NULL, "                                                                                                      \
    "scenario text NOT NULL, options text NOT NULL, players text NOT NULL, seed " NUMBER " NOT NULL, low " NUMBER      \
    " NOT NULL, "                                                                                                      \
    "high " NUMBER " NOT NULL, game text NOT NULL, program text NOT NULL, priority " NUMBER " NOT NULL, owner " NUMBER \
    " NOT NULL, "                                                                                                      \
    "created " NUMBER " NOT NULL, units " NUMBER " NOT NULL, one_in " NUMBER " NOT NULL, secret " BYTES                \
    " NOT NULL, state " NUMBER " "                                                                                     \
    "NOT NULL, ended " NUMBER " NOT NULL, counted " NUMBER " NOT NULL, milliseconds " NUMBER                           \
    " NOT NULL, timed " NUMBER " NOT NULL, "                                                                           \
    "verdict text NOT NULL, tally text NOT NULL)" END ";"                                                              \
    "CREATE INDEX campaigns_run ON campaigns (priority, number) WHERE state = 0;"                                      \
    "CREATE TABLE units (campaign " NUMBER " NOT NULL REFERENCES campaigns ON DELETE CASCADE, unit " NUMBER            \
    " NOT NULL, state "                                                                                                \
    "" NUMBER " NOT NULL, tries " NUMBER " NOT NULL, lease " NUMBER " NOT NULL, worker " NUMBER                        \
    " NOT NULL, result text NOT NULL, "                                                                                \
    "checked " NUMBER " NOT NULL, PRIMARY KEY (campaign, unit))" END ";"                                               \
    "CREATE INDEX units_wait ON units (campaign, unit) WHERE state = 0;"                                               \
    "CREATE INDEX units_leased ON units (lease) WHERE state = 1;"                                                      \
    "CREATE INDEX units_checked ON units (checked, campaign, unit) WHERE checked IN (1, 2);"                           \
    "CREATE TABLE leases (number " KEY ", token text NOT NULL UNIQUE, worker " NUMBER " NOT NULL, machine text NOT "   \
    "NULL, campaign " NUMBER " NOT NULL, units " NUMBER " NOT NULL, begun " NUMBER " NOT NULL, until " NUMBER          \
    " NOT NULL)" END ";"                                                                                               \
    "UPDATE meta SET version = 9;"

#endif
