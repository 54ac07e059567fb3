/* message.h — what the program says, by id.
 *
 * The code names a message ("ocs.no-supply-not-attack") and gives the numbers that fill its holes (say.h). Its English
 * stands in data/tongue/en.tsv or data/SYSTEM/tongue/en.tsv, as its Polish stands in pl.tsv beside it, so that a
 * sentence can be reworded without touching code or tests. The build makes a table of the English, so that it is there
 * without any data. */
#ifndef SANDTABLE_MESSAGE_H
#define SANDTABLE_MESSAGE_H

typedef struct Message {
    const char *id, *words;
} Message;

extern const Message messages[]; /* sorted by id */
extern const int message_count;

/* The English of the message; what is no id is a text of its own (of the data, say) and returned as it is. */
const char *message_words(const char *id);

#endif
