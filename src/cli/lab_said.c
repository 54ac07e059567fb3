/* lab_said.c — whether the program could ever say some words.
 *
 * A script that denies "disorganization test" proves nothing if the program could never print those words. So where a
 * script denies words, each of them must occur somewhere: in a sentence of the code, a word of the system, a name of
 * the scenario. */
#include <ctype.h>
#include <string.h>

#include "cli/lab.h"
#include "cli/sentences_index.h"
#include "core/message.h"

#define WORD_TEXT 60

/* Sentences of the code; words that fill their holes, and texts of the scenario's data. */
static bool in_sentences(const Lab *lab, const char *word)
{
    const System *system = lab->scenario->system;
    const char *text;
    for (int i = 0; said_somewhere[i].room; i++)
        if (strstr(message_words(said_somewhere[i].words), word))
            return true;
    for (int i = 0; system->words && system->words[i]; i++)
        if (strstr(system->words[i], word))
            return true;
    for (int i = 0; system->text && (text = system->text(lab->scenario, i)) != NULL; i++)
        if (strstr(text, word))
            return true;
    return false;
}

/* Names of sides and counters. */
static bool in_names(const Lab *lab, const char *word)
{
    const Scenario *scenario = lab->scenario;
    for (int side = 0; side < scenario->sides; side++)
        if (strstr(scenario->side_name[side], word))
            return true;
    return piece_named(scenario, word, strlen(word)) != NO_PIECE;
}

/* Numbers, hexes and signs stand for themselves. */
static bool has_letters(const char *word)
{
    for (; *word; word++)
        if (isalpha((unsigned char)*word))
            return true;
    return false;
}

void check_said(const Lab *lab, Words *words, const Field *phrase)
{
    const char *at = phrase->text, *end = at + phrase->length;
    while (at < end && !words->wrong) {
        char word[WORD_TEXT] = "";
        size_t length = 0;
        while (at < end && strchr(" :;,.()/", *at))
            at++;
        for (; at < end && !strchr(" :;,.()/", *at); at++)
            if (length + 1 < sizeof word)
                word[length++] = *at;
        if (has_letters(word) && !in_sentences(lab, word) && !in_names(lab, word))
            words_wrong(words, phrase, "nothing ever says \"%s\", so it proves nothing that it is not said", word);
    }
}
