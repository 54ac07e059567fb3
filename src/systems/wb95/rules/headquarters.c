/* headquarters.c — WB-95 section 9: headquarters in combat.
 *
 * A force all of whose strength lies within range of its HQs may move the dice by one (9.2). Counters that add no
 * strength (limbered guns, the HQs themselves) need not be covered; each counter may be covered by another HQ, and more
 * HQs add nothing (9.2.3). Both sides may, and cancel each other out (9.2.4). Scenarios tie Soviet and Polish HQs to
 * their own nation and Polish ones to defence on their own hex; any HQ helps every defender on its hex (nysa.1-9,
 * 1-10).
 *
 * A lost HQ leaves its enemy a pool of five CMs, for combats within eight hexes of where it was lost, in the two Combat
 * Phases that follow (9.1.6, 9.1.7, R36). A pool won in a Combat Phase waits for that phase to end: it is born with
 * three phases to live and can be spent when two or fewer are left. Where HQs lost at different hexes serve one combat,
 * the player may say which HQ's CMs he spends: each pool has its own hexes and days. CMs he does not assign are taken
 * from the pool that lapses first. */
#include "systems/wb95/fight.h"

enum { POOL_CMS = 5, POOL_PHASES = 2, POOL_RADIUS = 8, HQS = 32 };

static bool bans(const Wb95 *data, int feature, int nations, int nation)
{
    return data->feature[feature] && nations >> nation & 1;
}

/* Whether the HQ helps a counter of that nation at that hex. */
static bool hq_helps(const Scenario *scenario, const State *view, Piece hq, int helped, Hex hex, bool defending)
{
    const Wb95 *data = data_of(scenario);
    int nation = kind_of(data, view, hq)->nation;
    if (defending && view->unit[hq].hex == hex)
        return true;
    if (bans(data, FEATURE_HQ_OWN_HEX, data->special.hq_own_hex, nation))
        return false;
    if (bans(data, FEATURE_HQ_NATION, data->special.hq_nations, nation) && helped != nation)
        return false;
    return map_distance(scenario->map, view->unit[hq].hex, hex) <= data->hq_range[nation];
}

bool adds_strength(const Wb95 *data, const State *view, Piece piece)
{
    return kind_of(data, view, piece)->type != HQ && !is_limbered(data, view, piece);
}

/* The side's HQs on the map; in views those too of which only the type is known. */
static int hqs_of(const Scenario *scenario, const State *view, int side, Piece out[HQS])
{
    const Wb95 *data = data_of(scenario);
    int count = 0;
    for (int i = 0; i < data->headquarters && count < HQS; i++) {
        const Unit *unit = &view->unit[data->headquarter[i]];
        if (unit->side == side && unit->place == ON_MAP)
            out[count++] = data->headquarter[i];
    }
    for (Piece piece = (Piece)scenario->pieces; piece < WB95_SLOTS && count < HQS; piece++) {
        if (view->unit[piece].place == SPARE)
            break; /* the rest are, too */
        if (view->unit[piece].side == side && kind_of(data, view, piece)->type == HQ)
            out[count++] = piece;
    }
    return count;
}

/* Each counter by HQs of its own side: a defence may have several owners (R106). */
bool hq_covers(const Scenario *scenario, const State *view, const Piece *force, int count, bool defending)
{
    const Wb95 *data = data_of(scenario);
    Piece hq[HQS];
    int hqs = 0, side = NO_SIDE, strong = 0;
    for (int i = 0; i < count; i++)
        strong += adds_strength(data, view, force[i]);
    for (int i = 0; i < count; i++) {
        bool helped = strong && !adds_strength(data, view, force[i]);
        if (view->unit[force[i]].side != side) {
            side = view->unit[force[i]].side;
            hqs = hqs_of(scenario, view, side, hq);
        }
        for (int j = 0; j < hqs && !helped; j++)
            helped = hq_helps(scenario, view, hq[j], kind_of(data, view, force[i])->nation, view->unit[force[i]].hex,
                              defending);
        if (!helped)
            return false;
    }
    return count > 0;
}

bool hq_serves(const Scenario *scenario, const State *view, int side, int nation, Hex hex)
{
    Piece hq[HQS];
    int hqs = hqs_of(scenario, view, side, hq);
    for (int i = 0; i < hqs; i++)
        if (hq_helps(scenario, view, hq[i], nation, hex, true))
            return true;
    return false;
}

bool force_covered(const Scenario *scenario, const State *view, const Combat *combat, int which)
{
    const Force *force = &combat->force[which];
    Piece all[FORCE + GUNS];
    int count = 0;
    for (int i = 0; i < force->units; i++)
        all[count++] = force->unit[i];
    for (int i = 0; i < force->guns; i++)
        all[count++] = force->gun[i];
    return hq_covers(scenario, view, all, count, which == DEFENCE);
}

/* The side that profits: the one it fights at the moment, or the side whose phase it is, if it is an enemy, else the
 * first enemy in playing order. */
static int profiteer(const Wb95 *data, const State *state, int owner)
{
    for (int which = ATTACK; which <= DEFENCE && state->combat.stage; which++)
        if (is_enemy(data, owner, state->combat.force[which].side))
            return state->combat.force[which].side;
    if (is_enemy(data, owner, state->phasing))
        return state->phasing;
    for (int i = 0; i < data->players; i++)
        if (is_enemy(data, owner, data->order[i]))
            return data->order[i];
    return NO_SIDE;
}

void hq_lost(Play *play, Piece hq)
{
    State *state = play->state;
    const Unit *unit = &state->unit[hq];
    int side = profiteer(play->data, state, unit->side);
    if (side == NO_SIDE)
        return;
    bool fighting = state->head.phase && phase_kind(state->head.phase) == PHASE_COMBAT;
    for (int i = 0; i < POOLS; i++)
        if (!state->pool[i].left) {
            state->pool[i] = (Pool){(uint8_t)side, POOL_CMS, (uint8_t)(POOL_PHASES + fighting), 0, unit->hex};
            tell(play->events, EVENT_NOTE, 0,
                 sentence(WB95_9_1_6, "wb95.may-spend-cm-within-hexes", side, POOL_CMS, POOL_RADIUS, unit->hex));
            return;
        }
}

static bool pool_serves(const Scenario *scenario, const Pool *pool, const Combat *combat, int side)
{
    if (!pool->left || pool->side != side || pool->phases_left > POOL_PHASES)
        return false;
    for (int i = 0; i < combat->targets; i++)
        if (map_distance(scenario->map, pool->hex, combat->target[i]) <= POOL_RADIUS)
            return true;
    return false;
}

int pool_cms(const Scenario *scenario, const State *view, const Combat *combat, int side)
{
    int cms = 0;
    for (int i = 0; i < POOLS; i++)
        if (pool_serves(scenario, &view->pool[i], combat, side))
            cms += view->pool[i].left;
    return cms;
}

int pool_all(const State *view, int side)
{
    int cms = 0;
    for (int i = 0; i < POOLS; i++)
        if (view->pool[i].side == side && view->pool[i].phases_left)
            cms += view->pool[i].left;
    return cms;
}

int pool_cms_at(const Scenario *scenario, const State *view, const Combat *combat, int side, Hex hex)
{
    int cms = 0;
    bool elsewhere = false;
    for (int i = 0; i < POOLS; i++) {
        if (!pool_serves(scenario, &view->pool[i], combat, side))
            continue;
        if (view->pool[i].hex == hex)
            cms += view->pool[i].left;
        else
            elsewhere = true;
    }
    return elsewhere ? cms : 0;
}

/* Takes from the pools that lapse first, of those at a hex or (NO_HEX) of all. */
static void pool_take(Play *play, const Combat *combat, int side, int cms, Hex hex)
{
    for (int phases = 1; phases <= POOL_PHASES; phases++)
        for (int i = 0; i < POOLS && cms; i++) {
            Pool *pool = &play->state->pool[i];
            if (pool->phases_left != phases || !pool_serves(play->scenario, pool, combat, side) ||
                (hex != NO_HEX && pool->hex != hex))
                continue;
            int taken = cms < pool->left ? cms : pool->left;
            pool->left = (uint8_t)(pool->left - taken);
            cms -= taken;
        }
}

void pool_spend(Play *play, const Combat *combat, int side, int cms, const uint16_t *named, int count)
{
    for (int i = 0; i < count; i++)
        pool_take(play, combat, side, 1, named[i]);
    pool_take(play, combat, side, cms - count, NO_HEX);
}

void pools_expire(State *state)
{
    for (int i = 0; i < POOLS; i++)
        if (state->pool[i].left && --state->pool[i].phases_left == 0)
            state->pool[i] = (Pool){0};
}
