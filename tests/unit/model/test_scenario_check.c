/* Validation: one break at a time must give exactly one fault, at its place; several give all of them. */
#include "engine/base/units.h"
#include "tests/support/fixture.h"

static struct scenario broken; /* the scenario under test */

#define APP broken.apps[1]
#define GPU broken.fleets[0].gpus[2]

/* Each row: a statement that breaks a sound scenario, and the fault it must give. */
#define BREAKS(X)                                                                                            \
    X(strcpy(APP.name, "job1"), "/apps/1/name", "two apps are named 'job1'")                                 \
    X(APP.name[0] = 0, "/apps/1/name", "an app has no name")                                                 \
    X(strcpy(APP.name, "a=b"), "/apps/1/name",                                                               \
      "'a=b' cannot be a name: blanks and = : / , \" ' \\ are not allowed")                                  \
    X(APP.model[0] = 0, "/apps/1/model", "app 'job2' has no model; `wattif list profiles` shows them")       \
    X(APP.requests = 0, "/apps/1/requests",                                                                  \
      "without a number of requests the run needs hours, or it never ends")                                  \
    X(APP.requests = -1, "/apps/1/requests", "requests takes 0 (no limit) to 1000000000")                    \
    X(APP.slo_ms = 0, "/apps/1/slo_ms",                                                                      \
      "slo_ms.job2: 0 is out of range; it takes 0.001 to 1000000000 ms, none or base")                       \
    X(APP.percentile = 100.5, "/apps/1/percentile", "a percentile takes 1 to 100, not 100.5")                \
    X(APP.percentile = 1e-300, "/apps/1/percentile", "a percentile takes 1 to 100, not 1e-300")              \
    X(APP.weight = 0, "/apps/1/weight", "a weight is above 0 and at most 1e9")                               \
    X(APP.weight = 2e9, "/apps/1/weight", "a weight is above 0 and at most 1e9")                             \
    X(APP.arrivals.until_s = -1, "/apps/1/arrivals/until_s",                                                 \
      "when an app leaves takes 0 to 3686400 s, not -1")                                                     \
    X((APP.arrivals.from_s = 60, APP.arrivals.until_s = 60), "/apps/1/arrivals/until_s",                     \
      "an app leaves after it has joined; until_s must be above from_s")                                     \
    X((broken.hours = 3, APP.arrivals.from_s = 10800), "/apps/1/arrivals/from_s",                            \
      "the run is over before the app joins; from_s must be below its 10800 s")                              \
    X(APP.profile_scale = 5, "/knobs/profile_scale.job2",                                                    \
      "profile_scale.job2: 5 is out of range; it takes 0.25 to 4")                                           \
    X(APP.arrivals.mean_gap_ms = 0, "/apps/1/arrivals/mean_gap_ms", "a mean gap must be above 0 ms, not 0")  \
    X(APP.arrivals.mean_gap_ms = -3, "/apps/1/arrivals/mean_gap_ms",                                         \
      "a mean gap must be above 0 ms, not -3")                                                               \
    X(APP.arrivals.mean_gap_ms = NAN, "/apps/1/arrivals/mean_gap_ms",                                        \
      "a mean gap must be above 0 ms, not NaN")                                                              \
    X(APP.arrivals.mean_gap_ms = 1e-5, "/apps/1/arrivals/mean_gap_ms",                                       \
      "a mean gap of 1e-05 ms is too short; it takes 0.001 ms or more")                                      \
    X(APP.arrivals.mean_gap_ms = 20001, "/apps/1/arrivals/mean_gap_ms",                                      \
      "poisson-gap takes a mean gap of at most 20000 ms; use exponential")                                   \
    X((APP.arrivals.kind = ARRIVAL_GAMMA, APP.arrivals.shape = 0), "/apps/1/arrivals/shape",                 \
      "a gamma shape takes 0.01 to 1000000, not 0")                                                          \
    X((APP.arrivals.kind = ARRIVAL_CLOSED_LOOP, APP.arrivals.clients = 0), "/apps/1/arrivals/clients",       \
      "a closed loop takes 1 to 100000 clients, not 0")                                                      \
    X((APP.arrivals.kind = ARRIVAL_CLOSED_LOOP, APP.arrivals.think_ms = -1), "/apps/1/arrivals/think_ms",    \
      "a think time takes 0 to 1000000000 ms, not -1")                                                       \
    X(APP.arrivals.kind = ARRIVAL_TRACE, "/apps/1/arrivals/workload",                                        \
      "arrivals of this kind need a workload; `wattif list workloads` shows them")                           \
    X((APP.arrivals.kind = ARRIVAL_RATES, strcpy(APP.arrivals.workload, "w"), APP.arrivals.scale = 0),       \
      "/apps/1/arrivals/scale", "the scale of rates takes 1e-06 to 1000000, not 0")                          \
    X(APP.batch.min = 129, "/apps/1/batch/min",                                                              \
      "the least batch, 129, must lie between 1 and the greatest, 128")                                      \
    X(APP.batch.min = 0, "/apps/1/batch/min",                                                                \
      "the least batch, 0, must lie between 1 and the greatest, 128")                                        \
    X(APP.batch.max = 99999, "/apps/1/batch/max", "the greatest batch takes 1 to 65536, not 99999")          \
    X(APP.batch.sd = NAN, "/apps/1/batch/sd", "a batch's standard deviation takes 0 to 65536, not NaN")      \
    X((APP.batch.kind = BATCH_FIXED, APP.batch.mean = 1.5), "/apps/1/batch/size",                            \
      "a fixed batch is a whole number of 1 to 65536")                                                       \
    X((APP.batch.kind = BATCH_UNIFORM, APP.batch.min = 129), "/apps/1/batch/min",                            \
      "the least batch, 129, must lie between 1 and the greatest, 128")                                      \
    X(APP.batch.kind = BATCH_TRACE, "/apps/1/batch/kind",                                                    \
      "batches from a workload need arrivals of kind 'arrivals'")                                            \
    X(strcpy(GPU.name, "low1"), "/fleets/hetero/gpus/2/name", "two GPUs of fleet 'hetero' are named 'low1'") \
    X(GPU.type[0] = 0, "/fleets/hetero/gpus/2/type", "GPU 'high' has no type, as in A100-40GB")              \
    X(GPU.owner = 2, "/fleets/hetero/gpus/2/owner", "no such app owns GPU 'high'")                           \
    X(GPU.upstream = 3, "/fleets/hetero/gpus/2/upstream", "no such GPU in this fleet")                       \
    X(GPU.upstream = 2, "/fleets/hetero/gpus/2/upstream", "the water chain of GPU 'high' runs in a circle")  \
    X(GPU.clock_mhz = 0, "/fleets/hetero/gpus/2/clock_mhz", "a clock takes 1 to 100000 MHz, not 0")          \
    X(GPU.policy[LAYER_ROUTE] = POLICY_RANDOM, "/fleets/hetero/gpus/2/route",                                \
      "a GPU may have share and tune of its own, not route")                                                 \
    X(GPU.policy[LAYER_SHARE] = POLICY_RANDOM, "/fleets/hetero/gpus/2/share", "no such share scheme")        \
    X((GPU.n_pods = 2, strcpy(GPU.pods[0].slice, "3g"), strcpy(GPU.pods[1].slice, "3g")),                    \
      "/fleets/hetero/gpus/2/mig",                                                                           \
      "under share 'dedicated' a GPU is one piece; slices need share 'mig', pods 'tmux-tf'")                 \
    X((GPU.policy[LAYER_SHARE] = POLICY_MIG, GPU.n_pods = 1, strcpy(GPU.pods[0].slice, "5g")),               \
      "/fleets/hetero/gpus/2/mig/0", "'5g' is no MIG slice; there are 1g, 2g, 3g, 4g and 7g")                \
    X((GPU.policy[LAYER_SHARE] = POLICY_MIG, GPU.n_pods = 3, strcpy(GPU.pods[0].slice, "3g"),                \
       strcpy(GPU.pods[1].slice, "3g"), strcpy(GPU.pods[2].slice, "1g")),                                    \
      "/fleets/hetero/gpus/2/mig",                                                                           \
      "slice 3, 1g, does not fit on one GPU beside the slices before it; there are 3g 3g")                   \
    X((GPU.policy[LAYER_SHARE] = POLICY_TMUX_TF, GPU.n_pods = 1, GPU.pods[0].app = 0,                        \
       strcpy(GPU.pods[0].slice, "1g")),                                                                     \
      "/fleets/hetero/gpus/2/pods/0",                                                                        \
      "where apps take turns on a whole GPU their pods are on slice 'whole', not '1g'; on a slice of it "    \
      "they "                                                                                                \
      "are joined, as \"3g:chat+speech\"")                                                                   \
    X((GPU.policy[LAYER_SHARE] = POLICY_MIG, GPU.n_pods = 1, GPU.pods[0].app = 0,                            \
       strcpy(GPU.pods[0].slice, "whole")),                                                                  \
      "/fleets/hetero/gpus/2/pods/0",                                                                        \
      "'whole' is no MIG slice; there are 1g, 2g, 3g, 4g and 7g; pods share a whole GPU in turns (share "    \
      "'tmux-tf')")                                                                                          \
    X((GPU.policy[LAYER_SHARE] = POLICY_TMUX_TF, GPU.n_pods = 1, strcpy(GPU.pods[0].slice, "whole")),        \
      "/fleets/hetero/gpus/2/pods/0", "a pod on a time-shared GPU needs an app")                             \
    X((GPU.owner = 0, GPU.n_pods = 1, GPU.pods[0].app = 1, strcpy(GPU.pods[0].slice, "7g")),                 \
      "/fleets/hetero/gpus/2/pods/0",                                                                        \
      "GPU 'high' belongs to app 'job1'; no other app can have a part of it")                                \
    X(GPU.n_pods = 8, "/fleets/hetero/gpus/2/mig", "a GPU holds at most 7 pods")                             \
    X(strcpy(broken.fleets[1].name, "hetero"), "/fleets/hetero", "two fleets are named 'hetero'")            \
    X(broken.fleets[2].n_gpus = 0, "/fleets/low/gpus", "a fleet has 1 to 128 GPUs, not 0")                   \
    X(broken.n_fleets = 0, "/fleets", "a scenario has 1 to 16 fleets, not 0")                                \
    X(broken.fleet = 3, "/knobs/fleet", "the fleet in force does not exist")                                 \
    X(broken.n_apps = 0, "/apps", "a scenario has 1 to 64 apps, not 0")                                      \
    X(broken.policy[LAYER_ROUTE] = POLICY_HIGHPERF, "/policies/route",                                       \
      "highperf runs on fleet 'high', not on 'hetero'")                                                      \
    X((broken.policy[LAYER_ROUTE] = POLICY_HIGHPERF, strcpy(broken.fleets[1].name, "h")), "/policies/route", \
      "highperf runs on fleet 'high', which this scenario does not have (it has hetero, h and low)")         \
    X(broken.policy[LAYER_SHARE] = POLICY_RANDOM, "/policies/share",                                         \
      "no such share scheme; there are dedicated, mig, tmux-tf, tmux-ef and tmux-etf")                       \
    X(broken.number[KNOB_CIT] = 11, "/knobs/cit", "cit: 11 is out of range; it takes 0 to 10")               \
    X(broken.number[KNOB_PUE] = NAN, "/knobs/pue", "pue: not a finite number; it takes 1 to 3")              \
    X(broken.hours = 1025, "/hours",                                                                         \
      "hours: 1025 is too long; the recording holds at most 1,024 buckets of 1 h")                           \
    X(broken.start_s = INT64_MAX, "/start", "start: it takes a time in the years 1900 to 2200")              \
    X(broken.trace[0] = 0, "/trace", "trace: the name is empty")                                             \
    X(broken.name[0] = 0, "/name", "the scenario has no name")                                               \
    X(GPU.idle_w = -1, "/fleets/hetero/gpus/2/idle_w", "idle power takes 0 to 1000 W, not -1")               \
    X(GPU.idle_w = 1001, "/fleets/hetero/gpus/2/idle_w", "idle power takes 0 to 1000 W, not 1001")           \
    X(broken.power = POWER_MODEL_COUNT, "/power",                                                            \
      "no such power model; there are table, staux, superpose and superpose-comp")                           \
    X(broken.p_oi_w = -1, "/p_oi_w", "auxiliary power takes 0 to 1000 W, not -1")                            \
    X(broken.p_oi_w = NAN, "/p_oi_w", "auxiliary power takes 0 to 1000 W, not NaN")                          \
    X(broken.repartition_s = -1, "/repartition_s", "cutting a GPU anew takes 0 to 3600 s, not -1")           \
    X(broken.reload_s = 3601, "/reload_s", "loading a model takes 0 to 3600 s, not 3601")                    \
    X(broken.warmup_s = -1, "/warmup_s", "a warm-up takes 0 to 3686400 s, not -1")                           \
    X((broken.hours = 3, broken.warmup_s = 10800), "/warmup_s",                                              \
      "the warm-up is as long as the run; nothing would be measured")                                        \
    X(broken.edits[0].t_ns = -1, "/edits/0/t_s", "an edit cannot come before the start of the run")          \
    X(broken.hours = 1, "/edits/1/t_s", "2 h is beyond the end of the run, which lasts 1 h")                 \
    X(broken.edits[0].t_ns = 3 * NS_PER_HOUR, "/edits/1/t_s",                                                \
      "edits stand in order of time; this one is earlier than the one before")                               \
    X(broken.edits[0].knob.id = KNOB_COUNT, "/edits/0/knob", "no such knob")                                 \
    X(broken.edits[0].knob = knob_of_app(KNOB_SLO_MS, 2), "/edits/0/knob", "no such knob")                   \
    X(broken.edits[0].knob.id = KNOB_FLEET, "/edits/0/knob",                                                 \
      "fleet is a start knob: it cannot change in mid-run; give it its value from the start: "               \
      "fleet=...")                                                                                           \
    X(broken.edits[0].value.number = 11, "/edits/0/value", "cit: 11 is out of range; it takes 0 to 10")      \
    X(strcpy(broken.edits[1].value.text, "lowenergy"), "/edits/1/value",                                     \
      "policy.route: lowenergy runs on fleet 'low' and this run on 'hetero'; it can be chosen from the "     \
      "start only: "                                                                                         \
      "policy.route=lowenergy")

static const char *const expected[][2] = {
#define X(statement, place, message) {place, message},
    BREAKS(X)
#undef X
};

static void make_sound(void)
{
    broken = carbondis_scenario(2, 500, 100);
    assert_true(scenario_apply_at(&broken, "1h:cit=0.8", &err));
    assert_true(scenario_apply_at(&broken, "2h:policy.route=dybatch", &err));
}

FACT(each_break_gives_its_fault)
{
    for (int k = 0; k < (int)(sizeof expected / sizeof expected[0]); k++) {
        DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
        make_sound();
        int fleets = broken.n_fleets, apps = broken.n_apps, gpus = broken.fleets[2].n_gpus;
        /* Runs statement `number` of the table. */
        int at = 0;
#define X(statement, place, message)                                                                         \
    if (at++ == k)                                                                                           \
        (void)(statement);
        BREAKS(X)
#undef X
        assert_false(scenario_validate(&broken, faults));
        assert_string_equal(faults->kept[0].place, expected[k][0]);
        assert_string_equal(faults->kept[0].message, expected[k][1]);
        assert_or(faults->count == 1, "%s: %zu faults, the second is %s: %s", expected[k][0], faults->count,
                  faults->kept[1].place, faults->kept[1].message);
        /* What the test may have cut off is put back, so that scenario_free frees it. */
        broken.n_fleets = fleets;
        broken.n_apps = apps;
        broken.fleets[2].n_gpus = gpus;
        scenario_free(&broken);
    }
}

FACT(all_faults_are_listed)
{
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    make_sound();
    broken.apps[0].percentile = 0;
    APP.weight = -1;
    GPU.owner = -2;
    broken.hours = 1;
    broken.number[KNOB_LOAD] = 0;
    assert_false(scenario_validate(&broken, faults));
    assert_int_equal(faults->count, 5); /* the second edit is beyond the hour */
    scenario_free(&broken);
}

FACT(copies_are_deep)
{
    DEFER(scenario_free) struct scenario copy;
    make_sound();
    assert_true(scenario_copy(&copy, &broken));
    broken.apps[0].weight = 9;
    broken.fleets[1].gpus[0].owner = 1;
    broken.edits[0].t_ns = 1;
    assert_true(copy.apps[0].weight == 1);
    assert_int_equal(copy.fleets[1].gpus[0].owner, 0);
    assert_int_equal(copy.edits[0].t_ns, NS_PER_HOUR);
    assert_int_equal(scenario_find_app(&copy, "job2"), 1);
    assert_int_equal(scenario_find_app(&copy, "job9"), -1);
    assert_int_equal(scenario_find_fleet(&copy, "low"), 2);
    assert_int_equal(scenario_find_fleet(&copy, ""), -1);
    scenario_free(&broken);
}
