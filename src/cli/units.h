/* units.h — units of a campaign as they are played: by workers, and by the server that plays one again. */
#ifndef SANDTABLE_CLI_UNITS_H
#define SANDTABLE_CLI_UNITS_H

#include <jansson.h>

#include "server/campaign.h"

typedef struct Units Units;

/* Of a task as the server writes it (json_campaign_task), with the journal of an analysis. NULL, after printing why. */
Units *units_new(const json_t *task);
void units_free(Units *units); /* may be NULL */
/* The result of a unit, to be freed; NULL, after printing why. */
char *units_play(Units *units, long unit);

/* Which program this is; false if no scenario loads. */
bool program_id(char out[PROGRAM_ID]);

#endif
