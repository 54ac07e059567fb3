/* mines.c — TCS 21: minefields: going through them by force, breaching them, laying them.
 *
 * Mines strike units that come in, of either side (21.0a): each vehicle by a roll of two dice, the others together on
 * the Area Fire Table with nothing but the stacking shift. A breach leaves a lane from one hexside to the opposite one.
 * The course of a crossing or a breach is walk.c's. */
#include <string.h>

#include "systems/tcs/tcs.h"

static int field_at(const State *state, Hex hex)
{
    for (int i = 0; i < state->mines; i++)
        if (state->mine[i].hex == hex)
            return i;
    return -1;
}

bool is_lane(const State *state, Hex hex, Edge edge)
{
    int field = has_bit(state->mined, hex) ? field_at(state, hex) : -1;
    return field >= 0 && state->mine[field].lane < EDGES &&
           (state->mine[field].lane == edge || (state->mine[field].lane + 3) % EDGES == edge);
}

/* ---- what they do ---------------------------------------------------------------------------------------- */

/* 21.0b-1: vehicles first, one roll each. */
static void blow_up(Play *play, const Piece *pieces, int count)
{
    for (int i = 0; i < count; i++) {
        Piece piece = pieces[i];
        if (!is_on_map(play->state, piece) || is_riding(play->state, piece) ||
            kind_of(play->scenario, piece)->target != CODE_P)
            continue;
        int roll = dice_sum(play->dice, 2);
        tell(play->events, EVENT_ROLLED, 0,
             sentence(TCS_21_0B_1, "tcs.mines-against-more-rolled", piece, play->data->mines.p_kill, roll));
        if (roll >= play->data->mines.p_kill)
            bury(play, piece, TCS_21_0B_1);
    }
}

/* units that move by themselves are struck together; the enemy of the side that crosses places the attacker's
 * share. */
static bool strike(Play *play, const Piece *pieces, int count, Hex hex, int firepower, MilderResult milder,
                   unsigned away)
{
    State *state = play->state;
    uint64_t who[PIECE_WORDS] = {0};
    bool any = false;
    for (int i = 0; i < count; i++)
        if (is_on_map(state, pieces[i]) && !is_riding(state, pieces[i])) {
            set_bit(who, pieces[i]); /* also vehicles: they button up and retreat with the others */
            any |= is_susceptible(kind_of(play->scenario, pieces[i]));
        }
    if (!any)
        return false;
    Attack *attack = attack_begin(state, hex, FIRE_MINES, enemy_of(state->unit[pieces[0]].side));
    memcpy(attack->who, who, sizeof who);
    attack->power = (uint16_t)(firepower * FOURTHS);
    attack->milder = (uint8_t)milder;
    attack->away = (uint8_t)away;
    ask(state, ASK_ATTACK, attack->side);
    return true;
}

bool mine_attack(Play *play, const Piece *pieces, int count, Hex hex, MilderResult milder, unsigned away)
{
    if (!has_bit(play->state->mined, hex) || !count)
        return false;
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_21_2, "tcs.mines-strike-whoever-enters", hex));
    blow_up(play, pieces, count);
    return strike(play, pieces, count, hex, play->data->mines.force, milder, away);
}

/* ---- cross COUNTER… [off-road] HEX: 21.2 ----------------------------------------------------------------- */

enum { SLOT_WHO };

/* cross may keep off the road: that word comes between the counters and the hex. */
static int hex_slot(const Order *order) { return order->verb == DO_CROSS ? 2 : 1; }

Refusal cross_check(const Scenario *scenario, const State *view, const Order *order)
{
    Walk walk;
    Hex hex = order_value(order, hex_slot(order), NO_HEX);
    Refusal no = walk_begin(&walk, scenario, view, order);
    if (!refused(no))
        no = walk_sets_out(&walk);
    if (refused(no))
        return no;
    if (hex >= scenario->map->hexes || !has_bit(view->mined, hex))
        return refuse(TCS_21_2, "tcs.not-mined", hex);
    walk.forced = true;
    no = walk_step(&walk, hex);
    return refused(no) ? no : may_stop(&walk);
}

/* Whether these counters, and others that share a load with them, can be sent into some minefield. */
static bool can_be_sent(const Scenario *scenario, const State *view, const Order *order, CheckOrder *check, int more)
{
    int count, first = order_slot(order, SLOT_WHO, &count), last = order->value[first + count - 1];
    bool apart = order->count > count; /* it keeps off the road: no other unit comes along */
    for (int i = 0; i < view->mines; i++) {
        if (map_distance(scenario->map, view->unit[last].at.hex, view->mine[i].hex) != 1)
            continue;
        Order whole = *order;
        order_add(&whole, hex_slot(order), view->mine[i].hex);
        if (!refused(check(scenario, view, &whole)))
            return true;
    }
    if (apart || !refused(load_stays_whole(view, &order->value[first], count)))
        return false;
    for (int piece = last + 1; more && piece < scenario->pieces; piece++) {
        Order with = *order;
        order_add(&with, SLOT_WHO, (uint16_t)piece);
        if (is_on_map(view, (Piece)piece) && view->unit[piece].at.hex == view->unit[last].at.hex &&
            can_be_sent(scenario, view, &with, check, more - 1))
            return true;
    }
    return false;
}

static void find_near_mines(const Scenario *scenario, const State *view, uint64_t out[TCS_WORDS])
{
    for (int i = 0; i < view->mines; i++)
        for (Edge edge = 0; edge < EDGES; edge++)
            if (scenario->map->next[view->mine[i].hex][edge] != NO_HEX)
                set_bit(out, scenario->map->next[view->mine[i].hex][edge]);
}

/* Counters and hexes for an order that names a stack and a mined hex beside it. */
static void list_into(const Scenario *scenario, const State *view, const Order *prefix, Choices *out, CheckOrder *check)
{
    int count, first = order_slot(prefix, SLOT_WHO, &count), last = count ? prefix->value[first + count - 1] : -1;
    uint64_t near[TCS_WORDS] = {0};
    int hexes, words = 0;
    order_slot(prefix, hex_slot(prefix), &hexes);
    if (prefix->verb == DO_CROSS)
        order_slot(prefix, 1, &words);
    out->complete = hexes > 0;
    find_near_mines(scenario, view, near);
    if (prefix->verb == DO_CROSS && !out->complete && !words && count == 1) {
        Order apart = *prefix;
        order_add(&apart, 1, 0);
        if (can_be_sent(scenario, view, &apart, check, CARRIERS))
            choose(out, 1, 0);
    }
    for (int piece = last + 1; !out->complete && !words && count < STACK && piece < scenario->pieces; piece++) {
        if (!is_on_map(view, (Piece)piece) || view->unit[piece].side != question(&view->head)->side ||
            !has_bit(near, view->unit[piece].at.hex) || refused(may_move(scenario, view, (Piece)piece)))
            continue;
        Order order = *prefix;
        order_add(&order, SLOT_WHO, (uint16_t)piece);
        if (can_be_sent(scenario, view, &order, check, CARRIERS))
            choose(out, SLOT_WHO, piece);
    }
    for (int i = 0; !out->complete && count && i < view->mines; i++) {
        Order order = *prefix;
        order_add(&order, hex_slot(prefix), view->mine[i].hex);
        if (!refused(check(scenario, view, &order)))
            choose(out, hex_slot(prefix), view->mine[i].hex);
    }
}

void cross_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (view->mines)
        list_into(scenario, view, prefix, out, cross_check);
}

static void set_off(Play *play, const Order *order, WalkHow how)
{
    State *state = play->state;
    int count, first = order_slot(order, SLOT_WHO, &count), words;
    order_slot(order, 1, &words);
    state->walking = (Walking){.count = (uint8_t)count,
                               .steps = 1,
                               .off_road = count > 1 || (order->verb == DO_CROSS && words),
                               .how = (uint8_t)how,
                               .stands = state->unit[order->value[first]].at.hex,
                               .path = {order_value(order, hex_slot(order), NO_HEX)}};
    for (int i = 0; i < count; i++)
        state->walking.piece[i] = order->value[first + i];
    ask(state, ASK_WALK, asked(state)->side);
}

void cross_apply(Play *play, const Order *order)
{
    if (finishes_first(play, order))
        return;
    tell(play->events, EVENT_NOTE, 0,
         sentence(TCS_21_2, "tcs.goes-through-mines-force", asked(play->state)->side,
                  order_value(order, hex_slot(order), NO_HEX)));
    set_off(play, order, WALK_CROSS);
}

/* ---- breach COUNTER… HEX: 21.3 --------------------------------------------------------------------------- */

static Refusal may_breach(const Scenario *scenario, const State *view, Piece piece)
{
    Refusal no = may_move(scenario, view, piece);
    if (refused(no))
        return no;
    if (view->unit[piece].now & IN_LANE)
        return refuse(TCS_21_3C_1, "tcs.stands-lane-fights-goes-goes", piece);
    return kind_of(scenario, piece)->category == INFANTRY
               ? LEGAL
               : refuse(TCS_21_3A, "tcs.not-infantry-breaches-no-mines", piece);
}

/* 21.3-1: the hex and 3 MPs; the one hex that may always be entered does not help. */
static Refusal breach_cost(const Scenario *scenario, const State *view, Piece piece, Hex hex, bool singly, int *grains)
{
    bool road;
    Hex from = view->unit[piece].at.hex;
    Edge edge = edge_between(&scenario->map->grid, from, hex);
    int cost = edge == EDGES ? PROHIBITED : step_cost(scenario, view, piece, from, edge, !singly, &road);
    if (cost == PROHIBITED)
        return refuse(TCS_21_3_1, "tcs.cannot-get", piece, hex);
    *grains = (cost == ALL_OF_IT ? allowance(scenario, piece) : cost * SIXTH) + data_of(scenario)->breach_cost * SIXTH;
    return *grains > mp_left(scenario, view, piece)
               ? refuse(TCS_21_3_1, "tcs.breach-costs-mps-left", piece, sixths_of(*grains),
                        sixths_of(mp_left(scenario, view, piece)))
               : LEGAL;
}

Refusal breach_check(const Scenario *scenario, const State *view, const Order *order)
{
    int count, first = order_slot(order, SLOT_WHO, &count), grains;
    Hex hex = order_value(order, hex_slot(order), NO_HEX);
    Refusal no = LEGAL;
    if (hex >= scenario->map->hexes || !has_bit(view->mined, hex))
        return refuse(TCS_21_3_1, "tcs.not-mined", hex);
    for (int i = 0; i < count && !refused(no); i++) {
        Piece piece = order->value[first + i];
        no = may_breach(scenario, view, piece);
        if (!refused(no) && view->unit[piece].at.hex != view->unit[order->value[first]].at.hex)
            no = refuse(TCS_20_0A_2, "tcs.not-stand-others", piece);
        if (!refused(no))
            no = breach_cost(scenario, view, piece, hex, count == 1, &grains);
    }
    return no;
}

void breach_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    if (view->mines)
        list_into(scenario, view, prefix, out, breach_check);
}

void breach_apply(Play *play, const Order *order)
{
    if (finishes_first(play, order))
        return;
    tell(play->events, EVENT_NOTE, 0,
         sentence(TCS_21_3_1, "tcs.breaches-mines", asked(play->state)->side,
                  order_value(order, hex_slot(order), NO_HEX)));
    set_off(play, order, WALK_BREACH);
}

/* Units left after the fire pay, and the mines strike them where they are. */
bool breach_paid(Play *play)
{
    State *state = play->state;
    const Walking *walking = &state->walking;
    Hex hex = walking->path[0];
    int grains[STACK];
    for (int i = 0; i < walking->count; i++)
        if (refused(may_breach(play->scenario, state, walking->piece[i])) ||
            refused(breach_cost(play->scenario, state, walking->piece[i], hex, !walking->off_road, &grains[i])))
            return false;
    for (int i = 0; i < walking->count; i++) {
        spend(play->scenario, state, walking->piece[i], grains[i]);
        state->unit[walking->piece[i]].now |= BREACHED;
    }
    Edge edge = edge_between(&play->scenario->map->grid, walking->stands, hex);
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_21_3_1, "tcs.mines-strike-whoever-breaches", hex));
    strike(play, walking->piece, walking->count, walking->stands, play->data->mines.breach, NO_STOPPING,
           1u << (edge + 3) % EDGES);
    return true;
}

void breach_made(Play *play)
{
    State *state = play->state;
    Hex hex = state->walking.path[0];
    int field = field_at(state, hex);
    if (field < 0)
        return;
    state->mine[field].lane = (uint8_t)edge_between(&play->scenario->map->grid, hex, state->walking.stands);
    tell(play->events, EVENT_GROUND, 0,
         sentence(TCS_21_3B, "tcs.lane-leads-through-mines", hex, WORD_EDGE + state->mine[field].lane));
}

/* ---- lay HEX [from HEX] [by COUNTER COUNTER]: 21.1 -------------------------------------------------------- */

enum { SLOT_AT, SLOT_FROM, SLOT_PARENTS };

static bool in_setup(const State *view) { return question(&view->head)->kind == ASK_SETUP; }

static Refusal hex_allows(const Scenario *scenario, const State *view, Hex hex)
{
    int side = question(&view->head)->side;
    if (hex >= scenario->map->hexes)
        return refuse(TCS_21_1_3, "tcs.not-map", hex);
    if (has_bit(view->mined, hex))
        return refuse(TCS_21_1_3, "tcs.mined-already", hex);
    if (!in_setup(view) && view->mines == TCS_MINES)
        return refuse(TCS_21_1_3, "tcs.no-marker-left");
    return enemy_in(view, side, hex) ? refuse(TCS_21_1_3, "tcs.enemy-stands", hex) : LEGAL;
}

/* Where mines may be at set-up (21.1-1). */
typedef struct Fields {
    uint64_t near[TCS_WORDS];   /* near enough to two of the platoons that the scenario names */
    uint64_t theirs[TCS_WORDS]; /* where the enemy sets up after us */
} Fields;

static bool may_be_parent(const Scenario *scenario, const State *view, Piece piece)
{
    const Book *data = data_of(scenario);
    const Counter *counter = &data->counter[piece];
    int side = question(&view->head)->side;
    return counter->side == side && data->kind[counter->kind].class == PLATOON && is_on_map(view, piece) &&
           view->unit[piece].at.hex < scenario->map->hexes &&
           (!data->laid[side].formation || counter->battalion == data->laid[side].formation);
}

static void find_near_platoons(const Scenario *scenario, const State *view, uint64_t out[TCS_WORDS])
{
    const Book *data = data_of(scenario);
    uint8_t near[TCS_SPOTS] = {0};
    for (int i = 0; i < data->counters; i++) {
        uint64_t round[TCS_WORDS] = {0};
        if (!may_be_parent(scenario, view, (Piece)i))
            continue;
        map_within(scenario->map, view->unit[i].at.hex, data->mines.from_platoon, round);
        EACH_BIT(hex, round, TCS_WORDS)
            if (++near[hex] >= data->mines.platoons)
                set_bit(out, hex);
    }
}

static bool is_offered(const Book *data, int side, Hex hex)
{
    for (int i = 0; i < 4; i++)
        if (data->laid[side].hex[i] == hex)
            return true;
    return false;
}

/* Whether platoons that may be parents at the start are enough for the field, and would not be if one of them, or what
 * carries it, went far away. */
static bool needs_parent(const Scenario *scenario, const State *view, Hex hex, Piece moved)
{
    const Book *data = data_of(scenario);
    int side = view->unit[moved].side, before = 0, then = 0;
    for (Piece piece = 0; piece < data->counters; piece++) {
        const Counter *counter = &data->counter[piece];
        bool goes = piece == moved || (is_riding(view, piece) && view->unit[piece].carrier[0] == moved);
        if (counter->side != side || data->kind[counter->kind].class != PLATOON || !is_on_map(view, piece) ||
            (data->laid[side].formation && counter->battalion != data->laid[side].formation))
            continue;
        bool near = map_distance(scenario->map, view->unit[piece].at.hex, hex) <= data->mines.from_platoon;
        before += near;
        then += !goes && near;
    }
    return before >= data->mines.platoons && then < data->mines.platoons;
}

/* Whether it stands near mines of its side that were laid where the scenario does not offer them. */
static bool minds(const Scenario *scenario, const State *view, Piece piece, const Minefield *mine)
{
    const Book *data = data_of(scenario);
    int side = view->unit[piece].side;
    return mine->side == side && is_on_map(view, piece) &&
           map_distance(scenario->map, view->unit[piece].at.hex, mine->hex) <= data->mines.from_platoon &&
           !is_offered(data, side, mine->hex);
}

/* Mines that were laid elsewhere keep their two platoons; where the scenario offers them they need none. */
void find_minded(const Scenario *scenario, const State *view, Piece piece, Minded *out)
{
    out->count = 0;
    for (int i = 0; i < view->mines; i++)
        if (minds(scenario, view, piece, &view->mine[i]) && needs_parent(scenario, view, view->mine[i].hex, piece))
            out->hex[out->count++] = view->mine[i].hex;
}

Hex mines_left_alone(const Scenario *scenario, const Minded *minded, Hex to)
{
    for (int i = 0; i < minded->count; i++)
        if (map_distance(scenario->map, to, minded->hex[i]) > data_of(scenario)->mines.from_platoon)
            return minded->hex[i];
    return NO_HEX;
}

static Fields find_fields(const Scenario *scenario, const State *view)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side;
    Fields fields = {{0}, {0}};
    find_near_platoons(scenario, view, fields.near);
    for (int i = 0; data->setup_order[0] == side && i < data->counters; i++)
        for (int word = 0; data->counter[i].side != side && !data->counter[i].turn && word < TCS_WORDS; word++)
            fields.theirs[word] |= data->zone[i][word];
    return fields;
}

/* The same of one hex: a player who types or drafts an order needs no other. */
static Fields find_fields_at(const Scenario *scenario, const State *view, Hex hex)
{
    const Book *data = data_of(scenario);
    int side = question(&view->head)->side, near = 0;
    Fields fields = {{0}, {0}};
    for (int i = 0; i < data->counters; i++) {
        const Counter *counter = &data->counter[i];
        if (data->setup_order[0] == side && counter->side != side && !counter->turn && has_bit(data->zone[i], hex))
            set_bit(fields.theirs, hex);
        near += may_be_parent(scenario, view, (Piece)i) &&
                map_distance(scenario->map, view->unit[i].at.hex, hex) <= data->mines.from_platoon;
    }
    if (near >= data->mines.platoons)
        set_bit(fields.near, hex);
    return fields;
}

static Refusal setup_allows(const Scenario *scenario, const State *view, const Fields *fields, Hex hex)
{
    int column = hex_column(&scenario->map->grid, hex) + scenario->map->grid.first_column;
    if (column < data_of(scenario)->laid[question(&view->head)->side].first_column)
        return refuse(TCS_21_1_1, "tcs.lies-outside-scenario-leaves-mines", hex);
    if (!has_bit(fields->near, hex))
        return refuse(TCS_21_1_3, "tcs.not-near-enough-two-platoons", hex);
    return has_bit(fields->theirs, hex) ? refuse(TCS_21_1_1, "tcs.enemy-may-set-up", hex) : LEGAL;
}

static Refusal parent_allows(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    Ordered at;
    if (kind_of(scenario, piece)->class != PLATOON)
        return refuse(TCS_21_1_2, "tcs.not-platoon", piece);
    if (!has_bit(view->parents, piece))
        return group_of(view, piece, &at) &&
                       sheet_type(&view->plans[view->unit[piece].side].sheet[at.sheet]) == MISSION_PREPARED
                   ? refuse(TCS_21_1_2, "tcs.laid-mines", piece)
                   : refuse(TCS_21_1_2, "tcs.not-sheet-just-implemented", piece);
    return map_distance(scenario->map, view->unit[piece].at.hex, hex) <= data_of(scenario)->mines.from_platoon
               ? LEGAL
               : refuse(TCS_21_1_3, "tcs.more-4-hexes", hex, piece);
}

static Refusal enemy_allows(const Scenario *scenario, const State *view, Hex hex)
{
    EACH_BIT(other, view->occupied[enemy_of(question(&view->head)->side)], TCS_WORDS)
        if (map_distance(scenario->map, hex, (Hex)other) < data_of(scenario)->mines.from_enemy)
            return refuse(TCS_21_1_3, "tcs.enemy-stands-less-5-hexes", hex);
    return LEGAL;
}

Refusal lay_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0], from = order_value(order, SLOT_FROM, NO_HEX);
    int count, first = order_slot(order, SLOT_PARENTS, &count), side = question(&view->head)->side;
    Refusal no = hex_allows(scenario, view, hex);
    if (refused(no))
        return no;
    if (in_setup(view)) {
        int field = from < scenario->map->hexes ? field_at(view, from) : -1;
        if (field < 0 || view->mine[field].side != side || count)
            return refuse(TCS_21_1_1, "tcs.say-your-minefields-laid-elsewhere");
        Fields fields = find_fields_at(scenario, view, hex);
        return setup_allows(scenario, view, &fields, hex);
    }
    if (from != NO_HEX)
        return refuse(TCS_21_1_3, "tcs.mines-once-laid-stay-where");
    if (count != data_of(scenario)->mines.platoons)
        return refuse(TCS_21_0E, "tcs.minefield-two-platoons-no-dummies");
    for (int i = 0; i < count && !refused(no); i++)
        no = parent_allows(scenario, view, order->value[first + i], hex);
    return refused(no) ? no : enemy_allows(scenario, view, hex);
}

static bool has_parents(const Scenario *scenario, const State *view, Hex hex, int after)
{
    int near = 0;
    if (refused(hex_allows(scenario, view, hex)) || refused(enemy_allows(scenario, view, hex)))
        return false;
    for (int piece = after + 1; piece < scenario->pieces; piece++)
        near += !refused(parent_allows(scenario, view, (Piece)piece, hex));
    return near >= (after < 0 ? 2 : 1);
}

/* A side that has mines may lay them elsewhere. */
static void list_fields(const Scenario *scenario, const State *view, Choices *out)
{
    bool own = false;
    for (int i = 0; i < view->mines; i++)
        own |= view->mine[i].side == question(&view->head)->side;
    if (!own)
        return;
    Fields fields = find_fields(scenario, view);
    EACH_BIT(hex, fields.near, TCS_WORDS)
        if (!refused(hex_allows(scenario, view, (Hex)hex)) && !refused(setup_allows(scenario, view, &fields, (Hex)hex)))
            choose(out, SLOT_AT, hex);
}

void lay_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, SLOT_PARENTS, &count), side = question(&view->head)->side;
    bool setup = in_setup(view);
    if (!prefix->count) {
        if (setup)
            list_fields(scenario, view, out);
        for (int hex = 0; !setup && hex < scenario->map->hexes; hex++)
            if (has_parents(scenario, view, (Hex)hex, -1))
                choose(out, SLOT_AT, hex);
        return;
    }
    out->complete = !refused(lay_check(scenario, view, prefix));
    for (int i = 0; setup && prefix->count == 1 && i < view->mines; i++)
        if (view->mine[i].side == side)
            choose(out, SLOT_FROM, view->mine[i].hex);
    for (int piece = count ? prefix->value[first] + 1 : 0; !setup && count < 2 && piece < scenario->pieces; piece++)
        if (!refused(parent_allows(scenario, view, (Piece)piece, prefix->value[0])) &&
            (count || has_parents(scenario, view, prefix->value[0], piece)))
            choose(out, SLOT_PARENTS, piece);
}

/* Where two may lay mines together, any two of those near enough may. */
void lay_actors(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    uint64_t laying[PIECE_WORDS] = {0};
    bool any = false;
    (void)prefix;
    for (int word = 0; word < PIECE_WORDS; word++)
        any |= view->parents[word] != 0;
    for (int hex = 0; any && !in_setup(view) && hex < scenario->map->hexes; hex++) {
        if (!has_parents(scenario, view, (Hex)hex, -1))
            continue;
        for (Piece piece = 0; piece < scenario->pieces; piece++)
            if (!refused(parent_allows(scenario, view, piece, (Hex)hex)))
                set_bit(laying, piece);
    }
    EACH_BIT(piece, laying, PIECE_WORDS)
        choose(out, SLOT_PARENTS, piece);
}

void lay_mine(Play *play, Hex hex, int side)
{
    State *state = play->state;
    if (state->mines == TCS_MINES)
        return;
    state->mine[state->mines++] = (Minefield){hex, (uint8_t)side, EDGES};
    marks_changed(play->scenario, state);
}

void lay_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Hex hex = order->value[0], from = order_value(order, SLOT_FROM, NO_HEX);
    int count, first = order_slot(order, SLOT_PARENTS, &count), side = asked(state)->side;
    if (from != NO_HEX) {
        state->mine[field_at(state, from)].hex = hex;
        marks_changed(play->scenario, state);
    } else {
        lay_mine(play, hex, side);
    }
    for (int i = 0; i < count; i++)
        clear_bit(state->parents, order->value[first + i]);
    tell(play->events, EVENT_GROUND, 0, sentence(TCS_21_1_3, "tcs.lays-mines", side, hex));
}

/* ---- when a Prepared Defense implements ------------------------------------------------------------------ */

void mines_begin(Play *play, int side, const uint64_t *who)
{
    State *state = play->state;
    memset(state->parents, 0, sizeof state->parents);
    EACH_BIT(piece, who, PIECE_WORDS)
        if (is_on_map(state, (Piece)piece) && kind_of(play->scenario, (Piece)piece)->class == PLATOON)
            set_bit(state->parents, piece);
    ask(state, ASK_LAY_MINES, side);
}

void laid_apply(Play *play, const Order *order)
{
    (void)order;
    memset(play->state->parents, 0, sizeof play->state->parents);
    answered(play->state);
}

void lay_skip(Play *play) { laid_apply(play, NULL); }

Sentence lay_prompt(const Scenario *scenario, const State *view)
{
    int left = 0;
    (void)scenario;
    for (int word = 0; word < PIECE_WORDS; word++)
        left += __builtin_popcountll(view->parents[word]);
    return sentence(TCS_21_1_3, "tcs.where-mines-laid-minefields-most", question(&view->head)->side, left / 2);
}
