/* outlook.c — facts of the whole map for a player who weighs orders, found once a view.
 *
 * How strong each stack is, with a fair share of all that is seen nowhere for a hex that hides something; how near the
 * enemy is; the cheapest paths to the stakes that the side has still to take, where enemies on the path count as a
 * delay; the stream of enemy strength along his paths to the side's holdings, and how far each hex is from the gaps
 * through which it would run. All of it is advice and no rule. Expensive results keep what they were made of and are
 * made again only when that differs. */
#include "core/room.h"
#include "core/hash.h"
#include "kit/fields.h"
#include "systems/ocs/memo.h"

enum {
    MENACE = 3,        /* hexes from which an enemy may come up by his next attack */
    UP_CLOSE = 4,      /* … and a unit of the side in this phase */
    BLOCK = 4,         /* half MPs that a stack on the path costs, and one more for each … */
    BLOCK_GRAINS = 40, /* … of these */
    BLOCK_MOST = 24,
    DEAREST = 10 * POINT_WORTH, /* the stake everybody goes for first */
    PER_STAKE = 64,             /* worth that makes a stake seem a half MP nearer */
    FORESIGHT = 40,             /* half MPs of the enemy's march that the side looks ahead */
    RALLY = 80,                 /* no unit is called from a longer march */
    URGENT = 15,
    COVER = 3 /* … and how much likelier a unit is where none is seen */
};

/* ---- steps --------------------------------------------------------------------------------------- */

static void find_steps(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Map *map = scenario->map;
    if (outlook->stepped && outlook->weather == view->weather)
        return;
    outlook->stepped = true;
    outlook->ways_found = outlook->rallied = outlook->served_found = false;
    outlook->weather = view->weather;
    for (int hex = 0; hex < map->hexes; hex++)
        for (Edge edge = 0; edge < EDGES; edge++) {
            int cost = map->next[hex][edge] == NO_HEX
                           ? PROHIBITED
                           : step_cost_in(scenario, weather_for(data_of(scenario), view, outlook->side), TRUCK,
                                          (Hex)hex, edge);
            outlook->step[hex][edge] = (uint8_t)(cost == PROHIBITED ? 0 : (cost + 1) / 2);
            if (map->next[hex][edge] != NO_HEX)
                outlook->step_back[map->next[hex][edge]][edge_opposite(edge)] = outlook->step[hex][edge];
        }
}

/* ---- strengths ----------------------------------------------------------------------------------- */

/* A fair share of the strength seen nowhere. */
typedef struct Share {
    int row[ROWS], defence, rating, units, covers;
} Share;

static void add_unseen(const Book *data, const Kind *kind, Share *share)
{
    const Face *face = &kind->face[COMBAT_SIDE];
    if (!is_unit(kind) || !face->there)
        return;
    if (face->how == PLAIN)
        share->row[class_row(kind)] += face->strength * GRAINS;
    share->defence += (face->how == BARRAGES ? 1 : face->strength) * GRAINS;
    share->rating += face->rating;
    share->units++;
    (void)data;
}

/* Beneath a unit that is seen there may be supply alone; beneath a marker or works there is a unit. */
static int weight_of(const Scenario *scenario, const State *view, Hex hex, int side)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
        if (piece < scenario->pieces && view->unit[piece].side == side &&
            is_unit(kind_of(data_of(scenario), view, piece)))
            return 1;
    return COVER;
}

static Share share_of(const Scenario *scenario, const State *view, int side)
{
    const Book *data = data_of(scenario);
    Share share = {.covers = 0};
    for (Piece piece = 0; piece < OCS_SLOTS; piece++) {
        const Unit *unit = &view->unit[piece];
        if (piece < scenario->pieces && unit->standing == UNSEEN && unit->side == side)
            add_unseen(data, &data->kind[piece], &share);
        if (piece >= scenario->pieces && unit->standing == ON_MAP && unit->side == side)
            share.covers += weight_of(scenario, view, unit->at.hex, side);
    }
    int covers = share.covers ? share.covers : 1;
    for (int row = 0; row < ROWS; row++)
        share.row[row] /= covers;
    share.defence /= covers;
    share.rating = share.units ? (share.rating + share.units - 1) / share.units : 2;
    return share;
}

static void count_cover(const Share *share, int weight, Force *force)
{
    for (int row = 0; row < ROWS; row++)
        force->row[row] = (uint16_t)(force->row[row] + weight * share->row[row]);
    force->defence = (uint16_t)(force->defence + weight * share->defence);
    force->steps = (uint8_t)(force->steps + weight);
    force->rating = (int8_t)(share->rating > force->rating ? share->rating : force->rating);
    force->count++;
}

/* What it may still attack with in this phase or in its side's next. */
static bool may_still_attack(const Scenario *scenario, const State *view, Piece piece)
{
    return !(view->unit[piece].now & (ATTACKED | LANDED)) && view->unit[piece].marker != RESERVE &&
           view->unit[piece].marker != STRATEGIC && !refused(may_act(scenario, view, piece)) &&
           !refused(bars_attack(scenario, view, piece));
}

static int worn_strength(const Book *data, const State *view, Piece piece, const Face *face)
{
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    int strength = face->strength * GRAINS;
    bool worn = unit->marker == DISORGANIZED || (kind->steps > 1 && (kind->steps - unit->steps) * 2 >= kind->steps);
    return worn ? strength / 2 : strength;
}

static void count_unit(const Scenario *scenario, const State *view, Outlook *outlook, Piece piece)
{
    const Book *data = data_of(scenario);
    const Unit *unit = &view->unit[piece];
    const Kind *kind = kind_of(data, view, piece);
    const Face *face = face_of(data, view, piece);
    Force *force = &outlook->force[unit->side][unit->at.hex];
    int strength = worn_strength(data, view, piece, face), row = class_row(kind), rating = rating_of(data, view, piece);
    if (unit->level != FULL_SUPPLY)
        strength /= 2;
    force->defence = (uint16_t)(force->defence + defence_strength(scenario, view, piece) * GRAINS / PARTS);
    force->steps = (uint8_t)(force->steps + unit->steps);
    force->count++;
    force->rating = (int8_t)(rating > force->rating ? rating : force->rating);
    if (face->how == BARRAGES)
        force->guns = (uint8_t)(force->guns + face->strength);
    if (face->how != PLAIN)
        return;
    force->row[row] = (uint16_t)(force->row[row] + strength);
    if (unit->side == outlook->side && may_still_attack(scenario, view, piece))
        outlook->ready[row][unit->at.hex] = (uint16_t)(outlook->ready[row][unit->at.hex] + strength);
}

static void find_strengths(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    int worth[PLAYERS] = {0}, steps[PLAYERS] = {0};
    memset(outlook->power, 0, sizeof outlook->power);
    Share share = share_of(scenario, view, enemy_of(outlook->side));
    memset(outlook->force, 0, sizeof outlook->force);
    memset(outlook->ready, 0, sizeof outlook->ready);
    for (Piece piece = 0; piece < OCS_SLOTS; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->standing != ON_MAP || unit->at.hex >= scenario->map->hexes)
            continue;
        if (piece >= scenario->pieces) {
            int weight = weight_of(scenario, view, unit->at.hex, unit->side);
            count_cover(&share, weight, &outlook->force[unit->side][unit->at.hex]);
            outlook->power[unit->side] += weight * (share.row[0] + share.row[1] + share.row[2]) / GRAINS;
            continue;
        }
        const Kind *kind = kind_of(data, view, piece);
        if (!is_unit(kind))
            continue;
        count_unit(scenario, view, outlook, piece);
        if (kind->face[COMBAT_SIDE].how == PLAIN) {
            worth[unit->side] += 20 * unit->steps + 12 * kind->face[COMBAT_SIDE].strength;
            steps[unit->side] += kind->steps;
            outlook->power[unit->side] += kind->face[COMBAT_SIDE].strength;
        }
    }
    for (int side = 0; side < PLAYERS; side++) {
        outlook->care[side] = (int16_t)care_for_steps(scenario, view, side);
        outlook->step_worth[side] =
            (int16_t)((steps[side] ? worth[side] / steps[side] : 60) + outlook->step_price[side] + outlook->care[side]);
    }
}

/* ---- nearness ------------------------------------------------------------------------------------ */

static void find_near(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const uint64_t *enemies = view->occupied[enemy_of(outlook->side)];
    if (outlook->looked_near && !memcmp(outlook->enemies, enemies, sizeof outlook->enemies))
        return;
    outlook->looked_near = true;
    memcpy(outlook->enemies, enemies, sizeof outlook->enemies);
    distances_from(scenario->map, enemies, outlook->near);
}

static int attack_of(const Force *force) { return force->row[0] + force->row[1] + force->row[2]; }

static void find_menace(const Scenario *scenario, const State *view, Outlook *outlook)
{
    int enemy = enemy_of(outlook->side);
    uint16_t now[OCS_SPOTS] = {0};
    EACH_BIT(hex, view->occupied[enemy], OCS_WORDS)
        now[hex] = (uint16_t)attack_of(&outlook->force[enemy][hex]);
    renew_around(scenario->map, MENACE, now, outlook->menacing, outlook->menace);
}

static void find_coming(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    uint16_t now[OCS_SPOTS] = {0};
    EACH_BIT(hex, view->occupied[outlook->side], OCS_WORDS) {
        int strength = 0;
        if (hex >= scenario->map->hexes || outlook->near[hex] > UP_CLOSE + 1)
            continue;
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (!(view->unit[piece].now & (MOVED | STOPPED | HALTED)) && face_of(data, view, piece)->how == PLAIN &&
                view->unit[piece].marker == NO_MARKER)
                strength += worn_strength(data, view, piece, face_of(data, view, piece));
        now[hex] = (uint16_t)strength;
    }
    renew_around(scenario->map, UP_CLOSE, now, outlook->may_come, outlook->coming);
}

/* ---- paths --------------------------------------------------------------------------------------- */

static int block(int against)
{
    int cost = BLOCK + against / BLOCK_GRAINS;
    return !against ? 0 : cost < BLOCK_MOST ? cost : BLOCK_MOST;
}

/* Paths lead from everywhere to the goals, so that steps are counted backwards. */
static void rise(const Outlook *outlook, const uint16_t *against, Tide *tide)
{
    const Map *map = outlook->scenario->map;
    Hex hex;
    while ((hex = tide_next(tide)) != NO_HEX) {
        int here = tide->cost[hex] + (against ? block(against[hex]) : 0);
        for (int edge = 0; edge < EDGES; edge++) {
            Hex before = map->next[hex][edge];
            int step = before == NO_HEX ? 0 : outlook->step[before][edge_opposite((Edge)edge)];
            if (step)
                tide_reach(tide, before, here + step);
        }
    }
}

static bool is_met(const Scenario *scenario, const State *view, const Stake *stake)
{
    EACH_BIT(hex, view->occupied[stake->wanted_by], OCS_WORDS)
        if (map_distance(scenario->map, (Hex)hex, stake->hex) <= stake->within)
            return true;
    return false;
}

/* Whether the side has that stake still to take. Places to be near are goals as long as no unit is there. */
static bool is_wanted(const Scenario *scenario, const State *view, const Stake *stake, int side)
{
    if (stake->within)
        return stake->wanted_by == side && !is_met(scenario, view, stake);
    return !has_bit(view->control[side], stake->hex);
}

static uint64_t wanted_by(const Scenario *scenario, const State *view, const Outlook *outlook, int side)
{
    uint64_t wanted = 0;
    for (int i = 0; i < outlook->stakes; i++)
        wanted |= (uint64_t)is_wanted(scenario, view, &outlook->stake[i], side) << i;
    return wanted;
}

static void find_ways_of(const Outlook *outlook, int side, uint16_t out[OCS_SPOTS])
{
    ROOM(Tide, tide);
    tide_begin(tide, OCS_SPOTS, FLOOD_COSTS - 1);
    for (int i = 0; i < outlook->stakes; i++) {
        const Stake *stake = &outlook->stake[i];
        int worth = stake->worth < DEAREST ? stake->worth : DEAREST;
        if (outlook->wanted[side] >> i & 1)
            tide_reach(tide, stake->hex, (DEAREST - worth) / PER_STAKE);
    }
    rise(outlook, side == outlook->side ? outlook->against : NULL, tide);
    memcpy(out, tide->cost, OCS_SPOTS * sizeof *out);
}

static void find_ways(const Scenario *scenario, const State *view, Outlook *outlook)
{
    int enemy = enemy_of(outlook->side);
    uint16_t against[OCS_SPOTS];
    for (int hex = 0; hex < OCS_SPOTS; hex++)
        against[hex] = outlook->force[enemy][hex].defence;
    bool moved = memcmp(outlook->against, against, sizeof against);
    memcpy(outlook->against, against, sizeof against);
    for (int side = 0; side < PLAYERS; side++) {
        uint64_t wanted = wanted_by(scenario, view, outlook, side);
        bool fresh = !outlook->ways_found || wanted != outlook->wanted[side] || (side != enemy && moved);
        outlook->wanted[side] = wanted;
        if (fresh)
            find_ways_of(outlook, side, side == enemy ? outlook->theirs : outlook->way);
    }
    outlook->ways_found = true;
}

/* More to take than to lose, or at least half as much, and the means to take it. */
static void find_posture(const Scenario *scenario, const State *view, Outlook *outlook)
{
    int take = 0, hold = 0, side = outlook->side;
    for (int i = 0; i < outlook->stakes; i++) {
        const Stake *stake = &outlook->stake[i];
        take += is_wanted(scenario, view, stake, side) ? stake->worth : 0;
        hold += is_wanted(scenario, view, stake, enemy_of(side)) ? stake->worth : 0;
    }
    outlook->presses = take > 0 && 2 * take >= hold && 4 * outlook->power[side] >= 3 * outlook->power[enemy_of(side)];
}

/* ---- gaps to bar --------------------------------------------------------------------------------- */

static Hex next_on_way(const Outlook *outlook, Hex hex)
{
    const Map *map = outlook->scenario->map;
    int best = FAR;
    Hex found = NO_HEX;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = map->next[hex][edge];
        int step = next == NO_HEX ? 0 : outlook->step[hex][edge];
        if (!step || outlook->theirs[next] == FAR || outlook->theirs[next] + step >= best)
            continue;
        best = outlook->theirs[next] + step;
        found = next;
    }
    return found;
}

/* Follows the path of a stack; a unit that bars it halves it. */
static void run_from(const State *view, Outlook *outlook, Hex hex, int strength)
{
    int from = outlook->theirs[hex];
    while (strength > 0 && from != FAR && outlook->theirs[hex] && from - outlook->theirs[hex] < FORESIGHT) {
        Hex next = next_on_way(outlook, hex);
        if (next == NO_HEX || outlook->theirs[next] >= outlook->theirs[hex])
            return;
        hex = next;
        outlook->flow[hex] = (uint16_t)(outlook->flow[hex] + strength);
        if (friend_in(view, outlook->side, hex))
            strength /= 2;
    }
}

static void find_flow(const Scenario *scenario, const State *view, Outlook *outlook)
{
    int enemy = enemy_of(outlook->side);
    memset(outlook->flow, 0, sizeof outlook->flow);
    EACH_BIT(hex, view->occupied[enemy], OCS_WORDS)
        if (hex < scenario->map->hexes)
            run_from(view, outlook, (Hex)hex, attack_of(&outlook->force[enemy][hex]) / GRAINS);
}

/* How far a unit is from a hex where no unit bars the enemy. */
static void find_rally(const Scenario *scenario, const State *view, Outlook *outlook)
{
    ROOM(Tide, tide);
    static const uint16_t nothing[OCS_SPOTS];
    uint16_t gap[OCS_SPOTS];
    memset(gap, 0xFF, sizeof gap);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (outlook->flow[hex] && !enemy_in(view, outlook->side, (Hex)hex) &&
            !friend_in(view, outlook->side, (Hex)hex) && outlook->near[hex] > 1)
            gap[hex] = outlook->stake_at[hex] ? 0 : URGENT;
    for (int i = 0; i < outlook->stakes; i++) {
        const Stake *stake = &outlook->stake[i];
        if (!stake->within && has_bit(view->control[outlook->side], stake->hex) &&
            !friend_in(view, outlook->side, stake->hex))
            gap[stake->hex] = outlook->stake_at[stake->hex] ? 0 : URGENT;
    }
    const Bed before = {outlook->gap, nothing}, now = {gap, nothing};
    if (outlook->rallied) {
        tide_mend(tide, scenario->map, outlook->step_back, RALLY, &before, &now, outlook->rally);
    } else {
        memset(outlook->rally, 0xFF, sizeof outlook->rally);
        tide_rise(tide, scenario->map, outlook->step_back, RALLY, &now, outlook->rally);
    }
    outlook->rallied = true;
    memcpy(outlook->gap, gap, sizeof outlook->gap);
}

/* ---- all of it ----------------------------------------------------------------------------------- */

/* Questions after which a unit may march; other questions depend on strengths alone. */
static bool asks_for_marches(int kind)
{
    return kind == ASK_MOVEMENT || kind == ASK_MODES || kind == ASK_ADVANCE || kind == ASK_ARRIVALS ||
           kind == ASK_RELEASE || kind == ASK_WITHDRAW || kind == ASK_REORGANIZE;
}

static void begin_outlook(const Scenario *scenario, Outlook *outlook)
{
    memset(outlook, 0, sizeof *outlook);
    outlook->scenario = scenario;
    outlook->ground = data_of(scenario)->derivations;
    outlook->side = NO_SIDE;
    find_stakes(scenario, outlook);
    find_chances(scenario, outlook);
}

void look_over(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Frame *frame = question(&view->head);
    if (outlook->scenario != scenario || outlook->ground != data_of(scenario)->derivations)
        begin_outlook(scenario, outlook);
    outlook->look = next_look();
    bool turned = outlook->side != frame->side;
    if (turned) {
        outlook->looked_near = outlook->ways_found = outlook->rallied = outlook->served_found = false;
        outlook->stepped &= data_of(scenario)->weather_only == NO_SIDE;
    }
    outlook->side = frame->side;
    outlook->kept = (int16_t)division_kept(scenario, view, frame->side);
    find_steps(scenario, view, outlook);
    find_strengths(scenario, view, outlook);
    find_near(scenario, view, outlook);
    find_menace(scenario, view, outlook);
    find_served(scenario, view, outlook);
    if (!asks_for_marches(frame->kind))
        return;
    find_coming(scenario, view, outlook);
    find_posture(scenario, view, outlook);
    find_ways(scenario, view, outlook);
    find_flow(scenario, view, outlook);
    find_rally(scenario, view, outlook);
    if (frame->kind == ASK_MOVEMENT)
        find_haulage(scenario, view, outlook);
}
