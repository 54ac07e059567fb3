/* witness.c — chains of hashes, and the journal lines that record them. */
#include "core/witness.h"

#include <stdlib.h>
#include <string.h>

#include "core/journal_text.h"

static const struct {
    const char *word;
    WitnessKind kind;
} words[] = {{"chain", WITNESS_CHAIN},
             {"roll", WITNESS_ROLL},
             {"link", WITNESS_LINK},
             {"without", WITNESS_WITHOUT},
             {"dice", WITNESS_END}};

static WitnessKind take_kind(Text *line)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (text_take(line, words[i].word))
            return words[i].kind;
    return WITNESS_NONE;
}

bool witness_is(const char *line, size_t length) { return take_kind(&(Text){line, length}) != WITNESS_NONE; }

/* Takes a hash and the blank after it off the front. */
static bool take_hash(Text *line, uint8_t out[SHA256_BYTES])
{
    char digits[2 * SHA256_BYTES + 1];
    return text_word(line, digits, sizeof digits) && text_bytes((Text){digits, strlen(digits)}, out, SHA256_BYTES);
}

/* The whole rest of the line as a number of links. */
static bool read_links(Text line, uint32_t *out)
{
    char digits[8], *end;
    if (!text_word(&line, digits, sizeof digits) || line.length || digits[0] < '1' || digits[0] > '9')
        return false;
    *out = (uint32_t)strtoul(digits, &end, 10);
    return !*end && *out <= LINKS_MAX;
}

bool witness_read(const char *bytes, size_t length, WitnessLine *out)
{
    Text line = {bytes, length};
    memset(out, 0, sizeof *out);
    out->kind = take_kind(&line);
    if (out->kind == WITNESS_NONE)
        return true;
    if (out->kind == WITNESS_END)
        return text_take(&line, "server") && !line.length;
    if (!text_word(&line, out->side, sizeof out->side))
        return false;
    if (out->kind == WITNESS_ROLL) {
        out->order = line.at;
        out->order_length = line.length;
        return line.length > 0;
    }
    if (out->kind == WITNESS_WITHOUT)
        return !line.length;
    return take_hash(&line, out->hash) && (out->kind == WITNESS_LINK ? !line.length : read_links(line, &out->links));
}

void witness_bring(Witness *witness, const uint8_t anchor[SHA256_BYTES], uint32_t links)
{
    memcpy(witness->anchor, anchor, SHA256_BYTES);
    memcpy(witness->last, anchor, SHA256_BYTES);
    witness->links = links;
    witness->given = 0;
}

bool witness_fits(const Witness *witness, const uint8_t link[SHA256_BYTES])
{
    uint8_t hash[SHA256_BYTES];
    sha256(link, SHA256_BYTES, hash);
    return witness->given < witness->links && !memcmp(hash, witness->last, SHA256_BYTES);
}

void witness_give(Witness *witness, const uint8_t link[SHA256_BYTES])
{
    memcpy(witness->last, link, SHA256_BYTES);
    witness->given++;
}

void witness_note(uint8_t kept[SHA256_BYTES], uint32_t index, const uint8_t context[SHA256_BYTES])
{
    const uint8_t number[] = {(uint8_t)(index >> 24), (uint8_t)(index >> 16), (uint8_t)(index >> 8), (uint8_t)index};
    Sha256 sha;
    sha256_begin(&sha);
    sha256_add(&sha, kept, SHA256_BYTES);
    sha256_add(&sha, number, sizeof number);
    sha256_add(&sha, context, SHA256_BYTES);
    sha256_end(&sha, kept);
}
