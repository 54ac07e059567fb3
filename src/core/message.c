/* message.c — see message.h. */
#include "core/message.h"

#include <stdint.h>
#include <string.h>

/* A sentence is told many times: where its id was found last is looked at first. */
const char *message_words(const char *id)
{
    enum { KEPT = 512, SHIFT = 4 };
    static _Thread_local uint16_t kept[KEPT];
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
