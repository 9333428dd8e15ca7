/* How good placements are: what no placement is below is said by a solver, where the caller has one, else by
 * a bound that needs none (assign.h). */
#include "engine/claims/bench.h"

#include "engine/claims/telling.h"
#include "engine/claims/gauges.h"
#include "engine/explore/solver.h"
#include "engine/base/units.h"
#include "engine/explore/derive/serving.h"
#include "engine/policy/configure/clover_rule.h"

#include <stdlib.h>
#include <string.h>

/* What a solver is asked, from the gauge `placement`. */
struct placed {
    uint8_t size[PLACED_PODS];
    int free[PLACED_GPUS * ASSIGN_SIZES_MAX];
};

static struct assign assign_of(const double *kept, struct placed *placed)
{
    for (int pod = 0; pod < (int)kept[0]; pod++)
        placed->size[pod] = (uint8_t)kept[PLACED_SIZE + pod];
    for (int k = 0; k < (int)kept[1] * ASSIGN_SIZES_MAX; k++)
        placed->free[k] = (int)kept[PLACED_FREE + k];
    return (struct assign){.n_pods = (int)kept[0],
                           .n_gpus = (int)kept[1],
                           .base_k = kept + PLACED_BASE,
                           .rise_k = kept + PLACED_RISE,
                           .alike = true,
                           .size = placed->size,
                           .free = placed->free};
}

/* How many placements are known, whether a solver has said all bounds, the greatest gap in per cent, then Z
 * and the bound of each. */
static bool placement_gaps(const struct evidence *evidence, double values[BENCH_VALUES], struct error *error)
{
    const struct terms *terms = evidence->paper->terms;
    const struct claim_term *kept = NULL;
    double most = 0;
    bool all = true;
    int told = 0;
    (void)error;
    for (int k = 0; k < terms->n_common; k++)
        if (terms->all[k].kind == TERM_KEPT && terms->all[k].sizes[0] == PLACED_VALUES)
            kept = &terms->all[k];
    for (int t = 0; kept && evidence->told && t < evidence->paper->n_trials; t++) {
        const double *outcome = evidence_outcome(evidence, t);
        struct placed placed;
        if (!(outcome[0] > 0) || !(outcome[kept->first] > 0) || 4 + 2 * told >= BENCH_VALUES)
            continue;
        struct assign assign = assign_of(outcome + kept->first, &placed);
        /* By the solver: its bound, or ours where that is higher. */
        const struct solver *solver = evidence->inputs->solver;
        struct solver_answer answer;
        double bound_k = assign_bound(&assign), z_k = outcome[kept->first + 2];
        char *lp = solver ? assign_print_lp(&assign) : NULL;
        bool solved = lp && solver->solve(lp, &answer);
        free(lp);
        bound_k = solved ? fmax(bound_k, answer.bound) : bound_k;
        all = all && solved;
        most = fmax(most, z_k / bound_k - 1);
        values[3 + 2 * told] = z_k;
        values[4 + 2 * told++] = bound_k;
    }
    values[0] = told;
    values[1] = all;
    values[2] = 100 * most;
    return true;
}

/* Clover's motivation, CL-1 and CL-2, and its artifact's energies, CL-20, of the paper's first three
 * scenarios: layouts that never change need no controller, so these serve requests on them directly
 * (serving.h). Where no slice ever rests, the rows of the profile tell all: slices are isolated, so rates add
 * up, and so does power above what a card draws anyway. */

enum { APPS = 3, REQUESTS = 20000, WARMUP = 2000, MIXED_GPUS = 4, SLICED_GPUS = 10, SLICINGS = 3 };

/* One application's cards and requests. */
struct cards {
    struct model *model;
    struct serving_stream *stream;
    struct serving_window window;
};

static void cards_close(struct cards *bench)
{
    serving_stream_free(bench->stream);
    model_release(bench->model);
}

/* Of the scenario's requests so many times as many ("load=0.4"), or where `load` is NULL, one in so long.
 * False with a message. */
static bool cards_open(struct cards *bench, const struct evidence *evidence, int app, const char *load,
                       double gap_s, struct error *error)
{
    const struct experiment_inputs *inputs = evidence->inputs;
    const char *name = evidence->paper->scenarios[app];
    struct scenario scenario;
    struct error inner = {0};
    *bench = (struct cards){0};
    if (inputs->scenario(inputs->context, name, &scenario, &inner)) {
        if (!load)
            scenario.apps[0].arrivals.mean_gap_ms = 1000 * gap_s;
        if (!load || scenario_apply_set(&scenario, load, &inner))
            bench->model = model_create(&scenario, inputs->catalog, &inner);
        scenario_free(&scenario);
    }
    if (bench->model)
        bench->stream = serving_stream_create(bench->model, WARMUP + REQUESTS, &inner);
    if (!bench->stream) {
        model_release(bench->model);
        return error_set(error, inner.kind, NULL, "%s: %s", name + sizeof "clover-" - 1, inner.message);
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

static void serve(const struct cards *bench, const struct graph *graphs, int n, struct layout_point *point)
{
    const struct model *model = bench->model;
    const struct model_clover *clover = model_clover(model);
    const struct model_gpu *card = &model->gpus[0];
    const struct power_plan plan = power_plan_of(card);
    struct serving_floor *floor = calloc(1, sizeof *floor);
    double power_w = 0, rate_hz = 0; /* of cards that never rest */
    *point = (struct layout_point){0};
    if (!floor)
        return;
    for (int g = 0; g < n; g++) {
        double sum_w = 0;
        int running = 0;
        serving_floor_add(floor, model, g, &graphs[g]);
        for (int v = 0; v < clover->rules.n_variants; v++)
            for (int s = 0; s < MIG_SLICES; s++) {
                int slices = graphs[g].count[v][s], batch = model->apps[0].batch_fixed;
                int place = model_place_on(model, 0, (enum mig_slice)s, clover->variants[v].variant);
                const struct model_cost *cost = model_cost_of(model, 0, place);
                if (slices == 0)
                    continue;
                double own_hz = slices / ns_to_s(cost->latency_ns[batch]);
                sum_w += slices * cost->power_w[batch];
                running += slices;
                rate_hz += own_hz;
                point->busy_accuracy += own_hz * clover->variants[v].accuracy;
                point->busy_ms += own_hz * ns_to_ms(cost->latency_ns[batch]);
            }
        power_w += power_watts(power_law_of(card->power), card->idle_w, sum_w, running, &plan);
    }
    point->busy_j = power_w / rate_hz;
    point->busy_accuracy /= rate_hz;
    point->busy_ms /= rate_hz;
    struct serving_outcome *outcome = calloc(1, sizeof *outcome);
    point->carries = outcome && serving_utilisation(model, floor, 0) < 1 &&
                     serving_run(model, bench->stream, &bench->window, floor, outcome);
    if (point->carries) {
        point->energy_j = outcome->energy_j;
        point->accuracy = outcome->apps[0].accuracy;
    }
    free(outcome);
    free(floor);
}

/* ---- CL-1: every mix of variants on four whole cards ---- */

/* The most carbon saved at a loss within each limit; per cent. */
struct saved_within {
    double at_5, at_10;
};

static void frontier_add(struct saved_within *frontier, double saved, double loss)
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

/* For each app the most carbon saved at less than 5 % and at 10 % of accuracy lost, then the same where no
 * card ever rests; per cent. */
static bool clover_mixtures(const struct evidence *evidence, double *values, struct error *error)
{
    for (int app = 0; app < APPS; app++, values += 4) {
        struct saved_within loaded = {0}, busy = {0};
        struct cards bench;
        if (!cards_open(&bench, evidence, app, "load=0.4", 0, error))
            return false;
        int n = model_clover(bench.model)->rules.n_variants, variants[MIXED_GPUS] = {0};
        struct graph graphs[MIXED_GPUS];
        struct layout_point base, point;
        memset(graphs, 0, sizeof graphs);
        for (int g = 0; g < MIXED_GPUS; g++)
            graphs[g].count[n - 1][MIG_7G] = 1;
        serve(&bench, graphs, MIXED_GPUS, &base);
        do {
            memset(graphs, 0, sizeof graphs);
            for (int g = 0; g < MIXED_GPUS; g++)
                graphs[g].count[variants[g]][MIG_7G] = 1;
            serve(&bench, graphs, MIXED_GPUS, &point);
            if (point.carries && base.carries)
                frontier_add(&loaded, 100 * (1 - point.energy_j / base.energy_j),
                             -clover_accuracy_change(point.accuracy, base.accuracy));
            frontier_add(&busy, 100 * (1 - point.busy_j / base.busy_j),
                         -clover_accuracy_change(point.busy_accuracy, base.busy_accuracy));
        } while (next_mixture(variants, n));
        cards_close(&bench);
        values[0] = loaded.at_5;
        values[1] = loaded.at_10;
        values[2] = busy.at_5;
        values[3] = busy.at_10;
    }
    return true;
}

/* ---- CL-2: the same variant on finer slices ---- */

/* The largest variant on whole cards, on 4g 2g 1g, and on seven 1g: for each app J a request of each (NAN: it
 * cannot carry the load), then J and ms where no slice ever rests. */
static bool clover_slicings(const struct evidence *evidence, double *values, struct error *error)
{
    for (int app = 0; app < APPS; app++, values += 3 * SLICINGS) {
        struct layout_point points[SLICINGS];
        struct cards bench;
        if (!cards_open(&bench, evidence, app, "load=1", 0, error))
            return false;
        /* C1, C2, C3. */
        static const uint8_t counts[SLICINGS][MIG_SLICES] = {
            {[MIG_7G] = 1}, {[MIG_4G] = 1, [MIG_2G] = 1, [MIG_1G] = 1}, {[MIG_1G] = 7}};
        int largest = model_clover(bench.model)->rules.n_variants - 1;
        struct graph graphs[SLICED_GPUS];
        for (int c = 0; c < SLICINGS; c++) {
            memset(graphs, 0, sizeof graphs);
            for (int g = 0; g < SLICED_GPUS; g++)
                for (int s = 0; s < MIG_SLICES; s++)
                    graphs[g].count[largest][s] = counts[c][s];
            serve(&bench, graphs, SLICED_GPUS, &points[c]);
        }
        cards_close(&bench);
        for (int c = 0; c < SLICINGS; c++) {
            values[c] = points[c].carries ? points[c].energy_j / REQUESTS : (double)NAN;
            values[SLICINGS + c] = points[c].busy_j;
            values[2 * SLICINGS + c] = points[c].busy_ms;
        }
    }
    return true;
}

/* ---- CL-20: the artifact's energies ---- */

enum { GAPS = 3, LAYOUTS = 2, ARTIFACT_GPUS = 2 };
static const double gaps_s[APPS][GAPS] = {
    {1, 0.4, 0.2}, {0.4, 0.16, 0.08}, {1, 0.4, 0.2}};       /* as it names them */
static const int pairs[APPS][2] = {{1, 1}, {0, 1}, {0, 1}}; /* variants on 3g and 4g */

/* Its generator is seeded with 1, so how far apart its arrivals really came can be found again (METHOD.md; a
 * test does). */
const double clover_artifact_came[] = {1.0265, 0.9925, 0.9925};

/* J a request on two cards: for each app whole ones, then such as are cut into 3g and 4g, at its three gaps.
 */
static bool clover_artifact(const struct evidence *evidence, double *values, struct error *error)
{
    for (int app = 0; app < APPS; app++)
        for (int k = 0; k < GAPS; k++) {
            struct cards bench;
            if (!cards_open(&bench, evidence, app, NULL, clover_artifact_came[k] * gaps_s[app][k], error))
                return false;
            for (int layout = 0; layout < LAYOUTS; layout++) {
                /* Joules a request on a layout; where the cards cannot keep up they never rest. */
                struct graph graphs[ARTIFACT_GPUS];
                struct layout_point point;
                memset(graphs, 0, sizeof graphs);
                for (int g = 0; g < ARTIFACT_GPUS; g++) {
                    if (layout == 0) {
                        graphs[g].count[model_clover(bench.model)->rules.n_variants - 1][MIG_7G] = 1;
                        continue;
                    }
                    graphs[g].count[pairs[app][0]][MIG_3G]++;
                    graphs[g].count[pairs[app][1]][MIG_4G]++;
                }
                serve(&bench, graphs, ARTIFACT_GPUS, &point);
                values[(app * LAYOUTS + layout) * GAPS + k] =
                    point.carries ? point.energy_j / REQUESTS : point.busy_j;
            }
            cards_close(&bench);
        }
    return true;
}

static const struct bench benches[] = {{"placement-gaps", placement_gaps},
                                       {"clover-mixtures", clover_mixtures},
                                       {"clover-slicings", clover_slicings},
                                       {"clover-artifact", clover_artifact}};

const struct bench *bench_find(const char *name)
{
    for (size_t k = 0; k < sizeof benches / sizeof *benches; k++)
        if (strcmp(benches[k].name, name) == 0)
            return &benches[k];
    return NULL;
}
