/* fuzz_socket.c — whatever clients send, in whatever order, each request that has a number is answered by that number,
 * and every message to every client is JSON. A line that begins with 0, 1, 2 or 3 is a message of the Soviet, the
 * German, the one who watches, or the hot seat; `$SEQ` is the last number that client got. An input that begins with
 * `f` is taken as raw frames. */
#include <stdlib.h>
#include <sys/epoll.h>

#include "fuzz/server.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    require(argc && argv);
    world_begin();
    return 0;
}

enum { CLIENTS = 4 };
static const int seat_of[CLIENTS][2] = {{0, 0}, {1, 0}, {2, 0}, {0, 1}}; /* user, table */

typedef struct Hope {
    json_int_t number;
    int answers;
} Hope;

static void hear(void *context, json_t *message)
{
    Hope *hope = context;
    const char *word = json_string_value(json_object_get(message, "t"));
    const json_t *number = json_object_get(message, "n");
    bool answer = !strcmp(word, "answer") || !strcmp(word, "refused") || !strcmp(word, "error");
    if (hope && answer && json_is_integer(number) && json_integer_value(number) == hope->number)
        hope->answers++;
    if (answer && strcmp(word, "answer"))
        require(json_string_length(json_object_get(message, "text")) > 5);
}

static void put_message(Buffer *out, const Client *client, const char *text, size_t length)
{
    for (size_t at = 0; at < length;)
        if (length - at >= 4 && !memcmp(text + at, "$SEQ", 4)) {
            buffer_number(out, client->table->deliveries.count[client->as]);
            at += 4;
        } else {
            buffer_char(out, text[at++]);
        }
}

/* The number of a request that must be answered; false for words that need none. */
static bool wants_answer(const Buffer *text, json_int_t *number)
{
    static const char *const silent[] = {"chat", "curtain"};
    json_error_t mistake;
    json_t *object = text->length ? json_loadb(text->bytes, text->length, JSON_REJECT_DUPLICATES, &mistake) : NULL;
    const char *word = json_string_value(json_object_get(object, "t"));
    bool wants = json_is_integer(json_object_get(object, "n"));
    *number = json_integer_value(json_object_get(object, "n"));
    for (size_t i = 0; word && i < sizeof silent / sizeof *silent; i++)
        wants &= strcmp(word, silent[i]) != 0;
    json_decref(object);
    return wants;
}

static void give(Client *clients[CLIENTS], int who, const char *line, size_t length)
{
    Buffer text = {0};
    if (!clients[who])
        clients[who] = world_socket(seat_of[who][0], seat_of[who][1], NULL, 0);
    Client *client = clients[who];
    Hope hope = {0};
    put_message(&text, client, line, length);
    bool wants = wants_answer(&text, &hope.number);
    buffer_string(&text);
    talk(client, text.bytes, text.length);
    world_work();
    require(!world.server->dirty && !world.server->disk_trouble);
    for (int i = 0; i < CLIENTS; i++)
        if (clients[i])
            world_heard(clients[i], hear, i == who ? &hope : NULL);
    require(!wants || client->dead || hope.answers == 1);
    buffer_free(&text);
}

static void say_lines(const char *text, size_t size)
{
    Client *clients[CLIENTS] = {NULL}; /* each comes when it has something to say */
    for (size_t at = 0, lines = 0; at < size && lines < 24; lines++) {
        const char *stop = memchr(text + at, '\n', size - at);
        size_t length = stop ? (size_t)(stop - (text + at)) : size - at;
        if (length && text[at] >= '0' && text[at] < '0' + CLIENTS)
            give(clients, text[at] - '0', text + at + 1, length - 1);
        at += length + 1;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size && *data == 'f') {
        Client *client = world_socket(0, 0, data + 1, size - 1);
        world_work();
        require(!world.server->dirty);
        world_heard(client, hear, NULL);
    } else {
        say_lines((const char *)data, size);
    }
    world_again();
    return 0;
}
