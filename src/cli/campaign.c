/* campaign.c — `sandtable campaign`: makes campaigns in a server's store, shows them and stops them. */
#define _GNU_SOURCE
#include <errno.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/commands.h"
#include "cli/serve.h"
#include "cli/units.h"
#include "server/pairs.h"
#include "server/store.h"

const char campaign_usage[] =
    "sandtable campaign [--store sqlite:FILE|postgres://…] new match SCENARIO --players A,B [--pairs N] [--test "
    "LOW,HIGH]\n"
    "sandtable campaign [--store …] new tune SCENARIO --players BASE,A,B,… [--pairs N]\n"
    "sandtable campaign [--store …] new balance SCENARIO [--players A|A,B] [--games N]\n"
    "sandtable campaign [--store …] new analyse GAME\n"
    "sandtable campaign [--store …] status [NUMBER]\n"
    "sandtable campaign [--store …] stop NUMBER\n"
    "Games of computer players for many machines: `sandtable worker` plays them, and a server that has the store "
    "counts.\n"
    "A campaign is for workers that have this very program and data.\n"
    "  match           pairs of games of two players; with --test it stops by itself (see selfplay)\n"
    "  tune            each of the others against the first one; PLAYER:BUDGET is one that thinks with that budget\n"
    "  balance         games of one scenario, and the wins of each side\n"
    "  analyse         a game of the store that is over, by its id\n"
    "  --pairs N       pairs (500), of tuning for each of the others; --games N: games (1000)\n"
    "  --players A,B   usually search,greedy; of balance greedy\n"
    "  --seed S        the same seed gives the same games (1)\n"
    "  --options …     options of the scenario\n"
    "  --name TEXT     its name\n"
    "  --check N       one unit in N is played again by the server (50)\n";

typedef struct Wanted {
    const char *store;
    CampaignRow row;
    long count; /* of pairs or games; 0: as usual */
    bool named;
} Wanted;

static int fail(const char *words)
{
    fprintf(stderr, "sandtable campaign: %s\n", words);
    return 1;
}

/* ---- new ---- */

static bool read_number(const char *text, long least, long most, int64_t *out)
{
    char *end;
    errno = 0;
    long number = strtol(text, &end, 10);
    *out = number;
    return end != text && !*end && !errno && number >= least && number <= most;
}

static bool read_text(const char *text, char *out, size_t room) { return snprintf(out, room, "%s", text) < (int)room; }

/* 1: it was an option; 0: it is none; -1: a wrong one. */
static int read_option(Wanted *wanted, int argc, char **argv, int *i)
{
    const char *value;
    int64_t number;
    CampaignRow *row = &wanted->row;
    bool good = true;
    if ((value = value_of(argc, argv, i, "--players")))
        good = read_text(value, row->players, sizeof row->players);
    else if ((value = value_of(argc, argv, i, "--options")))
        good = read_text(value, row->options, sizeof row->options);
    else if ((value = value_of(argc, argv, i, "--name")))
        good = read_text(value, row->name, sizeof row->name);
    else if ((value = value_of(argc, argv, i, "--seed")))
        good = read_number(value, 0, __LONG_MAX__, &row->seed);
    else if ((value = value_of(argc, argv, i, "--check")))
        good = read_number(value, 1, 1000000, &row->one_in);
    else if ((value = value_of(argc, argv, i, "--pairs")) || (value = value_of(argc, argv, i, "--games"))) {
        good = read_number(value, 1, UNITS_MOST, &number);
        wanted->count = (long)number;
    } else if ((value = value_of(argc, argv, i, "--test"))) {
        char low[8] = "";
        size_t length = strcspn(value, ",");
        good = length < sizeof low && value[length] == ',';
        if (good) {
            memcpy(low, value, length);
            good = read_number(low, 1, 98, &row->low) && read_number(value + length + 1, 2, 99, &row->high);
        }
    } else {
        return 0;
    }
    return good ? 1 : -1;
}

/* Fills in what every campaign has and the operator left out. */
static void fill_in(Wanted *wanted)
{
    static const char *const players[CAMPAIGN_KINDS] = {"search,greedy", "", "greedy", ""};
    CampaignRow *row = &wanted->row;
    bool balance = row->kind == CAMPAIGN_BALANCE;
    if (!row->players[0])
        snprintf(row->players, sizeof row->players, "%s", players[row->kind]);
    row->units = row->kind == CAMPAIGN_ANALYSE ? 1 : wanted->count ? wanted->count : balance ? 1000 : 500;
    if (row->kind == CAMPAIGN_TUNE)
        row->units *= campaign_tuned(row) > 0 ? campaign_tuned(row) : 1;
    row->priority = PRIORITY_SYSTEM;
    row->created = (int64_t)time(NULL);
    for (int i = 0; i < CAMPAIGN_TOKEN - 1; i++)
        row->token[i] = "abcdefghijkmnpqrstuvwxyz23456789"[randombytes_uniform(32)];
    randombytes_buf(row->secret, sizeof row->secret);
}

/* What no worker could play is refused here, where the operator reads why. */
static bool can_be_played(const CampaignRow *row)
{
    char why[200];
    if (!campaign_is_good(row, why)) {
        fail(why);
        return false;
    }
    if (row->kind == CAMPAIGN_ANALYSE)
        return true;
    Buffer text = {0};
    json_error_t mistake;
    buffer_char(&text, '{');
    json_campaign_task(&text, row);
    buffer_char(&text, '}');
    json_t *task = json_loadb(text.bytes, text.length, 0, &mistake);
    Units *units = units_new(task);
    bool good = units != NULL;
    if (!good)
        fail("these games cannot be played");
    units_free(units);
    json_decref(task);
    buffer_free(&text);
    return good;
}

static bool find_game(Store *store, CampaignRow *row, const char *id)
{
    VisitAsk visit = {.ask = {.kind = ASK_VISIT}};
    if (strlen(id) < sizeof visit.game)
        strcpy(visit.game, id);
    bool good = store_answer_now(store, &visit.ask) && visit.found && visit.row.over && !visit.row.branch_length;
    if (!good)
        fail(visit.ask.failed  ? visit.ask.trouble
             : !visit.found    ? "there is no such game"
             : !visit.row.over ? "the game is not over, so its hidden units stay hidden"
                               : "a what-if has no journal of its own");
    memcpy(row->game, visit.row.id, sizeof row->game);
    snprintf(row->scenario, sizeof row->scenario, "%s", visit.row.scenario);
    return good;
}

static int keep_campaign(Store *store, const CampaignRow *row)
{
    WriteSet entry = {0};
    CampaignRow kept = {0};
    write_campaign(&entry, row);
    Verdict verdict = store_keep_now(store, &entry, false);
    entry_clear(&entry);
    if (verdict != VERDICT_KEPT)
        return fail(entry.trouble);
    CampaignsAsk ask = {.ask = {.kind = ASK_CAMPAIGNS}, .all = true};
    memcpy(ask.token, row->token, sizeof ask.token);
    bool found = store_answer_now(store, &ask.ask) && buffer_row(&ask.rows, 0, &kept, sizeof kept);
    buffer_free(&ask.rows);
    if (!found)
        return fail("it is kept, but cannot be found again");
    printf("campaign %lld: %lld units\n", (long long)kept.number, (long long)kept.units);
    return 0;
}

static int new_campaign(Store *store, Wanted *wanted, int argc, char **argv)
{
    CampaignRow *row = &wanted->row;
    const char *what = NULL;
    int kind = 0;
    while (argc && kind < CAMPAIGN_KINDS && strcmp(argv[0], campaign_kind_word[kind]))
        kind++;
    if (!argc || kind == CAMPAIGN_KINDS)
        return 2;
    row->kind = (CampaignKind)kind;
    for (int i = 1; i < argc; i++) {
        int option = read_option(wanted, argc, argv, &i);
        if (option < 0) {
            fprintf(stderr, "sandtable campaign: %s: that cannot be\n", argv[i]);
            return 2;
        }
        if (!option && (argv[i][0] == '-' || what))
            return 2;
        if (!option)
            what = argv[i];
    }
    if (!what)
        return 2;
    fill_in(wanted);
    if (kind == CAMPAIGN_ANALYSE ? !find_game(store, row, what) : !read_text(what, row->scenario, sizeof row->scenario))
        return 1;
    if (!can_be_played(row))
        return 1;
    if (!program_id(row->program))
        return fail("no scenario loads");
    return keep_campaign(store, row);
}

/* ---- status ---- */

static void print_share(const char *who, int length, long halves, long games)
{
    Interval share = wilson(halves, games);
    printf("  %.*s: %.1f %% (%.1f to %.1f) of %ld games\n", length, who, share.mean * 100, share.low * 100,
           share.high * 100, games);
}

static void print_tally(const CampaignRow *row)
{
    Tally tally;
    const char *at = row->players;
    tally_read(row->tally, &tally);
    if (row->kind == CAMPAIGN_BALANCE) {
        long games = (long)(tally.units - tally.failed);
        char side[24];
        for (int i = 0; i < SIDES; i++) {
            snprintf(side, sizeof side, "side %d", i + 1);
            if (tally.wins[i] || i < 2)
                print_share(side, (int)sizeof side, (long)(2 * tally.wins[i] + tally.wins[SIDES]), games);
        }
    }
    for (int i = 0; row->kind <= CAMPAIGN_TUNE && i < campaign_tuned(row) && at; i++) {
        long pairs = 0, halves = 0;
        for (int k = 0; k < PAIR_OUTCOMES; k++) {
            pairs += (long)tally.outcome[i][k];
            halves += (long)tally.outcome[i][k] * k;
        }
        if (row->kind == CAMPAIGN_TUNE && (at = strchr(at, ',')))
            at++;
        if (at)
            print_share(at, (int)strcspn(at, ","), halves, 2 * pairs);
        if (row->high)
            printf("  outcomes %lld %lld %lld %lld %lld\n", (long long)tally.outcome[0][0],
                   (long long)tally.outcome[0][1], (long long)tally.outcome[0][2], (long long)tally.outcome[0][3],
                   (long long)tally.outcome[0][4]);
    }
    if (tally.failed)
        printf("  %lld unit%s failed\n", (long long)tally.failed, tally.failed == 1 ? "" : "s");
}

static void print_campaign(const CampaignRow *row)
{
    printf("%lld\t%s\t%s\t%s\t%s\t%lld of %lld%s%s%s%s\n", (long long)row->number, campaign_state_word[row->state],
           campaign_kind_word[row->kind], row->scenario, row->players[0] ? row->players : row->game,
           (long long)row->counted, (long long)row->units, row->verdict[0] ? "\t" : "", row->verdict,
           row->name[0] ? "\t" : "", row->name);
}

static int show_all(Store *store)
{
    CampaignsAsk ask = {.ask = {.kind = ASK_CAMPAIGNS}, .all = true};
    CampaignRow row;
    bool good = store_answer_now(store, &ask.ask);
    for (size_t i = 0; buffer_row(&ask.rows, i, &row, sizeof row); i++)
        print_campaign(&row);
    buffer_free(&ask.rows);
    return good ? 0 : fail(ask.ask.trouble);
}

static int show_one(Store *store, int64_t number)
{
    CampaignAsk ask = {.ask = {.kind = ASK_CAMPAIGN}, .number = number};
    bool good = store_answer_now(store, &ask.ask);
    int64_t left = ask.row.units - ask.row.counted;
    buffer_free(&ask.curve);
    buffer_free(&ask.analysis);
    if (!good || !ask.found)
        return fail(good ? "there is no such campaign" : ask.ask.trouble);
    print_campaign(&ask.row);
    print_tally(&ask.row);
    if (ask.row.state == CAMPAIGN_RUNS)
        printf("  %lld units wait, %lld are being played\n", (long long)ask.waiting, (long long)ask.leased);
    else if (left)
        printf("  %lld unit%s not counted\n", (long long)left, left == 1 ? " is" : "s are");
    return 0;
}

static int stop_campaign(Store *store, int64_t number)
{
    WriteSet entry = {0};
    write_campaign_stop(&entry, number, (int64_t)time(NULL));
    Verdict verdict = store_keep_now(store, &entry, false);
    entry_clear(&entry);
    if (verdict != VERDICT_KEPT)
        return fail(entry.trouble);
    return entry.changed ? 0 : fail("no campaign of that number is running");
}

/* ---- the command ---- */

static int on_store(Store *store, Wanted *wanted, int argc, char **argv)
{
    int64_t number = 0;
    bool one = argc == 2 && read_number(argv[1], 1, __LONG_MAX__, &number);
    if (!strcmp(argv[0], "new"))
        return new_campaign(store, wanted, argc - 1, argv + 1);
    if (!strcmp(argv[0], "status") && argc == 1)
        return show_all(store);
    if (!strcmp(argv[0], "status") && one)
        return show_one(store, number);
    if (!strcmp(argv[0], "stop") && one)
        return stop_campaign(store, number);
    return 2;
}

int command_campaign(int argc, char **argv)
{
    static char store_name[4200];
    char why[TROUBLE] = "";
    Wanted wanted = {.store = store_name, .row = {.seed = 1, .one_in = CHECK_USUAL}};
    int i = 1, status = 1;
    default_store(store_name, sizeof store_name);
    for (; i < argc && argv[i][0] == '-'; i++)
        if (!(wanted.store = value_of(argc, argv, &i, "--store"))) {
            fputs(campaign_usage, stderr);
            return 2;
        }
    if (i >= argc || sodium_init() < 0) {
        fputs(campaign_usage, stderr);
        return 2;
    }
    Store *store = store_folder(wanted.store) ? store_open(wanted.store, why) : NULL;
    if (store) {
        status = on_store(store, &wanted, argc - i, argv + i);
        store_close(store);
    } else {
        fail(why);
    }
    if (status == 2)
        fputs(campaign_usage, stderr);
    return status;
}
