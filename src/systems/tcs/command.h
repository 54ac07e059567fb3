/* command.h — TCS 6: Op Sheets: what they let a unit do, how they are written, prepared, ended and shown. */
#ifndef SANDTABLE_TCS_COMMAND_H
#define SANDTABLE_TCS_COMMAND_H

#include "kit/words.h"
#include "systems/tcs/turn.h"

/* ---- command.c: 6.2, 6.3, 6.10, 6.16: what sheets let a unit do ------------------------------------------ */

typedef struct Ordered {
    int sheet, group;
} Ordered;
bool is_commanded(const Book *data);                                           /* 6.1: the rules are in use */
bool is_unassigned(const Scenario *scenario, const State *state, Piece piece); /* 6.3; never with command off */
bool in_contact(const Scenario *scenario, const State *state, Piece piece);    /* */
bool touches_enemy(const Scenario *scenario, const State *state, int side, Hex hex);
int mission_of(const Group *group);                                   /* a reserve's once it is committed */
const Group *group_of(const State *state, Piece piece, Ordered *out); /* that binds it now; NULL unassigned */
const Camp *camp_of(const State *state, Piece piece);                 /* NULL none */
/* Whether its orders let it end a move there, enter the hex on the way, fight there. */
Refusal may_end_at(const Scenario *scenario, const State *view, Piece piece, Hex hex);
Refusal may_enter_hex(const Scenario *scenario, const State *view, Piece piece, Hex hex);
Refusal may_fight_at(const Scenario *scenario, const State *view, Piece piece, Hex hex);
Refusal may_fight(const Scenario *scenario, const State *view, Piece piece); /* wherever that takes it */
/* The first whatever `command` is. */
Refusal orders_let_end(const Scenario *scenario, const State *view, Piece piece, Hex hex);
void write_breach(Play *play, Piece piece, Hex hex, Refusal no);
typedef enum BreachOf { BY_STOPPING, BY_ENTERING, BY_FIGHTING } BreachOf;
void note_breaches(Play *play, Piece piece, Hex hex, BreachOf what);
void settle_plans(Play *play, int side); /* after any change of the units on sheets */
void command_phase_begins(Play *play, int side);
void command_phase_ends(Play *play, int phasing);

/* ---- bounds.c: R-20: how far outside of its orders a unit would be ---------------------------------------- */

typedef struct Bounds {
    const uint8_t *out; /* by hex, of what is drawn: lies until many others were asked for; NULL: nothing is */
    int most;           /* as far outside as it began its phase */
    Piece piece;
    Hex centre; /* of its own circle; NO_HEX */
    uint8_t radius;
    bool lines;      /* phase lines hold it back */
    const Hex *axis; /* … of Limits: the hexes that they are counted on, and the last of them where it may end */
    int links, gate;
    int near; /* of a failing unit: it ends no nearer to enemies near where it began; 0: none was */
    Hex began;
    const State *state;
} Bounds;
Bounds bounds_of(const Scenario *scenario, const State *state, Piece piece);
/* Whether no further test is needed: the drawings let it end there. */
static inline bool is_well_inside(const Bounds *bounds, Hex hex)
{
    return bounds->out && bounds->out[hex] <= bounds->most && !bounds->lines;
}
int outside(const Scenario *scenario, const Bounds *bounds, Hex hex); /* hexes; 0 inside */
bool comes_too_near(const Scenario *scenario, const Bounds *bounds, Hex hex);
int stray_of(const Scenario *scenario, const State *state, Piece piece, Hex hex);
/* The turn before which the unit may not end there, because of a line that it has not passed; 0 none. */
int held_until(const Scenario *scenario, const State *state, Piece piece, Hex hex);
/* Where all of them may end a move, with whatever they carry: may_end_at() for many hexes. */
enum { LIMITS = 8 };
typedef struct Limits {
    int count;
    bool too_many; /* ask may_end_at() */
    Bounds bounds[LIMITS];
} Limits;
void limits_of(const Scenario *scenario, const State *view, const Piece *pieces, int count, Limits *out);
bool limits_allow(const Scenario *scenario, const Limits *limits, Hex hex);
/* The hexes of an axis; valid until some others are requested. */
const Hex *line_chain(const Scenario *scenario, const Drawing *drawing, int *count); /* the same of a phase line */
const Hex *axis_chain(const Scenario *scenario, const Drawing *drawing, int *count);

/* ---- plans.c: 6.5–6.7: sheets and their units, of one side -------------------------------------------- */

#define CHAIN 512                                           /* hexes of an axis, waypoints joined by straight lines */
int sheet_numbered(const Plans *plans, int number);         /* pending or implemented; -1 */
int sheet_begin(Plans *plans, int number);                  /* a draft; -1 if there is no room */
bool sheet_has_room(const Plans *plans);                    /* for another */
void sheet_erase(Plans *plans, int sheet);                  /* as if it had never been */
void sheet_close(Plans *plans, int sheet, int turn);        /* 6.11: it binds no unit any more, and can be read later */
void sheet_merge(Plans *plans, int from, int into);         /* 6.13c, 6.13d */
int sheet_type(const OpSheet *sheet);                       /* Mission; NO_MISSION of an empty one */
int listing_on(const Plans *plans, Piece piece, int sheet); /* its group; -1 */
int listings_of(const Plans *plans, Piece piece);
void enlist(Plans *plans, Piece piece, int sheet, int group);
void strike_off(Plans *plans, Piece piece, int sheet);
/* Those of the sheet that are not dead; group -1: all. */
int units_on(const Scenario *scenario, const State *state, int side, int sheet, int group, Piece *out);
void join_formations(Book *data, Piece piece); /* those that its counter names, once it is filled in */
int formation_units(const Scenario *scenario, int side, int name, uint64_t *out); /* dead ones too; how many */
/* NULL if there is none of that number; the first is 0. */
const Drawing *drawing_of(const Plans *plans, int sheet, int group, int kind, int alternate, int number);
int drawings_of(const Plans *plans, int sheet, int group, int kind, int alternate);
bool drawing_has_room(const Plans *plans, int count);
void draw_on(Plans *plans, const Drawing *drawing);
int chain_of(const Map *map, const Hex *hex, int hexes, Hex out[CHAIN]); /* straight lines between waypoints */
/* Whether the straight line, its ends included, has a hex of those within so many steps. */
bool line_meets(const Map *map, Hex from, Hex to, const uint64_t *hexes, int room);

/* ---- sheets.c: 6.5–6.8, 6.15: writing them --------------------------------------------------------------- */

bool at_setup(const State *state);
void tell_own(Play *play, int side, EventKind kind, Sentence what); /* not to the enemy */
/* A result that the table prints as the event has it. */
static inline void tell_result(Play *play, Sentence what)
{
    Sentence printed = what;
    printed.rule = 0;
    tell_fact(play->events, EVENT_RESULT, what, fact_result(printed));
}
void group_begin(Plans *plans, const Scenario *scenario, const State *state, int mission, const uint64_t *units);
Refusal sheet_lacks(const Scenario *scenario, const State *view, int side, int sheet); /* legal: it is whole */
/* Each once, and each with a unit that is not dead, or that is on that sheet (-1: no matter). */
Refusal formations_fit(const Scenario *scenario, const State *view, const Order *order, int slot, int sheet);
/* Counters named in a slot of formations and the one of units behind it. */
void units_named(const Scenario *scenario, const State *view, const Order *order, int slot, uint64_t *out);
void list_units(const Scenario *scenario, const State *view, const Order *prefix, int slot, CheckOrder *check,
                Choices *out);
void list_sheets(const Scenario *scenario, const State *view, const Order *prefix, CheckOrder *check, Choices *out);
Refusal written_check(const Scenario *scenario, const State *view, const Order *order);
Sentence draft_prompt(const Scenario *scenario, const State *view);

/* ---- drawings.c: 6.5a: the graphic ------------------------------------------------------------------------- */

int usual_width(const State *state); /* of an axis: by day, at night */
/* What a legal order would draw; false of any other. */
bool drawing_ordered(const Scenario *scenario, const State *view, const Order *order, Drawing *out);
Refusal drawing_fits(const Scenario *scenario, const State *view, const Plans *plans, const Drawing *drawing);

/* ---- prep.c: 6.9, 6.10: Command Prep ---------------------------------------------------------------------- */

bool has_element(const Scenario *scenario, const State *state, int side, int sheet, int box); /* 6.9c-1 */
int elements_on(const Scenario *scenario, const State *state, int side, int sheet);
bool has_staff(const Scenario *scenario, const State *state, int side, int sheet); /* 6.9d */
int sheet_size(const Scenario *scenario, const State *state, int side, int sheet);
void note_elements(const Scenario *scenario, State *state, int side, int sheet); /* that it has now */
int prep_needed(const Book *data, int type, int rating, int weighted);           /* NO_NUMBER */
/* Of a pending sheet with so many more weighted turns. */
int sheet_needs(const Scenario *scenario, const State *state, int side, int sheet, int more);
int ways_to_roll(int least);                                                         /* of 36 */
int turns_gained(const Scenario *scenario, const State *state, int side, int sheet); /* 6.9e */
void prep_chances(const Scenario *scenario, const State *state, int side, int sheet, int turns, int *out);
void prep_turn_begins(Play *play); /* 2.2.1 */
void sheet_issued(Play *play, int side);
void sheet_implements(Play *play, int side, int sheet);

/* ---- tasks.c: 6.11–6.13, and the steps of the Command Phase ------------------------------------------------ */

int sheet_of(const State *view, const Order *order); /* that the order names first; -1 */
Refusal is_implemented(const State *view, const Order *order, int rule);
Refusal is_group(const Scenario *scenario, const State *view, const Order *order); /* if it names one */
/* Sheets of which a group is legal, then those groups. */
void list_by_group(const Scenario *scenario, const State *view, const Order *prefix, CheckOrder *check, Choices *out);
void fail_group(Play *play, int side, int sheet, int group);
/* what its group is drawn for has had the unit in it, if it is there now. */
void note_reached(const Scenario *scenario, State *state, Piece piece);
void propose_success(Play *play, int side); /* to its owner, of sheets that hold all they are for */
void implement_begins(Play *play);
void create_begins(Play *play);
void tasks_begin(Play *play);
void checks_begin(Play *play);

/* ---- reserves.c: 6.14b–d: Die Roll Checks --------------------------------------------------------------------- */

extern CheckOrder reserve_check; /* the first: without what it shall do */

/* ---- camps.c: 6.3: the unassigned --------------------------------------------------------------------------- */

void free_camps(Plans *plans);
void send_to(Play *play, Piece piece, int doing, Hex goal); /* CampDoing */
void camps_turn_ends(Play *play);
void find_centres(const Scenario *scenario, const State *view, uint64_t out[TCS_WORDS]); /* for the side asked */
Refusal camp_fits(const Scenario *scenario, const State *view, const Order *order);      /* with one of them */
bool camps_wanted(const Scenario *scenario, const State *view, int side);   /* centres or contingencies are lacking */
bool want_camps(Play *play);                                                /* asks the side asked now for them */
Hex proposed_centre(const Scenario *scenario, const State *view, int side); /* NO_HEX: no unit lacks one */

/* ---- rear.c: 6.3c, 6.5c, 6.12a, 6.14a: units on their way to the rear --------------------------------------- */

bool is_going_back(const State *view, Piece piece);
bool load_goes_back(const State *view, Piece piece); /* it, or something that rides on it */
uint16_t rule_of_way(const Camp *camp);              /* that such a unit is under */
int nearest_enemy(const Scenario *scenario, const State *state, int side, Hex from); /* that counts; 0 none */
void note_starts(const Scenario *scenario, State *state, int side);                  /* a phase of its own begins */
void camps_arrive(Play *play, int side); /* groups that have arrived lose their centre */
/* The order that takes it nearer to its place: a march, given by its end, or the change of mode before it. */
bool march_back(const Scenario *scenario, const State *view, Piece piece, Order *out);
/* whether it can still come nearer in this phase, and must; and how. */
bool owes_march(const Scenario *scenario, const State *view, Piece piece, Order *out);
void note_idlers(Play *play, int side); /* the same written down, under `warn` */
Refusal may_redirect(const Scenario *scenario, const State *view, Piece piece);
Refusal is_refuge(const Scenario *scenario, const State *view, Piece piece, Hex hex); /* it may be redirected there */
Refusal redirected_check(const Scenario *scenario, const State *view);

/* ---- sheet_text.c: the text form of sheets ------------------------------------------------------------------ */

/* One line of it, after the word it begins with; false with a mistake. */
typedef struct SheetReader {
    const Scenario *scenario;
    State *state; /* its plans are written; it has the dead units */
    int side;     /* of what is being read; -1 nothing */
    bool pending, unassigned, commits;
    int weighted, group;
    Camp camp;
    uint64_t units[PIECE_WORDS];
    char (*note)[TCS_SHEETS][NOTE]; /* NULL: notes are read and not kept */
} SheetReader;
bool sheet_knows(const Field *word);
bool sheet_line(SheetReader *reader, const Field *word, Words *words);
bool sheet_line_ends(SheetReader *reader, Words *words); /* the sheet or group that was read last is whole */
size_t plans_print(const Scenario *scenario, const State *state, int side, char *out, size_t room);

/* ---- plan_show.c: sketches of plans -------------------------------------------------------------------------- */

uint16_t plan_number(int side, int number); /* of a side's sheet: Sketch.plan */
int tcs_sketches(const Scenario *scenario, const Position *view, Sketch *out, int room);
int tcs_preview(const Scenario *scenario, const Position *view, const Order *order, Sketch *out, int room);
uint16_t tcs_plan_of(const Scenario *scenario, const Position *view, Piece piece);

/* ---- sheet_show.c: sheets in rows ----------------------------------------------------------------------------- */

void plan_panels(const Scenario *scenario, const State *view, int viewer, Panels *out);

#endif
