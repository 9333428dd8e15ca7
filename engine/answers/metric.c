/* The table and its functions. A field's type is asked of the compiler, so that a row names it and no more.
 */
#include "engine/answers/metric.h"

#include "engine/answers/limits.h"
#include "engine/answers/objective.h"
#include "engine/base/text.h"
#include "engine/base/units.h"

#include <stdio.h>

/* --- which groups are there --- */

static bool always(const struct metric_source *source)
{
    (void)source;
    return true;
}

/* A GPU has a temperature. */
static bool has_heat(const struct metric_source *source)
{
    return !isnan(source->summary->temp_max_c);
}

/* Pods can go to other GPUs. */
static bool may_move(const struct metric_source *source)
{
    return !isnan(source->summary->migrations);
}

static bool has_served(const struct metric_source *source)
{
    return source->summary->requests > 0;
}

/* Apps have contended for a GPU that they take turns on. */
static bool has_shared(const struct metric_source *source)
{
    return !isnan(source->summary->fair_system);
}

static bool has_searched(const struct metric_source *source)
{
    return source->summary->search.searches > 0;
}

static bool has_clover(const struct metric_source *source)
{
    return source->model && model_clover(source->model);
}

static bool breaks_one(const struct metric_source *source)
{
    return !limits_kept(source);
}

/* --- values of the whole run that are no fields --- */

static double all_broken(const struct metric_source *source)
{
    struct limits limits;
    limits_of(source, &limits);
    return limits.broken;
}

static bool worst_of_limits(const struct metric_source *source, struct limit *worst)
{
    struct limits limits;
    limits_of(source, &limits);
    int k = limits_worst(&limits);
    if (k >= 0)
        *worst = limits.rows[k];
    return k >= 0;
}

#define OF_WORST(name, value)                                                                                \
    static double name(const struct metric_source *source)                                                   \
    {                                                                                                        \
        struct limit worst;                                                                                  \
        return worst_of_limits(source, &worst) ? (double)(value) : (double)NAN;                              \
    }
OF_WORST(worst_kind, worst.kind)
OF_WORST(worst_part, worst.part)
OF_WORST(worst_value, worst.value)
OF_WORST(worst_limit, worst.limit)
OF_WORST(worst_over, worst.over_s)
OF_WORST(worst_excess, limit_excess(&worst))

static double all_met(const struct metric_source *source)
{
    return summary_all_met(source->summary);
}

static double worst_of_slo(const struct metric_source *source)
{
    double share;
    return summary_worst_app(source->summary, &share) < 0 ? (double)NAN : share;
}

#define SUM_OF_APPS(name, member)                                                                            \
    static double name(const struct metric_source *source)                                                   \
    {                                                                                                        \
        int64_t sum = 0;                                                                                     \
        for (int app = 0; app < source->summary->n_apps; app++)                                              \
            sum += source->summary->apps[app].member;                                                        \
        return (double)sum;                                                                                  \
    }
SUM_OF_APPS(all_late, violations)
SUM_OF_APPS(all_high_end_uses, high_end_uses)

static double overall_accuracy(const struct metric_source *source)
{
    return accuracy_overall(source->summary);
}

static double share_of(double value, double whole)
{
    return whole > 0 ? value / whole : (double)NAN;
}

static double idle_share(const struct metric_source *source)
{
    return share_of(source->summary->carbon_g[LEDGER_IDLE], source->summary->carbon_total_g);
}

static double carbon_per_request(const struct metric_source *source)
{
    return share_of(source->summary->carbon_total_g, (double)source->summary->requests);
}

static double energy_per_request(const struct metric_source *source)
{
    return share_of(source->summary->energy_total_j, (double)source->summary->requests);
}

static double change_of_accuracy(const struct metric_source *source)
{
    return source->model ? accuracy_change(source->model, source->summary) : (double)NAN;
}

static const struct derived *derived_of(const struct metric_source *source)
{
    if (source->derived || !source->model)
        return source->derived;
    return model_derived(source->model);
}

static double c_base(const struct metric_source *source)
{
    const struct derived *derived = derived_of(source);
    return derived ? derived->base.energy_j / JOULES_PER_KWH * model_clover(source->model)->settings.c_base_ci
                   : (double)NAN;
}

static double saved(const struct metric_source *source)
{
    const struct summary *summary = source->summary;
    double it_g = summary->carbon_g[LEDGER_ACTIVE] + summary->carbon_g[LEDGER_IDLE] +
                  summary->carbon_g[LEDGER_AUXILIARY];
    if (source->model && source->model->n_pools > 1) /* NAN: a run saved when pools were not kept */
        it_g = summary->n_pools > 0 ? summary->pools[model_told_pool(source->model)].carbon_g : (double)NAN;
    return source->model ? objective_saved(source->model, derived_of(source), it_g, summary->horizon_s)
                         : (double)NAN;
}

/* --- of an app --- */

static double app_of_slo(const struct metric_source *source, int part)
{
    const struct summary_app *app = &source->summary->apps[part];
    return app->tail_ms / app->slo_ms;
}

static double app_slo_met(const struct metric_source *source, int part)
{
    const struct summary_app *app = &source->summary->apps[part];
    return isnan(app->slo_ms) ? (double)NAN : app->slo_met;
}

/* An accuracy is told with its metric or not at all. */
static double app_accuracy(const struct metric_source *source, int part)
{
    const struct summary_app *app = &source->summary->apps[part];
    return accuracy_is_known(app) ? app->accuracy : (double)NAN;
}

/* --- of a GPU --- */

/* Of the time in which it was held; a run saved when that was not kept had all GPUs to the end. */
static double held_s(const struct metric_source *source, int part)
{
    double held_s = source->summary->gpus[part].held_s;
    return held_s > 0 ? held_s : source->summary->horizon_s;
}

static double gpu_busy_share(const struct metric_source *source, int part)
{
    return share_of(source->summary->gpus[part].busy_s, held_s(source, part));
}

static double gpu_mean_power(const struct metric_source *source, int part)
{
    return share_of(source->summary->gpus[part].energy_j, held_s(source, part));
}

/* --- the table --- */

#define STORAGE(type, member)                                                                                \
    _Generic(((type *)0)->member, double : STORED_REAL, int64_t : STORED_INT64, bool : STORED_BOOL)
#define FIELD(type, member, by)                                                                              \
    {                                                                                                        \
        STORAGE(type, member), offsetof(type, member), by, NULL                                              \
    }
#define IN_RUN(member) FIELD(struct summary, member, NULL)
#define IN_APP(member) FIELD(struct summary_app, member, NULL)
#define IN_GPU(member) FIELD(struct summary_gpu, member, NULL)
#define APP_BY(member, by) FIELD(struct summary_app, member, by)
#define BY_LAYOUT .by_layout = true
#define MADE_BY(by)                                                                                          \
    {                                                                                                        \
        STORED_NOT, 0, by, NULL                                                                              \
    }
#define RUN_BY(by)                                                                                           \
    {                                                                                                        \
        STORED_NOT, 0, NULL, by                                                                              \
    }

const struct metric_group_info metric_groups[METRIC_GROUPS] = {
#define METRIC_GROUP(id, scope, key, label, present, subject) {scope, key, label, present, METRIC_##subject},
#define METRIC(...)
#include "engine/answers/metric.def"
#undef METRIC_GROUP
#undef METRIC
};

const struct metric_info metric_infos[METRIC_COUNT] = {
#define METRIC_GROUP(...)
#define METRIC(id, group, key, column, title, unit, digits, better, shown, ...)                              \
    {METRIC_GROUP_##group, key, column, title, unit, digits, better, shown, .value = __VA_ARGS__},
#include "engine/answers/metric.def"
#undef METRIC_GROUP
#undef METRIC
};

const struct metric_unit_info metric_units[UNITS] = {[UNIT_NONE] = {"", 1},
                                                     [UNIT_COUNT] = {"", 1},
                                                     [UNIT_FLAG] = {"", 1},
                                                     [UNIT_S] = {"s", 1},
                                                     [UNIT_MS] = {"ms", 1},
                                                     [UNIT_G] = {"g", 1},
                                                     [UNIT_MG] = {"mg", 1e3},
                                                     [UNIT_J] = {"J", 1},
                                                     [UNIT_KWH] = {"kWh", 1 / JOULES_PER_KWH},
                                                     [UNIT_W] = {"W", 1},
                                                     [UNIT_C] = {"C", 1},
                                                     [UNIT_K] = {"K", 1},
                                                     [UNIT_PERCENT] = {"%", 1},
                                                     [UNIT_PERCENT_OF_1] = {"%", 100}};

/* --- what is asked of it --- */

const char *metric_too_few(enum metric metric, bool searched, size_t n)
{
    bool few = searched && metric_infos[metric].by_layout && n > 1 && n < METRIC_SEEDS;
    return few ? "under 30 seeds one layout decides it" : NULL;
}

struct confidence metric_confidence(enum metric metric, bool searched, const double *values, size_t n)
{
    struct confidence found = confidence_of(values, n);
    const char *few = metric_too_few(metric, searched, n);
    if (few && !found.none) {
        found.none = few;
        found.ci95 = NAN;
    }
    return found;
}

enum metric_scope metric_scope_of(enum metric metric)
{
    return metric_groups[metric_infos[metric].group].scope;
}

/* The struct that a metric's field lies in. */
static const char *struct_of(enum metric metric, const struct summary *summary, int part)
{
    enum metric_scope scope = metric_scope_of(metric);
    return scope == METRIC_OF_APP   ? (const char *)&summary->apps[part]
           : scope == METRIC_OF_GPU ? (const char *)&summary->gpus[part]
                                    : (const char *)summary;
}

double metric_kept(enum metric metric, const struct metric_source *source, int part)
{
    const struct metric_info *info = &metric_infos[metric];
    const void *at = struct_of(metric, source->summary, part) + info->value.offset;
    switch (info->value.storage) {
    case STORED_REAL:
        return *(const double *)at;
    case STORED_INT64:
        return (double)*(const int64_t *)at;
    case STORED_BOOL:
        return *(const bool *)at;
    default:
        return info->value.of_run ? info->value.of_run(source) : info->value.make(source, part);
    }
}

double metric_value(enum metric metric, const struct metric_source *source, int part)
{
    const struct metric_info *info = &metric_infos[metric];
    if (!metric_groups[info->group].present(source))
        return (double)NAN;
    return info->value.make ? info->value.make(source, part) : metric_kept(metric, source, part);
}

bool metric_restore(enum metric metric, struct summary *summary, int part, double value)
{
    const struct metric_info *info = &metric_infos[metric];
    void *at = (char *)struct_of(metric, summary, part) + info->value.offset;
    if (info->value.storage == STORED_REAL)
        *(double *)at = value;
    else if (info->value.storage == STORED_INT64)
        *(int64_t *)at = isnan(value) ? 0 : (int64_t)value;
    else if (info->value.storage == STORED_BOOL)
        *(bool *)at = value > 0;
    return info->value.storage != STORED_NOT;
}

void metric_key(enum metric metric, int part, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[metric];
    const char *group = metric_groups[info->group].key, *dot = *group ? "." : "";
    enum metric_scope scope = metric_scope_of(metric);
    if (scope == METRIC_OF_RUN)
        snprintf(out, size, "%s%s%s", group, dot, info->key);
    else
        snprintf(out, size, "%s.%d.%s%s%s", scope == METRIC_OF_APP ? "apps" : "gpus", part, group, dot,
                 info->key);
}

void metric_format_digits(enum metric metric, double value, int digits, char *out, size_t size)
{
    const struct metric_info *info = &metric_infos[metric];
    double shown = value * metric_units[info->unit].factor;
    if (isnan(value))
        text_copy(out, size, "-");
    else if (info->unit == UNIT_FLAG)
        text_copy(out, size, value > 0 ? "yes" : "no");
    else if (digits == METRIC_AS_GIVEN)
        snprintf(out, size, "%.10g", shown >= 100 ? round(10 * shown) / 10 : shown);
    else
        snprintf(out, size, "%.*f", digits, fabs(shown) < 0.5 * pow(10, -digits) ? 0 : shown); /* no -0 */
}

void metric_format(enum metric metric, double value, char *out, size_t size)
{
    metric_format_digits(metric, value, metric_infos[metric].digits, out, size);
}

int metric_mean_digits(enum metric metric, double mean, double half)
{
    enum { MORE = 4 }; /* digits */
    const struct metric_info *info = &metric_infos[metric];
    double least = fabs(half > 0 ? half : mean) * metric_units[info->unit].factor;
    int digits = info->digits, most = info->digits + MORE;
    while (digits >= 0 && digits < most && least > 0 && least < 0.95 * pow(10, -digits))
        digits++;
    return least >= 0.95 * pow(10, -digits) ? digits : info->digits; /* else it is nothing all the same */
}

void metric_format_mean(enum metric metric, double mean, double half, char *out, size_t size)
{
    char interval[48];
    int digits = metric_mean_digits(metric, mean, half);
    metric_format_digits(metric, mean, digits, out, size);
    if (isnan(half) || isnan(mean))
        return;
    metric_format_digits(metric, half, digits, interval, sizeof interval);
    text_append(out, size, " ± %s", interval);
}

int metric_judge(enum metric metric, double now, double then)
{
    enum metric_better better = metric_infos[metric].better;
    if (better == METRIC_WITHIN && then != 0) {
        now = fmax(now, 1);
        then = fmax(then, 1);
    }
    if (better == METRIC_EITHER || !(now < then || now > then))
        return 0;
    return (now > then) == (better == METRIC_MORE) ? 1 : -1;
}
