/* toy.h — a rulebook small enough to read in a sitting, to test the core without a real one.
 *
 * Two sides of three counters on a field of 7 by 5 hexes. The set-up rolls a die for each counter: its
 * strength, which the enemy does not see. In its turn a side moves each counter up to three hexes, scouts,
 * signals, attacks. An attack rolls a die for each side; the loser of a won attack must say where the counter
 * goes (a question on top of the turn), or it dies. Eight turns; the side with more counters wins. */
#ifndef SANDTABLE_TOY_H
#define SANDTABLE_TOY_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/system.h"

enum { TOY_PIECES = 6, TOY_TURNS = 8, TOY_STEPS = 3 };
enum { TOY_ASK_TURN, TOY_ASK_RETREAT, TOY_ASKS };
enum { TOY_MOVE, TOY_SCOUT, TOY_ATTACK, TOY_SIGNAL, TOY_END, TOY_RETREAT, TOY_ORDERS };
enum { TOY_NO_RULE, TOY_RULE_MOVE, TOY_RULE_OCCUPIED, TOY_RULE_ATTACK, TOY_RULES };

typedef struct Toy {
    Position head;
    Hex hex[TOY_PIECES];
    uint8_t strength[TOY_PIECES]; /* 0 in the view of a side that does not know it */
    uint8_t known[TOY_PIECES];
    uint8_t done[TOY_PIECES]; /* bit 1 moved, bit 2 fought */
    uint16_t signal[2];       /* 0 in the enemy's view */
} Toy;

static const char *const toy_terrain[] = {"clear", NULL};
static const char *const toy_none[] = {"none", NULL};
static const MapSchema toy_schema = {
    .terrain = toy_terrain, .edges = toy_none, .roads = toy_none, .places = toy_none, .areas = toy_none, .barred = 0};
static const char *const toy_tones[] = {"loud", "soft", NULL};

static const OrderKind toy_orders[TOY_ORDERS] = {
    [TOY_MOVE] = {"move",
                  "walk a counter",
                  "1",
                  {{1 << TOY_ASK_TURN}},
                  2,
                  {{NULL, ARG_PIECE, 1, 1, NULL, "counter"}, {NULL, ARG_PATH, 1, TOY_STEPS, NULL, "hexes walked"}}},
    [TOY_SCOUT] = {"scout",
                   "look at an enemy beside a counter",
                   "1",
                   {{1 << TOY_ASK_TURN}},
                   2,
                   {{NULL, ARG_PIECE, 1, 1, NULL, "counter"}, {"at", ARG_HEX, 1, 1, NULL, "hex"}}},
    [TOY_ATTACK] = {"attack",
                    "fight an adjacent counter",
                    "3",
                    {{1 << TOY_ASK_TURN}},
                    2,
                    {{NULL, ARG_PIECE, 1, 3, NULL, "attackers"}, {"at", ARG_HEX, 1, 1, NULL, "hex attacked"}}},
    [TOY_SIGNAL] = {"signal",
                    "tell yourself a secret number",
                    "1",
                    {{1 << TOY_ASK_TURN}},
                    3,
                    {{NULL, ARG_NUMBER, 0, 3, NULL, "numbers"},
                     {"tone", ARG_WORD, 0, 1, toy_tones, "how"},
                     {"over", ARG_HEXSIDE, 0, 2, NULL, "hexsides"}}},
    [TOY_END] = {"end", "end the turn", "1", {{1 << TOY_ASK_TURN}}, 0, {{0}}},
    [TOY_RETREAT] = {"retreat",
                     "where the beaten counter goes",
                     "3",
                     {{1 << TOY_ASK_RETREAT}},
                     1,
                     {{NULL, ARG_HEX, 1, 1, NULL, "hex"}}},
};

static const QuestionKind toy_questions[TOY_ASKS] = {{"turn", "Turn", "1"}, {"retreat", "Retreat", "3"}};
static const Rule toy_rules[TOY_RULES] = {
    {"", "", ""}, {"1", "Movement", "rule"}, {"2", "Occupied", "rule"}, {"3", "Attack", "rule"}};

static Toy *toy_of(const Position *position) { return (Toy *)(void *)(uintptr_t)position; }
static int toy_side(Piece piece) { return piece / 3; }

static Piece toy_at(const Toy *toy, Hex hex)
{
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (toy->hex[piece] == hex)
            return piece;
    return NO_PIECE;
}

static bool toy_touch(const Scenario *scenario, Hex a, Hex b)
{
    return edge_between(&scenario->map->grid, a, b) < EDGES;
}

static void toy_ask(Position *position, int kind, int side, int data)
{
    position->frame[position->depth++] =
        (Frame){.kind = (uint8_t)kind, .side = (uint8_t)side, .data = {(uint16_t)data}};
}

static bool toy_load(Scenario *scenario, Loading *loading)
{
    static const char *const ids[TOY_PIECES] = {"r1", "r2", "r3", "b1", "b2", "b3"};
    (void)loading;
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (!scenario_name_piece(scenario, piece, ids[piece]))
            return false;
    scenario->pieces = TOY_PIECES;
    return true;
}

static void toy_unload(Scenario *scenario) { (void)scenario; }

static void toy_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    Toy *toy = toy_of(position);
    int columns = scenario->map->grid.columns;
    for (Piece piece = 0; piece < TOY_PIECES; piece++) {
        toy->hex[piece] = (Hex)((piece % 3 + 1) * columns + (toy_side(piece) ? columns - 1 : 0));
        toy->strength[piece] = (uint8_t)dice_roll(dice);
        tell(events, EVENT_PLACED, 0, sentence(0, "%p stands in %h", piece, toy->hex[piece]));
    }
    position->turn = 1;
    toy_ask(position, TOY_ASK_TURN, 0, 0);
}

/* ---- what may be ordered ---- */

static bool toy_own(const Position *view, Piece piece)
{
    return piece < TOY_PIECES && toy_of(view)->hex[piece] != NO_HEX && toy_side(piece) == question(view)->side;
}

static Refusal toy_check_move(const Scenario *scenario, const Position *view, const Order *order)
{
    const Toy *toy = toy_of(view);
    Piece piece = order->value[0];
    if (!toy_own(view, piece))
        return refuse(TOY_RULE_MOVE, "%p is not yours to move", piece);
    if (toy->done[piece] & 1)
        return refuse(TOY_RULE_MOVE, "%p has moved", piece);
    Hex at = toy->hex[piece];
    for (int i = 1; i < order->count; at = order->value[i++]) {
        if (!toy_touch(scenario, at, order->value[i]))
            return refuse(TOY_RULE_MOVE, "%h does not touch %h", order->value[i], at);
        if (toy_at(toy, order->value[i]) != NO_PIECE)
            return refuse(TOY_RULE_OCCUPIED, "%p cannot enter %h: %p stands there", piece, order->value[i],
                          toy_at(toy, order->value[i]));
    }
    return LEGAL;
}

static Refusal toy_check_at(const Scenario *scenario, const Position *view, const Order *order)
{
    const Toy *toy = toy_of(view);
    Hex at = order_value(order, 1, NO_HEX);
    Piece enemy = toy_at(toy, at);
    if (enemy == NO_PIECE || toy_side(enemy) == question(view)->side)
        return refuse(TOY_RULE_ATTACK, "no enemy stands in %h", at);
    for (int i = 0; i < order->count && order->slot[i] == 0; i++) {
        Piece piece = order->value[i];
        if (!toy_own(view, piece) || !toy_touch(scenario, toy->hex[piece], at))
            return refuse(TOY_RULE_ATTACK, "%p does not stand beside %h", piece, at);
        if (order->verb == TOY_ATTACK && toy->done[piece] & 2)
            return refuse(TOY_RULE_ATTACK, "%p has fought", piece);
        if (order->verb == TOY_SCOUT && toy->known[enemy])
            return refuse(TOY_RULE_ATTACK, "%p is known", enemy);
        for (int j = 0; j < i; j++)
            if (order->value[j] == piece)
                return refuse(TOY_RULE_ATTACK, "%p is named twice", piece);
    }
    return LEGAL;
}

static Refusal toy_check_retreat(const Scenario *scenario, const Position *view, const Order *order)
{
    const Toy *toy = toy_of(view);
    Piece piece = question(view)->data[0];
    if (!toy_touch(scenario, toy->hex[piece], order->value[0]))
        return refuse(TOY_RULE_ATTACK, "%p does not stand beside %h", piece, order->value[0]);
    if (toy_at(toy, order->value[0]) != NO_PIECE)
        return refuse(TOY_RULE_OCCUPIED, "%h is occupied", order->value[0]);
    return LEGAL;
}

static Refusal toy_check(const Scenario *scenario, const Position *view, const Order *order)
{
    switch (order->verb) {
    case TOY_MOVE:
        return toy_check_move(scenario, view, order);
    case TOY_SCOUT:
    case TOY_ATTACK:
        return toy_check_at(scenario, view, order);
    case TOY_RETREAT:
        return toy_check_retreat(scenario, view, order);
    default:
        return LEGAL;
    }
}

/* Lists a value if some order made of the prefix and it is legal as it is or with one more hex. */
static void toy_offer(const Scenario *scenario, const Position *view, const Order *prefix, int slot, int value,
                      Choices *out)
{
    Order order = *prefix;
    if (!order_add(&order, slot, (uint16_t)value))
        return;
    bool listed = !refused(order_fits(scenario, view, &order)) && !refused(toy_check(scenario, view, &order));
    for (Hex hex = 0; hex < scenario->map->hexes && !listed; hex++) {
        Order longer = order;
        if (slot == 0 && order.verb != TOY_RETREAT && order_add(&longer, 1, hex))
            listed = !refused(order_fits(scenario, view, &longer)) && !refused(toy_check(scenario, view, &longer));
    }
    if (listed)
        choose(out, slot, value);
}

static void toy_choices(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out)
{
    out->count = 0;
    out->complete = false;
    if (!question(view))
        return;
    if (prefix->verb == NO_VERB) {
        for (int verb = 0; verb < TOY_ORDERS; verb++) {
            Choices parts;
            Order order = order_of(verb);
            if (!order_answers(&toy_orders[verb], question(view)->kind))
                continue;
            toy_choices(scenario, view, &order, &parts);
            if (parts.complete || parts.count)
                choose(out, SLOT_VERB, verb);
        }
        return;
    }
    out->complete = !refused(order_fits(scenario, view, prefix)) && !refused(toy_check(scenario, view, prefix));
    const OrderKind *kind = &toy_orders[prefix->verb];
    for (int slot = 0; slot < kind->slots; slot++) {
        int last = kind->slot[slot].type == ARG_PIECE     ? TOY_PIECES
                   : kind->slot[slot].type == ARG_NUMBER  ? 3
                   : kind->slot[slot].type == ARG_WORD    ? 2
                   : kind->slot[slot].type == ARG_HEXSIDE ? 0
                                                          : scenario->map->hexes;
        for (int value = 0; value < last; value++)
            toy_offer(scenario, view, prefix, slot, value, out);
    }
}

static void toy_reach(const Scenario *scenario, const Position *view, const Order *prefix, Reach *out)
{
    out->count = 0;
    if (prefix->verb != TOY_MOVE || prefix->count != 1 || !toy_own(view, prefix->value[0]))
        return;
    const Toy *toy = toy_of(view);
    Hex start = toy->hex[prefix->value[0]];
    memset(out->cost, 0xFF, sizeof out->cost);
    out->cost[start] = 0;
    out->from[start] = NO_HEX;
    Hex queue[64] = {start};
    for (int head = 0, tail = 1; head < tail; head++)
        for (Edge edge = 0; edge < EDGES && out->cost[queue[head]] < TOY_STEPS; edge++) {
            Hex to = hex_across(&scenario->map->grid, queue[head], edge);
            if (to == NO_HEX || out->cost[to] != 0xFFFF || toy_at(toy, to) != NO_PIECE)
                continue;
            out->cost[to] = out->most[to] = (uint16_t)(out->cost[queue[head]] + 1);
            out->from[to] = queue[head];
            out->hex[out->count++] = to;
            queue[tail++] = to;
        }
}

/* ---- what comes of it ---- */

static void toy_remove(Toy *toy, Piece piece, Events *events)
{
    tell(events, EVENT_ELIMINATED, 0, sentence(TOY_RULE_ATTACK, "%p is gone from %h", piece, toy->hex[piece]));
    toy->hex[piece] = NO_HEX;
}

static int toy_alive(const Toy *toy, int side)
{
    int alive = 0;
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        alive += toy_side(piece) == side && toy->hex[piece] != NO_HEX;
    return alive;
}

static void toy_over(Toy *toy, Events *events)
{
    int red = toy_alive(toy, 0), blue = toy_alive(toy, 1);
    if (red && blue && toy->head.turn <= TOY_TURNS)
        return;
    toy->head.depth = 0;
    toy->head.over = 1;
    toy->head.winner = red > blue ? 0 : blue > red ? 1 : NO_SIDE;
    tell(events, EVENT_OVER, 0, sentence(0, "the game is over"));
}

static void toy_fight(const Scenario *scenario, Toy *toy, const Order *order, Dice *dice, Events *events)
{
    int attackers, side = question(&toy->head)->side, attack = dice_roll(dice), defence = dice_roll(dice);
    order_slot(order, 0, &attackers);
    Piece enemy = toy_at(toy, order->value[attackers]);
    for (int i = 0; i < attackers; i++) {
        attack += toy->strength[order->value[i]];
        toy->done[order->value[i]] |= 2;
        toy->known[order->value[i]] = 1;
    }
    toy->known[enemy] = 1;
    tell(events, EVENT_ROLLED, 0,
         sentence(TOY_RULE_ATTACK, "%s attacks with %n against %n", side, attack, defence + toy->strength[enemy]));
    if (attack <= defence + toy->strength[enemy]) {
        toy_remove(toy, order->value[0], events);
        toy_over(toy, events);
        return;
    }
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex to = hex_across(&scenario->map->grid, toy->hex[enemy], edge);
        if (to != NO_HEX && toy_at(toy, to) == NO_PIECE) {
            toy_ask(&toy->head, TOY_ASK_RETREAT, !side, enemy);
            return;
        }
    }
    toy_remove(toy, enemy, events);
    toy_over(toy, events);
}

static void toy_apply(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events)
{
    Toy *toy = toy_of(position);
    int side = question(position)->side;
    Hex at;
    switch (order->verb) {
    case TOY_MOVE:
        at = order->value[order->count - 1];
        tell(events, EVENT_MOVED, 0,
             sentence(TOY_RULE_MOVE, "%p moves from %h to %h", order->value[0], toy->hex[order->value[0]], at));
        toy->hex[order->value[0]] = at;
        toy->done[order->value[0]] |= 1;
        break;
    case TOY_SCOUT:
        toy->known[toy_at(toy, order->value[1])] = 1;
        tell(events, EVENT_REVEALED, 0, sentence(TOY_RULE_MOVE, "%p is seen", toy_at(toy, order->value[1])));
        break;
    case TOY_ATTACK:
        toy_fight(scenario, toy, order, dice, events);
        break;
    case TOY_SIGNAL:
        toy->signal[side] = (uint16_t)(toy->signal[side] * 3 + 1 + order_value(order, 0, 7));
        tell(events, EVENT_STATE, 1u << !side, sentence(TOY_RULE_MOVE, "%s signals %n", side, toy->signal[side]));
        break;
    case TOY_END:
        memset(toy->done, 0, sizeof toy->done);
        position->turn = (uint16_t)(position->turn + side);
        position->frame[0].side = !side;
        tell(events, EVENT_TURN, 0, sentence(0, "turn %n: %s", position->turn, !side));
        toy_over(toy, events);
        break;
    case TOY_RETREAT:
        tell(events, EVENT_RETREATED, 0,
             sentence(TOY_RULE_ATTACK, "%p falls back to %h", question(position)->data[0], order->value[0]));
        toy->hex[question(position)->data[0]] = order->value[0];
        position->depth--;
        break;
    }
}

static void toy_mask(const Scenario *scenario, const Position *position, int side, Position *view)
{
    (void)scenario;
    Toy *toy = toy_of(view);
    memcpy(view, position, sizeof *toy);
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (toy_side(piece) != side && !toy->known[piece])
            toy->strength[piece] = 0;
    for (int other = 0; other < 2; other++)
        if (other != side)
            toy->signal[other] = 0;
}

static bool toy_forecast(const Scenario *scenario, const Position *view, const Order *order, Forecast *out)
{
    (void)scenario, (void)view;
    if (order->verb != TOY_ATTACK)
        return false;
    memset(out, 0, sizeof *out);
    out->title = sentence(0, "two dice");
    out->total = 36;
    out->outcomes = 1;
    out->outcome[0].label = sentence(0, "something");
    out->outcome[0].weight = 36;
    return true;
}

static Sentence toy_prompt(const Scenario *scenario, const Position *view)
{
    (void)scenario;
    const Frame *asked = question(view);
    if (asked->kind == TOY_ASK_RETREAT)
        return sentence(TOY_RULE_ATTACK, "%s: where does %p fall back to?", asked->side, asked->data[0]);
    return sentence(TOY_RULE_MOVE, "%s, turn %n: what do you order?", asked->side, view->turn);
}

static Hex toy_where(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return toy_of(view)->hex[piece];
}

static int toy_stack(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room)
{
    (void)scenario;
    Piece piece = toy_at(toy_of(view), hex);
    if (piece == NO_PIECE || room < 1)
        return 0;
    out[0] = piece;
    return 1;
}

static void toy_look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    look_clear(out);
    const Toy *toy = toy_of(view);
    out->known = toy->strength[piece] > 0;
    out->side = (uint8_t)toy_side(piece);
    if (out->known) {
        snprintf(out->name, sizeof out->name, "Counter %s", scenario->piece_id[piece]);
        char strength[11];
        snprintf(strength, sizeof strength, "%d", toy->strength[piece]);
        look_value(out, AT_FOOT, strength);
    }
}

static int toy_marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    (void)scenario, (void)view, (void)out, (void)room;
    return 0;
}

static uint8_t toy_control(const Scenario *scenario, const Position *view, Hex hex)
{
    (void)scenario;
    Piece piece = toy_at(toy_of(view), hex);
    return piece == NO_PIECE ? NO_SIDE : (uint8_t)toy_side(piece);
}

static int toy_track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    (void)scenario, (void)room;
    out[0] = sentence(0, "Turn %n of %n", view->turn, TOY_TURNS);
    return 1;
}

static void toy_score(const Scenario *scenario, const Position *position, Score *out)
{
    (void)scenario;
    const Toy *toy = toy_of(position);
    memset(out, 0, sizeof *out);
    out->over = position->over;
    out->winner = position->winner;
    out->points[0] = toy_alive(toy, 0);
    out->points[1] = toy_alive(toy, 1);
    out->verdict = sentence(0, position->winner == NO_SIDE ? "a \"drawn\" end" : "a \"won\" end");
}

static const System toy_system = {
    .name = "toy",
    .title = "TOY",
    .edition = 3,
    .map_schema = &toy_schema,
    .position_size = sizeof(Toy),
    .orders = toy_orders,
    .order_kinds = TOY_ORDERS,
    .questions = toy_questions,
    .question_kinds = TOY_ASKS,
    .rules = toy_rules,
    .rule_count = TOY_RULES,
    .words = toy_tones,
    .load = toy_load,
    .unload = toy_unload,
    .begin = toy_begin,
    .choices = toy_choices,
    .reach = toy_reach,
    .check = toy_check,
    .apply = toy_apply,
    .mask = toy_mask,
    .forecast = toy_forecast,
    .prompt = toy_prompt,
    .where = toy_where,
    .stack = toy_stack,
    .look = toy_look,
    .marks = toy_marks,
    .control = toy_control,
    .track = toy_track,
    .score = toy_score,
};

/* ---- the scenario, from text held here ---- */

static char *toy_read(void *context, const char *name, size_t *length)
{
    static const char scenario[] = "scenario duel\ntitle \"A duel\"\nsystem toy\nmap field\n"
                                   "side red \"Red\" colour b5382a\nside blue \"Blue\" colour 5a6670\n"
                                   "option fog on 1 \"Strengths are hidden.\"\n";
    static const char map[] = "map field\ntitle \"A field\"\nsystem toy\ngrid 7 5 first 0101 parity odd-down\n"
                              "scale 100\nsource \"Made up.\"\nlegend\n  . clear\nterrain ours\n"
                              "  01 .......\n  02 .......\n  03 .......\n  04 .......\n  05 .......\n";
    (void)context;
    const char *text = !strcmp(name, "toy/scenarios/duel.scenario") ? scenario
                       : !strcmp(name, "toy/maps/field.map")        ? map
                                                                    : NULL;
    if (!text)
        return NULL;
    *length = strlen(text);
    char *copy = malloc(*length + 1);
    memcpy(copy, text, *length + 1);
    return copy;
}

static Scenario *toy_scenario(void)
{
    static Log log;
    static const Source source = {NULL, toy_read};
    log.count = 0;
    Scenario *scenario = scenario_load(&toy_system, "toy/duel", NULL, &source, &log);
    for (int i = 0; i < log.count; i++)
        print_error("%s:%d:%d: %s\n", log.mistake[i].file, log.mistake[i].line, log.mistake[i].column,
                    log.mistake[i].words);
    assert_non_null(scenario);
    return scenario;
}

#endif
