/* store_postgres_statements.c — every statement of the PostgreSQL engine, and the tables they work on.
 *
 * A statement that decides over its entry divides by the rows it has changed: if there are none, it fails with a code
 * of its own, and the whole round with it; the round is then tried again without that entry. */
#include "server/store_postgres.h"
#include "server/store_work_sql.h"

#define USER_COLUMNS "id, name, password, webhook, language, theme, created"
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
    [BEGIN] = "BEGIN",
    [BEGIN_READING] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [PROBE] = "UPDATE meta SET version = version",
    [RESERVE] = "UPDATE numbers SET next = next + $2 WHERE kind = $1 RETURNING next - $2",
    [USER_ADD] = "INSERT INTO users (id, name, password, webhook, language, theme, created) VALUES "
                 "($1,$2,$3,$4,$5,$6,$7)",
    [REGISTER] =
        "WITH done AS (UPDATE users SET name = $2, password = $3 WHERE id = $1 AND password = '' AND NOT "
        "EXISTS (SELECT 1 FROM likenesses WHERE likeness IN ($4, $5) AND \"user\" <> $1) AND NOT EXISTS (SELECT "
        "1 FROM users WHERE lower(name COLLATE \"C\") = lower($2 COLLATE \"C\") AND password <> '' AND "
        "id <> $1) RETURNING 1) SELECT 1 / count(*) FROM done",
    [USER_GET] = "SELECT " USER_COLUMNS " FROM users WHERE id = $1",
    [USER_NAMED] = "SELECT " USER_COLUMNS
                   " FROM users WHERE lower(name COLLATE \"C\") = lower($1 COLLATE \"C\") AND password <> ''",
    [SETTINGS_SET] = "UPDATE users SET webhook = $2, language = $3, theme = $4 WHERE id = $1",
    [PASSWORD_SET] = "UPDATE users SET password = $2 WHERE id = $1 AND password <> ''",
    [USER_EACH] = "SELECT " USER_COLUMNS " FROM users ORDER BY id",
    [USER_REMOVE] = "DELETE FROM users WHERE id = $1",
    [USER_FREE] =
        "WITH done AS (UPDATE users SET name = name WHERE id = $1 AND NOT EXISTS (SELECT 1 FROM seats s JOIN games g "
        "ON "
        "g.number = s.game JOIN terms t ON t.game = g.number WHERE s.\"user\" = $1 AND s.kind = 1 AND g.over = 0 "
        "AND t.text LIKE '% 1') RETURNING 1) SELECT 1 / count(*) FROM done",
    [USER_OPEN_SEATS] = "UPDATE seats SET kind = 0, \"user\" = 0, name = '' WHERE \"user\" = $1",
    [USER_END_SESSIONS] = "DELETE FROM sessions WHERE \"user\" = $1",
    [USER_END_NOTES] = "DELETE FROM notes WHERE \"user\" = $1",
    [SESSION_ADD] = "INSERT INTO sessions (token, \"user\", created) VALUES ($1,$2,$3)",
    [SESSION_USER] = "SELECT " USER_COLUMNS
                     ", (SELECT created FROM sessions WHERE token = $1) FROM users WHERE id = (SELECT \"user\" FROM "
                     "sessions WHERE token = $1)",
    [SESSION_USE] = "UPDATE sessions SET created = $2 WHERE token = $1",
    [SESSIONS_OF] = "SELECT token, created FROM sessions WHERE \"user\" = $1 ORDER BY created DESC LIMIT 50",
    [LIKENESS_SET] = "INSERT INTO likenesses (likeness, \"user\") VALUES ($1,$2) ON CONFLICT (likeness) DO NOTHING",
    [LIKENESS_GET] = "SELECT \"user\" FROM likenesses WHERE likeness IN ($1, $2)",
    [RECOVERY_SET] = "INSERT INTO recoveries (\"user\", hash) VALUES ($1,$2) ON CONFLICT (\"user\") DO UPDATE SET "
                     "hash = $2",
    [RECOVERY_GET] = "SELECT hash FROM recoveries WHERE \"user\" = $1",
    [PUSHES_DROP] = "DELETE FROM pushes WHERE \"user\" = $1",
    [SESSION_REMOVE] = "DELETE FROM sessions WHERE token = $1",
    [SESSIONS_EXPIRE] = "DELETE FROM sessions WHERE created < $1 AND NOT EXISTS (SELECT 1 FROM users JOIN seats ON "
                        "seats.\"user\" = users.id JOIN games ON games.number = seats.game WHERE users.id = "
                        "sessions.\"user\" AND users.password = '' AND seats.kind = 1 AND games.over = 0)",
    [LATEST] = "SELECT greatest(coalesce((SELECT max(changed) FROM games), 0), coalesce((SELECT max(created) "
               "FROM sessions), 0))",
    [GUESTS_EXPIRE] = "DELETE FROM users WHERE password = '' AND created < $1 AND id NOT IN (SELECT \"user\" FROM "
                      "seats) AND id NOT IN (SELECT \"user\" FROM sessions WHERE created >= $1)",
    [GUESTS_NOTES] = "DELETE FROM notes WHERE \"user\" NOT IN (SELECT id FROM users)",
    [GUESTS_SESSIONS] = "DELETE FROM sessions WHERE \"user\" NOT IN (SELECT id FROM users)",
    [GAME_ADD] = "INSERT INTO games (number, id, scenario, options, seed, branch_length, branch_seed, invite, "
                 "public, owner, created, changed, over, verdict, turn, asked) VALUES "
                 "($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16)",
    [GAME_GET] = "SELECT " GAME_COLUMNS " FROM games WHERE id = $1",
    [GAME_SET] = "UPDATE games SET over = $2, verdict = $3, turn = $4, asked = $5, changed = $6 WHERE number = $1",
    [TRY_SET] = "INSERT INTO tries (game, origin, origin_order, name) VALUES ($1,$2,$3,$4) ON CONFLICT (game) DO "
                "UPDATE SET name = $4",
    [SHELVE] = "INSERT INTO shelved (game, \"user\") VALUES ($1,$2) ON CONFLICT DO NOTHING",
    [GAME_REMOVE] = "DELETE FROM games WHERE number = $1",
    [REMOVE_UNUSED] =
        "WITH done AS (DELETE FROM games WHERE number = $1 AND changed <= created AND NOT EXISTS (SELECT 1 "
        "FROM lengths l JOIN nodes n ON n.epoch = l.holder WHERE l.game = $1 AND " ALIVE ") RETURNING 1) "
        "SELECT 1 / count(*) FROM done",
    [GAME_EACH] = "SELECT " GAME_COLUMNS " FROM games ORDER BY number",
    [GONE_ADD] = "INSERT INTO gone (id, why, at) VALUES ($1,$2,$3) ON CONFLICT (id) DO UPDATE SET why = $2, at = "
                 "$3",
    [GONE_GET] = "SELECT why, at FROM gone WHERE id = $1",
    [GAMES_UNUSED] = "SELECT number, branch_length, id FROM games WHERE created < $1 AND changed <= created",
    [GAMES_COUNT] = "SELECT count(*) FILTER (WHERE branch_length = 0), count(*) FILTER (WHERE branch_length > 0) "
                    "FROM games WHERE over = 0 AND number IN (SELECT game FROM seats WHERE kind = 1 AND \"user\" = "
                    "$1)",
    [GAMES_OF] = "SELECT " GAME_COLUMNS
                 " FROM games WHERE number IN (SELECT game FROM seats WHERE kind = 1 AND \"user\" = $1) AND "
                 "number NOT IN (SELECT game FROM shelved WHERE \"user\" = $1) ORDER BY changed DESC LIMIT $2",
    [GAMES_OPEN] = "SELECT " GAME_COLUMNS
                   " FROM games WHERE number IN (SELECT DISTINCT o.game FROM seats o WHERE o.kind = 0 AND EXISTS "
                   "(SELECT 1 FROM games g WHERE g.number = o.game AND g.public = 1 AND g.over = 0) AND NOT EXISTS "
                   "(SELECT 1 FROM seats s WHERE s.game = o.game AND s.kind = 1 AND s.\"user\" = $1) ORDER BY "
                   "o.game DESC LIMIT $2) ORDER BY number DESC",
    [GAMES_PUBLIC] = "SELECT " GAME_COLUMNS
                     " FROM games WHERE public = 1 AND over = 0 AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = "
                     "games.number AND (s.kind = 0 OR (s.kind = 1 AND s.\"user\" = $1))) ORDER BY changed DESC LIMIT "
                     "$2",
    [GAMES_OFFERED] =
        "SELECT " GAME_COLUMNS " FROM games WHERE over = 0 AND number IN (SELECT game FROM offers WHERE \"user\" "
        "= $1 AND \"user\" > 0) ORDER BY changed DESC LIMIT $2",
    [SEAT_SET] = "INSERT INTO seats (game, side, word, kind, \"user\", name) VALUES ($1,$2,$3,$4,$5,$6) ON "
                 "CONFLICT (game, side) DO UPDATE SET kind = $4, \"user\" = $5, name = $6",
    [SEATS_OF] = "SELECT s.word, s.kind, s.\"user\", coalesce(u.name, s.name), coalesce(c.curtain, 0), "
                 "CASE WHEN s.kind = 1 THEN s.name ELSE '' END, coalesce(o.\"user\", -1), coalesce(o.secret, '') FROM "
                 "seats s LEFT JOIN users u ON u.id = s.\"user\" LEFT JOIN curtains c ON c.game = s.game AND c.side = "
                 "s.side LEFT JOIN offers o ON o.game = s.game AND o.side = s.side WHERE s.game = $1 ORDER BY s.side",
    [SEATS_MOVE] = "UPDATE seats SET \"user\" = $2 WHERE \"user\" = $1",
    [NOTES_MOVE] = "UPDATE notes SET \"user\" = $2 WHERE \"user\" = $1 AND NOT EXISTS (SELECT 1 FROM notes n WHERE "
                   "n.game = notes.game AND n.\"user\" = $2)",
    [HOST_MOVE] = "UPDATE games SET owner = $2 WHERE owner = $1",
    [BARS_MOVE] = "UPDATE barred SET \"user\" = $2 WHERE \"user\" = $1 AND NOT EXISTS (SELECT 1 FROM barred b WHERE "
                  "b.game = barred.game AND b.what = barred.what AND b.\"user\" = $2)",
    [BLOCKS_MOVE] = "UPDATE blocks SET \"user\" = $2 WHERE \"user\" = $1 AND blocked <> $2 AND NOT EXISTS (SELECT 1 "
                    "FROM blocks b WHERE b.\"user\" = $2 AND b.blocked = blocks.blocked)",
    [BLOCKED_MOVE] = "UPDATE blocks SET blocked = $2 WHERE blocked = $1 AND \"user\" <> $2 AND NOT EXISTS (SELECT 1 "
                     "FROM blocks b WHERE b.\"user\" = blocks.\"user\" AND b.blocked = $2)",
    [PUSHES_MOVE] = "UPDATE pushes SET \"user\" = $2 WHERE \"user\" = $1",
    [CURTAIN_SET] = "INSERT INTO curtains (game, side, curtain) VALUES ($1,$2,$3) ON CONFLICT (game, side) DO UPDATE "
                    "SET curtain = $3",
    [OFFER_SET] =
        "INSERT INTO offers (game, side, \"user\", secret) VALUES ($1,$2,$3,$4) ON CONFLICT (game, side) DO UPDATE "
        "SET \"user\" = $3, secret = $4",
    [OFFER_END] = "DELETE FROM offers WHERE game = $1 AND side = $2",
    [BAR_SET] = "INSERT INTO barred (game, \"user\", what) VALUES ($1,$2,$3) ON CONFLICT DO NOTHING",
    [BAR_END] = "DELETE FROM barred WHERE game = $1 AND \"user\" = $2 AND what = $3",
    [BARRED_OF] =
        "SELECT what, 0 FROM barred WHERE game = $1 AND \"user\" = $2 UNION ALL SELECT 0, \"user\" FROM blocks WHERE "
        "blocked = "
        "$2 AND (\"user\" IN (SELECT s.\"user\" FROM seats s WHERE s.game = $1 AND s.kind = 1) OR \"user\" = (SELECT "
        "owner "
        "FROM games WHERE number = $1))",
    [BARRED_HERE] = "SELECT \"user\", what FROM barred WHERE game = $1",
    [BLOCK_SET] = "INSERT INTO blocks (\"user\", blocked) SELECT $1, $2 WHERE (SELECT count(*) FROM blocks WHERE "
                  "\"user\" = $1) < "
                  "500 ON CONFLICT DO NOTHING",
    [BLOCK_END] = "DELETE FROM blocks WHERE \"user\" = $1 AND blocked = $2",
    [BLOCKS_OF] = "SELECT blocked FROM blocks WHERE \"user\" = $1",
    [BLOCKS_NAMED] =
        "SELECT b.blocked, u.name FROM blocks b JOIN users u ON u.id = b.blocked WHERE b.\"user\" = $1 ORDER BY "
        "u.name",
    [TERMS_SET] = "INSERT INTO terms (game, text) VALUES ($1,$2) ON CONFLICT (game) DO UPDATE SET text = $2",
    [CLOCK_SET] = "INSERT INTO clocks (game, due, text) VALUES ($1,$2,$3) ON CONFLICT (game) DO UPDATE SET due = $2, "
                  "text = $3",
    [CLOCKS_DUE] =
        "SELECT games.id, clocks.due FROM clocks JOIN games ON games.number = clocks.game WHERE clocks.due > 0 "
        "ORDER BY clocks.due LIMIT 500",
    [UNRECORDED] =
        "SELECT g.id, 0 FROM games g JOIN terms t ON t.game = g.number WHERE g.over = 1 AND g.branch_length = 0 AND "
        "t.text LIKE '% 1' AND NOT EXISTS (SELECT 1 FROM results r WHERE r.game = g.id) AND (SELECT count(DISTINCT "
        "s.\"user\") FROM seats s JOIN users u ON u.id = s.\"user\" WHERE s.game = g.number AND s.kind = 1 AND "
        "u.password <> "
        "'') = 2 LIMIT 50",
    [UPTIME_SET] = "UPDATE uptime SET seconds = $1 WHERE seconds < $1 AND at < now() - interval '5 seconds'",
    [UPTIME_GET] = "SELECT seconds FROM uptime",
    [BLOCKED_BY] = "SELECT 1 FROM blocks WHERE \"user\" = $1 AND blocked = $2",
    [RESULT_ADD] = "WITH done AS (INSERT INTO results (game, side, \"user\", opponent, scenario, outcome, rated, "
                   "before, after, at) VALUES "
                   "($1,$2,$3,$4,$5,$6,$7,$8,$9,$10) ON CONFLICT DO NOTHING RETURNING 1) SELECT 1 / count(*) FROM done",
    [RESULT_KNOWN] = "SELECT 1 FROM results WHERE game = $1 LIMIT 1",
    [RESULTS_OF] =
        "SELECT r.game, r.side, r.scenario, r.outcome, r.rated, r.before, r.after, r.at, coalesce(u.name, '') "
        "FROM results r LEFT JOIN users u ON u.id = r.opponent WHERE r.\"user\" = $1 ORDER BY r.at DESC LIMIT 100",
    [RATING_SET] =
        "INSERT INTO ratings (\"user\", scenario, side, rating, deviation, volatility, games, at) VALUES "
        "($1,$2,$3,$4,$5,$6,$7,$8) ON CONFLICT (\"user\", scenario, side) DO UPDATE SET rating = $4, deviation = "
        "$5, volatility = $6, games = $7, at = $8",
    [RATING_GET] =
        "SELECT rating, deviation, volatility, games, at FROM ratings WHERE \"user\" = $1 AND scenario = $2 AND "
        "side = $3",
    [RATINGS_OF] =
        "SELECT scenario, side, rating, deviation, volatility, games, at FROM ratings WHERE \"user\" = $1 ORDER BY "
        "scenario, side",
    [MAIL_SET] =
        "INSERT INTO mails (\"user\", address, confirmed, wants, secret, digested) VALUES ($1,$2,$3,$4,$5,0) ON "
        "CONFLICT (\"user\") DO UPDATE SET address = $2, confirmed = $3, wants = $4, secret = $5",
    [MAIL_CONFIRM] = "WITH done AS (UPDATE mails SET confirmed = 1 WHERE secret = $1 AND address <> '' RETURNING 1) "
                     "SELECT 1 / count(*) FROM done",
    [MAIL_STOP] =
        "WITH done AS (UPDATE mails SET wants = 0 WHERE secret = $1 RETURNING 1) SELECT 1 / count(*) FROM done",
    [MAIL_GET] = "SELECT address, confirmed, wants, secret FROM mails WHERE \"user\" = $1",
    [DIGEST_SET] = "UPDATE mails SET digested = $2 WHERE \"user\" = $1",
    [DIGESTS_DUE] =
        "SELECT m.\"user\", m.address, m.confirmed, m.wants, m.secret, u.language, g.id, g.scenario FROM mails m "
        "JOIN users u ON u.id = m.\"user\" JOIN seats s ON s.\"user\" = m.\"user\" AND s.kind = 1 AND s.name = '' JOIN "
        "games g ON g.number = s.game AND g.over = 0 AND g.asked = s.word WHERE m.confirmed = 1 AND m.wants "
        ">= 2 AND m.digested < $1 ORDER BY m.\"user\", g.number LIMIT 500",
    [REPORT_ADD] =
        "INSERT INTO reports (at, reporter, \"user\", game, text, words, closed) VALUES ($1,$2,$3,$4,$5,$6,0)",
    [REPORT_CLOSE] = "UPDATE reports SET closed = 1 WHERE id = $1",
    /* Whoever reports much does not hide the others: accounts come first, and of everybody his latest. */
    [REPORTS_OPEN] =
        "SELECT r.id, r.at, r.reporter, r.\"user\", r.game, r.text, r.words, coalesce(u.name, ''), coalesce(v.name, "
        "'') FROM "
        "(SELECT *, row_number() OVER (PARTITION BY reporter ORDER BY id DESC) AS turn FROM reports WHERE closed = 0) "
        "r "
        "LEFT JOIN users u ON u.id = r.\"user\" LEFT JOIN users v ON v.id = r.reporter WHERE r.turn <= 5 ORDER BY "
        "coalesce(v.password, '') = '', r.turn, r.id DESC LIMIT 1000",
    [BAN_SET] =
        "INSERT INTO bans (kind, who, until, at) VALUES ($1,$2,$3,$4) ON CONFLICT (kind, who) DO UPDATE SET until "
        "= $3, at = $4",
    [BAN_LIFT] = "DELETE FROM bans WHERE kind = $1 AND who = $2",
    [BANS_ALL] =
        "SELECT b.kind, b.who, b.until, b.at, coalesce(u.name, '') FROM bans b LEFT JOIN users u ON u.id = b.who "
        "AND b.kind <> 1 WHERE b.until = 0 OR b.until > $1 ORDER BY b.at DESC",
    [MODERATOR_SET] = "INSERT INTO moderators (\"user\") VALUES ($1) ON CONFLICT DO NOTHING",
    [MODERATOR_END] = "DELETE FROM moderators WHERE \"user\" = $1",
    [MODERATORS_ALL] = "SELECT \"user\" FROM moderators",
    [MOD_LOG_ADD] = "INSERT INTO moderation (at, who, what) VALUES ($1,$2,$3)",
    [MOD_LOG_GET] = "SELECT at, who, what FROM moderation ORDER BY id DESC LIMIT 200",
    [JOURNAL_ADD] = "INSERT INTO journal (game, at, text) VALUES ($1,$2,$3)",
    [JOURNAL_GET] = "SELECT at, text FROM journal WHERE game = $1 ORDER BY at",
    [LENGTH_BEGIN] = "INSERT INTO lengths (game, bytes, holder) VALUES ($1,$4,$5)",
    [LENGTH_GROW] =
        "WITH done AS (UPDATE lengths SET bytes = $4 WHERE game = $1 AND bytes = $2 AND holder = $5 RETURNING "
        "1) SELECT 1 / count(*) FROM done",
    [LENGTH_GET] = "SELECT bytes FROM lengths WHERE game = $1",
    [CHAT_ADD] = "INSERT INTO chat (game, name, text, at, \"user\") VALUES ($1,$2,$3,$4,$5)",
    [CHAT_TRIM] = "DELETE FROM chat WHERE game = $1 AND id <= (SELECT id FROM chat WHERE game = $1 ORDER BY id "
                  "DESC LIMIT 1 OFFSET 1000)",
    [CHAT_GET] =
        "SELECT name, text, at, \"user\" FROM (SELECT * FROM chat WHERE game = $1 ORDER BY id DESC LIMIT $2) c "
        "ORDER BY id",
    [NOTE_SET] = "INSERT INTO notes (game, \"user\", text) VALUES ($1,$2,$3) ON CONFLICT (game, \"user\") DO "
                 "UPDATE SET text = $3",
    [NOTE_GET] = "SELECT text FROM notes WHERE game = $1 AND \"user\" = $2",
    [PLAN_NOTE_SET] = "INSERT INTO plan_notes (game, plan, text) VALUES ($1,$2,$3) ON CONFLICT (game, plan) DO UPDATE "
                      "SET text = $3",
    [PLAN_NOTES_GET] = "SELECT plan, text FROM plan_notes WHERE game = $1 AND text <> '' ORDER BY plan",
    [PUSH_SET] = "WITH done AS (INSERT INTO pushes (endpoint, \"user\") VALUES ($1,$2) ON CONFLICT (endpoint) DO "
                 "UPDATE SET \"user\" = $2 WHERE pushes.\"user\" = $2 RETURNING 1) SELECT 1 / count(*) FROM done",
    [PUSH_TRIM] = "DELETE FROM pushes WHERE \"user\" = $2 AND endpoint <> $1 AND endpoint NOT IN (SELECT endpoint "
                  "FROM pushes WHERE \"user\" = $2 AND endpoint <> $1 ORDER BY endpoint LIMIT 7)",
    [PUSH_DROP] = "DELETE FROM pushes WHERE endpoint = $1 AND (\"user\" = $2 OR $2 = 0)",
    [PUSHES_GET] = "SELECT endpoint FROM pushes WHERE \"user\" = $1 ORDER BY endpoint LIMIT 8",
    [STANDING_SET] = "INSERT INTO standing (game, side, text) VALUES ($1,$2,$3) ON CONFLICT (game, side) DO UPDATE "
                     "SET text = $3",
    [STANDING_GET] = "SELECT side, text FROM standing WHERE game = $1 ORDER BY side",
    WORK_STATEMENTS(" FOR UPDATE", " FOR UPDATE SKIP LOCKED"),

    /* Whoever takes the game changes the row, and waits for those who share it. */
    [HOLD] = "WITH held AS (SELECT 1 FROM lengths WHERE game = $1 AND holder = $2 FOR SHARE) SELECT 1 / count(*) FROM "
             "held",
    [RELEASE] = "UPDATE lengths SET holder = 0 WHERE game = $1 AND holder = $2",
    [PRESENCE_END] = "DELETE FROM presence WHERE game = $1 AND epoch = $2",
    [PRESENCE_SET] =
        "INSERT INTO presence (game, epoch, online, spectators) VALUES ($1,$2,$3,$4) ON CONFLICT (game) DO "
        "UPDATE SET epoch = $2, online = $3, spectators = $4",
    [CHANGE_ADD] = "INSERT INTO changes (kind, epoch, first, second, token, name) VALUES ($1,$2,$3,$4,$5,$6)",
    /* A number in a row says nothing of when it is committed: what is still under way comes with a later look. */
    [CHANGES_SINCE] = "SELECT x.xmin, coalesce(c.kind, -1), coalesce(c.epoch, 0), coalesce(c.first, 0), "
                      "coalesce(c.second, 0), coalesce(c.token, ''), coalesce(c.name, '') FROM (SELECT "
                      "pg_snapshot_xmin(pg_current_snapshot())::text::bigint AS xmin) x LEFT JOIN changes c ON $1 > 0 "
                      "AND c.xid >= $1 AND c.xid < x.xmin ORDER BY c.xid",
    [NODE_ADD] = "INSERT INTO nodes (pid, started, until, address) VALUES (0, now(), now(), $1) RETURNING epoch",
    [NODE_EDITION] = "INSERT INTO editions (epoch, scenario, edition) VALUES ($1,$2,$3) ON CONFLICT DO NOTHING",
    [NODE_LEASE] =
        "WITH before AS (SELECT pid, started FROM nodes WHERE epoch = $1), own AS (SELECT a.pid, a.backend_start FROM "
        "pg_stat_get_activity(pg_backend_pid()) a) INSERT INTO nodes (epoch, pid, started, until, address) SELECT $1, "
        "own.pid, own.backend_start, clock_timestamp() + $2 * interval '1 second', $3 FROM own ON CONFLICT (epoch) DO "
        "UPDATE SET pid = excluded.pid, started = excluded.started, until = excluded.until RETURNING (SELECT count(*) "
        "FROM before b WHERE b.pid = nodes.pid AND b.started = nodes.started)",
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
    [HOLDER_GET] = "SELECT l.game, l.holder, CASE WHEN n.epoch IS NULL THEN 0 WHEN " ALIVE
                   " THEN 1 ELSE 0 END, coalesce(n.address, '') FROM games g JOIN lengths l ON l.game = g.number LEFT "
                   "JOIN nodes n ON n.epoch = l.holder WHERE g.id = $1",
    [HOLDER_SET] = "UPDATE lengths SET holder = $2 WHERE game = $1 AND holder = $3 RETURNING game",
    [HOLDER_ENDS] = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity WHERE datname = current_database() "
                    "AND application_name = 'sandtable node ' || $1::text",
    [EDITION_ELSEWHERE] = "SELECT n.address FROM editions e JOIN nodes n ON n.epoch = e.epoch WHERE e.scenario = $1 "
                          "AND e.edition = $2 AND "
                          "e.epoch <> $3 AND " ALIVE " ORDER BY md5(e.epoch || $4) LIMIT 1",
    [FENCE_GET] = "SELECT game FROM lengths WHERE game = $1 AND bytes = $2 AND holder = $3",
    [BARRIER] = "SELECT pg_logical_emit_message(true, 'sandtable', '')",
};

const char postgres_append[] =
    "WITH given AS (SELECT * FROM unnest($1, $2, $3, $4) AS g (game, at, ends, text)), grown AS (UPDATE lengths SET "
    "bytes = given.ends FROM given WHERE lengths.game = given.game AND lengths.bytes = given.at AND "
    "lengths.holder = $5 RETURNING lengths.game), added AS (INSERT INTO journal (game, at, text) SELECT given.game, "
    "given.at, given.text FROM given "
    "JOIN grown ON grown.game = given.game RETURNING 1) "
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
    [8] = WORK_TABLES("bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY", "bigint", "bytea", ""),
};
