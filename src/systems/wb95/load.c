/* load.c — a scenario's text becomes Wb95: who plays, who stands where, who comes when (docs/data.md).
 *
 * The core has read sides, options, dates (nysa.1-1, stars.1-1) and map. Here the nations of the sides come first,
 * then tables, counters and what the map implies (ground.c), then every other entry in the order of the file.
 * Features are read by features.c. At the end the whole is checked against the rules (load_check.c). */
#include <stdlib.h>
#include <string.h>

#include "systems/wb95/load.h"

/* The fields of an entry or a body line, taken from the left. */
typedef struct Words {
    Document *document;
    const Field *field;
    int count, at;
} Words;

static const Field *peek(const Words *words) { return words->at < words->count ? &words->field[words->at] : NULL; }

static const Field *take(Words *words, const char *expected)
{
    if (words->at < words->count)
        return &words->field[words->at++];
    mistake(words->document, &words->field[words->count - 1], "the line ends here; expected %s", expected);
    return NULL;
}

static bool take_word(Words *words, const char *word)
{
    if (words->at < words->count && field_is(&words->field[words->at], word)) {
        words->at++;
        return true;
    }
    return false;
}

static void need_word(Words *words, const char *word)
{
    if (!take_word(words, word))
        mistake(words->document, &words->field[words->at < words->count ? words->at : words->count - 1], "expected %s",
                word);
}

static int take_rule(Words *words)
{
    const Field *field = take(words, "the rule's number");
    int rule = field ? rule_named(&wb95_system, field->text, field->length) : 0;
    if (field && !rule)
        mistake(words->document, field, "the ledger has no rule %.*s", (int)field->length, field->text);
    return rule;
}

static long take_number(Words *words, long low, long high)
{
    const Field *field = take(words, "a number");
    long number = low;
    if (field)
        field_number(words->document, field, low, high, &number);
    return number;
}

static Hex take_hex(Loader *loader, Words *words)
{
    const Field *field = take(words, "a hex");
    Hex hex = NO_HEX;
    if (field && !hex_parse(&loader->scenario->map->grid, field->text, field->length, &hex))
        mistake(words->document, field, "%.*s is no hex of this map", (int)field->length, field->text);
    return hex;
}

static Piece take_piece(Loader *loader, Words *words)
{
    const Field *field = take(words, "a counter");
    Piece piece = field ? piece_named(loader->scenario, field->text, field->length) : NO_PIECE;
    if (field && piece == NO_PIECE)
        mistake(words->document, field, "there is no counter %.*s", (int)field->length, field->text);
    return piece;
}

static int take_nation(Words *words)
{
    const Field *field = take(words, "a nation");
    return field ? field_word(words->document, field, nation_words) : -1;
}

static bool is_nation(const Field *field)
{
    for (int i = 0; i < NATIONS; i++)
        if (field_is(field, nation_words[i]))
            return true;
    return false;
}

/* ---- areas ----------------------------------------------------------------------------------- */

static const char *const area_kinds[] = {"zone", "region", "edge", "position", NULL}; /* by AREA_… */

static bool starts_area(const Field *field)
{
    static const char *const words[] = {"zone", "region", "edge", "place", "hex", "road", "near", "entry-hexes", NULL};
    for (int i = 0; words[i]; i++)
        if (field_is(field, words[i]))
            return true;
    return false;
}

static void add_named_area(Loader *loader, Words *words, int kind, uint64_t *bits)
{
    const Map *map = loader->scenario->map;
    const Field *field = take(words, "the area's name");
    char name[NAME_TEXT];
    if (!field || !field_copy(words->document, field, name, sizeof name))
        return;
    int area = map_area(map, kind, name);
    if (area < 0)
        mistake(words->document, field, "the map has no %s %s", area_kinds[kind], name);
    for (int word = 0; area >= 0 && word < map->words; word++)
        bits[word] |= map->area_list[area].bits[word];
}

static void add_place(Loader *loader, Words *words, uint64_t *bits)
{
    const Map *map = loader->scenario->map;
    const Field *field = take(words, "the place's name");
    char name[NAME_TEXT];
    if (!field || !field_copy(words->document, field, name, sizeof name))
        return;
    int place_index = map_place(map, name);
    if (place_index < 0) {
        mistake(words->document, field, "the map has no place %s", name);
        return;
    }
    const Place *found = &map->place_list[place_index];
    for (int i = 0; i < found->count; i++)
        set_bit(bits, map->list[found->first + i]);
}

static void take_area(Loader *loader, Words *words, uint64_t *bits);

/* Of an area only the hexes where a road leaves the map. */
static void add_road_area(Loader *loader, Words *words, uint64_t *bits)
{
    uint64_t whole[WB95_HEXES / 64] = {0};
    take_area(loader, words, whole);
    for (int hex = 0; hex < loader->scenario->map->hexes; hex++)
        if (has_bit(whole, hex) && road_off_map(loader->scenario, (Hex)hex) != NO_ROAD)
            set_bit(bits, hex);
}

/* One area that is a set of hexes. */
static void take_area(Loader *loader, Words *words, uint64_t *bits)
{
    const Field *field = take(words, "an area");
    if (!field)
        return;
    if (field_is(field, "place")) {
        add_place(loader, words, bits);
    } else if (field_is(field, "road")) {
        add_road_area(loader, words, bits);
    } else if (field_is(field, "hex")) {
        do {
            Hex hex = take_hex(loader, words);
            if (hex != NO_HEX)
                set_bit(bits, hex);
        } while (peek(words) && !starts_area(peek(words)) && peek(words)->text[0] >= '0' &&
                 peek(words)->text[0] <= '9');
    } else {
        int kind = field_word(words->document, field, area_kinds);
        if (kind >= 0)
            add_named_area(loader, words, kind, bits);
    }
}

/* ---- the head -------------------------------------------------------------------------------- */

static Words entry_words(Loader *loader, const Entry *entry)
{
    Words words = {loader->document, &loader->document->field[entry->first], entry->count, 1};
    return words;
}

/* side WORD "NAME" colour RRGGBB nations N… */
static void read_side(Loader *loader, const Entry *entry, int *side)
{
    Words words = entry_words(loader, entry);
    if (!scenario_when(loader->scenario, loader->document, words.field, &words.count))
        return;
    words.at = 5;
    need_word(&words, "nations");
    while (peek(&words)) {
        const Field *field = peek(&words);
        int nation = take_nation(&words);
        if (nation < 0)
            continue;
        if (loader->data->owner[nation] != NO_SIDE)
            mistake(words.document, field, "%s sit on another side already", nation_words[nation]);
        loader->data->owner[nation] = (uint8_t)*side;
        loader->data->nations[*side] = (uint8_t)(loader->data->nations[*side] | 1u << nation);
    }
    loader->data->order[*side] = (uint8_t)*side;
    ++*side;
}

static void read_sides(Loader *loader)
{
    int side = 0;
    memset(loader->data->owner, NO_SIDE, sizeof loader->data->owner);
    for (int i = 0; i < loader->document->entries; i++)
        if (field_is(&loader->document->field[loader->document->entry[i].first], "side") && side < SIDES)
            read_side(loader, &loader->document->entry[i], &side);
    loader->data->players = side;
    for (int one = 0; one < side; one++)
        loader->data->enemies[one] = (uint8_t)(((1 << side) - 1) & ~(1 << one));
    if (side > SIDES - 1)
        mistake(loader->document, NULL, "a scenario of this system has at most %d sides", SIDES - 1);
}

static bool option_is_on(const Scenario *scenario, const char *name)
{
    const Option *option = scenario_option(scenario, name);
    return option && !strcmp(option->value, "on");
}

/* Options the rules ask for: chapters 12 to 16 and R37. */
static const char *const option_words[] = {
    "strategic-movement", "tactical-concentration", "bridges", "special-units", "masking", "passive-oos", NULL};

static void read_options(Loader *loader)
{
    for (int i = 0; i < 5; i++)
        loader->data->chapter[12 + i] = option_is_on(loader->scenario, option_words[i]);
    loader->data->passive_oos = option_is_on(loader->scenario, option_words[5]);
}

static bool heeded(const Document *document, const Field *name)
{
    for (int i = 0; option_words[i]; i++)
        if (field_is(name, option_words[i]))
            return true;
    for (int i = 0; i + 1 < document->fields; i++)
        if (field_is(&document->field[i], "when") && document->field[i + 1].length == name->length &&
            !memcmp(document->field[i + 1].text, name->text, name->length))
            return true;
    return false;
}

/* An option does something: the rules ask for it, cells of a table change with it, or a line holds `when` it is so. */
static void check_options(Loader *loader)
{
    for (int i = 0; i < loader->document->entries; i++) {
        const Entry *entry = &loader->document->entry[i];
        const Field *word = &loader->document->field[entry->first];
        if (field_is(word, "option") && entry->count > 1 && !entry->body_lines && !heeded(loader->document, word + 1))
            mistake(loader->document, word + 1, "nothing hangs on this option");
    }
}

static void read_counters(Loader *loader, Words *words)
{
    const Field *field = take(words, "the file of the counters");
    char file[80];
    if (field && field_copy(words->document, field, file, sizeof file))
        load_counters(loader, file);
}

/* 1945-04-16 */
static void read_first_day(Loader *loader, Words *words)
{
    const Field *field = take(words, "a date");
    if (!field)
        return;
    Field month = *field, day = *field;
    long number;
    if (field->length != 10 || field->text[4] != '-' || field->text[7] != '-') {
        mistake(words->document, field, "expected a date such as 1945-04-16");
        return;
    }
    month.text += 5;
    day.text += 8;
    month.length = day.length = 2;
    static const uint8_t days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    if (!field_number(words->document, &month, 1, 12, &number))
        return;
    loader->data->first_month = (int)number;
    if (field_number(words->document, &day, 1, days[number - 1], &number))
        loader->data->first_day = (int)number;
}

/* ---- ground ---------------------------------------------------------------------------------- */

/* control NATION AREA | rest */
static void read_control(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    uint64_t bits[WB95_HEXES / 64] = {0};
    int nation = take_nation(words);
    bool rest = take_word(words, "rest");
    while (!rest && peek(words))
        take_area(loader, words, bits);
    for (int hex = 0; nation >= 0 && hex < loader->scenario->map->hexes; hex++)
        if (rest ? data->start_control[hex] == NO_SIDE : has_bit(bits, hex)) {
            data->start_control[hex] = data->owner[nation];
            data->start_nation[hex] = (uint8_t)nation;
        }
}

/* supply RULE nations N… from AREA… */
static void read_supply(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    uint64_t bits[WB95_HEXES / 64] = {0};
    bool nations[NATIONS] = {false}, entered = false;
    take_rule(words);
    need_word(words, "nations");
    while (peek(words) && is_nation(peek(words)))
        nations[take_nation(words)] = true;
    need_word(words, "from");
    while (peek(words))
        if (take_word(words, "entry-hexes"))
            entered = true;
        else
            take_area(loader, words, bits);
    for (int nation = 0; nation < NATIONS; nation++) {
        if (!nations[nation] || data->owner[nation] == NO_SIDE)
            continue;
        data->base_entered[nation] |= entered;
        for (int word = 0; word < loader->scenario->map->words; word++)
            data->base[data->owner[nation]][nation][word] |= bits[word];
    }
}

/* position NAME CM: the modifier of a group of Fixed Positions (7.2.3) */
static void read_position(Loader *loader, Words *words)
{
    const Field *field = take(words, "the name of a group of Fixed Positions");
    char name[NAME_TEXT];
    if (!field || !field_copy(words->document, field, name, sizeof name))
        return;
    int area = map_area(loader->scenario->map, AREA_POSITION, name);
    long cm = take_number(words, 1, 9);
    if (area < 0 || area >= (int)sizeof loader->data->position_value)
        mistake(words->document, field, "the map has no Fixed Positions called %s", name);
    else
        loader->data->position_value[area] = (uint8_t)cm;
}

/* ---- set-up ---------------------------------------------------------------------------------- */

static Words body_words(Loader *loader, const Entry *entry, int line)
{
    const Body *body = &loader->document->body[entry->body_first + line];
    return (Words){loader->document, &loader->document->field[body->first], body->count, 0};
}

static void read_near(Loader *loader, Words *words, struct Allowed *allowed)
{
    allowed->within = (uint8_t)take_number(words, 0, 30);
    while (peek(words)) {
        const Field *field = peek(words);
        Piece piece = take_piece(loader, words);
        if (piece == NO_PIECE)
            continue;
        if (allowed->nears == sizeof allowed->near / sizeof *allowed->near)
            mistake(words->document, field, "too many counters to be near to");
        else
            allowed->near[allowed->nears++] = piece;
    }
}

static void read_allowed_line(Loader *loader, Words *words, struct Allowed *allowed, bool *only)
{
    static const char *const keys[] = {"any", "only", "each", NULL};
    const Field *field = take(words, "any, only or each");
    switch (field ? field_word(words->document, field, keys) : -1) {
    case 0:
        if (take_word(words, "near"))
            read_near(loader, words, allowed);
        else
            take_area(loader, words, allowed->bits);
        break;
    case 1: {
        uint64_t bits[WB95_HEXES / 64] = {0};
        take_area(loader, words, bits);
        for (int word = 0; word < WB95_HEXES / 64; word++)
            allowed->only[word] = *only ? allowed->only[word] & bits[word] : bits[word];
        *only = true;
        break;
    }
    case 2:
        allowed->each = (uint8_t)take_number(words, 1, 20);
        break;
    default:
        break;
    }
}

static int allowed_named(const Wb95 *data, const Field *field)
{
    for (int i = 0; i < data->allowed_areas; i++)
        if (field_is(field, data->allowed[i].name))
            return i;
    return -1;
}

/* where NAME RULE, and its body */
static void read_where(Loader *loader, Words *words, const Entry *entry)
{
    Wb95 *data = loader->data;
    const Field *name = take(words, "a name");
    if (!name)
        return;
    if (data->allowed_areas == 32 || allowed_named(data, name) >= 0) {
        mistake(words->document, name, "there is a choice of this name already, or there are more than 32");
        return;
    }
    struct Allowed *allowed = &data->allowed[data->allowed_areas++];
    field_copy(words->document, name, allowed->name, sizeof allowed->name);
    allowed->rule = (uint16_t)take_rule(words);
    bool only = false;
    for (int line = 0; line < entry->body_lines; line++) {
        Words body = body_words(loader, entry, line);
        read_allowed_line(loader, &body, allowed, &only);
    }
    if (!only)
        memset(allowed->only, 0xFF, sizeof allowed->only);
}

/* A counter gets its place in the scenario; once only. */
static bool use_piece(Loader *loader, const Field *field, Piece piece)
{
    if (piece == NO_PIECE)
        return false;
    if (loader->used[piece]) {
        mistake(loader->document, field, "%s has its place on line %u already", loader->scenario->piece_id[piece],
                loader->used[piece]->line);
        return false;
    }
    loader->used[piece] = field;
    return true;
}

static void set_up(Loader *loader, const Field *field, Piece piece, Hex hex, unsigned nations)
{
    Wb95 *data = loader->data;
    if (!use_piece(loader, field, piece))
        return;
    if (!(nations >> data->kind[piece].nation & 1))
        mistake(loader->document, field, "%s is no counter of the nations of this block",
                loader->scenario->piece_id[piece]);
    data->start_hex[piece] = hex;
    data->block_of[piece] = (uint8_t)(data->blocks - 1);
    data->start_fortified[piece] = data->block[data->blocks - 1].fortified;
    data->start_order[data->starts++] = piece;
}

/* at HEX ID… | in WHERE HEX ID… */
static void read_setup_line(Loader *loader, Words *words, unsigned nations)
{
    Wb95 *data = loader->data;
    int area = -1;
    if (take_word(words, "in")) {
        const Field *name = take(words, "a choice of hexes");
        area = name ? allowed_named(data, name) : -1;
        if (name && area < 0)
            mistake(words->document, name, "no `where` above has this name");
    } else {
        need_word(words, "at");
    }
    Hex hex = take_hex(loader, words);
    while (peek(words)) {
        const Field *field = peek(words);
        Piece piece = take_piece(loader, words);
        if (piece == NO_PIECE || hex == NO_HEX)
            continue;
        set_up(loader, field, piece, hex, nations);
        if (area >= 0 && data->frees < WB95_SLOTS)
            data->free[data->frees++] = (Free){piece, (uint8_t)area, (uint8_t)(data->blocks - 1)};
    }
}

/* setup nations N… ff|open RULE */
static void read_setup(Loader *loader, Words *words, const Entry *entry)
{
    Wb95 *data = loader->data;
    unsigned nations = 0;
    uint8_t side = NO_SIDE;
    need_word(words, "nations");
    while (peek(words) && is_nation(peek(words))) {
        const Field *field = peek(words);
        int nation = take_nation(words);
        if (nation < 0)
            break;
        if (side != NO_SIDE && data->owner[nation] != side)
            mistake(words->document, field, "the nations of a block belong to one side");
        side = data->owner[nation];
        nations |= 1u << nation;
    }
    if (data->blocks == 8 || side == NO_SIDE) {
        mistake(words->document, words->field, "a set-up has nations of a side, and there are at most 8 blocks");
        return;
    }
    struct Block *block = &data->block[data->blocks++];
    block->side = side;
    block->fortified = take_word(words, "ff");
    if (!block->fortified)
        need_word(words, "open");
    block->rule = (uint16_t)take_rule(words);
    for (int line = 0; line < entry->body_lines; line++) {
        Words body = body_words(loader, entry, line);
        read_setup_line(loader, &body, nations);
    }
}

/* overstack HEX…, cut-off HEX… */
static void read_hexes(Loader *loader, Words *words, uint64_t *bits)
{
    while (peek(words)) {
        Hex hex = take_hex(loader, words);
        if (hex != NO_HEX)
            set_bit(bits, hex);
    }
}

static int take_pieces(Loader *loader, Words *words, Piece out[24])
{
    int count = 0;
    while (peek(words)) {
        const Field *field = peek(words);
        Piece piece = take_piece(loader, words);
        if (piece == NO_PIECE)
            continue;
        if (count == 24)
            mistake(words->document, field, "at most 24 counters stand here");
        else if (loader->data->owner[loader->data->kind[piece].nation] == NO_SIDE)
            mistake(words->document, field, "no side of this scenario commands this counter's nation");
        else
            out[count++] = piece;
    }
    return count;
}

/* losses RULE N ID…; body: default ID… */
static void read_losses(Loader *loader, Words *words, const Entry *entry)
{
    Wb95 *data = loader->data;
    if (data->loss_groups == 32) {
        mistake(words->document, words->field, "there are at most 32 groups of losses");
        return;
    }
    struct LossGroup *group = &data->loss_group[data->loss_groups++];
    group->rule = (uint16_t)take_rule(words);
    group->losses = (uint8_t)take_number(words, 1, 40);
    group->count = (uint8_t)take_pieces(loader, words, group->piece);
    int room = 0;
    for (int i = 0; i < group->count; i++) {
        group->side = data->owner[data->kind[group->piece[i]].nation];
        room += data->kind[group->piece[i]].cel - 1;
    }
    if (room < group->losses)
        mistake(words->document, words->field, "these counters can lose %d steps and stay in play, not %d", room,
                group->losses);
    for (int line = 0; line < entry->body_lines; line++) {
        Words body = body_words(loader, entry, line);
        need_word(&body, "default");
        group->defaults = (uint8_t)take_pieces(loader, &body, group->standard);
    }
    if (group->defaults != group->losses)
        mistake(words->document, words->field, "the default names one counter for each of the %d steps", group->losses);
}

/* garrison RULE AREA ID… */
static void read_garrison(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    uint64_t bits[WB95_HEXES / 64] = {0};
    int rule = take_rule(words);
    take_area(loader, words, bits);
    for (int word = 0; word < WB95_HEXES / 64; word++)
        data->garrison_area[word] |= bits[word];
    while (peek(words)) {
        Piece piece = take_piece(loader, words);
        if (piece == NO_PIECE)
            continue;
        data->kind[piece].is |= GARRISON;
        data->garrison_rule[piece] = (uint16_t)rule;
    }
}

static int zone_named(Loader *loader, const Field *field)
{
    char text[HEX_TEXT];
    for (int zone = 0; zone < loader->data->zones; zone++)
        if (field_is(field, zone_name(loader->scenario, zone, text)))
            return zone;
    return -1;
}

/* arrive TURN zone Z… RULE ID… */
static void read_arrive(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    Arrival arrival = {.turn = (uint8_t)take_number(words, 1, data->turns)};
    need_word(words, "zone");
    while (peek(words) && !rule_named(&wb95_system, peek(words)->text, peek(words)->length)) {
        const Field *field = take(words, "a zone");
        int zone = zone_named(loader, field);
        if (zone < 0 || arrival.zones == 4)
            mistake(words->document, field, "the map has no entry zone of this name, or these are more than four");
        else
            arrival.zone[arrival.zones++] = (uint8_t)zone;
        if (zone < 0)
            break;
    }
    take_rule(words);
    while (peek(words)) {
        const Field *field = peek(words);
        arrival.piece = take_piece(loader, words);
        if (use_piece(loader, field, arrival.piece) && data->arrivals < WB95_SLOTS)
            data->arrival[data->arrivals++] = arrival;
    }
}

/* ---- entries --------------------------------------------------------------------------------- */

enum {
    ENTRY_COUNTERS,
    ENTRY_FIRST_DAY,
    ENTRY_CONTROL,
    ENTRY_SUPPLY,
    ENTRY_POSITION,
    ENTRY_WHERE,
    ENTRY_SETUP,
    ENTRY_OVERSTACK,
    ENTRY_CUT_OFF,
    ENTRY_LOSSES,
    ENTRY_GARRISON,
    ENTRY_ARRIVE,
    ENTRY_FEATURE
};
static const char *const entries[] = {"counters",  "first-day", "control", "supply",   "position", "where",   "setup",
                                      "overstack", "cut-off",   "losses",  "garrison", "arrive",   "feature", NULL};

static void read_entry(Loader *loader, const Entry *entry, int kind)
{
    Words words = entry_words(loader, entry);
    if (!scenario_when(loader->scenario, loader->document, words.field, &words.count))
        return;
    switch (kind) {
    case ENTRY_COUNTERS:
        read_counters(loader, &words);
        break;
    case ENTRY_FIRST_DAY:
        read_first_day(loader, &words);
        break;
    case ENTRY_CONTROL:
        read_control(loader, &words);
        break;
    case ENTRY_SUPPLY:
        read_supply(loader, &words);
        break;
    case ENTRY_POSITION:
        read_position(loader, &words);
        break;
    case ENTRY_WHERE:
        read_where(loader, &words, entry);
        break;
    case ENTRY_SETUP:
        read_setup(loader, &words, entry);
        break;
    case ENTRY_OVERSTACK:
        read_hexes(loader, &words, loader->data->overstacked);
        break;
    case ENTRY_CUT_OFF:
        read_hexes(loader, &words, loader->data->cut_off);
        break;
    case ENTRY_LOSSES:
        read_losses(loader, &words, entry);
        break;
    case ENTRY_GARRISON:
        read_garrison(loader, &words);
        break;
    case ENTRY_ARRIVE:
        read_arrive(loader, &words);
        break;
    default:
        feature_load(loader->scenario, loader->loading, entry);
        return; /* it looks at the end of its own lines */
    }
    if (peek(&words))
        mistake(words.document, peek(&words), "nothing more was expected on this line");
}

/* All entries of these kinds, in the order of the file. */
static void read_entries(Loader *loader, int first, int last)
{
    for (int i = 0; i < loader->document->entries; i++) {
        const Entry *entry = &loader->document->entry[i];
        const Field *word = &loader->document->field[entry->first];
        for (int kind = first; kind <= last; kind++)
            if (field_is(word, entries[kind]))
                read_entry(loader, entry, kind);
    }
}

static void check_keywords(Loader *loader)
{
    for (int i = 0; i < loader->document->entries; i++) {
        const Field *word = &loader->document->field[loader->document->entry[i].first];
        if (!scenario_keyword(word))
            field_word(loader->document, word, entries);
    }
}

bool wb95_load(Scenario *scenario, Loading *loading)
{
    Wb95 *data = calloc(1, sizeof *data);
    Loader *loader = calloc(1, sizeof *loader);
    scenario->own = data;
    if (!data || !loader || scenario->map->hexes > WB95_HEXES) {
        mistake(loading->document, NULL, "the map has more than %d hexes, or there is not enough memory", WB95_HEXES);
        free(loader);
        return false;
    }
    *loader = (Loader){.scenario = scenario, .loading = loading, .data = data, .document = loading->document};
    int before = loading->log->count;
    memset(data->start_control, NO_SIDE, sizeof data->start_control);
    memset(data->start_hex, 0xFF, sizeof data->start_hex);
    data->turns = scenario->turns ? scenario->turns : 1;
    if (scenario->turns > WB95_TURNS)
        mistake(loading->document, NULL, "a game lasts %d turns at most", WB95_TURNS);
    read_sides(loader);
    read_options(loader);
    load_tables(loader);
    check_keywords(loader);
    check_options(loader);
    read_entries(loader, ENTRY_COUNTERS, ENTRY_FIRST_DAY);
    derive(scenario, data);
    read_entries(loader, ENTRY_CONTROL, ENTRY_FEATURE);
    if (loading->log->count == before) {
        derive(scenario, data);
        check_scenario(loader);
        make_anonymous(scenario, data);
    }
    free(loader);
    return loading->log->count == before;
}

void wb95_unload(Scenario *scenario)
{
    free(scenario->own);
    scenario->own = NULL;
}
