/* play.c — `sandtable play`: a game in a plain terminal, or through pipes.
 *
 * The loop: the side that must answer answers. A machine's orders are given and shown; a person is shown the phase, one
 * sentence and a numbered menu, and types a number, a part, a whole order, or a command. Orders with odds show them
 * first and ask. Every order is on disk before its effect is shown, so the end of the input, a hang-up or a power cut
 * loses nothing: --resume continues the same journal.
 *
 * Two people at one screen get a curtain between them: the screen is cleared until the next one says he is there. A
 * script has no eyes, so through a pipe the curtain is only a line. */
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
    "sandtable play SCENARIO [--side S] [--against PLAYER|hotseat] [options]\n"
    "sandtable play --resume FILE [--carry-on] [--side S] [--against …]\n"
    "Plays in the terminal.\n"
    "  --side S        the side you play (default: the first)\n"
    "  --against P     the player of the other sides: random, novice, greedy, search-quick, search, search-deep, or\n"
    "                  hotseat for people at this screen\n"
    "  --journal FILE  where the game is saved (default: a new file in $XDG_DATA_HOME/sandtable or\n"
    "                  ~/.local/share/sandtable); none: not at all\n"
    "  --resume FILE   goes on with a saved game\n"
    "  --carry-on      of a game that another edition began: from the last line that holds under this one\n"
    "  --seed WORD     the dice's seed, so that the same orders give the same game\n"
    "  --options TEXT  options of the scenario, as \"masking=off\"\n"
    "  --lang L        the language of the game's texts, such as pl\n"
    "Type `help` once it runs.\n";

const Position *terminal_view(Terminal *terminal) { return game_view(terminal->game, terminal->viewer); }

static const char *side_words(const Terminal *terminal, int side)
{
    return translation_words(terminal->translation, terminal->scenario->side_name[side]);
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
bool terminal_read(Terminal *terminal, const char *prompt, char line[LINE_ROOM])
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
    tell_about(terminal, SAID("cli.screen-goes-player"), side_words(terminal, side));
    if (!terminal->typing)
        return;
    line_forget(terminal->editor);
    fputs("\033[2J\033[3J\033[H", stdout);
    tell_about(terminal, SAID("cli.player-plays"), side_words(terminal, side));
    if (!terminal_read(terminal, translation_words(terminal->translation, SAID("cli.press-enter-when-nobody-else")),
                       line))
        terminal->leave = true;
}

static bool play_machine(Terminal *terminal, int side)
{
    Order order;
    uint64_t listed = 0;
    const Position *view = game_view(terminal->game, side);
    if (!player_order(terminal->machine[side], terminal->scenario, view, game_memo(terminal->game), terminal->mind,
                      &terminal->thinking[side], &terminal->random, &order, &listed)) {
        tell_about(terminal, SAID("cli.player-machine-finds-no-order"), side_words(terminal, side));
        return false;
    }
    Refusal refusal = game_do(terminal->game, &order);
    if (refused(refusal)) {
        char words[SAY_TEXT];
        say(terminal->scenario, terminal->translation, view, &refusal.why, words, sizeof words);
        tell_about(terminal, SAID("cli.player-machine-refused"), side_words(terminal, side));
        tell_wrapped(terminal, 2, words);
        return false;
    }
    tell_events(terminal, true);
    fflush(stdout);
    return terminal_settle(terminal);
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
    terminal_begin_again(terminal);
    while (!terminal->leave && game_side(terminal->game) == side) {
        if (answer_standing(terminal)) {
            terminal_settle(terminal);
            terminal_begin_again(terminal);
            continue;
        }
        const Frame *now = question(terminal_view(terminal));
        uint32_t orders = game_position(terminal->game)->orders;
        if (!before || memcmp(&asked, now, sizeof asked)) { /* another question: show it */
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
        if (!terminal_read(terminal, ">", line))
            terminal->leave = true;
        else
            terminal_answer(terminal, line);
    }
}

static void farewell(const Terminal *terminal)
{
    if (terminal->local.file >= 0)
        tell_about(terminal, SAID("cli.game-kept-go-sandtable-play"), terminal->local.journal);
}

static int play(Terminal *terminal)
{
    for (int side; !terminal->leave && (side = game_side(terminal->game)) != NO_SIDE;) {
        if (answer_standing(terminal))
            terminal_settle(terminal); /* no curtain falls for it */
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
            tell_about(terminal, SAID("cli.every-die-can-checked-sandtable"), terminal->local.journal);
        return terminal_settle(terminal) ? 0 : 1;
    }
    farewell(terminal);
    return 0;
}

/* ---- beginning ---- */

typedef struct PlayCommand {
    const char *scenario, *side, *against, *journal, *resume, *seed, *options, *language;
    bool carry;
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
    terminal->mind = malloc(player_room(terminal->helper, scenario) + 1);
    if (!terminal->mind)
        snprintf(why, 300, "there is no memory left");
    return terminal->mind != NULL;
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
    if (language_open(language ? language : "en", terminal->scenario->system, &terminal->translation, why))
        return 0;
    return fail(why, 2);
}

static int resume_game(Terminal *terminal, const PlayCommand *command)
{
    char why[300] = "";
    bool lost = false;
    if (!local_load(&terminal->local, command->resume, command->carry, &lost, why))
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
        if (!strcmp(argv[i], "--carry-on"))
            command->carry = true;
        else if (j < sizeof option / sizeof *option && i + 1 < argc)
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
        tell_about(&terminal, SAID("cli.help-lists-can-typed-options"),
                   translation_words(terminal.translation, terminal.scenario->title));
        if (!command.resume && !command.journal)
            tell_about(&terminal, SAID("cli.game-written"), terminal.local.journal);
        tell_events(&terminal, false);
        status = play(&terminal);
    }
    local_close(&terminal.local);
    line_close(terminal.editor);
    document_free(terminal.hints);
    free(terminal.hinted);
    free(terminal.mind);
    translation_free(terminal.translation);
    for (int side = 0; side < SIDES; side++)
        free(terminal.history[side].line);
    return status;
}
