/* json_state.c — a state: question, track, score, markers, control and counters, or what changed of them.
 *
 * The parts other than counters are written, hashed, and taken back when they are as they were told last. */
#include "server/json_own.h"

enum { MARKS_ROOM = 4096 };

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
    if (slot_is_set(slot))
        buffer_literal(out, ",\"set\":true");
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
        json_words(out, kind->rules ? kind->rules : "", " ");
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
    json_side(out, scenario, asked->side);
    buffer_literal(out, ",\"kind\":");
    buffer_quote(out, kind->name);
    buffer_literal(out, ",\"title\":");
    buffer_quote(out, kind->title);
    buffer_literal(out, ",\"prompt\":");
    buffer_quote_bytes(out, words, length);
    buffer_literal(out, ",\"rules\":");
    json_words(out, kind->rules ? kind->rules : "", " ");
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
        json_side(out, scenario, score.winner);
    else if (showing->over)
        json_side(out, scenario, showing->view->winner);
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
        json_side(out, scenario, mark->side);
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
    json_side(out, showing->scenario, showing->asked);
    buffer_literal(out, ",\"canUndo\":");
    json_bool(out, showing->can_undo && showing->as == showing->asked);
    buffer_literal(out, ",\"over\":");
    json_bool(out, showing->over);
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
}

void json_whole(Buffer *out, const Showing *showing, Seen *seen)
{
    add_parts(out, showing, seen, true);
    json_pieces(out, showing, seen, true);
}

void json_changes(Buffer *out, const Showing *showing, Seen *seen)
{
    add_parts(out, showing, seen, false);
    json_pieces(out, showing, seen, false);
}
