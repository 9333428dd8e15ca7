/* How much a test may try: a few in `./dev test`, all with `./dev test --long`, which sets WATTIF_LONG. All
 * are tried by optimised builds alone (slow_build.h): a test that asks says THINNED, and runs in one. */
#ifndef WATTIF_TESTS_LONG_TEST_H
#define WATTIF_TESTS_LONG_TEST_H

#include "tests/support/slow_build.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

static inline bool long_test(void)
{
    const char *text = getenv("WATTIF_LONG");
    return text && *text && !SLOW_BUILD;
}

/* How far apart the cases are of which about `few` are tried, of n; 1 in a long test. Odd, so that it does
 * not keep step with what comes in pairs. */
static inline int64_t long_test_step(int64_t n, int few)
{
    return long_test() || n <= few ? 1 : (n / few) | 1;
}

#endif
