/* questions.c — which orders answer which question: the book's phases as tables, in its order; and which parts of
 * the book are built. No rule stands here. */
#include "systems/tcs/tcs.h"

const bool part_is_built[RULE_PARTS] = {
    [PART_COMMAND] = true, [PART_TRANSPORT] = true, [PART_ASSAULT] = true, [PART_ARTILLERY] = true,
    [PART_NIGHT] = true,   [PART_WEATHER] = true,   [PART_AIR] = true,     [PART_MINES] = true};

#define FIRE_ROWS                                                                                                    \
    {DO_FIRE, .list = fire_list, .check = fire_check, .apply = fire_apply, .forecast = fire_forecast},               \
        {DO_DIRECT, .list = direct_list, .check = direct_check, .apply = direct_apply, .forecast = direct_forecast}, \
        {DO_SHOOT, .list = shoot_list, .check = shoot_check, .apply = shoot_apply, .forecast = shoot_forecast},      \
    {                                                                                                                \
        DO_AT_ROLL, .list = at_list, .check = at_check, .apply = at_apply, .forecast = at_forecast                   \
    }
#define TRANSPORT_ROWS                                                                       \
    {DO_MOUNT, .list = mount_list, .check = mount_check, .apply = mount_apply},              \
    {                                                                                        \
        DO_DISMOUNT, .list = dismount_list, .check = dismount_check, .apply = dismount_apply \
    }
#define MODE_ROW                                                                                   \
    {                                                                                              \
        DO_MODE, .list = mode_list, .check = mode_check, .apply = mode_apply, .parts = mode_parts, \
                 .demands = mode_demands,                                                          \
    }

#define DECLARE_ROWS                                                                               \
    {DO_SUCCESS, .list = success_list, .check = success_check, .apply = success_apply},            \
    {                                                                                              \
        DO_FAIL, .list = fail_list, .check = fail_check, .apply = fail_apply, .parts = fail_parts, \
                 .demands = fail_demands                                                           \
    }
#define DRAW_ROW(verb_)                                                                          \
    {                                                                                            \
        verb_, .list = draw_list, .check = draw_check, .apply = draw_apply, .parts = draw_parts, \
               .demands = draw_demands,                                                          \
    }
#define WRITE_ROWS                                                                                              \
    {DO_ASSIGN,                                                                                                 \
     .list = assign_list,                                                                                       \
     .check = assign_check,                                                                                     \
     .apply = assign_apply,                                                                                     \
     .parts = naming_parts,                                                                                     \
     .demands = naming_demands},                                                                                \
        DRAW_ROW(DO_AXIS), DRAW_ROW(DO_OBJECTIVE), DRAW_ROW(DO_AREA), DRAW_ROW(DO_PHASE_LINE),                  \
        DRAW_ROW(DO_PRELIMINARY), DRAW_ROW(DO_FAILURE), {DO_ISSUE, .check = issue_check, .apply = issue_apply}, \
    {                                                                                                           \
        DO_TEAR_UP, .check = tear_up_check, .apply = tear_up_apply                                              \
    }
#define CAMP_ROW                                                                                   \
    {                                                                                              \
        DO_CAMP, .list = camp_list, .check = camp_check, .apply = camp_apply, .parts = camp_parts, \
                 .demands = camp_demands,                                                          \
    }
#define STEP_DONE_ROW                                                \
    {                                                                \
        DO_DONE, .check = step_done_check, .apply = step_done_apply, \
    }

static const OrderRow setup_rows[] = {
    {DO_PLACE, .list = setup_list, .check = setup_check, .apply = setup_apply},
    MODE_ROW,
    TRANSPORT_ROWS,
    {DO_LAY, .list = lay_list, .check = lay_check, .apply = lay_apply},
    {DO_READY, .check = ready_check, .apply = ready_apply},
};
static const OrderRow first_rows[] = {{DO_LEAD, .apply = lead_apply}, {DO_FOLLOW, .apply = follow_apply}};
static const OrderRow action_rows[] = {
    {DO_MOVE, .list = move_list, .check = move_check, .apply = move_apply, .reach = move_reach},
    MODE_ROW,
    TRANSPORT_ROWS,
    FIRE_ROWS,
    {DO_SMOKE, .list = smoke_list, .check = smoke_check, .apply = smoke_apply, .forecast = smoke_forecast},
    {DO_ILLUM, .list = illum_list, .check = illum_check, .apply = illum_apply},
    {DO_MISSION, .list = mission_list, .check = mission_check, .apply = mission_apply, .forecast = mission_forecast,
     .parts = mission_parts, .demands = mission_demands},
    {DO_CROSS, .list = cross_list, .check = cross_check, .apply = cross_apply},
    {DO_BREACH, .list = breach_list, .check = breach_check, .apply = breach_apply},
    {DO_ASSAULT, .list = assault_list, .check = assault_check, .apply = assault_apply},
    {DO_OVERRUN, .list = overrun_list, .check = overrun_check, .apply = overrun_apply},
    {DO_CONSOLIDATE, .list = consolidate_list, .check = consolidate_check, .apply = consolidate_apply},
    {DO_SYR, .list = syr_list, .check = syr_check, .apply = syr_apply},
    {DO_FALL_BACK, .list = fall_back_list, .check = fall_back_check, .apply = fall_back_apply},
    DECLARE_ROWS,
    {DO_DONE, .check = done_check, .apply = done_apply},
    {DO_END, .check = end_check, .apply = end_apply},
};
static const OrderRow volley_rows[] = {FIRE_ROWS, {DO_DONE, .trifle = true, .check = done_check, .apply = done_apply}};
static const OrderRow loss_rows[] = {{DO_LOSE, .list = lose_list, .check = lose_check, .apply = lose_apply}};
static const OrderRow checker_rows[] = {{DO_NAME, .list = name_list, .check = name_check, .apply = name_apply}};
static const OrderRow path_rows[] = {
    {DO_RETREAT, .list = path_list, .check = path_check, .apply = path_apply, .reach = path_reach}};
static const OrderRow stand_rows[] = {
    {DO_STAND, .apply = stand_apply},
    {DO_FLEE, .list = flee_list, .check = flee_check, .apply = flee_apply},
};
static const OrderRow enter_rows[] = {{DO_ENTER, .apply = enter_apply}, {DO_STAY, .apply = stay_apply}};
static const OrderRow dismount_rows[] = {
    {DO_DISMOUNT, .list = dismount_list, .check = dismount_check, .apply = dismount_apply},
    {DO_STAY, .apply = stay_apply},
};
static const OrderRow exit_rows[] = {{DO_EXIT, .list = exit_list, .check = exit_check, .apply = exit_apply}};
static const OrderRow go_on_rows[] = {
    {DO_GO_ON, .apply = go_on_apply},
    {DO_QUIT, .list = quit_list, .check = quit_check, .apply = quit_apply},
};
static const OrderRow arrival_rows[] = {
    {DO_PLACE, .list = arrival_list, .check = arrival_check, .apply = arrival_apply},
    MODE_ROW,
    TRANSPORT_ROWS,
    {DO_READY, .apply = arrived_apply},
};
static const OrderRow lay_rows[] = {{DO_LAY, .list = lay_list, .check = lay_check, .apply = lay_apply},
                                    {DO_READY, .trifle = true, .apply = laid_apply}};
static const OrderRow sorties_rows[] = {{DO_SORTIE, .list = sortie_list, .check = sortie_check, .apply = sortie_apply}};
static const OrderRow strike_rows[] = {
    {DO_STRIKE, .list = strike_list, .check = strike_check, .apply = strike_apply, .forecast = strike_forecast}};
static const OrderRow hexes_rows[] = {
    {DO_RESOLVE, .list = resolve_list, .check = resolve_check, .apply = resolve_apply, .forecast = resolve_forecast}};
static const OrderRow excess_rows[] = {
    {DO_DESTROY, .list = destroy_list, .check = destroy_check, .apply = destroy_apply}};

static const OrderRow implement_rows[] = {
    STEP_DONE_ROW,
    {DO_IMPLEMENT, .list = implement_list, .check = implement_check, .apply = implement_apply,
     .forecast = implement_forecast},
};
static const OrderRow create_rows[] = {
    STEP_DONE_ROW,
    {DO_SHEET, .check = sheet_check, .apply = sheet_apply},
    WRITE_ROWS,
    {DO_LINE, .list = line_list, .check = line_check, .apply = line_apply, .parts = naming_parts,
     .demands = naming_demands},
    {DO_CANCEL, .list = cancel_list, .check = cancel_check, .apply = cancel_apply},
    CAMP_ROW,
};
static const OrderRow tasks_rows[] = {
    STEP_DONE_ROW,
    {DO_ADD, .list = add_list, .check = add_check, .apply = add_apply},
    WRITE_ROWS,
    {DO_SCRATCH, .list = scratch_list, .check = scratch_check, .apply = scratch_apply, .parts = naming_parts,
     .demands = naming_demands},
    {DO_CANCEL, .list = cancel_list, .check = cancel_check, .apply = cancel_apply},
    {DO_REDIRECT, .list = redirect_list, .check = redirect_check, .apply = redirect_apply},
    DECLARE_ROWS,
};
static const OrderRow reserve_rows[] = {
    STEP_DONE_ROW,
    {DO_COMMIT, .list = commit_list, .check = commit_check, .apply = commit_apply, .forecast = commit_forecast,
     .parts = commit_parts, .demands = commit_demands},
    {DO_SWITCH, .list = switch_list, .check = switch_check, .apply = switch_apply, .forecast = commit_forecast},
};
static const OrderRow centre_rows[] = {CAMP_ROW};

const Asking tcs_asking[ASKS] = {
    [ASK_SEQUENCE] = {.resume = sequence_resume},
    [ASK_SETUP] = {ASKING(setup_rows), .prompt = setup_prompt},
    [ASK_FIRST] = {ASKING(first_rows), .prompt = first_prompt},
    [ASK_ACTION] = {ASKING(action_rows), .prompt = action_prompt, .resume = action_resume},
    [ASK_WALK] = {.resume = walk_resume},
    [ASK_CYCLE] = {.resume = cycle_resume},
    [ASK_VOLLEY] = {ASKING(volley_rows), .prompt = volley_prompt, .skip = volley_skip, .idle = "",
                    .stays = guns_may_watch},
    [ASK_ATTACK] = {.resume = attack_resume},
    [ASK_LOSS] = {ASKING(loss_rows), .prompt = loss_prompt, .due = loss_due, .forced = true},
    [ASK_CHECKER] = {ASKING(checker_rows), .prompt = checker_prompt},
    [ASK_RETREAT] = {.resume = retreat_resume},
    [ASK_PATH] = {ASKING(path_rows), .prompt = path_prompt, .forced = true},
    [ASK_COMBAT] = {.resume = combat_resume},
    [ASK_STAND] = {ASKING(stand_rows), .prompt = stand_prompt},
    [ASK_ENTER] = {ASKING(enter_rows), .prompt = enter_prompt},
    [ASK_DISMOUNT] = {ASKING(dismount_rows), .prompt = dismount_prompt},
    [ASK_EXIT] = {ASKING(exit_rows), .prompt = exit_prompt, .forced = true},
    [ASK_GO_ON] = {ASKING(go_on_rows), .prompt = go_on_prompt},
    [ASK_MISSION] = {.resume = mission_resume},
    [ASK_HEXES] = {ASKING(hexes_rows), .prompt = hexes_prompt, .forced = true},
    [ASK_ARRIVAL] = {ASKING(arrival_rows), .prompt = arrival_prompt},
    [ASK_LAY_MINES] = {ASKING(lay_rows), .prompt = lay_prompt, .skip = lay_skip,
                       .idle = SAID("tcs.no-two-platoons-near-hex"), .idle_rule = TCS_21_1_3},
    [ASK_SORTIES] = {ASKING(sorties_rows), .prompt = sorties_prompt},
    [ASK_STRIKE] = {ASKING(strike_rows), .prompt = strike_prompt, .resume = strike_resume},
    [ASK_IMPLEMENT] = {ASKING(implement_rows), .prompt = implement_prompt, .resume = command_resume},
    [ASK_CREATE] = {ASKING(create_rows), .prompt = create_prompt, .resume = command_resume},
    [ASK_TASKS] = {ASKING(tasks_rows), .prompt = tasks_prompt, .resume = command_resume},
    [ASK_RESERVES] = {ASKING(reserve_rows), .prompt = checks_prompt, .resume = command_resume},
    [ASK_CENTRE] = {ASKING(centre_rows), .prompt = centre_prompt},
    [ASK_EXCESS] = {ASKING(excess_rows), .prompt = excess_prompt, .resume = excess_resume},
};
