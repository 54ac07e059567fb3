/* systems.c — the list of rulebooks. */
#include "systems/systems.h"

#include <string.h>

extern const System wb95_system;

const System *const systems[] = {&wb95_system, NULL};

const System *system_named(const char *name)
{
    size_t length = strcspn(name, "/");
    for (int i = 0; systems[i]; i++)
        if (strlen(systems[i]->name) == length && !memcmp(systems[i]->name, name, length))
            return systems[i];
    return NULL;
}
