/* What a run was asked and what it came to: facts, a line each, and what somebody must be warned of. */
#include "tui/report/told.h"

#include "engine/answers/limits.h"
#include "engine/answers/objective.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/report/report_page.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"

#include <inttypes.h>
#include <math.h>

enum { NAME = 128 };

/* A line: "carbon    us-cal-...". One without a label goes on with what is above it. */
static void put(struct account *account, const char *label, enum tone tone, const char *words)
{
    account_row(account, ACCOUNT_NO_STEP);
    account_put(account, account_words(account, TONE_QUIET, label));
    account_put(account, account_words(account, tone, words));
}

static void begin(struct account *account, const char *title)
{
    static const struct account_column columns[] = {{.title = ""}, {.title = ""}};
    account_table(account, FOR_PEOPLE, title, columns, 2);
}

/* How long a workload has requests. */
static double load_span_s(const struct workload *workload)
{
    if (workload->n == 0)
        return 0;
    return ns_to_s(workload->kind == WORKLOAD_RATES ? (int64_t)workload->n * workload->step_ns
                                                    : workload->arrival_ns[workload->n - 1]);
}

void told_warnings(struct account *account, const struct page_run *run)
{
    struct arena *arena = &account->arena;
    const struct summary *summary = run->total;
    const struct model *model = run->view.model;
    char when[32];
    if (isfinite(summary->overloaded_at_s)) {
        duration_format(summary->overloaded_at_s, when, sizeof when);
        account_say(
            account, TONE_BAD, 0,
            text(arena, "warning: overloaded after %s, the run ended there with %" PRId64 " requests waiting",
                 when, summary->queued));
    }
    if (summary->gap_samples)
        account_say(account, TONE_BAD, 0,
                    text(arena,
                         "warning: the run crossed %" PRId64
                         " missing sample%s of the trace; the last value was held",
                         summary->gap_samples, summary->gap_samples == 1 ? "" : "s"));
    if (summary->lost_sketches)
        account_say(
            account, TONE_BAD, 0,
            text(arena,
                 "warning: memory ran out, %" PRId64
                 " percentile sketch%s of the recording lost; totals hold, but the run cannot be saved",
                 summary->lost_sketches, summary->lost_sketches == 1 ? " is" : "es are"));
    /* a run of fixed length that goes on after its requests have ended: idle energy alone */
    for (int a = 0; model && a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        if (!workload || isnan(run->scenario->hours) || !(load_span_s(workload) < summary->horizon_s))
            continue;
        duration_format(load_span_s(workload), when, sizeof when);
        account_say(account, TONE_BAD, 0,
                    text(arena, "warning: the load of %s ends after %s; nothing arrives from then on",
                         model->apps[a].name, when));
    }
}

/* --- what ran --- */

/* What the run goes by, or each pool, a line each. */
static void put_policies(struct account *account, const struct scenario *scenario)
{
    bool pools = scenario->n_pools > 0;
    for (int pool = 0; pool < (pools ? scenario->n_pools : 1); pool++) {
        const char *line = pools ? text(&account->arena, "%s: ", scenario->pools[pool].name) : "";
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            enum policy_id id = pools ? scenario_pool_policy(scenario, pool, (enum layer)layer)
                                      : (enum policy_id)scenario->policy[layer];
            if (!pools || layer != LAYER_PLACE)
                line = text(&account->arena, "%s%s%s %s", line, layer ? ", " : "", layer_names[layer],
                            policy_infos[id].name);
        }
        put(account, !pools ? "policies" : pool ? "" : "pools", TONE_PLAIN, line);
    }
}

/* Collects knobs whose initial value differs from the table's, and lambda wherever it counts. */
struct knob_line {
    const struct scenario *scenario;
    struct arena *arena;
    const char *text;
};

static bool add_knob(void *context, struct knob_ref ref)
{
    struct knob_line *line = context;
    const struct knob_info *info = &knob_infos[ref.id];
    struct knob_value value = knob_get(line->scenario, ref);
    bool none = info->own_field && info->zero && fabs(value.number) <= 0; /* what there is not is no news */
    bool set =
        info->own_field ? fabs(value.number - info->initial) > 0 && !none : knob_is_said(line->scenario, ref);
    set = set || (info->weighs && scenario_has_clover(line->scenario));
    if (info->type != TYPE_NUMBER || !set)
        return true;
    char name[KNOB_NAME_SIZE], shown[KNOB_TEXT_SIZE];
    knob_name(line->scenario, ref, name, sizeof name);
    knob_format(ref, &value, shown, sizeof shown);
    line->text = text(line->arena, "%s%s%s %s", line->text, *line->text ? ", " : "", name, shown);
    return true;
}

/* The trace, and its own values over the run, before any knob scales them. */
static void put_carbon_source(struct account *account, const struct page_run *run)
{
    struct arena *arena = &account->arena;
    const struct scenario *scenario = run->scenario;
    const struct carbon_trace *trace = run->trace;
    char facts[NAME], start[24];
    civil_format(scenario->start_s, start, sizeof start);
    if (trace) {
        trace_facts(trace, facts, sizeof facts);
        put(account, "carbon", TONE_PLAIN,
            text(arena, "%s: %s; %s, held between samples%s", scenario->trace, trace->title, facts,
                 run->total->trace_ended ? " and after the last" : ""));
        if (trace->source[0] || trace->licence[0])
            put(account, "", TONE_PLAIN,
                text(arena, "source %s%s%s", trace->source[0] ? trace->source : "not given",
                     trace->licence[0] ? "; licence " : "", trace->licence));
    } else
        put(account, "carbon", TONE_PLAIN, scenario->trace);
    put(account, "from", TONE_PLAIN, start);
    if (!trace)
        return;
    size_t n_before, first = carbon_trace_index(trace, scenario->start_s);
    size_t last = carbon_trace_index(trace, scenario->start_s + (int64_t)run->total->horizon_s);
    double least = INFINITY, greatest = -INFINITY,
           history = carbon_trace_history_mean(trace, first, &n_before);
    for (size_t k = first; k <= last; k++) {
        least = fmin(least, carbon_trace_held(trace, k));
        greatest = fmax(greatest, carbon_trace_held(trace, k));
    }
    put(account, "intensity", TONE_PLAIN,
        text(arena, "%.4g to %.4g g/kWh in %zu step%s%s", least, greatest, last - first + 1,
             last == first ? "" : "s",
             n_before > 0 ? text(arena, "; mean before the start %.4g", history) : ""));
}

/* What a saving means: the run that this is held against, with its settings, and BASE. */
static void put_references(struct account *account, const struct page_run *run)
{
    const struct model *model = run->view.model;
    struct baseline reference;
    char words[640];
    if (scenario_baseline(run->scenario, &reference)) {
        baseline_words(run->scenario, &reference, words, sizeof words);
        put(account, "reference", TONE_PLAIN, text(&account->arena, "%s: %s", reference.title, words));
    }
    if (run->total->accounting[0])
        put(account, "compared", TONE_PLAIN, text(&account->arena, "with BASE, %s", run->total->accounting));
    /* at which clock that was measured which does not follow the run's, where somebody turns that */
    for (int pool = 0; model && pool < model->n_pools; pool++) {
        const struct model_gpu *gpu = &model->gpus[model->pools[pool].gpus[0]];
        if (model->pools[pool].clover && gpu->first_clocked != 0)
            put(account, "", TONE_PLAIN,
                text(&account->arena,
                     "BASE's tail and energy%s are those at %g MHz, whatever clocks this run has",
                     run_needs_derived(model, pool, DERIVED_TABLE) ? ", and ORACLE's table," : "",
                     gpu->rest_mhz));
    }
}

void told_asked(struct account *account, const struct page_run *run, const char *title)
{
    struct arena *arena = &account->arena;
    const struct scenario *scenario = run->scenario;
    const struct model *model = run->view.model;
    struct knob_line knobs = {scenario, arena, ""};
    char when[32], name[KNOB_NAME_SIZE], value[KNOB_TEXT_SIZE];
    begin(account, title);
    put(account, "scenario", TONE_PLAIN,
        text(arena, "%s%s%s", scenario->name, scenario->title[0] ? ": " : "", scenario->title));
    put_policies(account, scenario);
    knob_each(scenario, add_knob, &knobs);
    put(account, "knobs", TONE_PLAIN, *knobs.text ? knobs.text : "all at their defaults");
    put(account, "profiles", TONE_PLAIN, scenario->profiles);
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        duration_format(ns_to_s(edit->t_ns), when, sizeof when);
        knob_name(scenario, edit->knob, name, sizeof name);
        knob_format(edit->knob, &edit->value, value, sizeof value);
        put(account, i ? "" : "edits", TONE_PLAIN, text(arena, "at %s: %s %s", when, name, value));
    }
    put_carbon_source(account, run);
    duration_format(run->total->horizon_s, when, sizeof when);
    put(account, "length", TONE_PLAIN,
        text(arena, "%s, %" PRId64 " requests served, seed %" PRIu64, when, run->total->requests,
             scenario->seed));
    /* a workload is replayed from its first row on, whatever hour of the trace the run starts at */
    for (int a = 0; model && a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        if (!workload)
            continue;
        duration_format(load_span_s(workload), when, sizeof when);
        put(account, "load", TONE_PLAIN,
            text(arena, "%s: %s, %s long, from its first row on", model->apps[a].name, workload->name, when));
    }
    put_references(account, run);
}

/* --- what it came to --- */

void told_measured(struct account *account, const struct page_run *run)
{
    struct arena *arena = &account->arena;
    const struct metric_source source = {run->total, run->view.model, NULL};
    struct limits limits;
    char number[METRIC_WORDS_SIZE], told[LIMIT_TEXT];
    begin(account, "Measured over the whole run");
    /* A line for each group of what the whole run is measured by; its carbon has a table. */
    for (int g = 0; g < METRIC_GROUPS; g++) {
        const char *line = "";
        for (int m = 0; m < METRIC_COUNT; m++) {
            const struct metric_info *info = &metric_infos[m];
            bool of_it = metric_groups[g].scope == METRIC_OF_RUN && g != METRIC_GROUP_CARBON &&
                         (int)info->group == g && metric_is_told((enum metric)m, &source, 1);
            const char *unit = metric_units[info->unit].symbol;
            if (!of_it)
                continue;
            metric_format((enum metric)m, metric_value((enum metric)m, &source, 0), number, sizeof number);
            line = text(arena, "%s%s%s %s%s%s", line, *line ? ", " : "", info->title, number,
                        *unit ? " " : "", unit);
        }
        if (*line)
            put(account, metric_groups[g].label, TONE_PLAIN, line);
        /* that what is measured is idle power and no more, or next to nothing more */
        double beyond = summary_measured_beyond_idle(run->total);
        if (g == METRIC_GROUP_PROVENANCE && summary_only_idle_is_measured(run->total))
            put(account, "", TONE_PLAIN, "measured: idle power only");
        else if (g == METRIC_GROUP_PROVENANCE && beyond < 0.005)
            put(account, "", TONE_PLAIN,
                text(arena, "measured: idle power, and %s %% of the energy else",
                     format_magnitude(number, 100 * beyond)));
    }
    limits_of(&source, &limits);
    if (limits.broken == 0)
        put(account, "limits", TONE_PLAIN, text(arena, "all %d kept", limits.n));
    for (int k = 0, n = 0; k < limits.n; k++)
        if (!limits.rows[k].kept) {
            limit_text(&limits.rows[k], limit_whose(&limits.rows[k], run->total), false, told);
            put(account, n++ ? "" : "limits", TONE_BAD, text(arena, "broken: %s", told));
        }
}
