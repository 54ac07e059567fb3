/* system.h — the interface of a rulebook, and its data types.
 *
 * The rest of the program (players, server, terminal, lab) knows no rule. It holds a Scenario (immutable) and
 * a Position (one flat block without pointers, so that memcpy copies it), and calls the System:
 *
 *     question ──► choices ──► order ──► check ──► refusal
 *                                          └────► apply ──► events ──► next question
 *
 * The question is the top frame of the position's stack. `choices`, `reach`, `check`, `forecast`, `prompt`
 * and `value` only ever get a *view*: a position in which `mask` has hidden everything the side may not know.
 * `check` never changes anything; `apply` never refuses, and gets the true position. */
#ifndef SANDTABLE_SYSTEM_H
#define SANDTABLE_SYSTEM_H

#include <assert.h>
#include <stddef.h>
#include <string.h>

#include "core/dice.h"
#include "core/look.h"
#include "core/map.h"
#include "core/order.h"
#include "core/profile.h"
#include "core/say.h"

#define SIDES 4
#define NO_SIDE 0xFF
/* Views are made for a side, for spectators, who know what every side knows, and for several sides (a bit each) that
 * share all they know. */
#define SPECTATOR SIDES
#define SEVERAL 0x100
static inline int viewer_for(unsigned sides)
{
    return !sides ? SPECTATOR : sides & (sides - 1) ? (int)(SEVERAL | sides) : __builtin_ctz(sides);
}
/* The sides of a viewer; none for a spectator. */
static inline unsigned sides_of(int viewer)
{
    return viewer & SEVERAL ? viewer & (SEVERAL - 1) : viewer < SPECTATOR ? 1u << viewer : 0;
}
#define QUESTION_DEPTH 16

/* One open question, or a procedure that waits for the questions above it. `stage` and `data` are the system's. */
typedef struct Frame {
    uint8_t kind;
    uint8_t side;  /* the side that must answer */
    uint8_t stage; /* of a procedure */
    uint8_t fresh; /* it has just come to the top; maintained by the kit (kit/ask.h) */
    uint16_t data[8];
} Frame;

/* The head of every system's position. */
typedef struct Position {
    uint8_t depth; /* open questions; 0 only when the game is over */
    uint8_t over;
    uint8_t winner; /* side, NO_SIDE for a draw or while playing */
    uint8_t lab;    /* changed by the lab; never cleared */
    uint16_t turn, phase;
    uint32_t orders; /* answered so far */
    Frame frame[QUESTION_DEPTH];
} Position;

static inline const Frame *question(const Position *position)
{
    return position->depth ? &position->frame[position->depth - 1] : NULL;
}

typedef struct QuestionKind {
    const char *name;  /* one word, as in scripts and the protocol: "movement" */
    const char *title; /* "Movement" */
    const char *rules;
} QuestionKind;

/* A row of the ledger. Generated from data/SYSTEM/rules.tsv; index 0 is no rule. */
typedef struct Rule {
    const char *id; /* "4.2.1" without the system's name; "ocs2.9.4" of another edition */
    const char *title;
    const char *kind;
} Rule;

/* Another edition of the book, whose rows of the ledger begin with its own name. */
typedef struct Edition {
    const char *name, *title; /* "ocs2", "OCS 2.0i" */
} Edition;

/* What may come next after a prefix. With an empty prefix the values are verbs and `slot` is SLOT_VERB. */
#define SLOT_VERB 0xFF
#define CHOICES_MAX 16384

typedef struct Choice {
    uint8_t slot;
    uint16_t value;
} Choice;

typedef struct Choices {
    bool complete; /* the prefix itself is a legal order */
    uint8_t alike; /* of System.parts: bit per slot of which either all listed values can be added or none */
    int count;
    Choice choice[CHOICES_MAX];
} Choices;

static inline void choose(Choices *choices, int slot, int value)
{
    assert(choices->count < CHOICES_MAX); /* a truncated list would hide legal orders */
    choices->choice[choices->count++] = (Choice){(uint8_t)slot, (uint16_t)value};
}

/* All values from the first to before the last. Whole words that grow by a value of one, so that many are written at a
 * time. */
static inline void choose_range(Choices *choices, int slot, int from, int to)
{
    uint32_t first = 0, step = 0;
    _Static_assert(sizeof(Choice) == sizeof first, "a choice is a word");
    if (from >= to)
        return;
    assert(choices->count + to - from <= CHOICES_MAX);
    memcpy((char *)&first + offsetof(Choice, slot), &(uint8_t){(uint8_t)slot}, sizeof(uint8_t));
    memcpy((char *)&first + offsetof(Choice, value), &(uint16_t){(uint16_t)from}, sizeof(uint16_t));
    memcpy((char *)&step + offsetof(Choice, value), &(uint16_t){1}, sizeof(uint16_t));
    Choice *at = choices->choice + choices->count;
    for (int i = 0; i < to - from; i++) {
        uint32_t word = first + (uint32_t)i * step;
        memcpy(&at[i], &word, sizeof word);
    }
    choices->count += to - from;
}

/* What an order that contains a part must also contain; filled by System.demands. */
#define DEMANDS_ALL 64
#define DEMANDS_EITHER 1024

typedef struct Demand {
    uint8_t slot;
    uint16_t value;
    Sentence why; /* with the rule that requires it */
} Demand;

typedef struct Demands {
    unsigned search; /* the same for all parts that are tried for one answer; 0: this part is asked about alone */
    int all, either;
    Demand demand[DEMANDS_ALL];         /* every legal order with this part contains them all */
    Choice alternative[DEMANDS_EITHER]; /* if there is such an order, there is one with one of these */
    Sentence why;                       /* why one of them is needed; no words: the order is merely incomplete */
} Demands;

static inline void demand(Demands *demands, int slot, int value, Sentence why)
{
    if (demands->all < DEMANDS_ALL)
        demands->demand[demands->all++] = (Demand){(uint8_t)slot, (uint16_t)value, why};
}

static inline void demand_either(Demands *demands, int slot, int value)
{
    if (demands->either < DEMANDS_EITHER)
        demands->alternative[demands->either++] = (Choice){(uint8_t)slot, (uint16_t)value};
}

/* The beginning of an order: a verb with a first argument, or alone (slot SLOT_VERB) if it needs none. */
#define OPENINGS_MAX 8192

typedef struct Opening {
    uint8_t verb, slot;
    uint16_t value;
} Opening;

typedef struct Openings {
    int count;
    Opening opening[OPENINGS_MAX];
} Openings;

/* A cache of one listing of openings, and of one judgement, to speed up the next: System.memo_size bytes, initially all
 * 0. It changes no answer, whatever views it was used with. */
typedef struct Memo Memo;
/* Lists of choices that were made for one view (lists.h). */
typedef struct Lists Lists;
/* What was listed of a view before; NULL: nothing. */
typedef struct ListedBefore {
    const Openings *known;
    Lists *lists;
} ListedBefore;
/* A cache of the making of a view, used to update that view: System.sight_size bytes, initially all 0. It belongs to
 * one view, and does not change its contents. */
typedef struct Sight Sight;

static inline void open_with(Openings *openings, int verb, int slot, int value)
{
    assert(openings->count < OPENINGS_MAX);
    openings->opening[openings->count++] = (Opening){(uint8_t)verb, (uint8_t)slot, (uint16_t)value};
}

/* The verb with every first part that was listed. */
static inline void open_with_all(Openings *openings, int verb, const Choices *parts)
{
    Opening *at = openings->opening + openings->count;
    assert(openings->count + parts->count <= OPENINGS_MAX);
    for (int i = 0; i < parts->count; i++)
        at[i] = (Opening){(uint8_t)verb, parts->choice[i].slot, parts->choice[i].value};
    openings->count += parts->count;
}

/* Where a prefix that ends in a path slot can lead: every hex in which the order could end, its cost in the
 * system's units and the hex before it on the cheapest path. An end may require a path that is not the cheapest to the
 * hexes on the way: its `from` then has the bit SECOND_WAY, and from there on the path is in `second`. Filled by
 * System.reach. */
#define SECOND_WAY 0x4000

typedef struct Reach {
    int count;
    Hex hex[HEXES_MAX];       /* the ends, in order of cost */
    uint16_t cost[HEXES_MAX]; /* by hex, valid for the ends and the hexes on the cheapest path to them */
    uint16_t most[HEXES_MAX]; /* the greatest cost of the same path, if it depends on hidden units */
    Hex from[HEXES_MAX];      /* by hex */
    Hex second[HEXES_MAX];    /* by hex, valid on the second path to an end */
} Reach;

/* Whether the path to this end is in `second`. */
static inline bool by_second_way(const Reach *reach, Hex end)
{
    return reach->from[end] != NO_HEX && reach->from[end] & SECOND_WAY;
}

/* The hexes of the path to `end`, from there back to the first; their number, or -1 if they are more than `most`.
 * `start` is the piece's hex, NO_HEX off the map: the path then begins with the hex that has none before it. */
int reach_back(const Reach *reach, Hex start, Hex end, Hex *way, int most);
/* Appends the path to `end` to the order's slot; false if it does not fit. */
bool reach_path(const Reach *reach, Hex start, Hex end, Order *order, int slot);

/* A number of cases: possible hidden counters times dice exceed 64 bits. */
__extension__ typedef unsigned __int128 Weight;
#define WEIGHT_TEXT 40
const char *weight_print(Weight weight, char out[WEIGHT_TEXT]); /* decimal */
/* weight / total in parts of `whole`, rounded; 0 of nothing. */
int weight_share(Weight weight, Weight total, int whole);

/* A table of the book that players may look up: tables/NAME.tsv of the system's folder, as it is there. */
typedef struct TableKind {
    const char *name;  /* of the file; NULL ends the list */
    const char *title; /* "Combat" */
    const char *when;  /* "edition=2": only in games with this option; NULL: in all */
    const char *key;   /* what its results mean: "AL1 = the attacker loses 1 step; DG = …"; NULL: it says it itself */
} TableKind;

/* An exact distribution. Weights are whole numbers out of `total`. */
#define FORECAST_LINES 64

typedef struct ForecastModifier {
    Sentence what; /* with its rule */
    int16_t value;
    uint8_t side; /* its owner */
} ForecastModifier;

typedef struct ForecastLine {
    Sentence label;   /* without its rule, which is `rule` */
    Sentence meaning; /* an outcome's label in words; empty if the label is clear */
    int16_t gain;     /* of an outcome: steps the payer loses minus those of the gainer */
    uint16_t rule;
    Weight weight;
    Weight opposed; /* its weight in the second distribution */
} ForecastLine;

/* A forecast assumes that the questions before the result are answered with the legal minimum. If the other side may
 * add something before the result, a second distribution ("opposed") assumes that it adds all that the viewer can know
 * of. The label of an outcome equals the result in the event's Fact. Unused sentences have no words. */
typedef struct Forecast {
    Sentence title, assumes;           /* "17 against 8: 2:1, shifted to 3:1", and its assumptions */
    Sentence opposed, opposed_assumes; /* the same for the second distribution */
    Sentence best, worst;              /* columns for the viewer: luckiest without additions, unluckiest with all */
    Sentence column;                   /* of the first distribution, if it is certain */
    Sentence likely;                   /* the most likely column over hidden units */
    TableRef cell;                     /* where the result will be read, unless dice before it shift the column */
    bool open;                         /* hidden units outside both distributions may change it; a line says so */
    bool either;                       /* hidden units decide which of the two distributions applies */
    uint8_t gainer, payer;             /* the side that gains by an outcome, and the side that pays; NO_SIDE: several */
    int modifiers;
    ForecastModifier modifier[FORECAST_LINES];
    Weight total, opposed_total;
    int outcomes; /* they exclude each other and add up to total */
    ForecastLine outcome[FORECAST_LINES];
    int measures; /* chances of this or that, each out of total */
    ForecastLine measure[FORECAST_LINES];
} Forecast;

/* Divides total and weights of each distribution by their greatest common divisor. */
void forecast_reduce(Forecast *forecast);
/* The outcome that the event is the result of; -1 if it is none of them. */
int forecast_outcome(const struct Scenario *scenario, const Forecast *forecast, const Event *event);

typedef struct Score {
    bool over;
    uint8_t winner;
    int32_t points[SIDES];
    Sentence verdict;
} Score;

typedef struct Option {
    char name[32];
    char value[16];
    char was[16];    /* value for games started before the option existed */
    char values[64]; /* "on off", blank-separated */
    char rule[24];
    char help[120];
    bool sides; /* the sides depend on it */
} Option;

#define OPTIONS_MAX 64
#define OTHER_MAPS_MAX 4

typedef struct Appraisal Appraisal;

typedef struct Scenario {
    const struct System *system;
    unsigned serial; /* unique in the process: caches compare it, because an address may be used again */
    char id[48];     /* "wb95/nysa" */
    char title[96];
    char about[400], source[400]; /* description, and the source of its figures, for the player */
    char growing[200];            /* what its system still lacks; empty: nothing */
    int turns;                    /* its length, 0 if unknown */
    Map *map;
    int other_maps; /* options that choose another map: "grid=even-down" */
    char other_map[OTHER_MAPS_MAX][sizeof((Option *)0)->name + sizeof((Option *)0)->value];
    int sides;
    char side_name[SIDES][24]; /* "Soviet" */
    char side_word[SIDES][16]; /* "soviet" */
    uint32_t side_colour[SIDES];
    int pieces;      /* real counters; views may use more slots for unknown counters */
    int taking_part; /* how many of them are in this game or may enter it; 0: all */
    char (*piece_id)[PIECE_TEXT];
    uint16_t *piece_hash; /* open addressing over piece_id */
    uint32_t piece_hash_mask;
    int options;
    Option option[OPTIONS_MAX];
    uint8_t data_hash[SHA256_BYTES]; /* over all data that the rules read: its edition */
    void *own;                       /* the system's immutable tables */
    Appraisal *appraisal;            /* what positions promise (appraisal.h); NULL: no table */
} Scenario;

/* Where a loader gets its bytes. `read` returns a malloc'ed copy of "wb95/maps/bautzen.map" or NULL. */
typedef struct Source {
    void *context;
    char *(*read)(void *context, const char *name, size_t *length);
} Source;

/* Shared by the core's loader and the system's. */
typedef struct Loading {
    const char *folder; /* the system's: "wb95" */
    const Source *source;
    Log *log;
    Sha256 hash;        /* over all that was read */
    Document *document; /* the scenario file */
} Loading;

/* Reads and parses one more file of the system's folder, "tables/combat.tsv"; NULL with a mistake logged if it
 * is missing. The caller frees it. */
Document *loading_document(Loading *loading, const char *name);
Document *loading_table(Loading *loading, const char *name);

/* Numbers that stay the same only while marks(), control(), sketches() and, during the game, score() give the same
 * result; 0: no such number, and the caller must compute the changes itself. */
typedef struct GroundStamp {
    uint64_t marks, control, score, sketches;
} GroundStamp;

/* One line of a lab script: its words, and the script for reporting mistakes. */
typedef struct LabLine {
    Document *script;
    const Field *word;
    int count;
    bool denied; /* `expect no …`, which denies one thing */
} LabLine;

#define STANDING_ASK 0xFF

typedef enum StandingMeasure {
    STANDING_ALWAYS,
    STANDING_ODDS,    /* N:1 or better by the forecast's column */
    STANDING_PERCENT, /* a chance of N % or better of success */
    STANDING_HEXES    /* at most N hexes from the counter in question */
} StandingMeasure;

/* One standing answer to one kind of question (standing.h). */
typedef struct StandingKind {
    const char *name;     /* one word, unique for its question; NULL ends the list */
    const char *sentence; /* what it does, with %n for the number: "attack again at %n:1 or better, else stop" */
    uint8_t question, verb;
    bool plain;        /* the verb alone; otherwise the cheapest of its orders */
    uint8_t otherwise; /* verb given alone if the condition fails; STANDING_ASK: the player is asked */
    uint8_t measure;
    uint8_t least, most, usual; /* the number of the condition */
    /* What an order costs its player, not counting the cost of its path in the reach; for a prefix without a path, at
     * most the cost of any order that begins with it. NULL: nothing. */
    int32_t (*price)(const Scenario *scenario, const Position *view, const Order *order);
    /* Finds the order if it is not the cheapest of a verb; false: there is none, and `otherwise` applies.
     * NULL: as above. */
    bool (*find)(const Scenario *scenario, const Position *view, Order *out);
    /* Whether the answer was meant for this occasion of the question; if not, the player is asked. NULL: always. */
    bool (*meant)(const Scenario *scenario, const Position *view);
    /* The words of a button that gives this answer as long as there is one, with its price: "feed all at Full: 5 SP".
     * False: it would do nothing now. NULL: no such button. */
    bool (*offer)(const Scenario *scenario, const Position *view, Sentence *out);
} StandingKind;

/* What several orders do together, given as one: supply carried from one hex to another (System.transfers). */
#define TRANSFERS 4
#define TRANSFER_ORDERS 5
typedef struct Transfer {
    Sentence words; /* how, how much, and at what price */
    int orders;
    Order order[TRANSFER_ORDERS]; /* one after the other */
} Transfer;

#define TRACK_PARTS 12
#define FEATURES_MAX 40

/* A computation of the rulebook that the bench times, run for all occasions in a position; returns their number. */
typedef struct Probe {
    const char *name;
    int bar, stretch; /* microseconds each */
    int (*run)(const Scenario *scenario, const Position *position);
} Probe;

/* A rulebook. Members that may be left out (NULL or 0) say so; all others are required. Optional members are never
 * needed to play: without them a system is slower, shows less or gives computer players no judgement. The small
 * rulebook of the tests has few of them, and the battery plays it without any (`battery_small --bare`). */
typedef struct System {
    const char *name;  /* "wb95" */
    const char *title; /* "WB-95" */
    const char *about; /* the rulebook in a sentence, for newcomers; NULL: nothing */
    int edition;       /* raised when the same orders would give a different game, or different bytes of a position */
    const MapSchema *map_schema;
    size_t position_size;
    const OrderKind *orders;
    int order_kinds;
    const QuestionKind *questions;
    int question_kinds;
    const Rule *rules;
    int rule_count;
    const Edition *editions;  /* ended by one without a name; NULL: the book has only one */
    const char *const *words; /* for %w; NULL: no sentence has one */
    /* Texts of the data files, for %d: the first is number 0; NULL beyond the last. May be NULL. */
    const char *(*text)(const Scenario *scenario, int number);
    /* The names of a list that fill a slot of type ARG_NAME, without blanks, each once: the first is number 0; NULL
     * beyond the last. May be NULL if there are no such slots. */
    const char *(*name_of)(const Scenario *scenario, int list, int number);
    int fraction; /* parts in a movement point, for %t: 12 twelfths, 4 quarters, 2 halves; 0 or 1: whole points */
    const StandingKind *standing; /* standing answers, ended by one without a name; NULL: none */
    const struct Asking *asking;  /* for systems on the kit: questions by kind (kit/ask.h); the core does not use it */
    /* For drawing, each list ended by one without a name (look.h); NULL: none. */
    const Branch *branches;
    const Sign *signs;
    const MarkKind *mark_kinds;
    const OverlayKind *overlays;
    const TableKind *tables;                 /* for players to look up, ended by one without a name; NULL: none */
    const char *value_meanings[LOOK_PLACES]; /* the meaning of the value at that place of a counter, NULL: none */
    const char *step_word;                   /* the book's word for a step of strength; NULL: "step" */
    uint16_t out_of_turn; /* rule that refuses an order that does not answer the open question, 0 none */
    /* The same for that order, if the book says when it may be given; 0: out_of_turn. May be NULL. */
    uint16_t (*when)(const Scenario *scenario, int verb);
    uint16_t once; /* rule that refuses an order that names something twice in a set, 0 none */

    bool (*load)(Scenario *scenario, Loading *loading);
    void (*unload)(Scenario *scenario); /* frees what load() put into `own` */
    void (*begin)(const Scenario *scenario, Position *position, Dice *dice, Events *events);

    void (*choices)(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out);
    /* Beginnings of all orders except the arranging ones in one pass, if that is faster than verb by verb; false if it
     * is not for this question. NULL: never. Call list_openings(). */
    bool (*openings)(const Scenario *scenario, const Position *view, Memo *memo, Openings *out);
    /* Whether openings() keeps in the memo what it finds in this view, so that listing the next ones is cheap. */
    bool (*openings_kept)(const Scenario *scenario, const Position *view);
    /* The verbs that are open, as choices() lists them, from what was listed of the view; NULL: choices() is asked. */
    void (*verbs)(const Scenario *scenario, const Position *view, ListedBefore listed, Choices *out);
    size_t memo_size; /* 0: no memo */
    /* The two functions behind parts.h, for verbs that take free sets; for others they return false and nothing, and
     * the tree of choices is searched instead. `part` may lack anything, at any place. Both may be NULL.
     * Lists at least what can be added to the part, by cheap tests. */
    bool (*parts)(const Scenario *scenario, const Position *view, const Order *part, Choices *out);
    /* What the part lacks: nothing exactly if it is a legal order; a refusal if no legal order contains it. */
    Refusal (*demands)(const Scenario *scenario, const Position *view, const Order *part, Demands *out);
    /* The counters that some legal order of the verb names in its first slot of counters, if that is faster than a
     * search; false if it is not. NULL: never. Call list_actors(). */
    bool (*actors)(const Scenario *scenario, const Position *view, int verb, Choices *out);
    /* NULL: paths are explored step by step with choices(). */
    void (*reach)(const Scenario *scenario, const Position *view, const Order *prefix, Reach *out);
    /* By hex, for the reach's ends and the hexes on the cheapest paths to them: how many stacks in the view may fire at
     * a unit that enters it from the hex before. `out` has room for every hex and is all 0. NULL: there is no such
     * fire. Call list_exposure(). */
    void (*exposure)(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach,
                     uint8_t *out);
    /* Why that path cannot end in a hex beyond its reach, if more is known than the refused step: the cost of the whole
     * path, for example. LEGAL: nothing more is known. May be NULL. */
    Refusal (*beyond)(const Scenario *scenario, const Position *view, const Order *prefix, Hex hex);
    /* A cost of that reach in words: "1 1/2" points, "2" hexes, "2 to 3". NULL: the bare number. */
    Sentence (*cost)(const Scenario *scenario, const Order *prefix, int units, int most);
    Refusal (*check)(const Scenario *scenario, const Position *view, const Order *order);
    void (*apply)(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events);
    void (*mask)(const Scenario *scenario, const Position *position, int viewer, Position *view);
    /* Updates a view that was made before, if that is faster. NULL: mask() is. */
    void (*mask_again)(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight);
    size_t sight_size; /* 0: none */
    bool sight_lasts;  /* it belongs to no view: it knows all its dependencies, and any view can be made with it */
    /* The odds of an order; false if it rolls no dice. NULL: no forecasts. */
    bool (*forecast)(const Scenario *scenario, const Position *view, const Order *order, Forecast *out);
    Sentence (*prompt)(const Scenario *scenario, const Position *view);
    /* The exact number of things that the answer must name; 0: unknown. May be NULL. */
    int (*due)(const Scenario *scenario, const Position *view);

    /* Turns a side's view into what it would be if the side could order its next movement now, or continue what was
     * interrupted, and nothing else had happened: for planning while others decide. False: impossible here.
     * NULL: never possible. */
    bool (*foresee)(const Scenario *scenario, Position *view, int side);

    Hex (*where)(const Scenario *scenario, const Position *view, Piece piece); /* NO_HEX: nowhere on the map */
    /* The owner of the counter, NO_SIDE if unknown in the view. NULL: slots are not checked for owners. */
    uint8_t (*owner)(const Scenario *scenario, const Position *view, Piece piece);
    int (*stack)(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room); /* top first */
    void (*look)(const Scenario *scenario, const Position *view, Piece piece, Look *out);
    int (*marks)(const Scenario *scenario, const Position *view, Mark *out, int room);
    uint8_t (*control)(const Scenario *scenario, const Position *view, Hex hex);           /* side or NO_SIDE */
    int (*track)(const Scenario *scenario, const Position *view, Sentence *out, int room); /* "Turn 1 …", "phase 3 …" */
    /* The phases of the turn at hand or of the player turn in their order, one of them now; how many. May be NULL. */
    int (*phases)(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES]);
    void (*score)(const Scenario *scenario, const Position *position, Score *out);
    /* For every slot a number that stays the same only while look(), where() and stack() give the same result for the
     * counter, 0 if there is none, and likewise for the ground. For callers that send only changes; may be NULL. */
    void (*stamps)(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground);
    int slots; /* counters a view has room for, known and unknown; 0: unknown */
    /* Fills an overlay: `kind` is a number in `overlays`, `about` names what it needs. False if the view does not
     * contain the answer. May be NULL. */
    bool (*overlay)(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about,
                    OverlayMarks *out);
    /* The cross-section between two hexes and whether one sees the other, for overlays with ABOUT_CUT. May be NULL if
     * there are none. */
    bool (*profile)(const Scenario *scenario, const Position *view, Hex from, Hex to, Profile *out);
    /* The state of the game in rows, for the holder of the view: a side, or NO_SIDE. May be NULL. */
    void (*panels)(const Scenario *scenario, const Position *view, int viewer, Panels *out);
    int (*sketches)(const Scenario *scenario, const Position *view, Sketch *out, int room); /* may be NULL */
    /* The sketches that the order would add. May be NULL. */
    int (*preview)(const Scenario *scenario, const Position *view, const Order *order, Sketch *out, int room);
    /* The plan that binds a counter now (Sketch.plan), 0 none. NULL: plans are not binding. */
    uint16_t (*plan_of)(const Scenario *scenario, const Position *view, Piece piece);
    /* Adds the objectives of that side, with their state as far as the view shows it. May be NULL. */
    void (*aims)(const Scenario *scenario, const Position *view, int side, Aims *out);
    /* Adds the hexes that the side would regret to leave empty: of each why, its present guards and the hex. Without
     * guards it is open now, and the side could still close it. `together`: they matter when the movement ends, all
     * together, and not when a guard goes. For warnings; may be NULL. */
    void (*posts)(const Scenario *scenario, const Position *view, int side, Aims *out);
    /* The hexes from which something can be sent away in answer to the open question, as a set of spots, and what
     * such a transfer is called; false: none. NULL: never. */
    bool (*senders)(const Scenario *scenario, const Position *view, uint64_t *hexes, Sentence *words);
    /* The ways to carry `amount` from one hex to the other, or the most that can be carried for 0; their number, and
     * the most in *most. Without any, why. Required with `senders`. */
    int (*transfers)(const Scenario *scenario, const Position *view, Hex from, Hex to, int amount,
                     Transfer out[TRANSFERS], int *most, Refusal *why);
    /* The winner if the game ended now, and what decides it; `out` is empty. May be NULL. */
    void (*scale)(const Scenario *scenario, const Position *view, Scale *out);
    /* The ways to score, in a fixed sequence during a game; returns their number. Each change becomes an event. NULL:
     * the rulebook reports its points itself. */
    int (*tallies)(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX]);
    const char *(*group_name)(const Scenario *scenario, int group); /* may be NULL */

    /* Examines a view once, before its orders are weighed. The result is cached in the memo, which is then not NULL,
     * beside what openings() keeps there. NULL: value() needs no preparation. */
    void (*judge)(const Scenario *scenario, const Position *view, Memo *memo);
    /* The value of an order to the answering side, compared with doing nothing (0); for a prefix, an estimate of the
     * best order that begins with it. A path may be given by its end alone. For greedy players; may be NULL. */
    int32_t (*value)(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);
    /* The orders that judge() proposes, one by one from 0, with their values; NULL after the last, at most 64. They are
     * complete except for a path: it comes last, and only its end is given. With them a greedy player need not list
     * orders. May be NULL. */
    const Order *(*proposal)(const Scenario *scenario, const Position *view, const Memo *memo, int number,
                             int32_t *value);
    /* Numbers about the position that measure a side's situation: what SYSTEM/appraisals weighs (appraisal.h). `out` is
     * all
     * 0. It may cost as much as a few orders. NULL: there are none. */
    const char *const *feature_names; /* NULL-ended */
    void (*features)(const Scenario *scenario, const Position *position, int32_t out[SIDES][FEATURES_MAX]);
    bool (*invariants)(const Scenario *scenario, const Position *position, char why[200]); /* may be NULL */
    /* Runs one of the system's own lines of a lab script: place, state, phase …; false if it reported mistakes of the
     * script and changed nothing. May be NULL. */
    bool (*lab)(Scenario *scenario, Position *position, const LabLine *line);
    /* Whether an expectation holds: `expect piece s254 cel 1`. A line that cannot be parsed is a mistake of the script,
     * and then the result means nothing. May be NULL. */
    bool (*lab_holds)(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
    /* What `show WORD` of the system's own prints; false with a mistake of the script. May be NULL. */
    bool (*lab_show)(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room);
    /* Changes only what `side` may not know, to something else that may also be true; false if it knows everything.
     * For tests, where the views before and after must be the same bytes, and to find out whether anything is hidden.
     * NULL if nothing ever is. */
    bool (*shuffle_hidden)(const Scenario *scenario, Position *position, int side, Random *random);
    /* A whole position that may be true, from the view alone: hidden units are drawn with the probabilities that
     * forecasts use, secret plans of others are left out. Masked for the same viewer it gives the same bytes, and the
     * game can go on from there. NULL if nothing is ever hidden. */
    void (*imagine)(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out);
    /* What a view reveals of hidden things, a bit each, in `facts` words, initially 0: an order that sets one has shown
     * its player something, and cannot be undone, even without an event. NULL: everything learned has an event. */
    void (*learned)(const Scenario *scenario, const Position *view, uint64_t *bits);
    int facts; /* 0 without it */
    /* Whether the result of the order depends on hidden units, so that carrying it out reveals something even if
     * nothing happens; it cannot be undone then. NULL: never. */
    bool (*reveals)(const Scenario *scenario, const Position *view, const Order *order);
    /* Traces supply over the whole map once for the side that acts; for the bench. NULL if there is none. */
    void (*trace)(const Scenario *scenario, const Position *position);
    const Probe *probe; /* what else the bench measures; NULL if there is nothing */
} System;

/* The rule with this id, with the system's name ("wb95.4.2.1") or without ("4.2.1"); 0 if there is none. */
int rule_named(const System *system, const char *text, size_t length);
#define RULE_TEXT 40
/* Its id with the system's name, as in ledgers and scripts. */
const char *rule_print(const System *system, int rule, char out[RULE_TEXT]);
/* The printed name of its book, and its number there: "WB-95", "4.2.1". */
const char *rule_book(const System *system, int rule, const char **number);

/* Loads "wb95/nysa" with options "masking=off …" (NULL: defaults). NULL when the log has mistakes. */
Scenario *scenario_load(const System *system, const char *id, const char *options, const Source *source, Log *log);
/* The same for a game started with these options, when no others existed. */
Scenario *scenario_load_begun(const System *system, const char *id, const char *options, const Source *source,
                              Log *log);
/* A scenario of an empty map of so many columns and rows, for the lab. */
Scenario *scenario_blank(const System *system, int columns, int rows, const char *options, const Source *source,
                         Log *log);
void scenario_free(Scenario *scenario);

/* Every beginning of a legal order, except those that computer players do not use. `memo` may be NULL. */
void list_openings(const Scenario *scenario, const Position *view, Memo *memo, Openings *out);

const Option *scenario_option(const Scenario *scenario, const char *name);
/* Any line of a scenario may end in `when OPTION VALUE`. True if the option has the value, or the line has no
 * such end; *count then excludes it. A mistake if there is no such option or value. */
bool scenario_when(const Scenario *scenario, Document *document, const Field *fields, int *count);
/* The entries that the core reads; a system's loader skips them, but may read more from their lines. */
bool scenario_keyword(const Field *field);
/* Registers a counter's id during loading; false when it is taken or malformed. */
bool scenario_name_piece(Scenario *scenario, Piece piece, const char *id);
Piece piece_named(const Scenario *scenario, const char *text, size_t length);

/* Where the path in that slot continues from: its last hex, the last hex named before it, or the hex of the last
 * counter named before it; NO_HEX off the map. The `start` of reach_path. */
Hex walk_from(const Scenario *scenario, const Position *view, const Order *prefix, int slot);

uint64_t position_hash(const Scenario *scenario, const Position *position);
/* A hash of turn, question and the place of every counter; it does not depend on the edition. */
uint64_t position_places(const Scenario *scenario, const Position *position);

/* True if the order's form fits its description and it answers the open question. */
Refusal order_fits(const Scenario *scenario, const Position *view, const Order *order);
/* Whether its slot may name every counter in it (Slot.means), according to the view. */
bool names_fit(const Scenario *scenario, const Position *view, const Order *order);
/* The same for a part of an order, which may lack anything (core/parts.h). */
bool part_fits(const Scenario *scenario, const Position *view, const Order *part);
/* Refuses an order that names something twice in a slot that is a set. */
Refusal order_repeats(const Scenario *scenario, const Order *order);
/* The same for a prefix: the slots before its last argument have as many values as they need, so that arguments can be
 * added after it. */
bool prefix_fits(const Scenario *scenario, const Position *view, const Order *prefix);
/* The same for a prefix that names the moving counter, so that a path can be searched after it. */
bool walk_fits(const Scenario *scenario, const Position *view, const Order *prefix);
/* System.exposure for any prefix that a client sends; `out` has room for every hex. False: nothing is known. */
bool list_exposure(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach,
                   uint8_t *out);

#endif
