/* words.h — the words of the rulebook that messages hold (%w), by number; words.c has them. */
#ifndef SANDTABLE_TCS_WORDS_H
#define SANDTABLE_TCS_WORDS_H

#include "systems/tcs/state.h"
#include "tcs_orders.h"

/* Words for %w: tcs_words in words.c, in this order. */
enum {
    WORD_STEP,                                  /* + Step */
    WORD_MODE = WORD_STEP + STEPS,              /* + Mode */
    WORD_CLASS = WORD_MODE + 2,                 /* + Cover */
    WORD_RESULT = WORD_CLASS + CLASSES,         /* + MoraleResult */
    WORD_AREA = WORD_RESULT + MORALE_RESULTS,   /* + AreaResult */
    WORD_LIGHT = WORD_AREA + AREA_RESULTS,      /* + Light */
    WORD_RANGE = WORD_LIGHT + LIGHTS,           /* + RangeClass */
    WORD_EDGE = WORD_RANGE + RANGES,            /* + Edge */
    WORD_ADJUSTMENT = WORD_EDGE + EDGES,        /* + Adjustment */
    WORD_SHELL = WORD_ADJUSTMENT + ADJUSTMENTS, /* + Ammunition */
    WORD_WEATHER = WORD_SHELL + AMMUNITIONS,    /* + Weather */
    WORD_MISSION = WORD_WEATHER + WEATHERS,     /* + Mission */
    WORD_SHEET = WORD_MISSION + MISSIONS,       /* + SheetState */
    WORD_PREP = WORD_SHEET + SHEET_STATES,      /* stays pending, implemented */
    WORD_CHECK = WORD_PREP + 2,                 /* failed, passed */
    WORDS_END = WORD_CHECK + 2
};
extern const char *const tcs_words[];     /* words.c */
extern const char *const mode_words[];    /* "fire", "move" */
extern const char *const shell_words[];   /* "he", "smoke", "illum" */
extern const char *const mission_words[]; /* by Mission, from 1 */
enum { LIST_BATTERIES, LIST_FORMATIONS }; /* of names that orders hold (System.name_of) */

#endif
