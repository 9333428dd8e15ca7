/* How long a run lasts and how wide the buckets of its recording are. With `hours` both are arithmetic.
 * Without, the run ends when all is served, which a policy decides; but the arrivals depend on no policy, so
 * they are drawn beforehand, with the loads that the scenario's edits set, and the last one plus 10 % chooses
 * the width. A run that drains longer still has the buckets up to 1,024.
 *
 * Closed-loop and backlogged apps have no arrivals to draw. Where there is one, the bound is that of all
 * requests served one after another: for each app its requests times its mean latency at its slowest place
 * (the mean over the batches of its first 4,096 requests), plus the time that its clients think, on top of
 * the last arrival of the other apps. */
#include "engine/model/arrivals.h"
#include "engine/model/build/build.h"

enum { BUCKETS_MAX = 1024, BLOCK = 256, BATCH_SAMPLE = 4096 };
static const int32_t widths_s[] = {1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600};
enum { WIDTHS = sizeof widths_s / sizeof widths_s[0] };
static const int64_t exact_requests_max = INT64_C(1) << 20;
static const int64_t kept_requests_max = INT64_C(1) << 18; /* of all apps: 3 MB */
static const int64_t longest_ns = 1024 * NS_PER_HOUR;

/* ---- drawing arrivals beforehand ---- */

/* The load in force, as time goes on. */
struct load_walk {
    const struct scenario *scenario;
    int next; /* edit */
    double load;
};

static struct load_walk load_walk_start(const struct scenario *scenario)
{
    return (struct load_walk){.scenario = scenario, .load = scenario->number[KNOB_LOAD]};
}

static double load_walk_at(struct load_walk *walk, int64_t t_ns)
{
    const struct scenario *scenario = walk->scenario;
    for (; walk->next < scenario->n_edits && scenario->edits[walk->next].t_ns <= t_ns; walk->next++)
        if (knob_infos[scenario->edits[walk->next].knob.id].effect == EFFECT_LOAD)
            walk->load = scenario->edits[walk->next].value.number;
    return walk->load;
}

/* The last arrival of an app whose gaps are drawn; beyond the longest run it stops. Into `drawn` if there is
 * one. */
static int64_t last_of_gaps(const struct model_app *app, struct load_walk walk, struct drawn *drawn)
{
    int64_t at_ns = app->from_ns, gap_ns[BLOCK];
    const bool plain = drawn && walk.load == 1.0; /* what is kept is of one load */
    for (int64_t first = 0; first < app->requests && at_ns <= longest_ns; first += BLOCK) {
        int n = app->requests - first < BLOCK ? (int)(app->requests - first) : BLOCK;
        arrival_fill(app, (uint64_t)first, n, gap_ns, drawn ? drawn->batch + first : NULL);
        for (int k = 0; plain && k < n && at_ns <= longest_ns; k++)
            drawn->at_ns[first + k] = at_ns += gap_ns[k];
        for (int k = 0; !plain && k < n && at_ns <= longest_ns; k++) {
            at_ns += arrival_scale_gap(gap_ns[k], load_walk_at(&walk, at_ns));
            if (drawn)
                drawn->at_ns[first + k] = at_ns;
        }
    }
    return at_ns;
}

/* ---- keeping them ---- */

static struct drawn_key key_of(const struct model *model, int a)
{
    const struct app *from = &model->scenario.apps[a];
    const struct model_app *app = &model->apps[a];
    return (struct drawn_key){.arrival_key = app->arrival_key,
                              .batch_key = app->batch_key,
                              .kind = app->arrivals,
                              .mean_gap_ms = from->arrivals.mean_gap_ms,
                              .shape = from->arrivals.shape,
                              .load = model->scenario.number[KNOB_LOAD],
                              .from_ns = app->from_ns,
                              .batch_kind = from->batch.kind,
                              .batch_mean = from->batch.mean,
                              .batch_sd = from->batch.sd,
                              .batch_min = from->batch.min,
                              .batch_max = from->batch.max,
                              .requests = app->requests};
}

/* The last arrival of an app with gaps. Its requests are kept if they fit into `*room`. */
static int64_t last_of_drawn(const struct build *build, int a, struct load_walk walk, int64_t *room)
{
    struct model_app *app = &build->model->apps[a];
    struct drawn_key key = key_of(build->model, a);
    const struct scenario *scenario = &build->model->scenario;
    bool turned = false;
    for (int e = 0; e < scenario->n_edits; e++)
        turned = turned || scenario->edits[e].knob.id == KNOB_LOAD;
    if (turned || app->requests > *room || app->requests == 0)
        return last_of_gaps(app, walk, NULL);
    *room -= app->requests;
    /* Those of a model from before, if it has the same. */
    const struct model *like = build->like;
    struct drawn *drawn = NULL;
    for (int k = 0; like && !drawn && k < like->n_apps; k++)
        if (like->apps[k].drawn && drawn_key_equal(&like->apps[k].drawn->key, &key))
            drawn = drawn_retain(like->apps[k].drawn);
    int64_t n = app->requests;
    if (!drawn && (drawn = drawn_create(&key))) {
        if (last_of_gaps(app, walk, drawn) > longest_ns) {
            drawn_release(drawn);
            return longest_ns + 1;
        }
        drawn->at_ns[n] = NS_NEVER;
        drawn->batch[n] = drawn->batch[n - 1];
    }
    app->drawn = drawn;
    return drawn ? drawn->at_ns[n - 1] : last_of_gaps(app, walk, NULL);
}

/* ---- bounds ---- */

/* All requests of an app one after another. */
static double serial_ns(const struct model *model, int a)
{
    const struct model_app *app = &model->apps[a];
    int64_t sample = app->requests < BATCH_SAMPLE ? app->requests : BATCH_SAMPLE;
    double sum = 0, thinking = 0;
    for (int64_t i = 0; i < sample; i++) {
        int32_t batch = arrival_batch(app, (uint64_t)i);
        int64_t slowest = 0;
        for (int place = 0; place < model->n_places; place++) {
            const int64_t *latency_ns = model_cost_of(model, a, place)->latency_ns;
            int64_t ns = latency_ns ? latency_ns[batch] : 0;
            slowest = ns > slowest ? ns : slowest;
        }
        sum += (double)slowest;
    }
    if (app->arrivals == ARRIVAL_CLOSED_LOOP)
        thinking = (double)app->requests / app->clients * (double)app->think_ns;
    return sum / (double)sample * (double)app->requests + thinking;
}

/* ---- buckets ---- */

/* The smallest width with which this much time fits, or 0. */
static int64_t width_for(double ns)
{
    for (int k = 0; k < WIDTHS; k++)
        if (ns <= (double)BUCKETS_MAX * widths_s[k] * 1e9)
            return widths_s[k] * NS_PER_S;
    return 0;
}

static bool build_fixed(const struct build *build)
{
    struct model *model = build->model;
    model->horizon_ns = ns_from_s(model->scenario.hours * 3600);
    model->bucket_ns = width_for((double)model->horizon_ns);
    if (model->bucket_ns == 0)
        return error_set(build->error, ERROR_INPUT, "/hours",
                         "the run is too long; the recording holds at most 1,024 buckets of 1 h");
    model->n_buckets = (int)((model->horizon_ns + model->bucket_ns - 1) / model->bucket_ns);
    return true;
}

static bool build_open(const struct build *build)
{
    struct model *model = build->model;
    model->horizon_ns = NS_NEVER;
    model->n_buckets = BUCKETS_MAX;
    /* When the run is expected to end at the latest, for choosing the width of buckets; the requests that
     * workloads hold become known on the way. */
    int64_t room = kept_requests_max;
    bool served = false;
    double last_ns = 0, serial = 0;
    for (int a = 0; a < model->n_apps; a++) {
        struct model_app *app = &model->apps[a];
        struct load_walk walk = load_walk_start(&model->scenario);
        int64_t count = app->requests, at_ns = 0;
        if (app->arrivals == ARRIVAL_CLOSED_LOOP || app->arrivals == ARRIVAL_BACKLOGGED)
            served = true;
        else if (arrival_has_gaps(app))
            at_ns = last_of_drawn(build, a, walk, &room);
        else {
            /* The last arrival of an app that follows a workload, and how many there are. */
            int64_t reached_ns = 0;
            struct arrival_cursor cursor = arrival_first(app, load_walk_at(&walk, 0));
            while (cursor.at_ns != NS_NEVER && cursor.at_ns <= longest_ns &&
                   (int64_t)cursor.index < REQUESTS_MAX) {
                reached_ns = cursor.at_ns;
                arrival_next(app, &cursor, load_walk_at(&walk, reached_ns));
            }
            count = (int64_t)cursor.index;
            at_ns = cursor.at_ns == NS_NEVER ? reached_ns : cursor.at_ns;
        }
        app->requests = count;
        at_ns = at_ns > app->from_ns ? at_ns : app->from_ns;
        last_ns = (double)at_ns > last_ns ? (double)at_ns : last_ns;
    }
    for (int a = 0; served && a < model->n_apps; a++)
        serial += model->apps[a].requests > 0 ? serial_ns(model, a) : 0;
    model->bucket_ns = width_for((last_ns + serial) * 1.1);
    if (model->bucket_ns > 0)
        return true;
    return error_set(
        build->error, ERROR_INPUT, "/hours",
        "until every app has served its requests the run would last longer than 1,024 h, and the recording holds at most 1,024 buckets of 1 h; give it hours, or fewer requests");
}

bool build_horizon(const struct build *build)
{
    struct model *model = build->model;
    for (int a = 0; a < model->n_apps; a++)
        if (model->apps[a].until_ns != NS_NEVER && arrival_has_gaps(&model->apps[a])) {
            /* An app whose gaps are drawn and that leaves has as many requests as come before. */
            struct model_app *app = &model->apps[a];
            struct load_walk walk = load_walk_start(&model->scenario);
            int64_t n = 0, last_ns = app->until_ns < longest_ns ? app->until_ns : longest_ns,
                    at_ns = app->from_ns;
            int64_t gap_ns[BLOCK];
            for (bool stays = true; stays && n < app->requests; n += stays ? BLOCK : 0) {
                arrival_fill(app, (uint64_t)n, BLOCK, gap_ns, NULL);
                for (int k = 0; stays && k < BLOCK; k++) {
                    at_ns += arrival_scale_gap(gap_ns[k], load_walk_at(&walk, at_ns));
                    stays = at_ns <= last_ns;
                    if (!stays)
                        n += k;
                }
            }
            app->requests = n < app->requests ? n : app->requests;
        }
    if (!(isnan(model->scenario.hours) ? build_open(build) : build_fixed(build)))
        return false;
    model->exact_percentiles = true;
    for (int a = 0; a < model->n_apps; a++)
        if (model->apps[a].requests > exact_requests_max)
            model->exact_percentiles = false;
    return true;
}
