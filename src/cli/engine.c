/* engine.c — `sandtable engine`: a line protocol on stdin and stdout, for bots and tools. docs/engine.md describes it
 * for authors of clients.
 *
 * One line in; out come any number of lines and then exactly one that begins with `ok`, `refused` or `error`. Nothing a
 * client sends ends the program but `quit` and the end of its input. Every answer about a position is computed from a
 * view: of the side that must answer, or of the side the client names. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "ai/weigh.h"
#include "cli/commands.h"
#include "cli/engine.h"

const char engine_usage[] = "sandtable engine [--games DIR]\n"
                            "Speaks a line protocol on stdin and stdout; type `help` once it runs. Games that are\n"
                            "given a name live in DIR (the current folder). docs/engine.md describes every line.\n";

#define LINE_MAX_BYTES 65536

/* ---- answers ---- */

void engine_error(const char *format, ...)
{
    va_list list;
    va_start(list, format);
    fputs("error ", stdout);
    vprintf(format, list);
    putchar('\n');
    va_end(list);
}

void engine_refused(Engine *engine, const Refusal *refusal)
{
    const Scenario *scenario = engine->local->scenario;
    char words[SAY_TEXT];
    int rule = refusal->why.rule;
    say(scenario, engine->translation, game_view(engine->local->game, game_side(engine->local->game)), &refusal->why,
        words, sizeof words);
    printf("refused %s %s\n", rule && rule < scenario->system->rule_count ? scenario->system->rules[rule].id : "-",
           words);
}

const char *engine_say(const Engine *engine, const Position *view, const Sentence *sentence, char out[SAY_TEXT])
{
    say(engine->local->scenario, engine->translation, view, sentence, out, SAY_TEXT);
    return out;
}

Words engine_word(Words *line)
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

bool engine_is(Words word, const char *text)
{
    return strlen(text) == word.length && !memcmp(text, word.text, word.length);
}

bool engine_copy(Words word, char *out, size_t room)
{
    if (word.length >= room)
        return false;
    memcpy(out, word.text, word.length);
    out[word.length] = '\0';
    return true;
}

/* ---- arguments ---- */

/* The side named by the next word; the one to answer if there is none. False with an answer if it is no side. */
bool engine_side(Engine *engine, Words *line, int *side)
{
    const Scenario *scenario = engine->local->scenario;
    Words word = engine_word(line);
    *side = game_side(engine->local->game);
    if (*side == NO_SIDE)
        *side = SPECTATOR;
    if (!word.length)
        return true;
    *side = engine_is(word, "spectator") ? SPECTATOR : -1;
    for (int i = 0; i < scenario->sides; i++)
        if (engine_is(word, scenario->side_word[i]))
            *side = i;
    if (*side < 0)
        engine_error("there is no side \"%.*s\"", (int)(word.length < 24 ? word.length : 24), word.text);
    return *side >= 0;
}

bool engine_order(Engine *engine, Words line, bool whole, Order *order)
{
    char why[ORDER_MISTAKE];
    int column;
    while (line.length && *line.text == ' ') {
        line.text++;
        line.length--;
    }
    bool good =
        order_read(engine->local->scenario, engine->translation, whole, line.text, line.length, order, why, &column);
    if (!good)
        engine_error("column %d: %s", column + 1, why);
    return good;
}

/* ---- the rest ---- */

static void print_why(const Scenario *scenario, const Why *why, bool thinks)
{
    char text[ORDER_TEXT];
    for (int i = 0; thinks && i < why->count; i++) {
        const Tried *tried = &why->tried[i];
        order_print(scenario, &tried->order, text);
        if (!why->worlds)
            printf("untried %s\n", text);
        else if (why->tells_chance)
            printf("tried %d worlds chance %d.%d%% error %d.%d%% %s\n", why->worlds, tried->chance / 10,
                   tried->chance % 10, tried->chance_error / 10, tried->chance_error % 10, text);
        else
            printf("tried %d worlds margin %.2f error %.2f %s\n", why->worlds, tried->margin / 100.0,
                   tried->margin_error / 100.0, text);
    }
}

static void do_suggest(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    char name[24], text[ORDER_TEXT];
    uint64_t listed = 0;
    Order order;
    Words word = engine_word(&line);
    const Player *player = !word.length ? players[0] : engine_copy(word, name, sizeof name) ? player_named(name) : NULL;
    if (!player) {
        engine_error("there is no such player");
        return;
    }
    if (game_side(game) == NO_SIDE) {
        engine_error("the game is over");
        return;
    }
    void *mind = malloc(player_room(player, scenario) + 1);
    int side = game_side(game);
    bool found = mind && player_order(player, scenario, game_view(game, side), game_memo(game), mind,
                                      &engine->thinking[side], &engine->random, &order, &listed);
    free(mind);
    if (!found) {
        engine_error("%s finds no order", player->name);
        return;
    }
    order_print(scenario, &order, text);
    printf("order %s\n", text);
    print_why(scenario, &engine->thinking[side].why, player->think != NULL);
    puts("ok");
}

/* What the searching player thinks of an order, beside what it would do. */
static void do_weigh(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Game *game = engine->local->game;
    Order order;
    if (!engine_order(engine, line, true, &order))
        return;
    Refusal refusal = game_check(game, &order);
    if (refused(refusal)) {
        engine_refused(engine, &refusal);
        return;
    }
    Thinking thinking = {0};
    void *mind = malloc(player_room(&search_player, scenario) + 1);
    bool said = mind && weigh_order(&search_player, scenario, game_view(game, game_side(game)), game_memo(game), mind,
                                    &thinking, &engine->random, &order);
    free(mind);
    if (!said) {
        engine_error("nothing can be said of it");
        return;
    }
    print_why(scenario, &thinking.why, true);
    printf("ok %d\n", thinking.why.count);
}

static void do_undo(Engine *engine, Words line)
{
    char why[200];
    (void)line;
    if (game_undo(engine->local->game, why))
        printf("ok %u\n", (unsigned)game_position(engine->local->game)->orders);
    else
        engine_error("%s", translation_words(engine->translation, why));
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
    {"new", request_new, false, "SCENARIO [OPTION=VALUE ...] [seed TEXT] [game NAME] [fast]", "begin a game"},
    {"load", request_load, false, "NAME", "go on with a game that has a name"},
    {"lang", request_language, false, "LANGUAGE", "use another language from now on, such as pl"},
    {"options", request_options, false, "[SCENARIO]", "options and their values"},
    {"question", request_question, true, "[SIDE]", "the open question, and the side to answer"},
    {"choices", request_choices, true, "[PREFIX]", "what may come next after a part of an order"},
    {"additions", request_additions, true, "[PART]", "what can be added to a part of an order, at any place"},
    {"around", request_around, true, "PART", "the smallest order that holds a part, and what forces the rest"},
    {"reach", request_reach, true, "PREFIX", "where a path may end, each with its order"},
    {"check", request_check, true, "ORDER", "whether an order is legal"},
    {"forecast", request_forecast, true, "ORDER", "exact odds of an order"},
    {"tables", request_tables, true, "[NAME]", "the tables of the book, or one of them"},
    {"do", request_order, true, "ORDER", "give an order"},
    {"standing", request_standing, true, "SIDE [QUESTION NAME [NUMBER]]", "a side's answers in advance"},
    {"events", request_events, true, "[SIDE]", "what the last order did, as a side may know it"},
    {"view", request_view, true, "[SIDE]", "the position as a side may know it; `spectator` is one"},
    {"overlay", request_overlay, true, "NAME [SIDE] [HEX] [COUNTER]", "what an overlay shows: supply, zones, sight"},
    {"suggest", do_suggest, true, "[PLAYER]", "an order by a player of the machine"},
    {"weigh", do_weigh, true, "ORDER", "results of an order when it is tried out, and of others"},
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
    Words word = engine_word(&line);
    const Scenario *scenario = engine->local->game ? engine->local->scenario : NULL;
    for (int i = 0; word.length && scenario && i < scenario->system->order_kinds; i++)
        if (engine_is(word, scenario->system->orders[i].verb)) {
            help_verb(scenario, &scenario->system->orders[i]);
            puts("ok");
            return;
        }
    if (word.length) {
        engine_error(scenario ? "there is no such order" : "no game is open, so no order has a form");
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
    Words word = engine_word(&line);
    if (!word.length)
        return true;
    for (size_t i = 0; i < sizeof requests / sizeof requests[0]; i++) {
        if (!engine_is(word, requests[i].word))
            continue;
        if (!requests[i].run) {
            puts("ok");
            return false;
        }
        if (requests[i].needs_game && !engine->local->game)
            engine_error("no game is open; begin one with: new SCENARIO");
        else
            requests[i].run(engine, line);
        return true;
    }
    engine_error("there is no request \"%.*s\"; `help` lists them", (int)(word.length < 40 ? word.length : 40),
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
            engine_error("the line is longer than %d bytes", LINE_MAX_BYTES);
            break;
        case READ_BAD:
            engine_error("the line holds a byte that is no text");
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
    engine_forget(&engine);
    translation_free(engine.translation);
    return 0;
}
