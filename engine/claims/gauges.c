/* Sums over a recording that one paper's claim is about. */
#include "engine/claims/gauges.h"

#include "engine/answers/slack.h"
#include "engine/sim/summary.h"

#include <math.h>
#include <string.h>

enum { APPS = GAUGE_PARTS };

/* ---- time and energy of apps, as shares of what all had ---- */

static void shares_in(const struct recording *recording, enum app_column column, int from, int to,
                      double *shares)
{
    int n = recording->n_apps < APPS ? recording->n_apps : APPS;
    double all = 0;
    for (int a = 0; a < n; a++)
        all += shares[a] = recording_sum_app(recording, column, a, from, to);
    for (int a = 0; a < n; a++)
        shares[a] /= all > 0 ? all : 1;
}

static void read_time_shares(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    shares_in(recording, COLUMN_APP_TIME, 0, recording_count(recording), values);
}

static void read_energy_shares(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    shares_in(recording, COLUMN_APP_ENERGY, 0, recording_count(recording), values);
}

/* Four phases of ten minutes each, in which apps come and go; a margin of 20 s on either side keeps the turns
 * at which they do out. */
enum { PHASES = 4 };

static void shares_of_phases(const struct recording *recording, enum app_column column, double *values)
{
    const double width_s = (double)recording->bucket_ns * 1e-9;
    for (int k = 0; k < PHASES && recording->summary.horizon_s > 2390; k++)
        shares_in(recording, column, (int)((600 * k + 20) / width_s), (int)((600 * k + 580) / width_s),
                  values + k * APPS);
}

static void read_phase_time(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    shares_of_phases(recording, COLUMN_APP_TIME, values);
}

static void read_phase_energy(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    shares_of_phases(recording, COLUMN_APP_ENERGY, values);
}

/* ---- latency ---- */

static void percentiles(const struct recording *recording, double percent, double *values)
{
    for (int a = 0; a < recording->n_apps && a < APPS; a++)
        values[a] = recording_percentile_ms(recording, a, 0, recording_count(recording), percent);
}

static void read_p25(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    percentiles(recording, 25, values);
}

static void read_p75(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    percentiles(recording, 75, values);
}

/* ---- classes of GPUs, and grids that are dirty or not ---- */

/* How long GPUs of a class were busy, together, over how long they were there. */
static double busy_share(const struct model *model, const struct summary *summary, enum gpu_class class)
{
    double busy_s = 0, all_s = 0;
    for (int g = 0; g < summary->n_gpus; g++) {
        if (model->gpus[g].class != class)
            continue;
        busy_s += summary->gpus[g].busy_s;
        all_s += summary->gpus[g].busy_s + summary->gpus[g].idle_s;
    }
    return all_s > 0 ? busy_s / all_s : 0;
}

static void read_busy_low(const struct model *model, const struct recording *recording, double *values)
{
    values[0] = busy_share(model, &recording->summary, CLASS_LOW);
}

static void read_busy_high(const struct model *model, const struct recording *recording, double *values)
{
    values[0] = busy_share(model, &recording->summary, CLASS_HIGH);
}

/* What no waiting can take from the tightest SLO of the low-end GPUs. */
static void read_alone(const struct model *model, const struct recording *recording, double *values)
{
    (void)recording;
    values[0] = slack_worst_low(model, NULL);
}

/* By whether CIR was above 1 in a bucket: [0] it was not, [1] it was. */
static int is_dirty(const struct recording *recording, int bucket)
{
    return recording->run[COLUMN_CIR][bucket] > 1.0f;
}

static void read_grid_arrived(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    values[0] = values[1] = 0;
    for (int b = 0; b < recording_count(recording); b++)
        for (int a = 0; a < recording->n_apps; a++)
            values[is_dirty(recording, b)] += recording_sum_app(recording, COLUMN_ARRIVED, a, b, b + 1);
}

static void read_grid_high_uses(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    values[0] = values[1] = 0;
    for (int b = 0; b < recording_count(recording); b++)
        values[is_dirty(recording, b)] += (double)recording->run[COLUMN_HIGH_USES][b];
}

static void read_grid_hours(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    values[0] = values[1] = 0;
    for (int b = 0; b < recording_count(recording); b++)
        values[is_dirty(recording, b)] += recording_width_s(recording, b) / 3600;
}

/* ---- counts ---- */

static void read_apps(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    values[0] = recording->summary.n_apps;
}

static void read_gpus(const struct model *model, const struct recording *recording, double *values)
{
    (void)model;
    values[0] = recording->summary.n_gpus;
}

static const struct gauge gauges[] = {{"n_apps", 1, read_apps},
                                      {"n_gpus", 1, read_gpus},
                                      {"p25_ms", APPS, read_p25},
                                      {"p75_ms", APPS, read_p75},
                                      {"busy_low", 1, read_busy_low},
                                      {"busy_high", 1, read_busy_high},
                                      {"alone", 1, read_alone},
                                      {"grid_arrived", 2, read_grid_arrived},
                                      {"grid_high_uses", 2, read_grid_high_uses},
                                      {"grid_hours", 2, read_grid_hours},
                                      {"time_shares", APPS, read_time_shares},
                                      {"energy_shares", APPS, read_energy_shares},
                                      {"phase_time_shares", PHASES *APPS, read_phase_time},
                                      {"phase_energy_shares", PHASES *APPS, read_phase_energy}};

const struct gauge *gauge_find(const char *name)
{
    for (size_t k = 0; k < sizeof gauges / sizeof *gauges; k++)
        if (strcmp(gauges[k].name, name) == 0)
            return &gauges[k];
    return NULL;
}
