/* transport.c — OCS 12.2: trucks and wagons.
 *
 *     form 07.15 trucks 4 0     load 07.15 1 16     drive 07.15 1 08.16 09.16     unload 09.16 1 16
 *
 * Points of vehicles in a hex are one number (3.6, D55). They carry supply and no units (11.3, 12.2c-3). Those that are
 * to move in a phase are formed into a convoy, which has MPs of its own until the phase ends (12.2b-2); loading and
 * unloading costs some of them, once for each action (12.2d, D53). A convoy's load is part of the pile of its hex, so
 * that it can be drawn on, taken or bombed like all of it. Trucks that must stop next to the enemy drive no more, but
 * set down and take up what they have MPs left for: only movement is barred there (4.1-5). Supply that a vehicle has
 * set down is not taken up again in the phase (11.3a). */
#include "core/room.h"
#include "core/flood.h"
#include "systems/ocs/air.h"

/* ---- convoys ------------------------------------------------------------------------------------------------ */

/* Points, or tokens, of a pile that belong to no convoy. */
int free_points(const State *state, const Pile *pile, int store)
{
    int points = store == ON_TRUCKS ? pile->trucks : pile->wagons;
    for (int i = 0; i < state->convoys; i++)
        if (state->convoy[i].hex == pile->hex && state->convoy[i].side == pile->side && state->convoy[i].store == store)
            points -= state->convoy[i].points;
    return points;
}

int free_load(const State *state, const Pile *pile, int store)
{
    int load = stored(pile, store);
    for (int i = 0; i < state->convoys; i++)
        if (state->convoy[i].hex == pile->hex && state->convoy[i].side == pile->side && state->convoy[i].store == store)
            load -= state->convoy[i].load;
    return load;
}

/* If a pile lost more than its idle part, its convoys lost it. */
void shrink_convoys(State *state)
{
    for (int i = state->convoys; i--;) {
        Convoy *convoy = &state->convoy[i];
        const Pile *pile = convoy->points ? pile_in(state, convoy->side, convoy->hex) : NULL;
        int points = pile ? free_points(state, pile, convoy->store) : -convoy->points;
        int load = pile ? free_load(state, pile, convoy->store) : -convoy->load;
        if (points < 0)
            convoy->points = (uint8_t)(convoy->points + points > 0 ? convoy->points + points : 0);
        if (load < 0)
            convoy->load = (uint16_t)(convoy->load + load > 0 ? convoy->load + load : 0);
        if (convoy->load > convoy->points * TOKENS)
            convoy->load = (uint16_t)(convoy->points * TOKENS);
    }
}

void convoys_end(State *state)
{
    for (int i = 0; i < state->convoys; i++)
        state->convoy[i] = (Convoy){0};
    state->convoys = 0;
}

static bool is_own_movement(const State *view)
{
    bool own = view->head.phase == STEP_MOVEMENT || view->head.phase == STEP_MODES_AND_MOVEMENT;
    return own && question(&view->head)->side == view->phasing;
}

static Refusal may_form(const State *view)
{
    return is_own_movement(view) ? LEGAL : refuse(OCS_12_2C_1, "ocs.trucks-wagons-move-own-movement");
}

/* In Reaction and Exploitation there are convoys of what was taken in the phase alone (9.16c-2). */
static Refusal may_drive(const State *view) { return view->convoys ? LEGAL : may_form(view); }

const Convoy *convoy_in(const State *view, Hex hex, int number)
{
    if (number < 1 || number > view->convoys)
        return NULL;
    const Convoy *convoy = &view->convoy[number - 1];
    return convoy->hex == hex && convoy->points && convoy->side == question(&view->head)->side ? convoy : NULL;
}

/* The numbers of a side's convoys in a hex, and the hexes. */
static void list_convoys(const Scenario *scenario, const State *view, const Order *prefix, Choices *out,
                         bool (*can)(const Scenario *, const State *, const Convoy *))
{
    for (int i = 0; i < view->convoys; i++) {
        const Convoy *convoy = &view->convoy[i];
        bool listed = false;
        if (!convoy_in(view, convoy->hex, i + 1) || !can(scenario, view, convoy) ||
            (prefix->count && prefix->value[0] != convoy->hex))
            continue;
        for (int j = 0; !prefix->count && j < out->count; j++)
            listed |= out->choice[j].value == convoy->hex;
        if (!listed)
            choose(out, prefix->count, prefix->count ? i + 1 : convoy->hex);
    }
}

/* ---- form HEX KIND POINTS TOKENS ------------------------------------------------------------------------------- */

Refusal form_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    Hex hex = order->value[0];
    int store = order->value[1] + ON_TRUCKS, points = order->value[2], tokens = order->value[3];
    const Pile *pile = pile_in(view, question(&view->head)->side, hex);
    Refusal no = may_form(view);
    if (refused(no))
        return no;
    if (!pile || !points || points > free_points(view, pile, store))
        return refuse(OCS_12_2B_2, "ocs.points-free", pile ? free_points(view, pile, store) : 0, WORD_STORE + store,
                      hex);
    int free = free_load(view, pile, store), rest = (free_points(view, pile, store) - points) * TOKENS;
    if (tokens > points * TOKENS || tokens > free || free - tokens > rest)
        return refuse(OCS_12_2B_1, "ocs.points-not-take-t-t", points, tokens, free);
    if (view->convoys == OCS_CONVOYS)
        return refuse(OCS_12_2B_2, "ocs.convoys-already", OCS_CONVOYS);
    return LEGAL;
}

void form_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int side = question(&view->head)->side;
    if (refused(may_form(view)) || view->convoys == OCS_CONVOYS)
        return;
    out->complete = prefix->count == 4;
    for (int i = 0; prefix->count < 4 && i < view->piles; i++) {
        const Pile *pile = &view->pile[i];
        if (pile->side != side || (prefix->count && prefix->value[0] != pile->hex))
            continue;
        for (int kind = 0; kind < STORES - 1; kind++) {
            int points = free_points(view, pile, kind + ON_TRUCKS);
            if (points <= 0 || (prefix->count > 1 && prefix->value[1] != kind))
                continue;
            if (prefix->count < 2) {
                choose(out, prefix->count, prefix->count ? kind : pile->hex);
                if (!prefix->count)
                    break;
            }
            for (int number = prefix->count == 2; prefix->count >= 2 && number <= (prefix->count == 2 ? points : 396);
                 number++) {
                Order order = *prefix;
                order_add(&order, prefix->count, (uint16_t)number);
                if (prefix->count == 3 && number > free_load(view, pile, kind + ON_TRUCKS))
                    break;
                if (prefix->count == 2 || !refused(form_check(scenario, view, &order)))
                    choose(out, prefix->count, number);
            }
        }
    }
}

void form_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int store = order->value[1] + ON_TRUCKS, side = asked(state)->side;
    state->convoy[state->convoys++] = (Convoy){.hex = order->value[0],
                                               .side = (uint8_t)side,
                                               .store = (uint8_t)store,
                                               .points = (uint8_t)order->value[2],
                                               .load = order->value[3],
                                               .mp = play->data->vehicle[store].ma};
    tell(play->events, EVENT_NOTE, 1u << enemy_of(side),
         sentence(OCS_12_2B_2, "ocs.convoy-points-t", state->convoys, order->value[2], WORD_STORE + store,
                  order->value[0], order->value[3]));
}

/* ---- load, unload HEX CONVOY TOKENS ------------------------------------------------------------------------------ */

static int can_take(const State *view, const Convoy *convoy)
{
    const Pile *pile = pile_in(view, convoy->side, convoy->hex);
    int room = convoy->points * TOKENS - convoy->load, there = pile->dump - pile->landed;
    return room < there ? room : there;
}

static Refusal may_handle(const Scenario *scenario, const State *view, const Convoy *convoy, int number, Hex hex)
{
    Refusal no = may_drive(view);
    if (!refused(no) && !convoy)
        no = refuse(OCS_12_2B_2, "ocs.you-no-convoy", number, hex);
    if (!refused(no) && convoy->mp < data_of(scenario)->vehicle[convoy->store].handling)
        no = refuse(OCS_12_2D, "ocs.loading-unloading-costs-mps-convoy",
                    data_of(scenario)->vehicle[convoy->store].handling, number, convoy->mp);
    return no;
}

Refusal load_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Convoy *convoy = convoy_in(view, order->value[0], order->value[1]);
    Refusal no = may_handle(scenario, view, convoy, order->value[1], order->value[0]);
    if (refused(no))
        return no;
    int room = convoy->points * TOKENS - convoy->load, tokens = order->value[2];
    if (!tokens || tokens > room)
        return refuse(OCS_12_2B_1, "ocs.convoy-room-t", room);
    if (tokens > can_take(view, convoy))
        return refuse(OCS_11_3A, "ocs.t-can-taken-up-carried", can_take(view, convoy), convoy->hex);
    return LEGAL;
}

Refusal unload_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Convoy *convoy = convoy_in(view, order->value[0], order->value[1]);
    Refusal no = may_handle(scenario, view, convoy, order->value[1], order->value[0]);
    if (refused(no))
        return no;
    return order->value[2] && order->value[2] <= convoy->load
               ? LEGAL
               : refuse(OCS_12_2B_1, "ocs.convoy-carries-t", convoy->load);
}

static bool can_load(const Scenario *scenario, const State *view, const Convoy *convoy)
{
    return convoy->mp >= data_of(scenario)->vehicle[convoy->store].handling && can_take(view, convoy) > 0;
}

static bool can_unload(const Scenario *scenario, const State *view, const Convoy *convoy)
{
    (void)view;
    return convoy->mp >= data_of(scenario)->vehicle[convoy->store].handling && convoy->load;
}

static void list_handling(const Scenario *scenario, const State *view, const Order *prefix, Choices *out, bool loads)
{
    if (refused(may_drive(view)))
        return;
    out->complete = prefix->count == 3;
    if (prefix->count < 2)
        list_convoys(scenario, view, prefix, out, loads ? can_load : can_unload);
    const Convoy *convoy = prefix->count == 2 ? convoy_in(view, prefix->value[0], prefix->value[1]) : NULL;
    int most = !convoy                                                    ? 0
               : !(loads ? can_load : can_unload)(scenario, view, convoy) ? 0
               : loads                                                    ? can_take(view, convoy)
                                                                          : convoy->load;
    for (int tokens = 1; tokens <= most; tokens++)
        choose(out, 2, tokens);
}

void load_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_handling(scenario, view, prefix, out, true);
}

void unload_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_handling(scenario, view, prefix, out, false);
}

static void handle(Play *play, const Order *order, int tokens)
{
    State *state = play->state;
    Convoy *convoy = &state->convoy[order->value[1] - 1];
    Pile *pile = pile_at(state, convoy->side, convoy->hex);
    uint16_t *load = convoy->store == ON_TRUCKS ? &pile->truck_load : &pile->wagon_load;
    *load = (uint16_t)(*load + tokens);
    pile->dump = (uint16_t)(pile->dump - tokens);
    if (tokens < 0 && convoy->driven) /* D69: what is set down where it lay has not been moved */
        pile->landed = (uint16_t)(pile->landed - tokens);
    convoy->load = (uint16_t)(convoy->load + tokens);
    convoy->mp = (uint16_t)(convoy->mp - play->data->vehicle[convoy->store].handling);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(convoy->side),
         tokens > 0 ? sentence(OCS_12_2D, "ocs.convoy-takes-up-t", order->value[1], tokens, convoy->hex)
                    : sentence(OCS_12_2D, "ocs.convoy-sets-down-t", order->value[1], -tokens, convoy->hex));
    tidy_piles(state);
}

void load_apply(Play *play, const Order *order) { handle(play, order, order->value[2]); }
void unload_apply(Play *play, const Order *order) { handle(play, order, -order->value[2]); }

/* ---- drive HEX CONVOY HEX… -------------------------------------------------------------------------------------- */

typedef struct Drive {
    const Scenario *scenario;
    const State *view;
    Hex hex;
    int mp, left, side;
    bool stopped; /* next to the enemy (4.1-5, D54) */
} Drive;

static Refusal drive_step(Drive *drive, Hex to)
{
    const Map *map = drive->scenario->map;
    Edge edge = to < map->hexes ? edge_between(&map->grid, drive->hex, to) : EDGES;
    if (edge == EDGES)
        return refuse(OCS_6_0_2, "ocs.not-touch", to, drive->hex);
    if (enemy_in(drive->view, drive->side, to))
        return refuse(OCS_6_3A, "ocs.enemy-stands", to);
    if (drive->stopped)
        return refuse(OCS_4_1_5, "ocs.next-enemy-trucks-stop", drive->hex);
    int cost = crossing(drive->scenario, drive->view, drive->side, drive->mp, drive->hex, edge);
    if (cost == PROHIBITED)
        return refuse(OCS_6_2C, "ocs.vehicles-cannot-enter", to, drive->hex);
    if (is_interdicted(drive->scenario, drive->view, drive->side, to))
        cost += data_of(drive->scenario)->interdicted_cost[drive->mp]; /* 6.4-3 */
    if (cost > drive->left)
        return refuse(OCS_6_2_2, "ocs.costs-mps-convoy-left", to, cost, drive->left);
    drive->left -= cost;
    drive->hex = to;
    drive->stopped = drive->mp == TRUCK && is_contact(drive->scenario, drive->view, drive->side, to) &&
                     !is_negated(drive->scenario, drive->view, drive->side, to, NULL, 0);
    return LEGAL;
}

static Refusal drive_order(Drive *drive, const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 2, &count);
    const Convoy *convoy = order->count > 1 ? convoy_in(view, order->value[0], order->value[1]) : NULL;
    Refusal no = may_drive(view);
    if (!refused(no) && !convoy)
        no = refuse(OCS_12_2B_2, "ocs.you-no-convoy", order->count > 1 ? order->value[1] : 0, order->value[0]);
    if (!refused(no) && convoy->halted >= HALTED_ALONG)
        no = refuse(OCS_7_1G_2, "ocs.convoy-tagged-along-overrun-goes", order->value[1]);
    if (refused(no))
        return no;
    *drive = (Drive){.scenario = scenario,
                     .view = view,
                     .hex = convoy->hex,
                     .mp = data_of(scenario)->vehicle[convoy->store].mp,
                     .left = convoy->mp,
                     .side = convoy->side,
                     .stopped = convoy->halted};
    for (int i = 0; i < count && !refused(no); i++)
        no = drive_step(drive, order->value[first + i]);
    return no;
}

Refusal drive_check(const Scenario *scenario, const State *view, const Order *order)
{
    Drive drive;
    return drive_order(&drive, scenario, view, order);
}

static bool list_steps(const Drive *drive, Choices *out)
{
    bool any = false;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Drive next = *drive;
        Hex to = drive->scenario->map->next[drive->hex][edge];
        if (to == NO_HEX || refused(drive_step(&next, to)))
            continue;
        any = true;
        if (out)
            choose(out, 2, to);
    }
    return any;
}

static bool can_drive(const Scenario *scenario, const State *view, const Convoy *convoy)
{
    Drive drive = {.scenario = scenario,
                   .view = view,
                   .hex = convoy->hex,
                   .mp = data_of(scenario)->vehicle[convoy->store].mp,
                   .left = convoy->mp,
                   .side = convoy->side,
                   .stopped = convoy->halted};
    return convoy->halted < HALTED_ALONG && list_steps(&drive, NULL);
}

void drive_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Drive drive;
    if (refused(may_drive(view)))
        return;
    if (prefix->count < 2) {
        list_convoys(scenario, view, prefix, out, can_drive);
        return;
    }
    if (refused(drive_order(&drive, scenario, view, prefix)))
        return;
    out->complete = prefix->count > 2;
    if (prefix->count < WALK)
        list_steps(&drive, out);
}

/* As drive_step() has it, without a word. */
static void drive_on(const Drive *start, const uint8_t (*step)[EDGES], const uint64_t contact[OCS_WORDS], Flood *flood,
                     bool *stopped, Hex hex, Edge edge)
{
    Hex to = start->scenario->map->next[hex][edge];
    int cost = step[hex][edge];
    if (to == NO_HEX || enemy_in(start->view, start->side, to))
        return;
    if (start->scenario->map->edge[hex][edge])
        cost = crossing(start->scenario, start->view, start->side, start->mp, hex, edge);
    if (cost != PROHIBITED && start->view->top[to] != NO_PIECE &&
        is_interdicted(start->scenario, start->view, start->side, to))
        cost += data_of(start->scenario)->interdicted_cost[start->mp];
    if (cost == PROHIBITED || flood->cost[hex] + cost > start->left || flood->cost[hex] + cost >= flood->cost[to])
        return;
    stopped[to] = start->mp == TRUCK && has_bit(contact, to) &&
                  !is_negated(start->scenario, start->view, start->side, to, NULL, 0);
    flood_reach(flood, to, flood->cost[hex] + cost, hex);
}

void drive_reach(const Scenario *scenario, const State *view, const Order *prefix, Reach *out)
{
    ROOM(Flood, flood);
    ROOMS(bool, stopped, OCS_SPOTS);
    uint64_t contact[OCS_WORDS] = {0};
    Drive start;
    if (prefix->count < 2 || refused(drive_order(&start, scenario, view, prefix)))
        return;
    const Book *data = data_of(scenario);
    const uint8_t(*step)[EDGES] = data->step[weather_for(data, view, start.side)][start.mp];
    find_beside(scenario, view, enemy_of(start.side), contact);
    flood_begin(flood, start.left);
    flood_reach(flood, start.hex, 0, NO_HEX);
    stopped[start.hex] = start.stopped;
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood)) {
        out->cost[hex] = out->most[hex] = flood->cost[hex];
        out->from[hex] = flood->from[hex];
        if (hex != start.hex)
            out->hex[out->count++] = hex;
        for (Edge edge = 0; !stopped[hex] && edge < EDGES; edge++)
            drive_on(&start, step, contact, flood, stopped, hex, edge);
    }
}

void drive_apply(Play *play, const Order *order)
{
    Drive drive;
    State *state = play->state;
    drive_order(&drive, play->scenario, state, order);
    Convoy *convoy = &state->convoy[order->value[1] - 1];
    Hex from = convoy->hex;
    convoy->mp = (uint16_t)drive.left;
    convoy_goes_along(play, order->value[1], drive.hex);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(convoy->side),
         sentence(OCS_12_2C_1, "ocs.convoy-drives", order->value[1], from, drive.hex));
}

/* 12.2f: the hexes within one way of a station, out of which it can drive home again; how many. */
int station_ends(const Scenario *scenario, const State *view, int side, int store, Hex from, uint64_t out[OCS_WORDS])
{
    ROOM(Flood, flood);
    Drive start = {.scenario = scenario,
                   .view = view,
                   .hex = from,
                   .mp = data_of(scenario)->vehicle[store].mp,
                   .left = station_range(data_of(scenario), store),
                   .side = side};
    int count = 0;
    flood_begin(flood, start.left);
    flood_reach(flood, from, 0, NO_HEX);
    for (Hex hex = flood_next(flood); hex != NO_HEX; hex = flood_next(flood)) {
        if (hex != from) {
            set_bit(out, hex);
            count++;
        }
        for (Edge edge = 0; edge < EDGES; edge++) {
            Drive next = start;
            Hex to = scenario->map->next[hex][edge];
            next.hex = hex;
            next.left = start.left - flood->cost[hex];
            if (to != NO_HEX && !refused(drive_step(&next, to)) && !next.stopped)
                flood_reach(flood, to, start.left - next.left, hex);
        }
    }
    return count;
}

bool drives_there(const Scenario *scenario, const State *view, int side, int store, Hex from, Hex to)
{
    uint64_t ends[OCS_WORDS] = {0};
    station_ends(scenario, view, side, store, from, ends);
    return has_bit(ends, to);
}

/* A convoy goes to the next hex with troops that overrun, advance or retreat; trucks stop next to the enemy. */
void convoy_goes_along(Play *play, int number, Hex to)
{
    State *state = play->state;
    Convoy *convoy = &state->convoy[number - 1];
    Hex from = convoy->hex;
    int points = convoy->points, load = convoy->load;
    convoy->points = 0; /* while they are nowhere */
    convoy->load = 0;
    shift_pile(state, convoy->side, from, to, convoy->store, points, load);
    convoy->points = (uint8_t)points;
    convoy->load = (uint16_t)load;
    convoy->driven |= to != from;
    convoy->hex = to;
    if (play->data->vehicle[convoy->store].mp == TRUCK && is_contact(play->scenario, state, convoy->side, to) &&
        !is_negated(play->scenario, state, convoy->side, to, NULL, 0))
        convoy->halted = HALTED_BESIDE;
}

/* 9.16c-2: what was taken may move on in a phase in which other vehicles do not. */
void take_over_vehicles(const Book *data, State *state, int side, Hex hex, int store, int points, int load)
{
    bool moving = state->head.phase == STEP_REACTION_MOVEMENT || state->head.phase == STEP_EXPLOITATION_MOVEMENT;
    if (!moving || state->convoys == OCS_CONVOYS)
        return;
    ride_vehicles(state, side, hex, store, points, load);
    state->convoy[state->convoys - 1].mp = data->vehicle[store].ma;
}

void ride_vehicles(State *state, int side, Hex hex, int store, int points, int load)
{
    state->convoy[state->convoys++] = (Convoy){.hex = hex,
                                               .side = (uint8_t)side,
                                               .store = (uint8_t)store,
                                               .points = (uint8_t)points,
                                               .load = (uint16_t)load,
                                               .driven = 1};
}

/* ---- 13: units that ride ---------------------------------------------------------------------------------------- */

enum { SEMI_MA = 10, FULL_MA = 16 }; /* 13.0a, 13.0b */

int motor_of(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    int points = state->unit[piece].trucks * QUARTERS, size = re_of(data, state, piece);
    if (!points || kind->motor == FULLY_MOTORIZED)
        return kind->motor;
    return kind->motor == SEMI_MOTORIZED || points >= 2 * size ? FULLY_MOTORIZED : SEMI_MOTORIZED;
}

int mp_kind(const Book *data, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    return unit->trucks && unit->face == MOVE_SIDE ? TRUCK : face_of(data, state, piece)->mp; /* D17 */
}

int printed_ma(const Book *data, const State *state, Piece piece)
{
    const Unit *unit = &state->unit[piece];
    if (!unit->trucks || unit->face != MOVE_SIDE)
        return face_of(data, state, piece)->ma;
    return motor_of(data, state, piece) == FULLY_MOTORIZED ? FULL_MA : SEMI_MA;
}

/* D37: of its truck points as many are lost as of its steps, the rest rounded down. */
void lose_riding(State *state, Piece piece, int steps_before)
{
    Unit *unit = &state->unit[piece];
    unit->trucks = (uint8_t)(unit->trucks * unit->steps / steps_before);
}

/* Whole points, at least one. */
static int points_for(const Book *data, const State *state, Piece piece, int level)
{
    int per_re = level - kind_of(data, state, piece)->motor;
    int quarters = re_of(data, state, piece) * per_re;
    return quarters > 0 ? (quarters + QUARTERS - 1) / QUARTERS - state->unit[piece].trucks : 0;
}

bool lacks_points(const Book *data, const State *state, Piece piece, int level)
{
    return points_for(data, state, piece, level) > 0;
}

Refusal motorize_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    int level = order->value[1];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_unit(kind))
        return refuse(OCS_13_0_2, "ocs.not-yours-order-now", piece);
    if (kind->class == HEADQUARTERS)
        return refuse(OCS_13_0_1, "ocs.headquarters-trucks-own", piece);
    if (kind->class == ARMOR || kind->class == MECH || kind->motor == FULLY_MOTORIZED || kind->class == RAIL_REPAIR ||
        kind->is & NEEDS_EQ || (kind->class == REPLACEMENTS && kind->face[MOVE_SIDE].mp != LEG) ||
        !kind->face[MOVE_SIDE].there)
        return refuse(OCS_13_0_1, "ocs.gains-nothing-truck-points", piece);
    if (unit->now & CHANGED)
        return refuse(OCS_13_0_2, "ocs.changed-segment", piece);
    if (level == motor_of(data, view, piece) && (level != NOT_MOTORIZED || !unit->trucks))
        return refuse(OCS_13_0_1, "ocs.already", piece);
    if (level < kind->motor)
        return refuse(OCS_13_0_1, "ocs.cannot-made-less-printed", piece);
    int needed = points_for(data, view, piece, level);
    const Pile *pile = pile_in(view, unit->side, unit->at.hex);
    int empty = pile ? pile->trucks - (pile->truck_load + TOKENS - 1) / TOKENS : 0;
    if (needed > empty)
        return refuse(level == FULLY_MOTORIZED ? OCS_13_0B : OCS_13_0A, "ocs.needs-empty-truck-points-hex", piece,
                      needed, empty);
    return LEGAL;
}

void motorize_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Order order = order_of(prefix->verb);
    order_add(&order, 0, NO_PIECE);
    order_add(&order, 1, NOT_MOTORIZED);
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    EACH_BIT(piece, own_counters(scenario, view), COUNTER_WORDS) {
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].now & CHANGED ||
            (prefix->count && prefix->value[0] != piece))
            continue;
        for (int level = NOT_MOTORIZED; level <= FULLY_MOTORIZED; level++) {
            order.value[0] = (uint16_t)piece;
            order.value[1] = (uint16_t)level;
            if (refused(motorize_check(scenario, view, &order)))
                continue;
            choose(out, prefix->count, prefix->count ? level : piece);
            if (!prefix->count)
                break;
        }
    }
}

void motorize_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0];
    Unit *unit = &state->unit[piece];
    int level = order->value[1], points = points_for(play->data, state, piece, level);
    if (level == kind_of(play->data, state, piece)->motor)
        points = -unit->trucks;
    Pile *pile = pile_at(state, unit->side, unit->at.hex);
    pile->trucks = (uint8_t)(pile->trucks - points);
    unit->trucks = (uint8_t)(unit->trucks + points);
    unit->now |= CHANGED;
    tidy_piles(state);
    tell(play->events, EVENT_STATE, 1u << enemy_of(unit->side),
         sentence(OCS_13_0_2, "ocs.rides-truck-point", piece, unit->trucks));
}
