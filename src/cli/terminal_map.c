/* terminal_map.c — hexes in characters.
 *
 *        ____
 *       /5823\         number
 *      /[INF]3\____    top counter and how many; [own] and <others>
 *      \Forst /        town, or ground by its letters; then the letter of a mark, as ^
 *       \====/         hexsides: = # river, - : stream, _ / \ nothing, H a bridge, or the letter of a mark
 *
 * A hex is four lines high and six characters apart from the next column, which sits two lines lower or
 * higher, so that edges are shared: the right edges of one hex are the left edges of its neighbours. Where numbers of
 * hexes are longer than four characters all are wider by as many. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"

#define HIGH 4
#define APART 6
#define ROWS_SHOWN 6
#define NUMBER 4 /* characters of a hex's number, if the map has none longer */
#define MAP_WIDTH 400
#define MAP_LINES ((ROWS_SHOWN + 2) * HIGH)
#define STACK_ROOM 64
#define MARKS_ROOM 4096
#define BRIDGE 'H'

typedef struct Paper {
    char at[MAP_LINES][MAP_WIDTH];
    int first_column, columns, first_row, rows;
    int wider; /* characters a hex is wider than usual */
    const MarkKind *kinds;
    Mark mark[MARKS_ROOM];
    int marks;
} Paper;

static bool sits_low(const Grid *grid, int column)
{
    bool odd = (grid->first_column + column) & 1;
    return grid->parity == ODD_DOWN ? odd : !odd;
}

static void put(Paper *paper, int line, int column, const char *text)
{
    for (; *text; text++, column++)
        if (line >= 0 && line < MAP_LINES && column >= 0 && column < MAP_WIDTH - 1)
            paper->at[line][column] = *text;
}

/* ---- edges ---- */

typedef enum Bank { BANK_NONE, BANK_STREAM, BANK_RIVER } Bank;

/* A stream is drawn light, every other kind of edge heavy. */
static Bank bank_of(const Map *map, Hex hex, Edge edge)
{
    Bank bank = BANK_NONE;
    for (int kind = 0; map->schema->edges[kind]; kind++)
        if (map->edge[hex][edge] & 1u << kind) {
            Bank here = strstr(map->schema->edges[kind], "stream") ? BANK_STREAM : BANK_RIVER;
            bank = here > bank ? here : bank;
        }
    return bank;
}

/* What a mark across the hexside is written with, or a bridge of the map; 0 if nothing crosses. */
static char crossing_of(const Paper *paper, const Map *map, Hex hex, Edge edge)
{
    if (map->next[hex][edge] == NO_HEX)
        return 0;
    Hexside side = hexside_of(&map->grid, hex, edge);
    for (int i = 0; i < paper->marks; i++) {
        const MarkKind *kind = &paper->kinds[paper->mark[i].kind];
        if (paper->mark[i].hexside == side && kind->shape == MARK_SPAN && kind->letter)
            return kind->letter;
    }
    return map->bridge[hex][edge] || (map->road[hex][edge] && map->edge[hex][edge]) ? BRIDGE : 0;
}

static void put_edge(Paper *paper, const Map *map, Hex hex, Edge edge, int line, int left)
{
    static const char flat[] = "_-=";
    static const struct {
        int line, column;
        char plain;
    } slant[EDGES][2] = {
        [NORTH_EAST] = {{1, 6, '\\'}, {2, 7, '\\'}},
        [SOUTH_EAST] = {{3, 7, '/'}, {4, 6, '/'}},
        [SOUTH_WEST] = {{3, 0, '\\'}, {4, 1, '\\'}},
        [NORTH_WEST] = {{1, 1, '/'}, {2, 0, '/'}},
    };
    Bank bank = bank_of(map, hex, edge);
    char crossing = bank ? crossing_of(paper, map, hex, edge) : 0;
    if (edge == NORTH || edge == SOUTH) {
        char middle = crossing ? crossing : flat[bank], text[NUMBER + HEX_TEXT];
        int last = NUMBER + paper->wider - 1;
        memset(text, middle, sizeof text);
        text[0] = text[last] = flat[bank];
        text[last + 1] = '\0';
        put(paper, line + (edge == NORTH ? 0 : HIGH), left + 2, text);
        return;
    }
    for (int i = 0; i < 2; i++) {
        char text[2] = {bank == BANK_RIVER ? '#' : bank == BANK_STREAM ? ':' : slant[edge][i].plain, '\0'};
        if (crossing && i == 1)
            text[0] = crossing;
        bool right = edge == NORTH_EAST || edge == SOUTH_EAST;
        put(paper, line + slant[edge][i].line, left + slant[edge][i].column + (right ? paper->wider : 0), text);
    }
}

/* ---- what is in a hex ---- */

/* The letter of the first mark in the hex that has one; 0 none. */
static char letter_in(const Paper *paper, Hex hex)
{
    for (int i = 0; i < paper->marks; i++) {
        char letter = paper->kinds[paper->mark[i].kind].letter;
        if (letter && paper->mark[i].hexside == NO_HEXSIDE && paper->mark[i].hex == hex)
            return letter;
    }
    return 0;
}

/* Six characters: the place's name, or the letters of the ground; the letter of a mark at the end. */
static void ground_text(const Paper *paper, const Map *map, Hex hex, char out[8])
{
    int length = 0;
    for (int i = 1; map->schema->terrain[i] && length < 3; i++) /* the first word is plain ground */
        if (map->terrain[hex] & 1u << i)
            out[length++] = map->schema->terrain[i][0];
    char letter = letter_in(paper, hex);
    if (map->place[hex] >= 0) {
        const char *name = map->place_list[map->place[hex]].name;
        for (int room = letter ? 5 : 6; *name && length < room && (unsigned char)*name < 0x80; name++)
            out[length++] = *name;
    }
    if (letter)
        out[length++] = letter;
    out[length] = '\0';
}

static void stack_text(Terminal *terminal, Hex hex, char out[8])
{
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    Piece piece[STACK_ROOM];
    int count = scenario->system->stack(scenario, view, hex, piece, STACK_ROOM);
    out[0] = '\0';
    if (!count)
        return;
    Look look;
    look_clear(&look);
    scenario->system->look(scenario, view, piece[0], &look);
    bool own = look.side == terminal->viewer;
    char symbol[4] = "???";
    if (look.symbol[0] && look.symbol[0] != '?')
        snprintf(symbol, sizeof symbol, "%-3.3s", look.symbol);
    char tail = count > 9 ? '+' : count > 1 ? (char)('0' + count) : ' ';
    snprintf(out, 8, "%c%s%c%c", own ? '[' : '<', symbol, own ? ']' : '>', tail);
}

static void put_hex(Terminal *terminal, Paper *paper, Hex hex)
{
    const Map *map = terminal->scenario->map;
    int column = hex_column(&map->grid, hex), row = hex_row(&map->grid, hex);
    int left = (column - paper->first_column) * (APART + paper->wider);
    int line = (row - paper->first_row) * HIGH + (sits_low(&map->grid, column) ? HIGH / 2 : 0);
    char text[HEX_TEXT + 8];
    for (Edge edge = 0; edge < EDGES; edge++)
        put_edge(paper, map, hex, edge, line, left);
    hex_print(&map->grid, hex, text);
    put(paper, line + 1, left + 2, text);
    stack_text(terminal, hex, text);
    put(paper, line + 2, left + 1, text);
    ground_text(paper, map, hex, text);
    put(paper, line + 3, left + 1, text);
}

static void print_paper(const Terminal *terminal, const Paper *paper)
{
    for (int line = 0; line < MAP_LINES; line++) {
        int length = MAP_WIDTH - 1;
        while (length > 0 && (paper->at[line][length - 1] == ' ' || !paper->at[line][length - 1]))
            length--;
        if (!length && line > (paper->rows + 1) * HIGH)
            continue;
        for (int i = 0; i < length; i++) {
            char sign = paper->at[line][i];
            if (terminal->colour && sign == '[')
                fputs("\033[1m", stdout);
            if (terminal->colour && sign == '<')
                fputs("\033[7m", stdout);
            putchar(sign);
            if (terminal->colour && (sign == ']' || sign == '>'))
                fputs("\033[0m", stdout);
        }
        if (length)
            putchar('\n');
    }
}

static int at_least_0(int number, int most) { return number < 0 || most < 0 ? 0 : number > most ? most : number; }

void tell_map(Terminal *terminal, Hex middle)
{
    const Scenario *scenario = terminal->scenario;
    const Map *map = scenario->map;
    static Paper paper;
    memset(&paper, 0, sizeof paper);
    memset(paper.at, ' ', sizeof paper.at);
    char number[HEX_TEXT];
    hex_print(&map->grid, middle, number);
    paper.wider = (int)strlen(number) > NUMBER ? (int)strlen(number) - NUMBER : 0;
    int apart = APART + paper.wider, columns = (terminal->width - 3 - paper.wider) / apart;
    columns = columns < 3 ? 3 : columns > (MAP_WIDTH - 4) / apart ? (MAP_WIDTH - 4) / apart : columns;
    paper.columns = columns < map->grid.columns ? columns : map->grid.columns;
    paper.rows = ROWS_SHOWN < map->grid.rows ? ROWS_SHOWN : map->grid.rows;
    paper.first_column =
        at_least_0(hex_column(&map->grid, middle) - paper.columns / 2, map->grid.columns - paper.columns);
    paper.first_row = at_least_0(hex_row(&map->grid, middle) - paper.rows / 2, map->grid.rows - paper.rows);
    paper.kinds = scenario->system->mark_kinds;
    paper.marks = scenario->system->marks(scenario, terminal_view(terminal), paper.mark, MARKS_ROOM);
    for (int row = paper.first_row; row < paper.first_row + paper.rows; row++)
        for (int column = paper.first_column; column < paper.first_column + paper.columns; column++)
            put_hex(terminal, &paper, (Hex)(row * map->grid.columns + column));
    print_paper(terminal, &paper);
    printf("[own] <other>, how many behind;");
    for (int i = 1; map->schema->terrain[i]; i++)
        printf(" %c %s", map->schema->terrain[i][0], map->schema->terrain[i]);
    for (const MarkKind *kind = paper.kinds; kind && kind->name; kind++)
        if (kind->letter && kind->letter != BRIDGE)
            printf("; %c %s", kind->letter, translation_words(terminal->translation, kind->meaning));
    printf("\n# = river, : - stream, %c bridge\n", BRIDGE);
}

Hex front_hex(Terminal *terminal)
{
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    static Hex own[HEXES_MAX], other[HEXES_MAX];
    int owns = 0, others = 0, nearest = 1 << 20, most = -1;
    Hex best = NO_HEX;
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        Piece top;
        Look look;
        if (!scenario->system->stack(scenario, view, (Hex)hex, &top, 1))
            continue;
        look_clear(&look);
        scenario->system->look(scenario, view, top, &look);
        if (look.side == terminal->viewer)
            own[owns++] = (Hex)hex;
        else
            other[others++] = (Hex)hex;
    }
    for (int i = 0; i < owns; i++) { /* nearest to an enemy; among those, with the most of them near */
        int away = 1 << 19, near = 0;
        for (int j = 0; j < others; j++) {
            int steps = map_distance(scenario->map, own[i], other[j]);
            away = steps < away ? steps : away;
            near += steps <= 3;
        }
        if (away < nearest || (away == nearest && near > most)) {
            nearest = away;
            most = near;
            best = own[i];
        }
    }
    return best != NO_HEX ? best : others ? other[0] : NO_HEX;
}
