/* play.c — `sandtable play`: a game in a plain terminal, or through pipes.
 *
 * The loop: whoever must answer does. A machine's orders are given and told; a person is shown the phase,
 * one sentence and a numbered menu, and types a number, a part, a whole order, or a command. Orders with
 * odds show them first and ask. Every order is on disk before it is told, so the end of the input, a hang-up
 * or a power cut loses nothing: the same journal is gone on with by --resume.
 *
 * Two people at one screen get a curtain between them: the screen is cleared until the next one says he is
 * there. A script has no eyes, so through a pipe the curtain is only a line. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/line.h"
#include "cli/reference.h"
#include "cli/terminal.h"

const char play_usage[] =
    "sandtable play SCENARIO [--side S] [--against random|greedy|hotseat] [options]\n"
    "sandtable play --resume FILE [--side S] [--against …]\n"
    "Plays in the terminal.\n"
    "  --side S        the side you play (default: the first)\n"
    "  --against P     who plays the others: a player of the machine, or hotseat for people at this screen\n"
    "  --journal FILE  where the game is kept (default: a new file in $XDG_DATA_HOME/sandtable or\n"
    "                  ~/.local/share/sandtable); none: nowhere\n"
    "  --resume FILE   goes on with a kept game\n"
    "  --seed WORD     the dice's seed, so that the same orders give the same game\n"
    "  --options TEXT  options of the scenario, as \"masking=off\"\n"
    "  --lang L        the language you are spoken to in: pl, say\n"
    "Type `help` once it runs.\n";

static const char *const help_head[] = {
    SAID("A number picks that line of the menu; a counter, hex or word of the menu can be typed as well."),
    SAID("A whole order can be typed at once: move g37/6 6427. `do ORDER` does the same."),
};

static const struct {
    const char *form, *words;
} help[] = {
    {"", SAID("an empty line: the menu again")},
    {"back", SAID("take the last part away")},
    {"map [HEX]", SAID("the hexes around")},
    {"stack HEX", SAID("what stands there")},
    {"units [all]", SAID("your counters, or those of others too")},
    {"panel [NAME]", SAID("how things stand: points, what is due")},
    {"goals", SAID("what each side plays for")},
    {"score", SAID("how the points stand")},
    {"table [NAME]", SAID("the tables of the book, or one of them")},
    {"odds ORDER", SAID("the chances of an order")},
    {"why [ORDER]", SAID("why it was, or would be, refused")},
    {"rules ID", SAID("a paragraph of the ledger")},
    {"options", SAID("by which optional rules the game is played")},
    {"log [N]", SAID("what happened")},
    {"standing [...]", SAID("what is answered for you, and what may be")},
    {"undo", SAID("take the last order back")},
    {"auto [N]", SAID("the machine gives your next order, or N of them")},
    {"save", SAID("where the game is kept")},
    {"quit", SAID("leave; the game is kept")},
};

const Position *terminal_view(Terminal *terminal) { return game_view(terminal->game, terminal->viewer); }

/* A line of the program's own, in the player's language. */
static void tell_line(const Terminal *terminal, const char *english)
{
    printf("%s\n", tongue_words(terminal->tongue, english));
}

/* The same with a hole: a side, a file. */
static void tell_about(const Terminal *terminal, const char *english, const char *what)
{
    printf(tongue_words(terminal->tongue, english), what);
    putchar('\n');
}

/* About what was typed, which may be long. */
static void tell_typed(const Terminal *terminal, const char *english, const char *typed)
{
    char brief[61];
    snprintf(brief, sizeof brief, "%.60s", typed);
    tell_about(terminal, english, brief);
}

static const char *side_words(const Terminal *terminal, int side)
{
    return tongue_words(terminal->tongue, terminal->scenario->side_name[side]);
}

/* ---- reading ---- */

static int terminal_width(void)
{
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    int width = 80;
    if (!ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_col > 0)
        width = size.ws_col;
    else if (columns && atoi(columns) > 0)
        width = atoi(columns);
    return width < 40 ? 40 : width > 200 ? 200 : width;
}

#define LINE_ROOM 4096

/* A line as it comes, without its end. What does not fit is dropped; false at the end of the input. */
static bool read_plain(const char *prompt, char line[LINE_ROOM])
{
    printf("%s ", prompt);
    fflush(stdout);
    size_t length = 0;
    int sign;
    while ((sign = getchar()) != EOF && sign != '\n')
        if (length < LINE_ROOM - 1)
            line[length++] = (char)sign;
    line[length] = '\0';
    return sign != EOF || length;
}

/* One line without its end and outer blanks; whatever is no character becomes a blank. */
static bool read_line(Terminal *terminal, const char *prompt, char line[LINE_ROOM])
{
    if (!(terminal->editor ? line_read(terminal->editor, prompt, line, LINE_ROOM) : read_plain(prompt, line))) {
        putchar('\n');
        return false;
    }
    size_t length = strlen(line);
    for (size_t i = 0; i < length; i++)
        line[i] = (unsigned char)line[i] < ' ' || line[i] == 127 ? ' ' : line[i];
    while (length && line[length - 1] == ' ')
        length--;
    line[length] = '\0';
    size_t blanks = strspn(line, " ");
    memmove(line, line + blanks, length - blanks + 1);
    if (!terminal->typing)
        printf("%s\n", line); /* so that a transcript reads like a game */
    terminal->width = terminal_width();
    return true;
}

/* ---- orders ---- */

static void begin_again(Terminal *terminal)
{
    terminal->prefix = order_of(NO_VERB);
    if (question(terminal_view(terminal)))
        list_items(terminal);
}

static void tell_refusal(Terminal *terminal, const Refusal *refusal)
{
    say(terminal->scenario, terminal->tongue, terminal_view(terminal), &refusal->why, terminal->refusal,
        sizeof terminal->refusal);
    terminal->refusal_rule = refusal->why.rule;
    tell_wrapped(terminal, 2, terminal->refusal);
}

static bool settle(Terminal *terminal)
{
    if (local_settle(&terminal->local))
        return true;
    tell_about(terminal, SAID("The end of the game could not be written to %s."), terminal->local.journal);
    return false;
}

/* The map is next drawn around the last hex or counter of the order. */
static void look_at_order(Terminal *terminal, const Order *order)
{
    const Scenario *scenario = terminal->scenario;
    const OrderKind *kind = &scenario->system->orders[order->verb];
    for (int i = order->count - 1; i >= 0; i--) {
        ArgType type = kind->slot[order->slot[i]].type;
        Hex hex = NO_HEX;
        if (type == ARG_HEX || type == ARG_PATH)
            hex = order->value[i];
        else if (type == ARG_PIECE)
            hex = scenario->system->where(scenario, terminal_view(terminal), order->value[i]);
        if (hex != NO_HEX) {
            terminal->focus = is_box(scenario->map, hex) ? terminal->focus : hex;
            return;
        }
    }
}

/* English is always understood. */
static bool means_yes(const Terminal *terminal, char letter)
{
    return letter && strchr("yY", letter) ? true : (letter | ' ') == tongue_words(terminal->tongue, SAID("yes"))[0];
}

/* Gives an order of a person; shows the odds first where there are any. */
static void give(Terminal *terminal, const Order *order)
{
    Refusal refusal = game_check(terminal->game, order);
    if (!refused(refusal) && tell_odds(terminal, order)) {
        char line[LINE_ROOM];
        if (!read_line(terminal, tongue_words(terminal->tongue, SAID("Give this order? (y/n)")), line)) {
            terminal->leave = true;
            return;
        }
        if (!means_yes(terminal, line[0])) {
            tell_line(terminal, SAID("not given"));
            return;
        }
    }
    if (!refused(refusal))
        refusal = game_do(terminal->game, order);
    if (refused(refusal)) {
        tell_refusal(terminal, &refusal);
        return;
    }
    look_at_order(terminal, order);
    tell_events(terminal, false);
    settle(terminal);
    begin_again(terminal);
}

static void tell_parse_error(const Terminal *terminal, const char *line, const char *why, int column)
{
    if (column >= 0 && column < terminal->width - 4 && (int)strlen(line) < terminal->width - 4)
        printf("  %s\n  %*s^\n", line, column, "");
    tell_wrapped(terminal, 2, why);
}

static bool parse_order(Terminal *terminal, const char *line, Order *order)
{
    char why[ORDER_MISTAKE];
    int column = 0;
    if (order_read(terminal->scenario, terminal->tongue, true, line, strlen(line), order, why, &column)) {
        walk_to_end(terminal, order);
        return true;
    }
    tell_parse_error(terminal, line, why, column);
    return false;
}

static bool is_verb(const Terminal *terminal, const char *line)
{
    const System *system = terminal->scenario->system;
    size_t length = strcspn(line, " ");
    for (int i = 0; i < system->order_kinds; i++)
        if (strlen(system->orders[i].verb) == length && !memcmp(system->orders[i].verb, line, length))
            return true;
    return false;
}

/* ---- commands ---- */

static bool parse_hex(const Terminal *terminal, const char *text, Hex *hex)
{
    if (hex_parse(&terminal->scenario->map->grid, text, strlen(text), hex))
        return true;
    int place = map_place(terminal->scenario->map, text);
    if (place >= 0) {
        *hex = terminal->scenario->map->list[terminal->scenario->map->place_list[place].first];
        return true;
    }
    tell_typed(terminal, SAID("\"%s\" is no hex and no place of this map"), text);
    return false;
}

static void do_map(Terminal *terminal, const char *rest)
{
    Hex hex = terminal->focus;
    if (*rest && !parse_hex(terminal, rest, &hex))
        return;
    if (hex == NO_HEX)
        hex = front_hex(terminal);
    if (hex == NO_HEX)
        hex = (Hex)(terminal->scenario->map->hexes / 2);
    if (is_box(terminal->scenario->map, hex)) { /* it has no place among the hexes */
        tell_hex(terminal, hex);
        return;
    }
    tell_map(terminal, hex);
    if (*rest) {
        terminal->focus = hex;
        tell_hex(terminal, hex);
    }
}

static void do_stack(Terminal *terminal, const char *rest)
{
    Hex hex;
    if (!*rest)
        tell_line(terminal, SAID("stack HEX: which hex?"));
    else if (parse_hex(terminal, rest, &hex))
        tell_stack(terminal, hex);
}

static void do_units(Terminal *terminal, const char *rest) { tell_units(terminal, *rest != '\0'); }

static void do_odds(Terminal *terminal, const char *rest)
{
    Order order = terminal->prefix;
    if (*rest && !parse_order(terminal, rest, &order))
        return;
    if (order.verb == NO_VERB) {
        tell_line(terminal, SAID("odds ORDER: of which order?"));
        return;
    }
    Refusal refusal = game_check(terminal->game, &order);
    if (refused(refusal))
        tell_refusal(terminal, &refusal);
    else if (!tell_odds(terminal, &order))
        tell_line(terminal, SAID("nothing is rolled for that order"));
}

static void do_rules(Terminal *terminal, const char *rest)
{
    char name[] = "rules", option[] = "--lang", language[16], system[32], id[64];
    const char *own = terminal->scenario->system->name;
    if (!*rest) {
        tell_line(terminal, SAID("rules ID: which paragraph? 4.2.1, say"));
        return;
    }
    snprintf(system, sizeof system, "%s", own);
    snprintf(id, sizeof id, "%s", rest);
    snprintf(language, sizeof language, "%s", tongue_language(terminal->tongue));
    char *arguments[] = {name, system, id, option, language, NULL};
    fflush(stdout);
    if (id[0] != '-')
        command_rules(5, arguments);
    fflush(stderr);
}

static void do_why(Terminal *terminal, const char *rest)
{
    const System *system = terminal->scenario->system;
    if (*rest) {
        Order order;
        if (!parse_order(terminal, rest, &order))
            return;
        Refusal refusal = game_check(terminal->game, &order);
        if (!refused(refusal)) {
            tell_line(terminal, SAID("it would be allowed"));
            return;
        }
        tell_refusal(terminal, &refusal);
    } else if (terminal->refusal[0]) {
        tell_wrapped(terminal, 2, terminal->refusal);
    } else {
        tell_line(terminal, SAID("nothing has been refused"));
        return;
    }
    if (terminal->refusal_rule > 0 && terminal->refusal_rule < system->rule_count)
        do_rules(terminal, system->rules[terminal->refusal_rule].id);
}

static void do_undo(Terminal *terminal, const char *rest)
{
    char why[200];
    (void)rest;
    if (terminal->prefix.verb != NO_VERB) {
        begin_again(terminal);
        tell_line(terminal, SAID("the order begun is dropped; `undo` again takes the last one back"));
        return;
    }
    if (!game_undo(terminal->game, why)) {
        tell_wrapped(terminal, 2, why);
        return;
    }
    tell_note(terminal, tongue_words(terminal->tongue, "the last order is taken back"));
    begin_again(terminal);
}

static void do_save(Terminal *terminal, const char *rest)
{
    (void)rest;
    if (terminal->local.file < 0)
        tell_line(terminal, SAID("this game is kept nowhere: it was begun with --journal none"));
    else
        tell_about(terminal, SAID("the orders given are on disk in %s"), terminal->local.journal);
}

static void do_log(Terminal *terminal, const char *rest)
{
    int lines = *rest ? atoi(rest) : 20;
    tell_history(terminal, lines < 1 ? 20 : lines);
}

/* The machine answers for the person, once or so many times, as long as it is this side's turn. */
static void do_auto(Terminal *terminal, const char *rest)
{
    int side = game_side(terminal->game);
    long times = *rest ? strtol(rest, NULL, 10) : 1;
    for (; times > 0 && game_side(terminal->game) == side; times--) {
        Order order;
        uint64_t listed = 0;
        char words[ORDER_TEXT];
        if (!terminal->helper->order(terminal->scenario, terminal_view(terminal), game_memo(terminal->game),
                                     &terminal->random, &order, &listed)) {
            tell_line(terminal, SAID("the machine finds no order"));
            break;
        }
        order_print(terminal->scenario, &order, words);
        printf("> ");
        tell_wrapped(terminal, 4, words);
        Refusal refusal = game_do(terminal->game, &order);
        if (refused(refusal)) {
            tell_refusal(terminal, &refusal);
            break;
        }
        look_at_order(terminal, &order);
        tell_events(terminal, false);
        if (!settle(terminal))
            break;
    }
    if (game_side(terminal->game) == side)
        begin_again(terminal);
}

static void do_back(Terminal *terminal, const char *rest)
{
    (void)rest;
    drop_part(terminal);
    list_items(terminal);
    tell_menu(terminal);
}

static void do_help(Terminal *terminal, const char *rest)
{
    (void)rest;
    for (size_t i = 0; i < sizeof help_head / sizeof *help_head; i++)
        tell_wrapped(terminal, 0, tongue_words(terminal->tongue, help_head[i]));
    for (size_t i = 0; i < sizeof help / sizeof *help; i++)
        printf("  %-13s%s\n", help[i].form, tongue_words(terminal->tongue, help[i].words));
}

static void do_quit(Terminal *terminal, const char *rest)
{
    (void)rest;
    terminal->leave = true;
}

static bool answers_question(Terminal *terminal, const Order *order)
{
    const Frame *asked = question(terminal_view(terminal));
    return asked && terminal->scenario->system->orders[order->verb].questions >> asked->kind & 1;
}

/* A whole order is given; the beginning of one goes on from the menu. */
static void do_order(Terminal *terminal, const char *rest)
{
    Order order;
    char why[ORDER_MISTAKE];
    int column;
    size_t length = strlen(rest);
    if (!order_parse(terminal->scenario, rest, length, &order, why, &column) &&
        order_parse_prefix(terminal->scenario, rest, length, &order, why, &column) && order.verb != NO_VERB) {
        if (!answers_question(terminal, &order)) {
            Refusal refusal = game_check(terminal->game, &order);
            tell_refusal(terminal, &refusal);
            return;
        }
        terminal->prefix = order;
        list_items(terminal);
        if (terminal->items) {
            tell_menu(terminal);
            return;
        }
        begin_again(terminal);
    }
    if (parse_order(terminal, rest, &order))
        give(terminal, &order);
}

static void do_options(Terminal *terminal, const char *rest)
{
    (void)rest;
    tell_options(terminal);
}

static void do_panel(Terminal *terminal, const char *rest)
{
    if (!tell_panels(terminal, rest))
        tell_line(terminal, SAID("there is nothing of that kind to tell"));
}

static void do_standing(Terminal *terminal, const char *rest)
{
    if (*rest)
        wish_standing(terminal, rest);
    else
        tell_standing(terminal);
}

static void do_goals(Terminal *terminal, const char *rest)
{
    (void)rest;
    if (!tell_goals(terminal))
        tell_line(terminal, SAID("there is nothing of that kind to tell"));
}

static void do_score(Terminal *terminal, const char *rest)
{
    (void)rest;
    tell_score(terminal);
}

static void do_table(Terminal *terminal, const char *rest)
{
    const TableKind *kind = *rest ? reference_named(terminal->scenario, rest) : NULL;
    Document *table = kind ? reference_read(terminal->scenario, kind) : NULL;
    if (table) {
        tell_line(terminal, kind->title);
        reference_print(table);
        document_free(table);
        return;
    }
    if (*rest)
        tell_line(terminal, SAID("there is no such table"));
    for (kind = NULL; (kind = reference_next(terminal->scenario, kind));)
        printf("  %-24s %s\n", kind->name, tongue_words(terminal->tongue, kind->title));
}

static const struct {
    const char *word;
    void (*run)(Terminal *terminal, const char *rest);
} commands[] = {
    {"map", do_map},     {"stack", do_stack}, {"units", do_units},     {"odds", do_odds},         {"panel", do_panel},
    {"goals", do_goals}, {"why", do_why},     {"rules", do_rules},     {"undo", do_undo},         {"save", do_save},
    {"log", do_log},     {"help", do_help},   {"quit", do_quit},       {"back", do_back},         {"do", do_order},
    {"auto", do_auto},   {"?", do_help},      {"options", do_options}, {"standing", do_standing}, {"score", do_score},
    {"table", do_table},
};

static bool run_command(Terminal *terminal, const char *line)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        size_t length = strlen(commands[i].word);
        if (strncmp(line, commands[i].word, length) || (line[length] && line[length] != ' '))
            continue;
        const char *rest = line + length;
        commands[i].run(terminal, rest + strspn(rest, " "));
        return true;
    }
    return false;
}

/* One line of a person: a pick of the menu, a command, or a whole order. */
static void answer(Terminal *terminal, const char *line)
{
    if (!*line) {
        tell_menu(terminal);
        return;
    }
    Picked picked = pick_item(terminal, line);
    if (picked == PICKED_PART) {
        list_items(terminal);
        tell_menu(terminal);
    } else if (picked == PICKED_ORDER) {
        Order order = terminal->prefix;
        uint32_t before = game_position(terminal->game)->orders;
        give(terminal, &order);
        if (!terminal->leave && game_position(terminal->game)->orders == before) { /* not given: still begun */
            list_items(terminal);
            tell_menu(terminal);
        }
    } else if (run_command(terminal, line)) {
        return;
    } else if (is_verb(terminal, line)) {
        do_order(terminal, line);
    } else {
        tell_typed(terminal, SAID("\"%s\" is no line of the menu, no command and no order; `help` lists what there is"),
                   line);
    }
}

/* ---- the loop ---- */

static bool hot_seat(const Terminal *terminal)
{
    int people = 0;
    for (int side = 0; side < terminal->scenario->sides; side++)
        people += !terminal->machine[side];
    return people > 1;
}

static void curtain(Terminal *terminal, int side)
{
    char line[LINE_ROOM];
    printf("\n=== ");
    tell_about(terminal, SAID("the screen goes to the %s player"), side_words(terminal, side));
    if (!terminal->typing)
        return;
    line_forget(terminal->editor);
    fputs("\033[2J\033[3J\033[H", stdout);
    tell_about(terminal, SAID("The %s player plays."), side_words(terminal, side));
    if (!read_line(terminal, tongue_words(terminal->tongue, SAID("Press Enter when nobody else looks.")), line))
        terminal->leave = true;
}

static bool play_machine(Terminal *terminal, int side)
{
    Order order;
    uint64_t listed = 0;
    const Position *view = game_view(terminal->game, side);
    if (!terminal->machine[side]->order(terminal->scenario, view, game_memo(terminal->game), &terminal->random, &order,
                                        &listed)) {
        tell_about(terminal, SAID("The %s player of the machine finds no order."), side_words(terminal, side));
        return false;
    }
    Refusal refusal = game_do(terminal->game, &order);
    if (refused(refusal)) {
        char words[SAY_TEXT];
        say(terminal->scenario, terminal->tongue, view, &refusal.why, words, sizeof words);
        tell_about(terminal, SAID("The %s player of the machine was refused:"), side_words(terminal, side));
        tell_wrapped(terminal, 2, words);
        return false;
    }
    tell_events(terminal, true);
    fflush(stdout);
    return settle(terminal);
}

/* A person answers questions until it is another's turn. */
static void play_person(Terminal *terminal, int side)
{
    const Frame *before = NULL;
    Frame asked = {0};
    uint32_t given = 0; /* orders, when he was last asked */
    if (side != terminal->viewer) {
        if (hot_seat(terminal))
            curtain(terminal, side);
        terminal->viewer = side;
        terminal->focus = NO_HEX;
        terminal->refusal[0] = '\0';
        if (terminal->leave)
            return;
    }
    tell_untold(terminal);
    begin_again(terminal);
    while (!terminal->leave && game_side(terminal->game) == side) {
        if (answer_standing(terminal)) {
            settle(terminal);
            begin_again(terminal);
            continue;
        }
        const Frame *now = question(terminal_view(terminal));
        uint32_t orders = game_position(terminal->game)->orders;
        if (!before || memcmp(&asked, now, sizeof asked)) { /* another question: say it */
            asked = *now;
            before = &asked;
            tell_head(terminal);
            tell_hint(terminal);
            tell_menu(terminal);
        } else if (orders != given) {
            tell_hint(terminal);
            if (terminal->typing) /* a script knows what it wants next */
                tell_menu(terminal);
        }
        given = orders;
        char line[LINE_ROOM];
        if (!read_line(terminal, ">", line))
            terminal->leave = true;
        else
            answer(terminal, line);
    }
}

static void farewell(const Terminal *terminal)
{
    if (terminal->local.file >= 0)
        tell_about(terminal, SAID("The game is kept; go on with: sandtable play --resume %s"), terminal->local.journal);
}

static int play(Terminal *terminal)
{
    for (int side; !terminal->leave && (side = game_side(terminal->game)) != NO_SIDE;) {
        if (answer_standing(terminal))
            settle(terminal); /* no curtain falls for it */
        else if (!terminal->machine[side])
            play_person(terminal, side);
        else if (!play_machine(terminal, side)) {
            farewell(terminal);
            return 1;
        }
    }
    if (game_side(terminal->game) == NO_SIDE) {
        tell_untold(terminal);
        tell_result(terminal);
        if (terminal->local.file >= 0)
            tell_about(terminal, SAID("Every die can be checked: sandtable audit %s"), terminal->local.journal);
        return settle(terminal) ? 0 : 1;
    }
    farewell(terminal);
    return 0;
}

/* ---- beginning ---- */

typedef struct PlayCommand {
    const char *scenario, *side, *against, *journal, *resume, *seed, *options, *language;
} PlayCommand;

/* A name that no game has: two may begin in one second. */
static bool unused_name(char path[LOCAL_PATH])
{
    size_t length = strlen(path);
    for (int number = 2; number < 1000; number++) {
        char journal[LOCAL_PATH + 16];
        snprintf(journal, sizeof journal, "%s.journal", path);
        if (access(journal, F_OK))
            return true;
        snprintf(path + length, LOCAL_PATH - length, "-%d", number);
    }
    return false;
}

/* A new name in the user's data folder: scenario, day and time. */
static bool own_journal(const char *scenario, char out[LOCAL_PATH])
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    char day[32];
    time_t now = time(NULL);
    struct tm when;
    if (!localtime_r(&now, &when) || !strftime(day, sizeof day, "%Y%m%d-%H%M%S", &when))
        return false;
    int length = data && data[0] == '/'
                     ? snprintf(out, LOCAL_PATH, "%s/sandtable/%s-%s", data, scenario, day)
                     : snprintf(out, LOCAL_PATH, "%s/.local/share/sandtable/%s-%s", home ? home : ".", scenario, day);
    if (length >= LOCAL_PATH - 32)
        return false;
    char *slash = strrchr(out, '/');
    *slash = '-'; /* wb95/nysa becomes one name */
    return folders_make(out) && unused_name(out);
}

static bool seat_players(Terminal *terminal, const PlayCommand *command, char why[300])
{
    const Scenario *scenario = terminal->scenario;
    const char *against = command->against ? command->against : player_named("greedy") ? "greedy" : "random";
    const Player *machine = player_named(against);
    int own = command->side ? -1 : 0;
    for (int side = 0; side < scenario->sides; side++)
        if (command->side && !strcmp(command->side, scenario->side_word[side]))
            own = side;
    if (own < 0) {
        size_t length = (size_t)snprintf(why, 300, "there is no side \"%.40s\"; there are", command->side);
        for (int side = 0; side < scenario->sides; side++)
            length += (size_t)snprintf(why + length, 300 - length, " %s", scenario->side_word[side]);
        return false;
    }
    if (!machine && strcmp(against, "hotseat")) {
        size_t length = (size_t)snprintf(why, 300, "there is no player \"%.40s\"; there are hotseat", against);
        for (int i = 0; players[i] && length < 200; i++)
            length += (size_t)snprintf(why + length, 300 - length, " %s", players[i]->name);
        return false;
    }
    for (int side = 0; side < scenario->sides; side++)
        terminal->machine[side] = side == own ? NULL : machine;
    terminal->viewer = own;
    terminal->helper = machine ? machine : player_named("random");
    return true;
}

static int fail(const char *why, int status)
{
    fprintf(stderr, "sandtable play: %s\n", why);
    return status;
}

/* Opens the language; nothing is written before it is known to be there. */
static int speak(Terminal *terminal, const char *language)
{
    char why[200];
    if (language_open(language ? language : "en", terminal->scenario->system, &terminal->tongue, why))
        return 0;
    return fail(why, 2);
}

static int resume_game(Terminal *terminal, const PlayCommand *command)
{
    char why[300] = "";
    bool lost = false;
    if (!local_load(&terminal->local, command->resume, &lost, why))
        return fail(why, 1);
    if (lost)
        printf("The last line of the journal was torn and is dropped.\n");
    terminal->scenario = terminal->local.scenario;
    return seat_players(terminal, command, why) ? speak(terminal, command->language) : fail(why, 2);
}

/* Nothing is written before the players are known to sit well. */
static int new_game(Terminal *terminal, const PlayCommand *command)
{
    char why[300] = "";
    static char path[LOCAL_PATH];
    const char *name = command->journal;
    GameStart start = {0};
    Scenario *scenario = scenario_open(command->scenario, command->options, true, why);
    if (!scenario)
        return fail(why, 2);
    terminal->scenario = scenario;
    int status = seat_players(terminal, command, why) ? speak(terminal, command->language) : fail(why, 2);
    if (status) {
        scenario_free(scenario);
        return status;
    }
    bool kept = !name || strcmp(name, "none");
    if (!game_start(command->seed, &start)) {
        scenario_free(scenario);
        return fail("the system gives no entropy for the dice", 1);
    }
    if (kept && !name && !own_journal(scenario->id, path)) {
        scenario_free(scenario);
        return fail("no folder for games can be made; name a file with --journal", 1);
    }
    if (!local_new(&terminal->local, !kept ? NULL : name ? name : path, scenario, &start, why))
        return fail(why, 1);
    return 0;
}

/* The machine's own chance: from the game's hidden seed, and from how far the game has come. */
static void seed_machine(Terminal *terminal)
{
    uint8_t out[SHA256_BYTES];
    Sha256 hash;
    uint32_t orders = game_position(terminal->game)->orders;
    sha256_begin(&hash);
    sha256_add(&hash, game_dice(terminal->game)->seed, SHA256_BYTES);
    sha256_add(&hash, "player", 6);
    sha256_add(&hash, &orders, sizeof orders);
    sha256_end(&hash, out);
    memcpy(&terminal->random.state, out, sizeof terminal->random.state);
}

static bool read_arguments(PlayCommand *command, int argc, char **argv)
{
    const struct {
        const char *name;
        const char **value;
    } option[] = {{"--side", &command->side},     {"--against", &command->against}, {"--journal", &command->journal},
                  {"--resume", &command->resume}, {"--seed", &command->seed},       {"--options", &command->options},
                  {"--lang", &command->language}};
    for (int i = 1; i < argc; i++) {
        size_t j = 0;
        while (j < sizeof option / sizeof *option && strcmp(argv[i], option[j].name))
            j++;
        if (j < sizeof option / sizeof *option && i + 1 < argc)
            *option[j].value = argv[++i];
        else if (argv[i][0] == '-' || command->scenario)
            return false;
        else
            command->scenario = argv[i];
    }
    return !command->scenario != !command->resume;
}

int command_play(int argc, char **argv)
{
    static Terminal terminal;
    PlayCommand command = {0};
    if (!read_arguments(&command, argc, argv)) {
        fputs(play_usage, stderr);
        return 2;
    }
    terminal.local.file = -1;
    terminal.focus = NO_HEX;
    terminal.width = terminal_width();
    terminal.typing = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    terminal.colour = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
    int status = command.resume ? resume_game(&terminal, &command) : new_game(&terminal, &command);
    if (!status) {
        terminal.scenario = terminal.local.scenario;
        terminal.game = terminal.local.game;
        seed_machine(&terminal);
        read_hints(&terminal);
        terminal.editor = terminal.typing ? line_open() : NULL;
        tell_about(&terminal, SAID("%s. `help` lists what can be typed, `options` the optional rules."),
                   tongue_words(terminal.tongue, terminal.scenario->title));
        tell_events(&terminal, false);
        status = play(&terminal);
    }
    local_close(&terminal.local);
    line_close(terminal.editor);
    document_free(terminal.hints);
    free(terminal.hinted);
    tongue_free(terminal.tongue);
    for (int side = 0; side < SIDES; side++)
        free(terminal.history[side].line);
    return status;
}
