/* clock.c — whether ages can be told: the clock on the wall may jump, and a machine may have been off for long. */
#include "server/own.h"

bool clock_holds(ClockWatch *watch, int64_t wall, int64_t steady)
{
    int64_t apart = wall - steady, moved = apart - watch->apart;
    if (watch->known && (moved > CLOCK_JUMP || moved < -CLOCK_JUMP))
        watch->until = steady + CLOCK_GRACE;
    watch->apart = apart;
    watch->known = true;
    return steady >= watch->until;
}

void clock_begin(ClockWatch *watch, int64_t wall, int64_t steady, int64_t latest)
{
    *watch = (ClockWatch){.known = true, .apart = wall - steady};
    if (latest && (wall - latest > CLOCK_GRACE || latest - wall > CLOCK_JUMP))
        watch->until = steady + CLOCK_GRACE;
}
