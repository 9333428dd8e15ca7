/* A question's context lives until its last thread has let go of it, so all share one and count. */
#include "tui/explorer/seeding.h"

#include "engine/base/text.h"
#include "tui/explorer/explorer.h"

#include <stdatomic.h>
#include <stdlib.h>

struct seeding_plan {
    struct question_plan plan;
    atomic_int references;
};

struct seed {
    struct seeding_plan *of;
    size_t number;
};

static void let_go(struct seeding_plan *plan)
{
    if (!plan || atomic_fetch_sub(&plan->references, 1) > 1)
        return;
    if (plan->plan.free_context)
        plan->plan.free_context(plan->plan.context);
    free(plan);
}

static void seed_free(void *context)
{
    struct seed *seed = context;
    let_go(seed->of);
    free(seed);
}

static bool seed_scenario(void *context, size_t i, struct scenario *scenario, struct error *error)
{
    const struct seed *seed = context;
    if (!seed->of->plan.scenario(seed->of->plan.context, i, scenario, error))
        return false;
    scenario->seed += seed->number;
    return true;
}

static bool ask(struct seeding *seeding, struct explorer *explorer, struct error *error)
{
    struct seed *seed = needed(malloc(sizeof *seed));
    *seed = (struct seed){seeding->plan, seeding->n};
    atomic_fetch_add(&seeding->plan->references, 1);
    struct question_plan plan = {.n = seeding->plan->plan.n,
                                 .priority = seeding->n == 0 ? seeding->plan->plan.priority : JOB_LATER,
                                 .scenario = seed_scenario,
                                 .context = seed,
                                 .free_context = seed_free};
    struct question *question = explorer_ask(explorer, &plan, error);
    if (question)
        seeding->questions[seeding->n++] = question;
    return question != NULL;
}

bool seeding_open(struct seeding *seeding, struct explorer *explorer, const struct question_plan *plan,
                  struct error *error)
{
    *seeding = (struct seeding){.plan = needed(malloc(sizeof *seeding->plan)), .wanted = SEEDING_STEP};
    seeding->plan->plan = *plan;
    atomic_init(&seeding->plan->references, 1);
    if (ask(seeding, explorer, error))
        return true;
    seeding_close(seeding, explorer);
    return false;
}

void seeding_close(struct seeding *seeding, struct explorer *explorer)
{
    for (size_t seed = 0; seed < seeding->n; seed++)
        explorer_forget(explorer, seeding->questions[seed]);
    let_go(seeding->plan);
    *seeding = (struct seeding){0};
}

void seeding_update(struct seeding *seeding, struct explorer *explorer, bool hurried, double most)
{
    if (seeding->n == 0 || seeding->n >= seeding->wanted || seeding_whole(seeding) < seeding->n)
        return;
    const struct result *result = explorer->results.current;
    double requests = (double)result->recording->summary.requests * (double)seeding->plan->plan.n;
    bool few = result_is_finished(result) && requests * SEEDING_STEP <= most;
    bool asked = seeding->asked || seeding->wanted > SEEDING_STEP; /* beyond what comes by itself */
    struct error error = {0};
    if ((asked || few || !hurried) && !ask(seeding, explorer, &error))
        seeding->wanted = seeding->n; /* what is there stays */
}

void seeding_stop_or_more(struct seeding *seeding, struct explorer *explorer, char *out, size_t size)
{
    size_t whole = seeding_whole(seeding);
    if (whole >= 1 && whole < seeding->n) {
        explorer_forget(explorer, seeding->questions[--seeding->n]);
        seeding->wanted = seeding->n;
        text_print(out, size, "stopped at %zu seed%s; + asks for %d more", whole, whole > 1 ? "s" : "",
                   SEEDING_STEP);
    } else if (whole == 0 || whole >= SEEDING_MAX) {
        text_print(out, size,
                   whole ? "there are %zu seeds: no more can be kept"
                         : "the first seed is still being simulated",
                   whole);
    } else {
        size_t more = whole + SEEDING_STEP;
        seeding->wanted = more > SEEDING_MAX ? SEEDING_MAX : more;
        seeding_update(seeding, explorer, false, 0);
        text_print(out, size, "%zu seeds are wanted, %zu are there; + stops them", seeding->wanted, whole);
    }
}

const struct answer *seeding_answer(const struct seeding *seeding, size_t i, size_t seed)
{
    return seed < seeding->n ? question_answer(seeding->questions[seed], i) : NULL;
}

const char *seeding_fault(const struct seeding *seeding, size_t i, size_t seed)
{
    return seed < seeding->n ? question_fault(seeding->questions[seed], i) : NULL;
}

size_t seeding_whole(const struct seeding *seeding)
{
    size_t whole = 0;
    while (whole < seeding->n &&
           question_done(seeding->questions[whole]) == question_size(seeding->questions[whole]))
        whole++;
    return whole;
}

size_t seeding_done(const struct seeding *seeding)
{
    size_t done = 0;
    for (size_t seed = 0; seed < seeding->n; seed++)
        done += question_done(seeding->questions[seed]);
    return done;
}

size_t seeding_size(const struct seeding *seeding)
{
    return seeding->n > 0 ? question_size(seeding->questions[0]) * seeding->n : 0;
}
