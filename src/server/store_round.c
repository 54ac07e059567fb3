/* store_round.c — entries of a round: how a write is put into an entry and taken out again by an engine.
 *
 * A write is its kind and its values, one after the other in the entry's buffer, each padded to eight bytes. */
#include <string.h>

#include "server/store.h"

typedef struct WriteHead {
    uint32_t kind, count;
} WriteHead;

typedef struct ValueHead {
    int64_t kind, number;
} ValueHead;

enum { PADDING = 8 };

static size_t padded(size_t length) { return (length + PADDING - 1) / PADDING * PADDING; }

static Value as_number(int64_t number) { return (Value){VALUE_NUMBER, number, NULL}; }
static Value as_text(const char *text) { return (Value){VALUE_TEXT, (int64_t)strlen(text), text}; }
static Value as_bytes(const void *bytes, size_t length) { return (Value){VALUE_BYTES, (int64_t)length, bytes}; }

void entry_add(WriteSet *entry, WriteKind kind, const Value *values, size_t count)
{
    static const char zeros[PADDING];
    WriteHead head = {(uint32_t)kind, (uint32_t)count};
    buffer_add(&entry->writes, &head, sizeof head);
    for (size_t i = 0; i < count; i++) {
        ValueHead value = {values[i].kind, values[i].number};
        size_t length = values[i].kind == VALUE_NUMBER ? 0 : (size_t)values[i].number;
        buffer_add(&entry->writes, &value, sizeof value);
        buffer_add(&entry->writes, values[i].bytes, length);
        buffer_add(&entry->writes, zeros, padded(length) - length);
    }
}

#define ADD(entry, kind, ...) \
    entry_add(entry, kind, (const Value[]){__VA_ARGS__}, sizeof((const Value[]){__VA_ARGS__}) / sizeof(Value))

bool entry_next(const WriteSet *entry, size_t *at, WriteKind *kind, Value values[VALUES_MOST], int *count)
{
    WriteHead head;
    const char *bytes = entry->writes.bytes;
    if (*at >= entry->writes.length)
        return false;
    memcpy(&head, bytes + *at, sizeof head);
    *at += sizeof head;
    *kind = (WriteKind)head.kind;
    *count = (int)head.count;
    for (uint32_t i = 0; i < head.count; i++) {
        ValueHead value;
        memcpy(&value, bytes + *at, sizeof value);
        *at += sizeof value;
        values[i].kind = value.kind == VALUE_NUMBER ? VALUE_NUMBER
                         : value.kind == VALUE_TEXT ? VALUE_TEXT
                                                    : VALUE_BYTES;
        values[i].number = value.number;
        values[i].bytes = bytes + *at;
        *at += value.kind == VALUE_NUMBER ? 0 : padded((size_t)value.number);
    }
    return true;
}

void entry_append(WriteSet *entry, const WriteSet *other)
{
    buffer_add(&entry->writes, other->writes.bytes, other->writes.length);
    entry->writes.failed |= other->writes.failed;
}

void entry_clear(WriteSet *entry) { buffer_free(&entry->writes); }

/* ---- each kind ---- */

void write_journal(WriteSet *entry, int64_t number, int64_t at, const char *bytes, size_t length)
{
    ADD(entry, WRITE_JOURNAL, as_number(number), as_number(at), {VALUE_TEXT, (int64_t)length, bytes},
        as_number(at + (int64_t)length));
}

void write_register(WriteSet *entry, const UserRow *row, const char *likeness, const char *small)
{
    ADD(entry, WRITE_REGISTER, as_number(row->id), as_text(row->name), as_text(row->password), as_text(likeness),
        as_text(small));
}

void write_push(WriteSet *entry, int64_t user, const char *endpoint, const uint8_t token[TOKEN_BYTES])
{
    ADD(entry, WRITE_PUSH, as_text(endpoint), as_number(user), as_bytes(token, TOKEN_BYTES));
}

void write_remove_unused(WriteSet *entry, int64_t number) { ADD(entry, WRITE_REMOVE_UNUSED, as_number(number)); }

void write_user_add(WriteSet *entry, const UserRow *row)
{
    ADD(entry, WRITE_USER_ADD, as_number(row->id), as_text(row->name), as_text(row->password), as_text(row->webhook),
        as_text(row->language), as_text(row->theme), as_number(row->created));
}

void write_user_settings(WriteSet *entry, const UserRow *row)
{
    ADD(entry, WRITE_SETTINGS, as_number(row->id), as_text(row->webhook), as_text(row->language), as_text(row->theme));
}

void write_password(WriteSet *entry, int64_t user, const char *password)
{
    ADD(entry, WRITE_PASSWORD, as_number(user), as_text(password));
}

void write_user_free(WriteSet *entry, int64_t id) { ADD(entry, WRITE_USER_FREE, as_number(id)); }
void write_user_remove(WriteSet *entry, int64_t id) { ADD(entry, WRITE_USER_REMOVE, as_number(id)); }

void write_likeness(WriteSet *entry, const char *likeness, int64_t user)
{
    ADD(entry, WRITE_LIKENESS, as_text(likeness), as_number(user));
}

void write_recovery(WriteSet *entry, int64_t user, const uint8_t hash[TOKEN_BYTES])
{
    ADD(entry, WRITE_RECOVERY, as_number(user), as_bytes(hash, TOKEN_BYTES));
}

void write_session_add(WriteSet *entry, const uint8_t token[TOKEN_BYTES], int64_t user, int64_t now)
{
    ADD(entry, WRITE_SESSION_ADD, as_bytes(token, TOKEN_BYTES), as_number(user), as_number(now));
}

void write_session_use(WriteSet *entry, const uint8_t token[TOKEN_BYTES], int64_t now)
{
    ADD(entry, WRITE_SESSION_USE, as_bytes(token, TOKEN_BYTES), as_number(now));
}

void write_session_remove(WriteSet *entry, const uint8_t token[TOKEN_BYTES])
{
    ADD(entry, WRITE_SESSION_REMOVE, as_bytes(token, TOKEN_BYTES));
}

void write_pushes_follow(WriteSet *entry, const uint8_t from[TOKEN_BYTES], const uint8_t to[TOKEN_BYTES])
{
    ADD(entry, WRITE_PUSHES_FOLLOW, as_bytes(from, TOKEN_BYTES), as_bytes(to, TOKEN_BYTES));
}

void write_sessions_end(WriteSet *entry, int64_t user) { ADD(entry, WRITE_SESSIONS_END, as_number(user)); }
void write_sessions_expire(WriteSet *entry, int64_t before) { ADD(entry, WRITE_SESSIONS_EXPIRE, as_number(before)); }
void write_guests_expire(WriteSet *entry, int64_t before) { ADD(entry, WRITE_GUESTS_EXPIRE, as_number(before)); }

void write_game_add(WriteSet *entry, const GameRow *row)
{
    ADD(entry, WRITE_GAME_ADD, as_number(row->number), as_text(row->id), as_text(row->scenario), as_text(row->options),
        as_bytes(row->seed, sizeof row->seed), as_number(row->branch_length),
        as_bytes(row->branch_seed, sizeof row->branch_seed), as_text(row->invite), as_number(row->is_public),
        as_number(row->owner), as_number(row->created), as_number(row->changed), as_number(row->over),
        as_text(row->verdict), as_number(row->turn), as_text(row->asked));
    for (int side = 0; side < row->sides; side++) {
        write_seat(entry, row->number, side, &row->seat[side]);
        if (row->seat[side].curtain)
            write_curtain(entry, row->number, side, row->seat[side].curtain);
    }
    if (row->origin[0])
        write_try(entry, row);
    if (terms_say(&row->terms)) {
        write_terms(entry, row->number, &row->terms);
        write_clock(entry, row->number, &row->clock);
    }
}

void write_game_set(WriteSet *entry, const GameRow *row)
{
    ADD(entry, WRITE_GAME_SET, as_number(row->number), as_number(row->over), as_text(row->verdict),
        as_number(row->turn), as_text(row->asked), as_number(row->changed));
}

void write_game_remove(WriteSet *entry, int64_t number) { ADD(entry, WRITE_GAME_REMOVE, as_number(number)); }

void write_gone(WriteSet *entry, const char *id, Gone why, int64_t now)
{
    ADD(entry, WRITE_GONE, as_text(id), as_number(why), as_number(now));
}

void write_try(WriteSet *entry, const GameRow *row)
{
    ADD(entry, WRITE_TRY, as_number(row->number), as_text(row->origin), as_number(row->origin_order),
        as_text(row->name));
}

void write_roll(WriteSet *entry, int64_t number, int64_t bytes, int64_t until)
{
    ADD(entry, WRITE_ROLL, as_number(number), as_number(bytes), as_number(until));
}

void write_shelve(WriteSet *entry, int64_t number, int64_t user)
{
    ADD(entry, WRITE_SHELVE, as_number(number), as_number(user));
}

void write_seat(WriteSet *entry, int64_t number, int side, const SeatRow *row)
{
    ADD(entry, WRITE_SEAT, as_number(number), as_number(side), as_text(row->side), as_number(row->kind),
        as_number(row->user),
        as_text(row->kind == SEAT_PLAYER  ? row->name
                : row->kind == SEAT_HUMAN ? row->stand_in
                                          : ""));
}

void write_seats_move(WriteSet *entry, int64_t from, int64_t to)
{
    ADD(entry, WRITE_SEATS_MOVE, as_number(from), as_number(to));
}

void write_person_move(WriteSet *entry, int64_t from, int64_t to)
{
    ADD(entry, WRITE_PERSON_MOVE, as_number(from), as_number(to));
}

void write_curtain(WriteSet *entry, int64_t number, int side, uint8_t curtain)
{
    ADD(entry, WRITE_CURTAIN, as_number(number), as_number(side), as_number(curtain));
}

void write_offer(WriteSet *entry, int64_t number, int side, int64_t user, const char *secret)
{
    ADD(entry, WRITE_OFFER, as_number(number), as_number(side), as_number(user), as_text(secret));
}

void write_offer_end(WriteSet *entry, int64_t number, int side)
{
    ADD(entry, WRITE_OFFER_END, as_number(number), as_number(side));
}

void write_bar(WriteSet *entry, int64_t number, int64_t user, Barred what, bool on)
{
    ADD(entry, on ? WRITE_BAR : WRITE_BAR_END, as_number(number), as_number(user), as_number(what));
}

void write_block(WriteSet *entry, int64_t user, int64_t blocked, bool on)
{
    ADD(entry, on ? WRITE_BLOCK : WRITE_BLOCK_END, as_number(user), as_number(blocked));
}

void write_terms(WriteSet *entry, int64_t number, const Terms *terms)
{
    char text[TERMS_TEXT];
    terms_print(terms, text);
    ADD(entry, WRITE_TERMS, as_number(number), as_text(text));
}

void write_clock(WriteSet *entry, int64_t number, const Clock *clock)
{
    char text[TERMS_TEXT];
    clock_print(clock, text);
    ADD(entry, WRITE_CLOCK, as_number(number), as_number(clock->due), as_text(text));
}

void write_rematch(WriteSet *entry, int64_t number, const char *id)
{
    ADD(entry, WRITE_REMATCH, as_number(number), as_text(id));
}

void write_result(WriteSet *entry, const ResultRow *row)
{
    ADD(entry, WRITE_RESULT, as_text(row->game), as_text(row->side), as_number(row->user), as_number(row->opponent),
        as_text(row->scenario), as_number(row->outcome), as_number(row->rated), as_number(row->before),
        as_number(row->after), as_number(row->at));
}

void write_rating(WriteSet *entry, int64_t user, const char *scenario, const char *side, const RatingRow *row,
                  int64_t games)
{
    ADD(entry, WRITE_RATING, as_number(user), as_text(scenario), as_text(side), as_number(row->rating),
        as_number(row->deviation), as_number(row->volatility), as_number(row->games), as_number(row->at),
        as_number(games));
}

void write_mail(WriteSet *entry, int64_t user, const MailRow *row)
{
    ADD(entry, WRITE_MAIL, as_number(user), as_text(row->address), as_number(row->confirmed), as_number(row->wants),
        as_text(row->secret));
}

void write_mail_confirm(WriteSet *entry, const char *secret) { ADD(entry, WRITE_MAIL_CONFIRM, as_text(secret)); }
void write_mail_stop(WriteSet *entry, const char *secret) { ADD(entry, WRITE_MAIL_STOP, as_text(secret)); }

void write_digest(WriteSet *entry, int64_t user, int64_t now)
{
    ADD(entry, WRITE_DIGEST, as_number(user), as_number(now));
}

void write_report(WriteSet *entry, const ReportRow *row)
{
    ADD(entry, WRITE_REPORT, as_number(row->at), as_number(row->reporter), as_number(row->user), as_text(row->game),
        as_text(row->text), as_text(row->words));
}

void write_report_close(WriteSet *entry, int64_t id) { ADD(entry, WRITE_REPORT_CLOSE, as_number(id)); }

void write_ban(WriteSet *entry, const BanRow *row)
{
    ADD(entry, WRITE_BAN, as_number(row->kind), as_number(row->who), as_number(row->until), as_number(row->at));
}

void write_ban_end(WriteSet *entry, BanKind kind, int64_t who)
{
    ADD(entry, WRITE_BAN_END, as_number(kind), as_number(who));
}

void write_moderator(WriteSet *entry, int64_t user, bool on)
{
    ADD(entry, on ? WRITE_MODERATOR : WRITE_MODERATOR_END, as_number(user));
}

void write_mod_log(WriteSet *entry, int64_t at, const char *who, const char *what)
{
    ADD(entry, WRITE_MOD_LOG, as_number(at), as_text(who), as_text(what));
}

void write_uptime(WriteSet *entry, int64_t seconds) { ADD(entry, WRITE_UPTIME, as_number(seconds)); }

void write_chat(WriteSet *entry, int64_t number, const char *name, const char *text, int64_t at, int64_t user)
{
    ADD(entry, WRITE_CHAT, as_number(number), as_text(name), as_text(text), as_number(at), as_number(user));
}

void write_note(WriteSet *entry, int64_t number, int64_t user, const char *text)
{
    ADD(entry, WRITE_NOTE, as_number(number), as_number(user), as_text(text));
}

void write_plan_note(WriteSet *entry, int64_t number, int plan, const char *text)
{
    ADD(entry, WRITE_PLAN_NOTE, as_number(number), as_number(plan), as_text(text));
}

void write_standing(WriteSet *entry, int64_t number, int side, const char *text)
{
    ADD(entry, WRITE_STANDING, as_number(number), as_number(side), as_text(text));
}

void write_push_drop(WriteSet *entry, const char *endpoint, int64_t user)
{
    ADD(entry, WRITE_PUSH_DROP, as_text(endpoint), as_number(user));
}

void write_pushes_drop(WriteSet *entry, int64_t user) { ADD(entry, WRITE_PUSHES_DROP, as_number(user)); }

void write_hold(WriteSet *entry, int64_t number, int64_t epoch)
{
    ADD(entry, WRITE_HOLD, as_number(number), as_number(epoch));
}

void write_release(WriteSet *entry, int64_t number, int64_t epoch)
{
    ADD(entry, WRITE_RELEASE, as_number(number), as_number(epoch));
}

void write_change(WriteSet *entry, const ChangeRow *row)
{
    ADD(entry, WRITE_CHANGE, as_number(row->kind), as_number(row->epoch), as_number(row->first), as_number(row->second),
        as_bytes(row->token, sizeof row->token), as_text(row->name));
}

void write_presence(WriteSet *entry, int64_t number, int64_t epoch, unsigned online, int spectators)
{
    ADD(entry, WRITE_PRESENCE, as_number(number), as_number(epoch), as_number(online), as_number(spectators));
}

void write_outbox(WriteSet *entry, const OutboxRow *row, const Buffer *text)
{
    ADD(entry, WRITE_OUTBOX, as_text(row->id), as_number(row->user), as_text(row->event), as_text(row->game),
        as_text(row->scenario), as_text(row->side), as_number(row->left), as_number(row->at), as_text(row->address),
        {VALUE_TEXT, text ? (int64_t)text->length : 0, text && text->bytes ? text->bytes : ""});
}

void write_outbox_done(WriteSet *entry, int64_t number) { ADD(entry, WRITE_OUTBOX_DONE, as_number(number)); }

void write_work_key(WriteSet *entry, const char *name, const uint8_t hash[TOKEN_BYTES], int64_t now)
{
    ADD(entry, WRITE_WORK_KEY, as_text(name), as_bytes(hash, TOKEN_BYTES), as_number(now));
}

void write_work_key_end(WriteSet *entry, const char *name, int64_t now, const char *why)
{
    ADD(entry, WRITE_WORK_KEY_END, as_number(now), as_text(why), as_text(name));
}

void write_campaign(WriteSet *entry, const CampaignRow *row)
{
    ADD(entry, WRITE_CAMPAIGN, as_text(row->token), as_number(row->units), as_text(row->name), as_number(row->kind),
        as_text(row->scenario), as_text(row->options), as_text(row->players), as_number(row->seed), as_number(row->low),
        as_number(row->high), as_text(row->game), as_text(row->program), as_number(row->priority),
        as_number(row->owner), as_number(row->created), as_number(row->one_in),
        as_bytes(row->secret, sizeof row->secret));
}

void write_campaign_stop(WriteSet *entry, int64_t number, int64_t now)
{
    ADD(entry, WRITE_CAMPAIGN_STOP, as_number(now), as_number(number));
}

void write_probe(WriteSet *entry) { entry_add(entry, WRITE_PROBE, NULL, 0); }

/* ---- what TakeAsk gives as lists ---- */

void chat_line_add(Buffer *chat, const ChatLine *line)
{
    size_t before = chat->length;
    buffer_add(chat, &line->at, sizeof line->at);
    buffer_add(chat, &line->user, sizeof line->user);
    buffer_add(chat, line->name, strlen(line->name) + 1);
    buffer_add(chat, line->text, strlen(line->text) + 1);
    if (chat->failed) /* half a line is none */
        chat->length = before;
}

bool chat_line_next(const Buffer *chat, size_t *place, ChatLine *out)
{
    if (*place >= chat->length)
        return false;
    const char *at = chat->bytes + *place;
    memcpy(&out->at, at, sizeof out->at);
    memcpy(&out->user, at + sizeof out->at, sizeof out->user);
    out->name = at + sizeof out->at + sizeof out->user;
    out->text = out->name + strlen(out->name) + 1;
    *place = (size_t)(out->text + strlen(out->text) + 1 - chat->bytes);
    return true;
}

void plan_note_add(Buffer *plans, int plan, const char *text)
{
    size_t before = plans->length;
    buffer_add(plans, &plan, sizeof plan);
    buffer_add(plans, text, strlen(text) + 1);
    if (plans->failed)
        plans->length = before;
}

bool plan_note_next(const Buffer *plans, size_t *place, int *plan, const char **text)
{
    if (*place >= plans->length)
        return false;
    memcpy(plan, plans->bytes + *place, sizeof *plan);
    *text = plans->bytes + *place + sizeof *plan;
    *place = (size_t)(*text + strlen(*text) + 1 - plans->bytes);
    return true;
}
