/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_OCS_LAB_H
#define SANDTABLE_OCS_LAB_H

#include "kit/holds.h"
#include "kit/lab.h"
#include "systems/ocs/ocs.h"

extern const LabState lab_states[];     /* ended by NULL */
extern const char *const lab_steps[];   /* by Step */
extern const char *const lab_markers[]; /* by Marker */
extern const char *const lab_levels[];  /* by Level */
extern const char *const lab_faces[];

/* lab_air.c: lines about aircraft, bases, stocks and weather. */
extern const Statement air_statements[];
/* A new counter of that kind, off the map; false with a mistake. */
bool lab_add(Script *line, const Field *id, Kind *kind);
/* expect_air.c: the same of what can be expected. */
extern const Expectation air_expectations[];

#endif
