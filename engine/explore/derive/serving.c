/* A second simulator, for one reason: ORACLE's table is of every graph there is, each served with 20,000
 * requests and more (measure.c), and here a request costs 15 to 25 ns where the engine, which can do
 * everything, takes 0.2 us at best. Of the engine it has what decides: the requests, the costs, the laws
 * of power, percentiles; its own is only the order of a queue that never reconfigures.
 *
 * A lane is an app with its slices; lanes share nothing but the GPUs, on which there is power that is drawn
 * once while any slice runs. For that requests must be taken in order of their starts, over all lanes; within
 * a lane they start in order of arrival. Slices that take the same time for a request fall idle in the order
 * in which they began, so those of one kind stand in a queue, and who is free first is at the head of one of
 * a few: where batches differ, a slice passes those before it that take longer. Where a GPU's law of power is
 * no sum, who runs on it is followed from start to start and end to end. */
#include "engine/explore/derive/serving.h"

#include "engine/base/arena.h"
#include "engine/base/percentile.h"
#include "engine/model/arrivals.h"

#include <stdlib.h>
#include <string.h>

enum { BATCHES = 20, BATCH_SAMPLE = 4096, SLOT_BITS = 10 };
static const int64_t longest_ns = 1024 * NS_PER_HOUR; /* as a run; so a time and a slot are one key */

_Static_assert((int)INSTANCES_MAX <= 1 << SLOT_BITS, "slots fit a key");

/* ---- requests ---- */

double serving_load(const struct model *model)
{
    return knob_at(&model->scenario, knob_of_run(KNOB_LOAD), 0).number;
}

static bool stream_draw(struct serving_stream *stream, const struct model *model, int64_t requests)
{
    struct arrival_cursor cursors[DERIVED_APPS_MAX];
    struct model_app apps[DERIVED_APPS_MAX]; /* without an end of their own */
    double load = serving_load(model);
    for (int a = 0; a < stream->n_apps; a++) {
        apps[a] = model->apps[a];
        apps[a].requests = INT64_MAX;
        cursors[a] = arrival_first(&apps[a], load);
    }
    for (int64_t i = 0; i < requests; i++) {
        /* The app whose next request comes first; -1: none has one. */
        int a = -1;
        for (int b = 0; b < stream->n_apps; b++)
            if (cursors[b].at_ns <= longest_ns && (a < 0 || cursors[b].at_ns < cursors[a].at_ns))
                a = b;
        if (a < 0)
            return true;
        struct serving_requests *own = &stream->apps[a];
        /* What array_grow asks first: two calls for each request would be felt. */
        size_t n = (size_t)own->n;
        if (!(n & (n - 1)) && (!array_grow(&own->arrived_ns, n, sizeof *own->arrived_ns) ||
                               !array_grow(&own->batch, n, sizeof *own->batch)))
            return false;
        own->arrived_ns[own->n] = cursors[a].at_ns;
        own->batch[own->n++] = cursors[a].batch;
        arrival_next(&apps[a], &cursors[a], load);
    }
    return true;
}

struct serving_stream *serving_stream_create(const struct model *model, int64_t requests, struct error *error)
{
    for (int a = 0; a < model->n_apps; a++)
        if (model->apps[a].arrivals == ARRIVAL_CLOSED_LOOP || model->apps[a].arrivals == ARRIVAL_BACKLOGGED) {
            error_set(
                error, ERROR_INPUT, "/apps",
                "app '%s': its arrivals are %s, so they have no rate at which configurations could be compared; choose another kind of arrivals, such as exponential",
                model->apps[a].name, arrival_kind_names[model->apps[a].arrivals]);
            return NULL;
        }
    struct serving_stream *stream = calloc(1, sizeof *stream);
    if (stream)
        stream->n_apps = model->n_apps;
    if (!stream || !stream_draw(stream, model, requests)) {
        serving_stream_free(stream);
        error_set(error, ERROR_SYSTEM, NULL, "out of memory for the requests to compare configurations by");
        return NULL;
    }
    return stream;
}

void serving_stream_free(struct serving_stream *stream)
{
    for (int a = 0; stream && a < stream->n_apps; a++) {
        free(stream->apps[a].arrived_ns);
        free(stream->apps[a].batch);
    }
    free(stream);
}

/* The first k requests of all apps together: how many of each (`counts`), and when the next one comes; the
 * last arrival where there is none. */
static int64_t stream_split(const struct serving_stream *stream, int64_t k, int64_t *counts)
{
    int64_t last_ns = 0;
    memset(counts, 0, DERIVED_APPS_MAX * sizeof *counts);
    for (int64_t i = 0; i <= k; i++) {
        int first = -1;
        for (int a = 0; a < stream->n_apps; a++)
            if (counts[a] < stream->apps[a].n &&
                (first < 0 ||
                 stream->apps[a].arrived_ns[counts[a]] < stream->apps[first].arrived_ns[counts[first]]))
                first = a;
        if (first < 0)
            return last_ns;
        last_ns = stream->apps[first].arrived_ns[counts[first]];
        counts[first] += i < k;
    }
    return last_ns;
}

void serving_window(const struct serving_stream *stream, int64_t warmup, int64_t requests,
                    struct serving_window *window)
{
    int64_t all = 0;
    for (int a = 0; a < stream->n_apps; a++)
        all += stream->apps[a].n;
    if (warmup + requests > all) {
        warmup = warmup < all / 10 ? warmup : all / 10;
        requests = all - warmup;
    }
    int64_t from_ns = stream_split(stream, warmup, window->first);
    window->from_ns = warmup > 0 ? from_ns : 0;
    window->to_ns = stream_split(stream, warmup + requests, window->end);
}

/* ---- floors ---- */

/* The slices of the first configuration with this cut, left to right; variants in order on each type. */
void serving_floor_add(struct serving_floor *floor, const struct model *model, int like,
                       const struct graph *graph)
{
    int totals[MIG_SLICES];
    struct graph left = *graph;
    graph_totals(graph, totals);
    int cut = mig_cut_find(totals), gpu = floor->n_gpus++;
    const struct mig_config *config = &mig_configs[mig_cuts[cut].config];
    floor->gpus[gpu].idle_w = model->gpus[like].idle_w;
    floor->gpus[gpu].law = power_law_of(model->gpus[like].power);
    floor->gpus[gpu].plan = power_plan_of(&model->gpus[like]);
    for (int k = 0; k < config->n; k++) {
        enum mig_slice slice = (enum mig_slice)config->slices[k];
        int v = 0;
        while (left.count[v][slice] == 0)
            v++;
        left.count[v][slice]--;
        const struct clover_variant *variant = &model_clover(model)->variants[v];
        floor->slices[floor->n++] =
            (struct serving_slice){.gpu = (int16_t)gpu,
                                   .app = (int16_t)variant->app,
                                   .place = model_place_on(model, like, slice, variant->variant)};
    }
}

double serving_utilisation(const struct model *model, const struct serving_floor *floor, int app)
{
    int32_t batches[BATCH_SAMPLE], places[INSTANCES_MAX];
    double rates_hz[INSTANCES_MAX], capacity_hz = 0; /* of places, each worked out once */
    arrival_fill(&model->apps[app], 0, BATCH_SAMPLE, NULL, batches);
    for (int k = 0, n = 0; k < floor->n; k++) {
        int32_t place = floor->slices[k].place;
        int at = 0;
        if (floor->slices[k].app != app)
            continue;
        while (at < n && places[at] != place)
            at++;
        if (at == n) {
            const int64_t *latency_ns = model_cost_of(model, app, place)->latency_ns;
            double sum_ns = 0;
            for (int i = 0; i < BATCH_SAMPLE; i++)
                sum_ns += (double)latency_ns[batches[i]];
            rates_hz[n] = 1 / (sum_ns / BATCH_SAMPLE * 1e-9);
            places[n++] = place;
        }
        capacity_hz += rates_hz[at];
    }
    return model_clover(model)->apps[app].rate_hz * serving_load(model) / capacity_hz;
}

/* ---- evaluation ---- */

/* Slices that serve alike, in the order in which they are free: keys (time << SLOT_BITS | slot) in a ring of
 * a power of two. A slice alone has a companion that is never free, so that there is always a second. */
struct slice_kind {
    const int64_t *latency_ns; /* [batch] */
    const double *power_w;
    double once_w; /* what its GPU draws once while anything runs */
    int64_t *keys; /* [mask + 1], in the lane's */
    uint32_t head, n, mask;
    int32_t place;
    bool bends; /* its GPU's law is no sum */
};

struct server {
    int64_t served; /* of those measured */
    int32_t gpu, kind;
};

/* How far a lane has come. The loop over one lane keeps a copy, which nothing else can be the same memory
 * as. */
struct lane_walk {
    const int64_t *arrived_ns;
    const int32_t *batch;
    int64_t *response_ns; /* owned */
    int64_t next, first, end, overhead_ns;
};

struct serving_lane {
    struct lane_walk walk;
    int n_servers, n_kinds;
    /* Of each kind the first two keys of its ring: who is free next need not wait for the ring. */
    int64_t first_free[INSTANCES_MAX], second_free[INSTANCES_MAX];
    int64_t keys[4 * INSTANCES_MAX];
    struct slice_kind kinds[INSTANCES_MAX];
    struct server servers[INSTANCES_MAX];
};

/* Who runs on a GPU whose law is no sum. */
struct lane_crowd {
    int64_t at_ns; /* what it drew is known up to here */
    int n;
    struct {
        int64_t end_ns;
        double power_w; /* alone */
    } runs[PODS_MAX];
};

/* Joules in a stretch of time. A copy, as a walk. */
struct span {
    int64_t from_ns, to_ns;
    double work_j; /* above what is drawn once */
};

struct hall {
    int n_lanes;
    struct span span;
    double bent_j;             /* above idle power, of GPUs whose law is no sum */
    int64_t gaps_ns[GPUS_MAX]; /* since then nothing ran on a GPU for so long, in gaps that are over */
    int64_t busy_until_ns[GPUS_MAX];
    const struct serving_floor *floor;
    struct lane_crowd crowds[GPUS_MAX];
    struct serving_lane lanes[];
};

static inline int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static inline int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* The key of the slice that is free first. */
HOT int64_t lane_first_free(const struct serving_lane *lane)
{
    int64_t key = lane->first_free[0];
    for (int k = 1; k < lane->n_kinds; k++)
        key = sooner(key, lane->first_free[k]);
    return key;
}

/* ---- laws that are no sum ---- */

static void crowd_draws(struct hall *hall, int gpu, int64_t until_ns)
{
    struct lane_crowd *crowd = &hall->crowds[gpu];
    const struct serving_floor *floor = hall->floor;
    double idle_w = floor->gpus[gpu].idle_w, sum_w = 0;
    for (int k = 0; k < crowd->n; k++)
        sum_w += crowd->runs[k].power_w;
    double power_w = power_watts(floor->gpus[gpu].law, idle_w, sum_w, crowd->n, &floor->gpus[gpu].plan);
    int64_t from_ns = later(crowd->at_ns, hall->span.from_ns), to_ns = sooner(until_ns, hall->span.to_ns);
    hall->bent_j += (power_w - idle_w) * ((double)later(to_ns - from_ns, 0) * 1e-9);
    crowd->at_ns = until_ns;
}

/* Up to then, whoever ends on the way leaves. */
static void crowd_advance(struct hall *hall, int gpu, int64_t to_ns)
{
    struct lane_crowd *crowd = &hall->crowds[gpu];
    while (crowd->n > 0) {
        int first = 0;
        for (int k = 1; k < crowd->n; k++)
            first = crowd->runs[k].end_ns < crowd->runs[first].end_ns ? k : first;
        if (crowd->runs[first].end_ns > to_ns)
            break;
        crowd_draws(hall, gpu, crowd->runs[first].end_ns);
        crowd->runs[first] = crowd->runs[--crowd->n];
    }
    crowd_draws(hall, gpu, to_ns);
}

/* ---- lanes ---- */

/* Whoever was free first of this kind has another key now: it passes those with larger ones, from the end
 * on. */
HOT void lane_requeue(struct serving_lane *lane, int k, int64_t key)
{
    struct slice_kind *kind = &lane->kinds[k];
    int64_t *keys = kind->keys;
    uint32_t head = ++kind->head, at = head + kind->n - 1, mask = kind->mask;
    lane->first_free[k] = lane->second_free[k];
    for (; at != head && keys[(at - 1) & mask] > key; at--)
        keys[at & mask] = keys[(at - 1) & mask];
    keys[at & mask] = key;
    if (at == head)
        lane->first_free[k] = key;
    lane->second_free[k] = keys[(head + 1) & mask];
}

/* The lane's next request starts, on the slice with this key. */
HOT void lane_serve(struct hall *hall, struct serving_lane *lane, struct lane_walk *walk, struct span *span,
                    int64_t free_key, int64_t start_ns)
{
    int64_t slot = free_key & ((1 << SLOT_BITS) - 1), i = walk->next++;
    struct server *server = &lane->servers[slot];
    int gpu = server->gpu, k = server->kind;
    const struct slice_kind *kind = &lane->kinds[k];
    int32_t batch = walk->batch[i];
    int64_t end_ns = start_ns + kind->latency_ns[batch];
    lane_requeue(lane, k, end_ns << SLOT_BITS | slot);
    walk->response_ns[i] = end_ns - walk->arrived_ns[i] + walk->overhead_ns;
    server->served += i >= walk->first;
    if (RARELY(kind->bends)) {
        struct lane_crowd *crowd = &hall->crowds[gpu];
        double power_w =
            kind->power_w[batch]; /* read after the call it would cost every request a register */
        crowd_advance(hall, gpu, start_ns);
        crowd->runs[crowd->n].end_ns = end_ns;
        crowd->runs[crowd->n++].power_w = power_w;
        return;
    }
    int64_t from_ns = later(start_ns, span->from_ns), to_ns = sooner(end_ns, span->to_ns);
    int64_t until_ns = hall->busy_until_ns[gpu];
    span->work_j += (kind->power_w[batch] - kind->once_w) * ((double)later(to_ns - from_ns, 0) * 1e-9);
    hall->gaps_ns[gpu] += later(start_ns - until_ns, 0);
    hall->busy_until_ns[gpu] = later(end_ns, until_ns);
}

static void serve_lane(struct hall *hall, int64_t until_ns)
{
    struct serving_lane *lane = hall->lanes;
    struct lane_walk walk = lane->walk;
    struct span span = hall->span;
    while (walk.next < walk.end) {
        int64_t free_key = lane_first_free(lane);
        int64_t start_ns = later(walk.arrived_ns[walk.next], free_key >> SLOT_BITS);
        if (start_ns >= until_ns)
            break;
        lane_serve(hall, lane, &walk, &span, free_key, start_ns);
    }
    lane->walk.next = walk.next;
    hall->span.work_j = span.work_j;
}

/* The lane whose next request starts first, before `until_ns`; NULL: there is none. */
static struct serving_lane *first_lane(struct hall *hall, int64_t until_ns, int64_t *start_ns,
                                       int64_t *free_key)
{
    struct serving_lane *first = NULL;
    *start_ns = until_ns;
    for (int a = 0; a < hall->n_lanes; a++) {
        struct serving_lane *lane = &hall->lanes[a];
        if (lane->walk.next >= lane->walk.end)
            continue;
        int64_t own_key = lane_first_free(lane);
        int64_t own_ns = later(lane->walk.arrived_ns[lane->walk.next], own_key >> SLOT_BITS);
        if (own_ns < *start_ns) {
            *start_ns = own_ns;
            *free_key = own_key;
            first = lane;
        }
    }
    return first;
}

/* Whatever starts before `until_ns`, in order. */
static void serve(struct hall *hall, int64_t until_ns)
{
    int64_t start_ns, free_key;
    if (hall->n_lanes == 1) {
        serve_lane(hall, until_ns);
        return;
    }
    for (struct serving_lane *lane; (lane = first_lane(hall, until_ns, &start_ns, &free_key)) != NULL;)
        lane_serve(hall, lane, &lane->walk, &hall->span, free_key, start_ns);
}

/* What a GPU draws once while anything runs. */
static double once_w(const struct serving_floor *floor, int gpu)
{
    return power_once_w(floor->gpus[gpu].law, floor->gpus[gpu].idle_w, &floor->gpus[gpu].plan);
}

/* The kind that these slices are of, a new one perhaps. */
static int32_t kind_of(struct serving_lane *lane, const struct model *model,
                       const struct serving_floor *floor, const struct serving_slice *slice)
{
    const struct power_law *law = floor->gpus[slice->gpu].law;
    double slice_once_w = once_w(floor, slice->gpu);
    for (int32_t k = 0; k < lane->n_kinds; k++) {
        const struct slice_kind *kind = &lane->kinds[k];
        if (kind->place == slice->place && kind->once_w == slice_once_w && kind->bends == !!law->watts)
            return k;
    }
    const struct model_cost *cost = model_cost_of(model, slice->app, slice->place);
    lane->kinds[lane->n_kinds] = (struct slice_kind){.latency_ns = cost->latency_ns,
                                                     .power_w = cost->power_w,
                                                     .once_w = slice_once_w,
                                                     .bends = law->watts != NULL,
                                                     .place = slice->place};
    return lane->n_kinds++;
}

static void close_hall(struct hall *hall)
{
    for (int a = 0; hall && a < hall->n_lanes; a++)
        free(hall->lanes[a].walk.response_ns);
    free(hall);
}

static struct hall *open_hall(const struct model *model, const struct serving_stream *stream,
                              const struct serving_window *window, const struct serving_floor *floor)
{
    struct hall *hall = malloc(sizeof *hall + (size_t)stream->n_apps * sizeof *hall->lanes);
    if (!hall)
        return NULL;
    *hall = (struct hall){.span = {.from_ns = window->from_ns, .to_ns = window->to_ns}, .floor = floor};
    for (int a = 0; a < stream->n_apps; a++) {
        struct serving_lane *lane = &hall->lanes[hall->n_lanes++];
        lane->walk = (struct lane_walk){
            .arrived_ns = stream->apps[a].arrived_ns,
            .batch = stream->apps[a].batch,
            .response_ns = malloc((size_t)(window->end[a] + 1) * sizeof *lane->walk.response_ns),
            .first = window->first[a],
            .end = window->end[a],
            .overhead_ns = model->apps[a].overhead_ns};
        if (!lane->walk.response_ns) {
            close_hall(hall);
            return NULL;
        }
        lane->n_servers = lane->n_kinds = 0;
        for (int k = 0; k < floor->n; k++) {
            const struct serving_slice *slice = &floor->slices[k];
            if (slice->app == a)
                lane->servers[lane->n_servers++] =
                    (struct server){.gpu = slice->gpu, .kind = kind_of(lane, model, floor, slice)};
        }
        /* All are free at 0; so a ring is in the order of its slots. */
        int64_t *keys = lane->keys;
        for (int k = 0; k < lane->n_kinds; k++) {
            struct slice_kind *kind = &lane->kinds[k];
            kind->keys = keys;
            for (int slot = 0; slot < lane->n_servers; slot++)
                if (lane->servers[slot].kind == k)
                    keys[kind->n++] = slot;
            if (kind->n == 1)
                keys[kind->n++] = INT64_MAX;
            while (kind->mask < kind->n)
                kind->mask = kind->mask * 2 + 1;
            lane->first_free[k] = keys[0];
            lane->second_free[k] = keys[1];
            keys += kind->mask + 1;
        }
    }
    return hall;
}

static double standard_error(const double *values, int n)
{
    double mean = 0, squares = 0;
    for (int k = 0; k < n; k++)
        mean += values[k] / n;
    for (int k = 0; k < n; k++)
        squares += (values[k] - mean) * (values[k] - mean);
    return sqrt(squares / (n - 1) / n);
}

/* Work counts in the batch in which it starts: what hangs over its end is small. */
static void measure_energy(struct hall *hall, struct serving_outcome *outcome)
{
    double power_w[BATCHES], before_j = 0;
    int64_t width_ns = hall->span.to_ns - hall->span.from_ns, at_ns = hall->span.from_ns;
    serve(hall, hall->span.from_ns);
    /* The window begins. */
    for (int g = 0; g < hall->floor->n_gpus; g++) {
        hall->gaps_ns[g] = 0;
        hall->busy_until_ns[g] = later(hall->busy_until_ns[g], hall->span.from_ns);
    }
    for (int k = 0; k < BATCHES; k++) {
        int64_t to_ns =
            k + 1 < BATCHES ? hall->span.from_ns + width_ns / BATCHES * (k + 1) : hall->span.to_ns;
        serve(hall, to_ns);
        /* Idle power always, what else is drawn once while anything runs, and what each request has above
         * both. */
        const struct serving_floor *floor = hall->floor;
        double idle_w = 0, once_j = 0;
        for (int g = 0; g < floor->n_gpus; g++) {
            idle_w += floor->gpus[g].idle_w;
            /* Of the window, also beyond the instant up to which requests have started. */
            int64_t until_ns = sooner(hall->busy_until_ns[g], hall->span.to_ns);
            once_j += (once_w(floor, g) - floor->gpus[g].idle_w) *
                      ns_to_s(until_ns - hall->span.from_ns - hall->gaps_ns[g]);
            if (floor->gpus[g].law->watts)
                crowd_advance(hall, g, to_ns);
        }
        double energy_j =
            idle_w * ns_to_s(to_ns - hall->span.from_ns) + once_j + hall->span.work_j + hall->bent_j;
        power_w[k] = (energy_j - before_j) / ns_to_s(to_ns - at_ns);
        before_j = energy_j;
        at_ns = to_ns;
    }
    outcome->seconds = ns_to_s(width_ns);
    outcome->energy_j = before_j;
    outcome->power_se_w = standard_error(power_w, BATCHES);
    serve(hall, INT64_MAX);
}

bool serving_run(const struct model *model, const struct serving_stream *stream,
                 const struct serving_window *window, const struct serving_floor *floor,
                 struct serving_outcome *outcome)
{
    struct hall *hall = open_hall(model, stream, window, floor);
    *outcome = (struct serving_outcome){0};
    if (!hall)
        return false;
    measure_energy(hall, outcome);
    for (int a = 0; a < stream->n_apps; a++) {
        const struct serving_lane *lane = &hall->lanes[a];
        const int64_t *response_ns = lane->walk.response_ns + lane->walk.first;
        size_t n = (size_t)(lane->walk.end - lane->walk.first);
        double sum = 0, percentile = model->apps[a].percentile, tails_ms[BATCHES];
        int64_t tail_ns = 0, tails_ns[BATCHES] = {0};
        int server = 0;
        for (int k = 0; k < floor->n; k++)
            if (floor->slices[k].app == a)
                sum += (double)lane->servers[server++].served *
                       model_cost_of(model, a, floor->slices[k].place)->accuracy;
        /* At the app's percentile, and how sure that is; too few requests do not tell. */
        bool tells = n >= BATCHES;
        if (tells)
            percentile_exact_parts(response_ns, n, percentile, BATCHES, &tail_ns, tails_ns);
        else
            percentile_exact(response_ns, n, &percentile, 1, &tail_ns);
        for (int k = 0; k < BATCHES; k++)
            tails_ms[k] = ns_to_ms(tails_ns[k]);
        outcome->apps[a].requests = (int64_t)n;
        outcome->apps[a].accuracy = sum / (double)n;
        outcome->apps[a].tail_ms = n > 0 ? ns_to_ms(tail_ns) : (double)NAN;
        outcome->apps[a].tail_se_ms = tells ? standard_error(tails_ms, BATCHES) : (double)NAN;
    }
    close_hall(hall);
    return true;
}
