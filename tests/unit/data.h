/* data.h — files for the tests of loaders: reading them, walking the data folder, and comparing the mistakes found in a
 * broken file with the list beside it. */
#ifndef SANDTABLE_TEST_DATA_H
#define SANDTABLE_TEST_DATA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/text.h"

#define BROKEN_DIR DATA_DIR "/../tests/broken"

/* NULL if it cannot be read. */
static inline char *test_read(const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = malloc(4 << 20);
    assert_non_null(bytes);
    *length = fread(bytes, 1, (4 << 20) - 1, file);
    bytes[*length] = '\0';
    fclose(file);
    return bytes;
}

static inline bool test_ends(const char *path, const char *ending)
{
    size_t length = strlen(path), end = strlen(ending);
    return length > end && !strcmp(path + length - end, ending);
}

/* Calls `found` for each file below a folder; returns how many. */
static inline int test_walk(const char *folder, void (*found)(const char *path))
{
    int count = 0;
    DIR *directory = opendir(folder);
    assert_non_null(directory);
    for (struct dirent *entry; (entry = readdir(directory));) {
        if (entry->d_name[0] == '.')
            continue;
        char path[1024];
        struct stat status;
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name) < (int)sizeof path);
        assert_int_equal(stat(path, &status), 0);
        if (S_ISDIR(status.st_mode)) {
            count += test_walk(path, found);
        } else {
            found(path);
            count++;
        }
    }
    closedir(directory);
    return count;
}

/* By line and column; those of one place stay as they came. */
static inline void test_sort(Log *log)
{
    for (int i = 1; i < log->count; i++) {
        Mistake moved = log->mistake[i];
        int at = i;
        for (; at > 0; at--) {
            const Mistake *before = &log->mistake[at - 1];
            if (before->line < moved.line || (before->line == moved.line && before->column <= moved.column))
                break;
            log->mistake[at] = *before;
        }
        log->mistake[at] = moved;
    }
}

/* The mistakes must be those of NAME.expected, one a line as `file:line:column: words`. */
static inline void test_expect(Log *log, const char *name)
{
    char path[1024];
    size_t length = 0;
    snprintf(path, sizeof path, BROKEN_DIR "/%s.expected", name);
    char *expected = test_read(path, &length);
    if (!expected)
        fail_msg("%s is missing", path);
    assert_in_range(log->count, 1, LOG_MISTAKES);
    char *found = calloc(1, 1 << 20);
    size_t used = 0;
    test_sort(log);
    for (int i = 0; i < log->count; i++) {
        char text[2048];
        mistake_print(&log->mistake[i], text, sizeof text);
        text[strcspn(text, "\n")] = '\0';
        used += (size_t)sprintf(found + used, "%s\n", text);
    }
    if (strcmp(found, expected))
        fail_msg("%s: found\n%sinstead of\n%s", name, found, expected);
    free(found);
    free(expected);
}

#endif
