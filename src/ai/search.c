/* search.c — a player that tries orders out before it gives one.
 *
 * It begins with the order the greedy player would give, and tries others against it: those the greedy player thought
 * of besides, and a few at random. To try an order it imagines a position that may be true (System.imagine, by the view
 * alone), gives the order there and lets greedy players play on, to the end of the game where that is near, else until
 * every side has had a turn. The appraisal of the position is then the worth of the order (core/appraisal.h); in a
 * scenario without such a table the points alone are.
 *
 * - In one imagined world all candidates meet the same hidden counters and the same dice, so the difference between
 * them is mostly their own effect.
 *   - Worlds are added one by one, and the candidates that do worst are dropped on the way.
 * - The greedy order stays to the end. Another one replaces it only if it did better by more than luck (is_better): the
 * best mean of a few rollouts alone would be the luckiest order.
 *   - If nothing promises halfway, the greedy order is given: most questions end so.
 *
 * The budget is counted in simulated orders and never in time, so that the same seed gives the same game. It is that of
 * a turn: each question may spend its part of it as long as it lasts, so no turn takes longer than the budget. A turn
 * of a large battle has hundreds of questions, and each rollout hundreds of orders: there only some questions, drawn by
 * lot, are searched, and the others are answered as the greedy player would. */
#include <string.h>

#include "ai/ai.h"
#include "ai/thoughts.h"
#include "ai/weigh.h"
#include "core/appraisal.h"

enum {
    BY_VALUE = 24,
    WILD = 8,
    CANDIDATES = 1 + BY_VALUE + WILD,
    FEWEST = 3,          /* candidates that are worth a search */
    COST = 7,            /* rollouts that a candidate takes, with all that drop out */
    WORLDS = 96,         /* at most */
    PROVEN = 8,          /* worlds before anything is decided */
    SURE = 32,           /* the same where the budget lasts for more */
    DOUBT = 250,         /* a handicap of a candidate not tried yet: see is_better() */
    ORDER_COST = 25,     /* work of an order simulated without any counters on the map, one more for each, … */
    PROPOSED_COST = 3,   /* … or so many where orders are proposed, … */
    PAIRS_COST = 48,     /* … and one more for each of these pairs of them; … */
    LISTED_COST = 3,     /* … and so many for each … */
    LISTED_PART = 4,     /* … of these choices that were listed for it */
    USUAL_COST = 40,     /* work of an order that the budget counts as one */
    QUESTIONS = 3,       /* that share a turn's budget without any counters on the map, … */
    COUNTERS_EACH = 8,   /* … and for so many counters one more: most questions end before their share is spent */
    LONGEST = 3000,      /* orders of one rollout */
    MARGIN_MOST = 50000, /* hundredths of points: more are the same */
    POINT = 100,         /* margins count hundredths */
    LEAST = 100,         /* a mean difference beyond the error of appraisals */
    LITTLE = 10,         /* a difference in expected margins that means little; of points it is one */
    WON = 1000,          /* what a won game is worth, and a lost one costs */
    MARGIN = 300,        /* what a usual difference in points is worth */
    NEAR_END = 128,      /* rollouts to the end that a turn must have room for */
    ROLLOUTS_LEAST = 40, /* of a question that is searched at all */
    ORDERS_EACH = 4 /* of a counter in a rollout, about: in a turn of either side with the questions to the other */
};

/* The result of a rollout. */
typedef Promise Leaf;

typedef struct Mind {
    const Scenario *scenario;
    const Position *view;
    int side;
    uint64_t seed;
    Thinking *thinking; /* NULL: no caller watches it or can stop it */
    int longest;        /* orders of one rollout */
    int64_t order_cost; /* work of a simulated order without its choices */
    int64_t share;      /* work that may be done for this question */
    int64_t budget;     /* … and what is left of it */
    int64_t whole_turn; /* what a turn has for all its questions */
    bool to_end, stopped;
    int count, left; /* candidates: all, and those still tried, which are the first of `try` */
    int try[CANDIDATES];
    int worlds;
    Order order[CANDIDATES];
    Leaf leaf[CANDIDATES][WORLDS];
    int tried_in[CANDIDATES]; /* worlds */
    Position *world, *truth, *seen[SIDES];
    Sight *sight[SIDES];
    Memo *memo;
    Dice dice;
    Events events;
} Mind;

/* ---- room ---- */

static size_t rounded(size_t size) { return (size + 63) / 64 * 64; }

static size_t search_room(const Scenario *scenario)
{
    const System *system = scenario->system;
    return rounded(sizeof(Mind)) + (size_t)(2 + scenario->sides) * rounded(system->position_size) +
           (size_t)scenario->sides * rounded(system->sight_size) + rounded(system->memo_size);
}

static void *cut(char **block, size_t size)
{
    void *part = *block;
    *block += rounded(size);
    return part;
}

static Mind *set_up(const Scenario *scenario, const Position *view, void *block)
{
    const System *system = scenario->system;
    char *rest = block;
    Mind *mind = cut(&rest, sizeof *mind);
    memset(mind, 0, sizeof *mind);
    mind->scenario = scenario;
    mind->view = view;
    mind->side = question(view)->side;
    mind->longest = LONGEST;
    mind->world = cut(&rest, system->position_size);
    mind->truth = cut(&rest, system->position_size);
    for (int side = 0; side < scenario->sides; side++) {
        mind->seen[side] = cut(&rest, system->position_size);
        mind->sight[side] = cut(&rest, system->sight_size);
    }
    mind->memo = cut(&rest, system->memo_size);
    memset(mind->memo, 0, system->memo_size);
    return mind;
}

/* ---- rollouts ---- */

static uint64_t seed_of(const Mind *mind, int world)
{
    Random random = {mind->seed + (uint64_t)world * 0x9e3779b97f4a7c15u};
    return random_next(&random);
}

static void imagine_world(Mind *mind, int number)
{
    const System *system = mind->scenario->system;
    Random random = {seed_of(mind, number)};
    if (system->imagine)
        system->imagine(mind->scenario, mind->view, mind->side, &random, mind->world);
    else
        memcpy(mind->world, mind->view, system->position_size);
    for (int side = 0; side < mind->scenario->sides; side++)
        memset(mind->sight[side], 0, system->sight_size);
}

static void give(Mind *mind, const Order *order)
{
    mind->events.count = 0;
    mind->dice.recorded = 0;
    mind->scenario->system->apply(mind->scenario, mind->truth, order, &mind->dice, &mind->events);
}

static const Position *seen_by(Mind *mind, int side)
{
    const System *system = mind->scenario->system;
    Position *seen = mind->seen[side];
    if (system->mask_again)
        system->mask_again(mind->scenario, mind->truth, side, seen, mind->sight[side]);
    else
        system->mask(mind->scenario, mind->truth, side, seen);
    seen->orders = 0;
    return seen;
}

/* Whether every side has had a turn since the question was asked. */
static bool is_far(const Mind *mind)
{
    const Position *now = mind->truth, *then = mind->view;
    int last = then->turn ? then->turn + 1 : 2; /* turn 0 sets up the first turn */
    return now->turn > last || (now->turn == last && now->phase >= then->phase);
}

/* The worth by points alone: none for winning as long as the game goes on. */
static Leaf leaf_of_points(const Mind *mind)
{
    Score score = {0};
    int32_t best = INT32_MIN;
    mind->scenario->system->score(mind->scenario, mind->truth, &score);
    for (int side = 0; side < mind->scenario->sides; side++)
        if (side != mind->side && score.points[side] > best)
            best = score.points[side];
    int winner = mind->truth->over ? mind->truth->winner : NO_SIDE;
    return (Leaf){.margin = POINT * (score.points[mind->side] - best),
                  .chance = (int16_t)(winner >= SIDES        ? WON / 2
                                      : winner == mind->side ? WON
                                                             : 0)};
}

/* Whether rollouts stop before the end and are judged by the appraisal of the position. */
static bool is_appraised(const Mind *mind) { return mind->scenario->appraisal && !mind->to_end; }

static Leaf leaf_of(const Mind *mind)
{
    bool open = mind->scenario->appraisal && !mind->truth->over;
    return open ? appraise(mind->scenario, mind->truth, mind->side) : leaf_of_points(mind);
}

static bool should_stop(Mind *mind)
{
    const Thinking *thinking = mind->thinking;
    mind->stopped |= thinking && thinking->stop && *thinking->stop;
    return mind->stopped;
}

/* Plays on from the world with the order, if any is given, as long as that takes no more work; how much it took. */
static int64_t roll_out(Mind *mind, int number, const Order *first, int64_t most, Leaf *leaf)
{
    Random random = {~seed_of(mind, number)};
    uint64_t listed = 0;
    int64_t work = first ? mind->order_cost : 0;
    memcpy(mind->truth, mind->world, mind->scenario->system->position_size);
    dice_fast(&mind->dice, seed_of(mind, number) ^ 0x5ca1ab1e);
    if (first)
        give(mind, first);
    for (int orders = 0; orders < mind->longest && work < most && question(mind->truth) && !mind->truth->over;
         orders++) {
        Order order;
        uint64_t before = listed;
        if (should_stop(mind) || (!mind->to_end && is_far(mind)))
            break;
        const Position *seen = seen_by(mind, question(mind->truth)->side);
        if (!greedy_player.order(mind->scenario, seen, mind->memo, &random, &order, &listed))
            break;
        give(mind, &order);
        work += mind->order_cost + (int64_t)(listed - before) * LISTED_COST / LISTED_PART;
    }
    mind->budget -= work;
    *leaf = leaf_of(mind);
    return work;
}

/* ---- what the results mean ---- */

/* The difference in points that counts as usual: how far those of the greedy order stray from their mean, and a bit. */
static int32_t usual_margin(const Mind *mind)
{
    int64_t sum = 0, stray = 0;
    for (int i = 0; i < mind->worlds; i++)
        sum += mind->leaf[0][i].margin;
    for (int i = 0; i < mind->worlds; i++) {
        int64_t off = mind->leaf[0][i].margin * (int64_t)mind->worlds - sum;
        stray += off < 0 ? -off : off;
    }
    return (int32_t)(stray / ((int64_t)mind->worlds * mind->worlds)) + (is_appraised(mind) ? LITTLE : POINT);
}

/* What a usual difference in points is worth: the less, the less the points decide the winner. It is MARGIN times the
 * share of the results' variance that the points explain, and all of it where no side or always the same side wins. */
static int32_t worth_of_margin(const Mind *mind)
{
    int64_t n = 0, r = 0, m = 0, rr = 0, mm = 0, rm = 0;
    for (int i = 0; i < mind->count; i++)
        for (int world = 0; world < mind->tried_in[i]; world++) {
            int64_t result = 2 * mind->leaf[i][world].chance - WON, margin = mind->leaf[i][world].margin;
            margin = margin > MARGIN_MOST ? MARGIN_MOST : margin < -MARGIN_MOST ? -MARGIN_MOST : margin;
            n++;
            r += result;
            m += margin;
            rr += result * result;
            mm += margin * margin;
            rm += result * margin;
        }
    int64_t results = n * rr - r * r, margins = n * mm - m * m, both = n * rm - r * m;
    if (!results || !margins)
        return MARGIN;
    return both > 0 ? (int32_t)(MARGIN * (both * 1000 / results) / 1000 * (both * 1000 / margins) / 1000) : 0;
}

/* The sum of the differences from the greedy order over all worlds, and of their squares. */
typedef struct Paired {
    int64_t sum, squares;
} Paired;

/* What points are worth: `worth` for each `usual` of them. */
typedef struct Rate {
    int32_t usual, worth;
} Rate;

static Rate rate_of(const Mind *mind) { return (Rate){usual_margin(mind), worth_of_margin(mind)}; }

/* How much better a candidate did in a world. */
static int64_t difference_in(const Mind *mind, int candidate, int world, Rate rate)
{
    const Leaf *one = &mind->leaf[candidate][world], *other = &mind->leaf[0][world];
    int64_t points = ((int64_t)one->margin - other->margin) * rate.worth / rate.usual, most = 2 * WON;
    return 2 * (one->chance - other->chance) + (points > most ? most : points < -most ? -most : points);
}

static Paired paired(const Mind *mind, int candidate, Rate rate)
{
    Paired sums = {0, 0};
    for (int i = 0; i < mind->worlds; i++) {
        int64_t difference = difference_in(mind, candidate, i, rate);
        sums.sum += difference;
        sums.squares += difference * difference;
    }
    return sums;
}

/* Whether the mean exceeds 0.7 standard errors of it. */
static bool is_promising(const Mind *mind, Paired sums)
{
    int64_t n = mind->worlds, square = sums.sum * sums.sum;
    return sums.sum > 0 && n > 1 && 100 * (n - 1) * square > 49 * (n * sums.squares - square);
}

/* Whether it is better after all. Most candidates are worse than the greedy order, and of many some seem better by
 * luck. If the true differences are spread normally around a mean below 0, then the expected one is above 0 as soon as
 * the sum exceeds the variance of a single difference divided by a constant, DOUBT. */
static bool is_better(const Mind *mind, Paired sums)
{
    int64_t n = mind->worlds;
    if (is_appraised(mind) && sums.sum < n * LEAST)
        return false;
    return n > 1 && sums.sum > 0 && sums.sum * (n - 1) * n * DOUBT > n * sums.squares - sums.sum * sums.sum;
}

/* Keeps the best candidates, no more than `most`, and of those only what is ahead if `ahead`. */
static void keep_best(Mind *mind, int most, bool ahead)
{
    Rate rate = rate_of(mind);
    int64_t sum[CANDIDATES];
    for (int i = 0; i < mind->left; i++) {
        int candidate = mind->try[i], at = i;
        int64_t one = paired(mind, candidate, rate).sum;
        for (; at > 0 && sum[at - 1] < one; at--) {
            sum[at] = sum[at - 1];
            mind->try[at] = mind->try[at - 1];
        }
        sum[at] = one;
        mind->try[at] = candidate;
    }
    if (mind->left > most)
        mind->left = most;
    while (ahead && mind->left && sum[mind->left - 1] <= 0)
        mind->left--;
}

static bool any_promising(const Mind *mind)
{
    Rate rate = rate_of(mind);
    for (int i = 0; i < mind->left; i++)
        if (is_promising(mind, paired(mind, mind->try[i], rate)))
            return true;
    return false;
}

/* ---- the search ---- */

static void tell_progress(const Mind *mind)
{
    int64_t spent = mind->share - mind->budget;
    if (mind->thinking)
        mind->thinking->done = (int)(spent < mind->share ? 100 * spent / mind->share : 100);
}

/* One more world for all that are left; false, and nothing counts, if the budget did not last or it was stopped. */
static bool add_world(Mind *mind)
{
    int number = mind->worlds;
    imagine_world(mind, number);
    roll_out(mind, number, &mind->order[0], INT64_MAX, &mind->leaf[0][number]);
    for (int i = 0; i < mind->left; i++) {
        int candidate = mind->try[i];
        if (mind->budget <= 0 || mind->stopped)
            return false;
        roll_out(mind, number, &mind->order[candidate], INT64_MAX, &mind->leaf[candidate][number]);
    }
    if (mind->stopped)
        return false;
    mind->worlds++;
    mind->tried_in[0] = mind->worlds;
    for (int i = 0; i < mind->left; i++)
        mind->tried_in[mind->try[i]] = mind->worlds;
    tell_progress(mind);
    return true;
}

/* How much work a rollout takes; chooses whether rollouts go to the end. */
static int64_t measure(Mind *mind)
{
    Leaf leaf;
    imagine_world(mind, 0);
    mind->to_end = true;
    int64_t work = roll_out(mind, 0, &mind->order[0], mind->whole_turn / NEAR_END, &leaf);
    mind->to_end = mind->truth->over;
    return mind->to_end ? work : roll_out(mind, 0, &mind->order[0], INT64_MAX, &leaf);
}

static int choose_best(Mind *mind)
{
    Rate rate = rate_of(mind);
    keep_best(mind, CANDIDATES, true);
    for (int i = 0; i < mind->left; i++)
        if (is_better(mind, paired(mind, mind->try[i], rate)))
            return mind->try[i];
    return 0;
}

static int search(Mind *mind)
{
    int64_t work = measure(mind);
    if (mind->thinking)
        mind->thinking->rollout = work;
    int64_t rollouts = mind->budget / work, room = rollouts / COST;
    if (room < FEWEST)
        return 0;
    for (int i = 1; i < mind->count && i <= room; i++)
        mind->try[mind->left++] = i;
    int64_t proven = 2 * rollouts / (mind->left + 2);
    proven = (proven < PROVEN ? PROVEN : proven < SURE ? proven : SURE) / 4 * 4;
    while (mind->left && mind->worlds < WORLDS && add_world(mind)) {
        if (mind->worlds * 4 == proven)
            keep_best(mind, (mind->left + 1) / 2, false);
        else if (mind->worlds * 2 == proven)
            keep_best(mind, (mind->left + 1) / 2, true);
        else if (mind->worlds >= proven && mind->worlds % 4 == 0) {
            if (!any_promising(mind))
                break;
            keep_best(mind, mind->left > 4 ? mind->left / 2 : 3, true);
        }
    }
    return mind->worlds >= PROVEN / 2 ? choose_best(mind) : 0;
}

/* Whether two orders mean the same: a set may be named in any order, and a path is where it ends. */
static bool says_same(const Scenario *scenario, const Order *one, const Order *other)
{
    const OrderKind *kind = &scenario->system->orders[one->verb];
    if (one->verb != other->verb || one->count != other->count)
        return false;
    for (int i = 0; i < one->count; i++)
        if (slot_is_set(&kind->slot[one->slot[i]]) ? !order_has(other, one->slot[i], one->value[i])
                                                   : one->slot[i] != other->slot[i] || one->value[i] != other->value[i])
            return false;
    return true;
}

static bool is_known(const Mind *mind, int candidate)
{
    for (int i = 0; i < candidate; i++)
        if (says_same(mind->scenario, &mind->order[i], &mind->order[candidate]))
            return true;
    return false;
}

/* Leaves out those that mean the same as one before. */
static void drop_same(Mind *mind)
{
    int kept = 0;
    for (int i = 0; i < mind->count; i++) {
        mind->order[kept] = mind->order[i];
        kept += !is_known(mind, kept);
    }
    mind->count = kept;
}

/* Adds some at random, which the greedy player would hardly think of. */
static void add_wild(Mind *mind, Memo *memo, Random *random, uint64_t *choices_listed)
{
    for (int i = 0; i < WILD; i++) {
        Order *order = &mind->order[mind->count];
        bool found = random_player.order(mind->scenario, mind->view, memo, random, order, choices_listed);
        mind->count += found && !is_known(mind, mind->count);
    }
}

/* Counters that stand on the map: a turn has about as many questions. */
static int counters(const Scenario *scenario, const Position *view)
{
    int count = 1;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        Hex hex = scenario->system->where(scenario, view, piece);
        count += hex != NO_HEX && hex < scenario->map->hexes;
    }
    return count;
}

/* Work of a simulated order, without the choices that are listed for it. A rulebook that proposes whole orders lists
 * little, and looks at every counter and at their relations instead. */
static int64_t cost_of_order(const Scenario *scenario, int64_t size)
{
    return ORDER_COST + (scenario->system->proposal ? PROPOSED_COST * size + size * size / PAIRS_COST : size);
}

/* The work that a turn's budget allows for this question; 0: it is not searched. */
static int64_t share_of(const Player *player, const Scenario *scenario, int64_t size, const Thinking *thinking,
                        Random *random)
{
    int64_t whole = (int64_t)player->budget * USUAL_COST, left = whole - (thinking ? thinking->spent : 0);
    int64_t share = whole / (QUESTIONS + size / COUNTERS_EACH);
    int64_t rollout = size * ORDERS_EACH * cost_of_order(scenario, size);
    int64_t least = ROLLOUTS_LEAST * (thinking && thinking->rollout ? thinking->rollout : rollout);
    share = share < left / 2 ? share : left / 2;
    if (share >= least)
        return share;
    return left >= least && random_below(random, (uint32_t)(least / USUAL_COST)) < share / USUAL_COST ? least : 0;
}

/* ---- why ---- */

static int64_t root_of(int64_t square)
{
    int64_t root = 0;
    for (int64_t bit = (int64_t)1 << 30; bit; bit /= 2)
        if ((root + bit) * (root + bit) <= square)
            root += bit;
    return root;
}

/* The mean of `count` numbers and its standard error, of their sum and that of their squares. */
static void mean_of(int64_t sum, int64_t squares, int64_t count, int64_t *mean, int64_t *error)
{
    int64_t stray = squares - sum * sum / count;
    *mean = sum / count;
    *error = count > 1 && stray > 0 ? root_of(stray / (count * (count - 1))) : 0;
}

static Tried tried_of(const Mind *mind, int candidate)
{
    Tried tried = {.order = mind->order[candidate]};
    int64_t chances = 0, chance_squares = 0, margins = 0, margin_squares = 0, mean, error;
    int count = mind->tried_in[candidate];
    for (int i = 0; i < count; i++) {
        const Leaf *leaf = &mind->leaf[candidate][i];
        int64_t chance = leaf->chance, margin = leaf->margin;
        chances += chance;
        chance_squares += chance * chance;
        margins += margin;
        margin_squares += margin * margin;
    }
    if (!count)
        return tried;
    mean_of(chances, chance_squares, count, &mean, &error);
    tried.chance = (int16_t)mean;
    tried.chance_error = (int16_t)error;
    mean_of(margins, margin_squares, count, &mean, &error);
    tried.margin = (int32_t)mean;
    tried.margin_error = (int32_t)error;
    return tried;
}

/* A candidate's mean result, for the comparison of those that were tried in different worlds. */
static int64_t merit(const Mind *mind, int candidate, Rate rate)
{
    int64_t sum = 0;
    int count = mind->tried_in[candidate];
    for (int i = 0; i < count; i++)
        sum += 2 * mind->leaf[candidate][i].chance + (int64_t)mind->leaf[candidate][i].margin * rate.worth / rate.usual;
    return sum / count;
}

/* The best of those not listed yet that were tried in as many worlds as possible; CANDIDATES: none. */
static int next_best(const Mind *mind, uint64_t told, Rate rate)
{
    int best = CANDIDATES;
    for (int i = 0; i < mind->count; i++)
        if (!(told >> i & 1) && mind->tried_in[i] &&
            (best == CANDIDATES || mind->tried_in[i] > mind->tried_in[best] ||
             (mind->tried_in[i] == mind->tried_in[best] && merit(mind, i, rate) > merit(mind, best, rate))))
            best = i;
    return best;
}

static void tell_why(const Mind *mind, int chosen, Why *why)
{
    uint64_t told = (uint64_t)1 << chosen | 1;
    why->worlds = mind->worlds;
    why->tells_chance = mind->to_end || mind->scenario->appraisal;
    if (!mind->worlds)
        return;
    Rate rate = rate_of(mind);
    why->tried[why->count++] = tried_of(mind, chosen);
    if (chosen)
        why->tried[why->count++] = tried_of(mind, 0);
    for (int next; why->count < TRIED && (next = next_best(mind, told, rate)) != CANDIDATES;) {
        told |= (uint64_t)1 << next;
        why->tried[why->count++] = tried_of(mind, next);
    }
}

/* ---- one question ---- */

/* A new turn has a new budget. */
static void open_purse(const Position *view, Thinking *thinking)
{
    thinking->done = 0;
    thinking->why = (Why){0};
    if (thinking->begun && thinking->turn == view->turn && thinking->side == question(view)->side)
        return;
    thinking->begun = true;
    thinking->turn = view->turn;
    thinking->side = question(view)->side;
    thinking->spent = 0;
    thinking->rollout = 0;
}

/* Searches for an order that is better than the first of the mind's. */
static int think_about(Mind *mind, Memo *memo, Random *random, uint64_t *choices_listed)
{
    mind->share = mind->budget;
    mind->count = greedy_thoughts(mind->scenario, mind->view, memo, random, mind->order, NULL, mind->count,
                                  1 + BY_VALUE, choices_listed);
    drop_same(mind);
    add_wild(mind, memo, random, choices_listed);
    mind->seed = random_next(random);
    int chosen = mind->count > 1 ? search(mind) : 0;
    if (mind->thinking) {
        mind->thinking->spent += mind->share - mind->budget;
        mind->thinking->done = 100;
        tell_why(mind, chosen, &mind->thinking->why);
    }
    return chosen;
}

static bool search_order(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *block,
                         Thinking *thinking, Random *random, Order *out, uint64_t *choices_listed)
{
    Random own = {random_next(random)}; /* the random state afterwards does not depend on how much is searched */
    if (!greedy_player.order(scenario, view, memo, &own, out, choices_listed))
        return false;
    if (thinking)
        open_purse(view, thinking);
    if (!scenario->system->value || !scenario->system->score)
        return true;
    int64_t size = counters(scenario, view), budget = share_of(player, scenario, size, thinking, &own);
    if (!budget)
        return true;
    Mind *mind = set_up(scenario, view, block);
    mind->thinking = thinking;
    mind->budget = budget;
    mind->whole_turn = (int64_t)player->budget * USUAL_COST;
    mind->order_cost = cost_of_order(scenario, size);
    mind->order[mind->count++] = *out;
    *out = mind->order[think_about(mind, memo, &own, choices_listed)];
    return true;
}

bool weigh_order(const Player *player, const Scenario *scenario, const Position *view, Memo *memo, void *block,
                 Thinking *thinking, Random *random, const Order *asked)
{
    uint64_t listed = 0;
    Random own = {random_next(random)};
    Order greedy;
    thinking->why = (Why){0};
    if (!scenario->system->value || !scenario->system->score ||
        !greedy_player.order(scenario, view, memo, &own, &greedy, &listed))
        return false;
    Mind *mind = set_up(scenario, view, block);
    mind->thinking = thinking;
    mind->budget = mind->whole_turn = (int64_t)player->budget * USUAL_COST;
    mind->order_cost = cost_of_order(scenario, counters(scenario, view));
    mind->order[mind->count++] = asked ? *asked : greedy;
    if (asked && !order_same(asked, &greedy))
        mind->order[mind->count++] = greedy;
    int chosen = think_about(mind, memo, &own, &listed);
    Why *why = &thinking->why;
    if (!why->count)
        *why = (Why){.count = 1, .tried = {{.order = mind->order[0]}}};
    if (asked && chosen) { /* the order asked about comes first */
        Tried first = why->tried[0];
        why->tried[0] = why->tried[1];
        why->tried[1] = first;
        why->better = true;
    }
    return true;
}

bool play_out(const Scenario *scenario, const Position *position, void *block, uint64_t seed, int most,
              int chance[SIDES])
{
    Mind *mind = set_up(scenario, position, block);
    Leaf leaf;
    mind->seed = seed;
    mind->to_end = true;
    mind->longest = most;
    memcpy(mind->world, position, scenario->system->position_size);
    for (int side = 0; side < scenario->sides; side++)
        memset(mind->sight[side], 0, scenario->system->sight_size);
    roll_out(mind, 0, NULL, INT64_MAX, &leaf);
    int winner = mind->truth->over ? mind->truth->winner : NO_SIDE;
    for (int side = 0; side < scenario->sides; side++)
        chance[side] = winner >= SIDES ? 500 : winner == side ? 1000 : 0;
    return mind->truth->over;
}

const Player search_quick_player = {
    .name = "search-quick", .think = search_order, .room = search_room, .budget = 40000};
const Player search_player = {.name = "search", .think = search_order, .room = search_room, .budget = 160000};
const Player search_deep_player = {.name = "search-deep", .think = search_order, .room = search_room, .budget = 640000};
