/* load_check.c — what a scenario must keep once every line of it could be read.
 *
 * A set-up that breaks a rule is a mistake in the file, with its line: a stack over the limit (3.2.1 save R66), ground
 * closed to a unit (3.1.11), enemies in one hex (3.1.8), a counter that nothing places or no side commands, zones
 * outside their chain, and, when all that is right, a unit without a line of supply (10.1.1). */
#include <string.h>

#include "core/room.h"
#include "systems/wb95/load/load.h"
#include "systems/wb95/setup.h"

static void check_piece(Loader *loader, Piece piece, int cel[WB95_HEXES], uint8_t side_at[WB95_HEXES])
{
    const Wb95 *data = loader->data;
    const Kind *kind = &data->kind[piece];
    const Field *field = loader->used[piece];
    Hex hex = data->start_hex[piece];
    if (hex == NO_HEX || data->owner[kind->nation] == NO_SIDE)
        return;
    uint8_t side = data->owner[kind->nation];
    if (!ground_bears(loader->scenario, kind, hex))
        mistake(loader->document, field, "%s cannot stand there: the ground is closed to it (3.1.11)",
                loader->scenario->piece_id[piece]);
    if (side_at[hex] != NO_SIDE && side_at[hex] != side)
        mistake(loader->document, field, "another side stands in this hex (3.1.8)");
    side_at[hex] = side;
    cel[hex] += kind->cel;
    if (cel[hex] > STACKING_LIMIT && cel[hex] - kind->cel <= STACKING_LIMIT && !has_bit(data->overstacked, hex))
        mistake(loader->document, field, "with %s the stack is over %d steps (3.2.1)",
                loader->scenario->piece_id[piece], STACKING_LIMIT);
}

/* Losses lighten a stack before play, so they are taken off first. */
static void check_setup(Loader *loader)
{
    ROOMS(int, cel, WB95_HEXES);
    ROOMS(uint8_t, side_at, WB95_HEXES);
    memset(cel, 0, WB95_HEXES * sizeof *cel);
    memset(side_at, NO_SIDE, WB95_HEXES * sizeof *side_at);
    Wb95 *data = loader->data;
    for (int group = 0; group < data->loss_groups; group++)
        for (int i = 0; i < data->loss_group[group].defaults; i++) {
            Hex hex = data->start_hex[data->loss_group[group].standard[i]];
            if (hex != NO_HEX)
                cel[hex]--;
        }
    for (int i = 0; i < data->starts; i++)
        check_piece(loader, data->start_order[i], cel, side_at);
    for (int hex = 0; hex < loader->scenario->map->hexes; hex++) {
        char number[HEX_TEXT];
        if (has_bit(data->overstacked, hex) && cel[hex] <= STACKING_LIMIT)
            mistake(loader->document, NULL, "the stack at %s is not over %d steps",
                    hex_print(&loader->scenario->map->grid, (Hex)hex, number), STACKING_LIMIT);
    }
}

/* Every unit has a line of supply when it begins (10.1.1), but for those that the scenario says have none. */
static void check_lines(Loader *loader)
{
    ROOM(State, state);
    ROOM(OverlayMarks, marks);
    const Scenario *scenario = loader->scenario;
    const Wb95 *data = loader->data;
    Play play = {scenario, data, state, NULL, NULL};
    memset(marks, 0, sizeof *marks);
    set_up_state(&play);
    for (int i = 0; i < data->players; i++)
        show_supply(scenario, state, data->order[i], marks);
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        char number[HEX_TEXT];
        bool allowed = has_bit(data->cut_off, hex);
        if (marks->cut[hex] && !allowed)
            mistake(loader->document, loader->used[state->top[hex]],
                    "no line of supply reaches %s at the start (10.1.1); what must be so is named by `cut-off`",
                    hex_print(&scenario->map->grid, (Hex)hex, number));
        else if (allowed && !marks->cut[hex])
            mistake(loader->document, NULL, "nobody at %s is cut off at the start",
                    hex_print(&scenario->map->grid, (Hex)hex, number));
    }
}

static void check_frees(Loader *loader)
{
    const Wb95 *data = loader->data;
    for (int i = 0; i < data->frees; i++) {
        Piece piece = data->free[i].piece;
        if (!setup_allows(loader->scenario, data->start_hex, piece, data->start_hex[piece]))
            mistake(loader->document, loader->used[piece], "the default of %s is not within its choice of hexes",
                    loader->scenario->piece_id[piece]);
    }
}

static void check_whole(Loader *loader)
{
    const Map *map = loader->scenario->map;
    Wb95 *data = loader->data;
    if (data->sites == WB95_SITES)
        mistake(loader->document, NULL, "the map has more than %d places for a bridge", WB95_SITES - 1);
    if (data->zones == WB95_ZONES)
        mistake(loader->document, NULL, "the map has more than %d entry zones", WB95_ZONES - 1);
    for (int area = 0; area < map->areas; area++)
        if (map->area_list[area].kind == AREA_ZONE) {
            bool chained = false;
            for (int zone = 0; zone < data->zones; zone++)
                chained |= data->zone_area[zone] == area;
            if (!chained)
                mistake(loader->document, NULL, "zone %s of the map is not in its chain", map->area_list[area].name);
        }
    check_setup(loader);
    check_frees(loader);
}

/* Counters that only a feature names get no field of their own; those that nothing places or no side commands are a
 * mistake. */
static void check_used(Loader *loader)
{
    const Wb95 *data = loader->data;
    for (int piece = 0; piece < loader->scenario->pieces; piece++) {
        int nation = data->kind[piece].nation;
        bool comes = loader->used[piece] != NULL;
        for (int i = 0; i < data->arrivals && !comes; i++)
            comes = data->arrival[i].piece == piece;
        for (int i = 0; i < data->special.replacements && !comes; i++)
            comes = data->special.replacement[i] == piece;
        if (!comes)
            mistake(loader->document, NULL, "%s is named, but the scenario gives it no place",
                    loader->scenario->piece_id[piece]);
        if (data->owner[nation] == NO_SIDE)
            mistake(loader->document, loader->used[piece], "%s belong to no side of this scenario",
                    nation_words[nation]);
    }
}

void check_scenario(Loader *loader)
{
    int before = loader->loading->log->count;
    check_whole(loader);
    check_used(loader);
    if (loader->loading->log->count == before)
        check_lines(loader);
}
