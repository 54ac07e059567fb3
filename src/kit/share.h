/* share.h — distribution of losses: a price in parts, payers with a number of gifts (steps) each, and their sequence.
 *
 * A loss is named as a set: a counter as often as it gives. The rules speak of one gift after another, so a set is fair
 * if it can be put in a sequence that obeys them:
 *
 *     the first gift comes from one of those who must give first, if there are any;
 *     after that no payer gives its last while another has more than its last (`spread`);
 *     it ends when the price is reached, and only the last gift may exceed the rest;
 *     it also ends when all have given everything, whatever is still due.
 *
 * share_fits() checks a set as it is; share_completes() checks whether a set that may still grow by payers from a given
 * one on can become fair. Both go through the payers once and keep every state that the earlier ones may lead to. */
#ifndef SANDTABLE_KIT_SHARE_H
#define SANDTABLE_KIT_SHARE_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define SHARE_PAYERS 96
#define SHARE_DUE 64

typedef struct Payer {
    uint16_t piece;
    uint8_t has;   /* how often it can give */
    uint8_t worth; /* parts of the price each time: 1, or 2 */
    bool first;    /* must give first */
    uint8_t named; /* how often it is named */
    uint8_t owes;  /* the rulebook's own bits: duties that are met if it gives */
} Payer;

typedef struct Share {
    int payers;
    Payer payer[SHARE_PAYERS]; /* ascending */
    int due;                   /* parts */
    bool first;                /* the first gift is still to come, and some must give it */
    bool spread;
    bool may_leave; /* two parts may stay unpaid: they can be paid in another way */
} Share;

static inline Payer *share_payer(Share *share, uint16_t piece)
{
    for (int i = 0; i < share->payers; i++)
        if (share->payer[i].piece == piece)
            return &share->payer[i];
    return NULL;
}

/* Puts a payer in its place. */
static inline void share_add(Share *share, Payer payer)
{
    int at = share->payers++;
    for (; at > 0 && share->payer[at - 1].piece > payer.piece; at--)
        share->payer[at] = share->payer[at - 1];
    share->payer[at] = payer;
}

/* The state of a distribution, as bits. */
enum {
    GAVE_FIRST = 1,   /* a payer gave the first gift */
    GAVE_LAST = 2,    /* a payer gave its last, in its turn */
    KEPT_MORE = 4,    /* a payer keeps more than its last */
    KEPT_ONE = 8,     /* a payer keeps something */
    DOUBLE_SOFT = 16, /* a gift of two parts that was no payer's last */
    DOUBLE_LAST = 32, /* a gift of two parts that was a payer's last, in its turn */
    GIVINGS = 64
};

/* The bits that a payer adds when it gives that often; `first`: it gives the first gift. */
static inline unsigned giving(const Payer *payer, int gives, bool first)
{
    int left = payer->has - gives, others = gives - first;
    unsigned is = (first ? GAVE_FIRST : 0) | (left > 1 ? KEPT_MORE : 0) | (left ? KEPT_ONE : 0);
    bool last = gives && !left && others; /* its last was not the first gift of all */
    is |= last ? GAVE_LAST : 0;
    if (payer->worth > 1)
        is |= (last ? DOUBLE_LAST : 0) | (others - last > 0 ? DOUBLE_SOFT : 0);
    return is;
}

static inline bool share_is_fair(const Share *share, int paid, unsigned is)
{
    if (share->first && !(is & GAVE_FIRST))
        return false;
    if (share->spread && is & GAVE_LAST && is & KEPT_MORE)
        return false;
    if (paid == share->due || (share->may_leave && paid && paid == share->due - 2 && is & KEPT_ONE))
        return true;
    if (paid < share->due)
        return !(is & KEPT_ONE);
    bool last_ends = share->spread && is & GAVE_LAST;
    return paid == share->due + 1 && is & (last_ends ? DOUBLE_LAST : DOUBLE_LAST | DOUBLE_SOFT);
}

/* Whether the set becomes fair if payers from `from` on may give more often than named. */
static inline bool share_completes(const Share *share, int from)
{
    static const int most = SHARE_DUE + 1;
    uint64_t reached[SHARE_DUE + 2] = {1}; /* by parts paid: bits of what it came to */
    _Static_assert(GIVINGS <= 64, "a bit for each");
    for (int i = 0; i < share->payers; i++) {
        const Payer *payer = &share->payer[i];
        uint64_t next[SHARE_DUE + 2] = {0};
        int highest = i < from ? payer->named : payer->has;
        for (int gives = payer->named; gives <= highest; gives++)
            for (int first = 0; first <= (share->first && payer->first && gives); first++) {
                unsigned is = giving(payer, gives, first);
                for (int paid = 0; paid + gives * payer->worth <= most && paid <= share->due + 1; paid++)
                    for (uint64_t states = reached[paid]; states; states &= states - 1) {
                        unsigned state = (unsigned)__builtin_ctzll(states);
                        if (!(first && state & GAVE_FIRST))
                            next[paid + gives * payer->worth] |= 1ull << (state | is);
                    }
            }
        memcpy(reached, next, sizeof reached);
    }
    for (int paid = 0; paid <= share->due + 1 && paid <= most; paid++)
        for (uint64_t states = reached[paid]; states; states &= states - 1)
            if (share_is_fair(share, paid, (unsigned)__builtin_ctzll(states)))
                return true;
    return false;
}

static inline bool share_fits(const Share *share) { return share_completes(share, share->payers); }

/* What is wrong with a set that does not fit. */
typedef enum ShareFault { SHARE_TOO_LITTLE, SHARE_NOT_FIRST, SHARE_TOO_EARLY, SHARE_TOO_MUCH } ShareFault;
static inline ShareFault share_fault(const Share *share)
{
    int paid = 0;
    bool first = false, last = false, more = false, some = false;
    for (int i = 0; i < share->payers; i++) {
        const Payer *payer = &share->payer[i];
        paid += payer->named * payer->worth;
        first |= payer->first && payer->named;
        last |= payer->named && payer->named == payer->has;
        more |= payer->has - payer->named > 1;
        some |= payer->has > payer->named;
    }
    if (share->first && !first)
        return SHARE_NOT_FIRST;
    if (share->spread && last && more)
        return SHARE_TOO_EARLY;
    return paid < share->due && some ? SHARE_TOO_LITTLE : SHARE_TOO_MUCH;
}

#endif
