/* play_commands.c — what a person at the terminal can type: a pick of the menu, a command, or a whole order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/line.h"
#include "cli/reference.h"
#include "cli/terminal.h"

static const char *const help_head[] = {
    SAID("cli.number-picks-line-menu-counter"),
    SAID("cli.whole-order-can-typed-once"),
};

static const struct {
    const char *form, *words;
} help[] = {
    {"", SAID("cli.empty-line-menu-again")},
    {"back", SAID("cli.take-last-part-away")},
    {"map [HEX]", SAID("cli.hexes-around")},
    {"stack HEX", SAID("cli.stands")},
    {"units [all]", SAID("cli.your-counters-others-too")},
    {"panel [NAME]", SAID("cli.how-things-stand-points-due")},
    {"goals", SAID("cli.each-side-plays")},
    {"score", SAID("cli.how-points-stand")},
    {"table [NAME]", SAID("cli.tables-book")},
    {"odds ORDER", SAID("cli.chances-order")},
    {"hint [ORDER]", SAID("cli.what-machine-would-do-or-thinks")},
    {"why [ORDER]", SAID("cli.why-refused")},
    {"rules ID", SAID("cli.paragraph-ledger")},
    {"options", SAID("cli.optional-rules-game-played")},
    {"log [N]", SAID("cli.happened")},
    {"standing [...]", SAID("cli.answered-you-may")},
    {"undo", SAID("cli.take-last-order-back")},
    {"auto [N]", SAID("cli.machine-gives-your-next-order")},
    {"save", SAID("cli.where-game-kept")},
    {"quit", SAID("cli.leave-game-kept")},
};

/* ---- orders ---- */

void terminal_begin_again(Terminal *terminal)
{
    terminal->prefix = order_of(NO_VERB);
    if (question(terminal_view(terminal)))
        list_items(terminal);
}

static void tell_refusal(Terminal *terminal, const Refusal *refusal)
{
    say(terminal->scenario, terminal->translation, terminal_view(terminal), &refusal->why, terminal->refusal,
        sizeof terminal->refusal);
    terminal->refusal_rule = refusal->why.rule;
    tell_wrapped(terminal, 2, terminal->refusal);
}

bool terminal_settle(Terminal *terminal)
{
    if (local_settle(&terminal->local))
        return true;
    tell_about(terminal, SAID("cli.end-game-could-not-written"), terminal->local.journal);
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
    return letter && strchr("yY", letter)
               ? true
               : (letter | ' ') == translation_words(terminal->translation, SAID("cli.yes"))[0];
}

/* Gives an order of a person; shows the odds first where there are any. */
static void give(Terminal *terminal, const Order *order)
{
    Refusal refusal = game_check(terminal->game, order);
    if (!refused(refusal) && tell_odds(terminal, order)) {
        char line[LINE_ROOM];
        if (!terminal_read(terminal, translation_words(terminal->translation, SAID("cli.give-order-y-n")), line)) {
            terminal->leave = true;
            return;
        }
        if (!means_yes(terminal, line[0])) {
            tell_line(terminal, SAID("cli.not-given"));
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
    terminal_settle(terminal);
    terminal_begin_again(terminal);
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
    if (order_read(terminal->scenario, terminal->translation, true, line, strlen(line), order, why, &column)) {
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
    tell_typed(terminal, SAID("cli.no-hex-no-place-map"), text);
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
        tell_line(terminal, SAID("cli.stack-hex-hex"));
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
        tell_line(terminal, SAID("cli.odds-order-order"));
        return;
    }
    Refusal refusal = game_check(terminal->game, &order);
    if (refused(refusal))
        tell_refusal(terminal, &refusal);
    else if (!tell_odds(terminal, &order))
        tell_line(terminal, SAID("cli.nothing-rolled-order"));
}

/* What the machine would do, or thinks of an order. */
static void do_advice(Terminal *terminal, const char *rest)
{
    Order order;
    if (!*rest) {
        tell_advice(terminal, NULL);
        return;
    }
    if (!parse_order(terminal, rest, &order))
        return;
    Refusal refusal = game_check(terminal->game, &order);
    if (refused(refusal))
        tell_refusal(terminal, &refusal);
    else
        tell_advice(terminal, &order);
}

static void do_rules(Terminal *terminal, const char *rest)
{
    char name[] = "rules", option[] = "--lang", language[16], system[32], id[64];
    const char *own = terminal->scenario->system->name;
    if (!*rest) {
        tell_line(terminal, SAID("cli.rules-id-paragraph-4-2"));
        return;
    }
    snprintf(system, sizeof system, "%s", own);
    snprintf(id, sizeof id, "%s", rest);
    snprintf(language, sizeof language, "%s", translation_language(terminal->translation));
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
            tell_line(terminal, SAID("cli.allowed"));
            return;
        }
        tell_refusal(terminal, &refusal);
    } else if (terminal->refusal[0]) {
        tell_wrapped(terminal, 2, terminal->refusal);
    } else {
        tell_line(terminal, SAID("cli.nothing-refused"));
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
        terminal_begin_again(terminal);
        tell_line(terminal, SAID("cli.order-begun-dropped-undo-again"));
        return;
    }
    if (!game_undo(terminal->game, why)) {
        tell_wrapped(terminal, 2, translation_words(terminal->translation, why));
        return;
    }
    tell_note(terminal, translation_words(terminal->translation, SAID("core.last-order-taken-back")));
    terminal_begin_again(terminal);
}

static void do_save(Terminal *terminal, const char *rest)
{
    (void)rest;
    if (terminal->local.file < 0)
        tell_line(terminal, SAID("cli.game-kept-nowhere-begun-journal"));
    else
        tell_about(terminal, SAID("cli.orders-given-disk"), terminal->local.journal);
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
        if (!player_order(terminal->helper, terminal->scenario, terminal_view(terminal), game_memo(terminal->game),
                          terminal->mind, &terminal->thinking[side], &terminal->random, &order, &listed)) {
            tell_line(terminal, SAID("cli.machine-finds-no-order"));
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
        if (!terminal_settle(terminal))
            break;
    }
    if (game_side(terminal->game) == side)
        terminal_begin_again(terminal);
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
        tell_wrapped(terminal, 0, translation_words(terminal->translation, help_head[i]));
    for (size_t i = 0; i < sizeof help / sizeof *help; i++)
        printf("  %-13s%s\n", help[i].form, translation_words(terminal->translation, help[i].words));
}

static void do_quit(Terminal *terminal, const char *rest)
{
    (void)rest;
    terminal->leave = true;
}

static bool answers_question(Terminal *terminal, const Order *order)
{
    const Frame *asked = question(terminal_view(terminal));
    return asked && order_answers(&terminal->scenario->system->orders[order->verb], asked->kind);
}

/* A whole order is given; the beginning of one continues in the menu. */
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
        terminal_begin_again(terminal);
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
        tell_line(terminal, SAID("cli.nothing-kind-tell"));
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
        tell_line(terminal, SAID("cli.nothing-kind-tell"));
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
        tell_line(terminal, SAID("cli.no-such-table"));
    for (kind = NULL; (kind = reference_next(terminal->scenario, kind));)
        printf("  %-24s %s\n", kind->name, translation_words(terminal->translation, kind->title));
}

static const struct {
    const char *word;
    void (*run)(Terminal *terminal, const char *rest);
} commands[] = {
    {"map", do_map},     {"stack", do_stack}, {"units", do_units},     {"odds", do_odds},         {"panel", do_panel},
    {"goals", do_goals}, {"why", do_why},     {"rules", do_rules},     {"undo", do_undo},         {"save", do_save},
    {"log", do_log},     {"help", do_help},   {"quit", do_quit},       {"back", do_back},         {"do", do_order},
    {"auto", do_auto},   {"?", do_help},      {"options", do_options}, {"standing", do_standing}, {"score", do_score},
    {"table", do_table}, {"hint", do_advice},
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
void terminal_answer(Terminal *terminal, const char *line)
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
        tell_typed(terminal, SAID("cli.no-line-menu-no-command"), line);
    }
}
