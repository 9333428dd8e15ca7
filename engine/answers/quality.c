/* The best f so far is asked of every configuration that had been tried by then, at the intensity, the
 * weights and the limits of the moment: that is what a search would go back to. What was measured under
 * another load is forgotten, as the controllers forget it. */
#include "engine/answers/quality.h"

#include "engine/base/units.h"
#include "engine/model/layout.h"
#include "engine/policy/configure/clover_rule.h"

#include <stdlib.h>
#include <string.h>

struct known {
    int64_t from_ns; /* when it was known */
    double energy_j, accuracy_change;
    double tail_ms; /* as if the first app were the latest */
};

/* --- which apps' accuracy counts --- */

static void include(struct quality_app *app, double accuracy)
{
    if (isnan(accuracy))
        return;
    app->base = isnan(app->base) ? accuracy : fmax(app->base, accuracy);
    app->least = isnan(app->least) ? accuracy : fmin(app->least, accuracy);
}

static struct quality_app app_of(const struct model *model, int index, const struct catalog *catalog)
{
    struct quality_app app = {false, (double)NAN, (double)NAN};
    for (int place = 0; place < model->n_places; place++) {
        const struct model_cost *cost = model_cost_of(model, index, place);
        include(&app, cost->latency_ns ? cost->accuracy : (double)NAN);
    }
    const struct model_clover *clover = model->pools[model->apps[index].pool].clover;
    if (clover) {
        const struct clover_app *own = &clover->apps[model->apps[index].of_pool];
        for (int v = own->first; v < own->first + own->n; v++)
            include(&app, clover->variants[v].accuracy);
    } else {
        /* What GPUs that can be cut may be given: any variant that their slices have rows of. */
        const struct scenario *scenario = &model->scenario;
        const struct fleet *fleet = &scenario->fleets[scenario->fleet];
        struct error error = {0};
        const struct profile_set *set = NULL;
        for (int gpu = 0; gpu < fleet->n_gpus; gpu++) {
            bool cut = layout_is_cut(scenario, &fleet->gpus[gpu]);
            if (cut && !set)
                set = catalog_profile(catalog, scenario->apps[index].model, scenario->profiles, &error);
            for (size_t k = 0; cut && set && k < set->n; k++)
                if (strcmp(set->rows[k].gpu, fleet->gpus[gpu].type) == 0 &&
                    mig_slice_find(set->rows[k].slice) != MIG_SLICES)
                    include(&app, set->rows[k].accuracy);
        }
    }
    bool told = !model_clover(model) || model->apps[index].pool == model_told_pool(model);
    app.counts = told && *model->apps[index].accuracy_metric && app.base > 0;
    return app;
}

struct quality *quality_create(const struct run_view *view, const struct catalog *catalog)
{
    const struct model *model = view->model;
    struct quality *quality = calloc(1, sizeof *quality);
    if (!quality)
        return NULL;
    bool mixed = false;
    quality->n_apps = model->n_apps;
    quality->apps = calloc((size_t)model->n_apps + 1, sizeof *quality->apps);
    for (int app = model->n_apps - 1; quality->apps && app >= 0; app--) {
        quality->apps[app] = app_of(model, app, catalog);
        if (!quality->apps[app].counts)
            continue;
        quality->first = app;
        quality->n_counting++;
        mixed |= quality->apps[app].base > quality->apps[app].least;
    }
    quality->has_objective = model_clover(model) != NULL;
    quality->accuracy_change = (double)NAN;
    quality->mean = (struct quality_values){(double)NAN, (double)NAN, (double)NAN};
    if (mixed)
        return quality;
    quality_free(quality);
    return NULL;
}

void quality_free(struct quality *quality)
{
    if (!quality)
        return;
    free(quality->apps);
    free(quality->known);
    derived_release(quality->table);
    free(quality);
}

double quality_change_of(const struct quality *quality, int app, double accuracy)
{
    return clover_accuracy_change(accuracy, quality->apps[app].base);
}

double quality_change(const struct quality *quality, const double *accuracy, const double *served)
{
    struct clover_loss loss = {0};
    for (int app = 0; app < quality->n_apps; app++)
        if (quality->apps[app].counts)
            clover_loss_add(&loss, served[app], accuracy[app], quality->apps[app].base);
    return clover_loss_mean(&loss);
}

double quality_f(const struct quality *quality, const struct model *model, int64_t t_ns, double ci,
                 double it_w, const double *accuracy, const double *served)
{
    struct objective objective;
    double rate_hz = objective_rate_hz(model, t_ns);
    if (!(rate_hz > 0) || !objective_by(model, quality->base, t_ns, ci, &objective))
        return (double)NAN;
    return objective_f(&objective, it_w / rate_hz, quality_change(quality, accuracy, served));
}

double quality_oracle(const struct quality *quality, const struct model *model, int64_t t_ns, double ci)
{
    struct objective objective;
    if (!quality->has_table || !objective_by(model, quality->base, t_ns, ci, &objective))
        return (double)NAN;
    return objective_oracle(&objective, quality->table).f;
}

/* --- what searches found --- */

/* A walk along the run; what was asked for the last one is kept. */
struct quality_walk {
    struct objective objective;
    struct objective_choice oracle;
    bool begun;
    double rate_hz, best;
    int first, n; /* of the evaluations: those known under this load */
};

/* --- at a moment --- */

/* What ran for a while: over a point of the curves, or over a bucket. */
struct moment {
    int64_t t_ns; /* its end: the knobs are read there */
    double ci, it_w, accuracy_change;
};

static struct quality_values value_at(const struct quality *quality, const struct model *model,
                                      struct quality_walk *walk, const struct moment *moment)
{
    struct quality_values values = {(double)NAN, (double)NAN, (double)NAN};
    struct objective now;
    double rate_hz = objective_rate_hz(model, moment->t_ns);
    if (rate_hz != walk->rate_hz && walk->begun) {
        walk->first = walk->n;
        walk->best = -INFINITY;
    }
    walk->rate_hz = rate_hz;
    if (!objective_by(model, quality->base, moment->t_ns, moment->ci, &now))
        return values;
    bool same = walk->begun && objective_same(&now, &walk->objective);
    walk->objective = now;
    walk->begun = true;
    if (!same)
        walk->oracle = objective_oracle(&now, quality->table);
    values.oracle = walk->oracle.f;
    int n = walk->n;
    while (n < quality->n_known && quality->known[n].from_ns <= moment->t_ns)
        n++;
    if (!same)
        walk->best = -INFINITY;
    for (int i = same ? walk->n : walk->first; i < n; i++) {
        const struct known *known = &quality->known[i];
        bool late = known->tail_ms > now.limit_ms[0] * (1 + 1e-12) || isinf(known->tail_ms);
        if (!late && !(objective_shortfall(&now, known->accuracy_change) > 0))
            walk->best = fmax(walk->best, objective_f(&now, known->energy_j, known->accuracy_change));
    }
    walk->n = n;
    values.best = isfinite(walk->best) ? walk->best : (double)NAN;
    /* Is the scheme in force at t one that searches? What others leave deployed was not the best of
     * anything. */
    struct knob_ref scheme = model->scenario.n_pools > 0
                                 ? knob_of_scheme(LAYER_CONFIGURE, model_told_pool(model))
                                 : knob_of_layer(LAYER_CONFIGURE);
    struct knob_value value = knob_at(&model->scenario, scheme, moment->t_ns);
    if (policy_infos[policy_find(LAYER_CONFIGURE, value.text)].shape != SHAPE_SEARCH)
        values.best = (double)NAN;
    if (rate_hz > 0)
        values.f = objective_f(&now, moment->it_w / rate_hz, moment->accuracy_change);
    return values;
}

/* --- point by point --- */

double quality_told_w(const struct run_view *view, const struct curves *curves, int p)
{
    const struct recording *recording = view->recording;
    const struct curve_window *window = &curves->window;
    int64_t span_ns = window->to_ns - window->from_ns;
    int from = (int)((window->from_ns + span_ns * p / window->points) / recording->bucket_ns);
    int64_t last = (window->from_ns + span_ns * (p + 1) / window->points - 1) / recording->bucket_ns;
    int to = last < recording_count(recording) ? (int)last + 1 : recording_count(recording);
    double seconds = recording_seconds(recording, from, to);
    if (view->model->n_pools == 1)
        return (double)curves->power_w[p];
    return seconds > 0 ? objective_told_j(view->model, recording, from, to) / seconds : (double)NAN;
}

static void fill_points(struct quality *quality, const struct run_view *view, const struct curves *curves)
{
    const struct model *model = view->model;
    struct quality_walk walk = {.best = -INFINITY};
    quality->oracle_complies = true;
    quality->above_best = false;
    for (int p = 0; p < curves->points; p++) {
        const struct curve_window *window = &curves->window;
        int64_t span_ns = window->to_ns - window->from_ns;
        double accuracy[APPS_MAX], served[APPS_MAX];
        for (int app = 0; app < quality->n_apps; app++) {
            accuracy[app] = (double)curves->accuracy[app][p];
            served[app] = (double)curves->served[app][p];
        }
        struct moment moment = {window->from_ns + span_ns * (p + 1) / window->points - 1,
                                (double)curves->intensity[p], quality_told_w(view, curves, p),
                                quality_change(quality, accuracy, served)};
        struct quality_values values = value_at(quality, model, &walk, &moment);
        double loss = objective_number_at(model, KNOB_ACCURACY_LOSS_PCT, moment.t_ns);
        quality->limit[p] = loss > 0 && quality->has_objective ? (float)(100 - loss) : NAN;
        quality->searching[p] = false;
        quality->f[p] = (float)values.f;
        quality->best[p] = (float)values.best;
        quality->oracle[p] = (float)values.oracle;
        quality->oracle_complies &= !walk.begun || walk.oracle.compliant || walk.oracle.point < 0;
        quality->above_best |= values.f > values.best; /* not where either is NAN */
    }
    quality->points = curves->points;
}

/* --- over the run so far --- */

static void add(double value, double width_s, double *sum, double *seconds)
{
    if (isnan(value))
        return;
    *sum += value * width_s;
    *seconds += width_s;
}

static double mean(double sum, double seconds)
{
    return seconds > 0 ? sum / seconds : (double)NAN;
}

/* Bucket by bucket: the same on every screen, however much of the run it shows. */
static struct quality_values mean_of(const struct quality *quality, const struct run_view *view, int count)
{
    struct quality_values sum = {0}, seconds = {0};
    struct quality_walk walk = {.best = -INFINITY};
    for (int b = 0; b < count; b++) {
        double accuracy[APPS_MAX], served[APPS_MAX], width_s = recording_width_s(view->recording, b);
        for (int app = 0; app < quality->n_apps; app++)
            accuracy[app] = curves_accuracy(view->recording, app, b, b + 1, &served[app]);
        struct moment moment = {
            b * view->recording->bucket_ns + ns_from_s(width_s) - 1,
            (double)view->recording->run[COLUMN_INTENSITY][b],
            width_s > 0 ? objective_told_j(view->model, view->recording, b, b + 1) / width_s : (double)NAN,
            quality_change(quality, accuracy, served)};
        struct quality_values values = value_at(quality, view->model, &walk, &moment);
        add(values.f, width_s, &sum.f, &seconds.f);
        add(values.best, width_s, &sum.best, &seconds.best);
        add(values.oracle, width_s, &sum.oracle, &seconds.oracle);
    }
    return (struct quality_values){mean(sum.f, seconds.f), mean(sum.best, seconds.best),
                                   mean(sum.oracle, seconds.oracle)};
}

/* Takes the derived inputs that there are now; true if they are others. */
static bool take_derived(struct quality *quality, const struct model *model, struct derived *table)
{
    struct derived *own = model_derived(model);
    struct derived *looked_up = own && own->n_points > 0 ? own : table;
    const struct derived *base = own ? own : table;
    if (looked_up == quality->table && base == quality->base)
        return false;
    derived_retain(looked_up);
    derived_release(quality->table);
    quality->table = looked_up;
    quality->base = base;
    quality->is_measured = base != NULL;
    quality->has_table = looked_up && looked_up->n_points > 0;
    return true;
}

void quality_update(struct quality *quality, const struct run_view *view, const struct curves *curves,
                    struct derived *table)
{
    int count = recording_count(view->recording);
    bool same_window = quality->seen_window.from_ns == curves->window.from_ns &&
                       quality->seen_window.to_ns == curves->window.to_ns &&
                       quality->seen_window.points == curves->window.points;
    bool same_derived = !take_derived(quality, view->model, table);
    if (same_window && same_derived && quality->seen_points == curves->points &&
        quality->seen_count == count && quality->seen_complete == curves->complete)
        return;
    /* Takes in the evaluations that were told since the last time. */
    const struct chronicle *history = &view->recording->evaluations;
    for (int n = chronicle_count(history); quality->n_heard < n; quality->n_heard++) {
        const struct evaluation *told = chronicle_get(history, quality->n_heard);
        quality->searches += told->kind == EVALUATION_BEGIN;
        quality->tries += told->kind == EVALUATION_MEASURED;
        if (told->kind == EVALUATION_END)
            quality->late_kept = told->reason == KEPT_LEAST_LATE;
        if (told->kind != EVALUATION_MEASURED && told->kind != EVALUATION_CACHED)
            continue;
        double slo_ms = objective_slo_ms(
            view->model, view->model->pools[model_told_pool(view->model)].apps[0], told->end_ns);
        struct known known = {told->end_ns, told->energy_j, told->accuracy_change, told->late * slo_ms};
        if (isnan(known.tail_ms))
            known.tail_ms = told->compliant ? 0 : INFINITY;
        if (array_grow(&quality->known, (size_t)quality->n_known, sizeof known))
            quality->known[quality->n_known++] = known;
    }
    fill_points(quality, view, curves);
    /* From the beginning of each search to its end. */
    const struct curve_window *window = &curves->window;
    int64_t span_ns = window->to_ns - window->from_ns, from_ns = -1;
    int entries = chronicle_count(history);
    for (int k = 0; k < entries && span_ns > 0; k++) {
        const struct evaluation *told = chronicle_get(history, k);
        if (told->kind == EVALUATION_BEGIN)
            from_ns = told->begin_ns;
        bool over = told->kind == EVALUATION_END || k == entries - 1;
        if (!over || from_ns < 0 || told->end_ns <= from_ns || told->end_ns < window->from_ns)
            continue;
        int64_t first = (from_ns - window->from_ns) * window->points / span_ns;
        int64_t last = (told->end_ns - window->from_ns) * window->points / span_ns;
        for (int64_t p = first < 0 ? 0 : first; p <= last && p < quality->points; p++)
            quality->searching[p] = true;
        from_ns = -1;
    }
    const struct recording *recording = view->recording;
    double accuracy[APPS_MAX], served[APPS_MAX];
    for (int app = 0; app < quality->n_apps; app++)
        accuracy[app] = curves_accuracy(recording, app, 0, count, &served[app]);
    quality->accuracy_change = quality_change(quality, accuracy, served);
    quality->mean = mean_of(quality, view, count);
    quality->seen_window = curves->window;
    quality->seen_points = curves->points;
    quality->seen_count = count;
    quality->seen_complete = curves->complete;
}
