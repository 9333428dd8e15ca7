/* A campaign: many runs of one question. It is a list of points, each a scenario with its seed; every point
 * is compiled, what it needs is measured, and it is simulated to its end on whichever thread is free; what is
 * wanted of a finished run is kept by the point's number. Whoever reads the outcomes goes in that order, so
 * they are the same bytes for any number of threads. Replicates, the trials of a paper, sweeps and whatever
 * else takes many runs go through here. */
#ifndef WATTIF_EXPLORE_CAMPAIGN_H
#define WATTIF_EXPLORE_CAMPAIGN_H

#include "engine/explore/derive/shelf.h"

struct campaign_plan {
    size_t n;
    enum job_priority priority;
    bool record;                   /* the runs are recorded; else only summed up */
    const struct catalog *catalog; /* of the caller's thread */
    struct shelf *shelf;           /* of derived inputs, the caller's; NULL: of the campaign's own */
    struct model *like;            /* one from before, of the same catalogue (model_with_scenario), or NULL */
    bool share;                    /* points that have the same run are simulated once */
    bool keep_derived;             /* what is measured is put behind the caller's shelf (shelf_flush) */
    void *context;
    /* Fills the scenario of a point, which the campaign frees. A pure function, called on any thread and more
     * than once. False with a message. */
    bool (*scenario)(void *context, size_t index, struct scenario *scenario, struct error *error);
    /* Keeps what is wanted of a finished run, in place `index` of whatever is filled; on any thread, once for
     * each point, with its own model. `recording` is NULL unless the plan records. False with a message. */
    bool (*keep)(void *context, size_t index, const struct model *model, const struct recording *recording,
                 const struct summary *summary, struct error *error);
    /* Or NULL: the first point that fails ends the campaign. Else each is told here, in its own place and on
     * any thread, and the others go on, unless memory or a disk failed. */
    void (*fault)(void *context, size_t index, const struct error *error);
    /* Or NULL: so many points are done. On the caller's thread. */
    void (*tell)(void *context, size_t done);
};

/* To the end, on the threads of `jobs` and this one. False with the message of the first point that failed:
 * all before it are kept, those after it may not be. */
bool campaign_run(const struct campaign_plan *plan, struct jobs *jobs, struct error *error);

struct campaign;

/* Behind the screen: the plan is copied, its context must live until the end. NULL with a message. */
struct campaign *campaign_begin(const struct campaign_plan *plan, struct jobs *jobs, struct error *error);
bool campaign_is_over(const struct campaign *campaign);
/* Calls off what is left, and does not wait: it is over when what runs has come back. */
void campaign_call_off(struct campaign *campaign);
/* Calls off what is left, waits for what runs, and frees it. As campaign_run; false without a message
 * (error->kind is ERROR_NONE) where it was called off. */
bool campaign_end(struct campaign *campaign, struct error *error);

/* Which of many scenarios have the same run: those that differ in nothing that their schemes read
 * (scenario_forget_unread). BASE measures nothing, so a sweep of Clover's window has one run of BASE, and the
 * preset itself is a point of many a sweep. A list that is filled once and then read by any thread. */

struct alike;

/* For `n` scenarios; NULL when out of memory. */
struct alike *alike_create(size_t n);
void alike_free(struct alike *alike);

/* The next scenario, whose number is how many there were. False when out of memory. */
bool alike_add(struct alike *alike, const struct scenario *scenario);
/* All were added: what was only needed to compare them is freed. */
void alike_close(struct alike *alike);

/* The first that has the same run: itself, or one before it. */
size_t alike_first(const struct alike *alike, size_t index);

#endif
