/* An answer that does not hold is refused and counted, and leaves everything as it is. */
#include "engine/sim/govern.h"

#include "engine/sim/deciders.h"
#include "engine/sim/extras.h"
#include "engine/sim/points.h"

#include <math.h>
#include <string.h>

/* A test's own stands for every name. */
static const struct governor *governor_behind(const struct extras *extras, enum policy_id id)
{
    return extras && extras->governor ? extras->governor : governor_of(id);
}

static struct decider look_up(const struct extras *extras, enum policy_id id)
{
    const struct governor *governor = governor_behind(extras, id);
    return (struct decider){.is = governor != NULL, .state_size = governor ? governor->state_size : NULL};
}

bool govern_needs(const struct run *run, int pool, size_t *state_size)
{
    return deciders_need(run->model, run->options.extras, pool, look_up, state_size);
}

const struct governor *govern_in_force(const struct run *run)
{
    return governor_behind(run->options.extras, (enum policy_id)run->view.knobs->policy[LAYER_TUNE]);
}

void govern_begin(struct run *run)
{
    struct run_pool *hand = run->hand;
    hand->governor = govern_in_force(run);
    hand->state->governed = 0;
    if (hand->governor_size > 0)
        memset(hand->governor_state, 0, hand->governor_size);
    if (!hand->governor_slot)
        return;
    run_unschedule(run, hand->governor_slot);
    for (int n = 0; n < run->view.pool->n_gpus; n++)
        run->gpus[run->view.pool->gpus[n]].tuned_mhz = (double)NAN;
    points_follow_pool(run);
}

static bool is_valid(const struct run *run, const struct tuning *tuning)
{
    bool valid = tuning->n >= 0 && tuning->n <= GPUS_MAX &&
                 (tuning->wake_ns == 0 || tuning->wake_ns > run->view.now_ns);
    for (int k = 0; valid && k < tuning->n; k++) {
        int gpu = tuning->clocks[k].gpu;
        valid = gpu >= 0 && gpu < run->model->n_gpus &&
                &run->model->pools[run->model->gpus[gpu].pool] == run->view.pool &&
                (isnan(tuning->clocks[k].mhz) || points_has(run, gpu, tuning->clocks[k].mhz));
    }
    return valid;
}

static void apply(struct run *run, const struct tuning *tuning)
{
    if (!is_valid(run, tuning)) {
        run->state->refused++;
        return;
    }
    for (int k = 0; k < tuning->n; k++)
        run->gpus[tuning->clocks[k].gpu].tuned_mhz = tuning->clocks[k].mhz;
    if (tuning->n > 0)
        points_follow_pool(run);
    if (tuning->wake_ns > 0)
        run_schedule(run, run->hand->governor_slot, tuning->wake_ns);
}

void govern_wake(struct run *run, enum wake why)
{
    struct run_pool *hand = run->hand;
    struct tuning tuning = {0};
    if (!hand->governor)
        return;
    run_unschedule(run, hand->governor_slot);
    hand->governor->wake(&run->view, hand->governor_state, hand->state->governed ? why : WAKE_START, &tuning);
    hand->state->governed = 1;
    apply(run, &tuning);
}
