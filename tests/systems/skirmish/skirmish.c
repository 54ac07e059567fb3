/* skirmish.c — a whole rulebook on the kit alone, small enough to read in a sitting, for the tests.
 *
 * Two sides of four counters fight for a ridge. It has one of everything that makes rulebooks hard: a plan made in
 * secret (an ambush), a draw from a cup that neither side knows (strengths), a box (each side's camp), sight over
 * relief, and a march that stops at each hex, lets the enemy fire, and goes on. What struct System allows to be left
 * out and is not needed here is left out; docs/adding-a-system.md goes through this file. */
#include <stdlib.h>
#include <string.h>

#include "core/flood.h"
#include "core/sight.h"
#include "kit/ask.h"
#include "kit/odds.h"
#include "kit/stack.h"
#include "skirmish.h"
#include "skirmish_orders.h"
#include "skirmish_rules.h"

enum { EACH = 4, PIECES = 2 * EACH, SPOTS = 65, TURNS = 6, RANGE = 4, VALUES = 3, STEEP = 20, NEEDED = 3 };
enum { NOT_PLANNED, SECRET, SHOWN };

#define UNKNOWN ((Hex)0xFFFE) /* in a view: an ambush that its owner alone knows */

typedef struct Unit {
    Lying lying;
    uint8_t strength; /* 0: not drawn yet */
    uint8_t moved, fired, gone;
} Unit;

struct State {
    Position head;
    Unit unit[PIECES];
    Piece top[SPOTS];
    uint8_t cup[VALUES]; /* how many of each strength are left in it */
    uint8_t planned[2];
    Hex ambush[2];
    Hex path[STEPS]; /* of the march that is going on */
    uint16_t steps, walked;
};

struct Book {
    SightGround *sight;
    Hex camp[2];
    const Area *hill;
    bool ambushes;
};

static const char *const terrain_words[] = {"clear", "wood", NULL};
static const char *const none[] = {"none", NULL};
static const char *const area_words[] = {"hill", NULL};
static const MapSchema map_schema = {.terrain = terrain_words,
                                     .edges = none,
                                     .roads = none,
                                     .places = none,
                                     .areas = area_words,
                                     .covering = 1 << 1,
                                     .cover_height = 15};

static const State *state_of(const Position *position) { return (const State *)position; }
static const Book *data_of(const Scenario *scenario) { return scenario->own; }
static int side_of(Piece piece) { return piece / EACH; }
static bool on_map(const Scenario *scenario, const State *state, Piece piece)
{
    return !state->unit[piece].gone && state->unit[piece].lying.hex < scenario->map->hexes;
}
static bool held_by(const State *state, Hex hex, int side)
{
    return state->top[hex] != NO_PIECE && side_of(state->top[hex]) == side;
}
/* Red's half are the western columns, Blue's the eastern ones. */
static bool in_half(const Scenario *scenario, Hex hex, int side)
{
    int column = hex_column(&scenario->map->grid, hex), middle = scenario->map->grid.columns / 2;
    return hex < scenario->map->hexes && (side ? column > middle : column < middle);
}

/* ---- 1: the ambush ------------------------------------------------------------------------------ */

Refusal ambush_check(const Scenario *scenario, const State *view, const Order *order)
{
    return in_half(scenario, order->value[0], question(&view->head)->side)
               ? LEGAL
               : refuse(SKIRMISH_1, "%h is not in your half", order->value[0]);
}

void ambush_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count;
    for (int hex = 0; !prefix->count && hex < scenario->map->hexes; hex++)
        if (in_half(scenario, (Hex)hex, question(&view->head)->side))
            choose(out, 0, hex);
}

void ambush_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side;
    state->ambush[side] = order->value[0];
    state->planned[side] = SECRET;
    tell(play->events, EVENT_NOTE, 1u << !side, sentence(SKIRMISH_1, "an ambush is set at %h", order->value[0]));
    answered(state);
}

/* A unit that walks into the other side's ambush stops; true if it did. */
static bool springs(Play *play, Piece piece)
{
    State *state = play->state;
    int enemy = !side_of(piece);
    if (state->planned[enemy] != SECRET || state->ambush[enemy] != state->unit[piece].lying.hex)
        return false;
    state->planned[enemy] = SHOWN;
    tell(play->events, EVENT_REVEALED, 0, sentence(SKIRMISH_1, "%p walks into an ambush", piece));
    return true;
}

/* ---- 2 and 3: walking and entering ---------------------------------------------------------------- */

static Refusal step_refusal(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex to)
{
    const Map *map = scenario->map;
    if (from >= map->hexes || to >= map->hexes || edge_between(&map->grid, from, to) == EDGES)
        return refuse(SKIRMISH_2, "%h is not adjacent to %h", to, from);
    if (held_by(view, to, !side_of(piece)))
        return refuse(SKIRMISH_2, "the enemy is at %h", to);
    if (abs(map->height[to] - map->height[from]) > STEEP)
        return refuse(SKIRMISH_2, "the slope from %h to %h is too steep", from, to);
    return LEGAL;
}

static Refusal mover_refusal(const Scenario *scenario, const State *view, Piece piece)
{
    if (side_of(piece) != question(&view->head)->side || !on_map(scenario, view, piece))
        return refuse(SKIRMISH_2, "you cannot move %p", piece);
    return view->unit[piece].moved ? refuse(SKIRMISH_2, "%p has already moved", piece) : LEGAL;
}

Refusal move_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Refusal refusal = mover_refusal(scenario, view, piece);
    for (int i = 1; i < order->count && !refused(refusal); i++)
        refusal = step_refusal(scenario, view, piece, i > 1 ? order->value[i - 1] : view->unit[piece].lying.hex,
                               order->value[i]);
    return refusal;
}

void move_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    for (Piece piece = 0; !prefix->count && piece < PIECES; piece++)
        if (!refused(mover_refusal(scenario, view, piece)))
            choose(out, 0, piece);
    if (!prefix->count || refused(move_check(scenario, view, prefix)))
        return;
    Piece piece = prefix->value[0];
    Hex from = prefix->count > 1 ? prefix->value[prefix->count - 1] : view->unit[piece].lying.hex;
    out->complete = prefix->count > 1;
    for (int edge = 0; edge < EDGES && prefix->count <= STEPS; edge++) {
        Hex to = scenario->map->next[from][edge];
        if (to != NO_HEX && !refused(step_refusal(scenario, view, piece, from, to)))
            choose(out, 1, to);
    }
}

void move_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    static _Thread_local Flood flood;
    Hex hex, start;
    if (!prefix->count || refused(move_check(scenario, view, prefix)))
        return;
    Piece piece = prefix->value[0];
    start = prefix->count > 1 ? prefix->value[prefix->count - 1] : view->unit[piece].lying.hex;
    flood_begin(&flood, STEPS);
    flood_reach(&flood, start, prefix->count - 1, NO_HEX);
    while ((hex = flood_next(&flood)) != NO_HEX) {
        out->cost[hex] = out->most[hex] = flood.cost[hex];
        out->from[hex] = flood.from[hex];
        if (hex != start)
            out->hex[out->count++] = hex;
        for (int edge = 0; edge < EDGES; edge++) {
            Hex to = scenario->map->next[hex][edge];
            if (to != NO_HEX && !refused(step_refusal(scenario, view, piece, hex, to)))
                flood_reach(&flood, to, flood.cost[hex] + 1, hex);
        }
    }
}

static void put_down(Play *play, Piece piece, Hex hex)
{
    State *state = play->state;
    Hex from = state->unit[piece].lying.hex;
    stack_take(state->top, state->unit, sizeof *state->unit, piece);
    stack_put(state->top, state->unit, sizeof *state->unit, piece, hex);
    tell(play->events, EVENT_MOVED, 0, sentence(0, "%p moves from %h to %h", piece, from, hex));
}

/* A march is a procedure: it stops at each hex, and enemies that see it may fire before it goes on. */
static void begin_march(Play *play, Piece piece, const Hex *path, int steps)
{
    State *state = play->state;
    memcpy(state->path, path, (size_t)steps * sizeof *path);
    state->steps = (uint16_t)steps;
    state->walked = 0;
    state->unit[piece].moved = 1;
    ask(state, ASK_MARCH, side_of(piece))->data[0] = piece;
}

void march_resume(Play *play)
{
    State *state = play->state;
    Piece piece = asked(state)->data[0];
    if (state->unit[piece].gone || state->walked == state->steps) {
        memset(state->path, 0, sizeof state->path);
        state->steps = state->walked = 0;
        answered(state);
        return;
    }
    put_down(play, piece, state->path[state->walked++]);
    if (springs(play, piece))
        state->walked = state->steps;
    ask(state, ASK_WATCH, !side_of(piece))->data[0] = piece;
}

void move_apply(Play *play, const Order *order)
{
    begin_march(play, order->value[0], order->value + 1, order->count - 1);
}

static bool is_link(const Scenario *scenario, int side, Hex hex)
{
    const Map *map = scenario->map;
    const MapBox *box = &map->box[map_box(map, data_of(scenario)->camp[side])];
    for (int i = 0; i < box->count; i++)
        if (map->list[box->first + i] == hex)
            return true;
    return false;
}

Refusal enter_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    int side = question(&view->head)->side;
    const Unit *unit = &view->unit[piece];
    if (side_of(piece) != side || unit->gone || unit->lying.hex != data_of(scenario)->camp[side] || unit->moved)
        return refuse(SKIRMISH_3, "%p is not in your camp", piece);
    if (order->count < 2)
        return LEGAL;
    if (!is_link(scenario, side, order->value[1]))
        return refuse(SKIRMISH_3, "there is no path from the camp to %h", order->value[1]);
    return held_by(view, order->value[1], !side) ? refuse(SKIRMISH_2, "the enemy is at %h", order->value[1]) : LEGAL;
}

void enter_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Order order = *prefix;
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    order.count++;
    order.slot[prefix->count] = prefix->count;
    for (int value = 0; value < (prefix->count ? scenario->map->hexes : PIECES); value++) {
        order.value[prefix->count] = (uint16_t)value;
        if (!refused(enter_check(scenario, view, &order)))
            choose(out, prefix->count, value);
    }
}

void enter_apply(Play *play, const Order *order) { begin_march(play, order->value[0], order->value + 1, 1); }

void end_apply(Play *play, const Order *order)
{
    (void)order;
    answered(play->state);
}

/* ---- 4 to 6: watching and firing ------------------------------------------------------------------- */

static Piece target_of(const State *view) { return question(&view->head)->data[0]; }

Refusal fire_check(const Scenario *scenario, const State *view, const Order *order)
{
    static const Seeing seeing = {.visibility = RANGE};
    Piece piece = order->value[0], target = target_of(view);
    if (side_of(piece) == side_of(target) || !on_map(scenario, view, piece) || view->unit[piece].fired)
        return refuse(SKIRMISH_4, "%p cannot fire now", piece);
    if (!sight_clear(data_of(scenario)->sight, view->unit[piece].lying.hex, view->unit[target].lying.hex, &seeing))
        return refuse(SKIRMISH_4, "%p does not see %p", piece, target);
    return LEGAL;
}

void fire_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count;
    for (Piece piece = 0; !prefix->count && piece < PIECES; piece++) {
        Order order = *prefix;
        if (order_add(&order, 0, piece) && !refused(fire_check(scenario, view, &order)))
            choose(out, 0, piece);
    }
}

static int left_in(const uint8_t cup[VALUES]) { return cup[0] + cup[1] + cup[2]; }

/* 5: the strength of a counter, drawn when it is first needed. */
static int strength_of(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    if (unit->strength)
        return unit->strength;
    int drawn = dice_draw(play->dice, left_in(state->cup));
    for (unit->strength = 1; drawn > state->cup[unit->strength - 1]; unit->strength++)
        drawn -= state->cup[unit->strength - 1];
    state->cup[unit->strength - 1]--;
    tell(play->events, EVENT_STATE, 0, sentence(SKIRMISH_5, "%p has a strength of %n", piece, unit->strength));
    return unit->strength;
}

void fire_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0], target = target_of(state);
    int strong = strength_of(play, piece), weak = strength_of(play, target), die = dice_roll(play->dice);
    bool hit = die + strong > weak + NEEDED;
    state->unit[piece].fired = 1;
    tell_fact(play->events, EVENT_RESULT,
              hit ? sentence(SKIRMISH_6, "%p fires at %p: hit", piece, target)
                  : sentence(SKIRMISH_6, "%p fires at %p: miss", piece, target),
              fact_result(sentence(0, hit ? "hit" : "miss")));
    if (!hit)
        return;
    stack_take(state->top, state->unit, sizeof *state->unit, target);
    state->unit[target].gone = 1;
    tell(play->events, EVENT_ELIMINATED, 0, sentence(SKIRMISH_6, "%p is eliminated", target));
    answered(state);
}

/* All that may be drawn for the one, then for the other, and every die. */
bool fire_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    const Unit *firer = &view->unit[order->value[0]], *target = &view->unit[target_of(view)];
    if (refused(fire_check(scenario, view, order)))
        return false;
    uint8_t cup[VALUES];
    Weight hits = 0, total = 0;
    memcpy(cup, view->cup, sizeof cup);
    for (int strong = 1; strong <= VALUES; strong++) {
        int ways = firer->strength ? firer->strength == strong : cup[strong - 1];
        cup[strong - 1] = (uint8_t)(cup[strong - 1] - (ways && !firer->strength));
        for (int weak = 1; ways && weak <= VALUES; weak++) {
            Weight both = (Weight)ways * (target->strength ? target->strength == weak : cup[weak - 1]);
            for (int die = 1; die <= DIE; die++)
                hits += die + strong > weak + NEEDED ? both : 0;
            total += DIE * both;
        }
        memcpy(cup, view->cup, sizeof cup);
    }
    forecast_clear(out);
    out->title = sentence(SKIRMISH_6, "%p fires at %p", order->value[0], target_of(view));
    out->gainer = question(&view->head)->side;
    out->payer = !out->gainer;
    out->total = total;
    forecast_line(out, sentence(0, "hit"), 1, sentence(0, "the target is eliminated"))->weight = hits;
    forecast_line(out, sentence(0, "miss"), 0, sentence(0, "nothing happens"))->weight = total - hits;
    return true;
}

/* ---- the sequence ------------------------------------------------------------------------------------ */

static int on_hill(const Scenario *scenario, const State *state, int side)
{
    int count = 0;
    for (Piece piece = 0; piece < PIECES; piece++)
        count += side_of(piece) == side && on_map(scenario, state, piece) &&
                 area_has(data_of(scenario)->hill, state->unit[piece].lying.hex);
    return count;
}

static void finish(Play *play)
{
    Position *head = head_of(play->state);
    int red = on_hill(play->scenario, play->state, 0), blue = on_hill(play->scenario, play->state, 1);
    head->over = 1;
    head->winner = red > blue ? 0 : blue > red ? 1 : NO_SIDE;
    tell(play->events, EVENT_OVER, 0, sentence(SKIRMISH_7, "the game is over: %n to %n", red, blue));
}

/* The bottom of the stack: two plans, then turns of two moves. The stage says what comes next. */
void turns_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int side = frame->stage % 2;
    if (frame->stage < 2 && play->data->ambushes) {
        frame->stage++;
        ask(state, ASK_PLAN, side);
        return;
    }
    if (frame->stage < 2)
        frame->stage = 2;
    if (!side && state->head.turn == TURNS) {
        finish(play);
        return;
    }
    if (!side)
        tell(play->events, EVENT_TURN, 0, sentence(0, "turn %n begins", ++state->head.turn));
    for (Piece piece = 0; piece < PIECES; piece++)
        state->unit[piece].moved = state->unit[piece].fired = 0;
    frame->stage = (uint8_t)(side ? 2 : 3);
    state->head.phase = (uint16_t)side;
    ask(state, ASK_MOVEMENT, side);
}

static void begin(const Scenario *scenario, Position *position, Dice *dice, Events *events)
{
    static const uint8_t cup[VALUES] = {3, 3, 2};
    Play play = ask_play(scenario, position, dice, events);
    State *state = play.state;
    const Grid *grid = &scenario->map->grid;
    memcpy(state->cup, cup, sizeof cup);
    memset(state->top, 0xFF, sizeof state->top);
    state->ambush[0] = state->ambush[1] = NO_HEX;
    for (Piece piece = 0; piece < PIECES; piece++) {
        int number = piece % EACH, column = side_of(piece) ? grid->columns - 2 : 1;
        state->unit[piece].lying = (Lying){NO_HEX, NO_PIECE};
        stack_put(state->top, state->unit, sizeof *state->unit, piece,
                  number ? (Hex)((2 * number - 1) * grid->columns + column) : play.data->camp[side_of(piece)]);
    }
    ask(state, ASK_TURNS, NO_SIDE);
    settle(&play);
}

/* ---- prompts ------------------------------------------------------------------------------------------- */

Sentence plan_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(SKIRMISH_1, "%s: choose a hex for your ambush", question(&view->head)->side);
}

Sentence movement_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(SKIRMISH_2, "%s: move your counters, or end your turn", question(&view->head)->side);
}

Sentence watch_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(SKIRMISH_4, "%s: choose a counter to fire at %p, or hold fire", question(&view->head)->side,
                    target_of(view));
}

void hold_skip(Play *play) { answered(play->state); }

/* The nearest unit fires first. */
static int32_t distance_price(const Scenario *scenario, const Position *view, const Order *order)
{
    const State *state = state_of(view);
    return order->count ? map_distance(scenario->map, state->unit[order->value[0]].lying.hex,
                                       state->unit[target_of(state)].lying.hex)
                        : 0;
}

static const StandingKind standing[] = {
    {.name = "never", .sentence = SAID("never fire"), .question = ASK_WATCH, .verb = DO_HOLD, .plain = true},
    {.name = "chance",
     .sentence = SAID("fire with a chance of %n %% or better"),
     .question = ASK_WATCH,
     .verb = DO_FIRE,
     .otherwise = DO_HOLD,
     .measure = STANDING_PERCENT,
     .least = 1,
     .most = 100,
     .usual = 50,
     .price = distance_price},
    {0},
};

/* ---- views ----------------------------------------------------------------------------------------------- */

static void mask(const Scenario *scenario, const Position *position, int viewer, Position *view)
{
    State *seen = (State *)view;
    (void)scenario;
    memcpy(view, position, sizeof *seen);
    for (int side = 0; side < 2; side++)
        if (seen->planned[side] == SECRET && !(sides_of(viewer) >> side & 1))
            seen->ambush[side] = UNKNOWN;
}

static Hex any_of_half(const Scenario *scenario, int side, Random *random)
{
    Hex hex;
    do
        hex = (Hex)random_below(random, (uint32_t)scenario->map->hexes);
    while (!in_half(scenario, hex, side));
    return hex;
}

static bool shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random)
{
    State *state = (State *)position;
    bool any = false;
    for (int other = 0; other < 2; other++)
        if (other != side && state->planned[other] == SECRET) {
            state->ambush[other] = any_of_half(scenario, other, random);
            any = true;
        }
    return any;
}

static void imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    State *state = (State *)out;
    (void)viewer;
    memcpy(out, view, sizeof *state);
    for (int side = 0; side < 2; side++)
        if (state->ambush[side] == UNKNOWN)
            state->ambush[side] = any_of_half(scenario, side, random);
}

/* A unit that walks through the enemy's half learns where there is no ambush. */
static bool reveals(const Scenario *scenario, const Position *view, const Order *order)
{
    int enemy = !question(view)->side;
    for (int i = 1; i < order->count && state_of(view)->planned[enemy] == SECRET; i++)
        if (in_half(scenario, order->value[i], enemy))
            return true;
    return false;
}

/* ---- what is seen ------------------------------------------------------------------------------------------- */

static Hex where(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario;
    return state_of(view)->unit[piece].gone ? NO_HEX : state_of(view)->unit[piece].lying.hex;
}

static int stack(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room)
{
    int count = 0;
    (void)scenario;
    for (Piece piece = state_of(view)->top[hex]; piece != NO_PIECE && count < room;
         piece = state_of(view)->unit[piece].lying.below)
        out[count++] = piece;
    return count;
}

static void look(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    const Unit *unit = &state_of(view)->unit[piece];
    char strength[2] = {unit->strength ? (char)('0' + unit->strength) : '?', '\0'};
    look_clear(out);
    out->known = true;
    out->side = (uint8_t)side_of(piece);
    out->steps = out->full_steps = 1;
    strcpy(out->symbol, "INF");
    strcpy(out->name, scenario->piece_id[piece]);
    out->colour = scenario->side_colour[out->side];
    out->ink = 0xFFFFFF;
    look_value(out, AT_FOOT, strength);
    if (unit->gone)
        out->place = sentence(0, "eliminated");
}

static const MarkKind mark_kinds[] = {{"ambush", MARK_BOARD, 'A', NULL, 0, 0, SAID("Ambush")}, {0}};

static int marks(const Scenario *scenario, const Position *view, Mark *out, int room)
{
    const State *state = state_of(view);
    int count = 0;
    for (int side = 0; side < 2; side++)
        if (state->ambush[side] < scenario->map->hexes && count < room)
            out[count++] = (Mark){.side = (uint8_t)side, .hex = state->ambush[side], .hexside = NO_HEXSIDE};
    return count;
}

static uint8_t control(const Scenario *scenario, const Position *view, Hex hex)
{
    (void)scenario;
    Piece top = state_of(view)->top[hex];
    return top == NO_PIECE ? NO_SIDE : (uint8_t)side_of(top);
}

static int track(const Scenario *scenario, const Position *view, Sentence *out, int room)
{
    (void)scenario;
    if (room)
        out[0] = sentence(0, "Turn %n of %n", view->turn, TURNS);
    return room > 0;
}

static void score(const Scenario *scenario, const Position *position, Score *out)
{
    for (int side = 0; side < 2; side++)
        out->points[side] = on_hill(scenario, state_of(position), side);
    out->over = position->over;
    out->winner = position->winner;
    out->verdict = position->winner == NO_SIDE ? sentence(SKIRMISH_7, "nobody holds the hill")
                                               : sentence(SKIRMISH_7, "%s holds the hill", position->winner);
}

static const Branch branches[] = {{"INF", SAID("Infantry")}, {0}};

/* ---- loading -------------------------------------------------------------------------------------------------- */

static void unload(Scenario *scenario)
{
    Book *book = scenario->own;
    if (book)
        sight_free(book->sight);
    free(book);
    scenario->own = NULL;
}

static bool load(Scenario *scenario, Loading *loading)
{
    static const char *const camps[] = {"west", "east"};
    Book *book = scenario->own = calloc(1, sizeof *book);
    const Option *option = scenario_option(scenario, "ambush");
    int hill = map_area(scenario->map, 0, "top");
    if (!book || !(book->sight = sight_make(scenario->map)))
        return false;
    for (int side = 0; side < 2; side++)
        if (!hex_parse(&scenario->map->grid, camps[side], strlen(camps[side]), &book->camp[side]))
            mistake(loading->document, NULL, "the map has no camp %s", camps[side]);
    if (hill < 0 || scenario->map->spots != SPOTS)
        mistake(loading->document, NULL, "the map has no hill, or not %d hexes and boxes", SPOTS);
    else
        book->hill = &scenario->map->area_list[hill];
    book->ambushes = !option || !strcmp(option->value, "on");
    for (Piece piece = 0; piece < PIECES; piece++) {
        char id[4] = {"rb"[side_of(piece)], (char)('1' + piece % EACH), '\0'};
        if (!scenario_name_piece(scenario, piece, id))
            return false;
    }
    scenario->pieces = PIECES;
    return !loading->log->count;
}

extern const Rule skirmish_rules[];
extern const System skirmish_system;

const System skirmish_system = {
    .name = "skirmish",
    .title = "Skirmish",
    .edition = 1,
    .map_schema = &map_schema,
    .position_size = sizeof(State),
    .orders = skirmish_orders,
    .order_kinds = DOS,
    .questions = skirmish_questions,
    .question_kinds = ASKS,
    .rules = skirmish_rules,
    .rule_count = SKIRMISH_RULES,
    .asking = skirmish_asking,
    .standing = standing,
    .branches = branches,
    .mark_kinds = mark_kinds,
    .load = load,
    .unload = unload,
    .begin = begin,
    .choices = ask_choices,
    .reach = ask_reach,
    .check = ask_check,
    .apply = ask_apply,
    .mask = mask,
    .forecast = ask_forecast,
    .prompt = ask_prompt,
    .where = where,
    .stack = stack,
    .look = look,
    .marks = marks,
    .control = control,
    .track = track,
    .score = score,
    .shuffle_hidden = shuffle_hidden,
    .imagine = imagine,
    .reveals = reveals,
};
