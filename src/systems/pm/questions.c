/* questions.c — which orders answer which question: the book's phases as tables, in its order. No rule stands here. */
#include "systems/pm/pm.h"

#define END_ROW                                                         \
    {                                                                   \
        DO_END, .trifle = true, .check = end_check, .apply = end_apply, \
    }
#define TOP_ROW                                                                           \
    {                                                                                     \
        DO_TOP, .trifle = true, .list = top_list, .check = top_check, .apply = top_apply, \
    }
#define LOSE_ROW                                                                                   \
    {                                                                                              \
        DO_LOSE, .list = lose_list, .check = lose_check, .apply = lose_apply, .parts = lose_parts, \
                 .demands = lose_demands,                                                          \
    }

static const OrderRow setup_rows[] = {
    {DO_PLACE, .list = place_list, .check = place_check, .apply = place_apply, .parts = place_parts,
     .demands = place_demands},
    {DO_RECOMMENDED, .check = recommended_check, .apply = recommended_apply},
    {DO_READY, .check = ready_check, .apply = ready_apply},
    TOP_ROW,
};
static const OrderRow calls_rows[] = {
    {DO_SHIFT, .list = shift_list, .check = shift_check, .apply = shift_apply, .set = &shift_set},
    {DO_CALL, .list = call_list, .check = call_check, .apply = call_apply},
    {DO_ARKO, .list = arko_list, .check = arko_check, .apply = arko_apply},
    END_ROW,
};
static const OrderRow arrivals_rows[] = {
    {DO_BRING, .list = bring_list, .check = bring_check, .apply = bring_apply, .set = &bring_set},
    {DO_RESERVE, .list = reserve_list, .check = reserve_check, .apply = reserve_apply, .set = &reserve_set},
    {DO_HARBOUR, .list = harbour_list, .check = harbour_check, .apply = harbour_apply, .forecast = harbour_forecast,
     .set = &harbour_set},
    {DO_REBUILD, .list = rebuild_list, .check = rebuild_check, .apply = rebuild_apply, .parts = rebuild_parts,
     .demands = rebuild_demands},
    {DO_CONVERT, .list = convert_list, .check = convert_check, .apply = convert_apply},
    TOP_ROW,
    END_ROW,
};
static const OrderRow abort_rows[] = {
    {DO_ABORT, .apply = abort_apply},
    END_ROW,
};
static const OrderRow concentration_rows[] = {
    {DO_CONCENTRATE, .list = concentrate_list, .check = concentrate_check, .apply = concentrate_apply,
     .parts = concentrate_parts, .demands = concentrate_demands},
    END_ROW,
};
static const OrderRow airlift_rows[] = {
    {DO_AIRLIFT, .list = airlift_list, .check = airlift_check, .apply = airlift_apply},
    END_ROW,
};
static const OrderRow refit_rows[] = {
    {DO_REPLACE, .list = replace_list, .check = replace_check, .apply = replace_apply},
    {DO_WITHDRAW, .list = withdraw_list, .check = withdraw_check, .apply = withdraw_apply},
    {DO_DECLINE, .list = decline_list, .check = decline_check, .apply = decline_apply},
    {DO_REFIT, .list = refit_list, .check = refit_check, .apply = refit_apply},
    END_ROW,
};
static const OrderRow aircraft_rows[] = {
    {DO_SUPPORT, .list = support_list, .check = support_check, .apply = support_apply},
    END_ROW,
};
static const OrderRow hedgehog_rows[] = {
    {DO_HEDGEHOG, .list = hedgehog_list, .check = hedgehog_check, .apply = hedgehog_apply},
    END_ROW,
};
static const OrderRow release_rows[] = {
    {DO_BRING, .list = bring_list, .check = bring_check, .apply = bring_apply, .set = &bring_set},
    {DO_HARBOUR, .list = harbour_list, .check = harbour_check, .apply = harbour_apply, .forecast = harbour_forecast,
     .set = &harbour_set},
    TOP_ROW,
    END_ROW,
};
static const OrderRow movement_rows[] = {
    {DO_MOVE, .list = move_list, .check = move_check, .apply = move_apply, .reach = move_reach, .parts = move_parts,
     .demands = move_demands},
    {DO_ENTER, .list = enter_list, .check = enter_check, .apply = enter_apply, .reach = enter_reach,
     .parts = enter_parts, .demands = enter_demands},
    {DO_ASSAULT, .list = assault_list, .check = assault_check, .apply = assault_apply, .forecast = assault_forecast,
     .parts = assault_parts, .demands = assault_demands},
    {DO_SHIFT, .list = shift_list, .check = shift_check, .apply = shift_apply, .set = &shift_set},
    {DO_SAIL, .list = sail_list, .check = sail_check, .apply = sail_apply, .set = &sail_set},
    {DO_INVADE, .list = invade_list, .check = invade_check, .apply = invade_apply, .parts = invade_parts,
     .demands = invade_demands},
    TOP_ROW,
    END_ROW,
};
static const OrderRow overstack_rows[] = {
    {DO_REMOVE, .list = remove_list, .check = remove_check, .apply = remove_apply, .parts = remove_parts,
     .demands = remove_demands},
};
static const OrderRow assaults_rows[] = {
    {DO_ATTACK, .list = attack_list, .check = attack_check, .apply = attack_apply, .forecast = attack_forecast,
     .parts = attack_parts, .demands = attack_demands},
    {DO_END, .trifle = true, .check = assaults_may_end, .apply = end_apply},
};
static const OrderRow defender_rows[] = {
    LOSE_ROW,
    {DO_RETREAT, .list = retreat_list, .check = retreat_check, .apply = retreat_apply},
};
static const OrderRow attacker_rows[] = {LOSE_ROW};
static const OrderRow advance_rows[] = {
    {DO_ADVANCE, .list = advance_list, .check = advance_check, .apply = advance_apply, .parts = advance_parts,
     .demands = advance_demands},
    {DO_END, .trifle = true, .apply = hold_apply},
};
static const OrderRow round_rows[] = {
    {DO_AGAIN, .apply = again_apply, .forecast = again_forecast},
    {DO_BACK, .apply = back_apply},
};
static const OrderRow pause_rows[] = {
    {DO_PAUSE, .check = pause_check, .apply = pause_apply},
    END_ROW,
};

/* A side that can do nothing is not asked, and told why. */
#define PASSED_OVER(why_, rule_) .skip = ask_skip, .idle = (why_), .idle_rule = (rule_)

const Asking pm_asking[ASKS] = {
    [ASK_SEQUENCE] = {.resume = sequence_resume},
    [ASK_SETUP] = {ASKING(setup_rows), .prompt = setup_prompt},
    [ASK_CALLS] = {ASKING(calls_rows), .prompt = calls_prompt,
                   PASSED_OVER(SAID("%s has nobody to shift and nobody to call up"), PM_5_2_4), .lasts = true},
    [ASK_ARRIVALS] = {ASKING(arrivals_rows), .prompt = arrivals_prompt,
                      PASSED_OVER(SAID("%s has no arrivals, rebuilds or conversions"), PM_8_1_1), .lasts = true},
    [ASK_ABORT] = {ASKING(abort_rows), .prompt = abort_prompt},
    [ASK_CONCENTRATION] = {ASKING(concentration_rows), .prompt = concentration_prompt,
                           PASSED_OVER(SAID("%s has no unit to concentrate supply on"), PM_9_20_4)},
    [ASK_AIRLIFT] = {ASKING(airlift_rows), .prompt = airlift_prompt,
                     PASSED_OVER(SAID("%s supplies nobody by air: supply is concentrated, or no unit is on the map"),
                                 PM_9_18_1)},
    [ASK_REFIT] = {ASKING(refit_rows), .prompt = refit_prompt,
                   PASSED_OVER(SAID("%s has nothing to replace, withdraw or refit"), PM_5_2_2)},
    [ASK_AIRCRAFT] = {ASKING(aircraft_rows), .prompt = aircraft_prompt,
                      PASSED_OVER(SAID("%s has no aircraft to commit"), PM_10_2_1)},
    [ASK_HEDGEHOGS] = {ASKING(hedgehog_rows), .prompt = hedgehog_prompt,
                       PASSED_OVER(SAID("%s holds no town for a hedgehog"), PM_14_40_1)},
    [ASK_RELEASE] = {ASKING(release_rows), .prompt = release_prompt,
                     PASSED_OVER(SAID("%s has nobody in the RVGK who could enter"), PM_8_1_5)},
    [ASK_MOVEMENT] = {ASKING(movement_rows), .prompt = movement_prompt},
    [ASK_OVERSTACK] = {ASKING(overstack_rows), .prompt = overstack_prompt, .due = overstack_due, .forced = true},
    [ASK_ASSAULTS] = {ASKING(assaults_rows), .prompt = assaults_prompt},
    [ASK_BATTLE] = {.resume = battle_resume},
    [ASK_DEFENDER] = {ASKING(defender_rows), .prompt = defender_prompt, .due = loss_due, .forced = true},
    [ASK_ATTACKER] = {ASKING(attacker_rows), .prompt = attacker_prompt, .due = loss_due, .forced = true},
    [ASK_ADVANCE] = {ASKING(advance_rows), .prompt = advance_prompt,
                     PASSED_OVER(SAID("%s has nobody who can advance"), PM_14_39_1)},
    [ASK_ROUND] = {ASKING(round_rows), .prompt = round_prompt},
    [ASK_PAUSE] = {ASKING(pause_rows), .prompt = pause_prompt,
                   PASSED_OVER(SAID("%s has declared a pause already"), PM_9_19_1), .lasts = true},
};
