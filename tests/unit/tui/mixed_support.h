/* What tests of mixed quality share: desks over GPUs under MIG that serve the fixture's model `mixed`, whose
 * accuracy has a name here, and a Clover with derived inputs made by hand: no controller is needed. */
#ifndef WATTIF_TESTS_MIXED_SUPPORT_H
#define WATTIF_TESTS_MIXED_SUPPORT_H

#include "tests/unit/tui/desk_support.h"

static inline const struct profile_set *mixed_profile(void *context, const char *model, struct error *error)
{
    static struct profile_set named;
    const struct catalog *plain = fixture_catalog();
    const struct profile_set *set = plain->profile(plain->context, model, error);
    (void)context;
    if (!set || strcmp(model, "mixed") != 0)
        return set;
    named = *set;
    snprintf(named.accuracy_metric, sizeof named.accuracy_metric, "top1");
    return &named;
}

static inline const struct catalog *mixed_catalog(void)
{
    static struct catalog catalog;
    catalog = *fixture_catalog();
    catalog.profile = mixed_profile;
    return &catalog;
}

/* Apps of `mixed`, its large variant, on n_gpus A100 that are whole at first; two hours. */
static inline struct scenario mixed_scenario(int n_apps, int n_gpus, double gap_ms)
{
    struct scenario scenario = sliced_scenario(n_apps, "mixed", gap_ms, 10000000, n_gpus);
    text_copy(scenario.trace, sizeof scenario.trace, "steps");
    scenario.start_s += 6 * 3600;
    scenario.hours = 2;
    for (int app = 0; app < n_apps; app++) {
        text_copy(scenario.apps[app].variant, sizeof scenario.apps[app].variant, "large");
        scenario.apps[app].slo_ms = 300;
        scenario.apps[app].requests = 0;
    }
    return scenario;
}

static inline void mixed_open(struct desk *desk, const struct scenario *scenario, int columns, int rows)
{
    desk_open_over(desk, mixed_catalog(), scenario, columns, rows);
}

static inline struct desk *mixed_desk(const struct scenario *scenario, int columns, int rows)
{
    return desk_over(mixed_catalog(), scenario, columns, rows);
}

#endif
