/* retell.c — a journal played again, and which of its lines each viewer is sent.
 *
 * A line is sent to the side that gave it, to every viewer who may read one of its events, and to all when the turn
 * passes. So a plan made in secret is no message to the others, and since `seq` counts for each viewer only what he was
 * sent, not even how many orders it took can be counted. A take-back is sent to the viewers who were sent the order.
 * All of this follows from the journal, so it is the same after a restart, and when the past is asked for.
 *
 * A game is pinned to the rules and data it was begun with: with others its journal is not played at all, even if every
 * line would still be legal, for no player could verify the result. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/fault.h"
#include "server/retell.h"

#define EVERYBODY ((1u << (SIDES + 1)) - 1)

/* ---- which viewers are sent a line ---- */

static bool begins(const char *text, size_t length, const char *word)
{
    size_t size = strlen(word);
    return length >= size && !memcmp(text, word, size);
}

LineKind line_kind(const char *text, size_t length)
{
    if (begins(text, length, "begin"))
        return LINE_BEGIN;
    if (begins(text, length, "result ") || begins(text, length, "seed ") || begins(text, length, "@"))
        return LINE_CLOSING;
    if (begins(text, length, "resign "))
        return LINE_RESIGN;
    if (begins(text, length, "edition "))
        return LINE_EDITION;
    if (witness_is(text, length))
        return LINE_WITNESS;
    if (begins(text, length, "carry "))
        return LINE_CARRY;
    if (begins(text, length, "imagine "))
        return LINE_IMAGINE;
    if (length == 4 && begins(text, length, "undo"))
        return LINE_UNDO;
    return length == 4 && begins(text, length, "back") ? LINE_BACK : LINE_ORDER;
}

/* The viewers who may read something of what an order did. */
static unsigned readers(const Game *game, int giver)
{
    const Events *events = game_events(game);
    unsigned sides = (1u << SIDES) - 1, sent = giver < SIDES ? 1u << giver : 0;
    if (game_side(game) != giver || events->count > EVENTS_MAX)
        return EVERYBODY;
    for (int i = 0; i < events->count; i++) {
        sent |= sides & ~(unsigned)events->event[i].hidden_from;
        if (!events->event[i].hidden_from)
            sent |= 1u << SPECTATOR;
    }
    return sent;
}

static bool deliveries_room(Deliveries *deliveries)
{
    if (deliveries->lines < deliveries->room)
        return true;
    uint32_t room = deliveries->room ? 2 * deliveries->room : 256;
    uint8_t *line = realloc(deliveries->line, room);
    if (line)
        deliveries->line = line;
    uint8_t *standing = line ? realloc(deliveries->standing, room) : NULL;
    if (!standing)
        return false;
    deliveries->standing = standing;
    deliveries->room = room;
    return true;
}

unsigned deliveries_line(Deliveries *deliveries, const Game *game, LineKind kind)
{
    bool back = line_goes_back(kind);
    unsigned mask = EVERYBODY;
    if (kind == LINE_ORDER && deliveries->giver != NO_SIDE)
        deliveries->gave |= 1u << deliveries->giver;
    if (kind == LINE_ORDER)
        mask = readers(game, deliveries->giver);
    else if (kind == LINE_UNDO && deliveries->stand) /* the viewers who were sent the order that is taken back */
        mask = deliveries->standing[deliveries->stand - 1];
    deliveries->giver = game_side(game);
    if (deliveries_room(deliveries)) {
        deliveries->line[deliveries->lines++] = (uint8_t)mask;
        if (back && deliveries->stand)
            deliveries->stand--;
        else if (kind == LINE_ORDER)
            deliveries->standing[deliveries->stand++] = (uint8_t)mask;
    }
    for (int as = 0; as <= SIDES; as++)
        deliveries->count[as] += mask >> as & 1;
    return mask;
}

static const char *planted; /* for tests; NULL: no fault */
static FaultKind planted_kind;

void fault_plant(const char *order)
{
    planted = order;
    for (int kind = 0; order && kind < FAULT_KINDS; kind++) {
        size_t length = strlen(fault_words[kind]);
        if (!strncmp(order, fault_words[kind], length) && order[length] == ':') {
            planted = order + length + 1;
            planted_kind = (FaultKind)kind;
        }
    }
}

bool fault_is_planted(void) { return planted; }

void fault_meet(const char *text, size_t length)
{
    const char *dice = memmem(text, length, " =", 2);
    size_t size = dice ? (size_t)(dice - text) : length;
    if (planted && strlen(planted) == size && !memcmp(planted, text, size))
        fault_make(planted_kind);
}

void deliveries_pass(Deliveries *deliveries, uint32_t lines)
{
    while (deliveries->lines < lines && deliveries_room(deliveries))
        deliveries->line[deliveries->lines++] = 0;
}

void deliveries_see(void *context, Game *game, int line, const char *text, size_t length)
{
    LineKind kind = line_kind(text, length);
    Deliveries *deliveries = context;
    (void)line;
    fault_meet(text, length);
    if (kind == LINE_CARRY)
        deliveries_pass(deliveries, game_lines(game));
    if (kind == LINE_BEGIN || kind == LINE_CARRY)
        deliveries->giver = game_side(game);
    else if (line_counts(kind))
        deliveries_line(deliveries, game, kind);
}

uint32_t deliveries_until(const Deliveries *deliveries, int as, uint32_t seq)
{
    uint32_t line = 0;
    for (; line < deliveries->lines && seq; line++)
        seq -= deliveries->line[line] >> as & 1;
    return line;
}

void deliveries_free(Deliveries *deliveries)
{
    free(deliveries->line);
    free(deliveries->standing);
    *deliveries = (Deliveries){.giver = NO_SIDE};
}

/* ---- lines ---- */

int journal_lines_to(const char *text, size_t length, int orders)
{
    int lines = 0, standing = 0, wanted = -1;
    int *line_of = NULL, room = 0;
    const char *begin = memmem(text, length, "\nbegin", 6),
               *at = begin ? memchr(begin + 1, '\n', length - (size_t)(begin + 1 - text)) : NULL;
    const char *end = text + length;
    for (at = at ? at + 1 : end; at < end;) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        size_t size = stop ? (size_t)(stop - at) : (size_t)(end - at);
        LineKind kind = line_kind(at, size);
        if (line_counts(kind) && size) {
            lines++;
            if (kind == LINE_RESIGN) {
                break;
            } else if (kind == LINE_CARRY) {
                int counting = atoi(at + strlen("carry "));
                while (standing && line_of[standing - 1] > counting)
                    standing--;
            } else if (kind == LINE_UNDO || kind == LINE_BACK) {
                standing -= standing > 0;
            } else if (kind == LINE_ORDER) {
                if (standing == room) {
                    int more = room ? 2 * room : 1024;
                    int *grown = realloc(line_of, (size_t)more * sizeof *grown);
                    if (!grown)
                        break;
                    line_of = grown;
                    room = more;
                }
                line_of[standing++] = lines;
            }
        }
        at += size + 1;
    }
    if (orders == 0)
        wanted = 0;
    else if (orders > 0 && orders <= standing)
        wanted = line_of[orders - 1];
    free(line_of);
    return wanted;
}

uint32_t journal_lines(const char *text, size_t length)
{
    uint32_t lines = 0;
    const char *begin = memmem(text, length, "\nbegin", 6), *end = text + length;
    const char *at = begin ? memchr(begin + 1, '\n', (size_t)(end - begin - 1)) : NULL;
    for (at = at ? at + 1 : end; at < end; at++) {
        const char *stop = memchr(at, '\n', (size_t)(end - at));
        lines += line_counts(line_kind(at, stop ? (size_t)(stop - at) : (size_t)(end - at)));
        if (!stop)
            break;
        at = stop;
    }
    return lines;
}

/* ---- playing again ---- */

Position *position_room(const Scenario *scenario)
{
    return aligned_alloc(64, (scenario->system->position_size + 63) / 64 * 64);
}

/* One line of a what-if, after the part that was taken over. */
static bool play_line(const Scenario *scenario, Game *game, const char *line, size_t length, char why[300])
{
    Order order;
    int column;
    unsigned sides;
    uint64_t seed;
    int side;
    Defeat defeat;
    const char *dice = memmem(line, length, " =", 2);
    LineKind kind = line_kind(line, length);
    if (kind == LINE_CLOSING)
        return game_close(game);
    if (kind == LINE_EDITION)
        return game_take_edition(game); /* a what-if of another edition is not played on */
    if (kind == LINE_WITNESS)
        return game_end_witness(game); /* in a what-if no other player takes part */
    if (kind == LINE_UNDO)
        return game_undo(game, why);
    if (kind == LINE_BACK)
        return game_take_back(game, why);
    if (kind == LINE_IMAGINE)
        return journal_imagined(scenario, line, length, &sides, &seed) && game_imagine(game, sides, seed, why);
    if (kind == LINE_RESIGN)
        return journal_defeat(scenario, line, length, &side, &defeat) && game_lose(game, side, defeat, why);
    if (!order_parse(scenario, line, dice ? (size_t)(dice - line) : length, &order, why, &column))
        return false;
    Refusal refusal = game_do(game, &order);
    if (refused(refusal))
        say(scenario, NULL, NULL, &refusal.why, why, 300);
    return !refused(refusal);
}

/* The what-if's own part, rolled with its own seed. */
static bool play_rest(const Scenario *scenario, Game *game, const char *text, size_t length, int stop_after,
                      JournalSeen *seen, void *context, char why[300])
{
    size_t at;
    game_journal(game, &at);
    uint32_t lines = journal_lines(text, at);
    while (at < length && (stop_after < 0 || lines < (uint32_t)stop_after)) {
        const char *line = text + at, *stop = memchr(line, '\n', length - at);
        if (!stop || !play_line(scenario, game, line, (size_t)(stop - line), why))
            return false;
        if (seen)
            seen(context, game, 0, line, (size_t)(stop - line));
        lines += line_counts(line_kind(line, (size_t)(stop - line)));
        game_journal(game, &at);
    }
    size_t played;
    const char *again = game_journal(game, &played);
    size_t common = played < length ? played : length;
    if (!memcmp(again, text, common))
        return true;
    snprintf(why, 300, "the journal does not follow from its orders");
    return false;
}

typedef struct Watching {
    JournalSeen *seen;
    void *context;
} Watching;

static void watch_line(void *context, Game *game, int line, const char *text, size_t length)
{
    const Watching *watching = context;
    guard_game(game);
    if (watching->seen)
        watching->seen(watching->context, game, line, text, length);
}

static Game *retell(const Scenario *scenario, const GameRow *row, const char *text, size_t length, int stop_after,
                    JournalSeen *seen, void *context, int *held, char why[300])
{
    Game *game = NULL;
    JournalHead head;
    Watching watching = {seen, context};
    int line, counting;
    char words[300];
    working_on(row->id);
    if (held)
        *held = -1;
    if (!journal_head(text, length, &head, why, &line))
        return NULL;
    size_t first = row->branch_length ? (size_t)row->branch_length : length;
    if (first > length)
        first = length;
    const uint8_t *seed = row->branch_length ? row->branch_seed : row->seed;
    Resume resume =
        journal_hold(scenario, text, first, seed, stop_after, watch_line, &watching, &game, &counting, words, &line);
    bool whole = resume != RESUME_WRONG;
    why[0] = '\0';
    if (!whole)
        snprintf(why, 300, "line %d: %.280s", line, words);
    if (!whole && held && game && !game_is_current(game) && !row->branch_length)
        *held = counting;
    if (whole && row->branch_length) {
        dice_fair(game_dice(game), row->seed);
        whole = play_rest(scenario, game, text, length, stop_after, seen, context, why);
    }
    guard_game(NULL);
    if (whole)
        return game;
    game_free(game);
    return NULL;
}

Game *game_retell(const Scenario *scenario, const GameRow *row, const char *text, size_t length, int stop_after,
                  JournalSeen *seen, void *context, char why[300])
{
    return retell(scenario, row, text, length, stop_after, seen, context, NULL, why);
}

Game *game_reopen(const Scenario *scenario, const GameRow *row, const char *text, size_t length, Deliveries *deliveries,
                  int *held, char why[300])
{
    char unused[300];
    Game *game = retell(scenario, row, text, length, -1, deliveries_see, deliveries, held, why);
    if (game || *held < 0)
        return game;
    deliveries_free(deliveries);
    return retell(scenario, row, text, length, *held, deliveries_see, deliveries, NULL, unused);
}

Game *game_resume(const Scenario *scenario, const GameRow *row, const char *text, size_t length, int stop_after,
                  char why[300])
{
    return game_retell(scenario, row, text, length, stop_after, NULL, NULL, why);
}
