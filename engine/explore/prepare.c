/* A model and the shelf hold a reference each to what was derived. What a pool needs is measured on the pool
 * alone, so that its hash is that of the same scenario without pools. */
#include "engine/explore/prepare.h"

enum { PER_MILLE = 1000 };

/* What a pool's inputs are measured on. */
static const struct model *measured_on(const struct model *model, int pool)
{
    return model->pools[pool].alone ? model->pools[pool].alone : model;
}

static bool is_done(const struct model *model, int pool)
{
    bool needs = false;
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        needs = needs || run_needs_derived(model, pool, (enum derived_kind)kind);
    return !needs || atomic_load_explicit(&model->pools[pool].derived, memory_order_acquire) != NULL;
}

/* What pods warm is the whole model's: placement sees every pod. */
static bool has_rises(const struct model *model)
{
    return !run_needs_rises(model) || atomic_load_explicit(&model->rises, memory_order_acquire) != NULL;
}

/* Takes over the reference; somebody else may have been first. */
static void attach_rises(struct model *model, struct derived_part *part)
{
    struct derived_part *none = NULL;
    if (!atomic_compare_exchange_strong(&model->rises, &none, part))
        derived_part_release(part);
}

bool prepare_is_done(const struct model *model)
{
    if (!has_rises(model))
        return false;
    for (int pool = 0; pool < model->n_pools; pool++)
        if (!is_done(model, pool))
            return false;
    return true;
}

/* What a pool is being given: references. */
struct pool_parts {
    struct derived_part *of[DERIVED_KINDS];
};

static void release(const struct pool_parts *parts)
{
    for (int kind = 0; kind < DERIVED_KINDS; kind++)
        derived_part_release(parts->of[kind]);
}

/* Takes over the references; somebody else may have been first. */
static bool attach(struct model *model, int pool, const struct pool_parts *parts, struct error *error)
{
    struct derived *none = NULL, *derived = derived_create(parts->of);
    if (!derived)
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory for the derived inputs");
    if (!atomic_compare_exchange_strong(&model->pools[pool].derived, &none, derived))
        derived_release(derived);
    return true;
}

/* NULL where the part, which is taken over, is none or damaged. */
static struct derived_part *sound(struct derived_part *part, const struct model *model,
                                  enum derived_kind kind)
{
    if (part && derive_fits(part, model, kind))
        return part;
    derived_part_release(part);
    return NULL;
}

bool prepare_look_up(struct model *model, struct shelf *shelf, struct error *error)
{
    if (!has_rises(model) && shelf) {
        struct derived_part *part =
            sound(shelf_fetch(shelf, derive_key(model, DERIVED_RISES)), model, DERIVED_RISES);
        if (part)
            attach_rises(model, part);
    }
    for (int pool = 0; pool < model->n_pools; pool++) {
        const struct model *alone = measured_on(model, pool);
        struct pool_parts parts = {{NULL}};
        bool whole = true;
        if (is_done(model, pool))
            continue;
        for (int kind = 0; kind < DERIVED_KINDS; kind++) {
            if (!run_needs_derived(model, pool, (enum derived_kind)kind))
                continue;
            struct derived_key key = derive_key(alone, (enum derived_kind)kind);
            struct derived_part *part = shelf ? shelf_fetch(shelf, key) : NULL;
            parts.of[kind] = sound(part, alone, (enum derived_kind)kind);
            if (!parts.of[kind] && derive_kinds[kind]->check && !derive_kinds[kind]->check(alone, error)) {
                release(&parts);
                return false;
            }
            whole = whole && parts.of[kind];
        }
        if (!whole)
            release(&parts);
        else if (!attach(model, pool, &parts, error))
            return false;
    }
    return true;
}

/* One kind: from the shelf, or measured and put there. */
static struct derived_part *compute_kind(const struct model *model, enum derived_kind kind,
                                         const struct pool_parts *before, struct shelf *shelf,
                                         const struct derive_options *options, struct error *error)
{
    struct derived_key key = derive_key(model, kind);
    bool claimed = false;
    struct derived_part *part =
        shelf ? sound(shelf_claim(shelf, key, options->job, &claimed), model, kind) : NULL;
    if (part)
        return part;
    part = derive(model, kind, before->of, options, error);
    if (claimed || (shelf && part)) /* the latter: in the place of what was damaged */
        shelf_give(shelf, key, part, options->job);
    return part;
}

bool prepare_compute(struct model *model, struct shelf *shelf, const struct derive_options *options,
                     struct error *error)
{
    if (error)
        error->kind = ERROR_NONE;
    if (prepare_is_done(model))
        return true;
    for (int pool = 0; pool < model->n_pools; pool++) {
        struct pool_parts parts = {{NULL}};
        bool done = is_done(model, pool), good = true;
        for (int kind = 0; !done && good && kind < DERIVED_KINDS; kind++)
            if (run_needs_derived(model, pool, (enum derived_kind)kind)) {
                parts.of[kind] = compute_kind(measured_on(model, pool), (enum derived_kind)kind, &parts,
                                              shelf, options, error);
                good = parts.of[kind];
            }
        if (!good)
            release(&parts);
        if (!good || (!done && !attach(model, pool, &parts, error)))
            return false;
    }
    const struct pool_parts none = {{NULL}};
    if (!has_rises(model)) {
        struct derived_part *part = compute_kind(model, DERIVED_RISES, &none, shelf, options, error);
        if (!part)
            return false;
        attach_rises(model, part);
    }
    if (options->progress)
        atomic_store_explicit(options->progress, PER_MILLE, memory_order_relaxed);
    return true;
}

struct prepare_task {
    struct model *model;
    struct shelf *shelf;
    struct derive_options options;
    struct error *error;
    bool good;
};

static void compute(void *context, size_t index, struct job *job)
{
    struct prepare_task *task = context;
    (void)index;
    task->options.job = job;
    task->good = prepare_compute(task->model, task->shelf, &task->options, task->error);
}

bool prepare_with(struct jobs *jobs, struct model *model, struct shelf *shelf,
                  const struct derive_options *options, struct error *error)
{
    struct prepare_task task = {.model = model, .shelf = shelf, .options = *options, .error = error};
    struct job_work work = {.n = 1, .item = compute, .context = &task};
    if (!prepare_look_up(model, shelf, error))
        return false;
    struct job *job = jobs ? jobs_submit(jobs, JOB_SHOWN, &work, error) : NULL;
    if (job)
        job_help(job, NULL, NULL);
    else if (!jobs)
        compute(&task, 0, options->job);
    job_release(job);
    if (shelf)
        shelf_flush(shelf);
    return task.good;
}
