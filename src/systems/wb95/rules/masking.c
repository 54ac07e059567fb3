/* masking.c — WB-95 16: what a side may know, and the orders that cover and turn up stacks (R54).
 *
 * A view is a copy of the position in which enemies are replaced as far as they are hidden:
 *
 *   - the top counter of a stack shows, unless the owner has covered it (16.1.1, 16.1.2);
 *   - stacks that fought, fired from range or were fired at show until the Combat Phase ends (16.1.3, R116);
 *   - of a stack next to the viewer's units the type of every counter shows, and its CELs if it is not
 *     fortified (16.1.4);
 *   - of all others only their presence shows.
 *
 * Where nothing is known of a stack's hidden counters, they may be any of the side's that are nowhere in sight and in
 * no place whose type is known: a view counts these by what matters to the rules (State.unseen). If there are fewer
 * guns, HQs and resistance groups among them than hidden counters in the stack, one of it must be a regular unit, and
 * what the zones of all regulars have in common is certain; else the stack may have a zone (perhaps_zoc()), and no
 * order is refused because of it (R105).
 *
 * Nothing about the order of hidden counters may leak: anonymous slots are handed out hex by hex, sorted by what is
 * known of them, and the slots of the real ones are wiped. Zones of control are computed again around counters whose
 * stand-in projects another. Air missions are secret until both sides have planned (8.1.7), plans for bridges until
 * they are built (14.3.2-1); these stay hidden when chapter 16 is switched off.
 *
 * A spectator sees what every enemy of a counter's owner knows; several sides together see what any of them knows.
 *
 * After most orders a view differs from the one before in a few of its holder's own counters and in what he now sees of
 * the stacks next to them. So a Sight keeps the counters a view was made of; they are compared, and where no hidden
 * counter differs only those places are done again. */
#include <string.h>

#include "systems/wb95/wb95.h"

enum { KNOWS_NOTHING, KNOWS_TYPE, KNOWS_CEL };

/* What a visible enemy shows: markers on it, and what all sides saw it do. */
#define PUBLIC_STATES                                                                                         \
    (DISORGANISED | TRANSPORT | FOUGHT | FIRED | SHELLED | BARRAGED | RETREATED | STRATEGIC | OPEN | MASKED | \
     DEFECTED | ROLLED_LOYALTY | IDLE_BROKEN)
/* What is kept in mind of one that is not on the map: what it was counted for, and how it will come. */
#define GONE_STATES (DEFECTED | ROLLED_LOYALTY | CROSSED | RELEASED | TRANSPORT)

typedef struct Masking {
    const Scenario *scenario;
    const Wb95 *data;
    const State *truth;
    State *view;
    int viewer;
    unsigned sides;                     /* that look; none of a spectator's */
    unsigned hidden;                    /* sides whose counters are masked, as bits */
    Piece next;                         /* first anonymous slot not yet used */
    Piece stand_in[WB95_SLOTS];         /* for counters that are UNSEEN */
    uint64_t doubtful[WB95_HEXES / 64]; /* hexes that lost a zone, and perhaps the last */
    bool doubts;                        /* there are any */
    bool rebuilt;                       /* a stack was */
} Masking;

/* ---- what each side knows -------------------------------------------------------------------- */

/* Whether one of these sides stands next to it. */
static bool beside(const Masking *masking, unsigned sides, Hex hex)
{
    const Hex *next = masking->scenario->map->next[hex];
    for (int edge = 0; edge < EDGES; edge++) {
        if (next[edge] == NO_HEX)
            continue;
        Piece top = masking->truth->top[next[edge]];
        if (top != NO_PIECE && sides >> masking->truth->unit[top].side & 1)
            return true;
    }
    return false;
}

static int knowledge(const Masking *masking, Hex hex, int owner)
{
    int told = fortified(masking->truth, hex) || masking->data->position_cm[hex] ? KNOWS_TYPE : KNOWS_CEL;
    if (masking->sides)
        return beside(masking, masking->sides, hex) ? told : KNOWS_NOTHING;
    for (int side = 0; side < masking->data->players; side++)
        if (is_enemy(masking->data, side, owner) && !beside(masking, 1u << side, hex))
            return KNOWS_NOTHING;
    return told;
}

unsigned sides_hidden(const Wb95 *data, int viewer)
{
    unsigned hidden = (1u << SIDES) - 1;
    for (unsigned sides = sides_of(viewer); sides; sides &= sides - 1)
        hidden &= data->enemies[__builtin_ctz(sides)];
    return hidden;
}

/* ---- stacks ---------------------------------------------------------------------------------- */

/* What views show for a hidden counter, packed so that it sorts: kind, CELs, states, and last the counter itself. Two
 * that look the same differ in nothing but that. */
typedef uint64_t Disguise;

static Disguise disguise(const Wb95 *data, const Unit *unit, int known, Piece piece)
{
    uint64_t kind = known == KNOWS_NOTHING ? data->unknown_kind[unit->side]
                                           : data->anonymous_kind[unit->side][data->group[unit->kind]];
    uint64_t cel = known == KNOWS_CEL ? unit->cel : data->full_cel[kind];
    uint64_t marks = (unit->now & SHELLED) != 0;
    if (unit->now & DISORGANISED) /* 5.6.6: every player saw when that was (5.6.5) */
        marks |= 2u | (unsigned)((unit->now & IDLE_BROKEN) != 0) << 2 | (unsigned)unit->hurt_turn << 3 |
                 (unsigned)unit->hurt_phase << 8;
    return kind << 48 | cel << 40 | marks << 16 | piece;
}

/* Wipes the real counter. */
static void hide(const Masking *masking, Unit *unit)
{
    const Wb95 *data = masking->data;
    *unit = (Unit){.hex = NO_HEX,
                   .below = NO_PIECE,
                   .kind = unit->kind,
                   .now = unit->now & (DEFECTED | ROLLED_LOYALTY),
                   .side = unit->side,
                   .cel = (unsigned)data->full_cel[unit->kind] & 63,
                   .place = UNSEEN};
}

static void sort(Disguise *disguises, int count)
{
    for (int i = 1; i < count; i++) {
        Disguise moving = disguises[i];
        int at = i;
        for (; at > 0 && disguises[at - 1] > moving; at--)
            disguises[at] = disguises[at - 1];
        disguises[at] = moving;
    }
}

static void show(Unit *unit)
{
    unit->now &= PUBLIC_STATES;
    unit->mp = 0;
    if (!(unit->now & DISORGANISED))
        set_hurt(unit, 0, 0); /* a clock that does not run */
}

static void put_stand_in(Masking *masking, Disguise as, int side, Hex hex, int known)
{
    Piece slot = masking->next++;
    masking->stand_in[(Piece)as] = slot;
    masking->view->unit[slot] = (Unit){.hex = hex,
                                       .below = NO_PIECE,
                                       .kind = as >> 48 & 1023,
                                       .now = (as >> 16 & 1 ? SHELLED : 0) | (as >> 17 & 1 ? DISORGANISED : 0) |
                                              (as >> 18 & 1 ? IDLE_BROKEN : 0) | (known == KNOWS_CEL ? CEL_KNOWN : 0),
                                       .side = (unsigned)side & 3,
                                       .cel = as >> 40 & 63,
                                       .hurt_turn = as >> 19 & 31,
                                       .hurt_phase = as >> 24 & 31,
                                       .place = ON_MAP};
}

static uint32_t states_in(const State *state, Hex hex)
{
    uint32_t states = 0;
    for (Piece piece = state->top[hex]; piece != NO_PIECE; piece = state->unit[piece].below)
        states |= state->unit[piece].now;
    return states;
}

/* Zones from a hex reached over some edges, and now over others. */
static void change_zone(Masking *masking, Hex hex, unsigned before, unsigned after)
{
    const Hex *next = masking->scenario->map->next[hex];
    int side = masking->truth->unit[masking->truth->top[hex]].side;
    for (unsigned edges = after & ~before; edges; edges &= edges - 1)
        set_bit(masking->view->zoc[side], next[__builtin_ctz(edges)]);
    for (unsigned edges = before & ~after; edges; edges &= edges - 1) {
        set_bit(masking->doubtful, next[__builtin_ctz(edges)]);
        masking->doubts = true;
    }
}

/* When all stacks are rebuilt. */
static void settle_zones(Masking *masking)
{
    for (int word = 0; masking->doubts && word < WB95_HEXES / 64; word++)
        for (uint64_t bits = masking->doubtful[word]; bits; bits &= bits - 1) {
            Hex hex = (Hex)(word * 64 + __builtin_ctzll(bits));
            for (int side = 0; side < SIDES - 1; side++)
                if (!zone_found(masking->data, masking->scenario->map, masking->view, side, hex))
                    clear_bit(masking->view->zoc[side], hex);
        }
}

/* Counts a counter whose type is not known, or no longer. */
static void note_unknown(Masking *masking, const Unit *unit, int more)
{
    const Kind *kind = &masking->data->kind[unit->kind];
    int sort = kind->is & REGULAR ? HIDDEN_REGULAR
               : kind->is & GUN   ? HIDDEN_GUN
               : kind->type == HQ ? HIDDEN_HQ
                                  : HIDDEN_GROUP;
    uint16_t *count = &masking->view->unseen[unit->side][sort];
    *count = (uint16_t)(*count + more);
}

/* Edges over which the hidden counters of a stack project zones, and over which the counters left in the view do. */
typedef struct Zones {
    unsigned hidden, shown;
} Zones;

/* Rebuilds one enemy stack: the counters that show, in their order, then the hidden ones, sorted. */
static Zones mask_stack(Masking *masking, Hex hex)
{
    State *view = masking->view;
    Piece piece = view->top[hex], *end = &view->top[hex];
    Unit *unit = &view->unit[piece];
    int side = unit->side, hidden = 0;
    Zones zones = {0, 0};
    bool top_shows = !(states_in(view, hex) & MASKED);
    Disguise disguises[STACK];
    int known = knowledge(masking, hex, side);
    for (bool top = true; piece != NO_PIECE && hidden < STACK; top = false) {
        unit = &view->unit[piece];
        Piece below = unit->below;
        if (unit->now & OPEN || (top && top_shows)) {
            show(unit);
            zones.shown |= zone_edges(masking->data, view, unit->kind, hex);
            *end = piece;
            end = &unit->below;
        } else {
            disguises[hidden] = disguise(masking->data, unit, known, piece);
            zones.hidden |= zone_edges(masking->data, view, unit->kind, hex);
            zones.shown |= zone_edges(masking->data, view, (int)(disguises[hidden++] >> 48), hex);
            if (known == KNOWS_NOTHING)
                note_unknown(masking, unit, 1);
            hide(masking, unit);
        }
        piece = below;
    }
    sort(disguises, hidden);
    for (int i = 0; i < hidden; i++) {
        *end = masking->next;
        end = &view->unit[masking->next].below;
        put_stand_in(masking, disguises[i], side, hex, known);
    }
    *end = NO_PIECE;
    masking->rebuilt = true;
    return zones;
}

/* ---- what hidden counters may be ------------------------------------------------------------- */

/* Of so many counters of unknown type in a stack one is a regular unit if the rest does not suffice. */
static void judge_stack(Masking *masking, Piece first, int count)
{
    Unit *unit = &masking->view->unit[first];
    bool regular = !may_be_weak(masking->view, unit->side, count, true);
    int kind = regular ? masking->data->unknown_regular[unit->side] : masking->data->unknown_kind[unit->side];
    if (unit->kind == kind)
        return;
    change_zone(masking, unit->hex, zone_edges(masking->data, masking->view, unit->kind, unit->hex),
                zone_edges(masking->data, masking->view, kind, unit->hex));
    unit->kind = (unsigned)kind & 1023;
}

/* When all stacks are rebuilt. */
static void judge_unknown(Masking *masking)
{
    const Unit *unit = masking->view->unit;
    for (int slot = masking->scenario->pieces, count; masking->rebuilt && slot < WB95_SLOTS; slot += count) {
        if (unit[slot].place != ON_MAP)
            break;
        count = 1;
        while (slot + count < WB95_SLOTS && unit[slot + count].place == ON_MAP &&
               unit[slot + count].hex == unit[slot].hex)
            count++;
        if (masking->data->kind[unit[slot].kind].type == UNKNOWN)
            judge_stack(masking, (Piece)slot, count);
    }
    settle_zones(masking);
}

/* Every stack. A lone counter that shows needs no stand-in; the others are rebuilt in the order of hexes. */
static void mask_stacks(Masking *masking)
{
    const unsigned hidden = masking->hidden;
    const int pieces = masking->scenario->pieces;
    State *view = masking->view;
    uint64_t stacks[WB95_HEXES / 64] = {0};
    for (int piece = 0; piece < pieces; piece++) {
        Unit *unit = &view->unit[piece];
        if (!(hidden >> unit->side & 1))
            continue;
        if (unit->place != ON_MAP) {
            unit->now &= GONE_STATES;
            unit->mp = 0;
            set_hurt(unit, 0, 0);
        }
        if (unit->place != ON_MAP || view->top[unit->hex] != piece)
            continue;
        if (unit->below == NO_PIECE && !(unit->now & MASKED))
            show(unit);
        else
            set_bit(stacks, unit->hex);
    }
    EACH_BIT(hex, stacks, WB95_HEXES / 64) {
        Zones zones = mask_stack(masking, (Hex)hex);
        change_zone(masking, (Hex)hex, zones.hidden, zones.shown);
    }
    judge_unknown(masking);
}

/* Without chapter 16 every counter is open, but its plans are still its owner's. */
static void show_all(Masking *masking)
{
    for (int piece = 0; piece < masking->scenario->pieces; piece++)
        if (masking->hidden >> masking->view->unit[piece].side & 1)
            show(&masking->view->unit[piece]);
}

/* ---- plans ----------------------------------------------------------------------------------- */

static bool asks(const State *state, unsigned kinds)
{
    for (int i = 0; i < state->head.depth; i++)
        if (kinds >> state->head.frame[i].kind & 1)
            return true;
    return false;
}

/* 8.1.7: what the others have planned is not known before all have committed. */
static void hide_missions(State *view, unsigned sides)
{
    for (int i = 0; i < AIR_MISSIONS; i++)
        if (view->air[i].sp && !(sides >> view->air[i].side & 1) && !view->air[i].revealed)
            memset(&view->air[i], 0, sizeof view->air[i]);
}

/* 14.3.2-1: an HQ's plan is its owner's secret. A side's own plans close up, so that their slots reveal nothing. */
static void hide_bridge_plans(const State *truth, State *view, unsigned sides)
{
    int own = 0;
    memset(view->bridge_turn, 0, sizeof view->bridge_turn);
    memset(view->bridge_plan, 0, sizeof view->bridge_plan);
    memset(view->bridge_hq, 0, sizeof view->bridge_hq);
    for (int i = 0; i < WB95_PLANS; i++) {
        Piece hq = truth->bridge_hq[i];
        if (!truth->bridge_turn[i] || !(sides >> truth->unit[hq].side & 1))
            continue;
        view->bridge_hq[own] = hq;
        view->bridge_plan[own] = truth->bridge_plan[i];
        view->bridge_turn[own++] = truth->bridge_turn[i];
    }
}

static void hide_losses(const Wb95 *data, State *view, unsigned sides)
{
    for (int group = 0; group < data->loss_groups; group++)
        if (!(sides >> data->loss_group[group].side & 1))
            view->loss_left[group] = 0;
}

bool in_combat(const State *state) { return asks(state, 1u << ASK_ASSAULT); }

/* The combat at hand names counters; a finished one is wiped. */
static void mask_combat(Masking *masking)
{
    Combat *combat = &masking->view->combat;
    if (!in_combat(masking->view)) {
        memset(combat, 0, sizeof *combat);
        return;
    }
    for (int force = ATTACK; force <= DEFENCE; force++) {
        Force *own = &combat->force[force];
        for (int i = 0; i < own->units; i++)
            if (masking->view->unit[own->unit[i]].place == UNSEEN)
                own->unit[i] = masking->stand_in[own->unit[i]];
        for (int i = 0; i < own->guns; i++)
            if (masking->view->unit[own->gun[i]].place == UNSEEN)
                own->gun[i] = masking->stand_in[own->gun[i]];
    }
}

static void hide_plans(Masking *masking)
{
    hide_missions(masking->view, masking->sides);
    hide_bridge_plans(masking->truth, masking->view, masking->sides);
    hide_losses(masking->data, masking->view, masking->sides);
}

static void masking_begin(Masking *masking, const Scenario *scenario, const State *truth, int viewer, State *view)
{
    masking->scenario = scenario;
    masking->data = data_of(scenario);
    masking->truth = truth;
    masking->view = view;
    masking->viewer = viewer;
    masking->sides = sides_of(viewer);
    masking->hidden = sides_hidden(masking->data, viewer);
    masking->next = (Piece)scenario->pieces;
    memset(masking->doubtful, 0, sizeof masking->doubtful);
    masking->doubts = masking->rebuilt = false;
}

static void mask_all(Masking *masking)
{
    memcpy(masking->view, masking->truth, sizeof(State));
    hide_plans(masking);
    if (masking->data->chapter[16])
        mask_stacks(masking);
    else
        show_all(masking);
    mask_combat(masking);
}

void wb95_mask(const Scenario *scenario, const Position *position, int viewer, Position *view)
{
    Masking masking;
    masking_begin(&masking, scenario, state_of(position), viewer, (State *)view);
    mask_all(&masking);
}

/* ---- a view brought up to date --------------------------------------------------------------- */

enum { CHANGES_MOST = 16, CHUNK = 16 }; /* counters that may differ; those compared at a time */

typedef struct Changes {
    int count;
    Piece piece[CHANGES_MOST];
    int hexes;
    Hex hex[2 * CHANGES_MOST]; /* where they are and were */
} Changes;

static void note_place(Changes *changes, const Unit *unit)
{
    if (unit->place == ON_MAP)
        changes->hex[changes->hexes++] = unit->hex;
}

/* False if a hidden counter differs from what it was, or too many do. */
static bool compare_units(const Masking *masking, const Sight *sight, Changes *changes)
{
    const unsigned hidden = masking->hidden;
    const Unit *now = masking->truth->unit, *then = sight->unit;
    const int pieces = masking->scenario->pieces;
    for (int first = 0; first < pieces; first += CHUNK) {
        if (!memcmp(now + first, then + first, CHUNK * sizeof *now))
            continue;
        for (int piece = first; piece < first + CHUNK; piece++) {
            if (!memcmp(now + piece, then + piece, sizeof *now))
                continue;
            if (changes->count == CHANGES_MOST || hidden >> now[piece].side & 1 || hidden >> then[piece].side & 1)
                return false;
            changes->piece[changes->count++] = (Piece)piece;
            note_place(changes, &now[piece]);
            note_place(changes, &then[piece]);
        }
    }
    return true;
}

/* No hidden counter is where one came, went or changed. */
static bool stacks_apart(const Masking *masking, const Changes *changes)
{
    const unsigned hidden = masking->hidden;
    const State *truth = masking->truth;
    for (int i = 0; i < changes->hexes; i++)
        for (Piece piece = truth->top[changes->hex[i]]; piece != NO_PIECE; piece = truth->unit[piece].below)
            if (hidden >> truth->unit[piece].side & 1)
                return false;
    return true;
}

/* All but counters, stacks and the zones of hidden ones, which mask_stacks() changes. */
static void copy_rest(Masking *masking)
{
    const State *truth = masking->truth;
    State *view = masking->view;
    const size_t rest = offsetof(State, control);
    view->head = truth->head;
    memcpy(view->barrage_left, truth->barrage_left, sizeof view->barrage_left);
    for (int side = 0; side < SIDES - 1; side++)
        if (!(masking->hidden >> side & 1))
            memcpy(view->zoc[side], truth->zoc[side], sizeof view->zoc[side]);
    memcpy((char *)view + rest, (const char *)truth + rest, sizeof *view - rest);
}

/* What is known of a stack may have changed; its hidden counters have not, and the stand-ins keep their slots. */
static void mask_stack_again(Masking *masking, Hex hex)
{
    const State *truth = masking->truth;
    State *view = masking->view;
    Piece piece = view->top[hex];
    while (piece != NO_PIECE && piece < masking->scenario->pieces)
        piece = view->unit[piece].below;
    if (piece == NO_PIECE)
        return;
    masking->next = piece;
    unsigned before = 0;
    bool unknown = masking->data->kind[view->unit[piece].kind].type == UNKNOWN;
    for (; piece != NO_PIECE; piece = view->unit[piece].below)
        before |= zone_edges(masking->data, view, view->unit[piece].kind, hex);
    view->top[hex] = truth->top[hex];
    for (piece = truth->top[hex]; piece != NO_PIECE; piece = truth->unit[piece].below) {
        const Unit *unit = &truth->unit[piece];
        if (unknown && view->unit[piece].place == UNSEEN)
            note_unknown(masking, unit, -1);
        view->unit[piece] = *unit;
    }
    change_zone(masking, hex, before, mask_stack(masking, hex).shown);
}

static void look_at(Masking *masking, Hex hex)
{
    const State *truth = masking->truth;
    Piece top = hex == NO_HEX ? NO_PIECE : truth->top[hex];
    if (top != NO_PIECE && masking->hidden >> truth->unit[top].side & 1)
        mask_stack_again(masking, hex);
}

/* 16.1.4 */
static void look_around(Masking *masking, Hex hex)
{
    for (int edge = 0; edge < EDGES; edge++)
        look_at(masking, masking->scenario->map->next[hex][edge]);
}

static void look_at_works(Masking *masking, Sight *sight)
{
    const uint64_t *now = masking->truth->fortified;
    for (int word = 0; word < WB95_HEXES / 64; word++) {
        for (uint64_t bits = sight->fortified[word] ^ now[word]; bits; bits &= bits - 1)
            look_at(masking, (Hex)(word * 64 + __builtin_ctzll(bits)));
        sight->fortified[word] = now[word];
    }
}

/* Zones of hidden counters depend on no other bridges (4.1.4). */
static bool causeways_same(const Masking *masking)
{
    for (int i = 0; i < masking->data->causeway_sites; i++) {
        int site = masking->data->causeway_site[i];
        if ((masking->view->site[site] ^ masking->truth->site[site]) & SITE_STANDING)
            return false;
    }
    return true;
}

static bool mask_changes(Masking *masking, Sight *sight)
{
    const State *truth = masking->truth;
    Changes changes = {.count = 0};
    if (sight->scenario != masking->scenario || sight->viewer != masking->viewer || !masking->data->chapter[16] ||
        in_combat(truth) || !causeways_same(masking) || !compare_units(masking, sight, &changes) ||
        !stacks_apart(masking, &changes))
        return false;
    copy_rest(masking);
    hide_plans(masking);
    mask_combat(masking);
    for (int i = 0; i < changes.count; i++)
        masking->view->unit[changes.piece[i]] = sight->unit[changes.piece[i]] = truth->unit[changes.piece[i]];
    for (int i = 0; i < changes.hexes; i++)
        masking->view->top[changes.hex[i]] = truth->top[changes.hex[i]];
    for (int i = 0; i < changes.hexes; i++)
        look_around(masking, changes.hex[i]);
    look_at_works(masking, sight);
    judge_unknown(masking);
    return true;
}

void wb95_mask_again(const Scenario *scenario, const Position *position, int viewer, Position *view, Sight *sight)
{
    Masking masking;
    masking_begin(&masking, scenario, state_of(position), viewer, (State *)view);
    if (mask_changes(&masking, sight))
        return;
    mask_all(&masking);
    sight->scenario = scenario;
    sight->viewer = viewer;
    memcpy(sight->fortified, masking.truth->fortified, sizeof sight->fortified);
    memcpy(sight->unit, masking.truth->unit, sizeof sight->unit);
}

/* ---- the orders cover and top ---------------------------------------------------------------- */

static int asked_side(const State *view) { return question(&view->head)->side; }

Refusal cover_check(const Scenario *scenario, const State *view, const Order *order)
{
    Hex hex = order->value[0];
    if (!data_of(scenario)->chapter[16])
        return refuse(WB95_16_1_2, "wb95.stacks-not-hidden-game");
    if (!friend_at(view, asked_side(view), hex))
        return refuse(WB95_16_1_2, "wb95.you-no-stack-cover", hex);
    return LEGAL;
}

bool cover_open(const Scenario *scenario, const State *view)
{
    for (int piece = 0; piece < scenario->pieces && data_of(scenario)->chapter[16]; piece++)
        if (view->unit[piece].place == ON_MAP && view->unit[piece].side == asked_side(view))
            return true;
    return false;
}

void cover_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count;
    for (int hex = 0; hex < scenario->map->hexes && data_of(scenario)->chapter[16] && !prefix->count; hex++)
        if (view->top[hex] != NO_PIECE && friend_at(view, asked_side(view), (Hex)hex))
            choose(out, 0, hex);
}

void cover_apply(Play *play, const Order *order)
{
    Piece stack[STACK];
    Hex hex = order->value[0];
    int count = stack_of(play->state, hex, stack);
    bool covered = false;
    for (int i = 0; i < count; i++)
        covered |= (play->state->unit[stack[i]].now & MASKED) != 0;
    for (int i = 0; i < count; i++)
        if (covered)
            play->state->unit[stack[i]].now &= ~(uint32_t)MASKED;
        else
            play->state->unit[stack[i]].now |= MASKED;
    tell(play->events, EVENT_STATE, 0,
         covered ? sentence(WB95_16_1_2, "wb95.stack-uncovered", hex)
                 : sentence(WB95_16_1_2, "wb95.stack-covered", hex));
}

static Refusal refuse_top(const Scenario *scenario, const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    if (!data_of(scenario)->chapter[16])
        return refuse(WB95_16_1_1, "wb95.stacks-not-hidden-game");
    if (unit->side != asked_side(view) || unit->place != ON_MAP)
        return refuse(WB95_16_1_1, "wb95.not-your-stacks", piece);
    if (view->top[unit->hex] == piece)
        return refuse(WB95_16_1_1, "wb95.top-already", piece);
    return LEGAL;
}

Refusal top_check(const Scenario *scenario, const State *view, const Order *order)
{
    return refuse_top(scenario, view, order->value[0]);
}

bool top_open(const Scenario *scenario, const State *view)
{
    for (int piece = 0; piece < scenario->pieces && data_of(scenario)->chapter[16]; piece++)
        if (!refused(refuse_top(scenario, view, (Piece)piece)))
            return true;
    return false;
}

void top_list(const Scenario *scenario, const State *view, const Order *prefix, Choices *out)
{
    out->complete = prefix->count;
    for (int piece = 0; piece < scenario->pieces && !prefix->count; piece++)
        if (!refused(refuse_top(scenario, view, (Piece)piece)))
            choose(out, 0, piece);
}

void top_apply(Play *play, const Order *order)
{
    Piece piece = order->value[0];
    Hex hex = play->state->unit[piece].hex;
    lift(play->data, play->scenario, play->state, piece);
    place(play->data, play->scenario, play->state, piece, hex);
    tell(play->events, EVENT_STATE, 0, sentence(WB95_16_1_1, "wb95.put-top", piece, hex));
}
