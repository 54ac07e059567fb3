/* transfers.c — supply carried from one hex to another with one gesture (12.2, 12.3): which vehicles or trains can do
 * it in this phase, with what orders, and at what price.
 *
 *     form 07.15 trucks 4 0     load 07.15 1 16     drive 07.15 1 08.16 09.16     unload 09.16 1 16
 *
 * Vehicles are sought in the hex of the supply and elsewhere, formed or not. The orders are tried one after the other
 * on a copy of the view, in which only convoys change: nothing else that these orders ask about depends on them. */
#include "core/room.h"
#include "systems/ocs/air.h"
#include "systems/ocs/memo.h"

/* One way by road, while it is being tried. */
typedef struct Haul {
    const Scenario *scenario;
    State *trial;
    Hex from, to;
    int side, store, number; /* of the convoy */
    int points, carried, spent;
    bool partway; /* what cannot get there in this phase goes as far as it can … */
    Hex stop;     /* … and stays aboard here */
    int short_of; /* hexes from the end */
    Transfer transfer;
} Haul;

static Convoy *convoy_of(const Haul *haul) { return &haul->trial->convoy[haul->number - 1]; }

static Order begin_order(const Haul *haul, int verb)
{
    Order order = order_of(verb);
    order_add(&order, 0, convoy_of(haul)->hex);
    order_add(&order, 1, (uint16_t)haul->number);
    return order;
}

static bool add_order(Haul *haul, const Order *order, Refusal refusal)
{
    if (refused(refusal) || haul->transfer.orders == TRANSFER_ORDERS)
        return false;
    haul->transfer.order[haul->transfer.orders++] = *order;
    return true;
}

/* The cheapest path, if it ends there. */
static bool drive_to(Haul *haul, Hex to)
{
    ROOM(Reach, reach);
    Hex path[WALK];
    int count = 0, found = 0;
    Convoy *convoy = convoy_of(haul);
    if (convoy->hex == to)
        return true;
    Order order = begin_order(haul, DO_DRIVE);
    reach->count = 0;
    drive_reach(haul->scenario, haul->trial, &order, reach);
    while (found < reach->count && reach->hex[found] != to)
        found++;
    if (found == reach->count)
        return false;
    for (Hex hex = to; hex != convoy->hex && count < WALK; hex = reach->from[hex])
        path[count++] = hex;
    for (int i = count; i--;)
        order_add(&order, 2, path[i]);
    if (!add_order(haul, &order, drive_check(haul->scenario, haul->trial, &order)))
        return false;
    convoy->mp = (uint16_t)(convoy->mp - reach->cost[to]);
    convoy->hex = to;
    return true;
}

/* To the hex nearest to the end, if any is nearer than this one. */
static bool drive_near(Haul *haul)
{
    ROOM(Reach, reach);
    const Map *map = haul->scenario->map;
    Order order = begin_order(haul, DO_DRIVE);
    haul->stop = convoy_of(haul)->hex;
    haul->short_of = map_distance(map, haul->from, haul->to);
    reach->count = 0;
    drive_reach(haul->scenario, haul->trial, &order, reach);
    for (int i = 0; i < reach->count; i++)
        if (reach->hex[i] < map->hexes && map_distance(map, reach->hex[i], haul->to) < haul->short_of) {
            haul->stop = reach->hex[i];
            haul->short_of = map_distance(map, reach->hex[i], haul->to);
        }
    return haul->stop != convoy_of(haul)->hex && drive_to(haul, haul->stop);
}

static bool handle(Haul *haul, int verb, int tokens)
{
    if (!tokens)
        return true;
    Order order = begin_order(haul, verb);
    order_add(&order, 2, (uint16_t)tokens);
    if (!add_order(haul, &order,
                   verb == DO_LOAD ? load_check(haul->scenario, haul->trial, &order)
                                   : unload_check(haul->scenario, haul->trial, &order)))
        return false;
    Convoy *convoy = convoy_of(haul);
    convoy->mp = (uint16_t)(convoy->mp - data_of(haul->scenario)->vehicle[haul->store].handling);
    convoy->load = (uint16_t)(convoy->load + (verb == DO_LOAD ? tokens : -tokens));
    return true;
}

/* To the supply, there as much as is wanted, to the end, and off. */
static bool run(Haul *haul, int wanted)
{
    const Pile *source = pile_in(haul->trial, haul->side, haul->from);
    if (!drive_to(haul, haul->from))
        return false;
    Convoy *convoy = convoy_of(haul);
    int aboard = convoy->load, room = convoy->points * TOKENS - aboard;
    int ground = source ? source->dump - source->landed : 0;
    int more = wanted > aboard ? wanted - aboard : 0;
    more = more < room ? more : room;
    more = more < ground ? more : ground;
    haul->carried = aboard + more < wanted ? aboard + more : wanted;
    if (!haul->carried || !handle(haul, DO_LOAD, more))
        return false;
    if (haul->partway ? !drive_near(haul) : !drive_to(haul, haul->to) || !handle(haul, DO_UNLOAD, haul->carried))
        return false;
    haul->spent = data_of(haul->scenario)->vehicle[haul->store].ma - convoy_of(haul)->mp;
    return true;
}

/* Idle vehicles of a pile: as many as are needed; of their load, what is wanted if they are in the hex of the supply,
 * else no more than they must. */
static bool run_idle(Haul *haul, const Pile *pile, int wanted)
{
    State *trial = haul->trial;
    int idle = free_points(trial, pile, haul->store), load = free_load(trial, pile, haul->store);
    int needed = (wanted + TOKENS - 1) / TOKENS, points = idle < needed ? idle : needed;
    int least = load - (idle - points) * TOKENS, most = load < points * TOKENS ? load : points * TOKENS;
    int aboard = pile->hex == haul->from && wanted < most ? wanted : pile->hex == haul->from ? most : 0;
    if (points <= 0 || trial->convoys == OCS_CONVOYS)
        return false;
    Order order = order_of(DO_FORM);
    order_add(&order, 0, pile->hex);
    order_add(&order, 1, (uint16_t)(haul->store - ON_TRUCKS));
    order_add(&order, 2, (uint16_t)points);
    order_add(&order, 3, (uint16_t)(aboard < least ? least : aboard));
    if (!add_order(haul, &order, form_check(haul->scenario, trial, &order)))
        return false;
    trial->convoy[trial->convoys++] = (Convoy){.hex = pile->hex,
                                               .side = (uint8_t)haul->side,
                                               .store = (uint8_t)haul->store,
                                               .points = (uint8_t)points,
                                               .load = order.value[3],
                                               .mp = data_of(haul->scenario)->vehicle[haul->store].ma};
    haul->number = trial->convoys;
    haul->points = points;
    return run(haul, wanted);
}

/* Of two ways the one that gets farther, then the one that carries more, then the one that costs less. */
static void keep_better(Haul *best, const Haul *haul)
{
    int nearer = best->carried ? best->short_of - haul->short_of : 1, more = haul->carried - best->carried;
    if (nearer > 0 || (!nearer && (more > 0 || (!more && haul->spent < best->spent))))
        *best = *haul;
}

/* By the best vehicles of a kind, idle or formed into a convoy already. */
static bool find_haul(const Haul *start, const State *view, int wanted, Haul *best)
{
    *best = *start;
    State *trial = start->trial;
    for (int i = 0; i < view->piles; i++) {
        Haul haul = *start;
        *trial = *view;
        if (trial->pile[i].side == haul.side && run_idle(&haul, &trial->pile[i], wanted))
            keep_better(best, &haul);
    }
    for (int i = 0; i < view->convoys; i++) {
        Haul haul = *start;
        *trial = *view;
        haul.number = i + 1;
        haul.points = view->convoy[i].points;
        if (view->convoy[i].side == haul.side && view->convoy[i].store == haul.store && haul.points &&
            run(&haul, wanted))
            keep_better(best, &haul);
    }
    return best->carried > 0;
}

static int by_road(const Haul *start, const State *view, int wanted, Transfer *out)
{
    Haul best;
    if (!find_haul(start, view, wanted, &best))
        return 0;
    *out = best.transfer;
    if (best.partway)
        out->words = sentence(OCS_12_2B_1, "ocs.transfer-partway", best.carried, best.stop, best.points,
                              WORD_STORE + best.store, out->order[0].value[0]);
    else
        out->words = sentence(OCS_12_2B_1, "ocs.transfer-by-road", best.carried, best.points, WORD_STORE + best.store,
                              out->order[0].value[0], best.spent, data_of(best.scenario)->vehicle[best.store].ma);
    return best.carried;
}

/* By trucks and by wagons; how many ways, and in *most what could be carried. */
static int by_roads(Haul *start, const State *view, int wanted, int there, Transfer *out, int *most)
{
    int ways = 0;
    for (start->store = ON_TRUCKS; start->store <= ON_WAGONS; start->store++) {
        Transfer tried;
        int could = wanted == there ? 0 : by_road(start, view, there, &tried), carried;
        carried = by_road(start, view, wanted, &out[ways]);
        could = could > carried ? could : carried;
        *most = could > *most ? could : *most;
        ways += carried > 0;
    }
    return ways;
}

/* As much supply on the ground as a train takes; how much. */
static int by_rail(const Haul *start, const State *view, int wanted, Transfer *out)
{
    Order order = order_of(DO_FREIGHT);
    order_add(&order, 0, start->from);
    order_add(&order, 1, ON_GROUND);
    order_add(&order, 2, 0);
    order_add(&order, 3, start->to);
    for (int tokens = wanted; tokens; tokens--) {
        order.value[2] = (uint16_t)tokens;
        if (refused(freight_check(start->scenario, view, &order)))
            continue;
        out->order[0] = order;
        out->orders = 1;
        out->words = sentence(OCS_12_3C_4, "ocs.transfer-by-rail", tokens);
        return tokens;
    }
    return 0;
}

static bool may_send(const Scenario *scenario, const State *view)
{
    const Frame *asked = question(&view->head);
    bool own = view->head.phase == STEP_MOVEMENT || view->head.phase == STEP_MODES_AND_MOVEMENT;
    return !data_of(scenario)->without[PART_SUPPLY] && own && asked && asked->kind == ASK_MOVEMENT &&
           asked->side == view->phasing;
}

/* What is still to be carried in this phase: what has not been set down in it (11.3a). */
static int waiting_at(const Pile *pile) { return pile->dump - pile->landed + pile->truck_load + pile->wagon_load; }

bool ocs_senders(const Scenario *scenario, const Position *position, uint64_t *hexes, Sentence *words)
{
    const State *view = state_of(position);
    bool any = false;
    *words = sentence(OCS_12_2C_1, "ocs.move-supply");
    for (int i = 0; may_send(scenario, view) && i < view->piles; i++) {
        const Pile *pile = &view->pile[i];
        if (pile->side != view->phasing || pile->hex >= scenario->map->hexes || waiting_at(pile) <= 0)
            continue;
        set_bit(hexes, pile->hex);
        any = true;
    }
    return any;
}

int ocs_transfers(const Scenario *scenario, const Position *position, Hex from, Hex to, int amount,
                  Transfer out[TRANSFERS], int *most, Refusal *why)
{
    ROOM(State, trial);
    const State *view = state_of(position);
    int ways = 0;
    Haul start = {.scenario = scenario, .trial = trial, .from = from, .to = to, .side = view->phasing};
    const Pile *pile = may_send(scenario, view) && from != to ? pile_in(view, view->phasing, from) : NULL;
    int there = pile ? waiting_at(pile) : 0, wanted = amount && amount < there ? amount : there;
    *most = 0;
    *why = refuse(OCS_12_2C_1, "ocs.transfer-nothing-there", from);
    if (there <= 0)
        return 0;
    ways += by_roads(&start, view, wanted, there, out, most);
    Transfer tried;
    int could = by_rail(&start, view, there, &tried);
    *most = could > *most ? could : *most;
    ways += by_rail(&start, view, wanted, &out[ways]) > 0;
    start.partway = is_land(data_of(scenario), to) && !enemy_in(view, view->phasing, to);
    if (!ways && start.partway)
        ways += by_roads(&start, view, wanted, there, out, most);
    *why = ways ? LEGAL : refuse(OCS_12_2C_1, "ocs.transfer-nothing-carries", from, to);
    return ways;
}
