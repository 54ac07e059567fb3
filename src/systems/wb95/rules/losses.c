/* losses.c — WB-95 5.1.8 with 1.2, 15.1.7 and 15.4.3: which counters lose CELs.
 *
 * The owner names a counter for each CEL lost. The question's frame says among which counters: all the fighters of a
 * force, those who did not fall back all the way (5.3.7), those alone in a hex (5.1.9, R101), or a side's counters on a
 * hex that was shelled or bombed. If stars or fortification units were used, one loss at least must fall on a user;
 * where one CEL cannot satisfy both duties it satisfies either. Guns supporting from range are never among them
 * (6.3.4). If there is only one choice, it is made at once. */
#include "kit/paying.h"
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

enum { AMONG_HEX, AMONG_FIGHTERS, AMONG_STANDERS, AMONG_ALONE }; /* Frame.data[DATA_AMONG] */
enum { DATA_AMONG, DATA_WHERE, DATA_DUE, DATA_RULE, DATA_AFTER };
enum { AFTER_DISORGANISED = 1, AFTER_TEST = 2, AFTER_SHOOTER_SHIFT = 8 }; /* above: the nation that fired */

/* ---- losing -------------------------------------------------------------------------------------- */

int strongest_nation(const int sp[NATIONS])
{
    int best = 0;
    bool tied = false;
    for (int nation = 1; nation < NATIONS; nation++) {
        tied = sp[nation] > sp[best] ? false : tied || sp[nation] == sp[best];
        if (sp[nation] > sp[best])
            best = nation;
    }
    return tied ? NOBODY : best;
}

int leading_nation(const Wb95 *data, const State *view, const Combat *combat, int which)
{
    const Force *force = &combat->force[which];
    int sp[NATIONS] = {0};
    for (int i = 0; i < force->units; i++)
        sp[nation_of(data, view, force->unit[i])] +=
            which == ATTACK ? attack_strength(data, view, force->unit[i], force->full >> i & 1)
                            : defence_strength(data, view, force->unit[i]);
    for (int i = 0; i < force->guns; i++)
        sp[nation_of(data, view, force->gun[i])] +=
            which == ATTACK ? attack_strength(data, view, force->gun[i], force->gun_full >> i & 1)
                            : defence_strength(data, view, force->gun[i]);
    if (force->air)
        sp[air_nation(data, force->side)] += which == ATTACK ? force->air : (force->air + 1) / 2;
    return strongest_nation(sp);
}

void eliminate(Play *play, Piece piece, int by, int rule)
{
    State *state = play->state;
    Unit *unit = &state->unit[piece];
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "wb95.eliminated", piece, unit->hex));
    if (kind_of(play->data, state, piece)->type == HQ)
        hq_lost(play, piece);
    lift(play->data, play->scenario, state, piece);
    unit->place = ELIMINATED;
    set_entry(unit, by, 0);
    unit->cel = 0;
    unit->now &= ~(uint32_t)TILL_DEATH;
}

void lose_cel(Play *play, Piece piece, int count, int by, int rule)
{
    Unit *unit = &play->state->unit[piece];
    if (count >= unit->cel) {
        eliminate(play, piece, by, rule);
        return;
    }
    set_cel(unit, unit->cel - count);
    tell(play->events, EVENT_LOST, 0, sentence(rule, "wb95.loses-cel", piece, unit->hex, count));
}

/* ---- counters that may be chosen -------------------------------------------------------------------- */

enum { OWES_STAR = 1, OWES_FORTIFIER = 2, OWES_BOTH = 3 }; /* Payer.owes: duties of users, where they are open */

static void add_victim(const State *view, Share *victims, Piece piece, unsigned owes)
{
    share_add(victims, (Payer){.piece = piece, .has = view->unit[piece].cel, .worth = 1, .owes = (uint8_t)owes});
}

bool under_fire(const State *view, Piece piece, int side)
{
    const Unit *unit = &view->unit[piece];
    return unit->side == side && !(phase_kind(view->head.phase) == PHASE_COMBAT && unit->now & FOUGHT);
}

static void add_fighters(const State *view, const Frame *frame, Share *victims)
{
    const Combat *combat = &view->combat;
    const Force *force = &combat->force[frame->data[DATA_WHERE]];
    for (int i = 0; i < force->units; i++) {
        if (!alive(view, force, i) || stands_alone(combat, frame->data[DATA_WHERE], i) ||
            view->unit[force->unit[i]].side != frame->side)
            continue;
        if (frame->data[DATA_AMONG] == AMONG_STANDERS &&
            force->retreated[i] >= combat->result[frame->data[DATA_WHERE]].retreat)
            continue;
        bool star = force->star_due >> frame->side & 1 && force->stars >> i & 1;
        bool fortifier = force->fu_due >> frame->side & 1 && force->fus >> i & 1;
        add_victim(view, victims, force->unit[i], (star ? OWES_STAR : 0u) | (fortifier ? OWES_FORTIFIER : 0u));
    }
}

/* The losses due are no more than there are CELs. */
static void victims_of(const Scenario *scenario, const State *view, Share *victims)
{
    (void)scenario;
    const Frame *frame = question(&view->head);
    int cels = 0;
    victims->payers = 0;
    victims->first = victims->spread = victims->may_leave = false;
    if (frame->data[DATA_AMONG] == AMONG_HEX) {
        for (Piece piece = view->top[frame->data[DATA_WHERE]]; piece != NO_PIECE; piece = view->unit[piece].below)
            if (under_fire(view, piece, frame->side))
                add_victim(view, victims, piece, 0);
    } else if (frame->data[DATA_AMONG] == AMONG_ALONE) {
        const Force *defence = &view->combat.force[DEFENCE];
        for (int i = 0; i < defence->units; i++)
            if (alive(view, defence, i) && defence->fought_at[i] == frame->data[DATA_WHERE])
                add_victim(view, victims, defence->unit[i], 0);
    } else {
        add_fighters(view, frame, victims);
    }
    for (int i = 0; i < victims->payers; i++)
        cels += victims->payer[i].has;
    victims->due = frame->data[DATA_DUE] < cels ? frame->data[DATA_DUE] : cels;
}

/* The losses still open after those named. */
typedef struct Rest {
    int named, left; /* CELs; left: of the price */
    int spare;       /* CELs that victims at or after `from` still have */
    unsigned owed;   /* duties there are */
    unsigned lacking;
    unsigned open; /* duties that those victims could meet */
    bool both;     /* one victim would meet both at once; */
    bool both_open;
} Rest;

static Rest rest_of(const Share *victims, int from)
{
    Rest rest = {.left = victims->due};
    unsigned met = 0;
    for (int i = 0; i < victims->payers; i++) {
        const Payer *victim = &victims->payer[i];
        int spare = i < from ? 0 : victim->has - victim->named;
        rest.named += victim->named;
        rest.spare += spare;
        rest.owed |= victim->owes;
        met |= victim->named ? victim->owes : 0u;
        rest.open |= spare ? victim->owes : 0u;
        rest.both |= victim->owes == OWES_BOTH;
        rest.both_open |= spare && victim->owes == OWES_BOTH;
    }
    rest.left -= rest.named;
    rest.lacking = rest.owed & ~met;
    return rest;
}

/* Whether the duties are met or can still be; where one CEL cannot meet both it meets either. */
static bool duties_in_reach(const Share *victims, const Rest *rest)
{
    if (victims->due == 1 && rest->owed == OWES_BOTH && !rest->both)
        return rest->lacking != OWES_BOTH || (rest->left && rest->open);
    if (rest->lacking == OWES_BOTH && rest->left == 1)
        return rest->both_open;
    return !rest->lacking || (rest->left && !(rest->lacking & ~rest->open));
}

/* ---- ASK_LOSSES --------------------------------------------------------------------------------------- */

static bool losses_complete(const Scenario *scenario, const State *view, const Share *victims, int from)
{
    (void)scenario, (void)view;
    Rest rest = rest_of(victims, from);
    return rest.left >= 0 && rest.spare >= rest.left && duties_in_reach(victims, &rest);
}

static Refusal victim_refusal(const State *view, Piece piece, bool pays)
{
    if (pays)
        return refuse(WB95_5_1_8, "wb95.not-many-cel", piece);
    if (question(&view->head)->data[DATA_AMONG] == AMONG_STANDERS)
        return refuse(WB95_5_3_8, "wb95.not-among-stayed-pay", piece);
    return refuse(WB95_5_1_8, "wb95.not-among-can-lost", piece);
}

static Refusal duty_refusal(const Rest *rest)
{
    if (rest->lacking & OWES_STAR)
        return refuse(WB95_15_1_7, "wb95.unit-used-star-must-lose");
    return refuse(WB95_15_4_3, "wb95.fortification-unit-used-must-lose");
}

static Refusal losses_refusal(const Scenario *scenario, const State *view, const Share *victims, bool part)
{
    (void)scenario, (void)view;
    Rest rest = rest_of(victims, 0);
    if (part ? rest.left < 0 : rest.left)
        return refuse(WB95_5_1_8, "wb95.cel-lost-named", victims->due, rest.named);
    return duty_refusal(&rest);
}

/* A counter that alone can meet an open duty must be named (15.1.7, 15.4.3). */
static Sentence only_victim(const Scenario *scenario, const State *view, const Share *victims)
{
    (void)scenario, (void)view;
    Rest rest = rest_of(victims, victims->payers);
    rest.left = 0;
    return duties_in_reach(victims, &rest) ? sentence(WB95_5_1_8, "wb95.nobody-else-left-lose")
                                           : duty_refusal(&rest).why;
}

const Paying losses_paying = {.share = victims_of,
                              .completes = losses_complete,
                              .not_named = victim_refusal,
                              .unfair = losses_refusal,
                              .only = only_victim};

static void after_fire(Play *play, int side, Hex hex, int after)
{
    Piece group[STACK];
    int count = 0;
    for (Piece piece = play->state->top[hex]; piece != NO_PIECE && count < STACK;
         piece = play->state->unit[piece].below)
        if (under_fire(play->state, piece, side))
            group[count++] = piece;
    for (int i = 0; i < count && after & AFTER_DISORGANISED; i++)
        disorganise(play, group[i], WB95_5_6_1);
    if (count && after & AFTER_TEST)
        disorganisation_test(play, group, count, WB95_5_6_1);
}

void user_paid(const State *state, Force *force, int i)
{
    unsigned side = 1u << state->unit[force->unit[i]].side;
    if (force->stars >> i & 1)
        force->star_due &= (uint8_t)~side;
    if (force->fus >> i & 1)
        force->fu_due &= (uint8_t)~side;
}

void lose_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Frame frame = *asked(state);
    answered(state);
    for (int i = 0; i < order->count; i++) {
        Piece piece = order->value[i];
        int by = frame.data[DATA_AFTER] >> AFTER_SHOOTER_SHIFT;
        if (frame.data[DATA_AMONG] == AMONG_FIGHTERS || frame.data[DATA_AMONG] == AMONG_STANDERS) {
            Force *force = &state->combat.force[frame.data[DATA_WHERE]];
            by = state->combat.force[!frame.data[DATA_WHERE]].leading;
            user_paid(state, force, force_index(force, piece));
        }
        if (frame.data[DATA_AMONG] == AMONG_ALONE)
            by = state->combat.force[ATTACK].leading;
        lose_cel(play, piece, 1, by, frame.data[DATA_RULE]);
    }
    if (frame.data[DATA_AMONG] != AMONG_HEX)
        return;
    after_fire(play, frame.side, frame.data[DATA_WHERE], frame.data[DATA_AFTER]);
    bridge_control(play);
}

/* Skips the question if no counter is left that can lose anything. */
void losses_resume(Play *play)
{
    Order nobody = order_of(DO_LOSE);
    if (!losses_due(play->scenario, play->state))
        lose_apply(play, &nobody);
}

Sentence losses_prompt(const Scenario *scenario, const State *view)
{
    const Frame *frame = question(&view->head);
    return sentence(frame->data[DATA_RULE], "wb95.loses-cel-name-counter-each", frame->side,
                    losses_due(scenario, view));
}

int losses_due(const Scenario *scenario, const State *view)
{
    Share victims;
    victims_of(scenario, view, &victims);
    return victims.due;
}

/* ---- what others ask for --------------------------------------------------------------------------------- */

static void ask_losses(Play *play, int side, int among, int where, int due, int rule, int after)
{
    uint16_t *data = ask(play->state, ASK_LOSSES, side)->data;
    data[DATA_AMONG] = (uint16_t)among;
    data[DATA_WHERE] = (uint16_t)where;
    data[DATA_DUE] = (uint16_t)due;
    data[DATA_RULE] = (uint16_t)rule;
    data[DATA_AFTER] = (uint16_t)after;
}

/* Losses of the combat at hand: those of the table fall on all fighters, those for standing on the units that
 * stood. */
void combat_losses(Play *play, int which, int losses)
{
    const Combat *combat = &play->state->combat;
    bool standing = combat->stage > STAGE_STAND;
    if (losses > 0)
        ask_losses(play, combat->force[which].side, standing ? AMONG_STANDERS : AMONG_FIGHTERS, which, losses,
                   standing ? WB95_5_3_7 : WB95_5_1_8, 0);
}

static int alone_rule(const Wb95 *data, const State *view, Hex hex)
{
    for (Piece piece = view->top[hex]; piece != NO_PIECE; piece = view->unit[piece].below)
        if (kind_of(data, view, piece)->type == HQ)
            return WB95_5_1_9_2;
    return WB95_6_6_4;
}

/* The side whose counters were attacked there. */
static int owner_at(const State *state, const Combat *combat, Hex hex)
{
    const Force *defence = &combat->force[DEFENCE];
    int at = 0;
    while (at + 1 < defence->units && defence->fought_at[at] != hex)
        at++;
    return state->unit[defence->unit[at]].side;
}

/* Hex by hex: they cannot go, so every hex of retreat is a CEL (5.1.9, 5.3.7). */
bool alone_losses(Play *play)
{
    Combat *combat = &play->state->combat;
    unsigned open = combat->alone & ~(unsigned)combat->alone_paid;
    Result result = alone_result(play->data, combat);
    if (!open)
        return false;
    int target = __builtin_ctz(open), owed = result.retreat + result.loss;
    int rule = alone_rule(play->data, play->state, combat->target[target]);
    combat->alone_paid = (uint8_t)(combat->alone_paid | 1u << target);
    tell(play->events, EVENT_NOTE, 0,
         sentence(rule, "wb95.stands-alone-cannot-retreat-read", combat->target[target], column_attack[HIGHEST_COLUMN],
                  column_defence[HIGHEST_COLUMN], owed));
    ask_losses(play, owner_at(play->state, combat, combat->target[target]), AMONG_ALONE, combat->target[target], owed,
               rule, 0);
    return true;
}

/* ---- several owners: R106, R109 --------------------------------------------------------------------------- */

/* CELs that an owner has in the combat, those alone in a hex left aside. */
static int cels_of(const State *state, const Combat *combat, int owner)
{
    const Force *defence = &combat->force[DEFENCE];
    int cels = 0;
    for (int i = 0; i < defence->units; i++)
        if (alive(state, defence, i) && !stands_alone(combat, DEFENCE, i) &&
            state->unit[defence->unit[i]].side == owner)
            cels += state->unit[defence->unit[i]].cel;
    return cels;
}

/* SP of an owner in the hexes attacked, counted as for 5.5.3. */
static int ground_strength_of(const Play *play, const Combat *combat, int owner)
{
    int sp = 0;
    for (int i = 0; i < combat->targets; i++)
        if (owner_at(play->state, combat, combat->target[i]) == owner)
            sp += ground_strength(play->data, play->state, combat, combat->target[i]);
    return sp;
}

static int place_in_turn(const Wb95 *data, int side)
{
    int at = 0;
    while (at < data->players && data->order[at] != side)
        at++;
    return at;
}

/* Owners by number, in the order in which they bleed: most SP first, with equal SP in playing order. */
static void order_owners(const Play *play, const Combat *combat, int out[SIDES - 1])
{
    int sp[SIDES - 1];
    for (int i = 0; i < combat->owners; i++) {
        int at = i;
        sp[i] = ground_strength_of(play, combat, combat->owner[i]);
        for (; at > 0 && (sp[i] > sp[out[at - 1]] ||
                          (sp[i] == sp[out[at - 1]] && place_in_turn(play->data, combat->owner[i]) <
                                                           place_in_turn(play->data, combat->owner[out[at - 1]])));
             at--)
            out[at] = out[at - 1];
        out[at] = i;
    }
}

/* The owners bear the losses CEL by CEL in turn, as long as they have any. */
void share_losses(const Play *play, Combat *combat)
{
    int turn[SIDES - 1], left = combat->result[DEFENCE].loss;
    order_owners(play, combat, turn);
    for (bool any = true; left && any;) {
        any = false;
        for (int i = 0; i < combat->owners && left; i++)
            if (combat->owes[turn[i]] < cels_of(play->state, combat, combat->owner[turn[i]])) {
                combat->owes[turn[i]]++;
                left--;
                any = true;
            }
    }
}

void table_losses(Play *play, int which)
{
    Combat *combat = &play->state->combat;
    int due = which == DEFENCE ? combat->owes[owner_at_hand(combat)] : combat->result[which].loss;
    combat->result[which].loss = (uint8_t)(combat->result[which].loss - due);
    combat_losses(play, which, due);
}

void fire_result(Play *play, Hex hex, Result result, int by, int rule)
{
    State *state = play->state;
    if (state->top[hex] == NO_PIECE)
        return;
    int side = state->unit[state->top[hex]].side;
    int after =
        (result.disorganised ? AFTER_DISORGANISED : 0) | (result.test ? AFTER_TEST : 0) | by << AFTER_SHOOTER_SHIFT;
    if (result.loss)
        ask_losses(play, side, AMONG_HEX, hex, result.loss, rule, after);
    else
        after_fire(play, side, hex, after);
}
