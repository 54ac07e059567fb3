/* tables_supply.c — the charts of supply: what combats, works and fuel cost, vehicles, rebuilding, what arrives by
 * the variable table, what is taken or blown up, and attrition (ocs2.attrition-4). Every row is read; what cannot be
 * is a mistake at its place. */
#include <string.h>

#include "systems/ocs/load/load.h"

/* ---- tables/supply_combat.tsv (9.5) ------------------------------------------------------------------------- */

/* The number a cell begins with. */
static int leading_number(Document *table, Field field)
{
    long number = 0;
    uint32_t length = 0;
    while (length < field.length && field.text[length] >= '0' && field.text[length] <= '9')
        length++;
    field.length = length;
    field_number(table, &field, 0, 99, &number);
    return (int)number;
}

static void read_combat_supply(Loader *loader, Document *table, int row)
{
    static const char *const sides[] = {"attacker", "defender", NULL};
    static const char *const conditions[] = {"1 RE or less attacking",
                                             "more than 1 RE attacking",
                                             "1 RE or less defending",
                                             "more than 1 RE defending",
                                             "any",
                                             "At All Costs",
                                             NULL};
    Book *data = loader->data;
    if (number_under(table, row, "edition", 1, 2) != data->edition)
        return;
    int side = word_under(table, row, "side", sides), condition = word_under(table, row, "condition", conditions);
    Field cost = cell_under(table, row, "cost_T");
    if (condition == 4)
        data->combat_supply.by_size = true;
    if (condition > 3)
        return; /* At All Costs doubles it: a part of 9.8 */
    uint8_t *to = side ? data->combat_supply.defence : data->combat_supply.attack;
    to[condition % 2] = (uint8_t)leading_number(table, cost);
    if (side)
        data->combat_supply.trace[condition % 2] = says(&cost, "trace 1T");
}

/* ---- tables/supply_special.tsv, supply_fuel.tsv ------------------------------------------------------------------ */

static void read_special(Loader *loader, Document *table, int row)
{
    Field purpose = cell_under(table, row, "purpose");
    Field cost = cell_under(table, row, second_edition(loader->data) ? "edition2" : "edition1");
    if (field_is(&purpose, "air base, per usable level")) { /* "4T"; "0 if it traces, else 2T" */
        Field tokens = {cost.text + cost.length - 2, 1, cost.line, cost.column};
        loader->data->base_tokens = (uint8_t)leading_number(table, tokens);
    }
    if (field_is(&purpose, "build or improve air base one level"))
        loader->data->build_tokens = (uint8_t)leading_number(table, cost);
    if (field_is(&purpose, "port repair per hit"))
        loader->data->port_tokens = (uint8_t)leading_number(table, cost);
    if (field_is(&purpose, "division sustainment") && second_edition(loader->data))
        loader->data->sustain_tokens = (uint8_t)leading_number(table, cost);
    if (field_is(&purpose, "rail repair per hex"))
        loader->data->repair_tokens = (uint8_t)leading_number(table, cost);
    if (field_is(&purpose, "hedgehog per level"))
        loader->data->hedgehog_tokens = (uint8_t)leading_number(table, cost);
}

static void read_fuel(Loader *loader, Document *table, int row)
{
    static const char *const payers[] = {"single unit", "division", "HQ", "ship", NULL};
    int payer = word_under(table, row, "payer", payers);
    int tokens = (int)number_under(table, row, "cost_T", 1, 99);
    *(payer < FUELS ? &loader->data->fuel_cost[payer] : &loader->data->ship_fuel) = (uint8_t)tokens;
}

/* tables/airbase_improvement.tsv: the dice that build a level, "3-6" or "6" (ocs2.special-5) */
static void read_improvement(Loader *loader, Document *table, int row)
{
    static const char *const terrains[] = {"Open", "Close", "VeryClose", "ExtremelyClose", NULL};
    int terrain = word_under(table, row, "terrain", terrains);
    if (terrain >= 0)
        loader->data->build_from[terrain] = (uint8_t)leading_number(table, cell_under(table, row, "success"));
}

/* ---- tables/vehicles.tsv (12.2), rebuild.tsv (12.5a), variable_reinforcement.tsv (2.3.I.3-3) --------------------- */

static void read_vehicle(Loader *loader, Document *table, int row)
{
    static const char *const mps[] = {"T", "t", "L", NULL};
    Book *data = loader->data;
    int store = ON_TRUCKS + word_under(table, row, "kind", vehicle_words);
    data->vehicle[store].ma = (uint8_t)(number_under(table, row, "ma", 1, 60) * QUARTERS);
    data->vehicle[store].mp = (uint8_t)word_under(table, row, "mp", mps);
    data->vehicle[store].handling = (uint8_t)(number_under(table, row, "handling", 0, 60) * QUARTERS);
}

/* "1 Pax, 1 truck, 1 SP"; "-" never */
static Price read_price(Document *table, Field field)
{
    static const char *const words[] = {"Pax", "Eq", "truck", "trucks", "SP", NULL};
    Price price = {0};
    if (field_is(&field, "-"))
        return (Price){.never = true};
    for (uint32_t at = 0; at < field.length;) {
        Field part = {field.text + at, 0, field.line, field.column + at};
        while (at + part.length < field.length && part.text[part.length] != ',')
            part.length++;
        at += part.length + 2;
        uint32_t blank = 0;
        while (blank < part.length && part.text[blank] != ' ')
            blank++;
        Field word = {part.text + blank + 1, part.length - blank - 1, part.line, part.column + blank + 1};
        int kind = blank < part.length ? field_word(table, &word, words) : -1;
        uint8_t *const to[] = {&price.pax, &price.eq, &price.trucks, &price.trucks, &price.points};
        if (kind >= 0)
            *to[kind] = (uint8_t)leading_number(table, part);
        else
            mistake(table, &part, "expected a number and Pax, Eq, truck or SP");
    }
    return price;
}

/* Whether that is one of the blank-separated words of the field. */
static bool has_word(const Field *field, const char *word)
{
    size_t length = strlen(word);
    for (size_t i = 0; length && i + length <= field->length; i++)
        if (!memcmp(field->text + i, word, length) && (!i || field->text[i - 1] == ' ') &&
            (i + length == field->length || field->text[i + length] == ' '))
            return true;
    return false;
}

void read_rebuild(Loader *loader, Document *table, int row)
{
    Book *data = loader->data;
    Field types = cell_under(table, row, "types");
    for (int side = 0; side < loader->scenario->sides && side < PLAYERS; side++) {
        Price price = read_price(table, cell_under(table, row, loader->scenario->side_word[side]));
        for (int kind = 0; kind < data->kinds; kind++)
            if (data->kind[kind].side == side && has_word(&types, data->kind[kind].type))
                data->kind[kind].price = price;
    }
}

static void read_gift(Loader *loader, Document *table, int row)
{
    Field dice = cell_under(table, row, "dice");
    Field last = dice;
    for (uint32_t i = 0; i < dice.length; i++)
        if (dice.text[i] == '-')
            last = (Field){dice.text + i + 1, dice.length - i - 1, dice.line, dice.column + i + 1};
    for (int side = 0; side < loader->scenario->sides && side < PLAYERS; side++)
        for (int sum = leading_number(table, dice); sum >= 2 && sum <= leading_number(table, last) && sum <= 12; sum++)
            loader->data->gift[side][sum - 2] =
                read_price(table, cell_under(table, row, loader->scenario->side_word[side]));
}

/* ---- tables/capture*.tsv, dump_blowing.tsv (11.8) --------------------------------------------------------------- */

static void read_capture(Loader *loader, Document *table, int row)
{
    static const char *const columns[STORES] = {"dump", "trucks", "wagons"};
    long die = number_under(table, row, "die", 1, DIE);
    for (int store = 0; store < STORES; store++)
        loader->data->capture[store][die - 1] = (uint8_t)number_under(table, row, columns[store], 0, 100);
}

/* "2-3": of several dice */
static void read_blowing(Loader *loader, Document *table, int row)
{
    Field die = cell_under(table, row, "die");
    Field last = {die.text + die.length - 1, 1, die.line, die.column};
    for (int i = leading_number(table, die); i >= 1 && i <= leading_number(table, last) && i <= DIE; i++)
        loader->data->blowing[i - 1] = (uint8_t)number_under(table, row, "percent", 0, 100);
}

/* ---- tables/attrition*.tsv (11.4e) ------------------------------------------------------------------------------ */

/* "2-8", "13+", "2", "none": the rolls of one result */
static void read_attrition(Loader *loader, Document *table, int row)
{
    static const char *const columns[ATTRITION_COLUMNS] = {"ar0", "ar1", "ar2", "ar3", "ar5-4"};
    Field result = cell_under(table, row, "result");
    int loss = field_is(&result, "all") ? ATTRITION_ALL : leading_number(table, result);
    for (int column = 0; column < ATTRITION_COLUMNS; column++) {
        Field rolls = cell_under(table, row, columns[column]);
        if (field_is(&rolls, "none"))
            continue;
        int low = leading_number(table, rolls), high = low;
        for (uint32_t i = 0; i < rolls.length; i++) {
            Field rest = {rolls.text + i + 1, rolls.length - i - 1, rolls.line, rolls.column + i + 1};
            if (rolls.text[i] == '-')
                high = leading_number(table, rest);
            else if (rolls.text[i] == '+')
                high = ATTRITION_HIGH;
        }
        for (int roll = low; roll <= high && roll <= ATTRITION_HIGH; roll++)
            loader->data->attrition[column][roll - ATTRITION_LOW] = (uint8_t)loss;
    }
}

void load_supply_charts(Loader *loader)
{
    each_row(loader, "supply_combat", read_combat_supply);
    each_row(loader, "supply_special", read_special);
    each_row(loader, "supply_fuel", read_fuel);
    each_row(loader, second_edition(loader->data) ? "capture" : "capture_edition1", read_capture);
    each_row(loader, "dump_blowing", read_blowing);
    each_row(loader, "vehicles", read_vehicle);
    each_row(loader, "airbase_improvement", read_improvement);
    each_row(loader, "variable_reinforcement", read_gift);
    each_row(loader, second_edition(loader->data) ? "attrition" : "attrition_edition1", read_attrition);
}
