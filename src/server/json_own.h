/* json_own.h — shared by the files that write JSON, and private to them. */
#ifndef SANDTABLE_JSON_OWN_H
#define SANDTABLE_JSON_OWN_H

#include "server/json.h"

void json_bool(Buffer *out, bool value);
/* "#rrggbb" */
void json_colour(Buffer *out, uint32_t colour);
/* A comma, unless it is the first; it then no longer is. */
void json_comma(Buffer *out, bool *first);
/* A rule's id or null. */
void json_rule(Buffer *out, const Scenario *scenario, int rule);
/* A sentence as the viewer reads it. */
void json_said(Buffer *out, const Showing *showing, const Sentence *sentence);
/* An English word or phrase of the system or its data, in that language. */
void json_translated(Buffer *out, const Translation *translation, const char *english);
/* A NULL-ended list of English words, each in that language. */
void json_names(Buffer *out, const Translation *translation, const char *const *words);
/* `"keyword":…,"type":"…"` of what an order may take. */
void json_slot(Buffer *out, const Slot *slot);
/* A list in one text as an array of strings. */
void json_words(Buffer *out, const char *words, const char *between);

/* `,"key":[…]` of counters or hexes. */
void json_refs(Buffer *out, const char *key, const uint16_t *refs, int count);

/* `,"pieces":[…],"gone":[…]`: those that differ from `seen`, or all; and the stamp of the ground, noughts if the system
 * knows none. */
void json_pieces(Buffer *out, const Showing *showing, Seen *seen, bool whole, GroundStamp *ground);

#endif
