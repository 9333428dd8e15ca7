/* One function a remark, in a table; each adds its own, if there is one to make. */
#include "engine/answers/remarks.h"

#include "engine/answers/limits.h"
#include "engine/answers/gpus.h"
#include "engine/base/text.h"
#include "engine/physics/heat.h"
#include "engine/physics/power.h"
#include "engine/sim/pool_run.h"

struct remarks {
    const struct model *model;
    const struct summary *summary;
    struct remark *list;
    int n, n_unread;
};

static struct remark *next(struct remarks *remarks)
{
    struct remark *own = &remarks->list[remarks->n++];
    *own = (struct remark){.brief = ""};
    return own;
}

static bool asks_infercool(const struct remarks *remarks)
{
    return scenario_deciders(&remarks->model->scenario) & POLICY_BIT(policy_with_levels());
}

/* --- InferCool goes by temperatures: GPUs without one are left as Kubernetes, and the router, have them ---
 */

static void remark_cold(struct remarks *remarks)
{
    const struct model *model = remarks->model;
    if (!asks_infercool(remarks) || model->n_warm == model->n_gpus)
        return;
    struct remark *own = next(remarks);
    if (model->n_warm == 0) {
        text_print(own->brief, sizeof own->brief, "no GPU has a temperature");
        text_print(
            own->text, sizeof own->text,
            "place infercool changes nothing: no GPU has a temperature; cooling=water gives one to those with known thermal constants (ha_w_per_k, alpha_per_s)");
        return;
    }
    text_print(own->brief, sizeof own->brief, "%d of %d GPUs: no temperature", model->n_gpus - model->n_warm,
               model->n_gpus);
    text_print(
        own->text, sizeof own->text,
        "place infercool leaves %d of %d GPUs as they are: no thermal constants are known for them, so the router's own choice stands there",
        model->n_gpus - model->n_warm, model->n_gpus);
}

/* --- constraints are met one by one, in their order --- */

static void remark_affinities(struct remarks *remarks)
{
    const struct scenario *scenario = &remarks->model->scenario;
    for (int k = 0; remarks->summary && k < scenario->n_affinities && k < AFFINITIES_MAX; k++) {
        const struct affinity *own = &scenario->affinities[k];
        if (remarks->summary->affinities_met >> k & 1)
            continue;
        struct remark *remark = next(remarks);
        const char *with = *own->with ? own->with : own->node;
        text_print(remark->brief, sizeof remark->brief, "left out: %s %s, %s", affinity_names[own->kind],
                   own->app, with);
        text_print(remark->text, sizeof remark->text, "/affinity/%d, %s of %s with %s, is left out: %s", k,
                   affinity_names[own->kind], own->app, with,
                   asks_infercool(remarks) ? "it cannot be met beside those before it"
                                           : "only place infercool looks at it");
    }
}

/* --- superpose-comp --- */

/* If all that it holds ran, as hungry as it may be, the equation would have no root. */
static bool is_beyond_fit(const struct model *model, const struct model_gpu *gpu)
{
    struct power_plan plan = power_plan_of(gpu);
    double sum_w = 0, stable_w, rejected_w;
    for (int k = 0; k < gpu->n_instances; k++) {
        int i = model->gpu_instances[gpu->first_instance + k];
        double most_w = 0;
        for (uint64_t left = model->instances[i].apps; left; left &= left - 1) {
            const struct model_cost *cost = model_cost_of(model, __builtin_ctzll(left), i);
            for (int32_t batch = 1; cost->latency_ns && batch <= cost->batch_max; batch++)
                most_w = fmax(most_w, cost->power_w[batch]);
        }
        sum_w += most_w;
    }
    return plan.statics && gpu->n_instances > 1 &&
           !power_static_roots(plan.statics, sum_w, gpu->n_instances, &stable_w, &rejected_w);
}

static void remark_power(struct remarks *remarks)
{
    const struct model *model = remarks->model;
    int first = -1, n = 0, beyond = -1;
    char cut[24] = "", gpus[64];
    for (int g = 0; g < model->n_gpus; g++) {
        /* Several run on it at a time, and nobody has found how its idle power depends on that. */
        struct power_plan plan = power_plan_of(&model->gpus[g]);
        bool unfitted =
            model->gpus[g].power == POWER_SUPERPOSE_COMP && model->gpus[g].n_slots > 1 && !plan.statics;
        first = first < 0 && unfitted ? g : first;
        n += unfitted;
        beyond = beyond < 0 && is_beyond_fit(model, &model->gpus[g]) ? g : beyond;
    }
    if (n > 0) {
        struct remark *own = next(remarks);
        text_print(gpus, sizeof gpus, n > 1 ? "%s and %d more" : "%s", model->gpus[first].name, n - 1);
        if (model->gpus[first].config >= 0)
            mig_cut_print(mig_configs[model->gpus[first].config].cut, cut);
        text_print(own->brief, sizeof own->brief, n > 1 ? "uncompensated: %d GPUs" : "uncompensated: %d GPU",
                   n);
        text_print(
            own->text, sizeof own->text,
            "power of %s is uncompensated: superpose-comp has no fit for %s%s, so the constant idle power is taken off for each slice that works, which tells too much",
            gpus, *cut ? "the cut " : "GPUs that are cut anew", cut);
    }
    if (beyond >= 0) {
        struct remark *own = next(remarks);
        text_print(own->brief, sizeof own->brief, "at times uncompensated: %s", model->gpus[beyond].name);
        text_print(
            own->text, sizeof own->text,
            "power of %s may be uncompensated at times: with all slices as hungry as can be, the equation of superpose-comp has no solution, and the constant idle power is taken off instead",
            model->gpus[beyond].name);
    }
}

/* --- what was set and does nothing here (knob_read.c says why) --- */

enum { UNREAD_MOST = 4 };

/* The name of a knob and what it was set to: "pue 1.3". */
static void name_setting(const struct scenario *scenario, struct knob_ref knob,
                         const struct knob_value *value, char *out, size_t size)
{
    char text[KNOB_TEXT_SIZE];
    knob_format(knob, value, text, sizeof text);
    text_print(out, size, "%s %s", KNOB_NAME(scenario, knob), text);
}

static bool tell_unread(const struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                        struct remark *own)
{
    char why[200], setting[64];
    if (knob_read_by(scenario, knob, why, sizeof why))
        return false;
    name_setting(scenario, knob, value, setting, sizeof setting);
    text_print(own->brief, sizeof own->brief, "%s changes nothing", setting);
    text_print(own->text, sizeof own->text, "%s changes nothing: %s", setting, why);
    return true;
}

struct keepers {
    const struct scenario *scenario;
    struct knob_ref wide;
    const struct knob_value *value;
    char names[160];
};

static bool visit_keeper(void *context, struct knob_ref knob)
{
    struct keepers *keepers = context;
    struct knob_value own = knob_get(keepers->scenario, knob);
    if (knob.id == keepers->wide.id && knob.layer == keepers->wide.layer &&
        knob.scope > keepers->wide.scope && knob_is_said(keepers->scenario, knob) &&
        !knob_equal(knob, &own, keepers->value))
        text_append(keepers->names, sizeof keepers->names, "%s%s", *keepers->names ? ", " : "",
                    KNOB_NAME(keepers->scenario, knob));
    return true;
}

bool remark_setting(const struct scenario *scenario, struct knob_ref knob, const struct knob_value *value,
                    struct remark *own)
{
    struct keepers keepers = {scenario, knob, value, ""};
    char setting[64];
    if (tell_unread(scenario, knob, value, own))
        return true;
    knob_each(scenario, visit_keeper, &keepers);
    if (!*keepers.names)
        return false;
    name_setting(scenario, knob, value, setting, sizeof setting);
    text_print(own->brief, sizeof own->brief, "not all take %s", setting);
    text_print(own->text, sizeof own->text, "%s is not for all; what stays as it was said: %s", setting,
               keepers.names);
    return true;
}

static void add_setting(struct remarks *remarks, struct knob_ref knob, const struct knob_value *value,
                        bool (*tell)(const struct scenario *, struct knob_ref, const struct knob_value *,
                                     struct remark *))
{
    struct remark own;
    if (remarks->n_unread == UNREAD_MOST || !tell(&remarks->model->scenario, knob, value, &own))
        return;
    remarks->n_unread++;
    *next(remarks) = own;
}

/* Of a number of the run, or of a value narrowed to what it cannot reach. */
static bool visit_initial(void *context, struct knob_ref knob)
{
    struct remarks *remarks = context;
    const struct scenario *scenario = &remarks->model->scenario;
    struct knob_value value = knob_get(scenario, knob);
    bool said = knob.scope == SCOPE_APP || knob.scope == SCOPE_POOL || knob.scope == SCOPE_RUN;
    if (said && knob_is_said(scenario, knob) && !knob_is_scheme(knob))
        add_setting(remarks, knob, &value, tell_unread);
    return true;
}

/* A scheme of a layer that the scenario has anyway is no setting. */
static void remark_unread(struct remarks *remarks)
{
    const struct scenario *scenario = &remarks->model->scenario;
    knob_each(scenario, visit_initial, remarks);
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        struct knob_ref scheme = knob_of_layer((enum layer)layer);
        struct knob_value value = knob_get(scenario, scheme);
        if (scenario->chosen_layers >> layer & 1)
            add_setting(remarks, scheme, &value, remark_setting);
    }
    for (int e = 0; e < scenario->n_edits; e++)
        add_setting(remarks, scenario->edits[e].knob, &scenario->edits[e].value, remark_setting);
}

static void remark_overruled(struct remarks *remarks)
{
    const char *names = remarks->model->scenario.overruled;
    if (!*names)
        return;
    struct remark *own = next(remarks);
    text_print(own->brief, sizeof own->brief, "overruled: %s", names);
    text_print(own->text, sizeof own->text,
               "%s, which the scenario says, gives way to the wider setting that came after it", names);
}

/* --- GPUs and schemes that have nothing to do --- */

static void remark_idle(struct remarks *remarks)
{
    const struct model *model = remarks->model;
    int first = -1, n = 0;
    double idle_w = 0;
    for (int g = 0; g < model->n_gpus; g++) {
        const struct model_gpu *gpu = &model->gpus[g];
        bool serves = gpu->reconfigurable;
        for (int k = 0; k < gpu->n_instances; k++) {
            int i = model->gpu_instances[gpu->first_instance + k];
            for (uint64_t left = model->instances[i].apps; left && !serves; left &= left - 1)
                serves = model_cost_of(model, __builtin_ctzll(left), i)->latency_ns;
        }
        if (serves)
            continue;
        first = n++ == 0 ? g : first;
        idle_w += gpu->idle_w;
    }
    if (n == 0)
        return;
    struct remark *own = next(remarks);
    char more[32] = "";
    if (n > 1)
        text_print(more, sizeof more, " and %d more", n - 1);
    text_print(own->brief, sizeof own->brief, "no app can use %s%s", model->gpus[first].name, more);
    text_print(
        own->text, sizeof own->text,
        "no app can use %s%s: no app that may run there has profile rows of %s, so %s stands idle at %g W; import some (`wattif import profile`), or leave it out",
        model->gpus[first].name, more, model->gpus[first].type, n > 1 ? "each" : "it", idle_w);
}

/* Turns are taken where two have a seat. */
static bool shares_nothing(const struct model *model)
{
    int lanes = 0, shared = 0;
    for (int g = 0; g < model->n_gpus; g++)
        for (int l = 0; l < model->gpus[g].n_lanes; l++) {
            uint64_t seats = model->lanes[model->gpus[g].first_lane + l].seats;
            lanes++;
            shared += (seats & (seats - 1)) != 0;
        }
    return lanes > 0 && shared == 0;
}

/* A router that sends chooses where an app has two instances. */
static bool routes_nothing(const struct model *model)
{
    int sent = 0, chosen = 0;
    for (int a = 0; a < model->n_apps; a++) {
        enum policy_id id = scenario_pool_policy(&model->scenario, model->apps[a].pool, LAYER_ROUTE);
        bool sends = policy_infos[id].queues == QUEUES_ALWAYS;
        sent += sends;
        chosen += sends && model->apps[a].n_all > 1;
    }
    return sent > 0 && chosen == 0;
}

static void remark_nothing_to_do(struct remarks *remarks)
{
    static const struct {
        bool (*has_nothing)(const struct model *model);
        struct remark told;
    } schemes[] = {
        {shares_nothing,
         {"nobody shares a GPU",
          "policy share decides nothing: no two apps have a seat on the same GPU; name "
          "several in its \"pods\""}},
        {routes_nothing,
         {"nothing to route",
          "policy route decides nothing: each app has one instance, to which all its requests go"}},
    };
    for (size_t k = 0; k < sizeof schemes / sizeof *schemes; k++)
        if (schemes[k].has_nothing(remarks->model))
            *next(remarks) = schemes[k].told;
}

/* --- schemes whose answers do not hold --- */

bool remark_refused(const struct model *model, const struct summary *summary, struct remark *own)
{
    const struct scenario *scenario = &model->scenario;
    const struct refusals *all = &summary->refusals;
    const struct refusal_info *info = &refusal_infos[all->first];
    int64_t n = refusals_count(all);
    if (n == 0)
        return false;
    bool whole = refusals_of_all(all, summary->arrived - summary->queued) < LAYER_COUNT;
    bool pooled = scenario->n_pools > 0 && info->layer != LAYER_PLACE;
    struct knob_ref scheme = pooled ? knob_of_scheme(info->layer, all->pool) : knob_of_layer(info->layer);
    struct knob_value value = knob_at(scenario, scheme, all->first_ns);
    text_print(own->brief, sizeof own->brief,
               whole ? "all refused: %lld answers of %s" : "refused: %lld answers of %s", (long long)n,
               value.text);
    text_print(own->text, sizeof own->text,
               "%s %s: %s (%lld), and the run went on without; the first, %s at %.6g s: %s; it takes %s",
               layer_names[info->layer], value.text, whole ? "all answers refused" : "answers refused",
               (long long)n, info->name, (double)all->first_ns / 1e9, all->what, info->legal);
    return true;
}

static void add_refused(struct remarks *remarks)
{
    struct remark own;
    if (remarks->summary && remark_refused(remarks->model, remarks->summary, &own))
        *next(remarks) = own;
}

/* --- what a slice draws, and what a power limit takes, decide whether sharing saves --- */

static void remark_limit(struct remarks *remarks)
{
    const struct model *model = remarks->model;
    double capped_s = 0;
    int g = -1;
    for (int k = 0; remarks->summary && k < remarks->summary->n_gpus; k++)
        if (remarks->summary->gpus[k].capped_s > capped_s) {
            capped_s = remarks->summary->gpus[k].capped_s;
            g = k;
        }
    if (g < 0)
        return;
    int digits = capped_s >= 10    ? 0
                 : capped_s >= 0.1 ? 1
                                   : 3; /* a start that draws more for an instant is no "0 s" */
    struct remark *own = next(remarks);
    text_print(own->brief, sizeof own->brief, "capped: %s, %.*f s", model->gpus[g].name, digits, capped_s);
    text_print(
        own->text, sizeof own->text,
        model->gpus[g].power == POWER_STAUX
            ? "%s keeps its power limit of %g W by a lower clock for %.*f of %.0f s; how much energy that "
              "saves follows clock_v_min, which is no measurement of this card, and what a slice draws "
              "is a choice (profiles=sevenths is another): the sign of sharing hangs on both"
            : "%s keeps its power limit of %g W by a lower clock for %.*f of %.0f s; how much energy that saves follows clock_v_min, which is no measurement of this card",
        model->gpus[g].name, model->gpus[g].cap_w, digits, capped_s, remarks->summary->horizon_s);
}

/* --- the controller of the water keeps its limit, or says why not --- */

static void remark_water(struct remarks *remarks)
{
    const struct summary *summary = remarks->summary;
    const struct metric_source source = {summary, remarks->model, NULL};
    struct limits limits = {.n = 0};
    struct limit hottest = {.margin = 0};
    if (summary && warmth_is_kept(&remarks->model->scenario))
        limits_of(&source, &limits);
    for (int k = 0; k < limits.n; k++)
        if (limits.rows[k].kind == LIMIT_TEMPERATURE && limits.rows[k].margin < hottest.margin)
            hottest = limits.rows[k];
    if (!(hottest.margin < 0))
        return;
    struct remark *own = next(remarks);
    char text[96];
    text_print(text, sizeof text, "%s %.1f K over the safe %g C", limit_whose(&hottest, summary),
               -hottest.margin, hottest.limit);
    text_print(own->brief, sizeof own->brief, "water=auto: %.1f K too hot", -hottest.margin);
    if (summary->water_short_k > 0)
        text_print(
            own->text, sizeof own->text,
            "water=auto cannot keep the limit, %s: that takes water %.1f K colder than the coldest, %g C",
            text, summary->water_short_k, HEAT_WATER_MIN_C);
    else
        text_print(
            own->text, sizeof own->text,
            "water=auto was taken by surprise, %s: nothing before had risen so far above the water, or a knob was turned; it was cooled within a second",
            text);
}

/* --- pools that cannot be simulated apart --- */

static void remark_coupled(struct remarks *remarks)
{
    const struct model *model = remarks->model;
    int p = 0, from = -1;
    for (; p < model->n_pools && from < 0; p++)
        from = pool_run_reads_heat(model, p) ? pool_run_warmed_by(model, p) : -1;
    if (from < 0)
        return;
    struct remark *own = next(remarks);
    const char *name = model->pools[p - 1].name;
    text_print(own->brief, sizeof own->brief, "coupled by water: %s", name);
    text_print(
        own->text, sizeof own->text,
        "%s goes by temperatures, and its water comes from %s, which is another pool's: it is simulated with the others each time, so questions take longer",
        name, model->gpus[from].name);
}

int remarks_list(const struct model *model, const struct summary *summary, struct remark list[REMARKS_MAX])
{
    static void (*const makers[])(struct remarks *) = {
        add_refused,   remark_idle,      remark_nothing_to_do, remark_cold,  remark_power,  remark_affinities,
        remark_unread, remark_overruled, remark_limit,         remark_water, remark_coupled};
    struct remarks remarks = {.model = model, .summary = summary, .list = list};
    for (size_t k = 0; k < sizeof makers / sizeof *makers; k++)
        makers[k](&remarks);
    return remarks.n;
}
