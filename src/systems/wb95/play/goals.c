/* goals.c — facts of the whole map for a player who weighs orders, found once a view.
 *
 * The side's goals (the rows of points of its scenario, and the way off the map), nearest first to the source of its
 * supply, the enemy's goals and the paths open to him, how far the nearest enemy is, what strength may still come up,
 * how much losses cost. All of it is advice and no rule: marches are those of tracked units over standing bridges, and
 * a zone of control on the path counts as a delay.
 *
 * Little of that changes from one order to the next. Each part keeps what it was made of, sets of hexes mostly, and is
 * made again only when that differs; so an outlook that was used with other views loses time, never truth. */
#include "core/room.h"
#include "kit/fields.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/load/load.h"
#include "systems/wb95/memo.h"

enum {
    QUARTER = MP / 4,
    DELAY = 16,    /* quarters of an MP that a zone of control on the path costs, by and large */
    OCCUPIED = 24, /* … and a hex that must be fought for */
    ASIDE = 12,    /* how much farther a goal seems to units unsuited to it */
    BY_SUPPLY = 3, /* how much a line of supply counts on top, for a goal that is worth nothing without … */
    BY_HABIT = 80, /* … and in hundredths for any other: a unit without supply fights and marches worse all the same */
    REMOTE = 300,  /* the cost of a goal to which no line leads */
    MENACE = 5,    /* hexes from which an enemy may come up by his next attack */
    DEAR = 25,     /* hundredths by which a loss weighs more for each point the enemy has of it */
    STAKE = 8,     /* points for which a hex is not left */
    APPROACH = 2   /* rows of hexes before an exit that a unit must not reach */
};

static bool same_bits(const uint64_t *a, const uint64_t *b) { return !memcmp(a, b, HEX_WORDS * sizeof *a); }
static void copy_bits(uint64_t *to, const uint64_t *from) { memcpy(to, from, HEX_WORDS * sizeof *to); }

/* ---- what never changes ---------------------------------------------------------------------- */

enum { WAYS = 36 };

int result_price(const Result *result)
{
    return 100 * result->loss + 40 * result->retreat + 30 * result->disorganised + 5 * result->test;
}

static int column_price(const Wb95 *data, int column, int force)
{
    int sum = 0;
    for (int roll = 2; roll <= 12; roll++)
        sum += (roll <= 7 ? roll - 1 : 13 - roll) * result_price(&data->combat[roll - 2][column][force]);
    return sum / WAYS;
}

/* Points of the enemy side that gets most for a dead counter of the nation. */
static int death_points(const Scenario *scenario, int nation)
{
    const Wb95 *data = data_of(scenario);
    int most = 0;
    for (int other = 0; other < scenario->sides; other++) {
        int sum = 0;
        for (int i = 0; i < data->special.rows; i++) {
            const Points *row = &data->special.points[i];
            if (row->kind == POINTS_KILL && !row->joined && row->side == other && row->against >> nation & 1)
                sum += row->points;
        }
        sum = data->special.halved >> other & 1 ? sum / 2 : sum;
        most = sum > most ? sum : most;
    }
    return most;
}

/* Ground to gain that was not there from the start: a region, roads off the map. */
static bool gains_ground(const Wb95 *data, int side)
{
    for (int i = 0; i < data->special.rows; i++) {
        const Points *row = &data->special.points[i];
        if (row->side == side && (row->kind == POINTS_REGION || row->kind == POINTS_ROAD))
            return true;
    }
    return false;
}

static void derive_steps_back(const Scenario *scenario, Outlook *outlook)
{
    const Map *map = scenario->map;
    const Around *around = data_of(scenario)->around[TRACKED];
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++) {
            Hex before = map->next[hex][edge];
            int back = edge_opposite((Edge)edge);
            if (before != NO_HEX && around[before].next[back] == hex)
                outlook->step_back[hex][edge] = (uint8_t)((around[before].least[back] + QUARTER - 1) / QUARTER);
        }
}

static void begin_outlook(const Scenario *scenario, Outlook *outlook)
{
    const Wb95 *data = data_of(scenario);
    memset(outlook, 0, sizeof *outlook);
    outlook->scenario = scenario;
    outlook->derivations = data->derivations;
    for (int side = 0; side < scenario->sides; side++)
        outlook->presses[side] = data->order[0] == side || gains_ground(data, side);
    for (int column = 0; column < COLUMNS; column++) {
        outlook->hurt[column] = (int16_t)column_price(data, column, 0);
        outlook->harm[column] = (int16_t)column_price(data, column, 1);
    }
    for (int nation = 0; nation < NATIONS; nation++) {
        outlook->dear[nation] = (int16_t)(100 + DEAR * death_points(scenario, nation));
        outlook->fierce |= outlook->dear[nation] > 100;
    }
    derive_steps_back(scenario, outlook);
}

/* ---- marches --------------------------------------------------------------------------------- */

/* A path backwards from goals: the obstacles of a unit that marches there. */
typedef struct Obstacles {
    const uint64_t *zones, *stacks;
} Obstacles;

static int entering(const Obstacles *obstacles, Hex hex)
{
    return has_bit(obstacles->stacks, hex) ? OCCUPIED : has_bit(obstacles->zones, hex) ? DELAY : 0;
}

/* The obstacles, by hex. */
static void lay_obstacles(const Obstacles *obstacles, uint16_t out[WB95_HEXES])
{
    memset(out, 0, WB95_HEXES * sizeof *out);
    EACH_BIT(hex, obstacles->zones, HEX_WORDS)
        out[hex] = DELAY;
    EACH_BIT(hex, obstacles->stacks, HEX_WORDS)
        out[hex] = OCCUPIED;
}

/* Brings a field of marches up to date with its goals and obstacles. */
static void renew(const Outlook *outlook, int limit, const uint16_t *goal, const uint16_t *through, Kept *kept,
                  uint16_t *out)
{
    ROOM(Tide, tide);
    const Map *map = outlook->scenario->map;
    const Bed now = {goal, through}, before = {kept->goal, kept->through};
    if (kept->made) {
        tide_mend(tide, map, outlook->step_back, limit, &before, &now, out);
    } else {
        memset(out, 0xFF, WB95_HEXES * sizeof *out);
        tide_rise(tide, map, outlook->step_back, limit, &now, out);
    }
    kept->made = true;
    memcpy(kept->goal, goal, sizeof kept->goal);
    memcpy(kept->through, through, sizeof kept->through);
}

/* To a town of the other kind it seems farther. */
static int taste_price(const Map *map, Hex goal, int taste)
{
    return map->place[goal] >= 0 && map->place[goal] % TASTES != taste ? ASIDE : 0;
}

/* A goal to which supply is hard to bring seems farther, most of all if it is worth nothing without. */
static int line_price(const Outlook *outlook, Hex hex)
{
    const Special *special = &data_of(outlook->scenario)->special;
    int line = outlook->line[hex] == FAR_MARCH ? REMOTE : outlook->line[hex];
    for (int i = 0; i < special->rows; i++) {
        const Points *row = &special->points[i];
        if (row->supplied && row->side == outlook->side && has_bit(outlook->scoring[i], hex))
            return BY_SUPPLY * line;
    }
    return BY_HABIT * line / 100;
}

static int goal_price(const Outlook *outlook, Hex hex, int taste)
{
    return taste_price(outlook->scenario->map, hex, taste) + line_price(outlook, hex);
}

static void march_to_goals(Outlook *outlook, int goal, int taste, int march)
{
    uint16_t goals[WB95_HEXES];
    memset(goals, 0xFF, sizeof goals);
    EACH_BIT(hex, outlook->goals[goal], HEX_WORDS)
        goals[hex] = (uint16_t)(goal == GOAL_EXIT ? 0 : goal_price(outlook, (Hex)hex, taste));
    renew(outlook, FLOOD_COSTS - 1, goals, outlook->hindered, &outlook->march_kept[march], outlook->march[march]);
}

/* ---- units on the map ------------------------------------------------------------------------ */

/* Where the enemy's counters are, and their strength there. */
typedef struct Standing {
    uint64_t hexes[HEX_WORDS], zones[HEX_WORDS];
    uint8_t cel[WB95_HEXES], sp[WB95_HEXES];
} Standing;

/* An unknown counter is presumed to have a zone of control. */
static void presume_zone(const Map *map, const Wb95 *data, const State *view, Hex hex, uint64_t zones[HEX_WORDS])
{
    for (unsigned edges = class_zone(data, view, FOOT, hex); edges; edges &= edges - 1)
        set_bit(zones, map->next[hex][__builtin_ctz(edges)]);
}

static void find_standing(const Wb95 *data, const State *view, Outlook *outlook, Standing *out)
{
    memset(out, 0, sizeof *out);
    memset(outlook->friends, 0, sizeof outlook->friends);
    for (int piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->place != ON_MAP)
            continue;
        if (unit->side == outlook->side)
            set_bit(outlook->friends, unit->hex);
        if (!is_enemy(data, outlook->side, unit->side))
            continue;
        set_bit(out->hexes, unit->hex);
        if (data->kind[unit->kind].is & ANONYMOUS)
            presume_zone(outlook->scenario->map, data, view, unit->hex, out->zones);
        out->cel[unit->hex] = (uint8_t)(out->cel[unit->hex] + (unit->cel ? unit->cel : 1));
        if (can_assault(&data->kind[unit->kind]))
            out->sp[unit->hex] = (uint8_t)(out->sp[unit->hex] + attack_strength(data, view, (Piece)piece, false));
    }
    for (int other = 0; other < SIDES - 1; other++)
        for (int word = 0; is_enemy(data, outlook->side, other) && word < HEX_WORDS; word++)
            out->zones[word] |= view->zoc[other][word];
}

/* What differs from before. */
enum { MOVED = 1, STRENGTH = 2 };

static unsigned find_enemies(const Scenario *scenario, const State *view, Outlook *outlook)
{
    Standing now;
    find_standing(data_of(scenario), view, outlook, &now);
    bool moved = !same_bits(now.hexes, outlook->enemies) || !same_bits(now.zones, outlook->zones);
    bool strength =
        memcmp(now.cel, outlook->enemy_cel, sizeof now.cel) || memcmp(now.sp, outlook->enemy_sp, sizeof now.sp);
    if (moved) {
        copy_bits(outlook->enemies, now.hexes);
        copy_bits(outlook->zones, now.zones);
        distances_from(scenario->map, outlook->enemies, outlook->near);
        lay_obstacles(&(Obstacles){outlook->zones, outlook->enemies}, outlook->hindered);
    }
    if (strength) {
        memcpy(outlook->enemy_cel, now.cel, sizeof now.cel);
        memcpy(outlook->enemy_sp, now.sp, sizeof now.sp);
        memset(outlook->menace, 0, sizeof outlook->menace);
        EACH_BIT(hex, outlook->enemies, HEX_WORDS)
            add_around(scenario->map, (Hex)hex, MENACE, outlook->enemy_sp[hex], outlook->menace);
    }
    return (moved ? MOVED : 0) | (strength ? STRENGTH : 0);
}

int camp_of(const Wb95 *data, const State *view, Piece piece)
{
    return data->feature[FEATURE_JOINT_ATTACK] && nation_of(data, view, piece) == GERMAN;
}

static void reckon(const Map *map, Outlook *outlook, const struct Reckoned *one, int sign)
{
    if (!one->sp)
        return;
    EACH_BIT(hex, outlook->enemies, HEX_WORDS) {
        int distance = map_distance(map, one->hex, (Hex)hex);
        if (distance > 1 && distance <= COMING)
            outlook->coming[one->camp][hex] = (int16_t)(outlook->coming[one->camp][hex] + sign * one->sp);
    }
}

/* Strength that has not moved yet, near enough to come up to an enemy. */
static void reckon_coming(const Scenario *scenario, const State *view, Outlook *outlook, bool fresh)
{
    const Wb95 *data = data_of(scenario);
    if (fresh) {
        memset(outlook->coming, 0, sizeof outlook->coming);
        memset(outlook->reckoned, 0, sizeof outlook->reckoned);
    }
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        bool may_come = unit->place == ON_MAP && unit->side == outlook->side && !(unit->now & ACTED) &&
                        can_assault(&data->kind[unit->kind]);
        struct Reckoned *last = &outlook->reckoned[piece], now = {.hex = 0};
        if (may_come)
            now = (struct Reckoned){unit->hex, (uint8_t)camp_of(data, view, (Piece)piece),
                                    (uint8_t)attack_strength(data, view, (Piece)piece, false)};
        if (now.hex == last->hex && now.camp == last->camp && now.sp == last->sp)
            continue;
        reckon(scenario->map, outlook, last, -1);
        reckon(scenario->map, outlook, &now, 1);
        *last = now;
    }
}

/* ---- lines of supply ------------------------------------------------------------------------- */

/* Half-twelfths of supply MPs for a step and one, so that a road costs something too; 0: no step there. */
static int line_step(const Wb95 *data, Hex from, int edge)
{
    const LineAround *around = &data->line_around[from];
    return around->next[edge] == from ? 0 : 1 + around->least[edge] / 2;
}

/* How hard it is to bring supply to each hex, by the enemies in the way alone. */
static void find_line(const Scenario *scenario, Outlook *outlook)
{
    ROOM(Tide, tide);
    const Wb95 *data = data_of(scenario);
    const Obstacles obstacles = {outlook->zones, outlook->enemies};
    tide_begin(tide, WB95_HEXES, FLOOD_COSTS - 1);
    for (int nation = 0; nation < NATIONS; nation++)
        for (int word = 0; data->owner[nation] == outlook->side && word < HEX_WORDS; word++)
            for (uint64_t bits = data->base[outlook->side][nation][word] & ~outlook->enemies[word]; bits;
                 bits &= bits - 1)
                tide_reach(tide, (Hex)(64 * word + __builtin_ctzll(bits)), 0);
    for (Hex hex; (hex = tide_next(tide)) != NO_HEX;) {
        int here = tide->cost[hex] + entering(&obstacles, hex);
        for (int edge = 0; edge < EDGES; edge++) {
            int step = line_step(data, hex, edge);
            if (step)
                tide_reach(tide, data->line_around[hex].next[edge], here + step);
        }
    }
    memcpy(outlook->line, tide->cost, sizeof outlook->line);
}

/* ---- the sides' goals ------------------------------------------------------------------------ */

/* Hexes that enemies of the side hold, or neither side. */
static void find_hostile(const Wb95 *data, const State *view, int side, uint64_t out[HEX_WORDS])
{
    for (int word = 0; word < HEX_WORDS; word++) {
        uint64_t low = view->control[0][word], high = view->control[1][word];
        const uint64_t of[SIDES] = {~low & ~high, low & ~high, ~low & high, low & high};
        out[word] = of[SIDES - 1];
        for (int other = 0; other < SIDES - 1; other++)
            out[word] |= is_enemy(data, side, other) ? of[other] : 0;
    }
}

static bool overlap(const uint64_t *a, const uint64_t *b)
{
    uint64_t both = 0;
    for (int word = 0; word < HEX_WORDS; word++)
        both |= a[word] & b[word];
    return both;
}

/* The hexes each row of points is about, with any holder: those the client shows as its aim. */
static void find_scoring(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Special *special = &data_of(scenario)->special;
    if (outlook->looked && same_bits(outlook->fallen, view->fallen))
        return;
    copy_bits(outlook->fallen, view->fallen);
    memset(outlook->scoring, 0, sizeof outlook->scoring);
    for (int i = 0; i < special->rows; i++)
        for (int hex = 0; hex < scenario->map->hexes; hex++)
            if (aim_covers(scenario, view, &special->points[i], (Hex)hex))
                set_bit(outlook->scoring[i], hex);
}

/* The hexes that these nations of a side have still to take; `own` are the hexes they stand in. */
static void find_wanted(const Outlook *outlook, const State *view, int side, unsigned nations, const uint64_t *own,
                        uint64_t out[HEX_WORDS])
{
    const Wb95 *data = data_of(outlook->scenario);
    uint64_t hostile[HEX_WORDS];
    find_hostile(data, view, side, hostile);
    memset(out, 0, HEX_WORDS * sizeof *out);
    for (int i = 0; i < data->special.rows; i++) {
        const Points *row = &data->special.points[i];
        if (row->side != side || !(row->nations & nations) || (row->once && overlap(row->bits, own)))
            continue;
        for (int word = 0; word < HEX_WORDS; word++)
            out[word] |= outlook->scoring[i][word] & hostile[word] & ~own[word];
    }
}

/* The hexes that the side holds and that are worth leaving a unit behind. */
static void find_stakes(const Wb95 *data, const State *view, Outlook *outlook)
{
    uint64_t hostile[HEX_WORDS];
    find_hostile(data, view, outlook->side, hostile);
    memset(outlook->stakes, 0, sizeof outlook->stakes);
    for (int i = 0; i < data->special.rows; i++) {
        const Points *row = &data->special.points[i];
        bool counts = row->side == outlook->side && row->points >= STAKE;
        for (int word = 0; counts && word < HEX_WORDS; word++)
            outlook->stakes[word] |= outlook->scoring[i][word] & ~hostile[word];
    }
}

static void find_exits(const Outlook *outlook, const uint64_t *without, uint64_t out[HEX_WORDS])
{
    const Map *map = outlook->scenario->map;
    const Area *zone = &map->area_list[data_of(outlook->scenario)->special.exit_zone];
    memset(out, 0, HEX_WORDS * sizeof *out);
    for (int word = 0; word < map->words; word++)
        out[word] = zone->bits[word] & ~without[word];
}

/* Whether enough armour is left to win by leaving (nysa.8-1). */
static bool may_win_by_leaving(const Scenario *scenario, const State *view, int side)
{
    const Wb95 *data = data_of(scenario);
    const Special *special = &data->special;
    int cel = view->exited_cel;
    if (!data->feature[FEATURE_EXIT_VICTORY] || special->exit_side != side)
        return false;
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        const Kind *kind = &data->kind[unit->kind];
        if (unit->place == ON_MAP && unit->side == side && special->exit_nations >> kind->nation & 1 &&
            special->exit_types >> kind->type & 1)
            cel += unit->cel;
    }
    return cel >= special->exit_cel;
}

static void renew_march(Outlook *outlook, int goal, const uint64_t *wanted, bool fresh)
{
    if (!fresh && same_bits(outlook->goals[goal], wanted))
        return;
    copy_bits(outlook->goals[goal], wanted);
    if (goal == GOAL_EXIT)
        march_to_goals(outlook, goal, 0, 0);
    for (int taste = 0; goal != GOAL_EXIT && taste < TASTES; taste++)
        march_to_goals(outlook, goal, taste, 1 + TASTES * (goal - 1) + taste);
}

static void find_goals(const Scenario *scenario, const State *view, Outlook *outlook, bool fresh)
{
    const Wb95 *data = data_of(scenario);
    uint64_t wanted[HEX_WORDS] = {0}, of[GOALS][HEX_WORDS];
    int used = GOAL_NATIONS;
    if (may_win_by_leaving(scenario, view, outlook->side))
        find_exits(outlook, outlook->enemies, wanted);
    renew_march(outlook, GOAL_EXIT, wanted, fresh);
    for (int nation = 0; nation < NATIONS; nation++) {
        outlook->goal_of[nation] = GOALS;
        if (data->owner[nation] != outlook->side)
            continue;
        find_wanted(outlook, view, outlook->side, 1u << nation, outlook->friends, wanted);
        int goal = GOAL_NATIONS;
        while (goal < used && !same_bits(of[goal], wanted))
            goal++;
        if (goal == GOALS)
            continue;
        outlook->goal_of[nation] = (uint8_t)goal;
        if (goal < used)
            continue;
        copy_bits(of[used++], wanted);
        renew_march(outlook, goal, wanted, fresh);
    }
}

/* ---- the enemy's goals ----------------------------------------------------------------------- */

/* A zone of control at the edge of the map stops no unit that is there from leaving: it must be stopped before. */
static void find_approaches(const Outlook *outlook, uint64_t out[HEX_WORDS])
{
    const Map *map = outlook->scenario->map;
    const uint64_t nobody[HEX_WORDS] = {0};
    find_exits(outlook, nobody, out);
    for (int row = 0; row < APPROACH; row++) {
        uint64_t inner[HEX_WORDS];
        copy_bits(inner, out);
        EACH_BIT(hex, inner, HEX_WORDS) {
            for (int edge = 0; edge < EDGES; edge++)
                if (map->next[hex][edge] != NO_HEX)
                    set_bit(out, map->next[hex][edge]);
        }
    }
}

static void find_coveted(const Scenario *scenario, const State *view, const Outlook *outlook, uint64_t out[HEX_WORDS])
{
    const Wb95 *data = data_of(scenario);
    memset(out, 0, HEX_WORDS * sizeof *out);
    for (int other = 0; other < scenario->sides; other++) {
        uint64_t wanted[HEX_WORDS];
        if (!is_enemy(data, outlook->side, other))
            continue;
        if (data->feature[FEATURE_EXIT_VICTORY] && data->special.exit_side == other)
            find_approaches(outlook, wanted);
        else
            find_wanted(outlook, view, other, ~0u, outlook->enemies, wanted);
        for (int word = 0; word < HEX_WORDS; word++)
            out[word] |= wanted[word];
    }
}

/* Own counters that are in place: dug in, at grips with the enemy, or moved already. */
static bool is_settled(const Outlook *outlook, const State *view, const Unit *unit)
{
    return unit->now & ACTED || outlook->near[unit->hex] <= 1 || fortified(view, unit->hex);
}

/* The same paths stay the shortest if the units that bar them have only grown, and nowhere on them. */
static bool ways_stand(const Outlook *outlook, const uint64_t *before, const uint64_t *now)
{
    uint64_t wrong = 0;
    for (int word = 0; word < HEX_WORDS; word++)
        wrong |= (before[word] & ~now[word]) | (now[word] & ~before[word] & outlook->ways[word]);
    return !wrong;
}

/* Finds the units that bar the enemy's paths; whether he would march differently now. */
static bool find_settled(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Wb95 *data = data_of(scenario);
    const Map *map = scenario->map;
    uint64_t settled[HEX_WORDS] = {0}, zones[HEX_WORDS] = {0};
    memset(outlook->cover, 0, sizeof outlook->cover);
    for (int piece = 0; piece < scenario->pieces; piece++) {
        const Unit *unit = &view->unit[piece];
        if (unit->place != ON_MAP || unit->side != outlook->side || data->zone_class[unit->kind] >= CLASSES)
            continue;
        bool stays = is_settled(outlook, view, unit);
        outlook->cover[unit->hex]++;
        if (stays)
            set_bit(settled, unit->hex);
        for (unsigned edges = zone_edges(data, view, unit->kind, unit->hex); edges; edges &= edges - 1) {
            Hex next = map->next[unit->hex][__builtin_ctz(edges)];
            outlook->cover[next]++;
            if (stays)
                set_bit(zones, next);
        }
    }
    bool stand = ways_stand(outlook, outlook->settled, settled) && ways_stand(outlook, outlook->settled_zones, zones);
    copy_bits(outlook->settled, settled);
    copy_bits(outlook->settled_zones, zones);
    return !stand;
}

/* The next hex on the shortest path, of several the one with the lowest number, so that it depends on costs alone. */
static Hex next_on_way(const Outlook *outlook, const uint16_t *through, Hex hex)
{
    const Map *map = outlook->scenario->map;
    const uint16_t *cost = outlook->advance;
    Hex best = NO_HEX;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = map->next[hex][edge];
        int step = next == NO_HEX ? 0 : outlook->step_back[next][edge_opposite((Edge)edge)];
        if (step && next < best && cost[next] != FAR_MARCH && cost[next] + through[next] + step == cost[hex])
            best = next;
    }
    return best;
}

/* Where the enemy would march: the strength of each of his stacks, the more the sooner it may be there. */
static void find_flow(Outlook *outlook)
{
    const uint16_t *cost = outlook->advance;
    uint16_t goal[WB95_HEXES], through[WB95_HEXES];
    memset(goal, 0xFF, sizeof goal);
    EACH_BIT(hex, outlook->coveted, HEX_WORDS)
        goal[hex] = 0;
    lay_obstacles(&(Obstacles){outlook->settled_zones, outlook->settled}, through);
    renew(outlook, FLOOD_COSTS - 1, goal, through, &outlook->advance_kept, outlook->advance);
    memset(outlook->flow, 0, sizeof outlook->flow);
    memset(outlook->ways, 0, sizeof outlook->ways);
    EACH_BIT(hex, outlook->enemies, HEX_WORDS) {
        if (cost[hex] == FAR_MARCH)
            continue;
        int flow = 1 + outlook->enemy_cel[hex] * (FLOOD_COSTS - cost[hex]) / FLOOD_COSTS;
        Hex at = (Hex)hex;
        while (cost[at]) {
            at = next_on_way(outlook, through, at);
            set_bit(outlook->ways, at);
            outlook->flow[at] = (uint16_t)(outlook->flow[at] + flow);
        }
    }
}

/* Marches to the gaps; the stronger the flow, the nearer they seem. */
static void find_rally(Outlook *outlook)
{
    uint16_t goal[WB95_HEXES];
    int most = 1;
    memset(goal, 0xFF, sizeof goal);
    EACH_BIT(hex, outlook->gaps, HEX_WORDS)
        most = outlook->flow[hex] > most ? outlook->flow[hex] : most;
    EACH_BIT(hex, outlook->gaps, HEX_WORDS)
        goal[hex] = (uint16_t)(OCCUPIED * (most - outlook->flow[hex]) / most);
    renew(outlook, RALLY, goal, outlook->hindered, &outlook->rally_kept, outlook->rally);
}

/* Hexes where the enemy's paths are barred by no zone of control, and far enough ahead of him to be there in time. */
static void find_gaps(const Outlook *outlook, uint64_t out[HEX_WORDS])
{
    memset(out, 0, HEX_WORDS * sizeof *out);
    EACH_BIT(hex, outlook->ways, HEX_WORDS) {
        if (outlook->flow[hex] && !outlook->cover[hex] && outlook->near[hex] > 1)
            set_bit(out, hex);
    }
}

static void find_threats(const Scenario *scenario, const State *view, Outlook *outlook, bool fresh)
{
    uint64_t coveted[HEX_WORDS], gaps[HEX_WORDS];
    find_coveted(scenario, view, outlook, coveted);
    find_wanted(outlook, view, outlook->side, ~0u, outlook->friends, outlook->open);
    for (int word = 0; word < HEX_WORDS; word++)
        outlook->open[word] &= ~outlook->enemies[word];
    if (find_settled(scenario, view, outlook))
        fresh = true;
    if (fresh || !same_bits(coveted, outlook->coveted)) {
        fresh = true;
        copy_bits(outlook->coveted, coveted);
        find_flow(outlook);
    }
    find_gaps(outlook, gaps);
    if (!fresh && same_bits(gaps, outlook->gaps))
        return;
    copy_bits(outlook->gaps, gaps);
    find_rally(outlook);
}

/* ---- all together ---------------------------------------------------------------------------- */

static bool asks_for_marches(int kind) { return kind == ASK_MOVEMENT || kind == ASK_STRATEGIC || kind == ASK_PURSUIT; }

/* Whether a unit has nothing to gain, or is too slow to, and stands guard instead. */
static bool has_guards(const Wb95 *data, const Outlook *outlook)
{
    static const uint64_t none[HEX_WORDS];
    bool guards = data->order[0] != outlook->side;
    for (int nation = 0; nation < NATIONS; nation++)
        if (data->owner[nation] == outlook->side)
            guards |= outlook->goal_of[nation] == GOALS || same_bits(outlook->goals[outlook->goal_of[nation]], none);
    return guards;
}

void look_over(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Frame *asked = question(&view->head);
    if (outlook->scenario != scenario || outlook->derivations != data_of(scenario)->derivations)
        begin_outlook(scenario, outlook);
    outlook->look = next_look();
    if (!asks_for_marches(asked->kind))
        return;
    find_scoring(scenario, view, outlook);
    bool fresh = !outlook->looked || outlook->side != asked->side;
    outlook->looked = true;
    outlook->side = asked->side;
    unsigned changed = find_enemies(scenario, view, outlook);
    reckon_coming(scenario, view, outlook, fresh || changed & MOVED);
    find_stakes(data_of(scenario), view, outlook);
    if (outlook->presses[asked->side] && (fresh || changed & MOVED))
        find_line(scenario, outlook);
    if (outlook->presses[asked->side])
        find_goals(scenario, view, outlook, fresh || changed & MOVED);
    bool guarded = asked->kind != ASK_PURSUIT && has_guards(data_of(scenario), outlook);
    if (guarded)
        find_threats(scenario, view, outlook, fresh || changed || !outlook->guarded);
    outlook->guarded = guarded;
}

void wb95_judge(const Scenario *scenario, const Position *view, Memo *memo)
{
    if (view->depth)
        look_over(scenario, state_of(view), &memo->outlook);
}
