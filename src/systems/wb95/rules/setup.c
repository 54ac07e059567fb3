/* setup.c — the set-up of a scenario as a question: free placements and starting losses (nysa.3, nysa.5-2, stars.4 to
 * 6).
 *
 * Everything stands in its default place when the question comes, so `ready` is legal at once. A counter with a choice
 * of hexes may be put elsewhere within it, the stacking limit kept (3.2.1; R65, R79). Starting losses are handed out
 * with `reduce`; a counter that loses its last CEL this way is out of the game, and no side's kill (1.2, R96). Losses
 * left at `ready` fall on the scenario's own list and remove no counter. Blocks of the set-up come in the order of the
 * file, losses after them. */
#include <string.h>

#include "systems/wb95/load/load.h"
#include "systems/wb95/wb95.h"
#include "systems/wb95/setup.h"

/* ---- stages: each block of the set-up, then the losses of each side -------------------------- */

static bool block_asks(const Wb95 *data, int block)
{
    for (int i = 0; i < data->frees; i++)
        if (data->free[i].block == block)
            return true;
    return false;
}

static bool losses_ask(const Wb95 *data, int side)
{
    for (int i = 0; i < data->loss_groups; i++)
        if (data->loss_group[i].side == side)
            return true;
    return false;
}

enum { NEXT_BLOCK }; /* Frame.data of the sequence, whose stage is its step */

bool ask_setup(Play *play)
{
    const Wb95 *data = play->data;
    uint16_t *next = &asked(play->state)->data[NEXT_BLOCK];
    while (*next < data->blocks + data->players) {
        int stage = (*next)++;
        bool losses = stage >= data->blocks;
        int side = losses ? data->order[stage - data->blocks] : data->block[stage].side;
        if (losses ? !losses_ask(data, side) : !block_asks(data, stage))
            continue;
        ask(play->state, ASK_SETUP, side)->stage = (uint8_t)stage;
        return true;
    }
    return false;
}

static int stage_of(const State *view) { return question(&view->head)->stage; }
static int side_of(const State *view) { return question(&view->head)->side; }

/* ---- placing --------------------------------------------------------------------------------- */

static const Free *free_of(const Wb95 *data, Piece piece)
{
    for (int i = 0; i < data->frees; i++)
        if (data->free[i].piece == piece)
            return &data->free[i];
    return NULL;
}

static bool area_allows(const Scenario *scenario, const Hex hexes[WB95_SLOTS], const Free *own, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const struct Allowed *allowed = &data->allowed[own->area];
    bool within = has_bit(allowed->bits, hex);
    if (!has_bit(allowed->only, hex))
        return false;
    for (int i = 0; i < allowed->nears && !within; i++)
        within = hexes[allowed->near[i]] != NO_HEX &&
                 map_distance(scenario->map, hexes[allowed->near[i]], hex) <= allowed->within;
    int others = 0;
    for (int i = 0; i < data->frees && allowed->each; i++)
        others += data->free[i].area == own->area && &data->free[i] != own && hexes[data->free[i].piece] == hex;
    return within && (!allowed->each || others < allowed->each);
}

bool setup_allows(const Scenario *scenario, const Hex hexes[WB95_SLOTS], Piece piece, Hex hex)
{
    return area_allows(scenario, hexes, free_of(data_of(scenario), piece), hex);
}

static void hexes_of(const Scenario *scenario, const State *view, Hex out[WB95_SLOTS])
{
    for (int piece = 0; piece < scenario->pieces; piece++)
        out[piece] = view->unit[piece].place == ON_MAP ? view->unit[piece].hex : NO_HEX;
}

/* `own`: the counter's choice of hexes in the scenario, NULL if it has none. */
static Refusal place_legal(const Scenario *scenario, const State *view, const Hex hexes[WB95_SLOTS], Piece piece,
                           const Free *own, Hex hex)
{
    const Wb95 *data = data_of(scenario);
    const Kind *kind = kind_of(data, view, piece);
    int side = side_of(view);
    if (!own && hexes[piece] == NO_HEX)
        return refuse(WB95_11_1_1, "wb95.not-map-start", piece);
    if (!own || own->block != stage_of(view))
        return refuse(data->block[data->block_of[piece]].rule, "wb95.not-among-counters-placed-now", piece);
    if (!area_allows(scenario, hexes, own, hex))
        return refuse(data->allowed[own->area].rule, "wb95.may-not-set-up", piece, hex);
    if (!ground_bears(scenario, kind, hex))
        return refuse(WB95_3_1_11, "wb95.ground-closed", hex, piece);
    bool enemy = enemy_at(data, view, side, hex);
    if (enemy || feature_apart(data, view, piece, hex))
        return refuse(enemy ? WB95_3_1_8 : data->special.rule[FEATURE_NO_MIXED_STACKS], "wb95.cannot-share-stand",
                      piece, hex);
    int cel = stack_cel(view, side, hex) + (hexes[piece] == hex ? 0 : view->unit[piece].cel);
    if (cel > STACKING_LIMIT && hexes[piece] != hex)
        return refuse(WB95_3_2_1, "wb95.cels-limit", piece, cel, hex, STACKING_LIMIT);
    return LEGAL;
}

Refusal setup_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hexes[WB95_SLOTS];
    Piece piece = order->value[0];
    hexes_of(scenario, view, hexes);
    return place_legal(scenario, view, hexes, piece, free_of(data_of(scenario), piece), order->value[1]);
}

static void fortify(Play *play, Hex hex, bool on)
{
    if (on || play->state->top[hex] == NO_PIECE)
        set_fortified(play->state, hex, on);
}

void set_up_piece(Play *play, Piece piece, Hex hex)
{
    place(play->data, play->scenario, play->state, piece, hex);
    if (play->data->start_fortified[piece])
        fortify(play, hex, true);
}

void setup_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Hex from = play->state->unit[piece].hex, to = order->value[1];
    lift(play->data, play->scenario, play->state, piece);
    fortify(play, from, false);
    set_up_piece(play, piece, to);
    tell(play->events, EVENT_PLACED, 0,
         sentence(play->data->allowed[free_of(play->data, piece)->area].rule, "wb95.set-up-2", piece, to));
}

/* ---- starting losses ------------------------------------------------------------------------- */

static int group_of(const Wb95 *data, Piece piece)
{
    for (int group = 0; group < data->loss_groups; group++)
        for (int i = 0; i < data->loss_group[group].count; i++)
            if (data->loss_group[group].piece[i] == piece)
                return group;
    return -1;
}

static Refusal reduce_legal(const Scenario *scenario, const State *view, Piece piece)
{
    const Wb95 *data = data_of(scenario);
    int group = group_of(data, piece);
    if (group < 0 || data->loss_group[group].side != side_of(view) || stage_of(view) < data->blocks)
        return refuse(group < 0 ? WB95_STARS_4_4 : data->loss_group[group].rule, "wb95.takes-none-losses-now-asked",
                      piece);
    if (!view->loss_left[group])
        return refuse(data->loss_group[group].rule, "wb95.all-losses-group-handed-out", piece);
    if (view->unit[piece].place != ON_MAP)
        return refuse(data->loss_group[group].rule, "wb95.no-cel-left-lose", piece);
    return LEGAL;
}

static void reduce(Play *play, Piece piece, int group)
{
    Unit *unit = &play->state->unit[piece];
    Hex hex = unit->hex;
    int rule = play->data->loss_group[group].rule;
    unit->cel--;
    play->state->loss_left[group]--;
    tell(play->events, EVENT_LOST, play->data->enemies[unit->side], sentence(rule, "wb95.starts-1-cel-less", piece));
    if (unit->cel)
        return;
    lift(play->data, play->scenario, play->state, piece);
    unit->place = SPARE;
    fortify(play, hex, false);
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "wb95.out-game-before-begins", piece));
}

/* Losses the owner did not hand out: the scenario's list first, then every counter of the group that can bear one. */
static void reduce_rest(Play *play, int group)
{
    const struct LossGroup *losses = &play->data->loss_group[group];
    const State *state = play->state;
    for (int i = 0; i < losses->defaults && state->loss_left[group]; i++)
        if (state->unit[losses->standard[i]].cel > 1)
            reduce(play, losses->standard[i], group);
    for (int i = 0; i < losses->count && state->loss_left[group]; i++)
        if (state->unit[losses->piece[i]].cel > 1)
            reduce(play, losses->piece[i], group);
}

/* ---- the question ---------------------------------------------------------------------------- */

/* Choices that depend on the places of other counters may have become wrong when those moved. */
Refusal ready_check(const Scenario *scenario, const State *view, const Order *order)
{
    const Wb95 *data = data_of(scenario);
    Hex hexes[WB95_SLOTS];
    (void)order;
    hexes_of(scenario, view, hexes);
    for (int i = 0; i < data->frees; i++) {
        Piece piece = data->free[i].piece;
        if (data->free[i].block == stage_of(view) && !setup_allows(scenario, hexes, piece, hexes[piece]))
            return refuse(data->allowed[data->free[i].area].rule, "wb95.may-not-stay-now", piece, hexes[piece]);
    }
    return LEGAL;
}

void ready_apply(Play *play, const Order *order)
{
    (void)order;
    for (int group = 0; group < play->data->loss_groups; group++)
        if (stage_of(play->state) >= play->data->blocks && play->data->loss_group[group].side == side_of(play->state))
            reduce_rest(play, group);
    answered(play->state);
}

Refusal reduce_check(const Scenario *scenario, const State *view, const Order *order)
{
    return reduce_legal(scenario, view, order->value[0]);
}

void reduce_apply(Play *play, const Order *order)
{
    reduce(play, order->value[0], group_of(play->data, order->value[0]));
}

void reduce_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    out->complete = prefix->count;
    for (int group = 0; group < data->loss_groups && !prefix->count; group++)
        for (int i = 0; i < data->loss_group[group].count; i++)
            if (!refused(reduce_legal(scenario, view, data->loss_group[group].piece[i])))
                choose(out, 0, data->loss_group[group].piece[i]);
}

static void list_hexes(const Scenario *scenario, const State *view, Piece piece, Choices *out)
{
    Hex hexes[WB95_SLOTS];
    const Free *own = free_of(data_of(scenario), piece);
    const struct Allowed *allowed = own ? &data_of(scenario)->allowed[own->area] : NULL;
    hexes_of(scenario, view, hexes);
    if (!allowed)
        return;
    EACH_BIT(hex, allowed->nears ? allowed->only : allowed->bits, WB95_HEXES / 64)
        if (hex < scenario->map->hexes && !refused(place_legal(scenario, view, hexes, piece, own, (Hex)hex)))
            choose(out, 1, hex);
}

void setup_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    const Wb95 *data = data_of(scenario);
    out->complete = prefix->count == 2;
    if (prefix->count == 1)
        list_hexes(scenario, view, prefix->value[0], out);
    for (int i = 0; i < data->frees && !prefix->count; i++)
        if (data->free[i].block == stage_of(view)) /* its present hex is always open to it */
            choose(out, 0, data->free[i].piece);
}

Sentence setup_prompt(const Scenario *scenario, const State *view)
{
    const Wb95 *data = data_of(scenario);
    int stage = stage_of(view);
    if (stage < data->blocks)
        return sentence(data->block[stage].rule, "wb95.set-up-place-your-free", side_of(view));
    int left = 0, rule = 0;
    for (int group = data->loss_groups; group--;)
        if (data->loss_group[group].side == side_of(view)) {
            left += view->loss_left[group];
            rule = view->loss_left[group] || !rule ? data->loss_group[group].rule : rule;
        }
    return sentence(rule, "wb95.set-up-cel-starting-losses", side_of(view), left);
}
