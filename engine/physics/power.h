/* Power laws: what a GPU draws as a function of who runs on it (composition.md section 4, CO-C2, CO-C20).
 * Each that runs would draw so much if it were alone, total board power as its profile has it; `sum_w` is the
 * sum of these over the n that run. Under every law a GPU on which nothing runs draws its idle power, and one
 * that runs alone what its profile says (CO-8).
 *
 *   table        the idle power, and what each profile has above it
 *   staux        the idle power, the auxiliary power once while anything runs, and what each has above both
 *   superpose    as table, under InferCool's name (rule 1.2.1): P = S - (n - 1) P_S
 *
 * Most laws superpose: there is a part that every profile contains and that the GPU draws once. A law that is
 * no sum says `watts` itself. The event loop, the evaluation of configurations and published experiments ask
 * the same functions. */
#ifndef WATTIF_PHYSICS_POWER_H
#define WATTIF_PHYSICS_POWER_H

#include "engine/model/model.h"

/* What a law knows of one GPU beside its idle power. */
struct power_plan {
    double auxiliary_w; /* P_OI, the same whatever runs */
};

struct power_law {
    const char *name;
    /* What runs shares: it is in every profile and drawn once. NULL: the law does not superpose, */
    double (*once_w)(double idle_w, const struct power_plan *plan);
    /* and says itself what n > 0 that run draw together. Else NULL. */
    double (*watts)(double idle_w, double sum_w, int n, const struct power_plan *plan);
};

const struct power_law *power_law_of(enum power_model model);

/* What is drawn once; only idle power is told apart where the law is no sum. */
static inline double power_once_w(const struct power_law *law, double idle_w, const struct power_plan *plan)
{
    return law->once_w ? law->once_w(idle_w, plan) : idle_w;
}

/* What the GPU draws, under any law. */
static inline double power_watts(const struct power_law *law, double idle_w, double sum_w, int n,
                                 const struct power_plan *plan)
{
    if (n == 0)
        return idle_w;
    return law->watts ? law->watts(idle_w, sum_w, n, plan) : sum_w - (n - 1) * law->once_w(idle_w, plan);
}

/* What each that runs is attributed, beside what it would draw alone: an equal share of what running together
 * saves (so less than 0), or costs. Then each has its own dynamic part and an equal share of the static one,
 * whatever the law takes for static, and all together have what the GPU draws. */
static inline double power_share_w(double power_w, double sum_w, int n)
{
    return (power_w - sum_w) / n;
}

/* Does its law tell parts apart beyond the idle power and what each that runs has above it: is there power
 * that is drawn once while anything runs? */
static inline bool power_has_parts(const struct model_gpu *gpu)
{
    return gpu->auxiliary_w > 0;
}

static inline struct power_plan power_plan_of(const struct model_gpu *gpu)
{
    return (struct power_plan){.auxiliary_w = gpu->auxiliary_w};
}

#endif
