/* Sharing derived inputs: the last who lets go frees them. */
#include "engine/model/derived.h"

#include <stdatomic.h>
#include <stdlib.h>

struct derived *derived_retain(struct derived *derived)
{
    if (derived)
        atomic_fetch_add_explicit(&derived->references, 1, memory_order_relaxed);
    return derived;
}

void derived_release(struct derived *derived)
{
    if (!derived || atomic_fetch_sub_explicit(&derived->references, 1, memory_order_acq_rel) > 1)
        return;
    free(derived->points);
    free(derived);
}
