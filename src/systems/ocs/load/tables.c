/* tables.c — the charts: sequence of play, terrain, combat (ocs2.combat-1, ocs2.combat-2, ocs2.combat-3,
 * ocs2.combat-4), surprise (ocs2.surprise-2, ocs2.surprise-3). Every row is read; what cannot be is a mistake at its
 * place. */
#include <string.h>

#include "systems/ocs/load/load.h"

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

bool says(const Field *field, const char *words)
{
    size_t length = strlen(words);
    for (size_t i = 0; i + length <= field->length; i++)
        if (!memcmp(field->text + i, words, length))
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
    load_supply_charts(loader);
    load_air_charts(loader);
}
