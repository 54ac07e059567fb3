/* archive.c — a player's own list of games: what-ifs get names and are deleted, games that are over are put away. */
#include <stdlib.h>

#include "server/own.h"

void try_name(const json_t *body, GameRow *row)
{
    const char *name = json_string_value(json_object_get(body, "name"));
    size_t length = name ? strlen(name) : 0;
    if (length >= sizeof row->name) /* never in the midst of a letter */
        for (length = sizeof row->name - 1; length && ((unsigned char)name[length] & 0xC0) == 0x80;)
            length--;
    memcpy(row->name, name ? name : "", length);
    row->name[length] = '\0';
}

/* The change being written, and its game. */
typedef struct Shelving {
    Settling settling;
    GameRow row;
    bool removes;
} Shelving;

static unsigned is_kept(Settling *settling)
{
    const Shelving *shelving = (const Shelving *)settling;
    Table *table = table_find(settling->request->server, shelving->row.id);
    if (table && shelving->removes) {
        table->gone = true; /* a user who came meanwhile gets this answer when he orders something */
        if (table_rests(table))
            table_free(table);
    } else if (table) {
        memcpy(table->row.name, shelving->row.name, sizeof table->row.name);
        memcpy(table->shown.name, shelving->row.name, sizeof table->shown.name);
    }
    buffer_literal(&settling->request->answer, "{}");
    return 200;
}

/* The game as it is at its table or in the store; NULL, and answered, if the user has no seat there. */
static Shelving *own_game(Request *request, const char *id, Buffer *out, unsigned *status)
{
    Shelving *shelving = calloc(1, sizeof *shelving);
    const Table *table = table_find(request->server, id);
    const VisitAsk *visit = &request->coming->visit;
    if (shelving && table)
        table_kept_row(table, &shelving->row);
    else if (shelving && visit->found)
        shelving->row = visit->row;
    if (shelving && seated(&shelving->row, request->user.id))
        return shelving;
    free(shelving);
    *status = error_answer(out, 404, "server.no-such-game");
    return NULL;
}

static unsigned refuse_shelving(Shelving *shelving, Buffer *out, const char *words)
{
    entry_clear(&shelving->settling.entry);
    free(shelving);
    return error_answer(out, 409, words);
}

unsigned archive_name(Request *request, const char *id, json_t *body, Buffer *out)
{
    unsigned status;
    Shelving *shelving = own_game(request, id, out, &status);
    if (!shelving)
        return status;
    if (!shelving->row.origin[0])
        return refuse_shelving(shelving, out, SAID("server.only-name-own"));
    try_name(body, &shelving->row);
    write_try(&shelving->settling.entry, &shelving->row);
    return http_settle(&shelving->settling, request, is_kept);
}

/* A what-if belongs to its owner alone and is deleted for good; the other players of a finished game keep theirs. */
unsigned archive_forget(Request *request, const char *id, Buffer *out)
{
    unsigned status;
    const Table *table = table_find(request->server, id);
    Shelving *shelving = own_game(request, id, out, &status);
    if (!shelving)
        return status;
    const GameRow *row = &shelving->row;
    WriteSet *entry = &shelving->settling.entry;
    if (!row->branch_length || row->owner != request->user.id) {
        if (!row->over)
            return refuse_shelving(shelving, out, SAID("server.game-goes-cannot-put-away"));
        write_shelve(entry, row->number, request->user.id);
        return http_settle(&shelving->settling, request, is_kept);
    }
    tables_tell_presence(request->server);
    if (table && (table->clients || table->jobs))
        return refuse_shelving(shelving, out, SAID("server.somebody-still-looks"));
    shelving->removes = true;
    write_game_remove(entry, row->number);
    write_gone(entry, row->id, GONE_REMOVED, now_seconds());
    return http_settle(&shelving->settling, request, is_kept);
}
