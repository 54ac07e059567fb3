/* posts.c — the frontier of Germany, which the German player must not leave open: 4.4. */
#include <string.h>

#include "core/room.h"
#include "systems/pm/pm.h"

enum { NEAR = 3 }; /* hexes from which Soviet units are expected to come */

typedef struct Flood {
    uint64_t come[PM_WORDS], next[PM_WORDS]; /* where they may be by now, where they may be a hex later */
    uint64_t frontier[PM_WORDS];             /* hexes of Germany that they come to first */
} Flood;

/* One hex further: not past German units, and no further where Germany begins. */
static void flow(const Scenario *scenario, const State *view, Flood *flood)
{
    const Book *data = data_of(scenario);
    hexes_beside(scenario, flood->come, flood->next);
    EACH_BIT(hex, flood->next, PM_WORDS) {
        if (data->zomo[hex] == ZOMO_GERMANY)
            set_bit(flood->frontier, hex);
        else if (!friend_in(view, GERMAN_SIDE, (Hex)hex))
            set_bit(flood->come, hex);
    }
}

/* Each unit that comes in costs a point, and only a unit in the hex keeps it out. */
void pm_posts(const Scenario *scenario, const Position *position, int side, Aims *out)
{
    ROOM(Flood, flood);
    const Book *data = data_of(scenario);
    const State *view = state_of(position);
    Piece guards[STACK];
    if (side != GERMAN_SIDE)
        return;
    memset(flood, 0, sizeof *flood);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (data->zomo[hex] != ZOMO_GERMANY && friend_in(view, SOVIET_SIDE, (Hex)hex))
            set_bit(flood->come, hex);
    for (int i = 0; i < NEAR; i++)
        flow(scenario, view, flood);
    EACH_BIT(hex, flood->frontier, PM_WORDS) {
        int count = stack_of(view, (Hex)hex, guards, STACK);
        Aim *post = aim_begin(out, AIM_KEEP, side, sentence(PM_4_4, "pm.post-frontier"));
        if (!post)
            return;
        post->together = true;
        for (int i = 0; i < count && friend_in(view, GERMAN_SIDE, (Hex)hex); i++)
            aim_piece(out, guards[i]);
        aim_hex(out, (Hex)hex);
    }
}
