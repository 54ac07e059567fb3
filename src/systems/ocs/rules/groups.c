/* groups.c — OCS 11.2, 11.5, 12.1e: which units draw supply together, and what that costs.
 *
 *     attach gGD1 to gHQ-XXXXIX     draw gID198 10.14 low
 *
 * Every unit draws with one group: an HQ that throws to it, or a dump it reaches by itself. Vehicles and aircraft draw
 * nothing (11.7a, 11.7c, 12.2a, ocs2.special-1, ocs2.special-3), an HQ is part of the one that is added for its group
 * (11.7b), and any part of a division counts as all of it (11.5e-2). At the beginning of the segment each is counted
 * with the HQ that reaches most of its division; where that HQ cannot feed all of them at Low, divisions and then
 * others go over to groups that can feed them as well as their own, for no unit starves by choice (11.4c-1). The owner
 * may change all that as long as neither group has been fed (12.1e-1). */
#include <string.h>

#include "core/room.h"
#include "systems/ocs/air.h"

/* ---- groups ------------------------------------------------------------------------------------------------ */

int group_of(const State *state, Piece piece)
{
    int source = state->source[piece];
    return source == NO_SOURCE ? NO_SOURCE : source & ~SOURCE_LOW;
}

bool eats(const Scenario *scenario, const State *state, int side, Piece piece)
{
    return state->unit[piece].side == side && is_on_map(state, piece) &&
           is_unit(kind_of(data_of(scenario), state, piece)) && is_known(data_of(scenario), state, piece);
}

/* Of the group, and not fed yet. */
bool is_hungry(const Scenario *scenario, const State *state, int side, int group, Piece piece)
{
    return group_of(state, piece) == group && !(state->unit[piece].now & FED) && eats(scenario, state, side, piece);
}

static bool is_issuing(const Scenario *scenario, const State *state, Piece headquarters)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (piece != headquarters && state->source[piece] == headquarters &&
            eats(scenario, state, state->unit[headquarters].side, piece))
            return true;
    return false;
}

/* The same of all, for lists: every counter that others draw from. */
static void find_issuing(const Scenario *scenario, const State *state, uint64_t out[COUNTER_WORDS])
{
    memset(out, 0, COUNTER_WORDS * sizeof *out);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int from = state->source[piece];
        if (from < OCS_PIECES && from != piece && eats(scenario, state, state->unit[from].side, piece))
            set_bit(out, from);
    }
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
    const Kind *kind = kind_of(data, state, piece);
    if (!kind->formation)
        return is_divisional(kind) && is_mobile(data, state, piece);
    EACH_BIT(other, data->formed[kind->formation - 1], COUNTER_WORDS)
        if (same_division(data, state, piece, (Piece)other) && is_mobile(data, state, (Piece)other))
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

/* Of the group; `fed`: and supplied already. */
static bool is_member(const Scenario *scenario, const State *state, int side, int group, bool fed, Piece piece)
{
    return group_of(state, piece) == group && (!fed || state->unit[piece].now & FED) &&
           eats(scenario, state, side, piece);
}

/* Whether one of the first `before` of them is of the same division. */
static bool is_counted(const Book *data, const State *state, const Piece *pieces, int before, Piece piece)
{
    for (int i = 0; i < before; i++)
        if (same_division(data, state, pieces[i], piece))
            return true;
    return false;
}

/* The best level any of these counters of its division takes at that dump. */
static int best_wish(const Book *data, const State *state, const Piece *pieces, int count, Piece piece)
{
    for (int i = 0; i < count; i++)
        if (!(state->source[pieces[i]] & SOURCE_LOW) && same_division(data, state, pieces[i], piece))
            return FULL_SUPPLY;
    return LOW_SUPPLY;
}

static int members_of(const Scenario *scenario, const State *state, int side, int group, Piece out[OCS_PIECES])
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (group_of(state, piece) == group && eats(scenario, state, side, piece))
            out[count++] = piece;
    return count;
}

int wish_of(const Scenario *scenario, const State *state, Piece piece)
{
    Piece members[OCS_PIECES];
    int count = members_of(scenario, state, state->unit[piece].side, group_of(state, piece), members);
    return best_wish(data_of(scenario), state, members, count, piece);
}

static int tokens_for(int halves, int level) { return level == FULL_SUPPLY ? 2 * halves : halves; }

/* All of the group, or those of it that are fed, at that level, or each at the level it takes (level NO_SUPPLY). */
static int cost_of(const Scenario *scenario, const State *state, const Piece *members, int count, int level, bool fed)
{
    enum { EXTRA = 2 }; /* halves: for the HQ, its support and all that is no division (11.2c, 11.2d) */
    const Book *data = data_of(scenario);
    Piece eaters[OCS_PIECES];
    int sum = 0, best = level == NO_SUPPLY ? LOW_SUPPLY : level, seen = 0;
    for (int i = 0; i < count; i++) {
        Piece piece = members[i];
        if (fed && !(state->unit[piece].now & FED))
            continue;
        int taken = level == NO_SUPPLY ? best_wish(data, state, members, count, piece) : level;
        if (taken == FULL_SUPPLY)
            best = FULL_SUPPLY;
        if (is_divisional(kind_of(data, state, piece)) && !is_counted(data, state, eaters, seen, piece))
            sum += tokens_for(halves_of(scenario, state, piece), taken);
        eaters[seen++] = piece;
    }
    return seen ? sum + tokens_for(EXTRA, best) : 0;
}

/* What a group costs in edition 1; a unit that comes to one that was fed pays what it adds to it (D59). */
int group_cost(const Scenario *scenario, const State *state, int side, int group, int level)
{
    Piece members[OCS_PIECES];
    int count = members_of(scenario, state, side, group, members);
    int all = cost_of(scenario, state, members, count, level, false);
    return all - cost_of(scenario, state, members, count, level, true);
}

/* 11.4c-3: the level at which an HQ's group has been fed; -1: it has not. */
int settled_level(const Scenario *scenario, const State *state, int side, int group)
{
    for (Piece piece = 0; !is_dump_group(group) && piece < scenario->pieces; piece++)
        if (is_member(scenario, state, side, group, true, piece))
            return state->unit[piece].level;
    return -1;
}

/* At Low, or at the level at which it was fed before. */
int least_cost(const Scenario *scenario, const State *state, int side, int group)
{
    int settled = settled_level(scenario, state, side, group);
    return group_cost(scenario, state, side, group, settled < 0 ? LOW_SUPPLY : settled);
}

/* Edition 2: units that share the same tokens: the division, or all units of the group that are of none. */
bool shares_with(const Scenario *scenario, const State *state, Piece piece, Piece other)
{
    const Book *data = data_of(scenario);
    if (!is_hungry(scenario, state, state->unit[piece].side, group_of(state, piece), other))
        return false;
    return is_divisional(kind_of(data, state, piece)) ? same_division(data, state, piece, other)
                                                      : !is_divisional(kind_of(data, state, other));
}

/* 2T, or (E10) a token for every two REs of units that share it, at least one. */
int ration_of(const Scenario *scenario, const State *state, Piece piece)
{
    const Book *data = data_of(scenario);
    int re = 0, side = state->unit[piece].side;
    for (Piece other = 0; other < scenario->pieces; other++) /* paid for with others of the same tokens */
        if (group_of(state, piece) != NO_SOURCE &&
            is_member(scenario, state, side, group_of(state, piece), true, other) &&
            kind_of(data, state, other)->class != HEADQUARTERS &&
            (is_divisional(kind_of(data, state, piece)) ? same_division(data, state, piece, other)
                                                        : !is_divisional(kind_of(data, state, other))))
            return 0;
    if (!data->eats_by_size)
        return data->sustain_tokens;
    for (Piece other = 0; other < scenario->pieces; other++)
        if (shares_with(scenario, state, piece, other))
            re += re_of(data, state, other);
    int tokens = (re + QUARTERS) / (2 * QUARTERS);
    return tokens ? tokens : 1;
}

void group_sources(const Scenario *scenario, const State *state, int group, uint64_t out[OCS_WORDS])
{
    memset(out, 0, OCS_WORDS * sizeof *out);
    if (is_dump_group(group))
        set_bit(out, dump_of(group));
    else
        drawn_by(scenario, state, (Piece)group, out);
}

int group_tokens(const Scenario *scenario, const State *state, int side, int group)
{
    uint64_t sources[OCS_WORDS];
    group_sources(scenario, state, group, sources);
    return tokens_at(state, side, sources);
}

/* ---- first groups ------------------------------------------------------------------------------------------ */

/* What every HQ of a side throws to, for one look over all its units. */
typedef struct Throws {
    unsigned version; /* of the Net it was made with */
    int side, count;
    Piece headquarters[OCS_PIECES];
    uint64_t thrown[OCS_PIECES][OCS_WORDS];
} Throws;

static const Throws *find_throws(const Scenario *scenario, const State *state, int side)
{
    ROOM(Throws, throws);
    Piece headquarters[OCS_PIECES];
    int count = 0;
    EACH_BIT(piece, data_of(scenario)->headquarters[side], COUNTER_WORDS)
        if (eats(scenario, state, side, (Piece)piece))
            headquarters[count++] = (Piece)piece;
    unsigned version = net_version(net_of(scenario, state, side));
    if (throws->version == version && throws->side == side && throws->count == count &&
        !memcmp(throws->headquarters, headquarters, (size_t)count * sizeof *headquarters))
        return throws;
    throws->version = version;
    throws->side = side;
    throws->count = count;
    memcpy(throws->headquarters, headquarters, (size_t)count * sizeof *headquarters);
    for (int i = 0; i < count; i++) {
        memset(throws->thrown[i], 0, sizeof throws->thrown[i]);
        thrown_by(scenario, state, headquarters[i], false, throws->thrown[i]);
    }
    return throws;
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

/* ---- … and units that go over to groups that can pay --------------------------------------------------------- */

/* What it takes to feed all of a group at the least. */
static int needs_of(const Scenario *scenario, const State *state, int side, int group)
{
    int sum = 0;
    if (!second_edition(data_of(scenario)))
        return least_cost(scenario, state, side, group);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        bool first = is_hungry(scenario, state, side, group, piece);
        for (Piece other = 0; first && other < piece; other++)
            first = !shares_with(scenario, state, piece, other);
        sum += first ? ration_of(scenario, state, piece) : 0;
    }
    return sum;
}

/* The need of other groups that draw on the same supply, except those that cannot be fed anyway. */
static int claimed_by_others(const Scenario *scenario, const State *state, int side, int group, int poor)
{
    uint64_t own[OCS_WORDS], theirs[OCS_WORDS];
    int seen[OCS_PIECES], count = 0, sum = 0;
    group_sources(scenario, state, group, own);
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        int other = eats(scenario, state, side, piece) ? group_of(state, piece) : NO_SOURCE;
        bool known = other == NO_SOURCE || other == group || other == poor;
        for (int i = 0; i < count && !known; i++)
            known = seen[i] == other;
        if (known)
            continue;
        seen[count++] = other;
        group_sources(scenario, state, other, theirs);
        uint64_t shared = 0;
        for (int word = 0; word < OCS_WORDS; word++)
            shared |= own[word] & theirs[word];
        sum += shared ? needs_of(scenario, state, side, other) : 0;
    }
    return sum;
}

/* The counters that leave a group together: a division's counters there, or one that is of none. */
static int leaving(const Scenario *scenario, const State *state, int side, Piece piece, Piece out[OCS_PIECES])
{
    int count = 0, group = group_of(state, piece);
    for (Piece other = 0; other < scenario->pieces; other++)
        if (is_hungry(scenario, state, side, group, other) &&
            (other == piece || (is_divisional(kind_of(data_of(scenario), state, piece)) &&
                                same_division(data_of(scenario), state, piece, other))))
            out[count++] = other;
    return count;
}

/* They go over if the other group can feed them as well as its own, with supply that theirs does not reach. A unit that
 * splits off to draw on the same supply feeds itself at the cost of the rest, which is its owner's decision. Otherwise
 * they stay. */
static bool goes_over(const Scenario *scenario, State *state, int side, const Piece *pieces, int count, int to)
{
    uint64_t sources[OCS_WORDS], theirs[OCS_WORDS];
    int from = group_of(state, pieces[0]);
    group_sources(scenario, state, from, theirs);
    group_sources(scenario, state, to, sources);
    for (int word = 0; word < OCS_WORDS; word++)
        sources[word] &= ~theirs[word];
    for (int i = 0; i < count; i++)
        state->source[pieces[i]] = (uint16_t)to;
    int left = tokens_at(state, side, sources) - claimed_by_others(scenario, state, side, to, from);
    bool fed = needs_of(scenario, state, side, to) <= left;
    for (int i = 0; i < count && !fed; i++)
        state->source[pieces[i]] = (uint16_t)from;
    return fed;
}

static bool find_better(const Scenario *scenario, State *state, const Throws *throws, int side, Piece piece)
{
    Piece pieces[OCS_PIECES];
    int from = group_of(state, piece), count = leaving(scenario, state, side, piece, pieces);
    for (int i = 0; i < throws->count; i++) {
        bool all = throws->headquarters[i] != from && throws->headquarters[i] != piece;
        for (int j = 0; j < count && all; j++)
            all = has_bit(throws->thrown[i], state->unit[pieces[j]].at.hex);
        if (all && goes_over(scenario, state, side, pieces, count, throws->headquarters[i]))
            return true;
    }
    for (int i = 0; i < state->piles; i++) {
        const Pile *pile = &state->pile[i];
        bool all = pile->side == side && tokens_of(pile) && from != (SOURCE_DUMP | pile->hex);
        for (int j = 0; j < count && all; j++)
            all = draws_directly(scenario, state, side, pile->hex, state->unit[pieces[j]].at.hex);
        if (all && goes_over(scenario, state, side, pieces, count, SOURCE_DUMP | pile->hex))
            return true;
    }
    return false;
}

/* Divisions first: without them the rest costs less. */
static void relieve(const Scenario *scenario, State *state, const Throws *throws, int side)
{
    for (int divisions = 1; divisions >= 0; divisions--)
        for (Piece piece = 0; piece < scenario->pieces; piece++) {
            int group = group_of(state, piece);
            if (group != NO_SOURCE && is_hungry(scenario, state, side, group, piece) &&
                is_divisional(kind_of(data_of(scenario), state, piece)) == divisions &&
                !is_issuing(scenario, state, piece) &&
                group_tokens(scenario, state, side, group) < needs_of(scenario, state, side, group))
                find_better(scenario, state, throws, side, piece);
        }
}

void assign_all(Play *play, int side)
{
    State *state = play->state;
    const Scenario *scenario = play->scenario;
    const Throws *throws = find_throws(scenario, state, side);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (state->unit[piece].side == side)
            state->source[piece] = NO_SOURCE;
    for (int headquarters = 0; headquarters < 2; headquarters++) { /* those come last: who issues is its own group */
        for (Piece piece = 0; piece < scenario->pieces; piece++) {
            if (!eats(scenario, state, side, piece) || state->unit[piece].now & FED ||
                (kind_of(play->data, state, piece)->class == HEADQUARTERS) != headquarters)
                continue;
            state->source[piece] = (uint16_t)(headquarters && is_issuing(scenario, state, piece)
                                                  ? piece
                                                  : first_source(scenario, state, throws, piece));
        }
        relieve(scenario, state, throws, side);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++) /* an HQ that feeds only another that feeds none */
        if (eats(scenario, state, side, piece) && state->source[piece] < OCS_PIECES)
            state->source[state->source[piece]] = state->source[piece];
}

/* ---- 11.4c-1, D59: no unit starves by choice -------------------------------------------------------------------- */

/* A unit that joins a group already fed may eat for nothing. */
static bool is_fed(const Scenario *scenario, const State *state, int side, int group)
{
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (is_member(scenario, state, side, group, true, piece))
            return true;
    return false;
}

/* Whether all hungry units of the group can be fed at Low, that unit among them, of supply that its present group does
 * not reach: too little in reach of a group is spent by it all the same (11.4c-2). */
static bool feeds(const Scenario *scenario, const State *state, int side, Piece piece, int group)
{
    ROOM(State, other);
    uint64_t sources[OCS_WORDS], own[OCS_WORDS] = {0};
    if (group_of(state, piece) != NO_SOURCE)
        group_sources(scenario, state, group_of(state, piece), own);
    group_sources(scenario, state, group, sources);
    for (int word = 0; word < OCS_WORDS; word++)
        sources[word] &= ~own[word];
    int tokens = tokens_at(state, side, sources);
    if (!tokens && !is_fed(scenario, state, side, group)) /* and looking further takes a copy of the position */
        return false;
    *other = *state;
    other->source[piece] = (uint16_t)group;
    if (group < OCS_PIECES && !(state->unit[group].now & FED))
        other->source[group] = (uint16_t)group;
    return tokens >= needs_of(scenario, other, side, group);
}

static bool is_starving(const Scenario *scenario, const State *view, int side, Piece piece)
{
    int group = group_of(view, piece);
    return group == NO_SOURCE || group_tokens(scenario, view, side, group) <
                                     (second_edition(data_of(scenario)) ? ration_of(scenario, view, piece)
                                                                        : least_cost(scenario, view, side, group));
}

/* An HQ that was fed takes in only units that would starve, and only if it issues (edition 2: whatever it draws). */
static bool takes_in_the_starving(const Scenario *scenario, const State *view, Piece headquarters)
{
    return !(view->unit[headquarters].now & FED) || second_edition(data_of(scenario)) ||
           group_of(view, headquarters) == headquarters;
}

static bool takes_in(const Scenario *scenario, const State *view, Piece headquarters, Piece piece)
{
    return !(view->unit[headquarters].now & FED) || (takes_in_the_starving(scenario, view, headquarters) &&
                                                     is_starving(scenario, view, view->unit[piece].side, piece));
}

int rescue_of(const Scenario *scenario, const State *view, int side, Piece piece)
{
    return is_starving(scenario, view, side, piece) ? rescue_of_starving(scenario, view, side, piece) : NO_SOURCE;
}

int rescue_of_starving(const Scenario *scenario, const State *view, int side, Piece piece)
{
    int own = group_of(view, piece);
    Hex hex = view->unit[piece].at.hex;
    uint64_t direct[OCS_WORDS] = {0};
    if (is_issuing(scenario, view, piece))
        return NO_SOURCE;
    Net *net = net_of(scenario, view, side);
    EACH_BIT(to, data_of(scenario)->headquarters[side], COUNTER_WORDS) {
        if (to == piece || to == own || !eats(scenario, view, side, (Piece)to) ||
            !takes_in_the_starving(scenario, view, (Piece)to) || !comes_from(net, (Piece)to, hex, false))
            continue;
        if (feeds(scenario, view, side, piece, to))
            return to;
        net = net_of(scenario, view, side); /* a call in between was about another state */
    }
    direct_in(net, hex, direct);
    for (int i = 0; i < view->piles; i++)
        if (view->pile[i].side == side && own != (SOURCE_DUMP | view->pile[i].hex) && tokens_of(&view->pile[i]) &&
            has_bit(direct, view->pile[i].hex) && feeds(scenario, view, side, piece, SOURCE_DUMP | view->pile[i].hex))
            return SOURCE_DUMP | view->pile[i].hex;
    return NO_SOURCE;
}

/* ---- attach COUNTER to HQ, draw COUNTER HEX LEVEL --------------------------------------------------------------- */

static Refusal may_change(const Scenario *scenario, const State *view, Piece piece)
{
    if (!eats(scenario, view, question(&view->head)->side, piece))
        return refuse(OCS_11_4, "ocs.none-yours-draws-supply", piece);
    if (view->unit[piece].now & FED)
        return refuse(OCS_11_4A, "ocs.supply-settled", piece);
    if (is_issuing(scenario, view, piece))
        return refuse(OCS_11_5B_4, "ocs.issues-supply-others-draws-own", piece);
    return LEGAL;
}

/* may_change() without a word; `issuing` as find_issuing() has it. */
static bool can_change(const Scenario *scenario, const State *view, const uint64_t issuing[COUNTER_WORDS], Piece piece)
{
    return eats(scenario, view, question(&view->head)->side, piece) && !(view->unit[piece].now & FED) &&
           !has_bit(issuing, piece);
}

Refusal attach_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order->value[0], to = order->value[1];
    Refusal no = may_change(scenario, view, piece);
    if (refused(no))
        return no;
    if (!eats(scenario, view, view->unit[piece].side, to) ||
        kind_of(data_of(scenario), view, to)->class != HEADQUARTERS || to == piece)
        return refuse(OCS_12_1E_1, "ocs.no-hq-could-issue", to, piece);
    if (!takes_in(scenario, view, to, piece))
        return refuse(OCS_11_4A, "ocs.supply-settled", to);
    if (view->source[piece] == to)
        return refuse(OCS_12_1E_1, "ocs.counted-already", piece, to);
    if (!throws_to(scenario, view, to, view->unit[piece].at.hex, false))
        return refuse(OCS_11_5A_2, "ocs.not-throw-far", to, piece);
    return LEGAL;
}

void attach_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Throws *throws = prefix->count < 2 ? find_throws(scenario, view, question(&view->head)->side) : NULL;
    uint64_t issuing[COUNTER_WORDS];
    out->complete = prefix->count == 2;
    find_issuing(scenario, view, issuing);
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        bool found = false;
        if ((prefix->count && prefix->value[0] != piece) || !can_change(scenario, view, issuing, piece))
            continue;
        for (int i = 0; i < throws->count && !found; i++) {
            Piece to = throws->headquarters[i];
            if (to == piece || to == view->source[piece] || !has_bit(throws->thrown[i], view->unit[piece].at.hex) ||
                !takes_in(scenario, view, to, piece))
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
    if (!(state->unit[to].now & FED))
        state->source[to] = to;
    tell(play->events, EVENT_STATE, 1u << enemy_of(state->unit[piece].side), /* 4.9, D70 */
         sentence(OCS_12_1E_1, "ocs.counted", piece, to));
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
        return levels ? refuse(OCS_11_5C_2, "ocs.say-level-draws", piece)
                      : refuse(OCS2_LEVEL_1, "ocs.edition-2-knows-no-levels");
    if (view->source[piece] == source_at(hex, level))
        return refuse(OCS_11_5C_2, "ocs.draws-already", piece);
    if (!pile_in(view, view->unit[piece].side, hex) ||
        !draws_directly(scenario, view, view->unit[piece].side, hex, view->unit[piece].at.hex))
        return refuse(OCS_11_5C_1, "ocs.no-supply-reaches-directly", hex, piece);
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
    uint64_t issuing[COUNTER_WORDS];
    find_issuing(scenario, view, issuing);
    Net *net = net_of(scenario, view, side);
    for (Piece piece = 0; prefix->count < 2 && piece < scenario->pieces; piece++) {
        if ((prefix->count && prefix->value[0] != piece) || !can_change(scenario, view, issuing, piece))
            continue;
        bool found = false;
        uint64_t direct[OCS_WORDS] = {0};
        direct_in(net, view->unit[piece].at.hex, direct);
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
    tell(play->events, EVENT_STATE, 1u << enemy_of(play->state->unit[piece].side),
         sentence(OCS_11_5C_1, "ocs.draws-directly", piece, order->value[1]));
}
