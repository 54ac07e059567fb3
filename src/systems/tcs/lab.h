/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_TCS_LAB_H
#define SANDTABLE_TCS_LAB_H

#include "kit/holds.h"
#include "kit/lab.h"
#include "systems/tcs/tcs.h"

extern const LabState lab_states[];     /* ended by NULL */
extern const char *const lab_steps[];   /* by Step */
extern const char *const lab_spirits[]; /* by Spirit */
extern const char *const lab_modes[];   /* by Mode */
extern const char *const lab_lights[];  /* by Light */

#endif
