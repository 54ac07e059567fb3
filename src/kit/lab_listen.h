/* lab_listen.h — the dice and events of lab script lines that play something (`phase`). */
#ifndef SANDTABLE_KIT_LAB_LISTEN_H
#define SANDTABLE_KIT_LAB_LISTEN_H

#include "core/system.h"

/* For the following lines: the queued dice, and where events go; NULL: neither. */
void lab_listen(Dice *dice, Events *events);

#endif
