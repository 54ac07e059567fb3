/* outbox.c — calls to the outside that a crash must not lose: they lie in the store until they were made.
 *
 * A row is written with what causes it, in the same round. Whichever node leads reads the rows, makes their calls
 * (webhook.c, push.c, mail.c), and removes each when all its calls have ended, however they ended. If the server dies
 * before that, the row is still there, and its calls are made again: at least once. Each call has the row's id with it,
 * by which a receiver knows what he has had. */
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
    bool unmade; /* nobody made one of them */
};

struct Outbox {
    OutboxAsk ask;
    Server *server;
    Sending *sending;
    bool asked, again; /* again: something was kept since it was asked */
    int64_t until;     /* so long it is asked each second */
};

enum { LOOK_AFTER = 15, LOOK_SECONDS = 60 };

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
    if (entry->verdict != VERDICT_KEPT) /* it is sent once more */
        log_line(LEVEL_ERROR, "outbox", "note=\"%s\"", entry->trouble);
    forget(done->sending);
    entry_clear(entry);
    free(done);
}

/* One less. When the last one has ended, the row goes; if one was not even tried, it stays for later. */
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

void sending_called(Server *server, const Errand *errand)
{
    Sending *sending = errand->sending;
    (void)server;
    if (!sending)
        return;
    sending->unmade |= !errand->result;
    end_call(sending);
}

/* His own address is told, his browsers that asked for it, his mailbox, and the operator's address, if there is one. */
static void call_user(Sending *sending)
{
    Server *server = sending->server;
    const OutboxRow *row = &sending->row;
    const UserRow *user = &sending->call.user;
    const Known *known = scenario_known(server, row->scenario);
    const char *notify = user->password[0] ? server->config->notify : NULL; /* nobody can reach a guest */
    int language = language_named(server, user->language, strlen(user->language));
    const Tongue *tongue = known ? tongue_of(server, language < 0 ? 0 : language, known->scenario->system) : NULL;
    TurnCall call = {.event = row->event,
                     .id = row->game,
                     .title = known ? tongue_words(tongue, known->scenario->title) : row->scenario,
                     .side = tongue_words(tongue, row->side),
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

/* What others have written is found by looking: other nodes, programs of older editions, whoever was here before. */
void outbox_tick(Server *server)
{
    const Outbox *outbox = outbox_of(server);
    int64_t now = steady_seconds();
    bool others = server->node || server->editions;
    if (outbox && (others || now < outbox->until || now % LOOK_SECONDS == 0))
        outbox_look(server);
}

void outbox_close(Server *server)
{
    Outbox *outbox = server->outbox;
    while (outbox && outbox->sending)
        forget(outbox->sending);
    free(outbox);
    server->outbox = NULL;
}
