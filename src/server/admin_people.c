/* admin_people.c — the operator's commands about people: moderators, mutes, bans, reports, and their log. */
#include <stdio.h>
#include <stdlib.h>

#include "server/admin_own.h"
#include "server/admin_people.h"

static int64_t account_named(Store *store, const char *name)
{
    AccountAsk account = {.ask = {.kind = ASK_ACCOUNT}};
    snprintf(account.name, sizeof account.name, "%s", name);
    if (!store_answer_now(store, &account.ask) || !account.user.id) {
        admin_fail(account.ask.failed ? account.ask.trouble : "there is no such account");
        return 0;
    }
    return account.user.id;
}

static int keep(Store *store, WriteSet *entry, const char *what)
{
    write_mod_log(entry, now_seconds(), "operator", what);
    Verdict verdict = store_keep_now(store, entry, false);
    entry_clear(entry);
    return verdict == VERDICT_KEPT ? 0 : admin_fail(entry->trouble);
}

static bool days_of(const char *text, int64_t *until)
{
    char *end;
    long days = text ? strtol(text, &end, 10) : 0;
    if (text && (*end || days < 1 || days > 36500))
        return false;
    *until = text ? now_seconds() + days * DAY : 0;
    return true;
}

static int decide(Store *store, const char *verb, const char *name, const char *days)
{
    char what[200];
    WriteSet entry = {0};
    bool address = strstr(verb, "-address"), on = strncmp(verb, "un", 2);
    BanRow row = {.kind = address ? BAN_ADDRESS : strstr(verb, "mute") ? BAN_CHAT : BAN_ACCOUNT, .at = now_seconds()};
    if (!days_of(days, &row.until))
        return 2;
    row.who = address ? (int64_t)address_of_text(name, strlen(name)) : account_named(store, name);
    if (!row.who)
        return 1;
    if (address && row.who == ADDRESS_UNKNOWN)
        return admin_fail("that is no address");
    if (on)
        write_ban(&entry, &row);
    else
        write_ban_end(&entry, row.kind, row.who);
    snprintf(what, sizeof what, "%s %.100s%s%.10s", verb, name, days ? " days " : "", days ? days : "");
    return keep(store, &entry, what);
}

static int name_moderator(Store *store, const char *name, bool on)
{
    char what[200];
    WriteSet entry = {0};
    int64_t user = account_named(store, name);
    if (!user)
        return 1;
    write_moderator(&entry, user, on);
    snprintf(what, sizeof what, "moderator %.100s %s", name, on ? "on" : "off");
    return keep(store, &entry, what);
}

/* Prints text that users wrote so that a terminal only shows it: control characters, and those that turn the direction
 * of letters, come out as numbers. */
static void print_plain(const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        bool second = at[0] == 0xC2 && at[1] >= 0x80 && at[1] < 0xA0;
        bool turns = at[0] == 0xE2 && ((at[1] == 0x80 && at[2] >= 0xA8 && at[2] <= 0xAE) ||
                                       (at[1] == 0x81 && at[2] >= 0xA6 && at[2] <= 0xA9));
        if (*at < 0x20 || *at == 0x7F || *at == '\\' || second || turns)
            printf("\\x%02X", *at);
        else
            putchar(*at);
    }
}

static void print_fields(const char *const *fields, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        putchar('\t');
        print_plain(fields[i]);
    }
    putchar('\n');
}

static int print_lists(Store *store, bool reports)
{
    ModerationAsk ask = {.ask = {.kind = ASK_MODERATION}, .now = now_seconds()};
    if (!store_answer_now(store, &ask.ask))
        return admin_fail(ask.ask.trouble);
    for (size_t at = 0; reports && at < ask.reports.length; at += sizeof(ReportRow)) {
        ReportRow row;
        memcpy(&row, ask.reports.bytes + at, sizeof row);
        char by[USER_NAME + 4];
        snprintf(by, sizeof by, "by %s", row.reporter_name);
        printf("%lld\t%lld", (long long)row.id, (long long)row.at);
        print_fields((const char *[]){row.name, by, row.game, row.text, row.words}, 5);
    }
    for (size_t at = 0; !reports && at < ask.log.length; at += sizeof(ModLogRow)) {
        ModLogRow row;
        memcpy(&row, ask.log.bytes + at, sizeof row);
        printf("%lld", (long long)row.at);
        print_fields((const char *[]){row.who, row.what}, 2);
    }
    buffer_free(&ask.reports);
    buffer_free(&ask.bans);
    buffer_free(&ask.log);
    buffer_free(&ask.users);
    return 0;
}

int admin_people(const AdminCall *call, Store *store)
{
    static const char *const decisions[] = {"ban", "unban", "mute", "unmute", "ban-address", "unban-address"};
    const char *verb = call->argv[0], *first = call->argc > 1 ? call->argv[1] : NULL;
    const char *second = call->argc > 2 ? call->argv[2] : NULL;
    if ((!strcmp(verb, "reports") || !strcmp(verb, "moderation-log")) && call->argc == 1)
        return print_lists(store, *verb == 'r');
    if (!strcmp(verb, "moderator") && first && call->argc <= 3 && (!second || !strcmp(second, "off")))
        return name_moderator(store, first, !second);
    for (size_t i = 0; first && call->argc <= 3 && i < sizeof decisions / sizeof *decisions; i++)
        if (!strcmp(verb, decisions[i]))
            return decide(store, verb, first, second);
    return 2;
}
