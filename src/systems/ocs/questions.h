/* questions.h — the questions of a game and the orders that answer them (questions.c, system.c), and the words of
 * sentences (words.c). */
#ifndef SANDTABLE_OCS_QUESTIONS_H
#define SANDTABLE_OCS_QUESTIONS_H

#include "systems/ocs/state.h"

/* ---- questions and orders -------------------------------------------------------------------------- */

enum {
    ASK_SEQUENCE, /* procedure at the bottom: sequence.c */
    ASK_SETUP,
    ASK_FIRST, /* the winner of the roll goes first or second */
    ASK_MODES,
    ASK_RELEASE,
    ASK_MOVEMENT,
    ASK_EXCESS, /* too many in a hex and none can leave (D25) */
    ASK_ATTACKS,
    ASK_COMBAT, /* procedure: combat.c */
    ASK_RATING,
    ASK_LOSS,    /* data[0]: who pays, see losses.c */
    ASK_OPTION,  /* data[0]: 0 attacker, 1 defender */
    ASK_RETREAT, /* procedure: retreat.c; data[0]: 0 attacker, 1 defender */
    ASK_WITHDRAW,
    ASK_ADVANCE,
    ASK_EXPLOIT,
    ASK_PAY,       /* from which dump; State.bill */
    ASK_DISPLACE,  /* data[0]: hex, data[1]: Store, data[2]: how far */
    ASK_SUPPLY,    /* levels; stage: sustain.c */
    ASK_ATTRITION, /* data[0]: hex, data[1]: steps still to be lost */
    ASK_BARRAGES,  /* barrage segments; data[0]: aircraft alone, at the end of Movement (14.13) */
    ASK_BARRAGE,   /* procedure: barrage_fire.c */
    ASK_HIT,       /* steps lost to a barrage */
    ASK_ANNOUNCE,  /* whether overrunners will be answered by a barrage (7.2a) */
    ASK_ANSWER,    /* that barrage */
    ASK_FLIGHT,    /* procedure: air_flight.c */
    ASK_INTERCEPT,
    ASK_DOGFIGHT, /* procedure: air_combat.c */
    ASK_DECLINE,  /* who stays out of an air combat over his base (14.9e) */
    ASK_ENGAGE,   /* who fights the next round */
    ASK_ROLLS,    /* which of two rolls counts (14.10b) */
    ASK_VICTIM,   /* which of two loses the step (14.10c) */
    ASK_CARGO,    /* which units aboard are lost (14.20c) */
    ASK_HOME,     /* aircraft must fly home (14.6) */
    ASK_REFIT,    /* data[0]: base, data[1]: how many */
    ASK_REFITS,   /* procedure: the Air Unit Refit Phase */
    ASK_EVACUATE, /* aircraft at a captured base may leave (9.16f-2) */
    ASK_ARRIVALS,
    ASK_REORGANIZE,
    ASK_REVIVE, /* data[0]: the division (21.0f) */
    ASK_UNMARK, /* a retreat has left more stacks in Reserve than there are markers (5.7-1) */
    ASKS
};

enum {
    DO_PLACE,
    DO_READY,
    DO_LEAD,
    DO_FOLLOW,
    DO_TOP,
    DO_MODE,
    DO_RELEASE,
    DO_MOVE,
    DO_HALT,
    DO_OVERRUN,
    DO_DESTROY,
    DO_ATTACK,
    DO_NAME,
    DO_LOSE,
    DO_RETREAT,
    DO_STAND,
    DO_WITHDRAW,
    DO_ADVANCE,
    DO_EXPLOIT,
    DO_STAY,
    DO_PAY,
    DO_ATTACH,
    DO_DRAW,
    DO_FEED,
    DO_ISSUE,
    DO_SUSTAIN,
    DO_FUEL,
    DO_BLOW,
    DO_DISPLACE,
    DO_FORM,
    DO_LOAD,
    DO_UNLOAD,
    DO_DRIVE,
    DO_MOTORIZE,
    DO_ENTRAIN,
    DO_FREIGHT,
    DO_WRECK,
    DO_REPAIR,
    DO_DIG,
    DO_RAZE,
    DO_ENTER,
    DO_RECEIVE,
    DO_REBUILD,
    DO_DETACH,
    DO_ABSORB,
    DO_END,
    DO_ANNOUNCE,
    DO_STRIKE,
    DO_BARRAGE,
    DO_FLY,
    DO_HIP_SHOOT,
    DO_INTERCEPT,
    DO_DECLINE,
    DO_ENGAGE,
    DO_ACCEPT,
    DO_HOME,
    DO_REFIT,
    DO_COMBINE,
    DO_AIRLIFT,
    DO_DROP,
    DO_SAIL,
    DO_OPERATE,
    DO_LAND,
    DO_BOARD,
    DO_STOW,
    DO_DEBARK,
    DO_SHIP,
    DO_CONSIGN,
    DO_RELAY,
    DO_BUILD,
    DO_LOWER,
    DO_MEND,
    DO_DEMOLISH,
    DO_REVIVE,
    DO_GATHER,
    DO_SCATTER,
    DO_UNMARK,
    DOS
};

enum { TOLL_OPTIONS = 4 }; /* no result of the combat table goes beyond 2 steps and an option of 3 */
/* Words for %w: ocs_words in words.c, in this order. */
enum {
    WORD_STEP,                              /* + Step */
    WORD_MODE = WORD_STEP + STEPS,          /* + MODE_COMBAT … */
    WORD_MARKER = WORD_MODE + 4,            /* + Marker */
    WORD_TERRAIN = WORD_MARKER + MARKERS,   /* + Terrain */
    WORD_CLASS = WORD_TERRAIN + TERRAINS,   /* + Class */
    WORD_NATION = WORD_CLASS + CLASSES,     /* + Nation */
    WORD_MPS = WORD_NATION + NATIONS,       /* + MpKind */
    WORD_LEVEL = WORD_MPS + SEA_MPS + 1,    /* + Level */
    WORD_STORE = WORD_LEVEL + 3,            /* + Store */
    WORD_PURPOSE = WORD_STORE + ALL_STORES, /* + Purpose */
    WORD_WEATHER = WORD_PURPOSE + PURPOSES, /* + Weather */
    WORD_TARGET = WORD_WEATHER + WEATHERS,  /* + Target */
    WORD_TOLL = WORD_TARGET + TARGETS,      /* + steps lost * TOLL_OPTIONS + option */
    WORDS_END = WORD_TOLL + 3 * TOLL_OPTIONS
};
extern const char *const ocs_words[];                  /* words.c */
uint16_t ocs_when(const Scenario *scenario, int verb); /* the rule that says when it may be given; 0 none */
extern const Asking ocs_asking[];                      /* questions.c: add a row there for each verb a question takes */
enum { MODE_COMBAT, MODE_MOVE, MODE_STRATEGIC, MODE_RESERVE, MODES }; /* words of the order `mode` */
extern const char *const mode_words[];

#endif
