/* terminal_hint.c — the hints of a first game (NAME.hints, docs/client.md), shown in the terminal.
 *
 * A row is shown when it first fits: side, turn and question are met, the facts under `when` are true as the viewer
 * sees them, and an order of its verb is possible. It is shown once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files.h"
#include "cli/terminal.h"

void read_hints(Terminal *terminal)
{
    static Log log;
    const Source *source = data_source();
    const char *slash = strchr(terminal->scenario->id, '/');
    char path[160];
    size_t length;
    snprintf(path, sizeof path, "%.*s/scenarios/%s.hints", (int)(slash - terminal->scenario->id),
             terminal->scenario->id, slash + 1);
    char *text = source->read(source->context, path, &length);
    terminal->hints = text ? table_parse(path, text, length, &log) : NULL;
    free(text);
    if (terminal->hints)
        terminal->hinted = calloc((size_t)terminal->hints->entries, 1);
}

static bool cell_is(const Field *cell, const char *word) { return !cell || !cell->length || field_is(cell, word); }

/* One fact: the hex holds a unit of that side, that counter, nothing, some weakened unit, or whole units only. */
static bool is_true(Terminal *terminal, const char *fact, size_t length)
{
    const Scenario *scenario = terminal->scenario;
    const Position *view = terminal_view(terminal);
    const char *colon = memchr(fact, ':', length);
    Hex hex;
    Piece stack[256];
    if (!colon || !hex_parse(&scenario->map->grid, fact, (size_t)(colon - fact), &hex))
        return false;
    const Field what = {.text = colon + 1, .length = (uint32_t)(fact + length - colon - 1)};
    int count = scenario->system->stack(scenario, view, hex, stack, 256), weak = 0, named = 0;
    for (int i = 0; i < count; i++) {
        Look look;
        look_clear(&look);
        scenario->system->look(scenario, view, stack[i], &look);
        weak += look.steps < look.full_steps;
        named += (look.side < scenario->sides && field_is(&what, scenario->side_word[look.side])) ||
                 (look.known && stack[i] < scenario->pieces && field_is(&what, scenario->piece_id[stack[i]]));
    }
    return field_is(&what, "nobody")     ? !count
           : field_is(&what, "weakened") ? weak > 0
           : field_is(&what, "whole")    ? count && !weak
                                         : named > 0;
}

static bool holds(Terminal *terminal, const Field *facts)
{
    for (size_t at = 0; facts && at < facts->length;) {
        const char *space = memchr(facts->text + at, ' ', facts->length - at);
        size_t length = space ? (size_t)(space - facts->text) - at : facts->length - at;
        if (length && !is_true(terminal, facts->text + at, length))
            return false;
        at += length + 1;
    }
    return true;
}

static const Field *hint_cell(const Terminal *terminal, int row, const char *column)
{
    int at = table_column(terminal->hints, column, false);
    return at < 0 ? NULL : table_cell(terminal->hints, row, at);
}

/* The menu, with nothing begun, lists the verbs that are possible. */
static bool verb_open(const Terminal *terminal, const Field *verb)
{
    const System *system = terminal->scenario->system;
    for (int i = 0; verb && verb->length && i < terminal->items; i++)
        if (terminal->item[i].choice.slot == SLOT_VERB &&
            field_is(verb, system->orders[terminal->item[i].choice.value].verb))
            return true;
    return !verb || !verb->length;
}

static bool fits(Terminal *terminal, int row)
{
    const Frame *asked = question(terminal_view(terminal));
    char turn[16];
    snprintf(turn, sizeof turn, "%d", terminal_view(terminal)->turn);
    return asked && cell_is(hint_cell(terminal, row, "side"), terminal->scenario->side_word[asked->side]) &&
           cell_is(hint_cell(terminal, row, "turn"), turn) &&
           cell_is(hint_cell(terminal, row, "question"), terminal->scenario->system->questions[asked->kind].name) &&
           verb_open(terminal, hint_cell(terminal, row, "verb")) && holds(terminal, hint_cell(terminal, row, "when"));
}

void tell_hint(Terminal *terminal)
{
    if (!terminal->hints || !terminal->hinted || terminal->prefix.verb != NO_VERB)
        return;
    for (int row = 1; row < terminal->hints->entries; row++) {
        if (terminal->hinted[row] || !fits(terminal, row))
            continue;
        char column[24], words[1200];
        snprintf(column, sizeof column, "text.%.16s", translation_language(terminal->translation));
        const Field *text = hint_cell(terminal, row, column);
        if (!text || !text->length)
            text = hint_cell(terminal, row, "text.en");
        terminal->hinted[row] = 1;
        if (!text)
            continue;
        snprintf(words, sizeof words, "%s %.*s", translation_words(terminal->translation, SAID("cli.hint")),
                 (int)text->length, text->text);
        tell_wrapped(terminal, 2, words);
        return;
    }
}
