/* plan_notes.c — a side's notes beside its plans, in words.
 *
 * A plan is a number that rows of panels bear (look.h), and a viewer who may read a row may read its note: its owner,
 * and every viewer when the plans are open. The note is written while the plan is in hand and stays as it was when that
 * is done, like the rest of the plan. Words bind no side, so they are kept beside the journal and not in it. */
#include <ctype.h>
#include <string.h>

#include "server/own.h"

static void read_panels(const Showing *showing, Panels *panels)
{
    const System *system = showing->scenario->system;
    panels->panels = panels->rows = panels->refs = 0;
    if (system->panels)
        system->panels(showing->scenario, showing->view, showing->as < showing->scenario->sides ? showing->as : NO_SIDE,
                       panels);
}

/* Whether a panel that the viewer may read shows the plan; one that is in hand, if that is asked for. */
static bool tells_of(const Panels *panels, const Showing *showing, int plan, bool in_hand)
{
    for (int i = 0; i < panels->panels; i++) {
        const Panel *panel = &panels->panel[i];
        if ((panel->private_to != NO_SIDE && panel->private_to != showing->as) || (in_hand && !panel->at_hand))
            continue;
        for (int row = 0; row < panel->rows; row++)
            if (panels->row[panel->first + row].plan == plan)
                return true;
    }
    return false;
}

void json_plan_notes(Buffer *out, Table *table, const Showing *showing)
{
    static Panels panels;
    size_t place = 0;
    int plan;
    const char *text;
    bool first = true;
    read_panels(showing, &panels);
    buffer_literal(out, ",\"notes\":[");
    while (plan_note_next(&table->plans, &place, &plan, &text)) {
        if (!*text || !tells_of(&panels, showing, plan, false))
            continue;
        buffer_format(out, "%s{\"plan\":%d,\"text\":", first ? "" : ",", plan);
        first = false;
        buffer_quote(out, text);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* In the order of the plans, each once. */
static void set_note(Table *table, int wanted, const char *line)
{
    Buffer all = {0};
    size_t place = 0;
    int plan;
    const char *text;
    bool added = false;
    while (plan_note_next(&table->plans, &place, &plan, &text)) {
        if (plan >= wanted && !added)
            plan_note_add(&all, wanted, line);
        added |= plan >= wanted;
        if (plan != wanted)
            plan_note_add(&all, plan, text);
    }
    if (!added)
        plan_note_add(&all, wanted, line);
    buffer_free(&table->plans);
    table->plans = all;
}

bool plan_note_write(Table *table, const Showing *showing, int plan, const char *text)
{
    static Panels panels;
    char line[PLAN_NOTE_MAX + 1];
    size_t length = strlen(text);
    read_panels(showing, &panels);
    if (length > PLAN_NOTE_MAX || !tells_of(&panels, showing, plan, true))
        return false;
    for (size_t i = 0; i <= length; i++)
        line[i] = iscntrl((unsigned char)text[i]) && text[i] ? ' ' : text[i]; /* it is printed as a paragraph */
    write_plan_note(table_entry(table), table->row.number, plan, line);
    set_note(table, plan, line);
    return !table->pending.writes.failed;
}

void plan_note_read(const Buffer *plans, int wanted, Buffer *out)
{
    size_t place = 0;
    int plan;
    const char *text;
    while (plan_note_next(plans, &place, &plan, &text))
        if (plan == wanted)
            buffer_text(out, text);
}
