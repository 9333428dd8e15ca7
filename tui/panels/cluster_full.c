/* The cluster in full size: a row a GPU with everything that is known of it, as many columns as the width
 * holds, and its histories below where there are rows. */
#include "tui/panels/cluster.h"
#include "tui/panels/panels.h"

#include "tui/format.h"
#include "tui/widgets/parts.h"

#include <math.h>
#include <stdio.h>

enum { CELL_SIZE = 64, GAP = 2 };

struct facts {
    const struct recording_gpu *info;
    struct cluster_totals totals;
    double busy;       /* share; NAN unknown */
    double power_w;    /* now; NAN unknown */
    int64_t queue;     /* now; -1 unknown */
    const char *owner; /* app, or "shared" */
};

static struct facts collect(const struct scene *scene, int gpu)
{
    const struct recording *recording = scene->now.result->recording;
    const struct recording_gpu *info = &recording->gpus[gpu];
    struct facts facts = {info,
                          cluster_totals(scene, gpu),
                          cluster_busy_share(scene, gpu),
                          (double)NAN,
                          -1,
                          info->owner >= 0 ? recording->apps[info->owner].name : "shared"};
    if (scene->has_instant) {
        facts.power_w = scene->instant.power_w[gpu];
        cluster_busy_instance(scene, gpu, &facts.queue);
    }
    return facts;
}

static void write_name(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, "%s", facts->info->name);
}

static void write_type(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, "%s", facts->info->type);
}

static void write_class(const struct facts *facts, char *out)
{
    const char *name = gpu_class_names[facts->info->class];
    snprintf(out, CELL_SIZE, "%s", *name ? name : "-");
}

static void write_owner(const struct facts *facts, char *out)
{
    format_app(out, facts->owner);
}

static void write_busy(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, isnan(facts->busy) ? "-" : "%.0f %%", 100 * facts->busy);
}

static void write_queue(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, facts->queue < 0 ? "-" : "%lld", (long long)facts->queue);
}

static void write_queues(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, isnan(facts->totals.queue_mean) ? "-" : "%.2f / %.0f", facts->totals.queue_mean,
             facts->totals.queue_max);
}

static void write_power(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, isnan(facts->power_w) ? "-" : "%.0f W", facts->power_w);
}

static void write_powers(const struct facts *facts, char *out)
{
    snprintf(out, CELL_SIZE, isnan(facts->totals.power_min_w) ? "-" : "%.0f–%.0f W",
             facts->totals.power_min_w, facts->totals.power_max_w);
}

static void write_energy(const struct facts *facts, char *out)
{
    format_energy(out, facts->totals.energy_j);
}

static void write_starts(const struct facts *facts, char *out)
{
    if (isnan(facts->totals.starts))
        snprintf(out, CELL_SIZE, "-");
    else
        format_count(out, (int64_t)facts->totals.starts);
}

/* The greater the priority number, the sooner a column goes; who is on it now takes what is left. */
static const struct column {
    const char *title;
    int w, priority;
    bool right;
    void (*write)(const struct facts *, char *out);
} columns[] = {
    {"GPU", 10, 3, false, write_name},         {"type", 10, 0, false, write_type},
    {"class", 5, 2, false, write_class},       {"owner", 7, 0, false, write_owner},
    {"busy", 5, 0, true, write_busy},          {"queue", 5, 0, true, write_queue},
    {"mean / max", 11, 1, true, write_queues}, {"power", 6, 0, true, write_power},
    {"min–max", 9, 1, true, write_powers},     {"energy", 9, 1, true, write_energy},
    {"starts", 9, 2, true, write_starts},
};
enum { N_COLUMNS = sizeof columns / sizeof *columns, PRIORITIES = 4, NOW_W = 18 };

static int fitting(int w)
{
    for (int most = PRIORITIES - 1; most > 0; most--) {
        int need = 1 + NOW_W;
        for (int i = 0; i < N_COLUMNS; i++)
            need += columns[i].priority <= most ? columns[i].w + GAP : 0;
        if (need <= w)
            return most;
    }
    return 0;
}

/* A header if `facts` is NULL. Returns the column after it. */
static int draw_cells(const struct facts *facts, struct rect row, int most, struct canvas *canvas)
{
    int x = row.x + 1;
    for (int i = 0; i < N_COLUMNS; i++) {
        char text[CELL_SIZE];
        if (columns[i].priority > most)
            continue;
        struct style style =
            facts ? i < 2 ? style_bold(ROLE_TITLE) : style_of(ROLE_TEXT) : style_of(ROLE_DIM);
        if (facts)
            columns[i].write(facts, text);
        if (facts && columns[i].write == write_owner && facts->info->owner >= 0)
            style = style_bold(scene_app_role(facts->info->owner));
        int end = x + columns[i].w < row.x + row.w ? x + columns[i].w : row.x + row.w;
        if (columns[i].right)
            canvas_text_right(canvas, end, row.y, end - x, style, facts ? text : columns[i].title);
        else
            canvas_text(canvas, x, row.y, end - x, style, facts ? text : columns[i].title);
        x += columns[i].w + GAP;
    }
    return x;
}

void panel_cluster_full(const struct scene *scene, struct rect rect, struct canvas *canvas)
{
    char clock[FORMAT_SIZE], unit[96];
    int n = scene->now.result->recording->n_gpus, rows = rect.h - 2, most = fitting(rect.w);
    snprintf(unit, sizeof unit, "at %s; energy, starts, mean, min and max over the run",
             format_clock(clock, scene->cursor_s, scene->offset_s, true));
    panel_title(scene, canvas, rect, REGION_CLUSTER, "Cluster", unit);
    if (rows < 1)
        return;
    struct rect row = {rect.x, rect.y + 1, rect.w, 1};
    int x = draw_cells(NULL, row, most, canvas), each = n > 0 && n <= rows ? rows / n : 1;
    each = each > 13 ? 13 : each;
    canvas_text(canvas, x, row.y, rect.x + rect.w - x, style_of(ROLE_DIM), "on it now");
    int shown = n <= rows ? n : rows - 1, totals = most < PRIORITIES - 2 && each >= 2;
    int left = each - 1 - totals - (each > 2);
    for (int gpu = 0; gpu < shown; gpu++) {
        struct facts facts = collect(scene, gpu);
        row.y = rect.y + 2 + gpu * each;
        x = draw_cells(&facts, row, most, canvas);
        cluster_draw_now(scene, gpu, x, rect.x + rect.w, row.y, canvas);
        if (totals)
            cluster_draw_totals(scene, gpu, rect.x + 3, rect.x + rect.w, row.y + 1, canvas);
        cluster_draw_histories(scene, gpu, (struct rect){rect.x + 1, row.y + 1 + totals, rect.w - 2, left},
                               canvas);
    }
    if (shown < n)
        canvas_print(canvas, rect.x + 1, rect.y + rect.h - 1, rect.w - 2, style_of(ROLE_DIM), "and %d more",
                     n - shown);
}
