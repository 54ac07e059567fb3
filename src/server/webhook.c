/* webhook.c — "your turn", posted to an address the user chose; by a worker, once.
 *
 * Besides there may be one address of the operator's, told of everybody who has an account: whatever listens there
 * sends mail, or wakes a phone. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

typedef struct WebhookJob {
    Job job;
    bool home;
    Address address;
    Buffer body;
    const char *result;
} WebhookJob;

static void run_webhook(Job *job)
{
    WebhookJob *work = (WebhookJob *)job;
    Buffer text = {0};
    buffer_format(&text, "POST %s HTTP/1.1\r\nHost: %s\r\n", work->address.path, work->address.host);
    buffer_format(&text, "Content-Type: application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
                  work->body.length);
    buffer_add(&text, work->body.bytes, work->body.length);
    address_call(&work->address, work->home, &text, &work->result);
    buffer_free(&text);
}

static void done_webhook(Server *server, Job *job)
{
    WebhookJob *work = (WebhookJob *)job;
    server->metrics.webhooks++;
    log_line(LEVEL_INFO, "webhook", "result=%s", work->result ? work->result : "dropped");
    buffer_free(&work->body);
    free(work);
}

void webhook_send(Server *server, const char *url, const TurnCall *call)
{
    WebhookJob *work = calloc(1, sizeof *work);
    if (!work || !address_split(url, &work->address)) {
        free(work);
        return;
    }
    work->job = (Job){.run = run_webhook, .done = done_webhook, .user = call->whose, .free = true};
    work->home = call->user || server->config->webhooks_home; /* the operator's own address may be at home */
    buffer_format(&work->body, "{\"event\":\"%s\"", call->event);
    if (call->left)
        buffer_format(&work->body, ",\"left\":%lld", (long long)call->left);
    if (call->user) {
        buffer_literal(&work->body, ",\"user\":");
        buffer_quote(&work->body, call->user);
    }
    buffer_literal(&work->body, ",\"game\":");
    buffer_quote(&work->body, call->id);
    buffer_literal(&work->body, ",\"title\":");
    buffer_quote(&work->body, call->title);
    buffer_literal(&work->body, ",\"side\":");
    buffer_quote(&work->body, call->side);
    buffer_literal(&work->body, ",\"path\":\"/g/");
    buffer_text(&work->body, call->id);
    buffer_literal(&work->body, "\"}");
    pool_add(&server->errands, &work->job);
}
