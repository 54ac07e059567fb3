/* people.c — guests, accounts, sessions, settings.
 *
 * A new visitor is a guest at once: a random secret in a cookie, of which the store keeps the hash. An account is a
 * guest that took a name and a password. Argon2id takes a tenth of a second and is a worker's job; the request that
 * waits for it is suspended. */
#include <ctype.h>
#include <sodium.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "server/calling.h"
#include "server/moderation.h"
#include "server/node.h"

/* Argon2id: two passes over 19 MiB. */
#define PASSWORD_PASSES 2
#define PASSWORD_MEMORY (19u << 20)
#define PASSWORD_LEAST 8
#define PASSWORD_MOST 200

/* ---- sessions ---- */

static bool token_of(const char *cookie, uint8_t hash[TOKEN_BYTES])
{
    uint8_t token[TOKEN_BYTES];
    size_t length = 0;
    if (!cookie ||
        sodium_base642bin(token, sizeof token, cookie, strlen(cookie), NULL, &length, NULL,
                          sodium_base64_VARIANT_URLSAFE_NO_PADDING) ||
        length != sizeof token)
        return false;
    crypto_hash_sha256(hash, token, sizeof token);
    sodium_memzero(token, sizeof token);
    return true;
}

/* A new session, with its cookie. The browser's push subscription moves from the old session to this one. */
static void add_session(WriteSet *entry, int64_t user, const uint8_t *before, char cookie[80])
{
    uint8_t token[TOKEN_BYTES], hash[TOKEN_BYTES];
    randombytes_buf(token, sizeof token);
    crypto_hash_sha256(hash, token, sizeof token);
    sodium_bin2base64(cookie, 80, token, sizeof token, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(token, sizeof token);
    write_session_add(entry, hash, user, now_seconds());
    if (before)
        write_pushes_follow(entry, before, hash);
}

/* A session that is used stays: from time to time its use is written down. A guest who plays can come back only by
 * his session. */
void people_came(Request *request)
{
    Server *server = request->server;
    const VisitAsk *visit = &request->coming->visit;
    int64_t age = server->config->ages.sessions, now = now_seconds(), idle = now - visit->used;
    bool plays_as_guest = !visit->user.password[0] && visit->games > 0;
    if (!visit->user.id || (age && idle > age && steady_seconds() >= server->clock.until && !plays_as_guest))
        return;
    request->user = visit->user;
    if (visit->user.password[0])
        home_note(server, account_of(visit->user.name), request->address);
    WriteSet *entry = idle > (age && age < 10 * DAY ? age / 10 : DAY) && !server->disk_trouble ? entry_alone() : NULL;
    if (!entry)
        return;
    write_session_use(entry, visit->token, now);
    store_add(server->store, entry);
    memcpy(request->new_cookie, request->cookie, sizeof request->new_cookie);
}

static unsigned answer_session(Settling *settling)
{
    json_session(&settling->request->answer, settling->request->server, &settling->request->user);
    return 200;
}

unsigned people_guest(Request *request, Buffer *out)
{
    Settling *settling = calloc(1, sizeof *settling);
    int64_t id = store_number(request->server->store, NUMBER_USER);
    if (!settling || !id) {
        free(settling);
        return error_answer(out, 503, "server.too-much-asked-wait");
    }
    UserRow *user = &request->user;
    *user = (UserRow){.id = id, .created = now_seconds(), .language = "en", .theme = "auto"};
    snprintf(user->name, sizeof user->name, "Guest %u", 1000 + randombytes_uniform(9000));
    write_user_add(&settling->entry, user);
    add_session(&settling->entry, id, NULL, request->new_cookie);
    return http_settle(settling, request, answer_session);
}

/* Closes the sockets of a session that has ended; the same person reconnects with the new one. */
static void close_sockets(Server *server, const uint8_t token[TOKEN_BYTES], int64_t user)
{
    server->sessions_ended++;
    recall_forget(server, token, user);
    for (Client *client = server->clients; client; client = client->next)
        if (token ? !sodium_memcmp(client->token, token, TOKEN_BYTES) : client->user == user)
            client_close(client, WSLAY_CODE_POLICY_VIOLATION, "the session has ended");
}

static unsigned answer_logged_out(Request *request)
{
    request->drop_cookie = true;
    buffer_literal(&request->answer, "{\"ok\":true}");
    return 200;
}

static unsigned session_is_over(Settling *settling)
{
    uint8_t hash[TOKEN_BYTES];
    queue_forget(settling->request->server, settling->request->user.id);
    if (token_of(settling->request->cookie, hash))
        close_sockets(settling->request->server, hash, 0);
    return answer_logged_out(settling->request);
}

static unsigned sessions_are_over(Settling *settling)
{
    close_sockets(settling->request->server, NULL, settling->request->user.id);
    queue_forget(settling->request->server, settling->request->user.id);
    return answer_logged_out(settling->request);
}

/* A session ends, here and wherever it has sockets. */
static void end_session(const Server *server, WriteSet *entry, const uint8_t token[TOKEN_BYTES], int64_t user)
{
    ChangeRow row = {.kind = CHANGE_SESSION, .first = user};
    memcpy(row.token, token, sizeof row.token);
    write_session_remove(entry, token);
    node_tell(server, entry, row);
}

unsigned people_log_out(Request *request, bool everywhere, Buffer *out)
{
    uint8_t hash[TOKEN_BYTES];
    Settling *settling = calloc(1, sizeof *settling);
    if (!settling)
        return error_answer(out, 500, "server.no-memory-left");
    if (everywhere) {
        write_sessions_end(&settling->entry, request->user.id);
        node_tell(request->server, &settling->entry, (ChangeRow){.kind = CHANGE_SESSIONS, .first = request->user.id});
        write_pushes_drop(&settling->entry, request->user.id);
    } else if (token_of(request->cookie, hash)) {
        end_session(request->server, &settling->entry, hash, request->user.id);
    }
    return http_settle(settling, request, everywhere ? sessions_are_over : session_is_over);
}

bool people_token(const char *cookie, uint8_t token[TOKEN_BYTES])
{
    if (token_of(cookie, token))
        return true;
    memset(token, 0, TOKEN_BYTES);
    return false;
}

void json_session(Buffer *out, const Server *server, const UserRow *user)
{
    buffer_format(out, "{\"user\":{\"id\":%lld,\"name\":", (long long)user->id);
    buffer_quote(out, user->name);
    buffer_format(out, ",\"guest\":%s%s},\"settings\":{\"webhook\":", user->password[0] ? "false" : "true",
                  is_moderator(server, user->id) ? ",\"moderator\":true" : "");
    buffer_quote(out, user->webhook);
    buffer_literal(out, ",\"language\":");
    buffer_quote(out, user->language);
    buffer_literal(out, ",\"theme\":");
    buffer_quote(out, user->theme);
    buffer_format(out, "},\"version\":%d}", PROTOCOL_VERSION);
}

static bool plain_word(const char *text)
{
    for (const char *at = text; *at; at++)
        if (!isalnum((unsigned char)*at) && *at != '-')
            return false;
    return true;
}

unsigned people_settings(Request *request, json_t *body, Buffer *out)
{
    const ServerConfig *config = request->server->config;
    const char *webhook = json_string_value(json_object_get(body, "webhook"));
    const char *language = json_string_value(json_object_get(body, "language"));
    const char *theme = json_string_value(json_object_get(body, "theme"));
    UserRow changed = request->user;
    if (webhook && *webhook &&
        (strlen(webhook) >= sizeof changed.webhook || !address_is_good(webhook, config->webhooks_home)))
        return error_answer(out, 400, "server.webhook-http-https-address-most");
    if ((language && (strlen(language) >= sizeof changed.language || !plain_word(language))) ||
        (theme && (strlen(theme) >= sizeof changed.theme || !plain_word(theme))))
        return error_answer(out, 400, "server.language-theme-single-words");
    if (webhook)
        snprintf(changed.webhook, sizeof changed.webhook, "%s", webhook);
    if (language)
        snprintf(changed.language, sizeof changed.language, "%s", language);
    if (theme)
        snprintf(changed.theme, sizeof changed.theme, "%s", theme);
    Settling *settling = calloc(1, sizeof *settling);
    if (!settling)
        return error_answer(out, 500, "server.no-memory-left");
    write_user_settings(&settling->entry, &changed);
    request->user = changed;
    return http_settle(settling, request, answer_session);
}

/* ---- passwords ---- */

typedef enum Purpose { TO_REGISTER, TO_LOG_IN, TO_CHANGE, TO_RECOVER, TO_REMOVE } Purpose;

typedef struct PasswordJob {
    Job job;
    AccountAsk asked; /* the account's */
    Request *request;
    Purpose purpose;
    uint8_t code[TOKEN_BYTES]; /* hash of the one that was said, to recover */
    char name[USER_NAME];
    char password[PASSWORD_MOST + 1];    /* to verify */
    char fresh[PASSWORD_MOST + 1];       /* to be kept from now on */
    char stored[crypto_pwhash_STRBYTES]; /* to verify against; empty when one is to be made */
    char made[crypto_pwhash_STRBYTES];
    UserRow account;     /* id 0: there is none of that name */
    bool right, at_home; /* at_home: he guesses on the account of a known address */
    bool resigns;        /* his rated games, to remove the account */
} PasswordJob;

/* The answer takes the same time whether there is such an account or not. */
static const char nobody[] =
    "$argon2id$v=19$m=19456,t=2,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA";

static void run_password(Job *job)
{
    PasswordJob *work = (PasswordJob *)job;
    work->right = !work->stored[0] || !crypto_pwhash_str_verify(work->stored, work->password, strlen(work->password));
    if (work->right && work->fresh[0])
        work->right = !crypto_pwhash_str_alg(work->made, work->fresh, strlen(work->fresh), PASSWORD_PASSES,
                                             PASSWORD_MEMORY, crypto_pwhash_ALG_ARGON2ID13);
    sodium_memzero(work->password, sizeof work->password);
    sodium_memzero(work->fresh, sizeof work->fresh);
}

/* Twenty letters of thirty-two, five at a time: impossible to guess. */
static void make_code(char code[RECOVERY_CODE])
{
    char letters[21];
    random_name(letters, 20);
    snprintf(code, RECOVERY_CODE, "%.5s-%.5s-%.5s-%.5s", letters, letters + 5, letters + 10, letters + 15);
}

static void hash_code(const char *code, uint8_t hash[TOKEN_BYTES])
{
    crypto_hash_sha256(hash, (const unsigned char *)code, strlen(code));
}

/* An account that is being written, and the answer once it is kept. */
typedef struct Keeping {
    Settling settling;
    UserRow account;
    char code[RECOVERY_CODE]; /* shown this once; empty: none */
} Keeping;

/* The guest's cookie may have been given to him by an attacker who keeps a copy: an account has only new ones. */
static unsigned account_is_kept(Settling *settling)
{
    Keeping *keeping = (Keeping *)settling;
    Request *request = settling->request;
    close_sockets(request->server, NULL, keeping->account.id);
    queue_forget(request->server, keeping->account.id);
    home_note(request->server, account_of(keeping->account.name), request->address);
    json_session(&request->answer, request->server, &keeping->account);
    if (keeping->code[0]) {
        request->answer.length--; /* the brace */
        buffer_format(&request->answer, ",\"recovery\":\"%s\"}", keeping->code);
    }
    sodium_memzero(keeping->code, sizeof keeping->code);
    return 200;
}

/* A name and a password, perhaps a code, and a new session in the place of all others. */
static void keep_account(Request *request, const UserRow *account, bool registers, bool coded)
{
    Keeping *keeping = calloc(1, sizeof *keeping);
    char likeness[NAME_LIKENESS], small[NAME_LIKENESS];
    uint8_t hash[TOKEN_BYTES], old[TOKEN_BYTES];
    if (!keeping) {
        http_resume(request, error_answer(&request->answer, 500, "server.no-memory-left"), "application/json");
        return;
    }
    WriteSet *entry = &keeping->settling.entry;
    keeping->account = *account;
    name_likeness(account->name, likeness);
    name_small_likeness(account->name, small);
    if (registers) /* meanwhile he may have an account, or another user the name */
        write_register(entry, account, likeness, small);
    else
        write_password(entry, account->id, account->password);
    write_likeness(entry, likeness, account->id);
    write_likeness(entry, small, account->id);
    if (!registers) /* browsers whose sessions end are called no more */
        write_pushes_drop(entry, account->id);
    if (coded) {
        make_code(keeping->code);
        hash_code(keeping->code, hash);
        write_recovery(entry, account->id, hash);
    }
    write_sessions_end(entry, account->id);
    node_tell(request->server, entry, (ChangeRow){.kind = CHANGE_SESSIONS, .first = account->id});
    add_session(entry, account->id, registers && token_of(request->cookie, old) ? old : NULL, request->new_cookie);
    keeping->settling.lost = 409;
    keeping->settling.words = SAID("server.name-taken");
    http_settle(&keeping->settling, request, account_is_kept);
}

static void finish_register(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    UserRow changed = request->user;
    (void)server;
    if (!work->right) {
        http_resume(request, error_answer(&request->answer, 500, "server.password-could-not-kept"), "application/json");
        return;
    }
    snprintf(changed.name, sizeof changed.name, "%s", work->name);
    snprintf(changed.password, sizeof changed.password, "%s", work->made);
    keep_account(request, &changed, true, true);
}

/* Games begun as a guest go along, also those on a table. */
static void move_seats(Server *server, int64_t guest, const UserRow *account)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next) {
            bool moved = false;
            if (table->row.owner == guest)
                table->row.owner = account->id;
            for (size_t at = 0; at < table->barred.length; at += sizeof(BarredRow)) {
                BarredRow row;
                memcpy(&row, table->barred.bytes + at, sizeof row);
                row.user = row.user == guest ? account->id : row.user;
                memcpy(table->barred.bytes + at, &row, sizeof row);
            }
            for (int side = 0; side < table->row.sides; side++) {
                SeatRow seat = table->row.seat[side];
                if (seat.kind != SEAT_HUMAN || seat.user != guest)
                    continue;
                seat.user = account->id;
                memcpy(seat.name, account->name, USER_NAME);
                table_set_seat(table, side, &seat);
                moved = true;
            }
            if (moved)
                table_reseat(table);
        }
}

/* A user who logs in: a new session in the place of the one the request came with, if any. */
typedef struct LoggingIn {
    Settling settling;
    UserRow account;
    bool guest; /* he was one, and takes his seats along */
    char name[USER_NAME];
    bool at_home;
} LoggingIn;

static unsigned login_is_kept(Settling *settling)
{
    const LoggingIn *login = (const LoggingIn *)settling;
    Request *request = settling->request;
    Server *server = request->server;
    uint8_t old[TOKEN_BYTES];
    if (token_of(request->cookie, old))
        close_sockets(server, old, 0);
    server->metrics.logins++;
    uint64_t account = account_of(login->name);
    limit_give_back(server, login->at_home ? LIMIT_AT_HOME : LIMIT_ACCOUNT, /* only guesses count */
                    login->at_home ? account ^ request->address : account);
    home_note(server, account, request->address);
    json_session(&request->answer, server, &login->account);
    queue_forget(server, request->user.id);
    if (login->guest)
        move_seats(server, request->user.id, &login->account);
    return 200;
}

static void finish_login(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    uint8_t old[TOKEN_BYTES];
    bool right = work->right && work->account.id;
    LoggingIn *login = right ? calloc(1, sizeof *login) : NULL;
    if (!login) {
        server->metrics.login_failures += !right;
        http_resume(request,
                    right ? error_answer(&request->answer, 500, "server.no-memory-left")
                          : error_answer(&request->answer, 403, "server.name-password-wrong"),
                    "application/json");
        return;
    }
    WriteSet *entry = &login->settling.entry;
    login->account = work->account;
    login->guest = request->user.id && !request->user.password[0] && request->user.id != work->account.id;
    memcpy(login->name, work->name, sizeof login->name);
    login->at_home = work->at_home;
    if (login->guest) {
        ChangeRow row = {.kind = CHANGE_SEATS, .first = request->user.id, .second = work->account.id};
        memcpy(row.name, work->account.name, sizeof row.name);
        write_seats_move(entry, request->user.id, work->account.id);
        write_person_move(entry, request->user.id, work->account.id);
        node_tell(server, entry, row);
    }
    bool known = token_of(request->cookie, old), same = login->guest || request->user.id == work->account.id;
    add_session(entry, work->account.id, known && same ? old : NULL, request->new_cookie);
    if (known) /* and the notices of any other user of this browser */
        end_session(server, entry, old, request->user.id);
    http_settle(&login->settling, request, login_is_kept);
}

/* A new password, by the old one or by the code, which then is another one. Every other session ends. */
static void finish_change(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    UserRow changed = work->account;
    (void)server;
    if (!work->right) {
        http_resume(request, error_answer(&request->answer, 403, "server.name-password-wrong"), "application/json");
        return;
    }
    snprintf(changed.password, sizeof changed.password, "%s", work->made);
    keep_account(request, &changed, false, work->purpose == TO_RECOVER);
}

/* The seats of a removed user are open again, also where they are at a table. */
static void open_seats(Server *server, int64_t user)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next) {
            bool opened = false;
            for (int side = 0; side < table->row.sides; side++) {
                SeatRow seat = table->row.seat[side];
                if (seat.kind != SEAT_HUMAN || seat.user != user)
                    continue;
                seat.kind = SEAT_OPEN;
                seat.user = 0;
                seat.name[0] = '\0';
                table_set_seat(table, side, &seat);
                opened = true;
            }
            if (opened)
                table_reseat(table);
        }
}

void people_changed(Server *server, const ChangeRow *row)
{
    UserRow account = {.id = row->second};
    memcpy(account.name, row->name, sizeof account.name);
    if (row->kind == CHANGE_RESIGN) {
        removal_elsewhere(server, row->first);
        return;
    }
    queue_forget(server, row->first);
    if (row->kind == CHANGE_SESSION)
        close_sockets(server, row->token, 0);
    else if (row->kind == CHANGE_SEATS)
        move_seats(server, row->first, &account);
    else
        close_sockets(server, NULL, row->first);
    if (row->kind == CHANGE_GONE)
        open_seats(server, row->first);
}

unsigned people_gone(Request *request)
{
    close_sockets(request->server, NULL, request->user.id);
    open_seats(request->server, request->user.id);
    queue_forget(request->server, request->user.id);
    return answer_logged_out(request);
}

static void finish_remove(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    (void)server;
    if (work->right)
        removal_begin(request, work->resigns);
    else
        http_resume(request, error_answer(&request->answer, 403, "server.name-password-wrong"), "application/json");
}

static void done_password(Server *server, Job *job)
{
    static void (*const finish[])(Server * server, PasswordJob * work) = {finish_register, finish_login, finish_change,
                                                                          finish_change, finish_remove};
    PasswordJob *work = (PasswordJob *)job;
    if (server->stopping) {
        error_answer(&work->request->answer, 503, "server.server-stops");
        http_resume(work->request, 503, "application/json");
    } else {
        finish[work->purpose](server, work);
    }
    sodium_memzero(work, sizeof *work);
    free(work);
}

static PasswordJob *password_job(Request *request, json_t *body, Purpose purpose)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    const char *password = json_string_value(json_object_get(body, "password"));
    if (!name || !password || strlen(name) >= USER_NAME || strlen(password) > PASSWORD_MOST)
        return NULL;
    PasswordJob *work = calloc(1, sizeof *work);
    if (!work)
        return NULL;
    work->job = (Job){.run = run_password, .done = done_password};
    work->request = request;
    snprintf(work->name, sizeof work->name, "%s", name);
    work->purpose = purpose;
    snprintf(purpose == TO_REGISTER ? work->fresh : work->password, sizeof work->password, "%s", password);
    return work;
}

static unsigned start_password(Server *server, Request *request, PasswordJob *work)
{
    http_suspend(request);
    work->job.user = request->user.id;
    work->job.free = true;
    pool_add(&server->passwords, &work->job);
    return LATER;
}

/* In place of the worker's answer. */
static void end_password(PasswordJob *work, unsigned status, const char *words)
{
    Request *request = work->request;
    http_resume(request, error_answer(&request->answer, status, words), "application/json");
    sodium_memzero(work, sizeof *work);
    free(work);
}

/* The store knows the account, or that there is none. */
static void account_is_known(Ask *ask)
{
    PasswordJob *work = (PasswordJob *)(void *)((char *)ask - offsetof(PasswordJob, asked.ask));
    const AccountAsk *asked = &work->asked;
    Server *server = work->request->server;
    if (server->stopping || ask->failed) {
        end_password(work, 503, ask->failed ? ask->trouble : "server.server-stops");
        return;
    }
    if (work->purpose == TO_REGISTER && asked->taken) {
        end_password(work, 409, SAID("server.name-taken"));
        return;
    }
    if (work->purpose == TO_RECOVER &&
        (!asked->user.id || !asked->has_recovery || sodium_memcmp(work->code, asked->recovery, sizeof work->code))) {
        end_password(work, 403, SAID("server.name-code-wrong"));
        return;
    }
    if (work->purpose != TO_REGISTER)
        work->account = asked->user;
    if (work->purpose == TO_LOG_IN)
        snprintf(work->stored, sizeof work->stored, "%s", asked->user.id ? asked->user.password : nobody);
    start_password(server, work->request, work);
}

static unsigned ask_account(PasswordJob *work)
{
    Request *request = work->request;
    work->asked.ask = (Ask){.kind = ASK_ACCOUNT, .done = account_is_known};
    memcpy(work->asked.name, work->name, sizeof work->asked.name);
    name_likeness(work->name, work->asked.likeness);
    name_small_likeness(work->name, work->asked.small);
    http_suspend(request);
    store_ask(request->server->store, &work->asked.ask);
    return LATER;
}

static bool password_is_good(const char *password)
{
    return password && strlen(password) >= PASSWORD_LEAST && strlen(password) <= PASSWORD_MOST;
}

unsigned people_register(Server *server, Request *request, json_t *body, Buffer *out)
{
    char why[200];
    const char *name = json_string_value(json_object_get(body, "name"));
    const char *password = json_string_value(json_object_get(body, "password"));
    if (!name || !name_is_good(name, why))
        return error_answer(out, 400, name ? why : "server.say-name");
    if (!password_is_good(password))
        return error_answer(out, 400, "server.password-8-200-bytes");
    if (request->user.password[0])
        return error_answer(out, 409, "server.you-account-already");
    if (!limit_take(server, LIMIT_PASSWORD, request->address))
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    PasswordJob *work = password_job(request, body, TO_REGISTER);
    return work ? ask_account(work) : error_answer(out, 400, "server.name-password-wanted");
}

unsigned people_login(Server *server, Request *request, json_t *body, Buffer *out)
{
    if (!limit_take(server, LIMIT_PASSWORD, request->address))
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    PasswordJob *work = password_job(request, body, TO_LOG_IN);
    if (!work)
        return error_answer(out, 400, "server.name-password-wanted");
    uint64_t account = account_of(work->name);
    work->at_home = home_is(server, account, request->address);
    if (!limit_take(server, work->at_home ? LIMIT_AT_HOME : LIMIT_ACCOUNT,
                    work->at_home ? account ^ request->address : account)) {
        sodium_memzero(work, sizeof *work);
        free(work);
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    }
    return ask_account(work);
}

/* For an account whose password must be right: the job, or an answer with its status. */
static PasswordJob *own_job(Request *request, json_t *body, Purpose purpose, Buffer *out, unsigned *status)
{
    Server *server = request->server;
    const char *password = json_string_value(json_object_get(body, "password"));
    *status = 0;
    if (!request->user.password[0])
        *status = error_answer(out, 409, "server.no-account");
    else if (!password || strlen(password) > PASSWORD_MOST)
        *status = error_answer(out, 400, "server.name-password-wanted");
    else if (!limit_take(server, LIMIT_PASSWORD, request->address) ||
             !limit_take(server, LIMIT_AT_HOME, account_of(request->user.name) ^ request->address))
        *status = error_answer(out, 429, "server.too-many-attempts-wait-minute");
    PasswordJob *work = *status ? NULL : calloc(1, sizeof *work);
    if (!work) {
        *status = *status ? *status : error_answer(out, 500, "server.no-memory-left");
        return NULL;
    }
    work->job = (Job){.run = run_password, .done = done_password};
    work->request = request;
    work->purpose = purpose;
    work->account = request->user;
    snprintf(work->password, sizeof work->password, "%s", password);
    snprintf(work->stored, sizeof work->stored, "%s", request->user.password);
    return work;
}

unsigned people_change_password(Request *request, json_t *body, Buffer *out)
{
    unsigned status;
    const char *fresh = json_string_value(json_object_get(body, "fresh"));
    if (!password_is_good(fresh))
        return error_answer(out, 400, "server.password-8-200-bytes");
    PasswordJob *work = own_job(request, body, TO_CHANGE, out, &status);
    if (!work)
        return status;
    snprintf(work->fresh, sizeof work->fresh, "%s", fresh);
    return start_password(request->server, request, work);
}

unsigned people_remove_account(Request *request, json_t *body, Buffer *out)
{
    unsigned status;
    PasswordJob *work = own_job(request, body, TO_REMOVE, out, &status);
    if (!work)
        return status;
    work->resigns = json_is_true(json_object_get(body, "resign"));
    return start_password(request->server, request, work);
}

unsigned people_recover(Request *request, json_t *body, Buffer *out)
{
    Server *server = request->server;
    const char *name = json_string_value(json_object_get(body, "name")),
               *code = json_string_value(json_object_get(body, "code")),
               *fresh = json_string_value(json_object_get(body, "fresh"));
    if (!name || !code || !password_is_good(fresh))
        return error_answer(out, 400, name && code ? "server.password-8-200-bytes" : "server.name-password-wanted");
    if (!limit_take(server, LIMIT_PASSWORD, request->address)) /* so that the code cannot be guessed */
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    if (strlen(name) >= USER_NAME)
        return error_answer(out, 403, "server.name-code-wrong");
    PasswordJob *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->job = (Job){.run = run_password, .done = done_password};
    work->request = request;
    work->purpose = TO_RECOVER;
    hash_code(code, work->code);
    snprintf(work->name, sizeof work->name, "%s", name);
    snprintf(work->fresh, sizeof work->fresh, "%s", fresh);
    return ask_account(work);
}

/* ---- sessions of one user ---- */

typedef struct SessionsRequest {
    SessionsAsk sessions;
    Request *request;
} SessionsRequest;

static void add_session_row(Buffer *out, const SessionRow *row, const uint8_t own[TOKEN_BYTES])
{
    buffer_literal(out, "{\"id\":\"");
    for (int i = 0; i < 8; i++)
        buffer_format(out, "%02x", row->token[i]);
    buffer_format(out, "\",\"used\":%lld,\"own\":%s}", (long long)row->used,
                  sodium_memcmp(row->token, own, TOKEN_BYTES) ? "false" : "true");
}

static void sessions_are_read(Ask *ask)
{
    SessionsRequest *work = (SessionsRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer, *rows = &work->sessions.rows;
    uint8_t own[TOKEN_BYTES];
    SessionRow row;
    people_token(request->cookie, own);
    buffer_literal(out, "{\"sessions\":[");
    for (size_t at = 0; at < rows->length; at += sizeof row) {
        memcpy(&row, rows->bytes + at, sizeof row);
        if (at)
            buffer_char(out, ',');
        add_session_row(out, &row, own);
    }
    buffer_literal(out, "]}");
    http_resume(request, ask->failed ? error_answer(out, 503, ask->trouble) : 200, "application/json");
    buffer_free(rows);
    free(work);
}

unsigned people_sessions(Request *request, Buffer *out)
{
    SessionsRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->sessions = (SessionsAsk){.ask = {.kind = ASK_SESSIONS, .done = sessions_are_read}, .user = request->user.id};
    work->request = request;
    http_suspend(request);
    store_ask(request->server->store, &work->sessions.ask);
    return LATER;
}
