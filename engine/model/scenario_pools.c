/* Who decides what, pool by pool. A scenario that names no pools is one pool of everything, so that nothing
 * else has to ask which of the two it is; where it names some, each GPU and app belongs to one. */
#include "engine/model/layout.h"

/* ---- which there are ---- */

int scenario_n_pools(const struct scenario *scenario)
{
    return scenario->n_pools > 0 ? scenario->n_pools : 1;
}

/* NULL where none is named. */
static const struct pool *named(const struct scenario *scenario, int pool)
{
    return pool >= 0 && pool < scenario->n_pools ? &scenario->pools[pool] : NULL;
}

const char *scenario_pool_name(const struct scenario *scenario, int pool)
{
    const struct pool *of = named(scenario, pool);
    return of ? of->name : "all";
}

/* Where pools are named and it says none, which is a fault, the first. */
static int index_of(const struct scenario *scenario, int pool)
{
    return named(scenario, pool) ? pool : 0;
}

int scenario_pool_of_gpu(const struct scenario *scenario, int gpu)
{
    return index_of(scenario, scenario->fleets[scenario->fleet].gpus[gpu].pool);
}

int scenario_pool_of_app(const struct scenario *scenario, int app)
{
    return index_of(scenario, scenario->apps[app].pool);
}

int scenario_pool_gpus(const struct scenario *scenario, int pool, int gpus[GPUS_MAX])
{
    int n = 0;
    for (int g = 0; g < scenario_gpus(scenario) && n < GPUS_MAX; g++)
        if (scenario_pool_of_gpu(scenario, g) == pool)
            gpus[n++] = g;
    return n;
}

int scenario_pool_apps(const struct scenario *scenario, int pool, int apps[APPS_MAX])
{
    int n = 0;
    for (int a = 0; a < scenario->n_apps && n < APPS_MAX; a++)
        if (scenario_pool_of_app(scenario, a) == pool)
            apps[n++] = a;
    return n;
}

bool scenario_check_pool(const struct scenario *scenario, const struct gpu *gpu, int app, struct error *error)
{
    int own = index_of(scenario, gpu->pool), other = scenario_pool_of_app(scenario, app);
    return own == other ||
           error_set(
               error, ERROR_INPUT, NULL,
               "GPU '%s' is of pool '%s' and app '%s' of pool '%s'; an app runs on GPUs of its own pool only",
               gpu->name, scenario_pool_name(scenario, own), scenario->apps[app].name,
               scenario_pool_name(scenario, other));
}

/* ---- what they go by ---- */

enum policy_id scenario_pool_policy(const struct scenario *scenario, int pool, enum layer layer)
{
    const struct pool *of = named(scenario, pool);
    return (enum policy_id)(of && of->policy[layer] >= 0 ? of->policy[layer] : scenario->policy[layer]);
}

const struct clover_settings *scenario_pool_clover(const struct scenario *scenario, int pool)
{
    const struct pool *of = named(scenario, pool);
    return of && of->own_clover ? &of->clover : &scenario->clover;
}

enum policy_id scenario_gpu_policy(const struct scenario *scenario, const struct gpu *gpu, enum layer layer)
{
    int own = gpu->policy[layer];
    return own >= 0 ? (enum policy_id)own
                    : scenario_pool_policy(scenario, index_of(scenario, gpu->pool), layer);
}

enum policy_id scenario_share(const struct scenario *scenario, const struct gpu *gpu)
{
    return scenario_gpu_policy(scenario, gpu, LAYER_SHARE);
}

/* ---- who decides in them ---- */

static uint64_t bit_of(int policy)
{
    return policy >= 0 && policy < POLICY_COUNT ? POLICY_BIT(policy) : 0;
}

bool scenario_pool_hears(const struct scenario *scenario, int pool, struct knob_ref scheme)
{
    const struct pool *of = named(scenario, pool);
    if (scheme.scope == SCOPE_POOL)
        return scheme.target == pool;
    return scheme.scope == SCOPE_LAYER && !(of && of->policy[scheme.layer] >= 0);
}

bool scenario_pool_scheme(const struct scenario *scenario, int pool, enum layer layer, int *edit,
                          enum policy_id *scheme)
{
    const struct edit *edits = scenario->edits;
    while (
        *edit >= 0 && *edit < scenario->n_edits &&
        !(knob_is_policy(edits[*edit].knob, layer) && scenario_pool_hears(scenario, pool, edits[*edit].knob)))
        ++*edit;
    if (*edit >= scenario->n_edits)
        return false;
    *scheme =
        *edit < 0 ? scenario_pool_policy(scenario, pool, layer) : policy_find(layer, edits[*edit].value.text);
    return true;
}

uint64_t scenario_pool_deciders(const struct scenario *scenario, int pool)
{
    uint64_t bits = 0;
    int gpus[GPUS_MAX], n = scenario_pool_gpus(scenario, pool, gpus);
    for (int k = 0; k < n; k++)
        for (int layer = 0; layer < LAYER_COUNT; layer++)
            bits |= bit_of(scenario->fleets[scenario->fleet].gpus[gpus[k]].policy[layer]);
    for (int layer = 0; layer < LAYER_COUNT; layer++)
        bits |= bit_of((int)scenario_pool_policy(scenario, pool, (enum layer)layer));
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct edit *edit = &scenario->edits[e];
        if (knob_is_scheme(edit->knob) && scenario_pool_hears(scenario, pool, edit->knob))
            bits |= bit_of((int)policy_find((enum layer)edit->knob.layer, edit->value.text));
    }
    return bits;
}

uint64_t scenario_pool_policies(const struct scenario *scenario, int pool)
{
    uint64_t bits = scenario_pool_deciders(scenario, pool);
    for (int app = 0; app < scenario->n_apps; app++)
        if (scenario->apps[app].slo_base && scenario_pool_of_app(scenario, app) == pool)
            bits |= POLICY_BIT(POLICY_BASE);
    return bits;
}

/* ---- who could decide in them ---- */

/* Has the pool, in some fleet, a GPU of what the scheme asks for: one that can be cut, one of class low, one
 * that is not split or of which apps share a slice? */
static bool could_run(const struct scenario *scenario, int pool, const struct policy_info *info)
{
    bool any = false;
    for (int f = 0; f < scenario->n_fleets; f++)
        for (int g = 0; g < scenario->fleets[f].n_gpus && !any; g++) {
            const struct gpu *gpu = &scenario->fleets[f].gpus[g];
            bool turns = gpu->n_pods == 0 || layout_has_slices(gpu, SHAPE_SEATS) ||
                         mig_slice_find(gpu->pods[0].slice) == MIG_SLICES;
            bool suits = info->layer == LAYER_CONFIGURE ? layout_is_cut(scenario, gpu)
                                                        : (!info->classes || gpu->class == CLASS_LOW) &&
                                                              (info->shape != SHAPE_SEATS || turns);
            any = suits && index_of(scenario, gpu->pool) == pool;
        }
    return any;
}

bool scenario_pool_reads(const struct scenario *scenario, int pool, enum knob_id id)
{
    uint64_t readers = knob_infos[id].used_by;
    bool read = !readers || (readers & scenario_pool_policies(scenario, pool));
    for (uint64_t left = readers; left && !read; left &= left - 1)
        read = could_run(scenario, pool, &policy_infos[__builtin_ctzll(left)]);
    return read;
}

uint64_t scenario_deciders(const struct scenario *scenario)
{
    uint64_t bits = 0;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        bits |= scenario_pool_deciders(scenario, pool);
    return bits;
}

/* Is one of these schemes of this shape? */
static bool have_shape(uint64_t left, enum policy_shape shape)
{
    while (left && policy_infos[__builtin_ctzll(left)].shape != shape)
        left &= left - 1;
    return left != 0;
}

bool scenario_draws_lots(const struct scenario *scenario)
{
    uint64_t left = scenario_deciders(scenario);
    while (left && !policy_infos[__builtin_ctzll(left)].lots)
        left &= left - 1;
    return left != 0;
}

bool scenario_searches(const struct scenario *scenario)
{
    return have_shape(scenario_deciders(scenario), SHAPE_SEARCH);
}

uint64_t scenario_policies(const struct scenario *scenario)
{
    uint64_t bits = 0;
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++)
        bits |= scenario_pool_policies(scenario, pool);
    return bits;
}

void scenario_forget_unread(struct scenario *scenario)
{
    for (int id = 0; id < KNOB_COUNT; id++)
        if (!knob_is_read(scenario, knob_of_run((enum knob_id)id)))
            scenario->number[id] = knob_infos[id].initial;
    /* Of Clover's settings a search reads all, a table what its objective is made of, a layout that never
     * changes nothing; n_base is about BASE, whoever runs. */
    uint64_t policies = scenario_policies(scenario);
    struct clover_settings settings;
    if (!have_shape(policies, SHAPE_SEARCH)) {
        fields_init(&clover_fields, &settings);
        settings.n_base = scenario->clover.n_base;
        if (have_shape(policies, SHAPE_TABLE))
            settings.c_base_ci = scenario->clover.c_base_ci;
        scenario->clover = settings;
    }
}

bool scenario_pool_has_clover(const struct scenario *scenario, int pool)
{
    uint64_t bits = scenario_pool_policies(scenario, pool);
    for (int id = 0; id < POLICY_COUNT; id++)
        if ((bits & POLICY_BIT(id)) && policy_is_clover((enum policy_id)id))
            return true;
    return false;
}
