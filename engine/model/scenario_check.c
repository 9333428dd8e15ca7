/* What a scenario must be before a model is built of it: every fault is listed, each with the JSON pointer of
 * the value at fault. Facts that need the catalogue (is there such a trace, does the profile reach that
 * batch) are the model's. */
#include "engine/base/text.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"
#include "engine/model/pods.h"

#include <math.h>
#include <string.h>

/* Names stand in `--set KNOB.NAME=VALUE` and in paths, so they hold nothing that would be cut there. */
static void check_name(struct faults *faults, const char *place, const char *what, const char *name)
{
    if (name[0] == '\0') {
        faults_add(faults, place, "%s has no name", what);
        return;
    }
    for (const char *c = name; *c; c++)
        if ((unsigned char)*c <= ' ' || *c == 0x7f || strchr("=:/,\"'\\", *c)) {
            faults_add(faults, place, "'%s' cannot be a name: blanks and = : / , \" ' \\ are not allowed",
                       name);
            return;
        }
}

/* Is it a scheme of this layer (false: none), and is the fleet that it needs there and in force? */
static bool check_scheme(struct faults *faults, const struct scenario *scenario, const char *place, int layer,
                         int id)
{
    if (id < 0 || id >= POLICY_COUNT || policy_infos[id].layer != (enum layer)layer)
        return faults_add(faults, place, "no such %s scheme; there are %s", layer_names[layer],
                          names_of_policies((enum layer)layer, NAME_LIST));
    const char *needed = policy_fleet((enum policy_id)id);
    if (needed[0] && scenario_find_fleet(scenario, needed) < 0)
        faults_add(faults, place, "%s runs on fleet '%s', which this scenario does not have (it has %s)",
                   policy_infos[id].name, needed, names_of_fleets(scenario, NAME_LIST));
    else if (needed[0] && strcmp(scenario->fleets[scenario->fleet].name, needed) != 0)
        faults_add(faults, place, "%s runs on fleet '%s', not on '%s'", policy_infos[id].name, needed,
                   scenario->fleets[scenario->fleet].name);
    return true;
}

/* A value that is a knob's, too. */
static void check_knob(struct faults *faults, const struct scenario *scenario, const char *place,
                       struct knob_ref ref, const struct knob_value *value)
{
    struct error error;
    if (!knob_check(scenario, ref, value, &error))
        faults_add(faults, place, "%s", error.message);
}

/* ---- pools ---- */

/* Whose pool is told: an app's or a GPU's. */
static void check_member(struct faults *faults, const struct scenario *scenario, const char *place,
                         const char *what, const char *name, int pool)
{
    if (pool == -1 && scenario->n_pools > 0)
        faults_add(faults, place, "%s '%s' is in no pool; name its \"pool\", of which there are %s", what,
                   name, names_of_pools(scenario, NAME_LIST));
    else if (pool != -1 && (pool < 0 || pool >= scenario->n_pools))
        faults_add(faults, place, "%s '%s' is in a pool that does not exist; there are %s", what, name,
                   names_of_pools(scenario, NAME_LIST));
}

/* A knob is narrowed by a bare name, which must mean one thing. */
static void check_one_thing(struct faults *faults, const char *place, const char *name, const char *what,
                            bool is_other, const char *other)
{
    if (is_other && name[0])
        faults_add(
            faults, place,
            "'%s' is %s and %s: knobs are narrowed by name, so pools, GPUs and apps need different names",
            name, what, other);
}

static void check_pool(struct faults *faults, const struct scenario *scenario, int k)
{
    const struct pool *pool = &scenario->pools[k];
    const char *place = PLACE_OF("/pools/%d", k), *of_name = PLACE_OF("/pools/%d/name", k);
    const char *name = pool->name;
    int apps[APPS_MAX];
    fields_check(&pool_fields, pool, place, faults);
    check_name(faults, of_name, "a pool", name);
    if (scenario_find_pool(scenario, name) < k)
        faults_add(faults, of_name, "two pools are named '%s'", name);
    check_one_thing(faults, of_name, name, "a pool", scenario_find_app(scenario, name) >= 0, "an app");
    if (scenario_pool_apps(scenario, k, apps) == 0)
        faults_add(faults, place,
                   "pool '%s' has no app; give it one (\"pool\": \"%s\"), or leave the pool out", name, name);
    for (int f = 0; f < scenario->n_fleets; f++) {
        int n = 0;
        for (int g = 0; g < scenario->fleets[f].n_gpus; g++)
            n += scenario->fleets[f].gpus[g].pool == k;
        if (n == 0)
            faults_add(
                faults, place,
                "pool '%s' has no GPU in fleet '%s'; give it one (\"pool\": \"%s\"), or leave the pool "
                "out",
                name, scenario->fleets[f].name, name);
    }
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        const char *scheme = PLACE_OF("/pools/%d/policies/%s", k, layer_names[layer]);
        if (pool->policy[layer] != -1 && layer == LAYER_PLACE)
            faults_add(faults, scheme,
                       "placement is common to all pools; it stands in the scenario's policies");
        else if (pool->policy[layer] != -1)
            check_scheme(faults, scenario, scheme, layer, pool->policy[layer]);
    }
    struct error error;
    for (int id = 0; id < KNOB_COUNT; id++) {
        struct knob_ref ref = knob_of_pool((enum knob_id)id, k);
        struct knob_value value = {.number = pool->number[id]};
        if (isnan(value.number) ||
            (knob_infos[id].type == TYPE_NUMBER ? knob_check(scenario, ref, &value, &error)
                                                : knob_check_narrow(scenario, ref, &error)))
            continue;
        faults_add(faults, PLACE_OF("/knobs/%s.%s", knob_infos[id].name, name), "%s", error.message);
    }
}

/* ---- apps ---- */

static void check_app(struct faults *faults, const struct scenario *scenario, int k)
{
    const struct app *app = &scenario->apps[k];
    const char *of_name = place_of_app(PLACE, k, "/name");
    const struct knob_value slo = {.number = app->slo_ms}, scale = {.number = app->profile_scale},
                            high = {.number = app->profile_scale_high};
    check_name(faults, of_name, "an app", app->name);
    if (scenario_find_app(scenario, app->name) < k)
        faults_add(faults, of_name, "two apps are named '%s'", app->name);
    check_member(faults, scenario, place_of_app(PLACE, k, "/pool"), "app", app->name, app->pool);
    if (app->model[0] == '\0')
        faults_add(faults, place_of_app(PLACE, k, "/model"),
                   "app '%s' has no model; `wattif list profiles` shows them", app->name);
    check_knob(faults, scenario, place_of_app(PLACE, k, "/slo_ms"), knob_of_app(KNOB_SLO_MS, k), &slo);
    fields_check(&app_fields, app, place_of_app(PLACE, k, ""), faults);
    check_knob(faults, scenario, PLACE_OF("/knobs/profile_scale.%s", app->name),
               knob_of_app(KNOB_PROFILE_SCALE, k), &scale);
    check_knob(faults, scenario, PLACE_OF("/knobs/profile_scale.%s.high", app->name),
               knob_of_app(KNOB_PROFILE_SCALE_HIGH, k), &high);
    /* Besides the ranges of its fields. */
    const struct arrivals *arrivals = &app->arrivals;
    if (app->requests == 0 && isnan(scenario->hours) && arrivals->kind != ARRIVAL_RATES &&
        arrivals->kind != ARRIVAL_TRACE) /* which end with their workload */
        faults_add(faults, place_of_app(PLACE, k, "/requests"),
                   "without a number of requests the run needs hours, or it never ends");
    bool none = arrivals->kind == ARRIVAL_CLOSED_LOOP && arrivals->mean_gap_ms == 0; /* it needs none */
    if (fields_have(&arrivals_fields, "mean_gap_ms", arrivals) && !none) {
        double max = arrivals->kind == ARRIVAL_POISSON_GAP ? POISSON_GAP_MAX_MS : 1e9;
        const char *shown = TEXT_NUMBER(arrivals->mean_gap_ms);
        const char *place = place_of_app(PLACE, k, "/arrivals/mean_gap_ms");
        if (!(arrivals->mean_gap_ms > 0))
            faults_add(faults, place, "a mean gap must be above 0 ms, not %s",
                       isnan(arrivals->mean_gap_ms) ? "NaN" : shown);
        else if (arrivals->mean_gap_ms < 0.001)
            faults_add(faults, place, "a mean gap of %s ms is too short; it takes 0.001 ms or more", shown);
        else if (!(arrivals->mean_gap_ms <= max))
            faults_add(faults, place, "%s takes a mean gap of at most %.0f ms%s",
                       arrival_kind_names[arrivals->kind], max,
                       arrivals->kind == ARRIVAL_POISSON_GAP ? "; use exponential" : "");
    }
    if (arrivals->until_s > 0 && !(arrivals->until_s > arrivals->from_s))
        faults_add(faults, place_of_app(PLACE, k, "/arrivals/until_s"),
                   "an app leaves after it has joined; until_s must be above from_s");
    if (arrivals->from_s >= 3600 * scenario->hours)
        faults_add(faults, place_of_app(PLACE, k, "/arrivals/from_s"),
                   "the run is over before the app joins; from_s must be below its %.0f s",
                   3600 * scenario->hours);
    if (fields_have(&arrivals_fields, "workload", arrivals) && arrivals->workload[0] == '\0')
        faults_add(faults, place_of_app(PLACE, k, "/arrivals/workload"),
                   "arrivals of this kind need a workload; `wattif list workloads` shows them");
    const struct batches *batch = &app->batch;
    if (fields_have(&batch_fields, "min", batch) && (batch->min < 1 || batch->min > batch->max))
        faults_add(faults, place_of_app(PLACE, k, "/batch/min"),
                   "the least batch, %d, must lie between 1 and the greatest, %d", (int)batch->min,
                   (int)batch->max);
    if (batch->kind == BATCH_TRACE && arrivals->kind != ARRIVAL_TRACE)
        faults_add(faults, place_of_app(PLACE, k, "/batch/kind"),
                   "batches from a workload need arrivals of kind 'arrivals'");
}

/* ---- fleets ---- */

static void check_pods(struct faults *faults, const struct scenario *scenario, const struct fleet *fleet,
                       int g)
{
    struct error error;
    const struct gpu *gpu = &fleet->gpus[g];
    /* The shape that its pods have to have. A fleet that is not in force may be for another discipline, which
     * takes it along (knob_words.c). */
    enum policy_id share = scenario_share(scenario, gpu);
    bool free =
        fleet != &scenario->fleets[scenario->fleet] && gpu->policy[LAYER_SHARE] < 0 &&
        (layout_fits(gpu, SHAPE_WHOLE) || layout_fits(gpu, SHAPE_SLICES) || layout_fits(gpu, SHAPE_SEATS));
    enum policy_shape shape = share >= POLICY_COUNT || free ? SHAPE_NONE : policy_infos[share].shape;
    bool sliced = layout_has_slices(gpu, SHAPE_SEATS);
    for (int p = 0; p < gpu->n_pods; p++) {
        const struct pod *pod = &gpu->pods[p];
        const char *place = place_of_pod(PLACE, fleet, g, p);
        if (pod->app < -1 || pod->app >= scenario->n_apps)
            faults_add(faults, place, "no such app");
        else if (pod->app >= 0 && gpu->owner >= 0 && pod->app != gpu->owner)
            faults_add(faults, place, "GPU '%s' belongs to app '%s'; no other app can have a part of it",
                       gpu->name, gpu->owner < scenario->n_apps ? scenario->apps[gpu->owner].name : "?");
        else if (pod->app >= 0 && !scenario_check_pool(scenario, gpu, pod->app, &error))
            faults_add(faults, place, "%s", error.message);
        if (shape == SHAPE_SLICES && pod->joins)
            faults_add(
                faults, place,
                "under share 'mig' a slice has one app; '%s' can share it in turns (share 'tmux-tf', 'tmux-ef' or 'tmux-etf')",
                pod->app >= 0 && pod->app < scenario->n_apps ? scenario->apps[pod->app].name : "?");
        else if (shape == SHAPE_SEATS && !sliced && strcmp(pod->slice, "whole") != 0)
            faults_add(faults, place,
                       "where apps take turns on a whole GPU their pods are on slice 'whole', not '%s'; on a "
                       "slice of it they are joined, as \"3g:chat+speech\"",
                       pod->slice);
        else if (shape == SHAPE_SEATS && !sliced && pod->app == -1)
            faults_add(faults, place, "a pod on a time-shared GPU needs an app");
    }
    /* A layout is legal when its slices fit together on a GPU. */
    bool cut = layout_has_slices(gpu, shape), known = true;
    for (int p = 0; cut && p < gpu->n_pods; p++) {
        if (layout_check_slices(&gpu->pods[p], 1, &error))
            continue;
        bool whole = strcmp(gpu->pods[p].slice, "whole") == 0;
        faults_add(faults, place_of_pod(PLACE, fleet, g, p), "%s%s", error.message,
                   whole ? "; pods share a whole GPU in turns (share 'tmux-tf')" : "");
        known = false;
    }
    if (cut && known && !layout_check_slices(gpu->pods, gpu->n_pods, &error))
        faults_add(faults, place_of_gpu(PLACE, fleet, g, "/mig"), "%s", error.message);
    if (shape == SHAPE_WHOLE && !layout_fits(gpu, shape))
        faults_add(faults, place_of_gpu(PLACE, fleet, g, "/mig"),
                   "under share 'dedicated' a GPU is one piece; slices need share 'mig', pods 'tmux-tf'");
}

/* Water flows from a GPU to the next; it must not come back. */
static void check_upstream(struct faults *faults, const struct fleet *fleet, int g)
{
    int steps = 0, at = fleet->gpus[g].upstream;
    const char *place = place_of_gpu(PLACE, fleet, g, "/upstream");
    while (at != -1) {
        if (at < 0 || at >= fleet->n_gpus) {
            faults_add(faults, place, "no such GPU in this fleet");
            return;
        }
        if (at == g || ++steps > fleet->n_gpus) {
            faults_add(faults, place, "the water chain of GPU '%s' runs in a circle", fleet->gpus[g].name);
            return;
        }
        at = fleet->gpus[at].upstream;
    }
}

static void check_fleet(struct faults *faults, const struct scenario *scenario, int k)
{
    const struct fleet *fleet = &scenario->fleets[k];
    const char *place = PLACE_OF("/fleets/%s", fleet->name);
    check_name(faults, place, "a fleet", fleet->name);
    if (scenario_find_fleet(scenario, fleet->name) < k)
        faults_add(faults, place, "two fleets are named '%s'", fleet->name);
    if (fleet->n_gpus < 1 || fleet->n_gpus > GPUS_MAX) {
        faults_add(faults, PLACE_OF("/fleets/%s/gpus", fleet->name), "a fleet has 1 to %d GPUs, not %d",
                   (int)GPUS_MAX, fleet->n_gpus);
        return;
    }
    for (int g = 0; g < fleet->n_gpus; g++) {
        struct error error;
        const struct gpu *gpu = &fleet->gpus[g];
        const char *of_name = place_of_gpu(PLACE, fleet, g, "/name");
        check_name(faults, of_name, "a GPU", gpu->name);
        for (int other = 0; other < g; other++)
            if (strcmp(fleet->gpus[other].name, gpu->name) == 0) {
                faults_add(faults, of_name, "two GPUs of fleet '%s' are named '%s'", fleet->name, gpu->name);
                break;
            }
        check_one_thing(faults, of_name, gpu->name, "a GPU", scenario_find_app(scenario, gpu->name) >= 0,
                        "an app");
        check_one_thing(faults, of_name, gpu->name, "a GPU", scenario_find_pool(scenario, gpu->name) >= 0,
                        "a pool");
        check_member(faults, scenario, place_of_gpu(PLACE, fleet, g, "/pool"), "GPU", gpu->name, gpu->pool);
        if (gpu->type[0] == '\0')
            faults_add(faults, place_of_gpu(PLACE, fleet, g, "/type"),
                       "GPU '%s' has no type, as in A100-40GB", gpu->name);
        fields_check(&gpu_fields, gpu, place_of_gpu(PLACE, fleet, g, ""), faults);
        const char *of_owner = place_of_gpu(PLACE, fleet, g, "/owner");
        if (gpu->owner < -1 || gpu->owner >= scenario->n_apps)
            faults_add(faults, of_owner, "no such app owns GPU '%s'", gpu->name);
        else if (gpu->owner >= 0 && !scenario_check_pool(scenario, gpu, gpu->owner, &error))
            faults_add(faults, of_owner, "%s", error.message);
        check_upstream(faults, fleet, g);
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            int id = gpu->policy[layer];
            const char *scheme = place_of_gpu(PLACE, fleet, g, PLACE_OF("/%s", layer_names[layer]));
            if (id == -1)
                continue;
            if (layer != LAYER_SHARE && layer != LAYER_TUNE)
                faults_add(faults, scheme, "a GPU may have share and tune of its own, not %s",
                           layer_names[layer]);
            else if (id < 0 || id >= POLICY_COUNT || policy_infos[id].layer != (enum layer)layer)
                faults_add(faults, scheme, "no such %s scheme", layer_names[layer]);
        }
        if (gpu->n_pods < 0 || gpu->n_pods > PODS_MAX)
            faults_add(faults, place_of_gpu(PLACE, fleet, g, "/mig"), "a GPU holds at most %d pods",
                       (int)PODS_MAX);
        else
            check_pods(faults, scenario, fleet, g);
    }
}

/* ---- the run ---- */

static void check_knobs(struct faults *faults, const struct scenario *scenario)
{
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *info = &knob_infos[id];
        struct knob_value value = {.number = scenario->number[id]};
        bool slot = (info->scopes >> SCOPE_RUN & 1) && info->at[SCOPE_RUN] == 0;
        if (slot && info->type == TYPE_NUMBER && !(isnan(info->initial) && isnan(value.number)))
            check_knob(faults, scenario, PLACE_OF("/knobs/%s", info->name), knob_of_run((enum knob_id)id),
                       &value);
    }
}

static void check_edits(struct faults *faults, const struct scenario *scenario)
{
    struct error error;
    if (scenario->n_edits > EDITS_MAX)
        faults_add(faults, "/edits", "a run takes at most %d edits, not %d", (int)EDITS_MAX,
                   scenario->n_edits);
    for (int k = 0; k < scenario->n_edits; k++) {
        const struct edit *edit = &scenario->edits[k];
        const char *field = "knob";
        if (!knob_exists(scenario, edit->knob)) {
            faults_add(faults, PLACE_OF("/edits/%d/knob", k),
                       edit->knob.scope == SCOPE_GPU ? "no such GPU in the run" : "no such knob");
            continue;
        }
        if (k > 0 && edit->t_ns < edit[-1].t_ns)
            faults_add(faults, PLACE_OF("/edits/%d/t_s", k),
                       "edits stand in order of time; this one is earlier than the one before");
        if (!scenario_check_edit(scenario, edit, &field, &error))
            faults_add(faults, PLACE_OF("/edits/%d/%s", k, field), "%s", error.message);
    }
}

static void check_run(struct faults *faults, const struct scenario *scenario)
{
    check_name(faults, "/name", "the scenario", scenario->name);
    static const enum knob_id fields[] = {KNOB_TRACE, KNOB_PROFILES, KNOB_START, KNOB_HOURS};
    for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
        struct knob_value value = knob_get(scenario, knob_of_run(fields[k]));
        check_knob(faults, scenario, PLACE_OF("/%s", knob_infos[fields[k]].name), knob_of_run(fields[k]),
                   &value);
    }
    double longest_s = 3600 * (isnan(scenario->hours) ? knob_infos[KNOB_HOURS].max : scenario->hours);
    if (scenario->warmup_s > 0 && !(scenario->warmup_s < longest_s))
        faults_add(faults, "/warmup_s", "the warm-up is as long as the run; nothing would be measured");
    fields_check(&scenario_fields, scenario, "", faults);
}

/* Each setting by itself, and after those before it: a fleet may come along with a scheme. */
static void check_baseline(struct faults *faults, const struct scenario *scenario)
{
    struct error error = {0};
    struct scenario copy;
    if (scenario->n_baseline == 0 || !scenario_copy(&copy, scenario))
        return;
    for (int k = 0; k < scenario->n_baseline && k < BASELINE_MAX; k++) {
        const struct setting *setting = &scenario->baseline[k];
        struct knob_ref knob;
        struct knob_value value;
        if (!knob_resolve(&copy, setting->knob, &knob, &error) ||
            !knob_parse(&copy, knob, setting->value, &value, &error) ||
            !knob_set(&copy, knob, &value, &error))
            faults_add(faults, PLACE_OF("/baseline/%s", setting->knob), "%s", error.message);
    }
    scenario_free(&copy);
}

static void check_clover(struct faults *faults, const struct scenario *scenario, int pool)
{
    enum policy_id policy = scenario_pool_policy(scenario, pool, LAYER_CONFIGURE);
    struct error error = {0};
    int apps[APPS_MAX], n = scenario_pool_apps(scenario, pool, apps);
    bool slo_base = false;
    for (int k = 0; k < n; k++)
        slo_base = slo_base || scenario->apps[apps[k]].slo_base;
    if ((policy_is_clover(policy) || slo_base) && !scenario_check_clover(scenario, pool, policy, &error))
        faults_add(faults, error.place, "%s", error.message);
}

static void check_affinities(struct faults *faults, const struct scenario *scenario)
{
    const char *list = names_of_apps(scenario, NAME_LIST);
    for (int k = 0; k < scenario->n_affinities && k < AFFINITIES_MAX; k++) {
        const struct affinity *own = &scenario->affinities[k];
        bool of_pods = own->kind == AFFINITY_POD || own->kind == AFFINITY_NOT_POD;
        const char *place = PLACE_OF("/affinity/%d/%s", k, of_pods ? "with" : "node");
        if (scenario_find_app(scenario, own->app) < 0)
            faults_add(faults, PLACE_OF("/affinity/%d/app", k), "there is no app '%s'; there are %s",
                       own->app, list);
        if (of_pods && (scenario_find_app(scenario, own->with) < 0 || strcmp(own->with, own->app) == 0))
            faults_add(faults, place, "'%s' is no other app; there are %s", own->with, list);
        bool there = of_pods;
        for (int g = 0; g < scenario_gpus(scenario); g++)
            there = there || strcmp(scenario_fleet(scenario)->gpus[g].node, own->node) == 0;
        if (!there)
            faults_add(faults, place, "no GPU of fleet '%s' is on a node '%s'",
                       scenario->fleets[scenario->fleet].name, own->node);
    }
}

/* Names of knobs with blanks between. */
static void check_named(struct faults *faults, const struct scenario *scenario, const char *place,
                        const char *names)
{
    char copy[SCENARIO_LEVERS], *rest = copy;
    struct error error = {0};
    struct knob_ref knob;
    text_copy(copy, sizeof copy, names);
    for (const char *name; (name = strtok_r(rest, " ", &rest));)
        if (!knob_resolve(scenario, name, &knob, &error))
            faults_add(faults, place, "%s", error.message);
}

bool scenario_validate(const struct scenario *scenario, struct faults *faults)
{
    size_t before = faults->count;
    struct error error = {0};
    bool fleets = scenario->n_fleets >= 1 && scenario->n_fleets <= FLEETS_MAX;
    if (!fleets)
        faults_add(faults, "/fleets", "a scenario has 1 to %d fleets, not %d", (int)FLEETS_MAX,
                   scenario->n_fleets);
    else if (scenario->fleet < 0 || scenario->fleet >= scenario->n_fleets || scenario->default_fleet < 0 ||
             scenario->default_fleet >= scenario->n_fleets)
        faults_add(faults, "/knobs/fleet", "the fleet in force does not exist");
    bool apps = scenario->n_apps >= 1 && scenario->n_apps <= APPS_MAX;
    if (!apps)
        faults_add(faults, "/apps", "a scenario has 1 to %d apps, not %d", (int)APPS_MAX, scenario->n_apps);
    if (scenario->n_pools < 0 || scenario->n_pools > POOLS_MAX)
        faults_add(faults, "/pools", "a scenario has at most %d pools, not %d", (int)POOLS_MAX,
                   scenario->n_pools);
    if (faults->count > before)
        return false; /* what follows looks into all of these */
    check_run(faults, scenario);
    for (int k = 0; k < scenario->n_pools; k++)
        check_pool(faults, scenario, k);
    for (int k = 0; k < scenario->n_fleets; k++)
        check_fleet(faults, scenario, k);
    for (int k = 0; k < scenario->n_apps; k++)
        check_app(faults, scenario, k);
    check_knobs(faults, scenario);
    check_affinities(faults, scenario);
    /* What only water-cooled GPUs have. */
    if (scenario->number[KNOB_FACILITY] > FACILITY_FLAT && !scenario_is_cooled(scenario))
        faults_add(
            faults, "/knobs/facility",
            "facility=split counts cooling by the temperature of water, and nothing is cooled by water here; set cooling=water, or leave facility flat");
    /* False when a layer has no scheme at all: then no edit of it can be judged. */
    bool named = true;
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        named &= check_scheme(faults, scenario, PLACE_OF("/policies/%s", layer_names[layer]), layer,
                              scenario->policy[layer]);
    if (named) {
        if (faults->count == before)
            check_baseline(faults, scenario);
        check_named(faults, scenario, "/opens_on", scenario->opens_on);
        check_named(faults, scenario, "/levers", scenario->levers);
        for (int pool = 0; faults->count == before && pool < scenario_n_pools(scenario); pool++)
            check_clover(faults, scenario, pool);
        if (faults->count == before && !pods_check(scenario, &error))
            faults_add(faults, error.place, "%s", error.message);
        check_edits(faults, scenario);
    }
    return faults->count == before;
}
