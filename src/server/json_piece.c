/* json_piece.c — counters, stacks and what changed of them.
 *
 * A state of a few hundred counters is written in about a tenth of a millisecond, and after an order only what
 * changed: each counter is stamped, and written when its stamp is another than the one told last. */
#include <stdlib.h>

#include "server/json_own.h"

enum { STACK_ROOM = 64, SLOTS_ROOM = 0xFFFF };

void seen_free(Seen *seen)
{
    free(seen->piece);
    *seen = (Seen){0};
}

/* ---- counters ---- */

/* A counter and where it is: all that its JSON is made of, so that equal hashes are equal text. */
typedef struct Shown {
    Look look;
    Hex hex;
    uint16_t depth;
} Shown;

static const char *const star_letters = "BWYU"; /* black, white, yellow, blue */

static void add_place(Buffer *out, const Showing *showing, const Look *look)
{
    Sentence elsewhere = sentence(0, look->steps ? "off the map" : "out of the game");
    json_said(out, showing, look->place.words ? &look->place : &elsewhere);
}

/* `marks` are the English words, by which a state is also drawn; `states` is what is read in another language. */
static void add_states(Buffer *out, const Showing *showing, const Look *look)
{
    Showing english = *showing;
    english.tongue = NULL;
    for (int pass = 0; pass < (showing->tongue ? 2 : 1); pass++) {
        bool first = true;
        buffer_text(out, pass ? ",\"states\":[" : ",\"marks\":[");
        for (int i = 0; i < look->marks; i++) {
            json_comma(out, &first);
            json_said(out, pass ? showing : &english, &look->mark[i]);
        }
        buffer_char(out, ']');
    }
}

static void add_piece(Buffer *out, const Showing *showing, Piece piece, const Shown *shown)
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
        buffer_literal(out, "null,\"place\":");
        add_place(out, showing, look);
    }
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
        buffer_quote(out, look->formation);
    }
    buffer_literal(out, ",\"symbol\":");
    buffer_quote(out, look->symbol);
    buffer_literal(out, ",\"size\":");
    buffer_quote(out, look->size);
    buffer_literal(out, ",\"values\":");
    buffer_quote(out, look->values);
    buffer_literal(out, ",\"colour\":");
    json_colour(out, look->colour);
    buffer_literal(out, ",\"ink\":");
    json_colour(out, look->ink);
    buffer_literal(out, ",\"steps\":");
    buffer_number(out, look->steps);
    buffer_literal(out, ",\"full\":");
    buffer_number(out, look->full_steps);
    if (look->stars) {
        buffer_literal(out, ",\"stars\":\"");
        for (int i = 0; i < 4; i++)
            if (look->stars >> i & 1)
                buffer_char(out, star_letters[i]);
        buffer_char(out, '"');
    }
    if (look->marks)
        add_states(out, showing, look);
    buffer_text(out, look->known ? ",\"known\":true}" : ",\"known\":false}");
}

/* Writes the counter if it is another than the one seen; marks it as met. */
typedef struct Pass {
    Buffer *out;
    const Showing *showing;
    Seen *seen;
    uint64_t *met; /* a bit a slot */
    bool whole, first;
} Pass;

static bool seen_room(Seen *seen, int piece)
{
    if (piece < seen->pieces)
        return true;
    int room = seen->pieces ? seen->pieces : 256;
    while (room <= piece)
        room *= 2;
    uint64_t *hashes = realloc(seen->piece, (size_t)room * sizeof *hashes);
    if (!hashes)
        return false;
    memset(hashes + seen->pieces, 0, (size_t)(room - seen->pieces) * sizeof *hashes);
    seen->piece = hashes;
    seen->pieces = room;
    return true;
}

/* The number that stands for all that would be written of the counter, its lowest bit left free: it says whether the
 * counter was shown. */
static uint64_t hash_of(const Showing *showing, Piece piece, Hex hex, int depth, const Shown *shown)
{
    const System *system = showing->scenario->system;
    if (!system->stamp)
        return quick_hash(shown, sizeof *shown) & ~(uint64_t)1;
    uint64_t parts[2] = {system->stamp(showing->scenario, showing->view, piece), (uint64_t)hex << 16 | (unsigned)depth};
    return quick_hash(parts, sizeof parts) & ~(uint64_t)1;
}

static void meet(Pass *pass, Piece piece) { pass->met[piece >> 6] |= (uint64_t)1 << (piece & 63); }

static void show_piece(Pass *pass, Piece piece, Hex hex, int depth)
{
    const Scenario *scenario = pass->showing->scenario;
    bool stamped = scenario->system->stamp;
    Shown shown;
    if (!seen_room(pass->seen, piece))
        return;
    uint64_t *seen = &pass->seen->piece[piece], hash = stamped ? hash_of(pass->showing, piece, hex, depth, NULL) : 0;
    if (stamped && !pass->whole && (*seen | 1) == (hash | 1)) {
        if (*seen & 1)
            meet(pass, piece);
        return;
    }
    memset(&shown, 0, sizeof shown);
    scenario->system->look(scenario, pass->showing->view, piece, &shown.look);
    shown.hex = hex;
    shown.depth = (uint16_t)depth;
    if (!stamped)
        hash = hash_of(pass->showing, piece, hex, depth, &shown);
    if (shown.look.side >= scenario->sides || (hex == NO_HEX && !shown.look.known)) {
        if (!(*seen & 1)) /* else it is still to be told that it is gone */
            *seen = hash;
        return;
    }
    meet(pass, piece);
    if (!pass->whole && *seen == (hash | 1))
        return;
    *seen = hash | 1;
    if (!pass->first)
        buffer_char(pass->out, ',');
    pass->first = false;
    add_piece(pass->out, pass->showing, piece, &shown);
}

static void show_stack(Pass *pass, Hex hex)
{
    const Scenario *scenario = pass->showing->scenario;
    Piece stack[STACK_ROOM];
    int count = scenario->system->stack(scenario, pass->showing->view, hex, stack, STACK_ROOM);
    for (int i = 0; i < count; i++)
        show_piece(pass, stack[i], hex, i);
}

/* Hexes that hold something, found by asking the counters instead of the hexes where the system has few of them. */
static void show_stacks(Pass *pass)
{
    const Scenario *scenario = pass->showing->scenario;
    const System *system = scenario->system;
    uint64_t held[HEXES_MAX / 64] = {0};
    for (int piece = 0; piece < system->slots; piece++) {
        Hex hex = system->where(scenario, pass->showing->view, (Piece)piece);
        if (hex < HEXES_MAX)
            held[hex >> 6] |= (uint64_t)1 << (hex & 63);
    }
    for (int word = 0; word * 64 < scenario->map->hexes; word++) {
        uint64_t bits = system->slots ? held[word] : ~(uint64_t)0;
        for (; bits; bits &= bits - 1) {
            int hex = word * 64 + __builtin_ctzll(bits);
            if (hex < scenario->map->hexes)
                show_stack(pass, (Hex)hex);
        }
    }
}

static void show_pieces(Pass *pass)
{
    const Scenario *scenario = pass->showing->scenario;
    show_stacks(pass);
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (scenario->system->where(scenario, pass->showing->view, (Piece)piece) == NO_HEX)
            show_piece(pass, (Piece)piece, NO_HEX, 0);
}

/* Those that were seen and are no longer there. */
static void show_gone(Pass *pass)
{
    bool first = true;
    for (int piece = 0; piece < pass->seen->pieces; piece++) {
        if (!(pass->seen->piece[piece] & 1) || pass->met[piece >> 6] >> (piece & 63) & 1)
            continue;
        pass->seen->piece[piece] = 0;
        if (pass->whole)
            continue;
        buffer_text(pass->out, first ? ",\"gone\":[" : ",");
        buffer_number(pass->out, piece);
        first = false;
    }
    if (!first)
        buffer_char(pass->out, ']');
}

void json_pieces(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    static _Thread_local uint64_t met[(SLOTS_ROOM + 1) / 64];
    memset(met, 0, (size_t)((seen->pieces > 4096 ? SLOTS_ROOM : 4096) / 64 + 1) * sizeof *met);
    Pass pass = {out, showing, seen, met, whole, true};
    size_t before = out->length;
    buffer_literal(out, ",\"pieces\":[");
    show_pieces(&pass);
    buffer_char(out, ']');
    if (pass.first && !whole)
        out->length = before;
    show_gone(&pass);
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
        memset(&shown, 0, sizeof shown);
        scenario->system->look(scenario, showing->view, stack[i], &shown.look);
        shown.hex = hex;
        shown.depth = (uint16_t)i;
        if (i)
            buffer_char(out, ',');
        add_piece(out, showing, stack[i], &shown);
    }
    buffer_char(out, ']');
}
