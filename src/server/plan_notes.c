/* plan_notes.c — what a side writes beside its plans, in words.
 *
 * A plan is a number that rows of panels bear (look.h), and who may read a row may read what is written beside it: its
 * owner, and everybody when the plans lie open. It is written while the plan is in hand and stays as it was when that
 * is done, like the rest of the plan. Words bind nobody, so they are kept beside the journal and not in it. */
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

/* Whether a panel that the viewer may read tells of the plan; one that lies in hand, if that is asked for. */
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

typedef struct Reading {
    Buffer *out;
    const Showing *showing;
    const Panels *panels;
    int plan; /* the one that is looked for */
    bool first;
} Reading;

static void add_note(void *context, int plan, const char *text)
{
    Reading *reading = context;
    if (!tells_of(reading->panels, reading->showing, plan, false))
        return;
    buffer_text(reading->out, reading->first ? "" : ",");
    reading->first = false;
    buffer_format(reading->out, "{\"plan\":%d,\"text\":", plan);
    buffer_quote(reading->out, text);
    buffer_char(reading->out, '}');
}

void json_plan_notes(Buffer *out, Table *table, const Showing *showing)
{
    static Panels panels;
    Store *store = table->server->store;
    read_panels(showing, &panels);
    Reading reading = {out, showing, &panels, 0, true};
    buffer_literal(out, ",\"notes\":[");
    store->plan_notes_get(store, table->row.number, add_note, &reading);
    buffer_char(out, ']');
}

bool plan_note_write(Table *table, const Showing *showing, int plan, const char *text)
{
    static Panels panels;
    char line[PLAN_NOTE_MAX + 1];
    size_t length = strlen(text);
    Store *store = table->server->store;
    read_panels(showing, &panels);
    if (length > PLAN_NOTE_MAX || !tells_of(&panels, showing, plan, true))
        return false;
    for (size_t i = 0; i <= length; i++)
        line[i] = iscntrl((unsigned char)text[i]) && text[i] ? ' ' : text[i]; /* it is printed as a paragraph */
    return store->plan_note_set(store, table->row.number, plan, line);
}

static void take_note(void *context, int plan, const char *text)
{
    Reading *reading = context;
    if (plan == reading->plan)
        buffer_text(reading->out, text);
}

void plan_note_read(Table *table, int plan, Buffer *out)
{
    Reading reading = {.out = out, .plan = plan};
    Store *store = table->server->store;
    store->plan_notes_get(store, table->row.number, take_note, &reading);
}
