/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_TCS_LAB_H
#define SANDTABLE_TCS_LAB_H

#include "kit/holds.h"
#include "kit/lab.h"
#include "systems/tcs/tcs.h"

extern const LabState lab_states[];          /* ended by NULL */
extern const char *const lab_steps[];        /* by Step */
extern const char *const lab_spirits[];      /* by Spirit */
extern const char *const lab_modes[];        /* by Mode */
extern const char *const lab_lights[];       /* by Light */
extern const Statement command_statements[]; /* lab_command.c */
extern const Expectation command_expectations[];

/* lab_guns.c */
bool lab_battery(Script *line);
bool lab_battery_is(Script *line);
bool lab_ammunition(Script *line);
bool lab_air(Script *line);
bool lab_sorties(Script *line);
bool lab_weather(Script *line);
bool lab_clock(Script *line);
bool lab_lay_mines(Script *line);
bool lab_arrive(Script *line);
void mines_holds(Holds *holds);
void sorties_holds(Holds *holds);
void weather_holds(Holds *holds);
void visibility_holds(Holds *holds);
void ammunition_holds(Holds *holds);
void battery_holds(Holds *holds);
void adjustment_holds(Holds *holds);
void barrage_holds(Holds *holds);
void markers_holds(Holds *holds);

#endif
