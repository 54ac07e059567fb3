/* sustain.c — OCS 11.2, 11.4, 11.5: who draws with whom, and what level they get.
 *
 *     attach gGD1 to gHQ-XXXXIX     draw gID198 10.14 low     feed gHQ-XXXXIX full     issue 10.14     sustain gGD1
 *
 * Every unit draws with one group: an HQ that throws to it, or a dump it reaches by itself. At the beginning of the
 * segment each is counted with the HQ that reaches most of its division, and the owner may change that as long as
 * neither group has been fed (12.1e-1). Edition 1 feeds a group at once: so many divisional equivalents and one more
 * (11.2), four tokens each for Full and two for Low; an HQ's group has one level (11.4c-3), the drawers of a dump one
 * each (D36). Edition 2 asks first who can trace (trace.c), and feeds the rest division by division (C27). Whoever can
 * be fed must be (11.4c-1); who is not rolls for attrition (attrition.c). */
#include <string.h>

#include "systems/ocs/air.h"

/* ---- groups ------------------------------------------------------------------------------------------------ */

static int group_of(const State *state, Piece piece)
{
    int source = state->source[piece];
    return source == NO_SOURCE ? NO_SOURCE : source & ~SOURCE_LOW;
}

static bool is_dump_group(int group) { return group != NO_SOURCE && group & SOURCE_DUMP; }
static Hex dump_of(int group) { return (Hex)(group & ~(SOURCE_DUMP | SOURCE_LOW)); }

static bool eats(const Scenario *scenario, const State *state, int side, Piece piece)
{
    return state->unit[piece].side == side && is_on_map(state, piece) &&
           is_unit(kind_of(data_of(scenario), state, piece)) && is_known(data_of(scenario), state, piece);
}

/* Of the group, and not fed yet. */
static bool is_hungry(const Scenario *scenario, const State *state, int side, int group, Piece piece)
{
    return eats(scenario, state, side, piece) && group_of(state, piece) == group && !(state->unit[piece].now & FED);
}

static bool is_issuing(const Scenario *scenario, const State *state, Piece headquarters)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (piece != headquarters && state->source[piece] == headquarters &&
            eats(scenario, state, state->unit[headquarters].side, piece))
            return true;
    return false;
}

bool is_divisional(const Kind *kind) { return kind->formation || kind->size == DIVISION; }

bool same_division(const Book *data, const State *state, Piece one, Piece other)
{
    const Kind *a = kind_of(data, state, one), *b = kind_of(data, state, other);
    return one == other || (a->formation && a->formation == b->formation);
}

static bool is_mobile(const Book *data, const State *state, Piece piece)
{
    const Kind *kind = kind_of(data, state, piece);
    return kind->class == ARMOR || kind->class == MECH || motor_of(data, state, piece) == FULLY_MOTORIZED;
}

int division_of(const Book *data, Piece piece)
{
    const Kind *kind = &data->kind[piece];
    return kind->formation ? kind->formation : kind->size == DIVISION ? OCS_FORMATIONS + 1 + piece : 0;
}

/* 11.2b: any of its counters makes it one. */
bool is_mobile_division(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    for (Piece other = 0; is_divisional(kind_of(data, state, piece)) && other < scenario->pieces; other++)
        if (same_division(data, state, piece, other) && is_mobile(data, state, other))
            return true;
    return false;
}

/* Halves of a DSE: 11.2a, 11.2b, and what the game gives particular units (11.2-2). Losses do not matter (11.5e-1). */
static int halves_of(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    const Kind *kind = kind_of(data, state, piece);
    bool rides = state->unit[piece].trucks && motor_of(data, state, piece) == FULLY_MOTORIZED; /* 13.0c */
    return kind->dse && !rides ? kind->dse : is_mobile_division(scenario, state, piece) ? 4 : 2;
}

/* Whether an earlier counter of the same division is counted with the same group. */
static bool is_counted(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    for (Piece other = 0; other < piece; other++)
        if (group_of(state, other) == group_of(state, piece) && eats(scenario, state, state->unit[piece].side, other) &&
            same_division(data, state, other, piece))
            return true;
    return false;
}

/* The best level any counter of its division takes at that dump. */
static int wish_of(const Scenario *scenario, const State *state, Piece piece)
{
    int wish = LOW_SUPPLY;
    for (Piece other = 0; other < scenario->pieces; other++)
        if (group_of(state, other) == group_of(state, piece) && !(state->source[other] & SOURCE_LOW) &&
            eats(scenario, state, state->unit[piece].side, other) &&
            same_division(data_of(scenario), state, other, piece))
            wish = FULL_SUPPLY;
    return wish;
}

static int tokens_for(int halves, int level) { return level == FULL_SUPPLY ? 2 * halves : halves; }

/* What a group costs in edition 1: all of it at that level, or each at the level it takes (level NO_SUPPLY). */
int group_cost(const Scenario *scenario, const State *state, int side, int group, int level)
{
    enum { EXTRA = 2 }; /* halves: for the HQ, its support and all that is no division (11.2c, 11.2d) */
    int sum = 0, best = level == NO_SUPPLY ? LOW_SUPPLY : level, members = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!eats(scenario, state, side, piece) || group_of(state, piece) != group)
            continue;
        int taken = level == NO_SUPPLY ? wish_of(scenario, state, piece) : level;
        members++;
        if (taken == FULL_SUPPLY)
            best = FULL_SUPPLY;
        if (is_divisional(kind_of(data_of(scenario), state, piece)) && !is_counted(scenario, state, piece))
            sum += tokens_for(halves_of(scenario, state, piece), taken);
    }
    return members ? sum + tokens_for(EXTRA, best) : 0;
}

int group_tokens(const Scenario *scenario, const State *state, int side, int group)
{
    uint64_t sources[OCS_WORDS] = {0};
    if (is_dump_group(group))
        set_bit(sources, dump_of(group));
    else
        drawn_by(scenario, state, (Piece)group, sources);
    return tokens_at(state, side, sources);
}

/* ---- who is counted with whom at first --------------------------------------------------------------------- */

/* What every HQ of a side throws to, for one look over all its units. */
typedef struct Throws {
    int count;
    Piece headquarters[OCS_PIECES];
    uint64_t thrown[OCS_PIECES][OCS_WORDS];
} Throws;

static const Throws *find_throws(const Scenario *scenario, const State *state, int side)
{
    static _Thread_local Throws throws;
    throws.count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (eats(scenario, state, side, piece) && kind_of(data_of(scenario), state, piece)->class == HEADQUARTERS) {
            memset(throws.thrown[throws.count], 0, sizeof throws.thrown[0]);
            thrown_by(scenario, state, piece, false, throws.thrown[throws.count]);
            throws.headquarters[throws.count++] = piece;
        }
    return &throws;
}

/* Counters of the division that the HQ throws to. */
static int reached_by(const Scenario *scenario, const State *state, const uint64_t thrown[OCS_WORDS], Piece piece)
{
    int count = 0, side = state->unit[piece].side;
    if (!kind_of(data_of(scenario), state, piece)->formation)
        return 1;
    for (Piece other = 0; other < scenario->pieces; other++)
        count += eats(scenario, state, side, other) && same_division(data_of(scenario), state, piece, other) &&
                 has_bit(thrown, state->unit[other].at.hex);
    return count;
}

static int fullest_dump(const Scenario *scenario, const State *state, int side, Hex hex)
{
    int best = NO_SOURCE, most = 0;
    uint64_t direct[OCS_WORDS] = {0};
    add_direct(scenario, state, side, hex, direct);
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        if (pile->side == side && tokens_of(pile) > most && has_bit(direct, pile->hex)) {
            most = tokens_of(pile);
            best = SOURCE_DUMP | pile->hex;
        }
    }
    return best;
}

static int first_source(const Scenario *scenario, const State *state, const Throws *throws, Piece piece)
{
    Piece best = NO_PIECE;
    const Unit *unit = &state->unit[piece];
    int most = 0;
    for (int i = 0; i < throws->count; i++) {
        if (throws->headquarters[i] == piece || !has_bit(throws->thrown[i], unit->at.hex))
            continue;
        int reached = reached_by(scenario, state, throws->thrown[i], piece);
        if (reached > most) {
            most = reached;
            best = throws->headquarters[i];
        }
    }
    return best != NO_PIECE ? best : fullest_dump(scenario, state, unit->side, unit->at.hex);
}

static void assign_all(Play *play, int side)
{
    State *state = play->state;
    const Scenario *scenario = play->scenario;
    const Throws *throws = find_throws(scenario, state, side);
    for (int pass = 0; pass < 2; pass++) /* HQs come last: who issues is its own group */
        for (Piece piece = 0; piece < scenario->pieces; piece++) {
            bool headquarters = kind_of(play->data, state, piece)->class == HEADQUARTERS;
            if (state->unit[piece].side == side && headquarters == (pass == 1))
                state->source[piece] = NO_SOURCE;
            if (!eats(scenario, state, side, piece) || headquarters != (pass == 1) || state->unit[piece].now & FED)
                continue;
            state->source[piece] = (uint16_t)(headquarters && is_issuing(scenario, state, piece)
                                                  ? piece
                                                  : first_source(scenario, state, throws, piece));
        }
    for (Piece piece = 0; piece < scenario->pieces; piece++) /* an HQ that feeds nobody but another that feeds nobody */
        if (eats(scenario, state, side, piece) && state->source[piece] < OCS_PIECES)
            state->source[state->source[piece]] = state->source[piece];
}

/* ---- attach COUNTER to HQ, draw COUNTER HEX LEVEL --------------------------------------------------------------- */

static Refusal may_change(const Scenario *scenario, const State *view, Piece piece)
{
    if (!eats(scenario, view, question(&view->head)->side, piece))
        return refuse(OCS_11_4, "%p is none of yours that draws supply", piece);
    if (view->unit[piece].now & FED)
        return refuse(OCS_11_4A, "the supply of %p is settled", piece);
    if (is_issuing(scenario, view, piece))
        return refuse(OCS_11_5B_4, "%p issues supply to others and draws its own", piece);
    return LEGAL;
}

Refusal attach_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0], to = order->value[1];
    Refusal no = may_change(scenario, view, piece);
    if (refused(no))
        return no;
    if (!eats(scenario, view, view->unit[piece].side, to) ||
        kind_of(data_of(scenario), view, to)->class != HEADQUARTERS || to == piece)
        return refuse(OCS_12_1E_1, "%p is no HQ that could issue to %p", to, piece);
    if (view->unit[to].now & FED)
        return refuse(OCS_11_4A, "the supply of %p is settled", to);
    if (view->source[piece] == to)
        return refuse(OCS_12_1E_1, "%p is counted with %p already", piece, to);
    if (!throws_to(scenario, view, to, view->unit[piece].at.hex, false))
        return refuse(OCS_11_5A_2, "%p does not throw as far as %p", to, piece);
    return LEGAL;
}

void attach_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Throws *throws = prefix->count < 2 ? find_throws(scenario, view, question(&view->head)->side) : NULL;
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        bool found = false;
        if ((prefix->count && prefix->value[0] != piece) || refused(may_change(scenario, view, piece)))
            continue;
        for (int i = 0; i < throws->count && !found; i++) {
            Piece to = throws->headquarters[i];
            if (to == piece || to == view->source[piece] || view->unit[to].now & FED ||
                !has_bit(throws->thrown[i], view->unit[piece].at.hex))
                continue;
            found = !prefix->count;
            choose(out, prefix->count, prefix->count ? to : piece);
        }
    }
}

void attach_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0], to = order->value[1];
    state->source[piece] = to;
    state->source[to] = to;
    tell(play->events, EVENT_STATE, 0, sentence(OCS_12_1E_1, "%p is counted with %p", piece, to));
}

Refusal draw_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    Hex hex = order->value[1];
    int level = order_value(order, 2, NO_SUPPLY);
    bool levels = !second_edition(data_of(scenario));
    Refusal no = may_change(scenario, view, piece);
    if (refused(no))
        return no;
    if (levels != (level != NO_SUPPLY))
        return levels ? refuse(OCS_11_5C_2, "say at which level %p draws", piece)
                      : refuse(OCS2_LEVEL_1, "edition 2 knows no levels: supplied or not");
    if (view->source[piece] == source_at(hex, level))
        return refuse(OCS_11_5C_2, "%p draws so already", piece);
    if (!pile_in(view, view->unit[piece].side, hex) ||
        !draws_directly(scenario, view, view->unit[piece].side, hex, view->unit[piece].at.hex))
        return refuse(OCS_11_5C_1, "no supply at %h that reaches %p directly", hex, piece);
    return LEGAL;
}

void draw_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    bool levels = !second_edition(data_of(scenario));
    int side = question(&view->head)->side, wanted = levels ? 3 : 2;
    out->complete = prefix->count == wanted;
    for (int level = FULL_SUPPLY; prefix->count == 2 && levels && level <= LOW_SUPPLY; level++) {
        Order order = *prefix;
        if (order_add(&order, 2, (uint16_t)level) && !refused(draw_check(scenario, view, &order)))
            choose(out, 2, level);
    }
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        if ((prefix->count && prefix->value[0] != piece) || refused(may_change(scenario, view, piece)))
            continue;
        bool found = false;
        uint64_t direct[OCS_WORDS] = {0};
        add_direct(scenario, view, side, view->unit[piece].at.hex, direct);
        for (int i = 0; i < view->piles && !found; i++) {
            const Pile *pile = &view->pile[i];
            if (pile->side != side || !has_bit(direct, pile->hex) ||
                (!levels && view->source[piece] == source_at(pile->hex, NO_SUPPLY)))
                continue;
            found = !prefix->count;
            choose(out, prefix->count, prefix->count ? pile->hex : piece);
        }
    }
}

void draw_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    play->state->source[piece] = source_at(order->value[1], order_value(order, 2, NO_SUPPLY));
    tell(play->events, EVENT_STATE, 0, sentence(OCS_11_5C_1, "%p draws directly at %h", piece, order->value[1]));
}

/* ---- feed HQ LEVEL, issue HEX [LEVEL] (edition 1) --------------------------------------------------------------- */

static bool has_hungry(const Scenario *scenario, const State *view, int side, int group)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_hungry(scenario, view, side, group, piece))
            return true;
    return false;
}

static Refusal may_pay(const Scenario *scenario, const State *view, int group, int level)
{
    int side = question(&view->head)->side;
    if (!has_hungry(scenario, view, side, group))
        return refuse(OCS_11_4, "nobody there waits for supply");
    int cost = group_cost(scenario, view, side, group, level), there = group_tokens(scenario, view, side, group);
    return there < cost ? refuse(OCS_11_4B, "that costs %nT, and %nT are in reach", cost, there) : LEGAL;
}

static void set_level(Play *play, int side, int group, int level)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!is_hungry(play->scenario, state, side, group, piece))
            continue;
        bool share = is_dump_group(group) && !is_divisional(kind_of(play->data, state, piece));
        int taken = level != NO_SUPPLY ? level : wish_of(play->scenario, state, piece);
        if (level == NO_SUPPLY && share) { /* D36: who is no division has the best level taken there */
            taken = LOW_SUPPLY;
            for (Piece other = 0; other < play->scenario->pieces; other++)
                if (eats(play->scenario, state, side, other) && state->source[other] == group)
                    taken = FULL_SUPPLY;
        }
        state->unit[piece].level = (uint8_t)taken;
    }
    int at_level[NO_SUPPLY + 1] = {0}, hex = group & ~(SOURCE_DUMP | SOURCE_LOW);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++)
        if (is_hungry(play->scenario, state, side, group, piece)) {
            state->unit[piece].now |= FED;
            at_level[state->unit[piece].level]++;
        }
    for (int i = FULL_SUPPLY; i <= NO_SUPPLY; i++)
        if (at_level[i])
            tell(play->events, EVENT_STATE, 1u << enemy_of(side),
                 is_dump_group(group)
                     ? sentence(OCS_11_4D, "%w: %n unit%+ at the dump in %h", WORD_LEVEL + i, at_level[i], hex)
                     : sentence(OCS_11_4D, "%w: %n unit%+ with %p", WORD_LEVEL + i, at_level[i], group));
}

Refusal feed_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece headquarters = order->value[0];
    int side = question(&view->head)->side;
    if (second_edition(data_of(scenario)))
        return refuse(OCS2_SUPPLY_2, "edition 2 feeds divisions one by one");
    if (!eats(scenario, view, side, headquarters) ||
        kind_of(data_of(scenario), view, headquarters)->class != HEADQUARTERS)
        return refuse(OCS_11_4D, "%p is none of your HQs", headquarters);
    return may_pay(scenario, view, headquarters, order->value[1]);
}

void feed_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++)
        for (int level = FULL_SUPPLY; is_asked_for(view, piece) && level <= LOW_SUPPLY; level++) {
            Order order = order_of(prefix->verb);
            order_add(&order, 0, piece);
            order_add(&order, 1, (uint16_t)level);
            if ((prefix->count && prefix->value[0] != piece) ||
                kind_of(data_of(scenario), view, piece)->class != HEADQUARTERS ||
                refused(feed_check(scenario, view, &order)))
                continue;
            choose(out, prefix->count, prefix->count ? level : piece);
            if (!prefix->count)
                break;
        }
}

void feed_apply(Play *play, const Order *order)
{
    Piece headquarters = order->value[0];
    int side = play->state->unit[headquarters].side, level = order->value[1];
    int cost = group_cost(play->scenario, play->state, side, headquarters, level);
    set_level(play, side, headquarters, level);
    charge_headquarters(play, headquarters, cost, PAY_SUSTAINMENT);
}

Refusal issue_check(const Scenario *scenario, const State *view, const Order *order)
{
    if (second_edition(data_of(scenario)))
        return refuse(OCS2_SUPPLY_2, "edition 2 feeds divisions one by one");
    return may_pay(scenario, view, SOURCE_DUMP | order->value[0], order_value(order, 1, NO_SUPPLY));
}

/* Full, low, or (NO_SUPPLY) each as it takes. */
static bool can_issue(const Scenario *scenario, const State *view, Hex hex, int level)
{
    Order order = order_of(DO_ISSUE);
    order_add(&order, 0, hex);
    if (level != NO_SUPPLY)
        order_add(&order, 1, (uint16_t)level);
    return !refused(issue_check(scenario, view, &order));
}

void issue_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2 || (prefix->count && can_issue(scenario, view, prefix->value[0], NO_SUPPLY));
    for (int level = FULL_SUPPLY; prefix->count == 1 && level <= LOW_SUPPLY; level++)
        if (can_issue(scenario, view, prefix->value[0], level))
            choose(out, 1, level);
    for (int i = 0; !prefix->count && i < view->piles; i++)
        if (view->pile[i].side == question(&view->head)->side &&
            (can_issue(scenario, view, view->pile[i].hex, NO_SUPPLY) ||
             can_issue(scenario, view, view->pile[i].hex, LOW_SUPPLY)))
            choose(out, 0, view->pile[i].hex);
}

void issue_apply(Play *play, const Order *order)
{
    int side = asked(play->state)->side, group = SOURCE_DUMP | order->value[0];
    int level = order_value(order, 1, NO_SUPPLY), cost = group_cost(play->scenario, play->state, side, group, level);
    set_level(play, side, group, level);
    charge_dump(play, side, order->value[0], cost, PAY_SUSTAINMENT);
}

/* ---- sustain COUNTER (edition 2) -------------------------------------------------------------------------------- */

/* Who eats of the same tokens: the division, or all of the group that are none. */
static bool shares_with(const Scenario *scenario, const State *state, Piece piece, Piece other)
{
    const Book *data = data_of(scenario);
    if (!is_hungry(scenario, state, state->unit[piece].side, group_of(state, piece), other))
        return false;
    return is_divisional(kind_of(data, state, piece)) ? same_division(data, state, piece, other)
                                                      : !is_divisional(kind_of(data, state, other));
}

/* 2T, or (E10) a token for every two REs of those who eat of it, at least one. */
static int ration_of(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    int re = 0;
    if (!data->eats_by_size)
        return data->sustain_tokens;
    for (Piece other = 0; other < scenario->pieces; other++)
        if (shares_with(scenario, state, piece, other))
            re += re_of(data, state, other);
    int tokens = (re + QUARTERS) / (2 * QUARTERS);
    return tokens ? tokens : 1;
}

Refusal sustain_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0];
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    if (!second_edition(data))
        return refuse(OCS_11_4C_3, "edition 1 feeds groups as a whole");
    if (!eats(scenario, view, side, piece))
        return refuse(OCS_11_4, "%p is none of yours that draws supply", piece);
    if (view->unit[piece].now & FED)
        return refuse(OCS2_SUPPLY_1, "%p is supplied already", piece);
    int group = group_of(view, piece), there = group == NO_SOURCE ? 0 : group_tokens(scenario, view, side, group);
    int cost = ration_of(scenario, view, piece);
    if (there < cost)
        return refuse(OCS2_SUPPLY_3, "%p needs %nT, and %nT are in reach", piece, cost, there);
    return LEGAL;
}

void sustain_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    list_counters(scenario, view, prefix, NULL, sustain_check, out);
}

void sustain_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Piece piece = order->value[0], sharing[OCS_PIECES];
    int group = group_of(state, piece), count = 0, cost = ration_of(play->scenario, state, piece);
    for (Piece other = 0; other < play->scenario->pieces; other++)
        if (shares_with(play->scenario, state, piece, other))
            sharing[count++] = other;
    for (int i = 0; i < count; i++) {
        state->unit[sharing[i]].now |= FED;
        state->unit[sharing[i]].level = FULL_SUPPLY;
        tell(play->events, EVENT_STATE, 0, sentence(OCS2_SUPPLY_2, "%p is supplied", sharing[i]));
    }
    if (is_dump_group(group))
        charge_dump(play, state->unit[piece].side, dump_of(group), cost, PAY_SUSTAINMENT);
    else
        charge_headquarters(play, (Piece)group, cost, PAY_SUSTAINMENT);
}

/* ---- the segment ------------------------------------------------------------------------------------------------ */

/* What the poorest way to feed that unit costs: its group at Low, or what edition 2 asks. */
static int least_cost(const Scenario *scenario, const State *view, int side, int group, Piece piece)
{
    return second_edition(data_of(scenario)) ? ration_of(scenario, view, piece)
                                             : group_cost(scenario, view, side, group, LOW_SUPPLY);
}

Refusal supply_end_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)order;
    int side = question(&view->head)->side;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int group = group_of(view, piece);
        if (group != NO_SOURCE && is_hungry(scenario, view, side, group, piece) &&
            group_tokens(scenario, view, side, group) >= least_cost(scenario, view, side, group, piece))
            return refuse(OCS_11_4C_1, "%p can still be supplied, and must be", piece);
    }
    return LEGAL;
}

/* 11.4c-2, edition 1: too little for Low is spent all the same. */
static void spend_the_rest(Play *play, int side, int group)
{
    State *state = play->state;
    uint64_t sources[OCS_WORDS] = {0};
    if (is_dump_group(group))
        set_bit(sources, dump_of(group));
    else
        drawn_by(play->scenario, state, (Piece)group, sources);
    for (int i = state->piles; i--;)
        for (int store = 0; store < STORES && i < state->piles; store++) {
            const Pile pile = state->pile[i];
            if (pile.side != side || !has_bit(sources, pile.hex) || !stored(&pile, store))
                continue;
            tell(play->events, EVENT_NOTE, 0,
                 sentence(OCS_11_4C_2, "%nT at %h are spent, and are not enough", stored(&pile, store), pile.hex));
            eat_supply(state, side, pile.hex, store, stored(&pile, store));
        }
}

enum { ASSIGN, FEEDING, HUNGER };

void supply_end_apply(Play *play, const Order *order)
{
    (void)order;
    State *state = play->state;
    int side = asked(state)->side;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!eats(play->scenario, state, side, piece) || state->unit[piece].now & FED)
            continue;
        if (!second_edition(play->data) && group_of(state, piece) != NO_SOURCE)
            spend_the_rest(play, side, group_of(state, piece));
        state->unit[piece].level = NO_SUPPLY;
        tell(play->events, EVENT_STATE, 0,
             second_edition(play->data) ? sentence(OCS2_SUPPLY_3, "%p is out of supply", piece)
                                        : sentence(OCS_11_4D, "%p: %w", piece, WORD_LEVEL + NO_SUPPLY));
    }
    asked(state)->stage = HUNGER;
    asked(state)->fresh = 1;
}

void supply_skip(Play *play) { supply_end_apply(play, NULL); }

/* Edition 2: who has just come skips the phase (C23), who can trace is supplied (supply-1). */
static void supply_traced(Play *play, int side)
{
    State *state = play->state;
    Tracing tracing;
    trace_begin(play->scenario, state, side, &tracing);
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        if (!eats(play->scenario, state, side, piece))
            continue;
        bool reinforced = state->unit[piece].now & REINFORCED;
        if (!reinforced && !can_trace(&tracing, state->unit[piece].at.hex))
            continue;
        state->unit[piece].now = (state->unit[piece].now | FED) & ~(uint32_t)REINFORCED;
        state->unit[piece].level = FULL_SUPPLY;
        state->source[piece] = NO_SOURCE;
    }
}

void supply_resume(Play *play)
{
    State *state = play->state;
    Frame *frame = asked(state);
    int side = frame->side;
    if (frame->stage == ASSIGN) {
        frame->stage = FEEDING;
        clear_states(state, FED, side);
        bases_are_due(play, side);
        if (second_edition(play->data))
            supply_traced(play, side);
        assign_all(play, side);
    } else if (frame->stage == HUNGER && !attrition(play, side)) {
        clear_states(state, FED, side);
        tell(play->events, EVENT_PHASE, 0, sentence(OCS_2_3_I_2_1, "%s has settled its supply", side));
        answered(state);
    }
}

Sentence supply_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(OCS_11_4, "%s: who draws supply with whom, and at what level?", question(&view->head)->side);
}
