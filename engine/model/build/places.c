/* Places of GPUs whose layout may change in mid-run: one for each slice that MIG knows and each variant that
 * a profile has for this type of GPU, shared by all GPUs of one pool, type, clock, class and idle power. They
 * depend on no layout, so runs that differ in edits alone number them alike. What these cost at other clocks
 * stands below. Layouts, the initial ones and those of edits, become configurations with a place on each
 * slice. */
#include "engine/base/text.h"
#include "engine/model/build/build.h"
#include "engine/model/layout.h"
#include "engine/model/names.h"

#include <string.h>

enum { VARIANTS_MAX = 256 };

/* ---- variants and groups ---- */

bool build_has_type(const struct model *model, const char *type, bool reconfigurable)
{
    for (int g = 0; g < model->n_gpus; g++)
        if (model->gpus[g].reconfigurable == reconfigurable && strcmp(model->gpus[g].type, type) == 0)
            return true;
    return false;
}

/* Another that has the same places as this one. */
int build_leader_of(const struct build *build, int g)
{
    const struct gpu *a = &build->fleet->gpus[g];
    const struct model_gpu *own = &build->model->gpus[g], *other = build->model->gpus;
    for (int h = 0; h < g; h++, other++) {
        const struct gpu *b = &build->fleet->gpus[h];
        bool clocks = a->clock_mhz == b->clock_mhz || (isnan(a->clock_mhz) && isnan(b->clock_mhz));
        bool statics = !build->turned || own->idle_w + own->auxiliary_w == other->idle_w + other->auxiliary_w;
        if (other->reconfigurable && own->pool == other->pool && clocks && statics &&
            own->floor_w == other->floor_w && strcmp(a->type, b->type) == 0 && a->class == b->class)
            return h;
    }
    return g;
}

bool build_places(const struct build *build)
{
    struct model *model = build->model;
    model->n_places = model->n_instances;
    if (!layout_is_edited(&model->scenario))
        return true;
    model->variants = build_alloc(build, VARIANTS_MAX, sizeof *model->variants);
    if (!model->variants)
        return false;
    for (int a = 0; a < model->n_apps; a++) {
        const struct profile_set *set = build->profiles[a];
        for (size_t k = 0; k < set->n; k++) {
            int v = 0;
            while (v < model->n_variants && strcmp(model->variants[v].name, set->rows[k].variant) != 0)
                v++;
            if (v < model->n_variants || !build_has_type(model, set->rows[k].gpu, true))
                continue;
            if (v == VARIANTS_MAX)
                return error_set(build->error, ERROR_INPUT, "/apps",
                                 "the apps' profiles have more than %d variants together", (int)VARIANTS_MAX);
            text_copy(model->variants[v].name, sizeof model->variants->name, set->rows[k].variant);
            model->n_variants++;
        }
    }
    for (int g = 0; g < model->n_gpus; g++) {
        int leader = build_leader_of(build, g);
        if (!model->gpus[g].reconfigurable)
            continue;
        model->gpus[g].first_place = leader < g ? model->gpus[leader].first_place : model->n_places;
        model->n_places += leader < g ? 0 : MIG_SLICES * model->n_variants;
    }
    return true;
}

/* ---- costs ---- */

static struct model_cost *cost_at(const struct build *build, int a, int place)
{
    return &build->model->costs[a * build->model->n_places + place];
}

/* Rows of this very variant; "" is that of a profile without variants. */
static bool has_rows(const struct profile_set *set, const char *type, const char *slice, const char *variant)
{
    for (size_t k = 0; k < set->n; k++)
        if (strcmp(set->rows[k].gpu, type) == 0 && strcmp(set->rows[k].slice, slice) == 0 &&
            strcmp(set->rows[k].variant, variant) == 0)
            return true;
    return false;
}

static struct curve_key build_seat_key(const struct build *build, int a, int g, enum mig_slice slice,
                                       int variant, double clock_mhz)
{
    const struct model_gpu *gpu = &build->model->gpus[g];
    int seat = build->model->gpu_instances[gpu->first_instance];
    const struct clock_law law = build_law_of(build, a, seat);
    double rest_mhz = law.max_mhz > 0 ? gpu->rest_mhz : build->fleet->gpus[g].clock_mhz;
    return (struct curve_key){.type = gpu->type,
                              .slice = mig_slice_names[slice],
                              .variant = build->model->variants[variant].name,
                              .clock_mhz = isnan(clock_mhz) ? rest_mhz : clock_mhz,
                              .floor_w = gpu->floor_w,
                              .class = gpu->class,
                              .law = law,
                              .rest_mhz = gpu->rest_mhz,
                              .static_w = gpu->idle_w + gpu->auxiliary_w};
}

/* Without a curve where there is none or the memory is too small: only a layout that asks for it is
 * refused. */
static bool build_seat_cost(const struct build *build, int a, int g, enum mig_slice slice, int variant,
                            const struct profile_set *set)
{
    struct model *model = build->model;
    struct model_cost *cost = cost_at(build, a, model_place_on(model, g, slice, variant));
    struct curve_key key = build_seat_key(build, a, g, slice, variant, NAN);
    struct error quiet_error = {0};
    struct build quiet = *build;
    quiet.error = &quiet_error;
    *cost = (struct model_cost){.accuracy = NAN, .memory_gb = NAN};
    if (scenario_pool_of_app(&model->scenario, a) != model->gpus[g].pool)
        return true;
    if (!has_rows(set, key.type, key.slice, key.variant))
        return true;
    if (!build_curve(&quiet, a, &key, set, cost) && quiet_error.kind == ERROR_SYSTEM)
        return error_set(build->error, ERROR_SYSTEM, quiet_error.place, "%s", quiet_error.message);
    if (cost->memory_gb > mig_memory_gb(key.type, slice))
        *cost = (struct model_cost){.accuracy = NAN, .memory_gb = cost->memory_gb};
    return true;
}

/* What an app costs there at each clock that the type can be set to. */
static bool build_seat_points(const struct build *build, int a, int g, const struct profile_set *set)
{
    const struct model *model = build->model;
    const struct model_gpu *gpu = &model->gpus[g];
    const struct clock_range *range = clock_range_of(gpu->type);
    int seat = model->gpu_instances[gpu->first_instance];
    for (int clock = 0; gpu->first_clocked > 0 && clock < model->n_clocks; clock++)
        for (int k = 0; k < (int)MIG_SLICES * model->n_variants; k++) {
            double mhz = model->clocks_mhz[clock];
            int place = gpu->first_place + k, to = model_place_at(model, seat, place, clock);
            if (!clock_range_has(range, mhz) || to == place || !cost_at(build, a, place)->latency_ns)
                continue;
            const struct curve_key key = build_seat_key(build, a, g, model_place_slice(model, g, place),
                                                        model_place_variant_index(model, g, place), mhz);
            if (!build_curve(build, a, &key, set, cost_at(build, a, to)))
                return false;
        }
    return true;
}

bool build_seats(const struct build *build, int a, const struct profile_set *set)
{
    struct model *model = build->model;
    for (int g = 0; g < model->n_gpus; g++) {
        const struct model_gpu *gpu = &model->gpus[g];
        if (!gpu->reconfigurable)
            continue;
        bool leads = build_leader_of(build, g) == g;
        for (int s = 0; leads && s < MIG_SLICES; s++)
            for (int v = 0; v < model->n_variants; v++)
                if (!build_seat_cost(build, a, g, (enum mig_slice)s, v, set))
                    return false;
        if (leads && !build_seat_points(build, a, g, set))
            return false;
        bool served = false;
        for (int k = 0; k < MIG_SLICES * model->n_variants; k++)
            served = served || cost_at(build, a, gpu->first_place + k)->latency_ns;
        for (int i = 0; i < gpu->n_instances && !served; i++)
            model->instances[model->gpu_instances[gpu->first_instance + i]].apps &= ~(UINT64_C(1) << a);
    }
    return true;
}

/* ---- layouts ---- */

/* What a slice names, else what the app does, else its only one; -1 with a message. */
static int choose_variant(const struct build *build, int g, const struct layout_slice *slice,
                          const char *place)
{
    const struct app *app = &build->model->scenario.apps[slice->app];
    const char *names[VARIANTS_MAX] = {NULL}, *name = slice->variant[0] ? slice->variant : app->variant;
    /* The variants of an app that this type of GPU has rows for, whether they fit or not. */
    const struct model *model = build->model;
    const struct profile_set *set = build->profiles[slice->app];
    size_t n = 0;
    for (int v = 0; v < model->n_variants; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (has_rows(set, model->gpus[g].type, mig_slice_names[s], model->variants[v].name)) {
                names[n++] = model->variants[v].name;
                break;
            }
    const char *list = names_join(NAME_LIST, names, n);
    if (!name[0] && n == 1)
        name = names[0];
    for (int v = 0; v < build->model->n_variants; v++)
        if (strcmp(build->model->variants[v].name, name) == 0 && names_find(names, n, name) >= 0)
            return v;
    if (n == 0)
        error_set(build->error, ERROR_INPUT, place, "profile '%s' has no rows for slices of %s", app->model,
                  build->model->gpus[g].type);
    else if (!name[0])
        error_set(build->error, ERROR_INPUT, place,
                  "profile '%s' has several variants on %s: %s; name one, as in %s/%s", app->model,
                  build->model->gpus[g].type, list, app->name, names[0]);
    else
        error_set(build->error, ERROR_INPUT, place, "profile '%s' has no variant '%s' on %s; there are %s",
                  app->model, name, build->model->gpus[g].type, list);
    return -1;
}

static bool build_layout(const struct build *build, int g, const struct pod *pods, int n, const char *place,
                         struct model_layout *out)
{
    struct mig_layout layout;
    if (!layout_of_pods(pods, n, &layout))
        return error_set(build->error, ERROR_INPUT, place, "these slices do not fit one GPU");
    out->config = layout.config;
    for (int s = 0; s < mig_configs[layout.config].n; s++) {
        const struct layout_slice *from = &layout.slices[s];
        enum mig_slice slice = (enum mig_slice)mig_configs[layout.config].slices[s];
        if (from->app < 0)
            continue;
        int variant = choose_variant(build, g, from, place);
        if (variant < 0)
            return false;
        int32_t at = model_place_on(build->model, g, slice, variant);
        if (!cost_at(build, from->app, at)->latency_ns) {
            /* Why an app cannot be on this slice: too little memory, no rows, or rows that make no curve. */
            int a = from->app;
            const struct model *model = build->model;
            const struct curve_key key = build_seat_key(build, a, g, slice, variant, NAN);
            const char *fits[MIG_SLICES] = {NULL};
            size_t n_fits = 0;
            struct model_cost cost;
            double memory_gb = cost_at(build, a, model_place_on(model, g, slice, variant))->memory_gb;
            for (int other = 0; other < MIG_SLICES; other++)
                if (cost_at(build, a, model_place_on(model, g, (enum mig_slice)other, variant))->latency_ns)
                    fits[n_fits++] = mig_slice_names[other];
            const struct profile_set *set = build->profiles[a];
            if (memory_gb > mig_memory_gb(key.type, slice))
                return build_refuse_memory(build, a, &key, memory_gb, set, place);
            return build_curve(build, a, &key, set, &cost) &&
                   error_set(build->error, ERROR_INPUT, place, "%s cannot be on %s; it fits %s",
                             model->apps[a].name, key.slice, names_join(NAME_LIST, fits, n_fits));
        }
        out->seats[s] = (struct model_seat){.apps = UINT64_C(1) << from->app, .place = at};
    }
    return true;
}

bool build_layouts(const struct build *build)
{
    struct model *model = build->model;
    struct pod pods[PODS_MAX];
    struct error inner = {0};
    int n;
    if (!layout_is_edited(&model->scenario))
        return true;
    model->edit_layouts = build_alloc(build, (size_t)model->scenario.n_edits, sizeof *model->edit_layouts);
    if (!model->edit_layouts)
        return false;
    for (int g = 0; g < model->n_gpus; g++) {
        const struct gpu *gpu = &build->fleet->gpus[g];
        const char *place = place_of_gpu(PLACE, build->fleet, g, "/pods");
        if (model->gpus[g].reconfigurable &&
            !build_layout(build, g, gpu->pods, gpu->n_pods, place, &model->gpus[g].layout))
            return false;
    }
    for (int e = 0; e < model->scenario.n_edits; e++) {
        const struct edit *edit = &model->scenario.edits[e];
        if (!knob_is_layout(edit->knob))
            continue;
        const char *place = PLACE_OF("/edits/%d/value", e);
        if (!layout_parse(&model->scenario, edit->value.text, pods, &n, &inner))
            return build_refuse(build, place, &inner);
        if (!build_layout(build, edit->knob.target, pods, n, place, &model->edit_layouts[e]))
            return false;
    }
    return true;
}

/* Clocks of GPUs whose layout may change in mid-run: each of their places, a slice with a variant, is there
 * once more at each clock that the GPU's type can be set to, by law (clock_law.h). Any app of the pool may
 * come to be on any slice, so a clock is one that all their rows on slices can follow. GPUs that share their
 * places share these as well; as such places are many, there are none where nobody turns the clock of any of
 * these. */

/* The app's rows on slices of this type of GPU. */
static bool is_on_a_slice(const struct build *build, const struct profile_row *row, int g)
{
    return strcmp(row->gpu, build->model->gpus[g].type) == 0 && mig_slice_find(row->slice) != MIG_SLICES;
}

bool build_seats_are_served(const struct build *build, int a, int g)
{
    const struct profile_set *set = build->profiles[a];
    for (size_t k = 0; k < set->n; k++)
        if (is_on_a_slice(build, &set->rows[k], g))
            return true;
    return false;
}

/* The clock that the rows of the pool's apps name; NAN: none. False: they name several. */
static bool find_stated(const struct build *build, int g, double *mhz)
{
    *mhz = NAN;
    for (int a = 0; a < build->model->n_apps; a++) {
        const struct profile_set *set = build->profiles[a];
        for (size_t k = 0; k < set->n && build->model->apps[a].pool == build->model->gpus[g].pool; k++) {
            double own = is_on_a_slice(build, &set->rows[k], g) ? set->rows[k].clock_mhz : (double)NAN;
            if (isnan(own))
                continue;
            if (!isnan(*mhz) && own != *mhz)
                return false;
            *mhz = own;
        }
    }
    return true;
}

uint64_t build_seats_by_law(const struct build *build, int g)
{
    const struct model *model = build->model;
    uint64_t apps = 0;
    double stated;
    if (!clock_range_of(model->gpus[g].type) || !find_stated(build, g, &stated))
        return 0;
    for (int a = 0; a < model->n_apps; a++)
        if (model->apps[a].pool == model->gpus[g].pool && build_seats_are_served(build, a, g))
            apps |= UINT64_C(1) << a;
    return apps;
}

double build_seats_rest_mhz(const struct build *build, int g)
{
    double own = build->fleet->gpus[g].clock_mhz, stated;
    if (isnan(own) && find_stated(build, g, &stated))
        own = isnan(stated) ? clock_range_of(build->model->gpus[g].type)->max_mhz : stated;
    return own;
}

void build_seats_clocked(const struct build *build)
{
    struct model *model = build->model;
    for (int g = 0; g < model->n_gpus; g++) {
        int leader = build_leader_of(build, g);
        const struct model_gpu *gpu = &build->model->gpus[g];
        if (!(gpu->reconfigurable && build->by_law[build->model->gpu_instances[gpu->first_instance]] != 0))
            continue;
        model->gpus[g].first_clocked = leader < g ? model->gpus[leader].first_clocked : model->n_places;
        model->n_places += leader < g ? 0 : model->n_clocks * (int)MIG_SLICES * model->n_variants;
    }
}
