/* clock.c — whether ages can be judged: the wall clock may jump, and a machine may have been off for long. */
#include "server/own.h"

/* Until a jump is a day old, time is judged as if there had been none. */
static void look(ClockWatch *watch, int64_t wall, int64_t steady)
{
    int64_t apart = wall - steady, moved = apart - watch->apart;
    if (watch->known && (moved > CLOCK_JUMP || moved < -CLOCK_JUMP))
        watch->until = steady + CLOCK_GRACE;
    watch->apart = apart;
    watch->known = true;
    if (steady >= watch->until)
        watch->trusted = apart;
}

bool clock_holds(ClockWatch *watch, int64_t wall, int64_t steady)
{
    look(watch, wall, steady);
    return steady >= watch->until;
}

int64_t clock_judges(const ClockWatch *watch, int64_t steady) { return steady + watch->trusted; }

/* When it is unclear which clock is wrong, the earlier time is trusted: nothing ends too soon. */
void clock_begin(ClockWatch *watch, int64_t wall, int64_t steady, int64_t latest)
{
    *watch = (ClockWatch){.known = true, .apart = wall - steady, .trusted = wall - steady};
    if (!latest || (wall - latest <= CLOCK_GRACE && latest - wall <= CLOCK_JUMP))
        return;
    watch->until = steady + CLOCK_GRACE;
    if (latest < wall)
        watch->trusted = latest - steady;
}
