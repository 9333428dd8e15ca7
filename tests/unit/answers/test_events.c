/* Events: all of a run's edits and steps of its intensity, late requests told by episodes and found to the
 * nanosecond, in order of time. */
#include "engine/answers/events.h"
#include "engine/base/units.h"
#include "tests/support/simulate.h"

enum { MOST = 4096 };
static struct event list[MOST];

/* Late around the start of each burst of load. */
static struct simulation bursts(void)
{
    DEFER(scenario_free) struct scenario scenario = carbondis_scenario(2, 600, 20000);
    fixture_sets(&scenario, "hours=3.5", "arrivals=exponential");
    fixture_ats(&scenario, "30m:load=12", "32m:load=1", "100m:load=12", "102m:load=1");
    struct simulation run = simulate(&scenario);
    return run;
}

static int count(enum event_kind kind, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++)
        found += list[i].kind == kind;
    return found;
}

FACT(test_list)
{
    DEFER(simulation_free) struct simulation run = bursts();
    struct run_view view = {run.recording, run.model, run.run};
    int n = events_list(&view, run.recording->end_ns, list, MOST);
    assert_int_equal(count(EVENT_EDIT, n), 4);
    assert_int_equal(count(EVENT_INTENSITY, n), 3); /* three whole hours begin on the way */
    assert_in_range(count(EVENT_MISS, n), 2, 12);
    for (int i = 0; i < n; i++) {
        assert_true(i == 0 || list[i].t_ns >= list[i - 1].t_ns);
        assert_int_equal(list[i].exact, list[i].kind != EVENT_MISS);
        assert_true(list[i].kind != EVENT_INTENSITY || list[i].t_ns % NS_PER_HOUR == 0);
    }
    assert_int_equal(events_list(&view, run.recording->end_ns, list, 4), 4);
    assert_int_equal(count(EVENT_EDIT, 4), 4);              /* the rare ones stay */
    n = events_list(&view, 31 * 60 * NS_PER_S, list, MOST); /* no further than the horizon */
    assert_true(count(EVENT_EDIT, n) == 1 && count(EVENT_INTENSITY, n) == 0);
    view.model = NULL; /* a saved run whose inputs are gone: what its recording knows */
    n = events_list(&view, run.recording->end_ns, list, MOST);
    assert_true(n > 0 && count(EVENT_MISS, n) == n);
}

/* Each miss by another way: the first late request after the one before, by details of the buckets. */
FACT(test_misses_are_exact)
{
    DEFER(simulation_free) struct simulation run = bursts();
    struct run_view view = {run.recording, run.model, run.run};
    int n = events_list(&view, run.recording->end_ns, list, MOST), misses = 0;
    for (int i = 0; i < n; i++) {
        int64_t begin_ns = list[i].t_ns, t_ns;
        if (list[i].kind != EVENT_MISS)
            continue;
        event_make_exact(&view, &list[i]);
        assert_true(list[i].exact && list[i].t_ns > begin_ns);
        assert_true(list[i].t_ns <= begin_ns + run.recording->bucket_ns);
        assert_false(event_make_exact(&view, &list[i])); /* once */
        assert_true(events_next_miss(&view, begin_ns, &t_ns) && t_ns == list[i].t_ns);
        assert_true(!events_next_miss(&view, t_ns, &begin_ns) || begin_ns > t_ns);
        misses++;
    }
    assert_true(misses >= 2);
    view.run = NULL; /* opened from the store: the bucket */
    int64_t t_ns;
    assert_true(events_next_miss(&view, 0, &t_ns) && t_ns % run.recording->bucket_ns == 0);
    assert_false(events_next_miss(&view, run.recording->end_ns + NS_PER_HOUR, &t_ns));
}
