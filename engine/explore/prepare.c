/* A model and the shelf hold a reference each to what was derived. */
#include "engine/explore/prepare.h"

#include <stdatomic.h>
#include <stddef.h>

bool prepare_is_done(const struct model *model)
{
    const struct derived *derived = atomic_load_explicit(&model->derived, memory_order_acquire);
    return !derive_is_needed(model) || derived != NULL;
}

/* A hash stands for all that a table depends on, so a table that fits no such model is damage. */
static bool fits(const struct derived *derived, const struct model *model)
{
    return derived->n_apps == model->n_apps &&
           derived->n_points == (derive_needs_table(model) ? model->clover->n_graphs : 0);
}

/* Takes over the reference; somebody else may have been first. False: it is none, or damaged. */
static bool attach(struct model *model, struct derived *derived)
{
    struct derived *none = NULL;
    bool good = derived && fits(derived, model);
    if (!good || !atomic_compare_exchange_strong(&model->derived, &none, derived))
        derived_release(derived);
    return good;
}

bool prepare_look_up(struct model *model, struct shelf *shelf, struct error *error)
{
    if (prepare_is_done(model))
        return true;
    return (shelf && attach(model, shelf_fetch(shelf, derive_hash(model)))) || derive_check(model, error);
}

bool prepare_compute(struct model *model, struct shelf *shelf, const struct derive_options *options,
                     struct error *error)
{
    bool claimed = false;
    if (error)
        error->kind = ERROR_NONE;
    if (prepare_is_done(model))
        return true;
    uint64_t hash = derive_hash(model);
    if (shelf && attach(model, shelf_claim(shelf, hash, options->job, &claimed)))
        return true;
    struct derived *derived = job_is_cancelled(options->job) ? NULL : derive(model, options, error);
    if (claimed || (shelf && derived)) /* the latter: in the place of what was damaged */
        shelf_give(shelf, hash, derived, options->job);
    return attach(model, derived);
}

bool prepare(struct model *model, struct shelf *shelf, const struct derive_options *options,
             struct error *error)
{
    bool good = prepare_look_up(model, shelf, error) && prepare_compute(model, shelf, options, error);
    if (shelf)
        shelf_flush(shelf);
    return good;
}

struct task {
    struct model *model;
    struct shelf *shelf;
    struct derive_options options;
    struct error *error;
    bool good;
};

static void compute(void *context, size_t index, struct job *job)
{
    struct task *task = context;
    (void)index;
    task->options.job = job;
    task->good = prepare_compute(task->model, task->shelf, &task->options, task->error);
}

bool prepare_with(struct jobs *jobs, struct model *model, struct shelf *shelf,
                  const struct derive_options *options, struct error *error)
{
    struct task task = {.model = model, .shelf = shelf, .options = *options, .error = error};
    struct job_work work = {.n = 1, .item = compute, .context = &task};
    if (!prepare_look_up(model, shelf, error))
        return false;
    struct job *job = jobs_submit(jobs, JOB_SHOWN, &work, error);
    if (!job)
        return false;
    job_help(job, NULL, NULL);
    job_release(job);
    if (shelf)
        shelf_flush(shelf);
    return task.good;
}
