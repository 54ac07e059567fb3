/* site.c — the browser client as a folder of files, with everything the server would send it about scenarios and
 * rulebooks: a site that any file server can show, and on which the engine in the browser plays. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "server/own.h"
#include "systems/systems.h"

typedef struct Site {
    const char *folder;
    int files;
    bool failed;
} Site;

/* The folders a file lies in, where they are missing. */
static bool make_folders(char *path)
{
    for (char *at = strchr(path + 1, '/'); at; at = strchr(at + 1, '/')) {
        *at = '\0';
        bool there = !mkdir(path, 0777) || errno == EEXIST;
        *at = '/';
        if (!there)
            return false;
    }
    return true;
}

static void write_file(Site *site, const char *name, const void *bytes, size_t length)
{
    char path[4096];
    int size = snprintf(path, sizeof path, "%s/%s", site->folder, name);
    bool fits = size > 0 && size < (int)sizeof path && make_folders(path);
    FILE *file = fits ? fopen(path, "wb") : NULL;
    bool written = file && fwrite(bytes, 1, length, file) == length;
    if ((file && fclose(file)) || !written) {
        if (!site->failed)
            fprintf(stderr, "sandtable site: %s cannot be written\n", path);
        site->failed = true;
    }
    site->files++;
}

/* The page and the manifest name their parts from the root of a server; a site may lie anywhere below it. */
static void write_relative(Site *site, const Asset *asset)
{
    const char *text = (const char *)asset->bytes, *end = (const char *)asset->bytes_end;
    Buffer out = {0};
    for (const char *at = text; at < end; at++) {
        bool begins = at + 1 < end && at[0] == '"' && at[1] == '/';
        if (end - at > 5 && !memcmp(at, "<html", 5)) {
            buffer_literal(&out, "<html data-site");
            at += 4;
        } else {
            buffer_char(&out, *at);
            if (begins)
                buffer_char(&out, '.');
        }
    }
    write_file(site, asset->path + 1, out.bytes, out.length);
    buffer_free(&out);
}

static void write_client(Site *site)
{
    for (int i = 0; i < asset_count; i++) {
        const Asset *asset = &assets[i];
        if (!strncmp(asset->path, "/api/", 5)) /* the client has its own words */
            continue;
        if (strstr(asset->path, ".html") || strstr(asset->path, ".webmanifest"))
            write_relative(site, asset);
        else
            write_file(site, asset->path + 1, asset->bytes, (size_t)(asset->bytes_end - asset->bytes));
    }
}

static void write_kept(Site *site, const char *name, const KeptText *kept)
{
    Buffer out = {0};
    if (kept->packed && kept_unpack(kept, &out))
        write_file(site, name, out.bytes, out.length);
    else
        site->failed = true;
    buffer_free(&out);
}

static void write_maps(Site *site, const Server *server, int language)
{
    char name[300];
    for (int i = 0; i < server->known_count; i++) {
        const Known *known = &server->known[i];
        const char *id = known->scenario->id, *spoken = server->language[language].name;
        snprintf(name, sizeof name, "api/%s/map/%s.json", spoken, id);
        write_kept(site, name, &known->map[0][language]);
        for (int map = 0; map < known->scenario->other_maps; map++) {
            snprintf(name, sizeof name, "api/%s/map/%s/%s.json", spoken, id, known->scenario->other_map[map]);
            write_kept(site, name, &known->map[1 + map][language]);
        }
    }
}

static void write_books(Site *site, Server *server, int language)
{
    static const char *const list[] = {"rules", "terms", "looks", "tables"};
    const KeptText *kept;
    char name[300], url[300];
    for (int i = 0; systems[i] && i < SYSTEMS_MAX; i++)
        for (size_t j = 0; j < sizeof list / sizeof *list; j++) {
            snprintf(name, sizeof name, "api/%s/%s/%s.json", server->language[language].name, list[j],
                     systems[i]->name);
            snprintf(url, sizeof url, "/api/%s/%s", list[j], systems[i]->name);
            if (scenarios_kept(server, url, language, &kept))
                write_kept(site, name, kept);
        }
}

int site_write(const ServerConfig *config, const char *folder)
{
    Site site = {.folder = folder};
    Server *server = calloc(1, sizeof *server);
    char name[300];
    if (!server)
        return 1;
    server->config = config;
    log_quiet(true);
    translations_open(server);
    bool read = scenarios_open(server);
    bool engine = false;
    for (int i = 0; i < asset_count; i++)
        engine |= !strcmp(assets[i].path, "/engine/sandtable.wasm");
    if (!engine) {
        fputs("sandtable site: this program was built without the engine for the browser: run tools/build-wasm and "
              "tools/build-web, then build it again\n",
              stderr);
        site.failed = true;
    }
    write_client(&site);
    for (int language = 0; read && language < server->languages; language++) {
        snprintf(name, sizeof name, "api/%s/scenarios.json", server->language[language].name);
        write_kept(&site, name, &server->scenarios[language]);
        write_maps(&site, server, language);
        write_books(&site, server, language);
    }
    for (int i = 0; systems[i] && i < SYSTEMS_MAX; i++) {
        const KeptText *kept;
        snprintf(name, sizeof name, "/api/pack/%s", systems[i]->name);
        if (!scenarios_kept(server, name, 0, &kept))
            continue;
        snprintf(name, sizeof name, "api/pack/%s.json", systems[i]->name);
        write_kept(&site, name, kept);
    }
    if (!site.failed)
        printf("%d files in %s: show them with any file server\n", site.files, folder);
    scenarios_close(server);
    translations_close(server);
    json_forget();
    free(server);
    return site.failed || !read;
}
