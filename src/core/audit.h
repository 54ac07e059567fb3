/* audit.h — checks the dice of a finished game from the text of its journal alone.
 *
 * Every die must follow from the seed and the journal before it, the seed must match the commitment in the head, and
 * every link its chain. The audit also counts what is legal but could have been used to choose dice: dice that no
 * browser took part in, missing links, replaced chains, orders taken back before a roll. Only a replay (journal.h)
 * checks that orders were legal, and that the side named with a roll gave it. */
#ifndef SANDTABLE_AUDIT_H
#define SANDTABLE_AUDIT_H

#include "core/journal.h"

typedef struct AuditSide {
    char name[16];
    Witness witness;                /* its chain, the last it brought */
    uint8_t anchor[SHA256_BYTES];   /* of the first it brought */
    bool brought, number;           /* a chain; its first link, before any roll */
    bool late;                      /* its first chain came when another side's first link was known */
    int replaced, missed;           /* chains brought in place of another; links that did not come */
    uint8_t contexts[SHA256_BYTES]; /* of the links given for rolls: see witness_note() */
} AuditSide;

typedef struct Audit {
    int dice; /* that follow from the seed */
    int set_up, witnessed, lacking,
        alone;                   /* of them: before the first order; with a link of every other chain; with some
                                              missing; with none */
    int rolls_alone;             /* lines with dice that no other chain took part in */
    int taken_back, rolls_after; /* orders taken back between two rolls; rolls that followed */
    int alone_after;             /* of those rolls: without witness */
    int abandoned;               /* orders that were announced and not carried out */
    int rolls_abandoned;         /* rolls that came after such an order */
    int rerolled, carried;       /* orders taken back with their dice; times that lines were given up by agreement */
    DiceTrust trust;             /* as the head says */
    uint8_t commit[SHA256_BYTES];
    AuditSide side[SIDES];
    int sides;
} Audit;

/* False with a sentence and its line; what was counted up to there is in `out`. */
bool journal_audit(const char *bytes, size_t length, Audit *out, char why[200], int *line);

#endif
