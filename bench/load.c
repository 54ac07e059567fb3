/* load.c — how many durable orders a second the server takes: load PORT CLIENTS SECONDS.
 *
 * Every client has a game of Nysa 1945 of its own, both seats, and orders one counter of the German set-up to and fro
 * between two hexes: legal for ever, and it goes the whole way of an order: checked, journalled, applied, masked,
 * told, and answered when it is on disk. Clients wait for the answer before they order again. Afterwards, pages over
 * kept connections. bench/load.sh starts a server for it. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define ROOM (1 << 20)

typedef struct Player {
    int socket;
    char cookie[200], game[24], order[2][80];
    char *in;
    size_t length;
    unsigned seq;
    int64_t sent;
} Player;

static int port;

static int64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

static void stop(const char *what)
{
    fprintf(stderr, "load: %s: %s\n", what, strerror(errno));
    exit(1);
}

static int connected(void)
{
    struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
    int yes = 1, file = socket(AF_INET, SOCK_STREAM, 0);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (file < 0 || connect(file, (struct sockaddr *)&address, sizeof address))
        stop("connect");
    setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return file;
}

static void send_all(int file, const char *bytes, size_t length)
{
    while (length) {
        ssize_t sent = send(file, bytes, length, MSG_NOSIGNAL);
        if (sent <= 0)
            stop("send");
        bytes += sent;
        length -= (size_t)sent;
    }
}

/* One request on a connection of its own; the whole answer. */
static void request(const char *text, char *answer, size_t room)
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

static void copy_after(const char *text, const char *mark, const char *ends, char *out, size_t room)
{
    const char *at = strstr(text, mark);
    if (!at)
        stop(mark);
    at += strlen(mark);
    snprintf(out, room, "%.*s", (int)strcspn(at, ends), at);
}

static void send_text(Player *player, const char *text)
{
    size_t length = strlen(text), head = 2;
    char frame[400];
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4); /* a mask of noughts changes nothing */
    memcpy(frame + head + 4, text, length);
    send_all(player->socket, frame, head + 4 + length);
}

/* The next whole frame in the player's buffer; its length, 0 if there is none yet. */
static size_t frame_in(const Player *player, const char **payload, size_t *size)
{
    const unsigned char *in = (const unsigned char *)player->in;
    size_t head = 2;
    if (player->length < 2)
        return 0;
    uint64_t length = in[1] & 127;
    if (length == 126) {
        if (player->length < 4)
            return 0;
        length = (uint64_t)in[2] << 8 | in[3];
        head = 4;
    } else if (length == 127) {
        if (player->length < 10)
            return 0;
        length = 0;
        for (int i = 2; i < 10; i++)
            length = length << 8 | in[i];
        head = 10;
    }
    if (player->length < head + length)
        return 0;
    *payload = player->in + head;
    *size = (size_t)length;
    return head + (size_t)length;
}

static bool receive(Player *player)
{
    ssize_t got = recv(player->socket, player->in + player->length, ROOM - player->length, 0);
    if (got > 0)
        player->length += (size_t)got;
    else if (!got || (errno != EAGAIN && errno != EINTR))
        stop("the server closed a socket");
    return got > 0;
}

/* Waits for a message that begins so; a copy of it. */
static void wait_for(Player *player, const char *start, char *out, size_t room)
{
    for (;;) {
        const char *payload;
        size_t size, whole = frame_in(player, &payload, &size);
        if (!whole) {
            receive(player);
            continue;
        }
        bool found = size >= strlen(start) && !memcmp(payload, start, strlen(start));
        if (found)
            snprintf(out, room, "%.*s", (int)(size < room ? size : room - 1), payload);
        memmove(player->in, player->in + whole, player->length - whole);
        player->length -= whole;
        if (found)
            return;
    }
}

static void begin(Player *player, char *text)
{
    static char answer[ROOM];
    static const char wish[] = "{\"scenario\":\"wb95/nysa\",\"seats\":{\"soviet\":\"me\",\"german\":\"me\"}}";
    char piece[24];
    sprintf(text, "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", port);
    request(text, answer, sizeof answer);
    copy_after(answer, "Set-Cookie: ", ";", player->cookie, sizeof player->cookie);
    sprintf(text,
            "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nX-Sandtable: 1\r\nCookie: %s\r\n"
            "Content-Length: %zu\r\n\r\n%s",
            port, player->cookie, strlen(wish), wish);
    request(text, answer, sizeof answer);
    copy_after(answer, "{\"id\":\"", "\"", player->game, sizeof player->game);
    player->socket = connected();
    player->in = malloc(ROOM);
    sprintf(text,
            "GET /api/games/%s/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: %s\r\n\r\n",
            player->game, port, port, player->cookie);
    send_all(player->socket, text, strlen(text));
    char *end = NULL;
    while (!end) {
        receive(player);
        player->in[player->length] = '\0';
        end = strstr(player->in, "\r\n\r\n");
    }
    size_t head = (size_t)(end + 4 - player->in);
    memmove(player->in, player->in + head, player->length - head);
    player->length -= head;
    wait_for(player, "{\"t\":\"state\"", answer, sizeof answer);
    send_text(player, "{\"t\":\"choices\",\"n\":1,\"prefix\":\"place\"}");
    wait_for(player, "{\"t\":\"answer\",\"n\":1", answer, sizeof answer);
    copy_after(answer, "\"text\":\"", "\"", piece, sizeof piece);
    sprintf(text, "{\"t\":\"choices\",\"n\":2,\"prefix\":\"place %s\"}", piece);
    send_text(player, text);
    wait_for(player, "{\"t\":\"answer\",\"n\":2", answer, sizeof answer);
    const char *at = answer;
    for (int i = 0; i < 2; i++) {
        char hex[16];
        const char *next = strstr(at, "\"text\":\"");
        copy_after(next ? at : answer, "\"text\":\"", "\"", hex, sizeof hex);
        snprintf(player->order[i], sizeof player->order[i], "place %s %s", piece, hex);
        at = next ? next + 8 : at;
    }
}

static void give_order(Player *player)
{
    char text[200];
    snprintf(text, sizeof text, "{\"t\":\"order\",\"n\":7,\"seq\":%u,\"text\":\"%s\"}", player->seq,
             player->order[player->seq & 1]);
    player->sent = now();
    send_text(player, text);
}

static int by_size(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

/* Reads what came; counts an answered order and gives the next. */
static bool go_on(Player *player, int64_t *took)
{
    static const char good[] = "{\"t\":\"answer\",\"n\":7", bad[] = "{\"t\":\"refused\"";
    const char *payload;
    size_t size, whole, at = 0;
    bool answered = false;
    if (!receive(player))
        return false;
    char *start = player->in;
    size_t length = player->length;
    while (player->in = start + at, player->length = length - at, (whole = frame_in(player, &payload, &size))) {
        if (size > sizeof bad && !memcmp(payload, bad, sizeof bad - 1)) {
            fprintf(stderr, "load: %.*s\n", (int)(size < 200 ? size : 200), payload);
            exit(1);
        }
        answered |= size >= sizeof good && !memcmp(payload, good, sizeof good - 1);
        at += whole;
    }
    player->in = start;
    memmove(start, start + at, length - at);
    player->length = length - at;
    if (!answered)
        return false;
    *took = now() - player->sent;
    player->seq++;
    give_order(player);
    return true;
}

static void play(Player *players, int count, int seconds)
{
    enum { MOST = 4000000 };
    int64_t *took = malloc(MOST * sizeof *took);
    int orders = 0, epoll = epoll_create1(0);
    struct epoll_event event[512];
    for (int i = 0; i < count; i++) {
        struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = &players[i]};
        fcntl(players[i].socket, F_SETFL, O_NONBLOCK);
        epoll_ctl(epoll, EPOLL_CTL_ADD, players[i].socket, &wanted);
        give_order(&players[i]);
    }
    int64_t start = now(), end = start + (int64_t)seconds * 1000000000;
    while (now() < end) {
        int ready = epoll_wait(epoll, event, 512, 100);
        for (int i = 0; i < ready; i++)
            if (orders < MOST && go_on(event[i].data.ptr, &took[orders]))
                orders++;
    }
    double spent = (double)(now() - start) / 1e9;
    qsort(took, (size_t)orders, sizeof *took, by_size);
    if (orders)
        printf("%4d clients: %7.0f durable orders/s  p50 %.2f ms  p99 %.2f ms", count, orders / spent,
               (double)took[orders / 2] / 1e6, (double)took[(int)((double)orders * 0.99)] / 1e6);
    free(took);
    close(epoll);
}

/* The first page, 8 requests at a time on each of 16 connections. */
static void pages(void)
{
    enum { CONNECTIONS = 16, AT_ONCE = 8 };
    char text[100], all[AT_ONCE * 100] = "", *in = malloc(ROOM);
    int files[CONNECTIONS], count = 0;
    sprintf(text, "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", port);
    for (int i = 0; i < AT_ONCE; i++)
        strcat(all, text);
    request("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", in, ROOM);
    char digits[20];
    copy_after(in, "Content-Length: ", "\r", digits, sizeof digits);
    size_t page = strlen(in) - strlen("Connection: close\r\n"), wanted = AT_ONCE * page;
    for (int i = 0; i < CONNECTIONS; i++)
        files[i] = connected();
    int64_t start = now();
    while (now() - start < 2000000000) {
        for (int i = 0; i < CONNECTIONS; i++)
            send_all(files[i], all, strlen(all));
        for (int i = 0; i < CONNECTIONS; i++)
            for (size_t got = 0; got < wanted;) {
                ssize_t more = recv(files[i], in, ROOM, 0);
                if (more <= 0)
                    stop("pages");
                got += (size_t)more;
            }
        count += CONNECTIONS * AT_ONCE;
    }
    printf("  %7.0f pages/s (%s bytes each)\n", count / ((double)(now() - start) / 1e9), digits);
    free(in);
}

int main(int argc, char **argv)
{
    static char text[2000];
    int count = argc > 2 ? atoi(argv[2]) : 0, seconds = argc > 3 ? atoi(argv[3]) : 5;
    port = argc > 1 ? atoi(argv[1]) : 0;
    if (!port || count < 1) {
        fputs("load PORT CLIENTS [SECONDS]: orders and pages a second of a server started with --no-limits\n", stderr);
        return 2;
    }
    Player *players = calloc((size_t)count, sizeof *players);
    for (int i = 0; i < count; i++)
        begin(&players[i], text);
    play(players, count, seconds);
    pages();
    return 0;
}
