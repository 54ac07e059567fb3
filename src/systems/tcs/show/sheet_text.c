/* sheet_text.c — Op Sheets as text: in setup/NAME_sheets.txt, from the lab, and in print.
 *
 *     sheet U1 US implemented | pending [WEIGHTED]
 *       group 1 prepared_defense | attack | hasty_defense | move | reserve
 *         units NAME …
 *         area HEX radius R        axis HEX HEX … [width W]        objective HEX radius R
 *         phase_line HEX … not_before TIME        preliminary HEX [axis HEX …]        failure HEX [axis HEX …]
 *         alternate K axis …        alternate K objective …
 *       group 2 commit attack      what a reserve shall do, with what is drawn for it
 *       note "TEXT"
 *     unassigned A US
 *       units NAME …        centre HEX        retreat HEX
 *
 * A name is a unit's, else a company's, a battalion's or a regiment's. The digits of a sheet's name are its number. A
 * reader goes line by line and writes into the plans of a position; what it writes is checked by the same rules as what
 * a player writes (sheets.c). */
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "systems/tcs/tcs.h"

static const char *const missions[] = {"move", "hasty_defense", "attack", "prepared_defense", "reserve", NULL};
static const char *const states[] = {"implemented", "pending", NULL};

static Plans *plans_in(SheetReader *reader) { return &reader->state->plans[reader->side]; }
static OpSheet *sheet_in(SheetReader *reader)
{
    Plans *plans = plans_in(reader);
    return plans->draft ? &plans->sheet[plans->draft - 1] : NULL;
}

/* ---- reading ------------------------------------------------------------------------------------------------ */

/* "GE" of "german" */
static int side_named(const Scenario *scenario, const Field *field)
{
    for (int side = 0; side < scenario->sides; side++) {
        uint32_t at = 0;
        while (at < field->length && scenario->side_word[side][at] == tolower((unsigned char)field->text[at]))
            at++;
        if (field->length && at == field->length)
            return side;
    }
    return -1;
}

static void take_side(SheetReader *reader, Words *words)
{
    Field side = words_text(words, "a side");
    reader->side = side_named(reader->scenario, &side);
    if (reader->side < 0)
        words_wrong(words, &side, "there is no such side");
}

static int number_in(const Field *name)
{
    int number = 0;
    for (uint32_t i = 0; i < name->length; i++)
        if (isdigit((unsigned char)name->text[i]) && number < 100)
            number = number * 10 + (name->text[i] - '0');
    return number;
}

/* sheet ID SIDE implemented|pending [WEIGHTED] */
static void read_sheet(SheetReader *reader, Words *words)
{
    Field name = words_text(words, "the sheet's name");
    int number = number_in(&name);
    take_side(reader, words);
    int state = words_word(words, "whether it is in force", states);
    reader->unassigned = false;
    reader->pending = state == 1;
    reader->weighted = 0;
    if (reader->pending && words_more(words))
        reader->weighted = (int)words_number(words, "weighted turns", 0, 999);
    if (words->wrong)
        return;
    if (!number || number > TCS_SHEETS || sheet_numbered(plans_in(reader), number) >= 0 || plans_in(reader)->draft ||
        sheet_begin(plans_in(reader), number) < 0)
        words_wrong(words, &name, "a sheet has a number from 1 to %d, once for each side", TCS_SHEETS);
}

static void read_unassigned(SheetReader *reader, Words *words)
{
    words_text(words, "the group's name");
    take_side(reader, words);
    reader->unassigned = true;
    memset(reader->units, 0, sizeof reader->units);
}

/* group NUMBER MISSION, group NUMBER commit MISSION */
static void read_group(SheetReader *reader, Words *words)
{
    static const uint64_t nobody[PIECE_WORDS];
    OpSheet *sheet = sheet_in(reader);
    long number = words_number(words, "the group's number", 1, TCS_GROUPS);
    reader->commits = words_if(words, "commit");
    int mission = words_word(words, "a mission", missions) + 1;
    if (words->wrong)
        return;
    if (!sheet || (reader->commits ? number > sheet->groups : number != sheet->groups + 1)) {
        words_wrong(words, NULL, "groups of a sheet follow each other");
        return;
    }
    reader->group = (int)number - 1;
    if (reader->commits)
        sheet->group[reader->group].drawn = (uint8_t)mission;
    else
        group_begin(plans_in(reader), reader->scenario, reader->state, mission, nobody);
}

static bool take_name(SheetReader *reader, const Field *name, uint64_t *out)
{
    const Book *data = data_of(reader->scenario);
    Piece piece = piece_named(reader->scenario, name->text, name->length);
    if (piece != NO_PIECE) {
        set_bit(out, piece);
        return counter_of(reader->scenario, piece)->side == reader->side;
    }
    for (int i = 0; i < data->formations; i++)
        if (field_is(name, data->formation[i]))
            return formation_units(reader->scenario, reader->side, i, out) > 0;
    return false;
}

static bool can_list(SheetReader *reader, Piece piece)
{
    const Plans *plans = plans_in(reader);
    for (int i = 0; i < LISTED; i++)
        if (plans->listed[piece][i].sheet &&
            (plans->listed[piece][i].sheet == plans->draft ||
             (!reader->pending && plans->sheet[plans->listed[piece][i].sheet - 1].state == SHEET_IMPLEMENTED)))
            return false;
    return listings_of(plans, piece) < LISTED;
}

static void read_units(SheetReader *reader, Words *words)
{
    while (words_more(words)) {
        uint64_t units[PIECE_WORDS] = {0};
        Field name = words_text(words, "a unit or a formation");
        if (!take_name(reader, &name, units))
            words_wrong(words, &name, "the side has no such unit or formation");
        EACH_BIT(piece, units, PIECE_WORDS) {
            if (reader->unassigned)
                set_bit(reader->units, piece);
            else if (!sheet_in(reader) || !sheet_in(reader)->groups || !can_list(reader, (Piece)piece))
                words_wrong(words, &name, "a unit has one mission on a sheet, and stands on two at most (6.6, 6.7b)");
            else
                enlist(plans_in(reader), (Piece)piece, plans_in(reader)->draft - 1, sheet_in(reader)->groups - 1);
        }
    }
}

static void take_hexes(Words *words, Drawing *drawing)
{
    while (words_next_is_hex(words) && drawing->hexes < DRAWING_HEXES)
        drawing->hex[drawing->hexes++] = words_hex(words);
}

static int turn_at(const Book *data, long time)
{
    for (int turn = 1; turn <= data->turns; turn++)
        if (data->turn[turn - 1].time == time)
            return turn;
    return 0;
}

/* What is drawn must fit the group, as if a player drew it; a commitment belongs to its reserve. */
static void draw(SheetReader *reader, Words *words, Drawing *drawing)
{
    Plans *plans = plans_in(reader);
    if (words->wrong)
        return;
    if (!plans->draft || !sheet_in(reader)->groups) {
        words_wrong(words, NULL, "there is no group to draw that for");
        return;
    }
    drawing->sheet = (uint8_t)(plans->draft - 1);
    drawing->group = (uint8_t)(reader->commits ? reader->group : sheet_in(reader)->groups - 1);
    drawing->alternate = reader->commits ? COMMITMENT : drawing->alternate;
    Refusal no = reader->commits ? LEGAL : drawing_fits(reader->scenario, reader->state, plans, drawing);
    if (refused(no)) {
        char why[SAY_TEXT];
        say(reader->scenario, NULL, NULL, &no.why, why, sizeof why);
        words_wrong(words, NULL, "%s", why);
        return;
    }
    draw_on(plans, drawing);
}

static void take_drawing(SheetReader *reader, Words *words, int kind, int alternate)
{
    Drawing drawing = {.kind = (uint8_t)kind, .alternate = (uint8_t)alternate};
    const Book *data = data_of(reader->scenario);
    take_hexes(words, &drawing);
    if (!drawing.hexes)
        words_wrong(words, words_next(words), "expected a hex");
    if (kind == DRAWN_AXIS) {
        drawing.extent = (uint8_t)usual_width(reader->state);
        if (words_if(words, "width"))
            drawing.extent = (uint8_t)words_number(words, "hexes to either side", 0, EXTENT_MOST);
    } else if (kind == DRAWN_AREA || kind == DRAWN_OBJECTIVE) {
        words_keyword(words, "radius");
        drawing.extent = (uint8_t)words_number(words, "hexes to every hand", 0, EXTENT_MOST);
    } else if (kind == DRAWN_PHASE_LINE) {
        words_keyword(words, "not_before");
        drawing.extent = (uint8_t)turn_at(data, words_number(words, "a time", 0, 2359));
    } else if (words_if(words, "axis")) {
        take_hexes(words, &drawing);
    }
    draw(reader, words, &drawing);
}

static const char *const drawn[] = {"axis", "objective", "area", "phase_line", "failure", "preliminary", NULL};

static void read_alternate(SheetReader *reader, Words *words)
{
    long alternate = words_number(words, "the alternate's number", 1, ALTERNATES);
    int kind = words_word(words, "what is drawn", drawn);
    if (!words->wrong)
        take_drawing(reader, words, kind + 1, (int)alternate);
}

static void read_note(SheetReader *reader, Words *words)
{
    char note[NOTE] = "";
    if (words_string(words, "a note", note, sizeof note) && reader->note && sheet_in(reader))
        memcpy(reader->note[reader->side][sheet_in(reader)->number - 1], note, sizeof note);
}

/* ---- a group without orders --------------------------------------------------------------------------------- */

static void read_centre(SheetReader *reader, Words *words)
{
    reader->camp = (Camp){.centre = words_hex(words), .retreat = NO_HEX, .doing = CAMP_RESTS};
}

static void read_retreat(SheetReader *reader, Words *words)
{
    reader->camp.retreat = words_hex(words);
    if (!words->wrong && map_distance(reader->scenario->map, reader->camp.centre, reader->camp.retreat) < CONTINGENCY)
        words_wrong(words, NULL, "that is less than %d hexes from the centre (6.3c)", CONTINGENCY);
}

static void camp_ends(SheetReader *reader, Words *words)
{
    Plans *plans = plans_in(reader);
    int at = 0;
    while (at < TCS_CAMPS && plans->camp[at].doing)
        at++;
    if (at == TCS_CAMPS || !reader->camp.doing) {
        words_wrong(words, NULL, "unassigned units have a centre");
        return;
    }
    plans->camp[at] = reader->camp;
    EACH_BIT(piece, reader->units, PIECE_WORDS)
        plans->camp_of[piece] = (uint8_t)(at + 1);
}

bool sheet_line_ends(SheetReader *reader, Words *words)
{
    if (reader->side < 0 || words->wrong)
        return false;
    if (reader->unassigned) {
        camp_ends(reader, words);
        return !words->wrong;
    }
    Plans *plans = plans_in(reader);
    int at = plans->draft - 1;
    Refusal no = sheet_lacks(reader->scenario, reader->state, reader->side, at);
    if (refused(no)) {
        char why[SAY_TEXT];
        say(reader->scenario, NULL, NULL, &no.why, why, sizeof why);
        words_wrong(words, NULL, "%s", why);
        return false;
    }
    OpSheet *sheet = &plans->sheet[at];
    sheet->state = reader->pending ? SHEET_PENDING : SHEET_IMPLEMENTED;
    sheet->created = sheet->implemented = (uint8_t)reader->state->head.turn;
    sheet->weighted = (uint16_t)reader->weighted;
    sheet->size = (int8_t)sheet_size(reader->scenario, reader->state, reader->side, at);
    plans->numbered = sheet->number > plans->numbered ? sheet->number : plans->numbered;
    plans->draft = 0;
    return true;
}

static const struct {
    const char *word;
    void (*read)(SheetReader *reader, Words *words);
} lines[] = {
    {"sheet", read_sheet},   {"unassigned", read_unassigned}, {"group", read_group},
    {"units", read_units},   {"alternate", read_alternate},   {"note", read_note},
    {"centre", read_centre}, {"retreat", read_retreat},
};
enum { LINES = sizeof lines / sizeof *lines };

bool sheet_knows(const Field *word)
{
    for (int i = 0; i < LINES; i++)
        if (field_is(word, lines[i].word))
            return true;
    return field_among(word, drawn) >= 0;
}

bool sheet_line(SheetReader *reader, const Field *word, Words *words)
{
    for (int i = 0; i < LINES; i++)
        if (field_is(word, lines[i].word)) {
            if (i > 1 && reader->side < 0)
                words_wrong(words, word, "there is no sheet to write that on");
            else
                lines[i].read(reader, words);
            return words_end(words);
        }
    int shape = field_among(word, drawn);
    if (shape >= 0 && reader->side >= 0)
        take_drawing(reader, words, shape + 1, 0);
    return words_end(words);
}

/* ---- printing ------------------------------------------------------------------------------------------------ */

typedef struct Page {
    char *out;
    size_t room, length;
    const Scenario *scenario;
} Page;

static void put(Page *page, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(Page *page, const char *format, ...)
{
    va_list values;
    if (page->length >= page->room)
        return;
    va_start(values, format);
    int length = vsnprintf(page->out + page->length, page->room - page->length, format, values);
    va_end(values);
    page->length += length > 0 ? (size_t)length : 0;
}

static void put_hexes(Page *page, const Hex *hex, int count)
{
    char text[HEX_TEXT];
    for (int i = 0; i < count; i++)
        put(page, " %s", hex_print(&page->scenario->map->grid, hex[i], text));
}

static void put_drawing(Page *page, const Drawing *drawing)
{
    bool way = drawing->kind == DRAWN_FAILURE || drawing->kind == DRAWN_PRELIMINARY;
    put(page, "    ");
    if (drawing->alternate && drawing->alternate != COMMITMENT)
        put(page, "alternate %d ", drawing->alternate);
    put(page, "%s", drawn[drawing->kind - 1]);
    put_hexes(page, drawing->hex, way ? 1 : drawing->hexes);
    if (way && drawing->hexes > 1) {
        put(page, " axis");
        put_hexes(page, drawing->hex + 1, drawing->hexes - 1);
    } else if (drawing->kind == DRAWN_AXIS) {
        put(page, " width %d", drawing->extent);
    } else if (drawing->kind == DRAWN_PHASE_LINE) {
        put(page, " not_before %04d", data_of(page->scenario)->turn[drawing->extent - 1].time);
    } else if (!way) {
        put(page, " radius %d", drawing->extent);
    }
    put(page, "\n");
}

static void put_drawings(Page *page, const Plans *plans, int sheet, int group, bool commitment)
{
    for (int i = 0; i < TCS_DRAWINGS; i++) {
        const Drawing *drawing = &plans->drawing[i];
        if (drawing->kind && drawing->sheet == sheet && drawing->group == group &&
            (drawing->alternate == COMMITMENT) == commitment)
            put_drawing(page, drawing);
    }
}

static void put_head(Page *page, const char *what, int side, int number)
{
    const char *word = page->scenario->side_word[side];
    put(page, "%s %c%d %c%c", what, toupper((unsigned char)word[0]), number, toupper((unsigned char)word[0]),
        toupper((unsigned char)word[1]));
}

static void put_units(Page *page, const Piece *units, int count)
{
    put(page, "    units");
    for (int i = 0; i < count; i++)
        put(page, " %s", page->scenario->piece_id[units[i]]);
    put(page, "\n");
}

static void put_sheet(Page *page, const State *state, int side, int sheet)
{
    const Plans *plans = &state->plans[side];
    const OpSheet *written = &plans->sheet[sheet];
    Piece units[TCS_PIECES];
    put_head(page, "sheet", side, written->number);
    put(page, " %s", written->state == SHEET_IMPLEMENTED ? "implemented" : "pending");
    if (written->state != SHEET_IMPLEMENTED)
        put(page, " %d", written->weighted);
    put(page, "\n");
    for (int i = 0; i < written->groups; i++) {
        put(page, "  group %d %s\n", i + 1, missions[written->group[i].mission - 1]);
        put_units(page, units, units_on(page->scenario, state, side, sheet, i, units));
        put_drawings(page, plans, sheet, i, false);
    }
    for (int i = 0; i < written->groups; i++)
        if (written->group[i].drawn) {
            put(page, "  group %d commit %s\n", i + 1, missions[written->group[i].drawn - 1]);
            put_drawings(page, plans, sheet, i, true);
        }
    const char *note = data_of(page->scenario)->note[side][(written->number - 1) % TCS_SHEETS];
    if (!written->created && note[0])
        put(page, "  note \"%s\"\n", note);
}

static void put_camp(Page *page, const State *state, int side, int camp)
{
    const Camp *written = &state->plans[side].camp[camp];
    Piece units[TCS_PIECES];
    int count = 0;
    for (Piece piece = 0; piece < page->scenario->pieces; piece++)
        if (state->plans[side].camp_of[piece] == camp + 1)
            units[count++] = piece;
    put_head(page, "unassigned", side, camp + 1);
    put(page, "\n");
    put_units(page, units, count);
    put(page, "    centre");
    put_hexes(page, &written->centre, 1);
    if (written->retreat != NO_HEX) {
        put(page, "\n    retreat");
        put_hexes(page, &written->retreat, 1);
    }
    put(page, "\n");
}

size_t plans_print(const Scenario *scenario, const State *state, int side, char *out, size_t room)
{
    Page page = {out, room, 0, scenario};
    out[0] = 0;
    for (int i = 0; i < TCS_SHEETS; i++)
        if (state->plans[side].sheet[i].state == SHEET_PENDING ||
            state->plans[side].sheet[i].state == SHEET_IMPLEMENTED)
            put_sheet(&page, state, side, i);
    for (int i = 0; i < TCS_CAMPS; i++)
        if (state->plans[side].camp[i].doing)
            put_camp(&page, state, side, i);
    return page.length < room ? page.length : room - 1;
}
