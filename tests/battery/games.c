/* games.c — whole games: sound to the end, the same again from their journal, and back to each barrier. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"

enum { SAMPLED = 8 };

/* Print and parse give the same order, and the text is the same again. */
static bool same_text(const Subject *subject, const Order *order)
{
    char text[ORDER_TEXT], again[ORDER_TEXT], why[200];
    Order parsed;
    int column;
    size_t length = order_print(subject->scenario, order, text);
    if (!order_parse(subject->scenario, text, length, &parsed, why, &column))
        return broken(subject, "\"%s\" cannot be read back: %s", text, why);
    if (!order_same(order, &parsed))
        return broken(subject, "\"%s\" is read back as another order: \"%s\"", text,
                      order_words(subject->scenario, &parsed));
    order_print(subject->scenario, &parsed, again);
    return strcmp(text, again) ? broken(subject, "\"%s\" is written again as \"%s\"", text, again) : true;
}

bool translated(const Subject *subject, const Sentence *what)
{
    const Scenario *scenario = subject->scenario;
    const char *words = what->words ? what->words : "";
    char letters[SAY_ARGS];
    if (!subject->translation)
        return true;
    if (translation_needs(words) && !translation_find(subject->translation, words))
        return broken(subject, "\"%s\" is not said in %s", words, translation_language(subject->translation));
    sentence_holes(what, letters);
    for (int arg = 0; arg < SAY_ARGS; arg++) {
        int number = what->arg[arg];
        char letter = letters[arg];
        const char *word = letter == 'w'   ? scenario->system->words[number]
                           : letter == 'd' ? scenario->system->text(scenario, number)
                           : letter == 's' ? scenario->side_name[number]
                                           : NULL;
        if (word && translation_needs(word) && !translation_find(subject->translation, word))
            return broken(subject, "\"%s\" is not said in %s", word, translation_language(subject->translation));
    }
    return true;
}

/* So are the open question, the track and the state of every counter. */
static bool all_translated(const Subject *subject, Game *game)
{
    const Scenario *scenario = subject->scenario;
    const System *system = scenario->system;
    const Position *view = subject_view(game);
    Sentence track[TRACK_PARTS];
    Score score;
    Look look;
    bool held = true;
    if (!subject->translation)
        return true;
    for (int i = system->track(scenario, view, track, TRACK_PARTS) - 1; held && i >= 0; i--)
        held = translated(subject, &track[i]);
    /* One counter in so many each time, all of them in turn. */
    for (int piece = game_orders(game) % SAMPLED; held && piece < scenario->pieces; piece += SAMPLED) {
        look_clear(&look);
        system->look(scenario, view, (Piece)piece, &look);
        for (int i = 0; held && i < look.badges; i++) {
            Sentence words = badge_words(system->signs, &look.badge[i]);
            held = translated(subject, &words);
        }
    }
    game_score(game, &score);
    Sentence prompt = question(view) ? system->prompt(scenario, view) : (Sentence){0};
    return held && translated(subject, &prompt) && translated(subject, &score.verdict);
}

/* All events of an order have words for every reader, and cite a rule that exists. */
static bool tellable(const Subject *subject, Game *game)
{
    const Events *events = game_events(game);
    char words[SAY_TEXT];
    if (!all_translated(subject, game))
        return false;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
        if (!translated(subject, &events->event[i].what))
            return false;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
        for (int reader = -1; reader < subject->scenario->sides; reader++) {
            const Sentence *what = &events->event[i].what;
            if (what->rule >= subject->scenario->system->rule_count)
                return broken(subject, "an event cites rule number %d", what->rule);
            if (!say(subject->scenario, NULL, reader < 0 ? NULL : game_view(game, reader), what, words, sizeof words))
                return broken(subject, "an event has no words");
        }
    return true;
}

static bool sound(const Subject *subject, Game *game, const Order *last)
{
    char why[200] = "";
    const System *system = subject->scenario->system;
    if (!system->invariants || system->invariants(subject->scenario, game_position(game), why))
        return true;
    return broken(subject, "order %d, \"%s\", left an unsound position: %s", game_orders(game),
                  order_words(subject->scenario, last), why);
}

/* A listing with the game's memo is the same as one that knows nothing. */
static bool remembered(const Subject *subject, Game *game)
{
    static Openings fresh, kept;
    const Position *view = subject_view(game);
    list_openings(subject->scenario, view, NULL, &fresh);
    list_openings(subject->scenario, view, game_memo(game), &kept);
    if (fresh.count == kept.count && !memcmp(fresh.opening, kept.opening, (size_t)fresh.count * sizeof *fresh.opening))
        return true;
    return broken(subject, "after %d orders the memo lists %d openings of %d, or others", game_orders(game), kept.count,
                  fresh.count);
}

/* A view brought up to date is the same as one made from nothing. */
static bool seen(const Subject *subject, Game *game)
{
    const Scenario *scenario = subject->scenario;
    size_t size = scenario->system->position_size;
    Position *fresh = malloc(size);
    bool same = fresh;
    for (int side = 0; same && side <= scenario->sides; side++) {
        int as = side < scenario->sides ? side : SPECTATOR;
        scenario->system->mask(scenario, game_position(game), as, fresh);
        fresh->orders = 0;
        same = !memcmp(fresh, game_view(game, as), size);
    }
    free(fresh);
    return same || broken(subject, "after %d orders a view is not what masking makes of it", game_orders(game));
}

static bool play_to_end(const Subject *subject, Game *game)
{
    Random random = {subject->seed};
    Order order;
    while (game_side(game) != NO_SIDE) {
        if (!game_goes_on(subject, game))
            return subject->cut || broken(subject, "the game has not ended after %d orders", subject->most);
        if (!seen(subject, game) || !remembered(subject, game) || !subject_step(subject, game, &random, &order) ||
            !sound(subject, game, &order) || !same_text(subject, &order) || !tellable(subject, game))
            return false;
    }
    return true;
}

bool trial_playout(const Subject *subject)
{
    Game *game = subject_game(subject);
    bool held = play_to_end(subject, game);
    Score score = {.winner = NO_SIDE};
    subject->scenario->system->score(subject->scenario, game_position(game), &score);
    bool ended = game_side(game) == NO_SIDE;
    if (held && ended && (!score.over || !game_position(game)->over))
        held = broken(subject, "the game has ended but is not over");
    if (held && ended && score.winner != game_position(game)->winner)
        held = broken(subject, "the score names another winner (%d) than the position (%d)", score.winner,
                      game_position(game)->winner);
    *subject->shown += game_orders(game);
    game_free(game);
    return held;
}

/* ---- replay ---- */

static bool replays(const Subject *subject, const char *text, size_t length, int stop_after, uint64_t hash)
{
    char why[300];
    int line;
    Game *again = NULL;
    Resume resume = journal_replay(subject->scenario, text, length, NULL, stop_after, &again, why, &line);
    bool held = resume == RESUME_OK;
    if (!held) {
        broken(subject, "replay stops at line %d: %s", line, why);
    } else {
        size_t written;
        const char *journal = game_journal(again, &written);
        if (written > length || memcmp(journal, text, written) || (stop_after < 0 && written != length))
            held = broken(subject, "the replayed game writes another journal");
        else if (position_hash(subject->scenario, game_position(again)) != hash)
            held = broken(subject, "after %d orders the replayed position is another", game_orders(again));
    }
    game_free(again);
    return held;
}

/* A game played to its end, with the hash of the position after each number of orders. */
typedef struct Recorded {
    Game *game;
    uint64_t *hash;
    Random random;
    Order last;
} Recorded;

static Recorded record(const Subject *subject)
{
    Recorded recorded = {.game = subject_game(subject), .random = {subject->seed}};
    recorded.hash = malloc((ORDERS_MOST + 1) * sizeof *recorded.hash);
    recorded.hash[0] = position_hash(subject->scenario, game_position(recorded.game));
    return recorded;
}

static bool record_step(const Subject *subject, Recorded *recorded)
{
    bool held = subject_step(subject, recorded->game, &recorded->random, &recorded->last);
    recorded->hash[game_orders(recorded->game)] = position_hash(subject->scenario, game_position(recorded->game));
    return held;
}

static bool going_on(const Subject *subject, const Recorded *recorded) { return game_goes_on(subject, recorded->game); }

static void record_free(Recorded *recorded)
{
    game_free(recorded->game);
    free(recorded->hash);
}

static bool replays_whole(const Subject *subject, Recorded *recorded)
{
    size_t length;
    game_close(recorded->game);
    const char *text = game_journal(recorded->game, &length);
    return replays(subject, text, length, -1, recorded->hash[game_orders(recorded->game)]);
}

bool trial_replay(const Subject *subject)
{
    enum { CUTS = 3 };
    Recorded recorded = record(subject);
    bool held = true;
    while (held && going_on(subject, &recorded))
        held = record_step(subject, &recorded);
    held = held && replays_whole(subject, &recorded);
    for (int cut = 0; cut < CUTS && held; cut++, ++*subject->shown) {
        size_t length;
        const char *text = game_journal(recorded.game, &length);
        int stop = (int)random_below(&recorded.random, (uint32_t)game_orders(recorded.game) + 1);
        held = replays(subject, text, length, stop, recorded.hash[stop]);
    }
    record_free(&recorded);
    return held;
}

/* ---- undo ---- */

#define UNDONE_MOST 512

static int count_points(const Subject *subject, const Game *game, PointsLine out[TALLIES_MAX])
{
    const System *system = subject->scenario->system;
    return system->tallies ? system->tallies(subject->scenario, game_position(game), out) : 0;
}

/* The order is given, and its events name what each side scores by it. */
static bool scores(const Subject *subject, Game *game, const Order *order)
{
    static PointsLine before[TALLIES_MAX], now[TALLIES_MAX];
    int points[SIDES] = {0}, count = count_points(subject, game, before); /* that no event has told */
    if (refused(game_do(game, order)))
        return broken(subject, "\"%s\" is refused when it is given again", order_words(subject->scenario, order));
    if (!count || game_side(game) == NO_SIDE)
        return true;
    count_points(subject, game, now);
    for (int i = 0; i < count; i++)
        points[now[i].side] += now[i].points - before[i].points;
    for (int i = 0; i < game_events(game)->count && i < EVENTS_MAX; i++) {
        const Event *event = &game_events(game)->event[i];
        for (int line = 0; event->kind == EVENT_SCORE && line < count; line++)
            if (event->what.words == now[line].words.words && event->what.arg[0] == now[line].side) {
                points[now[line].side] -= event->what.arg[1];
                break;
            }
    }
    for (int side = 0; side < SIDES; side++)
        if (points[side])
            return broken(subject, "\"%s\" scores %d points more for side %d than its events say",
                          order_words(subject->scenario, order), points[side], side);
    return true;
}

/* All the way to the barrier and forth again; the position passes through what `hash` remembers. */
static bool back_and_forth(const Subject *subject, Game *game, const uint64_t *hash)
{
    static Order taken[UNDONE_MOST];
    int back = 0;
    char why[200];
    while (back < UNDONE_MOST && game_can_undo(game)) {
        taken[back++] = game_order(game, game_orders(game) - 1);
        if (!game_undo(game, why))
            return broken(subject, "an order can be taken back but is not: %s", why);
        if (position_hash(subject->scenario, game_position(game)) != hash[game_orders(game)])
            return broken(subject, "taking back \"%s\" (order %d) does not give the position before it",
                          order_words(subject->scenario, &taken[back - 1]), game_orders(game));
    }
    while (back) {
        if (!scores(subject, game, &taken[--back]))
            return false;
        if (position_hash(subject->scenario, game_position(game)) != hash[game_orders(game)])
            return broken(subject, "\"%s\" gives another position when it is given again",
                          order_words(subject->scenario, &taken[back]));
    }
    return true;
}

bool trial_undo(const Subject *subject)
{
    Recorded recorded = record(subject);
    bool held = true;
    while (held && going_on(subject, &recorded)) {
        held = record_step(subject, &recorded);
        if (held && game_can_undo(recorded.game) && !random_below(&recorded.random, 4)) {
            held = back_and_forth(subject, recorded.game, recorded.hash);
            ++*subject->shown;
        }
    }
    held = held && replays_whole(subject, &recorded);
    record_free(&recorded);
    return held;
}

/* ---- golden games ---- */

#define GOLDEN_ORDERS 1000
#define GOLDEN_ROOM (4u << 20)

/* " roll 9 row 10 cell 3/2/10 «-1»": the event's figures; nothing if it has none. */
static void print_fact(const Subject *subject, const Fact *fact, char *out, size_t room)
{
    char words[SAY_TEXT];
    size_t used = 0;
    *out = '\0';
    if (fact->kind == FACT_ROLL || fact->kind == FACT_TEST)
        used += (size_t)snprintf(out + used, room - used, " roll %d row %d", fact->roll, fact->row);
    if (fact->cell.table)
        used += (size_t)snprintf(out + used, room - used, " cell %d/%d/%d", fact->cell.table, fact->cell.column,
                                 fact->cell.row);
    if (fact->what.words) {
        say(subject->scenario, NULL, NULL, &fact->what, words, sizeof words);
        snprintf(out + used, room - used, " «%s»", words);
    }
}

/* Each event as a fact, its kind, message and figures, and as the sentence that players read: a sentence that was only
 * reworded differs behind the bar alone. */
static size_t tell_events(const Subject *subject, Game *game, char *out, size_t room)
{
    const Events *events = game_events(game);
    char words[SAY_TEXT], fact[SAY_TEXT + 100];
    size_t used = 0;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        const Event *event = &events->event[i];
        say(subject->scenario, NULL, NULL, &event->what, words, sizeof words);
        print_fact(subject, &event->fact, fact, sizeof fact);
        used += (size_t)snprintf(out + used, room - used, "    %s %s%s | %s\n", event_words[event->kind],
                                 event->what.words, fact, words);
    }
    return used;
}

/* Journal lines, but for those that change with the data's bytes or the position's layout and not with the
 * game: the edition and the hashes. */
static size_t tell_lines(const char *text, size_t length, char *out, size_t room)
{
    size_t used = 0;
    for (size_t at = 0, end; at < length; at = end) {
        const char *stop = memchr(text + at, '\n', length - at);
        end = stop ? (size_t)(stop - text) + 1 : length;
        if (strncmp(text + at, "edition ", 8) && text[at] != '@')
            used += (size_t)snprintf(out + used, room - used, "%.*s", (int)(end - at), text + at);
    }
    return used;
}

/* The head, then each order with its dice and, indented, all its events; 0 if the game breaks off. */
static size_t tell_game(const Subject *subject, char *out, size_t room)
{
    Random random = {subject->seed};
    Game *game = subject_game(subject);
    Order order;
    size_t length, told = 0, used = 0;
    bool held = true;
    while (held) {
        const char *text = game_journal(game, &length);
        used += tell_lines(text + told, length - told, out + used, room - used);
        told = length;
        used += tell_events(subject, game, out + used, room - used);
        if (game_side(game) == NO_SIDE || game_orders(game) == GOLDEN_ORDERS || used + GOLDEN_ROOM / 4 > room)
            break;
        held = subject_step(subject, game, &random, &order);
    }
    Score score = {.winner = NO_SIDE};
    subject->scenario->system->score(subject->scenario, game_position(game), &score);
    for (int side = 0; side < subject->scenario->sides; side++)
        used += (size_t)snprintf(out + used, room - used, "points %s %ld\n", subject->scenario->side_word[side],
                                 (long)score.points[side]);
    game_free(game);
    return held ? used : 0;
}

static void golden_path(const Subject *subject, char *out, size_t room)
{
    snprintf(out, room, "%s/%s.txt", subject->golden, subject->name);
    for (char *at = out + strlen(subject->golden) + 1; *at; at++)
        if (*at == '/')
            *at = '-';
}

/* Names the first line in which the two texts differ. */
static bool differs(const Subject *subject, const char *path, const char *kept, const char *now)
{
    int line = 1;
    while (*kept && *now) {
        size_t a = strcspn(kept, "\n"), b = strcspn(now, "\n");
        if (a != b || memcmp(kept, now, a))
            break;
        kept += a + (kept[a] == '\n');
        now += b + (now[b] == '\n');
        line++;
    }
    return broken(subject,
                  "%s:%d: the game kept there goes\n        %.*s\n    and now it goes\n        %.*s\n"
                  "    (battery --trial golden --write-golden keeps the new one)",
                  path, line, (int)strcspn(kept, "\n"), kept, (int)strcspn(now, "\n"), now);
}

static bool golden_write(const Subject *subject, const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool written = file && fwrite(text, 1, length, file) == length;
    if (file && fclose(file))
        written = false;
    return written ? true : broken(subject, "%s cannot be written", path);
}

static bool golden_compare(const Subject *subject, const char *path, const char *now)
{
    FILE *file = fopen(path, "rb");
    char *kept = calloc(1, GOLDEN_ROOM);
    bool held = file && kept && fread(kept, 1, GOLDEN_ROOM - 1, file) > 0;
    if (!held)
        broken(subject, "%s is missing; battery --trial golden --write-golden makes it", path);
    else if (strcmp(kept, now))
        held = differs(subject, path, kept, now);
    if (file)
        fclose(file);
    free(kept);
    return held;
}

bool trial_golden(const Subject *subject)
{
    char path[300];
    golden_path(subject, path, sizeof path);
    char *now = malloc(GOLDEN_ROOM);
    size_t length = tell_game(subject, now, GOLDEN_ROOM);
    bool held = length > 0 &&
                (subject->write_golden ? golden_write(subject, path, now, length) : golden_compare(subject, path, now));
    free(now);
    ++*subject->shown;
    return held;
}
