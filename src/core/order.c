/* order.c — the text form of orders, read and written from their descriptions.
 *
 * Reading goes word by word. A word that is the keyword of a slot opens that slot; any other word fills the
 * open slot. When the open slot is full, or has enough and the word is nothing of its kind, the next slot
 * opens by itself if it has no keyword. Slots may be typed in any order, since a keyword says where it
 * belongs; the order always holds them in the order of the description, and prints them so. */
#include "core/order.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/system.h"
#include "core/translation.h"

bool order_add(Order *order, int slot, uint16_t value)
{
    if (order->count >= ORDER_ARGS)
        return false;
    int at = order->count;
    while (at > 0 && order->slot[at - 1] > slot) {
        order->slot[at] = order->slot[at - 1];
        order->value[at] = order->value[at - 1];
        at--;
    }
    order->slot[at] = (uint8_t)slot;
    order->value[at] = value;
    order->count++;
    return true;
}

bool order_put(const OrderKind *kind, Order *order, int slot, uint16_t value)
{
    if (!order_add(order, slot, value))
        return false;
    int count, first = order_slot(order, slot, &count);
    int at = first + count - 1;
    for (; slot_is_set(&kind->slot[slot]) && at > first && order->value[at - 1] > value; at--)
        order->value[at] = order->value[at - 1];
    order->value[at] = value;
    return true;
}

int order_slot(const Order *order, int slot, int *count)
{
    int first = 0;
    while (first < order->count && order->slot[first] < slot)
        first++;
    int end = first;
    while (end < order->count && order->slot[end] == slot)
        end++;
    *count = end - first;
    return first;
}

uint16_t order_value(const Order *order, int slot, uint16_t otherwise)
{
    int count;
    int first = order_slot(order, slot, &count);
    return count ? order->value[first] : otherwise;
}

bool order_has(const Order *order, int slot, uint16_t value)
{
    for (int i = 0; i < order->count; i++)
        if (order->slot[i] == slot && order->value[i] == value)
            return true;
    return false;
}

int order_path_slot(const OrderKind *kind)
{
    for (int slot = 0; slot < kind->slots; slot++)
        if (kind->slot[slot].type == ARG_PATH)
            return slot;
    return -1;
}

/* A number beyond the last finds the end before it gets there: lists are walked from their beginning. */
const char *slot_word(const Scenario *scenario, const Slot *slot, int number)
{
    if (slot->type == ARG_NAME)
        return scenario->system->name_of(scenario, slot->list, number);
    for (int i = 0; i < number; i++)
        if (!slot->words[i])
            return NULL;
    return slot->words[number];
}

bool order_same(const Order *a, const Order *b)
{
    return a->verb == b->verb && a->count == b->count && !memcmp(a->slot, b->slot, a->count) &&
           !memcmp(a->value, b->value, a->count * sizeof a->value[0]);
}

/* ---- writing ---- */

typedef struct Pen {
    char *out;
    size_t length;
} Pen;

static void put(Pen *pen, const char *text)
{
    size_t length = strlen(text);
    if (length >= ORDER_TEXT - pen->length)
        length = ORDER_TEXT - 1 - pen->length;
    memcpy(pen->out + pen->length, text, length);
    pen->length += length;
}

static void put_value(Pen *pen, const Scenario *scenario, const Slot *slot, uint16_t value)
{
    char text[EDGE_TEXT];
    switch (slot->type) {
    case ARG_PIECE:
        put(pen, value < scenario->pieces ? scenario->piece_id[value] : "?");
        break;
    case ARG_HEX:
    case ARG_PATH:
        put(pen, hex_print(&scenario->map->grid, value, text));
        break;
    case ARG_HEXSIDE:
        put(pen, hexside_print(&scenario->map->grid, value, text));
        break;
    case ARG_NUMBER: {
        char number[8];
        snprintf(number, sizeof number, "%u", (unsigned)value);
        put(pen, number);
        break;
    }
    case ARG_WORD:
    case ARG_NAME: {
        const char *word = slot_word(scenario, slot, value);
        put(pen, word ? word : "?");
        break;
    }
    }
}

/* Between the slots `from` and `to`, which has no keyword: a mark for each that lacks something and has none either. */
static void put_lacking(Pen *pen, const OrderKind *kind, const Order *order, int from, int to)
{
    for (int slot = from < 0 ? 0 : from; slot < to && !kind->slot[to].keyword; slot++) {
        int count;
        order_slot(order, slot, &count);
        if (count < kind->slot[slot].least && !kind->slot[slot].keyword)
            put(pen, " " LACKING);
    }
}

size_t order_print(const Scenario *scenario, const Order *order, char out[ORDER_TEXT])
{
    Pen pen = {out, 0};
    if (order->verb < scenario->system->order_kinds) {
        const OrderKind *kind = &scenario->system->orders[order->verb];
        put(&pen, kind->verb);
        int last = -1;
        for (int i = 0; i < order->count && order->slot[i] < kind->slots; i++) {
            const Slot *slot = &kind->slot[order->slot[i]];
            put_lacking(&pen, kind, order, last, order->slot[i]);
            if (order->slot[i] != last && slot->keyword) {
                put(&pen, " ");
                put(&pen, slot->keyword);
            }
            last = order->slot[i];
            put(&pen, " ");
            put_value(&pen, scenario, slot, order->value[i]);
        }
    }
    out[pen.length] = 0;
    return pen.length;
}

size_t order_print_thing(const Scenario *scenario, int verb, int slot, uint16_t value, char out[ORDER_TEXT])
{
    Pen pen = {out, 0};
    const Slot *where = &scenario->system->orders[verb].slot[slot];
    if (where->keyword) {
        put(&pen, where->keyword);
        put(&pen, " ");
    }
    put_value(&pen, scenario, where, value);
    out[pen.length] = 0;
    return pen.length;
}

/* ---- reading ---- */

typedef struct Word {
    const char *text;
    size_t length;
    int column;
} Word;

typedef struct Reader {
    const Scenario *scenario;
    const char *text;
    size_t length, at;
    const OrderKind *kind;
    int slot;   /* open slot, kind->slots when none is */
    bool whole; /* nothing may be lacking */
    int named;  /* slot whose keyword was the last word, -1 otherwise: a value must follow */
    Order *order;
    const struct Translation *translation;
    char *why;
    int *column;
} Reader;

#define QUOTE 28

/* The word as it may stand in a sentence: short, and without anything unprintable. */
static const char *quoted(Word word, char out[QUOTE])
{
    size_t length = word.length < QUOTE - 4 ? word.length : QUOTE - 4;
    for (size_t i = 0; i < length; i++)
        out[i] = word.text[i] > ' ' && word.text[i] < 127 ? word.text[i] : '?';
    snprintf(out + length, 4, "%s", length < word.length ? "..." : "");
    return out;
}

static const char *in_translation(const Reader *reader, const char *english)
{
    return translation_words(reader->translation, english);
}

/* The mistake in the reader's language; the holes of a translation are those of the English, in its order. */
static bool fail(Reader *reader, int column, const char *english, ...)
{
    va_list list;
    va_start(list, english);
    vsnprintf(reader->why, ORDER_MISTAKE, in_translation(reader, english), list);
    va_end(list);
    *reader->column = column;
    return false;
}

static bool is_blank(char c) { return c == ' ' || c == '\t'; }

static bool next_word(Reader *reader, Word *out)
{
    while (reader->at < reader->length && is_blank(reader->text[reader->at]))
        reader->at++;
    size_t start = reader->at;
    while (reader->at < reader->length && !is_blank(reader->text[reader->at]))
        reader->at++;
    *out = (Word){reader->text + start, reader->at - start, (int)start};
    return out->length > 0;
}

static bool is(Word word, const char *text)
{
    return text && strlen(text) == word.length && !memcmp(text, word.text, word.length);
}

/* Letters that must change to make one the other; only used to guess what was meant. */
static int letters_apart(Word word, const char *text)
{
    enum { LONGEST = 24 };
    size_t length = strlen(text);
    if (word.length > LONGEST || length > LONGEST)
        return LONGEST;
    int row[LONGEST + 1];
    for (size_t j = 0; j <= length; j++)
        row[j] = (int)j;
    for (size_t i = 1; i <= word.length; i++) {
        int corner = row[0];
        row[0] = (int)i;
        for (size_t j = 1; j <= length; j++) {
            int best = corner + (word.text[i - 1] != text[j - 1]);
            corner = row[j];
            if (row[j] + 1 < best)
                best = row[j] + 1;
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            row[j] = best;
        }
    }
    return row[length];
}

static bool no_such_verb(Reader *reader, Word word)
{
    const System *system = reader->scenario->system;
    char quote[QUOTE];
    const char *nearest = NULL;
    int near = 3;
    for (int i = 0; i < system->order_kinds; i++) {
        int apart = letters_apart(word, system->orders[i].verb);
        if (apart < near) {
            near = apart;
            nearest = system->orders[i].verb;
        }
    }
    if (nearest)
        return fail(reader, word.column, SAID("core.no-order-you-mean"), quoted(word, quote), nearest);
    fail(reader, word.column, SAID("core.no-order-orders"), quoted(word, quote));
    size_t length = strlen(reader->why);
    for (int i = 0; i < system->order_kinds && length < ORDER_MISTAKE - 20; i++)
        length += (size_t)snprintf(reader->why + length, ORDER_MISTAKE - length, "%s %s", i ? "," : "",
                                   system->orders[i].verb);
    return false;
}

static const char *type_name(ArgType type)
{
    static const char *const names[] = {
        SAID("core.counters-name"), SAID("core.hex"),   SAID("core.hex-path"), SAID("core.hexside-hex-hex"),
        SAID("core.number"),        SAID("core.words"), SAID("core.names")};
    return names[type];
}

static bool read_number(Word word, uint16_t *out)
{
    uint32_t number = 0;
    for (size_t i = 0; i < word.length; i++) {
        if (word.text[i] < '0' || word.text[i] > '9')
            return false;
        number = number * 10 + (uint32_t)(word.text[i] - '0');
        if (number > 65534)
            return false;
    }
    *out = (uint16_t)number;
    return true;
}

/* Whether the word is a thing of the slot's kind. */
static bool read_value(const Scenario *scenario, const Slot *slot, Word word, uint16_t *out)
{
    const Grid *grid = &scenario->map->grid;
    switch (slot->type) {
    case ARG_PIECE:
        *out = piece_named(scenario, word.text, word.length);
        return *out != NO_PIECE;
    case ARG_HEX:
    case ARG_PATH:
        return hex_parse(grid, word.text, word.length, out);
    case ARG_HEXSIDE:
        return hexside_parse(grid, word.text, word.length, out);
    case ARG_NUMBER:
        return read_number(word, out);
    case ARG_WORD:
    case ARG_NAME: {
        const char *known;
        for (int i = 0; (known = slot_word(scenario, slot, i)); i++)
            if (is(word, known)) {
                *out = (uint16_t)i;
                return true;
            }
        return false;
    }
    }
    return false;
}

static int filled(const Reader *reader, int slot)
{
    int count;
    order_slot(reader->order, slot, &count);
    return count;
}

/* Says what was expected instead of `word` (which may be empty: the end of the line). */
static bool unexpected(Reader *reader, Word word)
{
    char quote[QUOTE], wanted[160];
    const Slot *slot = reader->slot < reader->kind->slots ? &reader->kind->slot[reader->slot] : NULL;
    int length = 0;
    wanted[0] = 0;
    if (slot && (reader->named >= 0 || filled(reader, reader->slot) < slot->most)) {
        length = snprintf(wanted, sizeof wanted, "%s", in_translation(reader, type_name(slot->type)));
        const char *word_there;
        if (slot->type == ARG_WORD || slot->type == ARG_NAME)
            for (int i = 0; length < 80 && (word_there = slot_word(reader->scenario, slot, i)); i++)
                length +=
                    snprintf(wanted + length, sizeof wanted - (size_t)length, "%s%.40s", i ? ", " : " ", word_there);
        else if (slot->help && length < 60)
            length += snprintf(wanted + length, sizeof wanted - (size_t)length, " (%.60s)",
                               in_translation(reader, slot->help));
    }
    for (int i = 0; i < reader->kind->slots && reader->named < 0 && length < 96; i++)
        if (reader->kind->slot[i].keyword && !filled(reader, i))
            length += snprintf(wanted + length, sizeof wanted - (size_t)length, "%s%s\"%s\"",
                               length ? in_translation(reader, SAID("core.or")) : "", length ? " " : "",
                               reader->kind->slot[i].keyword);
    if (!length)
        return fail(reader, word.column, SAID("core.nothing-more-can-follow-but"), quoted(word, quote));
    if (!word.length)
        return fail(reader, word.column, SAID("core.needs-more"), reader->kind->verb, wanted);
    return fail(reader, word.column, SAID("core.not-expected"), quoted(word, quote), wanted);
}

static bool open_keyword(Reader *reader, Word word)
{
    for (int i = 0; i < reader->kind->slots; i++)
        if (is(word, reader->kind->slot[i].keyword)) {
            reader->slot = i;
            reader->named = i;
            return true;
        }
    return false;
}

/* The next slot from `slot` on that a word without a keyword can fill. A whole order cannot leave out a slot between
 * that has a keyword; one that may lack things can. */
static int slot_behind(const Reader *reader, int slot)
{
    const OrderKind *kind = reader->kind;
    while (slot < kind->slots && kind->slot[slot].keyword)
        slot = reader->whole ? kind->slots : slot + 1;
    return slot;
}

/* Of an order that may lack things: whether the word belongs to a slot behind the open one. */
static bool passes_over(const Reader *reader, Word word)
{
    uint16_t value;
    if (reader->whole)
        return false;
    for (int i = reader->slot; (i = slot_behind(reader, i + 1)) < reader->kind->slots;)
        if (read_value(reader->scenario, &reader->kind->slot[i], word, &value))
            return true;
    return false;
}

/* What is lacking may be marked, where the words behind it could be taken for it. */
static bool leaves_out(Reader *reader, Word word)
{
    int slots = reader->kind->slots;
    if (reader->whole || !is(word, LACKING))
        return false;
    while (reader->slot < slots && filled(reader, reader->slot) >= reader->kind->slot[reader->slot].least)
        reader->slot = slot_behind(reader, reader->slot + 1);
    if (reader->slot < slots)
        reader->slot = slot_behind(reader, reader->slot + 1);
    return true;
}

static bool fill(Reader *reader, Word word)
{
    uint16_t value;
    for (;;) {
        if (reader->slot >= reader->kind->slots)
            return unexpected(reader, word);
        const Slot *slot = &reader->kind->slot[reader->slot];
        int count = filled(reader, reader->slot);
        if (count < slot->most && read_value(reader->scenario, slot, word, &value))
            break;
        if (reader->named >= 0 && count >= slot->most)
            return fail(reader, word.column, SAID("core.takes-no-more"), slot->keyword, slot->most);
        int behind = slot_behind(reader, reader->slot + 1);
        if ((count < slot->least && !passes_over(reader, word)) || reader->named >= 0 || behind >= reader->kind->slots)
            return unexpected(reader, word);
        reader->slot = behind;
    }
    reader->named = -1;
    if (!order_add(reader->order, reader->slot, value))
        return fail(reader, word.column, SAID("core.order-holds-no-more-things"), ORDER_ARGS);
    return true;
}

/* After the last word: every slot must have its least. */
static bool finish(Reader *reader)
{
    Word end = {reader->text + reader->length, 0, (int)reader->length};
    if (reader->named >= 0)
        return unexpected(reader, end);
    for (int i = 0; i < reader->kind->slots; i++) {
        const Slot *slot = &reader->kind->slot[i];
        int count = filled(reader, i);
        if (count >= slot->least)
            continue;
        char wanted[160];
        int length = slot->keyword && !count ? snprintf(wanted, sizeof wanted, "\"%s\" + ", slot->keyword) : 0;
        snprintf(wanted + length, sizeof wanted - (size_t)length, "%s%s%.60s",
                 in_translation(reader, type_name(slot->type)), slot->help ? ", " : "",
                 slot->help ? in_translation(reader, slot->help) : "");
        return fail(reader, end.column, SAID("core.needs-more"), reader->kind->verb, wanted);
    }
    return true;
}

/* Reads verb and slots; `whole` also asks that nothing is lacking. */
static bool read_order(Reader *reader, bool whole)
{
    const System *system = reader->scenario->system;
    Word word;
    reader->whole = whole;
    *reader->order = order_of(NO_VERB);
    *reader->column = 0;
    reader->why[0] = 0;
    if (!next_word(reader, &word))
        return whole ? fail(reader, 0, SAID("core.order-begins-verb")) : true;
    for (int i = 0; i < system->order_kinds; i++)
        if (is(word, system->orders[i].verb)) {
            reader->order->verb = (uint8_t)i;
            reader->kind = &system->orders[i];
        }
    if (!reader->kind)
        return no_such_verb(reader, word);
    reader->slot = slot_behind(reader, 0);
    while (next_word(reader, &word)) {
        if (reader->named < 0 && (open_keyword(reader, word) || leaves_out(reader, word)))
            continue;
        if (!fill(reader, word))
            return false;
    }
    return whole ? finish(reader) : true;
}

bool order_read(const Scenario *scenario, const struct Translation *translation, bool whole, const char *text,
                size_t length, Order *out, char why[ORDER_MISTAKE], int *column)
{
    Reader reader = {.scenario = scenario,
                     .text = text,
                     .length = length,
                     .named = -1,
                     .order = out,
                     .translation = translation,
                     .why = why,
                     .column = column};
    return read_order(&reader, whole);
}

bool order_parse(const Scenario *scenario, const char *text, size_t length, Order *out, char why[ORDER_MISTAKE],
                 int *column)
{
    return order_read(scenario, NULL, true, text, length, out, why, column);
}

bool order_parse_prefix(const Scenario *scenario, const char *text, size_t length, Order *out, char why[ORDER_MISTAKE],
                        int *column)
{
    return order_read(scenario, NULL, false, text, length, out, why, column);
}
