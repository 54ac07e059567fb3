/* hideouts.c — WB-95 6.3.3 under 16.1: guns of the defence that may stand unseen within range of an attack.
 *
 * A hideout is a hidden counter within range, outside the hexes attacked, of which nothing is known or only that it is
 * artillery. As in hidden.c it may be any counter of that type not seen anywhere, at any CEL, towed guns in position
 * or on their trucks, and each way to fill the hideouts is as likely as any other. What the guns could add at most is
 * the sum of the strongest, one to a hideout. The chance that any of them can fire at all needs two counts: of all
 * ways, and of those without a gun in position. Both are products of one polynomial for each type of counter, whose
 * exponents are the hideouts of unknown type that are filled. */
#include <string.h>

#include "systems/wb95/fight.h"

enum { UNKNOWN_MOST = 24, TYPED_MOST = 8 }; /* with more the chance is not counted, and taken for certain */

typedef struct Hideouts {
    int of_group[GROUPS], unknown, all;
    bool certain; /* self-propelled guns need no setup */
} Hideouts;

static bool in_range(const Scenario *scenario, const Combat *combat, Hex hex)
{
    bool near = false;
    for (int i = 0; i < combat->targets; i++) {
        int distance = map_distance(scenario->map, hex, combat->target[i]);
        if (!distance)
            return false;
        near |= distance <= ARTILLERY_RANGE;
    }
    return near;
}

static void find_hideouts(const Scenario *scenario, const State *view, const Combat *combat, int side, Hideouts *out)
{
    const Wb95 *data = data_of(scenario);
    for (Piece piece = (Piece)scenario->pieces; piece < WB95_SLOTS && view->unit[piece].place != SPARE; piece++) {
        const Unit *unit = &view->unit[piece];
        const Kind *kind = kind_of(data, view, piece);
        if (unit->side != side || (kind->type != UNKNOWN && !(kind->is & ARTILLERY)) ||
            !in_range(scenario, combat, unit->hex))
            continue;
        out->all++;
        if (kind->type == UNKNOWN)
            out->unknown++;
        else
            out->of_group[data->group[unit->kind]]++;
        out->certain |= kind->type != UNKNOWN && !(kind->is & GUN);
    }
}

static bool is_unseen(const State *view, Piece piece, int side)
{
    return view->unit[piece].place == UNSEEN && view->unit[piece].side == side;
}

/* ---- how much --------------------------------------------------------------------------------------------- */

static bool takes_hideout(Hideouts *hideouts, int group)
{
    int *places = hideouts->of_group[group] ? &hideouts->of_group[group] : &hideouts->unknown;
    if (!*places)
        return false;
    --*places;
    return true;
}

/* From the strongest down, strength by strength. */
static int strongest_guns(const Scenario *scenario, const State *view, int side, Hideouts hideouts)
{
    const Wb95 *data = data_of(scenario);
    int sp = 0, next = 0;
    for (int strength = UINT8_MAX; strength > 0; strength = next) {
        next = 0;
        for (Piece piece = 0; piece < scenario->pieces; piece++) {
            const Kind *kind = &data->kind[view->unit[piece].kind];
            if (!is_unseen(view, piece, side) || !(kind->is & ARTILLERY))
                continue;
            if (kind->defence[0] == strength && takes_hideout(&hideouts, data->group[view->unit[piece].kind]))
                sp += strength;
            else if (kind->defence[0] < strength && kind->defence[0] > next)
                next = kind->defence[0];
        }
    }
    return sp;
}

/* ---- how likely ------------------------------------------------------------------------------------------- */

/* What a counter may be in a hideout, each as likely as any other (hidden.c); of those, what fires nothing. */
static int guises(const Kind *kind)
{
    (void)kind;
    return 2;
}
static int silent_guises(const Kind *kind) { return kind->is & GUN ? 1 : kind->is & ARTILLERY ? 0 : 2; }

/* Ways by hideouts of unknown type that are filled. */
typedef struct Ways {
    Weight by[UNKNOWN_MOST + 1];
} Ways;

/* One type: its own hideouts are all filled, the unknown ones by any number. */
static void fill_with(const Scenario *scenario, const State *view, int side, int group, const Hideouts *hideouts,
                      int (*many)(const Kind *kind), Ways *out)
{
    const Wb95 *data = data_of(scenario);
    Weight ways[TYPED_MOST + 1][UNKNOWN_MOST + 1] = {{1}};
    int typed = hideouts->of_group[group];
    for (Piece piece = 0; piece < scenario->pieces; piece++) {
        const Kind *kind = &data->kind[view->unit[piece].kind];
        if (!is_unseen(view, piece, side) || data->group[view->unit[piece].kind] != group)
            continue;
        Weight each = (Weight)many(kind);
        for (int own = typed; own >= 0; own--)
            for (int other = hideouts->unknown; other >= 0; other--)
                ways[own][other] += each * ((own ? ways[own - 1][other] : 0) + (other ? ways[own][other - 1] : 0));
    }
    memcpy(out->by, ways[typed], sizeof out->by);
}

static void multiply(Ways *product, const Ways *factor, int most)
{
    Ways result = {{0}};
    for (int i = 0; i <= most; i++)
        for (int j = 0; i + j <= most; j++)
            result.by[i + j] += product->by[i] * factor->by[j];
    *product = result;
}

static Weight fill_all(const Scenario *scenario, const State *view, int side, const Hideouts *hideouts,
                       int (*many)(const Kind *kind))
{
    const Wb95 *data = data_of(scenario);
    bool unseen[GROUPS] = {false};
    Ways all = {{1}}, one;
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        unseen[data->group[view->unit[piece].kind]] |= is_unseen(view, piece, side);
    for (int group = 0; group < GROUPS; group++) {
        if (!unseen[group])
            continue;
        fill_with(scenario, view, side, group, hideouts, many, &one);
        multiply(&all, &one, hideouts->unknown);
    }
    return all.by[hideouts->unknown];
}

static int chance_of_guns(const Scenario *scenario, const State *view, int side, const Hideouts *hideouts)
{
    bool countable = hideouts->unknown <= UNKNOWN_MOST && !hideouts->certain;
    for (int group = 0; group < GROUPS; group++)
        countable &= hideouts->of_group[group] <= TYPED_MOST;
    if (!countable)
        return 100;
    Weight all = fill_all(scenario, view, side, hideouts, guises);
    return all ? weight_share(all - fill_all(scenario, view, side, hideouts, silent_guises), all, 100) : 100;
}

void find_unseen_guns(const Scenario *scenario, const State *view, const Combat *combat, UnseenGuns *out)
{
    int side = combat->force[DEFENCE].side;
    Hideouts hideouts = {0};
    *out = (UnseenGuns){0};
    find_hideouts(scenario, view, combat, side, &hideouts);
    if (!hideouts.all || !regulars_attacked(data_of(scenario), view, combat))
        return;
    out->most = strongest_guns(scenario, view, side, hideouts);
    if (out->most)
        out->chance = chance_of_guns(scenario, view, side, &hideouts);
}
