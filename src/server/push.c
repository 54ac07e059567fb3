/* push.c — "your turn" by way of the browser's own push service, where the operator has set it up (RFC 8030, RFC 8292).
 *
 * A browser that may notify subscribes at a service of its maker's and gives us the address. When it is the turn of a
 * player who is not at the table, that address is posted to without a body: nothing of the game leaves the server, and
 * nothing needs to be encrypted. The browser wakes and asks the server for the news. Each call is signed with a key
 * over the curve P-256, made at the first start and kept in a file of the operator's; browsers are given its public
 * half, so that file must stay. An address that the service no longer knows is forgotten. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <gnutls/abstract.h>
#include <gnutls/crypto.h>
#include <gnutls/x509.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/calling.h"

enum {
    COORDINATE = 32,   /* bytes of a number of the curve */
    SIGNED_FOR = 43200 /* seconds */
};

struct PushKey {
    gnutls_privkey_t key;
    char public_half[sodium_base64_ENCODED_LEN(1 + 2 * COORDINATE, sodium_base64_VARIANT_URLSAFE_NO_PADDING)];
};

static void add_encoded(Buffer *out, const void *bytes, size_t length)
{
    size_t room = sodium_base64_encoded_len(length, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    char *text = malloc(room);
    if (text)
        buffer_text(out, sodium_bin2base64(text, room, bytes, length, sodium_base64_VARIANT_URLSAFE_NO_PADDING));
    free(text);
}

/* A number as it came, with a sign byte or without its leading zeros, in as many bytes as there must be. */
static bool put_number(const gnutls_datum_t *number, uint8_t out[COORDINATE])
{
    const uint8_t *bytes = number->data;
    size_t length = number->size;
    for (; length > COORDINATE && !*bytes; bytes++)
        length--;
    if (length > COORDINATE)
        return false;
    memset(out, 0, COORDINATE - length);
    memcpy(out + COORDINATE - length, bytes, length);
    return true;
}

/* ---- the key ---- */

static bool read_file(const char *path, gnutls_x509_privkey_t key)
{
    gnutls_datum_t text = {0};
    bool good = !gnutls_load_file(path, &text) && !gnutls_x509_privkey_import(key, &text, GNUTLS_X509_FMT_PEM);
    gnutls_free(text.data);
    return good;
}

static bool make_file(const char *path, gnutls_x509_privkey_t key)
{
    gnutls_datum_t text = {0};
    unsigned bits = GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1);
    if (gnutls_x509_privkey_generate(key, GNUTLS_PK_ECDSA, bits, 0) ||
        gnutls_x509_privkey_export2_pkcs8(key, GNUTLS_X509_FMT_PEM, NULL, GNUTLS_PKCS_PLAIN, &text))
        return false;
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, S_IRUSR | S_IWUSR);
    bool good = file >= 0 && write(file, text.data, text.size) == (ssize_t)text.size && !fsync(file);
    if (file >= 0)
        close(file);
    gnutls_free(text.data);
    return good;
}

static bool take_key(PushKey *push, gnutls_x509_privkey_t key)
{
    gnutls_ecc_curve_t curve;
    gnutls_datum_t x = {0}, y = {0}, secret = {0};
    uint8_t point[1 + 2 * COORDINATE] = {4}; /* not compressed */
    bool good = !gnutls_x509_privkey_export_ecc_raw(key, &curve, &x, &y, &secret) &&
                curve == GNUTLS_ECC_CURVE_SECP256R1 && put_number(&x, point + 1) &&
                put_number(&y, point + 1 + COORDINATE) && !gnutls_privkey_init(&push->key) &&
                !gnutls_privkey_import_x509(push->key, key, GNUTLS_PRIVKEY_IMPORT_COPY);
    sodium_bin2base64(push->public_half, sizeof push->public_half, point, sizeof point,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    gnutls_free(x.data);
    gnutls_free(y.data);
    gnutls_free(secret.data);
    return good;
}

bool push_open(Server *server)
{
    const char *path = server->config->push;
    gnutls_x509_privkey_t key;
    if (!path)
        return true;
    PushKey *push = calloc(1, sizeof *push);
    if (!push || gnutls_x509_privkey_init(&key)) {
        free(push);
        return false;
    }
    bool there = !access(path, F_OK), good = there ? read_file(path, key) : make_file(path, key);
    good = good && take_key(push, key);
    gnutls_x509_privkey_deinit(key);
    server->push = push;
    if (!good)
        fprintf(stderr, "sandtable serve: %s %s\n", path,
                there ? "holds no key over the curve P-256" : "cannot be written");
    return good;
}

void push_close(Server *server)
{
    if (server->push && server->push->key)
        gnutls_privkey_deinit(server->push->key);
    free(server->push);
    server->push = NULL;
}

/* ---- a call ---- */

/* The signed claims: who calls, for whom and until when. */
static bool add_token(Server *server, const Address *address, Buffer *out)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    Buffer claims = {0}, token = {0};
    bool usual = !strcmp(address->port, address->secure ? "443" : "80");
    buffer_format(&claims, "{\"aud\":\"%s://%s%s%s\",\"exp\":%lld,\"sub\":", address->secure ? "https" : "http",
                  address->host, usual ? "" : ":", usual ? "" : address->port, (long long)now_seconds() + SIGNED_FOR);
    buffer_quote(&claims, server->config->contact);
    buffer_char(&claims, '}');
    add_encoded(&token, head, sizeof head - 1);
    buffer_char(&token, '.');
    add_encoded(&token, claims.bytes, claims.length);
    gnutls_datum_t data = {(unsigned char *)token.bytes, (unsigned)token.length}, sign = {0}, r = {0}, s = {0};
    uint8_t both[2 * COORDINATE];
    bool good = !token.failed && !claims.failed &&
                !gnutls_privkey_sign_data2(server->push->key, GNUTLS_SIGN_ECDSA_SHA256, 0, &data, &sign) &&
                !gnutls_decode_rs_value(&sign, &r, &s) && put_number(&r, both) && put_number(&s, both + COORDINATE);
    if (good) {
        buffer_add(out, token.bytes, token.length);
        buffer_char(out, '.');
        add_encoded(out, both, sizeof both);
    }
    gnutls_free(sign.data);
    gnutls_free(r.data);
    gnutls_free(s.data);
    buffer_free(&claims);
    buffer_free(&token);
    return good;
}

static void done_push(Server *server, Job *job)
{
    enum { NOT_FOUND = 404, GONE = 410 };
    Errand *work = (Errand *)job;
    bool gone = work->status == NOT_FOUND || work->status == GONE;
    WriteSet *entry = gone && !server->stopping ? entry_alone() : NULL;
    log_line(LEVEL_INFO, "push", "result=%s status=%d", work->result ? work->result : "dropped", work->status);
    if (entry) {
        write_push_drop(entry, work->url, 0);
        store_add(server->store, entry);
    }
    if (outbox_retries(server, work))
        return;
    sending_called(server, work);
    errand_free(work);
}

/* A line of the head of a request. */
static void add_header(Errand *work, const char *words) { buffer_add(&work->headers, words, strlen(words) + 1); }

static void send_one(Server *server, int64_t user, const char *endpoint, const TurnCall *call)
{
    Errand *work = calloc(1, sizeof *work);
    Address address;
    if (!work || strlen(endpoint) >= PUSH_ADDRESS || !address_split(endpoint, &address)) {
        free(work);
        return;
    }
    snprintf(work->url, sizeof work->url, "%s", endpoint);
    work->job = (Job){.done = done_push, .user = user, .free = true};
    work->home = server->config->webhooks_home;
    add_header(work, "TTL: 86400");
    add_header(work, "Urgency: normal");
    buffer_literal(&work->headers, "Authorization: vapid t=");
    if (!add_token(server, &address, &work->headers)) {
        errand_free(work);
        return;
    }
    buffer_format(&work->headers, ", k=%s", server->push->public_half);
    buffer_char(&work->headers, '\0');
    buffer_format(&work->headers, "Topic: %s", call->call); /* only the latest of waiting notices is needed */
    buffer_char(&work->headers, '\0');
    sending_calls(call->sending, work);
    errand_send(server, work);
}

void push_send(Server *server, int64_t user, const Buffer *endpoints, const TurnCall *call)
{
    for (size_t at = 0; server->push && at < endpoints->length; at += strlen(endpoints->bytes + at) + 1)
        send_one(server, user, endpoints->bytes + at, call);
}

/* ---- browsers that want notices ---- */

unsigned push_key(Server *server, Buffer *out)
{
    if (!server->push)
        return error_answer(out, 404, SAID("server.server-sends-no-notices-push"));
    buffer_format(out, "{\"key\":\"%s\"}", server->push->public_half);
    return 200;
}

/* {"endpoint":"https://…"}, with "gone":true when the browser wants it no more */
unsigned push_subscribe(Request *request, const json_t *body, Buffer *out)
{
    Server *server = request->server;
    const char *endpoint = json_string_value(json_object_get(body, "endpoint"));
    bool home = server->config->webhooks_home;
    Address address;
    if (!server->push)
        return error_answer(out, 404, SAID("server.server-sends-no-notices-push"));
    if (!endpoint || strlen(endpoint) >= PUSH_ADDRESS || !address_split(endpoint, &address) ||
        (!address.secure && !home) || !address_is_good(endpoint, home))
        return error_answer(out, 400, SAID("server.no-address-push-service"));
    bool gone = json_is_true(json_object_get(body, "gone"));
    Settling *settling = calloc(1, sizeof *settling);
    if (!settling)
        return error_answer(out, 500, "server.no-memory-left");
    settling->lost = 409;
    settling->words = SAID("server.push-of-another");
    if (gone)
        write_push_drop(&settling->entry, endpoint, request->user.id);
    else
        write_push(&settling->entry, request->user.id, endpoint, request->coming->visit.token);
    return http_settle(settling, request, settled_ok);
}
