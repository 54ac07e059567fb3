/* systems.c — the list of rulebooks, from src/systems/list. */
#include "systems/systems.h"

#include <string.h>

#define SYSTEM(name) extern const System name##_system;
#include "system_list.h"
#undef SYSTEM

#define SYSTEM(name) &name##_system,
const System *const systems[] = {
#include "system_list.h"
    NULL};

const System *system_named(const char *name)
{
    size_t length = strcspn(name, "/");
    for (int i = 0; systems[i]; i++)
        if (strlen(systems[i]->name) == length && !memcmp(systems[i]->name, name, length))
            return systems[i];
    return NULL;
}
