/* questions.c — which orders answer which question: the book's phases as tables, in its order. No rule stands here. */
#include "systems/ocs/ocs.h"

#define END_ROW                                                         \
    {                                                                   \
        DO_END, .trifle = true, .check = end_check, .apply = end_apply, \
    }
#define TOP_ROW                                                                           \
    {                                                                                     \
        DO_TOP, .trifle = true, .list = top_list, .check = top_check, .apply = top_apply, \
    }
#define MODE_ROW                                                              \
    {                                                                         \
        DO_MODE, .list = mode_list, .check = mode_check, .apply = mode_apply, \
    }
#define STAY_ROW                                      \
    {                                                 \
        DO_STAY, .trifle = true, .apply = stay_apply, \
    }

static const OrderRow setup_rows[] = {
    {DO_PLACE, .list = setup_list, .check = setup_check, .apply = setup_apply},
    MODE_ROW,
    {DO_READY, .apply = ready_apply},
    TOP_ROW,
};
static const OrderRow first_rows[] = {{DO_LEAD, .apply = lead_apply}, {DO_FOLLOW, .apply = follow_apply}};
static const OrderRow modes_rows[] = {MODE_ROW, TOP_ROW, END_ROW};
static const OrderRow release_rows[] = {
    {DO_RELEASE, .list = release_list, .check = release_check, .apply = release_apply}, END_ROW};
static const OrderRow movement_rows[] = {
    {DO_MOVE, .list = move_list, .check = move_check, .apply = move_apply, .reach = move_reach},
    {DO_OVERRUN, .list = overrun_list, .check = overrun_check, .apply = overrun_apply, .forecast = overrun_forecast},
    {DO_HALT, .list = halt_list, .check = halt_check, .apply = halt_apply},
    MODE_ROW,
    TOP_ROW,
    END_ROW,
};
static const OrderRow excess_rows[] = {
    {DO_DESTROY, .list = destroy_list, .check = destroy_check, .apply = destroy_apply}};
static const OrderRow attack_rows[] = {
    {DO_ATTACK, .list = attack_list, .check = attack_check, .apply = attack_apply, .forecast = attack_forecast},
    END_ROW,
};
static const OrderRow rating_rows[] = {
    {DO_NAME, .list = name_list, .check = name_check, .apply = name_apply, .forecast = name_forecast}};
static const OrderRow loss_rows[] = {{DO_LOSE, .list = lose_list, .check = lose_check, .apply = lose_apply}};
static const OrderRow option_rows[] = {
    {DO_LOSE, .list = lose_list, .check = lose_check, .apply = lose_apply},
    {DO_RETREAT, .check = retreat_check, .apply = retreat_apply},
    {DO_STAND, .check = stand_check, .apply = stand_apply},
};
static const OrderRow withdraw_rows[] = {
    {DO_WITHDRAW, .list = withdraw_list, .check = withdraw_check, .apply = withdraw_apply}};
static const OrderRow advance_rows[] = {
    {DO_ADVANCE, .list = advance_list, .check = advance_check, .apply = advance_apply}, STAY_ROW};
static const OrderRow exploit_rows[] = {
    {DO_EXPLOIT, .list = exploit_list, .check = exploit_check, .apply = exploit_apply}, STAY_ROW};

const Asking ocs_asking[ASKS] = {
    [ASK_SEQUENCE] = {.resume = sequence_resume},
    [ASK_SETUP] = {ASKING(setup_rows), .prompt = setup_prompt},
    [ASK_FIRST] = {ASKING(first_rows), .prompt = first_prompt},
    [ASK_MODES] = {ASKING(modes_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_RELEASE] = {ASKING(release_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_MOVEMENT] = {ASKING(movement_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_EXCESS] = {ASKING(excess_rows), .prompt = excess_prompt, .resume = excess_resume},
    [ASK_ATTACKS] = {ASKING(attack_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_COMBAT] = {.resume = combat_resume},
    [ASK_RATING] = {ASKING(rating_rows), .prompt = rating_prompt, .forced = true},
    [ASK_LOSS] = {ASKING(loss_rows), .prompt = loss_prompt, .forced = true},
    [ASK_OPTION] = {ASKING(option_rows), .prompt = option_prompt},
    [ASK_RETREAT] = {.resume = retreat_resume},
    [ASK_WITHDRAW] = {ASKING(withdraw_rows), .prompt = withdraw_prompt, .forced = true},
    [ASK_ADVANCE] = {ASKING(advance_rows), .prompt = advance_prompt, .skip = end_skip},
    [ASK_EXPLOIT] = {ASKING(exploit_rows), .prompt = exploit_prompt, .skip = end_skip},
};
