/* look.h — what things look like, said by the system; whoever draws knows none of it.
 *
 * Three draw: the browser, the pictures and the terminal. A system declares its signs, marks, overlays and branches
 * once, as tables of constants, and names them by number in every Look and Mark; a drawing is a key into the table of
 * symbols (symbols.h), which all three read. So nothing is drawn by an English word, and what is declared is at once
 * the legend and the help.
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

/* ---- what is declared ---- */

/* A branch of service, by the symbol on its counters. */
typedef struct Branch {
    const char *symbol;  /* key of the drawing: "INF" */
    const char *meaning; /* "Infantry", for legend and help */
} Branch;

/* Where a sign stands on a counter. */
typedef enum SignPlace {
    SIGN_BESIDE, /* by the symbol: what is the matter with the counter just now */
    SIGN_HEAD,   /* in the upper right corner: what is printed on it */
    SIGN_TOLD    /* nowhere, because something else shows it: it is only read */
} SignPlace;

/* A small drawing with a meaning. */
typedef struct Sign {
    const char *name;    /* "out-of-supply": one word that stays, for the wire */
    const char *drawing; /* key of the drawing; NULL for SIGN_TOLD */
    uint32_t colour;     /* of its ground, 0 paper */
    uint32_t ink;        /* of its lines, 0 black */
    uint8_t place;       /* SignPlace */
    uint8_t weight;      /* the heavier come first where room is short */
    const char *meaning; /* a phrase: "out of supply" */
} Sign;

typedef enum MarkShape {
    MARK_RING,  /* the drawing around the hex, under its counters */
    MARK_TINT,  /* the hex itself, in its colour */
    MARK_BOARD, /* its words on a small board at the foot of the hex */
    MARK_ICON,  /* the drawing at the head of the hex, over its counters */
    MARK_SPAN,  /* the drawing across a hexside, in place of a bridge the map prints there */
    MARK_TOLD,  /* not drawn, only read */
    MARK_SHAPES
} MarkShape;

typedef struct MarkKind {
    const char *name; /* "bridge-down" */
    uint8_t shape;    /* MarkShape */
    char letter;      /* for who draws in characters, 0 none */
    const char *drawing;
    uint32_t colour, ink; /* 0: the side's, if it has one */
    const char *meaning;
} MarkKind;

/* What an overlay is about. A viewer's own side is his to choose when he has none. From a hex the ground may be cut to
 * any other (System.profile). */
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
    uint8_t pattern; /* TintPattern: colour never stands alone */
    bool framed;     /* each hex is outlined as well */
} Tint;

#define OVERLAY_TINTS 8

typedef struct OverlayKind {
    const char *name, *title; /* "supply", "Supply" */
    unsigned about;           /* what must be chosen with it */
    Tint tint[OVERLAY_TINTS]; /* of the tints 1, 2 …; ended by one without a meaning */
    const char *line, *base;  /* what its lines are, and where they end; NULL: it has none */
    const char *cut;          /* what a crossed ring around a hex says; NULL */
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

/* A sign on a counter. What has no words of its own is read as the sign's meaning. */
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
    char reverse[16]; /* what stands on the side that is down, "" nothing */
    Sentence place;   /* where it is when it is not on the map, if there is something to say */
    LookValue value[LOOK_PLACES];
    Badge badge[LOOK_BADGES];
} Look;

/* An empty look, carried by nobody. Badges beyond their number are left as they are: looks are made by the hundred. */
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
/* The values in the order of reading, with blanks between: "5-7". */
const char *look_print(const Look *look, char out[LOOK_PLACES * 12]);
/* The words of a badge; the sign's meaning if it has none of its own. */
Sentence badge_words(const Sign *signs, const Badge *badge);
/* What all of its badges say; how many. */
int look_says(const Sign *signs, const Look *look, Sentence out[LOOK_BADGES]);
/* Numbers of the badges that stand there, the heaviest first; how many. */
int look_badges_at(const Sign *signs, const Look *look, SignPlace place, uint8_t order[LOOK_BADGES]);

/* ---- marks ---- */

/* A marker or a state of a hex or hexside. What covers several hexes is several marks. */
typedef struct Mark {
    uint8_t kind;  /* number in System.mark_kinds */
    uint8_t level; /* 0 none */
    uint8_t side;
    Hex hex;
    Hexside hexside; /* NO_HEXSIDE when it lies in the hex */
    Sentence label;  /* without words: the kind's meaning says it all */
} Mark;

/* ---- overlays ---- */

typedef struct OverlayAbout {
    int side;    /* -1 none */
    Piece piece; /* NO_PIECE */
    Hex hex;     /* NO_HEX */
} OverlayAbout;

#define OVERLAY_NOTES 32

/* What an overlay shows, a byte a hex. */
typedef struct OverlayMarks {
    uint8_t tint[HEXES_MAX]; /* 1 for the first of the kind's tints; 0 none */
    uint8_t line[HEXES_MAX]; /* bits: edges over which a line goes on towards its base */
    uint8_t cut[HEXES_MAX];  /* what stands here has no line */
    int notes;
    struct OverlayNote { /* written at a hex: what a step costs, a height in the way */
        Hex hex;
        Sentence words;
    } note[OVERLAY_NOTES];
} OverlayMarks;

/* ---- panels: the state of affairs in rows ---- */

enum { PANELS_MAX = 16, PANEL_ROWS = 512, PANEL_REFS = 4096 };

typedef struct PanelRow {
    Sentence label, value;
    uint16_t first, pieces, hexes; /* ref[first ..]: counters, then hexes */
    uint16_t plan;                 /* that it tells of: with the sketches of the same number it is a page; 0 none */
    bool strong;                   /* a sum, or what matters now */
} PanelRow;

typedef struct Panel {
    const char *name; /* "score": one word that stays */
    Sentence title;
    uint8_t private_to; /* the side that alone sees it; NO_SIDE: everybody */
    bool at_hand;       /* what is being worked at just now: it belongs beside the question */
    uint16_t first, rows;
} Panel;

typedef struct Panels {
    int panels, rows, refs;
    uint16_t plan; /* of the rows that are added next; a new panel begins without */
    Panel panel[PANELS_MAX];
    PanelRow row[PANEL_ROWS];
    uint16_t ref[PANEL_REFS];
} Panels;

void panel_begin(Panels *panels, const char *name, int private_to, Sentence title);
/* Adds to the panel begun last; NULL when there is no room: then the last row says how many there are besides. */
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
    uint16_t plan; /* it is a part of, as PanelRow.plan; 0: it stands for itself. No number is given twice in a game */
    uint8_t kind, side;
    uint8_t width; /* hexes on either hand of an axis; on every hand of an area that is told by one hex */
    bool dashed;   /* not in force yet */
    uint8_t hexes;
    Hex hex[SKETCH_HEXES];
    Sentence label;
} Sketch;

/* ---- aims: what a side plays for ---- */

typedef enum AimKind { AIM_TAKE, AIM_HOLD, AIM_EXIT, AIM_CUT, AIM_KILL, AIM_KEEP, AIM_KINDS } AimKind;
extern const char *const aim_kinds[]; /* "take" …, NULL-ended */

enum { AIMS_MAX = 64, AIM_REFS = 8192 };

typedef struct Aim {
    uint8_t kind, side;
    bool met;       /* as things stand */
    bool together;  /* its hexes count as one */
    uint16_t rule;  /* 0 none */
    uint16_t turn;  /* by when; 0: at the end */
    int16_t points; /* each time, as the score counts; 0: it decides by itself */
    int16_t times;  /* how often it is met as things stand */
    int32_t worth;  /* to a player who weighs orders: 100 is a step killed */
    Sentence what;
    uint16_t first, pieces, hexes; /* ref[first ..]: counters, then hexes */
} Aim;

typedef struct Aims {
    int aims, refs;
    Aim aim[AIMS_MAX];
    uint16_t ref[AIM_REFS];
} Aims;

/* ---- the scale: who would win if the game ended now ---- */

enum { SCALE_BANDS = 8, SCALE_LINES = 12, TALLIES_MAX = 64 };

/* A verdict and the least number on the scale that brings it; the first band reaches down without end. */
typedef struct ScaleBand {
    int32_t from;
    uint8_t winner; /* NO_SIDE: a draw, or the game goes on */
    Sentence words;
} ScaleBand;

/* A condition of victory that is not read off the scale. */
typedef struct ScaleLine {
    Sentence words;
    uint8_t winner;
    bool met;     /* as things stand */
    bool at_once; /* it ends the game, whatever the turn */
} ScaleLine;

typedef struct Scale {
    Sentence verdict; /* "Soviet victory": if the game ended now */
    uint8_t winner;
    uint8_t side;     /* that wants the number on the scale to grow */
    bool points;      /* Score.points decide, and are worth showing */
    uint16_t turn;    /* at the end of which it is read; 0: not said */
    int32_t now;      /* where it stands on the scale */
    Sentence counted; /* what the scale counts; without words there are no bands */
    int bands, lines;
    ScaleBand band[SCALE_BANDS]; /* from the lowest up */
    ScaleLine line[SCALE_LINES]; /* of several that hold the first decides */
} Scale;

/* Adds above the bands there are; one too many is left out. */
void scale_band(Scale *scale, int32_t from, int winner, Sentence words);
ScaleLine *scale_line(Scale *scale, int winner, bool met, Sentence words); /* the one it added, or a spare */
/* The verdict of the band that the scale stands in. */
void scale_read(Scale *scale);

/* A way to score and what it brings its side now. The words tell a change of it: their first holes are the side, the
 * change and the side's points then; the rest is the system's. */
typedef struct PointsLine {
    uint8_t side;
    int16_t points;
    Sentence words;
} PointsLine;

/* A new aim, empty but for these; NULL when there is no room. */
Aim *aim_begin(Aims *aims, AimKind kind, int side, Sentence what);
/* Adds to the last aim; its counters come before its hexes. */
void aim_piece(Aims *aims, Piece piece);
void aim_hex(Aims *aims, Hex hex);

#endif
