/* message.c — see message.h. */
#include "core/message.h"

#include <string.h>

const char *message_words(const char *id)
{
    int low = 0, high = message_count;
    while (low < high) {
        int middle = (low + high) / 2, order = strcmp(messages[middle].id, id);
        if (!order)
            return messages[middle].words;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return id;
}
