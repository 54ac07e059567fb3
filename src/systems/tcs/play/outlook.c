/* outlook.c — facts of the whole map for a player who weighs orders, found once a view: lines of sight, the fire that
 * the enemy can bring to bear on every hex, the goals to take and to hold, and their distances. */
#include "core/room.h"
#include "systems/tcs/play/outlook.h"

#include <string.h>

/* ---- lines of sight -------------------------------------------------------------------------------------- */

static void fields_renew(Eye *eye)
{
    Fields *fields = &eye->memo->fields;
    const State *view = eye->view;
    Seeing seeing = seeing_of(eye->scenario, view);
    uint64_t veils[TCS_WORDS];
    for (int word = 0; word < TCS_WORDS; word++)
        veils[word] = view->smoked[word] | view->zone[word];
    bool same = fields->ground == eye->data->sight && fields->visibility == seeing.visibility &&
                fields->lit_visibility == seeing.lit_visibility && fields->light == view->light &&
                !memcmp(fields->lit, view->lit, sizeof fields->lit);
    if (same && !memcmp(fields->veils, veils, sizeof veils))
        return;
    fields->times++;
    memcpy(fields->veils, veils, sizeof fields->veils);
    if (same)
        return;
    fields->ground = eye->data->sight;
    fields->visibility = seeing.visibility;
    fields->lit_visibility = seeing.lit_visibility;
    fields->light = view->light;
    memcpy(fields->lit, view->lit, sizeof fields->lit);
    memset(fields->known, 0, sizeof fields->known);
}

/* Smoke that came or went, and how far it is from the observer. */
typedef struct Smokes {
    int count;
    Hex hex[TCS_SPOTS];
    int away[TCS_SPOTS];
} Smokes;

static void find_smokes(const Eye *eye, Hex from, Smokes *out)
{
    Fields *fields = &eye->memo->fields;
    uint64_t changed[TCS_WORDS];
    for (int word = 0; word < TCS_WORDS; word++)
        changed[word] = fields->veiled[from][word] ^ fields->veils[word];
    out->count = 0;
    EACH_BIT(hex, changed, TCS_WORDS) {
        out->hex[out->count] = (Hex)hex;
        out->away[out->count++] = map_distance(eye->map, from, (Hex)hex);
    }
}

/* No hex that a line touches makes a detour of more than one hex. */
static bool is_between(const Eye *eye, const Smokes *smokes, Hex to, int away)
{
    for (int i = 0; i < smokes->count; i++)
        if (smokes->away[i] <= away && smokes->away[i] + map_distance(eye->map, smokes->hex[i], to) <= away + 1)
            return true;
    return false;
}

/* Looks again along the lines that smoke which came or went may touch. */
static void veil_field(const Eye *eye, Hex hex)
{
    ROOM(Smokes, smokes);
    Fields *fields = &eye->memo->fields;
    Seeing seeing = seeing_of(eye->scenario, eye->view);
    uint64_t *field = fields->field[hex];
    find_smokes(eye, hex, smokes);
    memcpy(fields->veiled[hex], fields->veils, sizeof fields->veils);
    EACH_BIT(to, fields->bare[hex], TCS_WORDS) {
        int away = map_distance(eye->map, hex, (Hex)to);
        if (away <= 1 || !is_between(eye, smokes, (Hex)to, away))
            continue;
        if (sight_clear(eye->data->sight, hex, (Hex)to, &seeing))
            set_bit(field, to);
        else
            field[to / 64] &= ~((uint64_t)1 << to % 64);
    }
}

const uint64_t *field_of(const Eye *eye, Hex hex)
{
    Fields *fields = &eye->memo->fields;
    if (!has_bit(fields->known, hex)) {
        Seeing seeing = seeing_of(eye->scenario, eye->view);
        seeing.veils = NULL;
        memset(fields->bare[hex], 0, sizeof fields->bare[hex]);
        sight_field(eye->data->sight, hex, &seeing, fields->bare[hex]);
        memcpy(fields->field[hex], fields->bare[hex], sizeof fields->field[hex]);
        memset(fields->veiled[hex], 0, sizeof fields->veiled[hex]);
        set_bit(fields->known, hex);
    }
    if (memcmp(fields->veiled[hex], fields->veils, sizeof fields->veils))
        veil_field(eye, hex);
    return fields->field[hex];
}

/* ---- charts ---------------------------------------------------------------------------------------------- */

static int hundredths_of(int result)
{
    static const int mean[AREA_RESULTS] = {[AREA_STEP] = 100, [AREA_D1] = 200, [AREA_D2] = 375, [AREA_D3] = 550};
    return mean[result];
}

static void charts_renew(const Eye *eye)
{
    Charts *charts = &eye->memo->charts;
    if (charts->data == eye->data)
        return;
    memset(charts, 0, sizeof *charts);
    charts->data = eye->data;
    for (int roll = 0; roll < ROLLS; roll++) {
        for (int column = 0; column < AREA_COLUMNS; column++) {
            int result = eye->data->area[roll][column];
            charts->steps[column] = (int16_t)(charts->steps[column] + hundredths_of(result));
            charts->checks[column] = (int16_t)(charts->checks[column] + (result > AREA_NONE));
        }
        for (int column = 0; column < MORALE_COLUMNS; column++)
            charts->morale[column][eye->data->morale[roll][column]]++;
    }
    for (int column = 0; column < AREA_COLUMNS; column++)
        charts->steps[column] = (int16_t)(charts->steps[column] / ROLLS);
}

/* ---- goals ----------------------------------------------------------------------------------------------- */

/* Held by the side that stands there alone, or stood there last if that counts. */
static bool is_ours(const Eye *eye, Hex hex)
{
    for (int i = 0; i < 16 && eye->data->hold[i] != NO_HEX; i++)
        if (eye->data->hold[i] == hex)
            return eye->view->control[i] == eye->side;
    return friend_in(eye->view, eye->side, hex) && !enemy_in(eye->view, eye->side, hex);
}

static void raise_goal(Outlook *found, Hex hex, int worth)
{
    if (found->goal[hex] < worth)
        found->goal[hex] = (int16_t)worth;
}

/* A point is worth a part of what decides, or of the steps that make one where losses are counted. */
static int point_worth(const Book *data)
{
    int steps = data->steps_a_point * STEP_WORTH / 10;
    return steps > GOAL_WORTH / 6 ? steps : GOAL_WORTH / 6;
}

/* The goals to take and to hold, with any owner. */
static void list_goals(const Eye *eye)
{
    Outlook *found = eye->found;
    memset(found->goal, 0, sizeof found->goal);
    for (int i = 0; i < eye->data->wins; i++)
        for (int j = 0; j < eye->data->win[i].hexes; j++)
            raise_goal(found, eye->data->win[i].hex[j],
                       eye->data->win[i].winner == NO_SIDE ? GOAL_WORTH / 2 : GOAL_WORTH);
    for (int i = 0; i < 16 && eye->data->hold[i] != NO_HEX; i++)
        raise_goal(found, eye->data->hold[i], GOAL_WORTH / 2 + eye->data->hold_points[i] * point_worth(eye->data));
    found->goals = 0;
    memset(found->goal_set, 0, sizeof found->goal_set);
    for (int hex = 0; hex < eye->map->hexes; hex++) {
        if (!found->goal[hex])
            continue;
        set_bit(found->goal_set, hex);
        if (found->goals < GOALS)
            found->goal_hex[found->goals++] = (Hex)hex;
    }
}

static void find_goals(const Eye *eye)
{
    Outlook *found = eye->found;
    found->attacks = false;
    found->ours = 0;
    for (int i = 0; i < found->goals; i++)
        found->ours |= (uint32_t)is_ours(eye, found->goal_hex[i]) << i;
    for (int i = 0; i < eye->data->wins; i++) {
        const Win *win = &eye->data->win[i];
        int held = 0;
        for (int j = 0; j < win->hexes; j++)
            held += is_ours(eye, win->hex[j]);
        found->attacks |= win->side == eye->side && win->hexes && held < win->least;
    }
    if (eye->data->hold[0] != NO_HEX) { /* if points decide, a side with enough of them keeps its goals */
        Score score;
        victory_score(eye->scenario, eye->view, &score);
        found->attacks |= score.winner != eye->side;
    }
}

/* ---- the enemy's fire ------------------------------------------------------------------------------------ */

static bool may_answer(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    return unit->mode == FIRE_MODE && !(unit->now & FIRED) && unit->spirit == STEADFAST && !is_riding(view, piece);
}

static void judge_foe(const Eye *eye, Hex hex, Foe *out)
{
    *out = (Foe){.hex = hex};
    EACH_IN(piece, eye->view, hex) {
        const Kind *kind = kind_of(eye->scenario, piece);
        if (eye->view->unit[piece].side == eye->side || kind->firer == CODE_NONE)
            continue;
        out->watches |= may_answer(eye->view, piece) && !kind->indirect;
        if (!kind->indirect && eye->view->unit[piece].spirit != IS_PARALYZED)
            out->volley = (uint16_t)(out->volley + area_firepower(eye->scenario, eye->view, piece));
    }
}

/* The enemy's stacks, and whether they watch. */
static void find_foes(const Eye *eye)
{
    Outlook *found = eye->found;
    found->foes = 0;
    EACH_BIT(hex, eye->view->occupied[enemy_of(eye->side)], TCS_WORDS)
        if (found->foes < FOES)
            judge_foe(eye, (Hex)hex, &found->foe[found->foes++]);
}

/* A stack's fire at infantry in a hex, by range and class, in its phase and in answer to a march. */
typedef struct Bearing {
    uint16_t all[NEAR][CLASSES], watching[NEAR][CLASSES];
} Bearing;

static void bear(const Eye *eye, Piece piece, Fire fire, uint16_t out[NEAR][CLASSES])
{
    const Kind *kind = kind_of(eye->scenario, piece);
    int firepower = area_firepower(eye->scenario, eye->view, piece), reach = fire_reach(kind, SHOT_AREA);
    if (kind->indirect || kind->firer == CODE_NONE)
        return;
    for (int class = 0; class < CLASSES; class ++) {
        int range =
            own_spotting_range(eye->view, piece, eye->data->spotting[fire][CODE_A][is_point_type(kind)][class], fire);
        for (int away = 0; away < NEAR && away <= reach && (away <= 1 || away <= range); away++)
            out[away][class] = (uint16_t)(out[away][class] + firepower);
    }
}

static void find_bearing(const Eye *eye, const Foe *foe, Bearing *out)
{
    memset(out, 0, sizeof *out);
    EACH_IN(piece, eye->view, foe->hex) {
        if (eye->view->unit[piece].side == eye->side || eye->view->unit[piece].spirit == IS_PARALYZED)
            continue;
        bear(eye, piece, FIRE_SFA, out->all);
        if (foe->watches && may_answer(eye->view, piece))
            bear(eye, piece, FIRE_OWM, out->watching);
    }
}

static void add_threats(const Eye *eye, int number, const uint64_t *field)
{
    Outlook *found = eye->found;
    const Foe *foe = &found->foe[number];
    Bearing bearing;
    find_bearing(eye, foe, &bearing);
    EACH_BIT(hex, field, TCS_WORDS) {
        int away = map_distance(eye->map, foe->hex, (Hex)hex), class = eye->data->class[hex];
        set_bit(found->by[hex], number);
        if (away >= NEAR)
            continue;
        uint16_t all = bearing.all[away][class], watching = bearing.watching[away][class];
        found->threat[hex] = (uint16_t)(found->threat[hex] + all);
        if (watching > found->watch[hex])
            found->watch[hex] = watching;
        if ((all || watching) && away < found->near[hex])
            found->near[hex] = (uint8_t)away;
    }
}

void watch_over(const Eye *eye, Hex hex, int *watch, int *near)
{
    *watch = 0;
    *near = NOWHERE;
    EACH_BIT(other, eye->view->occupied[enemy_of(eye->side)], TCS_WORDS) {
        int away = map_distance(eye->map, (Hex)other, hex), class = eye->data->class[hex];
        Foe foe;
        Bearing bearing;
        if (away >= NEAR || !sees(eye->scenario, eye->view, (Hex)other, hex))
            continue;
        judge_foe(eye, (Hex)other, &foe);
        find_bearing(eye, &foe, &bearing);
        int watching = bearing.watching[away][class];
        *watch = watching > *watch ? watching : *watch;
        if ((bearing.all[away][class] || watching) && away < *near)
            *near = away;
    }
}

/* Mortars fire wherever a unit of theirs that can see is near enough; every unit that threatens a hex is. */
static void add_mortars(const Eye *eye)
{
    Outlook *found = eye->found;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++) {
        const Kind *kind = kind_of(eye->scenario, piece);
        if (!is_on_map(eye->view, piece) || eye->view->unit[piece].side == eye->side || !kind->indirect)
            continue;
        int firepower = area_firepower(eye->scenario, eye->view, piece);
        for (int hex = 0; hex < eye->map->hexes; hex++)
            if (found->threat[hex] && map_distance(eye->map, eye->view->unit[piece].at.hex, (Hex)hex) <= kind->range)
                found->threat[hex] = (uint16_t)(found->threat[hex] + firepower);
    }
}

/* The fire his guns bring down where a unit of his sees, as far as the scenario says. */
static void find_shells(const Eye *eye)
{
    eye->found->shells = 0;
    for (int i = 0; i < eye->data->batteries; i++)
        if (eye->data->battery[i].side != eye->side && !eye->data->battery[i].rocket) {
            int firepower = barrage_firepower(eye->data, eye->data->battery[i].calibre, true, true);
            eye->found->shells = (uint8_t)(firepower > eye->found->shells ? firepower : eye->found->shells);
        }
}

static void find_threats(const Eye *eye)
{
    Outlook *found = eye->found;
    memset(found->seen, 0, sizeof found->seen);
    memset(found->beside, 0, sizeof found->beside);
    memset(found->threat, 0, sizeof found->threat);
    memset(found->watch, 0, sizeof found->watch);
    memset(found->near, NOWHERE, sizeof found->near);
    memset(found->by, 0, sizeof found->by);
    for (int i = 0; i < found->foes; i++) {
        const uint64_t *field = field_of(eye, found->foe[i].hex);
        for (int word = 0; word < TCS_WORDS; word++)
            found->seen[word] |= field[word];
        for (Edge edge = 0; edge < EDGES; edge++)
            if (eye->map->next[found->foe[i].hex][edge] != NO_HEX)
                set_bit(found->beside, eye->map->next[found->foe[i].hex][edge]);
        add_threats(eye, i, field);
    }
    add_mortars(eye);
}

/* Whether the enemy is as he was at the last look. */
static bool is_as_before(const Eye *eye)
{
    const Outlook *found = eye->found;
    if (found->fields != eye->memo->fields.times)
        return false;
    for (Piece piece = 0; piece < eye->scenario->pieces; piece++)
        if (eye->view->unit[piece].side != eye->side && (foe_differs(&found->unit[piece], &eye->view->unit[piece]) ||
                                                         (found->unit[piece].now ^ eye->view->unit[piece].now) & FIRED))
            return false;
    return true;
}

/* The enemy's fire depends on him and on lines of sight; the fire at him on our units, too. */
static void look_at_enemy(const Eye *eye)
{
    Outlook *found = eye->found;
    if (!is_as_before(eye)) {
        found->fields = eye->memo->fields.times;
        found->looks++;
        memcpy(found->unit, eye->view->unit, sizeof found->unit);
        find_foes(eye);
        find_threats(eye);
    }
    for (int i = 0; i < found->foes; i++) {
        found->foe[i].target = target_in(eye, eye->view, enemy_of(eye->side), found->foe[i].hex);
        found->foe[i].bears = UNPRICED;
    }
}

/* A side that must take something and has just time enough to get there cares less for losses; one that has the whole
 * day cares more. */
static void find_care(const Eye *eye)
{
    enum { ALL_CARE = 100, WARY = 75, BOLD = 35, RECKLESS = 15 };
    enum { LEISURE = 6, LONG = 10, WHOLE_DAY = 20 /* turns */ };
    int turns = eye->data->turns - eye->view->head.turn, care = BOLD;
    if (turns < LEISURE)
        care = RECKLESS + (BOLD - RECKLESS) * turns / LEISURE;
    else if (turns > LONG)
        care = BOLD + (WARY - BOLD) * ((turns < WHOLE_DAY ? turns : WHOLE_DAY) - LONG) / (WHOLE_DAY - LONG);
    eye->found->care = (uint8_t)(eye->found->attacks ? care : ALL_CARE);
}

/* Facts that no game changes. */
static void book_renew(const Eye *eye)
{
    Outlook *found = eye->found;
    if (found->data == eye->data)
        return;
    found->data = eye->data;
    found->side = (uint8_t)eye->side;
    found->fields = 0;
    list_goals(eye);
    find_shells(eye);
}

void look_over(Eye *eye, Needs needs)
{
    Outlook *found = eye->found;
    book_renew(eye);
    charts_renew(eye);
    found->acts_first = eye->view->first == eye->side;
    found->plans = 0;
    found->verbs = (KindSet){0};
    found->rush = (Rush){.value = 0};
    for (int side = 0; side < PLAYERS; side++)
        found->last[side] = are_the_last(eye, side);
    if (needs >= NEEDS_GOALS) {
        find_goals(eye);
        find_care(eye);
    }
    if (needs >= NEEDS_FOES) {
        fields_renew(eye);
        look_at_enemy(eye);
    }
    if (needs >= NEEDS_ALL)
        find_courses(eye);
}
