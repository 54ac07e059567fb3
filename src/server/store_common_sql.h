/* store_common_sql.h — statements that both dialects of SQL understand; store_work_sql.h has those of campaigns.
 *
 * Holes are numbered in the order in which they first appear: SQLite takes $1 for a name, and numbers names so. Each
 * dialect defines GAME_COLUMNS for itself. */
#ifndef SANDTABLE_STORE_COMMON_SQL_H
#define SANDTABLE_STORE_COMMON_SQL_H

#define USER_COLUMNS "id, name, password, webhook, language, theme, created"

#define COMMON_STATEMENTS                                                                                              \
    [COMMIT] = "COMMIT", [ROLLBACK] = "ROLLBACK", [PROBE] = "UPDATE meta SET version = version",                       \
    [USER_ADD] = "INSERT INTO users (id, name, password, webhook, language, theme, created) VALUES "                   \
                 "($1,$2,$3,$4,$5,$6,$7)",                                                                             \
    [USER_GET] = "SELECT " USER_COLUMNS " FROM users WHERE id = $1",                                                   \
    [USER_EACH] = "SELECT " USER_COLUMNS " FROM users ORDER BY id",                                                    \
    [USERS_BEFORE] = "SELECT " USER_COLUMNS " FROM users WHERE password <> '' AND id < $1 ORDER BY id DESC LIMIT $2",  \
    [USER_REMOVE] = "DELETE FROM users WHERE id = $1",                                                                 \
    [USER_OPEN_SEATS] = "UPDATE seats SET kind = 0, \"user\" = 0, name = '' WHERE \"user\" = $1",                      \
    [USER_END_SESSIONS] = "DELETE FROM sessions WHERE \"user\" = $1",                                                  \
    [USER_END_NOTES] = "DELETE FROM notes WHERE \"user\" = $1",                                                        \
    [SESSION_ADD] = "INSERT INTO sessions (token, \"user\", created) VALUES ($1,$2,$3)",                               \
    [SESSION_USER] = "SELECT " USER_COLUMNS                                                                            \
                     ", (SELECT created FROM sessions WHERE token = $1) FROM users WHERE id = (SELECT \"user\" FROM "  \
                     "sessions WHERE token = $1)",                                                                     \
    [SESSIONS_OF] = "SELECT token, created FROM sessions WHERE \"user\" = $1 ORDER BY created DESC LIMIT 50",          \
    [LIKENESS_SET] = "INSERT INTO likenesses (likeness, \"user\") VALUES ($1,$2) ON CONFLICT (likeness) DO NOTHING",   \
    [LIKENESS_GET] = "SELECT \"user\" FROM likenesses WHERE likeness IN ($1, $2)",                                     \
    [RECOVERY_SET] = "INSERT INTO recoveries (\"user\", hash) VALUES ($1,$2) ON CONFLICT (\"user\") DO UPDATE SET "    \
                     "hash = $2",                                                                                      \
    [RECOVERY_GET] = "SELECT hash FROM recoveries WHERE \"user\" = $1",                                                \
    [PUSHES_DROP] = "DELETE FROM pushes WHERE \"user\" = $1",                                                          \
    [SESSION_REMOVE] = "DELETE FROM sessions WHERE token = $1",                                                        \
    [SESSION_ENDS_PUSHES] = "DELETE FROM pushes WHERE session = $1",                                                   \
    [SESSIONS_EXPIRE] = "DELETE FROM sessions WHERE created < $1 AND NOT EXISTS (SELECT 1 FROM users JOIN seats ON "   \
                        "seats.\"user\" = users.id JOIN games ON games.number = seats.game WHERE users.id = "          \
                        "sessions.\"user\" AND users.password = '' AND seats.kind = 1 AND games.over = 0)",            \
    [GUESTS_EXPIRE] = "DELETE FROM users WHERE password = '' AND created < $1 AND id NOT IN (SELECT \"user\" FROM "    \
                      "seats) AND id NOT IN (SELECT \"user\" FROM sessions WHERE created >= $1)",                      \
    [GUESTS_NOTES] = "DELETE FROM notes WHERE \"user\" NOT IN (SELECT id FROM users)",                                 \
    [GUESTS_SESSIONS] = "DELETE FROM sessions WHERE \"user\" NOT IN (SELECT id FROM users)",                           \
    [GAME_ADD] = "INSERT INTO games (number, id, scenario, options, seed, branch_length, branch_seed, invite, "        \
                 "public, owner, created, changed, over, verdict, turn, asked) VALUES "                                \
                 "($1,$2,$3,$4,$5,$6,$7,$8,$9,$10,$11,$12,$13,$14,$15,$16)",                                           \
    [GAME_GET] = "SELECT " GAME_COLUMNS " FROM games WHERE id = $1",                                                   \
    [TRY_SET] = "INSERT INTO tries (game, origin, origin_order, name) VALUES ($1,$2,$3,$4) ON CONFLICT (game) DO "     \
                "UPDATE SET name = $4",                                                                                \
    [ROLL_SET] =                                                                                                       \
        "INSERT INTO rolls (game, bytes, until) VALUES ($1,$2,$3) ON CONFLICT (game) DO UPDATE SET bytes = $2, "       \
        "until = $3",                                                                                                  \
    [ROLL_GET] = "SELECT bytes, until FROM rolls WHERE game = $1",                                                     \
    [REMATCH_GET] = "SELECT r.id FROM rematches r JOIN games g ON g.id = r.id WHERE r.game = $1",                      \
    [GAME_REMOVE] = "DELETE FROM games WHERE number = $1",                                                             \
    [GAME_EACH] = "SELECT " GAME_COLUMNS " FROM games ORDER BY number",                                                \
    [GONE_GET] = "SELECT why, at FROM gone WHERE id = $1",                                                             \
    [GAMES_UNUSED] = "SELECT number, branch_length, id FROM games WHERE created < $1 AND changed <= created",          \
    [GAMES_OF] = "SELECT " GAME_COLUMNS                                                                                \
                 " FROM games WHERE number IN (SELECT game FROM seats WHERE kind = 1 AND \"user\" = $1) AND "          \
                 "number NOT IN (SELECT game FROM shelved WHERE \"user\" = $1) ORDER BY changed DESC LIMIT $2",        \
    [GAMES_OPEN] = "SELECT " GAME_COLUMNS                                                                              \
                   " FROM games WHERE number IN (SELECT DISTINCT o.game FROM seats o WHERE o.kind = 0 AND EXISTS "     \
                   "(SELECT 1 FROM games g WHERE g.number = o.game AND g.public = 1 AND g.over = 0) AND NOT EXISTS "   \
                   "(SELECT 1 FROM seats s WHERE s.game = o.game AND s.kind = 1 AND s.\"user\" = $1) ORDER BY "        \
                   "o.game DESC LIMIT $2) ORDER BY number DESC",                                                       \
    [GAMES_PUBLIC] = "SELECT " GAME_COLUMNS                                                                            \
                     " FROM games WHERE public = 1 AND over = 0 AND NOT EXISTS (SELECT 1 FROM seats s WHERE s.game = " \
                     "games.number AND (s.kind = 0 OR (s.kind = 1 AND s.\"user\" = $1))) ORDER BY changed DESC LIMIT " \
                     "$2",                                                                                             \
    [GAMES_OFFERED] =                                                                                                  \
        "SELECT " GAME_COLUMNS " FROM games WHERE over = 0 AND number IN (SELECT game FROM offers WHERE \"user\" "     \
        "= $1 AND \"user\" > 0) ORDER BY changed DESC LIMIT $2",                                                       \
    [SEAT_SET] = "INSERT INTO seats (game, side, word, kind, \"user\", name) VALUES ($1,$2,$3,$4,$5,$6) ON "           \
                 "CONFLICT (game, side) DO UPDATE SET kind = $4, \"user\" = $5, name = $6",                            \
    [SEATS_OF] =                                                                                                       \
        "SELECT s.word, s.kind, s.\"user\", coalesce(u.name, s.name), coalesce(c.curtain, 0), "                        \
        "CASE WHEN s.kind = 1 THEN s.name ELSE '' END, coalesce(o.\"user\", -1), coalesce(o.secret, '') FROM "         \
        "seats s LEFT JOIN users u ON u.id = s.\"user\" LEFT JOIN curtains c ON c.game = s.game AND c.side = "         \
        "s.side LEFT JOIN offers o ON o.game = s.game AND o.side = s.side WHERE s.game = $1 ORDER BY s.side",          \
    [CURTAIN_SET] = "INSERT INTO curtains (game, side, curtain) VALUES ($1,$2,$3) ON CONFLICT (game, side) DO UPDATE " \
                    "SET curtain = $3",                                                                                \
    [OFFER_SET] =                                                                                                      \
        "INSERT INTO offers (game, side, \"user\", secret) VALUES ($1,$2,$3,$4) ON CONFLICT (game, side) DO UPDATE "   \
        "SET \"user\" = $3, secret = $4",                                                                              \
    [OFFER_END] = "DELETE FROM offers WHERE game = $1 AND side = $2",                                                  \
    [BAR_SET] = "INSERT INTO barred (game, \"user\", what) VALUES ($1,$2,$3) ON CONFLICT DO NOTHING",                  \
    [BAR_END] = "DELETE FROM barred WHERE game = $1 AND \"user\" = $2 AND what = $3",                                  \
    [BARRED_OF] =                                                                                                      \
        "SELECT what, 0 FROM barred WHERE game = $1 AND \"user\" = $2 UNION ALL SELECT 0, \"user\" FROM blocks WHERE " \
        "blocked = "                                                                                                   \
        "$2 AND (\"user\" IN (SELECT s.\"user\" FROM seats s WHERE s.game = $1 AND s.kind = 1) OR \"user\" = (SELECT " \
        "owner "                                                                                                       \
        "FROM games WHERE number = $1))",                                                                              \
    [BARRED_HERE] = "SELECT \"user\", what FROM barred WHERE game = $1",                                               \
    [BLOCK_SET] = "INSERT INTO blocks (\"user\", blocked) SELECT $1, $2 WHERE (SELECT count(*) FROM blocks WHERE "     \
                  "\"user\" = $1) < "                                                                                  \
                  "500 ON CONFLICT DO NOTHING",                                                                        \
    [BLOCK_END] = "DELETE FROM blocks WHERE \"user\" = $1 AND blocked = $2",                                           \
    [BLOCKS_OF] = "SELECT blocked FROM blocks WHERE \"user\" = $1",                                                    \
    [BLOCKS_NAMED] =                                                                                                   \
        "SELECT b.blocked, u.name FROM blocks b JOIN users u ON u.id = b.blocked WHERE b.\"user\" = $1 ORDER BY "      \
        "u.name",                                                                                                      \
    [TERMS_SET] = "INSERT INTO terms (game, text) VALUES ($1,$2) ON CONFLICT (game) DO UPDATE SET text = $2",          \
    [CLOCK_SET] = "INSERT INTO clocks (game, due, text) VALUES ($1,$2,$3) ON CONFLICT (game) DO UPDATE SET due = $2, " \
                  "text = $3",                                                                                         \
    [CLOCKS_DUE] =                                                                                                     \
        "SELECT games.id, clocks.due FROM clocks JOIN games ON games.number = clocks.game WHERE clocks.due > 0 "       \
        "ORDER BY clocks.due LIMIT 500",                                                                               \
    [UNRECORDED] =                                                                                                     \
        "SELECT g.id, 0 FROM games g JOIN terms t ON t.game = g.number WHERE g.over = 1 AND g.branch_length = 0 AND "  \
        "t.text LIKE '% 1' AND NOT EXISTS (SELECT 1 FROM results r WHERE r.game = g.id) AND (SELECT count(DISTINCT "   \
        "s.\"user\") FROM seats s JOIN users u ON u.id = s.\"user\" WHERE s.game = g.number AND s.kind = 1 AND "       \
        "u.password <> "                                                                                               \
        "'') = 2 LIMIT 50",                                                                                            \
    [RATED_OF] = "SELECT g.id FROM games g JOIN terms t ON t.game = g.number WHERE g.number IN (SELECT s.game "        \
                 "FROM seats s WHERE s.\"user\" = $1 AND s.kind = 1) AND t.text LIKE '% 1' AND (g.over = 0 OR (NOT "   \
                 "EXISTS (SELECT 1 FROM results r WHERE r.game = g.id) AND (SELECT count(DISTINCT s.\"user\") FROM "   \
                 "seats s JOIN users u ON u.id = s.\"user\" WHERE s.game = g.number AND s.kind = 1 AND u.password <> " \
                 "'') = 2)) ORDER BY g.number LIMIT 200",                                                              \
    [UPTIME_GET] = "SELECT seconds FROM uptime",                                                                       \
    [BLOCKED_BY] = "SELECT 1 FROM blocks WHERE \"user\" = $1 AND blocked = $2",                                        \
    [RESULT_KNOWN] = "SELECT 1 FROM results WHERE game = $1 LIMIT 1",                                                  \
    [RESULTS_OF] =                                                                                                     \
        "SELECT r.game, r.side, r.scenario, r.outcome, r.rated, r.before, r.after, r.at, coalesce(u.name, '') "        \
        "FROM results r LEFT JOIN users u ON u.id = r.opponent WHERE r.\"user\" = $1 ORDER BY r.at DESC LIMIT 100",    \
    [RATING_GET] =                                                                                                     \
        "SELECT rating, deviation, volatility, games, at FROM ratings WHERE \"user\" = $1 AND scenario = $2 AND "      \
        "side = $3",                                                                                                   \
    [RATINGS_OF] =                                                                                                     \
        "SELECT scenario, side, rating, deviation, volatility, games, at FROM ratings WHERE \"user\" = $1 ORDER BY "   \
        "scenario, side",                                                                                              \
    [MAIL_SET] =                                                                                                       \
        "INSERT INTO mails (\"user\", address, confirmed, wants, secret, digested) VALUES ($1,$2,$3,$4,$5,0) ON "      \
        "CONFLICT (\"user\") DO UPDATE SET address = $2, confirmed = $3, wants = $4, secret = $5",                     \
    [MAIL_GET] = "SELECT address, confirmed, wants, secret FROM mails WHERE \"user\" = $1",                            \
    [DIGESTS_DUE] =                                                                                                    \
        "SELECT m.\"user\", m.address, m.confirmed, m.wants, m.secret, u.language, g.id, g.scenario FROM mails m "     \
        "JOIN users u ON u.id = m.\"user\" JOIN seats s ON s.\"user\" = m.\"user\" AND s.kind = 1 AND s.name = '' "    \
        "JOIN "                                                                                                        \
        "games g ON g.number = s.game AND g.over = 0 AND g.asked = s.word WHERE m.confirmed = 1 AND m.wants "          \
        ">= 2 AND m.digested < $1 ORDER BY m.\"user\", g.number LIMIT 500",                                            \
    [REPORT_ADD] =                                                                                                     \
        "INSERT INTO reports (at, reporter, \"user\", game, text, words, closed) VALUES ($1,$2,$3,$4,$5,$6,0)",        \
    [REPORT_CLOSE] = "UPDATE reports SET closed = 1 WHERE id = $1",                                                    \
    [REPORTS_OPEN] =                                                                                                   \
        "SELECT r.id, r.at, r.reporter, r.\"user\", r.game, r.text, r.words, coalesce(u.name, ''), coalesce(v.name, "  \
        "'') FROM "                                                                                                    \
        "(SELECT *, row_number() OVER (PARTITION BY reporter ORDER BY id DESC) AS turn FROM reports WHERE closed = "   \
        "0) "                                                                                                          \
        "r "                                                                                                           \
        "LEFT JOIN users u ON u.id = r.\"user\" LEFT JOIN users v ON v.id = r.reporter WHERE r.turn <= 5 ORDER BY "    \
        "coalesce(v.password, '') = '', r.turn, r.id DESC LIMIT $1",                                                   \
    [REPORTS_BEFORE] = "SELECT r.id, r.at, r.reporter, r.\"user\", r.game, r.text, r.words, coalesce(u.name, ''), "    \
                       "coalesce(v.name, '') "                                                                         \
                       "FROM reports r LEFT JOIN users u ON u.id = r.\"user\" LEFT JOIN users v ON v.id = r.reporter " \
                       "WHERE r.closed = 0 AND "                                                                       \
                       "r.id < $1 ORDER BY r.id DESC LIMIT $2",                                                        \
    [REPORTS_COUNT] = "SELECT count(*) FROM reports WHERE closed = 0",                                                 \
    [BAN_SET] =                                                                                                        \
        "INSERT INTO bans (kind, who, until, at) VALUES ($1,$2,$3,$4) ON CONFLICT (kind, who) DO UPDATE SET until "    \
        "= $3, at = $4",                                                                                               \
    [BAN_LIFT] = "DELETE FROM bans WHERE kind = $1 AND who = $2",                                                      \
    [BANS_ALL] =                                                                                                       \
        "SELECT b.kind, b.who, b.until, b.at, coalesce(u.name, '') FROM bans b LEFT JOIN users u ON u.id = b.who "     \
        "AND b.kind <> 1 WHERE b.until = 0 OR b.until > $1 ORDER BY b.at DESC",                                        \
    [BANS_BEFORE] =                                                                                                    \
        "SELECT b.kind, b.who, b.until, b.at, coalesce(u.name, '') FROM bans b LEFT JOIN users u ON u.id = b.who AND " \
        "b.kind <> 1 WHERE (b.until = 0 OR b.until > $1) AND (b.at, b.kind, b.who) < ($2, $3, $4) ORDER BY b.at "      \
        "DESC, "                                                                                                       \
        "b.kind DESC, b.who DESC LIMIT $5",                                                                            \
    [MODERATOR_SET] = "INSERT INTO moderators (\"user\") VALUES ($1) ON CONFLICT DO NOTHING",                          \
    [MODERATOR_END] = "DELETE FROM moderators WHERE \"user\" = $1",                                                    \
    [MODERATORS_ALL] = "SELECT \"user\" FROM moderators",                                                              \
    [MOD_LOG_ADD] = "INSERT INTO moderation (at, who, what) VALUES ($1,$2,$3)",                                        \
    [MOD_LOG_GET] = "SELECT id, at, who, what FROM moderation WHERE id < $1 ORDER BY id DESC LIMIT $2",                \
    [JOURNAL_ADD] = "INSERT INTO journal (game, at, text) VALUES ($1,$2,$3)",                                          \
    [JOURNAL_REMOVE] = "DELETE FROM journal WHERE game = $1",                                                          \
    [LENGTH_GET] = "SELECT bytes FROM lengths WHERE game = $1",                                                        \
    [CHAT_ADD] = "INSERT INTO chat (game, name, text, at, \"user\") VALUES ($1,$2,$3,$4,$5)",                          \
    [CHAT_TRIM] = "DELETE FROM chat WHERE game = $1 AND id <= (SELECT id FROM chat WHERE game = $1 ORDER BY id "       \
                  "DESC LIMIT 1 OFFSET 1000)",                                                                         \
    [NOTE_SET] = "INSERT INTO notes (game, \"user\", text) VALUES ($1,$2,$3) ON CONFLICT (game, \"user\") DO "         \
                 "UPDATE SET text = $3",                                                                               \
    [NOTE_GET] = "SELECT text FROM notes WHERE game = $1 AND \"user\" = $2",                                           \
    [PLAN_NOTE_SET] =                                                                                                  \
        "INSERT INTO plan_notes (game, plan, text) VALUES ($1,$2,$3) ON CONFLICT (game, plan) DO UPDATE "              \
        "SET text = $3",                                                                                               \
    [PLAN_NOTES_GET] = "SELECT plan, text FROM plan_notes WHERE game = $1 AND text <> '' ORDER BY plan",               \
    [PUSH_DROP] = "DELETE FROM pushes WHERE endpoint = $1 AND (\"user\" = $2 OR $2 = 0)",                              \
    [PUSHES_GET] = "SELECT endpoint FROM pushes WHERE \"user\" = $1 ORDER BY endpoint LIMIT 8",                        \
    [STANDING_SET] = "INSERT INTO standing (game, side, text) VALUES ($1,$2,$3) ON CONFLICT (game, side) DO UPDATE "   \
                     "SET text = $3",                                                                                  \
    [STANDING_GET] = "SELECT side, text FROM standing WHERE game = $1 ORDER BY side"

#endif
