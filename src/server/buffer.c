/* buffer.c — growing text, and the one place where JSON strings are quoted. */
#include "server/buffer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

bool buffer_room(Buffer *buffer, size_t more)
{
    size_t room = buffer->room ? buffer->room : 256;
    while (room - buffer->length < more)
        room *= 2;
    if (room == buffer->room)
        return true;
    char *bytes = realloc(buffer->bytes, room);
    if (!bytes) {
        buffer->failed = true;
        return false;
    }
    buffer->bytes = bytes;
    buffer->room = room;
    return true;
}

void buffer_free(Buffer *buffer)
{
    free(buffer->bytes);
    *buffer = (Buffer){0};
}

enum { DIGITS_MOST = 20 }; /* of a number, with its sign */

void buffer_number(Buffer *buffer, int64_t number)
{
    if (buffer->room - buffer->length < DIGITS_MOST && !buffer_room(buffer, DIGITS_MOST))
        return;
    char *at = buffer->bytes + buffer->length, digits[DIGITS_MOST];
    int count = 0;
    if (number >= 0 && number < 1000) { /* counters and hexes, nearly always */
        unsigned small = (unsigned)number, tens = small / 10;
        if (small >= 100)
            *at++ = (char)('0' + small / 100);
        if (small >= 10)
            *at++ = (char)('0' + tens % 10);
        *at++ = (char)('0' + small - 10 * tens);
        buffer->length = (size_t)(at - buffer->bytes);
        return;
    }
    uint64_t rest = number < 0 ? (uint64_t)0 - (uint64_t)number : (uint64_t)number;
    if (number < 0)
        *at++ = '-';
    for (; rest > UINT32_MAX; rest /= 10)
        digits[count++] = (char)('0' + rest % 10);
    for (uint32_t small = (uint32_t)rest; small || !count; small /= 10)
        digits[count++] = (char)('0' + small % 10);
    while (count)
        *at++ = digits[--count];
    buffer->length = (size_t)(at - buffer->bytes);
}

void buffer_format(Buffer *buffer, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    char text[1024];
    int length = vsnprintf(text, sizeof text, format, list);
    va_end(list);
    if (length > 0)
        buffer_add(buffer, text, (size_t)length < sizeof text ? (size_t)length : sizeof text - 1);
}

/* The length of the UTF-8 character at `text`, 0 if there is none. */
static size_t character(const unsigned char *text, size_t length)
{
    size_t size = text[0] < 0x80   ? 1
                  : text[0] < 0xC2 ? 0
                  : text[0] < 0xE0 ? 2
                  : text[0] < 0xF0 ? 3
                  : text[0] < 0xF5 ? 4
                                   : 0;
    if (!size || size > length)
        return 0;
    for (size_t i = 1; i < size; i++)
        if ((text[i] & 0xC0) != 0x80)
            return 0;
    if ((text[0] == 0xE0 && text[1] < 0xA0) || (text[0] == 0xED && text[1] > 0x9F) ||
        (text[0] == 0xF0 && text[1] < 0x90) || (text[0] == 0xF4 && text[1] > 0x8F))
        return 0;
    return size;
}

/* One character that cannot stand in a JSON string as it is; returns how many bytes it took. */
static size_t quote_special(Buffer *buffer, const char *text, size_t length)
{
    unsigned char letter = (unsigned char)*text;
    if (letter >= 0x80) {
        size_t size = character((const unsigned char *)text, length);
        if (size)
            buffer_add(buffer, text, size);
        else
            buffer_literal(buffer, "\xEF\xBF\xBD");
        return size ? size : 1;
    }
    if (letter == '"')
        buffer_literal(buffer, "\\\"");
    else if (letter == '\\')
        buffer_literal(buffer, "\\\\");
    else if (letter == '\n')
        buffer_literal(buffer, "\\n");
    else {
        const char *digits = "0123456789abcdef";
        const char code[] = {'\\', 'u', '0', '0', digits[letter >> 4], digits[letter & 15]};
        buffer_add(buffer, code, sizeof code);
    }
    return 1;
}

/* Whether a byte stands in a JSON string as it is. */
static inline bool is_plain(unsigned char letter)
{
    static const uint64_t plain[4] = {0xFFFFFFFB00000000u, 0x7FFFFFFFEFFFFFFFu, 0, 0};
    return plain[letter >> 6] >> (letter & 63) & 1;
}

/* Whether eight bytes all do: none below a blank or above 0x7E, no quote, no backslash. */
static inline bool are_plain(const char *text)
{
    const uint64_t ones = 0x0101010101010101u, tops = 0x8080808080808080u;
    uint64_t word;
    memcpy(&word, text, sizeof word);
    uint64_t quote = word ^ ones * '"', slash = word ^ ones * '\\';
    uint64_t odd = word | (word - ones * ' ') | (word + ones) | ((quote - ones) & ~quote) | ((slash - ones) & ~slash);
    return !(odd & tops);
}

/* Copies what stands in a JSON string as it is; how much. There is room for all of it. */
static inline size_t copy_plain(char *at, const char *text, size_t length)
{
    size_t i = 0;
    for (; length - i >= sizeof(uint64_t) && are_plain(text + i); i += sizeof(uint64_t))
        memcpy(at + i, text + i, sizeof(uint64_t));
    for (; i < length && is_plain((unsigned char)text[i]); i++)
        at[i] = text[i];
    return i;
}

void buffer_quote_bytes(Buffer *buffer, const char *text, size_t length)
{
    if (buffer->room - buffer->length < length + 2 && !buffer_room(buffer, length + 2))
        return;
    buffer->bytes[buffer->length++] = '"';
    for (;;) {
        size_t plain = copy_plain(buffer->bytes + buffer->length, text, length);
        buffer->length += plain;
        text += plain;
        length -= plain;
        if (!length)
            break;
        size_t took = quote_special(buffer, text, length);
        text += took;
        length -= took;
        if (buffer->room - buffer->length < length + 1 && !buffer_room(buffer, length + 1))
            return;
    }
    buffer_char(buffer, '"');
}

void buffer_quote(Buffer *buffer, const char *text) { buffer_quote_bytes(buffer, text, strlen(text)); }

const char *buffer_string(Buffer *buffer)
{
    if (!buffer_room(buffer, 1))
        return "";
    buffer->bytes[buffer->length] = '\0';
    return buffer->bytes;
}
