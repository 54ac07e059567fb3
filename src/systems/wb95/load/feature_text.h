/* feature_text.h — what the files that read a scenario's features share: feature_text.c (the list), feature_air.c,
 * feature_arrivals.c and feature_points.c.
 *
 * A feature is a list of parameters, each a word that a line of its body begins with. Most set one thing; the others
 * have a function. A line whose word the feature does not know, or that says more than it should, is a mistake. */
#ifndef SANDTABLE_WB95_FEATURE_TEXT_H
#define SANDTABLE_WB95_FEATURE_TEXT_H

#include <stddef.h>

#include "systems/wb95/load/load.h"

typedef struct Reader {
    Loader *loader;
    Scenario *scenario;
    Wb95 *data;
    Special *special;
    Words *words; /* of the line */
    uint16_t rule;
    uint8_t side;           /* of the `side` line, for features that have one */
    int kind;               /* of points, POINTS_… */
    int points;             /* first row of Special.points this feature made */
    int arrivals;           /* first arrival it made */
    uint8_t zones, zone[4]; /* where those come in */
} Reader;

typedef enum Taking { TAKE_BY_FUNCTION, TAKE_NATION, TAKE_NATIONS, TAKE_SIDE, TAKE_NUMBER } Taking;

typedef struct Parameter {
    const char *word; /* NULL ends the list */
    void (*read)(Reader *reader);
    Taking taking;     /* instead of `read`: into a byte of Special */
    uint16_t at;       /* which */
    uint8_t low, high; /* of a number */
} Parameter;

#define ONE_NATION(member) .taking = TAKE_NATION, .at = offsetof(Special, member)
#define SET_OF_NATIONS(member) .taking = TAKE_NATIONS, .at = offsetof(Special, member)
#define ONE_SIDE(member) .taking = TAKE_SIDE, .at = offsetof(Special, member)
#define ONE_NUMBER(member, least, most) \
    .taking = TAKE_NUMBER, .at = offsetof(Special, member), .low = least, .high = most

extern const Parameter air_words[], barrage_words[];                           /* feature_air.c */
extern const Parameter replacement_words[], release_words[], regiment_words[]; /* feature_arrivals.c */
extern const Parameter defection_words[];
extern const Parameter exit_words[], scale_words[], most_words[], points_words[]; /* feature_points.c */

/* The side that commands the nation named there; a mistake if no side does, because a feature must give to a side that
 * plays. */
int take_commander(Reader *reader, int *nation);
uint16_t take_edges(Reader *reader); /* bits of a kind of hexside */
int take_army(Reader *reader);       /* as the counters name it */
/* The table that the line names; NULL with a mistake. The caller frees it. */
Document *take_table(Reader *reader);
/* The number under that column, which one row alone may be for; 0 with a mistake. */
long row_number(Document *table, int row, const char *column, long low, long high, unsigned long *seen);

#endif
