/* The report from top to bottom: the sentence, what ran, carbon and energy, apps, GPUs, where numbers come
 * from, warnings. */
#include "tui/cli/run/run_report.h"

#include "engine/answers/objective.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/base/confidence.h"
#include "engine/explore/attribution.h"
#include "engine/sim/configure.h"
#include "tui/cli/listing.h"
#include "tui/cli/run/run_metrics.h"
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

enum { INDENT = 2, LINE_SIZE = 640 };

/* A labelled line of the head: "  carbon    us-cal-...". */
static void print_fact(const struct run_report *report, FILE *file, const char *label, const char *text)
{
    char line[LINE_SIZE];
    text_for_locale(line, sizeof line, text, report->ascii);
    for (char *c = line; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7f)
            *c = '?';
    print(file, "  %-9s %s\n", label, line);
}

/* The percentile that every app's SLO is about, or 0 where they differ. */
static double common_percentile(const struct scenario *scenario)
{
    for (int app = 1; app < scenario->n_apps; app++)
        if (scenario->apps[app].percentile != scenario->apps[0].percentile)
            return 0;
    return scenario->n_apps > 0 ? scenario->apps[0].percentile : 0;
}

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

/* What each pool goes by, a line each. */
static void print_pools(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    for (int pool = 0; pool < scenario->n_pools; pool++) {
        char line[LINE_SIZE], *end = line;
        text_print(line, sizeof line, "%s:", scenario->pools[pool].name);
        for (int layer = 0; layer < LAYER_COUNT; layer++) {
            enum policy_id id = scenario_pool_policy(scenario, pool, (enum layer)layer);
            end += strlen(end);
            if (layer != LAYER_PLACE)
                text_print(end, sizeof line - (size_t)(end - line), "%s %s %s", layer ? "," : "",
                           layer_names[layer], policy_infos[id].name);
        }
        print_fact(report, file, pool ? "" : "pools", line);
    }
}

static void print_policies(const struct run_report *report, FILE *file)
{
    char line[LINE_SIZE];
    size_t used = 0;
    line[0] = '\0';
    for (int layer = 0; layer < LAYER_COUNT; layer++) {
        int n = snprintf(line + used, sizeof line - used, "%s%s %s", layer ? ", " : "", layer_names[layer],
                         policy_infos[report->scenario->policy[layer]].name);
        used += n > 0 && (size_t)n < sizeof line - used ? (size_t)n : 0;
    }
    if (report->scenario->n_pools > 0)
        print_pools(report, file);
    else
        print_fact(report, file, "policies", line);
}

/* Collects knobs whose initial value differs from the table's, and lambda wherever it counts. */
struct knob_line {
    const struct scenario *scenario;
    size_t used;
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
    int n = snprintf(line->text + line->used, sizeof line->text - line->used, "%s%s %s",
                     line->used ? ", " : "", name, shown);
    line->used += n > 0 && (size_t)n < sizeof line->text - line->used ? (size_t)n : 0;
    line->text[line->used] = '\0';
    return true;
}

static void print_knobs(const struct run_report *report, FILE *file)
{
    struct knob_line line = {.scenario = report->scenario};
    knob_each(report->scenario, add_knob, &line);
    print_fact(report, file, "knobs", line.used ? line.text : "all at their defaults");
    print_fact(report, file, "profiles", report->scenario->profiles);
}

static void print_edits(const struct run_report *report, FILE *file)
{
    for (int i = 0; i < report->scenario->n_edits; i++) {
        const struct edit *edit = &report->scenario->edits[i];
        char when[32], name[96], value[64], line[256];
        duration_format(ns_to_s(edit->t_ns), when, sizeof when);
        knob_name(report->scenario, edit->knob, name, sizeof name);
        knob_format(edit->knob, &edit->value, value, sizeof value);
        snprintf(line, sizeof line, "at %s: %s %s", when, name, value);
        print_fact(report, file, i ? "" : "edits", line);
    }
}

/* The trace's own values over the run, before any knob scales them. */
static void print_intensity(const struct run_report *report, FILE *file)
{
    const struct carbon_trace *trace = report->trace;
    char line[LINE_SIZE];
    if (!trace)
        return;
    int64_t start_s = report->scenario->start_s;
    size_t n_before, first = carbon_trace_index(trace, start_s);
    size_t last = carbon_trace_index(trace, start_s + (int64_t)report->summary->horizon_s);
    double least = INFINITY, greatest = -INFINITY,
           history = carbon_trace_history_mean(trace, first, &n_before);
    for (size_t k = first; k <= last; k++) {
        least = fmin(least, carbon_trace_held(trace, k));
        greatest = fmax(greatest, carbon_trace_held(trace, k));
    }
    int used = snprintf(line, sizeof line, "%.4g to %.4g g/kWh in %zu step%s", least, greatest,
                        last - first + 1, last == first ? "" : "s");
    if (n_before > 0 && used > 0)
        snprintf(line + used, sizeof line - (size_t)used, "; mean before the start %.4g", history);
    print_fact(report, file, "intensity", line);
}

static void print_carbon_source(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    char line[LINE_SIZE], facts[128], start[24];
    civil_format(scenario->start_s, start, sizeof start);
    if (report->trace) {
        trace_facts(report->trace, facts, sizeof facts);
        snprintf(line, sizeof line, "%s: %s; %s, held between samples%s", scenario->trace,
                 report->trace->title, facts, report->summary->trace_ended ? " and after the last" : "");
        print_fact(report, file, "carbon", line);
        snprintf(line, sizeof line, "source %s", report->trace->source);
        if (report->trace->source[0])
            print_fact(report, file, "", line);
    } else {
        print_fact(report, file, "carbon", scenario->trace);
    }
    print_fact(report, file, "from", start);
    print_intensity(report, file);
}

/* How long a workload has requests. */
static double load_span_s(const struct workload *workload)
{
    if (workload->n == 0)
        return 0;
    return ns_to_s(workload->kind == WORKLOAD_RATES ? (int64_t)workload->n * workload->step_ns
                                                    : workload->arrival_ns[workload->n - 1]);
}

/* A workload is replayed from its first row on, whatever hour of the trace the run starts at. */
static void print_loads(const struct run_report *report, FILE *file)
{
    const struct model *model = report->model;
    char line[LINE_SIZE], span[32];
    for (int a = 0; model && a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        if (!workload)
            continue;
        duration_format(load_span_s(workload), span, sizeof span);
        snprintf(line, sizeof line, "%s: %s, %s long, from its first row on", model->apps[a].name,
                 workload->name, span);
        print_fact(report, file, "load", line);
    }
}

/* The run that this is held against, with its settings. */
static void print_reference(const struct run_report *report, FILE *file)
{
    struct baseline reference;
    char line[LINE_SIZE];
    if (!scenario_baseline(report->scenario, &reference))
        return;
    text_print(line, sizeof line, "%s: ", reference.title);
    size_t used = strlen(line);
    baseline_words(report->scenario, &reference, line + used, sizeof line - used);
    print_fact(report, file, "reference", line);
}

/* What a saving against BASE means. */
static void print_accounting(const struct run_report *report, FILE *file)
{
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "with BASE, %s", report->summary->accounting);
    if (report->summary->accounting[0])
        print_fact(report, file, "compared", line);
    /* At which clock that was measured which does not follow the run's, where somebody turns that. */
    const struct model *model = report->model;
    for (int pool = 0; model && pool < model->n_pools; pool++) {
        const struct model_gpu *gpu = &model->gpus[model->pools[pool].gpus[0]];
        if (!model->pools[pool].clover || gpu->first_clocked == 0)
            continue;
        snprintf(line, sizeof line,
                 "BASE's tail and energy%s are those at %g MHz, whatever clocks this run has",
                 run_needs_derived(model, pool, DERIVED_TABLE) ? ", and ORACLE's table," : "", gpu->rest_mhz);
        print_fact(report, file, "", line);
    }
}

static void print_head(const struct run_report *report, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    const struct summary *summary = report->summary;
    char line[LINE_SIZE], length[32];
    snprintf(line, sizeof line, "%s%s%s", scenario->name, scenario->title[0] ? ": " : "", scenario->title);
    print_fact(report, file, "scenario", line);
    print_policies(report, file);
    print_knobs(report, file);
    print_edits(report, file);
    print_carbon_source(report, file);
    duration_format(summary->horizon_s, length, sizeof length);
    snprintf(line, sizeof line, "%s, %" PRId64 " requests served, seed %" PRIu64 ", percentiles %s", length,
             summary->requests, scenario->seed, summary->exact ? "exact" : "from a sketch (within 1.1 %)");
    print_fact(report, file, "length", line);
    print_loads(report, file);
    print_reference(report, file);
    print_accounting(report, file);
}

/* That what is measured is idle power and no more, or next to nothing more. */
static void print_idle(const struct run_report *report, FILE *file)
{
    double beyond = summary_measured_beyond_idle(report->summary);
    char line[64], number[FORMAT_SIZE];
    if (summary_only_idle_is_measured(report->summary))
        print_fact(report, file, "", "measured: idle power only");
    else if (beyond < 0.005) {
        snprintf(line, sizeof line, "measured: idle power, and %s %% of the energy else",
                 format_magnitude(number, 100 * beyond));
        print_fact(report, file, "", line);
    }
}

/* Every limit that is broken, a line each; or that all are kept. */
static void print_limits(const struct run_report *report, const struct metric_source *source, FILE *file)
{
    struct limits limits;
    char text[LIMIT_TEXT], line[LINE_SIZE];
    limits_of(source, &limits);
    text_print(line, sizeof line, "all %d kept", limits.n);
    if (limits.broken == 0)
        print_fact(report, file, "limits", line);
    for (int k = 0, told = 0; k < limits.n; k++) {
        if (limits.rows[k].kept)
            continue;
        limit_text(&limits.rows[k], limit_whose(&limits.rows[k], source->summary), false, text);
        text_print(line, sizeof line, "broken: %s", text);
        print_fact(report, file, told++ ? "" : "limits", line);
    }
}

static bool print_apps(const struct run_report *report, const struct metric_source *source, FILE *file)
{
    const struct scenario *scenario = report->scenario;
    const char *models[APPS_MAX] = {NULL};
    struct part_facts facts = {"model", models};
    for (int a = 0; a < scenario->n_apps; a++)
        models[a] = scenario->apps[a].model;
    fputc('\n', file);
    if (!parts_print(METRIC_OF_APP, source, &facts, report->ascii, file))
        return false;
    for (int a = 0; a < scenario->n_apps; a++)
        if (fabs(scenario->apps[a].percentile - 95) > 0)
            print(file, "  %s is judged by its p%g\n", scenario->apps[a].name, scenario->apps[a].percentile);
    fputs("  SLO: the percentile over the run against it; late: single requests over it\n\n", file);
    return true;
}

static bool print_gpus(const struct run_report *report, const struct metric_source *source, FILE *file)
{
    const char *types[GPUS_MAX];
    struct part_facts facts = {"type", types};
    for (int g = 0; g < source->summary->n_gpus; g++)
        types[g] = source->summary->gpus[g].type;
    return parts_print(METRIC_OF_GPU, source, &facts, report->ascii, file);
}

static void print_warnings(const struct run_report *report, FILE *file)
{
    const struct summary *summary = report->summary;
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
    /* A run of fixed length that goes on after its requests have ended: idle energy alone. */
    const struct model *model = report->model;
    for (int a = 0; model && a < model->n_apps; a++) {
        const struct workload *workload = model->apps[a].workload;
        if (!workload || isnan(report->scenario->hours) ||
            !(load_span_s(workload) < report->summary->horizon_s))
            continue;
        duration_format(load_span_s(workload), when, sizeof when);
        print(file, "  warning: the load of %s ends after %s; nothing arrives from then on\n",
              model->apps[a].name, when);
    }
}

bool run_report_print(const struct run_report *report, FILE *file)
{
    const struct metric_source source = {report->summary, report->model, NULL};
    struct headline headline;
    char line[LINE_SIZE];
    char title[96];
    bool cluster = attribution_at_work(report->scenario) > 1;
    scenario_title(report->scenario, title, sizeof title);
    if (cluster)
        text_copy(title, sizeof title, HEADLINE_CLUSTER);
    const struct model *model = report->model;
    double lost = model ? accuracy_change(model, report->summary) : (double)NAN;
    int only = accuracy_only_app(report->summary);
    struct headline_input input = {.subject = title,
                                   .plural = report->scenario->n_pools > 1 && !cluster,
                                   .summary = report->summary,
                                   .model = report->model,
                                   .percentile = common_percentile(report->scenario),
                                   .mixed = model && model_clover(model) != NULL,
                                   .accuracy_change = lost,
                                   .accuracy_app = only < 0 ? NULL : report->summary->apps[only].name,
                                   .topic = scenario_headline(report->scenario),
                                   .accounting = report->summary->accounting,
                                   .least_late = is_least_late(report)};
    headline_make(&headline, &input, 0);
    text_for_locale(line, sizeof line, headline.text, report->ascii);
    print(file, "%s\n\n", line);
    print_warnings(report, file);
    print_head(report, file);
    fputc('\n', file);
    if (!ledger_print(&source, report->ascii, file))
        return false;
    /* A line for each group of what the whole run is measured by; its carbon has a table. */
    fputc('\n', file);
    for (int g = 0; g < METRIC_GROUPS; g++) {
        if (metric_groups[g].scope != METRIC_OF_RUN || g == METRIC_GROUP_CARBON)
            continue;
        group_line((enum metric_group)g, &source, line, sizeof line);
        if (*line)
            print_fact(report, file, metric_groups[g].label, line);
        if (g == METRIC_GROUP_PROVENANCE)
            print_idle(report, file);
    }
    print_limits(report, &source, file);
    if (!print_apps(report, &source, file) || !print_gpus(report, &source, file))
        return false;
    return true;
}

static void add_metric(struct listing *listing, const struct flat *rows, size_t n, bool searched,
                       enum metric metric, const char *key, const char *label)
{
    double values[REPLICATES_MAX];
    size_t count = 0;
    for (size_t i = 0; i < n; i++) {
        const struct flat_leaf *leaf = flat_find(&rows[i], key, 0);
        if (leaf && leaf->is_number)
            values[count++] = leaf->number;
    }
    if (count == 0)
        return;
    struct confidence found = metric_confidence(metric, searched, values, count);
    listing_text(listing, label);
    listing_number(listing, found.mean);
    listing_number(listing, found.ci95);
    listing_number(listing, found.least);
    listing_number(listing, found.greatest);
}

/* What there is room for, of the run or of the app of that number and name. */
static void add_metrics(struct listing *listing, const struct flat *rows, size_t n, bool searched,
                        enum metric_scope scope, int part, const char *name)
{
    char key[96], label[96];
    for (int metric = 0; metric < METRIC_COUNT; metric++) {
        if (metric_scope_of((enum metric)metric) != scope || metric_infos[metric].shown != SHOWN_MAIN)
            continue;
        metric_key((enum metric)metric, part, key, sizeof key);
        snprintf(label, sizeof label, "%s %s", name ? name : "", metric_infos[metric].key);
        add_metric(listing, rows, n, searched, (enum metric)metric, key, name ? label : key);
    }
}

bool replicates_report_print(const struct scenario *scenario, const struct flat *rows, size_t n, FILE *file)
{
    static const struct listing_column columns[] = {{"metric", "metric", CELL_TEXT, 0},
                                                    {"mean", "mean", CELL_NUMBER, 3},
                                                    {"ci95", "+- 95 %", CELL_NUMBER, 3},
                                                    {"min", "least", CELL_NUMBER, 3},
                                                    {"max", "greatest", CELL_NUMBER, 3}};
    struct listing listing;
    bool searched = scenario_searches(scenario);
    listing_begin(&listing, columns, 5);
    add_metrics(&listing, rows, n, searched, METRIC_OF_RUN, 0, NULL);
    for (int a = 0; a < scenario->n_apps; a++)
        add_metrics(&listing, rows, n, searched, METRIC_OF_APP, a, scenario->apps[a].name);
    struct knob_ref subject = scenario_pool_subject(scenario, 0);
    char name[KNOB_NAME_SIZE];
    knob_name(scenario, subject, name, sizeof name);
    print(file, "%s, %s %s: %zu replicates, seeds %" PRIu64 " to %" PRIu64 "\n\n", scenario->name,
          strchr(name, '.') + 1, knob_get(scenario, subject).text, n, scenario->seed,
          scenario->seed + (uint64_t)n - 1);
    bool ok = listing_print(&listing, LISTING_TEXT, INDENT, file);
    listing_free(&listing);
    print(file, "\n  The interval is that of the mean, from Student's t over the seeds, which are luck of "
                "arrivals. None stands\n  where at most half of the seeds, or ten, came to different values: "
                "their spread says little of the mean.\n");
    if (searched && n < METRIC_SEEDS)
        print(
            file,
            "  Layouts are searched: what one of them decides, as a tail or accuracy, has one from %d seeds on.\n",
            METRIC_SEEDS);
    return ok;
}
