/* room.h — large room that the rules work in, one of each kind a thread.
 *
 * A large _Thread_local variable costs every thread its whole size before the first order, used or not, because the
 * loader clears it. Room is taken when it is first used instead. It is zero then, keeps what is written to it, and
 * is given back by rooms_forget(), after which it would be taken anew.
 *
 *     ROOM(Flood, flood);            Flood *flood
 *     ROOMS(Hex, queue, PM_SPOTS);   Hex *queue, so many */
#ifndef SANDTABLE_ROOM_H
#define SANDTABLE_ROOM_H

#include <stddef.h>

typedef struct Room Room;
struct Room {
    void *at;
    Room *next; /* of those this thread has taken */
};

#define ROOM(type, name) ROOMS(type, name, 1)
#define ROOMS(type, name, count)           \
    static _Thread_local Room name##_room; \
    type *const name = room_open(&name##_room, (count) * sizeof(type))

void *room_take(Room *room, size_t size); /* aborts if there is none to be had */
static inline void *room_open(Room *room, size_t size) { return room->at ? room->at : room_take(room, size); }
/* Gives back what this thread has taken: before it ends, and after rules failed in it. */
void rooms_forget(void);

#endif
