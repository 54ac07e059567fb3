/* load_setup.c — a scenario's lines about counters: which are where before the first turn, which may be placed freely,
 * which have lost steps, which hexes they control, which arrive when and through which zones (docs/data.md). */
#include <string.h>

#include "systems/wb95/load/load.h"

/* ---- choices of hexes ------------------------------------------------------------------------ */

static void read_near(Words *words, struct Allowed *allowed)
{
    allowed->within = (uint8_t)words_number(words, "a distance", 0, 30);
    while (words_more(words)) {
        Piece piece = words_piece(words);
        if (allowed->nears == sizeof allowed->near / sizeof *allowed->near)
            words_wrong(words, &words->word[words->at - 1], "too many counters to be near to");
        if (!words->wrong)
            allowed->near[allowed->nears++] = piece;
    }
}

/* any near N ID… | any AREA | only AREA | each N */
static void read_allowed_line(Words *words, struct Allowed *allowed, bool *only)
{
    enum { ANY, ONLY, EACH };
    static const char *const keys[] = {"any", "only", "each", NULL};
    uint64_t bits[WB95_HEXES / 64] = {0};
    switch (words_word(words, "what it says of the hexes", keys)) {
    case ANY:
        if (words_if(words, "near"))
            read_near(words, allowed);
        else
            take_area(words, allowed->bits);
        break;
    case ONLY:
        take_area(words, bits);
        for (int word = 0; word < WB95_HEXES / 64; word++)
            allowed->only[word] = *only ? allowed->only[word] & bits[word] : bits[word];
        *only = true;
        break;
    case EACH:
        allowed->each = (uint8_t)words_number(words, "counters", 1, 20);
        break;
    default:
        break;
    }
    words_end(words);
}

static int allowed_named(const Wb95 *data, const Field *field)
{
    for (int i = 0; i < data->allowed_areas; i++)
        if (field_is(field, data->allowed[i].name))
            return i;
    return -1;
}

/* where NAME RULE, and its body */
void read_where(Loader *loader, Words *words, const Entry *entry)
{
    enum { MOST = sizeof loader->data->allowed / sizeof *loader->data->allowed };
    Wb95 *data = loader->data;
    const Field *name = words_next(words);
    if (data->allowed_areas == MOST || (name && allowed_named(data, name) >= 0)) {
        words_wrong(words, name, "there is a choice of this name already, or there are more than %d", MOST);
        return;
    }
    struct Allowed *allowed = &data->allowed[data->allowed_areas];
    words_string(words, "a name", allowed->name, sizeof allowed->name);
    allowed->rule = (uint16_t)words_own_rule(words);
    if (words->wrong)
        return;
    bool only = false;
    data->allowed_areas++;
    for (int line = 0; line < entry->body_lines; line++) {
        Words body;
        if (body_words(loader->scenario, loader->document, entry, line, &body))
            read_allowed_line(&body, allowed, &only);
    }
    if (!only)
        memset(allowed->only, 0xFF, sizeof allowed->only);
}

/* ---- set-up ---------------------------------------------------------------------------------- */

/* The counter that was read last gets its place in the scenario; once only. */
static bool use_piece(Loader *loader, Words *words, Piece piece)
{
    const Field *field = &words->word[words->at - 1];
    if (words->wrong)
        return false;
    if (loader->used[piece]) {
        words_wrong(words, field, "%s has its place on line %u already", loader->scenario->piece_id[piece],
                    loader->used[piece]->line);
        return false;
    }
    loader->used[piece] = field;
    return true;
}

static void set_up(Loader *loader, Words *words, Piece piece, Hex hex, unsigned nations)
{
    Wb95 *data = loader->data;
    if (!use_piece(loader, words, piece))
        return;
    if (!(nations >> data->kind[piece].nation & 1))
        words_wrong(words, loader->used[piece], "%s is no counter of the nations of this block",
                    loader->scenario->piece_id[piece]);
    data->start_hex[piece] = hex;
    data->block_of[piece] = (uint8_t)(data->blocks - 1);
    data->start_fortified[piece] = data->block[data->blocks - 1].fortified;
    data->start_order[data->starts++] = piece;
}

/* in WHERE HEX ID…: the index of the choice, -1 with a mistake */
static int take_choice(const Wb95 *data, Words *words)
{
    Field name = words_any(words, "a choice of hexes");
    int area = allowed_named(data, &name);
    if (area < 0)
        words_wrong(words, &name, "no `where` above has this name");
    return area;
}

/* at HEX ID… | in WHERE HEX ID… */
static void read_setup_line(Loader *loader, Words *words, unsigned nations)
{
    Wb95 *data = loader->data;
    bool chosen = words_if(words, "in");
    int area = chosen ? take_choice(data, words) : -1;
    if (!chosen)
        words_keyword(words, "at");
    Hex hex = words_hex(words);
    while (words_more(words)) {
        Piece piece = words_piece(words);
        set_up(loader, words, piece, hex, nations);
        if (chosen && !words->wrong)
            data->free[data->frees++] = (Free){piece, (uint8_t)area, (uint8_t)(data->blocks - 1)};
    }
}

/* The nations of a block, which must all belong to one side; another is a mistake. */
static unsigned take_block(const Wb95 *data, Words *words, uint8_t *side)
{
    unsigned nations = take_nations(words);
    *side = NO_SIDE;
    for (int nation = 0; !words->wrong && nation < NATIONS; nation++) {
        if (!(nations >> nation & 1))
            continue;
        if (*side != NO_SIDE && data->owner[nation] != *side)
            words_wrong(words, words->word, "the nations of a block belong to one side");
        *side = data->owner[nation];
    }
    return nations;
}

/* setup nations N… ff|open RULE */
void read_setup(Loader *loader, Words *words, const Entry *entry)
{
    enum { MOST = sizeof loader->data->block / sizeof *loader->data->block };
    Wb95 *data = loader->data;
    uint8_t side;
    words_keyword(words, "nations");
    unsigned nations = take_block(data, words, &side);
    if (data->blocks == MOST || side == NO_SIDE)
        words_wrong(words, words->word, "a set-up has nations of a side, and there are at most %d blocks", MOST);
    bool fortified = words_if(words, "ff");
    if (!fortified)
        words_keyword(words, "open");
    int rule = words_own_rule(words);
    if (words->wrong)
        return;
    data->block[data->blocks++] = (struct Block){side, fortified, (uint16_t)rule};
    for (int line = 0; line < entry->body_lines; line++) {
        Words body;
        if (body_words(loader->scenario, loader->document, entry, line, &body))
            read_setup_line(loader, &body, nations);
    }
}

void read_overstack(Loader *loader, Words *words) { take_hexes(words, loader->data->overstacked); }
void read_cut_off(Loader *loader, Words *words) { take_hexes(words, loader->data->cut_off); }

/* ---- losses and garrisons -------------------------------------------------------------------- */

static int take_pieces(Loader *loader, Words *words, Piece out[WB95_LOSERS])
{
    int count = 0;
    while (words_more(words)) {
        Piece piece = words_piece(words);
        if (words->wrong)
            break;
        if (count == WB95_LOSERS)
            words_wrong(words, &words->word[words->at - 1], "at most %d counters stand here", WB95_LOSERS);
        else if (loader->data->owner[loader->data->kind[piece].nation] == NO_SIDE)
            words_wrong(words, &words->word[words->at - 1], "no side of this scenario commands this counter's nation");
        else
            out[count++] = piece;
    }
    return count;
}

/* losses RULE N ID…; body: default ID… */
void read_losses(Loader *loader, Words *words, const Entry *entry)
{
    enum { MOST = sizeof loader->data->loss_group / sizeof *loader->data->loss_group };
    Wb95 *data = loader->data;
    if (data->loss_groups == MOST) {
        words_wrong(words, words->word, "there are at most %d groups of losses", MOST);
        return;
    }
    struct LossGroup *group = &data->loss_group[data->loss_groups++];
    group->rule = (uint16_t)words_own_rule(words);
    group->losses = (uint8_t)words_number(words, "steps", 1, 40);
    group->count = (uint8_t)take_pieces(loader, words, group->piece);
    int room = 0;
    for (int i = 0; i < group->count; i++) {
        group->side = data->owner[data->kind[group->piece[i]].nation];
        room += data->kind[group->piece[i]].cel - 1;
    }
    if (room < group->losses)
        words_wrong(words, words->word, "these counters can lose %d steps and stay in play, not %d", room,
                    group->losses);
    for (int line = 0; line < entry->body_lines; line++) {
        Words body;
        if (!body_words(loader->scenario, loader->document, entry, line, &body))
            continue;
        words_keyword(&body, "default");
        group->defaults = (uint8_t)take_pieces(loader, &body, group->standard);
    }
    if (group->defaults != group->losses)
        words_wrong(words, words->word, "the default names one counter for each of the %d steps", group->losses);
}

/* garrison RULE AREA ID… */
void read_garrison(Loader *loader, Words *words)
{
    Wb95 *data = loader->data;
    int rule = words_own_rule(words);
    take_area(words, data->garrison_area);
    while (words_more(words)) {
        Piece piece = words_piece(words);
        if (words->wrong)
            return;
        data->kind[piece].is |= GARRISON;
        data->garrison_rule[piece] = (uint16_t)rule;
    }
}

/* ---- reinforcements -------------------------------------------------------------------------- */

static bool next_is_rule(const Words *words)
{
    const Field *next = words_next(words);
    return next && rule_named(words->scenario->system, next->text, next->length);
}

void add_arrival(Loader *loader, Words *words, Arrival arrival)
{
    Wb95 *data = loader->data;
    if (data->arrivals == WB95_SLOTS)
        words_wrong(words, &words->word[words->at - 1], "at most %d counters come in", WB95_SLOTS);
    if (!words->wrong)
        data->arrival[data->arrivals++] = arrival;
}

/* arrive TURN zone Z… RULE ID… */
void read_arrive(Loader *loader, Words *words)
{
    enum { MOST = sizeof((Arrival *)0)->zone };
    Arrival arrival = {.turn = (uint8_t)words_number(words, "a turn", 1, loader->data->turns)};
    words_keyword(words, "zone");
    do {
        int zone = take_zone(words);
        if (arrival.zones == MOST)
            words_wrong(words, &words->word[words->at - 1], "a counter has at most %d zones to come through", MOST);
        if (!words->wrong)
            arrival.zone[arrival.zones++] = (uint8_t)zone;
    } while (words_more(words) && !next_is_rule(words));
    words_own_rule(words);
    while (words_more(words)) {
        arrival.piece = words_piece(words);
        if (use_piece(loader, words, arrival.piece))
            add_arrival(loader, words, arrival);
    }
}
