/* plan_move.c — where a player who weighs orders wants his units to be, and how they get there.
 *
 * A hex is worth the goals held there, its nearness to goals to be taken, the targets in sight, less the enemy's fire
 * at a unit in it. A march is worth the difference, less the fire of watching enemies on the way. Units in Fire Mode
 * are thought of as if they had gone into Move Mode; if that promises more than to fire or to wait, they do. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/play/outlook.h"

enum {
    PER_MP = 14,
    PRESSED = 30,     /* … more when time runs out */
    SETTLED = 12,     /* a march must gain more than that */
    UPROOTED = 30,    /* … and one that gives up Fire Mode */
    UNEARTHED = 150,  /* … and one out of its holes (6.16), … */
    GIVES_WAY = 400,  /* … if its side has nothing to take and can wait in them */
    CROWDED = 900,    /* … less for a unit that must leave a hex where too many stand */
    FAIR_ASSAULT = 40 /* what an Assault must promise */
};

/* ---- what a hex is worth --------------------------------------------------------------------------------- */

static int others_in(const Eye *eye, Piece piece, Hex hex)
{
    int count = 0;
    EACH_IN(other, eye->view, hex)
        count += other != piece && eye->view->unit[other].side == eye->side && !is_riding(eye->view, other);
    return count;
}

/* Points for each MP nearer to the goal: the more, the less time is left. */
static int haste(const Eye *eye, Piece piece, bool waits, int way)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    int turns = eye->data->turns - eye->view->head.turn + 1, marches = turns * kind->ma / 2;
    if (waits) /* it can go nowhere yet, and need not be seen waiting */
        return PER_MP / 7;
    if (!eye->found->attacks)
        return PER_MP;
    int need = way / THIRDS;
    return PER_MP + (marches <= 0 || need >= marches ? PRESSED : PRESSED * need / marches);
}

static bool is_empty_carrier(const Eye *eye, Piece piece)
{
    if (kind_of(eye->scenario, piece)->category != CARRIER || !is_on_map(eye->view, piece))
        return false;
    EACH_IN(rider, eye->view, eye->view->unit[piece].at.hex)
        if (is_riding(eye->view, rider) && eye->view->unit[rider].carrier[0] == piece)
            return false;
    return true;
}

/* For a carrier, its riders' need. */
int near_enough(const Eye *eye, Piece piece)
{
    enum { UNLOADS = 4 };
    const Kind *kind = kind_of(eye->scenario, piece);
    if (kind->category == CARRIER && is_on_map(eye->view, piece)) {
        int nearest = UNLOADS * THIRDS;
        EACH_IN(rider, eye->view, eye->view->unit[piece].at.hex)
            if (is_riding(eye->view, rider) && eye->view->unit[rider].carrier[0] == piece) {
                int its = near_enough(eye, rider);
                nearest = its > nearest ? its : nearest;
            }
        return nearest;
    }
    if (kind->indirect || is_gun(kind))
        return (kind->range - 3) * THIRDS;
    if (kind->class == MACHINE_GUN)
        return 3 * THIRDS;
    return !eye->found->attacks && is_vehicle(kind) ? 4 * THIRDS : 0; /* tanks hold from afar, too */
}

/* The unit that thinks of a hex, with everything that is the same for all hexes. */
typedef struct Mover {
    Piece piece;
    const uint16_t *way;
    int near;
    bool idle, waits; /* an empty carrier; without orders */
} Mover;

static Mover mover_of(const Eye *eye, Piece piece)
{
    return (Mover){.piece = piece,
                   .way = way_of(eye, piece),
                   .near = near_enough(eye, piece),
                   .idle = is_empty_carrier(eye, piece),
                   .waits = is_unassigned(eye->scenario, eye->view, piece)};
}

static int nearness(const Eye *eye, const Mover *mover, Hex hex)
{
    enum { OUT_OF_THE_WORLD = 400 };
    int way = mover->way[hex];
    way = way == NO_WAY ? OUT_OF_THE_WORLD : way > mover->near ? way : mover->near;
    return -haste(eye, mover->piece, mover->waits, way) * way / THIRDS;
}

/* How much less each one more is worth in a hex that decides: of a battalion few are needed there, of a platoon all. */
static int spread(const Eye *eye)
{
    enum { LEAST = 3, MOST = 9, FEW = 30, EACH_MORE = 10 };
    int more = (eye->scenario->pieces - FEW) / EACH_MORE;
    return more < 0 ? LEAST : LEAST + more < MOST ? LEAST + more : MOST;
}

/* The worth of standing in a hex that decides. */
static int presence(const Eye *eye, Piece piece, Hex hex)
{
    int goal = eye->found->goal[hex];
    return goal ? goal / (1 + spread(eye) * others_in(eye, piece, hex)) : 0;
}

/* Whether more would stand there with them than may when the phase ends (5.0-2). */
static bool is_too_full(const Eye *eye, const Piece *pieces, int count, Hex hex)
{
    int vehicles, steps;
    stacked(eye->scenario, eye->view, eye->side, hex, &vehicles, &steps);
    for (int i = 0; i < count; i++) {
        bool here = eye->view->unit[pieces[i]].at.hex == hex, drives = is_vehicle(kind_of(eye->scenario, pieces[i]));
        vehicles += !here && drives;
        steps += here || drives ? 0 : eye->view->unit[pieces[i]].steps;
    }
    return vehicles > VEHICLE_LIMIT || steps > STEP_LIMIT;
}

/* Hundredths: how much a danger counts to it. */
static int care_of(const Eye *eye, Piece piece)
{
    return is_unassigned(eye->scenario, eye->view, piece) ? 100 : eye->found->care;
}

int standing_at(const Eye *eye, Piece piece, Hex hex)
{
    Mover mover = mover_of(eye, piece);
    int danger = danger_at(eye, piece, hex), chance = chance_at(eye, piece, hex);
    int worth = mover.idle ? 0 : nearness(eye, &mover, hex) + presence(eye, piece, hex);
    return worth + chance * 2 / 3 - danger * care_of(eye, piece) / 100;
}

/* ---- Assaults and Overruns ------------------------------------------------------------------------------- */

/* The best fight that the units standing together in `from` could pick; its price, and the order. */
static int best_fight(const Eye *eye, const State *state, Hex from, const Piece *pieces, int count, Order *out)
{
    int best = 0;
    for (Edge edge = 0; edge < EDGES && has_bit(eye->found->beside, from); edge++) {
        Hex hex = eye->map->next[from][edge];
        if (hex == NO_HEX || !enemy_in(state, eye->side, hex))
            continue;
        bool vehicles = is_vehicle(kind_of(eye->scenario, pieces[0]));
        Piece by[STACK];
        int fighting = 0;
        Order order = order_of(vehicles ? DO_OVERRUN : DO_ASSAULT);
        order_add(&order, 0, hex);
        for (int i = 0; i < count; i++) {
            Order with = order;
            order_add(&with, 1, pieces[i]);
            Refusal no =
                vehicles ? overrun_check(eye->scenario, state, &with) : assault_check(eye->scenario, state, &with);
            if (refused(no))
                continue;
            order = with;
            by[fighting++] = pieces[i];
        }
        if (!fighting)
            continue;
        int price =
            vehicles ? overrun_price(eye, hex, by, fighting) : assault_price(eye, state, hex, by, fighting, false);
        if (price > best) {
            best = price;
            *out = order;
        }
    }
    return best;
}

/* Vehicles and infantry of a stack together, if that promises more than the infantry alone. */
static void plan_consolidated(const Eye *eye, Hex from, const Piece *pieces, int count, int alone)
{
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex hex = eye->map->next[from][edge];
        Order order = order_of(DO_CONSOLIDATE);
        if (hex == NO_HEX || !enemy_in(eye->view, eye->side, hex))
            continue;
        order_add(&order, 0, hex);
        for (int i = 0; i < count; i++)
            order_add(&order, 1, pieces[i]);
        if (refused(consolidate_check(eye->scenario, eye->view, &order)))
            continue;
        int price = consolidated_price(eye, hex, pieces, count);
        if (price > FAIR_ASSAULT && price > alone)
            plan_add(eye->found, &order, ASSAULT_FIRST + (price < 400 ? price : 400) + 1);
    }
}

/* The worth of an Assault out of that hex to units that come there, in this phase if MPs are left, or later. */
static int fight_from(const Eye *eye, const State *state, Hex hex, const Piece *pieces, int count, int cost)
{
    int best = 0;
    if (!has_bit(eye->found->beside, hex) || kind_of(eye->scenario, pieces[0])->category != INFANTRY)
        return 0;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex target = eye->map->next[hex][edge];
        bool road, now = true;
        if (target == NO_HEX || !enemy_in(state, eye->side, target))
            continue;
        for (int i = 0; i < count; i++) {
            int entry = step_cost(eye->scenario, state, pieces[i], hex, edge, true, &road);
            now &= entry < OTHER_TERRAIN && sixths_of(mp_left(eye->scenario, state, pieces[i])) >= cost + entry;
        }
        int price = assault_price(eye, state, target, pieces, count, false);
        price = now ? price * 3 / 4 : price / 4;
        best = price > best ? price : best;
    }
    return best;
}

/* ---- marches --------------------------------------------------------------------------------------------- */

/* Where they would go without the fire on the way. */
static void note_rush(const Reach *reach, Hex from, Hex end, int32_t value, Thought *out)
{
    if (value <= out->rush)
        return;
    out->rush = value;
    int steps = reach_back(reach, from, end, out->path, RUSH);
    out->steps = steps > 0 ? steps : 0;
}

/* The risk on the way to a hex, summed up from where it is known. */
static int32_t risk_to(const Eye *eye, const Reach *reach, const Piece *pieces, int count, Hex hex, int32_t *risk)
{
    Hex way[WALK];
    int steps = 0;
    while (risk[hex] == UNPRICED && steps < WALK) {
        way[steps++] = hex;
        hex = reach->from[hex];
    }
    while (steps) {
        int32_t before = risk[hex];
        hex = way[--steps];
        risk[hex] = before + entry_risk(eye, pieces, count, hex) * care_of(eye, pieces[0]) / 100;
    }
    return risk[hex];
}

typedef struct Party {
    Mover mover[STACK];
    const Piece *piece;
    int count;
    bool too_many; /* for any hex */
} Party;

static void form_party(const Eye *eye, const Piece *pieces, int count, Party *out)
{
    int vehicles = 0, steps = 0;
    out->piece = pieces;
    out->count = count;
    for (int i = 0; i < count; i++) {
        bool drives = is_vehicle(kind_of(eye->scenario, pieces[i]));
        vehicles += drives;
        steps += drives ? 0 : eye->view->unit[pieces[i]].steps;
        out->mover[i] = mover_of(eye, pieces[i]);
    }
    out->too_many = vehicles > VEHICLE_LIMIT || steps > STEP_LIMIT;
}

static bool has_no_room(const Eye *eye, const Party *party, Hex hex)
{
    return friend_in(eye->view, eye->side, hex) ? is_too_full(eye, party->piece, party->count, hex) : party->too_many;
}

/* The most a hex is worth to them: without the enemies who see it, or the risk on the way. */
static int32_t bare_worth(const Eye *eye, const Party *party, Hex hex)
{
    int32_t sum = 0;
    for (int i = 0; i < party->count; i++) {
        const Mover *mover = &party->mover[i];
        if (!mover->idle)
            sum += nearness(eye, mover, hex) + presence(eye, mover->piece, hex);
    }
    return sum;
}

/* … and what enemies in sight add to it or take from it. */
static int32_t sight_worth(const Eye *eye, const Party *party, Hex hex)
{
    int32_t sum = 0;
    for (int i = 0; i < party->count && has_bit(eye->found->seen, hex); i++)
        sum += chance_at(eye, party->piece[i], hex) * 2 / 3 -
               danger_at(eye, party->piece[i], hex) * care_of(eye, party->piece[i]) / 100;
    return sum;
}

/* Weighs the end of a march; the way there only if it would be better than the best so far without fire. */
static void weigh_end(const Eye *eye, const State *state, const Party *party, const Reach *reach, Hex from, Hex hex,
                      int32_t value, int32_t *risk, Thought *out)
{
    value += sight_worth(eye, party, hex) + fight_from(eye, state, hex, party->piece, party->count, reach->cost[hex]);
    if (value <= out->gain && value <= out->rush)
        return;
    risk_to(eye, reach, party->piece, party->count, hex, risk);
    if (risk[hex])
        note_rush(reach, from, hex, value, out);
    if (value - risk[hex] > out->gain) {
        out->gain = value - risk[hex];
        out->end = hex;
    }
}

static void best_march(const Eye *eye, const State *state, const Piece *pieces, int count, Thought *out)
{
    ROOM(Reach, reach);
    ROOMS(int32_t, risk, TCS_SPOTS);
    ROOMS(int32_t, bare, HEXES_MAX);
    ROOM(Party, party);
    Order prefix = order_of(DO_MOVE);
    Hex from = state->unit[pieces[0]].at.hex;
    int first = -1;
    out->end = NO_HEX;
    for (int i = 0; i < count; i++)
        order_add(&prefix, 0, pieces[i]);
    form_party(eye, pieces, count, party);
    int32_t now = bare_worth(eye, party, from) + sight_worth(eye, party, from) +
                  fight_from(eye, state, from, pieces, count, 0) -
                  (is_too_full(eye, pieces, count, from) ? CROWDED : 0);
    reach->count = 0;
    move_flood(eye->scenario, state, &prefix, reach, out->touched);
    memset(risk, 0xFF, (size_t)eye->map->hexes * sizeof *risk); /* UNPRICED */
    risk[from] = 0;
    for (int i = 0; i < reach->count; i++) {
        bare[i] = has_no_room(eye, party, reach->hex[i]) ? INT32_MIN : bare_worth(eye, party, reach->hex[i]) - now;
        if (bare[i] != INT32_MIN && (first < 0 || bare[i] > bare[first]))
            first = i;
    }
    if (first >= 0) /* a good one, so that others need not be looked at */
        weigh_end(eye, state, party, reach, from, reach->hex[first], bare[first], risk, out);
    for (int i = 0; i < reach->count; i++)
        if (i != first && bare[i] != INT32_MIN &&
            (bare[i] > out->gain || bare[i] > out->rush || has_bit(eye->found->seen, reach->hex[i]) ||
             has_bit(eye->found->beside, reach->hex[i])))
            weigh_end(eye, state, party, reach, from, reach->hex[i], bare[i], risk, out);
    thought_touches(eye, out, pieces, count);
}

/* The best march and the best fight of those, perhaps as if they had gone into Move Mode. */
static void ponder(const Eye *eye, const State *state, const Piece *pieces, int count, Thought *out)
{
    Order fight;
    best_march(eye, state, pieces, count, out);
    out->price = best_fight(eye, state, state->unit[pieces[0]].at.hex, pieces, count, &fight);
    if (!out->price)
        return;
    out->fight = fight.verb;
    out->at = fight.value[0];
    for (int i = 1; i < fight.count; i++)
        out->by[out->fighters++] = fight.value[i];
}

/* The view with those in Move Mode. It is copied once for all of them, and set right again. */
static void ponder_switched(const Eye *eye, State *after, const Piece *pieces, int count, Thought *out)
{
    for (int i = 0; i < count; i++) {
        Unit *unit = &after->unit[pieces[i]];
        unit->mode = MOVE_MODE;
        unit->spent += (uint32_t)((kind_of(eye->scenario, pieces[i])->ma + 1) / 2 * GRAINS);
        unit->now = (unit->now & ~(uint32_t)STEADY) | MOVED | TO_MOVE;
    }
    ponder(eye, after, pieces, count, out);
    for (int i = 0; i < count; i++)
        after->unit[pieces[i]] = eye->view->unit[pieces[i]];
}

static const Thought *think(const Eye *eye, const Piece *pieces, int count, bool switched)
{
    ROOM(State, after);
    Rush *rush = &eye->found->rush;
    bool kept;
    Thought *thought = thought_of(eye, pieces, count, switched, &kept);
    if (!kept && switched) {
        if (!eye->found->imagined)
            *after = *eye->view;
        eye->found->imagined = true;
        ponder_switched(eye, after, pieces, count, thought);
    } else if (!kept) {
        ponder(eye, eye->view, pieces, count, thought);
    }
    if (thought->rush > rush->value) {
        *rush = (Rush){.value = thought->rush, .count = count, .steps = thought->steps};
        memcpy(rush->piece, pieces, (size_t)count * sizeof *pieces);
        memcpy(rush->path, thought->path, sizeof rush->path);
    }
    return thought;
}

/* Whether they have anything to do. If all of a stack have, none of them need think of going alone. */
static bool plan_march(const Eye *eye, const Piece *pieces, int count)
{
    Order order = order_of(DO_MOVE);
    const Thought *thought = think(eye, pieces, count, false);
    for (int i = 0; i < count; i++)
        order_add(&order, 0, pieces[i]);
    bool goes = thought->end != NO_HEX && thought->gain > SETTLED;
    bool fights = thought->price > FAIR_ASSAULT && thought->price >= thought->gain;
    if (goes) {
        order_add(&order, 2, thought->end);
        plan_add(eye->found, &order, MARCH_FIRST + (thought->gain < 900 ? thought->gain : 900));
    }
    if (fights) {
        Order fight = order_of(thought->fight);
        order_add(&fight, 0, thought->at);
        for (int i = 0; i < thought->fighters; i++)
            order_add(&fight, 1, thought->by[i]);
        plan_add(eye->found, &fight, ASSAULT_FIRST + (thought->price < 400 ? thought->price : 400));
    }
    return goes || fights;
}

static bool plan_switch(const Eye *eye, const Piece *pieces, int count, int32_t *busy)
{
    Order order = order_of(DO_MODE);
    const Thought *thought = think(eye, pieces, count, true);
    int32_t gain = thought->gain > thought->price ? thought->gain : thought->price;
    int unearthed = eye->found->attacks ? UNEARTHED : GIVES_WAY;
    for (int i = 0; i < count; i++)
        gain -= eye->view->unit[pieces[i]].now & DUG_IN ? unearthed : 0;
    for (int i = 0; i < count; i++) {
        order_add(&order, 0, pieces[i]);
        int32_t share = gain / count;
        busy[pieces[i]] = busy[pieces[i]] > share ? busy[pieces[i]] : share;
    }
    order_add(&order, 1, MOVE_MODE);
    if (gain > UPROOTED * count)
        plan_add(eye->found, &order, SWITCH_FIRST + (gain < 250 ? gain : 250));
    return gain > UPROOTED * count;
}

/* ---- stack by stack -------------------------------------------------------------------------------------- */

/* Units that go together: infantry as one, vehicles as one, every other unit alone. */
static int band_of(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    return kind->category == INFANTRY ? 1 : is_vehicle(kind) ? 2 : 0;
}

bool can_switch(const Eye *eye, Piece piece, int mode)
{
    Order order = order_of(DO_MODE);
    order_add(&order, 0, piece);
    order_add(&order, 1, (uint16_t)mode);
    return !refused(mode_check(eye->scenario, eye->view, &order));
}

static void sort_pieces(Piece *pieces, int count)
{
    for (int i = 1; i < count; i++)
        for (int j = i; j > 0 && pieces[j] < pieces[j - 1]; j--) {
            Piece swap = pieces[j];
            pieces[j] = pieces[j - 1];
            pieces[j - 1] = swap;
        }
}

/* Whether everything found for one holds for the other: then it need not be found twice. */
static bool are_twins(const Eye *eye, Piece one, Piece other)
{
    const Plans *plans = &eye->view->plans[eye->side];
    Unit unit = eye->view->unit[other];
    unit.at = eye->view->unit[one].at;
    return !memcmp(&unit, &eye->view->unit[one], sizeof unit) &&
           counter_of(eye->scenario, one)->kind == counter_of(eye->scenario, other)->kind &&
           counter_of(eye->scenario, one)->box == counter_of(eye->scenario, other)->box &&
           !memcmp(plans->listed[one], plans->listed[other], sizeof plans->listed[one]) &&
           plans->stood[one] == plans->stood[other] && plans->camp_of[one] == plans->camp_of[other] &&
           counter_of(eye->scenario, one)->hex == counter_of(eye->scenario, other)->hex &&
           kind_of(eye->scenario, one)->category != CARRIER;
}

static int first_twin(const Eye *eye, const Piece *pieces, int at)
{
    for (int i = 0; i < at; i++)
        if (are_twins(eye, pieces[i], pieces[at]))
            return i;
    return at;
}

static void plan_stack(const Eye *eye, Hex hex, int32_t *busy)
{
    Piece walkers[3][STACK], sitters[3][STACK];
    int walking[3] = {0}, sitting[3] = {0};
    EACH_IN(piece, eye->view, hex) {
        int band = band_of(eye, piece);
        if (eye->view->unit[piece].side != eye->side)
            continue;
        if (!refused(may_move(eye->scenario, eye->view, piece)))
            walkers[band][walking[band]++] = piece;
        else if (!is_riding(eye->view, piece) && !kind_of(eye->scenario, piece)->tow_only &&
                 can_switch(eye, piece, MOVE_MODE))
            sitters[band][sitting[band]++] = piece;
    }
    for (int band = 0; band < 3; band++) {
        sort_pieces(walkers[band], walking[band]);
        sort_pieces(sitters[band], sitting[band]);
        bool planned = band && walking[band] > 1 && plan_march(eye, walkers[band], walking[band]);
        for (int i = 0; i < walking[band] && !planned; i++)
            if (first_twin(eye, walkers[band], i) == i)
                plan_march(eye, &walkers[band][i], 1);
        planned = band && sitting[band] > 1 && plan_switch(eye, sitters[band], sitting[band], busy);
        for (int i = 0; i < sitting[band] && !planned; i++) {
            int twin = first_twin(eye, sitters[band], i);
            if (twin == i)
                plan_switch(eye, &sitters[band][i], 1, busy);
            else
                busy[sitters[band][i]] = busy[sitters[band][twin]];
        }
    }
    if (walking[1] && walking[2] && walking[1] + walking[2] <= STACK) {
        Order fight;
        int alone = best_fight(eye, eye->view, hex, walkers[1], walking[1], &fight);
        for (int i = 0; i < walking[2]; i++)
            walkers[1][walking[1]++] = walkers[2][i];
        sort_pieces(walkers[1], walking[1]);
        plan_consolidated(eye, hex, walkers[1], walking[1], alone);
    }
}

/* ---- when the march is over ------------------------------------------------------------------------------ */

int nearest_foe(const Eye *eye, Hex hex)
{
    int nearest = INT16_MAX;
    for (int i = 0; i < eye->found->foes; i++) {
        int away = map_distance(eye->map, hex, eye->found->foe[i].hex);
        nearest = away < nearest ? away : nearest;
    }
    return nearest;
}

static bool sees_a_foe(const Eye *eye, Hex hex)
{
    for (int i = 0; i < eye->found->foes; i++)
        if (foe_in_sight(eye, hex, eye->found->foe[i].hex))
            return true;
    return false;
}

/* A unit that can be fired at, or could fire, or holds a goal that decides, stands in Fire Mode when the phase ends. */
static void plan_fire_mode(const Eye *eye)
{
    Order order = order_of(DO_MODE);
    for (Piece piece = 0; piece < eye->scenario->pieces && order.count < STACK; piece++) {
        Hex hex = eye->view->unit[piece].at.hex;
        if (eye->view->unit[piece].side != eye->side || !is_on_map(eye->view, piece) ||
            eye->view->unit[piece].mode == FIRE_MODE)
            continue;
        if ((eye->found->threat[hex] || eye->found->goal[hex] || danger_at(eye, piece, hex) ||
             (nearest_foe(eye, hex) <= 8 && sees_a_foe(eye, hex))) &&
            can_switch(eye, piece, FIRE_MODE))
            order_add(&order, 0, piece);
    }
    if (!order.count)
        return;
    order_add(&order, 1, FIRE_MODE);
    plan_add(eye->found, &order, FIRE_MODE_LAST);
}

void plan_marches(const Eye *eye, int32_t *busy)
{
    eye->found->imagined = false;
    thoughts_renew(eye);
    EACH_BIT(hex, eye->view->occupied[eye->side], TCS_WORDS)
        plan_stack(eye, (Hex)hex, busy);
    plan_rides(eye);
    plan_breaches(eye);
    plan_fire_mode(eye);
}
