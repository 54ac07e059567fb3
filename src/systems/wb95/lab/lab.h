/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_WB95_LAB_H
#define SANDTABLE_WB95_LAB_H

#include "kit/holds.h"
#include "kit/lab.h"
#include "systems/wb95/wb95.h"

extern const LabState lab_states[]; /* ended by NULL */
extern const char *const lab_places[], *const lab_phases[], *const lab_bridges[];

int take_played(Script *line); /* a nation that a side plays; -1 */

static inline const Wb95 *data_in(const Holds *holds) { return data_of(holds->scenario); }
static inline const State *state_in(const Holds *holds) { return state_of(holds->position); }

/* ---- lab_ground.c ---- */
bool do_zone(Script *line);
bool do_position(Script *line);
bool do_base(Script *line);
bool do_bridge(Script *line);
bool do_control(Script *line);
bool do_ff(Script *line);
void change_ground(Script *line); /* all that follows from the map, after it has changed */

/* ---- lab_air.c ---- */
void mission_holds(Holds *holds);
void missions_hold(Holds *holds);

/* ---- lab_table.c ---- */
void table_holds(Holds *holds);
void row_holds(Holds *holds);

#endif
