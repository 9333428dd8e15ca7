#include "engine/answers/gap.h"

#include "engine/base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- in time ---- */

/* A recording keeps grams a bucket; running totals of both on the wider of the two buckets' grid give the
 * difference that arises in each step of it. */

enum { STEPS_MAX = RECORDING_BUCKETS_MAX };

/* Shares: all of it but for what no plot shows; most of it; what goes the other way and is not worth a word;
 * a stretch that is as good as the whole run, and one that is short enough to be named. */
static const double nearly_all = 0.995, most_of_it = 0.8, hardly_any = 0.005, nearly_always = 0.9,
                    short_enough = 0.5;

struct gap_steps {
    int n, first, last; /* first == last: they differ in none, else in none but [first, last) */
    int64_t width_ns, end_ns;
    double grams[STEPS_MAX]; /* of the difference that arises in each */
};

/* The shortest stretch [from, to) of steps that holds this much of what goes with the difference. */
static void shortest(const struct gap_steps *steps, double sign, double wanted, int *from, int *to)
{
    double held = 0;
    *from = 0;
    *to = steps->n;
    for (int begin = 0, end = 0; end < steps->n; end++) {
        held += fmax(sign * steps->grams[end], 0);
        for (; held - fmax(sign * steps->grams[begin], 0) >= wanted && begin < end; begin++)
            held -= fmax(sign * steps->grams[begin], 0);
        if (held >= wanted && end + 1 - begin < *to - *from) {
            *from = begin;
            *to = end + 1;
        }
    }
}

/* All of it in a stretch, most of it in a short one, or all along. */
static void find_stretch(struct gap *gap, const struct gap_steps *steps, double sign, double with)
{
    int from, to;
    shortest(steps, sign, nearly_all * with, &from, &to);
    /* The stretch that holds nearly all leaves out what is least, at its ends: those that are near the ends
     * of what differs at all are those. */
    int near = 1 + steps->n / 50;
    from = from - steps->first <= near ? steps->first : from;
    to = steps->last - to <= near ? steps->last : to;
    gap->shape = GAP_WITHIN;
    if (to - from >= nearly_always * steps->n) {
        shortest(steps, sign, most_of_it * with, &from, &to);
        gap->shape = to - from < short_enough * steps->n ? GAP_MOSTLY : GAP_THROUGHOUT;
    }
    double held = 0;
    for (int i = from; i < to; i++)
        held += fmax(sign * steps->grams[i], 0);
    gap->from_ns = from * steps->width_ns;
    gap->to_ns = to * steps->width_ns < steps->end_ns ? to * steps->width_ns : steps->end_ns;
    gap->from_start = from == 0;
    gap->to_end = to == steps->n;
    gap->share = held / with;
}

struct gap gap_of(const struct recording *then, const struct recording *now)
{
    struct gap gap = {.shape = GAP_NONE};
    struct gap_steps steps;
    struct curve_walk a = {then, recording_count(then), 0, 0}, b = {now, recording_count(now), 0, 0};
    double more = 0, less = 0, then_g = 0, now_g = 0;
    steps.width_ns = then->bucket_ns > now->bucket_ns ? then->bucket_ns : now->bucket_ns;
    steps.end_ns = then->end_ns > now->end_ns ? then->end_ns : now->end_ns;
    steps.n = 0;
    for (int64_t t_ns = 0; t_ns < steps.end_ns && steps.n < STEPS_MAX; t_ns += steps.width_ns) {
        double to_then_g = curves_walk(&a, t_ns + steps.width_ns),
               to_now_g = curves_walk(&b, t_ns + steps.width_ns);
        steps.grams[steps.n++] = (to_now_g - now_g) - (to_then_g - then_g);
        then_g = to_then_g;
        now_g = to_now_g;
    }
    for (int i = 0; i < steps.n; i++) {
        more += fmax(steps.grams[i], 0);
        less += fmax(-steps.grams[i], 0);
    }
    /* Leaves out the ends in which they do not differ by more than float columns can tell. */
    double nothing = 1e-6 * (then_g + now_g) / (steps.n > 0 ? steps.n : 1);
    steps.first = 0;
    steps.last = steps.n;
    while (steps.last > 0 && fabs(steps.grams[steps.last - 1]) <= nothing)
        steps.last--;
    while (steps.first < steps.last && fabs(steps.grams[steps.first]) <= nothing)
        steps.first++;
    gap.delta_g = more - less;
    gap.against_g = fmin(more, less);
    if (steps.first == steps.last)
        return gap;
    double with = fmax(more, less);
    gap.against_g = gap.against_g > hardly_any * with ? gap.against_g : 0;
    if (fabs(gap.delta_g) < 0.05 * with)
        gap.shape = GAP_EVENED;
    else
        find_stretch(&gap, &steps, more > less ? 1 : -1, with);
    return gap;
}

int gap_points(const struct curves *then, const struct curves *now, float *points)
{
    int most = now->points > then->points ? now->points : then->points, n = 0;
    for (int p = 0; p < most; p++) {
        bool ended = p >= now->points, was_ended = p >= then->points;
        if ((ended && !now->complete) || (was_ended && !then->complete))
            break;
        points[n++] = (ended ? 0 : now->total[p]) - (was_ended ? 0 : then->total[p]);
    }
    return n;
}

int gap_next_peak(const float *points, int n, int at, int direction)
{
    double most = 0;
    for (int p = 0; p < n; p++)
        most = fmax(most, fabs((double)points[p]));
    int best = -1;
    for (int p = direction > 0 ? 0 : n - 1; most > 0 && p >= 0 && p < n; p += direction) {
        bool high = fabs((double)points[p]) >= most / 2;
        if (high && (best < 0 || fabs((double)points[p]) > fabs((double)points[best])))
            best = p;
        if (!high && best >= 0) {
            if ((best - at) * direction > 0)
                return best;
            best = -1;
        }
    }
    return best >= 0 && (best - at) * direction > 0 ? best : -1;
}

/* ---- by part ---- */

_Static_assert(APPS_MAX <= GPUS_MAX, "there is room for the apps of two runs");

const char *const waterfall_cut_names[WATERFALL_CUTS] = {"ledger part", "GPU", "app"};

/* Which of the two runs a bar's grams are of. */
enum side { SIDE_THEN, SIDE_NOW };

/* To the bar of this name, made where there is none. */
static void add(struct waterfall *waterfall, const char *name, enum ledger ledger, enum side side, double g)
{
    struct waterfall_bar *bar = waterfall->bars, *end = bar + waterfall->n;
    if (g == 0)
        return;
    while (bar < end && (bar->ledger != ledger || strcmp(bar->name, name) != 0))
        bar++;
    if (bar == end) {
        *bar = (struct waterfall_bar){.ledger = ledger};
        text_copy(bar->name, sizeof bar->name, name);
        waterfall->n++;
    }
    *(side == SIDE_THEN ? &bar->then_g : &bar->now_g) += g;
}

static void cut_side(struct waterfall *waterfall, const struct summary *summary, enum side side)
{
    bool told[LEDGER_COUNT] = {[LEDGER_COOLING] = true, [LEDGER_FACILITY] = true, [LEDGER_EMBODIED] = true};
    told[LEDGER_ACTIVE] = told[LEDGER_AUXILIARY] = waterfall->cut == WATERFALL_LEDGER;
    told[LEDGER_IDLE] = waterfall->cut != WATERFALL_GPU;
    if (waterfall->cut == WATERFALL_GPU) {
        /* A GPU's carbon is that of its energy, auxiliary included; what is beyond the GPUs stays as it is.
         */
        char name[sizeof waterfall->bars->name];
        for (int g = 0; g < summary->n_gpus; g++) {
            const struct summary_gpu *gpu = &summary->gpus[g];
            text_print(name, sizeof name, "%s %s", gpu->name, gpu->type);
            add(waterfall, name, LEDGER_COUNT, side, gpu->carbon_g);
        }
    } else if (waterfall->cut == WATERFALL_APP) {
        /* An app's carbon is that of the energy that its requests took, auxiliary included. What was active
         * for none (a device that changes its layout) is told as active. */
        double active_g = summary->carbon_g[LEDGER_ACTIVE] + summary->carbon_g[LEDGER_AUXILIARY],
               of_none_g = active_g;
        for (int a = 0; a < summary->n_apps; a++) {
            add(waterfall, summary->apps[a].name, LEDGER_COUNT, side, summary->apps[a].carbon_g);
            of_none_g -= summary->apps[a].carbon_g;
        }
        if (fabs(of_none_g) > 1e-9 * active_g)
            add(waterfall, ledger_names[LEDGER_ACTIVE], LEDGER_ACTIVE, side, of_none_g);
    }
    for (int part = 0; part < LEDGER_COUNT; part++)
        if (told[part])
            add(waterfall, ledger_names[part], (enum ledger)part, side, summary->carbon_g[part]);
}

static int by_size(const void *a, const void *b)
{
    double x = fabs(waterfall_delta(a)), y = fabs(waterfall_delta(b));
    return x > y   ? -1
           : x < y ? 1
                   : strcmp(((const struct waterfall_bar *)a)->name, ((const struct waterfall_bar *)b)->name);
}

bool waterfall_make(struct waterfall *waterfall, const struct summary *then, const struct summary *now,
                    enum waterfall_cut cut)
{
    *waterfall = (struct waterfall){.cut = cut, .then_g = then->carbon_total_g, .now_g = now->carbon_total_g};
    cut_side(waterfall, then, SIDE_THEN);
    cut_side(waterfall, now, SIDE_NOW);
    qsort(waterfall->bars, (size_t)waterfall->n, sizeof *waterfall->bars, by_size);
    /* Is the sum of one side's bars the run's carbon? Not where a part of it was not kept. */
    double then_g = 0, now_g = 0;
    for (int i = 0; i < waterfall->n; i++) {
        then_g += waterfall->bars[i].then_g;
        now_g += waterfall->bars[i].now_g;
    }
    return fabs(then_g - waterfall->then_g) <= 1e-9 * fabs(waterfall->then_g) &&
           fabs(now_g - waterfall->now_g) <= 1e-9 * fabs(waterfall->now_g);
}

void waterfall_fold(struct waterfall *waterfall, int most)
{
    if (waterfall->n <= most || most < 1)
        return;
    struct waterfall_bar *others = &waterfall->bars[most - 1];
    for (int i = most; i < waterfall->n; i++) {
        others->then_g += waterfall->bars[i].then_g;
        others->now_g += waterfall->bars[i].now_g;
        others->units += waterfall->bars[i].units;
    }
    text_print(others->name, sizeof others->name, "%d others", waterfall->n - most + 1);
    others->ledger = LEDGER_COUNT;
    waterfall->n = most;
}

/* Each rounded, then units given to those that lost most by it (or taken from those that won) until the sum
 * is right: the way of the largest remainder. */
int64_t waterfall_round(struct waterfall *waterfall, double unit_g)
{
    int64_t whole = llround((waterfall->now_g - waterfall->then_g) / unit_g), left = whole;
    for (int i = 0; i < waterfall->n; i++) {
        waterfall->bars[i].units = llround(waterfall_delta(&waterfall->bars[i]) / unit_g);
        left -= waterfall->bars[i].units;
    }
    while (left != 0 && waterfall->n > 0) {
        int step = left > 0 ? 1 : -1, best = 0;
        double most = -INFINITY;
        for (int i = 0; i < waterfall->n; i++) {
            const struct waterfall_bar *bar = &waterfall->bars[i];
            double lost = step * (waterfall_delta(bar) / unit_g - (double)bar->units);
            if (lost > most) {
                most = lost;
                best = i;
            }
        }
        waterfall->bars[best].units += step;
        left -= step;
    }
    return whole;
}
