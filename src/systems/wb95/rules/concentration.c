/* concentration.c — WB-95 section 13: tactical concentration.
 *
 * Every full three counters of one division or armoured corps in a combat are worth a CM, wherever they are (13.1.2,
 * 13.1.3), and again for each further three (13.1.4). A formation's own guns count even from range, but not on their
 * trucks, where they take no part in a fight (R102); other artillery belongs to no formation here. Soviet infantry and
 * cavalry do not concentrate (13.1.1, R47); counters that cannot have formation 0 in the data. */
#include "systems/wb95/fight.h"

bool concentrates(const Kind *kind)
{
    if (!kind->formation)
        return false;
    if (kind->nation == SOVIET && (kind->type == INF || kind->type == CAV))
        return false;
    return !(kind->is & GUN) || kind->is & ORGANIC;
}

int concentration_cm(const Wb95 *data, const State *view, const Force *force)
{
    uint8_t present[256] = {0};
    int cm = 0;
    if (!data->chapter[13])
        return 0;
    for (int i = 0; i < force->units; i++) {
        const Kind *kind = kind_of(data, view, force->unit[i]);
        if (concentrates(kind) && !is_limbered(data, view, force->unit[i]) && ++present[kind->formation] % 3 == 0)
            cm++;
    }
    for (int i = 0; i < force->guns; i++) {
        const Kind *kind = kind_of(data, view, force->gun[i]);
        if (kind->is & ORGANIC && concentrates(kind) && ++present[kind->formation] % 3 == 0)
            cm++;
    }
    return cm;
}
