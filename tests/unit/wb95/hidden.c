/* hidden.c — odds against hidden stacks, held against every world there may be.
 *
 * A small situation is set up with lab lines. What the attacker cannot see is then filled in every possible way:
 * each unseen counter of the right kind in each place, at each CEL, guns in position or on their trucks. In each of
 * these worlds the sheet of the combat is made out from the open counters, the table is read for each of 36 throws,
 * and the sums must be the forecast's fractions to the last digit. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/game.h"
#include "systems/systems.h"
#include "systems/wb95/fight.h"
#include "played.h"
#include "proof.h"

/* ---- a situation -------------------------------------------------------------------------------- */

static Scenario *scenario;
static Game *game;
static Order order;

static void line(const char *text)
{
    static Log log;
    log.count = 0;
    Document *script = document_parse("line", text, strlen(text), &log);
    assert_non_null(script);
    LabLine words = {.script = script, .word = script->field, .count = script->entry[0].count};
    if (!scenario->system->lab(scenario, game_lab(game), &words))
        fail_msg("%s: %s", text, log.mistake[0].words);
    document_free(script);
}

static void set_up(const char *id, const char *options, const char *const *lines)
{
    static const GameStart start;
    scenario = loaded(id, options);
    game = game_new(scenario, &start);
    for (; *lines; lines++)
        line(*lines);
}

static void clear_away(void)
{
    game_free(game);
    scenario_free(scenario);
}

static const Wb95 *data(void) { return scenario->own; }

/* ---- all worlds --------------------------------------------------------------------------------- */

typedef struct Spot {
    Hex hex;
    int group, cel; /* cel 0: not known */
    bool disorganised;
} Spot;

typedef struct Found {
    Weight worlds, able, disorganised, hit;
    Weight cell[ROWS_2K6][COLUMNS]; /* throws that read this cell */
    int best, worst;
} Found;

static Spot spot[16];
static int spots;
static Piece unseen[WB95_SLOTS];
static int unseens;
static State world;
static Found found;

static Piece filled[16];

/* Each counter is as likely as any other, so one that has but one state counts twice in it. */
static Weight weight_of_world(void)
{
    Weight weight = 1;
    for (int i = 0; i < spots; i++) {
        const Kind *kind = kind_of(data(), &world, filled[i]);
        weight *= kind->is & GUN || kind->cel > 1 ? 1 : 2;
    }
    return weight;
}

static void count_abilities(Combat *combat, const Battle *sheet)
{
    Force *defence = &combat->force[DEFENCE];
    for (int i = 0; i < defence->units; i++)
        for (int j = 0; j < spots; j++) {
            if (filled[j] != defence->unit[i])
                continue;
            if (stars_usable(scenario, &world, combat, sheet, DEFENCE, i))
                defence->stars |= 1ull << i;
            if (kind_of(data(), &world, filled[j])->is & FORTIFIER && fortified(&world, world.unit[filled[j]].hex))
                defence->fus |= 1ull << i;
        }
}

/* Of 36^4: one of so many tests goes wrong. */
static uint64_t shaken(Result result, int limit)
{
    int tests = result.test + (result.retreat > 1 ? result.retreat - 1 : 0), pass = 0;
    uint64_t all = 1, good = 1;
    for (int one = 1; one <= 6; one++)
        for (int other = 1; other <= 6; other++)
            pass += one + other < limit;
    for (int i = 0; i < 4; i++) {
        all *= 36;
        good *= i < tests ? (uint64_t)pass : 36;
    }
    return result.disorganised ? all : all - good;
}

static void judge_world(void)
{
    Combat combat;
    Battle sheet;
    int limit = 13, cels[2] = {0};
    combat_declare(scenario, &world, &order, &combat);
    for (int i = 0; i < combat.targets; i++)
        for (Piece piece = world.top[combat.target[i]]; piece != NO_PIECE; piece = world.unit[piece].below)
            cels[i] += world.unit[piece].cel;
    if (cels[0] > STACKING_LIMIT || cels[1] > STACKING_LIMIT)
        return;
    battle_sheet(scenario, &world, &combat, &sheet);
    for (int i = 0; i < combat.force[DEFENCE].units; i++)
        if (kind_of(data(), &world, combat.force[DEFENCE].unit[i])->morale < limit)
            limit = kind_of(data(), &world, combat.force[DEFENCE].unit[i])->morale;
    Weight weight = weight_of_world();
    found.worlds += weight;
    found.best = sheet.column > found.best ? sheet.column : found.best;
    for (int one = 1; one <= 6; one++)
        for (int other = 1; other <= 6; other++) {
            int row = one + other + sheet.dice[ATTACK] + sheet.dice[DEFENCE];
            row = row < 2 ? 2 : row > 12 ? 12 : row;
            found.cell[row - 2][sheet.column] += weight;
            found.hit += data()->combat[row - 2][sheet.column][DEFENCE].loss || combat.alone ? weight : 0;
            found.disorganised += weight * shaken(data()->combat[row - 2][sheet.column][DEFENCE], limit);
        }
    count_abilities(&combat, &sheet);
    found.able += combat.force[DEFENCE].stars || combat.force[DEFENCE].fus ? weight : 0;
    battle_sheet(scenario, &world, &combat, &sheet);
    found.worst = sheet.column < found.worst ? sheet.column : found.worst;
}

static void fill_spots(int at);

static void fill(int at, Piece piece, int cel, bool limbered)
{
    Unit *unit = &world.unit[piece];
    set_cel(unit, cel);
    unit->now = (limbered ? TRANSPORT : 0) | (spot[at].disorganised ? DISORGANISED : 0);
    place(data(), scenario, &world, piece, spot[at].hex);
    filled[at] = piece;
    fill_spots(at + 1);
    lift(data(), scenario, &world, piece);
    unit->place = NOT_YET;
}

static void fill_spots(int at)
{
    if (at == spots) {
        judge_world();
        return;
    }
    for (int i = 0; i < unseens; i++) {
        Piece piece = unseen[i];
        const Kind *kind = kind_of(data(), &world, piece);
        if (world.unit[piece].place == ON_MAP || data()->group[world.unit[piece].kind] != spot[at].group)
            continue;
        for (int cel = 1; cel <= kind->cel; cel++)
            for (int limbered = 0; limbered <= (kind->is & GUN ? 1 : 0); limbered++)
                if (!spot[at].cel || spot[at].cel == cel)
                    fill(at, piece, cel, limbered);
    }
}

/* Every world: the truth, less all that the attacker does not see, with the spots filled again. */
static void find_worlds(const State *view)
{
    int hexes, first = order_slot(&order, ATTACK_AT, &hexes);
    memcpy(&world, game_position(game), sizeof world);
    spots = unseens = 0;
    found = (Found){.best = -1, .worst = COLUMNS};
    for (Piece piece = 0; piece < WB95_SLOTS; piece++) {
        const Unit *unit = &view->unit[piece];
        if (piece < scenario->pieces && unit->place == UNSEEN) {
            lift(data(), scenario, &world, piece);
            world.unit[piece].place = NOT_YET;
            unseen[unseens++] = piece;
        }
        for (int i = 0; i < hexes && piece >= scenario->pieces && unit->place == ON_MAP; i++)
            if (unit->hex == order.value[first + i])
                spot[spots++] = (Spot){unit->hex, data()->group[unit->kind], unit->now & CEL_KNOWN ? unit->cel : 0,
                                       unit->now & DISORGANISED};
    }
    fill_spots(0);
}

/* ---- the comparison ------------------------------------------------------------------------------ */

static Weight weight_of(const ForecastLine *lines, int count, const char *label)
{
    for (int i = 0; i < count; i++) {
        char words[SAY_TEXT];
        say(scenario, NULL, NULL, &lines[i].label, words, sizeof words);
        if (!strcmp(words, label))
            return lines[i].weight;
    }
    return 0;
}

static void assert_column(const Sentence *said, int column)
{
    Sentence wanted = sentence(0, "%n:%n", column_attack[column], column_defence[column]);
    assert_true(sentence_same(said, &wanted));
}

static void assert_share(Weight part, Weight whole, Weight weight, Weight total, const char *label)
{
    if (part * total != weight * whole)
        fail_msg("%s: %llu of %llu worlds, forecast %llu of %llu", label, (unsigned long long)part,
                 (unsigned long long)whole, (unsigned long long)weight, (unsigned long long)total);
}

static void compare(const char *words, int hidden)
{
    static Forecast forecast;
    char why[200];
    int column;
    assert_true(order_parse(scenario, words, strlen(words), &order, why, &column));
    const Position *view = game_view(game, game_side(game));
    memset(&forecast, 0, sizeof forecast);
    assert_true(scenario->system->forecast(scenario, view, &order, &forecast));
    find_worlds(state_of(view));
    assert_int_equal(spots, hidden);
    assert_true(found.worlds > 1);
    for (int row = 0; row < ROWS_2K6; row++)
        for (int at = 0; at < COLUMNS; at++) {
            char label[40];
            const Result *cell = data()->combat[row][at];
            Weight throws = 0;
            snprintf(label, sizeof label, "%s / %s", wb95_words[result_word(ATTACK, cell[ATTACK])],
                     wb95_words[result_word(DEFENCE, cell[DEFENCE])]);
            for (int r = 0; r < ROWS_2K6; r++)
                for (int c = 0; c < COLUMNS; c++)
                    if (result_word(ATTACK, data()->combat[r][c][ATTACK]) == result_word(ATTACK, cell[ATTACK]) &&
                        result_word(DEFENCE, data()->combat[r][c][DEFENCE]) == result_word(DEFENCE, cell[DEFENCE]))
                        throws += found.cell[r][c];
            assert_share(throws, found.worlds * 36, weight_of(forecast.outcome, forecast.outcomes, label),
                         forecast.total, label);
        }
    assert_share(found.disorganised, found.worlds * 36 * 36 * 36 * 36 * 36,
                 weight_of(forecast.measure, forecast.measures, "defender disorganised"), forecast.total,
                 "disorganised");
    assert_share(found.hit, found.worlds * 36, weight_of(forecast.measure, forecast.measures, "defender loses a CEL"),
                 forecast.total, "hit");
    assert_share(found.able, found.worlds, weight_of(forecast.measure, forecast.measures, "defender has a hidden star"),
                 forecast.total, "stars");
    assert_column(&forecast.best, found.best);
    assert_column(&forecast.worst, found.worst);
}

/* ---- situations ---------------------------------------------------------------------------------- */

static void cels_and_types(void **state)
{
    (void)state;
    static const char *const lines[] = {"counter t German ARM tracked sp=3 sp2=2 mp=7 stars=B",
                                        "counter u German ARM tracked sp=5 sp2=2 mp=7",
                                        "counter v German ARM tracked sp=4 sp2=3 mp=7 stars=B marks=ss",
                                        "counter x German INF foot sp=3 sp2=1 mp=4",
                                        "counter y German INF foot sp=6 sp2=3 mp=4 stars=U",
                                        "counter z German INF foot sp=2 mp=4",
                                        "counter g German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter h German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter a Soviet INF foot sp=14 sp2=5 mp=4",
                                        "place x 0505",
                                        "place g 0505",
                                        "place t 0505",
                                        "place z 0505",
                                        "place y 0101",
                                        "place h 0101",
                                        "place u 0101",
                                        "place v 0101",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.16.1.4-2");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505", 3);
    line("ff 0505"); /* now the CELs are not known either */
    compare("attack a at 0505", 3);
    line("state t disorganised");
    compare("attack a at 0505", 3);
    clear_away();
}

static void formations(void **state)
{
    (void)state;
    static const char *const lines[] = {"counter p German INF foot sp=3 sp2=1 mp=4 formation=one",
                                        "counter q German INF foot sp=3 sp2=2 mp=4 formation=one",
                                        "counter r German INF foot sp=4 sp2=2 mp=4 formation=one",
                                        "counter k German ARM tracked sp=4 sp2=2 mp=7 formation=one stars=B",
                                        "counter l German ARM tracked sp=6 sp2=3 mp=7 formation=two",
                                        "counter m German INF foot sp=2 sp2=1 mp=4 formation=two marks=ss",
                                        "counter n German INF foot sp=2 sp2=1 mp=4 formation=two",
                                        "counter o German INF foot sp=5 sp2=2 mp=4",
                                        "counter a Soviet INF foot sp=14 sp2=5 mp=4",
                                        "place p 0505",
                                        "place q 0505",
                                        "place k 0505",
                                        "place r 0505",
                                        "place m 0101",
                                        "place n 0101",
                                        "place l 0101",
                                        "place o 0101",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.13.1.2");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505", 3);
    line("ff 0505");
    compare("attack a at 0505", 3);
    clear_away();
    set_up("wb95/empty", "tactical-concentration=off", lines);
    compare("attack a at 0505", 3);
    clear_away();
}

static void two_hexes(void **state)
{
    (void)state;
    static const char *const lines[] = {"counter t German INF foot sp=2 mp=4",
                                        "terrain 0505 forest",
                                        "counter p German INF foot sp=3 sp2=1 mp=4 formation=one",
                                        "counter q German INF foot sp=3 sp2=2 mp=4 formation=one",
                                        "counter r German INF foot sp=9 sp2=2 mp=4 formation=one",
                                        "counter s German INF foot sp=4 sp2=2 mp=4",
                                        "counter g German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter h German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter a Soviet INF foot sp=14 sp2=5 mp=4",
                                        "place q 0505",
                                        "place p 0505",
                                        "place r 0406",
                                        "place g 0406",
                                        "place s 0406",
                                        "place h 0101",
                                        "place t 0101",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.5.5.3");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505 0406", 3);
    line("ff 0406");
    compare("attack a at 0505 0406", 3);
    line("ff 0505");
    line("terrain 0505 clear"); /* the same ground in both */
    compare("attack a at 0505 0406", 3);
    clear_away();
}

static void guns_alone(void **state)
{
    (void)state;
    static const char *const lines[] = {"counter g German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter h German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter i German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter q German HQ trucked",
                                        "counter a Soviet INF foot sp=3 sp2=2 mp=4",
                                        "place g 0505",
                                        "place h 0505",
                                        "place q 0505",
                                        "place i 0101",
                                        "place a 0506",
                                        "state q covered",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.6.6.3");
    PROVES("wb95.6.6.4");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505", 3);
    clear_away();
}

/* A hex of guns that may all be on their trucks, and so alone, beside one that is held (R101). */
static void alone_beside_others(void **state)
{
    (void)state;
    static const char *const lines[] = {"terrain 0505 forest",
                                        "counter p German INF foot sp=3 sp2=1 mp=4",
                                        "counter q German INF foot sp=3 sp2=2 mp=4",
                                        "counter r German INF foot sp=4 sp2=2 mp=4",
                                        "counter g German ART trucked sp=4 def=3 mp=7 marks=towed",
                                        "counter h German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter i German ART trucked sp=2 def=2 mp=7 marks=towed",
                                        "counter a Soviet INF foot sp=10 sp2=5 mp=4",
                                        "place p 0505",
                                        "place q 0505",
                                        "place g 0406",
                                        "place h 0406",
                                        "place i 0101",
                                        "place r 0101",
                                        "place a 0506",
                                        "state h transport",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.5.1.9-1");
    PROVES("wb95.6.6.4");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505 0406", 2);
    line("ff 0406");
    compare("attack a at 0505 0406", 2);
    clear_away();
}

/* Guns on their trucks belong to no formation and have no star (R102). */
static void guns_on_trucks(void **state)
{
    (void)state;
    static const char *const lines[] = {"counter p German INF foot sp=3 sp2=1 mp=4 formation=one",
                                        "counter q German INF foot sp=3 sp2=2 mp=4 formation=one",
                                        "counter r German INF foot sp=5 sp2=2 mp=4",
                                        "counter g German ART trucked sp=4 def=3 mp=7 marks=towed,organic "
                                        "formation=one stars=U",
                                        "counter h German ART trucked sp=2 def=2 mp=7 marks=towed,organic "
                                        "formation=one",
                                        "counter i German ART trucked sp=2 def=2 mp=7 marks=towed stars=U",
                                        "counter a Soviet INF foot sp=14 sp2=5 mp=4",
                                        "place g 0505",
                                        "place h 0505",
                                        "place q 0505",
                                        "place p 0505",
                                        "place i 0101",
                                        "place r 0101",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.13.1.5");
    PROVES("wb95.15.1.6");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505", 3);
    line("state p open"); /* one of the formation is in sight, and so is a gun on its trucks */
    line("state h open transport");
    compare("attack a at 0505", 2);
    clear_away();
}

static void stacks_have_limits(void **state)
{
    (void)state;
    static const char *const lines[] = {"counter a Soviet INF foot sp=20 sp2=5 mp=4",
                                        "counter p German INF foot sp=3 sp2=1 mp=4",
                                        "counter q German INF foot sp=3 sp2=2 mp=4",
                                        "counter r German INF foot sp=9 sp2=2 mp=4",
                                        "counter s German INF foot sp=4 sp2=2 mp=4",
                                        "counter t German INF foot sp=5 sp2=2 mp=4",
                                        "counter u German INF foot sp=4 sp2=1 mp=4",
                                        "place p 0505 cel=1",
                                        "place q 0505 cel=1",
                                        "place r 0505",
                                        "place s 0505",
                                        "place t 0505",
                                        "place u 0101",
                                        "ff 0505",
                                        "place a 0506",
                                        "phase soviet combat",
                                        NULL};
    PROVES("wb95.3.2.1");
    set_up("wb95/empty", NULL, lines);
    compare("attack a at 0505", 4);
    clear_away();
}

/* A Soviet HQ does nothing for Poles (nysa.1-9), and whether one hides there is not known. */
static void nations(void **state)
{
    (void)state;
    static const char *const lines[] = {"place s254 3910",
                                        "place p25/10 3910",
                                        "place s213 3910",
                                        "place sHQ52 3911",
                                        "place gB/545 3909",
                                        "phase german combat",
                                        NULL};
    PROVES("wb95.9.2.1-2");
    PROVES("wb95.nysa.1-9");
    set_up("wb95/nysa", NULL, lines);
    compare("attack gB/545 at 3910", 2);
    clear_away();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cels_and_types), cmocka_unit_test(formations),          cmocka_unit_test(two_hexes),
        cmocka_unit_test(guns_alone),     cmocka_unit_test(stacks_have_limits),  cmocka_unit_test(nations),
        cmocka_unit_test(guns_on_trucks), cmocka_unit_test(alone_beside_others),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
