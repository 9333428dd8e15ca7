/* What to do with freed memory is the C library's setting, for the whole process. The stack is made to grow
 * by writing to it, one frame below the other, once a mapping of the same size has shown that there is room.
 */
#include "engine/base/memory.h"

#include <stdlib.h> /* which says whether the C library is glibc */
#include <sys/resource.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void memory_keep_freed(void)
{
#ifdef __GLIBC__
    enum { KEPT = 64 << 20, BLOCK_MAX = 32 << 20 }; /* bytes; larger blocks come from the system each time */
    mallopt(M_TRIM_THRESHOLD, KEPT);
    mallopt(M_MMAP_THRESHOLD, BLOCK_MAX);
#endif
}

enum { STACK_BYTES = 2 << 20, FRAME_BYTES = 32 << 10 };

static size_t grow_stack(size_t bytes)
{
    volatile char frame[FRAME_BYTES];
    for (size_t i = 0; i < FRAME_BYTES; i += 1024)
        frame[i] = 0;
    return bytes <= FRAME_BYTES ? (size_t)frame[0] : grow_stack(bytes - FRAME_BYTES) + (size_t)frame[0];
}

/* Half of the stack where that is limited to less than twice as much. */
static size_t stack_bytes(void)
{
    struct rlimit limit;
    if (getrlimit(RLIMIT_STACK, &limit) == 0 && limit.rlim_cur / 2 < STACK_BYTES)
        return (size_t)limit.rlim_cur / 2;
    return STACK_BYTES;
}

bool memory_reserve_stack(void)
{
    size_t bytes = stack_bytes();
    void *volatile probe = malloc(bytes); /* volatile: else it may be left out */
    if (!probe)
        return false;
    free(probe);
    grow_stack(bytes);
    return true;
}
