/* show.c — a case of a lab script at the table in the browser, line by line: the caller reads the script, and steps
 * through what it does. What a case expects is not looked at here; tests do that. */
#include <stdlib.h>

#include "ai/contest.h"
#include "kit/lab_listen.h"
#include "kit/words.h"
#include "systems/systems.h"
#include "wasm/own.h"

#define LINES 400

/* A position may point at the words of a line, so they stay as long as it does. */
static Document *kept[LINES];
static int lines;
static Log mistakes;

static Answer answer_mistakes(void)
{
    buffer_clear(&engine.out);
    buffer_literal(&engine.out, "\"text\":");
    buffer_quote(&engine.out, mistakes.count ? mistakes.mistake[0].words : "this line cannot be read");
    return ANSWER_ERROR;
}

int engine_lab_begin(const char *id, int columns, int rows, const char *options)
{
    static const Source source = {NULL, engine_read_file};
    static const GameStart start;
    const System *system = system_named(id);
    const char *chosen = *options ? options : NULL;
    table_clear();
    if (engine.scenario)
        scenario_free(engine.scenario);
    engine.scenario = NULL;
    while (lines)
        document_free(kept[--lines]);
    mistakes.count = 0;
    json_forget();
    if (system)
        engine.scenario = strstr(id, "/empty") ? scenario_blank(system, columns, rows, chosen, &source, &mistakes)
                                               : scenario_load(system, id, chosen, &source, &mistakes);
    Game *game = engine.scenario ? game_new(engine.scenario, &start) : NULL;
    if (!game)
        return answer_mistakes();
    table_take(game, &(Deliveries){.giver = NO_SIDE});
    return ANSWER_OK;
}

/* A line of the system's own. */
int engine_lab_line(const char *text)
{
    mistakes.count = 0;
    Document *line = lines < LINES ? document_parse("case", text, strlen(text), &mistakes) : NULL;
    if (!line || !line->entries || !engine.scenario->system->lab) {
        document_free(line);
        return answer_mistakes();
    }
    kept[lines++] = line;
    LabLine words = {.script = line, .word = &line->field[line->entry[0].first], .count = line->entry[0].count};
    bool phase = field_is(words.word, "phase");
    words.count -= phase && field_is(&words.word[words.count - 1], "skip");
    if (phase)
        lab_listen(game_dice(engine.game), game_lab_events(engine.game));
    engine.scenario->system->lab(engine.scenario, game_lab(engine.game), &words);
    if (phase)
        lab_listen(NULL, NULL);
    table.deliveries.giver = game_side(engine.game);
    return mistakes.count ? (int)answer_mistakes() : ANSWER_OK;
}

int engine_lab_dice(const char *text)
{
    Cast casts[DICE_FORCED];
    int count = 0;
    while (*text && count < DICE_FORCED) {
        size_t length = cast_read(text, strcspn(text, " "), &casts[count]);
        if (!length) {
            mistakes.count = 0;
            return answer_mistakes();
        }
        count++;
        text += length;
        text += strspn(text, " ");
    }
    dice_force(game_dice(engine.game), casts, count);
    return ANSWER_OK;
}

static bool read_whole(const char *text, Order *order, Answer *answer)
{
    char why[ORDER_MISTAKE];
    int column;
    if (order_read(engine.scenario, NULL, true, text, strlen(text), order, why, &column))
        return true;
    *answer = answer_refused(why);
    return false;
}

/* What the side that must answer is shown. */
static Showing asked_showing(void)
{
    Showing showing = table_showing();
    if (showing.asked != NO_SIDE) {
        showing.as = showing.asked;
        showing.view = game_view(engine.game, showing.asked);
    }
    return showing;
}

int engine_lab_give(const char *text)
{
    Order order;
    Answer answer;
    int side = game_side(engine.game);
    if (!read_whole(text, &order, &answer))
        return answer;
    Refusal refusal = game_do(engine.game, &order);
    if (refused(refusal)) {
        Showing showing = asked_showing();
        return answer_refusal(&showing, &refusal);
    }
    table_advanced(LINE_ORDER, side, &order);
    return ANSWER_OK;
}

int engine_lab_check(const char *text)
{
    Order order;
    Answer answer;
    if (!read_whole(text, &order, &answer))
        return answer;
    Refusal refusal = game_check(engine.game, &order);
    Showing showing = asked_showing();
    return refused(refusal) ? answer_refusal(&showing, &refusal) : ANSWER_OK;
}

int engine_lab_odds(const char *text)
{
    Order order;
    Answer answer;
    Showing showing = asked_showing();
    if (!read_whole(text, &order, &answer))
        return answer;
    Refusal refusal = game_check(engine.game, &order);
    if (refused(refusal))
        return answer_refusal(&showing, &refusal);
    buffer_clear(&engine.out);
    return json_forecast(&engine.out, &showing, &order) ? ANSWER_OK : answer_error("server.nothing-hangs-dice-order");
}

int engine_lab_holds(const char *text)
{
    char found[200];
    mistakes.count = 0;
    Document *line = document_parse("goal", text, strlen(text), &mistakes);
    if (!line || !line->entries || !engine.scenario->system->lab_holds) {
        document_free(line);
        return answer_mistakes();
    }
    const Field *word = &line->field[line->entry[0].first];
    int count = line->entry[0].count;
    bool denied = count > 1 && field_is(word, "no");
    LabLine words = {line, word + denied, count - denied, denied};
    bool holds = engine.scenario->system->lab_holds(engine.scenario, game_position(engine.game), &words, found);
    document_free(line);
    return mistakes.count ? (int)answer_mistakes() : holds != denied;
}

int engine_same_order(const char *one, const char *other)
{
    Order first, second;
    Answer answer;
    return read_whole(one, &first, &answer) && read_whole(other, &second, &answer) &&
           orders_agree(engine.scenario, &first, &second);
}

int engine_contest(const char *one, const char *other, int worlds, uint64_t seed)
{
    enum { WORLDS = 400 };
    static int16_t row[2][WORLDS];
    Order orders[2];
    Answer answer;
    Random random = {seed};
    int side = game_side(engine.game), error;
    if (!read_whole(one, &orders[0], &answer) || !read_whole(other, &orders[1], &answer))
        return answer;
    void *room = side == NO_SIDE || worlds > WORLDS ? NULL : malloc(contest_room(engine.scenario));
    bool good = room;
    for (int world = 0; good && world < worlds; world++) {
        int16_t results[2];
        Contest *contest = contest_in(room, engine.scenario, game_view(engine.game, side));
        good = contest_world(contest, world, random_next(&random), orders, 2, NULL, results);
        row[0][world] = good ? results[0] : 0;
        row[1][world] = good ? results[1] : 0;
    }
    free(room);
    if (!good)
        return answer_error("server.no-advice-here");
    int lead = contest_difference(row[0], row[1], worlds, &error);
    buffer_clear(&engine.out);
    buffer_format(&engine.out, "\"one\":%d,\"other\":%d,\"lead\":%d,\"error\":%d", contest_mean(row[0], worlds),
                  contest_mean(row[1], worlds), lead, error);
    return ANSWER_OK;
}

int engine_lab_undo(void)
{
    char why[200];
    int side = game_side(engine.game);
    if (!game_undo(engine.game, why))
        return answer_refused(why);
    table_advanced(LINE_UNDO, side, NULL);
    return ANSWER_OK;
}

int engine_lab_answer(void)
{
    Order order;
    int side = game_side(engine.game);
    if (side != NO_SIDE && game_answer(engine.game, &order) == STANDING_GIVEN)
        table_advanced(LINE_ORDER, side, &order);
    return ANSWER_OK;
}

void engine_map(void)
{
    buffer_clear(&engine.out);
    json_map(&engine.out, engine.translation, engine.scenario);
}
