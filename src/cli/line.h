/* line.h — a line typed by a person: with editing and what was typed before, where libedit is at hand. */
#ifndef SANDTABLE_LINE_H
#define SANDTABLE_LINE_H

#include <stdbool.h>
#include <stddef.h>

typedef struct LineEditor LineEditor;

/* NULL: lines are read as they come. */
LineEditor *line_open(void);
void line_close(LineEditor *editor);
/* Reads one with its end; false at the end of the input. */
bool line_read(LineEditor *editor, const char *prompt, char *out, size_t room);
/* Another player sits down: what was typed before is not his to see. */
void line_forget(LineEditor *editor);

#endif
