/* json_look.c — what a system declares for the client that draws, with the drawings; its panels and aims. */
#include <stdlib.h>

#include "core/room.h"
#include "core/standing.h"
#include "server/json_own.h"

/* ---- drawings, as SVG writes them ---- */

/* Thousandths as a decimal. */
static void add_decimal(Buffer *out, int thousandths)
{
    int size = abs(thousandths), part = size % SYMBOL_UNIT;
    if (thousandths < 0)
        buffer_char(out, '-');
    buffer_number(out, size / SYMBOL_UNIT);
    if (!part)
        return;
    buffer_char(out, '.');
    for (int digit = SYMBOL_UNIT / 10; digit && part; part %= digit, digit /= 10)
        buffer_char(out, (char)('0' + part / digit));
}

static void add_step(Buffer *out, char command, const int16_t *at, int numbers)
{
    buffer_char(out, command);
    for (int i = 0; i < numbers; i++) {
        if (i)
            buffer_char(out, ' ');
        add_decimal(out, at[i]);
    }
}

/* Ellipses and boxes in the commands that SVG has. */
static void add_path_step(Buffer *out, const SymbolStep *step)
{
    const int16_t *at = step->at;
    if (step->command == 'O') {
        add_step(out, 'M', (int16_t[]){(int16_t)(at[0] - at[2]), at[1]}, 2);
        for (int half = 1; half >= -1; half -= 2)
            add_step(out, 'a', (int16_t[]){at[2], at[3], 0, SYMBOL_UNIT, 0, (int16_t)(half * 2 * at[2]), 0}, 7);
        buffer_char(out, 'Z');
    } else if (step->command == 'R') {
        add_step(out, 'M', at, 2);
        add_step(out, 'h', &at[2], 1);
        add_step(out, 'v', &at[3], 1);
        add_step(out, 'h', (int16_t[]){(int16_t)-at[2]}, 1);
        buffer_char(out, 'Z');
    } else {
        add_step(out, step->command, at, step->command == 'C' ? 6 : step->command == 'Z' ? 0 : 2);
    }
}

static void add_part(Buffer *out, const Symbols *symbols, const SymbolPart *part)
{
    buffer_format(out, "{\"paint\":\"%s\"", paint_words[part->paint]);
    if (part->width) {
        buffer_literal(out, ",\"width\":");
        add_decimal(out, part->width);
    }
    if (part->paint == PAINT_TEXT || part->paint == PAINT_LEVEL) {
        buffer_literal(out, ",\"x\":");
        add_decimal(out, part->x);
        buffer_literal(out, ",\"y\":");
        add_decimal(out, part->y);
        buffer_literal(out, ",\"size\":");
        add_decimal(out, part->size);
        if (part->paint == PAINT_TEXT) {
            buffer_literal(out, ",\"words\":");
            buffer_quote(out, part->words);
        }
    } else {
        buffer_literal(out, ",\"path\":\"");
        for (int i = 0; i < part->steps; i++)
            add_path_step(out, &symbols->step[part->first + i]);
        buffer_char(out, '"');
    }
    buffer_char(out, '}');
}

static void add_symbols(Buffer *out, const Symbols *symbols)
{
    buffer_literal(out, "{\"symbols\":{");
    for (int i = 0; symbols && i < symbols->symbols; i++) {
        const Symbol *symbol = &symbols->symbol[i];
        if (i)
            buffer_char(out, ',');
        buffer_quote(out, symbol->name);
        buffer_literal(out, ":[");
        for (int j = 0; j < symbol->parts; j++) {
            if (j)
                buffer_char(out, ',');
            add_part(out, symbols, &symbols->part[symbol->first + j]);
        }
        buffer_char(out, ']');
    }
    buffer_char(out, '}');
}

/* ---- declarations ---- */

static void add_colour(Buffer *out, const char *key, uint32_t colour)
{
    if (!colour)
        return;
    buffer_format(out, ",\"%s\":", key);
    json_colour(out, colour);
}

static void add_phrase(Buffer *out, const Translation *translation, const char *key, const char *english)
{
    if (!english)
        return;
    buffer_format(out, ",\"%s\":", key);
    json_translated(out, translation, english);
}

static void add_branches(Buffer *out, const Translation *translation, const Branch *branches)
{
    buffer_literal(out, ",\"branches\":[");
    for (const Branch *branch = branches; branch && branch->symbol; branch++) {
        buffer_text(out, branch > branches ? ",{\"symbol\":" : "{\"symbol\":");
        buffer_quote(out, branch->symbol);
        add_phrase(out, translation, "meaning", branch->meaning);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_signs(Buffer *out, const Translation *translation, const Sign *signs)
{
    static const char *const places[] = {[SIGN_BESIDE] = "beside", [SIGN_HEAD] = "head", [SIGN_TOLD] = "told"};
    buffer_literal(out, ",\"signs\":[");
    for (const Sign *sign = signs; sign && sign->name; sign++) {
        buffer_text(out, sign > signs ? ",{\"name\":" : "{\"name\":");
        buffer_quote(out, sign->name);
        buffer_literal(out, ",\"drawing\":");
        buffer_quote(out, sign->drawing ? sign->drawing : "");
        add_colour(out, "colour", sign->colour);
        add_colour(out, "ink", sign->ink);
        buffer_format(out, ",\"place\":\"%s\",\"weight\":%d", places[sign->place], sign->weight);
        add_phrase(out, translation, "meaning", sign->meaning);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_mark_kinds(Buffer *out, const Translation *translation, const MarkKind *kinds)
{
    static const char *const shapes[MARK_SHAPES] = {[MARK_RING] = "ring", [MARK_TINT] = "tint", [MARK_BOARD] = "board",
                                                    [MARK_ICON] = "icon", [MARK_SPAN] = "span", [MARK_TOLD] = "told"};
    buffer_literal(out, ",\"marks\":[");
    for (const MarkKind *kind = kinds; kind && kind->name; kind++) {
        buffer_text(out, kind > kinds ? ",{\"name\":" : "{\"name\":");
        buffer_quote(out, kind->name);
        buffer_format(out, ",\"shape\":\"%s\",\"drawing\":", shapes[kind->shape]);
        buffer_quote(out, kind->drawing ? kind->drawing : "");
        add_colour(out, "colour", kind->colour);
        add_colour(out, "ink", kind->ink);
        add_phrase(out, translation, "meaning", kind->meaning);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_about(Buffer *out, unsigned about)
{
    static const char *const words[] = {"side", "own-side", "piece", "hex"};
    bool first = true;
    buffer_literal(out, ",\"about\":[");
    for (int i = 0; i < 4; i++)
        if (about >> i & 1) {
            json_comma(out, &first);
            buffer_quote(out, words[i]);
        }
    buffer_char(out, ']');
}

static void add_overlay_kind(Buffer *out, const Translation *translation, const OverlayKind *kind)
{
    static const char *const patterns[TINT_PATTERNS] = {[TINT_PLAIN] = "plain",
                                                        [TINT_UPRIGHT] = "upright",
                                                        [TINT_LEANING] = "leaning",
                                                        [TINT_CROSSED] = "crossed",
                                                        [TINT_DOTTED] = "dotted"};
    buffer_literal(out, "{\"name\":");
    buffer_quote(out, kind->name);
    add_phrase(out, translation, "title", kind->title);
    add_about(out, kind->about);
    buffer_literal(out, ",\"tints\":[");
    for (const Tint *tint = kind->tint; tint < kind->tint + OVERLAY_TINTS && tint->meaning; tint++) {
        buffer_format(out, "%s{\"pattern\":\"%s\",\"framed\":", tint > kind->tint ? "," : "", patterns[tint->pattern]);
        json_bool(out, tint->framed);
        add_colour(out, "colour", tint->colour);
        add_phrase(out, translation, "meaning", tint->meaning);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
    add_phrase(out, translation, "line", kind->line);
    add_phrase(out, translation, "base", kind->base);
    add_phrase(out, translation, "cut", kind->cut);
    if (kind->about & ABOUT_CUT)
        buffer_literal(out, ",\"profile\":true");
    buffer_char(out, '}');
}

static void add_value_meanings(Buffer *out, const Translation *translation, const System *system)
{
    bool first = true;
    buffer_literal(out, ",\"values\":{");
    for (int place = 0; place < LOOK_PLACES; place++)
        if (system->value_meanings[place]) {
            json_comma(out, &first);
            buffer_quote(out, look_places[place]);
            buffer_char(out, ':');
            json_translated(out, translation, system->value_meanings[place]);
        }
    buffer_char(out, '}');
    add_phrase(out, translation, "steps", system->step_word);
}

/* The usual answers that can be given in advance, by question. */
static void add_standing(Buffer *out, const Translation *translation, const System *system)
{
    static const char *const measures[] = {"always", "odds", "percent", "hexes"};
    buffer_literal(out, ",\"standing\":[");
    for (const StandingKind *kind = system->standing; kind && kind->name; kind++) {
        const QuestionKind *asked = &system->questions[kind->question];
        buffer_text(out, kind > system->standing ? ",{\"question\":" : "{\"question\":");
        buffer_quote(out, asked->name);
        buffer_literal(out, ",\"title\":");
        json_translated(out, translation, asked->title);
        buffer_literal(out, ",\"name\":");
        buffer_quote(out, kind->name);
        buffer_literal(out, ",\"sentence\":");
        json_translated(out, translation, kind->sentence);
        if (kind->measure != STANDING_ALWAYS)
            buffer_format(out, ",\"measure\":\"%s\",\"least\":%d,\"most\":%d,\"usual\":%d", measures[kind->measure],
                          kind->least, kind->most, kind->usual);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

void json_looks(Buffer *out, const Translation *translation, const System *system, const Symbols *symbols)
{
    add_symbols(out, symbols);
    add_branches(out, translation, system->branches);
    add_signs(out, translation, system->signs);
    add_mark_kinds(out, translation, system->mark_kinds);
    buffer_literal(out, ",\"overlays\":[");
    for (const OverlayKind *kind = system->overlays; kind && kind->name; kind++) {
        if (kind > system->overlays)
            buffer_char(out, ',');
        add_overlay_kind(out, translation, kind);
    }
    buffer_char(out, ']');
    add_value_meanings(out, translation, system);
    add_standing(out, translation, system);
    buffer_literal(out, ",\"panels\":");
    json_bool(out, system->panels != NULL);
    buffer_literal(out, ",\"aims\":");
    json_bool(out, system->aims != NULL);
    if (system->posts)
        buffer_literal(out, ",\"posts\":true");
    if (system->transfers)
        buffer_literal(out, ",\"transfers\":true");
    buffer_char(out, '}');
}

/* ---- panels and aims ---- */

/* Counters that the viewer knows; the others would reveal more than the row. */
static void add_known_pieces(Buffer *out, const Showing *showing, const uint16_t *refs, int count)
{
    bool first = true;
    buffer_literal(out, ",\"pieces\":[");
    for (int i = 0; i < count; i++) {
        Look look;
        look_clear(&look);
        showing->scenario->system->look(showing->scenario, showing->view, refs[i], &look);
        if (!look.known)
            continue;
        json_comma(out, &first);
        buffer_number(out, refs[i]);
    }
    buffer_char(out, ']');
}

/* A sentence without its paragraph, which stands beside it. */
static void add_said(Buffer *out, const Showing *showing, const char *key, Sentence sentence)
{
    sentence.rule = 0;
    buffer_format(out, ",\"%s\":", key);
    json_said(out, showing, &sentence);
}

static void add_row(Buffer *out, const Showing *showing, const Panels *panels, const PanelRow *row)
{
    buffer_literal(out, "{\"rule\":");
    json_rule(out, showing->scenario, row->label.rule);
    add_said(out, showing, "label", row->label);
    add_said(out, showing, "value", row->value);
    add_known_pieces(out, showing, &panels->ref[row->first], row->pieces);
    json_refs(out, "hexes", &panels->ref[row->first + row->pieces], row->hexes);
    if (row->plan)
        buffer_format(out, ",\"plan\":%d", row->plan);
    if (row->turn)
        buffer_format(out, ",\"turn\":%d", row->turn);
    if (row->strong)
        buffer_literal(out, ",\"strong\":true");
    buffer_char(out, '}');
}

/* The answers to the open question that take one press now, if there are any: the words and the order. */
static void json_offers(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    const System *system = scenario->system;
    const Frame *asked = question(showing->view);
    bool first = true;
    buffer_literal(out, ",\"offers\":[");
    for (const StandingKind *kind = system->standing; asked && kind && kind->name; kind++) {
        StandingSet set = {0};
        Sentence words;
        Order order;
        char text[ORDER_TEXT];
        if (!kind->offer || asked->side != showing->as || kind->question != asked->kind)
            continue;
        set.kind[asked->kind] = (uint8_t)(1 + (kind - system->standing));
        set.number[asked->kind] = kind->usual;
        if (!kind->offer(scenario, showing->view, &words) ||
            standing_find(scenario, showing->view, &set, &order) != STANDING_GIVEN)
            continue;
        json_comma(out, &first);
        order_print(scenario, &order, text);
        buffer_format(out, "{\"name\":\"%s\",\"order\":", kind->name);
        buffer_quote(out, text);
        buffer_literal(out, ",\"rule\":");
        json_rule(out, scenario, words.rule);
        add_said(out, showing, "text", words);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_orders(Buffer *out, const Scenario *scenario, const Transfer *transfer)
{
    char text[ORDER_TEXT];
    buffer_literal(out, ",\"orders\":[");
    for (int i = 0; i < transfer->orders; i++) {
        if (i)
            buffer_char(out, ',');
        order_print(scenario, &transfer->order[i], text);
        buffer_quote(out, text);
    }
    buffer_char(out, ']');
}

/* From where something can be carried now, and what that is called. */
void json_senders(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    const Frame *asked = question(showing->view);
    uint64_t hexes[HEXES_MAX / 64] = {0};
    Sentence words;
    bool first = true;
    if (!scenario->system->senders || !asked || asked->side != showing->as ||
        !scenario->system->senders(scenario, showing->view, hexes, &words))
        return;
    buffer_literal(out, ",\"rule\":");
    json_rule(out, scenario, words.rule);
    add_said(out, showing, "text", words);
    buffer_literal(out, ",\"from\":[");
    for (int hex = 0; hex < scenario->map->hexes; hex++)
        if (hexes[hex / 64] >> (hex % 64) & 1) {
            json_comma(out, &first);
            buffer_number(out, hex);
        }
    buffer_char(out, ']');
}

/* The ways to carry something from one hex to the other, or why there are none; false if the viewer is not asked. */
bool json_transfers(Buffer *out, const Showing *showing, Hex from, Hex to, int amount)
{
    const Scenario *scenario = showing->scenario;
    const Frame *asked = question(showing->view);
    Transfer transfer[TRANSFERS];
    Refusal why;
    int most;
    if (!scenario->system->transfers || !asked || asked->side != showing->as || from >= scenario->map->hexes ||
        to >= scenario->map->hexes)
        return false;
    int count = scenario->system->transfers(scenario, showing->view, from, to, amount, transfer, &most, &why);
    buffer_format(out, ",\"most\":%d,\"ways\":[", most);
    for (int i = 0; i < count; i++) {
        buffer_text(out, i ? ",{\"rule\":" : "{\"rule\":");
        json_rule(out, scenario, transfer[i].words.rule);
        add_said(out, showing, "text", transfer[i].words);
        add_orders(out, scenario, &transfer[i]);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
    if (!count) {
        buffer_literal(out, ",\"refused\":{");
        json_sentence(out, showing, &why.why);
        buffer_char(out, '}');
    }
    return true;
}

void json_panels(Buffer *out, const Showing *showing)
{
    ROOM(Panels, panels);
    const System *system = showing->scenario->system;
    bool first = true;
    panels->panels = panels->rows = panels->refs = 0;
    if (system->panels)
        system->panels(showing->scenario, showing->view, showing->as < showing->scenario->sides ? showing->as : NO_SIDE,
                       panels);
    buffer_literal(out, ",\"panels\":[");
    for (int i = 0; i < panels->panels; i++) {
        const Panel *panel = &panels->panel[i];
        if (panel->private_to != NO_SIDE && panel->private_to != showing->as)
            continue;
        json_comma(out, &first);
        buffer_literal(out, "{\"name\":");
        buffer_quote(out, panel->name);
        buffer_literal(out, ",\"rule\":");
        json_rule(out, showing->scenario, panel->title.rule);
        add_said(out, showing, "title", panel->title);
        buffer_literal(out, ",\"private\":");
        json_bool(out, panel->private_to != NO_SIDE);
        if (panel->at_hand)
            buffer_literal(out, ",\"atHand\":true");
        buffer_literal(out, ",\"rows\":[");
        for (int row = 0; row < panel->rows; row++) {
            if (row)
                buffer_char(out, ',');
            add_row(out, showing, panels, &panels->row[panel->first + row]);
        }
        buffer_literal(out, "]}");
    }
    buffer_char(out, ']');
    json_offers(out, showing);
}

static void add_aim(Buffer *out, const Showing *showing, const Aims *aims, const Aim *aim)
{
    buffer_format(out, "{\"kind\":\"%s\",\"points\":%d,\"times\":%d,\"side\":", aim_kinds[aim->kind], aim->points,
                  aim->times);
    json_side(out, showing->scenario, aim->side);
    buffer_literal(out, ",\"rule\":");
    json_rule(out, showing->scenario, aim->rule);
    add_said(out, showing, "what", aim->what);
    if (aim->turn) {
        buffer_literal(out, ",\"turn\":");
        buffer_number(out, aim->turn);
    }
    buffer_literal(out, ",\"met\":");
    json_bool(out, aim->met);
    buffer_literal(out, ",\"together\":");
    json_bool(out, aim->together);
    add_known_pieces(out, showing, &aims->ref[aim->first], aim->pieces);
    json_refs(out, "hexes", &aims->ref[aim->first + aim->pieces], aim->hexes);
    buffer_char(out, '}');
}

/* Posts that the side would regret leaving empty, with their guards. */
static void add_posts(Buffer *out, const Showing *showing, Aims *aims)
{
    aims->aims = aims->refs = 0;
    showing->scenario->system->posts(showing->scenario, showing->view, showing->as, aims);
    buffer_literal(out, ",\"posts\":[");
    for (int i = 0; i < aims->aims; i++) {
        const Aim *aim = &aims->aim[i];
        buffer_format(out, "%s{\"hex\":%d,\"rule\":", i ? "," : "", aims->ref[aim->first + aim->pieces]);
        json_rule(out, showing->scenario, aim->rule);
        add_said(out, showing, "what", aim->what);
        if (aim->together)
            buffer_literal(out, ",\"together\":true");
        add_known_pieces(out, showing, &aims->ref[aim->first], aim->pieces);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

void json_aims(Buffer *out, const Showing *showing)
{
    ROOM(Aims, aims);
    const Scenario *scenario = showing->scenario;
    aims->aims = aims->refs = 0;
    for (int side = 0; scenario->system->aims && side < scenario->sides; side++)
        scenario->system->aims(scenario, showing->view, side, aims);
    buffer_literal(out, ",\"aims\":[");
    for (int i = 0; i < aims->aims; i++) {
        if (i)
            buffer_char(out, ',');
        add_aim(out, showing, aims, &aims->aim[i]);
    }
    buffer_char(out, ']');
    if (scenario->system->posts && showing->as < scenario->sides)
        add_posts(out, showing, aims);
}
