/* `wattif show trace|profile|workload`: what a thing of the library is, in words and one table. */
#include "tui/cli/library/show.h"

#include "engine/base/civil.h"
#include "engine/base/units.h"
#include "tui/words/facts.h"
#include "tui/cli/listing.h"
#include "tui/words/print.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { BAR_CELLS = 30, MONTHS_MAX = 600, MONTHS_FROM_DAYS = 45 };

static void print_fact(const char *label, const char *text)
{
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
    static const struct listing_column columns[] = {
        {"month", "month (UTC)", CELL_TEXT, 0}, {"mean", "mean", CELL_NUMBER, 1},
        {"min", "least", CELL_NUMBER, 1},       {"max", "greatest", CELL_NUMBER, 1},
        {"missing", "missing", CELL_NUMBER, 0}, {"bar", "", CELL_TEXT, 0}};
    struct listing listing;
    char name[16], bar[4 * BAR_CELLS + 8];
    struct month *months = calloc(MONTHS_MAX, sizeof *months);
    if (!months)
        return report_no_memory();
    size_t n = collect_months(trace, months);
    double top = 0;
    for (size_t i = 0; i < n; i++)
        top = months[i].n ? fmax(top, months[i].sum / (double)months[i].n) : top;
    listing_begin(&listing, columns, COUNT(columns));
    for (size_t i = 0; i < n; i++) {
        double mean = months[i].n ? months[i].sum / (double)months[i].n : (double)NAN;
        snprintf(name, sizeof name, "%s %d", civil_month_name(months[i].month), months[i].year);
        text_bar(bar, sizeof bar, top > 0 && months[i].n ? mean / top : 0, BAR_CELLS, ascii);
        listing_text(&listing, name);
        listing_number(&listing, mean);
        listing_number(&listing, months[i].least);
        listing_number(&listing, months[i].greatest);
        listing_number(&listing, (double)months[i].missing);
        listing_text(&listing, bar[0] ? bar : " ");
    }
    putchar('\n');
    int status = listing_print(&listing, LISTING_TEXT, 0, stdout) ? EXIT_DONE : report_no_memory();
    listing_free(&listing);
    free(months);
    return status;
}

static void print_trace_facts(const struct carbon_trace *trace)
{
    char line[256], resolution[48], from[24], to[24];
    double mean = NAN, sd = NAN, least = INFINITY, greatest = -INFINITY;
    for (size_t k = 0; k < trace->n; k++) {
        least = fmin(least, isnan(trace->samples[k]) ? least : trace->samples[k]);
        greatest = fmax(greatest, isnan(trace->samples[k]) ? greatest : trace->samples[k]);
    }
    carbon_trace_moments(trace, &mean, &sd);
    trace_resolution(trace, resolution, sizeof resolution);
    civil_format(trace->start_s, from, sizeof from);
    civil_format(trace->start_s + (int64_t)trace->n * trace->step_s, to, sizeof to);
    print_fact("trace", trace->name);
    print_fact("title", trace->title);
    print_fact("zone", trace->zone[0] ? trace->zone : "unknown");
    print_fact("kind", carbon_kind_names[trace->kind]);
    print_fact("basis", trace->basis == BASIS_LCA ? "lca (life cycle)" : carbon_basis_names[trace->basis]);
    if (trace->n == 1) {
        print_fact("resolution", "constant");
    } else {
        snprintf(line, sizeof line, "%s, %zu samples of %d s, each held until the next", resolution, trace->n,
                 trace->step_s);
        print_fact("resolution", line);
        snprintf(line, sizeof line, "%s to %s", from, to);
        print_fact("span", line);
        snprintf(line, sizeof line, "%zu missing, %zu estimated by the source", trace->missing,
                 trace->estimated);
        print_fact("gaps", line);
    }
    snprintf(line, sizeof line, "mean %.2f, sd %.2f, least %.2f, greatest %.2f g/kWh", mean, sd, least,
             greatest);
    print_fact("intensity", line);
    print_fact("source", trace->source);
    print_fact("licence", trace->licence[0] ? trace->licence : "not given");
    print_fact("version", trace->hash);
}

int show_trace(struct invocation *invocation, struct store *store, const char *name)
{
    struct error error = {0};
    const struct catalog *catalog = store_catalog(store);
    const struct carbon_trace *trace = catalog->trace(catalog->context, name, &error);
    if (!trace)
        return report_error(&error);
    print_trace_facts(trace);
    if ((int64_t)trace->n * trace->step_s < (int64_t)MONTHS_FROM_DAYS * 86400 || trace->n == 1)
        return EXIT_DONE;
    return print_months(trace, invocation_ascii(invocation));
}

int show_profile(struct invocation *invocation, struct store *store, const char *name)
{
    static const struct listing_column columns[] = {{"gpu", "GPU", CELL_TEXT, 0},
                                                    {"slice", "slice", CELL_TEXT, 0},
                                                    {"variant", "variant", CELL_TEXT, 0},
                                                    {"batch", "batch", CELL_NUMBER, 0},
                                                    {"clock_mhz", "MHz", CELL_NUMBER, 0},
                                                    {"latency_ms", "ms", CELL_NUMBER, 3},
                                                    {"power_w", "W", CELL_NUMBER, 2},
                                                    {"energy_j", "J", CELL_NUMBER, 3},
                                                    {"accuracy", "accuracy", CELL_NUMBER, -1},
                                                    {"memory_gb", "GB", CELL_NUMBER, -1},
                                                    {"provenance", "row is", CELL_TEXT, 0},
                                                    {"source", "source", CELL_TEXT, 0}};
    (void)invocation;
    struct error error = {0};
    struct listing listing;
    const struct catalog *catalog = store_catalog(store);
    const struct profile_set *set = catalog->profile(catalog->context, name, &error);
    if (!set)
        return report_error(&error);
    listing_begin(&listing, columns, COUNT(columns));
    for (size_t i = 0; i < set->n; i++) {
        const struct profile_row *row = &set->rows[i];
        listing_text(&listing, row->gpu);
        listing_text(&listing, row->slice);
        listing_text(&listing, row->variant);
        listing_number(&listing, row->batch);
        listing_number(&listing, row->clock_mhz);
        listing_number(&listing, row->latency_ms);
        listing_number(&listing, row->power_w);
        listing_number(&listing, row->latency_ms * row->power_w / 1000);
        listing_number(&listing, row->accuracy);
        listing_number(&listing, row->memory_gb);
        listing_text(&listing, provenance_names[row->provenance]);
        listing_text(&listing, row->source);
    }
    print_fact("profile", set->model);
    print_fact("set", profile_name_set(profile_known_as(set)));
    print_fact("version", set->hash);
    putchar('\n');
    int status = listing_print(&listing, LISTING_TEXT, 0, stdout) ? EXIT_DONE : report_no_memory();
    listing_free(&listing);
    return status;
}

static void print_rates(const struct workload *workload)
{
    char line[160], length[32];
    double sum = 0, greatest = 0;
    size_t present = 0;
    for (size_t k = 0; k < workload->n; k++)
        if (!isnan(workload->rate[k])) {
            sum += workload->rate[k];
            greatest = fmax(greatest, workload->rate[k]);
            present++;
        }
    duration_format(ns_to_s(workload->step_ns) * (double)workload->n, length, sizeof length);
    snprintf(line, sizeof line, "%zu steps of %g s, %s in all, %zu missing", workload->n,
             ns_to_s(workload->step_ns), length, workload->n - present);
    print_fact("rates", line);
    snprintf(line, sizeof line, "mean %.4g, greatest %.4g requests/s", present ? sum / (double)present : 0,
             greatest);
    print_fact("load", line);
}

static void print_arrivals(const struct workload *workload)
{
    char line[160], length[32];
    double last_s = workload->n ? ns_to_s(workload->arrival_ns[workload->n - 1]) : 0, batches = 0;
    for (size_t k = 0; workload->batch && k < workload->n; k++)
        batches += workload->batch[k];
    duration_format(last_s, length, sizeof length);
    snprintf(line, sizeof line, "%zu in %s, mean %.4g requests/s", workload->n, length,
             last_s > 0 ? (double)workload->n / last_s : 0);
    print_fact("arrivals", line);
    if (workload->batch && workload->n) {
        snprintf(line, sizeof line, "mean batch %.4g", batches / (double)workload->n);
        print_fact("batches", line);
    }
}

int show_workload(struct invocation *invocation, struct store *store, const char *name)
{
    (void)invocation;
    struct error error = {0};
    const struct catalog *catalog = store_catalog(store);
    const struct workload *workload = catalog->workload(catalog->context, name, &error);
    if (!workload)
        return report_error(&error);
    print_fact("workload", workload->name);
    print_fact("title", workload->title);
    print_fact("kind", workload_kind_names[workload->kind]);
    if (workload->kind == WORKLOAD_RATES)
        print_rates(workload);
    else
        print_arrivals(workload);
    print_fact("source", workload->source);
    print_fact("licence", workload->licence[0] ? workload->licence : "not given");
    print_fact("version", workload->hash);
    return EXIT_DONE;
}
