/* library.h — shared libraries that are loaded when they are first needed.
 *
 * Each loads further libraries, which cost every start time and memory. A run that never needs them does not pay. A
 * user of this lists the functions once (`NAME_CALLS`), keeps their addresses in a structure, and loads it with
 * pthread_once. */
#ifndef SANDTABLE_LATE_LIBRARY_H
#define SANDTABLE_LATE_LIBRARY_H

#include <stdbool.h>
#include <stddef.h>

#define LIBRARY_TROUBLE 200

/* A function of a library, and where its address goes. */
typedef struct LibraryCall {
    const char *name;
    void **place;
} LibraryCall;

/* Loads the first of the files that is there, NULL after the last. False with a sentence, and nothing may be called. */
bool library_load(const char *const *files, const LibraryCall *calls, size_t count, char why[LIBRARY_TROUBLE]);

#endif
