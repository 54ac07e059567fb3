/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_OCS_LAB_H
#define SANDTABLE_OCS_LAB_H

#include "kit/holds.h"
#include "systems/ocs/ocs.h"

extern const struct LabState {
    const char *word;
    uint32_t state;
} lab_states[];                         /* ended by NULL */
extern const char *const lab_steps[];   /* by Step */
extern const char *const lab_markers[]; /* by Marker */
extern const char *const lab_levels[];  /* by Level */
extern const char *const lab_faces[];

#endif
