/* Who reads a knob: a knob that nobody reads here changes no byte, and whoever turns it is told so. What a
 * knob needs to be read stands in its row (knobs.def, `needs`) as one of the conditions below. A value that
 * every pool, GPU or app has a narrower one for is not read either. */
#include "engine/model/knob_kind.h"

#include "engine/base/text.h"
#include "engine/model/clock_law.h"
#include "engine/model/names.h"

#include <math.h>

/* ---- conditions ---- */

static bool has_water(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    return scenario_is_cooled(scenario);
}

static bool has_chain(const struct scenario *scenario, struct knob_ref ref)
{
    bool chained = false;
    for (int g = 0; g < scenario_gpus(scenario); g++)
        chained |= scenario_fleet(scenario)->gpus[g].upstream >= 0;
    return chained && has_water(scenario, ref);
}

static bool is_flat(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    return !(scenario->number[KNOB_FACILITY] > FACILITY_FLAT);
}

/* A limit that slo_scale multiplies: at the start, or from an edit on. */
static bool has_slo(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    bool any = false;
    for (int a = 0; a < scenario->n_apps; a++)
        any |= !isnan(scenario->apps[a].slo_ms) || scenario->apps[a].slo_base;
    for (int e = 0; e < scenario->n_edits; e++)
        any |= scenario->edits[e].knob.id == KNOB_SLO_MS;
    return any;
}

static bool has_gaps(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    for (int a = 0; a < scenario->n_apps; a++)
        if (scenario->apps[a].arrivals.kind != ARRIVAL_CLOSED_LOOP &&
            scenario->apps[a].arrivals.kind != ARRIVAL_BACKLOGGED)
            return true;
    return false;
}

static bool has_staux(const struct scenario *scenario, struct knob_ref ref)
{
    for (int g = 0; g < scenario_gpus(scenario); g++) {
        int own = (int)scenario_fleet(scenario)->gpus[g].power;
        int law = own == GPU_POWER_ANY ? (int)scenario->power : own - (int)GPU_POWER_FIRST;
        if (law == POWER_STAUX && (ref.scope != SCOPE_GPU || ref.target == g))
            return true;
    }
    return false;
}

/* Somebody turns a clock: the knob, at the start or by an edit, a scheme or a power limit that is said; on a
 * GPU whose clocks are known. */
static bool has_clocks(const struct scenario *scenario, struct knob_ref ref)
{
    const uint64_t fixed = POLICY_BIT(POLICY_FIXED);
    uint64_t tuners = 0;
    bool turned = !isnan(scenario->number[KNOB_CLOCK_MHZ]), known = false;
    (void)ref;
    for (int id = 0; id < POLICY_COUNT; id++)
        tuners |= policy_infos[id].layer == LAYER_TUNE ? POLICY_BIT(id) & ~fixed : 0;
    turned |= (scenario_deciders(scenario) & tuners) != 0;
    for (int g = 0; g < scenario_gpus(scenario); g++) {
        const struct gpu *gpu = &scenario_fleet(scenario)->gpus[g];
        turned |= !isnan(gpu->number[KNOB_CLOCK_MHZ]) || gpu->policy[LAYER_TUNE] >= 0 || !isnan(gpu->cap_w);
        known |= clock_range_of(gpu->type) != NULL;
    }
    for (int a = 0; a < scenario->n_apps; a++)
        turned |= !isnan(scenario->apps[a].number[KNOB_CLOCK_MHZ]);
    for (int e = 0; e < scenario->n_edits; e++)
        turned |= scenario->edits[e].knob.id == KNOB_CLOCK_MHZ;
    return turned && known;
}

static bool has_class(const struct scenario *scenario, enum gpu_class class)
{
    for (int g = 0; g < scenario_gpus(scenario); g++)
        if (scenario_fleet(scenario)->gpus[g].class == class)
            return true;
    return false;
}

static bool has_high(const struct scenario *scenario, struct knob_ref ref)
{
    (void)ref;
    return has_class(scenario, CLASS_HIGH);
}

/* Where classes exist profile_scale is about low ones. */
static bool has_low(const struct scenario *scenario, struct knob_ref ref)
{
    return has_class(scenario, CLASS_LOW) || !has_high(scenario, ref);
}

static const struct {
    bool (*met)(const struct scenario *scenario, struct knob_ref ref);
    const char *why;
} conditions[NEEDS_COUNT] = {
    [NEEDS_WATER] = {has_water, "nothing is cooled by water here (cooling is none)"},
    [NEEDS_CHAIN] = {has_chain, "no water goes from one GPU to another here"},
    [NEEDS_FLAT] = {is_flat,
                    "facility is split, so cooling and the rest of the building are counted by themselves"},
    [NEEDS_SLO] = {has_slo, "no app has an SLO"},
    [NEEDS_GAPS] = {has_gaps, "no app's requests come at times of their own"},
    [NEEDS_STAUX] = {has_staux, "no GPU draws by the law staux"},
    [NEEDS_CLOCKS] = {has_clocks, "nobody turns a clock that a GPU here has by law (clock_mhz, policy tune)"},
    [NEEDS_HIGH] = {has_high, "no GPU in the run is of class high"},
    [NEEDS_LOW] = {has_low, "no GPU in the run is of class low"},
};

/* ---- narrower ones ---- */

static bool is_said_narrow(const struct scenario *scenario, struct knob_ref ref, enum knob_scope scope, int n)
{
    for (int target = 0; target < n; target++) {
        struct knob_ref own = ref;
        own.scope = scope;
        own.target = target;
        if (!knob_is_said(scenario, own))
            return false;
    }
    return n > 0;
}

/* ---- the answer ---- */

bool knob_read_by(const struct scenario *scenario, struct knob_ref ref, char *why, size_t size)
{
    const struct knob_info *info = &knob_infos[ref.id];
    /* Once it is said it cuts the fleet of any scheme. */
    if (ref.id == KNOB_GPUS && knob_is_said(scenario, ref))
        return true;
    /* The schemes of whom it is about: of the pool that it is narrowed to, or of all. */
    if (info->used_by &&
        !(info->used_by & (ref.scope == SCOPE_POOL ? scenario_pool_policies(scenario, ref.target)
                           : ref.scope == SCOPE_APP
                               ? scenario_pool_policies(scenario, scenario_pool_of_app(scenario, ref.target))
                               : scenario_policies(scenario)))) {
        if (why)
            text_print(why, size, "no scheme here reads it, it is for %s",
                       names_of_readers(ref.id, NAME_LIST));
        return false;
    }
    if (info->needs && !conditions[info->needs].met(scenario, ref)) {
        if (why)
            text_copy(why, size, conditions[info->needs].why);
        return false;
    }
    /* Has everybody a narrower value? An edit may turn what is said at the start, so it is not looked at. */
    unsigned scopes = info->scopes;
    bool wide = ref.scope < SCOPE_LAYER || (ref.scope == SCOPE_LAYER && ref.layer != LAYER_PLACE);
    if (wide &&
        (((scopes >> SCOPE_POOL & 1) && is_said_narrow(scenario, ref, SCOPE_POOL, scenario->n_pools)) ||
         ((scopes >> SCOPE_GPU & 1) && is_said_narrow(scenario, ref, SCOPE_GPU, scenario_gpus(scenario))) ||
         ((scopes >> SCOPE_APP & 1) && (scopes >> SCOPE_RUN & 1) && !(scopes >> SCOPE_GPU & 1) &&
          is_said_narrow(scenario, ref, SCOPE_APP, scenario->n_apps)))) {
        if (why)
            text_print(why, size, "all that it is about have a narrower one");
        return false;
    }
    return true;
}

bool knob_is_read(const struct scenario *scenario, struct knob_ref ref)
{
    return knob_read_by(scenario, ref, NULL, 0);
}

/* The table of knobs, filled from knobs.def. */

const char *const knob_scope_names[SCOPE_COUNT] = {"run", "layer", "pool", "gpu", "app", "pod"};
const char *const knob_type_names[] = {[TYPE_NUMBER] = "number", [TYPE_NAME] = "name", [TYPE_TIME] = "time"};
const char *const knob_role_names[KNOB_ROLES] = {"", "choice", "world", "doubt"};

enum {
    RUN = 1 << SCOPE_RUN,
    LAYER = 1 << SCOPE_LAYER,
    POOL = 1 << SCOPE_POOL,
    GPU = 1 << SCOPE_GPU,
    APP = 1 << SCOPE_APP,
    POD = 1 << SCOPE_POD
};

#define NUMBER(of_kind, of_unit, least, most, slider_least, slider_most, one_step, at_first)                 \
    .type = TYPE_NUMBER, .kind = &knob_##of_kind, .unit = (of_unit), .min = (least), .max = (most),          \
    .slider_min = (slider_least), .slider_max = (slider_most), .step = (one_step), .initial = (at_first)
#define NAME(of_kind) .type = TYPE_NAME, .kind = &knob_##of_kind, .unit = "", .initial = NAN
#define TIME .type = TYPE_TIME, .kind = &knob_time, .unit = "", .initial = NAN
#define WORDS(...)                                                                                           \
    .type = TYPE_NAME, .kind = &knob_choice, .unit = "", .words = (const char *const[])                      \
    {                                                                                                        \
        __VA_ARGS__, NULL                                                                                    \
    }
#define AT(scope, holder, member) .at[SCOPE_##scope] = offsetof(struct holder, member)
#define BY(scheme) (UINT64_C(1) << POLICY_##scheme)

#define KNOB_ROW(id, ...) {__VA_ARGS__},
const struct knob_info knob_infos[KNOB_COUNT] = {
#include "engine/model/knobs.def"
};
#undef KNOB_ROW
