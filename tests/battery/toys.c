/* toys.c — the trials on the toy rulebook, whole and broken.
 *
 * A trial that cannot fail proves nothing. So each promise is broken once in a copy of the toy, and the trial
 * that watches it must notice. */
#include <stdio.h>

#include "battery.h"
#include "unit/toy.h"

/* ---- what the toy leaves out and the trials ask for ---- */

static bool shuffle(const Scenario *scenario, Position *position, int side, Random *random)
{
    Toy *toy = toy_of(position);
    (void)scenario;
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (toy_side(piece) != side && !toy->known[piece])
            toy->strength[piece] = (uint8_t)(1 + random_below(random, 6));
    for (int other = 0; other < 2; other++)
        if (other != side)
            toy->signal[other] = (uint16_t)random_below(random, 1000);
    return true;
}

static void imagine(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    Toy *toy = toy_of(out);
    (void)scenario, (void)viewer;
    memcpy(out, view, sizeof *toy);
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (!toy->strength[piece])
            toy->strength[piece] = (uint8_t)(1 + random_below(random, 6));
}

static bool stands_apart(const Scenario *scenario, const Position *position, char why[200])
{
    const Toy *toy = toy_of(position);
    (void)scenario;
    for (Piece a = 0; a < TOY_PIECES; a++)
        for (Piece b = 0; b < a; b++)
            if (toy->hex[a] != NO_HEX && toy->hex[a] == toy->hex[b]) {
                snprintf(why, 200, "two counters stand in one hex");
                return false;
            }
    return true;
}

/* Only signals that are listed are legal. */
static Refusal check_signals(const Scenario *scenario, const Position *view, const Order *order)
{
    if (order->verb == TOY_SIGNAL)
        for (int i = 0; i < order->count; i++)
            if (order->slot[i] == 2 || order->value[i] > 2)
                return refuse(TOY_RULE_MOVE, "no such signal");
    return toy_check(scenario, view, order);
}

static void list_signals(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out)
{
    toy_choices(scenario, view, prefix, out);
    out->complete = out->complete && !refused(check_signals(scenario, view, prefix));
}

/* Attacks have an event with a result, so that they can be forecast. */
static void apply_with_result(const Scenario *scenario, Position *position, const Order *order, Dice *dice,
                              Events *events)
{
    int before = dice->recorded;
    bool attack = order->verb == TOY_ATTACK;
    toy_apply(scenario, position, order, dice, events);
    if (attack)
        tell_fact(events, EVENT_RESULT, sentence(TOY_RULE_ATTACK, "the first die is read"),
                  fact_result(sentence(0, dice->record[before].shows > 3 ? "high" : "low")));
}

static bool forecast_die(const Scenario *scenario, const Position *view, const Order *order, Forecast *out)
{
    if (!toy_forecast(scenario, view, order, out))
        return false;
    out->total = 6;
    out->outcomes = 2;
    out->outcome[0] = (ForecastLine){.label = sentence(0, "high"), .rule = TOY_RULE_ATTACK, .weight = 3};
    out->outcome[1] = (ForecastLine){.label = sentence(0, "low"), .rule = TOY_RULE_ATTACK, .weight = 3};
    return true;
}

/* Attacks are built in any order. */
static bool parts_of_attack(const Scenario *scenario, const Position *view, const Order *part, Choices *out)
{
    if (part->verb != TOY_ATTACK)
        return false;
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (!order_has(part, 0, piece))
            choose(out, 0, piece);
    int hexes;
    order_slot(part, 1, &hexes);
    for (int hex = 0; hex < scenario->map->hexes && !hexes; hex++)
        choose(out, 1, hex);
    (void)view;
    return true;
}

static Refusal demands_of_attack(const Scenario *scenario, const Position *view, const Order *part, Demands *out)
{
    int pieces, hexes;
    order_slot(part, 0, &pieces);
    order_slot(part, 1, &hexes);
    for (Piece piece = 0; piece < TOY_PIECES && !pieces; piece++)
        if (toy_side(piece) == question(view)->side)
            demand_either(out, 0, piece);
    for (Piece piece = 0; piece < TOY_PIECES && pieces && !hexes; piece++)
        if (toy_of(view)->hex[piece] != NO_HEX && toy_side(piece) != question(view)->side)
            demand_either(out, 1, toy_of(view)->hex[piece]);
    return out->either ? LEGAL : toy_check_at(scenario, view, part);
}

/* ---- broken on purpose ---- */

static uint8_t owned_by_nobody(const Scenario *scenario, const Position *view, Piece piece)
{
    (void)scenario, (void)view, (void)piece;
    return NO_SIDE;
}

static bool parts_too_few(const Scenario *scenario, const Position *view, const Order *part, Choices *out)
{
    bool whole = parts_of_attack(scenario, view, part, out);
    for (int i = 0; i < out->count && part->count; i++)
        if (out->choice[i].slot == 0)
            out->choice[i--] = out->choice[--out->count];
    return whole;
}

/* Every attacker is said to need a friend. */
static Refusal demands_too_much(const Scenario *scenario, const Position *view, const Order *part, Demands *out)
{
    int pieces;
    order_slot(part, 0, &pieces);
    for (Piece piece = 0; piece < TOY_PIECES && pieces == 1; piece++)
        if (toy_own(view, piece) && !order_has(part, 0, piece) && !order_has(part, 1, 0) && !out->all)
            demand(out, 0, piece, sentence(TOY_RULE_ATTACK, "no"));
    return out->all ? LEGAL : demands_of_attack(scenario, view, part, out);
}

static Refusal demands_too_little(const Scenario *scenario, const Position *view, const Order *part, Demands *out)
{
    int hexes;
    order_slot(part, 1, &hexes);
    return part->count && !hexes ? LEGAL : demands_of_attack(scenario, view, part, out);
}

static bool forecast_wrong(const Scenario *scenario, const Position *view, const Order *order, Forecast *out)
{
    if (!forecast_die(scenario, view, order, out))
        return false;
    out->outcome[0].weight = 4;
    out->outcome[1].weight = 2;
    return true;
}

static bool forecast_short(const Scenario *scenario, const Position *view, const Order *order, Forecast *out)
{
    if (!forecast_die(scenario, view, order, out))
        return false;
    out->outcome[0].weight = 2;
    return true;
}

static void mask_nothing(const Scenario *scenario, const Position *position, int side, Position *view)
{
    (void)scenario, (void)side;
    memcpy(view, position, sizeof(Toy));
}

/* The hidden strength is not in the view, but a forgotten cache gives it away. */
static uint8_t remembered;
static void mask_and_remember(const Scenario *scenario, const Position *position, int side, Position *view)
{
    toy_mask(scenario, position, side, view);
    remembered = 0;
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        remembered = (uint8_t)(remembered * 7 + toy_of(position)->strength[piece]);
}

static Sentence prompt_with_memory(const Scenario *scenario, const Position *view)
{
    Sentence prompt = toy_prompt(scenario, view);
    prompt.words = remembered % 2 ? "%s, what now?" : "%s, what next?";
    return prompt;
}

/* A judgement by the view, and one by what a forgotten cache gives away. */
static int32_t value_seen(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order)
{
    int32_t value = order->verb;
    (void)scenario, (void)view, (void)memo;
    for (int i = 0; i < order->count; i++)
        value = value * 31 + order->value[i];
    return value % 101;
}

static int32_t value_remembered(const Scenario *scenario, const Position *view, const Memo *memo, const Order *order)
{
    return (value_seen(scenario, view, memo, order) + 17 * remembered) % 101;
}

static void list_too_much(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out)
{
    toy_choices(scenario, view, prefix, out);
    if (prefix->verb == TOY_MOVE && prefix->count == 0)
        for (Piece piece = 0; piece < TOY_PIECES; piece++)
            if (toy_side(piece) != question(view)->side)
                choose(out, 0, piece);
}

static void list_too_little(const Scenario *scenario, const Position *view, const Order *prefix, Choices *out)
{
    list_signals(scenario, view, prefix, out);
    if (prefix->verb == TOY_SIGNAL && out->count)
        out->count--;
}

static Refusal refuse_first(const Scenario *scenario, const Position *view, const Order *order)
{
    if (order->verb == TOY_SIGNAL && order->count == 1)
        return refuse(TOY_RULE_MOVE, "no");
    return check_signals(scenario, view, order);
}

/* Something outside the position decides. */
static void apply_from_outside(const Scenario *scenario, Position *position, const Order *order, Dice *dice,
                               Events *events)
{
    static uint16_t calls;
    apply_with_result(scenario, position, order, dice, events);
    toy_of(position)->signal[0] = (uint16_t)(toy_of(position)->signal[0] + calls++);
}

static void apply_into_each_other(const Scenario *scenario, Position *position, const Order *order, Dice *dice,
                                  Events *events)
{
    apply_with_result(scenario, position, order, dice, events);
    if (order->verb == TOY_MOVE && position->turn > 2)
        toy_of(position)->hex[(order->value[0] + 1) % TOY_PIECES] = toy_of(position)->hex[order->value[0]];
}

static void look_undeclared(const Scenario *scenario, const Position *view, Piece piece, Look *out)
{
    toy_look(scenario, view, piece, out);
    look_badge(out, 0, 0, sentence(0, "a sign that nobody declared"));
}

/* Stamps that never change, whatever happens. */
static void stamp_the_same(const Scenario *scenario, const Position *view, uint64_t *pieces, GroundStamp *ground)
{
    (void)view;
    for (int i = 0; i < scenario->pieces; i++)
        pieces[i] = 1;
    *ground = (GroundStamp){0};
}

/* The truth shines through what is imagined. */
static void imagine_remembered(const Scenario *scenario, const Position *view, int viewer, Random *random,
                               Position *out)
{
    imagine(scenario, view, viewer, random, out);
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        if (!toy_of(view)->strength[piece])
            toy_of(out)->strength[piece] = (uint8_t)(1 + remembered % 6);
}

static void imagine_too_much(const Scenario *scenario, const Position *view, int viewer, Random *random, Position *out)
{
    imagine(scenario, view, viewer, random, out);
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        toy_of(out)->strength[piece] = (uint8_t)(1 + random_below(random, 6));
}

/* A unit that comes beside an enemy sees its strength, without an event. */
static void apply_and_look(const Scenario *scenario, Position *position, const Order *order, Dice *dice, Events *events)
{
    Toy *toy = toy_of(position);
    apply_with_result(scenario, position, order, dice, events);
    for (Piece piece = 0; order->verb == TOY_MOVE && piece < TOY_PIECES; piece++)
        if (toy_side(piece) != toy_side(order->value[0]) && toy->hex[piece] != NO_HEX &&
            toy_touch(scenario, toy->hex[piece], toy->hex[order->value[0]]))
            toy->known[piece] = 1;
}

static void learn_strengths(const Scenario *scenario, const Position *view, uint64_t *bits)
{
    (void)scenario;
    for (Piece piece = 0; piece < TOY_PIECES; piece++)
        *bits |= (uint64_t)(toy_of(view)->strength[piece] > 0) << piece;
}

/* Where the beaten goes is settled for him if the winner has signalled in secret. */
static void apply_forced_by_secret(const Scenario *scenario, Position *position, const Order *order, Dice *dice,
                                   Events *events)
{
    int side = question(position)->side;
    apply_with_result(scenario, position, order, dice, events);
    const Frame *asked = question(position);
    if (!asked || asked->kind != TOY_ASK_RETREAT || asked->side == side || !toy_of(position)->signal[side])
        return;
    Choices hexes;
    Order retreat = order_of(TOY_RETREAT);
    toy_choices(scenario, position, &retreat, &hexes);
    order_add(&retreat, 0, hexes.choice[0].value);
    toy_apply(scenario, position, &retreat, dice, events);
}

static System whole(void)
{
    System system = toy_system;
    system.shuffle_hidden = shuffle;
    system.imagine = imagine;
    system.invariants = stands_apart;
    system.choices = list_signals;
    system.check = check_signals;
    system.apply = apply_with_result;
    system.forecast = forecast_die;
    system.parts = parts_of_attack;
    system.demands = demands_of_attack;
    return system;
}

typedef struct Toys {
    int *passed, *failed;
} Toys;

static void expect(const Toys *toys, const char *what, const System *system, bool (*trial)(const Subject *),
                   bool wanted)
{
    Scenario *scenario = toy_scenario();
    scenario->system = system;
    bool held = true;
    int shown = 0;
    for (uint64_t seed = 1; seed <= (wanted ? 6 : 40) && held; seed++) {
        Subject subject = {.name = what,
                           .scenario = scenario,
                           .seed = seed,
                           .most = ORDERS_MOST,
                           .fair = seed % 2,
                           .silent = !wanted,
                           .shown = &shown};
        held = trial(&subject);
    }
    scenario->system = &toy_system;
    scenario_free(scenario);
    bool good = wanted ? held && shown : !held;
    printf("%s toy: %s%s\n", good ? "ok    " : "FAILED", what, wanted ? "" : " is noticed");
    *toys->passed += good;
    *toys->failed += !good;
}

void try_toys(int *passed, int *failed)
{
    Toys toys = {passed, failed};
    const System good = whole();
    System bad;
    expect(&toys, "playout", &good, trial_playout, true);
    expect(&toys, "listed", &good, trial_listed, true);
    expect(&toys, "accepted", &good, trial_accepted, true);
    expect(&toys, "replay", &good, trial_replay, true);
    expect(&toys, "undo", &good, trial_undo, true);
    expect(&toys, "secrets", &good, trial_secrets, true);
    expect(&toys, "answers", &good, trial_answers, true);
    expect(&toys, "forecast", &good, trial_forecast, true);
    expect(&toys, "shown", &good, trial_shown, true);
    expect(&toys, "parts", &good, trial_parts, true);
    expect(&toys, "typed", &good, trial_typed, true);
    bad = good;
    bad.apply = apply_and_look;
    expect(&toys, "a glance that can be taken back", &bad, trial_answers, false);
    bad.learned = learn_strengths;
    bad.facts = 1;
    expect(&toys, "a glance that stands", &bad, trial_answers, true);

#define BROKEN(what_, field_, value_, trial_) \
    bad = good;                               \
    bad.field_ = value_;                      \
    expect(&toys, what_, &bad, trial_, false)
    BROKEN("an unsound position", apply, apply_into_each_other, trial_playout);
    BROKEN("a part that leads nowhere", choices, list_too_much, trial_listed);
    BROKEN("a listed order that is refused", check, refuse_first, trial_listed);
    BROKEN("an accepted order that is not listed", choices, list_too_little, trial_accepted);
    BROKEN("an order that can be typed and is not listed", choices, list_too_little, trial_typed);
    BROKEN("an order that names another side's counter", owner, owned_by_nobody, trial_typed);
    BROKEN("a rule that depends on more than the position", apply, apply_from_outside, trial_replay);
    BROKEN("an undo that does not go back", apply, apply_from_outside, trial_undo);
    BROKEN("a view that hides nothing", mask, mask_nothing, trial_secrets);
    BROKEN("a sign that is not declared", look, look_undeclared, trial_shown);
    BROKEN("a stamp that tells no change", stamps, stamp_the_same, trial_shown);
    BROKEN("something imagined against what is known", imagine, imagine_too_much, trial_secrets);
    BROKEN("an answer forced by a secret", apply, apply_forced_by_secret, trial_answers);
    BROKEN("a wrong forecast", forecast, forecast_wrong, trial_forecast);
    BROKEN("a forecast that does not add up", forecast, forecast_short, trial_forecast);
    BROKEN("a part that cannot be added", parts, parts_too_few, trial_parts);
    BROKEN("a part that is forced by nothing", demands, demands_too_much, trial_parts);
    BROKEN("an addition that leads nowhere", demands, demands_too_little, trial_parts);
    bad = good;
    bad.mask = mask_and_remember;
    bad.prompt = prompt_with_memory;
    expect(&toys, "a cache that tells a secret", &bad, trial_secrets, false);
    bad = good;
    bad.mask = mask_and_remember;
    bad.imagine = imagine_remembered;
    expect(&toys, "something imagined from the truth", &bad, trial_secrets, false);
    bad = good;
    bad.mask = mask_and_remember;
    bad.value = value_seen;
    expect(&toys, "twins", &bad, trial_twins, true);
    bad.value = value_remembered;
    expect(&toys, "a judgement that peeks", &bad, trial_twins, false);
}
