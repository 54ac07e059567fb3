/* message.c — see message.h. */
#include "core/message.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* Whether the text has the form of an id, "book.words-of-it". Names of the data and "%n" do not have it. */
static bool is_id(const char *text)
{
    if (*text < 'a' || *text > 'z')
        return false;
    while ((*text >= 'a' && *text <= 'z') || (*text >= '0' && *text <= '9') || *text == '-')
        text++;
    return *text == '.';
}

/* The same sentences are looked up many times, so the place where the id was last found is tried first. */
const char *message_words(const char *id)
{
    enum { KEPT = 512, SHIFT = 4 };
    static _Thread_local uint16_t kept[KEPT];
    if (!is_id(id))
        return id;
    uint16_t *last = &kept[((uintptr_t)id >> SHIFT) % KEPT];
    if (!strcmp(messages[*last].id, id))
        return messages[*last].words;
    int low = 0, high = message_count;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(messages[middle].id, id);
        if (!order) {
            *last = (uint16_t)middle;
            return messages[middle].words;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return id;
}
