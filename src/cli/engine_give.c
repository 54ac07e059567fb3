/* engine_give.c — requests of `sandtable engine` that give an order, now or in advance, and report what it did. */
#include <stdio.h>
#include <string.h>

#include "cli/engine.h"

static void print_events(Engine *engine, int side)
{
    const Events *events = game_events(engine->local->game);
    const Position *view = game_view(engine->local->game, side);
    unsigned hidden = side == SPECTATOR ? 0xFF : 1u << side;
    char words[SAY_TEXT];
    for (int i = 0; i < events->count && i < EVENTS_MAX; i++) {
        const Event *event = &events->event[i];
        if (event->hidden_from & hidden)
            continue;
        say(engine->local->scenario, engine->translation, view, &event->what, words, sizeof words);
        printf("event %s %s\n", event_words[event->kind <= EVENT_OVER ? event->kind : 0], words);
    }
}

static void print_dice(const Dice *dice)
{
    char cast[CAST_TEXT];
    if (!dice->recorded)
        return;
    fputs("dice", stdout);
    for (int i = 0; i < dice->recorded; i++)
        printf(" %.*s", (int)cast_print(dice->record[i], cast), cast);
    putchar('\n');
}

/* Gives answers in advance at once, as orders of the sides that set them. */
static void give_standing(Engine *engine)
{
    Order order;
    char text[ORDER_TEXT];
    StandingFound found;
    int side;
    while (side = game_side(engine->local->game),
           (found = game_answer(engine->local->game, &order)) == STANDING_GIVEN) {
        order_print(engine->local->scenario, &order, text);
        printf("answer %s %s\n", engine->local->scenario->side_word[side], text);
        print_dice(game_dice(engine->local->game));
        print_events(engine, side);
    }
    if (found == STANDING_DROPPED)
        printf("dropped %s\n", engine->local->scenario->side_word[side]);
}

void request_order(Engine *engine, Words line)
{
    Game *game = engine->local->game;
    Order order;
    if (!engine_order(engine, line, true, &order))
        return;
    int side = game_side(game);
    Refusal refusal = game_do(game, &order);
    if (refused(refusal)) {
        engine_refused(engine, &refusal);
        return;
    }
    print_dice(game_dice(game));
    print_events(engine, side);
    give_standing(engine);
    if (!local_settle(engine->local))
        puts("note the journal could not be closed");
    printf("ok %u\n", (unsigned)game_position(game)->orders);
}

/* standing SIDE: what it wants; standing SIDE TEXT: one wish more. */
void request_standing(Engine *engine, Words line)
{
    int side;
    char why[200], text[STANDING_TEXT];
    if (!engine_side(engine, &line, &side))
        return;
    if (side == SPECTATOR) {
        engine_error("a spectator is asked nothing");
        return;
    }
    const Scenario *scenario = engine->local->scenario;
    StandingSet *set = game_standing(engine->local->game, side);
    if (line.length && !standing_read(scenario, line.text, line.length, set, why)) {
        engine_error("%s", translation_words(engine->translation, why));
        return;
    }
    for (int question = -1; question < scenario->system->question_kinds; question++)
        if (standing_print(scenario, set, question, text))
            printf("standing %s\n", text);
    puts("ok");
}

void request_events(Engine *engine, Words line)
{
    int side;
    if (!engine_side(engine, &line, &side))
        return;
    print_events(engine, side);
    puts("ok");
}
