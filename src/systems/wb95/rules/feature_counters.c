/* feature_counters.c — special rules by which counters change sides or replace others: Polish loyalty (stars.1-5, R71)
 * and the replacement HQ (nysa.1-12, R57). The scenario's text names the counters (feature_text.c). */
#include <string.h>

#include "systems/wb95/load/load.h"
#include "systems/wb95/wb95.h"

/* ---- stars.1-5: Polish loyalty --------------------------------------------------------------- */

static void lose_before_play(Play *play, Piece piece, int cels)
{
    Unit *unit = &play->state->unit[piece];
    set_cel(unit, unit->cel > cels ? unit->cel - cels : 0);
    tell(play->events, EVENT_LOST, 0,
         sentence(play->data->special.rule[FEATURE_DEFECTION], "wb95.loses-cel-before-play", piece, cels));
    if (unit->cel)
        return;
    lift(play->data, play->scenario, play->state, piece);
    unit->place = SPARE; /* gone before the first turn: a kill for no side */
    tell(play->events, EVENT_ELIMINATED, 0,
         sentence(play->data->special.rule[FEATURE_DEFECTION], "wb95.dissolves-before-play", piece));
}

static int last_phase(const Wb95 *data) { return (PHASE_SUPPLY + 1) * data->players; }

static void test_loyalty(Play *play, Piece piece)
{
    const Special *special = &play->data->special;
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    int rule = special->rule[FEATURE_DEFECTION], die = dice_roll(play->dice);
    const struct Loyalty *result = &special->loyalty[die];
    unit->now |= ROLLED_LOYALTY;
    tell(play->events, EVENT_ROLLED, 0, sentence(rule, "wb95.loyalty", piece, die));
    if (result->cel_loss)
        lose_before_play(play, piece, result->cel_loss);
    if (unit->place != ON_MAP)
        return;
    if (result->disorganised) {
        disorganise(play, piece, rule);
        /* of the day before: a full turn is the whole first one (5.6.5) */
        set_hurt(unit, unit->hurt_turn, last_phase(play->data));
    }
    if (!result->leaves)
        return;
    lift(play->data, play->scenario, state, piece);
    set_side(unit, play->data->owner[special->joins]);
    unit->place = NOT_YET;
    unit->now |= DEFECTED;
    tell(play->events, EVENT_STATE, 0, sentence(rule, "wb95.goes-over-side", piece, unit->side));
}

static bool waits_for_place(const State *view, Piece piece)
{
    return view->unit[piece].now & DEFECTED && view->unit[piece].place == NOT_YET;
}

static Piece next_defector(const Scenario *scenario, const State *view)
{
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (waits_for_place(view, (Piece)piece))
            return (Piece)piece;
    return NO_PIECE;
}

static bool fits(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    int side = view->unit[piece].side;
    return !enemy_at(data, view, side, hex) && !feature_apart(data, view, piece, hex) &&
           stack_cel(view, side, hex) + view->unit[piece].cel <= STACKING_LIMIT;
}

static bool stands_on(const Scenario *scenario, const Kind *kind, Hex hex)
{
    uint32_t ground = scenario->map->terrain[hex];
    return !(ground & LAKE) && (!(ground & SWAMP) || kind->class == FOOT || kind->type == HQ);
}

/* Hexes for a counter that came over (R71): with an HQ of the new camp, or beside it where the stack is full. */
typedef struct Refuges {
    uint64_t bits[WB95_HEXES / 64];
    bool any;
} Refuges;

static bool may_stand(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    return fits(scenario, view, piece, hex) && stands_on(scenario, kind, hex);
}

static void add_refuge(const Scenario *scenario, const State *view, Piece piece, Hex hex, Refuges *out)
{
    if (hex == NO_HEX || !may_stand(scenario, view, piece, hex))
        return;
    set_bit(out->bits, hex);
    out->any = true;
}

static Refuges refuges(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    Refuges out = {.any = false};
    for (int i = 0; i < data->headquarters; i++) {
        const Unit *hq = &view->unit[data->headquarter[i]];
        if (hq->place != ON_MAP || data->kind[hq->kind].nation != data->special.joins)
            continue;
        add_refuge(scenario, view, piece, hq->hex, &out);
        for (int edge = 0; edge < EDGES && !fits(scenario, view, piece, hq->hex); edge++)
            add_refuge(scenario, view, piece, scenario->map->next[hq->hex][edge], &out);
    }
    return out;
}

/* Counters that find no room with any HQ leave the game, so that no question is without an answer. */
static void drop_homeless(Play *play)
{
    for (int piece = 0; piece < play->scenario->pieces; piece++)
        if (waits_for_place(play->state, (Piece)piece) && !refuges(play->scenario, play->state, (Piece)piece).any) {
            play->state->unit[piece].place = SPARE;
            tell(play->events, EVENT_STATE, 0,
                 sentence(play->data->special.rule[FEATURE_DEFECTION], "wb95.no-room-any-hq-disperses", piece));
        }
}

bool feature_before_play(Play *play)
{
    const Wb95 *data = play->data;
    State *state = play->state;
    bool asked_somebody = false;
    if (data->feature[FEATURE_AIR_DAYS] && !state->air_days[0]) {
        ask(state, ASK_AIR_DAYS, data->special.air_days_side);
        asked_somebody = true;
    }
    if (data->feature[FEATURE_DEFECTION]) {
        for (int piece = 0; piece < play->scenario->pieces; piece++) {
            const Unit *unit = &state->unit[piece];
            if (unit->place == ON_MAP && !(unit->now & ROLLED_LOYALTY) &&
                data->special.defecting >> data->kind[unit->kind].nation & 1)
                test_loyalty(play, (Piece)piece);
        }
        drop_homeless(play);
        if (next_defector(play->scenario, state) != NO_PIECE) {
            ask(state, ASK_DEFECTOR, data->owner[data->special.joins]);
            asked_somebody = true;
        }
    }
    return asked_somebody;
}

Refusal defector_check(const Scenario *scenario, const State *view, const Order *order)
{
    Piece piece = order_value(order, 0, NO_PIECE);
    Hex hex = order_value(order, 1, NO_HEX);
    int rule = data_of(scenario)->special.rule[FEATURE_DEFECTION];
    if (!waits_for_place(view, piece))
        return refuse(rule, "wb95.not-waiting-placed", piece);
    if (!has_bit(refuges(scenario, view, piece).bits, hex))
        return refuse(rule, "wb95.joins-american-hq-goes-hqs", piece, hex);
    return LEGAL;
}

void defector_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count == 2;
    for (int piece = 0; piece < scenario->pieces && !prefix->count; piece++)
        if (waits_for_place(view, (Piece)piece))
            choose(out, 0, piece);
    if (prefix->count != 1)
        return;
    Refuges open = refuges(scenario, view, prefix->value[0]);
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (has_bit(open.bits, hex))
            choose(out, 1, hex);
}

void defector_apply(Play *play, const Order *order)
{
    Piece piece = order_value(order, 0, NO_PIECE);
    Hex hex = order_value(order, 1, NO_HEX);
    place(play->data, play->scenario, play->state, piece, hex);
    tell(play->events, EVENT_PLACED, 0,
         sentence(play->data->special.rule[FEATURE_DEFECTION], "wb95.placed", piece, hex));
    drop_homeless(play);
    if (next_defector(play->scenario, play->state) == NO_PIECE)
        answered(play->state);
}

Sentence defector_prompt(const Scenario *scenario, const State *view)
{
    return sentence(data_of(scenario)->special.rule[FEATURE_DEFECTION], "wb95.places-units-came-over-each",
                    question(&view->head)->side);
}

/* ---- nysa.1-12: the replacement HQ ----------------------------------------------------------- */

static bool replacements_due(const Wb95 *data, const State *view)
{
    return data->feature[FEATURE_REPLACEMENT_HQ] && view->hq_lost && view->phasing == data->special.replacement_side;
}

static bool is_replacement(const Wb95 *data, const State *view, Piece piece)
{
    for (int i = 0; i < data->special.replacements; i++)
        if (data->special.replacement[i] == piece)
            return view->unit[piece].place == NOT_YET;
    return false;
}

static bool replacement_may_stand(const Scenario *scenario, const State *view, Piece piece, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    return data->town[hex] != NO_TOWN && controller(view, hex) == view->unit[piece].side &&
           fits(scenario, view, piece, hex);
}

Refusal replacement_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Wb95 *data = data_of(scenario);
    Piece piece = order_value(order, 0, NO_PIECE);
    Hex hex = order_value(order, 1, NO_HEX);
    int rule = data->special.rule[FEATURE_REPLACEMENT_HQ];
    if (!data->feature[FEATURE_REPLACEMENT_HQ])
        return refuse(WB95_2_1_2, "wb95.units-placed-set-up-only");
    if (!replacements_due(data, view))
        return refuse(rule, "wb95.may-placed-only-germans-movement", piece);
    if (!is_replacement(data, view, piece))
        return refuse(rule, "wb95.not-waiting-replacement", piece);
    if (!replacement_may_stand(scenario, view, piece, hex))
        return refuse(rule, "wb95.goes-town-you-control-room", piece, hex);
    return LEGAL;
}

static bool replacement_has_place(const Scenario *scenario, const State *view, Piece piece)
{
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (replacement_may_stand(scenario, view, piece, (Hex)hex))
            return true;
    return false;
}

bool replacement_open(const Scenario *scenario, const State *view)
{
    const Wb95 *data = data_of(scenario);
    for (int i = 0; i < data->special.replacements && replacements_due(data, view); i++)
        if (is_replacement(data, view, data->special.replacement[i]) &&
            replacement_has_place(scenario, view, data->special.replacement[i]))
            return true;
    return false;
}

void replacement_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    if (!replacements_due(data, view))
        return;
    out->complete = prefix->count == 2;
    for (int i = 0; i < data->special.replacements && !prefix->count; i++) {
        Piece piece = data->special.replacement[i];
        if (is_replacement(data, view, piece) && replacement_has_place(scenario, view, piece))
            choose(out, 0, piece);
    }
    for (int hex = 0; prefix->count == 1 && hex < scenario->map->hexes && is_replacement(data, view, prefix->value[0]);
         hex++)
        if (replacement_may_stand(scenario, view, prefix->value[0], (Hex)hex))
            choose(out, 1, hex);
}

void replacement_apply(Play *play, const Order *order)
{
    Piece piece = order_value(order, 0, NO_PIECE);
    Hex hex = order_value(order, 1, NO_HEX);
    Unit *unit = &play->state->unit[piece];
    place(play->data, play->scenario, play->state, piece, hex);
    unit->now |= ACTED | STOPPED;
    unit->mp = 0;
    play->state->replacement_used = true;
    tell(play->events, EVENT_PLACED, 0,
         sentence(play->data->special.rule[FEATURE_REPLACEMENT_HQ], "wb95.takes-place-lost-hq", piece, hex));
}
