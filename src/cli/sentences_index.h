/* sentences_index.h — every sentence of the code that a player may read; made when the program is built. */
#ifndef SANDTABLE_SENTENCES_INDEX_H
#define SANDTABLE_SENTENCES_INDEX_H

#include <stddef.h>

typedef struct SaidSomewhere {
    const char *room; /* "core", "server", or the system's name */
    const char *words;
} SaidSomewhere;

extern const SaidSomewhere said_somewhere[]; /* ended by a row without a room */

#endif
