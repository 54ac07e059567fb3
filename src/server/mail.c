/* mail.c — mails and their recipients.
 *
 * An address is mailed to once before it is confirmed: the link in that mail leads to a page with a button that
 * confirms it. Every other mail has a header by which a mail program stops all of them with one POST, without logging
 * in (RFC 8058), and a line that leads to a page with a button for it. Opening such a page changes nothing, because
 * scanners of mail open every link. The key in both is the user's own and changes with his address. caller.c sends. */
#include "server/mail.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "server/calling.h"

#define MAIL_KEY 28

/* ---- sending ---- */

static void done_mail(Server *server, Job *job)
{
    Errand *mail = (Errand *)job;
    if (mail->result && !strcmp(mail->result, "taken"))
        log_line(LEVEL_INFO, "mail", "result=sent");
    else
        log_line(LEVEL_WARNING, "mail", "result=failed note=\"%.200s\"", mail->trouble);
    if (outbox_retries(server, mail))
        return;
    sending_called(server, mail);
    errand_free(mail);
}

/* Where links lead. */
static void origin_of(const Server *server, char out[300])
{
    if (server->config->origin)
        snprintf(out, 300, "%s", server->config->origin);
    else
        snprintf(out, 300, "http://%s:%d", server->config->bind, server->port);
}

/* A subject in any language: RFC 2047, in words of no more than 75 bytes. */
static void add_subject(Buffer *out, const char *words)
{
    enum { PART = 39 };
    char encoded[80];
    size_t length = strlen(words);
    buffer_literal(out, "Subject:");
    for (size_t at = 0, end; at < length; at = end) {
        end = at + PART < length ? at + PART : length;
        while (end < length && end > at + 1 && (words[end] & 0xC0) == 0x80)
            end--;
        sodium_bin2base64(encoded, sizeof encoded, (const unsigned char *)words + at, end - at,
                          sodium_base64_VARIANT_ORIGINAL);
        buffer_format(out, "%s =?UTF-8?B?%s?=", at ? "\r\n" : "", encoded);
    }
    buffer_literal(out, "\r\n");
}

static void add_body(Buffer *out, const Buffer *body)
{
    enum { LINE = 54 };
    char encoded[80];
    for (size_t at = 0; at < body->length; at += LINE) {
        size_t length = body->length - at < LINE ? body->length - at : LINE;
        sodium_bin2base64(encoded, sizeof encoded, (const unsigned char *)body->bytes + at, length,
                          sodium_base64_VARIANT_ORIGINAL);
        buffer_text(out, encoded);
        buffer_literal(out, "\r\n");
    }
}

static void add_head(Buffer *out, const Server *server, const MailRow *row, const char *id, bool stops)
{
    char origin[300], date[64];
    time_t now = (time_t)now_seconds();
    struct tm parts;
    origin_of(server, origin);
    gmtime_r(&now, &parts);
    strftime(date, sizeof date, "%a, %d %b %Y %H:%M:%S +0000", &parts);
    buffer_format(out, "From: Sandtable <%s>\r\nTo: <%s>\r\nDate: %s\r\nMessage-ID: <%s@sandtable>\r\n",
                  server->config->mail_from, row->address, date, id);
    if (stops)
        buffer_format(out,
                      "List-Unsubscribe: <%s/api/mail/stop?key=%s>\r\n"
                      "List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n",
                      origin, row->secret);
    buffer_literal(out, "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
                        "Content-Transfer-Encoding: base64\r\nAuto-Submitted: auto-generated\r\n");
}

/* A whole mail; `body` is freed. */
static void print_mail(Buffer *out, const Server *server, const MailRow *row, const char *id, const char *subject,
                       Buffer *body, bool stops)
{
    add_head(out, server, row, id, stops);
    add_subject(out, subject);
    buffer_literal(out, "\r\n");
    add_body(out, body);
    out->failed |= body->failed;
    buffer_free(body);
}

/* `text` is the errand's from here on. */
void mail_send(Server *server, int64_t user, const char *address, Buffer *text, struct Sending *sending)
{
    const ServerConfig *config = server->config;
    Errand *mail = text->failed || !config->smtp ? NULL : calloc(1, sizeof *mail);
    if (!mail) {
        buffer_free(text);
        return;
    }
    mail->job = (Job){.done = done_mail, .user = user, .free = true};
    snprintf(mail->url, sizeof mail->url, "%s", config->smtp);
    mail->home = true; /* it is the operator's */
    mail->from = config->mail_from;
    mail->password = config->smtp_password;
    snprintf(mail->to, sizeof mail->to, "%s", address);
    mail->text = *text;
    *text = (Buffer){0};
    sending_calls(sending, mail);
    errand_send(server, mail);
}

/* Goes with the entry. */
static void write_mail_out(Server *server, WriteSet *entry, int64_t user, const MailRow *row, const char *subject,
                           Buffer *body, bool stops)
{
    OutboxRow out = {.user = user, .event = "mail"};
    Buffer text = {0};
    outbox_random_id(out.id);
    snprintf(out.address, sizeof out.address, "%s", row->address);
    print_mail(&text, server, row, out.id, subject, body, stops);
    if (!text.failed)
        outbox_write(server, entry, &out, &text);
    buffer_free(&text);
}

static const Translation *translation_for(const Server *server, const char *language)
{
    int known = language_named(server, language, strlen(language));
    return translation_of(server, known < 0 ? 0 : known, NULL);
}

static void add_words(Buffer *out, const Translation *translation, const char *id)
{
    buffer_text(out, translation_words(translation, id));
    buffer_literal(out, "\n");
}

static void add_stop(Buffer *out, const Server *server, const Translation *translation, const MailRow *row)
{
    char origin[300];
    origin_of(server, origin);
    buffer_literal(out, "\n-- \n");
    add_words(out, translation, SAID("server.mail-stop"));
    buffer_format(out, "%s/api/mail/stop?key=%s\n", origin, row->secret);
}

/* ---- the texts ---- */

void mail_turn(Server *server, const CallAsk *call, const TurnCall *turn)
{
    const MailRow *row = &call->mail;
    bool time = !strcmp(turn->event, "time-runs-out");
    char origin[300], subject[300];
    Buffer body = {0};
    if (!server->config->smtp || !row->confirmed || !(row->wants & MAIL_TURNS) ||
        !limit_take(server, LIMIT_MAIL, (uint64_t)call->user.id))
        return;
    const Translation *translation = translation_for(server, call->user.language);
    origin_of(server, origin);
    snprintf(subject, sizeof subject, "%.120s: %.150s",
             translation_words(translation, time ? SAID("server.mail-time-runs-out") : SAID("server.mail-your-turn")),
             turn->title);
    buffer_format(&body, "%s (%s)\n%s/g/%s\n", turn->title, turn->side, origin, turn->id);
    add_stop(&body, server, translation, row);
    Buffer text = {0};
    print_mail(&text, server, row, turn->call, subject, &body, true);
    mail_send(server, call->user.id, row->address, &text, turn->sending);
}

typedef struct Digesting {
    DigestAsk digest;
    Server *server;
} Digesting;

static void add_game(Buffer *body, const Server *server, const DigestRow *row, const char *origin)
{
    const Known *known = scenario_known(server, row->scenario);
    const Translation *translation = known ? translation_of(server, 0, known->scenario->system) : NULL;
    int language = language_named(server, row->language, strlen(row->language));
    if (known && language > 0)
        translation = translation_of(server, language, known->scenario->system);
    buffer_format(body, "%s\n%s/g/%s\n\n",
                  known ? translation_words(translation, known->scenario->title) : row->scenario, origin, row->game);
}

static void end_digest(Server *server, const DigestRow *row, Buffer *body)
{
    const Translation *translation = translation_for(server, row->language);
    WriteSet *entry = entry_alone();
    add_stop(body, server, translation, &row->mail);
    if (!entry) {
        buffer_free(body);
        return;
    }
    write_digest(entry, row->user, now_seconds());
    write_mail_out(server, entry, row->user, &row->mail, translation_words(translation, SAID("server.mail-digest")),
                   body, true);
    store_add(server->store, entry);
}

static void digests_are_known(Ask *ask)
{
    Digesting *digesting = (Digesting *)ask;
    Server *server = digesting->server;
    const Buffer *rows = &digesting->digest.rows;
    char origin[300];
    Buffer body = {0};
    DigestRow row, last = {0};
    origin_of(server, origin);
    for (size_t i = 0; !server->stopping && buffer_row(rows, i, &row, sizeof row); i++) {
        if (last.user && row.user != last.user) {
            end_digest(server, &last, &body);
            body = (Buffer){0};
        }
        add_game(&body, server, &row, origin);
        last = row;
    }
    if (last.user && !server->stopping)
        end_digest(server, &last, &body);
    buffer_free(&digesting->digest.rows);
    free(digesting);
}

void mail_digest(Server *server)
{
    Digesting *digesting = server->config->smtp ? calloc(1, sizeof *digesting) : NULL;
    if (!digesting)
        return;
    digesting->digest.ask = (Ask){.kind = ASK_DIGEST, .done = digests_are_known};
    digesting->digest.before = now_seconds() - DAY;
    digesting->server = server;
    store_ask(server->store, &digesting->digest.ask);
}

/* ---- a user's wishes ---- */

typedef struct MailRequest {
    CallAsk call;
    Request *request;
    MailRow wanted; /* address empty: he only asks for his settings */
} MailRequest;

static unsigned answer_mail(const MailRow *row, Buffer *out)
{
    buffer_literal(out, "{\"address\":");
    buffer_quote(out, row->address);
    buffer_format(out, ",\"confirmed\":%s,\"turns\":%s,\"digest\":%s}", row->confirmed ? "true" : "false",
                  row->wants & MAIL_TURNS ? "true" : "false", row->wants & MAIL_DIGEST ? "true" : "false");
    return 200;
}

typedef struct MailSettling {
    Settling settling;
    MailRow row;
} MailSettling;

static unsigned mail_is_kept(Settling *settling)
{
    MailSettling *mail = (MailSettling *)settling;
    Request *request = settling->request;
    outbox_look(request->server);
    return answer_mail(&mail->row, &request->answer);
}

/* The address is new: a mail asks whether it is his. */
static void ask_owner(const Request *request, const MailRow *row, WriteSet *entry)
{
    char origin[300];
    Buffer body = {0};
    Server *server = request->server;
    const Translation *translation = translation_of(server, request->language, NULL);
    origin_of(server, origin);
    add_words(&body, translation, SAID("server.mail-confirm"));
    buffer_format(&body, "%s/api/mail/confirm?key=%s\n", origin, row->secret);
    write_mail_out(server, entry, request->user.id, row,
                   translation_words(translation, SAID("server.mail-confirm-subject")), &body, false);
}

/* No stranger's mailbox is filled, by any number of accounts. */
static bool may_ask_owner(const Request *request, const MailRow *wanted)
{
    Server *server = request->server;
    return limit_take(server, LIMIT_MAIL, (uint64_t)request->user.id) &&
           limit_take(server, LIMIT_MAIL_FROM, request->address) &&
           limit_take(server, LIMIT_MAIL_TO, account_of(wanted->address));
}

static unsigned change_known(Request *request, const MailRow *before, const MailRow *wanted, Buffer *out)
{
    bool other = strcmp(before->address, wanted->address);
    MailSettling *mail = calloc(1, sizeof *mail);
    if (!mail)
        return error_answer(out, 500, "server.no-memory-left");
    if (other && wanted->address[0] && !may_ask_owner(request, wanted)) {
        free(mail);
        return error_answer(out, 429, "server.too-many-attempts-wait-minute");
    }
    mail->row = *before;
    mail->row.wants = wanted->wants;
    if (other) {
        memcpy(mail->row.address, wanted->address, sizeof mail->row.address);
        mail->row.confirmed = false;
        random_name(mail->row.secret, MAIL_KEY - 4);
    }
    write_mail(&mail->settling.entry, request->user.id, &mail->row);
    if (other && wanted->address[0])
        ask_owner(request, &mail->row, &mail->settling.entry);
    return http_settle(&mail->settling, request, mail_is_kept);
}

static void mail_is_known(Ask *ask)
{
    MailRequest *work = (MailRequest *)ask;
    Request *request = work->request;
    Buffer *out = &request->answer;
    unsigned status = ask->failed              ? error_answer(out, 503, ask->trouble)
                      : work->wanted.wants < 0 ? answer_mail(&work->call.mail, out)
                                               : change_known(request, &work->call.mail, &work->wanted, out);
    if (status != LATER)
        http_resume(request, status, "application/json");
    buffer_free(&work->call.pushes);
    free(work);
}

static unsigned ask_mail(Request *request, const MailRow *wanted, Buffer *out)
{
    MailRequest *work = calloc(1, sizeof *work);
    if (!work)
        return error_answer(out, 500, "server.no-memory-left");
    work->call = (CallAsk){.ask = {.kind = ASK_CALL, .done = mail_is_known}, .id = request->user.id};
    work->request = request;
    work->wanted = *wanted;
    http_suspend(request);
    store_ask(request->server->store, &work->call.ask);
    return LATER;
}

static unsigned may_mail(const Request *request, Buffer *out)
{
    if (!request->server->config->smtp)
        return error_answer(out, 404, "server.nothing");
    return request->user.password[0] ? 0 : error_answer(out, 409, "server.no-account");
}

unsigned mail_settings(Request *request, Buffer *out)
{
    unsigned status = may_mail(request, out);
    return status ? status : ask_mail(request, &(MailRow){.wants = -1}, out);
}

/* One address, with nothing in it that could end a line or begin another one. */
static bool address_is_plain(const char *address)
{
    const char *at = strchr(address, '@');
    if (!*address)
        return true;
    for (const char *c = address; *c; c++)
        if (*c <= ' ' || *c > '~' || strchr("<>()[]\\,;:\"", *c))
            return false;
    return at && at > address && at[1] && !strchr(at + 1, '@') && strchr(at + 1, '.') && address[0] != '-' &&
           strlen(address) < MAIL_ADDRESS;
}

unsigned mail_change(Request *request, const json_t *body, Buffer *out)
{
    const char *address = json_string_value(json_object_get(body, "address"));
    MailRow wanted = {.wants = (json_is_true(json_object_get(body, "turns")) ? MAIL_TURNS : 0) |
                               (json_is_true(json_object_get(body, "digest")) ? MAIL_DIGEST : 0)};
    unsigned status = may_mail(request, out);
    if (status)
        return status;
    if (!address || !address_is_plain(address))
        return error_answer(out, 400, SAID("server.mail-address-malformed"));
    snprintf(wanted.address, sizeof wanted.address, "%s", address);
    return ask_mail(request, &wanted, out);
}

/* ---- by the key in a mail ---- */

static unsigned answer_confirmed(Settling *settling)
{
    Buffer *out = &settling->request->answer;
    buffer_text(out, translation_words(translation_of(settling->request->server, settling->request->language, NULL),
                                       SAID("server.mail-confirmed")));
    return 200;
}

static unsigned answer_stopped(Settling *settling)
{
    Buffer *out = &settling->request->answer;
    buffer_text(out, translation_words(translation_of(settling->request->server, settling->request->language, NULL),
                                       SAID("server.mail-stopped")));
    return 200;
}

/* As random_name() writes it; nothing else is put into a page. */
static bool is_key(const char *key)
{
    return key && strlen(key) == MAIL_KEY - 4 && strspn(key, "abcdefghijklmnopqrstuvwxyz0123456789") == MAIL_KEY - 4;
}

static unsigned by_key(Request *request, const char *key, bool stop, Buffer *out)
{
    Settling *settling = is_key(key) ? calloc(1, sizeof *settling) : NULL;
    if (!settling)
        return error_answer(out, 404, "server.nothing");
    settling->lost = 404;
    settling->text = true;
    settling->words = "server.nothing";
    if (stop)
        write_mail_stop(&settling->entry, key);
    else
        write_mail_confirm(&settling->entry, key);
    return http_settle(settling, request, stop ? answer_stopped : answer_confirmed);
}

unsigned mail_confirm(Request *request, const char *key, Buffer *out) { return by_key(request, key, false, out); }
unsigned mail_stop(Request *request, const char *key, Buffer *out) { return by_key(request, key, true, out); }

unsigned mail_page(const Request *request, const char *key, bool stop, Buffer *out)
{
    const Translation *translation = translation_of(request->server, request->language, NULL);
    const char *question =
        translation_words(translation, stop ? SAID("server.mail-stop-page") : SAID("server.mail-confirm-page"));
    const char *button =
        translation_words(translation, stop ? SAID("server.mail-stop-button") : SAID("server.mail-confirm-button"));
    if (!is_key(key))
        return error_answer(out, 404, "server.nothing");
    buffer_format(out,
                  "<!doctype html><html lang=\"%s\"><meta charset=\"utf-8\"><meta name=\"viewport\" "
                  "content=\"width=device-width\"><title>Sandtable</title><h1>Sandtable</h1><p>%s</p>",
                  request->server->language[request->language].name, question);
    buffer_format(out, "<form method=\"post\" action=\"/api/mail/%s?key=%s\"><button>%s</button></form></html>",
                  stop ? "stop" : "confirm", key, button);
    return 200;
}
