/* line.c — lines typed by a person. libedit gives the arrows, the history and the usual keys; without it nothing is
 * lost but these. */
#include "cli/line.h"

#include <stdio.h>
#include <string.h>

#ifdef HAVE_LIBEDIT
#include <histedit.h>
#include <locale.h>
#include <stdlib.h>

enum { LINES_KEPT = 500, PROMPT_ROOM = 200 };

struct LineEditor {
    EditLine *edit;
    History *history;
    HistEvent event;
    char prompt[PROMPT_ROOM];
};

static char *prompt_of(EditLine *edit)
{
    LineEditor *editor = NULL;
    el_get(edit, EL_CLIENTDATA, &editor);
    return editor->prompt;
}

LineEditor *line_open(void)
{
    LineEditor *editor = calloc(1, sizeof *editor);
    if (!editor)
        return NULL;
    setlocale(LC_CTYPE, ""); /* a letter may be several bytes */
    editor->edit = el_init("sandtable", stdin, stdout, stderr);
    editor->history = history_init();
    if (!editor->edit || !editor->history) {
        line_close(editor);
        return NULL;
    }
    history(editor->history, &editor->event, H_SETSIZE, LINES_KEPT);
    history(editor->history, &editor->event, H_SETUNIQUE, 1);
    el_set(editor->edit, EL_CLIENTDATA, editor);
    el_set(editor->edit, EL_PROMPT, prompt_of);
    el_set(editor->edit, EL_EDITOR, "emacs");
    el_set(editor->edit, EL_HIST, history, editor->history);
    return editor;
}

void line_close(LineEditor *editor)
{
    if (!editor)
        return;
    if (editor->edit)
        el_end(editor->edit);
    if (editor->history)
        history_end(editor->history);
    free(editor);
}

bool line_read(LineEditor *editor, const char *prompt, char *out, size_t room)
{
    int length = 0;
    snprintf(editor->prompt, sizeof editor->prompt, "%.*s ", PROMPT_ROOM - 2, prompt);
    const char *line = el_gets(editor->edit, &length);
    if (!line || length <= 0)
        return false;
    if (line[strspn(line, " \n")])
        history(editor->history, &editor->event, H_ENTER, line);
    snprintf(out, room, "%s", line);
    return true;
}

void line_forget(LineEditor *editor)
{
    if (editor)
        history(editor->history, &editor->event, H_CLEAR);
}

#else

struct LineEditor {
    int unused;
};

LineEditor *line_open(void) { return NULL; }

void line_close(LineEditor *editor) { (void)editor; }

bool line_read(LineEditor *editor, const char *prompt, char *out, size_t room)
{
    (void)editor;
    (void)prompt;
    (void)out;
    (void)room;
    return false;
}

void line_forget(LineEditor *editor) { (void)editor; }

#endif
