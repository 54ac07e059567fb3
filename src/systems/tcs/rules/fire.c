/* fire.c — TCS 9 and 13: firers and their targets; Suppressive Fire; a volley that answers a trigger or is fired in a
 * combat.
 *
 * A fire is an Attack (state.h): shots at one hex (9.1c), Area Fire at the hex or Point Fire at one unit (9.0-1), by
 * what the target and the firer are (3.1a-1, 3.1c-1, 9.2, 9.2a, 9.2c), each firer at one target (9.1g) and in Fire Mode
 * (9.1b), mortars once a phase (25.2b-2): their spotter may be in any mode and have fired (4.2-4, 14.3a-2, 25.2b-3),
 * but not be Buttoned Up (16.7b-3), and the range is his (25.2b-1). A unit fires once for each trigger it may answer,
 * and makes one Suppressive Fire (9.1a-1). Suppressive Fire is its own phase's (13.1a), Suppressed units make it too
 * (16.3b), it needs no trigger (13.1f), and stacks join in it (13.1d), as often as they like at one hex (11.1d). In the
 * Action Phase a fire is resolved as it is ordered; a volley is declared shot by shot and then resolved in that order
 * . attack.c has the course it takes. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/tcs.h"

int side_in(const State *state, Hex hex)
{
    for (int side = 0; side < PLAYERS; side++)
        if (has_bit(state->occupied[side], hex))
            return side;
    return NO_SIDE;
}

/* ---- units that may fire --------------------------------------------------------------------------------- */

static Refusal weapon_allows(const Scenario *scenario, Piece piece, ShotHow how)
{
    const Kind *kind = kind_of(scenario, piece);
    if (how == SHOT_AT && kind->category != INFANTRY)
        return refuse(TCS_15_1A_1, "tcs.makes-no-rolls-only-infantry", piece);
    if (how == SHOT_POINT && kind->firer != CODE_P)
        return refuse(TCS_3_1A_2, "tcs.no-point-weapon", piece);
    if (kind->class == HOWITZER && how != SHOT_GUN)
        return refuse(TCS_17_1C, "tcs.artillery-fires-nobody-else-places", piece);
    if (how == SHOT_AREA && (kind->firer == CODE_NONE || !kind->firepower))
        return refuse(TCS_3_1B, "tcs.no-weapon", piece);
    return LEGAL;
}

/* 13.1, R-31 */
static Refusal sfa_allows(const Scenario *scenario, const State *view, Piece piece, ShotHow how)
{
    const Unit *unit = &view->unit[piece];
    if (is_unassigned(scenario, view, piece))
        return refuse(TCS_13_1B_3, "tcs.unassigned", piece);
    if (how == SHOT_AT && unit->now & MOVED)
        return refuse(TCS_20_0J, "tcs.moved-phase", piece);
    if (how == SHOT_AT)
        return unit->now & AT_ATTACKED ? refuse(TCS_15_1C, "tcs.made-attack-phase", piece) : LEGAL;
    if (unit->mode != FIRE_MODE)
        return refuse(TCS_4_2_1, "tcs.move-mode", piece);
    if (!(unit->now & STEADY))
        return refuse(TCS_13_1B_1, "tcs.not-fire-mode-when-phase", piece);
    if (unit->now & (FIRED | SFA_DONE))
        return refuse(TCS_13_1B_2, "tcs.fired", piece);
    return LEGAL;
}

/* 14.3 */
static Refusal overwatch_allows(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (view->cycle.open && view->cycle.fire == FIRE_OWM && has_bit(view->cycle.movers, piece))
        return refuse(TCS_14_2C_2, "tcs.may-not-answer-fire-drew", piece);
    if (unit->mode != FIRE_MODE)
        return refuse(TCS_14_3A_1, "tcs.move-mode", piece);
    if (unit->now & FIRED)
        return refuse(TCS_13_0_3, "tcs.fired", piece);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_14_3C, "tcs.is", piece, WORD_RESULT + unit->spirit);
    return LEGAL;
}

static Refusal riding_allows(const Scenario *scenario, const State *view, Piece piece, Fire fire, ShotHow how)
{
    bool mortar = is_mortar(kind_of(scenario, piece));
    if (is_riding(view, piece) && (fire != FIRE_ASSAULT || view->unit[piece].riding == TOWED || mortar))
        return refuse(TCS_9_1F, "tcs.carried-towed", piece);
    if (fire == FIRE_ASSAULT && kind_of(scenario, piece)->category == WEAPONS &&
        view->unit[piece].side == view->combat.side &&
        !(data_of(scenario)->riders_fire && is_riding(view, piece) && kind_of(scenario, piece)->class == MACHINE_GUN))
        return refuse(TCS_23_0A_2, "tcs.only-rides-along", piece);
    if (is_riding(view, piece) && how == SHOT_AT)
        return refuse(TCS_25_1C, "tcs.mounted", piece);
    if (mortar && fire == FIRE_ASSAULT && view->unit[piece].mode == MOVE_MODE)
        return refuse(TCS_25_2F, "tcs.mortar-move-mode", piece);
    return LEGAL;
}

Refusal may_fire(const Scenario *scenario, const State *view, Piece piece, Fire fire, ShotHow how)
{
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece))
        return refuse(TCS_9_0_2, "tcs.not-yours-fire-now", piece);
    if (fire == FIRE_ASSAULT && unit->at.hex != view->combat.hex)
        return refuse(TCS_22_0_1, "tcs.not-hex-fought", piece);
    Refusal no = weapon_allows(scenario, piece, how);
    if (!refused(no))
        no = riding_allows(scenario, view, piece, fire, how);
    if (refused(no))
        return no;
    if (unit->spirit == IS_PARALYZED && (fire != FIRE_ASSAULT || unit->now & LAST_SHOT))
        return refuse(TCS_16_4A, "tcs.paralyzed", piece);
    if (how == SHOT_GUN)
        no = gun_allows(scenario, view, piece, fire);
    if (refused(no))
        return no;
    if (is_mortar(kind_of(scenario, piece)) && unit->now & SHOT)
        return refuse(TCS_9_1A_2, "tcs.fire-phase", piece);
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
        return refuse(TCS_25_2A_1, "tcs.cannot-spot", spotter, mortar);
    if (spotter != mortar && !is_of_echelon(scenario, mortar, spotter))
        return refuse(TCS_25_2A_1, "tcs.not-belong-unit", spotter, mortar);
    if (unit->spirit != STEADFAST)
        return refuse(TCS_25_2A_2, "tcs.spots-nobody", spotter, WORD_RESULT + unit->spirit);
    if (unit->now & BUTTONED)
        return refuse(TCS_25_2A_2, "tcs.buttoned-up-spots-nobody", spotter);
    return LEGAL;
}

Refusal may_spot(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar, Piece spotter)
{
    Refusal no = may_look(scenario, view, attack->side, mortar, spotter);
    if (!refused(no) && !sees_target(scenario, view, attack, spotter))
        no = refuse(TCS_9_1D, "tcs.no-line", spotter, view->unit[spotter].at.hex, attack->hex);
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
int shot_reach(const Kind *kind, ShotHow how)
{
    return how == SHOT_GUN ? INT16_MAX : how == SHOT_AREA && kind->firer != CODE_P ? kind->range : 2 * kind->range;
}

/* The unit that looks at the target for this shot: the firer, or a mortar's spotter. */
static Refusal looks_for(const Scenario *scenario, const State *view, const Attack *attack, const Shot *shot,
                         Piece *looks)
{
    const Kind *kind = kind_of(scenario, shot->piece);
    Hex hex = view->unit[shot->piece].at.hex;
    int range = map_distance(scenario->map, hex, attack->hex);
    *looks = shot->piece;
    if (shot->how == SHOT_AT)
        return range > 1 ? refuse(TCS_15_1D, "tcs.not-next-2", attack->hex, shot->piece) : LEGAL;
    if (attack->fire != FIRE_ASSAULT && range > shot_reach(kind, (ShotHow)shot->how))
        return refuse(TCS_7_1, "tcs.hexes-away-reaches", attack->hex, range, shot->piece,
                      shot_reach(kind, (ShotHow)shot->how));
    if (kind->indirect && attack->fire != FIRE_ASSAULT) {
        *looks = spotter_of(scenario, view, attack, shot->piece);
        if (*looks != NO_PIECE)
            return LEGAL;
        return attack->spotters ? may_spot(scenario, view, attack, shot->piece, attack->spotter[0])
                                : refuse(TCS_9_1D, "tcs.needs-spotter-sees", shot->piece, attack->hex);
    }
    if (!sees_target(scenario, view, attack, shot->piece))
        return refuse(TCS_9_1D, "tcs.no-line", shot->piece, hex, attack->hex);
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
        int own = own_spotting_range(view, looks[i], range, (Fire)attack->fire);
        if (away > 1 && away > own)
            return refuse(TCS_7_1B, "tcs.hexes-spot", looks[i], away, attack->hex, own);
    }
    return LEGAL;
}

/* Each spotter named must serve a mortar. */
static Refusal spotters_serve(const Scenario *scenario, const State *view, const Attack *attack)
{
    for (int i = 0; i < attack->spotters; i++) {
        Refusal idle = refuse(TCS_25_2A_1, "tcs.spots-none", attack->spotter[i]);
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

bool in_volley(const State *view) { return question(&view->head)->kind == ASK_VOLLEY; }

/* Whether the open volley may be fired at that hex: the trigger's, or one of those an SFA came from. */
Refusal volley_hex(const State *view, Hex hex)
{
    const Attack *attack = attack_seen(view);
    if (attack->hex != NO_HEX)
        return attack->hex == hex ? LEGAL : refuse(TCS_14_2E_1, "tcs.fire-aimed", attack->hex);
    for (int i = 0; i < view->cycle.hexes; i++)
        if (view->cycle.hex[i] == hex)
            return LEGAL;
    return refuse(TCS_14_2D_2, "tcs.nobody-fired", hex);
}

/* The attack that the shots would be added to, as it is. */
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
        return refuse(TCS_13_0_5, "tcs.no-enemy-stands", hex);
    return LEGAL;
}

static bool add_shot(Attack *attack, Piece piece, Piece aim, ShotHow how)
{
    if (attack->shots == SHOTS)
        return false;
    attack->shot[attack->shots++] = (Shot){piece, aim, (uint8_t)how, 0};
    return true;
}

/* One more shot: the stack that answers is one (14.0-2), and each unit fires once, not counting its AT Rolls
 * (14.0-4). */
Refusal fire_join(const Scenario *scenario, const State *view, Attack *attack, Piece piece, Piece aim, ShotHow how)
{
    Hex hex = view->unit[piece].at.hex;
    Refusal no = may_fire(scenario, view, piece, (Fire)attack->fire, how);
    if (refused(no))
        return no;
    for (int i = 0; i < attack->shots; i++) {
        const Shot *shot = &attack->shot[i];
        if (shot->piece == piece && (shot->how == SHOT_AT) == (how == SHOT_AT) && how != SHOT_AT)
            return refuse(attack->fire == FIRE_ASSAULT ? TCS_22_0H : TCS_14_0_4, "tcs.fires-already", piece);
        if (how == SHOT_AT && shot->how == SHOT_AT && shot->aim == aim)
            return refuse(TCS_15_0_2, "tcs.attacked-already", aim);
    }
    if (attack->fire == FIRE_OWM || attack->fire == FIRE_OWF) {
        if (attack->from != NO_HEX && attack->from != hex)
            return refuse(TCS_14_0_2, "tcs.only-stack-answers-not-stand", piece);
        attack->from = hex;
    }
    if (!add_shot(attack, piece, aim, how))
        return refuse(TCS_9_1, "tcs.too-many-fire-once");
    return LEGAL;
}

/* The attack with what the order adds to it: Area Fire of a volley joins the one that is declared. */
Refusal fire_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    int count, first = order_slot(order, SLOT_BY, &count), spotters,
               spotter = order_slot(order, SLOT_SPOTTER, &spotters);
    Refusal no = attack_at(view, order->value[0], out);
    for (int i = 0; i < count && !refused(no); i++)
        no = fire_join(scenario, view, out, order->value[first + i], NO_PIECE, SHOT_AREA);
    for (int i = 0; i < spotters && out->spotters < SPOTTERS; i++)
        out->spotter[out->spotters++] = order->value[spotter + i];
    return no;
}

Refusal fire_check(const Scenario *scenario, const State *view, const Order *order)
{
    ROOM(Attack, attack);
    Refusal no = fire_build(scenario, view, order, attack);
    return refused(no) ? no : volley_reaches(scenario, view, attack);
}

void note_sfa(State *state, Hex target, Hex from)
{
    int at = 0;
    state->sfa = target;
    while (at < state->sfa_hexes && state->sfa_from[at] != from)
        at++;
    if (at == state->sfa_hexes && at < TRIGGERS)
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
    ROOM(Attack, attack);
    State *state = play->state;
    bool volley = in_volley(state);
    if (!volley && state->sfa != NO_HEX && state->sfa != order->value[0] && finishes_first(play, order))
        return;
    int declared = volley ? attack_on_top(state)->shots : 0; /* which it joins */
    fire_build(play->scenario, state, order, attack);
    for (int i = declared; i < attack->shots; i++)
        if (attack->shot[i].how == SHOT_AREA)
            tell(play->events, EVENT_NOTE, 0,
                 sentence(attack->fire == FIRE_ASSAULT ? TCS_22_0H
                          : volley                     ? TCS_14_0_1
                                                       : TCS_13_0_1,
                          "tcs.fires", attack->shot[i].piece, attack->hex));
    fire_declared(play, attack, true);
}

/* Shots declared behind others are resolved behind them: the effect of those is not known yet. */
bool follows_others(const State *view) { return in_volley(view) && attack_seen(view)->shots; }

bool fire_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    ROOM(Attack, attack);
    if (refused(fire_check(scenario, view, order)))
        return false;
    fire_build(scenario, view, order, attack);
    for (int i = 0; i < attack->shots; i++) /* all Area Fire is one attack */
        if (attack->shot[i].how != SHOT_AREA)
            return false;
    attack_prepare(scenario, view, attack);
    weigh_area(scenario, view, attack, out);
    return true;
}

/* ---- shoot COUNTER at COUNTER ---------------------------------------------------------------------------- */

static Refusal shoot_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    Piece piece = order->value[0], aim = order->value[1];
    if (!is_on_map(view, aim) || view->unit[aim].side == question(&view->head)->side)
        return refuse(TCS_12_1A, "tcs.not-target", aim);
    Refusal no = attack_at(view, view->unit[aim].at.hex, out);
    if (!refused(no) && kind_of(scenario, aim)->target == CODE_A)
        no = refuse(TCS_9_2B, "tcs.area-target", aim);
    return refused(no) ? no : fire_join(scenario, view, out, piece, aim, SHOT_POINT);
}

Refusal shoot_check(const Scenario *scenario, const State *view, const Order *order)
{
    ROOM(Attack, attack);
    Refusal no = shoot_build(scenario, view, order, attack);
    return refused(no) ? no : volley_reaches(scenario, view, attack);
}

void shoot_apply(Play *play, const Order *order)
{
    ROOM(Attack, attack);
    State *state = play->state;
    Hex hex = state->unit[order->value[1]].at.hex;
    if (!in_volley(state) && state->sfa != NO_HEX && state->sfa != hex && finishes_first(play, order))
        return;
    shoot_build(play->scenario, state, order, attack);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_12_1A, "tcs.shoots", order->value[0], order->value[1]));
    fire_declared(play, attack, true);
}

bool shoot_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    ROOM(Attack, attack);
    if (refused(shoot_check(scenario, view, order)) || follows_others(view))
        return false;
    shoot_build(scenario, view, order, attack);
    attack_prepare(scenario, view, attack);
    weigh_point(scenario, view, attack, &attack->shot[attack->shots - 1], out);
    return true;
}

/* ---- at-roll COUNTER at COUNTER… ------------------------------------------------------------------------- */

static Refusal at_build(const Scenario *scenario, const State *view, const Order *order, Attack *out)
{
    int count, first = order_slot(order, 1, &count), rolls = 0;
    Piece piece = order->value[0];
    Hex hex = view->unit[order->value[first]].at.hex;
    if (hex == NO_HEX)
        return refuse(TCS_15_0_1, "tcs.not-target", order->value[first]);
    Refusal no = attack_at(view, hex, out);
    for (int i = 0; i < out->shots; i++)
        rolls += out->shot[i].how == SHOT_AT && out->shot[i].piece == piece;
    for (int i = 0; i < count && !refused(no); i++) {
        Piece aim = order->value[first + i];
        if (!is_on_map(view, aim) || view->unit[aim].side == view->unit[piece].side ||
            kind_of(scenario, aim)->target == CODE_A)
            no = refuse(TCS_15_0_1, "tcs.not-target-rolls", aim);
        else if (view->unit[aim].at.hex != hex)
            no = refuse(TCS_15_1C, "tcs.unit-attacks-hex");
        else if (++rolls > view->unit[piece].steps)
            no = refuse(TCS_15_0_2, "tcs.step-rolls-once-each", piece, view->unit[piece].steps);
        else
            no = fire_join(scenario, view, out, piece, aim, SHOT_AT);
    }
    return no;
}

Refusal at_check(const Scenario *scenario, const State *view, const Order *order)
{
    ROOM(Attack, attack);
    Refusal no = at_build(scenario, view, order, attack);
    return refused(no) ? no : volley_reaches(scenario, view, attack);
}

/* 14.2a-3: AT Rolls make no trigger. */
void at_apply(Play *play, const Order *order)
{
    ROOM(Attack, attack);
    State *state = play->state;
    Hex hex = state->unit[order->value[1]].at.hex;
    if (!in_volley(state) && state->sfa != NO_HEX && state->sfa != hex && finishes_first(play, order))
        return;
    at_build(play->scenario, state, order, attack);
    fire_declared(play, attack, false);
}

bool at_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    ROOM(Attack, attack);
    if (refused(at_check(scenario, view, order)) || follows_others(view))
        return false;
    at_build(scenario, view, order, attack);
    weigh_at_rolls(scenario, view, attack, attack->shots - (order->count - 1), out);
    return true;
}

/* ---- done ------------------------------------------------------------------------------------------------ */

Refusal done_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    (void)order;
    return in_volley(view) || view->sfa != NO_HEX ? LEGAL : refuse(TCS_13_1C_1, "tcs.no-fire-finish");
}

void finish_sfa(Play *play)
{
    State *state = play->state;
    Hex from[TRIGGERS];
    int count = state->sfa_hexes;
    memcpy(from, state->sfa_from, sizeof from);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_13_1C_1, "tcs.fire-finished", state->sfa));
    state->sfa = NO_HEX;
    state->sfa_hexes = 0;
    memset(state->sfa_from, 0, sizeof state->sfa_from);
    trigger_fire(play, state->phasing, from, count);
}

/* The volley is declared: it is fired, or dropped if it has no shot. */
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
        return sentence(TCS_22_0H, "tcs.fires-2", side, attack->hex);
    if (attack->hex == NO_HEX)
        return sentence(TCS_14_1B, "tcs.stack-may-answer-fire", side);
    return attack->fire == FIRE_OWM ? sentence(TCS_14_1A, "tcs.stack-may-fire-entered", side, attack->hex)
                                    : sentence(TCS_14_1A, "tcs.stack-may-return-fire", side, attack->hex);
}
