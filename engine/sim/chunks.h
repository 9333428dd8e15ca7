/* Lists that grow while others read them lie in chunks, which never move: chunk c holds 2^c times as many
 * entries as the first one, and begins at entry first * (2^c - 1). */
#ifndef WATTIF_SIM_CHUNKS_H
#define WATTIF_SIM_CHUNKS_H

#include <stddef.h>

static inline size_t chunk_size(int chunk, int first)
{
    return (size_t)first << chunk;
}

/* The chunk that entry k lies in, and where in it. */
static inline int chunk_of(int k, int first)
{
    return 31 - __builtin_clz((unsigned)(k / first) + 1);
}
static inline size_t chunk_place(int k, int first)
{
    return (size_t)(k + first) - chunk_size(chunk_of(k, first), first);
}

#endif
