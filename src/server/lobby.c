/* lobby.c — what can be played, and the games that are offered, begun, joined and branched.
 *
 * Scenarios are read when the server starts and are immutable; tables with the same options share one. */
#define _GNU_SOURCE
#include <ctype.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <strings.h>

#include "server/own.h"
#include "systems/systems.h"

#define LISTED 100

void random_name(char *out, size_t letters)
{
    static const char alphabet[] = "abcdefghijkmnpqrstuvwxyz23456789";
    for (size_t i = 0; i < letters; i++)
        out[i] = alphabet[randombytes_uniform(32)];
    out[letters] = '\0';
}

/* ---- scenarios ---- */

const Known *lobby_known(const Server *server, const char *id)
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

static void copy_field(const Field *field, char *out, size_t room)
{
    size_t length = field->length;
    const char *text = field->text;
    if (length >= 2 && text[0] == '"' && text[length - 1] == '"') {
        text++;
        length -= 2;
    }
    snprintf(out, room, "%.*s", (int)length, text);
}

/* What a lobby tells of a scenario and the core does not keep: what it is, where it comes from, how long it is. */
static void read_facts(Server *server, Known *known, Log *log)
{
    size_t length;
    char *text = read_beside(server, known->scenario->id, "scenario", &length);
    Document *document = text ? document_parse(known->scenario->id, text, length, log) : NULL;
    for (int i = 0; document && i < document->entries; i++) {
        const Entry *entry = &document->entry[i];
        const Field *field = &document->field[entry->first];
        if (entry->count < 2)
            continue;
        char value[400];
        copy_field(field + 1, value, sizeof value);
        if (field_is(field, "about"))
            snprintf(known->about, sizeof known->about, "%s", value);
        else if (field_is(field, "source"))
            snprintf(known->source, sizeof known->source, "%s", value);
        else if (field_is(field, "turns"))
            known->turns = atoi(value);
    }
    document_free(document);
    free(text);
}

/* A table beside the scenario: side, turn, question, rule, and a column of words a language. */
static void add_hint(Buffer *out, const Document *table, int row)
{
    const Entry *head = &table->entry[0];
    bool words = false;
    buffer_text(out, row > 1 ? ",{" : "{");
    for (int pass = 0; pass < 2; pass++) {
        for (int column = 0; column < head->count; column++) {
            const Field *name = &table->field[head->first + column], *cell = table_cell(table, row, column);
            bool language = name->length > 5 && !memcmp(name->text, "text.", 5);
            if (!cell || language != (pass == 1))
                continue;
            if (language)
                buffer_text(out, words ? "," : "\"text\":{");
            words |= language;
            buffer_quote_bytes(out, name->text + (language ? 5 : 0), name->length - (language ? 5 : 0));
            buffer_char(out, ':');
            buffer_quote_bytes(out, cell->text, cell->length);
            if (!language)
                buffer_char(out, ',');
        }
    }
    buffer_text(out, words ? "}}" : "\"text\":{}}");
}

static void read_hints(Server *server, Known *known, Log *log)
{
    size_t length;
    Buffer out = {0};
    char *text = read_beside(server, known->scenario->id, "hints", &length);
    if (!text)
        return;
    Document *table = table_parse(known->scenario->id, text, length, log);
    buffer_char(&out, '[');
    for (int row = 1; table && row < table->entries; row++)
        add_hint(&out, table, row);
    buffer_char(&out, ']');
    buffer_string(&out);
    known->hints = out.bytes;
    known->teaching = true;
    document_free(table);
    free(text);
}

/* Who stands where at the start, for a picture of the front: [hex, side] of each stack. */
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

static void know_map(const Server *server, const Scenario *scenario, MapText map[LANGUAGES_MAX])
{
    for (int i = 0; i < server->languages; i++) {
        Buffer out = {0};
        json_map(&out, tongue_of(server, i, scenario->system), scenario);
        map[i].text = out.bytes;
        map[i].length = out.length;
        snprintf(map[i].tag, sizeof map[i].tag, "\"%016llx\"", (unsigned long long)quick_hash(out.bytes, out.length));
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

/* Which of the maps a game with these options is played on. */
static int map_for(const Scenario *scenario, const char *options)
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

const MapText *lobby_map(const Server *server, const char *path, int language)
{
    for (int i = 0; i < server->known_count; i++) {
        const Known *known = &server->known[i];
        size_t length = strlen(known->scenario->id);
        if (strncmp(path, known->scenario->id, length) || (path[length] && path[length] != '/'))
            continue;
        if (!path[length])
            return &known->map[0][language];
        for (int map = 0; map < known->scenario->other_maps; map++)
            if (!strcmp(path + length + 1, known->scenario->other_map[map]) && known->map[1 + map][language].text)
                return &known->map[1 + map][language];
    }
    return NULL;
}

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
    read_facts(server, known, finding->log);
    read_hints(server, known, finding->log);
    know_start(known);
    know_maps(server, known, finding->log);
}

bool lobby_open(Server *server)
{
    Finding finding = {.server = server, .log = calloc(1, sizeof(Log))};
    for (int i = 0; finding.log && systems[i]; i++) {
        char folder[4096];
        finding.system = systems[i];
        snprintf(folder, sizeof folder, "%s/%s/scenarios", server->config->data, systems[i]->name);
        server->config->files_below(folder, ".scenario", find_scenario, &finding);
    }
    free(finding.log);
    return server->known_count > 0;
}

void lobby_close(Server *server)
{
    for (int i = 0; i < server->known_count; i++) {
        scenario_free(server->known[i].scenario);
        for (int map = 0; map <= OTHER_MAPS_MAX; map++)
            for (int language = 0; language < LANGUAGES_MAX; language++)
                free(server->known[i].map[map][language].text);
        free(server->known[i].hints);
        buffer_free(&server->known[i].start);
    }
    while (server->shared) {
        Shared *shared = server->shared;
        server->shared = shared->next;
        scenario_free(shared->scenario);
        free(shared);
    }
}

/* Whole options, as the scenario was loaded with: what a journal says too. */
static void write_options(const Scenario *scenario, char *out, size_t room)
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
        write_options(at->scenario, its, sizeof its);
        if (strcmp(at->scenario->id, id) || strcmp(its, options))
            continue;
        at->users++;
        return at->scenario;
    }
    return NULL;
}

Scenario *scenario_share(Server *server, const char *id, const char *options, char why[200])
{
    const Known *known = lobby_known(server, id);
    char usual[OPTIONS_MAX * 48] = "";
    if (known)
        write_options(known->scenario, usual, sizeof usual);
    Scenario *at_once = known ? share_at_once(server, id, options && *options ? options : usual) : NULL;
    if (at_once)
        return at_once;
    Log *log = calloc(1, sizeof *log);
    Shared *shared = calloc(1, sizeof *shared);
    Scenario *scenario = NULL;
    snprintf(why, 200, SAID("there is no such scenario"));
    if (known && log && shared) {
        scenario = scenario_load(known->scenario->system, id, options && *options ? options : NULL,
                                 server->config->source, log);
        if (!scenario)
            snprintf(why, 200, "%.190s", log->count ? log->mistake[0].words : SAID("the scenario does not load"));
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
        scenario_free(shared->scenario);
        free(shared);
        return;
    }
}

/* Options may change who plays: the sides of each value that does. */
static void add_other_sides(const Server *server, const Known *known, const Tongue *tongue, Buffer *out)
{
    const Scenario *usual = known->scenario;
    Log *log = calloc(1, sizeof *log);
    bool first = true;
    buffer_literal(out, ",\"sidesWith\":{");
    for (int i = 0; log && i < usual->options; i++) {
        char values[64], *rest = values, *value;
        snprintf(values, sizeof values, "%s", usual->option[i].values);
        while ((value = strtok_r(rest, " ", &rest))) {
            char pair[64];
            if (!strcmp(value, usual->option[i].value))
                continue;
            snprintf(pair, sizeof pair, "%s=%s", usual->option[i].name, value);
            log->count = 0;
            Scenario *other = scenario_load(usual->system, usual->id, pair, server->config->source, log);
            if (other && other->sides != usual->sides) {
                if (!first)
                    buffer_char(out, ',');
                first = false;
                buffer_quote(out, pair);
                buffer_char(out, ':');
                json_sides(out, tongue, other);
            }
            if (other)
                scenario_free(other);
        }
    }
    free(log);
    buffer_char(out, '}');
}

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

void lobby_scenarios(const Server *server, int language, Buffer *out)
{
    buffer_char(out, '[');
    for (int i = 0; i < server->known_count; i++) {
        const Known *known = &server->known[i];
        if (i)
            buffer_char(out, ',');
        const Tongue *tongue = tongue_of(server, language, known->scenario->system);
        json_scenario(out, tongue, known->scenario, known->source, known->turns, known->teaching);
        out->length--;
        buffer_literal(out, ",\"about\":");
        buffer_quote(out, tongue_words(tongue, known->about));
        buffer_literal(out, ",\"start\":[");
        buffer_add(out, known->start.bytes, known->start.length);
        buffer_char(out, ']');
        add_other_sides(server, known, tongue, out);
        add_other_maps(known->scenario, out);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
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
        buffer_quote_bytes(out, id && id->length > skip ? id->text + skip : "",
                           id && id->length > skip ? id->length - skip : 0);
        add_cell(out, "title", table_cell(words->table, at, words->title));
        add_cell(out, "words", table_cell(words->table, at, words->words));
        add_cell(out, "kind", table_cell(ledger->table, row, ledger->kind));
        buffer_char(out, '}');
    }
}

bool lobby_rules(const Server *server, const char *name, int language, Buffer *out)
{
    const System *system = strchr(name, '/') ? NULL : system_named(name);
    char path[64];
    Log *log = system ? calloc(1, sizeof *log) : NULL;
    if (!log)
        return false;
    snprintf(path, sizeof path, "%.40s/rules.tsv", system->name);
    Ledger ledger = read_ledger(server, path, log), translated = {0};
    snprintf(path, sizeof path, "%.30s/rules.%s.tsv", system->name, server->language[language].name);
    if (language)
        translated = read_ledger(server, path, log);
    buffer_char(out, '[');
    if (ledger.table)
        add_rules(out, &ledger, &translated, strlen(system->name) + 1);
    buffer_char(out, ']');
    document_free(ledger.table);
    document_free(translated.table);
    free(log);
    return true;
}

/* The table of a rulebook's short words in a language; NULL if there is none. */
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

bool lobby_terms(const Server *server, const char *name, int language, Buffer *out)
{
    const System *system = strchr(name, '/') ? NULL : system_named(name);
    Log *log = system ? calloc(1, sizeof *log) : NULL;
    if (!log)
        return false;
    Document *table = read_terms(server, system, language, log);
    if (!table)
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
    return true;
}

/* ---- games ---- */

bool seated(const GameRow *row, int64_t user)
{
    for (int side = 0; side < row->sides; side++)
        if (row->seat[side].kind == SEAT_HUMAN && row->seat[side].user == user)
            return true;
    return false;
}

bool may_watch(const GameRow *row, int64_t user, const char *invite)
{
    return row->is_public || seated(row, user) ||
           (invite && strlen(invite) == strlen(row->invite) &&
            !sodium_memcmp(invite, row->invite, strlen(row->invite)));
}

bool may_replay(const GameRow *row, int64_t user)
{
    if (row->over)
        return true;
    for (int side = 0; side < row->sides; side++)
        if (row->seat[side].kind == SEAT_OPEN || (row->seat[side].kind == SEAT_HUMAN && row->seat[side].user != user))
            return false;
    return seated(row, user);
}

static bool is_online(const Table *table, int side)
{
    for (const Client *client = table ? table->clients : NULL; client; client = client->next_at_table)
        if (client->held[side] && !client->dead)
            return true;
    return false;
}

void json_seats(Server *server, Buffer *out, const GameRow *row, int64_t user)
{
    const Table *table = table_find(server, row->id);
    buffer_char(out, '[');
    for (int side = 0; side < row->sides; side++) {
        const SeatRow *seat = &row->seat[side];
        buffer_text(out, side ? ",{\"side\":" : "{\"side\":");
        buffer_quote(out, seat->side);
        buffer_literal(out, ",\"kind\":");
        buffer_quote(out, seat->kind == SEAT_PLAYER ? seat->name : seat->kind == SEAT_HUMAN ? "human" : "open");
        buffer_literal(out, ",\"name\":");
        buffer_quote(out, seat->name);
        buffer_text(out,
                    seat->kind == SEAT_PLAYER || is_online(table, side) ? ",\"online\":true" : ",\"online\":false");
        buffer_text(out, seat->kind == SEAT_HUMAN && seat->user == user ? ",\"you\":true}" : ",\"you\":false}");
    }
    buffer_char(out, ']');
}

/* ---- how a game ended ---- */

void keep_verdict(const Game *game, GameRow *row)
{
    Score score;
    game_score(game, &score);
    size_t room = sizeof row->verdict,
           length = say(game_scenario(game), NULL, NULL, &score.verdict, row->verdict, room);
    if (!score.verdict.words)
        return;
    length += (size_t)snprintf(row->verdict + length, room - length, "\t%s", score.verdict.words);
    for (int i = 0; i < SAY_ARGS && length < room; i++)
        length += (size_t)snprintf(row->verdict + length, room - length, "\t%d", score.verdict.arg[i]);
}

/* In another language if the sentence is there and the scenario at hand has the sides it speaks of. */
static void add_verdict(Buffer *out, const GameRow *row, const Scenario *scenario, const Tongue *tongue)
{
    char stored[sizeof row->verdict], words[SAY_TEXT], *rest = stored;
    snprintf(stored, sizeof stored, "%s", row->verdict);
    const char *english = strtok_r(rest, "\t", &rest), *pattern = english ? strtok_r(NULL, "\t", &rest) : NULL;
    Sentence verdict = {.words = pattern};
    for (int i = 0; pattern && i < SAY_ARGS; i++) {
        const char *arg = strtok_r(NULL, "\t", &rest);
        verdict.arg[i] = (int16_t)(arg ? atoi(arg) : 0);
    }
    if (pattern && tongue && scenario && scenario->sides == row->sides)
        buffer_quote_bytes(out, words, say(scenario, tongue, NULL, &verdict, words, sizeof words));
    else
        buffer_quote(out, english ? english : "");
}

/* Where its map is: below /api/map/. */
static void add_map(Buffer *out, const Known *known, const GameRow *row)
{
    int map = known ? map_for(known->scenario, row->options) : 0;
    char path[120];
    snprintf(path, sizeof path, "%.60s%s%s", row->scenario, map ? "/" : "",
             map ? known->scenario->other_map[map - 1] : "");
    buffer_literal(out, ",\"map\":");
    buffer_quote(out, path);
}

void json_game(Server *server, Buffer *out, const GameRow *row, int64_t user, int language)
{
    const Known *known = lobby_known(server, row->scenario);
    const Table *table = table_find(server, row->id);
    const Scenario *scenario = table ? table->scenario : known ? known->scenario : NULL;
    const Tongue *tongue = scenario ? tongue_of(server, language, scenario->system) : NULL;
    int spectators = 0;
    for (const Client *client = table ? table->clients : NULL; client; client = client->next_at_table)
        spectators += client->as == SPECTATOR;
    buffer_literal(out, "{\"id\":");
    buffer_quote(out, row->id);
    buffer_literal(out, ",\"scenario\":");
    buffer_quote(out, row->scenario);
    add_map(out, known, row);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, scenario ? tongue_words(tongue, scenario->title) : row->scenario);
    buffer_literal(out, ",\"options\":");
    buffer_quote(out, row->options);
    buffer_format(out, ",\"created\":%lld,\"changed\":%lld,\"over\":%s,\"verdict\":", (long long)row->created,
                  (long long)row->changed, row->over ? "true" : "false");
    add_verdict(out, row, scenario, tongue);
    buffer_format(out, ",\"turn\":%d,\"turns\":%d,\"asked\":", row->turn, known ? known->turns : 0);
    if (row->asked[0])
        buffer_quote(out, row->asked);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"seats\":");
    json_seats(server, out, row, user);
    buffer_format(out, ",\"spectators\":%d,\"public\":%s,\"whatIf\":%s,\"replay\":%s", spectators,
                  row->is_public ? "true" : "false", row->branch_length ? "true" : "false",
                  may_replay(row, user) ? "true" : "false");
    if (seated(row, user)) {
        buffer_literal(out, ",\"invite\":");
        buffer_quote(out, row->invite);
    }
    if (known && known->hints) {
        buffer_literal(out, ",\"hints\":");
        buffer_text(out, known->hints);
    }
    buffer_char(out, '}');
}

typedef struct GameList {
    Server *server;
    Buffer *out;
    int64_t user;
    int language;
    bool first;
} GameList;

static void list_game(void *context, const GameRow *row)
{
    GameList *list = context;
    const Table *table = table_find(list->server, row->id);
    if (!list->first)
        buffer_char(list->out, ',');
    list->first = false;
    json_game(list->server, list->out, table ? &table->row : row, list->user, list->language);
}

void lobby_games(Server *server, const UserRow *user, int language, Buffer *out)
{
    GameList list = {server, out, user->id, language, true};
    buffer_literal(out, "{\"mine\":[");
    server->store->games_of(server->store, user->id, LISTED, list_game, &list);
    buffer_literal(out, "],\"open\":[");
    list.first = true;
    server->store->games_open(server->store, user->id, LISTED, list_game, &list);
    buffer_literal(out, "]}");
}

/* "name=value …" of a JSON object; false if it is none. */
static bool read_options(const Scenario *usual, json_t *object, char *out, size_t room)
{
    const char *key;
    json_t *value;
    size_t used = 0;
    out[0] = '\0';
    if (!object)
        return true;
    if (!json_is_object(object))
        return false;
    json_object_foreach(object, key, value)
    {
        const char *text = json_string_value(value);
        if (!text || !*text || !scenario_option(usual, key) || strpbrk(text, " =\n\t\""))
            return false;
        int length = snprintf(out + used, room - used, "%s%s=%s", used ? " " : "", key, text);
        if (length < 0 || (size_t)length >= room - used)
            return false;
        used += (size_t)length;
    }
    return true;
}

/* Who sits where. False with a sentence. */
static bool read_seats(const Scenario *scenario, json_t *seats, const UserRow *user, GameRow *row, char why[200])
{
    bool somebody = false;
    const char *key;
    json_t *value;
    if (!json_is_object(seats)) {
        snprintf(why, 200, SAID("say who sits where: {\"side\":\"me\", …}"));
        return false;
    }
    json_object_foreach(seats, key, value)
    {
        bool found = false;
        for (int side = 0; side < scenario->sides; side++)
            found |= !strcmp(scenario->side_word[side], key);
        if (!found) {
            snprintf(why, 200, "there is no side \"%.20s\"", key);
            return false;
        }
    }
    row->sides = scenario->sides;
    for (int side = 0; side < scenario->sides; side++) {
        SeatRow *seat = &row->seat[side];
        const char *who = json_string_value(json_object_get(seats, scenario->side_word[side]));
        snprintf(seat->side, sizeof seat->side, "%s", scenario->side_word[side]);
        if (!who || !strcmp(who, "open")) {
            seat->kind = SEAT_OPEN;
        } else if (!strcmp(who, "me")) {
            seat->kind = SEAT_HUMAN;
            seat->user = user->id;
            snprintf(seat->name, sizeof seat->name, "%s", user->name);
        } else if (player_named(who)) {
            seat->kind = SEAT_PLAYER;
            snprintf(seat->name, sizeof seat->name, "%s", who);
        } else {
            snprintf(why, 200, "a seat is me, open or a player of the machine, not \"%.20s\"", who);
            return false;
        }
        somebody |= seat->kind != SEAT_PLAYER;
    }
    if (!somebody)
        snprintf(why, 200, SAID("somebody must play: at least one seat is me or open"));
    return somebody;
}

/* Puts the game into the store and onto a table. Takes scenario, game and what was told of it over. */
static unsigned begin_game(Server *server, GameRow *row, Scenario *scenario, Game *game, Told *told, Buffer *out)
{
    Store *store = server->store;
    size_t length;
    random_name(row->id, 10);
    random_name(row->invite, 20);
    row->created = row->changed = now_seconds();
    const char *text = game_journal(game, &length);
    int side = game_side(game);
    snprintf(row->asked, sizeof row->asked, "%s", side == NO_SIDE ? "" : scenario->side_word[side]);
    row->turn = game_position(game)->turn;
    row->over = side == NO_SIDE;
    bool stored =
        tables_commit(server) && store->game_add(store, row) && store->journal_add(store, row->number, 0, text, length);
    if (!stored)
        store->rollback(store);
    if (!stored || !store->commit(store)) {
        game_free(game);
        told_free(told);
        scenario_leave(server, scenario);
        return error_answer(out, 507, store->trouble(store));
    }
    Table *table = table_new(server, row, scenario);
    if (!table) {
        game_free(game);
        told_free(told);
        scenario_leave(server, scenario);
        return error_answer(out, 500, "there is no memory left");
    }
    table_ready(table, game, told);
    server->metrics.games_created++;
    table_think(table);
    log_line(LEVEL_INFO, "game", "id=%s scenario=%s user=%lld", row->id, row->scenario, (long long)row->owner);
    buffer_clear(out);
    buffer_literal(out, "{\"id\":");
    buffer_quote(out, row->id);
    buffer_literal(out, ",\"invite\":");
    buffer_quote(out, row->invite);
    buffer_char(out, '}');
    return 200;
}

unsigned lobby_create(Server *server, const UserRow *user, json_t *body, Buffer *out)
{
    const char *id = json_string_value(json_object_get(body, "scenario"));
    const Known *known = id ? lobby_known(server, id) : NULL;
    char options[OPTIONS_MAX * 48], why[200] = "";
    GameRow row = {.owner = user->id, .is_public = json_is_true(json_object_get(body, "public"))};
    GameStart start = {.quiet = false};
    if (!known)
        return error_answer(out, 400, "there is no such scenario");
    if (!read_options(known->scenario, json_object_get(body, "options"), options, sizeof options))
        return error_answer(out, 400, "options are {\"name\":\"value\", …} of those the scenario has");
    Scenario *scenario = scenario_share(server, id, options, why);
    if (!scenario)
        return error_answer(out, 400, why);
    if (!read_seats(scenario, json_object_get(body, "seats"), user, &row, why)) {
        scenario_leave(server, scenario);
        return error_answer(out, 400, why);
    }
    snprintf(row.scenario, sizeof row.scenario, "%s", scenario->id);
    write_options(scenario, row.options, sizeof row.options);
    randombytes_buf(start.seed, sizeof start.seed);
    randombytes_buf(start.nonce, sizeof start.nonce);
    memcpy(row.seed, start.seed, sizeof row.seed);
    Game *game = game_new(scenario, &start);
    sodium_memzero(&start, sizeof start);
    if (!game) {
        scenario_leave(server, scenario);
        return error_answer(out, 500, "there is no memory left");
    }
    Told told = {0};
    return begin_game(server, &row, scenario, game, &told, out);
}

unsigned lobby_join(Server *server, const UserRow *user, int language, const char *id, json_t *body, Buffer *out)
{
    Store *store = server->store;
    const char *word = json_string_value(json_object_get(body, "side"));
    const char *invite = json_string_value(json_object_get(body, "invite"));
    Table *table = table_open(server, id);
    if (!table || !may_watch(&table->row, user->id, invite))
        return error_answer(out, 404, "there is no such game");
    for (int side = 0; word && side < table->row.sides; side++) {
        SeatRow *seat = &table->row.seat[side];
        if (strcmp(seat->side, word))
            continue;
        if (seat->kind == SEAT_HUMAN && seat->user == user->id)
            break;
        if (seat->kind != SEAT_OPEN || table->row.over)
            return error_answer(out, 409, "that seat is taken");
        SeatRow taken = *seat;
        taken.kind = SEAT_HUMAN;
        taken.user = user->id;
        snprintf(taken.name, sizeof taken.name, "%s", user->name);
        if (!tables_commit(server) || !store->seat_set(store, table->row.number, side, &taken) ||
            !store->commit(store)) {
            store->rollback(store);
            return error_answer(out, 507, store->trouble(store));
        }
        *seat = taken;
        table_reseat(table);
        break;
    }
    if (!word)
        return error_answer(out, 400, "say which side");
    if (!seated(&table->row, user->id))
        return error_answer(out, 400, "there is no such side");
    buffer_clear(out);
    json_game(server, out, &table->row, user->id, language);
    return 200;
}

/* A what-if has other dice than the game it comes from, so that nobody learns here what would happen there. */
unsigned lobby_branch(Server *server, const UserRow *user, const char *id, json_t *body, Buffer *out)
{
    const json_t *to = json_object_get(body, "to");
    char why[300] = "";
    size_t length;
    Table *from = table_open_now(server, id);
    if (!from || !may_watch(&from->row, user->id, json_string_value(json_object_get(body, "invite"))))
        return error_answer(out, 404, "there is no such game");
    if (!may_replay(&from->row, user->id))
        return error_answer(out, 403, "a game among people can be branched when it is over");
    if (from->row.branch_length)
        return error_answer(out, 409, "this is a what-if already: branch the game it comes from");
    const char *text = game_journal(from->game, &length);
    int orders = json_is_integer(to) && json_integer_value(to) >= 0 && json_integer_value(to) < 1 << 24
                     ? (int)json_integer_value(to)
                     : -1;
    int lines = journal_lines_to(text, length, orders);
    if (lines < 0)
        return error_answer(out, 400, "there is no such order");
    Told told = {0};
    Game *game = game_retell(from->scenario, &from->row, text, length, lines, told_see, &told, why);
    Scenario *scenario = game ? scenario_share(server, from->row.scenario, from->row.options, why) : NULL;
    if (!scenario) {
        game_free(game);
        told_free(&told);
        return error_answer(out, 500, "that point of the game cannot be reached");
    }
    GameRow row = {.owner = user->id, .sides = scenario->sides};
    memcpy(row.scenario, from->row.scenario, sizeof row.scenario);
    memcpy(row.options, from->row.options, sizeof row.options);
    memcpy(row.branch_seed, from->row.seed, sizeof row.branch_seed);
    randombytes_buf(row.seed, sizeof row.seed);
    dice_fair(game_dice(game), row.seed);
    game_journal(game, &length);
    row.branch_length = (int64_t)length;
    for (int side = 0; side < row.sides; side++) {
        row.seat[side] = from->row.seat[side];
        if (row.seat[side].kind == SEAT_PLAYER)
            continue;
        row.seat[side].kind = SEAT_HUMAN; /* and behind the same curtain, if he sits at the game itself */
        row.seat[side].user = user->id;
        snprintf(row.seat[side].name, sizeof row.seat[side].name, "%s", user->name);
    }
    return begin_game(server, &row, scenario, game, &told, out);
}
