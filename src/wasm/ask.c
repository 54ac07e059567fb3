/* ask.c — questions at the table in the browser that change nothing: what may be ordered, what is where, what was.
 * They are answered with the server's own JSON (server/json.h). */
#include <stdlib.h>

#include "wasm/own.h"

static Buffer *begin(void)
{
    buffer_clear(&engine.out);
    return &engine.out;
}

/* ---- what may be ordered ---- */

/* The view in which an order is thought of: that of the open question, or, in a plan, of the person's next turn. */
static bool thinks_in(bool plan, Showing *showing, Answer *answer)
{
    static Position *room;
    static const Scenario *room_of;
    const System *system = engine.scenario->system;
    *showing = table_showing();
    if (!plan)
        return table_may_answer(answer);
    if (!table_holds(table.as)) {
        *answer = answer_refused("server.you-watching");
        return false;
    }
    if (room_of != engine.scenario) {
        free(room);
        room = position_room(engine.scenario);
        room_of = engine.scenario;
    }
    if (room)
        memcpy(room, showing->view, system->position_size);
    if (!room || showing->over || !system->foresee || !system->foresee(engine.scenario, room, table.as)) {
        *answer = answer_refused("server.nothing-can-planned-now");
        return false;
    }
    showing->view = room;
    showing->asked = table.as;
    return true;
}

typedef struct Asked {
    Showing showing;
    Order order;
    bool plan;
} Asked;

static Refusal check(const Asked *asked)
{
    const Showing *showing = &asked->showing;
    Refusal refusal = order_fits(showing->scenario, showing->view, &asked->order);
    return refused(refusal) ? refusal
                            : showing->scenario->system->check(showing->scenario, showing->view, &asked->order);
}

static Answer ask_choices(const Asked *asked)
{
    json_choices(begin(), &asked->showing, &asked->order);
    return ANSWER_OK;
}

static Answer ask_additions(const Asked *asked)
{
    json_additions(begin(), &asked->showing, &asked->order);
    return ANSWER_OK;
}

static Answer ask_draft(const Asked *asked)
{
    json_draft(begin(), &asked->showing, &asked->order, !asked->plan);
    return ANSWER_OK;
}

static Answer ask_openings(const Asked *asked)
{
    Buffer *out = begin();
    json_openings(out, &asked->showing);
    if (asked->plan)
        json_question(out, &asked->showing);
    return ANSWER_OK;
}

static Answer ask_around(const Asked *asked)
{
    Refusal refusal = json_around(begin(), &asked->showing, &asked->order);
    return refused(refusal) ? answer_refusal(&asked->showing, &refusal) : ANSWER_OK;
}

static Answer ask_reach(const Asked *asked)
{
    return json_reach(begin(), &asked->showing, &asked->order) ? ANSWER_OK : answer_error("server.order-walks-no-path");
}

static Answer ask_forecast(const Asked *asked)
{
    Refusal refusal = check(asked);
    if (refused(refusal))
        return answer_refusal(&asked->showing, &refusal);
    if (!json_forecast(begin(), &asked->showing, &asked->order))
        return answer_error("server.nothing-hangs-dice-order");
    if (!asked->plan)
        json_forecloses(&engine.out, &asked->showing, &asked->order);
    return ANSWER_OK;
}

static Answer ask_why(const Asked *asked)
{
    Refusal refusal = check(asked);
    if (refused(refusal))
        return answer_refusal(&asked->showing, &refusal);
    buffer_literal(begin(), "\"ok\":true");
    return ANSWER_OK;
}

static const struct Word {
    const char *word;
    Answer (*ask)(const Asked *asked);
    bool whole; /* it takes a whole order, not a part */
} words[] = {
    {"choices", ask_choices, false},  {"additions", ask_additions, false},
    {"draft", ask_draft, false},      {"openings", ask_openings, false},
    {"around", ask_around, false},    {"reach", ask_reach, false},
    {"forecast", ask_forecast, true}, {"why", ask_why, true},
};

int engine_ask(const char *word, const char *text, int plan)
{
    Asked asked = {.plan = plan};
    Answer answer;
    char why[ORDER_MISTAKE];
    int column;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(words[i].word, word))
            continue;
        if (!thinks_in(plan, &asked.showing, &answer))
            return answer;
        if (words[i].ask != ask_openings && !order_read(engine.scenario, engine.translation, words[i].whole, text,
                                                        strlen(text), &asked.order, why, &column))
            return answer_refused(why);
        return words[i].ask(&asked);
    }
    return answer_error("server.no-such-message");
}

/* ---- looking ---- */

static const OverlayKind *overlay_named(const System *system, const char *word)
{
    for (const OverlayKind *kind = system->overlays; kind && kind->name; kind++)
        if (!strcmp(kind->name, word))
            return kind;
    return NULL;
}

static uint16_t within(int number, int end, uint16_t none)
{
    return number >= 0 && number < end ? (uint16_t)number : none;
}

int engine_overlay(const char *word, int side, int piece, int hex)
{
    static OverlayMarks marks;
    const Scenario *scenario = engine.scenario;
    const System *system = scenario->system;
    const OverlayKind *kind = overlay_named(system, word);
    OverlayAbout about = {.side = side,
                          .piece = within(piece, system->slots ? system->slots : scenario->pieces, NO_PIECE),
                          .hex = within(hex, scenario->map->spots, NO_HEX)};
    if (!kind || !system->overlay)
        return answer_error("server.no-such-overlay");
    if ((kind->about & (ABOUT_SIDE | ABOUT_OWN_SIDE) && about.side < 0) ||
        (kind->about & ABOUT_PIECE && about.piece == NO_PIECE) || (kind->about & ABOUT_HEX && about.hex == NO_HEX))
        return answer_error("server.not-said-overlay-about");
    memset(&marks, 0, sizeof marks);
    Showing showing = table_showing();
    if (!system->overlay(scenario, showing.view, (int)(kind - system->overlays), &about, &marks))
        return answer_error("server.no-such-overlay");
    json_overlay(begin(), &showing, kind, &marks);
    return ANSWER_OK;
}

int engine_profile(int from, int to)
{
    static Profile profile;
    const Scenario *scenario = engine.scenario;
    Hex first = within(from, scenario->map->hexes, NO_HEX), last = within(to, scenario->map->hexes, NO_HEX);
    Showing showing = table_showing();
    if (!scenario->system->profile || first == NO_HEX || last == NO_HEX ||
        !scenario->system->profile(scenario, showing.view, first, last, &profile))
        return answer_error("server.no-such-overlay");
    json_profile(begin(), &showing, &profile);
    return ANSWER_OK;
}

int engine_panels(void)
{
    Showing showing = table_showing();
    json_panels(begin(), &showing);
    return ANSWER_OK;
}

int engine_transfer(int from, int to, int amount)
{
    const Map *map = engine.scenario->map;
    Showing showing = table_showing();
    if (from < 0)
        json_senders(begin(), &showing);
    else if (!json_transfers(begin(), &showing, within(from, map->hexes, NO_HEX), within(to, map->hexes, NO_HEX),
                             within(amount, UINT16_MAX, 0)))
        return answer_error("server.no-such-hex");
    return ANSWER_OK;
}

int engine_aims(void)
{
    Showing showing = table_showing();
    json_aims(begin(), &showing);
    return ANSWER_OK;
}

int engine_look(int hex)
{
    Showing showing = table_showing();
    if (hex < 0 || hex >= engine.scenario->map->spots)
        return answer_error("server.no-such-hex");
    json_stack(begin(), &showing, (Hex)hex);
    return ANSWER_OK;
}

/* ---- the past ---- */

static Answer answer_past(Past *past, bool (*write)(Past *past))
{
    char *copy = malloc(past->length + 1);
    bool written = false;
    if (copy) {
        memcpy(copy, past->text, past->length);
        past->text = copy;
        past->out = begin();
        written = write(past);
    }
    past_forget(past);
    free(copy);
    return written ? ANSWER_OK : answer_error("server.game-cannot-replayed");
}

static Past past_of(int as)
{
    Past past = {
        .scenario = engine.scenario, .translation = engine.translation, .row = &table.row, .as = as, .lines = -1};
    past.text = game_journal(engine.game, &past.length);
    return past;
}

int engine_history(int order, int side)
{
    bool other = table.row.over && side >= 0 && side < engine.scenario->sides && !table.row.branch_length;
    Past past = past_of(other ? side : table.as);
    past.lines = order >= 0 ? journal_lines_to(past.text, past.length, order) : -1;
    if (past.lines < 0)
        return answer_error("server.no-such-order");
    return answer_past(&past, past_write_history);
}

int engine_events(int from, int count, int state)
{
    enum { PAGE = 200 };
    Past past = past_of(table.as);
    past.now = table.deliveries.count[past.as];
    past.from = (uint32_t)from;
    if (from < 0 || past.from > past.now)
        return answer_error("server.no-such-line-game");
    if (count < 1 || count > PAGE)
        return answer_error("server.page-past-1-200-lines");
    past.seen = state && count == 1;
    past.lines =
        (int)deliveries_until(&table.deliveries, past.as,
                              (uint32_t)count <= past.now - past.from ? past.from + (uint32_t)count - 1 : past.now);
    return answer_past(&past, past_write_events);
}

int engine_record(void)
{
    Past past = past_of(table.as);
    return answer_past(&past, past_write_record);
}

int engine_ways(void)
{
    Past past = past_of(table.as);
    for (int side = 0; side < engine.scenario->sides; side++)
        if (side == table.as || table.row.over)
            past.sides |= 1u << side;
    return answer_past(&past, past_write_ways);
}
