#include "engine/answers/work.h"

#include <math.h>

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

static double total_of(const struct work *work)
{
    double total = 0;
    for (int app = 0; app < work->n_apps; app++)
        total += work->requests[app];
    return total;
}

static bool differ(double now, double then)
{
    return fabs(now - then) > same_share * fmax(fabs(now), fabs(then));
}

enum work_likeness work_compare(const struct work *now, const struct work *then)
{
    double all_now = total_of(now), all_then = total_of(then);
    bool count = false;
    if (now->n_apps != then->n_apps)
        return WORK_OTHER_MIX;
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
