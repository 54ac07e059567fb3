/* game.c — the game loop: check, journal, apply, report events; and views. Undo and the end are in game_back.c.
 *
 * An order is applied before its line goes to the sink, because the line contains the dice. Its effect is
 * not visible by then, and if the sink fails, the position is restored. So no caller ever sees an order
 * that the journal does not contain.
 *
 * The barrier is settled when the next order comes, not when the last one made it due: a sequence of orders
 * that are all barriers (dice after dice) then settles one each, and a quiet end none. */
#include "core/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game_own.h"
#include "core/journal.h"

/* The most one order adds to the text: itself, its dice, the hash of the position. */
#define LINE_ROOM (ORDER_TEXT + CAST_TEXT * DICE_RECORD + 64)
/* The most one order takes when packed. */
#define PACKED_ROOM (2 + 3 * ORDER_ARGS)
#define CLOSING_ROOM 512
enum {
    FIRST_ORDERS = 64, /* room for orders in a new game; it grows with the game */
    EVENTS_SHED = 48   /* an order that tells more than this leaves its room, once it has been told */
};

/* ---- text ---- */

static bool text_room(Game *game, size_t more)
{
    size_t room = game->room;
    while (room - game->length < more)
        room *= 2;
    if (room == game->room)
        return true;
    char *text = realloc(game->text, room);
    if (!text)
        return false;
    game->text = text;
    game->room = room;
    return true;
}

static void put(Game *game, const char *bytes, size_t length)
{
    assert(game->room - game->length >= length);
    memcpy(game->text + game->length, bytes, length);
    game->length += length;
}

static void put_text(Game *game, const char *text) { put(game, text, strlen(text)); }

static void put_bytes_as_hex(Game *game, const uint8_t *bytes, size_t count)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        char pair[2] = {digits[bytes[i] >> 4], digits[bytes[i] & 15]};
        put(game, pair, 2);
    }
}

static void put_dice(Game *game)
{
    if (game->dice.recorded)
        put_text(game, " =");
    for (int i = 0; i < game->dice.recorded; i++) {
        char cast[CAST_TEXT];
        put(game, " ", 1);
        put(game, cast, cast_print(game->dice.record[i], cast));
    }
}

static bool check_due(const Game *game) { return game->lines % JOURNAL_CHECK_EVERY == 0; }

/* Hashes of the position, for replay to find where two games part. */
static void put_hash(Game *game)
{
    char line[48];
    snprintf(line, sizeof line, "@ %016llx", (unsigned long long)position_hash(game->scenario, game->position));
    put_text(game, line);
    if (game->format > 1) {
        snprintf(line, sizeof line, " %016llx", (unsigned long long)position_places(game->scenario, game->position));
        put_text(game, line);
    }
    put_text(game, "\n");
}

static void put_check(Game *game)
{
    if (check_due(game))
        put_hash(game);
}

static bool sunk(Game *game, size_t from)
{
    return !game->sink || game->sink(game->sink_context, game->text + from, game->length - from);
}

/* Cn = SHA-256(Cn-1 || line || "\n"), and the dice of the line come from it. */
static void chain_line(Game *game, const char *line, size_t length)
{
    Sha256 sha;
    sha256_begin(&sha);
    sha256_add(&sha, game->chain, SHA256_BYTES);
    sha256_add(&sha, line, length);
    sha256_add(&sha, "\n", 1);
    sha256_end(&sha, game->chain);
}

/* A quiet game keeps no chain; its orders' numbers keep fair dice from repeating. */
static void chain_number(Game *game)
{
    for (int i = 0; i < 4; i++)
        game->chain[i] = (uint8_t)(game->lines >> (8 * i));
}

bool game_write_line(Game *game, const char *words)
{
    size_t from = game->length;
    if (!text_room(game, LINE_ROOM))
        return false;
    put_text(game, words);
    put_text(game, "\n");
    game->lines++;
    put_check(game);
    if (sunk(game, from)) {
        chain_line(game, words, strlen(words));
        return true;
    }
    game->length = from;
    game->lines--;
    return false;
}

bool game_write_aside(Game *game, const char *words)
{
    size_t from = game->length;
    if (game->quiet || game->closed || !text_room(game, LINE_ROOM))
        return false;
    put_text(game, words);
    put_text(game, "\n");
    if (!sunk(game, from)) {
        game->length = from;
        return false;
    }
    chain_line(game, words, strlen(words));
    return true;
}

bool game_write_edition(Game *game, int edition, const uint8_t data_hash[SHA256_BYTES])
{
    char words[32 + 2 * SHA256_BYTES];
    int length = snprintf(words, sizeof words, "edition %d ", edition);
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(words + length + 2 * i, 3, "%02x", data_hash[i]);
    if (!game_write_aside(game, words))
        return false;
    game->edition = edition;
    memcpy(game->data_hash, data_hash, SHA256_BYTES);
    return true;
}

/* A line that is part of the chain, but for its dice: any but hashes and closing lines. */
static void chain_passed(Game *game, const char *line, size_t length)
{
    const char *dice = NULL;
    for (size_t i = 0; i + 1 < length && !dice; i++)
        if (line[i] == ' ' && line[i + 1] == '=')
            dice = line + i;
    if (line[0] == '@')
        return;
    chain_line(game, line, dice ? (size_t)(dice - line) : length);
    game_pass_witness(game, line, length);
    game->lines += !(length > 8 && !memcmp(line, "edition ", 8)) && !witness_is(line, length);
}

bool game_pass_over(Game *game, const char *bytes, size_t length)
{
    if (!text_room(game, length + LINE_ROOM))
        return false;
    put(game, bytes, length);
    for (const char *at = bytes, *end = bytes + length, *stop; at < end; at = stop + 1) {
        stop = memchr(at, '\n', (size_t)(end - at));
        if (!stop)
            break;
        chain_passed(game, at, (size_t)(stop - at));
    }
    game->announced = false;
    game->barrier_due = true;
    game->events->count = 0;
    game->dice.recorded = 0;
    game_drop_standing(game);
    return true;
}

bool game_carry_on(Game *game, const char *rest, size_t length)
{
    char words[32];
    size_t from = game->length;
    uint32_t lines = game->lines;
    uint8_t chain[SHA256_BYTES];
    memcpy(chain, game->chain, sizeof chain);
    snprintf(words, sizeof words, "carry %u", lines);
    if (game->quiet || game->closed || !game_pass_over(game, rest, length))
        return false;
    if (game_write_line(game, words))
        return true;
    game->length = from;
    game->lines = lines;
    memcpy(game->chain, chain, sizeof chain);
    return false;
}

uint32_t game_lines(const Game *game) { return game->lines; }

bool game_is_current(const Game *game)
{
    return game->edition == game->scenario->system->edition &&
           !memcmp(game->data_hash, game->scenario->data_hash, SHA256_BYTES);
}

bool game_take_edition(Game *game)
{
    return game_is_current(game) || game->closed || game->announced ||
           game_write_edition(game, game->scenario->system->edition, game->scenario->data_hash);
}

/* ---- beginning ---- */

static void write_head(Game *game, const GameStart *start)
{
    const Scenario *scenario = game->scenario;
    char line[128];
    uint8_t commit[SHA256_BYTES];
    snprintf(line, sizeof line, "sandtable journal %d\nscenario %s\nedition %d ", game->format, scenario->id,
             game->edition);
    put_text(game, line);
    put_bytes_as_hex(game, game->data_hash, SHA256_BYTES);
    put_text(game, "\noptions");
    for (int i = 0; i < scenario->options; i++) {
        snprintf(line, sizeof line, " %s=%s", scenario->option[i].name, scenario->option[i].value);
        put_text(game, line);
    }
    if (start->fast_dice) {
        snprintf(line, sizeof line, "\nfast %016llx\n", (unsigned long long)start->fast_seed);
        put_text(game, line);
    } else {
        sha256(start->seed, SHA256_BYTES, commit);
        put_text(game, "\ncommit ");
        put_bytes_as_hex(game, commit, SHA256_BYTES);
        put_text(game, "\n");
    }
    for (int side = 0; side < scenario->sides; side++) {
        uint8_t derived[SHA256_BYTES];
        int length = snprintf(line, sizeof line, "nonce %s ", scenario->side_word[side]);
        put_text(game, line);
        hmac_sha256(start->seed, SHA256_BYTES, line, (size_t)length - 1, derived);
        put_bytes_as_hex(game, start->trust ? derived : start->nonce[side], sizeof start->nonce[side]);
        put_text(game, start->trust ? " derived\n" : "\n");
    }
    if (start->trust == TRUST_WITNESSED) {
        snprintf(line, sizeof line, "dice witnessed %d\n", start->wait);
        put_text(game, line);
    } else if (start->trust == TRUST_NONCES) {
        put_text(game, "dice nonces\n");
    }
}

/* C0: the head up to and including `begin`, without the dice of the set-up. */
static void chain_head(Game *game)
{
    Sha256 sha;
    sha256_begin(&sha);
    sha256_add(&sha, game->text, game->length);
    sha256_add(&sha, "begin\n", 6);
    sha256_end(&sha, game->chain);
}

static Game *game_alloc(const Scenario *scenario, size_t text_wanted)
{
    size_t size = (scenario->system->position_size + 63) / 64 * 64;
    int views = scenario->sides + 1;
    Game *game = calloc(1, sizeof *game);
    if (!game)
        return NULL;
    size_t sight = (scenario->system->sight_size + 63) / 64 * 64;
    char *block = calloc(1, (size_t)(3 + views) * size + (size_t)views * sight);
    game->order_room = FIRST_ORDERS;
    game->order = malloc((size_t)game->order_room * sizeof *game->order);
    game->packed_room = FIRST_ORDERS * PACKED_ROOM / 16; /* most orders are far shorter */
    game->packed = malloc(game->packed_room);
    game->events = malloc(sizeof *game->events);
    game->room = text_wanted;
    game->text = malloc(game->room);
    game->position = (Position *)(void *)block;
    if (scenario->system->memo_size)
        game->memo = calloc(1, scenario->system->memo_size);
    if (scenario->system->facts)
        game->facts = calloc(2 * (size_t)scenario->system->facts, sizeof *game->facts);
    if ((scenario->system->memo_size && !game->memo) || (scenario->system->facts && !game->facts) || !block ||
        !game->order || !game->packed || !game->text || !game->events) {
        game_free(game);
        return NULL;
    }
    game->events->count = 0;
    game->barrier = (Position *)(void *)(block + size);
    game->spare = (Position *)(void *)(block + 2 * size);
    block += 3 * size;
    for (int i = 0; i < views; i++, block += size + sight) {
        int index = i < scenario->sides ? i : SPECTATOR;
        game->view[index] = (Position *)(void *)block;
        game->sight[index] = (Sight *)(void *)(block + size);
    }
    game->scenario = scenario;
    game->resigned = NO_SIDE;
    return game;
}

Game *game_raise(const Scenario *scenario, const GameStart *start, const GameHead *head)
{
    size_t head_room = 4096 + LINE_ROOM + (head ? head->length : 0);
    Game *game = game_alloc(scenario, start->quiet ? 64 : head_room < 65536 ? 65536 : head_room);
    if (!game)
        return NULL;
    game->quiet = start->quiet;
    game->format = head ? head->format : start->trust ? JOURNAL_FORMAT : JOURNAL_FORMAT_ALONE;
    game->trust = head ? head->trust : start->trust;
    game->wait = head ? head->wait : start->wait;
    game->edition = head ? head->edition : scenario->system->edition;
    memcpy(game->data_hash, head ? head->data_hash : scenario->data_hash, SHA256_BYTES);
    game->seed_known = !head || head->seed_known;
    if (start->fast_dice)
        dice_fast(&game->dice, start->fast_seed);
    else
        dice_fair(&game->dice, start->seed);
    if (!game->quiet) {
        if (head)
            put(game, head->bytes, head->length);
        else
            write_head(game, start);
        chain_head(game);
    }
    if (!game->seed_known)
        dice_force(&game->dice, head->dice, head->dice_count);
    dice_context(&game->dice, game->chain);
    game->position->winner = NO_SIDE;
    scenario->system->begin(scenario, game->position, &game->dice, game->events);
    assert(game->position->depth || game->position->over);
    if (!game->quiet) {
        game->begin_at = game->length;
        put_text(game, "begin");
        put_dice(game);
        put_text(game, "\n");
    }
    game->barrier_due = true;
    return game;
}

Game *game_new(const Scenario *scenario, const GameStart *start) { return game_raise(scenario, start, NULL); }

void game_free(Game *game)
{
    if (!game)
        return;
    snapshots_free(&game->snapshots);
    free(game->position);
    free(game->memo);
    free(game->imagined);
    free(game->facts);
    free(game->order);
    free(game->packed);
    free(game->text);
    free(game->events);
    free(game);
}

/* ---- looking ---- */

const Scenario *game_scenario(const Game *game) { return game->scenario; }
const Position *game_position(const Game *game) { return game->position; }
Memo *game_memo(const Game *game) { return game->memo; }
Dice *game_dice(Game *game) { return &game->dice; }
const Events *game_events(const Game *game) { return game->events; }
int game_orders(const Game *game) { return game->orders; }

Order game_order(const Game *game, int index)
{
    assert(index >= 0 && index < game->orders);
    const uint8_t *at = game->packed + game->order[index].packed;
    Order order = {.verb = at[0], .count = at[1]};
    memcpy(order.slot, at + 2, order.count);
    memcpy(order.value, at + 2 + order.count, order.count * sizeof *order.value);
    return order;
}

const char *game_journal(const Game *game, size_t *length)
{
    *length = game->length;
    return game->text;
}

int game_side(const Game *game)
{
    const Frame *asked = question(game->position);
    return asked && !game->position->over ? asked->side : NO_SIDE;
}

static void renew_views(Game *game) { memset(game->view_fresh, 0, sizeof game->view_fresh); }

void game_forget_views(Game *game)
{
    renew_views(game);
    game->tallied = 0;
}

void game_drop_views(Game *game)
{
    for (int index = 0; index <= SPECTATOR; index++)
        if (game->sight[index])
            memset(game->sight[index], 0, game->scenario->system->sight_size);
    game_forget_views(game);
}

static int index_of_view(const Game *game, int side)
{
    return side >= 0 && side < game->scenario->sides ? side : SPECTATOR;
}

void *game_idle_view(Game *game, int side, size_t *size)
{
    const System *system = game->scenario->system;
    int index = index_of_view(game, side);
    memset(game->sight[index], 0, system->sight_size);
    game->view_fresh[index] = false;
    *size = (size_t)((char *)game->sight[index] - (char *)game->view[index]) + system->sight_size;
    return game->view[index];
}

const Position *game_view(Game *game, int side)
{
    int index = index_of_view(game, side);
    if (!game->view_fresh[index]) {
        const System *system = game->scenario->system;
        if (system->mask_again)
            system->mask_again(game->scenario, game->position, index, game->view[index], game->sight[index]);
        else
            system->mask(game->scenario, game->position, index, game->view[index]);
        game->view[index]->orders = 0; /* it would count what others do in secret */
        game->view_fresh[index] = true;
    }
    return game->view[index];
}

/* ---- the lab ---- */

/* Before the first order the line goes into the head; after it, into the journal as a line of its own. */
static bool say_lab(Game *game)
{
    size_t from = game->length;
    if (game->quiet)
        return true;
    if (!text_room(game, 8))
        return false;
    if (!game->lines && !game->sink) {
        size_t begin = game->length - 1;
        while (game->text[begin - 1] != '\n')
            begin--;
        memmove(game->text + begin + 4, game->text + begin, game->length - begin);
        memcpy(game->text + begin, "lab\n", 4);
        game->length += 4;
        return true;
    }
    put_text(game, "lab\n");
    if (sunk(game, from)) {
        chain_line(game, "lab", 3);
        return true;
    }
    game->length = from;
    return false;
}

Position *game_lab(Game *game)
{
    if (!game->position->lab && !say_lab(game))
        return NULL;
    game->position->lab = 1;
    game->barrier_due = true;
    snapshots_forget(&game->snapshots, 0);
    game_drop_views(game);
    return game->position;
}

Events *game_lab_events(Game *game) { return game->events; }

void game_shed(Game *game)
{
    Events *fewer = game->events->count > EVENTS_SHED ? malloc(sizeof *fewer) : NULL;
    if (!fewer)
        return;
    fewer->count = 0;
    free(game->events);
    game->events = fewer;
}

/* ---- the loop ---- */

Refusal game_check(Game *game, const Order *order)
{
    const Position *view = game_view(game, game_side(game));
    Refusal refusal = order_fits(game->scenario, view, order);
    if (refused(refusal))
        return refusal;
    return game->scenario->system->check(game->scenario, view, order);
}

static bool order_room(Game *game)
{
    if (game->orders == game->order_room) {
        Standing *order = realloc(game->order, 2 * (size_t)game->order_room * sizeof *order);
        if (!order)
            return false;
        game->order = order;
        game->order_room *= 2;
    }
    if (game->packed_room - game->packed_length < PACKED_ROOM) {
        uint8_t *packed = realloc(game->packed, 2 * game->packed_room);
        if (!packed)
            return false;
        game->packed = packed;
        game->packed_room *= 2;
    }
    return game->quiet || text_room(game, LINE_ROOM);
}

static void keep_order(Game *game, const Order *order)
{
    uint8_t *at = game->packed + game->packed_length;
    at[0] = order->verb;
    at[1] = order->count;
    memcpy(at + 2, order->slot, order->count);
    memcpy(at + 2 + order->count, order->value, order->count * sizeof *order->value);
    game->order[game->orders++].packed = (uint32_t)game->packed_length;
    game->packed_length += 2 + 3 * (size_t)order->count;
}

void game_drop_order(Game *game) { game->packed_length = game->order[--game->orders].packed; }

/* A barrier that follows from the journal is not copied: undo applies the orders since the last snapshot again, and
 * there is a snapshot not far behind it. Quiet games have no journal, and what the lab did is in none. */
static void settle_barrier(Game *game)
{
    const Snapshot *latest = snapshots_until(&game->snapshots, game->orders);
    int kept = latest ? latest->orders : 0;
    size_t size = game->scenario->system->position_size;
    if (!game->barrier_due)
        return;
    game->barrier_kept = game->quiet || game->position->lab;
    if (game->barrier_kept)
        memcpy(game->barrier, game->position, size);
    else if (game->orders - (kept > game->imagined_orders ? kept : game->imagined_orders) >= SNAPSHOT_FAR)
        snapshots_keep_near(&game->snapshots, game->orders, game->position, size);
    game->barrier_orders = game->orders;
    game->barrier_due = false;
}

static bool revealed(const Events *events)
{
    if (events->count > EVENTS_MAX)
        return true;
    for (int i = 0; i < events->count; i++)
        if (events->event[i].kind == EVENT_REVEALED)
            return true;
    return false;
}

static bool reveals(Game *game, const Order *order)
{
    const System *system = game->scenario->system;
    return !game->quiet && system->reveals && system->reveals(game->scenario, game_view(game, game_side(game)), order);
}

/* What the side knows of hidden things, into one of the two halves. */
static uint64_t *find_facts(Game *game, int side, int half)
{
    const System *system = game->scenario->system;
    uint64_t *facts = game->facts + half * system->facts;
    memset(facts, 0, (size_t)system->facts * sizeof *facts);
    system->learned(game->scenario, game_view(game, side), facts);
    return facts;
}

/* Whether the side knows something hidden that it did not know before its order. Quiet games have no undo, so they skip
 * this check. */
static bool has_learned(Game *game, int side)
{
    if (game->quiet || !game->facts)
        return false;
    const uint64_t *now = find_facts(game, side, 1);
    uint64_t new = 0;
    for (int i = 0; i < game->scenario->system->facts; i++)
        new |= now[i] & ~game->facts[i];
    return new;
}

void game_apply(Game *game, const Order *order)
{
    uint32_t answered = game->position->orders + 1;
    game->tallied = 0;
    game->scenario->system->apply(game->scenario, game->position, order, &game->dice, game->events);
    game->position->orders = answered;
    assert(game->position->depth || game->position->over);
}

/* Each way to score that brings more or less than before, with the points of its side then. */
static void tell_scores(Game *game, const PointsLine *before, const PointsLine *now, int count)
{
    int32_t points[SIDES] = {0};
    for (int i = 0; i < count; i++)
        points[before[i].side] += before[i].points;
    for (int i = 0; i < count; i++) {
        int change = now[i].points - before[i].points;
        Sentence words = now[i].words;
        if (!change)
            continue;
        points[now[i].side] += change;
        words.arg[0] = now[i].side;
        words.arg[1] = (int16_t)change;
        words.arg[2] = (int16_t)points[now[i].side];
        tell(game->events, EVENT_SCORE, 0, words);
    }
}

/* What counted after the order before counts before this one. */
static void apply_and_score(Game *game, const Order *order)
{
    const System *system = game->scenario->system;
    PointsLine before[TALLIES_MAX];
    int count = game->tallied;
    if (count)
        memcpy(before, game->tally, (size_t)count * sizeof *before);
    else if (system->tallies)
        count = system->tallies(game->scenario, game->position, before);
    game_apply(game, order);
    if (!count || game->position->over)
        return; /* the end of the game reports all points itself */
    game->tallied = system->tallies(game->scenario, game->position, game->tally);
    tell_scores(game, before, game->tally, count);
}

/* Writes the order's line, makes its dice, applies it. False if the sink failed: all is as before. */
static bool journal_and_apply(Game *game, const Order *order)
{
    size_t size = game->scenario->system->position_size, from = game->length;
    uint8_t chain[SHA256_BYTES];
    Dice dice;
    if (game->sink) {
        memcpy(game->spare, game->position, size);
        memcpy(chain, game->chain, sizeof chain);
        dice = game->dice;
    }
    size_t length = order_print(game->scenario, order, game->text + from);
    chain_line(game, game->text + from, length);
    game->length += length;
    dice_context(&game->dice, game->chain);
    apply_and_score(game, order);
    put_dice(game);
    put_text(game, "\n");
    game->lines++;
    put_check(game);
    game->order[game->orders].line = (uint32_t)from;
    if (sunk(game, from))
        return true;
    memcpy(game->position, game->spare, size);
    game->tallied = 0;
    memcpy(game->chain, chain, sizeof chain);
    game->dice = dice;
    game->length = from;
    game->lines--;
    game->events->count = 0;
    return false;
}

/* An order that was checked. */
static Refusal carry_out(Game *game, const Order *order)
{
    if (!order_room(game))
        return refuse(0, "core.no-memory-left-journal");
    settle_barrier(game);
    snapshots_keep(&game->snapshots, game->orders, game->position, game->scenario->system->position_size);
    int giver = game_side(game);
    bool shows = reveals(game, order);
    if (!game->quiet && game->facts)
        find_facts(game, giver, 0);
    game->events->count = 0;
    if (game->quiet) {
        game->lines++;
        chain_number(game);
        dice_context(&game->dice, game->chain);
        game_apply(game, order);
    } else if (!journal_and_apply(game, order)) {
        return refuse(0, "core.journal-could-not-written");
    }
    keep_order(game, order);
    renew_views(game);
    game->barrier_due =
        game->dice.recorded || game_side(game) != giver || revealed(game->events) || shows || has_learned(game, giver);
    return LEGAL;
}

Refusal game_do(Game *game, const Order *order)
{
    if (game->announced)
        return refuse(0, "core.dice-are-being-rolled");
    Refusal refusal = game_check(game, order);
    if (refused(refusal))
        return refusal;
    if (!game->seed_known && !game->reading)
        return refuse(0, "core.seed-game-not-known-can");
    if (game->quiet || !game_needs_links(game, order))
        return carry_out(game, order);
    return game_announce(game, order) ? LEGAL : refuse(0, "core.journal-could-not-written");
}

Refusal game_roll(Game *game)
{
    assert(game->announced && !game->links_due);
    Order order = game->roll;
    Refusal refusal = carry_out(game, &order);
    game->announced = refused(refusal);
    return refusal;
}

/* ---- answers in advance ---- */

StandingSet *game_standing(Game *game, int side) { return &game->standing[side]; }

void game_drop_standing(Game *game)
{
    const Frame *asked = question(game->position);
    if (!asked || asked->kind >= STANDING_QUESTIONS)
        return;
    game->standing[asked->side].kind[asked->kind] = 0;
}

StandingFound game_answer(Game *game, Order *given)
{
    int side = game_side(game);
    if (side == NO_SIDE || game->announced)
        return STANDING_NONE;
    StandingFound found = standing_find(game->scenario, game_view(game, side), &game->standing[side], given);
    if (found == STANDING_GIVEN && refused(game_do(game, given)))
        found = STANDING_DROPPED;
    if (found == STANDING_DROPPED)
        game_drop_standing(game);
    return found;
}

/* ---- the journal's owner ---- */

void game_set_sink(Game *game, bool (*sink)(void *context, const char *line, size_t length), void *context)
{
    game->sink = sink;
    game->sink_context = context;
}

void game_score(const Game *game, Score *out)
{
    memset(out, 0, sizeof *out);
    out->winner = NO_SIDE;
    game->scenario->system->score(game->scenario, game->position, out);
    if (game->resigned == NO_SIDE)
        return;
    out->winner = game->position->winner;
    out->verdict = game_given_up(game);
}

static void put_result(Game *game)
{
    const Scenario *scenario = game->scenario;
    Score score;
    char line[256], verdict[160];
    game_score(game, &score);
    bool won = score.winner < scenario->sides;
    say(scenario, NULL, NULL, &score.verdict, verdict, sizeof verdict);
    for (char *at = verdict; *at; at++)
        if (*at == '"' || (unsigned char)*at < ' ')
            *at = '\'';
    snprintf(line, sizeof line, "result %s %ld \"%s\"\n", won ? scenario->side_word[score.winner] : "draw",
             (long)score.points[won ? score.winner : 0], verdict);
    put_text(game, line);
}

bool game_close(Game *game)
{
    if (game->closed || game->quiet || game_side(game) != NO_SIDE || !text_room(game, CLOSING_ROOM))
        return game->closed;
    size_t from = game->length;
    if (!check_due(game)) /* else the hash is there already */
        put_hash(game);
    put_result(game);
    if (game->seed_known && game->dice.mode == DICE_FAIR) {
        put_text(game, "seed ");
        put_bytes_as_hex(game, game->dice.seed, SHA256_BYTES);
        put_text(game, "\n");
    }
    game->closed = sunk(game, from);
    if (!game->closed)
        game->length = from;
    return game->closed;
}
