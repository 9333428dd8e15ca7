/* InferCool's placement (infercool.md 2.3) and redeployment (2.4). At the start the pods of level 1 and up
 * stand where the hottest GPU stays coolest. At level 2 and up every minute looks at each GPU's mean
 * temperature over the last minute: where they are further apart than a variance of 4 C^2, pods of the
 * hottest go to the coolest, one after another, as long as that brings the temperatures closer. How much a
 * pod warms its GPU is a percentile of its distribution (rises.h), by the load of the start, and then of the
 * last five minutes. GPUs without a temperature, and pods of level 0, are left as Kubernetes has them. */
#include "engine/policy/place/problem.h"

#include <stdlib.h>
#include <string.h>

#define PERIOD_NS (60 * NS_PER_S)
#define VARIANCE_C2 4.0 /* adopted: the paper gives none */
enum { MINUTES = 5 };

/* What it remembers: how many requests of each of the pool's apps had come by the ends of the last minutes.
 */
struct memory {
    uint32_t met;          /* affinities of the scenario that were met at the start: they stay so */
    int64_t since, looked; /* the period in which it began, and the last one that it looked at */
    int64_t arrived[MINUTES + 1][APPS_MAX];
};

static size_t state_size(const struct model *model)
{
    (void)model;
    return sizeof(struct memory);
}

/* ---- how many requests there are ---- */

/* Over the last five minutes, or for as long as it has looked; at the start nobody knows more than the
 * scenario. */
static void recent_rates(const struct view *view, const struct memory *memory, struct app_rates *rates)
{
    int64_t minutes = memory->looked - memory->since < MINUTES ? memory->looked - memory->since : MINUTES;
    int64_t from = memory->looked - minutes;
    double seconds = (double)(view->now_ns - from * PERIOD_NS) / NS_PER_S;
    if (minutes == 0) {
        app_rates_nominal(view, rates);
        return;
    }
    for (int k = 0; k < view->pool->n_apps; k++) {
        int a = view->pool->apps[k];
        rates->hz[a] = (double)(view->apps[a].arrived - memory->arrived[from % (MINUTES + 1)][a]) / seconds;
    }
}

static void remember(const struct view *view, struct memory *memory, int64_t period)
{
    for (int k = 0; k < view->pool->n_apps; k++)
        memory->arrived[period % (MINUTES + 1)][view->pool->apps[k]] =
            view->apps[view->pool->apps[k]].arrived;
}

/* ---- placement ---- */

/* Who stays on a GPU keeps its slot; the others take the free ones of their size, in order. */
static void seat(const struct view *view, const struct place_problem *problem,
                 struct arrangement *arrangement)
{
    uint8_t taken[GPUS_MAX * PODS_MAX] = {0};
    const struct model *model = view->model;
    for (int s = 0; s < model->n_slots; s++)
        taken[s] = view->seats[s] != SEAT_EMPTY;
    for (int k = 0; k < problem->pods.n; k++) {
        const struct instance_state *own = &view->instances[problem->pods.instance[k]];
        if (view->pool->gpus[problem->gpu[k]] != own->gpu)
            taken[model->gpus[own->gpu].first_slot + own->slot] = 0;
    }
    for (int k = 0; k < problem->pods.n; k++) {
        int i = problem->pods.instance[k], g = view->pool->gpus[problem->gpu[k]], slot = 0;
        if (g == view->instances[i].gpu)
            continue;
        while (taken[model->gpus[g].first_slot + slot] ||
               warm_size_of_slot(view, g, slot) != warm_size_of(view, i))
            slot++;
        taken[model->gpus[g].first_slot + slot] = 1;
        arrangement->of[i].gpu = g;
        arrangement->of[i].slot = slot;
    }
}

static void arrange(const struct view *view, void *state, struct arrangement *arrangement)
{
    struct place_problem *problem = malloc(sizeof *problem); /* before the run begins; without it all stay */
    struct memory *memory = state;
    if (!problem)
        return;
    if (place_problem_pose(view, problem)) {
        memory->met = arrangement->met =
            affinity_meet(&(struct affinity_case){.scenario = &view->model->scenario,
                                                  .assign = &problem->assign,
                                                  .rise_k = problem->rise_k,
                                                  .app = problem->app,
                                                  .fleet_gpu = view->pool->gpus,
                                                  .gpu = problem->gpu});
        assign_solve(&problem->assign, problem->gpu);
        seat(view, problem, arrangement);
    }
    free(problem);
}

/* ---- redeployment ---- */

/* The pool's GPUs with a temperature, as they would be after the moves so far. */
struct node_warmth {
    int n, gpu[GPUS_MAX];
    double mean_c[GPUS_MAX];
    int32_t seats[GPUS_MAX * PODS_MAX]; /* who would stand where, by slot */
    bool moved[INSTANCES_MAX];
    uint32_t met; /* affinities that no move may break */
};

/* May the pod leave its node, or does an affinity that is met have to do with it? */
static bool may_go(const struct view *view, const struct node_warmth *warmth, int pod, int g)
{
    const struct scenario *scenario = &view->model->scenario;
    const struct gpu *gpus = scenario->fleets[scenario->fleet].gpus;
    return warmth->met == 0 || strcmp(gpus[view->instances[pod].gpu].node, gpus[g].node) == 0 ||
           !affinity_binds(scenario, warmth->met, scenario->apps[warm_app_of(view, pod)].name);
}

/* May it go anywhere: of level 2 or above, known how warm, settled, not moved yet? */
static bool is_free_to_go(const struct view *view, const struct warm_pods *pods,
                          const struct node_warmth *warmth, int pod)
{
    return pod >= 0 && !warmth->moved[pod] && view->instances[pod].partner < 0 &&
           !isnan(warm_pods_rise_k(pods, pod)) &&
           level_of(view, warm_app_of(view, pod)) >= LEVEL_REDEPLOYMENT;
}

/* No pod is there, and none is on its way there. */
static bool is_empty(const struct view *view, int32_t seat)
{
    if (seat < 0)
        return seat == SEAT_EMPTY;
    const struct instance_state *own = &view->instances[seat];
    return view->gpus[own->gpu].phase == CUT_STEADY && own->partner < 0 && own->app == INSTANCE_DOWN &&
           (own->apps | own->next_apps) == 0;
}

/* The slot of the pod's size on that GPU that is empty, or (`with`) has the pod that warms it least; -1. */
static int slot_on(const struct view *view, const struct warm_pods *pods, const struct node_warmth *warmth,
                   int pod, int g, bool with)
{
    int best = -1, first = view->model->gpus[g].first_slot;
    for (int slot = 0; slot < view->model->gpus[g].n_slots; slot++) {
        int32_t seat = warmth->seats[first + slot];
        bool fits = warm_size_of_slot(view, g, slot) == warm_size_of(view, pod);
        bool back = !with || seat < 0 || may_go(view, warmth, seat, view->instances[pod].gpu);
        if (!fits || !back || !may_go(view, warmth, pod, g) ||
            (with ? !is_free_to_go(view, pods, warmth, seat) : !is_empty(view, seat)))
            continue;
        if (best < 0 ||
            (with && warm_pods_rise_k(pods, seat) < warm_pods_rise_k(pods, warmth->seats[first + best])))
            best = slot;
    }
    return best;
}

/* A pod of the hottest GPU moves, or changes places, where that brings temperatures closer. */
static bool improve(const struct view *view, const struct warm_pods *pods, struct node_warmth *warmth,
                    int from, int pod, struct placement *placement)
{
    for (int with = 0; with < 2; with++) {
        /* The coolest GPU alike that has one; -1: none has. */
        int to = -1, home = view->instances[pod].gpu;
        for (int n = 0; n < warmth->n; n++) {
            int g = warmth->gpu[n];
            if (g != home && warm_are_alike(view->model, home, g) &&
                slot_on(view, pods, warmth, pod, g, with == 1) >= 0 &&
                (to < 0 || warmth->mean_c[n] < warmth->mean_c[to]))
                to = n;
        }
        if (to < 0)
            continue;
        int g = warmth->gpu[to], slot = slot_on(view, pods, warmth, pod, g, with == 1);
        int32_t *there = &warmth->seats[view->model->gpus[g].first_slot + slot];
        const struct instance_state *own = &view->instances[pod];
        int32_t *here = &warmth->seats[view->model->gpus[own->gpu].first_slot + own->slot];
        double before = heat_variance(warmth->mean_c, warmth->n), from_c = warmth->mean_c[from],
               to_c = warmth->mean_c[to];
        double change_k = warm_pods_rise_k(pods, pod) - (with ? warm_pods_rise_k(pods, *there) : 0);
        warmth->mean_c[from] -= change_k;
        warmth->mean_c[to] += change_k;
        if (heat_variance(warmth->mean_c, warmth->n) < before) {
            warmth->moved[pod] = true;
            if (with)
                warmth->moved[*there] = true;
            placement->moves[placement->n].pod = pod;
            placement->moves[placement->n].gpu = g;
            placement->moves[placement->n++].slot = slot;
            *here = with ? *there : SEAT_KEPT;
            *there = pod;
            return true;
        }
        warmth->mean_c[from] = from_c;
        warmth->mean_c[to] = to_c;
    }
    return false;
}

/* Its pods in the order of how much they warm it. */
static bool relieve(const struct view *view, const struct warm_pods *pods, struct node_warmth *warmth,
                    struct placement *placement)
{
    int from = 0;
    for (int n = 1; n < warmth->n; n++)
        from = warmth->mean_c[n] > warmth->mean_c[from] ? n : from;
    int g = warmth->gpu[from];
    double below_k = (double)INFINITY;
    int last = -1;
    for (;;) {
        int next = -1;
        double most_k = -(double)INFINITY;
        for (int k = 0; k < pods->n; k++) {
            int pod = pods->instance[k];
            bool later = pods->rise_k[k] < below_k || (pods->rise_k[k] <= below_k && pod > last);
            if (view->instances[pod].gpu == g && is_free_to_go(view, pods, warmth, pod) && later &&
                pods->rise_k[k] > most_k) {
                next = pod;
                most_k = pods->rise_k[k];
            }
        }
        if (next < 0)
            return false;
        if (improve(view, pods, warmth, from, next, placement))
            return true;
        below_k = most_k;
        last = next;
    }
}

/* Looks once at the end of each minute, whoever wakes it then. */
static void wake(const struct view *view, void *state, enum wake why, struct placement *placement)
{
    struct memory *memory = state;
    int64_t period = view->now_ns / PERIOD_NS;
    bool due = view->now_ns % PERIOD_NS == 0 && period > 0 && why != WAKE_START && period != memory->looked;
    if (due) {
        memory->looked = period;
        struct node_warmth warmth;
        warmth.n = 0;
        for (int n = 0; n < view->pool->n_gpus; n++)
            if (view_is_warm(view, view->pool->gpus[n])) {
                warmth.gpu[warmth.n] = view->pool->gpus[n];
                warmth.mean_c[warmth.n++] = view_mean_temperature_c(view, view->pool->gpus[n]);
            }
        placement->hangs = !(heat_variance(warmth.mean_c, warmth.n) < VARIANCE_C2 - 1e-6);
        if (heat_variance(warmth.mean_c, warmth.n) > VARIANCE_C2) {
            struct warm_pods pods;
            struct app_rates rates = {.hz = {0}};
            recent_rates(view, memory, &rates);
            warm_pods_list(view, &rates, WARM_ALL, &pods);
            memset(warmth.moved, 0, sizeof warmth.moved);
            memcpy(warmth.seats, view->seats, (size_t)view->model->n_slots * sizeof *warmth.seats);
            warmth.met = memory->met;
            while (placement->n < PLACEMENT_MOVES_MAX && heat_variance(warmth.mean_c, warmth.n) > VARIANCE_C2)
                if (!relieve(view, &pods, &warmth, placement))
                    break;
        }
        remember(view, memory, period);
    }
    if (why == WAKE_START) {
        memory->since = memory->looked = period;
        remember(view, memory, period);
    }
    placement->wake_ns = (period + 1) * PERIOD_NS;
}

/* ---- what a configurator orders ---- */

static void deploy(const struct view *view, void *state, struct deployment *deployment)
{
    struct app_rates rates = {.hz = {0}};
    recent_rates(view, state, &rates);
    deployment_cool(view, &rates, deployment);
}

const struct placer place_infercool = {.decider = {.state_size = state_size, .wants_rises = true},
                                       .wake = wake,
                                       .deploy = deploy,
                                       .arrange = arrange};
