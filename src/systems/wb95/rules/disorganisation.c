/* disorganisation.c — WB-95 5.6: disorganisation, its tests and recovery.
 *
 * Guns are tested only if they fought next to the enemy (5.6.3). A test is one roll of 2K6 (1.8) for a whole group,
 * compared with each counter's own limit (5.6.2, R27). A disorganised counter recovers when the phase in which it was
 * last hurt or disturbed ends one turn later, if it neither moved, attacked nor was attacked in between (5.6.5, R28):
 * code that disturbs it sets IDLE_BROKEN, and the end of that phase starts its clock again. */
#include <limits.h>

#include "systems/wb95/fight.h"

void disorganise(Play *play, Piece piece, int rule)
{
    Unit *unit = &play->state->unit[piece];
    bool already = unit->now & DISORGANISED;
    unit->now |= DISORGANISED;
    unit->now &= ~(uint32_t)IDLE_BROKEN;
    set_hurt(unit, play->state->head.turn, play->state->head.phase);
    if (!already)
        tell(play->events, EVENT_STATE, 0, sentence(rule, "wb95.disorganised", piece, unit->hex));
}

/* A roll that could change nothing is not made: every counter of the group is disorganised already. */
void disorganisation_test(Play *play, const Piece *group, int count, int rule)
{
    bool matters = false;
    for (int i = 0; i < count; i++)
        matters |= !(play->state->unit[group[i]].now & DISORGANISED);
    if (!matters)
        return;
    int roll = dice_sum(play->dice, 2);
    tell_fact(play->events, EVENT_ROLLED,
              count == 1 ? sentence(rule, "wb95.disorganisation-test", group[0], roll)
                         : sentence(rule, "wb95.disorganisation-test-more", group[0], count - 1, roll),
              fact_test(roll, roll, (TableRef){0}));
    int passed = 0, lowest = INT_MAX;
    Piece last = NO_PIECE;
    for (int i = 0; i < count; i++) {
        int limit = kind_of(play->data, play->state, group[i])->morale;
        bool already = play->state->unit[group[i]].now & DISORGANISED;
        if (roll >= limit) {
            if (!already)
                tell(play->events, EVENT_NOTE, 0,
                     sentence(WB95_5_6_2, "wb95.fails-not-under-limit", group[i], roll, limit));
            disorganise(play, group[i], WB95_5_6_2);
        } else if (!already) {
            passed++;
            last = group[i];
            lowest = limit < lowest ? limit : lowest;
        }
    }
    if (passed)
        tell(play->events, EVENT_NOTE, 0,
             passed == 1 ? sentence(WB95_5_6_2, "wb95.passes-under-limit", last, roll, lowest)
                         : sentence(WB95_5_6_2, "wb95.more-pass-under-lowest-limit", last, passed - 1, roll, lowest));
}

void recover(Play *play)
{
    State *state = play->state;
    for (Piece piece = 0; piece < play->scenario->pieces; piece++) {
        Unit *unit = &state->unit[piece];
        if (!(unit->now & (DISORGANISED | IDLE_BROKEN)))
            continue;
        if (unit->now & IDLE_BROKEN) {
            set_hurt(unit, state->head.turn, state->head.phase);
            unit->now &= ~(uint32_t)IDLE_BROKEN;
        } else if (state->head.turn > unit->hurt_turn && state->head.phase >= unit->hurt_phase) {
            unit->now &= ~(uint32_t)DISORGANISED;
            if (unit->place == ON_MAP)
                tell(play->events, EVENT_STATE, 0,
                     sentence(WB95_5_6_5, "wb95.order-again-after-quiet-day", piece, unit->hex));
        }
    }
}
