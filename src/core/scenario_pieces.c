/* scenario_pieces.c — counters found by the names that people type, and the hash of a position. */
#include "core/hash.h"
#include "core/system.h"

#include <stdlib.h>
#include <string.h>

#include "core/journal.h"

/* ---- counters by name ---- */

static uint32_t id_hash(const char *text, size_t length)
{
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 16777619u;
    return hash ^ hash >> 15;
}

/* The slot that holds the id, or the free one where it would go. */
static uint16_t *id_slot(const Scenario *scenario, const char *text, size_t length)
{
    uint32_t at = id_hash(text, length) & scenario->piece_hash_mask;
    for (;; at = (at + 1) & scenario->piece_hash_mask) {
        uint16_t *slot = &scenario->piece_hash[at];
        if (*slot == NO_PIECE)
            return slot;
        const char *id = scenario->piece_id[*slot];
        if (strlen(id) == length && !memcmp(id, text, length))
            return slot;
    }
}

/* Ids have half as many rooms as the hash has slots. */
static bool make_room(Scenario *scenario, Piece piece)
{
    uint32_t rooms = scenario->piece_hash ? (scenario->piece_hash_mask + 1) / 2 : 0;
    if (piece < rooms)
        return true;
    uint32_t more = rooms ? rooms : 256;
    while (more <= piece)
        more *= 2;
    char(*ids)[PIECE_TEXT] = calloc(more, PIECE_TEXT);
    uint16_t *slots = malloc(2 * more * sizeof *slots);
    if (!ids || !slots) {
        free(ids);
        free(slots);
        return false;
    }
    if (rooms)
        memcpy(ids, scenario->piece_id, rooms * PIECE_TEXT);
    free(scenario->piece_id);
    free(scenario->piece_hash);
    memset(slots, 0xFF, 2 * more * sizeof *slots); /* NO_PIECE */
    scenario->piece_id = ids;
    scenario->piece_hash = slots;
    scenario->piece_hash_mask = 2 * more - 1;
    for (uint32_t i = 0; i < rooms; i++)
        if (ids[i][0])
            *id_slot(scenario, ids[i], strlen(ids[i])) = (uint16_t)i;
    return true;
}

/* A letter, then letters, digits and . _ / + -: never mistaken for a hex or a number in an order. */
static bool id_well_formed(const char *id, size_t length)
{
    if (length == 0 || length >= PIECE_TEXT)
        return false;
    for (size_t i = 0; i < length; i++) {
        char c = id[i];
        bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        bool other = (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '/' || c == '+' || c == '-';
        if (!letter && (i == 0 || !other))
            return false;
    }
    return true;
}

bool scenario_name_piece(Scenario *scenario, Piece piece, const char *id)
{
    size_t length = strlen(id);
    if (piece == NO_PIECE || !id_well_formed(id, length) || !make_room(scenario, piece) || scenario->piece_id[piece][0])
        return false;
    uint16_t *slot = id_slot(scenario, id, length);
    if (*slot != NO_PIECE)
        return false;
    *slot = piece;
    memcpy(scenario->piece_id[piece], id, length + 1);
    if (scenario->pieces <= piece)
        scenario->pieces = piece + 1;
    return true;
}

Piece piece_named(const Scenario *scenario, const char *text, size_t length)
{
    if (!scenario->piece_hash || length == 0 || length >= PIECE_TEXT)
        return NO_PIECE;
    return *id_slot(scenario, text, length);
}

/* ---- hash of a position ---- */

static uint64_t turned(uint64_t word, int bits) { return word << bits | word >> (64 - bits); }

static uint64_t mixed(uint64_t lane, uint64_t word)
{
    return turned(lane + word * 0xC2B2AE3D27D4EB4Full, 31) * 0x9E3779B185EBCA87ull;
}

/* Four lanes of 64 bits over the flat block, in the manner of xxHash. Words are read as they lie in memory;
 * all machines we build for have the low byte first, which the assertion holds us to. */
uint64_t position_hash(const Scenario *scenario, const Position *position)
{
    _Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "the hash reads words low byte first");
    const char *at = (const char *)position;
    size_t left = scenario->system->position_size;
    uint64_t lane[4] = {1, 2, 3, 4}, word[4];
    for (; left >= sizeof word; left -= sizeof word, at += sizeof word) {
        memcpy(word, at, sizeof word);
        for (int i = 0; i < 4; i++)
            lane[i] = mixed(lane[i], word[i]);
    }
    memset(word, 0, sizeof word);
    memcpy(word, at, left);
    uint64_t hash = scenario->system->position_size;
    for (int i = 0; i < 4; i++)
        hash = mixed(hash ^ mixed(lane[i], word[i]), hash);
    hash = (hash ^ hash >> 33) * 0xC2B2AE3D27D4EB4Full;
    hash = (hash ^ hash >> 29) * 0x165667B19E3779F9ull;
    return hash ^ hash >> 32;
}

/* A sum, so that it does not matter how many other counters there are or how they are numbered. */
uint64_t position_places(const Scenario *scenario, const Position *position)
{
    const System *system = scenario->system;
    const Frame *asked = question(position);
    uint64_t sum = position->turn;
    if (asked && !position->over) {
        const char *name = system->questions[asked->kind].name;
        sum += mixed(asked->side, hash_bytes(0, name, strlen(name)));
    }
    for (int piece = 0; piece < scenario->pieces; piece++) {
        Hex hex = system->where(scenario, position, (Piece)piece);
        const char *id = scenario->piece_id[piece];
        if (hex != NO_HEX)
            sum += mixed(hex, hash_bytes(0, id, strlen(id)));
    }
    return mixed(sum, 1);
}
