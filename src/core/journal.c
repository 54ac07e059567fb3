/* journal.c — reading journals: the head, and replay as verification.
 *
 * Replay plays the lines into a new game, whose own journal grows as it goes. That text must be the same,
 * byte for byte, as the one being read: a changed order, a changed die, a missing hash of the position or a
 * line that is not written as the game would write it, all show as the first line that differs. The reader
 * therefore needs no cursor of its own: it goes on where the new game's text ends. */
#include "core/journal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/game_own.h"
#include "core/journal_text.h"
#include "core/message.h"

#define WHY 300

enum { CARRIES_MOST = 64 };

/* ---- the head ---- */

static bool head_format(Text line, JournalHead *out)
{
    out->format = line.length == 1 ? line.at[0] - '0' : 0;
    return out->format >= 1 && out->format <= JOURNAL_FORMAT;
}

/* edition NUMBER HASH */
static bool read_edition(Text line, int *number, uint8_t hash[SHA256_BYTES])
{
    char digits[12];
    if (!text_take(&line, "edition") || !text_word(&line, digits, sizeof digits))
        return false;
    char *end;
    long edition = strtol(digits, &end, 10);
    *number = (int)edition;
    return !*end && edition >= 0 && edition < 1000000 && text_bytes(line, hash, SHA256_BYTES);
}

static bool head_dice(Text line, JournalHead *out)
{
    uint8_t seed[8];
    if (text_take(&line, "commit"))
        return text_bytes(line, out->commit, SHA256_BYTES);
    if (!text_take(&line, "fast") || !text_bytes(line, seed, sizeof seed))
        return false;
    out->fast = true;
    for (int i = 0; i < 8; i++)
        out->fast_seed = out->fast_seed << 8 | seed[i];
    return true;
}

/* Sixteen bytes; of format 3 the word behind them says that they follow from the seed. */
static bool head_nonce(Text line, JournalHead *out)
{
    char digits[2 * sizeof out->nonce[0] + 1];
    if (!text_word(&line, digits, sizeof digits))
        return false;
    out->nonces_derived = out->format >= JOURNAL_FORMAT;
    return text_bytes((Text){digits, strlen(digits)}, out->nonce[out->nonces], sizeof out->nonce[0]) &&
           (out->nonces_derived ? text_take(&line, "derived") && !line.length : !line.length);
}

/* dice nonces, dice witnessed SECONDS */
static bool head_trust(Text line, JournalHead *out)
{
    char digits[8], *end;
    if (out->trust || out->lab || out->format < JOURNAL_FORMAT)
        return false;
    out->trust = text_begins(line, "nonces") ? TRUST_NONCES : TRUST_WITNESSED;
    if (out->trust == TRUST_NONCES)
        return text_take(&line, "nonces") && !line.length;
    if (!text_take(&line, "witnessed") || !text_word(&line, digits, sizeof digits) || line.length)
        return false;
    long wait = strtol(digits, &end, 10);
    out->wait = (int)wait;
    return !*end && wait >= 0 && wait <= WITNESS_WAIT_MAX;
}

/* Any number of nonces, then perhaps the parties to the dice and `lab`, then `begin`. 1: read, 0: that was `begin`, -1:
 * none of these. */
static int head_tail(Text line, JournalHead *out)
{
    if (text_take(&line, "nonce")) {
        if (out->lab || out->trust || out->nonces == SIDES ||
            !text_word(&line, out->nonce_side[out->nonces], sizeof out->nonce_side[0]) || !head_nonce(line, out))
            return -1;
        out->nonces++;
        return 1;
    }
    if (text_take(&line, "dice"))
        return head_trust(line, out) ? 1 : -1;
    if (text_take(&line, "lab") && !out->lab && !line.length) {
        out->lab = true;
        return 1;
    }
    if (!text_dice(&line, out->dice, &out->dice_count) || !text_take(&line, "begin") || line.length)
        return -1;
    return 0;
}

static bool head_line(Lines *lines, Text *text, int *line)
{
    *line = lines->number + 1;
    return text_line(lines, text);
}

bool journal_head(const char *bytes, size_t length, JournalHead *out, char why[200], int *line)
{
    Lines lines = {.bytes = bytes, .length = length};
    Text text;
    const char *expected = "sandtable journal 1, 2 or 3";
    memset(out, 0, sizeof *out);
    if (!head_line(&lines, &text, line) || !text_take(&text, "sandtable journal") || !head_format(text, out))
        goto wrong;
    expected = "scenario ID";
    if (!head_line(&lines, &text, line) || !text_take(&text, "scenario") ||
        !text_word(&text, out->scenario, sizeof out->scenario) || text.length)
        goto wrong;
    expected = "edition NUMBER HASH";
    if (!head_line(&lines, &text, line) || !read_edition(text, &out->edition, out->data_hash))
        goto wrong;
    expected = "options NAME=VALUE ...";
    if (!head_line(&lines, &text, line) || !text_take(&text, "options") || text.length >= sizeof out->options)
        goto wrong;
    memcpy(out->options, text.at, text.length);
    expected = "commit HASH";
    if (!head_line(&lines, &text, line) || !head_dice(text, out))
        goto wrong;
    expected = "nonce SIDE NUMBER, or begin";
    for (int more = 1; more;)
        if (!head_line(&lines, &text, line) || (more = head_tail(text, out)) < 0)
            goto wrong;
    out->length = lines.at;
    out->lines = lines.number;
    why[0] = 0;
    return true;
wrong:
    snprintf(why, 200, "the head of a journal should say here: %s", expected);
    return false;
}

/* The value that the head gives an option; false if it names none. */
static bool head_option(const JournalHead *head, const char *name, Text *out)
{
    size_t length = strlen(name);
    for (const char *at = head->options; *at; at += strcspn(at, " "), at += *at == ' ')
        if (!strncmp(at, name, length) && at[length] == '=') {
            *out = (Text){at + length + 1, strcspn(at + length + 1, " ")};
            return true;
        }
    return false;
}

static int count_options(const JournalHead *head)
{
    int count = 0;
    for (const char *at = head->options; *at; at += strcspn(at, " "), at += *at == ' ')
        count++;
    return count;
}

bool journal_options(const JournalHead *head, const Scenario *scenario, char why[200], int *line)
{
    int named = 0;
    *line = 4;
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        Text value = {option->was, strlen(option->was)};
        named += head_option(head, option->name, &value);
        if (strlen(option->value) != value.length || memcmp(option->value, value.at, value.length)) {
            snprintf(why, 200, "the game was begun with %s=%.*s", option->name, (int)value.length, value.at);
            return false;
        }
    }
    if (named == count_options(head))
        return true;
    snprintf(why, 200, "the game was begun with options that there are no longer");
    return false;
}

bool journal_edition(const JournalHead *head, const Scenario *scenario, char why[200], int *line)
{
    *line = 3;
    if (head->edition != scenario->system->edition) {
        snprintf(why, 200, "the game was begun with edition %d of the rules, this is edition %d", head->edition,
                 scenario->system->edition);
        return false;
    }
    if (memcmp(head->data_hash, scenario->data_hash, SHA256_BYTES)) {
        snprintf(why, 200, "the game was begun with other data (%02x%02x%02x%02x..., these are %02x%02x%02x%02x...)",
                 head->data_hash[0], head->data_hash[1], head->data_hash[2], head->data_hash[3], scenario->data_hash[0],
                 scenario->data_hash[1], scenario->data_hash[2], scenario->data_hash[3]);
        return false;
    }
    return journal_options(head, scenario, why, line);
}

bool journal_seed(const char *bytes, size_t length, uint8_t seed[SHA256_BYTES])
{
    const size_t line = 5 + 2 * SHA256_BYTES + 1; /* seed, a blank, the digits, the end */
    if (length <= line || bytes[length - 1] != '\n' || bytes[length - line - 1] != '\n')
        return false;
    Text text = {bytes + length - line, line - 1};
    return text_take(&text, "seed") && text_bytes(text, seed, SHA256_BYTES);
}

/* ---- replay ---- */

typedef struct Replay {
    const Scenario *scenario;
    const char *bytes;
    size_t length; /* whole lines only */
    Game *game;
    char *why;
    int line; /* at which the game's text ends, from 1 */
    JournalSeen *seen;
    void *context;
    uint32_t held; /* lines that were played and hold */
    struct Jump {  /* after so many lines comes the end of a `carry` */
        uint32_t lines;
        size_t end;
    } jump[CARRIES_MOST];
    int jumps, jumped;
} Replay;

static bool wrong(Replay *replay, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool wrong(Replay *replay, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(replay->why, WHY, format, list);
    va_end(list);
    return false;
}

static Text line_at(const char *bytes, size_t length, size_t at)
{
    const char *end = at < length ? memchr(bytes + at, '\n', length - at) : NULL;
    return (Text){bytes + at, end ? (size_t)(end - (bytes + at)) : at < length ? length - at : 0};
}

static size_t without_dice(Text line)
{
    for (size_t i = 0; i + 1 < line.length; i++)
        if (line.at[i] == ' ' && line.at[i + 1] == '=')
            return i;
    return line.length;
}

/* Says how the line read differs from the line the game wrote. */
static bool differs(Replay *replay, Text read, Text wrote)
{
    size_t read_text = without_dice(read), wrote_text = without_dice(wrote);
    int quote = (int)(wrote.length < 80 ? wrote.length : 80);
    if (wrote.length && wrote.at[0] == '@') {
        if (read.length && read.at[0] == '@')
            return wrong(replay,
                         "the position here has the hash %.*s: a line before this one was changed, or the "
                         "rules are not those it was played with",
                         quote - 2, wrote.at + 2);
        return wrong(replay, "here the hash of the position should stand: %.*s", quote, wrote.at);
    }
    if (read_text == wrote_text && !memcmp(read.at, wrote.at, read_text)) {
        if (!replay->game->seed_known)
            return wrong(replay, "another number of dice is rolled here than the line holds");
        if (wrote_text == wrote.length)
            return wrong(replay, "no dice are rolled here");
        return wrong(replay, "the dice here are%.*s",
                     (int)(wrote.length - wrote_text - 2 < 80 ? wrote.length - wrote_text - 2 : 80),
                     wrote.at + wrote_text + 2);
    }
    return wrong(replay, "the line should read: %.*s", quote, wrote.at);
}

/* Of a line that another edition wrote: the hash of the bytes may differ, that of the places may not. */
static bool same_places(const Replay *replay, Text read, Text wrote)
{
    enum { HASH_DIGITS = 16 };
    size_t skip = 2 + HASH_DIGITS;
    return !game_is_current(replay->game) && text_begins(read, "@") && text_begins(wrote, "@") &&
           read.length == wrote.length && read.length >= skip &&
           !memcmp(read.at + skip, wrote.at + skip, read.length - skip);
}

/* Compares what the game wrote from `from` on with what is read; steps `line` over it. */
static bool agrees(Replay *replay, size_t from)
{
    Game *game = replay->game;
    for (size_t at = from; at < game->length && at < replay->length;) {
        Text read = line_at(replay->bytes, replay->length, at), wrote = line_at(game->text, game->length, at);
        if (same_places(replay, read, wrote))
            memcpy(game->text + at, read.at, read.length); /* what was written stays written */
        else if (read.length != wrote.length || memcmp(read.at, wrote.at, read.length))
            return differs(replay, read, wrote);
        at += read.length + 1;
        replay->line++;
    }
    return true;
}

static bool replay_order(Replay *replay, Text line)
{
    Game *game = replay->game;
    Cast dice[DICE_RECORD];
    int count, column;
    char why[200], said[SAY_TEXT];
    Order order;
    if (!text_dice(&line, dice, &count))
        return wrong(replay, "what follows \"=\" are no dice");
    if (!order_parse(replay->scenario, line.at, line.length, &order, why, &column))
        return wrong(replay, "column %d: %s", column + 1, why);
    if (!game->seed_known) {
        game->dice.forced_count = game->dice.forced_used = 0;
        dice_force(&game->dice, dice, count);
    }
    int side = game_side(game);
    bool announced = game_announced(game);
    if (announced && (game->links_due || !order_same(&order, &game->roll)))
        return wrong(replay, "another order was announced, or it waits for a link");
    Refusal refusal = announced ? game_roll(game) : game_do(game, &order);
    if (refused(refusal)) {
        say(replay->scenario, NULL, game_view(game, side), &refusal.why, said, sizeof said);
        return wrong(replay, "the order is not legal: %.200s", said);
    }
    return true;
}

static bool replay_closing(Replay *replay)
{
    Game *game = replay->game;
    if (game->closed)
        return wrong(replay, "nothing follows the end of the game");
    if (game_side(game) != NO_SIDE)
        return wrong(replay, "the game is not over here");
    return game_close(game) ? true : wrong(replay, "there is no memory left for the journal");
}

const char *const journal_defeats[DEFEATS] = {"", " time", " absent"};

bool journal_defeat(const Scenario *scenario, const char *bytes, size_t length, int *side, Defeat *defeat)
{
    char line[80];
    for (int i = 0; i < scenario->sides; i++)
        for (int how = 0; how < DEFEATS; how++) {
            snprintf(line, sizeof line, "resign %s%s", scenario->side_word[i], journal_defeats[how]);
            if (strlen(line) == length && !memcmp(line, bytes, length)) {
                *side = i;
                *defeat = (Defeat)how;
                return true;
            }
        }
    return false;
}

static bool replay_resign(Replay *replay, Text line)
{
    char why[200];
    int side;
    Defeat defeat;
    if (!journal_defeat(replay->scenario, line.at, line.length, &side, &defeat))
        return wrong(replay, "after \"resign\" a side is expected");
    return game_lose(replay->game, side, defeat, why)
               ? true
               : wrong(replay, "nothing can be given up here: %s", message_words(why));
}

bool journal_imagined(const Scenario *scenario, const char *bytes, size_t length, unsigned *sides, uint64_t *seed)
{
    Text line = {bytes, length};
    char word[32];
    uint8_t number[8];
    *sides = 0;
    *seed = 0;
    if (!text_take(&line, "imagine"))
        return false;
    while (line.length && !text_bytes(line, number, sizeof number)) {
        int side = 0;
        if (!text_word(&line, word, sizeof word))
            return false;
        while (side < scenario->sides && strcmp(scenario->side_word[side], word))
            side++;
        if (side == scenario->sides)
            return false;
        *sides |= 1u << side;
    }
    for (size_t i = 0; i < sizeof number && line.length; i++)
        *seed = *seed << 8 | number[i];
    return line.length;
}

static bool replay_imagine(Replay *replay, Text line)
{
    unsigned sides;
    uint64_t seed;
    char why[200];
    if (!journal_imagined(replay->scenario, line.at, line.length, &sides, &seed))
        return wrong(replay, "after \"imagine\" sides and a number of 16 hexadecimal digits are expected");
    return game_imagine(replay->game, sides, seed, why)
               ? true
               : wrong(replay, "nothing can be imagined here: %s", message_words(why));
}

bool journal_reserves(const char *word)
{
    static const char *const reserved[] = {"result", "seed",  "undo", "back", "resign",  "imagine", "lab", "edition",
                                           "carry",  "chain", "roll", "link", "without", "dice",    NULL};
    for (int i = 0; reserved[i]; i++)
        if (!strcmp(word, reserved[i]))
            return true;
    return false;
}

static bool replay_edition(Replay *replay, Text line)
{
    int number;
    uint8_t hash[SHA256_BYTES];
    if (!read_edition(line, &number, hash))
        return wrong(replay, "after \"edition\" a number and a hash are expected");
    if (game_announced(replay->game)) /* a player who writes a line here can choose the dice */
        return wrong(replay, "no edition begins while a roll waits");
    return game_write_edition(replay->game, number, hash) ? true
                                                          : wrong(replay, "there is no memory left for the journal");
}

/* An order that is announced; it is carried out by a line of its own. */
static bool replay_roll(Replay *replay, const WitnessLine *read)
{
    char why[200];
    Order order;
    int column;
    if (!order_parse(replay->scenario, read->order, read->order_length, &order, why, &column))
        return wrong(replay, "the order that is announced: %s", why);
    return !refused(game_do(replay->game, &order)) ? true : wrong(replay, "the order is not legal");
}

static bool replay_witness(Replay *replay, Text line)
{
    const Scenario *scenario = replay->scenario;
    Game *game = replay->game;
    WitnessLine read;
    char why[200] = "";
    bool good;
    int side = 0;
    if (!witness_read(line.at, line.length, &read))
        return wrong(replay, "this line is not written as lines of witnesses are");
    while (side < scenario->sides && strcmp(scenario->side_word[side], read.side))
        side++;
    if (read.kind == WITNESS_ROLL)
        return replay_roll(replay, &read);
    if (read.kind == WITNESS_END)
        return game_end_witness(game) ? true : wrong(replay, "there is no memory left for the journal");
    if (side == scenario->sides)
        return wrong(replay, "there is no side \"%s\"", read.side);
    if (read.kind == WITNESS_CHAIN)
        good = game_bring_chain(game, side, read.hash, read.links, why);
    else
        good = read.kind == WITNESS_LINK ? game_link(game, side, read.hash, why) : game_leave_out(game, side, why);
    return good ? true : wrong(replay, "%s", message_words(why));
}

static bool replay_line(Replay *replay, Text line)
{
    char why[200];
    if (replay->game->closed)
        return wrong(replay, "nothing follows the end of the game");
    if (text_begins(line, "result") || text_begins(line, "seed"))
        return replay_closing(replay);
    if (text_begins(line, "undo"))
        return game_undo(replay->game, why) ? true
                                            : wrong(replay, "nothing can be taken back here: %s", message_words(why));
    if (text_begins(line, "back"))
        return game_take_back(replay->game, why)
                   ? true
                   : wrong(replay, "nothing can be taken back here: %s", message_words(why));
    if (text_begins(line, "resign"))
        return replay_resign(replay, line);
    if (text_begins(line, "edition"))
        return replay_edition(replay, line);
    if (text_begins(line, "imagine"))
        return replay_imagine(replay, line);
    if (witness_is(line.at, line.length))
        return replay_witness(replay, line);
    if (text_begins(line, "@") && game_side(replay->game) == NO_SIDE)
        return replay_closing(replay);
    if (text_begins(line, "@"))
        return wrong(replay, "no hash of the position belongs here");
    if (text_begins(line, "lab"))
        return wrong(replay, "the lab touched the position here: what follows does not follow from the orders");
    return replay_order(replay, line);
}

/* The lines `carry N` of the text. Each takes away what others before it skip to, if it goes back before them. */
static bool find_carries(Replay *replay, size_t from)
{
    for (size_t at = from; at < replay->length;) {
        Text line = line_at(replay->bytes, replay->length, at), rest = line;
        char number[12], *end;
        at += line.length + 1;
        if (!text_take(&rest, "carry"))
            continue;
        if (!text_word(&rest, number, sizeof number) || rest.length)
            return wrong(replay, "after \"carry\" a number of lines is expected");
        unsigned long lines = strtoul(number, &end, 10);
        while (replay->jumps && replay->jump[replay->jumps - 1].lines >= lines)
            replay->jumps--;
        if (*end || replay->jumps == CARRIES_MOST)
            return wrong(replay, "after \"carry\" a number of lines is expected");
        replay->jump[replay->jumps++] = (struct Jump){(uint32_t)lines, at};
    }
    return true;
}

/* Copies the lines that no longer count, up to the end of the line that says so; false if nothing is skipped here. */
static bool skips(Replay *replay)
{
    Game *game = replay->game;
    const struct Jump *jump = &replay->jump[replay->jumped];
    if (replay->jumped == replay->jumps || game->lines != jump->lines || jump->end <= game->length)
        return false;
    size_t from = game->length, last = jump->end - 1;
    while (last > from && replay->bytes[last - 1] != '\n')
        last--;
    for (size_t at = from; at < jump->end; at++)
        replay->line += replay->bytes[at] == '\n';
    if (!game_pass_over(game, replay->bytes + from, jump->end - from))
        return false;
    replay->jumped++;
    if (replay->seen)
        replay->seen(replay->context, game, replay->line - 1, replay->bytes + last, jump->end - 1 - last);
    return true;
}

/* Plays the lines after the head. False with `why` at the first that does not follow. */
static bool replay_body(Replay *replay, int stop_after)
{
    Game *game = replay->game;
    if (!find_carries(replay, game->length))
        return false;
    while (game->length < replay->length && (stop_after < 0 || (int64_t)game->lines < stop_after)) {
        if (skips(replay))
            continue;
        size_t from = game->length;
        Text line = line_at(replay->bytes, replay->length, from);
        int number = replay->line;
        replay->held = game->lines;
        if (!replay_line(replay, line) || !agrees(replay, from))
            return false;
        if (replay->seen)
            replay->seen(replay->context, game, number, line.at, line.length);
    }
    replay->held = game->lines;
    return true;
}

/* Finds the seed to roll with. False with `why` when it is not the one committed to. */
static bool find_seed(Replay *replay, const JournalHead *head, const uint8_t *given, GameStart *start, bool *known)
{
    uint8_t commit[SHA256_BYTES];
    start->fast_dice = head->fast;
    start->fast_seed = head->fast_seed;
    *known = head->fast;
    if (head->fast)
        return true;
    bool revealed = journal_seed(replay->bytes, replay->length, start->seed);
    if (!revealed && given)
        memcpy(start->seed, given, SHA256_BYTES);
    *known = revealed || given;
    if (!*known)
        return true;
    sha256(start->seed, SHA256_BYTES, commit);
    if (!memcmp(commit, head->commit, SHA256_BYTES))
        return true;
    replay->line = 5;
    return wrong(replay, "the game committed to another seed than %s",
                 revealed ? "the one its last line reveals" : "the one given");
}

static bool begin_replay(Replay *replay, const uint8_t *seed)
{
    const Scenario *scenario = replay->scenario;
    JournalHead head;
    GameStart start = {.quiet = false};
    bool known;
    char why[200];
    if (!journal_head(replay->bytes, replay->length, &head, why, &replay->line))
        return wrong(replay, "%s", why);
    replay->line = head.lines;
    if (head.lab)
        return wrong(replay, "the lab touched this game: its position does not follow from its orders");
    replay->line = 2;
    if (strcmp(head.scenario, scenario->id))
        return wrong(replay, "this is a game of %s, not of %s", head.scenario, scenario->id);
    if (!journal_options(&head, scenario, why, &replay->line))
        return wrong(replay, "%s", why);
    replay->line = 6;
    if (head.nonces != scenario->sides)
        return wrong(replay, "there should be a nonce for each of the %d sides", scenario->sides);
    for (int side = 0; side < head.nonces; side++, replay->line++)
        if (strcmp(head.nonce_side[side], scenario->side_word[side]))
            return wrong(replay, "this nonce should be the one of %s", scenario->side_word[side]);
    if (!find_seed(replay, &head, seed, &start, &known))
        return false;
    size_t begin = head.length - 1;
    while (begin > 0 && replay->bytes[begin - 1] != '\n')
        begin--;
    GameHead own = {head.format, head.edition,    head.data_hash, replay->bytes, begin,
                    head.dice,   head.dice_count, known,          head.trust,    head.wait};
    replay->line = head.lines;
    replay->game = game_raise(scenario, &start, &own);
    if (!replay->game)
        return wrong(replay, "there is no memory left for a game");
    replay->game->reading = true;
    if (!agrees(replay, begin))
        return false;
    if (replay->seen)
        replay->seen(replay->context, replay->game, head.lines, replay->bytes + begin, head.length - 1 - begin);
    return true;
}

Resume journal_watch(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                     JournalSeen *seen, void *context, Game **out, char why[300], int *line)
{
    int held;
    return journal_hold(scenario, bytes, length, seed, stop_after, seen, context, out, &held, why, line);
}

Resume journal_hold(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                    JournalSeen *seen, void *context, Game **out, int *held, char why[300], int *line)
{
    Replay replay = {
        .scenario = scenario, .bytes = bytes, .length = length, .why = why, .seen = seen, .context = context};
    Resume resume = RESUME_OK;
    why[0] = 0;
    while (replay.length && bytes[replay.length - 1] != '\n')
        replay.length--;
    if (!begin_replay(&replay, seed) || !replay_body(&replay, stop_after)) {
        resume = RESUME_WRONG;
    } else if (replay.length < length && stop_after < 0) {
        resume = RESUME_TORN;
        snprintf(why, WHY, "the last line has no end: it was being written when the writer stopped");
    }
    if (replay.game)
        replay.game->reading = false;
    *out = replay.game;
    *held = (int)replay.held;
    *line = replay.line;
    return resume;
}

Resume journal_replay(const Scenario *scenario, const char *bytes, size_t length, const uint8_t *seed, int stop_after,
                      Game **out, char why[300], int *line)
{
    return journal_watch(scenario, bytes, length, seed, stop_after, NULL, NULL, out, why, line);
}
