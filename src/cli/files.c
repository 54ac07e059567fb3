/* files.c — the data directory, whole files, folders and mistakes on paper. */
#include "cli/files.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/inside.h"

#define INSIDE "inside:" /* the directory that is part of the program */
#define PATH_ROOM 4096
#define FILE_LIMIT (64L << 20) /* larger than any file written by hand */

char *file_read(const char *path, size_t *length)
{
    struct stat status;
    FILE *file = fopen(path, "rb");
    if (!file)
        return NULL;
    char *bytes = NULL;
    if (!fstat(fileno(file), &status) && S_ISREG(status.st_mode) && status.st_size <= FILE_LIMIT &&
        (bytes = malloc((size_t)status.st_size + 1))) {
        *length = fread(bytes, 1, (size_t)status.st_size, file);
        bytes[*length] = '\0';
        if (ferror(file)) {
            free(bytes);
            bytes = NULL;
        }
    }
    fclose(file);
    return bytes;
}

/* ---- the data directory ---- */

static char directory[PATH_ROOM];

static bool is_directory(const char *path)
{
    struct stat status;
    return !stat(path, &status) && S_ISDIR(status.st_mode);
}

static void use_directory(const char *path, const char *whence)
{
    if (strlen(path) < sizeof directory && (!strcmp(path, INSIDE) || is_directory(path))) {
        strcpy(directory, path);
        return;
    }
    fprintf(stderr, "sandtable: %s names no directory: %s\n", whence, path);
    exit(2);
}

void data_choose(int *argc, char **argv)
{
    int kept = 0;
    for (int i = 0; i < *argc; i++) {
        if (!strncmp(argv[i], "--data=", 7))
            use_directory(argv[i] + 7, "--data");
        else if (!strcmp(argv[i], "--data"))
            use_directory(i + 1 < *argc ? argv[++i] : "", "--data");
        else
            argv[kept++] = argv[i];
    }
    argv[kept] = NULL;
    *argc = kept;
}

/* `data` beside the folder the program lies in, or beside the one above that (a build tree). */
static bool beside_program(void)
{
    static const char *const ways[] = {"/../data", "/../../data"};
    char path[PATH_ROOM];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - sizeof "/../../data");
    if (length <= 0)
        return false;
    path[length] = '\0';
    char *slash = strrchr(path, '/');
    for (size_t i = 0; slash && i < sizeof ways / sizeof *ways; i++) {
        strcpy(slash, ways[i]);
        if (realpath(path, directory) && is_directory(directory))
            return true;
    }
    directory[0] = '\0';
    return false;
}

const char *data_directory(void)
{
    const char *named = getenv("SANDTABLE_DATA");
    if (directory[0])
        return directory;
    if (named && *named)
        use_directory(named, "SANDTABLE_DATA");
    else if (!beside_program())
        strcpy(directory, INSIDE);
    return directory;
}

static char *read_inside(const char *name, size_t *length)
{
    for (int i = 0; i < inside_count; i++) {
        if (strcmp(inside[i].name, name))
            continue;
        *length = (size_t)(inside[i].end - inside[i].begin);
        char *bytes = malloc(*length + 1);
        if (bytes) {
            memcpy(bytes, inside[i].begin, *length);
            bytes[*length] = '\0';
        }
        return bytes;
    }
    return NULL;
}

static char *read_data(void *context, const char *name, size_t *length)
{
    (void)context;
    char path[PATH_ROOM + 200];
    if (name[0] == '/' || strstr(name, "..")) /* nothing outside is data */
        return NULL;
    if (!strcmp(data_directory(), INSIDE))
        return read_inside(name, length);
    int written = snprintf(path, sizeof path, "%s/%s", data_directory(), name);
    return written > 0 && (size_t)written < sizeof path ? file_read(path, length) : NULL;
}

const Source *data_source(void)
{
    static const Source source = {NULL, read_data};
    return &source;
}

/* ---- folders ---- */

bool folders_make(const char *file)
{
    char path[PATH_ROOM];
    if (strlen(file) >= sizeof path)
        return false;
    memcpy(path, file, strlen(file) + 1);
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0700) && errno != EEXIST)
            return false;
        *slash = '/';
    }
    return true;
}

static int by_name(const struct dirent **one, const struct dirent **other)
{
    return strcmp((*one)->d_name, (*other)->d_name);
}

static int not_hidden(const struct dirent *entry) { return entry->d_name[0] != '.'; }

static bool ends_in(const char *path, const char *ending)
{
    size_t length = strlen(path), end = strlen(ending);
    return length >= end && !strcmp(path + length - end, ending);
}

/* Files inside the program below a folder, of which the whole path is given. */
static bool walk_inside(const char *path, const char *ending, void (*found)(void *context, const char *path),
                        void *context)
{
    const char *folder = path + strlen(INSIDE);
    folder += *folder == '/';
    size_t stem = strlen(folder);
    bool any = false;
    for (int i = 0; i < inside_count; i++) {
        char whole[200];
        if (strncmp(inside[i].name, folder, stem) || (stem && inside[i].name[stem] != '/'))
            continue;
        any = true;
        snprintf(whole, sizeof whole, INSIDE "/%s", inside[i].name);
        if (!ending || ends_in(whole, ending))
            found(context, whole);
    }
    return any;
}

bool files_below(const char *path, const char *ending, void (*found)(void *context, const char *path), void *context)
{
    struct stat status;
    if (!strncmp(path, INSIDE, strlen(INSIDE)))
        return walk_inside(path, ending, found, context);
    if (stat(path, &status))
        return false;
    if (!S_ISDIR(status.st_mode)) {
        if (!ending || ends_in(path, ending))
            found(context, path);
        return true;
    }
    struct dirent **list;
    int count = scandir(path, &list, not_hidden, by_name);
    bool good = count >= 0;
    size_t stem = strlen(path);
    while (stem > 1 && path[stem - 1] == '/')
        stem--;
    for (int i = 0; i < count; i++) {
        size_t length = stem + 1 + strlen(list[i]->d_name) + 1;
        char *below = malloc(length);
        if (below) {
            snprintf(below, length, "%.*s/%s", (int)stem, path, list[i]->d_name);
            good &= files_below(below, ending, found, context);
        } else {
            good = false;
        }
        free(below);
        free(list[i]);
    }
    if (count >= 0)
        free(list);
    return good;
}

/* ---- mistakes ---- */

/* By file, line and column; mistakes about a whole file first. */
static int compare_mistakes(const void *one, const void *other)
{
    const Mistake *a = *(const Mistake *const *)one, *b = *(const Mistake *const *)other;
    int order = strcmp(a->file, b->file);
    if (!order)
        order = a->line - b->line;
    if (!order)
        order = a->column - b->column;
    return order ? order : (a > b) - (a < b);
}

void log_print(const Log *log, FILE *out)
{
    const Mistake *sorted[LOG_MISTAKES];
    int count = log->count < LOG_MISTAKES ? log->count : LOG_MISTAKES;
    for (int i = 0; i < count; i++)
        sorted[i] = &log->mistake[i];
    qsort(sorted, (size_t)count, sizeof *sorted, compare_mistakes);
    for (int i = 0; i < count; i++) {
        char text[2048];
        mistake_print(sorted[i], text, sizeof text);
        fputs(text, out);
    }
    if (log->count > count)
        fprintf(out, "… and %d more\n", log->count - count);
}
