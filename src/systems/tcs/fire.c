/* fire.c — TCS 9 and 13: who may fire at what; Suppressive Fire; a volley that answers a trigger or is fired in a
 * combat.
 *
 * A fire is an Attack (tcs.h): shots at one hex. In the Action Phase a fire is resolved as it is ordered; a volley is
 * declared shot by shot and then resolved in that order. attack.c has the course it takes. */
#include <string.h>

#include "systems/tcs/tcs.h"

int side_in(const State *state, Hex hex)
{
    for (int side = 0; side < PLAYERS; side++)
        if (has_bit(state->occupied[side], hex))
            return side;
    return NO_SIDE;
}

/* ---- who may fire ---------------------------------------------------------------------------------------- */

static Refusal weapon_allows(const Scenario *scenario, Piece piece, ShotHow how)
{
    const Kind *kind = kind_of(scenario, piece);
    if (how == SHOT_AT && kind->category != INFANTRY)
        return refuse(TCS_15_1A_1, "%p makes no AT Rolls: only infantry does", piece);
    if (how == SHOT_POINT && kind->firer != CODE_P)
        return refuse(TCS_3_1A_2, "%p has no Point weapon", piece);
    if (kind->class == HOWITZER && how != SHOT_GUN)
        return refuse(TCS_17_1C, "%p is artillery: it fires with nobody else, and places a marker", piece);
    if (how == SHOT_AREA && (kind->firer == CODE_NONE || !kind->firepower))
        return refuse(TCS_3_1B, "%p has no weapon", piece);
    return LEGAL;
}

/* 13.1, R-31 */
static Refusal sfa_allows(const Scenario *scenario, const State *view, Piece piece, ShotHow how)
{
    const Unit *unit = &view->unit[piece];
    if (is_unassigned(scenario, view, piece))
        return refuse(TCS_13_1B_3, "%p is unassigned", piece);
    if (how == SHOT_AT && unit->now & MOVED)
        return refuse(TCS_20_0J, "%p has moved in this phase", piece);
    if (how == SHOT_AT)
        return unit->now & AT_ATTACKED ? refuse(TCS_15_1C, "%p has made its AT attack of this phase", piece) : LEGAL;
    if (unit->mode != FIRE_MODE)
        return refuse(TCS_4_2_1, "%p is in Move Mode", piece);
    if (!(unit->now & STEADY))
        return refuse(TCS_13_1B_1, "%p was not in Fire Mode when the phase began", piece);
    if (unit->now & (FIRED | SFA_DONE))
        return refuse(TCS_13_1B_2, "%p has fired", piece);
    return LEGAL;
}

/* 14.3 */
static Refusal overwatch_allows(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (view->cycle.open && view->cycle.fire == FIRE_OWM && has_bit(view->cycle.movers, piece))
        return refuse(TCS_14_2C_2, "%p may not answer the fire it drew", piece);
    if (unit->mode != FIRE_MODE)
        return refuse(TCS_14_3A_1, "%p is in Move Mode", piece);
    if (unit->now & FIRED)
        return refuse(TCS_13_0_3, "%p has fired", piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_14_3C, "%p is %w", piece, WORD_RESULT + unit->spirit);
    return LEGAL;
}

static Refusal riding_allows(const Scenario *scenario, const State *view, Piece piece, Fire fire, ShotHow how)
{
    bool mortar = is_mortar(kind_of(scenario, piece));
    if (is_riding(view, piece) && (fire != FIRE_ASSAULT || view->unit[piece].riding == TOWED || mortar))
        return refuse(TCS_9_1F, "%p is carried or towed", piece);
    if (fire == FIRE_ASSAULT && kind_of(scenario, piece)->category == WEAPONS &&
        view->unit[piece].side == view->combat.side)
        return refuse(TCS_23_0A_2, "%p only rides along", piece);
    if (is_riding(view, piece) && how == SHOT_AT)
        return refuse(TCS_25_1C, "%p is mounted", piece);
    if (mortar && fire == FIRE_ASSAULT && view->unit[piece].mode == MOVE_MODE)
        return refuse(TCS_25_2F, "%p is a mortar in Move Mode", piece);
    return LEGAL;
}

Refusal may_fire(const Scenario *scenario, const State *view, Piece piece, Fire fire, ShotHow how)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_9_0_2, "%p is not yours to fire now", piece);
    if (fire == FIRE_ASSAULT && unit->at.hex != view->combat.hex)
        return refuse(TCS_22_0_1, "%p is not in the hex that is fought for", piece);
    Refusal no = weapon_allows(scenario, piece, how);
    if (!refused(no))
        no = riding_allows(scenario, view, piece, fire, how);
    if (refused(no))
        return no;
    if (unit->spirit == IS_PARALYZED && (fire != FIRE_ASSAULT || unit->now & LAST_SHOT))
        return refuse(TCS_16_4A, "%p is Paralyzed", piece);
    if (how == SHOT_GUN)
        no = gun_allows(scenario, view, piece, fire);
    if (refused(no))
        return no;
    if (is_mortar(kind_of(scenario, piece)) && unit->now & SHOT)
        return refuse(TCS_9_1A_2, "%p has had its one fire of this phase", piece);
    if (fire == FIRE_SFA)
        return sfa_allows(scenario, view, piece, how);
    return fire == FIRE_ASSAULT ? LEGAL : overwatch_allows(view, piece);
}

/* ---- what reaches the target: 7.1, 9.1d, 25.2 ------------------------------------------------------------ */

static bool sees_target(const Scenario *scenario, const State *view, const Attack *attack, Piece piece)
{
    Hex hex = view->unit[piece].at.hex;
    if (attack->fire == FIRE_ASSAULT)
        return true;
    return attack->fire == FIRE_OWM ? !refused(spots_trigger(scenario, view, piece, attack->hex))
                                    : sees(scenario, view, hex, attack->hex);
}

/* 25.2a: of the mortar's own company, battalion or regiment. */
static bool is_of_echelon(const Scenario *scenario, Piece mortar, Piece spotter)
{
    switch (kind_of(scenario, mortar)->echelon) {
    case OF_COMPANY:
        return same_company(scenario, mortar, spotter);
    case OF_BATTALION:
        return same_battalion(scenario, mortar, spotter);
    default:
        return same_regiment(scenario, mortar, spotter);
    }
}

Refusal may_look(const Scenario *scenario, const State *view, int side, Piece mortar, Piece spotter)
{
    const Unit *unit = &view->unit[spotter];
    if (unit->side != side || !is_on_map(view, spotter))
        return refuse(TCS_25_2A_1, "%p cannot spot for %p", spotter, mortar);
    if (spotter != mortar && !is_of_echelon(scenario, mortar, spotter))
        return refuse(TCS_25_2A_1, "%p does not belong to the unit of %p", spotter, mortar);
    if (unit->spirit != STEADFAST || unit->now & BUTTONED)
        return refuse(TCS_25_2A_2, "%p is Suppressed, Paralyzed or Buttoned Up: it spots for nobody", spotter);
    return LEGAL;
}

Refusal may_spot(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar, Piece spotter)
{
    Refusal no = may_look(scenario, view, attack->side, mortar, spotter);
    if (!refused(no) && !sees_target(scenario, view, attack, spotter))
        no = refuse(TCS_9_1D, "%p at %h has no line to %h", spotter, view->unit[spotter].at.hex, attack->hex);
    return no;
}

Piece spotter_of(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar)
{
    Piece best = NO_PIECE;
    int nearest = INT16_MAX;
    for (int i = 0; i < attack->spotters; i++) {
        int range = map_distance(scenario->map, view->unit[attack->spotter[i]].at.hex, attack->hex);
        if (range < nearest && !refused(may_spot(scenario, view, attack, mortar, attack->spotter[i]))) {
            best = attack->spotter[i];
            nearest = range;
        }
    }
    if (best == NO_PIECE && !refused(may_spot(scenario, view, attack, mortar, mortar)))
        best = mortar;
    return best;
}

/* R-39; 17.0a */
static int reach_of(const Kind *kind, ShotHow how)
{
    return how == SHOT_GUN ? INT16_MAX : how == SHOT_AREA && kind->firer != CODE_P ? kind->range : 2 * kind->range;
}

/* Who looks at the target for this shot: the firer, or a mortar's spotter. */
static Refusal looks_for(const Scenario *scenario, const State *view, const Attack *attack, const Shot *shot,
                         Piece *looks)
{
    const Kind *kind = kind_of(scenario, shot->piece);
    Hex hex = view->unit[shot->piece].at.hex;
    int range = map_distance(scenario->map, hex, attack->hex);
    *looks = shot->piece;
    if (shot->how == SHOT_AT)
        return range > 1 ? refuse(TCS_15_1D, "%h is not next to %p", attack->hex, shot->piece) : LEGAL;
    if (attack->fire != FIRE_ASSAULT && range > reach_of(kind, (ShotHow)shot->how))
        return refuse(TCS_7_1, "%h is %n hexes away, and %p reaches %n", attack->hex, range, shot->piece,
                      reach_of(kind, (ShotHow)shot->how));
    if (kind->indirect && attack->fire != FIRE_ASSAULT) {
        *looks = spotter_of(scenario, view, attack, shot->piece);
        if (*looks != NO_PIECE)
            return LEGAL;
        return attack->spotters ? may_spot(scenario, view, attack, shot->piece, attack->spotter[0])
                                : refuse(TCS_9_1D, "%p needs a spotter who sees %h", shot->piece, attack->hex);
    }
    if (!sees_target(scenario, view, attack, shot->piece))
        return refuse(TCS_9_1D, "%p at %h has no line to %h", shot->piece, hex, attack->hex);
    return LEGAL;
}

/* 7.1d: the type of firer or spotter with the shortest range counts for all. */
static Refusal spotting_allows(const Scenario *scenario, const State *view, const Attack *attack, const Piece *looks,
                               int count)
{
    bool point_type = false;
    if (attack->fire >= SPOTTED_FIRES)
        return LEGAL; /* */
    for (int i = 0; i < count; i++)
        point_type |= is_point_type(kind_of(scenario, looks[i]));
    int range = spotting_range(scenario, view, attack->hex, attack->victim, (Fire)attack->fire, point_type);
    for (int i = 0; i < count; i++) {
        int away = map_distance(scenario->map, view->unit[looks[i]].at.hex, attack->hex);
        int own = own_spotting_range(view, looks[i], range);
        if (away > 1 && away > own)
            return refuse(TCS_7_1B, "%p is %n hexes from %h, and would spot what is there at %n", looks[i], away,
                          attack->hex, own);
    }
    return LEGAL;
}

/* Each spotter named serves somebody. */
static Refusal spotters_serve(const Scenario *scenario, const State *view, const Attack *attack)
{
    for (int i = 0; i < attack->spotters; i++) {
        Refusal idle = refuse(TCS_25_2A_1, "%p spots for none of them", attack->spotter[i]);
        bool serves = false;
        for (int j = 0; j < attack->shots; j++) {
            Piece mortar = attack->shot[j].piece;
            if (attack->shot[j].how != SHOT_AREA || !kind_of(scenario, mortar)->indirect)
                continue;
            Refusal no = may_spot(scenario, view, attack, mortar, attack->spotter[i]);
            idle = refused(no) ? no : idle;
            serves |= spotter_of(scenario, view, attack, mortar) == attack->spotter[i];
        }
        if (!serves)
            return idle;
    }
    return LEGAL;
}

Refusal volley_reaches(const Scenario *scenario, const State *view, Attack *attack)
{
    Piece looks[SHOTS];
    int count = 0;
    for (int i = 0; i < attack->shots; i++) {
        Refusal no = looks_for(scenario, view, attack, &attack->shot[i], &looks[count]);
        if (refused(no))
            return no;
        count += attack->shot[i].how != SHOT_AT;
    }
    Refusal no = spotters_serve(scenario, view, attack); /* before a mortar is blamed for not seeing by itself */
    return refused(no) ? no : spotting_allows(scenario, view, attack, looks, count);
}

/* ---- fire HEX by COUNTER… spotter COUNTER… --------------------------------------------------------------- */

enum { SLOT_HEX, SLOT_BY, SLOT_SPOTTER };

static bool in_volley(const State *view) { return question(&view->head)->kind == ASK_VOLLEY; }

/* Whether the open volley may be fired at that hex: the trigger's, or one of those an SFA came from. */
static Refusal volley_hex(const State *view, Hex hex)
{
    const Attack *attack = attack_seen(view);
    if (attack->hex != NO_HEX)
        return attack->hex == hex ? LEGAL : refuse(TCS_14_2E_1, "the fire is aimed at %h", attack->hex);
    for (int i = 0; i < view->cycle.hexes; i++)
        if (view->cycle.hex[i] == hex)
            return LEGAL;
    return refuse(TCS_14_2D_2, "nobody fired from %h", hex);
}

/* The attack that the shots would be added to, as it stands. */
Refusal attack_at(const State *view, Hex hex, Attack *out)
{
    int side = question(&view->head)->side;
    *out = attack_new(hex, FIRE_SFA, side);
    if (in_volley(view)) {
        Refusal no = volley_hex(view, hex);
        if (refused(no))
            return no;
        *out = *attack_seen(view);
        out->hex = hex;
    }
    if (!enemy_in(view, side, hex))
        return refuse(TCS_13_0_5, "no enemy stands in %h", hex);
    return LEGAL;
}

static bool add_shot(Attack *attack, Piece piece, Piece aim, ShotHow how)
{
    if (attack->shots == SHOTS)
        return false;
    attack->shot[attack->shots++] = (Shot){piece, aim, (uint8_t)how, 0};
    return true;
}

/* One more shot: the stack that answers is one (14.0-2), and each unit fires once, besides its AT Rolls (14.0-4). */
Refusal fire_join(const Scenario *scenario, const State *view, Attack *attack, Piece piece, Piece aim, ShotHow how)
{
    Hex hex = view->unit[piece].at.hex;
    Refusal no = may_fire(scenario, view, piece, (Fire)attack->fire, how);
    if (refused(no))
        return no;
    for (int i = 0; i < attack->shots; i++) {
        const Shot *shot = &attack->shot[i];
        if (shot->piece == piece && (shot->how == SHOT_AT) == (how == SHOT_AT) && how != SHOT_AT)
            return refuse(TCS_14_0_4, "%p fires already", piece);
        if (how == SHOT_AT && shot->how == SHOT_AT && shot->aim == aim)
            return refuse(TCS_15_0_2, "%p is attacked already", aim);
    }
    if (attack->fire == FIRE_OWM || attack->fire == FIRE_OWF) {
        if (attack->from != NO_HEX && attack->from != hex)
            return refuse(TCS_14_0_2, "only one stack answers, and %p does not stand with it", piece);
        attack->from = hex;
    }
    if (!add_shot(attack, piece, aim, how))
        return refuse(TCS_9_1, "too many fire at once");
    return LEGAL;
}

/* The attack with what the order adds to it. */
static Refusal fire_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    int count, first = order_slot(order, SLOT_BY, &count), spotters,
               spotter = order_slot(order, SLOT_SPOTTER, &spotters);
    Refusal no = attack_at(view, order->value[0], out);
    for (int i = 0; i < out->shots && !refused(no); i++)
        if (out->shot[i].how == SHOT_AREA)
            no = refuse(TCS_14_0_4, "its Area Fire is one attack, and is declared already");
    for (int i = 0; i < count && !refused(no); i++)
        no = fire_join(scenario, view, out, order->value[first + i], NO_PIECE, SHOT_AREA);
    for (int i = 0; i < spotters; i++)
        out->spotter[out->spotters++] = order->value[spotter + i];
    return no;
}

Refusal fire_check(const Scenario *scenario, const State *view, const Order *order)
{
    static _Thread_local Attack attack;
    Refusal no = fire_build(scenario, view, order, &attack);
    return refused(no) ? no : volley_reaches(scenario, view, &attack);
}

/* Whether spotters can be found so that the attack is legal: first those of the type that sees farther. */
static bool can_be_spotted(const Scenario *scenario, const State *view, const Attack *attack, int after)
{
    for (int point_types = 0; point_types <= 1; point_types++) {
        static _Thread_local Attack trial;
        trial = *attack;
        for (int i = 0; i < trial.shots; i++) {
            Piece mortar = trial.shot[i].piece, found = NO_PIECE;
            if (trial.shot[i].how != SHOT_AREA || !kind_of(scenario, mortar)->indirect ||
                spotter_of(scenario, view, &trial, mortar) != NO_PIECE)
                continue;
            int nearest = INT16_MAX;
            for (Piece piece = (Piece)(after + 1); piece < scenario->pieces; piece++) {
                if (!is_on_map(view, piece) || view->unit[piece].side != trial.side)
                    continue;
                int range = map_distance(scenario->map, view->unit[piece].at.hex, trial.hex);
                if (range < nearest && (point_types || !is_point_type(kind_of(scenario, piece))) &&
                    !refused(may_spot(scenario, view, &trial, mortar, piece))) {
                    nearest = range;
                    found = piece;
                }
            }
            if (found != NO_PIECE && trial.spotters < 4)
                trial.spotter[trial.spotters++] = found;
        }
        if (!refused(volley_reaches(scenario, view, &trial)))
            return true;
    }
    return false;
}

/* Spotters are named in rising order: those still to come stand behind the last. */
static bool could_fire(const Scenario *scenario, const State *view, const Order *prefix)
{
    static _Thread_local Attack attack;
    int spotters, first = order_slot(prefix, SLOT_SPOTTER, &spotters);
    return !refused(fire_build(scenario, view, prefix, &attack)) &&
           can_be_spotted(scenario, view, &attack, spotters ? prefix->value[first + spotters - 1] : -1);
}

/* Cheap tests before an order is made: whoever fails them cannot fire so at all, or not so far. */
static bool is_ready(const Scenario *scenario, const State *view, Piece piece, ShotHow how)
{
    Fire fire = in_volley(view) ? (Fire)attack_seen(view)->fire : FIRE_SFA;
    return is_on_map(view, piece) && view->unit[piece].side == question(&view->head)->side &&
           !refused(may_fire(scenario, view, piece, fire, how));
}

static bool reaches(const Scenario *scenario, const State *view, Piece piece, Hex hex, ShotHow how)
{
    const Kind *kind = kind_of(scenario, piece);
    Hex from = view->unit[piece].at.hex;
    return map_distance(scenario->map, from, hex) <= (how == SHOT_AT ? 1 : reach_of(kind, how)) &&
           (how == SHOT_AT || kind->indirect || in_volley(view) || sees(scenario, view, from, hex));
}

/* Who is ready for Area fire, from that counter on; how many. */
static int find_firers(const Scenario *scenario, const State *view, int from, Piece out[TCS_PIECES])
{
    int count = 0;
    for (int piece = from; piece < scenario->pieces; piece++)
        if (is_ready(scenario, view, (Piece)piece, SHOT_AREA))
            out[count++] = (Piece)piece;
    return count;
}

static void list_firers(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Piece firers[TCS_PIECES];
    int count, first = order_slot(prefix, SLOT_BY, &count), last = count ? prefix->value[first + count - 1] : -1;
    int ready = count < STACK ? find_firers(scenario, view, last + 1, firers) : 0;
    for (int i = 0; i < ready; i++) {
        if (!reaches(scenario, view, firers[i], prefix->value[0], SHOT_AREA))
            continue;
        Order order = *prefix;
        if (order_add(&order, SLOT_BY, firers[i]) && could_fire(scenario, view, &order))
            choose(out, SLOT_BY, firers[i]);
    }
}

/* Enemy hexes that this fire may go at. */
static void find_targets(const State *view, uint64_t out[TCS_WORDS])
{
    memcpy(out, view->occupied[enemy_of(question(&view->head)->side)], TCS_WORDS * sizeof *out);
    if (!in_volley(view))
        return;
    EACH_BIT(hex, out, TCS_WORDS)
    if (refused(volley_hex(view, (Hex)hex)))
        clear_bit(out, hex);
}

int find_lookouts(const Scenario *scenario, const State *view, Piece piece, Hex out[TCS_PIECES])
{
    uint64_t found[TCS_WORDS] = {0};
    int count = 0;
    for (Piece spotter = 0; spotter < scenario->pieces; spotter++)
        if (is_on_map(view, spotter) && (spotter == piece || kind_of(scenario, piece)->indirect) &&
            !refused(may_look(scenario, view, view->unit[piece].side, piece, spotter)))
            set_bit(found, view->unit[spotter].at.hex);
    EACH_BIT(hex, found, TCS_WORDS)
    out[count++] = (Hex)hex;
    return count;
}

bool is_seen_from(const Scenario *scenario, const State *view, const Hex *lookout, int lookouts, Hex hex)
{
    for (int i = 0; i < lookouts; i++)
        if (sees(scenario, view, lookout[i], hex))
            return true;
    return false;
}

/* Of the targets those that it can fire at by itself, with any spotter, are moved to `out`. */
static void add_targets(const Scenario *scenario, const State *view, Piece piece, uint64_t targets[TCS_WORDS],
                        uint64_t out[TCS_WORDS])
{
    Hex lookout[TCS_PIECES];
    bool spotted = kind_of(scenario, piece)->indirect && !in_volley(view);
    int lookouts = spotted ? find_lookouts(scenario, view, piece, lookout) : 0;
    Order order = order_of(DO_FIRE);
    order_add(&order, SLOT_HEX, NO_HEX);
    order_add(&order, SLOT_BY, piece);
    EACH_BIT(hex, targets, TCS_WORDS)
    {
        order.value[0] = (uint16_t)hex;
        if (!reaches(scenario, view, piece, (Hex)hex, SHOT_AREA) ||
            (spotted && !is_seen_from(scenario, view, lookout, lookouts, (Hex)hex)) ||
            !could_fire(scenario, view, &order))
            continue;
        clear_bit(targets, hex);
        set_bit(out, hex);
    }
}

/* Mortars last: whom others can fire at no spotter need be found for. */
static void list_targets(const Scenario *scenario, const State *view, Choices *out)
{
    Piece firers[TCS_PIECES];
    uint64_t targets[TCS_WORDS], found[TCS_WORDS] = {0};
    int ready = find_firers(scenario, view, 0, firers);
    if (!ready)
        return;
    find_targets(view, targets);
    for (int indirect = 0; indirect <= 1; indirect++)
        for (int i = 0; i < ready; i++)
            if (kind_of(scenario, firers[i])->indirect == indirect)
                add_targets(scenario, view, firers[i], targets, found);
    EACH_BIT(hex, found, TCS_WORDS)
    choose(out, SLOT_HEX, hex);
}

static void list_spotters(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SLOT_SPOTTER, &count), last = count ? prefix->value[first + count - 1] : -1;
    bool mortars = false;
    for (int i = 0; i < prefix->count; i++)
        mortars |= prefix->slot[i] == SLOT_BY && kind_of(scenario, prefix->value[i])->indirect;
    for (int piece = last + 1; mortars && count < 4 && piece < scenario->pieces; piece++) {
        Order order = *prefix;
        order_add(&order, SLOT_SPOTTER, (uint16_t)piece);
        if (is_on_map(view, (Piece)piece) && view->unit[piece].side == question(&view->head)->side &&
            could_fire(scenario, view, &order))
            choose(out, SLOT_SPOTTER, piece);
    }
}

void fire_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, spotters;
    if (!prefix->count) {
        list_targets(scenario, view, out);
        return;
    }
    order_slot(prefix, SLOT_BY, &count);
    order_slot(prefix, SLOT_SPOTTER, &spotters);
    if (!spotters)
        list_firers(scenario, view, prefix, out);
    if (!count)
        return;
    out->complete = !refused(fire_check(scenario, view, prefix));
    list_spotters(scenario, view, prefix, out);
}

void note_sfa(State *state, Hex target, Hex from)
{
    int at = 0;
    state->sfa = target;
    while (at < state->sfa_hexes && state->sfa_from[at] != from)
        at++;
    if (at == state->sfa_hexes && at < ORIGINS)
        state->sfa_from[state->sfa_hexes++] = from;
}

/* An order of the Action Phase is resolved, one of a volley declared. */
void fire_declared(Play *play, const Attack *built, bool trigger)
{
    State *state = play->state;
    if (in_volley(state)) {
        *attack_on_top(state) = *built;
        return;
    }
    Attack *attack = attack_begin(state, built->hex, FIRE_SFA, built->side);
    *attack = *built;
    attack_opens(play, attack);
    for (int i = 0; trigger && i < attack->origins; i++)
        note_sfa(state, attack->hex, attack->origin[i]);
}

void fire_apply(Play *play, const Order *order)
{
    static _Thread_local Attack attack;
    State *state = play->state;
    bool volley = in_volley(state);
    if (!volley && state->sfa != NO_HEX && state->sfa != order->value[0] && finishes_first(play, order))
        return;
    fire_build(play->scenario, state, order, &attack);
    for (int i = 0; i < attack.shots; i++)
        if (attack.shot[i].how == SHOT_AREA)
            tell(play->events, EVENT_NOTE, 0,
                 sentence(attack.fire == FIRE_ASSAULT ? TCS_22_0H
                          : volley                    ? TCS_14_0_1
                                                      : TCS_13_0_1,
                          "%p fires at %h", attack.shot[i].piece, attack.hex));
    fire_declared(play, &attack, true);
}

/* What is declared behind others is resolved behind them: what they do is not known yet. */
bool follows_others(const State *view) { return in_volley(view) && attack_seen(view)->shots; }

bool fire_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    static _Thread_local Attack attack;
    if (refused(fire_check(scenario, view, order)) || follows_others(view))
        return false;
    fire_build(scenario, view, order, &attack);
    attack_prepare(scenario, view, &attack);
    weigh_area(scenario, view, &attack, out);
    return true;
}

/* ---- shoot COUNTER at COUNTER ---------------------------------------------------------------------------- */

static Refusal shoot_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    Piece piece = order->value[0], aim = order->value[1];
    if (!is_on_map(view, aim) || view->unit[aim].side == question(&view->head)->side)
        return refuse(TCS_12_1A, "%p is not a target", aim);
    Refusal no = attack_at(view, view->unit[aim].at.hex, out);
    if (!refused(no) && kind_of(scenario, aim)->target == CODE_A)
        no = refuse(TCS_9_2B, "%p is an Area target", aim);
    return refused(no) ? no : fire_join(scenario, view, out, piece, aim, SHOT_POINT);
}

Refusal shoot_check(const Scenario *scenario, const State *view, const Order *order)
{
    static _Thread_local Attack attack;
    Refusal no = shoot_build(scenario, view, order, &attack);
    return refused(no) ? no : volley_reaches(scenario, view, &attack);
}

/* Enemies that are shot at one by one; how many. */
static int find_aims(const Scenario *scenario, const State *view, Piece out[TCS_PIECES])
{
    int side = question(&view->head)->side, count = 0;
    for (Piece aim = 0; aim < scenario->pieces; aim++)
        if (is_on_map(view, aim) && view->unit[aim].side != side && kind_of(scenario, aim)->target != CODE_A)
            out[count++] = aim;
    return count;
}

/* All pairs of a unit of the side and an enemy that the check lets pass. */
static void list_pairs(const Scenario *scenario, const State *view, const Order *prefix, Choices *out, ShotHow how,
                       Refusal (*check)(const Scenario *, const State *, const Order *))
{
    Piece aims[TCS_PIECES];
    int found = find_aims(scenario, view, aims);
    for (Piece piece = 0; found && piece < scenario->pieces; piece++) {
        bool named = prefix->count && prefix->value[0] == piece, listed = false;
        if ((prefix->count && !named) || !is_ready(scenario, view, piece, how))
            continue;
        for (int i = 0; i < found && !listed; i++) {
            Piece aim = aims[i];
            if (!reaches(scenario, view, piece, view->unit[aim].at.hex, how))
                continue;
            Order order = *prefix;
            if (!named)
                order_add(&order, 0, piece);
            if (!order_add(&order, 1, aim) || refused(check(scenario, view, &order)))
                continue;
            listed = !named;
            choose(out, named, named ? aim : piece);
        }
    }
}

void shoot_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (!out->complete)
        list_pairs(scenario, view, prefix, out, SHOT_POINT, shoot_check);
}

void shoot_apply(Play *play, const Order *order)
{
    static _Thread_local Attack attack;
    State *state = play->state;
    Hex hex = state->unit[order->value[1]].at.hex;
    if (!in_volley(state) && state->sfa != NO_HEX && state->sfa != hex && finishes_first(play, order))
        return;
    shoot_build(play->scenario, state, order, &attack);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_12_1A, "%p shoots at %p", order->value[0], order->value[1]));
    fire_declared(play, &attack, true);
}

bool shoot_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    static _Thread_local Attack attack;
    if (refused(shoot_check(scenario, view, order)) || follows_others(view))
        return false;
    shoot_build(scenario, view, order, &attack);
    attack_prepare(scenario, view, &attack);
    weigh_point(scenario, view, &attack, &attack.shot[attack.shots - 1], out);
    return true;
}

/* ---- at-roll COUNTER at COUNTER… ------------------------------------------------------------------------- */

static Refusal at_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    int count, first = order_slot(order, 1, &count), rolls = 0;
    Piece piece = order->value[0];
    Hex hex = view->unit[order->value[first]].at.hex;
    if (hex == NO_HEX)
        return refuse(TCS_15_0_1, "%p is not a target", order->value[first]);
    Refusal no = attack_at(view, hex, out);
    for (int i = 0; i < out->shots; i++)
        rolls += out->shot[i].how == SHOT_AT && out->shot[i].piece == piece;
    for (int i = 0; i < count && !refused(no); i++) {
        Piece aim = order->value[first + i];
        if (!is_on_map(view, aim) || view->unit[aim].side == view->unit[piece].side ||
            kind_of(scenario, aim)->target == CODE_A)
            no = refuse(TCS_15_0_1, "%p is not a target for AT Rolls", aim);
        else if (view->unit[aim].at.hex != hex)
            no = refuse(TCS_15_1C, "one unit attacks one hex");
        else if (++rolls > view->unit[piece].steps)
            no = refuse(TCS_15_0_2, "%p has %n step%+, and rolls once for each", piece, view->unit[piece].steps);
        else
            no = fire_join(scenario, view, out, piece, aim, SHOT_AT);
    }
    return no;
}

Refusal at_check(const Scenario *scenario, const State *view, const Order *order)
{
    static _Thread_local Attack attack;
    Refusal no = at_build(scenario, view, order, &attack);
    return refused(no) ? no : volley_reaches(scenario, view, &attack);
}

void at_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 1;
    if (!out->complete) {
        list_pairs(scenario, view, prefix, out, SHOT_AT, at_check);
        return;
    }
    for (int aim = prefix->value[prefix->count - 1] + 1; prefix->count < STACK && aim < scenario->pieces; aim++) {
        if (!is_on_map(view, (Piece)aim) || !reaches(scenario, view, prefix->value[0], view->unit[aim].at.hex, SHOT_AT))
            continue;
        Order order = *prefix;
        if (order_add(&order, 1, (uint16_t)aim) && !refused(at_check(scenario, view, &order)))
            choose(out, 1, aim);
    }
}

/* 14.2a-3: AT Rolls make no trigger. */
void at_apply(Play *play, const Order *order)
{
    static _Thread_local Attack attack;
    State *state = play->state;
    Hex hex = state->unit[order->value[1]].at.hex;
    if (!in_volley(state) && state->sfa != NO_HEX && state->sfa != hex && finishes_first(play, order))
        return;
    at_build(play->scenario, state, order, &attack);
    fire_declared(play, &attack, false);
}

bool at_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    static _Thread_local Attack attack;
    if (refused(at_check(scenario, view, order)) || follows_others(view))
        return false;
    at_build(scenario, view, order, &attack);
    weigh_at_rolls(scenario, view, &attack, attack.shots - (order->count - 1), out);
    return true;
}

/* ---- done ------------------------------------------------------------------------------------------------ */

Refusal done_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    return in_volley(view) || view->sfa != NO_HEX ? LEGAL : refuse(TCS_13_1C_1, "there is no fire to finish");
}

void finish_sfa(Play *play)
{
    State *state = play->state;
    Hex from[ORIGINS];
    int count = state->sfa_hexes;
    memcpy(from, state->sfa_from, sizeof from);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_13_1C_1, "fire at %h is finished", state->sfa));
    state->sfa = NO_HEX;
    state->sfa_hexes = 0;
    memset(state->sfa_from, 0, sizeof state->sfa_from);
    trigger_fire(play, state->phasing, from, count);
}

/* The volley is declared: it is fired, or nobody fires. */
static void volley_ends(Play *play)
{
    State *state = play->state;
    Attack *attack = attack_on_top(state);
    answered(state);
    if (!attack->shots) {
        *attack = (Attack){0};
        state->attacks--;
        return;
    }
    attack_opens(play, attack);
}

void done_apply(Play *play, const Order *order)
{
    (void)order;
    if (in_volley(play->state))
        volley_ends(play);
    else
        finish_sfa(play);
}

void volley_skip(Play *play) { volley_ends(play); }

Sentence volley_prompt(const Scenario *scenario, const State *view)
{
    const Attack *attack = attack_seen(view);
    int side = question(&view->head)->side;
    (void)scenario;
    if (attack->fire == FIRE_ASSAULT)
        return sentence(TCS_22_0H, "%s: who fires at %h?", side, attack->hex);
    if (attack->hex == NO_HEX)
        return sentence(TCS_14_1B, "%s: one stack may answer the fire", side);
    return attack->fire == FIRE_OWM
               ? sentence(TCS_14_1A, "%s: one stack may fire at those who entered %h", side, attack->hex)
               : sentence(TCS_14_1A, "%s: one stack may return the fire of %h", side, attack->hex);
}
