/* names.c — names of accounts: letters of one script, nothing hidden, and none that looks like another's.
 *
 * The likeness of a name is what stays of it when look-alikes are taken for each other, after the idea of Unicode's
 * skeletons (UTS 39), for the scripts that names may be written in: case and diacritics are dropped, separators too,
 * Greek and Cyrillic letters that look like Latin ones become these, l is i and 1, o is 0, rn is m, vv is w, cl is d.
 * A Greek capital may look like another letter than the small one does: so a name has two likenesses, as it is written
 * and in small letters. No two accounts have one likeness. */
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

/* Each as it is written: first those whose small letter looks different. */
static const struct {
    uint32_t letter;
    const char *like;
} looks_like[] = {
    {0x396, "z"}, {0x397, "h"}, {0x389, "h"},  {0x39D, "n"},  {0x3A5, "y"},  {0x38E, "y"},  {0x3AB, "y"}, {0xC6, "ae"},
    {0xE6, "ae"}, {0xDF, "ss"}, {0x132, "ij"}, {0x133, "ij"}, {0x152, "oe"}, {0x153, "oe"}, {0x430, "a"}, {0x435, "e"},
    {0x450, "e"}, {0x451, "e"}, {0x456, "i"},  {0x457, "i"},  {0x458, "j"},  {0x43A, "k"},  {0x45C, "k"}, {0x43C, "m"},
    {0x43D, "h"}, {0x45B, "h"}, {0x452, "h"},  {0x43E, "o"},  {0x440, "p"},  {0x441, "c"},  {0x442, "t"}, {0x443, "y"},
    {0x45E, "y"}, {0x445, "x"}, {0x455, "s"},  {0x432, "b"},  {0x44C, "b"},  {0x431, "6"},  {0x433, "r"}, {0x453, "r"},
    {0x491, "r"}, {0x437, "3"}, {0x447, "4"},  {0x44B, "bl"}, {0x44E, "lo"}, {0x454, "e"},  {0x3B1, "a"}, {0x3AC, "a"},
    {0x3B5, "e"}, {0x3AD, "e"}, {0x3B9, "i"},  {0x3AF, "i"},  {0x3CA, "i"},  {0x390, "i"},  {0x3BA, "k"}, {0x3BD, "v"},
    {0x3BF, "o"}, {0x3CC, "o"}, {0x3C3, "o"},  {0x3C2, "o"},  {0x3C1, "p"},  {0x3C4, "t"},  {0x3C5, "u"}, {0x3CD, "u"},
    {0x3CB, "u"}, {0x3B0, "u"}, {0x3C7, "x"},  {0x3B7, "n"},  {0x3AE, "n"},  {0x3B2, "b"},  {0x3BC, "m"}, {0x3B3, "y"},
    {0x3C9, "w"}, {0x3CE, "w"}, {0x1A1, "o"},  {0x1B0, "u"},  {0x219, "s"},  {0x21B, "t"}};

/* Letters without a Latin look-alike that look like each other: small and large kana, kana and Han, forms of Hebrew and
 * Arabic letters, vowels with and without their marks. */
static const struct {
    uint32_t letter, like;
} same_looks[] = {
    {0x30AB, 0x529B}, {0x30ED, 0x53E3}, {0x30A8, 0x5DE5}, {0x30BF, 0x5915}, {0x30C8, 0x535C}, {0x30CB, 0x4E8C},
    {0x30CF, 0x516B}, {0x30DF, 0x4E09}, {0x30C1, 0x5343}, {0x30AA, 0x624D}, {0x30A4, 0x4EBB}, {0x30CE, 0x4E3F},
    {0x30E1, 0x4E42}, {0x30E0, 0x53B6}, {0x30E8, 0x5F50}, {0x30D8, 0x3078}, {0x30D9, 0x3079}, {0x30DA, 0x307A},
    {0x30EA, 0x308A}, {0x672B, 0x672A}, {0x58EB, 0x571F}, {0x66F0, 0x65E5}, {0x5DF2, 0x5DF1}, {0x5DF3, 0x5DF1},
    {0x30A1, 0x30A2}, {0x30A3, 0x4EBB}, {0x30A5, 0x30A6}, {0x30A7, 0x5DE5}, {0x30A9, 0x624D}, {0x30C3, 0x30C4},
    {0x30E3, 0x30E4}, {0x30E5, 0x30E6}, {0x30E7, 0x5F50}, {0x30EE, 0x30EF}, {0x30F5, 0x529B}, {0x30F6, 0x30B1},
    {0x3041, 0x3042}, {0x3043, 0x3044}, {0x3045, 0x3046}, {0x3047, 0x3048}, {0x3049, 0x304A}, {0x3063, 0x3064},
    {0x3083, 0x3084}, {0x3085, 0x3086}, {0x3087, 0x3088}, {0x308E, 0x308F}, {0x3095, 0x304B}, {0x3096, 0x3051},
    {0x5DD, 0x5E1},   {0x5DF, 0x5D5},   {0x622, 0x627},   {0x623, 0x627},   {0x625, 0x627},   {0x649, 0x64A},
    {0x626, 0x64A},   {0x629, 0x647},   {0x624, 0x648},   {0x439, 0x438},   {0x45D, 0x438}};

static uint32_t small_letter(uint32_t letter)
{
    if (letter < 0x80)
        return (uint32_t)tolower((int)letter);
    if (letter == 0x386)
        return 0x3AC;
    if (letter >= 0x388 && letter <= 0x38A)
        return letter + 0x25;
    if (letter >= 0x38E && letter <= 0x38F)
        return letter + 0x3F;
    if (letter == 0x38C)
        return 0x3CC;
    if ((letter >= 0x391 && letter <= 0x3AB) || (letter >= 0x410 && letter <= 0x42F))
        return letter + 0x20;
    if (letter >= 0x400 && letter <= 0x40F)
        return letter + 0x50;
    if (letter == 0x1A0 || letter == 0x1AF || letter == 0x218 || letter == 0x21A || letter == 0x490)
        return letter + 1;
    return letter >= 0x1EA0 && letter <= 0x1EF9 ? letter | 1 : letter;
}

/* Of a Vietnamese one with its marks, from U+1EA0 on. */
static char vietnamese(uint32_t letter)
{
    return letter < 0x1EB8   ? 'a'
           : letter < 0x1EC8 ? 'e'
           : letter < 0x1ECC ? 'l'
           : letter < 0x1EE4 ? 'o'
           : letter < 0x1EF2 ? 'u'
                             : 'y';
}

static const char *latin_like(uint32_t letter)
{
    for (size_t i = 0; i < sizeof looks_like / sizeof *looks_like; i++)
        if (looks_like[i].letter == letter)
            return looks_like[i].like;
    return NULL;
}

/* Letters that it looks like: Latin ones, or its own number. */
static void alike(uint32_t letter, char out[8])
{
    const char *like = latin_like(letter);
    if (!like)
        like = latin_like(letter = small_letter(letter));
    for (size_t i = 0; i < sizeof same_looks / sizeof *same_looks; i++)
        if (same_looks[i].letter == letter) {
            letter = same_looks[i].like;
            break;
        }
    if (letter >= 0xC0 && letter <= 0xFF)
        letter = (uint32_t)latin_1[letter - 0xC0];
    else if (letter >= 0x100 && letter <= 0x17F)
        letter = (uint32_t)latin_a[letter - 0x100];
    else if (letter >= 0x1EA0 && letter <= 0x1EF9)
        letter = (uint32_t)vietnamese(letter);
    if (like)
        snprintf(out, 8, "%s", like);
    else
        snprintf(out, 8, letter < 0x80 ? "%c" : "%x,", letter);
    for (char *at = out; *at && (like || letter < 0x80); at++)
        *at = *at == '1' || *at == 'i' ? 'l' : *at == '0' ? 'o' : *at;
}

/* One more letter; two that together look like one become that. */
static void add_letter(char *out, size_t *length, char letter)
{
    static const struct {
        char pair[3], like;
    } pairs[] = {{"rn", 'm'}, {"vv", 'w'}, {"cl", 'd'}};
    for (size_t i = 0; *length && i < sizeof pairs / sizeof *pairs; i++)
        if (letter == pairs[i].pair[1] && out[*length - 1] == pairs[i].pair[0]) {
            out[*length - 1] = pairs[i].like;
            return;
        }
    out[(*length)++] = letter;
}

static void make_likeness(const char *name, bool small, char out[NAME_LIKENESS])
{
    const unsigned char *at = (const unsigned char *)name;
    size_t length = 0;
    char like[8];
    for (uint32_t letter; (letter = next_letter(&at)) && length + sizeof like < NAME_LIKENESS;) {
        if (letter == ' ' || letter == '-' || letter == '_' || letter == '.')
            continue;
        alike(small ? small_letter(letter) : letter, like);
        for (const char *part = like; *part; part++)
            add_letter(out, &length, *part);
    }
    out[length] = '\0';
}

void name_likeness(const char *name, char out[NAME_LIKENESS]) { make_likeness(name, false, out); }
void name_small_likeness(const char *name, char out[NAME_LIKENESS]) { make_likeness(name, true, out); }

static bool looks_the_same(const char *name, const char *other)
{
    char one[NAME_LIKENESS], two[NAME_LIKENESS], small[NAME_LIKENESS];
    name_likeness(name, one);
    name_small_likeness(name, small);
    name_likeness(other, two);
    return !strcmp(one, two) || !strcmp(small, two);
}

/* Whether a word of the name, without the number behind it, is a title of the people who run a server. */
static bool names_authority(const char *name)
{
    static const char *const words[] = {"admin",      "admins",   "administrator", "moderator",
                                        "moderators", "operator", "sandtable"};
    char word[USER_NAME];
    for (const char *at = name; *at;) {
        size_t length = strcspn(at, " -_."), rest = length;
        while (rest && at[rest - 1] >= '0' && at[rest - 1] <= '9')
            rest--;
        snprintf(word, sizeof word, "%.*s", (int)rest, at);
        for (size_t i = 0; rest && i < sizeof words / sizeof *words; i++)
            if (looks_the_same(word, words[i]))
                return true;
        at += length + (at[length] != '\0');
    }
    return false;
}

/* Written as one word, too. */
static bool contains_authority(const char *name)
{
    static const char *const words[] = {"administrator", "moderator", "sandtable"};
    char likeness[NAME_LIKENESS], other[NAME_LIKENESS];
    name_likeness(name, likeness);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        name_likeness(words[i], other);
        if (strstr(likeness, other))
            return true;
    }
    return false;
}

/* Names of the machine, of guests and of the people who run a server. */
static bool is_reserved(const char *name)
{
    static const char *const reserved[] = {"server", "system", "machine", "computer", "spectator", "host"};
    char likeness[NAME_LIKENESS], other[NAME_LIKENESS];
    name_likeness(name, likeness);
    name_likeness("guest", other);
    if (!strncmp(likeness, other, strlen(other)))
        return true;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (looks_the_same(name, reserved[i]))
            return true;
    for (int i = 0; players[i]; i++)
        if (looks_the_same(name, players[i]->name))
            return true;
    return names_authority(name) || contains_authority(name);
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
