/* haulage.c — how a sensible beginner looks after his supply: where it reaches, which HQs lack it, how it gets there,
 * and on what it is spent.
 *
 * An HQ near the enemy wants within five truck MPs what its troops eat in a week at Full, and something to attack with.
 * Supply that lies elsewhere is idle: vehicles that are empty drive to it, load, drive to the nearest HQ in want and
 * set it down; trains carry it wherever that is nearer. */
#include "core/hash.h"
#include "kit/fields.h"
#include "systems/ocs/memo.h"

enum {
    HALVES = 2, /* of an MP */
    DRAWS = 5 * HALVES,
    AT_HAND = 4 * HALVES, /* near enough to an HQ to be drawn on */
    SPENT = 8,            /* tokens an HQ likes to have for attacks */
    WORTHWHILE = 8,       /* tokens that make a dump an HQ can live on */
    AT_THE_FRONT = 12,    /* hexes from the enemy: HQs farther off can wait */
    A_POINT = TOKENS,
    SAFE = 3,
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

void find_served(const Scenario *scenario, const State *view, Outlook *outlook)
{
    if (data_of(scenario)->without[PART_SUPPLY])
        return;
    outlook->tokens = 0;
    for (int i = 0; i < view->piles; i++)
        outlook->tokens += view->pile[i].side == outlook->side ? tokens_of(&view->pile[i]) : 0;
    uint64_t pipes = pipes_of(scenario, view, outlook);
    if (outlook->served_found && outlook->pipes == pipes)
        return;
    outlook->served_found = true;
    outlook->pipes = pipes;
    outlook->goods = 0;
    find_fed(scenario, view, outlook);
    memcpy(outlook->served, outlook->fed, sizeof outlook->served);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_headquarters(scenario, view, outlook->side, piece) && view->unit[piece].at.hex < scenario->map->hexes &&
            has_bit(outlook->fed, view->unit[piece].at.hex))
            thrown_by(scenario, view, piece, false, outlook->served);
}

/* ---- who lacks it, and where it lies ------------------------------------------------------------- */

/* Inward to the hexes in the tide, by ways that nobody threatens. */
static void run_in(const Outlook *outlook, Tide *tide, uint16_t out[OCS_SPOTS])
{
    const Map *map = outlook->scenario->map;
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

/* What a counter eats in a week at Full, in tokens. */
static int appetite(const Scenario *scenario, const State *view, Piece piece)
{
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (second_edition(data_of(scenario)))
        return 1;
    return kind->size == DIVISION ? 2 * (kind->dse ? kind->dse : 2) : kind->formation ? 2 : 0;
}

/* What an HQ wants in reach: its share of what all eat, and some for attacks. */
static int wanted_by_each(const Scenario *scenario, const State *view, const Outlook *outlook)
{
    int eaten = 0, count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (view->unit[piece].side != outlook->side || !is_on_map(view, piece))
            continue;
        eaten += appetite(scenario, view, piece);
        count += kind_of(data_of(scenario), view, piece)->class == HEADQUARTERS;
    }
    return TOKENS + SPENT + (count ? eaten / count : 0);
}

static void find_haul(const Scenario *scenario, const State *view, Outlook *outlook, int want, Tide *tide)
{
    Hex needy[OCS_PIECES];
    int lacking = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Hex hex = view->unit[piece].at.hex;
        if (is_headquarters(scenario, view, outlook->side, piece) && hex < scenario->map->hexes &&
            outlook->near[hex] <= AT_THE_FRONT && in_reach_of(scenario, view, piece) < want)
            needy[lacking++] = hex;
    }
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    for (int i = 0; i < lacking; i++)
        tide_reach(tide, needy[i], 0);
    run_in(outlook, tide, outlook->haul);
}

static bool lies_idle(const Outlook *outlook, const Pile *pile)
{
    return pile->side == outlook->side && pile->hex < outlook->scenario->map->hexes &&
           pile->dump - pile->landed >= A_POINT && outlook->haul[pile->hex] != FAR && outlook->haul[pile->hex] > DRAWS;
}

static void find_fetch(const State *view, Outlook *outlook, Tide *tide)
{
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    for (int i = 0; i < view->piles; i++)
        if (lies_idle(outlook, &view->pile[i]))
            tide_reach(tide, view->pile[i].hex, 0);
    run_in(outlook, tide, outlook->fetch);
}

/* Railroad beside a hex that works, and not the enemy's. */
static void find_mend(const Scenario *scenario, const State *view, Outlook *outlook, Tide *tide)
{
    const Map *map = scenario->map;
    const Book *data = data_of(scenario);
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    EACH_BIT(hex, data->rail, OCS_WORDS)
    {
        if (rail_works(scenario, view, outlook->side, (Hex)hex) || !has_bit(view->control[outlook->side], hex) ||
            outlook->near[hex] < SAFE)
            continue;
        for (int edge = 0; edge < EDGES; edge++)
            if (map->layer[RAILS][hex][edge] && rail_works(scenario, view, outlook->side, map->next[hex][edge]))
                tide_reach(tide, (Hex)hex, 0);
    }
    run_in(outlook, tide, outlook->mend);
}

static uint64_t goods_of(const State *view, const Outlook *outlook, int want)
{
    uint64_t hash = hash_bytes(outlook->pipes + (uint64_t)want, view->pile, view->piles * sizeof *view->pile);
    hash = hash_bytes(hash, view->control, sizeof view->control);
    hash = hash_bytes(hash, view->wrecked, sizeof view->wrecked);
    return hash_bytes(hash, view->gauge, sizeof view->gauge) | 1;
}

void find_haulage(const Scenario *scenario, const State *view, Outlook *outlook)
{
    static _Thread_local Tide tide;
    const Book *data = data_of(scenario);
    if (data->without[PART_SUPPLY])
        return;
    int want = wanted_by_each(scenario, view, outlook);
    uint64_t goods = goods_of(view, outlook, want);
    if (outlook->goods == goods)
        return;
    outlook->goods = goods;
    find_haul(scenario, view, outlook, want, &tide);
    find_fetch(view, outlook, &tide);
    if (!data->without[PART_RAIL] && scenario->map->layer[RAILS])
        find_mend(scenario, view, outlook, &tide);
    else
        memset(outlook->mend, 0xFF, sizeof outlook->mend);
}

/* ---- vehicles ------------------------------------------------------------------------------------ */

enum { LEFT = -10, HAULS = 400 };

static bool is_far(const Eye *eye, Hex hex) { return eye->found->haul[hex] != FAR && eye->found->haul[hex] > DRAWS; }

/* What the vehicles of that kind in the hex should do: how many form a convoy, and with how much. */
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
    if (lies_idle(eye->found, pile)) {
        int needed = (pile->dump - pile->landed) / A_POINT;
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
    if (order->count && !is_far(eye, order->value[0]))
        return LEFT;
    return 2 * HAULS + (order->count > 2 ? order->value[2] : 0);
}

int32_t unload_value(const Eye *eye, const Order *order)
{
    if (order->count && eye->found->haul[order->value[0]] > AT_HAND)
        return LEFT;
    return 2 * HAULS + (order->count > 2 ? order->value[2] : 0);
}

static bool is_safe_for_supply(const Eye *eye, Hex hex)
{
    return eye->found->near[hex] >= SAFE || (eye->found->near[hex] > 1 && friend_in(eye->view, eye->side, hex));
}

int32_t drive_value(const Eye *eye, const Order *order)
{
    const Convoy *convoy = convoy_of(eye, order);
    int steps, path = order_slot(order, 2, &steps);
    if (!convoy)
        return HAULS;
    const uint16_t *way = convoy->load ? eye->found->haul : eye->found->fetch;
    if (way[convoy->hex] == FAR || !way[convoy->hex] || (convoy->load && way[convoy->hex] <= AT_HAND))
        return LEFT;
    if (!steps)
        return HAULS;
    Hex to = order->value[path + steps - 1];
    if (way[to] == FAR || !is_safe_for_supply(eye, to))
        return HOPELESS;
    return 3 * (way[convoy->hex] - way[to]) - 4;
}

/* ---- railroads ----------------------------------------------------------------------------------- */

int32_t freight_value(const Eye *eye, const Order *order)
{
    enum { SUPPLY, LEAST = 8 };
    if (order->count > 1 && order->value[1] != SUPPLY)
        return LEFT;
    if (order->count && !is_far(eye, order->value[0]))
        return LEFT;
    if (order->count < 3)
        return HAULS / 2;
    int amount = order->value[2];
    if (order->count < 4)
        return HAULS / 2 + amount;
    Hex to = order->value[3];
    int from = eye->found->haul[order->value[0]], there = to < eye->map->hexes ? eye->found->haul[to] : FAR;
    if (there == FAR || from - there < LEAST || !is_safe_for_supply(eye, to))
        return LEFT;
    return (from - there) * amount / A_POINT;
}

int32_t repair_value(const Eye *eye, const Order *order)
{
    enum { MENDED = 60 };
    (void)order;
    return MENDED - token_worth(eye);
}

/* ---- what must not fall into the enemy's hands --------------------------------------------------- */

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

/* ---- what it is spent on ------------------------------------------------------------------------- */

/* From where most lies, and from the ground: what is on wheels can still go elsewhere. */
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

/* Full where there is plenty. */
static int32_t level_value(const Eye *eye, int group, int level)
{
    int full = group_cost(eye->scenario, eye->view, eye->side, group, FULL_SUPPLY);
    int there = group_tokens(eye->scenario, eye->view, eye->side, group);
    bool plenty = there >= full + SPENT;
    return HAULS + (level == (plenty ? FULL_SUPPLY : LOW_SUPPLY) ? HAULS : 0);
}

int32_t feed_value(const Eye *eye, const Order *order)
{
    return order->count < 2 ? 2 * HAULS : level_value(eye, order->value[0], order->value[1]);
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

/* As many levels as aircraft lie there. */
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
    return sum - eye->data->fuel_cost[how] * token_worth(eye) - 1;
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
