/* Written for clarity and kept apart from the engine on purpose: do not share code between the two. */
#include "tests/bench/plain_queue.h"

#include "engine/model/arrivals.h"

#include <stdlib.h>
#include <string.h>

/* At equal times: samples, completions (the high-end GPU first), arrivals; by index within a kind. */
enum event_kind { EVENT_SAMPLE, EVENT_COMPLETION, EVENT_ARRIVAL };

struct event {
    int64_t at_ns;
    int kind, index;
};

struct request {
    int64_t at_ns;
    int32_t batch;
};

struct job {
    const struct model_app *app;
    const struct model_cost *low, *high;
    struct arrival_cursor next; /* the request to arrive */
    int64_t limit_ns;
    struct request *queue; /* a ring */
    size_t first, waiting, capacity;
    int64_t *seen_ns, *seen_n; /* [batch] processing times on the low-end GPU */
    int64_t *responses;
    int64_t finished, violations, high_end_uses;
};

/* GPU 0 is the high-end one, GPU 1 + j the low-end one of job j. */
struct device {
    double idle_w, power_w; /* power_w: while it serves this request */
    int job;                /* in service, -1 = idle */
    struct request request;
    int64_t started_ns, free_ns; /* free_ns: expected */
};

struct plain {
    const struct model *model;
    struct plain_result *result;
    int n_jobs;
    struct job jobs[PLAIN_JOBS_MAX];
    struct device gpus[PLAIN_JOBS_MAX + 1];
    int order[PLAIN_JOBS_MAX];
    struct event *heap;
    int n_events;
    int64_t now_ns, left;
    double ci, cir, history_sum;
    uint64_t history_n;
};

static bool event_before(struct event a, struct event b)
{
    if (a.at_ns != b.at_ns)
        return a.at_ns < b.at_ns;
    return a.kind != b.kind ? a.kind < b.kind : a.index < b.index;
}

static void heap_push(struct plain *plain, struct event event)
{
    int at = plain->n_events++;
    while (at > 0 && event_before(event, plain->heap[(at - 1) / 2])) {
        plain->heap[at] = plain->heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    plain->heap[at] = event;
}

static struct event heap_pop(struct plain *plain)
{
    struct event top = plain->heap[0], last = plain->heap[--plain->n_events];
    int at = 0;
    for (int child = 1; child < plain->n_events; child = 2 * at + 1) {
        if (child + 1 < plain->n_events && event_before(plain->heap[child + 1], plain->heap[child]))
            child++;
        if (!event_before(plain->heap[child], last))
            break;
        plain->heap[at] = plain->heap[child];
        at = child;
    }
    plain->heap[at] = last;
    return top;
}

static bool queue_push(struct job *job, struct request request)
{
    if (job->waiting == job->capacity) {
        size_t capacity = job->capacity ? 2 * job->capacity : 64;
        struct request *queue = malloc(capacity * sizeof *queue);
        if (!queue)
            return false;
        for (size_t i = 0; i < job->waiting; i++)
            queue[i] = job->queue[(job->first + i) % job->capacity];
        free(job->queue);
        job->queue = queue;
        job->first = 0;
        job->capacity = capacity;
    }
    job->queue[(job->first + job->waiting++) % job->capacity] = request;
    return true;
}

static void dispatch(struct plain *plain, int j, int g)
{
    struct job *job = &plain->jobs[j];
    struct device *gpu = &plain->gpus[g];
    const struct model_cost *cost = g == 0 ? job->high : job->low;
    gpu->job = j;
    gpu->request = job->queue[job->first];
    job->first = (job->first + 1) % job->capacity;
    job->waiting--;
    int64_t latency_ns = cost->latency_ns[gpu->request.batch];
    gpu->power_w = cost->power_w[gpu->request.batch];
    job->high_end_uses += g == 0;
    gpu->started_ns = plain->now_ns;
    heap_push(plain,
              (struct event){.at_ns = plain->now_ns + latency_ns, .kind = EVENT_COMPLETION, .index = g});
}

/* EL: the mean of what was seen for this batch, else the profile. */
static int64_t estimate_ns(const struct job *job, int32_t batch)
{
    int64_t n = job->seen_n[batch];
    return n > 0 ? (job->seen_ns[batch] + n / 2) / n : job->low->latency_ns[batch];
}

/* Steps 3 to 7 for the head of one queue; true if it was dispatched. */
static bool decide(struct plain *plain, int j)
{
    const struct job *job = &plain->jobs[j];
    struct device *low = &plain->gpus[1 + j];
    const struct request *head = &job->queue[job->first];
    int64_t el_ns = estimate_ns(job, head->batch);
    int64_t ct_ns = low->job >= 0 && low->free_ns > plain->now_ns ? low->free_ns : plain->now_ns;
    bool late = ct_ns + el_ns > head->at_ns + job->limit_ns;
    bool dirty = plain->cir > plain->model->scenario.number[KNOB_CIT];
    if ((late || dirty) && plain->gpus[0].job < 0) {
        dispatch(plain, j, 0);
        return true;
    }
    if (low->job >= 0)
        return false;
    low->free_ns = plain->now_ns + el_ns;
    dispatch(plain, j, 1 + j);
    return true;
}

static void take_sample(struct plain *plain, int index)
{
    const struct carbon_trace *trace = &plain->model->trace;
    double sample = trace->samples[index];
    if (!isnan(sample)) {
        plain->ci = sample * plain->model->scenario.number[KNOB_CI_SCALE];
        plain->cir = plain->history_n > 0 ? plain->ci / (plain->history_sum / (double)plain->history_n) : 1;
        plain->history_sum += plain->ci;
        plain->history_n++;
    }
    if ((size_t)index + 1 < trace->n) {
        int64_t at_s = trace->start_s + (index + 1) * (int64_t)trace->step_s - plain->model->scenario.start_s;
        heap_push(plain, (struct event){.at_ns = at_s * NS_PER_S, .kind = EVENT_SAMPLE, .index = index + 1});
    }
}

static bool take_arrival(struct plain *plain, int j)
{
    struct job *job = &plain->jobs[j];
    if (!queue_push(job, (struct request){.at_ns = job->next.at_ns, .batch = job->next.batch}))
        return false;
    arrival_next(job->app, &job->next, plain->model->scenario.number[KNOB_LOAD]);
    if (job->next.at_ns != NS_NEVER)
        heap_push(plain, (struct event){.at_ns = job->next.at_ns, .kind = EVENT_ARRIVAL, .index = j});
    return true;
}

static void take_completion(struct plain *plain, int g)
{
    struct device *gpu = &plain->gpus[g];
    struct job *job = &plain->jobs[gpu->job];
    int64_t response_ns = plain->now_ns - gpu->request.at_ns;
    job->responses[job->finished++] = response_ns;
    job->violations += response_ns > job->limit_ns;
    if (g > 0) {
        job->seen_ns[gpu->request.batch] += plain->now_ns - gpu->started_ns;
        job->seen_n[gpu->request.batch]++;
    }
    gpu->job = -1;
    plain->left--;
}

static bool simulate(struct plain *plain)
{
    while (plain->left > 0) {
        struct event event = heap_pop(plain);
        /* Every GPU draws its power since the last event. */
        double seconds = (double)(event.at_ns - plain->now_ns) / 1e9;
        for (int g = 0; g <= plain->n_jobs; g++) {
            bool idle = plain->gpus[g].job < 0;
            double energy_j = (idle ? plain->gpus[g].idle_w : plain->gpus[g].power_w) * seconds;
            *(idle ? &plain->result->idle_j : &plain->result->active_j) += energy_j;
            *(idle ? &plain->result->idle_g : &plain->result->active_g) += energy_j * plain->ci / 3.6e6;
        }
        plain->now_ns = event.at_ns;
        plain->result->events++;
        if (event.kind == EVENT_SAMPLE)
            take_sample(plain, event.index);
        else if (event.kind == EVENT_COMPLETION)
            take_completion(plain, event.index);
        else if (!take_arrival(plain, event.index))
            return false;
        /* Steps 1, 2 and 8: all jobs, those with most violations first, until nothing more can start. */
        for (int i = 1; i < plain->n_jobs; i++) {
            int job = plain->order[i], at = i;
            int64_t violations = plain->jobs[job].violations;
            while (at > 0 && (plain->jobs[plain->order[at - 1]].violations < violations ||
                              (plain->jobs[plain->order[at - 1]].violations == violations &&
                               plain->order[at - 1] > job))) {
                plain->order[at] = plain->order[at - 1];
                at--;
            }
            plain->order[at] = job;
        }
        bool again = true;
        while (again) {
            again = false;
            for (int i = 0; i < plain->n_jobs; i++)
                if (plain->jobs[plain->order[i]].waiting > 0 && decide(plain, plain->order[i]))
                    again = true;
        }
    }
    return true;
}

static bool job_begin(struct plain *plain, int j)
{
    struct job *job = &plain->jobs[j];
    const struct model_app *app = &plain->model->apps[j];
    if (app->n_low != 1 || app->n_high != 1 || !arrival_has_gaps(app) || app->requests == INT64_MAX)
        return false;
    job->app = app;
    job->low = model_cost_of(plain->model, j, app->low[0]);
    job->high = model_cost_of(plain->model, j, app->high[0]);
    job->limit_ns = ns_from_ms(app->slo_ms * plain->model->scenario.number[KNOB_SLO_SCALE]);
    job->seen_ns = calloc((size_t)app->batch_max + 1, sizeof *job->seen_ns);
    job->seen_n = calloc((size_t)app->batch_max + 1, sizeof *job->seen_n);
    job->responses = malloc((size_t)app->requests * sizeof *job->responses);
    if (!job->seen_ns || !job->seen_n || !job->responses)
        return false;
    job->next = arrival_first(app, plain->model->scenario.number[KNOB_LOAD]);
    heap_push(plain, (struct event){.at_ns = job->next.at_ns, .kind = EVENT_ARRIVAL, .index = j});
    plain->left += app->requests;
    plain->order[j] = j;
    int low_gpu = plain->model->instances[app->low[0]].gpu,
        high_gpu = plain->model->instances[app->high[0]].gpu;
    plain->gpus[1 + j] = (struct device){.idle_w = plain->model->gpus[low_gpu].idle_w, .job = -1};
    plain->gpus[0] = (struct device){.idle_w = plain->model->gpus[high_gpu].idle_w, .job = -1};
    return true;
}

static bool begin(struct plain *plain)
{
    plain->heap = malloc((size_t)(2 * plain->n_jobs + 2) * sizeof *plain->heap);
    if (!plain->heap)
        return false;
    for (int j = 0; j < plain->n_jobs; j++)
        if (!job_begin(plain, j))
            return false;
    plain->history_sum = plain->model->history_sum * plain->model->scenario.number[KNOB_CI_SCALE];
    plain->history_n = plain->model->history_n;
    heap_push(plain, (struct event){.kind = EVENT_SAMPLE, .index = (int)plain->model->trace_first});
    return true;
}

static int compare_ns(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

bool plain_queue_run(const struct model *model, struct plain_result *result)
{
    struct plain plain = {.model = model, .result = result, .n_jobs = model->n_apps};
    memset(result, 0, sizeof *result);
    if (model->n_apps > PLAIN_JOBS_MAX || model->n_gpus != model->n_apps + 1 || model->scenario.n_edits > 0)
        return false;
    bool done = begin(&plain) && simulate(&plain);
    if (done) {
        plain.result->makespan_ns = plain.now_ns;
        for (int j = 0; j < plain.n_jobs; j++) {
            const struct job *job = &plain.jobs[j];
            qsort(job->responses, (size_t)job->finished, sizeof *job->responses, compare_ns);
            plain.result->jobs[j].finished = job->finished;
            plain.result->jobs[j].violations = job->violations;
            plain.result->jobs[j].high_end_uses = job->high_end_uses;
            plain.result->jobs[j].p95_ns = job->responses[(95 * job->finished + 99) / 100 - 1];
        }
    }
    for (int j = 0; j < plain.n_jobs; j++) {
        free(plain.jobs[j].queue);
        free(plain.jobs[j].seen_ns);
        free(plain.jobs[j].seen_n);
        free(plain.jobs[j].responses);
    }
    free(plain.heap);
    return done;
}
