/* losses.c — WB-95 5.1.8 with 1.2, 15.1.7 and 15.4.3: who loses CELs.
 *
 * The owner names a counter for each CEL lost. The question's frame says among whom: all the fighters of a force,
 * those who did not fall back all the way (5.3.7), those alone in a hex (5.1.9, R101), or a side's counters on a hex
 * that was shelled or bombed. If stars or fortification units were used, one loss at least must fall on a user; where
 * one CEL cannot satisfy both duties it satisfies either. Guns supporting from range are never among them (6.3.4). A
 * choice that is none is made at once. */
#include "systems/wb95/fight.h"
#include "systems/wb95/questions.h"

enum { AMONG_HEX, AMONG_FIGHTERS, AMONG_STANDERS, AMONG_ALONE }; /* Frame.data[0] */
enum { DATA_AMONG, DATA_WHERE, DATA_DUE, DATA_RULE, DATA_AFTER };
enum { AFTER_DISORGANISED = 1, AFTER_TEST = 2, AFTER_SHOOTER_SHIFT = 8 }; /* above: whose fire it was, a nation */

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
    tell(play->events, EVENT_ELIMINATED, 0, sentence(rule, "%p is eliminated at %h", piece, unit->hex));
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
    tell(play->events, EVENT_LOST, 0, sentence(rule, "%p at %h loses %n CEL", piece, unit->hex, count));
}

/* ---- who may be chosen ------------------------------------------------------------------------------ */

typedef struct Victims {
    int count, due, cel; /* cel: of all of them */
    Piece piece[FORCE];  /* ascending */
    uint8_t spare[FORCE];
    uint64_t stars, fus; /* users among them, where the duty is open */
} Victims;

static void add_victim(const State *view, Victims *victims, Piece piece, bool star, bool fu)
{
    if (victims->count == FORCE)
        return;
    int at = victims->count++;
    for (; at > 0 && victims->piece[at - 1] > piece; at--) {
        victims->piece[at] = victims->piece[at - 1];
        victims->spare[at] = victims->spare[at - 1];
    }
    uint64_t below = (1ull << at) - 1;
    victims->stars = (victims->stars & below) | (victims->stars & ~below) << 1 | (uint64_t)star << at;
    victims->fus = (victims->fus & below) | (victims->fus & ~below) << 1 | (uint64_t)fu << at;
    victims->piece[at] = piece;
    victims->spare[at] = view->unit[piece].cel;
    victims->cel += view->unit[piece].cel;
}

bool under_fire(const State *view, Piece piece, int side)
{
    const Unit *unit = &view->unit[piece];
    return unit->side == side && !(phase_kind(view->head.phase) == PHASE_COMBAT && unit->now & FOUGHT);
}

static void victims_of(const State *view, Victims *victims)
{
    const Frame *frame = question(&view->head);
    *victims = (Victims){.due = frame->data[DATA_DUE]};
    if (frame->data[DATA_AMONG] == AMONG_HEX) {
        for (Piece piece = view->top[frame->data[DATA_WHERE]]; piece != NO_PIECE; piece = view->unit[piece].below)
            if (under_fire(view, piece, frame->side))
                add_victim(view, victims, piece, false, false);
    } else if (frame->data[DATA_AMONG] == AMONG_ALONE) {
        const Force *defence = &view->combat.force[DEFENCE];
        for (int i = 0; i < defence->units; i++)
            if (alive(view, defence, i) && defence->fought_at[i] == frame->data[DATA_WHERE])
                add_victim(view, victims, defence->unit[i], false, false);
    } else {
        const Combat *combat = &view->combat;
        const Force *force = &combat->force[frame->data[DATA_WHERE]];
        for (int i = 0; i < force->units; i++) {
            if (!alive(view, force, i) || stands_alone(combat, frame->data[DATA_WHERE], i) ||
                view->unit[force->unit[i]].side != frame->side)
                continue;
            if (frame->data[DATA_AMONG] == AMONG_STANDERS &&
                force->retreated[i] >= combat->result[frame->data[DATA_WHERE]].retreat)
                continue;
            add_victim(view, victims, force->unit[i], force->star_due >> frame->side & 1 && force->stars >> i & 1,
                       force->fu_due >> frame->side & 1 && force->fus >> i & 1);
        }
    }
    if (victims->due > victims->cel)
        victims->due = victims->cel;
}

static int victim_index(const Victims *victims, Piece piece)
{
    for (int i = 0; i < victims->count; i++)
        if (victims->piece[i] == piece)
            return i;
    return -1;
}

/* Whether `left` more CELs, from victims at or after `from`, can still meet the open duties. */
static bool duties_in_reach(const Victims *victims, uint64_t hit, int from, int left)
{
    uint64_t open = 0;
    for (int i = from; i < victims->count; i++)
        if (victims->spare[i])
            open |= 1ull << i;
    bool star = victims->stars && !(victims->stars & hit), fu = victims->fus && !(victims->fus & hit);
    if (victims->due == 1 && victims->stars && victims->fus && !(victims->stars & victims->fus))
        return !(star && fu) || (left && open & (victims->stars | victims->fus));
    if (star && fu && left == 1)
        return open & victims->stars & victims->fus;
    return (!star || (left && open & victims->stars)) && (!fu || (left && open & victims->fus));
}

static int spare_from(const Victims *victims, int from)
{
    int spare = 0;
    for (int i = from; i < victims->count; i++)
        spare += victims->spare[i];
    return spare;
}

/* ---- ASK_LOSSES --------------------------------------------------------------------------------------- */

static Refusal victim_refusal(const State *view, const Victims *victims, Piece piece)
{
    int at = victim_index(victims, piece);
    if (at < 0 && question(&view->head)->data[DATA_AMONG] == AMONG_STANDERS)
        return refuse(WB95_5_3_8, "%p is not among those who stayed: they pay", piece);
    if (at < 0)
        return refuse(WB95_5_1_8, "%p is not among those who can be lost here", piece);
    if (!victims->spare[at])
        return refuse(WB95_5_1_8, "%p does not have that many CEL", piece);
    return LEGAL;
}

static Refusal duty_refusal(const Victims *victims, uint64_t hit)
{
    if (victims->stars && !(victims->stars & hit))
        return refuse(WB95_15_1_7, "a unit that used its star must lose at least 1 CEL");
    return refuse(WB95_15_4_3, "the fortification unit that was used must lose at least 1 CEL");
}

Refusal lose_check(const Scenario *scenario, const State *view, const Order *order)
{
    (void)scenario;
    Victims victims;
    uint64_t hit = 0;
    victims_of(view, &victims);
    if (order->count != victims.due)
        return refuse(WB95_5_1_8, "%n CEL are to be lost, %n named", victims.due, order->count);
    for (int i = 0; i < order->count; i++) {
        Refusal refusal = victim_refusal(view, &victims, order->value[i]);
        if (refused(refusal))
            return refusal;
        int at = victim_index(&victims, order->value[i]);
        victims.spare[at]--;
        hit |= 1ull << at;
    }
    return duties_in_reach(&victims, hit, 0, 0) ? LEGAL : duty_refusal(&victims, hit);
}

void lose_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    (void)scenario;
    Victims victims;
    uint64_t hit = 0;
    int first = 0;
    victims_of(view, &victims);
    for (int i = 0; i < prefix->count; i++) {
        int at = victim_index(&victims, prefix->value[i]);
        if (at < first || !victims.spare[at])
            return;
        victims.spare[at]--;
        hit |= 1ull << at;
        first = at;
    }
    int left = victims.due - prefix->count;
    out->complete = left == 0 && duties_in_reach(&victims, hit, 0, 0);
    for (int i = first; i < victims.count && left > 0; i++) {
        if (!victims.spare[i])
            continue;
        victims.spare[i]--;
        if (spare_from(&victims, i) >= left - 1 && duties_in_reach(&victims, hit | 1ull << i, i, left - 1))
            choose(out, 0, victims.piece[i]);
        victims.spare[i]++;
    }
}

/* What the CELs named leave of the victims; how many are to be named yet, or a refusal. */
static Refusal take_named(const State *view, const Order *part, Victims *victims, uint64_t *hit, int *left)
{
    *hit = 0;
    victims_of(view, victims);
    *left = victims->due - part->count;
    if (*left < 0)
        return refuse(WB95_5_1_8, "%n CEL are to be lost, %n named", victims->due, part->count);
    for (int i = 0; i < part->count; i++) {
        Refusal refusal = victim_refusal(view, victims, part->value[i]);
        if (refused(refusal))
            return refusal;
        int at = victim_index(victims, part->value[i]);
        victims->spare[at]--;
        *hit |= 1ull << at;
    }
    return duties_in_reach(victims, *hit, 0, *left) ? LEGAL : duty_refusal(victims, *hit);
}

void lose_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    (void)scenario;
    Victims victims;
    uint64_t hit;
    int left;
    if (!refused(take_named(view, part, &victims, &hit, &left)) && left)
        for (int i = 0; i < victims.count; i++)
            if (victims.spare[i])
                choose(out, 0, victims.piece[i]);
}

/* Whoever is the only one that can meet an open duty must be named (15.1.7, 15.4.3). */
Refusal lose_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    (void)scenario;
    Victims victims;
    uint64_t hit;
    int left;
    Refusal refusal = take_named(view, part, &victims, &hit, &left);
    if (refused(refusal) || !left)
        return refusal;
    for (int i = 0; i < victims.count; i++)
        if (victims.spare[i]) {
            victims.spare[i]--;
            if (duties_in_reach(&victims, hit | 1ull << i, 0, left - 1))
                demand_either(out, 0, victims.piece[i]);
            victims.spare[i]++;
        }
    if (out->either == 1) {
        Sentence why = sentence(WB95_5_1_8, "nobody else is left to lose it");
        refusal = duties_in_reach(&victims, hit, 0, 0) ? LEGAL : duty_refusal(&victims, hit);
        demand(out, 0, out->alternative[0].value, refused(refusal) ? refusal.why : why);
        out->either = 0;
    }
    return out->all || out->either ? LEGAL : duty_refusal(&victims, hit);
}

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

/* Nobody is asked where nobody is left to lose anything. */
void losses_resume(Play *play)
{
    Victims victims;
    Order nobody = order_of(DO_LOSE);
    victims_of(play->state, &victims);
    if (!victims.due)
        lose_apply(play, &nobody);
}

Sentence losses_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    Victims victims;
    victims_of(view, &victims);
    return sentence(question(&view->head)->data[DATA_RULE], "%s loses %n CEL: name a counter for each",
                    question(&view->head)->side, victims.due);
}

int losses_due(const Scenario *scenario, const State *view)
{
    (void)scenario;
    Victims victims;
    victims_of(view, &victims);
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

/* Losses of the combat at hand: those of the table fall on all fighters, those for standing on who stood. */
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

/* Whose counters were attacked there. */
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
         sentence(rule, "who stands alone at %h cannot retreat and is read at %n:%n: %n CEL to lose",
                  combat->target[target], column_attack[HIGHEST_COLUMN], column_defence[HIGHEST_COLUMN], owed));
    ask_losses(play, owner_at(play->state, combat, combat->target[target]), AMONG_ALONE, combat->target[target], owed,
               rule, 0);
    return true;
}

/* CELs that the owner at hand (`own`) or those after him have in the combat. */
static int cels_of(const State *state, const Combat *combat, bool own)
{
    const Force *defence = &combat->force[DEFENCE];
    int cels = 0, at = owner_at_hand(combat);
    for (int i = 0; i < defence->units; i++)
        for (int later = own ? at : at + 1; later < (own ? at + 1 : combat->owners); later++)
            if (alive(state, defence, i) && !stands_alone(combat, DEFENCE, i) &&
                state->unit[defence->unit[i]].side == combat->owner[later])
                cels += state->unit[defence->unit[i]].cel;
    return cels;
}

/* Several owners of a defence bear its losses CEL by CEL in turn, as long as they have any (R106). */
void table_losses(Play *play, int which)
{
    Combat *combat = &play->state->combat;
    Result *result = &combat->result[which];
    int due = result->loss;
    if (which == DEFENCE) {
        int owners = combat->owners - owner_at_hand(combat), others = cels_of(play->state, combat, false),
            own = cels_of(play->state, combat, true), whole = due;
        due = (whole + owners - 1) / owners;
        due = due < whole - others ? whole - others : due;
        due = due > own ? own : due;
    }
    result->loss = (uint8_t)(result->loss - due);
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
