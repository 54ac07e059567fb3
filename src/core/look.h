/* look.h — how things look, declared by the system; the code that draws knows no rulebook.
 *
 * The browser, the pictures and the terminal all draw. A system declares its signs, marks, overlays and branches once,
 * as tables of constants, and refers to them by number in every Look and Mark. A drawing is a key into the table of
 * symbols (symbols.h), which all three read. So nothing is drawn by an English word, and the declarations are also the
 * legend and the help.
 *
 * A system must have looks and marks. Everything else here may be NULL in its System: branches, signs, kinds of mark,
 * overlays, panels, sketches, aims and groups. */
#ifndef SANDTABLE_LOOK_H
#define SANDTABLE_LOOK_H

#include <assert.h>

#include "core/hex.h"
#include "core/say.h"

struct Position;
struct Scenario;

/* ---- declarations ---- */

/* A branch of service, by the symbol on its counters. */
typedef struct Branch {
    const char *symbol;  /* key of the drawing: "INF" */
    const char *meaning; /* "Infantry", for legend and help */
} Branch;

/* Where a sign is drawn on a counter. */
typedef enum SignPlace {
    SIGN_BESIDE, /* beside the symbol: the current state of the counter */
    SIGN_HEAD,   /* in the upper right corner: what is printed on it */
    SIGN_TOLD    /* not drawn, because something else shows it: text only */
} SignPlace;

/* A small drawing with a meaning. */
typedef struct Sign {
    const char *name;    /* "out-of-supply": a stable word for the protocol */
    const char *drawing; /* key of the drawing; NULL for SIGN_TOLD */
    uint32_t colour;     /* of its ground, 0 paper */
    uint32_t ink;        /* of its lines, 0 black */
    uint8_t place;       /* SignPlace */
    uint8_t weight;      /* the heavier come first if space is short */
    const char *meaning; /* a phrase: "out of supply" */
} Sign;

typedef enum MarkShape {
    MARK_RING,  /* the drawing around the hex, under its counters */
    MARK_TINT,  /* the hex itself, in its colour */
    MARK_BOARD, /* its words on a small board at the foot of the hex */
    MARK_ICON,  /* the drawing at the head of the hex, over its counters */
    MARK_SPAN,  /* the drawing across a hexside, in place of a bridge the map prints there */
    MARK_TOLD,  /* not drawn: text only */
    MARK_SHAPES
} MarkShape;

typedef struct MarkKind {
    const char *name; /* "bridge-down" */
    uint8_t shape;    /* MarkShape */
    char letter;      /* for the terminal, 0 none */
    const char *drawing;
    uint32_t colour, ink; /* 0: the side's, if it has one */
    const char *meaning;
} MarkKind;

/* What an overlay needs to know. A spectator chooses the side for ABOUT_OWN_SIDE. With ABOUT_CUT a cross-section from
 * the hex to any other is available (System.profile). */
enum { ABOUT_SIDE = 1, ABOUT_OWN_SIDE = 2, ABOUT_PIECE = 4, ABOUT_HEX = 8, ABOUT_CUT = 16 };

typedef enum TintPattern {
    TINT_PLAIN,
    TINT_UPRIGHT,
    TINT_LEANING,
    TINT_CROSSED,
    TINT_DOTTED,
    TINT_PATTERNS
} TintPattern;

typedef struct Tint {
    const char *meaning;
    uint32_t colour; /* 0: the side's */
    uint8_t pattern; /* TintPattern: colour is never the only sign */
    bool framed;     /* each hex is outlined as well */
} Tint;

#define OVERLAY_TINTS 8

typedef struct OverlayKind {
    const char *name, *title; /* "supply", "Supply" */
    unsigned about;           /* what must be chosen with it */
    Tint tint[OVERLAY_TINTS]; /* of the tints 1, 2 …; ended by one without a meaning */
    const char *line, *base;  /* what its lines are, and where they end; NULL: it has none */
    const char *cut;          /* the meaning of a crossed ring around a hex; NULL: it has none */
} OverlayKind;

/* ---- counters ---- */

typedef enum LookPlace {
    AT_FOOT_LEFT,
    AT_FOOT,
    AT_FOOT_RIGHT,
    AT_LEFT,
    AT_RIGHT,
    AT_TOP_LEFT,
    AT_TOP_RIGHT,
    LOOK_PLACES
} LookPlace;
extern const char *const look_places[]; /* "foot-left" …, NULL-ended */

typedef struct LookValue {
    char text[11];
    uint8_t at;   /* LookPlace */
    uint32_t ink; /* 0: the counter's */
} LookValue;

/* A sign on a counter. Without words of its own it means the sign's meaning. */
typedef struct Badge {
    uint8_t sign;  /* number in System.signs */
    uint8_t level; /* written on the sign; 0 none */
    Sentence words;
} Badge;

#define LOOK_BADGES 24

/* How a counter is drawn and described. */
typedef struct Look {
    char name[32], formation[32];
    char symbol[12]; /* its branch: key of a drawing, "?" when unknown */
    char size[4];    /* XX X III II I, "" none */
    char nation[16];
    uint8_t side;
    bool known;                /* the viewer knows which counter this is */
    bool reversed;             /* its back is up */
    uint8_t steps, full_steps; /* 0 unknown */
    uint16_t group;            /* formation, for lists: System.group_name; 0 none */
    Piece on;                  /* the counter that carries it; NO_PIECE */
    uint32_t colour, ink;      /* 0xRRGGBB */
    uint32_t field;            /* of the symbol's box, 0 paper */
    uint8_t values, badges;
    char reverse[16]; /* the values on its other side, "" none */
    Sentence place;   /* where it is when it is not on the map, if known */
    LookValue value[LOOK_PLACES];
    Badge badge[LOOK_BADGES];
} Look;

/* An empty look without a carrier. For speed, badges beyond their number are not cleared. */
void look_clear(Look *look);
void look_value(Look *look, LookPlace at, const char *text);
static inline void look_badge(Look *look, int sign, int level, Sentence words)
{
    assert(look->badges < LOOK_BADGES);
    Badge *badge = &look->badge[look->badges++]; /* field by field: looks are compared as bytes */
    badge->sign = (uint8_t)sign;
    badge->level = (uint8_t)level;
    badge->words = words;
}
/* Copies a text into a field of a look, as much of it as there is room for. */
#define LOOK_TEXT(field, text) look_text(field, sizeof(field), text)
void look_text(char *field, size_t room, const char *text);
/* Several texts one behind the other, cut where the field ends. */
#define LOOK_TEXTS(field, ...) look_texts(field, sizeof(field), (const char *const[]){__VA_ARGS__, NULL})
void look_texts(char *field, size_t room, const char *const *texts);
/* Writes a number; returns its end. */
char *look_number(char *at, int number);
/* The values in reading order, separated by blanks: "5-7". */
const char *look_print(const Look *look, char out[LOOK_PLACES * 12]);
/* The words of a badge; the sign's meaning if it has none of its own. */
Sentence badge_words(const Sign *signs, const Badge *badge);
/* The words of all its badges; returns their number. */
int look_says(const Sign *signs, const Look *look, Sentence out[LOOK_BADGES]);
/* Indices of the badges at that place, the heaviest first; returns their number. */
int look_badges_at(const Sign *signs, const Look *look, SignPlace place, uint8_t order[LOOK_BADGES]);

/* ---- marks ---- */

/* A marker or a state of a hex or hexside. A marker that covers several hexes is several marks. */
typedef struct Mark {
    uint8_t kind;  /* number in System.mark_kinds */
    uint8_t level; /* 0 none */
    uint8_t side;
    Hex hex;
    Hexside hexside; /* NO_HEXSIDE if it is in the hex */
    Sentence label;  /* without words: the kind's meaning */
} Mark;

/* ---- overlays ---- */

typedef struct OverlayAbout {
    int side;    /* -1 none */
    Piece piece; /* NO_PIECE */
    Hex hex;     /* NO_HEX */
} OverlayAbout;

#define OVERLAY_NOTES 32

/* The contents of an overlay, one byte per hex. */
typedef struct OverlayMarks {
    uint8_t tint[HEXES_MAX]; /* 1 for the first of the kind's tints; 0 none */
    uint8_t line[HEXES_MAX]; /* bits: edges over which a line continues towards its base */
    uint8_t cut[HEXES_MAX];  /* the units here have no line */
    Sentence sum;            /* what it comes to, for the legend; without words: nothing */
    int notes;
    struct OverlayNote { /* written at a hex: what a step costs, a height in the way */
        Hex hex;
        Sentence words;
    } note[OVERLAY_NOTES];
} OverlayMarks;

/* ---- panels: the state of the game in rows ---- */

enum { PANELS_MAX = 16, PANEL_ROWS = 512, PANEL_REFS = 4096 };

typedef struct PanelRow {
    Sentence label, value;
    uint16_t first, pieces, hexes; /* ref[first ..]: counters, then hexes */
    uint16_t plan;                 /* its plan: rows and sketches of the same number make a page; 0 none */
    uint8_t turn;                  /* it comes in that turn: drawn on a track; 0 none */
    bool strong;                   /* emphasized: a sum, or what matters now */
} PanelRow;

typedef struct Panel {
    const char *name; /* "score": a stable word */
    Sentence title;
    uint8_t private_to; /* the only side that sees it; NO_SIDE: all */
    bool at_hand;       /* in use just now: shown beside the question */
    uint16_t first, rows;
} Panel;

typedef struct Panels {
    int panels, rows, refs;
    uint16_t plan; /* of the rows that are added next; a new panel starts without one */
    Panel panel[PANELS_MAX];
    PanelRow row[PANEL_ROWS];
    uint16_t ref[PANEL_REFS];
} Panels;

void panel_begin(Panels *panels, const char *name, int private_to, Sentence title);
/* Adds to the latest panel; NULL if there is no room: the last row then says how many are left out. */
PanelRow *panel_row(Panels *panels, Sentence label, Sentence value);
/* Adds to the last row; its counters come before its hexes. */
void panel_piece(Panels *panels, Piece piece);
void panel_hex(Panels *panels, Hex hex);

/* ---- sketches: plans drawn over hexes ---- */

typedef enum SketchKind { SKETCH_AXIS, SKETCH_AREA, SKETCH_LINE, SKETCH_OBJECTIVE, SKETCH_KINDS } SketchKind;
extern const char *const sketch_kinds[]; /* "axis" …, NULL-ended */

#define SKETCH_HEXES 63

typedef struct Sketch {
    uint16_t id;   /* the same as long as it is the same drawing */
    uint16_t plan; /* its plan, as PanelRow.plan; 0: none. No number is reused within a game */
    uint8_t kind, side;
    uint8_t width; /* hexes to each side of an axis, or the radius of an area given by one hex */
    bool dashed;   /* not in force yet */
    uint8_t hexes;
    Hex hex[SKETCH_HEXES];
    Sentence label;
} Sketch;

/* ---- phases: the current turn, step by step ---- */

enum { TURN_PHASES = 32 };

/* A phase of the turn, or of the player turn, for the track. */
typedef struct TurnPhase {
    Sentence name; /* "Movement": words of the rulebook, the same in every view */
    uint8_t side;  /* its side; NO_SIDE: of all sides */
    bool now;
} TurnPhase;

/* ---- aims: the objectives of a side ---- */

typedef enum AimKind { AIM_TAKE, AIM_HOLD, AIM_EXIT, AIM_CUT, AIM_KILL, AIM_KEEP, AIM_KINDS } AimKind;
extern const char *const aim_kinds[]; /* "take" …, NULL-ended */

enum { AIMS_MAX = 64, AIM_REFS = 8192 };

typedef struct Aim {
    uint8_t kind, side;
    bool met;       /* now */
    bool together;  /* its hexes count as one */
    uint16_t rule;  /* 0 none */
    uint16_t turn;  /* the deadline; 0: the end of the game */
    int16_t points; /* each time, in the units of the score; 0: it decides the game by itself */
    int16_t times;  /* how often it is met now */
    int32_t worth;  /* to a player that weighs orders: 100 is a step destroyed */
    Sentence what;
    uint16_t first, pieces, hexes; /* ref[first ..]: counters, then hexes */
} Aim;

typedef struct Aims {
    int aims, refs;
    Aim aim[AIMS_MAX];
    uint16_t ref[AIM_REFS];
} Aims;

/* ---- the scale: the winner if the game ended now ---- */

enum { SCALE_BANDS = 8, SCALE_LINES = 12, TALLIES_MAX = 64 };

/* A verdict and the least number on the scale that gives it; the first band has no lower end. */
typedef struct ScaleBand {
    int32_t from;
    uint8_t winner; /* NO_SIDE: a draw, or the game goes on */
    Sentence words;
} ScaleBand;

/* A victory condition that is not on the scale. */
typedef struct ScaleLine {
    Sentence words;
    uint8_t winner;
    bool met;     /* now */
    bool at_once; /* it ends the game on any turn */
} ScaleLine;

typedef struct Scale {
    Sentence verdict; /* "Soviet victory": if the game ended now */
    uint8_t winner;
    uint8_t side;     /* the side that gains as the number on the scale grows */
    bool points;      /* Score.points decide, and should be shown */
    uint16_t turn;    /* the turn at whose end it decides; 0: unknown */
    int32_t now;      /* the current number on the scale */
    Sentence counted; /* what the scale counts; without words there are no bands */
    int bands, lines;
    ScaleBand band[SCALE_BANDS]; /* from the lowest up */
    ScaleLine line[SCALE_LINES]; /* the first that is met decides */
} Scale;

/* Adds a band above the others; ignored if there is no room. */
void scale_band(Scale *scale, int32_t from, int winner, Sentence words);
ScaleLine *scale_line(Scale *scale, int winner, bool met, Sentence words); /* the one it added, or a spare */
/* Sets the verdict of the current band. */
void scale_read(Scale *scale);

/* A way to score and its current points for its side. The words report a change: their first holes are the side, the
 * change and the side's new points; the rest is the system's. */
typedef struct PointsLine {
    uint8_t side;
    int16_t points;
    Sentence words;
} PointsLine;

/* A new aim with these values; NULL if there is no room. */
Aim *aim_begin(Aims *aims, AimKind kind, int side, Sentence what);
/* Adds to the last aim; its counters come before its hexes. */
void aim_piece(Aims *aims, Piece piece);
void aim_hex(Aims *aims, Hex hex);

#endif
