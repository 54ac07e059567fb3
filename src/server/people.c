/* people.c — guests, accounts, sessions, settings.
 *
 * Whoever comes is a guest at once: a random secret in a cookie, of which the store keeps the hash. An account is a
 * guest that took a name and a password. Argon2id takes a tenth of a second and is a worker's job; the request that
 * waits for it is suspended. */
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "server/own.h"

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

/* Adds a session; the caller commits. */
static bool add_session(Server *server, int64_t user, char cookie[80])
{
    uint8_t token[TOKEN_BYTES], hash[TOKEN_BYTES];
    randombytes_buf(token, sizeof token);
    crypto_hash_sha256(hash, token, sizeof token);
    sodium_bin2base64(cookie, 80, token, sizeof token, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    sodium_memzero(token, sizeof token);
    return server->store->session_add(server->store, hash, user, now_seconds());
}

static bool settle(Server *server, bool written)
{
    if (written && server->store->commit(server->store))
        return true;
    server->store->rollback(server->store);
    log_line(LEVEL_ERROR, "store", "note=\"%s\"", server->store->trouble(server->store));
    return false;
}

/* A guest has nothing else to come back by than his session. */
static bool plays_as_guest(Server *server, const UserRow *user)
{
    int games, tries;
    return !user->password[0] && server->store->games_count(server->store, user->id, &games, &tries) && games > 0;
}

/* A session that is used stays: from time to time that is written down. */
bool people_session(Server *server, const char *cookie, UserRow *out, bool *renew)
{
    uint8_t hash[TOKEN_BYTES];
    int64_t used, age = server->config->ages.sessions, now = now_seconds();
    *renew = false;
    if (!token_of(cookie, hash) || !server->store->session_user(server->store, hash, out, &used))
        return false;
    if (age && now - used > age && steady_seconds() >= server->clock.until && !plays_as_guest(server, out)) {
        *out = (UserRow){0};
        return false;
    }
    if (now - used > (age && age < 10 * DAY ? age / 10 : DAY) && !server->disk_trouble)
        *renew = tables_commit(server) && settle(server, server->store->session_use(server->store, hash, now));
    return true;
}

bool people_guest(Server *server, UserRow *out, char cookie[80])
{
    *out = (UserRow){.created = now_seconds(), .language = "en", .theme = "auto"};
    snprintf(out->name, sizeof out->name, "Guest %u", 1000 + randombytes_uniform(9000));
    return tables_commit(server) &&
           settle(server, server->store->user_add(server->store, out) && add_session(server, out->id, cookie));
}

bool people_same_session(const Server *server, const uint8_t token[TOKEN_BYTES], int64_t user)
{
    UserRow row;
    int64_t used;
    return server->store->session_user(server->store, token, &row, &used) && row.id == user;
}

/* Whoever sits somewhere by a session that has ended gets up; the same person comes back by the new one. */
static void close_sockets(Server *server, const uint8_t token[TOKEN_BYTES], int64_t user)
{
    for (Client *client = server->clients; client; client = client->next)
        if (token ? !sodium_memcmp(client->token, token, TOKEN_BYTES) : client->user == user)
            client_close(client, WSLAY_CODE_POLICY_VIOLATION, "the session has ended");
}

bool people_end_session(Server *server, const char *cookie)
{
    uint8_t hash[TOKEN_BYTES];
    if (!token_of(cookie, hash))
        return true;
    if (!tables_commit(server) || !settle(server, server->store->session_remove(server->store, hash)))
        return false;
    close_sockets(server, hash, 0);
    return true;
}

void people_token(const char *cookie, uint8_t token[TOKEN_BYTES])
{
    if (!token_of(cookie, token))
        memset(token, 0, TOKEN_BYTES);
}

void json_session(Buffer *out, const UserRow *user)
{
    buffer_format(out, "{\"user\":{\"id\":%lld,\"name\":", (long long)user->id);
    buffer_quote(out, user->name);
    buffer_format(out, ",\"guest\":%s},\"settings\":{\"webhook\":", user->password[0] ? "false" : "true");
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

unsigned people_settings(Server *server, UserRow *user, json_t *body, Buffer *out)
{
    const char *webhook = json_string_value(json_object_get(body, "webhook"));
    const char *language = json_string_value(json_object_get(body, "language"));
    const char *theme = json_string_value(json_object_get(body, "theme"));
    UserRow changed = *user;
    if (webhook && *webhook &&
        (strlen(webhook) >= sizeof changed.webhook || !address_is_good(webhook, server->config->webhooks_home)))
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
    if (!tables_commit(server) || !settle(server, server->store->user_set(server->store, &changed)))
        return error_answer(out, 507, server->store->trouble(server->store));
    *user = changed;
    buffer_clear(out);
    json_session(out, user);
    return 200;
}

/* ---- passwords ---- */

typedef enum Purpose { TO_REGISTER, TO_LOG_IN, TO_CHANGE, TO_RECOVER, TO_REMOVE } Purpose;

typedef struct PasswordJob {
    Job job;
    Request *request;
    Purpose purpose;
    char name[USER_NAME];
    char password[PASSWORD_MOST + 1];    /* to verify */
    char fresh[PASSWORD_MOST + 1];       /* to be kept from now on */
    char stored[crypto_pwhash_STRBYTES]; /* to verify against; empty when one is to be made */
    char made[crypto_pwhash_STRBYTES];
    UserRow account; /* id 0: there is none of that name */
    bool right;
} PasswordJob;

/* Whether there is such an account or not takes the same time. */
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

/* Twenty letters of thirty-two, five at a time: nobody guesses that. */
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

/* The guest's cookie may have been given to him by somebody who keeps a copy: an account has none but new ones. */
static bool keep_account(Server *server, const UserRow *account, const char *code, char cookie[80])
{
    Store *store = server->store;
    char likeness[NAME_LIKENESS];
    uint8_t hash[TOKEN_BYTES];
    name_likeness(account->name, likeness);
    if (code)
        hash_code(code, hash);
    if (!tables_commit(server) ||
        !settle(server, store->user_set(store, account) && store->likeness_set(store, likeness, account->id) &&
                            (!code || store->recovery_set(store, account->id, hash)) &&
                            store->sessions_end(store, account->id) && add_session(server, account->id, cookie)))
        return false;
    close_sockets(server, NULL, account->id);
    return true;
}

/* The session, and the code that is shown this once. */
static void answer_account(Request *request, const UserRow *account, const char *code)
{
    json_session(&request->answer, account);
    if (!code)
        return;
    request->answer.length--; /* the brace */
    buffer_format(&request->answer, ",\"recovery\":\"%s\"}", code);
}

/* Whether the name is somebody's, or looks like somebody's. */
static bool name_is_taken(Server *server, const char *name)
{
    UserRow other;
    int64_t user;
    char likeness[NAME_LIKENESS];
    name_likeness(name, likeness);
    return server->store->user_named(server->store, name, &other) ||
           server->store->likeness_get(server->store, likeness, &user);
}

static void finish_register(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    UserRow changed;
    unsigned status = 200;
    char code[RECOVERY_CODE];
    /* Meanwhile another request may have made an account of the same guest. */
    bool there = server->store->user_get(server->store, request->user.id, &changed);
    if (!work->right || !there) {
        status = error_answer(&request->answer, 500, "server.password-could-not-kept");
    } else if (changed.password[0]) {
        status = error_answer(&request->answer, 409, "server.you-account-already");
    } else if (name_is_taken(server, work->name)) {
        status = error_answer(&request->answer, 409, "server.name-taken");
    } else {
        snprintf(changed.name, sizeof changed.name, "%s", work->name);
        snprintf(changed.password, sizeof changed.password, "%s", work->made);
        make_code(code);
        if (keep_account(server, &changed, code, request->new_cookie)) {
            answer_account(request, &changed, code);
        } else {
            request->new_cookie[0] = '\0';
            status = error_answer(&request->answer, 507, server->store->trouble(server->store));
        }
    }
    http_resume(request, status, "application/json");
}

/* What was begun as a guest goes along, also where it is on a table. */
static void move_seats(Server *server, int64_t guest, const UserRow *account)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next) {
            bool moved = false;
            for (int side = 0; side < table->row.sides; side++) {
                SeatRow *seat = &table->row.seat[side];
                if (seat->kind != SEAT_HUMAN || seat->user != guest)
                    continue;
                seat->user = account->id;
                memcpy(seat->name, account->name, USER_NAME);
                moved = true;
            }
            if (moved)
                table_reseat(table);
        }
}

/* A new session in the place of the one the request came with, if any. */
static bool change_session(Server *server, const PasswordJob *work, bool guest)
{
    Request *request = work->request;
    Store *store = server->store;
    uint8_t old[TOKEN_BYTES];
    bool had = token_of(request->cookie, old);
    if (!tables_commit(server) ||
        !settle(server, (!guest || store->seats_move(store, request->user.id, work->account.id)) &&
                            (!had || store->session_remove(store, old)) &&
                            add_session(server, work->account.id, request->new_cookie)))
        return false;
    if (had)
        close_sockets(server, old, 0);
    return true;
}

static void finish_login(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    bool guest = request->user.id && !request->user.password[0] && request->user.id != work->account.id;
    unsigned status = 200;
    if (!work->right || !work->account.id) {
        server->metrics.login_failures++;
        status = error_answer(&request->answer, 403, "server.name-password-wrong");
    } else if (change_session(server, work, guest)) {
        server->metrics.logins++;
        limit_give_back(server, LIMIT_ACCOUNT, account_of(work->name)); /* only guesses count */
        json_session(&request->answer, &work->account);
        if (guest)
            move_seats(server, request->user.id, &work->account);
    } else {
        request->new_cookie[0] = '\0';
        status = error_answer(&request->answer, 507, server->store->trouble(server->store));
    }
    http_resume(request, status, "application/json");
}

/* A new password, by the old one or by the code, which then is another one. Every other session ends. */
static void finish_change(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    UserRow changed;
    unsigned status = 200;
    char code[RECOVERY_CODE];
    bool recover = work->purpose == TO_RECOVER;
    if (!work->right || !server->store->user_get(server->store, work->account.id, &changed)) {
        status = error_answer(&request->answer, 403, "server.name-password-wrong");
    } else {
        snprintf(changed.password, sizeof changed.password, "%s", work->made);
        make_code(code);
        if (keep_account(server, &changed, recover ? code : NULL, request->new_cookie)) {
            answer_account(request, &changed, recover ? code : NULL);
        } else {
            request->new_cookie[0] = '\0';
            status = error_answer(&request->answer, 507, server->store->trouble(server->store));
        }
    }
    http_resume(request, status, "application/json");
}

/* The seats of whoever is gone are open again, also where they are at a table. */
static void open_seats(Server *server, int64_t user)
{
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (Table *table = server->table[i]; table; table = table->next) {
            bool opened = false;
            for (int side = 0; side < table->row.sides; side++) {
                SeatRow *seat = &table->row.seat[side];
                if (seat->kind != SEAT_HUMAN || seat->user != user)
                    continue;
                seat->kind = SEAT_OPEN;
                seat->user = 0;
                seat->name[0] = '\0';
                opened = true;
            }
            if (opened)
                table_reseat(table);
        }
}

static void finish_remove(Server *server, PasswordJob *work)
{
    Request *request = work->request;
    Store *store = server->store;
    unsigned status = 200;
    if (!work->right) {
        status = error_answer(&request->answer, 403, "server.name-password-wrong");
    } else if (!tables_commit(server) || !settle(server, store->user_remove(store, work->account.id))) {
        status = error_answer(&request->answer, 507, store->trouble(store));
    } else {
        close_sockets(server, NULL, work->account.id);
        open_seats(server, work->account.id);
        request->drop_cookie = true;
        buffer_literal(&request->answer, "{\"ok\":true}");
    }
    http_resume(request, status, "application/json");
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
    request->suspended = true;
    MHD_suspend_connection(request->connection);
    work->job.user = request->user.id;
    work->job.free = true;
    pool_add(&server->passwords, &work->job);
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
    if (name_is_taken(server, name))
        return error_answer(out, 409, "server.name-taken");
    PasswordJob *work = password_job(request, body, TO_REGISTER);
    return work ? start_password(server, request, work) : error_answer(out, 400, "server.name-password-wanted");
}

unsigned people_login(Server *server, Request *request, json_t *body, Buffer *out)
{
    if (!limit_take(server, LIMIT_PASSWORD, request->address))
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    PasswordJob *work = password_job(request, body, TO_LOG_IN);
    if (!work)
        return error_answer(out, 400, "server.name-password-wanted");
    if (!limit_take(server, LIMIT_ACCOUNT, account_of(work->name))) {
        sodium_memzero(work, sizeof *work);
        free(work);
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    }
    if (!server->store->user_named(server->store, work->name, &work->account))
        work->account.id = 0;
    snprintf(work->stored, sizeof work->stored, "%s", work->account.id ? work->account.password : nobody);
    return start_password(server, request, work);
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
             !limit_take(server, LIMIT_ACCOUNT, account_of(request->user.name)))
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
    return work ? start_password(request->server, request, work) : status;
}

unsigned people_recover(Request *request, json_t *body, Buffer *out)
{
    Server *server = request->server;
    const char *name = json_string_value(json_object_get(body, "name")),
               *code = json_string_value(json_object_get(body, "code")),
               *fresh = json_string_value(json_object_get(body, "fresh"));
    uint8_t hash[TOKEN_BYTES], kept[TOKEN_BYTES];
    UserRow account;
    if (!name || !code || !password_is_good(fresh))
        return error_answer(out, 400, name && code ? "server.password-8-200-bytes" : "server.name-password-wanted");
    if (!limit_take(server, LIMIT_PASSWORD, request->address) || !limit_take(server, LIMIT_ACCOUNT, account_of(name)))
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    hash_code(code, hash);
    if (!server->store->user_named(server->store, name, &account) ||
        !server->store->recovery_get(server->store, account.id, kept) || sodium_memcmp(hash, kept, sizeof hash))
        return error_answer(out, 403, "server.name-code-wrong");
    PasswordJob *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->job = (Job){.run = run_password, .done = done_password};
    work->request = request;
    work->purpose = TO_RECOVER;
    work->account = account;
    snprintf(work->fresh, sizeof work->fresh, "%s", fresh);
    return start_password(server, request, work);
}

/* ---- sessions of one user ---- */

typedef struct SessionList {
    Buffer *out;
    const uint8_t *own;
    bool first;
} SessionList;

static void add_session_row(void *context, const uint8_t token[TOKEN_BYTES], int64_t used)
{
    SessionList *list = context;
    buffer_format(list->out, "%s{\"id\":\"", list->first ? "" : ",");
    for (int i = 0; i < 8; i++)
        buffer_format(list->out, "%02x", token[i]);
    buffer_format(list->out, "\",\"used\":%lld,\"own\":%s}", (long long)used,
                  sodium_memcmp(token, list->own, TOKEN_BYTES) ? "false" : "true");
    list->first = false;
}

unsigned people_sessions(Request *request, Buffer *out)
{
    uint8_t own[TOKEN_BYTES];
    Store *store = request->server->store;
    people_token(request->cookie, own);
    SessionList list = {out, own, true};
    buffer_literal(out, "{\"sessions\":[");
    store->sessions_of(store, request->user.id, add_session_row, &list);
    buffer_literal(out, "]}");
    return 200;
}

bool people_end_all(Server *server, int64_t user)
{
    Store *store = server->store;
    if (!tables_commit(server) || !settle(server, store->sessions_end(store, user) && store->pushes_drop(store, user)))
        return false;
    close_sockets(server, NULL, user);
    return true;
}

static void learn_name(void *context, const UserRow *row)
{
    Store *store = context;
    char likeness[NAME_LIKENESS];
    if (!row->password[0])
        return;
    name_likeness(row->name, likeness);
    store->likeness_set(store, likeness, row->id);
}

void people_open(Server *server)
{
    Store *store = server->store;
    settle(server, store->user_each(store, learn_name, store));
}
