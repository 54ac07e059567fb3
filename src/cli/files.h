/* files.h — where the data is, and reading it. The core opens no file; it gets these functions instead.
 *
 * The data directory is the first of: what data_choose was given (--data DIR), $SANDTABLE_DATA, `data` one or two
 * folders above the program's own, and else the copy inside the program (inside.h), which is written `inside:` wherever
 * a directory is. If a directory that the caller named does not exist, the program ends with status 2, as for a wrong
 * call. */
#ifndef SANDTABLE_FILES_H
#define SANDTABLE_FILES_H

#include <stdio.h>

#include "core/system.h"

/* The whole file, malloc'ed, with a NUL behind it; NULL if it cannot be read. */
char *file_read(const char *path, size_t *length);

/* Takes `--data DIR` or `--data=DIR` out of the arguments, wherever it is. */
void data_choose(int *argc, char **argv);
const char *data_directory(void);
/* Reads "wb95/maps/bautzen.map" below the data directory. */
const Source *data_source(void);

/* Calls `found` with the full path of each file below `path` whose name ends so (NULL: all), sorted by name;
 * a file is its own only one. Hidden files are passed over. Folders inside the program are walked as well. False when
 * something cannot be read. */
bool files_below(const char *path, const char *ending, void (*found)(void *context, const char *path), void *context);

/* Makes the folders a file lies in, for their owner alone, where they are missing. */
bool folders_make(const char *file);

/* Prints every mistake, ordered by file and line, and how many there were beyond those kept. */
void log_print(const Log *log, FILE *out);

#endif
