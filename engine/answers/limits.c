/* A row is added with what it came to and what it may, and says itself whether that is kept. */
#include "engine/answers/limits.h"

#include "engine/answers/objective.h"
#include "engine/base/percentile.h"
#include "engine/base/units.h"

/* More than so many requests left over at the end, and such a share of those that came: the queue grows. */
static const double left_least = 100, left_share = 0.02;

const char *const limit_keys[LIMIT_KINDS] = {"slo", "temperature", "accuracy", "unserved", "trace"};

static void add(struct limits *limits, struct limit row)
{
    limits->broken += !row.kept;
    limits->rows[limits->n++] = row;
}

/* --- SLOs --- */

static struct limit slo_row(const struct metric_source *source, int a)
{
    const struct summary_app *app = &source->summary->apps[a];
    struct limit row = {LIMIT_SLO,   a,       app->tail_ms, app->slo_ms, app->slo_ms - app->tail_ms,
                        (double)NAN, UNIT_MS, app->slo_met};
    const struct scenario *scenario = source->model ? &source->model->scenario : NULL;
    bool turned = false; /* after the start */
    for (int e = 0; scenario && e < scenario->n_edits; e++)
        turned |= scenario->edits[e].t_ns > 0 && knob_infos[scenario->edits[e].knob.id].effect == EFFECT_SLO;
    if (!turned || app->finished == 0)
        return row;
    double percentile = source->model->apps[a].percentile, n = (double)app->finished;
    size_t in_time = percentile_rank(percentile, (size_t)app->finished);
    row.unit = UNIT_PERCENT_OF_1;
    row.value = (double)app->violations / n;
    row.limit = 1 - percentile / 100;
    row.kept = (double)app->violations <= n - (double)in_time;
    row.margin = (n - (double)in_time) / n - row.value;
    return row;
}

/* --- the whole --- */

double limits_unserved(const struct summary *summary)
{
    return left_least + left_share * (double)summary->arrived;
}

void limits_of(const struct metric_source *source, struct limits *limits)
{
    const struct summary *summary = source->summary;
    const struct model *model = source->model;
    limits->n = limits->broken = 0;
    for (int a = 0; a < summary->n_apps; a++)
        if (!isnan(summary->apps[a].slo_ms))
            add(limits, slo_row(source, a));
    for (int g = 0; g < summary->n_gpus; g++)
        if (!isnan(summary->temp_max_c) && !isnan(summary->gpus[g].temp_max_c)) {
            /* A run that was saved when stretches were not kept has its hottest alone. */
            const struct summary_gpu *gpu = &summary->gpus[g];
            double spare_k = gpu->temp_spare_k, safe_c = gpu->temp_safe_c;
            if (isnan(spare_k)) {
                safe_c = model ? knob_at(&model->scenario, knob_of_run(KNOB_SOT_C), INT64_MAX).number
                               : summary->temp_spare_k + summary->temp_max_c;
                spare_k = safe_c - gpu->temp_max_c;
            }
            add(limits, (struct limit){LIMIT_TEMPERATURE, g, safe_c - spare_k, safe_c, spare_k,
                                       gpu->temp_over_s, UNIT_C, !(spare_k < 0)});
        }
    for (int p = 0; model && p < model->n_pools; p++) {
        /* The loosest limit that was in force, per cent; 0: at times there was none. */
        double most = objective_number_in(model, p, KNOB_ACCURACY_LOSS_PCT, 0);
        for (int e = 0; e < model->scenario.n_edits && most > 0; e++) {
            int64_t t_ns = model->scenario.edits[e].t_ns;
            double loss = objective_number_in(model, p, KNOB_ACCURACY_LOSS_PCT, t_ns);
            if (t_ns < (int64_t)(summary->horizon_s * (double)NS_PER_S))
                most = loss > 0 ? fmax(most, loss) : 0;
        }
        double change = accuracy_pool_change(model, p, summary);
        if (most > 0 && !isnan(change))
            add(limits, (struct limit){LIMIT_ACCURACY, p, change, -most, change + most, (double)NAN,
                                       UNIT_PERCENT, change >= -most});
    }
    double left = (double)(summary->queued + summary->running), most = limits_unserved(summary);
    add(limits, (struct limit){LIMIT_UNSERVED, 0, left, most, most - left, (double)NAN, UNIT_COUNT,
                               isnan(summary->overloaded_at_s) && left <= most});
    const struct carbon_trace *trace = model ? &model->trace : NULL;
    double ran_s = summary->horizon_s, end_s = (double)NAN;
    if (trace && trace->n > 1)
        end_s = (double)(trace->start_s + (int64_t)trace->n * trace->step_s - model->scenario.start_s);
    if (summary->trace_ended || !isnan(end_s))
        add(limits,
            (struct limit){LIMIT_TRACE, 0, ran_s, end_s, end_s - ran_s,
                           isnan(end_s) ? end_s : fmax(ran_s - end_s, 0), UNIT_S, !summary->trace_ended});
}

bool limits_kept(const struct metric_source *source)
{
    struct limits limits;
    limits_of(source, &limits);
    return limits.broken == 0;
}

/* One that is broken without a number, as by a run that broke down, is broken whole. */
double limit_excess(const struct limit *limit)
{
    if (limit->kept)
        return 0;
    return limit->margin < 0 ? -limit->margin / fabs(limit->limit) : 1;
}

int limits_worst(const struct limits *limits)
{
    int worst = -1;
    for (int k = 0; k < limits->n; k++)
        if (!limits->rows[k].kept &&
            (worst < 0 || limit_excess(&limits->rows[k]) > limit_excess(&limits->rows[worst])))
            worst = k;
    return worst;
}

bool limits_told(double (*value)(const void *context, enum metric metric), const void *context,
                 struct limit *worst)
{
    static const enum metric_unit units[LIMIT_KINDS] = {UNIT_MS, UNIT_C, UNIT_PERCENT, UNIT_COUNT, UNIT_S};
    double kind = value(context, METRIC_LIMIT_KIND);
    if (!(kind >= 0 && kind < LIMIT_KINDS))
        return false;
    *worst = (struct limit){.kind = (enum limit_kind)kind,
                            .part = (int)value(context, METRIC_LIMIT_PART),
                            .value = value(context, METRIC_LIMIT_VALUE),
                            .limit = value(context, METRIC_LIMIT_AT),
                            .over_s = value(context, METRIC_LIMIT_OVER)};
    worst->margin = worst->kind == LIMIT_ACCURACY ? worst->value - worst->limit : worst->limit - worst->value;
    worst->unit = worst->kind == LIMIT_SLO && worst->limit < 1 ? UNIT_PERCENT_OF_1 : units[worst->kind];
    return true;
}

const char *limit_unit(const struct limit *limit)
{
    return limit->unit == UNIT_PERCENT_OF_1 ? "share"
           : limit->unit == UNIT_COUNT      ? "requests"
                                            : metric_units[limit->unit].symbol;
}

const char *limit_whose(const struct limit *limit, const struct summary *summary)
{
    bool pool = limit->kind == LIMIT_ACCURACY && limit->part < summary->n_pools;
    return limit->kind == LIMIT_SLO           ? summary->apps[limit->part].name
           : limit->kind == LIMIT_TEMPERATURE ? summary->gpus[limit->part].name
           : pool                             ? summary->pools[limit->part].name
                                              : "";
}

const char *limit_whose_in(const struct limit *limit, const struct scenario *scenario)
{
    const struct fleet *fleet = &scenario->fleets[scenario->fleet];
    bool pool = limit->kind == LIMIT_ACCURACY && limit->part < scenario->n_pools;
    if (limit->kind == LIMIT_SLO && limit->part < scenario->n_apps)
        return scenario->apps[limit->part].name;
    if (limit->kind == LIMIT_TEMPERATURE && limit->part < fleet->n_gpus)
        return fleet->gpus[limit->part].name;
    return pool ? scenario->pools[limit->part].name : "";
}
