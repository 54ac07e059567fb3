/* lab.c — see lab.h. */
#include "core/room.h"
#include "kit/lab.h"

#include <string.h>

#include "kit/lab_listen.h"

enum { LAB_PIECES = 2048 };

bool lab_knows(const Statement *list, const Field *word)
{
    while (list->word && !field_is(word, list->word))
        list++;
    return list->word;
}

bool lab_line(Scenario *scenario, Position *position, const LabLine *words, const Statement *own,
              void (*derive_again)(Script *line))
{
    Script line = {scenario, scenario->own, (State *)position, words_of(scenario, words)};
    bool ours;
    for (; own->word; own++)
        if (field_is(words->word, own->word))
            return own->run(&line);
    bool good = lab_map(scenario, words, &ours);
    if (ours && good)
        derive_again(&line);
    if (!ours)
        words_wrong(&line.words, words->word, "this is no line of a lab script");
    return ours && good;
}

static _Thread_local Dice *waiting;
static _Thread_local Events *listening;

void lab_listen(Dice *dice, Events *events)
{
    waiting = dice;
    listening = events;
}

Play lab_play(Script *line)
{
    ROOM(Events, events);
    ROOM(Dice, dice);
    bool wait = waiting && waiting->forced_used < waiting->forced_count;
    Events *told = listening ? listening : events;
    dice_fast(dice, 1);
    told->count = 0;
    return (Play){line->scenario, line->data, line->state, wait ? waiting : dice, told};
}

bool lab_name(Script *line, const Field *id, Piece piece, int room, char name[PIECE_TEXT])
{
    memset(name, 0, PIECE_TEXT);
    memcpy(name, id->text, id->length < PIECE_TEXT ? id->length : PIECE_TEXT - 1);
    if (piece < room && scenario_name_piece(line->scenario, piece, name))
        return true;
    words_wrong(&line->words, id, "there is no room for it, or its name is taken or not well formed");
    return false;
}

/* ---- counters -------------------------------------------------------------------------------- */

static _Thread_local Piece named[LAB_PIECES]; /* those of the line */

static bool all_fit(Script *line, const LabCounters *counters, const Changes *changes, int count)
{
    bool good = true;
    for (int i = 0; good && i < count; i++)
        good = counters->fits(line, changes, named[i]);
    return good;
}

bool lab_place(Script *line, const LabCounters *counters, Changes *changes)
{
    int count = words_pieces(&line->words, named, LAB_PIECES);
    Hex hex = counters->spot ? counters->spot(line) : words_hex(&line->words);
    bool good = counters->take(&line->words, changes) && all_fit(line, counters, changes, count);
    for (int i = 0; good && counters->may_stand && i < count; i++)
        good = counters->may_stand(line, named[i], hex);
    for (int i = 0; good && i < count; i++) {
        if (counters->changed_first)
            counters->change(line, changes, named[i]);
        counters->put(line, named[i], hex);
        if (!counters->changed_first)
            counters->change(line, changes, named[i]);
    }
    return good;
}

bool lab_state(Script *line, const LabCounters *counters, Changes *changes)
{
    int count = words_pieces(&line->words, named, LAB_PIECES);
    bool good = counters->take(&line->words, changes) && all_fit(line, counters, changes, count);
    for (int i = 0; good && i < count; i++)
        counters->change(line, changes, named[i]);
    return good;
}

bool lab_remove(Script *line, const LabCounters *counters)
{
    int count = words_pieces(&line->words, named, LAB_PIECES);
    bool dead = words_if(&line->words, "dead");
    for (int i = 0; i < count && !line->words.wrong; i++)
        if (!counters->is_on_map(line->state, named[i]))
            words_wrong(&line->words, line->words.word, "it is not on the map");
    if (!words_end(&line->words))
        return false;
    for (int i = 0; i < count; i++)
        counters->remove(line, named[i], dead);
    return true;
}
