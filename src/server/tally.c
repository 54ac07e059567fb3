/* tally.c — the sums of the results of a campaign's units, counted one after the other. Pure functions: the store calls
 * them while it holds the campaign, and the page while it draws one. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/campaign.h"
#include "server/pairs.h"

const char *const campaign_kind_word[CAMPAIGN_KINDS] = {"match", "tune", "balance", "analyse"};
const char *const campaign_state_word[] = {"running", "done", "stopped"};

/* ---- results ---- */

static bool read_number(const char **at, int64_t least, int64_t most, int64_t *out)
{
    char *end;
    if (**at != '-' && (**at < '0' || **at > '9'))
        return false;
    *out = strtoll(*at, &end, 10);
    bool good = end != *at && end - *at < 16 && *out >= least && *out <= most;
    *at = end;
    return good;
}

/* One game up to its end, a semicolon or the end of the text. */
static bool read_game(const char **at, UnitGame *game)
{
    int64_t number[SIDES + 2];
    int count = 0;
    while (count < SIDES + 2 && read_number(at, INT32_MIN, INT32_MAX, &number[count])) {
        count++;
        if (**at != ' ')
            return false;
        (*at)++;
        if (**at == '#')
            break;
    }
    *game = (UnitGame){.sides = count - 2};
    size_t hash = **at == '#' ? strspn(*at + 1, "0123456789abcdef") : 0;
    if (game->sides < 1 || hash != 16 || number[0] < -1 || number[0] >= game->sides || number[count - 1] < 0)
        return false;
    *at += 1 + hash;
    game->winner = (int)number[0];
    game->orders = number[count - 1];
    for (int side = 0; side < game->sides; side++)
        game->points[side] = (int32_t)number[1 + side];
    return true;
}

int unit_games(const char *text, UnitGame games[2])
{
    const char *at = text;
    if (!read_game(&at, &games[0]))
        return 0;
    if (!*at)
        return 1;
    return *at++ == ';' && read_game(&at, &games[1]) && !*at ? 2 : 0;
}

static bool is_paired(const CampaignRow *row) { return row->kind == CAMPAIGN_MATCH || row->kind == CAMPAIGN_TUNE; }

/* An analysis is what `analyse --json` prints: only the browser reads it. */
static bool is_analysis(const char *text, size_t length)
{
    if (length < 2 || length >= ANALYSIS_MOST || text[0] != '{' || text[length - 1] != '}')
        return false;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)text[i] < ' ')
            return false;
    return true;
}

bool campaign_result_fits(const CampaignRow *row, const char *text, size_t length)
{
    UnitGame games[2];
    if (row->kind == CAMPAIGN_ANALYSE)
        return is_analysis(text, length);
    int count = length < UNIT_RESULT ? unit_games(text, games) : 0;
    if (is_paired(row))
        return count == 2 && games[0].sides == 2 && games[1].sides == 2;
    return count == 1;
}

/* ---- the tally ---- */

enum { NUMBERS = sizeof(Tally) / sizeof(int64_t) };

void tally_read(const char *text, Tally *out)
{
    int64_t number[NUMBERS] = {0};
    for (int i = 0; i < NUMBERS && *text; i++) {
        char *end;
        number[i] = strtoll(text, &end, 10);
        if (end == text)
            break;
        text = end;
    }
    memcpy(out, number, sizeof *out);
}

void tally_print(const Tally *tally, char out[CAMPAIGN_TALLY])
{
    int64_t number[NUMBERS];
    int length = 0;
    memcpy(number, tally, sizeof number);
    for (int i = 0; i < NUMBERS; i++)
        length +=
            snprintf(out + length, (size_t)(CAMPAIGN_TALLY - length), "%s%lld", i ? " " : "", (long long)number[i]);
}

int campaign_tuned(const CampaignRow *row)
{
    int commas = 0;
    for (const char *at = strchr(row->players, ','); at; at = strchr(at + 1, ','))
        commas++;
    return row->kind == CAMPAIGN_TUNE ? commas : 1;
}

static void add_pair(const CampaignRow *row, Tally *tally, const UnitGame games[2])
{
    int sum = 0;
    for (int i = 0; i < 2; i++) { /* the first player, who is judged, has side 0 in the first game */
        int result = games[i].winner < 0 ? RESULT_DRAWN : games[i].winner == i ? RESULT_WON : RESULT_LOST;
        sum += result;
        tally->side[i][result]++;
        tally->margin += games[i].points[i] - games[i].points[1 - i];
    }
    tally->outcome[tally->units % campaign_tuned(row)][sum]++;
}

void campaign_add(CampaignRow *row, Tally *tally, const char *result)
{
    UnitGame games[2];
    int count = result && row->kind != CAMPAIGN_ANALYSE ? unit_games(result, games) : 0;
    for (int i = 0; i < count; i++) {
        tally->orders += games[i].orders;
        tally->wins[games[i].winner < 0 ? SIDES : games[i].winner]++;
        for (int side = 0; side < games[i].sides; side++)
            tally->points[side] += games[i].points[side];
    }
    if (count == 2)
        add_pair(row, tally, games);
    tally->failed += !result;
    tally->units++;
    row->counted++;
}

static void longs_of(const int64_t outcome[5], long out[PAIR_OUTCOMES])
{
    for (int i = 0; i < PAIR_OUTCOMES; i++)
        out[i] = (long)outcome[i];
}

/* The player whose share is best by the lower end of its interval. */
static int best_of(const CampaignRow *row, const Tally *tally)
{
    int best = 0;
    double most = -1;
    for (int i = 0; i < campaign_tuned(row); i++) {
        long pairs = 0, halves = 0;
        for (int k = 0; k < PAIR_OUTCOMES; k++) {
            pairs += (long)tally->outcome[i][k];
            halves += (long)tally->outcome[i][k] * k;
        }
        double low = pairs ? wilson(halves, 2 * pairs).low : 0;
        if (low > most) {
            most = low;
            best = i;
        }
    }
    return best;
}

static void end_campaign(CampaignRow *row, const char *verdict, int64_t now)
{
    row->state = CAMPAIGN_DONE;
    row->ended = now;
    snprintf(row->verdict, sizeof row->verdict, "%s", verdict);
}

void campaign_judge(CampaignRow *row, const Tally *tally, int64_t now)
{
    char text[16];
    if (row->state != CAMPAIGN_RUNS)
        return;
    if (row->kind == CAMPAIGN_MATCH && row->high) {
        long outcome[PAIR_OUTCOMES];
        longs_of(tally->outcome[0], outcome);
        double ratio = pairs_ratio(outcome, (double)row->low / 100, (double)row->high / 100);
        PairVerdict verdict = pairs_verdict(ratio);
        if (verdict != PAIRS_OPEN) {
            end_campaign(row, verdict == PAIRS_HIGHER ? "higher" : "lower", now);
            return;
        }
    }
    if (row->counted < row->units)
        return;
    snprintf(text, sizeof text, "%d", best_of(row, tally) + 1);
    end_campaign(row,
                 row->kind == CAMPAIGN_MATCH && row->high ? "open"
                 : row->kind == CAMPAIGN_TUNE             ? text
                                                          : "complete",
                 now);
}

/* ---- tasks ---- */

static void add_quoted(Buffer *out, const char *name, const char *text)
{
    buffer_format(out, ",\"%s\":", name);
    buffer_quote(out, text);
}

void json_campaign_task(Buffer *out, const CampaignRow *row)
{
    buffer_format(out, "\"campaign\":%lld,\"kind\":\"%s\",\"seed\":%lld", (long long)row->number,
                  campaign_kind_word[row->kind], (long long)row->seed);
    add_quoted(out, "scenario", row->scenario);
    add_quoted(out, "options", row->options);
    add_quoted(out, "players", row->players);
    add_quoted(out, "program", row->program);
}

/* ---- whether it can be ---- */

static bool forbid(char why[200], const char *words)
{
    snprintf(why, 200, "%s", words);
    return false;
}

/* Printable, and without anything that could break a line or a table. */
static bool is_plain(const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 127)
            return false;
    return true;
}

bool campaign_is_good(const CampaignRow *row, char why[200])
{
    int commas = 0;
    for (const char *at = strchr(row->players, ','); at; at = strchr(at + 1, ','))
        commas++;
    if (!is_plain(row->name) || !is_plain(row->options) || !is_plain(row->players) || !is_plain(row->scenario))
        return forbid(why, "a name, options or players hold a control character");
    if (row->units < 1 || row->units > UNITS_MOST)
        return forbid(why, "a campaign has 1 to 100000 units");
    if (row->one_in < 1)
        return forbid(why, "one unit in 1 or more is played again");
    if (row->kind == CAMPAIGN_ANALYSE)
        return row->game[0] || forbid(why, "an analysis needs a game");
    if (row->game[0])
        return forbid(why, "only an analysis is of a game");
    if (row->kind == CAMPAIGN_MATCH && commas != 1)
        return forbid(why, "a match is between two players: --players A,B");
    if (row->kind == CAMPAIGN_TUNE && (commas < 1 || commas > TUNED_MOST))
        return forbid(why, "tuning compares 1 to 8 players with the first one: --players BASE,A,B,…");
    if (row->kind == CAMPAIGN_BALANCE && commas >= SIDES)
        return forbid(why, "balance needs one player, or one for each side");
    if (row->high && (row->kind != CAMPAIGN_MATCH || row->low < 1 || row->high > 99 || row->low >= row->high))
        return forbid(why, "a test is of a match, and between two shares from 1 to 99 percent: --test 50,55");
    return true;
}

/* No worker outside can foresee it, so none can lie about the other units alone. */
bool campaign_checks(const CampaignRow *row, int64_t unit)
{
    unsigned char hash[crypto_shorthash_BYTES];
    uint64_t number;
    _Static_assert(CAMPAIGN_SECRET == crypto_shorthash_KEYBYTES, "the secret is a key of the hash");
    crypto_shorthash(hash, (const unsigned char *)&unit, sizeof unit, row->secret);
    memcpy(&number, hash, sizeof number);
    return number % (uint64_t)row->one_in == 0;
}
