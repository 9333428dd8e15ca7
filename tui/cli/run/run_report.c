/* The report from top to bottom: the sentence, what ran, carbon and energy, apps, GPUs, where numbers come
 * from, warnings. */
#include "tui/cli/run/run_report.h"

#include "engine/answers/metric.h"
#include "engine/answers/objective.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/base/confidence.h"
#include "engine/explore/attribution.h"
#include "engine/sim/parts.h"
#include "tui/media/text.h"
#include "tui/report/told.h"
#include "tui/cli/run/simulate.h"
#include "tui/words/facts.h"
#include "tui/words/format.h"
#include "tui/words/headline.h"
#include "tui/words/metric_words.h"
#include "tui/words/print.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_SIZE = 640, CELL_SIZE = 64 };

/* A labelled line of the head: "  carbon    us-cal-...". */
static void print_fact(const struct run_report *report, FILE *file, const char *label, const char *format,
                       ...) PRINTF_LIKE(4, 5);
static void print_fact(const struct run_report *report, FILE *file, const char *label, const char *format,
                       ...)
{
    char text[LINE_SIZE], line[LINE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(text, sizeof text, format, arguments);
    va_end(arguments);
    text_for_locale(line, sizeof line, text, report->ascii);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    print(file, "  %-9s %s\n", label, line);
}

/* --- the sentence --- */

/* Did nothing that could be chosen meet the SLO? Searches are counted in the summary; what ORACLE looked up
 * is told in the recording alone. */
static bool is_least_late(const struct run_report *report)
{
    const struct summary_search *search = &report->summary->search;
    const struct chronicle *history = report->recording ? &report->recording->evaluations : NULL;
    int ends = 0, late = 0;
    if (search->evaluations > 0)
        return search->compliant == 0;
    for (int k = 0; history && k < chronicle_count(history); k++) {
        const struct evaluation *told = chronicle_get(history, k);
        ends += told->kind == EVALUATION_END;
        late += told->kind == EVALUATION_END && told->reason == KEPT_LEAST_LATE;
    }
    return ends > 0 && late == ends;
}

static void print_headline(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    const struct model *model = report->model;
    struct headline headline;
    char line[LINE_SIZE], title[96];
    bool cluster = attribution_at_work(scenario) > 1;
    int only = accuracy_only_app(report->summary);
    double percentile = scenario->n_apps > 0 ? scenario->apps[0].percentile : 0;
    for (int app = 1; app < scenario->n_apps; app++)
        if (scenario->apps[app].percentile != scenario->apps[0].percentile)
            percentile = 0; /* the SLOs are about different ones */
    scenario_title(scenario, title, sizeof title);
    struct headline_input input = {.subject = cluster ? HEADLINE_CLUSTER : title,
                                   .plural = scenario->n_pools > 1 && !cluster,
                                   .summary = report->summary,
                                   .model = model,
                                   .percentile = percentile,
                                   .mixed = model && model_clover(model) != NULL,
                                   .accuracy_change =
                                       model ? accuracy_change(model, report->summary) : (double)NAN,
                                   .accuracy_app = only < 0 ? NULL : report->summary->apps[only].name,
                                   .topic = scenario_headline(scenario),
                                   .accounting = report->summary->accounting,
                                   .least_late = is_least_late(report)};
    headline_make(&headline, &input, 0);
    text_for_locale(line, sizeof line, headline.text, report->ascii);
    print(file, "%s\n\n", line);
}

/* How long a workload has requests. */
static double load_span_s(const struct workload *workload)
{
    if (workload->n == 0)
        return 0;
    return ns_to_s(workload->kind == WORKLOAD_RATES ? (int64_t)workload->n * workload->step_ns
                                                    : workload->arrival_ns[workload->n - 1]);
}

static void print_warnings(const struct run_report *report, FILE *file)
{
    const struct summary *summary = report->summary;
    const struct model *model = report->model;
    char when[32];
    if (isfinite(summary->overloaded_at_s)) {
        duration_format(summary->overloaded_at_s, when, sizeof when);
        print(file, "  warning: overloaded after %s, the run ended there with %" PRId64 " requests waiting\n",
              when, summary->queued);
    }
    if (summary->gap_samples)
        print(file,
              "  warning: the run crossed %" PRId64
              " missing sample%s of the trace; the last value was held\n",
              summary->gap_samples, summary->gap_samples == 1 ? "" : "s");
    if (summary->lost_sketches)
        print(file,
              "  warning: memory ran out, %" PRId64
              " percentile sketch%s of the recording lost; totals hold, but the run cannot be saved\n",
              summary->lost_sketches, summary->lost_sketches == 1 ? " is" : "es are");
    /* a run of fixed length that goes on after its requests have ended: idle energy alone */
    for (int a = 0; model && a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        if (!workload || isnan(report->scenario->hours) || !(load_span_s(workload) < summary->horizon_s))
            continue;
        duration_format(load_span_s(workload), when, sizeof when);
        print(file, "  warning: the load of %s ends after %s; nothing arrives from then on\n",
              model->apps[a].name, when);
    }
}

/* --- what ran --- */

/* What the run goes by, or each pool, a line each. */
static void print_policies(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    bool pools = scenario->n_pools > 0;
    for (int pool = 0; pool < (pools ? scenario->n_pools : 1); pool++) {
        char line[LINE_SIZE] = "";
        if (pools)
            text_print(line, sizeof line, "%s: ", scenario->pools[pool].name);
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            enum policy_id id = pools ? scenario_pool_policy(scenario, pool, (enum layer)layer)
                                      : (enum policy_id)scenario->policy[layer];
            if (!pools || layer != LAYER_PLACE)
                text_append(line, sizeof line, "%s%s %s", layer ? ", " : "", layer_names[layer],
                            policy_infos[id].name);
        }
        print_fact(report, file, !pools ? "policies" : pool ? "" : "pools", "%s", line);
    }
}

/* Collects knobs whose initial value differs from the table's, and lambda wherever it counts. */
struct knob_line {
    const struct scenario *scenario;
    char text[LINE_SIZE];
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
    char name[96], shown[64];
    knob_name(line->scenario, ref, name, sizeof name);
    knob_format(ref, &value, shown, sizeof shown);
    text_append(line->text, sizeof line->text, "%s%s %s", *line->text ? ", " : "", name, shown);
    return true;
}

/* The trace, and its own values over the run, before any knob scales them. */
static void print_carbon_source(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    const struct carbon_trace *trace = report->trace;
    char line[LINE_SIZE], facts[128], start[24];
    civil_format(scenario->start_s, start, sizeof start);
    if (!trace) {
        print_fact(report, file, "carbon", "%s", scenario->trace);
        print_fact(report, file, "from", "%s", start);
        return;
    }
    trace_facts(trace, facts, sizeof facts);
    print_fact(report, file, "carbon", "%s: %s; %s, held between samples%s", scenario->trace, trace->title,
               facts, report->summary->trace_ended ? " and after the last" : "");
    if (trace->source[0])
        print_fact(report, file, "", "source %s", trace->source);
    print_fact(report, file, "from", "%s", start);
    size_t n_before, first = carbon_trace_index(trace, scenario->start_s);
    size_t last = carbon_trace_index(trace, scenario->start_s + (int64_t)report->summary->horizon_s);
    double least = INFINITY, greatest = -INFINITY,
           history = carbon_trace_history_mean(trace, first, &n_before);
    for (size_t k = first; k <= last; k++) {
        least = fmin(least, carbon_trace_held(trace, k));
        greatest = fmax(greatest, carbon_trace_held(trace, k));
    }
    text_print(line, sizeof line, "%.4g to %.4g g/kWh in %zu step%s", least, greatest, last - first + 1,
               last == first ? "" : "s");
    if (n_before > 0)
        text_append(line, sizeof line, "; mean before the start %.4g", history);
    print_fact(report, file, "intensity", "%s", line);
}

/* What a saving means: the run that this is held against, with its settings, and BASE. */
static void print_references(const struct run_report *report, FILE *file)
{
    const struct model *model = report->model;
    struct baseline reference;
    char words[LINE_SIZE];
    if (scenario_baseline(report->scenario, &reference)) {
        baseline_words(report->scenario, &reference, words, sizeof words);
        print_fact(report, file, "reference", "%s: %s", reference.title, words);
    }
    if (report->summary->accounting[0])
        print_fact(report, file, "compared", "with BASE, %s", report->summary->accounting);
    /* at which clock that was measured which does not follow the run's, where somebody turns that */
    for (int pool = 0; model && pool < model->n_pools; pool++) {
        const struct model_gpu *gpu = &model->gpus[model->pools[pool].gpus[0]];
        if (model->pools[pool].clover && gpu->first_clocked != 0)
            print_fact(report, file, "",
                       "BASE's tail and energy%s are those at %g MHz, whatever clocks this run has",
                       run_needs_derived(model, pool, DERIVED_TABLE) ? ", and ORACLE's table," : "",
                       gpu->rest_mhz);
    }
}

static void print_head(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    const struct summary *summary = report->summary;
    const struct model *model = report->model;
    struct knob_line knobs = {.scenario = scenario};
    char when[32], name[96], value[64];
    print_fact(report, file, "scenario", "%s%s%s", scenario->name, scenario->title[0] ? ": " : "",
               scenario->title);
    print_policies(report, file);
    knob_each(scenario, add_knob, &knobs);
    print_fact(report, file, "knobs", "%s", *knobs.text ? knobs.text : "all at their defaults");
    print_fact(report, file, "profiles", "%s", scenario->profiles);
    for (int i = 0; i < scenario->n_edits; i++) {
        const struct edit *edit = &scenario->edits[i];
        duration_format(ns_to_s(edit->t_ns), when, sizeof when);
        knob_name(scenario, edit->knob, name, sizeof name);
        knob_format(edit->knob, &edit->value, value, sizeof value);
        print_fact(report, file, i ? "" : "edits", "at %s: %s %s", when, name, value);
    }
    print_carbon_source(report, file);
    duration_format(summary->horizon_s, when, sizeof when);
    print_fact(report, file, "length", "%s, %" PRId64 " requests served, seed %" PRIu64, when,
               summary->requests, scenario->seed);
    /* a workload is replayed from its first row on, whatever hour of the trace the run starts at */
    for (int a = 0; model && a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        if (!workload)
            continue;
        duration_format(load_span_s(workload), when, sizeof when);
        print_fact(report, file, "load", "%s: %s, %s long, from its first row on", model->apps[a].name,
                   workload->name, when);
    }
    print_references(report, file);
}

/* --- what it came to --- */

static bool tells(enum metric metric, double value)
{
    enum metric_shown shown = metric_infos[metric].shown;
    return !isnan(value) && shown != SHOWN_NEVER && (shown != SHOWN_NONZERO || value != 0);
}

/* "total 11.2146 kWh, GPUs 7.4764 kWh" of a group of the whole run; "" where there is nothing to tell. */
static void group_line(enum metric_group group, const struct metric_source *source, char *out, size_t size)
{
    out[0] = '\0';
    for (int m = 0; m < METRIC_COUNT; m++) {
        const struct metric_info *info = &metric_infos[m];
        double value = info->group == group ? metric_value((enum metric)m, source, 0) : (double)NAN;
        const char *unit = metric_units[info->unit].symbol;
        char text[CELL_SIZE];
        if (!tells((enum metric)m, value))
            continue;
        metric_format((enum metric)m, value, text, sizeof text);
        text_append(out, size, "%s%s %s%s%s", *out ? ", " : "", info->title, text, *unit ? " " : "", unit);
    }
}

static bool print_told(struct account *account, bool ascii, FILE *file)
{
    bool good = media_text(account, ACCOUNT_EVERY, ascii, file);
    account_free(account);
    return good;
}

/* A line for each group of what the whole run is measured by; its carbon has a table. */
static void print_groups(const struct run_report *report, const struct metric_source *source, FILE *file)
{
    char line[LINE_SIZE], number[FORMAT_SIZE];
    fputc('\n', file);
    for (int g = 0; g < METRIC_GROUPS; g++) {
        if (metric_groups[g].scope != METRIC_OF_RUN || g == METRIC_GROUP_CARBON)
            continue;
        group_line((enum metric_group)g, source, line, sizeof line);
        if (*line)
            print_fact(report, file, metric_groups[g].label, "%s", line);
        /* that what is measured is idle power and no more, or next to nothing more */
        double beyond = summary_measured_beyond_idle(report->summary);
        if (g == METRIC_GROUP_PROVENANCE && summary_only_idle_is_measured(report->summary))
            print_fact(report, file, "", "measured: idle power only");
        else if (g == METRIC_GROUP_PROVENANCE && beyond < 0.005)
            print_fact(report, file, "", "measured: idle power, and %s %% of the energy else",
                       format_magnitude(number, 100 * beyond));
    }
}

/* Every limit that is broken, a line each; or that all are kept. */
static void print_limits(const struct run_report *report, const struct metric_source *source, FILE *file)
{
    struct limits limits;
    char text[LIMIT_TEXT];
    limits_of(source, &limits);
    if (limits.broken == 0)
        print_fact(report, file, "limits", "all %d kept", limits.n);
    for (int k = 0, told = 0; k < limits.n; k++)
        if (!limits.rows[k].kept) {
            limit_text(&limits.rows[k], limit_whose(&limits.rows[k], source->summary), false, text);
            print_fact(report, file, told++ ? "" : "limits", "broken: %s", text);
        }
}

bool run_report_print(const struct run_report *report, FILE *file)
{
    const struct metric_source source = {report->summary, report->model, NULL};
    struct account ledger, parts;
    print_headline(report, file);
    print_warnings(report, file);
    print_head(report, file);
    fputc('\n', file);
    account_begin(&ledger, "run", "");
    told_ledger(&ledger, &source, NULL, "");
    if (!print_told(&ledger, report->ascii, file))
        return false;
    print_groups(report, &source, file);
    print_limits(report, &source, file);
    fputc('\n', file);
    account_begin(&parts, "run", "");
    told_parts(&parts, METRIC_OF_APP, &source, report->scenario);
    told_parts(&parts, METRIC_OF_GPU, &source, report->scenario);
    return print_told(&parts, report->ascii, file);
}

bool replicates_report_print(const struct sweep_values *of, bool ascii, FILE *file)
{
    const struct sweep *sweep = of->sweep;
    struct knob_ref subject = scenario_pool_subject(&sweep->base, 0);
    struct account account;
    char name[KNOB_NAME_SIZE];
    knob_name(&sweep->base, subject, name, sizeof name);
    account_begin(&account, "run", "");
    account.of = text(&account.arena, "%s, %s %s", sweep->base.name, strchr(name, '.') + 1,
                      knob_get(&sweep->base, subject).text);
    account.over = text(&account.arena, "%zu replicates, seeds %" PRIu64 " to %" PRIu64, sweep->replicates,
                        sweep_seed(sweep, 0), sweep_seed(sweep, sweep->replicates - 1));
    told_seeds(&account, of);
    return print_told(&account, ascii, file);
}
