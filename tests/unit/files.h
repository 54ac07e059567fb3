/* files.h — the project's own data, for unit tests that play whole scenarios. */
#ifndef SANDTABLE_TEST_FILES_H
#define SANDTABLE_TEST_FILES_H

#include <stdio.h>
#include <stdlib.h>

static char *read_file(void *context, const char *name, size_t *length)
{
    char path[512];
    (void)context;
    snprintf(path, sizeof path, "%s/%s", DATA_DIR, name);
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    fseek(file, 0, SEEK_END);
    *length = (size_t)ftell(file);
    rewind(file);
    char *bytes = malloc(*length + 1);
    *length = fread(bytes, 1, *length, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

#endif
