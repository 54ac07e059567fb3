/* notices.c — what somebody is told who is not looking: that it is his turn, or that his time runs out.
 *
 * His own address is told, his browsers that asked for it, his mailbox, and the operator's address, if there is one. */
#include <stdio.h>
#include <stdlib.h>

#include "server/mail.h"

typedef struct Notice {
    CallAsk call;
    Table *table;
    int side;
    const char *event;
    int64_t left;
} Notice;

static void call_user(const Notice *notice)
{
    Table *table = notice->table;
    const UserRow *user = &notice->call.user;
    const char *notify = user->password[0] ? table->server->config->notify : NULL; /* nobody can reach a guest */
    int language = language_named(table->server, user->language, strlen(user->language));
    const Tongue *tongue = tongue_of(table->server, language < 0 ? 0 : language, table->scenario->system);
    TurnCall call = {.event = notice->event,
                     .id = table->row.id,
                     .title = tongue_words(tongue, table->scenario->title),
                     .side = tongue_words(tongue, table->scenario->side_name[notice->side]),
                     .left = notice->left,
                     .whose = user->id};
    if (user->webhook[0])
        webhook_send(table->server, user->webhook, &call);
    mail_turn(table->server, &notice->call, &call);
    call.user = user->name;
    if (notify)
        webhook_send(table->server, notify, &call);
}

static void user_is_known(Ask *ask)
{
    Notice *notice = (Notice *)ask;
    Table *table = notice->table;
    table->jobs--;
    if (!ask->failed && notice->call.user.id && !table->server->stopping) {
        push_send(table->server, notice->call.id, &notice->call.pushes);
        call_user(notice);
    }
    buffer_free(&notice->call.pushes);
    free(notice);
}

static void send_notice(Table *table, int side, const char *event, int64_t left)
{
    const SeatRow *seat = &table->row.seat[side];
    if (seat->kind != SEAT_HUMAN || seat->stand_in[0])
        return;
    for (const Client *client = table->clients; client; client = client->next_at_table)
        if (client->held[side])
            return;
    Notice *notice = calloc(1, sizeof *notice);
    if (!notice)
        return;
    *notice = (Notice){.call = {.ask = {.kind = ASK_CALL, .done = user_is_known}, .id = seat->user},
                       .table = table,
                       .side = side,
                       .event = event,
                       .left = left};
    table->jobs++;
    store_ask(table->server->store, &notice->call.ask);
}

void notice_turn(Table *table)
{
    int side = table_side(table);
    if (side == table->told_side)
        return;
    table->told_side = side;
    if (side != NO_SIDE)
        send_notice(table, side, "your-turn", 0);
}

void notice_time(Table *table, int side, int64_t left) { send_notice(table, side, "time-runs-out", left); }
