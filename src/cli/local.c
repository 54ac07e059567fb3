/* local.c — games in files; local.h states the guarantees.
 *
 * A new journal is written under another name and linked into place when its head is on disk, the seed before it: a
 * journal that exists has a whole head and its seed. After that a journal only grows, by whole lines, each flushed. A
 * write that fails half-way is cut off again; if even that fails, the torn line is dropped when the game is loaded. */
#define _GNU_SOURCE
#include "cli/local.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/files.h"
#include "systems/systems.h"

/* What the names of scenarios are made of; anything else could lead out of the data directory. */
#define NAME_LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_"

bool language_open(const char *name, const System *system, Translation **out, char why[200])
{
    *out = NULL;
    if (!strcmp(name, "en"))
        return true;
    Log *log = calloc(1, sizeof *log);
    if (log && *name && strspn(name, NAME_LETTERS) == strlen(name))
        *out = translation_load(name, system ? system->name : NULL, data_source(), log);
    free(log);
    snprintf(why, 200, "there is no language \"%.20s\"; try `en` or `pl`", name);
    return *out;
}

static Scenario *open_scenario(const char *id, const char *options, bool begun, bool loud, char why[200])
{
    const System *system = system_named(id);
    const char *slash = strchr(id, '/');
    if (!system || !slash || !slash[1] || strspn(slash + 1, NAME_LETTERS) != strlen(slash + 1)) {
        snprintf(why, 200, "there is no scenario \"%.60s\"; `sandtable list` names them all", id);
        return NULL;
    }
    Log *log = calloc(1, sizeof *log);
    if (!log) {
        snprintf(why, 200, "there is no memory left");
        return NULL;
    }
    Scenario *scenario = begun ? scenario_load_begun(system, id, options, data_source(), log)
                               : scenario_load(system, id, options && *options ? options : NULL, data_source(), log);
    if (!scenario) {
        snprintf(why, 200, "%.40s: %.150s", id, log->count ? log->mistake[0].words : "cannot be loaded");
        if (loud)
            log_print(log, stderr);
    }
    free(log);
    return scenario;
}

Scenario *scenario_open(const char *id, const char *options, bool loud, char why[200])
{
    return open_scenario(id, options, false, loud, why);
}

Scenario *scenario_of_journal(const JournalHead *head, bool loud, char why[200])
{
    return open_scenario(head->scenario, head->options, true, loud, why);
}

/* ---- seeds ---- */

static bool read_seed(const char *text, size_t length, uint8_t seed[SHA256_BYTES])
{
    if (length != 2 * SHA256_BYTES)
        return false;
    for (int i = 0; i < 2 * SHA256_BYTES; i++) {
        char c = text[i];
        int digit = c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
        if (digit < 0)
            return false;
        seed[i / 2] = (uint8_t)(i % 2 ? seed[i / 2] | digit : digit << 4);
    }
    return true;
}

static void nonce_from(const uint8_t seed[SHA256_BYTES], int side, uint8_t nonce[16])
{
    uint8_t message[SHA256_BYTES + 1], hash[SHA256_BYTES];
    memcpy(message, seed, SHA256_BYTES);
    message[SHA256_BYTES] = (uint8_t)side;
    sha256(message, sizeof message, hash);
    memcpy(nonce, hash, 16);
}

bool game_start(const char *seed, GameStart *out)
{
    *out = (GameStart){.quiet = false};
    if (!seed)
        return !getentropy(out->seed, sizeof out->seed) && !getentropy(out->nonce, sizeof out->nonce);
    if (!read_seed(seed, strlen(seed), out->seed))
        sha256(seed, strlen(seed), out->seed);
    for (int side = 0; side < SIDES; side++)
        nonce_from(out->seed, side, out->nonce[side]);
    return true;
}

bool local_seed(const Local *local, uint8_t seed[SHA256_BYTES])
{
    size_t length;
    char *text = file_read(local->seed, &length);
    bool good = text && length == 2 * SHA256_BYTES + 1 && read_seed(text, length - 1, seed);
    free(text);
    return good;
}

/* ---- files ---- */

bool local_paths(const char *name, Local *local)
{
    static const char ending[] = ".journal";
    size_t length = strlen(name);
    if (length > strlen(ending) && !strcmp(name + length - strlen(ending), ending))
        length -= strlen(ending);
    if (!length || length > LOCAL_PATH - 32)
        return false;
    snprintf(local->journal, LOCAL_PATH, "%.*s.journal", (int)length, name);
    snprintf(local->seed, LOCAL_PATH, "%.*s.seed", (int)length, name);
    return true;
}

static bool write_all(int file, const char *bytes, size_t length)
{
    while (length) {
        ssize_t written = write(file, bytes, length);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0)
            return false;
        bytes += written;
        length -= (size_t)written;
    }
    return true;
}

/* Makes names created or removed in a file's folder last. */
static bool flush_folder(const char *path)
{
    char folder[LOCAL_PATH];
    snprintf(folder, sizeof folder, "%s", path);
    char *slash = strrchr(folder, '/');
    if (slash)
        slash[slash == folder] = '\0';
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0)
        return false;
    bool good = !fsync(file);
    close(file);
    return good;
}

static bool write_seed(const char *path, const uint8_t seed[SHA256_BYTES])
{
    char text[2 * SHA256_BYTES + 2];
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", seed[i]);
    strcat(text, "\n");
    unlink(path); /* a leftover of a game that never began; its rights might be wider */
    int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return false;
    bool good = write_all(file, text, strlen(text)) && !fsync(file);
    return !close(file) && good;
}

static bool write_line(void *context, const char *line, size_t length)
{
    Local *local = context;
    if (local->broken)
        return false;
    if (write_all(local->file, line, length) && !fdatasync(local->file)) {
        local->length += length;
        return true;
    }
    local->broken = ftruncate(local->file, (off_t)local->length) != 0;
    return false;
}

static bool failed(Local *local, char why[300], const char *what)
{
    snprintf(why, 300, "%s %.200s: %s", what, local->journal, strerror(errno));
    local_close(local);
    return false;
}

static bool create_files(Local *local, const uint8_t seed[SHA256_BYTES], char why[300])
{
    char fresh[LOCAL_PATH + 8];
    size_t length;
    const char *text = game_journal(local->game, &length);
    snprintf(fresh, sizeof fresh, "%s.new", local->journal);
    local->file = open(fresh, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    if (local->file < 0 || flock(local->file, LOCK_EX | LOCK_NB))
        return failed(local, why, "cannot create");
    errno = EEXIST;
    if (!access(local->journal, F_OK)) {
        unlink(fresh);
        return failed(local, why, "cannot create");
    }
    bool secret = game_dice(local->game)->mode == DICE_FAIR;
    if (ftruncate(local->file, 0) || (secret && !write_seed(local->seed, seed)) ||
        !write_all(local->file, text, length) || fsync(local->file) || link(fresh, local->journal) || unlink(fresh) ||
        !flush_folder(local->journal))
        return failed(local, why, "cannot write");
    local->length = length;
    game_set_sink(local->game, write_line, local);
    return true;
}

bool local_new(Local *local, const char *name, Scenario *scenario, const GameStart *start, char why[300])
{
    *local = (Local){.file = -1, .scenario = scenario};
    if (name && !local_paths(name, local)) {
        snprintf(why, 300, "that name is too long for a file");
        local_close(local);
        return false;
    }
    local->game = game_new(scenario, start);
    if (!local->game) {
        snprintf(why, 300, "there is no memory left for a game");
        local_close(local);
        return false;
    }
    return (!name || create_files(local, start->seed, why)) && local_settle(local);
}

/* Of a game that another edition wrote: goes back to the last line that holds, from where the players carry on. */
static bool carry_on(Local *local, const char *text, size_t length, const uint8_t *seed, int held, char why[300])
{
    char words[300];
    int line;
    size_t played;
    game_free(local->game);
    local->game = NULL;
    if (journal_replay(local->scenario, text, length, seed, held, &local->game, words, &line) == RESUME_WRONG)
        return false;
    while (length && text[length - 1] != '\n')
        length--;
    game_journal(local->game, &played);
    snprintf(why, 300, "there is no memory left for the journal");
    return game_carry_on(local->game, text + played, length - played);
}

/* Replays the text that was read; the game then holds all of it that is good. */
static bool replay_text(Local *local, const char *text, size_t length, bool carry, bool *lost, char why[300])
{
    JournalHead head;
    uint8_t seed[SHA256_BYTES];
    char words[300];
    int line, held;
    if (!journal_head(text, length, &head, words, &line)) {
        snprintf(why, 300, "line %d: %.280s", line, words);
        return false;
    }
    local->scenario = scenario_of_journal(&head, false, why);
    if (!local->scenario)
        return false;
    bool known = local_seed(local, seed);
    Resume resume = journal_hold(local->scenario, text, length, known ? seed : NULL, -1, NULL, NULL, &local->game,
                                 &held, words, &line);
    *lost = resume == RESUME_TORN;
    if (resume == RESUME_WRONG) {
        bool other = local->game && !game_is_current(local->game);
        if (other && carry && carry_on(local, text, length, known ? seed : NULL, held, why))
            return game_take_edition(local->game);
        snprintf(why, 300, "line %d: %.160s%s", line, words,
                 other ? ". The game was begun with another edition; --carry-on goes on from the line before" : "");
        return false;
    }
    return !known || game_take_edition(local->game);
}

/* Cuts the file to its whole lines and adds what the replayed game has more (a hash of the position). */
static bool mend_file(Local *local, const char *text, size_t length)
{
    size_t whole = length, wanted;
    const char *journal = game_journal(local->game, &wanted);
    while (whole && text[whole - 1] != '\n')
        whole--;
    if (whole < length && ftruncate(local->file, (off_t)whole))
        return false;
    if (whole < wanted && !write_all(local->file, journal + whole, wanted - whole))
        return false;
    local->length = wanted;
    return (whole == length && whole == wanted) || !fsync(local->file);
}

bool local_load(Local *local, const char *name, bool carry, bool *lost, char why[300])
{
    size_t length;
    *local = (Local){.file = -1};
    *lost = false;
    if (!local_paths(name, local)) {
        snprintf(why, 300, "that name is too long for a file");
        return false;
    }
    local->file = open(local->journal, O_RDWR | O_APPEND | O_CLOEXEC);
    if (local->file < 0)
        return failed(local, why, "cannot open");
    if (flock(local->file, LOCK_EX | LOCK_NB))
        return failed(local, why, "another program is using");
    char *text = file_read(local->journal, &length);
    if (!text)
        return failed(local, why, "cannot read");
    if (!replay_text(local, text, length, carry, lost, why)) {
        free(text);
        local_close(local);
        return false;
    }
    bool mended = mend_file(local, text, length);
    free(text);
    if (!mended)
        return failed(local, why, "cannot write");
    game_set_sink(local->game, write_line, local);
    if (local_settle(local))
        return true;
    return failed(local, why, "cannot write");
}

bool local_settle(Local *local)
{
    uint8_t seed[SHA256_BYTES];
    size_t length;
    if (game_side(local->game) != NO_SIDE)
        return true;
    if (!game_close(local->game))
        return false;
    const char *text = game_journal(local->game, &length);
    if (local->file >= 0 && journal_seed(text, length, seed))
        unlink(local->seed);
    return true;
}

void local_close(Local *local)
{
    if (local->file >= 0)
        close(local->file);
    game_free(local->game);
    if (local->scenario)
        scenario_free(local->scenario);
    local->file = -1;
    local->game = NULL;
    local->scenario = NULL;
}
