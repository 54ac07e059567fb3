/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_WB95_LAB_H
#define SANDTABLE_WB95_LAB_H

#include "systems/wb95/wb95.h"

extern const struct LabState {
    const char *word;
    uint32_t state;
} lab_states[]; /* ended by NULL */
extern const char *const lab_places[], *const lab_phases[];

bool lab_hex(const Scenario *scenario, const Field *field, Hex *out);
int lab_side(const Scenario *scenario, const Field *field);    /* -1: none */
Piece lab_piece(const Scenario *scenario, const Field *field); /* NO_PIECE: none */
int lab_word(const Field *field, const char *const *words);    /* -1: none */
long lab_number(const Field *field);

#endif
