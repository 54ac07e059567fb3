/* lab.c — see lab.h. */
#include "kit/lab.h"

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
