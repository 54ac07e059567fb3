/* fuzz_engine.c — whatever lines a client sends, each is answered by exactly one line that begins with `ok`,
 * `refused` or `error`, after any number of others, and nothing but `quit` and the end of input ends the engine.
 * The engine's own command is run, with its input and output in memory. */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LINE_MOST = 65536 };

static bool begins(const char *line, size_t length, const char *word)
{
    size_t end = strlen(word);
    return length >= end && !memcmp(line, word, end) && (length == end || line[end] == ' ');
}

/* Lines that close an answer. */
static int answers_in(const char *text, size_t length)
{
    int answers = 0;
    for (size_t at = 0; at < length;) {
        const char *stop = memchr(text + at, '\n', length - at);
        size_t end = stop ? (size_t)(stop - text) : length;
        size_t line = end - at;
        answers +=
            begins(text + at, line, "ok") || begins(text + at, line, "refused") || begins(text + at, line, "error");
        at = end + 1;
    }
    return answers;
}

typedef enum Request { BLANK, QUIT, OTHER } Request;

/* What one line asks for: nothing when it is blank, and a line that is no text or too long is an error of its own. */
static Request request_in(const uint8_t *line, size_t length)
{
    char word[8] = "";
    size_t used = 0, at = 0;
    if (length && length <= LINE_MOST && line[length - 1] == '\r')
        length--;
    if (length > LINE_MOST)
        return OTHER;
    for (size_t i = 0; i < length; i++)
        if ((line[i] < ' ' && line[i] != '\t') || line[i] == 127)
            return OTHER;
    while (at < length && (line[at] == ' ' || line[at] == '\t'))
        at++;
    if (at == length)
        return BLANK;
    while (at < length && line[at] != ' ' && line[at] != '\t' && used < sizeof word - 1)
        word[used++] = (char)line[at++];
    return strcmp(word, "quit") ? OTHER : QUIT;
}

static int requests_in(const uint8_t *data, size_t size)
{
    int requests = 0;
    for (size_t at = 0; at < size;) {
        const uint8_t *stop = memchr(data + at, '\n', size - at);
        size_t end = stop ? (size_t)(stop - data) : size;
        Request request = request_in(data + at, end - at);
        requests += request != BLANK;
        if (request == QUIT)
            break;
        at = end + 1;
    }
    return requests;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char *arguments[] = {"engine", "--games", "/nonexistent", NULL};
    char *out = NULL;
    size_t length = 0;
    if (!size)
        return 0;
    FILE *old_in = stdin, *old_out = stdout;
    stdin = fmemopen((void *)(uintptr_t)data, size, "r");
    stdout = open_memstream(&out, &length);
    int status = command_engine(3, arguments);
    fclose(stdin);
    fclose(stdout);
    stdin = old_in;
    stdout = old_out;
    if (status || answers_in(out, length) != requests_in(data, size))
        abort();
    free(out);
    return 0;
}
