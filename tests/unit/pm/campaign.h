/* campaign.h — Barbarossa as it begins, for unit tests that change something in it. */
#ifndef SANDTABLE_TEST_PM_CAMPAIGN_H
#define SANDTABLE_TEST_PM_CAMPAIGN_H

#include "systems/pm/pm.h"
#include "played.h"

static Scenario *scenario;
static State *state;
static Dice dice;
static Events events;

static int begin(void **unused)
{
    (void)unused;
    scenario = loaded("pm/barbarossa", NULL);
    state = calloc(1, sizeof *state);
    assert_non_null(state);
    dice_fast(&dice, 7);
    events.count = 0;
    pm_begin(scenario, &state->head, &dice, &events);
    return 0;
}

static int end(void **unused)
{
    (void)unused;
    free(state);
    scenario_free(scenario);
    return 0;
}

#endif
