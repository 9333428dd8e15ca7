/* Clocks: which a GPU can have is what its profiles were measured at, and where that is a single clock, what
 * its type can be set to, by law (clock_law.h). What an app costs at each stands at a place of its own
 * (model_place_at), so that in mid-run a clock is an index. The clocks that are said, at the start and by
 * edits, are gone through as the run will: whatever comes into force must be in the tables.
 *
 * Points by law are many, so a model has them only where somebody turns a clock: the knob, at the start or by
 * an edit, a governor, or a card's power limit. */
#include "engine/base/text.h"
#include "engine/model/build/build.h"
#include "engine/model/names.h"

#include <stdlib.h>
#include <string.h>

/* ---- what is said ---- */

/* The knob at one time of the run, as the run's view has it. */
struct said_clocks {
    double run, gpus[GPUS_MAX], apps[APPS_MAX];
};

static double said_of(const struct said_clocks *said, int gpu, int app)
{
    double mhz = said->run;
    mhz = isnan(said->gpus[gpu]) ? mhz : said->gpus[gpu];
    return app < 0 || isnan(said->apps[app]) ? mhz : said->apps[app];
}

static struct said_clocks said_at_start(const struct build *build)
{
    const struct scenario *scenario = &build->model->scenario;
    struct said_clocks said = {.run = scenario->number[KNOB_CLOCK_MHZ]};
    for (int g = 0; g < build->model->n_gpus; g++)
        said.gpus[g] = build->fleet->gpus[g].number[KNOB_CLOCK_MHZ];
    for (int a = 0; a < build->model->n_apps; a++)
        said.apps[a] = scenario->apps[a].number[KNOB_CLOCK_MHZ];
    return said;
}

/* ---- who has clocks by law ---- */

bool build_is_turned(const struct build *build)
{
    const struct scenario *scenario = &build->model->scenario;
    const struct said_clocks said = said_at_start(build);
    bool turned = !isnan(said.run);
    uint64_t deciders = scenario_deciders(scenario);
    for (int g = 0; g < build->model->n_gpus; g++)
        turned = turned || !isnan(said.gpus[g]);
    for (int a = 0; a < build->model->n_apps; a++)
        turned = turned || !isnan(said.apps[a]);
    for (int e = 0; e < scenario->n_edits; e++)
        turned = turned || knob_infos[scenario->edits[e].knob.id].effect == EFFECT_CLOCK;
    for (int id = 0; id < POLICY_COUNT; id++)
        turned = turned || ((deciders & POLICY_BIT(id)) && policy_infos[id].tunes);
    return turned;
}

/* The scheme that sets the clock of a GPU by itself, at the start or after an edit; NULL: none does. */
static const struct policy_info *tuner_of(const struct build *build, int g)
{
    const struct scenario *scenario = &build->model->scenario;
    int own = build->fleet->gpus[g].policy[LAYER_TUNE], pool = build->model->gpus[g].pool;
    enum policy_id id;
    if (own >= 0)
        return policy_infos[own].tunes ? &policy_infos[own] : NULL;
    for (int e = -1; scenario_pool_scheme(scenario, pool, LAYER_TUNE, &e, &id); e++)
        if (policy_infos[id].tunes)
            return &policy_infos[id];
    return NULL;
}

/* Does anybody turn the clock of this GPU, or of one that has its places? */
static bool are_seats_turned(const struct build *build, int g)
{
    const struct scenario *scenario = &build->model->scenario;
    const struct said_clocks said = said_at_start(build);
    bool turned = false;
    for (int h = 0; h < build->model->n_gpus && !turned; h++) {
        if (!build->model->gpus[h].reconfigurable || build_leader_of(build, h) != build_leader_of(build, g))
            continue;
        turned =
            !isnan(said.run) || !isnan(said.gpus[h]) || tuner_of(build, h) || build->model->gpus[h].cap_w > 0;
        for (int e = 0; e < scenario->n_edits; e++) {
            const struct knob_ref knob = scenario->edits[e].knob;
            turned = turned || (knob_infos[knob.id].effect == EFFECT_CLOCK &&
                                (knob.scope == SCOPE_RUN || (knob.scope == SCOPE_GPU && knob.target == h)));
        }
    }
    return turned;
}

bool build_laws(struct build *build)
{
    const struct model *model = build->model;
    uint64_t *by_law = build->by_law = build_alloc(build, (size_t)model->n_instances, sizeof *by_law);
    for (int g = 0; g < model->n_gpus; g++)
        build->turned = build->turned || model->gpus[g].cap_w > 0;
    for (int i = 0; by_law && build->turned && i < model->n_instances; i++) {
        int g = model->instances[i].gpu;
        const struct model_gpu *gpu = &model->gpus[g];
        int first = model->gpu_instances[gpu->first_instance];
        if (gpu->reconfigurable && first < i)
            by_law[i] = by_law[first];
        else if (gpu->reconfigurable && are_seats_turned(build, g))
            by_law[i] = build_seats_by_law(build, g);
        else if (!gpu->reconfigurable && clock_range_of(gpu->type)) {
            /* Those of its apps whose profile is there, and names one clock at most. */
            uint64_t with = 0;
            for (uint64_t left = model->instances[i].apps; left; left &= left - 1) {
                int a = __builtin_ctzll(left);
                const struct curve_key key = build_key_at(build, a, i, NAN);
                double mhz;
                if (profile_has(build->profiles[a], key.type, key.slice, key.variant) &&
                    build_stated_clocks(build->profiles[a], &key, &mhz) < 2)
                    with |= UINT64_C(1) << a;
            }
            by_law[i] = with;
        }
    }
    return by_law != NULL;
}

/* ---- the model's table ---- */

static bool add_clock(const struct build *build, double *clocks, double mhz)
{
    struct model *model = build->model;
    int at = 0;
    while (at < model->n_clocks && clocks[at] < mhz)
        at++;
    if (at < model->n_clocks && clocks[at] == mhz)
        return true;
    if (model->n_clocks == CLOCKS_MAX)
        return error_set(build->error, ERROR_INPUT, "/apps",
                         "the apps' profiles have more than %d clocks together", (int)CLOCKS_MAX);
    memmove(clocks + at + 1, clocks + at, (size_t)(model->n_clocks - at) * sizeof *clocks);
    clocks[at] = mhz;
    model->n_clocks++;
    return true;
}

/* Its rows name this clock. */
static bool names_clock(const struct build *build, int a, int i, double mhz)
{
    struct curve_key key = build_key_at(build, a, i, mhz);
    return build_has_clock(build->profiles[a], &key);
}

static bool has_clock(const struct build *build, int a, int i, double mhz)
{
    int g = build->model->instances[i].gpu;
    const struct gpu *gpu = &build->fleet->gpus[g];
    bool by_law = build->by_law[i] >> a & 1;
    if (build->model->gpus[g].reconfigurable)
        return by_law &&
               (mhz == build_seats_rest_mhz(build, g) || clock_range_has(clock_range_of(gpu->type), mhz));
    return (by_law && (mhz == gpu->clock_mhz || clock_range_has(clock_range_of(gpu->type), mhz))) ||
           names_clock(build, a, i, mhz);
}

/* ---- each instance's ---- */

/* The highest that all of them name; where none names any, of the range. */
static bool highest(const struct build *build, int i, double *mhz)
{
    const struct model *model = build->model;
    const struct model_gpu *gpu = &model->gpus[model->instances[i].gpu];
    /* Of the apps that an instance may serve, those whose profile says at which clocks it was measured there.
     */
    uint64_t with = 0;
    for (uint64_t left = model->instances[i].apps; left; left &= left - 1) {
        int a = __builtin_ctzll(left);
        const struct curve_key key = build_key_at(build, a, i, NAN);
        double unused;
        with |= build_stated_clocks(build->profiles[a], &key, &unused) > 0 ? UINT64_C(1) << a : 0;
    }
    uint64_t apps = with;
    if (apps == 0 && build->by_law[i] != 0)
        *mhz = clock_range_of(gpu->type)->max_mhz;
    for (int k = model->n_clocks - 1; k >= 0 && apps != 0; k--) {
        uint64_t left = apps;
        while (left && names_clock(build, __builtin_ctzll(left), i, model->clocks_mhz[k]))
            left &= left - 1;
        if (left == 0) {
            *mhz = model->clocks_mhz[k];
            return true;
        }
    }
    return apps == 0 ||
           error_set(build->error, ERROR_INPUT,
                     place_of_gpu(PLACE, build->fleet, model->instances[i].gpu, ""),
                     "the profiles of the apps on '%s' have no clock of %s in common", gpu->name, gpu->type);
}

/* ---- checks ---- */

static bool refuse_clock(const struct build *build, int a, int i, double mhz, const char *place)
{
    const struct model *model = build->model;
    const struct model_gpu *gpu = &model->gpus[model->instances[i].gpu];
    if (build->by_law[i] >> a & 1) {
        const struct clock_range *range = clock_range_of(gpu->type);
        return error_set(build->error, ERROR_INPUT, place,
                         "'%s' cannot be set to %g MHz; %s goes from %g to %g MHz in steps of %g", gpu->name,
                         mhz, gpu->type, range->min_mhz, range->max_mhz, range->step_mhz);
    }
    if (gpu->reconfigurable)
        return error_set(
            build->error, ERROR_INPUT, place,
            "'%s' cannot be set to %g MHz: its layout may change in mid-run, and then a clock is one that %s has by law, from rows that name none or the same one; leave its clock as it is",
            gpu->name, mhz, gpu->type);
    /* "114.75, 216.75 and 318.75": of an app on an instance. */
    char texts[CLOCKS_MAX][16];
    const char *names[CLOCKS_MAX] = {NULL};
    size_t n = 0;
    for (int k = 0; k < model->n_clocks; k++)
        if (has_clock(build, a, i, model->clocks_mhz[k])) {
            names[n] = text_from_number(model->clocks_mhz[k], texts[n], sizeof texts[n]);
            n++;
        }
    if (n == 0)
        return error_set(
            build->error, ERROR_INPUT, place,
            "'%s' cannot be set to %g MHz: profile '%s', of app '%s', has no table of clocks on %s; leave its clock as it is",
            gpu->name, mhz, model->scenario.apps[a].model, model->apps[a].name, gpu->type);
    return error_set(
        build->error, ERROR_INPUT, place,
        "'%s' cannot be set to %g MHz: profile '%s', of app '%s', has no rows for %s there; it has %s MHz",
        gpu->name, mhz, model->scenario.apps[a].model, model->apps[a].name, gpu->type,
        names_join(NAME_LIST, names, n));
}

/* Every instance, with all the apps that it serves, can go where the knob sends it. `place`: of the edit that
 * does; NULL: the start. */
static bool check_said(const struct build *build, const struct said_clocks *said, const char *place)
{
    const struct model *model = build->model;
    for (int i = 0; i < model->n_instances; i++) {
        const struct model_instance *instance = &model->instances[i];
        double mhz = said_of(said, instance->gpu, model_seat_app(model, i));
        /* The knob that says an instance's clock at the start: the app's, the GPU's or the run's. */
        int app = model_seat_app(model, i), gpu = model->instances[i].gpu;
        const char *whose = app >= 0 && !isnan(said->apps[app]) ? model->apps[app].name
                            : !isnan(said->gpus[gpu])           ? model->gpus[gpu].name
                                                                : "";
        const char *start = PLACE_OF("/knobs/clock_mhz%s%s", *whose ? "." : "", whose);
        for (uint64_t left = isnan(mhz) ? 0 : instance->apps; left; left &= left - 1) {
            int a = __builtin_ctzll(left);
            /* An instance that is open to all serves those that have a profile there. */
            struct curve_key key = build_key_at(build, a, i, NAN);
            bool served =
                !model->gpus[gpu].reconfigurable
                    ? profile_has(build->profiles[a], key.type, key.slice, key.variant)
                    : model->apps[a].pool == model->gpus[gpu].pool && build_seats_are_served(build, a, gpu);
            if (served && !has_clock(build, a, i, mhz))
                return refuse_clock(build, a, i, mhz, place ? place : start);
        }
    }
    return true;
}

/* An app's clock takes a device that it has for itself while it runs, and that nobody else sets. */
static bool check_app(const struct build *build, int app, const char *place)
{
    const struct model *model = build->model;
    for (int i = 0; i < model->n_instances; i++)
        if (model_seat_app(model, i) == app) {
            /* A GPU has one clock under a governor (CO-C8). */
            int g = model->instances[i].gpu;
            const struct policy_info *tuner = tuner_of(build, g);
            const char *gpu = build->model->gpus[g].name, *name = build->model->apps[app].name;
            return !tuner ||
                   error_set(build->error, ERROR_INPUT, place,
                             "'%s' sets one clock for all that run on '%s', so app '%s' cannot have one of "
                             "its own there; leave out clock_mhz.%s, or give the GPU \"tune\": \"fixed\"",
                             tuner->name, gpu, name, name);
        }
    return error_set(
        build->error, ERROR_INPUT, place,
        "a clock of app '%s' takes a seat of its own on a whole time-shared GPU (share tmux-tf, with pods), and slices have their GPU's; write clock_mhz.GPU for the clock of a GPU",
        model->apps[app].name);
}

static bool check_edits(const struct build *build, struct said_clocks said)
{
    const struct scenario *scenario = &build->model->scenario;
    for (int e = 0; e < scenario->n_edits; e++) {
        const struct edit *edit = &scenario->edits[e];
        if (knob_infos[edit->knob.id].effect != EFFECT_CLOCK)
            continue;
        bool app = edit->knob.scope == SCOPE_APP;
        double *slot = app                             ? &said.apps[edit->knob.target]
                       : edit->knob.scope == SCOPE_GPU ? &said.gpus[edit->knob.target]
                                                       : &said.run;
        *slot = edit->value.number;
        const char *place = PLACE_OF("/edits/%d/value", e);
        if ((app && !check_app(build, edit->knob.target, place)) || !check_said(build, &said, place))
            return false;
    }
    return true;
}

/* Some app of the pool has two clocks to choose from on a GPU that the scheme may set. */
static bool has_choice(const struct build *build, int g)
{
    const struct model *model = build->model;
    int n = 0;
    for (int i = 0; i < model->n_instances; i++)
        for (uint64_t left = model->instances[i].gpu == g ? model->instances[i].apps : 0; left && n < 2;
             left &= left - 1) {
            n = 0;
            for (int k = 0; k < model->n_clocks && n < 2; k++)
                n += has_clock(build, __builtin_ctzll(left), i, model->clocks_mhz[k]);
        }
    return n >= 2;
}

/* A scheme that sets clocks has at least one to set: in the pool that it is said of, or in any. */
static bool check_tuners(const struct build *build)
{
    const struct model *model = build->model;
    const struct scenario *scenario = &model->scenario;
    const struct policy_info *tuners[POOLS_MAX] = {NULL};
    bool sets[POOLS_MAX] = {false}, any = false;
    for (int g = 0; g < model->n_gpus; g++) {
        const struct policy_info *tuner = tuner_of(build, g);
        int pool = model->gpus[g].pool;
        tuners[pool] = tuner ? tuner : tuners[pool];
        sets[pool] = sets[pool] || (tuner && has_choice(build, g));
        any = any || sets[pool];
    }
    for (int pool = 0; pool < scenario_n_pools(scenario); pool++) {
        /* Is the scheme said of this pool itself, at the start or by an edit? */
        bool own = scenario->n_pools == 0 || scenario->pools[pool].policy[LAYER_TUNE] >= 0;
        for (int e = 0; e < scenario->n_edits; e++) {
            struct knob_ref knob = scenario->edits[e].knob;
            own =
                own || (knob_is_policy(knob, LAYER_TUNE) && knob.scope == SCOPE_POOL && knob.target == pool);
        }
        if (tuners[pool] && !sets[pool] && (!any || own))
            return error_set(
                build->error, ERROR_INPUT, place_of_scheme(PLACE, scenario, pool, LAYER_TUNE, -1),
                "'%s' has no clock to set: it takes a GPU whose profiles have several clocks, or whose type has a range of them; choose tune fixed",
                tuners[pool]->name);
    }
    return true;
}

bool build_clocks(const struct build *build)
{
    struct model *model = build->model;
    double *clocks = build_alloc(build, CLOCKS_MAX, sizeof *clocks);
    model->clocks_mhz = clocks;
    for (int a = 0; clocks && a < model->n_apps; a++) {
        const struct profile_set *set = build->profiles[a];
        for (size_t k = 0; k < set->n; k++)
            if (!isnan(set->rows[k].clock_mhz) && build_has_type(model, set->rows[k].gpu, false) &&
                !add_clock(build, clocks, set->rows[k].clock_mhz))
                return false;
    }
    for (int i = 0; clocks && i < model->n_instances; i++) {
        if (build->by_law[i] != 0) {
            /* The range of its type, and the clock that its rows hold at. */
            int g = build->model->instances[i].gpu;
            const struct gpu *gpu = &build->fleet->gpus[g];
            const struct clock_range *range = clock_range_of(gpu->type);
            double own =
                build->model->gpus[g].reconfigurable ? build_seats_rest_mhz(build, g) : gpu->clock_mhz;
            bool added = isnan(own) || add_clock(build, clocks, own);
            for (int k = 0; added && k < clock_range_count(range); k++)
                added = add_clock(build, clocks, clock_range_at(range, k));
            if (!added)
                return false;
        }
    }
    model->first_point = model->n_places;
    model->n_places += model->n_instances * model->n_clocks;
    if (clocks)
        build_seats_clocked(build);
    for (int g = 0; g < model->n_gpus; g++)
        model->gpus[g].rest_mhz = NAN;
    struct said_clocks said = said_at_start(build);
    for (int i = 0; clocks && i < model->n_instances; i++) {
        struct model_instance *instance = &model->instances[i];
        const struct gpu *gpu = &build->fleet->gpus[instance->gpu];
        struct model_gpu *device = &model->gpus[instance->gpu];
        int app = model_seat_app(model, i);
        instance->rest_mhz = instance->clock_mhz = gpu->clock_mhz;
        if (device->reconfigurable && build->by_law[i] != 0)
            instance->rest_mhz = build_seats_rest_mhz(build, instance->gpu);
        if (isnan(gpu->clock_mhz) && !device->reconfigurable && !highest(build, i, &instance->rest_mhz))
            return false;
        instance->rest_clock = model_clock_find(model, instance->rest_mhz);
        double said_mhz = said_of(&said, instance->gpu, app);
        instance->clock_mhz = isnan(said_mhz) ? instance->rest_mhz : said_mhz;
        if (isnan(device->rest_mhz) || instance->rest_mhz > device->rest_mhz)
            device->rest_mhz = instance->rest_mhz;
    }
    for (int a = 0; clocks && a < model->n_apps; a++)
        if (!isnan(said.apps[a]) &&
            !check_app(build, a, PLACE_OF("/knobs/clock_mhz.%s", model->apps[a].name)))
            return false;
    return clocks && check_said(build, &said, NULL) && check_edits(build, said) && check_tuners(build);
}

/* ---- costs at each clock ---- */

bool build_points(const struct build *build, int a, const struct profile_set *set)
{
    struct model *model = build->model;
    struct model_cost *costs = &model->costs[a * model->n_places];
    for (int i = 0; i < model->n_instances; i++) {
        /* Whom it never serves has nothing there, not even a page of memory. */
        if (model->gpus[model->instances[i].gpu].reconfigurable || !(model->instances[i].apps >> a & 1))
            continue;
        /* An earlier instance that has the same curves; i: none. Which clock it is asked at makes no
         * difference. */
        const struct curve_key key = build_key_at(build, a, i, 0);
        int twin = 0;
        for (; twin < i; twin++) {
            const struct model_instance *instance = &model->instances[twin];
            const struct curve_key theirs = build_key_at(build, a, twin, 0);
            if ((instance->apps >> a & 1) && !model->gpus[instance->gpu].reconfigurable &&
                curve_keys_equal(&key, &theirs))
                break;
        }
        for (int k = 0; k < model->n_clocks; k++) {
            struct model_cost *cost = &costs[model_place_at(model, i, i, k)];
            double mhz = model->clocks_mhz[k];
            cost->accuracy = cost->memory_gb = NAN;
            if (twin < i)
                *cost = costs[model_place_at(model, twin, twin, k)];
            else if (has_clock(build, a, i, mhz)) {
                const struct curve_key at_clock = build_key_at(build, a, i, mhz);
                if (model->instances[i].clock_mhz == mhz && costs[i].latency_ns)
                    *cost = costs[i];
                else if (!build_curve(build, a, &at_clock, set, cost))
                    return false;
            }
        }
    }
    return true;
}
