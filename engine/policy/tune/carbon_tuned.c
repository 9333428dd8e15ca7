/* The carbon-tuned clock (utilization_fallacy.md section 1.4, composition.md CO-C8, CO-C16): of the clocks
 * that keep every SLO and up with the load, each GPU has the one at which its work emits least.
 *
 * It measures in periods. A period ends at a sample of the grid or after five minutes, and says of each app
 * what its tail latency was and how much work there was; its tail at another clock is predicted in proportion
 * of its latencies alone. A period of less than a minute says nothing and goes on; one in which somebody else
 * turned a clock, or cut a GPU anew, is forgotten, and whenever a clock changes another begins, so that no
 * period contains a change. Until the first has ended clocks stay as they are.
 *
 * What a GPU's work emits at a clock goes by the mix of the last period: each instance runs so long at what
 * it draws above the power that is drawn once, which is drawn as long as any runs. The GPU is held as long,
 * so idle power and embodied carbon are its work's, too; with equal ratios of time that is the paper's (CI P
 * + m C_M / LT) t. Where requests come from outside and have no other GPU to go to, this one is held and idle
 * anyway, nobody else could use its time, and what counts is what it draws above that (adopted).
 *
 * On a GPU whose layout may change, what was measured holds for the layout that it was measured on: when
 * another is ordered, clocks stay until a period on that has ended. While a search tries layouts the engine
 * lets them be (CO-C16).
 */
#include "engine/physics/clock.h"
#include "engine/physics/power.h"
#include "engine/policy/governor.h"

#include <string.h>

enum { PERIOD_S = 300, PERIOD_LEAST_S = 60 };
static const double busy_most = 0.95;

struct carbon_tuned {
    int64_t measured; /* periods that have ended; of the last one: */
    double seconds;
    double tail_s[APPS_MAX];           /* without overhead; 0: nothing ended */
    double work[APPS_MAX];             /* requests an instance, counted by the time that they took */
    double each_s[APPS_MAX];           /* how long one of its seats was busy, all alike */
    double scale[GPUS_MAX];            /* the GPU's busy time, over what `work` makes of it */
    int32_t last_place[INSTANCES_MAX]; /* where each instance stood, */
    int8_t last_held[INSTANCES_MAX];   /* and the app that a seat held; and in the period under way: */
    int32_t place[INSTANCES_MAX];
    int8_t held[INSTANCES_MAX];
    int64_t app_busy_ns[APPS_MAX], gpu_busy_ns[GPUS_MAX]; /* when it began */
    struct clock_choice choices[GPUS_MAX];
};

static size_t tuned_size(const struct model *model)
{
    (void)model;
    return sizeof(struct carbon_tuned);
}

/* ---- seats: what is on a slice of a GPU whose layout may change ---- */

enum { HOLDS_NOTHING = -1 };

static bool is_seat(const struct model *model, int instance)
{
    return model->gpus[model->instances[instance].gpu].reconfigurable;
}

/* The apps of an instance; of a seat, what it holds now. */
static uint64_t apps_of(const struct view *view, int instance)
{
    return is_seat(view->model, instance) ? view->instances[instance].apps
                                          : view->model->instances[instance].apps;
}

/* The app that a seat holds. */
static int8_t held_by(const struct view *view, int instance)
{
    uint64_t apps = is_seat(view->model, instance) ? view->instances[instance].apps : 0;
    return (int8_t)(apps ? __builtin_ctzll(apps) : HOLDS_NOTHING);
}

/* Is a seat not what it was in the last period, or about to become another? What was measured on other seats
 * says nothing of these. */
static bool was_cut(const struct view *view, const struct carbon_tuned *state)
{
    bool cut = false;
    for (int i = 0; i < view->model->n_instances && !cut; i++) {
        const struct instance_state *own = &view->instances[i];
        cut = view_has(view, i) && is_seat(view->model, i) &&
              (held_by(view, i) != state->last_held[i] || own->apps != own->next_apps ||
               (own->apps != 0 && model_place_at_rest(view->model, own->gpu, own->place) !=
                                      model_place_at_rest(view->model, own->gpu, state->last_place[i])));
    }
    return cut;
}

/* What the app's usual request takes at a place where it has a profile. */
static double latency_s(const struct model *model, int a, const struct model_cost *cost)
{
    return ns_to_s(cost->latency_ns[model_usual_batch(model, a, cost)]);
}

static double last_latency_s(const struct view *view, const struct carbon_tuned *state, int a, int instance)
{
    const struct model_cost *cost = model_cost_of(view->model, a, state->last_place[instance]);
    return cost->latency_ns ? latency_s(view->model, a, cost) : 0;
}

/* ---- a GPU at a clock ---- */

/* What runs where: a GPU's instances, and the apps of each. */
struct clock_spot {
    const struct view *view;
    const struct carbon_tuned *state;
    int gpu;
    bool alone;  /* one of its instances runs at a time; else one of each lane, and all without one */
    bool waited; /* apps wait for it: it is always busy, and no load outruns it */
    bool wanted; /* these, or apps with another GPU: its time is worth something */
};

struct clock_outlook {
    bool known;           /* all have a profile there */
    double time_s;        /* as long as any runs */
    double energy_j;      /* that counts */
    double sum_s, busy_s; /* of all instances together; of the busiest, or the busiest lane */
    double sum_w;         /* of all, each alone */
    int n;                /* instances, or lanes, with work */
    int lane;             /* of the last one added, -1: none; what all on it come to */
    double lane_s, lane_j, lane_w;
    struct clock_choice nearest; /* the app nearest to its SLO */
};

static bool waits(const struct model *model, int a)
{
    enum arrival_kind kind = model->apps[a].arrivals;
    return kind == ARRIVAL_CLOSED_LOOP || kind == ARRIVAL_BACKLOGGED;
}

static bool has_another(const struct view *view, int a, int gpu)
{
    const struct model *model = view->model;
    for (int k = 0; k < model->apps[a].n_all; k++)
        if (model->instances[model->apps[a].all[k]].gpu != gpu &&
            apps_of(view, model->apps[a].all[k]) >> a & 1)
            return true;
    return false;
}

/* The instance in a slot of the GPU, -1 if there is none. */
static int instance_at(const struct clock_spot *spot, int slot)
{
    return spot->view->seats[spot->view->model->gpus[spot->gpu].first_slot + slot];
}

static void add_instance(const struct clock_spot *spot, int instance, int clock, double once_w,
                         struct clock_outlook *out)
{
    const struct view *view = spot->view;
    double time_s = 0, energy_j = 0;
    int last = spot->state->last_place[instance];
    int place = clock < 0 ? last : model_place_at(view->model, instance, last, clock);
    for (uint64_t left = apps_of(view, instance); left; left &= left - 1) {
        int a = __builtin_ctzll(left);
        const struct model_cost *cost = model_cost_of(view->model, a, place);
        if (!cost->latency_ns) {
            out->known = false;
            continue;
        }
        double latency = latency_s(view->model, a, cost);
        double took_s = spot->state->work[a] * latency * spot->state->scale[spot->gpu];
        if (is_seat(view->model, instance))
            took_s = spot->state->each_s[a] * latency / last_latency_s(view, spot->state, a, instance);
        time_s += took_s;
        energy_j += took_s * cost->power_w[model_usual_batch(view->model, a, cost)];
        struct clock_choice *nearest = &out->nearest;
        const struct app_state *app = &spot->view->apps[a];
        double was = last_latency_s(spot->view, spot->state, a, instance), tail = spot->state->tail_s[a];
        double tail_ms =
            (tail > 0 && was > 0 ? tail * (latency / was) : latency) * 1000 + ns_to_ms(app->overhead_ns);
        double slo_ms = ns_to_ms(app->slo_ns + app->overhead_ns);
        if (!(app->slo_ns >= INT64_MAX / 4) &&
            !(nearest->app >= 0 && tail_ms * nearest->slo_ms <= nearest->tail_ms * slo_ms)) {
            nearest->app = a;
            nearest->tail_ms = tail_ms;
            nearest->slo_ms = slo_ms;
        }
    }
    out->sum_s += time_s;
    out->energy_j += energy_j - once_w * time_s;
    /* Instances that take turns on a lane are as one; the others are each by itself. */
    int lane = view->model->instances[instance].lane;
    bool same = lane >= 0 && lane == out->lane;
    double before_s = same ? out->lane_s : 0, before_j = same ? out->lane_j : 0,
           before_w = same ? out->lane_w : 0;
    out->lane = lane;
    out->lane_s = before_s + time_s;
    out->lane_j = before_j + energy_j;
    out->lane_w = out->lane_s > 0 ? out->lane_j / out->lane_s : 0;
    out->n += out->lane_s > 0 && !(before_s > 0);
    out->sum_w += out->lane_w - before_w;
    out->busy_s = out->lane_s > out->busy_s ? out->lane_s : out->busy_s;
}

/* Of the work of the last period, at a clock of the model's table; as it was then (-1). */
static struct clock_outlook outlook_of(const struct clock_spot *spot, int clock)
{
    const struct model_gpu *gpu = &spot->view->model->gpus[spot->gpu];
    const struct power_law *law = power_law_of(gpu->power);
    const struct power_plan plan = power_plan_of(gpu);
    double once_w = power_once_w(law, gpu->idle_w, &plan);
    struct clock_outlook out = {.known = true, .lane = -1, .nearest = {.app = -1}};
    for (int slot = 0; slot < gpu->n_slots; slot++)
        if (instance_at(spot, slot) >= 0)
            add_instance(spot, instance_at(spot, slot), clock, once_w, &out);
    if (spot->alone)
        out.busy_s = out.sum_s;
    out.time_s = out.busy_s;
    if (law->watts && !spot->alone)
        out.energy_j = out.time_s * power_watts(law, gpu->idle_w, out.sum_w, out.n, &plan);
    else
        out.energy_j += out.time_s * once_w;
    out.energy_j -= spot->wanted ? 0 : out.time_s * gpu->idle_w;
    return out;
}

static struct clock_spot spot_of(const struct view *view, const struct carbon_tuned *state, int g)
{
    const struct model_gpu *gpu = &view->model->gpus[g];
    bool alone = gpu->n_lanes == 1 || gpu->n_instances <= 1;
    struct clock_spot spot = {.view = view, .state = state, .gpu = g, .alone = alone};
    for (int slot = 0; slot < gpu->n_slots; slot++) {
        int instance = instance_at(&spot, slot);
        uint64_t left = instance >= 0 ? apps_of(view, instance) : 0;
        for (; left; left &= left - 1) {
            int a = __builtin_ctzll(left);
            spot.waited |= waits(view->model, a);
            spot.wanted |= waits(view->model, a) || has_another(view, a, g);
        }
    }
    return spot;
}

/* ---- periods ---- */

static void begin_period(const struct view *view, struct carbon_tuned *state, struct tuning *tuning)
{
    const struct model_pool *pool = view->pool;
    for (int k = 0; k < pool->n_apps; k++)
        state->app_busy_ns[pool->apps[k]] = view->apps[pool->apps[k]].busy_ns;
    for (int k = 0; k < pool->n_gpus; k++)
        state->gpu_busy_ns[pool->gpus[k]] = view->gpus[pool->gpus[k]].busy_ns;
    for (int i = 0; i < view->model->n_instances; i++)
        if (view_has(view, i)) {
            /* Where an instance stands once the clocks have changed. */
            int32_t place = view_asked_place(view, i);
            for (int k = 0; k < tuning->n; k++)
                if (tuning->clocks[k].gpu == view->instances[i].gpu)
                    place = model_place_at(view->model, i, place,
                                           model_clock_find(view->model, tuning->clocks[k].mhz));
            state->place[i] = place;
            state->held[i] = held_by(view, i);
        }
    tuning->begin_period = true;
}

/* Does an instance stand elsewhere than when the period began, which this governor has not ordered? */
static bool was_turned(const struct view *view, const struct carbon_tuned *state)
{
    bool turned = false;
    for (int i = 0; i < view->model->n_instances; i++)
        turned = turned || (view_has(view, i) && (state->place[i] != view_asked_place(view, i) ||
                                                  state->held[i] != held_by(view, i)));
    return turned;
}

/* ---- decisions ---- */

static struct clock_choice choose(const struct clock_spot *spot, struct tuning *tuning)
{
    struct clock_point points[CLOCKS_MAX];
    struct clock_choice outlooks[CLOCKS_MAX], choice = {.reason = CLOCK_IDLE, .app = -1};
    const struct view *view = spot->view;
    /* The clocks of the GPU, ascending, with what its work emits at each; how many. */
    const struct model *model = spot->view->model;
    int n = 0;
    for (int clock = 0; clock < model->n_clocks && n < CLOCKS_MAX; clock++) {
        const struct clock_outlook out = outlook_of(spot, clock);
        if (!out.known || !(out.time_s > 0))
            continue;
        double busy = out.busy_s / spot->state->seconds;
        bool in_time = out.nearest.app < 0 || out.nearest.tail_ms <= out.nearest.slo_ms * (1 + 1e-9);
        outlooks[n] = out.nearest;
        points[n++] = (struct clock_point){.mhz = model->clocks_mhz[clock],
                                           .power_w = out.energy_j / out.time_s,
                                           .time = out.time_s,
                                           .feasible = in_time && (spot->waited || busy <= busy_most)};
    }
    /* Energy of the facility for each joule of this GPU's. Air-cooled ones cost what water of HEAT_WATER_C
     * would. */
    bool split = view->knobs->number[KNOB_FACILITY] > FACILITY_FLAT, warm = view_is_warm(view, spot->gpu);
    double facility =
        split ? heat_facility(warm ? view->water->supply_c : HEAT_WATER_C) : view->knobs->number[KNOB_PUE];
    double ci = view->grid->ci * facility, m = view->knobs->number[KNOB_EMBODIED];
    double embodied = spot->wanted && m > 0 ? m * view->model->gpus[spot->gpu].embodied_g_per_s : 0;
    if (n == 0)
        return choice;
    int best = clock_best(points, n, ci, embodied), at = best >= 0 ? best : n - 1;
    if (warm && split)
        clock_holds(points, n, best, view->grid->ci, embodied, &tuning->facility_from, &tuning->facility_to);
    choice = outlooks[at];
    choice.mhz = points[at].mhz;
    double grams = clock_grams(&points[at], ci, embodied);
    choice.gain = grams > 0 ? clock_grams(&points[n - 1], ci, embodied) / grams : 1;
    for (int k = 0; k < n; k++)
        points[k].feasible = true; /* what would be best if nothing were asked of it? */
    bool least = best >= 0 && clock_best(points, n, ci, embodied) >= best;
    choice.reason = best < 0 ? CLOCK_TOO_SLOW : least ? CLOCK_LEAST : CLOCK_HELD;
    return choice;
}

static void tuned_wake(const struct view *view, void *own, enum wake why, const struct watched *watched,
                       struct tuning *tuning)
{
    struct carbon_tuned *state = own;
    bool whole = why != WAKE_START && watched->open && watched->seconds >= PERIOD_LEAST_S;
    bool turned = why != WAKE_START && was_turned(view, state);
    if (whole && !turned) {
        const struct model_pool *pool = view->pool;
        state->measured++;
        state->seconds = watched->seconds;
        memcpy(state->last_place, state->place, sizeof state->place);
        memcpy(state->last_held, state->held, sizeof state->held);
        for (int k = 0; k < pool->n_apps; k++) {
            int a = pool->apps[k];
            state->tail_s[a] = watched->apps[a].completed > 0 ? ns_to_s(watched->apps[a].tail_ns) : 0;
            /* Requests that each of the app's instances served, by the time that all of them were busy with
             * it. Seats, which pull from one queue, are rather busy for as long as each other than with as
             * many. */
            const struct model_app *app = &view->model->apps[a];
            double busy_s = ns_to_s(view->apps[a].busy_ns - state->app_busy_ns[a]), round_s = 0;
            int n = 0;
            /* Had the app this instance, one of all that can serve it, in the last period? */
            for (int i = 0; i < app->n_all; i++)
                if (!is_seat(view->model, app->all[i]) || state->last_held[app->all[i]] == a) {
                    round_s += last_latency_s(view, state, a, app->all[i]);
                    n++;
                }
            state->work[a] = round_s > 0 ? busy_s / round_s : 0;
            state->each_s[a] = n > 0 ? busy_s / n : 0;
        }
        for (int k = 0; k < pool->n_gpus; k++) {
            int g = pool->gpus[k];
            const struct clock_spot spot = spot_of(view, state, g);
            state->scale[g] = 1;
            double sum_s = spot.alone ? outlook_of(&spot, -1).sum_s : 0;
            state->scale[g] = sum_s > 0 ? ns_to_s(view->gpus[g].busy_ns - state->gpu_busy_ns[g]) / sum_s : 1;
        }
    }
    if (why == WAKE_START || was_cut(view, state))
        state->measured = 0;
    for (int k = 0; k < view->pool->n_gpus; k++) {
        int g = view->pool->gpus[k];
        const struct clock_spot spot = spot_of(view, state, g);
        if (!governor_has(view, g) ||
            (view->model->gpus[g].reconfigurable && view->model->gpus[g].first_clocked == 0))
            continue;
        state->choices[g] = (struct clock_choice){.reason = CLOCK_WAITS, .app = -1};
        if (state->measured > 0)
            state->choices[g] = choose(&spot, tuning);
        state->choices[g].at_ns = view->now_ns;
        double mhz = state->choices[g].mhz;
        if (mhz > 0 && mhz != view->gpus[g].tuned_mhz) {
            tuning->clocks[tuning->n].gpu = g;
            tuning->clocks[tuning->n++].mhz = mhz;
        }
    }
    if (whole || turned || !watched->open || tuning->n > 0)
        begin_period(view, state, tuning);
    tuning->wake_ns = view->now_ns + PERIOD_S * NS_PER_S;
}

static const struct clock_choice *tuned_choice(const void *own, int gpu)
{
    const struct carbon_tuned *state = own;
    return &state->choices[gpu];
}

const struct governor tune_carbon_tuned = {
    .decider = {.state_size = tuned_size, .measures = true}, .wake = tuned_wake, .choice = tuned_choice};
