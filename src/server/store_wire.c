/* store_wire.c — see store_wire.h. */
#include "server/store_wire.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- structures ---- */

#define ONE(type, member) offsetof(type, member), sizeof(((type *)NULL)->member), 1
#define EACH(type, member)                                     \
    offsetof(type, member), sizeof(((type *)NULL)->member[0]), \
        sizeof(((type *)NULL)->member) / sizeof(((type *)NULL)->member[0])
#define INTEGER(type, member)                           \
    {                                                   \
#member, FIELD_INTEGER, ONE(type, member), NULL \
    }
#define INTEGERS(type, member)                           \
    {                                                    \
#member, FIELD_INTEGER, EACH(type, member), NULL \
    }
#define TEXT(type, member)                           \
    {                                                \
#member, FIELD_TEXT, ONE(type, member), NULL \
    }
#define TEXTS(type, member)                           \
    {                                                 \
#member, FIELD_TEXT, EACH(type, member), NULL \
    }
#define BYTES(type, member)                           \
    {                                                 \
#member, FIELD_BYTES, ONE(type, member), NULL \
    }
#define RAW(type, member)                           \
    {                                               \
#member, FIELD_RAW, ONE(type, member), NULL \
    }
#define RAWS(type, member)                           \
    {                                                \
#member, FIELD_RAW, EACH(type, member), NULL \
    }
#define ROW(type, member, fields)                     \
    {                                                 \
#member, FIELD_ROW, ONE(type, member), fields \
    }
#define ROW_EACH(type, member, fields)                 \
    {                                                  \
#member, FIELD_ROW, EACH(type, member), fields \
    }
#define ROWS(type, member, of, fields)                                     \
    {                                                                      \
#member, FIELD_ROWS, offsetof(type, member), sizeof(of), 1, fields \
    }
#define END                                \
    {                                      \
        NULL, FIELD_INTEGER, 0, 0, 0, NULL \
    }

static const WireField user_row[] = {
    INTEGER(UserRow, id),    TEXT(UserRow, name),  TEXT(UserRow, password),   TEXT(UserRow, webhook),
    TEXT(UserRow, language), TEXT(UserRow, theme), INTEGER(UserRow, created), END};

static const WireField mail_row[] = {TEXT(MailRow, address), TEXT(MailRow, secret), INTEGER(MailRow, confirmed),
                                     INTEGER(MailRow, wants), END};

static const WireField seat_row[] = {INTEGER(SeatRow, kind),       INTEGER(SeatRow, user),
                                     TEXT(SeatRow, name),          TEXT(SeatRow, side),
                                     INTEGER(SeatRow, curtain),    TEXT(SeatRow, stand_in),
                                     INTEGER(SeatRow, offered),    TEXT(SeatRow, secret),
                                     INTEGER(SeatRow, offered_to), END};

static const WireField game_row[] = {INTEGER(GameRow, number),
                                     TEXT(GameRow, id),
                                     TEXT(GameRow, scenario),
                                     TEXT(GameRow, invite),
                                     TEXT(GameRow, options),
                                     BYTES(GameRow, seed),
                                     INTEGER(GameRow, branch_length),
                                     BYTES(GameRow, branch_seed),
                                     TEXT(GameRow, origin),
                                     TEXT(GameRow, name),
                                     INTEGER(GameRow, origin_order),
                                     INTEGER(GameRow, is_public),
                                     INTEGER(GameRow, over),
                                     INTEGER(GameRow, owner),
                                     INTEGER(GameRow, created),
                                     INTEGER(GameRow, changed),
                                     TEXT(GameRow, verdict),
                                     TEXT(GameRow, asked),
                                     INTEGER(GameRow, turn),
                                     INTEGER(GameRow, sides),
                                     ROW_EACH(GameRow, seat, seat_row),
                                     {"terms", FIELD_TERMS, ONE(GameRow, terms), NULL},
                                     {"clock", FIELD_CLOCK, ONE(GameRow, clock), NULL},
                                     INTEGER(GameRow, online),
                                     INTEGER(GameRow, spectators),
                                     END};

static const WireField result_row[] = {
    TEXT(ResultRow, game),    TEXT(ResultRow, scenario),    TEXT(ResultRow, side),       TEXT(ResultRow, name),
    INTEGER(ResultRow, user), INTEGER(ResultRow, opponent), INTEGER(ResultRow, before),  INTEGER(ResultRow, after),
    INTEGER(ResultRow, at),   INTEGER(ResultRow, rated),    INTEGER(ResultRow, outcome), END};

static const WireField rating_row[] = {INTEGER(RatingRow, rating),     INTEGER(RatingRow, deviation),
                                       INTEGER(RatingRow, volatility), INTEGER(RatingRow, games),
                                       INTEGER(RatingRow, at),         END};

static const WireField rated_row[] = {TEXT(RatedRow, scenario), TEXT(RatedRow, side), ROW(RatedRow, rating, rating_row),
                                      END};

static const WireField ban_row[] = {INTEGER(BanRow, kind), INTEGER(BanRow, who), INTEGER(BanRow, until),
                                    INTEGER(BanRow, at),   TEXT(BanRow, name),   END};

static const WireField report_row[] = {INTEGER(ReportRow, id),       INTEGER(ReportRow, at),
                                       INTEGER(ReportRow, reporter), INTEGER(ReportRow, user),
                                       TEXT(ReportRow, name),        TEXT(ReportRow, reporter_name),
                                       TEXT(ReportRow, game),        TEXT(ReportRow, text),
                                       TEXT(ReportRow, words),       END};

static const WireField mod_log_row[] = {INTEGER(ModLogRow, id), INTEGER(ModLogRow, at), TEXT(ModLogRow, who),
                                        TEXT(ModLogRow, what), END};
static const WireField session_row[] = {BYTES(SessionRow, token), INTEGER(SessionRow, used), END};
static const WireField due_row[] = {TEXT(DueRow, id), INTEGER(DueRow, due), END};
static const WireField block_row[] = {INTEGER(BlockRow, user), TEXT(BlockRow, name), END};
static const WireField barred_row[] = {INTEGER(BarredRow, user), INTEGER(BarredRow, what), END};
static const WireField number_row[] = {{"number", FIELD_INTEGER, 0, sizeof(int64_t), 1, NULL}, END};
static const WireField change_row[] = {INTEGER(ChangeRow, kind),
                                       INTEGER(ChangeRow, epoch),
                                       INTEGER(ChangeRow, first),
                                       INTEGER(ChangeRow, second),
                                       BYTES(ChangeRow, token),
                                       TEXT(ChangeRow, name),
                                       END};

/* ---- questions ---- */

static const WireField visit_fields[] = {INTEGER(VisitAsk, has_token),
                                         INTEGER(VisitAsk, counts),
                                         INTEGER(VisitAsk, wants_blocks),
                                         BYTES(VisitAsk, token),
                                         INTEGER(VisitAsk, stale_before),
                                         TEXT(VisitAsk, game),
                                         ROW(VisitAsk, user, user_row),
                                         INTEGER(VisitAsk, used),
                                         INTEGER(VisitAsk, games),
                                         INTEGER(VisitAsk, tries),
                                         INTEGER(VisitAsk, found),
                                         INTEGER(VisitAsk, gone),
                                         ROW(VisitAsk, row, game_row),
                                         TEXT(VisitAsk, rematch),
                                         TEXT(VisitAsk, node),
                                         INTEGER(VisitAsk, why),
                                         INTEGER(VisitAsk, gone_at),
                                         RAW(VisitAsk, note),
                                         INTEGER(VisitAsk, barred),
                                         ROWS(VisitAsk, blocks, int64_t, number_row),
                                         ROWS(VisitAsk, blockers, int64_t, number_row),
                                         END};

static const WireField account_fields[] = {TEXT(AccountAsk, name),       TEXT(AccountAsk, likeness),
                                           TEXT(AccountAsk, small),      INTEGER(AccountAsk, asker),
                                           INTEGER(AccountAsk, blocked), ROW(AccountAsk, user, user_row),
                                           INTEGER(AccountAsk, taken),   INTEGER(AccountAsk, has_recovery),
                                           BYTES(AccountAsk, recovery),  END};

static const WireField call_fields[] = {INTEGER(CallAsk, id), ROW(CallAsk, user, user_row), RAW(CallAsk, pushes),
                                        ROW(CallAsk, mail, mail_row), END};

static const WireField sessions_fields[] = {INTEGER(SessionsAsk, user),
                                            ROWS(SessionsAsk, rows, SessionRow, session_row), END};
static const WireField latest_fields[] = {INTEGER(LatestAsk, at), END};
static const WireField due_fields[] = {INTEGER(DueAsk, uptime), ROWS(DueAsk, rows, DueRow, due_row), END};

static const WireField rated_fields[] = {INTEGER(RatedAsk, user), ROWS(RatedAsk, rows, DueRow, due_row), END};

static const WireField rating_fields[] = {TEXT(RatingAsk, game),
                                          TEXT(RatingAsk, scenario),
                                          TEXTS(RatingAsk, side),
                                          INTEGERS(RatingAsk, id),
                                          ROW_EACH(RatingAsk, user, user_row),
                                          ROW_EACH(RatingAsk, rating, rating_row),
                                          INTEGER(RatingAsk, recorded),
                                          END};

static const WireField profile_fields[] = {TEXT(ProfileAsk, name), ROW(ProfileAsk, user, user_row),
                                           ROWS(ProfileAsk, ratings, RatedRow, rated_row),
                                           ROWS(ProfileAsk, results, ResultRow, result_row), END};

static const WireField bans_fields[] = {INTEGER(BansAsk, now), ROWS(BansAsk, bans, BanRow, ban_row),
                                        ROWS(BansAsk, moderators, int64_t, number_row), END};

static const WireField moderation_fields[] = {INTEGER(ModerationAsk, now),
                                              INTEGER(ModerationAsk, list),
                                              INTEGER(ModerationAsk, limit),
                                              INTEGER(ModerationAsk, before),
                                              INTEGER(ModerationAsk, before_kind),
                                              INTEGER(ModerationAsk, before_who),
                                              INTEGER(ModerationAsk, open),
                                              ROWS(ModerationAsk, users, UserRow, user_row),
                                              ROWS(ModerationAsk, reports, ReportRow, report_row),
                                              ROWS(ModerationAsk, bans, BanRow, ban_row),
                                              ROWS(ModerationAsk, log, ModLogRow, mod_log_row),
                                              END};

static const WireField blocks_fields[] = {INTEGER(BlocksAsk, user), ROWS(BlocksAsk, rows, BlockRow, block_row), END};

/* The letter names the node; the server knows its edition and data. */
static const WireField lease_fields[] = {INTEGER(LeaseAsk, epoch),
                                         INTEGER(LeaseAsk, seconds),
                                         TEXT(LeaseAsk, address),
                                         INTEGER(LeaseAsk, leaves),
                                         INTEGER(LeaseAsk, wants_held),
                                         INTEGER(LeaseAsk, position),
                                         INTEGER(LeaseAsk, again),
                                         INTEGER(LeaseAsk, leader),
                                         INTEGER(LeaseAsk, uptime),
                                         TEXT(LeaseAsk, leader_address),
                                         ROWS(LeaseAsk, changes, ChangeRow, change_row),
                                         ROWS(LeaseAsk, held, int64_t, number_row),
                                         END};

static const WireField take_fields[] = {TEXT(TakeAsk, id),
                                        INTEGER(TakeAsk, chat_kept),
                                        INTEGER(TakeAsk, hold),
                                        TEXT(TakeAsk, edition),
                                        INTEGER(TakeAsk, found),
                                        INTEGER(TakeAsk, elsewhere),
                                        TEXT(TakeAsk, node),
                                        ROW(TakeAsk, row, game_row),
                                        RAW(TakeAsk, journal),
                                        RAWS(TakeAsk, standing),
                                        RAW(TakeAsk, chat),
                                        RAW(TakeAsk, plans),
                                        ROWS(TakeAsk, barred, BarredRow, barred_row),
                                        INTEGER(TakeAsk, roll_bytes),
                                        INTEGER(TakeAsk, roll_until),
                                        END};

static const WireField journal_fields[] = {INTEGER(JournalAsk, number), RAW(JournalAsk, text), END};

static const WireField lobby_fields[] = {
    INTEGER(LobbyAsk, user),
    INTEGER(LobbyAsk, limit),
    {"mine", FIELD_ROWS, offsetof(LobbyAsk, rows[LIST_MINE]), sizeof(GameRow), 1, game_row},
    {"open", FIELD_ROWS, offsetof(LobbyAsk, rows[LIST_OPEN]), sizeof(GameRow), 1, game_row},
    {"public", FIELD_ROWS, offsetof(LobbyAsk, rows[LIST_PUBLIC]), sizeof(GameRow), 1, game_row},
    {"offered", FIELD_ROWS, offsetof(LobbyAsk, rows[LIST_OFFERED]), sizeof(GameRow), 1, game_row},
    END};

static const Shape shapes[] = {{ASK_VISIT, "visit", sizeof(VisitAsk), visit_fields},
                               {ASK_ACCOUNT, "account", sizeof(AccountAsk), account_fields},
                               {ASK_CALL, "call", sizeof(CallAsk), call_fields},
                               {ASK_SESSIONS, "sessions", sizeof(SessionsAsk), sessions_fields},
                               {ASK_LATEST, "latest", sizeof(LatestAsk), latest_fields},
                               {ASK_DUE, "due", sizeof(DueAsk), due_fields},
                               {ASK_UNRECORDED, "unrecorded", sizeof(DueAsk), due_fields},
                               {ASK_RATED, "rated", sizeof(RatedAsk), rated_fields},
                               {ASK_BLOCKS, "blocks", sizeof(BlocksAsk), blocks_fields},
                               {ASK_RATING, "rating", sizeof(RatingAsk), rating_fields},
                               {ASK_PROFILE, "profile", sizeof(ProfileAsk), profile_fields},
                               {ASK_BANS, "bans", sizeof(BansAsk), bans_fields},
                               {ASK_MODERATION, "moderation", sizeof(ModerationAsk), moderation_fields},
                               {ASK_LEASE, "lease", sizeof(LeaseAsk), lease_fields},
                               {ASK_TAKE, "take", sizeof(TakeAsk), take_fields},
                               {ASK_JOURNAL, "journal", sizeof(JournalAsk), journal_fields},
                               {ASK_LOBBY, "lobby", sizeof(LobbyAsk), lobby_fields}};

const Shape *shape_of(AskKind kind)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (shapes[i].kind == kind)
            return &shapes[i];
    return NULL;
}

const Shape *shape_named(const char *name)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (!strcmp(shapes[i].name, name))
            return &shapes[i];
    return NULL;
}

/* ---- bytes ---- */

static void add_length(Buffer *out, size_t length)
{
    uint32_t number = (uint32_t)length;
    buffer_add(out, &number, sizeof number);
}

/* Leaves room for a length, which stands before what follows. */
static size_t begin_part(Buffer *out)
{
    size_t at = out->length;
    add_length(out, 0);
    return at;
}

static void end_part(Buffer *out, size_t at)
{
    uint32_t length = (uint32_t)(out->length - at - sizeof length);
    if (!out->failed)
        memcpy(out->bytes + at, &length, sizeof length);
}

static void add_part(Buffer *out, const void *bytes, size_t length)
{
    add_length(out, length);
    buffer_add(out, bytes, length);
}

typedef struct Reader {
    const char *at, *end;
    bool damaged;
} Reader;

static Reader take_part(Reader *from)
{
    uint32_t length = 0;
    bool whole = from->end - from->at >= (ptrdiff_t)sizeof length;
    if (whole)
        memcpy(&length, from->at, sizeof length);
    if (!whole || (size_t)(from->end - from->at) - sizeof length < length) {
        from->damaged = true;
        from->at = from->end;
        return (Reader){0};
    }
    const char *at = from->at + sizeof length;
    from->at = at + length;
    return (Reader){at, at + length, false};
}

static int64_t integer_at(const char *place, size_t size)
{
    uint8_t small;
    int16_t middle;
    int32_t usual;
    int64_t whole;
    switch (size) {
    case sizeof small:
        memcpy(&small, place, sizeof small);
        return small;
    case sizeof middle:
        memcpy(&middle, place, sizeof middle);
        return middle;
    case sizeof usual:
        memcpy(&usual, place, sizeof usual);
        return usual;
    default:
        memcpy(&whole, place, sizeof whole);
        return whole;
    }
}

static void set_integer(char *place, size_t size, int64_t value)
{
    uint8_t small = (uint8_t)value;
    int16_t middle = (int16_t)value;
    int32_t usual = (int32_t)value;
    switch (size) {
    case sizeof small:
        memcpy(place, &small, sizeof small);
        break;
    case sizeof middle:
        memcpy(place, &middle, sizeof middle);
        break;
    case sizeof usual:
        memcpy(place, &usual, sizeof usual);
        break;
    default:
        memcpy(place, &value, sizeof value);
    }
}

static void write_value(Buffer *out, const WireField *field, const char *place)
{
    char text[TERMS_TEXT];
    const Buffer *buffer = (const Buffer *)(const void *)place;
    int64_t number;
    size_t at;
    switch (field->kind) {
    case FIELD_INTEGER:
        number = integer_at(place, field->size);
        add_part(out, &number, sizeof number);
        break;
    case FIELD_TEXT:
        add_part(out, place, strnlen(place, field->size));
        break;
    case FIELD_BYTES:
        add_part(out, place, field->size);
        break;
    case FIELD_RAW:
        add_part(out, buffer->bytes, buffer->length);
        break;
    case FIELD_ROW:
        at = begin_part(out);
        wire_write(out, field->row, place);
        end_part(out, at);
        break;
    case FIELD_ROWS:
        at = begin_part(out);
        for (size_t row = 0; row + field->size <= buffer->length; row += field->size) {
            size_t one = begin_part(out);
            wire_write(out, field->row, buffer->bytes + row);
            end_part(out, one);
        }
        end_part(out, at);
        break;
    case FIELD_TERMS:
        terms_print((const Terms *)(const void *)place, text);
        add_part(out, text, strlen(text));
        break;
    case FIELD_CLOCK:
        clock_print((const Clock *)(const void *)place, text);
        add_part(out, text, strlen(text));
        break;
    }
}

void wire_write(Buffer *out, const WireField *fields, const void *from)
{
    for (const WireField *field = fields; field->name; field++) {
        add_part(out, field->name, strlen(field->name));
        size_t at = begin_part(out);
        for (int i = 0; i < field->count; i++)
            write_value(out, field, (const char *)from + field->offset + (size_t)i * field->size);
        end_part(out, at);
    }
}

static bool read_rows(Reader part, const WireField *field, Buffer *out)
{
    union {
        char bytes[sizeof(GameRow)];
        max_align_t aligned;
    } row;
    _Static_assert(sizeof(GameRow) >= sizeof(ReportRow), "the largest row");
    while (part.at < part.end) {
        Reader one = take_part(&part);
        memset(&row, 0, sizeof row);
        bool good = !part.damaged && field->size <= sizeof row &&
                    wire_read(one.at, (size_t)(one.end - one.at), field->row, row.bytes);
        if (good)
            buffer_add(out, row.bytes, field->size);
        if (!good || out->failed) {
            wire_free(field->row, row.bytes);
            return false;
        }
    }
    return true;
}

static bool read_value(Reader part, const WireField *field, char *place)
{
    size_t length = (size_t)(part.end - part.at);
    Buffer *buffer = (Buffer *)(void *)place;
    char text[TERMS_TEXT];
    switch (field->kind) {
    case FIELD_INTEGER:
        if (length == sizeof(int64_t))
            set_integer(place, field->size, integer_at(part.at, sizeof(int64_t)));
        return length == sizeof(int64_t);
    case FIELD_TEXT:
        if (length >= field->size)
            return false;
        memcpy(place, part.at, length);
        place[length] = '\0';
        return true;
    case FIELD_BYTES:
        if (length == field->size)
            memcpy(place, part.at, length);
        return length == field->size;
    case FIELD_RAW:
        buffer_add(buffer, part.at, length);
        return !buffer->failed;
    case FIELD_ROW:
        return wire_read(part.at, length, field->row, place);
    case FIELD_ROWS:
        return read_rows(part, field, buffer);
    case FIELD_TERMS:
    case FIELD_CLOCK:
        if (length >= sizeof text)
            return false;
        memcpy(text, part.at, length);
        text[length] = '\0';
        if (field->kind == FIELD_TERMS) /* what cannot be read is no clock */
            terms_read(text, (Terms *)(void *)place);
        else
            clock_read(text, (Clock *)(void *)place);
        return true;
    }
    return false;
}

static const WireField *field_named(const WireField *fields, Reader name)
{
    size_t length = (size_t)(name.end - name.at);
    for (const WireField *field = fields; field->name; field++)
        if (strlen(field->name) == length && !memcmp(field->name, name.at, length))
            return field;
    return NULL;
}

bool wire_read(const char *bytes, size_t length, const WireField *fields, void *to)
{
    Reader reader = {bytes, bytes + length, false};
    while (reader.at < reader.end) {
        Reader name = take_part(&reader), values = take_part(&reader);
        const WireField *field = reader.damaged ? NULL : field_named(fields, name);
        if (reader.damaged)
            return false;
        for (int i = 0; field && i < field->count && values.at < values.end; i++) {
            Reader part = take_part(&values);
            if (values.damaged || !read_value(part, field, (char *)to + field->offset + (size_t)i * field->size))
                return false;
        }
    }
    return true;
}

void wire_free(const WireField *fields, void *of)
{
    for (const WireField *field = fields; field->name; field++)
        for (int i = 0; i < field->count; i++) {
            size_t stride = field->kind == FIELD_ROWS ? sizeof(Buffer) : field->size;
            char *place = (char *)of + field->offset + (size_t)i * stride;
            if (field->kind == FIELD_RAW || field->kind == FIELD_ROWS)
                buffer_free((Buffer *)(void *)place);
            else if (field->kind == FIELD_ROW)
                wire_free(field->row, place);
        }
}

/* ---- writes ---- */

static const char *const write_names[WRITES] = {
    [WRITE_OUTBOX] = "outbox",
    [WRITE_OUTBOX_DONE] = "outbox-done",
    [WRITE_WORK_KEY] = "work-key",
    [WRITE_WORK_KEY_END] = "work-key-end",
    [WRITE_CAMPAIGN] = "campaign",
    [WRITE_CAMPAIGN_STOP] = "campaign-stop",
    [WRITE_JOURNAL] = "journal",
    [WRITE_HOLD] = "hold",
    [WRITE_REGISTER] = "register",
    [WRITE_PUSH] = "push",
    [WRITE_MAIL_CONFIRM] = "mail-confirm",
    [WRITE_MAIL_STOP] = "mail-stop",
    [WRITE_REMATCH] = "rematch",
    [WRITE_RESULT] = "result",
    [WRITE_USER_FREE] = "user-free",
    [WRITE_REMOVE_UNUSED] = "remove-unused",
    [WRITE_USER_ADD] = "user-add",
    [WRITE_SETTINGS] = "settings",
    [WRITE_PASSWORD] = "password",
    [WRITE_USER_REMOVE] = "user-remove",
    [WRITE_LIKENESS] = "likeness",
    [WRITE_RECOVERY] = "recovery",
    [WRITE_SESSION_ADD] = "session-add",
    [WRITE_SESSION_USE] = "session-use",
    [WRITE_SESSION_REMOVE] = "session-remove",
    [WRITE_PUSHES_FOLLOW] = "pushes-follow",
    [WRITE_SESSIONS_END] = "sessions-end",
    [WRITE_SESSIONS_EXPIRE] = "sessions-expire",
    [WRITE_GUESTS_EXPIRE] = "guests-expire",
    [WRITE_GAME_ADD] = "game-add",
    [WRITE_GAME_SET] = "game-set",
    [WRITE_GAME_REMOVE] = "game-remove",
    [WRITE_GONE] = "gone",
    [WRITE_TRY] = "try",
    [WRITE_ROLL] = "roll",
    [WRITE_SHELVE] = "shelve",
    [WRITE_SEAT] = "seat",
    [WRITE_SEATS_MOVE] = "seats-move",
    [WRITE_PERSON_MOVE] = "person-move",
    [WRITE_CURTAIN] = "curtain",
    [WRITE_OFFER] = "offer",
    [WRITE_OFFER_END] = "offer-end",
    [WRITE_BAR] = "bar",
    [WRITE_BAR_END] = "bar-end",
    [WRITE_BLOCK] = "block",
    [WRITE_BLOCK_END] = "block-end",
    [WRITE_TERMS] = "terms",
    [WRITE_CLOCK] = "clock",
    [WRITE_UPTIME] = "uptime",
    [WRITE_RATING] = "rating",
    [WRITE_MAIL] = "mail",
    [WRITE_DIGEST] = "digest",
    [WRITE_REPORT] = "report",
    [WRITE_REPORT_CLOSE] = "report-close",
    [WRITE_BAN] = "ban",
    [WRITE_BAN_END] = "ban-end",
    [WRITE_MODERATOR] = "moderator",
    [WRITE_MODERATOR_END] = "moderator-end",
    [WRITE_MOD_LOG] = "mod-log",
    [WRITE_CHAT] = "chat",
    [WRITE_NOTE] = "note",
    [WRITE_PLAN_NOTE] = "plan-note",
    [WRITE_STANDING] = "standing",
    [WRITE_PUSH_DROP] = "push-drop",
    [WRITE_PUSHES_DROP] = "pushes-drop",
    [WRITE_RELEASE] = "release",
    [WRITE_CHANGE] = "change",
    [WRITE_PRESENCE] = "presence",
    [WRITE_PROBE] = "probe",
};

/* A value: its kind and number, and its bytes if it has some. */
typedef struct WireValue {
    int64_t kind, number;
    Buffer bytes;
} WireValue;

typedef struct WireWrite {
    char name[24];
    Buffer values;
} WireWrite;

static const WireField value_fields[] = {INTEGER(WireValue, kind), INTEGER(WireValue, number), RAW(WireValue, bytes),
                                         END};
static const WireField write_fields[] = {TEXT(WireWrite, name), ROWS(WireWrite, values, WireValue, value_fields), END};

static void write_value_part(Buffer *out, const Value *value)
{
    Buffer bytes = {.bytes = (char *)(uintptr_t)value->bytes,
                    .length = value->kind == VALUE_NUMBER ? 0 : (size_t)value->number};
    WireValue wire = {value->kind, value->number, bytes};
    size_t at = begin_part(out);
    wire_write(out, value_fields, &wire);
    end_part(out, at);
}

void writes_to_wire(Buffer *out, const WriteSet *entry)
{
    size_t at = 0;
    WriteKind kind;
    Value values[VALUES_MOST];
    int count;
    while (entry_next(entry, &at, &kind, values, &count)) {
        size_t one = begin_part(out);
        add_part(out, "name", strlen("name"));
        size_t named = begin_part(out);
        add_part(out, write_names[kind], strlen(write_names[kind]));
        end_part(out, named);
        add_part(out, "values", strlen("values"));
        size_t list = begin_part(out), rows = begin_part(out);
        for (int i = 0; i < count; i++)
            write_value_part(out, &values[i]);
        end_part(out, rows);
        end_part(out, list);
        end_part(out, one);
    }
}

static WriteKind write_named(const char *name)
{
    for (int kind = 0; kind < WRITES; kind++)
        if (write_names[kind] && !strcmp(write_names[kind], name))
            return (WriteKind)kind;
    return WRITES;
}

static bool add_write(WriteSet *entry, const WireWrite *wire)
{
    Value values[VALUES_MOST];
    WriteKind kind = write_named(wire->name);
    size_t count = wire->values.length / sizeof(WireValue);
    WireValue value;
    if (kind == WRITES || count > VALUES_MOST)
        return false;
    for (size_t i = 0; i < count; i++) {
        buffer_row(&wire->values, i, &value, sizeof value);
        bool number = value.kind == VALUE_NUMBER;
        if ((!number && value.kind != VALUE_TEXT && value.kind != VALUE_BYTES) ||
            (!number && (size_t)value.number != value.bytes.length))
            return false;
        values[i].kind = number ? VALUE_NUMBER : value.kind == VALUE_TEXT ? VALUE_TEXT : VALUE_BYTES;
        values[i].number = value.number;
        values[i].bytes = value.bytes.bytes ? value.bytes.bytes : "";
    }
    entry_add(entry, kind, values, count);
    return !entry->writes.failed;
}

bool writes_from_wire(const Buffer *writes, WriteSet *entry)
{
    Reader reader = {writes->bytes, writes->bytes + writes->length, false};
    bool good = true;
    while (good && reader.at < reader.end) {
        WireWrite wire = {0};
        WireValue value;
        Reader one = take_part(&reader);
        good = !reader.damaged && wire_read(one.at, (size_t)(one.end - one.at), write_fields, &wire) &&
               add_write(entry, &wire);
        for (size_t i = 0; buffer_row(&wire.values, i, &value, sizeof value); i++)
            buffer_free(&value.bytes);
        buffer_free(&wire.values);
    }
    return good;
}

/* ---- letters ---- */

static const WireField entry_fields[] = {RAW(WireEntry, writes), INTEGER(WireEntry, verdict),
                                         INTEGER(WireEntry, changed), TEXT(WireEntry, trouble), END};
static const WireField letter_fields[] = {TEXT(Letter, kind),
                                          TEXT(Letter, ask),
                                          INTEGER(Letter, program),
                                          INTEGER(Letter, failed),
                                          INTEGER(Letter, spent),
                                          TEXT(Letter, trouble),
                                          INTEGERS(Letter, wanted),
                                          INTEGERS(Letter, reserved),
                                          RAW(Letter, body),
                                          ROWS(Letter, entries, WireEntry, entry_fields),
                                          END};

void letter_write(Buffer *out, const Letter *letter)
{
    size_t at = begin_part(out);
    wire_write(out, letter_fields, letter);
    end_part(out, at);
}

bool letter_read(const char *bytes, size_t length, Letter *out)
{
    *out = (Letter){0};
    return wire_read(bytes, length, letter_fields, out);
}

void letter_free(Letter *letter)
{
    WireEntry entry;
    for (size_t i = 0; buffer_row(&letter->entries, i, &entry, sizeof entry); i++)
        buffer_free(&entry.writes);
    buffer_free(&letter->entries);
    buffer_free(&letter->body);
}
