/* What to do with freed memory is the C library's setting, for the whole process. */
#include "engine/base/memory.h"

#include <stdlib.h> /* which says whether the C library is glibc */

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
