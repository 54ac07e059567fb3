/* lab_best.c — what a lab script expects of the machine: the order it would give.
 *
 * `expect best "ORDER"…` asks the searching player, at its usual level unless another is named, from the view of the
 * side that must answer, with the budget of a whole turn and always the same seed. An ORDER need not be whole: it names
 * what matters, and a path only by where it ends. */
#include <stdlib.h>

#include "ai/weigh.h"
#include "cli/lab.h"

enum { BEST_MOST = 8 };

static bool has_all(const OrderKind *kind, const Order *order, const Order *wanted)
{
    if (order->verb != wanted->verb)
        return false;
    for (int i = 0; i < wanted->count; i++) {
        int slot = wanted->slot[i];
        bool last = i + 1 == wanted->count || wanted->slot[i + 1] != slot;
        if (kind->slot[slot].type != ARG_PATH && !order_has(order, slot, wanted->value[i]))
            return false;
        if (kind->slot[slot].type == ARG_PATH && last) {
            int end = order->count - 1;
            while (end >= 0 && order->slot[end] != slot)
                end--;
            if (end < 0 || order->value[end] != wanted->value[i])
                return false;
        }
    }
    return true;
}

/* [level PLAYER] */
static const Player *take_level(Words *words)
{
    static const char *const names[] = {"search-quick", "search", "search-deep", NULL};
    int level = words_if(words, "level") ? words_word(words, "a player that searches", names) : 1;
    return player_named(names[level < 0 ? 1 : level]);
}

static bool find_best(Lab *lab, const Player *player, Why *out)
{
    const System *system = lab->scenario->system;
    Memo *memo = calloc(1, system->memo_size + 1);
    void *mind = malloc(player_room(player, lab->scenario));
    Thinking thinking = {0};
    Random random = {1};
    bool found =
        memo && mind && weigh_order(player, lab->scenario, lab_view(lab), memo, mind, &thinking, &random, NULL);
    *out = thinking.why;
    free(memo);
    free(mind);
    return found;
}

void expect_best(Lab *lab, bool wanted)
{
    Order order[BEST_MOST];
    int count = 0;
    char text[ORDER_TEXT];
    Why why;
    const Player *player = take_level(&lab->words);
    do {
        if (count == BEST_MOST)
            words_wrong(&lab->words, words_next(&lab->words), "at most %d orders can be the best", BEST_MOST);
        else if (take_prefix(lab, &order[count]))
            count++;
    } while (words_more(&lab->words));
    if (!words_end(&lab->words))
        return;
    if (!question(lab_view(lab)) || !find_best(lab, player, &why)) {
        disappoint(lab, "the machine has no order to give");
        return;
    }
    const Order *given = &why.tried[0].order;
    bool found = false;
    for (int i = 0; i < count; i++)
        found |= has_all(&lab->scenario->system->orders[given->verb], given, &order[i]);
    if (found == wanted)
        return;
    order_print(lab->scenario, given, text);
    disappoint(lab, "the machine would \"%.200s\": %d %% +- %d, %+d.%02d points, in %d worlds", text,
               (why.tried[0].chance + 5) / 10, (why.tried[0].chance_error + 5) / 10, why.tried[0].margin / 100,
               abs(why.tried[0].margin % 100), why.worlds);
}
