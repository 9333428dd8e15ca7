/* The knob reassignment_level: it says who places pods, an app's own wins, and between 0 and 1 it is from the
 * start only. */
#include "tests/support/fixture.h"

#include "engine/base/text.h"

static double level(const struct scenario *scenario, const char *name)
{
    struct knob_ref ref;
    assert_true(knob_resolve(scenario, name, &ref, &err));
    return knob_get(scenario, ref).number;
}

static void expect(const struct scenario *scenario, enum policy_id place, int of_run, int of_app)
{
    assert_int_equal(scenario->policy[LAYER_PLACE], place);
    assert_int_equal(level(scenario, "reassignment_level"), of_run);
    assert_int_equal(level(scenario, "reassignment_level.job1"), of_app);
}

FACT_FOR(test_places, plain_scenario(2, "m1", 90, 100, 2, "A100-40GB"))
{
    expect(scenario, POLICY_PLACE_NONE, 0, 0);
    fixture_set(scenario, "reassignment_level=0"); /* nobody places still */
    expect(scenario, POLICY_PLACE_NONE, 0, 0);
    fixture_set(scenario, "reassignment_level=3");
    expect(scenario, POLICY_INFERCOOL, 3, 3);
    fixture_set(scenario, "reassignment_level.job1=1");
    expect(scenario, POLICY_INFERCOOL, 3, 1);
    fixture_set(scenario, "reassignment_level=0"); /* the later and wider one: job1 goes with it */
    expect(scenario, POLICY_K8S, 0, 0);
    fixture_set(scenario, "reassignment_level.job1=1"); /* the later and narrower one */
    expect(scenario, POLICY_INFERCOOL, 0, 1);
    fixture_set(scenario, "reassignment_level.job1=0");
    expect(scenario, POLICY_K8S, 0, 0);
    fixture_set(scenario, "policy.place=infercool"); /* the level that comes with it */
    expect(scenario, POLICY_INFERCOOL, 1, 0);
    fixture_set(scenario, "policy.place=k8s");
    expect(scenario, POLICY_K8S, 0, 0);
    fixture_set(scenario, "reassignment_level.job1=2"); /* and nobody else */
    expect(scenario, POLICY_INFERCOOL, 0, 2);
}

static void refused(struct scenario *scenario, bool at, const char *assignment, const char *message)
{
    assert_false(at ? scenario_apply_at(scenario, assignment, &err)
                    : scenario_apply_set(scenario, assignment, &err));
    assert_or(strstr(err.message, message), "%s: %s", assignment, err.message);
}

FACT_FOR(test_edits, plain_scenario(2, "m1", 90, 100, 2, "A100-40GB"))
{
    refused(scenario, true, "5:reassignment_level=1",
            "from the start only, where pods are placed: from the start, ");
    refused(scenario, false, "reassignment_level=1.5", "a level is 0, 1, 2 or 3");
    refused(scenario, false, "reassignment_level=4", "it takes 0 to 3");
    fixture_set(scenario, "reassignment_level=1");
    fixture_ats(scenario, "5:reassignment_level=3", "6:reassignment_level.job2=2");
    refused(scenario, true, "7:reassignment_level=0", "from the start only");
    refused(scenario, true, "7:reassignment_level.job2=0", "from the start only");
}

/* Where nobody places is no scheme to be named, in the title of what a run is held against. */
FACT_FOR(test_baseline, plain_scenario(2, "m1", 90, 100, 2, "A100-40GB"))
{
    static const struct {
        const char *place, *title;
        bool off;
    } held[] = {{"none", BASELINE_OFF, true}, {"k8s", "KUBERNETES", false}};
    struct baseline baseline;
    fixture_set(scenario, "policy.place=infercool");
    scenario->n_baseline = 1;
    text_copy(scenario->baseline[0].knob, sizeof scenario->baseline[0].knob, "policy.place");
    for (size_t i = 0; i < sizeof held / sizeof *held; i++) {
        text_copy(scenario->baseline[0].value, sizeof scenario->baseline[0].value, held[i].place);
        assert_true(scenario_baseline(scenario, &baseline));
        assert_string_equal(baseline.title, held[i].title);
        assert_int_equal(baseline.all_off, held[i].off);
    }
}
