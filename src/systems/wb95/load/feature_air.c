/* feature_air.c — features of a scenario about aircraft and barrages, from text to Special: their owners, the SP of
 * each day, the missions allowed and the enemies they may strike. */
#include "systems/wb95/load/feature_text.h"

#include "kit/cells.h"

static const char *const mission_names[] = {
    "offensive-support",   "defensive-support", "air-attack", "object-destruction",
    "movement-disruption", "crossing-attack",   "supply",     NULL};

/* missions all | MISSION… */
static void read_missions(Reader *reader)
{
    uint32_t missions = words_if(reader->words, "all") ? (1u << MISSIONS) - 1 : 0;
    while (words_more(reader->words)) {
        int mission = words_word(reader->words, "a mission", mission_names);
        missions |= mission < 0 ? 0 : 1u << mission;
    }
    reader->data->air_missions[reader->side] = missions;
}

/* The day's SP by turn; where the table counts unmarked counters, their worth in SP (8.1.1-2). */
static void read_air_table(Reader *reader)
{
    Document *table = take_table(reader);
    if (!table)
        return;
    bool in_sp = table_column(table, "sp", false) >= 0;
    int side = reader->side, worth = in_sp ? 1 : air_counter_worth(reader->data, side);
    unsigned long seen = 0;
    if (!in_sp)
        reader->special->air_counter[side] = (uint8_t)worth;
    for (int row = 1; row < table->entries; row++) {
        long turn = row_number(table, row, "turn", 1, WB95_TURNS, &seen);
        long number = number_under(table, row, in_sp ? "sp" : "counters", 0, 50);
        if (turn)
            reader->data->air_sp[side][turn] = (uint8_t)(number * worth);
    }
    document_free(table);
}

static int first_nation(const Reader *reader, int side)
{
    static const uint8_t rank[] = {SOVIET, AMERICAN, BRITISH, GERMAN, POLISH, GERMAN_ALLY};
    for (int i = 0; i < NATIONS; i++)
        if (reader->data->owner[rank[i]] == side)
            return rank[i];
    return GERMAN;
}

static void take_side(Reader *reader)
{
    int side = words_side(reader->words);
    reader->side = (uint8_t)(side == NO_SIDE ? 0 : side);
}

static void read_air_side(Reader *reader)
{
    Special *special = reader->special;
    take_side(reader);
    special->air_rule[reader->side] = special->air_limit_rule[reader->side] = reader->rule;
    special->air_nation[reader->side] = (uint8_t)first_nation(reader, reader->side);
    special->air_nation_set |= (uint8_t)(1u << reader->side);
}

static void read_air_nation(Reader *reader)
{
    reader->special->air_nation[reader->side] = (uint8_t)take_nation(reader->words);
}

static void read_against(Reader *reader)
{
    reader->special->air_against[reader->side] = (uint8_t)take_nations(reader->words);
}

static void read_carry(Reader *reader)
{
    reader->special->air_carry[reader->side] = (uint8_t)words_number(reader->words, "SP", 0, 100);
}

static void read_reserve(Reader *reader)
{
    reader->special->air_reserve_turn[reader->side] = (uint8_t)words_number(reader->words, "SP", 0, 100);
    reader->data->feature[FEATURE_AIR_RESERVE] = true;
    reader->special->rule[FEATURE_AIR_RESERVE] = reader->rule;
}

static void read_restriction(Reader *reader)
{
    reader->special->air_limit_rule[reader->side] = (uint16_t)words_own_rule(reader->words);
}

static void read_allotments(Reader *reader)
{
    reader->special->air_days_side = reader->side;
    for (int i = 0; i < 3; i++)
        reader->special->air_allotment[i] = (uint8_t)words_number(reader->words, "SP", 1, 50);
}

const Parameter air_words[] = {
    {"side", .read = read_air_side},
    {"nation", .read = read_air_nation},
    {"table", .read = read_air_table},
    {"missions", .read = read_missions},
    {"against", .read = read_against},
    {"carry", .read = read_carry},
    {"reserve-per-turn", .read = read_reserve},
    {"restriction", .read = read_restriction},
    {"allotments", .read = read_allotments},
    {.word = NULL},
};

static void read_barrage_turn(Reader *reader)
{
    reader->data->barrage_turn[reader->side] = (uint8_t)words_number(reader->words, "a turn", 1, WB95_TURNS);
}

static void read_ammunition(Reader *reader)
{
    reader->data->barrage_units[reader->side] = (uint8_t)words_number(reader->words, "units of ammunition", 1, 200);
}

const Parameter barrage_words[] = {
    {"side", .read = take_side},
    {"turn", .read = read_barrage_turn},
    {"ammunition", .read = read_ammunition},
    {.word = NULL},
};
