/* capture.c — OCS 9.16b–d, 11.8: dumps and vehicles that are blown up, taken, or get away.
 *
 *     blow 18.09 ground 8     displace 20.10
 *
 * A side that enters a hex with the enemy's supply and none of his units (11.8b-2, ocs2.capture-1) rolls a die for
 * supply on the ground, one for trucks and one for wagons (9.16d); loads share the fate of what carries them
 * (ocs2.capture-6). Edition 1 reads how much is taken or destroyed, half and half, and the rest gets away; edition 2
 * how much is taken: the rest of a dump is destroyed (ocs2.capture-3), vehicles get away (ocs2.capture-4,
 * ocs2.capture-5, C13). What gets away is put on land within reach by its owner, which is no movement (6.2e, 9.13d,
 * D52). A side blows its dumps in its own movements, Reaction among them (2.3.II.1.E-3, ocs2.blow-1). */
#include "systems/ocs/air.h"

int part_of(int whole, int percent) { return (whole * percent + 50) / 100; } /* rounded (4.3-1) */

/* C14: edition 1 counts tokens, edition 2 whole SPs unless there is less than one. */
int part_of_supply(const Book *data, int tokens, int percent)
{
    if (!second_edition(data) || tokens < TOKENS)
        return part_of(tokens, percent);
    int points = (tokens * percent + 50 * TOKENS) / (100 * TOKENS) * TOKENS;
    return points < tokens ? points : tokens;
}

static int half_up(int number) { return (number + 1) / 2; }

/* ---- capture ------------------------------------------------------------------------------------------------ */

static int amount_of(const Pile *pile, int store)
{
    return store == ON_GROUND ? pile->dump : store == ON_TRUCKS ? pile->trucks : pile->wagons;
}

static void add_vehicles(State *state, int side, Hex hex, int store, int points)
{
    Pile *pile = pile_at(state, side, hex);
    uint8_t *to = store == ON_TRUCKS ? &pile->trucks : &pile->wagons;
    *to = (uint8_t)(*to + points);
    tidy_piles(state);
}

/* Vehicles with what they carry, in proportion. */
static void take_vehicles(Play *play, int by, Hex hex, int store, int taken, int lost)
{
    State *state = play->state;
    int owner = enemy_of(by), points = amount_of(pile_in(state, owner, hex), store);
    int load = stored(pile_in(state, owner, hex), store);
    int load_taken = (2 * load * taken + points) / (2 * points);
    int load_lost = (2 * load * (taken + lost) + points) / (2 * points) - load_taken;
    if (taken)
        add_vehicles(state, by, hex, store, taken);
    if (load_taken)
        capture_supply(state, by, hex, store, hex, store, load_taken);
    if (load_lost)
        destroy_supply(state, owner, hex, store, load_lost);
    add_vehicles(state, owner, hex, store, -(taken + lost));
    if (taken)
        take_over_vehicles(play->data, state, by, hex, store, taken, load_taken);
}

static void capture_store(Play *play, int by, Hex hex, int store)
{
    State *state = play->state;
    int owner = enemy_of(by), whole = amount_of(pile_in(state, owner, hex), store), die = dice_roll(play->dice);
    int percent = play->data->capture[store][die - 1], taken, lost;
    bool second = second_edition(play->data), ground = store == ON_GROUND;
    if (second) {
        taken = ground ? part_of_supply(play->data, whole, percent) : part_of(whole, percent);
        lost = ground ? whole - taken : 0;
    } else {
        int affected = part_of(whole, percent);
        taken = half_up(affected);
        lost = affected - taken;
    }
    tell(
        play->events, EVENT_ROLLED, 0,
        sentence(second ? OCS2_CAPTURE_2 : OCS_11_8B_1, "ocs.takes-rolled", by, WORD_STORE + store, hex, die, percent));
    if (!ground) {
        take_vehicles(play, by, hex, store, taken, lost);
        tell(play->events, EVENT_NOTE, 0, sentence(OCS_9_16C_1, "ocs.point-taken-destroyed", taken, lost));
        return;
    }
    if (taken)
        capture_supply(state, by, hex, ON_GROUND, hex, ON_GROUND, taken);
    if (lost)
        destroy_supply(state, owner, hex, ON_GROUND, lost);
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_9_16B_1, "ocs.t-taken-t-destroyed", taken, lost));
}

bool is_booty(const State *state, int side, Hex hex)
{
    return pile_in(state, enemy_of(side), hex) && !enemy_in(state, side, hex);
}

/* D50: works belong to the side that last entered. */
static void take_works(State *state, int side, Hex hex)
{
    for (int i = 0; i < state->hedgehogs; i++)
        if (state->hedgehog[i].hex == hex)
            state->hedgehog[i].side = (uint8_t)side;
}

/* A side comes in, by whatever way: it gets works and bases, and enemy ships leave (D50, 9.16f-1, 19.1-3). */
void fall_into(Play *play, int side, Hex hex)
{
    take_works(play->state, side, hex);
    ships_leave(play, side, hex);
    base_entered(play, side, hex);
}

void come_into(Play *play, int side, Hex hex)
{
    State *state = play->state;
    fall_into(play, side, hex);
    if (play->data->without[PART_SUPPLY] || !is_booty(state, side, hex))
        return;
    static const uint8_t in_turn[STORES] = {ON_TRUCKS, ON_WAGONS, ON_GROUND}; /* as the book's example rolls */
    const Pile was = *pile_in(state, enemy_of(side), hex);
    for (int i = 0; i < STORES; i++)
        if (amount_of(&was, in_turn[i]))
            capture_store(play, side, hex, in_turn[i]);
    for (int store = STORES; store--;) {
        const Pile *left = pile_in(state, enemy_of(side), hex);
        if (!left || !amount_of(left, store))
            continue;
        Frame *frame = ask(state, ASK_DISPLACE, enemy_of(side));
        frame->data[DISPLACE_HEX] = hex;
        frame->data[DISPLACE_STORE] = (uint16_t)store;
        frame->data[DISPLACE_RANGE] = store == ON_TRUCKS ? 10 : 5; /* 11.8b-3 */
    }
}

/* ---- displace HEX --------------------------------------------------------------------------------------------- */

Refusal displace_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Frame *frame = question(&view->head);
    Hex hex = order->value[0], from = frame->data[DISPLACE_HEX];
    if (hex == from || hex >= scenario->map->hexes ||
        map_distance(scenario->map, from, hex) > frame->data[DISPLACE_RANGE])
        return refuse(OCS_11_8B_3, "ocs.not-1-hexes", hex, frame->data[DISPLACE_RANGE], from);
    if (!is_land(data_of(scenario), hex) || enemy_in(view, frame->side, hex))
        return refuse(OCS_11_8B_3, "ocs.sea-held-enemy", hex);
    return LEGAL;
}

void displace_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_allowed(scenario, view, prefix, 1, scenario->map->hexes, displace_check, out);
}

/* All of that store. */
static void carry(State *state, int side, Hex from, Hex to, int store)
{
    const Pile *pile = pile_in(state, side, from);
    shift_pile(state, side, from, to, store, amount_of(pile, store), store == ON_GROUND ? 0 : stored(pile, store));
}

void displace_apply(Play *play, const Order *order)
{
    const Frame frame = *asked(play->state);
    answered(play->state);
    carry(play->state, frame.side, frame.data[DISPLACE_HEX], order->value[0], frame.data[DISPLACE_STORE]);
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_11_8B_3, "ocs.gets-away", WORD_STORE + frame.data[DISPLACE_STORE], frame.data[DISPLACE_HEX],
                  order->value[0]));
}

/* Where there is no such hex it is lost. */
void displace_skip(Play *play)
{
    State *state = play->state;
    const Frame frame = *asked(state);
    int tokens = stored(pile_in(state, frame.side, frame.data[DISPLACE_HEX]), frame.data[DISPLACE_STORE]);
    answered(state);
    if (tokens)
        destroy_supply(state, frame.side, frame.data[DISPLACE_HEX], frame.data[DISPLACE_STORE], tokens);
    const Pile *left = pile_in(state, frame.side, frame.data[DISPLACE_HEX]);
    if (left && frame.data[DISPLACE_STORE] != ON_GROUND)
        add_vehicles(state, frame.side, frame.data[DISPLACE_HEX], frame.data[DISPLACE_STORE],
                     -amount_of(left, frame.data[DISPLACE_STORE]));
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_11_8B_3, "ocs.nothing-gets-away-lost", frame.data[DISPLACE_HEX]));
}

Sentence displace_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    return sentence(OCS_11_8B_3, "ocs.where-get-away", frame->side, WORD_STORE + frame->data[DISPLACE_STORE],
                    frame->data[DISPLACE_HEX]);
}

/* ---- D51, 9.16c-3, 9.16c-4: vehicles go along with the last to retreat, of attackers only if the owner says so --- */

static bool retreats_from(const State *state, Hex hex)
{
    for (int i = 0; i < state->retreat.count; i++)
        if (is_on_map(state, state->retreat.piece[i]) && state->unit[state->retreat.piece[i]].at.hex == hex)
            return true;
    return false;
}

/* All that the stack had with it leaves; in hexes it passes, no vehicles join it. */
static void go_along(Play *play, int side, Hex from, Hex to, int store)
{
    State *state = play->state;
    Retreat *retreat = &state->retreat;
    const Pile *pile = pile_in(state, side, from);
    uint8_t *points = &retreat->points[store - ON_TRUCKS];
    uint16_t *tokens = &retreat->tokens[store - ON_TRUCKS];
    if (retreat->along != from) {
        *points = (uint8_t)(pile ? amount_of(pile, store) : 0);
        *tokens = (uint16_t)(pile ? stored(pile, store) : 0);
    }
    MpKind mp = store == ON_TRUCKS ? TRUCK : LEG;
    if (!pile || !*points ||
        crossing(play->scenario, state, side, mp, from, edge_between(&play->scenario->map->grid, from, to)) ==
            PROHIBITED) {
        *points = 0; /* it stays */
        return;
    }
    shift_pile(state, side, from, to, store, *points, *tokens);
    tell(play->events, EVENT_NOTE, 0, sentence(OCS_9_16C_3, "ocs.goes-along", WORD_STORE + store, from, to));
}

void vehicles_follow(Play *play, int side, Hex from, Hex to, bool taken)
{
    State *state = play->state;
    bool attacker = side == state->combat.side, on_their_way = state->retreat.along == from;
    bool waits = attacker || on_their_way ? retreats_from(state, from) : friend_in(state, side, from);
    bool begins = attacker ? taken : from == state->combat.target;
    if (!taken && (waits || !(begins || on_their_way)))
        return;
    for (int store = ON_TRUCKS; store < STORES; store++)
        go_along(play, side, from, to, store);
    state->retreat.along = to;
}

/* ---- blow HEX STORE N ------------------------------------------------------------------------------------------- */

Refusal blow_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    int hex = order->value[0], store = order->value[1], tokens = order->value[2];
    const Pile *pile = pile_in(view, question(&view->head)->side, (Hex)hex);
    if (!pile || !stored(pile, store))
        return refuse(OCS_11_8_1, "ocs.you-nothing", WORD_STORE + store, hex);
    if (pile->is & PILE_BLOWN)
        return refuse(OCS_11_8A_2, "ocs.tried-phase", hex);
    if (!tokens || tokens > stored(pile, store))
        return refuse(OCS_11_8A_3, "ocs.1-tokens-can-blown-up", stored(pile, store));
    return LEGAL;
}

void blow_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)scenario;
    out->complete = prefix->count == 3;
    for (int i = 0; prefix->count < 3 && i < view->piles; i++)
        for (int store = 0; view->pile[i].side == question(&view->head)->side && store < STORES; store++) {
            const Pile *pile = &view->pile[i];
            if ((prefix->count && prefix->value[0] != pile->hex) || (prefix->count > 1 && prefix->value[1] != store) ||
                !stored(pile, store) || pile->is & PILE_BLOWN)
                continue;
            for (int tokens = 1; prefix->count == 2 && tokens <= stored(pile, store); tokens++)
                choose(out, 2, tokens);
            if (prefix->count < 2)
                choose(out, prefix->count, prefix->count ? store : pile->hex);
            if (!prefix->count)
                break;
        }
}

void blow_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0];
    int store = order->value[1], tokens = order->value[2], side = asked(state)->side;
    int die = dice_roll(play->dice), lost = part_of_supply(play->data, tokens, play->data->blowing[die - 1]);
    pile_at(state, side, hex)->is |= PILE_BLOWN;
    tell(play->events, EVENT_ROLLED, 0,
         sentence(OCS_11_8A_4, "ocs.blows-up-supply-rolled-t", side, hex, die, lost, tokens));
    destroy_supply(state, side, hex, store, lost);
}

void forget_blowing(State *state)
{
    convoys_end(state);
    for (int i = 0; i < state->piles; i++) {
        state->pile[i].is &= (uint8_t)~PILE_BLOWN;
        state->pile[i].landed = 0;
    }
}
