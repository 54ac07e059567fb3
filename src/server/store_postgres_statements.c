/* store_postgres_statements.c — every statement of the PostgreSQL engine, and the tables they work on.
 *
 * A statement that decides over its entry divides by the rows it has changed: if there are none, it fails with a code
 * of its own, and the whole round with it; the round is then tried again without that entry. */
#include "server/store_postgres.h"
#include "server/store_common_sql.h"
#include "server/store_work_sql.h"

#define GAME_COLUMNS                                                                                                   \
    "number, id, scenario, options, seed, branch_length, branch_seed, invite, public, owner, created, changed, over, " \
    "verdict, turn, asked, "                                                                                           \
    "coalesce((SELECT t.origin FROM tries t WHERE t.game = games.number), ''), "                                       \
    "coalesce((SELECT t.origin_order FROM tries t WHERE t.game = games.number), 0), "                                  \
    "coalesce((SELECT t.name FROM tries t WHERE t.game = games.number), ''), "                                         \
    "coalesce((SELECT t.text FROM terms t WHERE t.game = games.number), ''), "                                         \
    "coalesce((SELECT t.text FROM clocks t WHERE t.game = games.number), ''), "                                        \
    "coalesce((SELECT p.online FROM presence p JOIN nodes n ON n.epoch = p.epoch AND n.until > now() WHERE p.game = "  \
    "games.number), 0), "                                                                                              \
    "coalesce((SELECT p.spectators FROM presence p JOIN nodes n ON n.epoch = p.epoch AND n.until > now() WHERE "       \
    "p.game = games.number), 0)"

/* Of a node n: its lease runs, and the session by which it renews it is there. */
#define ALIVE                                                                                                       \
    "(n.until > clock_timestamp() AND EXISTS (SELECT 1 FROM pg_stat_get_activity(n.pid) a WHERE a.backend_start = " \
    "n.started))"

const char *const postgres_statements[STATEMENTS] = {
    COMMON_STATEMENTS,
    [BEGIN] = "BEGIN",
    [BEGIN_READING] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [RESERVE] = "UPDATE numbers SET next = next + $2 WHERE kind = $1 RETURNING next - $2",
    [REGISTER] =
        "WITH done AS (UPDATE users SET name = $2, password = $3 WHERE id = $1 AND password = '' AND NOT "
        "EXISTS (SELECT 1 FROM likenesses WHERE likeness IN ($4, $5) AND \"user\" <> $1) AND NOT EXISTS (SELECT "
        "1 FROM users WHERE lower(name COLLATE \"C\") = lower($2 COLLATE \"C\") AND password <> '' AND "
        "id <> $1) RETURNING 1) SELECT 1 / count(*) FROM done",
    [USER_NAMED] = "SELECT " USER_COLUMNS
                   " FROM users WHERE lower(name COLLATE \"C\") = lower($1 COLLATE \"C\") AND password <> ''",
    [SETTINGS_SET] = "UPDATE users SET webhook = $2, language = $3, theme = $4 WHERE id = $1",
    [PASSWORD_SET] = "UPDATE users SET password = $2 WHERE id = $1 AND password <> ''",
    [USER_FREE] =
        "WITH done AS (UPDATE users SET name = name WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM seats s JOIN games g "
        "ON "
        "g.number = s.game JOIN terms t ON t.game = g.number WHERE s.\"user\" = $1 AND s.kind = 1 AND g.over = 0 "
        "AND t.text LIKE '% 1') RETURNING 1) SELECT 1 / count(*) FROM done",
    [SESSION_USE] = "UPDATE sessions SET created = $2 WHERE token = $1",
    [SESSIONS_END_PUSHES] = "DELETE FROM pushes WHERE session <> '' AND session NOT IN (SELECT token FROM sessions)",
    [PUSHES_FOLLOW] = "UPDATE pushes SET session = $2 WHERE session = $1",
    [LATEST] = "SELECT greatest(coalesce((SELECT max(changed) FROM games), 0), coalesce((SELECT max(created) "
               "FROM sessions), 0))",
    [GAME_SET] = "UPDATE games SET over = $2, verdict = $3, turn = $4, asked = $5, changed = $6 WHERE number = $1",
    [REMATCH_SET] =
        "WITH done AS (INSERT INTO rematches (game, id) VALUES ($1,$2) ON CONFLICT (game) DO UPDATE SET id = "
        "$2 WHERE NOT EXISTS (SELECT 1 FROM games g WHERE g.id = rematches.id) RETURNING 1) SELECT 1 / "
        "count(*) FROM done",
    [SHELVE] = "INSERT INTO shelved (game, \"user\") VALUES ($1,$2) ON CONFLICT DO NOTHING",
    [REMOVE_UNUSED] =
        "WITH done AS (DELETE FROM games WHERE number = $1 AND changed <= created AND NOT EXISTS (SELECT 1 "
        "FROM lengths l JOIN nodes n ON n.epoch = l.holder WHERE l.game = $1 AND " ALIVE ") RETURNING 1) "
        "SELECT 1 / count(*) FROM done",
    [GONE_ADD] = "INSERT INTO gone (id, why, at) VALUES ($1,$2,$3) ON CONFLICT (id) DO UPDATE SET why = $2, at = "
                 "$3",
    [GAMES_COUNT] = "SELECT count(*) FILTER (WHERE branch_length = 0), count(*) FILTER (WHERE branch_length > 0) "
                    "FROM games WHERE over = 0 AND number IN (SELECT game FROM seats WHERE kind = 1 AND \"user\" = "
                    "$1)",
    [SEATS_MOVE] = "UPDATE seats SET \"user\" = $2 WHERE \"user\" = $1",
    [NOTES_MOVE] = "UPDATE notes SET \"user\" = $2 WHERE \"user\" = $1 AND NOT EXISTS (SELECT 1 FROM notes n WHERE "
                   "n.game = notes.game AND n.\"user\" = $2)",
    [HOST_MOVE] = "UPDATE games SET owner = $2 WHERE owner = $1",
    [CAMPAIGNS_MOVE] = "UPDATE campaigns SET owner = $2 WHERE owner = $1",
    [BARS_MOVE] = "UPDATE barred SET \"user\" = $2 WHERE \"user\" = $1 AND NOT EXISTS (SELECT 1 FROM barred b WHERE "
                  "b.game = barred.game AND b.what = barred.what AND b.\"user\" = $2)",
    [BLOCKS_MOVE] = "UPDATE blocks SET \"user\" = $2 WHERE \"user\" = $1 AND blocked <> $2 AND NOT EXISTS (SELECT 1 "
                    "FROM blocks b WHERE b.\"user\" = $2 AND b.blocked = blocks.blocked)",
    [BLOCKED_MOVE] = "UPDATE blocks SET blocked = $2 WHERE blocked = $1 AND \"user\" <> $2 AND NOT EXISTS (SELECT 1 "
                     "FROM blocks b WHERE b.\"user\" = blocks.\"user\" AND b.blocked = $2)",
    [PUSHES_MOVE] = "UPDATE pushes SET \"user\" = $2 WHERE \"user\" = $1",
    [UPTIME_SET] = "UPDATE uptime SET seconds = $1 WHERE seconds < $1 AND at < now() - interval '5 seconds'",
    [RESULT_ADD] = "WITH done AS (INSERT INTO results (game, side, \"user\", opponent, scenario, outcome, rated, "
                   "before, after, at) VALUES "
                   "($1,$2,$3,$4,$5,$6,$7,$8,$9,$10) ON CONFLICT DO NOTHING RETURNING 1) SELECT 1 / count(*) FROM done",
    [RATING_SET] =
        "WITH done AS (INSERT INTO ratings (\"user\", scenario, side, rating, deviation, volatility, games, at) VALUES "
        "($1,$2,$3,$4,$5,$6,$7,$8) ON CONFLICT (\"user\", scenario, side) DO UPDATE SET rating = $4, deviation = "
        "$5, volatility = $6, games = $7, at = $8 WHERE ratings.games = $9 RETURNING 1) SELECT 1 / count(*) FROM done",
    [MAIL_CONFIRM] = "WITH done AS (UPDATE mails SET confirmed = 1 WHERE secret = $1 AND address <> '' RETURNING 1) "
                     "SELECT 1 / count(*) FROM done",
    [MAIL_STOP] =
        "WITH done AS (UPDATE mails SET wants = 0 WHERE secret = $1 RETURNING 1) SELECT 1 / count(*) FROM done",
    [DIGEST_SET] = "UPDATE mails SET digested = $2 WHERE \"user\" = $1",
    /* A user who reports much does not hide the others: accounts come first, and the latest report of each user. */
    [JOURNAL_GET] = "SELECT at, text FROM journal WHERE game = $1 ORDER BY at",
    [LENGTH_BEGIN] = "INSERT INTO lengths (game, bytes, holder) VALUES ($1,$4,$5)",
    [LENGTH_GROW] =
        "WITH done AS (UPDATE lengths SET bytes = $4 WHERE game = $1 AND bytes = $2 AND holder = $5 RETURNING "
        "1) SELECT 1 / count(*) FROM done",
    [CHAT_GET] =
        "SELECT name, text, at, \"user\" FROM (SELECT * FROM chat WHERE game = $1 ORDER BY id DESC LIMIT $2) c "
        "ORDER BY id",
    [PUSH_SET] =
        "WITH done AS (INSERT INTO pushes (endpoint, \"user\", session) VALUES ($1,$2,$3) ON CONFLICT (endpoint) DO "
        "UPDATE SET session = $3 WHERE pushes.\"user\" = $2 RETURNING 1) SELECT 1 / count(*) FROM done",
    [PUSH_TRIM] = "DELETE FROM pushes WHERE \"user\" = $2 AND endpoint <> $1 AND endpoint NOT IN (SELECT endpoint "
                  "FROM pushes WHERE \"user\" = $2 AND endpoint <> $1 ORDER BY endpoint LIMIT 7)",
    WORK_STATEMENTS(" FOR UPDATE", " FOR UPDATE SKIP LOCKED"),

    /* A node that takes the game changes the row, and waits for those that share it. */
    [HOLD] = "WITH held AS (SELECT 1 FROM lengths WHERE game = $1 AND holder = $2 FOR SHARE) SELECT 1 / count(*) FROM "
             "held",
    [RELEASE] = "UPDATE lengths SET holder = 0 WHERE game = $1 AND holder = $2",
    [PRESENCE_END] = "DELETE FROM presence WHERE game = $1 AND epoch = $2",
    [PRESENCE_SET] =
        "INSERT INTO presence (game, epoch, online, spectators) VALUES ($1,$2,$3,$4) ON CONFLICT (game) DO "
        "UPDATE SET epoch = $2, online = $3, spectators = $4",
    [CHANGE_ADD] = "INSERT INTO changes (kind, epoch, first, second, token, name) VALUES ($1,$2,$3,$4,$5,$6)",
    /* A number in a row does not show when the row was committed: rows still under way come with a later look. */
    [CHANGES_SINCE] = "SELECT x.xmin, coalesce(c.kind, -1), coalesce(c.epoch, 0), coalesce(c.first, 0), "
                      "coalesce(c.second, 0), coalesce(c.token, ''), coalesce(c.name, '') FROM (SELECT "
                      "pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin) x LEFT JOIN changes c ON $1 > 0 "
                      "AND c.xid >= $1 AND c.xid < x.xmin ORDER BY c.xid",
    [NODE_ADD] = "INSERT INTO nodes (pid, started, until, address) VALUES (0, now(), now(), $1) RETURNING epoch",
    [NODE_EDITION] = "INSERT INTO editions (epoch, scenario, edition) VALUES ($1,$2,$3) ON CONFLICT DO NOTHING",
    [NODE_LEASE] =
        "WITH before AS (SELECT pid, started FROM nodes WHERE epoch = $1), own AS (SELECT a.pid, a.backend_start FROM "
        "pg_stat_get_activity(pg_backend_pid()) a) INSERT INTO nodes (epoch, pid, started, until, address, seen) "
        "SELECT "
        "$1, own.pid, own.backend_start, clock_timestamp() + $2 * interval '1 second', $3, clock_timestamp() FROM own "
        "ON "
        "CONFLICT (epoch) DO UPDATE SET pid = excluded.pid, started = excluded.started, until = excluded.until, seen = "
        "excluded.seen RETURNING (SELECT count(*) FROM before b WHERE b.pid = nodes.pid AND b.started = nodes.started)",
    [NODE_LOCK] = "SELECT pg_try_advisory_lock_shared(" LOCK_SERVING ")::int",
    [NODE_LEADS] = "SELECT n.epoch, n.address FROM nodes n WHERE " ALIVE " ORDER BY n.epoch LIMIT 1",
    [NODE_LEAVES] = "UPDATE lengths SET holder = 0 WHERE holder = $1 AND holder > 0",
    [NODE_GONE] = "DELETE FROM nodes WHERE epoch = $1",
    [NODES_TIDY] =
        "WITH old AS (DELETE FROM nodes WHERE until < now() - interval '1 day') DELETE FROM changes WHERE at < "
        "now() - interval '1 hour'",
    [UPTIME_PASSES] =
        "UPDATE uptime SET seconds = seconds + least(x.passed, 5), at = CASE WHEN x.passed > 5 THEN clock_timestamp() "
        "ELSE at + x.passed * interval '1 second' END FROM (SELECT floor(extract(epoch FROM clock_timestamp() - "
        "u.at))::bigint AS passed FROM uptime u) x WHERE x.passed > 0",
    [HELD_BY] = "SELECT game FROM lengths WHERE holder = $1 AND holder > 0",
    /* A node that has not renewed its lease for three seconds is silent; one of an edition that does not say when it
     * did is not. */
    [HOLDER_GET] = "SELECT l.game, l.holder, CASE WHEN n.epoch IS NULL THEN 0 WHEN " ALIVE
                   " THEN 1 ELSE 0 END, coalesce(n.address, ''), CASE WHEN n.seen < clock_timestamp() - interval '3 "
                   "seconds' THEN 1 "
                   "ELSE 0 END FROM games g JOIN lengths l ON l.game = g.number LEFT JOIN nodes n ON n.epoch = "
                   "l.holder WHERE g.id = "
                   "$1",
    [HOLDER_SET] = "UPDATE lengths SET holder = $2 WHERE game = $1 AND holder = $3 RETURNING game",
    [HOLDER_ENDS] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() "
                    "AND application_name = 'sandtable node ' || $1::text",
    [EDITION_ELSEWHERE] = "SELECT n.address FROM editions e JOIN nodes n ON n.epoch = e.epoch WHERE e.scenario = $1 "
                          "AND e.edition = $2 AND "
                          "e.epoch <> $3 AND " ALIVE " ORDER BY md5(e.epoch || $4) LIMIT 1",
    [FENCE_GET] = "SELECT game FROM lengths WHERE game = $1 AND bytes = $2 AND holder = $3",
    [BARRIER] = "SELECT pg_logical_emit_message(true, 'sandtable', '')",
};

/* The arrays are hidden in subqueries. PostgreSQL counts an array that it sees when it plans, finds a plan for one line
 * cheaper than one for any number, and then plans every round again, which takes as long as carrying it out. */
const char postgres_append[] =
    "WITH grown AS (UPDATE lengths SET bytes = given.ends FROM "
    "unnest((SELECT $1), (SELECT $2), (SELECT $3), (SELECT $4)) AS given (game, at, ends, text) "
    "WHERE lengths.game = given.game AND lengths.bytes = given.at AND lengths.holder = $5 "
    "RETURNING given.game, given.at, given.text), "
    "added AS (INSERT INTO journal (game, at, text) SELECT game, at, text FROM grown RETURNING 1) "
    "SELECT 1 / (CASE WHEN count(*) = cardinality($1) THEN 1 ELSE 0 END) FROM added";

/* Numbers are bigint and texts text throughout. What SQLite calls version 1 and 2 was never in PostgreSQL. */
#define OF_GAME "game bigint NOT NULL REFERENCES games ON DELETE CASCADE"
const char *const postgres_steps[STORE_VERSION] = {
    [2] =
        "CREATE TABLE users (id bigint PRIMARY KEY, name text NOT NULL, password text NOT NULL, webhook text NOT NULL, "
        "language text NOT NULL, theme text NOT NULL, created bigint NOT NULL);"
        "CREATE UNIQUE INDEX accounts ON users (lower(name COLLATE \"C\")) WHERE password <> '';"
        "CREATE TABLE sessions (token bytea PRIMARY KEY, \"user\" bigint NOT NULL, created bigint NOT NULL);"
        "CREATE INDEX sessions_of ON sessions (\"user\");"
        "CREATE TABLE games (number bigint PRIMARY KEY, id text NOT NULL UNIQUE, scenario text NOT NULL, options text "
        "NOT NULL, seed bytea NOT NULL, branch_length bigint NOT NULL, branch_seed bytea NOT NULL, invite text NOT "
        "NULL, public bigint NOT NULL, owner bigint NOT NULL, created bigint NOT NULL, changed bigint NOT NULL, over "
        "bigint NOT NULL, verdict text NOT NULL, turn bigint NOT NULL, asked text NOT NULL);"
        "CREATE INDEX games_public ON games (changed) WHERE public = 1 AND over = 0;"
        "CREATE TABLE gone (id text PRIMARY KEY, why bigint NOT NULL, at bigint NOT NULL);"
        "CREATE TABLE seats (" OF_GAME ", side bigint NOT NULL, word text NOT NULL, kind bigint NOT NULL, \"user\" "
        "bigint NOT NULL, name text NOT NULL, PRIMARY KEY (game, side));"
        "CREATE INDEX seats_of ON seats (\"user\");"
        "CREATE INDEX seats_open ON seats (game) WHERE kind = 0;"
        "CREATE TABLE tries (game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE, origin text NOT NULL, "
        "origin_order bigint NOT NULL, name text NOT NULL);"
        "CREATE TABLE shelved (" OF_GAME ", \"user\" bigint NOT NULL, PRIMARY KEY (game, \"user\"));"
        "CREATE TABLE curtains (" OF_GAME ", side bigint NOT NULL, curtain bigint NOT NULL, PRIMARY KEY (game, side));"
        "CREATE TABLE journal (" OF_GAME ", at bigint NOT NULL, text text NOT NULL, PRIMARY KEY (game, at));"
        "CREATE TABLE lengths (game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE, bytes bigint NOT NULL) WITH "
        "(fillfactor = 50);"
        "CREATE TABLE chat (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, " OF_GAME ", name text NOT NULL, "
        "text text NOT NULL, at bigint NOT NULL);"
        "CREATE INDEX chat_of ON chat (game);"
        "CREATE TABLE notes (" OF_GAME ", \"user\" bigint NOT NULL, text text NOT NULL, PRIMARY KEY (game, "
        "\"user\"));"
        "CREATE TABLE plan_notes (" OF_GAME ", plan bigint NOT NULL, text text NOT NULL, PRIMARY KEY (game, plan));"
        "CREATE TABLE pushes (endpoint text PRIMARY KEY, \"user\" bigint NOT NULL REFERENCES users ON DELETE CASCADE);"
        "CREATE INDEX pushes_of ON pushes (\"user\");"
        "CREATE TABLE likenesses (likeness text PRIMARY KEY, \"user\" bigint NOT NULL REFERENCES users ON DELETE "
        "CASCADE);"
        "CREATE TABLE recoveries (\"user\" bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE, hash bytea NOT NULL);"
        "CREATE TABLE standing (" OF_GAME ", side bigint NOT NULL, text text NOT NULL, PRIMARY KEY (game, side));"
        "CREATE TABLE numbers (kind bigint PRIMARY KEY, next bigint NOT NULL);"
        "INSERT INTO numbers VALUES (0, 1), (1, 1);"
        "UPDATE meta SET version = 3;",
    [3] = "CREATE TABLE terms (game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE, text text NOT NULL);"
          "CREATE TABLE clocks (game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE, due bigint NOT NULL, text "
          "text NOT NULL);"
          "CREATE INDEX clocks_due ON clocks (due) WHERE due > 0;"
          "CREATE TABLE uptime (seconds bigint NOT NULL);"
          "INSERT INTO uptime VALUES (0);"
          "CREATE TABLE offers (" OF_GAME ", side bigint NOT NULL, \"user\" bigint NOT NULL, secret text NOT NULL, "
          "PRIMARY KEY (game, side));"
          "CREATE INDEX offers_of ON offers (\"user\") WHERE \"user\" > 0;"
          "CREATE TABLE barred (" OF_GAME ", \"user\" bigint NOT NULL, what bigint NOT NULL, PRIMARY KEY (game, "
          "\"user\", what));"
          "CREATE TABLE blocks (\"user\" bigint NOT NULL REFERENCES users ON DELETE CASCADE, blocked bigint NOT NULL "
          "REFERENCES users ON DELETE CASCADE, PRIMARY KEY (\"user\", blocked));"
          "CREATE INDEX blocks_of ON blocks (blocked);"
          "ALTER TABLE chat ADD COLUMN \"user\" bigint NOT NULL DEFAULT 0;"
          "UPDATE meta SET version = 4;",
    [4] = "CREATE TABLE ratings (\"user\" bigint NOT NULL REFERENCES users ON DELETE CASCADE, scenario text NOT NULL, "
          "side text NOT NULL, rating bigint NOT NULL, deviation bigint NOT NULL, volatility bigint NOT NULL, games "
          "bigint NOT NULL, at bigint NOT NULL, PRIMARY KEY (\"user\", scenario, side));"
          "CREATE TABLE results (game text NOT NULL, side text NOT NULL, \"user\" bigint NOT NULL REFERENCES users ON "
          "DELETE CASCADE, opponent bigint NOT NULL, scenario text NOT NULL, outcome bigint NOT NULL, rated bigint NOT "
          "NULL, before bigint NOT NULL, after bigint NOT NULL, at bigint NOT NULL, PRIMARY KEY (game, side));"
          "CREATE INDEX results_of ON results (\"user\", at);"
          "UPDATE meta SET version = 5;",
    [5] = "CREATE TABLE mails (\"user\" bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE, address text NOT NULL, "
          "confirmed bigint NOT NULL, wants bigint NOT NULL, secret text NOT NULL, digested bigint NOT NULL);"
          "CREATE INDEX mails_by ON mails (secret);"
          "UPDATE meta SET version = 6;",
    [6] =
        "CREATE TABLE reports (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at bigint NOT NULL, reporter "
        "bigint NOT NULL, \"user\" bigint NOT NULL, game text NOT NULL, text text NOT NULL, words text NOT NULL, "
        "closed "
        "bigint NOT NULL);"
        "CREATE INDEX reports_open ON reports (id) WHERE closed = 0;"
        "CREATE TABLE bans (kind bigint NOT NULL, who bigint NOT NULL, until bigint NOT NULL, at bigint NOT NULL, "
        "PRIMARY KEY (kind, who));"
        "CREATE TABLE moderators (\"user\" bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE);"
        "CREATE TABLE moderation (id bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, at bigint NOT NULL, who text "
        "NOT NULL, what text NOT NULL);"
        "CREATE RULE moderation_stays AS ON UPDATE TO moderation DO INSTEAD NOTHING;"
        "CREATE RULE moderation_kept AS ON DELETE TO moderation DO INSTEAD NOTHING;"
        "UPDATE meta SET version = 7;",
    [7] =
        "CREATE TABLE nodes (epoch bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY, pid int NOT NULL, started "
        "timestamptz NOT NULL, until timestamptz NOT NULL, address text NOT NULL);"
        "CREATE TABLE editions (epoch bigint NOT NULL REFERENCES nodes ON DELETE CASCADE, scenario text NOT NULL, "
        "edition text NOT NULL, PRIMARY KEY (epoch, scenario));"
        "ALTER TABLE lengths ADD COLUMN holder bigint NOT NULL DEFAULT 0;"
        "CREATE INDEX lengths_held ON lengths (holder) WHERE holder > 0;"
        "CREATE UNLOGGED TABLE presence (game bigint PRIMARY KEY, epoch bigint NOT NULL, online bigint NOT NULL, "
        "spectators bigint NOT NULL);"
        "CREATE TABLE changes (xid bigint NOT NULL DEFAULT pg_current_xact_id()::text::bigint, at timestamptz NOT NULL "
        "DEFAULT now(), kind bigint NOT NULL, epoch bigint NOT NULL, first bigint NOT NULL, second bigint NOT NULL, "
        "token bytea NOT NULL, name text NOT NULL);"
        "CREATE INDEX changes_by ON changes (xid);"
        "ALTER TABLE uptime ADD COLUMN at timestamptz NOT NULL DEFAULT now() - interval '1 hour';"
        "UPDATE meta SET version = 8;",
    [9] = OUTBOX_TABLES("bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "bigint", ""),
    /* Lines of a journal are written with the row of its length, which refers to the game. A reference of their own
     * would lock the game's row for every line, and write that to the log. */
    [10] =
        "ALTER TABLE pushes ADD COLUMN session bytea NOT NULL DEFAULT '';"
        "CREATE INDEX pushes_by ON pushes (session);"
        "CREATE TABLE rematches (game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE, id text NOT NULL);"
        "CREATE TABLE rolls (game bigint PRIMARY KEY REFERENCES games ON DELETE CASCADE, bytes bigint NOT NULL, until "
        "bigint NOT NULL);"
        "ALTER TABLE nodes ADD COLUMN seen timestamptz;"
        "ALTER TABLE journal DROP CONSTRAINT journal_game_fkey;"
        "UPDATE meta SET version = 11;",
    [8] = WORK_TABLES("bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "bigint", "bytea", ""),
};
