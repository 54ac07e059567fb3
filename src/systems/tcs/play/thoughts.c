/* thoughts.c — a player's thoughts of his marches, kept as long as they hold.
 *
 * After an order most of the map is as it was, and so are most stacks' best actions. A stack's best action depends on
 * the hexes that it could come to: on the units in or beside them, on the units that see them and on their fire. So
 * each thought lists the hexes it touched. Before marches are planned the view is compared with that of the last time;
 * every difference is listed by hexes, and every thought that touched one of them is forgotten. Friends elsewhere count
 * only where a crowd is a danger, where it decides something, or where there is no room for more. A change that
 * concerns every unit (the turn, orders, goals) makes all be forgotten. A thought is therefore the same whether it was
 * kept or is found again, and no memo can make a player play differently. */
#include <string.h>

#include "core/room.h"
#include "systems/tcs/play/outlook.h"

enum { BARRAGE_REACH = 3, NEAR_A_FIGHT = 3, CROWDS = 12 };

typedef struct Crowd {
    Hex hex;
    int vehicles, steps;
} Crowd;

/* What differs between two views. */
typedef struct Changes {
    uint64_t hexes[TCS_WORDS];    /* thoughts that touched them must be found again */
    uint64_t moved[TCS_WORDS];    /* where an enemy that has changed is or was */
    uint64_t aimed[TCS_WORDS];    /* matters only to units that may be shot at one by one */
    uint64_t shifted[TCS_WORDS];  /* more or fewer of ours stand there */
    uint64_t pieces[PIECE_WORDS]; /* of ours that have changed, or what they carry has */
    int crowds;
    Crowd crowd[CROWDS];
} Changes;

static void add_all(uint64_t *to, const uint64_t *bits)
{
    for (int word = 0; word < TCS_WORDS; word++)
        to[word] |= bits[word];
}

static void add_hex(const Eye *eye, uint64_t *to, Hex hex)
{
    if (hex < eye->map->hexes)
        set_bit(to, hex);
}

static void add_around(const Eye *eye, Hex hex, int radius, uint64_t *to)
{
    uint64_t around[HEXES_MAX / 64] = {0};
    map_within(eye->map, hex, radius, around);
    add_all(to, around);
}

/* ---- changes that concern every unit ---------------------------------------------------------------------- */

static bool is_the_same_world(const Eye *eye, const Basis *basis)
{
    const State *view = eye->view;
    const Outlook *found = eye->found;
    return basis->data == eye->data && basis->turn == view->head.turn && basis->phase == view->head.phase &&
           basis->courses == eye->memo->courses[eye->side].times && basis->attacks == found->attacks &&
           basis->care == found->care && !memcmp(basis->last, found->last, sizeof basis->last) &&
           basis->mines == view->mines && !memcmp(basis->mine, view->mine, sizeof basis->mine) &&
           !memcmp(basis->lit, view->lit, sizeof basis->lit) &&
           !memcmp(&basis->plans, &view->plans[eye->side], sizeof basis->plans);
}

/* ---- changes that concern some hexes ----------------------------------------------------------------------- */

/* A unit that sees a stack of the enemy, or is seen by it, weighs the fire at it. */
static void mark_foe(const Eye *eye, const Foe *foe, uint64_t *changed)
{
    add_hex(eye, changed, foe->hex);
    add_all(changed, field_of(eye, foe->hex));
}

/* The fire that can be brought to bear on the enemy is counted from where units stood when the phase began. */
static void mark_support(const Eye *eye, const Unit *before, Piece piece, uint64_t *changed)
{
    const Unit *now = &eye->view->unit[piece];
    const Kind *kind = kind_of(eye->scenario, piece);
    if (before->start == now->start && before->standing == now->standing)
        return;
    for (int i = 0; i < eye->found->foes && kind->firer != CODE_NONE; i++) {
        const Foe *foe = &eye->found->foe[i];
        if (is_near_support(eye, before, kind, foe->hex) || is_near_support(eye, now, kind, foe->hex))
            mark_foe(eye, foe, changed);
    }
}

static bool nerve_differs(const Eye *eye, const Basis *basis, Piece piece)
{
    int box = counter_of(eye->scenario, piece)->box - 1;
    return box >= 0 && memcmp(&basis->nerve[box], &eye->view->nerve[box], sizeof(Nerve));
}

static bool stands_otherwise(const Unit *before, const Unit *now)
{
    return before->at.hex != now->at.hex || before->steps != now->steps || before->standing != now->standing ||
           before->riding != now->riding;
}

static void mark_own(const Eye *eye, const Basis *basis, Piece piece, Changes *out)
{
    const Unit *before = &basis->unit[piece], *now = &eye->view->unit[piece];
    set_bit(out->pieces, piece);
    for (int i = 0; i < CARRIERS; i++) {
        if (before->carrier[i] != NO_PIECE)
            set_bit(out->pieces, before->carrier[i]);
        if (now->carrier[i] != NO_PIECE)
            set_bit(out->pieces, now->carrier[i]);
    }
    if (!stands_otherwise(before, now))
        return;
    add_hex(eye, out->shifted, before->at.hex);
    add_hex(eye, out->shifted, now->at.hex);
}

static void mark_units(const Eye *eye, const Basis *basis, Changes *out)
{
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        const Unit *before = &basis->unit[piece], *now = &eye->view->unit[piece];
        bool differs = memcmp(before, now, sizeof *now);
        if (!differs && !nerve_differs(eye, basis, piece))
            continue;
        if (now->side == eye->side) {
            mark_own(eye, basis, piece, out);
            mark_support(eye, before, piece, out->hexes);
        } else if (foe_differs(before, now) || nerve_differs(eye, basis, piece)) {
            add_hex(eye, out->moved, before->at.hex);
            add_hex(eye, out->moved, now->at.hex);
        } else if ((before->now ^ now->now) & FIRED &&
                   now->at.hex < eye->map->hexes) { /* the units it watches are listed hex by hex */
            add_all(out->aimed, field_of(eye, now->at.hex));
        }
    }
}

/* How many of ours stand or stood in each hex where that has changed, riders and all. */
static void count_crowds(const Eye *eye, const Basis *basis, Changes *out)
{
    EACH_BIT(hex, out->shifted, TCS_WORDS) {
        if (out->crowds == CROWDS) { /* too much to tell apart */
            add_all(out->hexes, out->shifted);
            return;
        }
        Crowd *crowd = &out->crowd[out->crowds++];
        *crowd = (Crowd){.hex = (Hex)hex};
        for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
            const Unit *before = &basis->unit[piece], *now = &eye->view->unit[piece];
            bool here = is_on_map(eye->view, piece) && now->at.hex == hex;
            bool was = before->standing == ON_MAP && before->at.hex == hex;
            if (now->side != eye->side || (!here && !was))
                continue;
            crowd->vehicles += is_vehicle(kind_of(eye->scenario, piece));
            crowd->steps += before->steps > now->steps ? before->steps : now->steps;
        }
    }
}

/* Stacks of the enemy that came, went or changed; and those that a unit newly sees or no longer sees. */
static void mark_foes(const Eye *eye, const Basis *basis, const uint64_t *moved, uint64_t *changed)
{
    const Outlook *found = eye->found;
    int old = 0;
    EACH_BIT(hex, moved, TCS_WORDS)
        add_around(eye, (Hex)hex, NEAR_A_FIGHT, changed);
    for (int i = 0; i < found->foes; i++) {
        Hex hex = found->foe[i].hex;
        while (old < basis->foes && basis->foe[old] < hex) /* it is gone */
            add_all(changed, basis->field[old++]);
        bool was = old < basis->foes && basis->foe[old] == hex;
        if (!was || has_bit(moved, hex))
            mark_foe(eye, &found->foe[i], changed);
        if (!was)
            continue;
        const uint64_t *field = field_of(eye, hex);
        for (int word = 0; word < TCS_WORDS; word++)
            changed[word] |= field[word] ^ basis->field[old][word];
        old++;
    }
    while (old < basis->foes)
        add_all(changed, basis->field[old++]);
}

static void mark_threats(const Eye *eye, const Basis *basis, uint64_t *changed)
{
    const Outlook *found = eye->found;
    if (basis->looks == found->looks)
        return;
    for (int hex = 0; hex < eye->map->hexes; hex++)
        if (basis->threat[hex] != found->threat[hex] || basis->watch[hex] != found->watch[hex] ||
            basis->near[hex] != found->near[hex])
            set_bit(changed, hex);
    for (int word = 0; word < TCS_WORDS; word++)
        changed[word] |= basis->seen[word] ^ found->seen[word];
}

static void mark_barrages(const Eye *eye, const Basis *basis, uint64_t *changed)
{
    const State *view = eye->view;
    for (int i = 0; i < basis->barrages || i < view->barrages; i++) {
        if (i < basis->barrages && i < view->barrages &&
            !memcmp(&basis->barrage[i], &view->barrage[i], sizeof(Barrage)))
            continue;
        if (i < basis->barrages)
            add_around(eye, basis->barrage[i].hex, BARRAGE_REACH, changed);
        if (i < view->barrages)
            add_around(eye, view->barrage[i].hex, BARRAGE_REACH, changed);
    }
}

/* ---- from one time to the next ------------------------------------------------------------------------------ */

static void keep_threats(const Eye *eye, Basis *basis)
{
    const Outlook *found = eye->found;
    if (basis->looks == found->looks)
        return;
    basis->looks = found->looks;
    memcpy(basis->threat, found->threat, sizeof basis->threat);
    memcpy(basis->watch, found->watch, sizeof basis->watch);
    memcpy(basis->near, found->near, sizeof basis->near);
    memcpy(basis->seen, found->seen, sizeof basis->seen);
    basis->foes = found->foes;
    for (int i = 0; i < found->foes; i++) {
        basis->foe[i] = found->foe[i].hex;
        memcpy(basis->field[i], field_of(eye, found->foe[i].hex), sizeof basis->field[i]);
    }
}

static void keep_basis(const Eye *eye, Basis *basis, bool all)
{
    const State *view = eye->view;
    const Outlook *found = eye->found;
    keep_threats(eye, basis);
    memcpy(basis->unit, view->unit, sizeof basis->unit);
    memcpy(basis->nerve, view->nerve, sizeof basis->nerve);
    basis->barrages = view->barrages;
    memcpy(basis->barrage, view->barrage, sizeof basis->barrage);
    if (!all)
        return;
    basis->data = eye->data;
    basis->turn = view->head.turn;
    basis->phase = view->head.phase;
    basis->courses = eye->memo->courses[eye->side].times;
    basis->attacks = found->attacks;
    basis->care = found->care;
    memcpy(basis->last, found->last, sizeof basis->last);
    basis->mines = view->mines;
    memcpy(basis->mine, view->mine, sizeof basis->mine);
    memcpy(basis->lit, view->lit, sizeof basis->lit);
    basis->plans = view->plans[eye->side];
}

static bool have_common(const uint64_t *one, const uint64_t *other)
{
    uint64_t common = 0;
    for (int word = 0; word < TCS_WORDS; word++)
        common |= one[word] & other[word];
    return common;
}

static bool holds_on(const Thought *thought, const Changes *changes)
{
    if (has_bit(changes->shifted, thought->from) || have_common(thought->touched, changes->hexes) ||
        have_common(thought->minds, changes->shifted) ||
        (thought->aimed_at && have_common(thought->touched, changes->aimed)))
        return false;
    for (int i = 0; i < thought->count; i++)
        if (has_bit(changes->pieces, thought->piece[i]))
            return false;
    for (int i = 0; i < changes->crowds; i++) {
        const Crowd *crowd = &changes->crowd[i];
        if (has_bit(thought->touched, crowd->hex) &&
            (crowd->vehicles + thought->vehicles > VEHICLE_LIMIT || crowd->steps + thought->strength > STEP_LIMIT))
            return false;
    }
    return true;
}

void thoughts_renew(const Eye *eye)
{
    Basis *basis = &eye->memo->basis[eye->side];
    Changes changes = {.crowds = 0};
    bool all = !is_the_same_world(eye, basis);
    if (!all) {
        mark_units(eye, basis, &changes);
        count_crowds(eye, basis, &changes);
        mark_foes(eye, basis, changes.moved, changes.hexes);
        mark_threats(eye, basis, changes.hexes);
        mark_barrages(eye, basis, changes.hexes);
    }
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        for (int i = 0; i < 2 && eye->view->unit[piece].side == eye->side; i++) {
            Thought *thought = &eye->memo->thought[piece][i];
            if (thought->count && (all || !holds_on(thought, &changes)))
                thought->count = 0;
        }
    keep_basis(eye, basis, all);
}

/* ---- a thought ----------------------------------------------------------------------------------------------- */

static bool is_of(const Eye *eye, const Thought *thought, const Piece *pieces, int count, bool switched)
{
    if (thought->count != count || thought->switched != switched)
        return false;
    for (int i = 0; i < count; i++)
        if (thought->piece[i] != pieces[i] || thought->course[i] != eye->found->course[pieces[i]])
            return false;
    return true;
}

Thought *thought_of(const Eye *eye, const Piece *pieces, int count, bool switched, bool *kept)
{
    ROOM(Thought, scratch);
    Thought *thought = count > THINKERS ? scratch : &eye->memo->thought[pieces[0]][count > 1];
    *kept = count <= THINKERS && is_of(eye, thought, pieces, count, switched);
    if (*kept)
        return thought;
    memset(thought, 0, sizeof *thought);
    thought->switched = switched;
    if (count > THINKERS)
        return thought;
    thought->count = (uint8_t)count;
    for (int i = 0; i < count; i++) {
        thought->piece[i] = pieces[i];
        thought->course[i] = eye->found->course[pieces[i]];
    }
    return thought;
}

/* Friends count if they make a danger greater, or a goal less decided; threats come from enemies that see the hex. */
void thought_touches(const Eye *eye, Thought *thought, const Piece *pieces, int count)
{
    thought->from = eye->view->unit[pieces[0]].at.hex;
    set_bit(thought->touched, thought->from);
    for (int i = 0; i < count; i++) {
        bool drives = is_vehicle(kind_of(eye->scenario, pieces[i]));
        thought->vehicles = (uint8_t)(thought->vehicles + drives);
        thought->strength = (uint8_t)(thought->strength + (drives ? 0 : eye->view->unit[pieces[i]].steps));
        thought->aimed_at |= kind_of(eye->scenario, pieces[i])->target != CODE_A;
    }
    for (int word = 0; word < TCS_WORDS; word++)
        thought->minds[word] =
            thought->touched[word] & (eye->found->seen[word] | eye->found->goal_set[word] | eye->found->beside[word]);
    if (has_bit(eye->found->beside, thought->from)) /* a fight may end beyond the enemy */
        add_around(eye, thought->from, NEAR_A_FIGHT, thought->minds);
}
