/* A place waits (it has a model), runs or is finished (it has a result). */
#include "tui/explorer/trials.h"

#include <stdlib.h>

struct trial {
    struct model *model;   /* waiting; a reference */
    struct result *result; /* a reference */
    bool told;             /* trials_pump has said that it is finished */
};

struct trials {
    struct worker *worker;
    int running; /* a place; -1: none */
    struct trial places[TRIALS_MAX];
};

struct trials *trials_create(int wake_fd, struct error *error)
{
    struct trials *trials = calloc(1, sizeof *trials);
    if (!trials) {
        error_set(error, ERROR_SYSTEM, "", "out of memory");
        return NULL;
    }
    trials->running = -1;
    trials->worker = worker_create(wake_fd, error);
    if (trials->worker)
        return trials;
    free(trials);
    return NULL;
}

static void forget(struct trial *trial)
{
    model_release(trial->model);
    result_release(trial->result);
    *trial = (struct trial){0};
}

void trials_free(struct trials *trials)
{
    if (!trials)
        return;
    worker_free(trials->worker);
    for (int place = 0; place < TRIALS_MAX; place++)
        forget(&trials->places[place]);
    free(trials);
}

/* A trial that has failed is over, too. */
static bool is_over(const struct trial *trial)
{
    return trial->result && result_is_over(trial->result);
}

/* The worker drops what it runs for what is submitted next; that may be the place's own next trial. */
void trials_ask(struct trials *trials, int place, struct model *model)
{
    forget(&trials->places[place]);
    if (trials->running == place)
        trials->running = -1;
    if (model)
        trials->places[place].model = model_retain(model);
    trials_pump(trials);
}

const struct result *trials_result(const struct trials *trials, int place)
{
    const struct result *result = trials->places[place].result;
    return result && recording_finished(result->recording) ? result : NULL;
}

static void start(struct trials *trials, int place)
{
    struct trial *trial = &trials->places[place];
    trial->result = worker_submit(trials->worker, trial->model, NULL, 0, NULL);
    model_release(trial->model);
    trial->model = NULL;
    if (trial->result)
        trials->running = place;
}

bool trials_pump(struct trials *trials)
{
    bool changed = false;
    for (int place = 0; place < TRIALS_MAX; place++) {
        struct trial *trial = &trials->places[place];
        if (!is_over(trial) || trial->told)
            continue;
        trial->told = changed = true;
        if (trials->running == place)
            trials->running = -1;
    }
    for (int place = 0; place < TRIALS_MAX && trials->running < 0; place++)
        if (trials->places[place].model)
            start(trials, place);
    return changed;
}

bool trials_busy(const struct trials *trials)
{
    bool busy = false;
    for (int place = 0; place < TRIALS_MAX; place++)
        busy |=
            trials->places[place].model || (trials->places[place].result && !is_over(&trials->places[place]));
    return busy;
}

void trials_wait(struct trials *trials)
{
    while (trials_busy(trials)) {
        worker_wait(trials->worker);
        trials_pump(trials);
    }
}
