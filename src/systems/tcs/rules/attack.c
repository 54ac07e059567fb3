/* attack.c — TCS 9: the course of any fire at a hex, and where its lines come in.
 *
 * All Area shots of an attack are one roll, Point shots and AT Rolls are one each, in the order in which they were
 * declared. An Area result asks for losses (losses.c) and has the stack check its morale (morale.c, 16.0b); in
 * Assault-style Combat there is one check when everything is fired, whatever came of it. Barrages, mines and
 * sorties are attacks without shots. */
#include <string.h>

#include "systems/tcs/tcs.h"

Attack attack_new(Hex hex, Fire fire, int side)
{
    Attack attack = {.hex = hex,
                     .from = NO_HEX,
                     .fire = (uint8_t)fire,
                     .side = (uint8_t)side,
                     .victim = (uint8_t)enemy_of(side),
                     .checker = NO_PIECE};
    for (int i = 0; i < SPOTTERS; i++)
        attack.spotter[i] = NO_PIECE;
    for (int i = 0; i < ORIGINS; i++)
        attack.origin[i] = NO_HEX;
    return attack;
}

Attack *attack_begin(State *state, Hex hex, Fire fire, int side)
{
    assert(state->attacks < ATTACKS);
    Attack *attack = &state->attack[state->attacks++];
    *attack = attack_new(hex, fire, side);
    return attack;
}

void add_origin(Attack *attack, Hex hex)
{
    for (int i = 0; i < attack->origins; i++)
        if (attack->origin[i] == hex)
            return;
    if (attack->origins < ORIGINS)
        attack->origin[attack->origins++] = hex;
}

/* mortars are not direct; whatever comes of it. */
void mark_under_fire(State *state, const Attack *attack)
{
    EACH_IN(piece, state, attack->hex)
        if (state->unit[piece].side == attack->victim)
            state->unit[piece].now |= UNDER_FIRE;
}

static bool is_direct(const Scenario *scenario, const Attack *attack)
{
    for (int i = 0; i < attack->shots; i++)
        if (attack->shot[i].how != SHOT_AREA || !kind_of(scenario, attack->shot[i].piece)->indirect)
            return true;
    return false;
}

/* A shot that is fired, which one that lapses is not: what its firer may not do any more, and the trigger it
 * gives, which AT Rolls do not (14.2a-3). */
static void mark_shot(Play *play, const Attack *attack, Shot *shot)
{
    State *state = play->state;
    Unit *unit = &state->unit[shot->piece];
    shot->done = true;
    if (shot->how == SHOT_AT)
        unit->now |= attack->fire == FIRE_SFA ? AT_ATTACKED : 0;
    else if (attack->fire == FIRE_SFA)
        unit->now |= FIRED | SFA_DONE; /* 13.1h */
    else if (attack->fire == FIRE_OWM)
        state->cycle.answered = attack->from;
    if (shot->how != SHOT_AT && is_mortar(kind_of(play->scenario, shot->piece)))
        unit->now |= SHOT;
    if (unit->spirit == IS_PARALYZED)
        unit->now |= LAST_SHOT; /* 16.4b-1 */
}

/* Its targets: all units of the other side in the hex now. */
static void victims(const State *state, Attack *attack)
{
    memset(attack->who, 0, sizeof attack->who);
    EACH_IN(piece, state, attack->hex)
        if (state->unit[piece].side == attack->victim)
            set_bit(attack->who, piece);
}

void attack_prepare(const Scenario *scenario, const State *state, Attack *attack)
{
    for (int i = 0; i < attack->shots; i++)
        add_origin(attack, state->unit[attack->shot[i].piece].at.hex);
    if (attack->fire == FIRE_SFA)
        attack->crossfire = attack->shots > 1 && attack->shot[0].how == SHOT_AREA &&
                            is_crossfire(scenario, attack->hex, attack->origin, attack->origins);
    victims(state, attack);
    for (int i = 0; i < attack->shots; i++) { /* 25.4b, R-88: the heaviest of them counts for all */
        const Kind *kind = kind_of(scenario, attack->shot[i].piece);
        int kill = attack->shot[i].how == SHOT_AREA && kind->class == INFANTRY_GUN && kind->calibre >= GUN_SMOKE
                       ? shell_kill(data_of(scenario), kind->calibre)
                       : 0;
        if (kill && (!attack->kill || kill < attack->kill))
            attack->kill = (uint8_t)kill;
    }
}

void attack_opens(Play *play, Attack *attack)
{
    attack_prepare(play->scenario, play->state, attack);
    if (is_direct(play->scenario, attack))
        mark_under_fire(play->state, attack);
    ask(play->state, ASK_ATTACK, attack->side);
}

void attack_ends(Play *play)
{
    State *state = play->state;
    *attack_on_top(state) = (Attack){0};
    state->attacks--;
    answered(state);
}

enum { STAGE_SHOTS, STAGE_LOSSES, STAGE_AFTER, STAGE_CHECK, STAGE_ROLL };

/* In Assault-style Combat the one check is about all units that were there when the fire step began, also those that
 * Point Fire has killed before. */
static void area_begins(Play *play, Attack *attack, Frame *frame)
{
    for (int i = 0; i < attack->shots; i++)
        if (fires_area(play->state, &attack->shot[i]))
            mark_shot(play, attack, &attack->shot[i]);
    if (attack->fire < FIRE_ASSAULT)
        victims(play->state, attack);
    frame->stage = STAGE_LOSSES;
    area_resolve(play, attack);
}

bool fires_area(const State *state, const Shot *shot)
{
    return shot->how == SHOT_AREA && is_on_map(state, shot->piece);
}

/* Whether its firer is still there, and its target: one unit, or any unit in the hex. */
static bool can_be_fired(const State *state, const Attack *attack, const Shot *shot)
{
    if (!is_on_map(state, shot->piece))
        return false;
    if (shot->how == SHOT_AREA || shot->how == SHOT_GUN)
        return enemy_in(state, attack->side, attack->hex);
    return is_on_map(state, shot->aim) && state->unit[shot->aim].at.hex == attack->hex;
}

/* The next shot that is not resolved; one whose target is gone lapses. */
static void next_shot(Play *play, Attack *attack, Frame *frame)
{
    State *state = play->state;
    if (attack->fire >= FIRE_ZONE && !attack->next++) {
        if (attack->power)
            area_begins(play, attack, frame);
        else
            shell_vehicles(play, attack);
        return;
    }
    for (int i = 0; i < attack->shots; i++) {
        Shot *shot = &attack->shot[i];
        if (shot->done || !can_be_fired(state, attack, shot))
            continue;
        mark_shot(play, attack, shot);
        if (shot->how == SHOT_AREA)
            area_begins(play, attack, frame);
        else if (shot->how == SHOT_GUN)
            gun_resolve(play, attack, shot);
        else if (shot->how == SHOT_POINT)
            point_resolve(play, attack, shot);
        else
            at_resolve(play, attack, shot);
        return;
    }
    if (attack->forced && !attack->checked)
        frame->stage = STAGE_CHECK;
    else
        attack_ends(play);
}

static void find_checker(Play *play, Attack *attack, Frame *frame)
{
    Piece checkers[STACK];
    int count = checkers_of(play->scenario, play->state, attack, checkers, STACK);
    attack->checked = true;
    frame->stage = count ? STAGE_ROLL : STAGE_SHOTS;
    if (count && checkers_alike(play->scenario, checkers, count))
        attack->checker = checkers[0];
    else if (count)
        ask(play->state, ASK_CHECKER, attack->victim);
}

void attack_resume(Play *play)
{
    Frame *frame = asked(play->state);
    Attack *attack = attack_on_top(play->state);
    switch (frame->stage) {
    case STAGE_SHOTS:
        next_shot(play, attack, frame);
        break;
    case STAGE_LOSSES:
        if (!losses_go_on(play, attack))
            frame->stage = STAGE_AFTER;
        break;
    case STAGE_AFTER:
        if (attack->result >= AREA_STEP)
            button_up(play, attack, TCS_16_7A_1, NO_PIECE);
        battalion_additions(play, attack);
        shell_vehicles(play, attack);
        frame->stage = attack->result > AREA_NONE && !attack->forced ? STAGE_CHECK : STAGE_SHOTS;
        break;
    case STAGE_CHECK:
        find_checker(play, attack, frame);
        break;
    default:
        frame->stage = STAGE_SHOTS;
        check_morale(play, attack);
        break;
    }
}

/* ---- where a line comes in: R-38 ------------------------------------------------------------------------- */

unsigned entry_edges(const Scenario *scenario, Hex target, Hex from)
{
    const Map *map = scenario->map;
    int a = map->slant[from].across - map->slant[target].across, c = map->slant[from].down - map->slant[target].down;
    int b = -a - c, score[EDGES] = {b - c, a - c, a - b, c - b, c - a, b - a}, best = 0;
    unsigned edges = 0;
    for (int edge = 0; edge < EDGES; edge++)
        best = score[edge] > best ? score[edge] : best;
    for (int edge = 0; best && edge < EDGES; edge++)
        edges |= score[edge] == best ? 1u << edge : 0;
    return edges;
}

/* Two of the sides do not touch. */
static bool sides_apart(unsigned edges)
{
    for (int edge = 0; edge < EDGES; edge++) {
        unsigned near = 1u << edge | 1u << (edge + 1) % EDGES | 1u << (edge + EDGES - 1) % EDGES;
        if (edges >> edge & 1 && edges & ~near)
            return true;
    }
    return false;
}

enum { CORNERS = EDGES };

/* Lines that come in through one hexside, and how many at each corner: that of an edge and the next one. */
typedef struct Incoming {
    unsigned edges;
    int corner[CORNERS];
} Incoming;

static Incoming incoming(const Scenario *scenario, Hex target, const Hex *from, int count)
{
    Incoming in = {0};
    for (int i = 0; i < count; i++) {
        unsigned edges = entry_edges(scenario, target, from[i]);
        int corner = 0;
        if (!(edges & (edges - 1))) {
            in.edges |= edges;
            continue;
        }
        while (edges != (1u << corner | 1u << (corner + 1) % EDGES))
            corner++;
        in.corner[corner]++;
    }
    return in;
}

/* Whether hexsides are apart whichever side the target's owner picks at each corner: of several lines at one he picks
 * the same for all. */
static bool apart_whatever(const Incoming *in)
{
    for (unsigned picks = 0; picks < 1u << CORNERS; picks++) {
        unsigned all = in->edges;
        for (int i = 0; i < CORNERS; i++)
            all |= in->corner[i] ? 1u << (i + (picks >> i & 1)) % EDGES : 0;
        if (!sides_apart(all))
            return false;
    }
    return true;
}

/* Of the lines that come in at a corner the target's owner picks the side, but for one, which the firer does. Each does
 * what is best for him, so there is no question. */
bool is_crossfire(const Scenario *scenario, Hex target, const Hex *from, int count)
{
    Incoming in = incoming(scenario, target, from, count);
    if (apart_whatever(&in))
        return true;
    for (int i = 0; i < 2 * CORNERS; i++) {
        Incoming mine = in;
        if (!in.corner[i / 2])
            continue;
        mine.corner[i / 2]--;
        mine.edges |= 1u << (i / 2 + i % 2) % EDGES;
        if (apart_whatever(&mine))
            return true;
    }
    return false;
}
