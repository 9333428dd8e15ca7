/* Layouts: text and back, what is legal and what is said about what is not, and the configuration of MIG that
 * holds a list of pods, against a brute force over all of them. */
#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "tests/support/one_scenario.h"

static int two_cut_gpus(void **state)
{
    scenario = sliced_scenario(2, "m1", 1000, 1000, 3);
    text_copy(scenario.fleets[0].gpus[2].type, sizeof scenario.fleets[0].gpus[2].type, "P4");
    return 0;
}

static void expect_refused(const char *assignment, const char *message)
{
    assert_false(scenario_apply_set(&scenario, assignment, &err));
    assert_string_equal(err.message, message);
}

FACT_IN(test_text, two_cut_gpus, release)
{
    struct knob_ref ref = {.id = KNOB_MIG, .scope = SCOPE_GPU, .target = 0};
    assert_string_equal(knob_get(&scenario, ref).text, "whole");
    fixture_set(&scenario, "mig.gpu0=4g:job1/b5,2g:job2,1g:-");
    const struct gpu *gpu = &scenario.fleets[0].gpus[0];
    assert_int_equal(gpu->n_pods, 3);
    assert_string_equal(gpu->pods[0].slice, "4g");
    assert_int_equal(gpu->pods[0].app, 0);
    assert_string_equal(gpu->pods[0].variant, "b5");
    assert_int_equal(gpu->pods[1].app, 1);
    assert_string_equal(gpu->pods[1].variant, "");
    assert_int_equal(gpu->pods[2].app, -1);
    assert_string_equal(knob_get(&scenario, ref).text, "4g:job1/b5,2g:job2,1g:-");
    fixture_set(&scenario, "mig.gpu0=whole");
    assert_int_equal(gpu->n_pods, 0);
    assert_int_equal(gpu->pods[0].app, -1);
}

/* Seven of the longest names fit a knob's value. */
FACT_IN(test_longest, two_cut_gpus, release)
{
    char text[KNOB_TEXT_SIZE] = "", name[sizeof scenario.apps[0].name], variant[24];
    struct knob_value value;
    memset(name, 'n', sizeof name - 1);
    memset(variant, 'v', sizeof variant - 1);
    name[sizeof name - 1] = variant[sizeof variant - 1] = '\0';
    text_copy(scenario.apps[0].name, sizeof scenario.apps[0].name, name);
    for (int k = 0; k < MIG_CUT_SLICES; k++) {
        size_t used = strlen(text);
        snprintf(text + used, sizeof text - used, "%s1g:%s/%s", k ? "," : "", name, variant);
    }
    struct knob_ref ref = {.id = KNOB_MIG, .scope = SCOPE_GPU, .target = 1};
    assert_true(knob_parse(&scenario, ref, text, &value, &err));
    assert_true(knob_set(&scenario, ref, &value, &err));
    assert_string_equal(knob_get(&scenario, ref).text, text);
}

FACT_IN(test_refusals, two_cut_gpus, release)
{
    expect_refused("mig.gpu0=5g:job1", "mig.gpu0: '5g' is no MIG slice; there are 1g, 2g, 3g, 4g and 7g");
    expect_refused("mig.gpu0=3g:jobs",
                   "mig.gpu0: there is no app 'jobs'; there are job1 and job2, and - for none");
    expect_refused("mig.gpu0=3g", "mig.gpu0: '3g' must be a slice and an app, as \"3g:images\" or \"1g:-\"");
    expect_refused(
        "mig.gpu0=4g:job1,4g:job1",
        "mig.gpu0: slice 2, 4g, does not fit on one GPU beside the slice before it; there are 4g 3g, 4g 2g 1g and 4g 1g 1g 1g");
    expect_refused(
        "mig.gpu0=3g:-,3g:-,1g:-",
        "mig.gpu0: slice 3, 1g, does not fit on one GPU beside the slices before it; there are 3g 3g");
    expect_refused("mig.gpu0=1g:-,1g:-,1g:-,1g:-,1g:-,1g:-,1g:-,1g:-",
                   "mig.gpu0: at most 7 slices fit on a GPU");
    expect_refused(
        "mig.gpu2=7g:job1",
        "mig.gpu2: a P4 cannot be cut into MIG slices; of these it is known: A100-40GB, A100-80GB, H100-80GB, H100-NVL-94GB and H200-141GB");
    expect_refused("mig.gpu9=7g:job1", "mig.gpu9: no GPU 'gpu9' in fleet 'f'; there are gpu0 and gpu1");
    expect_refused("mig=7g:job1", "mig needs a GPU, as in mig.gpu0; there are gpu0 and gpu1");
    scenario.fleets[0].gpus[1].owner = 0;
    expect_refused("mig.gpu1=7g:job2",
                   "mig.gpu1: GPU 'gpu1' belongs to app 'job1'; no other app can have a part of it");
    scenario.fleets[0].gpus[1].policy[LAYER_SHARE] = POLICY_DEDICATED;
    expect_refused("mig.gpu1=7g:job1", "mig.gpu1: the GPU's share is 'dedicated'; only under 'mig' it can be "
                                       "cut into slices (\"share\": \"mig\" in policies)");
}

/* The knob is shown for GPUs that can be cut alone. */
static bool count_mig(void *context, struct knob_ref ref)
{
    *(int *)context += ref.id == KNOB_MIG;
    return true;
}

FACT_IN(test_shown, two_cut_gpus, release)
{
    int n = 0;
    knob_each(&scenario, count_mig, &n);
    assert_int_equal(n, 2);
    scenario.policy[LAYER_SHARE] = POLICY_DEDICATED;
    n = 0;
    knob_each(&scenario, count_mig, &n);
    assert_int_equal(n, 0);
}

/* ---- configurations ---- */

/* Every list of up to seven slices: legal exactly if a configuration holds it, and then with what it has. */
static void check_list(const int *slices, int n)
{
    struct pod pods[PODS_MAX] = {0};
    int count[MIG_SLICES] = {0}, held[MIG_SLICES] = {0};
    struct mig_layout layout;
    for (int p = 0; p < n; p++) {
        text_copy(pods[p].slice, sizeof pods[p].slice, mig_slice_names[slices[p]]);
        pods[p].app = p;
        count[slices[p]]++;
    }
    if (!layout_of_pods(pods, n, &layout)) {
        assert_false(mig_fits(count));
        return;
    }
    assert_true(mig_fits(count));
    const struct mig_config *config = &mig_configs[layout.config];
    bool seen[PODS_MAX] = {false};
    for (int s = 0; s < MIG_CUT_SLICES; s++) {
        int app = layout.slices[s].app;
        if (app < 0)
            continue;
        assert_true(s < config->n && !seen[app] && slices[app] == (int)config->slices[s]);
        seen[app] = true;
        held[slices[app]]++;
    }
    assert_memory_equal(count, held, sizeof count);
}

FACT_IN(test_configs, two_cut_gpus, release)
{
    int slices[PODS_MAX];
    for (int n = 1, all = MIG_SLICES; n <= PODS_MAX; n++, all *= MIG_SLICES)
        for (int code = 0; code < all; code++) {
            for (int p = 0, rest = code; p < n; p++, rest /= MIG_SLICES)
                slices[p] = rest % MIG_SLICES;
            check_list(slices, n);
        }
}

/* In the order of a configuration it is that one; in another the first; with slices left out, of fewest. */
FACT_IN(test_order, two_cut_gpus, release)
{
    static const struct {
        const char *text;
        int number; /* clover.md section 1.1 */
    } cases[] = {
        {"7g:-", 1},
        {"4g:-,2g:-,1g:-", 3},
        {"1g:-,1g:-,2g:-,3g:-", 10},
        {"3g:-,2g:-,1g:-,1g:-", 9},
        {"1g:-,1g:-,1g:-,1g:-,1g:-,1g:-,1g:-", 19},
        {"1g:-,2g:-,3g:-", 6},
        {"4g:-", 2},
        {"2g:-,2g:-", 8},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        struct pod pods[PODS_MAX];
        struct mig_layout layout;
        int n;
        assert_true(layout_parse(&scenario, cases[k].text, pods, &n, &err));
        assert_true(layout_of_pods(pods, n, &layout));
        assert_int_equal(layout.config + 1, cases[k].number);
    }
}
