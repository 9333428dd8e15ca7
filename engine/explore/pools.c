/* Hashes, and a run that looks them up. */
#include "engine/explore/pools.h"

#include "engine/explore/derive/derive.h"
#include "engine/sim/deciders.h"

enum { HASH_VERSION = 1 };

/* ---- what a pool's run depends on ---- */

static bool is_price(enum knob_id id)
{
    return knob_infos[id].warms || id == KNOB_PUE || id == KNOB_EMBODIED || id == KNOB_CI_SCALE;
}

/* Only a governor and who reads temperatures go by prices, but against the water they are held (pool_run.h);
 * beside these, a configurator and a router with a threshold go by the grid. The rest of a pool does the same
 * at any. */
static void forget_prices(struct scenario *scenario, const struct model *model, int pool)
{
    bool keeps = deciders_need(model, NULL, pool, DECIDER_GOVERNOR).any || pool_run_reads_heat(model, pool);
    bool grid = deciders_need(model, NULL, pool, DECIDER_CONFIGURATOR).any ||
                (scenario_pool_deciders(&model->scenario, pool) & knob_infos[KNOB_CIT].used_by) != 0;
    for (int id = 0; id < KNOB_COUNT; id++) {
        bool held = id == KNOB_WATER_C || id == KNOB_SOT_C || id == KNOB_WATER;
        if (is_price((enum knob_id)id) && (held || !(keeps || (grid && id == KNOB_CI_SCALE))))
            scenario->number[id] = knob_infos[id].initial;
    }
}

static uint64_t hash_workload(uint64_t hash, const struct workload *workload)
{
    hash = hash_word(hash_word(hash, workload->n), (uint64_t)workload->step_ns);
    for (size_t k = 0; k < workload->n; k++) {
        hash = workload->rate ? hash_real(hash, workload->rate[k]) : hash;
        hash = workload->arrival_ns ? hash_word(hash, (uint64_t)workload->arrival_ns[k]) : hash;
        hash = workload->batch ? hash_word(hash, (uint64_t)workload->batch[k]) : hash;
    }
    return hash;
}

/* Requests, and what is asked of them. */
static uint64_t hash_app(uint64_t hash, const struct model *model, int a)
{
    const struct model_app *app = &model->apps[a];
    const uint64_t words[] = {app->arrivals,          (uint64_t)app->requests, app->arrival_key,
                              app->batch_key,         (uint64_t)app->clients,  (uint64_t)app->think_ns,
                              (uint64_t)app->from_ns, (uint64_t)app->until_ns, (uint64_t)app->overhead_ns,
                              app->rate_even};
    const double reals[] = {app->mean_gap_ns, app->shape,  app->rate_scale,
                            app->percentile,  app->weight, model_slo_ms(model, a)};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        hash = hash_word(hash, words[k]);
    for (size_t k = 0; k < sizeof reals / sizeof *reals; k++)
        hash = hash_real(hash, reals[k]);
    hash = hash_distribution(hash, app);
    return app->workload ? hash_workload(hash, app->workload) : hash;
}

/* What an app costs at so many places from one on. GPUs of one type share their curves. */
static uint64_t hash_places(uint64_t hash, const struct model *model, int app, int first, int n)
{
    const int64_t *before = NULL;
    for (int place = first; place < first + n; place++) {
        const struct model_cost *cost = model_cost_of(model, app, place);
        bool again = cost->latency_ns == before;
        before = cost->latency_ns;
        hash = hash_word(hash, again ? 2 : cost->latency_ns ? 1 : 0);
        if (again || !cost->latency_ns)
            continue;
        hash = hash_real(hash_real(hash, cost->accuracy), cost->memory_gb);
        for (int32_t b = model->apps[app].batch_min; b <= model->apps[app].batch_max; b++) {
            hash = hash_word(hash, ((uint64_t)cost->latency_ns[b] << 3) + cost->provenance[b]);
            hash = hash_real(hash, cost->power_w[b]);
        }
    }
    return hash;
}

/* Wherever it can be in the pool, at every clock. */
static uint64_t hash_costs(uint64_t hash, const struct model *model, const struct model_pool *pool, int app)
{
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct model_gpu *gpu = &model->gpus[pool->gpus[k]];
        int seats = (int)MIG_SLICES * model->n_variants;
        for (int i = 0; i < gpu->n_instances && !gpu->reconfigurable; i++) {
            int instance = model->gpu_instances[gpu->first_instance + i];
            hash = hash_places(hash, model, app, instance, 1);
            hash = hash_places(hash, model, app, model->first_point + instance * model->n_clocks,
                               model->n_clocks);
        }
        if (gpu->reconfigurable)
            hash = hash_places(hash, model, app, gpu->first_place, seats);
        if (gpu->reconfigurable && gpu->first_clocked > 0)
            hash = hash_places(hash, model, app, gpu->first_clocked, seats * model->n_clocks);
    }
    return hash;
}

static uint64_t hash_gpus(uint64_t hash, const struct model *model, int p)
{
    const struct model_pool *pool = &model->pools[p];
    for (int k = 0; k < pool->n_gpus; k++) {
        const struct model_gpu *gpu = &model->gpus[pool->gpus[k]];
        hash = hash_gpu(hash, gpu);
        hash = hash_real(hash_real(hash, gpu->cap_w), gpu->floor_w);
        hash = hash_word(hash_real(hash, gpu->rest_mhz), (uint64_t)(isnan(gpu->ha_w_per_k) != 0));
        if (pool_run_reads_heat(model, p))
            hash = hash_real(hash_real(hash, gpu->ha_w_per_k), gpu->alpha_per_s);
    }
    return hash;
}

/* The grid and the time, which are all pools'. */
static uint64_t hash_world(uint64_t hash, const struct model *model)
{
    const struct carbon_trace *trace = &model->trace;
    const uint64_t words[] = {(uint64_t)model->horizon_ns, (uint64_t)model->bucket_ns,
                              (uint64_t)model->n_buckets,  model->exact_percentiles,
                              (uint64_t)trace->start_s,    (uint64_t)trace->step_s,
                              model->trace_first,          model->history_n};
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        hash = hash_word(hash, words[k]);
    for (size_t k = model->trace_first; k < trace->n; k++)
        hash = hash_real(hash, trace->samples[k]);
    return hash_real(hash, model->history_sum);
}

uint64_t pools_hash(const struct model *model, int p)
{
    const struct model_pool *pool = &model->pools[p];
    const struct derived *derived = model_pool_derived(model, p);
    struct scenario bare;
    if (!scenario_alone(&bare, &model->scenario, p))
        return 0;
    /* KUBERNETES moves nobody, nor does who has no choice. */
    if (bare.policy[LAYER_PLACE] == POLICY_K8S ||
        (bare.policy[LAYER_PLACE] == POLICY_INFERCOOL && model->n_warm > 0 && !pool_run_has_choice(model, p)))
        bare.policy[LAYER_PLACE] = POLICY_PLACE_NONE;
    bare.fleets->name[0] = '\0'; /* whatever its name, what counts is which GPUs it has */
    scenario_forget_unread(&bare);
    forget_prices(&bare, model, p);
    uint64_t hash = hash_word(hash_begin(DERIVED_KINDS, HASH_VERSION), scenario_fingerprint(&bare));
    scenario_free(&bare);
    hash = hash_word(hash_word(hash, pool->router_key), pool->configurator_key);
    for (int kind = 0; derived && kind < DERIVED_KINDS; kind++)
        hash = hash_word(hash, derived->parts[kind] ? derived->parts[kind]->key.hash : 0);
    for (int k = 0; k < pool->n_apps; k++)
        hash = hash_costs(hash_app(hash, model, pool->apps[k]), model, pool, pool->apps[k]);
    for (int c = 0; c < model->n_clocks; c++)
        hash = hash_real(hash, model->clocks_mhz[c]);
    return hash_end(hash_gpus(hash_world(hash, model), model, p));
}

/* Of a run in which these pools are played: what they did, all that the others depend on, water and prices.
 * 0: it is not to be kept. */
static uint64_t hash_whole(const struct model *model, struct pool_run *const pool_runs[POOLS_MAX])
{
    const struct scenario *scenario = &model->scenario;
    uint64_t hash = hash_world(hash_begin(DERIVED_KINDS, HASH_VERSION), model);
    struct summary_pool told;
    hash = hash_word(hash, (uint64_t)scenario->policy[LAYER_PLACE]);
    for (int id = 0; id < KNOB_COUNT; id++)
        hash = is_price((enum knob_id)id) ? hash_real(hash, scenario->number[id]) : hash;
    for (int g = 0; g < model->n_gpus; g++) {
        const struct model_gpu *gpu = &model->gpus[g];
        hash = hash_real(hash_real(hash_gpu(hash, gpu), gpu->ha_w_per_k), gpu->alpha_per_s);
        hash = hash_word(hash_real(hash, gpu->embodied_g_per_s), gpu->loop_apps);
        hash = hash_word(hash_word(hash, (uint64_t)gpu->upstream), (uint64_t)gpu->pool);
    }
    for (int p = 0; p < model->n_pools; p++) {
        uint64_t own = pool_runs[p] ? pool_run_facts(pool_runs[p]).outcome : pools_hash(model, p);
        if (own == 0)
            return 0;
        scenario_pool_accounting(scenario, p, told.accounting, sizeof told.accounting);
        hash = field_hash_text(field_hash_text(hash_word(hash, own), model->pools[p].name), told.accounting);
    }
    return scenario->n_affinities > 0 ? 0 : hash_end(hash);
}

/* ---- a run ---- */

/* The pool's run: from the shelf, or made for it. NULL while *good: it is not worth playing, nor (*tapes
 * false) taping, or another thread makes it. Who waits for that waits only so long, as that one may be held
 * up by others; then it is made twice. To tape who reads temperatures costs more, so it is simulated with the
 * others the first time that it is asked for. */
static struct pool_run *run_of_pool(struct model *model, int p, struct shelf *shelf, bool waits,
                                    const struct run_breath *breath, bool *tapes, bool *good,
                                    struct error *error)
{
    bool claimed = false, reads = pool_run_reads_heat(model, p), again;
    uint64_t hash = pool_run_may(model, p) ? pools_hash(model, p) : 0;
    struct pool_run *own = hash ? shelf_claim_pool_run(shelf, hash, waits, &claimed) : NULL;
    again = own && pool_run_facts(own).blank && !waits && !shelf_is_far(shelf, p);
    if (again)
        pool_run_release(own);
    if (hash && (again || (!own && (claimed || waits)))) {
        own = reads && !again ? pool_run_blank(p, error) : pool_run_make(model, p, breath, error);
        *good = own != NULL;
        *tapes = *tapes && (again || !reads);
        shelf_give_pool_run(shelf, hash, own);
    }
    if (!own || !pool_run_facts(own).lacks)
        return own;
    *tapes = *tapes && pool_run_facts(own).alone;
    pool_run_release(own);
    return NULL;
}

bool pools_whole(struct model *model, struct shelf *shelf, const struct run_breath *breath,
                 struct summary *summary, struct error *error)
{
    struct pool_run *pool_runs[POOLS_MAX] = {0}, *taped = NULL;
    bool good = true, tapes = true, any = false, apart = false, together = false;
    for (int k = 0; good && !together && k < 2 * model->n_pools; k++) {
        int p = k % model->n_pools; /* those that another thread makes come last */
        if (pool_runs[p])
            continue;
        pool_runs[p] = run_of_pool(model, p, shelf, k >= model->n_pools, breath, &tapes, &good, error);
        any = any || pool_runs[p];
        together = pool_runs[p] && pool_run_facts(pool_runs[p]).outcome == 0; /* none can be played */
    }
    uint64_t hash = good && any ? hash_whole(model, pool_runs) : 0;
    if (hash != 0 && shelf_fetch_summary(shelf, hash, summary)) {
        pool_runs_tell(model, pool_runs, summary);
    } else {
        good =
            good && run_whole_with(model, pool_runs, tapes ? &taped : NULL, breath, summary, &apart, error);
        if (taped)
            shelf_give_pool_run(shelf, pools_hash(model, pool_run_facts(taped).pool), taped);
        pool_run_release(taped);
        if (good && apart && hash != 0)
            shelf_give_summary(shelf, hash, summary);
    }
    for (int p = 0; p < model->n_pools; p++) {
        if (pool_runs[p] && pool_run_facts(pool_runs[p]).alone && pool_run_reads_heat(model, p))
            shelf_note_far(shelf, p, pool_run_facts(pool_runs[p]).lacks);
        pool_run_release(pool_runs[p]);
    }
    return good;
}
