/* questions.c — which orders answer which question: the book's phases as tables, in its order. No rule stands here. */
#include "systems/wb95/questions.h"

#define END_ROW                                                         \
    {                                                                   \
        DO_END, .trifle = true, .check = end_check, .apply = end_apply, \
    }
/* 16.1.1, 16.1.2: stacks are covered and turned whenever their owner arranges them. */
#define COVER_ROW                                                                                                    \
    {                                                                                                                \
        DO_COVER, .trifle = true, .open = cover_open, .list = cover_list, .check = cover_check, .apply = cover_apply \
    }
#define TOP_ROW                                                                                            \
    {                                                                                                      \
        DO_TOP, .trifle = true, .open = top_open, .list = top_list, .check = top_check, .apply = top_apply \
    }
#define MOVE_ROW                                                                                   \
    {                                                                                              \
        DO_MOVE, .list = move_list, .check = move_check, .apply = move_apply, .reach = move_reach, \
                 .beyond = move_beyond                                                             \
    }
#define FORCE_ROW                                                                \
    {                                                                            \
        DO_FORCE, .list = mover_list, .check = force_check, .apply = force_apply \
    }
#define EXIT_ROW                                                              \
    {                                                                         \
        DO_EXIT, .list = mover_list, .check = exit_check, .apply = exit_apply \
    }
#define ENTER_ROW                                                                                      \
    {                                                                                                  \
        DO_ENTER, .list = enter_list, .check = enter_check, .apply = enter_apply, .reach = enter_reach \
    }
#define END_MOVEMENT_ROW                                                   \
    {                                                                      \
        DO_END, .trifle = true, .check = end_check, .apply = movement_end, \
    }

static const OrderRow setup_rows[] = {
    {DO_PLACE, .list = setup_list, .check = setup_check, .apply = setup_apply},
    {DO_REDUCE, .list = reduce_list, .check = reduce_check, .apply = reduce_apply},
    {DO_READY, .check = ready_check, .apply = ready_apply},
    COVER_ROW,
    TOP_ROW,
};
static const OrderRow days_rows[] = {{DO_DAYS, .list = days_list, .check = days_check, .apply = days_apply}};
static const OrderRow air_rows[] = {
    {DO_MISSION, .open = mission_open, .list = mission_list, .check = mission_check, .apply = mission_apply,
     .forecast = mission_forecast, .parts = mission_parts, .demands = mission_demands},
    {DO_RECALL, .list = recall_list, .check = recall_check, .apply = recall_apply},
    {DO_FLY, .apply = fly_apply},
};
static const OrderRow duel_rows[] = {{DO_DUEL, .list = duel_list, .check = duel_check, .apply = duel_apply}};
static const OrderRow barrage_rows[] = {
    {DO_BARRAGE, .open = barrage_open, .list = barrage_list, .check = barrage_check, .apply = barrage_apply,
     .forecast = fire_forecast, .parts = fire_parts, .demands = fire_demands},
    END_ROW,
};
static const OrderRow movement_rows[] = {
    MOVE_ROW,
    FORCE_ROW,
    EXIT_ROW,
    {DO_ENTRENCH, .list = mover_list, .check = entrench_check, .apply = entrench_apply},
    {DO_LIMBER, .list = mover_list, .check = limber_check, .apply = limber_apply},
    {DO_MARK, .list = mover_list, .check = mark_check, .apply = mark_apply},
    {DO_DEMOLISH, .list = bridge_list, .check = bridge_check, .apply = demolish_apply},
    {DO_REPAIR, .list = bridge_list, .check = bridge_check, .apply = repair_apply},
    {DO_BUILD, .list = bridge_list, .check = bridge_check, .apply = build_apply},
    {DO_RENEW, .list = renew_list, .check = renew_check, .apply = renew_apply},
    ENTER_ROW,
    {DO_SHIFT, .list = shift_list, .check = shift_check, .apply = shift_apply},
    {DO_PLACE, .list = replacement_list, .check = replacement_check, .apply = replacement_apply},
    COVER_ROW,
    TOP_ROW,
    END_MOVEMENT_ROW,
};
static const OrderRow strategic_rows[] = {
    MOVE_ROW, FORCE_ROW, EXIT_ROW, ENTER_ROW, COVER_ROW, TOP_ROW, END_MOVEMENT_ROW,
};
static const OrderRow combat_rows[] = {
    {DO_ATTACK, .open = attack_open, .list = attack_list, .check = attack_check, .apply = attack_apply,
     .forecast = attack_forecast, .parts = attack_parts, .demands = attack_demands},
    {DO_FIRE, .open = fire_open, .list = fire_list, .check = fire_check, .apply = fire_apply, .forecast = fire_forecast,
     .parts = fire_parts, .demands = fire_demands},
    {DO_SHELL, .open = shell_open, .list = shell_list, .check = shell_check, .apply = shell_apply,
     .forecast = shell_forecast, .parts = fire_parts, .demands = fire_demands},
    END_ROW,
};
static const OrderRow defence_rows[] = {{DO_DEFEND, .list = defend_list, .check = defend_check, .apply = defend_apply,
                                         .forecast = defend_forecast, .parts = defend_parts,
                                         .demands = defend_demands}};
static const OrderRow commit_rows[] = {{DO_COMMIT, .list = commit_list, .check = commit_check, .apply = commit_apply,
                                        .forecast = commit_forecast, .parts = commit_parts, .demands = commit_demands}};
static const OrderRow losses_rows[] = {{DO_LOSE, .apply = lose_apply, .paying = &losses_paying}};
static const OrderRow retreat_rows[] = {
    {DO_RETREAT, .open = retreat_open, .list = retreat_list, .check = retreat_check, .apply = retreat_apply,
     .reach = retreat_reach},
    {DO_STAND, .apply = stand_apply},
};
static const OrderRow pursuit_rows[] = {
    {DO_PURSUE, .open = pursue_open, .list = pursue_list, .check = pursue_check, .apply = pursue_apply,
     .reach = pursue_reach},
    {DO_HALT, .apply = halt_apply},
};
static const OrderRow pontoon_rows[] = {
    {DO_PONTOON, .list = pontoon_list, .check = pontoon_check, .apply = pontoon_apply},
    {DO_END, .trifle = true, .apply = end_apply},
};
static const OrderRow defector_rows[] = {
    {DO_PLACE, .list = defector_list, .check = defector_check, .apply = defector_apply}};

const Asking wb95_asking[ASKS] = {
    [ASK_SEQUENCE] = {.resume = sequence_resume},
    [ASK_SETUP] = {ASKING(setup_rows), .prompt = setup_prompt},
    [ASK_AIR_DAYS] = {ASKING(days_rows), .prompt = days_prompt},
    [ASK_SORTIES] = {.resume = sorties_resume},
    [ASK_AIR] = {ASKING(air_rows), .prompt = air_prompt},
    [ASK_AIR_FIGHT] = {ASKING(duel_rows), .prompt = duel_prompt},
    [ASK_BARRAGE] = {ASKING(barrage_rows), .prompt = barrage_prompt,
                     .idle = SAID("%s has no two guns that could fire a barrage at one hex: the phase is passed over"),
                     .idle_rule = WB95_6_5_4},
    [ASK_MOVEMENT] = {ASKING(movement_rows), .prompt = movement_prompt, .verbs = movement_verbs,
                      .openings = movement_openings},
    [ASK_COMBAT] = {ASKING(combat_rows), .prompt = combat_prompt,
                    .idle = SAID("%s has nobody who could attack or fire: the phase is passed over"),
                    .idle_rule = WB95_2_1_4_2},
    [ASK_ASSAULT] = {.resume = assault_resume},
    [ASK_DEFENCE] = {ASKING(defence_rows), .prompt = defence_prompt, .forced = true},
    [ASK_COMMIT] = {ASKING(commit_rows), .prompt = commit_prompt, .forced = true},
    [ASK_LOSSES] = {ASKING(losses_rows), .prompt = losses_prompt, .due = losses_due, .resume = losses_resume,
                    .forced = true},
    [ASK_RETREAT] = {ASKING(retreat_rows), .prompt = retreat_prompt, .forced = true},
    [ASK_PURSUIT] = {ASKING(pursuit_rows), .prompt = pursuit_prompt, .forced = true},
    [ASK_PONTOON] = {ASKING(pontoon_rows), .prompt = pontoon_prompt, .skip = ask_skip, .lasts = true,
                     .idle = SAID("%s has no army that could lay a pontoon bridge now"), .idle_rule = WB95_NYSA_1_7},
    [ASK_STRATEGIC] = {ASKING(strategic_rows), .prompt = strategic_prompt, .verbs = movement_verbs,
                       .openings = movement_openings,
                       .idle = SAID("%s has no marked unit that could move and no reinforcement that could enter: the "
                                    "phase is passed over"),
                       .idle_rule = WB95_2_1_4_2},
    [ASK_DEFECTOR] = {ASKING(defector_rows), .prompt = defector_prompt},
};
