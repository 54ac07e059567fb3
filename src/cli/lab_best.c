/* lab_best.c — what a lab script expects of the machine: the order it would give.
 *
 * `expect best "ORDER"…` asks the searching player, at its usual level unless another is named, from the view of the
 * side that must answer, with the budget of a whole turn and always the same seed. The level `greedy` asks the
 * judgement alone. An ORDER need not be whole: it names what matters, and a path only by where it ends. */
#include <stdlib.h>

#include "ai/weigh.h"
#include "cli/lab.h"

enum { BEST_MOST = 8, TRIED_TEXT = 320 };

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
static const Player *take_level(Lab *lab)
{
    static const char *const names[] = {"greedy", "search-quick", "search", "search-deep", NULL};
    int level = words_if(&lab->words, "level") ? words_word(&lab->words, "a level", names) : -1;
    return level >= 0 ? player_named(names[level]) : lab->level ? lab->level : &search_player;
}

/* What a player orders that tries nothing out. */
static bool find_plain(Lab *lab, const Player *player, Memo *memo, Why *out)
{
    Thinking thinking = {0};
    Random random = {1};
    uint64_t listed = 0;
    out->count = 1;
    return player_order(player, lab->scenario, lab_view(lab), memo, NULL, &thinking, &random, &out->tried[0].order,
                        &listed);
}

/* What it would order, or its opinion of the order asked about. */
static bool find_best(Lab *lab, const Player *player, const Order *asked, Why *out)
{
    const System *system = lab->scenario->system;
    Memo *memo = calloc(1, system->memo_size + 1);
    void *mind = malloc(player_room(player, lab->scenario));
    Thinking thinking = {0};
    Random random = {1};
    bool found = memo && mind && player->think &&
                 weigh_order(player, lab->scenario, lab_view(lab), memo, mind, &thinking, &random, asked);
    *out = thinking.why;
    if (memo && !player->think && !asked)
        found = find_plain(lab, player, memo, out);
    free(memo);
    free(mind);
    return found;
}

static void print_tried(const Lab *lab, const Why *why, int number, char *out, size_t room)
{
    const Tried *tried = &why->tried[number];
    char order[ORDER_TEXT];
    order_print(lab->scenario, &tried->order, order);
    if (!why->worlds) {
        snprintf(out, room, "\"%.200s\"", order);
        return;
    }
    snprintf(out, room, "\"%.200s\": %d %% +- %d, %+.2f points, in up to %d worlds%s", order, (tried->chance + 5) / 10,
             (tried->chance_error + 5) / 10, tried->margin / 100.0, why->worlds,
             why->tells_chance ? "" : " to a horizon");
}

void expect_best(Lab *lab, bool wanted)
{
    Order order[BEST_MOST];
    int count = 0;
    char text[TRIED_TEXT];
    Why why;
    const Player *player = take_level(lab);
    do {
        if (count == BEST_MOST)
            words_wrong(&lab->words, words_next(&lab->words), "at most %d orders can be the best", BEST_MOST);
        else if (take_prefix(lab, &order[count]))
            count++;
    } while (words_more(&lab->words));
    if (!words_end(&lab->words))
        return;
    if (!question(lab_view(lab)) || !find_best(lab, player, NULL, &why)) {
        unmet(lab, "the machine has no order to give");
        return;
    }
    const Order *given = &why.tried[0].order;
    bool found = false;
    for (int i = 0; i < count; i++)
        found |= has_all(&lab->scenario->system->orders[given->verb], given, &order[i]);
    if (found == wanted)
        return;
    print_tried(lab, &why, 0, text, sizeof text);
    unmet(lab, "the machine would %s", text);
}

void show_best(Lab *lab)
{
    char text[TRIED_TEXT];
    Why why;
    Order asked;
    const Player *player = take_level(lab);
    bool asks = words_more(&lab->words);
    if ((asks && !take_order(lab, &asked)) || !words_end(&lab->words) || !question(lab_view(lab)))
        return;
    printf("%s:%u: the machine, in case \"%s\"\n", lab->file, lab->words.word->line, lab->name);
    if (!find_best(lab, player, asks ? &asked : NULL, &why))
        printf("      nothing\n");
    for (int i = 0; i < why.count; i++) {
        print_tried(lab, &why, i, text, sizeof text);
        printf("      %s\n", text);
    }
}
