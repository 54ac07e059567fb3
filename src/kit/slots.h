/* slots.h — slots that orders of every rulebook have, for the tables of OrderKind. */
#ifndef SANDTABLE_KIT_SLOTS_H
#define SANDTABLE_KIT_SLOTS_H

#include "core/order.h"

/* A question among those that an order answers. */
#define IN(question_) (1ull << (question_))

#define ONE_PIECE                              \
    {                                          \
        NULL, ARG_PIECE, 1, 1, NULL, "counter" \
    }
/* The same, where it may be another than one's own on the map (MEANS_OFF_MAP …). */
#define ONE_PIECE_MEANING(means_)                                 \
    {                                                             \
        NULL, ARG_PIECE, 1, 1, NULL, "counter", .means = (means_) \
    }
#define PIECES(most_)                               \
    {                                               \
        NULL, ARG_PIECE, 1, most_, NULL, "counters" \
    }
#define PIECES_MEANING(most_, means_)                                  \
    {                                                                  \
        NULL, ARG_PIECE, 1, most_, NULL, "counters", .means = (means_) \
    }
#define ONE_HEX                          \
    {                                    \
        NULL, ARG_HEX, 1, 1, NULL, "hex" \
    }
#define ONE_HEXSIDE                              \
    {                                            \
        NULL, ARG_HEXSIDE, 1, 1, NULL, "hexside" \
    }
#define WALK_OF(most_)                                                      \
    {                                                                       \
        NULL, ARG_PATH, 1, most_, NULL, "hexes walked, one after the other" \
    }

#endif
