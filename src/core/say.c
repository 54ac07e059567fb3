/* say.c — fills the holes of sentences, for one reader. */
#include "core/say.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "core/system.h"
#include "core/translation.h"

const char *const event_words[EVENT_OVER + 1] = {"note",   "turn",     "phase",      "moved",     "placed",   "rolled",
                                                 "result", "lost",     "eliminated", "retreated", "advanced", "state",
                                                 "ground", "revealed", "score",      "aside",     "over"};

typedef struct Page {
    char *out;
    size_t room, length;
} Page;

static void put_bytes(Page *page, const char *from, size_t length)
{
    size_t left = page->room - 1 - page->length;
    length = length < left ? length : left;
    memcpy(page->out + page->length, from, length);
    page->length += length;
}

static void put(Page *page, const char *text) { put_bytes(page, text, strlen(text)); }

/* The number behind the letter, if there is one. */
static void put_number(Page *page, char before, int number)
{
    char text[16] = {before};
    *look_number(text + !!before, number) = '\0';
    put(page, text);
}

/* Twelfths as people read them: 42 is "3 1/2". */
/* So many parts of a point, `parts` in one, as a mixed number in lowest terms: "2", "1/2", "3 1/4". */
static void put_fraction(Page *page, int number, int parts)
{
    int whole = parts > 1 ? number / parts : number, over = parts > 1 && number > 0 ? number % parts : 0;
    if (whole || !over)
        put_number(page, '\0', whole);
    if (!over)
        return;
    int divisor = over, rest = parts;
    while (rest) {
        int next = divisor % rest;
        divisor = rest;
        rest = next;
    }
    put_number(page, whole ? ' ' : '\0', over / divisor);
    put_number(page, '/', parts / divisor);
}

/* The reader: what he knows, and his language. */
typedef struct Reader {
    const Scenario *scenario;
    const Translation *translation;
    const Position *view;
} Reader;

/* By its number, and by the name of the place in that hex; a box by its title. */
static void put_hex(Page *page, const Reader *reader, Hex hex)
{
    const Map *map = reader->scenario->map;
    char text[EDGE_TEXT];
    if (hex >= map->hexes && hex < map->spots) {
        put(page, translation_words(reader->translation, map->box[hex - map->hexes].title));
        return;
    }
    const char *name = hex < map->hexes && map->place[hex] >= 0 ? map->place_list[map->place[hex]].name : "";
    if (*name) {
        put(page, name);
        put(page, " (");
    }
    put(page, hex_print(&map->grid, hex, text));
    if (*name)
        put(page, ")");
}

/* The counter's name if the reader knows it; its id if no reader is masked. */
static void put_piece(Page *page, const Reader *reader, Piece piece)
{
    const Scenario *scenario = reader->scenario;
    Look look = {.known = true};
    if (reader->view && scenario->system->look && piece != NO_PIECE)
        scenario->system->look(scenario, reader->view, piece, &look);
    if (piece == NO_PIECE || !look.known || (!look.name[0] && piece >= scenario->pieces))
        put(page, translation_words(reader->translation, SAID("core.counter")));
    else
        put(page, look.name[0] ? look.name : scenario->piece_id[piece]);
}

static const char *word_at(const char *const *words, int index)
{
    for (int i = 0; words && words[i]; i++)
        if (i == index)
            return words[i];
    return NULL;
}

void sentence_holes(const Sentence *sentence, char letters[SAY_ARGS])
{
    const char *at = sentence->words ? message_words(sentence->words) : "";
    int in_order = 0;
    memset(letters, 0, SAY_ARGS);
    for (Hole hole = translation_next(&at); hole.letter; hole = translation_next(&at)) {
        if (!hole_takes_number(hole.letter))
            continue;
        int number = hole.number < 0 ? in_order++ : hole.number;
        if (number < SAY_ARGS)
            letters[number] = hole.letter;
    }
}

/* What a hole of words is filled with, in English; NULL for nothing. */
static const char *word_for(const Scenario *scenario, char hole, int16_t arg)
{
    const System *system = scenario->system;
    switch (hole) {
    case 's':
        return arg >= 0 && arg < scenario->sides ? scenario->side_name[arg] : SAID("core.nobody");
    case 'w':
        return word_at(system->words, arg);
    case 'd':
        return system->text ? system->text(scenario, arg) : NULL;
    default:
        return arg >= 0 && arg < system->question_kinds ? system->questions[arg].title : NULL;
    }
}

static void put_hole(Page *page, const Reader *reader, char hole, int16_t arg)
{
    const Scenario *scenario = reader->scenario;
    const System *system = scenario->system;
    char text[EDGE_TEXT];
    switch (hole) {
    case 'p':
        put_piece(page, reader, (Piece)arg);
        break;
    case 'h':
        put_hex(page, reader, (Hex)arg);
        break;
    case 'e':
        put(page, hexside_print(&scenario->map->grid, (Hexside)arg, text));
        break;
    case 'n':
        put_number(page, '\0', arg);
        break;
    case 'i':
        put_number(page, arg < 0 ? '\0' : '+', arg);
        break;
    case 't':
        put_fraction(page, arg, system->fraction);
        break;
    case 's':
    case 'w':
    case 'd':
    case 'q': {
        const char *word = word_for(scenario, hole, arg);
        put(page, word ? translation_words(reader->translation, word) : "?");
        break;
    }
    case 'v':
        put(page, arg >= 0 && arg < system->order_kinds ? system->orders[arg].verb : "?");
        break;
    default:
        put(page, "%");
        break;
    }
}

/* One of the forms that stand between { and }, | between them. */
static void put_form(Page *page, const char *words, int form)
{
    for (; form && *words != '}'; words++)
        form -= *words == '|';
    put_bytes(page, words, strcspn(words, "|}"));
}

static void put_sentence(Page *page, const Reader *reader, const Sentence *sentence)
{
    const char *at = translation_words(reader->translation, sentence->words), *from = at;
    int in_order = 0, counted = 0;
    for (Hole hole = translation_next(&at); hole.letter; hole = translation_next(&at)) {
        bool takes = hole_takes_number(hole.letter);
        int number = takes && hole.number < 0 ? in_order++ : hole.number;
        int16_t arg = number >= 0 && number < SAY_ARGS ? sentence->arg[number] : (int16_t)0;
        put_bytes(page, from, (size_t)(hole.before - from));
        from = at;
        if (hole.letter == '{')
            put_form(page, hole.words, translation_form(reader->translation, arg));
        else if (takes)
            put_hole(page, reader, hole.letter, arg);
        else if (hole.letter == '%' || counted != 1)
            put(page, hole.letter == '%' ? "%" : hole.letter == '*' ? "es" : "s");
        counted = hole.letter == 'n' || hole.letter == 'i' ? abs(arg) : counted;
    }
    put(page, from);
}

static void put_rule(Page *page, const System *system, int rule)
{
    if (!rule || rule >= system->rule_count)
        return;
    const char *number, *book = rule_book(system, rule, &number);
    put(page, " (");
    put(page, book);
    put(page, " ");
    put(page, number);
    put(page, ")");
}

size_t say_all(const Scenario *scenario, const Translation *translation, const Position *view,
               const Sentence *sentences, int count, char *out, size_t room)
{
    if (!room)
        return 0;
    Page page = {out, room, 0};
    Reader reader = {scenario, translation, view};
    for (int i = 0; i < count; i++) {
        if (i)
            put(&page, "; ");
        if (sentences[i].words)
            put_sentence(&page, &reader, &sentences[i]);
        put_rule(&page, scenario->system, sentences[i].rule);
    }
    out[page.length] = 0;
    return page.length;
}

size_t say(const Scenario *scenario, const Translation *translation, const Position *view, const Sentence *sentence,
           char *out, size_t room)
{
    return say_all(scenario, translation, view, sentence, 1, out, room);
}

bool sentence_same(const Sentence *one, const Sentence *other)
{
    bool words = one->words && other->words ? !strcmp(one->words, other->words) : one->words == other->words;
    return words && one->rule == other->rule && !memcmp(one->arg, other->arg, sizeof one->arg);
}
