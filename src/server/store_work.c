/* store_work.c — campaigns and their queue, for every engine that speaks SQL.
 *
 * Workers' requests are answered in one transaction for all that came meanwhile (answer_work). A server that counts
 * results has locked the campaign's row, so that of several servers one counts at a time. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/own.h"
#include "server/store_sql.h"

/* ---- rows ---- */

static void take_campaign(Rows *rows, CampaignRow *row)
{
    *row = (CampaignRow){.number = take_number(rows)};
    take_text(rows, row->token, sizeof row->token);
    take_text(rows, row->name, sizeof row->name);
    int64_t kind = take_number(rows);
    row->kind = kind >= 0 && kind < CAMPAIGN_KINDS ? (CampaignKind)kind : CAMPAIGN_BALANCE;
    take_text(rows, row->scenario, sizeof row->scenario);
    take_text(rows, row->options, sizeof row->options);
    take_text(rows, row->players, sizeof row->players);
    row->seed = take_number(rows);
    row->low = take_number(rows);
    row->high = take_number(rows);
    take_text(rows, row->game, sizeof row->game);
    take_text(rows, row->program, sizeof row->program);
    row->priority = take_number(rows);
    row->owner = take_number(rows);
    row->created = take_number(rows);
    row->units = take_number(rows);
    row->one_in = take_number(rows);
    take_bytes(rows, row->secret, sizeof row->secret);
    row->state = (CampaignState)take_number(rows);
    row->ended = take_number(rows);
    row->counted = take_number(rows);
    row->milliseconds = take_number(rows);
    row->timed = take_number(rows);
    take_text(rows, row->verdict, sizeof row->verdict);
    take_text(rows, row->tally, sizeof row->tally);
    if (row->one_in < 1)
        row->one_in = 1;
}

static void take_key(Rows *rows, void *out)
{
    WorkKeyRow *key = out;
    *key = (WorkKeyRow){.number = take_number(rows)};
    take_text(rows, key->name, sizeof key->name);
    key->created = take_number(rows);
    key->seen = take_number(rows);
    key->ended = take_number(rows);
    take_text(rows, key->why, sizeof key->why);
    key->units = take_number(rows);
    key->milliseconds = take_number(rows);
}

/* ---- reading ---- */

bool answer_work_key(Sql *sql, Ask *ask)
{
    WorkKeyAsk *wanted = (WorkKeyAsk *)ask;
    if (wanted->all)
        return list_rows(read_rows(sql, WORK_KEYS_ALL, NO_VALUES), take_key, sizeof(WorkKeyRow), &wanted->keys);
    Rows rows = read_rows(sql, WORK_KEY_GET, VALUES(as_bytes(wanted->hash, sizeof wanted->hash)));
    if (next_row(&rows))
        take_key(&rows, &wanted->key);
    return end_rows(&rows);
}

bool answer_campaigns(Sql *sql, Ask *ask)
{
    CampaignsAsk *wanted = (CampaignsAsk *)ask;
    CampaignRow row;
    Rows rows = wanted->token[0] ? read_rows(sql, CAMPAIGN_NAMED, VALUES(as_text(wanted->token)))
                                 : read_rows(sql, CAMPAIGNS_SEEN,
                                             VALUES(as_number(wanted->user), as_number(wanted->own ? wanted->user : 0),
                                                    as_number(wanted->all)));
    while (next_row(&rows)) {
        take_campaign(&rows, &row);
        buffer_add(&wanted->rows, &row, sizeof row);
    }
    return end_rows(&rows);
}

static bool get_campaign(Sql *sql, Statement how, int64_t number, CampaignRow *row, bool *found)
{
    Rows rows = read_rows(sql, how, VALUES(as_number(number)));
    *found = next_row(&rows);
    if (*found)
        take_campaign(&rows, row);
    return end_rows(&rows);
}

enum { UNIT_WAITS, UNIT_LEASED, UNIT_ENDED, UNIT_FAILED };
enum { CHECK_NONE, CHECK_WANTED, CHECK_TAKEN, CHECK_AGREES };

static bool read_analysis(Sql *sql, CampaignAsk *wanted)
{
    Rows rows = read_rows(sql, UNITS_RESULTS, VALUES(as_number(wanted->number)));
    if (next_row(&rows)) {
        size_t length;
        take_number(&rows);
        bool failed = take_number(&rows) == UNIT_FAILED;
        const char *text = take_long_text(&rows, &length);
        buffer_add(&wanted->analysis, text, failed ? 0 : length);
    }
    return end_rows(&rows);
}

/* Counts again from the first unit on, and notes now and then how it stood. */
static bool read_curve(Sql *sql, CampaignAsk *wanted)
{
    CampaignRow row = wanted->row;
    Tally tally = {0};
    int64_t counted = row.counted, step = counted / CURVE_POINTS + 1;
    Rows rows = read_rows(sql, UNITS_RESULTS, VALUES(as_number(wanted->number)));
    row.counted = 0;
    while (row.counted < counted && next_row(&rows)) {
        size_t length;
        char text[UNIT_RESULT];
        if (take_number(&rows) != row.counted)
            break;
        bool failed = take_number(&rows) == UNIT_FAILED;
        const char *bytes = take_long_text(&rows, &length);
        snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : 0), bytes);
        campaign_add(&row, &tally, failed ? NULL : text);
        if (tally.units % step == 0 || row.counted == counted)
            buffer_add(&wanted->curve, &tally, sizeof tally);
    }
    return end_rows(&rows);
}

bool answer_campaign(Sql *sql, Ask *ask)
{
    CampaignAsk *wanted = (CampaignAsk *)ask;
    if (!get_campaign(sql, CAMPAIGN_GET, wanted->number, &wanted->row, &wanted->found) || !wanted->found)
        return !sql->trouble[0];
    Rows rows = read_rows(sql, UNITS_COUNT, VALUES(as_number(wanted->number)));
    if (next_row(&rows) && wanted->row.state == CAMPAIGN_RUNS) { /* of another one nobody plays any */
        wanted->waiting = take_number(&rows);
        wanted->leased = take_number(&rows);
    }
    return end_rows(&rows) &&
           (wanted->row.kind == CAMPAIGN_ANALYSE ? read_analysis(sql, wanted) : read_curve(sql, wanted));
}

/* ---- counting ---- */

enum { UNITS_AT_ONCE = 100 };

/* Results that follow those that are counted, up to the first unit that is not there yet. */
static bool count_more(Sql *sql, CampaignRow *row, Tally *tally, bool *more)
{
    int64_t from = row->counted;
    *more = false;
    Rows rows =
        read_rows(sql, UNITS_DONE, VALUES(as_number(row->number), as_number(from), as_number(from + UNITS_AT_ONCE)));
    while (next_row(&rows)) {
        size_t length;
        char text[UNIT_RESULT];
        int64_t unit = take_number(&rows), state = take_number(&rows);
        const char *bytes = take_long_text(&rows, &length);
        if (unit != row->counted || state < UNIT_ENDED || row->state != CAMPAIGN_RUNS)
            break;
        snprintf(text, sizeof text, "%.*s", (int)(length < sizeof text ? length : 0), bytes);
        campaign_add(row, tally, state == UNIT_FAILED ? NULL : text);
        campaign_judge(row, tally, now_seconds());
        *more = row->counted - from == UNITS_AT_ONCE;
    }
    return end_rows(&rows);
}

static bool count_campaign(Sql *sql, int64_t number)
{
    CampaignRow row;
    Tally tally;
    bool found, more;
    if (!get_campaign(sql, CAMPAIGN_LOCK, number, &row, &found))
        return false;
    if (!found || row.state != CAMPAIGN_RUNS)
        return true;
    tally_read(row.tally, &tally);
    do {
        if (!count_more(sql, &row, &tally, &more))
            return false;
    } while (more && row.state == CAMPAIGN_RUNS);
    tally_print(&tally, row.tally);
    return run_statement(sql, CAMPAIGN_SET,
                         VALUES(as_number(row.counted), as_text(row.tally), as_number(row.state), as_number(row.ended),
                                as_text(row.verdict), as_number(row.number)));
}

/* Requests that came together are read and written once: campaigns that are to be counted when everything is written,
 * the campaign that is locked, the key that is used, and what was earned since. */
typedef struct Counting {
    int64_t number[32];
    int count;
    CampaignRow locked;       /* number 0: none */
    int64_t key;              /* that is good, as far as it was checked; 0: none */
    int64_t kept, spent;      /* of the locked campaign and the key: units, milliseconds; not yet written */
    CampaignRow next;         /* whose units were given last; number 0: no worker got any */
    char program[PROGRAM_ID]; /* … to workers of this program */
} Counting;

/* Writes down what the key has earned with the campaign. */
static bool pay(Sql *sql, Counting *counting)
{
    int64_t kept = counting->kept, spent = counting->spent;
    counting->kept = counting->spent = 0;
    return !kept ||
           (run_statement(sql, CAMPAIGN_TIMED,
                          VALUES(as_number(spent), as_number(kept), as_number(counting->locked.number))) &&
            run_statement(sql, WORK_KEY_EARNED, VALUES(as_number(kept), as_number(spent), as_number(counting->key))));
}

static bool count_all(Sql *sql, Counting *counting)
{
    if (!pay(sql, counting))
        return false;
    counting->locked.number = 0;
    for (int i = 0; i < counting->count; i++)
        if (!count_campaign(sql, counting->number[i]))
            return false;
    counting->count = 0;
    return true;
}

static bool must_count(Sql *sql, Counting *counting, int64_t campaign)
{
    for (int i = 0; i < counting->count; i++)
        if (counting->number[i] == campaign)
            return true;
    if (counting->count == sizeof counting->number / sizeof *counting->number && !count_all(sql, counting))
        return false;
    counting->number[counting->count++] = campaign;
    return true;
}

/* ---- leases ---- */

/* Units of leases that have run out wait again. */
static bool end_leases(Sql *sql, int64_t now, Counting *counting)
{
    Buffer hurt = {0};
    Rows rows = read_rows(sql, LEASES_FREE, VALUES(as_number(now)));
    for (int64_t last = 0; next_row(&rows);) {
        int64_t campaign = take_number(&rows);
        if (campaign != last)
            buffer_add(&hurt, &campaign, sizeof campaign);
        last = campaign;
    }
    bool good = end_rows(&rows) && !hurt.failed && run_statement(sql, LEASES_END, VALUES(as_number(now)));
    int64_t campaign;
    for (size_t i = 0; good && buffer_row(&hurt, i, &campaign, sizeof campaign); i++)
        good = must_count(sql, counting, campaign);
    buffer_free(&hurt);
    return good;
}

typedef struct Lease {
    int64_t number, campaign, until, units; /* units: that it still has */
} Lease;

static bool find_lease(Sql *sql, WorkItem *item, Lease *lease)
{
    *lease = (Lease){0};
    Rows rows = read_rows(sql, LEASE_GET, VALUES(as_text(item->lease), as_number(item->key)));
    if (next_row(&rows)) {
        lease->number = take_number(&rows);
        lease->campaign = take_number(&rows);
        lease->until = take_number(&rows);
        lease->units = take_number(&rows);
    }
    item->stale = !lease->number;
    return end_rows(&rows);
}

/* So many units that they take some minutes of all cores; of units not timed yet, one a core. Never more than a quarter
 * of the units left, so that the last ones are shared. */
static int64_t batch_of(const CampaignRow *row, const WorkItem *item)
{
    enum { BATCH_MILLISECONDS = 450000 };
    int64_t each = row->timed ? row->milliseconds / row->timed + 1 : 0;
    int64_t count = each ? item->cores * BATCH_MILLISECONDS / each : item->cores;
    int64_t left = (row->units - row->counted) / 4 + 1, most = left > item->cores ? left : item->cores;
    count = count > most ? most : count;
    count = count > UNITS_A_LEASE ? UNITS_A_LEASE : count;
    if (item->most && count > item->most)
        count = item->most;
    return count < 1 ? 1 : count;
}

/* A new lease; or the one that the worker has, if it goes on with the same campaign. */
static bool get_lease(Sql *sql, WorkItem *item, int64_t *lease)
{
    *lease = item->held;
    if (*lease && item->campaign == item->row.number)
        return item->until >= item->now + item->seconds * 2 / 3 ||
               run_statement(sql, LEASE_RENEW, VALUES(as_number(item->now + item->seconds), as_number(*lease)));
    if (*lease && !run_statement(sql, LEASE_END, VALUES(as_number(*lease))))
        return false;
    item->held = 0;
    random_name(item->lease, CAMPAIGN_TOKEN - 1);
    Rows rows =
        read_rows(sql, LEASE_ADD,
                  VALUES(as_text(item->lease), as_number(item->key), as_text(item->machine),
                         as_number(item->row.number), as_number(item->now), as_number(item->now + item->seconds)));
    while (next_row(&rows))
        *lease = take_number(&rows);
    return end_rows(&rows);
}

static bool end_lease(Sql *sql, WorkItem *item)
{
    int64_t lease = item->held;
    item->held = 0;
    return !lease || run_statement(sql, LEASE_END, VALUES(as_number(lease)));
}

static bool take_units(Sql *sql, WorkItem *item)
{
    int64_t lease;
    if (!get_lease(sql, item, &lease))
        return false;
    Rows rows = read_rows(sql, UNITS_TAKE,
                          VALUES(as_number(item->row.number), as_number(batch_of(&item->row, item)), as_number(lease)));
    bool good = list_rows(rows, take_one_number, sizeof(int64_t), &item->units);
    item->given = item->units.length;
    if (item->given || !good)
        return good;
    item->held = lease;
    return end_lease(sql, item);
}

/* Of the campaigns that run, the first one that has units no other server is taking at this moment: the same for all
 * who came together, as long as it has any. */
static bool acquire(Sql *sql, WorkItem *item, Counting *counting)
{
    enum { CAMPAIGNS_TRIED = 4 };
    if (counting->next.number && !strcmp(counting->program, item->program)) {
        item->row = counting->next;
        if (!take_units(sql, item))
            return false;
        if (item->given)
            return true;
    }
    for (int64_t i = 0; i < CAMPAIGNS_TRIED && !item->given; i++) {
        Rows rows = read_rows(sql, CAMPAIGN_NEXT, VALUES(as_text(item->program), as_number(i)));
        bool found = next_row(&rows);
        if (found)
            take_campaign(&rows, &item->row);
        if (!end_rows(&rows))
            return false;
        if (!found)
            break;
        if (!take_units(sql, item))
            return false;
    }
    if (item->given) {
        counting->next = item->row;
        memcpy(counting->program, item->program, sizeof counting->program);
        return true;
    }
    if (!end_lease(sql, item))
        return false;
    Rows rows = read_rows(sql, CAMPAIGN_OTHERS, VALUES(as_text(item->program)));
    item->foreign = next_row(&rows) && take_number(&rows);
    return end_rows(&rows);
}

/* ---- results ---- */

static bool keep_result(Sql *sql, WorkItem *item, const CampaignRow *row, int64_t lease, const ResultHead *head,
                        const char *text)
{
    int64_t check = campaign_checks(row, head->unit) ? CHECK_WANTED : CHECK_NONE;
    Rows rows = read_rows(sql, UNIT_DONE,
                          VALUES(as_long_text(text, (size_t)head->length), as_number(item->key), as_number(check),
                                 as_number(row->number), as_number(head->unit), as_number(lease)));
    while (next_row(&rows))
        item->kept++;
    return end_rows(&rows);
}

static bool keep_results(Sql *sql, WorkItem *item, const CampaignRow *row, int64_t lease, Counting *counting)
{
    ResultHead head;
    int64_t spent;
    const Buffer *all = item->results;
    for (size_t at = 0; at + sizeof head <= all->length;) {
        memcpy(&head, all->bytes + at, sizeof head);
        const char *text = all->bytes + at + sizeof head;
        memcpy(&spent, text + head.length + 1, sizeof spent);
        at += sizeof head + (size_t)head.length + 1 + sizeof spent;
        if (!campaign_result_fits(row, text, (size_t)head.length))
            continue; /* it is as if the unit had not been played */
        int64_t before = item->kept;
        if (!keep_result(sql, item, row, lease, &head, text))
            return false;
        counting->spent += item->kept > before ? spent : 0;
    }
    counting->kept += item->kept;
    return true;
}

/* No other server counts it until all that came is written. */
static bool lock_campaign(Sql *sql, int64_t number, Counting *counting)
{
    bool found;
    if (counting->locked.number == number)
        return true;
    if (!pay(sql, counting) || !get_campaign(sql, CAMPAIGN_LOCK, number, &counting->locked, &found))
        return false;
    if (!found) /* it went with its units */
        counting->locked = (CampaignRow){.number = number, .state = CAMPAIGN_STOPPED, .one_in = 1};
    return true;
}

/* Units of the lease that no result is there for wait again. */
static bool submit(Sql *sql, WorkItem *item, Counting *counting)
{
    Lease lease;
    if (!find_lease(sql, item, &lease))
        return false;
    if (item->stale)
        return true;
    if (!lock_campaign(sql, lease.campaign, counting))
        return false;
    const CampaignRow *row = &counting->locked;
    if (row->state == CAMPAIGN_RUNS && item->kind == WORK_SUBMIT &&
        !keep_results(sql, item, row, lease.number, counting))
        return false;
    item->campaign = lease.campaign;
    item->until = lease.until;
    item->held = lease.number;
    return (item->kept == lease.units || run_statement(sql, UNITS_FREE, VALUES(as_number(lease.number)))) &&
           (item->wants || end_lease(sql, item)) && must_count(sql, counting, lease.campaign);
}

/* A campaign that has ended gets no more workers. */
static bool renew(Sql *sql, WorkItem *item)
{
    Lease lease;
    bool found;
    if (!find_lease(sql, item, &lease) || item->stale)
        return !sql->trouble[0];
    if (!get_campaign(sql, CAMPAIGN_GET, lease.campaign, &item->row, &found))
        return false;
    item->stale = !found || item->row.state != CAMPAIGN_RUNS;
    return item->stale ||
           run_statement(sql, LEASE_RENEW, VALUES(as_number(item->now + item->seconds), as_number(lease.number)));
}

/* ---- played again ---- */

static bool take_check(Sql *sql, WorkItem *item)
{
    bool found = false;
    if (item->wants && !run_statement(sql, CHECKS_AGAIN, NO_VALUES)) /* any earlier holder of them is gone */
        return false;
    Rows rows = read_rows(sql, CHECK_TAKE, NO_VALUES);
    while (next_row(&rows)) {
        item->campaign = take_number(&rows);
        item->unit = take_number(&rows);
        item->given = true;
    }
    if (!end_rows(&rows) || !item->given)
        return !sql->trouble[0];
    return get_campaign(sql, CAMPAIGN_GET, item->campaign, &item->row, &found) && (item->given = found, true);
}

/* Everything the key brought is dropped, and counted again; what it was about to play waits for others. */
static bool refuse_key(Sql *sql, int64_t key, const WorkItem *item, Counting *counting)
{
    char why[200];
    Buffer hurt = {0};
    int64_t campaign;
    snprintf(why, sizeof why, "unit %lld of campaign %lld came out otherwise when it was played again",
             (long long)item->unit, (long long)item->campaign);
    counting->key = 0;
    bool good =
        list_rows(read_rows(sql, CAMPAIGNS_HURT, VALUES(as_number(key))), take_one_number, sizeof campaign, &hurt) &&
        run_statement(sql, WORK_KEY_REFUSE, VALUES(as_number(item->now), as_text(why), as_number(key))) &&
        run_statement(sql, RESULTS_DROP, VALUES(as_number(key))) &&
        run_statement(sql, WORKER_FREES, VALUES(as_number(key))) &&
        run_statement(sql, WORKER_LEASES_END, VALUES(as_number(key)));
    for (size_t i = 0; good && buffer_row(&hurt, i, &campaign, sizeof campaign); i++)
        good =
            run_statement(sql, CAMPAIGNS_RECOUNT, VALUES(as_number(campaign))) && must_count(sql, counting, campaign);
    buffer_free(&hurt);
    return good;
}

static bool checked(Sql *sql, WorkItem *item, Counting *counting)
{
    int64_t key = 0;
    bool agrees = true;
    Rows rows = read_rows(sql, CHECK_GET, VALUES(as_number(item->campaign), as_number(item->unit)));
    if (next_row(&rows)) {
        size_t length;
        bool ended = take_number(&rows) == UNIT_ENDED;
        key = take_number(&rows);
        const char *text = take_long_text(&rows, &length);
        agrees = !ended || !item->result || (length == strlen(item->result) && !memcmp(text, item->result, length));
    }
    if (!end_rows(&rows))
        return false;
    if (!agrees) {
        item->differs = true;
        item->key = key;
        return refuse_key(sql, key, item, counting);
    }
    return run_statement(
        sql, CHECK_DONE,
        VALUES(as_number(item->result ? CHECK_AGREES : CHECK_NONE), as_number(item->campaign), as_number(item->unit)));
}

/* ---- all of them ---- */

/* The key was good when the request came; it must still be good now. */
static bool use_key(Sql *sql, WorkItem *item, Counting *counting)
{
    item->refused = false;
    if (counting->key == item->key)
        return true;
    if (!pay(sql, counting))
        return false;
    Rows rows = read_rows(sql, WORK_KEY_USED, VALUES(as_number(item->now), as_number(item->key)));
    item->refused = true;
    while (next_row(&rows))
        item->refused = false;
    counting->key = item->refused ? 0 : item->key;
    return end_rows(&rows);
}

static bool do_item(Sql *sql, WorkItem *item, Counting *counting)
{
    if (item->kind <= WORK_SUBMIT && (!use_key(sql, item, counting) || item->refused))
        return item->refused && !sql->trouble[0];
    switch (item->kind) {
    case WORK_ACQUIRE:
        return true;
    case WORK_SUBMIT:
    case WORK_ABORT:
        return submit(sql, item, counting);
    case WORK_RENEW:
        return renew(sql, item);
    case WORK_TAKE_CHECK:
        return take_check(sql, item);
    case WORK_CHECKED:
        return checked(sql, item, counting);
    }
    return true;
}

/* Results brought are counted first: they may end a campaign, which then gives no more units. */
bool answer_work(Sql *sql, Ask *ask)
{
    WorkAsk *work = (WorkAsk *)ask;
    Counting counting = {0};
    if (work->tidies && !end_leases(sql, work->now, &counting))
        return false;
    for (int i = 0; i < work->count; i++)
        if (!do_item(sql, work->items[i], &counting))
            return false;
    if (!count_all(sql, &counting))
        return false;
    for (int i = 0; i < work->count; i++)
        if ((work->items[i]->kind == WORK_ACQUIRE || work->items[i]->wants) && work->items[i]->kind < WORK_RENEW &&
            !work->items[i]->refused && !acquire(sql, work->items[i], &counting))
            return false;
    return true;
}
