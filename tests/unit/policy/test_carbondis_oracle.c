/* The five schemes of CarbonDIS against a second implementation that takes no short cut: plain arrays, and
 * after every single event one full pass over all jobs, in order of violations, as sections 2 and 3 of the
 * specification say. Each decision of the engine (request, GPU, instant) must be the oracle's, and so must
 * the totals. Cases are small, crowded and full of ties: gaps and service times are whole milliseconds. */
#include "engine/model/arrivals.h"
#include "tests/support/random_scenario.h"
#include "tests/support/simulate.h"
#include "tests/support/slow_build.h"

#include <inttypes.h>

enum { JOBS = 5, REQUESTS = 400, PLACES = 16, CASES = THINNED(60, 300), STARTS = JOBS * REQUESTS };
static const int64_t never = INT64_MAX;

/* ---- the oracle's world ---- */

struct order { /* a request put on a GPU */
    int64_t at_ns;
    int job, request, gpu;
    bool queued;
};

struct oracle {
    const struct model *model;
    enum policy_id scheme;
    bool literal;
    /* jobs */
    int n_jobs, n_requests[JOBS];
    int64_t arrives_ns[JOBS][REQUESTS], limit_ns[JOBS];
    int batch[JOBS][REQUESTS], arrived[JOBS], taken[JOBS];
    int64_t violations[JOBS], high_uses[JOBS], served_ns[JOBS], response_ns[JOBS];
    int64_t seen_ns[JOBS][129], seen[JOBS][129]; /* on the low-end: sum and number, by batch */
    /* GPUs: which job may use it (-1: all), and what it does */
    int n_gpus, owner[PLACES];
    bool high[PLACES], busy[PLACES];
    int job[PLACES], request[PLACES];
    int64_t start_ns[PLACES], end_ns[PLACES], expected_ns[PLACES];
    int waiting[PLACES][STARTS], first[PLACES], last[PLACES]; /* literal reading: job * REQUESTS + request */
    /* the grid and the clock */
    double ci, cir, cit, history_sum;
    uint64_t history_n, draws;
    size_t sample;
    int edit;
    int64_t now_ns, booked_ns;
    double active_j, idle_j, carbon_g;
    /* what it did */
    int n_orders;
    struct order orders[STARTS];
};

static int64_t service_ns(const struct oracle *oracle, int job, int request, int gpu)
{
    return model_cost_of(oracle->model, job, gpu)->latency_ns[oracle->batch[job][request]];
}

static bool may_use(const struct oracle *oracle, int job, int gpu)
{
    return oracle->owner[gpu] < 0 || oracle->owner[gpu] == job;
}

/* The first free GPU of this class that the job may use, or -1. */
static int free_gpu(const struct oracle *oracle, int job, bool high)
{
    for (int g = 0; g < oracle->n_gpus; g++)
        if (oracle->high[g] == high && may_use(oracle, job, g) && !oracle->busy[g])
            return g;
    return -1;
}

static bool waits(const struct oracle *oracle, int job)
{
    return oracle->taken[job] < oracle->arrived[job];
}

/* The mean of what was seen on the low-end for this batch, else the profile of the job's first such GPU. */
static int64_t estimate_ns(const struct oracle *oracle, int job, int batch)
{
    int64_t n = oracle->seen[job][batch];
    const struct model_app *app = &oracle->model->apps[job];
    return n > 0 ? (oracle->seen_ns[job][batch] + n / 2) / n
                 : model_cost_of(oracle->model, job, app->low[0])->latency_ns[batch];
}

static void begin(struct oracle *oracle, int job, int request, int gpu)
{
    int64_t expected = oracle->high[gpu] ? 0 : estimate_ns(oracle, job, oracle->batch[job][request]);
    oracle->busy[gpu] = true;
    oracle->job[gpu] = job;
    oracle->request[gpu] = request;
    oracle->start_ns[gpu] = oracle->now_ns;
    oracle->end_ns[gpu] = oracle->now_ns + service_ns(oracle, job, request, gpu);
    oracle->expected_ns[gpu] = oracle->now_ns + expected;
    oracle->high_uses[job] += oracle->high[gpu];
    oracle->served_ns[job] += oracle->high[gpu] ? service_ns(oracle, job, request, gpu) : 0;
}

/* The job's head goes to this GPU: at once, or into its queue for good. */
static void dispatch(struct oracle *oracle, int job, int gpu)
{
    int request = oracle->taken[job]++;
    assert_true(oracle->n_orders < STARTS);
    oracle->orders[oracle->n_orders++] = (struct order){
        .at_ns = oracle->now_ns, .job = job, .request = request, .gpu = gpu, .queued = oracle->busy[gpu]};
    if (oracle->busy[gpu])
        oracle->waiting[gpu][oracle->last[gpu]++] = job * REQUESTS + request;
    else
        begin(oracle, job, request, gpu);
}

/* ---- the schemes: each is one full pass over all jobs; true if it dispatched ---- */

/* Steps 3 to 7 for the head of one job. */
static bool decide(struct oracle *oracle, int job)
{
    int request = oracle->taken[job], low = -1, high = free_gpu(oracle, job, true);
    int64_t ct_ns = never;
    for (int g = 0; g < oracle->n_gpus; g++) {
        if (oracle->high[g] || !may_use(oracle, job, g))
            continue;
        int64_t free_ns = oracle->busy[g] && oracle->expected_ns[g] > oracle->now_ns ? oracle->expected_ns[g]
                                                                                     : oracle->now_ns;
        if (low < 0 || free_ns < ct_ns || (free_ns == ct_ns && oracle->busy[low] && !oracle->busy[g])) {
            ct_ns = free_ns;
            low = g;
        }
    }
    int64_t el_ns = estimate_ns(oracle, job, oracle->batch[job][request]);
    int64_t exft_ns = oracle->arrives_ns[job][request] + oracle->limit_ns[job];
    int64_t esft_ns = (oracle->literal ? oracle->now_ns : ct_ns) + el_ns;
    bool wants_high = esft_ns > exft_ns || oracle->cir > oracle->cit;
    int gpu = wants_high && high >= 0 ? high : low;
    if (gpu == low && oracle->busy[low] && !oracle->literal)
        return false;
    dispatch(oracle, job, gpu);
    return true;
}

/* Step 1: most violations first, ties by index; steps 2 and 8. */
static bool pass_carbondis(struct oracle *oracle)
{
    int order[JOBS];
    bool any = false;
    for (int j = 0; j < oracle->n_jobs; j++) {
        int at = j;
        for (; at > 0 && oracle->violations[order[at - 1]] < oracle->violations[j]; at--)
            order[at] = order[at - 1];
        order[at] = j;
    }
    for (int k = 0; k < oracle->n_jobs; k++)
        if (waits(oracle, order[k]))
            any |= decide(oracle, order[k]);
    return any;
}

/* Every head onto its job's own low-end GPU, where that is free. */
static bool pass_low(struct oracle *oracle)
{
    bool any = false;
    for (int j = 0; j < oracle->n_jobs; j++) {
        int low = free_gpu(oracle, j, false);
        if (waits(oracle, j) && low >= 0) {
            dispatch(oracle, j, low);
            any = true;
        }
    }
    return any;
}

static bool pass_dybatch(struct oracle *oracle)
{
    int best = -1;
    for (int j = 0; j < oracle->n_jobs; j++)
        if (waits(oracle, j) && free_gpu(oracle, j, true) >= 0 &&
            (best < 0 || oracle->served_ns[j] < oracle->served_ns[best]))
            best = j;
    if (best < 0)
        return pass_low(oracle);
    dispatch(oracle, best, free_gpu(oracle, best, true));
    return true;
}

/* One draw an event: when the high-end is free and somebody waits. */
static void draw(struct oracle *oracle)
{
    bool somebody = false;
    for (int j = 0; j < oracle->n_jobs; j++)
        somebody = somebody || (waits(oracle, j) && free_gpu(oracle, j, true) >= 0);
    if (!somebody)
        return;
    int job = (int)random_below(oracle->model->pools->router_key, oracle->draws++, (uint32_t)oracle->n_jobs);
    if (waits(oracle, job) && free_gpu(oracle, job, true) >= 0)
        dispatch(oracle, job, free_gpu(oracle, job, true));
}

static bool pass_fifo(struct oracle *oracle)
{
    bool any = false;
    for (int j = 0; j < oracle->n_jobs; j++) {
        int high = free_gpu(oracle, j, true), low = free_gpu(oracle, j, false);
        if (waits(oracle, j) && (high >= 0 || low >= 0)) {
            dispatch(oracle, j, high >= 0 ? high : low);
            any = true;
        }
    }
    return any;
}

static bool pass(struct oracle *oracle)
{
    switch (oracle->scheme) {
    case POLICY_CARBONDIS:
        return pass_carbondis(oracle);
    case POLICY_DYBATCH:
        return pass_dybatch(oracle);
    case POLICY_RANDOM:
        return pass_low(oracle);
    default:
        return pass_fifo(oracle);
    }
}

/* ---- events ---- */

static int64_t sample_ns(const struct oracle *oracle)
{
    const struct carbon_trace *trace = &oracle->model->trace;
    if (oracle->sample >= trace->n)
        return never;
    int64_t at_s = trace->start_s + (int64_t)oracle->sample * trace->step_s - oracle->model->scenario.start_s;
    return at_s > 0 ? at_s * NS_PER_S : 0;
}

/* (M1) to (M3); a missing sample changes nothing, but the first one is the value held. */
static void on_sample(struct oracle *oracle)
{
    const struct carbon_trace *trace = &oracle->model->trace;
    size_t k = oracle->sample++;
    double value = k == oracle->model->trace_first ? carbon_trace_held(trace, k) : trace->samples[k];
    if (isnan(value))
        return;
    double aci = oracle->history_n > 0 ? oracle->history_sum / (double)oracle->history_n : value;
    oracle->ci = value;
    oracle->cir = aci > 0 ? value / aci : 1;
    oracle->history_sum += value;
    oracle->history_n++;
}

static int64_t edit_ns(const struct oracle *oracle)
{
    const struct scenario *scenario = &oracle->model->scenario;
    return oracle->edit < scenario->n_edits ? scenario->edits[oracle->edit].t_ns : never;
}

static void on_completion(struct oracle *oracle, int g)
{
    int job = oracle->job[g], request = oracle->request[g], batch = oracle->batch[job][request];
    int64_t response_ns = oracle->now_ns - oracle->arrives_ns[job][request];
    oracle->response_ns[job] += response_ns;
    oracle->violations[job] += response_ns > oracle->limit_ns[job];
    oracle->busy[g] = false;
    if (!oracle->high[g]) {
        oracle->seen[job][batch]++;
        oracle->seen_ns[job][batch] += oracle->now_ns - oracle->start_ns[g];
    }
    if (oracle->first[g] < oracle->last[g]) {
        int next = oracle->waiting[g][oracle->first[g]++];
        begin(oracle, next / REQUESTS, next % REQUESTS, g);
    }
}

/* The earliest event, ties as edit, sample, completion by GPU, arrival by job; false: all is done. */
static bool step(struct oracle *oracle)
{
    int64_t at_ns = edit_ns(oracle);
    int kind = 0, which = 0, left = 0;
    if (sample_ns(oracle) < at_ns)
        at_ns = sample_ns(oracle), kind = 1;
    for (int g = 0; g < oracle->n_gpus; g++) {
        left += oracle->busy[g];
        if (oracle->busy[g] && oracle->end_ns[g] < at_ns)
            at_ns = oracle->end_ns[g], kind = 2, which = g;
    }
    for (int j = 0; j < oracle->n_jobs; j++) {
        left += oracle->taken[j] < oracle->n_requests[j];
        if (oracle->arrived[j] < oracle->n_requests[j] && oracle->arrives_ns[j][oracle->arrived[j]] < at_ns)
            at_ns = oracle->arrives_ns[j][oracle->arrived[j]], kind = 3, which = j;
    }
    if (left == 0)
        return false;
    oracle->now_ns = at_ns;
    /* Energy and carbon since the last event, GPU by GPU. */
    double dt_s = ns_to_s(oracle->now_ns - oracle->booked_ns);
    for (int g = 0; g < oracle->n_gpus; g++) {
        double power_w = oracle->model->gpus[oracle->model->instances[g].gpu].idle_w;
        if (oracle->busy[g])
            power_w = model_cost_of(oracle->model, oracle->job[g], g)
                          ->power_w[oracle->batch[oracle->job[g]][oracle->request[g]]];
        *(oracle->busy[g] ? &oracle->active_j : &oracle->idle_j) += power_w * dt_s;
        oracle->carbon_g += power_w * dt_s * oracle->ci / 3.6e6;
    }
    oracle->booked_ns = oracle->now_ns;
    if (kind == 0) {
        const struct scenario *scenario = &oracle->model->scenario;
        for (; edit_ns(oracle) == oracle->now_ns; oracle->edit++) {
            const struct edit *edit = &scenario->edits[oracle->edit];
            if (edit->knob.id == KNOB_CIT)
                oracle->cit = edit->value.number;
            else
                oracle->limit_ns[edit->knob.target] = ns_from_ms(edit->value.number);
        }
    } else if (kind == 1)
        on_sample(oracle);
    else if (kind == 2)
        on_completion(oracle, which);
    else
        oracle->arrived[which]++;
    if (kind != 0 || oracle->ci >= 0) { /* nothing to decide before the first sample */
        if (oracle->scheme == POLICY_RANDOM)
            draw(oracle);
        while (pass(oracle))
            continue;
    }
    return true;
}

static void oracle_run(struct oracle *oracle, const struct model *model)
{
    const struct scenario *scenario = &model->scenario;
    memset(oracle, 0, sizeof *oracle);
    oracle->model = model;
    oracle->scheme = (enum policy_id)scenario->policy[LAYER_ROUTE];
    oracle->literal = scenario->number[KNOB_CD_DISPATCH] == DISPATCH_LITERAL;
    oracle->cit = scenario->number[KNOB_CIT];
    oracle->ci = -1;
    oracle->history_sum = model->history_sum;
    oracle->history_n = model->history_n;
    oracle->sample = model->trace_first;
    oracle->n_jobs = model->n_apps;
    oracle->n_gpus = model->n_instances;
    assert_true(oracle->n_jobs <= JOBS && oracle->n_gpus <= PLACES);
    for (int g = 0; g < oracle->n_gpus; g++) {
        oracle->owner[g] = model->gpus[model->instances[g].gpu].owner;
        oracle->high[g] = model->instances[g].class == CLASS_HIGH;
    }
    for (int j = 0; j < oracle->n_jobs; j++) {
        oracle->n_requests[j] = (int)model->apps[j].requests;
        oracle->limit_ns[j] = ns_from_ms(scenario->apps[j].slo_ms);
        struct arrival_cursor cursor = arrival_first(&model->apps[j], 1);
        for (int r = 0; r < oracle->n_requests[j]; r++, arrival_next(&model->apps[j], &cursor, 1)) {
            oracle->arrives_ns[j][r] = cursor.at_ns;
            oracle->batch[j][r] = cursor.batch;
        }
    }
    while (step(oracle))
        continue;
}

/* ---- the engine against it ---- */

static void compare_orders(const struct oracle *oracle, const struct run *run)
{
    DEFER(memory_leave) struct decision_log *log = calloc(1, sizeof *log);
    assert_non_null(log);
    assert_true(run_explain(run, 0, never, log, NULL, &err));
    assert_int_equal(log->count, log->kept);
    for (size_t k = 0; k < log->kept && (int)k < oracle->n_orders; k++) {
        const struct decision *theirs = &log->kept_list[k];
        const struct order *ours = &oracle->orders[k];
        if (theirs->t_ns != ours->at_ns || theirs->app != ours->job || theirs->request != ours->request ||
            theirs->instance != ours->gpu || theirs->queued != ours->queued)
            fail_msg("order %zu: the oracle puts request %d of job %d on GPU %d at %" PRId64
                     " ns%s, the engine request %" PRId64 " of job %d on GPU %d at %" PRId64 " ns%s (%s)",
                     k, ours->request, ours->job, ours->gpu, ours->at_ns, ours->queued ? " (queued)" : "",
                     theirs->request, theirs->app, theirs->instance, theirs->t_ns,
                     theirs->queued ? " (queued)" : "", reason_names[theirs->reason]);
    }
    assert_int_equal(log->kept, oracle->n_orders);
}

/* Jobs that crowd: low-end service takes about as long as a gap; SLOs near it; CIR swings around CIT. */
static void make_crowd(struct dice *dice, struct random_case *made)
{
    struct scenario *scenario = &made->scenario;
    *scenario = carbondis_scenario(2 + dice_below(dice, JOBS - 1), 6 + dice_below(dice, 75),
                                   50 + dice_below(dice, REQUESTS - 49));
    strcpy(scenario->trace, "quick");
    scenario->seed = dice->key;
    scenario->start_s = made->trace.start_s + dice_below(dice, 30);
    scenario->number[KNOB_CIT] = dice_chance(dice, 60) ? 1 : dice_between(dice, 0.5, 1.5);
    for (int a = 0; a < scenario->n_apps; a++) {
        struct app *app = &scenario->apps[a];
        app->slo_ms = 20 + 10 * dice_below(dice, 20);
        app->batch.mean = 5 + dice_below(dice, 20);
        app->arrivals.kind = dice_chance(dice, 50) ? ARRIVAL_POISSON_GAP : ARRIVAL_FIXED_GAP;
    }
    for (int n = dice_below(dice, 6); n > 0; n--) {
        struct knob_ref ref = {.id = dice_chance(dice, 50) ? KNOB_CIT : KNOB_SLO_MS};
        struct knob_value value = {.number = dice_between(dice, 0.5, 1.5)};
        if (ref.id == KNOB_SLO_MS) {
            ref = knob_of_app(KNOB_SLO_MS, dice_below(dice, scenario->n_apps));
            value.number = 20 + 10 * dice_below(dice, 20);
        }
        scenario_edit(scenario, dice_below(dice, 8000) * NS_PER_MS, ref, &value, &err);
    }
}

static void try_case(uint64_t trial, const char *name, bool literal, bool wide, struct oracle *oracle,
                     struct random_case *made)
{
    struct dice dice = dice_of(trial);
    random_case_make(made, trial);
    random_case_free(made); /* only its trace is wanted */
    make_crowd(&dice, made);
    if (wide) {
        /* More GPUs of a class, and low-end GPUs that are not alike, which the paper does not have: the rules
         * must mean the same. */
        struct scenario *scenario = &made->scenario;
        struct fleet *fleet = &scenario->fleets[0];
        int n = fleet->n_gpus;
        for (int a = 0; a < scenario->n_apps; a++) /* the more crowded, the wider */
            scenario->apps[a].arrivals.mean_gap_ms = 6 + dice_below(&dice, 12);
        fleet->gpus = realloc(fleet->gpus, (size_t)(n + 4) * sizeof *fleet->gpus);
        for (int more = 1 + dice_below(&dice, 4); more > 0; more--) {
            struct gpu *gpu = &fleet->gpus[fleet->n_gpus];
            *gpu = fleet->gpus[dice_below(&dice, n)];
            snprintf(gpu->name, sizeof gpu->name, "more%d", fleet->n_gpus++);
            if (dice_chance(&dice, 50))
                strcpy(gpu->type, "A100-40GB");
        }
    }
    made->scenario.number[KNOB_CD_DISPATCH] = literal ? DISPATCH_LITERAL : DISPATCH_ADOPTED;
    struct knob_value value = {0};
    strcpy(value.text, name);
    must(knob_set(&made->scenario, knob_of_layer(LAYER_ROUTE), &value, &err), &err);
    DEFER(simulation_free) struct simulation simulation = simulate_with(&made->scenario, &made->catalog);
    oracle_run(oracle, simulation.model);
    compare_orders(oracle, simulation.run);
    const struct summary *summary = &simulation.summary;
    assert_close(summary->horizon_s, ns_to_s(oracle->now_ns), 1e-12);
    for (int j = 0; j < oracle->n_jobs; j++) {
        const struct summary_app *app = &summary->apps[j];
        assert_int_equal(app->finished, oracle->n_requests[j]);
        assert_int_equal(app->violations, oracle->violations[j]);
        assert_int_equal(app->high_end_uses, oracle->high_uses[j]);
        assert_close(app->mean_ms, (double)oracle->response_ns[j] / 1e6 / oracle->n_requests[j],
                     1e-9 * app->mean_ms);
    }
    assert_close(summary->energy_it_j - summary->energy_idle_j, oracle->active_j,
                 1e-9 * summary->energy_it_j);
    assert_close(summary->energy_idle_j, oracle->idle_j, 1e-9 * summary->energy_it_j);
    assert_close(summary->carbon_total_g, oracle->carbon_g, 1e-9 * oracle->carbon_g);
    scenario_free(&made->scenario);
}

static void try_scheme(void **state, const char *name, bool literal, bool wide)
{
    uint64_t *trial = *state, last = trial_range(trial, CASES);
    DEFER(memory_leave) struct oracle *oracle = malloc(sizeof *oracle);
    DEFER(memory_leave) struct random_case *made = malloc(sizeof *made);
    assert_true(oracle && made);
    for (; *trial <= last; ++*trial)
        try_case(*trial, name, literal, wide, oracle, made);
    *trial = 0;
}

FACT_IN(test_schemes, trial_begin, trial_end)
{
    static const struct {
        const char *name;
        bool literal, wide;
    } rows[] = {{"carbondis", false, false}, {"carbondis", true, false}, {"dybatch", false, false},
                {"random", false, false},    {"highperf", false, false}, {"lowenergy", false, false},
                {"carbondis", false, true},  {"dybatch", false, true},   {"random", false, true}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        print_message("%s%s%s\n", rows[k].name, rows[k].literal ? ", literal" : "",
                      rows[k].wide ? ", more GPUs" : "");
        try_scheme(state, rows[k].name, rows[k].literal, rows[k].wide);
    }
}
