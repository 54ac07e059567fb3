/* plan.h — judgements by question: a rulebook that plans whole orders for the question asked, instead of weighing each
 * order by its verb (judge.h). */
#ifndef SANDTABLE_KIT_PLAN_H
#define SANDTABLE_KIT_PLAN_H

#include <stdint.h>

typedef struct Eye Eye; /* the input of a judgement; each system that plans has its own */

/* Plans answers to the question on top, with their values. */
typedef void PlanAnswers(const Eye *eye);

typedef struct Planning {
    PlanAnswers *plan; /* NULL: nothing is planned */
    uint8_t needs;     /* how much of the view must be examined first, in the system's own terms */
} Planning;

#endif
