/* From the state of a run to its totals: what was counted is copied, what was collected becomes percentiles.
 */
#include "engine/sim/ledger.h"
#include "engine/sim/pool_run.h"

#include "engine/base/percentile.h"
#include "engine/base/text.h"
#include "engine/policy/share/etf.h"

#include <string.h>

const char *const ledger_names[LEDGER_COUNT] = {"active",  "idle",     "auxiliary",
                                                "cooling", "facility", "embodied"};

/* On which side of an SLO that was never turned it lies, the late requests tell exactly. */
static int64_t sketched(const struct run *run, int a, double percentile)
{
    const struct app_state *app = &run->apps[a];
    const struct scenario *scenario = &run->model->scenario;
    for (int e = 0; e < scenario->n_edits; e++)
        if (knob_infos[scenario->edits[e].knob.id].effect == EFFECT_SLO)
            return sketch_percentile(run->responses[a].whole, percentile);
    return sketch_percentile_beside(run->responses[a].whole, percentile, app->slo_ns + app->overhead_ns,
                                    (uint64_t)app->violations);
}

static void summarise_app(const struct run *run, int a, struct summary_app *out)
{
    const struct app_state *app = &run->apps[a];
    memcpy(out->name, run->model->apps[a].name, sizeof out->name);
    out->arrived = app->arrived;
    out->finished = app->finished;
    out->violations = app->violations;
    out->high_end_uses = app->high_uses;
    out->mean_ms = out->p50_ms = out->p95_ms = out->p99_ms = out->tail_ms = (double)NAN;
    if (app->measured > 0) {
        /* Exact or from the sketch; not known where nobody was measured. */
        const struct responses *responses = &run->responses[a];
        double p[4] = {50, 95, 99, run->model->apps[a].percentile};
        int64_t ns[4];
        for (int k = 0; k < 4 && !run->model->exact_percentiles; k++)
            ns[k] = sketched(run, a, p[k]);
        if (run->model->exact_percentiles)
            percentile_exact(responses->ns, (size_t)responses->n, p, 4, ns);
        out->mean_ms = app->response_sum_ns / (double)app->measured / 1e6;
        out->p50_ms = ns_to_ms(ns[0]);
        out->p95_ms = ns_to_ms(ns[1]);
        out->p99_ms = ns_to_ms(ns[2]);
        out->tail_ms = ns_to_ms(ns[3]);
    }
    out->slo_ms = app->slo_ms * run_knobs_of_app(run, a)->number[KNOB_SLO_SCALE];
    out->slo_met = isnan(out->slo_ms) || !(out->tail_ms > out->slo_ms);
    out->energy_j = app->energy_j;
    out->carbon_g = app->carbon_g;
    out->busy_s = ns_to_s(app->busy_ns);
    out->accuracy = !run->counts[a]     ? run->accuracy[a]
                    : app->measured > 0 ? app->accuracy_sum / (double)app->measured
                                        : (double)NAN;
    text_copy(out->accuracy_metric, sizeof out->accuracy_metric, run->model->apps[a].accuracy_metric);
    out->done_s = app->done_ns < 0 ? (double)NAN : ns_to_s(app->done_ns);
}

static void summarise_gpu(const struct run *run, int g, struct summary_gpu *out)
{
    const struct gpu_state *device = &run->gpus[g];
    memcpy(out->name, run->model->gpus[g].name, sizeof out->name);
    memcpy(out->type, run->model->gpus[g].type, sizeof out->type);
    out->busy_s = ns_to_s(device->busy_ns);
    int64_t outage_ns = reconfigure_outage_ns(device);
    out->outage_s = ns_to_s(outage_ns);
    int64_t held_ns = hold_until_ns(run, g, device->physics.since_ns);
    out->held_s = ns_to_s(held_ns);
    out->idle_s = ns_to_s(held_ns - device->busy_ns - outage_ns);
    out->energy_j = device->energy_j;
    out->carbon_g = device->carbon_g;
    out->clock_mhz = device->clock_mhz;
    out->capped_s = ns_to_s(points_capped_ns(run, g));
}

static void summarise_fairness(const struct run *run, struct summary *summary)
{
    summary->fair_time = summary->fair_energy = summary->fair_system = (double)NAN;
    for (int lane = 0; lane < run->model->n_lanes; lane++) {
        /* Of the apps that can be on a lane. */
        double contested_s[APPS_MAX], own_s[APPS_MAX], own_j[APPS_MAX];
        int n = 0;
        for (uint64_t apps = model_lane_apps(run->model, lane); apps; apps &= apps - 1) {
            const struct app_state *app = &run->apps[__builtin_ctzll(apps)];
            contested_s[n] = ns_to_s(app->contested_ns);
            own_s[n] = app->contested_own_ns * 1e-9;
            own_j[n++] = app->contested_own_j;
        }
        struct etf_fairness fairness = etf_contended(n, contested_s, own_s, own_j);
        summary->fair_time = fmin(summary->fair_time, fairness.time); /* fmin passes NAN over */
        summary->fair_energy = fmin(summary->fair_energy, fairness.energy);
        summary->fair_system = fmin(summary->fair_system, fairness.system);
    }
}

static struct summary_search search_of(const struct run *run, int pool)
{
    const struct search_state *search = &run->pools[pool].state->search;
    int64_t under_way_ns = search->under_way_ns, now_ns = run->state->now_ns;
    if (search->since_ns >= 0)
        under_way_ns += now_ns - search->since_ns;
    return (struct summary_search){.searches = search->searches,
                                   .evaluations = search->evaluations,
                                   .compliant = search->compliant,
                                   .cached = search->cached,
                                   .time_share = now_ns > 0 ? (double)under_way_ns / (double)now_ns : 0};
}

static void summarise_search(const struct run *run, struct summary *summary)
{
    struct summary_search *all = &summary->search;
    for (int pool = 0; pool < run->model->n_pools; pool++) {
        struct summary_search search = search_of(run, pool);
        summary->reconfigurations += run->pools[pool].state->search.reconfigurations;
        all->searches += search.searches;
        all->evaluations += search.evaluations;
        all->compliant += search.compliant;
        all->cached += search.cached;
        all->time_share = fmax(all->time_share, search.time_share);
    }
    scenario_accounting(&run->model->scenario, summary->accounting, sizeof summary->accounting);
}

static void summarise_pool(const struct run *run, int p, struct summary *summary)
{
    const struct model_pool *pool = &run->model->pools[p];
    struct summary_pool *out = &summary->pools[p];
    text_copy(out->name, sizeof out->name, pool->name);
    scenario_pool_accounting(&run->model->scenario, p, out->accounting, sizeof out->accounting);
    out->search = search_of(run, p);
    out->reconfigurations = run->pools[p].state->search.reconfigurations;
    for (int k = 0; k < pool->n_apps; k++) {
        out->requests += summary->apps[pool->apps[k]].finished;
        out->violations += summary->apps[pool->apps[k]].violations;
    }
    for (int k = 0; k < pool->n_gpus; k++) {
        out->energy_j += summary->gpus[pool->gpus[k]].energy_j;
        out->carbon_g += summary->gpus[pool->gpus[k]].carbon_g;
    }
}

void summary_tell_moves(struct summary *summary, const struct chronicle *moves, int64_t n)
{
    summary->n_moves = n < SUMMARY_MOVES ? (int)n : (int)SUMMARY_MOVES;
    for (int k = 0; k < summary->n_moves; k++) {
        const struct pod_move *move = chronicle_get(moves, k);
        summary->moves[k] = (struct summary_move){.t_s = ns_to_s(move->t_ns),
                                                  .from_c = move->from_c,
                                                  .to_c = move->to_c,
                                                  .app = move->app,
                                                  .number = move->number,
                                                  .from = move->from,
                                                  .to = move->to,
                                                  .reason = move->reason};
    }
}

/* Those whom its state and its recording know by then: who looks back has more in the recording. */
static void summarise_moves(const struct run *run, struct summary *summary)
{
    const struct chronicle *kept = run->recording ? &run->recording->moves : NULL;
    int64_t moved = 0;
    for (int pool = 0; pool < run->model->n_pools; pool++)
        moved += run->pools[pool].state->moves;
    summary->affinities_met = run->state->affinities_met;
    summary->migrations = run->may_move ? (double)moved : (double)NAN;
    if (kept)
        summary_tell_moves(summary, kept, moved < kept->n ? moved : kept->n);
}

/* Pool by pool. Idle power is measured: the device tables have it. */
static void summarise_books(const struct run *run, struct summary *summary)
{
    for (int pool = 0; pool < run->model->n_pools; pool++) {
        const struct books *books = &run->pools[pool].state->books;
        for (int l = 0; l < LEDGER_COUNT; l++)
            summary->carbon_g[l] += books->carbon_g[l] + books->bucket_g[l];
        summary->energy_it_j += books->active_j + books->idle_j;
        summary->energy_idle_j += books->idle_j;
        summary->energy_facility_j += books->facility_j;
        summary->energy_cooling_j += books->cooling_j;
    }
    for (int l = 0; l < LEDGER_COUNT; l++)
        summary->carbon_total_g += summary->carbon_g[l];
    summary->energy_total_j = summary->energy_it_j + summary->energy_cooling_j + summary->energy_facility_j;
    for (int p = 0; p < PROVENANCE_COUNT; p++) {
        double rests_j = p == PROVENANCE_MEASURED ? summary->energy_idle_j : 0;
        for (int a = 0; a < run->model->n_apps; a++)
            rests_j += run->apps[a].provenance_j[p];
        summary->provenance[p] = summary->energy_it_j > 0 ? rests_j / summary->energy_it_j : 0;
    }
}

void run_summary(const struct run *run, struct summary *summary)
{
    const struct run_state *state = run->state;
    memset(summary, 0, sizeof *summary);
    summary->horizon_s = ns_to_s(state->now_ns);
    summary->overloaded_at_s = state->overloaded_ns < 0 ? (double)NAN : ns_to_s(state->overloaded_ns);
    summary->exact = run->model->exact_percentiles;
    summary->lost_sketches = run->recording ? recording_lost_sketches(run->recording) : 0;
    summary->refusals = state->refusals;
    summary->n_apps = run->model->n_apps;
    summary->n_gpus = run->model->n_gpus;
    for (int a = 0; a < summary->n_apps; a++) {
        summarise_app(run, a, &summary->apps[a]);
        summary->requests += run->apps[a].finished;
        summary->arrived += run->apps[a].arrived;
        summary->queued += run->apps[a].waiting;
    }
    for (int i = 0; i < run->model->n_instances; i++) {
        summary->queued += run->instances[i].queue_length;
        summary->running += run->instances[i].app >= 0;
    }
    for (int g = 0; g < summary->n_gpus; g++)
        summarise_gpu(run, g, &summary->gpus[g]);
    heat_summarise(run, summary);
    summarise_moves(run, summary);
    parts_summarise(run, summary);
    summarise_fairness(run, summary);
    if (run->assembly)
        assembly_summarise(run, summary);
    double busy_s = 0, energy_j = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        busy_s += summary->apps[a].busy_s;
        energy_j += summary->apps[a].energy_j;
    }
    for (int a = 0; a < summary->n_apps; a++) {
        summary->apps[a].time_share = busy_s > 0 ? summary->apps[a].busy_s / busy_s : 0;
        summary->apps[a].energy_share = energy_j > 0 ? summary->apps[a].energy_j / energy_j : 0;
    }
    summarise_books(run, summary);
    const struct carbon_trace *trace = &run->model->trace;
    int64_t end_s = trace->start_s + (int64_t)trace->n * trace->step_s - run->model->scenario.start_s;
    summary->intensity_steps = run->state->grid.steps;
    summary->gap_samples = run->state->grid.gaps;
    summary->trace_ended = trace->n > 1 && run->state->now_ns > end_s * NS_PER_S;
    summarise_search(run, summary);
    summary->n_pools = run->model->scenario.n_pools;
    for (int pool = 0; pool < summary->n_pools; pool++)
        summarise_pool(run, pool, summary);
}

bool summary_finite(const struct summary *summary, struct error *error)
{
    const char *what = !isfinite(summary->carbon_total_g)   ? "carbon"
                       : !isfinite(summary->energy_total_j) ? "energy"
                       : isinf(summary->temp_max_c)         ? "temperature"
                                                            : NULL;
    for (int a = 0; a < summary->n_apps && !what; a++)
        what = isinf(summary->apps[a].mean_ms)     ? "response time"
               : isfinite(summary->apps[a].busy_s) ? NULL
                                                   : "busy time";
    for (int g = 0; g < summary->n_gpus && !what; g++)
        what = isfinite(summary->gpus[g].energy_j) && isfinite(summary->gpus[g].carbon_g) ? NULL
                                                                                          : "energy of a GPU";
    return !what ||
           error_set(
               error, ERROR_INPUT, NULL,
               "the run's %s is no finite number: a profile, a GPU type or a trace that was imported before ranges were checked is beyond them; import it again",
               what);
}

int summary_worst_app(const struct summary *summary, double *share)
{
    int worst = -1;
    *share = 0;
    for (int a = 0; a < summary->n_apps; a++) {
        const struct summary_app *app = &summary->apps[a];
        double own = app->tail_ms / app->slo_ms;
        if (!isnan(own) && (worst < 0 || own > *share)) {
            worst = a;
            *share = own;
        }
    }
    return worst;
}

double summary_measured_beyond_idle(const struct summary *summary)
{
    double measured_j = summary->provenance[PROVENANCE_MEASURED] * summary->energy_it_j;
    return summary->energy_it_j > 0 && measured_j > summary->energy_idle_j
               ? (measured_j - summary->energy_idle_j) / summary->energy_it_j
               : 0;
}

bool summary_only_idle_is_measured(const struct summary *summary)
{
    return summary_measured_beyond_idle(summary) < 1e-6;
}

bool summary_all_met(const struct summary *summary)
{
    for (int a = 0; a < summary->n_apps; a++)
        if (!summary->apps[a].slo_met)
            return false;
    return true;
}
