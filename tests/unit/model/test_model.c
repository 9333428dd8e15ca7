/* Models: instances and their order, who serves whom at what cost, history, widths of buckets, refusals. */
#include "engine/base/units.h"
#include "tests/support/one_scenario.h"

static struct model *build(void)
{
    struct faults *faults = calloc(1, sizeof *faults);
    assert_or(scenario_validate(&scenario, faults), "%s: %s", faults->kept[0].place, faults->kept[0].message);
    free(faults);
    struct model *model = fixture_model(&scenario);
    return model;
}

static void expect_refusal(const char *place, const char *message)
{
    assert_null(model_create(&scenario, fixture_catalog(), &err));
    assert_int_equal(err.kind, ERROR_INPUT);
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

static int carbondis(void **state)
{
    scenario = carbondis_scenario(3, 500, 1000);
    return 0;
}

static int plain(void **state)
{
    scenario = plain_scenario(2, "m1", 1000, 1000, 2, "A100-40GB");
    return 0;
}

FACT_IN(high_instances_come_first, carbondis, release)
{
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->n_instances, 4);
    assert_int_equal(model->instances[0].class, CLASS_HIGH);
    assert_int_equal(model->instances[0].gpu, 3);
    assert_int_equal(model->instances[0].apps, 7);
    for (int i = 1; i < 4; i++) {
        assert_int_equal(model->instances[i].class, CLASS_LOW);
        assert_int_equal(model->instances[i].gpu, i - 1);
        assert_int_equal(model->instances[i].apps, 1 << (i - 1));
        assert_string_equal(model->instances[i].slice, "whole");
        assert_int_equal(model->gpu_instances[model->gpus[i - 1].first_instance], i);
    }
    assert_int_equal(model->apps[1].n_all, 2);
    assert_int_equal(model->apps[1].all[0], 0);
    assert_int_equal(model->apps[1].n_low, 1);
    assert_int_equal(model->apps[1].low[0], 2);
    assert_int_equal(model->apps[1].n_high, 1);
    assert_int_equal(model->apps[1].high[0], 0);
    assert_true(model->gpus[3].idle_w == 55 && model->gpus[0].idle_w == 25);
}

FACT_IN(costs_are_the_profile, carbondis, release)
{
    DEFER(model_leave) struct model *model = build();
    const struct model_cost *high = model_cost_of(model, 2, 0), *low = model_cost_of(model, 2, 3);
    assert_null(model_cost_of(model, 2, 1)->latency_ns);
    assert_true(isnan(model_cost_of(model, 2, 1)->accuracy));
    assert_int_equal(high->batch_max, 128);
    for (int batch = 1; batch <= 128; batch++) {
        assert_int_equal(low->latency_ns[batch], (10 + 2 * batch) * NS_PER_MS);
        assert_int_equal(high->latency_ns[batch], (10 + batch) * NS_PER_MS / 2);
        assert_true(low->power_w[batch] == 60 + batch / 4.0);
        assert_true(high->power_w[batch] == 120 + batch);
        assert_int_equal(low->provenance[batch], PROVENANCE_MEASURED);
    }
    assert_true(low->accuracy == 0.75);
}

FACT_IN(profile_scale_reaches_the_low_class, carbondis, release)
{
    fixture_set(&scenario, "profile_scale.job2=2");
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model_cost_of(model, 1, 2)->latency_ns[1], 24 * NS_PER_MS);
    assert_int_equal(model_cost_of(model, 1, 0)->latency_ns[10], 10 * NS_PER_MS);
    assert_int_equal(model_cost_of(model, 0, 1)->latency_ns[1], 12 * NS_PER_MS);
}

FACT_IN(profile_scale_high_reaches_the_high_class, carbondis, release)
{
    fixture_set(&scenario, "profile_scale.job2.high=3");
    assert_true(scenario.apps[1].profile_scale == 1 && scenario.apps[1].profile_scale_high == 3);
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model_cost_of(model, 1, 2)->latency_ns[1], 12 * NS_PER_MS);
    assert_int_equal(model_cost_of(model, 1, 0)->latency_ns[10], 30 * NS_PER_MS);
    assert_int_equal(model_cost_of(model, 0, 0)->latency_ns[10], 10 * NS_PER_MS);
}

static void pod(struct gpu *gpu, const char *slice, int app)
{
    strcpy(gpu->pods[gpu->n_pods].slice, slice);
    gpu->pods[gpu->n_pods++].app = app;
}

/* gpu0 in slices (one empty), gpu1 time-shared: without classes profile_scale is for modelled rows. */
FACT_IN(slices_and_seats_are_instances, plain, release)
{
    struct gpu *gpus = scenario.fleets[0].gpus;
    gpus[0].policy[LAYER_SHARE] = POLICY_MIG;
    pod(&gpus[0], "4g", 1);
    pod(&gpus[0], "2g", -1);
    pod(&gpus[0], "1g", 0);
    gpus[1].policy[LAYER_SHARE] = POLICY_TMUX_TF;
    pod(&gpus[1], "whole", 0);
    pod(&gpus[1], "whole", 1);
    scenario.apps[0].profile_scale = 2;
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->n_instances, 4);
    assert_int_equal(model->gpus[0].n_instances, 2);
    assert_int_equal(model->gpus[1].first_instance, 2);
    assert_string_equal(model->instances[1].slice, "1g");
    assert_int_equal(model->instances[1].slot, 2);
    assert_int_equal(model->instances[1].apps, 1);
    assert_int_equal(model->gpus[0].share, POLICY_MIG);
    assert_int_equal(model->gpus[1].share, POLICY_TMUX_TF);
    assert_int_equal(model_cost_of(model, 1, 0)->latency_ns[2], ns_from_ms(6 * 7 / 4.0));
    assert_int_equal(model_cost_of(model, 0, 1)->latency_ns[2], 2 * 42 * NS_PER_MS); /* modelled: scaled */
    assert_int_equal(model_cost_of(model, 0, 2)->latency_ns[2], 6 * NS_PER_MS);      /* measured: not */
    assert_null(model_cost_of(model, 0, 0)->latency_ns);
    assert_int_equal(model_cost_of(model, 0, 1)->provenance[2], PROVENANCE_MODELLED);
    assert_int_equal(model->apps[0].n_all, 2);
}

FACT_IN(one_piece_is_whole_whatever_its_pod_is_called, plain, release)
{
    pod(&scenario.fleets[0].gpus[0], "7g", -1);
    pod(&scenario.fleets[0].gpus[1], "whole", 1);
    DEFER(model_leave) struct model *model = build();
    assert_string_equal(model->instances[0].slice, "whole");
    assert_int_equal(model->instances[0].apps, 3);
    assert_int_equal(model->instances[1].apps, 2);
}

/* "m1" has no rows for T4, "unit" has: the open T4 serves only the latter. */
FACT_IN(an_open_gpu_serves_those_with_a_profile, plain, release)
{
    strcpy(scenario.fleets[0].gpus[1].type, "T4");
    strcpy(scenario.apps[1].model, "unit");
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->instances[1].apps, 2);
    assert_int_equal(model->apps[0].n_all, 1);
    assert_int_equal(model->apps[1].n_all, 2);
    assert_int_equal(model_cost_of(model, 1, 1)->latency_ns[128], 100 * NS_PER_MS);
}

FACT_IN(history_is_what_came_before_the_start, carbondis, release)
{
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->trace_first, 6);
    assert_int_equal(model->history_n, 6);
    assert_true(model->history_sum == 1300);
    model_release(model);
    fixture_set(&scenario, "trace=gap"); /* 400 is missing */
    fixture_set(&scenario, "start=2022-01-01T06:59:59Z");
    model = build();
    assert_int_equal(model->trace_first, 6);
    assert_int_equal(model->history_n, 5);
    assert_true(model->history_sum == 900);
    model_release(model);
    fixture_set(&scenario, "start=2022-01-01");
    model = build();
    assert_int_equal(model->history_n, 0);
    assert_true(model->history_sum == 0);
}

/* The least of the legal widths with which the run fits 1,024 buckets, and just enough of them. */
FACT_IN(hours_choose_the_width, plain, release)
{
    static const int64_t widths_s[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600};
    static const double hours[] = {0.001, 1024.0 / 3600, 1025.0 / 3600, 1,     2.5, 4.17, 12, 24,
                                   48,    168,           512,           512.5, 1024};
    for (size_t k = 0; k < sizeof hours / sizeof hours[0]; k++) {
        scenario.hours = hours[k];
        DEFER(model_leave) struct model *model = build();
        double seconds = ns_to_s(model->horizon_ns);
        size_t w = 0;
        while (seconds > 1024.0 * (double)widths_s[w])
            w++;
        assert_true(fabs(seconds - hours[k] * 3600) < 1e-6);
        assert_int_equal(model->bucket_ns, widths_s[w] * NS_PER_S);
        assert_int_equal(model->n_buckets, (int)ceil(seconds / (double)widths_s[w]));
    }
}

static void expect_width(int seconds)
{
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->horizon_ns, NS_NEVER);
    assert_int_equal(model->n_buckets, 1024);
    assert_int_equal(model->bucket_ns, seconds * NS_PER_S);
}

/* Two apps, 1,000 requests each, every second: the last comes at 1,000 s, with 10 % more at 1,100 s. */
FACT_IN(without_hours_the_last_arrival_chooses_the_width, plain, release)
{
    fixture_set(&scenario, "arrivals=fixed-gap");
    expect_width(2);
    fixture_set(&scenario, "load=2");
    expect_width(1);
    fixture_set(&scenario, "load=1");
    assert_true(scenario_apply_at(&scenario, "500:load=2", &err)); /* the last at 750 s */
    expect_width(1);
    assert_true(scenario_apply_at(&scenario, "600:load=0.1", &err)); /* 300 left, 10 s each: 3,600 s */
    expect_width(5);
}

FACT_IN(served_kinds_are_bounded_by_their_work, plain, release)
{
    for (int a = 0; a < 2; a++) {
        strcpy(scenario.apps[a].model, "unit"); /* 100 ms */
        scenario.apps[a].arrivals.kind = ARRIVAL_BACKLOGGED;
    }
    expect_width(1); /* 200 s */
    scenario.apps[0].requests = 9000;
    expect_width(2); /* 1,000 s + 10 % */
    scenario.apps[1].arrivals.kind = ARRIVAL_CLOSED_LOOP;
    scenario.apps[1].arrivals.clients = 10;
    scenario.apps[1].arrivals.think_ms = 50000; /* 1,000 of them by ten clients: 5,000 s */
    expect_width(10);
}

FACT_IN(workloads_tell_their_number_of_requests, plain, release)
{
    scenario.apps[0].arrivals.kind = ARRIVAL_RATES;
    scenario.apps[0].arrivals.even = true;
    scenario.apps[0].requests = 0;
    strcpy(scenario.apps[0].arrivals.workload, "rates");
    scenario.apps[1].arrivals.kind = ARRIVAL_TRACE;
    strcpy(scenario.apps[1].arrivals.workload, "burst");
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->apps[0].requests, 720);
    assert_int_equal(model->apps[1].requests, 5);
    assert_int_equal(model->bucket_ns, 5 * NS_PER_S); /* an hour + 10 % */
    assert_true(model->exact_percentiles);
    model_release(model);
    scenario.hours = 1;
    model = build();
    assert_int_equal(model->apps[0].requests, INT64_MAX);
    assert_false(model->exact_percentiles);
}

FACT_IN(percentiles_are_exact_up_to_a_known_number, plain, release)
{
    scenario.hours = 1;
    scenario.apps[1].requests = 1 << 20;
    DEFER(model_leave) struct model *model = build();
    assert_true(model->exact_percentiles);
    model_release(model);
    scenario.apps[1].requests++;
    model = build();
    assert_false(model->exact_percentiles);
}

FACT_IN(embodied_carbon_is_never_guessed, carbondis, release)
{
    DEFER(model_leave) struct model *model = build();
    assert_true(fabs(model->gpus[3].embodied_g_per_s - 1e-3) < 1e-15);
    assert_true(isnan(model->gpus[0].embodied_g_per_s));
    assert_true(scenario_apply_at(&scenario, "60:embodied_multiplier=1", &err));
    expect_refusal(
        "/fleets/hetero/gpus/0/type",
        "embodied carbon is counted (embodied_multiplier is above 0), but no figure is known for P4");
    assert_true(scenario_apply_set(&scenario, "policy.route=highperf", &err)); /* A100 alone */
    model_release(build());
}

FACT_IN(missing_inputs_are_refused_with_their_place, carbondis, release)
{
    fixture_set(&scenario, "trace=mars");
    expect_refusal("/trace", "no trace 'mars'; `wattif list traces` shows them");
    fixture_sets(&scenario, "trace=steps", "start=2022-01-03");
    expect_refusal(
        "/start",
        "2022-01-03T00:00:00Z is outside trace 'steps', which spans 2022-01-01T00:00:00Z to 2022-01-03T00:00:00Z; choose another start or trace");
    fixture_set(&scenario, "start=2021-12-31T23:59:59Z");
    expect_refusal(
        "/start",
        "2021-12-31T23:59:59Z is outside trace 'steps', which spans 2022-01-01T00:00:00Z to 2022-01-03T00:00:00Z; choose another start or trace");
    fixture_set(&scenario, "trace=flat"); /* a constant holds at any time */
    model_release(build());
    strcpy(scenario.apps[2].model, "gpt9");
    expect_refusal("/apps/2/model", "no profile 'gpt9'; `wattif list profiles` shows them");
    strcpy(scenario.apps[2].model, "m1");
    strcpy(scenario.fleets[0].gpus[1].type, "H9000");
    expect_refusal("/fleets/hetero/gpus/1/type", "no GPU type 'H9000'");
    strcpy(scenario.fleets[0].gpus[1].type, "T4");
    expect_refusal("/apps/1/model", "profile 'm1' has no rows for T4, slice whole");
    strcpy(scenario.fleets[0].gpus[1].type, "P4");
    scenario.apps[1].batch.max = 129;
    expect_refusal("/apps/1/batch",
                   "batches go up to 129, but profile 'm1' on A100-40GB (whole) ends at 128");
    scenario.apps[1].batch.max = 128;
    scenario.apps[1].arrivals.kind = ARRIVAL_RATES;
    strcpy(scenario.apps[1].arrivals.workload, "burst");
    expect_refusal("/apps/1/arrivals/workload",
                   "workload 'burst' holds arrivals, not rates; use arrivals of kind 'arrivals'");
    scenario.apps[1].arrivals.kind = ARRIVAL_TRACE;
    strcpy(scenario.apps[1].arrivals.workload, "nine");
    expect_refusal("/apps/1/arrivals/workload", "no workload 'nine'; `wattif list workloads` shows them");
}

FACT_IN(what_does_not_fit_is_refused_with_its_place, plain, release)
{
    struct gpu *gpus = scenario.fleets[0].gpus;
    int route = scenario.policy[LAYER_ROUTE];
    scenario.policy[LAYER_ROUTE] = POLICY_CARBONDIS;
    expect_refusal(
        "/policies/route",
        "'carbondis' chooses between low-end and high-end GPUs, but fleet 'f' has no GPU of class low for app 'job1'");
    scenario.policy[LAYER_ROUTE] = route;
    gpus[0].owner = gpus[1].owner = 0;
    expect_refusal("/apps/1",
                   "no GPU of fleet 'f' can serve app 'job2': none is open to it with a profile of 'm1'");
    gpus[0].owner = gpus[1].owner = -1;
    strcpy(gpus[1].type, "P4");
    gpus[1].policy[LAYER_SHARE] = POLICY_MIG;
    pod(&gpus[1], "7g", 0);
    expect_refusal("/fleets/f/gpus/1/mig", "a P4 cannot be split into MIG slices");
    gpus[1].n_pods = 0;
    scenario.apps[0].requests = 100000000;
    expect_refusal(
        "/hours",
        "until every app has served its requests the run would last longer than 1,024 h, and the recording holds at most 1,024 buckets of 1 h; give it hours, or fewer requests");
}

FACT_IN(a_model_outlives_what_it_was_made_of, carbondis, release)
{
    struct model *model = build();
    assert_ptr_equal(model_retain(model), model);
    strcpy(scenario.apps[0].name, "renamed");
    fixture_set(&scenario, "cit=0.7");
    DEFER(model_leave) struct model *other = model_with_scenario(model, &scenario, fixture_catalog(), &err);
    assert_non_null(other);
    model_release(model);
    assert_string_equal(model->apps[0].name, "job1"); /* the second reference holds it */
    assert_true(model->scenario.number[KNOB_CIT] == 1);
    assert_true(other->scenario.number[KNOB_CIT] == 0.7);
    model_release(model);
    assert_true(other->trace.samples[2] == 300);
    model_release(NULL);
}

/* What seeds and knobs that are merely in force do not decide is compiled once, and stays with the last that
 * has it. */
FACT_IN(seeds_share_a_model, carbondis, release)
{
    struct model *first = build();
    scenario.seed++;
    DEFER(model_leave) struct model *shared = model_with_scenario(first, &scenario, fixture_catalog(), &err);
    DEFER(model_leave) struct model *own = build();
    scenario.seed++;
    DEFER(model_leave) struct model *third = model_with_scenario(shared, &scenario, fixture_catalog(), &err);
    assert_ptr_equal(shared->costs, first->costs);
    assert_ptr_equal(third->parts, first);
    model_release(first);
    for (int a = 0; a < own->n_apps; a++) {
        assert_int_equal(shared->apps[a].requests, own->apps[a].requests);
        assert_int_equal(shared->apps[a].drawn->at_ns[3], own->apps[a].drawn->at_ns[3]);
        assert_int_not_equal(shared->apps[a].arrival_key, third->apps[a].arrival_key);
    }
    assert_int_equal(shared->pools[0].router_key, own->pools[0].router_key);
    assert_int_equal(shared->bucket_ns, own->bucket_ns);
    fixture_set(&scenario, "cit=0.7");
    DEFER(model_leave) struct model *other = model_with_scenario(third, &scenario, fixture_catalog(), &err);
    assert_ptr_equal(other->costs, third->costs);
    fixture_set(&scenario, "slo_scale=2");
    DEFER(model_leave) struct model *anew = model_with_scenario(third, &scenario, fixture_catalog(), &err);
    assert_null(anew->parts);
}
