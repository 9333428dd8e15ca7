/* Clover in scenarios and models: what is refused and what is said then, how many GPUs there are and what the
 * accounting is called, and what a model knows of variants, slices, graphs and rates, against brute force. */
#include "engine/base/text.h"
#include "tests/support/one_scenario.h"

/* ---- a profile with four variants, best first, of which one is large ---- */

struct kind {
    const char *name;
    double accuracy, memory_gb;
};

static const struct kind four_kinds[] = {
    {"best", 0.9, 9}, {"good", 0.8, 4}, {"fair", 0.8, 4}, {"poor", 0.6, 1}};

enum { ROWS = 64 };
static struct profile_row rows[ROWS];
static struct profile_set set_of_rows = {.model = "four", .rows = rows};

static void make_profile(const struct kind *kinds, int n)
{
    set_of_rows.n = 0;
    for (int k = 0; k < n; k++)
        for (int s = 0; s < MIG_SLICES; s++) {
            struct profile_row *row = &rows[set_of_rows.n++];
            *row = (struct profile_row){.batch = 1,
                                        .clock_mhz = NAN,
                                        .latency_ms = 10 * (double)(k + 1),
                                        .power_w = 100,
                                        .accuracy = kinds[k].accuracy,
                                        .memory_gb = kinds[k].memory_gb,
                                        .provenance = PROVENANCE_MODELLED};
            text_copy(row->gpu, sizeof row->gpu, "A100-40GB");
            text_copy(row->slice, sizeof row->slice, mig_slice_names[s]);
            text_copy(row->variant, sizeof row->variant, kinds[k].name);
        }
}

/* ---- scenarios ---- */

/* n_apps apps on ten A100 that begin as BASE, under Clover. */
static void make(int n_apps, const char *model, const char *best)
{
    scenario_free(&scenario);
    scenario = sliced_scenario(n_apps, model, 1000, 1000, 10);
    scenario.hours = 2;
    scenario.policy[LAYER_CONFIGURE] = POLICY_CLOVER;
    scenario.number[KNOB_CLOVER_SCOPE] = n_apps > 1 ? CLOVER_PER_GPU : CLOVER_REPLICATED;
    for (int g = 0; g < 10; g++) {
        char text[96];
        snprintf(text, sizeof text, "mig.gpu%d=7g:job%d/%s", g, g % n_apps + 1, best);
        fixture_set(&scenario, text);
    }
}

static int one_app(void **state)
{
    make_profile(four_kinds, 4);
    make(1, "four", "best");
    return 0;
}

static void expect_sound(void)
{
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    assert_or(scenario_validate(&scenario, faults), "%s: %s", faults->kept[0].place, faults->kept[0].message);
}

static void expect_fault(const char *place, const char *message)
{
    DEFER(memory_leave) struct faults *faults = calloc(1, sizeof *faults);
    assert_or(!scenario_validate(&scenario, faults), "accepted: %s", message);
    assert_string_equal(faults->kept[0].message, message);
    assert_string_equal(faults->kept[0].place, place);
    assert_int_equal(faults->count, 1);
}

static struct model *build(void)
{
    expect_sound();
    struct model *model = model_create(&scenario, fixture_catalog_of(&set_of_rows, 1), &err);
    must(model, &err);
    return model;
}

static void expect_model_refused(const char *place, const char *message)
{
    assert_null(model_create(&scenario, fixture_catalog_of(&set_of_rows, 1), &err));
    assert_string_equal(err.message, message);
    assert_string_equal(err.place, place);
}

static void expect_edit_refused(const char *assignment, const char *message)
{
    assert_or(!scenario_apply_at(&scenario, assignment, &err), "accepted: %s", assignment);
    assert_string_equal(err.message, message);
}

static void expect_set_refused(const char *assignment, const char *message)
{
    assert_or(!scenario_apply_set(&scenario, assignment, &err), "accepted: %s", assignment);
    assert_string_equal(err.message, message);
}

/* ---- refusals ---- */

FACT_IN(gpus_must_be_cut_and_alike, one_app, release)
{
    struct gpu *gpu = &scenario.fleets[0].gpus[3];
    const char *place = "/fleets/f/gpus/3";
    expect_sound();
    text_copy(gpu->type, sizeof gpu->type, "P4");
    expect_fault(
        place,
        "clover cuts GPUs into MIG slices, and not 'gpu3': a P4 cannot be cut into MIG slices; of these it is known: A100-40GB, A100-80GB, H100-80GB, H100-NVL-94GB and H200-141GB");
    text_copy(gpu->type, sizeof gpu->type, "A100-80GB");
    expect_fault(
        "/fleets/f/gpus/3/type",
        "clover needs GPUs that are all alike, and 'gpu3' differs from 'gpu0' in type, clock or class; set gpus and clover.n_base to at most 3, or choose another fleet");
    scenario.clover.n_base = 3;
    fixture_set(&scenario, "gpus=3");
    expect_sound();
    fixture_set(&scenario, "gpus=10");
    scenario.clover.n_base = 0;
    text_copy(gpu->type, sizeof gpu->type, "A100-40GB");
    gpu->clock_mhz = 1000;
    expect_fault(
        "/fleets/f/gpus/3/type",
        "clover needs GPUs that are all alike, and 'gpu3' differs from 'gpu0' in type, clock or class; set gpus and clover.n_base to at most 3, or choose another fleet");
    gpu->clock_mhz = NAN;
    gpu->policy[LAYER_SHARE] = POLICY_DEDICATED;
    expect_fault(place,
                 "clover cuts GPUs into MIG slices, and not 'gpu3': the GPU's share is 'dedicated'; only "
                 "under 'mig' it can be cut into slices (\"share\": \"mig\" in policies)");
    gpu->policy[LAYER_SHARE] = -1;
    fixture_set(&scenario, "mig.gpu3=whole");
    expect_fault(
        place,
        "clover changes layouts of slices, and GPU 'gpu3' begins as a whole; give it one, as in mig.gpu3=7g:job1");
}

FACT_IN(every_scheme_asks_the_same, one_app, release)
{
    for (int id = 0; id < POLICY_COUNT; id++) {
        char message[256];
        if (policy_infos[id].layer != LAYER_CONFIGURE)
            continue;
        scenario.policy[LAYER_CONFIGURE] = id;
        scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
        expect_sound();
        scenario.policy[LAYER_ROUTE] = POLICY_LEAST_LOADED;
        snprintf(
            message, sizeof message,
            "%s needs the route fifo-pull, one queue that every idle slice takes the oldest request from; 'least-loaded' is another: set policy.route to fifo-pull",
            policy_infos[id].name);
        assert_int_equal(policy_is_clover((enum policy_id)id), id != POLICY_MANUAL);
        if (id == POLICY_MANUAL)
            expect_sound();
        else
            expect_fault("/policies/route", message);
    }
    assert_false(policy_is_clover(POLICY_FIFO_PULL));
}

/* What was turned without being validated is refused by the model, in the same words. */
FACT_IN(models_ask_as_well, one_app, release)
{
    fixture_set(&scenario, "policy.route=random-pod");
    expect_model_refused(
        "/policies/route",
        "clover needs the route fifo-pull, one queue that every idle slice takes the oldest request from; 'random-pod' is another: set policy.route to fifo-pull");
}

FACT_IN(loads_must_have_a_rate, one_app, release)
{
    scenario.apps[0].arrivals.kind = ARRIVAL_CLOSED_LOOP;
    expect_fault(
        "/apps/0/arrivals/kind",
        "clover measures energy against the rate of requests, and 'closed-loop' arrivals have none; give app 'job1' a rate, as exponential does");
}

FACT_IN(scopes_and_oracle, one_app, release)
{
    scenario.policy[LAYER_CONFIGURE] = POLICY_ORACLE;
    fixture_set(&scenario, "clover_scope=per-gpu");
    expect_fault(
        "/knobs/clover_scope",
        "oracle looks up layouts that every GPU repeats; of 10 GPUs each for itself there are too many: set clover_scope to replicated, or choose clover");
    fixture_set(&scenario, "gpus=1");
    expect_sound();
    make(3, "four", "best");
    expect_sound();
    fixture_set(&scenario, "clover_scope=replicated");
    expect_fault(
        "/knobs/clover_scope",
        "'replicated' gives every GPU the same layout of one app, and this scenario has 3 apps; set clover_scope to per-gpu");
    scenario.policy[LAYER_CONFIGURE] = POLICY_BASE;
    expect_sound();
    scenario.policy[LAYER_CONFIGURE] = POLICY_ORACLE;
    expect_fault(
        "/policies/configure",
        "oracle looks up layouts of one app, and this scenario has 3; choose clover or blover with clover_scope per-gpu");
    make(3, "four", "best");
    scenario.fleets[0].gpus[4].owner = 1;
    expect_fault("/fleets/f/gpus/4",
                 "clover gives every GPU to any app, and 'gpu4' belongs to app 'job2'; leave out its owner");
    make(9, "four", "best");
    expect_fault("/apps", "clover serves at most 8 apps, not 9");
}

FACT_IN(counts_of_gpus, one_app, release)
{
    scenario.clover.n_base = 11;
    expect_fault("/clover/n_base", "BASE cannot have 11 GPUs, because fleet 'f' has 10; it takes 1 to 10");
    make(3, "four", "best");
    scenario.clover.n_base = 2;
    expect_fault("/clover/n_base", "BASE gives every app a GPU of its own, and 2 are fewer than the 3 apps");
    scenario.clover.n_base = 10;
    fixture_set(&scenario, "gpus=2");
    expect_sound();
    scenario.policy[LAYER_CONFIGURE] = POLICY_CO2OPT;
    expect_fault("/knobs/gpus", "co2opt gives every app a GPU of its own, and 2 are fewer than the 3 apps");
}

FACT_IN(settings_have_ranges, one_app, release)
{
    const struct clover_settings sound = scenario.clover;
#define BREAK(member, value, message)                                                                        \
    scenario.clover.member = value;                                                                          \
    expect_fault("/clover/" #member, message);                                                               \
    scenario.clover = sound
    BREAK(n_base, -1, "n_base takes 0 to 128 GPUs, not -1");
    BREAK(c_base_ci, 0, "c_base_ci takes 0.001 to 100000 g/kWh, not 0");
    BREAK(trigger_pct, -1, "trigger_pct takes 0 to 1000 %, not -1");
    BREAK(window_s, 0, "window_s takes 0.1 to 3600 s, not 0");
    BREAK(settle_s, NAN, "settle_s takes 0 to 3600 s, not NaN");
    BREAK(run_s, 1e6, "run_s takes 0 to 86400 s, not 1000000");
    BREAK(misses, 0, "misses takes 1 to 255, not 0");
    BREAK(ged, 1, "ged takes 2 to 28, not 1");
#undef BREAK
    expect_sound();
}

FACT_IN(knobs_say_what_they_take, one_app, release)
{
    expect_set_refused("lambda=1.5", "lambda: 1.5 is out of range; it takes 0 to 1");
    expect_set_refused("accuracy_loss_pct=101",
                       "accuracy_loss_pct: 101 is out of range; it takes 0 to 100 %");
    expect_set_refused("clover_h=mine", "clover_h: 'mine' is neither adopted nor paper");
    expect_set_refused("clover_scope=all", "clover_scope: 'all' is neither replicated nor per-gpu");
    expect_set_refused("gpus=11",
                       "gpus: 11 is out of range; fleet 'f' has 10, so it takes a whole number of 1 to 10");
    expect_set_refused("gpus=2.5",
                       "gpus: 2.5 is out of range; fleet 'f' has 10, so it takes a whole number of 1 to 10");
    expect_edit_refused(
        "1h:clover_scope=per-gpu",
        "clover_scope is a start knob: it cannot change in mid-run; give it its value from the start: clover_scope=...");
    fixture_ats(&scenario, "1h:clover_h=paper", "1h:lambda=0.9", "1h:accuracy_loss_pct=0.4");
    expect_sound();
}

/* ---- edits ---- */

FACT_IN(edits_of_schemes, one_app, release)
{
    scenario.policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    assert_false(scenario_has_clover(&scenario));
    fixture_at(&scenario, "1h:policy.route=own-queue");
    expect_edit_refused(
        "30m:policy.configure=clover",
        "clover needs the route fifo-pull, one queue that every idle slice takes the oldest request from; 'own-queue' is another: set policy.route to fifo-pull");
    scenario_unedit(&scenario, 0);
    fixture_at(&scenario, "30m:policy.configure=clover");
    assert_true(scenario_has_clover(&scenario));
    expect_edit_refused(
        "1h:policy.route=own-queue",
        "policy.route: Clover needs fifo-pull, one queue that every idle slice takes the oldest request from; own-queue is another");
    fixture_ats(&scenario, "1h:policy.configure=manual", "1h:mig.gpu0=3g:job1/good,3g:-");
    DEFER(model_leave) struct model *model = build();
    assert_true(model->gpus[9].reconfigurable && model->pools->clover != NULL);
    fixture_set(&scenario, "clover_scope=per-gpu");
    expect_edit_refused(
        "1h:policy.configure=oracle",
        "oracle looks up layouts that every GPU repeats; of 10 GPUs each for itself there are too many: set clover_scope to replicated, or choose clover");
}

/* ---- an SLO that is BASE's ---- */

FACT_IN(slo_base, one_app, release)
{
    struct knob_ref ref = {.id = KNOB_SLO_MS, .scope = SCOPE_APP, .target = 0};
    char text[KNOB_TEXT_SIZE];
    scenario.policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    fixture_set(&scenario, "slo_ms.job1=base");
    assert_true(scenario.apps[0].slo_base && isnan(scenario.apps[0].slo_ms));
    struct knob_value value = knob_get(&scenario, ref);
    knob_format(ref, &value, text, sizeof text);
    assert_string_equal(text, "base");
    assert_true(knob_is_slo_base(ref, &value));
    assert_true(scenario_has_clover(&scenario));
    expect_edit_refused(
        "1h:slo_ms.job1=base",
        "slo_ms.job1: 'base' is measured before the run and holds from the start: slo_ms.job1=base");
    DEFER(model_leave) struct model *model = build();
    assert_non_null(model->pools->clover);
    assert_true(isnan(model_slo_ms(model, 0)));
    DEFER(derived_leave) struct derived *derived = calloc(1, sizeof *derived);
    derived->references = 1;
    derived->base.tail_ms[0] = 123;
    model->pools->derived = derived;
    assert_true(model_slo_ms(model, 0) == 123);
    assert_ptr_equal(derived_retain(derived), derived);
    model_release(model);
    assert_int_equal(derived->references, 1);
    derived_release(NULL);
    assert_null(derived_retain(NULL));
    scenario.policy[LAYER_ROUTE] = POLICY_ROUND_ROBIN;
    expect_fault(
        "/policies/route",
        "the SLO 'base' needs the route fifo-pull, one queue that every idle slice takes the oldest request from; 'round-robin' is another: set policy.route to fifo-pull");
    fixture_set(&scenario, "slo_ms.job1=50");
    assert_false(scenario.apps[0].slo_base);
    assert_false(scenario_has_clover(&scenario));
    expect_sound();
    model = build();
    assert_null(model->pools->clover);
    assert_true(model_slo_ms(model, 0) == 50);
}

/* ---- GPUs and accounting ---- */

static void expect_accounting(const char *expected)
{
    char text[96];
    scenario_accounting(&scenario, text, sizeof text);
    assert_string_equal(text, expected);
}

FACT_IN(accounting_is_named, one_app, release)
{
    expect_accounting("same fleet");
    scenario.clover.n_base = 10;
    expect_accounting("same fleet");
    fixture_set(&scenario, "gpus=2");
    expect_accounting("consolidated: 2 GPUs for the load of 10");
    fixture_set(&scenario, "gpus=1");
    expect_accounting("consolidated: 1 GPU for the load of 10");
    scenario.clover.n_base = 4;
    fixture_set(&scenario, "gpus=10");
    expect_accounting("expanded: 10 GPUs for the load of 4");
    fixture_set(&scenario, "gpus=4");
    expect_accounting("same fleet");
    scenario.policy[LAYER_CONFIGURE] = POLICY_MANUAL;
    expect_accounting("");
}

FACT_IN(gpus_cuts_the_fleet, one_app, release)
{
    struct knob_ref ref = {.id = KNOB_GPUS};
    assert_true(knob_get(&scenario, ref).number == 10);
    fixture_set(&scenario, "gpus=4");
    fixture_at(&scenario, "1h:mig.gpu3=7g:job1/good");
    assert_false(knob_resolve(&scenario, "mig.gpu4", &ref, &err));
    assert_string_equal(
        err.message,
        "mig.gpu4: GPU 'gpu4' is not in the run, which has the first 4 of fleet 'f' (knob gpus)");
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->n_gpus, 4);
    assert_int_equal(model->n_instances, 4 * MIG_CUT_SLICES);
    assert_int_equal(model->pools->clover->n_gpus, 4);
    for (int i = 0; i < model->n_instances; i++)
        assert_true(model->instances[i].gpu < 4);
    model_release(model);
    fixture_set(&scenario, "gpus=3");
    expect_fault("/edits/0/knob", "no such GPU in the run");
    fixture_set(&scenario, "gpus=10");
    assert_true(isnan(scenario.number[KNOB_GPUS])); /* the whole of whatever fleet */
    model = build();
    assert_int_equal(model->n_gpus, 10);
}

/* The fleet of a scenario that has nothing to do with Clover is cut as well, and owners with it. */
FACT_IN(gpus_without_clover, one_app, release)
{
    scenario_free(&scenario);
    scenario = plain_scenario(2, "m1", 1000, 1000, 3, "A100-40GB");
    scenario.fleets[0].gpus[2].owner = 1;
    fixture_set(&scenario, "gpus=2");
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->n_instances, 2);
    assert_int_equal(model->apps[1].n_all, 2);
    scenario.fleets[0].gpus[0].owner = scenario.fleets[0].gpus[1].owner = 0;
    assert_null(model_create(&scenario, fixture_catalog(), &err));
    assert_string_equal(err.place, "/apps/1");
}

/* Another fleet has other GPUs: as many as were asked for, or all that it has. */
FACT_IN(gpus_follow_the_fleet, one_app, release)
{
    scenario_free(&scenario);
    scenario = carbondis_scenario(3, 500, 1000); /* hetero has 4 GPUs, high and low 3 */
    fixture_sets(&scenario, "gpus=3", "policy.route=highperf");
    assert_int_equal(scenario_gpus(&scenario), 3);
    assert_true(isnan(scenario.number[KNOB_GPUS]));
    fixture_sets(&scenario, "gpus=2", "policy.route=own-queue");
    assert_int_equal(scenario_gpus(&scenario), 2);
    fixture_set(&scenario, "fleet=low");
    assert_int_equal(scenario_gpus(&scenario), 2);
    assert_true(scenario.number[KNOB_GPUS] == 2);
    expect_set_refused("gpus=4",
                       "gpus: 4 is out of range; fleet 'low' has 3, so it takes a whole number of 1 to 3");
}

/* ---- what the model knows ---- */

static const char *name_of(const struct model *model, int v)
{
    return model->variants[model->pools->clover->variants[v].variant].name;
}

FACT_IN(variants_stand_by_accuracy, one_app, release)
{
    static const char *const names[] = {"poor", "good", "fair", "best"}; /* equals as the profile has them */
    DEFER(model_leave) struct model *model = build();
    const struct model_clover *clover = model->pools->clover;
    assert_int_equal(clover->n_apps, 1);
    assert_int_equal(clover->rules.n_variants, 4);
    assert_int_equal(clover->apps[0].n, 4);
    assert_true(clover->apps[0].base_accuracy == 0.9);
    assert_true(clover->apps[0].rate_hz == 1);
    assert_true(clover->replicated);
    for (int v = 0; v < 4; v++) {
        assert_string_equal(name_of(model, v), names[v]);
        for (int s = 0; s < MIG_SLICES; s++) {
            int place = model_place_on(model, 7, (enum mig_slice)s, clover->variants[v].variant);
            bool fits = v < 3 || s >= MIG_2G; /* 9 GB; a 1g has 5, a 2g 10 */
            assert_int_equal(clover->rules.fits[v][s], fits);
            assert_int_equal(model_cost_of(model, 0, place)->latency_ns != NULL, fits);
        }
    }
}

/* Brute force: every cut, every variant on each of its slices, as a set. */
struct found {
    struct graph graphs[4096];
    int n;
};

static void try_slices(struct found *found, const struct graph_rules *rules, const struct mig_cut *cut,
                       int slice, int used, struct graph graph)
{
    while (slice < MIG_SLICES && used == cut->count[slice]) {
        slice++;
        used = 0;
    }
    if (slice == MIG_SLICES) {
        for (int g = 0; g < found->n; g++)
            if (graph_equal(&found->graphs[g], &graph))
                return;
        found->graphs[found->n++] = graph;
        return;
    }
    for (int v = 0; v < rules->n_variants; v++) {
        struct graph more = graph;
        more.count[v][slice]++;
        if (rules->fits[v][slice])
            try_slices(found, rules, cut, slice, used + 1, more);
    }
}

FACT_IN(graphs_are_all_of_one_gpu, one_app, release)
{
    DEFER(model_leave) struct model *model = build();
    const struct model_clover *clover = model->pools->clover;
    DEFER(memory_leave) struct found *found = calloc(1, sizeof *found);
    for (int cut = 0; cut < MIG_CUTS; cut++)
        try_slices(found, &clover->rules, &mig_cuts[cut], 0, 0, (struct graph){0});
    assert_int_equal(clover->n_graphs, found->n);
    for (int g = 0; g < clover->n_graphs; g++) {
        bool known = false;
        for (int k = 0; k < found->n; k++)
            known = known || graph_equal(&clover->graphs[g], &found->graphs[k]);
        assert_true(known);
    }
    struct graph base = {0}, co2opt = {0};
    base.count[3][MIG_7G] = 1;
    co2opt.count[0][MIG_1G] = 7;
    assert_true(graph_equal(&clover->apps[0].fixed[FIXED_BASE], &base));
    assert_true(graph_equal(&clover->apps[0].fixed[FIXED_CO2OPT], &co2opt));
}

/* Where the smallest does not fit a 1g, CO2OPT takes the finest cut without one: 2g 2g 3g. */
FACT_IN(co2opt_where_the_smallest_is_large, one_app, release)
{
    static const struct kind kinds[] = {{"best", 0.9, 15}, {"small", 0.5, 8}};
    make_profile(kinds, 2);
    DEFER(model_leave) struct model *model = build();
    const struct graph *co2opt = &model->pools->clover->apps[0].fixed[FIXED_CO2OPT];
    assert_int_equal(co2opt->count[0][MIG_2G], 2);
    assert_int_equal(co2opt->count[0][MIG_3G], 1);
    assert_int_equal(graph_size(co2opt), 3);
}

FACT_IN(a_variant_that_fits_nowhere_is_left_out, one_app, release)
{
    static const struct kind kinds[] = {{"huge", 1, 41}, {"best", 0.9, 4}};
    make_profile(kinds, 2);
    DEFER(model_leave) struct model *model = build();
    assert_int_equal(model->pools->clover->rules.n_variants, 1);
    assert_string_equal(name_of(model, 0), "best");
    assert_int_equal(model->pools->clover->n_graphs, MIG_CUTS);
}

FACT_IN(profiles_must_say_enough, one_app, release)
{
    static const struct kind blind[] = {{"best", 0.9, 1}, {"dark", NAN, 1}};
    struct kind many[GRAPH_VARIANTS_MAX - 4];
    char names[GRAPH_VARIANTS_MAX - 4][16];
    make_profile(blind, 2);
    expect_model_refused(
        "/apps/0/model",
        "profile 'four' gives variant 'dark' no accuracy, which Clover weighs against carbon; add it to the profile");
    make_profile(four_kinds, 4);
    text_copy(rows[MIG_7G].slice, sizeof rows[0].slice, "whole");
    text_copy(scenario.fleets[0].gpus[0].pods[0].variant, sizeof scenario.fleets[0].gpus[0].pods[0].variant,
              "good");
    for (int g = 0; g < 10; g++)
        text_copy(scenario.fleets[0].gpus[g].pods[0].variant, 24, "good");
    expect_model_refused(
        "/apps/0/model",
        "BASE runs variant 'best' of profile 'four' on whole GPUs, but the profile has no rows for slice 7g of A100-40GB");
    static const struct kind two[] = {{"best", 0.9, 1}, {"lone", 0.5, 1}};
    make_profile(two, 2);
    for (int s = 0; s < MIG_SLICES; s++)
        if (s != MIG_4G) /* beside a 4g there is always another slice */
            text_copy(rows[MIG_SLICES + s].gpu, sizeof rows[0].gpu, "T4");
    for (int g = 0; g < 10; g++)
        text_copy(scenario.fleets[0].gpus[g].pods[0].variant, 24, "best");
    model_release(build());
    fixture_at(&scenario, "60:policy.configure=co2opt");
    expect_model_refused(
        "/apps/0/model",
        "CO2OPT cuts a GPU into slices that all run variant 'lone' of profile 'four', but there is no such cut of A100-40GB: the profile has no rows for its slices, or they lack the memory");
    scenario_unedit(&scenario, 0);
    for (int g = 0; g < 10; g++)
        text_copy(scenario.fleets[0].gpus[g].pods[0].variant, 24, "good");
    for (int k = 0; k < GRAPH_VARIANTS_MAX - 4; k++) {
        snprintf(names[k], sizeof names[k], "v%d", k);
        many[k] = (struct kind){k == 0 ? "good" : names[k], 1 + k, 1};
    }
    make_profile(many, GRAPH_VARIANTS_MAX - 4);
    expect_model_refused(
        "/apps/0/model",
        "profile 'four' has 12 variants, which can be put on a GPU in more than 65536 ways; use one with fewer");
}

/* Two apps on one profile: its variants twice, and no table of graphs. */
FACT_IN(several_apps, one_app, release)
{
    make(3, "four", "best");
    scenario.apps[0].arrivals.mean_gap_ms = 250;
    scenario.apps[1].arrivals = (struct arrivals){.kind = ARRIVAL_RATES, .scale = 0.5};
    text_copy(scenario.apps[1].arrivals.workload, 64, "rates"); /* 2, 0 and 10 a second */
    scenario.apps[2].arrivals = (struct arrivals){.kind = ARRIVAL_TRACE, .scale = 1};
    text_copy(scenario.apps[2].arrivals.workload, 64, "burst"); /* five within an hour */
    struct model *model = build();
    const struct model_clover *clover = model->pools->clover;
    assert_int_equal(clover->rules.n_variants, 12);
    for (int a = 0; a < 3; a++) {
        assert_int_equal(clover->apps[a].first, 4 * a);
        assert_int_equal(clover->apps[a].n, 4);
        assert_int_equal(clover->variants[4 * a + 3].app, a);
        assert_string_equal(name_of(model, 4 * a + 3), "best");
    }
    assert_true(clover->apps[0].rate_hz == 4 && clover->apps[1].rate_hz == 2);
    assert_true(fabs(clover->apps[2].rate_hz - 5 / 3600.0) < 1e-15);
    assert_int_equal(clover->n_graphs, 0);
    for (int a = 0; a < 3; a++) {
        assert_int_equal(clover->apps[a].fixed[FIXED_BASE].count[4 * a + 3][MIG_7G], 1);
        assert_int_equal(clover->apps[a].fixed[FIXED_CO2OPT].count[4 * a][MIG_1G], 7);
        assert_int_equal(graph_size(&clover->apps[a].fixed[FIXED_CO2OPT]), 7);
    }
    assert_false(clover->replicated);
    model_release(model);
    make(5, "four", "best");
    expect_model_refused(
        "/apps/4/model",
        "the apps have more than 16 variants together, which is as many as Clover's graph holds; use profiles with fewer");
}

/* Knobs of Clover are listed where a GPU can be cut, or where they were turned. */
static bool count_clover(void *context, struct knob_ref ref)
{
    *(int *)context += ref.id == KNOB_LAMBDA || ref.id == KNOB_ACCURACY_LOSS_PCT || ref.id == KNOB_CLOVER_H ||
                       ref.id == KNOB_CLOVER_SCOPE || ref.id == KNOB_GPUS;
    return true;
}

static int listed(void)
{
    int n = 0;
    knob_each(&scenario, count_clover, &n);
    return n;
}

FACT_IN(knobs_are_listed_where_they_matter, one_app, release)
{
    assert_int_equal(listed(), 5);
    scenario_free(&scenario);
    scenario = carbondis_scenario(3, 500, 1000);
    assert_int_equal(listed(), 0);
    fixture_set(&scenario, "lambda=0.1");
    assert_int_equal(listed(), 1);
    fixture_sets(&scenario, "gpus=3", "clover_h=paper", "clover_scope=per-gpu", "accuracy_loss_pct=1");
    assert_int_equal(listed(), 5);
}
