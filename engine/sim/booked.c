/* Booked at the start. Where a GPU serves one request at a time and nobody can interrupt it, all is known of
 * a request when it starts: when it ends, how late that is, what it draws. And where an app has a GPU of its
 * own, most is known earlier: a request that would not have the high-end GPU, were it free, starts on its
 * app's own one when it has come and those before it are through, whatever else happens. So an app books
 * ahead, one request after the other, up to the first that would rather have the high-end GPU, which all
 * share. Only these are events here: when they come to the head of their queue, when their own GPU is free,
 * and when the high-end GPU is while somebody waits for it. Each app has one key, so has the high-end GPU,
 * and so has the end of the stretch: eight keys, whose least is found by seven selections, and no tree.
 *
 * A stretch lasts to the next rarer event (an edit, a sample, the end of a bucket) or to where the run is to
 * stop: within it neither prices nor limits change. What starts later is left to the next one. At its end the
 * state is what it is in any other instance, byte for byte; before that nobody looks, which is why a log is
 * not for this instance. Sums are kept in the order in which others keep them:
 *   - a GPU's, from start to end to start
 *   - an app's, by the ends of its requests: what its own GPU served is accounted for as the next one starts
 *     there, and before that, what of it ended earlier on the high-end GPU; and the other way round
 *   - the meter of a queue's is told of those who arrived, one by one, before somebody starts
 * Of apps that wait for the high-end GPU all that has ended is accounted for, so their violations can be
 * compared. */

#include "engine/policy/route/carbondis.h"
#include "engine/sim/serve.h"

/* Keys are times, slots, and whose they are. */
enum { HIGH = BOOKED_APPS, BOUND, KEYS, KEY_BITS = 3, ORDER_BITS = 6 };
enum { AHEAD = 24 }; /* so many requests of an app ahead are fetched, which took half of the time */
enum { RARER = 16 }; /* how many rarer events are allowed for when a run may handle only so many */

/* A GPU with its only instance. */
struct station {
    struct instance_state *own; /* has an app: what it served last is not accounted for */
    struct gpu_state *gpu;
    int64_t free_ns; /* from then on, as far as it is booked */
    int64_t starts;  /* when the stretch began */
    int instance;
    uint32_t slot;
};

/* An app, and who waits for its own GPU or for the high-end one. */
struct line {
    const int64_t *at_ns; /* its requests, as they were drawn */
    const int32_t *batch;
    int64_t next;    /* the first that is not booked */
    int64_t arrived; /* as far as its meter knows */
    int64_t head_ns; /* since when `next` has been the first, if it was there */
    uint32_t slot;   /* of arrivals */
    int64_t slo_ns;
    const struct model_cost *low, *high;
    const int64_t *low_ns; /* processing times by batch */
    struct app_state *app;
    struct queue_meter *meter;
    int64_t *responses;
    struct estimate *estimates;
    struct station station;
};

struct booked {
    int64_t key[KEYS];
    int64_t ends[KEYS]; /* RANDOM: of what each GPU serves; where nobody waits some may be in the past */
    int64_t before_ns;  /* what happens from then on is another stretch's */
    bool dirty;
    uint32_t wanting; /* lines that wait for the high-end GPU */
    struct station high;
    struct line lines[BOOKED_APPS];
    struct run *run;
    int64_t *free_ns; /* CarbonDIS: [instance] */
    int64_t before;   /* arrivals and ends of the run, before the stretch */
};

HOT int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

/* In order of events; without whose it is. */
HOT int64_t order_of(int64_t at_ns, uint32_t slot)
{
    return at_ns << ORDER_BITS | slot;
}

HOT int64_t key_of(int64_t at_ns, uint32_t slot, int whose)
{
    return order_of(at_ns, slot) << KEY_BITS | whose;
}

/* ---- a request starts, and has ended ---- */

/* The line's next one starts on a GPU that is free by then. */
HOT void start(struct line *line, struct station *station, int a, const struct model_cost *cost,
               int64_t start_ns)
{
    struct instance_state *own = station->own;
    struct gpu_state *gpu = station->gpu;
    int32_t batch = line->batch[line->next];
    int64_t work_ns = cost->latency_ns[batch];
    __builtin_prefetch(&line->batch[line->next + AHEAD]);
    __builtin_prefetch(&line->at_ns[line->next + AHEAD]);
    double power_w = cost->power_w[batch];
    gpu->idle_open_j += carbon_energy_j(gpu->idle_w, (double)(start_ns - gpu->physics.since_ns) * 1e-9);
    gpu->physics.since_ns = start_ns;
    gpu->starts++;
    gpu->power_min_w = power_w < gpu->power_min_w ? power_w : gpu->power_min_w;
    gpu->power_max_w = power_w > gpu->power_max_w ? power_w : gpu->power_max_w;
    own->app = a;
    own->batch = batch;
    own->arrived_ns = line->at_ns[line->next];
    own->request = line->next;
    own->started_ns = start_ns;
    own->work_ns = work_ns;
    own->power_w = power_w;
    own->provenance = cost->provenance[batch];
    line->app->high_uses += own->high;
    station->free_ns = start_ns + work_ns;
}

/* As ledger_settle and serve_account have it. */
HOT void end(struct booked *booked, struct line *line, const struct station *station, int a)
{
    struct app_state *app = line->app;
    struct instance_state *own = station->own;
    struct gpu_state *gpu = station->gpu;
    int64_t end_ns = station->free_ns, dt_ns = end_ns - gpu->physics.since_ns;
    int64_t response_ns = end_ns - own->arrived_ns;
    double energy_j = carbon_energy_j(own->power_w, (double)dt_ns * 1e-9);
    gpu->physics.since_ns = end_ns;
    gpu->active_open_j += energy_j;
    gpu->busy_ns += dt_ns;
    app->energy_open_j += energy_j;
    app->busy_ns += dt_ns;
    app->provenance_j[own->provenance] += energy_j;
    own->app = INSTANCE_IDLE;
    own->idle_since_ns = end_ns;
    app->violations += response_ns > line->slo_ns;
    response_ns += app->overhead_ns;
    app->response_sum_ns += (double)response_ns;
    __builtin_prefetch(&line->responses[app->finished + AHEAD], 1);
    line->responses[app->finished++] = response_ns;
    if (RARELY(app->finished == app->requests)) {
        booked->run->view.now_ns = end_ns;
        serve_done(booked->run, a);
    }
}

/* Nothing else of the app has ended before on the high-end GPU. At one time that is first. */
HOT void end_low(struct booked *booked, enum router_kind kind, struct line *line, int a)
{
    const struct instance_state *own = line->station.own;
    end(booked, line, &line->station, a);
    if (kind == ROUTER_CARBONDIS) { /* the mean stays what it is: is_foreseen */
        struct estimate *seen = &line->estimates[own->batch];
        seen->count++;
        seen->sum_ns += own->work_ns;
    }
}

HOT void end_high(struct booked *booked, enum router_kind kind)
{
    int a = booked->high.own->app;
    struct line *line = &booked->lines[a];
    if (line->station.own->app >= 0 && line->station.free_ns < booked->high.free_ns)
        end_low(booked, kind, line, a);
    end(booked, line, &booked->high, a);
    if (kind == ROUTER_CARBONDIS)
        booked->free_ns[booked->high.instance] = booked->high.free_ns;
}

/* What the line's own GPU served last, if anything. */
HOT void settle_low(struct booked *booked, enum router_kind kind, struct line *line, int a)
{
    if (line->station.own->app < 0)
        return;
    if (kind != ROUTER_OWN_FIFO && booked->high.own->app == a &&
        booked->high.free_ns <= line->station.free_ns)
        end_high(booked, kind);
    end_low(booked, kind, line, a);
}

/* ---- the queue ---- */

/* The meter is told of those who arrived before then. */
HOT void queue_up(struct line *line, int64_t before_ns)
{
    while (line->at_ns[line->arrived] < before_ns) {
        int64_t at_ns = line->at_ns[line->arrived++];
        queue_set_meter(line->meter, line->arrived - line->next, at_ns);
    }
}

/* The next one starts then. Who starts on arrival is nobody's length. RANDOM settles the queue when its event
 * is over. */
HOT void leave_queue(struct line *line, enum router_kind kind, int64_t start_ns)
{
    if (kind == ROUTER_RANDOM) {
        line->next++;
        return;
    }
    if (line->at_ns[line->next] == start_ns) {
        line->arrived = ++line->next;
        return;
    }
    queue_up(line, start_ns);
    line->next++;
    queue_set_meter(line->meter, line->arrived - line->next, start_ns);
}

/* ---- booking ---- */

/* Would the line's next one have the high-end GPU rather, asked then? CarbonDIS: k of carbondis_rule, without
 * a branch. */
HOT bool wants_high(const struct booked *booked, enum router_kind kind, const struct line *line,
                    int64_t start_ns)
{
    if (kind != ROUTER_CARBONDIS)
        return kind == ROUTER_DYBATCH;
    int64_t esft_ns = start_ns + line->low_ns[line->batch[line->next]];
    return booked->dirty | (esft_ns > line->at_ns[line->next] + line->slo_ns);
}

HOT void book_low(struct booked *booked, enum router_kind kind, struct line *line, int a, int64_t start_ns)
{
    settle_low(booked, kind, line, a);
    start(line, &line->station, a, line->low, start_ns);
    leave_queue(line, kind, start_ns);
    line->head_ns = start_ns;
    if (kind == ROUTER_CARBONDIS)
        booked->free_ns[line->station.instance] = line->station.free_ns;
}

HOT void book_high(struct booked *booked, enum router_kind kind, int a, int64_t start_ns)
{
    struct line *line = &booked->lines[a];
    if (booked->high.own->app >= 0)
        end_high(booked, kind);
    if (kind == ROUTER_DYBATCH)
        ((struct dybatch_state *)booked->run->router_state)->served_ns[a] +=
            line->high->latency_ns[line->batch[line->next]];
    start(line, &booked->high, a, line->high, start_ns);
    leave_queue(line, kind, start_ns);
    line->head_ns = start_ns;
}

/* Up to the first that would rather have the high-end GPU, or that starts in another stretch. */
HOT void book_ahead(struct booked *booked, enum router_kind kind, int a)
{
    struct line *line = &booked->lines[a];
    for (;;) {
        int64_t at_ns = line->at_ns[line->next];
        bool arrives = at_ns >= line->head_ns; /* to find nobody before it */
        int64_t head_ns = later(at_ns, line->head_ns);
        int64_t start_ns = later(head_ns, line->station.free_ns);
        if (head_ns >= booked->before_ns)
            break;
        if (wants_high(booked, kind, line, start_ns)) {
            booked->key[a] = key_of(head_ns, arrives ? line->slot : line->station.slot, a);
            return;
        }
        if (start_ns >= booked->before_ns)
            break;
        book_low(booked, kind, line, a, start_ns);
    }
    booked->key[a] = TOURNAMENT_NEVER;
}

/* ---- events ---- */

/* The line's next one would have the high-end GPU; if that is busy it takes its own, and if that is, too, it
 * waits for either. */
HOT void decide(struct booked *booked, enum router_kind kind, int a, int64_t order)
{
    struct line *line = &booked->lines[a];
    int64_t now_ns = order >> ORDER_BITS, high_order = order_of(booked->high.free_ns, booked->high.slot);
    if (high_order < order) {
        book_high(booked, kind, a, now_ns);
    } else if (order_of(line->station.free_ns, line->station.slot) <= order) {
        book_low(booked, kind, line, a, now_ns);
        booked->wanting &= ~(1u << a);
    } else {
        booked->wanting |= 1u << a;
        booked->key[a] = key_of(line->station.free_ns, line->station.slot, a);
        booked->key[HIGH] = high_order << KEY_BITS | HIGH;
        return;
    }
    book_ahead(booked, kind, a);
}

/* Who of those that wait for it gets the high-end GPU. CarbonDIS: the one with the most violations. DYBATCH:
 * the one with the smallest share of it so far. Ties: lower index. */
HOT int first_in_turn(const struct booked *booked, enum router_kind kind)
{
    const struct dybatch_state *dybatch = booked->run->router_state;
    int best = NOBODY;
    int64_t best_rank = INT64_MAX;
    for (uint32_t left = booked->wanting; left; left &= left - 1) {
        int a = __builtin_ctz(left);
        int64_t rank = kind == ROUTER_DYBATCH ? dybatch->served_ns[a] : -booked->lines[a].app->violations;
        best = rank < best_rank ? a : best;
        best_rank = rank < best_rank ? rank : best_rank;
    }
    return best;
}

/* The high-end GPU is free, and the first of those that wait for it has it. Their own GPUs are busy, or are
 * free only after it in this instant. */
HOT void hand_on(struct booked *booked, enum router_kind kind, int64_t now_ns)
{
    booked->key[HIGH] = TOURNAMENT_NEVER;
    if (!booked->wanting)
        return;
    if (booked->high.own->app >= 0)
        end_high(booked, kind);
    int first = first_in_turn(booked, kind);
    book_high(booked, kind, first, now_ns);
    booked->wanting &= ~(1u << first);
    if (booked->wanting)
        booked->key[HIGH] = key_of(booked->high.free_ns, booked->high.slot, HIGH);
    book_ahead(booked, kind, first);
}

/* ---- events of RANDOM ---- */

/* It books nothing ahead: at each arrival, and while somebody waits at each end, that finds the high-end GPU
 * free, one of all apps is drawn for it, whether it waits or not. `wanting` is who waits at all. */

HOT void expect_arrival(struct booked *booked, int a)
{
    const struct line *line = &booked->lines[a];
    int64_t at_ns = line->at_ns[line->arrived];
    booked->key[a] = at_ns < booked->before_ns ? key_of(at_ns, line->slot, a) : TOURNAMENT_NEVER;
}

HOT void expect_end(struct booked *booked, const struct station *station, int whose)
{
    bool busy = station->own->app >= 0;
    booked->ends[whose] = busy ? key_of(station->free_ns, station->slot, whose) : TOURNAMENT_NEVER;
}

/* For this line the event is over. */
HOT void settle_queue(struct booked *booked, int a, int64_t now_ns)
{
    struct line *line = &booked->lines[a];
    int64_t length = line->arrived - line->next;
    booked->wanting &= ~((uint32_t)(length == 0) << a);
    if (length != line->meter->length)
        queue_set_meter(line->meter, length, now_ns);
}

HOT void draw_high(struct booked *booked, int64_t now_ns)
{
    const struct model_pool *pool = booked->run->view.pool;
    struct random_state *own = booked->run->router_state;
    int drawn = pool->apps[random_below(pool->router_key, own->draws++, (uint32_t)pool->n_apps)];
    if (!(booked->wanting >> drawn & 1))
        return;
    book_high(booked, ROUTER_RANDOM, drawn, now_ns);
    expect_end(booked, &booked->high, HIGH);
    settle_queue(booked, drawn, now_ns);
}

HOT void handle(struct booked *booked, int64_t key, bool arrives)
{
    int64_t order = key >> KEY_BITS, now_ns = order >> ORDER_BITS;
    int whose = (int)(key % KEYS);
    struct line *line = &booked->lines[whose];
    bool waited = booked->wanting;
    if (arrives) {
        line->arrived++;
        booked->wanting |= 1u << whose;
        expect_arrival(booked, whose);
    } else {
        booked->ends[whose] = TOURNAMENT_NEVER;
    }
    if (order_of(booked->high.free_ns, booked->high.slot) <= order)
        draw_high(booked, now_ns);
    if (whose < BOOKED_APPS) {
        if (booked->wanting >> whose & 1 && order_of(line->station.free_ns, line->station.slot) <= order) {
            book_low(booked, ROUTER_RANDOM, line, whose, now_ns);
            expect_end(booked, &line->station, whose);
        }
        settle_queue(booked, whose, now_ns);
    }
    for (int k = 0; booked->wanting && !waited && k < KEYS; k++)
        booked->ends[k] = booked->ends[k] < key ? TOURNAMENT_NEVER : booked->ends[k];
}

/* ---- a stretch ---- */

static void open_station(const struct run *run, struct station *station, int instance)
{
    station->own = &run->instances[instance];
    station->gpu = &run->gpus[station->own->gpu];
    station->starts = station->gpu->starts;
    station->instance = instance;
    station->slot = run->first_instance + (uint32_t)instance;
    station->free_ns = station->own->app >= 0 ? station->own->started_ns + station->own->work_ns
                                              : station->own->idle_since_ns;
}

/* Who waits was decided on when it had come, and is so again: it comes to the same. */
static void open_line(struct run *run, enum router_kind kind, int a, struct line *line)
{
    struct app_state *app = &run->apps[a];
    int low = booked_low(run, a);
    open_station(run, &line->station, low);
    line->app = app;
    line->at_ns = run->drawn[a]->at_ns;
    line->batch = run->drawn[a]->batch;
    line->arrived = app->arrived;
    line->next = app->arrived - app->waiting;
    line->head_ns = 0;
    line->slot = run->first_app + (uint32_t)a;
    line->slo_ns = app->slo_ns;
    line->low = view_cost(&run->view, a, low);
    line->low_ns = line->low->latency_ns;
    line->meter = &run->app_queues[a];
    line->responses = run->responses[a].ns;
    if (kind != ROUTER_OWN_FIFO)
        line->high = view_cost(&run->view, a, run->model->apps[a].high[0]);
    if (kind == ROUTER_CARBONDIS)
        line->estimates = carbondis_entry(run->router_state, a, 0);
}

HOT void open_stretch(struct booked *booked, enum router_kind kind, int64_t before_ns)
{
    struct run *run = booked->run;
    booked->before_ns = before_ns;
    booked->wanting = 0;
    booked->before = 0;
    booked->dirty = carbondis_is_dirty(run->state->grid.cir, run->view.knobs->number[KNOB_CIT]);
    for (int k = 0; k < KEYS; k++)
        booked->key[k] = booked->ends[k] = TOURNAMENT_NEVER;
    booked->key[BOUND] = key_of(before_ns, 0, BOUND);
    if (kind != ROUTER_OWN_FIFO)
        open_station(run, &booked->high, run->model->apps[0].high[0]);
    if (kind == ROUTER_CARBONDIS)
        booked->free_ns = ((struct carbondis_state *)run->router_state)->free_ns;
    for (int a = 0; a < run->model->n_apps; a++) {
        open_line(run, kind, a, &booked->lines[a]);
        booked->before += run->apps[a].arrived + run->apps[a].finished;
        if (kind != ROUTER_RANDOM) {
            book_ahead(booked, kind, a);
            continue;
        }
        booked->wanting |= (uint32_t)(run->apps[a].waiting > 0) << a;
        expect_arrival(booked, a);
        expect_end(booked, &booked->lines[a].station, a);
    }
    if (kind == ROUTER_RANDOM)
        expect_end(booked, &booked->high, HIGH);
}

/* Returns when this GPU last changed. */
static int64_t close_station(struct run *run, const struct station *station)
{
    const struct instance_state *own = station->own;
    struct gpu_state *gpu = station->gpu;
    bool busy = own->app >= 0;
    agenda_set_completion(run, &traits_any, station->instance, busy ? station->free_ns : NS_NEVER);
    gpu->running = busy;
    gpu->physics.power_w = busy ? own->power_w : gpu->idle_w;
    if (!busy || gpu->starts != station->starts) { /* it has been idle */
        gpu->power_min_w = gpu->idle_w < gpu->power_min_w ? gpu->idle_w : gpu->power_min_w;
        gpu->power_max_w = gpu->idle_w > gpu->power_max_w ? gpu->idle_w : gpu->power_max_w;
    }
    return busy ? own->started_ns : own->idle_since_ns;
}

/* Returns when the line last changed. */
static int64_t close_line(struct booked *booked, enum router_kind kind, int a)
{
    struct run *run = booked->run;
    struct line *line = &booked->lines[a];
    struct app_state *app = line->app;
    queue_up(line, booked->before_ns);
    if (line->station.free_ns < booked->before_ns)
        settle_low(booked, kind, line, a);
    if (kind != ROUTER_OWN_FIFO && booked->high.own->app == a && booked->high.free_ns < booked->before_ns)
        end_high(booked, kind);
    app->arrived = line->arrived;
    app->waiting = line->arrived - line->next;
    app->measured = run->responses[a].n = app->finished;
    app->tail.index = (uint64_t)line->arrived;
    app->tail.at_ns = line->at_ns[line->arrived];
    app->tail.batch = line->batch[line->arrived];
    agenda_set_arrival(run, &traits_any, a, app->tail.at_ns);
    if (line->arrived > 0) { /* without anybody who waits it is where it was last */
        int64_t head = app->waiting > 0 ? line->next : line->next - 1;
        app->head.index = (uint64_t)head;
        app->head.at_ns = line->at_ns[head];
        app->head.batch = line->batch[head];
    }
    run->view.waiting_mask |= (uint64_t)(app->waiting > 0) << a;
    return later(close_station(run, &line->station), line->arrived > 0 ? line->at_ns[line->arrived - 1] : 0);
}

/* All has happened that comes before its end. */
static void close_stretch(struct booked *booked, enum router_kind kind)
{
    struct run *run = booked->run;
    int64_t now_ns = run->view.now_ns, events = 0;
    run->view.waiting_mask = 0;
    for (int a = 0; a < run->model->n_apps; a++) {
        now_ns = later(now_ns, close_line(booked, kind, a));
        events += run->apps[a].arrived + run->apps[a].finished;
    }
    if (kind != ROUTER_OWN_FIFO)
        now_ns = later(now_ns, close_station(run, &booked->high));
    run->view.now_ns = now_ns;
    run->view.event += (uint64_t)(events - booked->before);
    struct carbondis_state *own = run->router_state;
    /* All before it are in order by then. */
    for (int k = 0; kind == ROUTER_CARBONDIS && k < run->model->n_apps; k++)
        if (own->violations[own->order[k]] != run->apps[own->order[k]].violations)
            carbondis_promote(&run->view, own, own->order[k]);
}

HOT int64_t least_key(const int64_t *key)
{
    return tournament_least(
        tournament_least(tournament_least(key[0], key[1]), tournament_least(key[2], key[3])),
        tournament_least(tournament_least(key[4], key[5]), tournament_least(key[6], key[7])));
}

HOT void stretch(struct run *run, enum router_kind kind, int64_t before_ns)
{
    struct booked booked;
    booked.run = run;
    open_stretch(&booked, kind, before_ns);
    for (;;) {
        int64_t key = least_key(booked.key);
        int64_t end = kind == ROUTER_RANDOM && booked.wanting ? least_key(booked.ends) : TOURNAMENT_NEVER;
        int whose = (int)(key % KEYS);
        if (kind == ROUTER_RANDOM && (end < key || whose != BOUND))
            handle(&booked, tournament_least(key, end), key < end);
        else if (whose < BOOKED_APPS)
            decide(&booked, kind, whose, key >> KEY_BITS);
        else if (whose == HIGH)
            hand_on(&booked, kind, key >> (KEY_BITS + ORDER_BITS));
        else
            break;
    }
    close_stretch(&booked, kind);
}

/* ---- from stretch to stretch ---- */

/* Until then, no more events come than the run may handle, some rarer ones among them: two for each who
 * arrives, if no app has more than its part, and the ends of those who are there. */
static int64_t safe_until_ns(const struct run *run)
{
    int64_t n = run->model->n_apps, there = RARER, safe_ns = NS_NEVER;
    for (int a = 0; a < n; a++)
        there += run->apps[a].arrived - run->apps[a].finished;
    uint64_t left = run->last_event - run->view.event;
    uint64_t each = left > (uint64_t)there ? (left - (uint64_t)there) / (2 * (uint64_t)n) : 0;
    for (int a = 0; a < n; a++) {
        const struct app_state *app = &run->apps[a];
        uint64_t to_come = (uint64_t)(app->requests - app->arrived);
        safe_ns = tournament_least(
            safe_ns, run->drawn[a]->at_ns[(uint64_t)app->arrived + (each < to_come ? each : to_come)]);
    }
    return each > 0 ? safe_ns : 0;
}

/* Samples and edits come before all else of their instant, other rarer events after it. Where the run may
 * stop after an event of the stretch, that is cut short; the general instance handles the last few. */
HOT void go(struct run *run, enum router_kind kind, int64_t last)
{
    const struct loop *own = run->loop;
    int64_t safe_ns = 0;
    for (int rarer = 0; run->view.event < run->last_event; rarer++) {
        int64_t rare = tournament_top(run->agenda.others), bound = tournament_least(rare, last + 1);
        uint32_t slot = (uint32_t)bound % (1u << SLOT_BITS_MAX);
        int64_t end_ns = (bound >> SLOT_BITS_MAX) + (slot > run->first_app);
        uint64_t first = run->view.event;
        if (end_ns > safe_ns || rarer == RARER) {
            safe_ns = safe_until_ns(run);
            rarer = 0;
        }
        stretch(run, kind, tournament_least(end_ns, safe_ns));
        if (safe_ns < end_ns && run->view.event > first)
            continue;
        if (safe_ns < end_ns) {
            loop_go_any(run, last);
            return;
        }
        if (rare > last || run->state->phase != PHASE_GOING)
            return;
        run->view.now_ns = rare >> SLOT_BITS_MAX;
        run->view.event++;
        if (!loop_rare_event(run, rare, own))
            return;
    }
}

void booked_carbondis(struct run *run, int64_t last)
{
    go(run, ROUTER_CARBONDIS, last);
}

void booked_dybatch(struct run *run, int64_t last)
{
    go(run, ROUTER_DYBATCH, last);
}

void booked_random(struct run *run, int64_t last)
{
    go(run, ROUTER_RANDOM, last);
}

void booked_own_fifo(struct run *run, int64_t last)
{
    go(run, ROUTER_OWN_FIFO, last);
}
