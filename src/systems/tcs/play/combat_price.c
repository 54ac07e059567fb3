/* combat_price.c — what an Assault or an Overrun is worth to a player who weighs orders.
 *
 * The rounds are played through with mean losses: first the defender fires and the attackers check, then they fire
 * and the defender checks, at twice the Morale. Each check leaves a chance that a side is broken; the rest goes on. */
#include "systems/tcs/play/outlook.h"

enum { ROUNDS = 4, WHOLE = 1000, TWICE = 2 };

typedef struct Force {
    int firepower; /* FOURTHS */
    int steps;     /* hundredths */
    int morale, lost, battalion;
    bool moving;
    int worth; /* of a step, of all units in it */
} Force;

static void join_force(const Eye *eye, const State *state, Piece piece, Force *out)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    const Unit *unit = &state->unit[piece];
    if (kind->firer != CODE_NONE)
        out->firepower += area_firepower(eye->scenario, state, piece) / (unit->spirit == IS_PARALYZED ? 2 : 1);
    if (is_susceptible(kind))
        out->steps += 100 * unit->steps;
    out->moving |= unit->mode == MOVE_MODE;
    out->worth += worth_of(eye, piece);
    int lost = lost_steps(eye->scenario, state, piece);
    if (has_morale(kind) && kind->morale + lost >= out->morale + out->lost) {
        out->morale = kind->morale;
        out->lost = lost;
        out->battalion = battalion_morale(eye->scenario, state, piece);
    }
}

/* One fire step: the remaining chance that the other side stands, WHOLE of all. */
static int stands_after(const Eye *eye, const Force *firing, Force *target, Hex hex, int breaks)
{
    const Charts *charts = &eye->memo->charts;
    int column =
        column_of(eye, firing->firepower, eye->data->bare_class[hex], (target->steps + 50) / 100, 0, target->moving);
    int taken = column < 0 ? 0 : charts->steps[column], broken = 0;
    taken = taken < target->steps ? taken : target->steps;
    target->steps -= taken;
    int total = morale_column(TWICE * target->morale + target->lost + target->battalion + (taken + 50) / 100);
    for (int result = breaks; result < MORALE_RESULTS; result++)
        broken += charts->morale[total][result];
    int suppressed = charts->morale[total][SUPPRESSED];
    target->firepower -= target->firepower * suppressed / ROLLS / 2;
    return target->steps <= 0 ? 0 : WHOLE * (ROLLS - broken) / ROLLS;
}

int assault_price(const Eye *eye, const State *state, Hex hex, const Piece *pieces, int count, bool begun)
{
    Force attacker = {.morale = 0}, defender = {.morale = 0};
    int side = state->unit[pieces[0]].side, open = WHOLE, won = 0, lost = 0;
    bool paralyzed = true;
    for (int i = 0; i < count; i++)
        join_force(eye, state, pieces[i], &attacker);
    EACH_IN(piece, state, hex)
        if (state->unit[piece].side != side) {
            join_force(eye, state, piece, &defender);
            paralyzed &= state->unit[piece].spirit == IS_PARALYZED;
        }
    Force before = attacker, foe = defender;
    attacker.moving = !begun;
    for (int round = 0; round < ROUNDS && open > WHOLE / 20; round++) {
        int stand = stands_after(eye, &defender, &attacker, hex, PARALYZED);
        lost += open * (WHOLE - stand) / WHOLE;
        open = open * stand / WHOLE;
        stand = paralyzed ? 0 : stands_after(eye, &attacker, &defender, hex, PARALYZED);
        won += open * (WHOLE - stand) / WHOLE;
        open = open * stand / WHOLE;
        attacker.moving = false;
    }
    int killed = foe.steps - defender.steps, paid = before.steps - attacker.steps;
    /* Broken attackers come back in shreds; broken defenders are gone, or will be when their shot is spent. */
    int prize = eye->found->goal[hex] + foe.worth * 2 / 3, shame = before.worth / 3 + 40;
    return (won * prize - (lost + open / 2) * shame) / WHOLE + (killed - paid) * STEP_WORTH / 100;
}

/* ---- Overruns -------------------------------------------------------------------------------------------- */

/* AT Rolls and Point shots of the units in the hex at vehicles that come in. */
static int stings(const Eye *eye, Hex hex, const Piece *pieces, int count)
{
    int kills = 0;
    EACH_IN(piece, eye->view, hex) {
        const Kind *kind = kind_of(eye->scenario, piece);
        const Unit *unit = &eye->view->unit[piece];
        if (unit->side == eye->side || unit->spirit == IS_PARALYZED)
            continue;
        if (kind->category == INFANTRY) {
            int needed = eye->data->at_roll[0][eye->data->bare_class[hex]] +
                         (unit->spirit == STEADFAST ? 0 : -eye->data->at_modifier[AT_SUPPRESSED]);
            int ways = 0, rolls = unit->steps < count ? unit->steps : count;
            for (int roll = 0; roll < ROLLS; roll++)
                ways += roll / 6 + roll % 6 + 2 >= needed;
            kills += ways * rolls;
        } else if (kind->firer == CODE_P) {
            kills += kill_chance(eye, kind, kind_of(eye->scenario, pieces[0]), eye->data->bare_class[hex], 0,
                                 eye->data->point_shift[SHIFT_ASSAULT]);
        }
    }
    return kills < count * ROLLS ? kills : count * ROLLS;
}

int overrun_price(const Eye *eye, Hex hex, const Piece *pieces, int count)
{
    int firepower = 0, class = eye->data->bare_class[hex], kills = 0;
    Target target = target_in(eye, eye->view, enemy_of(eye->side), hex);
    target.total += class <= CLASS_OPEN ? 3 : 0; /* the checker's Morale counts twice there */
    for (int i = 0; i < count; i++) {
        firepower += area_firepower(eye->scenario, eye->view, pieces[i]);
        EACH_IN(aim, eye->view, hex) {
            int chance = kill_chance(eye, kind_of(eye->scenario, pieces[i]), kind_of(eye->scenario, aim), class, 0,
                                     eye->data->point_shift[SHIFT_ASSAULT]) *
                         worth_of(eye, aim) / ROLLS;
            kills = chance > kills ? chance : kills;
        }
    }
    int area = area_price(eye, column_of(eye, firepower, class, target.steps, 0, false), &target, true);
    int sting = stings(eye, hex, pieces, count) * worth_of(eye, pieces[0]) / ROLLS;
    return (target.steps ? area : 0) + kills - sting - 60;
}

/* As an Assault of all of them, less the defenders' fire at vehicles that come in. */
int consolidated_price(const Eye *eye, Hex hex, const Piece *pieces, int count)
{
    Piece vehicle[STACK];
    int vehicles = 0;
    for (int i = 0; i < count; i++)
        if (is_vehicle(kind_of(eye->scenario, pieces[i])))
            vehicle[vehicles++] = pieces[i];
    int sting = stings(eye, hex, vehicle, vehicles) * worth_of(eye, vehicle[0]) / ROLLS;
    return assault_price(eye, eye->view, hex, pieces, count, false) - sting;
}
