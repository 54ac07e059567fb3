/* fuzz_order.c — any text given as an order is refused with a sentence or read; what is read is written and read
 * again as the same; and whatever was read, however senseless, `check`, `choices`, `reach` and `forecast` answer
 * without harm and alike. The first two bytes choose the scenario and the position. */
#include "fuzz.h"

static Choices choices;
static Reach reach;
static Forecast forecast;

static void ask(const Subject *about, const Position *view, const Order *order)
{
    const System *system = about->scenario->system;
    char words[SAY_TEXT];
    choices.count = 0;
    choices.complete = false;
    system->choices(about->scenario, view, order, &choices);
    require(choices.count >= 0 && choices.count <= CHOICES_MAX);
    reach.count = 0;
    system->reach(about->scenario, view, order, &reach);
    Refusal refusal = order_fits(about->scenario, view, order);
    if (refused(refusal)) {
        require(!choices.complete);
        return;
    }
    refusal = system->check(about->scenario, view, order);
    if (refused(refusal)) {
        require(!choices.complete);
        require(say(about->scenario, NULL, view, &refusal.why, words, sizeof words) > 0);
        return;
    }
    system->forecast(about->scenario, view, order, &forecast);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    load_subjects();
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 2)
        return 0;
    const Subject *about = &subject[data[0] % subjects];
    const Position *view = about->view[data[1] % about->views];
    const char *text = (const char *)data + 2;
    size_t length = size - 2;
    Order order, again;
    char why[200] = "", printed[ORDER_TEXT];
    int column = -1;
    if (!order_parse_prefix(about->scenario, text, length, &order, why, &column)) {
        require(why[0] && column >= 0 && (size_t)column <= length);
        return 0;
    }
    ask(about, view, &order);
    if (order_parse(about->scenario, text, length, &order, why, &column)) {
        size_t wrote = order_print(about->scenario, &order, printed);
        require(wrote < ORDER_TEXT && order_parse(about->scenario, printed, wrote, &again, why, &column));
        require(order_same(&order, &again));
    }
    return 0;
}
