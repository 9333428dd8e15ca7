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

#include "engine/base/detmath.h"
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

/* Both solutions of P = sum - (n - 1) f(P), n > 1: of A P^2 + B P + C = 0 in the form that stays exact as A
 * goes to 0. False: there is none. */
static inline bool power_static_roots(const struct power_static *fit, double sum_w, int n, double *stable_w,
                                      double *rejected_w)
{
    double a = (n - 1) * fit->a, b = 1 + (n - 1) * fit->b, c = (n - 1) * fit->c - sum_w;
    double discriminant = b * b - 4 * a * c;
    if (!(discriminant >= 0))
        return false;
    double q = b + sqrt(discriminant);
    *stable_w = -2 * c / q;
    *rejected_w = -q / (2 * a);
    return true;
}

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

/* ---- a fit ---- */

/* Taking the power of a shared GPU apart (Utilization Fallacy sections 1.2 and 1.3): what several measured
 * runs say of the parts that the law staux counts. With k copies of one model, each on a slice of m sevenths,
 *
 *   P = P_S + P_OI + k (m P_C + P_OA)
 *
 * P_S is drawn always, P_OI once while anything runs, P_C by a seventh that computes, P_OA by each copy
 * whatever its slice. Copies on slices of 1g tell P_OI and the slope s = P_C + P_OA, but never the two parts
 * of the slope from one another, however many copies are tried: both grow alike, and the systems that the
 * paper prints for them are singular (UF-X1). That takes a run on another slice. Equation 6 needs the sum
 * only: what a model adds to a shared GPU is its own power on its slice less P_S and P_OI. Powers in watts.
 */

/* So many copies at once, each on a slice of so many sevenths, drew so much together. */
struct power_sample {
    int copies, sevenths;
    double power_w;
};

struct power_parts {
    double p_oi_w;
    double slope_w;       /* of one more copy on 1g: P_C + P_OA */
    double p_c_w, p_oa_w; /* of a seventh; of a copy */
};

/* The equations of the samples in P_OI, P_C and P_OA, at most LINEAR_ROWS_MAX of them, as the paper has them.
 */
struct linear power_equations(const struct power_sample *samples, int n, double static_w);

/* Section 1.3 (a) and (b): P_OI and the slope, a line through all samples on 1g by least squares. Refused
 * with what is missing: two different numbers of copies. p_c_w and p_oa_w become NAN. */
bool power_fit(const struct power_sample *samples, int n, double static_w, struct power_parts *parts,
               struct error *error);

/* Section 1.3 (c), after power_fit: the slope's two parts, from the first samples of one copy on 1g and on a
 * wider slice, which has as many times the compute power as it has sevenths. Refused, with parts as they
 * were, where no sample tells the two apart. */
bool power_split(const struct power_sample *samples, int n, double static_w, struct power_parts *parts,
                 struct error *error);

/* What n models draw together that draw so much alone: by a law (Eq. 6 is staux), and naively, which counts
 * P_OI for each of them: (n - 1) P_OI too much. */
double power_together_w(enum power_model model, const double *alone_w, int n, double static_w, double p_oi_w);
static inline double power_naive_w(const double *alone_w, int n, double static_w)
{
    return power_together_w(POWER_TABLE, alone_w, n, static_w, 0);
}

#endif
