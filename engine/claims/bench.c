#include "engine/claims/bench.h"

#include <string.h>

const struct bench *bench_find(const char *name)
{
    (void)name;
    return NULL;
}
