/* op_sheet.h — TCS 6: Op Sheets, what is drawn on them, and all plans of a side. */
#ifndef SANDTABLE_TCS_OP_SHEET_H
#define SANDTABLE_TCS_OP_SHEET_H

#include "core/order.h"
#include "systems/tcs/limits.h"

#pragma GCC diagnostic push
#pragma GCC diagnostic error "-Wpadded"

/* ---- Op Sheets (6): the plans of one side, which alone knows them; R-20 says what is enforced ---- */

typedef enum SheetState {
    NO_SHEET,
    SHEET_DRAFT,
    SHEET_PENDING,
    SHEET_IMPLEMENTED,
    SHEET_CLOSED,
    SHEET_STATES
} SheetState;
typedef enum Mission {
    NO_MISSION,
    MISSION_MOVE,
    MISSION_HASTY,
    MISSION_ATTACK,
    MISSION_PREPARED,
    MISSION_RESERVE,
    MISSIONS
} Mission; /* but for the last in the order of 6.6 */
typedef enum CommandLevel { COMMAND_OFF, COMMAND_WARN, COMMAND_STRICT } CommandLevel;
enum { LEASH = 5, CONTINGENCY = 10, HOLDS_OUT = 3, START_AREA = 3 }; /* 6.3a, 6.3c; hexes of R-20 */
enum { DAY_WIDTH = 5, NIGHT_WIDTH = 3, EXTENT_MOST = 10 };           /* */
enum { ALTERNATES = 4, COMMITMENT = 15 };                            /* Drawing.alternate: the last, of a reserve */
enum { AREAS_MOST = 8, OBJECTIVES_MOST = 12, LINES_MOST = 8 };       /* of a group */

typedef struct Group {
    uint8_t mission;
    uint8_t drawn, committed; /* of a reserve: what it shall do, and does (6.14b) */
    uint8_t area;             /* current one of its zones */
    uint8_t alternate;        /* 0 the first plan; once switched, which (6.14c) */
    uint8_t contact;          /* bool: of a Move: has met the enemy */
    uint8_t tried;            /* bool: a Die Roll Check was made in this turn */
    uint8_t since;            /* turn in which it began to follow its orders */
} Group;
typedef struct OpSheet {
    uint8_t state, number;                /* number: what its owner calls it */
    uint8_t created, implemented, closed; /* turns */
    int8_t size;                          /* elements when last counted, less the staff (6.9c–d) */
    uint8_t gaining;                      /* of additions: number + 1 of the sheet they join (6.13c); 0 none */
    uint8_t tried;                        /* bool: rolled in this turn (6.9f-1) */
    uint16_t weighted;
    uint8_t groups;
    uint8_t staffed; /* bool: it has had a staff (6.9d) */
    uint32_t boxes;  /* battalions that have had a unit on it, also those that were struck off */
    Group group[TCS_GROUPS];
} OpSheet;
typedef enum DrawingKind {
    NO_DRAWING,
    DRAWN_AXIS,
    DRAWN_OBJECTIVE,
    DRAWN_AREA,
    DRAWN_PHASE_LINE,
    DRAWN_FAILURE,
    DRAWN_PRELIMINARY
} DrawingKind;
#define DRAWING_HEXES 12
typedef struct Drawing {
    uint8_t sheet, group, kind;
    uint8_t alternate; /* 0: of the first plan */
    uint8_t extent;    /* half-width of an axis, radius of an area, turn of a phase line */
    uint8_t hexes;     /* of failure and preliminary instructions: the destination, then the way there */
    uint8_t reached;   /* bool: a unit of the group has been in the objective, or at the end of the axis */
    uint8_t unused;
    Hex hex[DRAWING_HEXES];
} Drawing;
_Static_assert(TCS_BATTALIONS <= 32, "OpSheet.boxes has a bit for each");
typedef enum CampDoing { NO_CAMP, CAMP_RESTS, CAMP_WITHDRAWS, CAMP_FAILS, CAMP_GATHERS } CampDoing;
typedef struct Camp { /* an unassigned group (6.3) */
    Hex centre;       /* of one on the way: where it goes */
    Hex retreat;      /* contingency; NO_HEX not given yet */
    uint8_t doing;
    uint8_t clock, quiet; /* turns in contact, turns without */
    uint8_t redirected;   /* turn in which it was given new failure instructions (6.12a) */
} Camp;
typedef struct Breach { /* of orders that were not kept, under `warn` */
    Piece piece;
    Hex hex;
    uint8_t turn, sheet; /* sheet: its number, 0 unassigned */
} Breach;
enum { LISTED = 2, BREACHES = 64 }; /* 6.7b */
typedef struct Listed {
    uint8_t sheet, group; /* sheet: number + 1, 0 none */
} Listed;
typedef struct Plans {
    OpSheet sheet[TCS_SHEETS];
    Drawing drawing[TCS_DRAWINGS];
    Camp camp[TCS_CAMPS];
    Listed listed[TCS_PIECES][LISTED]; /* sheets that name it (6.7b) */
    Hex stood[TCS_PIECES];             /* where it was when its sheet implemented */
    uint8_t camp_of[TCS_PIECES];       /* number + 1 of its unassigned group; 0 none */
    Breach breach[BREACHES];
    uint8_t breaches;
    uint8_t numbered; /* the last number that was given to a sheet */
    uint8_t draft;    /* number + 1 of the sheet that is being written; 0 none */
    uint8_t unused;
} Plans; /* all 0: nothing is planned, or nothing is known of it */
#pragma GCC diagnostic pop

#endif
