/* check.h — what the files of `sandtable check` share. */
#ifndef SANDTABLE_CHECK_H
#define SANDTABLE_CHECK_H

#include "core/system.h"

/* A translation: of a system, or (NULL) of what the core and the server say. */
void check_translation(Document *table, const char *language, const System *system);
/* What the first game teaches, beside its scenario: every word of it must be one of the game's. */
void check_hints(Document *table, const Scenario *scenario);
/* A translation of the system's ledger. */
void check_translated_rules(Document *table, const System *system);
/* What a rulebook's short words mean: SYSTEM/terms.LANG.tsv. */
void check_terms(Document *table, const System *system);
/* A lesson or puzzles (docs/learn.md): SYSTEM/lessons/NAME.lesson, SYSTEM/puzzles/NAME.puzzles. They are played. */
void check_lesson_script(Document *script);
void check_puzzles(Document *script);

#endif
