/* systems.h — the list of rulebooks. src/systems/list is the one place that names each. */
#ifndef SANDTABLE_SYSTEMS_H
#define SANDTABLE_SYSTEMS_H

#include "core/system.h"

extern const System *const systems[]; /* NULL-ended */
/* By name ("wb95") or by the part of a scenario id before the slash; NULL if there is none. */
const System *system_named(const char *name);

#endif
