/* haulage.c — how a sensible beginner looks after his supply: where it reaches, which HQs lack it, how it gets there,
 * and how it is spent.
 *
 * An HQ near the enemy wants within five truck MPs what its troops eat in a week at Full, and something to attack with.
 * Supply elsewhere is idle: vehicles that are empty drive to it, load, drive to the nearest HQ in want and set it down;
 * trains carry it wherever that is nearer. */
#include "core/room.h"
#include "core/hash.h"
#include "kit/fields.h"
#include "systems/ocs/memo.h"

enum {
    HALVES = 2, /* of an MP */
    DRAWS = 5 * HALVES,
    AT_HAND = 4 * HALVES, /* near enough to an HQ to be drawn on */
    SPENT = 8,            /* tokens an HQ likes to have for attacks */
    WORTHWHILE = 12,      /* tokens that make a dump an HQ can live on */
    AT_THE_FRONT = 12,    /* hexes from the enemy: HQs farther off can wait */
    A_POINT = TOKENS,
    SAFE = 3,
    AT_THE_HQ = 4, /* hexes within which an HQ draws, by and large */
    WAGON_WAY = 30
};

/* ---- where supply reaches ------------------------------------------------------------------------ */

static bool is_headquarters(const Scenario *scenario, const State *view, int side, Piece piece)
{
    return view->unit[piece].side == side && is_on_map(view, piece) &&
           kind_of(data_of(scenario), view, piece)->class == HEADQUARTERS;
}

static uint64_t mix_in(uint64_t hash, uint64_t value) { return hash_bytes(hash, &value, sizeof value); }

static uint64_t pipes_of(const Scenario *scenario, const State *view, const Outlook *outlook)
{
    int side = outlook->side;
    uint64_t open[OCS_WORDS];
    find_open(scenario, view, side, open);
    uint64_t hash = hash_bytes(1 + (uint64_t)side, open, sizeof open);
    hash = hash_bytes(hash, view->unit, (size_t)scenario->pieces * sizeof *view->unit); /* who reaches what */
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_on_map(view, piece) && view->unit[piece].side == side &&
            is_engineer(kind_of(data_of(scenario), view, piece)))
            hash = mix_in(hash, (uint64_t)view->unit[piece].at.hex << 16 | view->unit[piece].face << 8 |
                                    (view->unit[piece].now & MOVED));
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side && tokens_of(&view->pile[i]))
            hash = mix_in(hash, view->pile[i].hex * 2u + (tokens_of(&view->pile[i]) >= WORTHWHILE));
    if (second_edition(data_of(scenario))) {
        hash = hash_bytes(hash, view->control[side], sizeof view->control[side]);
        hash = hash_bytes(hash, view->wrecked, sizeof view->wrecked);
        hash = hash_bytes(hash, view->gauge, sizeof view->gauge);
    }
    return hash;
}

/* Hexes where an HQ can draw on a dump, or, in edition 2, traces (C7). */
static void find_fed(const Scenario *scenario, const State *view, Outlook *outlook)
{
    uint64_t dumps[OCS_WORDS] = {0};
    memset(outlook->fed, 0, sizeof outlook->fed);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == outlook->side && tokens_of(&view->pile[i]) >= WORTHWHILE &&
            view->pile[i].hex < scenario->map->hexes)
            set_bit(dumps, view->pile[i].hex);
    if (second_edition(data_of(scenario)))
        trace_points(scenario, view, outlook->side, dumps);
    served_by(scenario, view, outlook->side, dumps, outlook->fed);
}

int nearest_store(const Map *map, const Outlook *outlook, Hex hex)
{
    int best = 0, least = 999;
    for (int i = 0; i < outlook->stores; i++) {
        int distance = map_distance(map, outlook->store[i].hex, hex);
        if (distance < least) {
            least = distance;
            best = i;
        }
    }
    return best;
}

/* ---- which HQs lack it, and where it is ---------------------------------------------------------- */

/* A flood inward to the hexes given, by paths that no enemy threatens; unless it was made of the same before. */
static void run_in(const Outlook *outlook, Tide *tide, uint64_t *made_of, uint16_t out[OCS_SPOTS])
{
    const Map *map = outlook->scenario->map;
    uint64_t hash = hash_bytes(1 + outlook->side, outlook->enemies, sizeof outlook->enemies);
    hash = mix_in(hash, outlook->weather);
    for (int i = 0; i < tide->used; i++)
        hash = mix_in(hash, (uint64_t)tide->node[i].hex << 16 | tide->cost[tide->node[i].hex]);
    if (*made_of == hash)
        return;
    *made_of = hash;
    Hex hex;
    while ((hex = tide_next(tide)) != NO_HEX)
        for (int edge = 0; edge < EDGES; edge++) {
            Hex before = map->next[hex][edge];
            int step = before == NO_HEX ? 0 : outlook->step[before][edge_opposite((Edge)edge)];
            if (step && outlook->near[before] > 1)
                tide_reach(tide, before, tide->cost[hex] + step);
        }
    memcpy(out, tide->cost, OCS_SPOTS * sizeof *out);
}

static int in_reach_of(const Scenario *scenario, const State *view, Piece headquarters)
{
    uint64_t drawn[OCS_WORDS] = {0};
    drawn_by(scenario, view, headquarters, drawn);
    return tokens_at(view, view->unit[headquarters].side, drawn);
}

/* What a counter eats in a week at Low, in tokens; at Full it is twice as much. */
static int appetite(const Scenario *scenario, const State *view, Piece piece)
{
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (second_edition(data_of(scenario)))
        return kind->size == DIVISION || kind->formation;
    return kind->size == DIVISION ? (kind->dse ? kind->dse : 2) : kind->formation != 0;
}

/* Each HQ with the needs of the units nearest to it, and the supply in its reach. */
static void find_stores(const Scenario *scenario, const State *view, Outlook *outlook)
{
    outlook->stores = 0;
    for (Piece piece = 0; piece < scenario->pieces && outlook->stores < OCS_HEADQUARTERS; piece++)
        if (is_headquarters(scenario, view, outlook->side, piece) && view->unit[piece].at.hex < scenario->map->hexes)
            outlook->store[outlook->stores++] =
                (HqStore){piece, view->unit[piece].at.hex, TOKENS / 2, (int16_t)in_reach_of(scenario, view, piece)};
    for (Piece piece = 0; outlook->stores && piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->side != outlook->side || !is_on_map(view, piece) || unit->at.hex >= scenario->map->hexes)
            continue;
        int eats = appetite(scenario, view, piece);
        if (eats)
            outlook->store[nearest_store(scenario->map, outlook, unit->at.hex)].eaten += (int16_t)eats;
    }
}

/* The HQ's wish for supply in reach: a week at Full, and something to attack with. */
static int wanted_by(const HqStore *store) { return 2 * store->eaten + SPENT; }

/* The more an HQ lacks, the nearer it seems. */
static void find_haul(Outlook *outlook, Tide *tide)
{
    enum { NOT_URGENT = 24 };
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    for (int i = 0; i < outlook->stores; i++) {
        const HqStore *store = &outlook->store[i];
        int want = wanted_by(store);
        if (outlook->near[store->hex] <= AT_THE_FRONT && store->there < want)
            tide_reach(tide, store->hex, NOT_URGENT * store->there / want);
    }
    run_in(outlook, tide, &outlook->hauled, outlook->haul);
}

/* A unit that comes next to a supply route draws the supply to it. */
static void add_neighbours(const Map *map, const uint64_t into[OCS_WORDS], uint64_t out[OCS_WORDS])
{
    memcpy(out, into, OCS_WORDS * sizeof *out);
    EACH_BIT(hex, into, OCS_WORDS)
        for (int edge = 0; hex < map->hexes && edge < EDGES; edge++)
            if (map->next[hex][edge] != NO_HEX)
                set_bit(out, map->next[hex][edge]);
}

void find_served(const Scenario *scenario, const State *view, Outlook *outlook)
{
    if (data_of(scenario)->without[PART_SUPPLY])
        return;
    outlook->tokens = 0;
    for (int i = 0; i < view->piles; i++)
        outlook->tokens += view->pile[i].side == outlook->side ? tokens_of(&view->pile[i]) : 0;
    find_stores(scenario, view, outlook);
    uint64_t pipes = pipes_of(scenario, view, outlook);
    if (outlook->served_found && outlook->pipes == pipes)
        return;
    outlook->served_found = true;
    outlook->pipes = pipes;
    outlook->goods = 0;
    find_fed(scenario, view, outlook);
    uint64_t into[OCS_WORDS] = {0}, dumps[OCS_WORDS] = {0};
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == outlook->side && tokens_of(&view->pile[i]) &&
            view->pile[i].hex < scenario->map->hexes)
            set_bit(dumps, view->pile[i].hex);
    served_by(scenario, view, outlook->side, dumps, into);
    memcpy(outlook->served, outlook->fed, sizeof outlook->served);
    for (int i = 0; i < outlook->stores; i++) {
        if (has_bit(outlook->fed, outlook->store[i].hex))
            thrown_by(scenario, view, outlook->store[i].piece, false, outlook->served);
        if (outlook->store[i].there)
            thrown_by(scenario, view, outlook->store[i].piece, true, into);
    }
    add_neighbours(scenario->map, into, outlook->armed);
}

int spare_tokens(const Outlook *outlook, const Pile *pile)
{
    int spare = pile->dump - pile->landed;
    for (int i = 0; i < outlook->stores; i++) {
        const HqStore *store = &outlook->store[i];
        int left = store->there - wanted_by(store);
        if (map_distance(outlook->scenario->map, store->hex, pile->hex) <= AT_THE_HQ &&
            outlook->near[store->hex] <= AT_THE_FRONT && left < spare)
            spare = left;
    }
    return spare > 0 ? spare : 0;
}

/* … and should be: whole points off the routes of HQs in want. */
static int idle_tokens(const Outlook *outlook, const Pile *pile)
{
    if (pile->side != outlook->side || pile->hex >= outlook->scenario->map->hexes || outlook->haul[pile->hex] == FAR ||
        outlook->haul[pile->hex] <= DRAWS)
        return 0;
    int idle = spare_tokens(outlook, pile);
    return idle >= A_POINT ? idle : 0;
}

static void find_fetch(const State *view, Outlook *outlook, Tide *tide)
{
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    for (int i = 0; i < view->piles; i++)
        if (idle_tokens(outlook, &view->pile[i]))
            tide_reach(tide, view->pile[i].hex, 0);
    run_in(outlook, tide, &outlook->fetched, outlook->fetch);
}

/* Railroad beside a working hex, and not the enemy's. */
static void find_mend(const Scenario *scenario, const State *view, Outlook *outlook, Tide *tide)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    EACH_BIT(hex, data->rail, OCS_WORDS) {
        if (rail_works(scenario, view, outlook->side, (Hex)hex) || !has_bit(view->control[outlook->side], hex) ||
            outlook->near[hex] < SAFE)
            continue;
        for (int edge = 0; edge < EDGES; edge++)
            if (map->layer[RAILS][hex][edge] && rail_works(scenario, view, outlook->side, map->next[hex][edge]))
                tide_reach(tide, (Hex)hex, 0);
    }
    run_in(outlook, tide, &outlook->mended, outlook->mend);
}

static uint64_t goods_of(const State *view, const Outlook *outlook)
{
    uint64_t hash = hash_bytes(outlook->pipes, outlook->store, (size_t)outlook->stores * sizeof *outlook->store);
    hash = hash_bytes(hash, outlook->enemies, sizeof outlook->enemies);
    hash = hash_bytes(hash, view->pile, view->piles * sizeof *view->pile);
    hash = hash_bytes(hash, view->control, sizeof view->control);
    hash = hash_bytes(hash, view->wrecked, sizeof view->wrecked);
    return hash_bytes(hash, view->gauge, sizeof view->gauge) | 1;
}

void find_haulage(const Scenario *scenario, const State *view, Outlook *outlook)
{
    ROOM(Tide, tide);
    const Book *data = data_of(scenario);
    if (data->without[PART_SUPPLY])
        return;
    uint64_t goods = goods_of(view, outlook);
    if (outlook->goods == goods)
        return;
    outlook->goods = goods;
    find_haul(outlook, tide);
    find_fetch(view, outlook, tide);
    if (!data->without[PART_RAIL] && scenario->map->layer[RAILS])
        find_mend(scenario, view, outlook, tide);
    else
        memset(outlook->mend, 0xFF, sizeof outlook->mend);
}

/* ---- vehicles ------------------------------------------------------------------------------------ */

enum { LEFT = -10, HAULS = 400 };

static bool is_far(const Eye *eye, Hex hex) { return eye->found->haul[hex] != FAR && eye->found->haul[hex] > DRAWS; }

/* The task of the vehicles of that kind in the hex: how many form a convoy, and with how much. */
static bool convoy_wanted(const Eye *eye, Hex hex, int store, int *points, int *tokens)
{
    const Pile *pile = pile_in(eye->view, eye->side, hex);
    int free = pile ? free_points(eye->view, pile, store) : 0, load = pile ? stored(pile, store) : 0;
    if (free <= 0 || hex >= eye->map->hexes)
        return false;
    for (int i = 0; i < eye->view->convoys; i++) /* what others have loaded here */
        if (eye->view->convoy[i].hex == hex && eye->view->convoy[i].store == store)
            load -= eye->view->convoy[i].load;
    *points = free;
    *tokens = load > 0 ? load : 0;
    if (load > 0)
        return is_far(eye, hex);
    int idle = idle_tokens(eye->found, pile);
    if (idle) {
        int needed = idle / A_POINT;
        *points = needed < free ? needed : free;
        return true;
    }
    int way = eye->found->fetch[hex];
    return way != FAR && way > 0 && (store == ON_TRUCKS || way <= WAGON_WAY);
}

int32_t form_value(const Eye *eye, const Order *order)
{
    int points, tokens, best = LEFT;
    for (int kind = 0; order->count && kind < STORES - 1; kind++) {
        if ((order->count > 1 && order->value[1] != kind) ||
            !convoy_wanted(eye, order->value[0], kind + ON_TRUCKS, &points, &tokens))
            continue;
        int value = HAULS;
        if (order->count > 2)
            value -= order->value[2] > points ? order->value[2] - points : points - order->value[2];
        if (order->count > 3)
            value -= order->value[3] == tokens ? 0 : HAULS;
        best = value > best ? value : best;
    }
    return order->count ? best : HAULS;
}

static const Convoy *convoy_of(const Eye *eye, const Order *order)
{
    return order->count > 1 && order->value[1] >= 1 && order->value[1] <= eye->view->convoys
               ? &eye->view->convoy[order->value[1] - 1]
               : NULL;
}

int32_t load_value(const Eye *eye, const Order *order)
{
    const Pile *pile = order->count ? pile_in(eye->view, eye->side, order->value[0]) : NULL;
    int idle = pile ? idle_tokens(eye->found, pile) : 0;
    if (order->count && !idle)
        return LEFT;
    return 2 * HAULS + (order->count > 2 ? order->value[2] <= idle ? order->value[2] : -order->value[2] : 0);
}

/* Its load is needed where it is. */
static bool is_needed_here(const Eye *eye, const Convoy *convoy)
{
    for (int i = 0; i < eye->found->stores; i++) {
        const HqStore *store = &eye->found->store[i];
        if (map_distance(eye->map, store->hex, convoy->hex) <= AT_THE_HQ &&
            store->there - convoy->load < wanted_by(store))
            return true;
    }
    return false;
}

static bool is_safe_for_supply(const Eye *eye, Hex hex)
{
    return eye->found->near[hex] >= SAFE || (eye->found->near[hex] > 1 && friend_in(eye->view, eye->side, hex));
}

int32_t unload_value(const Eye *eye, const Order *order)
{
    const Convoy *convoy = convoy_of(eye, order);
    bool at_hand = order->count && eye->found->haul[order->value[0]] <= AT_HAND;
    if (order->count && !at_hand && !(convoy && is_needed_here(eye, convoy)) && order->count > 1)
        return LEFT;
    if (order->count && !is_safe_for_supply(eye, order->value[0]))
        return LEFT;
    return 2 * HAULS + (order->count > 2 ? order->value[2] : 0);
}

int32_t drive_value(const Eye *eye, const Order *order)
{
    const Convoy *convoy = convoy_of(eye, order);
    int steps, path = order_slot(order, 2, &steps);
    if (!convoy)
        return HAULS;
    const uint16_t *way = convoy->load ? eye->found->haul : eye->found->fetch;
    if (way[convoy->hex] == FAR || !way[convoy->hex] ||
        (convoy->load && (way[convoy->hex] <= AT_HAND || is_needed_here(eye, convoy))))
        return LEFT;
    if (!steps)
        return HAULS;
    Hex to = order->value[path + steps - 1];
    if (way[to] == FAR || !is_safe_for_supply(eye, to))
        return HOPELESS;
    return 3 * (way[convoy->hex] - way[to]) - 4;
}

/* ---- railroads and shipping ---------------------------------------------------------------------- */

/* Supply off the map is idle. */
int32_t freight_value(const Eye *eye, const Order *order)
{
    enum { SUPPLY, LEAST = 8, OVERSEAS = 60 };
    if (order->count > 1 && order->value[1] != SUPPLY)
        return LEFT;
    const Pile *pile = order->count ? pile_in(eye->view, eye->side, order->value[0]) : NULL;
    bool overseas = pile && pile->hex >= eye->map->hexes;
    int idle = overseas ? pile->dump - pile->landed : pile ? idle_tokens(eye->found, pile) : 0;
    if (order->count && !idle)
        return LEFT;
    if (order->count < 3)
        return HAULS / 2;
    int amount = order->value[2];
    if (amount > idle)
        return LEFT;
    if (order->count < 4)
        return HAULS / 2 + amount;
    Hex to = order->value[3];
    int from = overseas ? OVERSEAS : eye->found->haul[order->value[0]],
        there = to < eye->map->hexes ? eye->found->haul[to] : FAR;
    if (there == FAR || from - there < LEAST || !is_safe_for_supply(eye, to))
        return LEFT;
    return (from - there) * amount / A_POINT;
}

int32_t repair_value(const Eye *eye, const Order *order)
{
    enum { MENDED = 60 };
    if (!order->count)
        return MENDED;
    return MENDED - token_worth(eye, eye->view->unit[order->value[0]].at.hex);
}

/* ---- supply that must not fall into the enemy's hands -------------------------------------------- */

int32_t blow_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return HAULS;
    Hex hex = order->value[0];
    if (hex >= eye->map->hexes || eye->found->near[hex] > 1 || friend_in(eye->view, eye->side, hex))
        return LEFT;
    return HAULS / 2 + (order->count > 2 ? order->value[2] : 0);
}

int32_t displace_value(const Eye *eye, const Order *order)
{
    if (!order->count || order->value[0] >= eye->map->hexes)
        return 0;
    int near = eye->found->near[order->value[0]];
    return near < 10 ? near : 10;
}

/* ---- how it is spent ----------------------------------------------------------------------------- */

/* From the largest store, and from the ground: supply on wheels can still go elsewhere. */
int32_t pay_value(const Eye *eye, const Order *order)
{
    int32_t value = HAULS;
    const Pile *pile = order->count ? pile_in(eye->view, eye->side, order->value[0]) : NULL;
    if (pile)
        value += tokens_of(pile) < HAULS ? tokens_of(pile) : HAULS;
    if (order->count > 1)
        value += order->value[1] == ON_GROUND ? HAULS : 0;
    if (order->count > 2)
        value += order->value[2];
    return value;
}

/* From the ground: supply on wheels can still go elsewhere. */
int32_t forfeit_value(const Eye *eye, const Order *order)
{
    (void)eye;
    return (order->count && order->value[0] == ON_GROUND ? HAULS : 0) + (order->count > 1 ? order->value[1] : 0);
}

/* The needs at Low of the HQs around that are still to be fed, if they draw on the same dumps. */
static int needed_by_others(const Eye *eye, int group, uint64_t drawn[OCS_WORDS])
{
    int sum = 0;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        uint64_t own[OCS_WORDS] = {0}, shared = 0;
        if (piece == group || !is_headquarters(eye->scenario, eye->view, eye->side, piece) ||
            eye->view->unit[piece].now & FED)
            continue;
        drawn_by(eye->scenario, eye->view, piece, own);
        for (int word = 0; word < OCS_WORDS; word++)
            shared |= own[word] & drawn[word];
        for (int word = 0; shared && word < OCS_WORDS; word++)
            drawn[word] |= own[word];
        sum += shared ? group_cost(eye->scenario, eye->view, eye->side, piece, LOW_SUPPLY) : 0;
    }
    return sum;
}

/* Full where there is plenty for all. */
static int32_t level_value(const Eye *eye, int group, int level)
{
    uint64_t drawn[OCS_WORDS] = {0};
    int full = group_cost(eye->scenario, eye->view, eye->side, group, FULL_SUPPLY);
    if (group & SOURCE_DUMP)
        set_bit(drawn, group & ~SOURCE_DUMP);
    else
        drawn_by(eye->scenario, eye->view, (Piece)group, drawn);
    int others = needed_by_others(eye, group, drawn);
    bool plenty = tokens_at(eye->view, eye->side, drawn) >= full + others + SPENT;
    return HAULS + (level == (plenty ? FULL_SUPPLY : LOW_SUPPLY) ? HAULS : 0);
}

/* D59: only a unit that would starve goes over to a group that can feed it; when all others are fed. */
static int32_t rescue_value(const Eye *eye, const Order *order, int group)
{
    Piece piece = order->value[0];
    if (!order->count)
        return 1;
    int rescue = eye->view->unit[piece].now & FED || !eats(eye->scenario, eye->view, eye->side, piece)
                     ? NO_SOURCE
                     : rescue_of(eye->scenario, eye->view, eye->side, piece);
    return rescue == NO_SOURCE || (group != NO_SOURCE && group != rescue) ? LEFT : 1;
}

int32_t attach_value(const Eye *eye, const Order *order)
{
    return rescue_value(eye, order, order->count > 1 ? order->value[1] : NO_SOURCE);
}

int32_t draw_value(const Eye *eye, const Order *order)
{
    int32_t value = rescue_value(eye, order, order->count > 1 ? SOURCE_DUMP | order->value[1] : NO_SOURCE);
    return order->count > 2 && order->value[2] != LOW_SUPPLY ? LEFT : value;
}

/* Units that need most come first. */
int32_t feed_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return 2 * HAULS;
    if (order->count < 2)
        return 2 * HAULS + group_cost(eye->scenario, eye->view, eye->side, order->value[0], LOW_SUPPLY);
    return level_value(eye, order->value[0], order->value[1]);
}

int32_t issue_value(const Eye *eye, const Order *order)
{
    if (!order->count)
        return HAULS;
    return order->count < 2 ? HAULS : level_value(eye, SOURCE_DUMP | order->value[0], order->value[1]);
}

int32_t sustain_value(const Eye *eye, const Order *order)
{
    return HAULS + (order->count ? step_value(eye, order->value[0]) : 0);
}

/* As many levels as aircraft there. */
int32_t operate_value(const Eye *eye, const Order *order)
{
    int flyers = 0;
    if (!order->count)
        return HAULS;
    for (Piece piece = eye->view->top[order->value[0]]; piece != NO_PIECE; piece = eye->view->unit[piece].at.below)
        flyers += is_aircraft(eye->data, eye->view, piece) && eye->view->unit[piece].side == eye->side;
    if (!flyers || eye->found->tokens < 3 * SPENT)
        return LEFT;
    return HAULS - (order->count > 1 && order->value[1] > flyers ? order->value[1] - flyers : 0) +
           (order->count > 1 ? order->value[1] : 0);
}

/* ---- fuel (edition 2) ---------------------------------------------------------------------------- */

static int wish_to_move(const Eye *eye, Piece piece)
{
    enum { PRESSING = 22, CALLED = 12, LEAST_WAY = 16 };
    const Unit *unit = &eye->view->unit[piece];
    Hex hex = unit->at.hex;
    if (unit->side != eye->side || !is_on_map(eye->view, piece) || hex >= eye->map->hexes ||
        unit->now & (MOVED | FUELLED | TANKED) || unit->marker == RESERVE ||
        !needs_fuel(eye->scenario, eye->view, piece))
        return 0;
    if (kind_of(eye->data, eye->view, piece)->class == HEADQUARTERS)
        return eye->found->near[hex] > AT_THE_FRONT / 2 ? PRESSING : 0;
    if (eye->found->presses)
        return eye->found->near[hex] > 1 ? PRESSING : PRESSING / 3;
    return eye->found->rally[hex] != FAR && eye->found->rally[hex] > LEAST_WAY ? CALLED : 0;
}

static int32_t fuel_for(const Eye *eye, Piece piece, int how)
{
    int sum = wish_to_move(eye, piece);
    const Kind *kind = kind_of(eye->data, eye->view, piece);
    for (Piece other = 0; how != FUEL_UNIT && other < eye->scenario->pieces; other++) {
        if (other == piece || eye->view->unit[other].side != eye->side || !is_on_map(eye->view, other))
            continue;
        int distance = map_distance(eye->map, eye->view->unit[piece].at.hex, eye->view->unit[other].at.hex);
        bool along = how == FUEL_DIVISION ? same_division(eye->data, eye->view, piece, other)
                                          : kind->class == HEADQUARTERS && distance <= SAFE + 1 &&
                                                !is_divisional(kind_of(eye->data, eye->view, other));
        sum += along ? wish_to_move(eye, other) : 0;
    }
    return sum - eye->data->fuel_cost[how] * token_worth(eye, eye->view->unit[piece].at.hex) - 1;
}

int32_t fuel_value(const Eye *eye, const Order *order)
{
    int32_t best = LEFT;
    for (int how = 0; order->count && how < FUELS; how++) {
        if (order->count > 1 && order->value[1] != how)
            continue;
        int32_t value = fuel_for(eye, order->value[0], how);
        best = value > best ? value : best;
    }
    return order->count ? best + (best > 0 ? BEFORE_MARCHES : 0) : HAULS;
}
