/* plans.c — TCS 6.5 to 6.7: the record of a side's Op Sheets, and the units on them.
 *
 * A sheet is a row of Plans.sheet, its groups have a mission each, its graphic is rows of Plans.drawing, its Task
 * Organization the rows of Plans.listed that name it. Everything here works on one side's plans alone, in a position, a
 * view or the data of a scenario, and knows nothing of questions. Closed sheets stay to be read when the game is over;
 * the oldest of them give way when room is short. */
#include <string.h>

#include "systems/tcs/tcs.h"

/* ---- sheets ---------------------------------------------------------------------------------------------- */

int sheet_numbered(const Plans *plans, int number)
{
    for (int i = 0; i < TCS_SHEETS; i++)
        if (plans->sheet[i].number == number && plans->sheet[i].state >= SHEET_PENDING &&
            plans->sheet[i].state < SHEET_CLOSED)
            return i;
    return -1;
}

static void erase_drawings(Plans *plans, int sheet)
{
    for (int i = 0; i < TCS_DRAWINGS; i++)
        if (plans->drawing[i].kind && plans->drawing[i].sheet == sheet)
            plans->drawing[i] = (Drawing){0};
}

void sheet_erase(Plans *plans, int sheet)
{
    erase_drawings(plans, sheet);
    for (int piece = 0; piece < TCS_PIECES; piece++)
        strike_off(plans, (Piece)piece, sheet);
    plans->sheet[sheet] = (OpSheet){0};
    plans->draft = plans->draft == sheet + 1 ? 0 : plans->draft;
}

/* The closed sheet that was closed first; -1. */
static int oldest_closed(const Plans *plans)
{
    int oldest = -1;
    for (int i = 0; i < TCS_SHEETS; i++)
        if (plans->sheet[i].state == SHEET_CLOSED &&
            (oldest < 0 || plans->sheet[i].closed < plans->sheet[oldest].closed))
            oldest = i;
    return oldest;
}

bool sheet_has_room(const Plans *plans)
{
    for (int i = 0; i < TCS_SHEETS; i++)
        if (plans->sheet[i].state == NO_SHEET || plans->sheet[i].state == SHEET_CLOSED)
            return true;
    return false;
}

int sheet_begin(Plans *plans, int number)
{
    int at = 0;
    while (at < TCS_SHEETS && plans->sheet[at].state != NO_SHEET)
        at++;
    if (at == TCS_SHEETS && (at = oldest_closed(plans)) < 0)
        return -1;
    sheet_erase(plans, at);
    plans->sheet[at] = (OpSheet){.state = SHEET_DRAFT, .number = (uint8_t)number};
    plans->draft = (uint8_t)(at + 1);
    return at;
}

void sheet_close(Plans *plans, int sheet, int turn)
{
    plans->sheet[sheet].state = SHEET_CLOSED;
    plans->sheet[sheet].closed = (uint8_t)turn;
    for (int piece = 0; piece < TCS_PIECES; piece++)
        strike_off(plans, (Piece)piece, sheet);
    for (int i = 0; i < TCS_SHEETS; i++) /* additions that were on their way to it are on their own now */
        if (plans->sheet[i].gaining == sheet + 1)
            plans->sheet[i].gaining = 0;
}

int sheet_type(const OpSheet *sheet)
{
    int type = NO_MISSION;
    for (int i = 0; i < sheet->groups; i++) {
        int mission = sheet->group[i].mission == MISSION_RESERVE ? MISSION_ATTACK : sheet->group[i].mission;
        type = mission > type ? mission : type; /* 6.6-4, 6.6b-2 */
    }
    return type;
}

/* ---- the Task Organization ------------------------------------------------------------------------------- */

int listing_on(const Plans *plans, Piece piece, int sheet)
{
    for (int i = 0; i < LISTED; i++)
        if (plans->listed[piece][i].sheet == sheet + 1)
            return plans->listed[piece][i].group;
    return -1;
}

int listings_of(const Plans *plans, Piece piece)
{
    int count = 0;
    for (int i = 0; i < LISTED; i++)
        count += plans->listed[piece][i].sheet != 0;
    return count;
}

void enlist(Plans *plans, Piece piece, int sheet, int group)
{
    for (int i = 0; i < LISTED; i++)
        if (!plans->listed[piece][i].sheet) {
            plans->listed[piece][i] = (Listed){(uint8_t)(sheet + 1), (uint8_t)group};
            return;
        }
}

void strike_off(Plans *plans, Piece piece, int sheet)
{
    for (int i = 0; i < LISTED; i++)
        if (plans->listed[piece][i].sheet == sheet + 1)
            plans->listed[piece][i] = (Listed){0};
    if (!plans->listed[piece][0].sheet) { /* the first row is filled first: the same plan is the same bytes */
        plans->listed[piece][0] = plans->listed[piece][1];
        plans->listed[piece][1] = (Listed){0};
    }
}

int units_on(const Scenario *scenario, const State *state, int side, int sheet, int group, Piece *out)
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        if (counter_of(scenario, piece)->side != side || state->unit[piece].standing == DEAD)
            continue;
        int at = listing_on(&state->plans[side], piece, sheet);
        if (at >= 0 && (group < 0 || at == group))
            out[count++] = piece;
    }
    return count;
}

/* 6.7a: a name is a company's, else a battalion's, else a regiment's (R-97: those of its units that the scenario
 * has). */
int formation_units(const Scenario *scenario, int side, int name, uint64_t *out)
{
    for (int level = 0; level < FORMED; level++) {
        const uint64_t *formed = data_of(scenario)->formed[side][level][name];
        int count = count_bits(formed, PIECE_WORDS);
        for (int word = 0; count && word < PIECE_WORDS; word++)
            out[word] |= formed[word];
        if (count)
            return count;
    }
    return 0;
}

void join_formations(Book *data, Piece piece)
{
    const Counter *counter = &data->counter[piece];
    uint8_t formation[FORMED] = {counter->company, counter->battalion, counter->regiment};
    for (int level = 0; level < FORMED; level++)
        if (formation[level])
            set_bit(data->formed[counter->side][level][formation[level] - 1], piece);
}

/* ---- the graphic ----------------------------------------------------------------------------------------- */

const Drawing *drawing_of(const Plans *plans, int sheet, int group, int kind, int alternate, int number)
{
    const uint8_t wanted[] = {(uint8_t)sheet, (uint8_t)group, (uint8_t)kind, (uint8_t)alternate};
    for (int i = 0; i < TCS_DRAWINGS; i++)
        if (!memcmp(&plans->drawing[i], wanted, sizeof wanted) && !number--)
            return &plans->drawing[i];
    return NULL;
}

int drawings_of(const Plans *plans, int sheet, int group, int kind, int alternate)
{
    const uint8_t wanted[] = {(uint8_t)sheet, (uint8_t)group, (uint8_t)kind, (uint8_t)alternate};
    int count = 0;
    for (int i = 0; i < TCS_DRAWINGS; i++)
        count += !memcmp(&plans->drawing[i], wanted, sizeof wanted);
    return count;
}

bool drawing_has_room(const Plans *plans, int count)
{
    for (int i = 0; i < TCS_DRAWINGS && count > 0; i++)
        count -= !plans->drawing[i].kind || plans->sheet[plans->drawing[i].sheet].state == SHEET_CLOSED;
    return count <= 0;
}

void draw_on(Plans *plans, const Drawing *drawing)
{
    int at = 0;
    while (at < TCS_DRAWINGS && plans->drawing[at].kind)
        at++;
    if (at == TCS_DRAWINGS) {
        int closed;
        while ((closed = oldest_closed(plans)) >= 0 && at == TCS_DRAWINGS) {
            sheet_erase(plans, closed);
            for (at = 0; at < TCS_DRAWINGS && plans->drawing[at].kind;)
                at++;
        }
    }
    if (at < TCS_DRAWINGS)
        plans->drawing[at] = *drawing;
}

/* Groups and drawings of the one become further ones of the other; the first is there no more. */
void sheet_merge(Plans *plans, int from, int into)
{
    OpSheet *gaining = &plans->sheet[into];
    const OpSheet *sheet = &plans->sheet[from];
    int first = gaining->groups;
    for (int i = 0; i < sheet->groups && gaining->groups < TCS_GROUPS; i++)
        gaining->group[gaining->groups++] = sheet->group[i];
    for (int i = 0; i < TCS_DRAWINGS; i++)
        if (plans->drawing[i].kind && plans->drawing[i].sheet == from) {
            plans->drawing[i].sheet = (uint8_t)into;
            plans->drawing[i].group = (uint8_t)(plans->drawing[i].group + first);
        }
    for (int piece = 0; piece < TCS_PIECES; piece++)
        for (int i = 0; i < LISTED; i++)
            if (plans->listed[piece][i].sheet == from + 1)
                plans->listed[piece][i] =
                    (Listed){(uint8_t)(into + 1), (uint8_t)(plans->listed[piece][i].group + first)};
    sheet_erase(plans, from);
}

/* ---- straight lines of hexes ----------------------------------------------------------------------------- */

typedef struct Spot {
    int across, down;
} Spot; /* of hexes, times the number of steps of the line */

static Spot spot_of(const Map *map, Hex hex, int times)
{
    Slant slant = map->slant[hex];
    return (Spot){slant.across * times, slant.down * times};
}

/* Of hexes as near the one with the smaller column is taken, then the one with the smaller printed row. */
static bool comes_before(const Grid *grid, Hex one, Hex other)
{
    if (hex_column(grid, one) != hex_column(grid, other))
        return hex_column(grid, one) < hex_column(grid, other);
    return (hex_row(grid, one) > hex_row(grid, other)) == grid->from_bottom;
}

/* The square of a way is across² + down² + (across + down)², so that of the six steps from a hex the one is nearest
 * that goes farthest in the point's direction; staying is as good as going `times` that way. */
static Hex nearest_to(const Map *map, Hex from, Spot point, int times)
{
    Spot here = spot_of(map, from, times);
    int across = point.across - here.across, down = point.down - here.down;
    int south_east = 2 * across + down, south = across + 2 * down, north_east = across - down;
    int ahead[EDGES] = {-south, north_east, south_east, south, -north_east, -south_east}, farthest = times;
    Hex best = from;
    for (Edge edge = 0; edge < EDGES; edge++) {
        Hex hex = ahead[edge] < farthest ? NO_HEX : map->next[from][edge];
        if (hex == NO_HEX || (ahead[edge] == farthest && !comes_before(&map->grid, hex, best)))
            continue;
        best = hex;
        farthest = ahead[edge];
    }
    return best;
}

/* The points at equal steps between the centres, and the hex nearest to each: the one after `at`, which is the i-th. */
static Hex next_on_line(const Map *map, Hex from, Hex to, int steps, int i, Hex at)
{
    Spot start = spot_of(map, from, 1), end = spot_of(map, to, 1);
    Spot point = {start.across * (steps - i) + end.across * i, start.down * (steps - i) + end.down * i};
    return nearest_to(map, at, point, steps);
}

static int line_between(const Map *map, Hex from, Hex to, Hex *out, int room)
{
    int steps = map_distance(map, from, to), count = 0;
    Hex at = from;
    for (int i = 1; i <= steps && count < room; i++)
        out[count++] = at = next_on_line(map, from, to, steps, i, at);
    return count;
}

bool line_meets(const Map *map, Hex from, Hex to, const uint64_t *hexes, int room)
{
    int steps = map_distance(map, from, to);
    Hex at = from;
    for (int i = 1; i <= steps && i <= room && !has_bit(hexes, at); i++)
        at = next_on_line(map, from, to, steps, i, at);
    return has_bit(hexes, at);
}

int chain_of(const Map *map, const Hex *hex, int hexes, Hex out[CHAIN])
{
    int count = 0;
    if (hexes)
        out[count++] = hex[0];
    for (int i = 1; i < hexes && count < CHAIN; i++)
        count += line_between(map, hex[i - 1], hex[i], out + count, CHAIN - count);
    return count;
}
