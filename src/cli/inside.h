/* inside.h — the data directory within the program, put there by tools/embed-data when it was built. */
#ifndef SANDTABLE_INSIDE_H
#define SANDTABLE_INSIDE_H

typedef struct Inside {
    const char *name; /* below the data directory, as "translation/pl.tsv"; sorted */
    const unsigned char *begin, *end;
} Inside;

extern const Inside inside[];
extern const int inside_count;

#endif
