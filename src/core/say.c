/* say.c — fills the holes of sentences, for one reader. */
#include "core/say.h"

#include <stdio.h>
#include <string.h>

#include "core/system.h"

typedef struct Page {
    char *out;
    size_t room, length;
} Page;

static void put(Page *page, const char *text)
{
    while (*text && page->length + 1 < page->room)
        page->out[page->length++] = *text++;
}

static void put_number(Page *page, const char *format, int number)
{
    char text[12];
    snprintf(text, sizeof text, format, number);
    put(page, text);
}

/* Twelfths as people read them: 42 is "3 1/2". */
static void put_twelfths(Page *page, int twelfths)
{
    static const char *const part[12] = {"",    "1/12", "1/6", "1/4", "1/3", "5/12",
                                         "1/2", "7/12", "2/3", "3/4", "5/6", "11/12"};
    int over = twelfths < 0 ? 0 : twelfths % 12;
    if (twelfths / 12 || !over)
        put_number(page, "%d", twelfths / 12);
    if (twelfths / 12 && over)
        put(page, " ");
    put(page, part[over]);
}

/* The counter's name if the reader knows it; its id where nobody masks. */
static void put_piece(Page *page, const Scenario *scenario, const Position *view, Piece piece)
{
    Look look = {.known = true};
    if (view && scenario->system->look && piece != NO_PIECE)
        scenario->system->look(scenario, view, piece, &look);
    if (piece == NO_PIECE || !look.known)
        put(page, "a counter");
    else if (look.name[0])
        put(page, look.name);
    else
        put(page, piece < scenario->pieces ? scenario->piece_id[piece] : "a counter");
}

static void put_word(Page *page, const char *const *words, int index)
{
    for (int i = 0; words && words[i]; i++)
        if (i == index) {
            put(page, words[i]);
            return;
        }
    put(page, "?");
}

static bool takes_number(char hole) { return hole != '%' && hole != '+' && hole != '*'; }

const char *say_hole(const char *words, char *letter)
{
    for (const char *at = words ? words : ""; *at && at[1]; at++)
        if (*at == '%' && takes_number(*++at)) {
            *letter = *at;
            return at + 1;
        }
    return NULL;
}

static void put_hole(Page *page, const Scenario *scenario, const Position *view, char hole, int16_t arg)
{
    const System *system = scenario->system;
    char text[EDGE_TEXT];
    switch (hole) {
    case 'p':
        put_piece(page, scenario, view, (Piece)arg);
        break;
    case 'h':
        put(page, hex_print(&scenario->map->grid, (Hex)arg, text));
        break;
    case 'e':
        put(page, hexside_print(&scenario->map->grid, (Hexside)arg, text));
        break;
    case 'n':
        put_number(page, "%d", arg);
        break;
    case 'i':
        put_number(page, "%+d", arg);
        break;
    case 't':
        put_twelfths(page, arg);
        break;
    case 's':
        put(page, arg >= 0 && arg < scenario->sides ? scenario->side_name[arg] : "nobody");
        break;
    case 'w':
        put_word(page, system->words, arg);
        break;
    case 'v':
        put(page, arg >= 0 && arg < system->order_kinds ? system->orders[arg].verb : "?");
        break;
    case 'q':
        put(page, arg >= 0 && arg < system->question_kinds ? system->questions[arg].title : "?");
        break;
    default:
        put(page, "%");
        break;
    }
}

size_t say(const Scenario *scenario, const Position *view, const Sentence *sentence, char *out, size_t room)
{
    if (!room)
        return 0;
    Page page = {out, room, 0};
    int arg = 0;
    int16_t number = 0;
    for (const char *at = sentence->words ? sentence->words : ""; *at; at++) {
        char letter[2] = {*at, 0};
        if (*at != '%' || !at[1])
            put(&page, letter);
        else if (takes_number(*++at)) {
            int16_t value = arg < SAY_ARGS ? sentence->arg[arg] : (int16_t)0;
            put_hole(&page, scenario, view, *at, value);
            number = *at == 'n' ? value : number;
            arg++;
        } else if (*at == '%')
            put(&page, "%");
        else if (number != 1)
            put(&page, *at == '*' ? "es" : "s");
    }
    if (sentence->rule && sentence->rule < scenario->system->rule_count) {
        put(&page, " (");
        put(&page, scenario->system->title);
        put(&page, " ");
        put(&page, scenario->system->rules[sentence->rule].id);
        put(&page, ")");
    }
    out[page.length] = 0;
    return page.length;
}
