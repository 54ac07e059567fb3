/* text.h — parser for line text and tables (docs/data.md); reports every mistake with its place.
 *
 * A Document owns a copy of the bytes and an array of fields that point into it, so printing it back gives
 * the same bytes and an error can show its line with a caret. Nothing here opens a file: the caller passes
 * the bytes in. All mistakes are collected in a Log; loading continues after a mistake as far as possible,
 * so that an author sees them all at once. */
#ifndef SANDTABLE_TEXT_H
#define SANDTABLE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Mistake {
    char file[96];
    int line, column; /* from 1; 0 when it concerns the whole file */
    char words[256];  /* what is wrong and what was expected */
    char quote[160];  /* the line itself, or of a long one the part around the column */
    int caret;        /* position of the mistake in the quote, in characters from 0 */
} Mistake;

#define LOG_MISTAKES 200

typedef struct Log {
    int count; /* all mistakes, also those beyond LOG_MISTAKES */
    Mistake mistake[LOG_MISTAKES];
} Log;

typedef struct Field {
    const char *text; /* not ended by NUL */
    uint32_t length;
    uint32_t line, column; /* from 1; a column is a character, not a byte */
} Field;

typedef struct Entry {
    int first, count;           /* its own fields, keyword first */
    int body_first, body_lines; /* indented lines below it, as indices into Document.body */
} Entry;

typedef struct Body {
    int first, count; /* fields */
} Body;

typedef struct Document {
    char name[96];
    char *bytes;
    size_t length;
    Field *field;
    int fields;
    Entry *entry;
    int entries;
    Body *body;
    int bodies;
    bool is_table; /* header and rows are entries; fields split by tabs */
    Log *log;
    int mistakes; /* reported for this document so far */
} Document;

/* NULL only if there is no memory; after mistakes the document can be read as far as it was parsed. */
Document *document_parse(const char *name, const char *bytes, size_t length, Log *log);
Document *table_parse(const char *name, const char *bytes, size_t length, Log *log);
/* Writes the document back; the bytes equal what was parsed. Returns the length; `out` may be NULL. */
size_t document_print(const Document *document, char *out, size_t room);
void document_free(Document *document);

/* One mistake at a field (NULL: the whole file). printf-style. */
void mistake(Document *document, const Field *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* `file:line:column: words`, the line, a caret; returns the length. */
size_t mistake_print(const Mistake *mistake, char *out, size_t room);

bool field_is(const Field *field, const char *word);
/* Copies into a fixed buffer; a mistake if it does not fit. */
bool field_copy(Document *document, const Field *field, char *out, size_t room);
/* A whole number within bounds, otherwise a mistake that names the bounds. */
bool field_number(Document *document, const Field *field, long low, long high, long *out);
/* Index in a NULL-ended list of words, or -1. */
int field_among(const Field *field, const char *const *words);
/* The same, with a mistake that lists them. */
int field_word(Document *document, const Field *field, const char *const *words);

/* Tables: column by header name, -1 with a mistake when `required`. */
int table_column(Document *document, const char *name, bool required);
/* Cell of a row (1 = first row after the header); NULL when the row is too short. */
const Field *table_cell(const Document *document, int row, int column);

#endif
