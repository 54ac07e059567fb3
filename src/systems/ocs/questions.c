/* questions.c — which orders answer which question: the book's phases as tables, in its order, and which paragraph
 * says when an order is given. No rule stands here. */
#include "systems/ocs/air.h"

#define END_ROW                                                         \
    {                                                                   \
        DO_END, .trifle = true, .check = end_check, .apply = end_apply, \
    }
#define TOP_ROW                                                                           \
    {                                                                                     \
        DO_TOP, .trifle = true, .list = top_list, .check = top_check, .apply = top_apply, \
    }
#define MARKER_ROWS                                                                                       \
    {                                                                                                     \
        DO_GATHER, .trifle = true, .list = gather_list, .check = gather_check, .apply = gather_apply,     \
    },                                                                                                    \
    {                                                                                                     \
        DO_SCATTER, .trifle = true, .list = scatter_list, .check = scatter_check, .apply = scatter_apply, \
    }
#define MODE_ROW                                                              \
    {                                                                         \
        DO_MODE, .list = mode_list, .check = mode_check, .apply = mode_apply, \
    }
#define STAY_ROW                                      \
    {                                                 \
        DO_STAY, .trifle = true, .apply = stay_apply, \
    }

#define COMBINE_ROW                                                                                       \
    {                                                                                                     \
        DO_COMBINE, .trifle = true, .list = combine_list, .check = combine_check, .apply = combine_apply, \
    }
#define RAZE_ROW                                                              \
    {                                                                         \
        DO_RAZE, .list = raze_list, .check = raze_check, .apply = raze_apply, \
    }
#define HOME_ROW                                                              \
    {                                                                         \
        DO_HOME, .list = home_list, .check = home_check, .apply = home_apply, \
    }

static const OrderRow setup_rows[] = {
    {DO_PLACE, .list = setup_list, .check = setup_check, .apply = setup_apply},
    MODE_ROW,
    {DO_READY, .apply = ready_apply},
    TOP_ROW,
    MARKER_ROWS,
};
static const OrderRow first_rows[] = {{DO_LEAD, .apply = lead_apply}, {DO_FOLLOW, .apply = follow_apply}};
static const OrderRow modes_rows[] = {MODE_ROW, COMBINE_ROW, TOP_ROW, MARKER_ROWS, END_ROW};
static const OrderRow release_rows[] = {
    {DO_RELEASE, .list = release_list, .check = release_check, .apply = release_apply}, COMBINE_ROW, END_ROW};
static const OrderRow movement_rows[] = {
    {DO_MOVE, .open = move_open, .list = move_list, .check = move_check, .apply = move_apply, .reach = move_reach},
    {DO_OVERRUN, .list = overrun_list, .check = overrun_check, .apply = overrun_apply, .forecast = overrun_forecast},
    {DO_HALT, .list = halt_list, .check = halt_check, .apply = halt_apply},
    {DO_FORM, .list = form_list, .check = form_check, .apply = form_apply},
    {DO_LOAD, .list = load_list, .check = load_check, .apply = load_apply},
    {DO_UNLOAD, .list = unload_list, .check = unload_check, .apply = unload_apply},
    {DO_DRIVE, .list = drive_list, .check = drive_check, .apply = drive_apply, .reach = drive_reach},
    {DO_ENTRAIN, .list = entrain_list, .check = entrain_check, .apply = entrain_apply},
    {DO_FREIGHT, .list = freight_list, .check = freight_check, .apply = freight_apply},
    {DO_WRECK, .list = wreck_list, .check = wreck_check, .apply = wreck_apply},
    {DO_REPAIR, .list = repair_list, .check = repair_check, .apply = repair_apply},
    RAZE_ROW,
    {DO_BLOW, .list = blow_list, .check = blow_check, .apply = blow_apply},
    {DO_FUEL, .list = fuel_list, .check = fuel_check, .apply = fuel_apply},
    {DO_FLY, .list = fly_list, .check = fly_check, .apply = fly_apply, .reach = fly_reach},
    HOME_ROW,
    {DO_HIP_SHOOT, .list = hip_shoot_list, .check = hip_shoot_check, .apply = hip_shoot_apply,
     .forecast = hip_shoot_forecast},
    {DO_AIRLIFT, .list = lift_list, .check = lift_check, .apply = lift_apply},
    {DO_DROP, .list = lift_list, .check = lift_check, .apply = lift_apply},
    {DO_SAIL, .list = sail_list, .check = sail_check, .apply = sail_apply, .reach = sail_reach},
    {DO_BOARD, .list = board_list, .check = board_check, .apply = board_apply},
    {DO_STOW, .list = stow_list, .check = stow_check, .apply = stow_apply},
    {DO_DEBARK, .list = debark_list, .check = debark_check, .apply = debark_apply},
    {DO_SHIP, .list = ship_list, .check = ship_check, .apply = ship_apply},
    {DO_CONSIGN, .list = consign_list, .check = consign_check, .apply = consign_apply},
    {DO_RELAY, .list = relay_list, .check = relay_check, .apply = relay_apply},
    COMBINE_ROW,
    MODE_ROW,
    TOP_ROW,
    MARKER_ROWS,
    END_ROW,
};
static const OrderRow excess_rows[] = {
    {DO_DESTROY, .list = destroy_list, .check = destroy_check, .apply = destroy_apply}};
static const OrderRow attack_rows[] = {
    {DO_ATTACK, .list = attack_list, .check = attack_check, .apply = attack_apply, .forecast = attack_forecast},
    RAZE_ROW,
    COMBINE_ROW,
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
static const OrderRow unmark_rows[] = {{DO_UNMARK, .list = unmark_list, .check = unmark_check, .apply = unmark_apply}};
static const OrderRow advance_rows[] = {
    {DO_ADVANCE, .list = advance_list, .check = advance_check, .apply = advance_apply}, STAY_ROW};
static const OrderRow exploit_rows[] = {
    {DO_EXPLOIT, .list = exploit_list, .check = exploit_check, .apply = exploit_apply}, STAY_ROW};

static const OrderRow arrivals_rows[] = {
    {DO_ENTER, .list = enter_list, .check = enter_check, .apply = enter_apply},
    {DO_RECEIVE, .list = receive_list, .check = receive_check, .apply = receive_apply},
    MODE_ROW,
    COMBINE_ROW,
    {DO_END, .trifle = true, .check = arrivals_end_check, .apply = arrivals_end_apply},
};
static const OrderRow reorganize_rows[] = {
    {DO_REBUILD, .list = rebuild_list, .check = rebuild_check, .apply = rebuild_apply},
    {DO_DIG, .list = dig_list, .check = dig_check, .apply = dig_apply},
    RAZE_ROW,
    {DO_BUILD, .list = build_list, .check = build_check, .apply = build_apply, .forecast = build_forecast},
    {DO_LOWER, .list = lower_list, .check = lower_check, .apply = lower_apply},
    {DO_MEND, .list = mend_list, .check = mend_check, .apply = mend_apply},
    {DO_DEMOLISH, .list = demolish_list, .check = demolish_check, .apply = demolish_apply},
    {DO_MOTORIZE, .list = motorize_list, .check = motorize_check, .apply = motorize_apply},
    {DO_DETACH, .list = detach_list, .check = detach_check, .apply = detach_apply},
    {DO_ABSORB, .list = absorb_list, .check = absorb_check, .apply = absorb_apply},
    MODE_ROW,
    COMBINE_ROW,
    END_ROW,
};
static const OrderRow revive_rows[] = {{DO_REVIVE, .list = revive_list, .check = revive_check, .apply = revive_apply}};
static const OrderRow displace_rows[] = {
    {DO_DISPLACE, .list = displace_list, .check = displace_check, .apply = displace_apply}};
static const OrderRow supply_rows[] = {
    {DO_ATTACH, .list = attach_list, .check = attach_check, .apply = attach_apply},
    {DO_DRAW, .list = draw_list, .check = draw_check, .apply = draw_apply},
    {DO_FEED, .list = feed_list, .check = feed_check, .apply = feed_apply},
    {DO_ISSUE, .list = issue_list, .check = issue_check, .apply = issue_apply},
    {DO_SUSTAIN, .list = sustain_list, .check = sustain_check, .apply = sustain_apply},
    {DO_OPERATE, .list = operate_list, .check = operate_check, .apply = operate_apply},
    COMBINE_ROW,
    {DO_END, .trifle = true, .check = supply_end_check, .apply = supply_end_apply},
};
static const OrderRow attrition_rows[] = {{DO_LOSE, .list = starve_list, .check = starve_check, .apply = starve_apply}};
static const OrderRow pay_rows[] = {{DO_PAY, .list = pay_list, .check = pay_check, .apply = pay_apply}};
#define BARRAGE_ROW                                                                       \
    {                                                                                     \
        DO_BARRAGE, .list = barrage_list, .check = barrage_check, .apply = barrage_apply, \
                    .forecast = barrage_forecast,                                         \
    }
static const OrderRow barrage_rows[] = {
    {DO_STRIKE, .list = strike_list, .check = strike_check, .apply = strike_apply}, BARRAGE_ROW, COMBINE_ROW, END_ROW};
static const OrderRow announce_rows[] = {{DO_ANNOUNCE, .apply = announce_apply}, STAY_ROW};
static const OrderRow answer_rows[] = {BARRAGE_ROW};
static const OrderRow hit_rows[] = {{DO_LOSE, .list = hit_list, .check = hit_check, .apply = hit_apply}};
static const OrderRow intercept_rows[] = {
    {DO_INTERCEPT, .list = intercept_list, .check = intercept_check, .apply = intercept_apply}, STAY_ROW};
static const OrderRow decline_rows[] = {
    {DO_DECLINE, .list = decline_list, .check = decline_check, .apply = decline_apply}, STAY_ROW};
static const OrderRow engage_rows[] = {
    {DO_ENGAGE, .list = engage_list, .check = engage_check, .apply = engage_apply, .forecast = engage_forecast}};
static const OrderRow rolls_rows[] = {{DO_ACCEPT, .list = accept_list, .check = accept_check, .apply = accept_apply}};
static const OrderRow victim_rows[] = {{DO_LOSE, .list = victim_list, .check = victim_check, .apply = victim_apply}};
static const OrderRow cargo_rows[] = {{DO_LOSE, .list = cargo_list, .check = cargo_check, .apply = cargo_apply}};
static const OrderRow home_rows[] = {HOME_ROW, {DO_LAND, .list = land_list, .check = land_check, .apply = land_apply}};
static const OrderRow refit_rows[] = {
    {DO_REFIT, .list = refit_list, .check = refit_check, .apply = refit_apply}, COMBINE_ROW, END_ROW};
static const OrderRow evacuate_rows[] = {HOME_ROW, STAY_ROW};

/* Where the book says when an order may be given, by edition. */
static const uint16_t whens[DOS][2] = {
    [DO_LEAD] = {OCS_2_3_I_5_2, OCS_2_3_I_5_2},
    [DO_FOLLOW] = {OCS_2_3_I_5_2, OCS_2_3_I_5_2},
    [DO_PLACE] = {OCS_GC_3C1, OCS_GC_3C1},
    [DO_READY] = {OCS_GC_3C1, OCS_GC_3C1},
    [DO_MODE] = {OCS_5_3_1, OCS2_SEQ_5},
    [DO_RELEASE] = {OCS_5_7B_1, OCS_5_7B_1},
    [DO_MOVE] = {OCS_2_3_II_1_D_1, OCS_2_3_II_1_D_1},
    [DO_OVERRUN] = {OCS_2_3_II_1_D_1, OCS_2_3_II_1_D_1},
    [DO_DESTROY] = {OCS_4_2_6, OCS_4_2_6},
    [DO_ATTACK] = {OCS_9_1A_1, OCS_9_1A_1},
    [DO_NAME] = {OCS_9_9_1, OCS_9_9_1},
    [DO_RETREAT] = {OCS_9_11_2, OCS_9_11_2},
    [DO_STAND] = {OCS_9_11B, OCS_9_11B},
    [DO_WITHDRAW] = {OCS_6_3B_2, OCS_6_3B_2},
    [DO_UNMARK] = {OCS_5_7_1, OCS_5_7_1},
    [DO_ADVANCE] = {OCS_9_13C_1, OCS_9_13C_1},
    [DO_EXPLOIT] = {OCS_9_14_1, OCS_9_14_1},
    [DO_ATTACH] = {OCS_12_1E_1, OCS2_SEQ_6},
    [DO_DRAW] = {OCS_2_3_I_2_1, OCS2_SEQ_6},
    [DO_FEED] = {OCS_2_3_I_2_1, OCS_2_3_I_2_1},
    [DO_ISSUE] = {OCS_2_3_I_2_1, OCS2_SEQ_6},
    [DO_SUSTAIN] = {OCS2_SEQ_6, OCS2_SEQ_6},
    [DO_FUEL] = {OCS2_FUEL_10, OCS2_FUEL_10},
    [DO_BLOW] = {OCS_11_8A_1, OCS_11_8A_1},
    [DO_FORM] = {OCS_12_2B_2, OCS_12_2B_2},
    [DO_LOAD] = {OCS_12_2C_1, OCS_12_2C_1},
    [DO_UNLOAD] = {OCS_12_2C_1, OCS_12_2C_1},
    [DO_DRIVE] = {OCS_12_2C_1, OCS_12_2C_1},
    [DO_RELAY] = {OCS_12_2C_1, OCS_12_2C_1},
    [DO_MOTORIZE] = {OCS_2_3_I_4_3, OCS2_SEQ_4},
    [DO_ENTRAIN] = {OCS_12_3B, OCS_12_3B},
    [DO_FREIGHT] = {OCS_12_3B, OCS_12_3B},
    [DO_WRECK] = {OCS_2_3_II_1_D_1, OCS_2_3_II_1_D_1},
    [DO_REPAIR] = {OCS_12_3F_1, OCS_12_3F_1},
    [DO_DIG] = {OCS_2_3_I_4_2, OCS2_SEQ_4},
    [DO_BUILD] = {OCS_2_3_I_4_2, OCS2_SEQ_4},
    [DO_LOWER] = {OCS_2_3_I_4_2, OCS2_SEQ_4},
    [DO_MEND] = {OCS_2_3_I_4_2, OCS2_SEQ_4},
    [DO_DEMOLISH] = {OCS_2_3_I_4_2, OCS2_SEQ_4},
    [DO_RAZE] = {OCS_17_0_2, OCS_17_0_2},
    [DO_ENTER] = {OCS_2_3_I_3_1, OCS2_SEQ_4},
    [DO_RECEIVE] = {OCS_2_3_I_3_3, OCS2_SEQ_4},
    [DO_REBUILD] = {OCS_2_3_I_4_1, OCS2_SEQ_4},
    [DO_DETACH] = {OCS_2_3_I_4_4, OCS2_SEQ_4},
    [DO_ABSORB] = {OCS_2_3_I_4_4, OCS2_SEQ_4},
    [DO_ANNOUNCE] = {OCS_7_2, OCS_7_2},
    [DO_STRIKE] = {OCS_14_12A_2, OCS_14_12A_2},
    [DO_BARRAGE] = {OCS_12_4C_1, OCS_12_4C_1},
    [DO_FLY] = {OCS_14_1_TAB2, OCS_14_1_TAB2},
    [DO_AIRLIFT] = {OCS_14_20_1, OCS_14_20_1},
    [DO_DROP] = {OCS_14_19_1, OCS_14_19_1},
    [DO_HIP_SHOOT] = {OCS_14_12D, OCS_14_12D},
    [DO_INTERCEPT] = {OCS_14_8_1, OCS_14_8_1},
    [DO_DECLINE] = {OCS_14_9E_3, OCS_14_9E_3},
    [DO_ENGAGE] = {OCS_14_9D_1, OCS_14_9D_1},
    [DO_ACCEPT] = {OCS_14_10B, OCS_14_10B},
    [DO_REFIT] = {OCS_14_17A, OCS_14_17A},
    [DO_OPERATE] = {OCS_2_3_I_2_2, OCS2_SEQ_6},
    [DO_SAIL] = {OCS_19_1_1, OCS_19_1_1},
    [DO_BOARD] = {OCS_19_1_1, OCS_19_1_1},
    [DO_STOW] = {OCS_19_1_1, OCS_19_1_1},
    [DO_DEBARK] = {OCS_19_1_1, OCS_19_1_1},
    [DO_SHIP] = {OCS_19_4, OCS_19_4},
    [DO_CONSIGN] = {OCS_19_4, OCS_19_4},
    [DO_REVIVE] = {OCS_21_0F, OCS_21_0F},
};

uint16_t ocs_when(const Scenario *scenario, int verb) { return whens[verb][second_edition(data_of(scenario))]; }

const Asking ocs_asking[ASKS] = {
    [ASK_SEQUENCE] = {.resume = sequence_resume},
    [ASK_SETUP] = {ASKING(setup_rows), .prompt = setup_prompt},
    [ASK_FIRST] = {ASKING(first_rows), .prompt = first_prompt},
    [ASK_MODES] = {ASKING(modes_rows), .prompt = phase_prompt, .skip = end_skip,
                   .idle = SAID("ocs.no-unit-could-take-another"), .idle_rule = OCS_5_3_1},
    [ASK_RELEASE] = {ASKING(release_rows), .prompt = phase_prompt, .skip = end_skip,
                     .idle = SAID("ocs.no-unit-reserve-could-released"), .idle_rule = OCS_5_7B_1},
    [ASK_MOVEMENT] = {ASKING(movement_rows), .prompt = phase_prompt, .skip = end_skip, .lasts = true,
                      .idle = SAID("ocs.nothing-can-move"), .idle_rule = OCS_6_0_1},
    [ASK_EXCESS] = {ASKING(excess_rows), .prompt = excess_prompt, .resume = excess_resume},
    [ASK_ATTACKS] = {ASKING(attack_rows), .prompt = phase_prompt, .skip = end_skip,
                     .idle = SAID("ocs.no-unit-can-attack"), .idle_rule = OCS_9_1A_1},
    [ASK_COMBAT] = {.resume = combat_resume},
    [ASK_RATING] = {ASKING(rating_rows), .prompt = rating_prompt, .forced = true},
    [ASK_LOSS] = {ASKING(loss_rows), .prompt = loss_prompt, .forced = true},
    [ASK_OPTION] = {ASKING(option_rows), .prompt = option_prompt},
    [ASK_RETREAT] = {.resume = retreat_resume},
    [ASK_WITHDRAW] = {ASKING(withdraw_rows), .prompt = withdraw_prompt, .forced = true},
    [ASK_UNMARK] = {ASKING(unmark_rows), .prompt = unmark_prompt, .forced = true},
    [ASK_ADVANCE] = {ASKING(advance_rows), .prompt = advance_prompt, .skip = end_skip,
                     .idle = SAID("ocs.no-unit-can-enter-hex"), .idle_rule = OCS_9_13C_1},
    [ASK_EXPLOIT] = {ASKING(exploit_rows), .prompt = exploit_prompt, .skip = end_skip,
                     .idle = SAID("ocs.no-unit-can-marked-exploit"), .idle_rule = OCS_9_14_1},
    [ASK_PAY] = {ASKING(pay_rows), .prompt = pay_prompt, .forced = true},
    [ASK_DISPLACE] = {ASKING(displace_rows), .prompt = displace_prompt, .skip = displace_skip, .forced = true,
                      .idle = SAID("ocs.no-hex-gets-away-could"), .idle_rule = OCS_11_8B_3},
    [ASK_ARRIVALS] = {ASKING(arrivals_rows), .prompt = arrivals_prompt, .resume = arrivals_resume,
                      .skip = arrivals_skip, .idle = SAID("ocs.nothing-arrives"), .idle_rule = OCS_12_6_2},
    [ASK_REORGANIZE] = {ASKING(reorganize_rows), .prompt = reorganize_prompt, .skip = end_skip,
                        .idle = SAID("ocs.nothing-rebuild-build-motorize-break"), .idle_rule = OCS_2_3_I_4_1},
    [ASK_SUPPLY] = {ASKING(supply_rows), .prompt = supply_prompt, .resume = supply_resume, .skip = supply_skip,
                    .idle = SAID("ocs.no-supply-give-out-no"), .idle_rule = OCS_11_4},
    [ASK_ATTRITION] = {ASKING(attrition_rows), .prompt = attrition_prompt, .resume = attrition_resume, .forced = true},
    [ASK_BARRAGES] = {ASKING(barrage_rows), .prompt = phase_prompt, .skip = end_skip, .lasts = true,
                      .idle = SAID("ocs.nothing-can-fire-barrage"), .idle_rule = OCS_9_6},
    [ASK_BARRAGE] = {.resume = barrage_resume},
    [ASK_HIT] = {ASKING(hit_rows), .prompt = hit_prompt, .forced = true},
    [ASK_ANNOUNCE] = {ASKING(announce_rows), .prompt = announce_prompt},
    [ASK_ANSWER] = {ASKING(answer_rows), .prompt = answer_prompt, .skip = end_skip,
                    .idle = SAID("ocs.nothing-left-can-fire-announced"), .idle_rule = OCS_7_2B_1},
    [ASK_FLIGHT] = {.resume = flight_resume},
    [ASK_INTERCEPT] = {ASKING(intercept_rows), .prompt = intercept_prompt},
    [ASK_DOGFIGHT] = {.resume = dogfight_resume},
    [ASK_DECLINE] = {ASKING(decline_rows), .prompt = decline_prompt},
    [ASK_ENGAGE] = {ASKING(engage_rows), .prompt = engage_prompt, .forced = true},
    [ASK_ROLLS] = {ASKING(rolls_rows), .prompt = accept_prompt, .forced = true},
    [ASK_VICTIM] = {ASKING(victim_rows), .prompt = victim_prompt, .forced = true},
    [ASK_CARGO] = {ASKING(cargo_rows), .prompt = cargo_prompt, .forced = true},
    [ASK_HOME] = {ASKING(home_rows), .prompt = home_prompt, .resume = home_resume},
    [ASK_REFIT] = {ASKING(refit_rows), .prompt = refit_prompt, .skip = end_skip,
                   .idle = SAID("ocs.no-aircraft-can-refitted"), .idle_rule = OCS_14_17A},
    [ASK_REFITS] = {.resume = refits_resume},
    [ASK_REVIVE] = {ASKING(revive_rows), .prompt = revive_prompt, .skip = ask_skip, .forced = true,
                    .idle = SAID("ocs.no-regiment-left-raise-division"), .idle_rule = OCS_21_0F},
    [ASK_EVACUATE] = {ASKING(evacuate_rows), .prompt = evacuate_prompt, .resume = evacuate_resume},
};
