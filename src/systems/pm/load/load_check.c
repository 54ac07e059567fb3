/* load_check.c — whether a scenario as read can be played: every mistake that is not one of a single line. */
#include "systems/pm/load/load.h"

/* 17.6: there is a strength for each unit that may ever be turned up. */
static void check_pools(Loader *loader)
{
    const Book *data = loader->data;
    for (int pool = 0; pool < POOLS; pool++) {
        int values = 0;
        for (int line = data->first_line[pool]; line < data->first_line[pool + 1]; line++)
            values += data->line[line].count;
        if (values < loader->made[pool])
            mistake(loader->document, NULL, "there are %d units of type %s and %d strengths in their pool",
                    loader->made[pool], pool_words[pool], values);
    }
}

/* What the counters of a side before number `count` fill of a hex. */
static int filled(const Book *data, int side, Hex hex, int count)
{
    int quarters = 0;
    for (int i = 0; i < count; i++)
        if (data->start[side][i].hex == hex)
            quarters += data->kind[data->kind_of[data->start[side][i].piece]].quarters;
    return quarters;
}

static void check_start(Loader *loader, int side, int number)
{
    const Book *data = loader->data;
    const Field *at = loader->started[side][number];
    Hex hex = data->start[side][number].hex;
    if (hex >= loader->scenario->map->hexes || !is_land(data, hex)) {
        mistake(loader->document, at, "nobody can stand there");
        return;
    }
    int limit = stacking_limit(data, hex);
    if (filled(data, side, hex, number) <= limit && filled(data, side, hex, number + 1) > limit)
        mistake(loader->document, at, "with this counter there are too many in the hex (6.1)");
    if (side == SOVIET_SIDE && filled(data, GERMAN_SIDE, hex, data->starts[GERMAN_SIDE]))
        mistake(loader->document, at, "the other side stands there");
}

/* Given counters must be on land, within stacking, and not with an enemy. */
static void check_given(Loader *loader)
{
    const Book *data = loader->data;
    for (int side = 0; !data->free_setup && side < PLAYERS; side++)
        for (int i = 0; i < data->starts[side]; i++)
            check_start(loader, side, i);
}

/* 17.4, 17.2: something decides the game. */
static void check_victory(Loader *loader)
{
    if (!loader->data->need[loader->data->turns])
        mistake(loader->document, NULL, "nothing says how many points win at the end of turn %d", loader->data->turns);
}

static void check_sources(Loader *loader)
{
    const Book *data = loader->data;
    for (int side = 0; loader->setup != SETUP_NONE && side < PLAYERS; side++)
        if (!count_bits(data->source[side], PM_WORDS))
            mistake(loader->document, NULL, "the map has no source of supply for the %s side",
                    loader->scenario->side_word[side]);
}

void check_scenario(Loader *loader)
{
    check_pools(loader);
    check_given(loader);
    check_victory(loader);
    check_sources(loader);
}
