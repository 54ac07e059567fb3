/* symbols.h — the table of small drawings shared by browser and pictures (docs/data.md describes its format).
 *
 * Integers only: coordinates are thousandths of the box's half height. A system's folder may add its own drawings, but
 * not redefine one. */
#ifndef SANDTABLE_SYMBOLS_H
#define SANDTABLE_SYMBOLS_H

#include "core/system.h"

typedef enum Paint {
    PAINT_LINE,
    PAINT_FILL,
    PAINT_GROUND,
    PAINT_PAPER,
    PAINT_HALO,
    PAINT_DARK,
    PAINT_FAINT,
    PAINT_TEXT,
    PAINT_LEVEL,
    PAINTS
} Paint;
extern const char *const paint_words[]; /* NULL-ended */

#define SYMBOL_UNIT 1000
#define SYMBOL_NAME 16
#define SYMBOL_WORDS 8

typedef struct SymbolStep {
    char command; /* M L C Z O R */
    int16_t at[6];
} SymbolStep;

typedef struct SymbolPart {
    uint8_t paint;
    uint16_t width;        /* 0: no edge */
    uint16_t first, steps; /* of a path */
    int16_t x, y, size;    /* of a text or level */
    char words[SYMBOL_WORDS];
} SymbolPart;

typedef struct Symbol {
    char name[SYMBOL_NAME];
    uint16_t first, parts;
} Symbol;

enum { SYMBOLS_MAX = 256, SYMBOL_PARTS = 1024, SYMBOL_STEPS = 8192 };

typedef struct Symbols {
    int symbols, parts, steps;
    Symbol symbol[SYMBOLS_MAX];
    SymbolPart part[SYMBOL_PARTS];
    SymbolStep step[SYMBOL_STEPS];
} Symbols;

/* Reads symbols.tsv, and FOLDER/symbols.tsv if there is one (`folder` may be NULL). Mistakes are logged, and drawings
 * with mistakes are skipped; NULL only without memory. Freed by free(). */
Symbols *symbols_load(const Source *source, const char *folder, Log *log);
/* Adds the drawings of a table. */
void symbols_read(Symbols *symbols, Document *table);
/* NULL if there is no such drawing. */
const Symbol *symbol_named(const Symbols *symbols, const char *name);
/* Calls `lacks` for each drawing that the system declares and the table does not have. */
void symbols_lacking(const Symbols *symbols, const System *system, void (*lacks)(void *context, const char *name),
                     void *context);

#endif
