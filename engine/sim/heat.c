/* One GPU at a time, from its last change to now; whoever changes moves itself, the sum of its group and
 * those downstream. */
#include "engine/sim/heat.h"

#include "engine/sim/pool_tape.h"

/* ---- from one change to the next ---- */

HOT void note_extreme(struct run *run, struct heat_state *own)
{
    struct heat_run *heat = run->heat_run;
    double temp_c = own->temp_c, above_k = temp_c - heat->felt_c;
    own->min_c = temp_c < own->min_c ? temp_c : own->min_c;
    own->max_c = temp_c > own->max_c ? temp_c : own->max_c;
    own->top_c = temp_c > own->top_c ? temp_c : own->top_c;
    if (temp_c > heat->period_top_c) {
        heat->period_top_c = temp_c;
        heat->period_gpu = (int32_t)(own - run->heat);
    }
    heat->period_above_k = above_k > heat->period_above_k ? above_k : heat->period_above_k;
}

/* Past the multiples of HEAT_MARK_NS up to now; of a long stretch the last few are enough. */
__attribute__((cold, noinline)) static void pass_marks(struct heat_state *own, int64_t now_ns)
{
    int64_t k = own->mark_ns / HEAT_MARK_NS, last = now_ns / HEAT_MARK_NS;
    k = k > last - HEAT_MARKS + 1 ? k : last - HEAT_MARKS + 1;
    for (; k <= last; k++)
        own->marks[k % HEAT_MARKS] = view_heat_area(own, k * HEAT_MARK_NS);
    own->mark_ns = k * HEAT_MARK_NS;
}

/* What is left by now of how far it was from where it leads to. */
HOT double open_remains(const struct run *run, const struct heat_state *own)
{
    return heat_remains(own->alpha_per_s, (double)(run->view.now_ns - own->since_ns) * 1e-9);
}

/* Up to now, at the power and the water that were in force. (GPUs that water connects often change together,
 * but to guess when they share an exponential takes longer than another one.) */
HOT void advance(struct run *run, struct heat_state *own, double remains)
{
    int64_t now_ns = run->view.now_ns;
    if (own->since_ns == now_ns)
        return;
    double dt_s = (double)(now_ns - own->since_ns) * 1e-9, alpha = own->alpha_per_s;
    if (RARELY(now_ns >= own->mark_ns))
        pass_marks(own, now_ns);
    own->open_j += own->power_w * dt_s;
    own->area += heat_area(own->steady_c, own->temp_c, alpha, dt_s, remains);
    own->square_area += heat_square_area(own->steady_c, own->temp_c, alpha, dt_s, remains);
    own->temp_c = own->steady_c + (own->temp_c - own->steady_c) * remains;
    own->since_ns = now_ns;
    note_extreme(run, own);
}

/* The integral of the square of the sum over all groups, on the stretch that is open, and (move) each group's
 * distance at its end. */
HOT double groups_area(const struct heat_run *heat, int n_groups, double dt_s, double *moved)
{
    double steady_c = 0, area = 0;
    for (int k = 0; k < n_groups; k++)
        steady_c += heat->groups[k].steady_sum_c;
    for (int k = 0; k < n_groups; k++) {
        const struct heat_group *one = &heat->groups[k];
        double remains = heat_remains(one->alpha_per_s, dt_s);
        moved[k] = remains;
        area += 2 * steady_c * one->away_sum_c * (1 - remains) / one->alpha_per_s;
        for (int l = 0; l <= k; l++) {
            const struct heat_group *other = &heat->groups[l];
            double both = one->alpha_per_s + other->alpha_per_s;
            area += (l < k ? 2 : 1) * one->away_sum_c * other->away_sum_c * (1 - remains * moved[l]) / both;
        }
    }
    return area + steady_c * steady_c * dt_s;
}

HOT void advance_so_many(struct run *run, int n_groups)
{
    struct heat_run *heat = run->heat_run;
    double moved[GPUS_MAX], dt_s = (double)(run->view.now_ns - heat->since_ns) * 1e-9;
    heat->sum_square_area += groups_area(heat, n_groups, dt_s, moved);
    for (int k = 0; k < n_groups; k++)
        heat->groups[k].away_sum_c *= moved[k];
    heat->since_ns = run->view.now_ns;
}

static __attribute__((noinline)) void advance_many(struct run *run)
{
    advance_so_many(run, run->heat_run->n_groups);
}

/* Mostly there is one: then neither a loop nor a list is left. */
HOT void advance_groups(struct run *run)
{
    if (run->heat_run->since_ns == run->view.now_ns)
        return;
    if (run->heat_run->n_groups == 1)
        advance_so_many(run, 1);
    else
        advance_many(run);
}

/* The sums anew from who is in them, so that what little each change leaves out of them never adds up. */
static void sum_groups(struct run *run)
{
    struct heat_run *heat = run->heat_run;
    for (int k = 0; k < heat->n_groups; k++)
        heat->groups[k].steady_sum_c = heat->groups[k].away_sum_c = 0;
    for (int g = 0; g < run->model->n_gpus; g++) {
        const struct heat_state *own = &run->heat[g];
        if (isnan(own->ha_w_per_k))
            continue;
        heat->groups[own->group].steady_sum_c += own->steady_c;
        heat->groups[own->group].away_sum_c += own->temp_c - own->steady_c;
    }
}

static void advance_all(struct run *run)
{
    advance_groups(run);
    for (int g = 0; g < run->model->n_gpus; g++)
        if (!isnan(run->heat[g].ha_w_per_k))
            advance(run, &run->heat[g], open_remains(run, &run->heat[g]));
    sum_groups(run);
}

/* ---- where it goes from here ---- */

/* What reaches a GPU: the supply, warmed by all that it has passed. */
static double water_at(const struct run *run, int gpu)
{
    double water_c = run->heat_run->water.supply_c;
    enum water_rise rise = (enum water_rise)run->state->knobs.number[KNOB_WATER_RISE];
    for (int up = run->model->gpus[gpu].upstream; up >= 0; up = run->model->gpus[up].upstream)
        water_c += heat_rise_k(run->heat[up].power_w, rise);
    return water_c;
}

static bool is_watched(const struct run *run)
{
    return run->heat_run->water.control == WATER_AUTO;
}

static void schedule(struct run *run)
{
    const struct heat_run *heat = run->heat_run;
    int64_t first_ns = heat->look_ns < heat->next_period_ns ? heat->look_ns : heat->next_period_ns;
    run_schedule(run, run->heat_slot, heat->settle_ns < first_ns ? heat->settle_ns : first_ns);
}

/* Its power or its water is another; it must be advanced, and so must the groups. */
HOT void steer(struct run *run, struct heat_state *own)
{
    struct heat_group *group = &run->heat_run->groups[own->group];
    double steady_c = heat_steady_c(own->water_c, own->power_w, own->ha_w_per_k);
    group->steady_sum_c += steady_c - own->steady_c;
    group->away_sum_c -= steady_c - own->steady_c;
    own->steady_c = steady_c;
    /* Under the controller, someone is on the way to what is too hot: he is looked at in a second. */
    struct heat_run *heat = run->heat_run;
    if (heat->look_ns != NS_NEVER || !is_watched(run) ||
        !(own->steady_c > run->state->knobs.number[KNOB_SOT_C]))
        return;
    heat->look_ns = run->view.now_ns + HEAT_LOOK_NS;
    schedule(run);
}

/* All upstream have their power. */
static void steer_water(struct run *run, int gpu)
{
    run->heat[gpu].water_c = water_at(run, gpu);
    steer(run, &run->heat[gpu]);
}

void heat_follow(struct run *run, int gpu)
{
    struct heat_state *own = &run->heat[gpu];
    const struct model_gpu *device = &run->model->gpus[gpu];
    double power_w = run->gpus[gpu].physics.power_w;
    if (isnan(own->ha_w_per_k) || own->power_w == power_w)
        return;
    double remains = open_remains(run, own), next = 0; /* first of all, as they take longest */
    if (device->n_downstream > 0)
        next = open_remains(run, &run->heat[device->downstream[0]]);
    advance_groups(run);
    advance(run, own, remains);
    own->power_w = power_w;
    steer(run, own);
    for (int k = 0; k < device->n_downstream; k++) {
        struct heat_state *below = &run->heat[device->downstream[k]];
        advance(run, below, k == 0 ? next : open_remains(run, below));
        steer_water(run, device->downstream[k]);
    }
}

/* ---- the beginning ---- */

size_t heat_size(const struct model *model)
{
    return model->n_warm > 0 ? (size_t)model->n_gpus * sizeof(struct heat_state) : 0;
}

size_t heat_run_size(const struct model *model)
{
    return model->n_warm > 0 ? sizeof(struct heat_run) + (size_t)model->n_warm * sizeof(struct heat_group)
                             : 0;
}

/* How near a GPU came to its limit, were the stretch under way at an end. */
static struct heat_state held_against(const struct run *run, int g)
{
    const struct heat_run *heat = run->heat_run;
    struct heat_state own = run->heat[g];
    double top_c = fmax(own.top_c, view_temperature_c(&run->view, g)), spare_k = heat->safe_c - top_c;
    own.ever_c = fmax(own.ever_c, top_c);
    if (run->view.now_ns > heat->stretch_ns && spare_k < 0)
        own.over_ns += run->view.now_ns - heat->stretch_ns;
    if (run->view.now_ns > heat->stretch_ns && !(spare_k >= own.spare_k)) {
        own.spare_k = spare_k;
        own.safe_c = heat->safe_c;
    }
    return own;
}

/* The next stretch begins; all GPUs must be advanced. */
static void begin_stretch(struct run *run)
{
    struct heat_run *heat = run->heat_run;
    for (int g = 0; g < run->model->n_gpus; g++)
        if (!isnan(run->heat[g].ha_w_per_k)) {
            run->heat[g] = held_against(run, g);
            run->heat[g].top_c = run->heat[g].temp_c;
        }
    heat->stretch_ns = run->view.now_ns;
    heat->safe_c = run->state->knobs.number[KNOB_SOT_C];
}

static void begin_period(struct run *run)
{
    struct heat_run *heat = run->heat_run;
    heat->period_top_c = heat->period_above_k = -INFINITY;
    for (int g = 0; g < run->model->n_gpus; g++)
        if (!isnan(run->heat[g].ha_w_per_k))
            note_extreme(run, &run->heat[g]);
}

void heat_begin(struct run *run)
{
    const struct scenario *scenario = &run->model->scenario;
    struct heat_run *heat = run->heat_run;
    if (!heat)
        return;
    heat->water.supply_c = knob_at(scenario, knob_of_run(KNOB_WATER_C), 0).number;
    struct knob_value control = knob_at(scenario, knob_of_run(KNOB_WATER), 0);
    heat->water.control = (int32_t)knob_number(KNOB_WATER, &control);
    heat->felt_c = heat->water.supply_c;
    heat->look_ns = heat->settle_ns = NS_NEVER;
    heat->next_period_ns = HEAT_PERIOD_NS;
    /* Periods that are told one by one, or as many to an entry as it takes. */
    int64_t longest_ns = run->model->n_buckets * run->model->bucket_ns, fold = 1;
    while (longest_ns > HEAT_PERIODS_MAX * fold * HEAT_PERIOD_NS)
        fold *= 2;
    heat->fold = fold;
    heat->n_warm = run->model->n_warm;
    for (int g = 0; g < run->model->n_gpus; g++) {
        run->heat[g].ha_w_per_k = run->model->gpus[g].ha_w_per_k;
        run->heat[g].alpha_per_s = run->model->gpus[g].alpha_per_s;
        run->heat[g].mark_ns = HEAT_MARK_NS;
        run->heat[g].power_w = run->gpus[g].physics.power_w;
    }
    for (int g = 0; g < run->model->n_gpus; g++) {
        struct heat_state *own = &run->heat[g];
        if (isnan(own->ha_w_per_k))
            continue;
        int32_t k = 0;
        while (k < heat->n_groups && heat->groups[k].alpha_per_s != own->alpha_per_s)
            k++;
        if (k == heat->n_groups)
            heat->groups[heat->n_groups++].alpha_per_s = own->alpha_per_s;
        own->group = k;
        own->water_c = water_at(run, g);
        own->steady_c = own->temp_c = own->min_c = own->max_c = own->top_c = own->ever_c =
            heat_steady_c(own->water_c, own->power_w, own->ha_w_per_k);
        own->spare_k = own->safe_c = (double)NAN;
    }
    sum_groups(run);
    begin_stretch(run);
    begin_period(run);
    schedule(run);
}

void heat_forget(struct run *run)
{
    if (run->heat_slot)
        run_unschedule(run, run->heat_slot);
    run->heat = NULL;
    run->heat_run = NULL;
    run->view.heat = NULL;
    run->view.water = NULL;
}

/* ---- the water ---- */

/* The supply is so warm from now on: what cooling costs changes, and where every GPU goes; all are advanced.
 * GPU and temperature are the reason's. */
static void set_supply(struct run *run, double supply_c, enum water_reason reason, int gpu, double temp_c)
{
    struct heat_run *heat = run->heat_run;
    if (run->recording)
        chronicle_put(&run->recording->water, &(struct water_change){.t_ns = run->view.now_ns,
                                                                     .from_c = heat->water.supply_c,
                                                                     .to_c = supply_c,
                                                                     .reason = (int32_t)reason,
                                                                     .gpu = gpu,
                                                                     .temp_c = temp_c});
    if (heat->water.supply_c == supply_c)
        return;
    double cheaper = heat_cooling_share(heat->water.supply_c) - heat_cooling_share(supply_c);
    for (int g = 0; g < run->model->n_gpus; g++)
        if (!isnan(run->heat[g].ha_w_per_k))
            run->pools[run->model->gpus[g].pool].state->books.cooling_open_j += run->heat[g].open_j * cheaper;
    heat->water_area += heat->water.supply_c * (double)(run->view.now_ns - heat->water_since_ns);
    heat->water_since_ns = run->view.now_ns;
    heat->water.supply_c = supply_c;
    if (run->tape)
        tape_put(run, TAPED_WATER, 0, supply_c);
    if (run->assembly)
        assembly_water(run);
    if (supply_c < heat->felt_c) {
        /* GPUs are still as warm as the water before left them, which is no rise of theirs. */
        static const double times = 5; /* of the slowest GPU's time: less than 1 % is left */
        double alpha_per_s = INFINITY;
        for (int k = 0; k < heat->n_groups; k++)
            alpha_per_s = fmin(alpha_per_s, heat->groups[k].alpha_per_s);
        heat->settle_ns = run->view.now_ns + ns_from_s(times / alpha_per_s);
    } else {
        heat->felt_c = supply_c;
        heat->settle_ns = NS_NEVER;
    }
    for (int g = 0; g < run->model->n_gpus; g++)
        if (!isnan(run->heat[g].ha_w_per_k))
            steer_water(run, g);
}

static double within_range_c(double water_c)
{
    return fmin(fmax(water_c, HEAT_WATER_MIN_C), HEAT_WATER_MAX_C);
}

/* The greatest rise of the last day, the period under way among it, is what the next one may bring. */
static double planned_c(struct run *run)
{
    struct heat_run *heat = run->heat_run;
    double rise_k = heat->period_above_k;
    for (int k = 0; k < HEAT_DAY && k < heat->n_periods; k++)
        rise_k = fmax(rise_k, heat->rises_k[k]);
    double to_c = heat_planned_water_c(run->state->knobs.number[KNOB_SOT_C], rise_k);
    heat->short_k = fmax(heat->short_k, HEAT_WATER_MIN_C - to_c);
    return within_range_c(to_c);
}

static void adapt(struct run *run)
{
    struct heat_run *heat = run->heat_run;
    double to_c = planned_c(run);
    if (heat->water.forced && to_c > heat->water.supply_c)
        return;
    if (to_c > heat->water.supply_c || to_c < heat->water.supply_c)
        set_supply(run, to_c, to_c > heat->water.supply_c ? WATER_WARMER : WATER_COLDER, heat->period_gpu,
                   heat->period_top_c);
}

static bool nears_too_much(const struct run *run)
{
    for (int g = 0; g < run->model->n_gpus; g++)
        if (run->heat[g].steady_c > run->state->knobs.number[KNOB_SOT_C])
            return true; /* never of one without a temperature, which is at 0 */
    return false;
}

void heat_event(struct run *run)
{
    struct heat_run *heat = run->heat_run;
    advance_all(run);
    if (heat->settle_ns <= run->view.now_ns) {
        heat->felt_c = heat->water.supply_c;
        heat->settle_ns = NS_NEVER;
    }
    if (heat->look_ns <= run->view.now_ns) {
        /* One that is too hot cools the water by its excess, and whoever may choose has to choose the
         * coolest. */
        int gpu = -1; /* the hottest */
        for (int g = 0; g < run->model->n_gpus; g++)
            if (!isnan(run->heat[g].ha_w_per_k) && (gpu < 0 || run->heat[g].temp_c > run->heat[gpu].temp_c))
                gpu = g;
        double excess_k = run->heat[gpu].temp_c - run->state->knobs.number[KNOB_SOT_C];
        if (excess_k > 0 && run->view.now_ns >= heat->hold_ns) {
            double to_c = within_range_c(heat->water.supply_c - excess_k);
            heat->water.forced = 1;
            heat->hold_ns = run->view.now_ns + ns_from_s(3 / run->heat[gpu].alpha_per_s);
            set_supply(run, to_c, WATER_TOO_HOT, gpu, run->heat[gpu].temp_c);
        } else if (!(excess_k > 0) && heat->water.forced) {
            heat->water.forced = 0;
            set_supply(run, heat->water.supply_c, WATER_CALM, gpu, run->heat[gpu].temp_c);
        }
        heat->look_ns =
            heat->water.forced || nears_too_much(run) ? run->view.now_ns + HEAT_LOOK_NS : NS_NEVER;
    }
    if (heat->next_period_ns <= run->view.now_ns) {
        heat->rises_k[heat->n_periods % HEAT_DAY] = heat->period_above_k;
        int64_t entry = heat->n_periods++ / heat->fold;
        bool first = (heat->n_periods - 1) % heat->fold == 0;
        if (entry < HEAT_PERIODS_MAX)
            heat->period_max_c[entry] = first || heat->period_top_c > heat->period_max_c[entry]
                                            ? heat->period_top_c
                                            : heat->period_max_c[entry];
        if (is_watched(run))
            adapt(run);
        begin_stretch(run);
        begin_period(run);
        heat->next_period_ns += HEAT_PERIOD_NS;
    }
    schedule(run);
}

/* Turned by hand the water stays so: in mid-run that ends the controller. */
void heat_turned(struct run *run, enum knob_id id)
{
    struct heat_run *heat = run->heat_run;
    double *number = run->state->knobs.number;
    if (!heat)
        return;
    advance_all(run);
    begin_stretch(run);
    if (id == KNOB_WATER_C) {
        bool ends = is_watched(run) && run->view.now_ns > 0;
        if (ends)
            number[KNOB_WATER] = WATER_FIXED;
        set_supply(run, number[KNOB_WATER_C], ends ? WATER_TAKEN : WATER_TURNED, -1, (double)NAN);
    }
    heat->water.control = (int32_t)number[KNOB_WATER];
    if (is_watched(run) && planned_c(run) < heat->water.supply_c)
        adapt(run);
    heat->water.forced = is_watched(run) ? heat->water.forced : 0;
    heat->look_ns = is_watched(run) && nears_too_much(run) ? run->view.now_ns + HEAT_LOOK_NS : NS_NEVER;
    schedule(run);
}

bool heat_lets_raise(const struct run *run, int gpu)
{
    return !(run->heat && view_temperature_c(&run->view, gpu) > run->state->knobs.number[KNOB_SOT_C]);
}

/* ---- what is written down ---- */

double heat_cooling_of(const struct run *run, int gpu)
{
    bool warm = run->heat && !isnan(run->heat[gpu].ha_w_per_k);
    return heat_cooling_share(warm ? run->heat_run->water.supply_c : HEAT_WATER_C);
}

/* A GPU is advanced later: what it has drawn by now will be none of the open energy. */
void heat_close(struct run *run, int pool)
{
    const struct model_pool *own = &run->model->pools[pool];
    run->pools[pool].state->books.cooling_open_j = 0;
    for (int k = 0; run->heat && k < own->n_gpus; k++) {
        struct heat_state *gpu = &run->heat[own->gpus[k]];
        gpu->open_j = -gpu->power_w * ((double)(run->view.now_ns - gpu->since_ns) * 1e-9);
    }
}

void heat_end_bucket(struct run *run, double width_ns)
{
    struct heat_run *heat = run->heat_run;
    double water_c = (double)NAN;
    if (heat) {
        advance_all(run);
        double last = heat->water.supply_c * (double)(run->view.now_ns - heat->water_since_ns);
        water_c = width_ns > 0 ? (heat->water_area + last) / width_ns : heat->water.supply_c;
        heat->water_area = 0;
        heat->water_since_ns = run->view.now_ns;
    }
    double width_s = width_ns * 1e-9;
    struct recording *recording = run->recording;
    if (recording)
        recording->run[COLUMN_WATER][run->state->bucket] = (float)water_c;
    for (int g = 0; (heat || recording) && g < run->model->n_gpus; g++) {
        struct heat_state *own = run->heat ? &run->heat[g] : NULL;
        bool warm = own && !isnan(own->ha_w_per_k);
        size_t at = recording ? (size_t)g * (size_t)recording->n_buckets + (size_t)run->state->bucket : 0;
        if (recording) {
            double mean_c = !warm         ? (double)NAN
                            : width_s > 0 ? (own->area - own->mark_area) / width_s
                                          : own->temp_c;
            recording->gpu[COLUMN_TEMP_MEAN][at] = (float)mean_c;
            recording->gpu[COLUMN_TEMP_MIN][at] = warm ? (float)own->min_c : NAN;
            recording->gpu[COLUMN_TEMP_MAX][at] = warm ? (float)own->max_c : NAN;
        }
        if (!warm)
            continue;
        own->mark_area = own->area;
        own->min_c = own->max_c = own->temp_c;
    }
}

/* ---- so far ---- */

/* The mean over time of the variance of each instant; of one instant alone, where no time has passed. */
static double variance(const struct run *run)
{
    const struct heat_run *heat = run->heat_run;
    double moved[GPUS_MAX], seconds = ns_to_s(run->state->now_ns), n = heat->n_warm;
    if (!(seconds > 0))
        return (double)NAN;
    double sum =
        heat->sum_square_area +
        groups_area(heat, heat->n_groups, (double)(run->state->now_ns - heat->since_ns) * 1e-9, moved);
    /* Summed over all GPUs, the integral of the square; up to now, what is open included. */
    double area = 0;
    for (int g = 0; g < run->model->n_gpus; g++) {
        const struct heat_state *own = &run->heat[g];
        double dt_s = (double)(run->state->now_ns - own->since_ns) * 1e-9;
        if (isnan(own->ha_w_per_k))
            continue;
        area += own->square_area + heat_square_area(own->steady_c, own->temp_c, own->alpha_per_s, dt_s,
                                                    heat_remains(own->alpha_per_s, dt_s));
    }
    double mean_square = (area / n - sum / (n * n)) / seconds;
    return mean_square > 0 ? mean_square : 0;
}

void heat_summarise(const struct run *run, struct summary *summary)
{
    summary->temp_max_c = summary->temp_variance = summary->temp_spare_k = (double)NAN;
    summary->water_c = summary->water_short_k = summary->temp_period_s = (double)NAN;
    for (int g = 0; g < run->model->n_gpus; g++) {
        double now_c = view_temperature_c(&run->view, g);
        struct summary_gpu *gpu = &summary->gpus[g];
        gpu->temp_max_c = gpu->temp_spare_k = gpu->temp_safe_c = gpu->temp_over_s = (double)NAN;
        if (isnan(now_c))
            continue;
        struct heat_state own = held_against(run, g);
        gpu->temp_max_c = own.ever_c;
        gpu->temp_spare_k = own.spare_k;
        gpu->temp_safe_c = own.safe_c;
        gpu->temp_over_s = ns_to_s(own.over_ns);
        summary->temp_max_c = fmax(summary->temp_max_c, own.ever_c); /* passes NAN over, */
        summary->temp_spare_k = fmin(summary->temp_spare_k, own.spare_k);
    }
    if (!run->heat_run)
        return;
    summary->temp_variance = variance(run);
    summary->water_c = run->heat_run->water.supply_c;
    summary->water_short_k = run->heat_run->short_k;
    /* The period under way counts as well, unless it has only begun. */
    const struct heat_run *heat = run->heat_run;
    int64_t full = heat->n_periods, begun = heat->next_period_ns - HEAT_PERIOD_NS;
    double top_c = heat->period_top_c;
    summary->temp_period_s = ns_to_s(heat->fold * HEAT_PERIOD_NS);
    for (int64_t k = 0; k * heat->fold < full && k < HEAT_PERIODS_MAX; k++)
        summary->temp_period_max_c[summary->n_temp_periods++] = heat->period_max_c[k];
    for (int g = 0; g < run->model->n_gpus; g++)
        top_c = fmax(top_c, view_temperature_c(&run->view, g));
    if (run->state->now_ns == begun)
        return;
    bool joins = full % heat->fold != 0;
    if (!joins && summary->n_temp_periods < HEAT_PERIODS_MAX)
        summary->temp_period_max_c[summary->n_temp_periods++] = top_c;
    else if (joins)
        summary->temp_period_max_c[summary->n_temp_periods - 1] =
            fmax(summary->temp_period_max_c[summary->n_temp_periods - 1], top_c);
}

/* ---- what must hold ---- */

/* CO-4: between the coldest water and what the greatest power seen can lead to, at the warmest. */
const char *heat_check(const struct run *run)
{
    const struct heat_run *heat = run->heat_run;
    double steady_c = 0, away_c = 0;
    for (int g = 0; heat && g < run->model->n_gpus; g++) {
        const struct heat_state *own = &run->heat[g];
        double dt_s = (double)(run->state->now_ns - own->since_ns) * 1e-9;
        if (isnan(own->ha_w_per_k))
            continue;
        if (own->power_w < run->gpus[g].physics.power_w || own->power_w > run->gpus[g].physics.power_w)
            return "a GPU warms by another power than it draws";
        if (fabs(own->water_c - water_at(run, g)) > 1e-9)
            return "the water at a GPU is not that of those upstream";
        if (!(own->min_c <= own->temp_c && own->temp_c <= own->max_c &&
              own->max_c <= fmax(own->top_c, own->ever_c)))
            return "CO-4: a temperature lies beyond its extremes";
        if (own->temp_c < HEAT_WATER_MIN_C - 1e-9)
            return "CO-4: a GPU is colder than the coldest water";
        steady_c += own->steady_c;
        away_c += (own->temp_c - own->steady_c) * heat_remains(own->alpha_per_s, dt_s);
    }
    for (int k = 0; heat && k < heat->n_groups; k++) {
        const struct heat_group *group = &heat->groups[k];
        double dt_s = (double)(run->state->now_ns - heat->since_ns) * 1e-9;
        steady_c -= group->steady_sum_c;
        away_c -= group->away_sum_c * heat_remains(group->alpha_per_s, dt_s);
    }
    return fabs(steady_c) > 1e-6 || fabs(away_c) > 1e-6 ? "a sum of temperatures is not that of the GPUs"
                                                        : NULL;
}
