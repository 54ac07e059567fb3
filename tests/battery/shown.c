/* shown.c — what a player sees: every look, mark, panel and aim names what the system declares, has words in the
 * subject's language, and where a stamp says that something is as it was, it is. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battery.h"
#include "core/hash.h"

enum { SLOTS = 4096, MARKS = 4096, SKETCHES = 256, STACK = 64, ONE_IN = 4 };

typedef struct Shown {
    Look look;
    Hex hex;
    uint16_t depth;
} Shown;

/* What one viewer saw when he was last asked. */
typedef struct Memory {
    bool any;
    uint64_t stamp[SLOTS], shown[SLOTS];
    GroundStamp ground;
    uint64_t marks, control, score, sketches;
} Memory;

typedef struct Showing {
    const Subject *subject;
    const Scenario *scenario;
    const System *system;
    const Position *view;
    int signs, kinds;
} Showing;

static int count_signs(const System *system)
{
    int count = 0;
    while (system->signs && system->signs[count].name)
        count++;
    return count;
}

static int count_kinds(const System *system)
{
    int count = 0;
    while (system->mark_kinds && system->mark_kinds[count].name)
        count++;
    return count;
}

static bool has_branch(const System *system, const char *symbol)
{
    for (const Branch *branch = system->branches; branch && branch->symbol; branch++)
        if (!strcmp(branch->symbol, symbol))
            return true;
    return !system->branches;
}

/* ---- counters ---- */

static bool good_look(const Showing *showing, const Look *look)
{
    if (look->side >= showing->scenario->sides)
        return true;
    if (!has_branch(showing->system, look->symbol))
        return broken(showing->subject, "%s has the symbol %s, which is no branch", look->name, look->symbol);
    if (look->values > LOOK_PLACES || look->badges > LOOK_BADGES)
        return broken(showing->subject, "%s shows too much", look->name);
    for (int i = 0; i < look->badges; i++) {
        if (look->badge[i].sign >= showing->signs)
            return broken(showing->subject, "%s has sign number %d", look->name, look->badge[i].sign);
        Sentence words = badge_words(showing->system->signs, &look->badge[i]);
        if (!words.words || !translated(showing->subject, &words))
            return broken(showing->subject, "a sign of %s says nothing", look->name);
    }
    return translated(showing->subject, &look->place);
}

static uint64_t see(const Showing *showing, Piece piece, Shown *shown)
{
    Piece stack[STACK];
    memset(shown, 0, sizeof *shown);
    showing->system->look(showing->scenario, showing->view, piece, &shown->look);
    shown->hex = showing->system->where(showing->scenario, showing->view, piece);
    int count =
        shown->hex == NO_HEX ? 0 : showing->system->stack(showing->scenario, showing->view, shown->hex, stack, STACK);
    while (shown->depth < count && stack[shown->depth] != piece)
        shown->depth++;
    return hash_bytes(1, shown, sizeof *shown);
}

static bool good_pieces(const Showing *showing, Memory *memory, const uint64_t *stamp)
{
    static Shown shown;
    int slots = showing->system->slots ? showing->system->slots : showing->scenario->pieces;
    for (int piece = 0; piece < slots; piece++) {
        if (showing->system->stamps && !stamp[piece]) {
            memory->stamp[piece] = 0;
            continue;
        }
        uint64_t now = see(showing, (Piece)piece, &shown);
        if (!good_look(showing, &shown.look))
            return false;
        if (showing->system->stamps && memory->any && memory->stamp[piece] == stamp[piece] &&
            memory->shown[piece] != now)
            return broken(showing->subject, "%s looks otherwise and its stamp is the same", shown.look.name);
        memory->stamp[piece] = stamp[piece];
        memory->shown[piece] = now;
    }
    return true;
}

/* ---- the ground ---- */

static bool good_marks(const Showing *showing, Memory *memory, const GroundStamp *ground)
{
    static Mark mark[MARKS];
    uint64_t hash = 1, control = 1;
    int count = showing->system->marks(showing->scenario, showing->view, mark, MARKS);
    for (int i = 0; i < count; i++) {
        if (mark[i].kind >= showing->kinds)
            return broken(showing->subject, "there is a mark of kind %d", mark[i].kind);
        if (mark[i].label.words && !translated(showing->subject, &mark[i].label))
            return false;
        uint64_t what[] = {mark[i].kind,         mark[i].level,
                           mark[i].side,         mark[i].hex,
                           mark[i].hexside,      (uintptr_t)mark[i].label.words,
                           mark[i].label.arg[0], (uint64_t)mark[i].label.arg[1]};
        hash = hash_bytes(hash, what, sizeof what);
    }
    for (int hex = 0; hex < showing->scenario->map->hexes; hex++) {
        uint8_t side = showing->system->control(showing->scenario, showing->view, (Hex)hex);
        control = hash_bytes(control, &side, 1);
    }
    bool stamped = showing->system->stamps && memory->any;
    if (stamped && memory->ground.marks == ground->marks && memory->marks != hash)
        return broken(showing->subject, "marks differ and their stamp is the same");
    if (stamped && memory->ground.control == ground->control && memory->control != control)
        return broken(showing->subject, "control differs and its stamp is the same");
    memory->marks = hash;
    memory->control = control;
    return true;
}

static bool good_score(const Showing *showing, Memory *memory, const GroundStamp *ground)
{
    Score score = {0};
    showing->system->score(showing->scenario, showing->view, &score);
    uint64_t hash = hash_bytes(1, score.points, sizeof score.points);
    hash = hash_bytes(hash, &score.verdict.words, sizeof score.verdict.words);
    hash = hash_bytes(hash, score.verdict.arg, sizeof score.verdict.arg);
    if (memory->any && ground->score && memory->ground.score == ground->score && memory->score != hash)
        return broken(showing->subject, "the score differs and its stamp is the same");
    memory->score = hash;
    return true;
}

static bool good_sketches(const Showing *showing, Memory *memory, const GroundStamp *ground)
{
    static Sketch sketch[SKETCHES];
    uint64_t hash = 1;
    if (!showing->system->sketches)
        return true;
    int count = showing->system->sketches(showing->scenario, showing->view, sketch, SKETCHES);
    for (int i = 0; i < count; i++) {
        if (!translated(showing->subject, &sketch[i].label))
            return false;
        uint64_t what[] = {sketch[i].id,
                           sketch[i].plan,
                           sketch[i].kind,
                           sketch[i].width,
                           sketch[i].dashed,
                           sketch[i].side,
                           sketch[i].label.rule,
                           (uintptr_t)sketch[i].label.words,
                           sketch[i].hexes,
                           (uint64_t)count,
                           (uint64_t)sketch[i].label.arg[0]};
        hash = hash_bytes(hash, what, sizeof what);
        hash = hash_bytes(hash, sketch[i].hex, sketch[i].hexes * sizeof *sketch[i].hex);
    }
    if (memory->any && ground->sketches && memory->ground.sketches == ground->sketches && memory->sketches != hash)
        return broken(showing->subject, "sketches differ and their stamp is the same");
    memory->sketches = hash;
    return true;
}

/* ---- panels and aims ---- */

static bool good_refs(const Showing *showing, const uint16_t *refs, int pieces, int hexes)
{
    int slots = showing->system->slots ? showing->system->slots : showing->scenario->pieces;
    for (int i = 0; i < pieces + hexes; i++)
        if (refs[i] >= (i < pieces ? slots : showing->scenario->map->spots))
            return broken(showing->subject, "a row names %s number %d", i < pieces ? "counter" : "hex", refs[i]);
    return true;
}

static bool good_panels(const Showing *showing, int viewer)
{
    static Panels panels;
    panels.panels = panels.rows = panels.refs = 0;
    if (!showing->system->panels)
        return true;
    showing->system->panels(showing->scenario, showing->view, viewer, &panels);
    for (int i = 0; i < panels.panels; i++)
        if (!translated(showing->subject, &panels.panel[i].title))
            return false;
    for (int i = 0; i < panels.rows; i++) {
        const PanelRow *row = &panels.row[i];
        if (!translated(showing->subject, &row->label) || !translated(showing->subject, &row->value) ||
            !good_refs(showing, &panels.ref[row->first], row->pieces, row->hexes))
            return false;
        if (row->label.rule >= showing->system->rule_count)
            return broken(showing->subject, "a row cites rule number %d", row->label.rule);
    }
    return true;
}

static bool good_aims(const Showing *showing)
{
    static Aims aims;
    aims.aims = aims.refs = 0;
    for (int side = 0; showing->system->aims && side < showing->scenario->sides; side++)
        showing->system->aims(showing->scenario, showing->view, side, &aims);
    for (int i = 0; i < aims.aims; i++) {
        const Aim *aim = &aims.aim[i];
        if (!translated(showing->subject, &aim->what) ||
            !good_refs(showing, &aims.ref[aim->first], aim->pieces, aim->hexes))
            return false;
        if (aim->rule >= showing->system->rule_count || aim->side >= showing->scenario->sides)
            return broken(showing->subject, "an aim of side %d cites rule number %d", aim->side, aim->rule);
    }
    return true;
}

/* ---- the trial ---- */

static bool good_view(const Subject *subject, Game *game, int viewer, Memory *memory)
{
    static uint64_t stamp[SLOTS];
    const System *system = subject->scenario->system;
    int as = viewer < subject->scenario->sides ? viewer : SPECTATOR;
    Showing showing = {
        subject, subject->scenario, system, game_view(game, as), count_signs(system), count_kinds(system)};
    GroundStamp ground = {0};
    if (system->stamps)
        system->stamps(subject->scenario, showing.view, stamp, &ground);
    bool held = good_pieces(&showing, memory, stamp) && good_marks(&showing, memory, &ground) &&
                good_score(&showing, memory, &ground) && good_sketches(&showing, memory, &ground) &&
                good_panels(&showing, viewer < subject->scenario->sides ? viewer : NO_SIDE) && good_aims(&showing);
    memory->ground = ground;
    memory->any = true;
    return held;
}

bool trial_shown(const Subject *subject)
{
    Game *game = subject_game(subject);
    Memory *memory = calloc(SIDES + 1, sizeof *memory);
    Random random = {subject->seed};
    Looks looks = {{subject->seed}, {0}};
    Order order;
    bool held = memory;
    while (held && game_is_looked_at(subject, game)) {
        held = subject_step(subject, game, &random, &order);
        if (!held || game_side(game) == NO_SIDE || !worth_a_look(game, &looks, ONE_IN))
            continue;
        for (int viewer = 0; held && viewer <= subject->scenario->sides; viewer++)
            held = good_view(subject, game, viewer, &memory[viewer]);
        ++*subject->shown;
    }
    free(memory);
    game_free(game);
    return held;
}
