/* special.c — WB-95 section 15: starred units, resistance groups, Volkssturm, fortification units.
 *
 * Stars (table.stars) are used at the owner's will, the defender declaring first (15.1.6). A black star needs an enemy
 * that is not dug in when it attacks; white needs mechanized units or armoured cars on the other side; yellow only
 * attacks; blue always serves. Limbered guns take no part and use none (R102). Towed units use theirs only in defence
 * (15.1.5), and no unit in an assault across a big river (15.1.8). Then white silences the enemy's black and yellow,
 * and a black that is not silenced silences yellow (R48): a silenced star was not used. Every other is worth a CM
 * (15.1.3), and they add up (15.1.4).
 *
 * A resistance group adds one CM to its hex, however many stand there. Volkssturm gives the enemy two CMs, less one for
 * each regular in the worst attended Volkssturm hex (R49). Each fortification unit that its owner uses gives two when
 * it defends in works. The hex whose CMs count is that of 5.5.3. */
#include "systems/wb95/fight.h"

enum { RESISTANCE_CM = 1, VOLKSSTURM_CM = 2 }; /* 15.2.3, 15.3.1 */

static bool crosses_big_river(const Scenario *scenario, const Combat *combat, Hex from)
{
    for (int i = 0; i < combat->targets; i++) {
        Edge edge = edge_between(&scenario->map->grid, from, combat->target[i]);
        if (edge < EDGES && scenario->map->edge[from][edge] & BIG_RIVER)
            return true;
    }
    return false;
}

bool has_armour(const Wb95 *data, const State *view, const Force *force)
{
    for (int i = 0; i < force->units; i++) {
        const Kind *kind = kind_of(data, view, force->unit[i]);
        if (kind->class == TRACKED || kind->is & ARMOURED_CAR)
            return true;
    }
    return false;
}

int stars_usable(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet, int which,
                 int i)
{
    const Wb95 *data = data_of(scenario);
    const Force *force = &combat->force[which];
    const Kind *kind = kind_of(data, view, force->unit[i]);
    int stars = kind->stars;
    if (!stars || !data->chapter[15] || is_limbered(data, view, force->unit[i])) /* R102 */
        return 0;
    if (stars & WHITE && !has_armour(data, view, &combat->force[!which]))
        stars &= ~WHITE;
    if (which == DEFENCE)
        return stars & data->star_defence;
    if (kind->is & TOWED || crosses_big_river(scenario, combat, force->fought_at[i]))
        return 0;
    if (dug_in(data, view, sheet->ground))
        stars &= ~BLACK;
    return stars & data->star_attack;
}

static int colours_used(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                        int which)
{
    int colours = 0;
    for (int i = 0; i < combat->force[which].units; i++)
        if (combat->force[which].stars >> i & 1)
            colours |= stars_usable(scenario, view, combat, sheet, which, i);
    return colours;
}

/* The messages about the stars, by the number of their colour. */
static const struct {
    int rule;
    const char *counts, *silenced;
} star_words[STAR_COLOURS] = {
    {WB95_15_1_2_1, SAID("wb95.black-star-2"), SAID("wb95.black-star-silenced")},
    {WB95_15_1_2_2, SAID("wb95.white-star-2"), SAID("wb95.white-star-silenced")},
    {WB95_15_1_2_3, SAID("wb95.yellow-star-2"), SAID("wb95.yellow-star-silenced")},
    {WB95_15_1_2_4, SAID("wb95.blue-star-2"), SAID("wb95.blue-star-silenced")},
};

/* The colours that the other side's stars silence, by force (R48). */
static void find_silenced(const Scenario *scenario, const State *view, const Combat *combat, const Battle *sheet,
                          int silenced[2])
{
    const Wb95 *data = data_of(scenario);
    int used[2];
    silenced[ATTACK] = silenced[DEFENCE] = 0;
    for (int which = 0; which < 2; which++)
        used[which] = colours_used(scenario, view, combat, sheet, which);
    for (int i = 0; i < STAR_COLOURS; i++)
        for (int which = 0; which < 2; which++)
            if ((used[which] & ~silenced[which]) >> data->star_order[i] & 1)
                silenced[!which] |= data->star_disables[data->star_order[i]];
}

void star_lines(const Scenario *scenario, const State *view, const Combat *combat, Battle *sheet)
{
    int silenced[2];
    find_silenced(scenario, view, combat, sheet, silenced);
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < combat->force[which].units; i++) {
            if (!(combat->force[which].stars >> i & 1))
                continue;
            int stars = stars_usable(scenario, view, combat, sheet, which, i) & ~silenced[which];
            for (int colour = 0; colour < STAR_COLOURS; colour++)
                if (stars >> colour & 1) {
                    sheet_line(
                        sheet, which, 1,
                        sentence(star_words[colour].rule, star_words[colour].counts, combat->force[which].unit[i]));
                    sheet->active[which] |= 1ull << i;
                }
        }
}

void tell_silenced(Play *play, const Battle *sheet)
{
    const Combat *combat = &play->state->combat;
    int silenced[2];
    find_silenced(play->scenario, play->state, combat, sheet, silenced);
    for (int which = 0; which < 2; which++)
        for (int i = 0; i < combat->force[which].units; i++) {
            if (!(combat->force[which].stars >> i & 1))
                continue;
            int stars = stars_usable(play->scenario, play->state, combat, sheet, which, i) & silenced[which];
            for (int colour = 0; colour < STAR_COLOURS; colour++)
                if (stars >> colour & 1)
                    tell(play->events, EVENT_NOTE, 0,
                         sentence(star_words[colour].rule, star_words[colour].silenced, combat->force[which].unit[i]));
        }
}

bool fu_usable(const Wb95 *data, const State *view, const Combat *combat, const Battle *sheet, int i)
{
    const Force *force = &combat->force[DEFENCE];
    return data->chapter[15] && kind_of(data, view, force->unit[i])->is & FORTIFIER &&
           force->fought_at[i] == sheet->ground && dug_in(data, view, sheet->ground);
}

/* Regulars beside Volkssturm, in the hex of the force that has fewest; -1 without any Volkssturm. */
static int stiffening(const Wb95 *data, const State *view, const Force *force)
{
    int fewest = -1;
    for (int i = 0; i < force->units; i++) {
        if (kind_of(data, view, force->unit[i])->type != VS)
            continue;
        int regulars = 0;
        const Unit *unit = &view->unit[force->unit[i]];
        for (Piece piece = view->top[unit->hex]; piece != NO_PIECE; piece = view->unit[piece].below) {
            const Kind *kind = kind_of(data, view, piece);
            regulars += view->unit[piece].side == unit->side && kind->is & REGULAR && kind->type != VS;
        }
        if (fewest < 0 || regulars < fewest)
            fewest = regulars;
    }
    return fewest;
}

static void volkssturm_line(const Wb95 *data, const State *view, const Combat *combat, Battle *sheet, int which)
{
    int regulars = stiffening(data, view, &combat->force[which]);
    if (regulars < 0)
        return;
    if (regulars)
        sheet_line(sheet, !which, regulars < VOLKSSTURM_CM ? VOLKSSTURM_CM - regulars : 0,
                   sentence(WB95_15_3_2, "wb95.volkssturm-stiffened-regular-units", regulars));
    else
        sheet_line(sheet, !which, VOLKSSTURM_CM, sentence(WB95_15_3_1, "wb95.volkssturm-other-side"));
}

void special_lines(const Scenario *scenario, const State *view, const Combat *combat, Battle *sheet)
{
    const Wb95 *data = data_of(scenario);
    const Force *defence = &combat->force[DEFENCE];
    if (!data->chapter[15])
        return;
    star_lines(scenario, view, combat, sheet);
    for (int i = 0; i < defence->units; i++)
        if (kind_of(data, view, defence->unit[i])->type == RG && defence->fought_at[i] == sheet->ground) {
            sheet_line(sheet, DEFENCE, RESISTANCE_CM, sentence(WB95_15_2_3, "wb95.resistance-group-2", sheet->ground));
            break;
        }
    for (int i = 0; i < defence->units; i++)
        if (defence->fus >> i & 1 && fu_usable(data, view, combat, sheet, i))
            sheet_line(sheet, DEFENCE, FORTIFIER_CM,
                       sentence(WB95_15_4_1, "wb95.fortification-unit", defence->unit[i]));
    volkssturm_line(data, view, combat, sheet, ATTACK);
    volkssturm_line(data, view, combat, sheet, DEFENCE);
}
