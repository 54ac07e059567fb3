/* store_wire.h — questions and rounds of the store as bytes, for a program of another edition (editions.h).
 *
 * Both programs may be years apart. So everything goes by name: questions, writes, and the fields of their structures.
 * A reader leaves out fields it does not know; fields the writer did not know stay zero. A name never changes its
 * meaning, and the numbers in a field are those that stores keep.
 *
 * A frame is its length, four bytes, and a message: a structure of named fields, each with its length. */
#ifndef SANDTABLE_SERVER_STORE_WIRE_H
#define SANDTABLE_SERVER_STORE_WIRE_H

#include "server/store.h"

#define FRAME_MOST (256u << 20)

typedef enum FieldKind {
    FIELD_INTEGER, /* of 1, 2, 4 or 8 bytes; one of 1 byte has no sign */
    FIELD_TEXT,    /* an array of char with its NUL */
    FIELD_BYTES,   /* an array of fixed length */
    FIELD_RAW,     /* a Buffer of bytes */
    FIELD_ROW,     /* a structure inside */
    FIELD_ROWS,    /* a Buffer of structures */
    FIELD_TERMS,
    FIELD_CLOCK,
} FieldKind;

typedef struct WireField {
    const char *name; /* NULL ends a list */
    FieldKind kind;
    size_t offset, size; /* of one; of a row in a Buffer: the row's */
    int count;           /* how many there are side by side */
    const struct WireField *row;
} WireField;

/* A kind of question. */
typedef struct Shape {
    AskKind kind;
    const char *name;
    size_t size; /* of its structure */
    const WireField *fields;
} Shape;

/* NULL: such a question is not asked this way. */
const Shape *shape_of(AskKind kind);
const Shape *shape_named(const char *name);

/* The structure's fields, appended. */
void wire_write(Buffer *out, const WireField *fields, const void *from);
/* Fills the fields that are there. Their Buffers grow; false if the bytes are damaged or there is no memory. */
bool wire_read(const char *bytes, size_t length, const WireField *fields, void *to);
/* Gives back the Buffers of the fields. */
void wire_free(const WireField *fields, void *of);

/* ---- messages ---- */

/* A request of an edition's program to the server, and its answer. */
typedef struct Letter {
    char kind[16]; /* "ask", "round" */
    char ask[16];  /* which one */
    int64_t program, failed, spent;
    char trouble[TROUBLE];
    int64_t wanted[NUMBER_KINDS], reserved[NUMBER_KINDS];
    Buffer body;    /* the question's fields */
    Buffer entries; /* WireEntry */
} Letter;

/* An entry of a round: its writes on the way there, its verdict on the way back. */
typedef struct WireEntry {
    Buffer writes; /* Write */
    int64_t verdict, changed;
    char trouble[TROUBLE];
} WireEntry;

void letter_write(Buffer *out, const Letter *letter); /* as a frame */
bool letter_read(const char *bytes, size_t length, Letter *out);
void letter_free(Letter *letter);

/* An entry's writes, by name; false if one is of a kind that this program does not know, or the bytes are damaged. */
void writes_to_wire(Buffer *out, const WriteSet *entry);
bool writes_from_wire(const Buffer *writes, WriteSet *entry);

#endif
