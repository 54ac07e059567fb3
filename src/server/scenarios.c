/* scenarios.c — scenarios, their maps, the rules of their systems.
 *
 * They are read when the server starts and do not change while it runs. The texts about them, the same for every
 * client, are written then, once a language, and kept compressed. Tables whose games have the same options share one
 * scenario. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"
#include "systems/systems.h"

/* ---- a scenario as JSON ---- */

const Known *scenario_known(const Server *server, const char *id)
{
    for (int i = 0; i < server->known_count; i++)
        if (!strcmp(server->known[i].scenario->id, id))
            return &server->known[i];
    return NULL;
}

static char *read_beside(const Server *server, const char *id, const char *ending, size_t *length)
{
    char name[160];
    const char *slash = strchr(id, '/');
    snprintf(name, sizeof name, "%.*s/scenarios/%s.%s", (int)(slash - id), id, slash + 1, ending);
    return server->config->source->read(server->config->source->context, name, length);
}

static void read_hints(Server *server, Known *known, Log *log)
{
    size_t length;
    Buffer out = {0};
    char *text = read_beside(server, known->scenario->id, "hints", &length);
    if (!text)
        return;
    Document *table = table_parse(known->scenario->id, text, length, log);
    json_hints(&out, table);
    buffer_string(&out);
    if (out.failed) {
        log_line(LEVEL_ERROR, "hints", "id=%s note=\"no memory left\"", known->scenario->id);
        buffer_free(&out);
    }
    known->hints = out.bytes;
    known->teaching = true;
    document_free(table);
    free(text);
}

/* The set-up stacks, for a picture of the front: [hex, side] of each. */
static void know_start(Known *known)
{
    const Scenario *scenario = known->scenario;
    const System *system = scenario->system;
    GameStart start = {.fast_dice = true, .fast_seed = 1, .quiet = true};
    Game *game = game_new(scenario, &start);
    for (int hex = 0; game && hex < scenario->map->hexes; hex++) {
        Piece top;
        Look look = {.side = NO_SIDE};
        const Position *view = game_view(game, SPECTATOR);
        if (!system->stack(scenario, view, (Hex)hex, &top, 1))
            continue;
        system->look(scenario, view, top, &look);
        if (look.side < scenario->sides)
            buffer_format(&known->start, "%s[%d,%d]", known->start.length ? "," : "", hex, look.side);
    }
    game_free(game);
}

static void know_map(const Server *server, const Scenario *scenario, KeptText map[LANGUAGES_MAX])
{
    for (int i = 0; i < server->languages; i++) {
        Buffer out = {0};
        json_map(&out, translation_of(server, i, scenario->system), scenario);
        kept_pack(&map[i], &out);
    }
}

static void know_maps(const Server *server, Known *known, Log *log)
{
    const Scenario *usual = known->scenario;
    know_map(server, usual, known->map[0]);
    for (int i = 0; i < usual->other_maps; i++) {
        log->count = 0;
        Scenario *other = scenario_load(usual->system, usual->id, usual->other_map[i], server->config->source, log);
        if (other)
            know_map(server, other, known->map[1 + i]);
        else
            log_line(LEVEL_ERROR, "scenario", "id=%s options=%s note=\"%s\"", usual->id, usual->other_map[i],
                     log->count ? log->mistake[0].words : "does not load");
        scenario_free(other);
    }
}

static void add_sides_with(const Server *server, Known *known, const char *pair, const Scenario *scenario)
{
    for (int i = 0; i < server->languages; i++) {
        Buffer *out = &known->sides_with[i];
        if (out->length)
            buffer_char(out, ',');
        buffer_quote(out, pair);
        buffer_char(out, ':');
        json_sides(out, translation_of(server, i, scenario->system), scenario);
    }
}

/* The sides for each value of an option that changes the players. */
static void know_other_sides(const Server *server, Known *known, Log *log)
{
    const Scenario *usual = known->scenario;
    for (int i = 0; i < usual->options; i++) {
        char values[64], pair[64], *rest = values, *value;
        snprintf(values, sizeof values, "%s", usual->option[i].values);
        while (usual->option[i].sides && (value = strtok_r(rest, " ", &rest))) {
            if (!strcmp(value, usual->option[i].value))
                continue;
            snprintf(pair, sizeof pair, "%s=%s", usual->option[i].name, value);
            log->count = 0;
            Scenario *other = scenario_load(usual->system, usual->id, pair, server->config->source, log);
            if (other)
                add_sides_with(server, known, pair, other);
            scenario_free(other);
        }
    }
}

int scenario_map_for(const Scenario *scenario, const char *options)
{
    for (int i = 0; i < scenario->other_maps; i++) {
        const char *words = scenario->other_map[i], *at = options;
        size_t length = strlen(words);
        for (; (at = strstr(at, words)); at += length)
            if ((at == options || at[-1] == ' ') && (at[length] == ' ' || !at[length]))
                return 1 + i;
    }
    return 0;
}

/* ---- rules ---- */

typedef struct Ledger {
    Document *table;
    int id, title, words, kind;
} Ledger;

static Ledger read_ledger(const Server *server, const char *path, Log *log)
{
    size_t length;
    Ledger ledger = {0};
    char *text = server->config->source->read(server->config->source->context, path, &length);
    if (text)
        ledger.table = table_parse(path, text, length, log);
    free(text);
    if (!ledger.table)
        return ledger;
    ledger.id = table_column(ledger.table, "id", true);
    ledger.title = table_column(ledger.table, "title", true);
    ledger.words = table_column(ledger.table, "requires", true);
    ledger.kind = table_column(ledger.table, "kind", false);
    return ledger;
}

/* The row of another ledger that has the id of this row; 0 if none does. They mostly stand in the same order. */
static int row_in(const Ledger *ledger, const Ledger *other, int row)
{
    const Field *id = table_cell(ledger->table, row, ledger->id);
    for (int i = 0; id && other->table && i < other->table->entries; i++) {
        int at = (row + i) % other->table->entries;
        const Field *its = table_cell(other->table, at, other->id);
        if (at && its && its->length == id->length && !memcmp(its->text, id->text, id->length))
            return at;
    }
    return 0;
}

static void add_cell(Buffer *out, const char *key, const Field *cell)
{
    buffer_format(out, ",\"%s\":", key);
    buffer_quote_bytes(out, cell ? cell->text : "", cell ? cell->length : 0);
}

static void add_rules(Buffer *out, const Ledger *ledger, const Ledger *translated, size_t skip)
{
    for (int row = 1; row < ledger->table->entries; row++) {
        const Field *id = table_cell(ledger->table, row, ledger->id);
        int there = row_in(ledger, translated, row), at = there ? there : row;
        const Ledger *words = there ? translated : ledger;
        buffer_text(out, row > 1 ? ",{\"id\":" : "{\"id\":");
        size_t own =
            id && id->length > skip && id->text[skip - 1] == '.' ? skip : 0; /* of another edition its name stays */
        buffer_quote_bytes(out, id ? id->text + own : "", id ? id->length - own : 0);
        add_cell(out, "title", table_cell(words->table, at, words->title));
        add_cell(out, "words", table_cell(words->table, at, words->words));
        add_cell(out, "kind", table_cell(ledger->table, row, ledger->kind));
        buffer_char(out, '}');
    }
}

static void list_rules(const Server *server, const System *system, int language, Buffer *out)
{
    char path[64];
    Log *log = calloc(1, sizeof *log);
    Ledger ledger = {0}, translated = {0};
    snprintf(path, sizeof path, "%.40s/rules.tsv", system->name);
    if (log)
        ledger = read_ledger(server, path, log);
    snprintf(path, sizeof path, "%.30s/rules.%s.tsv", system->name, server->language[language].name);
    if (log && language)
        translated = read_ledger(server, path, log);
    buffer_char(out, '[');
    if (ledger.table)
        add_rules(out, &ledger, &translated, strlen(system->name) + 1);
    buffer_char(out, ']');
    document_free(ledger.table);
    document_free(translated.table);
    free(log);
}

/* ---- the short words of a rulebook ---- */

/* The table of them in a language; NULL if there is none. */
static Document *read_terms(const Server *server, const System *system, int language, Log *log)
{
    const Source *source = server->config->source;
    char path[64];
    size_t length;
    snprintf(path, sizeof path, "%.30s/terms.%s.tsv", system->name, server->language[language].name);
    char *text = source->read(source->context, path, &length);
    Document *table = text ? table_parse(path, text, length, log) : NULL;
    free(text);
    return table;
}

static void list_terms(const Server *server, const System *system, int language, Buffer *out)
{
    Log *log = calloc(1, sizeof *log);
    Document *table = log ? read_terms(server, system, language, log) : NULL;
    if (log && !table)
        table = read_terms(server, system, 0, log);
    buffer_char(out, '[');
    for (int row = 1; table && row < table->entries; row++) {
        const Field *term = table_cell(table, row, table_column(table, "term", true));
        buffer_text(out, row > 1 ? ",{\"term\":" : "{\"term\":");
        buffer_quote_bytes(out, term ? term->text : "", term ? term->length : 0);
        add_cell(out, "rule", table_cell(table, row, table_column(table, "rule", true)));
        add_cell(out, "words", table_cell(table, row, table_column(table, "words", true)));
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
    document_free(table);
    free(log);
}

/* ---- all of it, kept as it is asked for ---- */

/* Options that choose another map, as /api/map knows them. */
static void add_other_maps(const Scenario *scenario, Buffer *out)
{
    buffer_literal(out, ",\"mapsWith\":[");
    for (int i = 0; i < scenario->other_maps; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_quote(out, scenario->other_map[i]);
    }
    buffer_char(out, ']');
}

static void list_scenarios(const Server *server, int language, Buffer *out)
{
    buffer_char(out, '[');
    for (int i = 0; i < server->known_count; i++) {
        const Known *known = &server->known[i];
        if (i)
            buffer_char(out, ',');
        const Translation *translation = translation_of(server, language, known->scenario->system);
        json_scenario(out, translation, known->scenario, known->teaching);
        out->length--;
        buffer_literal(out, ",\"start\":[");
        buffer_add(out, known->start.bytes, known->start.length);
        buffer_char(out, ']');
        buffer_literal(out, ",\"sidesWith\":{");
        buffer_add(out, known->sides_with[language].bytes, known->sides_with[language].length);
        buffer_char(out, '}');
        add_other_maps(known->scenario, out);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* The drawings of each system; mistakes in the table are logged for the operator. */
static void read_symbols(Server *server, Log *log)
{
    for (int i = 0; log && systems[i] && i < SYSTEMS_MAX; i++) {
        log->count = 0;
        server->symbols[i] = symbols_load(server->config->source, systems[i]->name, log);
        if (log->count)
            log_line(LEVEL_ERROR, "symbols", "system=%s line=%d note=\"%s\"", systems[i]->name, log->mistake[0].line,
                     log->mistake[0].words);
    }
}

const Symbols *symbols_of(const Server *server, const System *system)
{
    for (int i = 0; systems[i] && i < SYSTEMS_MAX; i++)
        if (systems[i] == system)
            return server->symbols[i];
    return NULL;
}

/* ---- texts of a rulebook, listed and compressed when they are first asked for ---- */

static void list_looks(const Server *server, const System *system, int language, Buffer *out)
{
    json_looks(out, translation_of(server, language, system), system, symbols_of(server, system));
}

static const struct Text {
    const char *url;
    void (*list)(const Server *server, const System *system, int language, Buffer *out);
    bool one; /* the same in all languages */
} texts[TEXTS] = {
    [TEXT_RULES] = {.url = "/api/rules/", .list = list_rules},
    [TEXT_TERMS] = {.url = "/api/terms/", .list = list_terms},
    [TEXT_LOOKS] = {.url = "/api/looks/", .list = list_looks},
    [TEXT_TABLES] = {.url = "/api/tables/", .list = list_tables},
    [TEXT_PACK] = {.url = "/api/pack/", .list = list_pack, .one = true},
};

static const KeptText *text_of(Server *server, int text, const char *system, int language)
{
    for (int i = 0; systems[i] && i < SYSTEMS_MAX; i++) {
        if (strcmp(systems[i]->name, system) != 0)
            continue;
        KeptText *kept = &server->texts[text][i][texts[text].one ? 0 : language];
        Buffer out = {0};
        if (!kept->packed) {
            texts[text].list(server, systems[i], language, &out);
            kept_pack(kept, &out);
        }
        return kept;
    }
    return NULL;
}

static void keep_list(Server *server)
{
    for (int language = 0; language < server->languages; language++) {
        Buffer out = {0};
        list_scenarios(server, language, &out);
        kept_pack(&server->scenarios[language], &out);
    }
}

static const KeptText *kept_map(const Server *server, const char *path, int language)
{
    for (int i = 0; i < server->known_count; i++) {
        const Known *known = &server->known[i];
        size_t length = strlen(known->scenario->id);
        if (strncmp(path, known->scenario->id, length) || (path[length] && path[length] != '/'))
            continue;
        if (!path[length])
            return &known->map[0][language];
        for (int map = 0; map < known->scenario->other_maps; map++)
            if (!strcmp(path + length + 1, known->scenario->other_map[map]) && known->map[1 + map][language].packed)
                return &known->map[1 + map][language];
    }
    return NULL;
}

bool scenarios_kept(Server *server, const char *url, int language, const KeptText **out)
{
    static const char map[] = "/api/map/";
    if (!strcmp(url, "/api/scenarios")) {
        *out = &server->scenarios[language];
        return true;
    }
    if (!strncmp(url, map, strlen(map))) {
        *out = kept_map(server, url + strlen(map), language);
        return true;
    }
    for (int text = 0; text < TEXTS; text++)
        if (!strncmp(url, texts[text].url, strlen(texts[text].url))) {
            *out = text_of(server, text, url + strlen(texts[text].url), language);
            return true;
        }
    return false;
}

/* ---- reading them all ---- */

typedef struct Finding {
    Server *server;
    const System *system;
    Log *log;
} Finding;

static void find_scenario(void *context, const char *path)
{
    Finding *finding = context;
    Server *server = finding->server;
    const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
    int length = (int)strlen(name) - (int)strlen(".scenario");
    char id[120];
    if (length < 1 || length > 60 || (length == 3 && !strncmp(name, "lab", 3)) || server->known_count == KNOWN_MAX)
        return;
    snprintf(id, sizeof id, "%s/%.*s", finding->system->name, length, name);
    finding->log->count = 0;
    Scenario *scenario = scenario_load(finding->system, id, NULL, server->config->source, finding->log);
    if (!scenario) {
        log_line(LEVEL_ERROR, "scenario", "id=%s note=\"%s\"", id,
                 finding->log->count ? finding->log->mistake[0].words : "does not load");
        return;
    }
    Known *known = &server->known[server->known_count++];
    known->scenario = scenario;
    read_hints(server, known, finding->log);
    know_start(known);
    know_maps(server, known, finding->log);
    know_other_sides(server, known, finding->log);
}

/* Of one rulebook the shorter game before the longer, of two as long the one with hints. */
static int compare_known(const void *left, const void *right)
{
    const Known *a = left, *b = right;
    if (a->scenario->turns != b->scenario->turns)
        return a->scenario->turns - b->scenario->turns;
    if (a->teaching != b->teaching)
        return b->teaching - a->teaching;
    return strcmp(a->scenario->id, b->scenario->id);
}

bool scenarios_open(Server *server)
{
    Finding finding = {.server = server, .log = calloc(1, sizeof(Log))};
    for (int i = 0; finding.log && systems[i]; i++) {
        char folder[4096];
        int before = server->known_count;
        finding.system = systems[i];
        snprintf(folder, sizeof folder, "%s/%s/scenarios", server->config->data, systems[i]->name);
        server->config->files_below(folder, ".scenario", find_scenario, &finding);
        qsort(&server->known[before], (size_t)(server->known_count - before), sizeof *server->known, compare_known);
    }
    read_symbols(server, finding.log);
    free(finding.log);
    keep_list(server);
    for (int i = 0; i < server->known_count; i++) /* it only names the scenario from here on: games load their own */
        server->known[i].scenario->system->unload(server->known[i].scenario);
    return server->known_count > 0;
}

void scenarios_close(Server *server)
{
    for (int i = 0; i < server->known_count; i++) {
        scenario_free(server->known[i].scenario);
        for (int map = 0; map <= OTHER_MAPS_MAX; map++)
            for (int language = 0; language < LANGUAGES_MAX; language++)
                kept_free(&server->known[i].map[map][language]);
        free(server->known[i].hints);
        buffer_free(&server->known[i].start);
        for (int language = 0; language < LANGUAGES_MAX; language++)
            buffer_free(&server->known[i].sides_with[language]);
    }
    for (int language = 0; language < LANGUAGES_MAX; language++) {
        kept_free(&server->scenarios[language]);
        for (int i = 0; i < SYSTEMS_MAX * TEXTS; i++)
            kept_free(&server->texts[i % TEXTS][i / TEXTS][language]);
    }
    for (int i = 0; i < SYSTEMS_MAX; i++)
        free(server->symbols[i]);
    while (server->shared) {
        Shared *shared = server->shared;
        server->shared = shared->next;
        scenario_free(shared->scenario);
        free(shared);
    }
}

/* ---- with options, shared by the tables that play on them ---- */

void scenario_options(const Scenario *scenario, char *out, size_t room)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < scenario->options && used < room; i++)
        used += (size_t)snprintf(out + used, room - used, "%s%s=%s", i ? " " : "", scenario->option[i].name,
                                 scenario->option[i].value);
}

static bool same_options(const Scenario *scenario, const Scenario *other)
{
    for (int i = 0; i < scenario->options; i++)
        if (strcmp(scenario->option[i].value, other->option[i].value))
            return false;
    return true;
}

/* One that is in use with exactly these options, all of them said; NULL if there is none. */
static Scenario *share_at_once(Server *server, const char *id, const char *options)
{
    char its[OPTIONS_MAX * 48];
    for (Shared *at = server->shared; at; at = at->next) {
        scenario_options(at->scenario, its, sizeof its);
        if (strcmp(at->scenario->id, id) || strcmp(its, options))
            continue;
        at->users++;
        return at->scenario;
    }
    return NULL;
}

Scenario *scenario_share(Server *server, const char *id, const char *options, char why[200])
{
    const Known *known = scenario_known(server, id);
    char usual[OPTIONS_MAX * 48] = "";
    if (known)
        scenario_options(known->scenario, usual, sizeof usual);
    Scenario *at_once = known ? share_at_once(server, id, options && *options ? options : usual) : NULL;
    if (at_once)
        return at_once;
    Log *log = calloc(1, sizeof *log);
    Shared *shared = calloc(1, sizeof *shared);
    Scenario *scenario = NULL;
    snprintf(why, 200, SAID("server.no-such-scenario"));
    if (known && log && shared) {
        scenario = scenario_load(known->scenario->system, id, options && *options ? options : NULL,
                                 server->config->source, log);
        if (!scenario)
            snprintf(why, 200, "%.190s", log->count ? log->mistake[0].words : SAID("server.scenario-not-load"));
    }
    free(log);
    for (Shared *at = scenario ? server->shared : NULL; at; at = at->next)
        if (!strcmp(at->scenario->id, id) && same_options(at->scenario, scenario)) {
            scenario_free(scenario);
            free(shared);
            at->users++;
            return at->scenario;
        }
    if (!scenario) {
        free(shared);
        return NULL;
    }
    *shared = (Shared){scenario, 1, server->shared};
    server->shared = shared;
    return scenario;
}

void scenario_leave(Server *server, const Scenario *scenario)
{
    for (Shared **at = &server->shared; *at; at = &(*at)->next) {
        Shared *shared = *at;
        if (shared->scenario != scenario || --shared->users)
            continue;
        *at = shared->next;
        memos_forget(server, shared->scenario);
        scenario_free(shared->scenario);
        free(shared);
        return;
    }
}
