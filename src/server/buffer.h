/* buffer.h — text that grows: an answer or message being written, JSON mostly.
 *
 * A buffer that runs out of memory stays as it was and says `failed`; the sender looks once, at the end. */
#ifndef SANDTABLE_BUFFER_H
#define SANDTABLE_BUFFER_H

#include "core/hash.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct Buffer {
    char *bytes;
    size_t length, room;
    bool failed;
    const struct Translation *translation; /* the reader's; NULL: English */
} Buffer;

/* Room for so many more bytes; false (and failed) without memory. */
bool buffer_room(Buffer *buffer, size_t more);
void buffer_free(Buffer *buffer);
static inline void buffer_clear(Buffer *buffer)
{
    buffer->length = 0;
    buffer->failed = false;
}

static inline void buffer_add(Buffer *buffer, const void *bytes, size_t length)
{
    if (!length || (buffer->room - buffer->length < length && !buffer_room(buffer, length)))
        return;
    memcpy(buffer->bytes + buffer->length, bytes, length);
    buffer->length += length;
}
static inline void buffer_text(Buffer *buffer, const char *text) { buffer_add(buffer, text, strlen(text)); }
#define buffer_literal(buffer, text) buffer_add(buffer, "" text, sizeof(text) - 1)
static inline void buffer_char(Buffer *buffer, char letter) { buffer_add(buffer, &letter, 1); }
void buffer_number(Buffer *buffer, int64_t number);
void buffer_format(Buffer *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* A JSON string with its quotes; bytes that are no UTF-8 become U+FFFD. */
void buffer_quote(Buffer *buffer, const char *text);
void buffer_quote_bytes(Buffer *buffer, const char *text, size_t length);
/* A NUL behind the text, not counted. */
const char *buffer_string(Buffer *buffer);

static inline uint64_t quick_hash(const void *bytes, size_t length)
{
    return hash_bytes(0x9E3779B97F4A7C15u ^ length, bytes, length);
}

/* Reads the buffer as rows of that size, one after the other; false after the last. */
static inline bool buffer_row(const Buffer *rows, size_t index, void *out, size_t size)
{
    if ((index + 1) * size > rows->length)
        return false;
    memcpy(out, rows->bytes + index * size, size);
    return true;
}

#endif
