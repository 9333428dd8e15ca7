#include "engine/answers/comparison.h"

#include <string.h>

/* ---- numbers ---- */

bool comparison_same_apps(const struct recording *a, const struct recording *b)
{
    bool same = a->n_apps == b->n_apps;
    for (int app = 0; same && app < a->n_apps; app++)
        same = strcmp(a->apps[app].name, b->apps[app].name) == 0;
    return same;
}

/* What two laws that say the same differ by. */
static const double rounding = 1e-9;

static bool same_carbon(const struct summary *now, const struct summary *then)
{
    return fabs(now->carbon_total_g - then->carbon_total_g) <= rounding * fabs(then->carbon_total_g);
}

double comparison_carbon(const struct summary *now, const struct summary *then)
{
    if (!(then->carbon_total_g > 0))
        return (double)NAN;
    return same_carbon(now, then) ? 0 : 100 * (now->carbon_total_g / then->carbon_total_g - 1);
}

double comparison_worst(const struct summary *now, const struct summary *then)
{
    double share_now, share_then;
    bool known = summary_worst_app(now, &share_now) >= 0 && summary_worst_app(then, &share_then) >= 0;
    return known ? 100 * (share_now - share_then) : (double)NAN;
}

bool comparison_is_identical(const struct summary *now, const struct summary *then)
{
    bool same = same_carbon(now, then) && now->n_apps == then->n_apps;
    for (int app = 0; same && app < now->n_apps; app++) {
        bool same_tail = now->apps[app].tail_ms == then->apps[app].tail_ms ||
                         (isnan(now->apps[app].tail_ms) && isnan(then->apps[app].tail_ms));
        same = same_tail && now->apps[app].violations == then->apps[app].violations;
    }
    return same;
}

bool comparison_changes_nothing(const struct summary *now, const struct summary *then)
{
    const struct metric_source a = {.summary = now}, b = {.summary = then};
    const int parts[] = {[METRIC_OF_RUN] = 1, [METRIC_OF_APP] = now->n_apps, [METRIC_OF_GPU] = now->n_gpus};
    bool same = now->n_apps == then->n_apps && now->n_gpus == then->n_gpus;
    for (int metric = 0; metric < METRIC_COUNT; metric++)
        for (int part = 0; same && part < parts[metric_scope_of((enum metric)metric)]; part++) {
            double left = metric_value((enum metric)metric, &a, part),
                   right = metric_value((enum metric)metric, &b, part);
            same = !(fabs(left - right) > rounding * fabs(right));
        }
    return same;
}

int comparison_late(const struct summary *now, const struct summary *then, bool fell, int *apps)
{
    int64_t most = 0;
    int by_most = -1;
    *apps = 0;
    for (int app = 0; app < now->n_apps && app < then->n_apps; app++) {
        int64_t change = now->apps[app].violations - then->apps[app].violations;
        change = fell ? -change : change;
        *apps += change != 0;
        if (change > most) {
            most = change;
            by_most = app;
        }
    }
    return by_most;
}

int comparison_served(const struct summary *now, const struct summary *then, bool more, double *percent)
{
    int by_most = -1;
    *percent = 1;
    for (int app = 0; app < now->n_apps && app < then->n_apps; app++) {
        int64_t before = then->apps[app].finished;
        double change = before > 0 ? 100 * ((double)now->apps[app].finished / (double)before - 1) : 0;
        change = more ? change : -change;
        if (change >= *percent) {
            *percent = change;
            by_most = app;
        }
    }
    return by_most;
}

/* ---- work ---- */

static const double same_share = 0.01;

const char *const work_words[WORK_LIKENESSES] = {"", "a request", "a request",
                                                 "a request, the apps' parts being others"};

struct work work_of(const struct summary *summary)
{
    struct work work = {.n_apps = summary->n_apps, .horizon_s = summary->horizon_s};
    for (int app = 0; app < work.n_apps; app++)
        work.requests[app] = (double)summary->apps[app].finished;
    return work;
}

static bool differ(double now, double then)
{
    return fabs(now - then) > same_share * fmax(fabs(now), fabs(then));
}

enum work_likeness work_compare(const struct work *now, const struct work *then)
{
    double all_now = 0, all_then = 0;
    bool count = false;
    if (now->n_apps != then->n_apps)
        return WORK_OTHER_MIX;
    for (int app = 0; app < now->n_apps; app++) {
        all_now += now->requests[app];
        all_then += then->requests[app];
    }
    for (int app = 0; app < now->n_apps; app++) {
        double part_now = now->requests[app] * all_then, part_then = then->requests[app] * all_now;
        if (differ(part_now, part_then))
            return WORK_OTHER_MIX;
        count |= differ(now->requests[app], then->requests[app]);
    }
    return count ? WORK_OTHER_COUNT : differ(now->horizon_s, then->horizon_s) ? WORK_OTHER_TIME : WORK_SAME;
}

bool work_adds_up(enum metric metric)
{
    enum metric_unit unit = metric_infos[metric].unit;
    return unit == UNIT_G || unit == UNIT_KWH || unit == UNIT_COUNT;
}

enum metric work_measure(enum work_likeness likeness)
{
    return likeness == WORK_SAME ? METRIC_CARBON : METRIC_CARBON_PER_REQUEST;
}

/* ---- sharing beside no sharing ---- */

bool paired_is_sharing(const struct scenario *shared, const struct scenario *dedicated)
{
    if (!scenario_is_dedicated(dedicated) || scenario_is_dedicated(shared))
        return false;
    bool same = scenario_n_pools(shared) == scenario_n_pools(dedicated);
    for (int pool = 0; same && pool < scenario_n_pools(shared); pool++)
        for (int layer = 0; layer < LAYER_COUNT; layer++)
            same = same && scenario_pool_policy(shared, pool, (enum layer)layer) ==
                               scenario_pool_policy(dedicated, pool, (enum layer)layer);
    return same && !scenario_requests_difference(shared, dedicated);
}

/* As if all of it had been drawn at one intensity. */
static struct footprint footprint_at(const struct summary *summary, double ci)
{
    double embodied_g = summary->carbon_g[LEDGER_EMBODIED];
    double operational_g = summary->carbon_total_g - embodied_g;
    return (struct footprint){.energy_j = operational_g / carbon_g_per_j(ci), .embodied_g = embodied_g};
}

bool paired_breakeven(const struct scenario *scenario, const struct summary *shared,
                      const struct summary *dedicated, struct breakeven *breakeven)
{
    double operational_g = dedicated->carbon_total_g - dedicated->carbon_g[LEDGER_EMBODIED];
    double ci = operational_g / dedicated->energy_total_j * JOULES_PER_KWH;
    if (!(ci > 0))
        return false;
    /* A scheme that searches or looks up layouts by the intensity, or sets clocks by it. What CarbonDIS goes
     * by is a ratio of intensities, which is the same on a grid that is dirtier throughout. */
    for (uint64_t left = scenario_deciders(scenario); left; left &= left - 1) {
        enum policy_id id = (enum policy_id)__builtin_ctzll(left);
        enum policy_shape shape = policy_infos[id].shape;
        if (shape == SHAPE_SEARCH || shape == SHAPE_TABLE ||
            (policy_infos[id].layer == LAYER_TUNE && id != POLICY_FIXED))
            return false;
    }
    *breakeven = breakeven_of(footprint_at(shared, ci), footprint_at(dedicated, ci));
    return true;
}
