#include "engine/answers/waterfall.h"

#include "engine/base/text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(APPS_MAX <= GPUS_MAX, "there is room for the apps of two runs");

const char *const waterfall_cut_names[WATERFALL_CUTS] = {"ledger part", "GPU", "app"};

/* Which of the two runs a bar's grams are of. */
enum side { SIDE_THEN, SIDE_NOW };

/* The bar of this name, made where there is none. */
static struct waterfall_bar *bar_of(struct waterfall *waterfall, const char *name, enum ledger ledger)
{
    for (int i = 0; i < waterfall->n; i++)
        if (waterfall->bars[i].ledger == ledger && strcmp(waterfall->bars[i].name, name) == 0)
            return &waterfall->bars[i];
    struct waterfall_bar *bar = &waterfall->bars[waterfall->n++];
    *bar = (struct waterfall_bar){.ledger = ledger};
    text_copy(bar->name, sizeof bar->name, name);
    return bar;
}

static void add(struct waterfall *waterfall, const char *name, enum ledger ledger, enum side side, double g)
{
    if (g == 0)
        return;
    struct waterfall_bar *bar = bar_of(waterfall, name, ledger);
    *(side == SIDE_THEN ? &bar->then_g : &bar->now_g) += g;
}

static void add_part(struct waterfall *waterfall, const struct summary *summary, enum side side,
                     enum ledger part)
{
    add(waterfall, ledger_names[part], part, side, summary->carbon_g[part]);
}

/* A GPU's carbon is that of its energy, auxiliary included; what is beyond the GPUs stays as it is. */
static void cut_gpus(struct waterfall *waterfall, const struct summary *summary, enum side side)
{
    char name[sizeof waterfall->bars->name];
    for (int g = 0; g < summary->n_gpus; g++) {
        const struct summary_gpu *gpu = &summary->gpus[g];
        text_print(name, sizeof name, "%s %s", gpu->name, gpu->type);
        add(waterfall, name, LEDGER_COUNT, side, gpu->carbon_g);
    }
    add_part(waterfall, summary, side, LEDGER_COOLING);
    add_part(waterfall, summary, side, LEDGER_FACILITY);
    add_part(waterfall, summary, side, LEDGER_EMBODIED);
}

/* An app's carbon is that of the energy that its requests took, auxiliary included. What was active for none
 * (a device that changes its layout) is told as active. */
static void cut_apps(struct waterfall *waterfall, const struct summary *summary, enum side side)
{
    double active_g = summary->carbon_g[LEDGER_ACTIVE] + summary->carbon_g[LEDGER_AUXILIARY],
           of_none_g = active_g;
    for (int a = 0; a < summary->n_apps; a++) {
        add(waterfall, summary->apps[a].name, LEDGER_COUNT, side, summary->apps[a].carbon_g);
        of_none_g -= summary->apps[a].carbon_g;
    }
    if (fabs(of_none_g) > 1e-9 * active_g)
        add(waterfall, ledger_names[LEDGER_ACTIVE], LEDGER_ACTIVE, side, of_none_g);
    add_part(waterfall, summary, side, LEDGER_IDLE);
    add_part(waterfall, summary, side, LEDGER_COOLING);
    add_part(waterfall, summary, side, LEDGER_FACILITY);
    add_part(waterfall, summary, side, LEDGER_EMBODIED);
}

static void cut_side(struct waterfall *waterfall, const struct summary *summary, enum side side)
{
    if (waterfall->cut == WATERFALL_GPU)
        cut_gpus(waterfall, summary, side);
    else if (waterfall->cut == WATERFALL_APP)
        cut_apps(waterfall, summary, side);
    else
        for (int part = 0; part < LEDGER_COUNT; part++)
            add_part(waterfall, summary, side, (enum ledger)part);
}

static int by_size(const void *a, const void *b)
{
    double x = fabs(waterfall_delta(a)), y = fabs(waterfall_delta(b));
    return x > y   ? -1
           : x < y ? 1
                   : strcmp(((const struct waterfall_bar *)a)->name, ((const struct waterfall_bar *)b)->name);
}

/* Is the sum of one side's bars the run's carbon? Not where a part of it was not kept. */
static bool adds_up(const struct waterfall *waterfall)
{
    double then_g = 0, now_g = 0;
    for (int i = 0; i < waterfall->n; i++) {
        then_g += waterfall->bars[i].then_g;
        now_g += waterfall->bars[i].now_g;
    }
    return fabs(then_g - waterfall->then_g) <= 1e-9 * fabs(waterfall->then_g) &&
           fabs(now_g - waterfall->now_g) <= 1e-9 * fabs(waterfall->now_g);
}

bool waterfall_make(struct waterfall *waterfall, const struct summary *then, const struct summary *now,
                    enum waterfall_cut cut)
{
    *waterfall = (struct waterfall){.cut = cut, .then_g = then->carbon_total_g, .now_g = now->carbon_total_g};
    cut_side(waterfall, then, SIDE_THEN);
    cut_side(waterfall, now, SIDE_NOW);
    qsort(waterfall->bars, (size_t)waterfall->n, sizeof *waterfall->bars, by_size);
    return adds_up(waterfall);
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
