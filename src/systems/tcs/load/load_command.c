/* load_command.c — what the command rules read of the data: the Command Prep Table, and the sheets of the start. */
#include <stdio.h>
#include <stdlib.h>

#include "systems/tcs/load/load.h"

/* ---- tables/command_prep.tsv, command_prep_columns.tsv (6.9f) ------------------------------------------------ */

enum { COLUMN_NAME = 16 };

static const char *column_name(int column, char out[COLUMN_NAME])
{
    snprintf(out, COLUMN_NAME, "c%d", column + 1);
    return out;
}

static void read_prep(Loader *loader, Document *table, int row)
{
    long rating = number_under(table, row, "rating", 0, PREP_ROWS - 1);
    char name[COLUMN_NAME];
    for (int column = 0; column < PREP_COLUMNS; column++)
        loader->data->prep[rating][column] =
            (uint8_t)number_or(table, row, column_name(column, name), 2, 12, NO_NUMBER);
}

static void read_columns(Loader *loader, Document *table, int row)
{
    static const char *const types[] = {"move", "hasty_defense", "attack", "prepared_defense", NULL};
    int type = word_under(table, row, "type", types) + 1;
    char name[COLUMN_NAME];
    for (int column = 0; column < PREP_COLUMNS; column++) {
        uint8_t *low = &loader->data->prep_low[type][column];
        *low = (uint8_t)number_under(table, row, column_name(column, name), 1, 254);
        if (column && *low <= low[-1])
            mistake(table, NULL, "each column begins with more weighted turns than the one before");
    }
}

void load_command_charts(Loader *loader)
{
    Document *table = open_table_of(loader->loading, "command_prep");
    for (int row = 1; table && row < table->entries; row++)
        read_prep(loader, table, row);
    if (table && table->entries != PREP_ROWS + 1)
        mistake(table, NULL, "there are %d rows", PREP_ROWS);
    document_free(table);
    table = open_table_of(loader->loading, "command_prep_columns");
    for (int row = 1; table && row < table->entries; row++)
        read_columns(loader, table, row);
    if (table && table->entries != MISSION_PREPARED + 1)
        mistake(table, NULL, "there are %d rows", MISSION_PREPARED);
    document_free(table);
}

/* ---- setup/NAME_sheets.txt (III.6) ---------------------------------------------------------------------------- */

static void read_block(Document *document, const Entry *entry, SheetReader *reader)
{
    LabLine head = {document, &document->field[entry->first], entry->count, false};
    Words words = words_of(reader->scenario, &head);
    bool good = sheet_line(reader, head.word, &words);
    for (int i = 0; i < entry->body_lines && good; i++) {
        const Body *body = &document->body[entry->body_first + i];
        LabLine line = {document, &document->field[body->first], body->count, false};
        words = words_of(reader->scenario, &line);
        if (!sheet_knows(line.word)) {
            mistake(document, line.word, "this is no line of an Op Sheet");
            return;
        }
        good = sheet_line(reader, line.word, &words);
    }
    if (good)
        sheet_line_ends(reader, &words);
}

/* III.6-2: nothing is in preparation before the first turn, unless the scenario says so. */
static void check_pending(Loader *loader, Document *document)
{
    for (int side = 0; side < PLAYERS; side++)
        for (int i = 0; i < TCS_SHEETS; i++)
            if (loader->data->start[side].sheet[i].state == SHEET_PENDING && !loader->data->pending_start)
                mistake(document, NULL, "sheets written before the game are implemented (III.6)");
}

void load_sheets(Loader *loader, const char *name)
{
    char path[2 * NAME_TEXT];
    snprintf(path, sizeof path, "setup/%s_sheets.txt", name);
    Document *document = loading_document(loader->loading, path);
    State *state = calloc(1, sizeof *state);
    for (int i = 0; state && i < loader->data->counters; i++)
        state->unit[i].side = loader->data->counter[i].side;
    for (int i = 0; document && state && i < document->entries; i++) {
        SheetReader reader = {.scenario = loader->scenario, .state = state, .side = -1, .note = loader->data->note};
        read_block(document, &document->entry[i], &reader);
    }
    for (int side = 0; state && side < PLAYERS; side++)
        loader->data->start[side] = state->plans[side];
    if (document)
        check_pending(loader, document);
    free(state);
    document_free(document);
}
