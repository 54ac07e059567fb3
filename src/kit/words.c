/* words.c — parses a line that a person wrote, word by word. */
#include "kit/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define SHOWN 40 /* characters of a word that a mistake repeats */

static int shown(const Field *field) { return field->length < SHOWN ? (int)field->length : SHOWN; }

Words words_of(const Scenario *scenario, const LabLine *line)
{
    return (Words){.scenario = scenario, .script = line->script, .word = line->word, .count = line->count, .at = 1};
}

/* The place behind the last word. A quoted one ends behind its quote. */
static Field line_end(const Words *words)
{
    Field end = words->word[words->count - 1];
    for (uint32_t i = 0; i < end.length; i++)
        end.column += ((unsigned char)end.text[i] & 0xC0) != 0x80;
    end.text += end.length;
    end.length = 0;
    bool quoted = end.text < words->script->bytes + words->script->length && *end.text == '"';
    end.text += quoted;
    end.column += quoted;
    return end;
}

void words_wrong(Words *words, const Field *at, const char *format, ...)
{
    char text[240];
    Field end = line_end(words);
    va_list arguments;
    if (words->wrong)
        return;
    words->wrong = true;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    mistake(words->script, at ? at : &end, "%s", text);
}

bool words_more(const Words *words) { return !words->wrong && words->at < words->count; }

bool words_end(Words *words)
{
    if (words_more(words))
        words_wrong(words, &words->word[words->at], "the line should end before this");
    return !words->wrong;
}

const Field *words_next(const Words *words) { return words_more(words) ? &words->word[words->at] : NULL; }

bool words_next_is(const Words *words, const char *word)
{
    const Field *next = words_next(words);
    return next && field_is(next, word);
}

bool words_next_is_hex(const Words *words)
{
    const Field *next = words_next(words);
    Hex hex;
    return next && hex_parse(&words->scenario->map->grid, next->text, next->length, &hex);
}

bool words_next_is_piece(const Words *words)
{
    const Field *next = words_next(words);
    return next && piece_named(words->scenario, next->text, next->length) != NO_PIECE;
}

bool words_if(Words *words, const char *word)
{
    bool is = words_next_is(words, word);
    words->at += is;
    return is;
}

bool words_choice(Words *words, const char *const *known, int *out)
{
    int found = words_more(words) ? field_among(words_next(words), known) : -1;
    if (found < 0)
        return false;
    words->at++;
    *out = found;
    return true;
}

void words_keyword(Words *words, const char *word)
{
    if (!words_if(words, word))
        words_wrong(words, words_next(words), "expected the word `%s`", word);
}

Field words_any(Words *words, const char *what)
{
    static const Field none = {"", 0, 0, 0};
    if (!words_more(words)) {
        words_wrong(words, NULL, "expected %s", what);
        return none;
    }
    return words->word[words->at++];
}

Field words_text(Words *words, const char *what)
{
    Field field = words_any(words, what);
    if (!words->wrong && !field.length)
        words_wrong(words, &field, "expected %s, and nothing stands here", what);
    return field;
}

bool words_string(Words *words, const char *what, char *out, size_t room)
{
    Field field = words_text(words, what);
    if (!words->wrong && field.length >= room)
        words_wrong(words, &field, "%s has at most %zu letters", what, room - 1);
    size_t length = words->wrong ? 0 : field.length;
    memcpy(out, field.text, length);
    out[length] = '\0';
    return !words->wrong;
}

/* Digits, perhaps after a sign; false if they are none, or too many to be meant. */
static bool whole_number(const Field *field, long *out)
{
    uint32_t at = field->length && (field->text[0] == '-' || field->text[0] == '+');
    bool good = field->length > at && field->length <= 9;
    *out = 0;
    for (uint32_t i = at; i < field->length && good; i++) {
        good = field->text[i] >= '0' && field->text[i] <= '9';
        *out = *out * 10 + (field->text[i] - '0');
    }
    if (at && field->text[0] == '-')
        *out = -*out;
    return good;
}

static bool read_number(Words *words, const Field *field, const char *what, long low, long high, long *out)
{
    if (whole_number(field, out) && *out >= low && *out <= high)
        return true;
    words_wrong(words, field, "expected %s, a whole number from %ld to %ld, found %.*s", what, low, high, shown(field),
                field->text);
    *out = low;
    return false;
}

long words_number(Words *words, const char *what, long low, long high)
{
    Field field = words_any(words, what);
    long number = low;
    if (!words->wrong)
        read_number(words, &field, what, low, high, &number);
    return number;
}

int words_word(Words *words, const char *what, const char *const *known)
{
    char list[200] = "";
    Field field = words_any(words, what);
    if (words->wrong)
        return -1;
    int found = field_among(&field, known);
    if (found >= 0)
        return found;
    for (int i = 0; known[i]; i++) {
        size_t used = strlen(list);
        if (used + strlen(known[i]) + 3 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", known[i]);
    }
    words_wrong(words, &field, "expected %s (%s), found %.*s", what, list, shown(&field), field.text);
    return -1;
}

Hex words_hex(Words *words)
{
    Field field = words_any(words, "a hex");
    Hex hex = NO_HEX;
    if (!words->wrong && !hex_parse(&words->scenario->map->grid, field.text, field.length, &hex)) {
        words_wrong(words, &field, "expected a hex of this map, found %.*s", shown(&field), field.text);
        hex = NO_HEX;
    }
    return hex;
}

Hexside words_hexside(Words *words)
{
    Field field = words_any(words, "a hexside");
    Hexside hexside = NO_HEXSIDE;
    if (!words->wrong && !hexside_parse(&words->scenario->map->grid, field.text, field.length, &hexside)) {
        words_wrong(words, &field, "expected a hexside of this map as HEX/HEX, found %.*s", shown(&field), field.text);
        hexside = NO_HEXSIDE;
    }
    return hexside;
}

Piece words_piece(Words *words)
{
    Field field = words_any(words, "a counter");
    Piece piece = words->wrong ? NO_PIECE : piece_named(words->scenario, field.text, field.length);
    if (piece == NO_PIECE)
        words_wrong(words, &field, "there is no counter %.*s", shown(&field), field.text);
    return piece;
}

int words_pieces(Words *words, Piece *out, int room)
{
    int count = 0;
    do
        out[count++] = words_piece(words);
    while (count < room && words_next_is_piece(words) && !words_next_is_hex(words));
    return count;
}

int words_side(Words *words)
{
    const char *known[SIDES + 1] = {NULL};
    for (int side = 0; side < words->scenario->sides; side++)
        known[side] = words->scenario->side_word[side];
    int side = words_word(words, "a side", known);
    return side < 0 ? NO_SIDE : side;
}

int rule_written(const System *system, const Field *field)
{
    char id[RULE_TEXT];
    int rule = rule_named(system, field->text, field->length);
    return rule && field_is(field, rule_print(system, rule, id)) ? rule : 0;
}

int words_rule(Words *words)
{
    char id[RULE_TEXT];
    Field field = words_any(words, "a rule");
    const System *system = words->scenario->system;
    int rule = words->wrong ? 0 : rule_written(system, &field);
    if (!rule)
        words_wrong(words, &field, "%s has no rule %.*s; ids are written as %s", system->title, shown(&field),
                    field.text, rule_print(system, 1, id));
    return rule;
}

int words_own_rule(Words *words)
{
    Field field = words_any(words, "a rule");
    int rule = words->wrong ? 0 : rule_named(words->scenario->system, field.text, field.length);
    if (!rule)
        words_wrong(words, &field, "the ledger has no rule %.*s", shown(&field), field.text);
    return rule;
}

/* A name of the map's as a string; false with a mistake. */
static bool take_name(Words *words, Field *field, const char *what, char name[NAME_TEXT])
{
    *field = words_next(words) ? *words_next(words) : (Field){0};
    return words_string(words, what, name, NAME_TEXT);
}

int words_place(Words *words)
{
    Field field;
    char name[NAME_TEXT];
    bool named = take_name(words, &field, "the name of a place", name);
    int place = named ? map_place(words->scenario->map, name) : -1;
    if (place < 0)
        words_wrong(words, &field, "the map has no place %s", name);
    return place;
}

int words_area(Words *words, int kind)
{
    Field field;
    char name[NAME_TEXT];
    bool named = take_name(words, &field, "the name of an area", name);
    int area = named ? map_area(words->scenario->map, kind, name) : -1;
    if (area < 0)
        words_wrong(words, &field, "the map has no area `%s %s`", words->scenario->map->schema->areas[kind], name);
    return area;
}

/* ---- points ---------------------------------------------------------------------------------- */

/* The part before the mark and the part behind it, as two fields. */
static void cut_field(const Field *field, const char *mark, Field *before, Field *after)
{
    *before = *after = *field;
    before->length = (uint32_t)(mark - field->text);
    after->text = mark + 1;
    after->length = field->length - before->length - 1;
    after->column = field->column + before->length + 1;
}

Fraction words_read_fraction(Words *words, const Field *field, const char *what)
{
    const char *slash = memchr(field->text, '/', field->length), *dot = memchr(field->text, '.', field->length);
    Field before = *field, after = {"1", 1, 0, 0};
    Fraction fraction = {0, 1};
    long more = 1;
    if (slash || dot)
        cut_field(field, slash ? slash : dot, &before, &after);
    bool good = whole_number(&before, &fraction.over) && fraction.over >= 0 && whole_number(&after, &more) &&
                after.text[0] >= '0' && after.text[0] <= '9' && after.length < 7 && (more > 0 || !slash);
    if (good && slash)
        fraction.under = more;
    for (uint32_t i = 0; good && dot && i < after.length; i++)
        fraction.under *= 10;
    if (good && dot)
        fraction.over = fraction.over * fraction.under + more;
    if (good)
        return fraction;
    words_wrong(words, field, "expected %s, as 3, 3.5 or 10/3, found %.*s", what, shown(field), field->text);
    return (Fraction){0, 1};
}

Fraction words_fraction(Words *words, const char *what)
{
    Field field = words_any(words, what);
    return words->wrong ? (Fraction){0, 1} : words_read_fraction(words, &field, what);
}

bool fraction_is(Fraction fraction, long parts, long whole) { return fraction.over * whole == parts * fraction.under; }

/* ---- NAME=VALUE ------------------------------------------------------------------------------ */

static void unknown_setting(Words *words, const Field *field, const Field *name, const Setting *settings, int count)
{
    char list[200] = "";
    for (int i = 0; i < count; i++) {
        size_t used = strlen(list);
        if (used + strlen(settings[i].name) + 4 < sizeof list)
            snprintf(list + used, sizeof list - used, "%s%s=", i ? " " : "", settings[i].name);
    }
    words_wrong(words, field, "nothing here is called %.*s; known: %s", shown(name), name->text, count ? list : "none");
}

bool words_setting(Words *words, Setting *settings, int count)
{
    const Field *field = words_next(words);
    const char *sign = field ? memchr(field->text, '=', field->length) : NULL;
    if (!sign)
        return false;
    Field name, value;
    cut_field(field, sign, &name, &value);
    words->at++;
    int i = 0;
    while (i < count && !field_is(&name, settings[i].name))
        i++;
    if (i == count) {
        unknown_setting(words, field, &name, settings, count);
    } else if (settings[i].given) {
        words_wrong(words, field, "%s is given twice", settings[i].name);
    } else if (!value.length) {
        words_wrong(words, &value, "expected a value of %s", settings[i].name);
    } else {
        settings[i].text = value;
        settings[i].given =
            settings[i].low == settings[i].high ||
            read_number(words, &value, settings[i].name, settings[i].low, settings[i].high, &settings[i].number);
    }
    return true;
}

int setting_parts(Words *words, const Setting *setting, const char *what, int whole)
{
    if (!setting->given || words->wrong)
        return 0;
    Fraction fraction = words_read_fraction(words, &setting->text, what);
    return fraction.under ? (int)(fraction.over * whole / fraction.under) : 0;
}

void words_change_state(Words *words, const LabState *states, uint32_t *on, uint32_t *off)
{
    uint32_t *to = words_if(words, "no") ? off : on;
    *to |= words_state(words, states);
}

uint32_t words_state(Words *words, const LabState *states)
{
    const Field *field = words_next(words);
    for (; field && states->word; states++)
        if (words_if(words, states->word))
            return states->state;
    if (field)
        words_wrong(words, field, "%.*s is no state of a counter", (int)(field->length < SHOWN ? field->length : SHOWN),
                    field->text);
    else
        words_wrong(words, NULL, "expected a state of a counter");
    return 0;
}
