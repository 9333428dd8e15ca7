/* At level 3 a request goes to the equal pod whose GPU will be the coolest at its hottest (infercool.md 2.5).
 * The GPU's power is predicted in slices of half a second: each of its pods works on what it runs, then on
 * what is queued at it, then rests. A router's own choice stands where its GPU has no temperature, and for
 * apps below level 3, unless the water's controller asks for this of all (CO-C6). Nothing is remembered. */
#include "engine/policy/place/problem.h"

#include "engine/physics/power.h"

/* ---- what a GPU will draw ---- */

/* Some work of one pod, from then to then, that alone would draw so much. */
struct work_stretch {
    int64_t from_ns, to_ns;
    double power_w;
};

enum { STRETCHES_MAX = 3 * PODS_MAX };

struct request_forecast {
    struct work_stretch stretches[STRETCHES_MAX];
    int n;
};

static void add(struct request_forecast *forecast, int64_t from_ns, int64_t to_ns, double power_w)
{
    if (to_ns > from_ns && forecast->n < STRETCHES_MAX)
        forecast->stretches[forecast->n++] = (struct work_stretch){from_ns, to_ns, power_w};
}

static bool rests(const struct view *view, int instance)
{
    return view->instances[instance].app < 0 && view->instances[instance].queue_length == 0;
}

/* What the instance has to do; returns when it will have done it. */
static int64_t add_work(const struct view *view, int instance, struct request_forecast *forecast)
{
    const struct instance_state *own = &view->instances[instance];
    int64_t free_ns = view->now_ns;
    if (own->app >= 0) {
        free_ns = own->started_ns + own->work_ns;
        add(forecast, view->now_ns, free_ns, own->power_w);
    }
    if (own->queue_length == 0 || own->apps == 0)
        return free_ns;
    int app = __builtin_ctzll(own->apps);
    const struct model_cost *cost = view_cost(view, app, instance);
    int32_t batch = (int32_t)model_usual_batch(view->model, app, cost);
    int64_t until_ns = free_ns + own->queue_length * cost->latency_ns[batch];
    add(forecast, free_ns, until_ns, cost->power_w[batch]);
    return until_ns;
}

/* Mean power over a slice, by the GPU's law: so many run at once as on average, rounded up. */
static double mean_w(const struct view *view, int gpu, const struct request_forecast *forecast,
                     int64_t from_ns, int64_t to_ns)
{
    const struct model_gpu *model = &view->model->gpus[gpu];
    double above_w = 0, running = 0, length = (double)(to_ns - from_ns);
    for (int k = 0; k < forecast->n; k++) {
        const struct work_stretch *stretch = &forecast->stretches[k];
        int64_t a = stretch->from_ns > from_ns ? stretch->from_ns : from_ns;
        int64_t b = stretch->to_ns < to_ns ? stretch->to_ns : to_ns;
        if (b <= a)
            continue;
        double part = (double)(b - a) / length;
        above_w += part * (stretch->power_w - model->idle_w);
        running += part;
    }
    if (running - 1e-9 <= 1)
        return model->idle_w + above_w;
    int n = (int)ceil(running - 1e-9);
    struct power_plan plan = power_plan_of(model);
    return power_watts(power_law_of(model->power), model->idle_w, above_w + n * model->idle_w, n, &plan);
}

/* What a GPU will draw on average, slice by slice, until a request that came now has ended on it. */
struct prospect {
    int n;
    int64_t last_ns; /* length of the last slice */
    double power_w[REQUEST_SLICES_MAX];
};

static void foresee(const struct view *view, int instance, int app, int32_t batch, struct prospect *prospect)
{
    const struct model *model = view->model;
    int gpu = view->instances[instance].gpu, n = 0;
    const struct model_cost *cost = view_cost(view, app, instance);
    struct request_forecast forecast;
    int64_t ends_ns = view->now_ns, calm_ns = ends_ns; /* from when on it runs nothing else */
    forecast.n = 0;
    const int32_t *seats = &view->seats[model->gpus[gpu].first_slot];
    for (int slot = 0; slot < model->gpus[gpu].n_slots; slot++) {
        if (seats[slot] < 0 || rests(view, seats[slot]))
            continue;
        int64_t free_ns = add_work(view, seats[slot], &forecast);
        ends_ns = seats[slot] == instance ? free_ns : ends_ns;
        calm_ns = free_ns > calm_ns ? free_ns : calm_ns;
    }
    add(&forecast, ends_ns, ends_ns + cost->latency_ns[batch], cost->power_w[batch]);
    ends_ns += cost->latency_ns[batch];
    int64_t from_ns = view->now_ns;
    prospect->last_ns = ends_ns - from_ns;
    for (; n < REQUEST_SLICES_MAX && from_ns < ends_ns; n++) {
        bool last = ends_ns - from_ns <= REQUEST_SLICE_NS || n + 1 == REQUEST_SLICES_MAX;
        int64_t to_ns = last ? ends_ns : from_ns + REQUEST_SLICE_NS;
        bool same = from_ns >= calm_ns + REQUEST_SLICE_NS; /* as the one before, which was calm */
        prospect->power_w[n] = same ? prospect->power_w[n - 1] : mean_w(view, gpu, &forecast, from_ns, to_ns);
        prospect->last_ns = to_ns - from_ns;
        from_ns = to_ns;
    }
    prospect->n = n;
}

/* ---- how warm it will be ---- */

/* What is left of a difference after so long: the pods of one choice mostly ask for the same. */
struct memo {
    double alpha_per_s, remains;
    int64_t after_ns;
};

/* `now_c` is the temperature of its GPU. */
static double peak_of(const struct view *view, int instance, int app, int32_t batch, double now_c,
                      struct memo *memo)
{
    int gpu = view->instances[instance].gpu;
    const struct model_cost *cost = view_cost(view, app, instance);
    const struct heat_state *heat = view_is_warm(view, gpu) ? &view->heat[gpu] : NULL;
    struct prospect prospect;
    if (!heat || !cost->latency_ns || batch > cost->batch_max)
        return (double)NAN;
    foresee(view, instance, app, batch, &prospect);
    double alpha_per_s = heat->alpha_per_s;
    double remains = prospect.n > 1 ? heat_remains(alpha_per_s, REQUEST_SLICE_NS * 1e-9) : 1;
    if (memo->after_ns != prospect.last_ns || memo->alpha_per_s < alpha_per_s ||
        memo->alpha_per_s > alpha_per_s)
        *memo = (struct memo){alpha_per_s, heat_remains(alpha_per_s, (double)prospect.last_ns * 1e-9),
                              prospect.last_ns};
    return heat_after(now_c, heat->water_c, heat->ha_w_per_k, remains, memo->remains, prospect.power_w,
                      prospect.n);
}

double request_peak_c(const struct view *view, int instance, int app, int32_t batch)
{
    struct memo memo = {.after_ns = -1};
    return peak_of(view, instance, app, batch, view_temperature_c(view, view->instances[instance].gpu),
                   &memo);
}

/* ---- whom to look at ---- */

int request_candidates(const struct view *view, const int32_t *instances, int n, int32_t *places)
{
    int idle = 0;
    for (int k = 0; k < n; k++)
        if (view_idle(view, instances[k]))
            places[idle++] = k;
    if (idle > 0)
        return idle;
    /* Those in between have places before and after of the same length: the first stay. */
    for (int k = 0; k < n; k++) {
        int at = k;
        int32_t length = view->instances[instances[k]].queue_length;
        for (; at > 0 && view->instances[instances[places[at - 1]]].queue_length > length; at--)
            places[at] = places[at - 1];
        places[at] = k;
    }
    return (n + 1) / 2;
}

/* ---- the choice ---- */

/* Is it this that chooses, and not the router? */
static bool is_asked(const struct view *view, const struct action *action)
{
    bool level = level_of(view, action->app) == LEVEL_REQUESTS || view_is_forced(view);
    return level && view_is_warm(view, view->instances[action->instance].gpu);
}

/* No peak is below the temperature of now, so the coolest is looked at first, and who is warmer than the
 * least peak so far not at all. Of equal peaks the first one's is the least. */
static int pick(const struct view *view, void *state, const struct action *action, const int32_t *instances,
                int n)
{
    int32_t places[INSTANCES_MAX];
    int own = 0;
    while (own < n && instances[own] != action->instance)
        own++;
    (void)state;
    if (!is_asked(view, action))
        return own;
    int looked = request_candidates(view, instances, n, places);
    double now_c[INSTANCES_MAX], least_c = (double)INFINITY;
    int asked = 0, coolest = 0, best = -1;
    int seen = -1; /* a GPU that an idle pod was looked at on: the next one would make it as warm */
    for (int k = 0; k < looked; k++) {
        int instance = instances[places[k]], gpu = view->instances[instance].gpu;
        if (rests(view, instance) && gpu == seen)
            continue;
        seen = rests(view, instance) ? gpu : seen;
        places[asked] = places[k];
        now_c[asked] = view_temperature_c(view, gpu);
        coolest = now_c[asked] < now_c[coolest] ? asked : coolest;
        asked++;
    }
    if (asked == 1 && !isnan(now_c[0]))
        return places[0];
    struct memo memo = {.after_ns = -1};
    int32_t batch = view->apps[action->app].head.batch;
    for (int turn = -1; turn < asked; turn++) {
        int k = turn < 0 ? coolest : turn;
        if (turn == coolest || now_c[k] > least_c)
            continue;
        double peak_c = peak_of(view, instances[places[k]], action->app, batch, now_c[k], &memo);
        if (peak_c < least_c || (peak_c <= least_c && k < best)) {
            best = k;
            least_c = peak_c;
        }
    }
    return best < 0 ? own : places[best];
}

/* ---- would it choose so elsewhere ---- */

/* The temperatures of a GPU now and at the ends of slices, and by how much of a kelvin they will have
 * followed water that is one warmer from now on. */
struct course {
    int n;
    double at_c[REQUEST_SLICES_MAX + 1], follows[REQUEST_SLICES_MAX + 1];
};

static void course_of(const struct view *view, int instance, const struct action *action,
                      struct course *course)
{
    const struct heat_state *heat = &view->heat[view->instances[instance].gpu];
    struct prospect prospect;
    foresee(view, instance, action->app, view->apps[action->app].head.batch, &prospect);
    double slice = heat_remains(heat->alpha_per_s, REQUEST_SLICE_NS * 1e-9);
    double last = heat_remains(heat->alpha_per_s, (double)prospect.last_ns * 1e-9);
    course->n = prospect.n + 1;
    course->at_c[0] = view_temperature_c(view, view->instances[instance].gpu);
    course->follows[0] = 0;
    for (int k = 0; k < prospect.n; k++) {
        double steady_c = heat_steady_c(heat->water_c, prospect.power_w[k], heat->ha_w_per_k);
        double remains = k + 1 < prospect.n ? slice : last;
        course->at_c[k + 1] = steady_c + (course->at_c[k] - steady_c) * remains;
        course->follows[k + 1] = 1 - (1 - course->follows[k]) * remains;
    }
}

/* Has neither it nor anybody upstream ever run anything? */
static bool is_fresh(const struct view *view, int gpu)
{
    bool fresh = true;
    for (; gpu >= 0; gpu = view->model->gpus[gpu].upstream)
        fresh = fresh && view->gpus[gpu].busy_ns == 0 &&
                !(view->heat[gpu].power_w > view->model->gpus[gpu].idle_w);
    return fresh;
}

/* Two pods whose temperatures all lead or lag by the same keep their order; so does who is below one of the
 * other's temperatures with each of its own, by more than what these follow the water apart. */
static double leeway_k(const struct view *view, const struct action *action, const int32_t *instances, int n,
                       int at)
{
    static const double rounded_k = 1e-9;
    int32_t places[INSTANCES_MAX];
    struct course own, rival;
    double least_k = (double)INFINITY;
    int home = view->instances[instances[at]].gpu;
    if (!view_is_warm(view, home))
        return least_k;
    if (level_of(view, action->app) != LEVEL_REQUESTS)
        return -1;
    course_of(view, instances[at], action, &own);
    bool later = false; /* of equal ones the first is taken */
    for (int c = 0, looked = request_candidates(view, instances, n, places); c < looked; c++) {
        int other = instances[places[c]], gpu = view->instances[other].gpu;
        later |= places[c] == at;
        if (places[c] == at || (is_fresh(view, home) && is_fresh(view, gpu)) ||
            (gpu == home && rests(view, other) && rests(view, instances[at])))
            continue; /* they would make it as warm, or as much less so, in any water */
        course_of(view, other, action, &rival);
        for (int k = later && gpu == home; k < own.n; k++) { /* now the two are as warm, on one GPU */
            double most_k = -1;
            for (int l = rival.n; l-- > 0 && most_k < (double)INFINITY;) {
                double below_k = rival.at_c[l] - own.at_c[k], apart = fabs(rival.follows[l] - own.follows[k]);
                most_k = below_k > rounded_k ? fmax(most_k, below_k / apart) : most_k;
            }
            least_k = fmin(least_k, most_k);
        }
    }
    return least_k;
}

/* Only where it looks. */
static void weigh(const struct view *view, const void *state, const struct action *action,
                  const int32_t *instances, int n, double *weights)
{
    int32_t places[INSTANCES_MAX];
    (void)state;
    for (int k = 0; k < n; k++)
        weights[k] = (double)NAN;
    if (!is_asked(view, action))
        return;
    int looked = request_candidates(view, instances, n, places);
    for (int k = 0; k < looked; k++)
        weights[places[k]] =
            request_peak_c(view, instances[places[k]], action->app, view->apps[action->app].head.batch);
}

const struct picker pick_infercool = {.pick = pick, .weigh = weigh, .leeway_k = leeway_k};
