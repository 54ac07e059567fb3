/* zones.c — TCS 11.1h, 17.0b, 19 and 27.2: what markers make of hexes: smoke, Attack Zones, light; and the attack on
 * units that enter a zone or the hexes beside it (9.0-3). Smoke from every source is the same (19.1): units see into it
 * and out of it (19.1a-2), and move through it as ever (19.1c); Clean Up thins it (19.2) and takes lights off
 * (27.2c). */
#include <string.h>

#include "systems/tcs/tcs.h"

/* 19.1b: there is never smoke on the open sea, and a barrage of it is markers in all hexes around (19.3b). */
static void spread_smoke(const Scenario *scenario, uint64_t *set, const Barrage *barrage)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (map_distance(scenario->map, barrage->hex, (Hex)hex) <= barrage->level && !is_sea(scenario, (Hex)hex))
            set_bit(set, hex); /* plain smoke has level 0 */
}

static void spread(const Scenario *scenario, uint64_t *set, Hex centre, int radius)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (map_distance(scenario->map, centre, (Hex)hex) <= radius)
            set_bit(set, hex);
}

/* 17.5a, 17.5b */
static int zone_radius(const Barrage *barrage) { return barrage->kind == BATTALION_ZONE; }
static bool is_zone(const Barrage *barrage) { return barrage->kind >= BATTERY_ZONE; }

void marks_changed(const Scenario *scenario, State *state)
{
    memset(state->smoked, 0, sizeof state->smoked);
    memset(state->zone, 0, sizeof state->zone);
    memset(state->lit, 0, sizeof state->lit);
    memset(state->mined, 0, sizeof state->mined);
    for (int i = 0; i < state->barrages; i++) {
        const Barrage *barrage = &state->barrage[i];
        if (is_zone(barrage))
            spread(scenario, state->zone, barrage->hex, zone_radius(barrage));
        else
            spread_smoke(scenario, state->smoked, barrage);
    }
    for (int i = 0; i < state->mines; i++)
        set_bit(state->mined, state->mine[i].hex);
    for (int i = 0; i < state->flares; i++)
        spread(scenario, state->lit, state->flare[i], ILLUM_RADIUS);
}

/* ---- 11.1h: entering ------------------------------------------------------------------------------------- */

/* Every marker that touches the hex attacks once, full in its zone and half beside it. */
int entry_firepower(const Scenario *scenario, const State *state, Hex hex)
{
    int sum = 0;
    for (int i = 0; i < state->barrages; i++) {
        const Barrage *barrage = &state->barrage[i];
        if (is_zone(barrage))
            sum += barrage_power(barrage, map_distance(scenario->map, barrage->hex, hex) - zone_radius(barrage));
    }
    return sum;
}

/* Of the markers whose zone covers the hex the one that kills most surely; 0 none. */
int entry_kill(const Scenario *scenario, const State *state, Hex hex)
{
    int best = 0;
    for (int i = 0; i < state->barrages; i++) {
        const Barrage *barrage = &state->barrage[i];
        if (!is_zone(barrage) || map_distance(scenario->map, barrage->hex, hex) > zone_radius(barrage))
            continue;
        int kill = barrage_kill(data_of(scenario), barrage);
        best = !best || kill < best ? kill : best;
    }
    return best;
}

/* the enemy of the units that enter places the attacker's share of the losses, whichever side fired. */
bool entry_attack(Play *play, const Piece *pieces, int count, Hex hex, MilderResult milder)
{
    State *state = play->state;
    int power = entry_firepower(play->scenario, state, hex);
    if (!power || !count)
        return false;
    Attack *attack = attack_begin(state, hex, FIRE_ZONE, enemy_of(state->unit[pieces[0]].side));
    bool susceptible = false;
    for (int i = 0; i < count; i++)
        set_bit(attack->who, pieces[i]);
    EACH_IN(rider, state, hex) /* units they carry or tow enter, too */
        if (is_riding(state, rider) && has_bit(attack->who, state->unit[rider].carrier[0]))
            set_bit(attack->who, rider);
    EACH_BIT(piece, attack->who, PIECE_WORDS)
        susceptible |= is_susceptible(kind_of(play->scenario, (Piece)piece));
    for (int i = 0; i < state->barrages; i++) /* shells that fall beside them have an origin */
        if (is_zone(&state->barrage[i]) && state->barrage[i].hex != hex &&
            map_distance(play->scenario->map, state->barrage[i].hex, hex) <= zone_radius(&state->barrage[i]) + 1)
            add_origin(attack, state->barrage[i].hex);
    attack->milder = (uint8_t)milder;
    attack->kill = (uint8_t)entry_kill(play->scenario, state, hex);
    attack->power = (uint16_t)(susceptible || !attack->kill ? power : 0); /* */
    tell(play->events, EVENT_NOTE, 0, sentence(TCS_11_1H_1, "tcs.whoever-enters-under-fire-barrage", hex));
    ask(state, ASK_ATTACK, attack->side);
    return true;
}

/* ---- when markers go ------------------------------------------------------------------------------------- */

static void remove_markers(Play *play, bool (*goes)(const Barrage *barrage, int side), int side)
{
    State *state = play->state;
    int kept = 0, before = state->barrages;
    for (int i = 0; i < before; i++)
        if (!goes(&state->barrage[i], side))
            state->barrage[kept++] = state->barrage[i];
    for (int i = kept; i < before; i++)
        state->barrage[i] = (Barrage){0};
    state->barrages = (uint8_t)kept;
    if (kept != before)
        marks_changed(play->scenario, state);
}

static bool is_own_zone(const Barrage *barrage, int side) { return is_zone(barrage) && barrage->side == side; }
static bool is_bad_shoot(const Barrage *barrage, int side) { return (void)side, is_zone(barrage) && !barrage->good; }
static bool is_thin_smoke(const Barrage *barrage, int side)
{
    return (void)side, barrage->kind == PLAIN_SMOKE || (barrage->kind == SMOKE_BARRAGE && barrage->level == 1);
}

void zones_phase_begins(Play *play, int side) { remove_markers(play, is_own_zone, side); }
void zones_phase_ends(Play *play) { remove_markers(play, is_bad_shoot, NO_SIDE); }

/* Illum first (2.2.15), then thin smoke (2.2.17), then thick smoke thins (2.2.18). */
void zones_clean_up(Play *play)
{
    State *state = play->state;
    memset(state->flare, 0, sizeof state->flare);
    state->flares = 0;
    remove_markers(play, is_thin_smoke, NO_SIDE);
    for (int i = 0; i < state->barrages; i++)
        if (state->barrage[i].kind == SMOKE_BARRAGE)
            state->barrage[i].level = 1;
    marks_changed(play->scenario, state);
}
