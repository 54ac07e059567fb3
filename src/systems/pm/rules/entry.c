/* entry.c — Proud Monster 8.1–8.9: how units come into play; guards.c has conversions and rebuilt divisions. No unit is
 * marked or weakened by arriving (8.8).
 *
 * German-side arrivals appear in the OKH areas, where they may wait and between which they may shift (8.3–8.5); they
 * march on in movement phases (movement.c). Starters set up in an area wait there like them (8.4). Soviet arrivals are
 * in the box of their turn until they are put down in a town that takes them, kept in the RVGK or sent to the southern
 * ports; the phase does not end before that, unless there is no room anywhere (8.1, 8.7, pm.r.20, pm.r.86). How many
 * come through a hex in a turn is counted (8.7-4). */
#include "core/room.h"
#include "kit/odds.h"
#include "kit/sets.h"
#include "systems/pm/pm.h"

enum { SECURITY_GROUP = 3, FIRST_BRIGADES = 3, BRIGADE_PENALTY = 3 };

/* ---- the German part ------------------------------------------------------------------------- */

static bool is_southerner(const Kind *kind) /* 8.5-1 */
{
    return kind->nation == ITALIAN || kind->nation == ROMANIAN || kind->nation == HUNGARIAN;
}

void calls_begin(Play *play)
{
    State *state = play->state;
    Hex box = box_of(play->data, BOX_TURN + state->head.turn - 1);
    aircraft_begin(play);
    for (Piece piece = state->top[box], below; piece != NO_PIECE; piece = below) {
        below = state->unit[piece].at.below;
        if (state->unit[piece].side != GERMAN_SIDE)
            continue;
        bool south = is_southerner(kind_of(play->data, state, piece));
        Hex area = box_of(play->data, south ? BOX_OKH_SOUTH : BOX_OKH_NORTH);
        move_to(play, piece, area);
        tell(play->events, EVENT_PLACED, 0, sentence(south ? PM_8_5_1 : PM_8_3_1, "pm.arrives", piece, area));
    }
}

Sentence calls_prompt(const Scenario *scenario, const State *view)
{
    const Book *data = data_of(scenario);
    return sentence(PM_5_2_4, "pm.okh-north-okh-south-shift", GERMAN_SIDE, count_in(view, box_of(data, BOX_OKH_NORTH)),
                    count_in(view, box_of(data, BOX_OKH_SOUTH)));
}

/* ---- shift COUNTER… -------------------------------------------------------------------------- */

static Refusal may_shift(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    bool north = in_box(data, view, piece, BOX_OKH_NORTH);
    if (view->unit[piece].side != question(&view->head)->side)
        return refuse(PM_8_3_2, "pm.not-yours-shift", piece);
    if (!north && !in_box(data, view, piece, BOX_OKH_SOUTH))
        return refuse(PM_8_3_2, "pm.no-okh-area", piece);
    if (view->head.turn == 1 && !data->beginners)
        return refuse(PM_5_3_3, "pm.nobody-shifts-between-okh-areas");
    if (view->unit[piece].now & SHIFTING)
        return refuse(PM_8_3_2, "pm.way-already", piece);
    if (!north && is_southerner(kind_of(data, view, piece)))
        return refuse(PM_8_5_1, "pm.stays-south", piece);
    return LEGAL;
}

Refusal shift_check(const Scenario *scenario, const State *view, const Order *order)
{
    for (int i = 0; i < order->count; i++) {
        Refusal refusal = may_shift(scenario, view, order->value[i]);
        if (refused(refusal))
            return refusal;
        if (view->unit[order->value[i]].at.hex != view->unit[order->value[0]].at.hex)
            return refuse(PM_8_3_2, "pm.wait-different-areas", order->value[0], order->value[i]);
    }
    return LEGAL;
}

void shift_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    static const uint8_t boxes[] = {BOX_OKH_NORTH, BOX_OKH_SOUTH};
    enum { TOGETHER = 40 };
    const Book *data = data_of(scenario);
    out->complete = prefix->count > 0;
    for (int i = 0; question(&view->head)->side == GERMAN_SIDE && prefix->count < TOGETHER && i < 2; i++) {
        Hex box = box_of(data, boxes[i]);
        if (prefix->count && view->unit[prefix->value[0]].at.hex != box)
            continue;
        for (Piece piece = view->top[box]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if ((!prefix->count || piece > prefix->value[prefix->count - 1]) &&
                !refused(may_shift(scenario, view, piece)))
                choose(out, 0, piece);
    }
}

static void waiting(const Scenario *scenario, const State *view, Choices *out)
{
    Order none = order_of(DO_SHIFT);
    shift_list(scenario, view, &none, out);
}

const FreeSet shift_set = {waiting, NULL, shift_check};

void shift_apply(Play *play, const Order *order)
{
    State *state = play->state;
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        bool north = in_box(play->data, state, piece, BOX_OKH_NORTH);
        Hex to = box_of(play->data, north ? BOX_OKH_SOUTH : BOX_OKH_NORTH);
        move_to(play, piece, to);
        state->unit[piece].now |= SHIFTING;
        tell(play->events, EVENT_MOVED, 0, sentence(PM_8_3_2, "pm.shifts-couplet", piece, to));
    }
}

/* ---- call HEX…, arko HEX --------------------------------------------------------------------- */

static Refusal is_german_town(const Scenario *scenario, const State *view, Hex hex, int rule)
{
    const Book *data = data_of(scenario);
    if (hex >= scenario->map->hexes || !has_bit(data->scoring_hex, hex) || !german_controls(view, hex))
        return refuse(rule, "pm.no-city-large-town-german", hex);
    return LEGAL;
}

static Refusal may_call_to(const Scenario *scenario, const State *view, Hex hex)
{
    const Book *data = data_of(scenario);
    Refusal refusal = is_german_town(scenario, view, hex, PM_8_21_2);
    if (refused(refusal))
        return refusal;
    Supply supply = supply_of_hex(scenario, view, supplies_of(scenario, view, GERMAN_SIDE), GERMAN_SIDE, hex);
    bool fed = supply == SUPPLIED || (supply == ATTENUATED && data->on[SECURITY_ATTENUATED]); /* pm.r.81 */
    return fed ? LEGAL : refuse(PM_8_21_2, "pm.not-full-supply", hex);
}

/* The next counters of a type that wait to be called; how many there are. */
static int waiting_calls(const Scenario *scenario, const State *view, int type, Piece *out, int most)
{
    const Book *data = data_of(scenario);
    int count = 0;
    for (Piece piece = view->top[box_of(data, BOX_CALLS)]; piece != NO_PIECE && count < most;
         piece = view->unit[piece].at.below)
        if (kind_of(data, view, piece)->type == type && view->unit[piece].side == GERMAN_SIDE)
            out[count++] = piece;
    return count;
}

/* The i-th of the three goes to the i-th hex, or the last one named. */
static Hex hex_for(const Order *order, int i) { return order->value[i < order->count ? i : order->count - 1]; }

static Refusal may_call(const Scenario *scenario, const State *view, const Order *order)
{
    Piece group[SECURITY_GROUP];
    if (waiting_calls(scenario, view, SECURITY, group, SECURITY_GROUP) < SECURITY_GROUP)
        return refuse(PM_8_21_1, "pm.all-security-divisions-called-out");
    for (int i = 0; i < order->count; i++) {
        Refusal refusal = may_call_to(scenario, view, order->value[i]);
        if (refused(refusal))
            return refusal;
    }
    for (int i = 0; order->count && i < SECURITY_GROUP; i++) {
        Piece here[SECURITY_GROUP];
        int count = 0;
        for (int j = 0; j < SECURITY_GROUP; j++)
            if (hex_for(order, j) == hex_for(order, i))
                here[count++] = group[j];
        Refusal refusal = stacking_holds(scenario, view, GERMAN_SIDE, hex_for(order, i), here, count);
        if (refused(refusal))
            return refusal;
    }
    return LEGAL;
}

Refusal call_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_call(scenario, view, order);
}

/* How many of the three the town takes. */
static int room_for_call(const Scenario *scenario, const State *view, Hex hex, const Piece *group)
{
    int room = refused(may_call_to(scenario, view, hex)) ? 0 : SECURITY_GROUP;
    while (room && refused(stacking_holds(scenario, view, GERMAN_SIDE, hex, group, room)))
        room--;
    return room;
}

/* Towns with room for one more than are named there, if all three find room somewhere (pm.r.81). */
void call_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    Order none = order_of(DO_CALL);
    Piece group[SECURITY_GROUP];
    Hex open[PM_PLACES * 2];
    int all = 0, towns = 0;
    if (refused(may_call(scenario, view, &none)))
        return;
    waiting_calls(scenario, view, SECURITY, group, SECURITY_GROUP);
    out->complete = prefix->count && !refused(may_call(scenario, view, prefix));
    EACH_BIT(hex, view->german, PM_WORDS) {
        int room = room_for_call(scenario, view, (Hex)hex, group), named = 0;
        for (int i = 0; i < prefix->count; i++)
            named += prefix->value[i] == hex;
        all += room;
        if (room > named && towns < PM_PLACES * 2)
            open[towns++] = (Hex)hex;
    }
    for (int i = 0; i < towns && all >= SECURITY_GROUP && prefix->count < SECURITY_GROUP; i++)
        choose(out, 0, open[i]);
}

void call_apply(Play *play, const Order *order)
{
    Piece group[SECURITY_GROUP];
    waiting_calls(play->scenario, play->state, SECURITY, group, SECURITY_GROUP);
    for (int i = 0; i < SECURITY_GROUP; i++) {
        move_to(play, group[i], hex_for(order, i));
        tell(play->events, EVENT_PLACED, 0, sentence(PM_8_21_2, "pm.called-out", group[i], hex_for(order, i)));
    }
    add_points(play, -1, PM_8_21_1, SAID("pm.points-security"));
}

static Refusal may_set_up_arko(const Scenario *scenario, const State *view, Hex hex)
{
    Piece arko = NO_PIECE;
    if (!waiting_calls(scenario, view, SIEGE, &arko, 1))
        return refuse(PM_14_41_1, "pm.siege-artillery-called-up");
    Refusal refusal = is_german_town(scenario, view, hex, PM_14_41_1);
    if (refused(refusal))
        return refusal;
    if (supply_of_hex(scenario, view, supplies_of(scenario, view, GERMAN_SIDE), GERMAN_SIDE, hex) == OUT_OF_SUPPLY)
        return refuse(PM_14_41_1, "pm.out-supply", hex);
    if (beside_enemy(scenario, view, GERMAN_SIDE, hex))
        return refuse(PM_14_41_1, "pm.next-soviet-unit", hex);
    return stacking_holds(scenario, view, GERMAN_SIDE, hex, &arko, 1);
}

Refusal arko_check(const Scenario *scenario, const State *view, const Order *order)
{
    return may_set_up_arko(scenario, view, order->value[0]);
}

void arko_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 1;
    if (!prefix->count)
        EACH_BIT(hex, view->german, PM_WORDS)
            if (!refused(may_set_up_arko(scenario, view, (Hex)hex)))
                choose(out, 0, hex);
}

void arko_apply(Play *play, const Order *order)
{
    Piece arko = NO_PIECE;
    waiting_calls(play->scenario, play->state, SIEGE, &arko, 1);
    move_to(play, arko, order->value[0]);
    play->state->unit[arko].now |= CALLED;
    tell(play->events, EVENT_PLACED, 0, sentence(PM_14_41_1, "pm.called-up", arko, order->value[0]));
}

/* ---- the Soviet part: arrivals --------------------------------------------------------------- */

/* 8.9-2, pm.r.82 */
static int brigade_penalty(Play *play)
{
    const Book *data = play->data;
    const State *state = play->state;
    const Supplies *supplies = supplies_of(play->scenario, state, SOVIET_SIDE);
    int penalty = 0;
    if (data->leningrad != NO_HEX &&
        (german_controls(state, data->leningrad) || !has_bit(supplies->reached, data->leningrad)))
        penalty += BRIGADE_PENALTY;
    if (data->moscow[0] == NO_HEX || data->moscow[1] == NO_HEX)
        return penalty;
    if (german_controls(state, data->moscow[0]) || german_controls(state, data->moscow[1]) ||
        (is_cut_off(play->scenario, state, supplies, data->moscow[0]) &&
         is_cut_off(play->scenario, state, supplies, data->moscow[1])))
        penalty += BRIGADE_PENALTY;
    return penalty;
}

/* 8.9-1 */
static void roll_brigades(Play *play)
{
    State *state = play->state;
    Hex from = box_of(play->data, BOX_BRIGADES), to = box_of(play->data, BOX_TURN + state->head.turn - 1);
    if (state->head.turn < FIRST_BRIGADES || play->data->beginners || state->top[from] == NO_PIECE)
        return;
    int one = dice_roll(play->dice), other = dice_roll(play->dice), count = one + other - brigade_penalty(play);
    tell(play->events, EVENT_ROLLED, 0, sentence(PM_8_9_1, "pm.dice-tank-brigades-show", one, other));
    int came = 0;
    for (; came < count && state->top[from] != NO_PIECE; came++)
        move_to(play, state->top[from], to);
    tell(play->events, EVENT_NOTE, 0, sentence(PM_8_9_1, "pm.tank-brigades-arrive", came));
}

void arrivals_begin(Play *play)
{
    roll_brigades(play);
    guards_begin(play);
}

/* Where arriving units are now: boxes of this turn and earlier ones, or the RVGK when it releases. */
static bool is_arriving(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    if (view->unit[piece].side != SOVIET_SIDE)
        return false;
    if (question(&view->head)->kind == ASK_RELEASE)
        return in_box(data, view, piece, BOX_RVGK);
    for (int turn = 2; turn <= view->head.turn; turn++)
        if (in_box(data, view, piece, BOX_TURN + turn - 1))
            return true;
    return false;
}

/* All of them, in the order of their numbers, by way of a set of bits for the units in the boxes. */
static int arriving(const Scenario *scenario, const State *view, Piece out[PM_PIECES])
{
    const Book *data = data_of(scenario);
    uint64_t found[(PM_PIECES + 63) / 64] = {0};
    bool release = question(&view->head)->kind == ASK_RELEASE;
    int count = 0, first = release ? BOX_RVGK : BOX_TURN + 1;
    for (int box = first; box <= (release ? BOX_RVGK : BOX_TURN + view->head.turn - 1); box++)
        for (Piece piece = view->top[box_of(data, box)]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (view->unit[piece].side == SOVIET_SIDE)
                set_bit(found, piece);
    EACH_BIT(piece, found, (PM_PIECES + 63) / 64)
        out[count++] = (Piece)piece;
    return count;
}

/* ---- bring COUNTER… HEX ---------------------------------------------------------------------- */

/* 8.7-1: the town is Soviet and supplied; 9.16: on lake supply it works as a town, not as a district. */
static bool takes_arrivals(const Scenario *scenario, const State *view, const Supplies *supplies, Hex town, bool around)
{
    const Book *data = data_of(scenario);
    if (german_controls(view, town) || enemy_in(view, SOVIET_SIDE, town))
        return false;
    Supply supply = supply_of_hex(scenario, view, supplies, SOVIET_SIDE, town);
    return supply != OUT_OF_SUPPLY && !(around && (!has_bit(data->district, town) || supply == LAKE_SUPPLY));
}

/* pm.r.21 */
static bool is_entry(const Scenario *scenario, const State *view, const Supplies *supplies, Hex hex)
{
    const Book *data = data_of(scenario);
    if (hex >= scenario->map->hexes || !data->entry_of[hex] || !is_land(data, hex) || enemy_in(view, SOVIET_SIDE, hex))
        return false;
    if (has_bit(data->scoring_hex, hex) && takes_arrivals(scenario, view, supplies, hex, false))
        return true;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex town = scenario->map->next[hex][edge];
        if (town != NO_HEX && has_bit(data->district, town) && takes_arrivals(scenario, view, supplies, town, true))
            return true;
    }
    return false;
}

/* 8.7-4: places left of what the hex takes in a turn, and of what it holds. */
static int entry_room(const Scenario *scenario, const State *view, Hex hex)
{
    const Book *data = data_of(scenario);
    int limit = stacking_limit(data, hex) / QUARTERS;
    int held = limit - stack_quarters(scenario, view, SOVIET_SIDE, hex) / QUARTERS;
    int turn = data->on[ENTRY_CAP] ? limit - view->entered[data->entry_of[hex] - 1] : limit;
    int room = held < turn ? held : turn;
    return room > 0 ? room : 0;
}

static Refusal may_bring(const Scenario *scenario, const State *view, int count, Hex hex)
{
    if (!is_entry(scenario, view, supplies_of(scenario, view, SOVIET_SIDE), hex))
        return refuse(PM_8_7_1, "pm.takes-no-arrivals-no-supplied", hex);
    if (count <= entry_room(scenario, view, hex))
        return LEGAL;
    int limit = stacking_limit(data_of(scenario), hex) / QUARTERS;
    return stack_quarters(scenario, view, SOVIET_SIDE, hex) / QUARTERS + count > limit
               ? refuse(PM_6_2_3, "pm.holds-units", hex, limit)
               : refuse(PM_8_7_4, "pm.takes-arrivals-turn", hex, limit);
}

static Refusal all_arrive(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, 0, &count);
    for (int i = 0; i < count; i++)
        if (!is_arriving(scenario, view, order->value[first + i]))
            return refuse(question(&view->head)->kind == ASK_RELEASE ? PM_8_1_5 : PM_8_1_1, "pm.not-arrive-now",
                          order->value[first + i]);
    return LEGAL;
}

Refusal bring_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count;
    Refusal refusal = all_arrive(scenario, view, order);
    order_slot(order, 0, &count);
    return refused(refusal) ? refusal : may_bring(scenario, view, count, order_value(order, 1, NO_HEX));
}

static void list_arriving(const Scenario *scenario, const State *view, const Order *prefix, int most, Choices *out)
{
    ROOMS(Piece, pieces, PM_PIECES);
    int given, first = order_slot(prefix, 0, &given), count = arriving(scenario, view, pieces);
    for (int i = 0; given < most && i < count; i++)
        if (!given || pieces[i] > prefix->value[first + given - 1])
            choose(out, 0, pieces[i]);
}

/* The hexes with room for so many; the most that any has. */
static int list_entries(const Scenario *scenario, const State *view, int count, Choices *out)
{
    const Book *data = data_of(scenario);
    const Supplies *supplies = supplies_of(scenario, view, SOVIET_SIDE);
    int most = 0;
    for (int i = 0; i < data->entries; i++) {
        int room = entry_room(scenario, view, data->entry_hex[i]);
        if (room < count || !room || !is_entry(scenario, view, supplies, data->entry_hex[i]))
            continue;
        most = room > most ? room : most;
        if (out)
            choose(out, 1, data->entry_hex[i]);
    }
    return most;
}

void bring_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    enum { TOGETHER = 20 };
    int count;
    order_slot(prefix, 0, &count);
    if (order_value(prefix, 1, NO_HEX) != NO_HEX) {
        out->complete = true;
        return;
    }
    int most = list_entries(scenario, view, count, count ? out : NULL);
    list_arriving(scenario, view, prefix, most < TOGETHER ? most : TOGETHER, out);
}

static void all_arrivals(const Scenario *scenario, const State *view, Choices *out)
{
    ROOMS(Piece, pieces, PM_PIECES);
    int count = arriving(scenario, view, pieces);
    for (int i = 0; i < count; i++)
        choose(out, 0, pieces[i]);
}

static void all_entries(const Scenario *scenario, const State *view, Choices *out)
{
    list_entries(scenario, view, 1, out);
}

const FreeSet bring_set = {all_arrivals, all_entries, bring_check};

void bring_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count);
    Hex hex = order_value(order, 1, NO_HEX);
    uint8_t *entered = &state->entered[play->data->entry_of[hex] - 1];
    *entered = (uint8_t)(*entered + count);
    for (int i = 0; i < count; i++) {
        move_to(play, order->value[first + i], hex);
        tell(play->events, EVENT_PLACED, 0, sentence(PM_8_7_1, "pm.arrives-2", order->value[first + i], hex));
    }
}

/* ---- reserve COUNTER…, harbour COUNTER… ------------------------------------------------------ */

static int rvgk_room(const Scenario *scenario, const State *view)
{
    return RVGK_PLACES - count_in(view, box_of(data_of(scenario), BOX_RVGK));
}

Refusal reserve_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal refusal = all_arrive(scenario, view, order);
    if (refused(refusal))
        return refusal;
    return order->count > rvgk_room(scenario, view) ? refuse(PM_8_1_3, "pm.rvgk-holds-ten-units") : LEGAL;
}

void reserve_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count > 0;
    list_arriving(scenario, view, prefix, rvgk_room(scenario, view), out);
}

const FreeSet reserve_set = {all_arrivals, NULL, reserve_check};

void reserve_apply(Play *play, const Order *order)
{
    for (int i = 0; i < order->count; i++) {
        move_to(play, order->value[i], box_of(play->data, BOX_RVGK));
        tell(play->events, EVENT_PLACED, 1u << GERMAN_SIDE, sentence(PM_8_1_4, "pm.kept-rvgk", order->value[i]));
    }
}

/* A map without Black Sea ports has no such box. */
static bool has_ports(const Book *data) { return !data->beginners && next_bit(data->port, PM_WORDS, 0) >= 0; }

Refusal harbour_check(const Scenario *scenario, const State *view, const Order *order)
{
    Refusal refusal = all_arrive(scenario, view, order);
    if (refused(refusal))
        return refusal;
    return has_ports(data_of(scenario)) ? LEGAL : refuse(PM_11_3_1, "pm.no-southern-ports");
}

void harbour_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    enum { TOGETHER = 20 };
    ROOM(Choices, staying);
    int kept = 0;
    out->complete = prefix->count > 0;
    if (!has_ports(data_of(scenario)))
        return;
    list_arriving(scenario, view, prefix, TOGETHER, out);
    staying->count = 0;
    for (int i = 0; i < out->count; i++) /* pm.r.122: units that would stay there for good come last */
        if (never_sails(kind_of(data_of(scenario), view, out->choice[i].value)))
            choose(staying, 0, out->choice[i].value);
        else
            out->choice[kept++] = out->choice[i];
    out->count = kept;
    for (int i = 0; i < staying->count; i++)
        choose(out, 0, staying->choice[i].value);
}

/* Shows the effect of the order before it is given: units that never sail stay for good (pm.r.122). */
bool harbour_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    OddsSheet sheet;
    int staying = 0;
    odds_begin(&sheet);
    for (int i = 0; i < order->count; i++)
        if (never_sails(kind_of(data_of(scenario), view, order->value[i]))) {
            odds_add(&sheet, SOVIET_SIDE, 0, sentence(PM_11_1, "pm.never-sails", order->value[i]));
            staying++;
        }
    if (!staying)
        return false;
    forecast_clear(out);
    out->gainer = out->payer = NO_SIDE;
    out->title = sentence(0, "pm.stay-southern-ports-good", staying);
    out->total = 1;
    forecast_sheet(out, &sheet);
    forecast_line(out, sentence(0, "pm.ports-good"), 0, (Sentence){0})->weight++;
    return true;
}

const FreeSet harbour_set = {all_arrivals, NULL, harbour_check};

void harbour_apply(Play *play, const Order *order)
{
    State *state = play->state;
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        move_to(play, piece, box_of(play->data, BOX_PORTS));
        if (state->couplet == 1)
            state->unit[piece].now |= IN_PORT; /* 11.3-2, pm.r.102 */
        tell(play->events, EVENT_PLACED, 0, sentence(PM_11_3_1, "pm.goes-southern-ports", piece));
    }
}

/* ---- the phase ------------------------------------------------------------------------------- */

Refusal arrivals_may_end(const Scenario *scenario, const State *view, const Order *order)
{
    ROOMS(Piece, pieces, PM_PIECES);
    (void)order;
    int count = arriving(scenario, view, pieces);
    if (!count)
        return LEGAL;
    if (has_ports(data_of(scenario)) || rvgk_room(scenario, view) > 0 || list_entries(scenario, view, 1, NULL))
        return count > 1 ? refuse(PM_8_7_1, "pm.more-must-put-down-kept", pieces[0], count - 1)
                         : refuse(PM_8_7_1, "pm.must-put-down-kept-rvgk", pieces[0]);
    return LEGAL; /* pm.r.86: they wait in their box */
}

Sentence arrivals_prompt(const Scenario *scenario, const State *view)
{
    ROOMS(Piece, pieces, PM_PIECES);
    return sentence(PM_8_7_1, "pm.arrival-put-down-place-rvgk", SOVIET_SIDE, arriving(scenario, view, pieces),
                    rvgk_room(scenario, view));
}

Sentence release_prompt(const Scenario *scenario, const State *view)
{
    return sentence(PM_8_1_5, "pm.bring-units-rvgk-end", SOVIET_SIDE,
                    count_in(view, box_of(data_of(scenario), BOX_RVGK)));
}
