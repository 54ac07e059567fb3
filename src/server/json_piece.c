/* json_piece.c — counters, stacks and what changed of them.
 *
 * A state of a few hundred counters is written in about a tenth of a millisecond, and after an order only what
 * changed: each counter is stamped, and written when its stamp differs from the one sent last. */
#include <stdlib.h>

#include "core/room.h"
#include "server/json_own.h"

enum { STACK_ROOM = 64, SLOTS_ROOM = 4096, SLOTS_AT_ONCE = 32 };

void seen_free(Seen *seen)
{
    free(seen->piece);
    free(seen->sent);
    free(seen->sketch);
    *seen = (Seen){0};
}

bool seen_copy(Seen *seen, const Seen *from)
{
    Seen copy = *from;
    copy.piece = malloc((size_t)(from->pieces + 1) * sizeof *copy.piece);
    copy.sent = malloc((size_t)(from->pieces + 1) * sizeof *copy.sent);
    copy.sketch = malloc((size_t)(from->sketches + 1) * sizeof *copy.sketch);
    if (!copy.piece || !copy.sent || !copy.sketch) {
        seen_free(&copy);
        return false;
    }
    if (from->pieces) {
        memcpy(copy.piece, from->piece, (size_t)from->pieces * sizeof *copy.piece);
        memcpy(copy.sent, from->sent, (size_t)from->pieces * sizeof *copy.sent);
    }
    if (from->sketches)
        memcpy(copy.sketch, from->sketch, (size_t)from->sketches * sizeof *copy.sketch);
    copy.tellings = seen->tellings;
    copy.other = true;
    seen_free(seen);
    *seen = copy;
    return true;
}

/* Room for so many slots, and a few more. */
static bool seen_room(Seen *seen, int slots)
{
    if (slots <= seen->pieces)
        return true;
    slots += SLOTS_AT_ONCE;
    uint64_t *piece = realloc(seen->piece, (size_t)slots * sizeof *piece);
    if (piece)
        seen->piece = piece;
    SentPiece *sent = realloc(seen->sent, (size_t)slots * sizeof *sent);
    if (sent)
        seen->sent = sent;
    if (!piece || !sent)
        return false;
    memset(piece + seen->pieces, 0, (size_t)(slots - seen->pieces) * sizeof *piece);
    memset(sent + seen->pieces, 0, (size_t)(slots - seen->pieces) * sizeof *sent);
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

/* A sign's own meaning is sent once, with the system's declarations. */
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

/* Keys that few counters have: a carrier, a back, a coloured field. */
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
        json_translated(out, showing->translation, look->nation);
    }
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, look->name);
    if (look->formation[0]) {
        buffer_literal(out, ",\"formation\":");
        json_translated(out, showing->translation, look->formation);
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

/* The slots up to the last one that says something now or was told of: most views use few of those for anonymous
 * counters, and every table remembers what it was told for each. */
static int slots_told(const Seen *seen, const uint64_t *stamps, int slots)
{
    while (slots > 0 && !stamps[slots - 1] && (slots > seen->pieces || !seen->piece[slots - 1]))
        slots--;
    return slots;
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

/* Counters that changed only their place: number, hex and depth of each. */
typedef struct Placed {
    int count;
    uint16_t number[SLOTS_ROOM][3];
} Placed;

static bool names_counter(const Sentence *sentence)
{
    char letters[SAY_ARGS];
    if (!sentence->words)
        return false;
    sentence_holes(sentence, letters);
    return memchr(letters, 'p', sizeof letters);
}

/* Equal numbers are equal text. 0: a sentence names a counter, and its name depends on the view. */
static uint32_t look_stamp(const Look *look, bool off_map)
{
    uint64_t hash = hash_bytes(off_map, look, offsetof(Look, badge));
    bool names = off_map && names_counter(&look->place);
    for (int i = 0; i < look->badges; i++) {
        const Badge *badge = &look->badge[i];
        hash = hash_bytes(hash ^ badge->sign ^ (uint64_t)badge->level << 8, &badge->words, sizeof badge->words);
        names |= names_counter(&badge->words);
    }
    return names ? 0 : (uint32_t)hash | 1;
}

/* A counter that only changed its place is sent by its place, and one that did not even do that not at all. */
static void tell_place(Piece piece, const Shown *shown, const SentPiece *sent, Placed *placed)
{
    if (shown->hex == sent->hex && shown->depth == sent->depth)
        return;
    uint16_t *number = placed->number[placed->count++];
    number[0] = piece;
    number[1] = shown->hex;
    number[2] = shown->depth;
}

/* Stamps change with more than is shown: a counter that would be written as before is left out, unless it is new. */
static void tell_piece(Buffer *out, const Showing *showing, Piece piece, const Shown *shown, bool fresh,
                       SentPiece *sent, Placed *placed, bool *first)
{
    size_t before = out->length;
    bool was_first = *first, off_map = shown->hex == NO_HEX, stays = !fresh && off_map == (sent->hex == NO_HEX);
    uint32_t look = look_stamp(&shown->look, off_map), text = sent->text;
    bool same = stays && look && look == sent->look;
    if (!same) {
        json_comma(out, first);
        add_where(out, showing, piece, shown);
        size_t begin = out->length;
        add_what(out, showing, shown);
        text = (uint32_t)quick_hash(out->bytes + begin, out->length - begin);
        same = stays && text == sent->text;
    }
    if (same) {
        tell_place(piece, shown, sent, placed);
        out->length = before;
        *first = was_first;
    }
    *sent = (SentPiece){text, look, shown->hex, shown->depth};
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
    *ground = (GroundStamp){0};
    if (slots <= SLOTS_ROOM)
        stamp(showing, slots, stamps, ground);
    slots = slots <= SLOTS_ROOM ? slots_told(seen, stamps, slots) : slots;
    if (slots > SLOTS_ROOM || !seen_room(seen, slots)) {
        out->failed = true;
        *ground = (GroundStamp){0};
        return;
    }
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
            tell_piece(out, showing, (Piece)piece, &shown, whole || !was_shown, &seen->sent[piece], placed, &first);
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
            json_translated(out, showing->translation, map->schema->terrain[i]);
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
