/* past_write.c — the game as it was: a position of the past, the events a viewer missed, the record, the plans.
 *
 * Nothing of it is kept: the journal is replayed, and the answer is written with the same words and under the same view
 * as when it was played. So a latecomer reads what his side read, and no more. */
#include "server/retell.h"

/* Once a page has so many bytes, no line is added to it; the first always is. */
#define PAGE_BYTES (512u << 10)

/* ---- a position ---- */

static Showing showing_then(const Past *past, Game *game)
{
    return (Showing){.scenario = game_scenario(game),
                     .view = game_view(game, past->as),
                     .translation = past->translation,
                     .as = past->as,
                     .asked = game_side(game),
                     .over = game_side(game) == NO_SIDE};
}

static void write_history(Past *past, Game *game)
{
    Seen seen = {0};
    Showing showing = showing_then(past, game);
    buffer_format(past->out, ",\"orders\":%d,\"last\":{", game_orders(game));
    Order last = {0};
    if (game_orders(game))
        last = game_order(game, game_orders(game) - 1);
    json_events(past->out, &showing, game_events(game), game_dice(game), NO_SIDE, game_orders(game) ? &last : NULL);
    buffer_format(past->out, "},\"state\":{\"orders\":%d", game_orders(game));
    json_whole(past->out, &showing, &seen);
    buffer_char(past->out, '}');
    seen_free(&seen);
}

/* ---- a page of events ---- */

static void tell_line(Past *past, Game *game, LineKind kind, int giver)
{
    bool ordered = kind == LINE_ORDER;
    Order order = {0};
    if (ordered)
        order = game_order(game, game_orders(game) - 1);
    Showing showing = {.scenario = game_scenario(game),
                       .view = game_view(game, past->as),
                       .translation = past->translation,
                       .as = past->as};
    buffer_format(past->out, "%s{\"seq\":%u,\"turn\":%d,%s", past->any ? "," : "", past->seq, showing.view->turn,
                  line_goes_back(kind) ? "\"back\":true," : "");
    json_events(past->out, &showing, game_events(game), ordered ? game_dice(game) : NULL,
                kind == LINE_RESIGN ? game_resigned(game) : giver, ordered ? &order : NULL);
    buffer_char(past->out, '}');
    past->any = true;
    past->last = past->seq;
}

/* After the set-up, which every viewer was sent first, and after each line. */
static void see_line(void *context, Game *game, int line, const char *text, size_t length)
{
    Past *past = context;
    LineKind kind = line_kind(text, length);
    int giver = kind == LINE_BEGIN ? NO_SIDE : past->deliveries.giver;
    uint32_t before = past->deliveries.count[past->as];
    deliveries_see(&past->deliveries, game, line, text, length);
    past->seq = past->deliveries.count[past->as];
    if ((kind == LINE_BEGIN || past->seq > before) && past->seq >= past->from &&
        (!past->any || past->out->length < PAGE_BYTES))
        tell_line(past, game, kind, giver);
}

/* ---- answers ---- */

/* The game played again up to so many lines, each seen; NULL if that fails. */
static Game *retold(Past *past, int lines, JournalSeen *see)
{
    char why[300];
    return game_retell(past->scenario, past->row, past->text, past->length, lines, see, past, why);
}

/* Writes the answer, if the journal could be played again so far. */
static bool answer_from(Past *past, Game *game, void (*write)(Past *past, Game *game))
{
    guard_game(game);
    if (game)
        write(past, game);
    guard_game(NULL);
    game_free(game);
    return game != NULL;
}

bool past_write_history(Past *past) { return answer_from(past, retold(past, past->lines, NULL), write_history); }

/* The viewer's view after the last line of the page: the same that he was sent then. */
static void write_sight(Past *past, Game *game)
{
    Seen seen = {0};
    Showing showing = showing_then(past, game);
    if (!past->seen)
        return;
    buffer_format(past->out, ",\"state\":{\"seq\":%u", past->last);
    json_whole(past->out, &showing, &seen);
    buffer_char(past->out, '}');
    seen_free(&seen);
}

bool past_write_events(Past *past)
{
    buffer_literal(past->out, ",\"past\":[");
    Game *game = retold(past, past->lines, see_line);
    buffer_format(past->out, "],\"from\":%u,\"next\":", past->from);
    if (past->any && past->last < past->now)
        buffer_number(past->out, past->last + 1);
    else
        buffer_literal(past->out, "null");
    return answer_from(past, game, write_sight);
}

static void see_record(void *context, Game *game, int line, const char *text, size_t length)
{
    Past *past = context;
    deliveries_see(&past->deliveries, game, line, text, length);
    if (line_counts(line_kind(text, length)) || line_kind(text, length) == LINE_BEGIN)
        record_line(past->record, game, past->deliveries.count[past->as]);
}

static void write_record(Past *past, Game *game) { record_write(past->record, game, past->out); }

bool past_write_record(Past *past)
{
    past->record = record_new(past->scenario, past->as, past->row->over);
    return past->record && answer_from(past, retold(past, -1, see_record), write_record);
}

static void see_ways(void *context, Game *game, int line, const char *text, size_t length)
{
    Past *past = context;
    (void)line;
    if (line_counts(line_kind(text, length)) || line_kind(text, length) == LINE_BEGIN)
        ways_line(past->ways, game);
}

static void write_ways(Past *past, Game *game)
{
    Showing showing = showing_then(past, game);
    ways_write(past->ways, game, &showing, past->out);
}

bool past_write_ways(Past *past)
{
    past->ways = ways_new(past->scenario, past->sides);
    return past->ways && answer_from(past, retold(past, -1, see_ways), write_ways);
}

void past_forget(Past *past)
{
    record_free(past->record);
    ways_free(past->ways);
    deliveries_free(&past->deliveries);
}
