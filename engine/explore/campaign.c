/* A campaign is one job whose items are the points. Everything that a point needs from the caller's thread is
 * fetched before; from there on its thread does all of it, the compiling too, so nothing but the beginning
 * and the end is done one after the other. */
#include "engine/explore/campaign.h"

#include "engine/explore/fetched.h"
#include "engine/explore/pools.h"
#include "engine/explore/prepare.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_PER_SLICE = 20000, LASTS = 4 };

struct campaign {
    struct campaign_plan plan;
    struct fetched *fetched;
    struct alike *alike;    /* NULL: each point has a run of its own */
    struct catalog catalog; /* of what was fetched */
    struct shelf *shelf;    /* the caller's, or own_shelf */
    struct shelf *own_shelf;
    struct job *job;
    pthread_mutex_t lock;      /* of `error` and `last` */
    struct model *last[LASTS]; /* points of the same requests need not draw them again */
    _Atomic size_t failed;     /* the first point that has failed; n: none */
    _Atomic bool called_off;   /* a point came back before it was done */
    struct error error;        /* its */
};

/* --- a point --- */

/* With a plan that goes on, the points that have the same run fail with it. That the system failed says
 * nothing about a point. */
static void refuse(struct campaign *campaign, size_t index, const struct error *error)
{
    const struct campaign_plan *plan = &campaign->plan;
    if (!plan->fault || error->kind != ERROR_INPUT) {
        pthread_mutex_lock(&campaign->lock);
        if (index < atomic_load_explicit(&campaign->failed, memory_order_relaxed)) {
            atomic_store_explicit(&campaign->failed, index, memory_order_relaxed);
            campaign->error = *error;
        }
        pthread_mutex_unlock(&campaign->lock);
        return;
    }
    plan->fault(plan->context, index, error);
    for (size_t i = index + 1; campaign->alike && i < plan->n; i++)
        if (alike_first(campaign->alike, i) == index)
            plan->fault(plan->context, i, error);
}

/* Where the model stands that was made last of a scenario of this name, or of one that shares its place. */
static struct model **last_of(struct campaign *campaign, const char *name)
{
    unsigned sum = 0;
    for (; *name; name++)
        sum += (unsigned char)*name;
    return &campaign->last[sum % LASTS];
}

/* A point's, of what the model `like` has and has drawn; NULL: of what the last point of its scenario has. */
static struct model *make_model(struct campaign *campaign, size_t index, const struct model *like,
                                struct job *job, struct error *error)
{
    struct scenario scenario;
    if (!campaign->plan.scenario(campaign->plan.context, index, &scenario, error))
        return NULL;
    pthread_mutex_lock(&campaign->lock);
    struct model **last = last_of(campaign, scenario.name);
    struct model *before = !like && *last ? model_retain(*last) : NULL;
    pthread_mutex_unlock(&campaign->lock);
    struct model *model = model_with_scenario(like ? like : before, &scenario, &campaign->catalog, error);
    bool good = model && prepare_compute(model, campaign->shelf, &(struct derive_options){.job = job}, error);
    scenario_free(&scenario);
    model_release(before);
    if (!good) {
        model_release(model);
        return NULL;
    }
    if (!like) {
        pthread_mutex_lock(&campaign->lock);
        before = *last;
        *last = model_retain(model);
        pthread_mutex_unlock(&campaign->lock);
        model_release(before);
    }
    return model;
}

static bool breathe(void *job, const struct run *run)
{
    (void)run;
    return job_breathe(job);
}

static void work_point(void *context, size_t index, struct job *job)
{
    struct campaign *campaign = context;
    struct error error = {0};
    if (campaign->alike && alike_first(campaign->alike, index) != index)
        return; /* kept with the first */
    if (index > atomic_load_explicit(&campaign->failed, memory_order_relaxed))
        return; /* in vain */
    struct model *model = job_is_cancelled(job) ? NULL : make_model(campaign, index, NULL, job, &error);
    struct recording *recording = model && campaign->plan.record ? recording_for_model(model) : NULL;
    bool good = model && (recording || !campaign->plan.record);
    if (model && !good)
        error_no_memory(&error);
    /* To its end; false without a message where it was called off. */
    if (good) {
        const struct run_breath breath = {EVENTS_PER_SLICE, breathe, job};
        struct summary *summary = malloc(sizeof *summary);
        const struct campaign_plan *plan = &campaign->plan;
        good = !summary                    ? error_no_memory(&error)
               : plan->share && !recording ? pools_whole(model, campaign->shelf, &breath, summary, &error)
                                           : run_whole(model, recording, &breath, summary, &error);
        good = good && plan->keep(plan->context, index, model, recording, summary, &error);
        /* What is wanted of the run for the points after this one that have the same, each with its own
         * model. */
        for (size_t i = index + 1; good && campaign->alike && i < plan->n && !job_is_cancelled(job); i++) {
            struct error failure = {0};
            if (alike_first(campaign->alike, i) != index)
                continue;
            struct model *own = make_model(campaign, i, model, job, &failure);
            if ((!own || !plan->keep(plan->context, i, own, recording, summary, &failure)) &&
                !job_is_cancelled(job))
                refuse(campaign, i, &failure);
            model_release(own);
        }
        free(summary);
    }
    recording_free(recording);
    model_release(model);
    if (job_is_cancelled(job))
        atomic_store_explicit(&campaign->called_off, true, memory_order_relaxed);
    else if (!good)
        refuse(campaign, index, &error);
    job_tell(job);
}

/* --- the whole --- */

static void destroy(struct campaign *campaign)
{
    job_release(campaign->job);
    for (int k = 0; k < LASTS; k++)
        model_release(campaign->last[k]);
    fetched_free(campaign->fetched);
    alike_free(campaign->alike);
    shelf_free(campaign->own_shelf);
    pthread_mutex_destroy(&campaign->lock);
    free(campaign);
}

struct campaign *campaign_begin(const struct campaign_plan *plan, struct jobs *jobs, struct error *error)
{
    struct campaign *campaign = calloc(1, sizeof *campaign);
    if (!campaign) {
        error_no_memory(error);
        return NULL;
    }
    pthread_mutex_init(&campaign->lock, NULL);
    campaign->plan = *plan;
    if (plan->like)
        *last_of(campaign, plan->like->scenario.name) = model_retain(plan->like);
    campaign->fetched = fetched_create(plan->catalog);
    campaign->alike = plan->share ? alike_create(plan->n) : NULL;
    campaign->own_shelf = plan->shelf ? NULL : shelf_create((struct shelf_behind){0});
    campaign->shelf = plan->shelf ? plan->shelf : campaign->own_shelf;
    atomic_init(&campaign->failed, plan->n);
    bool good =
        (campaign->fetched && campaign->shelf && (campaign->alike || !plan->share)) || error_no_memory(error);
    /* All points are asked for, so what is wrong with one is told before any runs. */
    for (size_t i = 0; good && i < plan->n; i++) {
        struct scenario scenario;
        good = plan->scenario(plan->context, i, &scenario, error);
        if (!good)
            break;
        if (!fetched_add(campaign->fetched, &scenario) ||
            (campaign->alike && !alike_add(campaign->alike, &scenario)))
            good = error_no_memory(error);
        scenario_free(&scenario);
    }
    if (campaign->alike)
        alike_close(campaign->alike);
    if (good) {
        campaign->catalog = fetched_catalog(campaign->fetched);
        campaign->job =
            jobs_submit(jobs, plan->priority,
                        &(struct job_work){.n = plan->n, .item = work_point, .context = campaign}, error);
    }
    if (campaign->job)
        return campaign;
    destroy(campaign);
    return NULL;
}

bool campaign_is_over(const struct campaign *campaign)
{
    return job_is_over(campaign->job);
}

void campaign_call_off(struct campaign *campaign)
{
    job_cancel(campaign->job);
}

bool campaign_end(struct campaign *campaign, struct error *error)
{
    job_cancel(campaign->job);
    job_wait(campaign->job);
    bool whole = job_done(campaign->job) == campaign->plan.n && !campaign->called_off;
    bool failed = campaign->failed < campaign->plan.n;
    if (error && failed)
        *error = campaign->error;
    else if (error)
        error->kind = ERROR_NONE;
    if (campaign->plan.shelf && campaign->plan.keep_derived)
        shelf_flush(campaign->plan.shelf);
    destroy(campaign);
    return whole && !failed;
}

static void tell(void *context)
{
    const struct campaign *campaign = context;
    if (campaign->plan.shelf && campaign->plan.keep_derived)
        shelf_flush(campaign->plan.shelf);
    if (campaign->plan.tell)
        campaign->plan.tell(campaign->plan.context, job_done(campaign->job));
}

bool campaign_run(const struct campaign_plan *plan, struct jobs *jobs, struct error *error)
{
    struct campaign *campaign = campaign_begin(plan, jobs, error);
    if (!campaign)
        return false;
    job_help(campaign->job, tell, campaign);
    return campaign_end(campaign, error);
}

/* Each scenario is held, without what its run does not read, against those before it that are the first of
 * their kind. Most differ in a number or a scheme, which is cheap to see; only the rest are compared whole.
 */

struct alike {
    size_t n, size;
    size_t *firsts;        /* [n] */
    struct scenario *bare; /* [n]: of those that are the first of their kind; NULL once it is closed */
};

struct alike *alike_create(size_t n)
{
    struct alike *alike = calloc(1, sizeof *alike);
    if (!alike)
        return NULL;
    alike->size = n;
    alike->firsts = malloc((n + 1) * sizeof *alike->firsts);
    alike->bare = calloc(n + 1, sizeof *alike->bare);
    if (alike->firsts && alike->bare)
        return alike;
    alike_free(alike);
    return NULL;
}

void alike_close(struct alike *alike)
{
    for (size_t i = 0; alike->bare && i < alike->n; i++)
        if (alike->firsts[i] == i)
            scenario_free(&alike->bare[i]);
    free(alike->bare);
    alike->bare = NULL;
}

void alike_free(struct alike *alike)
{
    if (!alike)
        return;
    alike_close(alike);
    free(alike->firsts);
    free(alike);
}

bool alike_add(struct alike *alike, const struct scenario *scenario)
{
    struct scenario bare;
    size_t first = 0, own = alike->n;
    if (own == alike->size || !scenario_copy(&bare, scenario))
        return false;
    scenario_forget_unread(&bare);
    for (; first < own; first++) {
        const struct scenario *other = &alike->bare[first];
        /* Scenarios that differ in these have other runs; those that do not may have. */
        if (alike->firsts[first] == first && other->seed == bare.seed && other->start_s == bare.start_s &&
            memcmp(other->policy, bare.policy, sizeof bare.policy) == 0 &&
            memcmp(other->number, bare.number, sizeof bare.number) == 0 && !scenario_difference(other, &bare))
            break;
    }
    alike->firsts[alike->n++] = first;
    if (first == own)
        alike->bare[own] = bare;
    else
        scenario_free(&bare);
    return true;
}

size_t alike_first(const struct alike *alike, size_t index)
{
    return alike->firsts[index];
}
