/* The plots' own curves with one point for each bucket, so a number here is the one on the screen. A window
 * rarely begins and ends with buckets, and a bucket is never divided: a column tells how much of each is
 * shown. (Not a comment line: few readers of CSV know of any.) */
#include "tui/board/export.h"

#include "engine/answers/objective.h"
#include "engine/base/civil.h"
#include "engine/base/text.h"
#include "engine/base/units.h"
#include "store/library/hash.h"
#include "tui/words/format.h"

#include <math.h>
#include <stdarg.h>

struct csv_table {
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

static bool table_init(struct csv_table *table, const struct scene *scene)
{
    const struct result *result = scene->now->result, *reference = scene->reference->result;
    struct curve_window window;
    *table = (struct csv_table){.recording = result->recording,
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

/* --- columns: what each is called and what it holds stand in one place --- */

/* The head, or the row of a bucket. */
struct csv_line {
    const struct csv_table *table;
    FILE *out;
    bool head;
    int point; /* of the curves; the head looks at none */
};

static double at(const struct csv_line *line, const float *points)
{
    return line->head ? (double)NAN : (double)points[line->point];
}

/* A column named after something of the scenario is quoted where it must be. */
static void column(const struct csv_line *line, double value, const char *format, ...) PRINTF_LIKE(3, 4);

static void column(const struct csv_line *line, double value, const char *format, ...)
{
    struct sink sink = {.file = line->out};
    char title[256];
    va_list arguments;
    sink_text(&sink, ",");
    if (!line->head && isfinite(value))
        sink_number(&sink, value);
    if (!line->head)
        return;
    va_start(arguments, format);
    text_vprint(title, sizeof title, format, arguments);
    va_end(arguments);
    sink_cell(&sink, title);
}

/* When a bucket begins and how much of it lies in the window that is shown: the first and the last may reach
 * beyond it. Returns when it ends. */
static int64_t print_time(const struct csv_line *line)
{
    const struct csv_table *table = line->table;
    const struct recording *recording = table->recording;
    const struct curve_window *shown = &table->shown;
    int64_t begin_ns = table->window.from_ns + line->point * table->now->bucket_ns,
            end_ns = begin_ns + table->now->bucket_ns;
    char time_utc[24];
    if (recording_finished(recording) && end_ns > recording->end_ns)
        end_ns = recording->end_ns;
    int64_t from_ns = begin_ns > shown->from_ns ? begin_ns : shown->from_ns,
            to_ns = end_ns < shown->to_ns ? end_ns : shown->to_ns;
    civil_format(recording->start_s + begin_ns / NS_PER_S, time_utc, sizeof time_utc);
    if (line->head) {
        fputs("t_s,time_utc", line->out);
    } else {
        sink_number(&(struct sink){.file = line->out}, ns_to_s(begin_ns));
        fprintf(line->out, ",%s", time_utc);
    }
    column(line, ns_to_s(end_ns - begin_ns), "width_s");
    column(line, to_ns > from_ns ? ns_to_s(to_ns - from_ns) : 0, "in_window_s");
    return end_ns;
}

static void print_run(const struct csv_line *line, int64_t end_ns)
{
    const struct csv_table *table = line->table;
    const struct curves *now = table->now, *reference = table->reference;
    const struct recording *recording = table->recording;
    column(line, at(line, now->intensity), "intensity_g_per_kwh");
    column(line, at(line, now->total), "carbon_g_per_h");
    for (int part = 0; part < LEDGER_COUNT; part++)
        if (part != LEDGER_AUXILIARY) /* in a recording it is with the active */
            column(line, at(line, now->ledger[part]), "carbon_%s_g_per_h", ledger_names[part]);
    if (reference)
        column(line, line->point < reference->points ? at(line, reference->total) : (double)NAN,
               "reference_carbon_g_per_h");
    column(line, at(line, now->uses), "high_end_uses_per_min");
    column(line, at(line, now->misses), "late_requests");
    for (int app = 0; app < recording->n_apps; app++) {
        const struct recording_app *info = &recording->apps[app];
        double percent = at(line, now->tail[app]);
        column(line,
               isnan(percent) ? at(line, now->tail_ms[app])
                              : percent / 100 * objective_slo_ms(table->model, app, end_ns),
               "%s_p%g_over_%gs_ms", info->name, info->percentile, ns_to_s(table->window.tail_ns));
        column(line, percent, "%s_percent_of_slo", info->name);
    }
    for (int gpu = 0; gpu < recording->n_gpus; gpu++)
        column(line, 100 * at(line, now->busy[gpu]), "%s_busy_percent", recording->gpus[gpu].name);
}

/* What mixed quality adds: accuracy in each app's own metric, f and ORACLE's. */
static void print_quality(const struct csv_line *line, int64_t t_ns)
{
    const struct csv_table *table = line->table;
    const struct quality *quality = table->quality;
    const struct curves *now = table->now;
    const struct run_view view = {.recording = table->recording, .model = table->model};
    double accuracy[APPS_MAX], served[APPS_MAX], ci = at(line, now->intensity);
    for (int app = 0; app < quality->n_apps; app++) {
        accuracy[app] = at(line, now->accuracy[app]);
        served[app] = at(line, now->served[app]);
        if (quality->apps[app].counts)
            column(line, accuracy[app], "%s_accuracy_%s", table->recording->apps[app].name,
                   table->model->apps[app].accuracy_metric);
    }
    if (!quality->has_objective)
        return;
    double it_w = line->head ? 0 : quality_told_w(&view, now, line->point);
    column(line, line->head ? 0 : quality_f(quality, table->model, t_ns, ci, it_w, accuracy, served),
           "objective_f_percent");
    column(line, line->head ? 0 : quality_oracle(quality, table->model, t_ns, ci), "oracle_f_percent");
}

/* What those who take turns on GPUs have had; what GPUs draw, where their law tells parts apart; how warm
 * they were, where they have a temperature, and the water. */
static void print_gpus(const struct csv_line *line)
{
    static const char *const shares[SHARING_KINDS] = {"time", "energy"};
    const struct csv_table *table = line->table;
    const struct curves *now = table->now;
    const struct recording *recording = table->recording;
    for (int k = 0; k < table->sharing->n; k++)
        for (int what = 0; what < SHARING_KINDS; what++)
            column(line,
                   line->head ? 0 : sharing_at(table->sharing, now, (enum sharing_of)what, k, line->point),
                   "%s_percent_of_%s", recording->apps[table->sharing->apps[k]].name, shares[what]);
    if (table->sharing->n > 0) {
        struct etf_fairness fairness = {0};
        if (!line->head)
            fairness = sharing_fairness_at(table->sharing, now, line->point);
        column(line, fairness.time, "fairness_time");
        column(line, fairness.energy, "fairness_energy");
        column(line, fairness.system, "fairness_system");
    }
    if (table->parts->n_gpus > 0) {
        struct parts_power power = {0};
        if (!line->head)
            parts_at(table->parts, now, line->point, &power);
        column(line, power.static_w, "power_static_w");
        column(line, power.auxiliary_w, "power_auxiliary_w");
        for (int k = 0; k < table->parts->n; k++)
            column(line, power.compute_w[k], "power_%s_w", recording->apps[table->parts->apps[k]].name);
        column(line, power.naive_w, "power_naive_w");
    }
    for (int k = 0; k < table->warmth->n; k++) {
        int gpu = table->warmth->gpus[k];
        column(line, at(line, now->temp_mean[gpu]), "%s_temp_mean_c", recording->gpus[gpu].name);
        column(line, at(line, now->temp_most[gpu]), "%s_temp_max_c", recording->gpus[gpu].name);
    }
    if (table->warmth->n > 0)
        column(line, at(line, now->water_c), "water_c");
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
    struct csv_table table;
    bool ok = scene->now->result && table_init(&table, scene);
    if (!ok)
        return false;
    for (int point = -1; point < table.now->points; point++) {
        struct csv_line line = {
            .table = &table, .out = out, .head = point < 0, .point = point < 0 ? 0 : point};
        int64_t end_ns = print_time(&line);
        print_run(&line, end_ns);
        if (table.quality)
            print_quality(&line, end_ns - 1);
        print_gpus(&line);
        fputc('\n', out);
    }
    curves_free(table.now);
    curves_free(table.reference);
    return true;
}
