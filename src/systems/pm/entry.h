/* entry.h — units that come into play and units that leave it: sections 8 and 11, with 14.41-1. */
#ifndef SANDTABLE_PM_ENTRY_H
#define SANDTABLE_PM_ENTRY_H

#include "kit/sets.h"
#include "systems/pm/state.h"

/* ---- entry.c: 8.1–8.11, 8.21, 14.41-1; sea.c: 11 --------------------------------------------- */
enum { RVGK_PLACES = 10 };       /* 8.1-3 */
void calls_begin(Play *play);    /* German arrivals of the turn go to the OKH areas; aircraft leave (10.2-5) */
void arrivals_begin(Play *play); /* the Soviet turn box opens: dice of 8.9, rebuilds, conversions, aircraft */
void guards_begin(Play *play);   /* guards.c: what may be rebuilt and converted in this phase */
/* The battle for the beach is over (11.4-4): invaders go ashore or die. */
void invasion_ends(Play *play, bool cleared);
extern CheckOrder arrivals_may_end;

/* 11.1: tank and motorized rifle divisions. */
static inline bool never_sails(const Kind *kind)
{
    return kind->size == DIVISION && (kind->type == TANK || kind->type == MOTORIZED);
}

/* ---- refit.c: 8.12–8.20 ---------------------------------------------------------------------- */
void refit_begin(Play *play); /* withdrawals that fall due in the first couplet (8.16, 10.1-4) */
extern CheckOrder refit_may_end;

#endif
