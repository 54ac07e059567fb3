/* names.c — names of accounts: letters of one script, nothing hidden, and none that looks like another's.
 *
 * The likeness of a name is what stays of it when look-alikes are taken for each other, after the idea of Unicode's
 * skeletons (UTS 39), for the scripts that names may be written in: case and diacritics are dropped, separators too,
 * Greek and Cyrillic letters that look like Latin ones become these, l is i and 1, o is 0, rn is m and vv is w. No two
 * accounts have one likeness. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "server/own.h"

enum { NAME_LEAST = 2, NAME_MOST = 32 };

typedef enum Script { NO_SCRIPT, LATIN, GREEK, CYRILLIC, HEBREW, ARABIC, EASTERN } Script;

static const struct {
    uint32_t first, last;
    Script script;
} letters[] = {
    {'A', 'Z', LATIN},         {'a', 'z', LATIN},         {0xC0, 0xD6, LATIN},      {0xD8, 0xF6, LATIN},
    {0xF8, 0x17F, LATIN},      {0x1A0, 0x1A1, LATIN},     {0x1AF, 0x1B0, LATIN},    {0x218, 0x21B, LATIN},
    {0x1EA0, 0x1EF9, LATIN},   {0x386, 0x386, GREEK},     {0x388, 0x38A, GREEK},    {0x38C, 0x38C, GREEK},
    {0x38E, 0x3A1, GREEK},     {0x3A3, 0x3CE, GREEK},     {0x400, 0x45F, CYRILLIC}, {0x490, 0x491, CYRILLIC},
    {0x5D0, 0x5EA, HEBREW},    {0x621, 0x63A, ARABIC},    {0x641, 0x64A, ARABIC},   {0x3041, 0x3096, EASTERN},
    {0x30A1, 0x30FA, EASTERN}, {0x4E00, 0x9FFF, EASTERN}, {0xAC00, 0xD7A3, EASTERN}};

static Script script_of(uint32_t letter)
{
    for (size_t i = 0; i < sizeof letters / sizeof *letters; i++)
        if (letter >= letters[i].first && letter <= letters[i].last)
            return letters[i].script;
    return NO_SCRIPT;
}

/* The next character of UTF-8; 0 at the end, or where it is malformed. */
static uint32_t next_letter(const unsigned char **at)
{
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    const unsigned char *text = *at;
    int size = text[0] < 0x80 ? 1 : text[0] >> 5 == 6 ? 2 : text[0] >> 4 == 14 ? 3 : text[0] >> 3 == 30 ? 4 : 0;
    uint32_t letter = size == 1 ? text[0] : size ? text[0] & (0x7Fu >> size) : 0;
    for (int i = 1; i < size; i++) {
        if (text[i] >> 6 != 2)
            return 0;
        letter = letter << 6 | (text[i] & 0x3F);
    }
    *at += size;
    return size && letter >= least[size] ? letter : 0;
}

/* ---- likeness ---- */

/* From U+00C0 and from U+0100 on. */
static const char latin_1[] = "aaaaaaaceeeeiiiidnooooo.ouuuuypsaaaaaaaceeeeiiiidnooooo.ouuuuypy";
static const char latin_a[] =
    "aaaaaaccccccccddddeeeeeeeeeegggggggghhhhiiiiiiiiiiiijjkkkllllllllllnnnnnnnnnoooooooorrrrrr"
    "ssssssssttttttuuuuuuuuuuuuwwyyyzzzzzzs";

static const struct {
    uint32_t letter;
    char like;
} looks_like[] = {{0x430, 'a'}, {0x435, 'e'}, {0x451, 'e'}, {0x456, 'i'}, {0x457, 'i'}, {0x458, 'j'}, {0x43A, 'k'},
                  {0x43C, 'm'}, {0x43D, 'h'}, {0x43E, 'o'}, {0x440, 'p'}, {0x441, 'c'}, {0x442, 't'}, {0x443, 'y'},
                  {0x445, 'x'}, {0x455, 's'}, {0x432, 'b'}, {0x3B1, 'a'}, {0x3AC, 'a'}, {0x3B5, 'e'}, {0x3AD, 'e'},
                  {0x3B9, 'i'}, {0x3AF, 'i'}, {0x3BA, 'k'}, {0x3BD, 'v'}, {0x3BF, 'o'}, {0x3CC, 'o'}, {0x3C1, 'p'},
                  {0x3C4, 't'}, {0x3C5, 'u'}, {0x3CD, 'u'}, {0x3C7, 'x'}, {0x3B7, 'n'}, {0x3AE, 'n'}, {0x3B2, 'b'},
                  {0x3BC, 'm'}, {0x1A1, 'o'}, {0x1B0, 'u'}, {0x219, 's'}, {0x21B, 't'}};

static uint32_t small_letter(uint32_t letter)
{
    if (letter < 0x80)
        return (uint32_t)tolower((int)letter);
    if ((letter >= 0x391 && letter <= 0x3A9) || (letter >= 0x410 && letter <= 0x42F))
        return letter + 0x20;
    if (letter >= 0x400 && letter <= 0x40F)
        return letter + 0x50;
    if (letter == 0x1A0 || letter == 0x1AF || letter == 0x218 || letter == 0x21A || letter == 0x490)
        return letter + 1;
    return letter >= 0x1EA0 && letter <= 0x1EF9 ? letter | 1 : letter;
}

/* As a letter that it looks like, or itself. */
static uint32_t alike(uint32_t letter)
{
    letter = small_letter(letter);
    if (letter >= 0xC0 && letter <= 0xFF)
        letter = (uint32_t)latin_1[letter - 0xC0];
    else if (letter >= 0x100 && letter <= 0x17F)
        letter = (uint32_t)latin_a[letter - 0x100];
    for (size_t i = 0; i < sizeof looks_like / sizeof *looks_like; i++)
        if (looks_like[i].letter == letter)
            letter = (uint32_t)looks_like[i].like;
    return letter == '1' || letter == 'i' ? 'l' : letter == '0' ? 'o' : letter;
}

void name_likeness(const char *name, char out[NAME_LIKENESS])
{
    const unsigned char *at = (const unsigned char *)name;
    size_t length = 0;
    for (uint32_t letter; (letter = next_letter(&at)) && length + 8 < NAME_LIKENESS;) {
        letter = alike(letter);
        if (letter == ' ' || letter == '-' || letter == '_' || letter == '.')
            continue;
        char before = length ? out[length - 1] : '\0';
        if (letter == 'n' && before == 'r')
            out[length - 1] = 'm';
        else if (letter == 'v' && before == 'v')
            out[length - 1] = 'w';
        else if (letter < 0x80)
            out[length++] = (char)letter;
        else
            length += (size_t)snprintf(out + length, NAME_LIKENESS - length, "%x,", letter);
    }
    out[length] = '\0';
}

/* Names of the machine, of guests and of those who run a server. */
static bool is_reserved(const char *name)
{
    static const char *const reserved[] = {"admin",  "administrator", "moderator", "operator", "server",    "sandtable",
                                           "greedy", "random",        "search",    "system",   "spectator", "machine"};
    char likeness[NAME_LIKENESS], other[NAME_LIKENESS];
    name_likeness(name, likeness);
    name_likeness("guest", other);
    if (!strncmp(likeness, other, strlen(other)))
        return true;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++) {
        name_likeness(reserved[i], other);
        if (!strcmp(likeness, other))
            return true;
    }
    return false;
}

bool name_is_good(const char *name, char why[200])
{
    const unsigned char *at = (const unsigned char *)name;
    size_t length = strlen(name);
    Script script = NO_SCRIPT;
    bool separated = true; /* none at the beginning, none behind another */
    snprintf(why, 200, SAID("server.name-2-32-letters-digits"));
    if (length < NAME_LEAST || length > NAME_MOST)
        return false;
    while (*at) {
        uint32_t letter = next_letter(&at);
        Script own = script_of(letter);
        bool separator = letter == ' ' || letter == '-' || letter == '_' || letter == '.';
        if ((separator && separated) || (!separator && !own && !(letter >= '0' && letter <= '9')))
            return false;
        if (own && script && own != script) {
            snprintf(why, 200, SAID("server.name-one-script"));
            return false;
        }
        script = own ? own : script;
        separated = separator;
    }
    if (separated)
        return false;
    if (is_reserved(name))
        snprintf(why, 200, SAID("server.name-reserved"));
    return !is_reserved(name);
}
