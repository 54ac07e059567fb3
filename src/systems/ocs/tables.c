/* tables.c — the charts: sequence of play, terrain, combat, surprise. Every row is read; what cannot be is a mistake at
 * its place. */
#include <string.h>

#include "systems/ocs/load.h"

/* ---- tables/sequence.tsv (2.2, ocs2.seq) ---------------------------------------------------------------- */

static const struct {
    const char *phase, *segment;
    Step step;
} phases[] = {
    {"Overphase", "Weather", STEP_WEATHER},
    {"Overphase", "Supply Usage", STEP_SUPPLY_USAGE},
    {"Overphase", "Reinforcement Placement", STEP_ARRIVALS},
    {"Overphase", "Replacement Reorganization", STEP_REORGANIZATION},
    {"Overphase", "First Player Determination", STEP_FIRST_PLAYER},
    {"Pre-Turn", "Weather", STEP_WEATHER},
    {"Pre-Turn", "First Player Determination", STEP_FIRST_PLAYER},
    {"Air Unit Return", "", STEP_AIR_RETURN},
    {"Air Unit Refit", "", STEP_AIR_REFIT},
    {"Reinforcement", "", STEP_REINFORCEMENT},
    {"Mode Determination", "", STEP_MODES},
    {"Movement", "", STEP_MOVEMENT},
    {"Mode Determination and Movement", "", STEP_MODES_AND_MOVEMENT},
    {"Supply", "", STEP_SUPPLY},
    {"Reaction", "Movement", STEP_REACTION_MOVEMENT},
    {"Reaction", "Barrage", STEP_REACTION_BARRAGE},
    {"Reaction", "Combat", STEP_REACTION_COMBAT},
    {"Combat", "Barrage", STEP_BARRAGE},
    {"Combat", "Combat", STEP_COMBAT},
    {"Exploitation", "Movement", STEP_EXPLOITATION_MOVEMENT},
    {"Exploitation", "Barrage", STEP_EXPLOITATION_BARRAGE},
    {"Exploitation", "Combat", STEP_EXPLOITATION_COMBAT},
    {"Clean Up", "", STEP_CLEAN_UP},
    {"Turn End", "", STEP_TURN_END},
};

/* Whether the words stand somewhere in the field. */
static bool says(const Field *field, const char *words)
{
    size_t length = strlen(words);
    for (size_t i = 0; i + length <= field->length; i++)
        if (!memcmp(field->text + i, words, length))
            return true;
    return false;
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

static void add_step(Loader *loader, Document *table, int row, Step step)
{
    static const char *const who_words[] = {"either", "both", "phasing", "non-phasing", NULL};
    Book *data = loader->data;
    if (data->steps == OCS_STEPS) {
        mistake(table, NULL, "there are more than %d phases", OCS_STEPS);
        return;
    }
    int who = word_under(table, row, "who", who_words);
    if (who >= PHASING && !data->goes) {
        data->goes = PLAYERS;
        data->go_first = data->steps;
    }
    if (who >= PHASING)
        data->go_last = data->steps;
    data->sequence[data->steps++] = (SequenceRow){(uint8_t)step, (uint8_t)who};
}

static void read_step(Loader *loader, Document *table, int row)
{
    Field phase = cell_under(table, row, "phase"), segment = cell_under(table, row, "segment");
    if (says(&phase, "repeat ")) { /* for the second player; and perhaps all of it a second time (2.3.III) */
        loader->data->goes = says(&phase, "once more") ? 2 * PLAYERS : PLAYERS;
        return;
    }
    for (size_t i = 0; i < sizeof phases / sizeof *phases; i++)
        if (field_is(&phase, phases[i].phase) &&
            (segment.length ? field_is(&segment, phases[i].segment) : !*phases[i].segment)) {
            add_step(loader, table, row, phases[i].step);
            return;
        }
    mistake(table, &phase, "the program knows no such phase");
}

static void load_sequence(Loader *loader)
{
    Document *table = open_table(loader, "sequence");
    for (int row = 1; table && row < table->entries; row++)
        if (number_under(table, row, "edition", 1, 2) == loader->data->edition)
            read_step(loader, table, row);
    document_free(table);
}

/* ---- tables/terrain_movement.tsv (6.2) -------------------------------------------------------------------- */

static const char *const ground_words[] = {"open", "woods", "hills", "forest", "swamp", "mountain", "sea", NULL};
static const char *const place_words[] = {"village", "minor-city", "major-city", "metropolis", NULL};
static const char *const river_words[] = {"minor", "major", NULL};
static const char *const line_words[] = {"secondary", "primary", "rail", NULL};

/* "2", "+1", "1/2", "P", "=" */
static uint8_t read_cost(Loader *loader, Document *table, Field field)
{
    if (field_is(&field, "P"))
        return PROHIBITED;
    if (field_is(&field, "="))
        return OF_THE_GROUND;
    if (field.length && field.text[0] == '+') {
        field.text++;
        field.length--;
    }
    return (uint8_t)parts_of(loader, table, &field, QUARTERS);
}

static void read_costs(Loader *loader, Document *table, int row, uint8_t out[LAND_MPS])
{
    static const char *const columns[LAND_MPS] = {"track", "truck", "leg"};
    for (int mp = 0; mp < LAND_MPS; mp++)
        out[mp] = read_cost(loader, table, cell_under(table, row, columns[mp]));
}

/* "Very Close; edition 2 Extremely Close" */
static uint8_t read_class(Loader *loader, Document *table, int row)
{
    Field field = cell_under(table, row, "class");
    bool extreme = says(&field, "edition 2 Extremely Close") && second_edition(loader->data);
    if (extreme)
        return TERRAIN_EXTREMELY_CLOSE;
    if (field_is(&field, "of the ground"))
        return OF_THE_GROUND;
    if (says(&field, "Very Close"))
        return TERRAIN_VERY_CLOSE;
    if (field_is(&field, "Close"))
        return TERRAIN_CLOSE;
    if (!field_is(&field, "Open") && !field_is(&field, "-"))
        mistake(table, &field, "this is no class of terrain");
    return TERRAIN_OPEN;
}

static void read_movement(Loader *loader, Document *table, int row)
{
    static const char *const kinds[] = {"hex", "place", "line", "hexside", "extra", NULL};
    static const char *const extra_words[] = {"fortification", "interdicted by enemy air", NULL};
    static const char *const *const features[] = {ground_words, place_words, line_words, river_words, extra_words};
    Book *data = loader->data;
    int kind = word_under(table, row, "kind", kinds);
    int feature = word_under(table, row, "feature", features[kind]);
    uint8_t cost[LAND_MPS];
    read_costs(loader, table, row, cost);
    uint8_t *const to[] = {data->ground_cost[DRY][feature], data->place_cost[DRY][feature < PLACES ? feature : 0],
                           data->line_cost[DRY][feature < LINES ? feature : 0],
                           data->river_cost[DRY][feature < RIVERS ? feature : 0],
                           feature ? data->interdicted_cost : data->fort_cost};
    memcpy(to[kind], cost, sizeof cost);
    if (kind == 0)
        data->ground_class[feature] = read_class(loader, table, row);
    if (kind == 1)
        data->place_class[feature] = read_class(loader, table, row);
}

/* ---- tables/terrain_combat.tsv (9.3b, 9.4) -------------------------------------------------------------------- */

static void read_multipliers(Loader *loader, Document *table, int row, const char *const columns[3], uint16_t out[3])
{
    for (int i = 0; i < 3; i++) {
        Field field = cell_under(table, row, columns[i]);
        out[i] = field_is(&field, "-") ? PARTS : (uint16_t)parts_of(loader, table, &field, PARTS);
    }
}

static void read_fighting(Loader *loader, Document *table, int row)
{
    static const char *const conditions[] = {"Open",
                                             "Close",
                                             "Very Close",
                                             "Extremely Close (edition 2)",
                                             "across a minor river",
                                             "across a major river",
                                             "fortification in the hex",
                                             "amphibious",
                                             NULL};
    static const char *const attack[3] = {"armor_att", "mech_att", "other_att"};
    static const char *const defence[3] = {"armor_def", "mech_def", "other_def"};
    Book *data = loader->data;
    int condition = word_under(table, row, "condition", conditions);
    if (condition < TERRAINS) {
        read_multipliers(loader, table, row, attack, data->class_attack[condition]);
        read_multipliers(loader, table, row, defence, data->class_defence[condition]);
    } else if (condition < TERRAINS + RIVERS) {
        read_multipliers(loader, table, row, attack, data->river_attack[condition - TERRAINS]);
    } else if (condition == TERRAINS + RIVERS) {
        read_multipliers(loader, table, row, defence, data->fort_defence);
    } else {
        read_multipliers(loader, table, row, attack, data->landing);
    }
}

/* ---- tables/combat.tsv (9.7, 9.10) ------------------------------------------------------------------------------- */

static const char *const column_words[COLUMNS] = {"c1", "c2", "c3",  "c4",  "c5",  "c6", "c7",
                                                  "c8", "c9", "c10", "c11", "c12", "c13"};

/* A letter and the number behind it: how far it went, 0 if it is not there. */
static int read_letter(const char *text, char letter, uint8_t *out)
{
    if (text[0] != letter || text[1] < '0' || text[1] > '9')
        return 0;
    *out = (uint8_t)(text[1] - '0');
    return 2;
}

/* "AL1o1/Do1", "Ae3/DL2o2DG", "AL2/-" */
static bool read_result(const char *text, Result *out)
{
    *out = (Result){0};
    if (*text++ != 'A')
        return false;
    text += read_letter(text, 'L', &out->attacker_loss);
    text += read_letter(text, 'o', &out->attacker_option);
    text += read_letter(text, 'e', &out->exploit);
    if (*text++ != '/')
        return false;
    if (!strcmp(text, "-"))
        return true;
    if (*text++ != 'D')
        return false;
    text += read_letter(text, 'L', &out->defender_loss);
    text += read_letter(text, 'o', &out->defender_option);
    out->disorganized = !strcmp(text, "DG");
    return out->disorganized || !*text;
}

/* The number of that result, new or known. */
static uint8_t result_number(Book *data, Document *table, const Field *field)
{
    char text[sizeof data->result_text[0]];
    Result result;
    if (!field_copy(table, field, text, sizeof text))
        return 0;
    for (int i = 0; i < data->results; i++)
        if (!strcmp(data->result_text[i], text))
            return (uint8_t)i;
    if (data->results == OCS_CELLS || !read_result(text, &result)) {
        mistake(table, field, "this is no result of a combat, as AL1o1/Do1, or there are too many of them");
        return 0;
    }
    memcpy(data->result_text[data->results], text, sizeof text);
    data->result[data->results] = result;
    return (uint8_t)data->results++;
}

/* Letters of a side of the chart with their numbers, none where it is 0. */
static char *print_letter(char *at, char letter, int number)
{
    if (number) {
        *at++ = letter;
        *at++ = (char)('0' + number);
    }
    return at;
}

static void print_result(const Result *result, char *at)
{
    *at++ = 'A';
    at = print_letter(at, 'L', result->attacker_loss);
    at = print_letter(at, 'o', result->attacker_option);
    at = print_letter(at, 'e', result->exploit);
    *at++ = '/';
    if (!result->defender_loss && !result->defender_option && !result->disorganized) {
        strcpy(at, "-");
        return;
    }
    *at++ = 'D';
    at = print_letter(at, 'L', result->defender_loss);
    at = print_letter(at, 'o', result->defender_option);
    strcpy(at, result->disorganized ? "DG" : "");
}

/* 9.8d, D44: losses and options add up, either roll disorganizes, and the lower number exploits. */
static Result sum_of(const Result *one, const Result *other)
{
    bool lower = one->exploit && (!other->exploit || one->exploit < other->exploit);
    return (Result){.attacker_loss = (uint8_t)(one->attacker_loss + other->attacker_loss),
                    .attacker_option = (uint8_t)(one->attacker_option + other->attacker_option),
                    .exploit = lower ? one->exploit : other->exploit,
                    .defender_loss = (uint8_t)(one->defender_loss + other->defender_loss),
                    .defender_option = (uint8_t)(one->defender_option + other->defender_option),
                    .disorganized = one->disorganized | other->disorganized};
}

/* Every sum of two results of the table gets a number, too. */
static void add_sums(Loader *loader)
{
    Book *data = loader->data;
    int cells = data->results;
    for (int one = 0; one < cells; one++)
        for (int other = 0; other < cells; other++) {
            Result sum = sum_of(&data->result[one], &data->result[other]);
            int at = 0;
            while (at < data->results && memcmp(&data->result[at], &sum, sizeof sum))
                at++;
            if (at == OCS_RESULTS) {
                mistake(loader->document, NULL, "the combat table has too many results");
                return;
            }
            if (at == data->results) {
                data->result[data->results] = sum;
                print_result(&sum, data->result_text[data->results++]);
            }
            data->both[one][other] = (uint8_t)at;
        }
}

/* "3:1" is 3, "1:3" is -3; "1:1" is 1 */
static void read_header(Book *data, Document *table, const Field *field, int terrain, int column)
{
    char *text = data->column[terrain][column];
    if (!field_copy(table, field, text, sizeof data->column[0][0]))
        return;
    char *colon = strchr(text, ':');
    int over = 0, under = 0;
    for (const char *at = text; colon && at < colon; at++)
        over = over * 10 + (*at - '0');
    for (const char *at = colon ? colon + 1 : ""; *at; at++)
        under = under * 10 + (*at - '0');
    if ((over != 1 && under != 1) || over < 1 || under < 1)
        mistake(table, field, "expected odds as 3:1 or 1:3");
    data->column_odds[terrain][column] = (int16_t)(under > 1 ? -under : over);
}

static int read_roll(Document *table, Field key)
{
    long roll = ROLL_LOW;
    if (key.length > 2 && (key.text[0] == '<' || key.text[0] == '>')) {
        key.text += 2;
        key.length -= 2;
    }
    field_number(table, &key, ROLL_LOW, ROLL_HIGH, &roll);
    return (int)roll - ROLL_LOW;
}

static void read_combat(Loader *loader, Document *table, int row)
{
    static const char *const kinds[] = {"use", "header", "result", NULL};
    static const char *const terrains[] = {"Open", "Close", "VeryClose", "ExtremelyClose", NULL};
    Book *data = loader->data;
    int kind = word_under(table, row, "kind", kinds);
    Field key = cell_under(table, row, "key");
    int terrain = kind == 1 ? field_word(table, &key, terrains) : 0;
    int roll = kind == 2 ? read_roll(table, key) : 0;
    for (int column = COLUMNS; column--;) {
        Field cell = cell_under(table, row, column_words[column]);
        if (kind == 0 && says(&cell, second_edition(data) ? "2" : "1"))
            data->first_column = column;
        if (kind == 1 && terrain >= 0)
            read_header(data, table, &cell, terrain, column);
        if (kind == 2)
            data->combat[roll][column] = result_number(data, table, &cell);
    }
}

/* ---- tables/surprise.tsv (9.17) --------------------------------------------------------------------------- */

static int read_bound(Document *table, int row, const char *column)
{
    Field field = cell_under(table, row, column);
    long number = 0;
    if (field.length > 2) {
        field.text += 2;
        field.length -= 2;
        field_number(table, &field, 2, 17, &number);
    }
    return (int)number;
}

static void read_surprise(Loader *loader, Document *table, int row)
{
    static const char *const attacks[] = {"regular", "overrun", NULL};
    if (number_under(table, row, "edition", 1, 2) != loader->data->edition)
        return;
    loader->data->surprise_at[word_under(table, row, "attack", attacks)] = (Surprise){
        (int8_t)read_bound(table, row, "attacker_surprise"), (int8_t)read_bound(table, row, "defender_surprise")};
}

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

void each_row(Loader *loader, const char *name, void (*read)(Loader *loader, Document *table, int row))
{
    Document *table = open_table(loader, name);
    for (int row = 1; table && row < table->entries; row++)
        read(loader, table, row);
    document_free(table);
}

void load_charts(Loader *loader)
{
    load_sequence(loader);
    each_row(loader, "terrain_movement", read_movement);
    each_row(loader, "terrain_combat", read_fighting);
    each_row(loader, "combat", read_combat);
    add_sums(loader);
    each_row(loader, "surprise", read_surprise);
    each_row(loader, "supply_combat", read_combat_supply);
    each_row(loader, "supply_special", read_special);
    each_row(loader, "supply_fuel", read_fuel);
    each_row(loader, second_edition(loader->data) ? "capture" : "capture_edition1", read_capture);
    each_row(loader, "dump_blowing", read_blowing);
    each_row(loader, "vehicles", read_vehicle);
    each_row(loader, "airbase_improvement", read_improvement);
    each_row(loader, "variable_reinforcement", read_gift);
    each_row(loader, second_edition(loader->data) ? "attrition" : "attrition_edition1", read_attrition);
    load_air_charts(loader);
}
