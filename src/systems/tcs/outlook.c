/* outlook.c — what a player who weighs orders must know of the whole map, found once a view: who is seen from where,
 * what the enemy can bring to bear on every hex, what there is to take and to hold, and how far it is. */
#include "systems/tcs/outlook.h"

#include <string.h>

/* ---- who sees what --------------------------------------------------------------------------------------- */

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
                !memcmp(fields->veils, veils, sizeof fields->veils) &&
                !memcmp(fields->lit, view->lit, sizeof fields->lit);
    if (same)
        return;
    fields->ground = eye->data->sight;
    fields->visibility = seeing.visibility;
    fields->lit_visibility = seeing.lit_visibility;
    fields->light = view->light;
    memcpy(fields->veils, veils, sizeof fields->veils);
    memcpy(fields->lit, view->lit, sizeof fields->lit);
    memset(fields->known, 0, sizeof fields->known);
}

const uint64_t *field_of(const Eye *eye, Hex hex)
{
    Fields *fields = &eye->memo->fields;
    if (!has_bit(fields->known, hex)) {
        Seeing seeing = seeing_of(eye->scenario, eye->view);
        memset(fields->field[hex], 0, sizeof fields->field[hex]);
        sight_field(eye->data->sight, hex, &seeing, fields->field[hex]);
        set_bit(fields->known, hex);
    }
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

/* ---- what is played for ---------------------------------------------------------------------------------- */

/* Held by who stands there alone, or stood there last where that counts. */
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

static void list_goals(const Eye *eye)
{
    Outlook *found = eye->found;
    found->goals = 0;
    found->ours = 0;
    for (int hex = 0; hex < eye->map->hexes && found->goals < GOALS; hex++)
        if (found->goal[hex]) {
            found->ours |= (uint32_t)is_ours(eye, (Hex)hex) << found->goals;
            found->goal_hex[found->goals++] = (Hex)hex;
        }
}

static void find_goals(const Eye *eye)
{
    Outlook *found = eye->found;
    memset(found->goal, 0, sizeof found->goal);
    found->attacks = false;
    for (int i = 0; i < eye->data->wins; i++) {
        const Win *win = &eye->data->win[i];
        bool mine = win->side == eye->side;
        int held = 0;
        for (int j = 0; j < win->hexes; j++) {
            raise_goal(found, win->hex[j], win->winner == NO_SIDE ? GOAL_WORTH / 2 : GOAL_WORTH);
            held += is_ours(eye, win->hex[j]);
        }
        found->attacks |= mine && win->hexes && held < win->least;
    }
    for (int i = 0; i < 16 && eye->data->hold[i] != NO_HEX; i++) {
        raise_goal(found, eye->data->hold[i], GOAL_WORTH / 2 + eye->data->hold_points[i] * point_worth(eye->data));
    }
    if (eye->data->hold[0] != NO_HEX) { /* where points decide, who has enough of them keeps what he has */
        Score score;
        victory_score(eye->scenario, eye->view, &score);
        found->attacks |= score.winner != eye->side;
    }
    list_goals(eye);
}

/* ---- what the enemy can do ------------------------------------------------------------------------------- */

static bool may_answer(const State *view, Piece piece)
{
    const Unit *unit = &view->unit[piece];
    return unit->mode == FIRE_MODE && !(unit->now & FIRED) && unit->spirit == STEADFAST && !is_riding(view, piece);
}

/* The enemy's stacks, and whether they watch. */
static void find_foes(const Eye *eye)
{
    Outlook *found = eye->found;
    found->foes = 0;
    EACH_BIT(hex, eye->view->occupied[enemy_of(eye->side)], TCS_WORDS)
    {
        Foe foe = {.hex = (Hex)hex};
        EACH_IN(piece, eye->view, hex)
        {
            const Kind *kind = kind_of(eye->scenario, piece);
            if (eye->view->unit[piece].side == eye->side || kind->firer == CODE_NONE)
                continue;
            foe.watches |= may_answer(eye->view, piece) && !kind->indirect;
            if (!kind->indirect && eye->view->unit[piece].spirit != IS_PARALYZED)
                foe.volley = (uint16_t)(foe.volley + area_firepower(eye->scenario, eye->view, piece));
        }
        if (found->foes < FOES)
            found->foe[found->foes++] = foe;
    }
}

/* What one unit can do to infantry in a hex so far away. */
static int bears(const Eye *eye, Piece piece, int away, int class, Fire fire)
{
    const Kind *kind = kind_of(eye->scenario, piece);
    if (kind->indirect || kind->firer == CODE_NONE || away > fire_reach(kind, SHOT_AREA))
        return 0;
    int range = eye->data->spotting[fire][CODE_A][is_point_type(kind)][class];
    return away <= 1 || away <= own_spotting_range(eye->view, piece, range)
               ? area_firepower(eye->scenario, eye->view, piece)
               : 0;
}

static void add_threat(const Eye *eye, const Foe *foe, Hex hex)
{
    Outlook *found = eye->found;
    int away = map_distance(eye->map, foe->hex, hex), class = eye->data->class[hex], watching = 0, all = 0;
    EACH_IN(piece, eye->view, foe->hex)
    {
        if (eye->view->unit[piece].side == eye->side || eye->view->unit[piece].spirit == IS_PARALYZED)
            continue;
        all += bears(eye, piece, away, class, FIRE_SFA);
        if (foe->watches && may_answer(eye->view, piece))
            watching += bears(eye, piece, away, class, FIRE_OWM);
    }
    found->threat[hex] = (uint16_t)(found->threat[hex] + all);
    if (watching > found->watch[hex])
        found->watch[hex] = (uint16_t)watching;
    if ((all || watching) && away < found->near[hex])
        found->near[hex] = (uint8_t)away;
}

/* Mortars fire wherever somebody of theirs who can see is near enough; whoever threatens a hex is. */
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

/* What his guns bring down where somebody of his sees, as far as the scenario tells. */
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
    memset(found->threat, 0, sizeof found->threat);
    memset(found->watch, 0, sizeof found->watch);
    memset(found->near, NOWHERE, sizeof found->near);
    for (int i = 0; i < found->foes; i++) {
        const uint64_t *field = field_of(eye, found->foe[i].hex);
        for (int word = 0; word < TCS_WORDS; word++)
            found->seen[word] |= field[word];
        EACH_BIT(hex, field, TCS_WORDS)
        if (found->foe[i].volley)
            add_threat(eye, &found->foe[i], (Hex)hex);
    }
    add_mortars(eye);
    find_shells(eye);
}

/* Who must take something and has just time enough to get there cares less for what it costs. */
static void find_care(const Eye *eye)
{
    enum { ALL_CARE = 100, BOLD = 35, RECKLESS = 15, LEISURE = 6 /* turns */ };
    int turns = eye->data->turns - eye->view->head.turn, care = BOLD;
    if (turns < LEISURE)
        care = RECKLESS + (BOLD - RECKLESS) * turns / LEISURE;
    eye->found->care = (uint8_t)(eye->found->attacks ? care : ALL_CARE);
}

void look_over(Eye *eye)
{
    Outlook *found = eye->found;
    fields_renew(eye);
    charts_renew(eye);
    found->side = (uint8_t)eye->side;
    found->acts_first = eye->view->first == eye->side;
    found->plans = 0;
    for (int side = 0; side < PLAYERS; side++)
        found->last[side] = are_the_last(eye, side);
    found->rush = (Rush){.value = 0};
    find_goals(eye);
    find_care(eye);
    find_courses(eye);
    find_foes(eye);
    find_threats(eye);
}
