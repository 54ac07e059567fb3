/* shells.h — TCS 17, 18, 19.4, 25.5 and 26: artillery, barrages, smoke, aircraft. */
#ifndef SANDTABLE_TCS_SHELLS_H
#define SANDTABLE_TCS_SHELLS_H

#include "systems/tcs/fire.h"

/* ---- barrage.c: 17.5, 17.6, 18 --------------------------------------------------------------------------- */

int barrage_firepower(const Book *data, int calibre, bool battalion, bool good);
int barrage_power(const Barrage *barrage, int beyond);      /* FOURTHS; beyond: hexes outside of the zone */
int shell_kill(const Book *data, int calibre);              /* of Artillery Point Fire (18) */
int barrage_kill(const Book *data, const Barrage *barrage); /* the same with how it was shot */
/* What two dice must show to destroy it; one roll for each P target of the attack, and every one that can be is
 * Buttoned Up. */
int shell_needed(const Scenario *scenario, const State *state, const Attack *attack, Piece piece);
void shell_vehicles(Play *play, Attack *attack);
/* Pushes ASK_MISSION; `from`: the hex of an on-map gun that fires directly, NO_HEX. */
void landing_begins(Play *play, const Barrage *barrage, int radius, Hex from);
Attack landing_attack(const Scenario *scenario, const State *state, Hex hex);

/* ---- artillery.c: 17 -------------------------------------------------------------------------------------- */

int stock_of(const Book *data, int side, int calibre, int shell); /* its number; -1 none */
int smallest_calibre(const Book *data, const uint8_t *battery, int count);
int spotter_band(const Book *data, const State *state, int range); /* of the Adjustment Tables */
void add_origin(Attack *attack, Hex hex);                          /* attack.c: it comes from there, too */
void add_barrage(Play *play, const Barrage *barrage);
void light_up(Play *play, Hex hex);            /* an Illum marker */
void ammunition_arrives(Play *play, int side); /* 17.3-1 */
void batteries_clean_up(State *state);         /* 17.1a */

/* ---- guns.c: 25.5 ----------------------------------------------------------------------------------------- */

Refusal gun_allows(const Scenario *scenario, const State *view, Piece piece, Fire fire);
void gun_resolve(Play *play, const Attack *attack, const Shot *shot);

/* ---- smoke.c: 19.4, 25.2c, 25.4a ------------------------------------------------------------------------ */

Refusal illum_allows(const State *view); /* 27.0-1, 27.2b-2: at night only */

/* ---- air.c: 26 ------------------------------------------------------------------------------------------- */

void air_begins(Play *play, int side);

#endif
