/* journal_text.c — the lines and words of journals. */
#include "core/journal_text.h"

#include <string.h>

/* The next line without its end; false at the end of the text or when the line has no end. */
bool text_line(Lines *lines, Text *out)
{
    const char *start = lines->bytes + lines->at;
    const char *end = lines->at < lines->length ? memchr(start, '\n', lines->length - lines->at) : NULL;
    if (!end)
        return false;
    *out = (Text){start, (size_t)(end - start)};
    lines->at += out->length + 1;
    lines->number++;
    return true;
}

/* Takes `word` and the blank after it off the line's front. */
bool text_take(Text *line, const char *word)
{
    size_t length = strlen(word);
    if (line->length < length || memcmp(line->at, word, length))
        return false;
    if (line->length > length && line->at[length] != ' ')
        return false;
    size_t taken = line->length > length ? length + 1 : length;
    line->at += taken;
    line->length -= taken;
    return true;
}

/* Takes one word off the front into a fixed buffer. */
bool text_word(Text *line, char *out, size_t room)
{
    size_t length = 0;
    while (length < line->length && line->at[length] != ' ')
        length++;
    if (!length || length >= room)
        return false;
    memcpy(out, line->at, length);
    out[length] = 0;
    size_t taken = length < line->length ? length + 1 : length;
    line->at += taken;
    line->length -= taken;
    return true;
}

static int hex_digit(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

/* The whole rest of the line as so many bytes. */
bool text_bytes(Text line, uint8_t *out, size_t count)
{
    if (line.length != 2 * count)
        return false;
    for (size_t i = 0; i < count; i++) {
        int high = hex_digit(line.at[2 * i]), low = hex_digit(line.at[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        out[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

/* Splits `text = 3 5` into the text and its dice; false if what follows `=` are no dice. */
bool text_dice(Text *line, Cast dice[DICE_RECORD], int *count)
{
    *count = 0;
    for (size_t i = 0; i + 1 < line->length; i++) {
        if (line->at[i] != ' ' || line->at[i + 1] != '=')
            continue;
        for (size_t at = i + 2; at < line->length;) {
            size_t took = line->at[at] == ' ' && *count < DICE_RECORD
                              ? cast_read(line->at + at + 1, line->length - at - 1, &dice[*count])
                              : 0;
            if (!took)
                return false;
            at += 1 + took;
            (*count)++;
        }
        line->length = i;
        return *count > 0;
    }
    return true;
}

bool text_begins(Text line, const char *word) { return text_take(&line, word); }
