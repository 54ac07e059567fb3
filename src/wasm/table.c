/* table.c — a game that one person plays in the browser, alone or against the machine: what server/table.c, telling.c
 * and talk_back.c do for many. Every message is made from one view at a time, that of the side the person plays. */
#include <stdio.h>
#include <stdlib.h>

#include "ai/weigh.h"
#include "wasm/own.h"

/* In one go; a chain of questions that is longer goes on with the next order. */
#define ANSWERS_MOST 256

Table table;

bool table_holds(int side) { return side < engine.scenario->sides && !table.player[side]; }

static bool holds_all(void)
{
    for (int side = 0; side < engine.scenario->sides; side++)
        if (!table_holds(side))
            return false;
    return true;
}

Showing table_showing(void)
{
    int side = game_side(engine.game);
    return (Showing){.scenario = engine.scenario,
                     .view = game_view(engine.game, table.as),
                     .translation = engine.translation,
                     .as = table.as,
                     .memo = game_memo(engine.game),
                     .asked = side,
                     .can_undo = game_can_undo(engine.game) && side != NO_SIDE,
                     .over = side == NO_SIDE,
                     .verdict = game_given_up(engine.game)};
}

bool table_may_answer(Answer *answer)
{
    int side = game_side(engine.game);
    Showing showing = table_showing();
    *answer = ANSWER_OK;
    if (side != NO_SIDE && table.as == side && table_holds(side))
        return true;
    Refusal refusal = refuse(0, "server.not-your-turn-must-answer", side);
    if (side == NO_SIDE) {
        *answer = answer_refused("server.game-over");
        return false;
    }
    if (table_holds(side))
        refusal = refuse(0, "server.you-sit-behind-curtain-change", table.as);
    *answer = answer_refusal(&showing, &refusal);
    return false;
}

/* ---- messages ---- */

static void add_orders(Buffer *out)
{
    buffer_literal(out, ",\"orders\":");
    buffer_number(out, game_orders(engine.game));
}

/* Sends what a line did to the view that is shown. A viewer who gets no events may still see what changed. */
static void tell_line(unsigned sent, int giver, const Order *order, LineKind kind)
{
    Buffer *out = &table.said;
    Showing showing = table_showing();
    bool heard = sent >> table.as & 1;
    if (heard) {
        buffer_format(out, "{\"t\":\"events\",\"seq\":%u", table.deliveries.count[table.as]);
        buffer_text(out, line_goes_back(kind) ? ",\"back\":true," : ",");
        json_events(out, &showing, game_events(engine.game), order ? game_dice(engine.game) : NULL, giver, order);
        if (table.answers && table.as == giver)
            buffer_literal(out, ",\"standing\":true");
        buffer_literal(out, "}\n");
    }
    size_t begin = out->length;
    buffer_format(out, "{\"t\":\"delta\",\"seq\":%u", table.deliveries.count[table.as]);
    if (heard)
        add_orders(out);
    size_t before = out->length;
    json_changes(out, &showing, &table.seen);
    if (!heard && out->length == before)
        out->length = begin;
    else
        buffer_literal(out, "}\n");
}

static void add_standing(Buffer *out, int side)
{
    char text[STANDING_TEXT];
    bool first = true;
    buffer_char(out, '[');
    for (int question = -1; question < engine.scenario->system->question_kinds; question++)
        if (standing_print(engine.scenario, game_standing(engine.game, side), question, text)) {
            buffer_text(out, first ? "" : ",");
            buffer_quote(out, text);
            first = false;
        }
    buffer_char(out, ']');
}

static void tell_standing(int side, const char *dropped)
{
    Buffer *out = &table.said;
    if (side != table.as || !table_holds(side))
        return;
    buffer_literal(out, "{\"t\":\"standing\",\"set\":");
    add_standing(out, side);
    if (dropped) {
        buffer_literal(out, ",\"dropped\":");
        buffer_quote(out, dropped);
    }
    buffer_literal(out, "}\n");
}

const char *engine_said(void)
{
    buffer_clear(&engine.out);
    buffer_add(&engine.out, table.said.bytes, table.said.length);
    buffer_clear(&table.said);
    return engine_text();
}

void engine_state(void)
{
    Buffer *out = &engine.out;
    Showing showing = table_showing();
    buffer_clear(out);
    buffer_clear(&table.said); /* the state has all of it */
    buffer_format(out, "\"seq\":%u,\"as\":", table.deliveries.count[table.as]);
    json_side(out, engine.scenario, table.as);
    add_orders(out);
    if (table.as < engine.scenario->sides) {
        buffer_literal(out, ",\"standing\":");
        add_standing(out, table.as);
    }
    json_whole(out, &showing, &table.seen);
}

void engine_status(void)
{
    Buffer *out = &engine.out;
    int side = game_side(engine.game);
    Score score;
    char words[SAY_TEXT];
    buffer_clear(out);
    buffer_literal(out, "\"asked\":");
    json_side(out, engine.scenario, side);
    buffer_format(out, ",\"turn\":%d,\"orders\":%d,\"over\":%s,\"machine\":%s,\"verdict\":",
                  game_position(engine.game)->turn, game_orders(engine.game), side == NO_SIDE ? "true" : "false",
                  side != NO_SIDE && table.player[side] ? "true" : "false");
    game_score(engine.game, &score);
    buffer_quote_bytes(out, words, say(engine.scenario, engine.translation, NULL, &score.verdict, words, sizeof words));
}

void engine_hints(void)
{
    char name[160];
    const char *id = engine.scenario->id, *slash = strchr(id, '/');
    Log *log = calloc(1, sizeof *log);
    size_t length;
    snprintf(name, sizeof name, "%.*s/scenarios/%s.hints", (int)(slash - id), id, slash + 1);
    char *text = engine_read_file(NULL, name, &length);
    Document *hints = text && log ? table_parse(name, text, length, log) : NULL;
    buffer_clear(&engine.out);
    json_hints(&engine.out, hints);
    document_free(hints);
    free(text);
    free(log);
}

const char *engine_journal(void)
{
    size_t length;
    return game_journal(engine.game, &length);
}

size_t engine_journal_length(void)
{
    size_t length;
    game_journal(engine.game, &length);
    return length;
}

/* ---- the table is laid ---- */

void table_take(Game *game, const Deliveries *deliveries)
{
    engine.game = game;
    table.deliveries = *deliveries;
    table.deliveries.giver = game_side(game);
    table.row.sides = engine.scenario->sides;
    table.row.over = game_side(game) == NO_SIDE;
    for (int side = 0; side < SIDES; side++) {
        table.player[side] = NULL;
        table.thinking[side] = (Thinking){0};
    }
    engine_table_sit(SPECTATOR);
}

void table_clear(void)
{
    game_free(engine.game);
    engine.game = NULL;
    deliveries_free(&table.deliveries);
    table.row = (GameRow){0};
}

int engine_table_begin(const uint8_t *seed)
{
    GameStart start = {0};
    table_clear();
    memcpy(start.seed, seed, sizeof start.seed);
    memcpy(table.row.seed, seed, sizeof table.row.seed);
    Game *game = game_new(engine.scenario, &start);
    if (game)
        table_take(game, &(Deliveries){0});
    return game != NULL;
}

int engine_table_open(const char *journal, size_t length, const uint8_t *seed, const uint8_t *origin,
                      size_t origin_length)
{
    char why[300];
    int held;
    Deliveries deliveries = {.giver = NO_SIDE};
    table_clear();
    memcpy(table.row.seed, seed, sizeof table.row.seed);
    memcpy(table.row.branch_seed, origin, sizeof table.row.branch_seed);
    table.row.branch_length = (int64_t)origin_length;
    Game *game = game_reopen(engine.scenario, &table.row, journal, length, &deliveries, &held, why);
    buffer_clear(&engine.out);
    if (game) {
        table_take(game, &deliveries);
        if (!table.row.over && !game_is_current(game))
            game_take_edition(game);
    } else {
        buffer_text(&engine.out, why);
    }
    return game != NULL;
}

/* Whether the person does not know something by what he sees. */
static bool hides_something(const Game *game)
{
    const System *system = engine.scenario->system;
    if (holds_all() || !system->shuffle_hidden)
        return false;
    Position *copy = position_room(engine.scenario);
    bool hides = true;
    if (copy) {
        memcpy(copy, game_position(game), system->position_size);
        hides = system->shuffle_hidden(engine.scenario, copy, table.as, &(Random){1});
    }
    free(copy);
    return hides;
}

size_t engine_table_branch(int order, const uint8_t *seed)
{
    char why[300];
    size_t length;
    Deliveries deliveries = {.giver = NO_SIDE};
    const char *text = game_journal(engine.game, &length);
    int lines = table.row.branch_length ? -1 : journal_lines_to(text, length, order), as = table.as;
    const Player *player[SIDES];
    uint64_t chance;
    Game *game = lines < 0
                     ? NULL
                     : game_retell(engine.scenario, &table.row, text, length, lines, deliveries_see, &deliveries, why);
    if (!game)
        return 0;
    game_journal(game, &length);
    dice_fair(game_dice(game), seed);
    memcpy(&chance, seed, sizeof chance);
    bool hides = !table.row.over && hides_something(game);
    if (hides && game_imagine(game, as < SIDES ? 1u << as : 0, chance, why))
        deliveries_line(&deliveries, game, LINE_IMAGINE);
    memcpy(player, table.player, sizeof player);
    memcpy(table.row.branch_seed, table.row.seed, sizeof table.row.branch_seed);
    memcpy(table.row.seed, seed, sizeof table.row.seed);
    table.row.branch_length = (int64_t)length;
    game_free(engine.game);
    deliveries_free(&table.deliveries);
    table_take(game, &deliveries);
    memcpy(table.player, player, sizeof player);
    engine_table_sit(as);
    return length;
}

void engine_table_seat(int side, const char *player) { table.player[side] = *player ? player_named(player) : NULL; }
void engine_table_random(uint64_t seed) { table.random = (Random){seed}; }

void engine_table_sit(int side)
{
    table.as = side >= 0 && side < engine.scenario->sides ? side : SPECTATOR;
    seen_free(&table.seen);
    table.seen = (Seen){0};
}

/* ---- orders ---- */

void table_advanced(LineKind kind, int giver, const Order *order)
{
    unsigned sent = deliveries_line(&table.deliveries, engine.game, kind);
    table.row.over = game_side(engine.game) == NO_SIDE;
    if (table.row.over)
        game_close(engine.game);
    tell_line(sent, giver, order, kind);
}

/* Gives the person's answers in advance, until a question must be asked. */
static void answer_standing(void)
{
    Order given;
    for (int i = 0; i < ANSWERS_MOST; i++) {
        int side = game_side(engine.game);
        if (side == NO_SIDE || !table_holds(side))
            return;
        int kind = question(game_position(engine.game))->kind;
        StandingFound found = game_answer(engine.game, &given);
        if (found == STANDING_DROPPED)
            tell_standing(side, engine.scenario->system->questions[kind].name);
        if (found != STANDING_GIVEN)
            return;
        table.answers = true;
        table_advanced(LINE_ORDER, side, &given);
        table.answers = false;
    }
}

static Answer answer_ok(void)
{
    buffer_clear(&engine.out);
    buffer_literal(&engine.out, "\"ok\":true");
    return ANSWER_OK;
}

int engine_give(const char *text)
{
    Order order;
    Answer answer;
    char why[ORDER_MISTAKE];
    int column;
    if (!table_may_answer(&answer))
        return answer;
    if (!order_read(engine.scenario, engine.translation, true, text, strlen(text), &order, why, &column))
        return answer_refused(why);
    Refusal refusal = game_do(engine.game, &order);
    if (refused(refusal)) {
        Showing showing = table_showing();
        return answer_refusal(&showing, &refusal);
    }
    table_advanced(LINE_ORDER, table.as, &order);
    answer_standing();
    return answer_ok();
}

int engine_undo(void)
{
    char why[200];
    int side = game_side(engine.game);
    if (side == NO_SIDE)
        return answer_refused("server.game-over");
    bool simple = game_can_undo(engine.game) && side == table.as;
    if (!simple && !holds_all())
        return answer_refused("server.dice-reveal-change-side-stand");
    if (simple ? !game_undo(engine.game, why) : !game_take_back(engine.game, why))
        return answer_refused(why);
    table_advanced(simple ? LINE_UNDO : LINE_BACK, side, NULL);
    tell_standing(game_side(engine.game), NULL);
    return answer_ok();
}

int engine_resign(void)
{
    char why[200];
    if (table.as == SPECTATOR || game_side(engine.game) == NO_SIDE)
        return answer_refused(table.as == SPECTATOR ? "server.you-watching" : "server.game-over");
    if (!game_resign(engine.game, table.as, why))
        return answer_refused(why);
    table_advanced(LINE_RESIGN, table.as, NULL);
    return answer_ok();
}

int engine_standing(const char *text)
{
    char why[200];
    if (!table_holds(table.as))
        return answer_refused("server.you-watching");
    if (!standing_read(engine.scenario, text, strlen(text), game_standing(engine.game, table.as), why))
        return answer_refused(why);
    tell_standing(table.as, NULL);
    answer_standing();
    return answer_ok();
}

/* ---- the machine ---- */

/* What is lent to a player; all of it or nothing. */
typedef struct Lent {
    Position *view;
    Memo *memo;
    void *mind;
} Lent;

static void give_back(Lent *lent)
{
    free(lent->view);
    free(lent->memo);
    free(lent->mind);
}

static bool lend(const Player *player, int side, Lent *out)
{
    const System *system = engine.scenario->system;
    *out = (Lent){position_room(engine.scenario), calloc(1, system->memo_size + 1),
                  malloc(player_room(player, engine.scenario) + 1)};
    if (!out->view || !out->memo || !out->mind) {
        give_back(out);
        return false;
    }
    memcpy(out->view, game_view(engine.game, side), system->position_size);
    return true;
}

int engine_think(void)
{
    int side = game_side(engine.game);
    Lent lent;
    Order order;
    uint64_t listed = 0;
    if (side == NO_SIDE || !table.player[side] || !lend(table.player[side], side, &lent))
        return 0;
    bool found = player_order(table.player[side], engine.scenario, lent.view, lent.memo, lent.mind,
                              &table.thinking[side], &table.random, &order, &listed) &&
                 !refused(game_do(engine.game, &order));
    give_back(&lent);
    if (!found)
        return 0;
    table_advanced(LINE_ORDER, side, &order);
    answer_standing();
    return 1;
}

int engine_hint(const char *text)
{
    Lent lent;
    Order order;
    Answer answer;
    Thinking thinking = {0};
    char why[ORDER_MISTAKE];
    int column;
    if (!table_may_answer(&answer))
        return answer;
    if (*text && !order_read(engine.scenario, engine.translation, true, text, strlen(text), &order, why, &column))
        return answer_refused(why);
    Refusal refusal = *text ? game_check(engine.game, &order) : LEGAL;
    if (refused(refusal)) {
        Showing showing = table_showing();
        return answer_refusal(&showing, &refusal);
    }
    if (!lend(&search_quick_player, table.as, &lent))
        return answer_error("server.no-advice-here");
    Random random = {position_hash(engine.scenario, lent.view)};
    bool found = weigh_order(&search_quick_player, engine.scenario, lent.view, lent.memo, lent.mind, &thinking, &random,
                             *text ? &order : NULL);
    give_back(&lent);
    if (!found)
        return answer_error("server.no-advice-here");
    buffer_clear(&engine.out);
    json_why(&engine.out, engine.scenario, &thinking.why);
    return ANSWER_OK;
}

int engine_reasons(int side)
{
    if (side < 0 || side >= engine.scenario->sides || !table.player[side])
        return answer_error("server.no-machine-plays-that-side");
    if (!table.row.over && hides_something(engine.game))
        return answer_refused("server.reasons-when-nothing-hidden");
    buffer_clear(&engine.out);
    json_why(&engine.out, engine.scenario, &table.thinking[side].why);
    return ANSWER_OK;
}
