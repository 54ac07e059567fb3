/* lab_listen.h — what a line of a lab script that plays something (`phase`) rolls, and who is told what happens. */
#ifndef SANDTABLE_KIT_LAB_LISTEN_H
#define SANDTABLE_KIT_LAB_LISTEN_H

#include "core/system.h"

/* For the lines that follow: dice that wait to be rolled, and where what happens is told; NULL: neither. */
void lab_listen(Dice *dice, Events *events);

#endif
