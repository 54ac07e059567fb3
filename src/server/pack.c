/* pack.c — the files of a rulebook's data that the engine in the browser reads (src/wasm), as one JSON object: name
 * and text of each. Texts for people alone are left out: the ledger and the terms have their own addresses. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"

typedef struct Packing {
    const Server *server;
    Buffer *out;
    bool first;
} Packing;

static bool is_for_people(const char *name)
{
    const char *slash = strrchr(name, '/'), *file = slash ? slash + 1 : name;
    return !strncmp(file, "rules.", 6) || !strncmp(file, "terms.", 6) || !strncmp(file, "examples.", 9) ||
           !strncmp(file, "en.", 3) || strstr(file, ".lesson") || strstr(file, ".puzzles");
}

static void pack_file(void *context, const char *path)
{
    Packing *packing = context;
    const Source *source = packing->server->config->source;
    const char *name = path + strlen(packing->server->config->data);
    size_t length;
    name += *name == '/';
    char *text = is_for_people(name) ? NULL : source->read(source->context, name, &length);
    if (!text)
        return;
    buffer_text(packing->out, packing->first ? "\n" : ",\n");
    packing->first = false;
    buffer_quote(packing->out, name);
    buffer_char(packing->out, ':');
    buffer_quote_bytes(packing->out, text, length);
    free(text);
}

void list_pack(const Server *server, const System *system, int language, Buffer *out)
{
    (void)language;
    Packing packing = {server, out, true};
    char folder[4096];
    buffer_char(out, '{');
    snprintf(folder, sizeof folder, "%s/translation", server->config->data);
    server->config->files_below(folder, ".tsv", pack_file, &packing);
    snprintf(folder, sizeof folder, "%s/%s", server->config->data, system->name);
    server->config->files_below(folder, NULL, pack_file, &packing);
    buffer_char(out, '}');
}
