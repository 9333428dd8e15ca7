/* What each app costs on each instance, and from that, who can serve whom. An instance that is open to all
 * apps serves those that have a profile there; one that belongs to a single app must have it. Equal places
 * share one curve. */
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/build/build.h"
#include "engine/model/names.h"

#include <stdlib.h>
#include <string.h>

struct clock_law build_law_of(const struct build *build, int a, int i)
{
    const struct scenario *scenario = &build->model->scenario;
    const struct model_gpu *gpu = &build->model->gpus[build->model->instances[i].gpu];
    double own = scenario->apps[a].number[KNOB_CLOCK_BOUND];
    if (!(build->by_law[i] >> a & 1))
        return (struct clock_law){0};
    return (struct clock_law){.max_mhz = clock_range_of(gpu->type)->max_mhz,
                              .bound = isnan(own) ? scenario->number[KNOB_CLOCK_BOUND] : own,
                              .v_min = scenario->number[KNOB_CLOCK_V_MIN],
                              .knee_mhz = scenario->number[KNOB_CLOCK_KNEE_MHZ]};
}

struct curve_key build_key_at(const struct build *build, int a, int i, double clock_mhz)
{
    const struct model_instance *instance = &build->model->instances[i];
    const struct model_gpu *device = &build->model->gpus[instance->gpu];
    const struct gpu *gpu = &build->fleet->gpus[instance->gpu];
    const char *own = gpu->n_pods > 0 ? gpu->pods[instance->slot].variant : "";
    return (struct curve_key){.type = gpu->type,
                              .slice = instance->slice,
                              .variant = own[0] ? own : build->model->scenario.apps[a].variant,
                              .clock_mhz = isnan(clock_mhz) ? instance->clock_mhz : clock_mhz,
                              .floor_w = device->floor_w,
                              .class = instance->class,
                              .law = build_law_of(build, a, i),
                              .rest_mhz = instance->rest_mhz,
                              .static_w = device->idle_w + device->auxiliary_w};
}

bool curve_keys_equal(const struct curve_key *a, const struct curve_key *b)
{
    bool clocks = a->clock_mhz == b->clock_mhz || (isnan(a->clock_mhz) && isnan(b->clock_mhz));
    bool law = a->law.max_mhz > 0, like = law == (b->law.max_mhz > 0);
    bool laws = like && (!law || (a->rest_mhz == b->rest_mhz && a->static_w == b->static_w));
    return clocks && laws && a->class == b->class && a->floor_w == b->floor_w &&
           strcmp(a->type, b->type) == 0 && strcmp(a->slice, b->slice) == 0 &&
           strcmp(a->variant, b->variant) == 0;
}

bool build_has_clock(const struct profile_set *set, const struct curve_key *key)
{
    for (size_t k = 0; k < set->n; k++)
        if (set->rows[k].clock_mhz == key->clock_mhz &&
            profile_row_is(&set->rows[k], key->type, key->slice, key->variant))
            return true;
    return false;
}

int build_stated_clocks(const struct profile_set *set, const struct curve_key *key, double *mhz)
{
    int n = 0;
    for (size_t k = 0; k < set->n && n < 2; k++) {
        const struct profile_row *row = &set->rows[k];
        if (isnan(row->clock_mhz) || (n > 0 && row->clock_mhz == *mhz) ||
            !profile_row_is(row, key->type, key->slice, key->variant))
            continue;
        *mhz = row->clock_mhz;
        n++;
    }
    return n;
}

static bool pool_has_classes(const struct build *build, int pool)
{
    for (int g = 0; g < build->model->n_gpus; g++)
        if (build->model->gpus[g].pool == pool && build->model->gpus[g].class != CLASS_NONE)
            return true;
    return false;
}

/* Where neither or only one of the two clocks is stated, they agree. */
static bool is_at_clock(const struct profile_row *row, double clock_mhz)
{
    return isnan(clock_mhz) || isnan(row->clock_mhz) || row->clock_mhz == clock_mhz;
}

static bool check_batches(const struct build *build, int a, const struct curve_key *key,
                          const struct profile_curve *curve)
{
    const struct model_app *app = &build->model->apps[a];
    const char *model = build->model->scenario.apps[a].model, *place = place_of_app(PLACE, a, "/batch");
    if (app->batch_max > curve->batch_max)
        return error_set(build->error, ERROR_INPUT, place,
                         "batches go up to %d, but profile '%s' on %s (%s) ends at %d", (int)app->batch_max,
                         model, key->type, key->slice, (int)curve->batch_max);
    if (app->batch_min < curve->batch_min)
        return error_set(build->error, ERROR_INPUT, place,
                         "batches begin at %d, but profile '%s' on %s (%s) at %d", (int)app->batch_min, model,
                         key->type, key->slice, (int)curve->batch_min);
    return true;
}

static bool check_power(const struct build *build, int a, const struct curve_key *key,
                        const struct profile_curve *curve)
{
    const struct model_app *app = &build->model->apps[a];
    for (int32_t b = app->batch_min; b <= app->batch_max; b++)
        if (curve->power_w[b - 1] < key->floor_w)
            return error_set(
                build->error, ERROR_INPUT, place_of_app(PLACE, a, "/model"),
                "its power law counts %g W of idle and auxiliary power on a GPU that runs anything, and profile '%s' draws only %g W on %s (%s) at batch %d; lower p_oi_w or the GPU's idle_w, or choose power table",
                key->floor_w, build->model->scenario.apps[a].model, curve->power_w[b - 1], key->type,
                key->slice, (int)b);
    return true;
}

/* Into the arena, indexed by batch itself. */
static bool keep_curve(const struct build *build, const struct profile_curve *curve, struct model_cost *cost)
{
    size_t n = (size_t)curve->batch_max;
    int64_t *latency_ns = build_alloc(build, n + 1, sizeof *latency_ns);
    double *power_w = build_alloc(build, n + 1, sizeof *power_w);
    uint8_t *provenance = build_alloc(build, n + 1, sizeof *provenance);
    if (!latency_ns || !power_w || !provenance)
        return false;
    memcpy(latency_ns + 1, curve->latency_ns, n * sizeof *latency_ns);
    for (size_t b = 1; b <= n; b++)
        power_w[b] = w_whole(curve->power_w[b - 1]);
    memcpy(provenance + 1, curve->provenance, n * sizeof *provenance);
    *cost = (struct model_cost){.latency_ns = latency_ns,
                                .power_w = power_w,
                                .provenance = provenance,
                                .batch_max = curve->batch_max,
                                .accuracy = curve->accuracy,
                                .memory_gb = curve->memory_gb};
    return true;
}

bool build_curve(const struct build *build, int a, const struct curve_key *key, const struct profile_set *set,
                 struct model_cost *cost)
{
    struct error inner = {0};
    struct profile_set rows;
    struct profile_row *picked;
    struct profile_curve curve;
    bool classes = pool_has_classes(build, build->model->apps[a].pool);
    /* Where GPUs have classes, each has a knob of its own; else there is one, for modelled rows. */
    double scale = !classes || key->class == CLASS_LOW ? build->model->scenario.apps[a].profile_scale
                   : key->class == CLASS_HIGH          ? build->model->scenario.apps[a].profile_scale_high
                                                       : 1;
    bool by_law = key->law.max_mhz > 0;
    /* The rows at a GPU's clock; where some are at others, `picked` holds these and is the caller's to
     * free. */
    double clock_mhz = by_law ? NAN : key->clock_mhz;
    size_t n = 0;
    rows = *set;
    picked = NULL;
    for (size_t k = 0; k < set->n; k++)
        n += is_at_clock(&set->rows[k], clock_mhz);
    if (!(n == set->n)) {
        rows.n = 0;
        rows.rows = picked = calloc(n ? n : 1, sizeof *rows.rows);
        if (!picked)
            return error_set(build->error, ERROR_SYSTEM, NULL, "out of memory for a profile");
        for (size_t k = 0; k < set->n; k++)
            if (is_at_clock(&set->rows[k], clock_mhz))
                rows.rows[rows.n++] = set->rows[k];
    }
    bool built =
        profile_curve_build(&curve, &rows, key->type, key->slice, key->variant, scale, classes, &inner);
    free(picked);
    if (!built)
        return build_refuse(build, place_of_app(PLACE, a, "/model"), &inner);
    if (by_law) {
        /* By law: from the clock that the rows hold at to the key's. What is not there already is
         * modelled. */
        double from_mhz = key->rest_mhz;
        build_stated_clocks(set, key, &from_mhz);
        if (!(from_mhz == key->clock_mhz)) {
            double longer = clock_law_time(&key->law, key->clock_mhz) / clock_law_time(&key->law, from_mhz);
            for (int32_t b = curve.batch_min; b <= curve.batch_max; b++) {
                int64_t ns = (int64_t)((double)curve.latency_ns[b - 1] * longer + 0.5);
                curve.latency_ns[b - 1] = ns > 0 ? ns : 1;
                curve.power_w[b - 1] = clock_law_power_w(&key->law, key->static_w, curve.power_w[b - 1],
                                                         from_mhz, key->clock_mhz);
                if (curve.provenance[b - 1] < PROVENANCE_MODELLED)
                    curve.provenance[b - 1] = PROVENANCE_MODELLED;
            }
        }
    }
    bool kept = check_batches(build, a, key, &curve) && check_power(build, a, key, &curve) &&
                keep_curve(build, &curve, cost);
    profile_curve_free(&curve);
    return kept;
}

bool build_refuse_memory(const struct build *build, int a, const struct curve_key *key, double memory_gb,
                         const struct profile_set *set, const char *place)
{
    const char *fits[MIG_SLICES] = {NULL};
    size_t n = 0;
    for (int s = 0; s < MIG_SLICES; s++)
        if (memory_gb <= mig_memory_gb(key->type, (enum mig_slice)s) &&
            profile_has(set, key->type, mig_slice_names[s], key->variant))
            fits[n++] = mig_slice_names[s];
    return error_set(
        build->error, ERROR_INPUT, place, "%s%s%s needs %g GB, and slice %s of %s has %g GB; it fits %s",
        build->model->apps[a].name, key->variant[0] ? "/" : "", key->variant, memory_gb, key->slice,
        key->type, mig_memory_gb(key->type, mig_slice_find(key->slice)), names_join(NAME_LIST, fits, n));
}

static bool build_cost(const struct build *build, int a, int i, const struct profile_set *set)
{
    struct model *model = build->model;
    struct model_instance *instance = &model->instances[i];
    struct model_cost *cost = &model->costs[a * model->n_places + i];
    uint64_t bit = UINT64_C(1) << a;
    cost->accuracy = cost->memory_gb = NAN;
    if (!(instance->apps & bit) || model->gpus[instance->gpu].reconfigurable)
        return true;
    struct curve_key key = build_key_at(build, a, i, NAN);
    for (int other = 0; other < i; other++) { /* the same place earlier on? */
        const struct model_cost *twin = model_cost_of(model, a, other);
        struct curve_key theirs = build_key_at(build, a, other, NAN);
        if (twin->latency_ns && curve_keys_equal(&key, &theirs)) {
            *cost = *twin;
            return true;
        }
    }
    const struct gpu *gpu = &build->fleet->gpus[instance->gpu];
    bool open = gpu->owner < 0 && (gpu->n_pods == 0 || gpu->pods[instance->slot].app < 0);
    if (open && !profile_has(set, key.type, key.slice, key.variant)) {
        instance->apps &= ~bit; /* open to all, but this app has no profile there */
        return true;
    }
    if (!build_curve(build, a, &key, set, cost))
        return false;
    /* A whole GPU has the memory that its rows were measured in. */
    enum mig_slice slice = mig_slice_find(key.slice);
    return slice == MIG_SLICES || !(cost->memory_gb > mig_memory_gb(key.type, slice)) ||
           build_refuse_memory(build, a, &key, cost->memory_gb, set,
                               place_of_pod(PLACE, build->fleet, instance->gpu, instance->slot));
}

/* The instances that an app can use, all and by class, in their order. */
static bool build_lists(const struct build *build, int a)
{
    struct model *model = build->model;
    struct model_app *app = &model->apps[a];
    size_t n = (size_t)model->n_instances;
    int *all = build_alloc(build, n, sizeof *all);
    int *low = build_alloc(build, n, sizeof *low);
    int *high = build_alloc(build, n, sizeof *high);
    if (!all || !low || !high)
        return false;
    for (int i = 0; i < model->n_instances; i++) {
        if (!(model->instances[i].apps >> a & 1))
            continue;
        all[app->n_all++] = i;
        if (model->instances[i].class == CLASS_LOW)
            low[app->n_low++] = i;
        if (model->instances[i].class == CLASS_HIGH)
            high[app->n_high++] = i;
    }
    app->all = all;
    app->low = low;
    app->high = high;
    return app->n_all > 0 ||
           error_set(build->error, ERROR_INPUT, place_of_app(PLACE, a, ""),
                     "no GPU of fleet '%s' can serve app '%s': none is open to it with a profile of '%s'",
                     build->fleet->name, app->name, model->scenario.apps[a].model);
}

bool build_profiles(struct build *build)
{
    struct error inner = {0};
    for (int a = 0; a < build->model->n_apps; a++) {
        build->profiles[a] = catalog_profile(build->catalog, build->model->scenario.apps[a].model,
                                             build->model->scenario.profiles, &inner);
        if (!build->profiles[a])
            return build_refuse(build, place_of_app(PLACE, a, "/model"), &inner);
    }
    build->turned = build_is_turned(build);
    build_caps(build);
    return build_laws(build);
}

/* Whoever takes turns on a slice stays in its memory meanwhile. */
static bool check_lane_memory(const struct build *build, int lane)
{
    const struct model *model = build->model;
    const struct model_lane *own = &model->lanes[lane];
    const struct model_gpu *gpu = &model->gpus[own->gpu];
    const struct model_instance *seat = NULL;
    double all_gb = 0;
    for (uint64_t left = own->seats; left; left &= left - 1) {
        int i = model->gpu_instances[gpu->first_instance + __builtin_ctzll(left)];
        double gb = model_cost_of(model, __builtin_ctzll(model->instances[i].apps), i)->memory_gb;
        all_gb += isnan(gb) ? 0 : gb;
        seat = &model->instances[i];
    }
    enum mig_slice slice = mig_slice_find(seat->slice);
    if (slice == MIG_SLICES || !(all_gb > mig_memory_gb(gpu->type, slice)))
        return true;
    return error_set(
        build->error, ERROR_INPUT, place_of_pod(PLACE, build->fleet, own->gpu, seat->slot),
        "the apps that share this %s need %g GB together, and it has %g GB; give them a larger slice, or fewer of them this one",
        seat->slice, all_gb, mig_memory_gb(gpu->type, slice));
}

/* Wherever an instance may stand: what that costs where nobody turns its clock. */
static void set_rests(struct model *model, int a, int i)
{
    const struct model_instance *own = &model->instances[i];
    const struct model_gpu *gpu = &model->gpus[own->gpu];
    int first = gpu->reconfigurable ? gpu->first_place : i;
    int n = gpu->reconfigurable ? (int)MIG_SLICES * model->n_variants : 1;
    for (int k = 0; k < n * (model->n_clocks + 1); k++) {
        int clock = k / n - 1, at = first + k % n;
        int place = clock < 0 ? at : model_place_at(model, i, at, clock);
        struct model_cost *cost = &model->costs[a * model->n_places + place];
        const struct model_cost *rest =
            own->rest_clock < 0 ? cost
                                : model_cost_of(model, a, model_place_at(model, i, at, own->rest_clock));
        rest = rest->latency_ns ? rest : cost;
        cost->rest_latency_ns = rest->latency_ns;
        cost->rest_power_w = rest->power_w;
    }
}

bool build_costs(const struct build *build)
{
    struct model *model = build->model;
    if (!build_places(build) || !build_clocks(build))
        return false;
    model->costs = build_alloc(build, (size_t)model->n_apps * (size_t)model->n_places, sizeof *model->costs);
    if (!model->costs)
        return false;
    for (int a = 0; a < model->n_apps; a++) {
        const struct profile_set *set = build->profiles[a];
        text_copy(model->apps[a].accuracy_metric, sizeof model->apps[a].accuracy_metric,
                  set->accuracy_metric);
        model->apps[a].overhead_ns = ns_from_ms(set->overhead_ms);
        for (int i = 0; i < model->n_instances; i++)
            if (!build_cost(build, a, i, set))
                return false;
        if (!build_points(build, a, set) || !build_seats(build, a, set) || !build_lists(build, a))
            return false;
    }
    for (int i = 0; i < model->n_instances; i++)
        for (uint64_t left = model->instances[i].apps; left; left &= left - 1)
            set_rests(model, __builtin_ctzll(left), i);
    for (int lane = 0; lane < model->n_lanes; lane++)
        if (!check_lane_memory(build, lane))
            return false;
    if (!build_layouts(build))
        return false;
    /* A router over classes, of the start or of an edit, leaves an app without a low-end GPU waiting for
     * ever. */
    const struct scenario *scenario = &model->scenario;
    bool named = scenario->n_pools > 0;
    enum policy_id router;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        for (int e = -1; scenario_pool_scheme(scenario, pool, LAYER_ROUTE, &e, &router); e++)
            for (int a = 0; policy_infos[router].classes && a < model->n_apps; a++)
                if (scenario_pool_of_app(scenario, a) == pool && model->apps[a].n_low == 0)
                    return error_set(
                        build->error, ERROR_INPUT, place_of_scheme(PLACE, scenario, pool, LAYER_ROUTE, e),
                        "'%s' chooses between low-end and high-end GPUs, but %s '%s' has no GPU of class low for app '%s'",
                        policy_infos[router].name, named ? "pool" : "fleet",
                        named ? scenario_pool_name(scenario, pool) : build->fleet->name, model->apps[a].name);
    return true;
}
