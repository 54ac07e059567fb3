/* foreclose.c — what an order rules out with any dice, explained in foreclose.h. */
#include "core/room.h"
#include "ai/foreclose.h"

#include <string.h>

#include "ai/ai.h"

enum { TRIALS = 3, ANSWERS = 24 }; /* answers in between before a trial is given up */

/* Where a trial stands: the truth it assumes, and what the side to answer, or the viewer, sees of it. */
typedef struct Trial {
    const Scenario *scenario;
    int viewer;
    Position *truth, *seen;
    Random random;
    Dice dice;
} Trial;

static size_t rounded(size_t size) { return (size + 63) / 64 * 64; }

size_t foreclose_room(const Scenario *scenario) { return 2 * rounded(scenario->system->position_size); }

static bool same_question(const Position *a, const Position *b)
{
    const Frame *one = question(a), *other = question(b);
    return one && other && one->kind == other->kind && one->side == other->side && a->depth == b->depth &&
           a->turn == b->turn && a->phase == b->phase;
}

static void try_order(Trial *trial, const Order *order)
{
    ROOM(Events, events);
    events->count = 0;
    trial->scenario->system->apply(trial->scenario, trial->truth, order, &trial->dice, events);
}

/* The order, and answers to all questions it raises until its own question comes back; false if that takes too long. */
static bool try_out(Trial *trial, const Position *view, const Order *order)
{
    const System *system = trial->scenario->system;
    if (system->imagine)
        system->imagine(trial->scenario, view, trial->viewer, &trial->random, trial->truth);
    else
        memcpy(trial->truth, view, system->position_size);
    try_order(trial, order);
    for (int i = 0; i < ANSWERS && question(trial->truth) && !trial->truth->over; i++) {
        Order answer;
        uint64_t listed = 0;
        if (same_question(trial->truth, view))
            return true;
        system->mask(trial->scenario, trial->truth, question(trial->truth)->side, trial->seen);
        if (!random_player.order(trial->scenario, trial->seen, NULL, &trial->random, &answer, &listed))
            return false;
        try_order(trial, &answer);
    }
    return false;
}

/* ---- what could be ordered ----------------------------------------------------------------------------------- */

static void note(Foreclosures *out, int verb, int slot, int value)
{
    if (out->count < FORECLOSED_MAX)
        out->it[out->count++] = (Foreclosed){(uint8_t)verb, (uint8_t)slot, (uint16_t)value, {0}};
}

static Order part_of(const Scenario *scenario, const Foreclosed *it)
{
    Order part = order_of(it->verb);
    order_put(&scenario->system->orders[it->verb], &part, it->slot, it->value);
    return part;
}

/* Whether the counter is named in the order. */
static bool is_in(const Scenario *scenario, const Order *order, int piece)
{
    const OrderKind *kind = &scenario->system->orders[order->verb];
    for (int i = 0; i < order->count; i++)
        if (kind->slot[order->slot[i]].type == ARG_PIECE && order->value[i] == piece)
            return true;
    return false;
}

/* The counters that can begin something, but for those of the order itself with its own verb. */
static void note_counters(const Scenario *scenario, const Position *view, const Openings *known, const Order *order,
                          Foreclosures *out)
{
    ROOM(Openings, listed);
    const Openings *openings = known ? known : listed;
    if (!known)
        list_openings(scenario, view, NULL, listed);
    for (int i = 0; i < openings->count; i++) {
        const Opening *opening = &openings->opening[i];
        const OrderKind *kind = &scenario->system->orders[opening->verb];
        if (opening->slot == SLOT_VERB || kind->slot[opening->slot].type != ARG_PIECE)
            continue;
        if (opening->verb != order->verb || !is_in(scenario, order, opening->value))
            note(out, opening->verb, opening->slot, opening->value);
    }
}

/* Every verb that could be aimed at a hex the order names, but for its own. */
static void note_targets(const Scenario *scenario, const Position *view, const Order *order, Foreclosures *out)
{
    const System *system = scenario->system;
    ROOM(Around, around);
    int asked = question(view)->kind;
    for (int i = 0; i < order->count; i++) {
        if (system->orders[order->verb].slot[order->slot[i]].type != ARG_HEX)
            continue;
        for (int verb = 0; verb < system->order_kinds; verb++) {
            const OrderKind *kind = &system->orders[verb];
            for (int slot = 0; slot < kind->slots && verb != order->verb && order_answers(kind, asked); slot++) {
                Foreclosed it = {(uint8_t)verb, (uint8_t)slot, order->value[i], {0}};
                Order part = part_of(scenario, &it);
                if (kind->slot[slot].type == ARG_HEX && !kind->arranging &&
                    !refused(order_around(scenario, view, &part, around)))
                    note(out, verb, slot, order->value[i]);
            }
        }
    }
}

/* ---- what is left of it -------------------------------------------------------------------------------------- */

/* Whether a counter still stands on the map, and not among the lost or in some other box. */
static bool is_there(const Scenario *scenario, const Position *view, const Foreclosed *it)
{
    if (scenario->system->orders[it->verb].slot[it->slot].type != ARG_PIECE)
        return true;
    Hex hex = scenario->system->where(scenario, view, it->value);
    return hex != NO_HEX && hex < scenario->map->hexes;
}

/* Whether the order can begin with it, as openings would say. `parts` holds what the verb of the last call begins with,
 * for candidates come verb by verb. */
static bool still_opens(const Scenario *scenario, const Position *view, const Foreclosed *it, int *verb, Choices *parts)
{
    const OrderKind *kind = &scenario->system->orders[it->verb];
    if (kind->arranging || kind->by_hand)
        return false;
    if (*verb != it->verb) {
        Order prefix = order_of(*verb = it->verb);
        parts->count = 0;
        parts->complete = false;
        scenario->system->choices(scenario, view, &prefix, parts);
    }
    for (int i = 0; i < parts->count; i++)
        if (parts->choice[i].slot == it->slot && parts->choice[i].value == it->value)
            return true;
    return false;
}

/* Keeps what is refused in this view too, by the same paragraph as in those before. */
static void keep_refused(const Scenario *scenario, const Position *view, bool first, Foreclosures *out)
{
    ROOM(Choices, parts);
    ROOM(Around, around);
    int kept = 0, verb = NO_VERB;
    for (int i = 0; i < out->count; i++) {
        Foreclosed it = out->it[i];
        Order part = part_of(scenario, &it);
        if (!is_there(scenario, view, &it) || still_opens(scenario, view, &it, &verb, parts))
            continue;
        Refusal no = order_around(scenario, view, &part, around);
        if (!refused(no) || !no.why.rule || (!first && no.why.rule != it.why.rule))
            continue;
        it.why = no.why;
        out->it[kept++] = it;
    }
    out->count = kept;
}

void foreclose(const Scenario *scenario, const Position *view, int viewer, const Openings *known, const Order *order,
               void *room, Foreclosures *out)
{
    size_t size = rounded(scenario->system->position_size);
    Trial trial = {scenario, viewer, room, (Position *)((char *)room + size), {1}, {0}};
    out->count = 0;
    if (!question(view))
        return;
    note_targets(scenario, view, order, out);
    note_counters(scenario, view, known, order, out);
    for (int i = 0; i < TRIALS && out->count; i++) {
        dice_fast(&trial.dice, (uint64_t)i + 1);
        if (!try_out(&trial, view, order)) {
            out->count = 0;
            return;
        }
        scenario->system->mask(scenario, trial.truth, viewer, trial.seen);
        keep_refused(scenario, trial.seen, i == 0, out);
    }
}

/* ---- counters lost by it --------------------------------------------------------------------------------------- */

static bool on_map(const Scenario *scenario, const Position *position, Piece piece)
{
    Hex hex = scenario->system->where(scenario, position, piece);
    return hex != NO_HEX && hex < scenario->map->hexes;
}

enum { GRAVE = 95 }; /* weight of a sign that a player must know of before he orders */

/* Whether the look has that sign. */
static bool has_sign(const Look *look, int sign)
{
    for (int i = 0; i < look->badges; i++)
        if (look->badge[i].sign == sign)
            return true;
    return false;
}

/* The heaviest grave sign that a counter has after and not before, counted from 1; 0 none. */
static uint8_t new_sign(const Sign *signs, const Look *before, const Look *after)
{
    int found = 0;
    for (int i = 0; i < after->badges; i++) {
        int sign = after->badge[i].sign;
        if (signs[sign].weight >= GRAVE && !has_sign(before, sign) &&
            (!found || signs[sign].weight > signs[found - 1].weight))
            found = sign + 1;
    }
    return (uint8_t)found;
}

/* What happened to a counter in one trial. */
static Harm harm_in(const Trial *trial, const Position *view, Piece piece)
{
    const Scenario *scenario = trial->scenario;
    Look before, after;
    if (!on_map(scenario, trial->truth, piece))
        return (Harm){.piece = piece, .gone = true, .to = NO_HEX};
    Hex from = scenario->system->where(scenario, view, piece),
        to = scenario->system->where(scenario, trial->truth, piece);
    scenario->system->look(scenario, view, piece, &before);
    scenario->system->look(scenario, trial->truth, piece, &after);
    return (Harm){.piece = piece,
                  .steps = (uint8_t)(before.steps > after.steps ? before.steps - after.steps : 0),
                  .sign = scenario->system->signs ? new_sign(scenario->system->signs, &before, &after) : 0,
                  .to = to == from ? NO_HEX : to};
}

/* What two trials agree upon. */
static Harm least_harm(Harm one, Harm other)
{
    if (one.gone || other.gone)
        return one.gone ? other : one;
    one.steps = one.steps < other.steps ? one.steps : other.steps;
    one.sign = one.sign == other.sign ? one.sign : 0;
    one.to = one.to == other.to ? one.to : NO_HEX;
    return one;
}

int harmed_by(const Scenario *scenario, const Position *view, int viewer, const Order *order, void *room, Harm *out,
              int most)
{
    const System *system = scenario->system;
    Trial trial = {scenario, viewer, room, NULL, {1}, {0}};
    Look look;
    int count = 0, left = 0;
    for (Piece piece = 0; piece < scenario->pieces && count < most; piece++) {
        if (!on_map(scenario, view, piece))
            continue;
        system->look(scenario, view, piece, &look);
        if (look.side == viewer)
            out[count++] = (Harm){.piece = piece, .gone = true, .to = NO_HEX};
    }
    for (int i = 0; i < TRIALS; i++) {
        dice_fast(&trial.dice, (uint64_t)i + 1);
        if (system->imagine)
            system->imagine(scenario, view, viewer, &trial.random, trial.truth);
        else
            memcpy(trial.truth, view, system->position_size);
        try_order(&trial, order);
        for (int one = 0; one < count; one++)
            out[one] = least_harm(out[one], harm_in(&trial, view, out[one].piece));
    }
    for (int i = 0; i < count; i++)
        if (out[i].gone || out[i].steps || out[i].sign || out[i].to != NO_HEX)
            out[left++] = out[i];
    return left;
}
