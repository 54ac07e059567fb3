/* webhook.c — "your turn", posted to an address the user chose; once.
 *
 * The operator may also have one address, called for every user with an account: the program behind it sends mail, or
 * wakes a phone. */
#include <stdio.h>
#include <stdlib.h>

#include "server/calling.h"

#define SAY_JSON "Content-Type: application/json"

static void done_webhook(Server *server, Job *job)
{
    Errand *errand = (Errand *)job;
    server->metrics.webhooks++;
    log_line(LEVEL_INFO, "webhook", "result=%s", errand->result ? errand->result : "dropped");
    if (outbox_retries(server, errand))
        return;
    sending_called(server, errand);
    errand_free(errand);
}

void webhook_send(Server *server, const char *url, const TurnCall *call)
{
    Errand *work = calloc(1, sizeof *work);
    Address address;
    if (!work || !address_split(url, &address)) {
        free(work);
        return;
    }
    work->job = (Job){.done = done_webhook, .user = call->whose, .free = true};
    snprintf(work->url, sizeof work->url, "%s", url);
    buffer_add(&work->headers, SAY_JSON, sizeof SAY_JSON);
    work->home = call->user || server->config->webhooks_home; /* the operator's own address may be at home */
    buffer_format(&work->text, "{\"event\":\"%s\",\"id\":\"%s%s\"", call->event, call->call, call->user ? "-o" : "");
    if (call->left)
        buffer_format(&work->text, ",\"left\":%lld", (long long)call->left);
    if (call->user) {
        buffer_literal(&work->text, ",\"user\":");
        buffer_quote(&work->text, call->user);
    }
    buffer_literal(&work->text, ",\"game\":");
    buffer_quote(&work->text, call->id);
    buffer_literal(&work->text, ",\"title\":");
    buffer_quote(&work->text, call->title);
    buffer_literal(&work->text, ",\"side\":");
    buffer_quote(&work->text, call->side);
    buffer_literal(&work->text, ",\"path\":\"/g/");
    buffer_text(&work->text, call->id);
    buffer_literal(&work->text, "\"}");
    sending_calls(call->sending, work);
    errand_send(server, work);
}
