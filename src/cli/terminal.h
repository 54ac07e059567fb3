/* terminal.h — the terminal game inside: one screen, its players, and what the parts of it share.
 *
 * play.c is the loop, play_commands.c what can be typed, terminal_map.c draws hexes in characters, terminal_tell.c
 * prints the position and the events, terminal_panel.c the panels and goals, terminal_ask.c finds an order part by
 * part. Everything shown comes from the view of the side that sits before the screen; nothing here knows a rule. */
#ifndef SANDTABLE_TERMINAL_H
#define SANDTABLE_TERMINAL_H

#include "ai/ai.h"
#include "cli/local.h"
#include "core/translation.h"

#define HISTORY_LINES 400
#define HISTORY_TEXT SAY_TEXT
#define LINE_ROOM 4096 /* of what is typed at once */

typedef struct History { /* the events a side has seen, the newest lines */
    int count;           /* ever */
    char (*line)[HISTORY_TEXT];
} History;

typedef enum ItemKind { ITEM_GIVE, ITEM_PART, ITEM_END } ItemKind;

/* One numbered line of the menu. */
typedef struct Item {
    ItemKind kind;
    Choice choice; /* ITEM_PART: what is added; ITEM_END: its slot */
    Hex end;       /* ITEM_END: where a path leads */
} Item;

#define ITEMS (CHOICES_MAX + HEXES_MAX + 1)

typedef struct Terminal {
    Local local;
    const Scenario *scenario;
    Game *game;
    Translation *translation;     /* NULL: English */
    const Player *machine[SIDES]; /* NULL: a person */
    const Player *helper;         /* answers for a person on request */
    void *mind;                   /* lent to players that think */
    Thinking thinking[SIDES];
    Random random;
    int viewer; /* the side before the screen */
    int width;
    bool typing; /* a person at a keyboard, not a script */
    bool colour;
    Hex focus;    /* what the map is drawn around */
    Order prefix; /* the order being put together */
    int items;
    Item item[ITEMS];
    Choices choices;
    Reach reach;
    char refusal[SAY_TEXT + 64]; /* the last one */
    int refusal_rule;
    History history[SIDES];
    int told, untold; /* routine events in a row: printed one by one, and left to the log */
    bool leave;
    struct LineEditor *editor; /* NULL: lines are read as they come */
    Document *hints;           /* of a first game; NULL: none */
    uint8_t *hinted;           /* by row: it was shown */
} Terminal;

/* What the viewer may know. */
const Position *terminal_view(Terminal *terminal);

/* ---- play.c ---- */
/* The next line of a person; false at the end of the input. */
bool terminal_read(Terminal *terminal, const char *prompt, char line[LINE_ROOM]);

/* ---- play_commands.c ---- */
/* Forgets the incomplete order, and makes the menu again. */
void terminal_begin_again(Terminal *terminal);
/* Answers that were given in advance are given, and all of it is kept; false if it could not be. */
bool terminal_settle(Terminal *terminal);
/* One line of a person: a pick of the menu, a command, or a whole order. */
void terminal_answer(Terminal *terminal, const char *line);

/* ---- terminal_tell.c ---- */
/* A line of the program's own, in the player's language; with a hole: a side, a file; about what was typed, which may
 * be long. */
void tell_line(const Terminal *terminal, const char *english);
void tell_about(const Terminal *terminal, const char *english, const char *what);
void tell_typed(const Terminal *terminal, const char *english, const char *typed);
/* Prints wrapped to the width, each line after the first indented by `indent`. */
void tell_wrapped(const Terminal *terminal, int indent, const char *words);
void tell_head(Terminal *terminal);
/* The sentence as the viewer may read it; returns `out`. */
const char *terminal_say(Terminal *terminal, const Sentence *sentence, char out[SAY_TEXT]);
void tell_stack(Terminal *terminal, Hex hex);
void tell_hex(Terminal *terminal, Hex hex);
void tell_units(Terminal *terminal, bool others);
/* Prints the odds; false if the order has none. */
bool tell_odds(Terminal *terminal, const Order *order);
void tell_options(const Terminal *terminal);
/* The events of the order just done, for the viewer, and into every side's history. */
void tell_events(Terminal *terminal, bool by_machine);
void tell_untold(Terminal *terminal);
/* A line for the viewer that is no event, kept in the log too. */
void tell_note(Terminal *terminal, const char *words);
void tell_history(const Terminal *terminal, int lines);
void tell_result(Terminal *terminal);
/* "s254 254 Rifle 4-5 III at 5823 (disorganised)". */
void piece_words(Terminal *terminal, Piece piece, bool with_hex, char *out, size_t room);
const char *hex_words(const Terminal *terminal, Hex hex, char out[HEX_TEXT + NAME_TEXT + 4]);

/* ---- terminal_panel.c ---- */
/* The panels, or the one of that name; false if there is none. */
bool tell_panels(Terminal *terminal, const char *name);
/* Points of all sides, and what they would come to if it ended now. */
void tell_score(Terminal *terminal);
/* What each side plays for; false if the system does not say. */
bool tell_goals(Terminal *terminal);

/* ---- terminal_hint.c ---- */
void read_hints(Terminal *terminal);
/* Shows the first hint that fits now and was not shown yet. */
void tell_hint(Terminal *terminal);

/* ---- terminal_advice.c ---- */
/* What the searching player would do, or what it thinks of an order that is legal. */
void tell_advice(Terminal *terminal, const Order *asked);

/* ---- terminal_standing.c ---- */
/* What may be answered in advance, and what is. */
void tell_standing(Terminal *terminal);
void wish_standing(Terminal *terminal, const char *text);
/* Answers the open question as the side that must answer wanted it; false if it must be asked. */
bool answer_standing(Terminal *terminal);

/* ---- terminal_map.c ---- */
/* The hexes around one, as many as fit the width. */
void tell_map(Terminal *terminal, Hex middle);
/* Where a unit of the viewer and one of an enemy are nearest to each other; NO_HEX if no unit is on the map. */
Hex front_hex(Terminal *terminal);

/* ---- terminal_ask.c ---- */
/* Lists what may come next after the order begun, as the menu. */
void list_items(Terminal *terminal);
void tell_menu(Terminal *terminal);
typedef enum Picked { PICKED_NOTHING, PICKED_PART, PICKED_ORDER } Picked;
/* Takes a line as an item's number, a counter, a hex or a word of the menu. PICKED_ORDER: the order in
 * `prefix` is whole. */
Picked pick_item(Terminal *terminal, const char *line);
/* Makes a typed path of one far hex the way there. */
void walk_to_end(Terminal *terminal, Order *order);
/* Takes the last part of the order begun back. */
void drop_part(Terminal *terminal);

#endif
