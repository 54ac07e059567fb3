/* retreat.c — TCS 1.2 and 16.5: the Save Yourself Retreat.
 *
 * All of the stack but the Paralyzed go (16.5a-1); a die gives the distance and the cost (16.5-2). The way leads away
 * from its cause, every further hex is one farther from the start, no hex is next to an enemy, and it ends farther from
 * every enemy nearby than it began. Where no such way is left there may be steps aside, as few as
 * possible; also to keep to ground that all of the stack can cross. A stack without any way is destroyed. A unit
 * that is Fired does not go by choice (16.5c-3). From mines the way leads back where the unit came from (21.0c-2).
 * Mines on the way are crossed by force (21.3d), and only cost steps (16.5i-2). */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

/* ---- which way ------------------------------------------------------------------------------------------- */

static unsigned opposite(unsigned edges)
{
    unsigned out = 0;
    for (int edge = 0; edge < EDGES; edge++)
        out |= edges >> edge & 1 ? 1u << (edge + 3) % EDGES : 0;
    return out;
}

unsigned edges_from_nearest(const Scenario *scenario, const State *state, int side, Hex hex)
{
    int nearest = INT16_MAX;
    unsigned edges = 0;
    EACH_BIT(enemy, state->occupied[enemy_of(side)], TCS_WORDS) {
        int away = map_distance(scenario->map, hex, (Hex)enemy);
        if (away < nearest)
            edges = 0;
        if (away <= nearest)
            edges |= opposite(entry_edges(scenario, hex, (Hex)enemy));
        nearest = away < nearest ? away : nearest;
    }
    return edges ? edges : (1u << EDGES) - 1;
}

/* R-11 (1): with several firing hexes, or markers of a barrage beside the stack, any of them at the owner's choice.
 * Before a barrage he may as well go back from the nearest enemy. */
unsigned edges_away(const Scenario *scenario, const State *state, const Attack *attack)
{
    unsigned edges = attack->away;
    for (int i = 0; !attack->away && i < attack->origins; i++)
        edges |= opposite(entry_edges(scenario, attack->hex, attack->origin[i]));
    if (!edges || (!attack->away && attack->fire == FIRE_ZONE))
        edges |= edges_from_nearest(scenario, state, attack->victim, attack->hex);
    return edges;
}

unsigned edges_from(const Scenario *scenario, Hex hex, Hex from) { return opposite(entry_edges(scenario, hex, from)); }

/* ---- the ways there are ---------------------------------------------------------------------------------- */

enum { LONGEST = sizeof((Retreating){0}.path) / sizeof(Hex), NO_WAY_BACK = UINT8_MAX };

/* Which hexsides of a hex can be crossed, by some unit and by all that go by themselves: found once a question. */
typedef struct Crossings {
    int walkers;
    Piece walker[STACK];
    uint64_t known[TCS_WORDS];
    uint8_t some[TCS_SPOTS], all[TCS_SPOTS]; /* by hex: bits of edges */
} Crossings;

static Crossings *crossings_of(const State *view)
{
    ROOM(Crossings, crossings);
    crossings->walkers = 0;
    EACH_BIT(piece, view->retreat.who, PIECE_WORDS)
        if (is_on_map(view, (Piece)piece) && !is_riding(view, (Piece)piece) && crossings->walkers < STACK)
            crossings->walker[crossings->walkers++] = (Piece)piece;
    memset(crossings->known, 0, sizeof crossings->known);
    return crossings;
}

static void look_up(const Scenario *scenario, const State *view, Hex hex, Crossings *out)
{
    out->some[hex] = out->all[hex] = 0;
    set_bit(out->known, hex);
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex to = scenario->map->next[hex][edge];
        int can = 0;
        bool road;
        if (to == NO_HEX || enemy_in(view, view->retreat.side, to))
            continue;
        for (int i = 0; i < out->walkers; i++)
            can += step_cost(scenario, view, out->walker[i], hex, edge, false, &road) != PROHIBITED;
        out->some[hex] |= (uint8_t)(can ? 1u << edge : 0);
        out->all[hex] |= (uint8_t)(can == out->walkers ? 1u << edge : 0);
    }
}

/* What a way must keep to, and the hexes of it so far. */
typedef struct Ways {
    const Scenario *scenario;
    const State *view;
    Crossings *crossings;
    bool everybody;                             /* on ground that all can cross; else on what some unit can */
    bool any_end, beside;                       /* what is waived to find out what bars */
    unsigned first;                             /* bits: edges that the first hex may lie across */
    int aside;                                  /* steps that may keep the distance from the start (R-11 (2)) */
    int length;                                 /* of the path */
    Hex path[LONGEST + 1];                      /* the start first */
    uint64_t known[TCS_WORDS], good[TCS_WORDS]; /* by hex: whether straight on from there it leads to an end */
} Ways;

/* Bits: edges that can be crossed out of the hex. */
static unsigned open_edges(const Ways *ways, Hex hex, bool everybody)
{
    if (!has_bit(ways->crossings->known, hex))
        look_up(ways->scenario, ways->view, hex, ways->crossings);
    return everybody ? ways->crossings->all[hex] : ways->crossings->some[hex];
}

/* The edges the first hex may lie across: those away from the action; if each of them is closed to some unit, others
 * that all can cross, too; any if there is none of these (1.2, R-77). */
static unsigned first_edges(const Ways *ways)
{
    const Retreating *retreat = &ways->view->retreat;
    unsigned some = open_edges(ways, retreat->from, false), all = open_edges(ways, retreat->from, true);
    unsigned away = (retreat->first & some) | (retreat->first & all ? 0 : all);
    away = away ? away : some;
    return ways->everybody ? away & all : away;
}

static Ways ways_of(const Scenario *scenario, const State *view, Crossings *crossings, bool everybody, int aside)
{
    Ways ways = {.scenario = scenario,
                 .view = view,
                 .crossings = crossings,
                 .everybody = everybody,
                 .aside = aside,
                 .length = 1,
                 .path = {view->retreat.from}};
    ways.first = first_edges(&ways);
    return ways;
}

static bool is_next_to_enemy(const Ways *ways, Hex hex)
{
    return touches_enemy(ways->scenario, ways->view, ways->view->retreat.side, hex);
}

/* 16.5L: not the first hex out of a combat, and nothing at night. */
static bool is_safe(const Ways *ways, Hex hex, int steps)
{
    return ways->beside || is_night(ways->view) || (steps == 1 && ways->view->retreat.out_of_combat) ||
           !is_next_to_enemy(ways, hex);
}

/* */
static bool ends_farther(const Ways *ways, Hex hex)
{
    const Retreating *retreat = &ways->view->retreat;
    const Map *map = ways->scenario->map;
    EACH_BIT(enemy, ways->view->occupied[enemy_of(retreat->side)], TCS_WORDS) {
        int before = map_distance(map, retreat->from, (Hex)enemy);
        if ((before <= ENEMY_RADIUS || data_of(ways->scenario)->all_enemies) &&
            map_distance(map, hex, (Hex)enemy) <= before)
            return ways->any_end;
    }
    return true;
}

static bool was_entered(const Ways *ways, Hex hex)
{
    for (int i = 0; i < ways->length; i++)
        if (ways->path[i] == hex)
            return true;
    return false;
}

/* Why the next step of the way may not lead across that edge, wherever it ends; takes what it costs off `aside`. */
static Refusal takes_step(Ways *ways, Edge edge)
{
    const Map *map = ways->scenario->map;
    Hex start = ways->view->retreat.from, from = ways->path[ways->length - 1], to = map->next[from][edge];
    int farther = to == NO_HEX ? 0 : map_distance(map, start, to) - map_distance(map, start, from);
    if (!(open_edges(ways, from, ways->everybody) >> edge & 1))
        return refuse(TCS_16_5D, "tcs.cannot-go", from, to);
    if (ways->length == 1 && !(ways->first >> edge & 1))
        return refuse(TCS_1_2_1, "tcs.not-lie-away-run", to);
    if (farther < 0 || was_entered(ways, to))
        return refuse(TCS_16_5E_1, "tcs.retreat-turns-back", to);
    if (!farther && !ways->aside)
        return refuse(TCS_16_5E_1, "tcs.lies-no-farther-straighter-way", to, start);
    if (!is_safe(ways, to, ways->length))
        return refuse(TCS_16_5L_1, "tcs.lies-beside-enemy-2", to);
    ways->aside -= !farther;
    ways->path[ways->length++] = to;
    return LEGAL;
}

static void take_back(Ways *ways, int aside)
{
    ways->length--;
    ways->aside = aside;
}

/* Whether the way can be walked on to an end. Straight on it does not matter how it came there. */
static bool leads_on(Ways *ways)
{
    int aside = ways->aside;
    Hex hex = ways->path[ways->length - 1];
    bool leads = false;
    if (!aside && has_bit(ways->known, hex))
        return has_bit(ways->good, hex);
    if (ways->length - 1 == ways->view->retreat.hexes)
        leads = ends_farther(ways, hex);
    for (Edge edge = 0; ways->length <= ways->view->retreat.hexes && !leads && edge < EDGES; edge++) {
        if (refused(takes_step(ways, edge)))
            continue;
        leads = leads_on(ways);
        take_back(ways, aside);
    }
    if (!aside) {
        set_bit(ways->known, hex);
        if (leads)
            set_bit(ways->good, hex);
    }
    return leads;
}

/* Whether an end can be come to at all, with any number of steps aside: most stacks that are lost have none. */
static bool has_an_end(const Ways *ways)
{
    const Map *map = ways->scenario->map;
    Hex start = ways->view->retreat.from, met[TCS_SPOTS];
    uint64_t seen[TCS_WORDS] = {0};
    int count = 0;
    met[count++] = start;
    set_bit(seen, start);
    for (int i = 0; i < count; i++) {
        unsigned open = open_edges(ways, met[i], ways->everybody) & (i ? ~0u : ways->first);
        int away = map_distance(map, start, met[i]);
        for (Edge edge = 0; edge < EDGES; edge++) {
            Hex to = map->next[met[i]][edge];
            if (!(open >> edge & 1) || has_bit(seen, to) || map_distance(map, start, to) < away ||
                map_distance(map, start, to) > ways->view->retreat.hexes || !is_safe(ways, to, i ? 2 : 1))
                continue;
            if (ends_farther(ways, to))
                return true;
            set_bit(seen, to);
            met[count++] = to;
        }
    }
    return false;
}

/* The least number of steps aside that leads to an end. */
static uint8_t least_aside(const Scenario *scenario, const State *view, bool everybody, bool any_end, bool beside)
{
    Crossings *crossings = crossings_of(view);
    for (int aside = 0; aside < view->retreat.hexes; aside++) {
        Ways ways = ways_of(scenario, view, crossings, everybody, aside);
        ways.any_end = any_end;
        ways.beside = beside;
        if (!aside && !has_an_end(&ways))
            return NO_WAY_BACK;
        if (leads_on(&ways))
            return (uint8_t)aside;
    }
    return NO_WAY_BACK;
}

/* What bars every way: the ground, the end hex or an enemy beside it (1.2-3). */
static Sentence what_bars(const Scenario *scenario, const State *view)
{
    if (least_aside(scenario, view, false, true, true) == NO_WAY_BACK)
        return sentence(TCS_16_5D, "tcs.no-ground-leads-hexes-back", view->retreat.hexes, view->retreat.from);
    return least_aside(scenario, view, false, false, true) == NO_WAY_BACK
               ? sentence(TCS_16_5E_2, "tcs.no-way-back-ends-farther", view->retreat.from)
               : sentence(TCS_16_5L_1, "tcs.enemy-stands-beside-every-way", view->retreat.from);
}

/* ---- retreat HEX… ---------------------------------------------------------------------------------------- */

/* Whether the hexes are the beginning of a way of that kind. */
static Refusal begins_way(const Scenario *scenario, const State *view, Crossings *crossings, const Order *order,
                          bool everybody, Ways *out)
{
    int aside = everybody ? view->retreat.aside_all : view->retreat.aside;
    *out = ways_of(scenario, view, crossings, everybody, aside);
    if (aside == NO_WAY_BACK)
        return refuse(TCS_16_5D, "tcs.no-way-back-all-can");
    for (int i = 0; i < order->count; i++) {
        Hex from = out->path[out->length - 1], to = order->value[i];
        Edge edge = to < scenario->map->hexes ? edge_between(&scenario->map->grid, from, to) : EDGES;
        if (i >= view->retreat.hexes)
            return refuse(TCS_16_5D, "tcs.retreat-hexes-long", view->retreat.hexes);
        Refusal no = edge == EDGES ? refuse(TCS_16_5D, "tcs.not-touch", to, from) : takes_step(out, edge);
        if (refused(no))
            return no;
        if (leads_on(out))
            continue;
        return i + 1 == view->retreat.hexes ? refuse(TCS_16_5E_2, "tcs.not-farther-every-enemy-near", to)
                                            : refuse(TCS_16_5E_1, "tcs.no-way-hexes-leads", view->retreat.hexes, to);
    }
    return LEGAL;
}

Refusal path_check(const Scenario *scenario, const State *view, const Order *order)
{
    Ways ways, round; /* the second goes round what one of them cannot cross */
    Crossings *crossings = crossings_of(view);
    Refusal no = begins_way(scenario, view, crossings, order, false, &ways);
    if (refused(no)) {
        Refusal other = begins_way(scenario, view, crossings, order, true, &round);
        if (refused(other))
            return round.length > ways.length ? other : no;
    }
    return order->count == view->retreat.hexes ? LEGAL
                                               : refuse(TCS_16_5D, "tcs.retreat-hexes-long", view->retreat.hexes);
}

/* Edges across which the way may be taken on, as bits. */
static unsigned goes_on_across(Ways *ways)
{
    unsigned edges = 0;
    int aside = ways->aside;
    for (Edge edge = 0; edge < EDGES; edge++)
        if (!refused(takes_step(ways, edge))) {
            edges |= leads_on(ways) ? 1u << edge : 0;
            take_back(ways, aside);
        }
    return edges;
}

void path_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Hex hex = prefix->count ? prefix->value[prefix->count - 1] : view->retreat.from;
    Crossings *crossings = crossings_of(view);
    unsigned edges = 0;
    out->complete = prefix->count == view->retreat.hexes;
    for (int everybody = 0; !out->complete && everybody <= (crossings->walkers > 1); everybody++) {
        Ways ways;
        if (!refused(begins_way(scenario, view, crossings, prefix, everybody, &ways)))
            edges |= goes_on_across(&ways);
    }
    for (Edge edge = 0; edge < EDGES; edge++)
        if (edges >> edge & 1)
            choose(out, 0, scenario->map->next[hex][edge]);
}

/* Adds a way to an end that is not listed yet, if it agrees with those that are. */
static void tell_way(const Ways *ways, int first, Reach *out, uint64_t told[TCS_WORDS])
{
    Hex end = ways->path[ways->length - 1];
    for (int i = 0; i < out->count; i++)
        if (out->hex[i] == end)
            return;
    for (int pass = 0; pass < 2; pass++)
        for (int i = first; i < ways->length; i++) {
            Hex hex = ways->path[i], from = i == 1 ? NO_HEX : ways->path[i - 1]; /* the order does not name the start */
            if (!pass && has_bit(told, hex) && (out->from[hex] != from || out->cost[hex] != i))
                return;
            if (!pass)
                continue;
            set_bit(told, hex);
            out->from[hex] = from;
            out->cost[hex] = out->most[hex] = (uint16_t)i;
        }
    out->hex[out->count++] = end;
}

static void find_ways(Ways *ways, int first, Reach *out, uint64_t told[TCS_WORDS])
{
    int aside = ways->aside;
    if (ways->length - 1 == ways->view->retreat.hexes) {
        if (ends_farther(ways, ways->path[ways->length - 1]))
            tell_way(ways, first, out, told);
        return;
    }
    for (Edge edge = 0; edge < EDGES; edge++)
        if (!refused(takes_step(ways, edge))) {
            find_ways(ways, first, out, told);
            take_back(ways, aside);
        }
}

void path_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    uint64_t told[TCS_WORDS] = {0};
    Crossings *crossings = crossings_of(view);
    Hex start = prefix->count ? prefix->value[prefix->count - 1] : view->retreat.from;
    out->cost[start] = out->most[start] = (uint16_t)prefix->count;
    out->from[start] = NO_HEX;
    for (int everybody = 0; everybody <= (crossings->walkers > 1); everybody++) {
        Ways ways;
        if (!refused(begins_way(scenario, view, crossings, prefix, everybody, &ways)))
            find_ways(&ways, prefix->count + 1, out, told);
    }
}

void path_apply(Play *play, const Order *order)
{
    memcpy(play->state->retreat.path, order->value, order->count * sizeof(Hex));
    answered(play->state);
}

Sentence path_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(TCS_16_5D, "tcs.where-go-hexes", question(&view->head)->side, view->retreat.from,
                    view->retreat.hexes);
}

/* ---- the procedure --------------------------------------------------------------------------------------- */

static const Syr *syr_row(const Book *data, int total)
{
    for (int i = 0; i < data->syr_rows; i++)
        if (total >= data->syr[i].low && total <= data->syr[i].high)
            return &data->syr[i];
    return &data->syr[data->syr_rows - 1];
}

static int who_is_left(const State *state, Piece *out)
{
    int count = 0;
    EACH_BIT(piece, state->retreat.who, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && count < STACK)
            out[count++] = (Piece)piece;
    return count;
}

/* 16.5j, R-79: what cannot be carried off in a hurry is lost. */
static void leave_guns(Play *play)
{
    EACH_BIT(piece, play->state->retreat.who, PIECE_WORDS) {
        const Kind *kind = kind_of(play->scenario, (Piece)piece);
        if (!is_riding(play->state, (Piece)piece) && (is_mortar(kind) || is_gun(kind) || kind->tow_only))
            bury(play, (Piece)piece, TCS_16_5J);
    }
}

void retreat_begin(Play *play, const uint64_t *who, Hex from, int side, Piece checker, int checker_lost,
                   RetreatCause cause, unsigned first)
{
    State *state = play->state;
    Retreating *retreat = &state->retreat;
    Piece left[STACK];
    *retreat = (Retreating){
        .from = from, .now = from, .side = (uint8_t)side, .first = (uint8_t)first, .cause = (uint8_t)cause};
    EACH_BIT(piece, who, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && state->unit[piece].at.hex == from &&
            state->unit[piece].spirit != IS_PARALYZED)
            set_bit(retreat->who, piece); /* 16.5c-2 */
    EACH_IN(rider, state, from)           /* a rider goes with its carrier */
        for (int i = 0; is_riding(state, rider) && i < CARRIERS; i++)
            if (state->unit[rider].carrier[i] != NO_PIECE && has_bit(retreat->who, state->unit[rider].carrier[i]))
                set_bit(retreat->who, rider);
    leave_guns(play);
    if (!who_is_left(state, left)) {
        *retreat = (Retreating){.from = NO_HEX, .now = NO_HEX};
        return;
    }
    int die = dice_roll(play->dice);
    int total = die;
    if (checker != NO_PIECE) /* vehicles alone add nothing */
        total +=
            kind_of(play->scenario, checker)->morale + checker_lost + battalion_morale(play->scenario, state, checker);
    const Syr *row = syr_row(play->data, total);
    retreat->hexes = row->hexes;
    retreat->steps = row->steps;
    retreat->out_of_combat = state->combat.kind != NO_COMBAT && state->combat.hex == from;
    tell(play->events, EVENT_ROLLED, 0, sentence(TCS_16_5_2, "tcs.save-yourself-retreat-rolled", die));
    tell_result(play, sentence(TCS_16_5_2, "tcs.go-back-hexes-lose-step", row->hexes, row->steps));
    ask(state, ASK_RETREAT, side);
}

enum { STAGE_STEPS, STAGE_PATH, STAGE_GO, STAGE_ENTER, STAGE_END };

static int steps_to_lose(const Scenario *scenario, const State *state)
{
    int steps = 0;
    EACH_BIT(piece, state->retreat.who, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && has_morale(kind_of(scenario, (Piece)piece)))
            steps += state->unit[piece].steps;
    return steps;
}

static void ask_for_steps(Play *play, Frame *frame)
{
    State *state = play->state;
    int left = steps_to_lose(play->scenario, state);
    if (!left || !state->retreat.steps) { /* 16.5a-2: no unit that could roll, no loss */
        state->retreat.steps = 0;
        frame->stage = STAGE_PATH;
        return;
    }
    Frame *loss = ask(state, ASK_LOSS, state->retreat.side);
    loss->data[LOSS_SHARE] = SHARE_SYR;
}

static void destroy_all(Play *play, uint16_t rule)
{
    Piece left[STACK];
    int count = who_is_left(play->state, left);
    for (int i = 0; i < count; i++)
        if (is_on_map(play->state, left[i]))
            bury(play, left[i], rule);
}

static void set_out(Play *play, Frame *frame)
{
    State *state = play->state;
    Piece left[STACK];
    if (!who_is_left(state, left)) {
        frame->stage = STAGE_END;
        return;
    }
    state->retreat.aside = least_aside(play->scenario, state, false, false, false);
    state->retreat.aside_all = crossings_of(state)->walkers > 1 ? least_aside(play->scenario, state, true, false, false)
                                                                : state->retreat.aside;
    if (state->retreat.aside == NO_WAY_BACK) { /* 5.2c-2, among others */
        Sentence why = what_bars(play->scenario, state);
        tell(play->events, EVENT_NOTE, 0, why);
        destroy_all(play, why.rule);
        frame->stage = STAGE_END;
        return;
    }
    frame->stage = STAGE_GO;
    ask(state, ASK_PATH, state->retreat.side);
}

/* 16.5b, 16.5c-1 */
static void run(Play *play, Piece piece)
{
    Unit *unit = &play->state->unit[piece];
    force_mode(play, piece, MOVE_MODE, TCS_16_5B);
    unit->spirit = STEADFAST;
    unit->now &= ~(uint32_t)FIRED;
    unit->now |= RETREATED | HALTED;
}

/* a unit to which the hex is closed is destroyed there, with its load. */
static void go_a_hex(Play *play, Hex to)
{
    State *state = play->state;
    Piece left[STACK];
    int count = who_is_left(state, left);
    Hex from = state->retreat.now;
    Edge edge = edge_between(&play->scenario->map->grid, from, to);
    for (int i = 0; i < count; i++) {
        bool road;
        if (!is_on_map(state, left[i]) || is_riding(state, left[i]))
            continue;
        if (step_cost(play->scenario, state, left[i], from, edge, false, &road) == PROHIBITED) {
            bury(play, left[i], TCS_16_5D_2);
            continue;
        }
        move_to(play, left[i], to);
        tell(play->events, EVENT_RETREATED, 0, sentence(TCS_16_5D, "tcs.retreats", left[i], from, to));
    }
    state->retreat.now = to;
    state->retreat.gone++;
}

static void go_on_back(Play *play, Frame *frame)
{
    State *state = play->state;
    Retreating *retreat = &state->retreat;
    Piece left[STACK];
    int count = who_is_left(state, left);
    if (!retreat->gone)
        for (int i = 0; i < count; i++)
            run(play, left[i]);
    if (!count || retreat->gone == retreat->hexes) {
        frame->stage = STAGE_END;
        return;
    }
    go_a_hex(play, retreat->path[retreat->gone]);
    count = who_is_left(state, left);
    frame->stage = STAGE_ENTER;
    entry_attack(play, left, count, retreat->now, ONLY_SURRENDER);
}

/* 16.5i, R-78: by force, whether there is a lane or not. */
static void meet_mines(Play *play, Frame *frame)
{
    Piece left[STACK];
    int count = who_is_left(play->state, left);
    frame->stage = STAGE_GO;
    mine_attack(play, left, count, play->state->retreat.now, ONLY_SURRENDER, 0);
}

void retreat_resume(Play *play)
{
    Frame *frame = asked(play->state);
    switch (frame->stage) {
    case STAGE_STEPS:
        ask_for_steps(play, frame);
        break;
    case STAGE_PATH:
        set_out(play, frame);
        break;
    case STAGE_GO:
        go_on_back(play, frame);
        break;
    case STAGE_ENTER:
        meet_mines(play, frame);
        break;
    default:
        play->state->retreat = (Retreating){.from = NO_HEX, .now = NO_HEX};
        answered(play->state);
        break;
    }
}

/* ---- syr HEX by COUNTER: a stack that saves itself (16.5g) ----------------------------------------------- */

static Refusal may_save_itself(const Scenario *scenario, const State *view, Hex hex, Piece checker)
{
    int side = question(&view->head)->side;
    if (!friend_in(view, side, hex))
        return refuse(TCS_16_5G, "tcs.none-yours-stands", hex);
    if (view->unit[checker].side != side || view->unit[checker].at.hex != hex ||
        !has_morale(kind_of(scenario, checker)))
        return refuse(TCS_16_5_2, "tcs.cannot-roll", checker, hex);
    EACH_IN(piece, view, hex) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != side || unit->spirit == IS_PARALYZED)
            continue;
        if (unit->now & (FIRED | SFA_DONE | AT_ATTACKED))
            return refuse(TCS_16_5C_4, "tcs.fired", piece);
        if (unit->now & (MOVED | RETREATED)) /* a unit only stopped by fire may run (16.5c-1) */
            return refuse(TCS_20_0E, "tcs.moved", piece);
    }
    return view->unit[checker].spirit == IS_PARALYZED ? refuse(TCS_16_4A, "tcs.paralyzed", checker) : LEGAL;
}

Refusal syr_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_save_itself(scenario, view, order->value[0], order_value(order, 1, NO_PIECE));
}

void syr_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    out->complete = prefix->count == 2;
    if (out->complete)
        return;
    uint64_t listed[TCS_WORDS] = {0};
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Hex hex = view->unit[piece].at.hex;
        if (!is_on_map(view, piece) || view->unit[piece].side != side || (prefix->count && prefix->value[0] != hex) ||
            has_bit(listed, hex) || refused(may_save_itself(scenario, view, hex, piece)))
            continue;
        choose(out, prefix->count, prefix->count ? piece : hex);
        if (!prefix->count)
            set_bit(listed, hex);
    }
}

void syr_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0];
    Piece checker = order->value[1];
    uint64_t who[PIECE_WORDS] = {0};
    int side = asked(state)->side;
    if (finishes_first(play, order))
        return;
    EACH_IN(piece, state, hex)
        if (state->unit[piece].side == side)
            set_bit(who, piece);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_16_5_1, "tcs.stack-saves-itself", side, hex));
    retreat_begin(play, who, hex, side, checker, lost_steps(play->scenario, state, checker), SYR_CHOSEN,
                  edges_from_nearest(play->scenario, state, side, hex));
}
