/* prices.c — the combat table as a price list: the mean result of an attack, and its worth.
 *
 * The table of chances is made once a game: for every difference of ratings, every hedgehog and every column, with
 * surprise (9.17) and its shift weighed in. A price then is steps killed, ground won and the chance to exploit, less
 * steps lost and supply spent. The strength of a hex that hides something is a guess (outlook.c). */
#include "systems/ocs/memo.h"

enum {
    ALL = 256,
    PAIRS = DIE * DIE,
    LOWEST = -6,
    SECOND = 4,
    DRM_LOW = LOWEST - (WORKS - 1) - SECOND,
    DRMS = 17 + SECOND
};
enum {
    CLEARED = 45,
    SHAKEN = 25,
    EXPLOITS = 50,
    GIVES_WAY = 30,
    ASKED_PART = 60, /* hundredths: what a step counts that may be paid in ground, … */
    LOST_PART = 150, /* … and one that is lost: a side can always attack again, but not without steps */
    LOST_MORE = 250, /* … to a side whose losses give the enemy no points; such points make a loss dear by themselves */
    MENACE_PART = 25 /* hundredths of the enemies near a hex who will attack it together */
};

/* ---- the table ----------------------------------------------------------------------------------- */

typedef struct Sum {
    int lost, asked, killed, offered, pushed, shaken, exploits; /* in PAIRS */
} Sum;

static int ways(int sum) { return sum <= DIE + 1 ? sum - 1 : 2 * DIE + 1 - sum; }

static void add_sum(Sum *to, const Sum *from, int times)
{
    to->lost += times * from->lost;
    to->asked += times * from->asked;
    to->killed += times * from->killed;
    to->offered += times * from->offered;
    to->pushed += times * from->pushed;
    to->shaken += times * from->shaken;
    to->exploits += times * from->exploits;
}

static Sum sum_of(const Book *data, int column, int drm)
{
    Sum sum = {0};
    for (int dice = 2; dice <= 2 * DIE; dice++) {
        const Result *result = &data->result[result_at(data, column, dice + drm)];
        add_sum(&sum,
                &(Sum){result->attacker_loss, result->attacker_option, result->defender_loss, result->defender_option,
                       result->defender_option > 0, result->disorganized > 0, result->exploit > 0},
                ways(dice));
    }
    return sum;
}

/* One of two independent chances, or both. */
static int either(int one, int other) { return one + other - one * other / PAIRS; }

/* 9.8: two rolls on one column, the second four lower; the attacker takes all his results in steps. */
static Sum both_of(const Sum *one, const Sum *other)
{
    return (Sum){.lost = one->lost + one->asked + other->lost + other->asked,
                 .killed = one->killed + other->killed,
                 .offered = one->offered + other->offered,
                 .pushed = either(one->pushed, other->pushed),
                 .shaken = either(one->shaken, other->shaken),
                 .exploits = either(one->exploits, other->exploits)};
}

static uint16_t part(int sum) { return (uint16_t)(sum * ALL / (PAIRS * PAIRS * DIE)); }

/* No surprise, the attacker's by one to six columns, and the defender's. */
static Chances mix(const Book *data, const Sum base[COLUMNS], const int odds[3], int column)
{
    Sum sum = {0};
    add_sum(&sum, &base[column], odds[0] * DIE);
    for (int die = 1; die <= DIE; die++) {
        add_sum(&sum, &base[shifted(data, column, die)], odds[1]);
        add_sum(&sum, &base[shifted(data, column, -die)], odds[2]);
    }
    return (Chances){part(sum.lost),   part(sum.asked),  part(sum.killed),  part(sum.offered),
                     part(sum.pushed), part(sum.shaken), part(sum.exploits)};
}

static void surprise_odds(const Book *data, int difference, int works, bool overrun, int out[3])
{
    Odds odds = {.difference = difference, .hedgehog = works};
    out[0] = out[1] = out[2] = 0;
    for (int dice = 2; dice <= 2 * DIE; dice++)
        out[has_surprise(data) ? surprised(data, &odds, overrun, dice) : 0] += ways(dice);
}

void find_chances(const Scenario *scenario, Outlook *outlook)
{
    const Book *data = data_of(scenario);
    Sum base[DRMS][COLUMNS], both[DRMS][COLUMNS];
    for (int drm = 0; drm < DRMS; drm++)
        for (int column = 0; column < COLUMNS; column++) {
            base[drm][column] = sum_of(data, column, drm + DRM_LOW);
            if (drm >= SECOND)
                both[drm][column] = both_of(&base[drm][column], &base[drm - SECOND][column]);
        }
    for (int manner = 0; manner < MANNERS; manner++)
        for (int rating = 0; rating < RATINGS; rating++)
            for (int works = 0; works < WORKS; works++) {
                int odds[3], drm = rating + LOWEST - works - DRM_LOW;
                surprise_odds(data, rating + LOWEST, works, manner == OVERRUN, odds);
                for (int column = data->first_column; column < COLUMNS; column++)
                    outlook->chances[manner][rating][works][column] =
                        mix(data, manner == ALL_COSTS ? both[drm] : base[drm], odds, column);
            }
}

static const Chances *chances_of(const Outlook *found, Manners manner, int difference, int works, int column)
{
    int rating = difference - LOWEST;
    rating = rating < 0 ? 0 : rating >= RATINGS ? RATINGS - 1 : rating;
    return &found->chances[manner][rating][works < WORKS ? works : WORKS - 1][column];
}

/* ---- worth --------------------------------------------------------------------------------------- */

int step_value(const Eye *eye, Piece piece)
{
    const Kind *kind = kind_of(eye->data, eye->view, piece);
    int strength = kind->face[COMBAT_SIDE].how == BARRAGES ? 6 : kind->face[COMBAT_SIDE].strength;
    int left = eye->view->unit[piece].steps;
    int value = 20 + 12 * strength / (kind->steps ? kind->steps : 1) + eye->found->step_price[kind->side];
    value += eye->found->care[kind->side];
    return left <= 1 ? value + value / 2 : value;
}

/* Supply is dear where the next week's is not there yet. */
int token_worth(const Eye *eye, Hex hex)
{
    enum { CHEAP = 2, FAIR = 6, DEAR = 22, SPARE = 12 };
    if (eye->data->without[PART_SUPPLY])
        return 0;
    if (!eye->found->stores || eye->data->without[PART_SUSTAINMENT])
        return CHEAP;
    const HqStore *store = &eye->found->store[nearest_store(eye->map, eye->found, hex)];
    int spare = store->there - store->eaten;
    return spare >= SPARE ? CHEAP : spare > 0 ? FAIR : DEAR;
}

int prize_of(const Eye *eye, Hex hex)
{
    bool own = has_bit(eye->view->control[eye->side], hex);
    return CLEARED + (own ? 0 : eye->found->stake_at[hex]);
}

int attack_from(const Eye *eye, Piece piece, Hex from, Hex target)
{
    const Kind *kind = kind_of(eye->data, eye->view, piece);
    const Face *face = face_of(eye->data, eye->view, piece);
    const Unit *unit = &eye->view->unit[piece];
    if (face->how != PLAIN || unit->marker == STRATEGIC || unit->marker == RESERVE)
        return 0;
    int row = class_row(kind), strength = face->strength * GRAINS;
    strength = strength * eye->data->class_attack[terrain_at(eye->scenario, eye->view, target)][row] / PARTS;
    Edge edge = edge_between(&eye->map->grid, from, target);
    for (int river = 0; edge < EDGES && river < RIVERS; river++)
        if (eye->map->edge[from][edge] >> river & 1)
            strength = strength * eye->data->river_attack[river][row] / PARTS;
    bool worn = unit->marker == DISORGANIZED || (kind->steps > 1 && (kind->steps - unit->steps) * 2 >= kind->steps);
    strength = worn ? strength / 2 : strength;
    return unit->level == FULL_SUPPLY                               ? strength
           : unit->level == NO_SUPPLY && !second_edition(eye->data) ? 0
                                                                    : strength / 2;
}

static int least(int one, int other) { return one < other ? one : other; }

int price_of(const Eye *eye, Hex target, int attack, int rating, int tokens, Manners manner)
{
    const Outlook *found = eye->found;
    int enemy = enemy_of(eye->side), over, under;
    const Force *there = &found->force[enemy][target];
    if (attack <= 0)
        return HOPELESS;
    int column = odds_column(eye->data, terrain_at(eye->scenario, eye->view, target), attack,
                             there->defence ? there->defence : 1, &over, &under);
    const Chances *chances =
        chances_of(found, manner, rating - there->rating, hedgehog_at(eye->view, enemy, target), column);
    int steps = there->steps ? there->steps : 1, killed = least(chances->killed, steps * ALL);
    int lost = found->step_price[eye->side] ? LOST_PART : LOST_MORE;
    int own = found->step_worth[eye->side], theirs = found->step_worth[enemy], won = prize_of(eye, target);
    int sum = killed * theirs - (chances->lost * lost + chances->asked * ASKED_PART) * own / 100;
    /* He goes, or stays and loses steps for it, whichever costs him less; in the end no unit is left to stay. */
    sum += least(chances->offered * theirs, chances->pushed * (GIVES_WAY + won));
    sum += won * least((killed + chances->offered) / steps, ALL);
    sum += chances->shaken * SHAKEN + chances->exploits * EXPLOITS;
    return sum / ALL - tokens * token_worth(eye, target);
}

int danger_at(const Eye *eye, Hex hex, int defence, int steps)
{
    const Outlook *found = eye->found;
    int attack = found->menace[hex] * MENACE_PART / 100, enemy = enemy_of(eye->side), over, under;
    if (!attack || !steps)
        return 0;
    int column = odds_column(eye->data, terrain_at(eye->scenario, eye->view, hex), attack, defence > 0 ? defence : 1,
                             &over, &under);
    const Chances *chances = chances_of(found, REGULAR, 0, hedgehog_at(eye->view, eye->side, hex), column);
    int stake = has_bit(eye->view->control[eye->side], hex) ? found->stake_at[hex] : 0;
    int sum = least(chances->killed, steps * ALL) * found->step_worth[eye->side] + chances->pushed * (30 + stake / 2);
    sum -= (chances->lost + chances->asked / 2) * found->step_worth[enemy];
    return sum > 0 ? sum / ALL : 0;
}
