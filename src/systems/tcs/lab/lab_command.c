/* lab_command.c — lines of a lab script about orders (docs/lab.md).
 *
 *     sheet U1 us implemented | pending [N]     group 1 attack     units a b     axis HEX HEX …     …     issue
 *     unassigned A us     units a     centre HEX     retreat HEX     issue
 *     sent a b withdraws|fails|gathers HEX     rating us 3     prep us 1 weighted=27 size=2     clock us a 2
 *
 * are the lines of sheet_text.c, closed by `issue`. Expected may be:
 *
 *     sheet us 1 state pending weighted 15 size 1 type attack needs 10 groups 2 units a b     prep attack 5 27 10
 *     piece a unassigned yes …     camp a centre HEX retreat HEX clock 2 doing rests
 *     drawn us 1 axis 2     chain HEX HEX: HEX…     sheets us 2     text us "words"     reread us yes
 *     sketches us 4     panel us "words"     breaches us 1 */
#include <stdlib.h>
#include <string.h>

#include "core/room.h"
#include "systems/tcs/lab/lab.h"

static const char *const sheet_states[] = {"none", "draft", "pending", "implemented", "closed", NULL};
static const char *const doings[] = {"none", "rests", "withdraws", "fails", "gathers", NULL};
static const char *const types[] = {"none", "move", "hasty-defense", "attack", "prepared-defense", "reserve", NULL};

/* ---- what is written ------------------------------------------------------------------------------------------ */

static _Thread_local SheetReader reader;

/* A line of the text form. */
static bool do_text(Script *line)
{
    const Field *word = line->words.word; /* the first is the line's own */
    if (field_is(word, "sheet") || field_is(word, "unassigned"))
        reader = (SheetReader){.side = -1};
    reader.scenario = line->scenario;
    reader.state = line->state;
    return sheet_line(&reader, word, &line->words);
}

/* issue: what was written takes hold */
static bool do_issue(Script *line)
{
    Play play = lab_play(line);
    if (!words_end(&line->words) || !sheet_line_ends(&reader, &line->words))
        return false;
    if (reader.unassigned)
        return true;
    Plans *plans = &line->state->plans[reader.side];
    int sheet = sheet_numbered(plans, plans->numbered);
    for (int i = 0; i < TCS_SHEETS; i++)
        if (plans->sheet[i].state && plans->sheet[i].state < SHEET_CLOSED && plans->sheet[i].number == plans->numbered)
            sheet = i;
    if (!reader.pending && sheet >= 0)
        sheet_implements(&play, reader.side, sheet);
    return true;
}

static bool do_rating(Script *line)
{
    int side = words_side(&line->words);
    long rating = words_number(&line->words, "a Command Prep Rating", 0, 12);
    if (!words_end(&line->words))
        return false;
    line->data->rating[side] = (uint8_t)rating;
    return true;
}

static int take_sheet(Words *words, const State *state, int *side)
{
    *side = words_side(words);
    long number = words_number(words, "a sheet", 1, UINT8_MAX);
    for (int i = 0; !words->wrong && i < TCS_SHEETS; i++)
        if (state->plans[*side].sheet[i].state && state->plans[*side].sheet[i].number == number)
            return i;
    words_wrong(words, NULL, "there is no such sheet");
    return 0;
}

/* prep SIDE SHEET [weighted=N] [size=N] */
static bool do_prep(Script *line)
{
    enum { SETTINGS = 2 };
    Setting settings[SETTINGS] = {{.name = "weighted", .low = 0, .high = 999}, {.name = "size", .low = 0, .high = 12}};
    int side, sheet = take_sheet(&line->words, line->state, &side);
    while (words_more(&line->words) && words_setting(&line->words, settings, SETTINGS))
        ;
    if (!words_end(&line->words))
        return false;
    OpSheet *pending = &line->state->plans[side].sheet[sheet];
    pending->weighted = (uint16_t)setting_or(&settings[0], pending->weighted);
    pending->size = (int8_t)setting_or(&settings[1], pending->size);
    return true;
}

/* sent COUNTER… withdraws|fails|gathers HEX: unassigned, and on the way there */
static bool do_sent(Script *line)
{
    Piece piece[TCS_PIECES];
    int count = 0;
    while (count < TCS_PIECES && words_next_is_piece(&line->words))
        piece[count++] = words_piece(&line->words);
    int doing = words_word(&line->words, "withdraws, fails or gathers", &doings[CAMP_WITHDRAWS]);
    Hex hex = words_hex(&line->words);
    if (!words_end(&line->words))
        return false;
    Play play = lab_play(line);
    for (int i = 0; i < count; i++) {
        Plans *plans = &line->state->plans[line->state->unit[piece[i]].side];
        for (int sheet = 0; sheet < TCS_SHEETS; sheet++)
            if (plans->sheet[sheet].state == SHEET_IMPLEMENTED)
                strike_off(plans, piece[i], sheet);
        send_to(&play, piece[i], CAMP_WITHDRAWS + doing, hex);
    }
    return true;
}

/* due COUNTER… TURN: still to come */
static bool do_due(Script *line)
{
    Piece piece[TCS_PIECES];
    int count = 0;
    while (count < TCS_PIECES && words_next_is_piece(&line->words))
        piece[count++] = words_piece(&line->words);
    long turn = words_number(&line->words, "the turn of its arrival", 1, TCS_TURNS);
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++) {
        if (is_on_map(line->state, piece[i]))
            lift(line->state, piece[i]);
        line->state->unit[piece[i]].standing = DUE;
        line->data->counter[piece[i]].turn = (uint8_t)turn;
    }
    return true;
}

const Statement command_statements[] = {
    {"sheet", do_text},   {"unassigned", do_text}, {"group", do_text},       {"units", do_text},
    {"axis", do_text},    {"objective", do_text},  {"area", do_text},        {"phase_line", do_text},
    {"failure", do_text}, {"alternate", do_text},  {"preliminary", do_text}, {"note", do_text},
    {"centre", do_text},  {"retreat", do_text},    {"issue", do_issue},      {"rating", do_rating},
    {"prep", do_prep},    {"due", do_due},         {"sent", do_sent},        {NULL, NULL},
};

/* ---- what is expected -------------------------------------------------------------------------------------------- */

static const State *state_in(const Holds *holds) { return state_of(holds->position); }

/* Exactly these units, and no others. */
static void units_hold(Holds *holds, int side, int sheet)
{
    Piece units[TCS_PIECES];
    int count = units_on(holds->scenario, state_in(holds), side, sheet, -1, units), named = 0;
    while (words_next_is_piece(&holds->words)) {
        Piece piece = words_piece(&holds->words);
        named++;
        if (listing_on(&state_in(holds)->plans[side], piece, sheet) < 0)
            holds_differ(holds, "%s is not on it", holds->scenario->piece_id[piece]);
    }
    if (named != count)
        holds_differ(holds, "%d units are on it", count);
}

static void sheet_pair(Holds *holds, int side, int sheet)
{
    static const char *const keys[] = {"state", "weighted", "size",     "type",  "needs", "groups",
                                       "units", "gains",    "elements", "staff", "count", NULL};
    const State *state = state_in(holds);
    const OpSheet *row = &state->plans[side].sheet[sheet];
    Piece units[TCS_PIECES];
    int key = words_word(&holds->words, "what can be expected of a sheet", keys);
    if (key == 0)
        holds_word(holds, "its state", sheet_states, row->state);
    else if (key == 1)
        holds_number(holds, "its weighted turns", row->weighted);
    else if (key == 2)
        holds_number(holds, "its size", row->size);
    else if (key == 3)
        holds_word(holds, "its type", types, sheet_type(row));
    else if (key == 4)
        holds_number(holds, "what it needs", sheet_needs(holds->scenario, state, side, sheet, 0));
    else if (key == 5)
        holds_number(holds, "its groups", row->groups);
    else if (key == 6)
        units_hold(holds, side, sheet);
    else if (key == 7)
        holds_number(holds, "what it gains", turns_gained(holds->scenario, state, side, sheet));
    else if (key == 8)
        holds_number(holds, "its elements", elements_on(holds->scenario, state, side, sheet));
    else if (key == 9)
        holds_yes(holds, "whether it has a staff", has_staff(holds->scenario, state, side, sheet));
    else if (key == 10)
        holds_number(holds, "its units", units_on(holds->scenario, state, side, sheet, -1, units));
}

static void sheet_holds(Holds *holds)
{
    int side, sheet = take_sheet(&holds->words, state_in(holds), &side);
    while (holds_next(holds) && !holds->words.wrong)
        sheet_pair(holds, side, sheet);
}

/* orders COUNTER SHEET GROUP|none: what binds it now */
static void orders_hold(Holds *holds)
{
    Ordered at;
    Piece piece = words_piece(&holds->words);
    bool none = words_if(&holds->words, "none");
    if (holds->words.wrong)
        return;
    const Group *group = group_of(state_in(holds), piece, &at);
    if (none && group)
        holds_differ(holds, "it has orders");
    if (none)
        return;
    const Plans *plans = &state_in(holds)->plans[state_in(holds)->unit[piece].side];
    holds_number(holds, "its sheet", group ? plans->sheet[at.sheet].number : 0);
    holds_number(holds, "its group", group ? at.group + 1 : 0);
}

/* camp COUNTER none | centre HEX retreat HEX clock N doing WORD */
static void camp_holds(Holds *holds)
{
    static const char *const keys[] = {"none", "centre", "retreat", "clock", "doing", NULL};
    static const Camp nothing = {.centre = NO_HEX, .retreat = NO_HEX};
    Piece piece = words_piece(&holds->words);
    if (holds->words.wrong)
        return;
    const Camp *camp = camp_of(state_in(holds), piece);
    while (holds_next(holds) && !holds->words.wrong) {
        int key = words_word(&holds->words, "what can be expected of unassigned units", keys);
        const Camp *row = camp ? camp : &nothing;
        if (key == 0 && camp)
            holds_differ(holds, "it has a centre");
        else if (key == 1)
            holds_hex(holds, "its centre", row->centre);
        else if (key == 2)
            holds_hex(holds, "its contingency", row->retreat);
        else if (key == 3)
            holds_number(holds, "its clock", row->clock);
        else if (key == 4)
            holds_word(holds, "what it does", doings, row->doing);
    }
}

/* prep TYPE RATING WEIGHTED NUMBER|no */
static void prep_holds(Holds *holds)
{
    int type = words_word(&holds->words, "a type", types);
    long rating = words_number(&holds->words, "a rating", -2, 20),
         weighted = words_number(&holds->words, "turns", 0, 999);
    bool none = words_if(&holds->words, "no");
    if (holds->words.wrong)
        return;
    int needed = prep_needed(data_of(holds->scenario), type, (int)rating, (int)weighted);
    if (none && needed != NO_NUMBER)
        holds_differ(holds, "it needs %d", needed);
    if (!none)
        holds_number(holds, "what is needed", needed);
}

/* stray COUNTER HEX N: so many hexes outside its orders */
static void stray_holds(Holds *holds)
{
    Piece piece = words_piece(&holds->words);
    Hex hex = words_hex(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "how far outside", stray_of(holds->scenario, state_in(holds), piece, hex));
}

/* chain HEX HEX… is HEX…: straight lines between waypoints */
static void chain_holds(Holds *holds)
{
    Hex way[DRAWING_HEXES], chain[CHAIN];
    int count = 0;
    while (words_next_is_hex(&holds->words) && count < DRAWING_HEXES)
        way[count++] = words_hex(&holds->words);
    words_keyword(&holds->words, "is");
    int hexes = holds->words.wrong ? 0 : chain_of(holds->scenario->map, way, count, chain);
    for (int i = 0; i < hexes; i++)
        holds_hex(holds, "a hex of it", chain[i]);
}

/* chances SIDE SHEET N… : in parts of 10000, turn by turn */
static void chances_hold(Holds *holds)
{
    enum { MOST = 16 };
    int side, sheet = take_sheet(&holds->words, state_in(holds), &side), chance[MOST];
    if (holds->words.wrong)
        return;
    prep_chances(holds->scenario, state_in(holds), side, sheet, MOST, chance);
    for (int i = 0; i < MOST && words_more(&holds->words); i++)
        holds_number(holds, "the chance", chance[i]);
}

/* breaches SIDE N */
static void breaches_hold(Holds *holds)
{
    int side = words_side(&holds->words);
    if (!holds->words.wrong)
        holds_number(holds, "breaches", state_in(holds)->plans[side].breaches);
}

enum { TEXT_ROOM = 16384 };

/* text SIDE "WORDS": the printed text of its sheets has these words */
static void text_holds(Holds *holds)
{
    ROOMS(char, text, TEXT_ROOM);
    int side = words_side(&holds->words);
    if (holds->words.wrong)
        return;
    plans_print(holds->scenario, state_in(holds), side, text, TEXT_ROOM);
    holds_says(holds, "its sheets", text);
}

static bool reads_again(const Scenario *scenario, const State *state, int side, const char *text, size_t length)
{
    ROOM(Log, log);
    ROOMS(char, again, TEXT_ROOM);
    State *copy = calloc(1, sizeof *copy);
    log->count = 0;
    Document *document = document_parse("sheets", text, length, log);
    if (!copy || !document) {
        free(copy);
        return false;
    }
    memcpy(copy->unit, state->unit, sizeof copy->unit);
    copy->head.turn = state->head.turn;
    copy->head.phase = state->head.phase;
    for (int i = 0; i < document->entries; i++) {
        SheetReader page = {.scenario = scenario, .state = copy, .side = -1};
        const Entry *entry = &document->entry[i];
        LabLine line = {document, &document->field[entry->first], entry->count, false};
        Words words = words_of(scenario, &line);
        sheet_line(&page, line.word, &words);
        for (int j = 0; j < entry->body_lines; j++) {
            const Body *body = &document->body[entry->body_first + j];
            line = (LabLine){document, &document->field[body->first], body->count, false};
            words = words_of(scenario, &line);
            sheet_line(&page, line.word, &words);
        }
        sheet_line_ends(&page, &words);
    }
    plans_print(scenario, copy, side, again, TEXT_ROOM);
    bool same = !log->count && !strcmp(text, again);
    document_free(document);
    free(copy);
    return same;
}

/* reread SIDE yes: what is printed of its sheets, read and printed again, is the same */
static void reread_holds(Holds *holds)
{
    ROOMS(char, text, TEXT_ROOM);
    int side = words_side(&holds->words);
    if (holds->words.wrong)
        return;
    size_t length = plans_print(holds->scenario, state_in(holds), side, text, TEXT_ROOM);
    holds_yes(holds, "whether it reads again", reads_again(holds->scenario, state_in(holds), side, text, length));
}

/* sketches SIDE N: of that side in this view */
static void sketches_hold(Holds *holds)
{
    enum { ROOM = 256 };
    ROOMS(Sketch, sketch, ROOM);
    int side = words_side(&holds->words), own = 0;
    if (holds->words.wrong)
        return;
    int count = tcs_sketches(holds->scenario, holds->position, sketch, ROOM);
    for (int i = 0; i < count; i++)
        own += sketch[i].side == side;
    holds_number(holds, "sketches", own);
}

/* panel SIDE "WORDS": a row of its panels has these words */
static void panel_holds(Holds *holds)
{
    ROOM(Panels, panels);
    ROOMS(char, text, TEXT_ROOM);
    int side = words_side(&holds->words);
    size_t length = 0;
    if (holds->words.wrong)
        return;
    panels->panels = panels->rows = panels->refs = 0;
    tcs_panels(holds->scenario, holds->position, side, panels);
    for (int i = 0; i < panels->rows && length + 2 * SAY_TEXT < TEXT_ROOM; i++) {
        length += say(holds->scenario, NULL, NULL, &panels->row[i].label, text + length, SAY_TEXT);
        length += say(holds->scenario, NULL, NULL, &panels->row[i].value, text + length, SAY_TEXT);
        text[length++] = '\n';
    }
    text[length] = 0;
    holds_says(holds, "its panels", text);
}

const Expectation command_expectations[] = {
    {"sheet", sheet_holds}, {"orders", orders_hold},  {"camp", camp_holds},        {"prep", prep_holds},
    {"stray", stray_holds}, {"chain", chain_holds},   {"chances", chances_hold},   {"breaches", breaches_hold},
    {"text", text_holds},   {"reread", reread_holds}, {"sketches", sketches_hold}, {"panel", panel_holds},
    {NULL, NULL},
};

/* show sheets [SIDE]: all that the position has, or that side's view of it */
bool tcs_lab_show(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room)
{
    Words words = words_of(scenario, line);
    size_t length = 0;
    if (!field_is(line->word, "sheets")) {
        words_wrong(&words, line->word, "nothing is called so");
        return false;
    }
    for (int side = 0; side < PLAYERS; side++)
        length += plans_print(scenario, state_of(position), side, out + length, room - length);
    return words_end(&words);
}
