/* The job writes into findings of its own; once it is over they are taken in, so whoever draws never sees
 * half of one. */
#include "tui/explorer/claims.h"

#include "engine/base/text.h"
#include "engine/explore/derive/shelf.h"
#include "store/claims/reproduce.h"
#include "tui/explorer/explorer.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { FOLDER_SIZE = 1024, RECALL = -1 };

struct claims {
    char path[FOLDER_SIZE], data[FOLDER_SIZE]; /* of the store */
    struct papers papers;                      /* owned */
    struct finding *findings;                  /* by row of all papers; owned */
    struct job *job;                           /* NULL: nothing is being found out */
    int paper;                                 /* that it simulates, or RECALL */
    size_t told;                               /* runs done, as last looked at */
    struct error fault;
    /* the job's until it is over */
    struct finding *coming; /* owned */
    bool found;
    struct error error;
    _Atomic size_t done, n;
};

/* --- the job --- */

/* What the experiments call back with: on the job's thread, with its own store. */
struct asking {
    struct claims *claims;
    struct store *store;
};

static bool load_scenario(void *context, const char *name, struct scenario *scenario, struct error *error)
{
    return store_load_scenario(((struct asking *)context)->store, name, scenario, error);
}

static void note_progress(void *context, size_t done, size_t n)
{
    struct claims *claims = ((struct asking *)context)->claims;
    atomic_store_explicit(&claims->n, n, memory_order_relaxed);
    atomic_store_explicit(&claims->done, done, memory_order_relaxed);
}

static bool find_paper(struct asking *asking, const struct paper *paper, struct experiment_inputs *inputs,
                       struct finding *findings)
{
    struct claims *claims = asking->claims;
    char altered[ALTERED_SIZE];
    if (!reproduce_altered(asking->store, paper, inputs, altered, &claims->error))
        return false;
    inputs->altered = altered[0] ? altered : NULL;
    if (claims->paper == RECALL)
        return reproduce_recall(asking->store, paper, inputs, findings, &claims->error);
    bool *all = malloc(paper->n_expectations * sizeof *all);
    if (!all)
        return error_set(&claims->error, ERROR_SYSTEM, "", "out of memory");
    memset(all, true, paper->n_expectations * sizeof *all);
    bool found = reproduce_find(asking->store, paper, inputs, all, findings, &claims->error);
    free(all);
    return found;
}

static bool find_papers(struct asking *asking, struct job *job)
{
    struct claims *claims = asking->claims;
    struct shelf *shelf = shelf_create(store_shelf(asking->store));
    struct experiment_inputs inputs = {.catalog = store_catalog(asking->store),
                                       .scenario = load_scenario,
                                       .context = asking,
                                       .item = job,
                                       .shelf = shelf,
                                       .progress = note_progress};
    struct finding *findings = claims->coming;
    const struct papers *papers = &claims->papers;
    bool found = shelf != NULL || error_set(&claims->error, ERROR_SYSTEM, "", "out of memory");
    for (int p = 0; found && papers->all[p]; p++) {
        if (claims->paper == RECALL || claims->paper == p)
            found = find_paper(asking, papers->all[p], &inputs, findings);
        findings += papers->all[p]->n_expectations;
    }
    shelf_free(shelf);
    return found;
}

static void work(void *context, size_t index, struct job *job)
{
    struct claims *claims = context;
    struct store_options options = {.path = claims->path, .data = claims->data};
    struct asking asking = {.claims = claims, .store = store_open(&options, &claims->error)};
    (void)index;
    claims->found = asking.store && find_papers(&asking, job);
    store_close(asking.store);
}

/* --- asking --- */

static bool submit(struct explorer *explorer, int paper, struct error *error)
{
    struct claims *claims = explorer->results.claims;
    size_t size = claims->papers.n_expectations * sizeof *claims->coming;
    claims->paper = paper;
    claims->found = false;
    claims->error = (struct error){0};
    claims->told = 0;
    atomic_store(&claims->done, 0);
    atomic_store(&claims->n, 0);
    memcpy(claims->coming, claims->findings, size);
    claims->job = jobs_submit(explorer->results.jobs, paper == RECALL ? JOB_ASKED : JOB_LATER,
                              &(struct job_work){.n = 1, .item = work, .context = claims}, error);
    return claims->job != NULL;
}

static void claims_free(struct claims *claims)
{
    if (!claims)
        return;
    papers_close(&claims->papers);
    free(claims->findings);
    free(claims->coming);
    free(claims);
}

static struct claims *claims_create(const struct store *store, struct error *error)
{
    struct claims *claims = calloc(1, sizeof *claims);
    error_set(error, ERROR_SYSTEM, "", "out of memory"); /* unless the papers say more */
    if (!claims || !papers_open(&claims->papers, store_data_dir(store), error)) {
        free(claims);
        return NULL;
    }
    text_copy(claims->path, sizeof claims->path, store_path(store));
    text_copy(claims->data, sizeof claims->data, store_data_dir(store));
    claims->findings = calloc(claims->papers.n_expectations, sizeof *claims->findings);
    claims->coming = calloc(claims->papers.n_expectations, sizeof *claims->coming);
    if (claims->findings && claims->coming)
        return claims;
    claims_free(claims);
    return NULL;
}

bool explorer_ask_claims(struct explorer *explorer, const struct store *store, struct error *error)
{
    if (explorer->results.claims)
        return true;
    if (!store || !*store_path(store))
        return error_set(
            error, ERROR_INPUT, "",
            "there is no store on disk to look published claims up in; `wattif reproduce` works them out");
    explorer->results.claims = claims_create(store, error);
    if (!explorer->results.claims)
        return false;
    if (submit(explorer, RECALL, error))
        return true;
    explorer_drop_claims(explorer);
    return false;
}

bool explorer_run_claims(struct explorer *explorer, int paper, struct error *error)
{
    const struct claims *claims = explorer->results.claims;
    if (claims->job)
        return error_set(error, ERROR_INPUT, "", "%s being %s; wait until that is done",
                         claims->paper == RECALL ? "what is known is" : "the runs of a paper are",
                         claims->paper == RECALL ? "looked up" : "simulated");
    return submit(explorer, paper, error);
}

/* --- what is known --- */

const struct papers *explorer_papers(const struct explorer *explorer)
{
    return &explorer->results.claims->papers;
}

const struct finding *explorer_finding(const struct explorer *explorer, size_t row)
{
    const struct claims *claims = explorer->results.claims;
    return claims && claims->findings[row].expectation ? &claims->findings[row] : NULL;
}

struct claims_progress explorer_claims_progress(const struct explorer *explorer)
{
    const struct claims *claims = explorer->results.claims;
    struct claims_progress progress = {.paper = -1};
    if (!claims || !claims->job)
        return progress;
    progress.recalling = claims->paper == RECALL;
    progress.paper = claims->paper;
    progress.done = atomic_load_explicit(&claims->done, memory_order_relaxed);
    progress.n = atomic_load_explicit(&claims->n, memory_order_relaxed);
    return progress;
}

const char *explorer_claims_fault(const struct explorer *explorer)
{
    const struct claims *claims = explorer->results.claims;
    return claims && claims->fault.kind != ERROR_NONE ? claims->fault.message : NULL;
}

bool explorer_take_claims(struct explorer *explorer)
{
    struct claims *claims = explorer->results.claims;
    if (!claims || !claims->job)
        return false;
    if (!job_is_over(claims->job)) {
        size_t done = atomic_load_explicit(&claims->done, memory_order_relaxed);
        bool moved = done != claims->told;
        claims->told = done;
        return moved;
    }
    if (claims->found)
        memcpy(claims->findings, claims->coming, claims->papers.n_expectations * sizeof *claims->findings);
    claims->fault = claims->error;
    job_release(claims->job);
    claims->job = NULL;
    return true;
}

bool explorer_claims_busy(const struct explorer *explorer)
{
    return explorer->results.claims && explorer->results.claims->job;
}

void explorer_drop_claims(struct explorer *explorer)
{
    struct claims *claims = explorer->results.claims;
    if (claims)
        job_release(claims->job);
    claims_free(claims);
    explorer->results.claims = NULL;
}
