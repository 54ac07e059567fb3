/* webhook.c — "your turn", posted to an address the user chose; by a worker, once, with short patience.
 *
 * Besides there may be one address of the operator's, told of everybody who has an account: whatever listens there
 * sends mail, or wakes a phone. A user's address comes from a stranger, so it may not lead into this machine or a
 * private network, whatever name it goes by: the resolved address is checked and that very address is called. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

#include "server/own.h"

typedef struct WebhookJob {
    Job job;
    bool home;
    char host[200], port[8], path[256];
    Buffer body;
    const char *result;
} WebhookJob;

static bool is_public_four(uint32_t address)
{
    static const struct {
        uint32_t network;
        int bits;
    } closed[] = {{0x00000000, 8},  {0x0A000000, 8},  {0x64400000, 10}, {0x7F000000, 8},
                  {0xA9FE0000, 16}, {0xAC100000, 12}, {0xC0000000, 24}, {0xC0586300, 24},
                  {0xC0A80000, 16}, {0xC6120000, 15}, {0xE0000000, 4},  {0xF0000000, 4}};
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++)
        if (address >> (32 - closed[i].bits) == closed[i].network >> (32 - closed[i].bits))
            return false;
    return true;
}

static bool is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET)
        return is_public_four(ntohl(((const struct sockaddr_in *)(const void *)address)->sin_addr.s_addr));
    if (address->sa_family != AF_INET6)
        return false;
    const uint8_t *six = ((const struct sockaddr_in6 *)(const void *)address)->sin6_addr.s6_addr;
    bool tunnel = six[0] == 0x20 && ((six[1] == 1 && !six[2] && !six[3]) || six[1] == 2); /* to some other address */
    return (six[0] & 0xE0) == 0x20 && !tunnel;                                            /* global unicast alone */
}

/* The connection, or -1 with the result. */
static int connect_to(WebhookJob *work)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    struct timeval patience = {.tv_sec = 5};
    int connection = -1;
    work->result = "unreachable";
    if (getaddrinfo(work->host, work->port, &hints, &list))
        return -1;
    for (struct addrinfo *at = list; at && connection < 0; at = at->ai_next) {
        if (!work->home && !is_public(at->ai_addr)) {
            work->result = "forbidden";
            continue;
        }
        connection = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
        if (connection < 0)
            continue;
        setsockopt(connection, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        if (connect(connection, at->ai_addr, at->ai_addrlen)) {
            close(connection);
            connection = -1;
        }
    }
    freeaddrinfo(list);
    return connection;
}

static void run_webhook(Job *job)
{
    WebhookJob *work = (WebhookJob *)job;
    Buffer text = {0};
    char answer[64] = "";
    int connection = connect_to(work);
    if (connection < 0)
        return;
    work->result = "unanswered";
    buffer_format(&text, "POST %s HTTP/1.1\r\nHost: %s\r\n", work->path, work->host);
    buffer_format(&text, "Content-Type: application/json\r\nContent-Length: %zu\r\nConnection: close\r\n\r\n",
                  work->body.length);
    buffer_add(&text, work->body.bytes, work->body.length);
    if (send(connection, text.bytes, text.length, MSG_NOSIGNAL) == (ssize_t)text.length &&
        recv(connection, answer, sizeof answer - 1, 0) > 12)
        work->result = answer[9] == '2' ? "taken" : "refused";
    close(connection);
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

/* http://host[:port][/path] */
static bool split_url(const char *url, WebhookJob *work)
{
    const char *host = url + 7;
    size_t length = strcspn(host, "/:");
    if (strncmp(url, "http://", 7) || !length || length >= sizeof work->host || strpbrk(url, "\"@\\"))
        return false;
    for (const char *at = url; *at; at++)
        if (*at <= ' ' || *at > '~')
            return false;
    memcpy(work->host, host, length);
    const char *rest = host + length;
    snprintf(work->port, sizeof work->port, "80");
    if (*rest == ':') {
        size_t digits = strspn(++rest, "0123456789");
        if (!digits || digits >= sizeof work->port)
            return false;
        snprintf(work->port, sizeof work->port, "%.*s", (int)digits, rest);
        rest += digits;
    }
    if (*rest && *rest != '/')
        return false;
    snprintf(work->path, sizeof work->path, "%s", *rest ? rest : "/");
    return true;
}

/* A name is looked up when it is called; an address that is written out shows at once where it leads. */
bool webhook_is_good(const Server *server, const char *url)
{
    WebhookJob work = {.home = server->config->webhooks_home};
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_NUMERICHOST}, *list = NULL;
    if (!split_url(url, &work))
        return false;
    if (work.home || getaddrinfo(work.host, work.port, &hints, &list))
        return true;
    bool good = true;
    for (struct addrinfo *at = list; at; at = at->ai_next)
        good &= is_public(at->ai_addr);
    freeaddrinfo(list);
    return good;
}

void webhook_send(Server *server, const char *url, const TurnCall *call)
{
    WebhookJob *work = calloc(1, sizeof *work);
    if (!work || !split_url(url, work)) {
        free(work);
        return;
    }
    work->job = (Job){.run = run_webhook, .done = done_webhook};
    work->home = call->user || server->config->webhooks_home; /* the operator's own address may be at home */
    buffer_literal(&work->body, "{\"event\":\"your-turn\"");
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
