/* engine_view.c — the request of `sandtable engine` for the position as a side may know it. */
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
    say(scenario, engine->tongue, view, &score.verdict, verdict, sizeof verdict);
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
    say_all(scenario, engine->tongue, view, badges, count, marks, sizeof marks);
    printf(" \"%s\" \"%s\" \"%s\"\n", look.name, look.formation, marks);
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
                                   : tongue_words(engine->tongue, kind->meaning));
    }
}

/* Runs of hexes from the top left: `a12.3` is twelve hexes of the first side and three of nobody. */
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
    say_all(scenario, engine->tongue, view, track, parts, words, sizeof words);
    printf("view %s\n", side == SPECTATOR ? "spectator" : scenario->side_word[side]);
    printf("track %s\n", words);
    engine_score(engine, view);
    print_pieces(engine, view);
    print_marks(engine, view);
    print_control(scenario, view);
    puts("ok");
}
