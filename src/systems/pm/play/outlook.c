/* outlook.c — facts of the whole map for a player who weighs orders, found once a view.
 *
 * How strong each stack is, with the mean of the pools for unknown units; how near the enemy is; the German's cheapest
 * paths to the places that score and are not his, where stacks on the path count as a delay; and for the Soviet the
 * stream of German strength along those paths, and how far each hex is from the gaps through which it would run. All of
 * it is advice and no rule. Expensive results keep what they were made of and are made again only when that differs. */
#include "core/room.h"
#include "systems/pm/memo.h"

#include "kit/fields.h"
#include "systems/pm/march.h"

enum {
    GERMAN_GUESS = 60, /* tenths: a German counter that is not seen */
    MENACE = 3,        /* hexes from which an enemy may come up by his next attack */
    UP_CLOSE = 5,      /* … and a unit of the side in this phase */
    STRAIT_STEP = 12,  /* a march that begins again on the far shore */
    BLOCK = 4,         /* points that a stack on the path costs, and one more for each … */
    BLOCK_TENTHS = 20, /* … of these */
    BLOCK_MOST = 20,
    DEAREST = 9, /* points of the place every unit goes for first */
    PER_POINT = 2,
    ASIDE = 2,     /* points that a goal seems farther for each row outside the sector */
    RAID = 10,     /* … and an enemy in the rear */
    RAID_NEAR = 3, /* hexes from home */
    BEYOND = 4,
    FORESIGHT = 30, /* points of the German's march that the Soviet looks ahead */
    SOVIET_FORESIGHT = 8,
    RALLY = 128, /* no unit is called from a longer march */
    URGENT = 30
};

/* ---- steps ----------------------------------------------------------------------------------- */

static void find_steps_of(const Scenario *scenario, const State *view, Walker walker, uint8_t out[PM_SPOTS][EDGES])
{
    const Map *map = scenario->map;
    Going going;
    going_of(scenario, view, walker == SOVIET_FEET ? SOVIET_SIDE : GERMAN_SIDE,
             walker == GERMAN_WHEELS ? BY_WHEELS : ON_FOOT, &going);
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++) {
            Hex before = map->next[hex][edge];
            int step = before == NO_HEX ? -1 : going.step[before][edge_opposite((Edge)edge)];
            out[hex][edge] = (uint8_t)(step == ALL_POINTS ? STRAIT_STEP : step < 0 ? 0 : step);
        }
}

static bool find_steps(const Scenario *scenario, const State *view, Outlook *outlook)
{
    bool first = view->head.turn == 1;
    if (outlook->stepped && !memcmp(outlook->weather, view->weather, sizeof outlook->weather) &&
        outlook->first_turn == first && outlook->road_gone == view->road_gone)
        return false;
    outlook->stepped = true;
    memcpy(outlook->weather, view->weather, sizeof outlook->weather);
    outlook->first_turn = first;
    outlook->road_gone = view->road_gone;
    for (int walker = 0; walker < WALKERS; walker++)
        find_steps_of(scenario, view, (Walker)walker, outlook->step_back[walker]);
    return true;
}

/* ---- strengths ------------------------------------------------------------------------------- */

static void find_mean(const Book *data, const uint16_t *left, int pool, int16_t out[2])
{
    int sum[2] = {0}, total = 0;
    for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++) {
        sum[ATTACK] += left[line] * data->line[line].value.attack;
        sum[DEFENCE] += left[line] * data->line[line].value.defence;
        total += left[line];
    }
    for (int which = 0; which < 2; which++)
        out[which] = (int16_t)(total ? TENTHS * sum[which] / total : TENTHS);
}

int reckoned(const Outlook *outlook, const State *view, Piece piece, int which)
{
    const Book *data = data_of(outlook->scenario);
    const Kind *kind = kind_of(data, view, piece);
    if (kind->is & ANONYMOUS)
        return kind->side == GERMAN_SIDE ? GERMAN_GUESS : outlook->mean[POOL_RD][which];
    if (is_untried(data, view, piece))
        return outlook->mean[view->unit[piece].now & REBUILT ? REBUILT_LOT : kind->pool][which];
    Values values = values_of(data, view, piece);
    return TENTHS * (which == ATTACK ? values.attack : values.defence);
}

static bool may_still_attack(const State *view, const Unit *unit)
{
    return !(unit->now & (ATTACKED | RESTING | LANDED | HEDGED)) &&
           (unit->side == SOVIET_SIDE || !view->concentrated || unit->now & MARKED) &&
           (unit->side == SOVIET_SIDE || !view->pause);
}

static Counted counted_of(const State *view, const Outlook *outlook, Piece piece, bool starves)
{
    const Unit *unit = &view->unit[piece];
    int attack = reckoned(outlook, view, piece, ATTACK), defence = reckoned(outlook, view, piece, DEFENCE);
    attack = starves ? (attack + 1) / 2 : attack;
    defence = starves ? (defence + 1) / 2 : defence;
    bool ready = unit->side == outlook->side && may_still_attack(view, unit) &&
                 data_of(outlook->scenario)->kind[unit->kind].type != FLAK;
    return (Counted){.unit = *unit,
                     .there = true,
                     .starves = starves,
                     .points = unit->steps ? unit->steps : 1,
                     .attack = (uint16_t)attack,
                     .defence = (uint16_t)defence,
                     .ready = (uint16_t)(ready ? attack : 0)};
}

/* `times`: 1, or -1 where it is no more. */
static void add_counted(Outlook *outlook, const Counted *counted, int times)
{
    int side = counted->unit.side;
    Hex hex = counted->unit.at.hex;
    outlook->attack[side][hex] = (uint16_t)(outlook->attack[side][hex] + times * counted->attack);
    outlook->defence[side][hex] = (uint16_t)(outlook->defence[side][hex] + times * counted->defence);
    outlook->points[side][hex] = (uint8_t)(outlook->points[side][hex] + times * counted->points);
    outlook->count[side][hex] = (uint8_t)(outlook->count[side][hex] + times);
    outlook->ready[hex] = (uint16_t)(outlook->ready[hex] + times * counted->ready);
}

/* The basis by which all counters are counted may have changed: then none is counted. */
static void count_anew(const State *view, Outlook *outlook, const int16_t before[LOTS_MEAN][2])
{
    if (outlook->concentrated == view->concentrated && outlook->pause == view->pause &&
        outlook->counted_side == outlook->side && !memcmp(before, outlook->mean, sizeof outlook->mean))
        return;
    outlook->concentrated = view->concentrated;
    outlook->pause = view->pause;
    outlook->counted_side = outlook->side;
    for (int piece = 0; piece < PM_SLOTS; piece++)
        outlook->counted[piece].there = false;
    memset(outlook->attack, 0, sizeof outlook->attack);
    memset(outlook->defence, 0, sizeof outlook->defence);
    memset(outlook->points, 0, sizeof outlook->points);
    memset(outlook->count, 0, sizeof outlook->count);
    memset(outlook->ready, 0, sizeof outlook->ready);
}

static void find_strengths(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    const Supplies *supplies[PLAYERS] = {supplies_of(scenario, view, GERMAN_SIDE),
                                         supplies_of(scenario, view, SOVIET_SIDE)};
    int16_t before[LOTS_MEAN][2];
    outlook->supplies = *supplies[outlook->side];
    memcpy(before, outlook->mean, sizeof before);
    for (int pool = 0; pool < POOLS; pool++)
        find_mean(data, view->pool_left, pool, outlook->mean[pool]);
    find_mean(data, view->dead_left, POOL_RD, outlook->mean[REBUILT_LOT]);
    count_anew(view, outlook, before);
    for (Piece piece = 0; piece < PM_SLOTS; piece++) {
        const Unit *unit = &view->unit[piece];
        Counted *counted = &outlook->counted[piece];
        bool there = on_map(scenario, view, piece);
        if (!there && !counted->there)
            continue;
        bool starves = there && supply_of(scenario, view, supplies[unit->side], piece) == OUT_OF_SUPPLY;
        if (there && counted->there && counted->starves == starves && !memcmp(&counted->unit, unit, sizeof *unit))
            continue;
        if (counted->there)
            add_counted(outlook, counted, -1);
        counted->there = there;
        if (!there)
            continue;
        *counted = counted_of(view, outlook, piece, starves);
        add_counted(outlook, counted, 1);
    }
}

/* ---- nearness -------------------------------------------------------------------------------- */

static void find_near(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const uint64_t *enemies = view->occupied[enemy_of(outlook->side)];
    if (outlook->looked_near && !memcmp(outlook->enemies, enemies, sizeof outlook->enemies))
        return;
    outlook->looked_near = true;
    memcpy(outlook->enemies, enemies, sizeof outlook->enemies);
    distances_from(scenario->map, enemies, outlook->near);
}

static void find_coming(const Scenario *scenario, const State *view, Outlook *outlook)
{
    uint16_t now[PM_SPOTS] = {0};
    EACH_BIT(hex, view->occupied[outlook->side], PM_WORDS) {
        int strength = 0;
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (!(view->unit[piece].now & (MOVED | STOPPED | RESTING)))
                strength += reckoned(outlook, view, piece, ATTACK);
        if (outlook->near[hex] <= UP_CLOSE + 1)
            now[hex] = (uint16_t)strength;
    }
    renew_around(scenario->map, UP_CLOSE, now, outlook->may_come, outlook->coming);
}

/* Where the German's infantry is, for his wheels not to lose it. */
static void find_behind(const Scenario *scenario, const State *view, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    uint64_t feet[PM_WORDS] = {0};
    EACH_BIT(hex, view->occupied[GERMAN_SIDE], PM_WORDS)
        for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].at.below)
            if (!is_mech(data, view, piece))
                set_bit(feet, hex);
    if (outlook->looked_behind && !memcmp(outlook->feet, feet, sizeof feet))
        return;
    outlook->looked_behind = true;
    memcpy(outlook->feet, feet, sizeof feet);
    distances_from(scenario->map, feet, outlook->behind);
}

static void find_menace(const Scenario *scenario, Outlook *outlook)
{
    renew_around(scenario->map, MENACE, outlook->attack[enemy_of(outlook->side)], outlook->menacing, outlook->menace);
}

/* ---- the German's paths ---------------------------------------------------------------------- */

int points_at(const Scenario *scenario, Hex hex)
{
    const Book *data = data_of(scenario);
    int place_index = scenario->map->place[hex], points = 0;
    if (place_index < 0 || !has_bit(data->scoring_hex, hex))
        return 0;
    for (int i = 0; i < data->scorings; i++)
        points += data->scoring[i].place == place_index ? data->scoring[i].points : 0;
    return points;
}

/* What a stack of that strength costs a unit that comes through. */
static int block(int against)
{
    int cost = BLOCK + against / BLOCK_TENTHS;
    return !against ? 0 : cost < BLOCK_MOST ? cost : BLOCK_MOST;
}

static void find_blocks(const uint16_t *against, uint16_t *out)
{
    for (int hex = 0; hex < PM_SPOTS; hex++)
        out[hex] = (uint16_t)block(against[hex]);
}

/* Brings paths up to date with new goals and blocks. */
static void renew(const Outlook *outlook, Walker walker, int limit, const uint16_t *goal, const uint16_t *through,
                  Rise *rise)
{
    ROOM(Tide, tide);
    const Map *map = outlook->scenario->map;
    const Bed now = {goal, through}, before = {rise->goal, rise->through};
    if (rise->made) {
        tide_mend(tide, map, outlook->step_back[walker], limit, &before, &now, rise->cost);
    } else {
        memset(rise->cost, 0xFF, sizeof rise->cost);
        tide_rise(tide, map, outlook->step_back[walker], limit, &now, rise->cost);
    }
    rise->made = true;
    memcpy(rise->goal, goal, sizeof rise->goal);
    memcpy(rise->through, through, sizeof rise->through);
}

/* German territory must be rid of them: each costs a point a turn (4.4). */
static bool is_raider(const Outlook *outlook, const State *view, Hex hex)
{
    return friend_in(view, SOVIET_SIDE, hex) && outlook->home[hex] <= RAID_NEAR;
}

int sector_of(const Map *map, Hex hex) { return hex_row(&map->grid, hex) * SECTORS / map->grid.rows; }

/* How much farther a goal seems from another sector. */
static int aside(const Map *map, Hex hex, int sector)
{
    int row = hex_row(&map->grid, hex), first = sector * map->grid.rows / SECTORS;
    int last = (sector + 1) * map->grid.rows / SECTORS - 1;
    return ASIDE * (row < first ? first - row : row > last ? row - last : 0);
}

/* A goal that costs so much to end in, if no other there costs less. */
static void add_goal(uint16_t *goal, int hex, int cost)
{
    if (cost < goal[hex])
        goal[hex] = (uint16_t)cost;
}

static void add_goals(const Outlook *outlook, const State *view, Walker walker, int sector, uint16_t *goal)
{
    const Scenario *scenario = outlook->scenario;
    const Book *data = data_of(scenario);
    EACH_BIT(hex, data->scoring_hex, PM_WORDS) {
        int points = outlook->scored[hex];
        if (!points || german_controls(view, (Hex)hex))
            continue;
        int price = PER_POINT * (DEAREST - (points < DEAREST ? points : DEAREST));
        add_goal(goal, hex, price + aside(scenario->map, (Hex)hex, sector));
    }
    if (data->beyond_each && walker == GERMAN_WHEELS)
        EACH_BIT(hex, data->beyond, PM_WORDS)
            if (is_land(data, (Hex)hex))
                add_goal(goal, hex, BEYOND + aside(scenario->map, (Hex)hex, sector));
    if (walker == GERMAN_FEET)
        EACH_BIT(hex, view->occupied[SOVIET_SIDE], PM_WORDS)
            if (is_raider(outlook, view, (Hex)hex))
                add_goal(goal, hex, RAID + aside(scenario->map, (Hex)hex, sector));
}

static void find_ways(const State *view, Outlook *outlook)
{
    const uint16_t *against = outlook->defence[SOVIET_SIDE];
    uint16_t goal[PM_SPOTS], through[PM_SPOTS];
    if (memcmp(outlook->held, view->german, sizeof outlook->held) ||
        memcmp(outlook->held_against, against, sizeof outlook->held_against))
        outlook->ways_found = 0;
    memcpy(outlook->held, view->german, sizeof outlook->held);
    memcpy(outlook->held_against, against, sizeof outlook->held_against);
    unsigned wanted = 1u << GERMAN_WHEELS | (outlook->side == GERMAN_SIDE ? 1u << GERMAN_FEET : 0);
    unsigned missing = wanted & ~outlook->ways_found;
    outlook->ways_found |= wanted;
    if (missing)
        find_blocks(against, through);
    for (int walker = GERMAN_WHEELS; walker <= GERMAN_FEET; walker++)
        for (int sector = 0; missing >> walker & 1 && sector < SECTORS; sector++) {
            memset(goal, 0xFF, sizeof goal);
            add_goals(outlook, view, (Walker)walker, sector, goal);
            renew(outlook, (Walker)walker, FLOOD_COSTS - 1, goal, through, &outlook->way[walker][sector]);
        }
}

/* ---- gaps to bar ----------------------------------------------------------------------------- */

/* Cheapest steps of a side's march, and what is in its way. */
typedef struct Coming {
    Walker walker;
    int foresight;
    const uint16_t *against; /* strength of the units that bar it, by hex */
} Coming;
enum { NOWHERE = PM_SPOTS + 1 }; /* the next hex on a path, and one more; 0: not looked for yet */

static Hex next_on_way(const Outlook *outlook, const Coming *coming, const Rise *rise, Hex hex)
{
    const Map *map = outlook->scenario->map;
    const uint16_t *way = rise->cost;
    int least = FAR;
    Hex best = NO_HEX;
    for (int edge = 0; edge < EDGES; edge++) {
        Hex next = map->next[hex][edge];
        int step = next == NO_HEX ? 0 : outlook->step_back[coming->walker][next][edge_opposite((Edge)edge)];
        if (!step || way[next] == FAR || way[next] + rise->through[next] + step >= least)
            continue;
        least = way[next] + rise->through[next] + step;
        best = next;
    }
    return best;
}

/* Follows the paths of a stack; a unit that bars them halves it. Paths run together, so each hex is looked at once. */
static void run_from(Outlook *outlook, const Coming *coming, const Rise *rise, uint16_t *known, Hex hex, int strength)
{
    const uint16_t *way = rise->cost;
    int from = way[hex];
    while (strength > 0 && from != FAR && way[hex] && from - way[hex] < coming->foresight) {
        if (!known[hex]) {
            Hex found = next_on_way(outlook, coming, rise, hex);
            known[hex] = (uint16_t)(found == NO_HEX ? NOWHERE : found + 1);
        }
        Hex next = (Hex)(known[hex] - 1);
        if (known[hex] == NOWHERE || way[next] >= way[hex])
            return;
        hex = next;
        outlook->flow[hex] = (uint16_t)(outlook->flow[hex] + strength);
        if (coming->against[hex])
            strength /= 2;
    }
}

/* The Soviet's paths into Germany and to the places he has lost. */
static void find_ways_back(const State *view, Outlook *outlook)
{
    const Map *map = outlook->scenario->map;
    uint16_t goal[PM_SPOTS], through[PM_SPOTS];
    memset(goal, 0xFF, sizeof goal);
    for (int home = 0; home < map->hexes; home++)
        if (!outlook->home[home])
            goal[home] = 0;
    EACH_BIT(town, view->german, PM_WORDS)
        if (outlook->scored[town])
            goal[town] = 0;
    find_blocks(outlook->defence[GERMAN_SIDE], through);
    renew(outlook, SOVIET_FEET, FLOOD_COSTS - 1, goal, through, &outlook->back);
}

/* Where the enemy's strength would run. */
static void find_flow(const State *view, Outlook *outlook)
{
    const Map *map = outlook->scenario->map;
    int enemy = enemy_of(outlook->side);
    ROOMS(uint16_t, next, SECTORS * PM_SPOTS);
    Coming coming = {GERMAN_WHEELS, FORESIGHT, outlook->defence[SOVIET_SIDE]};
    memset(next, 0, SECTORS * PM_SPOTS * sizeof *next);
    memset(outlook->flow, 0, sizeof outlook->flow);
    if (enemy == SOVIET_SIDE) {
        coming = (Coming){SOVIET_FEET, SOVIET_FORESIGHT, outlook->defence[GERMAN_SIDE]};
        find_ways_back(view, outlook);
    }
    EACH_BIT(hex, view->occupied[enemy], PM_WORDS) {
        int sector = enemy == SOVIET_SIDE ? 0 : sector_of(map, (Hex)hex);
        const Rise *rise = enemy == SOVIET_SIDE ? &outlook->back : &outlook->way[GERMAN_WHEELS][sector];
        run_from(outlook, &coming, rise, next + sector * PM_SPOTS, (Hex)hex, outlook->attack[enemy][hex] / TENTHS);
    }
}

/* How far a Soviet is from a hex where no unit bars the German. */
static void find_rally(const State *view, Outlook *outlook)
{
    static const uint16_t nothing[PM_SPOTS];
    uint16_t goal[PM_SPOTS];
    memset(goal, 0xFF, sizeof goal);
    for (int hex = 0; hex < outlook->scenario->map->hexes; hex++)
        if (outlook->flow[hex] && !friend_in(view, GERMAN_SIDE, (Hex)hex) && !friend_in(view, SOVIET_SIDE, (Hex)hex))
            goal[hex] = (uint16_t)(outlook->flow[hex] < URGENT ? URGENT - outlook->flow[hex] : 0);
    renew(outlook, SOVIET_FEET, RALLY, goal, nothing, &outlook->rally);
}

/* ---- 9.20: units worth concentrated supply ---------------------------------------------------- */

int lean_columns(const Scenario *scenario, const State *view, Hex target)
{
    enum { SEPTEMBER = 6 };
    const Book *data = data_of(scenario);
    if (data->beginners || view->gas_gone || view->concentrated || has_bit(data->west, target))
        return 0;
    int sum = 0, bonus = bogged(weather_at(data, view, target)) + (view->head.turn >= SEPTEMBER);
    for (int die = 1; die <= DIE; die++)
        sum += gast_shift(data, die + bonus);
    return (sum + DIE / 2) / DIE;
}

/* What a counter may attack with in this player turn. */
int threat_of(const Scenario *scenario, const State *view, const Outlook *outlook, Piece piece)
{
    enum { WALK = 3, RIDE = 7 };
    const Book *data = data_of(scenario);
    Hex hex = view->unit[piece].at.hex;
    int reach = is_mech(data, view, piece) ? RIDE : WALK;
    return outlook->near[hex] <= reach ? reckoned(outlook, view, piece, ATTACK) : 0;
}

/* The best so far, the best first; a worth of 0 is none. */
enum { MARKERS = 18 };
typedef struct Chosen {
    int worth[MARKERS];
    Piece piece[MARKERS];
} Chosen;

static void choose_if_better(Chosen *chosen, Piece piece, int worth)
{
    int at = MARKERS;
    while (at > 0 && chosen->worth[at - 1] < worth)
        at--;
    for (int i = MARKERS - 1; i > at; i--) {
        chosen->worth[i] = chosen->worth[i - 1];
        chosen->piece[i] = chosen->piece[i - 1];
    }
    if (at == MARKERS)
        return;
    chosen->worth[at] = worth;
    chosen->piece[at] = piece;
}

/* The strongest units before the enemy beyond the line, against what the others could do as they are: each column taken
 * from them is a quarter of it. */
static void find_concentration(const Scenario *scenario, const State *view, Outlook *outlook)
{
    enum { PART = 4 };
    Chosen chosen = {{0}, {0}};
    memset(outlook->chosen, 0, sizeof outlook->chosen);
    outlook->gain = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (!may_be_marked(scenario, view, piece))
            continue;
        bool there = on_map(scenario, view, piece); /* a unit waiting in an OKH area threatens no hex */
        int threat = there ? threat_of(scenario, view, outlook, piece) : 0;
        int lean = there ? lean_columns(scenario, view, view->unit[piece].at.hex) : 0;
        outlook->gain -= threat * (lean < PART ? PART - lean : 0) / PART;
        choose_if_better(&chosen, piece, 1 + (lean ? threat : 0));
    }
    for (int i = 0; i < MARKERS && chosen.worth[i]; i++) {
        set_bit(outlook->chosen, chosen.piece[i]);
        if (on_map(scenario, view, chosen.piece[i]))
            outlook->gain += threat_of(scenario, view, outlook, chosen.piece[i]);
    }
}

static void find_scored(const Scenario *scenario, Outlook *outlook)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        outlook->scored[hex] = (int16_t)points_at(scenario, (Hex)hex);
}

/* Hexes to the German's own zone of operations. */
static void find_home(const Scenario *scenario, Outlook *outlook)
{
    uint64_t home[PM_WORDS] = {0};
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (data_of(scenario)->zomo[hex] == ZOMO_GERMANY)
            set_bit(home, hex);
    distances_from(scenario->map, home, outlook->home);
}

/* ---- all of it ------------------------------------------------------------------------------- */

/* Questions after which a unit may march; other questions depend on strengths alone. */
#define MARCHES (1u << ASK_MOVEMENT | 1u << ASK_ADVANCE | 1u << ASK_ARRIVALS | 1u << ASK_RELEASE)

/* All steps may cost something else. */
static void forget_ways(Outlook *outlook)
{
    outlook->ways_found = 0;
    outlook->back.made = outlook->rally.made = false;
    for (int walker = GERMAN_WHEELS; walker <= GERMAN_FEET; walker++)
        for (int sector = 0; sector < SECTORS; sector++)
            outlook->way[walker][sector].made = false;
}

void look_over(const Scenario *scenario, const State *view, Outlook *outlook)
{
    if (outlook->scenario != scenario || outlook->ground != data_of(scenario)->ways_stamp) {
        memset(outlook, 0, sizeof *outlook);
        outlook->scenario = scenario;
        outlook->ground = data_of(scenario)->ways_stamp;
        find_home(scenario, outlook);
        find_scored(scenario, outlook);
        find_prices(scenario, outlook);
    }
    outlook->look = next_look();
    outlook->side = question(&view->head)->side;
    bool fresh = find_steps(scenario, view, outlook);
    find_strengths(scenario, view, outlook);
    find_near(scenario, view, outlook);
    find_menace(scenario, outlook);
    if (fresh)
        forget_ways(outlook);
    if (question(&view->head)->kind == ASK_CONCENTRATION)
        find_concentration(scenario, view, outlook);
    if (!(MARCHES >> question(&view->head)->kind & 1))
        return;
    find_coming(scenario, view, outlook);
    find_ways(view, outlook);
    find_flow(view, outlook);
    if (outlook->side == GERMAN_SIDE)
        find_behind(scenario, view, outlook);
    else
        find_rally(view, outlook);
}
