/* game_witness.c — players' browsers and the dice: the chains they bring, the rolls that wait for a link of them.
 *
 * Nothing here changes how dice follow from the journal (dice.h). An order that will roll is announced by a line; the
 * links that are then given are lines too, and all of them come before the order's own line in the hash that makes its
 * dice. So neither a player nor the holder of the seed knows those dice when the order is given. Whether an order rolls
 * is found by carrying it out and putting everything back. */
#include <stdio.h>
#include <string.h>

#include "core/game_own.h"

DiceTrust game_trust(const Game *game) { return game->trust; }
int game_wait(const Game *game) { return game->wait; }
const Witness *game_witness(const Game *game, int side) { return &game->witness[side]; }
unsigned game_links_due(const Game *game) { return game->announced ? game->links_due : 0; }

const Order *game_announced(const Game *game) { return game->announced ? &game->roll : NULL; }

void game_roll_context(const Game *game, uint8_t out[SHA256_BYTES])
{
    memcpy(out, game->announced ? game->roll_context : game->chain, SHA256_BYTES);
}

/* ---- lines ---- */

static void hex_of(const uint8_t bytes[SHA256_BYTES], char out[2 * SHA256_BYTES + 1])
{
    for (int i = 0; i < SHA256_BYTES; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

/* Nothing happened by it, and nothing was rolled. */
static bool write_aside(Game *game, const char *words)
{
    if (!game_write_aside(game, words))
        return false;
    game->events->count = 0;
    game->dice.recorded = 0;
    return true;
}

static bool says(char why[200], const char *words)
{
    snprintf(why, 200, "%s", words);
    return false;
}

static const char unwritten[] = SAID("core.journal-could-not-written");

bool game_bring_chain(Game *game, int side, const uint8_t anchor[SHA256_BYTES], uint32_t links, char why[200])
{
    char words[128], hex[2 * SHA256_BYTES + 1];
    Witness *witness = &game->witness[side];
    if (game->trust == TRUST_SERVER || game->announced || game_side(game) == NO_SIDE || !links || links > LINKS_MAX ||
        (game->trust == TRUST_NONCES && (links != 1 || witness->given)))
        return says(why, SAID("core.no-chain-now"));
    hex_of(anchor, hex);
    snprintf(words, sizeof words, "chain %s %s %u", game->scenario->side_word[side], hex, links);
    if (!write_aside(game, words))
        return says(why, unwritten);
    witness_bring(witness, anchor, links);
    return true;
}

bool game_link(Game *game, int side, const uint8_t link[SHA256_BYTES], char why[200])
{
    char words[128], hex[2 * SHA256_BYTES + 1];
    Witness *witness = &game->witness[side];
    bool wanted = game->announced ? game->links_due >> side & 1 : !witness->given && game_side(game) != NO_SIDE;
    if (!wanted || !witness_fits(witness, link))
        return says(why, wanted ? SAID("core.link-of-another-chain") : SAID("core.no-link-now"));
    hex_of(link, hex);
    snprintf(words, sizeof words, "link %s %s", game->scenario->side_word[side], hex);
    if (!write_aside(game, words))
        return says(why, unwritten);
    witness_give(witness, link);
    game->links_due &= ~(1u << side);
    return true;
}

bool game_leave_out(Game *game, int side, char why[200])
{
    char words[32];
    if (!(game_links_due(game) >> side & 1))
        return says(why, SAID("core.no-link-now"));
    snprintf(words, sizeof words, "without %s", game->scenario->side_word[side]);
    if (!write_aside(game, words))
        return says(why, unwritten);
    game->links_due &= ~(1u << side);
    return true;
}

bool game_end_witness(Game *game)
{
    if (game->trust == TRUST_SERVER)
        return true;
    if (!write_aside(game, "dice server"))
        return false;
    game->trust = TRUST_SERVER;
    game->announced = false;
    return true;
}

void game_pass_witness(Game *game, const char *line, size_t length)
{
    WitnessLine read;
    int side = 0;
    if (!witness_read(line, length, &read))
        return;
    while (side < game->scenario->sides && strcmp(game->scenario->side_word[side], read.side))
        side++;
    if (read.kind == WITNESS_CHAIN && side < game->scenario->sides)
        witness_bring(&game->witness[side], read.hash, read.links);
    else if (read.kind == WITNESS_LINK && side < game->scenario->sides)
        witness_give(&game->witness[side], read.hash);
    else if (read.kind == WITNESS_END)
        game->trust = TRUST_SERVER;
}

/* ---- rolls ---- */

/* Sides other than the giver that can give a link. */
static unsigned other_chains(const Game *game, int giver)
{
    unsigned sides = 0;
    for (int side = 0; side < game->scenario->sides; side++)
        if (side != giver && game->witness[side].given < game->witness[side].links)
            sides |= 1u << side;
    return sides;
}

static bool will_roll(Game *game, const Order *order)
{
    size_t size = game->scenario->system->position_size;
    Dice dice = game->dice;
    memcpy(game->spare, game->position, size);
    dice_context(&game->dice, game->chain);
    game->events->count = 0;
    game_apply(game, order);
    bool rolled = game->dice.recorded;
    memcpy(game->position, game->spare, size);
    game->events->count = 0;
    game->dice = dice;
    return rolled;
}

bool game_needs_links(Game *game, const Order *order)
{
    return game->trust == TRUST_WITNESSED && other_chains(game, game_side(game)) && will_roll(game, order);
}

bool game_announce(Game *game, const Order *order)
{
    char words[ORDER_TEXT + 32];
    size_t before = (size_t)snprintf(words, sizeof words, "roll %s ", game->scenario->side_word[game_side(game)]);
    words[before + order_print(game->scenario, order, words + before)] = '\0';
    if (!write_aside(game, words))
        return false;
    game->roll = *order;
    game->announced = true;
    memcpy(game->roll_context, game->chain, SHA256_BYTES);
    game->links_due = other_chains(game, game_side(game));
    return true;
}
