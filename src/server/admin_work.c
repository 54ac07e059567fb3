/* admin_work.c — the operator makes keys for workers, and ends them. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "server/admin_own.h"
#include "server/admin_work.h"
#include "server/work.h"

static Verdict keep(Store *store, WriteSet *entry)
{
    Verdict verdict = store_keep_now(store, entry, false);
    entry_clear(entry);
    return verdict;
}

static int make_key(Store *store, const char *name)
{
    char key[WORK_KEY];
    uint8_t hash[TOKEN_BYTES];
    WriteSet entry = {0};
    if (!*name || strlen(name) >= CAMPAIGN_NAME || strpbrk(name, "\t\n\r"))
        return admin_fail("a key's name has 1 to 79 letters, without tabs");
    random_name(key, WORK_KEY - 1);
    work_key_hash(key, hash);
    write_work_key(&entry, name, hash, now_seconds());
    if (keep(store, &entry) != VERDICT_KEPT)
        return admin_fail(strstr(entry.trouble, "nique") ? "there is a key of that name" : entry.trouble);
    printf("%s\n", key);
    return 0;
}

static int list_keys(Store *store)
{
    WorkKeyAsk keys = {.ask = {.kind = ASK_WORK_KEY}, .all = true};
    WorkKeyRow row;
    bool good = store_answer_now(store, &keys.ask);
    for (size_t i = 0; buffer_row(&keys.keys, i, &row, sizeof row); i++) {
        printf("%lld\t%s\t", (long long)row.number, row.name);
        admin_date(row.created);
        fputs("\tlast seen ", stdout);
        admin_date(row.seen);
        printf("\tunits %lld\thours %lld\t%s\n", (long long)row.units, (long long)(row.milliseconds / 3600000),
               !row.ended ? "good" : row.why);
    }
    buffer_free(&keys.keys);
    return good ? 0 : admin_fail(keys.ask.trouble);
}

static int end_key(Store *store, const char *name)
{
    WriteSet entry = {0};
    write_work_key_end(&entry, name, now_seconds(), "ended by the operator");
    if (keep(store, &entry) != VERDICT_KEPT)
        return admin_fail(entry.trouble);
    return entry.changed ? 0 : admin_fail("there is no good key of that name");
}

int admin_work(const AdminCall *call, Store *store)
{
    const char *verb = call->argv[0];
    if (!strcmp(verb, "worker-key") && call->argc == 2)
        return make_key(store, call->argv[1]);
    if (!strcmp(verb, "worker-keys") && call->argc == 1)
        return list_keys(store);
    if (!strcmp(verb, "end-worker-key") && call->argc == 2)
        return end_key(store, call->argv[1]);
    return 2;
}
