/* orders.c — `sandtable orders SYSTEM`: the order language of a rulebook, printed from the one description of
 * its orders. docs/orders.md holds what this prints, and a test compares the two. */
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"
#include "systems/systems.h"

static const char *const type_names[] = {
    [ARG_PIECE] = "COUNTER", [ARG_HEX] = "HEX",   [ARG_PATH] = "PATH", [ARG_HEXSIDE] = "HEXSIDE",
    [ARG_NUMBER] = "NUMBER", [ARG_WORD] = "WORD", [ARG_NAME] = "NAME",
};

static void print_words(const char *const *words)
{
    for (int i = 0; words[i]; i++)
        printf("%s%s", i ? "\\|" : "", words[i]);
}

/* `guns COUNTER…` in brackets when the slot may stay empty. */
static void print_slot(const Slot *slot)
{
    printf(" %s", slot->least ? "" : "[");
    if (slot->keyword)
        printf("%s ", slot->keyword);
    if (slot->type == ARG_WORD)
        print_words(slot->words);
    else
        printf("%s%s", type_names[slot->type], slot->most > 1 ? "…" : "");
    printf("%s", slot->least ? "" : "]");
}

static void print_order(const System *system, const OrderKind *order)
{
    printf("| `%s", order->verb);
    for (int i = 0; i < order->slots; i++)
        print_slot(&order->slot[i]);
    printf("` | %s | ", order->help);
    bool first = true;
    for (int i = 0; i < system->question_kinds; i++)
        if (order_answers(order, i)) {
            printf("%s%s", first ? "" : ", ", system->questions[i].name);
            first = false;
        }
    printf(" | %s |\n", order->rules);
}

const char orders_usage[] =
    "sandtable orders SYSTEM\nPrints every order of a system: its form, what it does, when it may be given.\n";

int command_orders(int argc, char **argv)
{
    const System *system = argc == 2 ? system_named(argv[1]) : NULL;
    if (!system) {
        if (argc == 2 && argv[1][0] != '-')
            fprintf(stderr, "sandtable orders: no system is called \"%s\"\n", argv[1]);
        fputs(orders_usage, stderr);
        return 2;
    }
    printf("| order | what it does | answers | rules |\n|---|---|---|---|\n");
    for (int i = 0; i < system->order_kinds; i++)
        print_order(system, &system->orders[i]);
    return 0;
}
