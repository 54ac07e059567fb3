/* load.c — how many durable orders a second the server takes: load PORT CLIENTS SECONDS [random|fro] [PID].
 *
 * Every client has a game of Nysa 1945 of its own, both seats. With `random` it plays a random legal game: it mirrors
 * the game from what the server tells (the dice of each order), so that it need not ask what may be ordered, and changes
 * places when the other side is asked, for which the server sends it a whole state. With `fro` it orders one counter of
 * the German set-up to and fro between two hexes, the cheapest order there is. Either goes the whole way: checked,
 * journalled, applied, masked, told, and answered when it is on disk. A client waits for the answer before it orders
 * again. Afterwards, pages over kept connections. With PID, the server's processor time for each order and its memory.
 * bench/load.sh starts a server for it. */
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

#include "ai/ai.h"
#include "cli/files.h"
#include "core/game.h"
#include "systems/systems.h"

#define ROOM (1 << 20)
#define SCENARIO "wb95/nysa"

typedef struct Client {
    int socket;
    char cookie[200], game[24], order[2][80];
    char *in;
    size_t length;
    unsigned seq;
    int64_t sent;
    Game *mirror; /* of a random game */
    Order given;
    Random random;
    int as;
} Client;

static int port;
static Scenario *scenario; /* of random games, else NULL */

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

static void send_text(Client *client, const char *text)
{
    size_t length = strlen(text), head = 2;
    char frame[ORDER_TEXT + 200];
    frame[0] = (char)0x81;
    frame[1] = (char)(0x80 | (length < 126 ? length : 126));
    if (length >= 126) {
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4); /* a mask of noughts changes nothing */
    memcpy(frame + head + 4, text, length);
    send_all(client->socket, frame, head + 4 + length);
}

/* The next whole frame in the player's buffer; its length, 0 if there is none yet. */
static size_t frame_in(const Client *client, const char **payload, size_t *size)
{
    const unsigned char *in = (const unsigned char *)client->in;
    size_t head = 2;
    if (client->length < 2)
        return 0;
    uint64_t length = in[1] & 127;
    if (length == 126) {
        if (client->length < 4)
            return 0;
        length = (uint64_t)in[2] << 8 | in[3];
        head = 4;
    } else if (length == 127) {
        if (client->length < 10)
            return 0;
        length = 0;
        for (int i = 2; i < 10; i++)
            length = length << 8 | in[i];
        head = 10;
    }
    if (client->length < head + length)
        return 0;
    *payload = client->in + head;
    *size = (size_t)length;
    return head + (size_t)length;
}

static bool receive(Client *client)
{
    ssize_t got = recv(client->socket, client->in + client->length, ROOM - client->length, 0);
    if (got > 0)
        client->length += (size_t)got;
    else if (!got || (errno != EAGAIN && errno != EINTR))
        stop("the server closed a socket");
    return got > 0;
}

/* Waits for a message that begins so; a copy of it. */
static void wait_for(Client *client, const char *start, char *out, size_t room)
{
    for (;;) {
        const char *payload;
        size_t size, whole = frame_in(client, &payload, &size);
        if (!whole) {
            receive(client);
            continue;
        }
        bool found = size >= strlen(start) && !memcmp(payload, start, strlen(start));
        if (found)
            snprintf(out, room, "%.*s", (int)(size < room ? size : room - 1), payload);
        memmove(client->in, client->in + whole, client->length - whole);
        client->length -= whole;
        if (found)
            return;
    }
}

static void begin(Client *client, char *text)
{
    static char answer[ROOM];
    static const char wish[] = "{\"scenario\":\"" SCENARIO "\",\"seats\":{\"soviet\":\"me\",\"german\":\"me\"}}";
    char piece[24];
    sprintf(text, "GET /api/session HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\n\r\n", port);
    request(text, answer, sizeof answer);
    copy_after(answer, "Set-Cookie: ", ";", client->cookie, sizeof client->cookie);
    sprintf(text,
            "POST /api/games HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nConnection: close\r\nX-Sandtable: 1\r\nCookie: %s\r\n"
            "Content-Length: %zu\r\n\r\n%s",
            port, client->cookie, strlen(wish), wish);
    request(text, answer, sizeof answer);
    copy_after(answer, "{\"id\":\"", "\"", client->game, sizeof client->game);
    client->socket = connected();
    client->in = malloc(ROOM);
    sprintf(text,
            "GET /api/games/%s/socket HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nOrigin: http://127.0.0.1:%d\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nCookie: %s\r\n\r\n",
            client->game, port, port, client->cookie);
    send_all(client->socket, text, strlen(text));
    char *end = NULL;
    while (!end) {
        receive(client);
        client->in[client->length] = '\0';
        end = strstr(client->in, "\r\n\r\n");
    }
    size_t head = (size_t)(end + 4 - client->in);
    memmove(client->in, client->in + head, client->length - head);
    client->length -= head;
    wait_for(client, "{\"t\":\"state\"", answer, sizeof answer);
    send_text(client, "{\"t\":\"choices\",\"n\":1,\"prefix\":\"place\"}");
    wait_for(client, "{\"t\":\"answer\",\"n\":1", answer, sizeof answer);
    copy_after(answer, "\"text\":\"", "\"", piece, sizeof piece);
    sprintf(text, "{\"t\":\"choices\",\"n\":2,\"prefix\":\"place %s\"}", piece);
    send_text(client, text);
    wait_for(client, "{\"t\":\"answer\",\"n\":2", answer, sizeof answer);
    const char *at = answer;
    for (int i = 0; i < 2; i++) {
        char hex[16];
        const char *next = strstr(at, "\"text\":\"");
        copy_after(next ? at : answer, "\"text\":\"", "\"", hex, sizeof hex);
        snprintf(client->order[i], sizeof client->order[i], "place %s %s", piece, hex);
        at = next ? next + 8 : at;
    }
}

/* ---- random games ---- */

static void begin_mirror(Client *client, uint64_t seed)
{
    GameStart start = {.quiet = true, .fast_dice = true};
    client->mirror = game_new(scenario, &start);
    client->random = (Random){seed};
    client->as = game_side(client->mirror);
}

/* A number, or a list of numbers, behind a key of a message. */
static const char *behind(const char *message, size_t size, const char *key)
{
    const char *at = memmem(message, size, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

/* What the server says of the order it took: the mirror rolls the same dice. */
static void hear(Client *client, const char *message, size_t size)
{
    uint8_t dice[DICE_RECORD];
    int count = 0;
    const char *at = behind(message, size, "\"dice\":[");
    for (; at && *at != ']'; at += at[1] == ',' ? 2 : 1)
        if (count < DICE_RECORD)
            dice[count++] = (uint8_t)(*at - '0');
    dice_force(game_dice(client->mirror), dice, count);
    if (refused(game_do(client->mirror, &client->given)))
        stop("the mirror refuses an order that was taken");
}

/* Gives the next order of a random game, or changes places before it; false when the game is over. */
static bool order_at_random(Client *client)
{
    char text[ORDER_TEXT], message[ORDER_TEXT + 100];
    uint64_t listed = 0;
    int side = game_side(client->mirror);
    if (side == NO_SIDE)
        return false;
    if (side != client->as) {
        client->as = side;
        snprintf(message, sizeof message, "{\"t\":\"curtain\",\"side\":\"%s\"}", scenario->side_word[side]);
        send_text(client, message);
        return true;
    }
    if (!random_player.order(scenario, game_view(client->mirror, side), game_memo(client->mirror), &client->random,
                             &client->given, &listed))
        stop("no order found");
    order_print(scenario, &client->given, text);
    snprintf(message, sizeof message, "{\"t\":\"order\",\"n\":7,\"seq\":%u,\"text\":\"%s\"}", client->seq, text);
    client->sent = now();
    send_text(client, message);
    return true;
}

/* ---- playing ---- */

static bool give_order(Client *client)
{
    char text[200];
    if (scenario)
        return order_at_random(client);
    snprintf(text, sizeof text, "{\"t\":\"order\",\"n\":7,\"seq\":%u,\"text\":\"%s\"}", client->seq,
             client->order[client->seq & 1]);
    client->sent = now();
    send_text(client, text);
    return true;
}

static int by_size(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static bool starts(const char *payload, size_t size, const char *word)
{
    return size >= strlen(word) && !memcmp(payload, word, strlen(word));
}

/* One message; true if it answers the order. */
static bool take(Client *client, const char *payload, size_t size)
{
    if (starts(payload, size, "{\"t\":\"refused\"") || starts(payload, size, "{\"t\":\"error\"")) {
        fprintf(stderr, "load: %.*s\n", (int)(size < 200 ? size : 200), payload);
        exit(1);
    }
    bool state = starts(payload, size, "{\"t\":\"state\"");
    if (state || starts(payload, size, "{\"t\":\"delta\""))
        client->seq = (unsigned)strtoul(behind(payload, size, "\"seq\":"), NULL, 10);
    if (scenario && starts(payload, size, "{\"t\":\"events\""))
        hear(client, payload, size);
    if (scenario && state && !order_at_random(client))
        client->sent = 0;
    return starts(payload, size, "{\"t\":\"answer\",\"n\":7");
}

/* Reads what came; true if the order was answered. It then gives the next, unless the game is over. */
static bool go_on(Client *client, int64_t *took)
{
    const char *payload;
    size_t size, whole, at = 0;
    bool answered = false;
    if (!receive(client))
        return false;
    char *start = client->in;
    size_t length = client->length;
    while (client->in = start + at, client->length = length - at, (whole = frame_in(client, &payload, &size))) {
        answered |= take(client, payload, size);
        at += whole;
    }
    client->in = start;
    memmove(start, start + at, length - at);
    client->length = length - at;
    if (!answered)
        return false;
    *took = now() - client->sent;
    give_order(client);
    return true;
}

/* The server's processor time so far, in seconds, and its resident memory in MB. */
static double spent_by(int server, int *memory)
{
    char path[40];
    unsigned long user = 0, kernel = 0, pages = 0;
    snprintf(path, sizeof path, "/proc/%d/stat", server);
    FILE *file = server ? fopen(path, "r") : NULL;
    if (file && fscanf(file, "%*d %*s %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user, &kernel) != 2)
        user = kernel = 0;
    if (file)
        fclose(file);
    snprintf(path, sizeof path, "/proc/%d/statm", server);
    file = server ? fopen(path, "r") : NULL;
    if (file && fscanf(file, "%*u %lu", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    *memory = (int)(pages * (unsigned long)sysconf(_SC_PAGESIZE) >> 20);
    return (double)(user + kernel) / (double)sysconf(_SC_CLK_TCK);
}

static void play(Client *clients, int count, int seconds, int server)
{
    enum { MOST = 4000000 };
    int64_t *took = malloc(MOST * sizeof *took);
    int orders = 0, epoll = epoll_create1(0), memory;
    double before = spent_by(server, &memory);
    struct epoll_event event[512];
    for (int i = 0; i < count; i++) {
        struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = &clients[i]};
        fcntl(clients[i].socket, F_SETFL, O_NONBLOCK);
        epoll_ctl(epoll, EPOLL_CTL_ADD, clients[i].socket, &wanted);
        give_order(&clients[i]);
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
    double after = spent_by(server, &memory);
    if (orders && server)
        printf("  %.0f us of the server's processor each, %d MB", (after - before) * 1e6 / orders, memory);
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

static bool load_scenario(void)
{
    static Log log;
    scenario = scenario_load(system_named(SCENARIO), SCENARIO, NULL, data_source(), &log);
    log_print(&log, stderr);
    return scenario;
}

int main(int argc, char **argv)
{
    static char text[2000];
    int count = argc > 2 ? atoi(argv[2]) : 0, seconds = argc > 3 ? atoi(argv[3]) : 5;
    bool random = argc > 4 && !strcmp(argv[4], "random");
    port = argc > 1 ? atoi(argv[1]) : 0;
    if (!port || count < 1 || (argc > 4 && !random && strcmp(argv[4], "fro"))) {
        fputs("load PORT CLIENTS [SECONDS [random|fro [PID]]]: orders and pages a second of a server started with "
              "--no-limits\n",
              stderr);
        return 2;
    }
    if (random && !load_scenario())
        return 1;
    Client *clients = calloc((size_t)count, sizeof *clients);
    for (int i = 0; i < count; i++) {
        begin(&clients[i], text);
        if (random)
            begin_mirror(&clients[i], (uint64_t)i + 1);
    }
    play(clients, count, seconds, argc > 5 ? atoi(argv[5]) : 0);
    pages();
    return 0;
}
