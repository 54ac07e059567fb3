/* lab_show.c — `show …`: what a lab script prints to settle an argument. It changes nothing and expects nothing.
 *
 *     show events [SIDE]     show choices "PREFIX"     show forecast "ORDER"     show position [SIDE]
 *     show picture FILE.svg|png|pdf [from HEX to HEX] [SIDE]     show WORD of the system's own */
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/lab.h"
#include "draw/draw.h"

#define STACK_ROOM 64
#define MARKS_ROOM 2048
#define OWN_ROOM 8192

/* Where the `show` line is, and what it shows. */
static void print_head(const Lab *lab, const char *what)
{
    printf("%s:%u: %s\n", lab->file, lab->words.word->line, what);
}

/* What a side may know, if one is named; else the truth. */
static bool take_seen(Lab *lab, int *side)
{
    *side = words_more(&lab->words) ? take_viewer(&lab->words, lab->scenario) : NO_SIDE;
    return words_end(&lab->words);
}

static const Position *seen_by(const Lab *lab, int side)
{
    return side == NO_SIDE ? game_position(lab->game) : game_view(lab->game, side);
}

static void show_events(Lab *lab)
{
    int side;
    if (!take_seen(lab, &side))
        return;
    print_head(lab, "events of the last order");
    print_events(lab, side);
}

static void show_choices(Lab *lab)
{
    static Choices choices;
    Order prefix;
    if (!take_prefix(lab, &prefix) || !words_end(&lab->words))
        return;
    lab->scenario->system->choices(lab->scenario, lab_view(lab), &prefix, &choices);
    print_head(lab, "choices");
    if (choices.complete)
        printf("      complete\n");
    for (int i = 0; i < choices.count; i++) {
        char text[80];
        print_choice(lab, &prefix, &choices.choice[i], text, sizeof text);
        printf("      %s\n", text);
    }
}

static void show_forecast(Lab *lab)
{
    Order order;
    char why[SAY_TEXT];
    if (!take_order(lab, &order) || !words_end(&lab->words))
        return;
    print_head(lab, "forecast");
    if (make_forecast(lab, &order, why))
        print_forecast(lab, &lab->forecast);
    else
        printf("      %s\n", why);
}

/* ---- the position --------------------------------------------------------------------------------------- */

static void print_track(const Lab *lab, const Position *view)
{
    const System *system = lab->scenario->system;
    const Frame *frame = question(view);
    char words[SAY_TEXT];
    Sentence parts[TRACK_PARTS];
    int count = system->track(lab->scenario, view, parts, TRACK_PARTS);
    say_all(lab->scenario, NULL, NULL, parts, count, words, sizeof words);
    printf("      %s\n", words);
    printf("      asked: %s %s\n", frame ? system->questions[frame->kind].name : "none",
           frame ? lab->scenario->side_word[frame->side] : "nobody");
}

static void print_piece(const Lab *lab, const Position *view, Piece piece)
{
    char marks[SAY_TEXT], place[SAY_TEXT], values[LOOK_PLACES * 12];
    Sentence badges[LOOK_BADGES];
    Look look;
    look_clear(&look);
    lab->scenario->system->look(lab->scenario, view, piece, &look);
    int count = look_says(lab->scenario->system->signs, &look, badges);
    say_all(lab->scenario, NULL, view, badges, count, marks, sizeof marks);
    printf("%s %s %s %s", piece < lab->scenario->pieces ? lab->scenario->piece_id[piece] : "?",
           look.side < lab->scenario->sides ? lab->scenario->side_word[look.side] : "", look.symbol,
           look_print(&look, values));
    if (look.steps)
        printf(" steps %d of %d", look.steps, look.full_steps);
    if (*marks)
        printf(" (%s)", marks);
    if (look.place.words)
        printf(": %s", lab_say(lab, &look.place, place));
    putchar('\n');
}

/* Stacks from their top, hex by hex; then what waits somewhere else. */
static void print_pieces(const Lab *lab, const Position *view)
{
    const Scenario *scenario = lab->scenario;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        Piece stack[STACK_ROOM];
        char text[HEX_TEXT];
        int count = scenario->system->stack(scenario, view, (Hex)hex, stack, STACK_ROOM);
        for (int i = 0; i < count; i++) {
            printf("      %s ", hex_print(&scenario->map->grid, (Hex)hex, text));
            print_piece(lab, view, stack[i]);
        }
    }
    for (int piece = 0; piece < scenario->pieces; piece++) {
        Look look;
        look_clear(&look);
        scenario->system->look(scenario, view, (Piece)piece, &look);
        if (scenario->system->where(scenario, view, (Piece)piece) != NO_HEX || !look.place.words)
            continue;
        printf("      - ");
        print_piece(lab, view, (Piece)piece);
    }
}

static void print_marks(const Lab *lab, const Position *view)
{
    static Mark mark[MARKS_ROOM];
    const Grid *grid = &lab->scenario->map->grid;
    int marks = lab->scenario->system->marks(lab->scenario, view, mark, MARKS_ROOM);
    for (int i = 0; i < marks; i++) {
        char place[EDGE_TEXT], words[SAY_TEXT];
        if (mark[i].hexside == NO_HEXSIDE)
            hex_print(grid, mark[i].hex, place);
        else
            hexside_print(grid, mark[i].hexside, place);
        lab_say(lab, &mark[i].label, words);
        printf("      %s %s%s%s\n", place, lab->scenario->system->mark_kinds[mark[i].kind].name, words[0] ? " " : "",
               words);
    }
}

static void show_position(Lab *lab)
{
    int side;
    if (!take_seen(lab, &side))
        return;
    const Position *view = seen_by(lab, side);
    print_head(lab, side == NO_SIDE     ? "position"
                    : side == SPECTATOR ? "position as a spectator sees it"
                                        : "position as that side sees it");
    print_track(lab, view);
    print_pieces(lab, view);
    print_marks(lab, view);
}

/* ---- a picture ------------------------------------------------------------------------------------------ */

/* Some of the map is drawn larger, without title and legend. */
static void crop(Lab *lab, Picture *picture, int larger)
{
    Hex from = words_hex(&lab->words);
    words_keyword(&lab->words, "to");
    Hex to = words_hex(&lab->words);
    if (lab->words.wrong || is_box(picture->map, from) || is_box(picture->map, to)) {
        words_wrong(&lab->words, NULL, "a picture is drawn from one hex of the map to another");
        return;
    }
    picture_crop(picture, from, to);
    picture->hex = larger;
    picture->bare = true;
}

static void show_picture(Lab *lab)
{
    enum { SCREEN = 64, PAPER = 36, LARGER = 88 }; /* height of a hex, in pixels and in points */
    static Log log;
    char file[400], why[200];
    int side;
    words_string(&lab->words, "a file ending in .svg, .png or .pdf", file, sizeof file);
    const Field *at = &lab->words.word[lab->words.count > 2 ? 2 : 0];
    size_t length = strlen(file);
    bool png = length > 4 && !strcmp(file + length - 4, ".png");
    Picture picture = picture_of(lab->scenario->map, png ? SCREEN : PAPER);
    if (words_if(&lab->words, "from"))
        crop(lab, &picture, png ? LARGER : PAPER);
    if (!take_seen(lab, &side))
        return;
    Symbols *symbols = symbols_load(data_source(), lab->scenario->system->name, &log);
    picture.scenario = lab->scenario;
    picture.symbols = symbols;
    picture.view = seen_by(lab, side);
    picture.control = true;
    bool written = picture_write(&picture, file, why);
    free(symbols);
    if (!written)
        words_wrong(&lab->words, at, "%s", why);
    else
        print_head(lab, file);
}

/* Cairo's font caches, so that nothing is left for a leak checker to find. */
void show_end(void) { drawing_ends(); }

/* ---- the lines ------------------------------------------------------------------------------------------ */

static const struct Show {
    const char *word;
    void (*run)(Lab *lab);
} shows[] = {
    {"events", show_events},     {"choices", show_choices}, {"forecast", show_forecast},
    {"position", show_position}, {"picture", show_picture}, {"best", show_best},
};

/* A side at the end of the line is the viewer, and no word of the system's; NO_SIDE: no viewer is named. */
static int take_last_viewer(const Lab *lab, LabLine *line)
{
    const Field *last = &line->word[line->count - 1];
    int found = NO_SIDE;
    for (int side = 0; line->count > 1 && side < lab->scenario->sides; side++)
        if (field_is(last, lab->scenario->side_word[side]))
            found = side;
    if (line->count > 1 && field_is(last, "spectator"))
        found = SPECTATOR;
    line->count -= found != NO_SIDE;
    return found;
}

static void show_own(Lab *lab)
{
    static char text[OWN_ROOM];
    const System *system = lab->scenario->system;
    LabLine line = {lab->document, lab->words.word + 1, lab->words.count - 1, false};
    int side = take_last_viewer(lab, &line);
    if (lab->words.count < 2 || !system->lab_show) {
        words_wrong(&lab->words, words_next(&lab->words), "show what?");
        return;
    }
    if (!system->lab_show(lab->scenario, seen_by(lab, side), &line, text, sizeof text))
        return;
    char what[40];
    snprintf(what, sizeof what, "%.*s", (int)line.word->length, line.word->text);
    print_head(lab, what);
    for (char *row = strtok(text, "\n"); row; row = strtok(NULL, "\n"))
        printf("      %s\n", row);
}

void show(Lab *lab)
{
    for (size_t i = 0; i < sizeof shows / sizeof *shows; i++)
        if (words_if(&lab->words, shows[i].word)) {
            shows[i].run(lab);
            return;
        }
    show_own(lab);
}
