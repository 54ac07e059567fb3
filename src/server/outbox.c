/* outbox.c — outgoing calls that a crash must not lose: they stay in the store until they have been made.
 *
 * A row is written with what causes it, in the same round. The leading node reads the rows, makes their calls
 * (webhook.c, push.c, mail.c), and removes each when all its calls have ended. A call that was not answered, or was
 * asked to come later, is repeated after a while, a few times; then it is given up and counted. If the server dies
 * before that, the row is still there, and its calls are made again: at least once. Each call carries the row's id, by
 * which a receiver recognises a repetition. */
#include <stdio.h>
#include <stdlib.h>

#include "server/calling.h"
#include "server/mail.h"
#include "server/node.h"

/* A row whose calls are being made. */
typedef struct Sending Sending;
struct Sending {
    CallAsk call;
    Server *server;
    Sending *next;
    OutboxRow row;
    Buffer text;
    int waiting; /* calls that have not ended */
    bool unmade; /* one of them was not made */
    bool gone;   /* the row is removed; a look that is under way may have read it before that */
};

struct Outbox {
    OutboxAsk ask;
    Server *server;
    Sending *sending;
    bool asked, again; /* again: something was kept since it was asked */
    int64_t until;     /* until then it is asked each second */
    Job *failed;       /* calls that wait to be made again, Errand */
};

enum { LOOK_AFTER = 15, LOOK_SECONDS = 60 };
enum { TRIES = 5, LONGER = 4, FAILED_A_USER = 4, FAILED_MOST = 256 };

void outbox_random_id(char id[24]) { random_name(id, 20); }

static Outbox *outbox_of(Server *server)
{
    if (!server->outbox) {
        server->outbox = calloc(1, sizeof *server->outbox);
        if (server->outbox) {
            server->outbox->server = server;
            server->outbox->until = steady_seconds() + LOOK_AFTER;
        }
    }
    return server->outbox;
}

void outbox_write(Server *server, WriteSet *entry, OutboxRow *row, const Buffer *text)
{
    Outbox *outbox = outbox_of(server);
    row->at = now_seconds();
    write_outbox(entry, row, text);
    if (outbox)
        outbox->until = steady_seconds() + LOOK_AFTER;
}

/* ---- the calls of a row ---- */

static void forget(Sending *sending)
{
    for (Sending **at = &sending->server->outbox->sending; *at; at = &(*at)->next)
        if (*at == sending) {
            *at = sending->next;
            break;
        }
    buffer_free(&sending->text);
    buffer_free(&sending->call.pushes);
    free(sending);
}

typedef struct Done {
    WriteSet entry; /* first */
    Sending *sending;
} Done;

static void row_is_gone(WriteSet *entry)
{
    Done *done = (Done *)entry;
    if (entry->verdict != VERDICT_KEPT) /* its calls are made once more */
        log_line(LEVEL_ERROR, "outbox", "note=\"%s\"", entry->trouble);
    done->sending->gone = true;
    if (!done->sending->server->outbox->asked)
        forget(done->sending);
    entry_clear(entry);
    free(done);
}

/* One less. When the last one has ended, the row is removed; if one was not even tried, the row stays for later. */
static void end_call(Sending *sending)
{
    if (--sending->waiting)
        return;
    Done *done = sending->unmade ? NULL : calloc(1, sizeof *done);
    if (!done) {
        forget(sending);
        return;
    }
    *done = (Done){.entry = {.done = row_is_gone}, .sending = sending};
    write_outbox_done(&done->entry, sending->row.number);
    store_add(sending->server->store, &done->entry);
}

void sending_calls(Sending *sending, Errand *errand)
{
    errand->sending = sending;
    if (sending)
        sending->waiting++;
}

/* ---- calls that failed ---- */

static bool may_succeed_later(const Errand *errand)
{
    enum { LATER_HTTP = 408, TOO_MANY = 429, SERVERS_FAULT = 500, LATER_SMTP = 400 };
    if (!errand->result || !strcmp(errand->result, "taken") || !strcmp(errand->result, "forbidden"))
        return false;
    if (errand->from) /* of mail, 4xx is for a time, and 5xx for ever */
        return errand->status / 100 != 5;
    return !errand->status || errand->status == LATER_HTTP || errand->status == TOO_MANY ||
           errand->status >= SERVERS_FAULT;
}

/* An address that never answers keeps but a few calls of its owner waiting. */
static bool has_room(const Outbox *outbox, int64_t user)
{
    int own = 0, all = 0;
    for (const Job *job = outbox->failed; job; job = job->next, all++)
        own += job->user == user;
    return own < FAILED_A_USER && all < FAILED_MOST;
}

bool outbox_retries(Server *server, Errand *errand)
{
    Outbox *outbox = server->outbox;
    if (!errand->sending || !outbox || server->stopping || !may_succeed_later(errand))
        return false;
    if (++errand->failures >= TRIES || !has_room(outbox, errand->job.user)) {
        server->metrics.calls_given_up++;
        log_line(LEVEL_WARNING, "outbox", "result=\"given up\" tries=%d", errand->failures);
        return false;
    }
    int64_t wait = server->config->call_again;
    for (int i = 1; i < errand->failures; i++)
        wait *= LONGER;
    server->metrics.calls_retried++;
    errand->again = steady_seconds() + wait;
    errand->result = NULL;
    errand->status = 0;
    errand->job.next = outbox->failed;
    outbox->failed = &errand->job;
    return true;
}

static void call_again(Outbox *outbox)
{
    for (Job **at = &outbox->failed; *at;) {
        Errand *errand = (Errand *)*at;
        if (errand->again > steady_seconds()) {
            at = &errand->job.next;
            continue;
        }
        *at = errand->job.next;
        errand_send(outbox->server, errand);
    }
}

void sending_called(Server *server, const Errand *errand)
{
    Sending *sending = errand->sending;
    (void)server;
    if (!sending)
        return;
    sending->unmade |= !errand->result;
    end_call(sending);
}

/* His own webhook, his browsers that asked for it, his mailbox, and the operator's webhook, if there is one. */
static void call_user(Sending *sending)
{
    Server *server = sending->server;
    const OutboxRow *row = &sending->row;
    const UserRow *user = &sending->call.user;
    const Known *known = scenario_known(server, row->scenario);
    const char *notify = user->password[0] ? server->config->notify : NULL; /* a guest has no address */
    int language = language_named(server, user->language, strlen(user->language));
    const Translation *translation =
        known ? translation_of(server, language < 0 ? 0 : language, known->scenario->system) : NULL;
    TurnCall call = {.event = row->event,
                     .id = row->game,
                     .title = known ? translation_words(translation, known->scenario->title) : row->scenario,
                     .side = translation_words(translation, row->side),
                     .left = row->left,
                     .call = row->id,
                     .sending = sending,
                     .whose = user->id};
    push_send(server, user->id, &sending->call.pushes, &call);
    if (user->webhook[0])
        webhook_send(server, user->webhook, &call);
    mail_turn(server, &sending->call, &call);
    call.user = user->name;
    if (notify)
        webhook_send(server, notify, &call);
}

static void user_is_known(Ask *ask)
{
    Sending *sending = (Sending *)(void *)ask;
    if (ask->failed || sending->server->stopping)
        sending->unmade = true;
    else if (sending->call.user.id)
        call_user(sending);
    end_call(sending);
}

/* It counts as a call itself until all others are begun. */
static void send_row(Server *server, const OutboxRow *row, const Buffer *texts)
{
    Sending *sending = calloc(1, sizeof *sending);
    if (!sending)
        return;
    *sending = (Sending){.server = server, .row = *row, .waiting = 1, .next = server->outbox->sending};
    server->outbox->sending = sending;
    if (!strcmp(row->event, "mail")) {
        buffer_add(&sending->text, texts->bytes + row->text_at, row->text_length);
        mail_send(server, row->user, row->address, &sending->text, sending);
        end_call(sending);
        return;
    }
    sending->call = (CallAsk){.ask = {.kind = ASK_CALL, .done = user_is_known}, .id = row->user};
    store_ask(server->store, &sending->call.ask);
}

static bool is_being_sent(const Outbox *outbox, int64_t number)
{
    for (const Sending *sending = outbox->sending; sending; sending = sending->next)
        if (sending->row.number == number)
            return true;
    return false;
}

/* ---- looking ---- */

/* The look that could have read these rows is over. */
static void forget_gone(Outbox *outbox)
{
    for (Sending *sending = outbox->sending, *next; sending; sending = next) {
        next = sending->next;
        if (sending->gone)
            forget(sending);
    }
}

static void rows_are_known(Ask *ask)
{
    Outbox *outbox = (Outbox *)(void *)ask;
    Server *server = outbox->server;
    OutboxRow row;
    outbox->asked = false;
    for (size_t i = 0; !ask->failed && !server->stopping && buffer_row(&outbox->ask.rows, i, &row, sizeof row); i++) {
        outbox->until = steady_seconds() + LOOK_AFTER; /* until it is gone */
        if (!is_being_sent(outbox, row.number))
            send_row(server, &row, &outbox->ask.texts);
    }
    forget_gone(outbox);
    buffer_free(&outbox->ask.rows);
    buffer_free(&outbox->ask.texts);
    if (outbox->again && !server->stopping)
        outbox_look(server);
}

void outbox_look(Server *server)
{
    Outbox *outbox = outbox_of(server);
    if (!outbox || server->stopping || server->config->home || !node_leads(server))
        return;
    outbox->again = outbox->asked;
    if (outbox->asked)
        return;
    outbox->asked = true;
    outbox->ask = (OutboxAsk){.ask = {.kind = ASK_OUTBOX, .done = rows_are_known}};
    store_ask(server->store, &outbox->ask.ask);
}

/* Rows that others have written are found by looking: other nodes, programs of older editions, the server that ran
 * before. */
void outbox_tick(Server *server)
{
    Outbox *outbox = outbox_of(server);
    int64_t now = steady_seconds();
    if (outbox)
        call_again(outbox);
    bool others = server->node || server->editions;
    if (outbox && (others || now < outbox->until || now % LOOK_SECONDS == 0))
        outbox_look(server);
}

void outbox_close(Server *server)
{
    Outbox *outbox = server->outbox;
    while (outbox && outbox->failed) { /* their rows stay */
        Errand *errand = (Errand *)outbox->failed;
        outbox->failed = errand->job.next;
        errand_free(errand);
    }
    while (outbox && outbox->sending)
        forget(outbox->sending);
    free(outbox);
    server->outbox = NULL;
}
