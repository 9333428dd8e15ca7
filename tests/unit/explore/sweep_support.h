/* Sweeps of a small scenario: sweep_with(2, "cit=.8,1", "load=1,2") has two seeds and these axes. */
#ifndef WATTIF_TESTS_SWEEP_SUPPORT_H
#define WATTIF_TESTS_SWEEP_SUPPORT_H

#include "engine/explore/sweep.h"
#include "tests/support/fixture.h"

#define sweep_with(replicates, ...) sweep_of(replicates, (const char *const[]){__VA_ARGS__, NULL})

static inline struct sweep sweep_of(size_t replicates, const char *const *axes)
{
    struct sweep sweep;
    DEFER(scenario_free) struct scenario base = carbondis_scenario(4, 40, 600);
    assert_true(sweep_create(&sweep, &base, replicates, &err));
    for (; *axes; axes++)
        must(sweep_vary(&sweep, *axes, &err), &err);
    return sweep;
}

#endif
