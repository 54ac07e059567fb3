/* camps.c — TCS 6.3: the unassigned: their centres, what they do when they have held out long enough, and how units go
 * to a rear hex.
 *
 * Unassigned units, which include those on a pending sheet alone (6.9a), belong to a group with a centre hex
 * (Plans.camp). A group rests round its centre, or is on its way to a place (rear.c): by its contingency (6.3c), by
 * failure instructions (6.12) or by preliminary ones (6.14a). Units that have become unassigned, or have come to their
 * place, have no centre yet: that question to their owner comes on top of the open one, and the enemy does not see it
 * (fog.c). Before the game he gives it when he has written his sheets. */
#include "systems/tcs/tcs.h"

static int side_asked(const State *view) { return question(&view->head)->side; }

/* ---- groups ------------------------------------------------------------------------------------------------ */

void free_camps(Plans *plans)
{
    bool used[TCS_CAMPS] = {0};
    for (int piece = 0; piece < TCS_PIECES; piece++)
        if (plans->camp_of[piece])
            used[plans->camp_of[piece] - 1] = true;
    for (int i = 0; i < TCS_CAMPS; i++)
        if (!used[i])
            plans->camp[i] = (Camp){0};
}

/* The group that does this there, new or known: any number of units share a centre (6.3a-3). */
static int camp_at(Plans *plans, int doing, Hex centre)
{
    int empty = -1;
    for (int i = 0; i < TCS_CAMPS; i++) {
        if (plans->camp[i].doing == doing && plans->camp[i].centre == centre)
            return i;
        if (empty < 0 && !plans->camp[i].doing)
            empty = i;
    }
    if (empty >= 0)
        plans->camp[empty] = (Camp){.centre = centre, .retreat = NO_HEX, .doing = (uint8_t)doing};
    return empty;
}

void send_to(Play *play, Piece piece, int doing, Hex goal)
{
    Plans *plans = &play->state->plans[play->state->unit[piece].side];
    plans->camp_of[piece] = 0;
    free_camps(plans);
    plans->camp_of[piece] = (uint8_t)(camp_at(plans, doing, goal) + 1);
    plans->stood[piece] = play->state->unit[piece].at.hex;
}

/* ---- 6.3c, R-29: how long they hold out --------------------------------------------------------------------- */

static bool camp_in_contact(const Scenario *scenario, const State *state, int side, int camp)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->plans[side].camp_of[piece] == camp + 1 && in_contact(scenario, state, piece))
            return true;
    return false;
}

static void camp_turn_ends(Play *play, int side, int index)
{
    Camp *camp = &play->state->plans[side].camp[index];
    bool contact = play->data->clock_always || camp_in_contact(play->scenario, play->state, side, index);
    if (camp->doing != CAMP_RESTS)
        return;
    camp->clock = (uint8_t)(camp->clock + contact);
    camp->quiet = (uint8_t)(contact ? 0 : camp->quiet + (camp->quiet < HOLDS_OUT));
    if (camp->quiet == HOLDS_OUT)
        camp->clock = 0;
    if (camp->clock < HOLDS_OUT || camp->retreat == NO_HEX)
        return;
    tell_own(play, side, EVENT_NOTE,
             sentence(TCS_6_3C_1, "tcs.unassigned-held-out-turns-withdraw", camp->centre, HOLDS_OUT, camp->retreat));
    *camp = (Camp){.centre = camp->retreat, .retreat = NO_HEX, .doing = CAMP_WITHDRAWS};
}

void camps_turn_ends(Play *play)
{
    for (int side = 0; side < PLAYERS && is_commanded(play->data); side++) {
        settle_plans(play, side);
        for (int i = 0; i < TCS_CAMPS; i++)
            camp_turn_ends(play, side, i);
    }
}

/* ---- camp HEX [units COUNTER…] [retreat HEX] ---------------------------------------------------------------- */

enum { SLOT_CENTRE, SLOT_UNITS, SLOT_RETREAT };

static bool lacks_camp(const Scenario *scenario, const State *view, int side, Piece piece)
{
    return is_on_map(view, piece) && view->unit[piece].side == side && !view->plans[side].camp_of[piece] &&
           is_unassigned(scenario, view, piece);
}

static bool lacks_contingency(const Scenario *scenario, const Camp *camp)
{
    if (camp->doing != CAMP_RESTS || camp->retreat != NO_HEX)
        return false;
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (map_distance(scenario->map, camp->centre, (Hex)hex) >= CONTINGENCY)
            return true;
    return false; /* the map has no hex so far away */
}

bool camps_wanted(const Scenario *scenario, const State *view, int side)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (lacks_camp(scenario, view, side, piece))
            return true;
    for (int i = 0; i < TCS_CAMPS; i++)
        if (lacks_contingency(scenario, &view->plans[side].camp[i]))
            return true;
    return false;
}

bool want_camps(Play *play)
{
    if (!is_commanded(play->data) || !camps_wanted(play->scenario, play->state, asked(play->state)->side))
        return false;
    ask(play->state, ASK_CENTRE, asked(play->state)->side);
    return true;
}

static const Camp *resting_at(const Plans *plans, Hex centre)
{
    for (int i = 0; i < TCS_CAMPS; i++)
        if (plans->camp[i].doing == CAMP_RESTS && plans->camp[i].centre == centre)
            return &plans->camp[i];
    return NULL;
}

static Refusal can_camp(const Scenario *scenario, const State *view, Piece piece, Hex centre)
{
    int side = side_asked(view);
    if (view->unit[piece].side == side && view->plans[side].camp_of[piece])
        return refuse(TCS_6_3A_2, "tcs.centre-keeps", piece);
    if (!lacks_camp(scenario, view, side, piece))
        return refuse(TCS_6_3A_1, "tcs.needs-no-centre", piece);
    return map_distance(scenario->map, centre, view->unit[piece].at.hex) <= LEASH
               ? LEGAL
               : refuse(TCS_6_3A_4, "tcs.stands-more-hexes", piece, LEASH, centre);
}

static bool has_campers(const Scenario *scenario, const State *view, Hex centre)
{
    int side = side_asked(view);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (view->unit[piece].side == side && is_on_map(view, piece) &&
            map_distance(scenario->map, centre, view->unit[piece].at.hex) <= LEASH &&
            !refused(can_camp(scenario, view, piece, centre)))
            return true;
    return false;
}

/* Which hex may be a centre: a unit is near enough, or a group that rests there lacks a contingency. */
static Refusal is_centre(const Scenario *scenario, const State *view, Hex centre)
{
    const Camp *camp = resting_at(&view->plans[side_asked(view)], centre);
    if (centre >= scenario->map->hexes)
        return refuse(TCS_6_3A_1, "tcs.centre-hex-map");
    if ((camp && lacks_contingency(scenario, camp)) || has_campers(scenario, view, centre))
        return LEGAL;
    return refuse(TCS_6_3A_4, "tcs.nobody-without-centre-stands-within", LEASH, centre);
}

/* All hexes within so many of those in the set. */
static void widen(const Map *map, uint64_t set[TCS_WORDS], int hexes)
{
    Hex met[TCS_SPOTS];
    int begin = 0, end = 0;
    EACH_BIT(hex, set, TCS_WORDS)
        met[end++] = (Hex)hex;
    for (int ring = 0; ring < hexes; ring++)
        for (int last = end; begin < last; begin++)
            for (Edge edge = 0; edge < EDGES; edge++) {
                Hex next = map->next[met[begin]][edge];
                if (next == NO_HEX || has_bit(set, next))
                    continue;
                set_bit(set, next);
                met[end++] = next;
            }
}

/* All that is_centre(). */
void find_centres(const Scenario *scenario, const State *view, uint64_t out[TCS_WORDS])
{
    int side = side_asked(view);
    const Plans *plans = &view->plans[side];
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (lacks_camp(scenario, view, side, piece) && view->unit[piece].at.hex < scenario->map->hexes)
            set_bit(out, view->unit[piece].at.hex);
    widen(scenario->map, out, LEASH);
    for (int i = 0; i < TCS_CAMPS; i++)
        if (lacks_contingency(scenario, &plans->camp[i]) && resting_at(plans, plans->camp[i].centre) == &plans->camp[i])
            set_bit(out, plans->camp[i].centre);
}

/* Whether a contingency must be given with it, can be, or is there already. */
typedef enum Contingency { CONTINGENCY_GIVEN, CONTINGENCY_NONE, CONTINGENCY_LACKS } Contingency;

static Contingency contingency_at(const Scenario *scenario, const State *view, Hex centre)
{
    const Camp *camp = resting_at(&view->plans[side_asked(view)], centre);
    Camp there = {.centre = centre, .retreat = NO_HEX, .doing = CAMP_RESTS};
    if (camp && camp->retreat != NO_HEX)
        return CONTINGENCY_GIVEN;
    return lacks_contingency(scenario, &there) ? CONTINGENCY_LACKS : CONTINGENCY_NONE;
}

static Refusal retreat_fits(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_RETREAT, &count);
    Hex centre = order->value[0];
    Contingency contingency = contingency_at(scenario, view, centre);
    if (!count)
        return contingency == CONTINGENCY_LACKS ? refuse(TCS_6_3C_1, "tcs.say-where-retreat-after-holding", HOLDS_OUT)
                                                : LEGAL;
    if (contingency == CONTINGENCY_GIVEN)
        return refuse(TCS_6_3A_2, "tcs.contingency-keep", centre);
    if (order->value[first] >= scenario->map->hexes ||
        map_distance(scenario->map, centre, order->value[first]) < CONTINGENCY)
        return refuse(TCS_6_3C_2, "tcs.lies-less-hexes", order->value[first], CONTINGENCY, centre);
    return LEGAL;
}

Refusal camp_fits(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_UNITS, &count);
    Refusal no = LEGAL;
    for (int i = 0; i < count && !refused(no); i++)
        no = can_camp(scenario, view, order->value[first + i], order->value[0]);
    return refused(no) ? no : retreat_fits(scenario, view, order);
}

Refusal camp_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count;
    Hex centre = order->value[0];
    order_slot(order, SLOT_UNITS, &count);
    Refusal no = count && centre < scenario->map->hexes ? LEGAL : is_centre(scenario, view, centre);
    return refused(no) ? no : camp_fits(scenario, view, order);
}

void camp_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int retreats, units, last = -1;
    if (!prefix->count) {
        uint64_t centres[TCS_WORDS] = {0};
        find_centres(scenario, view, centres);
        EACH_BIT(hex, centres, TCS_WORDS)
            choose(out, SLOT_CENTRE, hex);
        return;
    }
    Hex centre = prefix->value[0];
    Contingency contingency = contingency_at(scenario, view, centre);
    order_slot(prefix, SLOT_RETREAT, &retreats);
    order_slot(prefix, SLOT_UNITS, &units);
    out->complete = retreats || contingency != CONTINGENCY_LACKS;
    for (int hex = 0; hex < scenario->map->hexes && !retreats && contingency == CONTINGENCY_LACKS; hex++)
        if (map_distance(scenario->map, centre, (Hex)hex) >= CONTINGENCY)
            choose(out, SLOT_RETREAT, hex);
    last = units ? prefix->value[prefix->count - 1] : -1;
    for (int piece = last + 1; piece < scenario->pieces && units < STACK && !retreats; piece++)
        if (!refused(can_camp(scenario, view, (Piece)piece, centre)))
            choose(out, SLOT_UNITS, piece);
}

static void into_camp(Play *play, Piece piece, Hex centre)
{
    int side = asked(play->state)->side;
    if (!refused(can_camp(play->scenario, play->state, piece, centre)))
        play->state->plans[side].camp_of[piece] = (uint8_t)(camp_at(&play->state->plans[side], CAMP_RESTS, centre) + 1);
}

void camp_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int side = asked(state)->side, count, first = order_slot(order, SLOT_UNITS, &count);
    Hex centre = order->value[0];
    for (int i = 0; i < count; i++)
        into_camp(play, order->value[first + i], centre);
    for (Piece piece = 0; !count && piece < play->scenario->pieces; piece++)
        into_camp(play, piece, centre);
    Camp *camp = &state->plans[side].camp[camp_at(&state->plans[side], CAMP_RESTS, centre)];
    camp->retreat = order_value(order, SLOT_RETREAT, camp->retreat);
    tell_own(play, side, EVENT_NOTE, sentence(TCS_6_3A_1, "tcs.unassigned-units-stay-round", centre));
    if (asked(state)->kind == ASK_CENTRE && !camps_wanted(play->scenario, state, side))
        answered(state);
}

/* the program proposes the hex nearest to all of them. */
Hex proposed_centre(const Scenario *scenario, const State *view, int side)
{
    Hex best = NO_HEX;
    int most = 0, nearest = 0;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        int count = 0, sum = 0;
        for (Piece piece = 0; piece < scenario->pieces; piece++) {
            int distance = lacks_camp(scenario, view, side, piece)
                               ? map_distance(scenario->map, (Hex)hex, view->unit[piece].at.hex)
                               : LEASH + 1;
            count += distance <= LEASH;
            sum += distance <= LEASH ? distance : 0;
        }
        if (count > most || (count && count == most && sum < nearest)) {
            best = (Hex)hex;
            most = count;
            nearest = sum;
        }
    }
    return best;
}

Sentence centre_prompt(const Scenario *scenario, const State *view)
{
    int side = side_asked(view);
    Hex hex = proposed_centre(scenario, view, side);
    if (hex != NO_HEX)
        return sentence(TCS_6_3A_1, "tcs.centre-units-without-orders-lies", side, hex);
    for (int i = 0; i < TCS_CAMPS; i++)
        if (lacks_contingency(scenario, &view->plans[side].camp[i]))
            return sentence(TCS_6_3C_1, "tcs.where-unassigned-retreat", side, view->plans[side].camp[i].centre);
    return sentence(TCS_6_3A_1, "tcs.set-centres-unassigned-units", side);
}
