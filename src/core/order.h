/* order.h — orders: described once, with one text form.
 *
 * An OrderKind lists the slots of a verb: what kind of thing fills them, how many, and the keyword that
 * introduces them. Parser, printer, help, forms and fuzzers all read that one description:
 *
 *     attack  PIECE 1..20   "at" HEX 1..3   "guns" PIECE 0..12   "air" NUMBER 0..1
 *
 * is typed `attack s254 s50 at 5823 guns s1.ART air 6`. An Order holds the filled slots in the order of
 * the description, so that two orders that mean the same are the same bytes and the same text.
 *
 * A *prefix* is the beginning of an order. Choices list what may come next after a prefix, so an order is built
 * argument by argument, however large the set it picks from. */
#ifndef SANDTABLE_ORDER_H
#define SANDTABLE_ORDER_H

#include "core/hex.h"

typedef uint16_t Piece;
#define NO_PIECE ((Piece)0xFFFF)
#define PIECE_TEXT 16

typedef enum ArgType {
    ARG_PIECE,   /* a counter by its id */
    ARG_HEX,     /* a hex by its number */
    ARG_PATH,    /* hexes walked one after the other; see Reach */
    ARG_HEXSIDE, /* `5823/5922` */
    ARG_NUMBER,  /* 0..65534 */
    ARG_WORD,    /* one of the slot's words */
    ARG_NAME     /* one of a list of the scenario's own: a formation, a plan, a battery (System.name_of) */
} ArgType;

/* Which counters a slot may name, as bits. None: the answering side's own, on the map. Input of clients, bots and
 * scripts is checked against this before a rulebook sees it (names_fit), so a rulebook never gets a counter that is
 * not on the map unless it allows that. */
enum {
    MEANS_OFF_MAP = 1, /* also one off the map: in a pool, on its way, lost */
    MEANS_ENEMY = 2,   /* another side's instead */
    MEANS_ANY_SIDE = 4 /* of any side */
};

typedef struct Slot {
    const char *keyword; /* NULL: follows without one */
    ArgType type;
    uint8_t least, most;
    const char *const *words; /* ARG_WORD: NULL-ended */
    const char *help;         /* one phrase */
    bool in_order;            /* what comes first matters, as on a path */
    bool any_order;           /* of numbers: it does not */
    bool much;    /* of one number: the greatest is what is mostly meant, as of goods to be paid or carried */
    bool repeats; /* of a set: it may name one thing several times, as a counter that loses two steps */
    /* Of a set: if several things can be added, each one alone can be added too; searches try one at a time. */
    bool apart;
    uint8_t list;             /* ARG_NAME: which list; the system numbers its lists */
    bool drawn;               /* of hexes in order: waypoints joined by lines, as in a drawn plan */
    const char *const *names; /* ARG_WORD: what players read for each word; NULL: the words */
    uint8_t means;            /* ARG_PIECE: which counters it may name; 0: the side's own, on the map */
} Slot;

#define ORDER_SLOTS 8
#define ORDER_ARGS 128

/* A set of verbs, or of kinds of question: both are numbered in a byte. */
enum { KIND_WORDS = 256 / 64 };
typedef struct KindSet {
    uint64_t word[KIND_WORDS];
} KindSet;

static inline bool kind_in(const KindSet *set, int kind) { return set->word[kind / 64] >> kind % 64 & 1; }
static inline void kind_add(KindSet *set, int kind) { set->word[kind / 64] |= 1ull << kind % 64; }

typedef struct OrderKind {
    const char *verb;
    const char *help;  /* one line, for help screens and forms */
    const char *rules; /* ids without the system's name, blank-separated */
    KindSet questions; /* the kinds of question it answers */
    uint8_t slots;
    Slot slot[ORDER_SLOTS];
    bool arranging;   /* changes the order of a stack, not the game: computer players do not use it */
    bool aside;       /* without slots, and ends nothing: it begins, finishes or drops something within the question */
    bool by_hand;     /* not used by computer players: one of hundreds of placements that another order makes at once */
    const char *name; /* on its button: "dig in"; NULL: the verb */
    const char *const *helps; /* by question, if the order does something else in each; NULL: `help` */
} OrderKind;

static inline bool order_answers(const OrderKind *kind, int question) { return kind_in(&kind->questions, question); }

/* One line on what it does in that question. */
static inline const char *order_help(const OrderKind *kind, int question)
{
    const char *own = kind->helps ? kind->helps[question] : NULL;
    return own ? own : kind->help ? kind->help : "";
}

static inline const char *order_name(const OrderKind *kind) { return kind->name ? kind->name : kind->verb; }

struct Scenario;
struct Translation;

#define NO_VERB 0xFF

typedef struct Order {
    uint8_t verb; /* index of its OrderKind, NO_VERB in an empty prefix */
    uint8_t count;
    uint8_t slot[ORDER_ARGS]; /* never decreases from one argument to the next */
    uint16_t value[ORDER_ARGS];
} Order;

static inline Order order_of(int verb)
{
    Order order = {.verb = (uint8_t)verb};
    return order;
}
/* False when it is full. */
bool order_add(Order *order, int slot, uint16_t value);
/* Whether what fills the slot is a set, in which the order does not matter. */
static inline bool slot_is_set(const Slot *slot)
{
    return slot->most > 1 && !slot->in_order &&
           (slot->type == ARG_PIECE || slot->type == ARG_HEX || slot->type == ARG_HEXSIDE || slot->any_order);
}
/* The same, but keeps a slot that is a set in rising order. */
bool order_put(const OrderKind *kind, Order *order, int slot, uint16_t value);
/* The values of one slot: first index, and how many. */
int order_slot(const Order *order, int slot, int *count);
/* The single value of a slot, or `otherwise` when it is empty. */
uint16_t order_value(const Order *order, int slot, uint16_t otherwise);
bool order_has(const Order *order, int slot, uint16_t value);
/* The word or name of that number that may be in the slot; NULL beyond the last. */
const char *slot_word(const struct Scenario *scenario, const Slot *slot, int number);
/* The slot that a reach fills; -1 if orders of this kind have no path. */
int order_path_slot(const OrderKind *kind);
bool order_same(const Order *a, const Order *b);

#define ORDER_TEXT 3400 /* ORDER_ARGS hexsides with every keyword fit */
#define LACKING "_"
/* The one text form. Returns its length. In a part of an order, LACKING replaces a missing argument without a keyword
 * if another argument without a keyword follows. */
size_t order_print(const struct Scenario *scenario, const Order *order, char out[ORDER_TEXT]);
/* One thing of such an order by itself, with the keyword of its slot. */
size_t order_print_thing(const struct Scenario *scenario, int verb, int slot, uint16_t value, char out[ORDER_TEXT]);
#define ORDER_MISTAKE 200
/* Reads an order; on failure puts a sentence in that language in `why` and the column (from 0) in `*column`. Checks
 * only the form (verb, slots, counts, known pieces and hexes), never a rule. Unless it must be `whole`, anything may
 * be missing, even the verb. */
bool order_read(const struct Scenario *scenario, const struct Translation *translation, bool whole, const char *text,
                size_t length, Order *out, char why[ORDER_MISTAKE], int *column);
/* The same in English: a whole order, or a prefix. */
bool order_parse(const struct Scenario *scenario, const char *text, size_t length, Order *out, char why[ORDER_MISTAKE],
                 int *column);
bool order_parse_prefix(const struct Scenario *scenario, const char *text, size_t length, Order *out,
                        char why[ORDER_MISTAKE], int *column);

#endif
