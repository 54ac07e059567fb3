/* terms.c — how the time of a game is counted: banks, days, vacations, reminders, and when a game may be claimed. */
#include "server/terms.h"

#include <stdio.h>

/* A reminder comes when a quarter of the time is left, and not more than a day before its end. */
#define REMINDER_MOST ((int64_t)86400)
/* An order is noted for the absence rule when a fiftieth of the absence has passed since the last one that was. */
#define NOTED_PARTS 50

bool terms_are_good(const Terms *terms)
{
    bool in_bounds = terms->time >= 0 && terms->time <= TIME_MOST && terms->gain >= 0 && terms->gain <= TIME_MOST &&
                     terms->vacation >= 0 && terms->vacation <= TIME_MOST && terms->absent >= 0 &&
                     terms->absent <= TIME_MOST;
    if (!in_bounds || terms->clock >= CLOCK_KINDS || terms->out >= TIME_OUTS || terms->claim >= CLAIMS)
        return false;
    return terms->clock == CLOCK_NONE ? !terms->time && !terms->gain && !terms->vacation
                                      : terms->time > 0 && (terms->clock != CLOCK_DAYS || !terms->gain) &&
                                            (terms->clock != CLOCK_LIVE || !terms->vacation);
}

/* ---- as text ---- */

void terms_print(const Terms *terms, char out[TERMS_TEXT])
{
    snprintf(out, TERMS_TEXT, "%d %d %d %lld %lld %lld %lld %d", (int)terms->clock, (int)terms->out, (int)terms->claim,
             (long long)terms->time, (long long)terms->gain, (long long)terms->vacation, (long long)terms->absent,
             terms->rated);
}

bool terms_read(const char *text, Terms *out)
{
    int clock, timeout, claim, rated = 0;
    long long time, gain, vacation, absent;
    *out = (Terms){0};
    if (sscanf(text, "%d %d %d %lld %lld %lld %lld %d", &clock, &timeout, &claim, &time, &gain, &vacation, &absent,
               &rated) < 7) /* before version 5 nothing was rated */
        return false;
    Terms read = {.clock = (ClockKind)clock,
                  .out = (TimeOut)timeout,
                  .claim = (Claim)claim,
                  .time = time,
                  .gain = gain,
                  .vacation = vacation,
                  .absent = absent,
                  .rated = rated};
    if (clock < 0 || timeout < 0 || claim < 0 || !terms_are_good(&read))
        return false;
    *out = read;
    return true;
}

void clock_print(const Clock *clock, char out[TERMS_TEXT])
{
    int length = snprintf(out, TERMS_TEXT, "%d %lld %lld %u %d %d %lld", clock->running, (long long)clock->since,
                          (long long)clock->acted, clock->away, clock->turn, clock->reminded, (long long)clock->due);
    for (int side = 0; side < SIDES; side++)
        length += snprintf(out + length, TERMS_TEXT - (size_t)length, " %lld %lld", (long long)clock->left[side],
                           (long long)clock->vacation[side]);
    snprintf(out + length, TERMS_TEXT - (size_t)length, " %d", clock->asked);
}

static bool is_side(int side) { return side == NO_SIDE || (side >= 0 && side < SIDES); }

bool clock_read(const char *text, Clock *out)
{
    int used = 0, reminded;
    long long since, acted, due;
    *out = (Clock){.running = NO_SIDE, .asked = NO_SIDE};
    Clock read = *out;
    if (sscanf(text, "%d %lld %lld %u %d %d %lld%n", &read.running, &since, &acted, &read.away, &read.turn, &reminded,
               &due, &used) != 7)
        return false;
    read.since = since;
    read.acted = acted;
    read.due = due;
    read.reminded = reminded;
    for (int side = 0; side < SIDES; side++) {
        long long left, vacation;
        int more = 0;
        if (sscanf(text + used, " %lld %lld%n", &left, &vacation, &more) != 2)
            return false;
        read.left[side] = left;
        read.vacation[side] = vacation;
        used += more;
    }
    if (sscanf(text + used, " %d", &read.asked) != 1) /* an older form, without the side asked */
        read.asked = read.running;
    if (!is_side(read.running) || !is_side(read.asked))
        return false;
    *out = read;
    return true;
}

/* ---- counting ---- */

static bool is_away(const Clock *clock, int side) { return clock->away >> side & 1; }

/* How much of the time that has passed is vacation. A server that was killed may come up a little earlier than it
 * went. */
static int64_t passed_on_vacation(const Clock *clock, int side, int64_t now, int64_t *passed)
{
    *passed = side == clock->running && now > clock->since ? now - clock->since : 0;
    if (!is_away(clock, side))
        return 0;
    return *passed < clock->vacation[side] ? *passed : clock->vacation[side];
}

int64_t clock_vacation_left(const Clock *clock, int side, int64_t now)
{
    int64_t passed, vacation = passed_on_vacation(clock, side, now, &passed);
    return clock->vacation[side] - vacation;
}

int64_t clock_left(const Terms *terms, const Clock *clock, int side, int64_t now)
{
    int64_t passed, vacation = passed_on_vacation(clock, side, now, &passed);
    if (terms->clock == CLOCK_DAYS && side != clock->asked)
        return terms->time;
    return clock->left[side] - (passed - vacation);
}

/* What has passed up to now is written into the clock. */
static void charge(const Terms *terms, Clock *clock, int64_t now)
{
    int side = clock->running;
    if (side != NO_SIDE) {
        int64_t left = clock_left(terms, clock, side, now), vacation = clock_vacation_left(clock, side, now);
        clock->acted += clock->vacation[side] - vacation;
        clock->left[side] = left;
        clock->vacation[side] = vacation;
        if (!vacation)
            clock->away &= ~(1u << side);
    }
    clock->since = now;
}

static bool is_out(const Terms *terms, const Clock *clock, int side, int64_t now)
{
    return side != NO_SIDE && terms->clock != CLOCK_NONE && clock_left(terms, clock, side, now) <= 0;
}

static int64_t reminder_of(const Terms *terms)
{
    return terms->time / 4 < REMINDER_MOST ? terms->time / 4 : REMINDER_MOST;
}

/* When the next event comes by itself, if no player acts. */
static void set_due(const Terms *terms, Clock *clock)
{
    int side = clock->running;
    clock->due = 0;
    if (side == NO_SIDE)
        return;
    if (terms->clock != CLOCK_NONE && clock->left[side] > 0) {
        int64_t rest = is_away(clock, side) ? clock->vacation[side] : 0;
        int64_t end = clock->since + rest + clock->left[side];
        clock->due = clock->reminded ? end : end - reminder_of(terms);
    }
    int64_t claim = terms->absent ? clock->acted + terms->absent : 0;
    if (claim && is_away(clock, side))
        claim += clock->vacation[side];
    if (claim > clock->since && (!clock->due || claim < clock->due))
        clock->due = claim;
    if (clock->due && clock->due <= clock->since)
        clock->due = clock->since + 1;
}

void clock_start(const Terms *terms, Clock *clock, int64_t now)
{
    *clock = (Clock){.running = NO_SIDE, .asked = NO_SIDE, .since = now, .acted = now};
    for (int side = 0; side < SIDES; side++) {
        clock->left[side] = terms->time;
        clock->vacation[side] = terms->vacation;
    }
}

bool clock_asks(const Terms *terms, Clock *clock, int side, bool runs, int turn, int64_t now)
{
    bool gains = terms->gain && turn > clock->turn && terms->clock != CLOCK_NONE;
    int running = runs ? side : NO_SIDE;
    if (running == clock->running && side == clock->asked && !gains)
        return false;
    charge(terms, clock, now);
    for (int i = 0; gains && clock->turn && i < SIDES; i++) /* what the first turn brings is in the bank */
        clock->left[i] += terms->gain * (turn - clock->turn);
    if (turn > clock->turn)
        clock->turn = turn;
    if (side != clock->asked) {
        clock->asked = side;
        clock->acted = now;
        clock->reminded = false;
        if (terms->clock == CLOCK_DAYS && side != NO_SIDE)
            clock->left[side] = terms->time;
    }
    bool goes_on = running != clock->running;
    clock->running = running;
    set_due(terms, clock);
    if (goes_on && is_out(terms, clock, running, now)) /* its effects are counted again */
        clock->due = now + 1;
    return true;
}

bool clock_excuse(const Terms *terms, Clock *clock, int64_t passed)
{
    if (!terms_count(terms) || clock->running == NO_SIDE)
        return false;
    clock->since += passed;
    clock->acted += passed;
    set_due(terms, clock);
    return true;
}

bool clock_acts(const Terms *terms, Clock *clock, int64_t now)
{
    if (!terms->absent || clock->running == NO_SIDE || now - clock->acted <= terms->absent / NOTED_PARTS)
        return false;
    charge(terms, clock, now);
    clock->acted = now;
    set_due(terms, clock);
    return true;
}

bool clock_set_away(const Terms *terms, Clock *clock, int side, bool away, int64_t now)
{
    bool late = side == clock->running && (is_out(terms, clock, side, now) || clock_may_claim(terms, clock, now));
    if (away && (!terms->vacation || clock_vacation_left(clock, side, now) <= 0 || late))
        return false;
    charge(terms, clock, now);
    clock->away = away ? clock->away | 1u << side : clock->away & ~(1u << side);
    set_due(terms, clock);
    return true;
}

bool clock_may_claim(const Terms *terms, const Clock *clock, int64_t now)
{
    int side = clock->running;
    int64_t passed, vacation;
    if (side == NO_SIDE)
        return false;
    vacation = passed_on_vacation(clock, side, now, &passed);
    if (is_away(clock, side) && vacation < clock->vacation[side])
        return false;
    if (terms->absent && now - clock->acted - vacation >= terms->absent)
        return true;
    return terms->out == OUT_CLAIM && is_out(terms, clock, side, now);
}

ClockEvent clock_event(const Terms *terms, Clock *clock, int64_t now)
{
    int side = clock->running;
    if (!clock->due || now < clock->due || side == NO_SIDE)
        return CLOCK_WAITS;
    charge(terms, clock, now);
    bool out = terms->clock != CLOCK_NONE && clock->left[side] <= 0;
    bool remind = terms->clock != CLOCK_NONE && !clock->reminded && clock->left[side] <= reminder_of(terms);
    clock->reminded |= remind;
    set_due(terms, clock);
    if (out)
        return terms->out == OUT_CLAIM ? CLOCK_MAY_CLAIM : CLOCK_RUNS_OUT;
    return remind ? CLOCK_REMINDS : clock_may_claim(terms, clock, now) ? CLOCK_MAY_CLAIM : CLOCK_WAITS;
}
