/* translations.c — the languages the server speaks: one for each table of the folder `translation` in the data.
 *
 * Number 0 is English, which needs no table. For each other language there is a translation for every rulebook, made of
 * the server's own texts and the rulebook's. They are read when the server starts. */
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"
#include "systems/systems.h"

static void read_language(void *context, const char *path)
{
    Server *server = context;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    size_t length = strcspn(name, ".");
    Language *language = &server->language[server->languages];
    if (server->languages == LANGUAGES_MAX || !length || length >= sizeof language->name || !strncmp(name, "en.", 3))
        return;
    memcpy(language->name, name, length);
    language->name[length] = '\0';
    Log *log = calloc(1, sizeof *log);
    for (int i = 0; log && systems[i] && i < SYSTEMS_MAX; i++) {
        language->translation[i] = translation_load(language->name, systems[i]->name, server->config->source, log);
        for (int line = 0; line < log->count && line < LOG_MISTAKES; line++)
            log_line(LEVEL_WARNING, "language", "name=%s file=%s line=%d note=\"%s\"", language->name,
                     log->mistake[line].file, log->mistake[line].line, log->mistake[line].words);
        log->count = 0;
    }
    free(log);
    server->languages++;
}

void translations_open(Server *server)
{
    char folder[4096];
    snprintf(server->language[0].name, sizeof server->language[0].name, "en");
    server->languages = 1;
    snprintf(folder, sizeof folder, "%s/translation", server->config->data);
    server->config->files_below(folder, ".tsv", read_language, server);
}

void translations_close(Server *server)
{
    for (int i = 1; i < server->languages; i++)
        for (int system = 0; system < SYSTEMS_MAX; system++)
            translation_free(server->language[i].translation[system]);
}

const Translation *translation_of(const Server *server, int language, const System *system)
{
    for (int i = 0; systems[i] && i < SYSTEMS_MAX; i++)
        if (!system || systems[i] == system)
            return server->language[language].translation[i];
    return NULL;
}

int language_named(const Server *server, const char *name, size_t length)
{
    for (int i = 0; i < server->languages; i++)
        if (strlen(server->language[i].name) == length && !memcmp(server->language[i].name, name, length))
            return i;
    return -1;
}

int language_accepted(const Server *server, const char *list)
{
    while (list && *list) {
        list += strspn(list, " ,");
        int language = language_named(server, list, strcspn(list, "-;, "));
        if (language >= 0)
            return language;
        list += strcspn(list, ",");
    }
    return 0;
}
