/* An answer that does not hold is refused and counted, and the router's own choice stands. */
#include "engine/sim/pick.h"

#include "engine/sim/deciders.h"

#include <math.h>
#include <string.h>

void pick_begin(struct run *run)
{
    struct run_pool *hand = run->hand;
    hand->picker = deciders_in_force(run).picker;
    if (hand->picker_size > 0)
        memset(hand->picker_state, 0, hand->picker_size);
}

/* What the app costs on what the instance holds where nobody turns a clock. */
static const struct model_cost *rest_cost(const struct run *run, int app, int instance)
{
    const struct model *model = run->model;
    const struct model_instance *own = &model->instances[instance];
    int place = run->instances[instance].place;
    const struct model_cost *rest =
        own->rest_clock < 0
            ? NULL
            : model_cost_of(model, app, model_place_at(model, instance, place, own->rest_clock));
    return rest && rest->latency_ns ? rest : view_cost(&run->view, app, instance);
}

/* Curves are resolved once, so what costs the same is the same curve. */
static bool is_equal(const struct run *run, int app, int a, bool high, const struct model_cost *as)
{
    const struct model_cost *own = rest_cost(run, app, a);
    return run->instances[a].high == high && own->latency_ns == as->latency_ns && own->power_w == as->power_w;
}

static int list_equals(const struct run *run, struct action action, int32_t *equals)
{
    const struct model_app *app = &run->model->apps[action.app];
    const struct model_cost *chosen = rest_cost(run, action.app, action.instance);
    bool high = run->instances[action.instance].high;
    int n = 0;
    for (int i = 0; i < app->n_all; i++) {
        const struct instance_state *own = &run->instances[app->all[i]];
        bool takes =
            (own->apps >> action.app & 1) && (own->app == INSTANCE_IDLE || action.kind == ACTION_SEND);
        if (takes && is_equal(run, action.app, app->all[i], high, chosen))
            equals[n++] = app->all[i];
    }
    return n;
}

/* For the log, before the choice is made: what it is made by. */
static void note_weights(struct run *run, const struct action *action, const int32_t *equals, int n)
{
    const struct run_pool *hand = run->hand;
    struct decision *pick = &run->log->pick;
    double weights[INSTANCES_MAX];
    if (!hand->picker->weigh || run->view.now_ns < run->log_from_ns)
        return;
    hand->picker->weigh(&run->view, hand->picker_state, action, equals, n, weights);
    bool any = false;
    for (int k = 0; k < n; k++)
        any = any || !isnan(weights[k]);
    pick->n_candidates = any ? n : 0;
    pick->chosen_first = action->instance;
    for (int k = 0; k < n && k < DECISION_CANDIDATES; k++)
        pick->candidates[k] =
            (struct decision_candidate){equals[k], run->instances[equals[k]].gpu, weights[k]};
}

int pick_among_equals(struct run *run, struct action action)
{
    const struct run_pool *hand = run->hand;
    int32_t equals[INSTANCES_MAX];
    int n = list_equals(run, action, equals);
    if (n < 2)
        return action.instance;
    if (run->log)
        note_weights(run, &action, equals, n);
    int at = hand->picker->pick(&run->view, hand->picker_state, &action, equals, n);
    if (at < 0 || at >= n) {
        refusal_note(run, REFUSED_PICK, "number %d of %d", at, n);
        return action.instance;
    }
    if (equals[at] != action.instance && run->router->on_redirect)
        run->router->on_redirect(&run->view, run->router_state, &action, equals[at]);
    return equals[at];
}
