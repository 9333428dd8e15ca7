/* Rows are in the order in which a document is printed. A row without a key stands elsewhere in the document:
 * a fleet's name is its key, a knob's value is among the knobs. */
#include "engine/model/scenario.h"

#include "engine/model/catalog.h"

#include <math.h>

/* A value that is a knob's, too: the knob's row has its range and what it is where nothing is said. */
#define OF_KNOB(id) .range = &knob_infos[KNOB_##id].range
#define OPTIONAL_AT(s, m) NUMBER_AT(s, m), .nullable = true, .initial = NAN, .said = SAID_IF_OTHER

/* --- apps --- */

#define BIT(kind) (UINT32_C(1) << (kind))
enum {
    DRAWN = BIT(ARRIVAL_EXPONENTIAL) | BIT(ARRIVAL_POISSON_GAP) | BIT(ARRIVAL_GAMMA) | BIT(ARRIVAL_FIXED_GAP),
    REPLAYED = BIT(ARRIVAL_RATES) | BIT(ARRIVAL_TRACE),
    JOINING = DRAWN | BIT(ARRIVAL_CLOSED_LOOP) | BIT(ARRIVAL_BACKLOGGED)
};
#define OF(kinds_) .kinds = kinds_
#define NEEDED_BY(kinds_) .kinds = kinds_, .needed = kinds_

static const struct field arrivals_rows[] = {
    {"kind", CHOICE_AT(arrivals, kind, arrival_kind_names, ARRIVAL_KIND_COUNT), .required = true,
     .initial = ARRIVAL_EXPONENTIAL, .refusal = "no such kind of arrivals"},
    {"mean_gap_ms", NUMBER_AT(arrivals, mean_gap_ms), .kinds = DRAWN | BIT(ARRIVAL_CLOSED_LOOP),
     .needed = DRAWN, .said = SAID_IF_OTHER},
    {"shape", NUMBER_AT(arrivals, shape), NEEDED_BY(BIT(ARRIVAL_GAMMA)), .initial = 1,
     FIELD_RANGE(0.01, 1e6, ""), .what = "a gamma shape"},
    {"clients", INT32_AT(arrivals, clients), NEEDED_BY(BIT(ARRIVAL_CLOSED_LOOP)), .initial = 1,
     FIELD_RANGE(1, 1e5, "clients"), .what = "a closed loop"},
    {"think_ms", NUMBER_AT(arrivals, think_ms), OF(BIT(ARRIVAL_CLOSED_LOOP)), FIELD_RANGE(0, 1e9, "ms"),
     .what = "a think time"},
    {"workload", TEXT_AT(arrivals, workload), NEEDED_BY(REPLAYED)},
    {"scale", NUMBER_AT(arrivals, scale), OF(BIT(ARRIVAL_RATES)), .initial = 1, FIELD_RANGE(1e-6, 1e6, ""),
     .what = "the scale of rates"},
    {"even", BOOL_AT(arrivals, even), OF(BIT(ARRIVAL_RATES))},
    {"from_s", NUMBER_AT(arrivals, from_s), OF(JOINING), .said = SAID_IF_OTHER, RANGE_LENGTH,
     .what = "when an app joins"},
    {"until_s", NUMBER_AT(arrivals, until_s), OF(JOINING), .said = SAID_IF_OTHER, RANGE_LENGTH,
     .what = "when an app leaves"},
};
const struct field_table arrivals_fields = FIELD_TABLE(arrivals_rows, arrivals);

static const struct field batch_rows[] = {
    {"kind", CHOICE_AT(batches, kind, batch_kind_names, BATCH_KIND_COUNT), .required = true,
     .initial = BATCH_FIXED, .refusal = "no such kind of batches"},
    {"size", NUMBER_AT(batches, mean), NEEDED_BY(BIT(BATCH_FIXED)), .initial = 1,
     FIELD_RANGE(1, BATCH_MAX, ""), .whole = true,
     .refusal = "a fixed batch is a whole number of 1 to 65536"},
    {"mean", NUMBER_AT(batches, mean), NEEDED_BY(BIT(BATCH_NORMAL)), .initial = 1,
     FIELD_RANGE(0, BATCH_MAX, ""), .what = "a mean batch"},
    {"sd", NUMBER_AT(batches, sd), NEEDED_BY(BIT(BATCH_NORMAL)), FIELD_RANGE(0, BATCH_MAX, ""),
     .what = "a batch's standard deviation"},
    {"min", INT32_AT(batches, min), NEEDED_BY(BIT(BATCH_NORMAL) | BIT(BATCH_UNIFORM)), .initial = 1},
    {"max", INT32_AT(batches, max), NEEDED_BY(BIT(BATCH_NORMAL) | BIT(BATCH_UNIFORM)), .initial = 128,
     FIELD_RANGE(1, BATCH_MAX, ""), .what = "the greatest batch"},
};
const struct field_table batch_fields = FIELD_TABLE(batch_rows, batches);

static const struct field app_pods_rows[] = {
    {"slice", TEXT_AT(app_pods, slice), .required = true},
    {"count", INT32_AT(app_pods, count), .required = true, FIELD_RANGE(0, GPUS_MAX *PODS_MAX, "pods")},
};
const struct field_table app_pods_fields = FIELD_TABLE(app_pods_rows, app_pods);

static const struct field app_rows[] = {
    {"name", TEXT_AT(app, name), .required = true},
    {"short", TEXT_AT(app, short_name), .said = SAID_IF_OTHER},
    {"pool", INDEX_AT(app, pool), .said = SAID_OTHERWISE},
    {"model", TEXT_AT(app, model), .required = true},
    {"variant", TEXT_AT(app, variant), .said = SAID_IF_OTHER},
    {"requests", INT64_AT(app, requests), .nullable = true, .draws = true, FIELD_RANGE(0, REQUESTS_MAX, ""),
     .refusal = "requests takes 0 (no limit) to 1000000000"},
    {"slo_ms", NUMBER_AT(app, slo_ms), .initial = NAN, .said = SAID_OTHERWISE},
    {NULL, BOOL_AT(app, slo_base)},
    {"percentile", NUMBER_AT(app, percentile), .initial = 95, FIELD_RANGE(1, 100, ""),
     .what = "a percentile"},
    {"weight", NUMBER_AT(app, weight), OF_KNOB(WEIGHT), .refusal = "a weight is above 0 and at most 1e9"},
    {"arrivals", PART_AT(app, arrivals, arrivals_fields), .required = true, .draws = true},
    {"batch", PART_AT(app, batch, batch_fields), .draws = true},
    {"pods", PART_AT(app, pods, app_pods_fields), .said = SAID_IF_OTHER},
    {NULL, NUMBER_AT(app, profile_scale), OF_KNOB(PROFILE_SCALE)},
    {NULL, NUMBER_AT(app, profile_scale_high), OF_KNOB(PROFILE_SCALE_HIGH)},
    {NULL, NUMBERS_AT(app, number)},
};
const struct field_table app_fields = FIELD_TABLE(app_rows, app);

/* --- fleets --- */

#define POWER_REFUSAL "no such power model; there are table, staux, superpose and superpose-comp"

static const struct field pod_rows[] = {
    {NULL, TEXT_AT(pod, slice)},
    {NULL, INDEX_AT(pod, app)},
    {NULL, TEXT_AT(pod, variant)},
    {NULL, BOOL_AT(pod, joins)},
};
const struct field_table pod_fields = FIELD_TABLE(pod_rows, pod);

static const struct field gpu_rows[] = {
    {"name", TEXT_AT(gpu, name), .required = true},
    {"type", TEXT_AT(gpu, type), .required = true},
    {"pool", INDEX_AT(gpu, pool), .said = SAID_OTHERWISE},
    {"class", CHOICE_AT(gpu, class, gpu_class_names, CLASS_COUNT), .said = SAID_IF_OTHER,
     .refusal = "a class is low or high"},
    {"owner", INDEX_AT(gpu, owner), .said = SAID_OTHERWISE},
    {"node", TEXT_AT(gpu, node), .said = SAID_IF_OTHER},
    {"upstream", INDEX_AT(gpu, upstream), .said = SAID_OTHERWISE},
    {"clock_mhz", OPTIONAL_AT(gpu, clock_mhz), RANGE_CLOCK},
    {"idle_w", OPTIONAL_AT(gpu, idle_w), RANGE_IDLE},
    {"cap_w", OPTIONAL_AT(gpu, cap_w), FIELD_RANGE(1, 1e5, "W"), .what = "a power limit"},
    {"power", CHOICE_AT(gpu, power, gpu_power_names, GPU_POWER_COUNT), .said = SAID_IF_OTHER,
     .refusal = POWER_REFUSAL},
    {"p_oi_w", NUMBER_AT(gpu, p_oi_w), .nullable = true, .said = SAID_IF_OTHER, OF_KNOB(P_OI_W),
     .what = "auxiliary power"},
    {"ha_w_per_k", OPTIONAL_AT(gpu, ha_w_per_k), RANGE_HA},
    {"alpha_per_s", OPTIONAL_AT(gpu, alpha_per_s), RANGE_ALPHA},
    {"share", INDICES_AT(gpu, policy), .said = SAID_OTHERWISE},
    {"tune", FIELD_ELSEWHERE},
    {"mig", FIELD_ELSEWHERE},
    {"pods", PARTS_AT(gpu, pods, n_pods, pod_fields), FIELD_ITEMS(gpu, pods), .said = SAID_OTHERWISE},
    {NULL, NUMBERS_AT(gpu, number)},
};
const struct field_table gpu_fields = FIELD_TABLE(gpu_rows, gpu);

static const struct field fleet_rows[] = {
    {NULL, TEXT_AT(fleet, name)},
    {"gpus", PARTS_AT(fleet, gpus, n_gpus, gpu_fields), .required = true, .said = SAID_OTHERWISE},
};
const struct field_table fleet_fields = FIELD_TABLE(fleet_rows, fleet);

/* --- the whole --- */

static const struct field clover_rows[] = {
    {"n_base", INT32_AT(clover_settings, n_base), .said = SAID_IF_OTHER, FIELD_RANGE(0, GPUS_MAX, "GPUs")},
    {"c_base_ci", NUMBER_AT(clover_settings, c_base_ci), .initial = 250, FIELD_RANGE(0.001, 1e5, "g/kWh")},
    {"trigger_pct", NUMBER_AT(clover_settings, trigger_pct), .initial = 5, FIELD_RANGE(0, 1000, "%")},
    {"window_s", NUMBER_AT(clover_settings, window_s), .initial = 20, FIELD_RANGE(0.1, 3600, "s")},
    {"settle_s", NUMBER_AT(clover_settings, settle_s), .initial = 60, FIELD_RANGE(0, 3600, "s")},
    {"run_s", NUMBER_AT(clover_settings, run_s), .initial = 300, FIELD_RANGE(0, 86400, "s")},
    {"misses", INT32_AT(clover_settings, misses), .initial = 5, FIELD_RANGE(1, CLOVER_TRIES_MAX, "")},
    {"ged", INT32_AT(clover_settings, ged), .initial = 4, FIELD_RANGE(2, 28, "")},
};
const struct field_table clover_fields = FIELD_TABLE(clover_rows, clover_settings);

static const struct field pool_rows[] = {
    {"name", TEXT_AT(pool, name), .required = true},
    {"policies", INDICES_AT(pool, policy), .said = SAID_OTHERWISE},
    {"clover", PART_AT(pool, clover, clover_fields), .said = SAID_OTHERWISE},
    {NULL, BOOL_AT(pool, own_clover)},
    {NULL, NUMBERS_AT(pool, number)},
};
const struct field_table pool_fields = FIELD_TABLE(pool_rows, pool);

enum {
    OF_NODES = BIT(AFFINITY_NODE) | BIT(AFFINITY_NOT_NODE),
    OF_PODS = BIT(AFFINITY_POD) | BIT(AFFINITY_NOT_POD)
};
static const struct field affinity_rows[] = {
    {"kind", CHOICE_AT(affinity, kind, affinity_names, AFFINITY_KINDS), .required = true,
     .refusal = "no such kind of affinity"},
    {"app", TEXT_AT(affinity, app), .required = true},
    {"node", TEXT_AT(affinity, node), NEEDED_BY(OF_NODES)},
    {"with", TEXT_AT(affinity, with), NEEDED_BY(OF_PODS)},
};
const struct field_table affinity_fields = FIELD_TABLE(affinity_rows, affinity);

static const struct field pin_rows[] = {
    {NULL, INDEX_AT(pod_pin, app)},
    {NULL, INT32_AT(pod_pin, number)},
    {NULL, TEXT_AT(pod_pin, spot)},
};
static const struct field_table pin_fields = FIELD_TABLE(pin_rows, pod_pin);

static const struct field setting_rows[] = {
    {NULL, TEXT_AT(setting, knob)},
    {NULL, TEXT_AT(setting, value)},
};
static const struct field_table setting_fields = FIELD_TABLE(setting_rows, setting);

#define KNOB_ASPECT .aspect = "a knob"
#define POWER_ASPECT .aspect = "the seed, the warm-up or the power model"
#define OUTAGE_ASPECT .aspect = "how long a reconfiguration takes"

static const struct field scenario_rows[] = {
    {"format", FIELD_ELSEWHERE, .required = true},
    {"name", TEXT_AT(scenario, name), .required = true, .aspect = "the name"},
    {"title", TEXT_AT(scenario, title)},
    {"source", TEXT_AT(scenario, source)},
    {"notes", TEXT_AT(scenario, notes), .said = SAID_IF_OTHER},
    {"seed", INT64_AT(scenario, seed), .required = true, .initial = 1, .said = SAID_OTHERWISE, POWER_ASPECT},
    {"trace", TEXT_AT(scenario, trace), .required = true, KNOB_ASPECT},
    {"profiles", TEXT_AT(scenario, profiles), .text = PROFILES_DEFAULT, .said = SAID_IF_OTHER, KNOB_ASPECT},
    {"start", INT64_AT(scenario, start_s), .required = true, .said = SAID_OTHERWISE, KNOB_ASPECT},
    {"hours", NUMBER_AT(scenario, hours), .nullable = true, .initial = NAN, KNOB_ASPECT},
    {"warmup_s", NUMBER_AT(scenario, warmup_s), RANGE_LENGTH, .what = "a warm-up", POWER_ASPECT},
    {"pools", PARTS_AT(scenario, pools, n_pools, pool_fields), .said = SAID_OTHERWISE, .aspect = "the pools"},
    {"fleets", PARTS_AT(scenario, fleets, n_fleets, fleet_fields), .required = true, .said = SAID_OTHERWISE,
     .aspect = "the fleets"},
    {NULL, INT32_AT(scenario, default_fleet), .aspect = "the fleets"},
    {NULL, INT32_AT(scenario, fleet), KNOB_ASPECT},
    {"apps", PARTS_AT(scenario, apps, n_apps, app_fields), .required = true, .said = SAID_OTHERWISE,
     .aspect = "the apps"},
    {"policies", INDICES_AT(scenario, policy), .required = true, .said = SAID_OTHERWISE, KNOB_ASPECT},
    {"power", CHOICE_AT(scenario, power, power_model_names, POWER_MODEL_COUNT), .refusal = POWER_REFUSAL,
     POWER_ASPECT},
    {"p_oi_w", NUMBER_AT(scenario, p_oi_w), OF_KNOB(P_OI_W), .what = "auxiliary power", .said = SAID_IF_OTHER,
     POWER_ASPECT},
    {"repartition_s", NUMBER_AT(scenario, repartition_s), .initial = 10, FIELD_RANGE(0, 3600, "s"),
     .what = "cutting a GPU anew", .said = SAID_IF_OTHER, OUTAGE_ASPECT},
    {"reload_s", NUMBER_AT(scenario, reload_s), .initial = 3, FIELD_RANGE(0, 3600, "s"),
     .what = "loading a model", .said = SAID_IF_OTHER, OUTAGE_ASPECT},
    {"clover", PART_AT(scenario, clover, clover_fields), .said = SAID_OTHERWISE,
     .aspect = "what Clover goes by"},
    {"headline", CHOICE_AT(scenario, headline, topic_names, TOPIC_COUNT), .said = SAID_IF_OTHER,
     .refusal = "a headline is about carbon, accuracy, fairness or temperature"},
    {"opens_on", TEXT_AT(scenario, opens_on), .said = SAID_IF_OTHER},
    {"levers", TEXT_AT(scenario, levers), .said = SAID_IF_OTHER},
    {"baseline", PARTS_AT(scenario, baseline, n_baseline, setting_fields), FIELD_ITEMS(scenario, baseline),
     .said = SAID_OTHERWISE},
    {"knobs", NUMBERS_AT(scenario, number), .said = SAID_OTHERWISE, KNOB_ASPECT},
    {"affinity", PARTS_AT(scenario, affinities, n_affinities, affinity_fields),
     FIELD_ITEMS(scenario, affinities), .said = SAID_OTHERWISE, .aspect = "where pods may stand"},
    {NULL, PARTS_AT(scenario, pins, n_pins, pin_fields), KNOB_ASPECT},
    {"edits", FIELD_ELSEWHERE},
};
const struct field_table scenario_fields = FIELD_TABLE(scenario_rows, scenario);

const char *scenario_difference(const struct scenario *a, const struct scenario *b)
{
    for (size_t i = 0; i < scenario_fields.n; i++)
        if (scenario_rows[i].aspect && !field_same(&scenario_rows[i], a, b))
            return scenario_rows[i].aspect;
    bool same = a->n_edits == b->n_edits;
    for (int i = 0; same && i < a->n_edits; i++) {
        const struct edit *x = &a->edits[i], *y = &b->edits[i];
        same = x->t_ns == y->t_ns && knob_same(x->knob, y->knob) && knob_equal(x->knob, &x->value, &y->value);
    }
    return same ? NULL : "the edits";
}

uint64_t scenario_fingerprint(const struct scenario *scenario)
{
    uint64_t hash = 0;
    for (size_t i = 0; i < scenario_fields.n; i++)
        if (scenario_rows[i].aspect)
            hash = field_hash(&scenario_rows[i], scenario, hash);
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        const struct knob_ref *knob = &edit->knob;
        const int whose[] = {(int)knob->id, (int)knob->scope, knob->target, knob->layer,
                             knob_is_slo_base(*knob, &edit->value)};
        hash = field_hash_number(hash, (double)edit->t_ns);
        for (size_t k = 0; k < sizeof whose / sizeof *whose; k++)
            hash = field_hash_number(hash, whose[k]);
        hash = knob_infos[knob->id].type == TYPE_NAME ? field_hash_text(hash, edit->value.text)
                                                      : field_hash_number(hash, edit->value.number);
    }
    return hash;
}

/* The next edit of the load from number `i` on. */
static int load_edit(const struct scenario *scenario, int i)
{
    while (i < scenario->n_edits && knob_infos[scenario->edits[i].knob.id].effect != EFFECT_LOAD)
        i++;
    return i;
}

const char *scenario_work_difference(const struct scenario *a, const struct scenario *b)
{
    bool same = a->n_apps == b->n_apps;
    for (int i = 0; same && i < a->n_apps; i++)
        for (size_t k = 0; same && k < app_fields.n; k++)
            same = !app_rows[k].draws || field_same(&app_rows[k], &a->apps[i], &b->apps[i]);
    if (!same)
        return "their apps have other requests";
    int i = load_edit(a, 0), k = load_edit(b, 0);
    for (; i < a->n_edits && k < b->n_edits; i = load_edit(a, i + 1), k = load_edit(b, k + 1))
        if (a->edits[i].t_ns != b->edits[k].t_ns || a->edits[i].value.number != b->edits[k].value.number)
            return "their load is not the same";
    if (i != a->n_edits || k != b->n_edits || a->number[KNOB_LOAD] != b->number[KNOB_LOAD])
        return "their load is not the same";
    if (a->hours != b->hours && !(isnan(a->hours) && isnan(b->hours)))
        return "they are not of the same length";
    return NULL;
}

const char *scenario_requests_difference(const struct scenario *a, const struct scenario *b)
{
    const char *work = scenario_work_difference(a, b);
    return work || a->seed == b->seed ? work : "their seeds are not the same, and so their requests";
}
