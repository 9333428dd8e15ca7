/* What the parts of the kernel ask of each other: who runs at which clock and in which turn, how a GPU gets
 * another layout, what is written down, and the engine's side of the schemes that configure, govern, place
 * and pick. All of the pool in hand (state.h) where a scheme is meant. */
#ifndef WATTIF_SIM_PARTS_H
#define WATTIF_SIM_PARTS_H

#include "engine/sim/state.h"

/* Operating points: an instance runs at (slice, variant, clock), and a request has remaining work. When a
 * clock moves, what is left of a request lasts longer or shorter in proportion of the latencies at the two
 * points (composition.md section 4), its GPU draws another power, and routers are told. Nothing may hold that
 * a request ends when it was expected to as it began. */

/* Clocks as they are when the run begins. */
void points_begin(struct run *run);

/* The knob clock_mhz has another value somewhere: every instance goes to the clock that is its own now. */
void points_follow(struct run *run);

/* Likewise of the pool in hand, where a governor has set clocks. */
void points_follow_pool(struct run *run);

/* Those that run on a GPU go to the highest clock at which it keeps its power limit (engine/physics/clock.h);
 * with the last that is too much, all on it are back at the clock that is asked for. */
void points_keep_limit(struct run *run, int gpu);

/* Who runs on a GPU has changed: mostly it draws no more than it may. */
HOT void points_cap(struct run *run, int gpu)
{
    if (RARELY(run->gpus[gpu].physics.power_w > run->gpus[gpu].watch_w))
        points_keep_limit(run, gpu);
}

/* For how long it was capped, so far. */
int64_t points_capped_ns(const struct run *run, int gpu);

/* Where a seat stands, at its clock, once it holds what it is to hold. */
int32_t points_place(const struct run *run, int seat);

/* Is the clock in the tables of all that may run on the GPU? */
bool points_has(const struct run *run, int gpu, double mhz);

/* A time-shared GPU is held by this instance (-1: nobody) from now on, whose clock is its own. */
void points_hold(struct run *run, int gpu, int instance);

/* The GPU's clock, mean over the open bucket so far; NAN: unknown. */
double points_mean_mhz(const struct run *run, int gpu);
/* A bucket begins. */
void points_begin_bucket(struct run *run, int gpu);

/* Turns on a time-shared device: the engine's side of a discipline (engine/policy/discipline.h). What is
 * shared is a lane: the whole device, or one slice of it, beside others that have turns of their own. A lane
 * belongs to one seat, its holder, from the beginning of a turn to its end, also while the holder passes from
 * one request to the next. A turn's end is an event of its own, after the arrivals of its instant. */

/* A request has begun on a seat: it runs if the seat holds its lane, else it waits for a turn. The GPU must
 * be settled. */
void turns_begin(struct run *run, int instance);

/* The holder's request has ended; the GPU is settled. Without another one by the end of this instant the turn
 * is over. */
void turns_complete(struct run *run, int instance);

/* Is it the instance's turn? Of an instance that takes turns. */
static inline bool turns_holds(const struct run *run, int instance)
{
    return run->lanes[run->model->instances[instance].lane].holder == instance;
}

/* Whose turn it is on a GPU that is shared as a whole, and on the first of its slices otherwise; -1:
 * nobody's.
 */
static inline int turns_holder(const struct run *run, int gpu)
{
    const struct model_gpu *device = &run->model->gpus[gpu];
    return device->n_lanes > 0 ? run->lanes[device->first_lane].holder : -1;
}

/* What those that run draw has changed: the GPU, which must be settled, draws as much as they do. */
void turns_draw(struct run *run, int gpu);

/* The instance's request, at another clock from now on, has so much left. */
void turns_rescale(struct run *run, int instance, int64_t left_ns);

/* Some time has passed on a time-shared GPU, as it is: where several apps have work on a lane, they have
 * contended for it, and its holder has had it. */
void turns_contend(struct run *run, int gpu, int64_t dt_ns);

/* Before any event but arrivals, completions and ends of turns, for it may change what a turn goes by: who
 * has a lane alone is asked about at the end of this turn, and disciplines look again. */
void turns_ask(struct run *run);

/* The greatest phi at which those who have work on the GPU now would be served energy-fair, of several slices
 * the least; NAN where it is not time-shared, or fewer than two apps have work on each of its lanes. */
double turns_phi_fair(const struct run *run, int gpu);

/* The pool in hand has another discipline: on each of its time-shared GPUs that have none of their own it
 * begins, with all that have work. The turn under way lasts as long as it was to. */
void turns_follow_pool(struct run *run);

/* The discipline that the state says, after that was restored. */
void turns_restore(struct run *run);

/* The next of the agenda's ends of turns, by its key: the lane goes to whoever is next, or idles. */
void turns_end(struct run *run, int64_t key);

/* Reconfiguration: a GPU gets another layout in mid-run (composition.md CO-C10). Another cut stops the whole
 * device: nothing new starts, what runs is finished, then it is out for `repartition_s`, and all of its seats
 * come up with what the new layout gives them. Where the cut stays, only the seats that get another model
 * stop: each finishes what it runs and loads for `reload_s`. Waiting takes idle power; requests wait in their
 * apps' queues. Slices are told apart by size alone, so seats that can keep what they hold do.
 *
 * A seat that is to take nothing more has an empty mask of apps: it drains while a request is in service,
 * then it is INSTANCE_DOWN. An order during a change replaces its aim: a cut that is under way begins anew
 * only if it is to be another one, or the order is free; a seat that still runs its old model and is to have
 * it again goes on with it. */

/* From now on this GPU is to have this layout; the ledger must be settled. Free: cutting and loading take no
 * time, but what runs is finished first. An order for what it has, or is to get, changes nothing. */
void reconfigure_order(struct run *run, int gpu, const struct model_layout *layout, bool free);

/* What two seats hold changes places: both stop, and when both have ended what they run they go, so neither
 * has two at a time; then they load for the time of a migration. One of them may be empty. An order for one
 * of the GPUs lets go of the other seat, which goes on with its own half. */
void reconfigure_exchange(struct run *run, int a, int b);

/* Is the seat up, or empty, and to stay so? */
bool reconfigure_is_settled(const struct run *run, int seat);

/* A step of a change is done, a pod's on its way included: the books and the recording follow. */
void reconfigure_changed(struct run *run, int gpu);

/* The last request of an instance that is to take nothing more has ended. */
void reconfigure_drained(struct run *run, int instance);

/* The end of a cut, or of a seat's loading, by its slot. */
void reconfigure_end(struct run *run, uint32_t slot);

/* Time up to when the GPU was settled in which nothing ran and no seat could take anything because of a
 * change.
 */
int64_t reconfigure_outage_ns(const struct gpu_state *device);

/* A run writes into its recording (run.h has recording_for_model, which begins it). */

/* This GPU's layout, or what one of its slices does, has changed. */
void recorder_layout(struct run *run, int gpu);

/* Closes the ledger and writes the open bucket, which ends now, if the run is recorded; the next one begins.
 */
void recorder_bucket(struct run *run, int64_t end_ns);

/* Configuring: the engine's side of a configurator (engine/policy/configurator.h). It is woken first of all
 * whose reaction a carbon sample or an edit asks for (composition.md CO-C11), and by a timer of its own,
 * after the arrivals of that instant. Its answer is validated as a whole before anything of it is done: one
 * that does not hold is refused and counted, and leaves everything as it is. All is of the pool in hand
 * (state.h). */

/* The scheme in force begins with a state of zeroes: it is woken with WAKE_START next. A search of the one
 * before ends here (KEPT_CUT_OFF). */
void configure_begin(struct run *run);

/* Nothing where no configurator is in force. */
void configure_wake(struct run *run, enum wake why);

/* An edit has cut a GPU by hand: what the scheme in force ordered last is ordered anew, at the usual outage,
 * and what was being measured is dropped. */
void configure_restore(struct run *run);

/* Clocks of its GPUs have changed: a window that was open is dropped, and its scheme is to look soon. */
void configure_clock_turned(struct run *run);

/* A search is under way: clocks hold still until it has ended (CO-C16). */
bool configure_is_searching(const struct run *run);

/* Makes layouts of what is proposed: one for each GPU of the pool, in its order. As many as can be keep their
 * cut, and slices keep their model where there is to be one of its kind on that GPU. False if the graph is
 * none that these GPUs can have. */
bool configure_realise(const struct run *run, const struct proposal *proposal,
                       struct model_layout layouts[GPUS_MAX]);

/* Governing: the engine's side of a governor (engine/policy/governor.h). All of the pool in hand. */

/* The scheme in force begins with a state of zeroes, and clocks are the knob's: it is woken with WAKE_START
 * next. */
void govern_begin(struct run *run);

/* Nothing where no governor is in force. */
void govern_wake(struct run *run, enum wake why);

/* Why a GPU has its clock: what the governor of its pool last decided; all zero where none did. */
struct clock_choice govern_choice(const struct run *run, int gpu);

/* Placing and picking: the side of the engine of a placer and of a picker (engine/policy/placer.h). All of
 * the pool in hand. */

/* Can the instance, as the model has it, ever move? */
bool place_can_move(const struct run *run, int instance);

/* The scheme in force begins with a state of zeroes: it is woken with WAKE_START next. Moves under way go on.
 */
void place_begin(struct run *run);

/* At the start of the run: the pods stand where the placer in force says. */
void place_arrange(struct run *run);

/* Nothing where no placer is in force. */
void place_wake(struct run *run, enum wake why);

/* What a configurator has ordered, one layout for each GPU of the pool in hand: the placer in force, if there
 * is one that wants to, says who gets which of the models. */
void place_deploy(struct run *run, struct model_layout layouts[GPUS_MAX]);

/* Of a pod, by its number in the scenario (pods.h). */
int place_pool_of(const struct run *run, int target);

/* An edit of pod.NAME: the pod goes where it says as soon as it, and a partition there, can; a later edit of
 * the same pod replaces it. */
void place_order(struct run *run, int64_t edit);

/* What serves these apps leaves a GPU for another, and is counted; the instance is where the order found it.
 */
void place_record(struct run *run, int instance, uint64_t apps, int from, int to);

/* The last request of a pod that is to move has ended; its outage is over, by its slot. */
void place_drained(struct run *run, int instance);
void place_end(struct run *run, int instance);

/* Is it at its new place and not up yet? */
bool place_is_loading(const struct run *run, int instance);

/* The instance for a valid action that may go to equals: the picker's, of which the router is told; or, where
 * there is no other or the answer does not hold, the router's own. */
int pick_among_equals(struct run *run, struct action action);

#endif
