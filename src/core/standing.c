/* standing.c — answers given in advance: which order it is, and how they are written. */
#include "core/room.h"
#include "core/standing.h"

#include <stdio.h>
#include <string.h>

/* How many prefixes are examined for one answer; if there are more, the player is asked. */
#define LOOKED_AT 20000
#define PARTS_KEPT 32768

/* ---- the cheapest order of a verb ---- */

typedef struct Search {
    const Scenario *scenario;
    const Position *view;
    const StandingKind *kind;
    int looked_at, kept;
    bool found, tied, gave_up;
    int32_t price;
    Order best;
    Choice part[PARTS_KEPT]; /* what is still to be tried, of all prefixes that are open */
    Choices choices;
    Reach reach;
} Search;

static int32_t price_of(const Search *search, const Order *order)
{
    return search->kind->price ? search->kind->price(search->scenario, search->view, order) : 0;
}

/* Of two orders that cost the same the first is as good. */
static void offer(Search *search, const Order *order, int32_t price)
{
    if (search->found && price >= search->price)
        return;
    search->found = true;
    search->tied = false;
    search->price = price;
    search->best = *order;
}

static bool lists_path(const Search *search, const Order *prefix)
{
    const System *system = search->scenario->system;
    const Choices *choices = &search->choices;
    return choices->count && system->reach &&
           system->orders[prefix->verb].slot[choices->choice[0].slot].type == ARG_PATH;
}

/* A path is not felt out step by step: all its ends are priced, each by the cheapest way there. Two ends that are as
 * cheap for the same counter are a choice that is the player's. */
static void offer_walks(Search *search, const Order *prefix, int slot)
{
    const System *system = search->scenario->system;
    Reach *reach = &search->reach;
    Hex start = walk_from(search->scenario, search->view, prefix, slot);
    reach->count = 0;
    system->reach(search->scenario, search->view, prefix, reach);
    for (int i = 0; i < reach->count; i++) {
        Order order = *prefix;
        if (!reach_path(reach, start, reach->hex[i], &order, slot))
            continue;
        int32_t price = reach->cost[reach->hex[i]] + price_of(search, &order);
        search->tied |= search->found && price == search->price && search->best.value[0] == order.value[0];
        offer(search, &order, price);
    }
}

/* Goes through all orders that begin so, passing over what cannot be cheaper. */
static void look(Search *search, const Order *prefix)
{
    const System *system = search->scenario->system;
    if (++search->looked_at > LOOKED_AT)
        search->gave_up = true;
    if (search->gave_up)
        return;
    search->choices.count = 0;
    search->choices.complete = false;
    system->choices(search->scenario, search->view, prefix, &search->choices);
    if (search->choices.complete)
        offer(search, prefix, price_of(search, prefix));
    if (lists_path(search, prefix)) {
        offer_walks(search, prefix, search->choices.choice[0].slot);
        return;
    }
    int first = search->kept, count = search->choices.count;
    if (count > PARTS_KEPT - first) {
        search->gave_up = true;
        return;
    }
    memcpy(search->part + first, search->choices.choice, (size_t)count * sizeof(Choice));
    search->kept = first + count;
    for (int i = first; i < first + count && !search->gave_up; i++) {
        Order order = *prefix;
        if (order_add(&order, search->part[i].slot, search->part[i].value) &&
            (!search->found || price_of(search, &order) < search->price || !search->kind->price))
            look(search, &order);
    }
    search->kept = first;
}

static StandingFound find_cheapest(const Scenario *scenario, const Position *view, const StandingKind *kind, Order *out)
{
    ROOM(Search, room);
    Search *search = room;
    search->scenario = scenario;
    search->view = view;
    search->kind = kind;
    search->looked_at = search->kept = 0;
    search->found = search->tied = search->gave_up = false;
    Order prefix = order_of(kind->verb);
    look(search, &prefix);
    StandingFound found = search->gave_up || !search->found ? STANDING_DROPPED
                          : search->tied                    ? STANDING_NONE
                                                            : STANDING_GIVEN;
    *out = search->best;
    return found;
}

/* ---- conditions ---- */

/* The forecast's column against the odds required, as in "3:2" or "1:4"; false if it names no odds. */
static bool at_odds(const Scenario *scenario, const Position *view, const Forecast *forecast, int least)
{
    char words[SAY_TEXT];
    int attack, defence;
    const Sentence *column = forecast->column.words ? &forecast->column : &forecast->worst;
    if (!column->words)
        return false;
    say(scenario, NULL, view, column, words, sizeof words);
    return sscanf(words, "%d:%d", &attack, &defence) == 2 && defence > 0 && attack >= least * defence;
}

/* Whether the outcomes that gain something for the side are so likely. */
static bool at_percent(const Forecast *forecast, int side, int least)
{
    Weight good = 0;
    for (int i = 0; i < forecast->outcomes; i++)
        if (forecast->gainer == side ? forecast->outcome[i].gain > 0 : forecast->outcome[i].gain < 0)
            good += forecast->outcome[i].weight;
    return forecast->total && good * 100 >= forecast->total * (Weight)least;
}

/* How far from its first counter the order leads or points, to a hex or else to the next counter; -1 if it names no two
 * such places. */
static int hexes_of(const Scenario *scenario, const Position *view, const Order *order)
{
    const OrderKind *kind = &scenario->system->orders[order->verb];
    Hex from = NO_HEX, to = NO_HEX;
    for (int i = 0; i < order->count; i++) {
        ArgType type = kind->slot[order->slot[i]].type;
        if (type == ARG_HEX || type == ARG_PATH)
            to = order->value[i];
        else if (type == ARG_PIECE && from == NO_HEX)
            from = scenario->system->where(scenario, view, order->value[i]);
        else if (type == ARG_PIECE && to == NO_HEX)
            to = scenario->system->where(scenario, view, order->value[i]);
    }
    int hexes = scenario->map->hexes;
    if (from >= hexes || to >= hexes)
        return -1;
    return slant_distance(hex_slant(&scenario->map->grid, from), hex_slant(&scenario->map->grid, to));
}

static bool holds(const Scenario *scenario, const Position *view, const StandingKind *kind, int number,
                  const Order *order)
{
    ROOM(Forecast, forecast);
    const System *system = scenario->system;
    if (kind->measure == STANDING_ALWAYS)
        return true;
    if (kind->measure == STANDING_HEXES) {
        int hexes = hexes_of(scenario, view, order);
        return hexes >= 0 && hexes <= number;
    }
    memset(forecast, 0, sizeof *forecast);
    if (!system->forecast || !system->forecast(scenario, view, order, forecast))
        return false;
    return kind->measure == STANDING_ODDS ? at_odds(scenario, view, forecast, number)
                                          : at_percent(forecast, question(view)->side, number);
}

/* ---- finding ---- */

const StandingKind *standing_kind(const Scenario *scenario, const StandingSet *set, int question)
{
    int number = question < STANDING_QUESTIONS ? set->kind[question] : 0;
    return number && scenario->system->standing ? &scenario->system->standing[number - 1] : NULL;
}

static bool legal(const Scenario *scenario, const Position *view, const Order *order)
{
    return !refused(order_fits(scenario, view, order)) && !refused(scenario->system->check(scenario, view, order));
}

static StandingFound find_plain(const Scenario *scenario, const Position *view, int verb, Order *out)
{
    *out = order_of(verb);
    return legal(scenario, view, out) ? STANDING_GIVEN : STANDING_DROPPED;
}

/* As the system finds it; what cannot be found is done otherwise, whatever the condition. */
static StandingFound find_own(const Scenario *scenario, const Position *view, const StandingKind *kind, Order *out)
{
    if (kind->find(scenario, view, out) && legal(scenario, view, out))
        return STANDING_GIVEN;
    return kind->otherwise == STANDING_ASK ? STANDING_NONE : STANDING_DROPPED;
}

static StandingFound find_kind(const Scenario *scenario, const Position *view, const StandingKind *kind, int number,
                               Order *out)
{
    if (kind->meant && !kind->meant(scenario, view))
        return STANDING_NONE;
    StandingFound found = kind->find    ? find_own(scenario, view, kind, out)
                          : kind->plain ? find_plain(scenario, view, kind->verb, out)
                                        : find_cheapest(scenario, view, kind, out);
    if (found == STANDING_DROPPED && kind->find)
        return find_plain(scenario, view, kind->otherwise, out);
    if (found == STANDING_DROPPED && kind->measure != STANDING_ALWAYS && kind->otherwise != STANDING_ASK)
        return find_plain(scenario, view, kind->otherwise, out);
    if (found != STANDING_GIVEN || holds(scenario, view, kind, number, out))
        return found;
    return kind->otherwise == STANDING_ASK ? STANDING_NONE : find_plain(scenario, view, kind->otherwise, out);
}

/* What can be ordered but for mere arranging, if that is one thing only. */
static bool only_part(const Scenario *scenario, const Position *view, Order *order, Choices *choices)
{
    int found = -1;
    choices->count = 0;
    choices->complete = false;
    scenario->system->choices(scenario, view, order, choices);
    for (int i = 0; i < choices->count; i++) {
        if (choices->choice[i].slot == SLOT_VERB && scenario->system->orders[choices->choice[i].value].arranging)
            continue;
        if (found >= 0)
            return false;
        found = i;
    }
    if (choices->complete || found < 0)
        return choices->complete && found < 0;
    if (order->verb == NO_VERB)
        order->verb = (uint8_t)choices->choice[found].value;
    else if (!order_add(order, choices->choice[found].slot, choices->choice[found].value))
        return false;
    return true;
}

static StandingFound find_only(const Scenario *scenario, const Position *view, Order *out)
{
    ROOM(Choices, choices);
    *out = order_of(NO_VERB);
    do
        if (!only_part(scenario, view, out, choices))
            return STANDING_NONE;
    while (!choices->complete);
    return STANDING_GIVEN;
}

StandingFound standing_find(const Scenario *scenario, const Position *view, const StandingSet *set, Order *out)
{
    const Frame *asked = question(view);
    if (!asked)
        return STANDING_NONE;
    const StandingKind *kind = standing_kind(scenario, set, asked->kind);
    StandingFound found = kind ? find_kind(scenario, view, kind, set->number[asked->kind], out) : STANDING_NONE;
    return found == STANDING_NONE && set->only ? find_only(scenario, view, out) : found;
}

/* ---- as text ---- */

typedef struct Word {
    const char *at;
    size_t length;
} Word;

static Word next_word(const char **text, const char *end)
{
    while (*text < end && **text == ' ')
        ++*text;
    Word word = {*text, 0};
    while (*text < end && **text != ' ') {
        ++*text;
        word.length++;
    }
    return word;
}

static bool is(Word word, const char *text)
{
    return strlen(text) == word.length && !memcmp(text, word.at, word.length);
}

static int question_named(const System *system, Word word)
{
    for (int i = 0; i < system->question_kinds && i < STANDING_QUESTIONS; i++)
        if (system->questions[i].name && is(word, system->questions[i].name))
            return i;
    return -1;
}

/* The number of the condition; the usual one if none is written, -1 if it cannot be. */
static int read_number(const StandingKind *kind, Word word)
{
    int number = 0;
    if (!word.length)
        return kind->usual;
    for (size_t i = 0; i < word.length; i++) {
        if (word.at[i] < '0' || word.at[i] > '9' || number > 255)
            return -1;
        number = 10 * number + word.at[i] - '0';
    }
    return kind->measure != STANDING_ALWAYS && number >= kind->least && number <= kind->most ? number : -1;
}

static bool read_any(Word name, StandingSet *set, char why[200])
{
    if (!is(name, "only") && !is(name, "ask")) {
        snprintf(why, 200, SAID("core.any-question-can-only-said"));
        return false;
    }
    set->only = is(name, "only");
    return true;
}

bool standing_read(const Scenario *scenario, const char *text, size_t length, StandingSet *set, char why[200])
{
    const System *system = scenario->system;
    const char *end = text + length;
    Word asked = next_word(&text, end), name = next_word(&text, end), number = next_word(&text, end);
    if (is(asked, "any") && !number.length)
        return read_any(name, set, why);
    int question = question_named(system, asked);
    if (question >= 0 && is(name, "ask") && !number.length) {
        set->kind[question] = 0;
        return true;
    }
    for (const StandingKind *kind = system->standing; kind && kind->name; kind++) {
        if (kind->question != question || !is(name, kind->name))
            continue;
        int wanted = read_number(kind, number);
        if (wanted < 0 || next_word(&text, end).length) {
            snprintf(why, 200, SAID("core.no-number-standing-answer"));
            return false;
        }
        set->kind[question] = (uint8_t)(1 + (kind - system->standing));
        set->number[question] = (uint8_t)wanted;
        return true;
    }
    snprintf(why, 200, SAID("core.no-such-standing-answer"));
    return false;
}

size_t standing_print(const Scenario *scenario, const StandingSet *set, int question, char out[STANDING_TEXT])
{
    out[0] = '\0';
    if (question < 0)
        return set->only ? (size_t)snprintf(out, STANDING_TEXT, "any only") : 0;
    const StandingKind *kind = standing_kind(scenario, set, question);
    if (!kind)
        return 0;
    const char *asked = scenario->system->questions[question].name;
    if (kind->measure == STANDING_ALWAYS)
        return (size_t)snprintf(out, STANDING_TEXT, "%.30s %.28s", asked, kind->name);
    return (size_t)snprintf(out, STANDING_TEXT, "%.30s %.28s %d", asked, kind->name, set->number[question]);
}
