/* lab.h — words that the doing and the expecting lines of the lab share. */
#ifndef SANDTABLE_PM_LAB_H
#define SANDTABLE_PM_LAB_H

#include "kit/holds.h"
#include "kit/lab.h"
#include "systems/pm/pm.h"

extern const LabState lab_states[];      /* ended by NULL */
extern const char *const lab_steps[];    /* by Step */
extern const char *const lab_weathers[]; /* by Weather: D R M F S */
extern const char *const lab_zones[], *const lab_towns[], *const lab_works[], *const lab_supplies[];

/* A number of the state that scripts may set and expect by name: its place in the position, or NULL. */
typedef struct LabNumber {
    const char *word;
    size_t offset, size;
    long low, high;
} LabNumber;
extern const LabNumber lab_numbers[]; /* ended by one without a word */
long read_number(const State *state, const LabNumber *number);

/* ---- expect_table.c: 17 ---------------------------------------------------------------------- */
void table_holds(Holds *holds);

/* ---- expect_move.c: supply and movement ------------------------------------------------------- */
void supply_holds(Holds *holds);
void path_holds(Holds *holds);
void starves_holds(Holds *holds);
void step_holds(Holds *holds);
void airlift_holds(Holds *holds);
void soviet_corps_holds(Holds *holds);

#endif
