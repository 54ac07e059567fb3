/* json.c — views, maps, choices, forecasts and events as JSON.
 *
 * A state of a few hundred counters is written in about a tenth of a millisecond, and after an order only what
 * changed: each counter is looked at, hashed, and written when its hash is another than the one told last. The
 * other parts are written, hashed, and taken back when they are as before. */
#include "server/json.h"

#include <stdio.h>
#include <stdlib.h>

enum { STACK_ROOM = 64, MARKS_ROOM = 4096, SLOTS_ROOM = 0xFFFF };

void seen_free(Seen *seen)
{
    free(seen->piece);
    *seen = (Seen){0};
}

static void add_side(Buffer *out, const Scenario *scenario, int side)
{
    if (side >= 0 && side < scenario->sides)
        buffer_quote(out, scenario->side_word[side]);
    else
        buffer_literal(out, "null");
}

static void add_bool(Buffer *out, bool value) { buffer_text(out, value ? "true" : "false"); }

static void add_colour(Buffer *out, uint32_t colour)
{
    static const char digits[] = "0123456789abcdef";
    char text[9] = {'"', '#'};
    for (int i = 0; i < 6; i++)
        text[2 + i] = digits[colour >> (20 - 4 * i) & 15];
    text[8] = '"';
    buffer_add(out, text, sizeof text);
}

/* Blank-separated words as an array of strings. */
static void add_words(Buffer *out, const char *words, const char *between)
{
    size_t gap = strlen(between);
    buffer_char(out, '[');
    for (bool first = true; *words; first = false) {
        const char *end = strstr(words, between);
        size_t length = end ? (size_t)(end - words) : strlen(words);
        if (!first)
            buffer_char(out, ',');
        buffer_quote_bytes(out, words, length);
        words += end ? length + gap : length;
    }
    buffer_char(out, ']');
}

static void add_rule(Buffer *out, const Scenario *scenario, int rule)
{
    if (rule > 0 && rule < scenario->system->rule_count)
        buffer_quote(out, scenario->system->rules[rule].id);
    else
        buffer_literal(out, "null");
}

/* ---- counters ---- */

/* A counter and where it is: all that its JSON is made of, so that equal hashes are equal text. */
typedef struct Shown {
    Look look;
    Hex hex;
    uint16_t depth;
} Shown;

static const char *const star_letters = "BWYU"; /* black, white, yellow, blue */

static void add_place(Buffer *out, const Look *look)
{
    const char *waiting = strstr(look->marks, "waiting");
    if (waiting)
        buffer_quote_bytes(out, waiting, strcspn(waiting, ";"));
    else
        buffer_quote(out, look->steps ? "off the map" : "out of the game");
}

static void add_piece(Buffer *out, const Scenario *scenario, Piece piece, const Shown *shown)
{
    const Look *look = &shown->look;
    buffer_literal(out, "{\"i\":");
    buffer_number(out, piece);
    buffer_literal(out, ",\"id\":");
    if (look->known && piece < scenario->pieces)
        buffer_quote(out, scenario->piece_id[piece]);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"hex\":");
    if (shown->hex != NO_HEX) {
        buffer_number(out, shown->hex);
        buffer_literal(out, ",\"z\":");
        buffer_number(out, shown->depth);
    } else {
        buffer_literal(out, "null,\"place\":");
        add_place(out, look);
    }
    buffer_literal(out, ",\"side\":");
    add_side(out, scenario, look->side);
    if (look->nation[0]) {
        buffer_literal(out, ",\"nation\":");
        buffer_quote(out, look->nation);
    }
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, look->name);
    if (look->formation[0]) {
        buffer_literal(out, ",\"formation\":");
        buffer_quote(out, look->formation);
    }
    buffer_literal(out, ",\"symbol\":");
    buffer_quote(out, look->symbol);
    buffer_literal(out, ",\"size\":");
    buffer_quote(out, look->size);
    buffer_literal(out, ",\"values\":");
    buffer_quote(out, look->values);
    buffer_literal(out, ",\"colour\":");
    add_colour(out, look->colour);
    buffer_literal(out, ",\"ink\":");
    add_colour(out, look->ink);
    buffer_literal(out, ",\"steps\":");
    buffer_number(out, look->steps);
    buffer_literal(out, ",\"full\":");
    buffer_number(out, look->full_steps);
    if (look->stars) {
        buffer_literal(out, ",\"stars\":\"");
        for (int i = 0; i < 4; i++)
            if (look->stars >> i & 1)
                buffer_char(out, star_letters[i]);
        buffer_char(out, '"');
    }
    if (look->marks[0]) {
        buffer_literal(out, ",\"marks\":");
        add_words(out, look->marks, "; ");
    }
    buffer_text(out, look->known ? ",\"known\":true}" : ",\"known\":false}");
}

/* Writes the counter if it is another than the one seen; marks it as met. */
typedef struct Pass {
    Buffer *out;
    const Showing *showing;
    Seen *seen;
    uint64_t *met; /* a bit a slot */
    bool whole, first;
} Pass;

static bool seen_room(Seen *seen, int piece)
{
    if (piece < seen->pieces)
        return true;
    int room = seen->pieces ? seen->pieces : 256;
    while (room <= piece)
        room *= 2;
    uint64_t *hashes = realloc(seen->piece, (size_t)room * sizeof *hashes);
    if (!hashes)
        return false;
    memset(hashes + seen->pieces, 0, (size_t)(room - seen->pieces) * sizeof *hashes);
    seen->piece = hashes;
    seen->pieces = room;
    return true;
}

/* The number that stands for all that would be written of the counter, its lowest bit left free: it says whether the
 * counter was shown. */
static uint64_t hash_of(const Showing *showing, Piece piece, Hex hex, int depth, const Shown *shown)
{
    const System *system = showing->scenario->system;
    if (!system->stamp)
        return quick_hash(shown, sizeof *shown) & ~(uint64_t)1;
    uint64_t parts[2] = {system->stamp(showing->scenario, showing->view, piece), (uint64_t)hex << 16 | (unsigned)depth};
    return quick_hash(parts, sizeof parts) & ~(uint64_t)1;
}

static void meet(Pass *pass, Piece piece) { pass->met[piece >> 6] |= (uint64_t)1 << (piece & 63); }

static void show_piece(Pass *pass, Piece piece, Hex hex, int depth)
{
    const Scenario *scenario = pass->showing->scenario;
    bool stamped = scenario->system->stamp;
    Shown shown;
    if (!seen_room(pass->seen, piece))
        return;
    uint64_t *seen = &pass->seen->piece[piece], hash = stamped ? hash_of(pass->showing, piece, hex, depth, NULL) : 0;
    if (stamped && !pass->whole && (*seen | 1) == (hash | 1)) {
        if (*seen & 1)
            meet(pass, piece);
        return;
    }
    memset(&shown, 0, sizeof shown);
    scenario->system->look(scenario, pass->showing->view, piece, &shown.look);
    shown.hex = hex;
    shown.depth = (uint16_t)depth;
    if (!stamped)
        hash = hash_of(pass->showing, piece, hex, depth, &shown);
    if (shown.look.side >= scenario->sides || (hex == NO_HEX && !shown.look.known)) {
        if (!(*seen & 1)) /* else it is still to be told that it is gone */
            *seen = hash;
        return;
    }
    meet(pass, piece);
    if (!pass->whole && *seen == (hash | 1))
        return;
    *seen = hash | 1;
    if (!pass->first)
        buffer_char(pass->out, ',');
    pass->first = false;
    add_piece(pass->out, scenario, piece, &shown);
}

static void show_stack(Pass *pass, Hex hex)
{
    const Scenario *scenario = pass->showing->scenario;
    Piece stack[STACK_ROOM];
    int count = scenario->system->stack(scenario, pass->showing->view, hex, stack, STACK_ROOM);
    for (int i = 0; i < count; i++)
        show_piece(pass, stack[i], hex, i);
}

/* Hexes that hold something, found by asking the counters instead of the hexes where the system has few of them. */
static void show_stacks(Pass *pass)
{
    const Scenario *scenario = pass->showing->scenario;
    const System *system = scenario->system;
    uint64_t held[HEXES_MAX / 64] = {0};
    for (int piece = 0; piece < system->slots; piece++) {
        Hex hex = system->where(scenario, pass->showing->view, (Piece)piece);
        if (hex < HEXES_MAX)
            held[hex >> 6] |= (uint64_t)1 << (hex & 63);
    }
    for (int word = 0; word * 64 < scenario->map->hexes; word++) {
        uint64_t bits = system->slots ? held[word] : ~(uint64_t)0;
        for (; bits; bits &= bits - 1) {
            int hex = word * 64 + __builtin_ctzll(bits);
            if (hex < scenario->map->hexes)
                show_stack(pass, (Hex)hex);
        }
    }
}

static void show_pieces(Pass *pass)
{
    const Scenario *scenario = pass->showing->scenario;
    show_stacks(pass);
    for (int piece = 0; piece < scenario->pieces; piece++)
        if (scenario->system->where(scenario, pass->showing->view, (Piece)piece) == NO_HEX)
            show_piece(pass, (Piece)piece, NO_HEX, 0);
}

/* Those that were seen and are no longer there. */
static void show_gone(Pass *pass)
{
    bool first = true;
    for (int piece = 0; piece < pass->seen->pieces; piece++) {
        if (!(pass->seen->piece[piece] & 1) || pass->met[piece >> 6] >> (piece & 63) & 1)
            continue;
        pass->seen->piece[piece] = 0;
        if (pass->whole)
            continue;
        buffer_text(pass->out, first ? ",\"gone\":[" : ",");
        buffer_number(pass->out, piece);
        first = false;
    }
    if (!first)
        buffer_char(pass->out, ']');
}

static void add_pieces(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    static _Thread_local uint64_t met[(SLOTS_ROOM + 1) / 64];
    memset(met, 0, (size_t)((seen->pieces > 4096 ? SLOTS_ROOM : 4096) / 64 + 1) * sizeof *met);
    Pass pass = {out, showing, seen, met, whole, true};
    size_t before = out->length;
    buffer_literal(out, ",\"pieces\":[");
    show_pieces(&pass);
    buffer_char(out, ']');
    if (pass.first && !whole)
        out->length = before;
    show_gone(&pass);
}

/* ---- the other parts ---- */

static void add_slot(Buffer *out, const Slot *slot)
{
    static const char *const types[] = {"piece", "hex", "path", "hexside", "number", "word"};
    buffer_literal(out, "{\"keyword\":");
    if (slot->keyword)
        buffer_quote(out, slot->keyword);
    else
        buffer_literal(out, "null");
    buffer_format(out, ",\"type\":\"%s\",\"least\":%d,\"most\":%d,\"help\":", types[slot->type], slot->least,
                  slot->most);
    buffer_quote(out, slot->help ? slot->help : "");
    if (slot->type == ARG_WORD) {
        buffer_literal(out, ",\"words\":[");
        for (int i = 0; slot->words && slot->words[i]; i++) {
            if (i)
                buffer_char(out, ',');
            buffer_quote(out, slot->words[i]);
        }
        buffer_char(out, ']');
    }
    buffer_char(out, '}');
}

static void write_verbs(Buffer *out, const System *system, int question_kind)
{
    bool first = true;
    buffer_literal(out, ",\"verbs\":[");
    for (int i = 0; i < system->order_kinds; i++) {
        const OrderKind *kind = &system->orders[i];
        if (!(kind->questions >> question_kind & 1))
            continue;
        if (!first)
            buffer_char(out, ',');
        first = false;
        buffer_literal(out, "{\"verb\":");
        buffer_quote(out, kind->verb);
        buffer_literal(out, ",\"help\":");
        buffer_quote(out, kind->help ? kind->help : "");
        buffer_literal(out, ",\"rules\":");
        add_words(out, kind->rules ? kind->rules : "", " ");
        buffer_literal(out, ",\"slots\":[");
        for (int slot = 0; slot < kind->slots; slot++) {
            if (slot)
                buffer_char(out, ',');
            add_slot(out, &kind->slot[slot]);
        }
        buffer_literal(out, "]}");
    }
    buffer_char(out, ']');
}

/* What answers a kind of question never changes, and is long: it is written once a thread. */
enum { KINDS = 64 };
static _Thread_local struct {
    const System *system;
    Buffer text;
} kept[KINDS];

void json_forget(void)
{
    for (int i = 0; i < KINDS; i++) {
        buffer_free(&kept[i].text);
        kept[i].system = NULL;
    }
}

static void add_verbs(Buffer *out, const System *system, int question_kind)
{
    int at = question_kind % KINDS;
    if (question_kind >= KINDS) {
        write_verbs(out, system, question_kind);
        return;
    }
    if (kept[at].system != system) {
        buffer_clear(&kept[at].text);
        write_verbs(&kept[at].text, system, question_kind);
        kept[at].system = kept[at].text.failed ? NULL : system;
    }
    buffer_add(out, kept[at].text.bytes, kept[at].text.length);
}

static void add_question(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    const System *system = scenario->system;
    const Frame *asked = question(showing->view);
    buffer_literal(out, ",\"question\":");
    if (!asked || showing->over || showing->asked == NO_SIDE) {
        buffer_literal(out, "null");
        return;
    }
    const QuestionKind *kind = &system->questions[asked->kind];
    Sentence prompt = system->prompt(scenario, showing->view);
    char words[SAY_TEXT];
    size_t length = say(scenario, showing->view, &prompt, words, sizeof words);
    buffer_literal(out, "{\"side\":");
    add_side(out, scenario, asked->side);
    buffer_literal(out, ",\"kind\":");
    buffer_quote(out, kind->name);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, kind->title);
    buffer_literal(out, ",\"prompt\":");
    buffer_quote_bytes(out, words, length);
    buffer_literal(out, ",\"rules\":");
    add_words(out, kind->rules ? kind->rules : "", " ");
    bool yours = showing->as == showing->asked;
    buffer_text(out, yours ? ",\"yours\":true" : ",\"yours\":false");
    if (yours)
        add_verbs(out, system, asked->kind);
    buffer_char(out, '}');
}

static void add_track(Buffer *out, const Showing *showing)
{
    char track[512] = "";
    size_t length = showing->scenario->system->track(showing->scenario, showing->view, track, sizeof track);
    buffer_literal(out, ",\"track\":");
    buffer_quote_bytes(out, track, length < sizeof track ? length : sizeof track - 1);
    buffer_literal(out, ",\"turn\":");
    buffer_number(out, showing->view->turn);
    buffer_literal(out, ",\"phase\":");
    buffer_number(out, showing->view->phase);
}

static void add_score(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    Score score;
    memset(&score, 0, sizeof score);
    score.winner = NO_SIDE;
    scenario->system->score(scenario, showing->view, &score);
    buffer_literal(out, ",\"score\":{\"points\":{");
    for (int side = 0; side < scenario->sides; side++) {
        if (side)
            buffer_char(out, ',');
        buffer_quote(out, scenario->side_word[side]);
        buffer_char(out, ':');
        buffer_number(out, score.points[side]);
    }
    buffer_literal(out, "},\"winner\":");
    if (showing->over && !showing->verdict)
        add_side(out, scenario, score.winner);
    else if (showing->over)
        add_side(out, scenario, showing->view->winner);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"verdict\":");
    buffer_quote(out, showing->verdict ? showing->verdict : score.verdict);
    buffer_char(out, '}');
}

static void add_marks(Buffer *out, const Showing *showing)
{
    static _Thread_local Mark marks[MARKS_ROOM];
    const Scenario *scenario = showing->scenario;
    int count = scenario->system->marks(scenario, showing->view, marks, MARKS_ROOM);
    buffer_literal(out, ",\"marks\":[");
    for (int i = 0; i < count && i < MARKS_ROOM; i++) {
        const Mark *mark = &marks[i];
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"symbol\":");
        buffer_quote(out, mark->symbol);
        buffer_literal(out, ",\"label\":");
        buffer_quote(out, mark->label);
        buffer_literal(out, ",\"hex\":");
        buffer_number(out, mark->hex == NO_HEX ? -1 : mark->hex);
        buffer_literal(out, ",\"side\":");
        add_side(out, scenario, mark->side);
        buffer_literal(out, ",\"hexside\":");
        buffer_number(out, mark->hexside == NO_HEXSIDE ? -1 : mark->hexside);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

static void add_control(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    int run = 0, holder = -1;
    buffer_literal(out, ",\"control\":\"");
    for (int hex = 0; hex <= scenario->map->hexes; hex++) {
        int side = hex < scenario->map->hexes ? scenario->system->control(scenario, showing->view, (Hex)hex) : -1;
        if (side != holder && run) {
            buffer_char(out, holder < scenario->sides ? (char)('a' + holder) : '.');
            buffer_number(out, run);
            run = 0;
        }
        holder = side;
        run++;
    }
    buffer_char(out, '"');
}

static void add_flags(Buffer *out, const Showing *showing)
{
    buffer_literal(out, ",\"asked\":");
    add_side(out, showing->scenario, showing->asked);
    buffer_literal(out, ",\"canUndo\":");
    add_bool(out, showing->can_undo && showing->as == showing->asked);
    buffer_literal(out, ",\"over\":");
    add_bool(out, showing->over);
}

static void (*const part_writers[PARTS])(Buffer *out, const Showing *showing) = {add_question, add_track,   add_score,
                                                                                 add_marks,    add_control, add_flags};

static bool is_ground(int part) { return part == PART_MARKS || part == PART_CONTROL; }

static void add_parts(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    const System *system = showing->scenario->system;
    uint64_t ground = system->stamp ? system->stamp(showing->scenario, showing->view, NO_PIECE) | 1 : 0;
    for (int part = 0; part < PARTS; part++) {
        size_t before = out->length;
        if (!whole && ground && ground == seen->ground && is_ground(part))
            continue;
        part_writers[part](out, showing);
        uint64_t hash = quick_hash(out->bytes + before, out->length - before);
        if (!whole && seen->part[part] == hash)
            out->length = before;
        seen->part[part] = hash;
    }
    seen->ground = ground;
    buffer_literal(out, ",\"orders\":");
    buffer_number(out, showing->orders);
}

void json_whole(Buffer *out, const Showing *showing, Seen *seen)
{
    add_parts(out, showing, seen, true);
    add_pieces(out, showing, seen, true);
    seen->valid = true;
}

void json_changes(Buffer *out, const Showing *showing, Seen *seen)
{
    add_parts(out, showing, seen, false);
    add_pieces(out, showing, seen, false);
}

/* ---- sentences and events ---- */

static bool piece_known(const Showing *showing, int piece)
{
    Look look;
    if (piece < 0 || piece >= showing->scenario->pieces)
        return false;
    memset(&look, 0, sizeof look);
    showing->scenario->system->look(showing->scenario, showing->view, (Piece)piece, &look);
    return look.known;
}

static void add_separator(Buffer *out, bool *first)
{
    if (!*first)
        buffer_char(out, ',');
    *first = false;
}

/* What the holes of one kind are filled with: hexes to point at, counters the reader knows. */
static void add_holes(Buffer *out, const Showing *showing, const Sentence *sentence, bool hexes)
{
    bool first = true;
    int arg = 0;
    buffer_char(out, '[');
    for (const char *at = sentence->words ? sentence->words : ""; *at && at[1]; at++) {
        if (*at != '%')
            continue;
        if (*++at == '%')
            continue;
        int value = arg < SAY_ARGS ? sentence->arg[arg] : 0;
        arg++;
        if (hexes && *at == 'h' && (Hex)value < showing->scenario->map->hexes) {
            add_separator(out, &first);
            buffer_number(out, (Hex)value);
        } else if (hexes && *at == 'e' && hexside_hex((Hexside)value) < showing->scenario->map->hexes) {
            add_separator(out, &first);
            buffer_number(out, hexside_hex((Hexside)value));
        } else if (!hexes && *at == 'p' && piece_known(showing, (Piece)value)) {
            add_separator(out, &first);
            buffer_number(out, (Piece)value);
        }
    }
    buffer_char(out, ']');
}

void json_sentence(Buffer *out, const Showing *showing, const Sentence *sentence)
{
    char words[SAY_TEXT];
    size_t length = say(showing->scenario, showing->view, sentence, words, sizeof words);
    buffer_literal(out, "\"text\":");
    buffer_quote_bytes(out, words, length);
    buffer_literal(out, ",\"rule\":");
    add_rule(out, showing->scenario, sentence->rule);
    buffer_literal(out, ",\"hexes\":");
    add_holes(out, showing, sentence, true);
    buffer_literal(out, ",\"pieces\":");
    add_holes(out, showing, sentence, false);
}

static const char *const event_words[] = {"note",   "turn",     "phase",      "moved",     "placed",  "rolled",
                                          "result", "lost",     "eliminated", "retreated", "pursued", "state",
                                          "ground", "revealed", "score",      "over"};
_Static_assert(sizeof event_words / sizeof event_words[0] == EVENT_OVER + 1, "a word for each kind of event");

static bool hidden(const Showing *showing, const Event *event)
{
    unsigned mask = showing->as == SPECTATOR ? 0xFF : 1u << showing->as;
    return event->hidden_from & mask;
}

/* The giver knows the order. Anybody else is told it when every counter in it is known and nothing that came of it
 * was hidden; an order of which nothing is told (a secret plan) stays unsaid. */
static bool may_read_order(const Showing *showing, const Events *events, int giver, const Order *order)
{
    if (showing->as == giver)
        return true;
    if (!events->count)
        return false;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++)
        if (hidden(showing, &events->event[i]))
            return false;
    for (int i = 0; i < order->count; i++) {
        const Slot *slot = &showing->scenario->system->orders[order->verb].slot[order->slot[i]];
        if (slot->type == ARG_PIECE && !piece_known(showing, order->value[i]))
            return false;
    }
    return true;
}

/* Dice lie on the table, unless the order itself is secret. */
static bool may_see_dice(const Showing *showing, const Events *events, int giver)
{
    bool any_hidden = false, rolled = false;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        bool unseen = hidden(showing, &events->event[i]);
        any_hidden |= unseen;
        rolled |= !unseen && events->event[i].kind == EVENT_ROLLED;
    }
    return showing->as == giver || rolled || !any_hidden;
}

void json_events(Buffer *out, const Showing *showing, const Events *events, const Dice *dice, int giver,
                 const Order *order)
{
    char text[ORDER_TEXT];
    bool first = true;
    buffer_literal(out, "\"side\":");
    add_side(out, showing->scenario, giver);
    buffer_literal(out, ",\"order\":");
    if (order && may_read_order(showing, events, giver, order))
        buffer_quote_bytes(out, text, order_print(showing->scenario, order, text));
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"dice\":[");
    if (dice && may_see_dice(showing, events, giver))
        for (int i = 0; i < dice->recorded; i++) {
            if (i)
                buffer_char(out, ',');
            buffer_number(out, dice->record[i]);
        }
    buffer_literal(out, "],\"events\":[");
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        const Event *event = &events->event[i];
        if (hidden(showing, event))
            continue;
        add_separator(out, &first);
        buffer_literal(out, "{\"kind\":");
        buffer_quote(out, event_words[event->kind <= EVENT_OVER ? event->kind : 0]);
        buffer_char(out, ',');
        json_sentence(out, showing, &event->what);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

/* ---- asking ---- */

static int words_count(const Slot *slot)
{
    int count = 0;
    while (slot->words && slot->words[count])
        count++;
    return count;
}

static void add_choice(Buffer *out, const Showing *showing, const Order *prefix, Choice choice)
{
    const Scenario *scenario = showing->scenario;
    const Slot *slot = &scenario->system->orders[prefix->verb].slot[choice.slot];
    const Grid *grid = &scenario->map->grid;
    char text[EDGE_TEXT];
    static const char *const types[] = {"piece", "hex", "path", "hexside", "number", "word"};
    Hex hex = NO_HEX;
    buffer_literal(out, "{\"slot\":");
    buffer_number(out, choice.slot);
    buffer_literal(out, ",\"keyword\":");
    if (slot->keyword)
        buffer_quote(out, slot->keyword);
    else
        buffer_literal(out, "null");
    buffer_format(out, ",\"type\":\"%s\",\"text\":", types[slot->type]);
    switch (slot->type) {
    case ARG_PIECE:
        buffer_quote(out, choice.value < scenario->pieces ? scenario->piece_id[choice.value] : "?");
        hex = scenario->system->where(scenario, showing->view, choice.value);
        break;
    case ARG_HEX:
    case ARG_PATH:
        buffer_quote(out, hex_print(grid, choice.value, text));
        hex = choice.value;
        break;
    case ARG_HEXSIDE:
        buffer_quote(out, hexside_print(grid, choice.value, text));
        hex = hexside_hex(choice.value);
        break;
    case ARG_NUMBER:
        buffer_format(out, "\"%d\"", choice.value);
        break;
    case ARG_WORD:
        buffer_quote(out, choice.value < words_count(slot) ? slot->words[choice.value] : "?");
        break;
    }
    buffer_literal(out, ",\"value\":");
    buffer_number(out, choice.value);
    if (hex != NO_HEX) {
        buffer_literal(out, ",\"hex\":");
        buffer_number(out, hex);
    }
    buffer_char(out, '}');
}

void json_choices(Buffer *out, const Showing *showing, const Order *prefix)
{
    static _Thread_local Choices choices;
    const System *system = showing->scenario->system;
    choices.count = 0;
    choices.complete = false;
    system->choices(showing->scenario, showing->view, prefix, &choices);
    buffer_literal(out, "\"complete\":");
    add_bool(out, choices.complete);
    buffer_literal(out, ",\"choices\":[");
    for (int i = 0; i < choices.count; i++) {
        Choice choice = choices.choice[i];
        if (i)
            buffer_char(out, ',');
        if (choice.slot == SLOT_VERB) {
            buffer_literal(out, "{\"slot\":null,\"keyword\":null,\"type\":\"verb\",\"text\":");
            buffer_quote(out, choice.value < system->order_kinds ? system->orders[choice.value].verb : "?");
            buffer_format(out, ",\"value\":%d}", choice.value);
        } else {
            add_choice(out, showing, prefix, choice);
        }
    }
    buffer_char(out, ']');
}

/* Where the walk starts: how far the path has come, or where the counter named last stands. */
static Hex walk_start(const Showing *showing, const Order *prefix, int slot)
{
    const Scenario *scenario = showing->scenario;
    const OrderKind *kind = &scenario->system->orders[prefix->verb];
    int count, first = order_slot(prefix, slot, &count);
    if (count)
        return prefix->value[first + count - 1];
    for (int i = prefix->count - 1; i >= 0; i--)
        if (kind->slot[prefix->slot[i]].type == ARG_PIECE)
            return scenario->system->where(scenario, showing->view, prefix->value[i]);
    return NO_HEX;
}

/* Costs are the system's units; it says how people read them. */
static void add_cost(Buffer *out, const Showing *showing, const Order *prefix, int units)
{
    const Scenario *scenario = showing->scenario;
    char words[40];
    Sentence cost = scenario->system->cost ? scenario->system->cost(scenario, prefix, units) : sentence(0, "%n", units);
    buffer_quote_bytes(out, words, say(scenario, showing->view, &cost, words, sizeof words));
}

bool json_reach(Buffer *out, const Showing *showing, const Order *prefix)
{
    static _Thread_local Reach reach;
    static _Thread_local uint64_t on_way[HEXES_MAX / 64];
    const Scenario *scenario = showing->scenario;
    int slot = prefix->verb == NO_VERB ? -1 : order_path_slot(&scenario->system->orders[prefix->verb]);
    if (slot < 0 || !scenario->system->reach)
        return false;
    reach.count = 0;
    scenario->system->reach(scenario, showing->view, prefix, &reach);
    Hex start = walk_start(showing, prefix, slot);
    memset(on_way, 0, sizeof on_way);
    buffer_literal(out, "\"start\":");
    buffer_number(out, start == NO_HEX ? -1 : start);
    buffer_literal(out, ",\"ends\":[");
    for (int i = 0; i < reach.count; i++) {
        Hex hex = reach.hex[i];
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"hex\":");
        buffer_number(out, hex);
        buffer_literal(out, ",\"cost\":");
        add_cost(out, showing, prefix, reach.cost[hex]);
        buffer_literal(out, ",\"units\":");
        buffer_number(out, reach.cost[hex]);
        buffer_char(out, '}');
    }
    buffer_literal(out, "],\"from\":{");
    bool first = true;
    for (int i = 0; i < reach.count; i++)
        for (Hex hex = reach.hex[i]; hex < HEXES_MAX && hex != start; hex = reach.from[hex]) {
            if (on_way[hex >> 6] >> (hex & 63) & 1)
                break;
            on_way[hex >> 6] |= (uint64_t)1 << (hex & 63);
            add_separator(out, &first);
            buffer_char(out, '"');
            buffer_number(out, hex);
            buffer_literal(out, "\":");
            buffer_number(out, reach.from[hex] == NO_HEX ? -1 : reach.from[hex]);
        }
    buffer_char(out, '}');
    return true;
}

static void add_lines(Buffer *out, const Scenario *scenario, const char *name, const ForecastLine *lines, int count)
{
    buffer_format(out, ",\"%s\":[", name);
    for (int i = 0; i < count && i < FORECAST_LINES; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"label\":");
        buffer_quote(out, lines[i].label);
        buffer_literal(out, ",\"weight\":");
        buffer_number(out, (int64_t)lines[i].weight);
        buffer_literal(out, ",\"rule\":");
        add_rule(out, scenario, lines[i].rule);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

bool json_forecast(Buffer *out, const Showing *showing, const Order *order)
{
    static _Thread_local Forecast forecast;
    const Scenario *scenario = showing->scenario;
    memset(&forecast, 0, sizeof forecast);
    if (!scenario->system->forecast || !scenario->system->forecast(scenario, showing->view, order, &forecast))
        return false;
    buffer_literal(out, "\"title\":");
    buffer_quote(out, forecast.title);
    buffer_literal(out, ",\"best\":");
    buffer_quote(out, forecast.best);
    buffer_literal(out, ",\"worst\":");
    buffer_quote(out, forecast.worst);
    buffer_literal(out, ",\"total\":");
    buffer_number(out, (int64_t)forecast.total);
    buffer_literal(out, ",\"modifiers\":[");
    for (int i = 0; i < forecast.modifiers && i < FORECAST_LINES; i++) {
        const ForecastModifier *modifier = &forecast.modifier[i];
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"side\":");
        add_side(out, scenario, modifier->side);
        buffer_literal(out, ",\"value\":");
        buffer_number(out, modifier->value);
        buffer_char(out, ',');
        json_sentence(out, showing, &modifier->what);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
    add_lines(out, scenario, "outcomes", forecast.outcome, forecast.outcomes);
    add_lines(out, scenario, "measures", forecast.measure, forecast.measures);
    return true;
}

void json_stack(Buffer *out, const Showing *showing, Hex hex)
{
    const Scenario *scenario = showing->scenario;
    const Map *map = scenario->map;
    Piece stack[STACK_ROOM];
    char number[HEX_TEXT];
    bool first = true;
    int count = scenario->system->stack(scenario, showing->view, hex, stack, STACK_ROOM);
    buffer_literal(out, "\"hex\":");
    buffer_number(out, hex);
    buffer_literal(out, ",\"number\":");
    buffer_quote(out, hex_print(&map->grid, hex, number));
    buffer_literal(out, ",\"terrain\":[");
    for (int i = 0; map->schema->terrain[i]; i++)
        if (map->terrain[hex] >> i & 1) {
            add_separator(out, &first);
            buffer_quote(out, map->schema->terrain[i]);
        }
    buffer_literal(out, "],\"place\":");
    if (map->place[hex] >= 0)
        buffer_quote(out, map->place_list[map->place[hex]].name);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"control\":");
    add_side(out, scenario, scenario->system->control(scenario, showing->view, hex));
    buffer_literal(out, ",\"pieces\":[");
    for (int i = 0; i < count; i++) {
        Shown shown;
        memset(&shown, 0, sizeof shown);
        scenario->system->look(scenario, showing->view, stack[i], &shown.look);
        shown.hex = hex;
        shown.depth = (uint16_t)i;
        if (i)
            buffer_char(out, ',');
        add_piece(out, scenario, stack[i], &shown);
    }
    buffer_char(out, ']');
}

/* ---- maps and scenarios ---- */

static void add_names(Buffer *out, const char *const *words)
{
    buffer_char(out, '[');
    for (int i = 0; words && words[i]; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_quote(out, words[i]);
    }
    buffer_char(out, ']');
}

static const char *word_at(const char *const *words, int index)
{
    for (int i = 0; words && words[i]; i++)
        if (i == index)
            return words[i];
    return "?";
}

static void add_listed(Buffer *out, const Map *map, const char *key, int first, int count)
{
    buffer_format(out, ",\"%s\":[", key);
    for (int i = 0; i < count; i++) {
        if (i)
            buffer_char(out, ',');
        buffer_number(out, map->list[first + i]);
    }
    buffer_literal(out, "]}");
}

static void add_feature(Buffer *out, const char *kind, const char *name, int provenance)
{
    static const char *const provenances[] = {"printed", "derived", "ours"};
    buffer_literal(out, "{\"kind\":");
    buffer_quote(out, kind);
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, name);
    buffer_format(out, ",\"provenance\":\"%s\"", provenances[provenance > OURS ? OURS : provenance]);
}

static void add_bridges(Buffer *out, const Map *map)
{
    bool first = true;
    buffer_literal(out, ",\"bridges\":[");
    for (int hex = 0; hex < map->hexes; hex++)
        for (int edge = 0; edge < EDGES; edge++)
            if (map->bridge[hex][edge] && hexside_of(&map->grid, (Hex)hex, (Edge)edge) == hex * EDGES + edge) {
                add_separator(out, &first);
                buffer_number(out, hex * EDGES + edge);
            }
    buffer_char(out, ']');
}

static void add_ground(Buffer *out, const Map *map)
{
    bool heights = false;
    buffer_literal(out, ",\"terrain\":[");
    for (int hex = 0; hex < map->hexes; hex++) {
        if (hex)
            buffer_char(out, ',');
        buffer_number(out, map->terrain[hex]);
        heights |= map->height[hex] != 0;
    }
    buffer_char(out, ']');
    for (int hex = 0; heights && hex < map->hexes; hex++) {
        buffer_text(out, hex ? "," : ",\"height\":[");
        buffer_number(out, map->height[hex]);
    }
    if (heights)
        buffer_char(out, ']');
}

static void add_lines_of_map(Buffer *out, const Map *map)
{
    const MapSchema *schema = map->schema;
    buffer_literal(out, ",\"edges\":[");
    for (int i = 0; i < map->edge_lines; i++) {
        const Line *line = &map->edge_line[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->edges, line->kind), line->name, line->provenance);
        add_listed(out, map, "sides", line->first, line->count);
    }
    buffer_literal(out, "],\"roads\":[");
    for (int i = 0; i < map->road_lines; i++) {
        const Line *line = &map->road_line[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->roads, line->kind), line->name, line->provenance);
        buffer_format(out, ",\"rank\":%d", line->kind + 1);
        add_listed(out, map, "hexes", line->first, line->count);
    }
    buffer_literal(out, "],\"places\":[");
    for (int i = 0; i < map->places; i++) {
        const Place *place = &map->place_list[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->places, place->kind), place->name, place->provenance);
        add_listed(out, map, "hexes", place->first, place->count);
    }
    buffer_literal(out, "],\"areas\":[");
    for (int i = 0; i < map->areas; i++) {
        const Area *area = &map->area_list[i];
        if (i)
            buffer_char(out, ',');
        add_feature(out, word_at(schema->areas, area->kind), area->name, area->provenance);
        add_listed(out, map, "hexes", area->first, area->count);
    }
    buffer_char(out, ']');
}

void json_map(Buffer *out, const Scenario *scenario)
{
    const Map *map = scenario->map;
    const Grid *grid = &map->grid;
    char number[HEX_TEXT];
    size_t start = out->length;
    buffer_literal(out, ",\"name\":");
    buffer_quote(out, map->name);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, map->title);
    buffer_literal(out, ",\"source\":");
    buffer_quote(out, map->source ? map->source : "");
    buffer_format(out, ",\"columns\":%d,\"rows\":%d,\"firstColumn\":%d,\"firstRow\":%d,\"parity\":\"%s\"",
                  grid->columns, grid->rows, grid->first_column, grid->first_row,
                  grid->parity == ODD_DOWN ? "odd-down" : "even-down");
    buffer_format(out, ",\"numbering\":\"%s\",\"scale\":%d,\"terrainWords\":",
                  grid->numbering == COLUMN_ROW ? "ccrr" : "cc.rr", map->scale);
    add_names(out, map->schema->terrain);
    add_ground(out, map);
    add_lines_of_map(out, map);
    add_bridges(out, map);
    buffer_literal(out, ",\"numbers\":[");
    for (int hex = 0; hex < map->hexes; hex++) {
        if (hex)
            buffer_char(out, ',');
        buffer_quote(out, hex_print(grid, (Hex)hex, number));
    }
    buffer_literal(out, "]}");
    if (out->failed)
        return;
    char head[40];
    int length = snprintf(head, sizeof head, "{\"hash\":\"%016llx\"",
                          (unsigned long long)quick_hash(out->bytes + start, out->length - start));
    if (!buffer_room(out, (size_t)length))
        return;
    memmove(out->bytes + start + length, out->bytes + start, out->length - start);
    memcpy(out->bytes + start, head, (size_t)length);
    out->length += (size_t)length;
}

void json_sides(Buffer *out, const Scenario *scenario)
{
    buffer_char(out, '[');
    for (int side = 0; side < scenario->sides; side++) {
        buffer_text(out, side ? ",{\"word\":" : "{\"word\":");
        buffer_quote(out, scenario->side_word[side]);
        buffer_literal(out, ",\"name\":");
        buffer_quote(out, scenario->side_name[side]);
        buffer_literal(out, ",\"colour\":");
        add_colour(out, scenario->side_colour[side]);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}

void json_scenario(Buffer *out, const Scenario *scenario, const char *source, int turns, bool teaching)
{
    buffer_literal(out, "{\"id\":");
    buffer_quote(out, scenario->id);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, scenario->title);
    buffer_literal(out, ",\"system\":");
    buffer_quote(out, scenario->system->name);
    buffer_literal(out, ",\"systemTitle\":");
    buffer_quote(out, scenario->system->title);
    buffer_format(out, ",\"turns\":%d,\"source\":", turns);
    buffer_quote(out, source);
    buffer_literal(out, ",\"teaching\":");
    add_bool(out, teaching);
    buffer_literal(out, ",\"sides\":");
    json_sides(out, scenario);
    buffer_literal(out, ",\"options\":[");
    for (int i = 0; i < scenario->options; i++) {
        const Option *option = &scenario->option[i];
        buffer_text(out, i ? ",{\"name\":" : "{\"name\":");
        buffer_quote(out, option->name);
        buffer_literal(out, ",\"value\":");
        buffer_quote(out, option->value);
        buffer_literal(out, ",\"values\":");
        add_words(out, option->values, " ");
        buffer_literal(out, ",\"rule\":");
        buffer_quote(out, option->rule);
        buffer_literal(out, ",\"help\":");
        buffer_quote(out, option->help);
        buffer_char(out, '}');
    }
    buffer_literal(out, "]}");
}
