/* The curves that the dashboard's panels draw (engine/answers/curves.h), over the whole run. Of one run each
 * quantity in its parts, with the reference dashed; of several runs each quantity as a line a run. */
#include "tui/report/sections.h"

#include "engine/answers/curves.h"
#include "engine/answers/distribution.h"
#include "engine/answers/quality.h"
#include "engine/answers/gpus.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "tui/media/plot.h"
#include "tui/words/contrast.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { POINTS = 480, SERIES_MAX = 24, COLOURS = 8, NAME_SIZE = 64, CDF_POINTS = 160 };

struct figures {
    struct page *page;
    const struct report_page *report;
    struct curve_window window;
    struct curves *curves[PAGE_RUNS]; /* owned */
    const float *total[PAGE_RUNS], *running[PAGE_RUNS], *power[PAGE_RUNS], *intensity[PAGE_RUNS],
        *worst[PAGE_RUNS];                 /* of each run: the curves' own, and */
    float worst_points[PAGE_RUNS][POINTS]; /* the worst tail of any app */
    double marks[EDITS_MAX];
    size_t n_marks;
    /* the plot that is being put together */
    struct plot plot;
    struct plot_series series[SERIES_MAX];
    float *own[2 * SERIES_MAX];
    size_t n_own;
    char names[SERIES_MAX][NAME_SIZE];
};

/* --- putting a plot together --- */

static void begin(struct figures *figures, const char *title, const char *id, const char *unit)
{
    const struct page_run *run = &figures->report->runs[0];
    figures->plot = (struct plot){
        .title = title,
        .id = id,
        .unit = unit,
        .axis = PLOT_TIME,
        .from = 0,
        .to = (double)figures->window.to_ns / 1e9,
        .start_s = run->scenario->start_s,
        .offset_s = carbon_trace_offset(&run->view.model->trace, run->scenario->start_s),
        .marks = figures->marks,
        .n_marks = figures->n_marks,
        .series = figures->series,
        .from_zero = true,
    };
    figures->n_own = 0;
}

/* Room for n numbers that lasts as long as the plot; NULL: none. */
static float *room(struct figures *figures, size_t n)
{
    if (figures->n_own == 2 * SERIES_MAX)
        return NULL;
    float *own = malloc((n ? n : 1) * sizeof *own);
    page_fed(figures->page, own != NULL);
    if (own)
        figures->own[figures->n_own++] = own;
    return own;
}

static void add(struct figures *figures, const char *name, enum plot_form form, int colour, bool dashed,
                const float *points, int n_points)
{
    size_t n = (size_t)figures->window.points;
    float *y = figures->plot.n < SERIES_MAX ? room(figures, n) : NULL;
    if (!y)
        return;
    for (size_t i = 0; i < n; i++)
        y[i] = (int)i < n_points ? points[i] : (float)NAN;
    text_copy(figures->names[figures->plot.n], NAME_SIZE, name);
    figures->series[figures->plot.n] = (struct plot_series){.name = figures->names[figures->plot.n],
                                                            .form = form,
                                                            .colour = colour,
                                                            .dashed = dashed,
                                                            .n = n,
                                                            .y = y};
    figures->plot.n++;
}

static void end(struct figures *figures)
{
    if (figures->plot.n > 0)
        plot_print(figures->page, &figures->plot);
    for (size_t i = 0; i < figures->n_own; i++)
        free(figures->own[i]);
    figures->n_own = 0;
}

static int colour_of(size_t k)
{
    return 1 + (int)(k % COLOURS);
}

/* Dashed behind what is told: a curve of the reference. */
static void add_reference(struct figures *figures, const float *points)
{
    const struct page_run *then = report_reference(figures->report);
    if (then)
        add(figures, then->name, PLOT_STEPS, 0, true, points, figures->curves[1]->points);
}

/* --- one run --- */

static void print_tails(struct figures *figures)
{
    const struct page_run *run = &figures->report->runs[0];
    const struct curves *curves = figures->curves[0];
    char title[96], percentile[FORMAT_SIZE], app[FORMAT_SIZE], length[32], note[128];
    double common = run->view.recording->apps[0].percentile;
    bool any = false;
    for (int a = 1; a < curves->n_apps; a++)
        if (fabs(run->view.recording->apps[a].percentile - common) > 0)
            common = 0;
    text_print(title, sizeof title, "Tail latency, %s", format_percentile(percentile, common));
    for (int a = 0; a < curves->n_apps; a++)
        any |= !isnan(run->total->apps[a].slo_ms);
    begin(figures, title, "tail-latency", any ? "% of the SLO" : "ms");
    for (int a = 0; a < curves->n_apps; a++)
        add(figures, format_app(app, run->view.recording->apps[a].name), PLOT_LINE, colour_of((size_t)a),
            false, any ? curves->tail[a] : curves->tail_ms[a], curves->points);
    if (any)
        figures->plot.rule = (struct plot_rule){100, "SLO"};
    duration_format((double)figures->window.tail_ns / 1e9, length, sizeof length);
    text_print(note, sizeof note, "In a sliding window of %s; the verdict is the whole run's.", length);
    figures->plot.note = note;
    end(figures);
}

/* Where variants of a model are served, what accuracy that comes to. */
static void print_accuracy(struct figures *figures)
{
    const struct model *model = figures->report->runs[0].view.model;
    const struct curves *curves = figures->curves[0];
    if (!model_clover(model))
        return;
    begin(figures, "Accuracy of what was served", "accuracy", "in each app's metric");
    for (int a = 0; a < curves->n_apps; a++)
        if (*model->apps[a].accuracy_metric) {
            char name[NAME_SIZE];
            text_print(name, sizeof name, "%s, %s", model->apps[a].name,
                       format_metric(model->apps[a].accuracy_metric));
            add(figures, name, PLOT_STEPS, colour_of((size_t)a), false, curves->accuracy[a], curves->points);
        }
    figures->plot.from_zero = false;
    end(figures);
}

static void print_heat(struct figures *figures)
{
    const struct curves *curves = figures->curves[0];
    struct warmth warmth = warmth_in(figures->report->runs[0].view.model);
    float hottest[POINTS], coolest[POINTS];
    if (!curves->warm || warmth.n == 0)
        return;
    begin(figures, "Temperature of the GPUs", "temperature", "°C");
    for (int p = 0; p < curves->points; p++) {
        hottest[p] = coolest[p] = (float)NAN;
        for (int k = 0; k < warmth.n; k++) {
            float most = curves->temp_most[warmth.gpus[k]][p], mean = curves->temp_mean[warmth.gpus[k]][p];
            hottest[p] = isnan(hottest[p]) || most > hottest[p] ? most : hottest[p];
            coolest[p] = isnan(coolest[p]) || mean < coolest[p] ? mean : coolest[p];
        }
    }
    add(figures, "water", PLOT_STEPS, 8, true, curves->water_c, curves->points);
    add(figures, "coolest GPU", PLOT_LINE, 1, false, coolest, curves->points);
    add(figures, "hottest GPU", PLOT_LINE, 2, false, hottest, curves->points);
    figures->plot.rule =
        (struct plot_rule){warmth_safe_c(figures->report->runs[0].view.model, 0), "safe limit"};
    figures->plot.from_zero = false;
    end(figures);
}

/* Who has the time of GPUs that are shared in turns, who their energy. */
static void print_shares(struct figures *figures)
{
    static const char *const titles[SHARING_KINDS] = {"Who has the time of the shared GPUs",
                                                      "Who has the energy of the shared GPUs"};
    static const char *const ids[SHARING_KINDS] = {"time-shares", "energy-shares"};
    const struct page_run *run = &figures->report->runs[0];
    const struct curves *curves = figures->curves[0];
    struct sharing sharing = sharing_in(run->view.model);
    float points[POINTS];
    for (int kind = 0; kind < SHARING_KINDS && sharing.n > 0; kind++) {
        begin(figures, titles[kind], ids[kind], "%");
        for (int k = 0; k < sharing.n; k++) {
            for (int p = 0; p < curves->points; p++)
                points[p] = (float)sharing_at(&sharing, curves, (enum sharing_of)kind, k, p);
            add(figures, run->view.recording->apps[sharing.apps[k]].name, PLOT_AREA, colour_of((size_t)k),
                false, points, curves->points);
        }
        end(figures);
    }
}

/* --- how response times spread --- */

static void add_spread(struct figures *figures, const struct distribution_app *app, const char *name,
                       int colour, double least, double most)
{
    float *x = figures->plot.n < SERIES_MAX ? room(figures, CDF_POINTS) : NULL,
          *y = x ? room(figures, CDF_POINTS) : NULL;
    if (!y)
        return;
    for (int i = 0; i < CDF_POINTS; i++) {
        double ms = least * pow(most / least, (double)i / (CDF_POINTS - 1));
        x[i] = (float)ms;
        y[i] = (float)(100 * distribution_share(app, ms));
    }
    text_copy(figures->names[figures->plot.n], NAME_SIZE, name);
    figures->series[figures->plot.n] = (struct plot_series){.name = figures->names[figures->plot.n],
                                                            .form = PLOT_LINE,
                                                            .colour = colour,
                                                            .n = CDF_POINTS,
                                                            .x = x,
                                                            .y = y};
    figures->plot.n++;
}

static void print_spread(struct figures *figures)
{
    const struct page_run *run = &figures->report->runs[0];
    struct distribution spread = {0};
    double least = INFINITY, most = 0;
    char name[FORMAT_SIZE];
    if (!page_fed(figures->page, distribution_update(&spread, run->view.recording, run->total, 0,
                                                     run->view.recording->end_ns)))
        return;
    for (int a = 0; a < spread.n_apps; a++)
        if (spread.apps[a].total > 0) {
            least = fmin(least, spread.apps[a].p50_ms / 20);
            most = fmax(most, spread.apps[a].max_ms);
        }
    while (least < most && isfinite(least)) { /* from where the first request ended */
        bool any = false;
        for (int a = 0; a < spread.n_apps; a++)
            any |= distribution_share(&spread.apps[a], least) > 0;
        if (any)
            break;
        least *= 1.1;
    }
    if (least > 0 && most > least) {
        begin(figures, "How response times spread", "response-times", "% of the requests");
        figures->plot.axis = PLOT_LOG;
        figures->plot.x_name = "response time in ms, waiting included";
        figures->plot.from = least;
        figures->plot.to = most;
        figures->plot.n_marks = 0;
        for (int a = 0; a < spread.n_apps; a++)
            if (spread.apps[a].total > 0)
                add_spread(figures, &spread.apps[a], format_app(name, run->view.recording->apps[a].name),
                           colour_of((size_t)a), least, most);
        end(figures);
    }
    distribution_free(&spread);
}

/* --- a quantity of the whole run --- */

/* A line a run; of a report of one run the reference is dashed. */
static void print_lines(struct figures *figures, const char *title, const char *id, const char *unit,
                        enum plot_form form, const float *const points[PAGE_RUNS])
{
    const struct report_page *report = figures->report;
    begin(figures, title, id, unit);
    for (size_t k = 0; k < report->n_runs; k++) {
        bool dashed = &report->runs[k] == report_reference(report);
        add(figures, report->runs[k].name, dashed ? PLOT_STEPS : form, dashed ? 0 : colour_of(k), dashed,
            points[k], figures->curves[k]->points);
    }
}

static void print_so_far(struct figures *figures)
{
    print_lines(figures, "Carbon since the start", "carbon-so-far", "g", PLOT_LINE, figures->running);
    end(figures);
}

static void print_power(struct figures *figures)
{
    print_lines(figures, "Power of all GPUs", "power", "W", PLOT_STEPS, figures->power);
    end(figures);
}

static void print_several(struct figures *figures)
{
    print_lines(figures, "Carbon rate", "carbon-rate", "g/h", PLOT_STEPS, figures->total);
    end(figures);
    print_so_far(figures);
    print_lines(figures, "Worst tail of any app", "tail-latency", "% of its SLO", PLOT_LINE, figures->worst);
    figures->plot.rule = (struct plot_rule){100, "SLO"};
    end(figures);
    print_power(figures);
    print_lines(figures, "Carbon intensity of the grid", "intensity", "g/kWh", PLOT_STEPS,
                figures->intensity);
    end(figures);
}

/* --- all --- */

/* A point a bucket, as far as the page is wide; over the longest run. */
static bool make_curves(struct figures *figures)
{
    const struct report_page *report = figures->report;
    int64_t to_ns = 0;
    int buckets = 1;
    for (size_t k = 0; k < report->n_runs; k++) {
        const struct recording *recording = report->runs[k].view.recording;
        if (recording->end_ns > to_ns) {
            to_ns = recording->end_ns;
            buckets = recording_count(recording);
        }
    }
    int points = buckets < POINTS ? buckets : POINTS;
    figures->window = (struct curve_window){
        .to_ns = to_ns, .points = points > 0 ? points : 1, .tail_ns = curves_tail_window_ns(to_ns)};
    for (size_t k = 0; k < report->n_runs; k++) {
        const struct run_view *view = &report->runs[k].view;
        figures->curves[k] = curves_create(view->recording->n_apps, view->recording->n_gpus);
        if (!page_fed(figures->page, figures->curves[k] != NULL))
            return false;
        struct curves *curves = figures->curves[k];
        curves_update(curves, view, &figures->window, true);
        figures->total[k] = curves->total;
        figures->running[k] = curves->running;
        figures->power[k] = curves->power_w;
        figures->intensity[k] = curves->intensity;
        figures->worst[k] = figures->worst_points[k];
        for (int p = 0; p < curves->points; p++) {
            figures->worst_points[k][p] = (float)NAN;
            for (int a = 0; a < curves->n_apps; a++)
                figures->worst_points[k][p] = fmaxf(figures->worst_points[k][p], curves->tail[a][p]);
        }
    }
    return true;
}

void section_figures(struct page *page, const struct report_page *report)
{
    struct figures *figures = calloc(1, sizeof *figures);
    const struct scenario *scenario = report->runs[0].scenario;
    page_fed(page, figures != NULL);
    if (!figures)
        return;
    figures->page = page;
    figures->report = report;
    for (int k = 0; report->report->command == REPORT_RUN && k < scenario->n_edits; k++)
        figures->marks[figures->n_marks++] = ns_to_s(scenario->edits[k].t_ns);
    if (make_curves(figures)) {
        page_markup(page, "<div class=\"figures\">\n");
        if (report->report->command == REPORT_RUN) {
            static const struct {
                enum ledger ledger;
                int colour;
            } parts[] = {{LEDGER_EMBODIED, 6},  {LEDGER_IDLE, 5},    {LEDGER_ACTIVE, 1},
                         {LEDGER_AUXILIARY, 4}, {LEDGER_COOLING, 8}, {LEDGER_FACILITY, 2}};
            const struct curves *curves = figures->curves[0];
            begin(figures, "Carbon rate, by what it is emitted for", "carbon-rate", "g/h");
            for (size_t k = 0; k < sizeof parts / sizeof *parts; k++)
                if (curves_part_g(figures->report->runs[0].total, parts[k].ledger) > 0)
                    add(figures, ledger_names[parts[k].ledger], PLOT_AREA, parts[k].colour, false,
                        curves->ledger[parts[k].ledger], curves->points);
            add_reference(figures, figures->curves[1] ? figures->curves[1]->total : NULL);
            end(figures);
            begin(figures, "Carbon intensity of the grid", "intensity", "g/kWh");
            add(figures, figures->report->runs[0].view.model->trace.name, PLOT_STEPS, 0, false,
                figures->curves[0]->intensity, figures->curves[0]->points);
            figures->plot.note = "Steps are held as the source has them, never interpolated.";
            end(figures);
            print_tails(figures);
            print_so_far(figures);
            print_accuracy(figures);
            print_shares(figures);
            print_heat(figures);
            print_power(figures);
            print_spread(figures);
        } else
            print_several(figures);
        page_markup(page, "</div>\n");
    }
    for (size_t k = 0; k < report->n_runs; k++)
        curves_free(figures->curves[k]);
    free(figures);
}
