/* works.c — 14.24–14.30: forts, heavy forts and the Stalin Line.
 *
 * Lines that are still being built begin to count at the start of their turn (17.3), unless a German-side unit was in
 * any of their hexes before: then they never do (14.25). Standing works are destroyed hex by hex, when a German-side
 * unit enters it (14.26, 14.30-2, pm.r.63, pm.r.101); a town in the hex is none the worse for it (pm.r.117). */
#include "systems/pm/pm.h"

int work_at(const Book *data, const State *state, Hex hex)
{
    int line = data->work_line[hex];
    if (data->beginners || !data->work[hex] || has_bit(state->destroyed, hex))
        return NO_WORK;
    return !line || state->active >> (line - 1) & 1 ? data->work[hex] : NO_WORK;
}

/* 14.29: a word of the hexes of forts and heavy forts that stand. */
uint64_t intact_forts(const Book *data, const State *state, int word)
{
    uint64_t forts = data->forts[word];
    for (int i = 0; i < data->work_lines; i++)
        if (state->active >> i & 1)
            forts |= data->line_of_works[i].bits[word];
    return data->beginners ? 0 : forts & ~state->destroyed[word];
}

/* 17.3 */
void works_begin_turn(Play *play)
{
    State *state = play->state;
    for (int i = 0; !play->data->beginners && i < play->data->work_lines; i++) {
        unsigned bit = 1u << i;
        if (play->data->line_of_works[i].turn > state->head.turn || (state->active | state->aborted) & bit)
            continue;
        state->active |= (uint8_t)bit;
        tell(play->events, EVENT_GROUND, 0, sentence(PM_17_3, "pm.line-completed", i));
    }
}

/* 14.25: with a line fall those the map couples to it, as far as they are not built. */
static void abort_line(Play *play, int line)
{
    State *state = play->state;
    unsigned falls = play->data->line_of_works[line].aborts & ~(unsigned)(state->active | state->aborted);
    state->aborted |= (uint8_t)falls;
    for (int i = 0; i < play->data->work_lines; i++)
        if (falls >> i & 1)
            tell(play->events, EVENT_GROUND, 0, sentence(i == line ? PM_14_25_1 : PM_14_25_2, "pm.line-not-built", i));
}

void works_entered(Play *play, Hex hex)
{
    State *state = play->state;
    int line = play->data->work_line[hex];
    if (play->data->beginners || !play->data->work[hex])
        return;
    if (line && !((state->active | state->aborted) >> (line - 1) & 1)) {
        abort_line(play, line - 1);
        return;
    }
    if (work_at(play->data, state, hex) == NO_WORK)
        return;
    set_bit(state->destroyed, hex);
    tell(play->events, EVENT_GROUND, 0, sentence(PM_14_26, "pm.works-destroyed", hex));
}
