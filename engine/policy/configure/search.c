/* A machine of eight phases. At each wake the phases run, one after the other, until one has to wait: a table
 * says which function is whose. Whoever waits has said until when. */
#include "engine/policy/configure/search.h"

#include "engine/policy/configure/clover_rule.h"
#include "engine/policy/configure/fleet_graph.h"

#include <string.h>

#define LOOK_NS NS_PER_S
#define PERIOD_NS (300 * NS_PER_S)
enum { LATE_PERIODS = 2, TOLD_MAX = sizeof((struct proposal *)0)->told / sizeof(struct evaluation) };

/* One wake. */
struct search_turn {
    const struct search_scheme *scheme;
    const struct view *view;
    const struct model_clover *clover;
    const struct clover_settings *settings;
    struct search *search;
    const struct measured *measured;
    struct proposal *proposal;
    struct objective now;
};

/* Of the pool's app of this number. */
static const struct app_state *app_of(const struct search_turn *turn, int app)
{
    return &turn->view->apps[turn->view->pool->apps[app]];
}

static void enter(struct search_turn *turn, enum search_phase phase)
{
    turn->search->phase = phase;
    turn->search->since_ns = turn->view->now_ns;
}

/* The phase goes on until then, or until something happens. */
static bool wait_until(struct search_turn *turn, int64_t t_ns)
{
    turn->proposal->wake_ns = t_ns;
    return false;
}

static bool look_again(struct search_turn *turn, int64_t latest_ns)
{
    int64_t next_ns = turn->view->now_ns + LOOK_NS;
    return wait_until(turn, next_ns < latest_ns ? next_ns : latest_ns);
}

/* --- what is told --- */

static struct evaluation *tell(struct search_turn *turn, enum evaluation_kind kind,
                               enum evaluation_reason reason, const struct candidate *about)
{
    struct evaluation *told = &turn->proposal->told[turn->proposal->n_told++];
    *told = evaluation_of(turn->view, &about->graph, about->known ? &about->outcome : NULL);
    told->search = (int32_t)turn->search->number;
    told->step = (int32_t)turn->search->step;
    told->kind = (int32_t)kind;
    told->reason = (int32_t)reason;
    told->centre = turn->search->centre.graph;
    if (!turn->scheme->anneals)
        told->h = (double)NAN;
    return told;
}

/* --- when a search begins --- */

static void begin(struct search_turn *turn, enum evaluation_reason reason)
{
    struct search *search = turn->search;
    search->number++;
    search->step = search->misses = search->late_periods = 0;
    search->begun_ns = turn->view->now_ns;
    search->terms = turn->now;
    search_cache_drop_passing(&search->cache);
    const struct outcome *outcome = search_cache_find(&search->cache, &search->centre.graph);
    search->centre.known = outcome != NULL;
    if (outcome) {
        search->centre.outcome = *outcome;
        search_cache_put(&search->cache, &search->centre.graph, &search->centre.outcome, search->number,
                         false);
    }
    tell(turn, EVALUATION_BEGIN, reason, &search->centre);
    enter(turn, SEARCH_NEXT);
}

/* Does anything but the watched period ask for a search? */
static bool begin_if_changed(struct search_turn *turn)
{
    const struct objective *now = &turn->now, *last = &turn->search->terms;
    if (!objective_same_knobs(now, last))
        begin(turn, TRIGGER_KNOB);
    else if (clover_triggers(now->ci, last->ci, turn->settings->trigger_pct))
        begin(turn, TRIGGER_INTENSITY);
    else
        return false;
    return true;
}

/* The centre did not do what the cache says of it: it is to be measured anew. */
static void begin_with_unknown(struct search_turn *turn, enum evaluation_reason reason)
{
    search_cache_drop(&turn->search->cache, &turn->search->centre.graph);
    begin(turn, reason);
}

/* What the clocks of the pool's GPUs are, as one number: those of a key, with the graph. */
static uint64_t clocks_now(const struct view *view)
{
    uint64_t all = 0;
    for (int k = 0; view->model->n_clocks > 0 && k < view->pool->n_gpus; k++) {
        uint64_t bits;
        memcpy(&bits, &view->gpus[view->pool->gpus[k]].clock_mhz, sizeof bits);
        all = random_mix(all ^ bits);
    }
    return all;
}

/* At the start of a run BASE stands there as if it always had. */
static bool phase_begin(struct search_turn *turn)
{
    struct search *search = turn->search;
    if (turn->view->now_ns == 0 && !graph_equal(&search->deployed, &search->centre.graph)) {
        search->deployed = turn->proposal->graph = search->centre.graph;
        turn->proposal->deploy = turn->proposal->free = true;
        return wait_until(turn, 1);
    }
    begin(turn, TRIGGER_START);
    return true;
}

/* --- how a proposal is tried --- */

static bool order(struct search_turn *turn, const struct graph *graph, enum search_phase phase)
{
    struct search *search = turn->search;
    search->ordered_ns = turn->view->now_ns;
    enter(turn, phase);
    if (graph_equal(graph, &search->deployed))
        return true;
    search->deployed = turn->proposal->graph = *graph;
    turn->proposal->deploy = true;
    return look_again(turn, NS_NEVER);
}

/* Has this search tried the entry, at the clocks in force? */
static bool is_tried(const struct search_cache *cache, int64_t k, int64_t search)
{
    return cache->entries[k].search == search && cache->entries[k].clocks == cache->clocks;
}

/* Of what this search has tried, what is best to be left deployed by the knobs in force: an edit in the
 * middle of a search may have changed that. NULL when nothing was tried. */
static const struct search_cache_entry *best_tried(const struct search_turn *turn)
{
    const struct search_cache *cache = &turn->search->cache;
    const struct search_cache_entry *best = NULL;
    struct score best_score = {0};
    for (int64_t k = 0; k < cache->n; k++) {
        const struct search_cache_entry *entry = &cache->entries[k];
        if (!is_tried(cache, k, turn->search->number))
            continue;
        struct score score = objective_score(&turn->now, &entry->outcome);
        if (!best || score_beats(&score, &best_score)) {
            best = entry;
            best_score = score;
        }
    }
    return best;
}

static void judge(struct search_turn *turn, const struct candidate *tried, enum evaluation_kind kind,
                  int64_t begin_ns)
{
    struct search *search = turn->search;
    bool is_centre = !search->centre.known;
    struct evaluation *told = tell(turn, kind, is_centre ? TRY_CENTRE : TRY_SAMPLED, tried);
    told->begin_ns = begin_ns;
    if (is_centre)
        search->centre = *tried;
    else {
        struct score score = objective_score(&turn->now, &tried->outcome);
        /* Did it not raise the best compliant f? */
        const struct search_cache_entry *best = best_tried(turn);
        struct score best_score = objective_score(&turn->now, &best->outcome);
        search->misses = score.compliant && score_beats(&score, &best_score) ? 0 : search->misses + 1;
        if (turn->scheme->anneals) {
            /* The centre moves, or it does not. */
            struct score centre = objective_score(&turn->now, &search->centre.outcome);
            told->reason = TRY_BETTER;
            told->temperature = clover_temperature((int)search->step);
            told->centre_h = centre.h;
            /* Equation 5. Graphs below the accuracy limit are no centre, unless the centre is itself further
             * below. */
            told->probability = score.shortfall > 0 || centre.shortfall > 0
                                    ? score.shortfall <= centre.shortfall ? 1 : 0
                                    : clover_acceptance(score.h - centre.h, told->temperature);
            if (told->probability < 1) {
                told->draw = lots_unit(&search->lots);
                told->reason = told->draw < told->probability ? TRY_LUCK : TRY_REJECTED;
            }
            if (told->reason != TRY_REJECTED)
                search->centre = *tried;
        }
        search->step++;
    }
    search_cache_put(&search->cache, &tried->graph, &tried->outcome, search->number,
                     kind == EVALUATION_MEASURED && search->behind_queue);
    enter(turn, SEARCH_NEXT);
}

/* The centre first, if it is not known what it does; the search's limits are on tries. */
static bool phase_next(struct search_turn *turn)
{
    struct search *search = turn->search;
    int64_t now_ns = turn->view->now_ns;
    bool over = search->misses >= turn->settings->misses || search->step >= CLOVER_TRIES_MAX ||
                now_ns - search->begun_ns >= ns_from_s(turn->settings->run_s);
    if (!search->centre.known)
        search->trial = search->centre.graph;
    else if (over || !turn->scheme->draw(turn->view, search, &search->trial)) {
        /* The best of what was seen, and the centre of the next search. */
        const struct search_cache_entry *best = best_tried(turn);
        search->centre = (struct candidate){.graph = best->graph, .outcome = best->outcome, .known = true};
        return order(turn, &search->centre.graph, SEARCH_KEEP);
    }
    const struct outcome *outcome = search_cache_find(&search->cache, &search->trial);
    if (!outcome)
        return order(turn, &search->trial, SEARCH_DEPLOY);
    struct candidate tried = {.graph = search->trial, .outcome = *outcome, .known = true};
    judge(turn, &tried, EVALUATION_CACHED, now_ns);
    return true;
}

static bool phase_deploy(struct search_turn *turn)
{
    if (!turn->measured->steady)
        return look_again(turn, NS_NEVER);
    enter(turn, SEARCH_SETTLE);
    return true;
}

static bool open_window(struct search_turn *turn, enum search_phase phase, int64_t length_ns)
{
    turn->proposal->open_window = true;
    for (int app = 0; app < turn->clover->n_apps; app++)
        turn->search->finished[app] = app_of(turn, app)->finished;
    enter(turn, phase);
    return wait_until(turn, turn->view->now_ns + length_ns);
}

static bool settle(struct search_turn *turn, enum search_phase next, int64_t length_ns)
{
    /* All is up; has nobody waited once, or long enough? */
    int64_t waited_ns = turn->view->now_ns - turn->search->since_ns;
    return (turn->measured->was_empty || waited_ns >= ns_from_s(turn->settings->settle_s))
               ? open_window(turn, next, length_ns)
               : look_again(turn, turn->search->since_ns + ns_from_s(turn->settings->settle_s));
}

/* What interferes (a GPU cut by hand) makes it wait, or the window begin, anew. */
static bool phase_settle(struct search_turn *turn)
{
    if (!turn->measured->steady) {
        enter(turn, SEARCH_DEPLOY);
        return true;
    }
    turn->search->behind_queue = !turn->measured->was_empty;
    return settle(turn, SEARCH_MEASURE, ns_from_s(turn->settings->window_s));
}

/* Where requests wait for half of the window and longer, their ages say how long it was, whatever the graph:
 * then it is the time in which the graph serves a window's nominal requests that tells the less late from the
 * later, and so leads a search out of an overload. */
static struct outcome outcome_of_window(const struct search_turn *turn, const struct graph *graph)
{
    struct outcome outcome = outcome_of_measured(turn->view, graph, turn->measured);
    double seconds = turn->measured->seconds;
    for (int app = 0; app < turn->clover->n_apps; app++) {
        double nominal = turn->clover->apps[app].rate_hz * turn->view->knobs->number[KNOB_LOAD] * seconds;
        int64_t served = app_of(turn, app)->finished - turn->search->finished[app];
        if (outcome.tail_ms[app] > 500 * seconds)
            outcome.tail_ms[app] = 1000 * seconds * nominal / (served > 0 ? (double)served : 1);
    }
    return outcome;
}

static bool phase_measure(struct search_turn *turn)
{
    struct search *search = turn->search;
    int64_t end_ns = search->since_ns + ns_from_s(turn->settings->window_s);
    if (!turn->measured->open) {
        enter(turn, SEARCH_DEPLOY);
        return true;
    }
    if (turn->view->now_ns < end_ns)
        return wait_until(turn, end_ns);
    struct candidate tried = {.graph = search->trial, .known = true};
    tried.outcome = outcome_of_window(turn, &search->trial);
    turn->proposal->close_window = true;
    judge(turn, &tried, EVALUATION_MEASURED, search->ordered_ns);
    return true;
}

/* --- how it ends --- */

static bool phase_keep(struct search_turn *turn)
{
    if (!turn->measured->steady)
        return look_again(turn, NS_NEVER);
    struct evaluation *told = tell(turn, EVALUATION_END, KEPT_BEST, &turn->search->centre);
    told->reason = told->compliant ? KEPT_BEST : KEPT_LEAST_LATE;
    told->begin_ns = turn->search->ordered_ns;
    enter(turn, SEARCH_REST);
    return true;
}

static bool phase_rest(struct search_turn *turn)
{
    if (begin_if_changed(turn))
        return true;
    if (turn->measured->steady)
        return settle(turn, SEARCH_WATCH, PERIOD_NS);
    enter(turn, SEARCH_REST);
    return look_again(turn, NS_NEVER);
}

static bool phase_watch(struct search_turn *turn)
{
    struct search *search = turn->search;
    int64_t end_ns = search->since_ns + PERIOD_NS;
    if (begin_if_changed(turn))
        return true;
    if (!turn->measured->open) {
        enter(turn, SEARCH_REST);
        return true;
    }
    if (turn->view->now_ns < end_ns)
        return wait_until(turn, end_ns);
    struct outcome outcome = outcome_of_window(turn, &search->centre.graph);
    struct score score = objective_score(&turn->now, &outcome);
    search->late_periods = score.late > 1 ? search->late_periods + 1 : 0;
    if (score.shortfall > 0)
        begin_with_unknown(turn, TRIGGER_ACCURACY);
    else if (search->late_periods == LATE_PERIODS)
        begin_with_unknown(turn, TRIGGER_LATE);
    else
        return open_window(turn, SEARCH_WATCH, PERIOD_NS);
    return true;
}

/* --- the wake --- */

static bool (*const phases[SEARCH_PHASES])(struct search_turn *) = {
    [SEARCH_BEGIN] = phase_begin,     [SEARCH_NEXT] = phase_next,  [SEARCH_DEPLOY] = phase_deploy,
    [SEARCH_SETTLE] = phase_settle,   [SEARCH_KEEP] = phase_keep,  [SEARCH_REST] = phase_rest,
    [SEARCH_MEASURE] = phase_measure, [SEARCH_WATCH] = phase_watch};

size_t search_state_size(const struct model *model)
{
    (void)model;
    return sizeof(struct search);
}

/* Every phase tells at most one evaluation: when there is no room for another, it goes on a moment later. */
void search_wake(const struct search_scheme *scheme, const struct view *view, struct search *search,
                 enum wake why, const struct measured *measured, struct proposal *proposal)
{
    struct search_turn turn = {.scheme = scheme,
                               .view = view,
                               .clover = view->pool->clover,
                               .settings = &view->pool->clover->settings,
                               .search = search,
                               .measured = measured,
                               .proposal = proposal,
                               .now = objective_of(view)};
    proposal->replicated = turn.clover->replicated;
    if (why == WAKE_START) {
        /* BASE is the centre of the first search; on the GPUs, at their clocks and at the load of the derived
         * inputs, which is that of time 0, what it does is known. Where there are fewer GPUs than apps there
         * is no BASE, and a random point that serves all apps has to do. */
        struct search *begun = turn.search;
        const struct model_pool *pool = turn.view->pool;
        double derived_load = knob_at(&turn.view->model->scenario, knob_of_run(KNOB_LOAD), 0).number;
        begun->number = SEARCH_NONE;
        begun->load = turn.view->knobs->number[KNOB_LOAD];
        begun->lots = (struct lots){.key = pool->configurator_key};
        if (!fleet_graph_fixed(turn.view->model, pool, FIXED_BASE, &begun->centre.graph))
            raw_point_draw(turn.clover, &begun->lots, &begun->centre.graph);
        begun->cache.clocks = clocks_now(turn.view);
        bool known = turn.clover->n_gpus == turn.clover->n_base && begun->load == derived_load;
        for (int k = 0; k < pool->n_gpus && known; k++) {
            double mhz = turn.view->gpus[pool->gpus[k]].clock_mhz;
            double rest_mhz = turn.view->model->gpus[pool->gpus[k]].rest_mhz;
            known = !(mhz < rest_mhz || mhz > rest_mhz); /* as they are where nobody turns them */
        }
        if (known) {
            struct outcome base = outcome_of_point(&pool->derived->base);
            search_cache_put(&begun->cache, &begun->centre.graph, &base, SEARCH_NONE, false);
        }
    }
    /* At another load nothing measured holds, at other clocks nothing that was measured at these: the search
     * goes on from the centre, whatever it was about to try or to keep, and the period begins anew. */
    uint64_t clocks = clocks_now(view);
    double load = view->knobs->number[KNOB_LOAD];
    if (search->load != load || search->cache.clocks != clocks) {
        if (search->load != load)
            memset(&search->cache, 0, sizeof search->cache);
        search->load = load;
        search->cache.clocks = clocks;
        search->centre.known = false;
        if (search->phase >= SEARCH_DEPLOY && search->phase <= SEARCH_KEEP)
            enter(&turn, SEARCH_NEXT);
        else if (search->phase == SEARCH_WATCH)
            enter(&turn, SEARCH_REST);
    }
    while (proposal->n_told < TOLD_MAX)
        if (!phases[search->phase](&turn))
            return;
    proposal->wake_ns = view->now_ns + 1;
}

/* A plain list: 256 comparisons of graphs that differ early are nothing beside the seconds that one
 * evaluation takes. */

/* Its number, or -1. */
static int64_t index_of(const struct search_cache *cache, const struct graph *graph)
{
    for (int64_t k = 0; k < cache->n; k++)
        if (cache->entries[k].clocks == cache->clocks && graph_equal(&cache->entries[k].graph, graph))
            return k;
    return -1;
}

const struct outcome *search_cache_find(const struct search_cache *cache, const struct graph *graph)
{
    int64_t k = index_of(cache, graph);
    return k >= 0 ? &cache->entries[k].outcome : NULL;
}

void search_cache_put(struct search_cache *cache, const struct graph *graph, const struct outcome *outcome,
                      int64_t search, bool passing)
{
    int64_t at = index_of(cache, graph);
    if (at < 0 && cache->n < SEARCH_CACHE_SIZE)
        at = cache->n++;
    else if (at < 0) {
        at = 0; /* what was tried longest ago */
        for (int64_t k = 1; k < cache->n; k++)
            at = cache->entries[k].tried < cache->entries[at].tried ? k : at;
    }
    cache->entries[at] = (struct search_cache_entry){.graph = *graph,
                                                     .outcome = *outcome,
                                                     .tried = ++cache->clock,
                                                     .search = search,
                                                     .passing = passing,
                                                     .clocks = cache->clocks};
}

/* What is not in use stays zero, so that equal states are equal bytes. */
static void remove_entry(struct search_cache *cache, int64_t k)
{
    struct search_cache_entry *last = &cache->entries[--cache->n];
    cache->entries[k] = *last;
    memset(last, 0, sizeof *last);
}

void search_cache_drop(struct search_cache *cache, const struct graph *graph)
{
    int64_t k = index_of(cache, graph);
    if (k >= 0)
        remove_entry(cache, k);
}

void search_cache_drop_passing(struct search_cache *cache)
{
    for (int64_t k = cache->n; k-- > 0;)
        if (cache->entries[k].passing)
            remove_entry(cache, k);
}

int search_cache_tried(const struct search_cache *cache, int64_t search,
                       const struct graph *tried[SEARCH_CACHE_SIZE])
{
    int n = 0;
    for (int64_t k = 0; k < cache->n; k++)
        if (is_tried(cache, k, search))
            tried[n++] = &cache->entries[k].graph;
    return n;
}
