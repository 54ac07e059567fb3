/* load.h — what the files of the loader share: load.c (the scenario's text), counters.c (the units and their places),
 * tables.c (the charts). */
#ifndef SANDTABLE_TCS_LOAD_H
#define SANDTABLE_TCS_LOAD_H

#include "kit/cells.h"
#include "kit/words.h"
#include "kit/entries.h"
#include "systems/tcs/tcs.h"

struct Loader {
    Scenario *scenario;
    Loading *loading;
    Book *data;
    Document *document;    /* the scenario's text */
    char setup[NAME_TEXT]; /* which rows of setup/ are its own */
};

/* A table of setup/; NULL with a mistake. */
Document *open_setup(Loader *loader, const char *name);
/* Whether the row of a table of setup/ is this scenario's. */
bool is_own_row(Loader *loader, Document *table, int row);
/* The tables say US and GE: a side whose word begins with that. A mistake if there is none. */
int side_under(Loader *loader, Document *table, int row, const char *column);
/* "0920" among the clock's times: its turn, from 1; 0 for `start`, and with a mistake. */
int turn_under(Loader *loader, Document *table, int row, const char *column);

void load_charts(Loader *loader);
void load_gun_charts(Loader *loader); /* tables_guns.c */
/* For tables: "3-5", "16+", "7"; "+2", "-1"; rows that follow the sequential rolls; a word's number, -1. */
void read_band(Document *table, const Field *field, uint16_t *low, uint16_t *high);
int8_t signed_under(Document *table, int row, const char *column);
bool is_roll_row(Document *table, int row);
int find_word(const Field *name, const char *const *words, int count);
/* Every row of that table; `rows` of them if not 0. */
void load_rows(Loader *loader, const char *name, int rows, void (*read)(Loader *, Document *, int));
extern const char *const class_columns[CLASSES + 1];
extern const char *const nation_words[]; /* columns of the Adjustment Tables */
extern const char *const weather_words[];
void load_command_charts(Loader *loader);           /* load_command.c */
void load_sheets(Loader *loader, const char *name); /* Op Sheets of the start */
void load_kinds(Loader *loader);
void load_clock(Loader *loader);
void load_forces(Loader *loader); /* battalions, units, batteries, ammunition of the set-up */
/* The number + 1 of a formation's name, new or known; 0 for a dash and with a mistake. */
int formation_of(Book *data, Document *document, const Field *name);
int class_named(const Field *word); /* Class of "mg", as unit_types.tsv has it; -1 */
/* III.5: one after the other, from the unit that has lost the least. */
void spread_losses(Book *data, const Piece *pieces, int count, int losses);
/* III.7: the mean of the old Company Morales, a fifth of it, rounded. */
int morale_of_companies(const int *morale, int count);
void old_ammunition(Book *data);  /* 17.3-2: a quarter of HE and Smoke */
void join_battalions(Book *data); /* each counter's box, by its battalion's name */
void join_batteries(Book *data);  /* each on-map gun's battery, by its company's name */

/* load_old.c: entries of a scenario */
void read_losses(Loader *loader, Words *words);
void read_company_morale(Loader *loader, Words *words);
void read_old_ammunition(Loader *loader, Words *words);
void read_modern(Loader *loader, Words *words);

#endif
