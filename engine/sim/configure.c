/* Waking, validating and deploying. */
#include "engine/policy/configure/fleet_graph.h"
#include "engine/policy/configure/score.h"
#include "engine/sim/ledger.h"
#include "engine/sim/window.h"

#include <string.h>

/* ---- from a graph to layouts ---- */

static struct model_seat seat_with(const struct run *run, int gpu, int slice, int v)
{
    const struct clover_variant *variant = &run->view.pool->clover->variants[v];
    return (struct model_seat){.apps = UINT64_C(1) << run->view.pool->apps[variant->app],
                               .place =
                                   model_place_on(run->model, gpu, (enum mig_slice)slice, variant->variant)};
}

static bool take(struct graph *left, int v, int slice)
{
    if (left->count[v][slice] == 0)
        return false;
    left->count[v][slice]--;
    return true;
}

/* Slices of a GPU that keeps its cut keep the model that they have, or are to get. */
static void keep_models(const struct run *run, int gpu, struct graph *left, struct model_layout *layout)
{
    const struct mig_config *config = &mig_configs[layout->config];
    const int *seats = &run->model->gpu_instances[run->model->gpus[gpu].first_instance];
    for (int k = 0; layout->config == run->gpus[gpu].next_config && k < config->n; k++) {
        const struct instance_state *own = &run->instances[seats[k]];
        for (int v = 0; v < run->view.pool->clover->rules.n_variants && layout->seats[k].apps == 0; v++) {
            struct model_seat seat = seat_with(run, gpu, config->slices[k], v);
            if (own->next_apps == seat.apps && own->next_place == seat.place &&
                take(left, v, config->slices[k]))
                layout->seats[k] = seat;
        }
    }
}

/* The others get what is left, in order. */
static void give_models(const struct run *run, int gpu, struct graph *left, struct model_layout *layout)
{
    const struct mig_config *config = &mig_configs[layout->config];
    for (int k = 0; k < config->n; k++)
        for (int v = 0; v < run->view.pool->clover->rules.n_variants && layout->seats[k].apps == 0; v++)
            if (take(left, v, config->slices[k]))
                layout->seats[k] = seat_with(run, gpu, config->slices[k], v);
}

bool configure_realise(const struct run *run, const struct proposal *proposal,
                       struct model_layout layouts[GPUS_MAX])
{
    const struct model_pool *pool = run->view.pool;
    const struct model_clover *clover = pool->clover;
    struct graph left = proposal->graph;
    int totals[MIG_SLICES], cuts[GPUS_MAX];
    for (int v = 0; v < GRAPH_VARIANTS_MAX; v++)
        for (int s = 0; s < MIG_SLICES; s++)
            if (proposal->graph.count[v][s] < 0 ||
                (proposal->graph.count[v][s] > 0 &&
                 (v >= clover->rules.n_variants || !clover->rules.fits[v][s])))
                return false;
    if (!fleet_graph_serves_all(clover, &proposal->graph))
        return false;
    graph_totals(&proposal->graph, totals);
    int each = proposal->replicated ? mig_cut_find(totals) : -1;
    for (int n = 0; n < pool->n_gpus; n++) {
        int have = run->gpus[pool->gpus[n]].next_config;
        cuts[n] = proposal->replicated ? each : have < 0 ? -1 : mig_configs[have].cut;
    }
    if (proposal->replicated ? each < 0 : !mig_realise(pool->n_gpus, totals, cuts, cuts))
        return false;
    for (int n = 0; n < pool->n_gpus; n++) {
        int g = pool->gpus[n], have = run->gpus[g].next_config;
        /* A GPU that keeps its cut keeps the order of its slices, others get the canonical one. */
        bool stays = have >= 0 && mig_configs[have].cut == cuts[n];
        layouts[n] = (struct model_layout){.config = stays ? have : mig_cuts[cuts[n]].config};
        keep_models(run, g, &left, &layouts[n]);
        if (!proposal->replicated)
            continue;
        give_models(run, g, &left, &layouts[n]);
        left = proposal->graph;
    }
    for (int n = 0; n < pool->n_gpus && !proposal->replicated; n++)
        give_models(run, pool->gpus[n], &left, &layouts[n]);
    /* What the rules of the model say fits, and there is a profile for, on each of the GPUs. */
    for (int n = 0; n < pool->n_gpus; n++)
        for (int k = 0; k < mig_configs[layouts[n].config].n; k++) {
            const struct model_seat *seat = &layouts[n].seats[k];
            if (seat->apps == 0 ||
                !model_cost_of(run->model, __builtin_ctzll(seat->apps), seat->place)->latency_ns)
                return false;
        }
    return true;
}

/* ---- doing what is proposed ---- */

static void deploy(struct run *run, const struct proposal *proposal, struct model_layout layouts[GPUS_MAX])
{
    struct search_state *search = &run->hand->state->search;
    const struct model_pool *pool = run->view.pool;
    place_deploy(run, layouts);
    for (int n = 0; n < pool->n_gpus; n++) {
        ledger_settle(run, &traits_any, pool->gpus[n]);
        reconfigure_order(run, pool->gpus[n], &layouts[n], proposal->free);
    }
    search->was_empty = 0;
    search->ordered = proposal->graph;
    search->replicated = proposal->replicated;
}

/* Searches are numbered through over all schemes of the run, and what is told is told now. */
static void tell(struct run *run, const struct evaluation *evaluation)
{
    struct search_state *search = &run->hand->state->search;
    struct evaluation told = *evaluation;
    told.search += search->first;
    told.search = told.search > search->last ? told.search : search->last;
    told.end_ns = run->view.now_ns;
    search->last = told.search;
    if (told.kind == EVALUATION_BEGIN) {
        search->searches++;
        search->since_ns = told.end_ns;
    } else if (told.kind == EVALUATION_END && search->since_ns >= 0) {
        search->under_way_ns += told.end_ns - search->since_ns;
        search->since_ns = -1;
    } else if (told.kind == EVALUATION_CACHED) {
        search->cached++;
    } else if (told.kind == EVALUATION_MEASURED) {
        search->evaluations++;
        search->compliant += told.compliant != 0;
    }
    if (run->recording && run->view.pool == &run->model->pools[model_told_pool(run->model)])
        recording_put_evaluation(run->recording, &told);
}

static void apply(struct run *run, const struct proposal *proposal)
{
    struct model_layout layouts[GPUS_MAX];
    bool timer = proposal->wake_ns == 0 || proposal->wake_ns > run->view.now_ns;
    bool window = run->hand->scheme.configurator->decider.measures ||
                  (!proposal->open_window && !proposal->close_window);
    bool told =
        proposal->n_told >= 0 && proposal->n_told <= (int)(sizeof proposal->told / sizeof *proposal->told);
    for (int k = 0; told && k < proposal->n_told; k++)
        told = proposal->told[k].kind >= EVALUATION_BEGIN && proposal->told[k].kind <= EVALUATION_END &&
               proposal->told[k].reason >= 0 && proposal->told[k].reason < EVALUATION_REASONS &&
               proposal->told[k].search >= 0;
    if (!timer || !window || !told) {
        refusal_note(run, REFUSED_PROPOSAL, "a timer, window or reason that cannot be");
        return;
    }
    if (proposal->deploy && !configure_realise(run, proposal, layouts)) {
        refusal_note(run, REFUSED_LAYOUT, "a layout that %s cannot have",
                     run->model->gpus[run->view.pool->gpus[0]].name);
        return;
    }
    run->state->refusals.held[LAYER_CONFIGURE]++;
    for (int k = 0; k < proposal->n_told; k++)
        tell(run, &proposal->told[k]);
    if (proposal->close_window)
        window_close(run);
    if (proposal->open_window)
        window_open(run);
    if (proposal->deploy)
        deploy(run, proposal, layouts);
    if (proposal->wake_ns > 0)
        run_schedule(run, run->hand->timer_slot, proposal->wake_ns);
}

void configure_wake(struct run *run, enum wake why)
{
    const struct configurator *configurator = run->hand->scheme.configurator;
    if (!configurator)
        return;
    struct search_state *search = &run->hand->state->search;
    struct proposal proposal = {0};
    struct measured measured = {.steady = true};
    /* Is every GPU of the pool cut as ordered, and every slice up or empty? */
    for (int i = 0; i < run->model->n_instances; i++)
        measured.steady = measured.steady && (!view_has(&run->view, i) || reconfigure_is_settled(run, i));
    search->was_empty = measured.steady && (search->was_empty || run->view.waiting_mask == 0);
    measured.was_empty = search->was_empty != 0;
    window_read(run, &measured);
    run_unschedule(run, run->hand->timer_slot);
    bool was_searching = configure_is_searching(run);
    configurator->wake(&run->view, run->hand->states[DECIDER_CONFIGURATOR], search->begun ? why : WAKE_START,
                       &measured, &proposal);
    search->begun = 1;
    apply(run, &proposal);
    if (was_searching && !configure_is_searching(run) && run->hand->scheme.governor)
        run_schedule(run, run->hand->governor_slot, run->view.now_ns + 1);
}

/* ---- from outside ---- */

void configure_begin(struct run *run)
{
    struct search_state *search = &run->hand->state->search;
    deciders_begin(run, DECIDER_CONFIGURATOR);
    if (search->since_ns >= 0) {
        /* A search that nobody will end has ended. */
        struct evaluation told = evaluation_of(&run->view, &run->hand->state->search.ordered, NULL);
        told.kind = EVALUATION_END;
        told.reason = KEPT_CUT_OFF;
        tell(run, &told);
    }
    search->first = search->last + 1;
    search->begun = search->was_empty = 0;
    search->ordered = (struct graph){0};
    if (run->window)
        window_close(run);
    if (run->hand->timer_slot > 0)
        run_unschedule(run, run->hand->timer_slot);
}

bool configure_is_searching(const struct run *run)
{
    return run->hand->state->search.since_ns >= 0;
}

void configure_clock_turned(struct run *run)
{
    run->hand->state->search.was_empty = 0;
    if (!run->window || run->window->opened_ns < 0)
        return;
    window_close(run);
    run_schedule(run, run->hand->timer_slot, run->view.now_ns + 1);
}

void configure_restore(struct run *run)
{
    struct model_layout layouts[GPUS_MAX];
    const struct search_state *search = &run->hand->state->search;
    struct proposal last = {.graph = search->ordered, .replicated = search->replicated != 0};
    if (!run->hand->scheme.configurator || !configure_realise(run, &last, layouts))
        return;
    if (run->window)
        window_close(run);
    deploy(run, &last, layouts);
}
