/* load.c — what the server bears: load PORT CLIENTS LENGTH [random|browser|fro|ask|pages [PID [STORE]]].
 *
 * Every client has a game of its own, all seats, and one message under way: of Nysa 1945, or of the scenario that the
 * environment names (SCENARIO=ocs/don-gate).
 *
 *   random  plays random legal games. The client mirrors the game from what the server tells (the dice of each order),
 *           so that it need not ask what may be ordered, and changes places when the other side is asked; it says that
 *           it has kept what it saw there, as the browser does. A game that is over is followed by another.
 *   browser the same, but sends what the browser sends for each order: a draft of the order with its first thing, and
 *           one of the whole order unless the first was whole or the rest is a path. What can be begun comes with each
 *           order's outcome. Each kind of question is timed apart, and so are its bytes.
 *   ask     the same, but before each order asks what a client asks for a player: what may be ordered, where the path
 *           may end if the order walks one, and the odds if it has any. Each kind of question is timed apart.
 *   fro     places one counter of the set-up to and fro between two hexes, the cheapest order there is.
 *   pages   gets the first page over kept connections.
 *
 * Every order goes the whole way: checked, journalled, applied, masked, told, and answered when it is on disk. LENGTH is
 * a number of seconds, or of orders with an `x` behind it. With PID, the server's processor time for each order and its
 * memory. bench/load.sh starts a server for it. Of one client a digest of all its messages is printed: two servers that
 * roll the same dice (--same-dice) and answer the same give the same digest for the same number of orders.
 *
 * Dice that are hidden from the side that gave the order (TCS rolls for the enemy's sheets) are not told, so the mirror
 * cannot know them from what it hears. With STORE, the server's SQLite file, it reads them from the journal there. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sqlite3.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "ai/ai.h"
#include "cli/files.h"
#include "core/game.h"
#include "systems/systems.h"
#include "wire.h"

#define MEASURED "wb95/nysa" /* what the bars were set for */

static const char *played = MEASURED;
static char seats[40 * SIDES]; /* all of them mine */

typedef enum Mode { MODE_RANDOM, MODE_BROWSER, MODE_FRO, MODE_ASK, MODE_PAGES, MODES } Mode;
static const char *const mode_words[MODES] = {"random", "browser", "fro", "ask", "pages"};

/* What a client may be waiting for, in the order it says them. */
typedef enum Kind { PLACES, DRAFT, WHOLE, CHOICES, REACH, FORECAST, ORDER, KINDS } Kind;
static const char *const kind_words[KINDS] = {"changes of places", "drafts",    "whole drafts", "choices",
                                              "reaches",           "forecasts", "orders"};

enum { TIMES_ROOM = 4000000 };
typedef struct Times {
    int64_t *took;
    int count;
    int64_t bytes;
    size_t most; /* bytes of one */
} Times;

typedef struct Client {
    Wire wire;
    char fro[2][80];
    unsigned seq;
    Kind waits;
    int64_t sent;
    Game *mirror; /* of a random game */
    Random random;
    Order given;
    int as;
    bool lacks; /* dice of the last order were not told */
} Client;

static Mode mode;
static Scenario *scenario;
static Times times[KINDS];
static bool telling_alone;                      /* there is one client */
static uint64_t digest = 14695981039346656037u; /* of one client's messages */
static sqlite3 *store;                          /* NULL: hidden dice cannot be read */

static void say_to(Client *client, Kind kind, const char *text)
{
    client->waits = kind;
    client->sent = now();
    wire_send(&client->wire, text);
}

static void say_order(Client *client, const char *text)
{
    char message[ORDER_TEXT + 100];
    snprintf(message, sizeof message, "{\"t\":\"order\",\"n\":7,\"seq\":%u,\"text\":\"%s\"}", client->seq, text);
    say_to(client, ORDER, message);
}

/* ---- to and fro ---- */

static void learn_to_and_fro(Client *client)
{
    static char answer[WIRE_ROOM];
    char piece[24], text[100];
    wire_send(&client->wire, "{\"t\":\"choices\",\"n\":1,\"prefix\":\"place\"}");
    wire_wait(&client->wire, "{\"t\":\"answer\",\"n\":1", answer, sizeof answer);
    copy_after(answer, "\"text\":\"", "\"", piece, sizeof piece);
    sprintf(text, "{\"t\":\"choices\",\"n\":2,\"prefix\":\"place %s\"}", piece);
    wire_send(&client->wire, text);
    wire_wait(&client->wire, "{\"t\":\"answer\",\"n\":2", answer, sizeof answer);
    const char *at = answer;
    for (int i = 0; i < 2; i++) {
        char hex[16];
        const char *next = strstr(at, "\"text\":\"");
        copy_after(next ? at : answer, "\"text\":\"", "\"", hex, sizeof hex);
        snprintf(client->fro[i], sizeof client->fro[i], "place %s %s", piece, hex);
        at = next ? next + 8 : at;
    }
}

/* ---- random games ---- */

static void begin_game(Client *client)
{
    GameStart start = {.fast_dice = true};
    wire_open(&client->wire, played, seats);
    client->seq = 0;
    if (mode == MODE_FRO) {
        learn_to_and_fro(client);
        return;
    }
    game_free(client->mirror);
    client->mirror = game_new(scenario, &start);
    client->as = game_side(client->mirror);
}

/* What stands behind a key of a message. */
static const char *behind(const char *message, size_t size, const char *key)
{
    const char *at = memmem(message, size, key, strlen(key));
    return at ? at + strlen(key) : NULL;
}

static void do_with(Client *client, const Cast *dice, int count)
{
    dice_force(game_dice(client->mirror), dice, count);
    if (refused(game_do(client->mirror, &client->given)))
        stop("the mirror refuses an order that was taken");
}

/* What the server says of the order it took: the mirror rolls the same dice. */
static void hear(Client *client, const char *message, size_t size)
{
    Cast dice[DICE_RECORD];
    int count = 0;
    const char *at = behind(message, size, "\"dice\":["), *end = message + size;
    while (at && *at != ']') { /* a draw stands in quotes */
        size_t took = *at == ',' || *at == '"' ? 0 : cast_read(at, (size_t)(end - at), &dice[count]);
        count += took && count < DICE_RECORD - 1;
        at += took ? took : 1;
    }
    do_with(client, dice, count);
    client->lacks = game_dice(client->mirror)->recorded != count;
}

/* The dice of the last line of the game's journal: `order = 3 5 17/343`. */
static int read_dice(const Client *client, Cast *dice)
{
    static const char sql[] = "SELECT text FROM (SELECT at, text FROM journal WHERE game = (SELECT number FROM games "
                              "WHERE id = ?1) UNION ALL SELECT at, text FROM recent WHERE game = (SELECT number FROM "
                              "games WHERE id = ?1)) ORDER BY at DESC LIMIT 1";
    static sqlite3_stmt *statement;
    int count = 0;
    if (!statement && sqlite3_prepare_v2(store, sql, -1, &statement, NULL) != SQLITE_OK)
        stop("the store cannot be read");
    sqlite3_bind_text(statement, 1, client->wire.game, -1, SQLITE_STATIC);
    if (sqlite3_step(statement) == SQLITE_ROW) {
        const char *at = strstr((const char *)sqlite3_column_text(statement, 0), " =");
        for (at = at ? at + 2 : NULL; at && *at == ' ' && count < DICE_RECORD; count++)
            at += 1 + cast_read(at + 1, strcspn(at + 1, " \n"), &dice[count]);
    }
    sqlite3_reset(statement);
    return count;
}

/* Once the order is on disk: gives it again with the dice that were hidden. */
static void mend(Client *client)
{
    Cast dice[DICE_RECORD];
    char why[200];
    client->lacks = false;
    if (!store)
        stop("dice are hidden in this scenario: name the server's store");
    if (!game_take_back(client->mirror, why))
        stop(why);
    do_with(client, dice, read_dice(client, dice));
}

/* Asks with the order at hand, or the beginning of it. */
static void ask_with(Client *client, Kind kind, const char *word, const char *key, const Order *order)
{
    char text[ORDER_TEXT], message[ORDER_TEXT + 100];
    order_print(scenario, order, text);
    snprintf(message, sizeof message, "{\"t\":\"%s\",\"n\":7,\"%s\":\"%s\"}", word, key, text);
    say_to(client, kind, message);
}

/* The order up to its path; false if it walks none. */
static bool before_path(const Order *order, Order *prefix)
{
    *prefix = *order;
    for (int i = 0; i < order->count; i++)
        if (scenario->system->orders[order->verb].slot[order->slot[i]].type == ARG_PATH) {
            prefix->count = (uint8_t)i;
            return true;
        }
    return false;
}

/* What is picked first: a verb and one thing. */
static Order first_part(const Order *order)
{
    Order part = *order;
    part.count = order->count ? 1 : 0;
    return part;
}

/* What is asked after that, as the browser does: false if the order itself comes next. */
static bool ask_as_browser(Client *client, Kind after)
{
    Order part = first_part(&client->given), prefix;
    if (after < DRAFT && part.count)
        ask_with(client, DRAFT, "draft", "part", &part);
    else if (after < WHOLE && part.count < client->given.count && !before_path(&client->given, &prefix))
        ask_with(client, WHOLE, "draft", "part", &client->given);
    else
        return false;
    return true;
}

/* The next question about the order that was picked, or the order itself. */
static void say_next(Client *client, Kind after)
{
    static Forecast forecast;
    const Position *view = game_view(client->mirror, client->as);
    char text[ORDER_TEXT];
    Order prefix;
    if (mode == MODE_BROWSER && ask_as_browser(client, after))
        return;
    if (mode == MODE_ASK && after < CHOICES)
        say_to(client, CHOICES, "{\"t\":\"choices\",\"n\":7,\"prefix\":\"\",\"anywhere\":true}");
    else if (mode == MODE_ASK && after < REACH && before_path(&client->given, &prefix))
        ask_with(client, REACH, "reach", "prefix", &prefix);
    else if (mode == MODE_ASK && after < FORECAST &&
             scenario->system->forecast(scenario, view, &client->given, &forecast))
        ask_with(client, FORECAST, "forecast", "order", &client->given);
    else {
        order_print(scenario, &client->given, text);
        say_order(client, text);
    }
}

/* Picks the next order, or changes places before it, or begins another game. */
static void go_on(Client *client)
{
    char message[100];
    uint64_t listed = 0;
    int side = game_side(client->mirror);
    if (side != client->as) {
        client->as = side;
        snprintf(message, sizeof message, "{\"t\":\"curtain\",\"side\":\"%s\",\"kept\":true,\"from\":true}",
                 scenario->side_word[side]);
        say_to(client, PLACES, message);
        return;
    }
    if (!random_player.order(scenario, game_view(client->mirror, side), game_memo(client->mirror), &client->random,
                             &client->given, &listed))
        stop("no order found");
    say_next(client, PLACES);
}

/* ---- playing ---- */

static bool starts(const char *message, size_t size, const char *word)
{
    return size >= strlen(word) && !memcmp(message, word, strlen(word));
}

/* Everything about the game goes into the digest; whole states name users and times besides. */
static void note_told(const char *message, size_t size)
{
    if (starts(message, size, "{\"t\":\"presence\"") || memmem(message, size, ",\"game\":{", 9))
        return;
    for (size_t i = 0; i < size; i++)
        digest = (digest ^ (unsigned char)message[i]) * 1099511628211u;
}

/* One message; true if it is what the client waits for. */
static bool take(void *context, const char *message, size_t size)
{
    Client *client = context;
    if (starts(message, size, "{\"t\":\"refused\"") || starts(message, size, "{\"t\":\"error\"")) {
        fprintf(stderr, "load: %.*s\n", (int)(size < 200 ? size : 200), message);
        exit(1);
    }
    bool state = starts(message, size, "{\"t\":\"state\"");
    if (telling_alone)
        note_told(message, size);
    if (state || starts(message, size, "{\"t\":\"delta\""))
        client->seq = (unsigned)strtoul(behind(message, size, "\"seq\":"), NULL, 10);
    if (mode != MODE_FRO && starts(message, size, "{\"t\":\"events\""))
        hear(client, message, size);
    bool waited = client->waits == PLACES ? state : starts(message, size, "{\"t\":\"answer\",\"n\":7");
    Times *kind = &times[client->waits];
    kind->bytes += (int64_t)size;
    if (waited && size > kind->most)
        kind->most = size;
    return waited;
}

static void watch(int epoll, Client *client)
{
    struct epoll_event wanted = {.events = EPOLLIN, .data.ptr = client};
    fcntl(client->wire.socket, F_SETFL, O_NONBLOCK);
    epoll_ctl(epoll, EPOLL_CTL_ADD, client->wire.socket, &wanted);
}

static void begin_another(int epoll, Client *client)
{
    wire_close(&client->wire);
    begin_game(client);
    watch(epoll, client);
}

/* Reads what came; if it is what was waited for, notes the time and says the next thing. */
static void serve(int epoll, Client *client)
{
    if (!wire_receive(&client->wire) || !wire_take(&client->wire, take, client))
        return;
    Times *kind = &times[client->waits];
    if (kind->count < TIMES_ROOM)
        kind->took[kind->count++] = now() - client->sent;
    if (mode == MODE_FRO) {
        say_order(client, client->fro[client->seq & 1]);
        return;
    }
    if (client->lacks)
        mend(client);
    if (game_side(client->mirror) == NO_SIDE)
        begin_another(epoll, client);
    if (client->waits == PLACES || client->waits == ORDER)
        go_on(client);
    else
        say_next(client, client->waits);
}

/* ---- what came of it ---- */

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

static double spent_here(void)
{
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
           (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
}

static int by_size(const void *a, const void *b)
{
    int64_t one = *(const int64_t *)a, other = *(const int64_t *)b;
    return (one > other) - (one < other);
}

static void print_times(Kind kind)
{
    Times *all = &times[kind];
    qsort(all->took, (size_t)all->count, sizeof *all->took, by_size);
    printf("  p50 %.2f ms  p99 %.2f ms", (double)all->took[all->count / 2] / 1e6,
           (double)all->took[(int)((double)all->count * 0.99)] / 1e6);
    printf("  longest %.1f ms  %lld bytes each", (double)all->took[all->count - 1] / 1e6,
           (long long)(all->bytes / all->count));
    if (kind != ORDER)
        printf(", %zu at most", all->most);
}

static void play(Client *clients, int count, double seconds, int most, int server)
{
    int epoll = epoll_create1(0), memory;
    struct epoll_event event[512];
    for (Kind kind = 0; kind < KINDS; kind++)
        times[kind].took = malloc(TIMES_ROOM * sizeof *times[kind].took);
    double before = spent_by(server, &memory), here = spent_here();
    telling_alone = count == 1;
    int64_t start = now(), end = start + (int64_t)(seconds * 1e9);
    for (int i = 0; i < count; i++) {
        watch(epoll, &clients[i]);
        if (mode != MODE_FRO)
            go_on(&clients[i]);
        else
            say_order(&clients[i], clients[i].fro[0]);
    }
    while (now() < end && times[ORDER].count < most) {
        int ready = epoll_wait(epoll, event, 512, 100);
        for (int i = 0; i < ready; i++)
            serve(epoll, event[i].data.ptr);
    }
    double spent = (double)(now() - start) / 1e9, orders = times[ORDER].count;
    double after = spent_by(server, &memory);
    printf("%4d clients: %7.0f durable orders/s", count, orders / spent);
    print_times(ORDER);
    if (server)
        printf("  processor an order: server %.0f us, driver %.0f us; %d MB", (after - before) * 1e6 / orders,
               (spent_here() - here) * 1e6 / orders, memory);
    putchar('\n');
    if (telling_alone)
        printf("              told %016llx\n", (unsigned long long)digest);
    for (Kind kind = 0; kind < ORDER; kind++)
        if (times[kind].count) {
            printf("              %7.0f %s/s", times[kind].count / spent, kind_words[kind]);
            print_times(kind);
            putchar('\n');
        }
    close(epoll);
}

/* The first page, 8 requests at a time on each of 16 connections. */
static void pages(double seconds)
{
    enum { CONNECTIONS = 16, AT_ONCE = 8 };
    char text[100], all[AT_ONCE * 100] = "", *in = malloc(WIRE_ROOM);
    int files[CONNECTIONS], count = 0;
    sprintf(text, "GET / HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n\r\n", wire_port);
    for (int i = 0; i < AT_ONCE; i++)
        strcat(all, text);
    request("GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n", in, WIRE_ROOM);
    char digits[20];
    copy_after(in, "Content-Length: ", "\r", digits, sizeof digits);
    size_t page = strlen(in) - strlen("Connection: close\r\n"), wanted = AT_ONCE * page;
    for (int i = 0; i < CONNECTIONS; i++)
        files[i] = connected();
    int64_t start = now();
    while (now() - start < (int64_t)(seconds * 1e9)) {
        for (int i = 0; i < CONNECTIONS; i++)
            send_all(files[i], all, strlen(all));
        for (int i = 0; i < CONNECTIONS; i++)
            for (size_t got = 0; got < wanted;) {
                ssize_t more = recv(files[i], in, WIRE_ROOM, 0);
                if (more <= 0)
                    stop("pages");
                got += (size_t)more;
            }
        count += CONNECTIONS * AT_ONCE;
    }
    printf("              %7.0f pages/s (%s bytes each)\n", count / ((double)(now() - start) / 1e9), digits);
    free(in);
}

static bool load_scenario(void)
{
    static Log log;
    size_t used = 0;
    if (getenv("SCENARIO"))
        played = getenv("SCENARIO");
    scenario = system_named(played) ? scenario_load(system_named(played), played, NULL, data_source(), &log) : NULL;
    log_print(&log, stderr);
    for (int side = 0; scenario && side < scenario->sides; side++)
        used += (size_t)snprintf(seats + used, sizeof seats - used, "%s\"%s\":\"me\"", side ? "," : "{",
                                 scenario->side_word[side]);
    strcat(seats, "}");
    return scenario;
}

int main(int argc, char **argv)
{
    int count = argc > 2 ? atoi(argv[2]) : 0, most = TIMES_ROOM;
    double seconds = argc > 3 ? atof(argv[3]) : 5;
    wire_port = argc > 1 ? atoi(argv[1]) : 0;
    if (argc > 3 && strchr(argv[3], 'x')) {
        most = atoi(argv[3]);
        seconds = 3600;
    }
    while (argc > 4 && mode < MODES && strcmp(argv[4], mode_words[mode]))
        mode++;
    if (!wire_port || count < 1 || mode == MODES) {
        fputs("load PORT CLIENTS [LENGTH [random|browser|fro|ask|pages [PID [STORE]]]]: what a server started with "
              "--no-limits bears\n",
              stderr);
        return 2;
    }
    if (mode == MODE_PAGES) {
        pages(seconds);
        return 0;
    }
    if (!load_scenario())
        return 1;
    Client *clients = calloc((size_t)count, sizeof *clients);
    for (int i = 0; i < count; i++) {
        clients[i].random = (Random){(uint64_t)i + 1};
        begin_game(&clients[i]);
    }
    if (argc > 6 && sqlite3_open_v2(argv[6], &store, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK)
        stop("the store cannot be opened");
    play(clients, count, seconds, most, argc > 5 ? atoi(argv[5]) : 0);
    return 0;
}
