/* room.h — large scratch buffers for the rules, one of each kind per thread.
 *
 * A large _Thread_local variable costs every thread its whole size before the first order, used or not, because the
 * loader clears it. A Room is allocated on first use instead. It is then all zero, keeps what is written to it, and is
 * freed by rooms_forget(), after which the next use allocates it again.
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

void *room_take(Room *room, size_t size); /* fails an assertion if memory runs out */
static inline void *room_open(Room *room, size_t size) { return room->at ? room->at : room_take(room, size); }
/* Frees the buffers of this thread: before it ends, and after the rules crashed in it. */
void rooms_forget(void);

#endif
