/* questions.h — the questions of a game and the orders that answer them (orders.def), and the words of sentences
 * (words.c). */
#ifndef SANDTABLE_OCS_QUESTIONS_H
#define SANDTABLE_OCS_QUESTIONS_H

#include "ocs_orders.h"
#include "systems/ocs/state.h"

enum { TOLL_OPTIONS = 4 }; /* no result of the combat table exceeds 2 steps and an option of 3 */
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
extern const char *const ocs_words[];                                 /* words.c */
enum { MODE_COMBAT, MODE_MOVE, MODE_STRATEGIC, MODE_RESERVE, MODES }; /* words of the order `mode` */
extern const char *const mode_words[];

#endif
