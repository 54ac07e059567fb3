/* message.h — the program's texts, by id.
 *
 * The code names a message ("ocs.no-supply-not-attack") and gives the numbers that fill its holes (say.h). Its English
 * text is in data/translation/en.tsv or data/SYSTEM/translation/en.tsv, its Polish in pl.tsv beside it, so a sentence
 * can be reworded without touching code or tests. The build generates a table of the English texts, so they are
 * available without data files. */
#ifndef SANDTABLE_MESSAGE_H
#define SANDTABLE_MESSAGE_H

typedef struct Message {
    const char *id, *words;
} Message;

extern const Message messages[]; /* sorted by id */
extern const int message_count;

/* The English text of the message; a string that is not an id (a text of the data files) is returned unchanged. An id
 * is the name of a book or folder in small letters, a full stop, and words. */
const char *message_words(const char *id);

#endif
