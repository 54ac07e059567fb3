/* system.h — what a rulebook must answer, and the words it answers in.
 *
 * The program above (players, server, terminal, lab) knows no rule. It holds a Scenario (immutable) and a
 * Position (one flat block without pointers, so that memcpy copies it), and asks the System:
 *
 *     question ──► choices ──► order ──► check ──► refusal
 *                                          └────► apply ──► events ──► next question
 *
 * The question is the top frame of the position's stack. `choices`, `reach`, `check`, `forecast`, `prompt`
 * and `value` are only ever given a *view*: a position in which `mask` has hidden all that the side may not
 * know. `check` never changes anything; `apply` never refuses, and gets the true position. */
#ifndef SANDTABLE_SYSTEM_H
#define SANDTABLE_SYSTEM_H

#include <assert.h>

#include "core/dice.h"
#include "core/look.h"
#include "core/map.h"
#include "core/order.h"
#include "core/profile.h"
#include "core/say.h"

#define SIDES 4
#define NO_SIDE 0xFF
/* Besides for a side, views are made for spectators, who know what every side knows, and for several sides (a bit each)
 * that tell each other all they know. */
#define SPECTATOR SIDES
#define SEVERAL 0x100
static inline int viewer_for(unsigned sides)
{
    return !sides ? SPECTATOR : sides & (sides - 1) ? (int)(SEVERAL | sides) : __builtin_ctz(sides);
}
/* The sides that look, none of a spectator's. */
static inline unsigned sides_of(int viewer)
{
    return viewer & SEVERAL ? viewer & (SEVERAL - 1) : viewer < SPECTATOR ? 1u << viewer : 0;
}
#define QUESTION_DEPTH 16

/* One open question, or a procedure that waits for the questions above it. `stage` and `data` are the system's. */
typedef struct Frame {
    uint8_t kind;
    uint8_t side;  /* who must answer */
    uint8_t stage; /* how far a procedure has come */
    uint8_t fresh; /* it has just come to the top; kept by the kit (kit/ask.h) */
    uint16_t data[8];
} Frame;

/* The head of every system's position. */
typedef struct Position {
    uint8_t depth; /* open questions; 0 only when the game is over */
    uint8_t over;
    uint8_t winner; /* side, NO_SIDE for a draw or while playing */
    uint8_t lab;    /* touched by the lab: said for ever */
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
    int count;
    Choice choice[CHOICES_MAX];
} Choices;

static inline void choose(Choices *choices, int slot, int value)
{
    assert(choices->count < CHOICES_MAX); /* a list that is cut off would hide what is legal */
    choices->choice[choices->count++] = (Choice){(uint8_t)slot, (uint16_t)value};
}

/* All values from the first to before the last. */
static inline void choose_range(Choices *choices, int slot, int from, int to)
{
    Choice *at = choices->choice + choices->count;
    if (from >= to)
        return;
    assert(choices->count + to - from <= CHOICES_MAX);
    for (int value = from; value < to; value++)
        *at++ = (Choice){(uint8_t)slot, (uint16_t)value};
    choices->count += to - from;
}

/* What an order that holds certain parts must hold besides, told by System.demands. */
#define DEMANDS_ALL 64
#define DEMANDS_EITHER 1024

typedef struct Demand {
    uint8_t slot;
    uint16_t value;
    Sentence why; /* with the rule that asks for it */
} Demand;

typedef struct Demands {
    int all, either;
    Demand demand[DEMANDS_ALL];         /* every order with these parts holds them all */
    Choice alternative[DEMANDS_EITHER]; /* if there is such an order, there is one with one of these */
    Sentence why;                       /* one of them is needed; no words: the order only lacks it */
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

/* How an order may begin: a verb with a first part, or alone (slot SLOT_VERB) where it needs none. */
#define OPENINGS_MAX 8192

typedef struct Opening {
    uint8_t verb, slot;
    uint16_t value;
} Opening;

typedef struct Openings {
    int count;
    Opening opening[OPENINGS_MAX];
} Openings;

/* What a system keeps of one listing of openings, and of one judgement, to make the next one quicker: System.memo_size
 * bytes, first all 0. It changes no answer, whatever views it was used with. */
typedef struct Memo Memo;
/* What a system keeps of the making of a view to bring that view up to date: System.sight_size bytes, first all 0. It
 * belongs to one view, and changes nothing of what is seen. */
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
 * system's units and the hex before it on the cheapest way. An end may hang on a way that is not the cheapest to the
 * hexes it passes: its `from` then carries SECOND_WAY, and from there on the way is told by `second`. Filled by
 * System.reach. */
#define SECOND_WAY 0x4000

typedef struct Reach {
    int count;
    Hex hex[HEXES_MAX];       /* the ends, in order of cost */
    uint16_t cost[HEXES_MAX]; /* by hex, valid for the ends and the hexes on the cheapest way to them */
    uint16_t most[HEXES_MAX]; /* the same way at worst, where what it costs hangs on what is hidden */
    Hex from[HEXES_MAX];      /* by hex */
    Hex second[HEXES_MAX];    /* by hex, valid on the second way to an end */
} Reach;

/* Whether the way to this end is told by `second`. */
static inline bool by_second_way(const Reach *reach, Hex end)
{
    return reach->from[end] != NO_HEX && reach->from[end] & SECOND_WAY;
}

/* The hexes of the way to `end`, from there back to the first; their number, or -1 if they are more than `most`.
 * `start` is where the piece stands, NO_HEX off the map: the way then begins with the hex that has none before it. */
int reach_back(const Reach *reach, Hex start, Hex end, Hex *way, int most);
/* Appends the way to `end` to the order's slot; false if it does not fit. */
bool reach_path(const Reach *reach, Hex start, Hex end, Order *order, int slot);

/* A number of ways: counters that may be hidden, times dice, outgrow 64 bits. */
__extension__ typedef unsigned __int128 Weight;
#define WEIGHT_TEXT 40
const char *weight_print(Weight weight, char out[WEIGHT_TEXT]); /* decimal */
/* weight / total in parts of `whole`, rounded; 0 of nothing. */
int weight_share(Weight weight, Weight total, int whole);

/* A table of the book that players may look up: tables/NAME.tsv of the system's folder, as it stands there. */
typedef struct TableKind {
    const char *name;  /* of the file; NULL ends the list */
    const char *title; /* "Combat" */
    const char *when;  /* "edition=2": only in games with this option; NULL: in all */
} TableKind;

/* An exact distribution. Weights are whole numbers out of `total`. */
#define FORECAST_LINES 64

typedef struct ForecastModifier {
    Sentence what; /* with its rule */
    int16_t value;
    uint8_t side; /* whose it is */
} ForecastModifier;

typedef struct ForecastLine {
    Sentence label;   /* without a rule: it stands beside it */
    Sentence meaning; /* an outcome's label in words; nothing when it says it itself */
    int16_t gain;     /* of an outcome: steps the payer loses less those of the gainer */
    uint16_t rule;
    Weight weight;
    Weight opposed; /* its weight in the second weighing */
} ForecastLine;

/* A forecast assumes that the questions before the result are answered with as little as is legal. Where the other
 * side may throw something in before the result, a second weighing has all of it thrown in that whoever asks can know
 * of. The label of an outcome is the result of the event that tells it (Fact). What is not said has no words. */
typedef struct Forecast {
    Sentence title, assumes;           /* "17 against 8: 2:1, shifted to 3:1", and what that takes for granted */
    Sentence opposed, opposed_assumes; /* the same of the second weighing */
    Sentence best, worst;              /* columns, for whoever asks: luckiest with nothing, unluckiest with all of it */
    Sentence column;                   /* of the first weighing, where it is sure */
    Sentence likely;                   /* the column that most ways of what is hidden lead to */
    TableRef cell;                     /* where the result will be read, if dice before it shift nothing */
    bool open;                         /* something hidden that no weighing has may change it, and a line says so */
    bool either;                       /* something hidden decides which of the two weighings is the true one */
    uint8_t gainer, payer;             /* whose gain an outcome is, and at whose cost; NO_SIDE: of several */
    int modifiers;
    ForecastModifier modifier[FORECAST_LINES];
    Weight total, opposed_total;
    int outcomes; /* they exclude each other and add up to total */
    ForecastLine outcome[FORECAST_LINES];
    int measures; /* chances of this or that, each out of total */
    ForecastLine measure[FORECAST_LINES];
} Forecast;

/* Divides total and weights of either weighing by what they have in common. */
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
    char was[16];    /* of games that were begun before there was such an option */
    char values[64]; /* "on off", blank-separated */
    char rule[24];
    char help[120];
    bool sides; /* who plays hangs on it */
} Option;

#define OPTIONS_MAX 64
#define OTHER_MAPS_MAX 4

typedef struct Scenario {
    const struct System *system;
    char id[48]; /* "wb95/nysa" */
    char title[96];
    char about[400], source[400]; /* what it is, and where its figures come from: told to the player */
    char growing[200];            /* what its system still lacks; empty: nothing */
    int turns;                    /* how many it lasts, 0 if that is not said */
    Map *map;
    int other_maps; /* options that choose another map: "grid=even-down" */
    char other_map[OTHER_MAPS_MAX][sizeof((Option *)0)->name + sizeof((Option *)0)->value];
    int sides;
    char side_name[SIDES][24]; /* "Soviet" */
    char side_word[SIDES][16]; /* "soviet" */
    uint32_t side_colour[SIDES];
    int pieces;      /* real counters; views may use more slots for counters unknown */
    int taking_part; /* how many of them this game has or may get; 0: all */
    char (*piece_id)[PIECE_TEXT];
    uint16_t *piece_hash; /* open addressing over piece_id */
    uint32_t piece_hash_mask;
    int options;
    Option option[OPTIONS_MAX];
    uint8_t data_hash[SHA256_BYTES]; /* over all that rules read of the data: its edition */
    void *own;                       /* the system's immutable tables */
} Scenario;

/* Where a loader gets bytes from. `read` returns a malloc'ed copy of "wb95/maps/bautzen.map" or NULL. */
typedef struct Source {
    void *context;
    char *(*read)(void *context, const char *name, size_t *length);
} Source;

/* What the loader and the system's own loader share. */
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

/* Numbers that stay the same only as long as marks(), control() and, while the game is on, score() say the same; 0: no
 * such number is kept, and whoever tells what changed asks again. */
typedef struct GroundStamp {
    uint64_t marks, control, score;
} GroundStamp;

/* One line of a lab script: its words, and the script that is told what is wrong with them. */
typedef struct LabLine {
    Document *script;
    const Field *word;
    int count;
    bool denied; /* `expect no …`, which denies one thing at a time */
} LabLine;

#define STANDING_ASK 0xFF

typedef enum StandingMeasure {
    STANDING_ALWAYS,
    STANDING_ODDS,    /* N:1 or better by the forecast's column */
    STANDING_PERCENT, /* a chance of N % or better that it gains something */
    STANDING_HEXES    /* no further than N hexes from the counter it is about */
} StandingMeasure;

/* One usual answer to one kind of question, which a player may give in advance (standing.h). */
typedef struct StandingKind {
    const char *name;     /* one word, none twice for a question; NULL ends the list */
    const char *sentence; /* what is done, with %n for the number: "attack again at %n:1 or better, else stop" */
    uint8_t question, verb;
    bool plain;        /* the verb alone; else the cheapest of its orders */
    uint8_t otherwise; /* verb given alone where the condition fails; STANDING_ASK: the player is asked */
    uint8_t measure;
    uint8_t least, most, usual; /* the number of the condition */
    /* What an order costs its giver, besides what the reach says of its path; of a prefix without a path no more than
     * of any order that begins so. NULL: nothing. */
    int32_t (*price)(const Scenario *scenario, const Position *view, const Order *order);
    /* Finds the order where it is not the cheapest of a verb; false: there is none, and what is done otherwise is done.
     * NULL: as above. */
    bool (*find)(const Scenario *scenario, const Position *view, Order *out);
    /* Whether the answer was meant for a question that came about so; if not, the player is asked. NULL: always. */
    bool (*meant)(const Scenario *scenario, const Position *view);
} StandingKind;

#define TRACK_PARTS 12

/* Work of a rulebook's own that the bench times: all that a position gives occasion for; how often that was. */
typedef struct Probe {
    const char *name;
    int bar, stretch; /* microseconds of one */
    int (*run)(const Scenario *scenario, const Position *position);
} Probe;

/* A rulebook. What may be left out (NULL or 0) says so at its place; everything else must be there. Left out is what
 * nothing hangs on: a system without it is slower, tells less or is weighed by nobody, but it plays. The small rulebook
 * of the tests has little of it, and the battery plays it with nothing of it at all (`battery_small --bare`). */
typedef struct System {
    const char *name;  /* "wb95" */
    const char *title; /* "WB-95" */
    const char *about; /* the rulebook in a sentence, for who has never heard of it; NULL: nothing */
    int edition;       /* raised when the same orders would give another game, or other bytes of a position */
    const MapSchema *map_schema;
    size_t position_size;
    const OrderKind *orders;
    int order_kinds;
    const QuestionKind *questions;
    int question_kinds;
    const Rule *rules;
    int rule_count;
    const Edition *editions;  /* ended by one without a name; NULL: the book has but one */
    const char *const *words; /* for %w; NULL: no sentence has one */
    /* Texts that stand in the data, for %d: the first is number 0; NULL beyond the last. May be NULL. */
    const char *(*text)(const Scenario *scenario, int number);
    /* The names of a list that fill a slot of type ARG_NAME, without blanks, each once: the first is number 0; NULL
     * beyond the last. May be NULL if there are no such slots. */
    const char *(*name_of)(const Scenario *scenario, int list, int number);
    int fraction; /* parts in a movement point, for %t: 12 twelfths, 4 quarters, 2 halves; 0 or 1: whole points */
    const StandingKind *standing; /* answers that can be given in advance, ended by one without a name; NULL: none */
    const struct Asking *asking;  /* of a system on the kit: its questions by kind (kit/ask.h); the core passes it on */
    /* What it draws with, each list ended by one without a name (look.h); NULL: none. */
    const Branch *branches;
    const Sign *signs;
    const MarkKind *mark_kinds;
    const OverlayKind *overlays;
    const TableKind *tables;                 /* what players may look up, ended by one without a name; NULL: none */
    const char *value_meanings[LOOK_PLACES]; /* what stands there on a counter, NULL where nothing does */
    const char *step_word;                   /* what the book calls a step of strength; NULL: that */
    uint16_t out_of_turn; /* rule that refuses an order which does not answer the open question, 0 none */
    /* The same of that order, where the book says when it may be given; 0: out_of_turn. May be NULL. */
    uint16_t (*when)(const Scenario *scenario, int verb);
    uint16_t once; /* rule that refuses an order which names a thing twice in a set, 0 none */

    bool (*load)(Scenario *scenario, Loading *loading);
    void (*unload)(Scenario *scenario); /* frees what load() has put into `own` */
    void (*begin)(const Scenario *scenario, Position *position, Dice *dice, Events *events);

    void (*choices)(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out);
    /* Beginnings of all orders but the arranging ones in one go, where that is quicker than verb by verb; false if
     * it is not for this question. NULL: never. Call list_openings(). */
    bool (*openings)(const Scenario *scenario, const Position *view, Memo *memo, Openings *out);
    size_t memo_size; /* 0: it keeps none */
    /* The two functions behind parts.h, for verbs that take free sets; of others they say false and nothing, and the
     * tree of choices is searched instead. `part` may lack anything, at any place. Both may be NULL.
     * Lists at least what can be added to the part, by cheap tests. */
    bool (*parts)(const Scenario *scenario, const Position *view, const Order *part, Choices *out);
    /* What the part lacks: nothing is needed exactly if it is a legal order; a refusal if no legal order holds it. */
    Refusal (*demands)(const Scenario *scenario, const Position *view, const Order *part, Demands *out);
    /* The counters that some legal order of the verb names in the first of its slots that takes counters, where that is
     * quicker than a search; false if it is not. NULL: it never is. Call list_actors(). */
    bool (*actors)(const Scenario *scenario, const Position *view, int verb, Choices *out);
    /* NULL: paths are felt out step by step by choices(). */
    void (*reach)(const Scenario *scenario, const Position *view, const Order *prefix, Reach *out);
    /* By hex, of the reach's ends and the hexes on the cheapest ways to them: how many stacks that the view shows may
     * fire at who enters it from the hex before. `out` has room for every hex and is all 0. NULL: nobody fires at who
     * walks. Call list_exposure(). */
    void (*exposure)(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach,
                     uint8_t *out);
    /* Why that path cannot end in a hex beyond its reach, where more is known than which step is refused: what all of
     * it would cost, say. Legal: nothing more is. May be NULL. */
    Refusal (*beyond)(const Scenario *scenario, const Position *view, const Order *prefix, Hex hex);
    /* What a cost of that reach is called: "1 1/2" points, "2" hexes, "2 to 3". NULL: the bare number. */
    Sentence (*cost)(const Scenario *scenario, const Order *prefix, int units, int most);
    Refusal (*check)(const Scenario *scenario, const Position *view, const Order *order);
    void (*apply)(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events);
    void (*mask)(const Scenario *scenario, const Position *position, int viewer, Position *view);
    /* The same for a view that was made before, where that is quicker. NULL: mask() is. */
    void (*mask_again)(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight);
    size_t sight_size; /* 0: it keeps none */
    bool sight_lasts;  /* it belongs to no view: it knows all that it hangs on, and any view can be made with it */
    /* The odds of an order; false if nothing hangs on dice. NULL: it forecasts nothing. */
    bool (*forecast)(const Scenario *scenario, const Position *view, const Order *order, Forecast *out);
    Sentence (*prompt)(const Scenario *scenario, const Position *view);
    /* How many things the answer must name, no more and no fewer; 0: that is not said. May be NULL. */
    int (*due)(const Scenario *scenario, const Position *view);

    /* Makes of a side's view what it would be if it were to order its next movement now, or went on with what it was
     * interrupted in, with nothing else having happened: for who plans while others decide. False: that cannot be
     * said. NULL: it never can. */
    bool (*foresee)(const Scenario *scenario, Position *view, int side);

    Hex (*where)(const Scenario *scenario, const Position *view, Piece piece); /* NO_HEX: nowhere on the map */
    /* The side whose counter it is, NO_SIDE where the view does not tell. NULL: slots are not held against it. */
    uint8_t (*owner)(const Scenario *scenario, const Position *view, Piece piece);
    int (*stack)(const Scenario *scenario, const Position *view, Hex hex, Piece *out, int room); /* top first */
    void (*look)(const Scenario *scenario, const Position *view, Piece piece, Look *out);
    int (*marks)(const Scenario *scenario, const Position *view, Mark *out, int room);
    uint8_t (*control)(const Scenario *scenario, const Position *view, Hex hex);           /* side or NO_SIDE */
    int (*track)(const Scenario *scenario, const Position *view, Sentence *out, int room); /* "Turn 1 …", "phase 3 …" */
    void (*score)(const Scenario *scenario, const Position *position, Score *out);
    /* Of every slot a number that stays the same only as long as look(), where() and stack() say the same of the
     * counter, 0 if there is none, and the like of the ground. For whoever tells only what changed; may be NULL. */
    void (*stamps)(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground);
    int slots; /* counters a view has room for, known and unknown; 0: not said */
    /* Adds to what is shown: `kind` is a number in `overlays`, `about` names what that needs. False if the view does
     * not tell. May be NULL. */
    bool (*overlay)(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about,
                    OverlayMarks *out);
    /* What lies between two hexes and whether one is seen from the other, for overlays that say they can be cut. May be
     * NULL if none does. */
    bool (*profile)(const Scenario *scenario, const Position *view, Hex from, Hex to, Profile *out);
    /* The state of affairs in rows, for the holder of the view: a side, or NO_SIDE. May be NULL. */
    void (*panels)(const Scenario *scenario, const Position *view, int viewer, Panels *out);
    int (*sketches)(const Scenario *scenario, const Position *view, Sketch *out, int room); /* may be NULL */
    /* What would be sketched if the order were given; of others none. May be NULL. */
    int (*preview)(const Scenario *scenario, const Position *view, const Order *order, Sketch *out, int room);
    /* The plan that binds a counter now (Sketch.plan), 0 none. NULL: plans bind nobody. */
    uint16_t (*plan_of)(const Scenario *scenario, const Position *view, Piece piece);
    /* Adds what that side plays for, as far as the view tells how it stands. May be NULL. */
    void (*aims)(const Scenario *scenario, const Position *view, int side, Aims *out);
    /* Who would win if the game ended now, and what decides it; `out` is empty. May be NULL. */
    void (*scale)(const Scenario *scenario, const Position *view, Scale *out);
    /* The ways to score, in an order that stays the same during a game; how many. Each change is told. NULL: the
     * rulebook tells its points by itself. */
    int (*tallies)(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX]);
    const char *(*group_name)(const Scenario *scenario, int group); /* may be NULL */

    /* Looks over a view in which orders are to be weighed, once for all of them. What it finds is kept in the memo,
     * which then is not NULL, beside what openings() keeps there. NULL: value() needs nothing of the kind. */
    void (*judge)(const Scenario *scenario, const Position *view, Memo *memo);
    /* What an order is worth to whoever answers, against doing nothing (0); of a prefix, a guess at the best order
     * that begins so. A path may be told by its end alone. For greedy players; may be NULL. */
    int32_t (*value)(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order);
    /* The orders that judge() thought of, one by one from 0, with what each is worth; NULL behind the last of them, 64
     * at most. They are whole, but for a path: it comes last, and only its end is told. With them a greedy player need
     * not list what may be ordered. May be NULL. */
    const Order *(*proposal)(const Scenario *scenario, const Position *view, const Memo *memo, int number,
                             int32_t *value);
    bool (*sound)(const Scenario *scenario, const Position *position, char why[200]); /* invariants; may be NULL */
    /* One line of a lab script that is the system's: place, state, phase …; false when it made mistakes of the script
     * and nothing of the position. May be NULL. */
    bool (*lab)(Scenario *scenario, Position *position, const LabLine *line);
    /* Whether a line of expectation holds: `expect piece s254 cel 1`. What cannot be read is a mistake of the script,
     * and then the answer means nothing. May be NULL. */
    bool (*lab_holds)(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
    /* What `show WORD` of the system's own prints; false with a mistake of the script. May be NULL. */
    bool (*lab_show)(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room);
    /* Changes only what `side` may not know, to something else that may be true as well; false when it knows
     * everything. For tests, where the views before and after must be the same bytes, and for who must know whether
     * anything is hidden. NULL if nothing ever is. */
    bool (*shuffle_hidden)(const Scenario *scenario, Position *position, int side, Random *random);
    /* A whole position that may be true, by the view alone: what is hidden is drawn with the chances that forecasts
     * give it, what others planned in secret is left out. Masked for the same viewer it is the same bytes again, and
     * the game can go on from there. NULL if nothing ever is hidden. */
    void (*imagine)(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out);
    /* What a view tells of hidden things, a bit each, in `facts` words, all 0 before: an order that sets one has shown
     * its giver something, and cannot be taken back, though nobody was told. NULL: whatever is learned is told. */
    void (*learned)(const Scenario *scenario, const Position *view, uint64_t *bits);
    int facts; /* 0 without it */
    /* Whether what comes of the order hangs on what the view hides, so that going through with it shows its giver
     * something even if nothing happens; it cannot be taken back then. NULL: that never is. */
    bool (*ventures)(const Scenario *scenario, const Position *view, const Order *order);
    /* Traces supply over the whole map once for the side that acts; for the bench. NULL if there is none. */
    void (*trace)(const Scenario *scenario, const Position *position);
    const Probe *probe; /* what else the bench measures; NULL if there is nothing */
} System;

/* The rule that is called so, with the system's name ("wb95.4.2.1") or without ("4.2.1"); 0 if none is. */
int rule_named(const System *system, const char *text, size_t length);
#define RULE_TEXT 40
/* Its id with the system's name, as in ledgers and scripts. */
const char *rule_print(const System *system, int rule, char out[RULE_TEXT]);
/* What is printed for the book it stands in, and its number there: "WB-95", "4.2.1". */
const char *rule_book(const System *system, int rule, const char **number);

/* Loads "wb95/nysa" with options "masking=off …" (NULL: defaults). NULL when the log has mistakes. */
Scenario *scenario_load(const System *system, const char *id, const char *options, const Source *source, Log *log);
/* The same for a game that was begun with these options, which were all there were then. */
Scenario *scenario_load_begun(const System *system, const char *id, const char *options, const Source *source,
                              Log *log);
/* A scenario of an empty map of so many columns and rows, for the lab. */
Scenario *scenario_blank(const System *system, int columns, int rows, const char *options, const Source *source,
                         Log *log);
void scenario_free(Scenario *scenario);

/* Every beginning of a legal order, but for those that players of the machine leave alone. `memo` may be NULL. */
void list_openings(const Scenario *scenario, const Position *view, Memo *memo, Openings *out);

const Option *scenario_option(const Scenario *scenario, const char *name);
/* Any line of a scenario may end in `when OPTION VALUE`. True when that is so, or when the line has no such
 * end; *count then no longer counts it. A mistake if there is no such option or value. */
bool scenario_when(const Scenario *scenario, Document *document, const Field *fields, int *count);
/* The entries that the core reads; a system's loader passes over them, but may read more from their lines. */
bool scenario_keyword(const Field *field);
/* Registers a counter's id during loading; false when it is taken or malformed. */
bool scenario_name_piece(Scenario *scenario, Piece piece, const char *id);
Piece piece_named(const Scenario *scenario, const char *text, size_t length);

/* Where the path in that slot goes on from: its last hex, the hex named last before it, or where the counter named last
 * before it stands; NO_HEX off the map. The `start` of reach_path. */
Hex walk_from(const Scenario *scenario, const Position *view, const Order *prefix, int slot);

uint64_t position_hash(const Scenario *scenario, const Position *position);
/* A hash of turn, question and where every counter stands: the same in every edition in which they are. */
uint64_t position_places(const Scenario *scenario, const Position *position);

/* True if the order's form fits its description and it answers the open question. */
Refusal order_fits(const Scenario *scenario, const Position *view, const Order *order);
/* Whether every counter it names is one that its slot may name (Slot.means), by what the view tells. */
bool names_fit(const Scenario *scenario, const Position *view, const Order *order);
/* The same for a part of an order, which may lack anything (core/parts.h). */
bool part_fits(const Scenario *scenario, const Position *view, const Order *part);
/* Refuses an order that names something twice in a slot that is a set. */
Refusal order_repeats(const Scenario *scenario, const Order *order);
/* The same for a prefix: what stands before its last part is there as often as it must, so that parts can be added
 * behind it. */
bool prefix_fits(const Scenario *scenario, const Position *view, const Order *prefix);
/* The same for a prefix that says who walks, so that a path can be sought behind it. */
bool walk_fits(const Scenario *scenario, const Position *view, const Order *prefix);
/* System.exposure of whatever prefix a client names; `out` has room for every hex. False: nothing is known. */
bool list_exposure(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach,
                   uint8_t *out);

#endif
