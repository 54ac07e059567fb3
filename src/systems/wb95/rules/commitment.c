/* commitment.c — WB-95 5.2.1 b: what both sides throw into a combat once it is declared.
 *
 * The defender answers first: guns in support (6.3.3, those beside an attacker exposed: 6.3.5), stars, fortification
 * units, aircraft, CMs for lost HQs, and whether he does without his HQ. Then the attacker, knowing the defence, adds
 * stars and CMs (15.1.6, R48). Guns support regular units only (6.3.1).
 *
 * Several owners of a defence answer one after the other, each for what is his (R106): his counters, guns within range
 * of a hex where his own regulars are attacked, his aircraft and CMs. The dice are moved only if each owner's strength
 * is within range of his own HQs and no owner does without them. */
#include "systems/wb95/fight.h"
#include "systems/wb95/wb95.h"

/* Against HQs or limbered guns alone the column is fixed: only an HQ's help on the dice can change anything (R24). */
static Refusal nothing_helps(const Scenario *scenario, const State *view)
{
    const Force *defence = &view->combat.force[DEFENCE];
    int rule = WB95_6_6_4;
    if (!view->combat.lone)
        return LEGAL;
    for (int i = 0; i < defence->units; i++)
        if (kind_of(data_of(scenario), view, defence->unit[i])->type == HQ)
            rule = WB95_5_1_9_1;
    return refuse(rule, "wb95.column-10-1-whatever-thrown");
}

/* ---- ASK_DEFENCE ---- */

bool regulars_attacked(const Wb95 *data, const State *view, const Combat *combat)
{
    const Force *defence = &combat->force[DEFENCE];
    for (int i = 0; i < defence->units; i++)
        if (kind_of(data, view, defence->unit[i])->is & REGULAR && decides_for(view, defence, i))
            return true;
    return false;
}

/* Whether counters of the owner at hand are attacked there. */
static bool attacked_at(const State *view, const Combat *combat, Hex hex)
{
    const Force *defence = &combat->force[DEFENCE];
    for (int i = 0; i < defence->units; i++)
        if (defence->fought_at[i] == hex && decides_for(view, defence, i))
            return true;
    return false;
}

/* The first hex named where they are. */
static Hex first_attacked(const State *view, const Combat *combat)
{
    int at = 0;
    while (at + 1 < combat->targets && !attacked_at(view, combat, combat->target[at]))
        at++;
    return combat->target[at];
}

static Refusal defence_gun(const Scenario *scenario, const State *view, const Combat *combat, Piece gun)
{
    Refusal refusal = support_refusal(scenario, view, gun, combat->force[DEFENCE].side);
    if (refused(refusal))
        return refusal;
    if (!regulars_attacked(data_of(scenario), view, combat))
        return refuse(WB95_6_3_1, "wb95.can-support-regular-units-only", gun);
    for (int i = 0; i < combat->targets; i++)
        if (map_distance(scenario->map, view->unit[gun].hex, combat->target[i]) <= ARTILLERY_RANGE &&
            attacked_at(view, combat, combat->target[i]))
            return LEGAL;
    return refuse(WB95_6_3_3, "wb95.more-hexes-every-hex-attacked", gun, view->unit[gun].hex, ARTILLERY_RANGE);
}

int defence_air(const State *view, const Combat *combat)
{
    int air = 0;
    for (int i = 0; i < combat->targets; i++)
        air += air_support_at(view, combat->force[DEFENCE].side, combat->target[i], false);
    return air < UINT8_MAX ? air : UINT8_MAX;
}

static Support defence_support(const Combat *combat)
{
    return (Support){combat->force[DEFENCE].side, combat->targets, combat->target, false};
}

static void gun_joins(const Scenario *scenario, const State *view, Piece gun, Combat *combat)
{
    Force *defence = &combat->force[DEFENCE];
    const Force *attack = &combat->force[ATTACK];
    if (beside_any(scenario, view->unit[gun].hex, attack->fought_at, attack->units))
        force_add(view, defence, gun); /* 6.3.5 */
    else if (defence->guns < GUNS)
        defence->gun[defence->guns++] = gun;
}

/* Lays the order of one owner of the defence over the combat. */
static void defence_add(const Scenario *scenario, const State *view, const Order *order, Combat *combat)
{
    Force *defence = &combat->force[DEFENCE];
    int count, first = order_slot(order, DEFEND_GUNS, &count);
    for (int i = 0; i < count; i++)
        gun_joins(scenario, view, order->value[first + i], combat);
    for (int i = 0; i < defence->units; i++) {
        if (order_has(order, DEFEND_STARS, defence->unit[i]))
            defence->stars |= 1ull << i;
        if (order_has(order, DEFEND_FU, defence->unit[i]))
            defence->fus |= 1ull << i;
    }
    defence->air = (uint8_t)(defence->air + flights_sp(view, order, DEFEND_AIR, defence->side));
    defence->cms = (uint8_t)(defence->cms + order_value(order, DEFEND_CMS, 0));
    order_slot(order, DEFEND_WAIVE, &count);
    defence->waived |= count > 0;
}

static bool supports_defence(const Scenario *scenario, const State *view, const Combat *combat, Piece piece)
{
    return view->unit[piece].place == ON_MAP && kind_of(data_of(scenario), view, piece)->is & ARTILLERY &&
           force_index(&combat->force[DEFENCE], piece) < 0 && /* attacked itself: it has joined in already */
           !refused(defence_gun(scenario, view, combat, piece));
}

int guns_for_defence(const Scenario *scenario, const State *view, const Combat *combat, Piece out[GUNS])
{
    int count = 0;
    for (Piece piece = 0; piece < scenario->pieces && count < GUNS; piece++)
        if (supports_defence(scenario, view, combat, piece))
            out[count++] = piece;
    return count;
}

/* Every star of a force that its player may use. */
static uint64_t all_stars(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                          int which)
{
    uint64_t stars = 0;
    for (int i = 0; i < combat->force[which].units; i++)
        if (stars_usable(scenario, view, combat, sheet, which, i) && decides_for(view, &combat->force[which], i))
            stars |= 1ull << i;
    return stars;
}

static bool owner_in_full(const Scenario *scenario, const State *view, const Battle *sheet, Combat *combat)
{
    Force *defence = &combat->force[DEFENCE];
    Piece gun[GUNS];
    int guns = guns_for_defence(scenario, view, combat, gun);
    defence->stars |= all_stars(scenario, view, combat, sheet, DEFENCE);
    for (int i = 0; i < defence->units; i++)
        if (fu_usable(data_of(scenario), view, combat, sheet, i) && decides_for(view, defence, i))
            defence->fus |= 1ull << i;
    defence->air = (uint8_t)(defence->air + defence_air(view, combat));
    defence->cms = (uint8_t)(defence->cms + pool_cms(scenario, view, combat, defence->side));
    for (int i = 0; i < guns; i++)
        gun_joins(scenario, view, gun[i], combat);
    return guns || defence->stars || defence->fus || defence->air || defence->cms;
}

static bool defence_in_full(const Scenario *scenario, const State *view, const Battle *sheet, Combat *combat)
{
    bool any = false;
    for (int i = 0; i < combat->owners; i++) {
        combat->force[DEFENCE].side = combat->owner[i];
        any |= owner_in_full(scenario, view, sheet, combat);
    }
    combat->force[DEFENCE].side = combat->owner[0];
    return any;
}

static bool attack_in_full(const Scenario *scenario, const State *view, const Battle *sheet, Combat *combat)
{
    Force *attack = &combat->force[ATTACK];
    attack->stars = all_stars(scenario, view, combat, sheet, ATTACK);
    attack->cms = (uint8_t)pool_cms(scenario, view, combat, attack->side);
    return attack->stars || attack->cms;
}

bool force_in_full(const Scenario *scenario, const State *view, const Battle *sheet, int which, Combat *combat)
{
    return which == DEFENCE ? defence_in_full(scenario, view, sheet, combat)
                            : attack_in_full(scenario, view, sheet, combat);
}

static bool star_listed(const Scenario *scenario, const State *view, const Battle *sheet, int which, Piece piece)
{
    const Force *force = &view->combat.force[which];
    int i = force_index(force, piece);
    return i >= 0 && decides_for(view, force, i) && stars_usable(scenario, view, &view->combat, sheet, which, i);
}

static Refusal star_refusal(const Scenario *scenario, const State *view, const Battle *sheet, int which, Piece piece)
{
    int i = force_index(&view->combat.force[which], piece);
    const Kind *kind = kind_of(data_of(scenario), view, piece);
    if (i < 0)
        return refuse(WB95_15_1_6, "wb95.not-take-part-combat", piece);
    if (!decides_for(view, &view->combat.force[which], i))
        return refuse(WB95_5_1_8, "wb95.anothers-owner-says-throws", piece);
    if (star_listed(scenario, view, sheet, which, piece))
        return LEGAL;
    if (!data_of(scenario)->chapter[15])
        return refuse(WB95_12_0, "wb95.rules-special-units-switched-off");
    if (!kind->stars)
        return refuse(WB95_15_1_1, "wb95.no-star", piece);
    if (which == DEFENCE && !(kind->stars & data_of(scenario)->star_defence))
        return refuse(WB95_15_1_2_3, "wb95.yellow-star-serves-attack-only", piece);
    if (which == ATTACK && kind->is & TOWED)
        return refuse(WB95_15_1_5, "wb95.towed-star-serves-defence-only", piece);
    if (is_limbered(data_of(scenario), view, piece))
        return refuse(WB95_6_2_4_2, "wb95.transport-setup-takes-no-part", piece);
    if (kind->stars == WHITE)
        return refuse(WB95_15_1_2_2, "wb95.white-star-needs-mechanized-units", piece);
    if (kind->stars == BLACK && dug_in(data_of(scenario), view, sheet->ground))
        return refuse(WB95_15_1_2_1, "wb95.black-star-no-use-against", piece);
    return refuse(WB95_15_1_8, "wb95.star-no-use-across-big", piece);
}

static Refusal cms_refusal(const Scenario *scenario, const State *view, int which, int cms)
{
    int most = pool_cms(scenario, view, &view->combat, view->combat.force[which].side);
    if (cms >= 1 && cms <= most)
        return LEGAL;
    bool too_far = cms > most && cms <= pool_all(view, view->combat.force[which].side);
    return refuse(too_far ? WB95_9_1_7 : WB95_9_1_6, "wb95.cms-lost-hqs-can-spent", most, cms);
}

/* How many of the CMs named are those of HQs lost at this hex, or at any (NO_HEX). */
static int named_of(const Order *order, int slot, Hex hex)
{
    int count, named = 0, first = order_slot(order, slot, &count);
    for (int i = first; i < first + count; i++)
        named += hex == NO_HEX || order->value[i] == hex;
    return named;
}

/* The HQs that the CMs come from, one name a CM (9.1.6): as many as are spent, and as that HQ left. */
static Refusal of_refusal(const Scenario *scenario, const State *view, int which, const Order *order, int slot, Hex hex)
{
    int cms = order_value(order, slot - 1, 0), named = named_of(order, slot, NO_HEX);
    int most = pool_cms_at(scenario, view, &view->combat, view->combat.force[which].side, hex);
    if (named > cms)
        return refuse(WB95_9_1_6, "wb95.cm-spent-said-certain-hq", cms, named);
    if (!most)
        return refuse(WB95_9_1_7, "wb95.no-choice-cms-hq-lost", hex);
    if (named_of(order, slot, hex) > most)
        return refuse(WB95_9_1_6, "wb95.hq-lost-cm-left", hex, most);
    return LEGAL;
}

static void list_cms(const Scenario *scenario, const State *view, int which, int slot, Choices *out)
{
    for (int cms = 1; cms <= pool_cms(scenario, view, &view->combat, view->combat.force[which].side); cms++)
        choose(out, slot, cms);
}

/* In rising order, each as often as its CMs allow. */
static void list_of(const Scenario *scenario, const State *view, int which, const Order *prefix, int slot, Choices *out)
{
    int side = view->combat.force[which].side, count, first = order_slot(prefix, slot, &count);
    int after = count ? prefix->value[first + count - 1] : -1;
    if (count >= order_value(prefix, slot - 1, 0) || count >= POOL_NAMES)
        return;
    for (Hex last = NO_HEX;;) {
        Hex next = NO_HEX;
        for (int i = 0; i < POOLS; i++) {
            Hex hex = view->pool[i].hex;
            if (hex >= after && (last == NO_HEX || hex > last) && hex < next &&
                pool_cms_at(scenario, view, &view->combat, side, hex) > named_of(prefix, slot, hex))
                next = hex;
        }
        if (next == NO_HEX)
            return;
        choose(out, slot, next);
        last = next;
    }
}

/* Spends what the order names. */
static void spend_cms(Play *play, int which, const Order *order, int slot)
{
    int count, first = order_slot(order, slot, &count);
    pool_spend(play, &play->state->combat, play->state->combat.force[which].side, order_value(order, slot - 1, 0),
               &order->value[first], count);
}

static bool fu_listed(const Scenario *scenario, const State *view, const Battle *sheet, int which, Piece piece)
{
    const Force *force = &view->combat.force[which];
    int i = force_index(force, piece);
    return i >= 0 && decides_for(view, force, i) && fu_usable(data_of(scenario), view, &view->combat, sheet, i);
}

Refusal defend_check(const Scenario *scenario, const State *view, const Order *order)
{
    Battle sheet;
    Support support = defence_support(&view->combat);
    Refusal refusal = LEGAL;
    if (!refused(refusal))
        refusal = flights_refusal(view, order, DEFEND_AIR, &support, WB95_8_2_4);
    battle_sheet(scenario, view, &view->combat, &sheet);
    for (int i = 0; i < order->count && !refused(refusal); i++) {
        Piece piece = order->value[i];
        if (order->slot[i] > DEFEND_GUNS && order->slot[i] < DEFEND_WAIVE && view->combat.lone)
            refusal = nothing_helps(scenario, view);
        else if (order->slot[i] == DEFEND_GUNS)
            refusal = defence_gun(scenario, view, &view->combat, piece);
        else if (order->slot[i] == DEFEND_STARS)
            refusal = star_refusal(scenario, view, &sheet, DEFENCE, piece);
        else if (order->slot[i] == DEFEND_FU && !fu_listed(scenario, view, &sheet, DEFENCE, piece))
            refusal = data_of(scenario)->chapter[15]
                          ? refuse(WB95_15_4_1, "wb95.no-fortification-unit-defends-works", piece)
                          : refuse(WB95_12_0, "wb95.rules-special-units-switched-off");
        else if (order->slot[i] == DEFEND_CMS)
            refusal = cms_refusal(scenario, view, DEFENCE, order->value[i]);
        else if (order->slot[i] == DEFEND_OF)
            refusal = of_refusal(scenario, view, DEFENCE, order, DEFEND_OF, order->value[i]);
    }
    int waived;
    order_slot(order, DEFEND_WAIVE, &waived);
    if (refused(refusal) || !waived)
        return refusal;
    Combat combat = view->combat;
    defence_add(scenario, view, order, &combat);
    if (!force_covered(scenario, view, &combat, DEFENCE))
        return refuse(WB95_9_2_1_2, "wb95.no-headquarters-covers-all-defenders");
    return LEGAL;
}

Refusal commit_check(const Scenario *scenario, const State *view, const Order *order)
{
    Battle sheet;
    Refusal refusal = order->count ? nothing_helps(scenario, view) : LEGAL;
    battle_sheet(scenario, view, &view->combat, &sheet);
    for (int i = 0; i < order->count && !refused(refusal); i++)
        refusal = order->slot[i] == COMMIT_STARS ? star_refusal(scenario, view, &sheet, ATTACK, order->value[i])
                  : order->slot[i] == COMMIT_CMS
                      ? cms_refusal(scenario, view, ATTACK, order->value[i])
                      : of_refusal(scenario, view, ATTACK, order, COMMIT_OF, order->value[i]);
    return refusal;
}

/* Members of a force that fit, ascending, after the last one given in the slot. */
typedef bool Fits(const Scenario *scenario, const State *view, const Battle *sheet, int which, Piece piece);

static void list_members(const Scenario *scenario, const State *view, const Battle *sheet, int which,
                         const Order *prefix, int slot, Fits *fits, Choices *out)
{
    const Force *force = &view->combat.force[which];
    int count, first = order_slot(prefix, slot, &count);
    int after = count ? prefix->value[first + count - 1] : -1;
    for (;;) {
        int next = WB95_SLOTS;
        for (int i = 0; i < force->units; i++)
            if (force->unit[i] > after && force->unit[i] < next && fits(scenario, view, sheet, which, force->unit[i]))
                next = force->unit[i];
        if (next == WB95_SLOTS)
            return;
        choose(out, slot, next);
        after = next;
    }
}

static void list_defence_guns(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int count, first = order_slot(prefix, DEFEND_GUNS, &count);
    Piece after = count ? (Piece)(prefix->value[first + count - 1] + 1) : 0;
    for (Piece piece = after; piece < scenario->pieces && count < GUNS; piece++)
        if (supports_defence(scenario, view, &view->combat, piece))
            choose(out, DEFEND_GUNS, piece);
}

void defend_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : DEFEND_GUNS;
    Battle sheet;
    battle_sheet(scenario, view, &view->combat, &sheet);
    out->complete = true;
    bool lone = view->combat.lone;
    if (slot <= DEFEND_GUNS && !lone)
        list_defence_guns(scenario, view, prefix, out);
    if (slot <= DEFEND_STARS && !lone)
        list_members(scenario, view, &sheet, DEFENCE, prefix, DEFEND_STARS, star_listed, out);
    if (slot <= DEFEND_FU && !lone)
        list_members(scenario, view, &sheet, DEFENCE, prefix, DEFEND_FU, fu_listed, out);
    Support support = defence_support(&view->combat);
    if (slot <= DEFEND_AIR && !lone)
        list_flights(view, prefix, DEFEND_AIR, &support, out);
    if (slot < DEFEND_CMS && !lone)
        list_cms(scenario, view, DEFENCE, DEFEND_CMS, out);
    if (slot <= DEFEND_OF && !lone)
        list_of(scenario, view, DEFENCE, prefix, DEFEND_OF, out);
    if (slot < DEFEND_WAIVE) {
        Combat combat = view->combat;
        defence_add(scenario, view, prefix, &combat);
        if (force_covered(scenario, view, &combat, DEFENCE))
            choose(out, DEFEND_WAIVE, 0);
    }
}

/* Both add what they like of it: only the choice between HQs (9.1.6) needs the CMs. */
static Refusal demand_cms(const Scenario *scenario, const State *view, int which, const Order *part, int slot,
                          Demands *out)
{
    int spent, most = pool_cms(scenario, view, &view->combat, view->combat.force[which].side);
    order_slot(part, slot - 1, &spent);
    for (int cms = named_of(part, slot, NO_HEX); cms && !spent && cms <= most; cms++)
        demand_either(out, slot - 1, cms);
    return out->either        ? LEGAL
           : which == DEFENCE ? defend_check(scenario, view, part)
                              : commit_check(scenario, view, part);
}

/* The hexes named are listed for as many CMs as can be spent. */
static void list_pools(const Scenario *scenario, const State *view, int which, const Order *part, int slot,
                       Choices *out)
{
    int side = view->combat.force[which].side;
    for (int i = 0; i < POOLS; i++) {
        Hex hex = view->pool[i].hex;
        bool before = false;
        for (int j = 0; j < i; j++)
            before |= view->pool[j].hex == hex;
        if (!before && pool_cms_at(scenario, view, &view->combat, side, hex) > named_of(part, slot, hex))
            choose(out, slot, hex);
    }
}

/* Only what is not named yet. */
static void list_more_members(const Scenario *scenario, const State *view, const Battle *sheet, int which,
                              const Order *part, int slot, Fits *fits, Choices *out)
{
    const Force *force = &view->combat.force[which];
    for (int i = 0; i < force->units; i++)
        if (!order_has(part, slot, force->unit[i]) && fits(scenario, view, sheet, which, force->unit[i]))
            choose(out, slot, force->unit[i]);
}

void defend_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Battle sheet;
    battle_sheet(scenario, view, &view->combat, &sheet);
    for (Piece piece = 0; piece < scenario->pieces; piece++)
        if (!order_has(part, DEFEND_GUNS, piece) && supports_defence(scenario, view, &view->combat, piece))
            choose(out, DEFEND_GUNS, piece);
    list_more_members(scenario, view, &sheet, DEFENCE, part, DEFEND_STARS, star_listed, out);
    list_more_members(scenario, view, &sheet, DEFENCE, part, DEFEND_FU, fu_listed, out);
    for (int flight = 0; flight < FLIGHTS_EACH; flight++)
        if (flight_over(view, flight, view->combat.force[DEFENCE].side, false) != NO_HEX &&
            !order_has(part, DEFEND_AIR, (uint16_t)flight))
            choose(out, DEFEND_AIR, flight);
    list_cms(scenario, view, DEFENCE, DEFEND_CMS, out);
    list_pools(scenario, view, DEFENCE, part, DEFEND_OF, out);
    choose(out, DEFEND_WAIVE, 0);
}

Refusal defend_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    return demand_cms(scenario, view, DEFENCE, part, DEFEND_OF, out);
}

void commit_parts(const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    Battle sheet;
    battle_sheet(scenario, view, &view->combat, &sheet);
    list_more_members(scenario, view, &sheet, ATTACK, part, COMMIT_STARS, star_listed, out);
    list_cms(scenario, view, ATTACK, COMMIT_CMS, out);
    list_pools(scenario, view, ATTACK, part, COMMIT_OF, out);
}

Refusal commit_demands(const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    return demand_cms(scenario, view, ATTACK, part, COMMIT_OF, out);
}

/* What each side added: the other reads it in the log (5.2.1 b). */
static void tell_waived(Play *play, int which, const Order *order, int slot, int rule)
{
    const Force *force = &play->state->combat.force[which];
    int waived;
    order_slot(order, slot, &waived);
    if (waived)
        tell(play->events, EVENT_NOTE, 0, sentence(rule, "wb95.without-headquarters", force->side));
}

static void tell_stars(Play *play, int which, int cms)
{
    const Force *force = &play->state->combat.force[which];
    for (int i = 0; i < force->units; i++)
        if (force->stars >> i & 1 && decides_for(play->state, force, i))
            tell(play->events, EVENT_NOTE, 0, sentence(WB95_15_1_6, "wb95.uses-star", force->side, force->unit[i]));
    if (cms)
        tell(play->events, EVENT_NOTE, 0, sentence(WB95_9_1_6, "wb95.spends-cm-lost-hqs", force->side, cms));
}

static void tell_gun(Play *play, int which, Piece gun, int sp)
{
    static const Sentence joins[2] = {
        [ATTACK] = {SAID("wb95.supports-attack-sp"), WB95_6_3_2, {0}},
        [DEFENCE] = {SAID("wb95.supports-defence-sp"), WB95_6_3_3, {0}},
    };
    const Combat *combat = &play->state->combat;
    tell(play->events, EVENT_NOTE, 0,
         sentence(joins[which].rule, joins[which].words, combat->force[which].side,
                  which == DEFENCE ? first_attacked(play->state, combat) : combat->target[0], gun, sp));
}

void tell_attack_support(Play *play, const Order *order)
{
    const State *state = play->state;
    const Force *attack = &state->combat.force[ATTACK];
    int count, first = order_slot(order, ATTACK_GUNS, &count);
    for (int i = first; i < first + count; i++)
        tell_gun(play, ATTACK, order->value[i],
                 attack_strength(play->data, state, order->value[i], order_has(order, ATTACK_FULL, order->value[i])));
    if (attack->air)
        tell(play->events, EVENT_NOTE, 0,
             sentence(WB95_8_2_2, "wb95.adds-air-sp-attack", attack->side, attack->air, state->combat.target[0]));
    tell_waived(play, ATTACK, order, ATTACK_WAIVE, WB95_9_2_1_1);
}

static void tell_defence(Play *play, const Order *order, int air)
{
    const State *state = play->state;
    const Force *defence = &state->combat.force[DEFENCE];
    int count, first = order_slot(order, DEFEND_GUNS, &count);
    for (int i = first; i < first + count; i++)
        tell_gun(play, DEFENCE, order->value[i], defence_strength(play->data, state, order->value[i]));
    if (air)
        tell(play->events, EVENT_NOTE, 0,
             sentence(WB95_8_2_4, "wb95.adds-sp-defence-half-air", defence->side, (air + 1) / 2,
                      first_attacked(state, &state->combat), air));
    for (int i = 0; i < defence->units; i++)
        if (defence->fus >> i & 1 && decides_for(state, defence, i))
            tell(play->events, EVENT_NOTE, 0,
                 sentence(WB95_15_4_2, "wb95.uses-fortification-unit", defence->side, defence->unit[i]));
    tell_stars(play, DEFENCE, order_value(order, DEFEND_CMS, 0));
    tell_waived(play, DEFENCE, order, DEFEND_WAIVE, WB95_9_2_1_2);
}

void defend_apply(Play *play, const Order *order)
{
    State *state = play->state;
    Combat *combat = &state->combat;
    Force *defence = &combat->force[DEFENCE];
    answered(state);
    defence_add(play->scenario, state, order, combat);
    int count, first = order_slot(order, DEFEND_GUNS, &count);
    for (int i = 0; i < count; i++) {
        mark_gun(state, order->value[first + i]);
        if (force_index(defence, order->value[first + i]) >= 0)
            mark_fighter(state, order->value[first + i]);
    }
    int air = flights_sp(state, order, DEFEND_AIR, defence->side);
    flights_used(state, order, DEFEND_AIR, defence->side);
    spend_cms(play, DEFENCE, order, DEFEND_OF);
    tell_defence(play, order, air);
}

Sentence defence_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_5_2_1_1, "wb95.attacked-say-defence-throws", question(&view->head)->side,
                    first_attacked(view, &view->combat));
}

bool defend_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Combat combat = view->combat;
    defence_add(scenario, view, order, &combat);
    assault_forecast(scenario, view, &combat, out);
    return true;
}

/* ---- ASK_COMMIT ---- */

void commit_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    int slot = prefix->count ? prefix->slot[prefix->count - 1] : COMMIT_STARS;
    Battle sheet;
    out->complete = true;
    if (view->combat.lone)
        return;
    battle_sheet(scenario, view, &view->combat, &sheet);
    if (slot <= COMMIT_STARS)
        list_members(scenario, view, &sheet, ATTACK, prefix, COMMIT_STARS, star_listed, out);
    if (slot < COMMIT_CMS)
        list_cms(scenario, view, ATTACK, COMMIT_CMS, out);
    list_of(scenario, view, ATTACK, prefix, COMMIT_OF, out);
}

/* Lays the attacker's order over the combat. */
static void attack_add(const Order *order, Force *attack)
{
    for (int i = 0; i < attack->units; i++)
        if (order_has(order, COMMIT_STARS, attack->unit[i]))
            attack->stars |= 1ull << i;
    attack->cms = (uint8_t)order_value(order, COMMIT_CMS, 0);
}

void commit_apply(Play *play, const Order *order)
{
    Combat *combat = &play->state->combat;
    Force *attack = &combat->force[ATTACK];
    answered(play->state);
    attack_add(order, attack);
    spend_cms(play, ATTACK, order, COMMIT_OF);
    tell_stars(play, ATTACK, attack->cms);
}

bool commit_forecast(const Scenario *scenario, const State *view, const Order *order, Forecast *out)
{
    Combat combat = view->combat;
    attack_add(order, &combat.force[ATTACK]);
    assault_forecast(scenario, view, &combat, out);
    return true;
}

Sentence commit_prompt(const Scenario *scenario, const State *view)
{
    (void)scenario;
    return sentence(WB95_15_1_6, "wb95.stars-cms-go-attack", question(&view->head)->side, view->combat.target[0]);
}
