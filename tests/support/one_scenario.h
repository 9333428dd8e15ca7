/* For files whose tests each turn one scenario: their set-up makes it anew, release frees it. Header only,
 * included once by each test. */
#ifndef WATTIF_TESTS_ONE_SCENARIO_H
#define WATTIF_TESTS_ONE_SCENARIO_H

#include "tests/support/fixture.h"

static struct scenario scenario;

static int release(void **state)
{
    scenario_free(&scenario);
    return 0;
}

#endif
