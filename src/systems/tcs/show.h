/* show.h — TCS as the program above sees it (system.c): odds, views, looks, victory, the lab; and the texts of %d. */
#ifndef SANDTABLE_TCS_SHOW_H
#define SANDTABLE_TCS_SHOW_H

#include "systems/tcs/assault.h"

void weigh_area(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out); /* forecast.c */
void weigh_point(const Scenario *scenario, const State *view, const Attack *attack, const Shot *shot, Forecast *out);
void weigh_dice(const Attack *attack, int needed, Forecast *out);
void weigh_barrage(const Scenario *scenario, const State *view, const Attack *attack, Forecast *out);
void weigh_target_hex(const Scenario *scenario, const State *view, const Barrage *shoots, const Weight *rolls,
                      Forecast *out);
void weigh_at_rolls(const Scenario *scenario, const State *view, const Attack *attack, int first, Forecast *out);
bool tcs_load(Scenario *scenario, Loading *loading); /* load.c, counters.c, tables.c */
void tcs_unload(Scenario *scenario);
bool may_be_dug_in(const Scenario *scenario, const State *state, Piece piece); /* by what both sides see */
void diggers_shown(Play *play); /* dug_in=open: when a step begins, shows what the one before it changed */
void tcs_mask(const Scenario *scenario, const Position *position, int viewer, Position *view); /* fog.c */
bool tcs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
bool tcs_reveals(const Scenario *scenario, const Position *view, const Order *order);
void tcs_imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out);
extern const StandingKind tcs_standing[]; /* standing.c */
extern const Branch tcs_branches[];
extern const Sign tcs_signs[];
extern const MarkKind tcs_mark_kinds[];
extern const OverlayKind tcs_overlays[];
bool tcs_profile(const Scenario *scenario, const Position *view, Hex from, Hex to, Profile *out);
bool tcs_overlay(const Scenario *scenario, const Position *view, int kind, const OverlayAbout *about,
                 OverlayMarks *out); /* show.c */
void tcs_exposure(const Scenario *scenario, const Position *view, const Order *prefix, const Reach *reach,
                  uint8_t *out); /* exposure.c */
void tcs_panels(const Scenario *scenario, const Position *view, int viewer, Panels *out);
void tcs_aims(const Scenario *scenario, const Position *view, int side, Aims *out);
void tcs_scale(const Scenario *scenario, const Position *view, Scale *out);
int tcs_tallies(const Scenario *scenario, const Position *position, PointsLine out[TALLIES_MAX]);
void tcs_look(const Scenario *scenario, const Position *view, Piece piece, Look *out); /* look.c */
int tcs_marks(const Scenario *scenario, const Position *view, Mark *out, int room);
int tcs_track(const Scenario *scenario, const Position *view, Sentence *out, int room);
int tcs_phases(const Scenario *scenario, const Position *view, TurnPhase out[TURN_PHASES]);
void victory_score(const Scenario *scenario, const State *state, Score *out); /* victory.c */
void victory_check(Play *play);
void take_control(const Book *data, State *state, int side, Hex hex);
int control_points(const Book *data, const State *state, int side);
int points_of_losses(const Book *data, const State *state, int side);
int vehicles_left(const Scenario *scenario, const State *state, int side);
bool win_holds(const Scenario *scenario, const State *state, const Win *win);
bool tcs_invariants(const Scenario *scenario, const Position *position, char why[200]); /* invariants.c */
bool tcs_lab(Scenario *scenario, Position *position, const LabLine *line);              /* lab.c */
bool tcs_lab_holds(const Scenario *scenario, const Position *position, const LabLine *line, char found[200]);
bool tcs_lab_show(const Scenario *scenario, const Position *position, const LabLine *line, char *out, size_t room);

/* Texts of the data for %d (System.text): battalions, columns of the Area Fire Table, batteries, kinds of aircraft,
 * notes on sheets of the start. */
static inline int column_text(int column) { return TCS_BATTALIONS + column; }
static inline int battery_text(int battery) { return TCS_BATTALIONS + AREA_COLUMNS + battery; }
static inline int aircraft_text(int kind) { return TCS_BATTALIONS + AREA_COLUMNS + TCS_BATTERIES + kind; }
static inline int note_text(int side, int number)
{
    return aircraft_text(TCS_AIRCRAFT) + side * TCS_SHEETS + number - 1;
}

#endif
