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

static const OrderRow setup_rows[] = {
    {DO_PLACE, .list = place_list, .check = place_check, .apply = place_apply},
    {DO_RECOMMENDED, .check = recommended_check, .apply = recommended_apply},
    {DO_READY, .check = ready_check, .apply = ready_apply},
    TOP_ROW,
};
static const OrderRow calls_rows[] = {END_ROW};
static const OrderRow arrivals_rows[] = {TOP_ROW, END_ROW};
static const OrderRow abort_rows[] = {{DO_ABORT, .apply = abort_apply}, END_ROW};
static const OrderRow concentration_rows[] = {END_ROW};
static const OrderRow airlift_rows[] = {END_ROW};
static const OrderRow refit_rows[] = {END_ROW};
static const OrderRow aircraft_rows[] = {END_ROW};
static const OrderRow hedgehog_rows[] = {END_ROW};
static const OrderRow release_rows[] = {TOP_ROW, END_ROW};
static const OrderRow movement_rows[] = {TOP_ROW, END_ROW};
static const OrderRow assaults_rows[] = {END_ROW};
static const OrderRow pause_rows[] = {{DO_PAUSE, .check = pause_check, .apply = pause_apply}, END_ROW};

const Asking pm_asking[ASKS] = {
    [ASK_SEQUENCE] = {.resume = sequence_resume},
    [ASK_SETUP] = {ASKING(setup_rows), .prompt = setup_prompt},
    [ASK_CALLS] = {ASKING(calls_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_ARRIVALS] = {ASKING(arrivals_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_ABORT] = {ASKING(abort_rows), .prompt = abort_prompt, .skip = end_skip},
    [ASK_CONCENTRATION] = {ASKING(concentration_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_AIRLIFT] = {ASKING(airlift_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_REFIT] = {ASKING(refit_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_AIRCRAFT] = {ASKING(aircraft_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_HEDGEHOGS] = {ASKING(hedgehog_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_RELEASE] = {ASKING(release_rows), .prompt = phase_prompt, .skip = end_skip},
    [ASK_MOVEMENT] = {ASKING(movement_rows), .prompt = phase_prompt},
    [ASK_ASSAULTS] = {ASKING(assaults_rows), .prompt = phase_prompt},
    [ASK_PAUSE] = {ASKING(pause_rows), .prompt = pause_prompt, .skip = end_skip},
};
