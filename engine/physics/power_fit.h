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
#ifndef WATTIF_PHYSICS_POWER_FIT_H
#define WATTIF_PHYSICS_POWER_FIT_H

#include "engine/base/detmath.h"
#include "engine/physics/power.h"

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
