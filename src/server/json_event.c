/* json_event.c — sentences and events, as far as the viewer may read them. */
#include "core/message.h"
#include "server/json_own.h"

static bool piece_known(const Showing *showing, int piece)
{
    Look look;
    if (piece < 0 || piece >= showing->scenario->pieces)
        return false;
    memset(&look, 0, sizeof look);
    showing->scenario->system->look(showing->scenario, showing->view, (Piece)piece, &look);
    return look.known;
}

/* What the holes of one kind are filled with: hexes to point at, counters the reader knows. */
static void add_holes(Buffer *out, const Showing *showing, const Sentence *sentence, bool hexes)
{
    bool first = true;
    char letters[SAY_ARGS];
    sentence_holes(sentence, letters);
    buffer_char(out, '[');
    for (int arg = 0; arg < SAY_ARGS; arg++) {
        char hole = letters[arg];
        int value = sentence->arg[arg];
        if (hexes && hole == 'h' && (Hex)value < showing->scenario->map->spots) {
            json_comma(out, &first);
            buffer_number(out, (Hex)value);
        } else if (hexes && hole == 'e' && hexside_hex((Hexside)value) < showing->scenario->map->hexes) {
            json_comma(out, &first);
            buffer_number(out, hexside_hex((Hexside)value));
        } else if (!hexes && hole == 'p' && piece_known(showing, (Piece)value)) {
            json_comma(out, &first);
            buffer_number(out, (Piece)value);
        }
    }
    buffer_char(out, ']');
}

void json_sentence(Buffer *out, const Showing *showing, const Sentence *sentence)
{
    buffer_literal(out, "\"text\":");
    json_said(out, showing, sentence);
    buffer_literal(out, ",\"rule\":");
    json_rule(out, showing->scenario, sentence->rule);
    buffer_literal(out, ",\"hexes\":");
    add_holes(out, showing, sentence, true);
    buffer_literal(out, ",\"pieces\":");
    add_holes(out, showing, sentence, false);
}

static unsigned reader(const Showing *showing) { return showing->as == SPECTATOR ? 0xFF : 1u << showing->as; }

static bool hidden(const Showing *showing, const Event *event) { return event->hidden_from & reader(showing); }

/* Whether something that the order did is hidden from the reader. */
static bool is_secret(const Showing *showing, const Event *event)
{
    return hidden(showing, event) && event->kind != EVENT_ASIDE;
}

/* The side that gave the order knows it. Any other viewer gets its text when he knows every counter in it and none of
 * its events was hidden; an order without events he may read (a secret plan) stays unsaid. */
static bool may_read_order(const Showing *showing, const Events *events, int giver, const Order *order)
{
    if (showing->as == giver)
        return true;
    bool told = false;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        if (is_secret(showing, &events->event[i]))
            return false;
        told |= events->event[i].kind != EVENT_ASIDE;
    }
    if (!told)
        return false;
    for (int i = 0; i < order->count; i++) {
        const Slot *slot = &showing->scenario->system->orders[order->verb].slot[order->slot[i]];
        if (slot->type == ARG_PIECE && !piece_known(showing, order->value[i]))
            return false;
    }
    return true;
}

/* A die is a number, a draw "17/343". */
static void json_cast(Buffer *out, Cast cast)
{
    char text[CAST_TEXT];
    cast_print(cast, text);
    if (cast.of == DIE)
        buffer_number(out, cast.shows);
    else
        buffer_quote(out, text);
}

/* Dice are open, unless the order itself is secret. */
static bool may_see_dice(const Showing *showing, const Events *events, int giver)
{
    bool any_hidden = false, rolled = false;
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        bool unseen = hidden(showing, &events->event[i]);
        any_hidden |= is_secret(showing, &events->event[i]);
        rolled |= !unseen && events->event[i].kind == EVENT_ROLLED;
    }
    return showing->as == giver || rolled || !any_hidden;
}

static const char *const fact_words[] = {"none", "column", "roll", "result", "test"};

/* The event's numbers, for drawing, counting and screen readers; and the id of its message. */
static void json_fact(Buffer *out, const Showing *showing, const Event *event)
{
    Fact fact = event->fact;
    char words[SAY_TEXT];
    if (event->what.words && message_words(event->what.words) != event->what.words) {
        buffer_literal(out, ",\"id\":");
        buffer_quote(out, event->what.words);
    }
    json_cell(out, showing->scenario->system, fact.cell);
    if (!fact.kind)
        return;
    buffer_format(out, ",\"fact\":{\"kind\":\"%s\"", fact_words[fact.kind]);
    if (fact.kind == FACT_ROLL || fact.kind == FACT_TEST)
        buffer_format(out, ",\"roll\":%d,\"row\":%d", fact.roll, fact.row);
    if (fact.what.words) {
        say(showing->scenario, NULL, NULL, &fact.what, words, sizeof words);
        buffer_literal(out, ",\"what\":");
        buffer_quote(out, words);
    }
    buffer_char(out, '}');
}

static void add_part(Buffer *out, const System *system, const Order *order, ArgType type, const char *key)
{
    bool first = true;
    buffer_format(out, "\"%s\":[", key);
    for (int i = 0; i < order->count; i++) {
        const Slot *slot = &system->orders[order->verb].slot[order->slot[i]];
        if (slot->type != type || slot->drawn)
            continue;
        json_comma(out, &first);
        buffer_number(out, order->value[i]);
    }
    buffer_char(out, ']');
}

/* The counters that the order names, their paths and its target, so that no reader has to take its text apart. */
static void json_parts(Buffer *out, const System *system, const Order *order)
{
    buffer_literal(out, ",\"parts\":{");
    add_part(out, system, order, ARG_PIECE, "pieces");
    buffer_char(out, ',');
    add_part(out, system, order, ARG_PATH, "way");
    buffer_char(out, ',');
    add_part(out, system, order, ARG_HEX, "at");
    buffer_char(out, '}');
}

void json_events(Buffer *out, const Showing *showing, const Events *events, const Dice *dice, int giver,
                 const Order *order)
{
    const System *system = showing->scenario->system;
    char text[ORDER_TEXT];
    bool first = true;
    buffer_literal(out, "\"side\":");
    json_side(out, showing->scenario, giver);
    buffer_literal(out, ",\"order\":");
    if (order && may_read_order(showing, events, giver, order)) {
        buffer_quote_bytes(out, text, order_print(showing->scenario, order, text));
        buffer_literal(out, ",\"verb\":");
        json_translated(out, showing->translation, order_name(&system->orders[order->verb]));
        json_parts(out, system, order);
    } else
        buffer_literal(out, "null");
    buffer_literal(out, ",\"dice\":[");
    if (dice && may_see_dice(showing, events, giver))
        for (int i = 0; i < dice->recorded; i++) {
            if (dice->hidden_from[i] & reader(showing))
                continue;
            json_comma(out, &first);
            json_cast(out, dice->record[i]);
        }
    first = true;
    buffer_literal(out, "],\"events\":[");
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        const Event *event = &events->event[i];
        if (hidden(showing, event))
            continue;
        json_comma(out, &first);
        buffer_literal(out, "{\"kind\":");
        buffer_quote(out, event_words[event->kind <= EVENT_OVER ? event->kind : 0]);
        buffer_char(out, ',');
        json_sentence(out, showing, &event->what);
        json_fact(out, showing, event);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}
