/* load_check.c — whether a scenario as read can be played: every mistake that is not one of a single line. */
#include "systems/pm/load.h"

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

/* Given counters stand on land, within stacking, and none with an enemy. */
static void check_given(Loader *loader)
{
    const Book *data = loader->data;
    char text[HEX_TEXT];
    for (int side = 0; !data->free_setup && side < PLAYERS; side++)
        for (int i = 0; i < data->starts[side]; i++) {
            Hex hex = data->start[side][i].hex;
            int quarters = 0;
            if (hex >= loader->scenario->map->hexes || !is_land(data, hex))
                mistake(loader->document, NULL, "nobody can stand at %s",
                        hex_print(&loader->scenario->map->grid, hex, text));
            for (int j = 0; j < data->starts[side]; j++)
                if (data->start[side][j].hex == hex)
                    quarters += data->kind[data->kind_of[data->start[side][j].piece]].quarters;
            for (int j = 0; j < data->starts[!side]; j++)
                if (data->start[!side][j].hex == hex)
                    mistake(loader->document, NULL, "both sides stand at %s",
                            hex_print(&loader->scenario->map->grid, hex, text));
            if (quarters > stacking_limit(data, hex))
                mistake(loader->document, NULL, "too many stand at %s (6.1)",
                        hex_print(&loader->scenario->map->grid, hex, text));
        }
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
