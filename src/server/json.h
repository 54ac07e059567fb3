/* json.h — the messages to a client, written by hand because they are written often.
 *
 * Everything about a game is taken from a view; a Showing says whose. A Seen remembers, for one viewer of one table,
 * what was last sent, so that a delta holds only what changed: it keeps hashes, never the values themselves. */
#ifndef SANDTABLE_JSON_H
#define SANDTABLE_JSON_H

#include "ai/ai.h"
#include "core/game.h"
#include "core/symbols.h"
#include "core/translation.h"
#include "server/buffer.h"

/* Parts of a state, in the order they are written. */
typedef enum Part {
    PART_QUESTION,
    PART_TRACK,
    PART_PHASES,
    PART_SCORE,
    PART_MARKS,
    PART_CONTROL,
    PART_SKETCHES,
    PART_FLAGS,
    PARTS
} Part;

/* What was sent about a counter; its stamp may change with more than that. */
typedef struct SentPiece {
    uint32_t text; /* hash of all but its place on the map */
    uint32_t look; /* hash of what that was written from; 0: the view had a part in it */
    Hex hex;
    uint16_t depth;
} SentPiece;

typedef struct Seen {
    uint32_t tellings; /* how many messages were sent: a client that got the last of them has all of it */
    uint64_t part[PARTS];
    GroundStamp ground;
    uint64_t verbs;  /* which verbs were sent with the question, 0 none */
    int pieces;      /* room of `piece` and `sent` */
    uint64_t *piece; /* hash of each counter; odd when it was shown */
    struct SentPiece *sent;
    int sketches;
    uint32_t *sketch; /* the same of each sketch */
    bool other;       /* it was sent for another view: stamps of the two cannot be compared */
} Seen;

void seen_free(Seen *seen);
/* Copies what was sent for one view as known of another; false without memory. */
bool seen_copy(Seen *seen, const Seen *from);

typedef struct Showing {
    const Scenario *scenario;
    const Position *view;
    const Translation *translation; /* NULL: English */
    int as;                         /* the side whose view it is, or SPECTATOR */
    Memo *memo;                     /* what was listed of the game before; NULL: nothing */
    Lists *lists;                   /* of its views; NULL: none are kept */
    int asked;                      /* the side that must answer, NO_SIDE when the game is over */
    bool can_undo, over;
    Sentence verdict; /* of a game that ended otherwise than by its rules; else without words */
} Showing;

/* The keys of a state from `"question"` on, each with a comma before it; all of them, and `seen` then holds them. */
void json_whole(Buffer *out, const Showing *showing, Seen *seen);
/* The same, but only the keys that differ from `seen`. */
void json_changes(Buffer *out, const Showing *showing, Seen *seen);

/* The events of an order as the viewer may read them: `"dice":[…],"events":[…]`. `order` is the order's text where
 * the viewer may know it. */
void json_events(Buffer *out, const Showing *showing, const Events *events, const Dice *dice, int giver,
                 const Order *order);

/* Frees what this thread has kept to write faster. */
void json_forget(void);

/* A side's word or null. */
void json_side(Buffer *out, const Scenario *scenario, int side);
/* `,"sketches":[…]` */
void json_sketches(Buffer *out, const Showing *showing, const Sketch *sketches, int count);
void json_map(Buffer *out, const Translation *translation, const Scenario *scenario);
void json_sides(Buffer *out, const Translation *translation, const Scenario *scenario);
void json_scenario(Buffer *out, const Translation *translation, const Scenario *scenario, bool teaching);
/* What may follow the prefix; what may be added to a part of an order at any place (core/parts.h). */
void json_choices(Buffer *out, const Showing *showing, const Order *prefix);
void json_additions(Buffer *out, const Showing *showing, const Order *part);
/* `"openings":[…]`: every verb that is open, with what may be added to it alone. */
/* Everything about a part of an order in one answer: what can be added, the smallest order round it or why there is
 * none, where its path may end, and the odds if it is an order. */
void json_draft(Buffer *out, const Showing *showing, const Order *part, bool forecloses);
void json_openings(Buffer *out, const Showing *showing);
/* `,"question":{…}` as the side that must answer it gets it. */
void json_question(Buffer *out, const Showing *showing);
/* The smallest order that holds the part, with what was added; nothing is written if it is refused. */
Refusal json_around(Buffer *out, const Showing *showing, const Order *part);
/* False if the prefix walks no path. */
bool json_reach(Buffer *out, const Showing *showing, const Order *prefix);
/* False if the order rolls no dice. */
bool json_forecast(Buffer *out, const Showing *showing, const Order *order);
/* `,"forecloses":[…]`: the orders that this order rules out for certain, with any dice (ai/foreclose.h). */
void json_harmed(Buffer *out, const Showing *showing, const Order *order);
void json_forecloses(Buffer *out, const Showing *showing, const Order *order);
/* `"text":"…","rule":"4.2.1","hexes":[…],"pieces":[…]` */
void json_sentence(Buffer *out, const Showing *showing, const Sentence *sentence);
void json_stack(Buffer *out, const Showing *showing, Hex hex);
/* `"tints":[[…],…],"cut":[…],"links":[…],"notes":[…]`, each with a comma before it. */
void json_overlay(Buffer *out, const Showing *showing, const OverlayKind *kind, const OverlayMarks *marks);
/* `,"from":…,"to":…,"seen":…,"verdict":"…","contention":{…},"points":[[hex,ground,cover],…]`, heights in decimetres. */
void json_profile(Buffer *out, const Showing *showing, const Profile *profile);
/* `,"cell":{…}`, or nothing. */
void json_cell(Buffer *out, const System *system, TableRef cell);
/* What the system declares for the client that draws, and the drawings it takes. */
void json_looks(Buffer *out, const Translation *translation, const System *system, const Symbols *symbols);
/* `,"panels":[…]` as the viewer may see them, and `,"aims":[…]` of every side. */
void json_panels(Buffer *out, const Showing *showing);
void json_senders(Buffer *out, const Showing *showing);
bool json_transfers(Buffer *out, const Showing *showing, Hex from, Hex to, int amount);
void json_aims(Buffer *out, const Showing *showing);
/* `"worlds":…,"orders":[…]`: the orders that a player of the machine tried out. */
void json_why(Buffer *out, const Scenario *scenario, const Why *why);
/* The hints of a teaching game: a list of objects, one a row of the table beside the scenario. */
void json_hints(Buffer *out, const Document *table);

#endif
