/* terminal_panel.c — the system's panels and goals, in rows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"

#define PIECES_TOLD 8 /* of a row's counters; the others are counted */

static void tell_refs(Terminal *terminal, const uint16_t *refs, int pieces, int hexes)
{
    char words[HEX_TEXT + NAME_TEXT + 4];
    if (pieces + hexes)
        printf("     ");
    for (int i = 0; i < pieces && i < PIECES_TOLD; i++)
        if (refs[i] < terminal->scenario->pieces)
            printf(" %s", terminal->scenario->piece_id[refs[i]]);
    for (int i = 0; i < hexes && i < PIECES_TOLD; i++)
        printf("%s %s", i ? "," : "", hex_words(terminal, refs[pieces + i], words));
    if (pieces > PIECES_TOLD || hexes > PIECES_TOLD)
        printf(" …");
    if (pieces + hexes)
        putchar('\n');
}

static void tell_panel(Terminal *terminal, const Panels *panels, const Panel *panel)
{
    char label[SAY_TEXT], value[SAY_TEXT];
    printf("%s [%s]\n", terminal_say(terminal, &panel->title, label), panel->name);
    for (int i = 0; i < panel->rows; i++) {
        const PanelRow *row = &panels->row[panel->first + i];
        terminal_say(terminal, &row->value, value);
        printf("%s%-24s ", row->strong ? " *" : "  ", value);
        tell_wrapped(terminal, 27, terminal_say(terminal, &row->label, label));
        tell_refs(terminal, &panels->ref[row->first], row->pieces, row->hexes);
    }
}

bool tell_panels(Terminal *terminal, const char *name)
{
    const System *system = terminal->scenario->system;
    Panels *panels = system->panels ? calloc(1, sizeof *panels) : NULL;
    bool told = false;
    if (panels)
        system->panels(terminal->scenario, terminal_view(terminal), terminal->viewer, panels);
    for (int i = 0; panels && i < panels->panels; i++) {
        const Panel *panel = &panels->panel[i];
        if ((panel->private_to != NO_SIDE && panel->private_to != terminal->viewer) ||
            (*name && strcmp(panel->name, name)))
            continue;
        tell_panel(terminal, panels, panel);
        told = true;
    }
    free(panels);
    return told;
}

void tell_score(Terminal *terminal)
{
    const Scenario *scenario = terminal->scenario;
    Score score = {.winner = NO_SIDE};
    char verdict[SAY_TEXT];
    scenario->system->score(scenario, terminal_view(terminal), &score);
    for (int side = 0; side < scenario->sides; side++)
        printf("%s%s %ld", side ? ", " : "  ", translation_words(terminal->translation, scenario->side_name[side]),
               (long)score.points[side]);
    if (score.verdict.words)
        printf("; %s: %s", translation_words(terminal->translation, SAID("cli.ended-now")),
               terminal_say(terminal, &score.verdict, verdict));
    putchar('\n');
}

bool tell_goals(Terminal *terminal)
{
    const Scenario *scenario = terminal->scenario;
    Aims *aims = scenario->system->aims ? calloc(1, sizeof *aims) : NULL;
    bool told = false;
    for (int side = 0; aims && side < scenario->sides; side++) {
        aims->aims = aims->refs = 0;
        scenario->system->aims(scenario, terminal_view(terminal), side, aims);
        if (aims->aims)
            printf("%s\n", translation_words(terminal->translation, scenario->side_name[side]));
        for (int i = 0; i < aims->aims; i++) {
            const Aim *aim = &aims->aim[i];
            char words[SAY_TEXT], points[16] = "!";
            if (aim->points)
                snprintf(points, sizeof points, "%+d", aim->points);
            Sentence what = aim->what;
            what.rule = aim->rule;
            printf("  %c %-5s ", aim->met ? '+' : '-', points);
            tell_wrapped(terminal, 10, terminal_say(terminal, &what, words));
            told = true;
        }
    }
    free(aims);
    return told;
}
