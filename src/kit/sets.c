/* sets.c — see sets.h. */
#include "core/room.h"
#include "kit/sets.h"

static int named_in(const Order *part, int slot)
{
    int count;
    order_slot(part, slot, &count);
    return count;
}

void free_parts(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Choices *out)
{
    ROOM(Choices, who);
    who->count = 0;
    set->who(scenario, view, who);
    for (int i = 0; i < who->count; i++)
        if (!order_has(part, FREE_WHO, who->choice[i].value))
            choose(out, FREE_WHO, who->choice[i].value);
    if (set->where && !named_in(part, FREE_WHERE))
        set->where(scenario, view, out);
}

/* The hexes of the set. They do not depend on the part, and a search asks for them once for each counter. */
static const Choices *hexes_of(const FreeSet *set, const Scenario *scenario, const State *view, const Demands *demands)
{
    ROOM(Choices, listed);
    static _Thread_local const FreeSet *of;
    static _Thread_local unsigned search;
    if (of == set && search == demands->search && search)
        return listed;
    of = set;
    search = demands->search;
    listed->count = 0;
    set->where(scenario, view, listed);
    return listed;
}

/* The first of the listed with which the part is legal; if none is, the first reason why. */
static Refusal demand_first(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part,
                            const Choices *listed, Demands *out)
{
    const OrderKind *kind = &scenario->system->orders[part->verb];
    Refusal why = LEGAL;
    for (int i = 0; i < listed->count; i++) {
        Order with = *part;
        if (!order_put(kind, &with, listed->choice[i].slot, listed->choice[i].value))
            continue;
        Refusal refusal = set->check(scenario, view, &with);
        if (!refused(refusal)) {
            demand_either(out, listed->choice[i].slot, listed->choice[i].value);
            return LEGAL;
        }
        why = refused(why) ? why : refusal;
    }
    return refused(why) ? why : refuse(0, "kit.no-legal-order-holds-all");
}

Refusal free_another(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    ROOM(Choices, listed);
    listed->count = 0;
    set->who(scenario, view, listed);
    return demand_first(set, scenario, view, part, listed, out);
}

Refusal free_demands(const FreeSet *set, const Scenario *scenario, const State *view, const Order *part, Demands *out)
{
    ROOM(Choices, listed);
    bool hex = !set->where || named_in(part, FREE_WHERE), any = named_in(part, FREE_WHO);
    listed->count = 0;
    if (any && hex)
        return set->check(scenario, view, part);
    if (any)
        return demand_first(set, scenario, view, part, hexes_of(set, scenario, view, out), out);
    if (hex)
        return free_another(set, scenario, view, part, out);
    set->who(scenario, view, listed);
    for (int i = 0; i < listed->count; i++)
        demand_either(out, FREE_WHO, listed->choice[i].value);
    return out->either ? LEGAL : refuse(0, "kit.no-legal-order-holds-all");
}
