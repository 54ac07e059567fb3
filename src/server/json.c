/* json.c — the small parts shared by all JSON writers. */
#include "server/json_own.h"

void json_side(Buffer *out, const Scenario *scenario, int side)
{
    if (side >= 0 && side < scenario->sides)
        buffer_quote(out, scenario->side_word[side]);
    else
        buffer_literal(out, "null");
}

void json_bool(Buffer *out, bool value) { buffer_text(out, value ? "true" : "false"); }

void json_colour(Buffer *out, uint32_t colour)
{
    static const char digits[] = "0123456789abcdef";
    char text[9] = {'"', '#'};
    for (int i = 0; i < 6; i++)
        text[2 + i] = digits[colour >> (20 - 4 * i) & 15];
    text[8] = '"';
    buffer_add(out, text, sizeof text);
}

void json_words(Buffer *out, const char *words, const char *between)
{
    size_t gap = strlen(between);
    buffer_char(out, '[');
    for (bool first = true; *words; first = false) {
        const char *end = strstr(words, between);
        size_t length = end ? (size_t)(end - words) : strlen(words);
        if (!first)
            buffer_char(out, ',');
        buffer_quote_bytes(out, words, length);
        words += end ? length + gap : length;
    }
    buffer_char(out, ']');
}

void json_rule(Buffer *out, const Scenario *scenario, int rule)
{
    if (rule > 0 && rule < scenario->system->rule_count)
        buffer_quote(out, scenario->system->rules[rule].id);
    else
        buffer_literal(out, "null");
}

void json_comma(Buffer *out, bool *first)
{
    if (!*first)
        buffer_char(out, ',');
    *first = false;
}

void json_said(Buffer *out, const Showing *showing, const Sentence *sentence)
{
    char words[SAY_TEXT];
    buffer_quote_bytes(out, words,
                       say(showing->scenario, showing->translation, showing->view, sentence, words, sizeof words));
}

void json_translated(Buffer *out, const Translation *translation, const char *english)
{
    buffer_quote(out, translation_words(translation, english));
}

void json_names(Buffer *out, const Translation *translation, const char *const *words)
{
    buffer_char(out, '[');
    for (int i = 0; words && words[i]; i++) {
        if (i)
            buffer_char(out, ',');
        json_translated(out, translation, words[i]);
    }
    buffer_char(out, ']');
}

void json_slot(Buffer *out, const Slot *slot)
{
    static const char *const types[] = {"piece", "hex", "path", "hexside", "number", "word", "name"};
    buffer_literal(out, "\"keyword\":");
    if (slot->keyword)
        buffer_quote(out, slot->keyword);
    else
        buffer_literal(out, "null");
    buffer_format(out, ",\"type\":\"%s\"", types[slot->type]);
}

void json_refs(Buffer *out, const char *key, const uint16_t *refs, int count)
{
    buffer_format(out, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_number(out, refs[i]);
    }
    buffer_char(out, ']');
}
