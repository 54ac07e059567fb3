/* library.c — see library.h. */
#include "late/library.h"

#include <dlfcn.h>
#include <stdio.h>

bool library_load(const char *const *files, const LibraryCall *calls, size_t count, char why[LIBRARY_TROUBLE])
{
    void *library = NULL;
    why[0] = '\0';
    for (; *files && !library; files++)
        library = dlopen(*files, RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(why, LIBRARY_TROUBLE, "%s", dlerror());
        return false;
    }
    for (size_t i = 0; i < count; i++)
        if (!(*calls[i].place = dlsym(library, calls[i].name))) {
            snprintf(why, LIBRARY_TROUBLE, "%s has no %s", files[-1], calls[i].name);
            return false;
        }
    return true;
}
