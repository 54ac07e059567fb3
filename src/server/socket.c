/* socket.c — WebSocket clients in the server's own epoll loop.
 *
 * libmicrohttpd makes the handshake and hands the socket over; wslay reads the frames and answers pings and closes.
 * What we send are plain unmasked text frames, so they are put into the client's queue directly; wslay's control
 * frames go into the same queue, between ours. A queue is sent only up to `safe`, which moves on when the round is kept
 * that the table of the client waits for (commit.c), and at once if it waits for none.
 * A client that lets more than QUEUE_MAX wait is dropped. Of one that never stops sending, a round reads no more than
 * READ_A_ROUND; pings and pieces of messages count like messages, and a client closed for their number is not read any
 * more. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "server/node.h"

#define MESSAGE_RATE 60.0
#define MESSAGE_BURST 300.0
#define WARNINGS 100
#define CLOSE_MICROSECONDS 3000000
#define READ_A_ROUND 16384
#define SEND_ROOM (128 << 10)
#define OUT_KEPT 4096 /* room of a queue that stays when all of it is sent */
/* A long queue takes room that goes back to the system with it: hundreds of them at once leave no holes in the heap. */
#define OUT_LONG (16u << 10)
#define OUT_ROOM (48u << 10)
/* Messages that wait for their turn, of one client. */
#define LATER_MAX (4u * MESSAGE_MAX)
/* What all clients together have not read yet; then those with the most to read are dropped first. */
#define QUEUES_MAX (48u << 20)
/* Queues that stay below this cannot reach that together. */
#define QUEUE_SMALL (QUEUES_MAX / SOCKETS_MOST)
/* Sockets a user and an address may have open; the last places are for those who play. */
#define SOCKETS_A_USER 40
#define SOCKETS_AN_ADDRESS 200
#define SOCKETS_WATCHING 5000
#define SOCKETS_MOST 5600
/* A client that sends nothing for so long is pinged, and dropped if it does not answer. */
#define SILENT_MICROSECONDS 60000000
#define GONE_MICROSECONDS 150000000

/* ---- SHA-1, which the handshake alone asks for ---- */

static uint32_t rotate(uint32_t word, int by) { return word << by | word >> (32 - by); }

static void sha1_block(uint32_t state[5], const uint8_t block[64])
{
    uint32_t w[80], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4];
    for (int i = 0; i < 16; i++)
        w[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 | (uint32_t)block[4 * i + 2] << 8 |
               block[4 * i + 3];
    for (int i = 16; i < 80; i++)
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    for (int i = 0; i < 80; i++) {
        uint32_t f = i < 20   ? (b & c) | (~b & d)
                     : i < 40 ? b ^ c ^ d
                     : i < 60 ? (b & c) | (b & d) | (c & d)
                              : b ^ c ^ d;
        static const uint32_t k[4] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC, 0xCA62C1D6};
        uint32_t next = rotate(a, 5) + f + e + k[i / 20] + w[i];
        e = d;
        d = c;
        c = rotate(b, 30);
        b = a;
        a = next;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
}

/* Of a short text: at most 119 bytes, which is two blocks. */
static void sha1_short(const char *text, size_t length, uint8_t out[20])
{
    uint32_t state[5] = {0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0};
    uint8_t block[128] = {0};
    size_t size = length < 56 ? 64 : 128;
    memcpy(block, text, length);
    block[length] = 0x80;
    block[size - 2] = (uint8_t)(length * 8 >> 8);
    block[size - 1] = (uint8_t)(length * 8);
    sha1_block(state, block);
    if (size == 128)
        sha1_block(state, block + 64);
    for (int i = 0; i < 20; i++)
        out[i] = (uint8_t)(state[i / 4] >> (24 - 8 * (i % 4)));
}

static void accept_key(const char *key, char out[40])
{
    char text[100];
    uint8_t digest[20];
    int length = snprintf(text, sizeof text, "%.30s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    sha1_short(text, (size_t)length, digest);
    sodium_bin2base64(out, 40, digest, sizeof digest, sodium_base64_VARIANT_ORIGINAL);
}

/* ---- the queue ---- */

void client_touch(Client *client)
{
    Server *server = client->server;
    if (client->touched)
        return;
    client->touched = true;
    client->next_touched = server->touched;
    server->touched = client;
}

static void drop(Client *client, const char *why)
{
    if (client->dead)
        return;
    client->dead = true;
    client_touch(client);
    client->server->metrics.dropped++;
    log_line(LEVEL_WARNING, "dropped", "game=%s user=%lld note=\"%s\"", client->table ? client->table->row.id : "-",
             (long long)client->user, why);
}

static void queue_bytes(Client *client, const void *bytes, size_t length)
{
    if (client->dead)
        return;
    if (client->out.length - client->sent + length > QUEUE_MAX) {
        drop(client, "it does not read");
        return;
    }
    if (client->out.length + length > OUT_LONG && client->out.room <= OUT_LONG)
        buffer_room(&client->out, length > OUT_ROOM ? length : OUT_ROOM);
    buffer_add(&client->out, bytes, length);
    client_touch(client);
    client->server->queues_grew |= client->out.length - client->sent > QUEUE_SMALL;
    if (client->out.failed)
        drop(client, "no memory for its queue");
}

void client_send(Client *client, const Buffer *message)
{
    uint8_t head[10] = {0x81};
    size_t size = 2, length = message->length;
    if (client->closing || client->dead)
        return;
    if (message->failed) { /* it reconnects, and is sent everything */
        drop(client, "no memory for what it is told");
        return;
    }
    if (length < 126) {
        head[1] = (uint8_t)length;
    } else if (length < 65536) {
        head[1] = 126;
        head[2] = (uint8_t)(length >> 8);
        head[3] = (uint8_t)length;
        size = 4;
    } else {
        head[1] = 127;
        for (int i = 0; i < 8; i++)
            head[2 + i] = (uint8_t)((uint64_t)length >> (56 - 8 * i));
        size = 10;
    }
    queue_bytes(client, head, size);
    queue_bytes(client, message->bytes, length);
}

void client_tell(Client *client, const char *kind, const char *words)
{
    Buffer *out = &client->server->scratch;
    buffer_clear(out);
    buffer_format(out, "{\"t\":\"%s\",\"text\":", kind);
    buffer_quote(out, translation_words(translation_of(client->server, client->language, NULL), words));
    buffer_char(out, '}');
    client_send(client, out);
}

void client_close(Client *client, uint16_t code, const char *reason)
{
    if (client->closing || client->dead)
        return;
    wslay_event_queue_close(client->frames, code, (const uint8_t *)reason, strlen(reason));
    wslay_event_send(client->frames);
    client->closing = true;
    client->closing_since = now_microseconds();
    client_touch(client);
}

/* ---- wslay's questions ---- */

static ssize_t on_receive(wslay_event_context_ptr frames, uint8_t *bytes, size_t length, int flags, void *context)
{
    Client *client = context;
    (void)flags;
    if (client->early_used < client->early.length) {
        size_t size = client->early.length - client->early_used;
        if (size > length)
            size = length;
        memcpy(bytes, client->early.bytes + client->early_used, size);
        client->early_used += size;
        return (ssize_t)size;
    }
    if (client->drained || client->deaf) { /* the last read took all there was, or all that a round takes */
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    ssize_t got = recv(client->socket, bytes, length, 0);
    client->read += got > 0 ? (size_t)got : 0;
    client->drained = got > 0 && ((size_t)got < length || client->read >= READ_A_ROUND);
    if (got > 0) {
        client->heard = now_microseconds();
        return got;
    }
    if (got < 0 && errno == EINTR)
        return on_receive(frames, bytes, length, flags, context);
    if (got < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    client->dead = true;
    wslay_event_set_error(frames, WSLAY_ERR_CALLBACK_FAILURE);
    return -1;
}

static ssize_t on_send(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags, void *context)
{
    (void)frames;
    (void)flags;
    queue_bytes(context, bytes, length);
    return (ssize_t)length;
}

/* A socket has its measure, and its user one for all of his together. */
static bool may_speak(Client *client)
{
    if (!client->server->config->limits)
        return true;
    if (bucket_take(&client->messages, MESSAGE_RATE, MESSAGE_BURST))
        return limit_take(client->server, LIMIT_MESSAGE, (uint64_t)client->user);
    client->server->metrics.limited++;
    return false;
}

bool client_within_rate(Client *client)
{
    if (may_speak(client))
        return true;
    if (++client->warnings > WARNINGS) {
        client_close(client, WSLAY_CODE_POLICY_VIOLATION, "too many messages");
        client->deaf = true;
    }
    return false;
}

/* Whole messages are counted when they are handled. */
static void on_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                     void *context)
{
    Client *client = context;
    (void)frames;
    if (frame->opcode == WSLAY_CONTINUATION_FRAME || frame->opcode == WSLAY_PING || frame->opcode == WSLAY_PONG)
        client_within_rate(client);
}

/* ---- messages that wait for their turn ---- */

static void forget_later(Client *client)
{
    for (Client **at = &client->server->later; *at && client->is_later; at = &(*at)->next_later)
        if (*at == client) {
            *at = client->next_later;
            if (client->server->later_last == &client->next_later)
                client->server->later_last = at;
            break;
        }
    client->is_later = false;
    buffer_free(&client->later);
    client->later_used = 0;
}

/* At the end of the clients that wait. */
static void wait_later(Client *client)
{
    Server *server = client->server;
    client->next_later = NULL;
    *(server->later ? server->later_last : &server->later) = client;
    server->later_last = &client->next_later;
    client->is_later = true;
}

static void put_off(Client *client, const void *bytes, size_t length)
{
    uint32_t size = (uint32_t)length;
    if (client->later.length - client->later_used + length > LATER_MAX) {
        client_close(client, WSLAY_CODE_POLICY_VIOLATION, "too many messages");
        client->deaf = true;
        return;
    }
    buffer_add(&client->later, &size, sizeof size);
    buffer_add(&client->later, bytes, length);
    if (client->later.failed)
        drop(client, "no memory for its messages");
    else if (!client->is_later)
        wait_later(client);
}

/* As many as the client's share of the round allows; true when none is left. */
static bool take_later(Client *client)
{
    while (client->later_used < client->later.length && !client->closing && !client->dead && !client->paused &&
           !cost_must_wait(client->server, client->user, client->address)) {
        uint32_t size;
        memcpy(&size, client->later.bytes + client->later_used, sizeof size);
        talk(client, client->later.bytes + client->later_used + sizeof size, size);
        client->later_used += sizeof size + size;
    }
    return client->later_used == client->later.length || client->closing || client->dead;
}

void sockets_later(Server *server)
{
    int count = 0;
    for (const Client *client = server->later; client; client = client->next_later)
        count++;
    while (count-- > 0) {
        Client *client = server->later;
        bool done = take_later(client);
        server->later = client->next_later;
        client->is_later = false;
        if (done) {
            buffer_free(&client->later);
        } else {
            client->later.length -= client->later_used;
            memmove(client->later.bytes, client->later.bytes + client->later_used, client->later.length);
            wait_later(client);
        }
        client->later_used = 0;
    }
}

static void on_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message, void *context)
{
    Client *client = context;
    (void)frames;
    if (client->closing || client->dead)
        return;
    if (message->opcode == WSLAY_CONNECTION_CLOSE) {
        client->closing = true;
        client->closing_since = now_microseconds();
        return;
    }
    if (wslay_is_ctrl_frame(message->opcode))
        return;
    client->server->metrics.messages++;
    if (message->opcode != WSLAY_TEXT_FRAME) {
        client_close(client, WSLAY_CODE_UNSUPPORTED_DATA, "text only");
        return;
    }
    if (client->is_later || cost_must_wait(client->server, client->user, client->address))
        put_off(client, message->msg, message->msg_length);
    else
        talk(client, (const char *)message->msg, message->msg_length);
}

/* ---- a client's life ---- */

static void watch(Client *client, int operation)
{
    struct epoll_event event = {.events = (client->paused ? 0u : EPOLLIN) | (client->writable_wanted ? EPOLLOUT : 0u),
                                .data.ptr = client};
    epoll_ctl(client->server->epoll, operation, client->socket, &event);
}

void client_resume(Client *client)
{
    client->paused = false;
    client->heard = now_microseconds(); /* nothing was read meanwhile */
    watch(client, EPOLL_CTL_MOD);
    if (client->early_used < client->early.length)
        socket_event(client, EPOLLIN);
}

void client_pause(Client *client)
{
    client->paused = true;
    watch(client, EPOLL_CTL_MOD);
}

static void client_free(Client *client)
{
    Server *server = client->server;
    epoll_ctl(server->epoll, EPOLL_CTL_DEL, client->socket, NULL);
    if (client->previous)
        client->previous->next = client->next;
    else
        server->clients = client->next;
    if (client->next)
        client->next->previous = client->previous;
    server->client_count--;
    Table *table = client->table;
    if (table)
        table_remove_client(table, client);
    forget_later(client);
    wslay_event_context_free(client->frames);
    MHD_upgrade_action(client->handle, MHD_UPGRADE_ACTION_CLOSE);
    server->http_again = true;
    buffer_free(&client->out);
    buffer_free(&client->note);
    buffer_free(&client->blocks);
    buffer_free(&client->asked);
    buffer_free(&client->early);
    free(client);
}

static const struct wslay_event_callbacks callbacks = {.recv_callback = on_receive,
                                                       .send_callback = on_send,
                                                       .on_frame_recv_start_callback = on_frame,
                                                       .on_msg_recv_callback = on_message};

/* What is known of a client before the handshake is over. The request's, until its client takes it: it may be gone
 * before our answer is sent. */
struct Arrival {
    int64_t user;
    uint64_t address;
    uint8_t token[TOKEN_BYTES];
    char name[USER_NAME];
    char game[GAME_ID];
    int language;
    uint32_t ended; /* sessions that had ended when the store was asked about his */
    Buffer note, blocks;
};

void socket_forget_arrival(Request *request)
{
    Arrival *arrival = request->arrival;
    if (!arrival)
        return;
    buffer_free(&arrival->note);
    buffer_free(&arrival->blocks);
    free(arrival);
    request->arrival = NULL;
}

static void upgraded(void *context, struct MHD_Connection *connection, void *slot, const char *extra, size_t extra_size,
                     MHD_socket socket, struct MHD_UpgradeResponseHandle *handle)
{
    static uint64_t serials;
    Request *request = context;
    Arrival arrival = *request->arrival;
    Server *server = request->server;
    Client *client = calloc(1, sizeof *client);
    Table *table = table_find(server, arrival.game);
    int yes = 1, keep_idle = 60, room = SEND_ROOM;
    (void)connection;
    (void)slot;
    /* His session may be among those that ended meanwhile: then he reconnects, and the store is asked again. */
    if (!client || !table || server->stopping || server->sessions_ended != arrival.ended ||
        wslay_event_context_server_init(&client->frames, &callbacks, client)) {
        socket_forget_arrival(request);
        free(client);
        MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
        return;
    }
    wslay_event_config_set_max_recv_msg_length(client->frames, MESSAGE_MAX);
    client->socket = socket;
    client->server = server;
    client->handle = handle;
    client->user = arrival.user;
    client->address = arrival.address;
    client->heard = now_microseconds();
    memcpy(client->token, arrival.token, sizeof client->token);
    client->serial = ++serials;
    client->as = SPECTATOR;
    client->language = arrival.language;
    memcpy(client->name, arrival.name, sizeof client->name);
    client->note = arrival.note;
    client->blocks = arrival.blocks;
    request->arrival->note = request->arrival->blocks = (Buffer){0};
    socket_forget_arrival(request);
    for (const Client *other = table->clients; other; other = other->next_at_table)
        if (other->user == client->user) { /* what he wrote there may be newer */
            buffer_clear(&client->note);
            buffer_add(&client->note, other->note.bytes, other->note.length);
        }
    client->messages = (Bucket){MESSAGE_BURST, now_microseconds()};
    fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK);
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    setsockopt(socket, SOL_SOCKET, SO_KEEPALIVE, &yes, sizeof yes); /* notices a client that vanished */
    setsockopt(socket, IPPROTO_TCP, TCP_KEEPIDLE, &keep_idle, sizeof keep_idle);
    setsockopt(socket, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); /* more waits here, where it is counted */
    buffer_add(&client->early, extra, extra_size);
    client->next = server->clients;
    if (server->clients)
        server->clients->previous = client;
    server->clients = client;
    server->client_count++;
    server->metrics.connections++;
    table_load(table);
    table_add_client(table, client);
    watch(client, EPOLL_CTL_ADD);
    if (extra_size && !client->paused)
        socket_event(client, EPOLLIN);
}

const char *socket_refused(const Server *server, const Request *request, const Table *table)
{
    int of_user = 0, of_address = 0;
    bool plays = seated(&table->row, request->user.id);
    for (const Client *client = server->clients; client && server->config->limits; client = client->next) {
        of_user += client->user == request->user.id;
        of_address += client->address == request->address;
    }
    if (of_user >= SOCKETS_A_USER || of_address >= SOCKETS_AN_ADDRESS)
        return SAID("server.too-many-sockets");
    return server->client_count >= (plays ? SOCKETS_MOST : SOCKETS_WATCHING) ? SAID("server.server-is-full") : NULL;
}

static void ping(Client *client)
{
    if (!wslay_event_queue_msg(client->frames, &(struct wslay_event_msg){.opcode = WSLAY_PING}))
        wslay_event_send(client->frames);
}

/* A ping that goes before what waits for a round: it tells nothing of the table. */
static void beat(Client *client)
{
    static const char frame[] = {(char)0x89, 0};
    Buffer *out = &client->out;
    queue_bytes(client, frame, sizeof frame);
    if (client->dead)
        return;
    char *at = out->bytes + client->safe;
    memmove(at + sizeof frame, at, out->length - client->safe - sizeof frame);
    memcpy(at, frame, sizeof frame);
    client->mark += client->mark >= client->safe ? sizeof frame : 0;
    client->safe += sizeof frame;
}

void sockets_beat(Server *server)
{
    for (Client *client = server->clients; client; client = client->next)
        if (!client->closing && !client->dead)
            beat(client);
}

void sockets_sweep(Server *server)
{
    int64_t now = now_microseconds();
    for (Client *client = server->clients; client; client = client->next) {
        if (client->paused || client->closing || client->dead || now - client->heard < SILENT_MICROSECONDS)
            continue;
        if (now - client->heard > GONE_MICROSECONDS)
            drop(client, "it does not answer");
        else
            ping(client);
    }
}

enum MHD_Result socket_upgrade(Request *request, Table *table)
{
    const Coming *coming = request->coming;
    const char *key = MHD_lookup_connection_value(request->connection, MHD_HEADER_KIND, "Sec-WebSocket-Key");
    char accepted[40];
    Arrival *arrival = request->arrival = calloc(1, sizeof *arrival);
    if (!arrival)
        return MHD_NO;
    *arrival = (Arrival){.user = request->user.id, .address = request->address, .language = request->language};
    people_token(request->cookie, arrival->token);
    arrival->ended = coming ? coming->ended : request->server->sessions_ended;
    if (coming) {
        buffer_add(&arrival->note, coming->visit.note.bytes, coming->visit.note.length);
        buffer_add(&arrival->blocks, coming->visit.blocks.bytes, coming->visit.blocks.length);
    }
    snprintf(arrival->name, sizeof arrival->name, "%s", request->user.name);
    snprintf(arrival->game, sizeof arrival->game, "%s", table->row.id);
    struct MHD_Response *response = MHD_create_response_for_upgrade(upgraded, request);
    if (!response)
        return MHD_NO;
    accept_key(key, accepted);
    MHD_add_response_header(response, "Upgrade", "websocket");
    MHD_add_response_header(response, "Sec-WebSocket-Accept", accepted);
    enum MHD_Result result = MHD_queue_response(request->connection, MHD_HTTP_SWITCHING_PROTOCOLS, response);
    MHD_destroy_response(response);
    return result;
}

void client_seats(Client *client)
{
    Table *table = client->table;
    int first = SPECTATOR, count = 0, asked = SPECTATOR;
    for (int side = 0; side < table->row.sides; side++) {
        const SeatRow *seat = &table->row.seat[side];
        client->held[side] = seat->kind == SEAT_HUMAN && seat->user == client->user;
        count += client->held[side];
        if (client->held[side] && first == SPECTATOR)
            first = side;
        if (client->held[side] && !strcmp(seat->side, table->row.asked))
            asked = side;
    }
    if (client->as < SPECTATOR && client->held[client->as])
        return;
    client->as = first;
    if (count < 2)
        return;
    int behind = table->row.seat[first].curtain - 1;
    if (behind >= 0 && behind < table->row.sides && client->held[behind])
        client->as = behind;
    else /* no player sat down here yet: the player who is asked begins */
        table_sit(table, client, asked < SPECTATOR ? asked : first);
}

/* Reads and discards what a closed client sends, so that the close that was sent is not lost with it. */
static void discard(Client *client)
{
    char bytes[READ_A_ROUND];
    ssize_t got = recv(client->socket, bytes, sizeof bytes, 0);
    if (!got || (got < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
        client->dead = true;
}

void socket_event(Client *client, uint32_t events)
{
    client_touch(client);
    if (client->dead)
        return;
    if (events & (EPOLLERR | EPOLLHUP)) {
        client->dead = true;
        return;
    }
    if (!(events & EPOLLIN) || client->paused)
        return;
    if (client->deaf) {
        discard(client);
        return;
    }
    client->drained = false;
    client->read = 0;
    bool spoiled = wslay_event_recv(client->frames) != 0;
    wslay_event_send(client->frames);
    if (client->dead)
        return;
    if (spoiled)
        client_close(client, WSLAY_CODE_PROTOCOL_ERROR, "malformed");
    client->spoiled |= spoiled;
    if (!wslay_event_get_read_enabled(client->frames) || wslay_event_get_close_sent(client->frames)) {
        if (!client->closing)
            client->closing_since = now_microseconds();
        client->closing = true;
    }
}

/* ---- sending ---- */

static void send_queue(Client *client)
{
    while (client->sent < client->safe) {
        ssize_t sent =
            send(client->socket, client->out.bytes + client->sent, client->safe - client->sent, MSG_NOSIGNAL);
        if (sent > 0) {
            client->sent += (size_t)sent;
            client->server->metrics.bytes_sent += (uint64_t)sent;
            continue;
        }
        if (sent < 0 && errno == EINTR)
            continue;
        if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
            break;
        client->dead = true;
        return;
    }
    if (client->sent == client->out.length) {
        if (client->out.room > OUT_KEPT)
            buffer_free(&client->out);
        client->out.length = client->sent = client->safe = client->mark = 0;
    } else if (client->sent > 1u << 20) {
        memmove(client->out.bytes, client->out.bytes + client->sent, client->out.length - client->sent);
        client->out.length -= client->sent;
        client->safe -= client->sent;
        client->mark = client->mark > client->sent ? client->mark - client->sent : 0;
        client->sent = 0;
    }
}

static void flush_client(Client *client, int64_t now)
{
    bool wanted = client->writable_wanted;
    if (!client->table || !(table_is_held(client->table) || node_is_past(client->server))) {
        client->safe = client->out.length;
        client->asked.length = client->asked_mark = 0;
    }
    if (client->sent < client->safe)
        send_queue(client);
    client->writable_wanted = client->sent < client->safe;
    bool polite = client->closing && client->sent == client->out.length &&
                  (client->spoiled || wslay_event_get_close_received(client->frames) ||
                   !wslay_event_get_read_enabled(client->frames));
    if (polite || (client->closing && now - client->closing_since > CLOSE_MICROSECONDS))
        client->dead = true;
    if (wanted != client->writable_wanted && !client->dead)
        watch(client, EPOLL_CTL_MOD);
}

/* A client that does not read takes no memory from those that do. */
static void bound_queues(Server *server)
{
    for (;;) {
        size_t all = 0;
        Client *largest = NULL;
        for (Client *client = server->clients; client; client = client->next) {
            if (client->dead)
                continue;
            all += client->out.room;
            if (!largest || client->out.room > largest->out.room)
                largest = client;
        }
        if (all <= QUEUES_MAX || !largest)
            return;
        drop(largest, "it does not read, and others need the memory");
    }
}

/* A client that is being closed is looked at until it is gone. */
void sockets_flush(Server *server)
{
    if (server->queues_grew)
        bound_queues(server);
    server->queues_grew = false;
    int64_t now = now_microseconds();
    Client *closing = NULL;
    while (server->touched) {
        Client *client = server->touched;
        if (!client->dead)
            flush_client(client, now);
        server->queues_grew |= client->out.length - client->sent > QUEUE_SMALL;
        server->touched = client->next_touched;
        client->touched = false;
        if (client->dead) {
            client_free(client);
        } else if (client->closing) {
            client->next_touched = closing;
            closing = client;
        }
    }
    for (Client *next; closing; closing = next) {
        next = closing->next_touched;
        client_touch(closing);
    }
}

void sockets_shut(Server *server, const char *words)
{
    for (Client *client = server->clients; client; client = client->next) {
        client_tell(client, "closing", words);
        client_close(client, WSLAY_CODE_GOING_AWAY, "shutting down");
    }
}
