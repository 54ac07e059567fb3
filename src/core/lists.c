/* lists.c — see lists.h. */
#include "core/lists.h"

#include <string.h>

enum {
    LISTS_KEPT = 96,   /* more are made in a long search, each of them once */
    THINGS_KEPT = 4096 /* of all lists and their prefixes */
};

typedef struct KeptList {
    uint32_t mark; /* of the prefix: most others differ in it */
    uint8_t verb, args;
    bool complete;
    uint16_t first, count; /* of the list; the arguments of the prefix stand before it */
} KeptList;

struct Lists {
    unsigned scenario; /* its serial number; 0: there is no view yet */
    int lists, things;
    KeptList list[LISTS_KEPT];
    Choice thing[THINGS_KEPT];
    char view[];
};

size_t lists_room(const Scenario *scenario) { return sizeof(Lists) + scenario->system->position_size; }

void lists_for(Lists *lists, const Scenario *scenario, const Position *view)
{
    size_t size = scenario->system->position_size;
    if (lists->scenario == scenario->serial && !memcmp(lists->view, view, size))
        return;
    lists->scenario = scenario->serial;
    lists->lists = lists->things = 0;
    memcpy(lists->view, view, size);
}

static uint32_t mark_of(const Order *prefix)
{
    uint32_t mark = prefix->verb;
    for (int i = 0; i < prefix->count; i++)
        mark = mark * 16777619u ^ (uint32_t)(prefix->slot[i] << 16 | prefix->value[i]);
    return mark;
}

static bool is_of(const Lists *lists, const KeptList *kept, const Order *prefix)
{
    const Choice *arg = &lists->thing[kept->first - kept->args];
    if (kept->verb != prefix->verb || kept->args != prefix->count)
        return false;
    for (int i = 0; i < prefix->count; i++)
        if (arg[i].slot != prefix->slot[i] || arg[i].value != prefix->value[i])
            return false;
    return true;
}

static void keep(Lists *lists, uint32_t mark, const Order *prefix, const Choices *list)
{
    if (lists->lists == LISTS_KEPT || lists->things + prefix->count + list->count > THINGS_KEPT)
        return;
    for (int i = 0; i < prefix->count; i++)
        lists->thing[lists->things++] = (Choice){prefix->slot[i], prefix->value[i]};
    lists->list[lists->lists++] = (KeptList){.mark = mark,
                                             .verb = prefix->verb,
                                             .args = prefix->count,
                                             .complete = list->complete,
                                             .first = (uint16_t)lists->things,
                                             .count = (uint16_t)list->count};
    memcpy(&lists->thing[lists->things], list->choice, (size_t)list->count * sizeof *list->choice);
    lists->things += list->count;
}

void list_choices(Lists *lists, const Scenario *scenario, const Position *view, const Order *prefix, Choices *out)
{
    uint32_t mark = mark_of(prefix);
    for (int i = 0; lists && i < lists->lists; i++) {
        const KeptList *kept = &lists->list[i];
        if (kept->mark != mark || !is_of(lists, kept, prefix))
            continue;
        out->complete = kept->complete;
        out->count = kept->count;
        memcpy(out->choice, &lists->thing[kept->first], (size_t)kept->count * sizeof *out->choice);
        return;
    }
    out->count = 0;
    out->complete = false;
    scenario->system->choices(scenario, view, prefix, out);
    if (lists)
        keep(lists, mark, prefix, out);
}
