/* A run in numbers, each table by the metrics' own (engine/answers/metric.def): cards, apps, kinds of carbon,
 * GPUs, and everything. Where there is a reference its numbers stand beside. */
#include "tui/report/sections.h"

#include "engine/answers/curves.h"
#include "engine/base/text.h"
#include "tui/words/format.h"
#include "tui/words/metric_words.h"
#include "tui/media/html.h"
#include "tui/media/plot.h"
#include "tui/report/told.h"
#include "tui/report/report_page.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include <inttypes.h>
#include <stdlib.h>

enum { CELL = 96 };

static struct metric_source source_of(const struct page_run *run)
{
    return (struct metric_source){run->total, run->view.model, NULL};
}

/* "good" or "bad" where a metric moved, else "". */
static const char *mark_of(enum metric metric, double now, double then)
{
    int judged = isnan(now) || isnan(then) ? 0 : metric_judge(metric, now, then);
    return judged > 0 ? "good" : judged < 0 ? "bad" : "";
}

/* --- cards --- */

void section_cards(struct page *page, const struct report_page *report)
{
    static const enum metric shown[] = {METRIC_CARBON,   METRIC_ENERGY,      METRIC_WORST_OF_SLO,
                                        METRIC_LATE,     METRIC_ACCURACY,    METRIC_ACCURACY_CHANGE,
                                        METRIC_TEMP_MAX, METRIC_FAIR_SYSTEM, METRIC_CARBON_PER_REQUEST};
    page_markup(page, "<ul class=\"cards\">\n");
    for (size_t k = 0; k < sizeof shown / sizeof *shown; k++) {
        enum metric metric = shown[k];
        const struct page_run *then = report_reference(report);
        const struct metric_source source = source_of(&report->runs[0]);
        char value[METRIC_WORDS_SIZE], change[METRIC_WORDS_SIZE];
        double now = metric_value(metric, &source, 0), was = (double)NAN;
        if (isnan(now))
            continue;
        page_markup(page, "<li>");
        page_markup(page, "<b>");
        page_number(page, metric_words_value(metric, now, value));
        page_markup(page, "</b>\n");
        page_markup(page, "<span>");
        const struct metric_info *info = &metric_infos[metric];
        if (info->group == METRIC_GROUP_FAIRNESS)
            page_print(page, "%s, %s", metric_groups[info->group].label, info->title);
        else
            page_print(page, "%s%s", metric_words_name(metric, CELL),
                       info->group == METRIC_GROUP_REQUEST && metric != METRIC_CARBON_PER_REQUEST
                           ? " a request"
                           : "");
        page_markup(page, "</span>\n");
        if (then) {
            const struct metric_source before = source_of(then);
            was = metric_value(metric, &before, 0);
        }
        if (!isnan(was)) {
            const char *mark = mark_of(metric, now, was);
            bool same = strcmp(metric_words_change(metric, now, was, change), "=") == 0;
            fprintf(page->out, "<span class=\"%s\">", mark);
            page_print(page, "%s%s", same ? "the same" : change,
                       same           ? ""
                       : *mark == 'g' ? ", better"
                       : *mark == 'b' ? ", worse"
                                      : "");
            page_markup(page, "</span>");
        }
        page_markup(page, "</li>\n");
    }
    page_markup(page, "</ul>\n");
    if (report_reference(report)) {
        page_markup(page, "<p class=\"under\">");
        page_print(page, "Below each number: its change against %s.", report_reference(report)->name);
        page_markup(page, "</p>\n");
    }
}

/* --- as it is told (told.h) --- */

void tell_service(struct account *account, const struct report_page *report)
{
    const struct metric_source source = source_of(&report->runs[0]);
    told_parts(account, METRIC_OF_APP, &source, report->runs[0].scenario);
}

void tell_gpus(struct account *account, const struct report_page *report)
{
    const struct metric_source source = source_of(&report->runs[0]);
    told_parts(account, METRIC_OF_GPU, &source, report->runs[0].scenario);
}

void tell_ledger(struct account *account, const struct report_page *report)
{
    const struct page_run *then = report_reference(report);
    const struct metric_source source = source_of(&report->runs[0]);
    struct metric_source before = {0};
    if (then)
        before = source_of(then);
    told_ledger(account, &source, then ? &before : NULL, then ? then->name : "");
}

/* In full, so that numbers read back as the same. */
void tell_metrics(struct account *account, const struct report_page *report)
{
    const struct page_run *then = report_reference(report);
    const struct account_column columns[] = {{.title = "metric"},
                                             {.title = report->runs[0].name, .number = true, .digits = -1},
                                             {.title = then ? then->name : "", .number = true, .digits = -1}};
    account_table(account, FOR_PAGES,
                  "Every metric of the run in full, by its name in the JSON, which has its unit", columns,
                  then ? 3 : 2);
    for (int k = 0; k < METRIC_COUNT; k++) {
        const struct metric_source source = source_of(&report->runs[0]),
                                   before = source_of(then ? then : &report->runs[0]);
        enum metric metric = (enum metric)k;
        char key[CELL];
        double now =
            metric_scope_of(metric) == METRIC_OF_RUN ? metric_value(metric, &source, 0) : (double)NAN;
        if (isnan(now))
            continue;
        metric_key(metric, 0, key, sizeof key);
        ACCOUNT_ADD(account, account_said(key), account_bare(now));
        if (then)
            ACCOUNT_ADD(account, account_bare(metric_value(metric, &before, 0)));
    }
}

/* --- other seeds --- */

/* A run with other seeds: what its numbers are over all of them, each on requests of its own, and which of
 * them had what. The run that is drawn is the first. */

bool seeds_present(const struct report_page *report)
{
    return report->sweep != NULL && report->report->command == REPORT_RUN;
}

void seeds_sentence(const struct report_page *report, char *out, size_t size)
{
    const struct sweep_values *of = report->sweep;
    size_t n = of->sweep->replicates;
    struct confidence carbon = sweep_mean(of, 0, sweep_column_of(of->sweep, METRIC_CARBON, 0));
    char grams[CELL];
    metric_format_mean(METRIC_CARBON, carbon.mean, carbon.ci95, grams, sizeof grams);
    text_print(out, size, " Over %zu seeds it emits %s g, and %.0f of them keep%s every limit.", n, grams,
               sweep_share_kept(of, 0) * (double)n, sweep_share_kept(of, 0) * (double)n > 1 ? "" : "s");
    if (n < 2)
        out[0] = '\0';
}

/* A point a seed, in their order. */
static void plot_metric(struct page *page, const struct sweep_values *of, enum metric metric)
{
    size_t n = of->sweep->replicates, column = sweep_column_of(of->sweep, metric, 0);
    double factor = metric_units[metric_infos[metric].unit].factor;
    float *x = malloc(2 * n * sizeof *x), *y = x ? x + n : NULL;
    char title[CELL], id[CELL];
    page_fed(page, x != NULL);
    if (!x)
        return;
    for (size_t i = 0; i < n; i++) {
        x[i] = (float)(i + 1);
        y[i] = (float)(sweep_value(of, i, column) * factor);
    }
    struct plot_series series = {.name = "a seed", .form = PLOT_POINTS, .colour = 1, .n = n, .y = y, .x = x};
    struct plot plot = {.title = title,
                        .id = id,
                        .unit = metric_units[metric_infos[metric].unit].symbol,
                        .axis = PLOT_NUMBER,
                        .from = 0,
                        .to = (double)n + 1,
                        .x_name = "seeds in their order",
                        .rule = {sweep_mean(of, 0, column).mean * factor, "mean"},
                        .series = &series,
                        .n = 1};
    text_print(title, sizeof title, "Seed by seed: %s", metric_words_name(metric, CELL));
    text_print(id, sizeof id, "seeds-%s", metric_infos[metric].key);
    plot_print(page, &plot);
    free(x);
}

void section_seeds(struct page *page, const struct report_page *report)
{
    const struct sweep_values *of = report->sweep;
    page_markup(page, "<p class=\"note\">");
    page_print(page,
               "%zu seeds, %" PRIu64 " to %" PRIu64
               ", each with requests of its own. The cards above and all that follows are of the first.",
               of->sweep->replicates, sweep_seed(of->sweep, 0),
               sweep_seed(of->sweep, of->sweep->replicates - 1));
    page_markup(page, "</p>\n<div class=\"figures\">\n");
    plot_metric(page, of, METRIC_CARBON);
    plot_metric(page, of, METRIC_WORST_OF_SLO);
    page_markup(page, "</div>\n");
    struct account account;
    account_begin(&account, "run", "");
    told_seeds(&account, of);
    told_each(&account, of);
    media_html(&account, page);
    account_free(&account);
}
