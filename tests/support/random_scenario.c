/* One dice, thrown in a fixed order: inputs, apps, fleets, pools, knobs. No choice could not validate. */
#include "tests/support/random_scenario.h"

#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/layout.h"
#include "tests/support/fixture.h"

#include <inttypes.h>

/* ---- dice ---- */

struct dice dice_of(uint64_t seed)
{
    return (struct dice){.key = random_key(seed, RANDOM_TEST, 0)};
}

int dice_below(struct dice *dice, int n)
{
    return (int)random_below(dice->key, dice->throws++, (uint32_t)n);
}

double dice_between(struct dice *dice, double low, double high)
{
    return low + (high - low) * random_unit(dice->key, dice->throws++);
}

bool dice_chance(struct dice *dice, int percent)
{
    return dice_below(dice, 100) < percent;
}

/* ---- inputs ---- */

static const struct carbon_trace *find_trace(void *context, const char *name, struct error *error)
{
    struct random_case *made = context;
    return strcmp(name, "quick") == 0 ? &made->trace : fixture_catalog()->trace(NULL, name, error);
}

static const struct workload *find_workload(void *context, const char *name, struct error *error)
{
    struct random_case *made = context;
    return strcmp(name, "times") == 0 ? &made->times : &made->steps;
}

/* Every fifth case has one model for all its apps, which is m1 as it was measured at three clocks, so that
 * whatever runs can go at each. Whole GPUs draw less at a lower one, slices as much. */
enum { CLOCKED_ROWS = 4096 };
static const double clocks_mhz[] = {1000, 750, 500};

static bool is_clocked(const struct scenario *scenario)
{
    return strcmp(scenario->apps[0].model, "clocked") == 0;
}

static const struct profile_set *clocked_profile(void)
{
    static struct profile_row rows[CLOCKED_ROWS];
    static struct profile_set clocked = {.model = "clocked", .rows = rows};
    const struct profile_set *m1 = fixture_catalog()->profile(NULL, "m1", &err);
    for (size_t k = 0; clocked.n == 0 && k < 3 * m1->n && k < CLOCKED_ROWS; k++) {
        double mhz = clocks_mhz[k / m1->n];
        rows[k] = m1->rows[k % m1->n];
        rows[k].clock_mhz = mhz;
        rows[k].latency_ms *= 0.2 + 0.8 * 1000 / mhz;
        if (strcmp(rows[k].slice, "whole") == 0)
            rows[k].power_w *= 0.6 + 0.4 * mhz / 1000;
    }
    clocked.n = 3 * m1->n < CLOCKED_ROWS ? 3 * m1->n : CLOCKED_ROWS;
    return &clocked;
}

static const struct profile_set *find_profile(void *context, const char *model, struct error *error)
{
    return strcmp(model, "clocked") == 0 ? clocked_profile() : fixture_catalog()->profile(NULL, model, error);
}

static void make_inputs(struct dice *dice, struct random_case *made)
{
    static const double levels[] = {0, 50, 100, 100, 200, 400};
    made->trace = (struct carbon_trace){.name = "quick",
                                        .start_s = 1640995200,
                                        .step_s = 1 + dice_below(dice, 5),
                                        .n = RANDOM_SAMPLES,
                                        .samples = made->samples};
    for (int k = 0; k < RANDOM_SAMPLES; k++)
        made->samples[k] = k > 0 && dice_chance(dice, 10) ? (double)NAN : dice_pick(dice, levels);
    int64_t at_ms = 0;
    for (int k = 0; k < RANDOM_WORKLOAD; k++) {
        at_ms += dice_chance(dice, 30) ? 0 : dice_below(dice, 60);
        made->at_ns[k] = at_ms * NS_PER_MS;
        made->batch[k] = 1 + dice_below(dice, 30);
        made->rates[k] = dice_chance(dice, 10) ? (double)NAN : dice_below(dice, 30);
    }
    made->times = (struct workload){.name = "times",
                                    .kind = WORKLOAD_ARRIVALS,
                                    .n = (size_t)(1 + dice_below(dice, RANDOM_WORKLOAD)),
                                    .arrival_ns = made->at_ns,
                                    .batch = made->batch};
    made->steps = (struct workload){.name = "steps",
                                    .kind = WORKLOAD_RATES,
                                    .n = (size_t)(1 + dice_below(dice, 8)),
                                    .step_ns = NS_PER_S,
                                    .rate = made->rates};
    made->catalog = *fixture_catalog();
    made->catalog.context = made;
    made->catalog.trace = find_trace;
    made->catalog.profile = find_profile;
    made->catalog.workload = find_workload;
}

/* ---- apps ---- */

static void make_apps(struct dice *dice, struct scenario *scenario)
{
    static const double percentiles[] = {50, 90, 95, 99, 99.9, 100};
    scenario->n_apps = 1 + dice_below(dice, 8);
    scenario->apps = calloc((size_t)scenario->n_apps, sizeof *scenario->apps);
    for (int a = 0; a < scenario->n_apps; a++) {
        struct app *app = &scenario->apps[a];
        fields_init(&app_fields, app);
        snprintf(app->name, sizeof app->name, "app%d", a);
        text_copy(app->model, sizeof app->model, dice_chance(dice, 70) ? "m1" : "unit");
        if (dice_chance(dice, 25)) {
            text_copy(app->model, sizeof app->model, "mixed");
            text_copy(app->variant, sizeof app->variant, "small");
        }
        if (scenario->seed % 5 == 4) {
            text_copy(app->model, sizeof app->model, "clocked");
            app->variant[0] = '\0';
        }
        app->requests = 1 + dice_below(dice, 300);
        app->slo_ms = dice_chance(dice, 15) ? (double)NAN : 20 + 10 * dice_below(dice, 40);
        app->percentile = dice_pick(dice, percentiles);
        struct arrivals *arrivals = &app->arrivals;
        arrivals->kind = (enum arrival_kind)dice_below(dice, ARRIVAL_KIND_COUNT);
        arrivals->mean_gap_ms = dice_chance(dice, 20) ? 0.5 : 5 + dice_below(dice, 120);
        arrivals->shape = dice_between(dice, 0.05, 4);
        arrivals->clients = 1 + dice_below(dice, 12);
        arrivals->think_ms = dice_chance(dice, 30) ? 0 : dice_below(dice, 200);
        arrivals->even = dice_chance(dice, 50);
        arrivals->scale = dice_between(dice, 0.2, 2);
        text_copy(arrivals->workload, sizeof arrivals->workload,
                  arrivals->kind == ARRIVAL_RATES ? "steps" : "times");
        app->batch =
            (struct batches){.kind = BATCH_FIXED, .mean = 1 + dice_below(dice, 40), .min = 1, .max = 128};
        if (dice_chance(dice, 60))
            app->batch = (struct batches){.kind = BATCH_NORMAL,
                                          .mean = dice_between(dice, 0, 40),
                                          .sd = dice_between(dice, 0, 20),
                                          .min = 1 + dice_below(dice, 5),
                                          .max = 20 + dice_below(dice, 100)};
        if (app->batch.kind == BATCH_NORMAL && app->batch.min == 3) /* no throw of its own: the rest stays */
            app->batch.kind = BATCH_UNIFORM;
        if (app->arrivals.kind == ARRIVAL_TRACE && dice_chance(dice, 50))
            app->batch.kind = BATCH_TRACE;
        if (!isnan(scenario->hours) && dice_chance(dice, 20))
            app->requests = 0;
    }
}

/* ---- the fleet ---- */

static const char *const layouts[][PODS_MAX] = {
    {"7g"},
    {"4g", "3g"},
    {"3g", "3g"},
    {"4g", "2g", "1g"},
    {"2g", "2g", "3g"},
    {"1g", "1g", "1g", "1g", "1g", "1g", "1g"},
};

static const enum policy_id turns[] = {POLICY_TMUX_TF, POLICY_TMUX_EF, POLICY_TMUX_ETF};

/* Slices of a layout on which apps take turns, one of them shared by two at least. */
static void make_lanes(struct dice *dice, const struct scenario *scenario, struct gpu *gpu)
{
    const char *const *layout = dice_pick(dice, layouts);
    gpu->policy[LAYER_SHARE] = (int)dice_pick(dice, turns);
    for (int s = 0; s < PODS_MAX && layout[s] && gpu->n_pods < PODS_MAX; s++) {
        int apps = s == 0 ? 2 : 1 + dice_below(dice, 3);
        for (int k = 0; k < apps && gpu->n_pods < PODS_MAX; k++) {
            struct pod *pod = &gpu->pods[gpu->n_pods++];
            *pod = (struct pod){.app = dice_below(dice, scenario->n_apps), .joins = k > 0};
            text_copy(pod->slice, sizeof pod->slice, layout[s]);
            pod->app = gpu->owner >= 0 ? gpu->owner : pod->app;
        }
    }
}

static void make_pods(struct dice *dice, const struct scenario *scenario, struct gpu *gpu)
{
    bool cut = strcmp(gpu->type, "A100-40GB") == 0, mig = cut && dice_chance(dice, 50);
    const char *const *layout = dice_pick(dice, layouts);
    if (cut && !mig && dice_chance(dice, 50)) {
        make_lanes(dice, scenario, gpu);
        return;
    }
    gpu->policy[LAYER_SHARE] = mig ? POLICY_MIG : (int)dice_pick(dice, turns);
    gpu->n_pods = mig ? 0 : 1 + dice_below(dice, PODS_MAX);
    while (mig && gpu->n_pods < PODS_MAX && layout[gpu->n_pods])
        gpu->n_pods++;
    for (int p = 0; p < gpu->n_pods; p++) {
        text_copy(gpu->pods[p].slice, sizeof gpu->pods[p].slice, mig ? layout[p] : "whole");
        gpu->pods[p].app = mig && dice_chance(dice, 20) ? -1 : dice_below(dice, scenario->n_apps);
        if (gpu->owner >= 0 && gpu->pods[p].app >= 0)
            gpu->pods[p].app = gpu->owner;
    }
}

static struct gpu *add_gpu(struct fleet *fleet, const char *type, enum gpu_class class, int owner)
{
    struct gpu *gpu = &fleet->gpus[fleet->n_gpus];
    fields_init(&gpu_fields, gpu);
    snprintf(gpu->name, sizeof gpu->name, "gpu%d", fleet->n_gpus++);
    text_copy(gpu->type, sizeof gpu->type, type);
    gpu->class = class;
    gpu->owner = owner;
    return gpu;
}

/* Does app a have a low place of its own model there? Routers over classes demand one. */
static bool has_place(const struct scenario *scenario, const struct fleet *fleet, int a)
{
    for (int g = 0; g < fleet->n_gpus; g++) {
        const struct gpu *gpu = &fleet->gpus[g];
        bool known = strcmp(gpu->type, "T4") != 0 || strcmp(scenario->apps[a].model, "unit") == 0;
        if (gpu->class != CLASS_LOW || !known || gpu->pool != scenario->apps[a].pool)
            continue;
        if (gpu->n_pods == 0 && (gpu->owner < 0 || gpu->owner == a))
            return true;
        for (int p = 0; p < gpu->n_pods; p++)
            if (gpu->pods[p].app == a)
                return true;
    }
    return false;
}

/* On a T4 there is only "unit": what is given to one app must be one of that. */
static void make_gpu(struct dice *dice, const struct scenario *scenario, struct fleet *fleet)
{
    static const char *const types[] = {"P4", "A100-40GB", "A100-40GB", "T4"};
    static const enum gpu_class classes[] = {CLASS_LOW, CLASS_LOW, CLASS_HIGH, CLASS_NONE};
    const char *type = dice_pick(dice, types);
    int owner = dice_chance(dice, 40) ? dice_below(dice, scenario->n_apps) : -1;
    bool open_only = strcmp(type, "T4") == 0;
    struct gpu *gpu = add_gpu(fleet, type, dice_pick(dice, classes), open_only ? -1 : owner);
    if (!open_only && dice_chance(dice, 50))
        make_pods(dice, scenario, gpu);
}

static void make_fleet(struct dice *dice, struct scenario *scenario)
{
    static const char *const names[] = {"mixed", "mixed", "high", "low"};
    scenario->fleets = calloc(1, sizeof *scenario->fleets);
    scenario->n_fleets = 1;
    struct fleet *fleet = &scenario->fleets[0];
    fleet->gpus = calloc(RANDOM_GPUS, sizeof *fleet->gpus);
    text_copy(fleet->name, sizeof fleet->name, dice_pick(dice, names));
    bool carbondis_shape = dice_chance(dice, 30);
    if (carbondis_shape)
        add_gpu(fleet, "A100-40GB", CLASS_HIGH, -1);
    for (int n = dice_below(dice, 5); !carbondis_shape && n > 0; n--)
        make_gpu(dice, scenario, fleet);
    for (int a = 0; a < scenario->n_apps; a++)
        if (carbondis_shape || !has_place(scenario, fleet, a))
            add_gpu(fleet, "P4", CLASS_LOW, a);
}

void random_scenario_crowd(struct scenario *scenario, int n_gpus)
{
    struct fleet *fleet = &scenario->fleets[0];
    fleet->n_gpus = 0;
    for (int g = 0; g < n_gpus; g++) {
        struct gpu *gpu = add_gpu(fleet, "A100-40GB", CLASS_NONE, -1);
        gpu->policy[LAYER_SHARE] = POLICY_MIG;
        gpu->n_pods = PODS_MAX;
        for (int p = 0; p < PODS_MAX; p++) {
            text_copy(gpu->pods[p].slice, sizeof gpu->pods[p].slice, "1g");
            gpu->pods[p].app = (g + p) % scenario->n_apps;
        }
    }
}

/* Times and batches of few values, at times the same for all: much falls into one instant. */
static void dedicate_apps(struct dice *dice, struct scenario *scenario)
{
    static const enum arrival_kind kinds[] = {ARRIVAL_EXPONENTIAL, ARRIVAL_POISSON_GAP, ARRIVAL_POISSON_GAP,
                                              ARRIVAL_GAMMA, ARRIVAL_FIXED_GAP};
    bool alike = dice_chance(dice, 30);
    scenario->n_apps = scenario->n_apps < 2 ? 1 : 2 + scenario->n_apps % 5;
    scenario->apps = realloc(scenario->apps, APPS_MAX * sizeof *scenario->apps);
    for (int a = 0; a < scenario->n_apps; a++) {
        struct app *app = &scenario->apps[a];
        if (a > 0)
            *app = scenario->apps[dice_below(dice, a)];
        snprintf(app->name, sizeof app->name, "app%d", a);
        app->pool = -1;
        app->requests = 1 + dice_below(dice, 600);
        app->slo_ms = dice_chance(dice, 50) ? 20 + 10 * dice_below(dice, 20) : app->slo_ms;
        if (alike && a > 0)
            continue;
        app->arrivals.kind = alike ? ARRIVAL_POISSON_GAP : dice_pick(dice, kinds);
        app->arrivals.mean_gap_ms = dice_chance(dice, 20) ? 1 : 5 * (1 + dice_below(dice, 24));
        app->batch.kind = BATCH_NORMAL;
        if (alike || dice_chance(dice, 30))
            app->batch =
                (struct batches){.kind = BATCH_FIXED, .mean = 1 + dice_below(dice, 40), .min = 1, .max = 128};
    }
}

void random_scenario_dedicate(struct dice *dice, struct scenario *scenario)
{
    static const enum policy_id routers[] = {POLICY_CARBONDIS, POLICY_CARBONDIS, POLICY_DYBATCH,
                                             POLICY_OWN_QUEUE};
    struct fleet *fleet = &scenario->fleets[0];
    while (scenario->n_edits > 0)
        scenario_unedit(scenario, scenario->n_edits - 1);
    scenario->n_pools = 0;
    scenario->hours = (double)NAN;
    scenario->warmup_s = 0;
    scenario->power = POWER_TABLE;
    scenario->policy[LAYER_ROUTE] = (int)dice_pick(dice, routers);
    scenario->policy[LAYER_TUNE] = POLICY_FIXED;
    scenario->number[KNOB_CD_DISPATCH] = DISPATCH_ADOPTED;
    scenario->number[KNOB_EMBODIED] = 0;
    scenario->number[KNOB_COOLING] = COOLING_NONE;
    scenario->number[KNOB_FACILITY] = FACILITY_FLAT;
    dedicate_apps(dice, scenario);
    bool shared = scenario->policy[LAYER_ROUTE] != POLICY_OWN_QUEUE, first = dice_chance(dice, 50);
    fleet->n_gpus = 0;
    text_copy(fleet->name, sizeof fleet->name, shared ? "mixed" : "low");
    if (shared && first)
        add_gpu(fleet, "A100-40GB", CLASS_HIGH, -1);
    for (int a = 0; a < scenario->n_apps; a++)
        add_gpu(fleet, dice_chance(dice, 95) ? "P4" : "A100-40GB", CLASS_LOW, a);
    if (shared && !first)
        add_gpu(fleet, "A100-40GB", CLASS_HIGH, -1);
}

enum policy_id random_router(struct dice *dice, const struct scenario *scenario)
{
    for (;;) {
        int id = dice_below(dice, POLICY_COUNT);
        const struct policy_info *info = &policy_infos[id];
        if (info->layer == LAYER_ROUTE &&
            (!info->fleet || strcmp(info->fleet, scenario->fleets[0].name) == 0))
            return (enum policy_id)id;
    }
}

/* ---- pools ---- */

/* Two or three, each with routers and thresholds of its own, or without. */
static void make_pools(struct dice *dice, struct scenario *scenario)
{
    struct fleet *fleet = &scenario->fleets[0];
    int n = 2 + dice_below(dice, 2);
    if (n > scenario->n_apps)
        return;
    scenario->pools = calloc((size_t)n, sizeof *scenario->pools);
    for (; scenario->n_pools < n; scenario->n_pools++) {
        struct pool *pool = &scenario->pools[scenario->n_pools];
        fields_init(&pool_fields, pool);
        snprintf(pool->name, sizeof pool->name, "pool%d", scenario->n_pools);
        if (dice_chance(dice, 70))
            pool->policy[LAYER_ROUTE] = (int)random_router(dice, scenario);
        if (dice_chance(dice, 30))
            pool->number[KNOB_CIT] = dice_between(dice, 0.5, 1.5);
        if (dice_chance(dice, 30))
            pool->number[KNOB_QUANTUM_MS] = 1 + dice_below(dice, 40);
    }
    for (int a = 0; a < scenario->n_apps; a++)
        scenario->apps[a].pool = a < n ? a : dice_below(dice, n);
    for (int g = 0; g < fleet->n_gpus; g++) {
        /* A GPU is in the pool of whoever has a part of it; whoever else had one has none. */
        struct gpu *gpu = &fleet->gpus[g];
        gpu->pool = dice_below(dice, scenario->n_pools);
        for (int p = gpu->n_pods - 1; p >= 0; p--)
            gpu->pool = gpu->pods[p].app >= 0 ? scenario->apps[gpu->pods[p].app].pool : gpu->pool;
        if (gpu->owner >= 0)
            gpu->pool = scenario->apps[gpu->owner].pool;
        for (int p = 0; p < gpu->n_pods; p++) {
            bool other = gpu->pods[p].app >= 0 && scenario->apps[gpu->pods[p].app].pool != gpu->pool;
            if (other) /* app number n is in pool n */
                gpu->pods[p].app = gpu->policy[LAYER_SHARE] == POLICY_MIG ? -1 : gpu->pool;
        }
    }
    for (int a = 0; a < scenario->n_apps; a++)
        if (!has_place(scenario, fleet, a))
            add_gpu(fleet, "P4", CLASS_LOW, a)->pool = scenario->apps[a].pool;
    for (int pool = 0; pool < n; pool++)
        if (!scenario_pool_reads(scenario, pool, KNOB_QUANTUM_MS))
            scenario->pools[pool].number[KNOB_QUANTUM_MS] = NAN;
}

/* Embodied carbon of a P4 is unknown, so it can be counted only where there is none. */
static bool embodied_is_known(const struct scenario *scenario)
{
    const struct fleet *fleet = &scenario->fleets[0];
    for (int g = 0; g < fleet->n_gpus; g++)
        if (strcmp(fleet->gpus[g].type, "P4") == 0)
            return false;
    return true;
}

/* ---- knobs, edits, the whole ---- */

static double random_number(struct dice *dice, enum knob_id id)
{
    static const double thresholds[] = {0, 0.8, 1, 1, 1.2, 10}, scales[] = {0, 0.5, 1, 2, 3.7};
    switch (id) {
    case KNOB_CIT:
        return dice_pick(dice, thresholds);
    case KNOB_CI_SCALE:
        return dice_pick(dice, scales);
    case KNOB_LOAD:
        return dice_between(dice, 0.3, 3);
    case KNOB_SLO_MS:
        return dice_chance(dice, 20) ? (double)NAN : 10 * (1 + dice_below(dice, 40));
    case KNOB_QUANTUM_MS:
        return 1 + dice_below(dice, 40);
    case KNOB_PHI:
        return dice_below(dice, 5) / 4.0;
    case KNOB_WEIGHT:
        return dice_between(dice, 0.2, 5);
    case KNOB_ETF_POWER:
        return dice_below(dice, 3);
    default:
        return dice_between(dice, 1, 3); /* pue, slo_scale, embodied_multiplier */
    }
}

/* What a slice may run: an app that the GPU serves, or nothing; the large variant is too large for a 1g. */
static void random_slice(struct dice *dice, const struct scenario *scenario, const struct gpu *gpu,
                         enum mig_slice slice, char *out, size_t size)
{
    int a = gpu->owner >= 0 ? gpu->owner : dice_below(dice, scenario->n_apps);
    while (scenario->apps[a].pool != gpu->pool)
        a = dice_below(dice, scenario->n_apps);
    const struct app *app = &scenario->apps[a];
    bool mixed = strcmp(app->model, "mixed") == 0 && slice != MIG_1G && dice_chance(dice, 60);
    if (dice_chance(dice, 15))
        snprintf(out, size, "%s:-", mig_slice_names[slice]);
    else
        snprintf(out, size, "%s:%s%s", mig_slice_names[slice], app->name, mixed ? "/large" : "");
}

/* A layout for one of the GPUs that can have one; false if there is none, or it is not cut to begin with. */
static bool random_layout(struct dice *dice, const struct scenario *scenario, struct knob_ref *ref,
                          struct knob_value *value)
{
    const struct fleet *fleet = &scenario->fleets[0];
    *ref = knob_of_gpu(KNOB_MIG, dice_below(dice, fleet->n_gpus));
    const struct gpu *gpu = &fleet->gpus[ref->target];
    if (!layout_is_cut(scenario, gpu) || gpu->n_pods == 0)
        return false;
    const struct mig_config *config = &mig_configs[dice_below(dice, MIG_CONFIGS)];
    size_t used = 0;
    for (int s = 0; s < config->n; s++) {
        char slice[96];
        random_slice(dice, scenario, gpu, (enum mig_slice)config->slices[s], slice, sizeof slice);
        used += (size_t)snprintf(value->text + used, sizeof value->text - used, "%s%s", s ? "," : "", slice);
    }
    return true;
}

/* An app's own clock takes a seat of its own. */
static bool has_seat(const struct scenario *scenario, int app)
{
    const struct fleet *fleet = &scenario->fleets[0];
    for (int g = 0; g < fleet->n_gpus; g++)
        for (int p = 0; p < fleet->gpus[g].n_pods; p++)
            if (strcmp(fleet->gpus[g].pods[p].slice, "whole") == 0 && fleet->gpus[g].pods[p].app == app)
                return true;
    return false;
}

static const enum policy_id tuners[] = {POLICY_CARBON_TUNED, POLICY_CARBON_TUNED, POLICY_FIXED};

/* A governor sets one clock for all on a GPU, so no app has its own there: every other seed has none. */
static bool may_be_tuned(const struct scenario *scenario)
{
    return scenario->seed % 2 == 0;
}

/* Of all, of a GPU or of an app; back to the highest at times. */
static void random_clock(struct dice *dice, const struct scenario *scenario, struct knob_ref *ref,
                         struct knob_value *value)
{
    int app = dice_below(dice, scenario->n_apps);
    *ref = knob_of_run(KNOB_CLOCK_MHZ);
    if (dice_chance(dice, 50))
        *ref = knob_of_gpu(KNOB_CLOCK_MHZ, dice_below(dice, scenario->fleets[0].n_gpus));
    else if (has_seat(scenario, app) && !may_be_tuned(scenario))
        *ref = knob_of_app(KNOB_CLOCK_MHZ, app);
    value->number = dice_chance(dice, 25) ? (double)NAN : dice_pick(dice, clocks_mhz);
}

/* Cases in which the clocks of A100s follow the law: of whole ones, of slices, of seats that are cut anew. */
static bool is_lawful(const struct scenario *scenario)
{
    return scenario->seed % 5 == 2;
}

/* The clock of an A100 that nobody governs; false: there is none. */
static bool random_lawful_clock(struct dice *dice, const struct scenario *scenario, struct knob_ref *ref,
                                struct knob_value *value)
{
    static const double lawful_mhz[] = {1410, 1110, 870, 405};
    const struct fleet *fleet = &scenario->fleets[0];
    int g = dice_below(dice, fleet->n_gpus);
    if (strcmp(fleet->gpus[g].type, "A100-40GB") != 0)
        return false;
    *ref = knob_of_gpu(KNOB_CLOCK_MHZ, g);
    value->number = dice_chance(dice, 25) ? (double)NAN : dice_pick(dice, lawful_mhz);
    return true;
}

bool random_edit(struct dice *dice, struct scenario *scenario, int64_t t_ns)
{
    static const enum knob_id knobs[] = {KNOB_CIT, KNOB_LOAD,     KNOB_SLO_SCALE,  KNOB_SLO_MS, KNOB_CI_SCALE,
                                         KNOB_PUE, KNOB_EMBODIED, KNOB_QUANTUM_MS, KNOB_POLICY, KNOB_POLICY,
                                         KNOB_PHI, KNOB_WEIGHT,   KNOB_ETF_POWER,  KNOB_POLICY, KNOB_MIG,
                                         KNOB_MIG, KNOB_MIG,      KNOB_MIG};
    struct knob_value value = {0};
    struct knob_ref ref = {.id = dice_pick(dice, knobs)};
    if (ref.id == KNOB_EMBODIED && !embodied_is_known(scenario))
        ref.id = KNOB_PUE;
    if (ref.id == KNOB_SLO_MS || ref.id == KNOB_WEIGHT)
        ref = knob_of_app(ref.id, dice_below(dice, scenario->n_apps));
    if (ref.id == KNOB_MIG && is_clocked(scenario)) {
        random_clock(dice, scenario, &ref, &value);
    } else if (ref.id == KNOB_MIG && is_lawful(scenario) && dice_chance(dice, 50)) {
        if (!random_lawful_clock(dice, scenario, &ref, &value))
            return false;
    } else if (ref.id == KNOB_MIG) {
        if (!random_layout(dice, scenario, &ref, &value))
            return false;
    } else if (ref.id == KNOB_POLICY && is_clocked(scenario) && may_be_tuned(scenario) &&
               dice_chance(dice, 50)) {
        ref = knob_of_layer(LAYER_TUNE);
        text_copy(value.text, sizeof value.text, policy_infos[dice_pick(dice, tuners)].name);
    } else if (ref.id == KNOB_POLICY) {
        ref = knob_of_layer(LAYER_ROUTE);
        text_copy(value.text, sizeof value.text, policy_infos[random_router(dice, scenario)].name);
    } else {
        value.number = random_number(dice, ref.id);
    }
    if (scenario->n_pools > 0 && (knob_infos[ref.id].scopes >> SCOPE_POOL & 1) && dice_chance(dice, 60)) {
        ref.scope = SCOPE_POOL;
        ref.target = dice_below(dice, scenario->n_pools);
    }
    return scenario_edit(scenario, t_ns, ref, &value, &err);
}

static void make_knobs(struct dice *dice, struct scenario *scenario)
{
    static const enum knob_id knobs[] = {KNOB_CIT, KNOB_LOAD,      KNOB_CI_SCALE,  KNOB_PUE,
                                         KNOB_PHI, KNOB_ETF_POWER, KNOB_QUANTUM_MS};
    static const double outages_s[] = {0, 0.25, 1, 1, 3, 10};
    for (size_t k = 0; k < sizeof knobs / sizeof *knobs; k++)
        if (dice_chance(dice, 50)) {
            struct knob_value value = {.number = random_number(dice, knobs[k])};
            if (knob_check(scenario, knob_of_run(knobs[k]), &value, NULL)) /* no load in a closed loop */
                scenario->number[knobs[k]] = value.number;
        }
    if (embodied_is_known(scenario) && dice_chance(dice, 70))
        scenario->number[KNOB_EMBODIED] = 1;
    scenario->number[KNOB_CD_DISPATCH] = dice_chance(dice, 25) ? DISPATCH_LITERAL : DISPATCH_ADOPTED;
    scenario->warmup_s = dice_chance(dice, 25) ? dice_between(dice, 0, 2) : 0;
    scenario->policy[LAYER_ROUTE] = (int)random_router(dice, scenario);
    if (dice_chance(dice, 40)) /* where layouts may change */
        scenario->policy[LAYER_ROUTE] = dice_chance(dice, 70) ? POLICY_FIFO_PULL : POLICY_OWN_QUEUE;
    if (is_clocked(scenario) && may_be_tuned(scenario) && dice_chance(dice, 50))
        scenario->policy[LAYER_TUNE] = POLICY_CARBON_TUNED;
    for (int a = 0; a < scenario->n_apps; a++)
        scenario->apps[a].weight = dice_chance(dice, 30) ? random_number(dice, KNOB_WEIGHT) : 1;
    scenario->power = dice_chance(dice, 30) ? POWER_STAUX : POWER_TABLE;
    scenario->p_oi_w = dice_below(dice, 7); /* the fixture's 1g slices have no more above idle */
    for (int g = 0; g < scenario->fleets[0].n_gpus; g++)
        if (dice_chance(dice, 20))
            scenario->fleets[0].gpus[g].idle_w = 20;
    scenario->repartition_s = dice_pick(dice, outages_s);
    scenario->reload_s = dice_pick(dice, outages_s);
    int64_t t_ns = 0;
    for (int n = dice_chance(dice, 60) ? dice_below(dice, 14) : 0; n > 0; n--) {
        if (dice_chance(dice, 60))
            t_ns =
                dice_chance(dice, 60) ? dice_below(dice, 8) * NS_PER_S : (int64_t)dice_between(dice, 0, 8e9);
        random_edit(dice, scenario, t_ns);
    }
}

/* Every fourth case has temperatures, chains of water and a controller; with throws of its own, so that the
 * rest of each case is what it is without. */
static void make_heat(struct scenario *scenario, uint64_t seed)
{
    struct dice dice = dice_of(seed ^ UINT64_C(0x4ea7));
    if (seed % 4 != 1)
        return;
    scenario->number[KNOB_COOLING] = COOLING_WATER;
    scenario->number[KNOB_FACILITY] = dice_chance(&dice, 50) ? FACILITY_SPLIT : FACILITY_FLAT;
    scenario->number[KNOB_WATER] = dice_chance(&dice, 50) ? WATER_AUTO : WATER_FIXED;
    scenario->number[KNOB_WATER_C] = 15 + dice_below(&dice, 31);
    scenario->number[KNOB_SOT_C] = 40 + dice_below(&dice, 20);
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++) {
            struct gpu *gpu = &scenario->fleets[f].gpus[g];
            gpu->ha_w_per_k = dice_between(&dice, 2, 20);
            gpu->alpha_per_s = dice_chance(&dice, 70) ? 0.51 : dice_between(&dice, 0.05, 5);
            gpu->upstream = g > 0 && dice_chance(&dice, 50) ? dice_below(&dice, g) : -1;
        }
}

/* Likewise, a governor of all whose clocks it can set, and GPUs cut anew at one clock and another. */
static void make_lawful(struct scenario *scenario, uint64_t seed)
{
    struct dice dice = dice_of(seed ^ UINT64_C(0xc10c));
    struct knob_ref ref;
    struct knob_value value = {0};
    if (!is_lawful(scenario))
        return;
    if (dice_chance(&dice, 40) && random_lawful_clock(&dice, scenario, &ref, &value))
        scenario->policy[LAYER_TUNE] = POLICY_CARBON_TUNED;
    for (int n = 0; n < 12; n++) {
        int64_t t_ns = dice_below(&dice, 8000) * NS_PER_MS;
        if (n % 2 == 0 ? random_layout(&dice, scenario, &ref, &value)
                       : random_lawful_clock(&dice, scenario, &ref, &value))
            scenario_edit(scenario, t_ns, ref, &value, &err);
    }
}

void random_case_make(struct random_case *made, uint64_t seed)
{
    struct dice dice = dice_of(seed);
    struct scenario *scenario = &made->scenario;
    memset(made, 0, sizeof *made);
    make_inputs(&dice, made);
    scenario_init(scenario);
    text_copy(scenario->name, sizeof scenario->name, "random");
    text_copy(scenario->trace, sizeof scenario->trace, "quick");
    scenario->seed = seed;
    scenario->start_s = made->trace.start_s + dice_below(&dice, 20);
    scenario->hours = dice_chance(&dice, 50) ? dice_between(&dice, 0.001, 0.005) : (double)NAN;
    make_apps(&dice, scenario);
    make_fleet(&dice, scenario);
    if (seed % 3 == 0)
        make_pools(&dice, scenario);
    make_knobs(&dice, scenario);
    make_heat(scenario, seed);
    make_lawful(scenario, seed);
}

void random_case_free(struct random_case *made)
{
    scenario_free(&made->scenario);
}

int trial_begin(void **state)
{
    *state = calloc(1, sizeof(uint64_t));
    return *state ? 0 : -1;
}

int trial_end(void **state)
{
    DEFER(memory_leave) uint64_t *trial = *state;
    if (*trial)
        print_error("failed with WATTIF_SEED=%" PRIu64 "\n", *trial);
    return 0;
}

uint64_t trial_range(uint64_t *first, uint64_t n)
{
    const char *only = getenv("WATTIF_SEED"), *more = getenv("WATTIF_LONG");
    *first = only && *only ? strtoull(only, NULL, 10) : 1;
    return only && *only ? *first : n * (more && *more ? strtoull(more, NULL, 10) : 1);
}
