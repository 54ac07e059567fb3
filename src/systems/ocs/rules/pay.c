/* pay.c — OCS 9.5, 11.1b, D28: supply that is due is paid from dumps that its owner picks.
 *
 *     pay 18.09 ground 2
 *
 * A bill names the hexes of the units that need the supply, and stays in the state until it is paid. The owner names
 * each store of a pile in reach once; what it leaves must be found in the others. So a bill that only one store can pay
 * is paid by itself. Supply destroyed by bombs is a bill, too: on the stores of the hex they hit. */
#include <assert.h>

#include "core/room.h"
#include "systems/ocs/ocs.h"

/* ---- what may pay ---------------------------------------------------------------------------------------------- */

/* The stores in reach that have not given yet. */
typedef struct Funds {
    int count, sum;
    struct {
        Hex hex;
        uint8_t store;
        int tokens;
    } at[OCS_PILES * STORES + OCS_PIECES];
} Funds;

static bool has_given(const Bill *bill, Hex hex, int store)
{
    for (int i = 0; i < bill->passed; i++)
        if (bill->pass[i] == hex * ALL_STORES + store)
            return true;
    return false;
}

static void add_fund(const State *state, Hex hex, int store, int tokens, Funds *out)
{
    if (tokens <= 0 || has_given(&state->bill, hex, store))
        return;
    out->at[out->count].hex = hex;
    out->at[out->count].store = (uint8_t)store;
    out->at[out->count++].tokens = tokens;
    out->sum += tokens;
}

static void bill_sources(const Scenario *scenario, const State *state, uint64_t land[OCS_WORDS],
                         uint64_t ships[OCS_WORDS])
{
    const Bill *bill = &state->bill;
    for (int i = 0; bill->way == WAY_ALL && i < state->piles; i++)
        if (state->pile[i].side == bill->side)
            set_bit(land, state->pile[i].hex);
    if (bill->way == WAY_DUMP)
        set_bit(land, bill->hex[0]);
    else if (bill->way == WAY_HEADQUARTERS)
        drawn_by(scenario, state, bill->hex[0], land);
    else
        for (int i = 0; i < bill->hexes; i++)
            reach_of(scenario, state, bill->side, bill->hex[i], bill->purpose, land, ships);
}

/* What was dropped in this player turn is no combat supply (14.19a-2). */
static const Funds *find_funds(const Scenario *scenario, const State *state)
{
    ROOM(Funds, funds);
    uint64_t land[OCS_WORDS] = {0}, ships[OCS_WORDS] = {0};
    funds->count = funds->sum = 0;
    bill_sources(scenario, state, land, ships);
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        if (pile->side != state->bill.side || !has_bit(land, pile->hex))
            continue;
        int fresh = is_combat_supply(state->bill.purpose) ? pile->dropped : 0;
        for (int store = 0; store < STORES; store++)
            add_fund(state, pile->hex, store, stored(pile, store) - (store == ON_GROUND ? fresh : 0), funds);
    }
    EACH_BIT(hex, ships, OCS_WORDS)
        add_fund(state, (Hex)hex, ON_SHIPS, tokens_on_ships(scenario, state, state->bill.side, (Hex)hex), funds);
    return funds;
}

/* ---- paying ----------------------------------------------------------------------------------------------------- */

static void eat_from_ships(Play *play, Hex hex, int tokens)
{
    State *state = play->state;
    state->account[state->bill.side].eaten += (uint32_t)tokens;
    for (Piece piece = state->top[hex]; piece != NO_PIECE && tokens; piece = state->unit[piece].at.below) {
        Unit *unit = &state->unit[piece];
        if (unit->side != state->bill.side || kind_of(play->data, state, piece)->class != SHIP)
            continue;
        int taken = unit->trucks < tokens ? unit->trucks : tokens;
        unit->trucks = (uint8_t)(unit->trucks - taken);
        tokens -= taken;
    }
}

static void draw_from(Play *play, Hex hex, int store, int tokens)
{
    State *state = play->state;
    Bill *bill = &state->bill;
    if (bill->purpose == PAY_BOMBED)
        destroy_supply(state, bill->side, hex, store, tokens);
    else if (store == ON_SHIPS)
        eat_from_ships(play, hex, tokens);
    else
        eat_supply(state, bill->side, hex, store, tokens);
    if (bill->passed < sizeof bill->pass / sizeof *bill->pass) /* beyond that it may come up again: no harm */
        bill->pass[bill->passed++] = (uint16_t)(hex * ALL_STORES + store);
    bill->due = (uint16_t)(bill->due - tokens);
}

/* Both sides see how much was spent, only its owner from where (4.9). Supply that cannot serve in combat goes first.
 * Bombs had their event when they fell. */
static void give(Play *play, Hex hex, int store, int tokens)
{
    State *state = play->state;
    const Bill *bill = &state->bill;
    Pile *pile = store == ON_GROUND ? pile_at(state, bill->side, hex) : NULL;
    if (bill->purpose == PAY_BOMBED) {
        draw_from(play, hex, store, tokens);
        return;
    }
    if (pile && !is_combat_supply(bill->purpose))
        pile->dropped = (uint16_t)(pile->dropped > tokens ? pile->dropped - tokens : 0);
    draw_from(play, hex, store, tokens);
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_11_1B, "ocs.pays-t", bill->side, tokens, WORD_PURPOSE + bill->purpose));
    tell(play->events, EVENT_NOTE, 1u << enemy_of(bill->side),
         sentence(OCS_11_0_1, "ocs.t-spent", tokens, WORD_STORE + store, hex));
}

/* If all that is there is due, the owner has no choice; true when nothing is left to be paid. */
static bool settled(Play *play)
{
    State *state = play->state;
    if (state->bill.due) {
        const Funds *funds = find_funds(play->scenario, state);
        for (int i = 0, all = funds->sum == state->bill.due; all && i < funds->count; i++)
            give(play, funds->at[i].hex, funds->at[i].store, funds->at[i].tokens);
    }
    if (state->bill.due)
        return false;
    if (state->bill.divisional)
        fuel_paid(play, &state->bill);
    state->bill = (Bill){0};
    return true;
}

static void begin(Play *play, Bill bill)
{
    State *state = play->state;
    if (!bill.due || play->data->without[PART_SUPPLY])
        return;
    assert(!state->bill.due);
    state->bill = bill;
    assert(find_funds(play->scenario, state)->sum >= bill.due);
    if (!settled(play))
        ask(state, ASK_PAY, bill.side);
}

void charge(Play *play, int side, const Hex *hexes, int count, int tokens, int purpose)
{
    Bill bill = {.side = (uint8_t)side, .purpose = (uint8_t)purpose, .way = WAY_ANY, .due = (uint16_t)tokens};
    for (int i = 0; i < count; i++) {
        bool known = false;
        for (int j = 0; j < bill.hexes; j++)
            known |= bill.hex[j] == hexes[i];
        assert(known || bill.hexes < sizeof bill.hex / sizeof *bill.hex);
        if (!known)
            bill.hex[bill.hexes++] = hexes[i];
    }
    begin(play, bill);
}

void charge_division(Play *play, Piece piece, int tokens)
{
    const Unit *unit = &play->state->unit[piece];
    begin(play, (Bill){.side = unit->side,
                       .purpose = PAY_FUEL,
                       .way = WAY_ANY,
                       .hexes = 1,
                       .divisional = true,
                       .piece = piece,
                       .due = (uint16_t)tokens,
                       .hex = {unit->at.hex}});
}

void charge_headquarters(Play *play, Piece headquarters, int tokens, int purpose)
{
    begin(play, (Bill){.side = play->state->unit[headquarters].side,
                       .purpose = (uint8_t)purpose,
                       .way = WAY_HEADQUARTERS,
                       .hexes = 1,
                       .due = (uint16_t)tokens,
                       .hex = {headquarters}});
}

void charge_dump(Play *play, int side, Hex hex, int tokens, int purpose)
{
    begin(play, (Bill){.side = (uint8_t)side,
                       .purpose = (uint8_t)purpose,
                       .way = WAY_DUMP,
                       .hexes = 1,
                       .due = (uint16_t)tokens,
                       .hex = {hex}});
}

void charge_bombed(Play *play, int side, Hex hex, int tokens)
{
    State *state = play->state;
    assert(!state->bill.due);
    state->bill = (Bill){.side = (uint8_t)side,
                         .purpose = PAY_BOMBED,
                         .way = WAY_DUMP,
                         .hexes = 1,
                         .due = (uint16_t)tokens,
                         .hex = {hex}};
    if (!settled(play))
        ask(state, ASK_BOMBED, side);
}

/* ---- pay HEX STORE N --------------------------------------------------------------------------------------- */

/* The least and the most that store may give, so that the others can pay what it leaves. */
static void share_of(const State *view, const Funds *funds, int index, int *least, int *most)
{
    int due = view->bill.due, here = funds->at[index].tokens, others = funds->sum - here;
    *least = due > others ? due - others : 1;
    *most = here < due ? here : due;
}

Refusal pay_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Funds *funds = find_funds(scenario, view);
    int hex = order->value[0], store = order->value[1], tokens = order->value[2], index = 0, least, most;
    while (index < funds->count && (funds->at[index].hex != hex || funds->at[index].store != store))
        index++;
    if (index == funds->count)
        return refuse(OCS_11_0_2, "ocs.nothing-reach-need", WORD_STORE + store, hex);
    share_of(view, funds, index, &least, &most);
    if (tokens < least || tokens > most)
        return refuse(OCS_11_1B, "ocs.tokens-due-must-come", least, most);
    return LEGAL;
}

void pay_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Funds *funds = find_funds(scenario, view);
    out->complete = prefix->count == 3;
    for (int i = 0; prefix->count < 3 && i < funds->count; i++) {
        int least, most;
        bool listed = false;
        if (prefix->count && funds->at[i].hex != prefix->value[0])
            continue;
        for (int j = 0; !prefix->count && j < i; j++)
            listed |= funds->at[j].hex == funds->at[i].hex;
        if (prefix->count < 2) {
            if (!listed)
                choose(out, prefix->count, prefix->count ? funds->at[i].store : funds->at[i].hex);
        } else if (funds->at[i].store == prefix->value[1]) {
            share_of(view, funds, i, &least, &most);
            for (int tokens = least; tokens <= most; tokens++)
                choose(out, 2, tokens);
        }
    }
}

void pay_apply(Play *play, const Order *order)
{
    give(play, order->value[0], order->value[1], order->value[2]);
    if (settled(play))
        answered(play->state);
}

Sentence pay_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_9_5_2, "ocs.pays-t-where", view->bill.side, view->bill.due, WORD_PURPOSE + view->bill.purpose);
}

/* ---- forfeit STORE N (C14) --------------------------------------------------------------------------------- */

static int fund_of(const Funds *funds, int store)
{
    for (int i = 0; i < funds->count; i++)
        if (funds->at[i].store == store)
            return i;
    return -1;
}

Refusal forfeit_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Funds *funds = find_funds(scenario, view);
    int store = order->value[0], tokens = order->value[1], index = fund_of(funds, store), least, most;
    if (index < 0)
        return refuse(OCS2_DUMPTRUCK_2, "ocs.nothing-there-to-lose", WORD_STORE + store, view->barrage.target);
    share_of(view, funds, index, &least, &most);
    return tokens < least || tokens > most ? refuse(OCS2_DUMPTRUCK_2, "ocs.tokens-lost-must-come", least, most) : LEGAL;
}

void forfeit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Funds *funds = find_funds(scenario, view);
    out->complete = prefix->count == 2;
    for (int i = 0; !prefix->count && i < funds->count; i++)
        choose(out, 0, funds->at[i].store);
    int index = prefix->count == 1 ? fund_of(funds, prefix->value[0]) : -1, least, most;
    if (index < 0)
        return;
    share_of(view, funds, index, &least, &most);
    for (int tokens = least; tokens <= most; tokens++)
        choose(out, 1, tokens);
}

void forfeit_apply(Play *play, const Order *order)
{
    const Bill *bill = &play->state->bill;
    tell(play->events, EVENT_LOST, 1u << enemy_of(bill->side),
         sentence(OCS2_DUMPTRUCK_2, "ocs.t-destroyed", order->value[1], WORD_STORE + order->value[0], bill->hex[0]));
    give(play, bill->hex[0], order->value[0], order->value[1]);
    if (settled(play))
        answered(play->state);
}

Sentence bombed_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS2_DUMPTRUCK_2, "ocs.bombs-destroy-t-where", view->bill.side, view->bill.due,
                    view->barrage.target);
}
