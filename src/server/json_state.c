/* json_state.c — a state: question, track, score, markers, control, sketches and counters, or what changed of them.
 *
 * The parts other than counters are written, hashed, and taken back when they are the same as sent last. */
#include <stdlib.h>

#include "core/room.h"
#include "server/json_own.h"

enum { MARKS_ROOM = 4096, SKETCHES_ROOM = 256 };

static void add_slot(Buffer *out, const Translation *translation, const Slot *slot)
{
    buffer_char(out, '{');
    json_slot(out, slot);
    buffer_format(out, ",\"least\":%d,\"most\":%d,\"help\":", slot->least, slot->most);
    json_translated(out, translation, slot->help ? slot->help : "");
    if (slot->much)
        buffer_literal(out, ",\"much\":true");
    if (slot->drawn)
        buffer_literal(out, ",\"drawn\":true");
    if (slot_is_set(slot))
        buffer_literal(out, ",\"set\":true");
    else if (slot->repeats)
        buffer_literal(out, ",\"repeats\":true");
    if (slot->type == ARG_WORD) {
        buffer_literal(out, ",\"words\":");
        json_names(out, NULL, slot->words);
        buffer_literal(out, ",\"names\":");
        json_names(out, translation, slot->names ? slot->names : slot->words);
    }
    buffer_char(out, '}');
}

static void write_verbs(Buffer *out, const Translation *translation, const System *system, int question_kind)
{
    bool first = true;
    buffer_literal(out, ",\"verbs\":[");
    for (int i = 0; i < system->order_kinds; i++) {
        const OrderKind *kind = &system->orders[i];
        if (!order_answers(kind, question_kind))
            continue;
        if (!first)
            buffer_char(out, ',');
        first = false;
        buffer_literal(out, "{\"verb\":");
        buffer_quote(out, kind->verb);
        buffer_literal(out, ",\"name\":");
        json_translated(out, translation, order_name(kind));
        buffer_literal(out, ",\"help\":");
        json_translated(out, translation, order_help(kind, question_kind));
        buffer_literal(out, ",\"rules\":");
        json_words(out, kind->rules ? kind->rules : "", " ");
        if (kind->arranging)
            buffer_literal(out, ",\"arranging\":true");
        if (kind->aside)
            buffer_literal(out, ",\"aside\":true");
        buffer_literal(out, ",\"slots\":[");
        for (int slot = 0; slot < kind->slots; slot++) {
            if (slot)
                buffer_char(out, ',');
            add_slot(out, translation, &kind->slot[slot]);
        }
        buffer_literal(out, "]}");
    }
    buffer_char(out, ']');
}

/* The answers to a kind of question never change, and are long: they are written once a thread, for the languages that
 * were asked for first of each system. */
enum { KINDS = 64, LANGUAGES = 32 };
typedef struct Kept {
    const System *system;
    const Translation *translation;
    Buffer text;
} Kept;
static _Thread_local Kept kept[KINDS][LANGUAGES];

void json_forget(void)
{
    for (int kind = 0; kind < KINDS; kind++)
        for (int i = 0; i < LANGUAGES; i++) {
            buffer_free(&kept[kind][i].text);
            kept[kind][i].system = NULL;
        }
}

/* What is kept of these verbs, or a free place for them; NULL if there is none. */
static Kept *place_for(const Translation *translation, const System *system, int question_kind)
{
    for (int i = 0; question_kind < KINDS && i < LANGUAGES; i++) {
        Kept *place = &kept[question_kind][i];
        if (!place->system || (place->system == system && place->translation == translation))
            return place;
    }
    return NULL;
}

static void add_verbs(Buffer *out, const Translation *translation, const System *system, int question_kind)
{
    Kept *place = place_for(translation, system, question_kind);
    if (!place) {
        write_verbs(out, translation, system, question_kind);
        return;
    }
    if (!place->system) {
        buffer_clear(&place->text);
        write_verbs(&place->text, translation, system, question_kind);
        place->system = place->text.failed ? NULL : system;
        place->translation = translation;
    }
    buffer_add(out, place->text.bytes, place->text.length);
}

/* All but the verbs, and without the closing brace of a question; true if there is one. */
static bool begin_question(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    const System *system = scenario->system;
    const Frame *asked = question(showing->view);
    buffer_literal(out, ",\"question\":");
    if (!asked || showing->over || showing->asked == NO_SIDE) {
        buffer_literal(out, "null");
        return false;
    }
    const QuestionKind *kind = &system->questions[asked->kind];
    Sentence prompt = system->prompt(scenario, showing->view);
    buffer_literal(out, "{\"side\":");
    json_side(out, scenario, asked->side);
    buffer_literal(out, ",\"kind\":");
    buffer_quote(out, kind->name);
    buffer_literal(out, ",\"title\":");
    json_translated(out, showing->translation, kind->title);
    buffer_literal(out, ",\"prompt\":");
    json_said(out, showing, &prompt);
    buffer_literal(out, ",\"rules\":");
    json_words(out, kind->rules ? kind->rules : "", " ");
    bool yours = showing->as == showing->asked;
    buffer_text(out, yours ? ",\"yours\":true" : ",\"yours\":false");
    buffer_literal(out, ",\"depth\":");
    buffer_number(out, showing->view->depth);
    int due = yours && system->due ? system->due(scenario, showing->view) : 0;
    if (due) {
        buffer_literal(out, ",\"due\":");
        buffer_number(out, due);
    }
    return true;
}

/* Which verbs stand in the question, 0 none. */
static uint64_t verbs_in(const Showing *showing)
{
    return showing->as == showing->asked ? 1 + (uint64_t)question(showing->view)->kind : 0;
}

static void end_question(Buffer *out, const Showing *showing)
{
    if (verbs_in(showing))
        add_verbs(out, showing->translation, showing->scenario->system, question(showing->view)->kind);
    buffer_char(out, '}');
}

void json_question(Buffer *out, const Showing *showing)
{
    if (begin_question(out, showing))
        end_question(out, showing);
}

static uint64_t hash_from(const Buffer *out, size_t before)
{
    return quick_hash(out->bytes + before, out->length - before);
}

/* The question if it changed; its verbs, which are most of it, only if the verbs sent last were others. */
static void tell_question(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    size_t before = out->length;
    bool asked = begin_question(out, showing);
    uint64_t verbs = asked ? verbs_in(showing) : 0, hash = hash_from(out, before) ^ verbs;
    if (!whole && hash == seen->part[PART_QUESTION]) {
        out->length = before;
        return;
    }
    seen->part[PART_QUESTION] = hash;
    if (asked && !whole && verbs && verbs == seen->verbs)
        buffer_literal(out, ",\"verbs\":\"kept\"}");
    else if (asked)
        end_question(out, showing);
    if (verbs || whole)
        seen->verbs = verbs;
}

/* A number that stands for all that would be written of the phases: their names are words of the rulebook, the same in
 * every view. */
static uint64_t phases_stamp(const TurnPhase *phases, int count)
{
    uint64_t hash = hash_bytes(1, &count, sizeof count);
    for (int i = 0; i < count; i++) {
        const Sentence *name = &phases[i].name;
        hash = hash_bytes(hash ^ phases[i].side, &name->words, sizeof name->words);
        hash = hash_bytes(hash ^ name->rule, name->arg, sizeof name->arg);
    }
    return hash;
}

/* Names and owners of the phases; the current phase goes with the track, so that the list is seldom sent. */
static void tell_phases(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    const Scenario *scenario = showing->scenario;
    TurnPhase phases[TURN_PHASES];
    int count = scenario->system->phases ? scenario->system->phases(scenario, showing->view, phases) : 0;
    uint64_t stamp = phases_stamp(phases, count);
    if (!whole && stamp == seen->part[PART_PHASES])
        return;
    seen->part[PART_PHASES] = stamp;
    buffer_literal(out, ",\"phases\":[");
    for (int i = 0; i < count; i++) {
        buffer_text(out, i ? ",[" : "[");
        json_said(out, showing, &phases[i].name);
        buffer_char(out, ',');
        json_side(out, scenario, phases[i].side);
        buffer_char(out, ']');
    }
    buffer_char(out, ']');
}

static int phase_now(const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    TurnPhase phases[TURN_PHASES];
    int count = scenario->system->phases ? scenario->system->phases(scenario, showing->view, phases) : 0;
    for (int i = 0; i < count; i++)
        if (phases[i].now)
            return i;
    return -1;
}

static void add_track(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    Sentence track[TRACK_PARTS];
    char words[SAY_TEXT];
    int parts = scenario->system->track(scenario, showing->view, track, TRACK_PARTS);
    buffer_literal(out, ",\"track\":");
    buffer_quote_bytes(out, words,
                       say_all(scenario, showing->translation, showing->view, track, parts, words, sizeof words));
    buffer_literal(out, ",\"turn\":");
    buffer_number(out, showing->view->turn);
    buffer_literal(out, ",\"phase\":");
    buffer_number(out, showing->view->phase);
    buffer_literal(out, ",\"phaseAt\":");
    buffer_number(out, phase_now(showing));
}

/* The words of a sentence without its paragraph, and the paragraph beside them. */
static void add_ruled(Buffer *out, const Showing *showing, Sentence words)
{
    buffer_literal(out, "\"rule\":");
    json_rule(out, showing->scenario, words.rule);
    words.rule = 0;
    buffer_literal(out, ",\"words\":");
    json_said(out, showing, &words);
}

static void add_band(Buffer *out, const Showing *showing, const ScaleBand *band, bool lowest)
{
    buffer_literal(out, "{\"from\":");
    if (lowest)
        buffer_literal(out, "null");
    else
        buffer_number(out, band->from);
    buffer_literal(out, ",\"winner\":");
    json_side(out, showing->scenario, band->winner);
    buffer_char(out, ',');
    add_ruled(out, showing, band->words);
    buffer_char(out, '}');
}

static void read_scale(const Showing *showing, Scale *scale)
{
    memset(scale, 0, sizeof *scale);
    scale->winner = NO_SIDE;
    if (showing->scenario->system->scale)
        showing->scenario->system->scale(showing->scenario, showing->view, scale);
}

static void add_scale(Buffer *out, const Showing *showing, const Scale *scale)
{
    const Scenario *scenario = showing->scenario;
    if (!scale->verdict.words)
        return;
    buffer_format(out, ",\"scale\":{\"now\":%d,\"turn\":%d,\"points\":%s,\"side\":", scale->now, scale->turn,
                  scale->points ? "true" : "false");
    json_side(out, scenario, scale->side);
    buffer_literal(out, ",\"winner\":");
    json_side(out, scenario, scale->winner);
    buffer_literal(out, ",\"verdict\":{");
    add_ruled(out, showing, scale->verdict);
    buffer_literal(out, "},\"counted\":{");
    add_ruled(out, showing, scale->counted);
    buffer_literal(out, "},\"bands\":[");
    for (int i = 0; i < scale->bands; i++) {
        if (i)
            buffer_char(out, ',');
        add_band(out, showing, &scale->band[i], !i);
    }
    buffer_literal(out, "],\"lines\":[");
    for (int i = 0; i < scale->lines; i++) {
        const ScaleLine *line = &scale->line[i];
        buffer_format(out, "%s{\"met\":%s,\"atOnce\":%s,\"winner\":", i ? "," : "", line->met ? "true" : "false",
                      line->at_once ? "true" : "false");
        json_side(out, scenario, line->winner);
        buffer_char(out, ',');
        add_ruled(out, showing, line->words);
        buffer_char(out, '}');
    }
    buffer_literal(out, "]}");
}

/* Of a game that ended by its rules the scale's words, which name the kind of victory; journals hold others. */
static Sentence verdict_of(const Showing *showing, const Score *score, const Scale *scale)
{
    if (showing->verdict.words)
        return showing->verdict;
    if (!showing->over || !scale->verdict.words || scale->winner != score->winner)
        return score->verdict;
    Sentence words = scale->verdict;
    words.rule = 0;
    return words;
}

static void add_score(Buffer *out, const Showing *showing)
{
    const Scenario *scenario = showing->scenario;
    Score score;
    Scale scale;
    memset(&score, 0, sizeof score);
    score.winner = NO_SIDE;
    scenario->system->score(scenario, showing->view, &score);
    read_scale(showing, &scale);
    buffer_literal(out, ",\"score\":{\"points\":{");
    for (int side = 0; side < scenario->sides; side++) {
        if (side)
            buffer_char(out, ',');
        buffer_quote(out, scenario->side_word[side]);
        buffer_char(out, ':');
        buffer_number(out, score.points[side]);
    }
    buffer_literal(out, "},\"winner\":");
    bool by_rules = !showing->verdict.words;
    if (showing->over && by_rules)
        json_side(out, scenario, score.winner);
    else if (showing->over)
        json_side(out, scenario, showing->view->winner);
    else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"verdict\":");
    Sentence verdict = verdict_of(showing, &score, &scale);
    json_said(out, showing, &verdict);
    add_scale(out, showing, &scale);
    buffer_char(out, '}');
}

static void add_marks(Buffer *out, const Showing *showing)
{
    ROOMS(Mark, marks, MARKS_ROOM);
    const Scenario *scenario = showing->scenario;
    int count = scenario->system->marks(scenario, showing->view, marks, MARKS_ROOM);
    buffer_literal(out, ",\"marks\":[");
    for (int i = 0; i < count && i < MARKS_ROOM; i++) {
        const Mark *mark = &marks[i];
        if (i)
            buffer_char(out, ',');
        buffer_literal(out, "{\"kind\":\"");
        buffer_text(out, scenario->system->mark_kinds[mark->kind].name);
        buffer_char(out, '"');
        if (mark->label.words) {
            buffer_literal(out, ",\"label\":");
            json_said(out, showing, &mark->label);
        }
        if (mark->level) {
            buffer_literal(out, ",\"level\":");
            buffer_number(out, mark->level);
        }
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

static void add_sketch(Buffer *out, const Showing *showing, const Sketch *sketch)
{
    buffer_format(out, "{\"id\":%d,\"kind\":\"%s\",\"width\":%d,\"dashed\":%s,", sketch->id, sketch_kinds[sketch->kind],
                  sketch->width, sketch->dashed ? "true" : "false");
    if (sketch->plan)
        buffer_format(out, "\"plan\":%d,", sketch->plan);
    buffer_literal(out, "\"side\":");
    json_side(out, showing->scenario, sketch->side);
    buffer_literal(out, ",\"label\":");
    Sentence label = sketch->label;
    label.rule = 0; /* it is written on the map */
    json_said(out, showing, &label);
    json_refs(out, "hexes", sketch->hex, sketch->hexes);
    buffer_char(out, '}');
}

static void add_sketch_list(Buffer *out, const Showing *showing, const Sketch *sketches, int count)
{
    buffer_char(out, '[');
    for (int i = 0; i < count; i++) {
        if (i)
            buffer_char(out, ',');
        add_sketch(out, showing, &sketches[i]);
    }
    buffer_char(out, ']');
}

void json_sketches(Buffer *out, const Showing *showing, const Sketch *sketches, int count)
{
    buffer_literal(out, ",\"sketches\":");
    add_sketch_list(out, showing, sketches, count);
}

/* A number that stands for all that would be written of it. */
static uint32_t sketch_stamp(const Sketch *sketch)
{
    uint64_t hash = hash_bytes(sketch->id, sketch->hex, sketch->hexes * sizeof *sketch->hex);
    hash = hash_bytes(hash ^ sketch->plan, sketch->label.arg, sizeof sketch->label.arg);
    hash = hash_bytes(hash, &sketch->label.words, sizeof sketch->label.words);
    int words[] = {sketch->kind, sketch->width, sketch->dashed, sketch->side, sketch->hexes};
    return (uint32_t)hash_bytes(hash, words, sizeof words);
}

/* Nothing if the system has none. Of those sent before, a run in the middle is replaced: where it begins, how many go,
 * and the new ones. */
static void tell_sketches(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    ROOMS(Sketch, sketches, SKETCHES_ROOM);
    uint32_t stamp[SKETCHES_ROOM];
    const Scenario *scenario = showing->scenario;
    if (!scenario->system->sketches)
        return;
    int count = scenario->system->sketches(scenario, showing->view, sketches, SKETCHES_ROOM), same = 0, last = 0;
    for (int i = 0; i < count; i++)
        stamp[i] = sketch_stamp(&sketches[i]);
    int least = count < seen->sketches ? count : seen->sketches;
    while (same < least && seen->sketch[same] == stamp[same])
        same++;
    while (last < least - same && seen->sketch[seen->sketches - 1 - last] == stamp[count - 1 - last])
        last++;
    if (whole) {
        json_sketches(out, showing, sketches, count);
    } else if (same < count || count != seen->sketches) {
        buffer_format(out, ",\"sketched\":[%d,%d,", same, seen->sketches - same - last);
        add_sketch_list(out, showing, sketches + same, count - same - last);
        buffer_char(out, ']');
    }
    uint32_t *room = realloc(seen->sketch, (size_t)(count ? count : 1) * sizeof *room);
    if (!room) {
        out->failed = true;
        return;
    }
    seen->sketch = room;
    seen->sketches = count;
    memcpy(room, stamp, (size_t)count * sizeof *room);
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

static void (*const part_writers[PARTS])(Buffer *out, const Showing *showing) = {[PART_TRACK] = add_track,
                                                                                 [PART_SCORE] = add_score,
                                                                                 [PART_MARKS] = add_marks,
                                                                                 [PART_CONTROL] = add_control,
                                                                                 [PART_FLAGS] = add_flags};

/* Whether the stamps of two views show that a part of the ground is the same in both. */
static bool same_ground(int part, const GroundStamp *one, const GroundStamp *other)
{
    if (part == PART_MARKS)
        return one->marks && one->marks == other->marks;
    if (part == PART_SCORE)
        return one->score && one->score == other->score;
    if (part == PART_SKETCHES)
        return one->sketches && one->sketches == other->sketches;
    return part == PART_CONTROL && one->control && one->control == other->control;
}

static void add_state(Buffer *out, const Showing *showing, Seen *seen, bool whole)
{
    GroundStamp ground;
    json_pieces(out, showing, seen, whole, &ground);
    bool comparable = !whole && !seen->other && !showing->over;
    for (int part = 0; part < PARTS; part++) {
        size_t before = out->length;
        if (comparable && same_ground(part, &ground, &seen->ground))
            continue;
        if (part == PART_QUESTION)
            tell_question(out, showing, seen, whole);
        else if (part == PART_PHASES)
            tell_phases(out, showing, seen, whole);
        else if (part == PART_SKETCHES)
            tell_sketches(out, showing, seen, whole);
        if (!part_writers[part])
            continue;
        part_writers[part](out, showing);
        uint64_t hash = hash_from(out, before);
        if (!whole && seen->part[part] == hash)
            out->length = before;
        seen->part[part] = hash;
    }
    seen->ground = ground;
    if (showing->over)
        seen->ground.score = 0; /* a winner stood beside it */
    seen->other = false;
    seen->tellings++;
}

void json_whole(Buffer *out, const Showing *showing, Seen *seen) { add_state(out, showing, seen, true); }

void json_changes(Buffer *out, const Showing *showing, Seen *seen) { add_state(out, showing, seen, false); }
