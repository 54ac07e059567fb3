/* engine_ask.c — requests of `sandtable engine` that ask and change nothing in the game: the open question, the orders
 * that are possible, whether an order is legal and what may come of it. */
#include <stdio.h>
#include <string.h>

#include "cli/engine.h"
#include "cli/reference.h"
#include "core/parts.h"
#include "systems/systems.h"

static void print_options(const Scenario *scenario)
{
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        printf("option %s=%s values %s rule %s %s\n", option->name, option->value, option->values, option->rule,
               option->help);
    }
    puts("ok");
}

void request_language(Engine *engine, Words line)
{
    char name[32], why[200];
    Translation *translation;
    Words word = engine_word(&line);
    const System *system = engine->local->game ? engine->local->scenario->system : systems[0];
    if (!word.length || !engine_copy(word, name, sizeof name)) {
        engine_error("write: lang LANGUAGE");
        return;
    }
    if (!language_open(name, system, &translation, why)) {
        engine_error("%s", why);
        return;
    }
    translation_free(engine->translation);
    engine->translation = translation;
    printf("ok %s\n", name);
}

void request_options(Engine *engine, Words line)
{
    char id[64], why[200];
    Words word = engine_word(&line);
    if (!word.length && engine->local->game) {
        print_options(engine->local->scenario);
        return;
    }
    if (!word.length || !engine_copy(word, id, sizeof id)) {
        engine_error("write: options SCENARIO");
        return;
    }
    Scenario *scenario = scenario_open(id, NULL, false, why);
    if (!scenario) {
        engine_error("%s", why);
        return;
    }
    print_options(scenario);
    scenario_free(scenario);
}

void request_question(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    int side;
    char words[SAY_TEXT];
    if (!engine_side(engine, &line, &side))
        return;
    const Position *view = game_view(engine->local->game, side);
    const Frame *asked = question(view);
    if (!asked || view->over) {
        engine_score(engine, view);
        puts("ok");
        return;
    }
    const QuestionKind *kind = &scenario->system->questions[asked->kind];
    Sentence prompt = scenario->system->prompt(scenario, view);
    say(scenario, engine->translation, view, &prompt, words, sizeof words);
    printf("question %s %s\n", scenario->side_word[asked->side], kind->name);
    printf("prompt %s\n", words);
    for (int i = 0; i < scenario->system->order_kinds; i++)
        if (order_answers(&scenario->system->orders[i], asked->kind))
            printf("verb %s\n", scenario->system->orders[i].verb);
    printf("ok %u\n", (unsigned)game_position(engine->local->game)->orders);
}

/* Every choice is the whole new prefix, so that a client needs no grammar. */
void request_choices(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT];
    Order prefix;
    int printed = 0;
    if (!engine_order(engine, line, false, &prefix))
        return;
    engine->choices.count = 0;
    engine->choices.complete = false;
    if (game_side(game) != NO_SIDE)
        scenario->system->choices(scenario, game_view(game, game_side(game)), &prefix, &engine->choices);
    if (engine->choices.complete)
        puts("complete");
    for (int i = 0; i < engine->choices.count; i++) {
        Choice choice = engine->choices.choice[i];
        Order longer = choice.slot == SLOT_VERB ? order_of(choice.value) : prefix;
        if (choice.slot != SLOT_VERB && !order_add(&longer, choice.slot, choice.value))
            continue;
        order_print(scenario, &longer, text);
        printf("choice %s\n", text);
        printed++;
    }
    printf("ok %d\n", printed);
}

/* The same at any place, for parts picked in any order. */
void request_additions(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT];
    Order part;
    int printed = 0;
    if (!engine_order(engine, line, false, &part))
        return;
    engine->choices.count = 0;
    engine->choices.complete = false;
    if (game_side(game) != NO_SIDE)
        list_additions(scenario, game_view(game, game_side(game)), &part, &engine->choices);
    if (engine->choices.complete)
        puts("complete");
    for (int i = 0; i < engine->choices.count; i++) {
        Choice choice = engine->choices.choice[i];
        Order more = choice.slot == SLOT_VERB ? order_of(choice.value) : part;
        if (choice.slot != SLOT_VERB &&
            !order_put(&scenario->system->orders[part.verb], &more, choice.slot, choice.value))
            continue;
        order_print(scenario, &more, text);
        printf("addition %s\n", text);
        printed++;
    }
    printf("ok %d\n", printed);
}

static void print_added(const Engine *engine, const Position *view, int verb, const Added *added)
{
    const Scenario *scenario = engine->local->scenario;
    char thing[ORDER_TEXT], words[SAY_TEXT];
    order_print_thing(scenario, verb, added->slot, added->value, thing);
    if (!added->why.words) {
        printf("added %s\n", thing);
        return;
    }
    say(scenario, engine->translation, view, &added->why, words, sizeof words);
    printf("%s %s: %s\n", added->forced ? "forced" : "added", thing, words);
}

void request_around(Engine *engine, Words line)
{
    static Around around;
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT];
    Order part;
    if (!engine_order(engine, line, false, &part))
        return;
    const Position *view = game_view(game, game_side(game) == NO_SIDE ? SPECTATOR : game_side(game));
    Refusal refusal = order_around(scenario, view, &part, &around);
    if (refused(refusal)) {
        engine_refused(engine, &refusal);
        return;
    }
    for (int i = 0; i < around.added; i++)
        print_added(engine, view, part.verb, &around.part[i]);
    order_print(scenario, &around.order, text);
    printf("order %s\nok\n", text);
}

void request_reach(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT], number[HEX_TEXT];
    Order prefix;
    int printed = 0, slot;
    if (!engine_order(engine, line, false, &prefix))
        return;
    if (game_side(game) == NO_SIDE || prefix.verb == NO_VERB ||
        (slot = order_path_slot(&scenario->system->orders[prefix.verb])) < 0 || !scenario->system->reach) {
        engine_error("this order walks no path");
        return;
    }
    const Position *view = game_view(game, game_side(game));
    engine->reach.count = 0;
    scenario->system->reach(scenario, view, &prefix, &engine->reach);
    Hex start = walk_from(scenario, view, &prefix, slot);
    for (int i = 0; i < engine->reach.count; i++) {
        Order longer = prefix;
        Hex end = engine->reach.hex[i];
        if (!reach_path(&engine->reach, start, end, &longer, slot))
            continue;
        order_print(scenario, &longer, text);
        printf("reach %s %u", hex_print(&scenario->map->grid, end, number), (unsigned)engine->reach.cost[end]);
        if (engine->reach.most[end] > engine->reach.cost[end])
            printf("-%u", (unsigned)engine->reach.most[end]);
        printf(" %s\n", text);
        printed++;
    }
    printf("ok %d\n", printed);
}

void request_check(Engine *engine, Words line)
{
    Order order;
    if (!engine_order(engine, line, true, &order))
        return;
    Refusal refusal = game_check(engine->local->game, &order);
    if (refused(refusal))
        engine_refused(engine, &refusal);
    else
        puts("ok");
}

/* ---- odds ---- */

/* The lines of one weighing that have any weight in it. */
static void print_weights(const Engine *engine, const Position *view, const char *word, const ForecastLine *lines,
                          int count, bool opposed, Weight total)
{
    char some[WEIGHT_TEXT], all[WEIGHT_TEXT], label[SAY_TEXT];
    for (int i = 0; i < count; i++) {
        Weight weight = opposed ? lines[i].opposed : lines[i].weight;
        if (weight)
            printf("%s%s %s/%s %s\n", opposed ? "opposed " : "", word, weight_print(weight, some),
                   weight_print(total, all), engine_say(engine, view, &lines[i].label, label));
    }
}

static void print_weighing(const Engine *engine, const Position *view, const Forecast *forecast, bool opposed)
{
    char words[SAY_TEXT];
    const Sentence *title = opposed ? &forecast->opposed : &forecast->title;
    const Sentence *assumes = opposed ? &forecast->opposed_assumes : &forecast->assumes;
    Weight total = opposed ? forecast->opposed_total : forecast->total;
    if (!title->words)
        return;
    printf("%stitle %s\n", opposed ? "opposed " : "", engine_say(engine, view, title, words));
    if (assumes->words)
        printf("%sassumes %s\n", opposed ? "opposed " : "", engine_say(engine, view, assumes, words));
    print_weights(engine, view, "outcome", forecast->outcome, forecast->outcomes, opposed, total);
    print_weights(engine, view, "measure", forecast->measure, forecast->measures, opposed, total);
}

void request_forecast(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    static Forecast forecast;
    char words[SAY_TEXT], best[SAY_TEXT];
    Order order;
    if (!engine_order(engine, line, true, &order))
        return;
    Refusal refusal = game_check(game, &order);
    if (refused(refusal)) {
        engine_refused(engine, &refusal);
        return;
    }
    const Position *view = game_view(game, game_side(game));
    memset(&forecast, 0, sizeof forecast);
    if (!scenario->system->forecast || !scenario->system->forecast(scenario, view, &order, &forecast)) {
        engine_error("this order rolls no dice");
        return;
    }
    print_weighing(engine, view, &forecast, false);
    print_weighing(engine, view, &forecast, true);
    if (forecast.best.words || forecast.worst.words)
        printf("between %s and %s\n", engine_say(engine, view, &forecast.worst, words),
               engine_say(engine, view, &forecast.best, best));
    for (int i = 0; i < forecast.modifiers; i++) {
        const ForecastModifier *modifier = &forecast.modifier[i];
        printf("modifier %s %+d %s\n", modifier->side < scenario->sides ? scenario->side_word[modifier->side] : "-",
               modifier->value, engine_say(engine, view, &modifier->what, words));
    }
    if (forecast.cell.table)
        printf("cell %s %d %d\n", scenario->system->tables[forecast.cell.table - 1].name, forecast.cell.row,
               forecast.cell.column);
    puts("ok");
}

void request_tables(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    char name[64];
    Words word = engine_word(&line);
    if (!word.length) {
        int count = 0;
        for (const TableKind *kind = NULL; (kind = reference_next(scenario, kind)); count++)
            printf("table %s %s\n", kind->name, translation_words(engine->translation, kind->title));
        printf("ok %d\n", count);
        return;
    }
    const TableKind *kind = engine_copy(word, name, sizeof name) ? reference_named(scenario, name) : NULL;
    Document *table = kind ? reference_read(scenario, kind) : NULL;
    for (int row = 0; table && row < table->entries; row++) {
        const Entry *entry = &table->entry[row];
        printf("row");
        for (int i = 0; i < entry->count; i++)
            printf("\t%.*s", (int)table->field[entry->first + i].length, table->field[entry->first + i].text);
        putchar('\n');
    }
    if (table)
        printf("ok %d\n", table->entries - 1);
    else
        engine_error("there is no such table; `tables` lists them");
    document_free(table);
}
