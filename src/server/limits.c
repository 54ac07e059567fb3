/* limits.c — rate limits: buckets by kind and by requester, and a budget of processor time.
 *
 * An entry is exact: one kind of limit of one address, user or account. Its place in the table depends on a key that is
 * drawn at the start, so no client can make two entries collide. An entry whose bucket is full again carries no
 * information and is dropped when the table grows. Addresses count by household: an IPv4 address, also when it comes
 * mapped into IPv6, and a /64 of IPv6.
 *
 * Processor time is debited after it was spent, for messages, requests and workers' jobs alike. A user whose budget is
 * spent is answered when it has grown again. Within one round of the loop no user takes more than his share while
 * others wait. */
#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <time.h>

#include "server/own.h"

enum { ENTRIES_FIRST = 1024, ENTRIES_MOST = 1 << 20 };
/* A round is shared: so many microseconds a user, and an address, before his next message waits for the others. */
enum { ROUND_USER = 4000, ROUND_ADDRESS = 12000 };
/* A /64 that ends in zeros would otherwise have the number of an IPv4 address. */
#define SHORT_NET ((uint64_t)1 << 63)

static const struct {
    double rate, burst;
} limits[LIMITS] = {[LIMIT_REQUEST] = {50, 400},        [LIMIT_GUEST] = {0.2, 30},
                    [LIMIT_PASSWORD] = {0.1, 8},        [LIMIT_CREATE] = {0.2, 20},
                    [LIMIT_CHAT] = {0.5, 20},           [LIMIT_NOTE] = {1, 30},
                    [LIMIT_JOIN] = {1.0 / 60, 5},       [LIMIT_JOIN_ADDRESS] = {1.0 / 30, 10},
                    [LIMIT_MAIL] = {1.0 / 300, 10},     [LIMIT_MAIL_FROM] = {1.0 / 600, 10},
                    [LIMIT_MAIL_TO] = {1.0 / 86400, 2}, [LIMIT_REPORT] = {1.0 / 60, 5},
                    [LIMIT_CHAIN] = {1.0 / 30, 60},     [LIMIT_MESSAGE] = {120, 600},
                    [LIMIT_ACCOUNT] = {1.0 / 30, 20},   [LIMIT_COST_USER] = {1, 5},
                    [LIMIT_COST_ADDRESS] = {2.5, 12.5}, [LIMIT_WORK] = {0.5, 10},
                    [LIMIT_AT_HOME] = {1.0 / 30, 20},   [LIMIT_REPORT_ADDRESS] = {1.0 / 300, 10}};

typedef struct Allowance {
    uint64_t who;
    uint8_t used, limit;
    uint32_t round; /* of the loop, in which that time was spent */
    uint32_t spent;
    Bucket bucket;
} Allowance;

/* Where an account is at home: addresses from which its sessions were used last. It is not kept: after a start they are
 * learned again. A set of four accounts gives up the one that was noted longest ago. */
enum { HOME_SETS = 2048, HOME_WAYS = 4, HOMES = 8 };

typedef struct Home {
    uint64_t account, address[HOMES];
    int64_t noted;
    int next;
} Home;

/* For processor time the table above counts in shares of a processor that one user may take. */
struct Limits {
    double share;
    unsigned char key[crypto_shorthash_KEYBYTES];
    Allowance *entry;
    uint32_t room, count;
    Home home[HOME_SETS][HOME_WAYS];
};

Limits *limits_open(int share)
{
    Limits *all = calloc(1, sizeof *all);
    if (!all)
        return NULL;
    all->share = share / 100.0;
    all->entry = calloc(ENTRIES_FIRST, sizeof *all->entry);
    all->room = ENTRIES_FIRST;
    crypto_shorthash_keygen(all->key);
    if (all->entry)
        return all;
    free(all);
    return NULL;
}

void limits_close(Limits *all)
{
    if (all)
        free(all->entry);
    free(all);
}

/* ---- entries ---- */

static uint32_t place_of(const Limits *all, Limit limit, uint64_t who, uint32_t room)
{
    uint64_t named[2] = {who, (uint64_t)limit};
    unsigned char hash[crypto_shorthash_BYTES];
    uint32_t place;
    crypto_shorthash(hash, (const unsigned char *)named, sizeof named, all->key);
    memcpy(&place, hash, sizeof place);
    return place & (room - 1);
}

static Allowance *look_up(const Limits *all, Allowance *entries, uint32_t room, Limit limit, uint64_t who)
{
    uint32_t at = place_of(all, limit, who, room);
    while (entries[at].used && (entries[at].who != who || entries[at].limit != (uint8_t)limit))
        at = (at + 1) & (room - 1);
    return &entries[at];
}

static void fill(Bucket *bucket, double rate, double burst)
{
    int64_t now = now_microseconds();
    if (!bucket->at)
        bucket->tokens = burst;
    bucket->tokens += (double)(now - bucket->at) * 1e-6 * rate;
    if (bucket->tokens > burst)
        bucket->tokens = burst;
    bucket->at = now;
}

static bool is_cost(Limit limit) { return limit == LIMIT_COST_USER || limit == LIMIT_COST_ADDRESS; }

static double rate_of(const Limits *all, Limit limit) { return limits[limit].rate * (is_cost(limit) ? all->share : 1); }

static double burst_of(const Limits *all, Limit limit)
{
    return limits[limit].burst * (is_cost(limit) ? all->share : 1);
}

/* Drops entries that are full again; false without memory, or when there are too many that are not. */
static bool make_room(Limits *all)
{
    uint32_t full = 0, room = all->room;
    for (uint32_t i = 0; i < all->room; i++) {
        Allowance *entry = &all->entry[i];
        if (!entry->used)
            continue;
        fill(&entry->bucket, rate_of(all, (Limit)entry->limit), burst_of(all, (Limit)entry->limit));
        entry->used = entry->bucket.tokens < burst_of(all, (Limit)entry->limit);
        full += entry->used;
    }
    while (full > room / 2 && room < ENTRIES_MOST)
        room *= 2;
    while (room > ENTRIES_FIRST && full < room / 8)
        room /= 2;
    Allowance *entries = full <= room / 2 ? calloc(room, sizeof *entries) : NULL;
    for (uint32_t i = 0; i < all->room && entries; i++)
        if (all->entry[i].used)
            *look_up(all, entries, room, (Limit)all->entry[i].limit, all->entry[i].who) = all->entry[i];
    if (!entries)
        return false;
    free(all->entry);
    all->entry = entries;
    all->room = room;
    all->count = full;
    return true;
}

/* NULL: there is no room for one more, so nothing more is allowed. */
static Allowance *entry_of(Limits *all, Limit limit, uint64_t who)
{
    Allowance *entry = look_up(all, all->entry, all->room, limit, who);
    if (!entry->used) {
        if (all->count >= all->room / 4 * 3) {
            if (!make_room(all))
                return NULL;
            entry = look_up(all, all->entry, all->room, limit, who);
        }
        *entry = (Allowance){.who = who, .used = 1, .limit = (uint8_t)limit};
        all->count++;
    }
    fill(&entry->bucket, rate_of(all, limit), burst_of(all, limit));
    return entry;
}

bool bucket_take(Bucket *bucket, double rate, double burst)
{
    fill(bucket, rate, burst);
    if (bucket->tokens < 1)
        return false;
    bucket->tokens -= 1;
    return true;
}

bool limit_take(Server *server, Limit limit, uint64_t who)
{
    if (!server->config->limits)
        return true;
    Allowance *entry = entry_of(server->limits, limit, who);
    if (entry && entry->bucket.tokens >= 1) {
        entry->bucket.tokens -= 1;
        return true;
    }
    server->metrics.limited++;
    return false;
}

void limit_give_back(Server *server, Limit limit, uint64_t who)
{
    Allowance *entry = server->config->limits ? entry_of(server->limits, limit, who) : NULL;
    if (entry)
        entry->bucket.tokens += 1;
}

/* ---- where accounts are at home ---- */

static Home *home_set(const Limits *all, uint64_t account)
{
    return (Home *)all->home[place_of(all, LIMIT_AT_HOME, account, HOME_SETS)];
}

bool home_is(const Server *server, uint64_t account, uint64_t address)
{
    const Home *set = home_set(server->limits, account);
    for (int way = 0; way < HOME_WAYS; way++)
        for (int i = 0; set[way].noted && set[way].account == account && i < HOMES; i++)
            if (set[way].address[i] == address)
                return address != ADDRESS_UNKNOWN;
    return false;
}

void home_note(Server *server, uint64_t account, uint64_t address)
{
    Home *set = home_set(server->limits, account), *home = &set[0];
    for (int way = 0; way < HOME_WAYS; way++) {
        if (set[way].noted && set[way].account == account) {
            home = &set[way];
            break;
        }
        if (set[way].noted < home->noted)
            home = &set[way];
    }
    if (!home->noted || home->account != account)
        *home = (Home){.account = account};
    bool known = home_is(server, account, address);
    home->noted = now_microseconds();
    if (known)
        return;
    home->address[home->next] = address;
    home->next = (home->next + 1) % HOMES;
}

/* ---- processor time ---- */

int64_t thread_microseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

static bool budget_is_spent(Server *server, Limit limit, uint64_t who)
{
    const Allowance *entry = entry_of(server->limits, limit, who);
    return !entry || entry->bucket.tokens <= 0;
}

bool cost_is_spent(Server *server, int64_t user, uint64_t address)
{
    if (!server->config->limits)
        return false;
    if (!(user && budget_is_spent(server, LIMIT_COST_USER, (uint64_t)user)) &&
        !budget_is_spent(server, LIMIT_COST_ADDRESS, address))
        return false;
    server->metrics.limited++;
    return true;
}

static void debit(Server *server, Limit limit, uint64_t who, int64_t microseconds)
{
    Allowance *entry = entry_of(server->limits, limit, who);
    if (!entry)
        return;
    double least = -4 * burst_of(server->limits, limit); /* no user waits for ever for one expensive answer */
    entry->bucket.tokens -= (double)microseconds * 1e-6;
    if (entry->bucket.tokens < least)
        entry->bucket.tokens = least;
    if (entry->round != server->round)
        entry->spent = 0;
    entry->round = server->round;
    entry->spent += (uint32_t)microseconds;
}

void cost_debit(Server *server, int64_t user, uint64_t address, int64_t microseconds)
{
    if (microseconds <= 0)
        return;
    if (user)
        debit(server, LIMIT_COST_USER, (uint64_t)user, microseconds);
    if (address)
        debit(server, LIMIT_COST_ADDRESS, address, microseconds);
}

void work_debit(Server *server, int64_t user, int64_t microseconds)
{
    if (user)
        debit(server, LIMIT_WORK, (uint64_t)user, microseconds);
}

bool work_is_spent(Server *server, int64_t user)
{
    return server->config->limits && user && budget_is_spent(server, LIMIT_WORK, (uint64_t)user);
}

static bool share_is_spent(Server *server, Limit limit, uint64_t who, uint32_t share)
{
    const Allowance *entry = entry_of(server->limits, limit, who);
    return entry && entry->round == server->round && entry->spent > share;
}

bool cost_must_wait(Server *server, int64_t user, uint64_t address)
{
    return share_is_spent(server, LIMIT_COST_USER, (uint64_t)user, ROUND_USER) ||
           share_is_spent(server, LIMIT_COST_ADDRESS, address, ROUND_ADDRESS);
}

/* ---- addresses ---- */

uint64_t address_of_six(const struct in6_addr *six)
{
    uint32_t four;
    uint64_t net;
    if (IN6_IS_ADDR_V4MAPPED(six)) {
        memcpy(&four, six->s6_addr + 12, sizeof four);
        return ntohl(four);
    }
    memcpy(&net, six->s6_addr, sizeof net); /* a household has a /64 */
    return net > UINT32_MAX ? net : net | SHORT_NET;
}

uint64_t address_of_text(const char *text, size_t length)
{
    char copy[INET6_ADDRSTRLEN + 2];
    struct in6_addr six;
    struct in_addr four;
    if (length && text[0] == '[') { /* [address]:port */
        text++;
        length = strcspn(text, "]") < length - 1 ? strcspn(text, "]") : length - 1;
    }
    if (!length || length >= sizeof copy)
        return ADDRESS_UNKNOWN;
    memcpy(copy, text, length);
    copy[length] = '\0';
    if (inet_pton(AF_INET6, copy, &six) == 1)
        return address_of_six(&six);
    copy[strcspn(copy, ":")] = '\0';
    return inet_pton(AF_INET, copy, &four) == 1 ? ntohl(four.s_addr) : ADDRESS_UNKNOWN;
}

uint64_t account_of(const char *name)
{
    static const unsigned char key[crypto_shorthash_KEYBYTES]; /* the table has a secret one */
    unsigned char lower[USER_NAME] = {0}, hash[crypto_shorthash_BYTES];
    uint64_t who;
    size_t length = 0;
    for (; name[length] && length < sizeof lower; length++)
        lower[length] = name[length] >= 'A' && name[length] <= 'Z' ? (unsigned char)(name[length] + 'a' - 'A')
                                                                   : (unsigned char)name[length];
    crypto_shorthash(hash, lower, length, key);
    memcpy(&who, hash, sizeof who);
    return who;
}
