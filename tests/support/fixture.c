/* A catalogue over tables in memory, built on the first call, and small scenarios on it. */
#include "tests/support/fixture.h"

#include "engine/base/text.h"
#include "engine/explore/result.h"

enum { START_2022_S = 1640995200, HOURS = 48, BATCHES = 128, ROWS_MAX = 4096 };

static const double day_of_steps[] = {100, 200, 300, 400, 200, 100};

static double flat_samples[] = {200};
static double steps_samples[HOURS], gap_samples[HOURS];

static struct carbon_trace traces[] = {
    {.name = "flat",
     .title = "Flat",
     .start_s = START_2022_S,
     .step_s = 3600,
     .n = 1,
     .samples = flat_samples},
    {.name = "steps",
     .title = "Steps",
     .start_s = START_2022_S,
     .step_s = 3600,
     .n = HOURS,
     .samples = steps_samples},
    {.name = "gap",
     .title = "Steps with a gap",
     .start_s = START_2022_S,
     .step_s = 3600,
     .n = HOURS,
     .missing = 1,
     .samples = gap_samples},
};

static const struct device_type devices[] = {
    {.name = "P4",
     .memory_gb = 8,
     .idle_power_w = 25,
     .power_limit_w = 75,
     .embodied_kg = NAN,
     .lifetime_s = 157680000,
     .ha_w_per_k = NAN,
     .alpha_per_s = NAN},
    {.name = "T4",
     .memory_gb = 16,
     .idle_power_w = 30,
     .power_limit_w = 70,
     .embodied_kg = 15.768,
     .lifetime_s = 157680000,
     .ha_w_per_k = NAN,
     .alpha_per_s = NAN},
    {.name = "A100-40GB",
     .memory_gb = 40,
     .idle_power_w = 55,
     .power_limit_w = 400,
     .embodied_kg = 157.68, /* 1 mg a second */
     .lifetime_s = 157680000,
     .ha_w_per_k = 13,
     .alpha_per_s = 0.51,
     .mig = true},
};

static struct profile_row m1_rows[ROWS_MAX], unit_rows[ROWS_MAX], mixed_rows[ROWS_MAX];
static struct profile_set profiles[] = {{.model = "m1", .rows = m1_rows},
                                        {.model = "unit", .rows = unit_rows},
                                        {.model = "mixed", .rows = mixed_rows}};

static int64_t burst_ns[] = {0, 1000000, 1000000, 500000000, 3600000000000};
static int32_t burst_batch[] = {1, 2, 4, 8, 16};
static double two_rates[] = {2, 0, 10};
static const struct workload workloads[] = {
    {.name = "burst", .kind = WORKLOAD_ARRIVALS, .n = 5, .arrival_ns = burst_ns, .batch = burst_batch},
    {.name = "rates", .kind = WORKLOAD_RATES, .n = 3, .step_ns = 60000000000, .rate = two_rates},
};

#define FIND(table, key, name_)                                                                              \
    for (size_t k = 0; k < sizeof(table) / sizeof(table)[0]; k++)                                            \
        if (strcmp((table)[k].key, name_) == 0)                                                              \
            return &(table)[k];

static const struct carbon_trace *find_trace(void *context, const char *name, struct error *error)
{
    FIND(traces, name, name)
    error_set(error, ERROR_INPUT, NULL, "no trace '%s'; `wattif list traces` shows them", name);
    return NULL;
}

static const struct profile_set *find_profile(void *context, const char *model, struct error *error)
{
    FIND(profiles, model, model)
    error_set(error, ERROR_INPUT, NULL, "no profile '%s'; `wattif list profiles` shows them", model);
    return NULL;
}

static const struct workload *find_workload(void *context, const char *name, struct error *error)
{
    FIND(workloads, name, name)
    error_set(error, ERROR_INPUT, NULL, "no workload '%s'; `wattif list workloads` shows them", name);
    return NULL;
}

static const struct device_type *find_device(void *context, const char *name, struct error *error)
{
    FIND(devices, name, name)
    error_set(error, ERROR_INPUT, NULL, "no GPU type '%s'", name);
    return NULL;
}

static void add_rows(struct profile_set *set, const char *gpu, const char *slice, enum provenance provenance,
                     double (*latency_ms)(int batch), double (*power_w)(int batch), int sevenths,
                     double idle_w)
{
    for (int batch = 1; batch <= BATCHES; batch++) {
        struct profile_row *row = &set->rows[set->n++];
        *row = (struct profile_row){.batch = batch,
                                    .clock_mhz = NAN,
                                    .latency_ms = latency_ms(batch) * 7 / sevenths,
                                    .power_w = idle_w + (power_w(batch) - idle_w) * sevenths / 7,
                                    .accuracy = 0.75,
                                    .memory_gb = 1,
                                    .provenance = provenance};
        text_copy(row->gpu, sizeof row->gpu, gpu);
        text_copy(row->slice, sizeof row->slice, slice);
    }
}

static double m1_p4_ms(int batch)
{
    return 10 + 2.0 * batch;
}
static double m1_p4_w(int batch)
{
    return 60 + batch / 4.0;
}
static double m1_a100_ms(int batch)
{
    return 5 + 0.5 * batch;
}
static double m1_a100_w(int batch)
{
    return 120.0 + batch;
}
static double unit_ms(int batch)
{
    return 100;
}
static double unit_p4_w(int batch)
{
    return 75;
}
static double unit_t4_w(int batch)
{
    return 80;
}
static double unit_a100_w(int batch)
{
    return 155;
}

static double small_ms(int batch)
{
    return 14;
}
static double small_w(int batch)
{
    return 100;
}
static double large_ms(int batch)
{
    return 42;
}

static void add_variant(struct profile_set *set, const char *gpu, const char *slice, int sevenths, bool large)
{
    size_t first = set->n;
    add_rows(set, gpu, slice, PROVENANCE_MODELLED, large ? large_ms : small_ms, large ? unit_a100_w : small_w,
             sevenths, 55);
    for (size_t k = first; k < set->n; k++) {
        struct profile_row *row = &set->rows[k];
        text_copy(row->variant, sizeof row->variant, large ? "large" : "small");
        row->accuracy = large ? 0.9 : 0.7;
        row->memory_gb = large ? 6 : 2;
    }
}

const struct catalog *fixture_catalog(void)
{
    static const struct catalog catalog = {
        .trace = find_trace, .profile = find_profile, .workload = find_workload, .device = find_device};
    if (profiles[0].n == 0) {
        static const int slices[] = {1, 2, 3, 4, 7};
        struct profile_set *m1 = &profiles[0], *unit = &profiles[1], *mixed = &profiles[2];
        char slice[12];
        for (int k = 0; k < HOURS; k++)
            steps_samples[k] = gap_samples[k] = day_of_steps[k % 6];
        gap_samples[3] = NAN;
        add_rows(m1, "P4", "whole", PROVENANCE_MEASURED, m1_p4_ms, m1_p4_w, 7, 0);
        add_rows(m1, "A100-40GB", "whole", PROVENANCE_MEASURED, m1_a100_ms, m1_a100_w, 7, 0);
        add_rows(unit, "P4", "whole", PROVENANCE_MEASURED, unit_ms, unit_p4_w, 7, 0);
        add_rows(unit, "T4", "whole", PROVENANCE_MEASURED, unit_ms, unit_t4_w, 7, 0);
        add_rows(unit, "A100-40GB", "whole", PROVENANCE_MEASURED, unit_ms, unit_a100_w, 7, 0);
        add_variant(mixed, "P4", "whole", 7, false);
        add_variant(mixed, "A100-40GB", "whole", 7, false);
        add_variant(mixed, "A100-40GB", "whole", 7, true);
        for (size_t k = 0; k < sizeof slices / sizeof slices[0]; k++) {
            snprintf(slice, sizeof slice, "%dg", slices[k]);
            add_rows(m1, "A100-40GB", slice, PROVENANCE_MODELLED, m1_a100_ms, m1_a100_w, slices[k], 55);
            add_rows(unit, "A100-40GB", slice, PROVENANCE_MODELLED, unit_ms, unit_a100_w, slices[k], 55);
            add_variant(mixed, "A100-40GB", slice, slices[k], false);
            add_variant(mixed, "A100-40GB", slice, slices[k], true);
        }
    }
    return &catalog;
}

static const struct profile_set *own_sets;
static size_t n_own_sets;

static const struct profile_set *find_own(void *context, const char *model, struct error *error)
{
    for (size_t k = 0; k < n_own_sets; k++)
        if (strcmp(own_sets[k].model, model) == 0)
            return &own_sets[k];
    return find_profile(context, model, error);
}

const struct catalog *fixture_catalog_of(const struct profile_set *sets, size_t n)
{
    static struct catalog catalog;
    catalog = *fixture_catalog();
    catalog.profile = find_own;
    own_sets = sets;
    n_own_sets = n;
    return &catalog;
}

static void add_apps(struct scenario *scenario, int n, const char *model, double mean_gap_ms,
                     int64_t requests)
{
    scenario->n_apps = n;
    scenario->apps = calloc((size_t)n, sizeof *scenario->apps);
    for (int a = 0; a < n; a++) {
        struct app *app = &scenario->apps[a];
        fields_init(&app_fields, app);
        snprintf(app->name, sizeof app->name, "job%d", a + 1);
        text_copy(app->model, sizeof app->model, model);
        app->requests = requests;
        app->arrivals.mean_gap_ms = mean_gap_ms;
    }
}

static struct fleet *add_fleet(struct scenario *scenario, const char *name, int n_gpus)
{
    struct fleet *fleet = &scenario->fleets[scenario->n_fleets++];
    text_copy(fleet->name, sizeof fleet->name, name);
    fleet->gpus = calloc((size_t)n_gpus, sizeof *fleet->gpus);
    return fleet;
}

static void add_gpu(struct fleet *fleet, const char *name, const char *type, enum gpu_class class, int owner)
{
    struct gpu *gpu = &fleet->gpus[fleet->n_gpus++];
    fields_init(&gpu_fields, gpu);
    text_copy(gpu->name, sizeof gpu->name, name);
    text_copy(gpu->type, sizeof gpu->type, type);
    gpu->class = class;
    gpu->owner = owner;
}

/* One GPU of this type for each app. */
static void add_owned(struct fleet *fleet, const char *prefix, const char *type, enum gpu_class class, int n)
{
    char name[32];
    for (int a = 0; a < n; a++) {
        snprintf(name, sizeof name, "%s%d", prefix, a + 1);
        add_gpu(fleet, name, type, class, a);
    }
}

static struct scenario start_scenario(const char *name, const char *trace, int fleets)
{
    struct scenario scenario;
    scenario_init(&scenario);
    text_copy(scenario.name, sizeof scenario.name, name);
    text_copy(scenario.trace, sizeof scenario.trace, trace);
    scenario.start_s = START_2022_S;
    scenario.seed = 1;
    scenario.fleets = calloc((size_t)fleets, sizeof *scenario.fleets);
    return scenario;
}

struct scenario plain_scenario(int n_apps, const char *model, double mean_gap_ms, int64_t requests,
                               int n_gpus, const char *gpu_type)
{
    char name[32];
    struct scenario scenario = start_scenario("fixture", "flat", 1);
    scenario.policy[LAYER_ROUTE] = POLICY_OWN_QUEUE;
    add_apps(&scenario, n_apps, model, mean_gap_ms, requests);
    struct fleet *fleet = add_fleet(&scenario, "f", n_gpus);
    for (int g = 0; g < n_gpus; g++) {
        snprintf(name, sizeof name, "gpu%d", g);
        add_gpu(fleet, name, gpu_type, CLASS_NONE, -1);
    }
    return scenario;
}

void fixture_pods(struct gpu *gpu, const char *slices, int first, int step)
{
    for (gpu->n_pods = 0; *slices; gpu->n_pods++) {
        struct pod *pod = &gpu->pods[gpu->n_pods];
        *pod = (struct pod){.app = first + step * gpu->n_pods};
        size_t n = strcspn(slices, " ");
        memcpy(pod->slice, slices, n);
        slices += n + (slices[n] == ' ');
    }
}

struct scenario sliced_scenario(int n_apps, const char *model, double mean_gap_ms, int64_t requests,
                                int n_gpus)
{
    struct scenario scenario = plain_scenario(n_apps, model, mean_gap_ms, requests, n_gpus, "A100-40GB");
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    return scenario;
}

struct scenario cut_gpu_scenario(void)
{
    struct scenario scenario = plain_scenario(1, "mixed", 1000, 1000, 1, "A100-40GB");
    scenario.policy[LAYER_SHARE] = POLICY_MIG;
    scenario.policy[LAYER_ROUTE] = POLICY_FIFO_PULL;
    scenario.apps[0].arrivals.kind = ARRIVAL_FIXED_GAP;
    text_copy(scenario.apps[0].variant, sizeof scenario.apps[0].variant, "small");
    scenario.hours = 120.0 / 3600;
    return scenario;
}

struct scenario carbondis_scenario(int n_apps, double mean_gap_ms, int64_t requests)
{
    struct scenario scenario = start_scenario("fixture-carbondis", "steps", 3);
    scenario.policy[LAYER_ROUTE] = POLICY_CARBONDIS;
    scenario.start_s = START_2022_S + 6 * 3600;
    add_apps(&scenario, n_apps, "m1", mean_gap_ms, requests);
    for (int a = 0; a < n_apps; a++) {
        struct app *app = &scenario.apps[a];
        app->slo_ms = 150;
        app->arrivals.kind = ARRIVAL_POISSON_GAP;
        app->batch = (struct batches){.kind = BATCH_NORMAL, .mean = 20, .sd = 10, .min = 1, .max = BATCHES};
    }
    struct fleet *hetero = add_fleet(&scenario, "hetero", n_apps + 1);
    add_owned(hetero, "low", "P4", CLASS_LOW, n_apps);
    add_gpu(hetero, "high", "A100-40GB", CLASS_HIGH, -1);
    add_owned(add_fleet(&scenario, "high", n_apps), "high", "A100-40GB", CLASS_HIGH, n_apps);
    add_owned(add_fleet(&scenario, "low", n_apps), "low", "P4", CLASS_LOW, n_apps);
    return scenario;
}

static void pooled_app(struct scenario *scenario, const char *name, const char *model, int pool)
{
    struct app *app = &scenario->apps[scenario->n_apps++];
    fields_init(&app_fields, app);
    text_copy(app->name, sizeof app->name, name);
    text_copy(app->model, sizeof app->model, model);
    app->arrivals.mean_gap_ms = 500;
    app->pool = pool;
}

static struct gpu *pooled_gpu(struct fleet *fleet, const char *name, const char *type, int pool)
{
    struct gpu *gpu = &fleet->gpus[fleet->n_gpus];
    add_gpu(fleet, name, type, CLASS_NONE, -1);
    gpu->pool = pool;
    return gpu;
}

struct scenario pools_scenario(void)
{
    static const char *const names[] = {"serving", "vision", "talk"};
    static const int policies[][3] = {{POLICY_CLOVER, POLICY_FIFO_PULL, POLICY_MIG},
                                      {POLICY_MANUAL, POLICY_CARBONDIS, POLICY_DEDICATED},
                                      {POLICY_MANUAL, POLICY_OWN_QUEUE, POLICY_TMUX_TF}};
    struct scenario scenario = start_scenario("fixture-pools", "steps", 1);
    scenario.hours = 1;
    scenario.pools = calloc(3, sizeof *scenario.pools);
    for (; scenario.n_pools < 3; scenario.n_pools++) {
        struct pool *pool = &scenario.pools[scenario.n_pools];
        fields_init(&pool_fields, pool);
        text_copy(pool->name, sizeof pool->name, names[scenario.n_pools]);
        pool->policy[LAYER_CONFIGURE] = policies[scenario.n_pools][0];
        pool->policy[LAYER_ROUTE] = policies[scenario.n_pools][1];
        pool->policy[LAYER_SHARE] = policies[scenario.n_pools][2];
    }
    scenario.apps = calloc(5, sizeof *scenario.apps);
    pooled_app(&scenario, "images", "mixed", 0);
    pooled_app(&scenario, "job1", "m1", 1);
    pooled_app(&scenario, "job2", "m1", 1);
    pooled_app(&scenario, "chat", "unit", 2);
    pooled_app(&scenario, "speech", "unit", 2);
    struct fleet *fleet = add_fleet(&scenario, "f", 6);
    for (int k = 0; k < 2; k++) {
        struct gpu *gpu = pooled_gpu(fleet, k ? "a1" : "a0", "A100-40GB", 0);
        gpu->pods[gpu->n_pods++] = (struct pod){.slice = "7g", .variant = "large"};
    }
    for (int k = 0; k < 2; k++) {
        struct gpu *gpu = pooled_gpu(fleet, k ? "low2" : "low1", "P4", 1);
        gpu->class = CLASS_LOW;
        gpu->owner = 1 + k;
    }
    pooled_gpu(fleet, "high", "A100-40GB", 1)->class = CLASS_HIGH;
    pooled_gpu(fleet, "t0", "T4", 2);
    return scenario;
}

struct scenario turns_scenario(int n_apps, enum policy_id share, const int32_t *batches)
{
    struct scenario scenario = plain_scenario(n_apps, "m1", 1000, 1, 1, "A100-40GB");
    struct gpu *gpu = &scenario.fleets[0].gpus[0];
    scenario.policy[LAYER_SHARE] = (int)share;
    scenario.hours = 1.0 / 12;
    gpu->n_pods = n_apps;
    for (int a = 0; a < n_apps; a++) {
        struct app *app = &scenario.apps[a];
        gpu->pods[a] = (struct pod){.slice = "whole", .app = a};
        app->requests = 0;
        app->arrivals = (struct arrivals){.kind = ARRIVAL_BACKLOGGED};
        app->batch = (struct batches){.kind = BATCH_FIXED, .mean = batches[a], .min = 1, .max = 128};
    }
    return scenario;
}

struct model *fixture_model(const struct scenario *scenario)
{
    struct model *model = model_create(scenario, fixture_catalog(), &err);
    must(model, &err);
    return model;
}

/* What DEFER(model_leave) and the like do. */
#define LEAVES(what, let_go)                                                                                 \
    void what##_leave(struct what **what)                                                                    \
    {                                                                                                        \
        let_go(*what);                                                                                       \
    }
LEAVES(derived, derived_release)
LEAVES(job, job_release)
LEAVES(jobs, jobs_free)
LEAVES(model, model_release)
LEAVES(recording, recording_free)
LEAVES(result, result_release)
LEAVES(shelf, shelf_free)
LEAVES(run, run_free)

void fixture_set(struct scenario *scenario, const char *assignment)
{
    must(scenario_apply_set(scenario, assignment, &err), &err);
}

void fixture_at(struct scenario *scenario, const char *assignment)
{
    must(scenario_apply_at(scenario, assignment, &err), &err);
}

void fixture_each(struct scenario *scenario, void (*apply)(struct scenario *, const char *),
                  const char *const *assignments)
{
    for (; *assignments; assignments++)
        apply(scenario, *assignments);
}
