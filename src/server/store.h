/* store.h — where users, games and journals are kept.
 *
 * The loop never waits for the store. It gives two kinds of task, and is called back when `store_pump` finds them done:
 *
 *   WriteSet  a few writes that belong together, an entry of a round. Entries gather until no round is under way; then
 * all of them are sent as one round, which costs one flush. For each entry the store returns a Verdict. Until an entry
 * is KEPT no client may learn of it.
 *   Ask       one compound question. It sees every round that was kept before it was asked.
 *
 * A write of an entry may be a condition ("decides" below): if it changes nothing, nothing of the entry is written, and
 * the entry is LOST. Other entries of the round are not concerned.
 *
 * An Engine is one blocking connection to a database; no dialect is used outside its files. A Store has three of them,
 * each with a thread: one writes rounds, one answers quick questions, one answers what may take long. Before
 * `store_begin`, and in programs that never call it, tasks are done by `store_pump` itself. */
#ifndef SANDTABLE_STORE_H
#define SANDTABLE_STORE_H

#include "core/game.h"
#include "server/buffer.h"
#include "server/campaign.h"
#include "server/terms.h"

#define USER_NAME 64
#define GAME_ID 16
#define INVITE 28
#define TOKEN_BYTES 32
#define TROUBLE 300
#define NODE_ADDRESS 64
#define EDITION_TEXT 96
enum { NAME_LIKENESS = 256, MAIL_ADDRESS = 200 };

/* ---- rows ---- */

typedef struct UserRow {
    int64_t id;
    char name[USER_NAME];
    char password[128]; /* Argon2id, empty for a guest */
    char webhook[256], language[16], theme[16];
    int64_t created;
} UserRow;

enum { MAIL_TURNS = 1, MAIL_DIGEST = 2 };

typedef struct MailRow {
    char address[MAIL_ADDRESS]; /* empty: none */
    char secret[INVITE];        /* confirms it, and stops all mail */
    bool confirmed;
    int wants;
} MailRow;

typedef enum SeatKind { SEAT_OPEN, SEAT_HUMAN, SEAT_PLAYER } SeatKind;

typedef struct SeatRow {
    SeatKind kind;
    int64_t user;         /* SEAT_HUMAN */
    char name[USER_NAME]; /* the user's, or the player's of the machine */
    char side[16];
    uint8_t curtain;    /* hot seat: 1 + the side its user last sat as; 0: he never sat down */
    char stand_in[16];  /* SEAT_HUMAN: the computer player that plays for him until he takes the seat back */
    bool offered;       /* SEAT_HUMAN: to a user, or to the bearer of the secret */
    int64_t offered_to; /* 0: to the secret's bearer */
    char secret[INVITE];
} SeatRow;

typedef enum Gone { GONE_UNPLAYED, GONE_REMOVED } Gone;

#define TRY_NAME 64

typedef struct GameRow {
    int64_t number;
    char id[GAME_ID], scenario[48], invite[INVITE];
    char options[OPTIONS_MAX * 48];
    uint8_t seed[SHA256_BYTES];
    /* A what-if begins with the journal of another game: so many bytes of it, rolled with that game's seed. */
    int64_t branch_length;
    uint8_t branch_seed[SHA256_BYTES];
    /* Of a what-if: the game it comes from, after which order, and its owner's name for it. */
    char origin[GAME_ID], name[TRY_NAME];
    int origin_order;
    bool is_public, over;
    int64_t owner, created, changed;
    char verdict[400]; /* see keep_verdict() */
    char asked[16];
    int turn;
    int sides;
    SeatRow seat[SIDES];
    Terms terms;
    Clock clock;
    /* Players (a bit each side) and spectators, if the table is another node's. */
    unsigned online;
    int spectators;
} GameRow;

/* The result of a game for one of its two players; ratings in hundredths. */
typedef struct ResultRow {
    char game[GAME_ID], scenario[48], side[16], name[USER_NAME]; /* name: the opponent's */
    int64_t user, opponent, before, after, at;
    int outcome; /* 0 lost, 1 drawn, 2 won */
    bool rated;
} ResultRow;

/* A rating as it is kept: hundredths, and millionths of the volatility; 0 games: there is none yet. */
typedef struct RatingRow {
    int64_t rating, deviation, volatility, games, at;
} RatingRow;

typedef struct RatedRow {
    char scenario[48], side[16];
    RatingRow rating;
} RatedRow;

/* Moderators' decisions: about an account, an address (as it counts, limits.c), or an account's chat everywhere. */
typedef enum BanKind { BAN_ACCOUNT, BAN_ADDRESS, BAN_CHAT } BanKind;

typedef struct BanRow {
    BanKind kind;
    int64_t who, until, at; /* until 0: for ever */
    char name[USER_NAME];   /* of an account */
    int64_t seen;           /* by a steady clock, if it begins in the future; 0: it does not */
} BanRow;

typedef struct ReportRow {
    int64_t id, at, reporter, user;
    char name[USER_NAME], reporter_name[USER_NAME], game[GAME_ID];
    char text[1024], words[512]; /* the reported text, and the reporter's comment */
} ReportRow;

typedef struct ModLogRow {
    int64_t id, at;
    char who[USER_NAME], what[200];
} ModLogRow;

/* A decision of a game's host about a user. */
/* SAT_THERE + a side: he has sat there while another user sat or had sat at another one. */
typedef enum Barred { BARRED_SEATS = 1, BARRED_CHAT = 2, SAT_THERE = 4 } Barred;

/* ---- writing ---- */

typedef enum WriteKind {
    WRITE_JOURNAL,       /* decides: the journal must end where these lines begin, and the game be this node's */
    WRITE_HOLD,          /* decides: the game is this node's */
    WRITE_REGISTER,      /* decides: the user is a guest, and no account has the name or one that looks like it */
    WRITE_PUSH,          /* decides: no other user has the address */
    WRITE_MAIL_CONFIRM,  /* decides: a user has the key */
    WRITE_MAIL_STOP,     /* decides: the same */
    WRITE_RESULT,        /* decides: the game has none yet for that side */
    WRITE_REMATCH,       /* decides: the game has none yet that is still there */
    WRITE_RATING,        /* decides: the rating is still the one that it was made from */
    WRITE_USER_FREE,     /* decides: no rated game of his goes on */
    WRITE_REMOVE_UNUSED, /* decides: the game has not changed since it was begun */
    WRITE_USER_ADD,
    WRITE_SETTINGS,
    WRITE_PASSWORD,
    WRITE_USER_REMOVE,
    WRITE_LIKENESS,
    WRITE_RECOVERY,
    WRITE_SESSION_ADD,
    WRITE_SESSION_USE,
    WRITE_SESSION_REMOVE,
    WRITE_PUSHES_FOLLOW,
    WRITE_SESSIONS_END,
    WRITE_SESSIONS_EXPIRE,
    WRITE_GUESTS_EXPIRE,
    WRITE_GAME_ADD,
    WRITE_GAME_SET,
    WRITE_GAME_REMOVE,
    WRITE_GONE,
    WRITE_TRY,
    WRITE_ROLL,
    WRITE_SHELVE,
    WRITE_SEAT,
    WRITE_SEATS_MOVE,
    WRITE_PERSON_MOVE,
    WRITE_CURTAIN,
    WRITE_OFFER,
    WRITE_OFFER_END,
    WRITE_BAR,
    WRITE_BAR_END,
    WRITE_BLOCK,
    WRITE_BLOCK_END,
    WRITE_TERMS,
    WRITE_CLOCK,
    WRITE_UPTIME,
    WRITE_MAIL,
    WRITE_DIGEST,
    WRITE_REPORT,
    WRITE_REPORT_CLOSE,
    WRITE_BAN,
    WRITE_BAN_END,
    WRITE_MODERATOR,
    WRITE_MODERATOR_END,
    WRITE_MOD_LOG,
    WRITE_CHAT,
    WRITE_NOTE,
    WRITE_PLAN_NOTE,
    WRITE_STANDING,
    WRITE_PUSH_DROP,
    WRITE_PUSHES_DROP,
    WRITE_RELEASE,
    WRITE_CHANGE,
    WRITE_PRESENCE,
    WRITE_OUTBOX,
    WRITE_OUTBOX_DONE,
    WRITE_WORK_KEY,
    WRITE_WORK_KEY_END,
    WRITE_CAMPAIGN,
    WRITE_CAMPAIGN_STOP,
    WRITE_PROBE, /* changes nothing: tests whether anything can be written */
    WRITES
} WriteKind;

static inline bool write_decides(WriteKind kind) { return kind <= WRITE_REMOVE_UNUSED; }

typedef enum Verdict {
    VERDICT_KEPT,
    VERDICT_LOST,    /* its condition did not hold: another write was first */
    VERDICT_REFUSED, /* nothing of it is written; the reason is in `trouble` */
    VERDICT_UNKNOWN  /* unclear: read again before any answer */
} Verdict;

typedef struct WriteSet WriteSet;
struct WriteSet {
    Buffer writes;
    Verdict verdict;
    int64_t changed;               /* rows that its first write changed */
    char trouble[TROUBLE];         /* of one that is not kept */
    void (*done)(WriteSet *entry); /* by the caller that pumps; the entry is his */
    WriteSet *next;
};

/* One value of a write or of a statement. */
typedef struct Value {
    enum { VALUE_NUMBER, VALUE_TEXT, VALUE_BYTES } kind;
    int64_t number; /* or how many bytes */
    const void *bytes;
} Value;

#define VALUES_MOST 28
/* The write at that place and where the next one is; false when there is none. Values point into the entry. */
bool entry_next(const WriteSet *entry, size_t *at, WriteKind *kind, Value values[VALUES_MOST], int *count);
/* A write as it was taken out of another entry. */
void entry_add(WriteSet *entry, WriteKind kind, const Value *values, size_t count);
/* All writes of the other entry follow those of this one. */
void entry_append(WriteSet *entry, const WriteSet *other);
void entry_clear(WriteSet *entry);

void write_journal(WriteSet *entry, int64_t number, int64_t at, const char *bytes, size_t length);
void write_register(WriteSet *entry, const UserRow *row, const char *likeness, const char *small);
/* Of the browser that has the session, and for as long as that lasts; the user keeps eight at most. */
void write_push(WriteSet *entry, int64_t user, const char *endpoint, const uint8_t token[TOKEN_BYTES]);
void write_remove_unused(WriteSet *entry, int64_t number);
void write_user_add(WriteSet *entry, const UserRow *row);                 /* its id comes from store_number() */
void write_user_settings(WriteSet *entry, const UserRow *row);            /* webhook, language, theme */
void write_password(WriteSet *entry, int64_t user, const char *password); /* of an account */
void write_user_free(WriteSet *entry, int64_t id);   /* refused while a rated game of his goes on */
void write_user_remove(WriteSet *entry, int64_t id); /* with its sessions and notes; its seats become open */
void write_likeness(WriteSet *entry, const char *likeness, int64_t user); /* the first account of a likeness keeps it */
void write_recovery(WriteSet *entry, int64_t user, const uint8_t hash[TOKEN_BYTES]);
void write_session_add(WriteSet *entry, const uint8_t token[TOKEN_BYTES], int64_t user, int64_t now);
void write_session_use(WriteSet *entry, const uint8_t token[TOKEN_BYTES], int64_t now);
void write_session_remove(WriteSet *entry, const uint8_t token[TOKEN_BYTES]); /* with the notices to its browser */
/* The same browser has another session of the user now. */
void write_pushes_follow(WriteSet *entry, const uint8_t from[TOKEN_BYTES], const uint8_t to[TOKEN_BYTES]);
void write_sessions_end(WriteSet *entry, int64_t user);
/* Sessions not used since; guests of before without a seat or a session used since. */
void write_sessions_expire(WriteSet *entry, int64_t before);
void write_guests_expire(WriteSet *entry, int64_t before);
void write_game_add(WriteSet *entry, const GameRow *row); /* its number comes from store_number() */
/* What changes while it is played: over, verdict, asked, turn, changed. */
void write_game_set(WriteSet *entry, const GameRow *row);
void write_game_remove(WriteSet *entry, int64_t number);
void write_gone(WriteSet *entry, const char *id, Gone why, int64_t now);
void write_try(WriteSet *entry, const GameRow *row); /* of a what-if: origin, origin_order, name */
/* A roll that waits goes on at that uptime, if the journal then still has so many bytes. */
void write_roll(WriteSet *entry, int64_t number, int64_t bytes, int64_t until);
void write_shelve(WriteSet *entry, int64_t number, int64_t user); /* the user's own list lacks the game from now on */
void write_seat(WriteSet *entry, int64_t number, int side, const SeatRow *row);
void write_seats_move(WriteSet *entry, int64_t from, int64_t to);  /* the notes, what he hosts, what hosts decided */
void write_person_move(WriteSet *entry, int64_t from, int64_t to); /* blocks and browsers that are called */
void write_curtain(WriteSet *entry, int64_t number, int side, uint8_t curtain);
/* The seat is offered to a user, or with user 0 to the bearer of the secret; or no longer. */
void write_offer(WriteSet *entry, int64_t number, int side, int64_t user, const char *secret);
void write_offer_end(WriteSet *entry, int64_t number, int side);
void write_bar(WriteSet *entry, int64_t number, int64_t user, Barred what, bool on);
void write_block(WriteSet *entry, int64_t user, int64_t blocked, bool on);
void write_terms(WriteSet *entry, int64_t number, const Terms *terms);
void write_clock(WriteSet *entry, int64_t number, const Clock *clock);
void write_rematch(WriteSet *entry, int64_t number, const char *id); /* of the game of that number */
void write_result(WriteSet *entry, const ResultRow *row);
/* `games`: how many the rating counted before this one. */
void write_rating(WriteSet *entry, int64_t user, const char *scenario, const char *side, const RatingRow *row,
                  int64_t games);
void write_mail(WriteSet *entry, int64_t user, const MailRow *row);
void write_mail_confirm(WriteSet *entry, const char *secret);
void write_mail_stop(WriteSet *entry, const char *secret);
void write_digest(WriteSet *entry, int64_t user, int64_t now); /* he had his daily mail */
void write_report(WriteSet *entry, const ReportRow *row);
void write_report_close(WriteSet *entry, int64_t id);
void write_ban(WriteSet *entry, const BanRow *row);
void write_ban_end(WriteSet *entry, BanKind kind, int64_t who);
void write_moderator(WriteSet *entry, int64_t user, bool on);
void write_mod_log(WriteSet *entry, int64_t at, const char *who, const char *what); /* it only grows */
void write_uptime(WriteSet *entry, int64_t seconds); /* of the server, all runs together; it never falls */
void write_chat(WriteSet *entry, int64_t number, const char *name, const char *text, int64_t at, int64_t user);
void write_note(WriteSet *entry, int64_t number, int64_t user, const char *text);
void write_plan_note(WriteSet *entry, int64_t number, int plan, const char *text);
void write_standing(WriteSet *entry, int64_t number, int side, const char *text);
void write_push_drop(WriteSet *entry, const char *endpoint, int64_t user); /* user 0: for every user who has it */
void write_pushes_drop(WriteSet *entry, int64_t user);
/* A call to the outside (outbox.c); its number comes from the database, its text may be long. */
typedef struct OutboxRow OutboxRow;
void write_outbox(WriteSet *entry, const OutboxRow *row, const Buffer *text);
void write_outbox_done(WriteSet *entry, int64_t number);
/* A worker's key, by the hash of it; ends with a reason. */
void write_work_key(WriteSet *entry, const char *name, const uint8_t hash[TOKEN_BYTES], int64_t now);
void write_work_key_end(WriteSet *entry, const char *name, int64_t now, const char *why);
/* With all its units; it gets its number from the database. */
void write_campaign(WriteSet *entry, const CampaignRow *row);
void write_campaign_stop(WriteSet *entry, int64_t number, int64_t now); /* if it runs */
void write_probe(WriteSet *entry);

/* What nodes that share a store write besides (node.h). */
typedef enum ChangeKind {
    CHANGE_SESSION,  /* the session with that token has ended */
    CHANGE_SESSIONS, /* all of a user's */
    CHANGE_SEATS,    /* of a guest: they are an account's now, of that name */
    CHANGE_GONE,     /* a user is, and his seats are open */
    CHANGE_BLOCK,    /* a user does not want to meet another one any more */
    CHANGE_UNBLOCK,
    CHANGE_BAN,    /* of a user: the addresses that he is connected from, until then */
    CHANGE_RESIGN, /* a user is about to be gone: his rated games are resigned where they are */
} ChangeKind;

typedef struct ChangeRow {
    ChangeKind kind;
    int64_t epoch; /* the node that wrote it */
    int64_t first, second;
    uint8_t token[TOKEN_BYTES];
    char name[USER_NAME];
} ChangeRow;

void write_hold(WriteSet *entry, int64_t number, int64_t epoch);
void write_release(WriteSet *entry, int64_t number, int64_t epoch); /* held by no node from now on, if by this one */
void write_change(WriteSet *entry, const ChangeRow *row);
void write_presence(WriteSet *entry, int64_t number, int64_t epoch, unsigned online, int spectators);

/* Users and games get their numbers from blocks that the store reserves. */
typedef enum NumberKind { NUMBER_USER, NUMBER_GAME, NUMBER_KINDS } NumberKind;

typedef struct Round {
    WriteSet *first;
    int64_t wanted[NUMBER_KINDS];   /* numbers to be reserved; 0: none */
    int64_t reserved[NUMBER_KINDS]; /* the first of them; 0: none were */
    bool dry;                       /* nothing is kept, however it ends: to see what would be */
    bool log_is_long;               /* so much was kept that `ASK_TIDY` is due */
} Round;

/* ---- reading ---- */

typedef enum AskKind {
    ASK_VISIT,
    ASK_ACCOUNT,
    ASK_CALL,
    ASK_SESSIONS,
    ASK_LATEST,
    ASK_DUE,
    ASK_UNRECORDED, /* a DueAsk: rated games that are over without a result */
    ASK_RATED,
    ASK_BLOCKS,
    ASK_RATING,
    ASK_PROFILE,
    ASK_DIGEST,
    ASK_BANS,
    ASK_MODERATION,
    ASK_LEASE,
    ASK_OUTBOX,
    ASK_WORK_KEY,
    ASK_CAMPAIGNS,
    ASK_WORK, /* the one question that writes: it has a transaction of its own, between two rounds */
    ASK_TAKE, /* from here on: may take long */
    ASK_JOURNAL,
    ASK_LOBBY,
    ASK_UNUSED,
    ASK_CAMPAIGN,
    ASK_USERS,
    ASK_GAMES,
    ASK_TIDY,
    ASKS
} AskKind;

typedef struct Ask Ask;
struct Ask {
    AskKind kind;
    bool failed;
    char trouble[TROUBLE];
    int64_t spent;          /* microseconds of processor time, to be debited to the user who asked */
    void (*done)(Ask *ask); /* by the caller that pumps; the ask is his */
    Ask *next;
};

/* The user with a token, and what is known of the game he asks for. */
typedef struct VisitAsk {
    Ask ask;
    bool has_token, counts; /* counts: his games are to be counted */
    bool wants_blocks;      /* whom he has blocked is wanted, game or not */
    uint8_t token[TOKEN_BYTES];
    int64_t stale_before; /* a guest whose session was last used before then has his games counted, too */
    char game[GAME_ID];   /* empty: none */
    UserRow user;         /* id 0: unknown */
    int64_t used;         /* when the session was */
    int games, tries;     /* that go on at which he sits; what-ifs of his */
    bool found, gone;     /* the game; what became of it */
    GameRow row;
    char rematch[GAME_ID];   /* of that game; empty: none was begun. Known if `counts` */
    char node[NODE_ADDRESS]; /* another one that holds the game and lives; empty: none does */
    bool silent;             /* it has not renewed its lease lately */
    Gone why;
    int64_t gone_at;
    Buffer note;     /* his own, in that game */
    unsigned barred; /* bit a Barred; bit 0: a user who sits there, or began the game, has blocked him */
    Buffer blocks;   /* users he has blocked, int64_t each */
    Buffer blockers; /* those of them who have blocked him */
} VisitAsk;

/* An account by its name. */
typedef struct AccountAsk {
    Ask ask;
    char name[USER_NAME], likeness[NAME_LIKENESS], small[NAME_LIKENESS];
    int64_t asker; /* the user who asks; 0: one who could not be blocked */
    bool blocked;  /* the account has blocked him */
    UserRow user;  /* id 0: there is none */
    bool taken;    /* the name, or one that looks like it */
    bool has_recovery;
    uint8_t recovery[TOKEN_BYTES]; /* hash of the code by which the account can be had without its password */
} AccountAsk;

/* How a user can be reached. */
typedef struct CallAsk {
    Ask ask;
    int64_t id;
    UserRow user;  /* id 0: he is gone */
    Buffer pushes; /* addresses, each with its NUL */
    MailRow mail;
} CallAsk;

typedef struct SessionRow {
    uint8_t token[TOKEN_BYTES];
    int64_t used;
} SessionRow;

typedef struct SessionsAsk {
    Ask ask;
    int64_t user;
    Buffer rows; /* SessionRow, the latest first */
} SessionsAsk;

/* When something was last written down: a game or a visit. */
typedef struct LatestAsk {
    Ask ask;
    int64_t at;
} LatestAsk;

/* Games whose clock has something due soon, the first of them first; and how long the server has run, all in all. */
typedef struct DueRow {
    char id[GAME_ID];
    int64_t due;
} DueRow;

typedef struct DueAsk {
    Ask ask;
    int64_t uptime;
    Buffer rows; /* DueRow */
} DueAsk;

/* Rated games of a user that go on, or whose result is still to be written. */
typedef struct RatedAsk {
    Ask ask;
    int64_t user;
    Buffer rows; /* DueRow */
} RatedAsk;

/* Both players of a game, and their ratings there. */
typedef struct RatingAsk {
    Ask ask;
    char game[GAME_ID], scenario[48], side[2][16];
    int64_t id[2];
    UserRow user[2];
    RatingRow rating[2];
    bool recorded; /* the game's result is there */
} RatingAsk;

/* An account by its name: its ratings, and its latest results. */
typedef struct ProfileAsk {
    Ask ask;
    char name[USER_NAME];
    UserRow user;            /* id 0: there is none */
    Buffer ratings, results; /* RatedRow, ResultRow */
} ProfileAsk;

/* A game that waits for a user who wants a daily mail and had none since; the games of a user follow each other. */
typedef struct DigestRow {
    int64_t user;
    MailRow mail;
    char language[16], game[GAME_ID], scenario[48];
} DigestRow;

typedef struct DigestAsk {
    Ask ask;
    int64_t before;
    Buffer rows; /* DigestRow */
} DigestAsk;

/* The bans in force, and the moderators who may decide. */
typedef struct BansAsk {
    Ask ask;
    int64_t now;             /* bans that ended before then are left out */
    Buffer bans, moderators; /* BanRow; int64_t */
} BansAsk;

/* Lists for moderators, in pages from the newest row on: open reports, measures in force, decisions, accounts.
 * MODERATION_ALL is the first page of each list but the accounts; of the reports it has a few of each reporter. */
typedef enum ModerationList {
    MODERATION_ALL,
    MODERATION_REPORTS,
    MODERATION_BANS,
    MODERATION_LOG,
    MODERATION_USERS
} ModerationList;

typedef struct ModerationAsk {
    Ask ask;
    int64_t now; /* of bans, as above */
    ModerationList list;
    int limit; /* rows of a page; 0: as many as `sandtable admin` prints */
    int64_t before, before_kind,
        before_who;                   /* rows before that one: its number, of a ban its time; 0: the first page */
    int64_t open;                     /* reports, with all */
    Buffer reports, bans, log, users; /* ReportRow, BanRow, ModLogRow, UserRow */
} ModerationAsk;

/* Users whom a user has blocked. */
typedef struct BlockRow {
    int64_t user;
    char name[USER_NAME];
} BlockRow;

typedef struct BlocksAsk {
    Ask ask;
    int64_t user;
    Buffer rows; /* BlockRow */
} BlocksAsk;

/* Everything of a game that is to be played. It fails if the journal is not whole. */
typedef struct TakeAsk {
    Ask ask;
    char id[GAME_ID];
    int chat_kept; /* so many of the latest */
    /* Whether the game is to be this node's from now on. It is not if another one that lives holds it, or has the
     * edition and data of the game and this one does not: then `elsewhere` says so. */
    bool hold;
    char edition[EDITION_TEXT]; /* that this node plays the game by, as a journal says it */
    bool found, elsewhere;
    char node[NODE_ADDRESS]; /* where */
    GameRow row;
    Buffer journal, standing[SIDES], chat, plans;
    Buffer barred;                  /* BarredRow */
    int64_t roll_bytes, roll_until; /* as write_roll() has them; 0: nothing is known */
} TakeAsk;

/* The last line `edition …` of a journal, without the word. */
void edition_of_journal(const Buffer *journal, char out[EDITION_TEXT]);

typedef struct BarredRow {
    int64_t user;
    int64_t what;
} BarredRow;

typedef struct JournalAsk {
    Ask ask;
    int64_t number;
    Buffer text; /* also when it is not whole: as far as it is there */
} JournalAsk;

/* The latest `limit` games a user sits at; public ones with an open seat where he does not; public ones that go on
 * without an open seat, and without him; those where a seat is offered to him. */
enum { LIST_MINE, LIST_OPEN, LIST_PUBLIC, LIST_OFFERED, LISTS };
typedef struct LobbyAsk {
    Ask ask;
    int64_t user;
    int limit;
    Buffer rows[LISTS]; /* GameRow */
} LobbyAsk;

/* Games begun before then that did not change since, and of whose journal `unused` says so, too. */
typedef struct UnusedGame {
    int64_t number, branch_length;
    char id[GAME_ID];
} UnusedGame;

typedef struct UnusedAsk {
    Ask ask;
    int64_t before;
    bool (*unused)(const UnusedGame *game, const Buffer *journal);
    Buffer games; /* UnusedGame */
} UnusedAsk;

/* What is still to be sent outside: what has happened in a game, or a whole mail. */
struct OutboxRow {
    int64_t number;
    char id[24]; /* goes with the call: a receiver that gets it twice recognises it */
    int64_t user, left, at;
    char event[16]; /* "your-turn", "time-runs-out"; "mail": the text is one, to the address */
    char game[GAME_ID], scenario[48], side[80], address[MAIL_ADDRESS];
    size_t text_at, text_length; /* in the answer's texts */
};

typedef struct OutboxAsk {
    Ask ask;
    Buffer rows, texts; /* OutboxRow */
} OutboxAsk;

/* ---- campaigns ---- */

/* The key with that hash; number 0: none. With `all`, all keys there are. */
typedef struct WorkKeyAsk {
    Ask ask;
    uint8_t hash[TOKEN_BYTES];
    WorkKeyRow key;
    bool all;
    Buffer keys; /* WorkKeyRow */
} WorkKeyAsk;

/* Those that run, the first to be worked at first, then the latest; or the one with that token. Those of other players
 * are not among the 200 at most. */
typedef struct CampaignsAsk {
    Ask ask;
    char token[CAMPAIGN_TOKEN]; /* empty: all */
    int64_t user;
    bool own, all; /* own: his alone, without the operator's; all: everybody's */
    Buffer rows;   /* CampaignRow */
} CampaignsAsk;

/* One campaign; of an analysis its text, of any other how it stood after so many units, counted again from the first
 * one. The store's thread counts, because that may take long. */
enum { CURVE_POINTS = 120 };
typedef struct CampaignAsk {
    Ask ask;
    int64_t number;
    bool found;
    CampaignRow row;
    int64_t waiting, leased; /* units */
    Buffer curve;            /* Tally */
    Buffer analysis;
} CampaignAsk;

/* What a worker brings, and so many letters with a NUL; length -1: the unit failed. */
typedef struct ResultHead {
    int64_t unit, length; /* length -1: the unit failed */
} ResultHead;

typedef enum WorkKind { WORK_ACQUIRE, WORK_SUBMIT, WORK_ABORT, WORK_RENEW, WORK_TAKE_CHECK, WORK_CHECKED } WorkKind;

/* One worker's request, or the server's own about units to be played again. */
typedef struct WorkItem {
    WorkKind kind;
    int64_t key;
    char lease[CAMPAIGN_TOKEN]; /* submit, abort, renew */
    bool wants;                 /* units: a submission's answer holds them, too */
    char machine[MACHINE_NAME], program[PROGRAM_ID];
    int64_t cores, most;   /* most: units it wants at most */
    int64_t now, seconds;  /* seconds: how long a lease is */
    const Buffer *results; /* ResultHead, so many letters and a NUL; then milliseconds, int64_t */
    int64_t held, until;   /* the lease it goes on with, of `campaign` */
    /* a check: the unit, and its result here; NULL: it could not be found out */
    int64_t campaign, unit;
    const char *result;
    /* answers */
    bool refused; /* the key is none any more */
    bool stale;   /* there is no such lease of this key any more */
    bool differs; /* the key is refused from now on */
    bool given;   /* units, or one to be checked */
    bool foreign; /* there are campaigns, but of other programs */
    int64_t kept; /* results that counted */
    CampaignRow row;
    Buffer units; /* int64_t */
} WorkItem;

/* Requests that came together, in one transaction. */
typedef struct WorkAsk {
    Ask ask;
    WorkItem *const *items;
    int count;
    bool tidies; /* leases that ran out end */
    int64_t now;
} WorkAsk;

typedef void EachUser(void *context, const UserRow *row);
typedef void EachGame(void *context, const GameRow *row);
typedef struct UsersAsk {
    Ask ask;
    EachUser *each;
    void *context;
} UsersAsk;
typedef struct GamesAsk {
    Ask ask;
    EachGame *each;
    void *context;
} GamesAsk;

/* Lines of a chat, and words beside plans, as TakeAsk gives them. */
typedef struct ChatLine {
    int64_t at, user; /* user 0: no longer known */
    const char *name, *text;
} ChatLine;
void chat_line_add(Buffer *chat, const ChatLine *line);
bool chat_line_next(const Buffer *chat, size_t *place, ChatLine *out);
void plan_note_add(Buffer *plans, int plan, const char *text);
bool plan_note_next(const Buffer *plans, size_t *place, int *plan, const char **text);

/* ---- nodes: servers that share a store ---- */

/* The edition and data by which this program plays a scenario. */
typedef struct EditionRow {
    char scenario[48], edition[EDITION_TEXT];
} EditionRow;

/* Once a second: the node lives for so many seconds more, and gets the changes since. */
typedef struct LeaseAsk {
    Ask ask;
    int64_t epoch; /* 0: it has none yet */
    int64_t seconds;
    char address[NODE_ADDRESS];
    const Buffer *editions; /* EditionRow; written with the first one */
    bool counts;            /* the leading node lets the games' clocks go on */
    bool leaves;            /* it holds nothing any more, and is gone */
    bool wants_held;        /* the games it holds are to be listed */
    int64_t position;       /* up to there changes are known; 0: none are wanted yet */
    /* answers */
    bool again; /* the session is a new one */
    int64_t leader, uptime;
    char leader_address[NODE_ADDRESS];
    Buffer changes, held; /* ChangeRow; int64_t */
} LeaseAsk;

/* ---- engines ---- */

typedef struct Engine Engine;
struct Engine {
    int64_t epoch; /* of the node that it works for; 0: none */
    void (*close)(Engine *engine);
    void (*answer)(Engine *engine, Ask *ask);
    void (*keep)(Engine *engine, Round *round);
    bool (*backup)(Engine *engine, const char *file, char why[TROUBLE]);
    void (*become)(Engine *engine, int64_t epoch); /* NULL: nodes cannot share it */
};

/* NULL with a sentence. The one that writes makes the tables, or brings them up to this version. */
Engine *sqlite_open(const char *file, bool writes, char why[TROUBLE]);
bool sqlite_restore(const char *file, const char *backup, char why[TROUBLE]);
Engine *postgres_open(const char *address, bool writes, char why[TROUBLE]);
/* `PATH#NUMBER`: another server's store, by its socket; this is its program of that number (editions.h). */
Engine *pipe_open(const char *address, char why[TROUBLE]);
/* No server and no other program; the lock goes with the connection that took it. */
bool postgres_lock(const char *address, char why[TROUBLE]);
void postgres_unlock(void);

/* ---- the store ---- */

typedef struct Store Store;

/* Opens `sqlite:FILE`, creating it when it is not there, in a folder that is; or a database of PostgreSQL, written
 * `postgres://…` or as libpq's `host=… dbname=…`, making its tables; or `pipe:…`, another server's store (editions.h).
 * NULL with a sentence. */
Store *store_open(const char *address, char why[TROUBLE]);
/* Nothing may be under way: see store_drain(). */
void store_close(Store *store);
/* Whether several servers can share it. A server of such a store asks for a lease before store_begin(). */
bool store_has_nodes(const Store *store);
/* From now on writes are this node's. */
void store_become(Store *store, int64_t epoch);
/* Reserves numbers and starts the threads; false with a sentence. */
bool store_begin(Store *store, char why[TROUBLE]);
/* Readable when something is done. */
int store_event(const Store *store);
/* Calls back for everything that is done. */
void store_pump(Store *store);
void store_ask(Store *store, Ask *ask);
/* The entry goes with the next round. */
void store_add(Store *store, WriteSet *entry);
/* Sends what has gathered, unless a round is under way. */
void store_send(Store *store);
bool store_is_busy(const Store *store); /* a round is under way */
/* Waits until nothing is under way or gathered, and calls back. */
void store_drain(Store *store);
/* A number never used before; 0: none are left until the next round is kept. */
int64_t store_number(Store *store, NumberKind kind);
/* The same of so many that follow each other. */
int64_t store_numbers(Store *store, NumberKind kind, int64_t count);
/* For programs without a loop: the answer, the verdict. `dry` writes nothing in the end. */
bool store_answer_now(Store *store, Ask *ask);
Verdict store_keep_now(Store *store, WriteSet *entry, bool dry);
bool store_backup(Store *store, const char *file, char why[TROUBLE]);
/* Fills an empty store with all that is in another, and compares the two; how many rows there were. */
bool store_copy(Store *from, Store *to, int64_t *rows, char why[TROUBLE]);
/* The engine that writes, for tests that stand in for it. */
Engine *store_writer(Store *store);

/* The file of `sqlite:FILE`; NULL if the address is of another kind. */
const char *store_file(const char *address);
/* Puts a backup in the place of the store, which no program may have open; checks it first. */
bool store_restore(const char *address, const char *backup, char why[TROUBLE]);
/* Marks the store as being served, so that nothing is restored under it: a descriptor, to be given back after the store
 * is closed. -1 with a sentence if it is already. */
int store_lock(const char *address, char why[TROUBLE]);
/* The same for a server, which may share a store that several can. */
int store_lock_to_serve(const char *address, char why[TROUBLE]);
void store_unlock(int lock);

#endif
