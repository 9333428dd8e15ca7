#include "engine/answers/warmth.h"

#include <math.h>

struct warmth warmth_in(const struct model *model)
{
    struct warmth warmth = {0};
    for (int g = 0; model && model->n_warm > 0 && g < model->n_gpus; g++)
        if (!isnan(model->gpus[g].ha_w_per_k))
            warmth.gpus[warmth.n++] = g;
    return warmth;
}

struct stretch {
    int from, to;
};

static struct stretch stretch_of(const struct recording *recording, int64_t from_ns, int64_t to_ns)
{
    int count = recording_count(recording);
    int64_t last = (to_ns + recording->bucket_ns - 1) / recording->bucket_ns;
    return (struct stretch){(int)(from_ns / recording->bucket_ns), last < count ? (int)last : count};
}

static const float *row_of(const struct recording *recording, enum gpu_column column, int gpu)
{
    return recording->gpu[column] + (size_t)gpu * (size_t)recording->n_buckets;
}

static void over_gpu(const struct recording *recording, int gpu, struct stretch stretch, int k,
                     struct warmth_over *over)
{
    double area = 0, seconds = recording_seconds(recording, stretch.from, stretch.to);
    over->least_c[k] = over->most_c[k] = (double)NAN;
    for (int b = stretch.from; b < stretch.to; b++) {
        over->least_c[k] = fmin(over->least_c[k], (double)row_of(recording, COLUMN_TEMP_MIN, gpu)[b]);
        over->most_c[k] = fmax(over->most_c[k], (double)row_of(recording, COLUMN_TEMP_MAX, gpu)[b]);
        area += recording_width_s(recording, b) * (double)row_of(recording, COLUMN_TEMP_MEAN, gpu)[b];
    }
    over->mean_c[k] = area / seconds; /* 0 over 0: NAN */
}

void warmth_over(const struct warmth *warmth, const struct recording *recording, int64_t from_ns,
                 int64_t to_ns, struct warmth_over *over)
{
    struct stretch stretch = stretch_of(recording, from_ns, to_ns);
    double area = 0;
    over->hottest = over->coolest = -1;
    for (int k = 0; k < warmth->n; k++) {
        over_gpu(recording, warmth->gpus[k], stretch, k, over);
        if (isnan(over->most_c[k]))
            continue;
        over->hottest =
            over->hottest < 0 || over->most_c[k] > over->most_c[over->hottest] ? k : over->hottest;
        over->coolest =
            over->coolest < 0 || over->most_c[k] < over->most_c[over->coolest] ? k : over->coolest;
    }
    for (int b = stretch.from; b < stretch.to; b++)
        area += recording_width_s(recording, b) * (double)recording->run[COLUMN_WATER][b];
    over->water_c = area / recording_seconds(recording, stretch.from, stretch.to);
}

void warmth_histogram(const struct recording *recording, int gpu, int64_t from_ns, int64_t to_ns,
                      double least, double most, int n, double *shares)
{
    struct stretch stretch = stretch_of(recording, from_ns, to_ns);
    double seconds = recording_seconds(recording, stretch.from, stretch.to);
    for (int k = 0; k < n; k++)
        shares[k] = 0;
    for (int b = stretch.from; n > 0 && b < stretch.to; b++) {
        double mean_c = (double)row_of(recording, COLUMN_TEMP_MEAN, gpu)[b];
        int k = isnan(mean_c) || !(most > least) ? 0 : (int)floor(n * (mean_c - least) / (most - least));
        shares[k < 0 ? 0 : k < n ? k : n - 1] += recording_width_s(recording, b) / seconds;
    }
}

double warmth_safe_c(const struct model *model, int64_t t_ns)
{
    return knob_at(&model->scenario, knob_of_run(KNOB_SOT_C), t_ns).number;
}

double warmth_gain_k(const struct summary *now, const struct summary *then)
{
    return then->temp_max_c - now->temp_max_c;
}

bool warmth_is_kept(const struct scenario *scenario)
{
    struct knob_value control = knob_get(scenario, knob_of_run(KNOB_WATER));
    bool kept = knob_number(KNOB_WATER, &control) > 0;
    for (int i = 0; i < scenario->n_edits; i++)
        kept = kept || (scenario->edits[i].knob.id == KNOB_WATER &&
                        knob_number(KNOB_WATER, &scenario->edits[i].value) > 0);
    return kept && scenario_is_cooled(scenario);
}
