/* limits.h — how much of everything a game of TCS can hold. */
#ifndef SANDTABLE_TCS_LIMITS_H
#define SANDTABLE_TCS_LIMITS_H

#define TCS_KINDS 48
#define TCS_PIECES 256
#define PIECE_WORDS (TCS_PIECES / 64)
#define TCS_SPOTS 1280
#define TCS_WORDS (TCS_SPOTS / 64)
#define TCS_FORMATIONS 96
#define FORMED 3 /* levels of them that a counter names */
#define TCS_BATTALIONS 32
#define TCS_TURNS 72
#define TCS_BATTERIES 24
#define TCS_STOCKS 24
#define TCS_ARRIVALS 24
#define TCS_BARRAGES 96
#define TCS_MINES 32
#define TCS_FLARES 24
#define TCS_SORTIES 24
#define TCS_SHEETS 32 /* of one side, like all that is planned; more than a game asks for */
#define TCS_GROUPS 32
#define TCS_DRAWINGS 192
#define TCS_CAMPS 128
#define TCS_WINS 16
#define TCS_ROCKETS 8
#define TCS_AIRCRAFT 4
#define NOTE 200
#define STACK 48       /* counters that one order names */
#define SPOTTERS STACK /* of one fire: one for each mortar */
#define WALK 48        /* hexes of one move */
#define SHOTS 64       /* single shots, AT Rolls and pooled firers of one fire */

#endif
