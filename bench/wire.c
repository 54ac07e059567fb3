/* wire.c — sockets, requests and frames of the load driver. */
#define _GNU_SOURCE
#include "wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

enum { MESSAGE_ROOM = 1024 };

int wire_port;

int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

_Noreturn void stop(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

int connected(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)wire_port)};
    int yes = 1, file = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (file < 0 || connect(file, (struct sockaddr *)&address, sizeof address))
        stop("connect");
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return file;
}

void send_all(int file, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(file, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            stop("send");
        bytes += sent;
        length -= (size_t)sent;
    }
}

void request(const char *text, char *answer, size_t room)
{
    int file = connected();
    size_t length = 0;
    ssize_t got;
    send_all(file, text, strlen(text));
    while (length + 1 < room && (got = recv(file, answer + length, room - 1 - length, 0)) > 0)
        length += (size_t)got;
    answer[length] = '\0';
    close(file);
}

void copy_after(const char *text, const char *mark, const char *ends, char *out, size_t room)
{
    const char *at = strstr(text, mark);
    if (!at)
        stop(mark);
    at += strlen(mark);
    snprintf(out, room, "%.*s", (int)strcspn(at, ends), at);
}

/* ---- frames ---- */

void wire_send(const Wire *wire, const char *text)
{
    size_t length = strlen(text), head = 2;
    char frame[MESSAGE_ROOM + 8];
    if (length > MESSAGE_ROOM)
        stop("a message is too long");
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4); /* a mask of noughts changes nothing */
    memcpy(frame + head + 4, text, length);
    send_all(wire->socket, frame, head + 4 + length);
}

/* The frame that begins at `in`; its length, 0 if it is not whole. */
static size_t frame_at(const char *bytes, size_t there, const char **message, size_t *size)
{
    const unsigned char *in = (const unsigned char *)bytes;
    size_t head = 2;
    if (there < 2)
        return 0;
    uint64_t length = in[1] & 127;
    if (length >= 126) {
        int digits = length == 126 ? 2 : 8;
        head += (size_t)digits;
        if (there < head)
            return 0;
        length = 0;
        for (int i = 0; i < digits; i++)
            length = length << 8 | in[2 + i];
    }
    if (there < head + length)
        return 0;
    *message = bytes + head;
    *size = (size_t)length;
    return head + (size_t)length;
}

bool wire_receive(Wire *wire)
{
    ssize_t got = recv(wire->socket, wire->in + wire->length, WIRE_ROOM - wire->length, 0);
    if (got > 0)
        wire->length += (size_t)got;
    else if (!got || (errno != EAGAIN && errno != EINTR))
        stop("the server closed a socket");
    return got > 0;
}

bool wire_take(Wire *wire, bool (*take)(void *context, const char *message, size_t size), void *context)
{
    const char *message;
    size_t size, whole, at = 0;
    bool any = false;
    while ((whole = frame_at(wire->in + at, wire->length - at, &message, &size))) {
        any |= take(context, message, size);
        at += whole;
    }
    memmove(wire->in, wire->in + at, wire->length - at);
    wire->length -= at;
    return any;
}

typedef struct Awaited {
    const char *start;
    char *out;
    size_t room;
} Awaited;

static bool is_awaited(void *context, const char *message, size_t size)
{
    const Awaited *awaited = context;
    if (size < strlen(awaited->start) || memcmp(message, awaited->start, strlen(awaited->start)))
        return false;
    snprintf(awaited->out, awaited->room, "%.*s", (int)(size < awaited->room ? size : awaited->room - 1), message);
    return true;
}

void wire_wait(Wire *wire, const char *start, char *out, size_t room)
{
    Awaited awaited = {start, out, room};
    do
        wire_receive(wire);
    while (!wire_take(wire, is_awaited, &awaited));
}

/* ---- a guest, his game, his socket ---- */

static void open_socket(Wire *wire, char *text)
{
    wire->socket = connected();
    wire->length = 0;
    if (!wire->in)
        wire->in = malloc(WIRE_ROOM + 1);
    sprintf(text,
            "GET /api/games/%s/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: %s\r\n\r\n",
            wire->game, wire_port, wire_port, wire->cookie);
    send_all(wire->socket, text, strlen(text));
    char *end = NULL;
    while (!end) {
        wire_receive(wire);
        wire->in[wire->length] = '\0';
        end = strstr(wire->in, "\r\n\r\n");
    }
    size_t head = (size_t)(end + 4 - wire->in);
    memmove(wire->in, wire->in + head, wire->length - head);
    wire->length -= head;
}

static bool is_state(void *context, const char *message, size_t size)
{
    static const char start[] = "{\"t\":\"state\"";
    (void)context;
    return size >= sizeof start && !memcmp(message, start, strlen(start));
}

void wire_open(Wire *wire, const char *scenario, const char *seats)
{
    static char answer[WIRE_ROOM], text[2000];
    char wish[300];
    sprintf(text, "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", wire_port);
    if (!wire->cookie[0]) {
        request(text, answer, sizeof answer);
        copy_after(answer, "Set-Cookie: ", ";", wire->cookie, sizeof wire->cookie);
    }
    snprintf(wish, sizeof wish, "{\"scenario\":\"%s\",\"seats\":%s}", scenario, seats);
    sprintf(text,
            "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nX-Sandtable: 1\r\nCookie: %s\r\n"
            "Content-Length: %zu\r\n\r\n%s",
            wire_port, wire->cookie, strlen(wish), wish);
    request(text, answer, sizeof answer);
    copy_after(answer, "{\"id\":\"", "\"", wire->game, sizeof wire->game);
    open_socket(wire, text);
    while (!wire_take(wire, is_state, NULL))
        wire_receive(wire);
}

void wire_close(Wire *wire) { close(wire->socket); }
