/* lab_event.c — what a script expects of an event's sentence: its message and what fills it, or some of its words.
 *
 *     expect event wb95.over-river s254         the message, and what fills its holes from the first on; _ is anything
 *     expect event "is over the river"          words of the sentence, as its reader reads it
 *
 * A case that names the message goes on holding when the sentence is reworded. Counters, hexes, sides and questions are
 * written as everywhere in scripts, numbers as figures, other words as they are in English. */
#include <string.h>

#include "cli/lab.h"
#include "core/message.h"

bool take_wording(Lab *lab, const char *what, Wording *out)
{
    Words *line = &lab->words;
    *out = (Wording){.at = words_next(line)};
    if (!words_string(line, what, out->words, sizeof out->words))
        return false;
    out->message = !strchr(out->words, ' ') && message_words(out->words) != out->words;
    while (out->message && words_more(line) && !words_next_is(line, "rule")) {
        if (out->values == WORDING_VALUES) {
            words_wrong(line, words_next(line), "a message has no more to fill");
            return false;
        }
        words_string(line, "what fills the message", out->value[out->values++], sizeof out->value[0]);
    }
    return !line->wrong;
}

/* What fills a hole, as a script writes it. */
static void print_filling(const Lab *lab, char letter, int16_t arg, char *out, size_t room)
{
    const Scenario *scenario = lab->scenario;
    const System *system = scenario->system;
    char hole[3] = {'%', letter}, number[EDGE_TEXT];
    Sentence alone = {.words = hole, .arg = {arg}};
    if (letter == 'p' && (Piece)arg < scenario->pieces)
        snprintf(out, room, "%s", scenario->piece_id[(Piece)arg]);
    else if (letter == 's' && arg >= 0 && arg < scenario->sides)
        snprintf(out, room, "%s", scenario->side_word[arg]);
    else if (letter == 'q' && arg >= 0 && arg < system->question_kinds)
        snprintf(out, room, "%s", system->questions[arg].name);
    else if (letter == 'h')
        snprintf(out, room, "%s", hex_print(&scenario->map->grid, (Hex)arg, number));
    else
        say(scenario, NULL, NULL, &alone, out, room);
}

/* Hole by hole from the first; `_` stands for anything, and so does what the script leaves out at the end. */
static bool fillings_fit(const Lab *lab, const Sentence *sentence, const Wording *wording)
{
    char letters[SAY_ARGS], filling[SAY_TEXT];
    int found = 0;
    sentence_holes(sentence, letters);
    for (int arg = 0; arg < SAY_ARGS && found < wording->values; arg++) {
        if (!letters[arg])
            continue;
        print_filling(lab, letters[arg], sentence->arg[arg], filling, sizeof filling);
        if (strcmp(wording->value[found], "_") != 0 && strcmp(filling, wording->value[found]) != 0)
            return false;
        found++;
    }
    return found == wording->values;
}

bool wording_fits(const Lab *lab, const Sentence *sentence, const Position *reader, const Wording *wording)
{
    char words[SAY_TEXT] = "";
    if (!sentence->words)
        return false;
    if (wording->message)
        return !strcmp(sentence->words, wording->words) && fillings_fit(lab, sentence, wording);
    say(lab->scenario, NULL, reader, sentence, words, sizeof words);
    return strstr(words, wording->words);
}
