/* talk_past.c — questions about the past, answered by a worker (past.c), and through which view it may be seen. */
#include <stdio.h>

#include "server/talk.h"

/* The view through which the past is seen: the client's; once the game is over any. The end of a what-if is not that of
 * the game it comes from: there he may use only the sides he sits behind. */
static int history_viewer(const Message *message)
{
    size_t length;
    const GameRow *row = &message->table->row;
    int side = side_named(message->table->scenario, text_of(message, "side", &length));
    if (side >= 0 && row->over && (!row->branch_length || row->seat[side].user == message->client->user))
        return side;
    return message->client->as;
}

/* The key by which the asker knows the answer; empty when he gave none. */
static void mark_of(const Message *message, char mark[32])
{
    mark[0] = '\0';
    if (message->numbered)
        snprintf(mark, 32, ",\"n\":%lld", (long long)message->number);
}

static const char too_many_questions[] = SAID("server.too-many-questions-about-past");

void say_history(Message *message)
{
    Table *table = message->table;
    const json_t *to = json_object_get(message->object, "to");
    size_t length;
    char mark[32];
    if (!may_replay(&table->row, message->client->user)) {
        answer_refused(message, "server.game-can-stepped-through-when");
        return;
    }
    const char *text = game_journal(table->game, &length);
    int lines = json_is_integer(to) && json_integer_value(to) >= 0 && json_integer_value(to) < 1 << 24
                    ? journal_lines_to(text, length, (int)json_integer_value(to))
                    : -1;
    mark_of(message, mark);
    if (lines < 0)
        answer_error(message, "server.no-such-order");
    else if (!past_history(message->client, mark, lines, history_viewer(message)))
        answer_error(message, too_many_questions);
}

void say_events(Message *message)
{
    const json_t *from = json_object_get(message->object, "from"), *count = json_object_get(message->object, "count");
    char mark[32];
    mark_of(message, mark);
    if (!json_is_integer(from) || json_integer_value(from) < 0 ||
        json_integer_value(from) > (json_int_t)message->table->deliveries.count[message->client->as])
        answer_error(message, "server.no-such-line-game");
    else if (!json_is_integer(count) || json_integer_value(count) < 1 || json_integer_value(count) > PAST_PAGE)
        answer_error(message, "server.page-past-1-200-lines");
    else if (!past_events(message->client, mark, (uint32_t)json_integer_value(from),
                          (uint32_t)json_integer_value(count), json_is_true(json_object_get(message->object, "state"))))
        answer_error(message, too_many_questions);
}

void say_record(Message *message)
{
    char mark[32];
    mark_of(message, mark);
    if (!past_record(message->client, mark))
        answer_error(message, too_many_questions);
}

/* Plans are sent to the viewers they are open to: a side's own, and all of them once the game is over. */
void say_ways(Message *message)
{
    const GameRow *row = &message->table->row;
    unsigned sides = 0;
    char mark[32];
    for (int side = 0; side < row->sides; side++)
        if (side == message->client->as ||
            (row->over && (!row->branch_length || row->seat[side].user == message->client->user)))
            sides |= 1u << side;
    mark_of(message, mark);
    if (!past_ways(message->client, mark, sides))
        answer_error(message, too_many_questions);
}
