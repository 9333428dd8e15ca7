/* Sums over those who share, and the part of one in them. */
#include "engine/answers/sharing.h"

#include <math.h>

static const enum app_column columns[SHARING_KINDS] = {COLUMN_APP_TIME, COLUMN_APP_ENERGY};

struct sharing sharing_in(const struct model *model)
{
    struct sharing sharing = {.gpu = -1};
    uint64_t all = 0;
    for (int lane = 0; lane < model->n_lanes; lane++) {
        uint64_t apps = model_lane_apps(model, lane);
        if ((apps & (apps - 1)) == 0)
            continue;
        sharing.gpu = sharing.n_lanes == 0 ? model->lanes[lane].gpu : sharing.gpu;
        sharing.on[sharing.n_lanes++] = apps;
        all |= apps;
    }
    for (; all; all &= all - 1)
        sharing.apps[sharing.n++] = __builtin_ctzll(all);
    return sharing;
}

static double percent_of(double part, double sum)
{
    return sum > 0 ? 100 * part / sum : (double)NAN;
}

void sharing_over(const struct sharing *sharing, const struct recording *recording, enum sharing_of what,
                  int64_t from_ns, int64_t to_ns, double *percents)
{
    int count = recording_count(recording);
    int64_t to = (to_ns + recording->bucket_ns - 1) / recording->bucket_ns;
    int from = (int)(from_ns / recording->bucket_ns);
    double sum = 0;
    for (int k = 0; k < sharing->n; k++) {
        percents[k] =
            recording_sum_app(recording, columns[what], sharing->apps[k], from, to < count ? (int)to : count);
        sum += percents[k];
    }
    for (int k = 0; k < sharing->n; k++)
        percents[k] = percent_of(percents[k], sum);
}

double sharing_at(const struct sharing *sharing, const struct curves *curves, enum sharing_of what, int k,
                  int point)
{
    float(*had)[CURVE_POINTS] = what == SHARING_TIME ? curves->app_time : curves->app_power;
    double sum = 0;
    for (int i = 0; i < sharing->n; i++)
        sum += (double)had[sharing->apps[i]][point];
    return percent_of((double)had[sharing->apps[k]][point], sum);
}

static struct etf_fairness fairness_on(uint64_t apps, const struct curves *curves, int point)
{
    double time[APPS_MAX], own_time[APPS_MAX], own_power[APPS_MAX];
    int n = 0;
    for (; apps; apps &= apps - 1) {
        const struct contended_curve *of = &curves->contended[__builtin_ctzll(apps)];
        time[n] = (double)of->time[point];
        own_time[n] = (double)of->own_time[point];
        own_power[n++] = (double)of->own_power[point];
    }
    return etf_contended(n, time, own_time, own_power);
}

struct etf_fairness sharing_fairness_at(const struct sharing *sharing, const struct curves *curves, int point)
{
    struct etf_fairness least = {(double)NAN, (double)NAN, (double)NAN};
    for (int k = 0; k < sharing->n_lanes; k++) {
        struct etf_fairness one = fairness_on(sharing->on[k], curves, point);
        least.time = fmin(least.time, one.time); /* fmin passes NAN over */
        least.energy = fmin(least.energy, one.energy);
        least.system = fmin(least.system, one.system);
    }
    return least;
}
