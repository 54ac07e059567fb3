/* bench_sight.h — lines of sight over a made map, for `sandtable bench`. */
#ifndef SANDTABLE_BENCH_SIGHT_H
#define SANDTABLE_BENCH_SIGHT_H

#include <stdbool.h>

typedef struct SightBench SightBench;

/* A map of 40 by 30 hexes with hills, woods, half-woods and hedgerows, the same every time; NULL without memory. */
SightBench *sight_bench_make(void);
void sight_bench_free(SightBench *bench);

/* One call each: a line of 20 hexes with its point of contention, and all that a hex sees. */
void sight_bench_line(SightBench *bench);
void sight_bench_field(SightBench *bench);

#endif
