/* The judges of Clover's motivation, CL-1 to CL-3, and of its artifact's energies, CL-20: layouts that never
 * change need no controller, so these serve requests on them directly (serving.h), or look at the traces.
 * Where no slice ever rests, the rows of the profile tell all: slices are isolated, so rates add up, and so
 * does power above what a card draws anyway. */
#include "engine/claims/clover/clover.h"

#include "engine/base/units.h"
#include "engine/explore/derive/serving.h"
#include "engine/policy/configure/clover_rule.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { REQUESTS = 20000, WARMUP = 2000, MIXED_GPUS = 4, SLICED_GPUS = 10, SLICINGS = 3 };

static void decide(struct judgement *judgement, bool holds)
{
    judgement->verdict = holds ? VERDICT_HOLDS : VERDICT_DEVIATES;
}

/* One application's cards and requests. */
struct bench {
    struct model *model;
    struct serving_stream *stream;
    struct serving_window window;
};

static void bench_close(struct bench *bench)
{
    serving_stream_free(bench->stream);
    model_release(bench->model);
}

/* What a scenario's requests become: so many times as many ("load=0.4"), or where that is NULL, one in so
 * long. */
struct demand {
    const char *load;
    double gap_s;
};

static bool apply_demand(struct scenario *scenario, const struct demand *demand, struct error *error)
{
    if (demand->load)
        return scenario_apply_set(scenario, demand->load, error);
    scenario->apps[0].arrivals.mean_gap_ms = 1000 * demand->gap_s;
    return true;
}

/* Says why it cannot be had. */
static bool bench_open(struct bench *bench, const struct evidence *evidence, int app, struct demand demand,
                       struct judgement *judgement)
{
    const struct experiment_inputs *inputs = evidence->inputs;
    struct scenario scenario;
    struct error error = {0};

    *bench = (struct bench){0};
    if (inputs->scenario(inputs->context, clover_scenarios[app], &scenario, &error)) {
        if (apply_demand(&scenario, &demand, &error))
            bench->model = model_create(&scenario, inputs->catalog, &error);
        scenario_free(&scenario);
    }
    if (bench->model)
        bench->stream = serving_stream_create(bench->model, WARMUP + REQUESTS, &error);
    if (!bench->stream) {
        model_release(bench->model);
        judgement_say(judgement, "%s: %s", clover_app_names[app], error.message);
        return false;
    }
    serving_window(bench->stream, WARMUP, REQUESTS, &bench->window);
    return true;
}

/* What cards with these graphs do: under the bench's requests, and where no slice ever rests. */
struct layout_point {
    bool carries;                          /* the bench's requests; else the next two are nothing */
    double energy_j, accuracy;             /* of all requests together; mean over them */
    double busy_j, busy_accuracy, busy_ms; /* of a request, means */
};

/* Adds one card that never rests to sums over cards. */
static void add_busy(const struct model *model, const struct graph *graph, struct layout_point *point,
                     double *power_w, double *rate_hz)
{
    const struct model_clover *clover = model_clover(model);
    const struct power_plan plan = power_plan_of(&model->gpus[0]);
    double sum_w = 0;
    int running = 0;

    for (int v = 0; v < clover->rules.n_variants; v++) {
        for (int s = 0; s < MIG_SLICES; s++) {
            int n = graph->count[v][s], batch = model->apps[0].batch_fixed;
            int place = model_place_on(model, 0, (enum mig_slice)s, clover->variants[v].variant);
            const struct model_cost *cost = model_cost_of(model, 0, place);
            if (n == 0)
                continue;
            double own_hz = n / ns_to_s(cost->latency_ns[batch]);
            sum_w += n * cost->power_w[batch];
            running += n;
            *rate_hz += own_hz;
            point->busy_accuracy += own_hz * clover->variants[v].accuracy;
            point->busy_ms += own_hz * ns_to_ms(cost->latency_ns[batch]);
        }
    }
    *power_w += power_watts(power_law_of(model->gpus[0].power), model->gpus[0].idle_w, sum_w, running, &plan);
}

static void serve_floor(const struct bench *bench, const struct serving_floor *floor,
                        struct layout_point *point)
{
    struct serving_outcome *outcome = calloc(1, sizeof *outcome);

    point->carries = outcome && serving_utilisation(bench->model, floor, 0) < 1 &&
                     serving_run(bench->model, bench->stream, &bench->window, floor, outcome);
    if (point->carries) {
        point->energy_j = outcome->energy_j;
        point->accuracy = outcome->apps[0].accuracy;
    }
    free(outcome);
}

static void serve(const struct bench *bench, const struct graph *graphs, int n, struct layout_point *point)
{
    struct serving_floor *floor = calloc(1, sizeof *floor);
    double power_w = 0, rate_hz = 0;

    *point = (struct layout_point){0};
    if (!floor)
        return;
    for (int g = 0; g < n; g++) {
        serving_floor_add(floor, bench->model, g, &graphs[g]);
        add_busy(bench->model, &graphs[g], point, &power_w, &rate_hz);
    }
    point->busy_j = power_w / rate_hz;
    point->busy_accuracy /= rate_hz;
    point->busy_ms /= rate_hz;
    serve_floor(bench, floor, point);
    free(floor);
}

/* ---- CL-1: mixtures of whole cards ---- */

/* The most carbon saved at a loss within each limit; per cent. */
struct frontier {
    double at_5, at_10;
};

static void frontier_add(struct frontier *frontier, double saved, double loss)
{
    if (loss < 5 && saved > frontier->at_5)
        frontier->at_5 = saved;
    if (loss <= 10 && saved > frontier->at_10)
        frontier->at_10 = saved;
}

/* The next of all ways to give each card a variant, their order not minded; false after the last. */
static bool next_mixture(int variants[MIXED_GPUS], int n)
{
    int g = MIXED_GPUS - 1;

    while (g >= 0 && variants[g] == n - 1)
        g--;
    if (g < 0)
        return false;
    for (int next = ++variants[g]; g < MIXED_GPUS; g++)
        variants[g] = next;
    return true;
}

static void mix(const struct bench *bench, struct frontier *loaded, struct frontier *busy)
{
    int n = model_clover(bench->model)->rules.n_variants, variants[MIXED_GPUS] = {0};
    struct graph graphs[MIXED_GPUS];
    struct layout_point base, point;

    memset(graphs, 0, sizeof graphs);
    for (int g = 0; g < MIXED_GPUS; g++)
        graphs[g].count[n - 1][MIG_7G] = 1;
    serve(bench, graphs, MIXED_GPUS, &base);
    do {
        memset(graphs, 0, sizeof graphs);
        for (int g = 0; g < MIXED_GPUS; g++)
            graphs[g].count[variants[g]][MIG_7G] = 1;
        serve(bench, graphs, MIXED_GPUS, &point);
        if (point.carries && base.carries)
            frontier_add(loaded, 100 * (1 - point.energy_j / base.energy_j),
                         -clover_accuracy_change(point.accuracy, base.accuracy));
        frontier_add(busy, 100 * (1 - point.busy_j / base.busy_j),
                     -clover_accuracy_change(point.busy_accuracy, base.busy_accuracy));
    } while (next_mixture(variants, n));
}

static bool passes(double at_5, double at_10)
{
    return at_5 > 60 && at_10 > 80;
}

/* An application that passes only where no card rests, or in neither case. */
static void explain_mix(int app, const struct frontier *loaded, const struct frontier *busy,
                        struct judgement *judgement)
{
    if (passes(loaded->at_5, loaded->at_10))
        judgement_explain(judgement, "With %s it comes out at this load.", clover_app_names[app]);
    else if (passes(busy->at_5, busy->at_10))
        judgement_explain(judgement,
                          "With %s it would come out if no card ever rested: what remains is idle power.",
                          clover_app_names[app]);
    else
        judgement_explain(
            judgement,
            "With %s no mix reaches it even if no card ever rests: small variants save too little of a request's own energy.",
            clover_app_names[app]);
}

void judge_cl1(const struct evidence *evidence, struct judgement *judgement)
{
    bool holds = false, rested = false;

    for (int app = 0; app < CLOVER_APPS; app++) {
        struct frontier loaded = {0}, busy = {0};
        struct bench bench;
        if (!bench_open(&bench, evidence, app, (struct demand){.load = "load=0.4"}, judgement))
            return;
        mix(&bench, &loaded, &busy);
        bench_close(&bench);
        judgement_say(judgement, "%s%s %.1f and %.1f %% (never at rest: %.1f and %.1f %%)",
                      app > 0 ? "; " : "", clover_app_names[app], loaded.at_5, loaded.at_10, busy.at_5,
                      busy.at_10);
        explain_mix(app, &loaded, &busy, judgement);
        holds = holds || passes(loaded.at_5, loaded.at_10);
        rested = rested || passes(busy.at_5, busy.at_10);
    }
    judgement_part(judgement, holds, "at BASE's load");
    judgement_part(judgement, rested, "never at rest");
    decide(judgement, holds);
}

/* ---- CL-2: the same variant on finer slices ---- */

/* C1, C2, C3 of the largest variant on all cards. */
static void slice_up(const struct bench *bench, struct layout_point points[SLICINGS])
{
    static const uint8_t counts[SLICINGS][MIG_SLICES] = {
        {[MIG_7G] = 1}, {[MIG_4G] = 1, [MIG_2G] = 1, [MIG_1G] = 1}, {[MIG_1G] = 7}};
    int largest = model_clover(bench->model)->rules.n_variants - 1;
    struct graph graphs[SLICED_GPUS];

    for (int c = 0; c < SLICINGS; c++) {
        memset(graphs, 0, sizeof graphs);
        for (int g = 0; g < SLICED_GPUS; g++)
            for (int s = 0; s < MIG_SLICES; s++)
                graphs[g].count[largest][s] = counts[c][s];
        serve(bench, graphs, SLICED_GPUS, &points[c]);
    }
}

/* Fig. 3 under one reading: at BASE's load, or where no slice ever rests. */
struct slicing {
    bool ordered; /* in every application, carbon falls and latency rises */
    bool third;   /* in one at least, seven 1g save 30 % */
};

static void slicing_add(struct slicing *slicing, const double energy_j[SLICINGS], bool later)
{
    slicing->ordered = slicing->ordered && later && energy_j[0] > energy_j[1] && energy_j[1] > energy_j[2];
    slicing->third = slicing->third || fabs(100 * (1 - energy_j[2] / energy_j[0]) - 30) <= 5;
}

static void say_slicing(struct judgement *judgement, const char *when, const double energy_j[SLICINGS])
{
    judgement_say(judgement, "%s %.2f, %.2f, %.2f J a request (C3 %+.1f %%)", when, energy_j[0], energy_j[1],
                  energy_j[2], 100 * (energy_j[2] / energy_j[0] - 1));
}

static void explain_slicing(int app, const double energy_j[SLICINGS], struct judgement *judgement)
{
    double percent = 100 * (energy_j[2] / energy_j[0] - 1);

    if (energy_j[2] >= energy_j[0])
        judgement_explain(
            judgement,
            "With %s seven slices cost %.1f %% more here. A possible reason: each draws power for longer.",
            clover_app_names[app], percent);
    else if (fabs(percent + 30) > 5)
        judgement_explain(judgement, "With %s they save %.1f %%.", clover_app_names[app], -percent);
    else
        judgement_explain(judgement, "With %s they save about as published.", clover_app_names[app]);
}

void judge_cl2(const struct evidence *evidence, struct judgement *judgement)
{
    struct slicing loaded = {true, false}, busy = {true, false};

    for (int app = 0; app < CLOVER_APPS; app++) {
        struct layout_point c[SLICINGS];
        struct bench bench;
        if (!bench_open(&bench, evidence, app, (struct demand){.load = "load=1"}, judgement))
            return;
        slice_up(&bench, c);
        bench_close(&bench);
        const double busy_j[SLICINGS] = {c[0].busy_j, c[1].busy_j, c[2].busy_j};
        const double loaded_j[SLICINGS] = {c[0].energy_j / REQUESTS, c[1].energy_j / REQUESTS,
                                           c[2].energy_j / REQUESTS};
        bool later = c[0].busy_ms < c[1].busy_ms && c[1].busy_ms < c[2].busy_ms;
        judgement_say(judgement, "%s%s ", app > 0 ? "; " : "", clover_app_names[app]);
        if (c[0].carries && c[1].carries && c[2].carries) {
            say_slicing(judgement, "", loaded_j);
            slicing_add(&loaded, loaded_j, later);
            explain_slicing(app, loaded_j, judgement);
        } else {
            judgement_say(judgement, "one of them cannot carry the load");
            loaded.ordered = false;
        }
        say_slicing(judgement, ", never at rest", busy_j);
        slicing_add(&busy, busy_j, later);
        judgement_say(judgement, ", in %.0f, %.0f, %.0f ms", c[0].busy_ms, c[1].busy_ms, c[2].busy_ms);
    }
    judgement_part(judgement, busy.ordered && busy.third, "never at rest");
    decide(judgement, judgement_part(judgement, loaded.ordered && loaded.third, "at BASE's load"));
}

/* ---- CL-20: the artifact's energies ---- */

/* Joules a request that the artifact measured on two cards: whole with the largest variant, and cut into 3g
 * and 4g with two small ones, at three gaps
 * (datasets/profiles/measurements/clover_artifact_*_load_sweep.csv).
 */
enum { GAPS = 3, LAYOUTS = 2, ARTIFACT_GPUS = 2 };
static const char *const layout_names[LAYOUTS] = {"7g", "3g+4g"};
static const struct {
    double gap_s[GAPS], joules[LAYOUTS][GAPS]; /* gaps as the artifact names them */
    int pair[2];                               /* variants on 3g and 4g */
} measured[CLOVER_APPS] = {
    [APP_IMAGES] = {{1, 0.4, 0.2}, {{116.7, 70.6, 52.3}, {75.4, 30.0, 15.4}}, {1, 1}},
    [APP_LANGUAGE] = {{0.4, 0.16, 0.08}, {{53.0, 34.6, 23.8}, {30.8, 12.8, 6.8}}, {0, 1}},
    [APP_DETECTION] = {{1, 0.4, 0.2}, {{120.7, 69.7, 48.2}, {78.5, 34.4, 21.3}}, {0, 1}},
};

/* Its generator is seeded with 1, so how far apart its arrivals really came can be found again (METHOD.md; a
 * test does). */
const double clover_artifact_came[] = {1.0265, 0.9925, 0.9925};

/* Joules a request on a layout; where the cards cannot keep up they never rest. */
static double joules_of(const struct bench *bench, int app, int layout)
{
    struct graph graphs[ARTIFACT_GPUS];
    struct layout_point point;

    memset(graphs, 0, sizeof graphs);
    for (int g = 0; g < ARTIFACT_GPUS; g++) {
        if (layout == 0) {
            graphs[g].count[model_clover(bench->model)->rules.n_variants - 1][MIG_7G] = 1;
            continue;
        }
        graphs[g].count[measured[app].pair[0]][MIG_3G]++;
        graphs[g].count[measured[app].pair[1]][MIG_4G]++;
    }
    serve(bench, graphs, ARTIFACT_GPUS, &point);
    return point.carries ? point.energy_j / REQUESTS : point.busy_j;
}

/* The row that is farthest off, relative. */
struct farthest {
    double off, gap_s;
    int app, layout;
};

static bool say_energies(struct judgement *judgement, int app, int layout, const double joules[GAPS],
                         struct farthest *farthest)
{
    bool near = true;

    judgement_say(judgement, "%s%s %s ", app + layout > 0 ? "; " : "", clover_app_names[app],
                  layout_names[layout]);
    for (int k = 0; k < GAPS; k++) {
        double off = joules[k] / measured[app].joules[layout][k] - 1;
        judgement_say(judgement, "%s%.1f J (%+.1f %%)", k > 0 ? ", " : "", joules[k], 100 * off);
        near = near && fabs(off) <= 0.1;
        if (fabs(off) > fabs(farthest->off))
            *farthest = (struct farthest){off, measured[app].gap_s[k], app, layout};
    }
    return judgement_part(judgement, near, "%s, %s", clover_app_names[app], layout_names[layout]);
}

void judge_cl20(const struct evidence *evidence, struct judgement *judgement)
{
    struct farthest farthest = {0};
    bool holds = true;

    for (int app = 0; app < CLOVER_APPS; app++) {
        double joules[LAYOUTS][GAPS];
        for (int k = 0; k < GAPS; k++) {
            struct bench bench;
            struct demand demand = {.gap_s = clover_artifact_came[k] * measured[app].gap_s[k]};
            if (!bench_open(&bench, evidence, app, demand, judgement))
                return;
            for (int layout = 0; layout < LAYOUTS; layout++)
                joules[layout][k] = joules_of(&bench, app, layout);
            bench_close(&bench);
        }
        for (int layout = 0; layout < LAYOUTS; layout++)
            holds = say_energies(judgement, app, layout, joules[layout], &farthest) && holds;
    }
    decide(judgement, holds);
    judgement_say(judgement, "; farthest off %s %s at a gap of %g s", clover_app_names[farthest.app],
                  layout_names[farthest.layout], farthest.gap_s);
    judgement_explain(
        judgement,
        "The card's idle power and what each family draws on top were fitted to these very rows, so this tells how well one law carries all of them, and foretells nothing.");
    if (farthest.layout == 0)
        judgement_explain(
            judgement,
            "Farthest off are whole cards, %s: the card's power rises less than in proportion to the load, for which the law has no place.",
            clover_app_names[farthest.app]);
}

/* ---- CL-3: the traces ---- */

struct swing {
    double mean, least, most, half_day; /* greatest difference within 12 h */
};

static void half_day_swing(const struct carbon_trace *trace, size_t at, struct swing *swing)
{
    for (size_t k = at; k < trace->n && (int64_t)(k - at) * trace->step_s <= 12 * 3600; k++)
        swing->half_day = fmax(swing->half_day, fabs(trace->samples[k] - trace->samples[at]));
}

static bool swing_of(const struct evidence *evidence, const char *name, struct swing *swing,
                     struct judgement *judgement)
{
    const struct catalog *catalog = evidence->inputs->catalog;
    struct error error = {0};
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, &error);

    *swing = (struct swing){.least = INFINITY, .most = -INFINITY};
    if (!trace) {
        judgement_say(judgement, "%s", error.message);
        return false;
    }
    for (size_t k = 0; k < trace->n; k++) {
        swing->mean += trace->samples[k] / (double)trace->n;
        swing->least = fmin(swing->least, trace->samples[k]);
        swing->most = fmax(swing->most, trace->samples[k]);
        half_day_swing(trace, k, swing);
    }
    return true;
}

/* By a quarter of the lesser or more. */
static bool apart(double a, double b)
{
    return fmax(a, b) >= 1.25 * fmin(a, b);
}

void judge_cl3(const struct evidence *evidence, struct judgement *judgement)
{
    static const char *const names[] = {"California in March", "California in September", "Britain in March"};
    struct swing swings[CLOVER_APPS];
    double half_day = 0;

    for (int i = 0; i < CLOVER_APPS; i++) {
        struct swing *swing = &swings[i];
        if (!swing_of(evidence, clover_traces[i], swing, judgement))
            return;
        judgement_say(judgement, "%s%s %.0f to %.0f g/kWh, mean %.0f, by up to %.0f within 12 h",
                      i > 0 ? "; " : "", names[i], swing->least, swing->most, swing->mean, swing->half_day);
        judgement_part(judgement, swing->half_day > 200, "%s", names[i]);
        half_day = fmax(half_day, swing->half_day);
    }
    judgement_explain(
        judgement,
        "Clover's own three traces, from its artifact, hourly; which of them moves so much within 12 h is told for each.");
    decide(judgement, half_day > 200 && apart(swings[0].mean, swings[2].mean) &&
                          apart(swings[0].most - swings[0].least, swings[1].most - swings[1].least));
}
