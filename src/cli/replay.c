/* replay.c — `sandtable replay`: journals read again.
 *
 * Replay plays every line into a new game and compares dice and position hashes on the way (journal.h). A game that was
 * begun with another edition of rules and data is read the same way, and the first line that does not hold under the
 * present one is printed; --edition also says which edition that is. The seed is taken from the journal's end or, for a
 * game that is not over, from the file beside it; without either the dice are taken as written, and replay says so. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/local.h"
#include "cli/replay.h"

const char replay_usage[] = "sandtable replay FILE [--to N] [--verify] [--edition]\n"
                            "Prints a journal order by order with its events.\n"
                            "  --to N     stops after N lines of orders\n"
                            "  --verify   prints only whether every line follows from those before it\n"
                            "  --edition  prints which edition the game was begun with, and whether every line holds\n"
                            "             under the present one\n"
                            "Status 1 if a line is wrong.\n";

/* The lines that game_close writes roll nothing and send no events. */
static bool is_closing(const char *text, size_t length)
{
    return (length > 2 && !memcmp(text, "@ ", 2)) || (length > 7 && !memcmp(text, "result ", 7));
}

static void print_line(void *context, Game *game, int line, const char *text, size_t length)
{
    Replaying *replaying = context;
    const Events *events = game_events(game);
    char words[SAY_TEXT];
    bool closing = is_closing(text, length);
    if (!closing)
        replaying->dice += game_dice(game)->recorded;
    if (replaying->verify || replaying->edition)
        return;
    printf("%5d  %.*s\n", line, (int)length, text);
    if (closing)
        return;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        say(replaying->scenario, NULL, game_position(game), &events->event[i].what, words, sizeof words);
        printf("         %s\n", words);
    }
}

int wrong_line(const Replaying *replaying, int line, const char *why)
{
    printf("%s:%d: %s\n", replaying->path, line, why);
    return 1;
}

/* The outcome in a sentence, and the status. */
static int conclude(const Replaying *replaying, Resume resume, Game *game, int line, const char *why)
{
    if (resume == RESUME_WRONG)
        return wrong_line(replaying, line, why);
    if (replaying->verify || replaying->edition) {
        uint8_t revealed[SHA256_BYTES];
        bool rolled = replaying->seed_given || journal_seed(replaying->text, replaying->length, revealed);
        printf("%d orders, %d dice, %s\n", game_orders(game), replaying->dice,
               rolled || game_dice(game)->mode == DICE_FAST
                   ? "every line follows from those before it"
                   : "every order is legal; the dice are as written, the seed is not known");
    } else {
        char track[256];
        Sentence parts[TRACK_PARTS];
        int count = replaying->scenario->system->track(replaying->scenario, game_position(game), parts, TRACK_PARTS);
        say_all(replaying->scenario, NULL, game_position(game), parts, count, track, sizeof track);
        printf("%s%s\n", track, game_side(game) == NO_SIDE ? "" : "; the game goes on");
    }
    if (resume == RESUME_TORN)
        wrong_line(replaying, line, why);
    return resume == RESUME_TORN && replaying->verify;
}

int play_again(Replaying *replaying)
{
    char why[300];
    int line;
    Local beside;
    Game *game;
    replaying->seed_given = local_paths(replaying->path, &beside) && local_seed(&beside, replaying->seed);
    Resume resume = journal_watch(replaying->scenario, replaying->text, replaying->length,
                                  replaying->seed_given ? replaying->seed : NULL, replaying->to, print_line, replaying,
                                  &game, why, &line);
    int status = conclude(replaying, resume, game, line, why);
    game_free(game);
    return status;
}

static int replay(Replaying *replaying)
{
    JournalHead head;
    char why[300];
    int line;
    if (!journal_head(replaying->text, replaying->length, &head, why, &line))
        return wrong_line(replaying, line, why);
    replaying->scenario = scenario_of_journal(&head, true, why);
    if (!replaying->scenario)
        return wrong_line(replaying, 2, why);
    if (!journal_edition(&head, replaying->scenario, why, &line) && replaying->edition)
        printf("%s\n", why);
    return play_again(replaying);
}

static bool read_arguments(Replaying *replaying, int argc, char **argv)
{
    replaying->to = -1;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--verify")) {
            replaying->verify = true;
        } else if (!strcmp(argv[i], "--edition")) {
            replaying->edition = true;
        } else if (!strcmp(argv[i], "--to") && i + 1 < argc) {
            char *end;
            long to = strtol(argv[++i], &end, 10);
            if (*end || end == argv[i] || to < 0 || to > 100000000)
                return false;
            replaying->to = (int)to;
        } else if (argv[i][0] == '-' || replaying->path) {
            return false;
        } else {
            replaying->path = argv[i];
        }
    }
    return replaying->path != NULL;
}

int command_replay(int argc, char **argv)
{
    Replaying replaying = {0};
    if (!read_arguments(&replaying, argc, argv)) {
        fputs(replay_usage, stderr);
        return 2;
    }
    replaying.text = file_read(replaying.path, &replaying.length);
    if (!replaying.text) {
        fprintf(stderr, "sandtable replay: %s cannot be read\n", replaying.path);
        return 2;
    }
    int status = replay(&replaying);
    scenario_free(replaying.scenario);
    free(replaying.text);
    return status;
}
