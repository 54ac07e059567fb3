/* check_lessons.c — lessons (docs/learn.md): a lesson that cannot be read, solved or failed teaches nothing, and only
 * the newcomer would notice. So each is played: its goals must not all hold at the beginning, and its model solution
 * must be legal and reach them within the orders it allows. */
#include "cli/check.h"
#include "cli/lesson.h"

enum { ANSWERS_MOST = 400 /* orders of the machine behind one of the pupil's */ };

static const char *const languages[] = {"en", "pl", NULL};
static const char *const texts[] = {"title", "text", "task", "hint", "done", NULL};
static const char *const heads[] = {"lesson", "title",  "text", "task",  "hint",     "done", "rule",
                                    "side",   "orders", "goal", "fails", "solution", NULL};

typedef struct Pupil {
    Stage stage;
    int side; /* NO_SIDE: not given */
    long orders;
    int given;
} Pupil;

static const Field *words_at(const Document *script, int entry) { return &script->field[script->entry[entry].first]; }

/* TEXT LANGUAGE "WORDS", each once. */
static void check_words(Document *script)
{
    int said[5][2] = {{0}};
    for (int i = 0; i < script->entries; i++) {
        const Field *word = words_at(script, i);
        int text = field_among(word, texts);
        if (text < 0)
            continue;
        int language = script->entry[i].count == 3 ? field_among(&word[1], languages) : -1;
        if (language < 0 || !word[2].length)
            mistake(script, word, "expected a language, en or pl, and its words in quotes");
        else if (said[text][language]++)
            mistake(script, word, "this was said already");
    }
    for (int text = 0; texts[text]; text++)
        for (int language = 0; languages[language]; language++)
            if (!said[text][language])
                mistake(script, NULL, "there is no line `%s %s`", texts[text], languages[language]);
}

static void check_rules(Document *script, const Scenario *scenario)
{
    bool any = false;
    for (int i = 0; i < script->entries; i++) {
        const Field *word = words_at(script, i);
        for (int j = 1; field_is(word, "rule") && j < script->entry[i].count; j++) {
            bool found = false;
            for (int rule = 1; rule < scenario->system->rule_count; rule++)
                found |= field_is(&word[j], scenario->system->rules[rule].id);
            if (!found)
                mistake(script, &word[j], "the ledger has no rule %.*s", (int)word[j].length, word[j].text);
            any = true;
        }
    }
    if (!any)
        mistake(script, NULL, "there is no line `rule`: a lesson names the paragraphs it teaches");
}

/* The lines that make the position, in their order. */
static bool set_up(Pupil *pupil)
{
    Document *script = pupil->stage.script;
    for (int i = 0; i < script->entries; i++) {
        const Field *word = words_at(script, i);
        if (field_among(word, heads) < 0 && !stage_line(&pupil->stage, word, script->entry[i].count))
            return false;
    }
    if (!pupil->stage.game)
        mistake(script, NULL, "there is no line `lab`");
    return pupil->stage.game;
}

static void read_head(Pupil *pupil)
{
    Document *script = pupil->stage.script;
    const Scenario *scenario = pupil->stage.scenario;
    const char *sides[SIDES + 1] = {0};
    for (int side = 0; side < scenario->sides; side++)
        sides[side] = scenario->side_word[side];
    pupil->side = NO_SIDE;
    for (int i = 0; i < script->entries; i++) {
        const Field *word = words_at(script, i);
        bool pair = script->entry[i].count == 2;
        if (field_is(word, "side") && pair)
            pupil->side = field_word(script, &word[1], sides);
        else if (field_is(word, "orders") && pair)
            field_number(script, &word[1], 1, 99, &pupil->orders);
    }
    if (pupil->side == NO_SIDE || pupil->side < 0 || !pupil->orders)
        mistake(script, NULL, "there is no line `side` or no line `orders`");
    else if (game_side(pupil->stage.game) != pupil->side)
        mistake(script, NULL, "the pupil's side is not asked at the beginning");
}

/* Whether all goals hold; or, of `fails`, whether one does. */
static bool judged(const Pupil *pupil, const char *kind, bool all)
{
    const Document *script = pupil->stage.script;
    bool any = false, every = true;
    for (int i = 0; i < script->entries; i++) {
        const Field *word = words_at(script, i);
        if (!field_is(word, kind))
            continue;
        bool holds = stage_holds(&pupil->stage, word + 1, script->entry[i].count - 1);
        any |= holds;
        every &= holds;
    }
    return all ? every : any;
}

/* After an order of either side. */
static bool is_solved(const Pupil *pupil) { return judged(pupil, "goal", true); }

/* The machine answers until the pupil is asked again; false if it has no order to give. */
static bool let_answer(Pupil *pupil)
{
    Stage *stage = &pupil->stage;
    for (int i = 0; i < ANSWERS_MOST && !is_solved(pupil); i++) {
        int side = game_side(stage->game);
        if (side == pupil->side || side == NO_SIDE)
            return true;
        if (!stage_think(stage))
            return false;
    }
    return true;
}

static void play_solution(Pupil *pupil)
{
    Document *script = pupil->stage.script;
    const Field *last = NULL;
    for (int i = 0; i < script->entries; i++) {
        const Field *word = words_at(script, i);
        if (!field_is(word, "solution"))
            continue;
        last = word;
        if (is_solved(pupil)) {
            mistake(script, word, "the goals hold before this order is given");
            return;
        }
        if (game_side(pupil->stage.game) != pupil->side) {
            mistake(script, word, "the pupil's side is not asked here");
            return;
        }
        if (script->entry[i].count != 2 || !stage_order(&pupil->stage, &word[1]))
            return;
        pupil->given++;
        if (!let_answer(pupil)) {
            mistake(script, word, "the machine finds no answer to this order");
            return;
        }
        if (!is_solved(pupil) && judged(pupil, "fails", false)) {
            mistake(script, word, "a line `fails` holds after this order");
            return;
        }
    }
    if (!last)
        mistake(script, NULL, "there is no line `solution`");
    else if (!is_solved(pupil))
        mistake(script, last, "the goals do not hold after the model solution");
    else if (pupil->given > pupil->orders)
        mistake(script, last, "the solution takes %d orders, more than the lesson allows", pupil->given);
}

void check_lesson_script(Document *script)
{
    Pupil pupil = {.stage = {.script = script}};
    check_words(script);
    if (!set_up(&pupil)) {
        stage_close(&pupil.stage);
        return;
    }
    read_head(&pupil);
    check_rules(script, pupil.stage.scenario);
    int before = script->mistakes;
    bool solved = is_solved(&pupil);
    judged(&pupil, "fails", false);
    if (script->mistakes == before && solved)
        mistake(script, NULL, "the goals hold at the beginning: doing nothing solves the lesson");
    else if (script->mistakes == before)
        play_solution(&pupil);
    stage_close(&pupil.stage);
}

/* ---- puzzles ---- */

/* The end of a puzzle: its best orders must be legal, and its side the one that must answer. */
static void check_puzzle(Stage *stage, const Field *side, const Field *best)
{
    Document *script = stage->script;
    if (!stage->game || !side || !best) {
        mistake(script, side ? side : best, "a puzzle has the lines `side`, `lab` and `best`");
        return;
    }
    int asked = game_side(stage->game);
    if (asked == NO_SIDE || !field_is(side, stage->scenario->side_word[asked]))
        mistake(script, side, "that side is not asked in the puzzle");
    else
        stage_order(stage, best);
}

void check_puzzles(Document *script)
{
    static const char *const own[] = {"measured", "other", NULL};
    Stage stage = {.script = script};
    const Field *side = NULL, *best = NULL;
    bool good = true, any = false;
    for (int i = 0; i <= script->entries; i++) {
        const Field *word = i < script->entries ? words_at(script, i) : NULL;
        int count = i < script->entries ? script->entry[i].count : 0;
        if (!word || field_is(word, "puzzle")) {
            if (any && good)
                check_puzzle(&stage, side, best);
            stage_close(&stage);
            side = best = NULL;
            good = any = true;
        } else if (count > 1 && field_is(word, "side"))
            side = &word[1];
        else if (count > 1 && field_is(word, "best"))
            best = best ? best : &word[1];
        else if (good && field_among(word, own) < 0)
            good = stage_line(&stage, word, count);
    }
    if (!any)
        mistake(script, NULL, "there is no puzzle");
}
