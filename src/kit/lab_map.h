/* lab_map.h — lines of a lab script that change the map, for every system: its own words are in its MapSchema.
 *
 *     terrain 0506 forest …     edge river 0505/0506 …     road highway 0101 0102 …     area zomo germany 0101 …
 *     town 0506 …  (any word of the places)
 *
 * A system must compute again what it derives from the map. */
#ifndef SANDTABLE_KIT_LAB_MAP_H
#define SANDTABLE_KIT_LAB_MAP_H

#include "kit/words.h"

/* Reads the line and changes the map, if it is one of these; *ours says whether it was. False with a mistake. */
bool lab_map(Scenario *scenario, const LabLine *line, bool *ours);
enum { LAB_AREAS = 255 }; /* of a map, with those it has without the script */
/* One more area of these hexes; false with a mistake of the line. */
bool lab_area(Map *map, Words *words, int kind, const char *name, const Hex *hex, int count);
/* Hexes to the end of the line or to the first NAME=VALUE, one at least; their number. */
int words_hexes(Words *words, Hex *out, int room);

#endif
