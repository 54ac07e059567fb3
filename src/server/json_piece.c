/* json_piece.c — counters, stacks and what changed of them.
 *
 * A state of a few hundred counters is written in about a tenth of a millisecond, and after an order only what
 * changed: each counter is stamped, and written when its stamp is another than the one told last. */
#include <stdlib.h>

#include "core/room.h"
#include "server/json_own.h"

enum { STACK_ROOM = 64, SLOTS_ROOM = 4096 };

void seen_free(Seen *seen)
{
    free(seen->piece);
    free(seen->told);
    free(seen->sketch);
    *seen = (Seen){0};
}

bool seen_copy(Seen *seen, const Seen *from)
{
    Seen copy = *from;
    copy.piece = malloc((size_t)(from->pieces + 1) * sizeof *copy.piece);
    copy.told = malloc((size_t)(from->pieces + 1) * sizeof *copy.told);
    copy.sketch = malloc((size_t)(from->sketches + 1) * sizeof *copy.sketch);
    if (!copy.piece || !copy.told || !copy.sketch) {
        seen_free(&copy);
        return false;
    }
    if (from->pieces) {
        memcpy(copy.piece, from->piece, (size_t)from->pieces * sizeof *copy.piece);
        memcpy(copy.told, from->told, (size_t)from->pieces * sizeof *copy.told);
    }
    if (from->sketches)
        memcpy(copy.sketch, from->sketch, (size_t)from->sketches * sizeof *copy.sketch);
    copy.tellings = seen->tellings;
    copy.other = true;
    seen_free(seen);
    *seen = copy;
    return true;
}

static bool seen_room(Seen *seen, int slots)
{
    if (slots <= seen->pieces)
        return true;
    uint64_t *piece = realloc(seen->piece, (size_t)slots * sizeof *piece);
    if (piece)
        seen->piece = piece;
    ToldPiece *told = realloc(seen->told, (size_t)slots * sizeof *told);
    if (told)
        seen->told = told;
    if (!piece || !told)
        return false;
    memset(piece + seen->pieces, 0, (size_t)(slots - seen->pieces) * sizeof *piece);
    memset(told + seen->pieces, 0, (size_t)(slots - seen->pieces) * sizeof *told);
    seen->pieces = slots;
    return true;
}

/* ---- counters ---- */

/* A counter and where it is: all that its JSON is made of, so that equal hashes are equal text. */
typedef struct Shown {
    Look look;
    Hex hex;
    uint16_t depth;
} Shown;

static void look_at(const Showing *showing, Piece piece, Shown *shown)
{
    const Scenario *scenario = showing->scenario;
    Piece stack[STACK_ROOM];
    scenario->system->look(scenario, showing->view, piece, &shown->look);
    shown->hex = scenario->system->where(scenario, showing->view, piece);
    shown->depth = 0;
    if (shown->hex == NO_HEX)
        return;
    int count = scenario->system->stack(scenario, showing->view, shown->hex, stack, STACK_ROOM);
    while (shown->depth < count && stack[shown->depth] != piece)
        shown->depth++;
}

/* Of a counter that is not on the map: when or where it comes, if the rules say so. */
static void add_place(Buffer *out, const Showing *showing, const Look *look)
{
    if (!look->place.words)
        return;
    buffer_literal(out, ",\"place\":");
    json_said(out, showing, &look->place);
}

static void add_values(Buffer *out, const Look *look)
{
    bool first = true;
    buffer_literal(out, ",\"values\":[");
    for (int i = 0; i < look->values; i++) {
        json_comma(out, &first);
        buffer_literal(out, "{\"at\":\"");
        buffer_text(out, look_places[look->value[i].at]);
        buffer_literal(out, "\",\"text\":");
        buffer_quote(out, look->value[i].text);
        if (look->value[i].ink) {
            buffer_literal(out, ",\"ink\":");
            json_colour(out, look->value[i].ink);
        }
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* A sign's own meaning is told once, with what the system declares. */
static void add_badges(Buffer *out, const Showing *showing, const Look *look)
{
    bool first = true;
    buffer_literal(out, ",\"badges\":[");
    for (int i = 0; i < look->badges; i++) {
        const Badge *badge = &look->badge[i];
        json_comma(out, &first);
        buffer_literal(out, "{\"sign\":\"");
        buffer_text(out, showing->scenario->system->signs[badge->sign].name);
        buffer_char(out, '"');
        if (badge->level) {
            buffer_literal(out, ",\"level\":");
            buffer_number(out, badge->level);
        }
        if (badge->words.words) {
            buffer_literal(out, ",\"words\":");
            json_said(out, showing, &badge->words);
        }
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* What few counters have: a carrier, a back, a coloured field. */
static void add_rest(Buffer *out, const Look *look)
{
    if (look->group) {
        buffer_literal(out, ",\"group\":");
        buffer_number(out, look->group);
    }
    if (look->field) {
        buffer_literal(out, ",\"field\":");
        json_colour(out, look->field);
    }
    if (look->on != NO_PIECE) {
        buffer_literal(out, ",\"on\":");
        buffer_number(out, look->on);
    }
    if (look->reversed)
        buffer_literal(out, ",\"reversed\":true");
    if (look->reverse[0]) {
        buffer_literal(out, ",\"reverse\":");
        buffer_quote(out, look->reverse);
    }
}

static void add_what(Buffer *out, const Showing *showing, const Shown *shown)
{
    const Scenario *scenario = showing->scenario;
    const Look *look = &shown->look;
    if (shown->hex == NO_HEX)
        add_place(out, showing, look);
    buffer_literal(out, ",\"side\":");
    json_side(out, scenario, look->side);
    if (look->nation[0]) {
        buffer_literal(out, ",\"nation\":");
        json_translated(out, showing->tongue, look->nation);
    }
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, look->name);
    if (look->formation[0]) {
        buffer_literal(out, ",\"formation\":");
        json_translated(out, showing->tongue, look->formation);
    }
    buffer_literal(out, ",\"symbol\":");
    buffer_quote(out, look->symbol);
    buffer_literal(out, ",\"size\":");
    buffer_quote(out, look->size);
    add_values(out, look);
    buffer_literal(out, ",\"colour\":");
    json_colour(out, look->colour);
    buffer_literal(out, ",\"ink\":");
    json_colour(out, look->ink);
    buffer_literal(out, ",\"steps\":");
    buffer_number(out, look->steps);
    buffer_literal(out, ",\"full\":");
    buffer_number(out, look->full_steps);
    if (look->badges)
        add_badges(out, showing, look);
    add_rest(out, look);
    buffer_text(out, look->known ? ",\"known\":true}" : ",\"known\":false}");
}

/* Which counter it is, and where. */
static void add_where(Buffer *out, const Showing *showing, Piece piece, const Shown *shown)
{
    const Scenario *scenario = showing->scenario;
    const Look *look = &shown->look;
    buffer_literal(out, "{\"i\":");
    buffer_number(out, piece);
    buffer_literal(out, ",\"id\":");
    if (look->known && piece < scenario->pieces)
        buffer_quote(out, scenario->piece_id[piece]);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"hex\":");
    if (shown->hex != NO_HEX) {
        buffer_number(out, shown->hex);
        buffer_literal(out, ",\"z\":");
        buffer_number(out, shown->depth);
    } else {
        buffer_literal(out, "null");
    }
}

static void add_piece(Buffer *out, const Showing *showing, Piece piece, const Shown *shown)
{
    add_where(out, showing, piece, shown);
    add_what(out, showing, shown);
}

/* A number of each slot that stands for all that would be written of the counter. */
static void stamp(const Showing *showing, int slots, uint64_t *stamps, GroundStamp *ground)
{
    const Scenario *scenario = showing->scenario;
    const System *system = scenario->system;
    *ground = (GroundStamp){0};
    if (system->stamps) {
        system->stamps(scenario, showing->view, stamps, ground);
        ground->marks |= 1;
        ground->control |= 1;
        return;
    }
    for (int piece = 0; piece < slots; piece++) {
        Shown shown;
        memset(&shown, 0, sizeof shown);
        look_at(showing, (Piece)piece, &shown);
        stamps[piece] = quick_hash(&shown, sizeof shown);
    }
}

/* Whether the viewer is shown the counter at all: not an empty slot, nor an unknown one that is nowhere. */
static bool is_shown(const Scenario *scenario, Piece piece, const Shown *shown)
{
    return shown->look.side < scenario->sides &&
           (shown->hex != NO_HEX || (shown->look.known && piece < scenario->pieces));
}

static void add_gone(Buffer *out, const Piece *gone, int count)
{
    for (int i = 0; i < count; i++) {
        buffer_text(out, i ? "," : ",\"gone\":[");
        buffer_number(out, gone[i]);
    }
    if (count)
        buffer_char(out, ']');
}

/* Counters of which nothing but the place changed: number, hex and depth of each. */
typedef struct Placed {
    int count;
    uint16_t number[SLOTS_ROOM][3];
} Placed;

/* Stamps change with more than is shown: a counter that would be written as before is left out, unless it is new, and
 * one that only stands elsewhere is told by its place. */
static void tell_piece(Buffer *out, const Showing *showing, Piece piece, const Shown *shown, bool anew, ToldPiece *told,
                       Placed *placed, bool *first)
{
    size_t before = out->length;
    bool was_first = *first;
    json_comma(out, first);
    add_where(out, showing, piece, shown);
    size_t begin = out->length;
    add_what(out, showing, shown);
    uint32_t text = (uint32_t)quick_hash(out->bytes + begin, out->length - begin);
    bool same = !anew && text == told->text && (shown->hex == NO_HEX) == (told->hex == NO_HEX);
    if (same && (shown->hex != told->hex || shown->depth != told->depth)) {
        uint16_t *number = placed->number[placed->count++];
        number[0] = piece;
        number[1] = shown->hex;
        number[2] = shown->depth;
    }
    *told = (ToldPiece){text, shown->hex, shown->depth};
    if (!same)
        return;
    out->length = before;
    *first = was_first;
}

static void add_placed(Buffer *out, const Placed *placed)
{
    for (int i = 0; i < placed->count; i++)
        for (int j = 0; j < 3; j++) {
            buffer_text(out, i || j ? "," : ",\"placed\":[");
            buffer_number(out, placed->number[i][j]);
        }
    if (placed->count)
        buffer_char(out, ']');
}

void json_pieces(Buffer *out, const Showing *showing, Seen *seen, bool whole, GroundStamp *ground)
{
    const Scenario *scenario = showing->scenario;
    int slots = scenario->system->slots ? scenario->system->slots : scenario->pieces, gone_count = 0;
    uint64_t stamps[SLOTS_ROOM];
    Piece gone[SLOTS_ROOM];
    ROOM(Placed, placed);
    placed->count = 0;
    size_t before = out->length;
    bool first = true;
    if (slots > SLOTS_ROOM || !seen_room(seen, slots)) {
        out->failed = true;
        *ground = (GroundStamp){0};
        return;
    }
    stamp(showing, slots, stamps, ground);
    buffer_literal(out, ",\"pieces\":[");
    for (int piece = 0; piece < slots; piece++) {
        uint64_t now = stamps[piece] & ~(uint64_t)1, *then = &seen->piece[piece];
        if (!whole && !seen->other && (*then & ~(uint64_t)1) == now)
            continue;
        bool was_shown = *then & 1;
        Shown shown;
        bool show = false;
        if (stamps[piece]) {
            look_at(showing, (Piece)piece, &shown);
            show = is_shown(scenario, (Piece)piece, &shown);
        }
        *then = now | show;
        if (show) {
            tell_piece(out, showing, (Piece)piece, &shown, whole || !was_shown, &seen->told[piece], placed, &first);
        } else if (was_shown && !whole) {
            gone[gone_count++] = (Piece)piece;
        }
    }
    buffer_char(out, ']');
    if (first && !whole)
        out->length = before;
    add_placed(out, placed);
    add_gone(out, gone, gone_count);
}

/* ---- one stack in full ---- */

void json_stack(Buffer *out, const Showing *showing, Hex hex)
{
    const Scenario *scenario = showing->scenario;
    const Map *map = scenario->map;
    Piece stack[STACK_ROOM];
    char number[HEX_TEXT];
    bool first = true;
    int count = scenario->system->stack(scenario, showing->view, hex, stack, STACK_ROOM);
    buffer_literal(out, "\"hex\":");
    buffer_number(out, hex);
    buffer_literal(out, ",\"number\":");
    buffer_quote(out, hex_print(&map->grid, hex, number));
    buffer_literal(out, ",\"terrain\":[");
    for (int i = 0; map->schema->terrain[i]; i++)
        if (map->terrain[hex] >> i & 1) {
            json_comma(out, &first);
            json_translated(out, showing->tongue, map->schema->terrain[i]);
        }
    buffer_literal(out, "],\"place\":");
    if (map->place[hex] >= 0)
        buffer_quote(out, map->place_list[map->place[hex]].name);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"control\":");
    json_side(out, scenario, scenario->system->control(scenario, showing->view, hex));
    buffer_literal(out, ",\"pieces\":[");
    for (int i = 0; i < count; i++) {
        Shown shown;
        look_at(showing, stack[i], &shown);
        if (i)
            buffer_char(out, ',');
        add_piece(out, showing, stack[i], &shown);
    }
    buffer_char(out, ']');
}
