/* chapters.h — what the files of the Tactical Combat Series offer each other, chapter by chapter. tcs.h includes it,
 * and is what they include. */
#ifndef SANDTABLE_TCS_CHAPTERS_H
#define SANDTABLE_TCS_CHAPTERS_H

#include "kit/odds.h"
#include "kit/words.h"
#include "systems/tcs/tcs.h"

/* ---- counter.c: 3, 5.2, 10.0a–e: what a counter is and where it lies -------------------------------- */

static inline const Counter *counter_of(const Scenario *scenario, Piece piece)
{
    return &data_of(scenario)->counter[piece];
}
static inline const Kind *kind_of(const Scenario *scenario, Piece piece)
{
    return &data_of(scenario)->kind[data_of(scenario)->counter[piece].kind];
}
static inline bool is_on_map(const State *state, Piece piece) { return state->unit[piece].standing == ON_MAP; }
static inline int enemy_of(int side) { return !side; }
static inline bool enemy_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[!side], hex); }
static inline bool friend_in(const State *state, int side, Hex hex) { return has_bit(state->occupied[side], hex); }
static inline bool is_vehicle(const Kind *kind) { return kind->category >= VEHICLE; } /* or carrier: 5.1a */
static inline bool has_morale(const Kind *kind) { return kind->morale != NO_MORALE; } /* is subject to it (16.0a) */
static inline bool is_mortar(const Kind *kind) { return kind->class == MORTAR; }
bool is_gun(const Kind *kind);         /* AT Gun, Infantry Gun, on-map artillery */
bool is_susceptible(const Kind *kind); /* an A or B target: Area Fire costs it steps (11.0-1) */
int lost_steps(const Scenario *scenario, const State *state, Piece piece); /* that a check counts (16.2a-2) */
static inline bool is_riding(const State *state, Piece piece) { return state->unit[piece].riding != ON_FOOT; }
bool same_company(const Scenario *scenario, Piece one, Piece other);
bool same_battalion(const Scenario *scenario, Piece one, Piece other);
bool same_regiment(const Scenario *scenario, Piece one, Piece other);

void place(State *state, Piece piece, Hex hex);
void lift(State *state, Piece piece);
void move_to(Play *play, Piece piece, Hex hex);    /* with whatever rides on it; DUG_IN is lost, control taken */
void bury(Play *play, Piece piece, uint16_t rule); /* destroys it with its load and tells so */
void lose_steps(Play *play, Piece piece, int steps, uint16_t rule);
void clear_states(State *state, uint32_t states, int side); /* NO_SIDE: both */
/* Units of the side in the hex, top first. */
int stack_of(const State *state, int side, Hex hex, Piece *out, int room);
#define EACH_IN(piece_, state_, hex_) \
    for (Piece piece_ = (state_)->top[hex_]; piece_ != NO_PIECE; piece_ = (state_)->unit[piece_].at.below)

/* ---- sequence.c: 2 ---------------------------------------------------------------------------------- */

void tcs_begin(const Scenario *scenario, Position *position, Dice *dice, Events *events);
bool go_to_step(Play *play, int step, int side, int turn); /* for the lab: `side` phasing */
/* whatever else the phasing side does finishes the hex it fires at. True if the order waits for the answer to
 * that; it is carried out when that is over, if it is still legal. */
bool finishes_first(Play *play, const Order *order);

/* ---- arrival.c: 2.2.10, 2.2.11, 2.2.22 -------------------------------------------------------------------- */

void reinforcements_arrive(Play *play, int side);    /* when its Action Phase begins */
Refusal has_arrived(const State *view, Piece piece); /* in this phase, and is the side's to arrange */

/* ---- setup.c: III ----------------------------------------------------------------------------------- */

void setup_state(Play *play);
void find_zone(const Scenario *scenario, Book *data, Piece piece); /* where its counter may be set up */

/* ---- modes.c: 4 -------------------------------------------------------------------------------------- */

void pay_switch(const Scenario *scenario, State *state, Piece piece); /* into Move Mode (4.1-2) */
void force_mode(Play *play, Piece piece, int mode, uint16_t rule);    /* 4.1-4: free, whatever its markers */

/* ---- stacking.c: 5 ----------------------------------------------------------------------------------- */

Hex overstacked(const Scenario *scenario, const State *state, int side, Hex from); /* next such hex, or NO_HEX */
bool is_overstacked(const Scenario *scenario, const State *state, int side, Hex hex);
/* Vehicles and carriers, and steps of others, of the side in the hex. */
void stacked(const Scenario *scenario, const State *state, int side, Hex hex, int *vehicles, int *steps);

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
void settle_plans(Play *play, int side); /* after any change of who is on which sheet */
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
/* Whether nothing more need be asked: what is drawn lets it end there. */
static inline bool is_well_inside(const Bounds *bounds, Hex hex)
{
    return bounds->out && bounds->out[hex] <= bounds->most && !bounds->lines;
}
int outside(const Scenario *scenario, const Bounds *bounds, Hex hex); /* hexes; 0 inside */
bool comes_too_near(const Scenario *scenario, const Bounds *bounds, Hex hex);
int stray_of(const Scenario *scenario, const State *state, Piece piece, Hex hex);
/* The turn before which the unit may not end there, because of a line that it has not passed; 0 none. */
int held_until(const Scenario *scenario, const State *state, Piece piece, Hex hex);
/* Where all of them may end a move, with whatever they carry: may_end_at(), asked of many hexes. */
enum { LIMITS = 8 };
typedef struct Limits {
    int count;
    bool too_many; /* ask may_end_at() */
    Bounds bounds[LIMITS];
} Limits;
void limits_of(const Scenario *scenario, const State *view, const Piece *pieces, int count, Limits *out);
bool limits_allow(const Scenario *scenario, const Limits *limits, Hex hex);
/* The hexes of an axis; they lie until some others were asked for. */
const Hex *line_chain(const Scenario *scenario, const Drawing *drawing, int *count); /* the same of a phase line */
const Hex *axis_chain(const Scenario *scenario, const Drawing *drawing, int *count);

/* ---- plans.c: 6.5–6.7: sheets and who stands on them, of one side ------------------------------------- */

#define CHAIN 512                                           /* hexes of an axis, waypoints joined by straight lines */
int sheet_numbered(const Plans *plans, int number);         /* pending or implemented; -1 */
int sheet_begin(Plans *plans, int number);                  /* a draft; -1 if there is no room */
bool sheet_has_room(const Plans *plans);                    /* for another */
void sheet_erase(Plans *plans, int sheet);                  /* as if it had never been */
void sheet_close(Plans *plans, int sheet, int turn);        /* 6.11: it binds nobody any more, and can be read later */
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
/* A result that the table prints as it is told. */
static inline void tell_result(Play *play, Sentence what)
{
    Sentence printed = what;
    printed.rule = 0;
    tell_fact(play->events, EVENT_RESULT, what, fact_result(printed));
}
void group_begin(Plans *plans, const Scenario *scenario, const State *state, int mission, const uint64_t *units);
Refusal sheet_lacks(const Scenario *scenario, const State *view, int side, int sheet); /* legal: it is whole */
/* Each once, and of each somebody: who is not dead, or stands on that sheet (-1: no matter). */
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
bool camps_wanted(const Scenario *scenario, const State *view, int side);   /* centres or contingencies are lacking */
bool want_camps(Play *play);                                                /* asks for them whoever is asked now */
Hex proposed_centre(const Scenario *scenario, const State *view, int side); /* NO_HEX: nobody lacks one */

/* ---- rear.c: 6.3c, 6.5c, 6.12a, 6.14a: units on their way to the rear --------------------------------------- */

bool is_going_back(const State *view, Piece piece);
bool load_goes_back(const State *view, Piece piece); /* it, or something that rides on it */
uint16_t rule_of_way(const Camp *camp);              /* that such a unit is under */
int nearest_enemy(const Scenario *scenario, const State *state, int side, Hex from); /* that counts; 0 none */
void note_starts(const Scenario *scenario, State *state, int side);                  /* a phase of its own begins */
void camps_arrive(Play *play, int side); /* of groups that are there nobody has a centre any more */
/* The order that takes it nearer to its place: a march, told by its end, or the change of mode before it. */
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
    State *state; /* whose plans are written, and who is dead */
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
size_t sheet_print(const Scenario *scenario, const State *state, int side, int sheet, char *out, size_t room);
size_t plans_print(const Scenario *scenario, const State *state, int side, char *out, size_t room);

/* ---- plan_show.c: sketches of plans -------------------------------------------------------------------------- */

uint16_t plan_number(int side, int number); /* of a side's sheet: Sketch.plan */
int tcs_sketches(const Scenario *scenario, const Position *view, Sketch *out, int room);
int tcs_preview(const Scenario *scenario, const Position *view, const Order *order, Sketch *out, int room);
uint16_t tcs_plan_of(const Scenario *scenario, const Position *view, Piece piece);

/* ---- sheet_show.c: sheets in rows ----------------------------------------------------------------------------- */

void plan_panels(const Scenario *scenario, const State *view, int viewer, Panels *out);

/* ---- weather.c: 7.0, 27 ------------------------------------------------------------------------------ */

void turn_light(Play *play);   /* light and visibility of the turn */
void weather_step(Play *play); /* 2.2.6 */
static inline bool is_night(const State *state) { return state->light == NIGHT; }
static inline bool is_lit(const State *state, Hex hex) { return state->light != NIGHT || has_bit(state->lit, hex); }

/* ---- spotting.c: 7.1, 8, 9.3 ------------------------------------------------------------------------- */

Seeing seeing_of(const Scenario *scenario, const State *state); /* its sets lie in thread-local room */
bool sees(const Scenario *scenario, const State *state, Hex viewer, Hex target);
bool sees_crossing(const Scenario *scenario, const State *state, Hex viewer, Hex entered, Edge edge);
int class_at(const Scenario *scenario, const State *state, Hex hex, Fire fire); /* Cover of the target hex (9.3a) */
/* The longest range at which units of that firer type may so fire at what stands in the hex, or spot for it (7.1d). */
int spotting_range(const Scenario *scenario, const State *state, Hex hex, int side, Fire fire, bool point_type);
/* The same for one of them, given the range of the worst type that takes part: half for Overwatch of a unit that is
 * Buttoned Up (16.7b-4). */
int own_spotting_range(const State *state, Piece piece, int range, Fire fire);
static inline bool is_point_type(const Kind *kind) { return kind->firer == CODE_P; }

/* ---- fire.c: 9, 13: who may fire at what, SFAs, volleys ---------------------------------------------- */

/* Why the unit may not fire so at all, whatever the target; `own phase` SFAs, answers, fire steps. */
Refusal may_fire(const Scenario *scenario, const State *view, Piece piece, Fire fire, ShotHow how);
/* The side that stands in the hex; NO_SIDE empty. */
int side_in(const State *state, Hex hex);

/* ---- attack.c: 9: the course of any fire -------------------------------------------------------------- */

Attack attack_new(Hex hex, Fire fire, int side);
Attack *attack_begin(State *state, Hex hex, Fire fire, int side);
/* Where it comes from, whether that is crossfire, and whom it is made on. */
void attack_prepare(const Scenario *scenario, const State *state, Attack *attack);
bool fires_area(const State *state, const Shot *shot); /* its firer is there to fire it */
/* All shots are declared: what fires is marked, and ASK_ATTACK is pushed. */
void attack_opens(Play *play, Attack *attack);
static inline Attack *attack_on_top(State *state) { return &state->attack[state->attacks - 1]; }
static inline const Attack *attack_seen(const State *view) { return &view->attack[view->attacks - 1]; }
void attack_ends(Play *play);
/* whether the lines from these hexes come in through sides that are not adjacent. */
bool is_crossfire(const Scenario *scenario, Hex target, const Hex *from, int count);
/* Bits: edges of the hex through which the line from there enters; two at a corner. */
unsigned entry_edges(const Scenario *scenario, Hex target, Hex from);

/* ---- fire.c again: orders ------------------------------------------------------------------------------ */

/* For other shots: the attack at that hex as it stands; one more shot; it is fired, or declared in a volley. */
Refusal attack_at(const State *view, Hex hex, Attack *out);
bool in_volley(const State *view);              /* what is ordered is declared, and fired later */
Refusal volley_hex(const State *view, Hex hex); /* whether it may go at that hex */
int shot_reach(const Kind *kind, ShotHow how);  /* hexes */
Refusal fire_build(const Scenario *scenario, const State *view, const Order *order, Attack *out);
Refusal fire_join(const Scenario *scenario, const State *view, Attack *attack, Piece piece, Piece aim, ShotHow how);
void fire_declared(Play *play, const Attack *built, bool trigger);
bool follows_others(const State *view); /* other shots of the volley are declared already */
/* Why the whole of it cannot be fired at the attack's hex: lines, ranges, spotting, spotters (9.1, 7.1). */
Refusal volley_reaches(const Scenario *scenario, const State *view, Attack *attack);
/* The nearest of the attack's spotters who may spot for the mortar, itself if none is named (25.2d); NO_PIECE. */
Piece spotter_of(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar);
/* Names the nearest unit behind `after` that may spot for the mortar; of what can look for itself only a nearer one. */
void name_spotter(const Scenario *scenario, const State *view, Attack *attack, Piece mortar, int after,
                  bool point_types);
/* 25.2a: whether it spots for the mortar at all; and whether it sees the target besides. */
Refusal may_look(const Scenario *scenario, const State *view, int side, Piece mortar, Piece spotter);
/* The hexes from which somebody spots for it, its own too; how many. And whether any of them sees that one. */
int find_lookouts(const Scenario *scenario, const State *view, Piece piece, Hex out[TCS_PIECES]);
bool is_seen_from(const Scenario *scenario, const State *view, const Hex *lookout, int lookouts, Hex hex);
Refusal may_spot(const Scenario *scenario, const State *view, const Attack *attack, Piece mortar, Piece spotter);
/* 13.1c: until the hex is finished all SFAs at it make one trigger. */
void note_sfa(State *state, Hex target, Hex from);
void mark_under_fire(State *state, const Attack *attack); /* */
/* 13.1c: the present target hex is finished; begins the enemy's answer. */
void finish_sfa(Play *play);

/* ---- losses.c: 10 ------------------------------------------------------------------------------------ */

enum { SHARE_FIRST, SHARE_OWNER, SHARE_FIRER, SHARE_SYR }; /* Attack.share; data[0] of ASK_LOSS */
/* So many steps of those in `who`: asks for them one by one; all of them if there are no more. */
void losses_begin(Play *play, Attack *attack, int steps);
bool losses_go_on(Play *play, Attack *attack); /* false: all are paid */

/* ---- area.c: 11 ---------------------------------------------------------------------------------------- */

/* What an Area attack is made of before the dice. */
typedef struct AreaSheet {
    int firepower;                /* FOURTHS, with every unit's own halvings */
    int rounded, column, shifted; /* shifted: AREA_COLUMNS left of the table (11.0-4) */
    int steps;                    /* counted for stacking (11.1a-2) */
    int range;
    bool perhaps; /* of what is hidden from the firer: they may not be Dug In, as is reckoned with */
    OddsSheet shifts;
} AreaSheet;
int area_firepower(const Scenario *scenario, const State *state, Piece piece); /* FOURTHS (9.1e, 10.0b-2) */
void area_sheet(const Scenario *scenario, const State *state, const Attack *attack, AreaSheet *out);
int area_column(const Book *data, int firepower); /* -1 below the first */
void area_resolve(Play *play, Attack *attack);    /* rolls; what it costs is asked for by attack_resume */
/* 16.7: whoever it strikes and can be; `spared`: NO_PIECE, or one that it does not touch. */
void button_up(Play *play, const Attack *attack, uint16_t rule, Piece spared);
bool has_susceptible(const Scenario *scenario, const State *state, const Attack *attack); /* to losses of steps */
bool is_smoked(const Scenario *scenario, const State *state, Hex hex);                    /* for direct fire */
void show_gun(Play *play, Piece piece); /* Point Fire at it tells whether it is Dug In */
int counted_steps(const Scenario *scenario, const State *state, const Attack *attack);
void battalion_additions(Play *play, const Attack *attack); /* 11.1f-2, 16.1d */

/* ---- point.c: 12 -------------------------------------------------------------------------------------- */

typedef struct PointSheet {
    int differential, range, reach; /* range: RangeClass; reach: hexes */
    int kill;                       /* roll needed, 0 none can (12.0-2) */
    OddsSheet net;
} PointSheet;
void point_sheet(const Scenario *scenario, const State *state, const Attack *attack, Piece firer, Piece aim,
                 PointSheet *out);
void point_resolve(Play *play, Attack *attack, Shot *shot);

/* ---- overwatch.c: 14 ---------------------------------------------------------------------------------- */

/* Begins a cycle on top of whatever is open. */
void trigger_movement(Play *play, Hex entered, Edge edge, const Piece *movers, int count, bool road, bool mined);
void trigger_fire(Play *play, int side, const Hex *from, int count);
/* Whether a unit in that hex has the trigger in sight, as a firer or a mortar's spotter (14.2). */
bool sees_trigger(const Scenario *scenario, const State *view, Hex from, Hex hex);
Refusal spots_trigger(const Scenario *scenario, const State *view, Piece piece, Hex hex);

/* ---- at_rolls.c: 15 ----------------------------------------------------------------------------------- */

int at_needed(const Scenario *scenario, const State *state, Piece piece, Piece aim); /* on two dice, raw */
/* The column of its table: Cover of the target. */
int at_class(const Scenario *scenario, const State *state, Piece piece, Piece aim, bool *same_hex);
void at_resolve(Play *play, Attack *attack, Shot *shot);

/* ---- morale.c: 16.0–16.4, 16.6 ------------------------------------------------------------------------ */

/* Those with the highest Morale and losses among the attack's subject units; how many. */
int checkers_of(const Scenario *scenario, const State *state, const Attack *attack, Piece *out, int room);
bool checkers_alike(const Scenario *scenario, const Piece *checkers, int count); /* it is the same who of them checks */
int morale_total(const Scenario *scenario, const State *state, const Attack *attack, Piece checker, int battalion);
int morale_column(int total);
/* What a result of the table comes to: attackers who are Paralyzed in a combat leave it. */
int result_felt(const Scenario *scenario, const State *state, const Attack *attack, int result);
int result_for(const State *state, const Attack *attack, int result);
void check_morale(Play *play, Attack *attack); /* the checker is named: rolls, applies */
void suppress(Play *play, Piece piece, int spirit, uint16_t rule);
int battalion_morale(const Scenario *scenario, const State *state, Piece piece); /* true or least known; 0 without */

/* ---- retreat.c: 16.5 ----------------------------------------------------------------------------------- */

/* The stack of the attack retreats (its checker rolls); or that of an order. `first`: bits of edges. */
void retreat_begin(Play *play, const uint64_t *who, Hex from, int side, Piece checker, int checker_lost,
                   RetreatCause cause, unsigned first);
unsigned edges_away(const Scenario *scenario, const State *state, const Attack *attack); /* R-11 (1) */
unsigned edges_from(const Scenario *scenario, Hex hex, Hex from); /* opposite the line from there */
unsigned edges_from_nearest(const Scenario *scenario, const State *state, int side, Hex hex);

/* ---- zones.c: 11.1h, 17.0b–c, 19, 27.2: what markers do to hexes ----------------------------------------- */

void marks_changed(const Scenario *scenario, State *state); /* makes smoked, zone and lit anew */
/* FOURTHS of firepower that an entering unit meets there; 0 none. */
int entry_firepower(const Scenario *scenario, const State *state, Hex hex);
/* The lowest kill number of Artillery Point Fire among the markers whose zone the hex is in; 0 none. */
int entry_kill(const Scenario *scenario, const State *state, Hex hex);
/* 11.1h: pushes the attack on units that have just come into the hex; false if there is none. */
bool entry_attack(Play *play, const Piece *pieces, int count, Hex hex, MilderResult milder);
void zones_clean_up(Play *play);               /* 2.2.15, 2.2.17, 2.2.18 */
void zones_phase_begins(Play *play, int side); /* 2.2.9 */
void zones_phase_ends(Play *play);             /* 2.2.14 */

/* ---- barrage.c: 17.5, 17.6, 18 --------------------------------------------------------------------------- */

int barrage_firepower(const Book *data, int calibre, bool battalion, bool good);
int barrage_power(const Barrage *barrage, int beyond);      /* FOURTHS; beyond: hexes outside of the zone */
int shell_kill(const Book *data, int calibre);              /* of Artillery Point Fire (18) */
int barrage_kill(const Book *data, const Barrage *barrage); /* the same with how it was shot */
/* What two dice must show to destroy it; one roll for each P target of the attack, and who can be is Buttoned Up. */
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

/* ---- ground.c: 20.1 ------------------------------------------------------------------------------------ */

void derive(const Scenario *scenario, Book *data); /* after loading and whenever the lab changes the map */
/* Sixths that the step costs, or PROHIBITED, ALL_OF_IT; *road says whether the road was followed. Off the road bridges
 * and fords are not used either: so go stacks (20.1c, R-81). */
int step_cost(const Scenario *scenario, const State *state, Piece piece, Hex from, Edge edge, bool off_road,
              bool *road);
int class_without(const Scenario *scenario, Hex hex, Edge crossed); /* Cover, but for that hexside */
bool is_sea(const Scenario *scenario, Hex hex);                     /* all of it */
bool is_open_to(const Scenario *scenario, const State *view, Piece piece, Hex hex); /* 20.1e: can be entered somehow */
bool crosses_contour(const Scenario *scenario, Hex from, Hex to);                   /* */

/* ---- mines.c: 21 ------------------------------------------------------------------------------------------ */

/* Whether the hexside is an end of a lane through the mines of that hex (21.3b). */
bool is_lane(const State *state, Hex hex, Edge edge);
/* Strikes those who have come into a mined hex by force; true if an attack was pushed. */
bool mine_attack(Play *play, const Piece *pieces, int count, Hex hex, MilderResult milder, unsigned away);
bool breach_paid(Play *play); /* false: none of them can go on */
void breach_made(Play *play);
void lay_mine(Play *play, Hex hex, int side);
/* At set-up: a minefield that would lose its platoons if this one went there; NO_HEX none. */
Hex mines_left_alone(const Scenario *scenario, const State *view, Piece moved, Hex to);
/* 21.1-2: asks the side for minefields of these platoons, as many as it likes: when a Prepared Defense implements. */
void mines_begin(Play *play, int side, const uint64_t *who);

/* ---- movement.c: 20.0 ---------------------------------------------------------------------------------- */

int allowance(const Scenario *scenario, Piece piece);                   /* GRAINS */
int mp_left(const Scenario *scenario, const State *state, Piece piece); /* GRAINS */
static inline int sixths_of(int grains) { return grains / SIXTH; }      /* rounded down, to be shown */
/* Why it may not move at all (20.0a); other verbs of movement ask it too. */
Refusal may_move(const Scenario *scenario, const State *view, Piece piece);
Refusal has_stopped(const State *view, Piece piece); /* … of it: what it has done ends its movement */
void charge(const Scenario *scenario, State *state, Piece piece, int grains); /* with what its riders spend (25.1-2) */
void spend(const Scenario *scenario, State *state, Piece piece, int grains);  /* by moving */
int rider_share(const Scenario *scenario, Piece carrier, Piece rider, int grains);        /* 25.1-2 */
Refusal riders_can(const Scenario *scenario, const State *view, Piece piece, int grains); /* 25.1-3 */
/* A walk as it is tried: what each has spent by now. */
typedef struct Walk {
    const Scenario *scenario;
    const State *view;
    int count, steps, side;
    bool off_road, ends; /* ends: by a minimum move */
    bool road;           /* the last step followed one */
    bool forced;         /* into mines (21.2) */
    bool in_lane;        /* it stands in a lane through mines (21.3c) */
    bool faces;          /* … at whose other end an enemy stands that it can fight */
    Hex hex;
    Piece piece[STACK];
    int spent[STACK]; /* GRAINS, with what was spent before */
} Walk;
Refusal walk_begin(Walk *walk, const Scenario *scenario, const State *view, const Order *order);
Refusal walk_sets_out(const Walk *walk);
Refusal walk_order(Walk *walk, const Scenario *scenario, const State *view, const Order *order); /* as far as it goes */
Refusal walk_step(Walk *walk, Hex to);
/* Whether a unit in the lane of that hex could fight the enemy who holds the hex at the other end of it. */
bool faces_enemy(const Scenario *scenario, const State *view, Piece piece, Hex lane, Edge onward, int left);
Refusal may_stop(const Walk *walk);                  /* where it has come to */
bool may_force_a_hex(const Walk *walk, Piece piece); /* the one hex that may always be entered (20.0b-2) */

/* ---- ways.c: 20: where walkers can go --------------------------------------------------------------------- */

void copy_walk(Walk *to, const Walk *from);
/* Where they may stop, into a reach; without one, whether they may anywhere. Adds hexes that they come to to a set. */
bool flood_from(const Walk *start, Reach *out, uint64_t *been);

/* ---- walk.c: 20.0-3, 21.0d -------------------------------------------------------------------------------- */

void leave_lane(Play *play, Piece piece);
void clear_lanes(Play *play); /* whoever may not wait there goes back */
void walk_out(Play *play, const Piece *pieces, int count, Hex from, Hex to);
/* … and all hexes that are come to on the way, added to a set. */
void move_flood(const Scenario *scenario, const State *view, const Order *prefix, Reach *out, uint64_t *been);

/* ---- transport.c: 25.1 ----------------------------------------------------------------------------------- */

void get_on(Play *play, Piece piece, Piece carrier);            /* all of it, for nothing */
void get_off(Play *play, Piece piece, uint16_t rule);           /* for nothing */
Refusal may_jump_off(const State *view, Piece piece, int side); /* 22.0e, 2.5.1 */
/* Whatever else holds it back. */
Refusal has_room_aboard(const Scenario *scenario, const State *view, Piece piece, Piece carrier);
Refusal load_stays_whole(const State *view, const Piece *walkers, int count);

/* ---- assault.c: 22 --------------------------------------------------------------------------------------- */

/* Of an order that names an enemy hex and up to `most` counters in it or next to it: the hexes, or who may join. */
typedef bool MayJoin(const Scenario *scenario, const State *view, const Order *order);
void list_beside(const Scenario *scenario, const State *view, const Order *prefix, int most, MayJoin *may,
                 Choices *out);
void combat_begin(Play *play, CombatKind kind, Hex hex, const Piece *pieces, int count);
void combat_ends(Play *play);
int attackers_left(const State *state, Piece out[STACK]);
Refusal are_together(const State *view, Piece first, Piece piece); /* 20.0i */
/* What entering the hex for a combat costs, if it can be paid; the second from any hex, with so many GRAINS left. */
Refusal can_enter(const Scenario *scenario, const State *view, Piece piece, Hex hex, bool singly, CombatKind combat,
                  int *grains);
Refusal can_fight_into(const Scenario *scenario, const State *view, Piece piece, Hex from, Hex hex, bool singly,
                       CombatKind combat, int left, int *grains);

/* ---- overrun.c: 23 --------------------------------------------------------------------------------------- */

void overrun_leaves(Play *play);
bool has_exit(const Scenario *scenario, const State *view, Hex hex, const Piece *pieces, int count);

/* ---- consolidated.c: 24 ----------------------------------------------------------------------------------- */

void consolidated_changes(Play *play); /* into an Overrun or an Assault */
/* Of those who quit: riders with their carriers; vehicles alone if nobody rolls. */
Refusal quitters_allow(const Scenario *scenario, const State *view, const Order *order, bool rolls);

/* ---- air.c: 26 ------------------------------------------------------------------------------------------- */

void air_begins(Play *play, int side);

/* ---- the rest -------------------------------------------------------------------------------------------- */

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
void diggers_shown(Play *play); /* dug_in=open: when a step begins, what the one before it changed is told */
void tcs_mask(const Scenario *scenario, const Position *position, int viewer, Position *view); /* fog.c */
bool tcs_shuffle_hidden(const Scenario *scenario, Position *position, int side, Random *random);
bool tcs_ventures(const Scenario *scenario, const Position *view, const Order *order);
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
void victory_score(const Scenario *scenario, const State *state, Score *out); /* victory.c */
void victory_check(Play *play);
void take_control(const Book *data, State *state, int side, Hex hex);
int control_points(const Book *data, const State *state, int side);
int points_of_losses(const Book *data, const State *state, int side);
int vehicles_left(const Scenario *scenario, const State *state, int side);
bool win_holds(const Scenario *scenario, const State *state, const Win *win);
bool tcs_sound(const Scenario *scenario, const Position *position, char why[200]); /* sound.c */
bool tcs_lab(Scenario *scenario, Position *position, const LabLine *line);         /* lab.c */
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
