/* audit.c — `sandtable audit`: what a finished game's journal proves about its dice, and what it does not.
 *
 * Every die is compared with the seed, which needs no rule, and then the orders and the result are verified as replay
 * does. Where the rules and data the game was begun with are not at hand, they may be forged: then the orders are not
 * proved, and the status says so. Of several games no two may have the same seed: a player who saw the end of one knew
 * the dice of the other. tools/audit.mjs prints the same report and shares no code with this. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/files.h"
#include "cli/local.h"
#include "cli/replay.h"
#include "core/audit.h"
#include "core/journal_text.h"

const char audit_usage[] =
    "sandtable audit FILE... [--commitment HASH] [--chain SIDE=HASH]... [--contexts SIDE=HASH]...\n"
    "Checks every die of a finished game: the seed against its commitment, and each roll\n"
    "against the seed and the journal up to it; then that every order was legal and the result\n"
    "is theirs; and of several games that no two rolled from one seed.\n"
    "  --commitment HASH  the one your browser was shown when you sat down\n"
    "  --chain SIDE=HASH  the chain your browser brought for that side\n"
    "  --contexts SIDE=HASH  the rolls for which it gave its links\n"
    "All are of one game. It counts everything that could have been used to choose dice, and says\n"
    "\"fair\" only of dice that neither the operator nor a player could choose (docs/dice.md).\n"
    "Status 1 if a die does not follow from the seed, a line is wrong, a hash is another one or a seed\n"
    "is shared; 3 if nothing is wrong but the rules or data of a game are not at hand, so that its\n"
    "orders are not proved.\n";

enum { NOT_PROVED = 3 };

/* The caller's own records of the game. */
typedef struct Kept {
    bool has_commitment;
    uint8_t commitment[SHA256_BYTES];
    struct KeptHash {
        char side[16];
        uint8_t hash[SHA256_BYTES];
    } chain[SIDES], contexts[SIDES];
    int chains, contexts_kept;
} Kept;

static const char *plural(int count) { return count == 1 ? "" : "s"; }

/* ---- the report ---- */

static bool report_commitment(const Audit *audit, const Kept *kept)
{
    if (!kept->has_commitment) {
        printf("commitment: not compared, so the seed may have been chosen after the game (--commitment HASH)\n");
        return false;
    }
    bool same = !memcmp(kept->commitment, audit->commit, SHA256_BYTES);
    printf("commitment: %s\n", same ? "the one you were shown" : "NOT the one you were shown");
    return same;
}

static bool report_dice(const Audit *audit)
{
    if (audit->set_up)
        printf("set-up: %d dice fell before any player could take part\n", audit->set_up);
    if (audit->trust == TRUST_WITNESSED)
        printf("witnesses: %d dice with a link of every other chain, %d with some missing, %d with none\n",
               audit->witnessed, audit->lacking, audit->alone);
    else
        printf("witnesses: none; whoever holds the seed could foresee every roll\n");
    return !audit->set_up && audit->trust == TRUST_WITNESSED && !audit->lacking && !audit->alone;
}

static const uint8_t *kept_of(const struct KeptHash *kept, int count, const char *side)
{
    for (int i = 0; i < count; i++)
        if (!strcmp(kept[i].side, side))
            return kept[i].hash;
    return NULL;
}

/* Whether the chain that was kept is the only one that side ever had; 0 if none was kept. */
static int compare_chain(const AuditSide *side, const Kept *kept)
{
    const uint8_t *own = kept_of(kept->chain, kept->chains, side->name);
    if (!own)
        return 0;
    return side->brought && !side->replaced && !memcmp(own, side->anchor, SHA256_BYTES) ? 1 : -1;
}

/* Whether its links served the rolls that they were requested for; 0 if no record of that was kept. */
static int compare_contexts(const AuditSide *side, const Kept *kept)
{
    const uint8_t *own = kept_of(kept->contexts, kept->contexts_kept, side->name);
    if (!own)
        return 0;
    return !memcmp(own, side->contexts, SHA256_BYTES) ? 1 : -1;
}

/* 1: its player's browser kept both, and both agree; -1: something does not agree. */
static int report_side(const AuditSide *side, const Kept *kept)
{
    int compared = compare_chain(side, kept), served = compare_contexts(side, kept);
    if (!side->brought) {
        printf("%s: no number of its player; the computer's, which follows from the seed\n", side->name);
        return compared < 0 || served < 0 ? -1 : 0;
    }
    printf("%s: chain %s; links %s; %s; replaced %d time%s; %d link%s did not come\n", side->name,
           compared > 0   ? "as you kept it"
           : compared < 0 ? "NOT as you kept it"
                          : "not compared (--chain)",
           served > 0   ? "for the rolls they were given for"
           : served < 0 ? "NOT for the rolls they were given for"
                        : "not compared (--contexts)",
           !side->number ? "first link not shown at the beginning"
           : side->late  ? "brought when another's first link was known"
                         : "brought before any link was known",
           side->replaced, plural(side->replaced), side->missed, plural(side->missed));
    return compared < 0 || served < 0 ? -1 : compared > 0 && served > 0;
}

static void report_doubts(const Audit *audit)
{
    printf("taken back before a roll: %d order%s, before %d roll%s, %d of them not witnessed\n", audit->taken_back,
           plural(audit->taken_back), audit->rolls_after, plural(audit->rolls_after), audit->alone_after);
    if (audit->rerolled)
        printf("taken back with dice: %d order%s\n", audit->rerolled, plural(audit->rerolled));
    if (audit->carried)
        printf("lines given up by agreement: %d time%s\n", audit->carried, plural(audit->carried));
    if (audit->abandoned)
        printf("announced and not carried out: %d order%s, before %d roll%s\n", audit->abandoned,
               plural(audit->abandoned), audit->rolls_abandoned, plural(audit->rolls_abandoned));
}

/* What the dice alone show. */
typedef struct Found {
    bool wrong, fair; /* something kept differs from the journal; no player could choose a die */
} Found;

static Found report(const Audit *audit, const Kept *kept)
{
    printf("%d dice follow from the seed and the journal\n", audit->dice);
    bool committed = report_commitment(audit, kept), witnessed = report_dice(audit);
    int own = 0, foreign = 0;
    for (int i = 0; audit->trust && i < audit->sides; i++) {
        int compared = report_side(&audit->side[i], kept);
        own += compared > 0;
        foreign += compared < 0;
    }
    report_doubts(audit);
    bool again = audit->rerolled || audit->carried || audit->rolls_abandoned;
    return (Found){.wrong = (kept->has_commitment && !committed) || foreign,
                   .fair = committed && witnessed && own && !foreign && !again};
}

static void report_verdict(bool fair)
{
    puts(fair ? "fair: nobody could choose these dice, not even the operator of the server"
              : "not proved: see above what would have let somebody choose dice");
}

/* ---- one journal ---- */

/* Whether the orders were legal, as far as that can be seen here. */
static int verify(Replaying *replaying, const JournalHead *head)
{
    char why[300];
    int line;
    replaying->scenario = scenario_of_journal(head, false, why);
    if (replaying->scenario && journal_edition(head, replaying->scenario, why, &line))
        return play_again(replaying);
    if (replaying->scenario && !play_again(replaying))
        return 0;
    printf("whether the orders were legal when they were given cannot be seen here: %s\n", why);
    return NOT_PROVED;
}

/* Its seed, once the dice are known to come from it. */
static int audit(Replaying *replaying, const Kept *kept, uint8_t seed[SHA256_BYTES])
{
    JournalHead head;
    Audit audited;
    char why[300];
    int line;
    if (!journal_audit(replaying->text, replaying->length, &audited, why, &line) ||
        !journal_head(replaying->text, replaying->length, &head, why, &line))
        return wrong_line(replaying, line, why);
    journal_seed(replaying->text, replaying->length, seed);
    Found found = report(&audited, kept);
    int status = found.wrong ? 1 : verify(replaying, &head);
    report_verdict(found.fair && !status);
    return status;
}

static int audit_file(const char *path, const Kept *kept, uint8_t seed[SHA256_BYTES])
{
    Replaying replaying = {.path = path, .to = -1, .verify = true};
    replaying.text = file_read(path, &replaying.length);
    if (!replaying.text) {
        fprintf(stderr, "sandtable audit: %s cannot be read\n", path);
        return 2;
    }
    int status = audit(&replaying, kept, seed);
    scenario_free(replaying.scenario);
    free(replaying.text);
    return status;
}

/* ---- all of them ---- */

/* How many of the games have the seed of one before them. */
static int shared_seeds(char *const *path, uint8_t (*const seed)[SHA256_BYTES], int count)
{
    static const uint8_t none[SHA256_BYTES];
    int shared = 0;
    for (int i = 1; i < count; i++)
        for (int before = 0; before < i; before++)
            if (memcmp(seed[i], none, SHA256_BYTES) && !memcmp(seed[i], seed[before], SHA256_BYTES)) {
                printf("%s: its dice come from the same seed as those of %s\n", path[i], path[before]);
                shared++;
                break;
            }
    return shared;
}

/* The worst of them: called wrongly, wrong, not proved, good. */
static int worse(int status, int other)
{
    static const int rank[] = {[0] = 0, [NOT_PROVED] = 1, [1] = 2, [2] = 3};
    return rank[other] > rank[status] ? other : status;
}

/* `SIDE=HASH`, each side once. */
static bool read_hash(const char *text, struct KeptHash kept[SIDES], int *count)
{
    const char *equals = strchr(text, '=');
    size_t length = equals ? (size_t)(equals - text) : 0;
    struct KeptHash *own = &kept[*count];
    if (!length || length >= sizeof own->side || *count == SIDES)
        return false;
    memcpy(own->side, text, length);
    if (kept_of(kept, *count, own->side))
        return false;
    (*count)++;
    return text_bytes((Text){equals + 1, strlen(equals + 1)}, own->hash, SHA256_BYTES);
}

/* Leaves the paths in front; how many there are, 0 if it is called wrongly. */
static int read_arguments(int argc, char **argv, Kept *kept)
{
    int paths = 0;
    for (int i = 1; i < argc; i++) {
        if (argv[i][0] != '-') {
            argv[1 + paths++] = argv[i];
        } else if (!strcmp(argv[i], "--commitment") && i + 1 < argc && !kept->has_commitment) {
            i++;
            kept->has_commitment = text_bytes((Text){argv[i], strlen(argv[i])}, kept->commitment, SHA256_BYTES);
            if (!kept->has_commitment)
                return 0;
        } else if (!strcmp(argv[i], "--chain") && i + 1 < argc) {
            if (!read_hash(argv[++i], kept->chain, &kept->chains))
                return 0;
        } else if (strcmp(argv[i], "--contexts") || i + 1 == argc ||
                   !read_hash(argv[++i], kept->contexts, &kept->contexts_kept)) {
            return 0;
        }
    }
    return (kept->has_commitment || kept->chains || kept->contexts_kept) && paths > 1 ? 0 : paths;
}

int command_audit(int argc, char **argv)
{
    Kept kept = {0};
    int count = read_arguments(argc, argv, &kept), status = 0;
    uint8_t(*seed)[SHA256_BYTES] = count > 0 ? calloc((size_t)count, sizeof *seed) : NULL;
    if (!seed) {
        fputs(audit_usage, stderr);
        return 2;
    }
    for (int i = 0; i < count; i++) {
        if (count > 1)
            printf("%s: ", argv[i + 1]);
        status = worse(status, audit_file(argv[i + 1], &kept, seed[i]));
    }
    if (shared_seeds(argv + 1, seed, count))
        status = worse(status, 1);
    free(seed);
    return status;
}
