/* journal_text.h — the lines and words of journals, for the files that read them. */
#ifndef SANDTABLE_JOURNAL_TEXT_H
#define SANDTABLE_JOURNAL_TEXT_H

#include "core/dice.h"

typedef struct Text {
    const char *at;
    size_t length;
} Text;

typedef struct Lines {
    const char *bytes;
    size_t length, at;
    int number; /* of the line last read, from 1 */
} Lines;

/* The next line without its end; false at the end of the text or when the line has no end. */
bool text_line(Lines *lines, Text *out);
/* Takes `word` and the blank after it off the line's front. */
bool text_take(Text *line, const char *word);
/* Whether the line begins with the word. */
bool text_begins(Text line, const char *word);
/* Takes one word off the front into a fixed buffer. */
bool text_word(Text *line, char *out, size_t room);
/* The whole rest of the line as so many bytes. */
bool text_bytes(Text line, uint8_t *out, size_t count);
/* Splits `text = 3 5` into the text and its dice; false if what follows `=` are no dice. */
bool text_dice(Text *line, Cast dice[DICE_RECORD], int *count);

#endif
