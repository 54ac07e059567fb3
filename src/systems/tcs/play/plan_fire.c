/* plan_fire.c — targets of a player who weighs orders: Suppressive Fire in his phase, volleys in answer.
 *
 * Of all units that can fire at a hex those fire together whose share is worth more than what they give up by it: a
 * march, or the answer to one of the enemy's. An answer costs nothing but the enemy's reply; so the stack with the most
 * effect answers, unless the reply would cost more. */
#include "core/room.h"
#include "systems/tcs/play/outlook.h"

enum {
    FIRE_FIRST = 3000,   /* orders of a phase: before units march */
    LEAST_GAIN = 12,     /* what a fire must promise */
    MORTAR_ANSWERS = 35, /* a mortar answers once a phase */
    SLOT_HEX = 0,
    SLOT_BY = 1,
    SLOT_SPOTTER = 2
};

typedef struct Volley {
    Hex hex;
    Fire fire;
    int count, spotters;
    Piece by[STACK], spotter[SPOTTERS];
} Volley;

static Order order_for(const Volley *volley)
{
    Order order = order_of(DO_FIRE);
    order_add(&order, SLOT_HEX, volley->hex);
    for (int i = 0; i < volley->count; i++)
        order_add(&order, SLOT_BY, volley->by[i]);
    for (Piece piece = 0, last = 0; last < volley->spotters; piece++)
        for (int i = 0; i < volley->spotters; i++)
            if (volley->spotter[i] == piece) {
                order_add(&order, SLOT_SPOTTER, piece);
                last++;
            }
    return order;
}

static void attack_of(const Eye *eye, const Volley *volley, Attack *out)
{
    *out = attack_new(volley->hex, volley->fire, eye->side);
    if (volley->fire != FIRE_SFA) {
        *out = *attack_seen(eye->view);
        out->hex = volley->hex;
    }
    for (int i = 0; i < volley->count && out->shots < SHOTS; i++)
        out->shot[out->shots++] = (Shot){volley->by[i], NO_PIECE, SHOT_AREA, 0};
    for (int i = 0; i < volley->spotters && out->spotters < SPOTTERS; i++)
        out->spotter[out->spotters++] = volley->spotter[i];
}

/* Spotters for the mortars among them, the nearest; a spotter that serves none is not named. */
static void find_spotters(const Eye *eye, Volley *volley)
{
    ROOM(Attack, attack);
    volley->spotters = 0;
    for (int i = 0; i < volley->count && volley->fire != FIRE_ASSAULT; i++) {
        if (!kind_of(eye->scenario, volley->by[i])->indirect)
            continue;
        attack_of(eye, volley, attack);
        int named = attack->spotters;
        name_spotter(eye->scenario, eye->view, attack, volley->by[i], -1, true);
        if (attack->spotters > named && volley->spotters < SPOTTERS)
            volley->spotter[volley->spotters++] = attack->spotter[named];
    }
}

static bool is_legal(const Eye *eye, Volley *volley)
{
    volley->spotters = 0;
    Order order = order_for(volley);
    if (!volley->count || !refused(fire_check(eye->scenario, eye->view, &order)))
        return volley->count;
    find_spotters(eye, volley);
    order = order_for(volley);
    return volley->spotters && !refused(fire_check(eye->scenario, eye->view, &order));
}

static int price_of(const Eye *eye, const Volley *volley)
{
    ROOM(Attack, attack);
    AreaSheet sheet;
    attack_of(eye, volley, attack);
    attack_prepare(eye->scenario, eye->view, attack);
    area_sheet(eye->scenario, eye->view, attack, &sheet);
    Target target = target_in(eye, eye->view, enemy_of(eye->side), volley->hex);
    return area_price(eye, sheet.shifted == AREA_COLUMNS ? -1 : sheet.shifted, &target, volley->fire == FIRE_ASSAULT);
}

static void leave_out(Volley *volley, int at)
{
    for (int i = at; i + 1 < volley->count; i++)
        volley->by[i] = volley->by[i + 1];
    volley->count--;
}

/* Whether any unit of the side sees the stack: otherwise no mortar fires at it. */
static bool is_spotted(const Eye *eye, Hex hex)
{
    EACH_BIT(from, eye->view->occupied[eye->side], TCS_WORDS)
        if (foe_in_sight(eye, (Hex)from, hex))
            return true;
    return false;
}

/* The units that may fire so at all, anywhere or (unless NO_HEX) out of one hex. */
typedef struct Firers {
    int count;
    Piece piece[TCS_PIECES];
} Firers;

static void find_firers(const Eye *eye, Hex from, Fire fire, Firers *out)
{
    out->count = 0;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        const Unit *unit = &eye->view->unit[piece];
        if (unit->side == eye->side && is_on_map(eye->view, piece) && (from == NO_HEX || unit->at.hex == from) &&
            !refused(may_fire(eye->scenario, eye->view, piece, fire, SHOT_AREA)))
            out->piece[out->count++] = piece;
    }
}

/* All of them that can fire alone; if the range of all together is too short, Point weapons stay out of it. */
static bool gather(const Eye *eye, const Firers *firers, Volley *volley)
{
    volley->count = 0;
    if (!firers->count || (volley->fire == FIRE_SFA && !is_spotted(eye, volley->hex)))
        return false;
    for (int i = 0; i < firers->count && volley->count < STACK; i++) {
        Piece piece = firers->piece[i];
        const Unit *unit = &eye->view->unit[piece];
        const Kind *kind = kind_of(eye->scenario, piece);
        if (map_distance(eye->map, unit->at.hex, volley->hex) > fire_reach(kind, SHOT_AREA) ||
            (volley->fire == FIRE_SFA && !kind->indirect && !foe_in_sight(eye, unit->at.hex, volley->hex)))
            continue;
        Volley one = {.hex = volley->hex, .fire = volley->fire, .count = 1, .by = {piece}};
        if (is_legal(eye, &one))
            volley->by[volley->count++] = piece;
    }
    for (int i = volley->count - 1; i >= 0 && !is_legal(eye, volley); i--)
        if (is_point_type(kind_of(eye->scenario, volley->by[i])))
            leave_out(volley, i);
    return is_legal(eye, volley);
}

/* A unit that adds less than it gives up stays out. */
static int thin_out(const Eye *eye, Volley *volley, const int32_t *busy)
{
    int price = price_of(eye, volley);
    for (int i = volley->count - 1; i >= 0; i--) {
        Volley less = *volley;
        leave_out(&less, i);
        int without = less.count && is_legal(eye, &less) ? price_of(eye, &less) : 0;
        if (price - without >= busy[volley->by[i]] && price > without)
            continue;
        *volley = less;
        price = without;
    }
    return price;
}

/* ---- Point Fire and AT Rolls ----------------------------------------------------------------------------- */

/* The best target of a Point weapon in that hex, or anywhere (NO_HEX); what it is worth. */
static int best_aim(const Eye *eye, Piece piece, Hex hex, Fire fire, Piece *aim)
{
    int best = 0;
    const Kind *kind = kind_of(eye->scenario, piece);
    if (kind->firer != CODE_P || refused(may_fire(eye->scenario, eye->view, piece, fire, SHOT_POINT)))
        return 0;
    for (Piece other = 0; other < eye->scenario->pieces; other++) {
        const Unit *unit = &eye->view->unit[other];
        PointSheet sheet;
        if (unit->side == eye->side || !is_on_map(eye->view, other) || (hex != NO_HEX && unit->at.hex != hex) ||
            kind_of(eye->scenario, other)->target == CODE_A ||
            (fire == FIRE_SFA && !foe_in_sight(eye, eye->view->unit[piece].at.hex, unit->at.hex)))
            continue;
        Order order = order_of(DO_SHOOT);
        order_add(&order, 0, piece);
        order_add(&order, 1, other);
        if (refused(shoot_check(eye->scenario, eye->view, &order)))
            continue;
        Attack attack = attack_new(unit->at.hex, fire, eye->side);
        point_sheet(eye->scenario, eye->view, &attack, piece, other, &sheet);
        int kills = sheet.kill ? (6 - sheet.kill / 10) * 6 + 7 - sheet.kill % 10 : 0;
        int price = kills * worth_of(eye, other) / ROLLS;
        if (price > best) {
            best = price;
            *aim = other;
        }
    }
    return best;
}

static int best_roll(const Eye *eye, Piece piece, Hex hex, Fire fire, Piece *aim)
{
    enum { BACKFIRES = 3 }; /* of ROLLS: the step is lost (15.0) */
    int best = 0;
    Hex from = eye->view->unit[piece].at.hex;
    if (kind_of(eye->scenario, piece)->category != INFANTRY ||
        (!touches_enemy(eye->scenario, eye->view, eye->side, from) && !enemy_in(eye->view, eye->side, from)) ||
        refused(may_fire(eye->scenario, eye->view, piece, fire, SHOT_AT)))
        return 0;
    for (Piece other = 0; other < eye->scenario->pieces; other++) {
        const Unit *unit = &eye->view->unit[other];
        if (unit->side == eye->side || !is_on_map(eye->view, other) || (hex != NO_HEX && unit->at.hex != hex) ||
            map_distance(eye->map, unit->at.hex, from) > 1)
            continue;
        Order order = order_of(DO_AT_ROLL);
        order_add(&order, 0, piece);
        order_add(&order, 1, other);
        if (refused(at_check(eye->scenario, eye->view, &order)))
            continue;
        int needed = at_needed(eye->scenario, eye->view, piece, other), ways = 0;
        for (int roll = 0; roll < ROLLS; roll++)
            ways += roll / 6 + roll % 6 + 2 >= needed;
        int price = (ways * worth_of(eye, other) - BACKFIRES * STEP_WORTH) / ROLLS;
        if (price > best) {
            best = price;
            *aim = other;
        }
    }
    return best;
}

static void plan_pair(const Eye *eye, int verb, Piece piece, Piece aim, int32_t value)
{
    Order order = order_of(verb);
    order_add(&order, 0, piece);
    order_add(&order, 1, aim);
    plan_add(eye->found, &order, value);
}

/* ---- Suppressive Fire ------------------------------------------------------------------------------------ */

/* The effect of the strongest watching stack in answer to units that fire from those hexes. */
static int reply_to(const Eye *eye, const Volley *volley)
{
    int worst = 0;
    for (int i = 0; i < volley->count; i++) {
        Hex hex = eye->view->unit[volley->by[i]].at.hex;
        if (!eye->found->watch[hex])
            continue;
        Target target = target_in(eye, eye->view, eye->side, hex);
        int price = area_price(
            eye,
            column_of(eye, eye->found->watch[hex], eye->data->class[hex], target.steps, eye->found->near[hex], false),
            &target, false);
        worst = price > worst ? price : worst;
    }
    return worst;
}

static void plan_area(const Eye *eye, const Foe *foe, const Firers *firers, const int32_t *busy)
{
    Volley volley = {.hex = foe->hex, .fire = FIRE_SFA};
    if (!gather(eye, firers, &volley))
        return;
    int price = thin_out(eye, &volley, busy), cost = 0;
    if (!volley.count || !is_legal(eye, &volley))
        return;
    for (int i = 0; i < volley.count; i++)
        cost += busy[volley.by[i]];
    int gain = price - cost / 2 - reply_to(eye, &volley) / 2;
    Order order = order_for(&volley);
    if (price > LEAST_GAIN && gain > 0)
        plan_add(eye->found, &order, FIRE_FIRST + (gain < 900 ? gain : 900));
}

void plan_fires(const Eye *eye, const int32_t *busy)
{
    Firers firers;
    find_firers(eye, NO_HEX, FIRE_SFA, &firers);
    for (int i = 0; i < eye->found->foes; i++)
        plan_area(eye, &eye->found->foe[i], &firers, busy);
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        Piece aim = NO_PIECE;
        if (eye->view->unit[piece].side != eye->side || !is_on_map(eye->view, piece))
            continue;
        int price = best_aim(eye, piece, NO_HEX, FIRE_SFA, &aim);
        if (price > LEAST_GAIN && price > busy[piece])
            plan_pair(eye, DO_SHOOT, piece, aim, FIRE_FIRST + price);
        price = best_roll(eye, piece, NO_HEX, FIRE_SFA, &aim);
        if (price > 0)
            plan_pair(eye, DO_AT_ROLL, piece, aim, FIRE_FIRST + price);
    }
}

/* ---- volleys --------------------------------------------------------------------------------------------- */

typedef struct Answer {
    Order order[STACK];
    int32_t price[STACK];
    int count, sum;
} Answer;

static void add_to_answer(Answer *answer, const Order *order, int price)
{
    if (answer->count == STACK || price <= 0)
        return;
    answer->order[answer->count] = *order;
    answer->price[answer->count++] = price;
    answer->sum += price;
}

static bool is_worth_a_shell(const Eye *eye, const Volley *volley, int price)
{
    bool mortars = true;
    for (int i = 0; i < volley->count; i++)
        mortars &= is_mortar(kind_of(eye->scenario, volley->by[i]));
    return !mortars || volley->fire == FIRE_ASSAULT || price >= MORTAR_ANSWERS;
}

static void answer_from(const Eye *eye, Hex from, Hex at, Fire fire, Answer *out)
{
    Volley volley = {.hex = at, .fire = fire};
    uint64_t aimed[PIECE_WORDS] = {0};
    out->count = out->sum = 0;
    EACH_IN(piece, eye->view, from) {
        Piece aim = NO_PIECE;
        Order order = order_of(DO_SHOOT);
        int price = eye->view->unit[piece].side == eye->side ? best_aim(eye, piece, at, fire, &aim) : 0;
        order_add(&order, 0, piece);
        order_add(&order, 1, aim);
        if (price > LEAST_GAIN) {
            set_bit(aimed, piece);
            add_to_answer(out, &order, price);
        }
        price = eye->view->unit[piece].side == eye->side ? best_roll(eye, piece, at, fire, &aim) : 0;
        order.verb = DO_AT_ROLL;
        order.value[1] = aim;
        add_to_answer(out, &order, price);
    }
    Firers firers;
    for (int i = 0; i < attack_seen(eye->view)->shots; i++) /* all that should fire at the hex were named at once */
        if (attack_seen(eye->view)->shot[i].how == SHOT_AREA)
            return;
    find_firers(eye, from, fire, &firers);
    if (!gather(eye, &firers, &volley))
        return;
    for (int i = volley.count - 1; i >= 0; i--)
        if (has_bit(aimed, volley.by[i]))
            leave_out(&volley, i);
    if (!volley.count || !is_legal(eye, &volley))
        return;
    int price = price_of(eye, &volley);
    Order order = order_for(&volley);
    if (is_worth_a_shell(eye, &volley, price))
        add_to_answer(out, &order, price > 0 ? price : fire == FIRE_ASSAULT);
}

/* What a reply to the answer may cost (14.1a). */
static int reply_cost(const Eye *eye, Hex from, Fire fire)
{
    int watch, near;
    if (fire != FIRE_OWM)
        return 0;
    watch_over(eye, from, &watch, &near);
    Target target = target_in(eye, eye->view, eye->side, from);
    return watch ? area_price(eye, column_of(eye, watch, eye->data->class[from], target.steps, near, false), &target,
                              false)
                 : 0;
}

void plan_volley(const Eye *eye)
{
    ROOM(Answer, best);
    ROOM(Answer, answer);
    const Attack *attack = attack_seen(eye->view);
    Order done = order_of(DO_DONE);
    best->count = best->sum = 0;
    int most = 0;
    for (int i = 0; i < (attack->hex == NO_HEX ? eye->view->cycle.hexes : 1); i++) {
        Hex at = attack->hex == NO_HEX ? eye->view->cycle.hex[i] : attack->hex;
        EACH_BIT(from, eye->view->occupied[eye->side], TCS_WORDS) {
            if ((attack->from != NO_HEX && attack->from != from) || (attack->fire == FIRE_ASSAULT && from != at))
                continue;
            answer_from(eye, (Hex)from, at, (Fire)attack->fire, answer);
            if (answer->sum <= most || (answer->sum <= LEAST_GAIN && attack->fire != FIRE_ASSAULT))
                continue;
            int gain = answer->sum - (attack->shots ? 0 : reply_cost(eye, (Hex)from, (Fire)attack->fire) * 3 / 4);
            if (gain > most) {
                most = gain;
                *best = *answer;
            }
        }
    }
    for (int i = 0; i < best->count; i++)
        plan_add(eye->found, &best->order[i], best->price[i]);
    plan_add(eye->found, &done, 0);
}

/* ---- an answer without a thought of prices --------------------------------------------------------------- */

static bool has_vehicles(const Eye *eye, Hex hex)
{
    EACH_IN(piece, eye->view, hex)
        if (eye->view->unit[piece].side != eye->side && is_vehicle(kind_of(eye->scenario, piece)))
            return true;
    return false;
}

/* A Point shot out of that hex, if one can kill; else all that can fire at the other as one; how good it is. */
static int plain_answer(const Eye *eye, Hex from, Hex at, Fire fire, Order *out)
{
    enum { RATHER_A_SHOT = 1000 };
    ROOM(Attack, attack);
    Volley volley = {.hex = at, .fire = fire};
    AreaSheet sheet;
    int best = 0;
    EACH_IN(piece, eye->view, from) {
        Piece aim = NO_PIECE;
        int price = eye->view->unit[piece].side == eye->side ? best_aim(eye, piece, at, fire, &aim) : 0;
        if (price <= best)
            continue;
        best = price;
        *out = order_of(DO_SHOOT);
        order_add(out, 0, piece);
        order_add(out, 1, aim);
    }
    if (best)
        return RATHER_A_SHOT + best;
    Firers firers;
    find_firers(eye, from, fire, &firers);
    if (!gather(eye, &firers, &volley))
        return 0;
    attack_of(eye, &volley, attack);
    attack_prepare(eye->scenario, eye->view, attack);
    area_sheet(eye->scenario, eye->view, attack, &sheet);
    *out = order_for(&volley);
    return sheet.shifted == AREA_COLUMNS || !sheet.steps ? 0 : 1 + sheet.shifted;
}

bool best_answer(const Eye *eye, bool vehicles, Order *out)
{
    const Attack *attack = attack_seen(eye->view);
    int best = 0;
    for (int i = 0; i < (attack->hex == NO_HEX ? eye->view->cycle.hexes : 1); i++) {
        Hex at = attack->hex == NO_HEX ? eye->view->cycle.hex[i] : attack->hex;
        if (vehicles && !has_vehicles(eye, at))
            continue;
        EACH_BIT(from, eye->view->occupied[eye->side], TCS_WORDS) {
            Order order;
            int good = attack->from != NO_HEX && attack->from != from
                           ? 0
                           : plain_answer(eye, (Hex)from, at, (Fire)attack->fire, &order);
            if (good <= best)
                continue;
            best = good;
            *out = order;
        }
    }
    return best > 0;
}
