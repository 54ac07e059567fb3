/* fuzz_http.c — whatever is requested, with whatever headers, cookies and bodies, gets exactly one answer: of a status
 * we know, in JSON where it says so, with a sentence where it is an error, never one that blames the server, and
 * without a password in it. */
#define _GNU_SOURCE
#include <stdlib.h>

#include "fuzz/server.h"

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    require(argc && argv);
    world_begin();
    return 0;
}

static bool is_known(unsigned status)
{
    static const unsigned known[] = {101, 200, 304, 400, 401, 403, 404, 405, 409, 410, 413, 421, 429};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i] == status)
            return true;
    return false;
}

static bool has_password(const void *bytes, size_t length)
{
    return length && memmem(bytes, length, PASSWORD_MARK, strlen(PASSWORD_MARK));
}

static void judge(const Answer *answer, bool given)
{
    require(answer->answers == 1 && is_known(answer->status));
    require(given || !has_password(answer->body.bytes, answer->body.length));
    if (strncmp(answer->type, "application/json", 16) || answer->status == 304)
        return;
    json_error_t mistake;
    json_t *value = json_loadb(answer->body.bytes, answer->body.length, JSON_DECODE_ANY, &mistake);
    require(value != NULL);
    require(answer->status < 400 || json_string_length(json_object_get(value, "error")) > 5);
    json_decref(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Answer answer = {0};
    if (world_request((const char *)data, size, &answer))
        judge(&answer, has_password(data, size));
    buffer_free(&answer.body);
    world_again();
    return 0;
}
