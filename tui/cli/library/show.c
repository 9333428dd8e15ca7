/* `wattif show KIND NAME`: one function a kind. Each prints on stdout and returns the exit status. */
#include "tui/cli/command.h"
#include "tui/cli/library/lessons.h"
#include "tui/media/rows.h"
#include "tui/cli/run/run_report.h"
#include "tui/words/facts.h"
#include "tui/words/glossary.h"
#include "tui/words/print.h"

#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "engine/model/knob.h"
#include "engine/model/policy_table.h"
#include "store/json/scenario_json.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- things of the library: in words and one table --- */

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { BAR_CELLS = 30, MONTHS_MAX = 600, MONTHS_FROM_DAYS = 45 };

PRINTF_LIKE(2, 3) static void print_fact(const char *label, const char *format, ...)
{
    char text[320];
    va_list values;

    va_start(values, format);
    text_vprint(text, sizeof text, format, values);
    va_end(values);
    print_line(stdout, "%-11s %s", label, text);
}

/* One month of a trace: of its present samples. */
struct month {
    int year, month;
    size_t n, missing;
    double sum, least, greatest;
};

static size_t collect_months(const struct carbon_trace *trace, struct month *months)
{
    size_t n = 0;
    for (size_t k = 0; k < trace->n; k++) {
        struct civil civil = civil_from_unix(trace->start_s + (int64_t)k * trace->step_s);
        if (n == 0 || months[n - 1].month != civil.month || months[n - 1].year != civil.year) {
            if (n == MONTHS_MAX)
                break;
            months[n++] = (struct month){
                .year = civil.year, .month = civil.month, .least = INFINITY, .greatest = -INFINITY};
        }
        struct month *month = &months[n - 1];
        if (isnan(trace->samples[k])) {
            month->missing++;
            continue;
        }
        month->n++;
        month->sum += trace->samples[k];
        month->least = fmin(month->least, trace->samples[k]);
        month->greatest = fmax(month->greatest, trace->samples[k]);
    }
    return n;
}

static int print_months(const struct carbon_trace *trace, bool ascii)
{
    static const struct account_column columns[] = {{.title = "month (UTC)"},
                                                    {.title = "mean", .number = true, .digits = 1},
                                                    {.title = "least", .number = true, .digits = 1},
                                                    {.title = "greatest", .number = true, .digits = 1},
                                                    {.title = "missing", .number = true},
                                                    {.title = ""}};
    struct account account;
    char name[16], bar[4 * BAR_CELLS + 8];
    struct month *months = needed(calloc(MONTHS_MAX, sizeof *months));
    size_t n = collect_months(trace, months);
    double top = 0;
    for (size_t i = 0; i < n; i++)
        top = months[i].n ? fmax(top, months[i].sum / (double)months[i].n) : top;
    account_begin(&account, "show", "");
    account_table(&account, FOR_TEXT, NULL, columns, COUNT(columns));
    for (size_t i = 0; i < n; i++) {
        double mean = months[i].n ? months[i].sum / (double)months[i].n : (double)NAN;
        snprintf(name, sizeof name, "%s %d", civil_month_name(months[i].month), months[i].year);
        text_bar(bar, sizeof bar, top > 0 && months[i].n ? mean / top : 0, BAR_CELLS, ascii);
        ACCOUNT_ADD(&account, account_said(name), account_bare(mean), account_bare(months[i].least),
                    account_bare(months[i].greatest), account_bare((double)months[i].missing),
                    account_said(bar[0] ? bar : " "));
    }
    putchar('\n');
    int status = media_listing(&account, LISTING_TEXT, stdout) ? EXIT_DONE : report_no_memory();
    account_free(&account);
    free(months);
    return status;
}

static int show_trace(struct invocation *invocation, struct store *store, const char *name)
{
    struct error error = {0};
    const struct catalog *catalog = store_catalog(store);
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, &error);
    if (!trace)
        return report_error(&error);
    char resolution[48], from[24], to[24];
    double mean = NAN, sd = NAN, least = INFINITY, greatest = -INFINITY;
    for (size_t k = 0; k < trace->n; k++) {
        least = fmin(least, isnan(trace->samples[k]) ? least : trace->samples[k]);
        greatest = fmax(greatest, isnan(trace->samples[k]) ? greatest : trace->samples[k]);
    }
    carbon_trace_moments(trace, &mean, &sd);
    trace_resolution(trace, resolution, sizeof resolution);
    civil_format(trace->start_s, from, sizeof from);
    civil_format(trace->start_s + (int64_t)trace->n * trace->step_s, to, sizeof to);
    print_fact("trace", "%s", trace->name);
    print_fact("title", "%s", trace->title);
    print_fact("zone", "%s", trace->zone[0] ? trace->zone : "unknown");
    print_fact("kind", "%s", carbon_kind_names[trace->kind]);
    print_fact("basis", "%s",
               trace->basis == BASIS_LCA ? "lca (life cycle)" : carbon_basis_names[trace->basis]);
    if (trace->n == 1) {
        print_fact("resolution", "constant");
    } else {
        print_fact("resolution", "%s, %zu samples of %d s, each held until the next", resolution, trace->n,
                   trace->step_s);
        print_fact("span", "%s to %s", from, to);
        print_fact("gaps", "%zu missing, %zu estimated by the source", trace->missing, trace->estimated);
    }
    print_fact("intensity", "mean %.2f, sd %.2f, least %.2f, greatest %.2f g/kWh", mean, sd, least, greatest);
    print_fact("source", "%s", trace->source);
    print_fact("licence", "%s", trace->licence[0] ? trace->licence : "not given");
    print_fact("version", "%s", trace->hash);
    if ((int64_t)trace->n * trace->step_s < (int64_t)MONTHS_FROM_DAYS * 86400 || trace->n == 1)
        return EXIT_DONE;
    return print_months(trace, invocation_ascii(invocation));
}

static int show_profile(struct invocation *invocation, struct store *store, const char *name)
{
    static const struct account_column columns[] = {{.title = "GPU"},
                                                    {.title = "slice"},
                                                    {.title = "variant"},
                                                    {.title = "batch", .number = true},
                                                    {.title = "MHz", .number = true},
                                                    {.title = "ms", .number = true, .digits = 3},
                                                    {.title = "W", .number = true, .digits = 2},
                                                    {.title = "J", .number = true, .digits = 3},
                                                    {.title = "accuracy", .number = true, .digits = -1},
                                                    {.title = "GB", .number = true, .digits = -1},
                                                    {.title = "row is"},
                                                    {.title = "source"}};
    (void)invocation;
    struct error error = {0};
    struct account account;
    const struct catalog *catalog = store_catalog(store);
    const struct profile_set *set = catalog->profile(catalog->context, name, &error);
    if (!set)
        return report_error(&error);
    account_begin(&account, "show", "");
    account_table(&account, FOR_TEXT, NULL, columns, COUNT(columns));
    for (size_t i = 0; i < set->n; i++) {
        const struct profile_row *row = &set->rows[i];
        ACCOUNT_ADD(&account, account_said(row->gpu), account_said(row->slice), account_said(row->variant),
                    account_bare(row->batch), account_bare(row->clock_mhz), account_bare(row->latency_ms),
                    account_bare(row->power_w), account_bare(row->latency_ms * row->power_w / 1000),
                    account_bare(row->accuracy), account_bare(row->memory_gb),
                    account_said(provenance_names[row->provenance]), account_said(row->source));
    }
    print_fact("profile", "%s", set->model);
    print_fact("set", "%s", profile_name_set(profile_known_as(set)));
    print_fact("version", "%s", set->hash);
    putchar('\n');
    int status = media_listing(&account, LISTING_TEXT, stdout) ? EXIT_DONE : report_no_memory();
    account_free(&account);
    return status;
}

static int show_workload(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation;
    struct error error = {0};
    const struct catalog *catalog = store_catalog(store);
    const struct workload *workload = catalog->workload(catalog->context, name, &error);
    if (!workload)
        return report_error(&error);
    print_fact("workload", "%s", workload->name);
    print_fact("title", "%s", workload->title);
    print_fact("kind", "%s", workload_kind_names[workload->kind]);
    if (workload->kind == WORKLOAD_RATES) {
        char length[32];
        double sum = 0, greatest = 0;
        size_t present = 0;
        for (size_t k = 0; k < workload->n; k++)
            if (!isnan(workload->rate[k])) {
                sum += workload->rate[k];
                greatest = fmax(greatest, workload->rate[k]);
                present++;
            }
        duration_format(ns_to_s(workload->step_ns) * (double)workload->n, length, sizeof length);
        print_fact("rates", "%zu steps of %g s, %s in all, %zu missing", workload->n,
                   ns_to_s(workload->step_ns), length, workload->n - present);
        print_fact("load", "mean %.4g, greatest %.4g requests/s", present ? sum / (double)present : 0,
                   greatest);
    } else {
        char length[32];
        double last_s = workload->n ? ns_to_s(workload->arrival_ns[workload->n - 1]) : 0, batches = 0;
        for (size_t k = 0; workload->batch && k < workload->n; k++)
            batches += workload->batch[k];
        duration_format(last_s, length, sizeof length);
        print_fact("arrivals", "%zu in %s, mean %.4g requests/s", workload->n, length,
                   last_s > 0 ? (double)workload->n / last_s : 0);
        if (workload->batch && workload->n) {
            print_fact("batches", "mean batch %.4g", batches / (double)workload->n);
        }
    }
    print_fact("source", "%s", workload->source);
    print_fact("licence", "%s", workload->licence[0] ? workload->licence : "not given");
    print_fact("version", "%s", workload->hash);
    return EXIT_DONE;
}

/* --- scenarios, runs, knobs, policies and terms --- */

static int show_scenario(struct invocation *invocation, struct store *store, const char *name)
{
    (void)store;
    struct scenario scenario;
    int status = invocation_scenario(invocation, name, &scenario, NULL);
    if (status != EXIT_DONE)
        return status;
    char *text = scenario_to_text(&scenario);
    if (text)
        fputs(text, stdout);
    else
        status = report_no_memory();
    free(text);
    scenario_free(&scenario);
    return status;
}

static int show_run(struct invocation *invocation, struct store *store, const char *name)
{
    struct error error = {0};
    struct saved_run *run = store_load_run(store, name, &error);
    if (!run || !store_pin_run(store, name, &error)) {
        saved_run_free(run);
        return report_error(&error);
    }
    const struct catalog *catalog = store_catalog(store);
    struct error ignored = {0};
    struct model *model = model_create(&run->scenario, catalog, &ignored);
    const struct carbon_trace *trace = catalog->trace(catalog->context, run->scenario.trace, &error);
    if ((!trace && error.kind != ERROR_INPUT) || (!model && ignored.kind != ERROR_INPUT)) {
        model_release(model);
        saved_run_free(run);
        return report_error(!trace && error.kind != ERROR_INPUT ? &error : &ignored);
    }
    const struct page_run told = {.scenario = &run->scenario,
                                  .view = {run->recording, model, NULL},
                                  .total = &run->recording->summary,
                                  .trace = trace};
    bool ok = run_report_print(&told, invocation_ascii(invocation), stdout);
    print(stdout, "\n");
    print_line(stdout, "  saved as '%s' at %s by wattif %s", run->name, run->saved_at, run->engine_version);
    for (size_t i = 0; i < run->n_changed && i < sizeof run->changed / sizeof run->changed[0]; i++)
        print_line(stdout, "  changed since: %s", run->changed[i]);
    if (model)
        model_release(model);
    saved_run_free(run);
    return ok ? EXIT_DONE : report_no_memory();
}

static int show_knob(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation, (void)store;
    const char *names[KNOB_COUNT];
    size_t n = strcspn(name, ".");
    for (int id = 0; id < KNOB_COUNT; id++) {
        const struct knob_info *knob = &knob_infos[id];
        char suffix[16];
        names[id] = knob->name;
        if (strlen(knob->name) != n || strncmp(knob->name, name, n) != 0)
            continue;
        print(stdout, "knob     ");
        for (int k = 0; knob_suffix((enum knob_id)id, k, suffix, sizeof suffix); k++)
            print(stdout, "%s%s%s", k ? ", " : "", knob->name, suffix);
        print(stdout, "\n%s\n", knob->help);
        if (knob->type == TYPE_NUMBER) {
            print(stdout, "range    %g to %g%s%s\nslider   %g to %g by %g\n", knob->min, knob->max,
                  knob->unit[0] ? " " : "", knob->unit, knob->slider_min, knob->slider_max, knob->step);
            if (!isnan(knob->initial))
                print(stdout, "default  %g\n", knob->initial);
        }
        print(stdout, "when     %s\nlayer    %s\nrole     %s%s\n",
              knob->when == WHEN_LIVE ? "live: --set, or --at in mid-run" : "start: --set only", knob->group,
              knob_role_names[knob->role], knob->changes_work ? "; changes the work to be done" : "");
        return EXIT_DONE;
    }
    const char *nearest = text_nearest(name, names, KNOB_COUNT);
    return report_usage("no knob '%s'%s%s%s; `wattif list knobs` shows them", name,
                        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

static int show_policy(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation, (void)store;
    const char *names[POLICY_COUNT];
    bool found = false;
    for (int id = 0; id < POLICY_COUNT; id++) {
        const struct policy_info *policy = &policy_infos[id];
        names[id] = policy->name;
        if (strcmp(policy->name, name) != 0)
            continue;
        print(stdout, "%spolicy   %s: --policy %s=%s\n%s\n", found ? "\n" : "", policy->title,
              layer_names[policy->layer], policy->name, policy->help);
        if (policy->paper)
            print(stdout, "paper    %s\n", policy->paper);
        if (policy->fleet)
            print(stdout, "fleet    %s\n", policy->fleet);
        found = true;
    }
    if (found)
        return EXIT_DONE;
    const char *nearest = text_nearest(name, names, POLICY_COUNT);
    return report_usage("no policy '%s'%s%s%s; `wattif list policies` shows them", name,
                        nearest ? "; did you mean '" : "", nearest ? nearest : "", nearest ? "'?" : "");
}

/* A word or sign of the glossary, a knob's sign, a scheme's title, a card: what `?` explains on the screen.
 */
static int show_term(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation, (void)store;
    struct subject subject;
    char nearest[GLOSSARY_WORD];
    if (!glossary_find(name, &subject)) {
        bool near = glossary_nearest(name, nearest);
        return report_usage("no term '%s'%s%s%s; `wattif list terms` shows them", name,
                            near ? "; did you mean '" : "", near ? nearest : "", near ? "'?" : "");
    }
    struct meaning meaning = glossary_meaning(subject);
    print(stdout, "term     %s%s%s\n%s\n", meaning.title, *meaning.name ? ", " : "", meaning.name,
          meaning.means);
    if (*meaning.formula)
        print(stdout, "formula  %s\n", meaning.formula);
    print(stdout, "source   %s\n", meaning.source);
    return EXIT_DONE;
}

static const struct {
    const char *kind;
    bool from_store;
    int (*show)(struct invocation *invocation, struct store *store, const char *name);
} shows[] = {
    {"scenario", true, show_scenario}, {"trace", true, show_trace},      {"profile", true, show_profile},
    {"workload", true, show_workload}, {"run", true, show_run},          {"knob", false, show_knob},
    {"policy", false, show_policy},    {LESSON_KIND, true, show_lesson}, {"term", false, show_term}};

int command_show(struct invocation *invocation)
{
    for (size_t i = 0; i < sizeof shows / sizeof shows[0]; i++) {
        int status = EXIT_DONE;
        if (strcmp(shows[i].kind, invocation->args[0]) != 0)
            continue;
        struct store *store = shows[i].from_store ? invocation_store(invocation, &status) : NULL;
        return status != EXIT_DONE ? status : shows[i].show(invocation, store, invocation->args[1]);
    }
    return kind_refuse("show", invocation->args[0], ", lesson, knob, policy, term");
}
