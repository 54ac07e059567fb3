/* record.c — a game in numbers, for its plots: what each side had and lost after every phase, and how its dice fell.
 *
 * All of it is what the viewer was shown at the time: counters he did not know count as one step. Luck is the gain of
 * each result less what the forecast of the order that rolled expected of it, so the sum of all luck has the mean 0 and
 * the variance shown beside it. While the game goes on, that forecast is made from what the viewer knew: from the true
 * position it would reveal hidden strength. Orders of others whose counters he did not know are then left out. Once the
 * game is over, all of it is made from the true position. Orders taken back are left out. */
#include <stdlib.h>

#include "core/room.h"
#include "server/retell.h"

typedef struct Sample {
    int orders, turn, phase;
    uint32_t seq; /* as the viewer counts: he may not know how many secret orders there were */
    int32_t points[SIDES], steps[SIDES], hexes[SIDES], lost[SIDES];
} Sample;

typedef struct Roll {
    int orders, turn, gain;
    uint32_t seq;
    uint8_t gainer, payer;
    double expected, variance;
} Roll;

typedef struct Loss {
    int orders;
    uint8_t side;
    int32_t steps;
} Loss;

struct Record {
    int as;
    bool over;    /* nothing is hidden any more */
    int orders;   /* that stood before the line being played */
    uint32_t seq; /* of what the viewer was sent last */
    Position *truth, *view;
    Sample *sample;
    Roll *roll;
    Loss *loss;
    int samples, rolls, losses, sample_room, roll_room, loss_room;
};

Record *record_new(const Scenario *scenario, int as, bool over)
{
    Record *record = calloc(1, sizeof *record);
    if (!record)
        return NULL;
    record->as = as;
    record->over = over;
    record->truth = position_room(scenario);
    record->view = position_room(scenario);
    if (record->truth && record->view)
        return record;
    record_free(record);
    return NULL;
}

void record_free(Record *record)
{
    if (!record)
        return;
    free(record->truth);
    free(record->view);
    free(record->sample);
    free(record->roll);
    free(record->loss);
    free(record);
}

/* A new last element, NULL when there is no memory for it. */
static void *grow(void **list, int *count, int *room, size_t size)
{
    if (*count == *room) {
        int more = *room ? 2 * *room : 64;
        void *grown = realloc(*list, (size_t)more * size);
        if (!grown)
            return NULL;
        *list = grown;
        *room = more;
    }
    return (char *)*list + (size_t)(*count)++ * size;
}

/* ---- losses ---- */

/* The number that fills the first hole of that kind, -1 if there is none. */
static int first_of(const Sentence *sentence, char kind)
{
    char letters[SAY_ARGS];
    sentence_holes(sentence, letters);
    for (int arg = 0; arg < SAY_ARGS; arg++)
        if (letters[arg] == kind)
            return (uint16_t)sentence->arg[arg];
    return -1;
}

static bool sent_to(const Record *record, const Event *event)
{
    return !(event->hidden_from & (record->as == SPECTATOR ? 0xFF : 1u << record->as));
}

/* Steps that the events before this one already took from the counter. */
static int lost_before(const Events *events, int until, int piece)
{
    int lost = 0;
    for (int i = 0; i < until; i++)
        if (events->event[i].kind == EVENT_LOST && first_of(&events->event[i].what, 'p') == piece)
            lost += first_of(&events->event[i].what, 'n');
    return lost;
}

static void note_loss(Record *record, const Game *game, int index)
{
    const Scenario *scenario = game_scenario(game);
    const Events *events = game_events(game);
    const Sentence *what = &events->event[index].what;
    int piece = first_of(what, 'p');
    Look look = {0};
    if (piece < 0 || piece >= scenario->pieces)
        return;
    scenario->system->look(scenario, record->view, (Piece)piece, &look);
    int steps = events->event[index].kind == EVENT_LOST
                    ? first_of(what, 'n')
                    : (look.steps ? look.steps : 1) - lost_before(events, index, piece);
    Loss *loss = steps > 0 ? grow((void **)&record->loss, &record->losses, &record->loss_room, sizeof *loss) : NULL;
    if (loss)
        *loss = (Loss){game_orders(game), look.side, steps};
}

static void note_losses(Record *record, const Game *game)
{
    const Events *events = game_events(game);
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        const Event *event = &events->event[i];
        if ((event->kind == EVENT_LOST || event->kind == EVENT_ELIMINATED) && sent_to(record, event))
            note_loss(record, game, i);
    }
}

/* ---- luck ---- */

static void add_roll(Record *record, const Game *game, const Forecast *forecast, int outcome)
{
    double sum = 0, squares = 0, total = (double)forecast->total;
    for (int i = 0; i < forecast->outcomes; i++) {
        double gain = forecast->outcome[i].gain, chance = (double)forecast->outcome[i].weight / total;
        sum += gain * chance;
        squares += gain * gain * chance;
    }
    Roll *roll = grow((void **)&record->roll, &record->rolls, &record->roll_room, sizeof *roll);
    if (roll)
        *roll = (Roll){.orders = game_orders(game),
                       .seq = record->seq,
                       .turn = record->truth->turn,
                       .gain = forecast->outcome[outcome].gain,
                       .gainer = forecast->gainer,
                       .payer = forecast->payer,
                       .expected = sum,
                       .variance = squares - sum * sum};
}

/* What the forecast of the order is made from; NULL: the viewer could not make it. */
static const Position *known_to_viewer(Record *record, const Scenario *scenario, const Order *order)
{
    const Frame *asked = question(record->truth);
    uint32_t orders = record->view->orders;
    record->view->orders = record->truth->orders; /* views do not count them */
    bool same = !memcmp(record->view, record->truth, scenario->system->position_size);
    record->view->orders = orders;
    if (record->over || same)
        return record->truth;
    return asked && asked->side == record->as && !refused(order_fits(scenario, record->view, order)) ? record->view
                                                                                                     : NULL;
}

static void note_luck(Record *record, const Game *game)
{
    ROOM(Forecast, forecast);
    const Scenario *scenario = game_scenario(game);
    const Events *events = game_events(game);
    const Event *result = NULL;
    for (int i = 0; i < events->count && i < EVENTS_MAX && !result; i++)
        if (events->event[i].fact.kind == FACT_RESULT && sent_to(record, &events->event[i]))
            result = &events->event[i];
    if (!result || !scenario->system->forecast)
        return;
    Order order = game_order(game, game_orders(game) - 1);
    const Position *known = known_to_viewer(record, scenario, &order);
    if (!known || !scenario->system->forecast(scenario, known, &order, forecast) || !forecast->total ||
        forecast->gainer >= scenario->sides)
        return;
    int outcome = forecast_outcome(scenario, forecast, result);
    if (outcome >= 0)
        add_roll(record, game, forecast, outcome);
}

/* ---- samples ---- */

static void take_sample(Record *record, Game *game)
{
    const Scenario *scenario = game_scenario(game);
    const System *system = scenario->system;
    const Position *view = game_view(game, record->as);
    Score score = {.winner = NO_SIDE};
    Sample *sample = grow((void **)&record->sample, &record->samples, &record->sample_room, sizeof *sample);
    if (!sample)
        return;
    *sample = (Sample){.orders = game_orders(game), .seq = record->seq, .turn = view->turn, .phase = view->phase};
    system->score(scenario, view, &score);
    memcpy(sample->points, score.points, sizeof sample->points);
    for (int piece = 0; piece < (system->slots ? system->slots : scenario->pieces); piece++) {
        Look look = {.side = NO_SIDE};
        if (system->where(scenario, view, (Piece)piece) == NO_HEX)
            continue;
        system->look(scenario, view, (Piece)piece, &look);
        if (look.side < SIDES)
            sample->steps[look.side] += look.steps ? look.steps : 1;
    }
    for (int hex = 0; hex < scenario->map->hexes; hex++) {
        uint8_t side = system->control(scenario, view, (Hex)hex);
        if (side < SIDES)
            sample->hexes[side]++;
    }
    for (int i = 0; i < record->losses; i++)
        if (record->loss[i].side < SIDES)
            sample->lost[record->loss[i].side] += record->loss[i].steps;
}

/* Drops what stood after order `orders` and has been taken back. */
static void forget(Record *record, int orders)
{
    while (record->samples && record->sample[record->samples - 1].orders > orders)
        record->samples--;
    while (record->rolls && record->roll[record->rolls - 1].orders > orders)
        record->rolls--;
    while (record->losses && record->loss[record->losses - 1].orders > orders)
        record->losses--;
}

void record_line(Record *record, Game *game, uint32_t seq)
{
    size_t size = game_scenario(game)->system->position_size;
    const Position *truth = game_position(game);
    int orders = game_orders(game);
    record->seq = seq;
    forget(record, orders);
    if (orders > record->orders) {
        note_losses(record, game);
        note_luck(record, game);
    }
    const Sample *last = record->samples ? &record->sample[record->samples - 1] : NULL;
    if (!last || last->turn != truth->turn || last->phase != truth->phase)
        take_sample(record, game);
    record->orders = orders;
    memcpy(record->truth, truth, size);
    memcpy(record->view, game_view(game, record->as), size);
}

/* ---- writing ---- */

static void add_numbers(Buffer *out, const char *name, const int32_t *numbers, int count)
{
    buffer_format(out, ",\"%s\":[", name);
    for (int i = 0; i < count; i++)
        buffer_format(out, i ? ",%d" : "%d", numbers[i]);
    buffer_char(out, ']');
}

/* The number of orders given reveals secret ones: it is written when the game is over, and every viewer may see all. */
static void add_order(Buffer *out, const Game *game, int orders)
{
    if (game_position(game)->over)
        buffer_format(out, ",\"order\":%d", orders);
}

void record_write(Record *record, Game *game, Buffer *out)
{
    const Scenario *scenario = game_scenario(game);
    if (!record->samples || record->sample[record->samples - 1].orders < game_orders(game))
        take_sample(record, game);
    buffer_literal(out, ",\"samples\":[");
    for (int i = 0; i < record->samples; i++) {
        const Sample *sample = &record->sample[i];
        buffer_format(out, "%s{\"seq\":%u,\"turn\":%d", i ? "," : "", sample->seq, sample->turn);
        add_order(out, game, sample->orders);
        add_numbers(out, "points", sample->points, scenario->sides);
        add_numbers(out, "steps", sample->steps, scenario->sides);
        add_numbers(out, "hexes", sample->hexes, scenario->sides);
        add_numbers(out, "lost", sample->lost, scenario->sides);
        buffer_char(out, '}');
    }
    buffer_literal(out, "],\"rolls\":[");
    for (int i = 0; i < record->rolls; i++) {
        const Roll *roll = &record->roll[i];
        buffer_format(out,
                      "%s{\"seq\":%u,\"turn\":%d,\"for\":%d,\"against\":%d,\"gain\":%d,\"expected\":%.4f,"
                      "\"variance\":%.4f",
                      i ? "," : "", roll->seq, roll->turn, roll->gainer, roll->payer == NO_SIDE ? -1 : roll->payer,
                      roll->gain, roll->expected, roll->variance);
        add_order(out, game, roll->orders);
        buffer_char(out, '}');
    }
    buffer_char(out, ']');
}
