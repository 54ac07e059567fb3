/* units.c — units of a campaign, played by `selfplay` and `analyse` as from the command line.
 *
 * The result of a game holds what the server compares: the winner, the points, how many orders, and a hash of the
 * position at its end. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/local.h"
#include "cli/selfplay.h"
#include "cli/units.h"
#include "systems/systems.h"

struct Units {
    CampaignKind kind;
    int players; /* that are compared with the first one */
    Selfplay *selfplay[TUNED_MOST];
    char *journal;
};

/* ---- games ---- */

enum { PAIRS_MOST = 1000000 };

static Selfplay *set_up(const json_t *task, const char *players, CampaignKind kind)
{
    char seed[24], count[24], names[CAMPAIGN_PLAYERS];
    snprintf(seed, sizeof seed, "%lld", (long long)json_integer_value(json_object_get(task, "seed")));
    snprintf(count, sizeof count, "%d", PAIRS_MOST);
    snprintf(names, sizeof names, "%s", players);
    const char *options = json_string_value(json_object_get(task, "options"));
    char *arguments[] = {(char *)(uintptr_t) "selfplay",
                         (char *)(uintptr_t)json_string_value(json_object_get(task, "scenario")),
                         (char *)(uintptr_t) "--players",
                         names,
                         (char *)(uintptr_t) "--seed",
                         seed,
                         (char *)(uintptr_t)(kind == CAMPAIGN_BALANCE ? "--games" : "--pairs"),
                         count,
                         (char *)(uintptr_t) "--options",
                         (char *)(uintptr_t)options};
    int given = (int)(sizeof arguments / sizeof *arguments) - (options && *options ? 0 : 2);
    /* A scenario that looks like an option, or a program to be run, is nothing a stranger may name. */
    if (!arguments[1] || arguments[1][0] == '-' || strchr(names, '@'))
        return NULL;
    return selfplay_new(given, arguments);
}

/* Of tuning each of the others meets the first one. */
static bool set_up_all(Units *units, const json_t *task, const char *players)
{
    char both[CAMPAIGN_PLAYERS];
    const char *comma = strchr(players, ',');
    if (units->kind != CAMPAIGN_TUNE) {
        units->players = 1;
        return (units->selfplay[0] = set_up(task, players, units->kind)) != NULL;
    }
    for (const char *at = comma; at && units->players < TUNED_MOST; at = strchr(at, ',')) {
        at++;
        snprintf(both, sizeof both, "%.*s,%.*s", (int)strcspn(at, ","), at, (int)(comma - players), players);
        if (!(units->selfplay[units->players++] = set_up(task, both, units->kind)))
            return false;
    }
    return units->players > 0;
}

static char *play_games(const Units *units, long unit)
{
    bool paired = units->kind != CAMPAIGN_BALANCE;
    const Selfplay *selfplay = units->selfplay[unit % units->players];
    long first = unit / units->players * (paired ? 2 : 1);
    char text[UNIT_RESULT];
    int length = 0;
    for (int i = 0; i < (paired ? 2 : 1); i++) {
        PlayedGame game;
        if (!selfplay_game(selfplay, first + i, &game))
            return NULL;
        length += snprintf(text + length, sizeof text - (size_t)length, "%s%d", i ? ";" : "", game.winner);
        for (int side = 0; side < game.sides; side++)
            length += snprintf(text + length, sizeof text - (size_t)length, " %d", game.points[side]);
        length +=
            snprintf(text + length, sizeof text - (size_t)length, " %" PRIu64 " #%016" PRIx64, game.orders, game.hash);
    }
    return strdup(text);
}

/* ---- analyses ---- */

/* What `analyse --json` prints of a file that has no name. */
static char *read_all(int in)
{
    size_t length = 0, room = ANALYSIS_MOST;
    char *text = malloc(room);
    ssize_t got;
    while (text && length + 1 < room &&
           ((got = read(in, text + length, room - length - 1)) > 0 || (got < 0 && errno == EINTR)))
        length += got > 0 ? (size_t)got : 0;
    if (!text || length + 1 == room) { /* an analysis is not that long */
        free(text);
        return NULL;
    }
    while (length && text[length - 1] == '\n')
        length--;
    text[length] = '\0';
    return text;
}

static char *analyse_journal(const char *journal)
{
    int ends[2], status = 1;
    size_t length = strlen(journal);
    int file = memfd_create("journal", 0);
    if (file < 0 || write(file, journal, length) != (ssize_t)length || pipe2(ends, O_CLOEXEC))
        return NULL;
    char path[40];
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    pid_t child = fork();
    if (!child) {
        char *arguments[] = {(char *)(uintptr_t) "analyse", path, (char *)(uintptr_t) "--json"};
        dup2(ends[1], STDOUT_FILENO);
        int said = command_analyse(3, arguments);
        _exit(fflush(stdout) ? 1 : said);
    }
    close(ends[1]);
    char *text = child > 0 ? read_all(ends[0]) : NULL;
    close(ends[0]);
    close(file);
    while (child > 0 && waitpid(child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (!text || !WIFEXITED(status) || WEXITSTATUS(status)) {
        fputs("sandtable worker: the game could not be analysed\n", stderr);
        free(text);
        return NULL;
    }
    return text;
}

/* ---- any ---- */

Units *units_new(const json_t *task)
{
    Units *units = calloc(1, sizeof *units);
    const char *kind = json_string_value(json_object_get(task, "kind"));
    const char *players = json_string_value(json_object_get(task, "players"));
    const char *journal = json_string_value(json_object_get(task, "journal"));
    int which = 0;
    while (kind && which < CAMPAIGN_KINDS && strcmp(kind, campaign_kind_word[which]))
        which++;
    if (!units || !kind || which == CAMPAIGN_KINDS || !players || strlen(players) >= CAMPAIGN_PLAYERS) {
        fputs("sandtable worker: the server sent a task that this program does not know\n", stderr);
        free(units);
        return NULL;
    }
    units->kind = (CampaignKind)which;
    if (units->kind == CAMPAIGN_ANALYSE)
        units->journal = journal ? strdup(journal) : NULL;
    if (units->kind == CAMPAIGN_ANALYSE ? units->journal != NULL : set_up_all(units, task, players))
        return units;
    units_free(units);
    return NULL;
}

void units_free(Units *units)
{
    if (!units)
        return;
    for (int i = 0; i < units->players; i++)
        selfplay_free(units->selfplay[i]);
    free(units->journal);
    free(units);
}

char *units_play(Units *units, long unit)
{
    return units->kind == CAMPAIGN_ANALYSE ? analyse_journal(units->journal) : play_games(units, unit);
}

/* ---- the program ---- */

enum { SCENARIOS_MOST = 64 };

typedef struct Found {
    const System *system;
    Scenario *scenario[SCENARIOS_MOST];
    int count;
} Found;

static void find_scenario(void *context, const char *path)
{
    Found *found = context;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int length = (int)strlen(name) - (int)strlen(".scenario");
    char id[120], why[200];
    if (length < 1 || length > 60 || (length == 3 && !strncmp(name, "lab", 3)) || found->count == SCENARIOS_MOST)
        return;
    snprintf(id, sizeof id, "%s/%.*s", found->system->name, length, name);
    Scenario *scenario = scenario_open(id, NULL, false, why);
    if (scenario)
        found->scenario[found->count++] = scenario;
}

bool program_id(char out[PROGRAM_ID])
{
    Found found = {0};
    const Scenario *all[SCENARIOS_MOST];
    for (int i = 0; systems[i]; i++) {
        char folder[4096];
        found.system = systems[i];
        snprintf(folder, sizeof folder, "%s/%s/scenarios", data_directory(), systems[i]->name);
        files_below(folder, ".scenario", find_scenario, &found);
    }
    for (int i = 0; i < found.count; i++)
        all[i] = found.scenario[i];
    program_print(all, found.count, out);
    for (int i = 0; i < found.count; i++)
        scenario_free(found.scenario[i]);
    return found.count > 0;
}
