/* barrage.c — OCS 9.6, 12.4, 14.12 and 7.2: the units that may strike, and their targets.
 *
 *     barrage gPzAR13/13 gJu87-1 at 23.07 on units
 *
 * Guns and ships (19.2) fire into their range, at facilities too (12.4d), aircraft strike the hex they are over, in
 * Reaction those of the side that defends (8.1a-2, 14.12b, 2.3.II.1.E-5). Guns in Reserve or Strategic Mode are silent
 * (5.7a-3, 5.8b-4). What a hex holds is struck by kinds, each once a phase (9.6, B11): units, dump and vehicles, air
 * base, railroad, port, hedgehog. Flak fires at aircraft first: `strike` names those that come, and they are divided
 * among targets when their owner knows which are left (D64); a barrage of others names them and their target at once.
 * The same order answers an overrun, once each (7.2, 7.2-2): then aircraft come from up to five hexes and guns out of
 * Reserve. */
#include "systems/ocs/air.h"

enum { ANSWER_WITHIN = 5, MOST_STRATEGIC = 3, BASE_LEVELS = 3 };

/* ---- what can be struck --------------------------------------------------------------------------------- */

/* Whether units other than HQs may be there (B8). */
static bool may_hold_units(const Scenario *scenario, const State *view, int side, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below) {
        const Kind *kind = kind_of(data_of(scenario), view, piece);
        if (view->unit[piece].side == side && is_unit(kind) && kind->class != HEADQUARTERS)
            return true;
    }
    return false;
}

bool has_target(const Scenario *scenario, const State *view, int side, Hex hex, int target)
{
    int foe = enemy_of(side);
    const Base *base = base_at(view, hex);
    switch (target) {
    case TARGET_UNITS:
        return enemy_in(view, side, hex) && may_hold_units(scenario, view, foe, hex);
    case TARGET_DUMP:
        return pile_in(view, foe, hex) || (enemy_in(view, side, hex) && !all_known(scenario, view, hex));
    case TARGET_BASE:
        return base && base->side == foe;
    case TARGET_RAIL:
        return has_bit(data_of(scenario)->rail, hex) && controller(view, hex) != side;
    case TARGET_PORT:
        return port_at(scenario, hex) >= 0 && controller(view, hex) == foe;
    default:
        return hedgehog_at(view, foe, hex) > 0;
    }
}

enum { STRIKES_ONLY }; /* Frame.data of ASK_BARRAGES */

/* ---- units that may strike -------------------------------------------------------------------------------- */

static bool answers(const State *view) { return question(&view->head)->kind == ASK_ANSWER; }
static bool air_only(const State *view)
{
    const Frame *frame = question(&view->head);
    return frame->kind == ASK_MOVEMENT || (frame->kind == ASK_BARRAGES && frame->data[STRIKES_ONLY]);
}

static Refusal gun_may(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (face_of(data_of(scenario), view, piece)->how != BARRAGES)
        return refuse(OCS_9_6, "ocs.not-gun", piece);
    if (air_only(view))
        return refuse(OCS_2_3_II_1_D_3, "ocs.not-fire-phase-only-aircraft", piece);
    if (unit->now & FIRED)
        return refuse(OCS_9_6, "ocs.fired-phase", piece);
    if (!second_edition(data_of(scenario)) && unit->level == NO_SUPPLY)
        return refuse(OCS_9_1E, "ocs.no-supply-not-fire", piece);
    if (answers(view))
        return unit->marker == RESERVE ? LEGAL : refuse(OCS_7_2A_1, "ocs.not-reserve", piece);
    if (unit->marker == RESERVE || unit->marker == STRATEGIC)
        return refuse(OCS_12_4A, "ocs.not-fire-mode", piece);
    return kind_of(data_of(scenario), view, piece)->class == SHIP ? LEGAL : may_act(scenario, view, piece);
}

static Refusal aircraft_may(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    unsigned types = air_types(data, view, piece);
    if (!is_active(view, piece))
        return refuse(OCS_14_2B, "ocs.inactive", piece);
    if (types == AIR_TPT)
        return refuse(OCS_14_4D, "ocs.only-carries", piece);
    if (view->unit[piece].now & CARRYING)
        return refuse(OCS_14_4E, "ocs.carried-load-phase", piece);
    if (!can_fly(view))
        return refuse(OCS_14_1E_1, "ocs.nobody-flies-weather");
    if (answers(view) && !(types & (AIR_F | AIR_T)))
        return refuse(OCS_7_2B_1, "ocs.neither-f-nor-t-not", piece);
    return LEGAL;
}

static Refusal may_strike(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece))
        return refuse(OCS_12_4C_1, "ocs.not-yours-strike-now", piece);
    return is_aircraft(data, view, piece) ? aircraft_may(scenario, view, piece) : gun_may(scenario, view, piece);
}

static Refusal reaches(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Book *data = data_of(scenario);
    int distance = map_distance(scenario->map, view->unit[piece].at.hex, hex);
    if (is_aircraft(data, view, piece)) {
        if (answers(view))
            return distance <= ANSWER_WITHIN ? LEGAL : refuse(OCS_7_2A_1, "ocs.hexes-away", piece, distance);
        return distance ? refuse(OCS_14_12A_1, "ocs.not-over", piece, hex) : LEGAL;
    }
    int range = face_of(data, view, piece)->reach;
    if (!distance || distance > range)
        return refuse(answers(view) ? OCS_7_2C_1 : OCS_12_4E, "ocs.hexes-fires-1", hex, distance, piece, range);
    return LEGAL;
}

/* 14.14, D46 */
static Refusal too_many_bombers(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), bombers = 0;
    for (int i = 0; i < count; i++)
        bombers += is_aircraft(data_of(scenario), view, order->value[first + i]) &&
                   (air_types(data_of(scenario), view, order->value[first + i]) & AIR_S) != 0;
    return bombers > MOST_STRATEGIC ? refuse(OCS_14_14, "ocs.no-more-three-s-units") : LEGAL;
}

/* 12.4f: each gun for itself, and all of them together. */
static Refusal can_pay(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int count, first = order_slot(order, 0, &count), sum = 0, users = 0, side = question(&view->head)->side;
    Hex hexes[FORCE];
    if (data->without[PART_SUPPLY])
        return LEGAL;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        int cost = barrage_cost(data, view, piece);
        if (!cost)
            continue;
        hexes[users++] = user_of(data, view, piece);
        sum += cost;
        if (tokens_in_reach(scenario, view, side, &hexes[users - 1], 1, PAY_BARRAGE) < cost)
            return refuse(OCS_12_4F, "ocs.needs-t-fire-cannot-draw", piece, cost);
    }
    return !users || tokens_in_reach(scenario, view, side, hexes, users, PAY_BARRAGE) >= sum
               ? LEGAL
               : refuse(OCS_12_4F, "ocs.need-t-together-cannot-draw", sum);
}

static Refusal check_strikers(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = too_many_bombers(scenario, view, order);
    for (int i = 0; i < count && !refused(no); i++) {
        no = may_strike(scenario, view, order->value[first + i]);
    }
    return refused(no) ? no : can_pay(scenario, view, order);
}

static Refusal check_target(const Scenario *scenario, const State *view, int side, Hex hex, int target)
{
    if (hex >= scenario->map->hexes)
        return refuse(OCS_12_4E, "ocs.not-map", hex);
    if (answers(view))
        return hex == view->combat.launch && target == TARGET_UNITS
                   ? LEGAL
                   : refuse(OCS_7_2C_1, "ocs.only-overrunners-can-struck-now", view->combat.launch);
    if (!has_target(scenario, view, side, hex, target))
        return target == TARGET_UNITS && enemy_in(view, side, hex)
                   ? refuse(OCS_12_1C_2, "ocs.only-headquarters-stand-barrages-not", hex)
                   : refuse(OCS_9_16G, "ocs.nothing-kind", WORD_TARGET + target, hex);
    if (question(&view->head)->kind == ASK_BARRAGES && has_bit(view->shelled[target], hex))
        return refuse(OCS_9_6, "ocs.barrage-phase", WORD_TARGET + target, hex);
    return LEGAL;
}

/* 14.9b-1: aircraft that answer an overrun fly there now, and not under enemy fighters without one that can fight
 * them. */
static Refusal check_escort(const Scenario *scenario, const State *view, const Order *order, Hex hex)
{
    int count, first = order_slot(order, 0, &count), side = question(&view->head)->side;
    Piece alone = NO_PIECE;
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        if (!is_aircraft(data_of(scenario), view, piece))
            continue;
        if (is_offensive(data_of(scenario), view, piece))
            return LEGAL;
        alone = piece;
    }
    return alone != NO_PIECE && offensive_in(scenario, view, enemy_of(side), hex)
               ? refuse(OCS_14_9B_1, "ocs.enemy-fighters-over-nobody-escorts", hex, alone)
               : LEGAL;
}

/* Air combat over the hex comes first (14.12c): when a flight came there, or when an answer has (barrage_fire.c). */
static Refusal check_at(const Scenario *scenario, const State *view, const Order *order, Hex hex, int target)
{
    int count, first = order_slot(order, 0, &count);
    Refusal no = check_target(scenario, view, question(&view->head)->side, hex, target);
    for (int i = 0; i < count && !refused(no); i++)
        no = reaches(scenario, view, order->value[first + i], hex);
    return refused(no) || !answers(view) ? no : check_escort(scenario, view, order, hex);
}

/* ---- barrage COUNTER… at HEX on TARGET ------------------------------------------------------------------------- */

Refusal barrage_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal no = check_strikers(scenario, view, order);
    return refused(no) ? no
                       : check_at(scenario, view, order, order_value(order, 1, NO_HEX), order_value(order, 2, TARGETS));
}

/* How many kinds of target the strikers have in that hex; listed if there is a list. */
static int list_kinds(const Scenario *scenario, const State *view, const Order *order, Hex hex, Choices *out)
{
    int kinds = 0;
    for (int target = 0; target < TARGETS; target++)
        if (!refused(check_at(scenario, view, order, hex, target))) {
            kinds++;
            if (out)
                choose(out, 2, target);
        }
    return kinds;
}

static int list_hexes(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    const Book *data = data_of(scenario);
    Piece piece = order->value[0];
    uint64_t within[OCS_WORDS] = {0};
    int hexes = 0, range = !is_aircraft(data, view, piece) ? face_of(data, view, piece)->reach
                           : answers(view)                 ? ANSWER_WITHIN
                                                           : 0;
    if (refused(check_strikers(scenario, view, order)) || view->unit[piece].at.hex >= scenario->map->hexes)
        return 0;
    map_within(scenario->map, view->unit[piece].at.hex, range, within);
    EACH_BIT(hex, within, OCS_WORDS)
        if ((out || !hexes) && !refused(reaches(scenario, view, piece, (Hex)hex)) &&
            list_kinds(scenario, view, order, (Hex)hex, NULL)) {
            hexes++;
            if (out)
                choose(out, 1, hex);
        }
    return hexes;
}

/* Whether those have a target, of an answer perhaps with an escort that is named after them. */
static bool leads_on(const Scenario *scenario, const State *view, const Order *order)
{
    if (list_hexes(scenario, view, order, NULL))
        return true;
    for (int piece = order->value[order->count - 1] + 1; answers(view) && piece < scenario->pieces; piece++) {
        Order more = *order;
        if (is_asked_for(view, (Piece)piece) && is_aircraft(data_of(scenario), view, (Piece)piece) &&
            order_add(&more, 0, (uint16_t)piece) && list_hexes(scenario, view, &more, NULL))
            return true;
    }
    return false;
}

void barrage_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int hexes, kinds, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 1, &hexes);
    order_slot(prefix, 2, &kinds);
    if (kinds) {
        out->complete = !refused(barrage_check(scenario, view, prefix));
        return;
    }
    if (hexes) {
        if (!refused(check_strikers(scenario, view, prefix)))
            list_kinds(scenario, view, prefix, (Hex)last, out);
        return;
    }
    EACH_BIT_FROM(piece, own_counters(scenario, view), COUNTER_WORDS, prefix->count < FORCE ? last + 1 : OCS_PIECES) {
        if (!is_on_map(view, (Piece)piece) || refused(may_strike(scenario, view, (Piece)piece)))
            continue;
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && leads_on(scenario, view, &order))
            choose(out, 0, piece);
    }
    if (prefix->count)
        list_hexes(scenario, view, prefix, out);
}

void barrage_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count), side = asked(state)->side, target = order_value(order, 2, 0);
    Hex hex = order_value(order, 1, NO_HEX);
    bool answer = asked(state)->kind == ASK_ANSWER;
    if (answer)
        answered(state);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Unit *unit = &state->unit[piece];
        bool flies = is_aircraft(play->data, state, piece);
        if (!flies && !answer)
            unit->now |= FIRED; /* D20: an answer does not count */
        if (!answer)
            continue;
        if (!flies && unit->marker == RESERVE)
            lose_reserve(play, piece, OCS_7_2B_1);
        else if (flies && unit->at.hex != hex)
            move_to(play, piece, hex);
    }
    barrage_begin(play, side, &order->value[first], count, hex, target, answer);
    state->barrage.counted = !answer;
}

/* ---- strike COUNTER… at HEX (14.12a, D64) --- */

static Refusal may_be_named(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    Refusal no = may_strike(scenario, view, piece);
    if (!refused(no) && !is_aircraft(data_of(scenario), view, piece))
        no = refuse(OCS_14_12A_2, "ocs.no-aircraft-flak-not-fire", piece);
    if (!refused(no) && view->unit[piece].now & STRUCK)
        no = refuse(OCS_14_12A_2, "ocs.flak-fired-already", piece);
    return refused(no) ? no : reaches(scenario, view, piece, hex);
}

Refusal strike_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count), side = question(&view->head)->side;
    Hex hex = order_value(order, 1, NO_HEX);
    bool anything = false;
    for (int i = 0; i < count; i++) {
        Refusal no = hex >= scenario->map->hexes ? check_target(scenario, view, side, hex, TARGET_UNITS)
                                                 : may_be_named(scenario, view, order->value[first + i], hex);
        if (refused(no))
            return no;
    }
    for (int target = 0; target < TARGETS; target++)
        anything |= !refused(check_target(scenario, view, side, hex, target));
    return anything ? LEGAL : refuse(OCS_14_12A_2, "ocs.nothing-left-struck", hex);
}

void strike_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int hexes, count, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 0, &count);
    order_slot(prefix, 1, &hexes);
    out->complete = hexes && !refused(strike_check(scenario, view, prefix));
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS, hexes || count == FORCE ? OCS_PIECES : last + 1) {
        Order order = *prefix;
        Hex hex = view->unit[count ? prefix->value[0] : piece].at.hex;
        if (is_active(view, (Piece)piece) && order_add(&order, 0, (uint16_t)piece) && order_add(&order, 1, hex) &&
            !refused(strike_check(scenario, view, &order)))
            choose(out, 0, piece);
    }
    Order order = *prefix;
    if (count && !hexes && order_add(&order, 1, view->unit[prefix->value[0]].at.hex) &&
        !refused(strike_check(scenario, view, &order)))
        choose(out, 1, view->unit[prefix->value[0]].at.hex);
}

void strike_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count), side = asked(state)->side;
    Hex hex = order_value(order, 1, NO_HEX);
    int rating = flak_rating(play->scenario, state, enemy_of(side), hex);
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_14_12A_2, "ocs.aircraft-strike", count, side, hex));
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        state->unit[piece].now |= STRUCK;
        if (rating)
            is_shot_down(play, piece, rating);
    }
    homing(play);
}

void strikes_end(Play *play, int side)
{
    State *state = play->state;
    EACH_BIT(piece, play->data->aircraft[side], COUNTER_WORDS)
        if (is_active(state, (Piece)piece) && state->unit[piece].now & STRUCK)
            state->unit[piece].now |= RETURNING;
    homing(play);
}

/* A dump that is kept on paper may shoot, too (14.18-1): whether it makes a difference. */
static bool flak_is_sure(const Scenario *scenario, const State *view, const Order *order, Hex hex)
{
    const Book *data = data_of(scenario);
    int count, first = order_slot(order, 0, &count), foe = enemy_of(question(&view->head)->side);
    const Chart *chart = &data->chart[CHART_FLAK];
    int rating = flak_rating(scenario, view, foe, hex);
    const Base *base = base_at(view, hex);
    bool flies = false;
    if (base && base->side == foe && !base->level && band_of(chart, rating) != band_of(chart, rating + BASE_LEVELS - 1))
        return false; /* its level is not known (D71) */
    for (int i = 0; i < count; i++)
        flies |=
            is_aircraft(data, view, order->value[first + i]) && !(view->unit[order->value[first + i]].now & STRUCK);
    return !flies || !data->paper_dumps || pile_in(view, foe, hex) ||
           (rating && band_of(chart, rating) == band_of(chart, rating + 1));
}

/* A barrage, to be weighed in positions of which all is known. */
typedef struct Bombardment {
    const Piece *pieces;
    int count, side, target;
    Hex hex;
} Bombardment;

static bool weigh_bombardment(const Scenario *scenario, const State *world, const void *about, Forecast *out)
{
    const Bombardment *it = about;
    if (!weigh_barrage(scenario, world, it->side, it->pieces, it->count, it->hex, it->target, out))
        return false;
    out->column = sentence(0, "%d", out->title.arg[3]); /* as the title says it, with every shift */
    return true;
}

/* A target that is not all seen: the certain part, and the range of the rest (4.9). Neither player knows how much
 * supply is where. */
static bool forecast_at(const Scenario *scenario, const State *view, const Order *order, Hex hex, int target,
                        Forecast *out)
{
    const Book *data = data_of(scenario);
    int count, first = order_slot(order, 0, &count), side = question(&view->head)->side;
    Bombardment it = {&order->value[first], count, side, target, hex};
    const Pile *pile = pile_in(view, enemy_of(side), hex);
    bool hidden = data->paper_dumps || (pile && pile->is & PILE_COVERS); /* the amount there */
    if (target == TARGET_DUMP && (hidden || !all_known(scenario, view, hex)))
        return false;
    if (all_known(scenario, view, hex) && flak_is_sure(scenario, view, order, hex))
        return weigh_barrage(scenario, view, side, it.pieces, count, hex, target, out);
    if (!weigh_hidden(scenario, view, side, weigh_bombardment, &it, out))
        return false;
    int strength = whole_strength(barrage_sum(scenario, view, it.pieces, count));
    out->title = sentence(OCS_4_9, "ocs.hidden-barrage", strength, WORD_TARGET + target, out->likely.arg[0]);
    out->assumes = sentence(OCS_4_9, "ocs.hidden-sampled", hex);
    known_shifts(scenario, view, side, hex, target, out);
    return true;
}

/* Beside the odds: what the guns eat (12.4f). */
static bool with_price(const Scenario *scenario, const State *view, const Order *order, bool weighed, Forecast *out)
{
    const Book *data = data_of(scenario);
    int count, first = order_slot(order, 0, &count), price = 0, side = question(&view->head)->side;
    for (int i = 0; i < count; i++)
        price += barrage_cost(data, view, order->value[first + i]);
    if (weighed && price && !data->without[PART_SUPPLY])
        forecast_modifier(out, sentence(OCS_12_4F, "ocs.barrage-costs", price), 0, side);
    return weighed;
}

bool barrage_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    return !refused(barrage_check(scenario, view, order)) &&
           with_price(scenario, view, order,
                      forecast_at(scenario, view, order, order_value(order, 1, NO_HEX), order_value(order, 2, 0), out),
                      out);
}

Sentence answer_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_7_2B_1, "ocs.answers-overrun-announced-barrage", question(&view->head)->side,
                    view->combat.launch);
}

/* ---- announce (7.2a, B4) --- */

static bool gun_could_answer(const Scenario *scenario, const State *state, int side, Piece piece)
{
    const Book *data = data_of(scenario);
    const Hex user[] = {user_of(data, state, piece)};
    const Unit *unit = &state->unit[piece];
    return face_of(data, state, piece)->how == BARRAGES && unit->marker == RESERVE && !(unit->now & FIRED) &&
           (second_edition(data) || unit->level != NO_SUPPLY) &&
           map_distance(scenario->map, unit->at.hex, state->combat.launch) <= face_of(data, state, piece)->reach &&
           (data->without[PART_SUPPLY] ||
            tokens_in_reach(scenario, state, side, user, 1, PAY_BARRAGE) >= barrage_cost(data, state, piece));
}

static bool aircraft_could_answer(const Scenario *scenario, const State *state, Piece piece)
{
    return is_active(state, piece) && can_fly(state) && !(state->unit[piece].now & CARRYING) &&
           air_types(data_of(scenario), state, piece) & (AIR_F | AIR_T) &&
           map_distance(scenario->map, state->unit[piece].at.hex, state->combat.launch) <= ANSWER_WITHIN;
}

/* The answer uses what its side knows: all of its own units. Aircraft under enemy fighters need one that can fight them
 * (14.9b). */
int answerers_of(const Scenario *scenario, const State *state, int side, Piece out[FORCE])
{
    const Book *data = data_of(scenario);
    int count = 0, guns = 0;
    bool escorted = !offensive_in(scenario, state, enemy_of(side), state->combat.launch);
    for (Piece piece = 0; piece < scenario->pieces && count < FORCE; piece++) {
        if (state->unit[piece].side != side || !is_on_map(state, piece) || !is_known(data, state, piece))
            continue;
        bool flies = is_aircraft(data, state, piece);
        if (flies ? !aircraft_could_answer(scenario, state, piece)
                  : !is_unit(kind_of(data, state, piece)) || !gun_could_answer(scenario, state, side, piece))
            continue;
        escorted |= flies && is_offensive(data, state, piece);
        out[count++] = piece;
        guns += !flies;
    }
    if (escorted || guns == count)
        return count;
    for (int i = 0, kept = 0; i < count; i++)
        if (!is_aircraft(data, state, out[i]))
            out[kept++] = out[i];
    return guns;
}

void announce_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    state->combat.announced = true;
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_7_2, "ocs.answer-overrun-barrage", asked(state)->side, state->combat.launch));
    answered(state);
}

Sentence announce_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_7_2, "ocs.announce-barrage-answer-overrun", question(&view->head)->side, view->combat.launch);
}

/* ---- hip-shoot COUNTER… on TARGET (14.12d) ----------------------------------------------------------------------- */

/* The same order as a barrage on the hex they are over. */
static Order as_barrage(const State *view, const Order *order)
{
    Order barrage = order_of(DO_BARRAGE);
    for (int i = 0; i < order->count && !order->slot[i]; i++)
        order_add(&barrage, 0, order->value[i]);
    order_add(&barrage, 1, order->count ? view->unit[order->value[0]].at.hex : NO_HEX);
    return barrage;
}

static Refusal may_hip_shoot(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side, count, first = order_slot(order, 0, &count);
    if (!(data->hip_shoots >> side & 1))
        return refuse(OCS_14_12D, "ocs.makes-no-hip-shoots-game", side);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        if (!is_aircraft(data, view, piece))
            return refuse(OCS_14_12D, "ocs.no-aircraft-guns-no-part", piece);
        if (!(view->unit[piece].now & MOVED))
            return refuse(OCS_14_12D, "ocs.not-flown-phase", piece);
    }
    return check_strikers(scenario, view, order);
}

static Refusal hip_shoot_at(const Scenario *scenario, const State *view, const Order *order, int target)
{
    Refusal no = may_hip_shoot(scenario, view, order);
    Order barrage = as_barrage(view, order);
    return refused(no) ? no : check_at(scenario, view, &barrage, order_value(&barrage, 1, NO_HEX), target);
}

Refusal hip_shoot_check(const Scenario *scenario, const State *view, const Order *order)
{
    return hip_shoot_at(scenario, view, order, order_value(order, 1, TARGETS));
}

void hip_shoot_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int kinds, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 1, &kinds);
    out->complete = kinds && !refused(hip_shoot_check(scenario, view, prefix));
    EACH_BIT_FROM(piece, own_aircraft(scenario, view), COUNTER_WORDS,
                  kinds || prefix->count == FORCE ? OCS_PIECES : last + 1) {
        if (!is_active(view, (Piece)piece) || !(view->unit[piece].now & MOVED))
            continue;
        Order order = *prefix;
        order_add(&order, 0, (uint16_t)piece);
        for (int target = 0; target < TARGETS; target++)
            if (!refused(hip_shoot_at(scenario, view, &order, target))) {
                choose(out, 0, piece);
                break;
            }
    }
    for (int target = 0; !kinds && prefix->count && target < TARGETS; target++)
        if (!refused(hip_shoot_at(scenario, view, prefix, target)))
            choose(out, 1, target);
}

void hip_shoot_apply(Play *play, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    barrage_begin(play, asked(play->state)->side, &order->value[first], count,
                  play->state->unit[order->value[first]].at.hex, order_value(order, 1, 0), false);
}

bool hip_shoot_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    return !refused(hip_shoot_check(scenario, view, order)) &&
           forecast_at(scenario, view, order, view->unit[order->value[0]].at.hex, order_value(order, 1, 0), out);
}

/* ---- the end of Movement -------------------------------------------------------------------------------------- */

void strikes_begin(Play *play, int side) { ask(play->state, ASK_BARRAGES, side)->data[STRIKES_ONLY] = true; }
