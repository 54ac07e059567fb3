/* terminal_ask.c — finding an order part by part, from what the system lists.
 *
 * With nothing begun the menu lists verbs; then whatever may come next after the parts already chosen. Where a path
 * comes next, the menu lists the hexes in which it can end, so that the player need not enter it step by step. A line
 * with a number picks that line of the menu; a hex, counter or word picks the line that has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/terminal.h"

static const Slot *slot_of(const Terminal *terminal, const Choice *choice)
{
    return &terminal->scenario->system->orders[terminal->prefix.verb].slot[choice->slot];
}

static bool slot_is_begun(const Order *order, int slot)
{
    int count;
    order_slot(order, slot, &count);
    return count > 0;
}

/* Ends of the path that would come next; false if it must be walked step by step. */
static bool list_ends(Terminal *terminal, int slot)
{
    const System *system = terminal->scenario->system;
    terminal->reach.count = 0;
    if (system->reach)
        system->reach(terminal->scenario, terminal_view(terminal), &terminal->prefix, &terminal->reach);
    for (int i = 0; i < terminal->reach.count && terminal->items < ITEMS; i++)
        terminal->item[terminal->items++] =
            (Item){.kind = ITEM_END, .choice = {.slot = (uint8_t)slot}, .end = terminal->reach.hex[i]};
    return terminal->reach.count > 0;
}

void list_items(Terminal *terminal)
{
    Choices *choices = &terminal->choices;
    const Order *prefix = &terminal->prefix;
    terminal->items = 0;
    choices->count = 0;
    choices->complete = false;
    terminal->scenario->system->choices(terminal->scenario, terminal_view(terminal), prefix, choices);
    if (choices->complete && prefix->verb != NO_VERB)
        terminal->item[terminal->items++] = (Item){.kind = ITEM_GIVE};
    int walked = -1; /* a path slot whose ends are already listed */
    for (int i = 0; i < choices->count && terminal->items < ITEMS; i++) {
        const Choice *choice = &choices->choice[i];
        if (prefix->verb != NO_VERB && slot_of(terminal, choice)->type == ARG_PATH) {
            if (slot_is_begun(prefix, choice->slot))
                continue; /* it leads where it was chosen to lead */
            if (choice->slot == walked || list_ends(terminal, choice->slot)) {
                walked = choice->slot;
                continue;
            }
        }
        terminal->item[terminal->items++] = (Item){.kind = ITEM_PART, .choice = *choice};
    }
}

/* ---- showing ---- */

#define LONG_RUN 24 /* a longer run of counters is listed by id and hex alone */

static void short_piece(Terminal *terminal, Piece piece, char *out, size_t room)
{
    const Scenario *scenario = terminal->scenario;
    char number[HEX_TEXT];
    Hex hex = scenario->system->where(scenario, terminal_view(terminal), piece);
    snprintf(out, room, "%s %s",
             piece < scenario->pieces ? scenario->piece_id[piece]
                                      : translation_words(terminal->translation, SAID("cli.counter")),
             hex == NO_HEX ? "" : hex_print(&scenario->map->grid, hex, number));
}

static void value_words(Terminal *terminal, const Choice *choice, bool briefly, char *out, size_t room)
{
    const Slot *slot = slot_of(terminal, choice);
    char text[HEX_TEXT + NAME_TEXT + 4];
    switch (slot->type) {
    case ARG_PIECE:
        if (briefly)
            short_piece(terminal, choice->value, out, room);
        else
            piece_words(terminal, choice->value, true, out, room);
        break;
    case ARG_HEX:
    case ARG_PATH:
        snprintf(out, room, "%s", hex_words(terminal, choice->value, text));
        break;
    case ARG_HEXSIDE:
        snprintf(out, room, "%s", hexside_print(&terminal->scenario->map->grid, choice->value, text));
        break;
    case ARG_NUMBER:
        snprintf(out, room, translation_words(terminal->translation, SAID("cli.number")), choice->value);
        break;
    case ARG_WORD:
    case ARG_NAME:
        snprintf(out, room, "%s", slot_word(terminal->scenario, slot, choice->value));
        break;
    }
}

static void item_words(Terminal *terminal, const Item *item, bool briefly, char *out, size_t room)
{
    const System *system = terminal->scenario->system;
    char text[HEX_TEXT + NAME_TEXT + 4];
    if (item->kind == ITEM_GIVE) {
        snprintf(out, room, "%s", translation_words(terminal->translation, SAID("cli.give-order")));
    } else if (item->kind == ITEM_END) {
        snprintf(out, room, "%s", hex_words(terminal, item->end, text));
    } else if (item->choice.slot == SLOT_VERB) {
        snprintf(out, room, "%-10s %s", system->orders[item->choice.value].verb,
                 translation_words(terminal->translation, system->orders[item->choice.value].help));
    } else {
        value_words(terminal, &item->choice, briefly, out, room);
    }
}

/* What a run of items of one slot is, as a small heading. */
static void tell_slot(Terminal *terminal, const Item *item)
{
    if (item->kind == ITEM_GIVE || item->choice.slot == SLOT_VERB)
        return;
    const Slot *slot = slot_of(terminal, &item->choice);
    const char *help = item->kind == ITEM_END ? SAID("cli.where") : slot->help ? slot->help : "";
    printf("%s%s%s:\n", slot->keyword ? slot->keyword : "", slot->keyword ? ", " : "",
           translation_words(terminal->translation, help));
}

static int widest(Terminal *terminal, int first, int last)
{
    int most = 0;
    for (int i = first; i < last; i++) {
        char words[400];
        item_words(terminal, &terminal->item[i], last - first > LONG_RUN, words, sizeof words);
        most = (int)strlen(words) > most ? (int)strlen(words) : most;
    }
    return most;
}

/* Items [first, last) in as many columns as the width holds. */
static void tell_items(Terminal *terminal, int first, int last)
{
    int wide = widest(terminal, first, last) + 7, columns = terminal->width / wide;
    columns = columns < 1 || last - first < 8 ? 1 : columns;
    int lines = (last - first + columns - 1) / columns;
    for (int line = 0; line < lines; line++) {
        for (int column = 0; column < columns; column++) {
            int i = first + column * lines + line;
            if (i >= last)
                continue;
            char words[400];
            item_words(terminal, &terminal->item[i], last - first > LONG_RUN, words, sizeof words);
            bool more = column + 1 < columns && i + lines < last;
            printf("%3d) ", i + 1);
            if (columns == 1)
                tell_wrapped(terminal, 9, words);
            else
                printf("%-*s", more ? wide - 5 : 0, words);
        }
        if (columns > 1)
            putchar('\n');
    }
}

void tell_menu(Terminal *terminal)
{
    if (terminal->prefix.verb != NO_VERB) {
        char words[ORDER_TEXT];
        order_print(terminal->scenario, &terminal->prefix, words);
        printf("%s ", translation_words(terminal->translation, SAID("cli.begun")));
        tell_wrapped(terminal, 7, words);
    }
    for (int first = 0; first < terminal->items;) {
        int last = first + 1;
        const Item *item = &terminal->item[first];
        while (last < terminal->items && terminal->item[last].kind == item->kind &&
               terminal->item[last].choice.slot == item->choice.slot)
            last++;
        tell_slot(terminal, item);
        tell_items(terminal, first, last);
        first = last;
    }
    if (!terminal->items)
        printf("%s\n", translation_words(terminal->translation, SAID("cli.nothing-fits-after-back-takes")));
}

/* ---- picking ---- */

static bool same_word(const char *word, const char *line) { return word && !strcmp(word, line); }

static bool item_is(Terminal *terminal, const Item *item, const char *line)
{
    const Scenario *scenario = terminal->scenario;
    char text[EDGE_TEXT];
    if (item->kind == ITEM_GIVE)
        return same_word("give", line) || same_word("done", line);
    if (item->kind == ITEM_END)
        return same_word(hex_print(&scenario->map->grid, item->end, text), line);
    if (item->choice.slot == SLOT_VERB)
        return same_word(scenario->system->orders[item->choice.value].verb, line);
    const Slot *slot = slot_of(terminal, &item->choice);
    size_t keyword = slot->keyword ? strlen(slot->keyword) : 0;
    if (keyword && !strncmp(line, slot->keyword, keyword) && line[keyword] == ' ')
        line += keyword + strspn(line + keyword, " "); /* "at 5112" is 5112 */
    switch (slot->type) {
    case ARG_PIECE:
        return item->choice.value < scenario->pieces && same_word(scenario->piece_id[item->choice.value], line);
    case ARG_HEX:
    case ARG_PATH:
        return same_word(hex_print(&scenario->map->grid, item->choice.value, text), line);
    case ARG_HEXSIDE:
        return same_word(hexside_print(&scenario->map->grid, item->choice.value, text), line);
    case ARG_WORD:
    case ARG_NAME:
        return same_word(slot_word(scenario, slot, item->choice.value), line);
    case ARG_NUMBER:
        return false; /* a bare number is a line of the menu */
    }
    return false;
}

static const Item *item_meant(Terminal *terminal, const char *line)
{
    for (int i = 0; i < terminal->items; i++)
        if (item_is(terminal, &terminal->item[i], line))
            return &terminal->item[i];
    size_t digits = strspn(line, "0123456789");
    if (!digits || line[digits] || digits > 5)
        return NULL;
    int number = atoi(line);
    return number >= 1 && number <= terminal->items ? &terminal->item[number - 1] : NULL;
}

static Hex path_start(Terminal *terminal, int slot)
{
    return walk_from(terminal->scenario, terminal_view(terminal), &terminal->prefix, slot);
}

static void look_at(Terminal *terminal, const Item *item)
{
    const Scenario *scenario = terminal->scenario;
    Hex hex = NO_HEX;
    if (item->kind == ITEM_END)
        hex = item->end;
    else if (item->kind == ITEM_PART && item->choice.slot != SLOT_VERB) {
        const Slot *slot = slot_of(terminal, &item->choice);
        if (slot->type == ARG_PIECE)
            hex = scenario->system->where(scenario, terminal_view(terminal), item->choice.value);
        else if (slot->type == ARG_HEX || slot->type == ARG_PATH)
            hex = item->choice.value;
    }
    if (hex != NO_HEX)
        terminal->focus = hex;
}

/* Whether anything but giving the order is left to choose. */
static bool is_whole(Terminal *terminal)
{
    list_items(terminal);
    return terminal->choices.complete && terminal->items == 1;
}

Picked pick_item(Terminal *terminal, const char *line)
{
    const Item *item = item_meant(terminal, line);
    if (!item)
        return PICKED_NOTHING;
    look_at(terminal, item);
    if (item->kind == ITEM_GIVE)
        return PICKED_ORDER;
    if (item->kind == ITEM_END) {
        if (!reach_path(&terminal->reach, path_start(terminal, item->choice.slot), item->end, &terminal->prefix,
                        item->choice.slot)) {
            printf("%s\n", translation_words(terminal->translation, SAID("cli.way-too-long-order")));
            return PICKED_PART;
        }
    } else if (item->choice.slot == SLOT_VERB) {
        terminal->prefix = order_of(item->choice.value);
    } else if (!order_add(&terminal->prefix, item->choice.slot, item->choice.value)) {
        printf("%s\n", translation_words(terminal->translation, SAID("cli.order-no-room-more")));
        return PICKED_PART;
    }
    return is_whole(terminal) ? PICKED_ORDER : PICKED_PART;
}

/* A path typed as one far hex means the cheapest way there. */
void walk_to_end(Terminal *terminal, Order *order)
{
    const Scenario *scenario = terminal->scenario;
    const OrderKind *kind = &scenario->system->orders[order->verb];
    int count, slot = 0;
    while (slot < kind->slots && kind->slot[slot].type != ARG_PATH)
        slot++;
    int first = slot < kind->slots ? order_slot(order, slot, &count) : 0;
    const Frame *asked = question(terminal_view(terminal));
    if (!asked || !order_answers(kind, asked->kind) || !scenario->system->reach)
        return;
    if (slot == kind->slots || count != 1 || first + 1 != order->count)
        return;
    Order begun = terminal->prefix, whole = *order;
    terminal->prefix = *order;
    drop_part(terminal);
    Hex start = path_start(terminal, slot), end = order->value[first];
    if (start != NO_HEX && edge_between(&scenario->map->grid, start, end) == EDGES) {
        terminal->reach.count = 0;
        scenario->system->reach(scenario, terminal_view(terminal), &terminal->prefix, &terminal->reach);
        for (int i = 0; i < terminal->reach.count; i++)
            if (terminal->reach.hex[i] == end && reach_path(&terminal->reach, start, end, &terminal->prefix, slot))
                whole = terminal->prefix;
    }
    *order = whole;
    terminal->prefix = begun;
}

void drop_part(Terminal *terminal)
{
    Order *prefix = &terminal->prefix;
    if (prefix->verb == NO_VERB)
        return;
    if (!prefix->count) {
        *prefix = order_of(NO_VERB);
        return;
    }
    const OrderKind *kind = &terminal->scenario->system->orders[prefix->verb];
    uint8_t slot = prefix->slot[prefix->count - 1];
    do { /* a path was chosen as one thing */
        prefix->count--;
        prefix->slot[prefix->count] = 0;
        prefix->value[prefix->count] = 0;
    } while (kind->slot[slot].type == ARG_PATH && prefix->count && prefix->slot[prefix->count - 1] == slot);
}
