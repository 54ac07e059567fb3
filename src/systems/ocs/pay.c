/* pay.c — OCS 9.5, 11.1b, D28: what is due is paid from dumps that its owner picks.
 *
 *     pay 18.09 ground 2
 *
 * A bill names the hexes of those who need the supply, and lies in the state until it is paid. Each store of a pile in
 * reach is asked for tokens once; what it leaves must be found in the others. So a bill that only one store can pay is
 * paid by itself. */
#include <assert.h>

#include "systems/ocs/ocs.h"

static void bill_sources(const Scenario *scenario, const State *state, uint64_t out[OCS_WORDS])
{
    const Bill *bill = &state->bill;
    for (int i = 0; bill->way == WAY_ALL && i < state->piles; i++)
        if (state->pile[i].side == bill->side)
            set_bit(out, state->pile[i].hex);
    if (bill->way == WAY_DUMP)
        set_bit(out, bill->hex[0]);
    else if (bill->way == WAY_HEADQUARTERS)
        drawn_by(scenario, state, bill->hex[0], out);
    else
        for (int i = 0; i < bill->hexes; i++)
            sources_of(scenario, state, bill->side, bill->hex[i], bill->purpose, out);
}

static bool has_given(const Bill *bill, Hex hex, int store)
{
    for (int i = 0; i < bill->passed; i++)
        if (bill->pass[i] == hex * STORES + store)
            return true;
    return false;
}

/* What all stores that have not given yet hold together. */
static int still_there(const State *state, const uint64_t sources[OCS_WORDS])
{
    int sum = 0;
    for (int i = 0; i < state->piles; i++)
        for (int store = 0; store < STORES; store++)
            if (state->pile[i].side == state->bill.side && has_bit(sources, state->pile[i].hex) &&
                !has_given(&state->bill, state->pile[i].hex, store))
                sum += stored(&state->pile[i], store);
    return sum;
}

/* How much was spent is seen by both, from where by its owner only (4.9). */
static void give(Play *play, Hex hex, int store, int tokens)
{
    State *state = play->state;
    Bill *bill = &state->bill;
    eat_supply(state, bill->side, hex, store, tokens);
    if (bill->passed < sizeof bill->pass / sizeof *bill->pass) /* beyond that it may be asked again: no harm */
        bill->pass[bill->passed++] = (uint16_t)(hex * STORES + store);
    bill->due = (uint16_t)(bill->due - tokens);
    tell(play->events, EVENT_NOTE, 0,
         sentence(OCS_11_1B, "%s pays %nT for %w", bill->side, tokens, WORD_PURPOSE + bill->purpose));
    tell(play->events, EVENT_NOTE, 1u << enemy_of(bill->side),
         sentence(OCS_11_0_1, "%nT %w at %h are spent", tokens, WORD_STORE + store, hex));
}

/* Where all that is there is due nobody has a choice; true when nothing is left to be paid. */
static bool settled(Play *play)
{
    State *state = play->state;
    uint64_t sources[OCS_WORDS] = {0};
    bill_sources(play->scenario, state, sources);
    for (bool found = state->bill.due == still_there(state, sources); found && state->bill.due;) {
        found = false;
        for (int i = 0; i < state->piles && !found; i++)
            for (int store = 0; store < STORES && !found; store++) {
                const Pile *pile = &state->pile[i];
                found = pile->side == state->bill.side && has_bit(sources, pile->hex) && stored(pile, store) &&
                        !has_given(&state->bill, pile->hex, store);
                if (found)
                    give(play, pile->hex, store, stored(pile, store));
            }
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
    uint64_t sources[OCS_WORDS] = {0};
    State *state = play->state;
    if (!bill.due || play->data->without[PART_SUPPLY])
        return;
    assert(!state->bill.due);
    state->bill = bill;
    bill_sources(play->scenario, state, sources);
    assert(still_there(state, sources) >= bill.due);
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

/* ---- pay HEX STORE N --------------------------------------------------------------------------------------- */

/* The least and the most that store may give, so that the others can pay what it leaves; false: nothing. */
static bool share_of(const State *view, const uint64_t sources[OCS_WORDS], Hex hex, int store, int *least, int *most)
{
    const Bill *bill = &view->bill;
    const Pile *pile = pile_in(view, bill->side, hex);
    if (!pile || !has_bit(sources, hex) || has_given(bill, hex, store) || !stored(pile, store))
        return false;
    int here = stored(pile, store), others = still_there(view, sources) - here;
    *least = bill->due > others ? bill->due - others : 1;
    *most = here < bill->due ? here : bill->due;
    return true;
}

Refusal pay_check(const Scenario *scenario, const State *view, const Order *order)
{
    uint64_t sources[OCS_WORDS] = {0};
    int hex = order->value[0], store = order->value[1], tokens = order->value[2], least, most;
    bill_sources(scenario, view, sources);
    if (!share_of(view, sources, (Hex)hex, store, &least, &most))
        return refuse(OCS_11_0_2, "nothing %w at %h is in reach of those who need it", WORD_STORE + store, hex);
    if (tokens < least || tokens > most)
        return refuse(OCS_11_1B, "%n to %n tokens of what is due must come from there", least, most);
    return LEGAL;
}

void pay_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    uint64_t sources[OCS_WORDS] = {0};
    const Bill *bill = &view->bill;
    bill_sources(scenario, view, sources);
    out->complete = prefix->count == 3;
    for (int i = 0; prefix->count < 3 && i < view->piles; i++) {
        const Pile *pile = &view->pile[i];
        bool listed = false;
        if (pile->side != bill->side || (prefix->count && pile->hex != prefix->value[0]))
            continue;
        for (int store = 0; store < STORES && !listed; store++) {
            int least, most;
            if (!share_of(view, sources, pile->hex, store, &least, &most))
                continue;
            if (!prefix->count) {
                choose(out, 0, pile->hex);
                listed = true;
            } else if (prefix->count == 1) {
                choose(out, 1, store);
            } else if (store == prefix->value[1]) {
                for (int tokens = least; tokens <= most; tokens++)
                    choose(out, 2, tokens);
            }
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
    return sentence(OCS_9_5_2, "%s pays %nT for %w: from where?", view->bill.side, view->bill.due,
                    WORD_PURPOSE + view->bill.purpose);
}
