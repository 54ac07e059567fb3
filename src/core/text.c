/* text.c — reading the line text and tables, and keeping every mistake with its place.
 *
 * One pass over a private copy of the bytes makes the fields; nothing is copied out of it, so a field's
 * pointer is enough to find its line again when a mistake has to be shown. Lines and columns count from 1;
 * a column is a character, not a byte, so that it agrees with what an editor shows.
 *
 * Bytes that are not UTF-8 and control characters are mistakes in themselves; the fields that hold them are
 * kept all the same, so that reading goes on. */
#include "core/text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- mistakes ---- */

static bool continues(char byte) { return ((unsigned char)byte & 0xC0) == 0x80; }

/* Bytes of the character that starts here, or 0 if they are not UTF-8. */
static size_t character(const char *text, const char *end)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t left = (size_t)(end - text);
    if (byte[0] < 0x80)
        return 1;
    size_t length = byte[0] >= 0xF0 ? 4 : byte[0] >= 0xE0 ? 3 : 2;
    if (byte[0] < 0xC2 || byte[0] > 0xF4 || left < length)
        return 0;
    for (size_t i = 1; i < length; i++)
        if (!continues(text[i]))
            return 0;
    bool overlong = (byte[0] == 0xE0 && byte[1] < 0xA0) || (byte[0] == 0xF0 && byte[1] < 0x90);
    bool beyond = (byte[0] == 0xED && byte[1] > 0x9F) || (byte[0] == 0xF4 && byte[1] > 0x8F);
    return overlong || beyond ? 0 : length;
}

/* Puts a ? for every byte that would upset a terminal. */
static void make_printable(char *text)
{
    const char *end = text + strlen(text);
    for (size_t length; text < end; text += length ? length : 1) {
        length = character(text, end);
        if (length == 0 || (length == 1 && ((unsigned char)*text < ' ' || *text == 0x7F) && *text != '\t'))
            *text = '?';
    }
}

/* How much of a text to keep so that at most `length` bytes stay and no character is cut in two. */
static size_t whole_characters(const char *text, size_t length)
{
    size_t back = 0;
    while (back < 3 && back < length && continues(text[length - back]))
        back++;
    return continues(text[length - back]) ? length : length - back; /* bytes that are no UTF-8 are cut anywhere */
}

/* Copies at most `room - 1` bytes. */
static size_t copy_whole(char *out, size_t room, const char *text, size_t length)
{
    if (length >= room)
        length = whole_characters(text, room - 1);
    memcpy(out, text, length);
    out[length] = '\0';
    return length;
}

/* The line around `at`, or, of a line too long to show, the part around it. The caret counts characters. */
static void quote_line(const Document *document, const Field *at, Mistake *out)
{
    const char *start = at->text, *end = at->text, *last = document->bytes + document->length;
    while (start > document->bytes && start[-1] != '\n')
        start--;
    while (end < last && *end != '\n')
        end++;
    if (end > start && end[-1] == '\r')
        end--;
    if (end < at->text) /* the mistake is about the line's end itself */
        end = at->text;
    const char *cut = start;
    const size_t before = sizeof out->quote / 2;
    if ((size_t)(end - start) >= sizeof out->quote && (size_t)(at->text - start) > before)
        cut = start + whole_characters(start, (size_t)(at->text - start) - before);
    size_t length = copy_whole(out->quote, sizeof out->quote, cut, (size_t)(end - cut));
    for (size_t i = 0; i < length; i++)
        if (!out->quote[i])
            out->quote[i] = '?';
    make_printable(out->quote);
    for (const char *byte = out->quote; byte < out->quote + (at->text - cut); byte++)
        out->caret += !continues(*byte);
}

void mistake(Document *document, const Field *at, const char *format, ...)
{
    Log *log = document->log;
    document->mistakes++;
    if (log->count++ >= LOG_MISTAKES)
        return;
    Mistake *out = &log->mistake[log->count - 1];
    memset(out, 0, sizeof *out);
    copy_whole(out->file, sizeof out->file, document->name, strlen(document->name));
    char words[2 * sizeof out->words];
    va_list arguments;
    va_start(arguments, format);
    int length = vsnprintf(words, sizeof words, format, arguments);
    va_end(arguments);
    size_t kept = copy_whole(out->words, sizeof out->words, words, strlen(words));
    if (length >= (int)sizeof out->words) { /* show that the text is cut */
        kept = whole_characters(out->words, kept - strlen(" …"));
        strcpy(out->words + kept, " …");
    }
    make_printable(out->words);
    if (!at)
        return;
    out->line = (int)at->line;
    out->column = (int)at->column;
    if (at->text >= document->bytes && at->text <= document->bytes + document->length)
        quote_line(document, at, out);
}

size_t mistake_print(const Mistake *mistake, char *out, size_t room)
{
    char caret[sizeof mistake->quote + 2];
    size_t blanks = 0;
    int characters = 0;
    for (const char *byte = mistake->quote; *byte && characters < mistake->caret; byte++)
        if (!continues(*byte)) {
            caret[blanks++] = *byte == '\t' ? '\t' : ' ';
            characters++;
        }
    caret[blanks++] = '^';
    caret[blanks] = '\0';
    int length;
    if (mistake->line == 0)
        length = snprintf(out, room, "%s: %s\n", mistake->file, mistake->words);
    else
        length = snprintf(out, room, "%s:%d:%d: %s\n    %s\n    %s\n", mistake->file, mistake->line, mistake->column,
                          mistake->words, mistake->quote, caret);
    return length < 0 ? 0 : (size_t)length;
}

/* ---- documents ---- */

/* The parser's place in the bytes. */
typedef struct Reader {
    Document *document;
    const char *at, *end;
    uint32_t line, column;
    int field_room, entry_room, body_room;
    bool full; /* out of memory */
} Reader;

/* Makes room for one more item of an array; false when there is no memory. */
static bool grow(Reader *reader, void *array, int count, int *room, size_t size)
{
    if (count < *room)
        return true;
    int more = *room ? *room * 2 : 64;
    void *old, *moved;
    memcpy(&old, array, sizeof old);
    moved = realloc(old, (size_t)more * size);
    if (!moved) {
        reader->full = true;
        return false;
    }
    memcpy(array, &moved, sizeof moved);
    *room = more;
    return true;
}

static Field here(const Reader *reader, const char *text, size_t length)
{
    return (Field){text, (uint32_t)length, reader->line, reader->column};
}

static void add_field(Reader *reader, Field field)
{
    Document *document = reader->document;
    if (grow(reader, &document->field, document->fields, &reader->field_room, sizeof *document->field))
        document->field[document->fields++] = field;
}

static void add_entry(Reader *reader)
{
    Document *document = reader->document;
    if (grow(reader, &document->entry, document->entries, &reader->entry_room, sizeof *document->entry))
        document->entry[document->entries++] = (Entry){document->fields, 0, document->bodies, 0};
}

static void add_body(Reader *reader)
{
    Document *document = reader->document;
    if (grow(reader, &document->body, document->bodies, &reader->body_room, sizeof *document->body)) {
        document->body[document->bodies++] = (Body){document->fields, 0};
        document->entry[document->entries - 1].body_lines++;
    }
}

static bool plain(unsigned char byte) { return (byte >= ' ' && byte < 0x7F) || byte == '\t' || byte == '\n'; }

/* Every byte that a person cannot have meant, the first of each line. */
static void check_bytes(Document *document)
{
    const char *start = document->bytes, *end = start + document->length;
    uint32_t line = 1;
    for (const char *at = document->bytes; at < end;) {
        if (plain((unsigned char)*at)) {
            if (*at++ == '\n') {
                line++;
                start = at;
            }
            continue;
        }
        size_t length = character(at, end);
        bool line_end = *at == '\r' && at + 1 < end && at[1] == '\n';
        if (length > 1 || line_end) {
            at += length;
            continue;
        }
        uint32_t column = 1;
        for (const char *byte = start; byte < at; byte++)
            column += !continues(*byte);
        Field spot = {at, 1, line, column};
        if (length == 0)
            mistake(document, &spot, "byte 0x%02X is not UTF-8 text", (unsigned char)*at);
        else
            mistake(document, &spot, "control character 0x%02X does not belong in text", (unsigned char)*at);
        const char *next = memchr(at, '\n', (size_t)(end - at));
        at = next ? next : end;
    }
}

static Document *begin(Reader *reader, const char *name, const char *bytes, size_t length, Log *log)
{
    Document *document = calloc(1, sizeof *document);
    if (!document)
        return NULL;
    copy_whole(document->name, sizeof document->name, name, strlen(name));
    document->log = log;
    document->bytes = malloc(length + 1);
    if (!document->bytes) {
        free(document);
        return NULL;
    }
    if (length)
        memcpy(document->bytes, bytes, length);
    document->bytes[length] = '\0';
    document->length = length;
    *reader =
        (Reader){.document = document, .at = document->bytes, .end = document->bytes + length, .line = 1, .column = 1};
    if (length > INT_MAX / 2) {
        mistake(document, NULL, "the file is too long to be text that a person wrote");
        reader->end = reader->at;
        return document;
    }
    check_bytes(document);
    return document;
}

static Document *finish(Reader *reader)
{
    if (!reader->full)
        return reader->document;
    document_free(reader->document);
    return NULL;
}

static bool blank(char byte) { return byte == ' ' || byte == '\t' || byte == '\r'; }

static void step(Reader *reader)
{
    reader->column += !continues(*reader->at);
    reader->at++;
}

/* A field in quotes: from the quote to the next one on the line. */
static void read_quoted(Reader *reader)
{
    Field open = here(reader, reader->at, 1);
    step(reader);
    Field field = here(reader, reader->at, 0);
    while (reader->at < reader->end && *reader->at != '"' && *reader->at != '\n')
        step(reader);
    field.length = (uint32_t)(reader->at - field.text);
    if (reader->at == reader->end || *reader->at == '\n') {
        while (field.length && field.text[field.length - 1] == '\r')
            field.length--;
        mistake(reader->document, &open, "this quote is not closed on its line");
        add_field(reader, field);
        return;
    }
    add_field(reader, field);
    step(reader);
    if (reader->at < reader->end && *reader->at != '\n' && !blank(*reader->at)) {
        Field after = here(reader, reader->at, 1);
        mistake(reader->document, &after, "expected a blank after the closing quote");
    }
}

static void read_word(Reader *reader)
{
    Field field = here(reader, reader->at, 0);
    bool told = false;
    while (reader->at < reader->end && *reader->at != '\n' && !blank(*reader->at)) {
        if (*reader->at == '"' && !told) {
            Field quote = here(reader, reader->at, 1);
            mistake(reader->document, &quote, "a quote may only stand around a whole field");
            told = true;
        }
        step(reader);
    }
    field.length = (uint32_t)(reader->at - field.text);
    add_field(reader, field);
}

/* The fields of one line, up to its end. */
static void read_fields(Reader *reader)
{
    while (reader->at < reader->end && *reader->at != '\n') {
        if (blank(*reader->at)) {
            step(reader);
        } else if (*reader->at == '#') {
            const char *next = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
            reader->at = next ? next : reader->end;
        } else if (*reader->at == '"') {
            read_quoted(reader);
        } else {
            read_word(reader);
        }
    }
}

/* True if the line at the reader has nothing but blanks and a comment. */
static bool empty_line(const Reader *reader)
{
    const char *at = reader->at;
    while (at < reader->end && blank(*at))
        at++;
    return at == reader->end || *at == '\n' || *at == '#';
}

static void next_line(Reader *reader)
{
    const char *end = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    reader->at = end ? end + 1 : reader->end;
    reader->line++;
    reader->column = 1;
}

Document *document_parse(const char *name, const char *bytes, size_t length, Log *log)
{
    Reader reader;
    Document *document = begin(&reader, name, bytes, length, log);
    if (!document)
        return NULL;
    for (; reader.at < reader.end && !reader.full; next_line(&reader)) {
        if (empty_line(&reader))
            continue;
        bool indented = blank(*reader.at);
        if (indented && !document->entries) {
            while (blank(*reader.at))
                step(&reader);
            Field first = here(&reader, reader.at, 1);
            mistake(document, &first, "an indented line belongs to the entry above it, but there is none");
            continue;
        }
        if (indented)
            add_body(&reader);
        else
            add_entry(&reader);
        if (reader.full)
            break;
        int first = document->fields;
        read_fields(&reader);
        if (indented)
            document->body[document->bodies - 1].count = document->fields - first;
        else
            document->entry[document->entries - 1].count = document->fields - first;
    }
    return finish(&reader);
}

/* The cells of one line of a table: between tabs, empty ones included. */
static void read_cells(Reader *reader)
{
    for (;;) {
        Field cell = here(reader, reader->at, 0);
        while (reader->at < reader->end && *reader->at != '\n' && *reader->at != '\t')
            step(reader);
        cell.length = (uint32_t)(reader->at - cell.text);
        bool last = reader->at == reader->end || *reader->at == '\n';
        if (last && cell.length && cell.text[cell.length - 1] == '\r')
            cell.length--;
        add_field(reader, cell);
        if (cell.length && (cell.text[0] == ' ' || cell.text[cell.length - 1] == ' '))
            mistake(reader->document, &cell,
                    "a blank stands before or after the cell's text: cells are parted by one tab");
        if (last)
            return;
        step(reader);
    }
}

static int compare_fields(const void *one, const void *other)
{
    const Field *a = *(const Field *const *)one, *b = *(const Field *const *)other;
    size_t shorter = a->length < b->length ? a->length : b->length;
    int order = memcmp(a->text, b->text, shorter);
    if (order == 0)
        order = (a->length > b->length) - (a->length < b->length);
    return order ? order : (a->text > b->text) - (a->text < b->text);
}

/* Header names must be there and differ. */
static void check_header(Reader *reader)
{
    Document *document = reader->document;
    const Entry *header = &document->entry[0];
    const Field **sorted = malloc((size_t)header->count * sizeof *sorted);
    for (int i = 0; i < header->count; i++) {
        const Field *name = &document->field[header->first + i];
        if (name->length == 0)
            mistake(document, name, "column %d of the header has no name", i + 1);
        if (sorted)
            sorted[i] = name;
    }
    if (!sorted) {
        reader->full = true;
        return;
    }
    qsort(sorted, (size_t)header->count, sizeof *sorted, compare_fields);
    for (int i = 1; i < header->count; i++)
        if (sorted[i]->length && sorted[i]->length == sorted[i - 1]->length &&
            !memcmp(sorted[i]->text, sorted[i - 1]->text, sorted[i]->length))
            mistake(document, sorted[i], "column %.*s stands twice in the header", (int)sorted[i]->length,
                    sorted[i]->text);
    free(sorted);
}

Document *table_parse(const char *name, const char *bytes, size_t length, Log *log)
{
    Reader reader;
    Document *document = begin(&reader, name, bytes, length, log);
    if (!document)
        return NULL;
    document->is_table = true;
    for (; reader.at < reader.end && !reader.full; next_line(&reader)) {
        if (*reader.at == '#' || *reader.at == '\n' || (*reader.at == '\r' && empty_line(&reader)))
            continue;
        add_entry(&reader);
        if (reader.full)
            break;
        Entry *row = &document->entry[document->entries - 1];
        read_cells(&reader);
        row->count = document->fields - row->first;
        int columns = document->entry[0].count;
        if (!reader.full && row->count > columns)
            mistake(document, &document->field[row->first + columns], "the row has %d cells, the header only %d",
                    row->count, columns);
    }
    if (!reader.full) {
        if (document->entries)
            check_header(&reader);
        else
            mistake(document, NULL, "the table is empty: expected a header line");
    }
    return finish(&reader);
}

size_t document_print(const Document *document, char *out, size_t room)
{
    if (out)
        memcpy(out, document->bytes, document->length < room ? document->length : room);
    return document->length;
}

void document_free(Document *document)
{
    if (!document)
        return;
    free(document->bytes);
    free(document->field);
    free(document->entry);
    free(document->body);
    free(document);
}

/* ---- fields ---- */

bool field_is(const Field *field, const char *word)
{
    return strlen(word) == field->length && !memcmp(field->text, word, field->length);
}

bool field_copy(Document *document, const Field *field, char *out, size_t room)
{
    if (field->length < room) {
        memcpy(out, field->text, field->length);
        out[field->length] = '\0';
        return true;
    }
    copy_whole(out, room, field->text, field->length);
    mistake(document, field, "too long: at most %zu bytes fit here", room - 1);
    return false;
}

bool field_number(Document *document, const Field *field, long low, long high, long *out)
{
    uint32_t at = field->length && field->text[0] == '-';
    bool negative = at == 1, whole = field->length > at;
    long number = 0;
    for (; at < field->length && whole; at++) {
        char digit = field->text[at];
        if (digit < '0' || digit > '9')
            whole = false;
        else if (number > (LONG_MAX - 9) / 10)
            number = LONG_MAX - 9; /* stays beyond any bound */
        else
            number = number * 10 + (digit - '0');
    }
    if (negative)
        number = -number;
    if (!whole || number < low || number > high) {
        mistake(document, field, "expected a whole number from %ld to %ld, found %.*s", low, high, (int)field->length,
                field->text);
        return false;
    }
    *out = number;
    return true;
}

int field_among(const Field *field, const char *const *words)
{
    for (int i = 0; words[i]; i++)
        if (field_is(field, words[i]))
            return i;
    return -1;
}

int field_word(Document *document, const Field *field, const char *const *words)
{
    int found = field_among(field, words);
    if (found >= 0)
        return found;
    char list[200];
    size_t used = 0;
    list[0] = '\0';
    for (int i = 0; words[i] && used < sizeof list; i++) {
        int length = snprintf(list + used, sizeof list - used, "%s%s", i ? ", " : "", words[i]);
        used += length < 0 ? 0 : (size_t)length;
    }
    mistake(document, field, "unknown word %.*s; known here: %s", (int)(field->length < 40 ? field->length : 40),
            field->text, words[0] ? list : "(none)");
    return -1;
}

/* ---- tables ---- */

int table_column(Document *document, const char *name, bool required)
{
    if (document->entries)
        for (int i = 0; i < document->entry[0].count; i++)
            if (field_is(&document->field[document->entry[0].first + i], name))
                return i;
    if (required)
        mistake(document, document->entries ? &document->field[document->entry[0].first] : NULL,
                "the header has no column %s", name);
    return -1;
}

const Field *table_cell(const Document *document, int row, int column)
{
    if (row < 0 || row >= document->entries || column < 0 || column >= document->entry[row].count)
        return NULL;
    return &document->field[document->entry[row].first + column];
}
