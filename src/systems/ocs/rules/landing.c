/* landing.c — OCS 19.3 and 20.0c: landing craft, and what they carry.
 *
 *     board sPar1 on sLC1     stow sLC1 4     sail sLC1 …     debark sLC1
 *
 * A craft carries one load: an RE of units or an SP (D40). It loads and unloads, all of it or part, for 2 MPs in a port
 * of its side or on a beach. Units aboard are no longer on the map: they keep their level of supply, and may attack a
 * beach next to their craft (combat.c). A unit that comes ashore on a beach neither moves nor attacks in that player
 * turn. */
#include "systems/ocs/air.h"

enum { HANDLING = 2 * QUARTERS };

bool is_beach(const Scenario *scenario, Hex hex) { return hex < OCS_SPOTS && has_bit(data_of(scenario)->beach, hex); }

static int carried_re(const Scenario *scenario, const State *view, Piece craft)
{
    const Book *data = data_of(scenario);
    int sum = 0;
    EACH_BIT(piece, data->owned[view->unit[craft].side], COUNTER_WORDS)
        if (is_aboard(view, (Piece)piece) && view->unit[piece].carrier == craft)
            sum += re_of(data, view, (Piece)piece);
    return sum;
}

/* A craft where it can load and unload, with MPs for it. */
static Refusal may_handle(const Scenario *scenario, const State *view, Piece craft)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[craft];
    Hex hex = unit->at.hex;
    Refusal no = may_sail(scenario, view, craft);
    if (refused(no))
        return no;
    if (!(kind_of(data, view, craft)->is & CARRIES))
        return refuse(OCS_20_0C, "ocs.carries-nothing", craft);
    if (!is_own_port(scenario, view, unit->side, hex) && !is_beach(scenario, hex))
        return refuse(OCS_20_0C, "ocs.neither-port-yours-nor-beach", hex);
    int left = face_of(data, view, craft)->ma * QUARTERS - unit->spent;
    if (left < HANDLING)
        return refuse(OCS_20_0C, "ocs.loading-unloading-costs-mps-left", HANDLING, craft, left);
    return LEGAL;
}

static void spend(State *state, Piece craft)
{
    state->unit[craft].spent = (uint16_t)(state->unit[craft].spent + HANDLING);
    state->unit[craft].now |= MOVED;
}

/* ---- board COUNTER… on CRAFT ------------------------------------------------------------------------------------ */

static Refusal may_board(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    if (unit->side != question(&view->head)->side || !is_on_map(view, piece) || !is_known(data, view, piece) ||
        !is_unit(kind_of(data, view, piece)))
        return refuse(OCS_6_3B_1, "ocs.not-yours-move-now", piece);
    Refusal idle = may_act(scenario, view, piece);
    if (refused(idle))
        return idle;
    if (unit->marker != NO_MARKER)
        return refuse(OCS_20_0C, "ocs.must-combat-move-mode-go", piece);
    if (view->band[piece] & TAGGING)
        return refuse(OCS_7_1G_1, "ocs.tagged-along-overrun-goes-only", piece);
    return unit->now & (HALTED | STOPPED | LANDED) ? refuse(OCS_6_0_3, "ocs.halted-phase", piece) : LEGAL;
}

/* The units and, if it is named, the craft. */
static Refusal check_boarding(const Scenario *scenario, const State *view, const Order *order, Piece craft)
{
    const Book *data = data_of(scenario);
    int count, first = order_slot(order, 0, &count);
    Refusal no = may_handle(scenario, view, craft);
    int sum = refused(no) ? 0 : carried_re(scenario, view, craft);
    for (int i = 0; i < count && !refused(no); i++) {
        Piece piece = order->value[first + i];
        no = may_board(scenario, view, piece);
        if (!refused(no) && view->unit[piece].at.hex != view->unit[craft].at.hex)
            no = refuse(OCS_20_0C, "ocs.not-where", craft, piece);
        sum += re_of(data, view, piece);
    }
    if (!refused(no) && (sum > QUARTERS || view->unit[craft].trucks))
        no = refuse(OCS_20_0C, "ocs.carries-load-re-units-sp", craft);
    return no;
}

Refusal board_check(const Scenario *scenario, const State *view, const Order *order)
{
    return check_boarding(scenario, view, order, order_value(order, 1, 0));
}

static int list_craft(const Scenario *scenario, const State *view, const Order *order, Choices *out)
{
    int count = 0;
    EACH_BIT(craft, own_ships(scenario, view), COUNTER_WORDS) {
        if (!is_on_map(view, (Piece)craft) || refused(check_boarding(scenario, view, order, (Piece)craft)))
            continue;
        count++;
        if (out)
            choose(out, 1, craft);
    }
    return count;
}

/* The hexes of craft that can load. */
static int landings(const Scenario *scenario, const State *view, Hex out[OCS_PIECES])
{
    int count = 0;
    EACH_BIT(craft, own_ships(scenario, view), COUNTER_WORDS)
        if (is_on_map(view, (Piece)craft) && !refused(may_handle(scenario, view, (Piece)craft)))
            out[count++] = view->unit[craft].at.hex;
    return count;
}

static bool is_among(const Hex *hexes, int count, Hex hex)
{
    for (int i = 0; i < count; i++)
        if (hexes[i] == hex)
            return true;
    return false;
}

void board_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int craft, last = prefix->count ? prefix->value[prefix->count - 1] : -1;
    order_slot(prefix, 1, &craft);
    if (craft) {
        out->complete = !refused(board_check(scenario, view, prefix));
        return;
    }
    Hex hexes[OCS_PIECES];
    int count = prefix->count < STACK ? landings(scenario, view, hexes) : 0;
    for (int piece = last + 1; count && piece < scenario->pieces; piece++) {
        if (!is_asked_for(view, (Piece)piece) || !is_among(hexes, count, view->unit[piece].at.hex))
            continue;
        Order order = *prefix;
        if (order_add(&order, 0, (uint16_t)piece) && list_craft(scenario, view, &order, NULL))
            choose(out, 0, piece);
    }
    if (prefix->count)
        list_craft(scenario, view, prefix, out);
}

void board_apply(Play *play, const Order *order)
{
    State *state = play->state;
    int count, first = order_slot(order, 0, &count);
    Piece craft = order_value(order, 1, 0);
    spend(state, craft);
    for (int i = 0; i < count; i++) {
        Piece piece = order->value[first + i];
        Unit *unit = &state->unit[piece];
        leave_works(state, unit->side, unit->at.hex);
        lift(play->scenario, state, piece);
        unit->standing = ABOARD;
        unit->carrier = craft;
        unit->start = NO_HEX;
        unit->now |= MOVED | HALTED;
        tell(play->events, EVENT_MOVED, 0, sentence(OCS_20_0C, "ocs.goes-aboard", piece, craft));
    }
}

/* ---- stow CRAFT TOKENS ------------------------------------------------------------------------------------------ */

static int can_stow(const Scenario *scenario, const State *view, Piece craft)
{
    const Unit *unit = &view->unit[craft];
    const Pile *pile = pile_in(view, unit->side, unit->at.hex);
    int room = carried_re(scenario, view, craft) ? 0 : TOKENS - unit->trucks;
    int there = pile ? pile->dump - pile->landed : 0;
    return room < there ? room : there;
}

Refusal stow_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece craft = order->value[0];
    Refusal no = may_handle(scenario, view, craft);
    if (refused(no))
        return no;
    int most = can_stow(scenario, view, craft);
    return order->value[1] && order->value[1] <= most ? LEGAL
                                                      : refuse(OCS_20_0C, "ocs.takes-t-up", craft, most > 0 ? most : 0);
}

void stow_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    if (prefix->count == 2)
        return;
    EACH_BIT(craft, own_ships(scenario, view), COUNTER_WORDS) {
        if ((prefix->count && prefix->value[0] != craft) || !is_on_map(view, (Piece)craft) ||
            refused(may_handle(scenario, view, (Piece)craft)))
            continue;
        int most = can_stow(scenario, view, (Piece)craft);
        if (!prefix->count && most > 0)
            choose(out, 0, craft);
        for (int tokens = 1; prefix->count && tokens <= most; tokens++)
            choose(out, 1, tokens);
    }
}

void stow_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Unit *unit = &state->unit[order->value[0]];
    int tokens = order->value[1];
    Pile *pile = pile_at(state, unit->side, unit->at.hex);
    spend(state, order->value[0]);
    pile->dump = (uint16_t)(pile->dump - tokens);
    if (pile->dropped > pile->dump)
        pile->dropped = pile->dump;
    unit->trucks = (uint8_t)(unit->trucks + tokens);
    tidy_piles(state);
    tell(play->events, EVENT_NOTE, 1u << enemy_of(unit->side),
         sentence(OCS_20_0C, "ocs.takes-sps-aboard", order->value[0], tokens, unit->at.hex));
}

/* ---- debark CRAFT [with COUNTER…] [supply TOKENS] --- */

enum { CRAFT, ASHORE, SET_DOWN }; /* slots; with neither all of it */

static bool is_on(const State *view, Piece craft, Piece piece)
{
    return is_aboard(view, piece) && view->unit[piece].carrier == craft;
}

static bool is_loaded(const Scenario *scenario, const State *view, Piece craft)
{
    if (view->unit[craft].trucks)
        return true;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_on(view, craft, piece))
            return true;
    return false;
}

/* The units and tokens that an order sets ashore. */
typedef struct Landing {
    int units, tokens;
    Piece unit[OCS_PIECES];
} Landing;

static Landing landing_of(const Scenario *scenario, const State *view, const Order *order)
{
    Landing landing = {0};
    int units, tokens, unit = order_slot(order, ASHORE, &units);
    order_slot(order, SET_DOWN, &tokens);
    for (Piece piece = 0; !units && !tokens && piece < scenario->pieces; piece++)
        if (is_on(view, order->value[0], piece))
            landing.unit[landing.units++] = piece;
    for (int i = 0; i < units; i++)
        landing.unit[landing.units++] = order->value[unit + i];
    landing.tokens = units || tokens ? order_value(order, SET_DOWN, 0) : view->unit[order->value[0]].trucks;
    return landing;
}

/* What it weighs on a port (20.0a-1). */
static int burden(const Scenario *scenario, const State *view, const Landing *landing)
{
    int sum = landing->tokens * EIGHTHS / TOKENS;
    for (int i = 0; i < landing->units; i++)
        sum += rail_weight(data_of(scenario), view, landing->unit[i]);
    return sum;
}

Refusal debark_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Book *data = data_of(scenario);
    Piece craft = order->value[0];
    Hex hex = view->unit[craft].at.hex;
    Refusal no = may_handle(scenario, view, craft);
    if (refused(no))
        return no;
    if (!is_loaded(scenario, view, craft))
        return refuse(OCS_20_0C, "ocs.carries-nothing", craft);
    Landing landing = landing_of(scenario, view, order);
    for (int i = 0; i < landing.units; i++) {
        if (!is_on(view, craft, landing.unit[i]))
            return refuse(OCS_20_0C, "ocs.not-aboard-2", landing.unit[i], craft);
        if (hex < scenario->map->hexes && !can_stand(scenario, mp_kind(data, view, landing.unit[i]), hex))
            return refuse(OCS_6_2C, "ocs.cannot-stand", landing.unit[i], hex);
    }
    if (landing.tokens > view->unit[craft].trucks || (!landing.units && !landing.tokens))
        return refuse(OCS_20_0C, "ocs.carries-t", craft, view->unit[craft].trucks);
    return is_own_port(scenario, view, view->unit[craft].side, hex)
               ? may_unload(scenario, view, hex, burden(scenario, view, &landing), landing.units == 1)
               : LEGAL;
}

static bool debarks_with(const Scenario *scenario, const State *view, const Order *prefix, int slot, int value)
{
    Order order = *prefix;
    return order_add(&order, slot, (uint16_t)value) && !refused(debark_check(scenario, view, &order));
}

/* Whether all of it, or some of it, can be set ashore. */
static bool can_debark(const Scenario *scenario, const State *view, const Order *order)
{
    bool can = !refused(debark_check(scenario, view, order)) || debarks_with(scenario, view, order, SET_DOWN, 1);
    for (Piece piece = 0; !can && piece < scenario->pieces; piece++)
        can = is_on(view, order->value[0], piece) && debarks_with(scenario, view, order, ASHORE, piece);
    return can;
}

void debark_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (!prefix->count) {
        EACH_BIT(craft, own_ships(scenario, view), COUNTER_WORDS) {
            Order order = *prefix;
            order_add(&order, 0, (uint16_t)craft);
            if (is_on_map(view, (Piece)craft) && can_debark(scenario, view, &order))
                choose(out, 0, craft);
        }
        return;
    }
    int last = prefix->value[prefix->count - 1], units, tokens;
    order_slot(prefix, ASHORE, &units);
    order_slot(prefix, SET_DOWN, &tokens);
    out->complete = !refused(debark_check(scenario, view, prefix));
    for (int piece = units ? last + 1 : 0; !tokens && units < STACK && piece < scenario->pieces; piece++)
        if (is_on(view, prefix->value[0], (Piece)piece) && debarks_with(scenario, view, prefix, ASHORE, piece))
            choose(out, ASHORE, piece);
    for (int amount = 1; !tokens && amount <= view->unit[prefix->value[0]].trucks; amount++)
        if (debarks_with(scenario, view, prefix, SET_DOWN, amount))
            choose(out, SET_DOWN, amount);
}

void go_ashore(Play *play, Piece piece)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    if (!is_aboard(state, piece))
        return;
    Hex hex = hex_of(state, piece);
    unit->carrier = NO_PIECE;
    unit->standing = IN_POOL;
    place(play->scenario, state, piece, hex);
}

static void set_ashore(Play *play, Piece craft, Piece piece, bool port)
{
    State *state = play->state;
    Hex hex = state->unit[craft].at.hex;
    int side = state->unit[craft].side;
    go_ashore(play, piece);
    take_control(state, side, hex);
    state->unit[piece].now |= MOVED | HALTED | ARRIVED | (port ? 0 : LANDED);
    tell(play->events, EVENT_MOVED, 0, sentence(port ? OCS_20_0A_1 : OCS_19_3_4, "ocs.comes-ashore", piece, hex));
    contact_breaks_reserve(play, side, hex);
}

void debark_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece craft = order->value[0];
    Unit *ship = &state->unit[craft];
    Hex hex = ship->at.hex;
    bool port = is_own_port(play->scenario, state, ship->side, hex);
    Landing landing = landing_of(play->scenario, state, order);
    spend(state, craft);
    if (port)
        unload_at(play->scenario, state, hex, burden(play->scenario, state, &landing));
    for (int i = 0; i < landing.units; i++)
        set_ashore(play, craft, landing.unit[i], port);
    if (landing.tokens) {
        Pile *pile = pile_at(state, ship->side, hex);
        pile->dump = (uint16_t)(pile->dump + landing.tokens);
        pile->landed = (uint16_t)(pile->landed + landing.tokens);
        tell(play->events, EVENT_NOTE, 1u << enemy_of(ship->side),
             sentence(OCS_20_0C, "ocs.sets-sps-down", craft, landing.tokens, hex));
        ship->trucks = (uint8_t)(ship->trucks - landing.tokens);
    }
    if (landing.units)
        come_into(play, ship->side, hex);
}

/* A craft that is lost takes all with it (D40). */
void sink_load(Play *play, Piece craft)
{
    State *state = play->state;
    Unit *ship = &state->unit[craft];
    state->account[ship->side].destroyed += ship->trucks;
    ship->trucks = 0;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_aboard(state, piece) && state->unit[piece].carrier == craft)
            bury(play, piece, OCS_19_1_3);
}
