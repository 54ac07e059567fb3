/* odds.c — forecasts against how often it happened.
 *
 * For an order that has a forecast, the same order is applied to many copies of the position, each with its own
 * dice. Questions that come before the result are answered with as little as is legal: that is what forecasts
 * assume. In a second round the other side throws in all it may, as the second weighing has it, where nothing of what
 * it may throw in is hidden. The first EVENT_RESULT says in its words which outcome it was. The counts must not stray
 * further from the weights than chance allows (a chi-square with a bound far out: these seeds never change, so a pass
 * is a pass for good). */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"

enum { FORECASTS = 10, THROWS = 1200, FOLLOW_UPS = 12 };

typedef struct Table {
    Position *position, *view; /* of the copy in play */
    bool imagined;             /* each copy is one that may be true by the giver's view */
    Events events;
    Dice dice;
    int count[FORECAST_LINES];
    int results; /* throws that came to a result */
} Table;

static const Event *result_of(const Events *events)
{
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
        if (events->event[i].kind == EVENT_RESULT)
            return &events->event[i];
    return NULL;
}

/* The part to add for an order that throws in all it may: everything of a set, the most of a number, no word. */
static const Choice *next_of_all(const OrderKind *kind, const Choices *choices)
{
    const Choice *best = NULL;
    for (int i = 0; i < choices->count; i++) {
        const Choice *choice = &choices->choice[i];
        const Slot *slot = &kind->slot[choice->slot];
        if (slot->type == ARG_WORD || slot->type == ARG_NAME)
            continue;
        if (!best || choice->slot < best->slot ||
            (choice->slot == best->slot && slot->type == ARG_NUMBER && choice->value > best->value))
            best = choice;
    }
    return best;
}

static bool fullest_order(const Scenario *scenario, const Position *view, Order *out)
{
    static Choices choices;
    if (!least_order(scenario, view, out))
        return false;
    for (;;) {
        choices.count = 0;
        choices.complete = false;
        scenario->system->choices(scenario, view, out, &choices);
        const Choice *more = next_of_all(&scenario->system->orders[out->verb], &choices);
        if (!more || !order_add(out, more->slot, more->value))
            return choices.complete;
    }
}

/* A copy to throw on. Where the result depends on what is hidden the forecast covers all that may be: each throw then
 * has its own. */
static void lay_copy(const Subject *subject, const Position *from, const Position *view, Table *table, Random *random)
{
    const System *system = subject->scenario->system;
    if (table->imagined)
        system->imagine(subject->scenario, view, question(from)->side, random, table->position);
    else
        memcpy(table->position, from, system->position_size);
}

/* Plays the order on a copy until something was read from a table. NULL if nothing was. */
static const Event *throw_once(const Subject *subject, const Position *from, const Position *view, const Order *order,
                               bool opposed, Table *table, uint64_t seed)
{
    const System *system = subject->scenario->system;
    static const uint8_t context[SHA256_BYTES];
    Random random = {seed};
    Order next = *order;
    int depth = from->depth, giver = question(from)->side;
    lay_copy(subject, from, view, table, &random);
    dice_fast(&table->dice, seed);
    for (int i = 0; i < FOLLOW_UPS; i++) {
        table->events.count = 0;
        dice_context(&table->dice, context);
        system->apply(subject->scenario, table->position, &next, &table->dice, &table->events);
        const Event *result = result_of(&table->events);
        if (result || table->position->depth <= depth)
            return result;
        system->mask(subject->scenario, table->position, question(table->position)->side, table->view);
        uint64_t listed = 0;
        bool all = opposed && question(table->position)->side != giver;
        if (!(all ? fullest_order : least_order)(subject->scenario, table->view, &next) &&
            !random_player.order(subject->scenario, table->view, NULL, &random, &next, &listed))
            return NULL;
    }
    return NULL;
}

static Weight weight_of(const ForecastLine *line, bool opposed) { return opposed ? line->opposed : line->weight; }

static bool weighing_adds_up(const Subject *subject, const Order *order, const Forecast *forecast, bool opposed)
{
    Weight sum = 0, total = opposed ? forecast->opposed_total : forecast->total;
    char some[WEIGHT_TEXT], all[WEIGHT_TEXT];
    for (int i = 0; i < forecast->outcomes; i++)
        sum += weight_of(&forecast->outcome[i], opposed);
    if (!total || sum != total)
        return broken(subject, "the outcomes of \"%s\" add up to %s of %s", order_words(subject->scenario, order),
                      weight_print(sum, some), weight_print(total, all));
    for (int i = 0; i < forecast->measures; i++)
        if (weight_of(&forecast->measure[i], opposed) > total)
            return broken(subject, "\"%s\" of \"%s\" is more than certain", forecast->measure[i].label.words,
                          order_words(subject->scenario, order));
    return true;
}

static bool adds_up(const Subject *subject, const Order *order, const Forecast *forecast)
{
    return weighing_adds_up(subject, order, forecast, false) &&
           (!forecast->opposed.words || weighing_adds_up(subject, order, forecast, true));
}

/* Chi-square over the outcomes; those expected fewer than five times are counted together. */
static bool fits(const Subject *subject, const Order *order, const Forecast *forecast, bool opposed, const Table *table)
{
    double chi = 0, rare_expected = 0, rare_count = 0,
           total = (double)(opposed ? forecast->opposed_total : forecast->total);
    int cells = 0;
    for (int i = 0; i < forecast->outcomes; i++) {
        double expected = (double)table->results * (double)weight_of(&forecast->outcome[i], opposed) / total;
        if (!weight_of(&forecast->outcome[i], opposed) && table->count[i])
            return broken(subject, "\"%s\": %s was called impossible and happened",
                          order_words(subject->scenario, order), forecast->outcome[i].label.words);
        if (expected < 5) {
            rare_expected += expected;
            rare_count += table->count[i];
            continue;
        }
        chi += (table->count[i] - expected) * (table->count[i] - expected) / expected;
        cells++;
    }
    if (rare_expected > 0) {
        chi += (rare_count - rare_expected) * (rare_count - rare_expected) / (rare_expected < 1 ? 1 : rare_expected);
        cells++;
    }
    double freedom = cells > 1 ? cells - 1 : 1;
    if (chi < freedom + 5 * sqrt(2 * freedom) + 6)
        return true;
    broken(subject, "\"%s\" (%s): what happens is not what was forecast, chi-square %.1f of %d cells",
           order_words(subject->scenario, order), (opposed ? forecast->opposed : forecast->title).words, chi, cells);
    for (int i = 0; i < forecast->outcomes && !subject->silent; i++)
        printf("        %-24s forecast %6.2f %%, happened %6.2f %%\n", forecast->outcome[i].label.words,
               100.0 * (double)weight_of(&forecast->outcome[i], opposed) / total,
               100.0 * table->count[i] / table->results);
    return false;
}

/* One weighing against so many throws. */
static bool weighing_holds(const Subject *subject, const Position *position, const Position *view, const Order *order,
                           const Forecast *forecast, bool opposed, Table *table)
{
    memset(table->count, 0, sizeof table->count);
    table->results = 0;
    for (int i = 0; i < THROWS; i++) {
        char words[SAY_TEXT];
        const Event *result =
            throw_once(subject, position, view, order, opposed, table, subject->seed + 77 * (uint64_t)i);
        if (!result)
            continue;
        say(subject->scenario, NULL, NULL, &result->what, words, sizeof words);
        int outcome = forecast_outcome(subject->scenario, forecast, result);
        if (outcome < 0)
            return broken(subject, "\"%s\" came to \"%s\", which was not forecast",
                          order_words(subject->scenario, order), words);
        table->count[outcome]++;
        table->results++;
    }
    if (table->results < THROWS / 2) /* most copies came to no result of this order's own */
        return true;
    ++*subject->shown;
    return fits(subject, order, forecast, opposed, table);
}

/* Whether the view knows where every counter is. */
static bool sees_all(const Scenario *scenario, const Position *position, const Position *view)
{
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (scenario->system->where(scenario, position, (Piece)piece) !=
            scenario->system->where(scenario, view, (Piece)piece))
            return false;
    return true;
}

static bool forecast_holds(const Subject *subject, const Position *position, const Position *view, const Order *order,
                           const Forecast *forecast, Table *table)
{
    if (!adds_up(subject, order, forecast))
        return false;
    table->imagined = forecast->likely.words; /* more than one column may be true: it is over all of them */
    if (table->imagined && (forecast->open || !subject->scenario->system->imagine))
        return true;
    bool opposed = forecast->opposed.words && sees_all(subject->scenario, position, view);
    Subject quietly = *subject;
    quietly.silent = true;
    if (forecast->either)
        return weighing_holds(&quietly, position, view, order, forecast, false, table) ||
               weighing_holds(subject, position, view, order, forecast, true, table);
    return weighing_holds(subject, position, view, order, forecast, false, table) &&
           (!opposed || weighing_holds(subject, position, view, order, forecast, true, table));
}

static bool forecast_translated(const Subject *subject, const Forecast *forecast)
{
    bool held = translated(subject, &forecast->title) && translated(subject, &forecast->assumes) &&
                translated(subject, &forecast->opposed) && translated(subject, &forecast->opposed_assumes) &&
                translated(subject, &forecast->best);
    for (int i = 0; held && i < forecast->modifiers; i++)
        held = translated(subject, &forecast->modifier[i].what);
    for (int i = 0; held && i < forecast->outcomes; i++)
        held = translated(subject, &forecast->outcome[i].label) && translated(subject, &forecast->outcome[i].meaning);
    for (int i = 0; held && i < forecast->measures; i++)
        held = translated(subject, &forecast->measure[i].label);
    return held;
}

/* What is named to be looked up is among the tables. */
static bool can_be_looked_up(const Subject *subject, TableRef cell)
{
    const TableKind *tables = subject->scenario->system->tables;
    int count = 0;
    while (tables && tables[count].name)
        count++;
    if (cell.table > count)
        return broken(subject, "a forecast names table %d of %d", cell.table, count);
    return !cell.last || cell.last > cell.column;
}

static bool forecasts_hold(const Subject *subject, Game *game, Table *table, int *tried)
{
    static Forecast forecast;
    const System *system = subject->scenario->system;
    Random random = {subject->seed}, same;
    Order order;
    while (game_goes_on(subject, game) && *tried < FORECASTS) {
        const Position *view = subject_view(game);
        same = random;
        if (subject_order(subject, view, &same, &order) &&
            system->forecast(subject->scenario, view, &order, &forecast)) {
            ++*tried;
            if (!forecast_translated(subject, &forecast) || !can_be_looked_up(subject, forecast.cell) ||
                !forecast_holds(subject, game_position(game), view, &order, &forecast, table))
                return false;
        }
        if (!subject_step(subject, game, &random, &order))
            return false;
    }
    return true;
}

bool trial_forecast(const Subject *subject)
{
    if (!subject->scenario->system->forecast) {
        ++*subject->shown; /* the rulebook says that nothing depends on dice, or does not say how */
        return true;
    }
    size_t size = subject->scenario->system->position_size;
    int tried = 0;
    Table *table = calloc(1, sizeof *table);
    table->position = calloc(1, size);
    table->view = calloc(1, size);
    Game *game = subject_game(subject);
    bool held = forecasts_hold(subject, game, table, &tried);
    game_free(game);
    free(table->position);
    free(table->view);
    free(table);
    return held;
}
