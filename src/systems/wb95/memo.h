/* memo.h — what is kept from one view to the next: what listings found out (memo.c), and what a player that weighs
 * orders must know of the whole map (goals.c). Both depend on views alone and cannot go stale. */
#ifndef SANDTABLE_WB95_MEMO_H
#define SANDTABLE_WB95_MEMO_H

#include "systems/wb95/wb95.h"

/* What listings found out about counters. */
typedef struct Known {
    uint64_t look[WB95_SLOTS / 64];    /* to be looked at */
    uint64_t listed[WB95_SLOTS / 64];  /* those that have bits in `open` */
    uint64_t outside[WB95_SLOTS / 64]; /* those beyond the edge */
    uint16_t open[WB95_SLOTS];         /* bits of orders, and OPEN_CROWDED (movement.c) */
} Known;
/* Goals of a side: leaving the map, and what up to two groups of its nations play for. Each group has two tastes, so
 * that its counters spread. */
enum { GOAL_EXIT, GOAL_NATIONS, GOALS = 3, TASTES = 2, MARCHES = 1 + TASTES * (GOALS - 1) };
enum {
    FAR_MARCH = 0xFFFF,
    RALLY = 128 /* no unit is called to march from farther off */,
    HEX_WORDS = WB95_HEXES / 64,
    CAMPS = 2,
    COMING = 4 /* hexes from which strength may come up */
};

/* The bed that a field of marches was made of. */
typedef struct Kept {
    bool made;
    uint16_t goal[WB95_HEXES], through[WB95_HEXES];
} Kept;

/* What goals.c finds in a view for a player that weighs orders in it. Marches are those of tracked units, in quarters
 * of an MP; a way through an enemy zone of control costs more. */
struct Outlook {
    const Scenario *scenario;             /* NULL: holds nothing */
    uint32_t derivations;                 /* Wb95.derivations then */
    unsigned look;                        /* a different number each time it was brought up to date */
    int16_t hurt[COLUMNS], harm[COLUMNS]; /* what an attack on that column costs on average, and what it does */
    int16_t dear[NATIONS];                /* what a loss of the nation weighs, in hundredths */
    bool fierce;                          /* some side has points for counters it destroys */
    bool presses[SIDES];                  /* has the initiative, or ground to gain by the scenario */
    uint8_t step_back[WB95_HEXES][EDGES]; /* march from the neighbour into the hex, 0: there is no way */
    /* From here on only for questions after which a unit may march. */
    bool looked;
    uint8_t side;
    uint64_t fallen[HEX_WORDS];               /* State.fallen, of which the next was made */
    uint64_t scoring[WB95_POINTS][HEX_WORDS]; /* hexes that a row of points is about */
    uint64_t friends[HEX_WORDS];              /* where own counters are */
    uint64_t enemies[HEX_WORDS];              /* where the enemy's do */
    uint64_t zones[HEX_WORDS];                /* the enemy's zones of control */
    uint8_t enemy_cel[WB95_HEXES], enemy_sp[WB95_HEXES];
    uint8_t near[WB95_HEXES];    /* hexes to the nearest enemy */
    uint16_t menace[WB95_HEXES]; /* strength of the enemies not far from it */
    uint8_t goal_of[NATIONS];    /* which goals the counters of a nation follow; GOALS none */
    uint64_t goals[GOALS][HEX_WORDS];
    uint64_t stakes[HEX_WORDS];          /* what the side holds that is worth a counter */
    uint16_t hindered[WB95_HEXES];       /* what a march through the hex costs more, by enemies and their zones */
    uint16_t march[MARCHES][WB95_HEXES]; /* to the nearest of these goals, FAR_MARCH where there is no way */
    Kept march_kept[MARCHES];
    uint16_t line[WB95_HEXES];   /* how hard it is to bring supply there, FAR_MARCH where none goes */
    bool guarded;                /* the following was looked at, too */
    uint64_t settled[HEX_WORDS]; /* own counters that stay where they are, and their zones of control */
    uint64_t settled_zones[HEX_WORDS];
    uint64_t open[HEX_WORDS];     /* places that score for the side, of the enemy, and nobody in them */
    uint64_t coveted[HEX_WORDS];  /* what the enemy wants */
    uint64_t ways[HEX_WORDS];     /* how he would march there */
    uint16_t flow[WB95_HEXES];    /* strength of the enemies whose way there leads through the hex */
    uint16_t advance[WB95_HEXES]; /* his march to the nearest of what he wants */
    Kept advance_kept;
    uint64_t gaps[HEX_WORDS];   /* where nothing bars that way */
    uint16_t rally[WB95_HEXES]; /* march to the nearest of them */
    Kept rally_kept;
    uint8_t cover[WB95_HEXES];         /* own counters whose zones of control cover it */
    int16_t coming[CAMPS][WB95_HEXES]; /* own strength that may still come up to the enemy in a hex */
    struct Reckoned {
        Hex hex;
        uint8_t camp, sp;
    } reckoned[WB95_SLOTS]; /* what is in `coming` */
};

struct Memo {
    const Scenario *scenario; /* NULL: holds nothing */
    uint32_t derivations;     /* Wb95.derivations then */
    Known known;
    State last; /* what memo_renew() compares is kept up; the rest is as it was when all was last forgotten */
    Outlook outlook;
};
/* What is known of each counter's orders; those for which something may have changed are to be examined. */
Known *memo_renew(Memo *memo, const Scenario *scenario, const State *view);
void know_nothing(const Scenario *scenario, Known *known);

/* goals.c: brings the outlook up to date with the view, for the side that must answer. */
void look_over(const Scenario *scenario, const State *view, Outlook *outlook);
int result_price(const Result *result); /* what suffering it costs: 100 a step */
/* Which of the camps of a side that do not fight well together it belongs to: 0, or 1 (stars.2-7). */
int camp_of(const Wb95 *data, const State *view, Piece piece);

#endif
