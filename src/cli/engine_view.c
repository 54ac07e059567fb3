/* engine_view.c — requests of `sandtable engine` for the position as a side may know it, and for overlays on it. */
#include <stdio.h>
#include <string.h>

#include "cli/engine.h"

void engine_score(const Engine *engine, const Position *view)
{
    const Scenario *scenario = engine->local->scenario;
    Score score = {.winner = NO_SIDE};
    char verdict[SAY_TEXT];
    scenario->system->score(scenario, view, &score);
    for (int side = 0; side < scenario->sides; side++)
        printf("score %s %ld\n", scenario->side_word[side], (long)score.points[side]);
    if (!view->over)
        return;
    say(scenario, engine->translation, view, &score.verdict, verdict, sizeof verdict);
    printf("over %s %s\n", score.winner < scenario->sides ? scenario->side_word[score.winner] : "draw", verdict);
}

static void print_piece(const Engine *engine, const Position *view, Piece piece, const char *where, int depth)
{
    const Scenario *scenario = engine->local->scenario;
    char marks[SAY_TEXT], values[LOOK_PLACES * 12];
    Sentence badges[LOOK_BADGES];
    Look look;
    look_clear(&look);
    scenario->system->look(scenario, view, piece, &look);
    bool named = look.known && piece < scenario->pieces;
    printf("piece %s %s %d %s %s", named ? scenario->piece_id[piece] : "?", where, depth,
           look.side < scenario->sides ? scenario->side_word[look.side] : "-", look.symbol[0] ? look.symbol : "?");
    for (char *blank = values + strlen(look_print(&look, values)); blank > values; blank--)
        if (blank[-1] == ' ')
            blank[-1] = ','; /* one word of the line */
    printf(" steps %d/%d values %s", look.steps, look.full_steps, values[0] ? values : "-");
    int count = look_says(scenario->system->signs, &look, badges);
    say_all(scenario, engine->translation, view, badges, count, marks, sizeof marks);
    printf(" \"%s\" \"%s\" \"%s\"", look.name, look.formation, marks);
    for (int i = 0; i < look.badges; i++) {
        printf(" %s", scenario->system->signs[look.badge[i].sign].name);
        if (look.badge[i].level)
            printf("=%d", look.badge[i].level);
    }
    putchar('\n');
}

static void print_pieces(const Engine *engine, const Position *view)
{
    const Scenario *scenario = engine->local->scenario;
    enum { STACK_ROOM = 4096 }; /* a box of losses may hold most counters of a side */
    static Piece stack[STACK_ROOM];
    Look look;
    char number[HEX_TEXT];
    for (Hex hex = 0; hex < scenario->map->spots; hex++) {
        int count = scenario->system->stack(scenario, view, hex, stack, STACK_ROOM);
        for (int i = 0; i < count; i++)
            print_piece(engine, view, stack[i], hex_print(&scenario->map->grid, hex, number), i);
    }
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (scenario->system->where(scenario, view, piece) != NO_HEX)
            continue;
        scenario->system->look(scenario, view, piece, &look);
        if (look.known)
            print_piece(engine, view, piece, "-", 0);
    }
}

static void print_marks(const Engine *engine, const Position *view)
{
    enum { MARKS = 4096 };
    static Mark mark[MARKS];
    const Scenario *scenario = engine->local->scenario;
    char text[EDGE_TEXT], label[SAY_TEXT];
    int count = scenario->system->marks(scenario, view, mark, MARKS);
    for (int i = 0; i < count && i < MARKS; i++) {
        const char *where = mark[i].hexside != NO_HEXSIDE ? hexside_print(&scenario->map->grid, mark[i].hexside, text)
                                                          : hex_print(&scenario->map->grid, mark[i].hex, text);
        const MarkKind *kind = &scenario->system->mark_kinds[mark[i].kind];
        printf("mark %s %s %s \"%s\"\n", kind->name, where,
               mark[i].side < scenario->sides ? scenario->side_word[mark[i].side] : "-",
               mark[i].label.words ? engine_say(engine, view, &mark[i].label, label)
                                   : translation_words(engine->translation, kind->meaning));
    }
}

/* Runs of hexes from the top left: `a12.3` is twelve hexes of the first side and three of no side. */
static void print_control(const Scenario *scenario, const Position *view)
{
    fputs("control ", stdout);
    for (int hex = 0, run = 0; hex < scenario->map->hexes; hex++) {
        uint8_t side = scenario->system->control(scenario, view, (Hex)hex);
        run++;
        if (hex + 1 < scenario->map->hexes && scenario->system->control(scenario, view, (Hex)(hex + 1)) == side)
            continue;
        printf("%c%d", side < scenario->sides ? 'a' + side : '.', run);
        run = 0;
    }
    putchar('\n');
}

void request_view(Engine *engine, Words line)
{
    const Scenario *scenario = engine->local->scenario;
    Sentence track[TRACK_PARTS];
    char words[SAY_TEXT];
    int side;
    if (!engine_side(engine, &line, &side))
        return;
    const Position *view = game_view(engine->local->game, side);
    int parts = scenario->system->track(scenario, view, track, TRACK_PARTS);
    say_all(scenario, engine->translation, view, track, parts, words, sizeof words);
    printf("view %s\n", side == SPECTATOR ? "spectator" : scenario->side_word[side]);
    printf("track %s\n", words);
    engine_score(engine, view);
    print_pieces(engine, view);
    print_marks(engine, view);
    print_control(scenario, view);
    puts("ok");
}

/* ---- overlays ---- */

/* What the words behind an overlay's name are about: a side, a hex, a counter. False with an answer. */
static bool read_about(const Scenario *scenario, Words line, OverlayAbout *about)
{
    for (Words word; (word = engine_word(&line)).length;) {
        int side = 0;
        while (side < scenario->sides && !engine_is(word, scenario->side_word[side]))
            side++;
        if (side < scenario->sides)
            about->side = side;
        else if (!hex_parse(&scenario->map->grid, word.text, word.length, &about->hex) &&
                 (about->piece = piece_named(scenario, word.text, word.length)) == NO_PIECE) {
            engine_error("there is no side, hex or counter \"%.*s\"", (int)(word.length < 24 ? word.length : 24),
                         word.text);
            return false;
        }
    }
    return true;
}

/* `WORD HEX…` for the hexes whose byte is that value; nothing if there are none. */
static void print_hexes(const Scenario *scenario, const char *word, const uint8_t *byte, int value)
{
    char number[HEX_TEXT];
    bool any = false;
    for (Hex hex = 0; hex < scenario->map->spots; hex++)
        if (byte[hex] == value) {
            printf("%s %s", any ? "" : word, hex_print(&scenario->map->grid, hex, number));
            any = true;
        }
    if (any)
        putchar('\n');
}

static void print_overlay(const Engine *engine, const Position *view, const OverlayKind *kind,
                          const OverlayMarks *marks)
{
    const Scenario *scenario = engine->local->scenario;
    char word[24], number[HEX_TEXT], words[SAY_TEXT];
    for (int i = 0; i < OVERLAY_TINTS && kind->tint[i].meaning; i++) {
        snprintf(word, sizeof word, "tint %d", i + 1);
        print_hexes(scenario, word, marks->tint, i + 1);
    }
    print_hexes(scenario, "cut", marks->cut, 1);
    if (marks->sum.words)
        printf("sum %s\n", engine_say(engine, view, &marks->sum, words));
    for (int i = 0; i < marks->notes; i++)
        printf("note %s %s\n", hex_print(&scenario->map->grid, marks->note[i].hex, number),
               engine_say(engine, view, &marks->note[i].words, words));
    puts("ok");
}

void request_overlay(Engine *engine, Words line)
{
    static OverlayMarks marks;
    const Scenario *scenario = engine->local->scenario;
    const System *system = scenario->system;
    OverlayAbout about = {.side = -1, .piece = NO_PIECE, .hex = NO_HEX};
    Words name = engine_word(&line);
    const OverlayKind *kind = system->overlays;
    while (kind && kind->name && !engine_is(name, kind->name))
        kind++;
    if (!kind || !kind->name || !system->overlay) {
        engine_error("there is no such overlay");
        return;
    }
    if (!read_about(scenario, line, &about))
        return;
    int asked = game_side(engine->local->game);
    const Position *view = game_view(engine->local->game, asked == NO_SIDE ? SPECTATOR : asked);
    memset(&marks, 0, sizeof marks);
    if ((kind->about & (ABOUT_SIDE | ABOUT_OWN_SIDE) && about.side < 0) ||
        (kind->about & ABOUT_PIECE && about.piece == NO_PIECE) || (kind->about & ABOUT_HEX && about.hex == NO_HEX) ||
        !system->overlay(scenario, view, (int)(kind - system->overlays), &about, &marks)) {
        engine_error("the overlay needs a side, a hex or a counter");
        return;
    }
    print_overlay(engine, view, kind, &marks);
}
