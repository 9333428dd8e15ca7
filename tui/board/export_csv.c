/* The plots' own curves with one point for each bucket, so a number here is the one on the screen. A window
 * rarely begins and ends with buckets, and a bucket is never divided: a column tells how much of each is
 * shown. (Not a comment line: few readers of CSV know of any.) */
#include "tui/board/export_csv.h"

#include "engine/answers/objective.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/runs/sink.h"
#include "tui/board/export.h"
#include "tui/words/clock.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdarg.h>

struct table {
    const struct recording *recording;
    const struct model *model;
    const struct quality *quality; /* NULL where no app's accuracy can differ */
    const struct sharing *sharing;
    const struct parts *parts;
    const struct warmth *warmth;
    struct curve_window window, shown; /* on whole buckets; as it is on the screen */
    struct curves *now, *reference;    /* owned; no reference: NULL */
};

/* The window on whole buckets, a point for each. */
static struct curve_window on_buckets(const struct scene *scene, int64_t bucket_ns)
{
    struct curve_window window = scene->window;
    window.from_ns = window.from_ns / bucket_ns * bucket_ns;
    int64_t n = (window.to_ns - window.from_ns + bucket_ns - 1) / bucket_ns;
    window.points = n > CURVE_POINTS ? CURVE_POINTS : (int)n;
    window.to_ns = window.from_ns + window.points * bucket_ns;
    return window;
}

/* Finer buckets than the recorded ones are only had of a complete run. */
static struct curves *curves_of(const struct scene *scene, const struct result *result,
                                struct curve_window *window)
{
    struct curves *curves = curves_create(result->recording->n_apps, result->recording->n_gpus);
    const struct run_view view = result_view(result);
    int64_t recorded_ns = result->recording->bucket_ns;
    if (!curves)
        return NULL;
    *window = on_buckets(scene, scene->window.bucket_ns ? scene->window.bucket_ns : recorded_ns);
    curves_update(curves, &view, window, true);
    if (curves->bucket_ns == recorded_ns && scene->window.bucket_ns) {
        *window = on_buckets(scene, recorded_ns);
        curves_update(curves, &view, window, true);
    }
    return curves;
}

static bool table_init(struct table *table, const struct scene *scene)
{
    const struct result *result = scene->now->result, *reference = scene->reference->result;
    struct curve_window window;
    *table = (struct table){.recording = result->recording,
                            .model = result->model,
                            .quality = scene->now->quality,
                            .sharing = &scene->sharing,
                            .parts = &scene->parts,
                            .warmth = &scene->warmth,
                            .shown = scene->window};
    table->now = curves_of(scene, result, &table->window);
    if (!table->now || !scene->compared || !reference)
        return table->now != NULL;
    table->reference = curves_of(scene, reference, &window);
    bool aligned = table->reference && window.from_ns == table->window.from_ns &&
                   window.points == table->window.points &&
                   table->reference->bucket_ns == table->now->bucket_ns;
    if (!aligned) {
        curves_free(table->reference);
        table->reference = NULL;
    }
    return true;
}

enum { TITLE_SIZE = 256 };

/* The title of another column, named after something of the scenario. */
static void print_title(FILE *out, const char *format, ...) PRINTF_LIKE(2, 3);

static void print_title(FILE *out, const char *format, ...)
{
    struct sink sink = {.file = out};
    char title[TITLE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    text_vprint(title, sizeof title, format, arguments);
    va_end(arguments);
    sink_text(&sink, ",");
    sink_cell(&sink, title);
}

/* What mixed quality adds: accuracy in each app's own metric, f and ORACLE's. */
static void print_quality_head(const struct table *table, FILE *out)
{
    const struct quality *quality = table->quality;
    for (int app = 0; quality && app < quality->n_apps; app++)
        if (quality->apps[app].counts)
            print_title(out, "%s_accuracy_%s", table->recording->apps[app].name,
                        table->model->apps[app].accuracy_metric);
    if (quality && quality->has_objective)
        fputs(",objective_f_percent,oracle_f_percent", out);
}

/* What those who take turns on GPUs have had. */
static void print_sharing_head(const struct table *table, FILE *out)
{
    for (int k = 0; k < table->sharing->n; k++) {
        const char *name = table->recording->apps[table->sharing->apps[k]].name;
        print_title(out, "%s_percent_of_time", name);
        print_title(out, "%s_percent_of_energy", name);
    }
    if (table->sharing->n > 0)
        fputs(",fairness_time,fairness_energy,fairness_system", out);
}

/* What GPUs draw, where their law tells parts apart. */
static void print_parts_head(const struct table *table, FILE *out)
{
    if (table->parts->n_gpus == 0)
        return;
    fputs(",power_static_w,power_auxiliary_w", out);
    for (int k = 0; k < table->parts->n; k++)
        print_title(out, "power_%s_w", table->recording->apps[table->parts->apps[k]].name);
    fputs(",power_naive_w", out);
}

/* How warm GPUs were, where they have a temperature, and the water. */
static void print_warmth_head(const struct table *table, FILE *out)
{
    for (int k = 0; k < table->warmth->n; k++) {
        const char *name = table->recording->gpus[table->warmth->gpus[k]].name;
        print_title(out, "%s_temp_mean_c", name);
        print_title(out, "%s_temp_max_c", name);
    }
    if (table->warmth->n > 0)
        fputs(",water_c", out);
}

static void print_head(const struct table *table, FILE *out)
{
    const struct recording *recording = table->recording;
    fputs("t_s,time_utc,width_s,in_window_s,intensity_g_per_kwh,carbon_g_per_h", out);
    for (int part = 0; part < LEDGER_COUNT; part++)
        if (part != LEDGER_AUXILIARY) /* in a recording it is with the active */
            fprintf(out, ",carbon_%s_g_per_h", ledger_names[part]);
    if (table->reference)
        fputs(",reference_carbon_g_per_h", out);
    fputs(",high_end_uses_per_min,late_requests", out);
    for (int app = 0; app < recording->n_apps; app++) {
        const char *name = recording->apps[app].name;
        print_title(out, "%s_p%g_over_%gs_ms", name, recording->apps[app].percentile,
                    ns_to_s(table->window.tail_ns));
        print_title(out, "%s_percent_of_slo", name);
    }
    for (int gpu = 0; gpu < recording->n_gpus; gpu++)
        print_title(out, "%s_busy_percent", recording->gpus[gpu].name);
    print_quality_head(table, out);
    print_sharing_head(table, out);
    print_parts_head(table, out);
    print_warmth_head(table, out);
    fputc('\n', out);
}

static void print_cell(FILE *out, double value)
{
    struct sink sink = {.file = out};
    sink_text(&sink, ",");
    if (isfinite(value))
        sink_number(&sink, value);
}

static void print_fairness(const struct table *table, int point, FILE *out)
{
    if (table->sharing->n == 0)
        return;
    struct etf_fairness fairness = sharing_fairness_at(table->sharing, table->now, point);
    print_cell(out, fairness.time);
    print_cell(out, fairness.energy);
    print_cell(out, fairness.system);
}

static void print_quality(const struct table *table, int point, int64_t t_ns, FILE *out)
{
    const struct quality *quality = table->quality;
    const struct curves *now = table->now;
    double accuracy[APPS_MAX], served[APPS_MAX], ci = (double)now->intensity[point];
    for (int app = 0; quality && app < quality->n_apps; app++) {
        accuracy[app] = (double)now->accuracy[app][point];
        served[app] = (double)now->served[app][point];
        if (quality->apps[app].counts)
            print_cell(out, accuracy[app]);
    }
    if (!quality || !quality->has_objective)
        return;
    const struct run_view view = {.recording = table->recording, .model = table->model};
    double it_w = quality_told_w(&view, now, point);
    print_cell(out, quality_f(quality, table->model, t_ns, ci, it_w, accuracy, served));
    print_cell(out, quality_oracle(quality, table->model, t_ns, ci));
}

static void print_parts(const struct table *table, int point, FILE *out)
{
    struct parts_power power;
    if (table->parts->n_gpus == 0)
        return;
    parts_at(table->parts, table->now, point, &power);
    print_cell(out, power.static_w);
    print_cell(out, power.auxiliary_w);
    for (int k = 0; k < table->parts->n; k++)
        print_cell(out, power.compute_w[k]);
    print_cell(out, power.naive_w);
}

static void print_warmth(const struct table *table, int point, FILE *out)
{
    for (int k = 0; k < table->warmth->n; k++) {
        int gpu = table->warmth->gpus[k];
        print_cell(out, (double)table->now->temp_mean[gpu][point]);
        print_cell(out, (double)table->now->temp_most[gpu][point]);
    }
    if (table->warmth->n > 0)
        print_cell(out, (double)table->now->water_c[point]);
}

/* How much of a bucket lies in the window that is shown: the first and the last may reach beyond it. */
static int64_t shared_ns(int64_t begin_ns, int64_t end_ns, const struct curve_window *shown)
{
    int64_t from_ns = begin_ns > shown->from_ns ? begin_ns : shown->from_ns;
    int64_t to_ns = end_ns < shown->to_ns ? end_ns : shown->to_ns;
    return to_ns > from_ns ? to_ns - from_ns : 0;
}

static void print_row(const struct table *table, int point, FILE *out)
{
    const struct curves *now = table->now;
    const struct recording *recording = table->recording;
    int64_t begin_ns = table->window.from_ns + point * now->bucket_ns, end_ns = begin_ns + now->bucket_ns;
    char time_utc[24];
    if (recording_finished(recording) && end_ns > recording->end_ns)
        end_ns = recording->end_ns;
    civil_format(recording->start_s + begin_ns / NS_PER_S, time_utc, sizeof time_utc);
    sink_number(&(struct sink){.file = out}, ns_to_s(begin_ns));
    fprintf(out, ",%s", time_utc);
    print_cell(out, ns_to_s(end_ns - begin_ns));
    print_cell(out, ns_to_s(shared_ns(begin_ns, end_ns, &table->shown)));
    print_cell(out, (double)now->intensity[point]);
    print_cell(out, (double)now->total[point]);
    for (int part = 0; part < LEDGER_COUNT; part++)
        if (part != LEDGER_AUXILIARY)
            print_cell(out, (double)now->ledger[part][point]);
    if (table->reference)
        print_cell(out,
                   point < table->reference->points ? (double)table->reference->total[point] : (double)NAN);
    print_cell(out, (double)now->uses[point]);
    print_cell(out, (double)now->misses[point]);
    for (int app = 0; app < recording->n_apps; app++) {
        double percent = (double)now->tail[app][point];
        print_cell(out, isnan(percent) ? (double)now->tail_ms[app][point]
                                       : percent / 100 * objective_slo_ms(table->model, app, end_ns));
        print_cell(out, percent);
    }
    for (int gpu = 0; gpu < recording->n_gpus; gpu++)
        print_cell(out, 100 * (double)now->busy[gpu][point]);
    print_quality(table, point, end_ns - 1, out);
    for (int k = 0; k < table->sharing->n; k++)
        for (int what = 0; what < SHARING_KINDS; what++)
            print_cell(out, sharing_at(table->sharing, now, (enum sharing_of)what, k, point));
    print_fairness(table, point, out);
    print_parts(table, point, out);
    print_warmth(table, point, out);
    fputc('\n', out);
}

/* "13:00:00", with its day where the run has several. */
static void describe_instant(const struct scene *scene, int64_t t_ns, int64_t bucket_ns, char *out,
                             size_t size)
{
    int64_t start_s = scene->explorer->document.scenario.start_s;
    int digits = clock_digits(bucket_ns);
    char clock[FORMAT_SIZE], day[FORMAT_SIZE] = "";
    clock_format(clock, start_s, t_ns, scene->offset_s, digits > CLOCK_SECONDS ? digits : CLOCK_SECONDS);
    if (scene_has_days(scene))
        clock_day(day, start_s, t_ns, scene->offset_s);
    snprintf(out, size, "%s%s%s", day, *day ? " " : "", clock);
}

void export_csv_describe(const struct scene *scene, char *out, size_t size)
{
    const struct explorer *explorer = scene->explorer;
    int64_t bucket_ns = scene->now->curves->bucket_ns, end_ns = explorer_buffered_ns(explorer);
    struct curve_window window = on_buckets(scene, bucket_ns);
    char from[2 * FORMAT_SIZE], to[2 * FORMAT_SIZE], bucket[FORMAT_SIZE], zone[FORMAT_SIZE];
    describe_instant(scene, window.from_ns, bucket_ns, from, sizeof from);
    describe_instant(scene, window.to_ns < end_ns ? window.to_ns : end_ns, bucket_ns, to, sizeof to);
    snprintf(out, size, "Rows are whole buckets of %s, from %s to %s %s%s.", clock_length(bucket, bucket_ns),
             from, to, format_zone(zone, scene->offset_s),
             explorer_zoomed(explorer) ? "; in_window_s is how much of a row lies in the stretch shown" : "");
}

bool export_csv(const struct scene *scene, FILE *out)
{
    struct table table;
    bool ok = scene->now->result && table_init(&table, scene);
    if (!ok)
        return false;
    print_head(&table, out);
    for (int point = 0; point < table.now->points; point++)
        print_row(&table, point, out);
    curves_free(table.now);
    curves_free(table.reference);
    return true;
}
