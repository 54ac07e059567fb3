/* engine.c — `sandtable engine`: a line protocol on stdin and stdout, for bots and tools. docs/engine.md is
 * its description for those who speak it.
 *
 * One line in; out come any number of lines and then exactly one that begins with `ok`, `refused` or `error`.
 * Nothing a client sends ends the program but `quit` and the end of its input. All that is said about a
 * position is computed from a view: of the side that must answer, or of the side the client names. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ai/ai.h"
#include "cli/commands.h"
#include "cli/local.h"
#include "cli/reference.h"
#include "core/parts.h"
#include "core/tongue.h"
#include "systems/systems.h"

const char engine_usage[] = "sandtable engine [--games DIR]\n"
                            "Speaks a line protocol on stdin and stdout; type `help` once it runs. Games that are\n"
                            "given a name live in DIR (the current folder). docs/engine.md describes every line.\n";

#define LINE_MAX_BYTES 65536

typedef struct Engine {
    Local place[2]; /* the game that is open, and room for opening another */
    Local *local;   /* one of them; local->game is NULL while no game is open */
    const char *folder;
    Tongue *tongue; /* NULL: English */
    Random random;
    Choices choices;
    Reach reach;
} Engine;

typedef struct Words { /* what is left of the line being read */
    const char *text;
    size_t length;
} Words;

/* ---- answers ---- */

static void error_answer(const char *format, ...) __attribute__((format(printf, 1, 2)));
static void error_answer(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("error ", stdout);
    vprintf(format, list);
    putchar('\n');
    va_end(list);
}

static void refused_answer(Engine *engine, const Refusal *refusal)
{
    const Scenario *scenario = engine->local->scenario;
    char words[SAY_TEXT];
    int rule = refusal->why.rule;
    say(scenario, engine->tongue, game_view(engine->local->game, game_side(engine->local->game)), &refusal->why, words,
        sizeof words);
    printf("refused %s %s\n", rule && rule < scenario->system->rule_count ? scenario->system->rules[rule].id : "-",
           words);
}

static Words next_word(Words *line)
{
    while (line->length && *line->text == ' ') {
        line->text++;
        line->length--;
    }
    Words word = {line->text, 0};
    while (word.length < line->length && word.text[word.length] != ' ')
        word.length++;
    line->text += word.length;
    line->length -= word.length;
    return word;
}

static bool is(Words word, const char *text)
{
    return strlen(text) == word.length && !memcmp(text, word.text, word.length);
}

static bool copy(Words word, char *out, size_t room)
{
    if (word.length >= room)
        return false;
    memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return true;
}

/* ---- arguments ---- */

/* The side named by the next word; the one to answer if there is none. False with an answer if it is no side. */
static bool read_side(Engine *engine, Words *line, int *side)
{
    const Scenario *scenario = engine->local->scenario;
    Words word = next_word(line);
    *side = game_side(engine->local->game);
    if (*side == NO_SIDE)
        *side = SPECTATOR;
    if (!word.length)
        return true;
    *side = is(word, "spectator") ? SPECTATOR : -1;
    for (int i = 0; i < scenario->sides; i++)
        if (is(word, scenario->side_word[i]))
            *side = i;
    if (*side < 0)
        error_answer("there is no side \"%.*s\"", (int)(word.length < 24 ? word.length : 24), word.text);
    return *side >= 0;
}

static bool read_order(Engine *engine, Words line, bool whole, Order *order)
{
    char why[ORDER_MISTAKE];
    int column;
    while (line.length && *line.text == ' ') {
        line.text++;
        line.length--;
    }
    bool good = order_read(engine->local->scenario, engine->tongue, whole, line.text, line.length, order, why, &column);
    if (!good)
        error_answer("column %d: %s", column + 1, why);
    return good;
}

/* ---- opening games ---- */

/* A game's name becomes a file in the folder of games, and nowhere else. */
static bool game_path(const Engine *engine, Words name, char out[LOCAL_PATH])
{
    char text[128];
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
    if (!name.length || name.text[0] == '.' || !copy(name, text, sizeof text) ||
        strspn(text, letters) != strlen(text)) {
        error_answer("a game's name is made of letters, digits, - _ and .");
        return false;
    }
    if (snprintf(out, LOCAL_PATH, "%s/%s", engine->folder, text) >= LOCAL_PATH - 32) {
        error_answer("that name is too long for a file");
        return false;
    }
    return true;
}

static void forget_game(Engine *engine)
{
    if (engine->local->game)
        local_close(engine->local);
}

/* Where a game is opened, so that the one before it stands until that has gone well. */
static Local *other_place(Engine *engine) { return &engine->place[engine->local == engine->place]; }

static void change_places(Engine *engine)
{
    Local *opened = other_place(engine);
    forget_game(engine);
    engine->local = opened;
}

typedef struct NewGame {
    char id[64], options[1024], seed[128], path[LOCAL_PATH];
    bool has_seed, has_path, fast;
} NewGame;

static bool read_new(Engine *engine, Words *line, NewGame *out)
{
    Words word = next_word(line);
    if (!word.length || !copy(word, out->id, sizeof out->id)) {
        error_answer("write: new SCENARIO [OPTION=VALUE ...] [seed TEXT] [game NAME] [fast]");
        return false;
    }
    while ((word = next_word(line)).length) {
        size_t used = strlen(out->options);
        if (memchr(word.text, '=', word.length)) {
            if (used + word.length + 2 > sizeof out->options) {
                error_answer("the options are too long");
                return false;
            }
            snprintf(out->options + used, sizeof out->options - used, "%s%.*s", used ? " " : "", (int)word.length,
                     word.text);
        } else if (is(word, "seed") && !out->has_seed) {
            word = next_word(line);
            out->has_seed = word.length && copy(word, out->seed, sizeof out->seed);
            if (!out->has_seed) {
                error_answer("after \"seed\" a word of at most 127 bytes is expected");
                return false;
            }
        } else if (is(word, "game") && !out->has_path) {
            if (!game_path(engine, next_word(line), out->path))
                return false;
            out->has_path = true;
        } else if (is(word, "fast")) {
            out->fast = true;
        } else {
            error_answer("\"%.*s\" is not what is expected here: OPTION=VALUE, seed TEXT, game NAME or fast",
                         (int)(word.length < 40 ? word.length : 40), word.text);
            return false;
        }
    }
    return true;
}

static void do_new(Engine *engine, Words line)
{
    NewGame wanted = {0};
    GameStart start;
    char why[300];
    if (!read_new(engine, &line, &wanted))
        return;
    Scenario *scenario = scenario_open(wanted.id, wanted.options, false, why);
    if (!scenario) {
        error_answer("%s", why);
        return;
    }
    if (!game_start(wanted.has_seed ? wanted.seed : NULL, &start)) {
        scenario_free(scenario);
        error_answer("the machine gives no random numbers for a seed");
        return;
    }
    start.fast_dice = wanted.fast;
    memcpy(&start.fast_seed, start.seed, sizeof start.fast_seed);
    if (!local_new(other_place(engine), wanted.has_path ? wanted.path : NULL, scenario, &start, why)) {
        error_answer("%s", why);
        return;
    }
    if (wanted.has_seed) /* suggestions then repeat too; the nonce is no secret, the seed is */
        memcpy(&engine->random.state, start.nonce[0], sizeof engine->random.state);
    change_places(engine);
    printf("ok %s\n", scenario->id);
}

static void do_load(Engine *engine, Words line)
{
    char path[LOCAL_PATH], why[300];
    bool lost;
    Local *opened = other_place(engine);
    Words name = next_word(&line);
    if (!game_path(engine, name, path))
        return;
    if (engine->local->file >= 0 && local_paths(path, opened) && !strcmp(opened->journal, engine->local->journal))
        forget_game(engine); /* it is the same one, and it is locked */
    if (!local_load(opened, path, &lost, why)) {
        error_answer("%s", why);
        return;
    }
    change_places(engine);
    if (lost)
        puts("note the last line was torn and is gone");
    printf("ok %s %d\n", engine->local->scenario->id, game_orders(engine->local->game));
}

/* ---- asking ---- */

static void print_options(const Scenario *scenario)
{
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        printf("option %s=%s values %s rule %s %s\n", option->name, option->value, option->values, option->rule,
               option->help);
    }
    puts("ok");
}

static void do_language(Engine *engine, Words line)
{
    char name[32], why[200];
    Tongue *tongue;
    Words word = next_word(&line);
    const System *system = engine->local->game ? engine->local->scenario->system : systems[0];
    if (!word.length || !copy(word, name, sizeof name)) {
        error_answer("write: lang LANGUAGE");
        return;
    }
    if (!language_open(name, system, &tongue, why)) {
        error_answer("%s", why);
        return;
    }
    tongue_free(engine->tongue);
    engine->tongue = tongue;
    printf("ok %s\n", name);
}

static void do_options(Engine *engine, Words line)
{
    char id[64], why[200];
    Words word = next_word(&line);
    if (!word.length && engine->local->game) {
        print_options(engine->local->scenario);
        return;
    }
    if (!word.length || !copy(word, id, sizeof id)) {
        error_answer("write: options SCENARIO");
        return;
    }
    Scenario *scenario = scenario_open(id, NULL, false, why);
    if (!scenario) {
        error_answer("%s", why);
        return;
    }
    print_options(scenario);
    scenario_free(scenario);
}

static void print_score(const Engine *engine, const Position *view)
{
    const Scenario *scenario = engine->local->scenario;
    Score score = {.winner = NO_SIDE};
    char verdict[SAY_TEXT];
    scenario->system->score(scenario, view, &score);
    for (int side = 0; side < scenario->sides; side++)
        printf("score %s %ld\n", scenario->side_word[side], (long)score.points[side]);
    if (!view->over)
        return;
    say(scenario, engine->tongue, view, &score.verdict, verdict, sizeof verdict);
    printf("over %s %s\n", score.winner < scenario->sides ? scenario->side_word[score.winner] : "draw", verdict);
}

static void do_question(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    int side;
    char words[SAY_TEXT];
    if (!read_side(engine, &line, &side))
        return;
    const Position *view = game_view(engine->local->game, side);
    const Frame *asked = question(view);
    if (!asked || view->over) {
        print_score(engine, view);
        puts("ok");
        return;
    }
    const QuestionKind *kind = &scenario->system->questions[asked->kind];
    Sentence prompt = scenario->system->prompt(scenario, view);
    say(scenario, engine->tongue, view, &prompt, words, sizeof words);
    printf("question %s %s\n", scenario->side_word[asked->side], kind->name);
    printf("prompt %s\n", words);
    for (int i = 0; i < scenario->system->order_kinds; i++)
        if (scenario->system->orders[i].questions >> asked->kind & 1)
            printf("verb %s\n", scenario->system->orders[i].verb);
    printf("ok %u\n", (unsigned)game_position(engine->local->game)->orders);
}

/* Every choice is the whole new prefix, so that a client needs no grammar. */
static void do_choices(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT];
    Order prefix;
    int printed = 0;
    if (!read_order(engine, line, false, &prefix))
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
static void do_additions(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT];
    Order part;
    int printed = 0;
    if (!read_order(engine, line, false, &part))
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
    char text[ORDER_TEXT], words[SAY_TEXT];
    Order one = order_of(verb);
    order_add(&one, added->slot, added->value);
    order_print(scenario, &one, text);
    const char *part = text + strlen(scenario->system->orders[verb].verb) + 1;
    if (!added->why.words) {
        printf("added %s\n", part);
        return;
    }
    say(scenario, engine->tongue, view, &added->why, words, sizeof words);
    printf("%s %s: %s\n", added->forced ? "forced" : "added", part, words);
}

static void do_around(Engine *engine, Words line)
{
    static Around around;
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT];
    Order part;
    if (!read_order(engine, line, false, &part))
        return;
    const Position *view = game_view(game, game_side(game) == NO_SIDE ? SPECTATOR : game_side(game));
    Refusal refusal = order_around(scenario, view, &part, &around);
    if (refused(refusal)) {
        refused_answer(engine, &refusal);
        return;
    }
    for (int i = 0; i < around.added; i++)
        print_added(engine, view, part.verb, &around.part[i]);
    order_print(scenario, &around.order, text);
    printf("order %s\nok\n", text);
}

static void do_reach(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char text[ORDER_TEXT], number[HEX_TEXT];
    Order prefix;
    int printed = 0, slot;
    if (!read_order(engine, line, false, &prefix))
        return;
    if (game_side(game) == NO_SIDE || prefix.verb == NO_VERB ||
        (slot = order_path_slot(&scenario->system->orders[prefix.verb])) < 0 || !scenario->system->reach) {
        error_answer("this order walks no path");
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

static void do_check(Engine *engine, Words line)
{
    Order order;
    if (!read_order(engine, line, true, &order))
        return;
    Refusal refusal = game_check(engine->local->game, &order);
    if (refused(refusal))
        refused_answer(engine, &refusal);
    else
        puts("ok");
}

static const char *const event_words[] = {"note",   "turn",     "phase",      "moved",     "placed",   "rolled",
                                          "result", "lost",     "eliminated", "retreated", "advanced", "state",
                                          "ground", "revealed", "score",      "over"};
_Static_assert(sizeof event_words / sizeof event_words[0] == EVENT_OVER + 1, "a word for each kind of event");

static void print_events(Engine *engine, int side)
{
    const Events *events = game_events(engine->local->game);
    const Position *view = game_view(engine->local->game, side);
    unsigned hidden = side == SPECTATOR ? 0xFF : 1u << side;
    char words[SAY_TEXT];
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        const Event *event = &events->event[i];
        if (event->hidden_from & hidden)
            continue;
        say(engine->local->scenario, engine->tongue, view, &event->what, words, sizeof words);
        printf("event %s %s\n", event_words[event->kind <= EVENT_OVER ? event->kind : 0], words);
    }
}

static void print_dice(const Dice *dice)
{
    char cast[CAST_TEXT];
    if (!dice->recorded)
        return;
    fputs("dice", stdout);
    for (int i = 0; i < dice->recorded; i++)
        printf(" %.*s", (int)cast_print(dice->record[i], cast), cast);
    putchar('\n');
}

/* Answers in advance follow at once, as orders of those who wanted them. */
static void give_standing(Engine *engine)
{
    Order order;
    char text[ORDER_TEXT];
    StandingFound found;
    int side;
    while (side = game_side(engine->local->game),
           (found = game_answer(engine->local->game, &order)) == STANDING_GIVEN) {
        order_print(engine->local->scenario, &order, text);
        printf("answer %s %s\n", engine->local->scenario->side_word[side], text);
        print_dice(game_dice(engine->local->game));
        print_events(engine, side);
    }
    if (found == STANDING_DROPPED)
        printf("dropped %s\n", engine->local->scenario->side_word[side]);
}

static void do_order(Engine *engine, Words line)
{
    Game *game = engine->local->game;
    Order order;
    if (!read_order(engine, line, true, &order))
        return;
    int side = game_side(game);
    Refusal refusal = game_do(game, &order);
    if (refused(refusal)) {
        refused_answer(engine, &refusal);
        return;
    }
    print_dice(game_dice(game));
    print_events(engine, side);
    give_standing(engine);
    if (!local_settle(engine->local))
        puts("note the journal could not be closed");
    printf("ok %u\n", (unsigned)game_position(game)->orders);
}

/* standing SIDE: what it wants; standing SIDE TEXT: one wish more. */
static void do_standing(Engine *engine, Words line)
{
    int side;
    char why[200], text[STANDING_TEXT];
    if (!read_side(engine, &line, &side))
        return;
    if (side == SPECTATOR) {
        error_answer("a spectator is asked nothing");
        return;
    }
    const Scenario *scenario = engine->local->scenario;
    StandingSet *set = game_standing(engine->local->game, side);
    if (line.length && !standing_read(scenario, line.text, line.length, set, why)) {
        error_answer("%s", tongue_words(engine->tongue, why));
        return;
    }
    for (int question = -1; question < scenario->system->question_kinds; question++)
        if (standing_print(scenario, set, question, text))
            printf("standing %s\n", text);
    puts("ok");
}

static void do_events(Engine *engine, Words line)
{
    int side;
    if (!read_side(engine, &line, &side))
        return;
    print_events(engine, side);
    puts("ok");
}

static const char *words_of(const Engine *engine, const Position *view, const Sentence *sentence, char out[SAY_TEXT])
{
    say(engine->local->scenario, engine->tongue, view, sentence, out, SAY_TEXT);
    return out;
}

/* The lines of one weighing that have any weight in it. */
static void print_weights(const Engine *engine, const Position *view, const char *word, const ForecastLine *lines,
                          int count, bool opposed, Weight total)
{
    char some[WEIGHT_TEXT], all[WEIGHT_TEXT], label[SAY_TEXT];
    for (int i = 0; i < count; i++) {
        Weight weight = opposed ? lines[i].opposed : lines[i].weight;
        if (weight)
            printf("%s%s %s/%s %s\n", opposed ? "opposed " : "", word, weight_print(weight, some),
                   weight_print(total, all), words_of(engine, view, &lines[i].label, label));
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
    printf("%stitle %s\n", opposed ? "opposed " : "", words_of(engine, view, title, words));
    if (assumes->words)
        printf("%sassumes %s\n", opposed ? "opposed " : "", words_of(engine, view, assumes, words));
    print_weights(engine, view, "outcome", forecast->outcome, forecast->outcomes, opposed, total);
    print_weights(engine, view, "measure", forecast->measure, forecast->measures, opposed, total);
}

static void do_forecast(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    static Forecast forecast;
    char words[SAY_TEXT], best[SAY_TEXT];
    Order order;
    if (!read_order(engine, line, true, &order))
        return;
    Refusal refusal = game_check(game, &order);
    if (refused(refusal)) {
        refused_answer(engine, &refusal);
        return;
    }
    const Position *view = game_view(game, game_side(game));
    memset(&forecast, 0, sizeof forecast);
    if (!scenario->system->forecast || !scenario->system->forecast(scenario, view, &order, &forecast)) {
        error_answer("nothing hangs on dice in this order");
        return;
    }
    print_weighing(engine, view, &forecast, false);
    print_weighing(engine, view, &forecast, true);
    if (forecast.best.words || forecast.worst.words)
        printf("between %s and %s\n", words_of(engine, view, &forecast.worst, words),
               words_of(engine, view, &forecast.best, best));
    for (int i = 0; i < forecast.modifiers; i++) {
        const ForecastModifier *modifier = &forecast.modifier[i];
        printf("modifier %s %+d %s\n", modifier->side < scenario->sides ? scenario->side_word[modifier->side] : "-",
               modifier->value, words_of(engine, view, &modifier->what, words));
    }
    if (forecast.cell.table)
        printf("cell %s %d %d\n", scenario->system->tables[forecast.cell.table - 1].name, forecast.cell.row,
               forecast.cell.column);
    puts("ok");
}

static void do_tables(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    char name[64];
    Words word = next_word(&line);
    if (!word.length) {
        int count = 0;
        for (const TableKind *kind = NULL; (kind = reference_next(scenario, kind)); count++)
            printf("table %s %s\n", kind->name, tongue_words(engine->tongue, kind->title));
        printf("ok %d\n", count);
        return;
    }
    const TableKind *kind = copy(word, name, sizeof name) ? reference_named(scenario, name) : NULL;
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
        error_answer("there is no such table; `tables` lists them");
    document_free(table);
}

/* ---- the view ---- */

static void print_piece(const Engine *engine, const Position *view, Piece piece, const char *where, int depth)
{
    const Scenario *scenario = engine->local->scenario;
    char marks[SAY_TEXT], values[LOOK_PLACES * 12];
    Sentence badges[LOOK_BADGES];
    Look look;
    look_clear(&look);
    scenario->system->look(scenario, view, piece, &look);
    bool named = look.known && piece < scenario->pieces;
    printf("piece %s %s %d %s %s", named ? scenario->piece_id[piece] : "?", where, depth,
           look.side < scenario->sides ? scenario->side_word[look.side] : "-", look.symbol[0] ? look.symbol : "?");
    for (char *blank = values + strlen(look_print(&look, values)); blank > values; blank--)
        if (blank[-1] == ' ')
            blank[-1] = ','; /* one word of the line */
    printf(" steps %d/%d values %s", look.steps, look.full_steps, values[0] ? values : "-");
    int count = look_says(scenario->system->signs, &look, badges);
    say_all(scenario, engine->tongue, view, badges, count, marks, sizeof marks);
    printf(" \"%s\" \"%s\" \"%s\"\n", look.name, look.formation, marks);
}

static void print_pieces(const Engine *engine, const Position *view)
{
    const Scenario *scenario = engine->local->scenario;
    Piece stack[64];
    Look look;
    char number[HEX_TEXT];
    for (Hex hex = 0; hex < scenario->map->spots; hex++) {
        int count = scenario->system->stack(scenario, view, hex, stack, 64);
        for (int i = 0; i < count; i++)
            print_piece(engine, view, stack[i], hex_print(&scenario->map->grid, hex, number), i);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (scenario->system->where(scenario, view, piece) != NO_HEX)
            continue;
        scenario->system->look(scenario, view, piece, &look);
        if (look.known)
            print_piece(engine, view, piece, "-", 0);
    }
}

static void print_marks(const Engine *engine, const Position *view)
{
    enum { MARKS = 4096 };
    static Mark mark[MARKS];
    const Scenario *scenario = engine->local->scenario;
    char text[EDGE_TEXT], label[SAY_TEXT];
    int count = scenario->system->marks(scenario, view, mark, MARKS);
    for (int i = 0; i < count && i < MARKS; i++) {
        const char *where = mark[i].hexside != NO_HEXSIDE ? hexside_print(&scenario->map->grid, mark[i].hexside, text)
                                                          : hex_print(&scenario->map->grid, mark[i].hex, text);
        const MarkKind *kind = &scenario->system->mark_kinds[mark[i].kind];
        printf("mark %s %s %s \"%s\"\n", kind->name, where,
               mark[i].side < scenario->sides ? scenario->side_word[mark[i].side] : "-",
               mark[i].label.words ? words_of(engine, view, &mark[i].label, label)
                                   : tongue_words(engine->tongue, kind->meaning));
    }
}

/* Runs of hexes from the top left: `a12.3` is twelve hexes of the first side and three of nobody. */
static void print_control(const Scenario *scenario, const Position *view)
{
    fputs("control ", stdout);
    for (int hex = 0, run = 0; hex < scenario->map->hexes; hex++) {
        uint8_t side = scenario->system->control(scenario, view, (Hex)hex);
        run++;
        if (hex + 1 < scenario->map->hexes && scenario->system->control(scenario, view, (Hex)(hex + 1)) == side)
            continue;
        printf("%c%d", side < scenario->sides ? 'a' + side : '.', run);
        run = 0;
    }
    putchar('\n');
}

static void do_view(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Sentence track[TRACK_PARTS];
    char words[SAY_TEXT];
    int side;
    if (!read_side(engine, &line, &side))
        return;
    const Position *view = game_view(engine->local->game, side);
    int parts = scenario->system->track(scenario, view, track, TRACK_PARTS);
    say_all(scenario, engine->tongue, view, track, parts, words, sizeof words);
    printf("view %s\n", side == SPECTATOR ? "spectator" : scenario->side_word[side]);
    printf("track %s\n", words);
    print_score(engine, view);
    print_pieces(engine, view);
    print_marks(engine, view);
    print_control(scenario, view);
    puts("ok");
}

/* ---- the rest ---- */

static void do_suggest(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char name[24], text[ORDER_TEXT];
    uint64_t listed = 0;
    Order order;
    Words word = next_word(&line);
    const Player *player = !word.length ? players[0] : copy(word, name, sizeof name) ? player_named(name) : NULL;
    if (!player) {
        error_answer("there is no such player");
        return;
    }
    if (game_side(game) == NO_SIDE) {
        error_answer("the game is over");
        return;
    }
    if (!player->order(scenario, game_view(game, game_side(game)), game_memo(game), &engine->random, &order, &listed)) {
        error_answer("%s finds no order", player->name);
        return;
    }
    order_print(scenario, &order, text);
    printf("order %s\nok\n", text);
}

static void do_undo(Engine *engine, Words line)
{
    char why[200];
    (void)line;
    if (game_undo(engine->local->game, why))
        printf("ok %u\n", (unsigned)game_position(engine->local->game)->orders);
    else
        error_answer("%s", why);
}

static void do_journal(Engine *engine, Words line)
{
    size_t length;
    const char *text = game_journal(engine->local->game, &length), *end = text + length;
    (void)line;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        printf("journal %.*s\n", (int)(stop - text), text);
        text = stop + 1;
    }
    puts("ok");
}

static void do_help(Engine *engine, Words line);

typedef struct Request {
    const char *word;
    void (*run)(Engine *engine, Words line);
    bool needs_game;
    const char *arguments, *help;
} Request;

static const Request requests[] = {
    {"new", do_new, false, "SCENARIO [OPTION=VALUE ...] [seed TEXT] [game NAME] [fast]", "begin a game"},
    {"load", do_load, false, "NAME", "go on with a game that has a name"},
    {"lang", do_language, false, "LANGUAGE", "speak another language from now on: pl, say"},
    {"options", do_options, false, "[SCENARIO]", "options and their values"},
    {"question", do_question, true, "[SIDE]", "who must answer, and what"},
    {"choices", do_choices, true, "[PREFIX]", "what may come next after a part of an order"},
    {"additions", do_additions, true, "[PART]", "what can be added to a part of an order, at any place"},
    {"around", do_around, true, "PART", "the smallest order that holds a part, and what forces the rest"},
    {"reach", do_reach, true, "PREFIX", "where a path may end, each with its order"},
    {"check", do_check, true, "ORDER", "whether an order is legal"},
    {"forecast", do_forecast, true, "ORDER", "exact odds of an order"},
    {"tables", do_tables, true, "[NAME]", "the tables of the book, or one of them"},
    {"do", do_order, true, "ORDER", "give an order"},
    {"standing", do_standing, true, "SIDE [QUESTION NAME [NUMBER]]", "what a side wants answered in advance"},
    {"events", do_events, true, "[SIDE]", "what the last order did, as a side may know it"},
    {"view", do_view, true, "[SIDE]", "the position as a side may know it; `spectator` is one"},
    {"suggest", do_suggest, true, "[PLAYER]", "an order by a player of the machine"},
    {"undo", do_undo, true, "", "take the last order back"},
    {"journal", do_journal, true, "", "the journal so far"},
    {"help", do_help, false, "[VERB]", "this list, or how an order is written"},
    {"quit", NULL, false, "", "end"},
};

static const char *type_word(ArgType type)
{
    static const char *const words[] = {"COUNTER", "HEX", "PATH", "HEXSIDE", "NUMBER", "WORD", "NAME"};
    return words[type];
}

static void help_verb(const Scenario *scenario, const OrderKind *kind)
{
    printf("help %s: %s (%s %s)\n", kind->verb, kind->help, scenario->system->title, kind->rules);
    for (int i = 0; i < kind->slots; i++) {
        const Slot *slot = &kind->slot[i];
        printf("help   %s%s%s %d..%d %s", slot->keyword ? slot->keyword : "", slot->keyword ? " " : "",
               type_word(slot->type), slot->least, slot->most, slot->help ? slot->help : "");
        const char *known;
        if (slot->type == ARG_WORD || slot->type == ARG_NAME)
            for (int word = 0; (known = slot_word(scenario, slot, word)); word++)
                printf("%s%s", word ? ", " : ": ", known);
        putchar('\n');
    }
}

static void do_help(Engine *engine, Words line)
{
    Words word = next_word(&line);
    const Scenario *scenario = engine->local->game ? engine->local->scenario : NULL;
    for (int i = 0; word.length && scenario && i < scenario->system->order_kinds; i++)
        if (is(word, scenario->system->orders[i].verb)) {
            help_verb(scenario, &scenario->system->orders[i]);
            puts("ok");
            return;
        }
    if (word.length) {
        error_answer(scenario ? "there is no such order" : "no game is open, so no order has a form");
        return;
    }
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++)
        printf("help %s%s%s: %s\n", requests[i].word, *requests[i].arguments ? " " : "", requests[i].arguments,
               requests[i].help);
    puts("ok");
}

/* ---- the loop ---- */

/* False at `quit`. */
static bool answer(Engine *engine, Words line)
{
    Words word = next_word(&line);
    if (!word.length)
        return true;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (!is(word, requests[i].word))
            continue;
        if (!requests[i].run) {
            puts("ok");
            return false;
        }
        if (requests[i].needs_game && !engine->local->game)
            error_answer("no game is open; begin one with: new SCENARIO");
        else
            requests[i].run(engine, line);
        return true;
    }
    error_answer("there is no request \"%.*s\"; `help` lists them", (int)(word.length < 40 ? word.length : 40),
                 word.text);
    return true;
}

typedef enum Read { READ_LINE, READ_LONG, READ_BAD, READ_END } Read;

/* Reads one line whole, however long; what does not fit is dropped. Only text is let through. */
static Read read_line(char *buffer, size_t *length)
{
    Read read = READ_LINE;
    int byte;
    *length = 0;
    while ((byte = getchar()) != EOF && byte != '\n') {
        if (byte == '\t')
            byte = ' ';
        if ((byte < ' ' && byte != '\r') || byte == 127)
            read = READ_BAD;
        if (*length < LINE_MAX_BYTES)
            buffer[(*length)++] = (char)byte;
        else
            read = READ_LONG;
    }
    if (byte == EOF && !*length)
        return READ_END;
    if (*length && buffer[*length - 1] == '\r')
        --*length;
    if (memchr(buffer, '\r', *length))
        read = READ_BAD;
    return read;
}

static void serve(Engine *engine)
{
    static char buffer[LINE_MAX_BYTES];
    size_t length;
    bool more = true;
    while (more) {
        switch (read_line(buffer, &length)) {
        case READ_LINE:
            more = answer(engine, (Words){buffer, length});
            break;
        case READ_LONG:
            error_answer("the line is longer than %d bytes", LINE_MAX_BYTES);
            break;
        case READ_BAD:
            error_answer("the line holds a byte that is no text");
            break;
        case READ_END:
            more = false;
            break;
        }
        if (fflush(stdout))
            more = false;
    }
}

int command_engine(int argc, char **argv)
{
    static Engine engine;
    engine.folder = ".";
    engine.place[0].file = engine.place[1].file = -1;
    engine.local = engine.place;
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--games") || i + 1 >= argc) {
            fputs(engine_usage, stderr);
            return 2;
        }
        engine.folder = argv[++i];
    }
    GameStart chance;
    if (game_start(NULL, &chance))
        memcpy(&engine.random.state, chance.seed, sizeof engine.random.state);
    serve(&engine);
    forget_game(&engine);
    tongue_free(engine.tongue);
    return 0;
}
