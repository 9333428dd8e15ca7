/* Power laws: what a GPU draws as a function of who runs on it (composition.md section 4, CO-C2, CO-C20).
 * Each that runs would draw so much if it were alone, total board power as its profile has it; `sum_w` is the
 * sum of these over the n that run. Under every law a GPU on which nothing runs draws its idle power, and one
 * that runs alone what its profile says (CO-8).
 *
 *   table        the idle power, and what each profile has above it
 *   staux        the idle power, the auxiliary power once while anything runs, and what each has above both
 *   superpose    as table, under InferCool's name (rule 1.2.1): P = S - (n - 1) P_S
 *   superpose-comp  InferCool's (rule 1.2.2, IC-X1): P = S - (n - 1) f(P), where f is a quadratic that was
 * fitted to the way the GPU is cut. P stands on both sides; of the two roots the small one is the GPU's, the
 * other lies above 1.5 kW. Cut in a way that nobody fitted it is superpose, and so it is where there is no
 * root: uncompensated
 *
 * Most laws superpose: there is a part that every profile contains and that the GPU draws once. A law that is
 * no sum says `watts` itself. The event loop, the evaluation of configurations and published experiments ask
 * the same functions. */
#ifndef WATTIF_PHYSICS_POWER_H
#define WATTIF_PHYSICS_POWER_H

#include "engine/model/model.h"

/* The static power of a GPU cut so, as a function of what it draws: a P^2 + b P + c (InferCool, table in
 * infercool.md 1.2). */
struct power_static {
    const char *name; /* "5x1g+1x2g" */
    int cut;          /* index in mig_cuts */
    double a, b, c;
};
extern const struct power_static power_statics[];
extern const int power_n_statics;

/* That of a cut or of this name; NULL: nobody fitted it. */
const struct power_static *power_static_of(int cut);
const struct power_static *power_static_find(const char *name);

static inline double power_static_w(const struct power_static *fit, double power_w)
{
    return (fit->a * power_w + fit->b) * power_w + fit->c;
}

/* Both solutions of P = sum - (n - 1) f(P), n > 1. False: there is none. */
bool power_static_roots(const struct power_static *fit, double sum_w, int n, double *stable_w,
                        double *rejected_w);

/* What a law knows of one GPU beside its idle power. */
struct power_plan {
    double auxiliary_w;                 /* P_OI, the same whatever runs */
    const struct power_static *statics; /* superpose-comp: of the way it is cut; NULL: nobody fitted it */
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
    bool fitted = gpu->power == POWER_SUPERPOSE_COMP && gpu->config >= 0;
    return (struct power_plan){.auxiliary_w = gpu->auxiliary_w,
                               .statics = fitted ? power_static_of(mig_configs[gpu->config].cut) : NULL};
}

#endif
