/* An answer that does not hold is refused and counted, and leaves everything as it is. */
#include "engine/sim/ledger.h"
#include "engine/sim/window.h"

#include <string.h>

void govern_begin(struct run *run)
{
    struct run_pool *hand = run->hand;
    deciders_begin(run, DECIDER_GOVERNOR);
    hand->state->governed = 0;
    if (hand->watch)
        watch_begin(run, false);
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
                 (!tuning->begin_period || run->hand->scheme.governor->decider.measures) &&
                 (tuning->wake_ns == 0 || tuning->wake_ns > run->view.now_ns);
    for (int k = 0; valid && k < tuning->n; k++) {
        int gpu = tuning->clocks[k].gpu;
        valid = gpu >= 0 && gpu < run->model->n_gpus &&
                &run->model->pools[run->model->gpus[gpu].pool] == run->view.pool &&
                (isnan(tuning->clocks[k].mhz) || points_has(run, gpu, tuning->clocks[k].mhz));
    }
    return valid;
}

/* "gpu0 has no clock of 870 MHz", of the first that does not hold. */
static void refuse(struct run *run, const struct tuning *tuning)
{
    for (int k = 0; k < tuning->n && k < GPUS_MAX; k++) {
        int gpu = tuning->clocks[k].gpu;
        struct tuning one = {.n = 1, .clocks = {tuning->clocks[k]}};
        if (is_valid(run, &one))
            continue;
        if (gpu >= 0 && gpu < run->model->n_gpus)
            refusal_note(run, REFUSED_CLOCK, "%s has no clock of %g MHz", run->model->gpus[gpu].name,
                         tuning->clocks[k].mhz);
        else
            refusal_note(run, REFUSED_CLOCK, "a clock for GPU number %d, of %d", gpu, run->model->n_gpus);
        return;
    }
    refusal_note(run, REFUSED_CLOCK, "a period or a time that cannot be");
}

void govern_wake(struct run *run, enum wake why)
{
    struct run_pool *hand = run->hand;
    struct tuning tuning = {.facility_to = (double)INFINITY};
    struct watched watched = {0};
    const struct governor *governor = hand->scheme.governor;
    if (!governor)
        return;
    run_unschedule(run, hand->governor_slot);
    if (configure_is_searching(run)) {
        /* What is measured while a search tries one layout after another says nothing of the one that stays.
         * Its end wakes the governor. */
        if (run->hand->watch)
            watch_begin(run, false);
        return;
    }
    if (governor->decider.measures) {
        if (why == WAKE_TIMER) /* samples and edits have closed the books: how long who was busy is known */
            ledger_close_pool(run, (int)(run->view.pool - run->model->pools));
        watch_read(run, &watched);
    }
    governor->wake(&run->view, hand->states[DECIDER_GOVERNOR], hand->state->governed ? why : WAKE_START,
                   &watched, &tuning);
    hand->state->governed = 1;
    if (run->tape) {
        tape_put(run, TAPED_ABOVE, 0, tuning.facility_from);
        tape_put(run, TAPED_BELOW, 0, tuning.facility_to);
    }
    if (!is_valid(run, &tuning)) {
        refuse(run, &tuning);
        return;
    }
    run->state->refusals.held[LAYER_TUNE]++;
    for (int k = 0; k < tuning.n; k++) {
        /* On a GPU that is too hot the clock may fall, not rise (CO-C14). */
        int gpu = tuning.clocks[k].gpu;
        bool rises = tuning.clocks[k].mhz > run->gpus[gpu].clock_mhz, lets = heat_lets_raise(run, gpu);
        if (run->tape && run->heat && rises)
            tape_put(run, TAPED_RAISE, gpu, lets);
        if (!rises || lets)
            run->gpus[gpu].tuned_mhz = tuning.clocks[k].mhz;
    }
    if (tuning.n > 0)
        points_follow_pool(run);
    if (tuning.begin_period)
        watch_begin(run, true);
    if (tuning.wake_ns > 0)
        run_schedule(run, run->hand->governor_slot, tuning.wake_ns);
}

struct clock_choice govern_choice(const struct run *run, int gpu)
{
    const struct run_pool *pool = &run->pools[run->model->gpus[gpu].pool];
    if (!pool->scheme.governor || !pool->scheme.governor->choice)
        return (struct clock_choice){.app = -1};
    if (pool->state->search.since_ns >= 0)
        return (struct clock_choice){
            .at_ns = pool->state->search.since_ns, .reason = CLOCK_SEARCH, .app = -1};
    return *pool->scheme.governor->choice(pool->states[DECIDER_GOVERNOR], gpu);
}
