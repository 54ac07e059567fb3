/* words.h — parses a line that a person wrote, word by word.
 *
 * A cursor over the fields of one line: words_hex(), words_piece(), words_number() … each parse the next word and
 * advance. A word that cannot be parsed is reported as a mistake; after that all words read as nothing, and no further
 * mistake is reported. So a line is read to its end without checks, and checked once:
 *
 *     Words words = words_of(scenario, line);
 *     Piece piece = words_piece(&words);
 *     Hex hex = words_hex(&words);
 *     if (!words_end(&words))
 *         return false;
 *
 * words_end() also reports words that are left over as a mistake. */
#ifndef SANDTABLE_WORDS_H
#define SANDTABLE_WORDS_H

#include "core/system.h"

typedef struct Words {
    const Scenario *scenario; /* NULL: hexes, counters, sides and rules cannot be read */
    Document *script;
    const Field *word;
    int count, at;
    bool wrong; /* a mistake has been reported */
} Words;

/* The line from its second word on: the first says what it is. */
Words words_of(const Scenario *scenario, const LabLine *line);
/* Reports a mistake at that word (NULL: after the last one), unless there was one already. */
void words_wrong(Words *words, const Field *at, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Whether words are left, and there was no mistake. */
bool words_more(const Words *words);
/* Whether everything was read without a mistake; left-over words are a mistake. */
bool words_end(Words *words);

/* The next word; NULL when there is none. */
const Field *words_next(const Words *words);
bool words_next_is(const Words *words, const char *word);
bool words_next_is_hex(const Words *words);
bool words_next_is_piece(const Words *words);
/* Takes the next word if it is this one. */
bool words_if(Words *words, const char *word);

/* Takes the next word if it is one of a NULL-ended list: its index goes to `out`. */
bool words_choice(Words *words, const char *const *known, int *out);

/* The next word must be this one. */
void words_keyword(Words *words, const char *word);

/* Each reports a mistake that says what was expected. `what` names it: "the number of turns". */
Field words_any(Words *words, const char *what);  /* an empty field if there is none */
Field words_text(Words *words, const char *what); /* the same; an empty text is a mistake too */
bool words_string(Words *words, const char *what, char *out, size_t room); /* a text that must fit */
long words_number(Words *words, const char *what, long low, long high);
int words_word(Words *words, const char *what, const char *const *known); /* index in a NULL-ended list; -1 */
Hex words_hex(Words *words);                                              /* NO_HEX */
Hexside words_hexside(Words *words);                                      /* NO_HEXSIDE */
Piece words_piece(Words *words);                                          /* NO_PIECE */
int words_pieces(Words *words, Piece *out, int room); /* as far as they go, one at least; how many */
int words_side(Words *words);                         /* NO_SIDE */
int words_rule(Words *words);                         /* 0; `SYSTEM.4.2.1` */
int words_own_rule(Words *words);                     /* 0; `4.2.1`, as a system's own files write it */
int words_place(Words *words);                        /* of the map; -1 */
int words_area(Words *words, int kind);               /* of that kind, by its name; -1 */

/* "3", "3.5", "10/3": as a book writes points. */
typedef struct Fraction {
    long over, under;
} Fraction;
Fraction words_fraction(Words *words, const char *what);
Fraction words_read_fraction(Words *words, const Field *field, const char *what);
/* Whether it is that many parts of which `whole` make one. */
bool fraction_is(Fraction fraction, long parts, long whole);

/* One NAME=VALUE that a line may have. */
typedef struct Setting {
    const char *name;
    long low, high; /* of a number; the same: the value is a text */
    bool given;
    long number;
    Field text; /* the value as it is there */
} Setting;
/* Takes the next word if it is of the form NAME=VALUE. A name that is not listed, one given twice and a number out of
 * bounds are mistakes. */
bool words_setting(Words *words, Setting *settings, int count);
/* The number given, or `otherwise`. */
static inline int setting_or(const Setting *setting, int otherwise)
{
    return setting->given ? (int)setting->number : otherwise;
}

/* A fraction given as a setting's text, in parts of which `whole` make one; 0 if none is given. */
int setting_parts(Words *words, const Setting *setting, const char *what, int whole);

/* The rule with that full id, including the system's name; 0 if there is none. */
int rule_written(const System *system, const Field *field);

/* A state that counters may be in, as scripts call it. */
typedef struct LabState {
    const char *word;
    uint32_t state;
} LabState;

/* The bits of the state that comes next, of a list ended by one without a word; 0 with a mistake. */
uint32_t words_state(Words *words, const LabState *states);
/* STATE or no STATE: adds to the states that a counter enters or leaves. */
void words_change_state(Words *words, const LabState *states, uint32_t *on, uint32_t *off);

#endif
