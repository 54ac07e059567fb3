/* lesson.c — positions of lessons and puzzles, played on; see lesson.h. */
#include "cli/lesson.h"

#include "ai/ai.h"
#include "cli/lab.h"
#include "kit/lab_listen.h"

static LabLine line_of(const Stage *stage, const Field *word, int count)
{
    return (LabLine){.script = stage->script, .word = word, .count = count};
}

static bool begin(Stage *stage, const LabLine *line)
{
    static const GameStart start;
    Words words = words_of(NULL, line);
    if (stage->game)
        words_wrong(&words, line->word, "there is a `lab` line already");
    stage->scenario = words.wrong ? NULL : lab_scenario(&words, stage->script->log);
    stage->game = stage->scenario ? game_new(stage->scenario, &start) : NULL;
    stage->random = (Random){1};
    return stage->game;
}

bool stage_order(Stage *stage, const Field *at)
{
    Order order;
    char why[ORDER_MISTAKE], said[SAY_TEXT];
    int column, side = game_side(stage->game);
    if (!order_read(stage->scenario, NULL, true, at->text, at->length, &order, why, &column)) {
        mistake(stage->script, at, "the order cannot be read: %s", why);
        return false;
    }
    Refusal refusal = game_do(stage->game, &order);
    if (!refused(refusal))
        return true;
    say(stage->scenario, NULL, game_view(stage->game, side == NO_SIDE ? SPECTATOR : side), &refusal.why, said,
        sizeof said);
    mistake(stage->script, at, "the order is refused: %.180s", said);
    return false;
}

static bool force_dice(Stage *stage, const LabLine *line)
{
    Words words = words_of(stage->scenario, line);
    Cast casts[DICE_FORCED];
    int count = 0;
    while (count < DICE_FORCED && words_more(&words))
        casts[count++] = take_cast(&words);
    if (!words_end(&words))
        return false;
    dice_force(game_dice(stage->game), casts, count);
    return true;
}

static bool do_own(Stage *stage, const LabLine *line)
{
    int before = stage->script->mistakes;
    bool phase = field_is(line->word, "phase");
    if (!stage->scenario->system->lab) {
        mistake(stage->script, line->word, "%s has no such line", stage->scenario->system->title);
        return false;
    }
    if (phase)
        lab_listen(game_dice(stage->game), game_lab_events(stage->game));
    stage->scenario->system->lab(stage->scenario, game_lab(stage->game), line);
    if (phase)
        lab_listen(NULL, NULL);
    return stage->script->mistakes == before;
}

bool stage_line(Stage *stage, const Field *word, int count)
{
    LabLine line = line_of(stage, word, count);
    if (field_is(word, "lab"))
        return begin(stage, &line);
    if (!stage->game) {
        mistake(stage->script, word, "a `lab` line must come before this");
        return false;
    }
    if (field_is(word, "dice"))
        return force_dice(stage, &line);
    if (!field_is(word, "do"))
        return do_own(stage, &line);
    if (count == 2)
        return stage_order(stage, &word[1]);
    mistake(stage->script, word, "expected an order in quotes");
    return false;
}

bool stage_think(Stage *stage)
{
    Order order;
    uint64_t listed = 0;
    return player_order(&greedy_player, stage->scenario, game_view(stage->game, game_side(stage->game)),
                        game_memo(stage->game), NULL, NULL, &stage->random, &order, &listed) &&
           !refused(game_do(stage->game, &order));
}

bool stage_holds(const Stage *stage, const Field *word, int count)
{
    char found[200] = "";
    bool denied = count > 1 && field_is(word, "no");
    LabLine line = {stage->script, word + denied, count - denied, denied};
    if (!stage->scenario->system->lab_holds)
        return false;
    return stage->scenario->system->lab_holds(stage->scenario, game_position(stage->game), &line, found) != denied;
}

void stage_close(Stage *stage)
{
    if (stage->game)
        game_free(stage->game);
    if (stage->scenario)
        scenario_free(stage->scenario);
    *stage = (Stage){.script = stage->script};
}
