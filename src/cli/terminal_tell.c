/* terminal_tell.c — what the terminal game prints: the phase, stacks, units, odds, events. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"

/* A line of the program's own, in the player's language. */
void tell_line(const Terminal *terminal, const char *english)
{
    printf("%s\n", translation_words(terminal->translation, english));
}

/* The same with a hole: a side, a file. */
void tell_about(const Terminal *terminal, const char *english, const char *what)
{
    printf(translation_words(terminal->translation, english), what);
    putchar('\n');
}

/* About what was typed, which may be long. */
void tell_typed(const Terminal *terminal, const char *english, const char *typed)
{
    char brief[61];
    snprintf(brief, sizeof brief, "%.60s", typed);
    tell_about(terminal, english, brief);
}

#define STACK_ROOM 64
#define ROUTINE_TOLD 4 /* routine events printed one by one; more in a row become a number */

void tell_wrapped(const Terminal *terminal, int indent, const char *words)
{
    int column = 0;
    for (const char *at = words; *at;) {
        size_t blanks = strspn(at, " \n"), length = strcspn(at + blanks, " \n");
        if (column > 0 && column + (int)(blanks + length) > terminal->width - indent) {
            printf("\n%*s", indent, "");
            column = 0;
        } else {
            printf("%*s", (int)blanks, "");
            column += (int)blanks;
        }
        printf("%.*s", (int)length, at + blanks);
        column += (int)length;
        at += blanks + length;
    }
    putchar('\n');
}

void tell_head(Terminal *terminal)
{
    const Position *view = terminal_view(terminal);
    const System *system = terminal->scenario->system;
    const Frame *asked = question(view);
    char words[SAY_TEXT];
    Sentence track[TRACK_PARTS];
    int parts = system->track(terminal->scenario, view, track, TRACK_PARTS);
    say_all(terminal->scenario, terminal->translation, view, track, parts, words, sizeof words);
    putchar('\n');
    for (int i = 0; i < terminal->width && i < 100; i++)
        putchar('-');
    putchar('\n');
    tell_wrapped(terminal, 0, words);
    if (!asked)
        return;
    Sentence prompt = system->prompt(terminal->scenario, view);
    terminal_say(terminal, &prompt, words);
    char line[SAY_TEXT + 96];
    const char *side = translation_words(terminal->translation, terminal->scenario->side_name[asked->side]);
    bool named = !strncmp(words, side, strlen(side));
    snprintf(line, sizeof line, "%s%s%s: %s", named ? "" : side, named ? "" : ", ",
             translation_words(terminal->translation, system->questions[asked->kind].title), words);
    tell_wrapped(terminal, 0, line);
}

const char *terminal_say(Terminal *terminal, const Sentence *sentence, char out[SAY_TEXT])
{
    say(terminal->scenario, terminal->translation, terminal_view(terminal), sentence, out, SAY_TEXT);
    return out;
}

/* ---- counters and hexes ---- */

void piece_words(Terminal *terminal, Piece piece, bool with_hex, char *out, size_t room)
{
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    Look look;
    char number[HEX_TEXT], values[LOOK_PLACES * 12];
    look_clear(&look);
    scenario->system->look(scenario, view, piece, &look);
    size_t length = 0;
    if (look.known && piece < scenario->pieces)
        length = (size_t)snprintf(out, room, "%s  %s", scenario->piece_id[piece], look.name);
    else
        length = (size_t)snprintf(out, room, "%s", translation_words(terminal->translation, SAID("cli.counter")));
    bool said = look.known && strstr(look.name, look.symbol); /* the name says the branch */
    if (length < room && !said)
        length +=
            (size_t)snprintf(out + length, room - length, "  %s%s%s", look.symbol, look.size[0] ? " " : "", look.size);
    if (length < room && look.values)
        length += (size_t)snprintf(out + length, room - length, "  %s", look_print(&look, values));
    if (length < room && look.steps && look.steps < look.full_steps)
        length +=
            (size_t)snprintf(out + length, room - length, translation_words(terminal->translation, SAID("cli.steps")),
                             look.steps, look.full_steps);
    Hex hex = scenario->system->where(scenario, view, piece);
    if (length < room && with_hex && hex != NO_HEX)
        length += (size_t)snprintf(out + length, room - length, " %s %s",
                                   translation_words(terminal->translation, SAID("cli.at")),
                                   hex_print(&scenario->map->grid, hex, number));
    char marks[SAY_TEXT];
    Sentence badges[LOOK_BADGES];
    int count = look_says(scenario->system->signs, &look, badges);
    if (say_all(scenario, terminal->translation, view, badges, count, marks, sizeof marks) && length < room)
        snprintf(out + length, room - length, " (%s)", marks);
}

const char *hex_words(const Terminal *terminal, Hex hex, char out[HEX_TEXT + NAME_TEXT + 4])
{
    const Map *map = terminal->scenario->map;
    char number[HEX_TEXT];
    hex_print(&map->grid, hex, number);
    if (is_box(map, hex))
        snprintf(out, HEX_TEXT + NAME_TEXT + 4, "%s %s", number, map->box[map_box(map, hex)].title);
    else if (hex < map->hexes && map->place[hex] >= 0)
        snprintf(out, HEX_TEXT + NAME_TEXT + 4, "%s %s", number, map->place_list[map->place[hex]].name);
    else
        snprintf(out, HEX_TEXT + NAME_TEXT + 4, "%s", number);
    return out;
}

void tell_hex(Terminal *terminal, Hex hex)
{
    const Scenario *scenario = terminal->scenario;
    const Map *map = scenario->map;
    const Position *view = terminal_view(terminal);
    static const char *const to[EDGES] = {"N", "NE", "SE", "S", "SW", "NW"};
    char words[1200], name[HEX_TEXT + NAME_TEXT + 4];
    size_t length = (size_t)snprintf(words, sizeof words, "%s:", hex_words(terminal, hex, name));
    for (int i = 0; map->schema->terrain[i]; i++)
        if (map->terrain[hex] & 1u << i)
            length += (size_t)snprintf(words + length, sizeof words - length, " %s",
                                       translation_words(terminal->translation, map->schema->terrain[i]));
    uint8_t holder = scenario->system->control(scenario, view, hex);
    if (holder < scenario->sides)
        length += (size_t)snprintf(words + length, sizeof words - length,
                                   translation_words(terminal->translation, SAID("cli.held-side")),
                                   translation_words(terminal->translation, scenario->side_name[holder]));
    for (Edge edge = 0; edge < EDGES; edge++) {
        if (map->road[hex][edge])
            length += (size_t)snprintf(
                words + length, sizeof words - length, translation_words(terminal->translation, SAID("cli.road")),
                translation_words(terminal->translation, map->schema->roads[map->road[hex][edge] - 1]), to[edge]);
        for (int kind = 0; map->schema->edges[kind]; kind++)
            if (map->edge[hex][edge] & 1u << kind)
                length +=
                    (size_t)snprintf(words + length, sizeof words - length, "; %s %s",
                                     translation_words(terminal->translation, map->schema->edges[kind]), to[edge]);
    }
    tell_wrapped(terminal, 6, words);
    static Mark mark[2048];
    int marks = scenario->system->marks(scenario, view, mark, (int)(sizeof mark / sizeof *mark));
    for (int i = 0; i < marks; i++) {
        char edge[EDGE_TEXT], label[SAY_TEXT];
        bool beside = false;
        const char *meaning =
            translation_words(terminal->translation, scenario->system->mark_kinds[mark[i].kind].meaning);
        terminal_say(terminal, &mark[i].label, label);
        if (mark[i].hexside != NO_HEXSIDE)
            for (Edge side = 0; side < EDGES; side++)
                beside |= map->next[hex][side] != NO_HEX && hexside_of(&map->grid, hex, side) == mark[i].hexside;
        if (beside)
            printf("  %s %s%s%s\n", meaning, hexside_print(&map->grid, mark[i].hexside, edge), label[0] ? " " : "",
                   label);
        else if (mark[i].hexside == NO_HEXSIDE && mark[i].hex == hex)
            printf("  %s%s%s\n", meaning, label[0] ? " " : "", label);
    }
}

void tell_stack(Terminal *terminal, Hex hex)
{
    const Scenario *scenario = terminal->scenario;
    Piece piece[STACK_ROOM];
    char words[400];
    tell_hex(terminal, hex);
    int count = scenario->system->stack(scenario, terminal_view(terminal), hex, piece, STACK_ROOM);
    for (int i = 0; i < count; i++) {
        printf("  ");
        piece_words(terminal, piece[i], false, words, sizeof words);
        tell_wrapped(terminal, 6, words);
    }
    if (!count)
        printf("  %s\n", translation_words(terminal->translation, SAID("cli.nobody-seen")));
}

/* All counters on the map, hex by hex: the viewer's own, or all others. */
void tell_units(Terminal *terminal, bool others)
{
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    int told = 0;
    for (int hex = 0; hex < scenario->map->spots; hex++) {
        Piece piece[STACK_ROOM];
        int count = scenario->system->stack(scenario, view, (Hex)hex, piece, STACK_ROOM);
        for (int i = 0; i < count; i++) {
            Look look;
            char words[400], name[HEX_TEXT + NAME_TEXT + 4];
            memset(&look, 0, sizeof look);
            scenario->system->look(scenario, view, piece[i], &look);
            if ((look.side == terminal->viewer) == others)
                continue;
            piece_words(terminal, piece[i], false, words, sizeof words);
            printf("%-20.20s  ", i ? "" : hex_words(terminal, (Hex)hex, name));
            tell_wrapped(terminal, 22, words);
            told++;
        }
    }
    printf(translation_words(terminal->translation, SAID("cli.counters")), told);
    putchar('\n');
}

/* ---- odds ---- */

/* Lines of outcomes or chances: a bar, its share, and the share in the second weighing if there is one. */
static void tell_chance(Terminal *terminal, const Forecast *forecast, const ForecastLine *line)
{
    enum { BAR = 24 };
    const System *system = terminal->scenario->system;
    char bar[BAR + 1];
    int tenths = weight_share(line->weight, forecast->total, 1000);
    int filled = weight_share(line->weight, forecast->total, BAR);
    memset(bar, '#', sizeof bar - 1);
    memset(bar + filled, '.', (size_t)(BAR - filled));
    bar[BAR] = '\0';
    int letters = 0; /* of UTF-8, so that the bars stand in a line */
    char label[SAY_TEXT];
    terminal_say(terminal, &line->label, label);
    for (const char *at = label; *at; at++)
        letters += (*at & 0xC0) != 0x80;
    printf("  %s%*s %s %3d.%d %%", label, letters < 40 ? 40 - letters : 0, "", bar, tenths / 10, tenths % 10);
    if (forecast->opposed.words) {
        tenths = weight_share(line->opposed, forecast->opposed_total, 1000);
        printf(" %5d.%d %%", tenths / 10, tenths % 10);
    }
    if (line->rule && line->rule < system->rule_count)
        printf("  (%s)", system->rules[line->rule].id);
    putchar('\n');
}

static void tell_chances(Terminal *terminal, const Forecast *forecast, const char *heading, const ForecastLine *line,
                         int lines)
{
    if (lines)
        printf("%s\n", translation_words(terminal->translation, heading));
    for (int i = 0; i < lines; i++)
        tell_chance(terminal, forecast, &line[i]);
}

/* The odds in one line, and what they take for granted in another. */
static void tell_weighing(Terminal *terminal, const Sentence *title, const Sentence *assumes)
{
    char words[SAY_TEXT];
    if (title->words)
        tell_wrapped(terminal, 2, terminal_say(terminal, title, words));
    if (assumes->words) {
        fputs("    ", stdout);
        tell_wrapped(terminal, 4, terminal_say(terminal, assumes, words));
    }
}

bool tell_odds(Terminal *terminal, const Order *order)
{
    static Forecast forecast;
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    memset(&forecast, 0, sizeof forecast);
    if (!scenario->system->forecast(scenario, view, order, &forecast))
        return false;
    char words[SAY_TEXT], worst[SAY_TEXT], likely[SAY_TEXT];
    tell_weighing(terminal, &forecast.title, &forecast.assumes);
    tell_weighing(terminal, &forecast.opposed, &forecast.opposed_assumes);
    if (forecast.likely.words && !sentence_same(&forecast.best, &forecast.worst)) {
        fputs("  ", stdout);
        printf(translation_words(terminal->translation, SAID("cli.hidden-leaves-open-all-thrown")),
               terminal_say(terminal, &forecast.best, words), terminal_say(terminal, &forecast.worst, worst),
               terminal_say(terminal, &forecast.likely, likely));
        putchar('\n');
    }
    for (int i = 0; i < forecast.modifiers; i++) {
        const ForecastModifier *modifier = &forecast.modifier[i];
        bool owned = modifier->side < scenario->sides;
        char value[12] = "";
        terminal_say(terminal, &modifier->what, words);
        if (modifier->value)
            snprintf(value, sizeof value, "%+d", modifier->value);
        printf("  %-8s %3s  ",
               owned ? translation_words(terminal->translation, scenario->side_name[modifier->side]) : "", value);
        tell_wrapped(terminal, 16, words);
    }
    if (forecast.opposed.words)
        printf("%s\n", translation_words(terminal->translation, SAID("cli.second-number-line-all-thrown")));
    tell_chances(terminal, &forecast, SAID("cli.outcomes"), forecast.outcome, forecast.outcomes);
    tell_chances(terminal, &forecast, SAID("cli.chances"), forecast.measure, forecast.measures);
    return true;
}

/* ---- optional rules ---- */

void tell_options(const Terminal *terminal)
{
    const Scenario *scenario = terminal->scenario;
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        char words[200];
        snprintf(words, sizeof words, "%s (%s %s)", translation_words(terminal->translation, option->help),
                 scenario->system->title, option->rule);
        printf("  %-24s%-5s", option->name, option->value);
        tell_wrapped(terminal, 31, words);
    }
}

/* ---- events ---- */

static void remember(Terminal *terminal, int side, const char *words)
{
    History *history = &terminal->history[side];
    if (!history->line && !(history->line = calloc(HISTORY_LINES, sizeof *history->line)))
        return;
    snprintf(history->line[history->count++ % HISTORY_LINES], HISTORY_TEXT, "%s", words);
}

static bool is_person(const Terminal *terminal, int side)
{
    return side < terminal->scenario->sides && !terminal->machine[side];
}

void tell_untold(Terminal *terminal)
{
    if (terminal->untold) {
        printf("  ");
        printf(translation_words(terminal->translation, SAID("cli.more-like-log-lists")), terminal->untold,
               terminal->untold + 20);
        putchar('\n');
    }
    terminal->untold = 0;
    terminal->told = 0;
}

void tell_note(Terminal *terminal, const char *words)
{
    remember(terminal, terminal->viewer, words);
    tell_wrapped(terminal, 2, words);
}

/* Kinds of which there may be dozens in a row. */
static bool is_routine(const Event *event, bool by_machine)
{
    bool move = event->kind == EVENT_MOVED || event->kind == EVENT_PLACED || event->kind == EVENT_STATE;
    return event->kind == EVENT_GROUND || (by_machine && move);
}

static void tell_event(Terminal *terminal, const Event *event, const char *words, bool by_machine)
{
    if (!is_routine(event, by_machine)) {
        tell_untold(terminal);
    } else if (++terminal->told > ROUTINE_TOLD) {
        terminal->untold++;
        return;
    }
    bool heading = event->kind == EVENT_TURN || event->kind == EVENT_PHASE;
    printf(heading ? "* " : "  ");
    tell_wrapped(terminal, 4, words);
}

/* A heading, and what follows it for that side is another: nothing happened. */
static bool is_empty_phase(const Events *events, int index, int count, int side)
{
    int next = index + 1;
    if (events->event[index].kind != EVENT_PHASE)
        return false;
    while (next < count && events->event[next].hidden_from & 1 << side)
        next++;
    return next < count && (events->event[next].kind == EVENT_PHASE || events->event[next].kind == EVENT_TURN);
}

void tell_events(Terminal *terminal, bool by_machine)
{
    const Events *events = game_events(terminal->game);
    int kept = events->count < EVENTS_MAX ? events->count : EVENTS_MAX;
    for (int side = 0; side < terminal->scenario->sides; side++) {
        if (!is_person(terminal, side))
            continue;
        const Position *view = game_view(terminal->game, side);
        for (int i = 0; i < kept; i++) {
            const Event *event = &events->event[i];
            char words[SAY_TEXT];
            if (event->hidden_from & 1 << side || !event->what.words || is_empty_phase(events, i, kept, side))
                continue;
            say(terminal->scenario, terminal->translation, view, &event->what, words, sizeof words);
            remember(terminal, side, words);
            if (side == terminal->viewer)
                tell_event(terminal, event, words, by_machine);
        }
    }
}

void tell_history(const Terminal *terminal, int lines)
{
    const History *history = &terminal->history[terminal->viewer];
    int kept = history->count < HISTORY_LINES ? history->count : HISTORY_LINES;
    lines = lines < kept ? lines : kept;
    if (!lines)
        printf("%s\n", translation_words(terminal->translation, SAID("cli.nothing-happened-yet-since-game")));
    for (int i = history->count - lines; i < history->count; i++) {
        printf("  ");
        tell_wrapped(terminal, 4, history->line[i % HISTORY_LINES]);
    }
}

void tell_result(Terminal *terminal)
{
    const Scenario *scenario = terminal->scenario;
    Score score;
    char verdict[SAY_TEXT];
    game_score(terminal->game, &score);
    say(scenario, terminal->translation, NULL, &score.verdict, verdict, sizeof verdict);
    printf("\n%s %s\n", translation_words(terminal->translation, SAID("cli.game-over")), verdict);
    for (int side = 0; side < scenario->sides; side++)
        printf("  %-12s %d %s%s\n", translation_words(terminal->translation, scenario->side_name[side]),
               (int)score.points[side], translation_words(terminal->translation, SAID("cli.points")),
               score.winner == side ? translation_words(terminal->translation, SAID("cli.wins")) : "");
}
