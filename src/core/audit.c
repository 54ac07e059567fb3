/* audit.c — the dice of a finished game, line by line: dice.h, journal.h and witness.h as a checker reads them. */
#include "core/audit.h"

#include <stdio.h>
#include <string.h>

#include "core/journal_text.h"

typedef struct Auditor {
    Audit *audit;
    Dice dice;
    uint8_t chain[SHA256_BYTES];
    Text announced; /* the order that waits for its dice; length 0: none does */
    char giver[16];
    int wanted, links, missed;     /* links for it: of how many chains, given, and not given */
    bool first_known;              /* the first link of some side */
    int taken_back, silent;        /* since the last roll: orders taken back, orders that stand */
    uint8_t context[SHA256_BYTES]; /* the journal up to the roll that waits */
    bool over, ended;              /* the result was read; the seed */
    char *why;
} Auditor;

static bool fails(const Auditor *auditor, const char *words)
{
    snprintf(auditor->why, 200, "%s", words);
    return false;
}

/* Rolls as many dice as the line holds and compares. */
static bool same_dice(Auditor *auditor, const Cast *written, int count)
{
    Dice *dice = &auditor->dice;
    dice_context(dice, auditor->chain);
    for (int i = 0; i < count; i++, auditor->audit->dice++)
        if ((written[i].of == DIE ? dice_roll(dice) : dice_draw(dice, written[i].of)) != written[i].shows)
            return false;
    return true;
}

static void chain_on(Auditor *auditor, Text line)
{
    Sha256 sha;
    sha256_begin(&sha);
    sha256_add(&sha, auditor->chain, SHA256_BYTES);
    sha256_add(&sha, line.at, line.length);
    sha256_add(&sha, "\n", 1);
    sha256_end(&sha, auditor->chain);
}

/* ---- witnesses ---- */

static AuditSide *side_of(Audit *audit, const char *name)
{
    for (int i = 0; i < audit->sides; i++)
        if (!strcmp(audit->side[i].name, name))
            return &audit->side[i];
    return NULL;
}

/* Sides with a link left, but for one. */
static int chains_but(const Audit *audit, const char *name)
{
    int count = 0;
    for (int i = 0; i < audit->sides; i++)
        count += strcmp(audit->side[i].name, name) && audit->side[i].witness.given < audit->side[i].witness.links;
    return count;
}

static bool read_chain(Auditor *auditor, AuditSide *side, const WitnessLine *read)
{
    if (auditor->announced.length)
        return fails(auditor, "a chain is brought while a roll waits");
    if (!side->brought) {
        memcpy(side->anchor, read->hash, SHA256_BYTES);
        side->late = auditor->first_known;
    }
    side->replaced += side->brought;
    side->brought = true;
    witness_bring(&side->witness, read->hash, read->links);
    return true;
}

static bool read_link(Auditor *auditor, AuditSide *side, const WitnessLine *read)
{
    if (!witness_fits(&side->witness, read->hash))
        return fails(auditor, "this link is not the next one of its chain");
    if (auditor->announced.length && !strcmp(side->name, auditor->giver))
        return fails(auditor, "whoever rolls gives no link");
    if (!auditor->announced.length && side->witness.given)
        return fails(auditor, "no roll waits for this link");
    if (auditor->announced.length)
        witness_note(side->contexts, side->witness.given, auditor->context);
    witness_give(&side->witness, read->hash);
    side->number |= !auditor->announced.length;
    auditor->links += auditor->announced.length > 0;
    auditor->first_known = true;
    return true;
}

static bool read_witness(Auditor *auditor, Text line)
{
    WitnessLine read;
    if (!witness_read(line.at, line.length, &read))
        return fails(auditor, "this line is not written as lines of witnesses are");
    if (read.kind == WITNESS_END)
        return fails(auditor, "from here on no browser takes part in the dice: this is a what-if");
    AuditSide *side = side_of(auditor->audit, read.side);
    if (!side)
        return fails(auditor, "there is no such side");
    if (read.kind == WITNESS_CHAIN)
        return read_chain(auditor, side, &read);
    if (read.kind == WITNESS_LINK)
        return read_link(auditor, side, &read);
    if (read.kind == WITNESS_WITHOUT) {
        side->missed++;
        auditor->missed++;
        return auditor->announced.length ? true : fails(auditor, "no roll waits for a link");
    }
    if (auditor->announced.length)
        return fails(auditor, "another roll waits");
    auditor->announced = (Text){read.order, read.order_length};
    memcpy(auditor->context, auditor->chain, SHA256_BYTES);
    memcpy(auditor->giver, read.side, sizeof auditor->giver);
    auditor->wanted = chains_but(auditor->audit, read.side);
    auditor->links = auditor->missed = 0;
    return true;
}

/* ---- orders ---- */

static void count_roll(Auditor *auditor, int count, bool witnessed)
{
    Audit *audit = auditor->audit;
    if (witnessed && !auditor->missed)
        audit->witnessed += count;
    else if (auditor->links)
        audit->lacking += count;
    else
        audit->alone += count;
    bool alone = !witnessed || !auditor->links;
    audit->rolls_alone += alone;
    audit->rolls_after += auditor->taken_back > 0;
    audit->alone_after += auditor->taken_back > 0 && alone;
    audit->taken_back += auditor->taken_back;
    audit->rolls_abandoned += audit->abandoned > 0;
    auditor->taken_back = 0;
}

/* Whether a line takes something back, and if that has dice. */
static void count_back(Auditor *auditor, Text line, bool rolled)
{
    bool back = text_begins(line, "undo") || text_begins(line, "back"), carry = text_begins(line, "carry");
    auditor->taken_back += back;
    auditor->audit->rerolled += back && !auditor->silent;
    auditor->audit->carried += carry;
    if (rolled || carry)
        auditor->silent = 0;
    else if (!back)
        auditor->silent++;
    else if (auditor->silent)
        auditor->silent--;
}

/* An order, or a line that replaces one. */
static bool read_order(Auditor *auditor, Text line, const Cast *written, int count)
{
    Audit *audit = auditor->audit;
    bool announced = auditor->announced.length;
    if (!announced)
        auditor->links = auditor->missed = 0;
    if (announced && (text_begins(line, "resign") || text_begins(line, "carry"))) {
        audit->abandoned++;
    } else if (announced) {
        if (line.length != auditor->announced.length || memcmp(line.at, auditor->announced.at, line.length))
            return fails(auditor, "another order was announced");
        if (!count)
            return fails(auditor, "the announced order rolls nothing");
        if (!auditor->wanted || auditor->links + auditor->missed != auditor->wanted)
            return fails(auditor, "the announced order did not wait for the other chains");
    } else if (count && audit->trust == TRUST_WITNESSED && chains_but(audit, "") > 1) {
        return fails(auditor, "these dice were rolled without the links that there were");
    }
    count_back(auditor, line, count > 0);
    if (!same_dice(auditor, written, count))
        return fails(auditor, "the dice of this line are not those of the seed");
    if (count)
        count_roll(auditor, count, announced);
    auditor->announced.length = 0;
    return true;
}

static bool read_line(Auditor *auditor, Text line)
{
    Cast written[DICE_RECORD];
    int count;
    if (auditor->ended || (auditor->over && !text_begins(line, "seed")))
        return fails(auditor, "nothing follows the end of the game");
    auditor->over |= text_begins(line, "result");
    auditor->ended = text_begins(line, "seed");
    if (auditor->over || auditor->ended || text_begins(line, "@"))
        return true;
    if (!text_dice(&line, written, &count))
        return fails(auditor, "what follows \"=\" are no dice");
    chain_on(auditor, line);
    if (text_begins(line, "lab"))
        return fails(auditor, "the lab touched the game here");
    if (text_begins(line, "imagine"))
        return fails(auditor, "this is a what-if: what was hidden is dealt anew here");
    if (text_begins(line, "edition")) /* a player who writes a line between link and roll can choose the dice */
        return !auditor->announced.length || fails(auditor, "no edition begins while a roll waits");
    return auditor->audit->trust && witness_is(line.at, line.length) ? read_witness(auditor, line)
                                                                     : read_order(auditor, line, written, count);
}

/* ---- the head ---- */

static bool nonces_follow(const JournalHead *head, const uint8_t seed[SHA256_BYTES])
{
    for (int i = 0; head->nonces_derived && i < head->nonces; i++) {
        char words[32];
        uint8_t hash[SHA256_BYTES];
        int length = snprintf(words, sizeof words, "nonce %s", head->nonce_side[i]);
        hmac_sha256(seed, SHA256_BYTES, words, (size_t)length, hash);
        if (memcmp(hash, head->nonce[i], sizeof head->nonce[i]))
            return false;
    }
    return true;
}

/* C0: the head up to `begin`, without the dice of the set-up. */
static void chain_begin(Auditor *auditor, const char *bytes, const JournalHead *head)
{
    Sha256 sha;
    size_t begin = head->length - 1;
    while (begin > 0 && bytes[begin - 1] != '\n')
        begin--;
    sha256_begin(&sha);
    sha256_add(&sha, bytes, begin);
    sha256_add(&sha, "begin\n", 6);
    sha256_end(&sha, auditor->chain);
}

static bool check_head(const JournalHead *head, const char *bytes, size_t length, uint8_t seed[SHA256_BYTES],
                       char why[200], int *line)
{
    uint8_t hash[SHA256_BYTES];
    *line = head->lines;
    if (head->fast || head->lab || !journal_seed(bytes, length, seed)) {
        snprintf(why, 200, "%s",
                 head->lab    ? "the lab touched this game: its dice may have been set by hand"
                 : head->fast ? "this game was played with fast dice, which promise nothing"
                              : "the journal does not end with its seed: the game is not over");
        return false;
    }
    *line = 5;
    sha256(seed, SHA256_BYTES, hash);
    if (memcmp(hash, head->commit, SHA256_BYTES)) {
        snprintf(why, 200, "the game committed to another seed than the one its last line reveals");
        return false;
    }
    *line = 6;
    if (nonces_follow(head, seed))
        return true;
    snprintf(why, 200, "the nonces do not follow from the seed");
    return false;
}

bool journal_audit(const char *bytes, size_t length, Audit *out, char why[200], int *line)
{
    JournalHead head;
    uint8_t seed[SHA256_BYTES];
    Auditor auditor = {.audit = out, .why = why};
    memset(out, 0, sizeof *out);
    if (!journal_head(bytes, length, &head, why, line) || !check_head(&head, bytes, length, seed, why, line))
        return false;
    out->trust = head.trust;
    memcpy(out->commit, head.commit, SHA256_BYTES);
    out->sides = head.nonces;
    for (int i = 0; i < head.nonces; i++)
        memcpy(out->side[i].name, head.nonce_side[i], sizeof out->side[i].name);
    chain_begin(&auditor, bytes, &head);
    dice_fair(&auditor.dice, seed);
    *line = head.lines;
    if (!same_dice(&auditor, head.dice, head.dice_count)) {
        snprintf(why, 200, "the dice of the set-up are not those of the seed");
        return false;
    }
    out->set_up = head.dice_count;
    Lines lines = {.bytes = bytes, .length = length, .at = head.length, .number = head.lines};
    Text text;
    bool good = true;
    while (good && text_line(&lines, &text))
        good = read_line(&auditor, text);
    *line = lines.number;
    return good;
}
