/* Many independent jobs on a few threads. Job i writes only to place i of whatever it fills and the caller
 * reduces in order of index afterwards, so the number of threads changes no byte of a result. */
#ifndef WATTIF_EXPLORE_PARALLEL_H
#define WATTIF_EXPLORE_PARALLEL_H

#include <stddef.h>

enum { PARALLEL_JOBS_MAX = 64 };

/* Calls work(context, i) once for each i in 0..n-1 and returns when all are done. `jobs` threads, the caller
 * being one of them; 0 = as many as there are processors. Where a thread cannot be had, the others do its
 * share. */
void parallel_for(size_t n, int jobs, void (*work)(void *context, size_t index), void *context);

/* Processors that are online, 1..PARALLEL_JOBS_MAX. */
int parallel_processors(void);

#endif
