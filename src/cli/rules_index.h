/* rules_index.h — where the code speaks of each paragraph; the table is made when the program is built. */
#ifndef SANDTABLE_RULES_INDEX_H
#define SANDTABLE_RULES_INDEX_H

#include <stddef.h>

typedef struct RulePlace {
    const char *system, *id; /* "wb95", "4.2.1" */
    const char *file;
    int line;
} RulePlace;

extern const RulePlace rule_places[]; /* ended by a row without a system */

#endif
